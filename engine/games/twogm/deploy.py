"""Deployment: units with their equipment, alone or together."""

from __future__ import annotations

from typing import Any

from engine.games.twogm.field import on_square
from engine.games.twogm.ground import ground
from engine.games.twogm.markers import laid, new
from engine.games.twogm.money import paid, too_dear
from engine.games.twogm.move import aboard, covering
from engine.games.twogm.prices import NO_LINE, Items, bill, brought, cost, line_costs, on_the_list, places
from engine.games.twogm.refs import (
    TWOGM_11,
    TWOGM_17,
    TWOGM_36,
    TWOGM_59,
    TWOGM_64,
    TWOGM_65,
    TWOGM_66,
    TWOGM_92,
    TWOGM_111,
    TWOGM_169,
    TWOGM_192,
)
from engine.games.twogm.speed import covers, takes
from engine.games.twogm.units import NATURAL, cargo_of, has, is_a, is_craft, key, out_of_cards
from engine.games.twogm.weapons import HIT_THE_DIRT, item_at, lines, marker_kind, nth
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening
from engine.values.kinds import Either, Field, Flag, ListOf, Problems, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import Path, Refusal, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import say

Cards = tuple[Map[Value], ...]
USED_UP = ("paratrooper", "c_47_skytrain", "promotion")
DEFENSIVE = HIT_THE_DIRT | {"medic", "mechanic", "smoke_shell", "smoke_grenade", "smoke_screen"}


def tells(now: GameState, unit: str, **told: Value) -> dict[str, Value]:
    """The sum and its parts (2GM-66)."""
    try:
        parts = bill(now, unit, **told)  # type: ignore[arg-type]  # checked by the situation
    except Unknown:
        return {}
    return {"cost": sum(parts.values()), "items": Map(dict(parts))}


def deploy(
    state: GameState,
    unit: str,
    equipment: Items = (),
    support: Cards = (),
    carrier: str | None = None,
    column: int | None = None,
    role: str | None = None,
    exchange: str | None = None,
    **told: Value,
) -> Procedure:
    """On the deployment line, with equipment bought now; aboard a carrier or behind a vehicle of
    the same turn; the last card may lose the game (2GM-17, 21, 36, 63, 64, 66, 92)."""
    by = state.unit(unit)
    state = paid(state, by.seat, cost(state, unit, equipment=equipment, support=support, carrier=carrier, **told))
    state = drawn_free(state, by, equipment, told.get("general"))
    state = played(state, by.seat, 1 + len(support) + (1 if brought(state, carrier) else 0))
    for card in support:
        waiting = on_the_list(state, by.seat, None, str(card.get("name")))
        state = state.set(waiting.id, "where", "discarded") if waiting else state
    state = helped(state, unit, support)
    column = column or (state.unit(carrier).count("column") if carrier else None)
    state = arrived(state, unit, 0 if is_a(by, "air") else 1, column, told.get("terrain"))
    for place in places(by, equipment):
        state = equipped(state, unit, item_at(by, place)) if place != NO_LINE else state
    state = state.set(unit, "role", role).set(unit, "primary", exchange)
    state = accompanied(state, unit, carrier) if carrier else state
    later = bombs(by, role) and state.reading("last_card") == "resolved_first"
    return state if later else out_of_cards(state, by.seat)
    yield


def bombs(unit: Unit, role: str | None) -> bool:
    """An aircraft whose card is resolved by its raid, not as it comes: no fighter (2GM-21, 92,
    95)."""
    return is_a(unit, "air") and (role == "bomber" or not has(unit, "fighter"))


def helped(state: GameState, unit: str, support: Cards) -> GameState:
    """Cards played with a unit lie on it; those that only bring it or mark it do not (2GM-09,
    11)."""
    rows = tuple(
        Map({name: card[name] for name in ("name", "permanent") if name in card})
        for card in support
        if card.get("name") and key(card["name"]) not in USED_UP
    )
    return state.set(unit, "support", rows) if rows else state


def drawn_free(state: GameState, unit: Unit, equipment: Items, general: Value) -> GameState:
    """Patton's free line is used up for this turn (2GM-153)."""
    kept = general if general is not None else state.seats[unit.seat].get("general")
    saved = sum(line_costs(state, unit, equipment)) - sum(line_costs(state, unit, equipment, kept))
    return state.set(f"@{unit.seat}", "free_line", True) if saved else state


