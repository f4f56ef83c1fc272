"""What a running action remembers."""

from __future__ import annotations

from typing import NamedTuple


class Declaration(NamedTuple):
    """Whether a deed has been declared: what forbids declaring it is not asked again."""

    is_over: bool = False


DECLARED = Declaration(True)


class ActionResult(NamedTuple):
    """Whether the action test was passed, and what follows from it."""

    passed: bool = False
    then: str = ""
