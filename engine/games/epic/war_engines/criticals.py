"""Critical hits on war engines: a die for every point of damage."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, rows
from engine.games.epic.war_engines.hulls import (
    damage_engine,
    explode_engine,
    set_tally,
    shaken_engines,
    sort_hulls,
    tally,
)
from engine.games.epic.war_engines.memory import CriticalDue, criticals_due, harm, remember_due
from engine.games.epic.words import CRITICAL_WORDS
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, choose, roll
from engine.values.model import D6, Check, Option, Prompt
from engine.values.stages import Again
from engine.values.table import GameState
from engine.values.texts import say

CRITICAL = 6
NOTHING = "none"
ONE_MORE = "damage"
SHAKEN = "shaken"
FIRES = "fires"
LEAKS = "leaks"
DESTROYED = "destroyed"


@rule(refs.EPIC_174, refs.EPIC_277)
def roll_criticals(state: GameState, formation: str, key: str = "critical") -> Procedure:
    """A die for every point of damage that has not had one."""
    asked = 0
    while criticals_due(state, formation):
        due, *rest = criticals_due(state, formation)
        state = remember_due(state, formation, tuple(rest))
        row, name = rows(state.unit(formation))[due.row], key if not asked else f"{key}:{asked}"
        if is_deadly(row):
            state, burst = yield from roll(state, critical_dice, formation, due, name)
            state = explode_engine(state, formation, due.row, due.nth) if burst else state
        elif may_explode(row):
            state = yield from roll_by_card(state, formation, due, name)
        asked += may_explode(row)
    return sort_hulls(state, formation)


@rule(refs.EPIC_277)
def may_explode(row: UnitRow) -> bool:
    """Whether a critical hit can do more to it than nothing."""
    return row.card.get("critical") != NOTHING


@rule(refs.EPIC_277)
def is_deadly(row: UnitRow) -> bool:
    """Whether its card says that a critical hit destroys it, alone or with what stands near."""
    return str(row.card.get("critical")).partition(",")[0] == DESTROYED


def roll_by_card(state: GameState, formation: str, due: CriticalDue, key: str) -> Procedure:
    """Criticals the card describes: the table reads what each does; damage may bring criticals
    of its own."""
    state, found = yield from roll(state, critical_dice, formation, due, key)
    before = harm(state, formation).wrecks
    for n in range(found):
        if harm(state, formation).wrecks == before:
            name = f"{key.replace('critical', 'effect', 1)}:{n}"
            state, effect = yield from choose(state, what_the_card_does, formation, due.row, name)
            if effect == DESTROYED:
                state = explode_engine(state, formation, due.row, due.nth)
            elif effect == ONE_MORE:
                state = damage_engine(state, formation, due.row, due.nth, 1, refs.EPIC_277)
            elif effect != NOTHING:
                state = add_trouble(state, formation, due.row, effect)
    return state


@rule(refs.EPIC_277)
def add_trouble(state: GameState, formation: str, at: int, trouble: str) -> GameState:
    """One more engine of the row hits at -1 for the rest of the game, one more fire or leak."""
    unit = state.unit(formation)
    found = shaken_engines(unit, rows(unit)[at]) if trouble == SHAKEN else tally(unit, trouble, at)
    return set_tally(state, formation, trouble, at, found + 1)


@rule(refs.EPIC_277)
def critical_dice(now: GameState, formation: str, due: CriticalDue, key: str) -> Prompt:
    """On a 6; where that destroys the engine no die follows the first 6."""
    unit, row = now.unit(formation), rows(now.unit(formation))[due.row]
    dice, stages = (1, (Again(),) * (due.points - 1)) if is_deadly(row) else (due.points, ())
    check = Check(key, dice, D6, refs.EPIC_174, (CRITICAL,), stages=stages)
    text = say("{unit}: critical hits on {row}", unit=unit.name, row=row.name)
    return Prompt(key, "roll", unit.seat, text, refs.EPIC_174, (formation,), (check,))


def what_the_card_does(now: GameState, formation: str, at: int, key: str) -> Prompt:
    """The card's own words, and what they do to the engine, the most likely first."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    options = (
        Option(NOTHING, say("nothing the app counts")),
        Option(SHAKEN, say("-1 to hit for the rest of the game")),
        Option(FIRES, say("it burns: a die in each end phase")),
        Option(LEAKS, say("its reactor leaks: a die in each end phase")),
        Option(ONE_MORE, say("one more point of damage")),
        Option(DESTROYED, say("it is destroyed")),
    )
    effect = str(row.card.get("critical") or "?")
    text = say("{row}, critical: {effect}", row=row.name, effect=CRITICAL_WORDS.get(effect, effect))
    default = effect_by_words(effect, shaken_engines(unit, row) < row.left)
    found = tuple(sorted(options, key=lambda option: option.key != default))
    return Prompt(key, "choice", unit.seat, text, refs.EPIC_277, (formation,), options=found, default=default)


@rule(refs.EPIC_277)
def effect_by_words(effect: str, may_be_shaken: bool) -> str:
    """What a card most likely means: its -1 to hit once an engine, then a point of damage; a fire
    or a leak each time."""
    if effect.startswith("fire"):
        return FIRES
    if effect.startswith("reactor leak"):
        return LEAKS
    if "-1 to hit" not in effect:
        return NOTHING
    return SHAKEN if may_be_shaken else ONE_MORE
