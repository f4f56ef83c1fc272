"""Questions that run, for people and for tests. Training cards: names and figures of our own."""

from engine.playing.opening import Example

INFANTRY = {
    "name": "Training Infantry",
    "type": "INF",
    "speed": 15,
    "armour": 5,
    "cc": 5,
    "ff": 5,
    "weapons": [{"name": "Training Cannon", "range": 45, "ap": 5, "at": 6}],
}
TANK = {
    "name": "Training Tank",
    "type": "AV",
    "speed": 25,
    "armour": 4,
    "cc": 6,
    "ff": 4,
    "abilities": ["reinforced_armour"],
    "weapons": [{"name": "Training Gun", "range": 75, "at": 4}],
}


def formation(name: str, *units: tuple[int, dict[str, object]]) -> dict[str, object]:
    return {"name": name, "points": 250, "initiative": 2, "strategy": 2, "units": [list(row) for row in units]}


TITAN = formation(
    "Walker",
    (
        1,
        {
            "name": "Training Titan",
            "type": "WE",
            "speed": 15,
            "armour": 4,
            "cc": 4,
            "ff": 4,
            "dc": 3,
            "shields": 1,
            "critical": "destroyed",
            "transport": 4,
        },
    ),
)
FIGHTERS = formation(
    "Wing",
    (
        2,
        {
            "name": "Training Fighter",
            "type": "AC",
            "speed": "fighter",
            "armour": 5,
            "weapons": [{"name": "Training Guns", "range": 15, "ap": 4, "aa": 5}],
        },
    ),
)
CRUISER = formation(
    "Cruiser", (1, {"name": "Training Cruiser", "type": "SC", "weapons": [{"name": "Training Bombs", "bp": 5}]})
)
UNITS = {
    "a": {"seat": 0, "card": formation("First", (3, INFANTRY))},
    "d": {"seat": 1, "card": formation("Second", (3, INFANTRY))},
}


def asked(ask: str, name: str, armies: bool = False, /, **situation: object) -> Example:
    question: dict[str, object] = {"id": name, "game": "epic", "ask": ask, "situation": situation}
    return Example(ask, {**question, "units": UNITS} if armies else question)


