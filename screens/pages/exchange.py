"""Files and texts in and out: cards and armies taken from a file after a look at it, shared as
text, file, page or code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from carddb.armies import Armies, Army, plain
from carddb.cards import Card
from carddb.found import Found
from carddb.imports import look, take, to_json
from carddb.labels import reference_cards, roster, stickers
from carddb.rosters import to_text
from carddb.tables import examples, starting_table
from carddb.trouble import Trouble
from engine.values.texts import Text, english, say, say_many
from screens.present.lines import capital
from screens.widgets.press import PushButton
from screens.widgets.rows import note
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.context import Context

MOST_TOLD = 8


# Out


def share(context: Context, what: Callable[[], Text | None]) -> None:
    """Do it, and say what the system does not say itself."""
    context.navigator.close_sheet()
    if told := what():
        context.navigator.sheet(
            Words(capital(context.tell(told)), "body"),
            PushButton(context.tell(say("Good")), context.navigator.close_sheet, "primary"),
        )


def share_file(context: Context, name: str, data: bytes) -> None:
    """A file made for this moment; what was shared before is overwritten."""
    folder = context.store.disk.root / "shared"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "".join(ch if ch.isalnum() or ch in "-_." else "-" for ch in name)
        path.write_bytes(data)
    except OSError:
        context.navigator.complain(say("The file cannot be written. Is there room left on the device?"))
        return
    share(context, lambda: context.device.share_file(path))


def share_army(context: Context, armies: Armies, army: Army) -> None:
    """The ways an army can leave the phone."""
    t, cards = context.tell, _distinct(armies.units(army))
    file = to_json(cards, [plain(army)]).encode()
    context.navigator.sheet(
        Words(t(say("Share {name}", name=army.name)), "title"),
        PushButton(
            t(say("As codes")),
            lambda: context.navigator.go("codes", army=army.id),
            "primary",
            "qrcode",
            t(say("For another phone")),
        ),
        PushButton(
            t(say("As text")),
            lambda: share(context, lambda: context.device.share_text(to_text(armies, army))),
            "tonal",
            "keyboard-outline",
            t(say("For a message")),
        ),
        PushButton(
            t(say("As a file")),
            lambda: share_file(context, f"{army.id}.json", file),
            "tonal",
            "content-save-check-outline",
            t(say("With all its cards")),
        ),
        PushButton(
            t(say("A roster to print")),
            lambda: share_file(context, f"{army.id}.pdf", roster(armies, army, tell=t)),
            "tonal",
            "book-open-page-variant-outline",
            t(say("With statistics and boxes for losses")),
        ),
        PushButton(
            t(say("Labels to print")),
            lambda: share_labels(context, cards),
            "tonal",
            "cards-outline",
            t(say("Stickers, or cards to cut out")),
        ),
    )


def share_labels(context: Context, cards: Sequence[Card]) -> None:
    """Stickers for the backs, or cards to cut out, on the paper at hand."""
    t = context.tell

    def sheet(name: str, made: Callable[[], bytes]) -> Callable[[], None]:
        return lambda: share_file(context, f"{name}.pdf", made())

    context.navigator.sheet(
        Words(t(say("Labels to print")), "title"),
        Words(t(say("Print at full size: the codes are read from the paper.")), "body", "text2"),
        *(
            PushButton(
                t(say("Cards to cut out, {paper}", paper=paper.title())),
                sheet(f"cards-{paper}", partial(reference_cards, context.rulesets, cards, paper, t)),
                "tonal",
            )
            for paper in ("a4", "letter")
        ),
        *(
            PushButton(
                t(say("Stickers, {sheet}", sheet=t(words))),
                sheet(f"stickers-{key}", partial(stickers, cards, key, t)),
                "tonal",
            )
            for key, words in STICKER_WORDS.items()
        ),
    )


STICKER_WORDS = {
    "a4": say("A4 to cut"),
    "letter": say("Letter to cut"),
    "a4-21": say("A4, 21 labels"),
    "a4-65": say("A4, 65 labels"),
    "letter-30": say("Letter, 30 labels"),
}


def _distinct(cards: Sequence[Card]) -> list[Card]:
    return list({card.id: card for card in cards}.values())


# In


def choose_file(context: Context, game: str = "") -> None:
    """Let the player choose a file of cards; where the device has no chooser, that is said."""
    if not context.device.pick_file(lambda path: look_at(context, Path(path), game) if path else None):
        context.navigator.complain(say("This device cannot choose files."))


def share_starting_table(context: Context, game: str) -> None:
    """A table to fill in on a computer: the columns of the game, and two cards as examples."""
    rules = context.rulesets[game]
    printed = [card for card in context.library.cards.values() if card.game == game and card.source != "own"]
    table = starting_table(rules, examples(rules, printed), context.tell)
    share_file(context, f"cards-{game}.csv", table.encode())


def look_at(context: Context, path: Path, game: str = "") -> None:
    """Read a file off the thread that draws; what it holds is shown before anything is taken."""
    going = [True]

    def cancel() -> None:
        going[0] = False
        context.navigator.close_sheet()

    def job() -> Found | Text:
        try:
            cards, tells = context.library.cards, (english, context.tell)
            return look(context.rulesets, path, game, tuple(cards), lambda _done, _total: going[0], cards, tells)
        except Trouble as no:
            return no.why
        except OSError:
            return say("The file cannot be read.")

    def done(found: Found | Text) -> None:
        if going[0]:
            _found(context, found)

    context.navigator.sheet(
        Words(context.tell(say("Reading {file}", file=path.name)), "title"),
        PushButton(context.tell(say("Cancel")), cancel, "outline", "close"),
    )
    context.work(job, done)


def _found(context: Context, found: Found | Text) -> None:
    if not isinstance(found, Found):
        context.navigator.complain(found)
        return
    t = context.tell
    told = [say_many("one card", "{count} cards", len(found.cards))]
    told += [say_many("one army", "{count} armies", len(found.armies))] if found.armies else []
    told += [say_many("one refused", "{count} refused", len(found.refused))] if found.refused else []
    why = [
        note("alert-outline", f"{refused.row}: {refused.name[:40]}: {t(refused.why)}", ground="raised")
        for refused in found.refused[:MOST_TOLD]
    ]
    why += [note("alert-outline", capital(t(each)), ground="raised") for each in found.notes[:MOST_TOLD]]
    told += (
        [say_many("one thing not understood", "{count} things not understood", len(found.notes))] if found.notes else []
    )
    what = (
        say_many("Take one card", "Take {count} cards", len(found.cards))
        if found.cards
        else say_many("Take one army", "Take {count} armies", len(found.armies))
    )
    take_them = PushButton(t(what), lambda: _take(context, found), "primary", "check-bold")
    context.navigator.sheet(
        Words(t(say("In this file")), "title"),
        Words(", ".join(map(t, told)), "body"),
        *why,
        take_them if found.cards or found.armies else None,
        PushButton(t(say("Leave it")), context.navigator.close_sheet, "outline"),
    )


def _take(context: Context, found: Found) -> None:
    context.navigator.close_sheet()
    try:
        if found.cards:
            take(context.library, found, skip=True)
        Armies(context.library).take(found.armies)
    except Trouble as no:
        context.navigator.complain(no.why)
        return
    context.navigator.rebuild()
