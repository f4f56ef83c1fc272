"""Questions that run, for people and for tests. Sherman and Panzer: the cards printed in the
rulebook."""

from collections.abc import Mapping

from engine.playing.opening import Example
from engine.values.maps import EMPTY

SHERMAN = {
    "name": "M4A1 Sherman",
    "side": "allies",
    "nation": "United States",
    "type": "vehicle",
    "subtypes": ["tank"],
    "year": 1942,
    "cost": 21,
    "speed": 4,
    "defense": [5, 4],
    "soldiers": [9, 9, 7],
    "vehicles": [13, 11, 9],
}
PANZER = {
    "name": "Panzer IV Ausf. G",
    "side": "axis",
    "nation": "Germany",
    "type": "vehicle",
    "subtypes": ["tank"],
    "year": 1942,
    "cost": 30,
    "speed": 3,
    "defense": [5, 3],
    "soldiers": [7, 7, 6],
    "vehicles": [15, 13, 11],
    "abilities": {"extended_range": 10},
}
RIFLEMEN = {
    "name": "Riflemen",
    "side": "axis",
    "type": "soldier",
    "cost": 4,
    "speed": 1,
    "defense": [4],
    "soldiers": [8, 6, None],
    "vehicles": [2, None, None],
}
GARAND = {**RIFLEMEN, "name": "M1 Garand", "side": "allies"}
PAK = {
    "name": "PAK 38",
    "side": "axis",
    "nation": "Germany",
    "type": "soldier",
    "subtypes": ["artillery"],
    "speed": 0,
    "defense": [3],
    "vehicles": [11, 9, 7],
}
CAPTAIN = {**RIFLEMEN, "name": "Captain", "subtypes": ["commander"], "initiative": 2}
SERGEANT = {**CAPTAIN, "name": "Sergeant", "initiative": 1}
MORTAR = {
    "seat": 0,
    "card": {
        "name": "Mortar",
        "type": "soldier",
        "subtypes": ["artillery"],
        "defense": [3],
        "soldiers": [6, 6, 6],
        "vehicles": [4, 4, 4],
        "abilities": {"blast": True},
    },
}
RIFLES = {"seat": 1, "card": RIFLEMEN}
UNITS = {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}}
TRACK = {**SHERMAN, "name": "M3 Half-Track", "defense": [2], "cost": 7, "abilities": {"transport": True}}
RIDE = {
    "track": {"seat": 0, "card": TRACK},
    "rifles": {"seat": 0, "card": GARAND},
    "rider": {"seat": 0, "card": GARAND, "state": {"aboard": "track", "where": "inside"}},
}
SAPPER = {"seat": 0, "card": {**RIFLEMEN, "name": "Sapper", "abilities": {"bridge_demolition": True}}}


def example(
    ask: str, what: str, units: Mapping[str, object] = EMPTY, situation: Mapping[str, object] = EMPTY
) -> Example:
    """A question of this game; its name says what happens."""
    parts = {"units": units, "situation": situation}
    return Example(ask, {"id": what, "game": "aam", "ask": ask, **{key: part for key, part in parts.items() if part}})


