"""An assault: charge, attacks, supporting fire, result, round after round until somebody wins."""

from __future__ import annotations

from functools import lru_cache

from engine.games.epic.action_rules import before_it_begins, misplaced
from engine.games.epic.blows import Duel, Fight, engaged_units
from engine.games.epic.exchange import bury, exchanged
from engine.games.epic.formations import number, rows
from engine.games.epic.hulls import pending, unhurt
from engine.games.epic.markers import has_broken, judged, placed
from engine.games.epic.overwatch import reactions
from engine.games.epic.refs import EPIC_07, EPIC_17, EPIC_85, EPIC_97, EPIC_101, EPIC_109
from engine.games.epic.reserves import absent, destroyed, nobody_there
from engine.games.epic.result import RESULT_TEXT, beaten, defeated, names_of, result_checks, side_of, victorious
from engine.games.epic.strikes import alive, may_support, named, strike
from engine.games.epic.terrain import TERRAINS
from engine.games.epic.units import WORDS
from engine.games.epic.warengines import criticals
from engine.games.epic.withdraw import withdrawal
from engine.games.epic.wrecks import aboard, bail_out
from engine.playing.procedure import Procedure, call, choose, decide, lastly, task, until
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, Flag, ListOf, MapOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Option, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

NOBODY = "nobody"


def assault(state: GameState, attacker: str, defender: str, **told: Value) -> Procedure:
    """Charge under overwatch fire, fight rounds until one side wins, then break the loser and
    mark the winner; it was the attackers' action (EPIC-07, 86, 101, 262, 269)."""
    duel, state = duel_of(state, attacker, defender, Map(told)), state.note(begun=True)
    for fight in duel.sides[0]:
        state = (
            state.set(fight.formation, "activated", True)
            .set(fight.formation, "todo", ())
            .set(fight.formation, "overwatch", False)
        )
    if not told.get("landed"):
        state = yield from call(state, task(reactions, formation=attacker, moment="charge"))
    if has_broken(state, attacker) or state.unit(attacker).gone or not told.get("reached", True):
        return state.note(winner=NOBODY)
    state = state.note(**{f"was:{each}": bool(state.unit(each).count("broken")) for each in everybody(duel)})
    for each in everybody(duel):
        state = unhurt(state, each)
    state = yield from until(decided, state, task(fight_round, duel=duel))
    return (yield from lastly(state, task(aftermath, duel=duel)))


def duel_of(now: GameState, attacker: str, defender: str, told: Map[Value]) -> Duel:
    """Who fights, and how: as told, or everybody in the same way; the defender's ground, who
    supports (EPIC-85, 88, 92, 95, 133)."""
    ours, theirs = (attacker, *names(told, "along")), (defender, *names(told, "others"))
    if both := set(ours) & set(theirs):
        raise Impossible(say("{unit} cannot fight itself", unit=min(both)))
    known = told.get("engaged")
    for stranger in known if isinstance(known, Map) else ():
        if stranger not in (*ours, *theirs):
            raise Impossible(say("{unit} is not in this assault", unit=stranger))
    sides = tuple(
        tuple(fight_of(each, told, ground) for each in side)
        for side, ground in ((ours, "open_ground"), (theirs, str(told.get("terrain") or "open_ground")))
    )
    helpers: tuple[list[Fight], list[Fight]] = ([], [])
    support = told.get("supporters")
    for each in support if isinstance(support, tuple) else ():
        assert isinstance(each, Map)
        units = each.get("units")
        shooting = tuple(number(count) for count in units) if isinstance(units, tuple) else ()
        helpers[now.unit(each["formation"]).seat != now.unit(attacker).seat].append(
            Fight(str(each["formation"]), (), shooting, "" if shooting else "ff")
        )
    return Duel((sides[0], sides[1]), (tuple(helpers[0]), tuple(helpers[1])))


def names(told: Map[Value], key: str) -> tuple[str, ...]:
    found = told.get(key)
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


def fight_of(formation: str, told: Map[Value], terrain: str) -> Fight:
    """Units in contact and at a distance as told, or all of them alike (EPIC-84, 89)."""
    known = told.get("engaged")
    numbers = known.get(formation) if isinstance(known, Map) else None
    if not isinstance(numbers, Map):
        return Fight(formation, all=str(told.get("fought", "ff")), terrain=terrain)
    return Fight(formation, counts(numbers.get("cc")), counts(numbers.get("ff")), "", terrain)


def counts(told: Value) -> tuple[int, ...]:
    return tuple(number(each) for each in told) if isinstance(told, tuple) else (told,) if isinstance(told, int) else ()


def everybody(duel: Duel) -> tuple[str, ...]:
    return (*names_of(duel.sides[0]), *names_of(duel.sides[1]))


def decided(now: GameState) -> bool:
    """Somebody has won, or nobody is left (EPIC-101)."""
    return bool(now.scratch.get("winner"))


