"""A barrage on one page: its guns, who is under its templates, and what it is told of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.playing import drafting
from engine.values.maps import Map, thawed
from engine.values.texts import english
from tests.games.epic.table import RULES, armoured_titan, cruiser, enemy_wing, foot, force, game, side, tank

rule = pytest.mark.rule
HOWITZER = {"name": "Howitzer", "range": 60, "bp": 1}
GUN = tank(name="Gun", weapons=[HOWITZER])


def filled(by: dict[str, Any] | None = None, target: dict[str, Any] | None = None, readings: dict[str, str] | None = None, **draft: Any) -> drafting.Filled:
    """Three guns at twelve on foot and a Titan, with a friend and an aircraft near."""
    units = {
        "a": by or force((3, GUN), state={"order": "advance"}),
        "d": target or force((12, foot()), (1, armoured_titan()), seat=1),
        "e": side(seat=1),
        "x": enemy_wing(state={"flying": True}),
    }
    plan = RULES.plan("barrage")
    assert plan
    return drafting.fill(RULES, game(readings=readings, **units).state, plan, Map({"by": "a", "target": "d", **draft}))


def facts(found: drafting.Filled) -> dict[str, Any]:
    return {fact.key: fact for fact in found.facts}


class TestWhoIsUnder:
    @rule("EPIC-59", "EPIC-61")
    def test_all_of_the_target_until_somebody_says_otherwise(self) -> None:
        """Up to twelve by one tap, more are counted; those beside are none until they are
        told."""
        found = facts(filled(also=("e",)))
        assert ([value for value, _ in found["under:d:0"].answers], found["under:d:0"].preset) == ([*range(13)], 12)
        assert (found["under:e:0"].preset, [value for value, _ in found["under:e:0"].answers]) == (0, [0, 1, 2, 3])
        many = facts(filled(target=force((13, foot()), seat=1)))["under:d:0"]
        assert (many.answers, many.preset, many.most) == ((), 13, 13)

    @rule("EPIC-61", "EPIC-173")
    def test_a_centre_is_asked_for_war_engines_that_are_left(self) -> None:
        assert [key for key in facts(filled()) if key.startswith(("under", "centre"))] == ["under:d:0", "under:d:1", "centre:d:1"]
        lost = force((12, foot()), (1, armoured_titan()), seat=1, state={"lost": [0, 1]})
        assert [key for key in facts(filled(target=lost)) if key.startswith(("under", "centre"))] == ["under:d:0"]

    @rule("EPIC-61")
    @pytest.mark.parametrize(("reading", "also"), [("all", ["a", "e"]), ("target_only", None)])
    def test_others_of_either_side_on_the_ground(self, reading: str, also: list[str] | None) -> None:
        found = facts(filled(readings={"template_victims": reading}))
        assert ([value for value, _ in found["also"].answers] if "also" in found else None) == also

    @rule("EPIC-57", "EPIC-61")
    def test_what_the_barrage_is_told(self) -> None:
        """Rows of the target by their number; war engines and those beside one by one, on the same
        ground."""
        told = {"under:d:0": 4, "under:d:1": 1, "centre:d:1": True, "also": ("e",), "under:e:0": 2, "terrain": "wood"}
        args = thawed(filled(**told).args)
        assert args["laid"] == [4, 0]
        assert args["under"] == [
            {"type": "WE", "formation": "d", "row": 1, "count": 1, "cover": True, "centre": True},
            {"type": "INF", "formation": "e", "row": 0, "count": 2, "cover": 5},
        ]

    @rule("EPIC-57", "EPIC-61")
    def test_what_goes_without_saying(self) -> None:
        args = thawed(filled(target=force((4, foot()), seat=1)).args)
        assert args == {"by": "a", "target": "d", "range": 60, "terrain": "open_ground", "laid": [4]} | {key: args[key] for key in ("direct",) if key in args}
        open_ground = thawed(filled(**{"under:d:1": 1, "also": ("e",), "under:e:0": 9}).args)["under"]
        assert open_ground == [{"type": "WE", "formation": "d", "row": 1, "count": 1}, {"type": "INF", "formation": "e", "row": 0, "count": 3}]
        assert "under" not in filled(**{"under:d:1": 0}).args

    @rule("EPIC-57", "EPIC-61")
    @pytest.mark.parametrize(("able", "told"), [(3, None), (2, 2)])
    def test_how_many_are_in_range_where_not_all_are(self, able: int, told: int | None) -> None:
        assert filled(able=able).args.get("able") == told


class TestTheGuns:
    @rule("EPIC-57", "EPIC-158")
    def test_distances_of_guns_alone(self) -> None:
        both = tank(weapons=[HOWITZER, {"name": "Cannon", "range": 75, "at": 4}, {"name": "Mortar", "range": 45, "bp": 1, "abilities": ["indirect_fire"]}])
        for order, cuts in (("advance", [45, 60]), ("sustained", [45, 60, 90])):
            found = facts(filled(force((1, both), state={"order": order})))
            assert [value for value, _ in found["range"].answers] == cuts

    @rule("EPIC-41", "EPIC-57")
    def test_how_many_of_each_fire(self) -> None:
        """Three guns of which two see the target; a character has one of his own; a mortar that
        does not reach is silent."""
        chief = {"name": "Chief", "type": "CH", "weapons": [{"name": "Launcher", "range": 60, "bp": 2}]}
        short = {"name": "Short", "range": 30, "bp": 1}
        found = filled(force((3, tank(weapons=[HOWITZER, short])), (1, chief), state={"order": "advance"}), able=2, range=60)
        points, *guns = found.means
        assert english(points.text) == "4 barrage points"
        assert [(english(gun.text), bool(gun.against)) for gun in guns] == [("Howitzer", False), ("Short", True), ("Launcher", False)]
        assert [english(guns[n].notes[0]).partition(" ")[0] for n in (0, 2)] == ["2", "1"]
        assert not [note for gun in guns for note in gun.notes if "suppressed" in english(note)]

    @rule("EPIC-41", "EPIC-57")
    def test_how_many_of_those_who_see_it_are_suppressed(self) -> None:
        _, gun = filled(force((3, GUN), state={"order": "advance", "blast": 1}), able=2).means
        assert english(gun.notes[-1]) == "one of 2 suppressed"

    @rule("EPIC-57", "EPIC-58")
    def test_a_gun_without_a_name_is_called_by_its_unit(self) -> None:
        _, gun = filled(force((1, tank(name="Battery", weapons=[{"range": 60, "bp": 1}])), state={"order": "advance"})).means
        assert english(gun.text) == "Battery"

    @rule("EPIC-57", "EPIC-61")
    @pytest.mark.parametrize(
        ("by", "keys"),
        [
            (force((3, GUN), state={"order": "advance"}), {"able"}),
            (force((3, tank(weapons=[HOWITZER, {"name": "Cannon", "range": 60, "at": 4}])), state={"order": "advance"}), {"able", "direct"}),
            (cruiser(state={"order": "spacecraft"}), set()),
            # with markers it matters who is farthest, where more than one row fires
            (force((2, GUN), (1, tank(name="Other", weapons=[HOWITZER])), state={"order": "advance", "blast": 1}), {"able", "rear"}),
            (force((2, GUN), (1, tank(name="Other", weapons=[HOWITZER])), state={"order": "advance"}), {"able"}),
            (force((3, GUN), state={"order": "advance", "blast": 1}), {"able"}),
        ],
    )
    def test_what_else_is_asked(self, by: dict[str, Any], keys: set[str]) -> None:
        found = set(facts(filled(by)))
        assert found & {"able", "direct", "rear"} == keys
        assert "touching" not in found

    @rule("EPIC-57")
    def test_what_is_kept_and_what_is_foretold(self) -> None:
        plan = RULES.plan("barrage")
        assert plan
        assert plan.foretold
        told: Map[Any] = Map({"by": "a", "target": "d", "range": 60, "laid": (4,)})
        assert thawed(plan.draft(told)) == {"by": "a", "target": "d", "range": 60}
        now = game(a=force((3, GUN), state={"order": "advance"}), d=side(seat=1)).state
        assert plan.foretold(now, Map({"by": "a", "target": "d"}))
        assert plan.foretold(now, Map({"by": "a", "target": ""})) is None
