"""How far an attack reaches, and how many dice it has."""

from typing import Any, ClassVar

import pytest

from engine.games.aam.attack.values import band
from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.aam.table import CAPTAIN, PAK, SOLDIER, able, attack, playing, refused, rule, shot, sixes
from tests.games.asking import rows, targets


def dice_of(reply: Any) -> int:
    return int(reply["checks"][0]["dice"])


def defense_of(reply: Any) -> int:
    return int(reply["checks"][0]["needs"])


class TestRange:
    @rule("AAM-96", "AAM-13")
    @pytest.mark.parametrize(
        ("target", "hexes", "no"), [(SHERMAN, 9, []), (SHERMAN, 10, []), (SHERMAN, 11, ["AAM-13"]), (SOLDIER, 8, []), (SOLDIER, 9, ["AAM-13"])]
    )
    def test_extended_range_is_for_vehicles(self, target: Any, hexes: int, no: list[str]) -> None:
        """E-19."""
        reply = attack(PANZER, target, range=hexes)
        assert refused(reply) == no
        assert no or dice_of(reply) == (11 if target is SHERMAN else 6)

    @rule("AAM-86", "AAM-13")
    @pytest.mark.parametrize("target", [PANZER, SOLDIER])
    def test_enhanced_range_is_for_all(self, target: Any) -> None:
        gun = able(SHERMAN, enhanced_range=16)
        assert (refused(attack(gun, target, range=16)), refused(attack(gun, target, range=17))) == ([], ["AAM-13"])

    @rule("AAM-86", "AAM-13")
    def test_limited_range_ends_it(self) -> None:
        short = able(SHERMAN, limited_range=3, enhanced_range=12)
        assert (refused(attack(short, range=3)), refused(attack(short, range=4))) == ([], ["AAM-13"])

    @rule("AAM-96")
    def test_an_ability_without_its_number_stretches_nothing(self) -> None:
        assert refused(attack(able(SHERMAN, extended_range=True), range=9)) == ["AAM-13"]


@rule("AAM-13", "AAM-96")
@pytest.mark.parametrize(
    ("abilities", "hexes", "word"),
    [
        ({"limited_range": 3}, 4, "Limited Range"),
        ({"limited_range": 3, "extended_range": 10}, 4, "Limited Range"),
        ({"extended_range": 10}, 11, "ends at 10"),
        ({}, 9, "ends at 8"),
        ({"limited_range": 3}, 3, None),
    ],
)
def test_what_ends_a_range_is_said(abilities: Any, hexes: int, word: Any) -> None:
    """Four hexes are medium range: it is not the long one that ends there."""
    reply = attack(able(SHERMAN, **abilities), range=hexes)
    assert word in reply["refused"]["text"] if word else "refused" not in reply