def fight_round(state: GameState, duel: Duel) -> Procedure:
    """One round: first strikes, all others at once, support if the attack still stands, the result
    (EPIC-89, 94, 95, 97, 151, 268)."""
    if state.noted("again"):
        state, how = yield from choose(state, how_again, duel)
        state = state if how == "same" else state.note(how=how)
    if how := str(state.scratch.get("how") or ""):
        duel = Duel((fought(duel.sides[0], how), fought(duel.sides[1], how)), duel.supporters)
    help_ = [task(support, duel=duel)] if any(duel.supporters) else []
    return (
        yield from lastly(
            state, *exchanged(state, duel, first=True), *exchanged(state, duel), *help_, task(result, duel=duel)
        )
    )


def fought(fights: tuple[Fight, ...], how: str) -> tuple[Fight, ...]:
    return tuple(fight._replace(all=how) for fight in fights)


def how_again(now: GameState, duel: Duel) -> Prompt:
    """Both sides may counter-charge before another round, attacker first; who fights how is seen
    anew (EPIC-101, 268)."""
    options = tuple(Option(key, WORDS[key]) for key in ("same", "ff", "cc"))
    lead = duel.sides[0][0].formation
    return Prompt(
        "again",
        "choice",
        now.unit(lead).seat,
        say("a tie: counter-charge, then how is the next round fought?"),
        EPIC_101,
        (lead,),
        options=options,
    )


def stalled(now: GameState, duel: Duel) -> str:
    """After the attacks: defenders all dead, attacker wins; engaged attackers all dead, defender
    wins (EPIC-94, 100)."""
    over, charging = wiped_out(now, duel), engaged_units(now, duel.sides[0])
    if over == "attacker" and not charging and now.reading("double_wipe") == "defender":
        return "defender"
    return over if over or charging else "defender"


def wiped_out(now: GameState, duel: Duel) -> str:
    """A side that wipes out the other has won (EPIC-100)."""
    ours, theirs = alive(now, duel.sides[0]), alive(now, duel.sides[1])
    return NOBODY if not ours and not theirs else "attacker" if not theirs else "" if ours else "defender"


def support(state: GameState, duel: Duel) -> Procedure:
    """Both sides' supporters, if an engaged attacker and a defender are left (EPIC-94, 95, 96,
    266)."""
    if stalled(state, duel):
        return state
    state = state.note(supported=True)
    if state.reading("support_order") == "simultaneous":
        return (yield from lastly(state, *exchanged(state, duel, support=True)))
    return (
        yield from lastly(
            state,
            *(
                part
                for side in (0, 1)
                for part in (task(strike, duel=duel, side=side, first=False, support=True), task(bury, duel=duel))
            ),
        )
    )


def result(state: GameState, duel: Duel) -> Procedure:
    """A side wiped out or a stalled attack needs no roll, but what supporting fire leaves is
    rolled for (EPIC-94, 100); else highest of two dice and the rows (EPIC-97)."""
    over = wiped_out(state, duel) if state.noted("supported") else stalled(state, duel)
    if over == "defender" and alive(state, duel.sides[0]) and state.reading("stall") == "roll":
        return (yield from decide(state, result_roll, stalled_roll, duel))
    if over:
        return ended(state, duel, over)
    return (yield from decide(state, result_roll, won, duel))


def result_roll(now: GameState, duel: Duel) -> Prompt:
    ours, theirs = names_of(duel.sides[0]), names_of(duel.sides[1])
    checks = result_checks(side_of(now, ours, theirs), side_of(now, theirs, ours), named(now, "result"))
    return Prompt(
        named(now, "result"),
        "roll",
        now.unit(ours[0]).seat,
        RESULT_TEXT,
        EPIC_97,
        (ours[0], theirs[0]),
        checks,
        readings=("stall",),
        opposed=True,
    )


def won(state: GameState, gaps: tuple[int, ...], duel: Duel) -> GameState:
    """The higher total wins; the loser takes the difference (EPIC-97, 99); a tie leaves it open
    (EPIC-101)."""
    (gap,) = gaps
    winner = "attacker" if gap > 0 else "defender" if gap < 0 else ""
    if not winner:
        return met_before(state.note(again=True, supported=False))
    return ended(beaten(state, names_of(duel.sides[winner == "attacker"]), abs(gap)), duel, winner)


def ended(state: GameState, duel: Duel, winner: str) -> GameState:
    """What nobody asks for once it is decided is forgotten, so that equal ends are one table
    (EPIC-104)."""
    past = {f"{note}:{each}": 0 for note in ("lost", "hurt", "buried") for each in everybody(duel)}
    losers = duel.sides[winner == "attacker"]
    past |= {f"{note}:{each}": 0 for note in ("marked", "shock") for each in names_of(losers)}
    return met_before(state.note(**past, again=False, winner=winner))


@lru_cache(maxsize=4096)
def met_before(state: GameState) -> GameState:
    """Equal tables as one: odds meet each of them thousands of times, and comparing takes
    longest."""
    return state


def stalled_roll(state: GameState, gaps: tuple[int, ...], duel: Duel) -> GameState:
    """By one reading the dice still say how many more attackers fall (EPIC-94)."""
    return ended(beaten(state, names_of(duel.sides[0]), max(0, -gaps[0])), duel, "defender")


