"""Axis & Allies Miniatures: attacks, markers, casualties and initiative, with values worked out
from the book."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.aam.attack.values import band
from engine.games.aam.attack.values import hits as hits_for
from engine.games.aam.casualties.fate import after_casualties as casualties_done
from engine.games.aam.casualties.fate import condition, fate
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.procedure import whole
from engine.playing.session import Refused, Session
from engine.playing.walk import walk
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import frozen, pairs
from tests.engine.brute import brute
from tests.games.asking import ask, change, rows, targets

rule = pytest.mark.rule
SOLDIER = {"name": "Riflemen", "type": "soldier", "defense": [4], "soldiers": [8, 6, None], "vehicles": [2, None, None], "speed": 1}
CAPTAIN = {**SOLDIER, "name": "Captain", "initiative": 2}
RULES = RULESETS["aam"]


def attack(attacker: Any = SHERMAN, target: Any = PANZER, by: Any = None, at: Any = None, readings: Any = None, **situation: Any) -> dict[str, Any]:
    units = {"a": {"card": attacker, "state": by or {}}, "b": {"card": target, "state": at or {}}}
    seen = {"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear"}
    return ask("aam", "attack", units, readings, **{**seen, **situation})


class TestDice:
    @rule("AAM-13", "AAM-49")
    @pytest.mark.parametrize(("hexes", "name"), [(0, "short"), (1, "short"), (2, "medium"), (4, "medium"), (5, "long"), (8, "long")])
    def test_bands(self, hexes: int, name: str) -> None:
        assert band(hexes) == name

    @rule("AAM-50", "AAM-12")
    @pytest.mark.parametrize(("target", "hexes", "dice"), [(PANZER, 1, 13), (PANZER, 4, 11), (PANZER, 5, 9), (SOLDIER, 0, 9), (SOLDIER, 8, 7)])
    def test_the_row_of_the_target_and_the_band(self, target: Any, hexes: int, dice: int) -> None:
        reply = attack(target=target, range=hexes)
        assert reply["checks"][0]["dice"] == dice
        assert reply["checks"][0]["dice_rows"][0]["amount"] == dice

    @rule("AAM-13")
    def test_beyond_long_range(self) -> None:
        assert attack(range=8).get("refused") is None
        assert attack(range=9)["refused"]["refs"] == ["AAM-13"]

    @rule("AAM-96")
    @pytest.mark.parametrize(("target", "hexes", "refused"), [(SHERMAN, 10, False), (SHERMAN, 11, True), (SOLDIER, 9, True)])
    def test_extended_range_against_vehicles_only(self, target: Any, hexes: int, refused: bool) -> None:
        reply = attack(attacker=PANZER, target=target, range=hexes)
        assert ("refused" in reply) is refused
        assert refused or reply["checks"][0]["dice"] == 11  # E-19

    @rule("AAM-14")
    def test_a_dash_is_no_attack(self) -> None:
        assert attack(attacker=SOLDIER, range=2)["refused"]["refs"] == ["AAM-14"]
        assert attack(attacker=SOLDIER, range=1).get("refused") is None

    @rule("AAM-51")
    def test_four_and_more_succeeds(self) -> None:
        assert targets(attack())["attack"] == 4
        assert attack(roll={"attack": [4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3]})["result"]["successes"] == 3

    @rule("AAM-52")
    @pytest.mark.parametrize("marks", [["disrupted"], ["damaged"], ["disrupted", "damaged"]])
    def test_a_shaken_attacker_has_one_less_whatever_the_number_of_markers(self, marks: list[str]) -> None:
        reply = attack(by={"face_up": marks})
        assert rows(reply, "attack") == [("shaken", -1, "AAM-52")]
        assert targets(reply)["attack"] == 5  # E-20

    @rule("AAM-60")
    def test_face_down_markers_change_nothing(self) -> None:
        reply = attack(by={"face_down": ["disrupted", "destroyed"]}, at={"face_down": ["disrupted"]})
        assert targets(reply)["attack"] == 4
        assert reply["checks"][0]["needs"] == 5

    @rule("AAM-88", "AAM-51")
    @pytest.mark.parametrize(("bonus", "successes"), [(0, 2), (1, 3)])
    def test_a_bonus_on_each_die(self, bonus: int, successes: int) -> None:
        """E-10: 4 4 3 1 are two successes, with +1 on each die three."""
        four = {**SHERMAN, "vehicles": [4, 4, 4]}
        assert attack(attacker=four, bonus=bonus, roll={"attack": [4, 4, 3, 1]})["result"]["successes"] == successes

    @rule("AAM-128", "AAM-52")
    @pytest.mark.parametrize(("bonus", "target"), [(1, 4), (-1, 6), (-3, 8)])
    def test_abilities_add_to_the_penalty(self, bonus: int, target: int) -> None:
        assert targets(attack(by={"face_up": ["disrupted"]}, bonus=bonus))["attack"] == target


class TestHits:
    @rule("AAM-53")
    @pytest.mark.parametrize(
        ("successes", "defense", "hits"),
        [(4, 5, 0), (5, 5, 1), (6, 5, 2), (9, 5, 2), (10, 5, 3), (11, 5, 3), (1, 1, 1), (2, 1, 3), (0, 1, 0), (3, 2, 2), (4, 2, 3)],
    )
    def test_successes_against_defense(self, successes: int, defense: int, hits: int) -> None:
        assert hits_for(successes, defense) == hits

    @rule("AAM-53", "AAM-13", "AAM-50", "AAM-51", "AAM-58", "AAM-25")
    def test_the_worked_example(self) -> None:
        """E-02: 6 6 6 5 4 4 are six successes against 5: two hits, Disrupted and Damaged face
        down."""
        reply = attack(roll={"attack": [6, 6, 6, 5, 4, 4, 3, 3, 3, 1, 1]})
        assert reply["result"]["hits"] == 2
        assert reply["result"]["target"] == "damaged"
        assert change(reply, "b", "face_down") == ["disrupted", "damaged"]

    @rule("AAM-53", "AAM-51")
    def test_its_odds_counted_by_hand(self) -> None:
        ways = {hits: sum(comb(11, n) for n in counts) for hits, counts in {0: range(5), 1: [5], 2: range(6, 10), 3: range(10, 12)}.items()}
        assert attack()["odds"]["hits"] == {str(hits): str(Fraction(count, 2**11)) for hits, count in ways.items()}

    @rule("AAM-15", "AAM-54")
    @pytest.mark.parametrize(
        ("target", "arc", "hexes", "needs"),
        [(PANZER, "front", 4, 5), (PANZER, "rear", 4, 3), (PANZER, "front", 0, 3), (PANZER, None, 0, 3), (SOLDIER, "rear", 1, 4), (SOLDIER, None, 2, 4)],
    )
    def test_front_rear_and_a_single_number(self, target: Any, arc: Any, hexes: int, needs: int) -> None:
        assert attack(target=target, arc=arc, range=hexes)["checks"][0]["needs"] == needs  # E-16

    @rule("AAM-15")
    def test_the_side_is_asked_where_it_matters(self) -> None:
        assert attack(arc=None)["error"] == "situation.arc: is missing"
        assert "error" not in attack(target=SOLDIER, arc=None)

    @rule("AAM-55")
    @pytest.mark.parametrize(("marks", "arc", "needs"), [(["disrupted"], "front", 4), (["damaged"], "rear", 2), (["disrupted", "damaged"], "front", 4)])
    def test_a_shaken_defender_has_one_less(self, marks: list[str], arc: str, needs: int) -> None:
        assert attack(at={"face_up": marks}, arc=arc)["checks"][0]["needs"] == needs

    @rule("AAM-55")
    @pytest.mark.parametrize(("floor", "needs", "hits"), [("1", 1, 0), ("0", 0, 3)])
    def test_a_defense_of_nothing_by_both_readings(self, floor: str, needs: int, hits: int) -> None:
        weak = {**PANZER, "defense": [1]}
        reply = attack(target=weak, at={"face_up": ["disrupted"]}, readings={"defense_floor": floor}, roll={"attack": [1] * 11})
        assert reply["checks"][0]["needs"] == needs
        assert reply["result"]["hits"] == hits


class TestLadder:
    @rule("AAM-58", "AAM-59", "AAM-126")
    @pytest.mark.parametrize(
        ("held", "successes", "after"),
        [
            ([], 5, ["disrupted"]),
            ([], 6, ["disrupted", "damaged"]),
            ([], 10, ["disrupted", "damaged", "destroyed"]),
            (["disrupted"], 5, ["disrupted", "damaged"]),
            (["disrupted", "damaged"], 10, ["disrupted", "damaged", "destroyed"]),
            (["disrupted", "damaged", "destroyed"], 10, None),
        ],
    )
    def test_a_vehicle(self, held: list[str], successes: int, after: list[str] | None) -> None:
        faces = [6] * successes + [1] * (11 - successes)
        assert change(attack(at={"face_down": held}, roll={"attack": faces}), "b", "face_down") == after

    @rule("AAM-65", "AAM-58")
    @pytest.mark.parametrize(("successes", "after"), [(4, ["disrupted"]), (5, ["disrupted", "destroyed"]), (8, ["disrupted", "destroyed"])])
    def test_a_soldier_is_never_damaged(self, successes: int, after: list[str]) -> None:
        faces = [6] * successes + [1] * (9 - successes)
        assert change(attack(target=SOLDIER, roll={"attack": faces}), "b", "face_down") == after

    @rule("AAM-64", "AAM-58")
    def test_a_damaged_vehicle_is_destroyed_by_the_second_hit(self) -> None:
        reply = attack(at={"face_up": ["damaged"]}, roll={"attack": [6] * 5 + [1] * 6})  # 5 against 4: two hits
        assert change(reply, "b", "face_down") == ["disrupted", "destroyed"]

    @rule("AAM-126")
    def test_a_face_up_disrupted_is_no_step(self) -> None:
        reply = attack(at={"face_up": ["disrupted"]}, roll={"attack": [6] * 4 + [1] * 7})  # 4 against 4: one hit
        assert change(reply, "b", "face_down") == ["disrupted"]

    @rule("AAM-59", "AAM-65", "AAM-67")
    def test_two_attackers_on_one_soldier(self) -> None:
        """E-09: the second attacker still meets defense 4; its single hit destroys."""
        first = attack(target=SOLDIER, roll={"attack": [4] * 4 + [1] * 5})
        assert first["after"]["b"]["face_down"] == ["disrupted"]
        second = attack(target=SOLDIER, at=first["after"]["b"], roll={"attack": [4] * 4 + [1] * 5})
        assert second["checks"][0]["needs"] == 4
        assert second["result"]["target"] == "destroyed"


class TestCover:
    @rule("AAM-46", "AAM-68", "AAM-69")
    @pytest.mark.parametrize(
        ("target", "terrain", "cover"),
        [
            (PANZER, "hill", 5),
            (PANZER, "forest", 5),
            (PANZER, "town", 5),
            (PANZER, "marsh", None),
            (PANZER, "clear", None),
            (SOLDIER, "hill", 4),
            (SOLDIER, "forest", 4),
            (SOLDIER, "town", 4),
            (SOLDIER, "marsh", 4),
            (SOLDIER, "clear", None),
            (SOLDIER, "pond", None),
        ],
    )
    def test_terrain_and_type(self, target: Any, terrain: str, cover: int | None) -> None:
        assert targets(attack(target=target, terrain=terrain)).get("cover") == cover

    @rule("AAM-70")
    @pytest.mark.parametrize(("target", "hexes", "cover"), [(SOLDIER, 0, 5), (PANZER, 0, 6), (PANZER, 1, 5)])
    def test_the_same_hex_makes_it_harder(self, target: Any, hexes: int, cover: int) -> None:
        reply = attack(target=target, terrain="town", range=hexes)
        assert targets(reply)["cover"] == cover
        assert rows(reply, "cover") == ([("same_hex", -1, "AAM-70")] if hexes == 0 else [])

    @rule("AAM-72")
    @pytest.mark.parametrize(
        ("held", "rolled", "after"),
        [
            ([], 5, ["disrupted"]),
            (["disrupted"], 5, None),
            (["disrupted", "damaged"], 6, None),
            ([], 4, ["disrupted", "damaged", "destroyed"]),
            (["disrupted"], 1, ["disrupted", "damaged", "destroyed"]),
        ],
    )
    def test_a_success_leaves_one_disrupted_and_none_beside_another(self, held: list[str], rolled: int, after: Any) -> None:
        reply = attack(at={"face_down": held}, terrain="town", roll={"attack": [6] * 10 + [1], "cover": [rolled]})
        assert change(reply, "b", "face_down") == after

    @rule("AAM-68")
    def test_no_cover_roll_without_a_hit(self) -> None:
        reply = attack(terrain="town", roll={"attack": [1] * 11})
        assert reply["result"]["readings"] == {"attack": 0}
        assert [check["what"] for check in reply["checks"]] == ["attack"]

    @rule("AAM-74", "AAM-97", "AAM-87")
    def test_bombardment_leaves_no_cover_roll(self) -> None:
        """E-11: not even the automatic cover of a camouflaged tank in forest."""
        gun = {**SHERMAN, "abilities": {"bombardment": True}}
        tank = {**PANZER, "abilities": {"forest_camouflage": True}}
        assert "cover" not in targets(attack(attacker=gun, terrain="town"))
        reply = attack(attacker=gun, target=tank, terrain="forest", range=5, roll={"attack": [6] * 9})
        assert change(reply, "b", "face_down") == ["disrupted", "damaged"]

    @rule("AAM-98")
    @pytest.mark.parametrize(("terrain", "hexes", "sure"), [("forest", 5, True), ("forest", 4, False), ("town", 5, False)])
    def test_forest_camouflage(self, terrain: str, hexes: int, sure: bool) -> None:
        tank = {**PANZER, "abilities": {"forest_camouflage": True}}
        reply = attack(target=tank, terrain=terrain, range=hexes)
        assert [check["verdict"] for check in reply["checks"]] == ["roll", "passes" if sure else "roll"]
        assert ("damaged" in reply["odds"]["target"]) is not sure
        assert [check["verdict"] for check in attack(terrain=terrain, range=hexes)["checks"]] == ["roll", "roll"]


class TestRefusals:
    @rule("AAM-127")
    def test_a_friend_is_no_target(self) -> None:
        units = {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": SHERMAN, "seat": 0}}
        reply = ask("aam", "attack", units, attacker="a", target="b", range=1, arc="front", terrain="clear")
        assert reply["refused"]["refs"] == ["AAM-127"]

    @rule("AAM-103")
    @pytest.mark.parametrize("who", ["by", "at"])
    def test_a_passenger_neither_shoots_nor_defends(self, who: str) -> None:
        assert attack(SOLDIER, SOLDIER, range=1, **{who: {"aboard": "x"}})["refused"]["refs"] == ["AAM-103"]

    @rule("AAM-22")
    @pytest.mark.parametrize("flag", ["moved", "attacked"])
    def test_one_action_a_phase(self, flag: str) -> None:
        assert attack(by={flag: True})["refused"]["refs"] == ["AAM-22"]

    @rule("AAM-47")
    @pytest.mark.parametrize("who", ["by", "at"])
    def test_only_on_the_map(self, who: str) -> None:
        assert attack(**{who: {"where": "destroyed"}})["refused"]["refs"] == ["AAM-47"]

    @rule("AAM-47", "AAM-22", "AAM-21", "AAM-18", "AAM-135")
    @pytest.mark.parametrize(
        ("step", "seat", "key"),
        [
            ("initiative", 0, "not_now"),
            ("first_movement", 0, "not_now"),
            ("second_movement", 1, "not_now"),
            ("first_assault", 0, None),
            ("first_assault", 1, "not_yours"),
            ("second_assault", 0, "not_yours"),
            ("second_assault", 1, None),
            ("end", 0, "not_now"),
        ],
    )
    def test_attacks_belong_to_the_own_assault_phase(self, step: str, seat: int, key: str | None) -> None:
        units = {"a": {"card": SHERMAN, "seat": seat}, "b": {"card": PANZER, "seat": 1 - seat}}
        session = Session(RULES, table(RULES, frozen({"step": step, "units": units})))
        opening = Opened("attack", pairs(attacker="a", target="b"))
        if key is None:
            session.dispatch(opening)
            assert session.prompt
        else:
            with pytest.raises(Refused) as refused:
                session.dispatch(opening)
            assert refused.value.why[0].key == key


def casualties(**units: Any) -> dict[str, Any]:
    return ask("aam", "casualty", {key: {"card": card, "state": state} for key, (card, state) in units.items()})


class TestCasualtyPhase:
    @rule("AAM-25", "AAM-62", "AAM-63")
    def test_its_printed_order_for_both_armies(self) -> None:
        reply = casualties(
            a=(SHERMAN, {"face_up": ["disrupted", "damaged"], "face_down": ["disrupted"]}), b=(PANZER, {"face_down": ["disrupted", "damaged", "destroyed"]})
        )
        assert [(each["unit"], each["tracker"], each["to"], each["ref"]) for each in reply["changes"]] == [
            ("a", "face_up", ["damaged"], "AAM-62"),
            ("a", "face_down", [], "AAM-25"),
            ("a", "face_up", ["damaged", "disrupted"], "AAM-25"),
            ("b", "face_down", [], "AAM-25"),
            ("b", "face_up", ["disrupted", "damaged", "destroyed"], "AAM-25"),
            ("b", "where", "destroyed", "AAM-66"),
        ]

    @rule("AAM-62")
    def test_an_old_disrupted_goes_and_a_new_one_stays(self) -> None:
        assert casualties(a=(SHERMAN, {"face_up": ["disrupted"]}))["after"]["a"] == {"where": "table"}
        assert casualties(a=(SHERMAN, {"face_up": ["disrupted"], "face_down": ["disrupted"]}))["after"]["a"] == {"where": "table", "face_up": ["disrupted"]}

    @rule("AAM-66", "AAM-24")
    def test_the_destroyed_leave(self) -> None:
        assert casualties(a=(SOLDIER, {"face_down": ["disrupted", "destroyed"]}))["after"]["a"]["where"] == "destroyed"

    @rule("AAM-64")
    def test_two_damaged_markers_are_destruction(self) -> None:
        reply = casualties(a=(SHERMAN, {"face_up": ["damaged"], "face_down": ["disrupted", "damaged"]}))
        assert reply["after"]["a"]["where"] == "destroyed"
        assert reply["changes"][-1]["ref"] == "AAM-64"
        assert casualties(a=(SHERMAN, {"face_up": ["damaged"]}))["changes"] == []

    @rule("AAM-104")
    def test_passengers_go_with_their_transport(self) -> None:
        reply = casualties(
            a=(SHERMAN, {"face_down": ["disrupted", "damaged", "destroyed"]}),
            p=(SOLDIER, {"aboard": "a", "where": "inside"}),
            q=(SOLDIER, {"aboard": "c"}),
            c=(SHERMAN, {}),
        )
        assert [(each["unit"], each["ref"]) for each in reply["changes"] if each["tracker"] == "where"] == [("a", "AAM-66"), ("p", "AAM-104")]

    @rule("AAM-104", "AAM-66")
    def test_each_passenger_goes_once(self) -> None:
        """One hit by itself, one gone long ago."""
        reply = casualties(
            a=(SHERMAN, {"face_down": ["destroyed"]}),
            p=(SOLDIER, {"aboard": "a", "face_down": ["destroyed"]}),
            q=(SOLDIER, {"aboard": "a", "where": "destroyed"}),
        )
        assert [(each["unit"], each["ref"]) for each in reply["changes"] if each["tracker"] == "where"] == [("a", "AAM-66"), ("p", "AAM-66")]

    @rule("AAM-104", "AAM-25")
    @pytest.mark.parametrize(
        ("carrier", "passenger", "fates"),
        [
            ({}, {"aboard": "a"}, ["none", "none"]),
            ({"face_down": ["destroyed"]}, {"aboard": "a"}, ["destroyed", "destroyed"]),
            ({"face_down": ["destroyed"]}, {"aboard": "x"}, ["destroyed", "none"]),
            ({"face_down": ["disrupted"]}, {"aboard": "a", "face_up": ["disrupted"]}, ["disrupted", "none"]),
            ({"face_up": ["damaged"]}, {"face_down": ["disrupted", "destroyed"]}, ["damaged", "destroyed"]),
        ],
    )
    def test_what_each_will_be(self, carrier: Any, passenger: Any, fates: list[str]) -> None:
        units = {"a": {"card": SHERMAN, "state": carrier}, "p": {"card": SOLDIER, "state": passenger}}
        state = table(RULES, frozen({"units": units}))
        assert [fate(state, unit) for unit in "ap"] == fates
        assert [condition(casualties_done(state), unit) for unit in "ap"] == fates

    @rule("AAM-25")
    def test_only_those_named(self) -> None:
        units = {key: {"card": SHERMAN, "state": {"face_up": ["disrupted"]}} for key in "ab"}
        reply = answered(RULESETS, {"game": "aam", "ask": "casualty", "units": units, "situation": {"units": ["b"]}})
        assert [each["unit"] for each in reply["changes"]] == ["b"]

    @rule("AAM-64", "AAM-65")
    def test_soldiers_know_no_damage(self) -> None:
        assert casualties(a=(SOLDIER, {"face_up": ["damaged", "damaged"]}))["changes"] == []

    @rule("AAM-25", "AAM-66")
    def test_a_line_declined_leaves_its_markers(self) -> None:
        units = {"a": {"card": SHERMAN, "state": {"face_up": ["disrupted"], "face_down": ["disrupted", "damaged"]}}}
        session = Session(RULES, table(RULES, frozen({"step": "second_assault", "units": units})))
        session.dispatch(Advanced())
        assert session.prompt
        assert [line.ref.id for line in session.prompt.lines] == ["AAM-62", "AAM-25"]
        session.answer((0,))
        assert session.state.unit("a").marks("face_up") == ("disrupted", "disrupted", "damaged")
        assert session.state.unit("a").marks("face_down") == ()

    @rule("AAM-24", "AAM-60")
    def test_the_doomed_still_act(self) -> None:
        """E-04: a Destroyed marker face down does not stop a tank in its own assault phase."""
        assert "refused" not in attack(by={"face_down": ["disrupted", "damaged", "destroyed"]})


class TestInitiative:
    @rule("AAM-19")
    def test_told_dice_that_tie_again_leave_it_open(self) -> None:
        """Tied once, then told to tie again: still nobody's, each side as likely as before; each
        die has its owner."""
        tied = {"initiative": [[3, 3], [4, 2]], "initiative:again": [[5, 2], [6, 1]]}
        reply = ask("aam", "initiative", bonus=[0, 0], roll=tied)
        assert (reply["result"]["winner"], reply["odds"]["winner"]) == (None, {"0": "1/2", "1": "1/2"})
        assert [check["by"] for check in reply["checks"][:2]] == ["seat 0", "seat 1"]
        won = ask("aam", "initiative", bonus=[0, 0], roll={**tied, "initiative:again": [[5, 2], [6, 2]]})
        assert won["result"]["winner"] == 1

    @rule("AAM-18", "AAM-19")
    @pytest.mark.parametrize("bonus", [(0, 0), (2, 0), (1, 3)])
    def test_odds_by_all_throws(self, bonus: tuple[int, int]) -> None:
        count = {"0": 0, "1": 0, "tie": 0}
        for ours in product(range(1, 7), repeat=2):
            for theirs in product(range(1, 7), repeat=2):
                edge = (sum(ours) + bonus[0]) - (sum(theirs) + bonus[1]) or bonus[0] - bonus[1]
                count["0" if edge > 0 else "1" if edge < 0 else "tie"] += 1
        reply = ask("aam", "initiative", bonus=list(bonus))
        assert reply["odds"]["first_roll"] == {key: str(Fraction(n, 1296)) for key, n in count.items() if n}
        decided = 1296 - count["tie"]
        assert reply["odds"]["winner"] == {key: str(Fraction(count[key], decided)) for key in ("0", "1")}

    @rule("AAM-19")
    def test_equal_totals_go_to_the_higher_bonus(self) -> None:
        reply = ask("aam", "initiative", bonus=[2, 0], roll={"initiative": [[1, 3], [3, 3]]})
        assert reply["result"]["winner"] == 0

    @rule("AAM-18", "AAM-93", "AAM-132")
    def test_the_best_commander_who_is_not_disrupted(self) -> None:
        def bonus(**states: Any) -> list[Any]:
            units = {
                "x": {"card": CAPTAIN, "seat": 0},
                "y": {"card": {**CAPTAIN, "initiative": 3}, "seat": 0, "state": states},
                "z": {"card": {**CAPTAIN, "initiative": 5}, "seat": 1},
            }
            return rows(ask("aam", "initiative", units), "initiative:0")

        assert bonus() == [("commander", 3, "AAM-18")]
        assert bonus(face_up=["disrupted"]) == [("commander", 2, "AAM-18")]
        assert bonus(face_down=["disrupted"]) == [("commander", 3, "AAM-18")]
        assert bonus(where="destroyed") == bonus(where="reserve") == [("commander", 2, "AAM-18")]
        assert bonus(where="inside") == [("commander", 3, "AAM-18")]  # aboard he still leads (AAM-132)

    @rule("AAM-20")
    @pytest.mark.parametrize(("reading", "choice", "first"), [("winner_chooses", "first", 1), ("winner_chooses", "second", 0), ("winner_first", None, 1)])
    def test_the_winner_chooses_or_is_first(self, reading: str, choice: str | None, first: int) -> None:
        session = Session(RULES, table(RULES, frozen({"readings": {"initiative": reading}})))
        session.dispatch(Opened("initiative"))
        session.answer(((1, 1), (6, 6)))
        if choice:
            assert session.prompt
            assert session.prompt.asked_of == 1
            session.answer(choice)
        assert session.prompt is None
        assert (session.state.first, session.state.seat) == (first, first)

    @rule("AAM-18", "AAM-21", "AAM-22", "AAM-25", "AAM-135", "AAM-17")
    def test_the_seven_phases_in_order(self) -> None:
        """Both armies roll again every turn; the second player's phases follow the first's."""
        session = Session(RULES, table(RULES, frozen({"step": "end", "first": 1, "units": {"a": {"card": SHERMAN}}})))
        seen = []
        for _ in range(7):
            session.overrule(Advanced())
            seen.append((session.state.step, session.state.seat))
            if session.prompt:
                session.answer(((6, 6), (1, 1)))
                session.answer("second")
        assert seen[1:] == [("first_movement", 1), ("second_movement", 0), ("first_assault", 1), ("second_assault", 0), ("casualty", 0), ("end", 0)]
        assert session.state.turn == 2

    @rule("AAM-22", "AAM-78", "AAM-89")
    def test_flags_speak_of_the_running_phase(self) -> None:
        start = table(RULES, frozen({"step": "first_assault", "units": {"a": {"card": SHERMAN}}}))
        session = Session(RULES, start)
        for flag in ("attacked", "moved", "fired_defensively", "attacked_twice", "acted_then"):
            session.dispatch(TrackerSet("a", flag, 1 if flag == "acted_then" else True))
        session.dispatch(Advanced())
        assert dict(session.state.unit("a").trackers) == {}


@rule("AAM-25", "AAM-18")
def test_steps_open_their_own_procedure() -> None:
    session = Session(RULES, table(RULES, frozen({"step": "second_assault", "units": {"a": {"card": SHERMAN, "state": {"face_down": ["disrupted"]}}}})))
    session.dispatch(Advanced())
    assert session.prompt
    assert session.prompt.key == "casualty"
    session.answer(())
    session.dispatch(Advanced())
    session.dispatch(Advanced())
    assert session.prompt.key == "initiative"


@pytest.mark.heavy
@pytest.mark.parametrize(("terrain", "held"), [("clear", ()), ("clear", ("disrupted",)), ("clear", ("disrupted", "damaged")), ("town", ("disrupted",))])
def test_the_walk_equals_brute_force(terrain: str, held: tuple[str, ...]) -> None:
    units = {"a": {"card": {**SHERMAN, "vehicles": [4, 4, 4]}}, "b": {"card": {**PANZER, "defense": [2]}, "seat": 1, "state": {"face_down": list(held)}}}
    state = table(RULES, frozen({"units": units}))
    todo = whole(RULES.opening("attack"), pairs(attacker="a", target="b", range=2, terrain=terrain))
    assert walk(state, todo).chances() == brute(lambda: todo.on(state))