EXAMPLES = (
    example(
        "attack",
        "rulebook attack, odds",
        UNITS,
        {"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear"},
    ),
    example(
        "attack",
        "rulebook attack, rolled",
        UNITS,
        {
            "attacker": "a",
            "target": "b",
            "range": 4,
            "arc": "front",
            "terrain": "clear",
            "roll": {"attack": [6, 6, 6, 5, 4, 4, 3, 3, 3, 1, 1]},
        },
    ),
    example(
        "attack",
        "Blast into a hex with two units",
        {**UNITS, "a": MORTAR, "c": RIFLES},
        {"attacker": "a", "target": "c", "others": ["b"], "range": 2, "arc": "rear", "terrain": "town"},
    ),
    example(
        "attack",
        "two commanders, one of them disrupted",
        {**UNITS, "k": {"seat": 0, "card": CAPTAIN, "state": {"face_up": ["disrupted"]}}},
        {
            "attacker": "a",
            "target": "b",
            "range": 1,
            "arc": "rear",
            "terrain": "hill",
            "effects": [
                {"name": "Stalwart", "by": "k", "commander": True, "amount": 1},
                {"name": "Crossfire", "amount": 1},
            ],
        },
    ),
    example(
        "attacks",
        "two attackers on one ladder",
        {**UNITS, "c": {**RIFLES, "seat": 0}},
        {
            "target": "b",
            "terrain": "town",
            "attacks": [{"attacker": "a", "range": 4, "arc": "front"}, {"attacker": "c", "range": 0}],
        },
    ),
    example(
        "targets",
        "which target is best",
        {**UNITS, "c": RIFLES},
        {"attacker": "a", "targets": ["b", "c"], "range": 3, "terrain": "forest"},
    ),
    example(
        "defensive_fire",
        "a gun shoots at the rear of a passing tank",
        {"gun": {"seat": 1, "card": PAK}, "tank": {"seat": 0, "card": SHERMAN}},
        {"attacker": "gun", "target": "tank", "range": 1, "arc": "rear", "terrain": "clear"},
    ),
    example(
        "casualty",
        "two markers turn",
        {"b": {"seat": 1, "card": PANZER, "state": {"face_down": ["disrupted", "damaged"]}}},
    ),
    example("initiative", "a commander of +2", {}, {"bonus": [2, 0]}),
    example(
        "initiative",
        "the better commander is disrupted",
        {"k": {"seat": 0, "card": CAPTAIN, "state": {"face_up": ["disrupted"]}}, "l": {"seat": 0, "card": SERGEANT}},
        {"commanders": [["k", "l"], []], "roll": {"initiative": [[3, 4], [5, 3]]}},
    ),
    example(
        "move",
        "a tank over a stream into forest, past a gun that fires at the hex left",
        {"tank": {"seat": 0, "card": SHERMAN}, "gun": {"seat": 1, "card": PAK}},
        {
            "unit": "tank",
            "phase": "movement",
            "from": {"terrain": "town"},
            "steps": [
                {"into": "clear", "near": {"gun": [2, 1]}},
                {
                    "into": "forest",
                    "across": ["stream"],
                    "near": {"gun": [1, 1]},
                    "shots": [{"attacker": "gun", "at": "left"}],
                },
            ],
        },
    ),
    example(
        "move",
        "along a road, the first hex free",
        UNITS,
        {
            "unit": "a",
            "phase": "assault",
            "from": {"terrain": "clear", "road": True},
            "steps": [{"into": "marsh", "road": True}, {"into": "clear", "road": True}, {"into": "hill"}],
        },
    ),
    example(
        "vanguard",
        "a Crusader ahead of the army",
        {"a": {"card": {**SHERMAN, "name": "Crusader II", "abilities": {"vanguard": True}}}},
        {"unit": "a", "steps": [{"into": "clear"}, {"into": "hill"}, {"into": "clear"}]},
    ),
    example(
        "movement_roll",
        "two rolls for one step",
        UNITS,
        {"unit": "a", "into": "forest", "across": ["stream"], "roll": {"movement": [4, 3]}},
    ),
    example(
        "board",
        "a Soldier boards",
        {"track": RIDE["track"], "rifles": RIDE["rifles"]},
        {"unit": "rifles", "transport": "track"},
    ),
    example("dismount", "into a full hex", RIDE, {"unit": "rider", "holds": ["track", "rifles"]}),
    example("deploy", "a tank in a marsh", UNITS, {"unit": "a", "terrain": "marsh"}),
    example("setup", "the assault scenario", {}, {"answers": {"scenario": "assault", "configuration": "5"}}),
    example(
        "army",
        "a Sherman too late for 1941",
        {},
        {"cards": [SHERMAN], "scenario": "standard", "historical": True, "year": 1941},
    ),
    example("demolish", "a bridge", {"sapper": SAPPER}, {"unit": "sapper"}),
    example(
        "victory",
        "points at the end of turn 10",
        {},
        {"scenario": "standard", "turn": 10, "control": None, "points": [48, 51]},
    ),
    example("concede", "the second seat gives up", {}, {"seat": 1, "answers": {"concede": True}}),
)
