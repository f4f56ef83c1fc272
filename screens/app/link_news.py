"""What the network says, brought to the thread that draws and to the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from carddb.saves import Game
from engine.playing import codec
from engine.values.texts import Text, say
from screens.app.at_table import AtTable
from screens.app.link_words import refused_sheet

if TYPE_CHECKING:
    from link.broker import Line


class News:
    """The log has grown, a tap was answered, a line is up or down."""

    def __init__(self, at: AtTable) -> None:
        self._at = at

    def hear_line(self, line: Line) -> None:
        self._at.line = line
        self._at.show()

    def follow(self) -> None:
        """The host's log has grown; while something is under cover, what is shown is a copy."""
        guest, table = self._at.guest, self._at.context.desk.table
        if not guest or not guest.game or not guest.log:
            return
        if table is None or table.game.key != guest.game.key:
            self._lay(guest.game)
        elif table.game is not guest.game:
            table.swap(guest.game)
            table.follow()
        elif guest.game is not guest.log.game:
            table.follow()
        if self._at.place and self._at.place.kept:
            kept = self._at.place.kept.pop()
            what = say(
                "The table went on elsewhere. What only this device had is kept as another game: {name}", name=kept
            )
            self._at.context.navigator.inform(what)

    def _lay(self, game: Game) -> None:
        self._at.context.desk.take(game)
        self._at.context.desk.remember()
        self._at.context.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "link"})

    def answer(self, _key: str, what: str, more: dict[str, Any]) -> None:
        self._at.show()
        table = self._at.context.desk.table
        if table and what == "done":
            table.go_on()
        elif table:
            table.leave_it()
        if what == "refused":
            why = [codec.text(each) if isinstance(each, dict) else str(each) for each in more["why"]]
            if more["kind"] == "rules":
                refused_sheet(self._at.context, why, list(more["refs"]), lambda: self._go_on(more["asked"]))
            else:
                self._at.context.navigator.complain(why[0])

    def _go_on(self, asked: dict[str, Any]) -> None:
        if self._at.guest:
            self._at.guest.ask_anyway(asked)
            self._at.show()

    def tell(self, what: Text) -> None:
        self._at.show()
        self._at.context.navigator.inform(what)
