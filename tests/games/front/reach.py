"""Fields of The Front that no page asks for, each with its reason."""

from tests.games.reachable import Elsewhere, Follows, Reason

BUILDER = Elsewhere("the page of steps and counters: where a step stands, what it counts, plus and minus")

REASONS: dict[str, Reason] = {
    "options.*": Elsewhere("the page of a battle shows the best block and split while they are chosen"),
    "lock.damage": Follows("the card of the unit, which is asked for where it is silent"),
    "unlock.seat": Elsewhere("the list of units to unlock: whoever stays locked is unticked"),
    "own_step.*": BUILDER,
    "count.by": BUILDER,
}
