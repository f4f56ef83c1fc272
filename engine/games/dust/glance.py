"""What the table shows of the game at one look."""

from collections.abc import Callable, Iterable, Iterator

from engine.games.dust.army import cost
from engine.games.dust.assault import ONCE
from engine.games.dust.heroes import due_next
from engine.games.dust.losses import described, load
from engine.games.dust.refs import DUST_07, DUST_144
from engine.games.dust.repair import so_far
from engine.games.dust.turn import waiting, waits
from engine.games.dust.units import hit_points, is_squad, living, skilled, used
from engine.games.dust.values import limited, lines, loaded, needs_reload, stock
from engine.games.dust.words import NAMES
from engine.playing.rules import Glance, Part, Reminder
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

SIGNS = {"squad": "infantry", "hero": "command", "walker": "armour"}
STATS = {
    "armor": say("armour class"),
    "move": say("movement points"),
    "hp": say("hit points"),
    "weapons": say("weapons"),
    "skills": say("skills"),
    "models": say("miniatures"),
    "ap": say("army points"),
    "kind": say("unit kind"),
    "side": say("army side"),
    "saves": say("cover saves"),
}


def sign(unit: Unit) -> str:
    return SIGNS.get(str(unit.stated("kind")), "gun")


def fact(unit: Unit) -> Text | None:
    """What it costs (DUST-172)."""
    points = cost(unit.card)
    return say_many("one army point", "{count} army points", points) if points is not None else None


def parts(unit: Unit, tracker: str) -> tuple[Part, ...]:
    """Rounds and loading by weapon, miniatures one by one, skills used once in a game (DUST-38,
    55, 160, 176)."""
    try:
        return tuple(PARTS[tracker](unit)) if tracker in PARTS else ()
    except Unknown:  # the card does not state what there is
        return ()


def miniatures(unit: Unit) -> Iterator[Part]:
    """DUST-38."""
    for n in range(hit_points(unit)) if is_squad(unit) else ():
        yield Part(n, described(load(unit.card, n)), n in living(unit))


PARTS: dict[str, Callable[[Unit], Iterable[Part]]] = {
    "alive": miniatures,
    "ammo": lambda unit: (Part(weapon, weapon, stock(unit, weapon)) for weapon in lines(unit) if limited(unit, weapon)),
    "loaded": lambda unit: (
        Part(weapon, weapon, loaded(unit, weapon)) for weapon in lines(unit) if needs_reload(unit, weapon)
    ),
    "used": lambda unit: (Part(skill, NAMES[skill], used(unit, skill)) for skill in ONCE if skilled(unit, skill)),
}


def acted(now: GameState, unit: Unit) -> bool | None:
    """Whether a unit has been activated; nobody waits for one that is not there (DUST-08)."""
    if now.step != "activation" or unit.gone or unit.stated("kind") in ("crate", "trap"):
        return None
    return not waits(unit)


def standing(now: GameState) -> tuple[Reminder, ...]:
    """Activations left on each side, and who must act next (DUST-07, 144)."""
    if now.step != "activation":
        return ()
    left = Reminder(
        say("Activations left: {first} against {second}", first=waiting(now, 0), second=waiting(now, 1)), DUST_07
    )
    due = due_next(now, now.seat)
    return (left, Reminder(say("{unit} acts next", unit=now.unit(due).name), DUST_144)) if due else (left,)


def score(now: GameState, seat: int) -> Text | None:
    """Victory points so far (DUST-173)."""
    points = so_far(now, seat)
    return None if points is None else say_many("one victory point", "{count} victory points", points)


GLANCE = Glance(
    sign,
    fact,
    acted,
    standing,
    score,
    stats=STATS,
    begins="setup",
    parts=parts,
    unseen=("where", "name", "running", "on_board"),
    marks={
        "damage": "damaged",
        "ammo": "ammo",
        "activated": "check-bold",
        "moved": "arrow-right-thick",
        "heroic": "shield-half-full",
    },
)
