"""Axis & Allies Miniatures: cases in which two or three rules meet, each answer worked out from
the book by hand."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from tests.games.aam_combat import CAPTAIN, PAK, RULES, SOLDIER, able, attack, playing, refused, shot, sixes, successes
from tests.games.aam_field import into, move, spent
from tests.games.asking import ask, change, targets

rule = pytest.mark.rule
DISRUPTED, DAMAGED, BOTH = ["disrupted"], ["damaged"], ["disrupted", "damaged"]
GUN = {"g": {"card": PAK, "seat": 1}}
ROAD = {"terrain": "clear", "road": True}
AT_LEAST = {n: sum((chance for hit, chance in successes(11, 4).items() if hit >= n), Fraction(0)) for n in (4, 5)}


def several(*attacks: Any, target: Any = SOLDIER, at: Any = None, **told: Any) -> dict[str, Any]:
    """Attacks in order on `t`, from 2 hexes in front unless it is said otherwise."""
    seen = [{"range": 2, "arc": "front", **each} for each in attacks]
    units = {each["attacker"]: {"card": SHERMAN, "seat": 0} for each in attacks}
    return ask("aam", "attacks", {**units, "t": {"card": target, "seat": 1, "state": at or {}}}, target="t", attacks=seen, **told)


def down(reply: Any, unit: str = "t") -> Any:
    return change(reply, unit, "face_down")


class TestLadderAndCover:
    """AAM-58 and 72: what counts as a step, and what cover leaves, in every order."""

    @rule("AAM-72", "AAM-59", "AAM-65")
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

    @rule("AAM-126", "AAM-55", "AAM-62")
    def test_disrupted_by_defensive_fire_then_hit_once(self) -> None:
        """Defense 4 for the marker face up, which is no step: disrupted again, not damaged."""
        reply = attack(at={"face_up": DISRUPTED}, roll={"attack": sixes(4, 11)})
        assert (reply["result"]["hits"], reply["result"]["target"], down(reply, "b")) == (1, "disrupted", DISRUPTED)

    @rule("AAM-53", "AAM-55", "AAM-64")
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

    @rule("AAM-128", "AAM-52", "AAM-88", "AAM-91")
    @pytest.mark.parametrize(("bonus", "effect", "needs"), [(-1, 0, 6), (1, 0, 4), (-1, 1, 5), (2, 1, 2), (-2, 0, 7)])
    def test_penalties_and_bonuses_add_up_die_by_die(self, bonus: int, effect: int, needs: int) -> None:
        lent = [{"name": "Drill", "amount": effect}] if effect else []
        reply = attack(by={"face_up": BOTH}, bonus=bonus, effects=lent)
        assert targets(reply) == {"attack": needs}
        assert reply["checks"][0]["verdict"] == ("fails" if needs == 7 else "roll")

    @rule("AAM-15", "AAM-54", "AAM-70", "AAM-69", "AAM-68", "AAM-45")
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


class TestCannotBeatsCan:
    @rule("AAM-87", "AAM-98", "AAM-97", "AAM-13")
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

    @rule("AAM-86", "AAM-14")
    @pytest.mark.parametrize(
        ("hexes", "told", "dice", "no"),
        [
            (3, {"arc": "rear"}, 6, []),
            (3, {"arc": "front"}, None, ["AAM-14"]),
            (1, {"arc": "front"}, 2, []),
            (1, {"arc": "rear"}, 8, []),
            (0, {"arc": "front"}, 8, []),
        ],
    )
    def test_an_open_back_takes_soldiers_dice_where_others_are_none(self, hexes: int, told: Any, dice: Any, no: Any) -> None:
        """Riflemen have 8, 6, - dice against Soldiers and 2, -, - against Vehicles."""
        reply = attack(SOLDIER, able(PANZER, open_back=True), range=hexes, **told)
        assert (refused(reply), reply["checks"][0]["dice"] if "checks" in reply else None) == (no, dice)

    @rule("AAM-86", "AAM-14")
    def test_from_which_side_may_still_be_asked(self) -> None:
        open_back, shut = able(PANZER, open_back=True), able(PANZER, open_back=False)
        assert refused(ask("aam", "attack", {"a": {"card": SOLDIER}, "b": {"card": shut}}, attacker="a", target="b", range=3, terrain="clear")) == ["AAM-14"]
        game = playing("first_assault", {"a": {"seat": 0, "card": SOLDIER}, "b": {"seat": 1, "card": open_back}})
        game.dispatch(Opened("attack", pairs(attacker="a", target="b", range=3, terrain="clear")))
        assert game.prompt
        assert game.prompt.key == "sight"

    @rule("AAM-86", "AAM-14")
    def test_the_same_in_defensive_fire(self) -> None:
        brick = {**SOLDIER, "vehicles": [None, None, None]}
        assert shot(brick, able(SHERMAN, open_back=True), arc="rear")["checks"][0]["dice"] == 8
        assert refused(shot(brick, able(SHERMAN, open_back=True), arc="front")) == ["AAM-14"]


@rule("AAM-56", "AAM-57")
def test_the_figure_of_lines_of_sight_is_left_to_the_eye() -> None:
    """E-17: its positions are lost with the picture; both rules are told in the reference, and
    no attack asks for more."""
    assert {"AAM-56", "AAM-57"} <= {each.ref.id for each in RULES.reference}
    game = playing("first_assault", {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}})
    game.dispatch(Opened("attack", pairs(attacker="a", target="b")))
    assert game.prompt
    assert game.prompt.fields
    assert [field.key for field in game.prompt.fields.fields] == ["range", "arc", "terrain"]


class TestDefensiveFire:
    @rule("AAM-82", "AAM-60", "AAM-83")
    def test_face_up_beside_what_lies_face_down(self) -> None:
        reply = shot(at={"face_down": DISRUPTED}, roll={"attack": sixes(11, 11)})
        assert (reply["after"]["b"]["face_up"], reply["after"]["b"]["face_down"]) == (DISRUPTED, DISRUPTED)
        reply = shot(at={"face_up": DISRUPTED}, roll={"attack": sixes(4, 11)})
        assert (reply["result"]["effect"], reply["changes"]) == ("disrupted", [])

    @rule("AAM-73", "AAM-122", "AAM-78")
    def test_cover_cancels_and_the_shot_is_spent(self) -> None:
        reply = shot(terrain="town", roll={"attack": sixes(11, 11), "cover": [5]})
        assert (reply["result"]["effect"], reply["changes"], reply["after"]["a"]["fired_defensively"]) == ("none", [], True)
        assert refused(shot(by=reply["after"]["a"])) == ["AAM-78"]
        assert refused(shot(by={"moved": True, "attacked": True})) == []

    @rule("AAM-140", "AAM-70", "AAM-54", "AAM-81")
    @pytest.mark.parametrize(
        ("ranges", "at", "found"),
        [
            ([1, 0], "left", [5]),
            ([1, 0], "entered", [4, 6]),
            ([0, 1], "left", [4, 6]),
            ([0, 1], "entered", [4, 5]),
            ([1, 1], "left", [5, 5]),
            ([1, 1], "entered", [4, 5]),
        ],
    )
    def test_into_and_out_of_the_shooters_hex(self, ranges: Any, at: str, found: Any) -> None:
        """From a hill, or from the open where found has no cover, into a town: defense, then
        cover."""
        start = "clear" if found == [5] else "hill"
        step = {"into": "town", "near": {"g": ranges}, "shots": [{"attacker": "g", "at": at}]}
        checks = move(SHERMAN, step, others=GUN, start={"terrain": start})["checks"]
        assert [checks[0]["needs"], *(check["target"] for check in checks[1:])] == found

    @rule("AAM-41", "AAM-121", "AAM-36")
    def test_a_failed_roll_spares_the_mover_the_shot(self) -> None:
        step = {"into": "forest", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": "left"}]}
        reply = move(SHERMAN, step, others=GUN, start={"terrain": "clear"}, roll={"movement": [3]})
        assert [reply["result"][key] for key in ("end", "effect", "facing")] == [0, "none", "ahead"]
        assert "fired_defensively" not in reply["after"]["g"]

    @rule("AAM-39", "AAM-84", "AAM-73", "AAM-121")
    @pytest.mark.parametrize(
        ("at", "end", "effect"), [("left", (1 - AT_LEAST[5]) / 2, AT_LEAST[5] / 2), ("entered", Fraction(1, 2), AT_LEAST[4] / 2 * Fraction(2, 3))]
    )
    def test_roll_shot_and_cover_in_one_step(self, at: str, end: Fraction, effect: Fraction) -> None:
        """Half the time into the forest; 5 of 11 dice at the front in the open, or 4 at the rear
        and no 5 for cover."""
        step = {"into": "forest", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": at}]}
        odds = move(SHERMAN, step, others=GUN, start={"terrain": "clear"})["odds"]
        assert (odds["end"]["1"], odds["effect"]["disrupted"]) == (str(end), str(effect))


class TestAwareness:
    """AAM-86: some Vehicles see Soldiers who come into their hex, some units see Vehicles that
    leave."""

    def moved(self, mover: Any, watcher: Any, near: Any, at: Any = None, readings: Any = None) -> dict[str, Any]:
        step = {"into": "clear", "near": {"g": near}, "shots": [{"attacker": "g", "at": at}] if at else []}
        return move(mover, step, others={"g": {"card": watcher, "seat": 1}}, readings=readings, start={"terrain": "clear"})

    @rule("AAM-86", "AAM-77", "AAM-75", "AAM-80")
    @pytest.mark.parametrize(
        ("mover", "ability", "near", "left", "entered"),
        [
            (SOLDIER, "awareness", [1, 0], "AAM-77", None),
            (SOLDIER, "awareness", [1, 1], "AAM-77", "AAM-77"),
            (SOLDIER, "overlapping_fire", [1, 1], None, None),
            (SHERMAN, "awareness", [1, 1], None, None),
            (SHERMAN, "battlefield_awareness", [1, 2], None, "AAM-75"),
            (SHERMAN, "awareness", [1, 2], "AAM-75", "AAM-75"),
            (SHERMAN, "battlefield_awareness", [2, 3], "AAM-75", "AAM-75"),
            (SOLDIER, "battlefield_awareness", [1, 2], "AAM-77", "AAM-77"),
        ],
    )
    def test_who_is_provoked_when(self, mover: Any, ability: str, near: Any, left: Any, entered: Any) -> None:
        watcher = able(PANZER, **{ability: True})
        provoked = self.moved(mover, watcher, near)["result"]["provokes"]
        assert provoked == [["g"] if None in (left, entered) else []]
        for at, no in (("left", left), ("entered", entered)):
            assert refused(self.moved(mover, watcher, near, at))[:1] == ([no] if no else [])

    @rule("AAM-86")
    def test_soldiers_may_leave(self) -> None:
        aware = able(PAK, battlefield_awareness=True)
        assert self.moved(SHERMAN, aware, [1, 2])["result"]["provokes"] == [["g"]]
        assert self.moved(SOLDIER, aware, [1, 2])["result"]["provokes"] == [[]]

    @rule("AAM-75")
    def test_a_soldier_that_is_not_next_to_the_hex_left(self) -> None:
        either = {"df_trigger": "any_step_ending_adjacent"}
        assert refused(self.moved(SHERMAN, PAK, [2, 1], "left", either)) == ["AAM-75"]
        assert refused(self.moved(SHERMAN, PAK, [2, 1], "entered", either)) == []

    @rule("AAM-86", "AAM-77")
    @pytest.mark.parametrize(("hexes", "no"), [(0, []), (1, ["AAM-77"])])
    def test_asked_for_by_itself(self, hexes: int, no: Any) -> None:
        assert refused(shot(able(PANZER, awareness=True), SOLDIER, range=hexes)) == no

    @rule("AAM-86", "AAM-80")
    def test_led_through_a_move_it_may_be_named(self) -> None:
        units = {"a": {"seat": 0, "card": SOLDIER}, "g": {"seat": 1, "card": able(PANZER, awareness=True)}}
        game = playing("first_movement", units)
        game.dispatch(Opened("move", pairs(unit="a")))
        game.answer(frozen({"into": "clear", "near": ["g"]}))
        assert game.prompt
        assert [option.key for option in game.prompt.options] == ["hold", "g"]

    @rule("AAM-86")
    @pytest.mark.parametrize("ability", ["smoke_screen", "exert_will"])
    def test_what_the_table_sees_to_is_told(self, ability: str) -> None:
        rows = move(able(SOLDIER, **{ability: True}), *into("clear"))["result"]["rows"]
        assert [(row["key"], row["amount"]) for row in rows] == [("by_hand", 0)]
        assert attack(able(SHERMAN, indirect_fire=True))["checks"][0]["modifiers"][0]["key"] == "by_hand"


class TestToldInAGame:
    """AAM-79: a step told with its ranges asks the other side, unless its shots are told too."""

    def moved(self, near: Any, state: Any = None, readings: Any = None, **step: Any) -> Any:
        units = {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": PAK, "state": state or {}}}
        game = playing("first_movement", units, readings=readings or {})
        told = frozen({"into": "town", "near": {"g": near}, **step})
        game.dispatch(Opened("move", pairs(unit="a", steps=(told,), **{"from": pairs(terrain="clear")})))
        return game

    @rule("AAM-79", "AAM-75", "AAM-80", "AAM-81", "AAM-140")
    @pytest.mark.parametrize(
        ("near", "held", "key", "needs"),
        [([1, 1], 0, "fire:0:left:0", 5), ([1, 1], 1, "fire:0:entered:0", 4), ([1, 0], 1, "fire:0:entered:0", 4), ([0, 1], 0, "fire:0:left:0", 4)],
    )
    def test_the_other_side_is_asked(self, near: Any, held: int, key: str, needs: int) -> None:
        """How far and from which side follows from the ranges."""
        game = self.moved(near)
        for _ in range(held):
            game.answer("hold")
        assert (game.prompt.key, game.prompt.asked_of) == (key, 1)
        game.answer("g")
        assert (game.prompt.key, game.prompt.checks[0].needs) == ("defensive_fire:g", needs)

    @rule("AAM-75", "AAM-81")
    def test_by_the_other_reading_only_where_it_is_next_to_it(self) -> None:
        assert self.moved([2, 1]).prompt is None
        game = self.moved([2, 1], readings={"df_trigger": "any_step_ending_adjacent"})
        assert game.prompt.key == "fire:0:entered:0"
        game.answer("g")
        assert game.prompt.checks[0].needs == 5

    @rule("AAM-79", "AAM-78", "AAM-85")
    def test_nobody_is_asked(self) -> None:
        assert self.moved([1, 1], shots=[]).prompt is None
        assert self.moved([1, 1], {"fired_defensively": True}).prompt is None
        assert self.moved([1, 1], {"face_up": DISRUPTED}).prompt is None
        assert self.moved([1, 1], shots=[{"attacker": "g", "at": "left"}]).prompt.key == "defensive_fire:g"

    @rule("AAM-79", "AAM-75", "AAM-121")
    def test_a_question_asks_nobody(self) -> None:
        """Whom a step provokes is known before anybody's dice are."""
        reply = move(SHERMAN, {"into": "clear", "near": {"g": [1, 1]}}, others={"g": {"card": {"type": "soldier"}, "seat": 1}})
        assert reply["result"]["provokes"] == [["g"]]

    @rule("AAM-80")
    def test_a_hex_nobody_told_of_is_asked_for(self) -> None:
        units = {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": PAK}}
        game = playing("first_movement", units)
        game.dispatch(Opened("move", pairs(unit="a", steps=(frozen({"into": "town", "near": {"g": [1, 1]}}),))))
        game.answer("g")
        assert game.prompt
        assert (game.prompt.key, [field.key for field in game.prompt.fields.fields]) == ("shot:g", ["terrain"])  # type: ignore[union-attr]


class TestSpeedAndRoads:
    @rule("AAM-38", "AAM-63", "AAM-129", "AAM-137")
    @pytest.mark.parametrize(
        ("speed", "state", "phase", "found"),
        [
            (2, DAMAGED, "movement", (1, 1)),
            (2, DAMAGED, "assault", "AAM-37"),
            (1, [], "movement", (1, 1)),
            (1, DAMAGED, "movement", "AAM-129"),
            (2, [], "assault", (2, 2)),
        ],
    )
    def test_a_slow_tank_and_a_hill(self, speed: int, state: Any, phase: str, found: Any) -> None:
        reply = move({**SHERMAN, "speed": speed}, *into("hill"), by={"face_up": state}, phase=phase)
        assert (spent(reply) if isinstance(found, tuple) else reply["refused"]["refs"][0]) == found

    @rule("AAM-44", "AAM-43", "AAM-37", "AAM-38")
    @pytest.mark.parametrize(
        ("speed", "steps", "found"),
        [
            (4, [*into("clear", "clear", "clear", "clear"), *into("clear", road=True)], (4, 4)),
            (4, into("forest", "marsh", "hill", "clear", "clear", road=True), (4, 4)),
            (4, [*into("hill", road=True), *into("hill"), *into("hill")], (4, 4)),
            (1, [*into("clear", road=True), *into("hill")], (1, 1)),
            (4, [*into("marsh", road=True), *into("clear")], "AAM-43"),
        ],
    )
    def test_the_free_hex_wherever_it_falls(self, speed: int, steps: Any, found: Any) -> None:
        """The minimum move is still whole after a free hex; off the road every hill costs 2."""
        reply = move({**SHERMAN, "speed": speed}, *steps, start=ROAD)
        assert (spent(reply) if isinstance(found, tuple) else reply["refused"]["refs"][0]) == found

    @rule("AAM-99", "AAM-12", "AAM-90")
    def test_artillery_is_not_asked_for_its_commander(self) -> None:
        """However the card writes the word."""
        leader = {**CAPTAIN, "abilities": {"tally_ho": True}}
        for subtypes, asked in ((["Artillery"], "step:0"), (["Engineer"], "tally_ho:k")):
            units = {"a": {"seat": 0, "card": {**SOLDIER, "subtypes": subtypes}}, "k": {"seat": 0, "card": leader}}
            game = playing("first_movement", units)
            game.dispatch(Opened("move", pairs(unit="a")))
            assert game.prompt
            assert game.prompt.key == asked

    @rule("AAM-12", "AAM-86")
    def test_a_hunter_of_commanders_and_other_words(self) -> None:
        hunter = able(SHERMAN, commander_hunter=True)
        for subtypes, dice in ((["Commander"], 11), (["Engineer"], 9), ([], 9)):
            assert attack(hunter, {**SOLDIER, "subtypes": subtypes})["checks"][0]["dice"] == dice


class TestCommanders:
    @rule("AAM-91", "AAM-93", "AAM-133", "AAM-90")
    @pytest.mark.parametrize(
        ("effects", "needs"),
        [
            ([("X", "k", 1), ("Y", "l", 2)], 2),
            ([("X", "k", 1), ("X", "l", 1)], 3),
            ([("X", "d", 3), ("Y", "l", 1)], 3),
            ([("X", "f", 1), ("Y", None, 1)], 2),
            ([("X", "k", 2), ("Scare", None, -1)], 3),
        ],
    )
    def test_which_bonuses_count(self, effects: Any, needs: int) -> None:
        """k and l lead, d is disrupted, f only marked face down."""
        leaders = {
            key: {"seat": 0, "card": CAPTAIN, "state": state}
            for key, state in (("k", {}), ("l", {}), ("d", {"face_up": DISRUPTED}), ("f", {"face_down": ["disrupted", "destroyed"]}))
        }
        lent = [{"name": name, "amount": amount, **({"by": by} if by else {})} for name, by, amount in effects]
        assert targets(attack(more=leaders, effects=lent)) == {"attack": needs}

    @rule("AAM-91", "AAM-86")
    @pytest.mark.parametrize(("on", "dice", "needs", "cover"), [("dice", 12, 5, 5), ("defense", 11, 6, 5), ("cover", 11, 5, 4), ("speed", 11, 5, 5)])
    def test_what_a_commander_may_change(self, on: str, dice: int, needs: int, cover: int) -> None:
        lent = [{"name": "Elan", "by": "k", "on": on, "amount": 1}, {"name": "Other", "by": "k", "on": on, "amount": 1}]
        checks = attack(terrain="town", more={"k": {"seat": 1, "card": CAPTAIN}}, effects=lent)["checks"]
        assert (checks[0]["dice"], checks[0]["needs"], checks[1]["target"]) == (dice, needs, cover)

    @rule("AAM-18", "AAM-19", "AAM-93")
    @pytest.mark.parametrize(
        ("states", "dice", "winner"),
        [
            ([{}, {}], [[3, 3], [4, 3]], 0),
            ([{"face_up": DISRUPTED}, {}], [[3, 3], [4, 3]], 1),
            ([{"face_up": DISRUPTED}, {}], [[3, 4], [2, 4]], 1),
            ([{"face_down": DISRUPTED}, {"where": "destroyed"}], [[3, 3], [4, 4]], 0),
        ],
    )
    def test_a_tie_goes_to_the_bonus_just_added(self, states: Any, dice: Any, winner: Any) -> None:
        """A captain of 2 against a sergeant of 1 or, where he is gone, nobody."""
        units = {"k": {"seat": 0, "card": CAPTAIN, "state": states[0]}, "l": {"seat": 1, "card": {**CAPTAIN, "initiative": 1}, "state": states[1]}}
        reply = ask("aam", "initiative", units, commanders=[["k"], ["l"]], roll={"initiative": dice})
        assert reply["result"]["winner"] == winner
