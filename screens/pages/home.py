"""Home: go on in one tap; everything else in one more."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from carddb.index import Listed
from carddb.trouble import Trouble
from engine.values.events import Advanced
from engine.values.texts import say, say_many
from screens.app.page import Page
from screens.present.lines import capital
from screens.present.shelf import ending, names, title, where
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, Scroll, pane
from screens.widgets.press import IconButton, PushButton
from screens.widgets.resume import ResumeCard
from screens.widgets.rows import PlainRow, Tile, note
from screens.widgets.running import margin, wide
from screens.widgets.theme import Radius, Size, Touch
from screens.widgets.turn import ScaleBar
from screens.widgets.words import HELP, Icon, Words, section

LATEST = 8
"""So many other games stand on Home before one asks for the rest."""
LATEST_FINISHED = 3
"""So many finished games stand there."""


class HomePage(Page):
    """Resume, new game, the other games, the ways to everything else."""

    def build(self) -> Widget:
        odds = self.context.preferences.get("odds")  # two cards on a table of their own are no game to resume
        t, games = self.tell, tuple(game for game in self.context.store.games() if game.key != odds)
        bar = Across(
            Words("Adjutant", "headline"),
            IconButton("magnify", lambda: self.nav.go("rules"), t(say("Rules")), "text2"),
            IconButton("cog-outline", lambda: self.nav.go("settings"), t(say("Settings")), "text2"),
            pad=(18, 6, 6, 6),
            least=Size.app_bar,
        )
        running = tuple(game for game in games if not game.winner)
        finished = tuple(game for game in games if game.winner)
        first = [self._resume(running[0])] if running else [self._nothing()] if not games else []
        others = [*self._others(running[1:]), *self._finished(finished)]
        ways = Column(
            Equal(
                Tile("plus-thick", t(say("New game")), t(say("Five games, or your own")), lambda: self.nav.go("setup")),
                Tile(
                    "play",
                    t(say("Try a sample")),
                    t(say("Ready on the table")),
                    lambda: self.nav.go("setup", sample=True),
                ),
            ),
            Equal(
                Tile(
                    "calculator-variant-outline",
                    t(say("Quick odds")),
                    t(say("Your cards, no game")),
                    lambda: self.nav.go("setup", odds=True),
                ),
                Tile("qrcode-scan", t(say("Scan")), t(say("A card shows its stats")), lambda: self.nav.go("scan")),
            ),
            Equal(
                Tile("cards-outline", t(say("Cards")), t(say("Search, make, print")), lambda: self.nav.go("cards")),
                Tile(
                    "account-multiple-outline",
                    t(say("Armies")),
                    t(say("Points checked live")),
                    lambda: self.nav.go("armies"),
                ),
            ),
            gap=8,
        )
        links = Equal(
            PushButton(t(say("Rules")), lambda: self.nav.go("rules"), "surface", "book-open-page-variant-outline"),
            PushButton(t(say("Help")), lambda: self.nav.go("help"), "surface", HELP),
            least=Touch.comfortable,
        )
        ways.add_widget(links)
        ways.add_widget(PushButton(t(say("Club night")), lambda: self.nav.go("hall"), "surface", "flag-variant"))
        told = [
            note("alert-outline", capital(t(each)))
            for each in (*self.context.store.told, *((self.nav.said,) if self.nav.said else ()))
        ]
        if wide():
            left, right = Column(*told, *first, *others, gap=10), Column(ways, gap=8)
            body: Widget = Across(gap=24, pad=(24, 4, 24, 16))
            for column in (left, right):
                column.pos_hint = {"top": 1}
                body.add_widget(column)
        else:
            body = Column(*told, *first, ways, *others, gap=10, pad=(margin(), 4, margin(), 16))
        self.scroll = Scroll(body)
        return pane(bar, self.scroll)

    def _nothing(self) -> Widget:
        t = self.tell
        return paint(
            Column(
                Words(t(say("No game yet")), "title"),
                Words(t(say("Start one, or try a sample game that is ready on the table.")), "body", "text2"),
                gap=6,
                pad=16,
            ),
            "surface",
            Radius.card,
        )

    def _resume(self, game: Listed) -> Widget:
        t = self.tell
        rules = self.context.rulesets.get(game.game)
        turns = rules.glance.turns if rules else 0
        bar = ScaleBar(turns, game.turn, rules.glance.checked) if rules and turns and game.turn else None
        return ResumeCard(
            title(t, game, rules),
            t(rules.title) if rules else game.game,
            bar,
            self._where(game),
            self._last(game),
            self._saved(game),
            (t(say("Resume")), lambda: self._open(game)),
            IconButton("dots-vertical", lambda: self._menu(game), t(say("More")), "text2"),
        )

    def _where(self, game: Listed) -> str:
        """The turn, the step, and who acts."""
        return where(self.tell, game, self.context.rulesets.get(game.game))

    def _saved(self, game: Listed) -> Widget:
        """When it was; or that it is not, and why."""
        if warning := self.context.store.warning(game.key):
            return Across(Icon("alert-outline", 18, "accent"), Words(capital(self.tell(warning)), "meta"), gap=6)
        text = self.tell(say("Saved {time}", time=said_time(game.saved_at, self.context.clock())))
        return Across(Icon("content-save-check-outline", 18, "activated"), Words(text, "meta", "text2"), gap=6)

    def _others(self, games: tuple[Listed, ...]) -> list[Widget]:
        """The latest ones; one tap shows all, however many they are."""
        if not games:
            return []
        t, shown = self.tell, games if self.args.get("all") else games[:LATEST]
        rows = [
            PlainRow(
                self._title(game),
                self._description(game),
                said_time(game.saved_at, self.context.clock()),
                partial(self._open, game),
                partial(self._menu, game),
            )
            for game in shown
        ]
        if left := len(games) - len(shown):
            rows.append(PushButton(t(say_many("One game more", "{count} games more", left)), self._show_all, "quiet"))
        head = section(
            t(say("Other games")), t(say_many("one in progress", "{count} in progress", len(games))), (4, 6, 4, 0)
        )
        return [head, paint(Column(*rows, pad=(0, 2, 0, 2)), "surface", Radius.card)]

    def _show_all(self) -> None:
        self.args["all"] = True
        self.nav.rebuild()

    def _title(self, game: Listed) -> str:
        return title(self.tell, game, self.context.rulesets.get(game.game))

    def _description(self, game: Listed) -> str:
        """Which game it is, where it stands, and what happened last."""
        rules = self.context.rulesets.get(game.game)
        of = self.tell(rules.title) if rules else game.game
        return "\n".join(filter(None, (of, self._where(game), self._last(game))))

    def _last(self, game: Listed) -> str:
        """The last thing that happened, with its own players' names; a step left is told by
        the one it is in."""
        if isinstance(game.last, Advanced):
            return ""
        rules, language = self.context.rulesets.get(game.game), self.context.preferences.language
        players = names(self.tell, rules, game.seats) if rules else {}
        return capital(language.tell(game.label, players)) if game.label else ""

    # Finished games

    def _finished(self, games: tuple[Listed, ...]) -> list[Widget]:
        """Apart from those that go on, each with its result."""
        if not games:
            return []
        t, shown = self.tell, games if self.args.get("all finished") else games[:LATEST_FINISHED]
        rows: list[Widget] = [
            PlainRow(
                ending(t, game, self.context.rulesets.get(game.game)),
                ", ".join(filter(None, (self._game(game), self._title(game)))),
                said_time(game.saved_at, self.context.clock()),
                partial(self._open, game),
                partial(self._menu, game),
                lead=Icon("flag-variant", 24, "text2"),
            )
            for game in shown
        ]
        if left := len(games) - len(shown):
            more = t(say_many("One finished game more", "{count} finished games more", left))
            rows.append(PushButton(more, self._show_finished, "quiet"))
        return [section(t(say("Finished")), str(len(games)), (4, 6, 4, 0)), Column(*rows, pad=(0, 2, 0, 2))]

    def _game(self, game: Listed) -> str:
        rules = self.context.rulesets.get(game.game)
        return self.tell(rules.title) if rules else game.game

    def _show_finished(self) -> None:
        self.args["all finished"] = True
        self.nav.rebuild()

    def _open(self, game: Listed) -> None:
        try:
            self.context.desk.open_game(game.key)
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.nav.go("table")
        if self.context.desk.table and self.context.desk.table.prompt:
            self.nav.go("ask")
        elif game.winner:
            self.nav.go("ending")
        self.context.app.remember()

    def _menu(self, game: Listed) -> None:
        t = self.tell
        self.nav.sheet(
            Words(self._title(game), "title"),
            PushButton(t(say("Open")), lambda: self._open(game), "tonal", "play"),
            PushButton(
                t(say("Delete this game")),
                lambda: self._delete(game),
                "outline",
                "close-thick",
                t(say("It can be had back until the app closes")),
            ),
        )

    def _delete(self, game: Listed) -> None:
        t = self.tell
        table = self.context.desk.table
        if table and table.game.key == game.key:
            self.context.desk.forget()
        self.context.store.delete_game(game.key)
        self.nav.close_sheet()
        self.nav.rebuild()

        def undo() -> None:
            self.context.store.undelete_game(game.key)
            self.nav.close_sheet()
            self.nav.rebuild()

        self.nav.sheet(
            Words(t(say("{name} is deleted", name=self._title(game))), "title"),
            PushButton(t(say("Bring it back")), undo, "tonal", "undo"),
            PushButton(t(say("Good")), self.nav.close_sheet, "primary"),
        )


def said_time(at: str, now: str) -> str:
    """A moment as one says it: the hour today, else the day."""
    return at[11:16] if at[:10] == now[:10] else at[:10]
