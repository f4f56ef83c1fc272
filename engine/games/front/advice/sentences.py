"""The best choices as players read them: who does what, and what it leads to."""

from collections.abc import Iterator
from itertools import islice

from engine.games.front import refs
from engine.games.front.advice.effort import QUICK_WORK
from engine.games.front.advice.ranked import best_choices
from engine.games.front.battle.situation import Battle
from engine.playing.citing import rule
from engine.playing.labels import listed
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import Text, say

LISTED = 10


@rule(refs.FRONT_04, refs.FRONT_15)
def best_choices_in_words(now: GameState, battle: Battle) -> Iterator[Text]:
    """For whom, then the best few, each with what becomes of both sides."""
    found = best_choices(now, battle, QUICK_WORK)
    is_defender, ranked = found["for"] == "defender", found["ranked"]
    yield say("for the defender, best first:") if is_defender else say("for the attacker, best first:")
    choices = (each for each in (ranked if isinstance(ranked, tuple) else ()) if isinstance(each, Map))
    for place, choice in enumerate(islice(choices, LISTED), 1):
        what = [*(blocks(now, choice) if is_defender else ()), *strikes(now, choice)]
        nothing = say("nobody blocks") if is_defender else say("it strikes nobody")
        yield sentence(place, listed(what or [nothing]), choice)
    if not found["complete"]:
        yield say("there are more choices than can be worked out at once")


def sentence(place: int, what: Text | str, choice: Map[Value]) -> Text:
    return say(
        "{place}. {choice}: {kills} destroyed, {losses} lost, {damage} damage",
        place=place,
        choice=what,
        kills=choice["kills"],
        losses=choice["losses"],
        damage=choice["damage"],
    )


def blocks(now: GameState, choice: Map[Value]) -> Iterator[Text]:
    for attacker, blockers in rows(choice["blockers"]):
        for unit in blockers if isinstance(blockers, tuple) else ():
            yield say("{unit} blocks {other}", unit=name(now, unit), other=name(now, attacker))


@rule(refs.FRONT_15, refs.FRONT_16, refs.FRONT_18)
def strikes(now: GameState, choice: Map[Value]) -> Iterator[Text]:
    """How points are split, who strikes whom and who answers."""
    for attacker, points in rows(choice["splits"]):
        for unit, some in rows(points):
            if some:
                yield say("{unit}: {points} on {other}", unit=name(now, attacker), points=some, other=name(now, unit))
    answers = dict(rows(choice["answers"]))
    for attacker, target in rows(choice["targets"]):
        by, at = name(now, attacker), name(now, target)
        struck = say("{unit} strikes {other}", unit=by, other=at)
        yield say("{unit} strikes {other}, which answers", unit=by, other=at) if answers.get(attacker) else struck


def rows(value: Value) -> Iterator[tuple[str, Value]]:
    return iter(value.items() if isinstance(value, Map) else ())


def name(now: GameState, unit: Value) -> str:
    return now.unit(str(unit)).name
