"""Questions that run, for people and for tests. Figures: the rulebook's examples, where they
print them; else training."""

from engine.playing.opening import Example

HMG = {"item": "HMG", "weapon": {"impact": [4, 9], "penetration": 4, "damage": 3, "range": 3}}
BOMBER = {
    "name": "B-25 Mitchell",
    "army": "US",
    "type": "air",
    "armor": 4,
    "life": 3,
    "movement": 0,
    "skills": ["bomber"],
    "weapon": {"impact": [3, 8], "penetration": 8, "damage": 4, "range": 0},
    "equipment": [HMG, HMG],
}
MUSTANG = {
    "name": "P-51 Mustang",
    "army": "US",
    "type": "air",
    "armor": 4,
    "life": 3,
    "movement": 0,
    "skills": ["fighter"],
    "weapon": {"impact": [3, 8], "penetration": 5, "damage": 3, "range": 0},
}
FOCKE = {
    "name": "FW 190",
    "army": "German",
    "type": "air",
    "armor": 4,
    "life": 3,
    "movement": 0,
    "skills": ["fighter"],
    "weapon": {"impact": [4, 8], "penetration": 5, "damage": 3, "range": 0},
}
OSTWIND = {
    "name": "Ostwind",
    "army": "German",
    "type": "tank",
    "armor": 4,
    "life": 3,
    "skills": ["anti_aircraft"],
    "movement": 2,
    "cost": 5,
    "weapon": {"impact": [6, 9], "penetration": 5, "damage": 2, "range": 3},
}
HQ = {"name": "German HQ", "army": "German", "type": "hq", "life": 10, "cap": 14}
LIGHT = {
    "name": "Light Infantry",
    "army": "US",
    "type": "infantry",
    "cost": 1,
    "movement": 1,
    "armor": 2,
    "life": 3,
    "weapon": {"impact": [5, 10], "penetration": 2, "damage": 1, "range": 2},
    "equipment": [
        {
            "item": "Grenade",
            "cost": 0,
            "slot": "offensive",
            "marker": "none",
            "weapon": {"impact": [4, 9], "penetration": 4, "damage": 1, "range": 1},
        },
        {"item": "Hit the Dirt", "cost": 1, "slot": "defensive"},
        {"item": "Medic", "cost": 1, "slot": "defensive", "marker": "none"},
    ],
}
HEAVY = {
    "name": "Heavy Infantry",
    "army": "US",
    "type": "infantry",
    "cost": 2,
    "movement": 1,
    "armor": 2,
    "life": 3,
    "weapon": {"impact": [5, 10], "penetration": 2, "damage": 1, "range": 2},
    "equipment": [
        {
            "item": "HMG",
            "cost": 1,
            "slot": "offensive",
            "marker": "asterisk",
            "weapon": {"impact": [4, 9], "penetration": 4, "damage": 2, "range": 3},
        },
        {
            "item": "Mortar",
            "cost": 1,
            "slot": "offensive",
            "marker": "asterisk",
            "weapon": {"impact": [5, 9], "penetration": 4, "damage": 2, "range": 4},
        },
        {
            "item": "Bazooka",
            "cost": 1,
            "slot": "offensive",
            "weapon": {"impact": [5, 8], "penetration": 6, "damage": 3, "range": 2},
        },
        {
            "item": "Grenade",
            "cost": 0,
            "slot": "offensive",
            "weapon": {"impact": [4, 9], "penetration": 4, "damage": 1, "range": 1},
        },
        {"item": "Take Cover", "cost": 1, "slot": "defensive"},
    ],
}
MG = {"impact": [5, 9], "penetration": 2, "damage": 1, "range": 2}
SHERMAN = {
    "name": "M4 Sherman",
    "army": "US",
    "type": "tank",
    "cost": 4,
    "movement": 2,
    "armor": 6,
    "life": 4,
    "weapon": {"impact": [4, 8], "penetration": 6, "damage": 3, "range": 3},
    "equipment": [
        {"item": "MG", "cost": 0, "marker": "arrow", "weapon": MG},
        {"item": "MG", "cost": 1, "marker": "arrow", "weapon": MG},
        {
            "item": "HMG",
            "cost": 2,
            "marker": "arrow",
            "weapon": {"impact": [4, 9], "penetration": 4, "damage": 2, "range": 3},
        },
        {"item": "MRL", "cost": 3, "marker": "arrow", "weapon": {**MG, "range": 4}},
        {"item": "Smoke Shell", "cost": 1, "slot": "defensive", "marker": "arrow"},
    ],
}
PAK = {
    "name": "PAK 40",
    "army": "German",
    "type": "artillery",
    "cost": 3,
    "movement": 1,
    "armor": 4,
    "life": 3,
    "weapon": {"impact": [4, 8], "penetration": 6, "damage": 3, "range": 3},
}
TRUCK = {
    "name": "GMC Jimmy",
    "army": "US",
    "type": "transport",
    "cost": 1,
    "movement": 3,
    "armor": 2,
    "life": 2,
    "skills": ["transport", "tow", "mobility"],
    "weapon": MG,
}
HOUSE = {
    "name": "House",
    "type": "terrain",
    "cost": 3,
    "points": 6,
    "impact": [2, 2],
    "armor": 1,
    "skills": ["building"],
    "access": ["infantry", "artillery"],
}
UNITS = {
    "b25": {"seat": 0, "card": BOMBER},
    "p51": {"seat": 0, "card": MUSTANG},
    "fw1": {"seat": 1, "card": FOCKE},
    "fw2": {"seat": 1, "card": FOCKE},
    "ost": {"seat": 1, "card": OSTWIND},
    "hq": {"seat": 1, "card": HQ},
}
GROUND = {
    "light": {"seat": 0, "card": LIGHT},
    "sherman": {"seat": 0, "card": SHERMAN},
    "truck": {"seat": 0, "card": TRUCK},
    "pak": {"seat": 1, "card": PAK},
    "house": {"seat": 1, "card": HOUSE},
}