class TestDice:
    @rule("AAM-49")
    @pytest.mark.parametrize(
        ("told", "asked"), [({}, {"range", "arc", "terrain"}), ({"range": 2}, {"arc", "terrain"}), ({"range": 2, "arc": "front", "terrain": "clear"}, set())]
    )
    def test_what_is_not_told_is_asked_in_one_form(self, told: Any, asked: set[str]) -> None:
        session = playing("first_assault", {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": PANZER, "seat": 1}})
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", **told)))
        assert session.prompt
        fields = session.prompt.fields.fields if session.prompt.fields else ()
        assert (session.prompt.kind, {field.key for field in fields}) == ("form" if asked else "roll", asked)

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


class TestDiceOfAbilities:
    @rule("AAM-86", "AAM-74")
    @pytest.mark.parametrize(
        ("hexes", "target", "count", "cover"), [(0, PANZER, 6, False), (1, PANZER, 2, False), (0, SOLDIER, 12, False), (1, SOLDIER, 8, True)]
    )
    def test_close_assault_and_hand_to_hand_in_the_same_hex(self, hexes: int, target: Any, count: int, cover: bool) -> None:
        reply = attack(able(SOLDIER, close_assault=6, hand_to_hand=12), target, range=hexes, terrain="town")
        assert dice_of(reply) == count
        assert ("cover" in targets(reply)) is cover
        assert reply["checks"][0]["dice_rows"][0]["ref"] == ("AAM-86" if hexes == 0 else "AAM-13")
        assert targets(attack(SHERMAN, target, range=0, terrain="town"))["cover"] == (5 if target is SOLDIER else 6)

    @rule("AAM-86", "AAM-14")
    def test_close_assault_without_a_row_of_its_own(self) -> None:
        bare = able({**SOLDIER, "vehicles": [None, None, None]}, close_assault=6)
        assert (refused(attack(bare, range=0)), refused(attack(bare, range=1))) == ([], ["AAM-14"])

    @rule("AAM-86", "AAM-12")
    @pytest.mark.parametrize(
        ("ability", "target", "told", "more"),
        [
            ("commander_hunter", CAPTAIN, {}, 2),
            ("commander_hunter", SOLDIER, {}, 0),
            ("gun_crew_hunter", PAK, {}, 2),
            ("gun_crew_hunter", {**PAK, "subtypes": ["Artillery"]}, {}, 2),
            ("gun_crew_hunter", SOLDIER, {}, 0),
            ("ss_hunter", {**SOLDIER, "subtypes": ["ss"]}, {}, 2),
            ("ss_hunter", SOLDIER, {}, 0),
            ("flanking_attack", PANZER, {"arc": "rear"}, 1),
            ("flanking_attack", PANZER, {"arc": "front"}, 0),
            ("flanking_attack", PANZER, {"range": 0}, 1),
            ("flanking_attack", SOLDIER, {"arc": "rear"}, 0),
            ("quick_swivel", PANZER, {}, 0),
        ],
    )
    def test_dice_more(self, ability: str, target: Any, told: Any, more: int) -> None:
        card = able({**SHERMAN, "soldiers": [9, 9, 9], "vehicles": [9, 9, 9]}, **{ability: True})
        reply = attack(card, target, **{"range": 1, **told})
        assert dice_of(reply) == 9 + more
        assert [row["key"] for row in reply["checks"][0]["dice_rows"]] == ["dice", *([ability] if more else [])]

    @rule("AAM-86", "AAM-14")
    def test_dice_more_than_none_are_none(self) -> None:
        assert refused(attack(able(SOLDIER, flanking_attack=True), arc="rear", range=2)) == ["AAM-14"]

    @rule("AAM-86", "AAM-85")
    def test_quick_swivel_and_gung_ho_in_defensive_fire(self) -> None:
        reply = shot(able(PAK, quick_swivel=True, gung_ho=True))
        assert (dice_of(reply), targets(reply)["attack"]) == (12, 3)
        assert targets(attack(able(SHERMAN, gung_ho=True)))["attack"] == 4

    @rule("AAM-86", "AAM-12")
    @pytest.mark.parametrize(
        ("ability", "arc", "hexes", "count"),
        [
            ("open_back", "rear", 1, 8),
            ("open_back", "front", 1, 2),
            ("open_back", None, 0, 8),
            ("open_exposed_crew", "front", 1, 8),
            ("high_gear", "rear", 1, 2),
        ],
    )
    def test_an_open_back_or_crew_lets_soldiers_dice_be_used(self, ability: str, arc: Any, hexes: int, count: int) -> None:
        assert dice_of(attack(SOLDIER, able(PANZER, **{ability: True}), arc=arc, range=hexes)) == count

    @rule("AAM-86", "AAM-12")
    def test_the_better_row_is_used(self) -> None:
        assert dice_of(attack(SHERMAN, able(PANZER, open_exposed_crew=True))) == 11

    @rule("AAM-86")
    @pytest.mark.parametrize(("target", "hits", "told"), [(SOLDIER, 2, [("shrapnel", 0, "AAM-86")]), (able(PANZER), 0, [])])
    def test_shrapnel_doubles_successes_against_soldiers(self, target: Any, hits: int, told: Any) -> None:
        """And says so: the defense that the successes are compared with is the printed one."""
        gun = able({**SHERMAN, "soldiers": [9, 9, 9], "vehicles": [9, 9, 9]}, shrapnel=2)
        reply = attack(gun, target, roll={"attack": sixes(3, 9)})
        assert (reply["result"]["hits"], reply["checks"][0]["needs"], rows(reply, "attack")) == (hits, target["defense"][0], told)


@rule("AAM-15", "AAM-54")
@pytest.mark.parametrize(
    ("defense", "hexes", "arc", "dice"), [([5, 3], 0, None, 14), ([2], 0, None, 13), ([5, 3], 4, "rear", 12), ([2], 4, "rear", 11), ([5, 3], 4, "front", 11)]
)
def test_one_number_has_no_rear_to_flank(defense: Any, hexes: int, arc: Any, dice: int) -> None:
    """Thirteen dice at short range, eleven at medium; only a Vehicle with two numbers has a
    facing."""
    reply = attack(able(SHERMAN, flanking_attack=True), {**PANZER, "defense": defense}, range=hexes, arc=arc)
    assert reply["checks"][0]["dice"] == dice


class TestEachDie:
    @rule("AAM-86", "AAM-88")
    @pytest.mark.parametrize(
        ("abilities", "target", "at", "number"),
        [
            ({"crack_shot": True}, PANZER, {}, 3),
            ({"inaccurate": 1}, PANZER, {}, 5),
            ({"inaccurate": 2}, PANZER, {}, 6),
            ({"inaccurate": True}, PANZER, {}, 5),
            ({"tank_hunter": True}, PANZER, {}, 3),
            ({"tank_hunter": True}, SOLDIER, {}, 4),
            ({"ruthless": True}, PANZER, {}, 4),
            ({"ruthless": True}, PANZER, {"face_up": ["disrupted"]}, 3),
            ({"ruthless": True}, PANZER, {"face_up": ["damaged"]}, 3),
            ({"ruthless": True}, PANZER, {"face_down": ["disrupted"]}, 4),
            ({"crack_shot": True, "tank_hunter": True}, PANZER, {}, 2),
            ({"crack_shot": False}, PANZER, {}, 4),
        ],
    )
    def test_bonuses_and_drawbacks(self, abilities: Any, target: Any, at: Any, number: int) -> None:
        assert targets(attack(able(SHERMAN, **abilities), target, at=at))["attack"] == number

    @rule("AAM-86", "AAM-94")
    @pytest.mark.parametrize(
        ("ability", "marks", "number", "needed"),
        [
            ("veteran_crew", ["disrupted"], 4, 4),
            ("veteran_crew", ["disrupted", "damaged"], 5, 4),
            ("fanatic", ["disrupted"], 4, 5),
            ("hero", ["disrupted"], 4, 5),
            ("fanatic", ["damaged"], 5, 4),
            ("brave", ["disrupted"], 5, 4),
        ],
    )
    def test_those_who_mind_disruption_less(self, ability: str, marks: list[str], number: int, needed: int) -> None:
        """A Veteran Crew only loses the penalty of its dice; who ignores the marker has it not
        at all."""
        card = able(PANZER, **{ability: True})
        assert targets(attack(card, SHERMAN, by={"face_up": marks}))["attack"] == number
        assert defense_of(attack(SHERMAN, card, at={"face_up": marks})) == needed


class TestNumbers:
    @rule("AAM-50", "AAM-14")
    @pytest.mark.parametrize(("amount", "dice", "floor"), [(-1, 1, []), (-2, 0, []), (-9, 0, [7])])
    def test_never_fewer_than_no_dice(self, amount: int, dice: int, floor: list[int]) -> None:
        """Two dice of a rifle at a tank, and what takes from them."""
        reply = attack(SOLDIER, PANZER, range=1, effects=[{"name": "Fog", "on": "dice", "amount": amount}])
        found = [row["amount"] for row in reply["checks"][0]["dice_rows"] if row["key"] == "floor"]
        assert (reply["checks"][0]["dice"], found, reply["odds"]["hits"]) == (dice, floor, {"0": "1"})

    @rule("AAM-90")
    @pytest.mark.parametrize(("name", "needs"), [("Crack Shot", 3), ("crack_shot", 3), ("Drill", 2)])
    def test_an_effect_of_the_same_name_as_an_ability_adds_nothing(self, name: str, needs: int) -> None:
        assert targets(attack(able(SHERMAN, crack_shot=True), effects=[{"name": name, "amount": 1}])) == {"attack": needs}


class TestSecondGun:
    """An extra action belongs to the same activation."""

    UNITS: ClassVar[dict[str, Any]] = {
        "a": {"seat": 0, "card": able({**SHERMAN, "speed": 3}, aggression=2)},
        "c": {"seat": 0, "card": SHERMAN},
        "b": {"seat": 1, "card": PANZER},
    }

    ATTACK = Opened("attack", pairs(attacker="a", target="b", range=3, arc="front", terrain="clear"))

    @rule("AAM-86", "AAM-50")
    @pytest.mark.parametrize(
        ("key", "target", "hexes", "state", "dice"),
        [
            ("additional_hull_mounted_cannon", PANZER, 4, {}, 11),
            ("additional_hull_mounted_cannon", PANZER, 4, {"attacked": True}, 10),
            ("additional_hull_mounted_cannon", PANZER, 1, {"attacked": True}, 12),
            ("additional_hull_mounted_cannon", SOLDIER, 1, {"attacked": True}, None),
            ("additional_hull_mounted_cannon", PANZER, 5, {"attacked": True}, 8),
            ("extra_hull_mounted_cannon", SOLDIER, 8, {"attacked": True}, 5),
            ("extra_hull_mounted_cannon", PANZER, 2, {"attacked": True}, 7),
            ("extra_hull_mounted_cannon", SOLDIER, 0, {"attacked": True}, 8),
            ("extra_hull_mounted_cannon", PANZER, 8, {"attacked": True, "attacked_twice": True}, None),
        ],
    )
    def test_a_second_gun_in_the_hull(self, key: str, target: Any, hexes: int, state: Any, dice: Any) -> None:
        reply = attack(able(SHERMAN, **{key: True}), target, by=state, range=hexes)
        assert (reply["checks"][0]["dice"] if "checks" in reply else None) == dice
        assert refused(reply) == ([] if dice else ["AAM-22"])

    @rule("AAM-89", "AAM-86")
    def test_the_second_gun_is_silent_in_defensive_fire(self) -> None:
        guns = able(SHERMAN, additional_hull_mounted_cannon=True)
        assert shot(guns, PANZER, by={"attacked": True})["checks"][0]["dice"] == 13
