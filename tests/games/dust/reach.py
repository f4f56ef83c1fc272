"""Fields of Dust Tactics that no page asks for, each with its reason."""

from tests.games.reachable import Asked, Elsewhere, Follows, NotAtTheTable, Reason

ARMY = Elsewhere("the page of an army, and the terms chosen when the game is set up")
PAGE = Elsewhere("the page of an activation tells it: actions, skills, lines with target, range, cover and rounds")
CALCULATED = NotAtTheTable("a question without a game, for readers of the rulebook")
MEASURED = NotAtTheTable("players tell the range in squares; offsets are for questions without a board")
SEEN = Elsewhere("whoever is not in sight is not aimed at")
NEAR = Elsewhere("the question for whom an order or a repair is says how near he has to be")

REASONS: dict[str, Reason] = {
    "army.*": ARMY,
    "actions.*": NotAtTheTable("whether two actions go together is answered by the page of an activation"),
    "activation.lines.bearers": Follows("the living miniatures that carry the weapon"),
    "activation.lines.sustained": Elsewhere("the first action: Sustained Attack"),
    "activation.lines.skills": Elsewhere("the skills of the activation"),
    "activation.lines.target_still": Follows("whether the target has moved"),
    "activation.lines.dx": MEASURED,
    "activation.lines.dy": MEASURED,
    "activation.lines.los": SEEN,
    "activation.lines.as": Follows("the actions: an Attack, or the end of a Charge"),
    "activation.lines.observer": Asked("artillery"),
    "activation.lines.observer_los": Elsewhere("an Observer who does not see the target does not call for fire on it"),
    "activation.lines.retaliation": Asked("strike_back"),
    "activation.lines.named": Elsewhere("asked when a sniper fires at men who differ"),
    "activation.lines.assign": Asked("assign"),
    "activation.lines.sources": Elsewhere("the page asks for a building where a reading lets it matter"),
    "ammo.*": CALCULATED,
    "assault_lines.*": PAGE,
    "attack.*": PAGE,
    "command.members": Follows("the living miniatures of the command squad"),
    "command.round": Follows("the round"),
    "command.already_tried": Follows("what was tried in this round"),
    "command.*": NEAR,
    "cover.*": CALCULATED,
    "sight.*": CALCULATED,
    "distance.*": CALCULATED,
    "flame.*": Elsewhere("the page of an activation asks who else stands in the flames"),
    "initiative.dice": Follows("the units on the table, and skills on their cards"),
    "initiative.black_ops": Follows("skills on the cards of the table"),
    "join.round": Follows("the round"),
    "move.*": PAGE,
    "points.*": Elsewhere("the victory check asks for bonus points; those of destroyed units follow from the table"),
    "reaction.*": Elsewhere("the activation asks who reacts at its moment, how far he is, and with what he fires"),
    "reload.weapon": Elsewhere("asked where several weapons are empty"),
    "setup.*": Asked("tile"),
    "tank_head.*": NEAR,
    "victory.bonus": Asked("bonus"),
}
