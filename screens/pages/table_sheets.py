"""What slides up over the table: a step explained, the ways to everything else, a note."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.values.events import Noted
from engine.values.texts import say
from screens.present.lines import StepLine, capital
from screens.widgets.entry import Entry
from screens.widgets.ground import Flow, Running, short
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import note
from screens.widgets.words import HELP, Words, section

if TYPE_CHECKING:
    from screens.app.lifecycle import AdjutantApp

LENGTHS = {"full": say("All steps"), "short": say("This step and the next"), "name": say("Its name")}


def step_sheet(app: AdjutantApp, line: StepLine) -> None:
    """What the rules say about a step, and how much of it to show."""
    assert app.view
    t, step = app.tell, app.view.rules.step(line.key)
    notes = [note("book-open-page-variant-outline", t(each.text), each.ref.id) for each in step.reminders]
    chosen = str(app.setting("checklist", "name" if short() else "short"))

    def show(length: str) -> Callable[[], None]:
        def change() -> None:
            app.close_sheet()
            app.set("checklist", length)

        return change

    app.sheet(
        Words(line.text, "title"),
        Words(t(step.ref.title), "body", "text2"),
        *notes,
        PushButton(
            t(say("Look it up")),
            lambda: app.go("rules", game=app.view.rules.key if app.view else "", search=step.ref.id),
            "tonal",
            "book-open-page-variant-outline",
            step.ref.id,
        ),
        section(t(say("Show in the list"))),
        Flow(*(Pill(t(words), key == chosen, show(key)) for key, words in LENGTHS.items()), gap=8),
    )


def menu_sheet(app: AdjutantApp, offers: Callable[[], object]) -> None:
    """The ways to everything else."""
    assert app.view
    assert app.game
    t, game = app.tell, app.view.rules.key
    saved = capital(t(app.game.warning or say("It is saved")))
    app.sheet(
        Words(t(say("More")), "title"),
        PushButton(t(say("What next?")), offers, "tonal", "crosshairs"),
        PushButton(t(say("Does the table match?")), lambda: app.go("match"), "tonal", "check-circle"),
        PushButton(t(say("Scan")), lambda: app.go("scan"), "tonal", "qrcode-scan"),
        PushButton(t(say("Cards")), lambda: app.go("cards", game=game), "tonal", "cards-outline"),
        PushButton(t(say("Go on on another phone")), lambda: app.go("codes"), "tonal", "qrcode"),
        _for_two(app),
        PushButton(t(say("Write a note")), lambda: _note(app), "tonal", "keyboard-outline"),
        PushButton(t(say("History")), lambda: app.go("history"), "tonal", "history"),
        PushButton(t(say("Rules")), lambda: app.go("rules", game=game), "tonal", "book-open-page-variant-outline"),
        PushButton(t(say("Help")), lambda: app.go("help", chapter=game), "tonal", HELP),
        PushButton(t(say("Settings")), lambda: app.go("settings"), "tonal", "cog-outline"),
        PushButton(t(say("Leave the game")), app.leave_game, "outline", "close", saved),
    )


def _for_two(app: AdjutantApp) -> PushButton | None:
    """The phone flat between two players."""
    places = ({"screen": "home"}, {"screen": "table"}, {"screen": "both"})
    if len(app.state.seats) != 2 or Running.halved:
        return None
    return PushButton(app.tell(say("Two readers")), lambda: app.replace(*places), "tonal", "rotate-3d-variant")


def _note(app: AdjutantApp) -> None:
    t = app.tell
    entry = Entry("", hint=t(say("What to remember")), lines=3)

    def keep() -> None:
        if entry.text.strip():
            app.enter(Noted(entry.text.strip()))
        app.close_sheet()

    app.sheet(
        Words(t(say("Write a note")), "title"), entry, PushButton(t(say("Keep it")), keep, "primary", "check-bold")
    )
