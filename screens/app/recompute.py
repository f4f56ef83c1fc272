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
    from screens.app.table import Playing


def offer_recomputing(app: Playing, game: Game) -> None:
    """Ask whether the table stays, unless the players have gone on or something else is asked;
    then another time."""
    if app.game is not game or not game.rules_changed or app.sheet_open or app.ended or game.key == app.setting("odds"):
        return
    t = app.tell

    def keep() -> None:
        app.close_sheet()
        game.keep_table()

    app.sheet(
        Words(t(say("The rules were corrected")), "title"),
        Words(
            t(say("Some rules of this game were corrected since it was saved. The table stays as it was left.")), "body"
        ),
        PushButton(t(say("Keep the table")), keep, "primary", "check-bold"),
        PushButton(
            t(say("Recompute")),
            lambda: recompute(app, game),
            "outline",
            "calculator-variant-outline",
            t(say("A second game: every tap again, by the rules of today. This one stays.")),
        ),
    )


def recompute(app: Playing, game: Game) -> None:
    """Play the game again beside the drawing."""
    app.close_sheet()
    try:
        whole = past(game)
    except Trouble as no:
        app.complain(no.why)
        return
    app.work(
        lambda progress: again(game.session.rules, whole, progress),
        lambda session: decide(app, game, whole, session),
        say("Playing the game again by the rules of today"),
    )


def decide(app: Playing, game: Game, whole: Past, session: Session | None) -> None:
    """What has come out of it; nothing where the players have gone on meanwhile, as the table
    stays then."""
    if app.game is not game or game.saver.count != len(whole.entries):
        return
    if session is None:
        game.keep_table()
        app.complain(say("not every tap of this game fits the rules of today, so the table stays as it was left"))
    elif session.state == game.session.state:
        game.keep_table()
        app.inform(say("By the rules of today the table is the same."))
    else:
        go_on(app, game, whole, session)


def go_on(app: Playing, game: Game, whole: Past, session: Session) -> None:
    """To the second game."""
    title = game.header.name or app.tell(session.rules.title)
    try:
        made = app.store.add_recomputed(game, whole, session, app.tell(say("{name}, recomputed", name=title)))
    except Trouble as no:
        app.complain(no.why)
        return
    app.put_away()
    app.take(made)
    app.replace({"screen": "home"}, {"screen": "table"}, *([{"screen": "ask"}] if app.prompt else []))
    app.remember()
    t = app.tell
    app.sheet(
        Words(t(say("This is the table by the rules of today")), "title"),
        Words(t(say("The game as it was left stays among the other games.")), "body", "text2"),
        PushButton(t(say("Does the table match?")), lambda: app.go("match"), "tonal", "check-circle"),
        PushButton(t(say("Good")), app.close_sheet, "primary"),
    )
