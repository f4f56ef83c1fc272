"""Help: the manual as it stands in docs/, in the player's language; chapters to search and to
open, with their pictures."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from engine.values.texts import say
from screens.app.resources import MANUAL
from screens.pages.rules import plain
from screens.pages.search import SearchPage
from screens.present.i18n import ENGLISH
from screens.widgets.bars import AppBar
from screens.widgets.entry import Entry
from screens.widgets.ground import left_line, paint
from screens.widgets.layouts import Across, Column, centred, pane
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import Do, IconButton, Press, PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.running import margin, text_px, wide
from screens.widgets.theme import Radius
from screens.widgets.words import Words

ROLES = {"# ": "headline", "## ": "title", "### ": "row"}
ANCHOR = re.compile(r'<a id="([\w-]+)"></a>\n')
PICTURE = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")
LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
ITEM = re.compile(r"(-|\d+\.) (.+)")
NARROW, BROAD, LARGE = 260, 640, 680
"""How wide a picture of a phone and one of a tablet are shown, and how wide after a tap."""


class Chapter(NamedTuple):
    """A part of the manual: the name other screens call it by, its heading, its text."""

    id: str
    title: str
    text: str


class Hit(NamedTuple):
    """A chapter that was found, the line of it that has the words, and whether it is the one
    that is read."""

    id: str
    chapter: Chapter
    said: str
    chosen: bool


class HelpPage(SearchPage):
    """The chapters, fewer with every letter; one of them to read. On a tablet both side by side."""

    def build(self) -> Widget:
        text = self._manual()
        self.chapters = chapters(text)
        self.page: LongList | None = None
        headline = next((words for role, words in paragraphs(text) if role == "headline"), "")
        chosen = next((each for each in self.chapters if each.id == self.args.get("chapter")), None)
        if chosen and not wide():
            return self._reading(chosen)
        bar = AppBar(self.tell(say("Help")), headline, self.nav.back, back_name=self.tell(say("Back")))
        entry = Entry(self.searched, hint=self.tell(say("Search")), changed=self.search)
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=60)
        self.show()
        self.list.offset = float(self.args.get("offset", 0))
        listed = pane(Column(entry, pad=(margin(), 0, margin(), 6)), self.list)
        return pane(bar, self._beside(listed, chosen or self.chapters[0]) if wide() and self.chapters else listed)

    def leave(self) -> None:
        for key, part in (("offset", getattr(self, "list", None)), ("at", self.page)):
            if part:
                self.args[key] = part.offset

    def _manual(self) -> str:
        """The manual of the language, else the English one."""
        own = MANUAL / f"manual.{self.context.preferences.language.code}.md"
        file = own if self.context.preferences.language.code != ENGLISH and own.exists() else MANUAL / "manual.md"
        return file.read_text("utf-8") if file.exists() else ""

    # The chapters

    def show(self) -> None:
        words = plain(self.searched).split()
        found = [
            Hit(each.id, each, sentence_with(each, words), each.id == self.args.get("chapter"))
            for each in self.chapters
            if all(word in plain(each.title + each.text) for word in words)
        ]
        self.listed(found, self._row, say("No chapter has these words. Try fewer letters."))

    def _row(self, hit: Hit) -> Widget:
        row = PlainRow(hit.chapter.title, hit.said, do=lambda: self._open(hit.chapter))
        return paint(Column(row), "high" if hit.chosen else "surface", Radius.card)

    def _open(self, chapter: Chapter) -> None:
        if wide():
            self._turn_to(chapter)
        else:
            self.nav.go("help", chapter=chapter.id)

    def _turn_to(self, chapter: Chapter) -> None:
        self.args.update(chapter=chapter.id, at=0)
        if self.page:
            self.page.offset = 0
        self.nav.rebuild()

    # One to read

    def _reading(self, chapter: Chapter) -> Widget:
        chapters_all = IconButton("magnify", lambda: self.nav.go("help"), self.tell(say("All chapters")), "text2")
        bar = AppBar(
            chapter.title, self.tell(say("Help")), self.nav.back, (chapters_all,), back_name=self.tell(say("Back"))
        )
        return pane(bar, centred(self._page(chapter)))

    def _beside(self, listed: Widget, chapter: Chapter) -> Widget:
        listed.size_hint_x, listed.width = None, dp(420)
        page = pane(self._page(chapter, titled=True))
        left_line(page)
        panes = BoxLayout()
        panes.add_widget(listed)
        panes.add_widget(page)
        return panes

    def _page(self, chapter: Chapter, titled: bool = False) -> LongList:
        """Only what is in sight is drawn: a picture is loaded when the reader comes to it."""
        self.page = LongList(gap=10, pad=(margin(), 4, margin(), 24), guess=60)
        blocks = [*((("title", chapter.title),) if titled else ()), *paragraphs(chapter.text)]
        follows = next(
            (then for each, then in zip(self.chapters, self.chapters[1:], strict=False) if each is chapter), None
        )
        rows: list[Row] = [(n, block, self._block) for n, block in enumerate(blocks)]
        self.page.show([*rows, ("next", follows, self._next)] if follows else rows)
        self.page.offset = float(self.args.get("at", 0))
        return self.page

    def _next(self, chapter: Chapter) -> Widget:
        text = self.tell(say("Next: {title}", title=chapter.title))
        return PushButton(text, lambda: self._turn_to(chapter), "tonal", "arrow-right")

    def _block(self, block: tuple[str, str]) -> Widget:
        role, text = block
        if role == "picture" and (found := PICTURE.fullmatch(text)):
            return self._picture(MANUAL / found[2], found[1])
        if role == "item" and (found := ITEM.fullmatch(text)):
            mark = Words("•" if found[1] == "-" else found[1], "body", "text2", size_hint_x=None, width=text_px(26))
            mark.pos_hint = {"top": 1}
            return Across(mark, Words(marked(found[2]), "body", markup=True), gap=4)
        return Words(
            marked(text), role if role != "code" else "body", "text2" if role == "code" else "text", markup=True
        )

    def _picture(self, path: Path, about: str) -> Widget:
        caption = Words(about, "meta", "text2", align="center")
        if not path.exists():
            return caption
        return Column(Shot(path, about, lambda: self._larger(path, about)), caption, gap=6, pad=(0, 6, 0, 6))

    def _larger(self, path: Path, about: str) -> None:
        width, _ = proportions(path)
        self.nav.sheet(Shot(path, about, self.nav.close_sheet, min(width, LARGE)), Words(about, "body", "text2"))


class Shot(Press):
    """A picture of a screen, in its own proportions; a tap does something with it."""

    def __init__(self, path: Path, about: str, do: Do, broad: float = 0) -> None:
        super().__init__(do, name=about, size_hint=(None, None), pos_hint={"center_x": 0.5}, padding=dp(1))
        width, height = proportions(path)
        most = Window.width - dp(2 * margin())
        self.width = min(dp(broad or (NARROW if width < height else BROAD)), most)
        self.height = self.width * height / width
        self.add_widget(Image(source=str(path), fit_mode="fill"))
        paint(self, None, 2, "line")


def proportions(path: Path) -> tuple[int, int]:
    """Width and height of a PNG, from its head alone."""
    with path.open("rb") as file:
        width, height = struct.unpack(">II", file.read(24)[16:24])
    return width, height


# The text


def chapters(text: str) -> tuple[Chapter, ...]:
    """What stands under each anchor."""
    _, *parts = ANCHOR.split(text)
    found = []
    for key, part in zip(parts[::2], parts[1::2], strict=True):
        title, _, body = part.partition("\n")
        found.append(Chapter(key, title.removeprefix("## ").strip(), body.strip()))
    return tuple(found)


def paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Headings, paragraphs, items of lists, commands and pictures, each with its role; the list
    of contents is none."""
    for block in ANCHOR.sub("", text).split("\n\n"):
        lines = block.strip("\n").split("\n")
        if "](#" in block or not block.strip():
            continue
        if lines[0].startswith("```"):
            yield "code", "\n".join(lines[1:-1])
        elif ITEM.fullmatch(lines[0]):
            yield from (("item", line) for line in lines)
        else:
            yield _paragraph(" ".join(lines).strip())


def _paragraph(line: str) -> tuple[str, str]:
    if PICTURE.fullmatch(line):
        return "picture", line
    mark = next((mark for mark in ROLES if line.startswith(mark)), "")
    return ROLES.get(mark, "body"), line[len(mark) :]


def marked(text: str) -> str:
    """A paragraph as the widgets read it: bold words stay bold, links and names of files are
    words."""
    words = escape_markup(LINK.sub(r"\1", text).replace("`", ""))
    return re.sub(r"\*\*(.+?)\*\*", r"[b]\1[/b]", words)


def sentence_with(chapter: Chapter, words: list[str]) -> str:
    """The first line of a chapter that has one of these words; nothing where nothing is searched
    for."""
    lines = (line for role, line in paragraphs(chapter.text) if role in ("body", "item", "row"))
    found = next((line for line in lines if any(word in plain(line) for word in words)), "")
    return LINK.sub(r"\1", found).replace("**", "").replace("`", "")
