"""How the players want it: language, colours, size of text, readings; kept with the saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kivy.core.window import Window

from carddb.store import Store
from engine.playing.rules import Ruleset
from engine.values.texts import Text
from screens.present.i18n import ENGLISH, NOBODY, Language, languages
from screens.widgets.colours import PALETTES
from screens.widgets.drawing import rgba
from screens.widgets.running import Running


class Preferences:
    """What is set; `changed` is called when something is set anew."""

    def __init__(self, store: Store, locale: Path, rulesets: Mapping[str, Ruleset]) -> None:
        self._store, self.locale, self._rulesets = store, locale, rulesets
        self.language = Language(ENGLISH, locale)
        self.names: Callable[[], Mapping[str, str]] = lambda: NOBODY

    def get(self, key: str, default: Any = None) -> Any:
        found = self._store.settings.get(key)
        return default if found is None else found

    def put(self, key: str, value: Any) -> None:
        """Keep it; it raises Trouble where that cannot be."""
        self._store.settings.set(key, value)

    def tell(self, text: Text | str) -> str:
        """In the language of the players, who are called by their names in the open game."""
        return self.language.tell(text, self.names())

    def dress(self) -> None:
        """Language, palette, text size and motion as set."""
        wanted = self.get("language", ENGLISH)
        code = wanted if wanted in languages(self.locale) else ENGLISH
        if code != self.language.code:
            self.language = Language(code, self.locale)
        Running.palette = PALETTES.get(str(self.get("theme", "dark")), PALETTES["dark"])
        scale = self.get("text", 1.0)
        Running.scale = max(1.0, min(2.0, scale)) if isinstance(scale, (int, float)) else 1.0
        Running.still = bool(self.get("still", False))
        Window.clearcolor = rgba(Running.palette.bg)

    def readings(self, game: str) -> dict[str, str]:
        """How this table reads the doubtful passages of a game, where it differs from what is
        proposed."""
        found, rules = self.get(f"readings/{game}", {}), self._rulesets.get(game)
        known = {each.key: each.values for each in rules.readings if each.offered} if rules else {}
        return {key: value for key, value in found.items() if value in known.get(key, ())}
