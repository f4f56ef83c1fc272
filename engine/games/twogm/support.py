"""Cards from the hand beside units: support, promotions, Generals; and terrain cards laid during
play."""

from __future__ import annotations

from engine.games.twogm.deploy import played, twice
from engine.games.twogm.field import Square, absolute, distance, standing
from engine.games.twogm.ground import extra_cost, ground
from engine.games.twogm.money import paid, too_dear
from engine.games.twogm.prices import costs, on_the_list, support_cost
from engine.games.twogm.refs import TWOGM_12, TWOGM_26, TWOGM_32, TWOGM_65, TWOGM_89, TWOGM_150, TWOGM_179
from engine.games.twogm.units import GROUND, NATURAL, absent, carrier_of, is_a, out_of_cards, pitched
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening
from engine.values.kinds import Field, Flag, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Map, Value, pairs
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


def play_card(
    state: GameState,
    name: str,
    unit: str | None = None,
    kind: str = "supply",
    permanent: bool = False,
    promotion: str | None = None,
    on: str | None = None,
    **told: Value,
) -> Procedure:
    """A card from the hand: supply is used and gone, equipment stays on its unit or on the enemy
    it is played on, a promotion leaves a marker (2GM-05, 09, 12, 21, 65, 135)."""
    seat = state.unit(unit).seat if unit else state.seat
    card = on_the_list(state, seat, unit, name, kind)
    unit = None if card and unit == card.id else unit
    state = played(paid(state, seat, support_cost(Map({**costs(card), **told}))), seat)
    state = out_of_cards(state.set(card.id, "where", "discarded") if card else state, seat)
    if kind == "general":
        return state.set(f"@{seat}", "general", name)
    if unit and kind == "promotion":
        return state.set(unit, "promotion", promotion or "veteran")
    under = on or unit
    if not under or kind == "supply":
        return state
    held = state.unit(under).trackers.get("support")
    row: Map[Value] = (
        pairs(name=name, permanent=True) if permanent else pairs(name=name, by=seat) if on else pairs(name=name)
    )
    return state.set(under, "support", (*(held if isinstance(held, tuple) else ()), row))
    yield


def no_card(
    now: GameState, name: str, unit: str | None = None, kind: str = "supply", on: str | None = None, **told: Value
) -> Refusal | None:
    """Paid for, on the board, not on cargo, and not the same card twice on one unit (2GM-11, 65,
    150)."""
    seat = now.unit(unit).seat if unit else now.seat
    card = on_the_list(now, seat, unit, name, kind)
    if card and card.where == "discarded":
        return Refusal("played", say("{unit} has been played", unit=card.name), TWOGM_65)
    under = on or (unit if not card or unit != card.id else None)
    if under and carrier_of(now, now.unit(under)):
        return Refusal(
            "carried", say("{unit} is carried: the transport is the target", unit=now.unit(under).name), TWOGM_150
        )
    if under and (no := absent(TWOGM_65, now.unit(under))):
        return no
    if under and kind in ("equipment", "special") and (no := twice(now, under, (pairs(name=name),))):
        return no
    return too_dear(now, seat, support_cost(Map({**costs(card), **told})))


def no_general(now: GameState, kind: str = "supply", **_: Value) -> Refusal | None:
    """One General per HQ, none without an HQ; another replaces the first, or is not allowed
    (2GM-12, 26)."""
    side = now.seats[now.seat]
    if kind != "general":
        return None
    if side.get("hq_lost"):
        return Refusal("hq_lost", say("without an HQ no General comes"), TWOGM_26)
    if side.get("general") and now.reading("general_replace") == "no":
        return Refusal("general", say("there is a General already"), TWOGM_12)
    return None


KINDS = ("supply", "promotion", "equipment", "special", "general")
PLAY_CARD = Opening(
    "play_card",
    say("play a card"),
    TWOGM_65,
    play_card,
    Record(
        (
            *required(name=Word()),
            *fields(unit=UnitId(), on=UnitId(enemy=True), cost=Whole(0, 99), playing_cost=Whole(0, 99)),
            Field("kind", Word(KINDS), default="supply"),
            Field("permanent", Flag(), default=False),
            Field("promotion", Word(("veteran", "elite"))),
        )
    ),
    (no_card, no_general),
    actor="unit",
)


# Terrain during play


def place_terrain(
    state: GameState,
    terrain: str,
    cost: int | None = None,
    extended: int = 0,
    row: int | None = None,
    column: int | None = None,
    **_: Value,
) -> Procedure:
    """A terrain card laid during play and paid for, where the table allows it (2GM-32, 90)."""
    state = paid(state, state.unit(terrain).seat, terrain_cost(state, terrain, cost, extended))
    return state.set(terrain, "where", None).set(terrain, "row", row).set(terrain, "column", column)
    yield


def terrain_cost(now: GameState, terrain: str, cost: int | None, extended: int) -> int:
    """As printed, 1 more extended (2GM-90)."""
    printed = cost if cost is not None else ground(now, terrain).cost
    return (printed if printed is not None else now.unit(terrain).need("cost")) + extra_cost(now, extended)


def no_terrain(
    now: GameState,
    terrain: str,
    cost: int | None = None,
    extended: int = 0,
    near: bool | None = None,
    on: str = "plain",
    row: int | None = None,
    column: int | None = None,
    **_: Value,
) -> Refusal | None:
    """Only if agreed, next to own units, never on rough squares or another card (2GM-32, 65, 89,
    179)."""
    if pitched(now) and now.reading("terrain_in_play") == "no":
        return Refusal("no_terrain", say("terrain cards are placed before the game only"), TWOGM_32)
    seat = now.unit(terrain).seat
    here = ((absolute(row, seat), column),) if row and column else ()
    if near is False or (near is None and here and alone(now, seat, here)):
        return Refusal("too_far", say("within one square of an own unit"), TWOGM_32)
    if here and any(is_a(each, "terrain") and standing(each) == here for each in now.standing()):
        return Refusal("taken", say("one terrain card on a square"), TWOGM_179)
    return badly_placed(now, terrain, on) or too_dear(
        now, now.unit(terrain).seat, terrain_cost(now, terrain, cost, extended)
    )


def alone(now: GameState, seat: int, here: tuple[Square, ...]) -> bool:
    """No own unit within a square of here, though the board knows where they are (2GM-32)."""
    places = [standing(unit) for unit in now.standing(seat) if is_a(unit, *GROUND) and standing(unit)]
    return bool(places) and not any(distance((each, 0), (here, 0)) <= 1 for each in places)


def badly_placed(now: GameState, terrain: Value, on: str) -> Refusal | None:
    """Never on rough natural squares, buildings or ruins; a bridge on a river (2GM-35, 89)."""
    here = ground(now, on)
    rough = here.name in ("forest", "bushes", "mountain") and now.reading("terrain_on_rough") == "no"
    wet = here.impassable and not (here.name == "river" and ground(now, terrain).name == "bridge")
    if rough or wet or here.card or here.name == "ruins":
        return Refusal("bad_square", say("no terrain card on {terrain}", terrain=here.name), TWOGM_89)
    return None


PLACE_TERRAIN = Opening(
    "place_terrain",
    say("place a terrain card"),
    TWOGM_32,
    place_terrain,
    Record(
        (
            *required(terrain=UnitId()),
            *fields(cost=Whole(0, 99), row=Whole(1, 6), column=Whole(1, 16)),
            Field("extended", Whole(0, 2), default=0),
            Field("near", Flag()),
            Field("on", Word(NATURAL), default="plain"),
        )
    ),
    (no_terrain,),
    actor="terrain",
)
