"""A deed on one page for the text game: what is preset, what can be chosen, what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.doors.textinput import named_value
from engine.doors.textlines import plain
from engine.playing.plan import MEANS


class TextPlan:
    """A deed that is being filled in, line by line: `key=value` changes it, an empty line does
    it."""

    def __init__(self, procedure: str, words: list[str]) -> None:
        self.procedure, self.draft = procedure, dict(map(named_value, words))
        self.page: Mapping[str, Any] = {}

    def takes(self, words: str) -> bool:
        """Whether a line changes the deed and is no command."""
        return bool(words) and all("=" in each[1:] for each in words.split())

    def change(self, words: str) -> None:
        for key, value in map(named_value, words.split()):
            self.draft[key] = self._listed(key, value)

    def _listed(self, key: str, value: Any) -> Any:
        """Where several answers may be chosen, one word is a list of one, and no word none."""
        several = any(fact["key"] == key and fact.get("several") for fact in self.page.get("facts", ()))
        return value if isinstance(value, list) or not several else [value] if value != "" else []

    def command(self) -> dict[str, Any]:
        return {"do": "plan", "procedure": self.procedure, "with": self.draft}

    def opened(self) -> dict[str, Any]:
        return {"do": "open", "procedure": self.procedure, "with": self.page["with"]}


def lines_of(page: Mapping[str, Any]) -> Iterator[str]:
    """The page in lines: targets, facts with the chosen answer in brackets, weapons, what speaks
    against it, and what would be asked."""
    free = [each["unit"] for each in page["targets"] if not each["against"]]
    if free:
        yield f"  targets: {', '.join(free)}"
    yield from (f"  {fact['key']}= {_answers(fact)}   ({fact['text']})" for fact in page["facts"])
    yield from map(_means, page["means"])
    yield from (f"  ! {no['why']} [{no['ref']}]" for no in page["against"])
    if page["asks"]:
        yield f"  then: {page['asks']['text']}"
    yield "  key=value changes it, enter does it"


def _answers(fact: Mapping[str, Any]) -> str:
    if "most" in fact:
        return f"{plain(fact['value'])}, at most {fact['most']}"
    held = fact["value"] if isinstance(fact["value"], list) else [fact["value"]]
    words = (str(plain(each["value"])) or "-" for each in fact["answers"])
    shown = zip(words, fact["answers"], strict=True)
    return " ".join(f"[{word}]" if each["value"] in held else word for word, each in shown)


def _means(each: Mapping[str, Any]) -> str:
    silent = f" silent: {each['silent']['why']} [{each['silent']['ref']}]" if each["silent"] else ""
    sign, needs = "*" if each["used"] else " ", f" {each['dice']} dice, {each['needs']}" if each["needs"] else ""
    return f"  {sign} {MEANS}={each['key']}{needs}{silent}"
