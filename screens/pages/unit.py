"""Unit sheet: the card, its markers as things to tap, what it can do now, what happened to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.playing.glance import Part
from engine.playing.rules import Tracker
from engine.values.events import Opened, TrackerSet
from engine.values.kinds import Flag, ListOf, MapOf, Whole, Word
from engine.values.maps import Map, Value, thawed
from engine.values.table import Unit
from engine.values.texts import say, say_many
from screens.app.page import Screen
from screens.pages.fields import Controls
from screens.present.lines import TAG, TAG_WORDS, TRAINING, ActionLine, StatLine, capital
from screens.present.view import View
from screens.widgets.entry import Entry
from screens.widgets.ground import Across, Column, Equal, Flow, Scroll, centred, margin, paint, pane, stacked
from screens.widgets.markers import symbol
from screens.widgets.pieces import MarkerTile, stepper
from screens.widgets.press import AppBar, Pill, PushButton
from screens.widgets.rows import ActionRow, Stat, SwitchRow
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

if TYPE_CHECKING:
    from screens.app.lifecycle import AdjutantApp

MOST_STORY = 8
NUMBERS = 3
LONG = 40
"""Letters of a value that still stand beside its name."""
OURS = ("name", "where", "joined", TRAINING, TAG)
"""What every unit has, whatever the game: no counter is called so."""


class UnitScreen(Screen):
    """One unit on a phone; on a tablet the same sheet stands beside the force."""

    def build(self) -> Widget:
        assert self.app.view
        unit = self.app.state.units.get(str(self.args.get("unit")))
        tools = (self.helping("unit"),)
        bar = AppBar(self.app.view.title(self.app.state), "", self.app.back, tools, back_name=self.tell(say("Back")))
        body = Column(unit_sheet(self.app, unit.id), pad=(margin(), 4, margin(), 20)) if unit else Column()
        self.scroll = Scroll(centred(body))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        return pane(bar, self.scroll)

    def leave(self) -> None:
        self.args["scroll"] = self.scroll.scroll_y


def unit_sheet(app: AdjutantApp, unit_id: str) -> Column:
    """Everything about a unit, the most needed first."""
    assert app.view
    view, unit = app.view, app.state.unit(unit_id)
    t = view.tell
    lines = view.actions(app.state, unit)
    acts = [ActionRow(line, lambda line=line: act(app, line.key, unit)) for line in lines if line.allowed]
    story = _story(app, unit)
    return Column(
        _head(view, unit),
        *_markers(app, unit),
        *numbers(view, unit),
        *([section(t(say("What it can do now"))), Column(*acts, gap=6)] if acts else []),
        *_against(app, unit, [line for line in lines if not line.allowed]),
        _targets(app, unit),
        section(t(say("The card"))),
        *_card(view, unit),
        PushButton(t(say("Its code")), lambda: _code(app, unit), "outline", "qrcode"),
        *_trackers(app, unit),
        *([section(t(say("What happened to it"))), story] if story else []),
        gap=10,
    )


def _against(app: AdjutantApp, unit: Unit, lines: list[ActionLine]) -> list[Widget]:
    """What it cannot do now, and why: at a tap, and to be overruled."""
    if not lines:
        return []

    def show() -> None:
        rows = [ActionRow(line, lambda line=line: act(app, line.key, unit)) for line in lines]
        app.sheet(Words(app.tell(say("Not now")), "title"), *rows)

    text = app.tell(say_many("What it cannot do now: one", "What it cannot do now: {count}", len(lines)))
    return [PushButton(text, show, "quiet")]


def _head(view: View, unit: Unit) -> Across:
    card = [view.stated(unit.card[key]) for key in ("nation", "type", "year", "domain", "side") if key in unit.card]
    training = view.tell(say("training")) if unit.trackers.get(TRAINING) else ""
    sub = ", ".join(dict.fromkeys(part for part in (view.seat(unit.seat), *card, training) if part))
    return Across(
        symbol(view.rules.glance.sign(unit), unit.seat, 56, "bg"),
        Column(Words(unit.name, "headline"), Words(sub, "meta", "text2"), gap=2),
        gap=14,
        pad=(0, 8, 0, 4),
    )


def act(app: AdjutantApp, procedure: str, unit: Unit) -> None:
    """What a unit does."""
    assert app.view
    begin(app, procedure, Map({app.view.rules.opening(procedure).actor: unit.id}))


def begin(app: AdjutantApp, procedure: str, args: Map[Value]) -> None:
    """Open at once what needs nothing more; ask for the rest."""
    assert app.view
    opening = app.view.rules.opening(procedure)
    if app.view.missing(app.state, opening, args) is None and not opening.asks and not opening.calculation:
        app.enter(Opened(procedure, args))
    else:
        fixed = opening.actor if opening.actor in args else ""
        app.go("pick", procedure=procedure, fixed=fixed, **{"with": thawed(args)})


def _targets(app: AdjutantApp, unit: Unit) -> Widget | None:
    """Whom it had best attack, where the game compares targets."""
    assert app.view
    if not app.view.rules.aim or unit.where != "table":
        return None
    return PushButton(app.tell(say("Best targets")), lambda: app.go("targets", unit=unit.id), "outline", "crosshairs")


def _code(app: AdjutantApp, unit: Unit) -> None:
    """The card in a code, for another phone; rare, so that the table starts without what draws
    it."""
    from carddb.cards import Card
    from carddb.qr import card_codes
    from screens.widgets.code import CodeView

    assert app.view
    source = "training" if unit.trackers.get(TRAINING) else "own"
    codes = card_codes(Card(unit.id, app.view.rules.key, unit.card, source))
    app.sheet(Words(unit.name, "title"), *(CodeView(code) for code in codes))


# Markers to turn


def _markers(app: AdjutantApp, unit: Unit) -> list[Widget]:
    """Marker words in rows of three: tap for off, face down, face up."""
    assert app.view
    view = app.view
    lists = [tracker for tracker in view.rules.trackers if tracker.on == "unit" and _words(tracker)]
    words = list(dict.fromkeys(word for tracker in lists for word in _words(tracker)))
    tiles = [_tile(app, unit, word, [tracker for tracker in lists if word in _words(tracker)]) for word in words]
    across = 1 if stacked() else 3
    return [Equal(*tiles[n : n + across], gap=8) for n in range(0, len(tiles), across)]


def _words(tracker: Tracker) -> tuple[str, ...]:
    kind = tracker.kind
    return kind.kind.choices if isinstance(kind, ListOf) and isinstance(kind.kind, Word) and tracker.physical else ()


def _tile(app: AdjutantApp, unit: Unit, word: str, lists: list[Tracker]) -> MarkerTile:
    assert app.view
    view, face_down = app.view, app.view.rules.glance.face_down
    order = sorted(lists, key=lambda tracker: tracker.key not in face_down)
    at = next((n for n, tracker in enumerate(order) if word in unit.marks(tracker.key)), None)
    states = {None: say("none")}
    pending = at is not None and order[at].key in face_down
    said = (
        states[None]
        if at is None
        else say("face down")
        if pending
        else say("face up")
        if len(order) > 1
        else say("there")
    )
    mark = view.rules.glance.marks.get(word, word)

    def turn() -> None:
        after = 0 if at is None else at + 1
        if at is not None:
            set_by_hand(app, unit.id, order[at].key, tuple(each for each in unit.marks(order[at].key) if each != word))
        if after < len(order):
            set_by_hand(app, unit.id, order[after].key, (*app.state.unit(unit.id).marks(order[after].key), word))

    return MarkerTile(mark, capital(view.word(word)), view.tell(said), not pending, at is not None, turn)


def set_by_hand(app: AdjutantApp, owner: str, tracker: str, value: Value) -> None:
    """By hand; where nothing changes nothing has happened."""
    if (app.state.held(owner).get(tracker) or None) != (value or None):
        app.enter(TrackerSet(owner, tracker, value or None))


# The card


def numbers(view: View, unit: Unit) -> list[Widget]:
    """The first numbers of the card as tiles: what is read across the table."""
    lines = [line for line in view.card(unit) if line.known and len(line.value) < 8 and _numeric(unit.card[line.key])][
        :NUMBERS
    ]
    return [Equal(*(Stat(line.value, line.name) for line in lines), gap=8)] if lines else []


def _numeric(value: Value) -> bool:
    """A number, or some of them; no word, and no list of words or of nothing."""
    parts = value if isinstance(value, tuple) else (value,)
    return bool(parts) and not any(each is None or isinstance(each, str) for each in parts)


def _card(view: View, unit: Unit) -> list[Widget]:
    rows = [stated(line) for line in view.card(unit)]
    return [paint(Column(*rows, gap=2, pad=(14, 8, 14, 8)), "surface", Radius.card)] if rows else []


def stated(line: StatLine) -> Widget:
    """One value of a card, or that it does not state it."""
    if line.known and ("\n" in line.value or len(line.value) > LONG):
        return Column(Words(line.name, "meta", "text2"), Words(line.value, "body"), gap=2, pad=(0, 4, 0, 4))
    value = Words(line.value, "row" if line.known else "meta", "text" if line.known else "text3")
    if stacked():
        return Column(Words(line.name, "meta", "text2"), value, gap=1)
    name = Words(line.name, "meta", "text2", size_hint_x=0.62)
    return Across(name, value, gap=10, least=30)


# Trackers by hand


def _trackers(app: AdjutantApp, unit: Unit) -> list[Widget]:
    """Everything automatic has a manual path."""
    assert app.view
    view, t = app.view, app.tell
    known = [tracker for tracker in view.rules.trackers if tracker.on == "unit" and not _words(tracker)]
    free = [
        key
        for key, value in unit.trackers.items()
        if view.rules.tracker(key) is None and isinstance(value, int) and key not in (TRAINING, TAG)
    ]
    rows = [
        tracker_control(app, unit.id, tracker) if _simple(tracker) else _parts(app, unit, tracker, parts)
        for tracker in known
        if (parts := view.rules.glance.parts(unit, tracker.key)) or _simple(tracker)
    ]
    rows += [_counter(app, unit, key) for key in free]
    entry = Entry("", hint=t(say("Name of a counter")))

    def add() -> None:
        key = entry.text.strip()
        if key in OURS or "/" in key or view.rules.tracker(key):
            app.complain(say("The game uses this name itself, or a sign in it: choose another."))
        elif key:
            set_by_hand(app, unit.id, key, 1)

    adding = Across(entry, PushButton(t(say("Add")), add, "outline", "plus-thick", grow=False), gap=8)
    tagged = unit.trackers.get(TAG)
    pills = [
        Pill(
            capital(t(word)),
            key == tagged,
            lambda key=key: set_by_hand(app, unit.id, TAG, None if key == tagged else key),
        )
        for key, word in TAG_WORDS.items()
    ]
    tags = [section(t(say("Colour tag")), t(say("To tell equal miniatures apart"))), Flow(*pills, gap=8)]
    return [
        *tags,
        section(t(say("Set by hand"))),
        paint(Column(*rows, gap=4, pad=(0, 4, 0, 4)), "surface", Radius.card),
        adding,
    ]


def _simple(tracker: Tracker) -> bool:
    return isinstance(tracker.kind, (Flag, Whole)) or (isinstance(tracker.kind, Word) and bool(tracker.kind.choices))


def tracker_control(app: AdjutantApp, owner: str, tracker: Tracker) -> Widget:
    """A tracker to set by hand; an event like any other."""
    assert app.view
    name = capital(app.tell(tracker.text))
    held = app.state.held(owner).get(tracker.key, tracker.default)

    if isinstance(tracker.kind, Flag):
        return SwitchRow(name, tracker.ref.id, bool(held), lambda: set_by_hand(app, owner, tracker.key, not held))
    control = Controls(app.view).control(tracker.kind, held, partial(set_by_hand, app, owner, tracker.key), name)
    return Column(Words(name, "body"), Words(tracker.ref.id, "cite", "text3"), control, gap=4, pad=(14, 6, 14, 6))


def _parts(app: AdjutantApp, unit: Unit, tracker: Tracker, parts: tuple[Part, ...]) -> Widget:
    """A tracker of several places, each set by hand: rounds by weapon, miniatures one by one."""
    rows = [
        _part(app, part, lambda value, part=part: _put(app, unit.id, tracker, parts, part, value)) for part in parts
    ]
    name = capital(app.tell(tracker.text))
    head = Column(Words(name, "body"), Words(tracker.ref.id, "cite", "text3"), pad=(14, 6, 14, 0))
    return Column(head, *rows)


def _part(app: AdjutantApp, part: Part, put: Callable[[Value], object]) -> Widget:
    name, value = capital(app.tell(part.text)), part.value
    if isinstance(value, bool):
        return SwitchRow(name, "", value, lambda: put(not value))
    count = value if isinstance(value, int) else 0
    names = (app.tell(say("{name}: one less", name=name)), app.tell(say("{name}: one more", name=name)))
    row = stepper(str(count), "", lambda: put(max(0, count - 1)), lambda: put(count + 1), names)
    return Column(Words(name, "body", "text2"), row, gap=4, pad=(14, 4, 14, 6))


def _put(app: AdjutantApp, unit: str, tracker: Tracker, parts: tuple[Part, ...], part: Part, value: Value) -> None:
    """One place anew: in a map it has its value, in a list it is named or not."""
    held = app.state.held(unit).get(tracker.key)
    if isinstance(tracker.kind, MapOf):
        old = held if isinstance(held, Map) else Map()
        set_by_hand(app, unit, tracker.key, old.put(str(part.place), value))
    else:
        kept = tuple(each.place for each in parts if (value if each is part else each.value))
        app.enter(TrackerSet(unit, tracker.key, kept))


def _counter(app: AdjutantApp, unit: Unit, key: str) -> Widget:
    value, put = unit.count(key), partial(set_by_hand, app, unit.id, key)
    names = (app.tell(say("{name}: one less", name=key)), app.tell(say("{name}: one more", name=key)))
    return Column(
        Words(key, "body"),
        stepper(str(value), "", lambda: put(max(0, value - 1)), lambda: put(value + 1), names),
        pad=(14, 6, 14, 6),
    )


# Its story


def _story(app: AdjutantApp, unit: Unit) -> Column | None:
    """The last events that name it."""
    assert app.game
    found: list[tuple[int, str]] = []
    states = app.game.session.states
    for n in range(len(app.game.session.log) - 1, -1, -1):
        event = app.game.session.log[n]
        before, after = states[n].units.get(unit.id), states[n + 1].units.get(unit.id)
        if event.label and not event.quiet and before is not after:
            found.append((states[n].turn, capital(app.tell(event.label))))
        if len(found) == MOST_STORY:
            break
    rows = [
        Across(
            Words(app.tell(say("Turn {turn}", turn=turn)), "cite", "text3", size_hint_x=None, width=dp(64)),
            Words(what, "meta", "text2"),
            gap=8,
            least=28,
        )
        for turn, what in found
    ]
    return Column(*rows, gap=4) if rows else None
