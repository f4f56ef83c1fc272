"""Fields of Dust Tactics that no page asks for, each with its reason."""

from tests.games.reachable import Asked, Elsewhere, Follows, NotAtTheTable, Open, Reason

ARMY = Elsewhere("the page of an army, and the terms chosen when the game is set up")
LINES = Open("the page of an activation does not tell it of a line yet")
SHOT = Elsewhere("the page of an activation tells the lines of an attack")
CALCULATED = NotAtTheTable("a question without a game, for readers of the rulebook")

REASONS: dict[str, Reason] = {
    "army.*": ARMY,
    "actions.*": NotAtTheTable("whether two actions go together is answered by the page of an activation"),
    "activation.lines*": LINES,
    "ammo.*": CALCULATED,
    "assault_lines.*": SHOT,
    "attack.*": Open("a shot outside of an activation: seen, range and cover are asked, the rest is not"),
    "command.*": Open("whom an order is for, and how near he is"),
    "cover.*": CALCULATED,
    "sight.*": CALCULATED,
    "distance.*": CALCULATED,
    "flame.*": Open("where a flame begins and who is beside it"),
    "initiative.dice": Follows("the units on the table, and skills on their cards"),
    "initiative.black_ops": Follows("skills on the cards of the table"),
    "join.round": Follows("the round"),
    "move.*": Open("what a move passes, and which skills it uses"),
    "points.*": Open("points by hand, beside those of destroyed units"),
    "reaction.*": Open("which enemy, at what moment, how far, by which skills"),
    "reload.weapon": Open("which weapon is reloaded, where there are several"),
    "setup.*": Asked("tile"),
    "tank_head.*": Open("how near the two are"),
    "victory.bonus": Asked("bonus"),
}
