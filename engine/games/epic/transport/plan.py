"""Getting in, getting out, landing and the air assault, each on one page."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.assault import plan as assault
from engine.games.epic.formations.rows import rows
from engine.games.epic.transport.values import places_taken, room, trapped_at
from engine.games.epic.war_engines.wrecks import aboard
from engine.games.epic.words import NO, YES
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

DANGEROUS = Fact("bad_ground", say("dangerous ground"), (NO, YES), False, place="last")


def named(units: Iterator[Unit]) -> tuple[tuple[Value, Text], ...]:
    return tuple((unit.id, say("{unit}", unit=unit.name)) for unit in units)


@rule(refs.EPIC_168, refs.EPIC_214)
def without_defaults(draft: Draft) -> Map[Value]:
    """What is told only where it says something."""
    return Map({key: value for key, value in draft.items() if value not in (None, False, (), 0)})


@rule(refs.EPIC_168, refs.EPIC_214)
def passengers(now: GameState, key: str, transport: str) -> Iterator[Fact]:
    """Who of those aboard gets out: all, until the players say otherwise."""
    inside = aboard(now, transport)
    if inside:
        answers = named(now.unit(each) for each in inside)
        yield Fact(key, say("who gets out"), answers, inside, several=True)


# Landing


@rule(refs.EPIC_214)
def facts_of_landing(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Who gets out, who gets in, and the ground."""
    formation = str(draft["formation"])
    yield from passengers(now, "unload", formation)
    yield from boarders(now, draft, formation)
    yield DANGEROUS


@rule(refs.EPIC_214, refs.EPIC_167)
def boarders(now: GameState, draft: Draft, formation: str) -> Iterator[Fact]:
    """Friends on the ground for whom there is room."""
    places = room(now, formation, assault.names(draft, "unload"))
    friends = (each for each in now.standing(now.unit(formation).seat) if each.id != formation)
    able = named(each for each in friends if not is_airborne(each) and places_taken(now, each.id) <= places)
    if able:
        yield Fact("board", say("who gets in"), able, several=True, place="last")


def situation_of_landing(_: GameState, draft: Draft) -> Map[Value]:
    return without_defaults(draft)


@rule(refs.EPIC_214, refs.EPIC_215)
def draft_of_landing(args: Map[Value]) -> Draft:
    """Who is aboard is another story each time."""
    return Map({key: value for key, value in args.items() if key in ("formation", "defender", "terrain")})


# Air assault


def as_assault(draft: Draft) -> Draft:
    """The same as an assault on foot: aircraft and troops are one side."""
    troops = (*assault.names(draft, "unload"), *assault.names(draft, "drawn_in"))
    return draft.put("attacker", draft["formation"]).put("drawn_in", troops)


@rule(refs.EPIC_215)
def facts_of_air_assault(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Who gets out and the ground they land on; then as on foot, but that they have arrived."""
    yield from passengers(now, "unload", str(draft["formation"]))
    if "defender" in draft:
        yield from (fact for fact in assault.facts(now, as_assault(draft)) if fact.key != "reached")
    yield DANGEROUS


@rule(refs.EPIC_215)
def means_of_air_assault(now: GameState, draft: Draft) -> Iterator[Means]:
    yield from assault.means(now, as_assault(draft)) if "defender" in draft else ()


@rule(refs.EPIC_215)
def situation_of_air_assault(now: GameState, draft: Draft) -> Map[Value]:
    """The charge has arrived, and who got out charges along."""
    if "defender" not in draft:
        return without_defaults(draft)
    found = assault.situation_of(now, as_assault(draft)).without("attacker").without("reached")
    own = {key: draft.get(key) for key in ("formation", "unload", "drawn_in", "bad_ground")}
    return without_defaults(Map({**found, **own}))


# In and out


@rule(refs.EPIC_168, refs.EPIC_37)
def facts_of_getting_out(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Who gets out, and in a charge how many enemies touch the transport."""
    transport = str(draft["transport"])
    yield from passengers(now, "formations", transport)
    if now.unit(transport).trackers.get("order") == "engage":
        most = trapped_at(now, rows(now.unit(transport))[0].card)
        yield Fact("contacts", say("enemies in contact with it"), preset=0, most=most)


def situation_of_getting_out(_: GameState, draft: Draft) -> Map[Value]:
    return without_defaults(draft).put("formations", assault.names(draft, "formations"))


PLANS = (
    DeedPlan("embark", "formation", "transport"),
    DeedPlan(
        "disembark", "transport", facts=facts_of_getting_out, situation=situation_of_getting_out, draft=draft_of_landing
    ),
    DeedPlan("touch_down", "formation", facts=facts_of_landing, situation=situation_of_landing, draft=draft_of_landing),
    DeedPlan(
        "air_assault",
        "formation",
        "defender",
        facts_of_air_assault,
        means_of_air_assault,
        situation=situation_of_air_assault,
        draft=draft_of_landing,
    ),
)
