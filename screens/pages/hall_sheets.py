"""Sheets of a club night: who one is, which match a table plays, another evening, a result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from kivy.uix.widget import Widget

from carddb.armies import Armies
from carddb.trouble import Trouble
from engine.values.texts import say, say_many
from screens.app.context import Context
from screens.widgets.entry import Entry, labelled
from screens.widgets.layouts import Column, Flow
from screens.widgets.press import Pill, PushButton
from screens.widgets.words import Words, section

if TYPE_CHECKING:
    from hall.desk import Desk
    from hall.evening import Key
    from hall.member import Member
    from hall.notice import Seating

LONGEST = 40
Told: TypeAlias = "tuple[int | None, tuple[int, int]]"
"""A winner, or a draw, and the points of both."""


def _try(context: Context, do: Callable[[], object]) -> None:
    """What may fail, as a disk may be full."""
    context.navigator.close_sheet()
    try:
        do()
    except Trouble as no:
        context.navigator.complain(no.why)
    if context.navigator.page:
        context.navigator.page.show()


def name_sheet(context: Context, desk: Desk) -> None:
    """What the evening is called on every phone."""
    t = context.tell
    entry = Entry(desk.name, hint=t(say("Name of the evening")), longest=LONGEST)
    context.navigator.sheet(
        Words(t(say("Name of the evening")), "title"),
        entry,
        PushButton(t(say("Good")), lambda: _try(context, lambda: desk.rename(entry.text)), "primary", "check-bold"),
    )


def evening_sheet(context: Context, desk: Desk) -> None:
    """Everything from the beginning."""
    t, nav = context.tell, context.navigator

    def begin() -> None:
        desk.begin_anew()
        context.hall.open(_broker(context))

    nav.sheet(
        Words(t(say("Begin another evening?")), "title"),
        Words(
            t(say("Players, rounds and results of this one go, and the hall has another code. Export them first.")),
            "body",
            "text2",
        ),
        PushButton(t(say("Leave it")), nav.close_sheet, "primary"),
        PushButton(t(say("Begin another evening")), lambda: _try(context, begin), "outline"),
    )


def _broker(context: Context) -> Any:
    from link.reach import read_club
    from screens.app.hall import BROKER

    return read_club(context.store.settings.get(BROKER))


def army_sheet(context: Context, member: Member, army: str | None = None, name: str | None = None) -> None:
    """One's name, and the army one plays with."""
    t, hall = context.tell, context.hall
    armies, found = Armies(context.library), member.entered(hall.device_id())
    called = name if name is not None else found.name if found else ""
    entry = Entry(called, hint=t(say("Your name")), longest=LONGEST)
    pills = [
        Pill(each.name, each.id == army, lambda key=each.id: army_sheet(context, member, key, entry.text))  # type: ignore[misc]
        for each in armies.all()
    ]
    pills.append(Pill(t(say("No army")), not army, lambda: army_sheet(context, member, "", entry.text)))

    def enter() -> None:
        from hall import lists

        given = lists.plain(armies.get(army), context.library.cards) if army else None
        if entry.text.strip():
            member.enter(hall.device_id(), entry.text.strip(), given)

    context.navigator.sheet(
        Words(t(say("Enter the list of players")), "title"),
        labelled(t(say("Your name, as others shall see it")), entry),
        section(t(say("Your army, checked by the organiser's device"))),
        Flow(*pills, gap=8),
        PushButton(t(say("Enter")), lambda: _try(context, enter), "primary", "check-bold"),
    )


def match_sheet(context: Context, seating: Seating) -> None:
    """A match of the round: its table begins here, or the game that is open is it."""
    t, nav, table = context.tell, context.navigator, context.desk.table
    begin = partial(nav.go, "setup", name0=seating.one, name1=seating.two)
    parts: list[Widget] = [
        Words(t(say("{one} against {two}", one=seating.one, two=seating.two)), "title"),
        PushButton(t(say("New game of these two")), begin, "primary", "plus-thick"),
    ]
    if table and len(table.state.seats) == 2:
        parts.append(section(t(say("The open game is this match"))))
        for is_swapped, first in ((False, seating.one), (True, seating.two)):
            words = t(say("{player} is {seat}", player=first, seat=table.view.words.seat(0)))
            parts.append(PushButton(words, partial(_play, context, seating, is_swapped), "outline"))
    nav.sheet(*parts)


def _play(context: Context, seating: Seating, is_swapped: bool) -> None:
    member = context.hall.member
    if member:
        _try(context, lambda: member.play(context.hall.table_id(), seating, is_swapped))
        context.hall.look()


def result_sheet(context: Context, desk: Desk, key: Key, told: Told | None = None) -> None:
    """How a match ended, by the organiser's hand; what is told so far stays while one chooses."""
    from hall.evening import correct_result, erase_result

    t, evening = context.tell, desk.evening
    pairing, before = evening.pairing(key), evening.results.get(key)
    assert pairing
    winner, points = told or ((before.winner, before.points) if before else (None, (0, 0)))
    names = [evening.name(each) for each in pairing.players]
    entries = [
        Entry(str(each), hint=t(say("Points")), input_filter="int", longest=5, name=name)
        for each, name in zip(points, names, strict=True)
    ]

    def read() -> tuple[int, int]:
        return int(entries[0].text or 0), int(entries[1].text or 0)

    def choose(who: int | None) -> None:
        result_sheet(context, desk, key, (who, read()))

    pills = [Pill(name, winner == n, partial(choose, n)) for n, name in enumerate(names)]
    pills.append(Pill(t(say("A draw")), winner is None, partial(choose, None)))
    write = partial(_try, context, lambda: desk.change(correct_result(desk.evening, key, winner, read())))
    erase = partial(_try, context, lambda: desk.change(erase_result(desk.evening, key)))
    context.navigator.sheet(
        Words(t(say("Table {number}", number=key[1])), "title"),
        Words(t(say("Who has won?")), "body", "text2"),
        Flow(*pills, gap=8),
        Column(*(labelled(name, entry) for name, entry in zip(names, entries, strict=True)), gap=8),
        PushButton(t(say("Write it down")), write, "primary", "check-bold"),
        PushButton(t(say("Take this result out")), erase, "outline", "close") if before else None,
    )


def player_sheet(context: Context, desk: Desk, key: str = "") -> None:
    """A player by hand: his name, what was found about his army, and out again."""
    import secrets

    from hall.evening import Player, add_player, remove_player

    t, known = context.tell, desk.evening.player(key)
    entry = Entry(known.name if known else "", hint=t(say("Name")), longest=LONGEST)

    def write() -> None:
        if not entry.text.strip():
            return
        new = (
            replace(known, name=entry.text.strip(), is_gone=False)
            if known
            else Player(secrets.token_hex(8), entry.text.strip())
        )
        desk.change(add_player(desk.evening, new))

    check = desk.check(key) if known else None
    found = (
        [
            Words(f"{t(each.why)} ({each.rule})" if each.rule else t(each.why), "meta", "text2")
            for each in check.problems
        ]
        if check
        else []
    )
    context.navigator.sheet(
        Words(known.name if known else t(say("Another player")), "title"),
        entry,
        Words(t(say_many("one point", "{count} points", check.points)), "body", "text2") if check else None,
        *found,
        PushButton(t(say("Good")), lambda: _try(context, write), "primary", "check-bold"),
        PushButton(
            t(say("Out of the list")),
            lambda: _try(context, lambda: desk.change(remove_player(desk.evening, key))),
            "outline",
            "close",
        )
        if known
        else None,
    )
