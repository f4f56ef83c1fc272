"""A turn: strategy, actions in turns, the end of the turn, and from turn 3 on the victory check."""

from engine.games.epic import refs
from engine.games.epic.air.reserves import able_to_act
from engine.games.epic.victory import FIRST_CHECK, LAST_TURN
from engine.playing.citing import rule
from engine.playing.rules import Offer, Step
from engine.values.model import Reminder
from engine.values.table import GameState
from engine.values.texts import say

ASKED = tuple(
    Offer(key, "all")
    for key in (
        "to_hit",
        "save",
        "allocate",
        "suppression",
        "break_point",
        "dangerous",
        "terrain",
        "assault_attacks",
        "assault_result",
        "limits",
        "weapon",
        "objective",
        "goals",
        "kill_points",
        "withdraw",
        "pop_up",
        "coherency",
        "critical",
        "explosion",
        "flak",
        "aircraft_blast",
        "landing",
        "scatter",
        "concede",
    )
)
"""Questions that may be put at any time."""


@rule(refs.EPIC_07, refs.EPIC_65)
def has_formation_to_activate(now: GameState, seat: int | None = None) -> bool:
    """Formations yet to act, unless their side has let all the rest stay on overwatch."""
    return any(
        not unit.count("activated") and not unit.count("broken") and not now.seats[unit.seat].get("done")
        for unit in able_to_act(now, seat)
    )


@rule(refs.EPIC_04)
def are_all_activated(now: GameState) -> bool:
    return not has_formation_to_activate(now)


@rule(refs.EPIC_07, refs.EPIC_08)
def next_seat(now: GameState) -> int:
    """The other side, unless it has no formation left to activate."""
    return 1 - now.seat if has_formation_to_activate(now, 1 - now.seat) else now.seat


@rule(refs.EPIC_242)
def is_before_first_check(now: GameState) -> bool:
    """Victory is looked at from the end of turn 3 on."""
    return now.turn < FIRST_CHECK


@rule(refs.EPIC_248, refs.EPIC_282)
def may_go_on(now: GameState) -> bool:
    """No fifth turn begins: the last check is made until it has said who won."""
    return now.turn < LAST_TURN


