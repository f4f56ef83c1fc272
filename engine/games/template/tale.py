"""How the deeds of the game are told."""

from collections.abc import Iterator

from engine.games.template import refs
from engine.playing.citing import rule
from engine.playing.tale import (
    CONCEDED,
    DAMAGE,
    DESTROYED,
    HURT,
    NOT_CONCEDED,
    WITHOUT_EFFECT,
    Tale,
    counted,
    destroyed,
    undecided,
    who_begins,
)
from engine.values.table import Unit
from engine.values.texts import Text, say


@rule(refs.TEMPLATE_07)
def fate(before: Unit, after: Unit) -> Iterator[Text]:
    """Destroyed, or hurt."""
    yield from (DESTROYED,) if destroyed(before, after) else counted("damage", HURT)(before, after)


TALE = Tale(
    deeds={"shoot": say("{shooter} shoots at {target}"), "concede": CONCEDED},
    results={"initiative": who_begins(say("{player} begins")), "victory": undecided},
    fate=fate,
    nothing={"shoot": WITHOUT_EFFECT, "concede": NOT_CONCEDED},
    hands={"damage": DAMAGE},
    order=("table", "destroyed"),
)
