"""What a game declares for the screens: how its units look at a glance, and how targets are
compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.playing.standing import SideScore
from engine.values.maps import Map, Value
from engine.values.model import Ref, Reminder
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say


@dataclass(frozen=True, slots=True)
class Lanes:
    """Rows of a board, which each side counts from its own edge.

    Two trackers of a unit say in which `row` and `column` it stands. The first `joined` rows of a
    side form its line, which the next row divides. `move` is the procedure by which a unit comes
    from one square to another, `reach` the squares it may come to. `ground` is the kind of a card
    that lies under units ("" is a unit), `base` whether a unit stands behind the board. An empty
    square `offers` a procedure, with what is known of it.
    """

    row: str
    column: str
    rows: int
    columns: int
    joined: Callable[[GameState, int], int]
    ref: Ref
    move: str = ""
    reach: Callable[[GameState, Unit], Iterable[tuple[int, int]]] = lambda _, __: ()
    ground: Callable[[Unit], str] = lambda _: ""
    base: Callable[[Unit], bool] = lambda _: False
    offers: Callable[[GameState, int, int, int], tuple[str, Map[Value]] | None] = lambda *_: None


@dataclass(frozen=True, slots=True)
class Way:
    """One way a thing can be or lie: the value it has then, its word, and how it is drawn (hollow,
    tilted, on a base)."""

    value: Value
    text: Text | str
    look: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One place of a tracker with several: a weapon and its rounds, a miniature and whether it is
    alive, a marker and how it lies.

    A number goes up to `most`: what is left, or, where it is `worn`, what is lost; `plain`, it is
    neither. A yes or no is called `on` and `off`; anything else is one of its `ways`.
    """

    place: str | int
    text: Text | str
    value: Value
    most: int = 0
    ways: tuple[Way, ...] = ()
    worn: bool = False
    plain: bool = False
    on: Text = field(default_factory=lambda: say("yes"))
    off: Text = field(default_factory=lambda: say("no"))


@dataclass(frozen=True, slots=True)
class Effective:
    """A value of a unit as it counts now, beside the printed one; if they differ, every reason with
    its rule.

    `key` is the field of the card or the tracker. A value that wears down (life, miniatures,
    defense) is what is left of it; `points` is what is ticked off one by one called, where that is
    not the whole value.
    """

    key: str
    name: Text
    value: str
    printed: str
    why: tuple[Reminder, ...] = ()
    points: Text | None = None

    @property
    def differs(self) -> bool:
        return self.value != self.printed


@dataclass(frozen=True, slots=True)
class Gauge:
    """A counter of a side that cannot hold more than `most`: what it holds, and what each source
    adds to it next; the trackers that are told `with_it`."""

    tracker: str
    held: int
    most: int
    coming: tuple[tuple[Text, int], ...]
    ref: Ref
    with_it: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of a side in one place: how many they are, and those of them that are known by name.

    The `tracker` of the side holds the number, if one does. A `secret` pile is for the eyes of its
    side alone. The procedure `names` tells by their ids which cards are in it, out of those `among`
    which they can be.
    """

    key: str
    text: Text
    count: int
    units: tuple[str, ...]
    tracker: str = ""
    secret: bool = False
    names: str = ""
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Glance:
    """What a table shows of a game at one look; a game leaves out what it does not have.

    `sign` is the map sign of a unit (infantry, armour, artillery, antitank, gun, recon, command,
    transport, anti-air, mechanised), `acted` whether it has done its part of this step (None:
    it is not waited for), `watched` what both players watch, `side` how one of them stands. `marks`
    gives a tracker or one of its words a silhouette; trackers `face_down` do not count yet,
    `unseen` ones are no chips. `stats` names the fields of a card, the first ones first, and
    the parts of its rows by their place: "units.speed". A game
    `begins` with a procedure, before its first step. Victory is looked for from turn `checked` on.
    The tracker `stepped` has a plus and a minus on the row of every unit; `lanes` are drawn as a
    map; `still` is what a side can do while the other one acts. `parts` are the places of a unit's
    tracker that has several, as they are now: each can be set by hand. `effective` are the values
    of a unit that count now, those of this step first; a card that does not state one leaves it
    out. `heads` are short words for them, over the columns of a table. `has` says whether a unit
    can have at all what a tracker holds, `worn` how much of a counter it can bear: its life, which
    has the name of the effective value with the tracker's key.
    `emblem` is the sign by which the game itself is known among others.
    `detail` is what stands below the name of a unit on its row; trackers `in_the_row` are told
    there and need no chip. `gauge` is the counter of a side that is drawn as a scale, `piles` are
    its cards off the table, in places that the game tells apart. `carries` are the units inside a
    unit, by their ids. A unit `waits` where it has not acted, and another comes before it.
    `whereabouts` is the word for where a unit is that is not on the table.
    """

    sign: Callable[[Unit], str] = lambda _: ""
    fact: Callable[[Unit], Text | None] = lambda _: None
    acted: Callable[[GameState, Unit], bool | None] = lambda _, __: None
    watched: Callable[[GameState], tuple[Reminder, ...]] = lambda _: ()
    side: Callable[[GameState, int], SideScore] = lambda _, __: SideScore()
    marks: Mapping[str, str] = field(default_factory=dict)
    face_down: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ("where", "name")
    detail: Callable[[Unit], Text | None] = lambda _: None
    in_the_row: tuple[str, ...] = ()
    emblem: str = "command"
    stats: Mapping[str, Text] = field(default_factory=dict)
    begins: str = ""
    turns: int = 0
    checked: int = 0
    stepped: str = ""
    lanes: Lanes | None = None
    still: Callable[[GameState, int], tuple[Reminder, ...]] = lambda _, __: ()
    parts: Callable[[Unit, str], tuple[Part, ...]] = lambda _, __: ()
    effective: Callable[[GameState, Unit], Iterable[Effective]] = lambda _, __: ()
    heads: Mapping[str, Text] = field(default_factory=dict)
    has: Callable[[Unit, str], bool] = lambda _, __: True
    worn: Callable[[Unit, str], int] = lambda _, __: 0
    gauge: Callable[[GameState, int], Gauge | None] = lambda _, __: None
    piles: Callable[[GameState, int], tuple[Pile, ...]] = lambda _, __: ()
    carries: Callable[[GameState, Unit], tuple[str, ...]] = lambda _, __: ()
    waits: Callable[[GameState, Unit], bool] = lambda _, __: False
    whereabouts: Callable[[Unit], str] = lambda unit: unit.where


@dataclass(frozen=True, slots=True)
class Aim:
    """The attack of a game, as far as targets are compared.

    `by` and `at` name its arguments for the attacker and the target. `told` is what is stated once
    for all targets, with what holds until the players say otherwise; of several words the first.
    `assumed` counts for the comparison alone. `levels` are what may become of a target, the worst
    first: a word, and an outcome of the procedure (or a tracker of the target) with the value it
    must have; "" is any but nothing.
    """

    procedure: str
    by: str
    at: str
    told: Mapping[str, Value]
    levels: tuple[tuple[str, str, str], ...]
    assumed: Mapping[str, Value] = field(default_factory=dict)