def arrived(state: GameState, unit: str, row: int, column: int | None, terrain: Value) -> GameState:
    """On the board since this turn (2GM-36, 67)."""
    state = state.set(unit, "where", None).set(unit, "deployed_turn", state.turn).set(unit, "row", row)
    state = state.set(unit, "terrain", terrain if terrain != "plain" else None)
    return state.set(unit, "column", column)


def equipped(state: GameState, unit: str, item: str) -> GameState:
    """A marker for each line; Hit the Dirt is never turned or tilted (2GM-18, 66, 118)."""
    if key(item) in HIT_THE_DIRT:
        return state.set(unit, "prone", True)
    return laid(state, unit, item, new(marker_kind(state.unit(unit), item)))


def accompanied(state: GameState, unit: str, carrier: str) -> GameState:
    """Aboard, towed, or At Cover at once (2GM-63, 64, 132, 149)."""
    if not state.unit(carrier).count("deployed_turn"):
        state = arrived(state, carrier, 1, state.unit(unit).count("column"), None)
    other = state.unit(carrier)
    if takes(other, str(state.unit(unit).stated("type"))) and not is_a(other, "tank"):
        return aboard(state, unit, carrier)
    return state.set(unit, "at_cover", carrier)


def played(state: GameState, seat: int, count: int = 1) -> GameState:
    """Cards leave the hand, where they are counted (2GM-65)."""
    cards = state.seats[seat].get("cards")
    if not isinstance(cards, Map):
        return state
    return state.set(f"@{seat}", "cards", cards.put("hand", max(0, int(str(cards.get("hand") or 0)) - count)))


# What forbids it


