"""An open roll as rows: what to roll and why. Pure, like all of present."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.dice.check import enough, odds, second, verdict
from engine.playing.answers import by_default
from engine.playing.labels import given
from engine.values.model import Check, Modifier, Prompt
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many
from screens.present.lines import capital
from screens.present.view import View


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """A row under a number: its key, the reason, its amount, its rule; `toggles` where a what-if
    makes sense."""

    key: str
    text: str
    cite: str
    amount: str
    toggles: bool = True


def roll_text(check: Check) -> Text:
    """The largest words on the screen."""
    if check.die.name == "coin":
        return say_many("Flip a coin", "Flip {count} coins", check.dice)
    if check.die.faces == (1, 2, 3, 4, 5, 6) or check.die.words:
        return say_many("Roll one die", "Roll {count} dice", check.dice)
    return say_many("Roll one {die}", "Roll {count} {die}", check.dice, die=check.die.name)


def need_text(view: View, check: Check) -> Text | str:
    """What succeeds, and how many are needed."""
    decided = verdict(check)
    if decided == "passes":
        return say("It succeeds without dice.")
    if decided in ("fails", "forbidden"):
        return say("It cannot succeed.")
    if check.keep is not None:
        return _sum_text(check)
    needs = enough(check)
    need = say_many("You need one.", "You need {count}.", needs) if needs else ""
    return (
        say("{first} {second}", first=_success_text(view, check), second=need) if need else _success_text(view, check)
    )


def is_drawn_by_lot(prompt: Prompt) -> bool:
    """One die or coin that draws lots: about no unit, no number to reach, nothing to add."""
    first, *others = prompt.checks
    is_lot = first.dice == 1 and first.keep == 0 and not first.needs and not first.modifiers
    return is_lot and not others and not prompt.about


def _sum_text(check: Check) -> Text | str:
    if check.die.words:
        return ""
    one = check.dice == 1 and not check.keep
    how = (
        say("Its number counts")
        if one
        else say("Add them up")
        if not check.keep
        else say_many("Keep the highest", "Keep the {count} highest", check.keep)
    )
    bonus = signed(check.bonus)
    if check.needs:
        return say("{how}, {bonus}: {need} or more.", how=how, bonus=bonus, need=check.needs)
    if not check.bonus:
        return say("{how}.", how=how)
    totals = sorted(odds(check).chances())
    return say("{how}, {bonus}: from {least} to {most}.", how=how, bonus=bonus, least=totals[0], most=totals[-1])


def _success_text(view: View, check: Check) -> Text:
    if check.die.words:
        words = dict.fromkeys(
            view.words.word(word)
            for word, face in zip(check.die.words, check.die.faces, strict=True)
            if check.targets and face >= check.targets[0]
        )
        return say("Success: {faces}.", faces=", ".join(words))
    if needed := second(check):
        return say("A {face}, then {second}+ on a second die.", face=max(check.die.faces), second=needed)
    if check.names[1:]:
        what, then = check.names
        first, other, *_ = check.targets
        return say("{target}+ {what}, {other}+ {then}.", target=first, what=what, other=other, then=then)
    if check.names:
        return say("{target}+ {what}.", target=check.targets[0], what=check.names[0])
    return say("{target} succeeds.", target="/".join(f"{each}+" for each in check.targets))


def signed(amount: int) -> str:
    return f"{amount:+}".replace("-", "−")


def reasons(view: View, check: Check) -> tuple[ReasonLine, ...]:
    """The printed value, then every row that changes it."""
    base = "" if not check.bases or check.die.words else "/".join(f"{each}+" for each in check.bases)
    dice = "" if len(check.dice_rows) == 1 else view.tell(_dice_text(check))  # its one row says as much
    first = ReasonLine("", view.tell(check.ref.title), check.ref.id, ", ".join(filter(None, (dice, base))), False)
    dice_rows = [_dice_reason(view, row, n) for n, row in enumerate(check.dice_rows)]
    need_rows = [_need_reason(view, row, n) for n, row in enumerate(check.need_rows)]
    rows = (_reason(view, check, row) for row in check.modifiers)
    return (first, *dice_rows, *rows, *_limit(view, check), *need_rows)


def added(view: View, prompt: Prompt, n: int) -> Iterator[ReasonLine]:
    """What a side adds to its dice once they lie there, where both do."""
    if prompt.opposed and n < len(prompt.added) and prompt.added[n]:
        text = capital(view.tell(say("added to the dice")))
        yield ReasonLine("added", text, prompt.ref.id, signed(prompt.added[n]), toggles=False)


def _limit(view: View, check: Check) -> Iterator[ReasonLine]:
    """Where a face that nothing changes, or a second die, makes the target another than its rows
    add up to."""
    if not check.targets or check.die.words:
        return
    shown = len(check.names) or len(check.bases)
    summed = tuple(base - sum(row.at(n) for row in check.modifiers) for n, base in enumerate(check.bases[:shown]))
    least, most = min(check.die.faces), max(check.die.faces)
    if second(check):
        text = say("past a {face}: a second die", face=most)
        yield ReasonLine("limit", capital(view.tell(text)), check.ref.id, f"{most}, {second(check)}+", toggles=False)
    elif summed != check.targets[:shown]:
        always = say("a {face} always succeeds", face=most)
        never = say("a {face} always fails", face=least)
        text = always if any(a > b for a, b in zip(summed, check.targets, strict=False)) else never
        amount = "/".join(f"{each}+" for each in check.targets[:shown])
        yield ReasonLine("limit", capital(view.tell(text)), check.ref.id, amount, toggles=False)


def inside(view: View, state: GameState, later: tuple[Prompt, ...]) -> tuple[ReasonLine, ...]:
    """What comes after the roll and is inside its odds: further dice, and what the odds assume
    where a player will choose."""
    told = (each for each in later if each.checks or each.kind in ("choice", "confirm"))
    return tuple(_later(view, state, each) for each in told)


def _later(view: View, state: GameState, prompt: Prompt) -> ReasonLine:
    text = capital(view.tell(prompt.text))
    if prompt.kind == "roll":
        check = prompt.checks[0]
        amount = view.tell(need_text(view, check)) if len(prompt.checks) == 1 else ""
        return ReasonLine(prompt.key, text, ". ".join(filter(None, (amount.rstrip("."), prompt.ref.id))), "", False)
    chosen = view.tell(given(view.rules, state, prompt, by_default(prompt)))
    return ReasonLine(
        prompt.key, text, view.tell(say("Assumed: {answer}. {rule}", answer=chosen, rule=prompt.ref.id)), "", False
    )


def _need_reason(view: View, row: Modifier, place: int) -> ReasonLine:
    """The first row says how many are needed, the others how many more or less."""
    amount = signed(row.at(0)) if place else str(row.at(0))
    return ReasonLine(row.key, capital(view.tell(row.why)), row.ref.id, amount, toggles=False)


def _dice_text(check: Check) -> Text:
    coin = check.die.name == "coin"
    return (
        say_many("one coin", "{count} coins", check.dice) if coin else say_many("one die", "{count} dice", check.dice)
    )


def _dice_reason(view: View, row: Modifier, place: int) -> ReasonLine:
    """The first row says how many dice there are, the others how many more or less."""
    count = row.at(0)
    dice = (
        say_many("one die", "{count} dice", count)
        if count >= 0 and not place
        else say("{amount} dice", amount=signed(count))
    )
    return ReasonLine(row.key, capital(view.tell(row.why)), row.ref.id, view.tell(dice), place > 0)


def _reason(view: View, check: Check, row: Modifier) -> ReasonLine:
    amount = "/".join(map(signed, check.printed(row)))
    amount = "" if row.amount == 0 else amount  # it says what the dice mean, and moves nothing
    return ReasonLine(row.key, capital(view.tell(row.why)), row.ref.id, amount)


def without(check: Check, off: frozenset[str]) -> Check:
    """The same check if some rows did not count: a what-if, never an event."""
    if not off:
        return check
    lost = sum(row.at(0) for row in check.dice_rows if row.key in off)
    left = tuple(row for row in check.modifiers if row.key not in off)
    return replace(
        check, modifiers=left, dice=max(0, check.dice - lost), settled="" if check.modifiers != left else check.settled
    )
