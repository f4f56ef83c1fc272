"""Epic Armageddon: shooting, with values worked out from the book."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.events import Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.asking import change, rows
from tests.games.epic_field import BARE, ask, binomial, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction


def shot(count: int = 1, type: str = "ap", value: int = 5, **more: Any) -> dict[str, Any]:
    return {"count": count, "type": type, "value": value, **more}


class TestToHit:
    @rule("EPIC-45", "EPIC-46", "EPIC-48", "EPIC-152", "EPIC-47", "EPIC-15", "EPIC-20", "EPIC-18")
    @pytest.mark.parametrize(
        ("told", "target", "hit"),
        [
            ({"value": 4}, 4, F(1, 2)),
            ({"value": 4, "cover": True}, 5, F(1, 3)),
            ({"value": 4, "order": "double"}, 5, F(1, 3)),
            ({"value": 4, "order": "marshal"}, 5, F(1, 3)),
            ({"value": 4, "order": "sustained"}, 3, F(2, 3)),
            ({"value": 4, "order": "double", "cover": True}, 6, F(1, 6)),
            ({"value": 4, "order": "sustained", "cover": True}, 4, F(1, 2)),
            ({"value": 4, "order": "hold"}, 4, F(1, 2)),
            ({"value": 4, "order": "overwatch"}, 4, F(1, 2)),
            ({"value": 2, "order": "sustained"}, 1, F(5, 6)),
            ({"value": 4, "cover": True, "ignore_cover": True}, 4, F(1, 2)),
            ({"value": 4, "cover": True, "waived": True}, 4, F(1, 2)),
            ({"value": 6, "cover": True}, 7, F(1, 12)),
            ({"value": 6, "cover": True, "order": "double"}, 8, F(1, 18)),
            ({"value": 8, "cover": True}, 9, F(1, 36)),
            ({"value": 9, "cover": True}, 10, F(0)),
            ({"value": 6, "cover": True, "order": "sustained"}, 6, F(1, 6)),
        ],
    )
    def test_values(self, told: dict[str, Any], target: int, hit: Fraction) -> None:
        reply = ask("to_hit", **told)
        assert (reply["result"]["target"], chance(reply, "hit", "yes")) == (target, hit)

    @rule("EPIC-45")
    @pytest.mark.parametrize(("die", "hit"), [(4, "yes"), (3, "no")])
    def test_a_weapon_of_4(self, die: int, hit: str) -> None:
        """X-01."""
        assert ask("to_hit", value=4, roll={"to_hit": [die]})["result"]["hit"] == hit

    @rule("EPIC-48")
    @pytest.mark.parametrize(
        ("value", "faces", "hit"),
        [
            (7, [6, 4], "yes"),
            (7, [6, 5], "yes"),
            (7, [6, 6], "yes"),
            (7, [6, 3], "no"),
            (7, [5], "no"),
            (8, [6, 5], "yes"),
            (8, [6, 6], "yes"),
            (8, [6, 4], "no"),
            (9, [6, 6], "yes"),
            (9, [6, 5], "no"),
        ],
    )
    def test_a_second_die_only_after_a_six(self, value: int, faces: list[int], hit: str) -> None:
        """X-02, X-03, X-04."""
        assert ask("to_hit", value=value, roll={"to_hit": faces})["result"]["hit"] == hit

    @rule("EPIC-48")
    def test_ten_is_impossible(self) -> None:
        """X-05."""
        reply = ask("to_hit", value=9, cover=True)
        assert (reply["checks"][0]["verdict"], reply["result"]["possible"]) == ("fails", False)

    @rule("EPIC-46", "EPIC-48")
    def test_every_reason_is_a_row(self) -> None:
        reply = ask("to_hit", value=5, cover=True, order="double")
        assert rows(reply, "to_hit") == [("cover", -1, "EPIC-46"), ("hurried", -1, "EPIC-46"), ("two_dice", 0, "EPIC-48")]
        assert rows(ask("to_hit", value=5, order="sustained"), "to_hit") == [("sustained", 1, "EPIC-46")]


RA, LM, INV, TRA = "reinforced_armour", "living_metal", "invulnerable_save", "thick_rear_armour"


class TestSaves:
    @rule(
        "EPIC-50",
        "EPIC-55",
        "EPIC-71",
        "EPIC-129",
        "EPIC-130",
        "EPIC-139",
        "EPIC-144",
        "EPIC-146",
        "EPIC-152",
        "EPIC-153",
        "EPIC-154",
        "EPIC-160",
        "EPIC-155",
        "EPIC-212",
        "EPIC-254",
        "EPIC-126",
        "EPIC-256",
        "EPIC-264",
    )
    @pytest.mark.parametrize(
        ("told", "killed"),
        [
            ({"armour": 5}, F(2, 3)),
            ({}, F(1)),
            ({"armour": 4, "abilities": [RA]}, F(1, 4)),
            ({"armour": 4, "abilities": [RA], "crossfire": True}, F(4, 9)),
            ({"armour": 4, "crossfire": True}, F(2, 3)),
            ({"armour": 6, "crossfire": True}, F(1)),
            ({"armour": 4, "crossfire": True, "abilities": [TRA]}, F(1, 2)),
            ({"armour": 4, "hit": "mw", "abilities": [RA]}, F(1, 2)),
            ({"armour": 4, "hit": "mw"}, F(1)),
            ({"armour": 4, "hit": "mw", "abilities": [RA], "crossfire": True}, F(2, 3)),
            ({"armour": 4, "hit": "tk", "abilities": [RA]}, F(1)),
            ({"armour": 4, "hit": "tk", "abilities": [INV]}, F(5, 6)),
            ({"armour": 4, "hit": "lance", "abilities": [RA]}, F(1, 2)),
            ({"armour": 5, "abilities": [INV]}, F(5, 9)),
            ({"armour": 4, "abilities": [RA, INV]}, F(5, 24)),
            ({"armour": 4, "abilities": [RA, INV], "hit": "mw"}, F(5, 12)),
            ({"armour": 5, "abilities": [INV], "crossfire": True}, F(25, 36)),
            ({"armour": 4, "abilities": [LM], "hit": "mw"}, F(1, 4)),
            ({"armour": 4, "abilities": [LM], "hit": "lance"}, F(1, 4)),
            ({"armour": 4, "abilities": [LM], "hit": "tk"}, F(1, 2)),
            ({"armour": 4, "abilities": [LM], "hit": "sniper"}, F(1, 4)),
            ({"armour": 4, "abilities": [LM], "crossfire": True}, F(4, 9)),
            ({"armour": 5, "hit": "sniper"}, F(5, 6)),
            ({"armour": 5, "hit": "sniper", "crossfire": True}, F(1)),
            ({"armour": 6, "cover": 4}, F(1, 2)),
            ({"armour": 3, "cover": 4}, F(1, 3)),
            ({"armour": 6, "cover": 4, "hit": "mw"}, F(1)),
            ({"armour": 6, "cover": 4, "ignore_cover": True}, F(5, 6)),
            ({"cover": 4, "crossfire": True}, F(2, 3)),
            ({"armour": 5, "cover": 4, "abilities": [RA]}, F(4, 9)),
            ({"cover": 4, "hit": "lance"}, F(1, 2)),
            ({"hit": "wreck"}, F(5, 6)),
            ({"hit": "wreck", "armour": 4}, F(1, 2)),
            ({"hit": "wreck", "ignore_cover": True}, F(1)),
            ({"hit": "wreck", "cover": 4}, F(1, 2)),
            ({"hit": "wreck", "cover": 4, "ignore_cover": True, "armour": 5}, F(2, 3)),
            ({"hit": "wreck", "unit": {"type": "INF", "armour": 4}}, F(1, 2)),
            ({"hit": "wreck", "unit": {"type": "INF"}}, F(5, 6)),
            ({"hit": "crash", "armour": 2, "abilities": [INV, RA]}, F(1)),
        ],
    )
    def test_who_dies(self, told: dict[str, Any], killed: Fraction) -> None:
        assert chance(ask("save", **told), "killed", "yes") == killed

    @rule("EPIC-55", "EPIC-72", "EPIC-71", "EPIC-129", "EPIC-139", "EPIC-254")
    @pytest.mark.parametrize(
        ("reading", "told", "killed"),
        [
            ({"crossfire_saves": "armour_only"}, {"cover": 4, "crossfire": True}, F(1, 2)),
            ({"crossfire_saves": "armour_only"}, {"armour": 4, "crossfire": True}, F(2, 3)),
            ({"ra_cover": "armour_value"}, {"armour": 5, "cover": 4, "abilities": [RA]}, F(1, 3)),
            ({"living_metal_crossfire": "ignored"}, {"armour": 4, "abilities": [LM], "crossfire": True}, F(1, 4)),
            ({"living_metal_crossfire": "ignored"}, {"armour": 4, "crossfire": True}, F(2, 3)),
            ({"ra_cover": "armour_value"}, {"armour": 5, "cover": 4}, F(1, 2)),
            ({"ra_cover": "armour_value"}, {"armour": 5, "cover": 4, "abilities": [LM]}, F(1, 3)),
            ({"passengers": "armour_only"}, {"hit": "wreck"}, F(1)),
            ({"passengers": "armour_only"}, {"hit": "wreck", "armour": 4}, F(1, 2)),
        ],
    )
    def test_by_the_other_reading(self, reading: dict[str, str], told: dict[str, Any], killed: Fraction) -> None:
        assert chance(ask("save", None, reading, **told), "killed", "yes") == killed

    @rule("EPIC-129")
    def test_a_re_roll_follows_in_the_same_list(self) -> None:
        assert ask("save", armour=4, abilities=[RA], roll={"save": [3, 4]})["result"]["killed"] == "no"
        assert ask("save", armour=4, abilities=[RA], roll={"save": [3, 3]})["result"]["killed"] == "yes"

    @rule("EPIC-144")
    def test_a_second_save_is_cited(self) -> None:
        assert ask("save", hit="tk", armour=4, abilities=[INV])["checks"][0]["ref"] == "EPIC-144"
        assert ask("save", armour=6, abilities=[INV])["checks"][0]["ref"] == "EPIC-50"


class TestTerrain:
    @rule("EPIC-77", "EPIC-69", "EPIC-71", "EPIC-74", "EPIC-263")
    @pytest.mark.parametrize(
        ("type", "terrain", "cover", "effect", "save"),
        [
            ("INF", "jungle", True, "none", 4),
            ("AV", "river", False, "impassable", None),
            ("WE", "river", False, "none", None),
            ("AV", "gun_emplacement", True, "none", 5),
            ("INF", "razor_wire", False, "dangerous", None),
            ("WE", "wood", True, "dangerous", None),
            ("INF", "building", True, "none", 4),
            ("AV", "building", True, "impassable", None),
            ("INF", "ruin", True, "none", 4),
            ("AV", "ruin", True, "dangerous", None),
            ("INF", "fortification", True, "none", 3),
            ("AV", "fortification", True, "see_rules", None),
            ("WE", "fortification", True, "impassable", None),
            ("INF", "gun_emplacement", True, "none", 4),
            ("WE", "gun_emplacement", False, "none", None),
            ("INF", "trench", True, "none", 4),
            ("AV", "trench", False, "dangerous", None),
            ("WE", "trench", False, "none", None),
            ("AV", "razor_wire", False, "none", None),
            ("INF", "road", False, "see_rules", None),
            ("LV", "jungle", True, "impassable", None),
            ("WE", "jungle", True, "dangerous", None),
            ("INF", "wood", True, "none", 5),
            ("INF", "scrub", True, "none", 6),
            ("AV", "scrub", False, "none", None),
            ("INF", "cliff", False, "impassable", None),
            ("INF", "hill", False, "none", None),
            ("INF", "open_ground", False, "none", None),
            ("INF", "river", True, "dangerous", 6),
            ("INF", "marsh", True, "dangerous", 6),
            ("AV", "marsh", False, "dangerous", None),
            ("WE", "marsh", False, "dangerous", None),
            ("INF", "bunker", True, "none", 3),
        ],
    )
    def test_the_table(self, type: str, terrain: str, cover: bool, effect: str, save: int | None) -> None:
        """X-13 and the rest of the table."""
        told = ask("terrain", type=type, terrain=terrain)["result"]
        assert (told["in_cover"], told["effect"], told["cover_save"]) == (cover, effect, save)

    @rule("EPIC-70", "EPIC-72", "EPIC-73", "EPIC-138", "EPIC-263")
    @pytest.mark.parametrize(
        ("told", "cover", "save"),
        [
            ({"type": "INF", "terrain": "open_ground", "touching": True}, True, None),
            ({"type": "AV", "terrain": "open_ground", "touching": True}, False, None),
            ({"type": "INF", "terrain": "open_ground", "overwatch": True}, True, 5),
            ({"type": "INF", "terrain": "hill", "overwatch": True}, True, 5),
            ({"type": "INF", "terrain": "open_ground", "touching": "LV"}, False, None),
            ({"type": "INF", "terrain": "open_ground", "touching": "WE"}, True, None),
            ({"type": "INF", "terrain": "road", "overwatch": True}, False, None),
            ({"type": "AV", "terrain": "open_ground", "overwatch": True}, False, None),
            ({"type": "INF", "terrain": "jungle", "abilities": ["mounted"]}, True, None),
            ({"type": "INF", "terrain": "open_ground", "overwatch": True, "abilities": ["mounted"]}, False, None),
            ({"type": "INF", "terrain": "gun_emplacement", "abilities": ["mounted"]}, True, 5),
        ],
    )
    def test_cover_by_other_means(self, told: dict[str, Any], cover: bool, save: int | None) -> None:
        found = ask("terrain", **told)["result"]
        assert (found["in_cover"], found["cover_save"]) == (cover, save)

    @rule("EPIC-72")
    def test_a_fortification_covers_the_rear(self) -> None:
        assert ask("terrain", type="INF", terrain="fortification")["result"]["thick_rear_armour"]
        assert not ask("terrain", type="INF", terrain="building")["result"]["thick_rear_armour"]

    @rule("EPIC-77")
    def test_vehicles_in_gun_emplacements_by_the_other_reading(self) -> None:
        found = ask("terrain", None, {"vehicle_cover": "infantry_only"}, type="AV", terrain="gun_emplacement")["result"]
        assert (found["in_cover"], found["cover_save"]) == (True, None)

    @rule("EPIC-66", "EPIC-67", "EPIC-136", "EPIC-163")
    @pytest.mark.parametrize(
        ("told", "destroyed"),
        [
            ({}, F(1, 6)),
            ({"tests": 2}, F(11, 36)),
            ({"cautious": True}, F(1, 36)),
            ({"abilities": ["walker"]}, F(1, 36)),
            ({"abilities": ["walker"], "cautious": True}, F(1, 36)),
            ({"type": "WE", "dc": 3}, F(0)),
            ({"type": "WE", "dc": 1}, F(1, 6)),
            ({"type": "WE", "tests": 2}, F(0)),
        ],
    )
    def test_dangerous_ground(self, told: dict[str, Any], destroyed: Fraction) -> None:
        assert chance(ask("dangerous", **told), "destroyed", "yes") == destroyed

    @rule("EPIC-66")
    def test_who_fails_dies_without_a_marker(self) -> None:
        session = do(game(a=force((3, foot()))), "dangerous", (1, 2, 1), formation="a", tests=3)
        assert state(session, "a") == {"lost": (2,)}

    @rule("EPIC-136")
    def test_walkers_roll_again(self) -> None:
        session = do(game(a=force((3, foot(abilities=["walkers"])))), "dangerous", (1, 2, 1, 1, 6), formation="a", tests=3)
        assert state(session, "a") == {"lost": (1,)}

    @rule("EPIC-127")
    @pytest.mark.parametrize(("skimmer", "target", "los", "cover"), [(5, 12, "clear", False), (12, 5, "normal", False), (8, 8, "clear", True)])
    def test_pop_up(self, skimmer: int, target: int, los: str, cover: bool) -> None:
        """X-09."""
        assert ask("pop_up", skimmer=skimmer, target=target)["result"] == {"los": los, "in_cover": cover}


def hits_of(*pairs: Any) -> list[dict[str, Any]]:
    return [{"type": type, "count": count, **(more[0] if more else {})} for type, count, *more in pairs]


class TestAllocation:
    @rule("EPIC-49", "EPIC-255", "EPIC-42", "EPIC-148", "EPIC-154", "EPIC-47", "EPIC-171", "EPIC-265", "EPIC-169")
    @pytest.mark.parametrize(
        ("types", "hits", "expected"),
        [
            (["INF", "INF", "INF"], [("ap", 2)], [1, 1, 0]),
            (["INF", "INF", "INF"], [("ap", 4)], [2, 1, 1]),
            (["INF", "AV", "INF"], [("ap", 3), ("at", 1)], [2, 1, 1]),
            (["AV", "INF"], [("ap", 1)], [0, 1]),
            (["AV"], [("ap", 2)], [0]),
            (["INF"], [("at", 1)], [0]),
            (["LV", "INF"], [("at", 1), ("ap", 1)], [1, 1]),
            (["LV", "AV"], [("ap", 1), ("at", 1)], [1, 1]),
            (["LV"], [("ap", 1), ("at", 1)], [2]),
            (["INF", "AV"], [("mw", 3)], [2, 1]),
            (["WE", "AV"], [("at", 1)], [1, 0]),
            (["INF", "AV"], [("normal", 2)], [1, 1]),
            (["INF", "AV", "LV"], [("cc", 3)], [1, 1, 1]),
        ],
    )
    def test_front_to_back_lap_by_lap(self, types: list[str], hits: list[Any], expected: list[int]) -> None:
        reply = ask("allocate", units=[{"type": type} for type in types], hits=hits_of(*hits))
        assert reply["result"]["hits"] == expected

    @rule("EPIC-171")
    def test_a_war_engine_fills_its_capacity_first(self) -> None:
        units = [{"type": "WE", "dc": 3}, {"type": "AV"}]
        assert ask("allocate", units=units, hits=hits_of(("at", 3)))["result"]["hits"] == [3, 0]
        assert ask("allocate", units=units, hits=hits_of(("at", 5)))["result"]["hits"] == [4, 1]
        assert ask("allocate", units=[{"type": "AV"}, *units], hits=hits_of(("at", 3)))["result"]["hits"] == [1, 2, 0]

    @rule("EPIC-47")
    def test_waived_hits_go_to_the_open_only(self) -> None:
        units = [{"type": "INF", "cover": True}, {"type": "INF"}, {"type": "INF", "cover": True}]
        assert ask("allocate", units=units, hits=hits_of(("ap", 2, {"waived": True})))["result"]["hits"] == [0, 2, 0]
        assert ask("allocate", units=units, hits=hits_of(("ap", 2)))["result"]["hits"] == [1, 1, 0]

    @rule("EPIC-184", "EPIC-265")
    def test_only_a_war_engines_dice_are_tied_to_contact(self) -> None:
        units = [{"type": "INF"}, {"type": "INF", "contact": True}]
        assert ask("allocate", units=units, hits=hits_of(("cc", 1, {"by": "WE"})))["result"]["hits"] == [0, 1]
        assert ask("allocate", units=units, hits=hits_of(("ff", 1, {"by": "WE"})))["result"]["hits"] == [1, 0]
        assert ask("allocate", units=units, hits=hits_of(("cc", 1, {"by": "INF"})))["result"]["hits"] == [1, 0]

    @rule("EPIC-49", "EPIC-51")
    @pytest.mark.parametrize(
        ("kind", "reading", "taken"), [("ap", "fresh", [0, 1]), ("mw", "fresh", [1, 0]), ("mw", "continue", [0, 1]), ("tk", "continue", [0, 1])]
    )
    def test_hits_from_before_count_in_the_laps(self, kind: str, reading: str, taken: list[int]) -> None:
        """Those of the normal pass count for macro-weapons by one reading only."""
        units = [{"type": "INF", "hits_before": 1}, {"type": "INF"}]
        assert ask("allocate", None, {"macro_pass": reading}, units=units, hits=hits_of((kind, 1)))["result"]["hits"] == taken


class TestSuppression:
    @rule("EPIC-41", "EPIC-177", "EPIC-44")
    @pytest.mark.parametrize(
        ("dcs", "blast", "shooting", "suppressed", "blasts"),
        [
            ([1, 1, 1], 0, [0, 1, 2], [], 1),
            ([1, 1, 1], 1, [0, 1], [2], 1),
            ([1, 1, 1], 3, [], [0, 1, 2], 0),
            ([1, 3], 2, [0, 1], [], 1),
            ([1, 3], 3, [0], [1], 1),
            ([3, 1], 1, [0], [1], 1),
            ([3, 1], 3, [0], [1], 1),
            ([3, 1], 4, [], [0, 1], 0),
            ([], 0, [], [], 0),
        ],
    )
    def test_from_the_rear(self, dcs: list[int], blast: int, shooting: list[int], suppressed: list[int], blasts: int) -> None:
        able = [{"id": n, "dc": dc} for n, dc in enumerate(dcs)]
        assert ask("suppression", able=able, blast=blast)["result"] == {"shooting": shooting, "suppressed": suppressed, "target_blast": blasts}

    @rule("EPIC-44", "EPIC-41")
    def test_all_suppressed_by_the_other_reading(self) -> None:
        assert ask("suppression", None, {"all_suppressed": "bm"}, able=2, blast=2)["result"]["target_blast"] == 1
        assert ask("suppression", None, {"all_suppressed": "bm"}, able=0, blast=2)["result"]["target_blast"] == 0

    @rule("EPIC-41")
    def test_units_that_reload_absorb_markers_but_by_one_reading(self) -> None:
        able = [{"id": "x"}, {"id": "y", "ready": False}]
        assert ask("suppression", able=able, blast=1)["result"] == {"shooting": ["x"], "suppressed": ["y"], "target_blast": 1}
        assert ask("suppression", None, {"suppression_pool": "ready_only"}, able=able, blast=1)["result"]["shooting"] == []


def dead(units: int, hits: int, save: Fraction) -> dict[int, Fraction]:
    """Deaths among equal units with so many hits in laps, one save for each hit."""
    found: dict[int, Fraction] = {}
    each = [hits // units + (n < hits % units) for n in range(units)]
    for falls in product((0, 1), repeat=units):
        p = F(1)
        for falls_here, taken in zip(falls, each, strict=True):
            p *= 1 - save**taken if falls_here else save**taken
        found[sum(falls)] = found.get(sum(falls), F(0)) + p
    return {kills: p for kills, p in found.items() if p}


def volley(dice: int, hit: Fraction, units: int, save: Fraction) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for hits, p in binomial(dice, hit).items():
        for kills, q in dead(units, hits, save).items():
            found[kills] = found.get(kills, F(0)) + p * q
    return found


D3 = {"d": force((3, foot()), seat=1)}


class TestFire:
    @rule("EPIC-43", "EPIC-44", "EPIC-49", "EPIC-50", "EPIC-52", "EPIC-109", "EPIC-257", "EPIC-255", "EPIC-03")
    def test_kills_markers_and_breaking(self) -> None:
        """Six AP5+ at three infantry with 5+: by hand, die by die."""
        reply, expected = ask("fire", D3, target="d", shots=[shot(6)]), volley(6, F(1, 3), 3, F(1, 3))
        assert {int(kills): F(p) for kills, p in reply["odds"]["kills"].items()} == expected
        assert chance(reply, "blast", 2) == expected[1]
        assert chance(reply, "broken", "yes") == expected[1] + expected[2]  # 2 markers on 2 units, 3 on 1; none left: no

    @rule("EPIC-42", "EPIC-49")
    def test_what_a_unit_is_must_be_known(self) -> None:
        units = {"d": force((3, {"name": "Odd", "armour": 5}), seat=1)}
        assert ask("fire", units, target="d", shots=[shot(1)])["unknown"] == ["units.d.card.units.0.1.type"]

    @rule("EPIC-55", "EPIC-56")
    def test_crossfire(self) -> None:
        reply, expected = ask("fire", D3, target="d", shots=[shot(2)], crossfire=True), volley(2, F(1, 3), 3, F(1, 6))
        assert chance(reply, "kills", 1) == expected[1]
        assert chance(reply, "blast", 1) == expected[0]
        assert chance(reply, "blast", 3) == expected[1]
        assert rows(reply, "save") == [("crossfire", -1, "EPIC-55")]

    @rule("EPIC-44", "EPIC-43")
    def test_a_marker_even_where_nothing_can_be_hit(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(4, "at", 4)], roll={"to_hit": [6, 6, 6, 6]})
        assert (reply["result"]["kills"], reply["result"]["hits"], change(reply, "d", "blast")) == (0, 4, 1)

    @rule("EPIC-42", "EPIC-148")
    def test_ap_for_infantry_at_for_vehicles_both_for_light_ones(self) -> None:
        units = {"d": force((2, foot()), (2, tank(armour=6)), (1, tank(type="LV", armour=6)), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(3), shot(3, "at", 4)], roll={"to_hit": [[5, 5, 5], [4, 4, 4]], "save": [[1, 1], [1], [1], [1]]})
        assert change(reply, "d", "lost") == [2, 2, 1]  # both kinds meet on the light vehicle only after everybody has one

    @rule("EPIC-51", "EPIC-154", "EPIC-43")
    def test_macro_weapons_strike_the_survivors(self) -> None:
        """Two normal hits on two tanks: one dies; then two macro hits fall on the one left,
        which is one kill."""
        units = {"d": force((2, tank(armour=4)), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(2, "at", 4), shot(2, "mw", 4)], roll={"to_hit": [[4, 4], [4, 4]], "save": [1, 4]})
        assert (reply["result"]["kills"], reply["result"]["then"]) == (2, "destroyed")
        reinforced = {"d": force((2, tank(armour=4, abilities=[RA])), seat=1)}
        reply = ask("fire", reinforced, target="d", shots=[shot(1, "at", 4), shot(1, "mw", 4)], roll={"to_hit": [[4], [4]], "save": [1, 1], "save:macro": [4]})
        assert (reply["result"]["kills"], change(reply, "d", "lost")) == (1, [1])

    @rule("EPIC-51")
    @pytest.mark.parametrize(("reading", "lost"), [("fresh", [0, 1, 0]), ("continue", [0, 0, 1])])
    def test_where_macro_hits_begin(self, reading: str, lost: list[int]) -> None:
        """Two AT hits saved by the two tanks in front; the macro hit starts at the front again,
        or goes on to the third."""
        rows_of = ((1, tank(armour=4, abilities=[RA], name="One")), (1, tank(armour=4, name="Two")), (1, tank(armour=4, name="Three")))
        units = {"d": force(*rows_of, seat=1)}
        reply = ask(
            "fire",
            units,
            {"macro_pass": reading},
            target="d",
            shots=[shot(2, "at", 4), shot(2, "mw", 4)],
            roll={"to_hit": [[4, 4], [4, 4]], "save": [[4], [4]], "save:macro": [4] if reading == "fresh" else [1]},
        )
        assert change(reply, "d", "lost") == (lost if reading == "fresh" else [1, 0, 1])

    @rule("EPIC-160", "EPIC-154")
    def test_titan_killers_kill_whatever_they_hit(self) -> None:
        units = {"d": force((3, tank(armour=2, abilities=[RA])), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(2, "tk", 4, damage=3)], roll={"to_hit": [4, 4]})
        assert change(reply, "d", "lost") == [2]

    @rule("EPIC-156", "EPIC-145")
    def test_disrupt_marks_each_hit_and_no_kill(self) -> None:
        """X-17: two disrupt hits, one kill: 1 + 2 markers; on expendables 1 only."""
        shots = [shot(2, abilities=["disrupt"])]
        roll = {"to_hit": [5, 5], "save": [1, 6]}
        plain = {"d": force((8, foot()), seat=1)}
        assert change(ask("fire", plain, target="d", shots=shots, roll=roll), "d", "blast") == 3
        cheap = {"d": force((8, foot(abilities=["expendable"])), seat=1)}
        assert change(ask("fire", cheap, target="d", shots=shots, roll=roll), "d", "blast") == 1

    @rule("EPIC-145", "EPIC-56")
    @pytest.mark.parametrize(("cheap", "saves", "blast"), [(True, [1, 1], 1), (True, [1, 6], 1), (False, [1, 6], 3), (False, [1, 1], 4)])
    def test_the_crossfire_marker_needs_somebody_not_expendable(self, cheap: bool, saves: list[int], blast: int) -> None:
        """X-17: only expendables died: no marker for them and none more for the crossfire."""
        units = {"d": force((8, foot(armour=4, abilities=["expendable"] if cheap else [])), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(2)], crossfire=True, roll={"to_hit": [5, 5], "save": saves})
        assert change(reply, "d", "blast") == blast

    @rule("EPIC-145", "EPIC-56")
    def test_doubtful_markers_by_the_other_readings(self) -> None:
        cheap = {"d": force((8, foot(abilities=["expendable"])), seat=1)}
        roll = {"to_hit": [5, 5], "save": [1, 1]}
        assert change(ask("fire", cheap, {"all_expendable": "lost"}, target="d", shots=[shot(2)], roll=roll), "d", "blast") == 3
        plain = {"d": force((8, foot()), seat=1)}
        shots = [shot(2, abilities=["disrupt"])]
        for reading, blast in (("extra", 4), ("none", 3)):
            reply = ask("fire", plain, {"disrupt_crossfire": reading}, target="d", shots=shots, crossfire=True, roll=roll)
            assert change(reply, "d", "blast") == blast

    @rule("EPIC-116", "EPIC-143", "EPIC-44")
    @pytest.mark.parametrize(
        ("units", "lost"), [([(4, foot())], [3]), ([(1, foot()), (3, foot(abilities=["fearless"]))], [1, 0]), ([(4, foot(abilities=["fearless"]))], [1])]
    )
    def test_markers_on_a_broken_target_are_hits(self, units: list[Any], lost: list[int]) -> None:
        """One hit fails its save; the marker for the fire and the one for the kill are hits, but
        not on the fearless."""
        told = {"d": force(*units, seat=1, state={"broken": True})}
        reply = ask("fire", told, target="d", shots=[shot(1)], roll={"to_hit": [5], "save": [1]})
        assert (change(reply, "d", "lost"), reply["result"]["blast"]) == (lost, 0)

    @rule("EPIC-116")
    @pytest.mark.parametrize(("reading", "kills"), [("after", 1), ("before", 1)])
    def test_when_the_first_marker_falls_on_a_broken_target(self, reading: str, kills: int) -> None:
        """One unit left: before the dice it is gone and nothing is rolled; after them it is gone
        as well."""
        told = {"d": force((1, foot()), seat=1, state={"broken": True})}
        reply = ask("fire", told, {"broken_bm_timing": reading}, target="d", shots=[shot(1)])
        assert chance(reply, "kills", kills) == 1
        assert ("to_hit" in [check["what"] for check in reply["checks"]]) == (reading == "after")

    @rule("EPIC-146", "EPIC-256")
    def test_a_sniper_picks_his_victim(self) -> None:
        units = {"d": force((3, foot()), (1, foot(name="Chief", abilities=["leader"])), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(1, abilities=["sniper"])], roll={"to_hit": [5], "save": [5]})
        assert change(reply, "d", "lost") == [0, 1]  # the Leader by default, and 5+ at -1 fails on a 5
        reply = ask("fire", units, target="d", shots=[shot(1, abilities=["sniper"])], roll={"to_hit": [5], "save": [5]}, answers={"sniper:0": "0"})
        assert change(reply, "d", "lost") == [1, 0]

    @rule("EPIC-47", "EPIC-46")
    def test_cover_of_a_part_may_be_waived(self) -> None:
        units = {"d": force((2, foot()), (2, foot(name="Open")), seat=1)}
        told: dict[str, Any] = {"target": "d", "shots": [shot(4)], "terrain": ["wood", "open_ground"]}
        assert [check["target"] for check in ask("fire", units, **told)["checks"]][:1] == [6]
        reply = ask("fire", units, **told, waived=True, roll={"to_hit": [5, 5, 1, 1], "save": [1, 1]})
        assert (reply["checks"][0]["target"], change(reply, "d", "lost")) == (5, [0, 2])
        assert ask("fire", units, **told, waived=["at"])["checks"][0]["target"] == 6

    @rule("EPIC-47")
    def test_how_finely_cover_is_waived(self) -> None:
        units = {"d": force((2, foot()), (2, foot(name="Open")), seat=1)}
        told: dict[str, Any] = {"target": "d", "terrain": ["wood", "open_ground"], "shots": [shot(2, waived=True), shot(1)]}
        assert ask("fire", units, **told)["refused"]["refs"] == ["EPIC-47"]
        reply = ask("fire", units, {"cover_waiver": "per_weapon"}, **told)
        assert [check["target"] for check in reply["checks"][:2]] == [5, 6]
        assert "refused" not in ask("fire", units, **{**told, "shots": [shot(2, waived=True), shot(1, "mw")]})

    @rule("EPIC-160", "EPIC-51")
    @pytest.mark.parametrize(("reading", "lost"), [("macro", [1, 0]), ("normal", [0, 1])])
    def test_titan_killers_on_vehicles_only_by_one_reading(self, reading: str, lost: list[int]) -> None:
        units = {"d": force((2, foot()), (2, tank()), seat=1)}
        reply = ask("fire", units, {"tk_pass": reading}, target="d", shots=[shot(1, "tk", 4)], roll={"to_hit": [4]})
        assert change(reply, "d", "lost") == lost

    @rule("EPIC-47", "EPIC-46")
    def test_all_in_cover_cannot_be_waived_and_others_in_cover_do_not_matter(self) -> None:
        told = {"d": force((2, foot()), (2, tank()), seat=1)}
        reply = ask("fire", told, target="d", shots=[shot(2), shot(2, "at", 5)], terrain=["wood", "open_ground"], waived=True)
        assert [check["target"] for check in reply["checks"][:2]] == [6, 5]

    @rule("EPIC-73", "EPIC-152")
    def test_infantry_on_overwatch_in_the_open_is_in_cover(self) -> None:
        units = {"d": force((3, BARE), seat=1, state={"overwatch": True})}
        reply = ask("fire", units, target="d", shots=[shot(1, value=4)])
        assert [check["target"] for check in reply["checks"]] == [5, 5]
        reply = ask("fire", units, target="d", shots=[shot(1, value=4, abilities=["ignore_cover"])])
        assert (reply["checks"][0]["target"], chance(reply, "kills", 1)) == (4, F(1, 2))

    @rule("EPIC-72", "EPIC-130", "EPIC-55", "EPIC-50")
    def test_a_fortification_ignores_crossfire_on_saves(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(1, value=4)], crossfire=True, terrain="fortification")
        assert [(check["what"], check["target"]) for check in reply["checks"]] == [("to_hit", 5), ("save", 3)]

    @rule("EPIC-70")
    def test_touching_a_vehicle(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(1, value=4)], touching=True)
        assert [(check["what"], check["target"]) for check in reply["checks"]] == [("to_hit", 5), ("save", 5)]

    @rule("EPIC-258")
    @pytest.mark.parametrize("manner", ["support", "pin_point", "drop_pod"])
    def test_no_crossfire_for_these(self, manner: str) -> None:
        assert "EPIC-258" in ask("fire", D3, target="d", shots=[shot()], crossfire=True, **{"as": manner})["refused"]["refs"]

    @rule("EPIC-258", "EPIC-260")
    def test_overwatch_fire_knows_crossfire_but_no_order(self) -> None:
        units = {**D3, "a": force((3, foot()), state={"overwatch": True, "order": "double"})}
        reply = ask("fire", units, target="d", by="a", crossfire=True, **{"as": "overwatch"})
        assert reply["checks"][0]["modifiers"] == []
        assert rows(reply, "save") == [("crossfire", -1, "EPIC-55")]

    @rule("EPIC-53", "EPIC-54")
    @pytest.mark.parametrize("bad", [{"broken": True}, {"marched": True}])
    def test_who_gives_crossfire(self, bad: dict[str, Any]) -> None:
        units = {**D3, "a": force((3, foot())), "h": force((3, foot()), state=bad)}
        assert ask("fire", units, target="d", by="a", crossfire_by="h")["refused"]["refs"] == ["EPIC-54"]
        fine = {**units, "h": force((3, foot()))}
        assert rows(ask("fire", fine, target="d", by="a", crossfire_by="h"), "save") == [("crossfire", -1, "EPIC-55")]
        assert ask("fire", fine, target="d", by="a", crossfire_by="a")["refused"]["refs"] == ["EPIC-54"]

    @rule("EPIC-225", "EPIC-44")
    def test_drop_pods_mark_once_each(self) -> None:
        """X-18: three pods, one kill: 3 + 1 markers."""
        units = {"d": force((8, foot()), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(3)], pods=3, roll={"to_hit": [5, 1, 1], "save": [1]}, **{"as": "drop_pod"})
        assert change(reply, "d", "blast") == 4

    @rule("EPIC-93", "EPIC-266", "EPIC-264")
    def test_supporting_fire_marks_nothing_and_knows_no_cover_to_hit(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(1)], terrain="wood", order="double", roll={"to_hit": [5], "save": [1]}, **{"as": "support"})
        assert (change(reply, "d", "blast"), change(reply, "d", "lost")) == (None, [1])

    @rule("EPIC-262", "EPIC-112")
    def test_broken_in_the_middle_of_its_own_action(self) -> None:
        """X-11: broken by overwatch fire after the first move of a Double: the second move and
        the shooting are lost."""
        told = {"d": force((1, foot()), (1, foot()), seat=1, state={"blast": 1})}
        reply = ask("fire", told, target="d", shots=[shot(1)], during={"order": "double", "moves": 1}, roll={"to_hit": [1]})
        assert (reply["result"]["then"], reply["result"]["forfeits"], reply["result"]["broken"]) == ("withdraw", ("move", "shoot"), "yes")
        fine = {"d": force((4, foot()), seat=1)}
        reply = ask("fire", fine, target="d", shots=[shot(1)], during={"order": "double", "moves": 1}, roll={"to_hit": [1]})
        assert (reply["result"]["then"], reply["result"]["forfeits"]) == ("continue", ())

    @rule("EPIC-112", "EPIC-262")
    def test_what_is_left_of_other_actions(self) -> None:
        told = {"d": force((1, foot()), seat=1)}
        for order, moves, lost in (("engage", 1, ("assault",)), ("advance", 1, ("shoot",)), ("march", 1, ("move", "move")), ("marshal", 1, ("regroup",))):
            reply = ask("fire", told, target="d", shots=[shot(1)], during={"order": order, "moves": moves}, roll={"to_hit": [1]})
            assert reply["result"]["forfeits"] == lost


class TestFiringFormation:
    @rule("EPIC-41", "EPIC-42")
    def test_the_cards_weapons_less_the_suppressed(self) -> None:
        units = {**D3, "a": force((4, foot()), (2, tank()), state={"blast": 1})}
        reply = ask("fire", units, by="a", target="d", order="advance")
        assert [(check["dice"], check["target"]) for check in reply["checks"][:2]] == [(4, 5), (1, 4)]
        armour = {"d": force((3, tank()), seat=1), "a": units["a"]}
        assert [(check["dice"], check["target"]) for check in ask("fire", armour, by="a", target="d")["checks"][:2]] == [(4, 6), (1, 4)]

    @rule("EPIC-41")
    def test_only_those_able_count(self) -> None:
        units = {**D3, "a": force((4, foot()), (2, tank()), state={"blast": 2})}
        assert ask("fire", units, by="a", target="d", able=[3, 0])["checks"][0]["dice"] == 1
        assert ask("fire", units, by="a", target="d", able=4)["checks"][0]["dice"] == 2

    @rule("EPIC-41")
    def test_who_absorbs_markers(self) -> None:
        slow = foot(name="Slow", weapons=[{"name": "Slow", "range": 45, "ap": 4, "abilities": ["slow_firing"]}])
        units = {**D3, "a": force((2, foot()), (1, BARE), (1, slow), state={"blast": 1, "fired": {"Slow": 1}})}
        for reading, dice in (("in_range", 2), ("ready_only", 1)):  # the unit without a gun absorbs nothing either way
            assert ask("fire", units, {"suppression_pool": reading}, by="a", target="d")["checks"][0]["dice"] == dice

    @rule("EPIC-44", "EPIC-41")
    @pytest.mark.parametrize(("reading", "blast"), [("no_attack", 0), ("bm", 1)])
    def test_all_suppressed(self, reading: str, blast: int) -> None:
        units = {**D3, "a": force((2, foot()), state={"blast": 2})}
        reply = ask("fire", units, {"all_suppressed": reading}, by="a", target="d")
        assert chance(reply, "blast", blast) == 1

    @rule("EPIC-44")
    def test_nobody_in_range(self) -> None:
        units = {**D3, "a": force((2, foot()))}
        for reading in ("no_attack", "bm"):
            assert chance(ask("fire", units, {"all_suppressed": reading}, by="a", target="d", able=0), "blast", 0) == 1

    @rule("EPIC-41", "EPIC-109")
    def test_space_marines_need_two_markers_each(self) -> None:
        units = {**D3, "a": force((4, foot()), state={"blast": 3}, army="space_marines")}
        assert ask("fire", units, by="a", target="d")["checks"][0]["dice"] == 3

    @rule("EPIC-157", "EPIC-159")
    def test_weapons_that_rest(self) -> None:
        slow = foot(weapons=[{"name": "Slow", "range": 45, "ap": 4, "abilities": ["slow_firing"]}])
        session = game(a=force((2, slow)), d=force((8, foot()), seat=1))
        do(session, "fire", (1, 1), by="a", target="d")
        assert session.state.unit("a").trackers["fired"] == pairs(Slow=1)
        for fired, dice in ({"Slow": 1}, 0), ({}, 2):
            units = {**D3, "a": force((2, slow), state={"fired": fired})}
            assert sum(check["dice"] for check in ask("fire", units, by="a", target="d")["checks"] if check["what"] == "to_hit") == dice

    @rule("EPIC-157", "EPIC-158", "EPIC-159", "EPIC-16")
    @pytest.mark.parametrize(
        ("abilities", "told", "expected"),
        [
            ([], {}, (True, 0, 45, True)),
            ([], {"order": "march"}, (False, 0, 45, True)),
            (["slow_firing"], {"turn": 2, "fired": 1}, (False, 0, 45, True)),
            (["slow_firing"], {"turn": 3, "fired": 1}, (True, 0, 45, True)),
            (["single_shot"], {"turn": 4, "fired": 1}, (False, 0, 45, True)),
            (["single_shot"], {"turn": 4}, (True, 0, 45, True)),
            (["single_shot"], {"fired": False}, (True, 0, 45, True)),
            (["indirect_fire"], {"order": "sustained", "indirect": True}, (True, 30, 90, False)),
            (["indirect_fire"], {"order": "advance", "indirect": True}, (False, 30, 90, False)),
            ([], {"order": "sustained", "indirect": True}, (False, 30, 90, False)),
            (["indirect_fire"], {"order": "sustained"}, (True, 0, 45, True)),
        ],
    )
    def test_range(self, abilities: list[str], told: dict[str, Any], expected: tuple[Any, ...]) -> None:
        found = ask("weapon", weapon={"name": "Gun", "range": 45, "ap": 4, "abilities": abilities}, **told)["result"]
        assert (found["may_fire"], found["min"], found["max"], found["los"]) == expected

    @rule("EPIC-158", "EPIC-16", "EPIC-159")
    @pytest.mark.parametrize(
        ("gun", "told", "may"),
        [
            ({"bp": 2}, {}, True),
            ({"aa": 5}, {}, True),
            ({"mw": 4}, {}, True),
            ({"at": 4}, {"order": "engage"}, False),
            ({"at": 4}, {"order": "hold"}, True),
            ({}, {}, False),
            ({"ap": 4, "abilities": ["single_shot"]}, {"fired": True}, False),
            ({"ap": 4, "abilities": ["slow_firing"]}, {"fired": [1, 3], "turn": 4}, False),
            ({"ap": 4, "abilities": ["slow_firing"]}, {"fired": [1, 3], "turn": 5}, True),
            ({"ap": 4}, {"fired": True}, True),
        ],
    )
    def test_what_may_fire(self, gun: dict[str, Any], told: dict[str, Any], may: bool) -> None:
        assert ask("weapon", weapon={"name": "Gun", "range": 45, **gun}, **told)["result"]["may_fire"] == may

    @rule("EPIC-38", "EPIC-109", "EPIC-16", "EPIC-62", "EPIC-07")
    def test_who_may_not_fire(self) -> None:
        def refs(state: dict[str, Any] | None = None, **told: Any) -> list[str]:
            units = {**D3, "a": force((2, foot()), state=state)}
            return ask("fire", units, **{"by": "a", "target": "d", **told}).get("refused", {}).get("refs", [])

        assert refs() == []
        assert refs({"broken": True}) == ["EPIC-109"]
        assert refs({"marched": True}) == ["EPIC-16"]
        assert refs(order="march") == ["EPIC-16"]
        assert refs(**{"as": "overwatch"}) == ["EPIC-62"]
        assert refs({"order": "double", "todo": ["shoot"]}) == []
        assert refs({"order": "engage", "todo": ["assault"]}) == ["EPIC-38"]
        with pytest.raises(Refused, match="EPIC-07"):
            do(game(seat=1, a=force((2, foot())), d=force((2, foot()), seat=1)), "fire", by="a", target="d")
        units = {"a": force((2, foot())), "b": force((2, foot()))}
        assert ask("fire", {**units, "b": {**units["b"], "seat": 0}}, by="a", target="b")["refused"]["refs"] == ["EPIC-38"]

    @rule("EPIC-63", "EPIC-64", "EPIC-73")
    def test_overwatch_is_over_once_it_has_fired(self) -> None:
        session = game(seat=1, a=force((2, foot()), state={"overwatch": True}), d=force((9, foot()), seat=1))
        do(session, "fire", (1, 1), by="a", target="d", **{"as": "overwatch"})
        unit = session.state.unit("a")
        assert (unit.count("overwatch"), unit.count("activated")) == (0, 1)
        assert session.state.unit("d").count("blast") == 1

    @rule("EPIC-125")
    def test_a_skimmer_comes_down_after_its_attack(self) -> None:
        session = game(a=force((2, foot(abilities=["skimmer"])), state={"popped_up": True}), d=force((9, foot()), seat=1))
        do(session, "fire", (1, 1), by="a", target="d")
        assert not session.state.unit("a").count("popped_up")

    @rule("EPIC-112", "EPIC-113", "EPIC-111")
    def test_a_target_that_breaks_withdraws_at_once(self) -> None:
        session = game(a=force((2, foot())), d=force((3, foot()), seat=1, state={"blast": 2}))
        do(session, "fire", (1, 1), by="a", target="d")
        assert session.prompt
        assert (session.prompt.key, session.prompt.kind, session.prompt.most) == ("withdraw:d:0", "number", 3)
        session.answer(1)
        assert state(session, "d") == {"broken": True, "lost": (1,)}

    @rule("EPIC-160", "EPIC-154", "EPIC-42")
    @pytest.mark.parametrize(
        ("gun", "kills"),
        [({"mw": 2, "tk": 3}, F(5, 6)), ({"mw": 2}, F(5, 6) * F(1, 2)), ({"at": 2}, F(5, 6) * F(1, 4)), ({"at": 2, "abilities": ["titan_killer:2"]}, F(5, 6))],
    )
    def test_what_a_weapons_card_says(self, gun: dict[str, Any], kills: Fraction) -> None:
        units = {"d": force((3, tank(armour=4, abilities=[RA])), seat=1), "a": force((1, foot(weapons=[{"name": "Gun", "range": 60, **gun}])))}
        assert chance(ask("fire", units, by="a", target="d"), "kills", 1) == kills

    @rule("EPIC-149", "EPIC-57")
    def test_flak_and_barrage_points_are_other_attacks(self) -> None:
        guns = [{"name": "Flak", "range": 30, "aa": 5}, {"name": "Howitzer", "range": 90, "bp": 2}]
        reply = ask("fire", {**D3, "a": force((2, foot(weapons=guns)))}, by="a", target="d")
        assert "to_hit" not in [check["what"] for check in reply["checks"]]

    @rule("EPIC-110", "EPIC-52")
    def test_the_check_comes_once_all_is_resolved(self) -> None:
        """Two markers on three units, and the third at once: it breaks only when its saves are
        rolled."""
        session = game(a=force((2, foot())), d=force((3, foot()), seat=1, state={"blast": 2}))
        do(session, "fire", (5, 5), by="a", target="d")
        assert (session.state.unit("d").count("blast"), session.state.unit("d").count("broken")) == (3, 0)
        session.answer((6, 6))
        assert session.state.unit("d").count("broken")

    @rule("EPIC-141")
    def test_a_characters_gun_fires_with_his_unit(self) -> None:
        chief = {"name": "Chief", "type": "CH", "weapons": [{"name": "Bolt", "range": 30, "mw": 4}]}
        units = {**D3, "a": force((2, BARE), (1, chief))}
        assert [(check["dice"], check["target"]) for check in ask("fire", units, by="a", target="d")["checks"][:1]] == [(1, 4)]


class TestBarrage:
    @rule("EPIC-58", "EPIC-57")
    @pytest.mark.parametrize(
        ("points", "templates", "extra", "ap", "at"),
        [
            (1, 1, 0, 6, 6),
            (2, 1, 0, 5, 6),
            (3, 1, 0, 4, 5),
            (4, 2, 0, 4, 5),
            (5, 2, 0, 4, 5),
            (6, 2, 1, 4, 5),
            (7, 2, 1, 4, 5),
            (8, 3, 1, 4, 5),
            (9, 3, 1, 4, 5),
            (10, 3, 2, 4, 5),
            (12, 3, 2, 4, 5),
            (13, 3, 3, 4, 5),
            (15, 3, 3, 4, 5),
            (16, 3, 4, 4, 5),
            (18, 3, 4, 4, 5),
            (25, 3, 4, 4, 5),
        ],
    )
    def test_the_table(self, points: int, templates: int, extra: int, ap: int, at: int) -> None:
        """X-07."""
        assert ask("barrage", points=points)["result"] == {"points": points, "templates": templates, "extra_blast": extra, "ap": ap, "at": at}

    @rule("EPIC-58")
    @pytest.mark.parametrize(("points", "extra"), [(18, 4), (19, 5), (21, 5), (22, 6)])
    def test_beyond_18_by_the_other_reading(self, points: int, extra: int) -> None:
        assert ask("barrage", None, {"bp_over_18": "extrapolate"}, points=points)["result"]["extra_blast"] == extra

    @rule("EPIC-58")
    def test_no_points_no_barrage(self) -> None:
        assert ask("barrage", points=0)["result"]["templates"] == 0

    @rule("EPIC-57", "EPIC-41")
    def test_suppressed_guns_do_not_count(self) -> None:
        assert ask("barrage", guns=[1, 2, 2], blast=1)["result"]["points"] == 3
        assert ask("barrage", guns=[1, 2, 2], blast=9)["result"]["points"] == 0

    @rule("EPIC-61", "EPIC-46", "EPIC-173")
    def test_a_die_for_each_unit_however_many_templates(self) -> None:
        under = [
            {"type": "INF", "armour": 5, "count": 2, "templates": 2},
            {"type": "AV", "armour": 5, "cover": True},
            {"type": "WE", "dc": 3, "centre": True},
            {"type": "WE", "dc": 3},
            {"type": "LV", "armour": 5},
        ]
        reply = ask("barrage", points=3, under=under)
        assert [(check["dice"], check["target"]) for check in reply["checks"][:5]] == [(2, 4), (1, 6), (2, 5), (1, 5), (1, 4)]
        assert reply["result"]["dice"] == 7

    @rule("EPIC-46", "EPIC-58", "EPIC-158")
    @pytest.mark.parametrize(("order", "cover", "target"), [("sustained", False, 3), ("double", False, 5), ("marshal", True, 6), ("advance", 5, 5)])
    def test_order_and_cover(self, order: str, cover: Any, target: int) -> None:
        reply = ask("barrage", points=3, order=order, under=[{"type": "INF", "armour": 5, "cover": cover}])
        assert reply["checks"][0]["target"] == target

    @rule("EPIC-57", "EPIC-61", "EPIC-44")
    def test_kills_and_markers(self) -> None:
        """Six points on four infantry, 4+ to hit, 6+ to save: each dies with 1/2 x 5/6 = 5/12; 1
        + 1 markers and one each."""
        reply = ask("barrage", points=6, under=[{"type": "INF", "armour": 6, "count": 4}])
        expected = binomial(4, F(5, 12))
        assert {int(kills): F(p) for kills, p in reply["odds"]["kills"].items()} == expected
        assert {int(n): F(p) for n, p in reply["odds"]["blast"].items()} == {kills + 2: p for kills, p in expected.items()}
        assert {int(n): F(p) for n, p in reply["odds"]["hits"].items()} == binomial(4, F(1, 2))

    @rule("EPIC-55", "EPIC-56", "EPIC-258")
    def test_a_barrage_may_claim_crossfire(self) -> None:
        reply = ask("barrage", points=3, crossfire=True, under=[{"type": "INF", "armour": 5, "count": 2}], roll={"to_hit": [4, 4], "save": [5, 6]})
        assert (reply["result"]["kills"], reply["result"]["blast"]) == (1, 3)

    @rule("EPIC-61", "EPIC-154", "EPIC-152")
    def test_abilities_that_all_guns_share(self) -> None:
        under = [{"type": "INF", "armour": 3, "cover": 4}]
        both = [{"bp": 2, "abilities": ["macro_weapon", "ignore_cover"]}, {"bp": 1, "abilities": ["macro_weapon"]}]
        assert chance(ask("barrage", guns=both, under=under), "kills", 1) == F(1, 3)  # 4+ in cover is 5+, then no save
        mixed = [{"bp": 2, "abilities": ["macro_weapon"]}, {"bp": 1}]
        assert chance(ask("barrage", guns=mixed, under=under), "kills", 1) == F(1, 3) * F(1, 3)
        ignoring = ask("barrage", points=3, abilities=["ignore_cover"], under=under)
        assert (ignoring["checks"][0]["target"], chance(ignoring, "kills", 1)) == (4, F(1, 2) * F(1, 3))

    @rule("EPIC-156", "EPIC-145")
    def test_disrupt_and_expendables(self) -> None:
        told: dict[str, Any] = {"points": 3, "abilities": ["disrupt"], "roll": {"to_hit": [4, 4, 1], "save": [5, 1]}}
        assert ask("barrage", under=[{"type": "INF", "armour": 5, "count": 3}], **told)["result"]["blast"] == 3
        assert ask("barrage", under=[{"type": "INF", "armour": 5, "count": 3, "abilities": ["expendable"]}], **told)["result"]["blast"] == 1

    @rule("EPIC-61")
    @pytest.mark.parametrize(("reading", "marks"), [("all", {"d": 1, "e": 1}), ("target_only", {"d": 1})])
    def test_others_under_the_template(self, reading: str, marks: dict[str, int]) -> None:
        units = {"d": force((4, foot()), seat=1), "e": force((4, foot()), seat=1)}
        under = [{"type": "INF", "armour": 5, "formation": each, "row": 0} for each in ("d", "e")]
        roll = {"to_hit": [[1], [1]]} if reading == "all" else {"to_hit": [1]}
        reply = ask("barrage", units, {"template_victims": reading}, points=2, target="d", under=under, roll=roll)
        assert {unit: change(reply, unit, "blast") for unit in ("d", "e") if change(reply, unit, "blast")} == marks

    @rule("EPIC-57", "EPIC-43", "EPIC-52")
    def test_on_the_table(self) -> None:
        gun = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1, "abilities": ["slow_firing"]}])
        session = game(a=force((3, gun), state={"order": "advance", "todo": ["shoot"]}), d=force((4, BARE), seat=1))
        do(session, "barrage", 4, (4, 4, 1, 1), by="a", target="d")
        assert session.prompt
        assert session.prompt.key == "withdraw:d:0"  # 1 marker for the fire, 2 for kills: 3 on 2 units
        session.answer(0)
        assert state(session, "d") == {"lost": (2,), "broken": True}
        assert (session.state.unit("a").marks("todo"), session.state.unit("a").trackers["fired"]) == ((), pairs(Howitzer=1))

    @rule("EPIC-57")
    @pytest.mark.parametrize(
        ("seat", "told", "fires"), [(0, {}, True), (1, {}, False), (0, {"order": "march"}, False), (0, {"order": "advance", "todo": ["shoot"]}, True)]
    )
    def test_only_in_its_own_go(self, seat: int, told: dict[str, Any], fires: bool) -> None:
        gun = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1}])
        session = game(seat=seat, a=force((3, gun), state=told), d=force((4, BARE), seat=1))
        if fires:
            do(session, "barrage", 4, by="a", target="d")
            assert session.prompt
            assert (session.prompt.asked_of, session.prompt.about) == (0, ("a", "d"))
        else:
            with pytest.raises(Refused, match="EPIC-57"):
                do(session, "barrage", by="a", target="d")

    @rule("EPIC-57", "EPIC-109")
    def test_a_broken_battery_is_silent(self) -> None:
        assert ask("barrage", {**D3, "a": force((3, foot()), state={"broken": True})}, by="a", target="d")["refused"]["refs"] == ["EPIC-109"]


ONES = (1,) * 6
WALKER = {
    "name": "Walker",
    "type": "WE",
    "dc": 3,
    "armour": 4,
    "speed": 15,
    "weapons": [
        {"name": "Launcher", "range": 60, "bp": 3, "abilities": ["slow_firing"]},
        {"name": "Gun", "range": 60, "shots": 2, "ap": 4, "abilities": ["single_shot"]},
    ],
}


class TestBarrageAndGuns:
    """A walker with a launcher of 3 barrage points (4+ on infantry) and a gun of two dice that
    hits infantry on 4+."""

    def fired(self, *answers: Any, units: int = 6, **told: Any) -> Any:
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((units, BARE), seat=1))
        return do(session, "barrage", units, *answers, by="a", target="d", direct=True, **told)

    @rule("EPIC-257", "EPIC-44")
    def test_one_attack_one_marker_for_it_and_one_count_of_losses(self) -> None:
        """One dies under the template and one by the gun: 1 + 2 markers, which four units bear;
        two attacks would be 4."""
        assert state(self.fired((6, 1, 1, 1, 1, 1), (6, 1)), "d") == {"lost": (2,), "blast": 3}

    @rule("EPIC-257", "EPIC-52", "EPIC-110")
    def test_the_break_check_comes_once_at_the_end(self) -> None:
        """Four of six die under the template: 5 markers on two units would break them before the
        gun; one more dies by it."""
        session = self.fired((6, 6, 6, 6, 1, 1), (6, 1))
        assert session.state.unit("d").trackers["lost"] == (5,)
        assert session.prompt is not None
        assert session.prompt.key.startswith("withdraw")

    @rule("EPIC-257", "EPIC-56")
    @pytest.mark.parametrize(("under", "shots", "blast"), [((6, *ONES), (6, 1), 4), ((1, *ONES), (6, 1), 3), ((6, *ONES), (1, 1), 3), ((1, *ONES), (1, 1), 1)])
    def test_one_marker_more_for_the_first_loss_in_a_crossfire(self, under: tuple[int, ...], shots: tuple[int, ...], blast: int) -> None:
        assert self.fired(under, shots, units=7, crossfire=True).state.unit("d").trackers["blast"] == blast

    @rule("EPIC-257", "EPIC-157", "EPIC-159")
    @pytest.mark.parametrize(("direct", "fired"), [(True, {"Launcher", "Gun"}), (False, {"Launcher"})])
    def test_what_has_fired(self, direct: bool, fired: set[str]) -> None:
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((2, BARE), seat=1))
        do(session, "barrage", 2, (1, 1), *(((1, 1),) if direct else ()), by="a", target="d", direct=direct)
        unit = session.state.unit("a")
        assert (set(unit.trackers["fired"]), unit.marks("todo")) == (fired, ())

    @rule("EPIC-257", "EPIC-159")
    def test_a_gun_alone_leaves_the_launcher_loaded(self) -> None:
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((2, BARE), seat=1))
        assert set(do(session, "fire", (1, 1), by="a", target="d").state.unit("a").trackers["fired"]) == {"Gun"}

    @rule("EPIC-257", "EPIC-43")
    def test_nobody_left_for_the_gun(self) -> None:
        session = self.fired((6, 6), units=2)
        assert (session.prompt, session.state.unit("d").where) == (None, "destroyed")

    @rule("EPIC-257", "EPIC-46")
    def test_odds_and_markers_of_both_together(self) -> None:
        """One infantry unit in the open: it lives through one die of 4+ and two of 4+ with 1/8;
        the order counts for both."""
        units = {"a": force((1, WALKER)), "d": force((1, BARE), seat=1)}
        reply = ask("barrage", units, by="a", target="d", direct=True)
        assert chance(reply, "kills", 1) == F(7, 8)
        assert chance(ask("barrage", units, by="a", target="d", direct=True, order="double"), "kills", 1) == 1 - F(2, 3) ** 3

    @rule("EPIC-257", "EPIC-116", "EPIC-44")
    def test_a_broken_target_pays_with_units(self) -> None:
        """Broken, six: one dies under the template, one by the gun, then each of the 3 markers
        kills one."""
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((6, BARE), seat=1, state={"broken": True}))
        do(session, "barrage", 6, (6, 1, 1, 1, 1, 1), (6, 1), by="a", target="d", direct=True)
        assert session.state.unit("d").trackers["lost"] == (5,)


class TestUnderTheTemplates:
    """In the battle the table counts who lies under them; a question without a count takes the
    whole formation."""

    GUN = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1}])  # read only

    @rule("EPIC-59", "EPIC-60", "EPIC-61")
    def test_the_table_says_row_by_row_who_is_under_them(self) -> None:
        """Of five and two units, the second row already lost one: two and one are hit for
        certain, and have no save."""
        target = force((5, BARE), (2, {**BARE, "name": "Others"}), (1, {**BARE, "name": "Gone"}), seat=1, state={"lost": [0, 1, 1]})
        session = do(game(a=force((3, self.GUN)), d=target), "barrage", by="a", target="d")
        assert session.prompt
        assert (session.prompt.key, session.prompt.most, session.prompt.default, session.prompt.asked_of) == ("under:0", 5, 5, 0)
        assert english(session.prompt.text) == "Force: how many of Bare Infantry are under the template?"
        session.answer(2)
        assert session.prompt
        assert (session.prompt.key, session.prompt.most) == ("under:1", 1)
        session.answer(1)
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [2, 1]
        session.answer(((6, 6), (6,)))
        assert session.state.unit("d").trackers["lost"] == (2, 2, 1)

    @rule("EPIC-59", "EPIC-60", "EPIC-178")
    def test_one_of_two_engines(self) -> None:
        engine = {"name": "Engine", "type": "WE", "dc": 2, "armour": 6}
        session = do(game(a=force((3, self.GUN)), d=force((2, engine), seat=1)), "barrage", 1, by="a", target="d")
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [1]

    @rule("EPIC-57", "EPIC-61")
    @pytest.mark.parametrize(
        ("step", "fired", "told", "asked"),
        [
            ("action", {}, {"target": "d"}, "under:0"),
            ("strategy", {}, {"target": "d"}, "to_hit"),
            ("action", {}, {}, None),
            ("action", {"Howitzer": 1}, {"target": "d"}, None),
        ],
    )
    def test_when_the_table_is_asked(self, step: str, fired: dict[str, int], told: dict[str, str], asked: str | None) -> None:
        """Not for a question outside the battle, not without a target, not by guns that reload."""
        gun = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1, "abilities": ["slow_firing"]}])
        session = game(step, a=force((3, gun), state={"fired": fired}), d=force((4, BARE), seat=1))
        session.overrule(Opened("barrage", pairs(by="a", **told)))
        assert (session.prompt.key if session.prompt else None) == asked

    @rule("EPIC-59", "EPIC-60", "EPIC-61")
    @pytest.mark.parametrize("told", [{"under": [{"type": "INF", "count": 1, "formation": "d", "row": 0}]}, {"by": None, "points": 3}])
    def test_what_is_told_is_not_asked(self, told: dict[str, Any]) -> None:
        situation = {"by": "a", "target": "d", **told}
        session = do(game(a=force((3, self.GUN)), d=force((4, BARE), seat=1)), "barrage", **{key: value for key, value in situation.items() if value})
        assert session.prompt
        assert session.prompt.key == "to_hit"

    @rule("EPIC-59", "EPIC-57")
    def test_nobody_under_them_is_nobody_hit(self) -> None:
        session = do(game(a=force((3, self.GUN)), d=force((4, BARE), seat=1)), "barrage", 0, by="a", target="d")
        assert (session.prompt, state(session, "d")) == (None, {})

    @rule("EPIC-57", "EPIC-62", "EPIC-63")
    def test_a_battery_on_overwatch_fires_its_barrage(self) -> None:
        """A formation moves; the battery answers: three points, 4+ on the two that are under the
        template; both die."""
        session = game(seat=1, a=force((3, self.GUN), state={"overwatch": True}), d=force((6, BARE), seat=1))
        do(session, "action", (6,), formation="d", order="advance")
        session.answer("a")
        session.answer({"able": 3})
        assert session.prompt
        assert session.prompt.key == "under:0"
        session.answer(2)
        session.answer((4, 4))
        unit = session.state.unit("a")
        assert (session.state.unit("d").trackers["lost"], session.state.unit("d").count("blast")) == ((2,), 3)
        assert (unit.count("overwatch"), unit.count("activated")) == (0, 1)
