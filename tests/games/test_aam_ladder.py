"""Axis & Allies Miniatures: several attacks on one unit, the ladder of markers, cover on the
way, the readings of both."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.procedure import whole
from engine.playing.session import Refused
from engine.playing.walk import walk
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import frozen, pairs
from tests.engine.brute import brute
from tests.games.aam_combat import NO, PAK, RULES, SOLDIER, able, attack, in_order, named, playing, refused, sixes, worst
from tests.games.asking import ask, change, targets

rule = pytest.mark.rule
MEN = ("disrupted", "destroyed")
TANK = ("disrupted", "damaged", "destroyed")


def attacks(*attackers: Any, target: Any = SOLDIER, at: Any = None, cards: Any = None, states: Any = None, readings: Any = None, **told: Any) -> dict[str, Any]:
    """Several attacks in order on `t`; each attacker is a Sherman unless a card is given."""
    cards, states = cards or {}, states or {}
    units = {name: {"card": cards.get(name, SHERMAN), "seat": 0, "state": states.get(name, {})} for name in (each["attacker"] for each in attackers)}
    return ask(
        "aam",
        "attacks",
        {**units, "t": {"card": target, "seat": 1, "state": at or {}}},
        readings,
        target="t",
        attacks=list(attackers),
        **{"terrain": "clear", **told},
    )


def by(attacker: str, hexes: int = 2, **told: Any) -> dict[str, Any]:
    return {"attacker": attacker, "range": hexes, "arc": "front", **told}


class TestSeveralAttackers:
    @rule("AAM-59", "AAM-65", "AAM-67", "AAM-60")
    def test_two_on_one_soldier(self) -> None:
        """E-09: the second still meets defense 4; one hit each destroys."""
        reply = attacks(by("a"), by("b"), roll={"attack:0": sixes(4, 9), "attack:1": sixes(4, 9)})
        assert [check["needs"] for check in reply["checks"]] == [4, 4]
        assert reply["result"]["target"] == "destroyed"
        assert change(reply, "t", "face_down") == ["disrupted", "destroyed"]

    @rule("AAM-59", "AAM-67", "AAM-141")
    @pytest.mark.parametrize(("target", "ladder", "dice", "defense"), [(SOLDIER, MEN, 9, 4), (PANZER, TANK, 11, 5)])
    @pytest.mark.parametrize("terrain", ["clear", "town"])
    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_odds_of_several_in_order(self, target: Any, ladder: Any, dice: int, defense: int, terrain: str, count: int) -> None:
        cover = NO if terrain == "clear" else Fraction(1, 2) if target is SOLDIER else Fraction(1, 3)
        expected = named(in_order(ladder, [(dice, 4, defense, cover)] * count), worst)
        reply = attacks(*(by(name) for name in "abc"[:count]), target=target, terrain=terrain)
        assert reply["odds"]["target"] == expected

    @rule("AAM-59", "AAM-72", "AAM-70")
    def test_each_with_its_own_range_side_and_cover(self) -> None:
        """First from the front at 4 hexes, then in the same hex from behind: defense 3 and cover
        6."""
        reply = attacks(by("a", 4), by("b", 0), target=PANZER, terrain="town")
        assert [check["needs"] for check in reply["checks"]] == [5, None, 3, None]
        assert targets(reply) == {"attack:0": 4, "cover:0": 5, "attack:1": 4, "cover:1": 6}
        expected = in_order(TANK, [(11, 4, 5, Fraction(1, 3)), (13, 4, 3, Fraction(1, 6))])
        assert reply["odds"]["target"] == named(expected, worst)

    @rule("AAM-59")
    def test_what_is_told_for_all_and_for_one(self) -> None:
        second = {"attacker": "b", "bonus": -1, "terrain": "forest"}
        reply = attacks({"attacker": "a"}, second, range=1, arc="rear", target=PANZER, bonus=1)
        assert targets(reply) == {"attack:0": 3, "attack:1": 5, "cover:1": 5}
        assert [check["needs"] for check in reply["checks"] if check["needs"]] == [3, 3]

    @rule("AAM-59", "AAM-64")
    def test_a_damaged_tank_falls_to_two_single_hits(self) -> None:
        roll = {"attack:0": sixes(4, 11), "attack:1": sixes(4, 11)}
        reply = attacks(by("a"), by("b"), target=PANZER, at={"face_up": ["damaged"]}, roll=roll)
        assert change(reply, "t", "face_down") == ["disrupted", "destroyed"]

    @rule("AAM-59", "AAM-58")
    def test_three_single_hits_on_a_fresh_tank(self) -> None:
        roll = {f"attack:{n}": sixes(5, 11) for n in range(3)}
        assert change(attacks(*map(by, "abc"), target=PANZER, roll=roll), "t", "face_down") == list(TANK)

    @rule("AAM-24", "AAM-60", "AAM-26")
    def test_doomed_and_shaken_attackers_act(self) -> None:
        reply = attacks(by("a"), by("b"), states={"a": {"face_down": ["disrupted", "destroyed"]}, "b": {"face_up": ["damaged"]}})
        assert targets(reply) == {"attack:0": 4, "attack:1": 5}

    @rule("AAM-22", "AAM-47", "AAM-103", "AAM-13", "AAM-14", "AAM-127", "AAM-59")
    @pytest.mark.parametrize(
        ("second", "state", "card", "no"),
        [
            (by("b"), {"attacked": True}, SHERMAN, "AAM-22"),
            (by("b"), {"where": "destroyed"}, SHERMAN, "AAM-47"),
            (by("b"), {"aboard": "x"}, SOLDIER, "AAM-103"),
            (by("b", 9), {}, SHERMAN, "AAM-13"),
            (by("b", 5), {}, SOLDIER, "AAM-14"),
            (by("a"), {}, SHERMAN, "AAM-22"),
            (by("b"), {}, SHERMAN, None),
        ],
    )
    def test_what_forbids_one_forbids_all(self, second: Any, state: Any, card: Any, no: str | None) -> None:
        reply = attacks(by("a"), second, states={"b": state}, cards={"b": card})
        assert refused(reply) == ([no] if no else [])

    @rule("AAM-22", "AAM-89")
    @pytest.mark.parametrize(("order", "may"), [("aab", True), ("baa", True), ("aba", False), ("aaa", False)])
    def test_an_extra_attack_follows_at_once(self, order: str, may: bool) -> None:
        reply = attacks(*map(by, order), cards={"a": able(SHERMAN, double_shot=True)})
        assert refused(reply) == ([] if may else ["AAM-22"])

    @rule("AAM-22", "AAM-47")
    def test_all_are_of_the_army_whose_phase_it_is(self) -> None:
        units = {"a": {"card": SHERMAN, "seat": 0}, "t": {"card": SOLDIER, "seat": 1}}
        told = pairs(target="t", attacks=frozen([by("a")]), terrain="clear")
        for step, may in (("first_assault", True), ("second_assault", False)):
            session = playing(step, units)
            if may:
                session.dispatch(Opened("attacks", told))
                assert session.prompt
            else:
                with pytest.raises(Refused) as no:
                    session.dispatch(Opened("attacks", told))
                assert "not_yours" in [each.key for each in no.value.why]

    @rule("AAM-22")
    def test_a_question_is_nobodys_phase(self) -> None:
        units = {"a": {"card": SHERMAN, "seat": 1}, "t": {"card": SOLDIER, "seat": 0}}
        assert refused(ask("aam", "attacks", units, target="t", attacks=[by("a")], terrain="clear")) == []

    @rule("AAM-100", "AAM-59")
    def test_blast_among_them_carries_number_and_unit(self) -> None:
        units = {
            "a": {"card": able(SHERMAN, blast=True), "seat": 0},
            "b": {"card": SHERMAN, "seat": 0},
            "t": {"card": SOLDIER, "seat": 1},
            "u": {"card": SOLDIER, "seat": 1},
        }
        reply = ask("aam", "attacks", units, target="t", attacks=[by("a", others=["u"]), by("b")], terrain="clear")
        assert [check["what"] for check in reply["checks"]] == ["attack:0:t", "attack:0:u", "attack:1"]

    @rule("AAM-141", "AAM-59")
    def test_the_walk_equals_brute_force(self) -> None:
        units = {
            "a": {"card": {**SHERMAN, "soldiers": [1, 1, 1]}},
            "b": {"card": {**SHERMAN, "soldiers": [2, 2, 2]}},
            "t": {"card": {**SOLDIER, "defense": [1]}, "seat": 1},
        }
        state = table(RULES, frozen({"units": units}))
        two = frozen([by("a"), by("b", terrain="clear")])
        todo = whole(RULES.opening("attacks"), pairs(target="t", attacks=two, terrain="town"))
        ends = walk(state, todo)
        assert ends.chances() == brute(lambda: todo.on(state))
        assert all(not after.scratch for after, _ in ends.ways)  # what one attack scored parts no equal tables


class TestCoverOnTheWay:
    def after(self, *attempts: tuple[int, int | None], reading: str = "counts", target: Any = SOLDIER, dice: int = 9) -> Any:
        """Markers after attacks with so many successes and such a cover roll, None in the open."""
        told = [by("abc"[n], terrain="clear" if cover is None else "town") for n, (_, cover) in enumerate(attempts)]
        roll = {f"attack:{n}": sixes(count, dice) for n, (count, _) in enumerate(attempts)}
        roll |= {f"cover:{n}": [cover] for n, (_, cover) in enumerate(attempts) if cover is not None}
        reply = attacks(*told, target=target, readings={"covered_step": reading}, roll=roll)
        return change(reply, "t", "face_down")

    @rule("AAM-72")
    def test_the_order_of_attacks_matters(self) -> None:
        assert self.after((9, 4), (4, None)) == ["disrupted", "destroyed"]
        assert self.after((4, None), (9, 4)) == ["disrupted"]

    @rule("AAM-72")
    def test_three_cover_successes_are_one_disrupted(self) -> None:
        assert self.after((9, 4), (9, 5), (9, 6)) == ["disrupted"]

    @rule("AAM-72", "AAM-58")
    @pytest.mark.parametrize(
        ("attempts", "expected"),
        [
            ([(9, 4), (0, None), (4, None)], ["disrupted"]),
            ([(9, 4), (4, None)], ["disrupted"]),
            ([(9, 4), (5, None)], ["disrupted", "destroyed"]),
            ([(9, 4), (4, None), (4, None)], ["disrupted", "destroyed"]),
            ([(4, None), (9, 4), (4, None)], ["disrupted", "destroyed"]),
            ([(9, 4), (9, 5), (4, None)], ["disrupted"]),
        ],
    )
    def test_a_covered_disrupted_is_no_step_by_the_other_reading(self, attempts: Any, expected: Any) -> None:
        assert self.after(*attempts, reading="free") == expected

    @rule("AAM-72")
    def test_what_one_reading_remembers_the_other_does_not_mind(self) -> None:
        reply = attack(target=SOLDIER, at={"face_down": ["disrupted"], "covered": True}, roll={"attack": sixes(4, 9)})
        assert change(reply, "b", "face_down") == ["disrupted", "destroyed"]

    @rule("AAM-72")
    def test_the_other_reading_on_a_tank(self) -> None:
        assert self.after((11, 5), (6, None), reading="free", target=PANZER, dice=11) == ["disrupted", "damaged"]
        assert self.after((11, 5), (6, None), target=PANZER, dice=11) == list(TANK)

    @rule("AAM-68", "AAM-26", "AAM-72")
    @pytest.mark.parametrize("terrain", ["clear", "town"])
    def test_rolled_before_or_after_it_comes_to_the_same(self, terrain: str) -> None:
        early = attack(terrain=terrain, readings={"cover_roll": "always_before"})
        assert early["odds"] == attack(terrain=terrain)["odds"]
        assert [check["what"] for check in early["checks"]] == (["cover", "attack"] if terrain == "town" else ["attack"])

    @rule("AAM-68", "AAM-72")
    @pytest.mark.parametrize(("rolled", "successes", "after"), [(5, 0, None), (5, 11, ["disrupted"]), (4, 11, list(TANK))])
    def test_rolled_before(self, rolled: int, successes: int, after: Any) -> None:
        reply = attack(terrain="town", readings={"cover_roll": "always_before"}, roll={"cover": [rolled], "attack": sixes(successes, 11)})
        assert change(reply, "b", "face_down") == after

    @rule("AAM-68", "AAM-71")
    def test_rolled_before_it_is_rolled_once(self) -> None:
        units = {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": PANZER, "seat": 1}}
        session = playing("first_assault", units, readings={"cover_roll": "always_before"})
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=4, arc="front", terrain="town")))
        session.answer((5,))
        session.answer(tuple(sixes(11, 11)))
        assert session.prompt is None

    @rule("AAM-45")
    @pytest.mark.parametrize(("reading", "road", "cover"), [("base_terrain", True, 5), ("none", True, None), ("none", False, 5)])
    def test_a_road_in_the_hex_by_both_readings(self, reading: str, road: bool, cover: int | None) -> None:
        assert targets(attack(terrain="forest", road=road, readings={"road_cover": reading})).get("cover") == cover

    @rule("AAM-45")
    @pytest.mark.parametrize(("reading", "asked"), [("none", ["road"]), ("base_terrain", [])])
    def test_the_road_is_asked_only_where_it_matters(self, reading: str, asked: list[str]) -> None:
        units = {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": PANZER, "seat": 1}}
        session = playing("first_assault", units, readings={"road_cover": reading})
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=4, arc="front", terrain="forest")))
        assert session.prompt
        assert [field.key for field in (session.prompt.fields.fields if session.prompt.fields else ())] == asked

    @rule("AAM-45")
    def test_a_question_silent_about_a_road_means_none(self) -> None:
        assert targets(attack(terrain="forest", readings={"road_cover": "none"}))["cover"] == 5

    @rule("AAM-70", "AAM-46", "AAM-68")
    def test_a_soldier_in_marsh_attacked_in_its_own_hex(self) -> None:
        assert targets(attack(target=SOLDIER, terrain="marsh", range=0))["cover"] == 5
        assert "cover" not in targets(attack(terrain="marsh", road=True))  # a Vehicle on a road through it


class TestLadderOfATurn:
    def second(self, reading: str, held: list[str], hits: int, target: Any = SOLDIER, climbed: int = 0) -> Any:
        """One more attack on a unit that holds markers of an earlier phase."""
        defense, dice = (4, 9) if target is SOLDIER else (5, 11)
        count = {1: defense, 2: defense + 1, 3: 2 * defense}[hits]
        reply = attack(target=target, at={"face_down": held, "climbed": climbed}, readings={"ladder": reading}, roll={"attack": sixes(count, dice)})
        return reply["result"]["target"]

    @rule("AAM-59", "AAM-126")
    @pytest.mark.parametrize(
        ("held", "hits", "target", "turn", "phase"),
        [
            (["disrupted"], 1, SOLDIER, "destroyed", "disrupted"),
            (["disrupted", "damaged"], 1, PANZER, "destroyed", "damaged"),
            (["disrupted", "damaged"], 2, PANZER, "destroyed", "destroyed"),
            (["disrupted"], 2, PANZER, "destroyed", "damaged"),
        ],
    )
    def test_markers_of_two_phases_by_both_readings(self, held: Any, hits: int, target: Any, turn: str, phase: str) -> None:
        assert self.second("per_turn", held, hits, target) == turn
        assert self.second("per_phase", held, hits, target) == phase

    @rule("AAM-59")
    def test_within_a_phase_both_readings_climb_on(self) -> None:
        assert self.second("per_phase", ["disrupted"], 1, climbed=1) == "destroyed"

    @rule("AAM-59", "AAM-100")
    @pytest.mark.parametrize(("reading", "expected"), [("per_turn", ("disrupted", "destroyed")), ("per_phase", ("disrupted", "disrupted"))])
    def test_a_friends_blast_and_then_the_enemy(self, reading: str, expected: Any) -> None:
        units = {"m": {"card": able(PAK, blast=True), "seat": 0}, "e": {"card": SHERMAN, "seat": 1}, "f": {"card": {**SOLDIER, "defense": [1]}, "seat": 0}}
        session = playing("first_assault", units, readings={"ladder": reading})
        session.dispatch(Opened("attack", pairs(attacker="m", target="e", range=2, arc="front", terrain="clear", others=("f",))))
        session.answer(tuple(sixes(0, 9)))
        session.answer(tuple(sixes(1, 3)))
        assert session.state.unit("f").marks("face_down") == ("disrupted",)
        session.dispatch(Advanced())
        session.dispatch(Opened("attack", pairs(attacker="e", target="f", range=2, terrain="clear")))
        session.answer(tuple(sixes(1, 9)))
        assert session.state.unit("f").marks("face_down") == expected

    @rule("AAM-59")
    def test_two_in_the_second_phase_by_the_phase(self) -> None:
        """A new ladder, climbed by both attackers of the phase."""
        roll = {"attack:0": sixes(4, 9), "attack:1": sixes(4, 9)}
        reply = attacks(by("a"), by("b"), at={"face_down": ["disrupted"]}, readings={"ladder": "per_phase"}, roll=roll)
        assert change(reply, "t", "face_down") == ["disrupted", "disrupted", "destroyed"]

    @rule("AAM-72", "AAM-59")
    def test_cover_on_a_ladder_by_the_phase(self) -> None:
        first = {"attack:0": sixes(9, 9), "cover:0": [6], "attack:1": sixes(4, 9)}
        told = by("a", terrain="town"), by("b")
        counting = attacks(*told, readings={"ladder": "per_phase"}, roll=first)
        assert change(counting, "t", "face_down") == ["disrupted", "destroyed"]
        free = attacks(*told, readings={"ladder": "per_phase", "covered_step": "free"}, roll=first)
        assert change(free, "t", "face_down") == ["disrupted"]

    @rule("AAM-58", "AAM-126")
    @pytest.mark.parametrize(
        ("held", "after"), [(["damaged"], ["damaged", "destroyed"]), (["disrupted", "disrupted", "disrupted"], ["disrupted"] * 3 + ["destroyed"])]
    )
    def test_markers_set_by_hand_are_climbed_on_sensibly(self, held: list[str], after: list[str]) -> None:
        assert change(attack(at={"face_down": held}, roll={"attack": sixes(5, 11)}), "b", "face_down") == after

    @rule("AAM-58", "AAM-64")
    def test_a_damaged_tank_with_two_markers_face_down(self) -> None:
        reply = attack(at={"face_up": ["damaged"], "face_down": ["disrupted", "damaged"]}, roll={"attack": sixes(4, 11)})
        assert change(reply, "b", "face_down") == ["disrupted", "damaged", "destroyed"]

    @rule("AAM-126", "AAM-59", "AAM-72")
    def test_what_the_other_readings_remember_is_forgotten_in_time(self) -> None:
        session = playing("first_assault", {"t": {"card": SOLDIER, "seat": 1}})
        session.dispatch(TrackerSet("t", "climbed", 1))
        session.dispatch(TrackerSet("t", "covered", True))
        session.dispatch(Advanced())
        assert "climbed" not in session.state.unit("t").trackers
        assert session.state.unit("t").trackers["covered"] is True
        while session.state.turn == 1:
            session.overrule(Advanced())
        assert "covered" not in session.state.unit("t").trackers


UNITS = {
    "a": {"card": SHERMAN, "seat": 0},
    "b": {"card": PANZER, "seat": 1},
    "c": {"card": SOLDIER, "seat": 1},
    "d": {"card": SOLDIER, "seat": 1, "state": {"face_up": ["disrupted"]}},
    "e": {"card": SOLDIER, "seat": 0},
}


class TestTargets:
    def told(self, targets: Any = ("b", "c", "d"), units: Any = None, **told: Any) -> dict[str, Any]:
        seen = {"range": 4, "terrain": "town", **told}
        return ask("aam", "targets", units or UNITS, attacker="a", targets=list(targets), **seen)

    @rule("AAM-48")
    @pytest.mark.parametrize("order", list(permutations("bcd")))
    def test_the_best_first_whatever_the_order(self, order: Any) -> None:
        ranked = self.told(order)["result"]["ranked"]
        assert [row["unit"] for row in ranked] == ["d", "c", "b"]
        disrupted = in_order(MEN, [(9, 4, 3, Fraction(1, 2))])  # recovered, unless hit anew
        assert {key: value for key, value in ranked[0].items() if key != "unit"} == named(disrupted, worst)

    @rule("AAM-48", "AAM-15")
    def test_the_front_unless_it_is_said(self) -> None:
        assert self.told(["b"])["result"] == self.told(["b"], arc="front")["result"] != self.told(["b"], arc="rear")["result"]

    @rule("AAM-48", "AAM-127", "AAM-13")
    def test_those_it_may_not_attack(self) -> None:
        assert self.told(["b", "e"])["result"]["refused"] == {"e": "not_an_enemy"}
        assert self.told(["b"], range=9)["result"] == {"ranked": [], "refused": {"b": "out_of_range"}}

    @rule("AAM-48")
    def test_a_card_that_is_silent(self) -> None:
        units = {**UNITS, "b": {"card": {"name": "?", "type": "vehicle"}, "seat": 1}}
        assert self.told(units=units)["unknown"] == ["units.b.card.defense"]
        session = playing("first_assault", units)
        session.overrule(Opened("targets", pairs(attacker="a", targets=("b",), range=1, terrain="clear")))
        assert session.prompt
        assert session.prompt.key == "card:b.defense"
