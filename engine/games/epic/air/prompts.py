"""What the players are asked while aircraft fly and are fired at."""

from __future__ import annotations

from functools import partial

from engine.games.epic import refs
from engine.games.epic.air.flak import (
    FlakVolley,
    arcs_at_aircraft,
    may_have_moved,
    names_of_guns,
    salvos_at_aircraft,
    units_with_flak,
)
from engine.games.epic.air.jinking import lots_saving, shelter_of
from engine.games.epic.air.reserves import is_aircraft
from engine.games.epic.air.values import enemies_in_flight, gunners, patrols
from engine.games.epic.formations.rows import models, row_of
from engine.games.epic.shooting.hits import Hits
from engine.games.epic.shooting.losses import names_of_groups
from engine.games.epic.shooting.modifiers import ShotAim
from engine.games.epic.shooting.salvos import hit_check
from engine.games.epic.shooting.saves import save_check
from engine.games.epic.shooting.volley import check_names, who_fires_at
from engine.playing.citing import rule
from engine.values.kinds import Field, Flag, ListOf, Record, Whole, Word
from engine.values.maps import Map
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

NOBODY = "none"


def unit_options(now: GameState, *names: str) -> tuple[Option, ...]:
    return tuple(Option(name, say("{unit}", unit=now.unit(name).name)) for name in names)


def gunner_options(now: GameState, *names: str) -> tuple[Option, ...]:
    """Each with the dice it has."""
    return tuple(Option(name, name_with_dice(now, name)) for name in names)


def name_with_dice(now: GameState, by: str) -> Text:
    unit, found = now.unit(by).name, [f"{each.dice} × AA {each.value}+" for each in salvos_at_aircraft(now, by)]
    return say("{unit}: {dice}", unit=unit, dice=", ".join(found)) if found else say("{unit}", unit=unit)


# The flight


def who_intercepts(now: GameState, formation: str) -> Prompt:
    able, unit = patrols(now, formation), now.unit(formation)
    options = (Option(NOBODY, say("nobody")), *unit_options(now, *able))
    text = say("{unit} attacks the ground: who intercepts from patrol?", unit=unit.name)
    about = (formation, *able)
    return Prompt("cap", "choice", 1 - unit.seat, text, refs.EPIC_193, about, options=options, default=NOBODY)


@rule(refs.EPIC_201)
def who_fires_flak(now: GameState, formation: str, moment: str) -> Prompt:
    """Ground units if it passed within their range, aircraft if it ended there."""
    able, unit = gunners(now, formation), now.unit(formation)
    options = (Option(NOBODY, say("no flak")), *gunner_options(now, *able))
    text = say("{unit} approaches: whose flak was in range of its way, or for aircraft of its end?", unit=unit.name)
    if moment != "approach":
        text = say("{unit} leaves: whose flak was in range of its way, or for aircraft of its end?", unit=unit.name)
    key, about = f"flak:{moment}:{formation}:{len(able)}", (formation, *able)
    return Prompt(key, "choice", 1 - unit.seat, text, refs.EPIC_202, about, options=options, default=NOBODY)


@rule(refs.EPIC_201, refs.EPIC_205)
def seen_by_gunners(now: GameState, who: str, moment: str) -> Record:
    """What only the players see: how many are in range, which arcs bear, whether they have moved
    where their action leaves that open."""
    most, arcs, found = units_with_flak(now, who), arcs_at_aircraft(now, who), list[Field]()
    if most > 1:
        found.append(Field("able", Whole(1, most), required=True, default=most))
    if arcs:
        found.append(Field("arcs", ListOf(Word(arcs)), default=arcs))
    if moment == "disengagement" and may_have_moved(now, who):
        found.append(Field("moved", Flag(), default=False))
    return Record(tuple(found))


def how_many_can_fire(now: GameState, who: str, formation: str, moment: str) -> Prompt:
    by = now.unit(who)
    text = say("{unit}: how many can fire at {target}?", unit=by.name, target=now.unit(formation).name)
    key, about, fields = f"seen:{moment}:{who}:{formation}", (who, formation), seen_by_gunners(now, who, moment)
    seen = Map({field.key: field.default for field in fields.fields})
    return Prompt(key, "form", by.seat, text, refs.EPIC_204, about, fields=fields, default=seen)


