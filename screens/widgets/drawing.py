"""Canvas primitives: silhouettes, map symbols, die faces, contour lines. No layout, no state."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, pi, sin

from kivy.graphics import Color, Line, Mesh, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.utils import get_color_from_hex

Points = list[tuple[float, float]]


def rgba(code: str, alpha: float = 1.0) -> list[float]:
    return [*_rgb(code), alpha]


@cache
def _rgb(code: str) -> tuple[float, ...]:
    """A colour is read once."""
    return tuple(get_color_from_hex(code)[:3])


def arc(cx: float, cy: float, r: float, a0: float, a1: float, n: int = 14) -> Points:
    return [(cx + r * cos(a0 + (a1 - a0) * i / n), cy + r * sin(a0 + (a1 - a0) * i / n)) for i in range(n + 1)]


def star(points: int, inner: float) -> Points:
    return [
        ((1.0 if i % 2 == 0 else inner) * sin(i * pi / points), (1.0 if i % 2 == 0 else inner) * cos(i * pi / points))
        for i in range(points * 2)
    ]


SHAPES: dict[str, Points] = {
    "triangle": [(0, 1), (1, -0.78), (-1, -0.78)],
    "square": [(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)],
    "octagon": [(cos(pi / 8 + i * pi / 4), sin(pi / 8 + i * pi / 4)) for i in range(8)],
    "plate_down": [(-0.86, 0.86), (0.86, 0.86), (0.86, -0.2), (0, -1), (-0.86, -0.2)],
    "star": star(8, 0.68),
    "pennant": [(-0.9, 0.85), (0.9, 0.85), (0.9, -0.9), (0, -0.35), (-0.9, -0.9)],
    "cartridge": [(-0.62, -1), (0.62, -1), (0.62, 0.3), *arc(0, 0.3, 0.62, 0, pi), (-0.62, 0.3)],
    "cloud": [
        ((0.84 + 0.16 * abs(cos(2.5 * a))) * cos(a), (0.84 + 0.16 * abs(cos(2.5 * a))) * sin(a) * 0.86)
        for a in (i * 2 * pi / 60 for i in range(60))
    ],
    "circle": arc(0, 0, 0.96, 0, 2 * pi, 40)[:-1],
    "diamond": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "rectangle": [(-1, -0.7), (1, -0.7), (1, 0.7), (-1, 0.7)],
    "roof": [(-1, -0.7), (1, -0.7), (1, 0.4), (0, 1), (-1, 0.4)],
    "wave": [(-1, -0.6), (1, -0.6), (0.8, 0.0), (1, 0.7), (-1, 0.7), (-0.8, 0.0)],
}


def placed(shape: str, cx: float, cy: float, r: float) -> Points:
    return [(cx + x * r, cy + y * r) for x, y in SHAPES[shape]]


def flat(points: Points, close: bool = False) -> list[float]:
    pts = points + points[:1] if close else points
    return [c for p in pts for c in p]


def fill(points: Points, cx: float, cy: float) -> None:
    """A star-shaped polygon as a fan around its centre; the outline smooths its edge."""
    ring = [(cx, cy), *points, points[0]]
    Mesh(vertices=[v for x, y in ring for v in (x, y, 0, 0)], indices=list(range(len(ring))), mode="triangle_fan")
    SmoothLine(points=flat(points), close=True, width=dp(0.6))


def outline(points: Points, width: float) -> None:
    SmoothLine(points=flat(points), close=True, width=width)


def dashed(points: Points, on: float, off: float, width: float) -> None:
    """Dashes along a closed polygon (Kivy's own dashes are one pixel wide)."""
    ring = points + points[:1]
    left, drawing, run = on, True, [ring[0]]
    for (x0, y0), (x1, y1) in pairwise(ring):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        done = 0.0
        while length - done > left:
            done += left
            point = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if drawing:
                SmoothLine(points=flat([*run, point]), width=width, cap="none")
            drawing = not drawing
            run, left = [point], (on if drawing else off)
        left -= length - done
        run.append((x1, y1))
    if drawing and len(run) > 1:
        SmoothLine(points=flat(run), width=width, cap="none")


def rounded(x: float, y: float, w: float, h: float, r: float) -> Points:
    return [
        *arc(x + w - r, y + r, r, -pi / 2, 0, 5),
        *arc(x + w - r, y + h - r, r, 0, pi / 2, 5),
        *arc(x + r, y + h - r, r, pi / 2, pi, 5),
        *arc(x + r, y + r, r, pi, 3 * pi / 2, 5),
    ]


def unit_symbol(kind: str, frame: str, cx: float, cy: float, size: float, ink: str, ground: str) -> None:
    """A map symbol: the frame says whose it is, the sign inside says what it is."""
    r = size / 2
    width = max(1.0, size / 30)
    pts = placed(frame, cx, cy, r)
    Color(rgba=rgba(ground))
    fill(pts, cx, cy)
    Color(rgba=rgba(ink))
    outline(pts, width)
    w, h = (r, r * 0.7) if frame == "rectangle" else (r * 0.46, r * 0.40)

    def line(*points: tuple[float, float]) -> None:
        SmoothLine(points=[c for x, y in points for c in (cx + x * w, cy + y * h)], width=width)

    if kind in ("infantry", "mechanised"):
        line((-1, -1), (1, 1))
        line((-1, 1), (1, -1))
    if kind in ("armour", "mechanised"):
        s = 0.62 if frame == "rectangle" else 1.0
        SmoothLine(ellipse=(cx - w * s, cy - h * s * 0.8, 2 * w * s, 1.6 * h * s), width=width)
    if kind == "artillery":
        d = r * 0.42
        SmoothEllipse(pos=(cx - d / 2, cy - d / 2), size=(d, d))
    if kind == "antitank":
        line((-1, -1), (0, 1), (1, -1))
    if kind == "gun":  # machine-gun team: a barrel on its base
        line((0, -0.75), (0, 0.8))
        line((-0.28, 0.35), (0, 0.8), (0.28, 0.35))
        line((-0.34, -0.75), (0.34, -0.75))
    if kind == "recon":
        line((-1, -1), (1, 1))
    if kind == "command":
        fill([(cx + x * r * 0.36, cy + y * r * 0.36) for x, y in star(5, 0.45)], cx, cy)
    if kind == "transport":
        line((-0.6, 0), (0.6, 0))
        line((0, -1), (0, 1))
    if kind == "anti-air":
        SmoothLine(points=flat(arc(cx, cy - h, h * 1.1, 0.25, pi - 0.25)), width=width)


PIPS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    5: [(-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)],
    6: [(-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
}


def die_face(face: int, cx: float, cy: float, size: float, body: str, pip: str) -> None:
    Color(rgba=rgba(body))
    SmoothRoundedRectangle(pos=(cx - size / 2, cy - size / 2), size=(size, size), radius=[size * 0.22])
    Color(rgba=rgba(pip))
    d = size * 0.19
    for x, y in PIPS[face]:
        SmoothEllipse(pos=(cx + x * size * 0.26 - d / 2, cy + y * size * 0.26 - d / 2), size=(d, d))


def contours(x: float, y: float, w: float, h: float, ink: str, peaks: tuple[tuple[float, float, float], ...]) -> None:
    """Quiet hill lines: wobbling rings around a few peaks, as on a map. Decoration only."""
    Color(rgba=rgba(ink))
    for px, py, reach in peaks:
        for ring in range(1, 8):
            r = reach * ring / 7
            pts = []
            for i in range(73):
                a = i * 2 * pi / 72
                k = r * (1 + 0.10 * sin(3 * a + ring * 0.35) + 0.07 * sin(5 * a - ring * 0.5 + px * 9))
                pts += [x + px * w + k * cos(a) * 1.35, y + py * h + k * sin(a)]
            Line(points=pts, width=1)
