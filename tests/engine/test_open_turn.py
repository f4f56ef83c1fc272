"""An open turn: the players' own steps, counters and toggles; and the game that is nothing but
one."""

import json
from typing import Any

import pytest

from engine.doors.play import Game
from engine.playing import codec
from engine.playing.open_turn import OpenTurn, as_template, by_template, own_steps, template_kind
from engine.playing.own_game import OWN_GAME
from engine.playing.session import Session
from engine.values.kinds import taken
from engine.values.maps import Map, Value, frozen, thawed


def do(game: Game, *commands: dict[str, Any]) -> dict[str, Any]:
    """The last reply; none of them an error."""
    replies = [game.do(command) for command in commands]
    assert not [reply for reply in replies if "error" in reply]
    return replies[-1]


def adding(**step: Any) -> dict[str, Any]:
    return {"do": "open", "procedure": "own_step", "with": {"when": "turn", **step}}


def game(*steps: dict[str, Any]) -> Game:
    new = Game({"own": OWN_GAME})
    do(new, {"do": "start", "game": "own", "setup": {"units": {"a": {"card": {"name": "Hero", "values": {"strength": 3}}}}}})
    if steps:
        do(new, *(adding(**step) for step in steps))
    return new


def table(of: Game) -> dict[str, Any]:
    found: dict[str, Any] = of.do({"do": "state"})["state"].get("table", {})
    return found


def lines(reply: dict[str, Any]) -> list[str]:
    return [line["text"] for line in reply["ledger"]]


CHECK = {"do": "open", "procedure": "checklist"}
ON = {"do": "advance"}


def test_an_empty_turn_asks_nothing_and_goes_round() -> None:
    new = game()
    reply = do(new, ON, ON)
    assert (reply["turn"], reply["step"], reply["prompt"]) == (3, "turn", None)
    assert new.do(CHECK)["prompt"] is None


def test_steps_in_the_players_order() -> None:
    new = game({"name": "draw"}, {"name": "pay"}, {"name": "weather", "at": 1}, {"name": "draw", "at": 3})
    assert [step["name"] for step in table(new)["own_steps"]] == ["weather", "pay", "draw"]
    do(new, {"do": "open", "procedure": "drop_step", "with": {"name": "pay"}})
    assert lines(new.do(CHECK)) == ["weather", "draw"]
    assert new.do({"do": "open", "procedure": "drop_step", "with": {"name": "pay"}})["refused"]["key"] == "not_there"


def test_every_turn_anew_or_once_in_the_game() -> None:
    new = game({"name": "draw"}, {"name": "mulligan", "repeats": "once"})
    do(new, CHECK, {"do": "answer", "value": []})
    assert (table(new)["done"], table(new)["done_once"]) == (["draw"], ["mulligan"])
    assert new.do(CHECK)["prompt"] is None
    assert lines(do(new, ON)) == ["draw"]


def test_what_is_declined_stays_open() -> None:
    new = game(*({"name": name} for name in ("one", "two", "three")))
    do(new, CHECK, {"do": "answer", "value": [1]})
    assert table(new)["done"] == ["one", "three"]
    assert lines(new.do(CHECK)) == ["two"]


@pytest.mark.parametrize(("declined", "gold"), [([], 5), ([0], 2), ([1], 3), ([0, 1], None)])
def test_two_steps_on_one_counter(declined: list[int], gold: int | None) -> None:
    """3 and 2: each counts for itself, whatever becomes of the other."""
    new = game({"name": "income", "counter": "gold", "by": 3}, {"name": "tax", "counter": "gold", "by": 2})
    assert lines(new.do(CHECK)) == ["income: gold becomes 3", "tax: gold becomes 5"]
    do(new, {"do": "answer", "value": declined})
    assert table(new).get("counters", {}).get("gold") == gold


def test_counters_by_hand_and_by_one() -> None:
    new = game({"name": "income", "counter": "gold"})
    do(
        new,
        {"do": "open", "procedure": "count", "with": {"counter": "gold", "by": -2}},
        CHECK,
        {"do": "answer", "value": []},
        {"do": "open", "procedure": "count", "with": {"counter": "fame"}},
    )
    assert table(new)["counters"] == {"gold": -1, "fame": 1}
    assert "by" not in do(game({"name": "draw"}), {"do": "state"})["state"]["table"]["own_steps"][0]


