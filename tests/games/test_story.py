"""The story of every deed: each change of what lies on the table is told once, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from engine.doors import ask
from engine.doors.play import Game
from engine.doors.report import ending
from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing.hands import PLACED, WINNER, hands, held
from engine.playing.labels import places
from engine.playing.outcome import Outcome, fates, in_parts, last_outcome, redo_text, undo_text
from engine.playing.outcome import deeds as story_of
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.events import Abandoned, Advanced, Noted, Opened
from engine.values.kinds import Flag, Kind, ListOf, UnitId, Whole, Word
from engine.values.maps import Map, Value, frozen, pairs
from engine.values.model import BY_HAND
from engine.values.table import GameState
from engine.values.texts import english
from screens.present.i18n import Language
from tests.games.cases import ALL, units_of

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "tests" / "playthroughs").glob("*.txt"))
FRENCH = Language("fr", ROOT / "locale")


def deeds(golden: Path) -> Iterator[tuple[Session, Outcome]]:
    """Every deed of a golden game, when it is done."""
    game = Game(RULESETS)
    for line in golden.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            reply = game.do(json.loads(line[2:]))
            story = last_outcome(game.on) if "outcome" in reply else None
            if story:
                yield game.on, story


def beginning(session: Session) -> int:
    """Where the last deed began: the last event on a table without a question."""
    quiet = [n for n, state in enumerate(session.states[:-1]) if state.pending is None]
    return quiet[-1]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_each_change_on_the_table_is_told_once_and_nothing_else(golden: Path) -> None:
    count = 0
    for session, story in deeds(golden):
        rules, before, after = session.rules, session.states[beginning(session)], session.state
        told = {(each.owner, each.tracker) for each in story.hands}
        assert not untold(rules, before, after, told), (golden.stem, english(story.what))
        same = {(owner, key) for owner, key in told if (owner, key) not in set(changed(rules, before, after))}
        assert all(has_come_before(session, *each) for each in same), (golden.stem, english(story.what), same)
        if before.trackers.get(WINNER) != after.trackers.get(WINNER):
            assert "victory for" in english(story.what) or "draw" in english(story.what)
        assert len({(each.owner, english(each.text)) for each in story.hands}) == len(story.hands), [english(each.text) for each in story.hands]
        count += len(story.hands)
    assert count > 5


def changed(rules: Ruleset, before: GameState, after: GameState) -> Iterator[tuple[str, str]]:
    """Every owner and tracker whose value lies otherwise on the table."""
    for owner in ("", *(f"@{seat}" for seat in range(len(after.seats))), *after.units):
        old, new = held(before, owner), held(after, owner)
        for tracker in rules.trackers:
            if lying(old.get(tracker.key)) != lying(new.get(tracker.key)):
                yield owner, tracker.key


def untold(rules: Ruleset, before: GameState, after: GameState, told: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """What lies otherwise and has no line: neither its own, nor that of another tracker that tells
    it, nor that of its unit, which leaves with all that lies on it."""
    missing = []
    for owner, key in changed(rules, before, after):
        tracker, now = rules.tracker(key), held(after, owner)
        leaves = now.get("where") in ("destroyed", "junkyard", "discarded") and key != "where"
        with_another = any(held(before, owner).get(other) != now.get(other) for other in rules.tale.told_by.get(key, ()))
        is_told = (owner, key) in told or leaves or with_another or key in rules.glance.face_down or key == WINNER
        if tracker and tracker.physical and not is_told:
            missing.append((owner, key))
    return missing


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_each_change_of_every_example_is_told_once_in_both_languages(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the dice of an example leave one table: lines for the hands, what became of units, and
    the name of the deed."""
    ends: list[tuple[GameState, GameState]] = []
    difference = ask.changes
    monkeypatch.setattr(ask, "changes", lambda of, before, after: (ends.append((before, after)), difference(of, before, after))[1])
    count = 0
    for example in rules.examples:
        ends.clear()
        ask.answered(ALL, json.loads(json.dumps(example.question)))
        for before, after in ends:
            lines = hands(rules, (before, after))
            told = {(each.owner, each.tracker) for each in lines}
            assert not untold(rules, before, after, told), example.question
            assert told <= set(changed(rules, before, after)), example.question
            assert len({(each.owner, english(each.text)) for each in lines}) == len(lines), example.question
            for text in (*(each.text for each in lines), *fates(rules, before, after)):
                assert "{" not in english(text), example.question
                assert "{" not in FRENCH.tell(text), example.question
            count += len(lines)
    assert count > 3 or rules is ALL["template"]


