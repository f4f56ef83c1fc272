"""What keeps a hero and a squad apart, or together."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import refs, turn, words
from engine.games.dust.heroes.situation import Joining, Separation
from engine.games.dust.units import are_enemies, is_destroyed, partner, printed_roles
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Problem, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

COMMAND_SQUADS = ("Kommandotrupp", "The Boss")


def mismatches(now: GameState, hero: Map[Value], squad: Map[Value]) -> Iterator[Problem]:
    """What keeps a hero and a squad apart, by their cards."""
    his, theirs = printed_skills(hero), printed_skills(squad)
    if hero.get("kind") != "hero" or squad.get("kind") != "squad":
        yield Problem(say("a hero joins a squad"), refs.DUST_94)
    if hero.get("armor") != squad.get("armor"):
        yield Problem(say("hero and squad need the same armour class"), refs.DUST_94)
    if ("blutkreuz_ape" in his) != ("blutkreuz_ape" in theirs):
        yield Problem(say("Blutkreuz Apes stay among themselves"), refs.DUST_119)
    if "blutkreuz_zombie" in his - theirs:
        yield Problem(say("a Blutkreuz Zombie joins only Blutkreuz Zombies"), refs.DUST_120)
    if "blutkreuz_zombie" in theirs - his and now.reading("zombieSquad") == "closed":
        yield Problem(say("Blutkreuz Zombies take no other hero"), refs.DUST_120)
    if "jump" in his - theirs:
        yield Problem(say("a hero with Jump joins only a squad with Jump"), refs.DUST_126)
    if is_command_card(squad) and "commander" not in his:
        yield Problem(say("only a Commander joins a command squad"), refs.DUST_142)


def printed_skills(card: Map[Value]) -> set[Value]:
    skills = card.get("skills")
    return {*skills} if isinstance(skills, tuple) else set()


@rule(refs.DUST_122, refs.DUST_142, refs.DUST_172)
def is_command_card(card: Map[Value]) -> bool:
    """By its skill, by its Officer, or by its name in the list."""
    by_card = "command_squad" in printed_skills(card) or "officer" in printed_roles(card)
    return by_card or card.get("name") in COMMAND_SQUADS


def problems(now: GameState, joining: Joining) -> Iterator[Problem]:
    """Before the game, one hero to a squad."""
    hero, squad = now.unit(joining.hero), now.unit(joining.squad)
    for unit in (hero, squad):
        _ = unit.word("kind"), unit.word("armor")
    if joining.round or now.turn > 1:
        yield Problem(say("heroes join before the first round only"), refs.DUST_94)
    for unit in (hero, squad):
        if is_destroyed(unit):
            yield Problem(say("{unit} is destroyed", unit=unit.name), refs.DUST_94)
    if are_enemies(hero, squad):
        yield Problem(say("hero and squad fight on different sides"), refs.DUST_94)
    if (partner(now, squad.id) or hero).id != hero.id or (partner(now, hero.id) or squad).id != squad.id:
        yield Problem(say("one hero to a squad, one squad to a hero"), refs.DUST_94)
    yield from mismatches(now, hero.card, squad.card)


@rule(refs.DUST_94, refs.DUST_119, refs.DUST_120, refs.DUST_126, refs.DUST_142)
def wrong_pair(now: GameState, joining: Joining) -> Refusal | None:
    return words.first_refusal("illegal", problems(now, joining))


def not_joined(now: GameState, separation: Separation) -> Refusal | None:
    """A pair separates before it is activated, or by one reading at any moment."""
    at = now.unit(separation.unit)
    if partner(now, at.id) is None:
        return Refusal("not_joined", say("{unit} is not joined", unit=at.name), refs.DUST_99)
    return None if now.reading("separation") == "anyTime" else not_about_to_act(now, at)


def nobody_joined(now: GameState, separation: Separation) -> Refusal | None:
    """Before a unit is named."""
    if separation.is_told("unit") or any(partner(now, unit.id) for unit in now.standing()):
        return None
    return Refusal("not_joined", say("no hero is joined to a squad"), refs.DUST_99)


@rule(refs.DUST_99)
def not_about_to_act(now: GameState, at: Unit) -> Refusal | None:
    """Its owner is about to activate it: in his go, while no unit acts."""
    if at.count("activated"):
        return Refusal("activated", say("{unit} was activated this round", unit=at.name), refs.DUST_99)
    if turn.is_played(now) and (at.seat != now.seat or turn.acting_unit(now)):
        return Refusal("not_now", say("{unit} separates when it is about to be activated", unit=at.name), refs.DUST_99)
    return None
