"""Texts as plain English, for the engine without a screen."""

from __future__ import annotations

from engine.model import Text


def english(text: Text | object) -> str:
    """A sentence filled with its values, which may be sentences themselves."""
    if not isinstance(text, Text):
        return str(text)
    key = text.plural if text.plural and text.count != 1 else text.key
    return key.format(**{name: english(value) for name, value in text.values.items()})
