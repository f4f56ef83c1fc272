"""The nine phases of one player's turn, then the other's; moments in them; and what is left to the
table."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from engine.games.twogm import refs
from engine.playing.citing import rule
from engine.playing.rules import Offer, Step
from engine.values.kinds import Either, Fixed, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Reminder
from engine.values.table import GameState
from engine.values.texts import say

PHASES = ("start", "headquarters", "cards", "movement", "deployment", "fire", "reactivation", "discard", "end")
WHOSE = Either((Word(("own", "enemy")), Whole(0, 1)))  # 2GM-39: by name or by seat
MOMENT = Either((Record(fields(seat=WHOSE, phase=Word(PHASES), turn=Whole(1, 9999))), Fixed((WHOSE, Word(PHASES)))))
Moment = Annotated[tuple[str | int, str] | Map[Any], MOMENT]
TURN = len(PHASES)
ROUND = 2 * TURN


@rule(refs.TWOGM_39)
def phase_number(moment: Value) -> int:
    """The place of a moment in its turn."""
    named = moment.get("phase") if isinstance(moment, Map) else moment[1] if isinstance(moment, tuple) else None
    if named is None:
        raise Impossible(say("say the phase"))
    return PHASES.index(str(named))


@rule(refs.TWOGM_39)
def is_own(moment: Value, owner: int = 0) -> bool:
    """Whether a moment lies in the turn of the owner, told as own and enemy or by seats."""
    seat = moment.get("seat") if isinstance(moment, Map) else moment[0] if isinstance(moment, tuple) else "own"
    return seat == "own" if isinstance(seat, str) else seat == owner if seat is not None else True


@rule(refs.TWOGM_39)
def phases_between(first: Value, later: Value, owner: int = 0) -> int:
    """Phases from one moment to the first such moment after it; told turns count rounds."""
    gap = moment_number(later, owner) - moment_number(first, owner)
    rounds = [each.get("turn") for each in (first, later) if isinstance(each, Map)]
    if len(rounds) == 2 and isinstance(rounds[0], int) and isinstance(rounds[1], int):
        return gap + ROUND * (rounds[1] - rounds[0])
    return gap % ROUND


@rule(refs.TWOGM_39)
def moment_number(moment: Value, owner: int = 0) -> int:
    """Own turn first, then the enemy's."""
    return phase_number(moment) + (0 if is_own(moment, owner) else TURN)


@rule(refs.TWOGM_40)
def phases_to_next_start(moment: Value) -> int:
    """Phases until the next Start phase of either player."""
    return TURN - phase_number(moment)


@rule(refs.TWOGM_40)
def phases_to_same_start(moment: Value) -> int:
    """Phases until the next Start phase of the player whose turn it is."""
    return ROUND - phase_number(moment)


# What each phase offers

QUESTIONS = tuple(
    Offer(key, "all")
    for key in (
        "supply",
        "share",
        "store",
        "terrain",
        "distance",
        "suppression",
        "marker",
        "smoke",
        "building",
        "reactions",
        "budget",
        "victory",
        "concede",
        "name_hand",
    )
)
EVER = (Offer("lay_smoke", "all"), Offer("care"), Offer("clear"), *QUESTIONS)

STEPS = (
    Step(
        "start",
        say("Start"),
        refs.TWOGM_40,
        "active",
        (*(Offer(key, "all") for key in ("opening", "bid", "lay_terrain", "setup", "opening_hand", "deck")), *EVER),
        opens="begin_turn",
    ),
    Step(
        "headquarters",
        say("Headquarters"),
        refs.TWOGM_41,
        "active",
        (Offer("income"), Offer("give"), *EVER),
        opens="income",
    ),
    Step("cards", say("Cards"), refs.TWOGM_45, "active", (Offer("draw"), *EVER), opens="draw"),
    Step(
        "movement",
        say("Movement"),
        refs.TWOGM_46,
        "active",
        (Offer("move"), Offer("cover_move"), Offer("swap"), Offer("unload"), Offer("assault"), Offer("give"), *EVER),
        (Reminder(say("Squares are entered along rows and columns, never through an enemy"), refs.TWOGM_50),),
    ),
    Step(
        "deployment",
        say("Deployment"),
        refs.TWOGM_65,
        "active",
        (
            Offer("deploy"),
            Offer("play_card"),
            Offer("place_terrain"),
            Offer("air"),
            Offer("move"),
            Offer("unload"),
            Offer("give"),
            *EVER,
        ),
        (
            Reminder(say("Units come on free squares of the row next to the HQ"), refs.TWOGM_36),
            Reminder(say("Action points are spent now; in Movement for Advance only"), refs.TWOGM_160),
        ),
        main=("deploy",),
        again=True,
    ),
    Step(
        "fire",
        say("Fire"),
        refs.TWOGM_68,
        "active",
        (Offer("shot"), Offer("shots"), Offer("assault"), Offer("mount"), Offer("air"), *EVER),
        (
            Reminder(
                say("Range is counted along rows and columns; neither units nor terrain block a shot"), refs.TWOGM_69
            ),
            Reminder(say("Of a vehicle and the infantry behind it, you choose the target"), refs.TWOGM_62),
            Reminder(say("Terrain never blocks the line of sight"), refs.TWOGM_81),
            Reminder(say("An aircraft is on the square of its target, for anti-aircraft range"), refs.TWOGM_94),
        ),
    ),
    Step(
        "reactivation", say("Reactivation"), refs.TWOGM_77, "active", (Offer("dismount"), *EVER), opens="reactivation"
    ),
    Step("discard", say("Discard"), refs.TWOGM_78, "active", EVER, opens="discard"),
    Step("end", say("End"), refs.TWOGM_79, "active", EVER, opens="end_turn"),
)


