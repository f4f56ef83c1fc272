"""Fields of Epic Armageddon that no page asks for, each with its reason."""

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
    "aircraft_blast.*": COUNTED,
    "assault.*": PAGE,
    "assault_result.*": COUNTED,
    "barrage.*": PAGE,
    "break_point.*": COUNTED,
    "coherency.out": Asked("out"),
    "critical.*": COUNTED,
    "dangerous.*": PAGE,
    "disembark.*": PAGE,
    "drop_pods.*": PAGE,
    "end_turn.turn": Follows("the turn"),
    "fire.*": PAGE,
    "flak.*": PAGE,
    "garrison.*": PAGE,
    "goals.*": CALCULATED,
    "kill_points.*": COUNTED,
    "landing.*": PAGE,
    "limits.*": CALCULATED,
    "objective.*": CALCULATED,
    "overwatch.*": CALCULATED,
    "planetfall.*": PAGE,
    "rally.reroll": PAGE,
    "rally.*": Follows("the formation, its card and its blast markers; the order of the rally is led"),
    "regroup.*": Follows("the formation with its blast markers and leaders"),
    "save.*": COUNTED,
    "schedule.*": PAGE,
    "strategy.*": Follows("the armies, and who lost the last roll"),
    "suppression.*": COUNTED,
    "terrain.*": CALCULATED,
    "to_hit.*": COUNTED,
    "victory.*": PAGE,
    "weapon.*": CALCULATED,
    "withdraw.*": PAGE,
}
