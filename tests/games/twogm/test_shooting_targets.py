"""Who may fire at what, what is hit, and what a page says of it."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, OSTWIND, PAK, SHERMAN, TRUCK
from engine.games.twogm.shooting.damage import terrain_under
from engine.games.twogm.shooting.plan import order
from engine.games.twogm.shooting.weapons import place_of
from engine.games.twogm.units import is_behind, is_fighter, items
from engine.playing import drafting
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.twogm.table import GUN, RULES, TANK, chances, do, playing, put, refs, refs_of, rule, shot, target, unit

NO_RANGE = {**TANK, "weapon": {"impact": [4, 8], "penetration": 6, "damage": 3}}


def page(attacker: Any, target: Any, draft: Any = None, **more: Any) -> drafting.Filled:
    units = {"a": attacker if "card" in attacker else unit(attacker), "b": target if "card" in target else unit(target, 1), **more}
    plan = RULES.plan("shot")
    assert plan
    return drafting.fill(RULES, playing("fire", units).state, plan, Map({"attacker": "a", "target": "b", **(draft or {})}))


def answers_to(found: drafting.Filled, key: str) -> list[Any] | None:
    return next(([value for value, _ in fact.answers] for fact in found.facts if fact.key == key), None)


class TestThePageOfAShot:
    @rule("2GM-69")
    def test_distances_up_to_the_range_of_its_weapons(self) -> None:
        """6, where the card does not say; none of an aircraft, which is where its target is."""
        assert answers_to(page(TANK, LIGHT), "range") == [1, 2, 3]
        assert answers_to(page(NO_RANGE, LIGHT), "range") == [1, 2, 3, 4, 5, 6]
        assert answers_to(page(OSTWIND, FOCKE), "range") is None

    @rule("2GM-69")
    def test_units_in_reach_come_before_the_headquarters_and_both_before_those_too_far(self) -> None:
        """A range of 3, from our row 4: their row 1 is our row 6, two rows away, their HQ one
        more; from row 3 the HQ is 4 away."""
        units = {"a": unit(TANK, row=4), "far": unit(TANK, row=3), "b": unit(LIGHT, 1, row=1), "q": unit(HQ, 1), "x": unit(LIGHT, 1)}
        now = playing("fire", units).state
        assert [order(now, "a", each) for each in ("b", "q", "x")] == [0, 1, 0]
        assert [order(now, "far", each) for each in ("b", "q")] == [0, 2]

    @rule("2GM-82", "2GM-86")
    @pytest.mark.parametrize(
        ("at", "asked"),
        [
            (unit(LIGHT, 1), True),
            (unit(LIGHT, 1, terrain="forest"), False),
            (unit(LIGHT, 1, **{"in": "h"}), False),
            (unit(HQ, 1), False),
            (unit(HOUSE, 1), False),
        ],
    )
    def test_the_ground_is_asked_where_the_table_does_not_know_it(self, at: Any, asked: bool) -> None:
        assert (answers_to(page(TANK, at, h=unit(HOUSE, 1)), "terrain") is not None) is asked

    @rule("2GM-68", "2GM-15")
    def test_a_weapon_that_was_used_stays_silent(self) -> None:
        used = page(unit(SHERMAN, markers={"MG": {"face": "disabled", "tilted": True}}), LIGHT, {"range": 1})
        assert [(each.key, each.against.ref.id if each.against else None) for each in used.means] == [("primary", None), ("MG", "2GM-15")]

    @rule("2GM-70", "2GM-25")
    @pytest.mark.parametrize(("at", "needs"), [(LIGHT, "4+/8+"), (HQ, "4+")])
    def test_thresholds_as_the_book_prints_them(self, at: Any, needs: str) -> None:
        """A headquarters takes no critical."""
        assert page(TANK, at, {"range": 1}).means[0].needs == needs

    @rule("2GM-71", "2GM-142")
    def test_notes_of_a_weapon(self) -> None:
        """A further shot by its number; why it cannot pierce, and that alone."""
        multiple = {**TANK, "skills": ["multiple:2"]}
        first, second = page(multiple, LIGHT, {"range": 1}), page(unit(multiple, fired_with=["-1"]), LIGHT, {"range": 1})
        numbers = "range 3, damage 3, penetration 6"
        assert [english(each) for each in first.means[0].notes] == [numbers]
        assert [english(each) for each in second.means[0].notes] == [numbers, "shot 2"]
        thick = page(TANK, unit({**TANK, "armor": 9}, 1, smoke="shell"), {"range": 1})
        assert ([english(each) for each in thick.means[0].notes[1:]], thick.means[0].needs) == (["penetration 6 does not reach armour 9"], "–")
        easy = page(TANK, unit(LIGHT, 1, smoke="shell"), {"range": 1})
        assert [english(each) for each in easy.means[0].notes] == [numbers]


class TestWhoFires:
    @rule("2GM-68", "2GM-23")
    def test_a_headquarters_has_no_weapon(self) -> None:
        assert refs("shot", {"q": unit({**HQ, "weapon": GUN}), "b": unit(LIGHT, 1)}, attacker="q", target="b", range=1) == ["2GM-68"]

    @rule("2GM-68", "2GM-57")
    def test_an_assault_comes_first_in_the_fire_phase_only(self) -> None:
        """A question by itself is asked of no phase."""
        units = {"a": unit(LIGHT, assaulting="b", row=3, column=3), "b": unit(LIGHT, 1, row=3, column=3), "c": unit(LIGHT, 1, row=3, column=4)}
        assert refs_of(playing("fire", units), "shot", attacker="a", target="c", weapon="primary") == ["2GM-57"]
        assert refs("shot", units, attacker="a", target="c", weapon="primary") == []

    @rule("2GM-69", "2GM-94")
    def test_an_aircraft_is_where_its_target_is(self) -> None:
        assert refs("shot", {"a": unit(FOCKE), "b": unit(LIGHT, 1)}, attacker="a", target="b", range=5) == []
        assert refs("shot", {"a": unit(TANK), "b": unit(LIGHT, 1)}, attacker="a", target="b", range=5) == ["2GM-69"]

    @rule("2GM-142")
    def test_how_many_shots_multiple_gives(self) -> None:
        told = {"attacker": "a", "target": "b", "range": 1}
        units = {"a": unit({**TANK, "skills": ["multiple:2"]}), "b": unit(LIGHT, 1)}
        assert refs("shot", units, shot_number=3, **told) == []
        assert put("shot", units, shot_number=4, **told)["refused"]["text"] == "M4 Sherman has 3 shots with this weapon"

    @rule("2GM-104")
    @pytest.mark.parametrize(("card", "no"), [(SHERMAN, []), (BOMBER, ["2GM-104"])])
    def test_only_a_bombers_machine_guns_are_for_interceptors(self, card: Any, no: list[str]) -> None:
        assert refs("shot", {"a": unit(card), "b": unit(LIGHT, 1)}, attacker="a", target="b", weapon="HMG", range=1) == no

    @rule("2GM-92", "2GM-95")
    @pytest.mark.parametrize(("card", "state", "fights"), [(FOCKE, {}, True), (FOCKE, {"role": "bomber"}, False), ({**TANK, "skills": ["fighter"]}, {}, False)])
    def test_who_is_a_fighter(self, card: Any, state: Any, fights: bool) -> None:
        assert is_fighter(playing("fire", {"a": unit(card, **state)}).state.unit("a")) is fights

    @rule("2GM-174")
    def test_who_was_destroyed_shoots_no_more(self) -> None:
        """The first shot kills whoever was to fire the second."""
        units = {"a": unit(TANK), "b": unit(TANK, 1)}
        rows = [{"attacker": "a", "target": "b"}, {"attacker": "b", "target": "a", "as": "reaction"}]
        reply = put("shots", units, shots=rows, range=1, roll={"shot:0": [10], "shot:1": [10]}, overrule=True)
        assert (list(reply["result"]["readings"]), reply["after"]["a"].get("damage")) == (["shot:0"], None)

    @rule("2GM-68", "2GM-69")
    @pytest.mark.parametrize("row", [{"target": "b"}, {"attacker": "a"}])
    def test_of_several_shots_each_says_who_fires_at_whom(self, row: Any) -> None:
        assert put("shots", {"a": unit(SHERMAN), "b": unit(LIGHT, 1)}, shots=[row])["error"] == "say who shoots at whom"


class TestWhatIsHit:
    @rule("2GM-70", "2GM-25")
    @pytest.mark.parametrize(("at", "odds"), [(LIGHT, chances(("nothing", 3), ("hit", 4), ("critical", 3))), (HQ, chances(("nothing", 3), ("hit", 7)))])
    def test_what_a_die_may_come_to(self, at: Any, odds: Any) -> None:
        """4+ hits and 8+ destroys; a headquarters is only hit."""
        assert shot(TANK, unit(at, 1), range=1)["odds"]["shot"] == odds

    @rule("2GM-87", "2GM-86")
    def test_an_empty_building_hurts_nobody(self) -> None:
        """Told by its damage alone, or without anything said of a shooter."""
        found = put("building", points=6, shot={"damage": 2, "result": "hit"})["result"]
        assert (found["points"], found["ruins"], found["occupant_damage"]) == (4, False, 0)
        assert put("building", points=6, shot={"damage": 2})["result"] == found

    @rule("2GM-86")
    def test_what_lies_under_a_unit(self) -> None:
        """A terrain card that stands; no transport, nothing destroyed."""
        units = {
            "h": unit(HOUSE),
            "x": unit(HOUSE, where="destroyed"),
            "t": unit(TRUCK),
            "a": unit(LIGHT, **{"in": "h"}),
            "b": unit(LIGHT, **{"in": "x"}),
            "c": unit(LIGHT, where="inside", **{"in": "t"}),
        }
        now = playing("fire", units).state
        assert [terrain_under(now, now.unit(each)) for each in "abc"] == ["h", None, None]

    @rule("2GM-55")
    @pytest.mark.parametrize(("role", "needs"), [("attack", [6, 10]), ("reaction", [5, 10])])
    def test_by_another_reading_only_the_assaulter_is_in_the_open(self, role: str, needs: list[int]) -> None:
        reply = shot(LIGHT, unit(LIGHT, 1), {"assault_cover": "no"}, terrain="forest", range=1, **{"as": role})
        assert target(reply) == needs

    @rule("2GM-17")
    def test_a_line_that_is_called_like_the_primary_weapon_is_itself(self) -> None:
        card = {**LIGHT, "equipment": [{"item": "Grenade"}, {"item": "Rifle"}]}
        at = playing("fire", {"a": unit(card), "b": unit(LIGHT)}).state
        assert (place_of(at.unit("a"), "rifle"), place_of(at.unit("b"), "rifle"), place_of(at.unit("a"), "primary")) == (1, -1, -1)


class TestWhatAQuestionFires:
    @rule("2GM-18", "2GM-66")
    def test_heavy_weapons_stand_mounted_and_no_other_marker_changes(self) -> None:
        units = {"a": unit(HEAVY), "b": unit(LIGHT, 1)}
        assert refs("shot", units, attacker="a", target="b", weapon="HMG", range=1) == []
        told = {"a": unit(HEAVY, markers={"Mortar": {"face": "dismounted"}}), "b": unit(LIGHT, 1)}
        assert refs("shot", told, attacker="a", target="b", weapon="HMG", range=1) == []
        assert refs("shot", told, attacker="a", target="b", weapon="Mortar", range=1) == ["2GM-18"]
        plain = put("shot", units, attacker="a", target="b", weapon="Bazooka", range=1, roll={"shot": [1]})
        assert plain["after"]["a"]["markers"] == {"Bazooka": {"face": "active", "tilted": True}}

    @rule("2GM-18", "2GM-87")
    def test_of_a_weapon_whose_bearer_is_not_told_nothing_is_mounted(self) -> None:
        assert put("building", points=6, shot={"weapon": "HMG", "damage": 2, "result": "hit"})["result"]["points"] == 4


class TestEquipmentAndCover:
    @rule("2GM-66")
    def test_what_a_unit_carries_by_what_the_table_says(self) -> None:
        """Set by hand, it still has all of its card; a marker that no line has is there too."""
        card = {**SHERMAN, "equipment": [{"item": "MG"}, {"item": "HMG"}]}
        states = [
            {},
            {"markers": {"MG": {"face": "active"}}},
            {"markers": {"MG": False}},
            {"markers": {"mg": {"face": "active"}, "MRL": {"face": "active"}}, "all_lines": True},
        ]
        found = [items(playing("fire", {"a": unit(card, **state)}).state.unit("a")) for state in states]
        assert found == [("MG", "HMG"), ("MG",), ("MG", "HMG"), ("MG", "HMG", "MRL")]

    @rule("2GM-60", "2GM-59")
    @pytest.mark.parametrize(("row", "behind"), [(None, True), (3, True), (2, False)])
    def test_behind_the_only_vehicle_that_can_be_meant(self, row: int | None, behind: bool) -> None:
        units = {"i": unit(LIGHT, at_cover=True, **({"row": row} if row else {})), "t": unit(TANK, row=3), "p": unit(PAK, row=3)}
        now = playing("fire", units).state
        assert is_behind(now, now.unit("i"), now.unit("t")) is behind

    @rule("2GM-20", "2GM-74")
    def test_only_a_headquarters_decides_the_battle(self) -> None:
        units = {"a": unit(SHERMAN, row=6, column=4), "q": unit({**HQ, "life": 1}, 1), "b": unit(LIGHT, 1, row=2, column=4)}
        for at, winner in (("q", "player_1"), ("b", None)):
            session = do(playing("fire", units), "shot", [10], attacker="a", target=at, weapon="primary")
            assert session.state.trackers.get("winner") == winner
