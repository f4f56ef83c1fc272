"""How deeds are told. Sentences worked out by hand from what the players chose and rolled."""

from dataclasses import replace
from typing import Any

import pytest

from engine.doors import rendered
from engine.games.epic.activation.orders import chosen_effect
from engine.games.epic.tale import fate, garrisons, has_failed, how_the_action_went
from engine.playing.outcome import last_outcome
from engine.playing.session import Session
from engine.values.maps import pairs
from engine.values.table import Unit
from engine.values.texts import english
from tests.games.epic.table import do, foot, force, game, key, side, tank, titan

rule = pytest.mark.rule


def told(session: Session) -> str:
    story = last_outcome(session)
    assert story
    return str(rendered.outcome(story)["text"])


class TestHowAnActionIsTold:
    @rule("EPIC-20", "EPIC-21")
    @pytest.mark.parametrize(
        ("order", "choice", "text"),
        [
            ("hold", "move", "Force: Hold: one move up to 15 cm"),
            ("hold", "shoot", "Force: Hold: it shoots"),
            ("hold", "regroup", "Force: Hold: it regroups"),
            ("marshal", "move", "Force: Marshal: one move up to 15 cm, then it regroups"),
            ("marshal", "shoot", "Force: Marshal: it shoots at -1, then regroups"),
        ],
    )
    def test_what_was_chosen_is_told_and_nothing_else(self, order: str, choice: str, text: str) -> None:
        assert told(do(game(f=side(), d=side(seat=1)), "action", [6], choice, formation="f", order=order)) == text

    @rule("EPIC-13")
    @pytest.mark.parametrize(("choice", "text"), [("move", "one move up to 15 cm"), ("regroup", "it regroups")])
    def test_a_failed_test_is_told_with_what_the_hold_is_for(self, choice: str, text: str) -> None:
        session = do(game(f=side(), d=side(seat=1)), "action", [1], choice, formation="f", order="double")
        assert told(session) == f"Force: Double: the test fails; Hold: {text}"

    @rule("EPIC-13")
    def test_a_failed_test_that_breaks_has_no_hold(self) -> None:
        session = do(game(f=side(blast=2), d=side(seat=1)), "action", [1], 0, formation="f", order="double")
        assert told(session) == "Force: Double: the test fails, and that breaks it"

    @rule("EPIC-25")
    def test_units_of_different_speed_are_told_by_the_fastest_and_the_slowest(self) -> None:
        mixed = force((2, foot()), (1, tank()))
        session = do(game(f=mixed, d=side(seat=1)), "action", [6], formation="f", order="double")
        assert told(session) == "Force: Double: two moves up to 25 cm (15 for the slowest) each, then shoot at -1"

    @rule("EPIC-25", "EPIC-135")
    @pytest.mark.parametrize(("order", "text"), [("engage", "charge up to 30 cm and fight an assault"), ("march", "three moves up to 15 cm each, no shooting")])
    def test_infiltrators_go_twice_as_far_in_a_charge_alone(self, order: str, text: str) -> None:
        session = do(game(f=force((3, foot(abilities=["infiltrator"]))), d=side(seat=1)), "action", [6], formation="f", order=order)
        assert told(session) == f"Force: {order.title()}: {text}"
        session = do(game(f=side(), d=side(seat=1)), "action", [6], formation="f", order=order)
        assert "up to 15 cm" in told(session)

    @rule("EPIC-20", "EPIC-21")
    @pytest.mark.parametrize(
        ("order", "speed", "text"),
        [
            ("hold", 0, "one move, or shoot, or regroup; the only action after a failed test"),
            ("marshal", 0, "shoot at -1 or move once, then regroup"),
            ("advance", 15, "one move up to 15 cm, then shoot"),
        ],
    )
    def test_who_cannot_move_is_told_no_distance(self, order: str, speed: int, text: str) -> None:
        answers = [[6]] if order == "advance" else [[6], "shoot"]
        session = do(game(f=force((3, foot(speed=speed))), d=side(seat=1)), "action", *answers, formation="f", order=order)
        assert told(session) == f"Force: {order.title()}: {text}"

    @rule("EPIC-20", "EPIC-21")
    def test_an_order_without_a_move_is_told_as_it_is(self) -> None:
        unit = game(f=side()).state.unit("f")
        assert english(chosen_effect("sustained", ("shoot",), unit) or "") == "no move, shoot at +1"


