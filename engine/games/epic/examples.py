"""Questions that run, for people and for tests."""

from engine.rules import Example

EXAMPLES: tuple[Example, ...] = ()
