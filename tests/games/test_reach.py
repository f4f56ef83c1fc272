"""Every field of every situation can be told by touch, follows from the table, or has a reason."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from importlib import import_module

import pytest

from tests.games.cases import ALL, ROOMS
from tests.games.reachable import Asked, Open, Reason, every_field, told_by_touch

EVERY = pytest.mark.parametrize("game", ALL)


def reasons(game: str) -> Mapping[str, Reason]:
    found: Mapping[str, Reason] = import_module(f"tests.games.{ROOMS[game]}.reach").REASONS
    return found


def reason_of(game: str, field: str) -> tuple[str, Reason] | None:
    """The first line that speaks of a field; a star stands for all that begins alike."""
    return next(((pattern, why) for pattern, why in reasons(game).items() if fnmatchcase(field, pattern)), None)


@EVERY
def test_every_field_is_told_by_touch_or_has_its_reason(game: str) -> None:
    seen, _ = told_by_touch(game)
    left = [field for field in every_field(ALL[game]) if field not in seen and not reason_of(game, field)]
    assert not left, f"no page tells these, and tests/games/{ROOMS[game]}/reach.py gives no reason: {left}"


@EVERY
def test_no_reason_stands_for_what_can_be_told(game: str) -> None:
    """A reason for a single field goes when a page asks for it."""
    seen, _ = told_by_touch(game)
    every = set(every_field(ALL[game]))
    stale = [line for line in reasons(game) if "*" not in line and (line in seen or line not in every)]
    used = {found[0] for field in every - seen if (found := reason_of(game, field))}
    stale += [line for line in reasons(game) if "*" in line and line not in used]
    assert not stale, f"tests/games/{ROOMS[game]}/reach.py excuses what needs no excuse: {stale}"


@EVERY
def test_a_question_that_is_named_as_a_reason_is_asked(game: str) -> None:
    _, prompts = told_by_touch(game)
    wanted = {f"{line.partition('.')[0]}.{why.prompt}" for line, why in reasons(game).items() if isinstance(why, Asked)}
    assert not wanted - prompts, f"no example and no golden game meets {wanted - prompts}"


@EVERY
def test_nothing_that_players_need_is_left_open(game: str) -> None:
    left = {line: why.why for line, why in reasons(game).items() if isinstance(why, Open)}
    assert not left
