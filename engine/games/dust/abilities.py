"""The skills of units: whose they are, who shares them, and which are used up."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.dust import refs
from engine.games.dust.units import has_role, is_hero, lead, partner, printed_roles, together
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.values.table import GameState, Unit

SHARED = (
    "advanced_reactive_fire",
    "superior_reactive_fire",
    "agile",
    "assault",
    "bad_ass",
    "berserk",
    "charge",
    "heroic_attack",
)
NEVER = ("damage_resilient", "medal_of_honor", "sniper")
SILENT = ("all_in_one", "artillery_strike", "fast", "tank_head", "wiederbelebungsserum")
"""What a hero shares with his squad, what he never shares, and where the source says nothing."""
PERSONAL = ("all_in_one", "artillery_strike", "medal_of_honor", "tank_head")
"""Skills that a hero uses himself when he is activated with his squad."""
LASTING = {"all_in_one": "all_in", "assault": "doubled", "berserk": "raging", "heroic_attack": "heroic"}
"""Skills that work until the activation or the round ends, and the trackers that say so."""
ONCE = {
    "all_in_one": refs.DUST_113,
    "assault": refs.DUST_115,
    "berserk": refs.DUST_117,
    "heroic_attack": refs.DUST_125,
    "tank_head": refs.DUST_137,
}
"""Skills of which each is used once in a game, and the rule that says so."""


def is_skilled(unit: Unit, skill: str) -> bool:
    """On its own card."""
    return unit.has("skills", skill)


@rule(refs.DUST_176)
def has_used(unit: Unit, skill: str) -> bool:
    return skill in unit.marks("used")


def use_skill(state: GameState, unit: str, skill: str) -> GameState:
    """Once per game."""
    marks = state.unit(unit).marks("used")
    return state if skill in marks else state.set(unit, "used", (*marks, skill), refs.DUST_176)


@rule(refs.DUST_113, refs.DUST_115, refs.DUST_117, refs.DUST_125)
def call_up_skill(state: GameState, unit: str, skill: str) -> GameState:
    """Use up a skill that is used once in a game, and mark what lasts longer than the deed."""
    state = use_skill(state, unit, skill) if skill in ONCE else state
    if skill not in LASTING or (skill == "berserk" and state.reading("berserkLength") == "attack"):
        return state
    return state.set(unit, LASTING[skill], True, ONCE[skill])


class Attempt(NamedTuple):
    """Whether the roll for a reaction or an order showed a hit."""

    success: bool = False


@rule(refs.DUST_65, refs.DUST_144)
def outcome_of_attempt(situation: object) -> dict[str, Show]:
    return {"success": lambda after: "yes" if after.recall(Attempt).success else "no"}


@rule(refs.DUST_96, refs.DUST_185)
def has_skill(now: GameState, unit: str, skill: str) -> bool:
    """Its own, or one that the other of the pair shares."""
    other = partner(now, unit)
    return is_skilled(now.unit(unit), skill) or (
        other is not None and is_skilled(other, skill) and may_share(now, other, skill)
    )


@rule(refs.DUST_96, refs.DUST_185)
def may_share(now: GameState, owner: Unit, skill: str) -> bool:
    """Whether a skill of the one serves the other of a pair."""
    if skill in NEVER:
        return False
    if is_hero(owner):
        return skill in SHARED or (skill in SILENT and now.reading("silentSharing") == "yes")
    return now.reading("squadSkillsToHero") == "yes"


@rule(refs.DUST_95, refs.DUST_185)
def may_use(now: GameState, unit: str, skill: str) -> bool:
    """Whether a unit may use a skill: its own, a shared one, or one that the other of a pair
    uses himself."""
    personal = skill in PERSONAL and any(is_skilled(now.unit(each), skill) for each in together(now, unit))
    return personal or has_skill(now, unit, skill)


@rule(refs.DUST_177)
def is_without(now: GameState, unit: Unit, skill: str) -> bool:
    """A card that states its skills, but not this one."""
    return unit.stated("skills") is not None and not may_use(now, unit.id, skill)


@rule(refs.DUST_96)
def owner_of_skill(now: GameState, unit: str, skill: str) -> str:
    """Whose skill it is that the unit uses, itself before the other of the pair."""
    return next((each for each in together(now, unit) if is_skilled(now.unit(each), skill)), unit)


@rule(refs.DUST_135)
def has_spotter(now: GameState, unit: str) -> bool:
    """As long as the Spotter lives he swaps the dice of his squad, and of its hero too."""
    other = partner(now, unit)
    return is_spotting(now.unit(unit)) or (
        other is not None and is_spotting(other) and now.reading("spotterScope") == "unit"
    )


@rule(refs.DUST_135)
def is_spotting(unit: Unit) -> bool:
    """By his own miniature, or by the card where it names no miniature for it."""
    return has_role(unit, "spotter") if "spotter" in printed_roles(unit.card) else is_skilled(unit, "spotter")


@rule(refs.DUST_95, refs.DUST_122, refs.DUST_141)
def is_command_squad(now: GameState, unit: str) -> bool:
    """A command squad, named by itself or by its hero: by its skill, or by the parts of its
    miniatures."""
    squad = now.unit(lead(now, unit))
    return is_skilled(squad, "command_squad") or bool({"officer", "radio"} & {*printed_roles(squad.card)})


@rule(refs.DUST_95, refs.DUST_141)
def has_member(now: GameState, unit: str, wanted: str) -> bool:
    """Whether a member of a command squad lives; a card that lists no miniatures is taken as
    told."""
    squad = now.unit(lead(now, unit))
    if squad.stated("models") is not None:
        return has_role(squad, wanted)
    return is_skilled(squad, "command_squad") or (squad.stated("skills") is None and squad.stated("kind") != "hero")
