"""Sorties, patrols, interceptors, and leaving the table. Figures worked out by hand from the
book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.playing.session import Session
from engine.values.events import Advanced, TrackerSet
from tests.games.asking import change, targets
from tests.games.epic.table import (
    ALOFT,
    AWAY,
    BARE,
    answer_all,
    ask,
    bare_plane,
    bare_wing,
    battery,
    battery_of,
    chance,
    do,
    enemy_wing,
    flak_battery,
    foot,
    force,
    game,
    key,
    open_prompt,
    parts_of,
    rules_against,
    state,
    wing,
)

rule = pytest.mark.rule
F = Fraction


class TestSorties:
    @rule("EPIC-191", "EPIC-280")
    def test_an_interception_through_flak(self) -> None:
        """Flak first; the hit fighter saves at once; then AA at +1 on an enemy in the air."""
        session = game(f=wing(2, state=AWAY), b=battery(), e=wing(1, seat=1, state={"flying": True}, armour=None))
        do(session, "action", [6], formation="f", order="interception")
        answer_all(session, "b", [6], False, [1])
        assert state(session, "f")["lost"] == (1,)
        answer_all(session, "none", "e")
        assert session.prompt
        assert session.prompt.checks[0].dice == 1
        answer_all(session, [4], False)
        assert state(session, "e")["where"] == "destroyed"
        assert parts_of(session, "f") == ()

    @rule("EPIC-206")
    def test_a_jink_loses_the_attack(self) -> None:
        session = game(f=wing(2, state=AWAY), b=battery(), e=wing(1, seat=1, state={"flying": True}))
        do(session, "action", [6], formation="f", order="interception")
        answer_all(session, "b", [6], True, [4])
        answer_all(session, "none")
        assert (session.prompt, parts_of(session, "f"), state(session, "f")["blast"]) == (None, (), 1)

    @rule("EPIC-193", "EPIC-187")
    def test_a_patrol_meets_flak_then_the_attackers_before_their_flak(self) -> None:
        session = game(f=wing(2, state=AWAY, speed="bomber"), g=battery(seat=0), p=wing(2, seat=1, state={**AWAY, "cap": True}), b=battery())
        do(session, "action", [6], formation="f", order="ground_attack")
        assert key(session) == "cap"
        answer_all(session, "p")
        assert key(session) == "flak:approach:p:2"
        answer_all(session, "none", [3, 4])
        assert key(session) == "save:p"
        answer_all(session, [6])
        assert (key(session), state(session, "f")["blast"]) == ("flak:approach:f:2", 1)
        answer_all(session, "none")
        assert (state(session, "p"), parts_of(session, "f")) == ({"flying": True}, ("shoot",))

    @rule("EPIC-193", "EPIC-117")
    @pytest.mark.parametrize(("reading", "cap"), [("until_used", 1), ("turn", 0)])
    def test_how_long_a_patrol_lasts(self, reading: str, cap: int) -> None:
        session = game(f=wing(2, state=AWAY), d=force((2, foot()), seat=1, state={"activated": True}), readings={"cap_lasts": reading})
        do(session, "action", [6], formation="f", order="cap")
        assert (state(session, "f"), session.prompt) == ({"where": "reserve", "cap": True}, None)
        session.dispatch(Advanced())
        assert (session.state.step, session.state.unit("f").count("cap")) == ("rally", cap)

    @rule("EPIC-41", "EPIC-192")
    def test_the_attack_is_ordinary_fire(self) -> None:
        session = game(f=wing(2, state=AWAY), d=force((9, BARE), seat=1))
        do(session, "action", [6], formation="f", order="ground_attack")
        do(session, "fire", [4, 4], by="f", target="d")
        assert (state(session, "d")["lost"], parts_of(session, "f")) == ((2,), ())

    @rule("EPIC-207", "EPIC-202")
    def test_leaving_through_flak(self) -> None:
        session = game(f=wing(2, state={"flying": True}), b=battery(state={"order": "advance", "activated": True}), step="rally")
        do(session, "end_turn")
        assert key(session) == "flak:disengagement:f:1"
        answer_all(session, "b")
        assert session.prompt
        assert session.prompt.checks[0].targets == (5,)
        answer_all(session, [4], "other")
        assert state(session, "f") == {"where": "reserve", "blast": 2, "under_fire": ("disengagement",)}

    @rule("EPIC-204")
    def test_the_same_flak_not_again_on_the_way_out(self) -> None:
        session = game(f=wing(2, state={"flying": True}), b=battery(state={"flak": ["f"]}), step="rally")
        do(session, "end_turn")
        assert key(session) == "edge:f"

    @rule("EPIC-209", "EPIC-210")
    def test_no_rally_in_the_air(self) -> None:
        for place, refused in ((AWAY, True), ({"flying": True}, True), ({"landed": True}, False)):
            reply = ask("rally", {"f": wing(state={**place, "blast": 2})}, formation="f")
            assert ("refused" in reply) == refused

    @rule("EPIC-187", "EPIC-08")
    def test_they_are_waited_for_but_may_stand_down(self) -> None:
        session = game(f=wing(2, state=AWAY), a=force((2, foot()), state={"activated": True}))
        session.dispatch(Advanced())
        assert session.state.step == "action"
        do(session, "action", formation="f", order="stand_down")
        session.dispatch(Advanced())
        assert session.state.step == "rally"


class TestPatrols:
    @rule("EPIC-193", "EPIC-279")
    @pytest.mark.parametrize(
        ("unit", "asked"),
        [
            (bare_wing(seat=1, state={**AWAY, "cap": True}), True),
            (bare_wing(seat=0, state={**AWAY, "cap": True}), False),
            (bare_wing(seat=1, state=AWAY), False),
            (bare_wing(seat=1, state={"where": "destroyed", "cap": True}), False),
        ],
    )
    def test_enemies_on_patrol_alone_are_asked(self, unit: dict[str, Any], asked: bool) -> None:
        session = do(game(f=bare_wing(state=AWAY), p=unit), "action", [6], formation="f", order="ground_attack")
        assert key(session) == ("cap" if asked else "")
        if asked:
            prompt = open_prompt(session)
            assert (prompt.asked_of, [option.key for option in prompt.options]) == (1, ["none", "p"])

    def intercepted(self, **patrol: Any) -> Session:
        """Two bombers attack, a fighter comes down on them, through the flak of one gun."""
        units = {
            "f": bare_wing(state=AWAY, speed="bomber", weapons=[]),
            "g": battery_of(seat=0),
            "p": force((1, bare_plane(**patrol)), seat=1, state={**AWAY, "cap": True}),
        }
        return answer_all(do(game(**units), "action", [6], formation="f", order="ground_attack"), "p", "g")

    @rule("EPIC-198")
    def test_the_attack_after_the_flak(self) -> None:
        """The gun misses on 3; the fighter's 5+ is 4+ in the attack, and one bomber without a
        save is lost: two markers."""
        session = self.intercepted()
        assert key(answer_all(session, [3])) == "to_hit:p"
        prompt = open_prompt(session)
        assert (prompt.asked_of, prompt.ref.id, prompt.about, prompt.checks[0].targets) == (1, "EPIC-198", ("p", "f"), (4,))
        assert state(answer_all(session, [4]), "f") == {"flying": True, "lost": (1,), "blast": 2, "under_fire": ("approach",)}

    @rule("EPIC-198", "EPIC-206")
    @pytest.mark.parametrize(("answers", "asked"), [(([4], False), ""), (([4], True, [4]), "flak:approach:f:1")])
    def test_shot_down_or_jinking_it_does_not_attack(self, answers: tuple[Any, ...], asked: str) -> None:
        """A jink has cost it the attack; flak it may still fire."""
        session = answer_all(self.intercepted(), *answers)
        assert (key(session), state(session, "f")) == (asked, {"flying": True})

    @rule("EPIC-198", "EPIC-206")
    def test_a_fighter_that_saves_may_still_attack(self) -> None:
        assert key(answer_all(self.intercepted(armour=5), [4], False, [5])) == "to_hit:p"

    @rule("EPIC-198")
    def test_without_anti_aircraft_weapons_there_is_no_attack(self) -> None:
        session = answer_all(self.intercepted(weapons=[{"name": "Guns", "range": 15, "ap": 4}]), [3])
        assert (session.prompt, state(session, "f")) == (None, {"flying": True})

    @rule("EPIC-198")
    @pytest.mark.parametrize("gone", ["f", "p"])
    def test_nobody_attacks_or_is_attacked_whom_the_table_has_taken_away(self, gone: str) -> None:
        """While the flak is asked about, somebody marks the bombers or the fighter as destroyed."""
        session = self.intercepted()
        session.dispatch(TrackerSet(gone, "where", "destroyed"))
        assert answer_all(session, [3]).prompt is None

    @rule("EPIC-191", "EPIC-206")
    @pytest.mark.parametrize(
        ("enemy", "answers", "asked"),
        [
            (bare_wing(seat=1, state=ALOFT), ("b", [3], "none"), "intercept"),
            (bare_wing(seat=1, state=AWAY), ("b", [3]), ""),
            (bare_wing(seat=1, state=ALOFT), ("b", [4], False), ""),
            (bare_wing(seat=1, state=ALOFT), ("b", [4], True, [4], "none"), ""),
        ],
    )
    def test_who_is_left_to_intercept_and_whom(self, enemy: dict[str, Any], answers: tuple[Any, ...], asked: str) -> None:
        """Missed; nobody is in the air; shot down; saved by a jink."""
        session = do(game(f=bare_wing(1, state=AWAY), b=battery_of(), e=enemy), "action", [6], formation="f", order="interception")
        assert key(answer_all(session, *answers)) == asked

    @rule("EPIC-204")
    def test_an_interception_is_no_flak(self) -> None:
        """The same guns may fire flak at them on their way out."""
        session = do(game(f=bare_wing(state=AWAY), e=bare_wing(seat=1, state=ALOFT)), "action", [6], "none", "e", [1, 1], formation="f", order="interception")
        assert (state(session, "f"), state(session, "e")) == ({"flying": True}, {"flying": True, "blast": 1, "under_fire": ("approach",)})


class TestInterceptors:
    @rule("EPIC-198", "EPIC-45")
    @pytest.mark.parametrize(
        ("value", "order", "hit"), [(5, "interception", F(1, 2)), (5, "cap_interception", F(1, 2)), (2, "interception", F(5, 6)), (5, "ground_attack", F(1, 3))]
    )
    def test_they_hit_better_by_their_order(self, value: int, order: str, hit: Fraction) -> None:
        assert chance(ask("to_hit", value=value, order=order), "hit", "yes") == hit

    @rule("EPIC-198", "EPIC-208")
    def test_fire_in_an_interception(self) -> None:
        """Two aircraft, AA 5+ and one better, at two without a save: a marker for the fire, one
        for each loss, never broken."""
        reply = ask("fire", {"a": enemy_wing(seat=0), "f": enemy_wing()}, by="a", target="f", order="interception")
        assert [chance(reply, "kills", n) for n in range(3)] == [F(1, 4), F(1, 2), F(1, 4)]
        assert [chance(reply, "blast", n) for n in range(1, 4)] == [F(1, 4), F(1, 2), F(1, 4)]
        assert (chance(reply, "broken", "no"), chance(reply, "hits", 1)) == (1, F(1, 2))

    @rule("EPIC-149", "EPIC-198")
    def test_fire_as_told(self) -> None:
        stated = {"target": "f", "order": "cap_interception", "shots": [{"count": 3, "type": "aa", "value": 5}]}
        reply = ask("fire", {"f": enemy_wing()}, **stated, roll={"to_hit": [4, 3, 4]})
        assert (reply["result"]["hits"], reply["result"]["left"], change(reply, "f", "lost")) == (2, 0, [2])

    @rule("EPIC-191", "EPIC-198")
    @pytest.mark.parametrize(
        ("question", "target", "stated", "ref"),
        [
            ("fire", "f", {"order": "advance"}, "EPIC-200"),
            ("fire", "g", {"order": "interception"}, "EPIC-191"),
            ("fire", "f", {"order": "interception", "crossfire": True}, "EPIC-198"),
            ("fire", "g", {"order": "ground_attack", "crossfire": True}, "EPIC-199"),
            ("fire", "g", {"order": "spacecraft", "crossfire": True}, "EPIC-258"),
            ("fire", "g", {"order": "ground_attack"}, None),
            ("barrage", "g", {"order": "spacecraft", "crossfire": True}, "EPIC-220"),
            ("barrage", "g", {"order": "ground_attack", "crossfire": True}, "EPIC-199"),
            ("barrage", "f", {}, "EPIC-200"),
            ("barrage", "g", {"crossfire": True}, None),
            ("barrage", None, {}, None),
        ],
    )
    def test_who_is_shot_at_how(self, question: str, target: str | None, stated: dict[str, Any], ref: str | None) -> None:
        fire = {"points": 3} if question == "barrage" else {"shots": [{"type": "ap", "value": 5}]}
        reply = ask(question, {"f": enemy_wing(), "g": force((2, foot()), seat=1)}, target=target, **fire, **stated)
        assert rules_against(reply) == ([ref] if ref else [])

    @rule("EPIC-42", "EPIC-191")
    @pytest.mark.parametrize(
        ("target", "order", "kills", "broken"), [("f", "interception", F(1, 2), 0), ("f", "advance", 0, 0), ("g", "interception", F(1, 2), F(1, 2))]
    )
    def test_who_fires_so_all_the_same(self, target: str, order: str, kills: Fraction, broken: Fraction) -> None:
        """Overruled: AP shots of an advance harm no aircraft; two on foot of whom interceptors,
        5+ and one better, hit one break."""
        on = {"f": enemy_wing(), "g": force((2, foot(armour=None)), seat=1)}
        reply = ask("fire", on, target=target, order=order, shots=[{"type": "ap", "value": 5}], overrule=True)
        assert (chance(reply, "kills", 1), chance(reply, "broken", "yes")) == (kills, broken)

    @rule("EPIC-149")
    def test_anti_aircraft_values_are_for_aircraft(self) -> None:
        reply = ask("fire", {"g": force((2, foot()), seat=1)}, target="g", shots=[{"type": "aa", "value": 5}])
        assert rules_against(reply) == ["EPIC-149"]


class TestLeaving:
    @rule("EPIC-117", "EPIC-207")
    @pytest.mark.parametrize(
        ("unit", "asked"),
        [
            (bare_wing(state=ALOFT), "edge:f"),
            (bare_wing(state={"landed": True}), "take_off:f"),
            (bare_wing(state={"landed": True, "where": "destroyed"}), ""),
            (bare_wing(state={"flying": True, "where": "destroyed"}), ""),
            (bare_wing(state=AWAY), ""),
            (force((2, foot())), ""),
        ],
    )
    def test_who_leaves(self, unit: dict[str, Any], asked: str) -> None:
        assert key(do(game(f=unit, d=force((2, BARE), seat=1), step="rally"), "end_turn")) == asked

    @rule("EPIC-208")
    @pytest.mark.parametrize(("edge", "blast"), [(True, 1), (False, 0), ("own", 0), ("none", 0), ("left", 1)])
    def test_a_foreign_edge(self, edge: Any, blast: int) -> None:
        assert ask("aircraft_blast", edge=edge)["result"]["blast"] == blast

    @rule("EPIC-208")
    @pytest.mark.parametrize(
        ("approach", "blast"),
        [(["flak", "interception", "interception"], 2), ({"flak": 3, "interceptors": 2}, 2), ({"interceptors": 2}, 1), (["flak", "flak"], 1), (3, 1)],
    )
    def test_any_number_of_interceptors_bring_one(self, approach: Any, blast: int) -> None:
        """By the reading that counts them apart."""
        assert ask("aircraft_blast", None, {"approach_bm": "two"}, approach=approach)["result"]["blast"] == blast


@rule("EPIC-198", "EPIC-205")
def test_targets_of_flak_and_hunters() -> None:
    """AA 4+: interceptors one better; ground flak at leaving aircraft one worse after a move."""
    on = {"b": flak_battery(1), "f": enemy_wing()}
    assert targets(ask("flak", on, by="b", target="f", moment="disengagement", moved=True)) == {"to_hit:b": 5}
    assert targets(ask("fire", {"a": enemy_wing(1, 0), "f": enemy_wing()}, by="a", target="f", order="interception")) == {"to_hit:a": 4}
