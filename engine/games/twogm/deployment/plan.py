"""Cards from the hand on one page: a unit with what is bought for it, a support card with its
target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.twogm import refs
from engine.games.twogm.cards import item_at, key, lines, marker_kind
from engine.games.twogm.deployment.procedure import ROLES
from engine.games.twogm.deployment.refusals import wrong_company
from engine.games.twogm.deployment.situation import KINDS, UnitDeployment
from engine.games.twogm.economy.prices import CARDS
from engine.games.twogm.economy.purse import payers
from engine.games.twogm.hand.values import playable
from engine.games.twogm.movement.field import on_square
from engine.games.twogm.units import COLUMNS, GROUND, has, is_a, letter
from engine.games.twogm.words import WORDS
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value, pairs
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

UNSAID = ""
"""The answer that tells nothing."""
GROUNDS = ("plain", "bushes", "forest", "ruins")
"""Squares a unit may come on."""
PROMOTIONS = ("veteran", "elite")
DEAREST = 12
"""More action points no HQ stores."""
Answers = tuple[tuple[Value, Text | str], ...]


def named(units: Iterable[Unit]) -> Answers:
    return tuple((unit.id, unit.name) for unit in units)


def words(keys: Iterable[str]) -> Answers:
    return tuple((each, WORDS[each]) for each in keys)


def who_pays(now: GameState, seat: int) -> Iterator[Fact]:
    """Where two players share a headquarters."""
    for name, able in payers(now, seat).items():
        yield Fact(name, say("who pays"), words(able), able[0])


# A unit


@rule(refs.TWOGM_09, refs.TWOGM_64)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """What is bought with it, who takes it along, where it comes."""
    by = now.unit(str(draft["unit"]))
    yield from equipment(by, draft)
    yield from roles(by)
    yield from who_pays(now, by.seat)
    yield from company(now, by)
    yield from square(now, by)
    if cards := one_of_each(unit for unit in waiting_cards(now, by.seat) if is_a(unit, "support")):
        answers: Answers = tuple((title(card), title(card)) for card in cards)
        yield Fact("support", say("with a card"), answers, several=True, place="last")


@rule(refs.TWOGM_17, refs.TWOGM_66)
def equipment(by: Unit, draft: Draft) -> Iterator[Fact]:
    """Lines of its card with their price; what is bought may take the place of its primary
    weapon."""
    places = range(len(lines(by)))
    items: Answers = tuple((item_at(by, place), priced(by, place)) for place in places)
    if not items:
        return
    yield Fact("equipment", say("equipment"), items, several=True)
    bought = draft.get("equipment")
    able = (
        [str(each) for each in bought if marker_kind(by, str(each)) == "double_arrow"]
        if isinstance(bought, tuple)
        else []
    )
    if able:
        answers: Answers = ((UNSAID, say("the printed one")), *((each, each.partition(":")[0]) for each in able))
        yield Fact("exchange", say("primary weapon"), answers, UNSAID)


def priced(by: Unit, place: int) -> Text | str:
    cost, name = by.stated("equipment", place, "cost"), lines(by)[place]
    return say("{item}, {cost}", item=name, cost=cost) if isinstance(cost, int) else name


@rule(refs.TWOGM_92)
def roles(by: Unit) -> Iterator[Fact]:
    """An aircraft that can be both flies as one of them for good."""
    if all(has(by, role) for role in ROLES):
        yield Fact("role", say("it flies as"), words(ROLES), ROLES[0])


@rule(refs.TWOGM_61, refs.TWOGM_63, refs.TWOGM_64)
def company(now: GameState, by: Unit) -> Iterator[Fact]:
    """Vehicles of this turn, or from the hand too, that take it along."""
    there = (unit for unit in now.standing(by.seat) if unit.count("deployed_turn") == now.turn)
    near = (unit for unit in (*playable(now, by.seat), *there) if unit.id != by.id)
    able = one_of_each(unit for unit in near if not wrong_company(now, UnitDeployment(by.id, carrier=unit.id)))
    if able:
        yield Fact("carrier", say("comes with"), ((UNSAID, say("by itself")), *named(able)), UNSAID, place="last")


@rule(refs.TWOGM_36, refs.TWOGM_64)
def square(now: GameState, by: Unit) -> Iterator[Fact]:
    """Free squares of the row next to the HQ, for who keeps the map in the app."""
    if is_a(by, "air"):
        return
    free = tuple((n, letter(n)) for n in range(1, COLUMNS + 1) if not on_square(now, 1, n, by.seat))
    yield Fact("column", say("column"), ((UNSAID, say("not said")), *free), UNSAID, place="last")
    yield Fact("terrain", say("terrain"), words(GROUNDS), GROUNDS[0], place="last")


def waiting_cards(now: GameState, seat: int) -> Iterator[Unit]:
    """Cards that are played, as far as the deck is on the list."""
    return (unit for unit in playable(now, seat) if is_card(unit))


def one_of_each(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Of cards of one title the first; in the order of their titles."""
    found = {title(unit): unit for unit in reversed(tuple(units))}
    return tuple(found[name] for name in sorted(found))


