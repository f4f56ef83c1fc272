"""What forbids a deployment: the card, its equipment, its company, its square, its cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.twogm import refs
from engine.games.twogm.cards import item_at, marker_kind
from engine.games.twogm.deployment.situation import UnitDeployment
from engine.games.twogm.deployment.values import cost, usual_slot
from engine.games.twogm.economy.prices import places_bought
from engine.games.twogm.economy.purse import too_dear
from engine.games.twogm.hand.values import still_in_deck
from engine.games.twogm.movement.field import on_square
from engine.games.twogm.movement.ground import ground
from engine.games.twogm.movement.values import can_carry, can_cover, is_covering_another
from engine.games.twogm.units import NO_UNITS, cargo_of, has, is_a, is_craft, key
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


def not_in_hand(now: GameState, deployment: UnitDeployment) -> Refusal | None:
    """Units only; in play a card comes once: no unit on the board, and none that was destroyed
    or discarded."""
    by = now.unit(deployment.unit)
    if is_a(by, *NO_UNITS):
        text = say("{unit} is no unit: cards are played, terrain is placed", unit=by.name)
        return Refusal("no_unit", text, refs.TWOGM_65)
    if no := next(filter(None, (still_in_deck(now, each) for each in coming(now, deployment))), None):
        return no
    there = by.where == "table" and not by.count("row") and not by.count("deployed_turn")
    if now.step != "deployment" or by.where == "reserve" or there:
        return None
    return Refusal("not_in_hand", say("{unit} cannot be deployed again", unit=by.name), refs.TWOGM_65)


def coming(now: GameState, deployment: UnitDeployment) -> Iterator[Unit]:
    """The unit, and who comes with it."""
    yield from (now.unit(each) for each in (deployment.unit, deployment.carrier) if each)


def wrong_lines(now: GameState, deployment: UnitDeployment) -> Refusal | None:
    """Lines of the card, each once; infantry one offensive and one defensive, free ones too."""
    by, exchange = now.unit(deployment.unit), deployment.exchange
    found = places_bought(by, deployment.equipment)
    lines = {place for place in found if place is not None}
    if len(lines) < len(found):
        return Refusal("no_line", say("each equipment line of the card once"), refs.TWOGM_66)
    slots = [by.stated("equipment", place, "slot") or usual_slot(item_at(by, place)) for place in lines]
    if is_a(by, "infantry") and max(slots.count("offensive"), slots.count("defensive")) > 1:
        return Refusal("too_many", say("infantry takes one offensive and one defensive equipment"), refs.TWOGM_66)
    bought = map(key, deployment.equipment)
    if exchange and (key(exchange) not in bought or marker_kind(by, exchange) != "double_arrow"):
        text = say("only bought double-arrow equipment replaces the primary weapon")
        return Refusal("no_exchange", text, refs.TWOGM_17)
    return None


@rule(refs.TWOGM_61, refs.TWOGM_63)
def wrong_company(now: GameState, deployment: UnitDeployment) -> Refusal | None:
    """One square for two only if both come this turn, and the one takes the other."""
    by, carrier, column = now.unit(deployment.unit), deployment.carrier, deployment.column
    if carrier is None:
        return None
    other, no_pair = now.unit(carrier), Refusal("no_pair", say("these two do not share a square"), refs.TWOGM_64)
    if not can_share(by, other) or (column and other.count("column") not in (0, column)):
        return no_pair
    if other.count("deployed_turn") not in (0, now.turn):
        return Refusal("later", say("{unit} was deployed in an earlier turn", unit=other.name), refs.TWOGM_64)
    if cargo_of(now, carrier):
        return Refusal("full", say("{unit} carries a unit already", unit=other.name), refs.TWOGM_192)
    if is_covering_another(now, other, by):
        return Refusal("taken", say("{unit} covers another unit", unit=other.name), refs.TWOGM_59)
    return None


@rule(refs.TWOGM_64)
def can_share(by: Unit, other: Unit) -> bool:
    """Whether their cards let the one take the other along."""
    towed = is_a(by, "artillery") and can_carry(other, "artillery")
    fits = can_cover(other) and (is_a(by, "infantry") or towed)
    return fits or is_craft(other)


@rule(refs.TWOGM_64)
def wrong_square(now: GameState, deployment: UnitDeployment) -> Refusal | None:
    """A free square that can be entered; difficult ground may be used, sea by landing craft
    only."""
    by, column, terrain = now.unit(deployment.unit), deployment.column, deployment.terrain or "plain"
    coming = [each for each in (by.id, deployment.carrier) if each]
    there = on_square(now, 1, column, by.seat) if column else ()
    if deployment.occupied or any(each.id not in coming for each in there):
        return Refusal("occupied", say("the square is taken"), refs.TWOGM_36)
    craft = any(is_craft(now.unit(each)) for each in coming)
    if ground(now, terrain).impassable and not (terrain == "sea" and craft):
        return Refusal("impassable", say("{terrain} is impassable", terrain=terrain), refs.TWOGM_169)
    return None


def wrong_role(now: GameState, deployment: UnitDeployment) -> Refusal | None:
    """An aircraft with both skills picks one for good; only infantry is dropped."""
    by, role = now.unit(deployment.unit), deployment.role
    if role and by.stated("skills") is not None and not has(by, role):
        return Refusal("no_skill", say("{unit} does not fly as that", unit=by.name), refs.TWOGM_92)
    if has(by, "fighter") and has(by, "bomber") and not role and now.step == "deployment":
        return Refusal("choose_role", say("{unit}: fighter or bomber, for good", unit=by.name), refs.TWOGM_92)
    drops = any(key(card.name) == "paratrooper" for card in deployment.support)
    if drops and by.stated("type") not in (None, "infantry"):
        return Refusal("no_infantry", say("only infantry is dropped"), refs.TWOGM_111)
    return None


@rule(refs.TWOGM_11)
def card_twice(now: GameState, deployment: UnitDeployment) -> Refusal | None:
    return cannot_lay_twice(now, deployment.unit, (card.name for card in deployment.support))


def cannot_lay_twice(now: GameState, unit: str, cards: Iterable[str | None]) -> Refusal | None:
    """Two identical cards never affect one unit."""
    held = now.unit(unit).trackers.get("support")
    lying = (row.get("name") for row in held if isinstance(row, Map)) if isinstance(held, tuple) else ()
    names = [key(name) for name in (*cards, *lying)]
    if len(set(names)) < len(names):
        return Refusal("twice", say("two identical cards never affect one unit"), refs.TWOGM_11)
    return None


def not_paid(now: GameState, deployment: UnitDeployment) -> Refusal | None:
    """All of it must be paid: out of the points told, in play out of those of the side."""
    due, purse = cost(now, deployment), deployment.ap
    if purse is not None and due > purse:
        text = say("{cost} action points; there are {purse}", cost=due, purse=purse)
        return Refusal("too_dear", text, refs.TWOGM_65)
    seat = now.unit(deployment.unit).seat
    return too_dear(now, seat, due, deployment.payer) if now.step == "deployment" else None


DEPLOY = (not_in_hand, wrong_lines, wrong_company, wrong_square, wrong_role, card_twice, not_paid)
