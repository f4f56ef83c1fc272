"""What is due of landings, bombardments and drops. Worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic import refs
from engine.games.epic.space.schedule import falls
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.epic.table import AWAY, CRUISER, PLANE, RULES, cruiser, foot, force, game, side, tank

rule = pytest.mark.rule
GUNSHIP = {**PLANE, "weapons": [{"name": "Guns", "range": 15, "ap": 4}]}
LANDER = {"name": "Lander", "type": "AC", "speed": "bomber", "armour": 5, "abilities": ["planetfall"]}


def due(step: str = "action", turn: int = 1, **units: Any) -> list[tuple[str, str]]:
    """The procedures that are due, and whose."""
    found = RULES.duties(game(step, turn, **units).state)
    return [(duty.procedure, str(duty.args[RULES.opening(duty.procedure).actor])) for duty in found]


class TestLandings:
    @rule("EPIC-12", "EPIC-214")
    @pytest.mark.parametrize(
        ("aboard", "found"),
        [
            (True, [("air_assault", "f"), ("touch_down", "f"), ("fire", "f")]),
            # with nobody aboard it rather fires, and may land after all
            (False, [("fire", "f"), ("touch_down", "f")]),
        ],
    )
    def test_an_empty_transport_rather_fires(self, aboard: bool, found: list[Any]) -> None:
        held = {"flying": True, "order": "ground_attack", "activated": True, "todo": ["land", "shoot"]}
        troops = force((3, foot()), state={"aboard": "f", "where": "inside"} if aboard else AWAY)
        assert due(f=force((1, GUNSHIP), state=held), a=troops, d=side(9, seat=1)) == found

    @rule("EPIC-214", "EPIC-215")
    @pytest.mark.parametrize(
        ("enemy", "found"), [({}, ["air_assault", "touch_down"]), ({"where": "reserve"}, ["touch_down"]), ({"where": "destroyed"}, ["touch_down"])]
    )
    def test_an_air_assault_needs_somebody_to_assault(self, enemy: dict[str, Any], found: list[str]) -> None:
        held = {"flying": True, "order": "ground_attack", "activated": True, "todo": ["land"]}
        troops = force((3, foot()), state={"aboard": "f", "where": "inside"})
        assert [what for what, _ in due(f=force((1, PLANE), state=held), a=troops, d=side(seat=1, **enemy))] == found


class TestBombardments:
    @rule("EPIC-218", "EPIC-220")
    @pytest.mark.parametrize(
        ("weapons", "enemy", "found"),
        [
            ([{"name": "Bombs", "bp": 5}], {}, [("barrage", "s")]),
            ([{"name": "Lance", "mw": 2}], {}, []),
            ([{"name": "Bombs", "bp": 5}], {"where": "reserve"}, []),
        ],
    )
    def test_guns_and_somebody_below(self, weapons: list[Any], enemy: dict[str, Any], found: list[Any]) -> None:
        held = {"where": "reserve", "order": "spacecraft", "activated": True, "todo": ["bombardment"]}
        assert due(s=force((1, {**CRUISER, "weapons": weapons}), state=held), d=side(seat=1, **enemy)) == found


def overhead() -> dict[str, Any]:
    """A spacecraft that lets its troops down."""
    return force((1, CRUISER), state={"where": "reserve", "order": "spacecraft", "activated": True, "todo": ["planetfall"]})


class TestDrops:
    @rule("EPIC-222", "EPIC-225")
    @pytest.mark.parametrize(
        ("troops", "held", "found"),
        [
            (foot(), AWAY, [("drop_pods", "a")]),
            (tank(abilities=["planetfall"]), AWAY, [("planetfall", "a")]),
            (foot(), {"where": "inside", "aboard": "s"}, [("drop_pods", "a")]),
            (LANDER, {"where": "inside", "aboard": "s"}, [("planetfall", "a")]),
            # on the table, aboard another, destroyed with it or before, flying in, teleporting
            (foot(), {}, []),
            (foot(), {"where": "inside", "aboard": "other"}, []),
            (foot(), {"where": "destroyed", "aboard": "s"}, []),
            (foot(), {"where": "destroyed"}, []),
            (LANDER, AWAY, []),
            (foot(abilities=["teleport"]), AWAY, []),
            (CRUISER, AWAY, []),
        ],
    )
    def test_who_comes_down(self, troops: dict[str, Any], held: dict[str, Any], found: list[Any]) -> None:
        assert due(s=overhead(), a=force((3, troops), state=held), d=side(seat=1)) == found

    @rule("EPIC-222", "EPIC-225")
    def test_a_mixed_formation_comes_in_pods_and_the_dead_do_not_count(self) -> None:
        """All that are left must fly by planetfall."""
        mixed = [(1, tank(abilities=["planetfall"])), (1, foot())]
        for lost, procedure in (([0, 0], "drop_pods"), ([0, 1], "planetfall")):
            assert due(s=overhead(), a=force(*mixed, state={**AWAY, "lost": lost}), d=side(seat=1)) == [(procedure, "a")]

    @rule("EPIC-218", "EPIC-230")
    def test_only_those_of_its_own_side(self) -> None:
        assert due(s=overhead(), d=side(seat=1, **AWAY)) == []

    @rule("EPIC-222", "EPIC-225")
    def test_nobody_of_a_formation_without_units_falls(self) -> None:
        wiped = force((2, tank(abilities=["planetfall"])), state={**AWAY, "lost": [2]})
        assert not falls(game(a=wiped).state.unit("a"))

    @rule("EPIC-222", "EPIC-225")
    @pytest.mark.parametrize(("abilities", "text"), [(["planetfall"], "Planetfall: Force"), ([], "Drop pods: Force")])
    def test_what_the_button_says(self, abilities: list[str], text: str) -> None:
        [duty] = RULES.duties(game(s=overhead(), a=force((2, tank(abilities=abilities)), state=AWAY), d=side(seat=1)).state)
        assert english(duty.text) == text


class TestPlans:
    @rule("EPIC-12", "EPIC-216")
    @pytest.mark.parametrize(
        ("step", "turn", "held", "found"),
        [
            ("strategy", 1, {}, [("schedule", "s")]),
            ("action", 1, {}, []),
            ("rally", 1, {}, []),
            ("strategy", 2, {}, []),
            ("strategy", 1, {"due": 2}, []),
            ("strategy", 1, {"passed": True}, []),
            ("strategy", 1, {"where": "destroyed"}, []),
        ],
    )
    def test_a_spacecraft_is_planned_before_the_battle(self, step: str, turn: int, held: dict[str, Any], found: list[Any]) -> None:
        assert due(step, turn, s=cruiser(state=held), d=side(seat=1)) == found


class TestWhoMayComeDown:
    def against(self, acting: str, left: tuple[str, ...], formation: str, step: str = "action", where: str = "reserve", craft: bool = True) -> list[str]:
        units = {"a": side(where=where), "d": side(seat=1, where=where), "s": cruiser(), "r": cruiser(seat=1)}
        known = {name: unit for name, unit in units.items() if craft or name in ("a", "d")}
        now = game(step, **known).state.set("", "acting", Map({"unit": acting, "left": left} if acting else {}), refs.EPIC_218)
        return [no.key for no in RULES.opening("drop_pods").refusals(now, Map({"formation": formation}))]

    @rule("EPIC-218")
    @pytest.mark.parametrize(
        ("acting", "left", "formation", "found"),
        [
            ("s", ("planetfall",), "a", []),
            ("s", ("bombardment", "pin_point", "planetfall"), "a", []),
            ("s", ("bombardment",), "a", ["no_craft"]),
            ("", (), "a", ["no_craft"]),
            # the spacecraft of the other side lets nobody down
            ("r", ("planetfall",), "a", ["no_craft"]),
            ("s", ("planetfall",), "d", ["no_craft"]),
        ],
    )
    def test_from_a_craft_of_its_side_that_is_overhead(self, acting: str, left: tuple[str, ...], formation: str, found: list[str]) -> None:
        assert self.against(acting, left, formation) == found

    @rule("EPIC-218", "EPIC-222")
    def test_who_is_on_the_table_is_told_so_and_nothing_else(self) -> None:
        assert self.against("", (), "a", where="table") == ["on_the_table"]

    @rule("EPIC-218")
    def test_players_without_a_craft_know_themselves_when_it_comes(self) -> None:
        """Of their own: that the enemy has one says nothing."""
        assert self.against("", (), "a", craft=False) == []
        now = game(a=side(where="reserve"), r=cruiser(seat=1)).state
        assert list(RULES.opening("drop_pods").refusals(now, Map({"formation": "a"}))) == []
        assert self.against("", (), "a", step="strategy") == []
