"""Pictures to codes: real squares in real points, the help a weaker decoder gets, and card after
card."""

import sys
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import pytest

from carddb import scan
from carddb.armies import Armies
from carddb.letters import Unreadable
from carddb.qr import army_codes, card_code, matrix
from carddb.samples import ROSTERS
from carddb.scan import Batch, Decoder, JavaZxing, Picture, ZxingCpp, decoders, doubled, halved, helped, smoothed, stretched
from carddb.starter import starter_cards
from engine.games import RULESETS
from tests.carddb.libraries import opened

TANK = starter_cards("aam")["aam-r-kv-1"]


def photo(text: str, step: int = 4, dark: int = 40, light: int = 215, noise: int = 0) -> Picture:
    """A code on a grey table."""
    squares, random = matrix(text), Random(5)
    wide, high = 100 + step * len(squares), 60 + step * len(squares)
    grey = bytearray([(dark + light) // 2]) * (wide * high)
    for y in range(step * len(squares)):
        for x in range(step * len(squares)):
            value = dark if squares[y // step][x // step] else light
            grey[(30 + y) * wide + 50 + x] = max(0, min(255, value + random.randint(-noise, noise)))
    return Picture(wide, high, bytes(grey))


@pytest.mark.parametrize("decoder", [ZxingCpp(), JavaZxing()], ids=lambda each: each.name)
@pytest.mark.parametrize(("step", "dark", "light", "noise"), [(4, 40, 215, 0), (3, 90, 130, 5), (6, 20, 60, 4), (5, 40, 215, 60)])
def test_a_photo_of_a_code(decoder: Decoder, step: int, dark: int, light: int, noise: int) -> None:
    if not decoder.usable():
        pytest.skip(f"{decoder.name} is not there")
    for game in RULESETS:
        code = card_code(max(starter_cards(game).values(), key=lambda card: len(card_code(card))))
        assert decoder.read(photo(code, step, dark, light, noise)) == [code]


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_code_in_any_position(mirrored: bool) -> None:
    """A phone that is held upright sees the table on its side, and a picture may be mirrored."""
    code = card_code(TANK)
    seen = photo(code)
    rows = [seen.grey[at : at + seen.wide] for at in range(0, len(seen.grey), seen.wide)]
    rows = rows[::-1] if mirrored else rows
    for _ in range(4):
        rows = [bytes(column) for column in zip(*reversed(rows), strict=True)]
        picture = Picture(len(rows[0]), len(rows), b"".join(rows))
        assert [decoder.read(picture) for decoder in decoders()] == [[code]] * len(decoders())
    assert decoders()


@pytest.mark.parametrize("decoder", [ZxingCpp(), JavaZxing()], ids=lambda each: each.name)
def test_a_picture_without_a_code(decoder: Decoder) -> None:
    if not decoder.usable():
        pytest.skip(f"{decoder.name} is not there")
    assert decoder.read(Picture(64, 48, bytes(64 * 48))) == []


def test_a_decoder_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(scan, "import_module", missing)
    assert not ZxingCpp().usable()
    assert not JavaZxing().usable()
    assert decoders() == ()


def test_the_java_core_by_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the JVM: the second binarizer finds the code in the third picture shown."""
    shown: list[tuple[str, int]] = []

    class Reader:
        def decode(self, bitmap: tuple[str, tuple[bytes, int, int]], hints: dict[object, object]) -> SimpleNamespace:
            way, (_, wide, _) = bitmap
            shown.append((way, wide))
            assert hints == {"TRY_HARDER": True}
            if (way, wide) != ("GlobalHistogramBinarizer", 4):
                raise RuntimeError("NotFoundException")
            return SimpleNamespace(getText=lambda: "found")

    class Hints(dict[object, object]):
        put = dict.__setitem__

    kinds = {
        "PlanarYUVLuminanceSource": lambda grey, wide, high, *_: (grey, wide, high),
        "BinaryBitmap": lambda made: made,
        "QRCodeReader": Reader,
        "HybridBinarizer": lambda source: ("HybridBinarizer", source),
        "GlobalHistogramBinarizer": lambda source: ("GlobalHistogramBinarizer", source),
        "HashMap": Hints,
        "DecodeHintType": SimpleNamespace(TRY_HARDER="TRY_HARDER"),
        "Boolean": SimpleNamespace(TRUE=True),
    }
    told: list[tuple[str, ...]] = []
    config = SimpleNamespace(vm_running=False, add_classpath=lambda *paths: told.append(paths))
    modules = {"jnius": SimpleNamespace(autoclass=lambda name: kinds[name.rpartition(".")[2]]), "jnius_config": config}
    monkeypatch.setattr(scan, "import_module", modules.__getitem__)
    decoder = JavaZxing([Path(sys.executable), Path("no such jar")])
    assert decoder.usable()
    assert told == [(sys.executable,)]
    assert decoder.read(Picture(8, 8, bytes(64))) == ["found"]
    assert [wide for _, wide in shown] == [8, 8, 8, 8, 4, 4]
    assert JavaZxing(helped=False).read(Picture(8, 8, bytes(64))) == []


# Help


def test_contrast_worked_out_by_hand() -> None:
    """From 100 to 150 becomes from 0 to 255: 120 is 20 * 255 / 50."""
    grey = bytes([100] * 30 + [120] * 40 + [150] * 30)
    assert stretched(Picture(10, 10, grey)).grey == bytes([0] * 30 + [102] * 40 + [255] * 30)
    assert stretched(Picture(1, 3, bytes([7, 7, 7]))).high == 3


def test_means_worked_out_by_hand() -> None:
    """Right first: 10 and 20 are 15, 20 and 31 are 25, 31 and the next row's 40 are 35; then
    below, each rounded down."""
    picture = Picture(3, 2, bytes([10, 20, 31, 40, 51, 60]))
    assert smoothed(picture).grey == bytes([(15 + 45) // 2, (25 + 55) // 2, (35 + 30) // 2, 45 // 2, 55 // 2, 30 // 2])
    assert smoothed(picture, 2) == smoothed(smoothed(picture))
    assert smoothed(Picture(4, 4, b"\xff" * 16)).grey[:11] == b"\xff" * 11


def test_half_and_twice_the_size() -> None:
    picture = Picture(4, 4, bytes(range(16)))
    assert halved(picture) == Picture(2, 2, bytes([0, 2, 8, 10]))
    assert doubled(picture) == Picture(4, 4, bytes([5, 5, 6, 6, 5, 5, 6, 6, 9, 9, 10, 10, 9, 9, 10, 10]))
    assert halved(Picture(3, 3, bytes(range(9)))) == Picture(2, 2, bytes([0, 2, 6, 8]))
    assert len(list(helped(picture))) == 4


@pytest.mark.parametrize(("wide", "high", "grey"), [(0, 0, b""), (2, 2, b"abc"), (-1, -1, b"a")])
def test_a_picture_has_as_many_values_as_points(wide: int, high: int, grey: bytes) -> None:
    with pytest.raises(ValueError, match="as many values"):
        Picture(wide, high, grey)


# Card after card


def test_each_new_card_once_and_the_same_again_counted(tmp_path: Path) -> None:
    library = opened(tmp_path)
    batch, other = Batch(library), library.get("front-m4-sherman")
    assert batch.see(card_code(TANK)) == TANK
    assert batch.see(card_code(TANK)) is None  # still in the picture
    assert batch.see(card_code(other)) == other
    assert batch.see(card_code(TANK)) == TANK
    batch.nothing()
    assert batch.see(card_code(TANK)) == TANK
    assert batch.counts == {TANK.id: 3, other.id: 1}
    assert batch.units() == (TANK, TANK, TANK, other)
    with pytest.raises(Unreadable, match="a web address"):
        batch.see("https://example.org")
    assert batch.counts.total() == 4
    library.store.close()


def test_an_army_comes_in_parts(tmp_path: Path) -> None:
    library = opened(tmp_path)
    army = Armies(library).save(ROSTERS["aam"][0].army("aam"))
    batch, codes = Batch(library), army_codes(library, army)
    assert [batch.see(code) for code in codes[:-1]] == [None] * (len(codes) - 1)
    found = batch.see(codes[-1])
    assert isinstance(found, tuple)
    assert found[0] == army
    assert batch.counts.total() == 0
    library.store.close()
