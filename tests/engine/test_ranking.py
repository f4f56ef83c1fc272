"""Targets ranked: chances worked out by hand, equal targets asked once, what takes too long or
lacks a value said so."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ranking import Rank, Ranking, best_first, called, choices, common, first_told, levels, opened, quiet
from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing import foresight
from engine.playing.rules import Ruleset
from engine.playing.walk import TooLong
from engine.values.kinds import Record
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import english
from tests.engine.tables import GUN, RIFLES, TANK, started, unit
from tests.engine.tiny import RULES as TINY

AAM = RULESETS["aam"]
SEEN: Map[Value] = Map({"range": 4, "arc": "front", "terrain": "clear", "road": False})
GUN_IN_FRONT = Fraction(3, 512), Fraction(253, 512), Fraction(231, 1024)
"""11 dice on 4+ at a defense of 5: ten or more, six to nine, five."""
RIFLES_IN_THE_OPEN = Fraction(1, 2), Fraction(0), Fraction(63, 256)
"""9 dice on 4+ at a defense of 4: soldiers are destroyed by two hits, five or more; four
disrupt."""


def field(**units: dict[str, Any]) -> GameState:
    return table(AAM, {"game": "aam", "step": "first_assault", "units": {"a": unit(TANK), **units}})


def ranked(state: GameState, told: Map[Value] = SEEN, attacker: str = "a") -> tuple[Rank, ...]:
    return Ranking(AAM, state, attacker, told).ranked()


def test_the_likeliest_destroyed_comes_first() -> None:
    found = ranked(field(b=unit(GUN, 1), r=unit(RIFLES, 1)))
    assert [(rank.unit, rank.chances) for rank in found] == [("r", RIFLES_IN_THE_OPEN), ("b", GUN_IN_FRONT)]


def test_another_situation_gives_other_chances() -> None:
    """Into the rear the defense is 3: destroyed by six or more of 11."""
    (rear,) = ranked(field(b=unit(GUN, 1)), SEEN.put("arc", "rear"))
    assert rear.chances[0] == Fraction(1, 2)


def test_what_is_forbidden_comes_last_and_says_why() -> None:
    """Who is hidden in a forest cannot be attacked from 4 hexes, however good the chances."""
    hidden = {**RIFLES, "abilities": {"superior_camouflage": 1}}
    found = ranked(field(b=unit(GUN, 1), h=unit(hidden, 1)), SEEN.put("terrain", "forest"))
    assert [(rank.unit, [no.key for no in rank.against]) for rank in found] == [("b", []), ("h", ["hidden"])]


def test_what_is_said_against_all_is_said_once() -> None:
    """The attacker has moved: that says nothing about which target is better; who is hidden
    still comes last."""
    hidden = unit({**RIFLES, "abilities": {"superior_camouflage": 1}}, 1)
    state = table(AAM, {"game": "aam", "step": "first_assault", "units": {"a": unit(TANK, moved=True), "h": hidden, "b": unit(GUN, 1)}})
    found = tuple(Ranking(AAM, state, "a", SEEN.put("terrain", "forest")).ranks())
    assert [no.key for no in common(found)] == ["already_acted"]
    assert [(rank.unit, [no.key for no in rank.against]) for rank in best_first(found)] == [("b", []), ("h", ["hidden"])]
    assert common(()) == ()


def test_own_units_and_those_off_the_table_are_no_targets() -> None:
    state = field(b=unit(GUN, 1), gone=unit(GUN, 1, where="destroyed"), friend=unit(GUN))
    assert [rank.unit for rank in ranked(state)] == ["b"]
    assert [rank.unit for rank in ranked(state, attacker="b")] == ["a", "friend"]


# Equal targets


def asked(state: GameState) -> int:
    """How many questions a ranking puts."""
    met = []
    tuple(Ranking(AAM, state, "a", SEEN, lambda: met.append(0)).ranks())
    return len(met)


def test_equal_targets_are_asked_once() -> None:
    """A name or a counter of the players' own makes no difference; a marker does."""
    one = asked(field(b=unit(GUN, 1)))
    assert one > 0
    alike = {"c": unit(GUN, 1, name="Gun 2"), "d": unit(GUN, 1, grudge=3)}
    assert asked(field(b=unit(GUN, 1), **alike)) == one
    assert asked(field(b=unit(GUN, 1), c=unit(GUN, 1, face_up=["disrupted"]))) > one
    assert len({rank.chances for rank in ranked(field(b=unit(GUN, 1), **alike))}) == 1


