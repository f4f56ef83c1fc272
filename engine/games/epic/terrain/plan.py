"""Dangerous ground on one page: which units of a formation cross it, how many, and how."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, rows
from engine.games.epic.words import NO, YES
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say


def crossing(now: GameState, draft: Draft) -> UnitRow | None:
    """The units that are chosen, at first those that stand in front."""
    able = [row for row in rows(now.unit(str(draft["formation"]))) if row.left]
    return next((row for row in able if row.at == draft.get("row")), able[0] if able else None)


@rule(refs.EPIC_66, refs.EPIC_67)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """One test for each unit that crosses; walkers test again whether they hurry or not."""
    able = [row for row in rows(now.unit(str(draft["formation"]))) if row.left]
    chosen = crossing(now, draft)
    if chosen is None:
        return
    if len(able) > 1:
        named = tuple((row.at, say("{unit}", unit=row.name)) for row in able)
        yield Fact("row", say("who crosses it"), named, able[0].at)
    yield Fact("tests", say("how many cross it"), tuple((n, str(n)) for n in range(1, chosen.left + 1)), chosen.left)
    if not chosen.has("walker"):
        yield Fact("cautious", say("they move cautiously"), (NO, YES), False)


@rule(refs.EPIC_66)
def situation_of(now: GameState, draft: Draft) -> Map[Value]:
    """No more tests than there are units of the chosen kind."""
    chosen = crossing(now, draft)
    if chosen is None:
        return draft
    count = draft.get("tests")
    return draft.put("tests", min(count, chosen.left) if isinstance(count, int) else chosen.left)


def draft_of(_args: Map[Value]) -> Draft:
    """Every crossing is another one."""
    return Map()


PLAN = DeedPlan("dangerous", "formation", facts=facts, situation=situation_of, draft=draft_of)
