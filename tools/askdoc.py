"""Writes the last part of docs/ask.md from the rulesets: every question, what it needs to know,
what it answers."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from engine.doors.ask import answered  # noqa: E402
from engine.games import RULESETS  # noqa: E402
from engine.playing.opening import Opening  # noqa: E402
from engine.playing.rules import Ruleset  # noqa: E402
from engine.values.kinds import Anything, Either, Field, Fixed, Flag, Kind, ListOf, MapOf, Record, UnitId, Whole, Word  # noqa: E402
from engine.values.texts import english  # noqa: E402

PAGE = ROOT / "docs" / "ask.md"
MARK = "The rest of this page is written by `python tools/askdoc.py` from the rulesets themselves.\n"


def kind(told: Kind) -> str:
    """A kind in a few words."""
    match told:
        case UnitId():
            return "unit"
        case Whole(least=least, most=most):
            return f"{least} to {most}" if most < 10**6 else "number"
        case Flag():
            return "true or false"
        case Word(choices=choices):
            return ", ".join(choices) if choices else "text"
        case ListOf(kind=inner):
            return f"[{kind(inner)}]"
        case Fixed(kinds=kinds):
            return f"[{', '.join(map(kind, kinds))}]"
        case MapOf(kind=inner):
            return f"{{name: {kind(inner)}}}"
        case Either(kinds=kinds):
            return " or ".join(map(kind, kinds))
        case Record(fields=inner):
            return "{" + "; ".join(f"{each.key}: {kind(each.kind)}" for each in inner) + "}"
        case Anything():
            return "anything"


def field(told: Field) -> str:
    return f"`{told.key}`{'' if told.required else '?'} ({kind(told.kind)})"


def replies(rules: Ruleset, opening: Opening) -> str:
    """Names of the distributions and results that the examples show."""
    found = [
        answered(RULESETS, json.loads(json.dumps(each.question))) for each in rules.examples if each.ask == opening.key
    ]
    odds = dict.fromkeys(f"odds.{name}" for reply in found for name in reply.get("odds", ()))
    result = dict.fromkeys(f"result.{name}" for reply in found for name in reply.get("result", ()))
    return ", ".join(f"`{name}`" for name in (*odds, *result)) or "changes"


def part(rules: Ruleset) -> Iterator[str]:
    yield f"### {rules.key}: {english(rules.title)}\n"
    yield "Card: " + ", ".join(field(each) for each in rules.card.fields) + ".\n"
    yield "State: " + ", ".join(f"`{tracker.key}` ({kind(tracker.kind)})" for tracker in rules.trackers) + ".\n"
    if rules.readings:
        yield (
            "Readings: "
            + "; ".join(f"`{reading.key}` = {', '.join(reading.values)}" for reading in rules.readings)
            + ".\n"
        )
    if rules.reference:
        told = "; ".join(f"{english(each.text).rstrip('.')} ({each.ref.id})" for each in rules.reference)
        yield f"Reference, left to the table or read in this way only: {told}.\n"
    yield "| ask | rule | situation | answers |\n|---|---|---|---|"
    for opening in rules.openings:
        told = ", ".join(field(each) for each in opening.situation.fields).replace("|", "\\|")
        yield f"| {opening.key} | {opening.ref.id} | {told or '-'} | {replies(rules, opening)} |"
    yield ""


def page() -> str:
    """The whole page as it should be."""
    head = PAGE.read_text("utf-8").partition(MARK)[0]
    return head + MARK + "\n" + "\n".join(line for rules in RULESETS.values() for line in part(rules))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
