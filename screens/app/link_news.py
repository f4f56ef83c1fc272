"""What the network says, brought to the thread that draws and to the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from carddb.saves import Game
from engine.playing import codec
from engine.values.texts import Text, say
from screens.app.at_table import AtTable
from screens.app.handed import Handed
from screens.app.link_words import refused_sheet

if TYPE_CHECKING:
    from link.broker import Line
    from link.place import Place


class Hearing(AtTable):
    """The log has grown, a tap was answered, a line is up or down."""

    def __init__(self) -> None:
        super().__init__()
        self._place: Place | None = None
        self._handed = Handed()

    def _hear_line(self, line: Line) -> None:
        self.line = line
        self.show()

    def _moved(self) -> None:
        """The host's log has grown; while something is under cover, what is shown is a copy."""
        guest, table = self.guest, self.context.desk.table
        if not guest or not guest.game or not guest.log:
            return
        if table is None or table.game.key != guest.game.key:
            self._lay(guest.game)
        elif table.game is not guest.game:
            table.swap(guest.game)
            table.follow()
        elif guest.game is not guest.log.game:
            table.follow()
        if self._place and self._place.kept:
            kept = self._place.kept.pop()
            what = say(
                "The table went on elsewhere. What only this device had is kept as another game: {name}", name=kept
            )
            self.context.navigator.inform(what)

    def _lay(self, game: Game) -> None:
        self.context.desk.take(game)
        self.context.desk.remember()
        self.context.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "link"})

    def _answered(self, _key: str, what: str, more: dict[str, Any]) -> None:
        self.show()
        table = self.context.desk.table
        if table and what == "done":
            table.go_on()
        elif table:
            table.leave_it()
        if what == "refused":
            why = [codec.text(each) if isinstance(each, dict) else str(each) for each in more["why"]]
            if more["kind"] == "rules":
                refused_sheet(self.context, why, list(more["refs"]), lambda: self._go_on(more["asked"]))
            else:
                self.context.navigator.complain(why[0])

    def _go_on(self, asked: dict[str, Any]) -> None:
        if self.guest:
            self.guest.ask_anyway(asked)
            self.show()

    def _news(self, what: Text) -> None:
        self.show()
        self.context.navigator.inform(what)
