"""Successes against the defense: hits, sides, armour, and units that cannot be seen."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.procedure import whole
from engine.playing.session import Refused
from engine.playing.walk import walk
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from tests.engine.brute import brute
from tests.games.aam.table import HALFTRACK, PAK, RULES, SOLDIER, able, attack, into, move, playing, refused, rule, shot, sixes
from tests.games.asking import ask, change


def defense_of(reply: Any) -> int:
    return int(reply["checks"][0]["needs"])


def down(reply: Any, unit: str = "t") -> Any:
    return change(reply, unit, "face_down")


class TestHits:
    @rule("AAM-53")
    @pytest.mark.parametrize(
        ("successes", "defense", "hits"),
        [(4, 5, 0), (5, 5, 1), (6, 5, 2), (9, 5, 2), (10, 5, 3), (11, 5, 3), (1, 1, 1), (2, 1, 3), (0, 1, 0), (3, 2, 2), (4, 2, 3)],
    )
    def test_successes_against_defense(self, successes: int, defense: int, hits: int) -> None:
        gun, target = {**SHERMAN, "vehicles": [11, 11, 11]}, {**PANZER, "defense": [defense, defense]}
        assert attack(gun, target, roll={"attack": sixes(successes, 11)})["result"]["hits"] == hits

    @rule("AAM-53", "AAM-50")
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


class TestWhyItNeedsSoMany:
    """Each number that makes up the defense is a row with its rule; they add up."""

    @rule("AAM-55", "AAM-54")
    @pytest.mark.parametrize(
        ("target", "state", "situation", "rows"),
        [
            (PANZER, [], {}, [("front defense", 5, "AAM-54")]),
            (PANZER, [], {"arc": "rear"}, [("rear defense", 3, "AAM-54")]),
            (SOLDIER, [], {"arc": "rear"}, [("defense", 4, "AAM-15")]),
            (PANZER, ["disrupted", "damaged"], {}, [("front defense", 5, "AAM-54"), ("target disrupted or damaged", -1, "AAM-55")]),
            (able(SOLDIER, elusive=True), [], {"terrain": "forest"}, [("defense", 4, "AAM-15"), ("Elusive", 1, "AAM-86")]),
            (
                {**SOLDIER, "defense": [1]},
                ["disrupted"],
                {},
                [("defense", 1, "AAM-15"), ("target disrupted or damaged", -1, "AAM-55"), ("the lowest defense", 1, "AAM-55")],
            ),
            ({**SOLDIER, "defense": [1]}, [], {}, [("defense", 1, "AAM-15")]),  # at the floor, not below it
        ],
    )
    def test_rows(self, target: Any, state: list[str], situation: Any, rows: list[Any]) -> None:
        reply = attack(SHERMAN, target, at={"face_up": state}, **situation)
        check = reply["checks"][0]
        assert [(row["why"], row["amount"], row["ref"]) for row in check["need_rows"]] == rows
        assert check["needs"] == sum(amount for _, amount, _ in rows)


class TestDefense:
    @rule("AAM-86", "AAM-55")
    @pytest.mark.parametrize(
        ("ability", "attacker", "told", "needed"),
        [
            ("sideskirts", able(SOLDIER, close_assault=6), {"range": 1}, 6),
            ("sideskirts", SOLDIER, {"range": 1}, 5),
            ("gun_shield", {**SOLDIER, "vehicles": [2, 2, 2]}, {"range": 5}, 6),
            ("gun_shield", {**SOLDIER, "vehicles": [2, 2, 2]}, {"range": 4}, 5),
            ("gun_shield", SHERMAN, {"range": 5}, 5),
            ("elusive", SHERMAN, {"terrain": "forest"}, 6),
            ("elusive", SHERMAN, {"terrain": "marsh"}, 6),
            ("elusive", SHERMAN, {"terrain": "hill"}, 5),
            ("mobility", SHERMAN, {}, 5),
        ],
    )
    def test_more_defense(self, ability: str, attacker: Any, told: Any, needed: int) -> None:
        assert defense_of(attack(attacker, able(PANZER, **{ability: True}), **told)) == needed

    @rule("AAM-86", "AAM-85")
    def test_mobility_against_defensive_fire(self) -> None:
        assert defense_of(shot(target=able(SHERMAN, mobility=True))) == 6

    @rule("AAM-86", "AAM-53")
    @pytest.mark.parametrize(
        ("abilities", "arc", "successes", "hits"),
        [
            ({"superior_armor": 2}, "front", 6, 1),
            ({"superior_armor": 2}, "front", 7, 2),
            ({"superior_armor": 2}, "front", 10, 3),
            ({"superior_armor": 2}, "rear", 4, 1),
            ({"superior_frontal_armor": 2}, "front", 6, 1),
            ({"superior_frontal_armor": 2}, "rear", 4, 2),
            ({"steely_resolve": 3}, "front", 7, 1),
            ({"steely_resolve": 3}, "front", 8, 2),
            ({}, "front", 6, 2),
            ({"superior_armor": 6}, "front", 10, 3),
        ],
    )
    def test_superior_armour_moves_the_second_hit(self, abilities: Any, arc: str, successes: int, hits: int) -> None:
        reply = attack(SHERMAN, able(PANZER, **abilities), arc=arc, roll={"attack": sixes(successes, 11)})
        assert reply["result"]["hits"] == hits

    @rule("AAM-86", "AAM-87")
    @pytest.mark.parametrize(
        ("ability", "hexes", "terrain", "no"),
        [
            ("superior_camouflage", 2, "town", ["AAM-87"]),
            ("superior_camouflage", 1, "town", []),
            ("superior_camouflage", 5, "clear", []),
            ("concealed", 5, "town", ["AAM-87"]),
            ("concealed", 4, "town", []),
            ("hard_to_spot", 5, "town", []),
        ],
    )
    def test_some_are_hidden_in_cover(self, ability: str, hexes: int, terrain: str, no: list[str]) -> None:
        assert refused(attack(target=able(SOLDIER, **{ability: True}), range=hexes, terrain=terrain)) == no

    @rule("AAM-87")
    @pytest.mark.parametrize(("marks", "no"), [(["disrupted"], ["AAM-87"]), (["damaged"], [])])
    def test_the_undermanned(self, marks: list[str], no: list[str]) -> None:
        assert refused(attack(able(SHERMAN, undermanned=True), by={"face_up": marks})) == no
        assert refused(attack(SHERMAN, by={"face_up": marks})) == []

    @rule("AAM-86", "AAM-87")
    def test_what_depends_on_the_range_waits_for_it(self) -> None:
        """Nothing is refused before the players have said how far it is."""
        units = {
            "a": {"card": {**SOLDIER, "soldiers": [None, 6, 6]}, "seat": 0},
            "b": {"card": able(SOLDIER, superior_camouflage=True, concealed=True), "seat": 1},
        }
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        for seen, no in ((pairs(range=1, terrain="clear"), "AAM-14"), (pairs(range=9, terrain="clear"), "AAM-13"), (pairs(range=2, terrain="town"), "AAM-87")):
            with pytest.raises(Refused) as refusal:
                session.answer(seen)
            assert [each.ref.id for each in refusal.value.why] == [no]
        session.answer(pairs(range=2, terrain="clear"))
        assert session.prompt
        assert session.prompt.key == "attack"


class TestPositions:
    """Abilities that last until the unit moves."""

    @rule("AAM-86")
    @pytest.mark.parametrize(("given_up", "needs"), [([], 5), (["entrenched"], 4), (["camouflaged"], 5)])
    def test_entrenched(self, given_up: Any, needs: int) -> None:
        reply = attack(SHERMAN, able(SOLDIER, entrenched=True), at={"given_up": given_up})
        assert reply["checks"][0]["needs"] == needs

    @rule("AAM-86", "AAM-87")
    @pytest.mark.parametrize(
        ("hexes", "given_up", "no"), [(1, [], []), (2, [], ["AAM-87"]), (6, [], ["AAM-87"]), (2, ["camouflaged"], []), (2, ["entrenched"], ["AAM-87"])]
    )
    def test_camouflaged_needs_no_cover(self, hexes: int, given_up: Any, no: Any) -> None:
        reply = attack(SHERMAN, able(SOLDIER, camouflaged=True), at={"given_up": given_up}, range=hexes)
        assert refused(reply) == no

    @rule("AAM-86")
    def test_what_ends_it(self) -> None:
        both = able(SOLDIER, entrenched=True, camouflaged=True)
        assert move(both, *into("clear"))["after"]["a"]["given_up"] == ["entrenched", "camouflaged"]
        assert "given_up" not in move(both)["after"]["a"]
        failed = move(both, {"into": "clear", "across": ["stream"]}, roll={"movement": [1]})
        assert "given_up" not in failed["after"]["a"]
        fired = attack(both, SOLDIER, range=1, roll={"attack": sixes(0, 8)})
        assert fired["after"]["a"]["given_up"] == ["camouflaged"]
        units = {"s": {"card": both}, "t": {"card": HALFTRACK}}
        assert ask("aam", "board", units, unit="s", transport="t")["after"]["s"]["given_up"] == ["entrenched", "camouflaged"]
        assert "given_up" not in attack(SOLDIER, SOLDIER, range=1, roll={"attack": sixes(0, 8)})["after"]["a"]


class TestOpenBack:
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


class TestSight:
    """What only the players see is asked where it matters."""

    @rule("AAM-86", "AAM-15")
    @pytest.mark.parametrize(
        ("abilities", "told_too", "dice"),
        [({"open_back": True}, {"arc": "rear"}, 6), ({}, {"arc": "rear"}, None), ({"open_back": True}, {"arc": None, "range": 0}, 8)],
    )
    def test_an_open_back_of_one_number_has_a_side(self, abilities: Any, told_too: Any, dice: Any) -> None:
        """Riflemen: 8 dice in the same hex and 6 at two hexes against Soldiers, none at two
        hexes against Vehicles."""
        reply = attack(SOLDIER, {**able(PANZER, **abilities), "defense": [2]}, **{"range": 2, **told_too})
        assert (reply["checks"][0]["dice"] if "checks" in reply else None) == dice

    @rule("AAM-15", "AAM-54")
    @pytest.mark.parametrize(("abilities", "missing"), [({}, None), ({"open_back": True}, "situation.arc: is missing")])
    def test_where_it_matters_it_is_asked(self, abilities: Any, missing: Any) -> None:
        assert attack(SHERMAN, {**able(PANZER, **abilities), "defense": [2]}, arc=None).get("error") == missing

    @rule("AAM-86", "AAM-87")
    def test_how_far_the_hidden_are_is_asked_first(self) -> None:
        """Then two hexes are too far, one is not."""
        game = playing("first_assault", {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": able(SOLDIER, camouflaged=True), "seat": 1}})
        game.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        with pytest.raises(Refused, match="hidden"):
            game.answer(frozen({"range": 2, "terrain": "clear"}))
        game.answer(frozen({"range": 1, "terrain": "clear"}))
        assert game.prompt
        assert game.prompt.key == "attack"

    @rule("AAM-86", "AAM-85")
    def test_defensive_fire_betrays_the_camouflaged(self) -> None:
        """They hide until they attack, and defensive fire is an attack."""
        hidden = able(PAK, camouflaged=True)
        assert refused(attack(SHERMAN, hidden, range=2)) == ["AAM-87"]
        seen = shot(hidden, roll={"attack": sixes(0, 11)})["after"]["a"]
        assert refused(attack(SHERMAN, hidden, range=2, at={"given_up": seen["given_up"]})) == []


class TestUnseenTargets:
    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("ability", "target", "spotter", "hexes", "no"),
        [
            ("indirect_fire", SOLDIER, "spotter", 8, []),
            ("indirect_fire", SOLDIER, "spotter", 9, ["AAM-86"]),
            ("indirect_fire", PANZER, "spotter", 8, ["AAM-86"]),
            ("indirect_fire", SOLDIER, "recon", 8, ["AAM-86"]),
            ("bombardment", SOLDIER, "spotter", 8, ["AAM-86"]),
        ],
    )
    def test_indirect_fire_by_a_spotter_within_eight(self, ability: str, target: Any, spotter: str, hexes: int, no: list[str]) -> None:
        more = {"s": {"card": able(SOLDIER, **{spotter: True}), "seat": 0}, "e": {"card": able(SOLDIER, spotter=True), "seat": 1}}
        assert refused(attack(able(SHERMAN, **{ability: True}), target, more=more, spotted=hexes)) == no
        assert refused(attack(able(SHERMAN, **{ability: True}), target, more=more)) == []


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


@pytest.mark.heavy
@pytest.mark.parametrize(("terrain", "held"), [("clear", ()), ("clear", ("disrupted",)), ("clear", ("disrupted", "damaged")), ("town", ("disrupted",))])
def test_the_walk_equals_brute_force(terrain: str, held: tuple[str, ...]) -> None:
    units = {"a": {"card": {**SHERMAN, "vehicles": [4, 4, 4]}}, "b": {"card": {**PANZER, "defense": [2]}, "seat": 1, "state": {"face_down": list(held)}}}
    state = table(RULES, frozen({"units": units}))
    todo = whole(RULES.opening("attack"), pairs(attacker="a", target="b", range=2, terrain=terrain))
    assert walk(state, todo).chances() == brute(lambda: todo.on(state))
