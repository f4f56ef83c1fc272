"""Fields of The Front that no page asks for, each with its reason."""

from tests.games.reachable import Elsewhere, Open, Reason

REASONS: dict[str, Reason] = {
    "options.*": Elsewhere("the page of a battle shows the best block and split while they are chosen"),
    "conquer.by": Open("who conquers, where it is not the side whose turn it is"),
    "conquer.effect": Open("what the territory does"),
    "lock.damage": Open("what is dealt, where it is not the value of the card"),
    "unlock.seat": Open("the side whose units are unlocked"),
    "own_step.*": Open("when a step of one's own comes, and what it counts"),
    "count.by": Open("by how much"),
}
