"""How the deeds of the game are told: miniatures by what they carry, rounds by weapon."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.games.dust import refs, words
from engine.games.dust.units import description, is_squad, living, loadout
from engine.playing.citing import rule
from engine.playing.tale import (
    BACK,
    CONCEDED,
    DAMAGE,
    DESTROYED,
    HURT,
    LOST,
    NOT_CONCEDED,
    WITHOUT_EFFECT,
    Tale,
    counted,
    destroyed,
    flagged,
    for_count,
    named,
    undecided,
    whether,
    who_begins,
)
from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, joined, say, say_many

REPAIRED = say_many("{unit} gets one hit point back", "{unit} gets {count} hit points back", 1)
THINNED = say_many("{unit} loses one miniature", "{unit} loses {count} miniatures", 1)

NO_POINTS = say_many("{unit} loses one victory point", "{unit} loses {count} victory points", 1)


@rule(refs.DUST_38, refs.DUST_180)
def fate(before: Unit, after: Unit) -> Iterator[Text]:
    """Destroyed, fewer miniatures, or hit points lost or repaired."""
    if destroyed(before, after):
        yield DESTROYED
        return
    if destroyed(after, before):
        yield say("{unit} is back in reserve")
        return
    try:
        fewer = len(living(before)) - len(living(after)) if is_squad(after) else 0
    except Unknown:
        return
    if fewer > 0:
        yield for_count(THINNED, fewer)
    yield from counted("damage", HURT, REPAIRED)(before, after)


@rule(refs.DUST_38)
def fallen(before: Unit, after: Unit) -> Iterator[Text]:
    """Miniatures off the table, and those that come back, by what they carry; equal ones
    counted."""
    was, now = living(before), living(after)
    gone = LOST, [n for n in was if n not in now]
    back = BACK, [n for n in now if n not in was]
    for text, places in (gone, back):
        for carries, count in Counter(loadout(after.card, n) for n in places).items():
            yield for_count(text, count, unit=after.name, name=description(carries))


@rule(refs.DUST_28, refs.DUST_121)
def in_vain(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """An activation with an attack that changes nothing."""
    told = [word for key in ("declared", "skills") if isinstance(held := args.get(key), tuple) for word in held]
    units = ((before.units.get(unit.id), unit) for unit in after.units.values())
    is_felt = any(was is not None and any(True for _ in fate(was, unit)) for was, unit in units)
    return None if is_felt or not {"attack", "sustained", "charge"} & {*told} else WITHOUT_EFFECT


@rule(refs.DUST_65)
def has_reacted(before: GameState, after: GameState, args: Map[Value]) -> bool:
    reactor = after.units.get(str(args.get("reactor")))
    return reactor is not None and bool(reactor.count("reacting"))


@rule(refs.DUST_143)
def is_obeyed(before: GameState, after: GameState, args: Map[Value]) -> bool:
    squad = after.units.get(str(args.get("unit")))
    return squad is None or after.seats[squad.seat].get("command") != "failed"


@rule(refs.DUST_55, refs.DUST_160)
def by_weapon(tracker: str, tell: Callable[[Value], Text]) -> Callable[[Unit, Unit], Iterator[Text]]:
    """A tracker that holds something for each weapon, told as `{weapon}`."""

    def change(before: Unit, after: Unit) -> Iterator[Text]:
        was, now = (held if isinstance(held := unit.trackers.get(tracker), Map) else Map() for unit in (before, after))
        for weapon in dict.fromkeys((*was, *now)):
            if was.get(weapon) != now.get(weapon):
                text = tell(now.get(weapon))
                yield replace(text, values=text.values.put("weapon", weapon))

    return change


@rule(refs.DUST_160)
def rounds(left: Value) -> Text:
    if left is None:
        return say("{unit}: {weapon}: all rounds again")
    count = left if isinstance(left, int) else 0
    return for_count(say_many("{unit}: {weapon}: one round left", "{unit}: {weapon}: {count} rounds left", 1), count)


@rule(refs.DUST_55)
def loading(loaded: Value) -> Text:
    return say("{unit}: {weapon}: to be reloaded") if loaded is False else say("{unit}: {weapon}: loaded")


@rule(refs.DUST_173)
def points_compared(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """The points of both sides, with those for objectives."""
    first, second = (str(sum(int(str(seat.get(key) or 0)) for key in ("points", "bonus"))) for seat in after.seats[:2])
    points = say("victory points: {first} to {second}", first=first, second=second)
    found = joined((points, still) if (still := undecided(before, after, args)) else (points,))
    return found if isinstance(found, Text) else None


TALE = Tale(
    left="models",
    deeds={
        "join": say("{hero} joins {squad}"),
        "activation": say("{unit} ({declared})"),
        "move": say("{unit} moves"),
        "attack": say("{attacker} attacks {target} with {weapon}"),
        "assault_lines": say("{attacker} attacks"),
        "reaction": say("{reactor} reacts to {enemy}"),
        "command": say("{unit} ({order})"),
        "reload": say("{unit} reloads"),
        "tank_head": say("{unit} repairs {target}"),
        "heroic_attack": say("{unit}: Heroic Attack"),
        "separate": say("{unit} leaves the pair"),
        "flame": say("{attacker} lays flames with {weapon}"),
        "self_repair": say("{unit} repairs itself"),
        "concede": CONCEDED,
    },
    results={
        "initiative": who_begins(say("{player} begins")),
        "activation": in_vain,
        "reaction": whether(has_reacted, say("the attack follows"), say("no attack")),
        "command": whether(is_obeyed, None, say("the order does not get through")),
        "victory": points_compared,
    },
    fate=fate,
    nothing={
        "concede": NOT_CONCEDED,
        **dict.fromkeys(("attack", "assault_lines"), WITHOUT_EFFECT),
        **dict.fromkeys(("tank_head", "self_repair"), say("nothing is repaired")),
    },
    hands={
        "activated": flagged(
            "activated", say("{unit}: turn the card, activated"), say("{unit}: turn the card straight")
        ),
        "alive": fallen,
        "damage": DAMAGE,
        "ammo": by_weapon("ammo", rounds),
        "loaded": by_weapon("loaded", loading),
        "joined": named("joined", say("{unit}: beside {other}, they are one now"), say("{unit}: on its own again")),
        "cover": named("cover", say("{unit}: cover: {value}"), say("{unit}: no cover any more"), words.WORDS),
        "heroic": flagged(
            "heroic", say("{unit}: Heroic Attack, no damage this round"), say("{unit}: the Heroic Attack is over")
        ),
        "all_in": flagged("all_in", say("{unit}: All In One, twice the dice"), say("{unit}: All In One is over")),
        "raging": flagged(
            "raging", say("{unit}: Berserk, misses are rolled once more"), say("{unit}: Berserk is over")
        ),
    },
    models="alive",
    side=counted(
        "points", say_many("{unit} scores one victory point", "{unit} scores {count} victory points", 1), NO_POINTS
    ),
)
