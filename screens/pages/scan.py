"""Scan: hold a code before the camera, choose a picture of one, or type it; what it holds is
shown at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from carddb.scan import Decoder, decoders
from engine.values.texts import say
from screens.app.page import Page
from screens.pages.findings import Findings
from screens.widgets import camera
from screens.widgets.bars import AppBar
from screens.widgets.camera import CameraView, Looker
from screens.widgets.entry import Entry
from screens.widgets.ground import left_line, paint
from screens.widgets.layouts import Column, Equal, Scroll, pane
from screens.widgets.live import Live
from screens.widgets.press import PushButton
from screens.widgets.running import huge, margin, short, wide
from screens.widgets.theme import Touch
from screens.widgets.words import Icon, Words

LONGEST = 20_000
"""Letters of typed or pasted codes: a whole army, and more than a finger types."""


class ScanPage(Page):
    """The camera above, what it has read below. `codes` are those read so far, so that a kill
    loses none."""

    def build(self) -> Widget:
        t = self.tell
        self.findings = Findings(self.context, self.args)
        for code in self.args.setdefault("codes", []):
            self.findings.take(str(code))
        self.looker: Looker | None = None
        self.sight = AnchorLayout(padding=margin())
        sign = Icon("qrcode-scan", 64, "text3")
        sign.pos_hint = {"center_x": 0.5}
        self.sight.add_widget(Scroll(Column(None if huge() or short() else sign, self._why(), gap=16)))
        self.panel = Live(self.findings.panel)
        bar = AppBar(t(say("Scan")), self._purpose(), self.nav.back, (self.helping("scan"),), "close", t(say("Close")))
        ways = Equal(
            PushButton(t(say("Picture")), self._picture, "tonal", "image-outline"),
            PushButton(t(say("Type a code")), self._type, "tonal", "keyboard-outline"),
            least=Touch.min,
        )
        self._show()
        self.context.device.ask_camera(self._allowed)
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
        army = self.findings.army()
        return self.tell(say("For the army {name}", name=army.name)) if army else ""

    def _why(self) -> Widget:
        text = say(
            "The camera looks for the codes on cards and on other devices. No picture is kept, and nothing is sent."
        )
        self.reason = Words(self.tell(text), "body", "text2", align="center")
        return self.reason

    # The camera

    def _allowed(self, yes: bool) -> None:
        """The answer of the player, which may come when this screen is no longer there."""
        if self.nav.page is not self:
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
        self.context.device.take_camera(found)
        self._watch(found, usable[0])

    def _watch(self, found: Any, decoder: Decoder) -> None:
        self.looker = Looker(decoder, self._seen)
        view = CameraView(self.context.device.camera_turned)
        self.sight.clear_widgets()
        self.sight.padding = 0
        self.sight.add_widget(view)

        def frame(*_: Any) -> None:
            if found.texture and self.looker:
                view.show(found.texture)
                self.looker.see(camera.picture(found))

        found.bind(on_texture=frame)

    def close(self) -> None:
        if self.looker:
            self.looker.stop()
            self.looker = None
        self.context.device.free_camera()

    def _seen(self, texts: list[str]) -> None:
        """What one picture shows; a code that is still there was told already."""
        if not texts:
            self.findings.batch.nothing()
        for text in texts:
            self.read(text)

    # Codes

    def read(self, code: str) -> None:
        """A code, however it came: new ones are kept, buzzed and shown; an invitation leads to its
        table, the code of a hall into it."""
        from hall.keys import is_hall_code
        from link.invite import is_invitation

        if is_invitation(code):
            self.context.link.join(code)
            return
        if is_hall_code(code):
            self.context.hall.join(code)
            return
        found = self.findings
        seen, parts, before = found.batch.counts.total(), found.batch.parts, found.trouble
        found.take(code)
        new = found.batch.counts.total() > seen or found.batch.parts != parts
        new = new or bool(found.trouble and found.trouble != before)
        if not new:
            return
        if not found.trouble:
            self.args["codes"].append(code)
            self.nav.remember_soon()
        if self.context.preferences.get("haptics", True):
            self.context.device.buzz()
        self._show()

    def _picture(self) -> None:
        if not self.context.device.pick_file(lambda path: self.look_at(Path(path)) if path else None):
            self.nav.complain(say("This device cannot choose files."))

    def look_at(self, path: Path) -> None:
        """A picture of a file, off the thread that draws."""
        try:
            picture, usable = camera.from_file(path), decoders()
        except OSError:
            self.nav.complain(say("The picture cannot be read."))
            return
        if not usable:
            self.nav.complain(say("Nothing here can read codes from pictures. Type the code instead."))
            return
        self.context.work(lambda: usable[0].read(picture), self._looked)

    def _looked(self, texts: list[str]) -> None:
        if not texts:
            self.nav.complain(
                say("There is no code in this picture. Take it closer, straight from above, in good light.")
            )
        for text in texts:
            self.findings.batch.nothing()
            self.read(text)

    def _type(self) -> None:
        from hall.keys import is_hall_code
        from link.invite import is_invitation

        t = self.tell
        entry = Entry("", hint=t(say("The text of the code")), lines=4, longest=LONGEST)

        def take() -> None:
            self.nav.close_sheet()
            for code in [entry.text] if is_invitation(entry.text) or is_hall_code(entry.text) else entry.text.split():
                self.findings.batch.nothing()
                self.read(code)

        self.nav.sheet(
            Words(t(say("Type a code")), "title"), entry, PushButton(t(say("Read it")), take, "primary", "check-bold")
        )

    # What was read

    def _show(self) -> None:
        self.panel.show(self.findings.seen)
