"""From a card to a unit: putting a card on the table copies it into the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from carddb.cards import Card
from engine.games import RULESETS
from engine.values.events import UnitAdded
from engine.values.maps import tracked
from engine.values.table import GameState


def put_on_table(cards: Iterable[Card], seat: int, table: GameState | None = None) -> tuple[UnitAdded, ...]:
    """Events that add these cards to a game as units with new ids; units of the same name are
    numbered."""
    here = list(table.units.values()) if table else []
    last = max((int(unit.id[1:]) for unit in here if unit.id[:1] == "u" and unit.id[1:].isdecimal()), default=0)
    wanted, names = list(cards), Counter(str(unit.card.get("name")) for unit in here if unit.seat == seat)
    several = names + Counter(card.name for card in wanted)
    events = []
    for number, card in enumerate(wanted, last + 1):
        names[card.name] += 1
        name = f"{card.name} {names[card.name]}" if several[card.name] > 1 else ""
        where = RULESETS[card.game].enters(card.values)
        events.append(
            UnitAdded(f"u{number}", seat, card.values, tracked(where=where, name=name, training=card.training))
        )
    return tuple(events)