def test_a_unit_that_another_one_names_is_like_no_other() -> None:
    """Something is aboard the second: whatever rests on that, it is asked for itself."""
    one = asked(field(b=unit(GUN, 1)))
    named = field(b=unit(GUN, 1), c=unit(GUN, 1), r=unit(RIFLES, 1, aboard="c", where="inside"))
    assert asked(named) == 2 * one


def test_rankings_of_one_table_share_what_is_known() -> None:
    state, known, met = field(a2=unit(TANK), b=unit(GUN, 1)), {}, []
    first, second = (Ranking(AAM, state, by, SEEN, lambda: met.append(0), known).ranked() for by in ("a", "a2"))
    assert first == second
    assert len(met) == asked(field(b=unit(GUN, 1)))


# No chances


def test_what_takes_too_long_says_so_and_the_others_are_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    patient = foresight.Foresight.first

    def first(asked: foresight.Foresight) -> foresight.Forecast:
        if asked.task.args[0].target == "b":
            raise TooLong
        return patient(asked)

    monkeypatch.setattr(foresight.Foresight, "first", first)
    found = ranked(field(b=unit(GUN, 1), r=unit(RIFLES, 1)))
    assert [rank.unit for rank in found] == ["r", "b"]
    assert english(found[1].why) == "too long to work out"
    assert found[0].chances == RIFLES_IN_THE_OPEN


def test_no_patience_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresight, "FEW_QUESTIONS", 0)
    for effort in ("SOON", "EXACTLY", "NEARLY", "AT_LEISURE"):
        monkeypatch.setattr(foresight, effort, 0)
    assert {english(rank.why) for rank in ranked(field(r=unit(RIFLES, 1)))} == {"too long to work out"}


def test_a_value_the_card_lacks_is_named() -> None:
    (found,) = ranked(field(b=unit({key: value for key, value in GUN.items() if key != "defense"}, 1)))
    assert not found.chances
    assert english(found.why) == "the card does not state defense"


def test_nonsense_is_a_sentence_too() -> None:
    (found,) = ranked(field(b=unit(GUN, 1)), SEEN.put("range", -1))
    assert english(found.why) == "situation.range: less than 0"


def test_whoever_waits_may_give_up() -> None:
    def enough() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Ranking(AAM, field(b=unit(GUN, 1)), "a", SEEN, enough).ranked()


@pytest.mark.rule("AAM-58", "AAM-53")
def test_what_lies_on_a_target_already_is_no_chance() -> None:
    """11 dice on 4+: of soldiers of 4 with a Disrupted marker face down one hit makes the second
    step, which destroys them; who is Destroyed comes to nothing more."""
    hit, gone = unit(RIFLES, 1, face_down=["disrupted"]), unit(RIFLES, 1, face_down=["disrupted", "destroyed"])
    found = {rank.unit: rank.chances for rank in ranked(field(b=hit, c=gone))}
    assert found == {"b": (Fraction(1, 2) + Fraction(63, 256), Fraction(0), Fraction(0)), "c": (Fraction(0),) * 3}


def test_who_has_no_chances_stands_behind_who_has() -> None:
    nothing, little, much = (Rank("n", why="x"), Rank("l", (Fraction(0), Fraction(1, 2))), Rank("m", (Fraction(1, 9), Fraction(0))))
    assert best_first((nothing, little, much)) == (much, little, nothing)


# What is stated


def test_a_game_without_an_aim_compares_nothing() -> None:
    with pytest.raises(Impossible):
        levels(TINY)


def test_an_open_attack_is_looked_past() -> None:
    play = started("aam")
    before = play.session.state
    play.do({"do": "open", "procedure": "attack", "with": {"attacker": "a", "target": "b"}})
    assert play.session.state.pending
    assert quiet(play.session.state) == before


