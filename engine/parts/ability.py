"""One record for each ability that cards print: its name, what it does, what it changes and
when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.values.table import GameState
from engine.values.texts import Text

S = TypeVar("S")


def always(now: GameState, situation: object) -> bool:
    """The condition of a bonus that has none."""
    return True


@dataclass(frozen=True, slots=True)
class Bonus(Generic[S]):
    """What an ability adds to a number (`on`) in a situation, where the unit in the role `of` has
    it.

    With `printed` it is multiplied by the number that the card prints behind the ability.
    """

    of: str
    on: str
    amount: int
    when: Callable[[GameState, S], bool] = always
    printed: bool = False


@dataclass(frozen=True, slots=True)
class Ability(Generic[S]):
    """An ability of a game's cards.

    `effect` says what it does, in our own words. `by_hand` names the moments at which the app
    reminds the players to apply it themselves.
    """

    key: str
    name: Text
    effect: Text | None = None
    bonuses: tuple[Bonus[S], ...] = ()
    by_hand: tuple[str, ...] = ()


def names(abilities: Iterable[Ability[Any]]) -> Mapping[str, Text]:
    """What players call the abilities, by their keys."""
    return {each.key: each.name for each in abilities}


def effects(abilities: Iterable[Ability[Any]]) -> Mapping[str, Text]:
    """What the abilities do, by their keys."""
    return {each.key: each.effect for each in abilities if each.effect}


def bonuses_on(abilities: Iterable[Ability[S]], number: str) -> Iterator[tuple[Ability[S], Bonus[S]]]:
    """The abilities that change a number, each with its bonus."""
    return ((each, bonus) for each in abilities for bonus in each.bonuses if bonus.on == number)


def left_by_hand(abilities: Iterable[Ability[Any]], moment: str) -> frozenset[str]:
    """Keys of the abilities that the players apply themselves at a moment."""
    return frozenset(each.key for each in abilities if moment in each.by_hand)
