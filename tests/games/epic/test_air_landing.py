"""Aircraft that land. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.playing.duties import duties
from engine.playing.session import Refused
from engine.values.events import TrackerSet
from tests.games.epic.table import BARE, PLANE, RULES, against, ask, battery, craft, do, foot, force, game, parts_of, state, why_refused, wing

rule = pytest.mark.rule


LOW: dict[str, Any] = {"flying": True, "order": "ground_attack", "activated": True, "todo": ["land", "shoot"]}


class TestLanding:
    def lander(self, count: int = 1, **more: Any) -> dict[str, Any]:
        return wing(count, state=LOW, speed="bomber", transport=4, **more)

    @rule("EPIC-211", "EPIC-213")
    def test_troops_get_out_and_may_shoot_but_not_act(self) -> None:
        session = game(f=self.lander(), a=force((3, foot()), state={"aboard": "f", "where": "inside"}), d=force((2, foot()), seat=1))
        do(session, "touch_down", formation="f", unload=["a"])
        assert (state(session, "f"), state(session, "a")) == ({"landed": True}, {})
        assert parts_of(session, "f") == ("shoot", "shoot:a")
        with pytest.raises(Refused, match="has acted"):
            do(session, "action", formation="a", order="advance")

    @rule("EPIC-211")
    def test_only_on_a_ground_attack(self) -> None:
        session = game(f=wing(1, state={"flying": True, "order": "interception"}))
        with pytest.raises(Refused, match="not on a ground attack"):
            do(session, "touch_down", formation="f")

    @rule("EPIC-214")
    def test_who_has_attacked_from_the_air_lands_no_more(self) -> None:
        session = game(f=self.lander(), d=force((6, foot()), seat=1))
        assert against(session, "touch_down", formation="f") == ""
        do(session, "fire", [1], by="f", target="d")
        assert against(session, "touch_down", formation="f") == "no_landing"

    @rule("EPIC-211", "EPIC-214", "EPIC-215")
    def test_after_its_approach_it_assaults_lands_or_attacks(self) -> None:
        units = {"f": wing(1, state={"where": "reserve"}, speed="bomber", transport=4), "a": force((3, foot()), state={"aboard": "f", "where": "inside"})}
        session = do(game(d=force((6, foot()), seat=1), **units), "action", [6], formation="f", order="ground_attack")
        assert [duty.procedure for duty in duties(RULES, session.state)] == ["air_assault", "touch_down", "fire"]
        session.overrule(TrackerSet("a", "aboard", None))
        assert [duty.procedure for duty in duties(RULES, session.state)] == ["fire", "touch_down"]

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

    @rule("EPIC-212")
    def test_one_of_two_shot_down_with_those_in_it(self) -> None:
        """Of five stands three were in the one that is lost: even shares round up, and their owner
        says two."""
        session = game(f=self.lander(2, armour=None), a=force((5, foot()), state={"aboard": "f", "where": "inside"}), b=battery())
        do(session, "flak", [6], by="b", target="f")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of, session.prompt.default, session.prompt.most) == ("shot_down:a:0", 0, 3, 5)
        session.answer(2)
        assert state(session, "a") == {"aboard": "f", "where": "inside", "lost": (2,)}
        assert state(session, "f")["blast"] == 2

    @rule("EPIC-215", "EPIC-213")
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


class TestLandingWithTroops:
    def table(self, held: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        return {
            "h": force((1, craft("bomber", transport=4, **more)), state={"flying": True, "order": "ground_attack"}),
            "p": force((3, foot(armour=None)), state=held or {}),
            "d": force((3, foot()), seat=1),
        }

    @rule("EPIC-214", "EPIC-254")
    def test_troops_get_out_of_a_wreck_on_bad_ground(self) -> None:
        """A 1 destroys it, without a save; each of the three lives on a 6."""
        on = self.table({"aboard": "h", "where": "inside"})
        stated = {"formation": "h", "unload": ["p"], "bad_ground": True, "roll": {"terrain": [1], "wreck:p": [6, 5, 6]}}
        after = ask("touch_down", on, **stated)["after"]
        assert (after["h"]["where"], after["p"]["lost"], after["p"]["where"]) == ("destroyed", [1], "table")

    @rule("EPIC-214", "EPIC-167")
    @pytest.mark.parametrize(
        ("board", "held", "places", "key"),
        [
            (["p"], {}, 4, ""),
            (["p"], {}, 2, "full"),
            (["d"], {}, 4, "no_transport"),
            (["p"], {"where": "inside", "aboard": "x"}, 4, "no_transport"),
            ([], {}, 0, ""),
        ],
    )
    def test_whom_it_picks_up(self, board: list[str], held: dict[str, Any], places: int, key: str) -> None:
        on = self.table(held)
        on["h"]["card"]["units"][0][1]["transport"] = places
        assert ask("touch_down", on, formation="h", board=board).get("refused", {}).get("key", "") == key

    @rule("EPIC-214", "EPIC-167")
    def test_those_who_leave_make_room(self) -> None:
        on = {**self.table({"aboard": "h", "where": "inside"}), "q": force((4, foot()))}
        stated = {"formation": "h", "board": ["q"]}
        assert ask("touch_down", on, **stated)["refused"]["key"] == "full"
        assert "refused" not in ask("touch_down", on, **stated, unload=["p"])


class TestAircraftOnTheGround:
    @rule("EPIC-213", "EPIC-186")
    @pytest.mark.parametrize(("brave", "dice", "lost", "damage"), [((), [[3, 3], [3, 3]], [1, 0], None), (("fearless",), [[3, 3], [3, 3]], [0, 1], None)])
    def test_a_big_one_that_loses(self, brave: tuple[str, ...], dice: Any, lost: list[int], damage: Any) -> None:
        """Six to four units, 5 to 4: the one extra hit goes to the aircraft in front, which is
        destroyed anyway: no critical roll. A fearless one stands, and the hit is the next one's."""
        hawk = craft("bomber", armour=4, cc=6, ff=5, dc=2, critical="destroyed", abilities=list(brave))
        on = {"a": force((6, foot(armour=2, cc=4))), "d": force((1, hawk), (2, foot(armour=2)), seat=1, state={"landed": True})}
        roll = {"strike:a": [1] * 6, "strike:d": [[1, 1], [1, 1]], "result": dice}
        after = ask("assault", on, attacker="a", defender="d", fought="cc", roll=roll)["after"]["d"]
        assert (after["lost"], after.get("damage"), after["broken"]) == (lost, damage, True)


class TestReserves:
    @rule("EPIC-187", "EPIC-216")
    @pytest.mark.parametrize(("lines", "air", "ground"), [([], True, False), ([(1, PLANE)], False, True)])
    def test_nobody_is_no_aircraft(self, lines: list[Any], air: bool, ground: bool) -> None:
        """A card with an empty list of units: its actions are those of the ground."""
        on = {"a": force(*lines)}
        assert (bool(why_refused("action", on, formation="a", order="interception")), bool(why_refused("action", on, formation="a", order="advance"))) == (
            air,
            ground,
        )

    @rule("EPIC-09", "EPIC-244")
    def test_a_formation_of_unknown_units_is_still_there(self) -> None:
        """The costlier one has no rows on its card: it is not destroyed, so nobody's spirit is
        broken."""
        on = {"x": {"seat": 1, "card": {"name": "Unknown", "points": 300}}, "y": force((1, foot()), seat=1, state={"where": "destroyed"}, points=200)}
        assert ask("goals", on, objectives=[], in_half=[1, 1])["result"]["goals"] == [[], []]
