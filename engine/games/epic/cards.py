"""What the card of a formation states: rows of units, front to back, each with its figures,
weapons and abilities."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.games.epic.abilities import ABILITIES, ALIASES
from engine.playing.profiles import Bought, Profile, UnitProfile
from engine.values.kinds import Anything, Either, Field, Fixed, ListOf, Mistakes, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Path
from engine.values.texts import Text, say

TYPES = ("INF", "LV", "AV", "WE", "AC", "SC", "CH")
AIR_SPEEDS = ("fighter", "bomber", "fighter_bomber")
ARMIES = ("steel_legion", "orks", "space_marines")
"""Armies with rules of their own that change numbers."""
SCORE = Whole(1, 6)

WEAPON = Record(
    (
        Field("name", Word()),
        *fields(
            range=Either((Whole(0, 999), Word())),
            shots=Whole(1, 99),
            ap=SCORE,
            at=SCORE,
            aa=SCORE,
            mw=SCORE,
            tk=Either((Whole(0, 99), Word())),
            bp=Whole(0, 99),
            abilities=ListOf(Word()),
        ),
    )
)
"""Range in cm, "contact", or 15 without firepower for small arms; `mw` is a value to hit, `tk`
the damage of a hit."""
UNIT = Record(
    (
        Field("name", Word()),
        *fields(
            type=Word(TYPES),
            speed=Either((Whole(0, 999), Word(AIR_SPEEDS))),
            armour=Whole(2, 6),
            cc=Whole(2, 6),
            ff=Whole(2, 6),
            dc=Whole(1, 99),
            shields=Whole(0, 99),
            weapons=ListOf(WEAPON),
            abilities=ListOf(Word()),
            critical=Anything(),
            transport=Whole(0, 99),
        ),
    )
)
ROW = Fixed((Whole(1, 99), UNIT))
"""So many units of one card; a character's row belongs to the row before it."""


