"""Axis & Allies Miniatures: two or three rules that meet; each answer worked out from the book
by hand."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from tests.games.aam_combat import CAPTAIN, PAK, SOLDIER, able, attack, playing, refused, shot, sixes
from tests.games.aam_field import HALFTRACK, move, why
from tests.games.asking import ask, targets

rule = pytest.mark.rule
OPEN = {"terrain": "clear"}
MORTAR = {"name": "Mortar", "type": "soldier", "subtypes": ["artillery"], "defense": [3], "soldiers": [6, 6, 6], "vehicles": [4, 4, 4], "speed": 0}
BLAST = able(MORTAR, blast=True)
ABOARD = {"aboard": "b", "where": "inside"}


def met(reply: Any) -> list[str]:
    return list(reply["result"]["attacked"])


class TestWhoseCommander:
    """AAM-91, 120: a Commander helps his own army, and frightens the other one."""

    @rule("AAM-86", "AAM-91", "AAM-100", "AAM-120")
    @pytest.mark.parametrize(("seat", "number"), [(1, 5), (0, 4)])
    def test_intimidation_is_for_every_attack_of_his_enemy(self, seat: int, number: int) -> None:
        """Blast meets a friend beside the target: the enemy's Commander frightens the crew there
        too, its own one never."""
        more = {"k": {"card": able(CAPTAIN, intimidation=True), "seat": seat}, "f": {"card": SOLDIER, "seat": 0}}
        reply = attack(BLAST, SOLDIER, more=more, others=["f"], commanders=["k"], range=1)
        assert targets(reply) == {"attack:b": number, "attack:f": number}

    @rule("AAM-86", "AAM-91", "AAM-100", "AAM-120")
    @pytest.mark.parametrize(("seat", "needs"), [(0, {"attack:b": 4, "attack:f": 5}), (1, {"attack:b": 5, "attack:f": 4})])
    def test_elan_is_for_his_own_soldiers(self, seat: int, needs: Any) -> None:
        more = {"k": {"card": able(CAPTAIN, elan=True), "seat": seat}, "f": {"card": SOLDIER, "seat": 0}}
        reply = shot(BLAST, SOLDIER, more=more, others=["f"], commanders=["k"])
        assert {check["what"]: check["needs"] for check in reply["checks"]} == needs

    @rule("AAM-02", "AAM-120", "AAM-91")
    @pytest.mark.parametrize(
        ("ability", "side", "question", "number"),
        [
            ("intimidation", "axis", "attack", 5),
            ("intimidation", "allies", "attack", 4),
            ("stalwart", "axis", "defensive_fire", 4),
            ("stalwart", "allies", "defensive_fire", 3),
        ],
    )
    def test_without_seats_the_sides_tell(self, ability: str, side: str, question: str, number: int) -> None:
        units = {
            "a": {"card": {**SOLDIER, "side": "allies"}},
            "b": {"card": {**SOLDIER, "side": "axis"}},
            "k": {"card": {**able(CAPTAIN, **{ability: True}), "side": side}},
        }
        reply = ask("aam", question, units, attacker="a", target="b", range=1, terrain="clear", commanders=["k"])
        assert targets(reply) == {"attack": number}

    @rule("AAM-02", "AAM-120", "AAM-86")
    @pytest.mark.parametrize(("side", "dice", "no"), [("allies", 9, []), ("axis", 8, ["AAM-22"])])
    def test_nor_does_the_other_side_coordinate_or_charge(self, side: str, dice: int, no: list[str]) -> None:
        def told(own: Any, state: Any) -> Any:
            units = {
                "a": {"card": {**own, "side": "allies"}, "state": state},
                "b": {"card": {**SOLDIER, "side": "axis"}},
                "k": {"card": {**able(CAPTAIN, angriff=True), "side": side}},
            }
            return ask("aam", "attack", units, attacker="a", target="b", range=0, terrain="clear", commanders=["k"])

        assert told(able(SOLDIER, coordinated_fire=True), {})["checks"][0]["dice"] == dice
        assert refused(told(SOLDIER, {"moved": True})) == no


class TestBlastBeside:
    """AAM-136: each unit beside the target is an attack of its own, if it can be attacked at
    all."""

    @rule("AAM-87", "AAM-100", "AAM-136")
    @pytest.mark.parametrize(
        ("ability", "terrain", "hexes", "found"),
        [
            ("superior_camouflage", "town", 2, "b"),
            ("superior_camouflage", "town", 1, "bf"),
            ("superior_camouflage", "clear", 2, "bf"),
            ("concealed", "hill", 5, "b"),
            ("concealed", "hill", 4, "bf"),
            ("camouflaged", "clear", 2, "b"),
        ],
    )
    def test_the_hidden_are_spared(self, ability: str, terrain: str, hexes: int, found: str) -> None:
        """Cannot be attacked from so far: "cannot" beats "can"."""
        more = {"f": {"card": able(SOLDIER, **{ability: True}), "seat": 1}}
        assert met(attack(BLAST, SOLDIER, more=more, others=["f"], range=hexes, terrain=terrain)) == list(found)

    @rule("AAM-13", "AAM-96", "AAM-136")
    @pytest.mark.parametrize(("hexes", "found"), [(8, "bf"), (9, "b")])
    def test_extended_range_is_against_vehicles(self, hexes: int, found: str) -> None:
        more = {"f": {"card": SOLDIER, "seat": 1}}
        assert met(attack(able(MORTAR, blast=True, extended_range=10), PANZER, more=more, others=["f"], range=hexes)) == list(found)

    @rule("AAM-86", "AAM-100", "AAM-103")
    @pytest.mark.parametrize(
        ("ability", "question", "state", "found"),
        [
            ("exposed_transport", "attack", {}, "bp"),
            ("transport", "attack", {}, "b"),
            ("exposed_transport", "defensive_fire", {}, "b"),
            ("exposed_transport", "attack", {"where": "destroyed"}, "b"),
        ],
    )
    def test_a_passenger_who_rides_exposed_is_met(self, ability: str, question: str, state: Any, found: str) -> None:
        """But not in defensive fire: the vehicle moves, not he."""
        more = {"p": {"card": SOLDIER, "seat": 1, "state": {**ABOARD, **state}}}
        assert met(attack(BLAST, able(HALFTRACK, **{ability: True}), question=question, more=more, others=["p"], range=1)) == list(found)

    @rule("AAM-86", "AAM-100", "AAM-103")
    @pytest.mark.parametrize(("ability", "asked"), [("exposed_transport", "beside:0"), ("transport", "sight")])
    def test_a_game_asks_for_him(self, ability: str, asked: str) -> None:
        game = playing(
            "first_assault",
            {"a": {"card": BLAST, "seat": 0}, "b": {"card": able(HALFTRACK, **{ability: True}), "seat": 1}, "p": {"card": SOLDIER, "seat": 1, "state": ABOARD}},
        )
        game.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        assert game.prompt
        assert game.prompt.key == asked

    @rule("AAM-104", "AAM-120", "AAM-103")
    @pytest.mark.parametrize(("face", "checks"), [(4, ["attack:b", "flammable:b", "attack:p"]), (5, ["attack:b", "flammable:b"])])
    def test_who_is_lost_with_his_transport_is_not_attacked(self, face: int, checks: list[str]) -> None:
        """By the reading that attacks passengers; the transport burns first, and he with it."""
        reply = attack(
            BLAST,
            able(HALFTRACK, flammable=True, transport=True),
            more={"p": {"card": SOLDIER, "seat": 1, "state": ABOARD}},
            others=[],
            readings={"blast_passengers": "yes"},
            roll={"attack:b": sixes(0, 4), "flammable:b": [face]},
        )
        assert [check["what"] for check in reply["checks"]] == checks

    @rule("AAM-86", "AAM-13", "AAM-96")
    @pytest.mark.parametrize(("hexes", "dice"), [(8, 12), (9, 2)])
    def test_an_open_crew_is_no_nearer_than_it_is(self, hexes: int, dice: int) -> None:
        """Dice against Soldiers end at 8 hexes, whoever they are used against."""
        gun = able({**SHERMAN, "soldiers": [9, 9, 12], "vehicles": [1, 1, 2]}, extended_range=10)
        assert attack(gun, able(PANZER, open_exposed_crew=True), range=hexes)["checks"][0]["dice"] == dice


class TestAwayFromTheEnemy:
    """AAM-81, 86: a Vehicle that goes from next to a gun to where it is not shows it the rear,
    in the hex left too."""

    GUN = able(PAK, battlefield_awareness=True)

    @rule("AAM-81", "AAM-86", "AAM-123")
    @pytest.mark.parametrize(("near", "needs"), [([1, 2], 4), ([1, 1], 5), ([1, 0], 5), ([0, 1], 4)])
    def test_the_side_it_shows(self, near: Any, needs: int) -> None:
        """Of the six ways out of a hex next to the gun three lead to 2 hexes: all of them turn
        the back to it."""
        step = {"into": "clear", "near": {"g": near}, "shots": [{"attacker": "g", "at": "left"}]}
        reply = move(SHERMAN, step, others={"g": {"card": self.GUN, "seat": 1}}, start=OPEN)
        assert reply["checks"][0]["needs"] == needs

    @rule("AAM-80", "AAM-86")
    @pytest.mark.parametrize(("card", "asked"), [(GUN, ["range", "arc"]), (PAK, ["range"])])
    def test_led_hex_by_hex_the_table_says(self, card: Any, asked: list[str]) -> None:
        game = playing("first_movement", {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": card}})
        game.dispatch(Opened("move", pairs(unit="a", **{"from": pairs(terrain="clear")})))
        game.answer(frozen({"into": "clear", "near": ["g"]}))
        game.answer("g")
        assert game.prompt
        assert game.prompt.fields
        assert [field.key for field in game.prompt.fields.fields] == asked


class TestTheLost:
    """AAM-66, 104: who is destroyed does nothing more, wherever it was."""

    def units(self, rider: Any, transport: Any, ability: str = "transport") -> Any:
        return {
            "t": {"card": able(HALFTRACK, **{ability: True}), "seat": 0, "state": transport},
            "r": {"card": SOLDIER, "seat": 0, "state": {"aboard": "t", "where": "inside", **rider}},
            "b": {"card": SOLDIER, "seat": 1},
        }

    @rule("AAM-66", "AAM-104", "AAM-102")
    @pytest.mark.parametrize(
        ("rider", "transport", "no"),
        [
            ({}, {}, None),
            ({"where": "destroyed"}, {"where": "destroyed"}, ("off_the_map", "AAM-66")),
            ({}, {"where": "destroyed"}, ("off_the_map", "AAM-66")),
            ({"where": "destroyed"}, {}, ("off_the_map", "AAM-66")),
        ],
    )
    def test_nobody_gets_off(self, rider: Any, transport: Any, no: Any) -> None:
        assert why(ask("aam", "dismount", self.units(rider, transport), unit="r", holds=["t"])) == no

    @rule("AAM-104", "AAM-102", "AAM-66")
    def test_a_transport_nobody_told_of_is_no_loss(self) -> None:
        rider = {"r": {"card": SOLDIER, "state": {"aboard": "t", "where": "inside"}}}
        assert why(ask("aam", "dismount", rider, unit="r", holds=1)) is None

    @rule("AAM-66", "AAM-86", "AAM-103", "AAM-104")
    @pytest.mark.parametrize(
        ("rider", "transport", "no"), [({}, {}, []), ({"where": "destroyed"}, {}, ["AAM-47", "AAM-103"]), ({}, {"where": "destroyed"}, ["AAM-103"])]
    )
    def test_nobody_shoots_from_a_platform(self, rider: Any, transport: Any, no: list[str]) -> None:
        units = self.units(rider, transport, "fighting_platform")
        assert refused(ask("aam", "attack", units, attacker="r", target="b", range=1, terrain="clear")) == no
        provoked = move(
            {**SOLDIER, "side": "axis"},
            {"into": "clear", "near": {"r": [1, 1]}},
            others={key: {**unit, "seat": 1} for key, unit in units.items() if key != "b"},
            start=OPEN,
        )
        assert provoked["result"]["provokes"] == [[] if no else ["r"]]

    @rule("AAM-47", "AAM-103")
    @pytest.mark.parametrize(("by", "at", "no"), [({}, {}, []), ({"where": "reserve"}, {}, ["AAM-47"]), ({}, {"where": "reserve"}, ["AAM-47"])])
    def test_who_has_not_come_yet_neither_attacks_nor_is_attacked(self, by: Any, at: Any, no: list[str]) -> None:
        """Paratroopers and Partisans wait off the map; that is neither destroyed nor aboard."""
        units = {"a": {"card": SOLDIER, "state": by}, "b": {"card": PANZER, "state": at}}
        assert refused(ask("aam", "attack", units, attacker="a", target="b", range=1, arc="front", terrain="clear")) == no

    @rule("AAM-66", "AAM-103", "AAM-39")
    @pytest.mark.parametrize(
        ("state", "no"), [({}, None), ({"where": "destroyed"}, ("off_the_map", "AAM-66")), ({"aboard": "t", "where": "inside"}, ("aboard", "AAM-103"))]
    )
    def test_nobody_tries_a_river(self, state: Any, no: Any) -> None:
        assert why(ask("aam", "movement_roll", {"a": {"card": SOLDIER, "state": state}}, unit="a", into="clear", across=["stream"])) == no


@rule("AAM-09", "AAM-42", "AAM-95")
@pytest.mark.parametrize(
    ("abilities", "terrain", "told", "no"),
    [
        ({"poor_suspension": True}, "hill", {}, ["AAM-09"]),
        ({"weak_suspension": True}, "hill", {}, []),
        ({}, "hill", {}, []),
        ({"poor_suspension": True}, "forest", {}, []),
        ({"amphibious": True}, "pond", {}, []),
        ({"amphibious": True}, "marsh", {}, ["AAM-09"]),
        ({"poor_suspension": True}, "hill", {"road": True}, ["AAM-09"]),
    ],
)
def test_deployed_only_where_it_can_go(abilities: Any, terrain: str, told: Any, no: list[str]) -> None:
    assert refused(ask("aam", "deploy", {"a": {"card": able(SHERMAN, **abilities)}}, unit="a", terrain=terrain, **told)) == no


@rule("AAM-78", "AAM-75")
@pytest.mark.parametrize(("phase", "reading", "found"), [("assault", "movement_only", []), ("assault", "both", ["g"]), ("movement", "movement_only", ["g"])])
def test_whom_a_step_provokes_in_which_phase(phase: str, reading: str, found: list[str]) -> None:
    reply = move(
        SHERMAN, {"into": "clear", "near": {"g": [1, 1]}}, others={"g": {"card": PAK, "seat": 1}}, start=OPEN, phase=phase, readings={"df_phases": reading}
    )
    assert reply["result"]["provokes"] == [found]


@rule("AAM-15", "AAM-54", "AAM-86")
@pytest.mark.parametrize(
    ("defense", "hexes", "arc", "dice"), [([5, 3], 0, None, 14), ([2], 0, None, 13), ([5, 3], 4, "rear", 12), ([2], 4, "rear", 11), ([5, 3], 4, "front", 11)]
)
def test_one_number_has_no_rear_to_flank(defense: Any, hexes: int, arc: Any, dice: int) -> None:
    """Thirteen dice at short range, eleven at medium; only a Vehicle with two numbers has a
    facing."""
    reply = attack(able(SHERMAN, flanking_attack=True), {**PANZER, "defense": defense}, range=hexes, arc=arc)
    assert reply["checks"][0]["dice"] == dice


@rule("AAM-75", "AAM-120")
@pytest.mark.parametrize(
    ("mine", "side", "seat", "found"),
    [
        ("allies", "allies", {}, []),
        ("allies", "axis", {}, ["g"]),
        ("allies", None, {}, ["g"]),
        ("allies", "allies", {"seat": 1}, ["g"]),
        (None, None, {}, ["g"]),
        (None, "axis", {}, ["g"]),
    ],
)
def test_friends_are_not_provoked(mine: Any, side: Any, seat: Any, found: list[str]) -> None:
    """Without seats the sides tell; two players of one side have seats."""
    reply = move({**SHERMAN, "side": mine}, {"into": "clear", "near": {"g": [1, 1]}}, start=OPEN, others={"g": {"card": {**PAK, "side": side}, **seat}})
    assert reply["result"]["provokes"] == [found]


@rule("AAM-13", "AAM-86", "AAM-95", "AAM-96")
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


@rule("AAM-101", "AAM-22", "AAM-89")
@pytest.mark.parametrize("ability", ["double_shot", "strike_and_fade", "crack_shot"])
def test_who_tried_a_bridge_does_nothing_more(ability: str) -> None:
    """Neither a second attack nor a move after the attack: there was none."""
    sapper = able(SOLDIER, bridge_demolition=True, **{ability: 1})
    done = ask("aam", "demolish", {"a": {"card": sapper}}, unit="a", roll={"bridge": [3]})["after"]["a"]
    assert refused(attack(sapper, SOLDIER, by=done, range=1)) == ["AAM-22"]
    assert why(move(sapper, {"into": "clear"}, by=done, phase="assault")) == ("already_moved", "AAM-22")
