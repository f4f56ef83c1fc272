"""The pictures of the manual, taken from the real app by touches:
docs/pictures/<language>/<name>.png.

python tools/pictures.py [folder] [--lang fr] [--only 1280x800]

They show the ready samples, with dice that always fall alike and a clock that stands still: made
again they change only where the app has changed.
"""

from __future__ import annotations

import argparse
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
if TYPE_CHECKING:
    from tools.guide import Guide

FOLDER = ROOT / "docs" / "pictures"
LANGUAGES = ("en", "fr")
PHONE, TABLET = (412, 915), (1280, 800)
MOMENT = "2026-05-09T20:15:00"
COLOURS = 255
Scenes = Iterator[str]


# What is shown


def phone(guide: Guide) -> Scenes:
    """Everything on a phone, in the order of the manual."""
    guide.driver.frames(2)
    guide.driver.tap({"en": "English", "fr": "Français"}[guide.app.context.preferences.get("tour_language")])
    yield "first-start"
    guide.tap("Try it")
    yield "which-game"
    for scenes in (first_game, alternating, cards_and_points, formations, fragment, own_game, things):
        yield from scenes(guide)


def first_game(guide: Guide) -> Scenes:
    """Axis & Allies from the set-up to the casualty phase; then what every game has."""
    guide.sample("aam")
    guide.onward("first_movement")
    guide.unit("Panzer IV Ausf. G")
    guide.do("move")
    guide.tap("rough ground, a road, an enemy passed")
    guide.main()
    guide.tap("clear")
    yield "aam-move"
    guide.tap("Go on", "Go on")
    guide.answer()
    guide.table()
    guide.top()
    yield "table"
    guide.onward("first_assault")
    yield from aam_attack(guide)
    yield from records(guide)


def aam_attack(guide: Guide) -> Scenes:
    guide.unit("Panzer IV Ausf. G")
    guide.tap("Best targets")
    guide.driver.until(lambda: guide.app.navigator.page.hunt.over)
    guide.app.navigator.page.list.bring("others")
    guide.driver.frames(3)
    yield "best-targets"
    guide.driver.back()
    guide.do("attack")
    guide.driver.until(lambda: guide.app.navigator.page.hunt.over)
    yield "aam-seen"
    guide.main()
    guide.odds()
    guide.tap("Roll for me")
    yield "roll"
    guide.main()
    guide.table()
    guide.go("outcome")
    yield "outcome"
    guide.table()
    guide.driver.wait_lock()
    guide.driver.tap(guide.app.table.view.words.seat(1))
    guide.unit("M4A1 Sherman")
    yield "unit"
    guide.driver.back()
    guide.onward("second_assault")
    guide.driver.wait_lock()
    guide.player.list_of_deeds()
    guide.player.leave_step()
    guide.driver.wait_lock()
    yield "ledger"


def records(guide: Guide) -> Scenes:
    """What can be looked at and done with a game that is going on."""
    guide.answer()
    guide.go("history")
    yield "history"
    guide.driver.back()
    guide.go("match")
    yield "match"
    guide.driver.back()
    guide.go("report")
    guide.driver.until(lambda: guide.app.navigator.page.scroll is not None)
    yield "report"
    guide.driver.back()
    guide.app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "both"})
    guide.driver.frames(3)
    yield "two-readers"
    guide.table()
    guide.go("codes", still=True)
    yield "codes"
    yield from devices(guide)
    yield from ending(guide)
    guide.home()
    yield "home"


def devices(guide: Guide) -> Scenes:
    """The code of a table, and one who has joined by it; no socket is opened for it."""
    from link.invite import Invitation
    from link.members import Person

    context = guide.app.context
    one, two = (guide.app.table.view.words.seat(seat) for seat in (0, 1))
    people = (Person("", one, "host", 0), Person("a", two, "player", 1))
    context.link.at.host = SimpleNamespace(
        seat=0, log=None, newer=False, gathering=False, people=lambda: people, holder=("", "a").__getitem__
    )
    context.link.invitation = lambda: Invitation(bytes(range(8)), bytes(range(32)), (("192.168.1.23", 40123),))
    guide.table()
    guide.go("link")
    yield "devices"
    context.link.at.host = None
    del context.link.invitation


def ending(guide: Guide) -> Scenes:
    """One side gives up; then the game goes on, for the pictures that follow."""
    guide.table()
    guide.offered("concede")
    guide.driver.reach(guide.app.table.view.words.seat(1))
    guide.main()
    guide.tap("yes")
    guide.driver.until(lambda: guide.app.navigator.here["screen"] == "ending")
    guide.driver.frames(3)
    yield "ending"
    guide.app.table.undo_procedure()
    guide.driver.frames(3)


def alternating(guide: Guide) -> Scenes:
    """Dust Tactics: an activation of each side."""
    guide.sample("dust")
    guide.onward("activation")
    for last in (False, True):
        guide.top()
        first = next(unit for unit in guide.app.table.state.units.values() if unit.seat == guide.app.table.state.seat)
        guide.unit(first.name)
        guide.do("activation")
        guide.tap("attack" if last else "nothing")
        if last:
            guide.driver.reach("3")
            yield "dust-declare"
        guide.main()
        if last:
            guide.odds()
            yield "dust-roll"
            guide.answer()
        else:
            guide.answer()
            guide.table()
            guide.player.onward()