def lying(value: Value) -> Value:
    """Markers that lie on a unit, whatever their order."""
    return tuple(sorted(value, key=str)) if isinstance(value, tuple) else value


def has_come_before(session: Session, owner: str, tracker: str) -> bool:
    """Steps gone through at once are one story: a change may lie in an earlier one of them."""
    values = [held(state, owner).get(tracker) for state in session.states]
    return len(set(map(repr, values[-12:]))) > 1


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_every_line_is_told_in_french_too(golden: Path) -> None:
    for _, story in deeds(golden):
        for text in (story.what, *story.dice, *(each.text for each in (*story.hands, *story.follows))):
            said = FRENCH.tell(text)
            assert said
            assert "{" not in said, said


# What every game declares


EVERY = pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))


@EVERY
def test_every_tracker_on_the_table_says_how_its_change_is_told(rules: Ruleset) -> None:
    untold = [each.key for each in rules.trackers if each.physical and each.key not in (*rules.tale.hands, "where", WINNER)]
    assert not untold, f"hands in tale.py of {rules.key} do not tell {untold}"
    where = rules.tracker("where")
    if "where" not in rules.tale.hands and where and isinstance(where.kind, Word):
        assert set(where.kind.choices) <= set(PLACED)


@EVERY
def test_every_deed_of_a_unit_is_told_with_its_names(rules: Ruleset) -> None:
    """Those with units or a seat in what they must be told; the places of a sentence are fields."""
    for opening in rules.openings:
        required = [each for each in opening.situation.fields if each.required]
        names = [each.key for each in required if isinstance(each.kind, UnitId) or each.key == "seat"]
        offered = any(offer.procedure == opening.key for step in rules.steps for offer in step.offers)
        if names and offered and not opening.calculation:
            assert opening.key in rules.tale.deeds, f"deeds in tale.py of {rules.key} do not tell {opening.key}"
        if text := rules.tale.deeds.get(opening.key):
            assert set(places(text)) <= {each.key for each in opening.situation.fields}
    assert {key for pair in rules.tale.told_by.items() for key in (pair[0], *pair[1])} <= {each.key for each in rules.trackers}
    known = {opening.key for opening in rules.openings}
    assert known >= {*rules.tale.deeds, *rules.tale.results, *rules.tale.nothing}


@EVERY
def test_any_change_of_a_tracker_is_told_in_both_languages(rules: Ruleset) -> None:
    """Each value of each tracker, set and taken away again, on every unit of the first example that
    can have it, on a seat, on the table."""
    start = table(rules, frozen({"units": units_of(rules)}))
    for tracker in (each for each in rules.trackers if each.physical and each.key != WINNER):
        able = [unit.id for unit in start.units.values() if not tracker.full or tracker.full(unit) is not None]
        owners = {"unit": able, "seat": ["@0"], "table": [""]}[tracker.on]
        for owner in owners:
            for value in VALUES.get((rules.key, tracker.key)) or values_of(tracker.kind, owners):
                after = start.set(owner, tracker.key, value, BY_HAND)
                for before, then in ((start, after), (after, start)):
                    lines = hands(rules, (before, then))
                    assert all("{" not in FRENCH.tell(each.text) for each in lines)
                    assert all("{" not in english(each.text) for each in lines)
                changed = after != start and after.held(owner).get("where") not in ("destroyed", "junkyard", "hand", "depot")
                assert not changed or hands(rules, (start, after)), (tracker.key, value)


VALUES: dict[tuple[str, str], tuple[Value, ...]] = {
    ("dust", "alive"): ((0,),),
    ("dust", "ammo"): (Map({"Rockets": 2}),),
    ("dust", "loaded"): (Map({"Rockets": False}),),
    ("2gm", "smoke"): ("shell", ("shell", "screen")),
    ("2gm", "at_cover"): (True,),
    ("2gm", "markers"): (Map({"MG": Map({"face": "disabled", "tilted": True})}),),
    ("2gm", "support"): ((Map({"name": "Ambush"}),),),
    ("epic", "lost"): ((1,),),
    ("epic", "riding"): ((1,),),
    ("epic", "damage"): ((1,),),
    ("epic", "shaken"): ((1,),),
    ("epic", "shields_down"): ((1,),),
    ("epic", "fires"): ((1,),),
    ("epic", "leaks"): ((1,),),
    ("front", "territories"): (Map({"Malaya": Map({"owner": 1})}),),
    ("front", "counters"): (Map({"fuel": 3}),),
    ("front", "toggles"): (Map({"night": True}),),
}
"""Where the kind alone does not say what may stand there."""


