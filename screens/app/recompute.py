"""A game that was saved with older rules: its table stays, or the rules of today make a second
game of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carddb.recomputing import Past, again, past
from carddb.saves import Game
from carddb.trouble import Trouble
from engine.playing.session import Session
from engine.values.texts import say
from screens.widgets.press import PushButton
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.context import Context
    from screens.app.table import Table


def offer_recomputing(table: Table) -> None:
    """Ask whether the table stays, unless the players have gone on or something else is asked;
    then another time."""
    game, context, nav = table.game, table.context, table.context.navigator
    if not game.rules_changed or nav.open_sheet or nav.ended or game.key == context.preferences.get("odds"):
        return
    t = context.tell

    def keep() -> None:
        nav.close_sheet()
        game.keep_table()

    nav.sheet(
        Words(t(say("The rules were corrected")), "title"),
        Words(
            t(say("Some rules of this game were corrected since it was saved. The table stays as it was left.")), "body"
        ),
        PushButton(t(say("Keep the table")), keep, "primary", "check-bold"),
        PushButton(
            t(say("Recompute")),
            lambda: recompute(context, game),
            "outline",
            "calculator-variant-outline",
            t(say("A second game: every tap again, by the rules of today. This one stays.")),
        ),
    )


def recompute(context: Context, game: Game) -> None:
    """Play the game again beside the drawing."""
    context.navigator.close_sheet()
    try:
        whole = past(game)
    except Trouble as no:
        context.navigator.complain(no.why)
        return
    context.work(
        lambda progress: again(game.session.rules, whole, progress),
        lambda session: decide(context, game, whole, session),
        say("Playing the game again by the rules of today"),
    )


def decide(context: Context, game: Game, whole: Past, session: Session | None) -> None:
    """What has come out of it; nothing where the players have gone on meanwhile, as the table
    stays then."""
    table, nav = context.desk.table, context.navigator
    if not table or table.game is not game or game.saver.count != len(whole.entries):
        return
    if session is None:
        game.keep_table()
        nav.complain(say("not every tap of this game fits the rules of today, so the table stays as it was left"))
    elif session.state == game.session.state:
        game.keep_table()
        nav.inform(say("By the rules of today the table is the same."))
    else:
        go_on(context, game, whole, session)


def go_on(context: Context, game: Game, whole: Past, session: Session) -> None:
    """To the second game."""
    t, nav = context.tell, context.navigator
    title = game.header.name or t(session.rules.title)
    try:
        made = context.store.add_recomputed(game, whole, session, t(say("{name}, recomputed", name=title)))
    except Trouble as no:
        nav.complain(no.why)
        return
    context.desk.put_away()
    context.desk.take(made)
    asks = context.desk.table and context.desk.table.prompt
    nav.replace({"screen": "home"}, {"screen": "table"}, *([{"screen": "ask"}] if asks else []))
    context.app.remember()
    nav.sheet(
        Words(t(say("This is the table by the rules of today")), "title"),
        Words(t(say("The game as it was left stays among the other games.")), "body", "text2"),
        PushButton(t(say("Does the table match?")), lambda: nav.go("match"), "tonal", "check-circle"),
        PushButton(t(say("Good")), nav.close_sheet, "primary"),
    )
