"""Dice, and what a unit's state holds."""

import re

from engine.games.dust.refs import DUST_08, DUST_38, DUST_39, DUST_69, DUST_160, DUST_161, DUST_180
from engine.kinds import Flag, ListOf, MapOf, Whole, Word
from engine.maps import Map
from engine.model import Die, GameState, Unit
from engine.rules import Reading, Tracker
from engine.texts import say

FACES = ("hit", "hit", "miss", "miss", "miss", "miss")
HITS = Die("dust", (1, 1, 0, 0, 0, 0), FACES)
MISSES = Die("dust", (0, 0, 1, 1, 1, 1), FACES)
"""Two faces of six are hits (DUST-01); on the second die it is the blank that counts, as for hard cover."""

COVERS = ("none", "soft", "hard")
WORDS = {
    "hit": say("hit"), "miss": say("miss"), "none": say("none"), "soft": say("soft cover"), "hard": say("hard cover"),
    "table": say("on the board"), "destroyed": say("destroyed"), "reserve": say("in reserve"), "inside": say("inside"),
    "move": say("move"), "attack": say("attack"), "skill": say("skill"), "nothing": say("nothing"),
    "sustained": say("sustained attack"), "reactionWindow": say("moment of reactive fire"),
    "afterFirst": say("after any first action"), "withMove": say("when one action is a move"),
    "listed": say("as the source lists"),
}

TRACKERS = (
    Tracker("activated", Flag(), say("activated"), DUST_08, lasts="turn"),
    Tracker("moved", Flag(), say("moved"), DUST_161, lasts="turn", physical=False),
    Tracker("lost", ListOf(Whole(0, 99)), say("miniatures lost"), DUST_38),
    Tracker("damage", Whole(0, 99), say("damage"), DUST_180),
    Tracker("spent", MapOf(Whole(0, 99)), say("ammunition spent"), DUST_160),
    Tracker("cover", Word(COVERS), say("cover"), DUST_39, default="none"),
    Tracker("where", Word(("table", "destroyed", "reserve", "inside")), say("place"), DUST_180, default="table"),
)

READINGS = (
    Reading("reactionWindow", ("afterFirst", "withMove", "listed"),
            say("reactive fire: after any first action, only when one action is a move, or only where the source lists it"),
            DUST_69),
)


def is_squad(unit: Unit) -> bool:
    return unit.word("kind") == "squad"


def living(unit: Unit) -> tuple[int, ...]:
    """The miniatures still there; a walker or a lone hero is its own only one."""
    models = unit.stated("models")
    lost = unit.trackers.get("lost") or ()
    return tuple(n for n in range(len(models) if isinstance(models, tuple) else 1) if n not in lost)  # type: ignore[operator]


def carries(unit: Unit, model: int) -> tuple[str, ...]:
    weapons = unit.stated("models", model, "weapons")
    return tuple(map(str, weapons)) if isinstance(weapons, tuple) else ()


def bearers(unit: Unit, weapon: str) -> int:
    """Living miniatures that carry a weapon; without miniatures the unit carries all its lines once (DUST-30)."""
    if unit.stated("models") is None:
        return 1
    return sum(weapon in carries(unit, model) for model in living(unit))


def lines(unit: Unit) -> tuple[str, ...]:
    weapons = unit.stated("weapons")
    return tuple(weapons) if isinstance(weapons, Map) else ()


def value_against(shooter: Unit, weapon: str, target: Unit) -> tuple[int, int] | None:
    """Dice and damage in the column of the target's armour class; None for a dash (DUST-31)."""
    told = re.fullmatch(r"(\d+)/(\d+)", str(shooter.stated("weapons", weapon, "values", target.word("armor"))))
    return (int(told[1]), int(told[2])) if told else None


def reaches(shooter: Unit, weapon: str, squares: int) -> bool:
    """A plain number is the farthest square; C is the next one, U has no end (DUST-32)."""
    told = str(shooter.stated("weapons", weapon, "range"))
    return told == "U" or squares <= (int(told) if told.isdecimal() else 1)


def ready_to_react(now: GameState, actor: Unit) -> tuple[Unit, ...]:
    """Enemy units not yet activated with a line that can hurt the actor; range and sight are for the table (DUST-64)."""
    return tuple(unit for unit in now.standing(1 - actor.seat)
                 if not unit.count("activated") and any(value_against(unit, weapon, actor) for weapon in lines(unit)))