def title(card: Unit) -> str:
    """What is printed on it, without the number that tells it from others."""
    return str(card.stated("name") or card.name)


@rule(refs.TWOGM_09, refs.TWOGM_64)
def situation_of(_now: GameState, draft: Draft) -> Map[Value]:
    """A deployment; what is not said is left out."""
    found = {name: value for name, value in draft.items() if value != UNSAID}
    cards = found.pop("support", ())
    chosen = tuple(pairs(name=card) for card in cards) if isinstance(cards, tuple) else ()
    return Map({**found, "support": chosen} if chosen else found)


def draft_of(_args: Map[Value]) -> Draft:
    """Every card comes once."""
    return Map()


DEPLOY = DeedPlan("deploy", "unit", facts=facts, situation=situation_of, draft=draft_of)


# A support card


@rule(refs.TWOGM_09, refs.TWOGM_12)
def facts_of_card(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Which card, what it is, whom it is for or on, and what it costs where it says X."""
    seat = now.unit(str(draft["unit"])).seat
    card = card_of(now, draft)
    if not is_card(now.unit(str(draft["unit"]))) and (waiting := one_of_each(waiting_cards(now, seat))):
        yield Fact("card", say("card"), tuple((each.id, title(each)) for each in waiting), waiting[0].id)
    usual = kind_of(card) if card else KINDS[0]
    yield Fact("kind", say("kind"), words(KINDS), usual)
    kind = draft.get("kind", usual)
    if kind == "promotion":
        yield Fact("promotion", say("promotion"), words(PROMOTIONS), PROMOTIONS[0])
    if kind in ("promotion", "equipment", "special") and is_card(now.unit(str(draft["unit"]))):
        yield Fact("for", say("for whom"), with_nobody(on_board(now, seat)), UNSAID)
    if kind in ("equipment", "special"):
        yield Fact("on", say("against whom"), with_nobody(on_board(now, 1 - seat)), UNSAID)
        stays = bool(card and card.stated("permanent"))
        yield Fact("permanent", say("it stays"), ((False, say("no")), (True, say("yes"))), stays)
    if card and card.stated("cost") == "X" and not isinstance(card.stated("playing_cost"), int):
        yield Fact("cost", say("cost"), preset=0, most=DEAREST)
    yield from who_pays(now, seat)


def with_nobody(units: Iterable[Unit]) -> Answers:
    return ((UNSAID, say("nobody")), *named(units))


def is_card(unit: Unit) -> bool:
    return is_a(unit, *CARDS)


def card_of(now: GameState, draft: Draft) -> Unit | None:
    """The card that was picked, or the one that is chosen for a unit."""
    picked = now.unit(str(draft["unit"]))
    return picked if is_card(picked) else now.units.get(str(draft.get("card")))


@rule(refs.TWOGM_09, refs.TWOGM_12)
def kind_of(card: Unit) -> str:
    """As far as the name of the card says it; the players know better."""
    name = key(card.stated("name"))
    if is_a(card, "general") or name == "general":
        return "general"
    return "promotion" if "promotion" in name or "veteran" in name else "supply"


def on_board(now: GameState, seat: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.standing(seat) if is_a(unit, *GROUND))


@rule(refs.TWOGM_09, refs.TWOGM_12)
def situation_of_card(now: GameState, draft: Draft) -> Map[Value]:
    """The card is found again by its name, so that the unit it is for can be told; one that is not
    on the list has its kind for a name."""
    card, found = card_of(now, draft), {name: value for name, value in draft.items() if value != UNSAID}
    own, _ = found.pop("for", draft["unit"]), found.pop("card", None)
    return Map({**found, "name": title(card) if card else str(draft["kind"]), "unit": own})


PLAY = DeedPlan("play_card", "unit", facts=facts_of_card, situation=situation_of_card, draft=draft_of)
