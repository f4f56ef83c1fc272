"""A tour of the app by real touches: pictures of every screen, at three sizes, in two languages,
dark and light.

python tools/tour.py [folder] [--only 412x915] [--lang fr] [--theme dark] [--text 2.0]

Writes one PNG a screen, a contact sheet for each combination, and index.html. No display is needed.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
SIZES = ((360, 640), (412, 915), (1280, 800))
LANGUAGES, THEMES = ("en", "fr"), ("dark", "light")
SEED = 7
MOST_STEPS = 12
"""Steps of a turn that are shown: activations repeat."""


def prepare(size: tuple[int, int] = (412, 915), samples: int = 4) -> None:
    """Kivy without arguments, without files of its own, at one pixel a dp; before the first
    import of it."""
    if "kivy" in sys.modules:
        raise RuntimeError("Kivy is loaded already, with the settings of the machine")
    os.environ.update(
        KIVY_HOME=tempfile.mkdtemp(),
        KIVY_NO_ARGS="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_METRICS_DENSITY="1",
        KIVY_DPI="96",
        KIVY_CLIPBOARD="dummy",
    )
    logging.getLogger("kivy").setLevel(logging.CRITICAL)
    from kivy.config import Config

    for key, value in {"width": size[0], "height": size[1], "multisamples": samples}.items():
        Config.set("graphics", key, value)


def begin(folder: Path, size: tuple[int, int], **settings: Any) -> Any:
    """The app over a fresh folder, driven."""
    from main import app
    from tools.driver import Driver

    made = app(folder)
    for key, value in {"still": True, **settings}.items():
        made.store.settings.set(key, value)
    return Driver(made, size)


def scenes(driver: Any, games: tuple[str, ...] = ()) -> Iterator[str]:
    """From the first start through a turn of every game that has samples; each name is a
    picture."""
    from carddb.samples import sample_armies
    from tools.autoplay import Autoplay

    player, app = Autoplay(driver, SEED), driver.app
    language = app.setting("tour_language")
    yield "01-welcome"
    player.press(
        next(
            widget for widget in player.of("PushButton") if widget.name == {"en": "English", "fr": "Français"}[language]
        )
    )
    yield "02-first-start"
    player.press(player.of("PushButton")[0])
    yield "03-which-game"
    for number, key in enumerate(app.rulesets):
        if sample_armies(key) and key in (games or app.rulesets):
            yield from game_scenes(driver, player, key, f"{number + 1}")
    yield from rooms(driver)


def rooms(driver: Any) -> Iterator[str]:
    """Every screen that is no table; with a game and an army there, so that none is empty."""
    from carddb.armies import Armies
    from carddb.qr import card_code

    app, first = driver.app, next(iter(driver.app.rulesets))
    cards = [card for card in app.library.cards.values() if card.game == first][:4]
    army = Armies(app.library).new(first, cards[0].name, [*cards, *cards[:2]])

    def at(*places: Any) -> None:
        app.replace({"screen": "home"}, *places)
        driver.frames(3)

    shown: dict[str, dict[str, Any]] = {
        "81-new-game": {"screen": "setup", "game": first},
        "82-rules": {"screen": "rules"},
        "83-settings": {"screen": "settings"},
        "84-cards": {"screen": "cards"},
        "85-card": {"screen": "card", "card": cards[0].id},
        "86-card-of-your-own": {"screen": "card_edit", "game": first},
        "87-help": {"screen": "help"},
        "88-scan": {"screen": "scan"},
        "89-scanned": {"screen": "scan", "codes": [card_code(card) for card in cards[:2]]},
        "90-armies": {"screen": "armies"},
        "91-army": {"screen": "army", "army": army.id},
        "92-army-terms": {"screen": "army", "army": army.id, "terms": True},
        "93-codes": {"screen": "codes", "army": army.id, "still": True},
        "94-cards-for-an-army": {"screen": "cards", "game": first, "army": army.id},
        "95-quick-odds": {"screen": "setup", "odds": True, "game": first},
    }
    at()
    yield "80-home"
    for name, place in shown.items():
        at(place)
        yield name
    yield from sheets(driver, army)
    if app.game and len(app.state.seats) == 2:
        at({"screen": "table"}, {"screen": "both"})
        yield "98-two-readers"
        at()


def sheets(driver: Any, army: Any) -> Iterator[str]:
    """The menus of some rooms."""
    from carddb.armies import Armies
    from screens import exchange

    app = driver.app
    app.replace({"screen": "home"}, {"screen": "cards"})
    app._screen._menu()
    driver.frames(3)
    yield "96-cards-menu"
    app.replace({"screen": "home"}, {"screen": "army", "army": army.id})
    exchange.share_army(app, Armies(app.library), army)
    driver.frames(3)
    yield "97-share"
    app.close_sheet()


def game_scenes(driver: Any, player: Any, key: str, number: str) -> Iterator[str]:
    """The sample game of one ruleset: its table, a unit, the first questions, the ledger, the
    history."""
    app = driver.app
    app.replace({"screen": "home"}, {"screen": "setup", "sample": True})
    driver.frames(2)
    player.press(next(row for row in player.of("PlainRow") if row.name == app.tell(app.rulesets[key].title)))
    yield f"{number}0-{key}-table"
    seen: set[str] = set()
    yield from turn_scenes(driver, player, f"{number}1-{key}", seen)
    rows = player.of("UnitRow")
    if rows:
        player.press(rows[0])
        if app.here["screen"] == "unit":
            yield f"{number}2-{key}-unit"
            driver.back()
    if targets := [unit.id for unit in app.state.units.values() if unit.where == "table"]:
        app.go("targets", unit=targets[0])
        driver.until(lambda: app._screen.hunt.over)
        yield f"{number}5-{key}-targets"
        driver.back()
    app.go("match")
    driver.frames(2)
    yield f"{number}4-{key}-match"
    driver.back()
    app.go("history")
    driver.frames(2)
    yield f"{number}3-{key}-history"
    player.press(next(button for button in player.of("PushButton") if button.name == app.tell("Battle report")))
    driver.until(lambda: app._screen.luck is not None)
    yield f"{number}6-{key}-report"
    driver.back()
    driver.back()


def turn_scenes(driver: Any, player: Any, name: str, seen: set[str]) -> Iterator[str]:
    """One turn: every kind of question once, and a table in the middle."""
    app = driver.app
    first = app.state.turn
    for count in range(MOST_STEPS):
        yield from asked_scenes(player, name, seen)
        if app.state.turn > first or app.here["screen"] != "table":
            return
        yield from acted_scenes(driver, player, name, seen)
        if count == 3:
            yield f"{name}-table-{app.state.step}"
        kind = app._screen._next()[0]
        if kind in ("offer", "then"):
            app._screen._offers()
            driver.frames(3)
        else:
            player.press(player.main())
        if kind in ("what", "offer", "then"):
            if "what" not in seen:
                seen.add("what")
                yield f"{name}-what-next"
            player.press(player.in_sheet("OnwardRow")[0])
        driver.wait_lock()


def acted_scenes(driver: Any, player: Any, name: str, seen: set[str]) -> Iterator[str]:
    """A unit that has not acted does something it may."""
    app = driver.app
    waiting = [
        row
        for row in player.of("UnitRow")
        if any(unit.name == row.name for unit in app._screen.view.waiting(app.state))
    ]
    if not waiting:
        return
    player.press(player.random.choice(waiting))

    unit = app.state.units.get(str(app.here.get("unit")))
    allowed = [line for line in app.view.actions(app.state, unit) if line.allowed] if unit else []
    wanted = [
        row for row in player.of("ActionRow") if any(row.name == line.text for line in allowed) and row.name not in seen
    ]
    if not wanted:
        app.replace({"screen": "home"}, {"screen": "table"})
        driver.frames(3)
        return
    chosen = player.random.choice(wanted)
    seen.add(chosen.name)
    player.press(chosen)
    if app.here["screen"] == "pick" and "pick" not in seen:
        seen.add("pick")
        yield f"{name}-pick"
    player.pick()
    if app._sheet and "no" not in seen:
        seen.add("no")
        yield f"{name}-rules-say-no"
    yield from asked_scenes(player, name, seen)
    if app.here["screen"] != "table":
        app.replace({"screen": "home"}, {"screen": "table"})
        driver.frames(2)


def asked_scenes(player: Any, name: str, seen: set[str]) -> Iterator[str]:
    """Answer what is asked; each kind of question is a picture the first time, a roll also with
    its dice entered."""
    app = player.app
    for _ in range(60):
        if app._sheet:
            player.overrule()
            continue
        prompt = app.prompt
        if prompt is None:
            return
        if app.here["screen"] != "ask":
            player.press(player.main())
        kind = f"{prompt.kind}{len(prompt.checks) if prompt.checks else ''}"
        if kind not in seen:
            seen.add(kind)
            if prompt.kind == "roll":
                player.driver.until(lambda: "looking" not in app.here)
            yield f"{name}-ask-{kind}"
        player.answer()


def contact_sheet(pictures: list[Path], to: Path, across: int) -> None:
    """Pictures side by side in one."""
    from kivy.core.image import Image
    from kivy.graphics.texture import Texture

    images = [Image(str(path)).texture for path in pictures]
    width, height = images[0].size
    rows = -(-len(images) // across)
    whole = Texture.create(size=(across * (width + 8), rows * (height + 8)), colorfmt="rgba")
    whole.blit_buffer(bytes([90, 90, 90, 255]) * (whole.width * whole.height), colorfmt="rgba", bufferfmt="ubyte")
    for n, image in enumerate(images):
        at = (n % across * (width + 8), (rows - 1 - n // across) * (height + 8))
        pixels = image.pixels
        line = width * 4
        flipped = b"".join(pixels[y * line : (y + 1) * line] for y in range(height - 1, -1, -1))
        whole.blit_buffer(flipped, size=(width, height), pos=at, colorfmt="rgba", bufferfmt="ubyte")
    whole.save(str(to), flipped=True)


def one(folder: Path, size: tuple[int, int], language: str, theme: str, text: float = 1.0) -> list[Path]:
    """All scenes of one combination."""
    name = f"{size[0]}x{size[1]}-{language}-{theme}" + (f"-{round(text * 100)}" if text != 1 else "")
    into = folder / name
    into.mkdir(parents=True, exist_ok=True)
    driver = begin(Path(tempfile.mkdtemp()), size, theme=theme, tour_language=language, text=text)
    made = []
    for scene in scenes(driver):
        driver.shot(into / f"{scene}.png")
        made.append(into / f"{scene}.png")
    contact_sheet(made, folder / f"{name}.png", 6 if size[0] < 600 else 3)
    driver.stop()
    return made


def index(folder: Path) -> int:
    """All pictures there are on one page; how many."""
    parts = [
        "<!doctype html><meta charset=utf-8><title>Adjutant: the tour</title><style>body{background:#222;color:#eee;"
        "font:16px sans-serif}figure{display:inline-block;margin:8px}img{max-width:412px}</style><h1>Adjutant: "
        "the tour</h1>"
    ]
    count = 0
    for sheet in sorted(folder.glob("*x*.png")):
        pictures = sorted((folder / sheet.stem).glob("*.png"))
        count += len(pictures)
        parts.append(f"<h2>{escape(sheet.stem)}</h2><p><a href='{escape(sheet.name)}'>all on one sheet</a></p>")
        for path in pictures:
            source = escape(path.relative_to(folder).as_posix())
            parts.append(f"<figure><img src='{source}'><figcaption>{escape(path.stem)}</figcaption></figure>")
    (folder / "index.html").write_text("\n".join(parts), "utf-8")
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description="pictures of every screen")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "tour")
    parser.add_argument("--only", default="", help="one size: a window without a display keeps the size it began with")
    parser.add_argument("--lang", default="")
    parser.add_argument("--theme", default="")
    parser.add_argument("--text", type=float, default=1.0)
    told = parser.parse_args()
    if not told.only:
        for size in SIZES:
            subprocess.run([sys.executable, __file__, *sys.argv[1:], "--only", f"{size[0]}x{size[1]}"], check=True)
        print(f"{index(told.folder)} pictures: {told.folder / 'index.html'}")
        return 0
    width, _, height = told.only.partition("x")
    size = (int(width), int(height))
    prepare(size)
    for language in LANGUAGES:
        for theme in THEMES:
            if told.lang in ("", language) and told.theme in ("", theme):
                print(
                    f"{told.only} {language} {theme}: {len(one(told.folder, size, language, theme, told.text))} "
                    "pictures",
                    flush=True,
                )
    index(told.folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
