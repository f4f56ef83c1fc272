"""What forbids reactive fire: the moment, sight, the unit that tries, and its enemy."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import refs, turn, words
from engine.games.dust.activation.situation import ActionPair, need_known_words
from engine.games.dust.attack import manners
from engine.games.dust.reaction.situation import ReactiveFire
from engine.games.dust.units import is_on_board, is_squad, partner, together, units_on_board
from engine.games.dust.weapons.values import weapons_of
from engine.playing.citing import rule
from engine.values.model import Problem, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

LISTED = (("move", "attack"), ("attack", "move"), ("move", "move"))
"""Pairs of actions for which the source names the moment."""


@rule(refs.DUST_64)
def not_allowed(now: GameState, fire: ReactiveFire) -> Refusal | None:
    return words.first_refusal("not_allowed", problems(now, fire))


def problems(now: GameState, fire: ReactiveFire) -> Iterator[Problem]:
    """Everything against a try."""
    need_known_words(*fire.declared, *fire.enemy_skills)
    if turn.is_played(now):
        yield from no_moment(now)
    if fire.declared and not is_window_open(now, fire.pair, fire.moment):
        is_listed = fire.pair.acts in LISTED or "sustained" in fire.declared
        yield Problem(say("no reactive fire at this moment"), refs.DUST_68 if is_listed else refs.DUST_69)
    if fire.los is False:
        yield Problem(say("the enemy is not in sight"), refs.DUST_18)
    if fire.reactor is None:
        return
    unit = now.unit(fire.reactor)
    if any(now.unit(each).count("activated") for each in together(now, unit.id)):
        yield Problem(say("{unit} was activated this round", unit=unit.name), refs.DUST_66)
    if now.step == "activation" and unit.seat == now.seat:
        yield Problem(say("{unit}: only the side that waits reacts", unit=unit.name), refs.DUST_64)
    if not is_on_board(unit) or (fire.round == 1 and not unit.count("on_board")):
        yield Problem(say("{unit} is not on the board", unit=unit.name), refs.DUST_188)
    if fire.enemy is not None:
        yield from no_enemy(now, unit, now.unit(fire.enemy), fire.squares)


@rule(refs.DUST_64, refs.DUST_70)
def no_moment(now: GameState) -> Iterator[Problem]:
    """In a game a unit is being activated, and none has tried to react yet, but by one reading."""
    if not turn.units_acting(now):
        yield Problem(say("no enemy is being activated"), refs.DUST_64)
    elif now.trackers.get("reacted") and now.reading("reactionsPerActivation") == "one":
        yield Problem(say("one unit may try to react to an activation"), refs.DUST_70)


def no_enemy(now: GameState, unit: Unit, at: Unit, squares: int | None) -> Iterator[Problem]:
    """The active enemy, who is there and in reach."""
    if at.seat == unit.seat:
        yield Problem(say("{unit} is no enemy", unit=at.name), refs.DUST_67)
    if not is_on_board(at):
        yield Problem(say("{unit} is not on the board", unit=at.name), refs.DUST_188)
    if turn.is_another_active(now, at.id):
        yield Problem(manners.ACTIVE_ONLY, refs.DUST_67)
    if not is_in_reach(now, unit, at, squares):
        yield Problem(say("{unit} has no weapon for this", unit=unit.name), refs.DUST_64)


@rule(refs.DUST_64, refs.DUST_183)
def is_in_reach(now: GameState, unit: Unit, enemy: Unit, squares: int | None) -> bool:
    """A usable weapon of the pair that reaches the enemy where it stands now."""
    return any(
        gun.is_usable(now, enemy) and (squares is None or gun.can_reach(squares))
        for each in together(now, unit.id)
        for gun in weapons_of(now.unit(each))
    )


@rule(refs.DUST_68, refs.DUST_69, refs.DUST_184)
def is_window_open(now: GameState, pair: ActionPair, moment: str) -> bool:
    """Right after the first action; a Charge's second Move; never on a Sustained Attack."""
    is_strike = "artillery_strike" in pair.by_name
    if "sustained" in pair.acts or (is_strike and now.reading("strikeReaction") == "none"):
        return False
    if pair.is_charge:
        return moment == "after_second" or now.reading("chargeReaction") == "eitherMove"
    if moment == "after_second":
        return False
    match now.reading("reactionWindow"):
        case "withMove":
            return "move" in pair.acts
        case "listed":
            return pair.acts in LISTED
        case _:
            return True


@rule(refs.DUST_64, refs.DUST_70)
def units_ready(now: GameState, actor: str, asked: tuple[str, ...]) -> tuple[Unit, ...]:
    """Enemy units that may try; how far and whether they see is for the table. A pair is known
    by its squad."""
    if turn.is_another_active(now, actor):
        return ()
    fresh = (unit for unit in units_on_board(now) if unit.id not in asked)
    able = (unit for unit in fresh if not any(True for _ in problems(now, ReactiveFire(unit.id, actor))))
    return tuple(unit for unit in able if partner(now, unit.id) is None or is_squad(unit))