def not_in_hand(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Units only; in play a card comes once: not who is on the board, and nobody who was
    destroyed or discarded (2GM-64, 65)."""
    by = now.unit(unit)
    if is_a(by, "support", "general", "terrain", "hq"):
        return Refusal("no_unit", say("{unit} is no unit: cards are played, terrain is placed", unit=by.name), TWOGM_65)
    there = by.where == "table" and not by.count("row") and not by.count("deployed_turn")
    if now.step != "deployment" or by.where == "reserve" or there:
        return None
    return Refusal("not_in_hand", say("{unit} cannot be deployed again", unit=by.name), TWOGM_65)


def wrong_lines(
    now: GameState, unit: str, equipment: Items = (), exchange: str | None = None, **_: Value
) -> Refusal | None:
    """Lines of the card, each once; infantry one offensive and one defensive, free ones too
    (2GM-17, 66)."""
    by = now.unit(unit)
    found = places(by, equipment)
    if NO_LINE in found or len(set(found)) < len(found):
        return Refusal("no_line", say("each equipment line of the card once"), TWOGM_66)
    slots = [by.stated("equipment", place, "slot") or usual_slot(item_at(by, place)) for place in found]
    if is_a(by, "infantry") and max(slots.count("offensive"), slots.count("defensive")) > 1:
        return Refusal("too_many", say("infantry takes one offensive and one defensive equipment"), TWOGM_66)
    if exchange and (key(exchange) not in map(key, equipment) or marker_kind(by, exchange) != "double_arrow"):
        return Refusal("no_exchange", say("only bought double-arrow equipment replaces the primary weapon"), TWOGM_17)
    return None


def usual_slot(item: str) -> str:
    """Which side of the card an item stands on, where the card does not say (2GM-13)."""
    return "defensive" if key(nth(item)[0]) in DEFENSIVE else "offensive"


def wrong_company(
    now: GameState, unit: str, carrier: str | None = None, column: int | None = None, **_: Value
) -> Refusal | None:
    """One square for two only if both come this turn, and the one takes the other (2GM-61, 63,
    64, 192)."""
    if carrier is None:
        return None
    by, other = now.unit(unit), now.unit(carrier)
    if column and other.count("column") not in (0, column):
        return Refusal("no_pair", say("these two do not share a square"), TWOGM_64)
    if other.count("deployed_turn") not in (0, now.turn):
        return Refusal("later", say("{unit} was deployed in an earlier turn", unit=other.name), TWOGM_64)
    if cargo_of(now, carrier):
        return Refusal("full", say("{unit} carries a unit already", unit=other.name), TWOGM_192)
    if covering(now, other, by):
        return Refusal("taken", say("{unit} covers another unit", unit=other.name), TWOGM_59)
    fits = covers(other) and (is_a(by, "infantry") or (is_a(by, "artillery") and takes(other, "artillery")))
    return None if fits or is_craft(other) else Refusal("no_pair", say("these two do not share a square"), TWOGM_64)


def wrong_square(
    now: GameState,
    unit: str,
    terrain: str = "plain",
    occupied: bool = False,
    column: int | None = None,
    carrier: str | None = None,
    **_: Value,
) -> Refusal | None:
    """A free square that can be entered; difficult ground may be used, sea by landing craft only
    (2GM-36, 64, 169)."""
    there = on_square(now, 1, column, now.unit(unit).seat) if column else ()
    if occupied or any(each.id not in (unit, carrier) for each in there):
        return Refusal("occupied", say("the square is taken"), TWOGM_36)
    craft = any(is_craft(now.unit(each)) for each in (unit, carrier) if each)
    if ground(now, terrain).impassable and not (terrain == "sea" and craft):
        return Refusal("impassable", say("{terrain} is impassable", terrain=terrain), TWOGM_169)
    return None


def wrong_role(
    now: GameState, unit: str, role: str | None = None, support: tuple[Map[Value], ...] = (), **_: Value
) -> Refusal | None:
    """An aircraft with both skills picks one for good; only infantry is dropped (2GM-92, 111)."""
    by = now.unit(unit)
    if role and by.stated("skills") is not None and not has(by, role):
        return Refusal("no_skill", say("{unit} does not fly as that", unit=by.name), TWOGM_92)
    if has(by, "fighter") and has(by, "bomber") and not role and now.step == "deployment":
        return Refusal("choose_role", say("{unit}: fighter or bomber, for good", unit=by.name), TWOGM_92)
    drops = any(key(card.get("name")) == "paratrooper" for card in support)
    if drops and by.stated("type") not in (None, "infantry"):
        return Refusal("no_infantry", say("only infantry is dropped"), TWOGM_111)
    return None


def not_paid(now: GameState, unit: str, ap: int | None = None, **told: Value) -> Refusal | None:
    """All of it must be paid (2GM-65)."""
    due = cost(now, unit, **told)
    if ap is not None and due > ap:
        return Refusal("too_dear", say("{cost} action points; there are {purse}", cost=due, purse=ap), TWOGM_65)
    return too_dear(now, now.unit(unit).seat, due) if now.step == "deployment" else None


def twice(now: GameState, unit: str, support: tuple[Map[Value], ...] = (), **_: Value) -> Refusal | None:
    """Two identical cards never affect one unit (2GM-11)."""
    held = now.unit(unit).trackers.get("support")
    names = [
        key(card.get("name"))
        for card in (*support, *(held if isinstance(held, tuple) else ()))
        if isinstance(card, Map)
    ]
    if len(set(names)) < len(names):
        return Refusal("twice", say("two identical cards never affect one unit"), TWOGM_11)
    return None


CARD_PLAYED = Record(fields(name=Word(), cost=Whole(0, 99), playing_cost=Whole(0, 99), permanent=Flag()))


class Supports(ListOf):
    """Support cards, each by its values, or by its name alone where it costs nothing."""

    def take(self, data: object, at: Path, problems: Problems) -> Value:
        rows = (
            [{"name": each} if isinstance(each, str) else each for each in data]
            if isinstance(data, (list, tuple))
            else data
        )
        return ListOf.take(self, rows, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"anyOf": [self.kind.schema(), Word().schema()]}}


SITUATION = Record(
    (
        *required(unit=UnitId()),
        Field("equipment", ListOf(Word()), default=()),
        Field("support", Supports(CARD_PLAYED), default=()),
        *fields(
            carrier=UnitId(),
            column=Whole(1, 16),
            role=Word(("fighter", "bomber")),
            exchange=Word(),
            general=Either((Word(), Flag())),
            ap=Whole(0, 99),
            occupied=Flag(),
            terrain=Word(NATURAL),
        ),
    )
)


def bought(now: GameState, unit: str, **_: Value) -> dict[str, tuple[str, ...]]:
    """The equipment that can be bought with the unit, only now (2GM-66)."""
    return {"equipment": tuple(dict.fromkeys(lines(now.unit(unit))))}


DEPLOY = Opening(
    "deploy",
    say("deploy"),
    TWOGM_66,
    deploy,
    SITUATION,
    (not_in_hand, wrong_lines, wrong_company, wrong_square, wrong_role, twice, not_paid),
    actor="unit",
    tells=tells,
    choices=bought,
)
