"""Aircraft: sorties with their flak and patrols, air combat, disengagement, and the markers they
carry home."""

from __future__ import annotations

from engine.games.epic.flak import Flak, aa_shots, has_moved, silenced, volley
from engine.games.epic.formations import models, number
from engine.games.epic.refs import EPIC_191, EPIC_193, EPIC_202, EPIC_204, EPIC_207, EPIC_208
from engine.games.epic.reserves import airborne, put
from engine.playing.procedure import Procedure, call, choose, confirm, fill, lastly, task, until
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

NOBODY = "none"


def sortie(state: GameState, formation: str, order: str) -> Procedure:
    """Enter, approach, patrols, flak, then the attack that is left to make (EPIC-187, 191, 192,
    193, 195)."""
    if order in ("cap", "stand_down"):
        return put(state, formation, "reserve").set(formation, "cap", order == "cap").set(formation, "todo", ())
    state = took_off(state, formation)
    before = [task(patrols, formation=formation)] if order == "ground_attack" else []
    after = [task(dogfight, formation=formation)] if order != "ground_attack" else []
    return (yield from lastly(state, *before, task(under_flak, formation=formation, moment="approach"), *after))


def took_off(state: GameState, formation: str) -> GameState:
    """On the table and in flight, the attack still to make (EPIC-187)."""
    state = put(state, formation, "table").set(formation, "flying", True).set(formation, "landed", False)
    return state.set(formation, "cap", False).set(formation, "todo", ("shoot",))


# Combat air patrol


def patrols(state: GameState, formation: str) -> Procedure:
    """One enemy formation on patrol may intercept, untested, before any flak at the attackers;
    it meets flak first (EPIC-193, 279)."""
    if not on_patrol(state, formation):
        return state
    state, who = yield from choose(state, who_intercepts, formation)
    if who == NOBODY:
        return state
    state = took_off(state, who).set(who, "activated", True).set(who, "order", "cap_interception")
    return (
        yield from lastly(
            state, task(under_flak, formation=who, moment="approach"), task(combat, by=who, target=formation)
        )
    )


def on_patrol(now: GameState, formation: str) -> tuple[str, ...]:
    return tuple(
        unit.id
        for unit in now.units.values()
        if unit.seat != now.unit(formation).seat and unit.count("cap") and not unit.gone
    )


def who_intercepts(now: GameState, formation: str) -> Prompt:
    able = on_patrol(now, formation)
    options = (Option(NOBODY, say("nobody")), *(Option(each, say("{unit}", unit=now.unit(each).name)) for each in able))
    text = say("{unit} attacks the ground: who intercepts from patrol?", unit=now.unit(formation).name)
    return Prompt(
        "cap",
        "choice",
        1 - now.unit(formation).seat,
        text,
        EPIC_193,
        (formation, *able),
        options=options,
        default=NOBODY,
    )


# Flak


def under_flak(state: GameState, formation: str, moment: str) -> Procedure:
    """Enemies fire flak one by one, each resolved before the next; nobody has to (EPIC-200, 201,
    202, 280)."""
    state = state.note(held_flak=False)
    return (
        yield from until(lambda now: silent(now, formation), state, task(one_flak, formation=formation, moment=moment))
    )


def silent(now: GameState, formation: str) -> bool:
    return bool(now.noted("held_flak") or now.unit(formation).gone or not gunners(now, formation))


def gunners(now: GameState, formation: str) -> tuple[str, ...]:
    """Enemies on the table with AA weapons, neither broken nor marching, that have not fired at
    these aircraft yet (EPIC-149, 203, 204); landed aircraft fire as ground units do (EPIC-213)."""
    return tuple(
        unit.id
        for unit in now.standing(1 - now.unit(formation).seat)
        if not unit.count("broken")
        and not unit.count("marched")
        and formation not in unit.marks("flak")
        and (not airborne(unit) or unit.count("flying"))
        and (aa_shots(now, unit.id) or silenced(now, unit.id))
    )


def one_flak(state: GameState, formation: str, moment: str) -> Procedure:
    """Each fires once at the same aircraft, or was asked in vain (EPIC-44, 204)."""
    state, who = yield from choose(state, who_fires, formation, moment)
    if who == NOBODY:
        return state.note(held_flak=True)
    state, seen = yield from fill(state, seen_by, who, formation, moment)
    flak = Flak(formation, aa_shots(state, who, seen["able"]), who, moment, bool(seen["moved"]))
    fired = (*state.unit(who).marks("flak"), formation)
    fires = flak.shots or silenced(state, who, seen["able"])
    return (yield from call(state, task(volley, flak=flak))) if fires else state.set(who, "flak", fired)


def who_fires(now: GameState, formation: str, moment: str) -> Prompt:
    """Ground units if it passed within their range, aircraft if it ended there (EPIC-201, 202)."""
    able = gunners(now, formation)
    options = (
        Option(NOBODY, say("no flak")),
        *(Option(each, say("{unit}", unit=now.unit(each).name)) for each in able),
    )
    text = say("flak at {unit}: in range of its flight, or for aircraft where it ended?", unit=now.unit(formation).name)
    return Prompt(
        f"flak:{moment}:{formation}:{len(able)}",
        "choice",
        1 - now.unit(formation).seat,
        text,
        EPIC_202,
        (formation, *able),
        options=options,
        default=NOBODY,
    )


