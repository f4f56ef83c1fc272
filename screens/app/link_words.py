"""How it stands at a table of several devices, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.playing.answers import contest
from engine.values.model import Prompt
from engine.values.texts import Text, say, say_many
from screens.present.lines import capital
from screens.widgets.press import PushButton
from screens.widgets.words import Words

if TYPE_CHECKING:
    from link.guest import Guest
    from link.host import Host
    from screens.app.at_table import AtTable
    from screens.app.context import Context


def line_of(link: AtTable) -> Text:
    """In a few words, for the line above every page."""
    if link.host:
        return _of_host(link, link.host)
    assert link.guest
    return _of_guest(link, link.guest)


def _of_guest(link: AtTable, guest: Guest) -> Text:
    if guest.state == "out":
        return guest.why or say("Away from the table")
    if guest.is_paused:
        return say("The host's device sleeps")
    if guest.state != "live":
        return _of_broker(link) or say("Looking for the host")
    if guest.intent:
        return say("A tap is on its way")
    return waiting_for(link) or say("At the table")


def _of_host(link: AtTable, host: Host) -> Text:
    if host.newer:
        return say("The table has gone on with another host")
    if host.gathering:
        return say("Taking over: waiting for the others")
    if link.club and link.line != "up":
        return _of_broker(link) or say("Calling the club's broker")
    others = len(host.people()) - 1
    if not others:
        return say("The table is open: nobody has joined yet")
    return waiting_for(link) or say_many(
        "The table is open: one other device", "The table is open: {count} other devices", others
    )


def _of_broker(link: AtTable) -> Text | None:
    """What stands in the way at the broker of the club."""
    if link.club and link.line == "away":
        return say("The club's broker does not answer")
    if link.club and link.line == "refused":
        return say("The club's broker wants another name or password")
    if link.club and link.line == "far":
        return say("The club's broker is not in the network of this house")
    return None


def waiting_for(link: AtTable) -> Text | None:
    """Whose device is asked, or whose moment it is, where that is another one."""
    table, seat = link.context.desk.table, link.awaited
    return say("Waiting for {player}", player=table.view.words.seat(seat)) if table and seat is not None else None


def seats_asked(prompt: Prompt) -> list[int]:
    """The seats a question is still put to; where two roll against each other, both."""
    if contest(prompt):
        return [0, 1]
    return [slot.asked_of for slot in prompt.slots if slot.key not in prompt.given] or [prompt.asked_of]


def refused_sheet(context: Context, why: list[Text | str], refs: list[str], anyway: Callable[[], None]) -> None:
    """As at one's own table: what the rules say can be overruled."""
    t, nav = context.tell, context.navigator

    def go_on() -> None:
        nav.close_sheet()
        anyway()

    nav.sheet(
        Words(t(say("The rules say no")), "title"),
        *(Words(f"{capital(t(each))} ({ref})", "body") for each, ref in zip(why, refs, strict=False)),
        PushButton(t(say("Leave it")), nav.close_sheet, "primary"),
        PushButton(t(say("Do it anyway")), go_on, "outline", "alert-outline", t(say("The history will say so"))),
    )