class TestWhatOverwatchAnswers:
    @rule("EPIC-62")
    @pytest.mark.parametrize(("speed", "text"), [(15, "Force, after move 1, up to 15 cm: overwatch fire?"), (0, "Force, after move 1: overwatch fire?")])
    def test_a_move_is_asked_about_with_how_far_it_may_go(self, speed: int, text: str) -> None:
        session = game(f=force((3, foot(speed=speed))), d=side(seat=1, overwatch=True))
        do(session, "action", [6], formation="f", order="advance")
        assert asked(session) == ("overwatch:move1:1", text)

    @rule("EPIC-125", "EPIC-259")
    def test_a_pop_up_is_asked_about_as_what_it_is(self) -> None:
        session = game(f=force((3, tank(abilities=["skimmer"]))), d=side(seat=1, overwatch=True))
        do(session, "action", [6], formation="f", order="overwatch", pop_up=True)
        assert asked(session) == ("overwatch:pop_up:1", "Force has popped up: overwatch fire?")

    @rule("EPIC-79", "EPIC-259")
    def test_a_charge_is_asked_about_as_what_it_is(self) -> None:
        session = game(f=side(), d=side(seat=1, overwatch=True))
        do(session, "action", [6], formation="f", order="engage")
        do(session, "assault", attacker="f", defender="d")
        assert asked(session) == ("overwatch:charge:1", "Force has charged: overwatch fire?")


ENGINE = {"damage": [0], "shields_down": [0]}


def fates(before: dict[str, Any], after: dict[str, Any], count: int = 4, **unit: Any) -> list[str]:
    """What is told of a formation that was so and is so now."""

    def held(state: dict[str, Any]) -> Unit:
        kind = titan(dc=3, shields=2) if unit.get("engines") else foot()
        carrier = force((1, titan(transport=4)))
        return game(f=force((count, kind), state=state), t=carrier).state.unit("f")

    return [english(replace(each, values=each.values.put("unit", "It"))) for each in fate(held(before), held(after))]


class TestWhatBecameOfAFormation:
    @rule("EPIC-50", "EPIC-109")
    @pytest.mark.parametrize(
        ("before", "after", "told"),
        [
            ({}, {}, []),
            ({}, {"lost": [4], "where": "destroyed"}, ["It is destroyed"]),
            ({"aboard": "t", "where": "inside"}, {"lost": [4], "aboard": "t", "where": "destroyed"}, ["It is lost with its transport"]),
            ({}, {"lost": [1]}, ["It loses one unit"]),
            ({"lost": [1]}, {"lost": [3], "blast": 2}, ["It loses 2 units"]),
            ({"blast": 2}, {"lost": [2], "broken": True}, ["It loses 2 units", "It breaks"]),
            ({"blast": 3}, {"broken": True}, ["It breaks"]),
            ({"broken": True}, {"broken": True, "lost": [1]}, ["It loses one unit"]),
        ],
    )
    def test_losses_and_breaks(self, before: dict[str, Any], after: dict[str, Any], told: list[str]) -> None:
        """Markers are told where nothing worse has happened."""
        assert fates(before, after) == told

    @rule("EPIC-118", "EPIC-122")
    @pytest.mark.parametrize(
        ("before", "after", "told"),
        [
            ({"broken": True}, {"blast": 2}, ["It rallies"]),
            ({"blast": 4}, {"blast": 2}, ["It sheds 2 blast markers"]),
            ({}, {"blast": 1}, ["It takes one blast marker"]),
            ({"lost": [2]}, {"lost": [1]}, []),
        ],
    )
    def test_markers_and_rallies(self, before: dict[str, Any], after: dict[str, Any], told: list[str]) -> None:
        assert fates(before, after) == told

    @rule("EPIC-50", "EPIC-161")
    @pytest.mark.parametrize(
        ("before", "after", "count", "told"),
        [
            (ENGINE, {"damage": [2], "shields_down": [2], "blast": 3}, 1, ["It takes 2 points of damage", "It: 2 shields go down"]),
            (
                {**ENGINE, "shields_down": [2], "blast": 3},
                {**ENGINE, "shields_down": [1], "blast": 1},
                1,
                ["It: one shield comes back", "It sheds 2 blast markers"],
            ),
            ({**ENGINE, "shields_down": [1]}, {**ENGINE, "shields_down": [2], "blast": 1}, 1, ["It: one shield goes down"]),
            ({"damage": [2]}, {"damage": [1]}, 1, []),
            ({"damage": [2], "shields_down": [4]}, {"lost": [1], "damage": [0], "shields_down": [2]}, 2, ["It loses one unit"]),
            ({"damage": [0]}, {"lost": [1], "damage": [2], "shields_down": [2]}, 2, ["It loses one unit", "It: 2 shields go down"]),
        ],
    )
    def test_what_war_engines_took(self, before: dict[str, Any], after: dict[str, Any], count: int, told: list[str]) -> None:
        """One that is gone takes its damage and its shields with it."""
        assert fates(before, after, count, engines=True) == told