@rule(refs.TWOGM_39)
def next_turn(state: GameState) -> GameState:
    """The other player's nine phases."""
    return replace(state, seat=(state.seat + 1) % len(state.seats))


TABLE = (
    Reminder(
        say(
            "Pitched Battle: without the Sea and River tiles, lay the tiles left to right, top to bottom, as they come"
        ),
        refs.TWOGM_29,
    ),
    Reminder(
        say("A scenario's sheet sets board, set-up and objectives; terrain comes later only if it says so"),
        refs.TWOGM_157,
    ),
    Reminder(say("A scenario's objectives are yours to judge: tell the app who has met them"), refs.TWOGM_22),
    Reminder(say("Terrain cards are picked freely from the common deck"), refs.TWOGM_02),
    Reminder(
        say("Texts of support cards are yours to apply: add a house row to a check, set the rest by hand"),
        refs.TWOGM_09,
    ),
    Reminder(
        say("With two boxes the boards lie side by side, each HQ in the middle of its own; objectives double"),
        refs.TWOGM_114,
    ),
)
DOUBTS = (
    Reminder(say("A General comes by his support card in Deployment, not at set-up"), refs.TWOGM_12),
    Reminder(say("The last card of a deck is drawn even if it is alone"), refs.TWOGM_45),
    Reminder(say("In a scenario only the cards it names are shuffled back in a mulligan"), refs.TWOGM_33),
    Reminder(say("Swapping takes 1 movement point of each, whatever its movement"), refs.TWOGM_49),
    Reminder(say("An assault is the whole move of a unit that begins next to its target"), refs.TWOGM_52),
    Reminder(say("Infantry that walks onto a vehicle's square is covered only after a move together"), refs.TWOGM_59),
    Reminder(say("Under a destroyed bridge the river is impassable again"), refs.TWOGM_84),
    Reminder(say("Extended terrain is in use; the card has its impact points once"), refs.TWOGM_90),
    Reminder(say("A square area is any block of two by two"), refs.TWOGM_102),
    Reminder(say("The attacker's own anti-aircraft units do not shoot at interceptors"), refs.TWOGM_110),
    Reminder(say("A tank's flamethrower is an ordinary weapon"), refs.TWOGM_117),
    Reminder(say("A Smoke Screen may be laid in any phase of the own turn"), refs.TWOGM_123),
    Reminder(say("Smoke stays with the units that were in it; who comes later gets none"), refs.TWOGM_124),
    Reminder(say("Advance may be paid once for each unit that has it"), refs.TWOGM_125),
    Reminder(say("Every unit with the Armour icon is a tank"), refs.TWOGM_126),
    Reminder(say("A fighter beside its HQ is no ground unit"), refs.TWOGM_131),
    Reminder(say("Heal and Repair also reach a unit on the same square"), refs.TWOGM_134),
    Reminder(say("Repair takes a damage point or the Damaged card, and any unit may repair itself"), refs.TWOGM_135),
    Reminder(say("Motorized: one step of a move is diagonal, for 1 point"), refs.TWOGM_140),
    Reminder(say("The occupant of a building takes the extra damage of ordnance too"), refs.TWOGM_143),
    Reminder(say("Sappers clear in any phase, end moves on a river, and bridge it in one column"), refs.TWOGM_144),
    Reminder(say("Command Groups and Radio Links aboard a transport still pay"), refs.TWOGM_159),
    Reminder(say("A fighter attacked beside its HQ may intercept its attacker"), refs.TWOGM_184),
    Reminder(say("An anti-aircraft unit fires any one weapon in range"), refs.TWOGM_186),
    Reminder(say("Terrain takes the damage of every hit on its square"), refs.TWOGM_187),
    Reminder(say("Each of a pair has 5 cards at first and 7 at most; their HQ limits the sum of both"), refs.TWOGM_189),
    Reminder(say("With two boxes each player counts his own units and fills his own HQ"), refs.TWOGM_190),
    Reminder(say("A vehicle with both skills carries one unit in all"), refs.TWOGM_192),
    Reminder(say("Unloading ends the move of the transport, which need not have moved"), refs.TWOGM_194),
    Reminder(
        say("A support card for one turn goes once it is used, at the end of its turn at the latest"), refs.TWOGM_09
    ),
    Reminder(say("Only craft with the Embarkment skill enter the sea"), refs.TWOGM_83),
    Reminder(say("Where own Sappers stand, difficult ground is open to an Extra-Heavy unit"), refs.TWOGM_133),
    Reminder(say("General Patton gives one tank a turn one line of equipment"), refs.TWOGM_153),
    Reminder(say("Who finds the target of its assault gone may fire as usual"), refs.TWOGM_162),
    Reminder(
        say("Of two units on a square one is assaulted; if the other is left, the winner goes back and may fire on"),
        refs.TWOGM_163,
    ),
    Reminder(say("After a won assault an HMG* or Mortar* is neither mounted nor fired"), refs.TWOGM_164),
    Reminder(say("Multiple gives no further shots in an assault or a reaction"), refs.TWOGM_165),
    Reminder(say("Infantry that moves onto an empty transport boards it"), refs.TWOGM_166),
    Reminder(say("An Extra-Heavy unit may be deployed on a difficult square, and never leaves it"), refs.TWOGM_169),
    Reminder(say("A pair is out of cards only when both of its players are"), refs.TWOGM_189),
    Reminder(say("Infantry with a mounted HMG* or Mortar* is not picked up"), refs.TWOGM_198),
    Reminder(say("Cargo of a landing craft shares its damage"), refs.TWOGM_199),
)
REFERENCE = (*TABLE, *DOUBTS)
