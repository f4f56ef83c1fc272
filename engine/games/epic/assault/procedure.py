"""An assault: charge, attacks, supporting fire, result, round after round until a side wins."""

from __future__ import annotations

from dataclasses import replace

from engine.games.epic import refs
from engine.games.epic.activation.memory import DECLARED
from engine.games.epic.activation.overwatch import answer_on_overwatch
from engine.games.epic.activation.parts import OUT, companions
from engine.games.epic.assault import attacks_alone, refusals, result_alone
from engine.games.epic.assault.aftermath import (
    break_loser,
    end_for_losers,
    end_for_winners,
    mark_supporters,
    mark_winner,
)
from engine.games.epic.assault.contact import ask_who_fights, ask_who_supports, is_to_be_asked
from engine.games.epic.assault.duel import MIXED, Duel, duel_of, engaged_units, fight_alike, models_left, names_of
from engine.games.epic.assault.exchange import bury, parts_of_exchange
from engine.games.epic.assault.memory import tally
from engine.games.epic.assault.result import result_dice
from engine.games.epic.assault.situation import Assault, AssaultResult, AttacksOfRound
from engine.games.epic.assault.strikes import strike
from engine.games.epic.formations.riders import get_out_to_fight
from engine.games.epic.formations.rows import models
from engine.games.epic.morale.markers import has_broken
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.memory import criticals_due, forget_harm
from engine.games.epic.war_engines.wrecks import aboard, bail_out
from engine.games.epic.words import WORDS
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Call, Procedure, call, carry_out, choose, decide, lastly, task, until
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

NOBODY = "nobody"


@rule(refs.EPIC_86, refs.EPIC_101, refs.EPIC_262, refs.EPIC_269)
def fight_assault(state: GameState, assault: Assault) -> Procedure:
    """Charge under overwatch fire, fight rounds until one side wins, then break the loser and
    mark the winner; it was the attackers' action."""
    assault = replace(assault, along=who_goes_along(state, assault))
    duel, attackers = duel_of(state, assault), (assault.attacker, *(assault.along or ()))
    riders = attackers if assault.landed else companions(state, assault.attacker, (OUT,))
    state = begin_assault(state, assault)
    charges = [task(answer_on_overwatch, each, "charge") for each in attackers if each not in riders]
    state = yield from call(state, *charges)
    duel = without_stopped(state, duel)
    if not set(attackers) & set(names_of(duel.sides[0])) or not assault.reached:
        return state.remember(tally(state)._replace(winner=NOBODY))
    if assault.support:
        state, duel = yield from ask_who_supports(state, duel)
    broken = frozenset(each for each in duel.formations if state.unit(each).count("broken"))
    state = state.remember(tally(state)._replace(broken_before=broken))
    for each in duel.formations:
        state = get_out_to_fight(forget_harm(state, each), each)
    return (yield from lastly(state, task(fight_rounds, duel), task(settle_assault, duel)))


@rule(refs.EPIC_133, refs.EPIC_168)
def who_goes_along(now: GameState, assault: Assault) -> tuple[str, ...]:
    """As the players say; else those who were declared or got out, once each."""
    if assault.along is not None:
        return assault.along
    drawn_in = assault.drawn_in or ()
    return tuple(each for each in companions(now, assault.attacker) if each not in drawn_in)


def begin_assault(state: GameState, assault: Assault) -> GameState:
    """The attackers act: they are on overwatch no more."""
    for each in (assault.attacker, *(assault.along or ())):
        state = state.set(each, "activated", True, refs.EPIC_07).set(each, "overwatch", False, refs.EPIC_64)
    if assault.attacker == activation.acting_unit(state):
        state = activation.end(state, refs.EPIC_17)
    return state.remember(DECLARED)


@rule(refs.EPIC_262)
def without_stopped(now: GameState, duel: Duel) -> Duel:
    """Attackers whom fire on their way has broken or destroyed fight no more."""
    standing = tuple(
        each for each in duel.sides[0] if not has_broken(now, each.formation) and not now.unit(each.formation).gone
    )
    return duel._replace(sides=(standing, duel.sides[1]))


@rule(refs.EPIC_101)
def is_decided(now: GameState) -> bool:
    """A side has won, or none is left."""
    return bool(tally(now).winner)


