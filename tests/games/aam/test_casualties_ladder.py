"""The ladder of markers that hits climb."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import pairs
from tests.games.aam.table import PAK, SOLDIER, able, attack, playing, rule, sixes
from tests.games.asking import ask, change, targets

DISRUPTED, DAMAGED, BOTH = ["disrupted"], ["damaged"], ["disrupted", "damaged"]


def several(*attacks: Any, target: Any = SOLDIER, at: Any = None, **told: Any) -> dict[str, Any]:
    """Attacks in order on `t`, from 2 hexes in front unless it is said otherwise."""
    seen = [{"range": 2, "arc": "front", **each} for each in attacks]
    units = {each["attacker"]: {"card": SHERMAN, "seat": 0} for each in attacks}
    return ask("aam", "attacks", {**units, "t": {"card": target, "seat": 1, "state": at or {}}}, target="t", attacks=seen, **told)


def down(reply: Any, unit: str = "t") -> Any:
    return change(reply, unit, "face_down")


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


class TestLadder:
    @rule("AAM-58", "AAM-126")
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

    @rule("AAM-59", "AAM-67")
    def test_two_attackers_on_one_soldier(self) -> None:
        """E-09: the second attacker still meets defense 4; its single hit destroys."""
        first = attack(target=SOLDIER, roll={"attack": [4] * 4 + [1] * 5})
        assert first["after"]["b"]["face_down"] == ["disrupted"]
        second = attack(target=SOLDIER, at=first["after"]["b"], roll={"attack": [4] * 4 + [1] * 5})
        assert second["checks"][0]["needs"] == 4
        assert second["result"]["target"] == "destroyed"


class TestLadderAndCover:
    """What counts as a step, and what cover leaves, in every order."""

    @rule("AAM-72", "AAM-65")
    @pytest.mark.parametrize(
        ("first", "second", "left"),
        [
            ((4, 4), (4, 3), ["disrupted", "destroyed"]),
            ((4, 3), (9, 4), ["disrupted"]),
            ((9, 4), (9, 6), ["disrupted"]),
            ((3, 1), (4, 4), ["disrupted"]),
            ((5, 3), (4, 4), ["disrupted", "destroyed"]),
        ],
    )
    def test_a_soldier_in_town(self, first: Any, second: Any, left: Any) -> None:
        """Successes against defense 4, then the cover die: 4 and more shelters."""
        roll = {
            f"{what}:{n}": value
            for n, (hit, cover) in enumerate((first, second))
            for what, value in (("attack", sixes(hit, 9)), ("cover", [cover]))
            if what == "attack" or hit >= 4
        }
        assert down(several({"attacker": "x"}, {"attacker": "y"}, terrain="town", roll=roll)) == left

    @rule("AAM-72", "AAM-58")
    def test_covered_first_a_tank_falls_to_two_open_hits(self) -> None:
        """The Disrupted got under cover is the first step; 6 successes against 5 are the second
        and the third."""
        roll = {"attack:0": sixes(5, 11), "cover:0": [5], "attack:1": sixes(6, 11), "cover:1": [4]}
        reply = several({"attacker": "x"}, {"attacker": "y"}, target=SHERMAN, terrain="forest", roll=roll)
        assert down(reply) == ["disrupted", "damaged", "destroyed"]

    @rule("AAM-126", "AAM-55")
    def test_disrupted_by_defensive_fire_then_hit_once(self) -> None:
        """Defense 4 for the marker face up, which is no step: disrupted again, not damaged."""
        reply = attack(at={"face_up": DISRUPTED}, roll={"attack": sixes(4, 11)})
        assert (reply["result"]["hits"], reply["result"]["target"], down(reply, "b")) == (1, "disrupted", DISRUPTED)

    @rule("AAM-53", "AAM-64")
    @pytest.mark.parametrize(
        ("arc", "hit", "hits", "becomes"),
        [
            ("front", 3, 0, "damaged"),
            ("front", 4, 1, "damaged"),
            ("front", 5, 2, "destroyed"),
            ("front", 8, 3, "destroyed"),
            ("rear", 1, 0, "damaged"),
            ("rear", 2, 1, "damaged"),
            ("rear", 3, 2, "destroyed"),
            ("rear", 4, 3, "destroyed"),
        ],
    )
    def test_disrupted_and_damaged_once_less(self, arc: str, hit: int, hits: int, becomes: str) -> None:
        """5 and 3 become 4 and 2, the double of it counts, and two hits destroy."""
        reply = attack(at={"face_up": BOTH}, arc=arc, roll={"attack": sixes(hit, 11)})
        assert (reply["result"]["hits"], reply["result"]["target"]) == (hits, becomes)

    @rule("AAM-60", "AAM-58")
    def test_damaged_face_down_is_a_step_and_no_weakness(self) -> None:
        reply = attack(at={"face_down": BOTH}, roll={"attack": sixes(5, 11)})
        assert (reply["checks"][0]["needs"], down(reply, "b")) == (5, [*BOTH, "destroyed"])

    @rule("AAM-63", "AAM-72")
    def test_a_damaged_tank_under_cover_stays_damaged(self) -> None:
        reply = several(
            {"attacker": "x", "terrain": "clear"},
            {"attacker": "y", "terrain": "town"},
            target=PANZER,
            at={"face_up": DAMAGED},
            roll={"attack:0": sixes(4, 11), "attack:1": sixes(8, 11), "cover:1": [6]},
        )
        assert (down(reply), reply["result"]["target"]) == (DISRUPTED, "damaged")

    @rule("AAM-128", "AAM-52")
    @pytest.mark.parametrize(("bonus", "effect", "needs"), [(-1, 0, 6), (1, 0, 4), (-1, 1, 5), (2, 1, 2), (-2, 0, 7)])
    def test_penalties_and_bonuses_add_up_die_by_die(self, bonus: int, effect: int, needs: int) -> None:
        lent = [{"name": "Drill", "amount": effect}] if effect else []
        reply = attack(by={"face_up": BOTH}, bonus=bonus, effects=lent)
        assert targets(reply) == {"attack": needs}
        assert reply["checks"][0]["verdict"] == ("fails" if needs == 7 else "roll")

    @rule("AAM-15", "AAM-45")
    @pytest.mark.parametrize(
        ("target", "told", "found"),
        [
            (SOLDIER, {"range": 0, "terrain": "forest"}, [4, 5]),
            (PANZER, {"range": 0, "terrain": "forest"}, [3, 6]),
            (SOLDIER, {"terrain": "marsh"}, [4, 4]),
            (PANZER, {"terrain": "marsh", "road": True}, [5]),
            (PANZER, {"terrain": "hill", "road": True, "arc": "rear"}, [3, 5]),
            (SOLDIER, {"terrain": "pond"}, [4]),
        ],
    )
    def test_defense_and_cover_by_hex_and_side(self, target: Any, told: Any, found: Any) -> None:
        """Told to come from the front, an attack in the same hex meets the rear."""
        checks = attack(SHERMAN, target, **told)["checks"]
        assert [checks[0]["needs"], *(check["target"] for check in checks[1:])] == found


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

    @rule("AAM-126", "AAM-72")
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