def cards_and_points(guide: Guide) -> Scenes:
    """2GM Tactics: the secret bid, then units on the map."""
    guide.sample("2gm")
    guide.main()
    yield "2gm-bid"
    guide.answer()
    guide.onward("deployment")
    colour = next(
        unit.name.split()[0] for unit in guide.app.table.state.units.values() if unit.seat == guide.app.table.state.seat
    )
    for number in (1, 2, 3):
        guide.offered("deploy")
        guide.driver.reach(f"{colour} Rifles {number}")
        while guide.app.navigator.here["screen"] == "pick":
            guide.main()
        guide.answer()
        guide.table()
    yield "2gm-map"


def formations(guide: Guide) -> Scenes:
    """Epic: a formation is given an order and fires; guns lay a barrage, a mob charges, worn
    formations rally."""
    guide.sample("epic")
    guide.onward("action")
    guide.top()
    yield "epic-table"
    first = next(unit for unit in guide.app.table.state.units.values() if unit.seat == guide.app.table.state.seat)
    guide.unit(first.name)
    guide.do("action")
    yield "epic-order"
    yield from battle(guide)


def battle(guide: Guide) -> Scenes:
    """The pages of what formations do, each at its moment."""
    from engine.values.events import Abandoned, Advanced, Opened, TrackerSet
    from engine.values.maps import Map

    table, nav = guide.app.table, guide.app.navigator
    home = ({"screen": "home"}, {"screen": "table"})
    ids = {unit.name: unit.id for unit in table.state.units.values()}
    tanks, guns, kult = (ids[name] for name in ("Peloton de Leman Russ", "Batterie Basilisks", "Kulte d'la Vitesse"))
    mob, chief = ids["Bande de Guerre"], ids["QG Régimentaire"]

    if table.state.seat != table.state.unit(tanks).seat:
        table.session.overrule(Advanced())

    def shown(screen: str, procedure: str, draft: dict[str, Any]) -> None:
        nav.replace(*home, {"screen": screen, "procedure": procedure, "with": draft})
        guide.driver.frames(4)

    for by, order, procedure, draft, name in (
        (tanks, "advance", "fire", {"by": tanks, "target": kult, "range": 45}, "epic-fire"),
        (guns, "sustained", "barrage", {"by": guns, "target": mob}, "epic-barrage"),
        (chief, "engage", "assault", {"attacker": chief, "defender": mob}, "epic-assault"),
    ):
        table.session.overrule(Opened("action", Map({"formation": by, "order": order})))
        table.session.answer((6,))
        shown("deed", procedure, draft)
        yield name
    for unit, tracker, value in ((tanks, "blast", 2), (kult, "broken", True), (mob, "blast", 3), (guns, "blast", 1)):
        table.session.overrule(TrackerSet(unit, tracker, value))
    while table.state.pending or table.state.step != "rally":
        table.session.overrule(Abandoned() if table.state.pending else Advanced(True))
    shown("queue", "rally", {})
    yield "epic-rally"
    nav.replace(*home)
    guide.driver.frames(3)


def fragment(guide: Guide) -> Scenes:
    """The Front: one battle."""
    guide.sample("front")
    guide.onward("battle")
    guide.main()
    guide.driver.reach("Type 97 Chi-Ha 1")
    guide.driver.reach("M4 Sherman 1")
    yield "front-battle"
    guide.main()


def own_game(guide: Guide) -> Scenes:
    """Steps, and counters of players and units, on their page."""
    from engine.values.events import TrackerSet, UnitAdded
    from engine.values.maps import Map

    def words(english: str, french: str) -> str:
        return {"en": english, "fr": french}[guide.app.context.preferences.language.code]

    guide.home()
    guide.tap("New game", "Your own game", "To the table")
    table = guide.app.context.desk.table
    steps = [words("Weather", "Météo"), words("Move", "Mouvement"), words("Fight", "Combat")]
    kept = tuple(Map({"name": name, "when": "turn", "repeats": "every_turn"}) for name in steps)
    plan = ((words("Morale", "Moral"), "player"), (words("Wounds", "Blessures"), "unit"))
    table.enter(TrackerSet("", "own_steps", kept))
    table.enter(TrackerSet("", "plan", tuple(Map({"name": name, "kind": "counter", "on": on}) for name, on in plan)))
    table.enter(UnitAdded("own1", 0, Map({"name": words("Goblins", "Gobelins")})))
    guide.go("own")
    guide.driver.tap(steps[0])
    yield "own-game"


