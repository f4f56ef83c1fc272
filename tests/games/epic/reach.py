"""Fields of Epic Armageddon that no page asks for, each with its reason."""

from engine.games.epic.examples import INFANTRY, formation
from tests.games.reachable import Asked, Elsewhere, Follows, NotAtTheTable, Open, Reason

ARMY = Elsewhere("the page of an army, and the terms chosen when the game is set up")
COUNTED = NotAtTheTable("a question without a game tells numbers; in a game the formation has them")
CALCULATED = NotAtTheTable("a question without a game, for readers of the rulebook")
PAGE = Open("the page does not tell it yet")

REASONS: dict[str, Reason] = {
    "army.*": ARMY,
    "action.initiative": Follows("the card of the formation"),
    "action.blast": Follows("blast markers on the formation"),
    "action.turn": Follows("the turn"),
    "action.cap_used": Follows("what the formation has done in this turn"),
    "action.retaining": Follows("who acted last"),
    "action.*": PAGE,
    "air_assault.support": Elsewhere("the page names the supporters of both sides"),
    "air_assault.*": PAGE,
    "aircraft_blast.*": COUNTED,
    "assault.*": PAGE,
    "assault_result.*": COUNTED,
    "barrage.*": PAGE,
    "break_point.*": COUNTED,
    "coherency.out": Asked("out"),
    "critical.*": COUNTED,
    "dangerous.*": PAGE,
    "drop_pods.attacks.shots.*": NotAtTheTable("the weapon of a drop pod has no abilities, and its dice no single victim"),
    "end_turn.turn": Follows("the turn"),
    "fire.*": PAGE,
    "flak.shots*": NotAtTheTable("dice told without a formation, for a question"),
    "flak.jink": Asked("jink"),
    "flak.attacked": Follows("what is left of the action of the aircraft"),
    "flak.fired_at": Follows("the table remembers at whom flak has fired"),
    "flak.interception": Elsewhere("the order Interception leads through the attack of aircraft"),
    "garrison.*": PAGE,
    "goals.*": CALCULATED,
    "kill_points.*": COUNTED,
    "landing.*": Elsewhere("planetfall asks where each unit comes down"),
    "limits.*": CALCULATED,
    "objective.*": CALCULATED,
    "overwatch.*": CALCULATED,
    "rally.reroll": PAGE,
    "rally.*": Follows("the formation, its card and its blast markers; the order of the rally is led"),
    "regroup.*": Follows("the formation with its blast markers and leaders"),
    "save.*": COUNTED,
    "schedule.schedule": Follows("the turns declared for the other spacecraft"),
    "strategy.*": Follows("the armies, and who lost the last roll"),
    "suppression.*": COUNTED,
    "terrain.*": CALCULATED,
    "to_hit.*": COUNTED,
    "victory.*": PAGE,
    "weapon.*": CALCULATED,
    "withdraw.*": PAGE,
}


PLANE = {"name": "Lander", "type": "AC", "speed": "bomber", "armour": 5, "cc": 6, "ff": 5, "transport": 8, "abilities": ["planetfall"]}
TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "transport": 4, "critical": "none"}
GUNNER = {**INFANTRY, "weapons": [{"name": "Flak", "range": 30, "aa": 2, "abilities": ["left_arc"]}]}
UNITS = {
    "f": {"seat": 0, "card": formation("Lander", (1, PLANE)), "state": {"flying": True, "order": "ground_attack"}},
    "p": {"seat": 0, "card": formation("Troops", (2, INFANTRY)), "state": {"aboard": "f", "where": "inside"}},
    "g": {"seat": 0, "card": formation("Friends", (2, INFANTRY))},
    "t": {"seat": 0, "card": formation("Titan", (1, TITAN)), "state": {"order": "engage"}},
    "r": {"seat": 0, "card": formation("Riders", (2, INFANTRY)), "state": {"aboard": "t", "where": "inside"}},
    "l": {"seat": 0, "card": formation("Lander", (1, PLANE)), "state": {"where": "reserve"}},
    "q": {"seat": 0, "card": formation("Troops", (2, INFANTRY)), "state": {"aboard": "l", "where": "inside"}},
    "d": {"seat": 1, "card": formation("Foes", (6, INFANTRY))},
    "e": {"seat": 1, "card": formation("Others", (6, INFANTRY))},
    "u": {"seat": 0, "card": formation("Guns", (2, GUNNER))},
    "x": {"seat": 1, "card": formation("Flyers", (2, {**PLANE, "speed": "fighter"})), "state": {"flying": True}},
}
DEEDS = {
    "touch_down": {"formation": "f"},
    "air_assault": {"formation": "f", "defender": "d"},
    "planetfall": {"formation": "l"},
    "disembark": {"transport": "t", "formations": ["r"]},
    "flak": {"by": "u", "target": "x"},
}
MORE = tuple({"game": "epic", "ask": ask, "units": UNITS, "situation": told} for ask, told in DEEDS.items())
"""A table with aircraft and a war engine that carry troops, which the examples do not have."""
