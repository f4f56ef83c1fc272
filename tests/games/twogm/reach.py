"""Fields of 2GM Tactics that no page asks for, each with its reason."""

from tests.games.reachable import Asked, Elsewhere, Follows, NotAtTheTable, Reason

BOARD = Elsewhere("the map of the table: a tap or a drag tells row and column")
COUNTED = NotAtTheTable("a question without a game tells numbers; in a game the table keeps them")
CARD = Follows("the card that waits in the hand states it")
NEAR = Follows("the board; where it does not know the squares, it forbids nothing, and the players see it")
PAIR = Elsewhere("asked on the page where two players share a headquarters; no question can lay such a table")
PATH = NotAtTheTable("a move ends on a square; the squares between are walked by hand, and reach is checked by the board")

REASONS: dict[str, Reason] = {
    "air.mission": Follows("who flies decides it: fighters attack, bombers bomb, paratroopers drop"),
    "air.fighters": Asked("flies"),
    "air.bombers": Asked("flies"),
    "air.paratroopers": Asked("flies"),
    "air.target": Asked("target"),
    "air.escorts": Asked("escorts"),
    "air.interceptors": Asked("interceptors"),
    "air.aa": Asked("aa"),
    "air.aa.unit": Asked("aa"),
    "air.aa.weapon": Asked("aim"),
    "air.aa.covers": Follows("the board: whom a battery reaches"),
    "air.squares*": Asked("target"),
    "air.hmgs": Asked("strafe"),
    "air.hmg_targets": Asked("strafe"),
    "air.at_square": NotAtTheTable("interceptors come at the first square; another one is a reading for questions"),
    "bid.bids": Asked("bid"),
    "budget.seat": Follows("the side whose turn it is"),
    "supply.*": Follows("the rows of the units on the table; the side whose turn it is"),
    "reactions.seat": Follows("the side whose turn it is"),
    "income.*": Follows("HQ, General, Command Groups, Radio Links and rows of the units on the table"),
    "discard.*": Follows("the hand that the table counts"),
    "victory.*": Follows("HQ, decks and hands that the table keeps; giving up is a deed of its own"),
    "store.*": COUNTED,
    "share.gift": COUNTED,
    "setup.*": COUNTED,
    "smoke.owner": COUNTED,
    "suppression.*": COUNTED,
    "marker.*": COUNTED,
    "terrain.*": COUNTED,
    "deck.*": Elsewhere("the page of an army, and the terms chosen when the game is set up"),
    "building.*": NotAtTheTable("a shot at a building in one question; at the table the building is the target of a shot"),
    "care.adjacent": NEAR,
    "clear.adjacent": NEAR,
    "cover_move.path": PATH,
    "cover_move.squares": PATH,
    "cover_move.row": Asked("row"),
    "move.path": PATH,
    "move.from": PATH,
    "move.column": BOARD,
    "move.into": Follows("the terrain card that lies on the square"),
    "deploy.ap": Follows("the action points of the side"),
    "deploy.general": Follows("the General of the side"),
    "deploy.support.*": CARD,
    "deploy.occupied": Follows("who stands on the square, where its column is told"),
    "lay_terrain.cost": Asked("cost"),
    "unload.row": Follows("the row of the transport, the next one of a landing craft"),
    "unload.into": Follows("the terrain card that lies on the square"),
    "place_terrain.near": NEAR,
    "deploy.payer": PAIR,
    "play_card.payer": PAIR,
    "place_terrain.payer": PAIR,
    "place_terrain.cost": CARD,
    "opening_hand.mulligan": Elsewhere("the opening of the battle asks each side"),
    "play_card.playing_cost": CARD,
    "shot.as": Follows("the step: an attack in the Fire phase; reactions come with an assault, anti-aircraft fire with a mission"),
    "shot.assault": Follows("an assault is a deed of its own"),
    "shot.shot_number": Follows("the shots that the unit has fired in this turn"),
    "shots.*": Elsewhere("each of several shots has its own page, one after the other"),
}

RIFLES = {"name": "Rifles", "type": "infantry", "cost": 2, "movement": 2, "life": 3, "armor": 1}
ARMED = {
    **RIFLES,
    "equipment": [{"item": "Bazooka", "cost": 1, "marker": "double_arrow"}, {"item": "Smoke Screen", "cost": 1}, {"item": "Smoke Shell", "cost": 1}],
}
TRUCK = {"name": "Truck", "type": "transport", "cost": 2, "movement": 3, "life": 3, "armor": 1, "skills": ["transport:infantry", "repair", "heal"]}
PLANE = {"name": "Plane", "type": "air", "cost": 4, "skills": ["fighter", "bomber"]}
HAND = {"where": "reserve"}
UNITS = {
    "r": {"card": ARMED, "seat": 0, "state": HAND},
    "t": {"card": TRUCK, "seat": 0, "state": HAND},
    "p": {"card": PLANE, "seat": 0, "state": HAND},
    "x": {"card": {"name": "Barrage", "type": "support", "cost": "X"}, "seat": 0, "state": HAND},
    "w": {"card": {"name": "Wall", "type": "terrain", "cost": 2}, "seat": 0, "state": HAND},
    "o": {"card": ARMED, "seat": 0, "state": {"row": 2, "column": 2}},
    "d": {"card": TRUCK, "seat": 0, "state": {"row": 3, "column": 3, "damage": 1, "support": [{"name": "Damaged"}]}},
    "c": {"card": RIFLES, "seat": 0, "state": {"in": "d", "where": "inside"}},
    "e": {"card": RIFLES, "seat": 1, "state": {"row": 2, "column": 4}},
}
"""A hand with a unit, a transport, an aircraft, a support card and terrain; units on the board."""


def asked(ask: str, **situation: str) -> dict[str, object]:
    return {"game": "2gm", "ask": ask, "units": UNITS, "situation": situation}


MORE = (
    {"game": "2gm", "ask": "lay_terrain", "situation": {"seat": 0, "name": "wall"}},
    *(asked("deploy", unit=unit) for unit in ("r", "t", "p")),
    *(asked("play_card", unit=unit, name="Barrage") for unit in ("x", "o")),
    asked("lay_smoke", unit="o"),
    asked("care", unit="t", target="d"),
    asked("unload", unit="c"),
)
"""What the examples do not have: terrain without a price, a hand, smoke, a Damaged card, cargo."""