def test_toggles() -> None:
    new = game({"name": "weather", "toggle": "rain"})
    seen = []
    for _ in range(2):
        do(new, *([] if new.do({"do": "state"}).get("prompt") else [CHECK]), {"do": "answer", "value": []})
        seen.append(table(new)["toggles"]["rain"])
        do(new, ON)
    assert seen == [True, False]
    do(new, {"do": "open", "procedure": "toggle", "with": {"toggle": "rain"}})
    assert table(new)["toggles"] == {"rain": True}


def test_saved_and_read_like_any_game() -> None:
    new = game({"name": "income", "counter": "gold", "by": 3}, {"name": "weather", "toggle": "rain", "repeats": "once"})
    do(new, CHECK, {"do": "answer", "value": [1]}, ON)
    assert new.session
    state = new.session.state
    again = codec.state(json.loads(json.dumps(codec.plain(state))))
    assert again == state
    assert Session(OWN_GAME, again).prompt == new.session.prompt


def test_what_a_ruleset_declares() -> None:
    """Only the steps it names may be completed; every opening is offered, every word has a name."""
    turn = OpenTurn(OWN_GAME.refs[0], ("dawn", "dusk"))
    assert [offer.procedure for offer in turn.offers] == [opening.key for opening in turn.openings]
    assert {tracker.ref for tracker in turn.trackers} == {opening.ref for opening in turn.openings} == {OWN_GAME.refs[0]}
    assert "error" in game().do(adding(name="draw", when="dawn"))
    assert {"every_turn", "once", "turn", "table", "destroyed", "reserve", "counter", "toggle", "player", "unit"} == set(OWN_GAME.words)


PLAN = [{"name": "Victory points", "kind": "counter", "on": "player"}, {"name": "Wounds", "kind": "counter", "on": "unit"}]


def test_a_step_moves_the_counter_of_the_active_player() -> None:
    new = game({"name": "score", "counter": "Victory points", "by": 3})
    state = new.session.state
    after = by_template(OWN_GAME, state, frozen_map({"name": "x", "steps": [dict(step) for step in own_steps(state)], "plan": PLAN}))
    turn = OpenTurn(OWN_GAME.refs[0], ("turn",))
    moved = turn.tick(after, own_steps(after)[0])
    assert moved.held("@0")["Victory points"] == 3
    assert "Victory points" not in moved.held("@1")
    assert "counters" not in moved.trackers


def test_a_step_is_ticked_and_unticked_by_its_name() -> None:
    new = game({"name": "draw"}, {"name": "pay", "counter": "gold", "by": 2})
    tick = {"do": "open", "procedure": "tick_step", "with": {"name": "pay"}}
    do(new, tick)
    assert (table(new)["done"], table(new)["counters"]) == (["pay"], {"gold": 2})
    do(new, tick)
    assert "done" not in table(new)
    assert table(new)["counters"] == {"gold": 2}


def test_a_template_is_the_steps_and_the_plan_under_a_name() -> None:
    """Put on another table, that table has the same steps and plan, and nothing that was ticked."""
    new = game({"name": "draw"})
    do(new, {"do": "open", "procedure": "tick_step", "with": {"name": "draw"}})
    made = as_template(new.session.state, "My game")
    value, problems = taken(template_kind(OWN_GAME), thawed(made))
    assert not problems
    assert value == made
    again = by_template(OWN_GAME, OWN_GAME.opened(), made)
    assert [step["name"] for step in own_steps(again)] == ["draw"]
    assert "done" not in again.trackers


def test_what_is_no_template_is_refused() -> None:
    for wrong in (
        {"steps": []},
        {"name": "x", "plan": [{"name": "a", "kind": "counter", "on": "moon"}]},
        {"name": "x", "steps": [{"name": "a", "when": "noon"}]},
    ):
        assert taken(template_kind(OWN_GAME), wrong)[1]


def frozen_map(data: dict[str, Any]) -> Map[Value]:
    value = frozen(data)
    assert isinstance(value, Map)
    return value
