"""Cards at a desk, without a screen: check, pack, army, import, export, qr, label."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from carddb.armies import Armies, plain
from carddb.cards import Card
from carddb.found import Found
from carddb.imports import look, take, to_json
from carddb.labels import CARDS, STICKERS, reference_cards, stickers
from carddb.library import Library
from carddb.qr import card_code, matrix, read
from carddb.rosters import from_text
from carddb.search import Filters
from carddb.store import Store
from carddb.tables import to_csv
from carddb.trouble import CannotOpen, Trouble
from engine.games import RULESETS
from engine.values.texts import Text, english, say


def main(given: Sequence[str] | None = None, prog: str = "python -m carddb") -> int:
    """The exit status: 0 when all is well, 1 when something was refused, 2 for a wrong call."""
    told = parser(prog).parse_args(given)
    try:
        return int(told.run(told))
    except Trouble as no:
        print(no, file=sys.stderr)
        return 1
    except OSError as no:
        print(f"{no.filename or 'the file'}: {(no.strerror or str(no)).lower()}", file=sys.stderr)
        return 1
    except UnicodeDecodeError:
        print("the file is not text in UTF-8", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 1


def parser(prog: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=prog, description=__doc__)
    commands = made.add_subparsers(required=True, metavar="command")
    check = commands.add_parser("check", help="see whether every card of some files is sound")
    check.set_defaults(run=checked)
    check.add_argument("files", nargs="+", type=Path, help="our JSON, or a table of comma-separated values")
    check.add_argument("--game", default="", choices=("", *RULESETS), help="the game of rows that name none")
    pack = commands.add_parser("pack", help="list the cards the app brings along")
    pack.set_defaults(run=packed)
    pack.add_argument("game", nargs="?", default="", choices=("", *RULESETS))
    pack.add_argument("--search", default="", help="words, or the beginnings of words")
    army = commands.add_parser("army", help="check an army written as text")
    army.set_defaults(run=mustered)
    army.add_argument("file", type=Path)
    army.add_argument("--folder", type=Path, help="the app's data, for cards of your own")
    _add_exchange(commands)
    _add_codes(commands)
    return made


def _add_exchange(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    brought = commands.add_parser("import", help="take the cards of a file into the app's data")
    brought.set_defaults(run=imported)
    brought.add_argument("file", type=Path)
    brought.add_argument("--folder", type=Path, required=True, help="the app's data")
    brought.add_argument("--game", default="", choices=("", *RULESETS), help="the game of rows that name none")
    brought.add_argument("--dry-run", action="store_true", help="only tell what would be taken and what refused")
    brought.add_argument("--skip", action="store_true", help="take the sound cards even if others are refused")
    out = commands.add_parser("export", help="write cards into a file")
    out.set_defaults(run=exported)
    out.add_argument("file", type=Path, help="*.json or *.csv; - writes JSON to the screen")
    out.add_argument("--folder", type=Path, help="the app's data; without it, the cards the app brings along")
    out.add_argument("--game", default="", choices=("", *RULESETS))
    out.add_argument("--search", default="")


def _add_codes(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    code = commands.add_parser("qr", help="the code of a card, or what a code holds")
    code.set_defaults(run=coded)
    code.add_argument("card", help="the id of a card; or codes, with --read")
    code.add_argument("more", nargs="*", help="further codes of the same army")
    code.add_argument("--read", action="store_true", help="tell what codes hold")
    code.add_argument("--draw", action="store_true", help="draw the code as well")
    code.add_argument("--folder", type=Path, help="the app's data, for cards of your own")
    label = commands.add_parser("label", help="a sheet of labels to print (PDF)")
    label.set_defaults(run=labelled)
    label.add_argument("file", type=Path, help="*.pdf")
    label.add_argument("--game", default="", choices=("", *RULESETS))
    label.add_argument("--search", default="")
    label.add_argument("--stickers", choices=tuple(STICKERS), help="stickers for the backs of cards, on this sheet")
    label.add_argument("--cards", choices=tuple(CARDS), default="a4", help="reference cards, on this paper")
    label.add_argument("--folder", type=Path, help="the app's data, for cards of your own")


@contextmanager
def library(folder: Path | None) -> Iterator[Library]:
    """The library of the app, or one that holds only the starter packs."""
    with tempfile.TemporaryDirectory() as nowhere:
        store = Store(folder or Path(nowhere), RULESETS, lambda: datetime.now().isoformat(timespec="seconds"))
        try:
            for text in store.told:
                print(english(text), file=sys.stderr)
            yield Library(store)
        finally:
            store.close()


def checked(told: argparse.Namespace) -> int:
    """Check card files: every problem of every file."""
    wrong = 0
    for file in told.files:
        found = look(RULESETS, file, told.game)
        report(found)
        wrong += len(found.refused)
        print(f"{file}: {len(found.cards)} cards, {len(found.refused)} refused")
    return 1 if wrong else 0


def report(found: Found) -> None:
    for refused in found.refused:
        print(f"{refused.row}: {refused.name}: {english(refused.why)}")
    for text in found.notes:
        print(english(text))


def packed(told: argparse.Namespace) -> int:
    with library(None) as cards:
        for card in cards.search(told.search, Filters(game=told.game)):
            mark = " (training)" if card.training else ""
            print(f"{card.id:<44} {card.name}{mark} [{card.edition}] {card.cites}")
    return 0


def mustered(told: argparse.Namespace) -> int:
    """Check an army: its points, and each problem with its rule."""
    with library(told.folder) as cards:
        found = from_text(cards, told.file.read_text("utf-8"))
        for refused in found.refused:
            print(f"line {refused.row}: {english(refused.why)}")
        if not found.army:
            return 1
        result = Armies(cards).check(found.army)
        for problem in result.problems:
            print(f"{english(problem.why)}" + (f" ({problem.rule})" if problem.rule else ""))
        verdict = "legal" if result.legal else "not legal"
        print(f"{found.army.name}: {result.points} points, {result.units} units, {verdict}")
        return 0 if result.legal else 1


def imported(told: argparse.Namespace) -> int:
    """Import a file of cards, all of it or nothing."""
    with library(told.folder) as cards:
        found = look(RULESETS, told.file, told.game, tuple(cards.cards), _show_progress, cards.cards)
        report(found)
        if told.dry_run:
            replaced = sum(card.id in cards.cards for card in found.cards)
            print(
                f"{len(found.cards)} cards would be taken, {replaced} in the place of others; "
                f"{len(found.refused)} refused"
            )
            return 1 if found.refused else 0
        print(english(take(cards, found, told.skip)))
    return 0


def _show_progress(done: int, total: int) -> bool:
    if sys.stderr.isatty():
        print(f"\r{done} of {total}", end="", file=sys.stderr)
    return True


def exported(told: argparse.Namespace) -> int:
    with library(told.folder) as cards:
        found = cards.search(told.search, Filters(game=told.game))
    if not found:
        raise CannotOpen(NOTHING)
    text = to_csv(RULESETS, found) if told.file.suffix.lower() == ".csv" else to_json(found)
    if str(told.file) == "-":
        print(text, end="")
    else:
        told.file.write_text(text, "utf-8")
    return 0


def coded(told: argparse.Namespace) -> int:
    """The code of a card, or the card of a code."""
    if told.read:
        thing = read(RULESETS, [told.card, *told.more])
        cards = thing[1] if isinstance(thing, tuple) else (thing,) if isinstance(thing, Card) else ()
        print(to_json(cards, [plain(thing[0])] if isinstance(thing, tuple) else ()), end="")
        return 0
    with library(told.folder) as cards_there:
        code = card_code(cards_there.get(told.card))
    print(code, *(drawn(code) if told.draw else ()), sep="\n")
    return 0


def drawn(code: str) -> Iterator[str]:
    """A QR code in block letters, two rows in a line, readable on dark and on light terminals."""
    squares = matrix(code)
    for upper, lower in zip(squares[::2], [*squares[1::2], [False] * len(squares)], strict=False):
        yield "".join("█▀▄ "[2 * dark + below] for dark, below in zip(upper, lower, strict=True))


def labelled(told: argparse.Namespace) -> int:
    with library(told.folder) as there:
        cards = there.search(told.search, Filters(game=told.game))
    if not cards:
        raise CannotOpen(NOTHING)
    sheet = stickers(cards, told.stickers) if told.stickers else reference_cards(RULESETS, cards, told.cards)
    told.file.write_bytes(sheet)
    print(f"{told.file}: {len(cards)} labels")
    return 0


NOTHING: Text = say("there is no such card")

if __name__ == "__main__":
    sys.exit(main())
