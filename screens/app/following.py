"""What the app does by itself when the table has changed: it opens the page of a question, closes
that of an answered one, tells and rolls as the players wish."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.playing.answers import only_answer
from engine.values.events import Amended, Answered, Opened, Redone, Undone
from screens.app.places import Kind, Place, is_a
from screens.app.telling import Telling

if TYPE_CHECKING:
    from screens.app.table import Table


class Following:
    """Knows which step it was, and whether the game was decided, when the table changed last."""

    def __init__(self, table: Table) -> None:
        self._began = (table.state.turn, table.state.step)
        self._decided = bool(table.view.winner(table.state))

    def follow(self, table: Table) -> None:
        """The table has changed: questions open their page where they are asked, answered ones
        close it."""
        nav = table.nav
        if nav.open_sheet and nav.open_sheet.refresh and not table.prompt:
            nav.open_sheet.refresh()
        else:
            nav.close_sheet()
        table.context.link.at.show()
        self._announce(table)
        if _answered_itself(table) or _applied_itself(table):
            return
        here = nav.here
        if nav.page and nav.page.moved_on():
            nav.show_ground()
            return
        asked = table.prompt if table.context.link.at.is_asked(table.prompt) else None
        if asked and not is_a(Kind.QUESTION, here):
            nav.places = [place for place in nav.places if not is_a(Kind.PASSING, place)]
            nav.go("ask")
        elif self._is_decided_now(table):
            nav.replace({"screen": "home"}, {"screen": "table"}, {"screen": "ending"})
        elif (is_a(Kind.ENDING, here) and not self._decided) or (is_a(Kind.TELLING, here) and not _is_forward(table)):
            nav.replace(*after_the_question(nav.places))
        elif not asked and (is_a(Kind.ASKING, here) or _is_deed_done(table)):
            nav.replace(*after_the_question(nav.places), *_told_on_a_page(table))
        else:
            nav.show()
        nav.afterwards(partial(_roll_itself, table))

    def _is_decided_now(self, table: Table) -> bool:
        """Whether a side has won by what was just done."""
        before, self._decided = self._decided, bool(table.view.winner(table.state))
        return self._decided and not before and _is_forward(table)

    def _announce(self, table: Table) -> None:
        """A step that begins is named aloud, a deed that has ended is told: if that is wished."""
        before, self._began = self._began, (table.state.turn, table.state.step)
        preferences = table.context.preferences
        if not (_is_forward(table) and _is_here(table) and preferences.get("voice", False)):
            return
        if self._began != before:
            table.context.device.speak(table.tell(table.rules.step(table.state.step).name), preferences.language.code)
        elif isinstance(table.session.log[-1], Answered) and table.story:
            table.context.device.speak(table.story.what, preferences.language.code)


def _is_forward(table: Table) -> bool:
    """Whether the last thing done was something new: what is taken back is never done again
    by itself."""
    journal = table.session.journal
    return bool(journal) and not isinstance(journal[-1], (Undone, Redone, Amended))


def _is_deed_done(table: Table) -> bool:
    """Whether the page of a deed is open that was just done and asked nothing."""
    here, last = table.nav.here, table.session.log[-1] if table.session.log else None
    if not is_a(Kind.DEED, here) or not isinstance(last, Opened) or not _is_forward(table):
        return False
    plan = table.rules.plan(last.procedure)
    by = plan.by if plan else ""
    return bool(last.procedure == here["procedure"] and last.args.get(by) == here["with"].get(by))


def _told_on_a_page(table: Table) -> list[Place]:
    """The page of what happened, if the hands have something to do and it is wished for deeds
    of this kind."""
    story, telling = table.story, Telling(table.context.preferences)
    if not (story and story.hands and _is_forward(table) and telling.form(story.kind) == "page"):
        return []
    telling.count(story.kind)
    return [{"screen": "outcome"}]


def _answered_itself(table: Table) -> bool:
    """What has one answer is not asked; undo takes it back with what led to it."""
    value = only_answer(table.prompt) if table.prompt and _is_forward(table) and _is_here(table) else None
    return value is not None and table.act(lambda: table.session.answer(value, source="app"))


def _applied_itself(table: Table) -> bool:
    """A ledger is applied as it stands, if that is wished; undo brings it back to be ticked
    by hand."""
    wished = _is_forward(table) and _is_here(table) and table.context.preferences.get("ledgers", False)
    if not (table.prompt and table.prompt.kind == "ledger" and wished):
        return False
    return table.act(lambda: table.session.answer((), source="app"))


def _roll_itself(table: Table) -> None:
    """The app's dice lie there as soon as they are asked for, if that is wished; nothing is
    applied before a tap."""
    nav = table.nav
    wished = _is_forward(table) and _is_here(table) and table.context.preferences.get("rolls", False)
    if nav.page and table.prompt and wished:
        nav.page.throw_all()
        nav.remember_soon()


def _is_here(table: Table) -> bool:
    """Whether what is asked is asked on this device: no other does anything by itself."""
    return table.context.link.at.is_here(table.prompt)


def after_the_question(places: list[Place]) -> list[Place]:
    """The table, or the queue that goes on; two cards that have none go back to their odds."""
    if any(is_a(Kind.GROUND, place) for place in places):
        return [place for place in places if is_a(Kind.LASTING, place)]
    return [place for place in places if not is_a(Kind.ASKING, place)] or [{"screen": "table"}]