def values_of(kind: Kind, units: list[str]) -> tuple[Value, ...]:
    match kind:
        case Flag():
            return (True,)
        case Whole(least=least, most=most):
            return tuple({max(1, least), min(most, 3)})
        case Word(choices=()):
            return tuple(units[:1])
        case Word(choices=choices):
            return choices
        case ListOf(kind=Word(choices=choices)):
            return tuple((each,) for each in choices)
        case _:
            raise AssertionError(f"VALUES has nothing for {kind}")


# Sentences worked out by hand


def attacked(faces: tuple[int, ...], **state: object) -> Session:
    """A gun at a tank in the open, medium range, from the front: eleven dice on 4 or more."""
    units = {
        "g": {"seat": 0, "card": {"name": "Gun", "type": "soldier", "vehicles": [12, 11, 9], "soldiers": [5, 4, 3], "defense": [3]}},
        "t": {"seat": 1, "card": {"name": "Tank", "type": "vehicle", "defense": [5, 4], "speed": 3}, "state": state},
    }
    session = Session(RULESETS["aam"], table(RULESETS["aam"], frozen({"units": units, "step": "first_assault"})))
    session.dispatch(Opened("attack", pairs(attacker="g", target="t", range=4, arc="front", terrain="clear", road=False)))
    session.answer(faces)
    return session


@pytest.mark.rule("AAM-53", "AAM-58")
@pytest.mark.parametrize(
    ("hits", "what", "dice"),
    [
        (4, "Gun attacks Tank: without effect", "4 of 11 succeed, 5 needed: no hit"),
        (5, "Gun attacks Tank: Tank will be disrupted", "5 of 11 succeed, 5 needed: one hit"),
        (6, "Gun attacks Tank: Tank will be disrupted and damaged", "6 of 11 succeed, 5 needed: 2 hits"),
        (10, "Gun attacks Tank: Tank will be destroyed", "10 of 11 succeed, 5 needed: 3 hits"),
    ],
)
def test_an_attack_in_the_words_of_the_book(hits: int, what: str, dice: str) -> None:
    session = attacked((6,) * hits + (1,) * (11 - hits))
    story = last_outcome(session)
    assert story
    assert english(story.what) == what
    assert [english(each) for each in story.dice] == [dice]
    assert english(undo_text(session)) == (what.removeprefix("Gun attacks Tank: ") if hits > 4 else what)


def test_what_it_came_to_stands_apart_from_who_did_it() -> None:
    """Of a deed, and of a step gone on; a move has come to nothing else."""
    session = attacked((6,) * 10 + (1,))
    assert parts(session) == ("Gun attacks Tank", ["Tank will be destroyed"])
    session.dispatch(Advanced())
    session.dispatch(Advanced())
    session.answer(())
    assert parts(session) == ("on to: Casualty phase", ["Tank is destroyed"])
    session.dispatch(Advanced())
    assert parts(session) == ("on to: End of turn", [])


def parts(session: Session) -> tuple[str, list[str]]:
    story = last_outcome(session)
    assert story
    doing, results = in_parts(story.what)
    return english(doing), [english(each) for each in results]


@pytest.mark.rule("AAM-25")
def test_undo_of_a_step_tells_what_it_came_to() -> None:
    """The casualty phase by its losses, not by the answer to its list."""
    session = attacked((6,) * 10 + (1,))
    session.dispatch(Advanced())
    session.dispatch(Advanced())
    assert session.prompt
    session.answer(())
    assert english(undo_text(session)) == "Tank is destroyed"


def test_redo_tells_what_undo_told() -> None:
    """The last die by what it does to the target, the deed by its name while it is still open."""
    session = attacked((6,) * 10 + (1,))
    assert redo_text(session) is None
    session.undo()
    assert english(redo_text(session)) == "Tank will be destroyed"
    session.undo()
    assert english(redo_text(session)) == "Gun attacks Tank"
    assert len(session.undone) == 2, "telling brings nothing back"


