"""What would be best in a battle: the block of the side that is attacked, the splits and targets of
the other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.front import refs
from engine.games.front.advice import sentences
from engine.games.front.advice.effort import WORK_WHILE_CHOOSING
from engine.games.front.advice.ranked import best_choices, entry
from engine.games.front.battle import draft as choices
from engine.games.front.battle.draft import ANSWER, BLOCK, SPLIT, TARGET
from engine.games.front.battle.situation import Battle, Plan
from engine.games.front.words import SEATS
from engine.playing.citing import rule
from engine.playing.facing import Advice
from engine.playing.plan import Draft
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Unknown
from engine.values.table import GameState
from engine.values.texts import Text, say


@rule(refs.FRONT_04, refs.FRONT_15, refs.FRONT_16)
def advice(now: GameState, draft: Draft) -> Iterator[Advice]:
    """The best block; the best splits and targets where they are not chosen so. Cards that do not
    state their values have none."""
    plan = choices.plan_of(now, draft)
    if not plan.attackers:
        return
    seat = now.unit(plan.attackers[0]).seat
    try:
        yield from (*best_block(now, plan, 1 - seat), *best_strikes(now, plan, seat))
    except Unknown:
        return


def best_block(now: GameState, plan: Plan, seat: int) -> Iterator[Advice]:
    found = best_choices(now, Battle(plan.attackers), WORK_WHILE_CHOOSING)
    ranked = found["ranked"]
    best = ranked[0] if isinstance(ranked, tuple) else None
    if not isinstance(best, Map):
        return
    title = say("best block for {player}", player=SEATS[seat])
    if not found["complete"]:
        title = say("best block for {player} of the likely ones", player=SEATS[seat])
    best = with_fewest_locked(now, plan, best)
    blocks = best["blockers"]
    what = tuple(rows_of_blocks(now, best)) or (say("nobody blocks"),)
    is_so = isinstance(blocks, Map) and same_blocks(plan.blockers, blocks)
    gives = EMPTY if is_so else drafted(plan, blocks if isinstance(blocks, Map) else EMPTY)
    yield Advice(title, what, result(best, seat), gives)


@rule(refs.FRONT_04, refs.FRONT_15)
def with_fewest_locked(now: GameState, plan: Plan, choice: Map[Value]) -> Map[Value]:
    """As many destroyed and lost by as few blockers as will do: the others stay unlocked."""
    for attacker, row in sentences.rows(choice["blockers"]):
        for unit in row if isinstance(row, tuple) else ():
            fewer = less_one(choice["blockers"], attacker, str(unit))
            found = entry(now, choices.best_reply(now, Plan(plan.attackers, fewer)), "defender")
            if (found["kills"], found["losses"]) == (choice["kills"], choice["losses"]):
                choice = found
    return choice


def less_one(blocks: Value, attacker: str, unit: str) -> Map[tuple[str, ...]]:
    """The blocks without one unit."""
    rows = {key: tuple(map(str, row)) for key, row in sentences.rows(blocks) if isinstance(row, tuple)}
    rows[attacker] = tuple(each for each in rows[attacker] if each != unit)
    return Map({key: row for key, row in rows.items() if row})


@rule(refs.FRONT_04)
def rows_of_blocks(now: GameState, choice: Map[Value]) -> Iterator[Text]:
    """Attacker by attacker, who blocks it."""
    for attacker, blockers in sentences.rows(choice["blockers"]):
        names = [sentences.name(now, unit) for unit in (blockers if isinstance(blockers, tuple) else ())]
        if names:
            yield say("{name}: {value}", name=sentences.name(now, attacker), value=", ".join(names))


def same_blocks(one: Map[tuple[str, ...]], other: Map[Value]) -> bool:
    found = {key: {*row} for key, row in other.items() if isinstance(row, tuple)}
    return {key: {*row} for key, row in one.items() if row} == found


def drafted(plan: Plan, blocks: Map[Value]) -> Map[Value]:
    """These blocks, and nothing that was chosen for others."""
    return Map({**{BLOCK + each: blocks.get(each) or () for each in plan.attackers}, **strikes_untold(plan)})


def strikes_untold(plan: Plan) -> dict[str, Value]:
    told: dict[str, Value] = {key + each: None for each in plan.attackers for key in (TARGET, ANSWER)}
    return told | {SPLIT.format(by, unit): None for by, row in plan.blockers.items() for unit in row}


def best_strikes(now: GameState, plan: Plan, seat: int) -> Iterator[Advice]:
    """Nothing to say where they are chosen so already."""
    best = choices.best_reply(now, Plan(plan.attackers, plan.blockers))
    found, chosen = entry(now, best, "attacker"), entry(now, plan, "attacker")
    if worth(found) <= worth(chosen):
        return
    title = say("best for {player} against these blocks", player=SEATS[seat])
    what = tuple(sentences.strikes(now, found)) or (say("it strikes nobody"),)
    yield Advice(title, what, result(found, seat), Map(strikes_untold(plan)))


@rule(refs.FRONT_15, refs.FRONT_16)
def worth(choice: Map[Value]) -> tuple[int, int, int]:
    """Most units destroyed, then fewest lost, then most damage."""
    kills, losses, damage = (int(str(choice[key])) for key in ("kills", "losses", "damage"))
    return kills, -losses, damage


def result(choice: Map[Value], seat: int) -> Text:
    lost, killed = choice["losses"], choice["kills"]
    return say(
        "lost: {player} {count}, {other} {more}", player=SEATS[seat], count=lost, other=SEATS[1 - seat], more=killed
    )
