"""What is told of an activation: its two actions, skills, and the targets of weapon lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from engine.games.dust import refs, words
from engine.games.dust.attack.situation import AnyWord, LineRow, WholeAttack
from engine.playing.citing import rule
from engine.values.kinds import ListOf, Whole, Word
from engine.values.model import Impossible
from engine.values.situation import Situation, UnitName, YesNo
from engine.values.texts import say

PLAIN = ("move", "attack", "nothing", "skill", "sustained")
GIVEN_BY = {
    "reactivate": "officer",
    "makeshift_repair": "mechanic",
    "field_repair": "mechanic",
    "get_up": "medic",
    "come_on_guys": "medic",
}
ORDERS = tuple(GIVEN_BY)
"""Orders of a command squad, and the member who gives each."""
COSTLY = ("artillery_strike", "reload", "tank_head", *ORDERS)
"""Skills that cost an action."""
KNOWN = {*PLAIN, *COSTLY, *words.NAMES}

Round = Annotated[int, Whole(1, 99)]
TwoActions = Annotated[tuple[str, ...], ListOf(Word(), 1, 3)]


@dataclass(frozen=True, slots=True)
class ActionPair(Situation):
    """The actions of an activation as they are declared, and the skills used with them."""

    declared: TwoActions
    skills: tuple[AnyWord, ...] = ()
    unit: UnitName | None = None
    round: Round | None = None
    entering: YesNo | None = None

    @property
    @rule(refs.DUST_02, refs.DUST_121)
    def acts(self) -> tuple[str, ...]:
        """The actions one by one: a Sustained Attack is both, a Charge is two Moves."""
        if "sustained" in self.declared and {*self.declared} <= {"sustained", "nothing"}:
            return ("sustained",)
        return ("move", "move") if {*self.declared} == {"charge"} else self.declared

    @property
    @rule(refs.DUST_02, refs.DUST_177)
    def by_name(self) -> tuple[str, ...]:
        """The actions with each Skill by its name, as far as those with a cost were told."""
        named = [*(Counter(skill for skill in self.skills if skill in COSTLY) - Counter(self.declared)).elements()]
        return tuple(named.pop(0) if action == "skill" and named else action for action in self.declared)

    @property
    @rule(refs.DUST_121)
    def is_charge(self) -> bool:
        return "charge" in (*self.declared, *self.skills)

    @property
    def manner(self) -> str:
        return "charge" if self.is_charge else "attack"


@dataclass(frozen=True, slots=True)
class DeclaredActivation(Situation):
    """A unit, its two actions, and as far as it is told: the targets of its lines, whether it
    leaves its square by its Moves, and whether lines that shoot are rolled in one throw."""

    unit: UnitName
    declared: TwoActions
    skills: tuple[AnyWord, ...] = ()
    lines: tuple[LineRow, ...] | None = None
    leaves: YesNo | None = None
    one_throw: YesNo | None = None

    @property
    def pair(self) -> ActionPair:
        return ActionPair(self.declared, self.skills, self.unit)

    @property
    def attack(self) -> WholeAttack:
        """The lines with their targets, in the manner of the actions."""
        return WholeAttack(self.unit, self.lines or (), as_=self.pair.manner)


def need_known_words(*words: str) -> None:
    """A word that is neither an action nor a skill is a mistake of the question."""
    for word in words:
        if word not in KNOWN:
            raise Impossible(say("{word} is neither an action nor a skill", word=word))
