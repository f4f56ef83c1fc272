"""Fields of Epic Armageddon that no page asks for, each with its reason."""

from engine.games.epic.examples import INFANTRY, formation
from tests.games.reachable import Asked, Elsewhere, Follows, NotAtTheTable, Reason

ARMY = Elsewhere("the page of an army, and the terms chosen when the game is set up")
COUNTED = NotAtTheTable("a question without a game tells numbers; in a game the formation has them")
CALCULATED = NotAtTheTable("a question without a game, for readers of the rulebook")
CARD = Follows("the card of the formation and what it has lost")
LED = Follows("the action that led there")
ROWS = Elsewhere("the page counts who is in contact and who within 15 cm, row by row")
SUPPORTERS = Elsewhere("the page names the supporters of both sides, and how many of each see an enemy")

REASONS: dict[str, Reason] = {
    "army.*": ARMY,
    "action.initiative": Follows("the card of the formation"),
    "action.blast": Follows("blast markers on the formation"),
    "action.turn": Follows("the turn"),
    "action.cap_used": Follows("what the formation has done in this turn"),
    "action.retaining": Follows("who acted last"),
    "action.aircraft": CARD,
    "action.reroll": Asked("reroll"),
    "action.choice": Asked("hold"),
    "action.schedule": Follows("the turns declared for spacecraft"),
    "air_assault.support": Elsewhere("the page names the supporters of both sides"),
    "air_assault.engaged.*": ROWS,
    "air_assault.supporters.units": SUPPORTERS,
    "aircraft_blast.*": COUNTED,
    "assault.along": LED,
    "assault.engaged.*": ROWS,
    "assault.supporters.units": SUPPORTERS,
    "assault.support": SUPPORTERS,
    "assault_result.*": COUNTED,
    "barrage.points": COUNTED,
    "barrage.guns*": COUNTED,
    "barrage.blast": COUNTED,
    "barrage.abilities": COUNTED,
    "barrage.order": LED,
    "barrage.under.templates": NotAtTheTable("a unit is hit once under however many templates; only questions tell more"),
    "barrage.under.*": CARD,
    "break_point.*": COUNTED,
    "coherency.out": Asked("out"),
    "critical.*": COUNTED,
    "dangerous.type": CARD,
    "dangerous.abilities": CARD,
    "dangerous.dc": CARD,
    "drop_pods.attacks.shots.*": NotAtTheTable("the weapon of a drop pod has no abilities, and its dice no single victim"),
    "end_turn.turn": Follows("the turn"),
    "fire.crossfire_by": Elsewhere("the page asks whether there is crossfire; a question may name who stands at its other end"),
    "fire.shots*": COUNTED,
    "fire.order": LED,
    "fire.as": LED,
    "fire.during*": LED,
    "fire.waived": Elsewhere("the page asks for it where some of the target stand in the open and others in cover"),
    "fire.pods": Elsewhere("drop pods are a deed of their own, which asks for their number"),
    "flak.shots*": NotAtTheTable("dice told without a formation, for a question"),
    "flak.jink": Asked("jink"),
    "flak.attacked": Follows("what is left of the action of the aircraft"),
    "flak.fired_at": Follows("the table remembers at whom flak has fired"),
    "flak.interception": Elsewhere("the order Interception leads through the attack of aircraft"),
    "garrison.on_overwatch": Follows("how many garrisons are on overwatch"),
    "garrison.overwatch": Elsewhere("the set-up asks which garrisons wait on overwatch"),
    "garrison.distance": NotAtTheTable("measured by hand where garrisons are set up; a question judges it"),
    "garrison.half": NotAtTheTable("seen by eye where garrisons are set up; a question judges it"),
    "garrison.terrain": NotAtTheTable("seen by eye where garrisons are set up; a question judges it"),
    "garrison.*": CARD,
    "goals.*": CALCULATED,
    "kill_points.*": COUNTED,
    "landing.*": Elsewhere("planetfall asks where each unit comes down"),
    "limits.*": CALCULATED,
    "objective.*": CALCULATED,
    "overwatch.*": CALCULATED,
    "rally.reroll": Asked("reroll"),
    "rally.*": Follows("the formation, its card and its blast markers; the order of the rally is led"),
    "regroup.*": Follows("the formation with its blast markers and leaders"),
    "save.*": COUNTED,
    "schedule.schedule": Follows("the turns declared for the other spacecraft"),
    "strategy.*": Follows("the armies, and who lost the last roll"),
    "suppression.*": COUNTED,
    "terrain.*": CALCULATED,
    "to_hit.*": COUNTED,
    "victory.*": Follows("the turn, the conditions and the losses that the table keeps"),
    "weapon.*": CALCULATED,
    "withdraw.*": Asked("withdraw"),
}


