"""The screens beside bare Kivy: memory of Home, a long force scrolled, a tap that redraws the
table; and all of it under load.

Each side is a process of its own, drawn without a display by a software renderer. What counts is
what a player sees: the time from one frame to the next, and from a tap to the frame that shows it,
on a screen of 60 Hz. Multisampling is off on both sides: the software renderer pays for it by the
pixel, a phone does not. `load` tells what it is under load, in one line.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from timing import Line, Race, Row, judged, printed

ROOT = Path(__file__).resolve().parents[1]
MEMORY_BAR, SCROLL_BAR, TAP_BAR, LOAD_BAR = 1.3, 1.5, 3.0, 1.5
UNITS, A_SIDE, FRAMES, TAPS = 200, 60, 80, 30
LOAD = {"a_side": 100, "events": 5_000, "games": 50, "cards": 10_000}
MARKERS = {
    "face_up": ("disrupted",),
    "face_down": ("damaged",),
    "moved": True,
    "attacked": True,
    "fired_defensively": True,
}
"""Five on each unit."""

BEGIN = (
    f"""
UNITS, A_SIDE, FRAMES, TAPS = {UNITS}, {A_SIDE}, {FRAMES}, {TAPS}
"""
    + """
import sys, time
from pathlib import Path
from tools.tour import prepare
prepare(samples=0)
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

Clock._max_fps = 0  # the screen sets the pace

def frames(count=1):
    for _ in range(count):
        EventLoop.idle()
        glFinish()  # the software renderer queues frames that nobody waits for, and keeps the memory

def started(made):
    EventLoop.ensure_window()
    Window.size = (412, 915)
    made._run_prepare()
    EventLoop.status = "started"
    frames(20)
    return made

