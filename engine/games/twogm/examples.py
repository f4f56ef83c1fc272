"""Questions that run, for people and for tests. Figures: the rulebook's examples, where they
print them; else training."""

from typing import Any

from engine.playing.opening import Example


def weapon(hit: int, critical: int, penetration: int, damage: int, reach: int) -> dict[str, Any]:
    """A weapon as a card prints it."""
    return {"impact": [hit, critical], "penetration": penetration, "damage": damage, "range": reach}


def aircraft(name: str, army: str, skill: str, gun: dict[str, Any]) -> dict[str, Any]:
    values = {"armor": 4, "life": 3, "movement": 0, "skills": [skill], "weapon": gun}
    return {"name": name, "army": army, "type": "air", **values}


def ground_unit(name: str, army: str, kind: str, values: tuple[int, int, int, int], **more: Any) -> dict[str, Any]:
    """A card with its cost, movement, armour and life, then what else it prints."""
    numbers = dict(zip(("cost", "movement", "armor", "life"), values, strict=True))
    return {"name": name, "army": army, "type": kind, **numbers, **more}


def line(item: str, cost: int, slot: str = "", marker: str = "", gun: dict[str, Any] | None = None) -> dict[str, Any]:
    """A line of equipment; what is empty is not printed."""
    rest = {"slot": slot, "marker": marker, "weapon": gun}
    return {"item": item, "cost": cost, **{key: value for key, value in rest.items() if value}}


RIFLE, GUN, MG = weapon(5, 10, 2, 1, 2), weapon(4, 8, 6, 3, 3), weapon(5, 9, 2, 1, 2)
HEAVY_MG, GRENADE = weapon(4, 9, 4, 2, 3), weapon(4, 9, 4, 1, 1)
HMG = {"item": "HMG", "weapon": weapon(4, 9, 4, 3, 3)}
BOMBER = {**aircraft("B-25 Mitchell", "US", "bomber", weapon(3, 8, 8, 4, 0)), "equipment": [HMG, HMG]}
MUSTANG = aircraft("P-51 Mustang", "US", "fighter", weapon(3, 8, 5, 3, 0))
FOCKE = aircraft("FW 190", "German", "fighter", weapon(4, 8, 5, 3, 0))
OSTWIND = {
    "name": "Ostwind",
    "army": "German",
    "type": "tank",
    "armor": 4,
    "life": 3,
    "skills": ["anti_aircraft"],
    "movement": 2,
    "cost": 5,
    "weapon": weapon(6, 9, 5, 2, 3),
}
HQ = {"name": "German HQ", "army": "German", "type": "hq", "life": 10, "cap": 14}
LIGHT = ground_unit(
    "Light Infantry",
    "US",
    "infantry",
    (1, 1, 2, 3),
    weapon=RIFLE,
    equipment=[
        line("Grenade", 0, "offensive", "none", GRENADE),
        line("Hit the Dirt", 1, "defensive"),
        line("Medic", 1, "defensive", "none"),
    ],
)
HEAVY = ground_unit(
    "Heavy Infantry",
    "US",
    "infantry",
    (2, 1, 2, 3),
    weapon=RIFLE,
    equipment=[
        line("HMG", 1, "offensive", "asterisk", HEAVY_MG),
        line("Mortar", 1, "offensive", "asterisk", weapon(5, 9, 4, 2, 4)),
        line("Bazooka", 1, "offensive", gun=weapon(5, 8, 6, 3, 2)),
        line("Grenade", 0, "offensive", gun=GRENADE),
        line("Take Cover", 1, "defensive"),
    ],
)
SHERMAN = ground_unit(
    "M4 Sherman",
    "US",
    "tank",
    (4, 2, 6, 4),
    weapon=GUN,
    equipment=[
        line("MG", 0, marker="arrow", gun=MG),
        line("MG", 1, marker="arrow", gun=MG),
        line("HMG", 2, marker="arrow", gun=HEAVY_MG),
        line("MRL", 3, marker="arrow", gun={**MG, "range": 4}),
        line("Smoke Shell", 1, "defensive", "arrow"),
    ],
)
PAK = ground_unit("PAK 40", "German", "artillery", (3, 1, 4, 3), weapon=GUN)
CARRIES = ["transport", "tow", "mobility"]
TRUCK = ground_unit("GMC Jimmy", "US", "transport", (1, 3, 2, 2), skills=CARRIES, weapon=MG)
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


def example_on(units: dict[str, Any], ask: str, what: str, **situation: object) -> Example:
    """A question with units of its own."""
    return Example(ask, {"id": what, "game": "2gm", "ask": ask, "situation": situation, "units": units})


def with_state(card: dict[str, Any], **state: object) -> dict[str, Any]:
    return {"seat": 0, "card": card, "state": state}


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
    example("lay_terrain", "the house for 3", seat=0, name="house", row=2, column=4),
    example("opening_hand", "of a deck of 40", seat=0, deck=40),
    example_on(
        {"light": with_state(LIGHT, where="reserve")}, "name_hand", "light infantry is held", seat=0, cards=["light"]
    ),
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
    example_on(
        {"truck": with_state(TRUCK, row=2, column=4), "light": with_state(LIGHT, **{"in": "truck", "where": "inside"})},
        "unload",
        "on the left",
        unit="light",
        column=3,
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
    example_on({"light": with_state(LIGHT, damage=2)}, "care", "a medic heals himself", unit="light", target="light"),
    *(example(phase, f"nothing to do: {phase}") for phase in ("begin_turn", "draw", "reactivation", "end_turn")),
    example("give", "no pair, no gift"),
    example("concede", "seat 1 gives up", seat=1),
    *(
        example_on(
            {"heavy": with_state(HEAVY, markers={item: {"face": face}})}, ask, f"a {name}", unit="heavy", item=item
        )
        for ask, name, item, face in (
            ("mount", "machine gun", "HMG", "dismounted"),
            ("dismount", "mortar", "Mortar", "mounted"),
        )
    ),
    example_on(
        {
            "sappers": {"seat": 0, "card": {**LIGHT, "equipment": [{"item": "Sappers"}]}},
            "wire": {"seat": 1, "card": {"name": "Barbed Wire", "type": "terrain"}},
        },
        "clear",
        "barbed wire",
        unit="sappers",
        terrain="wire",
    ),
    example_on({"sherman": GROUND["sherman"]}, "lay_smoke", "a shell", unit="sherman"),
)
