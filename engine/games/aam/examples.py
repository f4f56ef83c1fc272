"""Questions that run, for people and for tests. Sherman and Panzer: the cards printed in the
rulebook."""

from engine.playing.rules import Example

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
    "rifles": {"seat": 0, "card": RIFLEMEN},
    "rider": {"seat": 0, "card": RIFLEMEN, "state": {"aboard": "track", "where": "inside"}},
}
SAPPER = {"seat": 0, "card": {**RIFLEMEN, "name": "Sapper", "abilities": {"bridge_demolition": True}}}

EXAMPLES = (
    Example(
        "attack",
        {
            "id": "rulebook attack, odds",
            "game": "aam",
            "ask": "attack",
            "units": UNITS,
            "situation": {"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear"},
        },
    ),
    Example(
        "attack",
        {
            "id": "rulebook attack, rolled",
            "game": "aam",
            "ask": "attack",
            "units": UNITS,
            "situation": {
                "attacker": "a",
                "target": "b",
                "range": 4,
                "arc": "front",
                "terrain": "clear",
                "roll": {"attack": [6, 6, 6, 5, 4, 4, 3, 3, 3, 1, 1]},
            },
        },
    ),
    Example(
        "attack",
        {
            "id": "Blast into a hex with two units",
            "game": "aam",
            "ask": "attack",
            "units": {**UNITS, "a": MORTAR, "c": RIFLES},
            "situation": {
                "attacker": "a",
                "target": "c",
                "others": ["b"],
                "range": 2,
                "arc": "rear",
                "terrain": "town",
            },
        },
    ),
    Example(
        "attack",
        {
            "id": "two commanders, one of them disrupted",
            "game": "aam",
            "ask": "attack",
            "units": {**UNITS, "k": {"seat": 0, "card": CAPTAIN, "state": {"face_up": ["disrupted"]}}},
            "situation": {
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
        },
    ),
    Example(
        "attacks",
        {
            "id": "two attackers on one ladder",
            "game": "aam",
            "ask": "attacks",
            "units": {**UNITS, "c": {**RIFLES, "seat": 0}},
            "situation": {
                "target": "b",
                "terrain": "town",
                "attacks": [{"attacker": "a", "range": 4, "arc": "front"}, {"attacker": "c", "range": 0}],
            },
        },
    ),
    Example(
        "targets",
        {
            "id": "which target is best",
            "game": "aam",
            "ask": "targets",
            "units": {**UNITS, "c": RIFLES},
            "situation": {"attacker": "a", "targets": ["b", "c"], "range": 3, "terrain": "forest"},
        },
    ),
    Example(
        "defensive_fire",
        {
            "id": "a gun shoots at the rear of a passing tank",
            "game": "aam",
            "ask": "defensive_fire",
            "units": {"gun": {"seat": 1, "card": PAK}, "tank": {"seat": 0, "card": SHERMAN}},
            "situation": {"attacker": "gun", "target": "tank", "range": 1, "arc": "rear", "terrain": "clear"},
        },
    ),
    Example(
        "casualty",
        {
            "id": "two markers turn",
            "game": "aam",
            "ask": "casualty",
            "units": {"b": {"seat": 1, "card": PANZER, "state": {"face_down": ["disrupted", "damaged"]}}},
        },
    ),
    Example(
        "initiative", {"id": "a commander of +2", "game": "aam", "ask": "initiative", "situation": {"bonus": [2, 0]}}
    ),
    Example(
        "initiative",
        {
            "id": "the better commander is disrupted",
            "game": "aam",
            "ask": "initiative",
            "units": {
                "k": {"seat": 0, "card": CAPTAIN, "state": {"face_up": ["disrupted"]}},
                "l": {"seat": 0, "card": SERGEANT},
            },
            "situation": {"commanders": [["k", "l"], []], "roll": {"initiative": [[3, 4], [5, 3]]}},
        },
    ),
    Example(
        "move",
        {
            "id": "a tank over a stream into forest, past a gun that fires at the hex left",
            "game": "aam",
            "ask": "move",
            "units": {"tank": {"seat": 0, "card": SHERMAN}, "gun": {"seat": 1, "card": PAK}},
            "situation": {
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
        },
    ),
    Example(
        "move",
        {
            "id": "along a road, the first hex free",
            "game": "aam",
            "ask": "move",
            "units": UNITS,
            "situation": {
                "unit": "a",
                "phase": "assault",
                "from": {"terrain": "clear", "road": True},
                "steps": [{"into": "marsh", "road": True}, {"into": "clear", "road": True}, {"into": "hill"}],
            },
        },
    ),
    Example(
        "vanguard",
        {
            "id": "a Crusader ahead of the army",
            "game": "aam",
            "ask": "vanguard",
            "units": {"a": {"card": {**SHERMAN, "name": "Crusader II", "abilities": {"vanguard": True}}}},
            "situation": {"unit": "a", "steps": [{"into": "clear"}, {"into": "hill"}, {"into": "clear"}]},
        },
    ),
    Example(
        "movement_roll",
        {
            "id": "two rolls for one step",
            "game": "aam",
            "ask": "movement_roll",
            "units": UNITS,
            "situation": {"unit": "a", "into": "forest", "across": ["stream"], "roll": {"movement": [4, 3]}},
        },
    ),
    Example(
        "board",
        {
            "id": "a Soldier boards",
            "game": "aam",
            "ask": "board",
            "units": {"track": RIDE["track"], "rifles": RIDE["rifles"]},
            "situation": {"unit": "rifles", "transport": "track"},
        },
    ),
    Example(
        "dismount",
        {
            "id": "into a full hex",
            "game": "aam",
            "ask": "dismount",
            "units": RIDE,
            "situation": {"unit": "rider", "holds": ["track", "rifles"]},
        },
    ),
    Example(
        "deploy",
        {
            "id": "a tank in a marsh",
            "game": "aam",
            "ask": "deploy",
            "units": UNITS,
            "situation": {"unit": "a", "terrain": "marsh"},
        },
    ),
    Example(
        "setup",
        {
            "id": "the assault scenario",
            "game": "aam",
            "ask": "setup",
            "situation": {"answers": {"scenario": "assault", "configuration": "5"}},
        },
    ),
    Example(
        "army",
        {
            "id": "a Sherman too late for 1941",
            "game": "aam",
            "ask": "army",
            "situation": {"cards": [SHERMAN], "scenario": "standard", "historical": True, "year": 1941},
        },
    ),
    Example(
        "demolish",
        {
            "id": "a bridge",
            "game": "aam",
            "ask": "demolish",
            "units": {"sapper": SAPPER},
            "situation": {"unit": "sapper"},
        },
    ),
    Example(
        "victory",
        {
            "id": "points at the end of turn 10",
            "game": "aam",
            "ask": "victory",
            "situation": {"scenario": "standard", "turn": 10, "control": None, "points": [48, 51]},
        },
    ),
    Example(
        "concede",
        {
            "id": "the second seat gives up",
            "game": "aam",
            "ask": "concede",
            "situation": {"seat": 1, "answers": {"concede": True}},
        },
    ),
)
