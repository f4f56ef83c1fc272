"""What may be declared by whom. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.activation.plan import companions
from engine.values.events import Advanced, TrackerSet
from engine.values.maps import Map
from tests.games.epic.table import (
    ALOFT,
    CAPTAIN,
    CHIEF,
    CRUISER,
    RULES,
    UNARMED_FIGHTER,
    ask,
    chance,
    craft,
    cruiser_away,
    do,
    foot,
    force,
    game,
    parts_of,
    prompt_and_options,
    side,
    tank,
    wing,
)

rule = pytest.mark.rule


GROUND = ("advance", "double", "march", "engage", "sustained", "overwatch", "marshal", "hold")


class TestDeclaring:
    @rule("EPIC-07", "EPIC-20")
    @pytest.mark.parametrize(("formation", "left_behind"), [("a", False), ("b", True)])
    def test_an_assault_that_was_declared_keeps_others_waiting(self, formation: str, left_behind: bool) -> None:
        session = game(a=force((3, foot()), state={"todo": ["assault"]}), b=force((3, foot())), d=force((3, foot()), seat=1))
        found = RULES.opening("action").refusals(session.state, Map({"formation": formation, "order": "advance"}))
        assert ("another_is_acting" in [no.key for no in found]) is left_behind

    @rule("EPIC-12", "EPIC-119")
    @pytest.mark.parametrize(("step", "told"), [("action", {"order": "march"}), ("rally", {})])
    def test_only_a_failed_test_is_rolled_again(self, step: str, told: dict[str, Any]) -> None:
        session = game(step, a=side(blast=1), c=force((2, foot()), (1, CHIEF)), d=side(seat=1))
        assert do(session, step, (6,), formation="a", **told).prompt is None
        assert not session.state.seats[0].get("reroll_used")

    @rule("EPIC-132", "EPIC-275")
    def test_the_enemys_supreme_commander_helps_nobody_else(self) -> None:
        session = game(a=side(), d=force((2, foot()), (1, CHIEF), seat=1))
        assert prompt_and_options(do(session, "action", (1,), formation="a", order="advance"))[0] == "hold"

    @rule("EPIC-10", "EPIC-76")
    def test_a_road_is_for_the_march_alone(self) -> None:
        """A Double by road is tested like any other: a 6 of six faces."""
        reply = ask("action", order="double", initiative=6, road=True)
        assert chance(reply, "test", "pass") == Fraction(1, 6)

    @rule("EPIC-10", "EPIC-133")
    @pytest.mark.parametrize(("along", "doubts"), [(("b",), ("commander_initiative",)), ((), ())])
    def test_whose_initiative_is_a_doubt_of_combined_assaults(self, along: tuple[str, ...], doubts: tuple[str, ...]) -> None:
        session = game(a=force((3, foot()), (1, CAPTAIN)), b=side(), d=side(seat=1))
        do(session, "action", formation="a", order="engage", along=along)
        assert session.prompt
        assert session.prompt.readings == doubts

    @rule("EPIC-12", "EPIC-20")
    @pytest.mark.parametrize(("order", "choice", "todo"), [("marshal", "shoot", ("shoot", "regroup")), ("hold", "regroup", ("regroup",))])
    def test_what_was_declared_is_not_asked_again(self, order: str, choice: str, todo: tuple[str, ...]) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (6,), formation="a", order=order, choice=choice)
        assert (session.prompt, parts_of(session, "a")) == (None, todo)

    @rule("EPIC-20", "EPIC-21")
    @pytest.mark.parametrize(("order", "ref"), [("marshal", "EPIC-20"), ("hold", "EPIC-21")])
    def test_the_rule_behind_the_choice(self, order: str, ref: str) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (6,), formation="a", order=order)
        assert session.prompt
        assert session.prompt.ref.id == ref

    @rule("EPIC-21", "EPIC-22")
    def test_a_hold_not_yet_chosen_is_the_part_that_is_always_allowed(self) -> None:
        assert ask("action", order="hold", initiative=2)["result"]["steps"] == ["move"]

    @rule("EPIC-23", "EPIC-112")
    def test_an_action_done_to_its_end_may_be_followed_by_another(self) -> None:
        session = game(readings={"retain_after_break": "no"}, a=side(), b=side(), d=side(seat=1))
        do(session, "action", (6,), formation="a", order="advance")
        assert do(session, "action", (6,), formation="b", order="march").state.unit("b").count("marched")

    @rule("EPIC-09", "EPIC-219")
    @pytest.mark.parametrize(("other", "due"), [({}, 3), ({"t": 3}, 4), ({"t": 4}, 3)])
    def test_a_spacecraft_that_comes_too_early_and_fails(self, other: dict[str, int], due: int) -> None:
        """Its own turn 3 is free for it, unless another is due then."""
        on = {name: force((1, CRUISER), state={"due": turn}) for name, turn in {"s": 3, **other}.items()}
        told = {"formation": "s", "order": "spacecraft", "turn": 2, "overrule": True}
        reply = ask("action", on, **told)
        assert (reply["result"]["due"], chance(reply, "due", due)) == (due, Fraction(1, 6))
        assert ask("action", on, **told, roll={"test": [1]})["result"]["due"] == due

    @rule("EPIC-09", "EPIC-13")
    def test_only_spacecraft_are_due(self) -> None:
        reply = ask("action", order="advance", initiative=3, roll={"test": [2]})
        assert (reply["result"]["test"], "due" in reply["result"]) == ("fail", False)
        assert ask("action", order="spacecraft", initiative=3, turn=2, roll={"test": [3]})["result"]["due"] == 2

    @rule("EPIC-07", "EPIC-193")
    @pytest.mark.parametrize(("order", "key"), [("cap_interception", None), ("interception", "activated"), ("ground_attack", "activated")])
    def test_a_patrol_that_was_the_action_only_intercepts(self, order: str, key: str | None) -> None:
        on = {"f": force((2, UNARMED_FIGHTER), state={"cap": True, "activated": True})}
        assert ask("action", on, formation="f", order=order).get("refused", {}).get("key") == key
        assert chance(ask("action", order="cap_interception", initiative=6), "test", "pass") == 1

    @rule("EPIC-65", "EPIC-07")
    def test_who_stays_on_overwatch(self) -> None:
        """Those on overwatch who have not acted; a failed renewal that kept its overwatch was a
        Hold; the broken do nothing."""
        units = {"a": side(overwatch=True), "b": side(overwatch=True, activated=True, order="hold"), "c": side(broken=True), "d": side(seat=1)}
        after = do(game(**units), "action", formation="a", order="overwatch", stay=True).state
        assert [(after.unit(each).count("activated"), after.unit(each).trackers.get("order")) for each in "abc"] == [(1, None), (1, "hold"), (0, None)]

    @rule("EPIC-65", "EPIC-07")
    @pytest.mark.parametrize(("done", "step"), [(True, "rally"), (False, "action")])
    def test_a_side_that_stays_has_ended_its_part(self, done: bool, step: str) -> None:
        session = game(a=side(activated=True), d=side(seat=1, overwatch=True))
        session.dispatch(TrackerSet("@1", "done", done))
        session.dispatch(Advanced())
        assert session.state.step == step

    @rule("EPIC-65", "EPIC-235")
    def test_a_garrison_that_stays_and_one_that_was_ordered_anew(self) -> None:
        """b passed an Overwatch action in turn 1: a new order. Then a stays by the joint word:
        the old one, which ends."""
        session = game(a=side(garrison=True, overwatch=True), b=side(garrison=True, overwatch=True), d=side(seat=1, activated=True))
        do(session, "action", (6,), formation="b", order="overwatch")
        do(session, "action", formation="a", order="overwatch", stay=True)
        session.dispatch(Advanced())
        assert session.prompt
        assert [each.unit for line in session.prompt.lines for each in line.changes] == ["a"]


class TestForWhom:
    @rule("EPIC-09")
    @pytest.mark.parametrize(
        ("question", "told"),
        [
            ("action", {"formation": "a", "order": "advance"}),
            ("rally", {"formation": "a", "blast": 2}),
            ("fire", {"by": "a", "target": "d"}),
            ("assault", {"attacker": "a", "defender": "d"}),
        ],
    )
    def test_the_destroyed_do_nothing(self, question: str, told: dict[str, Any]) -> None:
        on = {"a": force((3, foot()), state={"where": "destroyed", "lost": [3]}), "d": force((3, foot()), seat=1)}
        assert ask(question, on, **told)["refused"]["key"] == "destroyed"

    @rule("EPIC-187", "EPIC-191")
    @pytest.mark.parametrize(
        ("unit", "held", "orders"),
        [
            (foot(), {}, GROUND),
            (tank(), {}, GROUND),
            (craft(), {}, ("interception", "ground_attack", "cap", "stand_down")),
            (craft("fighter_bomber"), {}, ("interception", "ground_attack", "cap", "stand_down")),
            (craft("bomber"), {}, ("ground_attack", "stand_down")),
            (craft(), {"landed": True}, GROUND),
            ({"name": "Cruiser", "type": "SC"}, {}, ("spacecraft",)),
        ],
    )
    def test_the_actions_that_are_offered(self, unit: dict[str, Any], held: dict[str, Any], orders: tuple[str, ...]) -> None:
        here = game(a=force((1, unit), state=held)).state
        opening = RULES.opening("action")
        assert opening.words(here, Map({"formation": "a"})) == {"order": orders}
        assert opening.words(here, Map()) == {}

    @rule("EPIC-109", "EPIC-09")
    def test_what_a_rule_looks_at_is_seen(self) -> None:
        """Players are told as soon as it is known: a broken formation before anybody asks for
        its order."""
        here = game(a=force((1, foot()), state={"broken": True})).state
        assert [no.key for no in RULES.opening("action").refusals(here, Map({"formation": "a"}), early=True)] == ["broken"]

    @rule("EPIC-191", "EPIC-206")
    @pytest.mark.parametrize(("lost", "refused"), [([0, 0], True), ([0, 1], False)])
    def test_a_bomber_that_is_shot_down_hinders_nobody(self, lost: list[int], refused: bool) -> None:
        on = {"f": force((1, craft()), (1, craft("bomber")), state={"lost": lost})}
        assert ("refused" in ask("action", on, formation="f", order="interception")) is refused

    @rule("EPIC-187", "EPIC-216")
    @pytest.mark.parametrize("order", ["ground_attack", "spacecraft"])
    def test_nobody_is_no_aircraft(self, order: str) -> None:
        assert ask("action", {"a": force()}, formation="a", order=order)["refused"]["key"] == "wrong_kind"


class TestWhoGoesAlong:
    @rule("EPIC-133")
    def test_those_who_can_still_act_on_the_table_may_be_taken_along(self) -> None:
        """Not himself, nor who has acted, is broken, waits off the table, flies, orbits; without a
        commander nobody, and without anybody nothing is asked."""
        leader = force((3, foot()), (1, CAPTAIN))
        others = {"b": side(), "c": side(activated=True), "e": side(broken=True), "r": side(where="reserve"), "p": wing(state=ALOFT), "s": cruiser_away(due=1)}
        state = game(a=leader, **others, d=side(seat=1)).state
        assert [(fact.key, [key for key, _ in fact.answers]) for fact in companions(state, state.unit("a"))] == [("along", ["b"])]
        assert not list(companions(state, state.unit("b")))
        alone = game(a=leader, c=side(activated=True), d=side(seat=1)).state
        assert not list(companions(alone, alone.unit("a")))


class TestWithoutAFormation:
    @rule("EPIC-187", "EPIC-231")
    def test_a_test_by_numbers_waits_nowhere(self) -> None:
        assert ask("action", order="sustained", initiative=2)["odds"]["test"] == {"fail": "1/6", "pass": "5/6"}

    @rule("EPIC-190")
    @pytest.mark.parametrize(
        ("order", "aircraft", "hold"),
        [("ground_attack", False, []), ("ground_attack", True, []), ("advance", True, []), ("advance", False, ["move", "shoot", "regroup"])],
    )
    def test_aircraft_never_hold(self, order: str, aircraft: bool, hold: list[str]) -> None:
        assert ask("action", order=order, initiative=2, aircraft=aircraft)["result"]["hold"] == hold
