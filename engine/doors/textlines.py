"""What the text game writes: prompts, reasons and units as lines for a person at a keyboard."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.dice.check import enough, odds, wanted
from engine.dice.explain import explain, success
from engine.doors.rendered import target
from engine.playing.answers import contest
from engine.values.kinds import Either, Field, Flag, Word
from engine.values.maps import Map, thawed
from engine.values.model import Check, Option, Prompt
from engine.values.table import Unit
from engine.values.texts import english


def guidance(reply: Mapping[str, Any]) -> Iterator[str]:
    """What is due, which units can act, and what comes next."""
    for duty in reply["due"]:
        named = "".join(f" {key}={plain(value)}" for key, value in duty["with"].items())
        yield f"  due: {duty['text']} [{duty['ref']}] (open {duty['procedure']}{named})"
    if reply["can_act"]:
        yield f"  can still act: {', '.join(reply['can_act'])}"
    yield f"  next: {reply['next']['text']}"


def asked(prompt: Prompt) -> Iterator[str]:
    """A prompt in lines of text."""
    yield f"? {english(prompt.text)} (seat {prompt.asked_of + 1}) [{prompt.ref.id}]"
    names = [f"{whose(prompt, check.key)}: " if len(prompt.checks) > 1 else "" for check in prompt.checks]
    yield from (f"  {name}{verdict_line(check)}" for name, check in zip(names, prompt.checks, strict=True))
    is_counted = prompt.kind == "number"
    yield from (
        f"  {option.key}: {english(option.text)}"
        if is_counted
        else f"  {n + 1}. {english(option.text)} ({option.key}){foretold(option)}{no(option)}"
        for n, option in enumerate(prompt.options)
    )
    yield from (f"  {n + 1}. {english(line.text)} [{line.ref.id}]" for n, line in enumerate(prompt.lines))
    if prompt.kind == "number":
        yield f"  {prompt.least} to {prompt.most}" + (
            f", enter for {prompt.default}" if prompt.default is not None else ""
        )
    if prompt.fields:
        yield "  " + " ".join(map(wants, prompt.fields.fields))
    yield from (f"  {slot.key}: {english(slot.text)}" for slot in prompt.slots)


def wants(field: Field) -> str:
    """The name of a field, and the words that it takes."""
    match field.kind:
        case Word(choices=choices) | Either(kinds=(Word(choices=choices), *_)) if choices:
            return f"{field.key}={'|'.join(choices)}"
        case Flag():
            return f"{field.key}=yes|no"
        case _:
            return f"{field.key}=..."


def foretold(option: Option) -> str:
    """What dice would make of an answer, but for nothing."""
    found = option.fates() if option.fates else {}
    told = [f"{outcome} {float(chance):.0%}" for outcome, chance in found.items() if outcome != "none"]
    return "".join(f", {each}" for each in told or (("without effect",) if found else ()))


def no(option: Option) -> str:
    """Why the rules forbid an option, if they do."""
    return f" - the rules say no: {english(option.refusal.why)} [{option.refusal.ref.id}]" if option.refusal else ""


def owner(key: str) -> str:
    """The owner of a tracker in words."""
    return f"seat {int(key[1:]) + 1}" if key.startswith("@") else key or "table"


def plain(value: Any) -> str:
    """A value in words."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, (list, tuple)) and not any(isinstance(each, (list, tuple, dict, Map)) for each in value):
        return ", ".join(map(plain, value)) or "nothing"
    return value if isinstance(value, str) else json.dumps(thawed(value), ensure_ascii=False)


def whose(prompt: Prompt, key: str) -> str:
    """The roller or the purpose of a check: behind its colon a key carries a seat where two sides
    roll, otherwise a unit or a number."""
    word, _, tail = key.rpartition(":")
    if not tail.isdecimal():
        return tail
    return f"seat {int(tail) + 1}" if contest(prompt) else f"{word} {int(tail) + 1}"


def verdict_line(check: Check) -> str:
    """A check in one line: "Roll 11 dice. 4+ succeeds. You need 5." and its chance."""
    dice = f"Roll {wanted(check, ())} {'dice' if check.die.words else check.die.name}"
    if check.keep is not None:
        kept = (
            f"keep the highest {check.keep}"
            if check.keep
            else "add them up"
            if wanted(check, ()) > 1
            else "its number counts"
        )
        return f"{dice}, {kept}{f', {check.bonus:+}' if check.bonus else ''}."
    targets = "/".join(f"{target}+" for target in check.targets)
    shown = targets if not check.die.words else str(target(check))
    needs = enough(check)
    need = f" You need {needs}." if needs else ""
    mean = sum(float(chance) * reading for reading, chance in odds(check).chances().items())
    return f"{dice}. {shown} succeeds.{need} Chance {float(success(check)):.1%}, {mean:.1f} expected."


def reasons(check: Check) -> Iterator[str]:
    yield f"  {check.key}:"
    yield from (f"    {english(row.why)}: {row.at(0):+} dice [{row.ref.id}]" for row in check.dice_rows)
    yield from (f"    {english(row.why)}: {row.at(0):+} needed [{row.ref.id}]" for row in check.need_rows)
    for row in explain(check):
        targets = "/".join(map(str, row.targets))
        chances = f"{float(row.before):.1%} -> {float(row.after):.1%}"
        yield f"    {english(row.why)}: {row.amount} -> {targets} ({chances}) [{row.ref.id}]"


def unit_line(unit: Unit, place: str) -> str:
    held = (f"{key} {plain(value)}" for key, value in unit.trackers.items() if key not in ("where", "name"))
    return ", ".join(
        (f"  {unit.id}: {unit.name}", f"seat {unit.seat + 1}", plain(unit.trackers.get("where") or place), *held)
    )
