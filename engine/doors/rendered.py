"""Prompts, checks, changes and refusals as plain data with English sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from engine.dice.check import odds, verdict
from engine.dice.explain import explain
from engine.dice.odds import Odds
from engine.playing.answers import rollers
from engine.playing.correction import LeftOut
from engine.playing.duties import Agenda
from engine.playing.outcome import Outcome
from engine.playing.rules import Duty
from engine.values.maps import Value, in_words, thawed
from engine.values.model import Change, Check, Line, Modifier, Option, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import english

WRITTEN = 4000
MILLION = 1_000_000
LONGEST = 1000


def agenda(guide: Agenda) -> dict[str, Any]:
    """What is due, which units can still act, and what the large button does."""
    next_one: dict[str, Any] = {"do": guide.next.value, "text": english(guide.text)}
    if guide.deed:
        next_one["procedure"] = guide.deed
    elif guide.due:
        next_one |= {"procedure": guide.due[0].procedure, "with": thawed(guide.due[0].args)}
    elif guide.onward:
        way = guide.onward
        next_one |= {"turn": way.turn, "step": way.step, "seat": way.seat, "passes": list(way.passes)}
    return {"due": [duty(each) for each in guide.due], "can_act": list(guide.can_act), "next": next_one}


def duty(due: Duty) -> dict[str, Any]:
    what = {"procedure": due.procedure, "with": thawed(due.args), "text": english(due.text)}
    return {**what, "ref": due.ref.id, "must": due.must}


def outcome(story: Outcome) -> dict[str, Any]:
    """What happened, what to do on the table, and what the rules ask for next."""
    hands = [{"text": english(each.text), "ref": each.ref.id} for each in story.hands]
    follows = [{"text": english(each.text), "ref": each.ref.id} for each in story.follows]
    dice = [english(each) for each in story.dice]
    return {"text": english(story.what), "dice": dice, "hands": hands, "follows": follows}


def left_out(each: LeftOut) -> dict[str, Any]:
    """An event that a correction left out: its number before the correction, and why."""
    event = {"number": each.number, "event": english(each.event.label) if each.event.label else ""}
    return {**event, "refused": refused(each.why)} if each.why else event


def fractions(found: Odds[Any]) -> dict[str, str]:
    """Exact chances by outcome, numbers in order."""
    return chances(found.chances())


def chances(found: Mapping[Any, Fraction], within: Fraction = Fraction(0)) -> dict[str, str]:
    """Chances by outcome, numbers in order: exact ones as fractions, others as decimals that are
    never too much."""
    keys = sorted(found, key=lambda key: (isinstance(key, str), key if isinstance(key, int) else 0))
    return {in_words(key): decimal(found[key]) if within else fraction(found[key]) for key in keys}


def decimal(chance: Fraction, up: bool = False) -> str:
    """Rounded down; or up, and by one more, as decimals beside it were rounded down."""
    millionths = -int(-chance * MILLION // 1) + 1 if up else int(chance * MILLION // 1)
    return f"{millionths / MILLION:.6f}"


def fraction(chance: Fraction) -> str:
    """A chance as "numerator/denominator", however long the numbers are."""
    return (
        digits(chance.numerator)
        if chance.denominator == 1
        else f"{digits(chance.numerator)}/{digits(chance.denominator)}"
    )


def digits(number: int) -> str:
    """The digits of a number, in pieces: Python writes no number of more than 4,300 digits, and
    fights without an end can have those."""
    if number.bit_length() < WRITTEN * 3:
        return str(number)
    high, low = divmod(number, 10**WRITTEN)
    return digits(high) + str(low).zfill(WRITTEN)


def modifier(row: Modifier) -> dict[str, Any]:
    return {"key": row.key, "amount": thawed(row.amount), "why": english(row.why), "ref": row.ref.id}


def check(told: Check, by: str) -> dict[str, Any]:
    """A check with its target after modifiers; faces without numbers are given as words."""
    return {
        "what": told.key,
        "by": by,
        "dice": told.dice,
        "die": told.die.name,
        "target": target(told),
        "needs": told.needs,
        "verdict": verdict(told),
        "total": total(told),
        "modifiers": [modifier(row) for row in told.modifiers],
        "dice_rows": [modifier(row) for row in told.dice_rows],
        "need_rows": [modifier(row) for row in told.need_rows],
        "ref": told.ref.id,
    }


def total(told: Check) -> int | list[int]:
    """The sum of the modifiers; one for each threshold if they differ."""
    sums = [sum(row.at(n) for row in told.modifiers) for n in range(len(told.bases) or 1)]
    return sums if len(set(sums)) > 1 else sums[0]


def target(told: Check) -> Any:
    targets = told.targets
    if told.die.words:
        return " or ".join(
            dict.fromkeys(
                word
                for word, face in zip(told.die.words, told.die.faces, strict=True)
                if targets and face >= targets[0]
            )
        )
    return None if not targets else targets[0] if len(targets) == 1 else list(targets)


def rows(told: Check) -> list[dict[str, Any]]:
    """The explanation: running target and chance after each modifier."""
    return [
        {
            "key": row.key,
            "why": english(row.why),
            "amount": thawed(row.amount),
            "targets": list(row.targets),
            "before": fraction(row.before),
            "after": fraction(row.after),
            "ref": row.ref.id,
        }
        for row in explain(told)
    ]


def change(told: Change) -> dict[str, Any]:
    return {
        "unit": told.unit,
        "tracker": told.tracker,
        "from": thawed(told.before),
        "to": thawed(told.after),
        "ref": told.ref.id,
    }


def line(told: Line) -> dict[str, Any]:
    return {"text": english(told.text), "ref": told.ref.id, "changes": [change(each) for each in told.changes]}


def refused(why: Iterable[Refusal]) -> dict[str, Any]:
    """The first reason, every rule once, and the further reasons."""
    first, *rest = why
    refs = list(dict.fromkeys(no.ref.id for no in (first, *rest)))
    found = {"key": first.key, "text": english(first.why), "refs": refs}
    return {**found, "more": [{"key": no.key, "text": english(no.why)} for no in rest]} if rest else found


def mistake(wrong: Exception) -> str:
    """What is wrong with a question or a command: one sentence in one line, however much was
    told."""
    text = " ".join(str(wrong.args[0] if isinstance(wrong, LookupError) and wrong.args else wrong).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def roller(prompt: Prompt, check: Check, state: GameState, args: Mapping[str, Value]) -> str:
    """The unit that rolls, by the name of the argument that holds it."""
    seat = rollers(prompt, state)[prompt.checks.index(check)]
    units = [unit for unit in prompt.about if unit in state.units and state.units[unit].seat == seat]
    first = units[0] if units else f"seat {seat}"
    return next((key for key, value in args.items() if value == first), first)


def fates(option: Option) -> dict[str, Any]:
    """What dice would make of an answer, where the question foretells it."""
    found = option.fates() if option.fates else {}
    return {"odds": chances(found)} if found else {}


def prompt(told: Prompt | None, state: GameState, args: Mapping[str, Value]) -> dict[str, Any] | None:
    """A question as data, with only the fields that its kind has."""
    if told is None:
        return None
    found: dict[str, Any] = {
        "key": told.key,
        "kind": told.kind,
        "asked_of": told.asked_of,
        "text": english(told.text),
        "ref": told.ref.id,
        "about": list(told.about),
    }
    if told.checks:
        found["checks"] = [
            {**check(each, roller(told, each, state, args)), "rows": rows(each), "odds": fractions(odds(each))}
            for each in told.checks
        ]
    if told.options:
        found["options"] = [
            {
                "key": option.key,
                "text": english(option.text),
                **({"refused": refused((option.refusal,))} if option.refusal else {}),
                **fates(option),
            }
            for option in told.options
        ]
    if told.lines:
        found["ledger"] = [{**line(each), "done": n in state.ticks} for n, each in enumerate(told.lines)]
    if told.fields:
        found["fields"] = told.fields.schema()
    if told.slots:
        found["slots"] = [{**(prompt(slot, state, args) or {}), "given": slot.key in told.given} for slot in told.slots]
        found["sealed"] = told.sealed
    if told.kind == "number":
        found |= {"least": told.least, "most": told.most}
    if told.readings:
        found["readings"] = {key: thawed(state.options.get(key)) for key in told.readings}
    return found if told.default is None else {**found, "default": thawed(told.default)}