PLANE = {"name": "Lander", "type": "AC", "speed": "bomber", "armour": 5, "cc": 6, "ff": 5, "transport": 8, "abilities": ["planetfall"]}
TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "transport": 4, "critical": "none"}
GUNNER = {**INFANTRY, "weapons": [{"name": "Flak", "range": 30, "aa": 2, "abilities": ["left_arc"]}]}
BOTH = {"name": "Cannon", "range": 45, "ap": 5, "at": 4, "abilities": ["forward_arc"]}
SKIMMER = {
    "name": "Skimmer",
    "type": "AV",
    "speed": 30,
    "armour": 5,
    "cc": 5,
    "ff": 4,
    "weapons": [BOTH, {**BOTH, "name": "Stern gun", "abilities": ["rear_arc"]}],
    "abilities": ["skimmer"],
}
MORTAR = {"name": "Mortar", "type": "AV", "speed": 20, "armour": 5, "cc": 6, "ff": 6}
LAUNCHER = {"name": "Launcher", "range": 45, "bp": 2, "abilities": ["forward_arc"]}
UNITS = {
    "f": {"seat": 0, "card": formation("Lander", (1, PLANE)), "state": {"flying": True, "order": "ground_attack"}},
    "p": {"seat": 0, "card": formation("Troops", (2, INFANTRY)), "state": {"aboard": "f", "where": "inside"}},
    "g": {"seat": 0, "card": formation("Friends", (2, INFANTRY))},
    "t": {"seat": 0, "card": formation("Titan", (1, TITAN)), "state": {"order": "engage"}},
    "r": {"seat": 0, "card": formation("Riders", (2, INFANTRY)), "state": {"aboard": "t", "where": "inside"}},
    "l": {"seat": 0, "card": formation("Lander", (1, PLANE)), "state": {"where": "reserve"}},
    "q": {"seat": 0, "card": formation("Troops", (2, INFANTRY)), "state": {"aboard": "l", "where": "inside"}},
    "d": {"seat": 1, "card": formation("Foes", (4, INFANTRY), (2, {**INFANTRY, "name": "Sergeants"}))},
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
GROUND = {
    "m": {"seat": 0, "card": formation("Mixed", (3, {**INFANTRY, "weapons": [BOTH]}), (3, SKIMMER)), "state": {"blast": 1, "order": "advance"}},
    "b": {
        "seat": 0,
        "card": formation(
            "Guns", (2, {**MORTAR, "weapons": [LAUNCHER, {**LAUNCHER, "abilities": ["rear_arc"]}, BOTH]}), (2, {**MORTAR, "name": "Old", "weapons": [LAUNCHER]})
        ),
        "state": {"blast": 1},
    },
    "k": {"seat": 1, "card": formation("Host", (2, INFANTRY), (1, TITAN))},
    "g": UNITS["g"],
    "d": UNITS["d"],
    "e": UNITS["e"],
}
FIGHTS = {
    "fire": {"by": "m", "target": "k"},
    "barrage": {"by": "b", "target": "k"},
    "assault": {"attacker": "m", "defender": "k"},
    "action": {"formation": "m", "order": "advance"},
    "dangerous": {"formation": "m"},
    "withdraw": {"formation": "d"},
    "garrison": {"formation": "g"},
}
MORE = tuple(
    {"game": "epic", "ask": ask, "units": units, "situation": told} for units, deeds in ((UNITS, DEEDS), (GROUND, FIGHTS)) for ask, told in deeds.items()
)
"""Tables with what the examples do not have: aircraft and a war engine that carry troops; a mixed
formation and one of guns against one with a war engine."""