@dataclass(frozen=True, slots=True)
class Formation(Record):
    """The card of a formation; that of a single unit is a formation of one."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        single = data if isinstance(data, Mapping) and data.get("units") is None else {}
        is_alone = any(UNIT.field(key) and not self.field(key) for key in single)
        return Record.take(self, self.of_one(single) if is_alone else data, at, problems)

    def of_one(self, data: Mapping[str, object]) -> dict[str, object]:
        own = {key: value for key, value in data.items() if self.field(key)}
        return {**own, "units": [[1, {key: value for key, value in data.items() if UNIT.field(key) or key not in own}]]}


CARD = Formation(
    (
        Field("name", Word()),
        *fields(
            points=Whole(0, 9999), initiative=Whole(1, 6), strategy=Whole(0, 9), army=Word(ARMIES), units=ListOf(ROW)
        ),
    )
)


# Profiles of other programs

NUMBER = re.compile(r"([0-9]+)")
FIRE = {
    "ap": re.compile(r"\bAP\s*([1-6])\+", re.IGNORECASE),
    "at": re.compile(r"\b(?:AT|AC)\s*([1-6])\+", re.IGNORECASE),
    "aa": re.compile(r"\bAA\s*([1-6])\+", re.IGNORECASE),
    "mw": re.compile(r"\b(?:MW|MA)\s*([1-6])\+", re.IGNORECASE),
    "bp": re.compile(r"([0-9]+)\s*(?:BP|PB)\b", re.IGNORECASE),
    "shots": re.compile(r"\b([0-9]+)\s*[x×]", re.IGNORECASE),
}
"""Firepower as lists print it, in English and French: AP, AT (AC), AA, MW (MA), BP (PB), 2x."""
KILLER = re.compile(r"\b(?:TK|Titan Killer)\s*\(?\s*(D?[0-9]+)?\s*\)?", re.IGNORECASE)
EXTRA = re.compile(r"\b(?:extra attacks?|EA)\s*\(?\s*\+?\s*([0-9]*)\s*\)?", re.IGNORECASE)
READ_TYPES = {
    "inf": "INF",
    "infantry": "INF",
    "lv": "LV",
    "vl": "LV",
    "light vehicle": "LV",
    "av": "AV",
    "vb": "AV",
    "armoured vehicle": "AV",
    "we": "WE",
    "eg": "WE",
    "war engine": "WE",
    "ac": "AC",
    "aircraft": "AC",
    "sc": "SC",
    "spacecraft": "SC",
    "ch": "CH",
    "character": "CH",
}


def by_profiles(formation: Bought) -> tuple[Map[Value], tuple[Text, ...]]:
    """A formation made of the profiles of another program, and what was not understood of them."""
    problems: list[Text] = []
    rows = tuple((unit.count, _unit(unit, problems)) for unit in formation.units)
    values: dict[str, Value] = {"name": formation.name, "units": rows}
    return Map(values | ({"points": formation.points} if formation.points else {})), tuple(problems)


def _unit(unit: UnitProfile, problems: list[Text]) -> Map[Value]:
    profile = unit.profile
    kind = READ_TYPES.get(profile.get("type", "unit type").strip(" .").lower())
    if kind is None:
        problems.append(say("{name}: its type is not understood", name=profile.name))
    found: dict[str, Value] = {
        "name": profile.name,
        "type": kind,
        "speed": _speed(profile.get(*HEADS["speed"])),
        "armour": _within(profile.get(*HEADS["armour"]), 2, 6),
        "cc": _within(profile.get(*HEADS["cc"]), 2, 6),
        "ff": _within(profile.get(*HEADS["ff"]), 2, 6),
        "dc": _within(profile.get(*HEADS["dc"]), 1, 99),
        "weapons": tuple(_weapon(weapon, problems) for weapon in unit.weapons),
        "abilities": _read_abilities(profile.name, profile.get("notes", "special", "abilities"), problems),
    }
    problems += _unread(profile, found)
    return Map({key: value for key, value in found.items() if value is not None})


HEADS = {
    "speed": ("speed", "move", "vitesse"),
    "armour": ("armour", "armor", "blindage", "save"),
    "cc": ("cc", "close combat", "assault"),
    "ff": ("ff", "firefight"),
    "dc": ("dc", "damage capacity"),
}
"""What the figures of a unit are called."""


def _unread(profile: Profile, found: Mapping[str, Value]) -> Iterator[Text]:
    """Figures that say something, and nothing that a card could state."""
    for key, heads in HEADS.items():
        words = profile.get(*heads)
        if found[key] is None and words.strip(" -–—") and words.lower() not in SILENT:
            yield say("{name}: “{words}” is not understood", name=profile.name, words=f"{heads[0]} {words[:40]}")


def _within(text: str, least: int, most: int) -> int | None:
    found = NUMBER.search(text)
    return int(found[1]) if found and len(found[1]) < 4 and least <= int(found[1]) <= most else None


def _speed(text: str) -> Value:
    plain = text.lower()
    flying = next((word for word in ("fighter-bomber", "fighter", "bomber") if word in plain), "")
    return flying.replace("-", "_") if flying else _within(plain, 0, 999)


def _weapon(profile: Profile, problems: list[Text]) -> Map[Value]:
    reach, fire = profile.get("range", "portée"), profile.get("firepower", "fire power", "puissance de feu", "effect")
    notes = ", ".join(filter(None, (fire, profile.get("notes", "special", "abilities"))))
    found: dict[str, Value] = {"name": profile.name, "range": _reach(reach, fire)}
    for key, pattern in FIRE.items():
        if (hit := pattern.search(fire)) and len(hit[1]) < 3:
            found[key] = int(hit[1])
    if killer := KILLER.search(notes):
        found["tk"] = _damage(killer[1] or "1")
    if not reach and not fire:
        problems.append(say("{name}: a profile without range or firepower", name=profile.name))
    found["abilities"] = _read_abilities(profile.name, notes, problems)
    return Map({key: value for key, value in found.items() if value is not None})


def _damage(text: str) -> Value:
    return int(text) if text.isdecimal() else text.upper()


def _reach(text: str, fire: str) -> Value:
    plain = text.lower()
    if "unlimited" in plain or "illimit" in plain:
        return "unlimited"
    if (number := _within(plain, 0, 999)) is not None:
        return number
    is_touching = any(word in plain for word in ("bc", "base", "contact", "assault"))
    return (
        "contact" if is_touching or "assault weapon" in fire.lower() else 15 if "small arms" in fire.lower() else None
    )


def _read_abilities(owner: str, text: str, problems: list[Text]) -> tuple[str, ...]:
    """Abilities by any of their names; what is left over is a problem."""
    found: list[str] = []
    for extra in EXTRA.finditer(text):
        found.append(f"extra_attacks:{extra[1] or 1}")
    rest = KILLER.sub("", EXTRA.sub("", text))
    for pattern in FIRE.values():
        rest = pattern.sub("", rest)
    for part in re.split(r"[,;/()\n]|\.\s", rest):
        word = part.strip(" .+-–")
        key = re.sub(r"[^a-z]+", "_", word.lower()).strip("_")
        name = ALIASES.get(key, key)
        if name in ABILITIES:
            found.append(name)
        elif key and name not in SILENT and not word.isdecimal():
            problems.append(say("{name}: “{words}” is not understood", name=owner, words=word[:60]))
    return tuple(dict.fromkeys(found))


SILENT = ("small_arms", "assault_weapons", "assault_weapon", "and", "or", "x", "none", "cm", "n/a")
"""Words of profiles that say nothing more than their range."""
