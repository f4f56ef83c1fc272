"""Equipment markers on the table: what turns, tilts and straightens them; mounting and
dismounting heavy weapons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.games.twogm.refs import TWOGM_14, TWOGM_15, TWOGM_16, TWOGM_18, TWOGM_66, TWOGM_79, TWOGM_150, TWOGM_155
from engine.games.twogm.units import absent, carrier_of, has, items, key, waiting
from engine.games.twogm.weapons import found_at, item_at, marker_kind, printed
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening
from engine.values.kinds import Record, UnitId, Word, required
from engine.values.maps import EMPTY, Map, Value, pairs
from engine.values.model import Change, Line, Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker; `fresh` is mounted in this turn."""

    kind: str
    face: str
    tilted: bool = False
    fresh: bool = False

    def used(self) -> Marker:
        """Tilted when used; an arrow is disabled too (2GM-14, 15, 19)."""
        return replace(self, tilted=True, face="disabled" if self.kind == "arrow" else self.face)

    def straight(self) -> Marker:
        return replace(self, tilted=False, fresh=False)

    def turned_up(self) -> Marker:
        """Only disabled markers that are not tilted become active again (2GM-16)."""
        return replace(self, face="active") if self.face == "disabled" and not self.tilted else self


def new(kind: str) -> Marker:
    """A marker as its unit is deployed: a heavy infantry weapon is not mounted yet (2GM-18)."""
    return Marker(kind, "dismounted" if kind == "asterisk" else "active")


def marker(now: GameState, unit: Unit, item: str) -> Marker:
    """The marker of an item as it lies; what the table does not say is ready for use."""
    held = unit.trackers.get("markers")
    found = (
        next((value for name, value in held.items() if key(name) == key(item)), None) if isinstance(held, Map) else None
    )
    kind = marker_kind(unit, item)
    if not isinstance(found, Map):
        return Marker(kind, "mounted" if kind == "asterisk" else "active")
    face = str(found.get("face") or new(kind).face)
    return Marker(kind, face, found.get("tilted") is True, found.get("turn") == now.turn)


def laid(state: GameState, unit: str, item: str, marker: Marker) -> GameState:
    """The table with a marker as it is now."""
    held = state.unit(unit).trackers.get("markers")
    rows = held if isinstance(held, Map) else EMPTY
    name = next((each for each in rows if key(each) == key(item)), item)
    turn = pairs(turn=state.turn) if marker.fresh else EMPTY
    return state.set(unit, "markers", rows.put(name, Map({"face": marker.face, "tilted": marker.tilted, **turn})))


def spent(state: GameState, unit: str, place: int) -> GameState:
    """An equipment used: tilted, an arrow disabled too, in whosever turn; not what is the
    primary weapon (2GM-14, 15, 17, 19)."""
    if place < 0 or place in printed(state.unit(unit)):
        return state
    item = item_at(state.unit(unit), place)
    return laid(state, unit, item, marker(state, state.unit(unit), item).used())


def handled(state: GameState, unit: str, item: str) -> GameState:
    """Smoke, care or clearing: the marker is used, and that is remembered when the End phase
    straightens it (2GM-14, 193)."""
    by = state.unit(unit)
    state = laid(state, unit, item, marker(state, by, item).used())
    return state.set(unit, "handled", (*by.marks("handled"), key(item)))


def carries(unit: Unit, item: str) -> bool:
    """Whether a unit has an equipment: by its marker, as a line of its card unless it was
    deployed without, as a skill; a card that states neither may have anything (2GM-66)."""
    held = unit.trackers.get("markers")
    if isinstance(held, Map) and key(item) in map(key, held):
        return True
    if unit.stated("equipment") is None and unit.stated("skills") is None:
        return True
    return has(unit, key(item)) or (found_at(unit, item) is not None and not unit.count("deployed_turn"))


def unready(now: GameState, unit: Unit, item: str, reacting: bool = False) -> Refusal | None:
    """Why an equipment cannot be used now (2GM-14, 15, 18, 66, 155, 193)."""
    here = marker(now, unit, item)
    if not carries(unit, item):
        return Refusal("not_carried", say("{unit} has no {weapon}", unit=unit.name, weapon=item), TWOGM_66)
    if here.face == "disabled":
        return Refusal("disabled", say("{item} is disabled until it is reactivated", item=item), TWOGM_15)
    if here.face == "dismounted":
        return Refusal("not_mounted", say("{item} is not mounted", item=item), TWOGM_18)
    again = now.step == "end" and key(item) in unit.marks("handled")
    if (here.tilted or again) and not (reacting and now.reading("reaction_reuse") == "yes"):
        return Refusal("used", say("{item} has been used in this turn", item=item), TWOGM_155 if reacting else TWOGM_14)
    return None


def mounted_weapon(now: GameState, unit: Unit) -> str:
    """A heavy weapon that stands mounted, so that its unit cannot move (2GM-18, 51)."""
    held = unit.trackers.get("markers")
    rows = held if isinstance(held, Map) else EMPTY
    return next((name for name, row in rows.items() if isinstance(row, Map) and row.get("face") == "mounted"), "")


