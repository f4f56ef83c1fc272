"""Draws the pictures the phone shows before the app does: icon, its two layers, presplash.

python tools/icon.py [folder]

A map symbol of the command under a lamp: the shapes and colours of the screens. No display is
needed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
RINGS = 28


def lamp(size: float, bg: str, light: str, mix: Callable[[str, str, float], str]) -> None:
    """Light from above that fades into the table, ring by ring; hill lines in it."""
    from kivy.graphics import Color, Ellipse, Rectangle

    from screens.widgets.drawing import contours, rgba

    Color(rgba=rgba(bg))
    Rectangle(size=(size, size))
    for ring in range(RINGS):
        d = size * 1.5 * (1 - ring / RINGS)
        Color(rgba=rgba(mix(light, bg, 0.32 * ring / RINGS)))
        Ellipse(pos=(size / 2 - d / 2, size * 0.62 - d / 2), size=(d, d), segments=180)
    contours(0, 0, size, size, mix(light, bg, 0.34), ((0.22, 0.2, size * 0.42), (0.86, 0.86, size * 0.34)))


def sign(size: float, width: float, ink: str, ground: str) -> None:
    """The frame of the first seat with the star of the command, in lamplight."""
    from kivy.graphics import Color

    from screens.widgets.drawing import fill, outline, placed, rgba, star

    c, r = size / 2, size * width / 2
    frame = placed("rectangle", c, c, r)
    Color(rgba=rgba(ground))
    fill(frame, c, c)
    Color(rgba=rgba(ink))
    outline(frame, size * width * 0.032)
    fill([(c + x * r * 0.5, c + y * r * 0.5) for x, y in star(5, 0.42)], c, c)


def drawn(size: int, *parts: Callable[[], None]) -> Any:
    """Parts on a clear ground, at twice the size and taken down again: smooth edges without a
    screen."""
    from kivy.graphics import Color, Rectangle, Scale

    def twice() -> None:
        Scale(2, 2, 1)
        for part in parts:
            part()

    def once() -> None:
        Color(1, 1, 1, 1)
        Rectangle(size=(size, size), texture=big)

    big = _on_clear(size * 2, twice)
    return _on_clear(size, once)


def _on_clear(size: int, draw: Callable[[], None]) -> Any:
    """A texture whose clear parts have the colour of the ink, so that no edge is darker than it."""
    from kivy.graphics import ClearBuffers, ClearColor, Fbo

    from screens.widgets.colours import DARK
    from screens.widgets.drawing import rgba

    made = Fbo(size=(size, size))
    with made:
        ClearColor(*rgba(DARK.accent, 0.0))
        ClearBuffers()
        draw()
    made.draw()
    return made.texture


def pictures(folder: Path) -> list[Path]:
    """All four; the foreground keeps to the middle, which every phone shows whatever shape it
    cuts."""
    from screens.widgets.colours import DARK, mix

    ground = mix(DARK.accent, DARK.bg, 0.16)

    def table(size: int) -> Callable[[], None]:
        return lambda: lamp(size, DARK.bg, DARK.accent, mix)

    def symbol(size: int, width: float) -> Callable[[], None]:
        return lambda: sign(size, width, DARK.accent, ground)

    made = {
        "icon.png": drawn(512, table(512), symbol(512, 0.66)),
        "icon_background.png": drawn(432, table(432)),
        "icon_foreground.png": drawn(432, symbol(432, 0.46)),
        "presplash.png": drawn(512, symbol(512, 0.5)),
    }
    folder.mkdir(exist_ok=True)
    for name, texture in made.items():
        texture.save(str(folder / name), flipped=True)
    return [folder / name for name in made]


def main() -> int:
    from tools.tour import prepare

    prepare((64, 64))
    from kivy.core.window import Window

    Window.create_window()
    print(*pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "data"), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
