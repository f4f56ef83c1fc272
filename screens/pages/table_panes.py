"""How the window of a table is shared out: its head, one force or both, the deed beside them, the
next action at the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.playing.duties import Next
from engine.values.table import GameState
from engine.values.texts import say
from screens.app.navigator import Navigator
from screens.app.table import Table
from screens.present.lines import Tell
from screens.present.onward import Deed
from screens.widgets.bars import BottomAction
from screens.widgets.layouts import Across, Column, fill
from screens.widgets.press import IconButton
from screens.widgets.rows import note
from screens.widgets.running import huge, margin, stacked
from screens.widgets.theme import Touch
from screens.widgets.unitrows import Columns, column_heads

BOTH_FROM, ALONE, DEED = 1200, 500, 460
"""Window width from which both forces stand beside the deed; widths of a force alone and of the
deed."""
Bottom = tuple[Deed, bool, str, bool, str]
"""What the bottom shows: the next deed, whether the last tap is saved, a warning, whether there is
anything to undo, the look of the button: beside a page of a deed that page has the bright one."""


def has_room_for_both() -> bool:
    return bool(Window.width >= dp(BOTH_FROM))


def moment(state: GameState) -> str:
    """The step in which a force was chosen to be looked at."""
    return f"{state.turn}/{state.step}/{state.seat}"


def seats_shown(state: GameState, chosen: object, own: int | None) -> tuple[int, ...]:
    """Both forces where there is room, else the one chosen in this step, or that of this device,
    or the one that acts."""
    if has_room_for_both() and len(state.seats) == 2:
        return 0, 1
    if isinstance(chosen, list) and chosen[0] == moment(state):
        return (int(chosen[1]),)
    return (state.seat if own is None else own,)


def wide(forces: int) -> float:
    """What the forces take of a window that has a part beside them."""
    return float(Window.width - dp(DEED) if forces > 1 else dp(ALONE))


def aside(n: int, forces: int) -> tuple[float, float]:
    """What is left free beside a force."""
    if forces == 1:
        return margin(), margin()
    return (margin(), 6) if n == 0 else (6, margin())


def room(n: int, forces: int, has_side: bool) -> float:
    """The width of the rows of a force."""
    left, right = aside(n, forces)
    whole = wide(forces) / forces if has_side else Window.width
    return float(whole - dp(left + right))


def abreast(*parts: Widget) -> Widget:
    """Panes side by side; one alone as it is."""
    if len(parts) == 1:
        return parts[0]
    box = BoxLayout()
    fill(box, parts)
    return box


def head(
    back: Widget, name: Widget, tools: list[Widget], turns: Widget | None, won: str, told: tuple[str, ...]
) -> Widget:
    """Where we are, how far the game has come, and what has to be known now."""
    side = margin()
    notes = [*([note("flag-variant", won, ink="text")] if won else ()), *(note("alert-outline", each) for each in told)]
    return Column(
        Across(back, name, *tools, pad=(4, 0, 4, 0)),
        Column(turns, pad=(side, 0, side, 2)) if turns else None,
        Column(*notes, pad=(side, 0, side, 4)) if notes else None,
    )


def page_keys(nav: Navigator, tell: Tell, has_steps: bool) -> Iterator[Widget]:
    """The ways from the head of the table to pages of it."""
    if has_steps:
        yield IconButton("check-bold", partial(nav.go, "own"), tell(say("Steps and counters")), "text2")
    if not huge():
        yield IconButton("history", partial(nav.go, "history"), tell(say("History")), "text2")


def undo_key(table: Table, has_any: bool) -> Widget:
    """One tap back; held, the whole deed."""
    name, ink = table.tell(say("Undo")), "text" if has_any else "text3"
    return IconButton("undo", table.undo, name, ink, None, Touch.primary, "edge", hold=table.undo_procedure)


def heads(beside: tuple[float, float], lead: str, columns: Columns, ringed: bool) -> Widget | None:
    """Over the columns of a force, with what stands before them."""
    if stacked() or not (lead or columns):
        return None
    return Column(column_heads(columns, lead, ringed), pad=(beside[0], 0, beside[1], 0))


def reword(bottom: BottomAction, before: Bottom, now: Bottom) -> bool:
    """The same buttons, the large one with other words."""
    shapes = [(deed.icon, deed.next is Next.ANSWER, *rest) for deed, *rest in (before, now)]
    return shapes[0] == shapes[1] and bottom.reword(now[0].text, "" if huge() else now[0].sub)