def seen_by(now: GameState, who: str, formation: str, moment: str) -> Prompt:
    text = say("{unit}: how many can fire at {target}?", unit=now.unit(who).name, target=now.unit(formation).name)
    fields_ = (Field("able", Whole(0, 99), required=True), Field("moved", Flag(), default=False))
    return Prompt(
        f"seen:{moment}:{who}:{formation}",
        "form",
        now.unit(who).seat,
        text,
        EPIC_204,
        (who, formation),
        fields=Record(fields_),
        default=Map({"able": models(now, who), "moved": has_moved(now, who)}),
    )


# Air combat


def dogfight(state: GameState, formation: str) -> Procedure:
    """Interceptors pick an enemy in the air, unless a jink has cost them the attack (EPIC-191,
    206)."""
    if state.unit(formation).gone or "shoot" not in state.unit(formation).marks("todo") or not prey(state, formation):
        return state
    state, target = yield from choose(state, whom, formation)
    return state if target == NOBODY else (yield from combat(state, formation, target))


def prey(now: GameState, formation: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in now.standing(1 - now.unit(formation).seat) if unit.count("flying"))


def whom(now: GameState, formation: str) -> Prompt:
    able = prey(now, formation)
    options = (*(Option(each, say("{unit}", unit=now.unit(each).name)) for each in able), Option(NOBODY, say("nobody")))
    text = say("{unit} attacks which aircraft?", unit=now.unit(formation).name)
    return Prompt("intercept", "choice", now.unit(formation).seat, text, EPIC_191, (formation, *able), options=options)


def combat(state: GameState, by: str, target: str) -> Procedure:
    """AA weapons at +1; the attack is then made (EPIC-198)."""
    if state.unit(by).gone or "shoot" not in state.unit(by).marks("todo") or state.unit(target).gone:
        return state
    shots = aa_shots(state, by)
    state = state.set(by, "todo", ())
    return (yield from call(state, task(volley, flak=Flak(target, shots, by, attack=True)))) if shots else state


# Disengagement


def all_leave(state: GameState) -> Procedure:
    """At the end of the turn, before anybody rallies, aircraft leave; those that landed may
    (EPIC-117, 207, 214)."""
    for name in [unit.id for unit in state.standing()]:
        if state.unit(name).count("landed"):
            state, goes = yield from confirm(state, take_off, name)
            state = state.set(name, "landed", False).set(name, "flying", True) if goes else state
        if state.unit(name).count("flying"):
            state = yield from call(state, task(leave, formation=name))
    if state.reading("cap_lasts") == "turn":
        for unit in tuple(state.units.values()):
            state = state.set(unit.id, "cap", False) if unit.count("cap") else state
    return state


def leave(state: GameState, formation: str) -> Procedure:
    """Flak once more, then off an edge; another than its own costs a marker (EPIC-205, 207,
    208)."""
    state = yield from call(state, task(under_flak, formation=formation, moment="disengagement"))
    if state.unit(formation).gone:
        return state
    state, edge = yield from choose(state, which_edge, formation)
    unit = state.unit(formation)
    state = state.set(formation, "blast", unit.count("blast") + (edge != "own")).set(formation, "flying", False)
    return put(state, formation, "reserve").set(formation, "todo", ())


def take_off(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    text = say("{unit}: disengage from the ground?", unit=unit.name)
    return Prompt(f"take_off:{formation}", "confirm", unit.seat, text, EPIC_207, (formation,))


def which_edge(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    options = (Option("own", say("its own edge")), Option("other", say("another edge")))
    return Prompt(
        f"edge:{formation}",
        "choice",
        unit.seat,
        say("{unit} leaves by which edge?", unit=unit.name),
        EPIC_208,
        (formation,),
        options=options,
    )


# Markers as a question


def markers_told(
    now: GameState, approach: Value = None, disengagement: Value = None, losses: int = 0, edge: Value = None
) -> dict[str, Value]:
    """One for fire on the approach and one on leaving, however many fired; one a loss; one for a
    foreign edge (EPIC-208)."""
    astray = edge is True or (isinstance(edge, str) and edge not in ("own", "none"))
    return {"blast": under_fire(now, approach) + min(1, firers(disengagement)) + losses + astray}


def under_fire(now: GameState, approach: Value) -> int:
    """By one reading interceptors bring a marker of their own (EPIC-208)."""
    if now.reading("approach_bm") == "two" and isinstance(approach, (Map, tuple)):
        flak, hunters = by_kind(approach)
        return min(1, flak) + min(1, hunters)
    return min(1, firers(approach))


def by_kind(approach: Map[Value] | tuple[Value, ...]) -> tuple[int, int]:
    if isinstance(approach, Map):
        return number(approach.get("flak")), number(approach.get("interceptors"))
    return sum(each == "flak" for each in approach), sum(each != "flak" for each in approach)


def firers(told: Value) -> int:
    """A number, yes or no, a list, or numbers by kind."""
    if isinstance(told, Map):
        return sum(number(each) for each in told.values())
    return len(told) if isinstance(told, tuple) else int(told) if isinstance(told, int) else 0


FIRE = Either((Flag(), Whole(0, 99), ListOf(Word()), Record(fields(flak=Whole(0, 99), interceptors=Whole(0, 99)))))
AIRCRAFT_BLAST = Opening(
    "aircraft_blast",
    say("blast markers of aircraft"),
    EPIC_208,
    nothing,
    Record(
        (
            *fields(approach=FIRE, disengagement=FIRE),
            Field("losses", Whole(0, 99), default=0),
            *fields(edge=Either((Flag(), Word()))),
        )
    ),
    tells=markers_told,
)
