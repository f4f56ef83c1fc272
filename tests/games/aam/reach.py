"""Fields of Axis & Allies Miniatures that no page asks for, each with its reason."""

from engine.games.aam.attack.leaders import LENT
from engine.games.aam.examples import PANZER, SHERMAN
from tests.games.aam.table import SOLDIER, able
from tests.games.reachable import Asked, Elsewhere, Follows, NotAtTheTable, Reason

ARMY = Elsewhere("the page of an army has its cards; year, scenario and seat are chosen when the game is set up")
HOUSE = Elsewhere("a house row on the page of the roll")
LOAN = Follows("what a Commander lends stands on his card; whether he is near is asked")
STEP = Asked("step")
NAMED = NotAtTheTable("stacking is seen on the map: a hex has no name, so the app cannot know who else is there")

REASONS: dict[str, Reason] = {
    "army.*": ARMY,
    "attack.bonus": HOUSE,
    "attack.effects*": LOAN,
    "attacks.*": Elsewhere("each of several attacks has its own page, one after the other"),
    "targets.*": Elsewhere("the other targets of the page of an attack, with their odds"),
    "defensive_fire.bonus": HOUSE,
    "defensive_fire.effects*": LOAN,
    "defensive_fire.phase": Follows("the step of the turn"),
    "move.effects*": LOAN,
    "move.phase": Follows("the step of the turn"),
    "move.steps.shots*": STEP,
    "move.steps.holds": NAMED,
    "move.steps*": STEP,
    "move.from*": NotAtTheTable("the first hex is left as the first step says: on the road or off it"),
    "vanguard.steps*": Asked("step"),
    "vanguard.from*": NotAtTheTable("the first hex is left as the first step says: on the road or off it"),
    "movement_roll.across": Elsewhere("a stream is told in the step of the move that crosses it"),
    "movement_roll.road": Elsewhere("a road is told in the step of the move that follows it"),
    "board.holds": NAMED,
    "board.phase": Follows("the step of the turn"),
    "dismount.holds": Asked("room"),
    "dismount.transport": Follows("aboard: in what a passenger rides"),
    "dismount.phase": Follows("the step of the turn"),
    "deploy.holds": NAMED,
    "initiative.bonus": Follows("the best bonus among the Commanders on the table"),
    "initiative.commanders": Follows("the Commanders on the table"),
    "initiative.recon": Asked("recon"),
    "casualty.units": Follows("all units with markers face down"),
    "victory.scenario": Follows("the scenario chosen when the game is set up"),
    "victory.turn": Follows("the turn"),
    "victory.moment": Follows("the step of the turn"),
    "victory.control": Asked("control"),
    "victory.points": Follows("the cost of the units on the table"),
    "victory.left": Follows("the units on the table"),
}

LEADER = {**able(SOLDIER, tally_ho=1, **dict.fromkeys((key for key, _ in LENT), True)), "name": "Captain", "subtypes": ["commander"], "initiative": 1}
UNITS = {
    "a": {"card": able(SHERMAN, indirect_fire=True, blast=True), "seat": 0},
    "l": {"card": LEADER, "seat": 0},
    "s": {"card": able(SOLDIER, spotter=True, recon=True), "seat": 0},
    "b": {"card": SOLDIER, "seat": 1},
    "c": {"card": PANZER, "seat": 1},
    "t": {"card": able(SHERMAN, transport=True), "seat": 0},
}
MORE = (
    *(
        {"game": "aam", "ask": ask, "units": UNITS, "readings": {"road_cover": "none"}, "situation": {"attacker": by, "target": at}}
        for ask in ("attack", "defensive_fire")
        for by in ("a", "s")
        for at in ("b", "c")
    ),
    {"game": "aam", "ask": "initiative", "units": UNITS},
    {"game": "aam", "ask": "move", "units": UNITS, "situation": {"unit": "a"}},
    {"game": "aam", "ask": "vanguard", "units": UNITS, "situation": {"unit": "s"}},
    {"game": "aam", "ask": "deploy", "units": UNITS, "readings": {"deploy_on_road": "yes"}, "situation": {"unit": "b"}},
    {"game": "aam", "ask": "deploy", "units": UNITS, "situation": {"unit": "s"}},
)
"""A table with a Commander, a Spotter and Recon, which the examples do not have."""
