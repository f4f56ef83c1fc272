"""Rosters of BattleScribe: what becomes of profiles, what is reported, and files that mean
harm."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from carddb import battlescribe
from carddb.battlescribe import read
from carddb.imports import from_roster, look
from carddb.trouble import CannotOpen
from engine.games import RULESETS
from engine.values.maps import thawed
from engine.values.texts import english

EPIC = RULESETS["epic"]


def profile(name: str, kind: str, **told: str) -> str:
    rows = "".join(f'<characteristic name="{head.replace("_", " ")}">{text}</characteristic>' for head, text in told.items())
    return f'<profile name="{name}" typeName="{kind}"><characteristics>{rows}</characteristics></profile>'


def selection(name: str, inside: str = "", number: int = 1, points: str = "", profiles: str = "") -> str:
    costs = f'<costs><cost name="pts" value="{points}"/></costs>' if points else ""
    return f'<selection name="{name}" number="{number}" type="unit">{costs}<profiles>{profiles}</profiles><selections>{inside}</selections></selection>'


def roster(*chosen: str) -> bytes:
    forces = f'<forces><force catalogueName="Guard"><selections>{"".join(chosen)}</selections></force></forces>'
    return f'<?xml version="1.0" encoding="UTF-8"?><roster name="My Guard" xmlns="http://www.battlescribe.net/schema/rosterSchema">{forces}</roster>'.encode()


TANK = profile("Leman Russ", "Unit", Type="AV", Speed="20cm", Armour="4+", Close_Combat="6+", Firefight="4+", Notes="Reinforced Armour")
GUNS = profile("Battle Cannon", "Weapon", Range="75cm", Firepower="AP4+/AT4+", Notes="-") + profile(
    "Heavy Bolters", "Weapon", Range="30cm", Firepower="2x AP5+"
)
COMPANY = selection("Tank Company", selection("Leman Russ", number=10, profiles=TANK + GUNS, points="65.0"), points="0.0")


def cards(found: Any) -> list[Any]:
    return [thawed(card.values) for card in found.cards]


def test_a_formation_is_made_of_its_profiles() -> None:
    found = read(EPIC, roster(COMPANY), {})
    assert found.problems == ()
    assert cards(found) == [
        {
            "name": "Tank Company",
            "points": 65,
            "units": [
                [
                    10,
                    {
                        "name": "Leman Russ",
                        "type": "AV",
                        "speed": 20,
                        "armour": 4,
                        "cc": 6,
                        "ff": 4,
                        "weapons": [
                            {"name": "Battle Cannon", "range": 75, "ap": 4, "at": 4, "abilities": []},
                            {"name": "Heavy Bolters", "range": 30, "shots": 2, "ap": 5, "abilities": []},
                        ],
                        "abilities": ["reinforced_armour"],
                    },
                ]
            ],
        }
    ]
    assert (found.army.name, [(row.card, row.count) for row in found.army.rows]) == ("My Guard", [("epic-tank-company", 1)])


@pytest.mark.parametrize(
    ("told", "weapon"),
    [
        ({"Range": "45cm", "Firepower": "AP5+/AT6+"}, {"range": 45, "ap": 5, "at": 6}),
        ({"Range": "45cm", "Firepower": "AP5+/AC6+"}, {"range": 45, "ap": 5, "at": 6}),
        ({"Range": "120cm", "Firepower": "1BP", "Notes": "Indirect Fire"}, {"range": 120, "bp": 1, "abilities": ["indirect_fire"]}),
        ({"Range": "(15cm)", "Firepower": "(small arms)"}, {"range": 15, "abilities": ["small_arms"]}),
        (
            {"Range": "(base contact)", "Firepower": "(assault weapons)", "Notes": "Macro-Weapon, Extra Attacks (+1)"},
            {"range": "contact", "abilities": ["extra_attacks:1", "macro_weapon"]},
        ),
        (
            {"Range": "90cm", "Firepower": "MW2+", "Notes": "Titan Killer (D3), Fixed Forward"},
            {"range": 90, "mw": 2, "tk": "D3", "abilities": ["fixed_forward"]},
        ),
        ({"Range": "30cm", "Firepower": "AP5+/AT6+/AA5+"}, {"range": 30, "ap": 5, "at": 6, "aa": 5}),
    ],
)
def test_firepower_as_lists_print_it(told: dict[str, str], weapon: dict[str, Any]) -> None:
    chosen = selection("F", selection("U", profiles=profile("U", "Unit", Type="INF", Speed="15cm") + profile("Gun", "Weapon", **told)))
    found = read(EPIC, roster(chosen), {})
    assert found.problems == ()
    assert cards(found)[0]["units"][0][1]["weapons"] == [{"name": "Gun", "abilities": [], **weapon}]


def test_what_is_not_understood_is_reported() -> None:
    odd = profile("Gnome", "Unit", Type="Garden", Speed="5cm", Notes="Scout, Fishing (2)")
    found = read(EPIC, roster(selection("Gnomes", profiles=odd), selection("Allegiance")), {})
    assert [(name, english(why)) for name, why in found.problems] == [
        ("Gnomes", "Gnome: its type is not understood"),
        ("Gnomes", "Gnome: “Fishing” is not understood"),
        ("Allegiance", "it has no profile of a unit and is left out"),
    ]
    assert cards(found)[0]["units"][0][1]["abilities"] == ["scout"]


def test_figures_and_choices_that_are_not_understood_are_reported() -> None:
    """A speed in words, a choice without a profile; a dash and a plain number are understood."""
    odd = profile("Gnome", "Unit", Type="INF", Speed="as the wind", Armour="-", CC="5+", FF="n/a")
    inside = selection("Gnome", selection("Lantern"), profiles=odd)
    found = read(EPIC, roster(selection("Gnomes", inside + selection("Medal"))), {})
    assert [(name, english(why)) for name, why in found.problems] == [
        ("Gnomes", "Gnome: “speed as the wind” is not understood"),
        ("Gnomes", "“Lantern” has no profile and is left out"),
        ("Gnomes", "“Medal” has no profile and is left out"),
    ]
    assert cards(found)[0]["units"][0][1] == {"name": "Gnome", "type": "INF", "cc": 5, "weapons": [], "abilities": []}


def test_a_formation_within_a_force_of_a_force_is_read() -> None:
    inner = f"<forces><force><selections>{COMPANY}</selections></force></forces>"
    data = roster().replace(b"<selections></selections>", f"<selections></selections>{inner}".encode())
    assert [card["name"] for card in cards(read(EPIC, data, {}))] == ["Tank Company"]


@pytest.mark.parametrize(("number", "points", "told"), [(1, "400", []), (2, "800", []), (1, "500", ["500 points in the roster, 400 on the card"])])
def test_options_bought_for_a_card_of_the_library_are_missed(number: int, points: str, told: list[str]) -> None:
    """Mechanised infantry costs 400 points."""
    from carddb.starter import starter_cards

    found = read(EPIC, roster(selection("Infanterie Mécanisée", number=number, points=points)), starter_cards("epic"))
    assert [english(why).partition(":")[0] for _, why in found.problems] == told


def test_a_formation_of_the_library_is_that_card() -> None:
    from carddb.starter import starter_cards

    own = starter_cards("epic")
    found = read(EPIC, roster(selection("infanterie mecanisee", number=2)), own)
    assert found.cards == ()
    assert [(row.card, row.count) for row in found.army.rows] == [("epic-steel-infanterie-mecanisee", 2)]


def zipped(**files: bytes) -> bytes:
    into = BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return into.getvalue()


def test_a_zipped_roster_is_the_same(tmp_path: Path) -> None:
    file = tmp_path / "guard.rosz"
    file.write_bytes(zipped(guard_ros=roster(COMPANY)))
    found = look(RULESETS, file)
    assert [card.name for card in found.cards] == ["Tank Company"]
    assert [army["name"] for army in found.armies] == ["My Guard"]


BOMB = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><roster name="&b;"/>'
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><roster name="x">&a;</roster>'


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (BOMB, "entities"),
        (OUTSIDE, "entities"),
        (b"", "not a roster"),
        (b"<html></html>", "not a roster"),
        (b"<roster>", "not a roster"),
        (b"<roster>" + b"<a>" * 100 + b"</a>" * 100 + b"</roster>", "not a roster"),
        (b"PK\x03\x04 nothing", "not a roster"),
        (zipped(readme_txt=b"hello"), "not a roster"),
        (zipped(a_ros=roster(COMPANY), b_ros=roster(COMPANY)), "not a roster"),
        (roster(), "nothing that can be read"),
    ],
)
def test_a_file_that_is_none_or_means_harm(data: bytes, why: str) -> None:
    with pytest.raises(CannotOpen, match=why):
        from_roster(RULESETS, data, "epic", {})


def test_no_more_is_unpacked_than_a_roster_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battlescribe, "LARGEST", 10_000)
    packed = zipped(bomb_ros=b" " * 1_000_000)
    assert len(packed) < 5_000
    with pytest.raises(CannotOpen, match="too large"):
        from_roster(RULESETS, packed, "epic", {})
    monkeypatch.setattr(battlescribe, "MOST_ELEMENTS", 10)
    with pytest.raises(CannotOpen, match="not a roster"):
        from_roster(RULESETS, roster(COMPANY), "epic", {})


def test_other_games_have_no_rosters() -> None:
    with pytest.raises(CannotOpen, match="not read for this game"):
        from_roster(RULESETS, roster(COMPANY), "aam", {})
