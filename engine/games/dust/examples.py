"""Questions that run, for people and for tests. Training cards: names and figures of our own."""

from engine.playing.opening import Example

RIFLE = {"range": "4", "values": {"S1": "2/1", "S2": "1/1", "V1": "1/1", "V3": "-"}}
CANNON = {"range": "U", "values": {"S2": "3/1", "V1": "2/2", "V3": "1/2"}}
KNIFE = {"range": "C", "values": {"S2": "1/1", "V1": "-"}}
ROCKETS = {
    "range": "A",
    "values": {"S2": "3/1-6/1-9/1", "V1": "2/1-4/1-6/1"},
    "kinds": ["volley", "artillery"],
    "ammo": 6,
}
FLAMES = {"range": "2", "values": {"S2": "1/man", "V1": "2/1"}, "kinds": ["flamethrower", "incendiary"]}
FAUST = {"range": "3", "values": {"S2": "1/1", "V1": "1/skull", "V3": "1/3"}, "kinds": ["limited"], "ammo": 3}
SQUAD = {
    "name": "Training Rifles",
    "side": "allies",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "hp": 3,
    "ap": 15,
    "models": [{"weapons": ["Rifle", "Knife"]}] * 3,
    "weapons": {"Rifle": RIFLE, "Knife": KNIFE},
}
GRENADIERS = {
    "name": "Training Grenadiers",
    "side": "axis",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "hp": 5,
    "ap": 20,
    "models": [{"weapons": ["Rifle", "Knife"]}] * 4 + [{"weapons": ["Rifle", "Knife", "Faust"]}],
    "weapons": {"Rifle": RIFLE, "Faust": FAUST, "Knife": KNIFE},
}
WALKER = {
    "name": "Training Walker",
    "side": "axis",
    "kind": "walker",
    "armor": "V1",
    "move": 2,
    "hp": 4,
    "ap": 25,
    "weapons": {"Cannon": CANNON},
    "skills": ["advanced_reactive_fire", "self_repair"],
}
HERO = {
    "name": "Training Hero",
    "side": "allies",
    "kind": "hero",
    "armor": "S2",
    "move": 2,
    "hp": 4,
    "ap": 18,
    "weapons": {"Pistol": RIFLE},
    "skills": ["berserk", "heroic_attack", "black_ops", "tank_head"],
}
GUN = {
    "name": "Training Battery",
    "side": "allies",
    "kind": "walker",
    "armor": "V1",
    "move": 1,
    "hp": 3,
    "ap": 30,
    "weapons": {"Rockets": ROCKETS},
}
BURNER = {
    "name": "Training Burner",
    "side": "allies",
    "kind": "walker",
    "armor": "V1",
    "move": 1,
    "hp": 3,
    "ap": 36,
    "weapons": {"Flames": FLAMES},
}
UNITS = {
    "a": {"seat": 0, "card": SQUAD, "state": {"cover": "soft"}},
    "b": {"seat": 1, "card": GRENADIERS},
    "c": {"seat": 1, "card": WALKER},
    "h": {"seat": 0, "card": HERO},
}
LINES = [{"weapon": "Rifle", "target": "b", "range": 2, "cover": "none"}]


def asked(ask: str, name: str, units: object = None, **situation: object) -> Example:
    return Example(
        ask,
        {"id": name, "game": "dust", "ask": ask, "units": UNITS if units is None else units, "situation": situation},
    )


EXAMPLES = (
    asked("activation", "move and attack", unit="a", declared=["move", "attack"], lines=LINES),
    asked(
        "activation",
        "a reaction comes first",
        unit="a",
        declared=["move", "attack"],
        lines=LINES,
        answers={"who_reacts": "b", "range:a": 2},
    ),
    asked("actions", "a Sustained Attack takes both", declared=["sustained", "move"]),
    asked("attack", "rifles at a squad in soft cover", attacker="b", weapon="Rifle", target="a", range=3),
    asked(
        "attack",
        "sustained, by what the dice show",
        attacker="a",
        weapon="Rifle",
        target="b",
        sustained=True,
        roll={"attack": ["hit", "miss", "miss", "miss", "hit"]},
    ),
    asked(
        "assault_lines",
        "rifles, a rocket and knives, and knives back",
        attacker="b",
        retaliation=["a"],
        range=1,
        cover="none",
        lines=[
            {"weapon": "Rifle", "target": "a"},
            {"weapon": "Faust", "target": "a", "rounds": 1},
            {"weapon": "Knife", "target": "a"},
        ],
    ),
    asked(
        "cover",
        "a crate and a corner",
        {},
        sources=["crate", "corner"],
        attacker="soldier",
        target="squad",
        corner_of="trap",
    ),
    asked(
        "reaction",
        "with two dice",
        reactor="c",
        enemy="a",
        declared=["move", "attack"],
        moment="after_first",
        range=3,
        los=True,
    ),
    asked("distance", "two across, three along", {}, dx=2, dy=3),
    asked("terrain", "rubble", {}, type="rubble"),
    asked("sight", "a trap between soldiers", {}, attacker="soldier", target="soldier", between=["trap"]),
    asked("ammo", "two survivors, three rounds", {}, weapon="Faust", alive=2, ammo=3, wanted=2),
    asked(
        "command", "the Officer without a Radio", {}, order="reactivate", members=["officer", "medic"], adjacent=True
    ),
    asked("move", "a walker over a squad", unit="c", through=["b"], dx=2, dy=0),
    asked("join", "a hero joins", {"h": {"card": HERO}, "s": {"card": SQUAD}}, hero="h", squad="s"),
    asked("separate", "and leaves", {"h": {"card": HERO, "state": {"joined": "s"}}, "s": {"card": SQUAD}}, unit="h"),
    asked(
        "flame",
        "two squares",
        {**UNITS, "f": {"seat": 0, "card": BURNER}},
        attacker="f",
        weapon="Flames",
        path=["b", "c"],
        at=[1, 2],
        target="c",
    ),
    asked("self_repair", "two points", {"c": {"card": WALKER, "state": {"damage": 2}}}, unit="c"),
    asked("reload", "rockets", {"g": {"card": GUN, "state": {"loaded": {"Rockets": False}}}}, unit="g"),
    asked(
        "tank_head",
        "all damage",
        {"h": {"card": HERO}, "g": {"card": GUN, "state": {"damage": 2}}},
        unit="h",
        target="g",
    ),
    asked("heroic_attack", "no damage this round", {"h": {"card": HERO}}, unit="h"),
    asked("initiative", "Black Ops against none", {}, black_ops=[True, False]),
    asked("setup", "an own battlefield", own=True),
    asked("end_round", "the walker repairs itself", {"c": {"card": WALKER, "state": {"damage": 1}}}),
    asked("army", "a hero and a squad", {}, cards=[HERO, SQUAD], limit=200, joined=[[0, 1]]),
    asked(
        "victory",
        "the walker is gone",
        {"c": {"seat": 1, "card": WALKER, "state": {"where": "destroyed"}}},
        bonus=[0, 10],
    ),
    asked("concede", "the second seat gives up", seat=1, answers={"concede": True}),
    asked("points", "two units and a bonus", {}, destroyed=["Pounder", "Rosie"], bonus=10),
)