def which_aircraft(now: GameState, formation: str) -> Prompt:
    able, unit = enemies_in_flight(now, formation), now.unit(formation)
    options = (*unit_options(now, *able), Option(NOBODY, say("nobody")))
    text = say("{unit} attacks which aircraft?", unit=unit.name)
    return Prompt("intercept", "choice", unit.seat, text, refs.EPIC_191, (formation, *able), options=options)


def whether_to_take_off(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    text = say("{unit}: disengage from the ground?", unit=unit.name)
    return Prompt(f"take_off:{formation}", "confirm", unit.seat, text, refs.EPIC_207, (formation,))


def which_edge(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    options = (Option("own", say("its own edge")), Option("other", say("another edge")))
    text = say("{unit} leaves by which edge?", unit=unit.name)
    return Prompt(f"edge:{formation}", "choice", unit.seat, text, refs.EPIC_208, (formation,), options=options)


# Fire at aircraft


@rule(refs.EPIC_205)
def to_hit(now: GameState, flak: FlakVolley) -> Prompt:
    """Interceptors hit better by one; ground flak at leaving aircraft worse by one if it moved."""
    target, by, key = now.unit(flak.target), now.unit(flak.by) if flak.by else None, flak.key("to_hit")
    late = flak.moved and flak.moment == "disengagement" and not (by and is_aircraft(by))
    checks = tuple(
        hit_check(name, salvo.dice, ShotAim(salvo.value, air=flak.attack, moved_flak=late, shaken=salvo.shaken))
        for name, salvo in zip(check_names(key, len(flak.salvos)), flak.salvos, strict=True)
    )
    about = (by.id, target.id) if by else (target.id,)
    ref, text = (refs.EPIC_198, who_fires_at(by, target)) if flak.attack else (refs.EPIC_200, flak_text(by, target))
    labels = partial(names_of_guns, now, flak)
    return Prompt(key, "roll", 1 - target.seat, text, ref, about, checks, labels=labels)


def flak_text(by: Unit | None, target: Unit) -> Text:
    if by is None:
        return say("flak at {target}", target=target.name)
    return say("{unit}: flak at {target}", unit=by.name, target=target.name)


def whether_to_jink(now: GameState, flak: FlakVolley) -> Prompt:
    unit = now.unit(flak.target)
    text = say("{unit}: jink, saving on 4+ but losing the attack?", unit=unit.name)
    return Prompt(flak.key("jink"), "confirm", unit.seat, text, refs.EPIC_206, (unit.id,), readings=("jink",))


def how_many_jink(now: GameState, flak: FlakVolley, most: int) -> Prompt:
    unit = now.unit(flak.target)
    text = say("{unit}: how many aircraft that are hit jink?", unit=unit.name)
    return Prompt(flak.key("jink"), "number", unit.seat, text, refs.EPIC_206, (unit.id,), most=most, readings=("jink",))


@rule(refs.EPIC_212)
def how_many_were_aboard(now: GameState, transports: str, formation: str, at: int, lost: int) -> Prompt:
    """Shared out evenly, until its owner says otherwise."""
    unit, row = now.unit(formation), row_of(now.unit(formation), at)
    craft = lost + models(now, transports)
    text = say("how many {row} were in the aircraft that were shot down?", row=row.name)
    key, share = f"shot_down:{formation}:{at}", -(-row.left * lost // craft)
    return Prompt(key, "number", unit.seat, text, refs.EPIC_212, (formation,), most=row.left, default=share)


def saves(now: GameState, flak: FlakVolley, hits: Hits, jinking: int) -> Prompt:
    unit, key, able = now.unit(flak.target), flak.key("save"), lots_saving(now, flak, hits, jinking)
    checks = tuple(
        save_check(now, name, count, shelter_of(now, flak, lot), taken)
        for name, lot in zip(check_names(key, len(able)), able, strict=True)
        for _, taken, count in (lot[0],)
    )
    ref, text = refs.EPIC_50, say("{unit} saves", unit=unit.name)
    if jinking:
        ref, text = refs.EPIC_206, say("{unit} jinks", unit=unit.name)
    labels = partial(names_of_groups, unit, tuple(group for group, _ in able))
    return Prompt(key, "roll", unit.seat, text, ref, (unit.id,), checks, labels=labels)
