"""Cards at a desk: the same commands a person types."""

import json
from pathlib import Path

import pytest

from carddb.__main__ import main
from carddb.qr import army_codes
from carddb.samples import ROSTERS
from carddb.starter import PACKS
from tests.carddb.libraries import opened


def told(capsys: pytest.CaptureFixture[str], *given: str) -> tuple[int, list[str]]:
    status = main(given)
    out, err = capsys.readouterr()
    return status, [*out.splitlines(), *err.splitlines()]


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--help"])
    assert done.value.code == 0
    shown = capsys.readouterr().out
    assert [command for command in ("check", "pack", "army", "import", "export", "qr", "label") if f"    {command} " not in shown] == []


def test_packs_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = told(capsys, "check", *(str(file) for file in sorted(PACKS.glob("*.json"))))
    assert (status, len(lines)) == (0, 5)
    assert all(line.endswith(" cards, 0 refused") for line in lines)


def test_every_problem_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,cost\nA,x\nB,2\n", "utf-8")
    assert told(capsys, "check", "--game", "aam", str(tmp_path / "a.csv")) == (
        1,
        ["2: A: cost: not a whole number", f"{tmp_path / 'a.csv'}: 1 cards, 1 refused"],
    )


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, lines = told(capsys, "check", str(tmp_path / "nothing.json"))
    assert status == 1
    assert "nothing.json" in lines[0]


def test_the_cards_of_a_pack(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = told(capsys, "pack", "front", "--search", "bison")
    assert (status, lines) == (0, [f"{'front-training-bison-tank':<44} Bison Tank (training) [training] invented for practice"])


def test_an_army(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "army.txt"
    file.write_text("# Tanks\ngame: aam\n2 x M4A1 Sherman [revised]\n", "utf-8")
    assert told(capsys, "army", str(file)) == (0, ["Tanks: 42 points, 2 units, legal"])
    file.write_text("# Tanks\ngame: aam\n5 x M4A1 Sherman [revised]\n", "utf-8")
    assert told(capsys, "army", str(file)) == (1, ["105 points: at most 100 (AAM-04)", "Tanks: 105 points, 5 units, not legal"])
    file.write_text("game: aam\n1 x Nobody\n", "utf-8")
    assert told(capsys, "army", str(file)) == (1, ["line 2: there is no card Nobody"])


def test_in_and_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, table, file = tmp_path / "data", tmp_path / "own.csv", tmp_path / "own.json"
    table.write_text("name,dv\nOwn Tank,3\nOwn Gun,x\n", "utf-8")
    into = ("import", str(table), "--folder", str(data), "--game", "front")
    assert told(capsys, *into, "--dry-run") == (1, ["3: Own Gun: dv: not a whole number", "1 cards would be taken, 0 in the place of others; 1 refused"])
    assert told(capsys, *into) == (1, ["3: Own Gun: dv: not a whole number", "nothing was taken: one card is refused"])
    assert told(capsys, *into, "--skip") == (0, ["3: Own Gun: dv: not a whole number", "one card taken"])
    assert told(capsys, "export", str(file), "--folder", str(data), "--search", "own tank") == (0, [])
    assert json.loads(file.read_text("utf-8"))["cards"] == [
        {"id": "front-own-tank", "game": "front", "source": "imported", "revision": 1, "card": {"name": "Own Tank", "dv": 3}}
    ]
    assert told(capsys, "export", str(tmp_path / "x.csv"), "--folder", str(data), "--search", "nobody")[0] == 1
    status, lines = told(capsys, "export", "-", "--game", "front", "--search", "zero")
    assert status == 0
    assert [card["id"] for card in json.loads("\n".join(lines))["cards"]] == ["front-zero"]


def test_a_table_out_and_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "aam.csv"
    assert told(capsys, "export", str(table), "--game", "aam") == (0, [])
    assert told(capsys, "check", str(table)) == (0, [f"{table}: 83 cards, 0 refused"])


def test_the_code_of_a_card_and_back(capsys: pytest.CaptureFixture[str]) -> None:
    status, (code,) = told(capsys, "qr", "front-zero")
    assert status == 0
    status, lines = told(capsys, "qr", "--read", code.lower())
    assert status == 0
    (card,) = json.loads("\n".join(lines))["cards"]
    assert (card["game"], card["card"]["name"], card["source"]) == ("front", "Zero", "scanned")
    status, (again, *drawn) = told(capsys, "qr", "front-zero", "--draw")
    assert (status, again) == (0, code)
    assert {len(line) for line in drawn} == {2 * len(drawn) - 1}
    assert told(capsys, "qr", "--read", "https://example.org") == (1, ["this is no code of the app: a web address"])
    assert told(capsys, "qr", "nobody") == (1, ["there is no card nobody"])


def test_an_army_from_its_codes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    library = opened(tmp_path)
    codes = army_codes(library, ROSTERS["front"][0].army("front"))
    library.store.close()
    status, lines = told(capsys, "qr", "--read", *codes)
    assert status == 0
    assert json.loads("\n".join(lines))["armies"][0]["game"] == "front"
    assert told(capsys, "qr", "--read", codes[0])[0] == 1


def test_sheets_of_labels(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    for given in (("--stickers", "a4-65"), ("--cards", "letter")):
        assert told(capsys, "label", str(file), "--game", "front", "--search", "tank", *given) == (0, [f"{file}: 9 labels"])
        assert file.read_bytes().startswith(b"%PDF")
    assert told(capsys, "label", str(file), "--search", "nobody at all") == (1, ["there is no such card"])
