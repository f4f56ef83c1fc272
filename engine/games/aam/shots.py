"""One attack on one unit, as the players tell it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.aam.commanders import Effects
from engine.maps import Value


@dataclass(frozen=True, slots=True)
class Shot:
    """Who, at whom, from how far, from which side, into which terrain; what helps each die.

    What nobody has told yet is None. `roll` and `tag` name its dice; `beside` is a unit that Blast meets beside the target;
    `commanders` are those near enough for an ability of theirs; `spotted` is how far a Spotter is from a target that
    only he sees.
    """

    attacker: str
    target: str
    range: int | None = None
    arc: str | None = None
    terrain: str | None = None
    road: bool | None = None
    bonus: int = 0
    effects: Effects = ()
    commanders: tuple[str, ...] | None = None
    spotted: int | None = None
    defensive: bool = False
    beside: bool = False
    roll: str = "attack"
    tag: str = ""

    @property
    def hexes(self) -> int:
        return self.range or 0

    @property
    def from_behind(self) -> bool:
        """In the same hex the rear counts (AAM-54)."""
        return self.arc == "rear" or self.hexes == 0

    def told(self) -> dict[str, Value]:
        """The same as arguments of a task."""
        return {name: getattr(self, name) for name in self.__slots__}
