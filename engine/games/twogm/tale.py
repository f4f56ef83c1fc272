"""How the deeds of the game are told: damage and suppression, markers as they lie, squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.twogm import refs
from engine.games.twogm.markers.equipment import marker_on
from engine.games.twogm.markers.smoke import kinds_on
from engine.games.twogm.shooting.procedure import aim
from engine.games.twogm.shooting.prompts import no_penetration
from engine.games.twogm.shooting.situation import DeclaredShot
from engine.games.twogm.shooting.values import can_pierce
from engine.games.twogm.units import letter
from engine.games.twogm.words import WORDS
from engine.playing.citing import rule
from engine.playing.tale import (
    CONCEDED,
    DAMAGE,
    DESTROYED,
    HURT,
    NOT_CONCEDED,
    WITHOUT_EFFECT,
    Tale,
    counted,
    destroyed,
    flagged,
    for_count,
    named,
    undecided,
    who_begins,
)
from engine.values.maps import EMPTY, Map, Value
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

HEALED = say_many("{unit} gets one point of life back", "{unit} gets {count} points of life back", 1)


@rule(refs.TWOGM_74, refs.TWOGM_75)
def fate(before: Unit, after: Unit) -> Iterator[Text]:
    """Destroyed; else damage or care, and suppression."""
    if destroyed(before, after):
        yield DESTROYED
        return
    yield from counted("damage", HURT, HEALED)(before, after)
    if after.count("suppressed") and not before.count("suppressed"):
        yield say("{unit} is suppressed")


def weapons_used(unit: Unit) -> tuple[str, ...]:
    """The places of the weapons that a unit has fired, in their order."""
    return tuple(each for each in unit.marks("fired_with") if each != "assault")


@rule(refs.TWOGM_71)
def unpierced(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """Why a shot came to nothing without a die: its penetration does not reach the armour."""
    shot = situation_from(DeclaredShot, args)
    used, before_it = (weapons_used(state.unit(shot.attacker)) for state in (after, before))
    told = aim(after, shot)
    aimed = told if used == before_it else replace(told, place=int(used[-1]))
    if can_pierce(after, aimed):
        return None
    return say("without effect, {why}", why=no_penetration(after, aimed).why)


@rule(refs.TWOGM_37)
def new_row(_: Unit, after: Unit) -> Iterator[Text]:
    """The square where its column is known, else the row."""
    row, column = after.count("row"), after.count("column")
    if row and column:
        yield say("{unit}: to {square}", unit=after.name, square=f"{letter(column)}{row}")
    elif row:
        yield say("{unit}: to row {row}", unit=after.name, row=row)


@rule(refs.TWOGM_23)
def new_column(before: Unit, after: Unit) -> Iterator[Text]:
    """The square; without a row the column."""
    column = after.count("column")
    if column and not after.count("row"):
        yield say("{unit}: to column {column}", unit=after.name, column=letter(column))
    else:
        yield from new_row(before, after)


@rule(refs.TWOGM_14, refs.TWOGM_15)
def marker_turned(before: Unit, after: Unit) -> Iterator[Text]:
    """Equipment markers as they lie: which face is up, upright or tilted."""
    old, new = (
        markers if isinstance(markers := unit.trackers.get("markers"), Map) else EMPTY for unit in (before, after)
    )
    for item in dict.fromkeys((*old, *new)):
        was, now = (_lies(unit, markers, item) for unit, markers in ((before, old), (after, new)))
        if was == now:
            continue
        face, is_tilted = now
        if not face:
            yield say("{unit}: take the marker {marker} off", unit=after.name, marker=item)
        elif is_tilted:
            yield say("{unit}: marker {marker}: {face}, tilted", unit=after.name, marker=item, face=WORDS[face])
        else:
            yield say("{unit}: marker {marker}: {face}, upright", unit=after.name, marker=item, face=WORDS[face])


def _lies(unit: Unit, markers: Map[Value], item: str) -> tuple[str, bool]:
    """The face of a marker that lies there, and whether it is tilted."""
    here = marker_on(unit, item)
    return (here.face, here.tilted) if item in markers else ("", False)


@rule(refs.TWOGM_191)
def smoke(before: Unit, after: Unit) -> Iterator[Text]:
    """Smoke by its kinds."""
    was, now = kinds_on(before), kinds_on(after)
    for kind in (kind for kind in now if kind not in was):
        yield say("{unit}: lay smoke of a shell") if kind == "shell" else say("{unit}: lay a Smoke Screen")
    for kind in (kind for kind in was if kind not in now):
        yield (
            say("{unit}: take the smoke of a shell off")
            if kind == "shell"
            else say("{unit}: take the Smoke Screen off")
        )


@rule(refs.TWOGM_09)
def support(before: Unit, after: Unit) -> Iterator[Text]:
    """Support cards by their names."""
    was, now = _cards(before), _cards(after)
    yield from (say("{unit}: lay the card {card} beside it", card=card) for card in now if card not in was)
    yield from (say("{unit}: discard the card {card}", card=card) for card in was if card not in now)


def _cards(unit: Unit) -> tuple[str, ...]:
    held = unit.trackers.get("support")
    rows = held if isinstance(held, tuple) else ()
    return tuple(str(row.get("name")) for row in rows if isinstance(row, Map))


@rule(refs.TWOGM_60)
def at_cover(before: Unit, after: Unit) -> Iterator[Text]:
    """Behind the vehicle that is named, or behind one."""
    behind = after.trackers.get("at_cover")
    if isinstance(behind, str):
        yield say("{unit}: At Cover behind {other}", other=behind)
    else:
        yield say("{unit}: At Cover") if behind else say("{unit}: no longer At Cover")


DRAWN = say_many("{unit} draws one card", "{unit} draws {count} cards", 1)
DISCARDED = say_many("{player} discards one card", "{player} discards {count} cards", 1)


@rule(refs.TWOGM_33, refs.TWOGM_45)
def draws(before: Unit, after: Unit) -> Iterator[Text]:
    """The cards that a side takes from its deck, once there is one."""
    (was, _), (now, held) = (_piles(unit.trackers.get("cards")) for unit in (before, after))
    count = held if was is None else was - (now or 0)
    if now is not None and count > 0:
        yield for_count(DRAWN, count)


@rule(refs.TWOGM_78)
def discarded(before: GameState, after: GameState, _: Map[Value]) -> Text | None:
    """How many cards the hand is cut down by."""
    had, held = (_piles(now.seats[before.seat].get("cards"))[1] for now in (before, after))
    return for_count(DISCARDED, had - held, player=f"@{before.seat}") if had > held else None


def _piles(cards: Value) -> tuple[int | None, int]:
    """How many cards the deck holds, None before it is shuffled, and how many the hand."""
    deck, hand = (cards.get(each) for each in ("deck", "hand")) if isinstance(cards, Map) else (None, None)
    return deck if isinstance(deck, int) else None, hand if isinstance(hand, int) else 0


POINTS_MORE = say_many(
    "{unit}: one action point more, {total} in all", "{unit}: {count} action points more, {total} in all", 1
)
POINTS_LESS = say_many(
    "{unit}: one action point less, {total} left", "{unit}: {count} action points less, {total} left", 1
)
FOR_THE_GENERAL = say_many(
    "{unit}: one action point more for the General, {total} in all",
    "{unit}: {count} action points more for the General, {total} in all",
    1,
)
FROM_THE_GENERAL = say_many(
    "{unit}: one action point less for the General, {total} left",
    "{unit}: {count} action points less for the General, {total} left",
    1,
)
TALE = Tale(
    deeds={
        "lay_terrain": say("{seat} lays {name}"),
        "opening_hand": say("{seat} draws an opening hand"),
        "name_hand": say("{seat} names cards in hand"),
        "move": say("{unit} moves"),
        "cover_move": say("{unit} moves behind {vehicle}"),
        "swap": say("{unit} and {other} change places"),
        "unload": say("{unit} unloads"),
        "deploy": say("{unit} is deployed"),
        "play_card": say("card played: {name}"),
        "place_terrain": say("{terrain} is laid"),
        "shot": say("{attacker} shoots at {target}"),
        "shots": say("shots one after another"),
        "assault": say("{assaulter} assaults {target}"),
        "mount": say("{unit} mounts {item}"),
        "dismount": say("{unit} takes {item} down"),
        "lay_smoke": say("{unit} lays smoke"),
        "care": say("{unit} cares for {target}"),
        "clear": say("{unit} clears {terrain}"),
        "air": say("air attack on {target}"),
        "concede": CONCEDED,
    },
    results={
        **dict.fromkeys(("opening", "bid"), who_begins(say("{player} is the first player"))),
        "victory": undecided,
        "shot": unpierced,
        "discard": discarded,
    },
    fate=fate,
    side=draws,
    nothing=dict.fromkeys(("shot", "shots", "air"), WITHOUT_EFFECT) | {"concede": NOT_CONCEDED},
    hands={
        "damage": DAMAGE,
        "suppressed": flagged(
            "suppressed", say("{unit}: lay a suppression marker"), say("{unit}: take the suppression marker off")
        ),
        "smoke": smoke,
        "at_cover": at_cover,
        "prone": flagged(
            "prone", say("{unit}: lay the marker Hit the Dirt"), say("{unit}: take the marker Hit the Dirt off")
        ),
        "row": new_row,
        "column": new_column,
        "in": named("in", say("{unit}: into {other}"), say("{unit}: out into the open")),
        "markers": marker_turned,
        "role": named("role", say("{unit}: flies as {value}"), say("{unit}: flies no more"), WORDS),
        "support": support,
        "promotion": named("promotion", say("{unit}: lay {value}"), say("{unit}: no promotion any more"), WORDS),
        "ruins": flagged("ruins", say("{unit}: turn it over, it is ruins"), say("{unit}: it stands again")),
        "rode": flagged("rode", say("{unit}: Mounted, one square more"), say("{unit}: no longer Mounted")),
        "assaulting": named(
            "assaulting", say("{unit}: assault on {other} declared"), say("{unit}: no assault any more")
        ),
        "ap": counted("ap", POINTS_MORE, POINTS_LESS),
        "ap_general": counted("ap_general", FOR_THE_GENERAL, FROM_THE_GENERAL),
        "general": named("general", say("{unit}: lay the General {value}"), say("{unit}: no General any more")),
    },
    order=("nothing", "hit", "critical", "survives", "shot_down", "failed", "target_destroyed", "assaulter_destroyed"),
    told_by={"column": ("row",)},
)