def example(ask: str, what: str, units: tuple[str, ...] = (), **situation: object) -> Example:
    """A question with some of the units on the ground."""
    named = {key: GROUND[key] for key in units}
    return Example(ask, {"id": what, "game": "2gm", "ask": ask, "units": named, "situation": situation})


EXAMPLES = (
    Example(
        "air",
        {
            "id": "a raid on the headquarters",
            "game": "2gm",
            "ask": "air",
            "units": UNITS,
            "situation": {
                "bombers": ["b25"],
                "target": "hq",
                "interceptors": ["fw1", "fw2"],
                "escorts": ["p51"],
                "aa": ["ost"],
            },
        },
    ),
    Example(
        "air",
        {
            "id": "rulebook interception",
            "game": "2gm",
            "ask": "air",
            "units": {
                **{key: UNITS[key] for key in ("fw1", "hq")},
                "b25": {"seat": 0, "card": {**BOMBER, "equipment": [HMG]}},
            },
            "situation": {
                "bombers": ["b25"],
                "target": "hq",
                "interceptors": ["fw1"],
                "roll": {"hmg:b25:0": [3], "interceptor:fw1": [6]},
            },
        },
    ),
    example("supply", "rows 1, 2 and 4", rows=[1, 2, 4]),
    example("income", "the rulebook's 14 for a cap of 12", stored=7, cap=12, rows=[1, 2, 3], command_groups=[1, 2]),
    example("bid", "3 against nothing", bids=[3, 0]),
    example("opening", "nobody bids, no deck is counted"),
    example("setup", "a house for 3", start=5, bid=3, terrain=["House"]),
    example("opening_hand", "of a deck of 40", seat=0, deck=40),
    example(
        "deck", "three cards", cards=[{"name": "Heavy Infantry", "cost": 2}, {"name": "X", "cost": "X"}], limit=120
    ),
    example("share", "7 points and a gift", points=7, gift=1),
    example(
        "store",
        "the HQ fell in the enemy's Fire phase",
        stored=5,
        hq_alive=False,
        fell_in=["enemy", "fire"],
        asked_in=["own", "headquarters"],
    ),
    example(
        "deploy",
        "a Sherman with all it can have",
        ("sherman",),
        unit="sherman",
        equipment=["MG", "MG", "HMG", "MRL", "Smoke Shell"],
    ),
    example(
        "play_card",
        "a promotion costs nothing to play",
        ("sherman",),
        name="Promotion",
        kind="promotion",
        unit="sherman",
        cost=2,
        playing_cost=0,
    ),
    example("place_terrain", "only if the table agrees", ("house",), terrain="house", overrule=True),
    example("budget", "nothing to spend"),
    example("terrain", "an extended house", name="House", extended="both"),
    example("move", "into the forest", ("sherman",), unit="sherman", path=["plain", "forest"]),
    example("cover_move", "behind a Sherman", ("light", "sherman"), unit="light", vehicle="sherman", row=2),
    example("swap", "two units", ("light", "sherman"), unit="light", other="sherman"),
    Example(
        "unload",
        {
            "id": "on the left",
            "game": "2gm",
            "ask": "unload",
            "situation": {"unit": "light", "column": 3},
            "units": {
                "truck": {**GROUND["truck"], "state": {"row": 2, "column": 4}},
                "light": {**GROUND["light"], "state": {"in": "truck", "where": "inside"}},
            },
        },
    ),
    example(
        "shot",
        "a gun at infantry in the forest",
        ("light", "pak"),
        attacker="pak",
        target="light",
        terrain="forest",
        range=2,
    ),
    example(
        "shots",
        "primary weapon and machine gun",
        ("light", "sherman", "pak"),
        target="pak",
        shots=[{"attacker": "sherman"}, {"attacker": "sherman", "weapon": "HMG"}],
    ),
    example(
        "assault",
        "on a gun that reacts",
        ("light", "pak"),
        assaulter="light",
        target="pak",
        weapon="Grenade",
        reaction="primary",
    ),
    example(
        "suppression",
        "two shooters that penetrate",
        armor=4,
        shots=[{"by": "a", "penetration": 4}, {"by": "b", "penetration": 6}],
    ),
    example(
        "marker",
        "a machine gun through three turns",
        item="MG",
        marker="arrow",
        steps=[{"seat": "own", "turn": turn, "phase": "fire", "do": "use"} for turn in (1, 2, 3)],
    ),
    example(
        "smoke", "a screen in the enemy's turn", kind="screen", cast_in=["own", "fire"], asked_in=["enemy", "fire"]
    ),
    example(
        "building",
        "a critical on the gun in the house",
        ("pak",),
        points=6,
        occupant="pak",
        shot={"damage": 4, "result": "critical"},
    ),
    Example(
        "distance", {"id": "to the HQ", "game": "2gm", "ask": "distance", "situation": {"from": [3, 2], "to": "hq"}}
    ),
    example("reactions", "what seat 1 can still do", ("pak",), seat=1),
    example("discard", "nine cards in hand", hand=7, drawn=2, played=0),
    example("victory", "an HQ destroyed", hq=[10, 0], deck=[3, 3], hand=[2, 2]),
    Example(
        "care",
        {
            "id": "a medic heals himself",
            "game": "2gm",
            "ask": "care",
            "situation": {"unit": "light", "target": "light"},
            "units": {"light": {**GROUND["light"], "state": {"damage": 2}}},
        },
    ),
    *(example(phase, f"nothing to do: {phase}") for phase in ("begin_turn", "draw", "reactivation", "end_turn")),
    example("give", "no pair, no gift"),
    example("concede", "seat 1 gives up", seat=1),
    Example(
        "mount",
        {
            "id": "a machine gun",
            "game": "2gm",
            "ask": "mount",
            "situation": {"unit": "heavy", "item": "HMG"},
            "units": {"heavy": {"seat": 0, "card": HEAVY, "state": {"markers": {"HMG": {"face": "dismounted"}}}}},
        },
    ),
    Example(
        "dismount",
        {
            "id": "a mortar",
            "game": "2gm",
            "ask": "dismount",
            "situation": {"unit": "heavy", "item": "Mortar"},
            "units": {"heavy": {"seat": 0, "card": HEAVY, "state": {"markers": {"Mortar": {"face": "mounted"}}}}},
        },
    ),
    Example(
        "clear",
        {
            "id": "barbed wire",
            "game": "2gm",
            "ask": "clear",
            "situation": {"unit": "sappers", "terrain": "wire"},
            "units": {
                "sappers": {"seat": 0, "card": {**LIGHT, "equipment": [{"item": "Sappers"}]}},
                "wire": {"seat": 1, "card": {"name": "Barbed Wire", "type": "terrain"}},
            },
        },
    ),
    Example(
        "lay_smoke",
        {
            "id": "a shell",
            "game": "2gm",
            "ask": "lay_smoke",
            "situation": {"unit": "sherman"},
            "units": {"sherman": GROUND["sherman"]},
        },
    ),
)