def test_who_gives_up_and_who_wins() -> None:
    session = attacked((1,) * 11)
    session.dispatch(Opened("concede", pairs(seat=1)))
    session.answer(True)
    story = last_outcome(session)
    assert story
    assert english(story.what) == "given up by second seat: victory for first seat"
    assert story.follows == ()


def test_giving_up_while_a_question_is_open_is_what_decided_the_game() -> None:
    session = attacked((1,) * 11)
    session.overrule(Opened("attack", pairs(attacker="g", target="t", range=4, arc="front", terrain="clear", road=False)))
    session.dispatch(Opened("concede", pairs(seat=1)))
    session.answer(True)
    found = ending(session)
    assert found
    assert (english(found.why), found.ref.id) == ("given up by second seat: victory for first seat", "TABLE-5")


def test_who_does_not_give_up_after_all() -> None:
    session = attacked((1,) * 11)
    session.dispatch(Opened("concede", pairs(seat=1)))
    session.answer(False)
    story = last_outcome(session)
    assert story
    assert english(story.what) == "given up by second seat: not after all, the game goes on"


@pytest.mark.parametrize(
    ("game", "state", "lost"),
    [("epic", {"lost": (1, 2)}, ["Mob: 1 × Boyz", "Mob: 2 × Nobz"]), ("epic", {"lost": (1, 2), "where": "destroyed"}, []), ("epic", {"blast": 3}, [])],
)
def test_what_a_unit_that_stands_has_lost(game: str, state: dict[str, Value], lost: list[str]) -> None:
    """By name; a unit that is destroyed is lost as a whole."""
    card = {"name": "Mob", "units": [[4, {"type": "INF", "name": "Boyz"}], [3, {"type": "INF", "name": "Nobz"}]]}
    unit = table(RULESETS[game], frozen({"units": {"u": {"card": card, "state": state}}})).unit("u")
    assert [english(each) for each in RULESETS[game].tale.thinning(unit)] == lost


@pytest.mark.parametrize(("source", "done"), [("table", {0, 1, 2}), ("app", set())])
def test_a_list_that_the_hands_went_through_is_not_told_again(source: Literal["table", "app"], done: set[int]) -> None:
    """Disrupted off and Damaged over stood on the list of the casualty phase; a list that the app
    applied by itself nobody has seen."""
    session = attacked((6,) * 6 + (1,) * 5, face_up=["disrupted"])
    session.dispatch(Advanced())
    session.dispatch(Advanced())
    assert session.prompt
    session.answer((), source=source)
    story = last_outcome(session)
    assert story
    told = [english(each.text) for each in story.hands]
    assert told == ["Tank: take Disrupted off", "Tank: turn Disrupted face up", "Tank: turn Damaged face up"]
    assert story.done == done


@pytest.mark.rule("AAM-124", "AAM-82")
def test_what_the_list_did_not_name_is_told() -> None:
    """The list of a stopped move names the facing alone: the marker is still to be laid."""
    units = {
        "g": {"seat": 1, "card": {"name": "Gun", "type": "soldier", "vehicles": [12, 11, 9], "soldiers": [5, 4, 3], "defense": [3]}},
        "t": {"seat": 0, "card": {"name": "Tank", "type": "vehicle", "defense": [5, 4], "speed": 3}},
    }
    session = Session(RULESETS["aam"], table(RULESETS["aam"], frozen({"units": units, "step": "first_movement"})))
    session.dispatch(Opened("move", pairs(unit="t")))
    for value in (frozen({"into": "clear", "near": ["g"], "here": "clear"}), "g", (6,) * 12, ()):
        session.answer(value)
    story = last_outcome(session)
    assert story
    assert [english(each.text) for each in story.hands] == ["Tank: lay Disrupted face up"]
    assert story.done == frozenset()


def test_what_was_broken_off_says_so() -> None:
    session = attacked((1,) * 11)
    session.overrule(Opened("attack", pairs(attacker="g", target="t", range=4, arc="front", terrain="clear", road=False)))
    session.dispatch(Abandoned())
    story = last_outcome(session)
    assert story
    assert english(story.what) == "Gun attacks Tank: broken off"


def test_the_log_deed_by_deed() -> None:
    """The attack with its answer, a note, and two steps gone on at once; the latest first."""
    session = attacked((1,) * 11)
    session.dispatch(Noted("tea"))
    session.overrule(Advanced(leave=True))
    session.overrule(Advanced(leave=True))
    assert [(each.first, each.end) for each in story_of(session)] == [(3, 5), (2, 3), (0, 2)]