def test_what_is_asked_later_is_not_told_when_the_attack_opens() -> None:
    assert opened(AAM, "a", "b", SEEN) == Map({**SEEN, "attacker": "a", "target": "b"})
    assert opened(RULESETS["front"], "a", "b", Map()) == Map({"attackers": ("a",)})


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_every_aim_names_what_its_procedure_has(rules: Ruleset) -> None:
    aim = rules.aim
    assert aim
    fields = rules.opening(aim.procedure).situation
    assert isinstance(fields, Record)
    assert all(fields.field(key) for key in (aim.by, aim.at, *aim.told, *aim.assumed))
    known = rules.opening(aim.procedure).outcomes(Map({aim.by: "a", aim.at: "b"}))
    assert all(outcome in known or rules.tracker(outcome) for _, outcome, _ in aim.levels)
    assert all(called(rules, key) != key for key in (*aim.told, *(word for word, _, _ in aim.levels)))


# The other games, by hand

FIGHTER = {"name": "Attacker", "side": "axis", "domain": "ground", "av": {"ground": 3}, "dv": 3}
SQUAD = {
    "name": "Squad",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "models": [{"weapons": ["Rifle"]}] * 2,
    "weapons": {"Rifle": {"range": "6", "values": {"S2": "1/1"}}},
}
INFANTRY = {
    "name": "Rifles",
    "army": "grey",
    "type": "infantry",
    "armor": 1,
    "life": 2,
    "weapon": {"impact": [6, 9], "penetration": 3, "damage": 1, "range": 4},
}
TROOPS = {"name": "Troops", "type": "INF", "armour": None, "speed": 15, "cc": 5, "ff": 5, "weapons": [{"name": "Gun", "range": 30, "shots": 1, "ap": 4}]}


def formation(count: int) -> dict[str, Any]:
    return {"name": f"{count} troops", "points": 100, "initiative": 2, "units": [[count, TROOPS]]}


CASES: tuple[tuple[str, str, dict[str, Any], dict[str, tuple[Fraction, ...]]], ...] = (
    (
        "front",
        "battle",
        {"a": unit(FIGHTER), "weak": unit({**FIGHTER, "side": "allies"}, 1), "strong": unit({**FIGHTER, "dv": 4}, 1)},
        {"weak": (Fraction(1), Fraction(0)), "strong": (Fraction(0), Fraction(1))},
    ),
    ("dust", "", {"a": unit(SQUAD), "b": unit(SQUAD, 1)}, {"b": (Fraction(1, 9), Fraction(4, 9))}),
    ("2gm", "", {"a": unit(INFANTRY), "b": unit(INFANTRY, 1)}, {"b": (Fraction(2, 10), Fraction(3, 10))}),
    (
        "epic",
        "",
        {"a": unit(formation(1)), "one": unit(formation(1), 1), "four": unit(formation(4), 1)},
        {"one": (Fraction(1, 2), Fraction(1, 2), Fraction(0)), "four": (Fraction(0), Fraction(0), Fraction(1, 2))},
    ),
)


@pytest.mark.parametrize(("game", "step", "units", "wanted"), CASES, ids=[case[0] for case in CASES])
def test_chances_of_the_other_games(game: str, step: str, units: dict[str, Any], wanted: Mapping[str, tuple[Fraction, ...]]) -> None:
    """Three points destroy a defense of three; two of six faces hit; 6 to 8 hit and 9 or 10 are
    critical; a shot on 4+, no save, and a formation of one breaks by the marker alone, one of
    four by none of it."""
    rules = RULESETS[game]
    state = table(rules, {"units": units, **({"step": step} if step else {})})
    found = Ranking(rules, state, "a", first_told(rules, state, "a")).ranked()
    assert {rank.unit: rank.chances for rank in found} == wanted
    assert [rank.unit for rank in found] == list(wanted)


def test_words_to_choose_from_are_the_units_own() -> None:
    rules = RULESETS["dust"]
    state = table(rules, {"units": {"a": unit(SQUAD)}})
    assert choices(rules, state, "a") == {"weapon": ("Rifle",)}
    assert first_told(rules, state, "a")["weapon"] == "Rifle"
