"""A hand on the table in the middle of any procedure: units taken away or changed between two
answers."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.doors.question import QUESTION, parted, table_of
from engine.playing.deeds import situation
from engine.playing.session import Session
from engine.values.events import Opened, TrackerSet
from engine.values.kinds import taken
from engine.values.maps import Map
from engine.values.model import Impossible, Unknown
from tests.games.cases import ALL, CASES, Case
from tests.games.taps import reply, some

rule = pytest.mark.rule
MOST_ANSWERS = 40


def begun(game: str) -> list[Case]:
    """Every example of a game as something that can be played: its table and its opening."""
    rules, found = ALL[game], []
    for example in rules.examples:
        told, _ = taken(QUESTION, example.question)
        assert isinstance(told, Map)
        given = told["situation"]
        assert isinstance(given, Map)
        opening = rules.opening(str(told["ask"]))
        args = situation(rules, opening.key, parted(opening, given)[1])
        found.append(Case(rules, table_of(rules, opening, told, args), Opened(opening.key, args), (), ""))
    return found


def interfere(session: Session, dice: Random) -> None:
    """One unit, or all of a side, by hand: often where it is, else anything else."""
    trackers = [each for each in session.rules.trackers if each.on == "unit"]
    tracker = dice.choice(trackers) if dice.random() < 0.6 else next(each for each in trackers if each.key == "where")
    value, units = some(tracker.kind, dice.randrange(20)), list(session.state.units.values())
    seat = dice.randrange(2)
    for unit in dice.sample(units, 1) if units and dice.random() < 0.6 else [unit for unit in units if unit.seat == seat]:
        session.overrule(TrackerSet(unit.id, tracker.key, value))


@pytest.mark.law
@pytest.mark.parametrize("game", ALL)
@given(seed=st.integers(0, 2**32))
def test_every_question_can_still_be_answered(game: str, seed: int) -> None:
    """Nothing raises, and no choice is left without anything to choose."""
    dice = Random(seed)
    cases = begun(game)
    for case in dice.sample(cases, min(8, len(cases))):
        step = dice.choice(case.rules.steps).key
        session = Session(case.rules, replace(case.start, step=step, turn=dice.randint(1, 4), seat=dice.randrange(2)))
        try:
            session.overrule(case.opening)
        except (Impossible, Unknown):  # not with these units at that step
            continue
        for _ in range(MOST_ANSWERS):
            if session.prompt and dice.random() < 0.5:
                interfere(session, dice)
            if not (prompt := session.prompt):
                break
            slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
            assert slot.kind != "choice" or slot.options, slot
            session.answer(reply(slot, [dice.randrange(30) for _ in range(12)]), slot.key, overrule=True)


@rule("DUST-38")
@pytest.mark.parametrize("gone", [("alive", ()), ("where", "destroyed")])
def test_a_squad_taken_away_while_it_is_asked_who_falls(gone: tuple[str, str]) -> None:
    """Its owner has nobody to choose: the one answer left says so, and the squad is destroyed."""
    session = CASES["dust"].at(8)
    assert session.prompt
    assert (session.prompt.key, len(session.prompt.options)) == ("loss", 2)
    session.overrule(TrackerSet("b", *gone))
    assert [option.text.key for option in session.prompt.options] == ["nobody is left"]
    session.answer(session.prompt.options[0].key)
    assert session.prompt is None
    assert session.state.unit("b").gone


@rule("2GM-98", "2GM-104")
@pytest.mark.parametrize(("answers", "asked", "then"), [(3, "escort:p51", "interceptor:fw1"), (4, "hmg:b25:0", "bomb:hq")])
def test_machine_guns_that_go_before_they_fire(answers: int, asked: str, then: str) -> None:
    """Deployed with none, the bomber has none: whom its first one has not shot down yet
    intercepts it."""
    session = CASES["2gm"].at(answers)
    assert session.prompt
    assert session.prompt.key == asked
    session.overrule(TrackerSet("b25", "deployed_turn", 1))
    session.answer((4,))
    assert session.prompt
    assert session.prompt.key == then