class TestACardWithoutUnits:
    @rule("EPIC-50")
    def test_nobody_knows_what_it_lost(self) -> None:
        unit = game(f={"seat": 0, "card": {"name": "Nobody"}}).state.unit("f")
        assert list(fate(unit, unit)) == []


class TestWhatIsNotTold:
    @rule("EPIC-12")
    def test_staying_on_overwatch_has_no_order_to_tell(self) -> None:
        session = game(f=side(overwatch=True), d=side(seat=1))
        assert told(do(session, "action", formation="f", order="overwatch", stay=True)) == "Force: Overwatch"

    @rule("EPIC-12")
    def test_who_was_shot_at_on_the_way_is_told_by_that(self) -> None:
        session = game(f=force((4, foot()), name="Squad"), d=side(seat=1, overwatch=True))
        do(session, "action", [6], "d", {"able": 1}, [1], formation="f", order="advance")
        assert told(session) == "Squad: Advance: Squad takes one blast marker"

    @rule("EPIC-13", "EPIC-219")
    @pytest.mark.parametrize(
        ("order", "held", "failed"),
        [
            ("double", {"order": "double"}, False),
            ("double", {"order": "hold"}, True),
            ("double", {}, False),
            ("spacecraft", {}, True),
            ("spacecraft", {"passed": True}, False),
        ],
    )
    def test_another_action_than_declared_is_a_test_that_failed(self, order: str, held: dict[str, Any], failed: bool) -> None:
        assert has_failed(game(f=side(**held)).state.unit("f"), order) == failed

    @rule("EPIC-12")
    def test_of_an_action_by_numbers_nothing_is_known(self) -> None:
        state = game(f=side()).state
        assert how_the_action_went(state, state, pairs(order="advance")) is None
        assert how_the_action_went(game().state, state, pairs(order="advance", formation="f")) is None


def asked(session: Session) -> tuple[str, Any]:
    return key(session), session.prompt and english(session.prompt.text)


@rule("EPIC-234")
@pytest.mark.parametrize(("placed", "text"), [((), None), (("f",), "garrison: Force"), (("f", "d"), "2 garrisons: Force, Force")])
def test_the_set_up_names_its_garrisons(placed: tuple[str, ...], text: str | None) -> None:
    def at(*names: str) -> Any:
        states = {name: {"garrison": True} if name in names else {} for name in ("f", "d")}
        return game(f=side(**states["f"]), d=side(seat=1, **states["d"])).state

    found = garrisons(at(), at(*placed), pairs())
    assert (english(found) if found else None) == text


@rule("EPIC-277")
def test_the_effect_of_a_critical_is_told_with_its_die() -> None:
    """Also where the app counts nothing of it: the players do what the card says. One hit on 2 or
    more, no save; the die of the critical is a 6."""
    engine = titan(armour=None, critical="it staggers")
    session = do(game(d=force((1, engine), seat=1), a=side()), "fire", (6,), (6,), "none", target="d", shots=[{"count": 1, "type": "at", "value": 2}])
    story = last_outcome(session)
    assert story
    assert english(story.dice[-1]) == "Titan, critical: it staggers (nothing the app counts)"