def aftermath(state: GameState, duel: Duel) -> Procedure:
    """The losers break and those who stood by them take a marker, but not where defenders fell
    before any support; the winners take theirs; then the losers withdraw (EPIC-94, 102, 103,
    104, 186, 269, 270)."""
    winner = str(state.scratch.get("winner"))
    if winner == NOBODY:
        return state
    lost = 1 if winner == "attacker" else 0
    for formation in names_of(duel.sides[lost]):
        state = defeated(state, formation, bool(state.noted(f"was:{formation}")))
    if winner == "defender" or state.noted("supported") or state.reading("wipe_supporters") == "bm":
        state = shaken(state, names_of(duel.supporters[lost]))
    for formation in names_of(duel.sides[1 - lost]):
        state = victorious(state, formation, bool(state.noted(f"was:{formation}")))
    fleeing = [
        each for each in (*names_of(duel.sides[lost]), *names_of(duel.supporters[lost])) if has_broken(state, each)
    ]
    battered = [each for each in (*everybody(duel), *names_of(duel.supporters[lost])) if pending(state, each)]
    wrecks = [task(bail_out, transport=each) for each in everybody(duel) if aboard(state, each)]
    return (
        yield from lastly(
            state,
            *(task(criticals, formation=each, key=f"critical:lost:{each}") for each in battered),
            *(task(withdrawal, formation=each) for each in fleeing),
            *wrecks,
        )
    )


def shaken(state: GameState, supporters: tuple[str, ...]) -> GameState:
    """One marker for each formation that could support the loser, whether it fired or not
    (EPIC-103)."""
    for formation in supporters:
        if may_support(state, formation) or state.reading("supporters_bm") == "near":
            state = judged(placed(state, formation, 1), formation).note(**{f"shaken:{formation}": True})
    return state


def broken_attacker(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    if now.unit(attacker).count("broken"):
        return Refusal("broken", say("{unit} is broken and takes no action", unit=now.unit(attacker).name), EPIC_109)
    return None


def own_side(now: GameState, attacker: str, defender: str, **_: Value) -> Refusal | None:
    if now.unit(attacker).seat == now.unit(defender).seat:
        return Refusal("friend", say("{unit} is no enemy", unit=now.unit(defender).name), EPIC_85)
    return None


def beyond_reach(now: GameState, defender: str, **_: Value) -> Refusal | None:
    """Nobody charges who is destroyed, off the table or aboard (EPIC-38, 253)."""
    return nobody_there(now, defender)


def wrong_sides(
    now: GameState,
    attacker: str,
    defender: str,
    along: tuple[str, ...] | None = None,
    others: tuple[str, ...] | None = None,
    supporters: tuple[Map[Value], ...] | None = None,
    **_: Value,
) -> Refusal | None:
    """Each formation fights once, on its own side, on the table; who fights does not support
    (EPIC-85, 88, 95)."""
    ours, theirs = (attacker, *(along or ())), (defender, *(others or ()))
    helpers = [str(each["formation"]) for each in supporters or ()]
    if misplaced(now, ours) or misplaced(now, theirs) or set(helpers) & {*ours, *theirs}:
        return Refusal("sides", say("each formation fights once, on its own side, on the table"), EPIC_85)
    return None


def already_activated(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """It has acted, and not by declaring this assault."""
    unit = now.unit(attacker)
    if unit.count("activated") and "assault" not in unit.marks("todo"):
        return Refusal("activated", say("{unit} has acted this turn", unit=unit.name), EPIC_07)
    return None


def shows(attacker: str, defender: str, **_: Value) -> dict[str, Show]:
    def units(side: str) -> Show:
        return lambda after: sum(row.left for row in rows(after.unit(side)))

    def winner(after: GameState) -> str:
        return str(after.scratch.get("winner"))

    return {
        "fate": lambda after: f"{winner(after)}_wins",
        "winner": winner,
        f"units:{attacker}": units(attacker),
        f"units:{defender}": units(defender),
    }


NUMBERS = ListOf(Whole(0, 99))
SITUATION = Record(
    (
        *required(attacker=UnitId(), defender=UnitId(enemy=True)),
        Field("fought", Word(("ff", "cc")), default="ff"),
        *fields(
            along=ListOf(UnitId()),
            others=ListOf(UnitId(enemy=True)),
            terrain=Word(TERRAINS),
            engaged=MapOf(Record(fields(cc=NUMBERS, ff=NUMBERS))),
            supporters=ListOf(Record((Field("formation", Word(), required=True), Field("units", NUMBERS)))),
        ),
        Field("reached", Flag(), default=True),
    )
)
FORBIDS = tuple(
    before_it_begins(rule)
    for rule in (destroyed, absent, beyond_reach, broken_attacker, own_side, wrong_sides, already_activated)
)
ASSAULT = Opening(
    "assault", say("assault"), EPIC_17, assault, SITUATION, FORBIDS, shows, actor="attacker", asks=("terrain",)
)
