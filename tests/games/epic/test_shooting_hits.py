"""Hits: who takes them, what abilities make of them, in which pass. Figures worked out by hand
from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.abilities import traits
from engine.games.epic.shooting.hits import Hit, Mark, Screen, may_reach, past_shields, places
from tests.games.asking import change
from tests.games.epic.table import RA, SHIELDED_TITAN, ask, chance, dice_and_targets, foot, force, good_shot, shots_of, tank

rule = pytest.mark.rule
F = Fraction


def hits_of(*pairs: Any) -> list[dict[str, Any]]:
    return [{"type": type, "count": count, **(more[0] if more else {})} for type, count, *more in pairs]


class TestAllocation:
    @rule("EPIC-49", "EPIC-255")
    @pytest.mark.parametrize(
        ("types", "hits", "expected"),
        [
            (["INF", "INF", "INF"], [("ap", 2)], [1, 1, 0]),
            (["INF", "INF", "INF"], [("ap", 4)], [2, 1, 1]),
            (["INF", "AV", "INF"], [("ap", 3), ("at", 1)], [2, 1, 1]),
            pytest.param(["AV", "INF"], [("ap", 1)], [0, 1], marks=rule("EPIC-42")),
            pytest.param(["AV"], [("ap", 2)], [0], marks=rule("EPIC-42")),
            pytest.param(["INF"], [("at", 1)], [0], marks=rule("EPIC-42")),
            pytest.param(["LV", "INF"], [("at", 1), ("ap", 1)], [1, 1], marks=rule("EPIC-148")),
            pytest.param(["LV", "AV"], [("ap", 1), ("at", 1)], [1, 1], marks=rule("EPIC-148")),
            pytest.param(["LV"], [("ap", 1), ("at", 1)], [2], marks=rule("EPIC-148")),
            pytest.param(["INF", "AV"], [("mw", 3)], [2, 1], marks=rule("EPIC-154")),
            pytest.param(["WE", "AV"], [("at", 1)], [1, 0], marks=rule("EPIC-169")),
            (["INF", "AV"], [("normal", 2)], [1, 1]),
            pytest.param(["INF", "AV", "LV"], [("cc", 3)], [1, 1, 1], marks=rule("EPIC-265")),
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


class TestWhomAHitReaches:
    @rule("EPIC-42", "EPIC-49")
    @pytest.mark.parametrize(
        ("hit", "mark", "whether"),
        [
            # a sniper's victim is of the row he chose
            pytest.param(Hit("ap", victim=1), Mark(1, "INF"), True, marks=rule("EPIC-146")),
            pytest.param(Hit("ap", victim=1), Mark(0, "INF"), False, marks=rule("EPIC-146")),
            pytest.param(Hit("ap", victim=0), Mark(1, "INF"), False, marks=rule("EPIC-146")),
            # what is read as a normal hit on vehicles
            pytest.param(Hit("tk", by="AT"), Mark(0, "INF"), False, marks=rule("EPIC-160")),
            pytest.param(Hit("tk", by="AT"), Mark(0, "AV"), True, marks=rule("EPIC-160")),
            pytest.param(Hit("tk", by="AT"), Mark(0, "WE", 3), True, marks=rule("EPIC-160")),
            # a war engine's close combat for those it touches, its firefight for the others,
            # macro-weapons or not; its shots for all
            pytest.param(Hit("cc", by="WE"), Mark(0, "INF", contact=True), True, marks=rule("EPIC-184")),
            pytest.param(Hit("cc", by="WE"), Mark(0, "INF"), False, marks=rule("EPIC-184")),
            pytest.param(Hit("ff", by="WE"), Mark(0, "INF", contact=True), False, marks=rule("EPIC-184")),
            pytest.param(Hit("ff", by="WE"), Mark(0, "INF"), True, marks=rule("EPIC-184")),
            pytest.param(Hit("mw", ("cc",), by="WE"), Mark(0, "AV", contact=True), True, marks=rule("EPIC-184")),
            pytest.param(Hit("mw", ("cc",), by="WE"), Mark(0, "AV"), False, marks=rule("EPIC-184")),
            pytest.param(Hit("mw", ("ff",), by="WE"), Mark(0, "AV", contact=True), False, marks=rule("EPIC-184")),
            pytest.param(Hit("mw", ("ff",), by="WE"), Mark(0, "AV"), True, marks=rule("EPIC-184")),
            pytest.param(Hit("mw", by="WE"), Mark(0, "AV", contact=True), True, marks=rule("EPIC-184")),
            pytest.param(Hit("mw", by="WE"), Mark(0, "AV"), True, marks=rule("EPIC-184")),
            pytest.param(Hit("ap", by="WE"), Mark(0, "INF", contact=True), True, marks=rule("EPIC-184")),
            pytest.param(Hit("ap", by="WE"), Mark(0, "AV"), False, marks=rule("EPIC-184")),
            pytest.param(Hit("mw", ("cc",)), Mark(0, "AV"), True, marks=rule("EPIC-265")),
            pytest.param(Hit("cc", by="INF"), Mark(0, "INF"), True, marks=rule("EPIC-265")),
        ],
    )
    def test_whom_a_hit_reaches(self, hit: Hit, mark: Mark, whether: bool) -> None:
        assert may_reach(hit, mark) is whether

    @rule("EPIC-171")
    @pytest.mark.parametrize(
        ("mark", "filled"),
        [
            (Mark(0, "AV"), 1),
            (Mark(0, "WE", 1, screen=Screen()), 1),
            (Mark(0, "WE", 4), 3),
            (Mark(0, "WE", 4, screen=Screen()), 3),
            (Mark(0, "WE", 4, screen=Screen(one_place=True)), 1),
        ],
    )
    def test_the_places_of_a_titan_killer_of_three(self, mark: Mark, filled: int) -> None:
        assert (places(Hit("tk", damage=3), mark), places(Hit("tk"), mark)) == (filled, 1)

    @rule("EPIC-160", "EPIC-178")
    @pytest.mark.parametrize(
        ("screen", "taken", "past", "dropped"),
        [
            # normal hits meet the shields first, then macro-weapons, then Titan Killers, in
            # whatever
            # order they were told
            (Screen(0, 1), (Hit("mw"), Hit("at")), {"mw": 1}, 1),
            (Screen(0, 1), (Hit("tk"), Hit("mw")), {"tk": 1}, 1),
            (Screen(0, 2), (Hit("tk"), Hit("mw"), Hit("at")), {"tk": 1}, 2),
            (Screen(0, 1), (Hit("tk"), Hit("at")), {"tk": 1}, 1),
            (Screen(0, 0), (Hit("mw"), Hit("at")), {"mw": 1, "at": 1}, 0),
            # close combat passes them by, a firefight does not
            (Screen(0, 2), (Hit("cc"), Hit("ff")), {"cc": 1}, 1),
            (Screen(0, 2), (Hit("mw", ("cc",)), Hit("mw", ("ff",))), {"mw": 1}, 1),
            # three points: one shield each, or one for the whole hit
            (Screen(0, 2), (Hit("tk", damage=3),), {"tk": 1}, 2),
            (Screen(0, 5), (Hit("tk", damage=3),), {}, 3),
            (Screen(0, 2, True), (Hit("tk", damage=3),), {}, 1),
            (Screen(0, 0, True), (Hit("tk", damage=3),), {"tk": 3}, 0),
            (Screen(0, 1, True), (Hit("tk", damage=3), Hit("at")), {"tk": 3}, 1),
            (Screen(0, 2, False, True), (Hit("tk", damage=3),), {}, 1),
            (Screen(0, 0, False, True), (Hit("tk", damage=3),), {"tk": 1}, 0),
        ],
    )
    def test_what_gets_past_the_shields(self, screen: Screen, taken: tuple[Hit, ...], past: dict[str, int], dropped: int) -> None:
        found, down = past_shields(Mark(0, "WE", 6, screen=screen), taken)
        assert ({hits[0].type: points for (_, hits), points in found}, down) == (past, dropped)

    @rule("EPIC-49")
    @pytest.mark.parametrize(
        ("reading", "units", "hits", "taken"),
        [
            # a tank is full with one hit of three points, an engine of three by the same: the third
            # begins a new lap in front
            pytest.param({}, [{"type": "AV"}, {"type": "WE", "dc": 3}], [{"type": "tk", "count": 3, "damage": 3}], [2, 1], marks=rule("EPIC-171")),
            pytest.param(
                {"tk_allocation": "hit"}, [{"type": "AV"}, {"type": "WE", "dc": 3}], [{"type": "tk", "count": 3, "damage": 3}], [1, 2], marks=rule("EPIC-171")
            ),
            # what was aimed stays there; a war engine's close combat finds those in contact
            pytest.param({}, [{"type": "AV"}, {"type": "WE"}], [{"type": "at", "count": 2, "aim": "engines"}], [0, 2], marks=rule("EPIC-172")),
            pytest.param({}, [{"type": "WE"}, {"type": "AV"}], [{"type": "at", "count": 2, "aim": "others"}], [0, 2], marks=rule("EPIC-172")),
            ({}, [{"type": "WE"}, {"type": "AV"}], [{"type": "at", "count": 2}], [1, 1]),
            pytest.param({}, [{"type": "AV"}, {"type": "AV", "contact": True}], [{"type": "cc", "by": "WE"}], [0, 1], marks=rule("EPIC-184")),
            pytest.param({}, [{"type": "AV"}, {"type": "AV", "contact": True}], [{"type": "cc"}], [1, 0], marks=rule("EPIC-184")),
            # the kind that can go to the fewest first
            pytest.param({}, [{"type": "LV"}, {"type": "AV"}], [{"type": "at"}, {"type": "ap"}], [1, 1], marks=rule("EPIC-148")),
            ({"tk_pass": "normal"}, [{"type": "INF"}, {"type": "AV"}], [{"type": "tk"}], [0, 1]),
            # macro-weapons begin at the front again, or with those not hit yet
            ({}, [{"type": "INF"}, {"type": "AV"}], [{"type": "mw"}, {"type": "ap"}], [2, 0]),
            ({"macro_pass": "continue"}, [{"type": "INF"}, {"type": "AV"}], [{"type": "mw"}, {"type": "ap"}], [1, 1]),
            ({}, [{"type": "INF"}, {"type": "AV"}], [{"type": "tk"}, {"type": "mw", "count": 2}, {"type": "ap"}], [3, 1]),
        ],
    )
    def test_told_hits(self, reading: dict[str, str], units: list[Any], hits: list[Any], taken: list[int]) -> None:
        assert ask("allocate", None, reading, units=units, hits=hits)["result"]["hits"] == taken

    @rule("EPIC-49", "EPIC-146")
    @pytest.mark.parametrize(("victim", "saves", "lost"), [(0, [[4], [4]], [1, 0]), (1, [[4], [4]], [0, 1])])
    def test_a_sniper_and_a_soldier(self, victim: int, saves: Any, lost: list[int]) -> None:
        """One hit each, whoever is told first: a 4 fails the sniper's victim, whose 4+ is a 5+,
        and saves the other one."""
        on = {"d": force((1, foot(armour=4)), (1, foot(armour=4)), seat=1)}
        fire = [good_shot(), good_shot(abilities=["sniper"], victim=victim)]
        for shots in (fire, fire[::-1]):
            assert change(ask("fire", on, target="d", shots=shots, roll={"to_hit": [[6], [6]], "save": saves}), "d", "lost") == lost


class TestWhatAnAbilityMakesOfAHit:
    @rule("EPIC-154", "EPIC-160")
    @pytest.mark.parametrize(
        ("abilities", "killed"),
        [
            # 2+ to hit is 5/6; armour 4 with reinforced armour: 1/4 fail against AT, 1/2 against a
            # macro-weapon, all against a Titan Killer
            ((), F(5, 24)),
            (("macro_weapon",), F(5, 12)),
            (("mw",), F(5, 12)),
            (("titan_killer",), F(5, 6)),
            (("titan_killer:d3",), F(5, 6)),
            (("lance",), F(5, 12)),
        ],
    )
    def test_told_shots(self, abilities: tuple[str, ...], killed: Fraction) -> None:
        reply = ask("fire", {"d": force((1, tank(abilities=[RA])), seat=1)}, target="d", shots=shots_of((1, "at", 2), abilities=abilities))
        assert chance(reply, "kills", 1) == killed

    @rule("EPIC-42", "EPIC-154")
    @pytest.mark.parametrize(
        ("weapon", "killed"),
        [
            ({"at": 4}, F(1, 8)),
            ({"at": 4, "abilities": ["macro_weapon"]}, F(1, 4)),
            ({"mw": 4}, F(1, 4)),
            ({"at": 4, "tk": 1}, F(1, 2)),
            ({"at": 4, "abilities": ["titan_killer"]}, F(1, 2)),
            ({"mw": 4, "tk": "d3"}, F(1, 2)),
            ({"ap": 4, "at": 4, "abilities": ["macro_weapon"]}, F(1, 4)),
            ({"mw": 4, "tk": 1, "abilities": ["macro_weapon"]}, F(1, 2)),
            ({"ap": 4}, F(0)),
            ({"range": 15}, F(0)),
        ],
    )
    def test_on_a_card(self, weapon: dict[str, Any], killed: Fraction) -> None:
        on = {"a": force((1, foot(weapons=[{"name": "Gun", "range": 45, **weapon}]))), "d": force((1, tank(abilities=[RA])), seat=1)}
        assert chance(ask("fire", on, by="a", target="d"), "kills", 1) == killed

    @rule("EPIC-41")
    def test_rows_that_are_not_told_cannot_fire(self) -> None:
        """Of two rows only the first is said to be able."""
        on = {"a": force((2, foot()), (2, tank())), "d": force((2, foot()), seat=1)}
        assert dice_and_targets(ask("fire", on, by="a", target="d", able=[2]), "to_hit") == [(2, 5)]

    @rule("EPIC-48")
    @pytest.mark.parametrize(("value", "second"), [(6, None), (7, 4), (8, 5), (9, 6)])
    def test_the_second_die_is_told(self, value: int, second: int | None) -> None:
        assert ask("to_hit", value=value)["result"]["second"] == second
        assert ask("to_hit", value=9, cover=True)["result"]["second"] is None

    @rule("EPIC-160", "EPIC-178")
    @pytest.mark.parametrize(
        ("more", "damage"),
        [
            ({"abilities": ["titan_killer:d3"], "roll": {"to_hit": [6], "damage": [3], "critical": [1, 1, 1]}}, 3),
            ({"abilities": ["titan_killer:2"], "roll": {"to_hit": [6], "critical": [1, 1]}}, 2),
            ({"damage": 2, "roll": {"to_hit": [6], "critical": [1, 1]}}, 2),
            ({"abilities": ["titan_killer:3"], "damage": 1, "roll": {"to_hit": [6], "critical": [1]}}, 1),
            ({"roll": {"to_hit": [6], "critical": [1]}}, 1),
        ],
    )
    def test_damage_of_a_titan_killer(self, more: dict[str, Any], damage: int) -> None:
        roll = more.pop("roll")
        fire = [{"count": 1, "type": "tk", "value": 4, **more}]
        on = {"d": force((1, {**SHIELDED_TITAN, "dc": 4, "shields": 0}), seat=1)}
        assert ask("fire", on, target="d", shots=fire, roll=roll)["result"]["damage"] == damage

    @rule("EPIC-174", "EPIC-160")
    def test_hits_of_a_critical_question(self) -> None:
        """A macro-weapon by its ability leaves armour 4 no save: certain damage; by the letter
        D3 of 3 points 1/3 each."""
        assert chance(ask("critical", dc=4, armour=4, critical="none", hits=[{"type": "at", "abilities": ["macro_weapon"]}]), "damage", 1) == 1
        reply = ask("critical", dc=4, critical="none", hits=[{"type": "mw", "abilities": ["titan_killer:d3"]}])
        assert [chance(reply, "damage", n) for n in (1, 2, 3)] == [F(1, 3)] * 3

    @rule("EPIC-150", "EPIC-47")
    def test_extra_shots_alone_have_the_ability(self) -> None:
        """One shot against cover at 5+, two extra ones that ignore it at 4+, for each of two
        units."""
        gun = {"name": "Flamer", "range": 30, "ap": 4, "abilities": ["extra_attacks:2", "ignore_cover"]}
        reply = ask("fire", {"a": force((2, foot(weapons=[gun]))), "d": force((3, foot()), seat=1)}, by="a", target="d", terrain="wood")
        assert dice_and_targets(reply, "to_hit") == [(2, 5), (4, 4)]

    @rule("EPIC-150", "EPIC-160")
    @pytest.mark.parametrize(
        ("word", "number"),
        [("extra_attacks", 1), ("extra_attacks:3", 3), ("extra_attacks:x3", 1), ("extra_attacks:dx", 1), ("titan_killer:d3", -3), ("titan_killer:2", 2)],
    )
    def test_the_number_of_an_ability(self, word: str, number: int) -> None:
        assert traits((word,)) == {word.partition(":")[0]: number}
        assert traits(("extra_attacks:2", "extra_attacks")) == {"extra_attacks": 3}

    @rule("EPIC-42")
    @pytest.mark.parametrize(
        ("target", "needs"),
        [
            (((2, foot()), (1, tank())), 5),
            (((1, foot()), (2, tank())), 3),
            (((1, foot()), (1, tank())), 5),
            (((1, foot()), (1, tank(type="LV"))), 5),
            (((1, tank(type="LV")),), 5),
        ],
    )
    def test_one_of_two_values(self, target: Any, needs: int) -> None:
        gun = foot(weapons=[{"name": "Gun", "range": 45, "ap": 5, "at": 3}])
        reply = ask("fire", {"a": force((1, gun)), "d": force(*target, seat=1)}, by="a", target="d")
        assert dice_and_targets(reply, "to_hit") == [(1, needs)]


class TestTitanKillers:
    @rule("EPIC-51", "EPIC-160")
    @pytest.mark.parametrize(("reading", "taken"), [({}, [2, 0]), ({"tk_pass": "normal"}, [1, 1])])
    def test_which_pass_a_titan_killer_waits_for(self, reading: dict[str, str], taken: list[int]) -> None:
        """With the macro-weapons it begins at the front again; among the normal hits it goes to
        the next."""
        assert ask("allocate", None, reading, units=[{"type": "AV"}] * 2, hits=[{"type": "at"}, {"type": "tk"}])["result"]["hits"] == taken
