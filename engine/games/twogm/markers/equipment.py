"""Equipment markers on the table: what turns, tilts and straightens them; mounting and
dismounting heavy weapons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.games.twogm import refs
from engine.games.twogm.cards import found_at, item_at, marker_kind
from engine.games.twogm.shooting.weapons import printed_places
from engine.games.twogm.units import NO_UNITS, has, is_a, items, key
from engine.playing.citing import rule
from engine.values.maps import EMPTY, Map, pairs
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

    @rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_19)
    def after_use(self) -> Marker:
        """Tilted when used; an arrow is disabled too."""
        return replace(self, tilted=True, face="disabled" if self.kind == "arrow" else self.face)

    def when_straight(self) -> Marker:
        return replace(self, tilted=False, fresh=False)

    @rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_18)
    def as_set_by_hand(self, ready: bool) -> Marker:
        """Ready for use: active, a heavy weapon mounted; else disabled, taken down, or tilted."""
        if self.kind == "asterisk":
            return replace(self, face="mounted" if ready else "dismounted")
        return replace(self, face="disabled") if self.kind == "arrow" and not ready else replace(self, tilted=not ready)

    @rule(refs.TWOGM_16)
    def when_reactivated(self) -> Marker:
        """Only disabled markers that are not tilted become active again."""
        return replace(self, face="active") if self.face == "disabled" and not self.tilted else self


@rule(refs.TWOGM_18)
def new_marker(kind: str) -> Marker:
    """A marker as its unit is deployed: a heavy infantry weapon is not mounted yet."""
    return Marker(kind, "dismounted" if kind == "asterisk" else "active")


def marker(now: GameState, unit: Unit, item: str) -> Marker:
    """The marker of an item as it lies."""
    return marker_on(unit, item, now.turn)


def marker_on(unit: Unit, item: str, turn: int = 0) -> Marker:
    """A marker on a unit, in that turn; what the table does not say is as it was deployed."""
    held = unit.trackers.get("markers")
    found = (
        next((value for name, value in held.items() if key(name) == key(item)), None) if isinstance(held, Map) else None
    )
    kind = marker_kind(unit, item)
    if isinstance(found, bool):
        return new_marker(kind).as_set_by_hand(found)
    row = found if isinstance(found, Map) else EMPTY
    face = str(row.get("face") or new_marker(kind).face)
    return Marker(kind, face, row.get("tilted") is True, row.get("turn") == turn)


@rule(refs.TWOGM_18, refs.TWOGM_66)
def lay_marker(state: GameState, unit: str, item: str, marker: Marker, ref: Ref) -> GameState:
    """The table with a marker as it is now; a unit that was not deployed keeps its other
    equipment."""
    by = state.unit(unit)
    held = by.trackers.get("markers")
    rows = held if isinstance(held, Map) else EMPTY
    if len(items(by)) > len(rows):
        state = state.set(unit, "all_lines", True, refs.TWOGM_66)
    name = next((each for each in rows if key(each) == key(item)), item)
    turn = pairs(turn=state.turn) if marker.fresh else EMPTY
    row = Map({"face": marker.face, "tilted": marker.tilted, **turn})
    return state.set(unit, "markers", rows.put(name, row), ref)


@rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_17)
def use_weapon(state: GameState, unit: str, place: int) -> GameState:
    """The marker of a weapon that has fired, in whosever turn; what is the primary weapon has
    none."""
    by = state.unit(unit)
    return state if place < 0 or place in printed_places(by) else tilt_marker(state, by, item_at(by, place))


def tilt_marker(state: GameState, unit: Unit, item: str) -> GameState:
    """An equipment used: tilted, an arrow disabled too."""
    here = marker(state, unit, item)
    ref = refs.TWOGM_15 if here.kind == "arrow" else refs.TWOGM_14
    return lay_marker(state, unit.id, item, here.after_use(), ref)


def use_item(state: GameState, unit: str, item: str) -> GameState:
    """Smoke, care or clearing: the marker is used, and that is remembered when the End phase
    straightens it."""
    by = state.unit(unit)
    state = tilt_marker(state, by, item)
    return state.set(unit, "handled", (*by.marks("handled"), key(item)), refs.TWOGM_193)


@rule(refs.TWOGM_66)
def has_item(unit: Unit, item: str) -> bool:
    """Whether a unit has an equipment: by its marker, as a line of its card unless it was deployed
    without, as a skill; a card that states neither may have anything."""
    held = unit.trackers.get("markers")
    if isinstance(held, Map) and key(item) in map(key, held):
        return True
    if unit.stated("equipment") is None and unit.stated("skills") is None:
        return True
    return has(unit, key(item)) or (found_at(unit, item) is not None and not unit.count("deployed_turn"))


def not_ready(now: GameState, unit: Unit, item: str, reacting: bool = False) -> Refusal | None:
    """Why an equipment cannot be used now."""
    here = marker(now, unit, item)
    if not has_item(unit, item) or is_a(unit, *NO_UNITS):
        return Refusal("not_carried", say("{unit} has no {weapon}", unit=unit.name, weapon=item), refs.TWOGM_66)
    if here.face == "disabled":
        return Refusal("disabled", say("{item} is disabled until it is reactivated", item=item), refs.TWOGM_15)
    if here.face == "dismounted":
        return Refusal("not_mounted", say("{item} is not mounted", item=item), refs.TWOGM_18)
    again = now.step == "end" and key(item) in unit.marks("handled")
    if (here.tilted or again) and not (reacting and now.reading("reaction_reuse") == "yes"):
        return Refusal(
            "used", say("{item} has been used in this turn", item=item), refs.TWOGM_155 if reacting else refs.TWOGM_14
        )
    return None


@rule(refs.TWOGM_18, refs.TWOGM_51)
def mounted_weapon(now: GameState, unit: Unit) -> str:
    """A heavy weapon that stands mounted, so that its unit cannot move."""
    held = unit.trackers.get("markers")
    names = tuple(held) if isinstance(held, Map) else ()
    return next((name for name in names if marker(now, unit, name).face == "mounted"), "")


@rule(refs.TWOGM_18, refs.TWOGM_53)
def is_heavy(unit: Unit, place: int) -> bool:
    """An infantry HMG* or Mortar*."""
    return place >= 0 and marker_kind(unit, item_at(unit, place)) == "asterisk"


# Phases


def lines_to_reactivate(now: GameState, seat: int) -> Iterator[Line]:
    """The active player's disabled markers that are not tilted."""
    for unit, rows in markers_by_unit(now, seat):
        turned = {item: here.when_reactivated() for item, here in rows.items() if here.when_reactivated() != here}
        text = say("{unit}: turn to the active side: {items}", unit=unit.name, items=", ".join(turned))
        yield from ledger_line(now, unit, turned, text, refs.TWOGM_16)


