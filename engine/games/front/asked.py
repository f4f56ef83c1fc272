"""The questions of a battle, each put to the player who decides."""

from __future__ import annotations

from engine.games.front.declared import cannot_block, no_block
from engine.games.front.plan import Plan, no_answer
from engine.games.front.refs import FRONT_04, FRONT_15, FRONT_16, FRONT_18, FRONT_19, FRONT_20, FRONT_24
from engine.games.front.units import locked
from engine.model import GameState, Option, Prompt
from engine.texts import say

NOBODY, NO_MORE = "none", "no_more"


def named(now: GameState, *units: str) -> tuple[Option, ...]:
    """Units to choose from."""
    return tuple(Option(key, say("{unit}", unit=now.unit(key).name)) for key in units)


def whom_to_block(now: GameState, plan: Plan, unit: str) -> Prompt:
    """Nobody is forced to block, and who is locked cannot (FRONT-04, 05, 06, 23)."""
    blocker = now.unit(unit)
    options = tuple(Option(option.key, option.text, cannot_block(blocker) or no_block(now, blocker, now.unit(option.key)))
                    for option in named(now, *plan.attackers))
    text = say("{unit}: which attacker does it block?", unit=blocker.name)
    return Prompt(f"block:{unit}", "choice", blocker.seat, text, FRONT_04, (unit, *plan.attackers),
                  options=(Option(NOBODY, say("it does not block")), *options, Option(NO_MORE, say("nobody else blocks"))),
                  readings=("cross_domain_block",))


def how_many_points(now: GameState, attacker: str, unit: str, most: int, advised: int) -> Prompt:
    """The best split is offered (FRONT-15)."""
    by, at = now.unit(attacker), now.unit(unit)
    text = say("{unit}: how many of its points against {other}? There are {most}", unit=by.name, other=at.name, most=most)
    return Prompt(f"split:{attacker}:{unit}", "number", by.seat, text, FRONT_15, (attacker, unit), most=most,
                  default=min(most, advised))


def which_target(now: GameState, attacker: str, targets: tuple[str, ...]) -> Prompt:
    """An unblocked attacker may also assign nothing (FRONT-16)."""
    by = now.unit(attacker)
    text = say("{unit} is not blocked: which unit does it strike?", unit=by.name)
    return Prompt(f"target:{attacker}", "choice", by.seat, text, FRONT_16, (attacker,),
                  options=(Option(NOBODY, say("it strikes nobody")), *named(now, *targets)), readings=("domain_gate",))


def whether_to_answer(now: GameState, plan: Plan, attacker: str) -> Prompt:
    """An unlocked target is locked if it answers; a blocker needs a value it has not used (FRONT-18, 19)."""
    unit, by = now.unit(plan.targets[attacker]), now.unit(attacker)
    text = say("{unit} is struck by {other}: does it answer?", unit=unit.name, other=by.name)
    return Prompt(f"answer:{attacker}", "confirm", unit.seat, text, FRONT_19 if locked(unit) else FRONT_18, (unit.id, attacker),
                  readings=("assign_order", "unused_av"))


def whom_to_answer(now: GameState, plan: Plan, unit: str) -> Prompt:
    """By another reading the target first sees all who strike it (FRONT-24)."""
    target = now.unit(unit)
    text = say("{unit}: which attacker does it answer?", unit=target.name)
    return Prompt(f"answer:{unit}:{len(plan.answered(unit))}", "choice", target.seat, text, FRONT_24, (unit,),
                  options=(Option(NOBODY, say("it answers nobody")), *named(now, *answerable(now, plan, unit))),
                  readings=("assign_order",))


def answerable(now: GameState, plan: Plan, unit: str) -> tuple[str, ...]:
    """Attackers on a unit that it may still answer (FRONT-18, 19, 24)."""
    return tuple(attacker for attacker, target in plan.targets.items()
                 if target == unit and attacker not in plan.answered(unit) and not no_answer(now, plan, attacker))


def against_whom(now: GameState, unit: str, targets: tuple[str, ...]) -> Prompt:
    """A bonus once per turn is used when its owner likes (FRONT-20)."""
    by = now.unit(unit)
    text = say("{unit}: use its bonus of this turn, and against whom?", unit=by.name)
    return Prompt(f"boost:{unit}", "choice", by.seat, text, FRONT_20, (unit,),
                  options=(Option(NOBODY, say("not now")), *named(now, *targets)))
