"""Sheets of the page of several devices: a code to be typed, the broker of a club, who goes, and
what is asked before something is done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from carddb.trouble import Trouble
from engine.values.texts import Text, say
from screens.app.context import Context
from screens.present.lines import capital
from screens.widgets.entry import Entry
from screens.widgets.press import PushButton
from screens.widgets.rows import note
from screens.widgets.words import Words

if TYPE_CHECKING:
    from link.members import Person
    from link.reach import Club

GROUP = 5
"""Letters that an eye can keep."""


def spell_sheet(context: Context, code: str) -> None:
    """The code to be typed."""
    t = context.tell
    groups = " ".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))
    how = say("On the other device: Scan, then Type a code. Small letters and spaces count for nothing.")
    context.navigator.sheet(
        Words(t(say("Type this code")), "title"),
        Words(t(how), "body", "text2"),
        Words(groups, "body"),
        PushButton(t(say("Share it")), partial(_share, context, code), "tonal"),
    )


def _share(context: Context, code: str) -> None:
    from screens.pages.exchange import share

    share(context, lambda: context.device.share_text(code))


def club_sheet(context: Context, use: Callable[[Club | None], object]) -> None:
    """Where the broker of the club is; what is typed is kept for the next table."""
    from link.reach import kept_club

    club = kept_club(context.store.settings)
    shown = (_spelt(club), club.name, club.password) if club else ("", "", "")
    _ask_for_club(context, use, shown, None)


def _spelt(club: Club) -> str:
    from link.reach import USUAL

    return club.host if club.port == USUAL else f"{club.host}:{club.port}"


def _ask_for_club(
    context: Context, use: Callable[[Club | None], object], shown: tuple[str, str, str], wrong: Text | None
) -> None:
    from link.reach import keep_club, typed_club

    t, nav = context.tell, context.navigator
    hints = (say("Address or name, such as 192.168.1.20"), say("Name, if it wants one"), say("Password"))
    typed = [Entry(text, hint=t(hint), password=hint is hints[2]) for text, hint in zip(shown, hints, strict=True)]

    def take(is_kept: bool) -> None:
        words = (typed[0].text, typed[1].text, typed[2].text)
        try:
            club = typed_club(*words) if is_kept else None
            keep_club(context.store.settings, club)
        except Trouble as no:
            _ask_for_club(context, use, words, no.why)
            return
        nav.close_sheet()
        use(club)

    nav.sheet(
        Words(t(say("The club's broker")), "title"),
        Words(t(say("A computer of the club that passes on what is said; it can read none of it.")), "body", "text2"),
        note("alert-outline", capital(t(wrong))) if wrong else None,
        *typed,
        PushButton(t(say("Use this broker")), partial(take, True), "primary", "check-bold"),
        PushButton(t(say("Without a broker")), partial(take, False), "outline"),
    )


def remove_sheet(context: Context, person: Person) -> None:
    """A guest is taken off the table."""
    t, nav = context.tell, context.navigator

    def remove() -> None:
        nav.close_sheet()
        context.link.remove(person.tag)

    nav.sheet(
        Words(person.name, "title"),
        Words(t(say("All others get another key. Who is away just now scans the code again.")), "body", "text2"),
        PushButton(t(say("Leave it")), nav.close_sheet, "primary"),
        PushButton(t(say("Take off the table")), remove, "outline", "close"),
    )


def close_sheet(context: Context) -> None:
    """The host closes the table."""
    confirm_sheet(
        context,
        say("Close the table?"),
        say("The others keep the game as it is now; it goes on here."),
        say("Close the table"),
        context.link.leave,
    )


def leave_sheet(context: Context) -> None:
    """A guest leaves; where there is no game yet that he could keep, at once."""
    guest = context.link.at.guest
    if guest and not guest.game:
        context.link.leave()
        context.navigator.replace({"screen": "home"})
        return
    confirm_sheet(
        context,
        say("Leave the table?"),
        say("The game stays on this device as it is now."),
        say("Leave the table"),
        context.link.leave,
    )


def take_over_sheet(context: Context) -> None:
    """A guest is to be host."""
    confirm_sheet(
        context,
        say("Take over as host?"),
        say("Only if the host will not come back: what it alone has seen is then kept there as another game."),
        say("Take over as host"),
        context.link.take_over,
    )


def confirm_sheet(context: Context, title: Text, why: Text, yes: Text, do: Callable[[], object]) -> None:
    """Something that is not done by one tap."""
    t, nav = context.tell, context.navigator

    def act() -> None:
        nav.close_sheet()
        do()
        nav.rebuild()

    nav.sheet(
        Words(t(title), "title"),
        Words(t(why), "body", "text2"),
        PushButton(t(say("Leave it")), nav.close_sheet, "primary"),
        PushButton(t(yes), act, "outline"),
    )
