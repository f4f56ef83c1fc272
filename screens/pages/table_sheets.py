"""What slides up over the table: a step explained, the ways to everything else, a note."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.playing.open_turn import is_open
from engine.values.events import Noted
from engine.values.texts import say
from screens.present.lines import StepLine, capital
from screens.widgets.entry import Entry
from screens.widgets.layouts import Flow
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import note
from screens.widgets.running import Running
from screens.widgets.turn import checklist
from screens.widgets.words import HELP, Words, section

if TYPE_CHECKING:
    from screens.app.table import Table

LENGTHS = {"full": say("All steps"), "short": say("This step and the next"), "name": say("Its name")}


def turn_sheet(table: Table) -> None:
    """The whole turn, and what both players watch."""
    t, view, state = table.tell, table.view, table.state
    watched = [note("flag-variant", text, cite) for text, cite in view.watched(state)]
    table.nav.sheet(
        Words(view.title(state), "title"),
        Words(view.sub(state), "body", "text2"),
        *watched,
        section(t(say("The turn"))),
        checklist(view.steps(state, "full"), partial(step_sheet, table)),
    )


def step_sheet(table: Table, line: StepLine) -> None:
    """What the rules say about a step, and how much of it to show."""
    t, step = table.tell, table.view.rules.step(line.key)
    notes = [note("book-open-page-variant-outline", t(each.text), each.ref.id) for each in step.reminders]
    chosen = str(table.context.preferences.get("checklist", "name"))

    def show(length: str) -> Callable[[], None]:
        def change() -> None:
            table.nav.close_sheet()
            table.context.app.set("checklist", length)

        return change

    table.nav.sheet(
        Words(line.text, "title"),
        Words(t(step.ref.title), "body", "text2"),
        *notes,
        PushButton(
            t(say("Look it up")),
            lambda: table.nav.go("rules", game=table.view.rules.key, search=step.ref.id),
            "tonal",
            "book-open-page-variant-outline",
            step.ref.id,
        ),
        section(t(say("Show in the list"))),
        Flow(*(Pill(t(words), key == chosen, show(key)) for key, words in LENGTHS.items()), gap=8),
    )


def menu_sheet(table: Table, offers: Callable[[], object]) -> None:
    """The ways to everything else."""
    t, game = table.tell, table.view.rules.key
    saved = capital(t(table.game.warning or say("It is saved")))
    table.nav.sheet(
        Words(t(say("More")), "title"),
        PushButton(t(say("What next?")), offers, "tonal", "crosshairs"),
        PushButton(t(say("Steps and counters")), lambda: table.nav.go("own"), "tonal", "check-bold")
        if is_open(table.rules)
        else None,
        PushButton(t(say("Does the table match?")), lambda: table.nav.go("match"), "tonal", "check-circle"),
        PushButton(t(say("Scan")), lambda: table.nav.go("scan"), "tonal", "qrcode-scan"),
        PushButton(t(say("Cards")), lambda: table.nav.go("cards", game=game), "tonal", "cards-outline"),
        PushButton(t(say("Several devices")), lambda: table.nav.go("link"), "tonal", "account-multiple-outline"),
        PushButton(t(say("Go on on another phone")), lambda: table.nav.go("codes"), "tonal", "qrcode"),
        _for_two(table),
        PushButton(t(say("Write a note")), lambda: _note(table), "tonal", "keyboard-outline"),
        PushButton(t(say("History")), lambda: table.nav.go("history"), "tonal", "history"),
        PushButton(
            t(say("Rules")), lambda: table.nav.go("rules", game=game), "tonal", "book-open-page-variant-outline"
        ),
        PushButton(t(say("Help")), lambda: table.nav.go("help", chapter=game), "tonal", HELP),
        PushButton(t(say("Settings")), lambda: table.nav.go("settings"), "tonal", "cog-outline"),
        PushButton(t(say("Leave the game")), table.context.desk.leave, "outline", "close", saved),
    )


def _for_two(table: Table) -> PushButton | None:
    """The phone flat between two players."""
    places = ({"screen": "home"}, {"screen": "table"}, {"screen": "both"})
    if len(table.state.seats) != 2 or Running.halved or table.context.link.at.is_on:
        return None
    return PushButton(table.tell(say("Two readers")), lambda: table.nav.replace(*places), "tonal", "rotate-3d-variant")


def _note(table: Table) -> None:
    t = table.tell
    entry = Entry("", hint=t(say("What to remember")), lines=3)

    def keep() -> None:
        if entry.text.strip():
            table.enter(Noted(entry.text.strip()))
        table.nav.close_sheet()

    table.nav.sheet(
        Words(t(say("Write a note")), "title"), entry, PushButton(t(say("Keep it")), keep, "primary", "check-bold")
    )