def lines_to_straighten(now: GameState, seat: int) -> Iterator[Line]:
    """Tilted markers of both players; by another reading only those of the player whose turn
    ends."""
    for unit, rows in markers_by_unit(now, seat if now.reading("marker_straighten") == "own_end" else None):
        tilted = {item: here.when_straight() for item, here in rows.items() if here.tilted}
        text = say("{unit}: straighten {items}", unit=unit.name, items=", ".join(tilted))
        yield from ledger_line(now, unit, tilted, text, refs.TWOGM_79)


def markers_by_unit(now: GameState, seat: int | None) -> Iterator[tuple[Unit, dict[str, Marker]]]:
    for unit in now.units.values():
        held = unit.trackers.get("markers")
        if not unit.gone and seat in (None, unit.seat) and isinstance(held, Map):
            yield unit, {item: marker(now, unit, item) for item in held}


def ledger_line(now: GameState, unit: Unit, after: dict[str, Marker], text: Text, ref: Ref) -> Iterator[Line]:
    """A line of the ledger that changes markers of one unit."""
    later = now
    for item, each in after.items():
        later = lay_marker(later, unit.id, item, each, ref)
    if after:
        change = Change(
            unit.id, "markers", unit.trackers.get("markers"), later.unit(unit.id).trackers.get("markers"), ref
        )
        yield Line(text, ref, (change,))


@rule(refs.TWOGM_18)
def heavies(unit: Unit) -> tuple[str, ...]:
    """What a unit mounts and takes down."""
    return tuple(item for item in items(unit) if marker_kind(unit, item) == "asterisk")