def fight_rounds(state: GameState, duel: Duel) -> Procedure:
    return (yield from until(is_decided, state, task(fight_round, duel), last=True))


# A round


@rule(refs.EPIC_89, refs.EPIC_94, refs.EPIC_95, refs.EPIC_97, refs.EPIC_151, refs.EPIC_268)
def fight_round(state: GameState, duel: Duel) -> Procedure:
    """One round: first strikes, all others at once, support if the attack still stands, the
    result."""
    if tally(state).is_again:
        state, how = yield from choose(state, how_to_fight_again, duel)
        state = state if how == "same" else state.remember(tally(state)._replace(how=how, sides=()))
    if how := tally(state).how:
        duel = Duel((fight_alike(duel.sides[0], how), fight_alike(duel.sides[1], how)), duel.supporters)
    if sides := tally(state).sides:
        duel = duel._replace(sides=sides)
    elif is_to_be_asked(duel):
        state, duel = yield from ask_who_fights(state, duel)
    attacks = (*parts_of_exchange(state, duel, first=True), *parts_of_exchange(state, duel))
    support = [task(give_support, duel)] if any(duel.supporters) else []
    return (yield from lastly(state, *attacks, *support, task(resolve_result, duel)))


@rule(refs.EPIC_268)
def how_to_fight_again(now: GameState, duel: Duel) -> Prompt:
    """Both sides may counter-charge before another round, attacker first; who fights how is seen
    anew."""
    options = tuple(Option(key, WORDS[key]) for key in ("same", "ff", "cc", MIXED))
    lead = now.unit(duel.sides[0][0].formation)
    text = say("a tie: counter-charge, then how is the next round fought?")
    return Prompt("again", "choice", lead.seat, text, refs.EPIC_101, (lead.id,), options=options)


@rule(refs.EPIC_94, refs.EPIC_100)
def winner_by_attacks(now: GameState, duel: Duel) -> str:
    """After the attacks: defenders all dead, attacker wins; engaged attackers all dead, defender
    wins."""
    over, charging = winner_by_wiping_out(now, duel), engaged_units(now, duel.sides[0])
    if over == "attacker" and not charging and now.reading("double_wipe") == "defender":
        return "defender"
    return over if over or charging else "defender"


@rule(refs.EPIC_100)
def winner_by_wiping_out(now: GameState, duel: Duel) -> str:
    """A side that wipes out the other has won."""
    ours, theirs = models_left(now, duel.sides[0]), models_left(now, duel.sides[1])
    return NOBODY if not ours and not theirs else "attacker" if not theirs else "" if ours else "defender"


@rule(refs.EPIC_94, refs.EPIC_95, refs.EPIC_96, refs.EPIC_266)
def give_support(state: GameState, duel: Duel) -> Procedure:
    """Both sides' supporters, if an engaged attacker and a defender are left."""
    if winner_by_attacks(state, duel):
        return state
    state = state.remember(tally(state)._replace(has_support=True))
    if state.reading("support_order") == "simultaneous":
        return (yield from lastly(state, *parts_of_exchange(state, duel, support=True)))
    parts = (part for side in (0, 1) for part in (task(strike, duel, side, False, True), task(bury, duel)))
    return (yield from lastly(state, *parts))


# The result


@rule(refs.EPIC_94, refs.EPIC_97, refs.EPIC_100)
def resolve_result(state: GameState, duel: Duel) -> Procedure:
    """A side wiped out or a stalled attack needs no roll, but what supporting fire leaves is
    rolled for; else highest of two dice and the rows."""
    over = winner_by_wiping_out(state, duel) if tally(state).has_support else winner_by_attacks(state, duel)
    if over == "defender" and models_left(state, duel.sides[0]) and state.reading("stall") == "roll":
        return (yield from decide(state, result_dice, end_stalled, duel))
    if over:
        return (yield from carry_out(end_round(state, duel, over, 0)))
    return (yield from decide(state, result_dice, end_rolled, duel))


@rule(refs.EPIC_97, refs.EPIC_99, refs.EPIC_101)
def end_rolled(state: GameState, gaps: tuple[int, ...], duel: Duel) -> GameState | Call:
    """The higher total wins; the loser takes the difference; a tie leaves it open."""
    winner = side_with_more(gaps[0])
    if not winner:
        return state.remember(tally(state)._replace(is_again=True, has_support=False))
    return end_round(state, duel, winner, abs(gaps[0]))