def timed(does, count):
    # the median time from doing something to the refresh of a 60 Hz screen that shows it
    times, refresh = [], 1 / 60
    for n in range(count):
        began = time.perf_counter()
        does(n)
        Window.canvas.ask_update()
        EventLoop.idle()  # a phone draws beside the app; a software renderer is not waited for
        spent = time.perf_counter() - began
        time.sleep(-spent % refresh)
        times.append(time.perf_counter() - began)
    return sorted(times)[count // 2] * 1e6

def scrolled(view, step, count):
    return timed(lambda n: setattr(view, "scroll_y", max(0.0, view.scroll_y - step)), count)

def bare(widget):
    from kivy.app import App
    class Bare(App):
        def build(self):
            return widget()
    return started(Bare())

def ours(folder, *counts):
    from dataclasses import replace
    from main import app
    from carddb.fielding import put_on_table
    from carddb.samples import sample_armies
    made = app(Path(folder))
    made.context.store.settings.set("language", "en")
    made.context.store.settings.set("still", True)
    started(made)
    if counts:
        key = next(iter(made.context.rulesets))
        rules, card = made.context.rulesets[key], sample_armies(key)[0].cards[0]
        game = made.context.store.new_game(key, rules.opened(), "Bench", ("Ann", "Ben"))
        for seat, count in enumerate(counts):
            # equal units would share a row
            cards = [replace(card, values=card.values.put("name", f"Tank {n}")) for n in range(count)]
            for event in put_on_table(cards, seat, game.session.state):
                game.session.dispatch(event)
        made.context.desk.take(game)
        made.navigator.replace({"screen": "home"}, {"screen": "table"})
        frames(5)
    return made
"""
)
MEMORY = """
print(int(open("/proc/self/statm").read().split()[1]) * 4096)
"""
LABEL = BEGIN + "from kivy.uix.label import Label\nbare(lambda: Label(text='Adjutant'))\n"
HOME = BEGIN + "ours(sys.argv[1])\n"
PEER_SCROLL = (
    BEGIN
    + """
from kivy.lang import Builder
view = Builder.load_string('''
RecycleView:
    viewclass: "Label"
    RecycleBoxLayout:
        default_size: None, dp(70)
        default_size_hint: 1, None
        size_hint_y: None
        height: self.minimum_height
        orientation: "vertical"
''')
view.data = [{"text": f"Unit {n}"} for n in range(UNITS)]
bare(lambda: view)
print(scrolled(view, 20 / (70 * UNITS - 915), FRAMES))
"""
)
OUR_SCROLL = (
    BEGIN
    + """
made = ours(sys.argv[1], UNITS, 1)
view = made.navigator.page.list
frames(10)
print(scrolled(view, 20 / (view.body.height - view.height), FRAMES))
"""
)
PEER_TAP = (
    BEGIN
    + """
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.label import Label
box, label, button = BoxLayout(), Label(text="0"), Button(text="more")
button.bind(on_release=lambda *_: setattr(label, "text", str(int(label.text) + 1)))
box.add_widget(label)
box.add_widget(button)
bare(lambda: box)
print(timed(lambda n: button.dispatch("on_release"), TAPS))
"""
)
OUR_TAP = (
    BEGIN
    + """
from engine.values.events import TrackerSet
made = ours(sys.argv[1], A_SIDE, A_SIDE)
unit = next(iter(made.table.state.units))
flags = (each for each in made.table.view.rules.trackers if each.on == "unit" and type(each.kind).__name__ == "Flag")
key = next(flags).key
frames(10)
print(timed(lambda n: made.table.enter(TrackerSet(unit, key, n % 2 == 0)), TAPS))
"""
)

LADEN = (
    """
import os, sys
from pathlib import Path
child = os.fork()
if not child:
    from tools.bench_screens import laden
    laden(Path(sys.argv[1]))
    os._exit(0)
os.waitpid(child, 0)
"""
    + BEGIN
    + """
made = ours(sys.argv[1])
frames(10)
"""
)
LADEN_TAP = (
    LADEN
    + """
from engine.values.events import TrackerSet
unit = next(iter(made.table.state.units))
print(timed(lambda n: made.table.enter(TrackerSet(unit, "attacked", n % 2 == 0)), TAPS))
"""
)
PLACES = (
    "table",
    "history",
    "report",
    "pick",
    "unit",
    "targets",
    "cards",
    "armies",
    "rules",
    "setup",
    "settings",
    "help",
)
OPENED = (
    f"PLACES = {PLACES}\n"
    + """
from statistics import median
unit = next(iter(made.table.state.units))
made.context.library.search("a")
spent = 0
for place in PLACES:
    times = []
    for _ in range(5):
        made.navigator.replace({"screen": "home"})
        frames(3)
        began = time.process_time()
        made.navigator.replace({"screen": "home"}, {"screen": place, "unit": unit, "procedure": "attack"})
        EventLoop.idle()
        times.append(time.process_time() - began)
    spent += median(times)
print(spent * 1e6)
"""
)
LADEN_OPENED = LADEN + OPENED
MARKED = (
    f"MARKERS = {MARKERS}\n"
    + """
from engine.values.events import TrackerSet
made = ours(sys.argv[1], 10, 10)
for unit in list(made.table.state.units):
    for key, value in MARKERS.items():
        made.table.enter(TrackerSet(unit, key, value))
"""
)
REST_OPENED = BEGIN + MARKED + OPENED
LADEN_SCROLL = (
    LADEN + "view = made.navigator.page.list\nprint(scrolled(view, 20 / (view.body.height - view.height), FRAMES))\n"
)
LOOKED = "made.context.library.search('a')\nmade.navigator.replace({'screen': 'home'})\nframes(10)\n" + MEMORY
LADEN_MEMORY = LADEN + LOOKED
AT_REST = BEGIN + "made = ours(sys.argv[1], 10, 10)\n" + LOOKED


def laden(folder: Path) -> None:
    """Many saved games, many cards, and a long game of many units with markers, which was open
    when the app was left."""
    from carddb.fielding import put_on_table
    from carddb.library import Library
    from carddb.samples import sample_armies
    from engine.values.events import Advanced, TrackerSet
    from engine.values.texts import say
    from main import app
    from tests.carddb.libraries import many
    from tools.bench_game import answered

    made = app(folder)
    store, rules = made.context.store, made.context.rulesets["aam"]
    Library(store).write(say("many"), {card.id: card for card in many(LOAD["cards"])})
    for number in range(LOAD["games"] - 1):
        store.close_game(store.new_game(rules.key, rules.opened(), f"Evening {number}", ("Ann", "Ben")).key)
    game = store.new_game(rules.key, rules.opened(), "The long one", ("Ann", "Ben"))
    session, card = game.session, sample_armies(rules.key)[0].cards[0]
    for event in (each for seat in (0, 1) for each in put_on_table([card] * LOAD["a_side"], seat, session.state)):
        session.dispatch(event)
    units, dice = list(session.state.units), Random(1)
    while len(session.log) < LOAD["events"]:
        session.dispatch(TrackerSet(units[len(session.log) % len(units)], "house", len(session.log) % 7))
        if len(session.log) % 60 == 0:
            session.overrule(Advanced(leave=True))
            answered(session, dice)
    for unit, (key, value) in product(units, MARKERS.items()):
        session.dispatch(TrackerSet(unit, key, value))
    for key, value in {"places": [{"screen": "home"}, {"screen": "table"}], "game": game.key}.items():
        store.settings.set(key, value)
    store.close()


def told(code: str) -> float:
    """The number a child prints."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        script = Path(folder, "drawn.py")
        script.write_text(code, "utf-8")
        run = subprocess.run(
            [sys.executable, str(script), str(Path(folder, "data"))],
            env=env,
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        return float(run.stdout.splitlines()[-1])


def beside(ours: str, peer: str) -> Race:
    return Race(told(ours), told(peer))


def lines() -> Iterator[Line]:
    yield judged(
        Row(
            "Memory of Home in bytes (a bare label)",
            partial(beside, HOME + MEMORY, LABEL + MEMORY),
            slower=MEMORY_BAR,
            unit="bytes",
        )
    )
    yield judged(
        Row(
            f"A frame while {UNITS} units scroll (a RecycleView of labels)",
            partial(beside, OUR_SCROLL, PEER_SCROLL),
            slower=SCROLL_BAR,
        )
    )
    yield judged(
        Row(
            f"A tap redraws the table of {A_SIDE} units a side (a button and a label)",
            partial(beside, OUR_TAP, PEER_TAP),
            slower=TAP_BAR,
        )
    )

    yield from under_load()


def under_load() -> Iterator[Line]:
    """100 units a side with 5 markers each, 5,000 events, 50 saved games and 10,000 cards: the
    same bars."""
    laden = f"{LOAD['a_side']} a side, {LOAD['events']:,} events"
    for what, ours, peer, bar in (
        (f"A tap under load: {laden} (a button and a label)", LADEN_TAP, PEER_TAP, TAP_BAR),
        (f"A frame while it scrolls: {laden} (labels)", LADEN_SCROLL, PEER_SCROLL, SCROLL_BAR),
        (
            f"{len(PLACES)} screens opened: {laden}, {LOAD['cards']:,} cards (10 a side)",
            LADEN_OPENED,
            REST_OPENED,
            LOAD_BAR,
        ),
    ):
        yield judged(Row(what, partial(beside, ours, peer), slower=bar))
    what = f"Memory with {LOAD['games']} games and {LOAD['cards']:,} cards (the app with one game)"
    yield judged(Row(what, partial(beside, LADEN_MEMORY, AT_REST), slower=LOAD_BAR, unit="bytes"))


if __name__ == "__main__":
    if sys.argv[1:] == ["load"]:
        print("; ".join(f"{line.what} {line.ratio}, {line.bar}" for line in under_load()))
    else:
        printed(lines())
