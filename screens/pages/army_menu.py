"""What is done with an army as a whole: another name, a copy, away with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from carddb.armies import Armies, Army
from engine.values.texts import say
from screens.app.context import Context
from screens.widgets.entry import Entry, labelled
from screens.widgets.press import PushButton
from screens.widgets.words import Words

Take = Callable[[Army], object]


def menu(context: Context, armies: Armies, army: Army, save: Take, turn_to: Take) -> None:
    """`save` keeps it as it is now, `turn_to` shows another one."""
    t, nav = context.tell, context.navigator
    entry = Entry(army.name, name=t(say("Name")))

    def rename() -> None:
        nav.close_sheet()
        if entry.text.strip():
            save(replace(army, name=entry.text.strip()))

    def copy() -> None:
        nav.close_sheet()
        turn_to(armies.copy(army, t(say("{name} (copy)", name=army.name))))

    nav.sheet(
        labelled(t(say("Name")), entry),
        PushButton(t(say("Keep it")), rename, "primary", "check-bold"),
        PushButton(t(say("Make a copy")), copy, "tonal", "plus-thick"),
        PushButton(t(say("Delete this army")), partial(delete, context, armies, army), "outline", "close-thick"),
    )


def delete(context: Context, armies: Armies, army: Army) -> None:
    """Away with it, and a way to bring it back."""
    t, nav = context.tell, context.navigator
    armies.delete(army.id)
    nav.back()
    nav.back()

    def undo() -> None:
        nav.close_sheet()
        armies.undo()
        nav.rebuild()

    nav.sheet(
        Words(t(say("{name} is deleted", name=army.name)), "title"),
        PushButton(t(say("Bring it back")), undo, "tonal", "undo"),
        PushButton(t(say("Good")), nav.close_sheet, "primary"),
    )
