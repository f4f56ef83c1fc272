"""Values as they count now, beside the printed ones. Figures worked out by hand from the books."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.playing.glance import Effective
from engine.playing.rules import Ruleset
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.cases import ALL, units_of

rule = pytest.mark.rule

TANK = {"type": "vehicle", "speed": 3, "defense": [5, 4], "soldiers": [8, 7, 6], "vehicles": [13, 11, None]}
RIFLES = {"type": "soldier", "speed": 1, "defense": [4], "abilities": {"courage": True}}
GUNNER = {"type": "tank", "movement": 2, "armor": 3, "life": 4, "weapon": {"impact": [5, 8]}}
MARINES = [[4, {"type": "INF", "name": "Marine"}], [1, {"type": "AV", "name": "Tank"}]]


def values(game: str, step: str, card: Any, state: Any, **others: Any) -> list[tuple[str, str, str, list[str]]]:
    """Every value of a unit: its name, what counts, what is printed, and the rules behind a
    difference."""
    rules = ALL[game]
    units = {"a": {"seat": 0, "card": card, "state": state}, **others}
    now = table(rules, frozen({"units": units, "step": step, "turn": 2}))
    return [(english(each.name), each.value, each.printed, [why.ref.id for why in each.why]) for each in rules.glance.effective(now, now.unit("a"))]


@pytest.mark.parametrize(
    ("game", "step", "card", "state", "expected"),
    [
        pytest.param(
            "aam",
            "first_movement",
            TANK,
            {"face_up": ["damaged"], "face_down": ["disrupted"]},
            [
                ("speed", "2", "3", ["AAM-63"]),
                ("defense", "4/3", "5/4", ["AAM-55"]),
                ("dice against soldiers", "8/7/6", "8/7/6", []),
                ("dice against vehicles", "13/11/-", "13/11/-", []),
            ],
            marks=rule("AAM-13", "AAM-63"),
        ),
        pytest.param(
            "aam",
            "first_assault",
            {**TANK, "soldiers": [8, 7, 6]},
            {"face_up": ["disrupted", "damaged"]},
            [
                ("dice against soldiers", "8/7/6", "8/7/6", []),
                ("dice against vehicles", "13/11/-", "13/11/-", []),
                ("speed", "0", "3", ["AAM-61"]),
                ("defense", "4/3", "5/4", ["AAM-55"]),
            ],
            marks=rule("AAM-14", "AAM-61"),
        ),
        pytest.param(
            "aam",
            "first_movement",
            RIFLES,
            {"face_up": ["disrupted"]},
            [("speed", "1", "1", []), ("defense", "3", "4", ["AAM-55"])],
            marks=rule("AAM-61", "AAM-55"),
        ),
        pytest.param(
            "aam", "first_movement", {"type": "soldier", "defense": [1]}, {"face_up": ["disrupted"]}, [("defense", "1", "1", [])], marks=rule("AAM-55")
        ),
        pytest.param(
            "dust",
            "activation",
            {"kind": "walker", "move": 1, "hp": 5, "armor": "V4", "skills": ["fast"]},
            {"damage": 2, "doubled": True},
            [("hit points", "3", "5", ["DUST-180"]), ("movement points", "3", "1", ["DUST-115", "DUST-124"]), ("armour class", "V4", "V4", [])],
            marks=rule("DUST-180", "DUST-115"),
        ),
        pytest.param(
            "dust",
            "activation",
            {"kind": "squad", "move": 2, "hp": 5, "armor": "S2"},
            {"alive": [0, 4]},
            [("miniatures", "2", "5", ["DUST-180"]), ("movement points", "2", "2", []), ("armour class", "S2", "S2", [])],
            marks=rule("DUST-180"),
        ),
        pytest.param(
            "2gm",
            "movement",
            GUNNER,
            {"suppressed": True, "damage": 2},
            [
                ("movement", "1", "2", ["2GM-75"]),
                ("life", "2", "4", ["2GM-74"]),
                ("impact values", "8/10", "5/8", ["2GM-76", "2GM-75"]),
                ("armour value", "3", "3", []),
            ],
            marks=rule("2GM-75", "2GM-74"),
        ),
        pytest.param("2gm", "fire", {"type": "hq", "points": 8}, {"damage": 3}, [("life", "5", "8", ["2GM-74"])], marks=rule("2GM-74")),
        pytest.param(
            "epic",
            "action",
            {"initiative": 1, "army": "space_marines", "units": MARINES},
            {"blast": 3, "lost": [1, 0]},
            [("units", "4", "5", ["EPIC-109"]), ("blast markers", "3", "8", ["EPIC-109"]), ("initiative", "2+", "1+", ["EPIC-11"])],
            marks=rule("EPIC-109", "EPIC-11"),
        ),
        ("epic", "action", {"initiative": 3, "units": MARINES}, {"broken": True}, [("units", "5", "5", []), ("initiative", "3+", "3+", [])]),
        pytest.param(
            "front",
            "own_turn",
            {"domain": "ground", "dv": 4, "av": {"ground": 3}},
            {"damage": 1},
            [("attack value", "3", "3", []), ("defense value", "3", "4", ["FRONT-07"])],
            marks=rule("FRONT-07"),
        ),
    ],
)
def test_what_counts_now(game: str, step: str, card: Any, state: Any, expected: list[Any]) -> None:
    assert values(game, ALL[game].steps[0].key if step == "own_turn" else step, card, state) == expected


@pytest.mark.rule("DUST-98", "DUST-103")
def test_a_pair_is_as_fast_as_its_faster_one_and_enters_by_one_square() -> None:
    card = {"kind": "squad", "move": 1, "hp": 5}
    hero = {"seat": 0, "card": {"kind": "hero", "move": 2, "hp": 3}, "state": {"joined": "a"}}
    assert values("dust", "activation", card, {}, h=hero)[1] == ("movement points", "2", "1", ["DUST-98"])
    away = {**card, "move": 2}
    assert values("dust", "activation", away, {"where": "reserve"})[1] == ("movement points", "1", "2", ["DUST-103"])


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_every_game_says_what_counts_and_a_difference_has_its_reason(rules: Ruleset) -> None:
    now = table(rules, frozen({"units": units_of(rules), "step": rules.steps[0].key}))
    found: list[Effective] = [each for unit in now.units.values() for each in rules.glance.effective(now, unit)]
    assert found, f"the glance of {rules.key} declares no effective value"
    for each in found:
        assert each.why or not each.differs
        assert {why.ref for why in each.why} <= set(rules.refs)
