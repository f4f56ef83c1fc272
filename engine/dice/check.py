"""A check: from modifiers to its target, how faces on the table are read, and the odds of the same
reading over all faces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.dice.odds import Odds, sure
from engine.dice.pools import Pool, pooled, summed
from engine.dice.waves import Strange, Wave, last_wave, settle
from engine.values.maps import Value, in_words
from engine.values.model import Check, Impossible, Modifier, Ref, Verdict
from engine.values.stages import Then
from engine.values.texts import say, say_many

HOUSE = Ref("HOUSE", "The table", "A row the players agreed on")


def rows(*spoken: Modifier | None) -> tuple[Modifier, ...]:
    """The modifiers that apply, without those that returned None."""
    return tuple(modifier for modifier in spoken if modifier)


def housed(check: Check, house: Iterable[tuple[int, str]]) -> Check:
    """The same check with the players' house rows added."""
    added = tuple(
        Modifier("house", amount, say("house rule: {why}", why=why) if why else say("house rule"), HOUSE)
        for amount, why in house
    )
    return replace(check, modifiers=(*check.modifiers, *added)) if added else check


def verdict(check: Check) -> Verdict:
    """Whether dice decide, or the check passes or fails without them."""
    if check.settled:
        return check.settled
    if check.keep is not None:
        return "roll"
    least, most = min(check.die.faces), max(check.die.faces)
    if second(check) or any(least < target <= most for target in check.targets):
        return "roll"
    return "passes" if check.targets and min(check.targets) <= least else "fails"


def foregone(check: Check) -> int | None:
    """The reading when no dice decide anything; None when they do."""
    if check.keep is not None:
        return None if check.dice else check.bonus
    if check.settled:
        return graded(check, check.dice * len(check.bases) if check.settled == "passes" else 0)
    ways = pooled(_pool(check)).ways
    return graded(check, ways[0][0]) if len(ways) == 1 else None


def graded(check: Check, total: int) -> int:
    """The value of a number of successes by the grades of the check."""
    return sum([total >= grade for grade in check.grades]) if check.grades else total


def enough(check: Check) -> int | None:
    """The fewest successes that come to something: fewer than are needed where each counts more
    than once."""
    return check.grades[0] if check.needs is not None and check.grades else check.needs


def second(check: Check) -> int:
    """The face that a second die needs after the highest face; 0 if the target is on the die, or
    beyond all reach."""
    over = check.targets[0] - max(check.die.faces) if check.past else 0
    return check.past[over - 1] if 0 < over <= len(check.past) else 0


def on_the_die(check: Check) -> int | None:
    """The face that the first die must reach."""
    return max(check.die.faces) if second(check) else check.targets[0] if check.targets else None


def _pool(check: Check) -> Pool:
    if needed := second(check):
        return Pool(
            check.dice, check.die.faces, (max(check.die.faces),), (Then(1, (needed,)), *check.stages), check.most
        )
    return Pool(check.dice, check.die.faces, check.targets, check.stages, check.most)


def numbers(check: Check, faces: tuple[Value, ...]) -> tuple[int, ...]:
    """Faces as numbers: words are looked up, and a face that none of the dice has is Impossible."""
    named = _named(check)
    later = {str(face): face for stage in check.stages if isinstance(stage, Then) for face in stage.faces}
    known, also, found = {**later, **named}, dict(check.die.also), []
    for face in faces:
        number = also.get(str(face), known.get(face) if isinstance(face, str) else face)
        if isinstance(number, bool) or not isinstance(number, int) or number not in known.values():
            raise _not_shown(check.die.name, in_words(face), named)
        found.append(number)
    return tuple(found)


def _named(check: Check) -> dict[str, int]:
    return dict(zip(check.die.words or map(str, check.die.faces), check.die.faces, strict=True))


def _not_shown(die: str, face: str, right: Iterable[str]) -> Impossible:
    return Impossible(say("a {die} does not show {face}; it shows {right}", die=die, face=face, right=", ".join(right)))


def wanted(check: Check, faces: tuple[Value, ...]) -> int:
    """How many more dice are to be rolled after these faces: re-rolls and chains come wave by
    wave."""
    if foregone(check) is not None:
        return 0
    if check.keep is not None:
        return max(0, check.dice - len(faces))
    return _laid(check, numbers(check, faces))[1]


def throw(check: Check, faces: tuple[Value, ...]) -> tuple[Wave, int]:
    """The dice that are rolled now after these faces, and how many of these lay there before."""
    return last_wave(_pool(check), numbers(check, faces))


def _laid(check: Check, shown: tuple[int, ...]) -> tuple[int, int]:
    """The worth of the dice so far, and how many more are wanted; each wave has its own dice."""
    try:
        return settle(_pool(check), shown)
    except Strange as no:
        own = no.faces == check.die.faces
        raise _not_shown(
            check.die.name if own else f"d{len(no.faces)}", str(no.face), _named(check) if own else map(str, no.faces)
        ) from no
    except ValueError as wrong:
        raise Impossible(say("more dice were rolled than are asked for")) from wrong


def read(check: Check, faces: Value) -> int:
    """The worth of the faces on the table; a bare number is a count that the players have read
    already."""
    known = foregone(check)
    if known is not None:
        return _nothing_thrown(check, known, faces)
    return graded(check, tally(check, faces))


def tally(check: Check, faces: Value) -> int:
    """The successes, or the sum, that the faces show."""
    if isinstance(faces, int) and not isinstance(faces, bool):
        return _counted(check, faces)
    if not isinstance(faces, tuple):
        raise Impossible(
            say("{dice} dice are rolled; {faces} is not a list of faces", dice=check.dice, faces=in_words(faces))
        )
    shown = numbers(check, faces)
    if check.keep is not None:
        if len(shown) != check.dice:
            raise Impossible(say("{dice} dice are rolled, not {shown}", dice=check.dice, shown=len(shown)))
        return sum(sorted(shown)[-check.keep :]) + check.bonus
    return _worth(check, shown)


def _worth(check: Check, shown: tuple[int, ...]) -> int:
    worth, missing = _laid(check, shown)
    if missing:
        raise Impossible(say_many("one more die is to be rolled", "{count} more dice are to be rolled", missing))
    return worth


def _nothing_thrown(check: Check, known: int, faces: Value) -> int:
    if faces not in ((), None) and faces != known:
        raise Impossible(say("no dice are rolled here, not {faces}", faces=in_words(faces)))
    return known


def _counted(check: Check, count: int) -> int:
    possible = pooled(_pool(check)) if check.keep is None else odds(check)
    if count not in dict(possible.ways):
        raise Impossible(say("{result} is not a possible result of {dice} dice", result=count, dice=check.dice))
    return count


def weight(check: Check) -> tuple[object, ...]:
    """Everything that the odds of a check depend on: checks of equal weight have equal odds."""
    if check.keep is not None:
        return check.dice, check.die.faces, check.keep, check.bonus
    return check.dice, check.die.faces, check.targets, check.stages, check.most, check.settled, check.grades, check.past


def odds(check: Check) -> Odds[int]:
    """The odds of what the check reads, over all faces."""
    if check.keep is not None:
        bonus = check.bonus
        return summed(check.dice, check.die.faces, check.keep).map(lambda total: total + bonus)
    if check.settled:
        return sure(foregone(check) or 0)
    found = pooled(_pool(check))
    return found.map(lambda total: graded(check, total)) if check.grades else found
