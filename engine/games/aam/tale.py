"""How the deeds of the game are told: in the words of its markers, in the order of its casualty
phase."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.games.aam import refs
from engine.games.aam.movement.memory import journey
from engine.games.aam.victory import what_decided
from engine.games.aam.words import WORDS
from engine.playing.citing import rule
from engine.playing.rules import PLAYERS
from engine.playing.tale import (
    CONCEDED,
    DESTROYED,
    NOT_CONCEDED,
    WITHOUT_EFFECT,
    Tale,
    counted,
    destroyed,
    flagged,
    named,
    whether,
    who_begins,
)
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

TAKE_OFF = say("{unit}: take {marker} off")
TURN_UP = say("{unit}: turn {marker} face up")
LAY_UP = say("{unit}: lay {marker} face up")
LAY_DOWN = say("{unit}: lay {marker} face down")
LAID_UP = {
    ("disrupted",): say("{unit} is disrupted"),
    ("damaged",): say("{unit} is damaged"),
    ("damaged", "disrupted"): say("{unit} is disrupted and damaged"),
}
LAID_DOWN = {
    ("disrupted",): say("{unit} will be disrupted"),
    ("damaged",): say("{unit} will be damaged"),
    ("damaged", "disrupted"): say("{unit} will be disrupted and damaged"),
}
"""What markers that are laid mean together: face up now, face down in the casualty phase."""


@rule(refs.AAM_24, refs.AAM_66, refs.AAM_82)
def fate(before: Unit, after: Unit) -> Iterator[Text]:
    """By the markers that were laid: until the casualty phase a unit marked Destroyed face down
    acts, so only then it is gone."""
    was_down, down = Counter(before.marks("face_down")), Counter(after.marks("face_down"))
    was_up, up = Counter(before.marks("face_up")), Counter(after.marks("face_up"))
    marked, struck = down - was_down, up - was_up - (was_down - down)
    if destroyed(before, after):
        yield DESTROYED
    elif "destroyed" in marked:
        yield say("{unit} will be destroyed")
    elif text := LAID_UP.get(tuple(sorted(struck))) or LAID_DOWN.get(tuple(sorted(marked))):
        yield text


@rule(refs.AAM_25, refs.AAM_58)
def markers(before: Unit, after: Unit) -> Iterator[Text]:
    """In the order of the casualty phase: old markers off, those that lay face down over; then
    what is laid."""
    was_up, up = Counter(before.marks("face_up")), Counter(after.marks("face_up"))
    was_down, down = Counter(before.marks("face_down")), Counter(after.marks("face_down"))
    turned = (was_down - down) & up
    gone = (was_up + turned - up) + (was_down - down - turned)
    rows = ((TAKE_OFF, gone), (TURN_UP, turned), (LAY_UP, up - was_up - turned), (LAY_DOWN, down - was_down))
    for text, marks in rows:
        yield from (replace(text, values=Map({"unit": after.name, "marker": WORDS[mark]})) for mark in marks.elements())


@rule(refs.AAM_58)
def markers_face_down(before: Unit, after: Unit) -> Iterator[Text]:
    """Told with those face up where these change too."""
    is_told = before.marks("face_up") != after.marks("face_up")
    return iter(()) if is_told else markers(before, after)


@rule(refs.AAM_101)
def is_bridge_gone(before: GameState, after: GameState, _: Map[Value]) -> bool:
    return before.trackers.get("bridges_destroyed") != after.trackers.get("bridges_destroyed")


@rule(refs.AAM_07)
def who_deploys_first(_: GameState, after: GameState, __: Map[Value]) -> Text | None:
    """Who has to deploy first, by the coin or by the scenario."""
    first = after.trackers.get("deploys_first")
    return say("{player} deploys first", player=f"@{PLAYERS.index(str(first))}") if first in PLAYERS else None


@rule(refs.AAM_39, refs.AAM_82)
def stopped(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """A move that a roll or defensive fire has ended; where other units were hit too, the plain
    sentence tells of all."""
    mover = after.unit(str(args["unit"]))
    if journey(after).has_failed and journey(after).made:
        return say("{unit} moves, then fails a movement roll and stops", unit=mover.name)
    if journey(after).has_failed:
        return say("{unit} fails its movement roll and stays where it is", unit=mover.name)
    changed = [unit for unit in after.units.values() if before.units.get(unit.id) is not unit]
    hit = [unit for unit in changed if any(fate(before.units.get(unit.id, unit), unit))]
    if hit == [mover] and not mover.gone:
        return say("{unit} is stopped by defensive fire and disrupted", unit=mover.name)
    return None


@rule(refs.AAM_39)
def rolled_alone(_: GameState, after: GameState, args: Map[Value]) -> Text:
    """A movement roll that was asked for by itself."""
    name = after.unit(str(args["unit"])).name
    if journey(after).made:
        return say("{unit} enters the hex", unit=name)
    return say("{unit} fails its movement roll and stays where it is", unit=name)


TALE = Tale(
    deeds={
        "deploy": say("{unit} deploys"),
        "vanguard": say("{unit} moves before the first turn"),
        "move": say("{unit} moves"),
        "movement_roll": say("{unit}: movement roll"),
        "board": say("{unit} boards {transport}"),
        "dismount": say("{unit} leaves its transport"),
        "attack": say("{attacker} attacks {target}"),
        "attacks": say("several attacks at {target}"),
        "defensive_fire": say("{attacker} fires defensively at {target}"),
        "demolish": say("{unit} at the bridge"),
        "concede": CONCEDED,
    },
    results={
        "initiative": who_begins(say("{player} is the first player")),
        "setup": who_deploys_first,
        "demolish": whether(is_bridge_gone, say("the bridge is destroyed"), say("the bridge holds")),
        "victory": what_decided,
    },
    retold={"move": stopped, "vanguard": stopped, "movement_roll": rolled_alone},
    fate=fate,
    nothing=dict.fromkeys(("attack", "attacks", "defensive_fire"), WITHOUT_EFFECT)
    | {"casualty": say("no losses"), "concede": NOT_CONCEDED},
    hands={
        "face_up": markers,
        "face_down": markers_face_down,
        "aboard": named("aboard", say("{unit}: aboard {other}"), say("{unit}: out of its transport")),
        "kept_down": flagged(
            "kept_down", say("{unit}: kept down by Covering Fire"), say("{unit}: no longer kept down by Covering Fire")
        ),
        "bridges_destroyed": counted(
            "bridges_destroyed",
            say_many("take a bridge off the map", "take {count} bridges off the map", 1),
            say_many("put a bridge back on the map", "put {count} bridges back on the map", 1),
        ),
    },
    order=("none", "disrupted", "damaged", "stands", "destroyed", "ahead", "any"),
    told_by={"where": ("aboard",)},
)