@rule(refs.EPIC_94)
def end_stalled(state: GameState, gaps: tuple[int, ...], duel: Duel) -> Call:
    """By one reading the dice still say how many more of the attackers fall whose attack has
    stalled."""
    return end_round(state, duel, "defender", max(0, -gaps[0]))


def end_round(state: GameState, duel: Duel, winner: str, hits: int) -> Call:
    """A side has won: what follows for the losers and for the winners."""
    state = state.remember(tally(state)._replace(winner=winner, is_again=False))
    lost = winner == "attacker"
    winning = names_of(duel.sides[1 - lost])
    return Call(state, (task(end_for_losers, duel.sides[lost], hits), task(end_for_winners, winning)), last=True)


@rule(refs.EPIC_97, refs.EPIC_101)
def side_with_more(gap: int) -> str:
    """The side with the higher total; "" for a tie."""
    return "attacker" if gap > 0 else "defender" if gap < 0 else ""


@rule(refs.EPIC_94, refs.EPIC_102, refs.EPIC_103, refs.EPIC_104, refs.EPIC_186, refs.EPIC_269, refs.EPIC_270)
def settle_assault(state: GameState, duel: Duel) -> Procedure:
    """The losers break and those who stood by them take a marker, but not where defenders fell
    before any support; the winners take theirs; then the losers withdraw."""
    held = tally(state)
    if held.winner == NOBODY:
        return state
    lost = 1 if held.winner == "attacker" else 0
    losers, supporters = names_of(duel.sides[lost]), names_of(duel.supporters[lost])
    parts = [task(break_fighter, formation) for formation in losers]
    if held.winner == "defender" or held.has_support or state.reading("wipe_supporters") == "bm":
        parts.append(task(mark_supporters, supporters))
    parts += [task(mark_fighter, formation) for formation in names_of(duel.sides[1 - lost])]
    return (yield from lastly(state, *parts, task(flee, duel, lost)))


def break_fighter(state: GameState, formation: str) -> GameState:
    return break_loser(state, formation, formation in tally(state).broken_before)


def mark_fighter(state: GameState, formation: str) -> GameState:
    return mark_winner(state, formation, formation in tally(state).broken_before)


@rule(refs.EPIC_102, refs.EPIC_103, refs.EPIC_186)
def flee(state: GameState, duel: Duel, lost: int) -> Procedure:
    """Critical rolls that are still due; the losers withdraw; who was aboard a wreck gets out."""
    losers, supporters = names_of(duel.sides[lost]), names_of(duel.supporters[lost])
    battered = [each for each in (*duel.formations, *supporters) if criticals_due(state, each)]
    fleeing = [each for each in (*losers, *supporters) if has_broken(state, each)]
    wrecks = [each for each in duel.formations if aboard(state, each)]
    return (
        yield from lastly(
            state,
            *(task(roll_criticals, each, f"critical:lost:{each}") for each in battered),
            *(task(withdraw, each) for each in fleeing),
            *(task(bail_out, each) for each in wrecks),
        )
    )


def outcomes(assault: Assault) -> dict[str, Show]:
    attacker, defender = assault.attacker, assault.defender
    return {
        "fate": lambda after: f"{tally(after).winner}_wins",
        "winner": lambda after: tally(after).winner,
        f"units:{attacker}": lambda after: models(after, attacker),
        f"units:{defender}": lambda after: models(after, defender),
    }


OPENINGS = (
    opens(
        "assault",
        say("assault"),
        refs.EPIC_17,
        Assault,
        fight_assault,
        refusals=refusals.ASSAULT,
        shows=outcomes,
        actor="attacker",
        asks=("reached", "fought", "terrain", "others", "drawn_in", "support"),
    ),
)
QUESTIONS = (
    opens(
        "assault_attacks",
        say("attacks of an assault"),
        refs.EPIC_90,
        AttacksOfRound,
        attacks_alone.fight_attacks,
        shows=attacks_alone.outcomes,
    ),
    opens(
        "assault_result",
        say("result of an assault"),
        refs.EPIC_97,
        AssaultResult,
        result_alone.resolve_result,
        shows=result_alone.outcomes,
        tells=result_alone.bonuses,
    ),
)
