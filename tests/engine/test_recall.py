"""What was worked out of a table is known for it, and for no other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.games import RULESETS
from engine.playing.recall import TABLES, recalled


def test_a_table_is_looked_at_once_and_another_again() -> None:
    rules, asked = RULESETS["aam"], list[tuple[int, str]]()

    @recalled
    def look(_rules: Any, now: Any, what: str) -> str:
        asked.append((now.turn, what))
        return f"{what} {now.turn}"

    first = rules.opened()
    second = replace(first, turn=2)
    assert [look(rules, each, "who") for each in (first, second, first)] == ["who 1", "who 2", "who 1"]
    assert look(rules, first, "what") == "what 1"
    assert asked == [(1, "who"), (2, "who"), (1, "what")]
    equal = replace(first)
    assert look(rules, equal, "who") == "who 1"
    assert len(asked) == 4


def test_only_the_last_tables_are_held() -> None:
    rules, asked = RULESETS["aam"], list[int]()

    @recalled
    def look(_rules: Any, now: Any) -> int:
        asked.append(now.turn)
        return int(now.turn)

    tables = [replace(rules.opened(), turn=turn) for turn in range(1, TABLES + 2)]
    for table in (*tables, tables[-1], tables[0]):
        look(rules, table)
    assert asked == [*range(1, TABLES + 2), 1]
