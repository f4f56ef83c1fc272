"""A tour of the app by real touches: pictures of every screen, at three sizes, in two languages,
dark and light.

python tools/tour.py [folder] [--only 412x915] [--lang fr] [--theme dark] [--text 2.0] python
tools/tour.py [folder] --short

Writes one PNG a screen, a contact sheet for each combination, and index.html. No display is needed.
The short tour is one sample game in one size and language.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.values.texts import english
from screens.app.launch import run_with_log
from tools.scenes import scenes, short_scenes

ROOT = Path(__file__).resolve().parent.parent
SIZES = ((360, 640), (412, 915), (1280, 800))
LANGUAGES, THEMES = ("en", "fr"), ("dark", "light")
SHORT = "412x915"
TALLEST = 8192
"""Pixels of a texture that every driver can make."""
Scenes = Callable[[Any], Iterator[str]]


def prepare(size: tuple[int, int] = (412, 915), samples: int = 4, fps: int = 60) -> None:
    """Kivy without arguments, without files of its own or a display, at one pixel a dp; before
    the first import of it."""
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
    if sys.platform == "linux":
        os.environ["SDL_VIDEODRIVER"] = "offscreen"  # else on a desktop windows would open and take its keys
    logging.getLogger("kivy").addHandler(
        logging.NullHandler()
    )  # else Python itself writes Kivy's complaints to the terminal
    from kivy.config import Config

    for key, value in {"width": size[0], "height": size[1], "multisamples": samples, "maxfps": fps}.items():
        Config.set("graphics", key, value)


def begin(folder: Path, size: tuple[int, int], **settings: Any) -> Any:
    """The app over a fresh folder, driven; by players who know what a deed asks of their hands."""
    from main import app
    from tools.driver import Driver

    made = app(folder)
    for key, value in {"still": True, "outcome": "card", **settings}.items():
        made.context.store.settings.set(key, value)
    return Driver(made, size)


def contact_sheet(pictures: list[Path], to: Path, across: int) -> None:
    """Pictures side by side in one, more of them where it would be too high for a texture."""
    from kivy.core.image import Image
    from kivy.graphics.texture import Texture

    images = [Image(str(path)).texture for path in pictures]
    width, height = images[0].size
    across = max(across, -(-len(images) // (TALLEST // (height + 8))))
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


def one(into: Path, size: tuple[int, int], scenes: Scenes, **settings: Any) -> list[Path]:
    """Pictures of some scenes in one combination, in a folder of their own and as a contact
    sheet beside it."""
    into.mkdir(parents=True, exist_ok=True)
    driver = begin(Path(tempfile.mkdtemp()), size, **settings)
    made = []
    for scene in scenes(driver):
        driver.shot(into / f"{scene}.png")
        made.append(into / f"{scene}.png")
    contact_sheet(made, into.with_name(f"{into.name}.png"), 6 if size[0] < 600 else 3)
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


def short_tour(folder: Path) -> None:
    """One sample game in one size and language."""
    made = one(folder / f"sample-{SHORT}-en-dark", sized(SHORT), short_scenes, theme="dark", tour_language="en")
    index(folder)
    print(f"{len(made)} pictures of one game, in one size and language: {folder / 'index.html'}")
    print("`make tour` makes all: every game and every screen, three sizes, two languages, dark and light.")


def tour_of_size(told: argparse.Namespace) -> None:
    """All scenes at one size: a window without a display keeps the size it began with."""
    size = sized(told.only)
    for language, theme in product(LANGUAGES, THEMES):
        if told.lang in ("", language) and told.theme in ("", theme):
            name = f"{told.only}-{language}-{theme}" + (f"-{round(told.text * 100)}" if told.text != 1 else "")
            made = one(told.folder / name, size, scenes, theme=theme, tour_language=language, text=told.text)
            print(f"{told.only} {language} {theme}: {len(made)} pictures", flush=True)
    index(told.folder)


def whole_tour(folder: Path) -> int:
    """All sizes, each in a process of its own."""
    for wide, high in SIZES:
        command = [sys.executable, __file__, *sys.argv[1:], "--only", f"{wide}x{high}"]
        if failed := subprocess.run(command, check=False).returncode:
            return failed
    print(f"{index(folder)} pictures: {folder / 'index.html'}")
    return 0


def sized(told: str) -> tuple[int, int]:
    width, _, height = told.partition("x")
    return int(width), int(height)


def main() -> int:
    parser = argparse.ArgumentParser(description="pictures of every screen")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "tour")
    parser.add_argument("--short", action="store_true", help="one sample game in one size and language")
    parser.add_argument("--only", default="", help="one size")
    parser.add_argument("--lang", default="")
    parser.add_argument("--theme", default="")
    parser.add_argument("--text", type=float, default=1.0)
    told = parser.parse_args()
    if not told.short and not told.only:
        return whole_tour(told.folder)

    def run() -> None:
        prepare(sized(told.only or SHORT), fps=0)
        from kivy.base import EventLoop

        EventLoop.ensure_window()
        short_tour(told.folder) if told.short else tour_of_size(told)

    return run_with_log(told.folder, english, run)


if __name__ == "__main__":
    raise SystemExit(main())