def heavy(unit: Unit, place: int) -> bool:
    """An infantry HMG* or Mortar* (2GM-18, 53)."""
    return place >= 0 and marker_kind(unit, item_at(unit, place)) == "asterisk"


# Phases


def reactivated(now: GameState, seat: int) -> Iterator[Line]:
    """The active player's disabled markers that are not tilted (2GM-16, 77)."""
    for unit, rows in rows_of(now, seat):
        turned = {item: here.turned_up() for item, here in rows.items() if here.turned_up() != here}
        text = say("{unit}: turn to the active side: {items}", unit=unit.name, items=", ".join(turned))
        yield from line(now, unit, turned, text, TWOGM_16)


def straightened(now: GameState, seat: int) -> Iterator[Line]:
    """Tilted markers of both players; by another reading only those of the player whose turn
    ends (2GM-19, 79)."""
    for unit, rows in rows_of(now, seat if now.reading("marker_straighten") == "own_end" else None):
        tilted = {item: here.straight() for item, here in rows.items() if here.tilted}
        text = say("{unit}: straighten {items}", unit=unit.name, items=", ".join(tilted))
        yield from line(now, unit, tilted, text, TWOGM_79)


def rows_of(now: GameState, seat: int | None) -> Iterator[tuple[Unit, dict[str, Marker]]]:
    for unit in now.units.values():
        held = unit.trackers.get("markers")
        if not unit.gone and seat in (None, unit.seat) and isinstance(held, Map):
            yield unit, {item: marker(now, unit, item) for item in held}


def line(now: GameState, unit: Unit, after: dict[str, Marker], text: Text, ref: Ref) -> Iterator[Line]:
    """A line of the ledger that changes markers of one unit."""
    later = now
    for item, each in after.items():
        later = laid(later, unit.id, item, each)
    if after:
        change = Change(
            unit.id, "markers", unit.trackers.get("markers"), later.unit(unit.id).trackers.get("markers"), ref
        )
        yield Line(text, ref, (change,))


# Mounting


def mount(state: GameState, unit: str, item: str) -> Procedure:
    """A heavy weapon is mounted in the own Fire phase and may fire at once (2GM-18)."""
    return laid(state, unit, item, Marker("asterisk", "mounted", fresh=True))
    yield


def dismount(state: GameState, unit: str, item: str) -> Procedure:
    """It is taken down in a Reactivation phase, not in the turn it was mounted (2GM-18, 77)."""
    return laid(state, unit, item, replace(marker(state, state.unit(unit), item), face="dismounted"))
    yield


def not_mountable(now: GameState, unit: str, item: str) -> Refusal | None:
    """A heavy weapon that the unit has, not mounted yet; not aboard a transport, not while it
    assaults (2GM-18, 57, 66, 150)."""
    if no := absent(TWOGM_18, now.unit(unit)):
        return no
    if carrier_of(now, now.unit(unit)):
        return Refusal("carried", say("{unit} is carried", unit=now.unit(unit).name), TWOGM_150)
    if not carries(now.unit(unit), item):
        return Refusal("not_carried", say("{unit} has no {weapon}", unit=now.unit(unit).name, weapon=item), TWOGM_66)
    if marker_kind(now.unit(unit), item) != "asterisk":
        return Refusal("no_heavy_weapon", say("{item} is not mounted to fire", item=item), TWOGM_18)
    if marker(now, now.unit(unit), item).face == "mounted":
        return Refusal("mounted", say("{item} is mounted already", item=item), TWOGM_18)
    return waiting(now, now.unit(unit))


def not_dismountable(now: GameState, unit: str, item: str) -> Refusal | None:
    here = marker(now, now.unit(unit), item)
    if no := absent(TWOGM_18, now.unit(unit)):
        return no
    if here.face != "mounted":
        return Refusal("not_mounted", say("{item} is not mounted", item=item), TWOGM_18)
    return Refusal("mounted_now", say("{item} was mounted in this turn", item=item), TWOGM_18) if here.fresh else None


def nothing_heavy(now: GameState, unit: str, item: str | None = None) -> Refusal | None:
    """Before an item is named: somebody without a heavy weapon mounts nothing (2GM-18)."""
    by = now.unit(unit)
    return (
        None
        if item or heavies(by)
        else Refusal("no_heavy_weapon", say("{unit} has no heavy weapon", unit=by.name), TWOGM_18)
    )


def heavies(unit: Unit) -> tuple[str, ...]:
    """What a unit mounts and takes down (2GM-18)."""
    return tuple(item for item in items(unit) if marker_kind(unit, item) == "asterisk")


HANDLED = Record(required(unit=UnitId(), item=Word()))


def which_one(now: GameState, unit: str, **_: Value) -> dict[str, tuple[str, ...]]:
    return {"item": heavies(now.unit(unit))}


MOUNT = Opening(
    "mount",
    say("mount a weapon"),
    TWOGM_18,
    mount,
    HANDLED,
    (nothing_heavy, not_mountable),
    actor="unit",
    choices=which_one,
)
DISMOUNT = Opening(
    "dismount",
    say("take a weapon down"),
    TWOGM_18,
    dismount,
    HANDLED,
    (nothing_heavy, not_dismountable),
    actor="unit",
    choices=which_one,
)
