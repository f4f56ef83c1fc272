"""Scan: hold a code before the camera, choose a picture of one, or type it; what it holds is shown at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from carddb.armies import Armies, Army
from carddb.cards import Card
from carddb.fielding import put_on_table
from carddb.qr import Sent, Thing, kept, kept_army
from carddb.scan import Batch, Decoder, decoders
from carddb.trouble import Trouble
from engine.model import Unit
from engine.texts import Text, say, say_many
from screens import camera
from screens.camera import CameraView, Looker
from screens.lines import capital
from screens.present import View
from screens.shell import Screen
from screens.theme import Touch
from screens.unit import numbers
from screens.widgets.entry import Entry
from screens.widgets.ground import Across, Column, Equal, Live, Scroll, left_line, margin, paint, pane, wide
from screens.widgets.markers import symbol
from screens.widgets.pieces import Segments
from screens.widgets.press import AppBar, IconButton, PushButton
from screens.widgets.rows import PlainRow, note
from screens.widgets.words import Icon, Words, section

LONGEST = 20_000
"""Letters of typed or pasted codes: a whole army, and more than a finger types."""


class ScanScreen(Screen):
    """The camera above, what it has read below. `codes` are those read so far, so that a kill loses none."""

    def build(self) -> Widget:
        t = self.tell
        self.batch, self.thing, self.trouble = Batch(self.app.library), None, ""
        for code in self.args.setdefault("codes", []):
            self._take(str(code))
        self.looker: Looker | None = None
        self.sight = AnchorLayout(padding=margin())
        sign = Icon("qrcode-scan", 64, "text3")
        sign.pos_hint = {"center_x": 0.5}
        self.sight.add_widget(Column(sign, self._why(), gap=16))
        self.panel = Live(self._panel)
        bar = AppBar(t(say("Scan")), self._purpose(), self.app.back, (self.helping("scan"),), "close", t(say("Close")))
        ways = Equal(
            PushButton(t(say("Picture")), self._picture, "tonal", "image-outline"),
            PushButton(t(say("Type a code")), self._type, "tonal", "keyboard-outline"),
            least=Touch.min,
        )
        self._show()
        self.app.device.ask_camera(self._allowed)
        return self._beside(bar, ways) if wide() else self._below(bar, ways)

    def _below(self, bar: Widget, ways: Widget) -> Widget:
        """On a phone the answer slides in under the camera, which keeps at least a third."""
        scroll = Scroll(self.panel, size_hint_y=None)
        self.panel.bind(height=lambda _w, high: setattr(scroll, "height", min(high, Window.height * 0.56)))
        return pane(bar, self.sight, Column(ways, pad=(margin(), 8, margin(), 8)), paint(scroll, "surface"))

    def _beside(self, bar: Widget, ways: Widget) -> Widget:
        right = pane(Scroll(self.panel))
        left_line(right)
        panes = BoxLayout()
        panes.add_widget(pane(self.sight, Column(ways, pad=(24, 8, 24, 24))))
        panes.add_widget(right)
        return pane(bar, panes)

    def _purpose(self) -> str:
        army = self._army()
        return self.tell(say("For the army {name}", name=army.name)) if army else ""

    def _army(self) -> Army | None:
        key = str(self.args.get("army", ""))
        return next((army for army in Armies(self.app.library).all() if army.id == key), None) if key else None

    def _why(self) -> Widget:
        text = say("The camera looks for the codes on cards. No picture is kept, and nothing is sent.")
        self.reason = Words(self.tell(text), "body", "text2", align="center")
        return self.reason

    # The camera

    def _allowed(self, yes: bool) -> None:
        """The answer of the player, which may come when this screen is no longer there."""
        if self.app._screen is not self:
            return
        found = camera.opened() if yes else None
        usable = decoders()
        if not found or not usable:
            self.reason.text = (
                ""
                if self.args["codes"]
                else self.tell(
                    say("There is no camera here. A picture of a code or its text does as well.")
                    if yes
                    else say("The camera may not be used. A picture of a code or its text does as well.")
                )
            )
            return
        self.app.device.take_camera(found)
        self._watch(found, usable[0])

    def _watch(self, found: Any, decoder: Decoder) -> None:
        self.looker = Looker(decoder, self._seen)
        view = CameraView(self.app.device.camera_turned)
        self.sight.clear_widgets()
        self.sight.padding = 0
        self.sight.add_widget(view)

        def frame(*_: Any) -> None:
            if found.texture and self.looker:
                view.show(found.texture)
                self.looker.see(camera.grey(found.texture))

        found.bind(on_texture=frame)

    def close(self) -> None:
        if self.looker:
            self.looker.stop()
            self.looker = None
        self.app.device.free_camera()

    def _seen(self, texts: list[str]) -> None:
        """What one picture shows; a code that is still there was told already."""
        if not texts:
            self.batch.nothing()
        for text in texts:
            self.read(text)

    # Codes

    def read(self, code: str) -> None:
        """A code, however it came: new ones are kept, buzzed and shown."""
        seen, parts = self.batch.counts.total(), self.batch.parts
        before = self.trouble
        self._take(code)
        new = self.batch.counts.total() > seen or self.batch.parts != parts or (self.trouble and self.trouble != before)
        if not new:
            return
        if not self.trouble:
            self.args["codes"].append(code)
            self.app.remember_soon()
        if self.app.setting("haptics", True):
            self.app.device.buzz()
        self._show()

    def _take(self, code: str) -> None:
        try:
            thing = self.batch.see(code)
            self.thing = thing or self.thing
            self.trouble = ""
        except Trouble as no:
            shown = f" “{code.strip()[:80]}”" if code.strip() else ""
            self.trouble = capital(self.tell(no.why)) + shown

    def _picture(self) -> None:
        if not self.app.device.pick_file(lambda path: self.look_at(Path(path)) if path else None):
            self.app.complain(say("This device cannot choose files."))

    def look_at(self, path: Path) -> None:
        """A picture of a file, off the thread that draws."""
        try:
            picture, usable = camera.from_file(path), decoders()
        except OSError:
            self.app.complain(say("The picture cannot be read."))
            return
        if not usable:
            self.app.complain(say("Nothing here can read codes from pictures. Type the code instead."))
            return
        self.app.work(lambda: usable[0].read(picture), self._looked)

    def _looked(self, texts: list[str]) -> None:
        if not texts:
            self.app.complain(say("There is no code in this picture. Take it closer, straight from above, in good light."))
        for text in texts:
            self.batch.nothing()
            self.read(text)

    def _type(self) -> None:
        t = self.tell
        entry = Entry("", hint=t(say("The text of the code")), lines=4, longest=LONGEST)

        def take() -> None:
            self.app.close_sheet()
            for code in entry.text.split():
                self.batch.nothing()
                self.read(code)

        self.app.sheet(Words(t(say("Type a code")), "title"), entry, PushButton(t(say("Read it")), take, "primary", "check-bold"))

    # What was read

    def _show(self) -> None:
        self.panel.show((self.trouble, self.batch.parts, tuple(self.batch.counts.items()), self.thing))

    def _panel(self, shown: tuple[str, tuple[int, int], Any, Thing | None]) -> Widget:
        trouble, parts, _, thing = shown
        told = [note("alert-outline", trouble)] if trouble else []
        return Column(*told, *self._progress(*parts), *self._of(thing), gap=10, pad=(margin(), 12, margin(), 16))

    def _progress(self, found: int, wanted: int) -> list[Widget]:
        if not wanted or found == wanted:
            return []
        left = ", ".join(map(str, self.batch.missing()[:8]))
        return [
            Words(self.tell(say("{found} of {wanted} codes", found=found, wanted=wanted)), "title"),
            Segments(wanted, found),
            Words(self.tell(say("Still to come: {numbers}", numbers=left)), "meta", "text2"),
        ]

    def _of(self, thing: Thing | None) -> list[Widget]:
        match thing:
            case Card():
                return self._cards(thing)
            case Sent():
                return self._game(thing)
            case (Army() as army, tuple() as cards):
                return self._received(army, cards)
        if self.trouble or self.batch.parts[1]:
            return []
        return [Words(self.tell(say("Cards, armies and games are recognised at once.")), "body", "text2")]

    def _cards(self, last: Card) -> list[Widget]:
        """The last card with its figures, what to do with all, and the list of those before."""
        t, rules = self.tell, self.app.rulesets[last.game]
        view, unit, count = View(rules, t), Unit("", 0, last.values), self.batch.counts.total()
        head = Across(
            symbol(rules.glance.sign(unit), 0, 52, "surface"),
            Column(Words(last.name, "headline"), Words(t(rules.title), "meta", "text2"), gap=2),
            gap=14,
        )
        read = note("check-circle", t(say("Read from the card itself, no network")), ground=None)
        rows = [self._counted(card, self.batch.counts[key]) for key, card in reversed(self.batch.cards.items())]
        listed = [section(t(say_many("one card", "{count} cards", count))), Column(*rows)] if count > 1 else []
        return [head, read, *numbers(view, unit), *self._ways_on(last, count), *listed]

    def _counted(self, card: Card, count: int) -> Widget:
        name = f"{count} × {card.name}"
        less = IconButton("minus-thick", lambda: self._less(card.id), self.tell(say("{name}: one less", name=card.name)), "text2")
        return Across(PlainRow(name, do=lambda: self._open(card)), less)

    def _less(self, key: str) -> None:
        """One code of this card is forgotten."""
        codes, trial = self.args["codes"], Batch(self.app.library)
        for place in range(len(codes) - 1, -1, -1):
            found = trial.see(codes[place])
            trial.nothing()
            if isinstance(found, Card) and found.id == key:
                del codes[place]
                break
        self.app.rebuild()

    def _ways_on(self, last: Card, count: int) -> list[Widget]:
        t, army = self.tell, self._army()
        if army:
            text = say_many("Add it to {name}", "Add {count} to {name}", count, name=army.name)
            return [PushButton(t(text), lambda: self._join(army), "primary", "plus-thick")]
        table = self._to_table(last)
        to_army = PushButton(t(say("To an army")), lambda: self._choose_army(last.game), "outline" if table else "tonal")
        look = PushButton(t(say("Open card")), lambda: self._open(last), "outline" if table else "primary")
        return [*table, Equal(to_army, look, least=Touch.min)]

    def _to_table(self, last: Card) -> list[Widget]:
        """For each side of the game that is open: as what it would come."""
        if not self.app.game or not self.app.view or self.app.view.rules.key != last.game:
            return []
        found: list[Widget] = []
        for seat in sorted(range(len(self.app.state.seats)), key=lambda seat: seat != self.app.state.seat):
            cards = [card for card in self.batch.units() if card.game == last.game]
            name = put_on_table(cards, seat, self.app.state)[-1].trackers.get("name") or last.name
            text = (
                say("Put on the table as {name}", name=str(name))
                if len(cards) == 1
                else say("Put {count} on the table", count=len(cards))
            )
            found.append(
                PushButton(
                    self.tell(text),
                    lambda seat=seat, cards=tuple(cards): self._field(cards, seat),
                    "tonal" if found else "primary",
                    "plus-thick",
                    self.app.view.seat(seat),
                )
            )
        return found

    def _field(self, cards: tuple[Card, ...], seat: int) -> None:
        for event in put_on_table(cards, seat, self.app.state):
            self.app.enter(event)
        self.args["codes"] = []
        self.app.replace({"screen": "home"}, {"screen": "table"})

    def _kept(self) -> tuple[Card, ...] | None:
        """All cards read, in the library from now on."""
        try:
            return kept(self.app.library, *self.batch.units())
        except Trouble as no:
            self.app.complain(no.why)
            return None

    def _open(self, card: Card) -> None:
        if self._kept() is not None:
            self.app.go("card", card=card.id)

    def _choose_army(self, game: str) -> None:
        t, armies = self.tell, Armies(self.app.library)
        rows = [PushButton(army.name, lambda army=army: self._join(army), "tonal") for army in armies.all(game)]
        new = PushButton(t(say("A new army")), lambda: self._join(self._new(game)), "primary", "plus-thick")
        self.app.sheet(Words(t(say("To an army")), "title"), *rows, new)

    def _new(self, game: str) -> Army:
        return Army("", game, self.tell(say("New army")))

    def _join(self, army: Army) -> None:
        """All cards read into an army, and on to it."""
        cards = self._kept()
        if cards is None:
            return
        armies = Armies(self.app.library)
        mine = tuple(card for card in cards if card.game == army.game)
        try:
            made = armies.add(army, mine) if army.id else armies.new(army.game, army.name, mine)
        except Trouble as no:
            self.app.complain(no.why)
            return
        self.args["codes"] = []
        self.app.replace({"screen": "home"}, {"screen": "armies"}, {"screen": "army", "army": made.id})

    def _received(self, army: Army, cards: tuple[Card, ...]) -> list[Widget]:
        t = self.tell
        count = sum(row.count for row in army.rows)
        about = t(say_many("one unit", "{count} units", count))
        return [
            Words(army.name, "headline"),
            Words(f"{t(self.app.rulesets[army.game].title)}, {about}", "meta", "text2"),
            PushButton(t(say("Keep this army")), lambda: self._keep_army(army, cards), "primary", "check-bold"),
        ]

    def _keep_army(self, army: Army, cards: tuple[Card, ...]) -> None:
        try:
            made = kept_army(Armies(self.app.library), army, cards)
        except Trouble as no:
            self.app.complain(no.why)
            return
        self.args["codes"] = []
        self.app.replace({"screen": "home"}, {"screen": "armies"}, {"screen": "army", "army": made.id})

    def _game(self, sent: Sent) -> list[Widget]:
        t, rules = self.tell, self.app.rulesets[sent.about.game]
        step = next((step.name for step in rules.steps if step.key == sent.state.step), sent.state.step)
        where: Text = say("Turn {turn}, {step}", turn=sent.state.turn, step=step)
        return [
            Words(sent.about.name or t(rules.title), "headline"),
            Words(f"{t(rules.title)}, {t(where)}", "meta", "text2"),
            PushButton(t(say("Go on with this game here")), lambda: self._go_on(sent), "primary", "play"),
        ]

    def _go_on(self, sent: Sent) -> None:
        try:
            game = self.app.store.new_game(sent.about.game, sent.state, sent.about.name, sent.about.seats)
        except Trouble as no:
            self.app.complain(no.why)
            return
        self.args["codes"] = []
        self.app.take(game)
        self.app.replace({"screen": "home"}, {"screen": "table"})
        self.app.remember()