def things(guide: Guide) -> Scenes:
    """Cards, codes, armies, readings, backups."""
    from carddb import qr

    library = guide.app.context.library
    guide.home()
    guide.go("cards", search="sherman")
    yield "cards"
    sherman = next(card for card in library.cards.values() if card.game == "aam" and card.name == "M4A1 Sherman")
    guide.home()
    guide.tap("Scan")
    for code in qr.card_codes(sherman):
        guide.app.navigator.page.read(code)
    guide.driver.frames(3)
    yield "scan"
    guide.home()
    guide.go("card", card=sherman.id)
    guide.tap("Labels to print")
    yield "labels"
    guide.app.navigator.close_sheet()
    guide.home()
    guide.go("card_edit", game="aam")
    yield "own-card"
    guide.app.navigator.replace({"screen": "home"}, {"screen": "army", "army": an_army(guide).id})
    guide.driver.frames(3)
    yield "army"
    guide.app.navigator.replace({"screen": "home"}, {"screen": "settings", "game": "aam"})
    guide.driver.frames(3)
    yield "readings"
    guide.app.navigator.replace({"screen": "home"}, {"screen": "settings", "scroll": 0})
    guide.driver.frames(3)
    yield "backup"
    yield from club_night(guide)


def club_night(guide: Guide) -> Scenes:
    """A phone in a hall: the round, its clock, who plays whom."""
    from tools.club_night import leave_hall, put_hall

    put_hall(guide.app.context, guide.word("Club night"))
    guide.app.context.hall.desk = None
    guide.app.navigator.replace({"screen": "home"}, {"screen": "hall"})
    guide.driver.frames(3)
    yield "hall"
    leave_hall(guide.app.context)


def board(guide: Guide) -> Scenes:
    """The organiser's board."""
    from tools.club_night import leave_hall, put_hall

    put_hall(guide.app.context, guide.word("Club night"))
    guide.app.navigator.replace({"screen": "home"}, {"screen": "hall"}, {"screen": "board"})
    guide.driver.frames(3)
    yield "board"
    leave_hall(guide.app.context)


def an_army(guide: Guide) -> Any:
    """A small army, short of nothing."""
    from carddb.armies import Armies

    names = ("m4a1-sherman", "red-devil-captain", "mortar-m2", "bazooka", "m1-garand-rifle", "m1-garand-rifle")
    cards = [guide.app.context.library.cards[f"aam-r-{name}"] for name in names]
    return Armies(guide.app.context.library).new("aam", guide.word("New army"), tuple(cards))


def tablet(guide: Guide) -> Scenes:
    """Two panes: the table with a unit beside it, a roll with its reasons beside it."""
    guide.driver.tap({"en": "English", "fr": "Français"}[guide.app.context.preferences.get("tour_language")])
    guide.sample("aam")
    guide.onward("first_assault")
    yield "tablet-table"
    yield from board(guide)


# Taking and keeping them


def smaller(pixels: bytes, width: int, height: int) -> bytes:
    """The pixels of a picture (RGBA, the first row first) as a PNG of at most 255 colours: a
    screen hardly has more."""
    points = [pixels[n : n + 3] for n in range(0, len(pixels), 4)]
    found = Counter(points)
    kept = [colour for colour, _ in found.most_common(COLOURS)]
    place = {colour: n for n, colour in enumerate(kept)}
    for colour in found.keys() - place.keys():
        place[colour] = min(
            range(len(kept)), key=lambda n: sum((a - b) ** 2 for a, b in zip(kept[n], colour, strict=True))
        )
    rows = b"".join(b"\0" + bytes(place[point] for point in points[y * width : (y + 1) * width]) for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", b"".join(kept)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )


def keep(driver: Any, to: Path) -> None:
    """What the window shows, in a small file."""
    from kivy.core.image import Image

    with tempfile.TemporaryDirectory() as folder:
        taken = Path(folder) / to.name
        driver.shot(taken)
        texture = Image(str(taken), nocache=True).texture
        to.write_bytes(smaller(texture.pixels, *texture.size))


def take(folder: Path, size: tuple[int, int], language: str, scenes: Callable[[Guide], Scenes]) -> int:
    """All pictures of one language at one size; how many."""
    from tools.guide import Guide
    from tools.tour import begin

    driver = begin(Path(tempfile.mkdtemp()), size, theme="dark", tour_language=language)
    driver.put(clock=lambda: MOMENT)
    driver.app.context.store.clock = driver.app.context.clock
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name in scenes(Guide(driver)):
        keep(driver, folder / f"{name}.png")
        count += 1
    driver.stop()
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description="the pictures of the manual")
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--only", choices=[f"{width}x{height}" for width, height in (PHONE, TABLET)])
    told = parser.parse_args()
    if not told.only:  # a window without a display keeps the size it began with
        for width, height in (PHONE, TABLET):
            subprocess.run([sys.executable, __file__, *sys.argv[1:], "--only", f"{width}x{height}"], check=True)
        return 0
    from tools.tour import prepare

    size, scenes = (PHONE, phone) if told.only == f"{PHONE[0]}x{PHONE[1]}" else (TABLET, tablet)
    prepare(size)
    for language in (told.lang,) if told.lang else LANGUAGES:
        print(f"{told.only} {language}: {take(told.folder / language, size, language, scenes)} pictures", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
