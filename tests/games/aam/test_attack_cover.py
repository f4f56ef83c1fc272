"""Cover rolls: where they are made, when, and what beats them."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.aam.table import SOLDIER, able, attack, playing, rule, sixes
from tests.games.asking import ask, change, rows, targets

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


class TestCover:
    @rule("AAM-46", "AAM-69")
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

    @rule("AAM-74", "AAM-97")
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


class TestCoverOfAbilities:
    @rule("AAM-86", "AAM-69")
    @pytest.mark.parametrize(
        ("abilities", "told", "number"),
        [
            ({"hard_to_spot": True}, {}, 4),
            ({"large_silhouette": True}, {}, 6),
            ({"urban_combat": True}, {}, 4),
            ({"urban_combat": True}, {"terrain": "forest"}, 5),
            ({"subtle": True}, {"range": 5}, 4),
            ({"subtle": True}, {}, 5),
            ({"hard_to_spot": True}, {"range": 0}, 5),
        ],
    )
    def test_better_and_worse(self, abilities: Any, told: Any, number: int) -> None:
        assert targets(attack(target=able(PANZER, **abilities), **{"terrain": "town", **told}))["cover"] == number

    @rule("AAM-86", "AAM-69")
    def test_a_seasoned_crew_spoils_it(self) -> None:
        reply = attack(able(SHERMAN, seasoned_crew=True), terrain="town")
        assert rows(reply, "cover") == [("seasoned_crew", -1, "AAM-86")]
        assert targets(reply)["cover"] == 6

    @rule("AAM-86", "AAM-98")
    @pytest.mark.parametrize("abilities", [{"tall_silhouette": True}, {"tall_silhouette": True, "forest_camouflage": True}])
    def test_a_tall_silhouette_beats_all_cover(self, abilities: Any) -> None:
        reply = attack(target=able(PANZER, **abilities), terrain="forest", range=5)
        assert [check["verdict"] for check in reply["checks"]] == ["roll", "fails"]
        assert reply["odds"]["target"] == attack(range=5)["odds"]["target"]

    @rule("AAM-86", "AAM-69")
    @pytest.mark.parametrize(("terrain", "number"), [("clear", 6), ("town", 5), ("marsh", None)])
    def test_a_low_silhouette_has_a_six_in_the_open(self, terrain: str, number: int | None) -> None:
        assert targets(attack(target=able(PANZER, low_silhouette=True), terrain=terrain)).get("cover") == number

    @rule("AAM-74", "AAM-86")
    @pytest.mark.parametrize(("hexes", "cover"), [(1, False), (2, True)])
    def test_fire_ignores_it_at_short_range(self, hexes: int, cover: bool) -> None:
        assert ("cover" in targets(attack(able(SHERMAN, flamethrower=True), range=hexes, terrain="town"))) is cover

    @rule("AAM-87", "AAM-74")
    def test_bombardment_against_camouflage(self) -> None:
        """E-11: an sIG 33 at a Ha-Go in forest at long range: no cover roll at all."""
        tank = able(PANZER, forest_camouflage=True)
        assert targets(attack(able(SHERMAN, bombardment=True), tank, terrain="forest", range=5)) == {"attack": 4}
        assert attack(SHERMAN, tank, terrain="forest", range=5)["odds"]["target"].keys() == {"none", "disrupted"}


class TestCannotBeatsCan:
    @rule("AAM-87", "AAM-97")
    @pytest.mark.parametrize(
        ("hexes", "terrain", "abilities", "verdicts"),
        [
            (5, "forest", {}, ["roll", "passes"]),
            (9, "forest", {"extended_range": 10}, ["roll", "passes"]),
            (4, "forest", {}, ["roll", "roll"]),
            (6, "town", {}, ["roll", "roll"]),
            (6, "forest", {"bombardment": True}, ["roll"]),
        ],
    )
    def test_camouflage_by_band_terrain_and_attacker(self, hexes: int, terrain: str, abilities: Any, verdicts: Any) -> None:
        reply = attack(able(SHERMAN, **abilities), able(PANZER, forest_camouflage=True), range=hexes, terrain=terrain)
        assert [check["verdict"] for check in reply["checks"]] == verdicts

    @rule("AAM-87", "AAM-98")
    def test_too_tall_for_its_own_camouflage(self) -> None:
        reply = attack(target=able(PANZER, forest_camouflage=True, tall_silhouette=True), range=6, terrain="forest")
        assert reply["checks"][1]["verdict"] == "fails"


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

    @rule("AAM-68", "AAM-26")
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

    @rule("AAM-70", "AAM-46")
    def test_a_soldier_in_marsh_attacked_in_its_own_hex(self) -> None:
        assert targets(attack(target=SOLDIER, terrain="marsh", range=0))["cover"] == 5
        assert "cover" not in targets(attack(terrain="marsh", road=True))  # a Vehicle on a road through it
