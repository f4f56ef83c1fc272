"""Standings and exports by hand; what a table says and what the organiser says; and the disk."""

from pathlib import Path

import pytest

from engine.values.texts import english
from hall.book import kept_evening, plain, read, save_evening
from hall.evening import Evening, Pairing, Player, Result, add_player, begin_round, correct_result, erase_result, remove_player, take_result
from hall.exports import as_csv, as_text
from hall.printing import as_pdf
from hall.standings import standings
from tests.hall.halls import Folder, evening

ONE = (Pairing(1, "ann", "bob"), Pairing(2, "cid", "dee"), Pairing(3, "eve"))
TWO = (Pairing(1, "ann", "eve"), Pairing(2, "cid", "bob"), Pairing(3, "dee"))


def played() -> Evening:
    """Ann beats Bob 20 to 5, Cid and Dee draw 8 to 8, Eve has a bye; then Eve beats Ann 12 to 10,
    Cid beats Bob 9 to 3, Dee has a bye."""
    now = begin_round(evening("Ann", "Bob", "Cid", "Dee", "Eve"), ONE)
    now = correct_result(correct_result(now, (1, 1), 0, (20, 5)), (1, 2), None, (8, 8))
    now = begin_round(now, TWO)
    return correct_result(correct_result(now, (2, 1), 1, (10, 12)), (2, 2), 0, (9, 3))


def test_standings_by_hand() -> None:
    """Match points: Eve 3 + 3, Dee 1 + 3, Cid 1 + 3, Ann 3 + 0, Bob 0. Opponents: Eve met Ann (3);
    Dee met Cid (4); Cid met Dee (4) and Bob (0); Ann met Bob (0) and Eve (6); Bob met Ann (3) and
    Cid (4). Ahead: Eve 2, Dee 0, Cid 0 + 6, Ann 15 - 2, Bob -15 - 6."""
    found = [(row.place, row.name, row.points, row.opponents, row.ahead) for row in standings(played())]
    assert found == [(1, "Eve", 6, 3, 2), (2, "Cid", 4, 4, 6), (3, "Dee", 4, 4, 0), (4, "Ann", 3, 6, 13), (5, "Bob", 0, 7, -21)]


def test_equal_in_everything_is_the_same_place() -> None:
    now = begin_round(evening("Ann", "Bob", "Cid"), ())
    assert [(row.place, row.name) for row in standings(now)] == [(1, "Ann"), (1, "Bob"), (1, "Cid")]


def test_the_table_for_a_spreadsheet() -> None:
    now = add_player(evening("Ann"), Player("x", "=SUM(A1)"))
    assert as_csv(now, english).splitlines() == [
        "Place,Player,Match points,Opponents' points,Points ahead,Wins,Draws,Losses,Byes",
        "1,'=SUM(A1),0,0,0,0,0,0,0",
        "1,Ann,0,0,0,0,0,0,0",
    ]


def test_the_text_to_print() -> None:
    lines = as_text(played(), english).splitlines()
    assert lines[0].split() == ["Place", "Player", "Match", "points", "Opponents'", "points", "Points", "ahead", "Wins", "Draws", "Losses", "Byes"]
    assert lines[1].split() == ["1", "Eve", "6", "3", "2", "1", "0", "0", "1"]
    assert lines[7:11] == [
        "Round 1",
        "Table 1: Ann against Bob: victory for Ann, 20 to 5",
        "Table 2: Cid against Dee: a draw, 8 to 8",
        "Table 3: Eve has a bye",
    ]


def test_the_page_to_print_says_the_same() -> None:
    """60 players and their rounds go on over several pages; a name is cut at its column."""
    pdfium = pytest.importorskip("pypdfium2")
    now = played()
    for n in range(60):
        now = add_player(now, Player(f"x{n}", f"Somebody with quite a long name, number {n}"))
    pages = pdfium.PdfDocument(as_pdf(now, "Open", english))
    text = "".join(pages[n].get_textpage().get_text_bounded() for n in range(len(pages)))
    assert len(pages) > 1
    for words in ("Open", "Match points", "Eve", "Round 2", "Table 1: Ann against Eve: victory for Eve, 10 to 12"):
        assert words in text
    assert "Somebody with quite a long" in text


def test_what_a_table_says_counts_once_and_can_be_taken_back() -> None:
    now = begin_round(evening("Ann", "Bob", "Cid", "Dee"), ONE[:2])
    won = take_result(now, (1, 1), Result(0, (3, 1), by="t"))
    assert take_result(won, (1, 1), Result(0, (3, 1), by="t")) is won
    assert take_result(won, (1, 1), None) == now
    assert now.missing() == ((1, 1), (1, 2))
    assert won.missing() == ((1, 2),)
    for key in ((1, 9), (2, 1), (0, 0)):
        assert take_result(now, key, Result(0, by="t")) is now


def test_two_tables_that_differ_about_a_match_are_a_matter_for_the_organiser() -> None:
    now = begin_round(evening("Ann", "Bob"), ONE[:1])
    now = take_result(now, (1, 1), Result(0, (3, 1), by="t"))
    assert take_result(now, (1, 1), Result(0, (3, 1), by="u")) is now
    now = take_result(now, (1, 1), Result(1, (3, 4), by="u"))
    assert (now.results[1, 1].winner, now.missing()) == (0, ((1, 1),))
    now = correct_result(now, (1, 1), 1, (3, 4))
    assert now.missing() == ()
    assert take_result(now, (1, 1), Result(0, (9, 9), by="t")) is now
    assert take_result(erase_result(now, (1, 1)), (1, 1), Result(0, (9, 9), by="t")).results[1, 1].points == (9, 9)


def test_who_has_played_stays_among_the_results() -> None:
    now = remove_player(begin_round(evening("Ann", "Bob", "Cid"), ONE[:1]), "ann")
    assert [player.is_gone for player in now.players] == [True, False, False]
    assert remove_player(now, "cid").player("cid") is None


def test_an_evening_comes_back_from_the_disk(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "a")
    save_evening(folder.store.settings, played())
    folder.kill()
    assert kept_evening(folder.store.settings) == played()
    assert read(plain(played())) == played()
    folder.store.settings.set("hall_evening", {"players": [["a"]]})
    assert kept_evening(folder.store.settings) == Evening()


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_torn_write_leaves_the_evening_before(tmp_path: Path, cut: int) -> None:
    folder = Folder(tmp_path / "a")
    before = begin_round(evening("Ann", "Bob"), ONE[:1])
    save_evening(folder.store.settings, before)
    save_evening(folder.store.settings, correct_result(before, (1, 1), 0, (20, 5)))
    folder.store.disk.release()
    (path,) = (tmp_path / "a").rglob("settings.journal")
    path.write_bytes(path.read_bytes()[:-cut])
    again = Folder(tmp_path / "a")
    assert kept_evening(again.store.settings) == before
