"""Games of the players' own, kept as templates: the steps of a turn, and the counters and toggles
of players and units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carddb.cards import unfit
from carddb.letters import Unreadable
from carddb.store import Store
from engine.playing.open_turn import is_open, template_kind
from engine.playing.rules import Ruleset
from engine.values.kinds import taken
from engine.values.maps import Map, Value, thawed
from engine.values.texts import say

KEPT = "templates"
MOST = 50


@dataclass(frozen=True, slots=True)
class Template:
    """A game of the players' own: its ruleset, and what its table begins with."""

    game: str
    values: Map[Value]

    @property
    def name(self) -> str:
        return str(self.values["name"])


def plain(template: Template) -> dict[str, Any]:
    return {"game": template.game, **dict(thawed(template.values))}  # type: ignore[call-overload]


def read(rulesets: Mapping[str, Ruleset], game: str, data: object) -> Template:
    """A template from plain data, or why it is none."""
    rules = rulesets.get(game)
    if not rules or not is_open(rules) or next(unfit(data), None):
        raise Unreadable(say("this is no game of your own"))
    values, problems = taken(template_kind(rules), data)
    if problems or not isinstance(values, Map):
        raise Unreadable(say("this is no game of your own"))
    return Template(game, values)


def templates(store: Store, game: str = "") -> list[Template]:
    """Those on this device, by name; what no longer reads is left out."""
    found = []
    for data in dict(store.settings.get(KEPT, {})).values():
        values = {key: value for key, value in data.items() if key != "game"}
        try:
            found.append(read(store.rulesets, str(data.get("game")), values))
        except Unreadable:
            continue
    return sorted((each for each in found if game in ("", each.game)), key=lambda each: each.name.casefold())


def keep(store: Store, template: Template) -> None:
    """Save a template, in place of one of the same game and name."""
    kept = dict(store.settings.get(KEPT, {}))
    kept[f"{template.game}/{template.name}"] = plain(template)
    if len(kept) > MOST:
        del kept[next(iter(kept))]
    store.settings.set(KEPT, kept)


def forget(store: Store, template: Template) -> None:
    kept = dict(store.settings.get(KEPT, {}))
    kept.pop(f"{template.game}/{template.name}", None)
    store.settings.set(KEPT, kept)
