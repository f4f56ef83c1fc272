"""Epic Armageddon: aircraft, with values worked out from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.playing.session import Refused, Session
from engine.values.events import Advanced
from engine.values.maps import frozen
from tests.games.asking import change, rows
from tests.games.epic_field import BARE, ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction
GUNS = {"name": "Guns", "range": 15, "ap": 4, "aa": 5}


def plane(**more: Any) -> dict[str, Any]:
    return {"name": "Plane", "type": "AC", "speed": "fighter", "armour": 6, "weapons": [GUNS], **more}


def wing(count: int = 2, seat: int = 0, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return force((count, plane(**more)), seat=seat, state=state)


def battery(count: int = 1, seat: int = 1, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return force((count, tank(weapons=[{"name": "Flak gun", "range": 45, "aa": 4}])), seat=seat, state=state, **more)


def answer(session: Session, *values: Any) -> Session:
    for value in values:
        session.answer(frozen(value))
    return session


def key(session: Session) -> str:
    return session.prompt.key if session.prompt else ""


AWAY: dict[str, Any] = {"where": "reserve"}
SHOTS = [{"count": 1, "value": 4}]


class TestTheTest:
    @rule("EPIC-188", "EPIC-11")
    @pytest.mark.parametrize(("blast", "retaining", "passed"), [(0, False, F(5, 6)), (2, False, F(1, 2)), (2, True, F(1, 3)), (5, False, F(0))])
    def test_one_less_for_every_marker(self, blast: int, retaining: bool, passed: Fraction) -> None:
        reply = ask("action", order="ground_attack", initiative=2, blast=blast, retaining=retaining, aircraft=True)
        assert chance(reply, "test", "pass") == passed
        assert chance(ask("action", {"f": wing(state={"blast": blast})}, order="interception", formation="f", retaining=retaining), "test", "pass") == passed

    @rule("EPIC-189", "EPIC-190", "EPIC-194", "EPIC-279", "EPIC-13")
    def test_markers_go_passed_or_failed_and_failing_is_standing_down(self) -> None:
        failed = ask("action", {"f": wing(state={"blast": 3})}, order="ground_attack", formation="f", roll={"test": [4]})
        assert (change(failed, "f", "blast"), failed["result"]["then"], failed["after"]["f"]["order"]) == (0, "stand_down", "stand_down")
        passed = ask("action", {"f": wing(state={"blast": 3})}, order="ground_attack", formation="f", roll={"test": [5]})
        assert (change(passed, "f", "blast"), passed["result"]["then"], change(passed, "f", "flying")) == (0, "ground_attack", True)

    @rule("EPIC-193", "EPIC-279")
    def test_an_interception_from_patrol_takes_no_test_and_wipes_nothing(self) -> None:
        reply = ask("action", {"f": wing(state={"blast": 3})}, order="cap_interception", formation="f")
        assert (chance(reply, "test", "pass"), change(reply, "f", "blast")) == (1, None)
        refused = ask("action", {"f": wing()}, order="cap_interception", formation="f", cap_used=True)
        assert refused["refused"]["refs"] == ["EPIC-193"]

    @rule("EPIC-191", "EPIC-193", "EPIC-192")
    @pytest.mark.parametrize(
        ("speed", "order", "refs"),
        [
            ("bomber", "interception", ["EPIC-191"]),
            ("bomber", "cap", ["EPIC-193"]),
            ("bomber", "ground_attack", None),
            ("fighter_bomber", "interception", None),
            ("fighter_bomber", "cap", None),
            ("fighter", "ground_attack", None),
        ],
    )
    def test_who_may_hunt(self, speed: str, order: str, refs: list[str] | None) -> None:
        reply = ask("action", {"f": wing(speed=speed)}, order=order, formation="f")
        assert (reply["refused"]["refs"] if "refused" in reply else None) == refs

    @rule("EPIC-187")
    def test_each_kind_its_own_actions(self) -> None:
        assert ask("action", {"f": wing()}, order="advance", formation="f")["refused"]["key"] == "wrong_kind"
        assert ask("action", {"f": force((2, foot()))}, order="ground_attack", formation="f")["refused"]["key"] == "wrong_kind"
        assert "refused" not in ask("action", {"f": wing(state={"landed": True})}, order="hold", choice="shoot", formation="f")

    @rule("EPIC-191", "EPIC-192")
    def test_the_steps(self) -> None:
        assert ask("action", order="ground_attack", initiative=2)["result"]["steps"] == ["approach", "flak", "attack", "disengage"]

    @rule("EPIC-196", "EPIC-197")
    @pytest.mark.parametrize(
        ("speed", "order", "turn"),
        [("fighter", "interception", 90), ("bomber", "ground_attack", 45), ("fighter_bomber", "ground_attack", 45), ("fighter_bomber", "interception", 90)],
    )
    def test_turns(self, speed: str, order: str, turn: int) -> None:
        assert ask("limits", unit=plane(speed=speed), order=order)["result"]["turn"] == turn


class TestFlak:
    @rule("EPIC-200", "EPIC-205")
    @pytest.mark.parametrize(
        ("moment", "moved", "hit"),
        [("approach", False, F(1, 2)), ("approach", True, F(1, 2)), ("disengagement", False, F(1, 2)), ("disengagement", True, F(1, 3))],
    )
    def test_one_less_at_leaving_aircraft_after_a_move(self, moment: str, moved: bool, hit: Fraction) -> None:
        reply = ask("flak", {"f": wing(1, seat=1, armour=None)}, target="f", shots=SHOTS, moment=moment, moved=moved)
        assert chance(reply, "kills", 1) == hit

    @rule("EPIC-198", "EPIC-205")
    def test_interceptors_hit_better_and_flak_of_aircraft_never_worse(self) -> None:
        units = {"f": wing(1, seat=1, armour=None), "a": wing(1)}
        attack = ask("flak", units, target="f", by="a", interception=True)
        assert (chance(attack, "kills", 1), rows(attack, "to_hit:a")) == (F(1, 2), [("air", 1, "EPIC-198")])
        assert chance(ask("flak", units, target="f", by="a", moment="disengagement", moved=True), "kills", 1) == F(1, 3)

    @rule("EPIC-206")
    @pytest.mark.parametrize(
        ("jink", "attacked", "kills", "loses"), [(False, False, F(5, 12), False), (True, False, F(1, 4), True), (True, True, F(1, 4), False)]
    )
    def test_a_jink_saves_on_four_and_costs_the_attack(self, jink: bool, attacked: bool, kills: Fraction, loses: bool) -> None:
        """4+ to hit, then a 6+ or a 4+ save."""
        reply = ask("flak", {"f": wing(1, seat=1)}, target="f", shots=SHOTS, jink=jink, attacked=attacked)
        assert (chance(reply, "kills", 1), reply["result"]["loses_attack"]) == (kills, loses)

    @rule("EPIC-206")
    def test_bombers_never_jink(self) -> None:
        units = {"f": wing(seat=1, speed="bomber")}
        assert ask("flak", units, target="f", shots=SHOTS, jink=True)["refused"]["refs"] == ["EPIC-206"]

    @rule("EPIC-206")
    def test_by_one_reading_each_aircraft_decides(self) -> None:
        """Two hits, two aircraft, one jinks: 4+ for one, no save for the other."""
        told = {"target": "f", "shots": [{"count": 2, "value": 4}], "roll": {"to_hit": [4, 4], "save": [4]}}
        units = {"f": wing(2, seat=1, armour=None)}
        reply = ask("flak", units, {"jink": "aircraft"}, **told, answers={"jink": 1})
        assert reply["result"]["kills"] == 1
        both = ask("flak", units, **{**told, "roll": {"to_hit": [4, 4], "save": [4, 3]}}, answers={"jink": True})
        assert both["result"]["kills"] == 1

    @rule("EPIC-203", "EPIC-204")
    @pytest.mark.parametrize(
        ("state_of", "told", "refs"),
        [
            ({"broken": True}, {}, ["EPIC-203"]),
            ({"marched": True}, {}, ["EPIC-203"]),
            ({"flak": ["f"]}, {}, ["EPIC-204"]),
            ({}, {"fired_at": ["f"]}, ["EPIC-204"]),
            ({}, {"fired_at": ["g"]}, None),
            ({"overwatch": True}, {}, None),
        ],
    )
    def test_who_may_fire_it(self, state_of: dict[str, Any], told: dict[str, Any], refs: list[str] | None) -> None:
        reply = ask("flak", {"f": wing(seat=0), "b": battery(state=state_of)}, target="f", by="b", **told)
        assert (reply["refused"]["refs"] if "refused" in reply else None) == refs

    @rule("EPIC-200", "EPIC-210", "EPIC-195")
    def test_only_flak_reaches_aircraft_and_only_in_the_air(self) -> None:
        assert ask("flak", {"f": wing(seat=1, state={"landed": True})}, target="f", shots=SHOTS)["refused"]["refs"] == ["EPIC-200"]
        shots = [{"count": 1, "type": "at", "value": 4}]
        assert ask("fire", {"f": wing(seat=1)}, target="f", shots=shots)["refused"]["refs"] == ["EPIC-200"]
        assert "refused" not in ask("fire", {"f": wing(seat=1, state={"landed": True})}, target="f", shots=shots)

    @rule("EPIC-203", "EPIC-280")
    def test_flak_is_no_action(self) -> None:
        reply = ask("flak", {"f": wing(seat=0), "b": battery(state={"overwatch": True})}, target="f", by="b", roll={"to_hit:b": [1]})
        assert (change(reply, "b", "overwatch"), reply["after"]["b"].get("activated")) == (None, None)

    @rule("EPIC-199", "EPIC-258")
    def test_no_crossfire_from_the_air(self) -> None:
        units = {"f": wing(), "d": force((2, foot()), seat=1)}
        assert ask("fire", units, by="f", target="d", crossfire=True)["refused"]["refs"] == ["EPIC-199"]

    @rule("EPIC-209")
    def test_never_suppressed_never_broken(self) -> None:
        units = {"f": wing(state={"blast": 5}), "d": force((6, foot()), seat=1)}
        assert ask("fire", units, by="f", target="d")["checks"][0]["dice"] == 2
        reply = ask("flak", {"f": wing(2, seat=1, state={"blast": 5})}, target="f", shots=SHOTS, roll={"to_hit": [1]})
        assert (change(reply, "f", "blast"), change(reply, "f", "broken")) == (6, None)

    @rule("EPIC-161", "EPIC-208")
    def test_big_aircraft_take_damage(self) -> None:
        reply = ask("flak", {"f": wing(1, seat=1, dc=2, armour=None, critical="none")}, target="f", shots=[{"count": 1, "value": 2}], roll={"to_hit": [6]})
        assert (change(reply, "f", "damage"), change(reply, "f", "blast"), reply["result"]["kills"]) == ([1], 2, 0)


class TestMarkers:
    @rule("EPIC-208")
    @pytest.mark.parametrize(
        ("told", "blast"),
        [
            ({}, 0),
            ({"approach": 3}, 1),
            ({"approach": True, "disengagement": 2}, 2),
            ({"approach": 1, "losses": 2, "edge": "own"}, 3),
            ({"edge": "other"}, 1),
            ({"disengagement": True, "losses": 1, "edge": "enemy"}, 3),
            ({"approach": False}, 0),
            ({"approach": ["flak", "interception"]}, 1),
        ],
    )
    def test_how_many(self, told: dict[str, Any], blast: int) -> None:
        assert ask("aircraft_blast", **told)["result"]["blast"] == blast

    @rule("EPIC-208")
    @pytest.mark.parametrize(("approach", "blast"), [(["flak", "interception"], 2), (["flak", "flak"], 1), ({"flak": 2, "interceptors": 1}, 2)])
    def test_interceptors_apart_by_one_reading(self, approach: Any, blast: int) -> None:
        assert ask("aircraft_blast", None, {"approach_bm": "two"}, approach=approach)["result"]["blast"] == blast

    @rule("EPIC-208", "EPIC-204")
    def test_one_on_the_approach_however_many_fire(self) -> None:
        session = game(f=wing(4, state=AWAY), b=battery(), c=battery(), d=force((2, foot()), seat=1))
        do(session, "action", [6], formation="f", order="ground_attack")
        assert key(session) == "flak:approach:f:2"
        answer(session, "b", {"able": 1, "moved": False}, [1])
        assert (key(session), state(session, "f")["blast"]) == ("flak:approach:f:1", 1)
        answer(session, "c", {"able": 1, "moved": False}, [4], False, [1])
        assert (state(session, "f")["blast"], state(session, "f")["lost"]) == (2, (1,))


class TestSorties:
    @rule("EPIC-187", "EPIC-191", "EPIC-206", "EPIC-280")
    def test_an_interception_through_flak(self) -> None:
        """Flak first; the hit fighter saves at once; then AA at +1 on an enemy in the air."""
        session = game(f=wing(2, state=AWAY), b=battery(), e=wing(1, seat=1, state={"flying": True}, armour=None))
        do(session, "action", [6], formation="f", order="interception")
        answer(session, "b", {"able": 1, "moved": False}, [6], False, [1])
        assert state(session, "f")["lost"] == (1,)
        answer(session, "none", "e")
        assert session.prompt
        assert session.prompt.checks[0].dice == 1
        answer(session, [4], False)
        assert state(session, "e")["where"] == "destroyed"
        assert session.state.unit("f").marks("todo") == ()

    @rule("EPIC-206")
    def test_a_jink_loses_the_attack(self) -> None:
        session = game(f=wing(2, state=AWAY), b=battery(), e=wing(1, seat=1, state={"flying": True}))
        do(session, "action", [6], formation="f", order="interception")
        answer(session, "b", {"able": 1, "moved": False}, [6], True, [4])
        answer(session, "none")
        assert (session.prompt, session.state.unit("f").marks("todo"), state(session, "f")["blast"]) == (None, (), 1)

    @rule("EPIC-193", "EPIC-187")
    def test_a_patrol_meets_flak_then_the_attackers_before_their_flak(self) -> None:
        session = game(f=wing(2, state=AWAY, speed="bomber"), g=battery(seat=0), p=wing(2, seat=1, state={**AWAY, "cap": True}), b=battery())
        do(session, "action", [6], formation="f", order="ground_attack")
        assert key(session) == "cap"
        answer(session, "p")
        assert key(session) == "flak:approach:p:2"
        answer(session, "none", [3, 4])
        assert key(session) == "save:p"
        answer(session, [6])
        assert (key(session), state(session, "f")["blast"]) == ("flak:approach:f:2", 1)
        answer(session, "none")
        assert (state(session, "p"), session.state.unit("f").marks("todo")) == ({"flying": True}, ("shoot",))

    @rule("EPIC-193", "EPIC-117")
    @pytest.mark.parametrize(("reading", "cap"), [("until_used", 1), ("turn", 0)])
    def test_how_long_a_patrol_lasts(self, reading: str, cap: int) -> None:
        session = game(f=wing(2, state=AWAY), d=force((2, foot()), seat=1, state={"activated": True}), readings={"cap_lasts": reading})
        do(session, "action", [6], formation="f", order="cap")
        assert (state(session, "f"), session.prompt) == ({"where": "reserve", "cap": True}, None)
        session.dispatch(Advanced())
        assert (session.state.step, session.state.unit("f").count("cap")) == ("rally", cap)

    @rule("EPIC-41", "EPIC-192", "EPIC-199")
    def test_the_attack_is_ordinary_fire(self) -> None:
        session = game(f=wing(2, state=AWAY), d=force((9, BARE), seat=1))
        do(session, "action", [6], formation="f", order="ground_attack")
        do(session, "fire", [4, 4], by="f", target="d")
        assert (state(session, "d")["lost"], session.state.unit("f").marks("todo")) == ((2,), ())

    @rule("EPIC-207", "EPIC-208", "EPIC-205", "EPIC-202")
    def test_leaving_through_flak(self) -> None:
        session = game(f=wing(2, state={"flying": True}), b=battery(state={"order": "advance", "activated": True}), step="rally")
        do(session, "end_turn")
        assert key(session) == "flak:disengagement:f:1"
        answer(session, "b", {"able": 1, "moved": True})
        assert session.prompt
        assert session.prompt.checks[0].targets == (5,)
        answer(session, [4], "other")
        assert state(session, "f") == {"where": "reserve", "blast": 2, "under_fire": ("disengagement",)}

    @rule("EPIC-204")
    def test_the_same_flak_not_again_on_the_way_out(self) -> None:
        session = game(f=wing(2, state={"flying": True}), b=battery(state={"flak": ["f"]}), step="rally")
        do(session, "end_turn")
        assert key(session) == "edge:f"

    @rule("EPIC-209", "EPIC-210", "EPIC-279")
    def test_no_rally_in_the_air(self) -> None:
        for place, refused in ((AWAY, True), ({"flying": True}, True), ({"landed": True}, False)):
            reply = ask("rally", {"f": wing(state={**place, "blast": 2})}, formation="f")
            assert ("refused" in reply) == refused

    @rule("EPIC-187", "EPIC-08", "EPIC-194")
    def test_they_are_waited_for_but_may_stand_down(self) -> None:
        session = game(f=wing(2, state=AWAY), a=force((2, foot()), state={"activated": True}))
        session.dispatch(Advanced())
        assert session.state.step == "action"
        do(session, "action", formation="f", order="stand_down")
        session.dispatch(Advanced())
        assert session.state.step == "rally"


LOW: dict[str, Any] = {"flying": True, "order": "ground_attack", "activated": True, "todo": ["shoot"]}


class TestLanding:
    def lander(self, count: int = 1, **more: Any) -> dict[str, Any]:
        return wing(count, state=LOW, speed="bomber", transport=4, **more)

    @rule("EPIC-211", "EPIC-213", "EPIC-214", "EPIC-168")
    def test_troops_get_out_and_may_shoot_but_not_act(self) -> None:
        session = game(f=self.lander(), a=force((3, foot()), state={"aboard": "f", "where": "inside"}), d=force((2, foot()), seat=1))
        do(session, "touch_down", formation="f", unload=["a"])
        assert (state(session, "f"), state(session, "a")) == ({"landed": True}, {})
        assert session.state.unit("a").marks("todo") == ("shoot",)
        with pytest.raises(Refused, match="has acted"):
            do(session, "action", formation="a", order="advance")

    @rule("EPIC-211")
    def test_only_on_a_ground_attack(self) -> None:
        session = game(f=wing(1, state={"flying": True, "order": "interception"}))
        with pytest.raises(Refused, match="not on a ground attack"):
            do(session, "touch_down", formation="f")

    @rule("EPIC-214", "EPIC-66")
    def test_dangerous_ground_is_tested(self) -> None:
        session = do(game(f=self.lander()), "touch_down", [1], formation="f", bad_ground=True)
        assert state(session, "f")["where"] == "destroyed"

    @rule("EPIC-214")
    def test_it_may_take_troops_aboard(self) -> None:
        session = do(game(f=self.lander(), a=force((3, foot()))), "touch_down", formation="f", board=["a"])
        assert state(session, "a") == {"aboard": "f", "where": "inside"}

    @rule("EPIC-212")
    def test_shot_down_with_all_aboard(self) -> None:
        session = game(f=self.lander(armour=None), a=force((3, foot()), state={"aboard": "f", "where": "inside"}), b=battery())
        do(session, "flak", [6], by="b", target="f")
        assert session.state.unit("a").where == "destroyed"

    @rule("EPIC-215", "EPIC-213", "EPIC-102")
    @pytest.mark.parametrize(("dice", "lost"), [([[6, 6], [5, 1]], False), ([[4, 1], [6, 6]], True)])
    def test_an_air_assault(self, dice: list[list[int]], lost: bool) -> None:
        """One formation of five against three, no marker: 6 + 2 to 5 + 1, or 4 + 2 to 6 + 1. One
        hit takes one of two aircraft; the other is destroyed because its side has lost."""
        session = game(f=self.lander(2), a=force((3, BARE), state={"aboard": "f", "where": "inside"}), d=force((3, BARE), seat=1))
        do(session, "air_assault", [1] * 3, [1] * 3, dice, formation="f", defender="d", unload=["a"])
        assert (session.state.unit("f").gone, bool(session.state.unit("d").count("broken"))) == (lost, not lost)
        assert ("lost" in state(session, "a"), bool(session.state.unit("a").count("broken"))) == (False, lost)

    @rule("EPIC-213")
    def test_a_fearless_one_is_spared(self) -> None:
        session = game(f=self.lander(2, abilities=["fearless"]), a=force((3, BARE), state={"aboard": "f", "where": "inside"}), d=force((3, BARE), seat=1))
        do(session, "air_assault", [1] * 3, [1] * 3, [[4, 1], [6, 6]], formation="f", defender="d", unload=["a"])
        assert (session.state.unit("f").gone, state(session, "a")["lost"]) == (False, (1,))

    @rule("EPIC-213", "EPIC-207")
    @pytest.mark.parametrize("reading", ["acts", "idle"])
    def test_later_turns_on_the_ground(self, reading: str) -> None:
        reply = ask("action", {"f": wing(state={"landed": True})}, {"landed_later": reading}, order="sustained", formation="f")
        assert ("refused" in reply) == (reading == "idle")
        session = game(f=wing(2, state={"landed": True}), step="rally", readings={"landed_later": reading})
        do(session, "end_turn", True, "own")
        assert state(session, "f") == {"where": "reserve"}
        stays = do(game(f=wing(2, state={"landed": True}), step="rally"), "end_turn", False)
        assert state(stays, "f") == {"landed": True}