MOVING = (
    Reminder(say("A formation keeps one chain with gaps of at most 5 cm"), refs.EPIC_02),
    Reminder(say("Nobody moves over or through an enemy unit"), refs.EPIC_26),
    Reminder(say("Friends pass through each other only where one of the two is infantry"), refs.EPIC_27),
    Reminder(say("Stay out of enemy zones of control, 5 cm around each unit, but in an Engage"), refs.EPIC_28),
    Reminder(say("A unit in contact has no zone of control; a broken one keeps its own"), refs.EPIC_29),
    Reminder(say("Impassable terrain is never crossed, except over the top by those who fly or jump"), refs.EPIC_68),
    Reminder(
        say("Skimmers pass over terrain and friends, but not over enemies; landing in dangerous ground is tested"),
        refs.EPIC_124,
    ),
    Reminder(
        say("Jump packs leap terrain and friends, but do not land on them; landing in dangerous ground is tested"),
        refs.EPIC_142,
    ),
    Reminder(say("A transport picks a unit up by touching it in its own move, then moves on"), refs.EPIC_32),
    Reminder(say("Transports carry units of their own formation only, war engines aside"), refs.EPIC_33),
    Reminder(say("Who embarks does not move on its own in that move"), refs.EPIC_34),
    Reminder(say("Units disembark at the end of any move but the one they embarked in"), refs.EPIC_35),
    Reminder(say("Disembark within 5 cm; into an enemy zone of control only in an Engage"), refs.EPIC_36),
)
SHOOTING = (
    Reminder(say("Terrain blocks sight; into or out of it one sees through 10 cm of it"), refs.EPIC_39),
    Reminder(say("Of all units only war engines block sight"), refs.EPIC_40),
    Reminder(
        say("Crossfire: a line of at most 45 cm to another friendly formation crosses a target unit, not only a gap"),
        refs.EPIC_53,
    ),
    Reminder(say("The first template covers as many target units as it can, within range and sight"), refs.EPIC_59),
    Reminder(
        say("Extra templates touch the first without overlapping, again over as many target units as they can"),
        refs.EPIC_60,
    ),
)
CHARGING = (
    Reminder(say("Formations 5 cm or less from the target may be attacked with it"), refs.EPIC_78),
    Reminder(say("Chargers do not cross zones of control of other formations"), refs.EPIC_80),
    Reminder(say("At most two units touch one defender; each takes the nearest whose zone it entered"), refs.EPIC_81),
    Reminder(say("A defender in contact has no zone of control: later chargers may pass"), refs.EPIC_82),
    Reminder(
        say("Defenders not in contact may counter-charge, broken ones too, straight to the nearest enemy"), refs.EPIC_87
    ),
    Reminder(say("In charges nobody gets in or out of a transport that touches two enemies"), refs.EPIC_37),
    Reminder(say("The winners may move 5 cm each, not into an enemy zone of control"), refs.EPIC_107),
    Reminder(say("Withdrawing units ignore zones of control, but do not pass through enemies"), refs.EPIC_114),
)
ENGINES = (
    Reminder(
        say("A war engine keeps its zone of control until as many enemies touch it as its starting damage capacity"),
        refs.EPIC_165,
    ),
    Reminder(say("War engines carry units of their own formation like any other transport"), refs.EPIC_166),
    Reminder(
        say("Arcs of fire: front, rear and sides are half a circle; fixed forward is 45 degrees to either side"),
        refs.EPIC_170,
    ),
    Reminder(say("Units barged by a war engine are put as near as they were, but touching it"), refs.EPIC_182),
    Reminder(say("Aircraft fly any distance over everything: 30 cm straight before each turn"), refs.EPIC_195),
    Reminder(say("Flak of aircraft needs the enemy in arc and range where its flight ends"), refs.EPIC_201),
    Reminder(say("Troops leave a landed aircraft within 5 cm, skimmers and jump packs within 15 cm"), refs.EPIC_214),
    Reminder(say("Landing aircraft and their troops enter zones of control only in an air assault"), refs.EPIC_215),
    Reminder(say("Drop zones and points of orbital bombardment are noted in secret before the battle"), refs.EPIC_217),
    Reminder(
        say("The first template of an orbital bombardment, 12 cm wide, is centred on the point noted"), refs.EPIC_220
    ),
    Reminder(say("Scattered units must regain coherency with their next action"), refs.EPIC_222),
)
STEPS = (
    Step(
        "strategy",
        say("Strategy phase"),
        refs.EPIC_05,
        "all",
        (
            Offer("strategy", "all"),
            Offer("setup", "all"),
            Offer("army", "all"),
            Offer("garrison", "all"),
            Offer("teleport", "all"),
            Offer("schedule", "all"),
            Offer("embark", "all"),
            *ASKED,
        ),
        opens="strategy",
    ),
    Step(
        "action",
        say("Action phase"),
        refs.EPIC_07,
        "active",
        (
            Offer("action"),
            Offer("assault"),
            Offer("fire", "all"),
            Offer("barrage", "all"),
            Offer("regroup"),
            Offer("overwatch", "all"),
            Offer("embark"),
            Offer("disembark"),
            Offer("touch_down"),
            Offer("air_assault"),
            Offer("planetfall"),
            Offer("drop_pods"),
            *ASKED,
        ),
        (
            Reminder(say("You must activate while you can"), refs.EPIC_08),
            Reminder(say("A weapon with AP and AT uses one of them a turn"), refs.EPIC_42),
            *MOVING,
            *SHOOTING,
            *CHARGING,
            *ENGINES,
        ),
        repeat_until=are_all_activated,
        next_seat=next_seat,
    ),
    Step(
        "rally",
        say("End of turn"),
        refs.EPIC_117,
        "all",
        (Offer("end_turn", "all"), Offer("rally", "all"), Offer("victory", "all"), *ASKED),
        opens="end_turn",
        main=("rally",),
    ),
    Step(
        "victory",
        say("Victory check"),
        refs.EPIC_242,
        offers=(Offer("victory", "all"), *ASKED),
        opens="victory",
        skip_if=is_before_first_check,
        repeat_until=may_go_on,
    ),
)
REFERENCE = (
    Reminder(say("A unit is one vehicle or one infantry stand"), refs.EPIC_01),
    Reminder(
        say("Doubtful: nobody gets out of a war engine that touches two enemies, whatever its capacity"), refs.EPIC_166
    ),
    Reminder(
        say("Doubtful: with equal strategy ratings the die of the set-up decides for the whole game"), refs.EPIC_118
    ),
    Reminder(
        say("Doubtful: formations added to an assault's target are each within 5 cm of the target itself"), refs.EPIC_78
    ),
    Reminder(say("Doubtful: 15 cm are enough to be engaged; sight is needed to use firefight"), refs.EPIC_87),
    Reminder(
        say("Doubtful: the line of a crossfire crosses a unit of the target; a gap between two is not enough"),
        refs.EPIC_53,
    ),
    Reminder(
        say("Doubtful: the units of a formation hold together in one chain; a neighbour alone is not enough"),
        refs.EPIC_02,
    ),
    Reminder(
        say("Doubtful: one test for each unit and move through dangerous terrain, however many pieces it crosses"),
        refs.EPIC_66,
    ),
    Reminder(say("Reserves are open to view; what comes by portal comes like the others"), refs.EPIC_231),
)
"""What is left to the table besides, and how the other doubtful passages are read."""