EXAMPLES = (
    asked("assault", "three against three", True, attacker="a", defender="d"),
    asked(
        "assault",
        "one round, rolled",
        True,
        attacker="a",
        defender="d",
        roll={"strike:a": [5, 1, 1], "strike:d": [6, 1, 1], "save:a": [1], "save:d": [1], "result": [[6, 2], [1, 3]]},
    ),
    asked("strategy", "a tie goes to the last loser", rating=[2, 5], lost_last=0),
    asked("action", "with markers, retaining", order="double", initiative=2, blast=3, retaining=True),
    asked(
        "fire",
        "six shots in crossfire",
        True,
        target="d",
        crossfire=True,
        shots=[{"count": 6, "type": "ap", "value": 5}],
    ),
    asked("barrage", "six points on four infantry", points=6, under=[{"type": "INF", "armour": 6, "count": 4}]),
    asked("regroup", "five markers, a Leader", blast=5, leaders=1),
    asked("withdraw", "too near", True, formation="a", distance=12),
    asked("rally", "broken, enemies near", initiative=2, broken=True, blast=7, enemy_within_30=True),
    asked("end_turn", "nothing ends", True, turn=1),
    asked("victory", "turn 3", turn=3, goals=[3, 1], kill_points=[0, 0]),
    Example(
        "teleport",
        {
            "id": "four arrive",
            "game": "epic",
            "ask": "teleport",
            "situation": {"formation": "t"},
            "units": {"t": {"card": formation("Third", (4, {**INFANTRY, "abilities": ["teleport"]}))}},
        },
    ),
    asked("setup", "equal ratings roll off", True),
    asked("garrison", "five units, three scouts", units=5, scouts=3),
    asked("army", "no cards", cards=[]),
    asked("to_hit", "7+", value=5, order="double", cover=True),
    asked("save", "reinforced armour in crossfire", armour=4, crossfire=True, abilities=["reinforced_armour"]),
    asked(
        "allocate",
        "AP and AT",
        units=[{"type": "INF"}, {"type": "AV"}, {"type": "INF"}],
        hits=[{"type": "ap", "count": 3}, {"type": "at", "count": 1}],
    ),
    asked("suppression", "two markers", blast=2, able=[{"id": "x"}, {"id": "y"}, {"id": "z"}]),
    asked("break_point", "three units", True, formation="a", blast=2),
    asked("dangerous", "two tests", tests=2),
    asked("terrain", "in the jungle", type="INF", terrain="jungle"),
    asked(
        "assault_attacks",
        "three against three",
        True,
        sides=[{"formation": "a", "cc": [3]}, {"formation": "d", "cc": [3]}],
    ),
    asked(
        "assault_result",
        "two kills to one",
        sides=[{"kills": 2, "units": 6, "blast": 0}, {"kills": 1, "units": 4, "blast": 2}],
    ),
    Example(
        "overwatch",
        {
            "id": "a move",
            "game": "epic",
            "ask": "overwatch",
            "situation": {"formation": "a", "trigger": "move"},
            "units": {"a": {"card": formation("First", (3, INFANTRY)), "state": {"overwatch": True}}},
        },
    ),
    asked("limits", "infantry", unit={"name": "Training Infantry", "type": "INF", "speed": 15}, order="double"),
    asked(
        "weapon",
        "indirect fire",
        weapon={"name": "Training Howitzer", "range": 60, "bp": 2, "abilities": ["indirect_fire"]},
        order="sustained",
        indirect=True,
    ),
    asked("objective", "contested", units=[{"seat": 0, "distance": 10}, {"seat": 1, "distance": 15}]),
    asked("goals", "Blitzkrieg", objectives=[{"by": 1, "number": 1, "control": 0}], in_half=[1, 1]),
    asked("pop_up", "as near as the target", skimmer=8, target=8),
    asked("coherency", "one left behind", True, formation="a", out=[1]),
    asked("kill_points", "broken at half strength", points=300, start=8, left=4, broken=True),
    Example(
        "critical",
        {
            "id": "two hits behind a shield",
            "game": "epic",
            "ask": "critical",
            "situation": {"unit": "t", "hits": [{"type": "at", "count": 2}]},
            "units": {"t": {"card": TITAN}},
        },
    ),
    asked("explosion", "two units near", True, value=4, answers={"near:0": "a", "units:a": 2}),
    Example(
        "flak",
        {
            "id": "fighters jink",
            "game": "epic",
            "ask": "flak",
            "units": {"f": {"seat": 1, "card": FIGHTERS}},
            "situation": {"target": "f", "shots": [{"count": 2, "value": 5}], "jink": True},
        },
    ),
    asked("aircraft_blast", "flak both ways", approach=2, disengagement=1, losses=1, edge="own"),
    Example(
        "landing",
        {
            "id": "in the woods",
            "game": "epic",
            "ask": "landing",
            "situation": {"formation": "a", "spot": "wood"},
            "units": {"a": {"card": formation("First", (3, TANK))}},
        },
    ),
    asked("scatter", "two dice"),
    asked("concede", "the second seat gives up", seat=1, answers={"concede": True}),
    Example(
        "planetfall",
        {
            "id": "one comes down",
            "game": "epic",
            "ask": "planetfall",
            "situation": {"formation": "t"},
            "units": {"t": {"card": TITAN}},
        },
    ),
    asked("drop_pods", "two pods", True, formation="a", pods=2),
    Example(
        "schedule",
        {
            "id": "turn 2",
            "game": "epic",
            "ask": "schedule",
            "situation": {"formation": "s", "turn": 2},
            "units": {"s": {"card": CRUISER}},
        },
    ),
    Example(
        "embark",
        {
            "id": "into a war engine",
            "game": "epic",
            "ask": "embark",
            "situation": {"formation": "a", "transport": "t"},
            "units": {"a": UNITS["a"], "t": {"card": TITAN}},
        },
    ),
    Example(
        "disembark",
        {
            "id": "out again",
            "game": "epic",
            "ask": "disembark",
            "units": {"a": {**UNITS["a"], "state": {"aboard": "t", "where": "inside"}}, "t": {"card": TITAN}},
            "situation": {"transport": "t", "formations": ["a"]},
        },
    ),
    Example(
        "touch_down",
        {
            "id": "on clear ground",
            "game": "epic",
            "ask": "touch_down",
            "situation": {"formation": "f"},
            "units": {"f": {"card": FIGHTERS, "state": {"flying": True, "order": "ground_attack"}}},
        },
    ),
    Example(
        "air_assault",
        {
            "id": "straight from the air",
            "game": "epic",
            "ask": "air_assault",
            "units": {
                "f": {"card": FIGHTERS, "state": {"flying": True, "order": "ground_attack"}},
                "a": {**UNITS["a"], "state": {"aboard": "f", "where": "inside"}},
                "d": UNITS["d"],
            },
            "situation": {"formation": "f", "defender": "d", "unload": ["a"]},
        },
    ),
)
