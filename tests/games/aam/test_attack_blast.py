"""Blast: one attack on each unit in the hex."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.aam.table import (
    HALFTRACK,
    NO,
    PAK,
    RULES,
    SOLDIER,
    able,
    attack,
    check_names,
    hit_odds,
    in_order,
    named,
    playing,
    refused,
    rule,
    shot,
    sixes,
    worst,
)
from tests.games.asking import change, targets

MORTAR = able({**PAK, "soldiers": [6, 6, 6], "vehicles": [5, 5, 5]}, blast=True)
FRIEND = {"card": SOLDIER, "seat": 0}
ENEMY = {"card": PANZER, "seat": 1}
LIGHT_MORTAR = {"name": "Mortar", "type": "soldier", "subtypes": ["artillery"], "defense": [3], "soldiers": [6, 6, 6], "vehicles": [4, 4, 4], "speed": 0}
LIGHT_BLAST = able(LIGHT_MORTAR, blast=True)
ABOARD_B = {"aboard": "b", "where": "inside"}


def blast(others: Any = ("c",), target: Any = SOLDIER, more: Any = None, card: Any = MORTAR, **told: Any) -> dict[str, Any]:
    """A mortar at Riflemen with a Panzer beside them, and whoever else is named."""
    units = {"c": ENEMY, **(more or {})}
    return attack(card, target, more=units, others=list(others), **told)


def met(reply: Any) -> list[str]:
    return list(reply["result"]["attacked"])


class TestWhomItMeets:
    @rule("AAM-100", "AAM-71")
    def test_each_unit_by_its_own_dice_defense_and_cover(self) -> None:
        reply = blast(terrain="town", arc="rear")
        assert reply["result"]["attacked"] == ["b", "c"]
        assert [(check["what"], check["dice"], check["needs"]) for check in reply["checks"]] == [
            ("attack:b", 6, 4),
            ("cover:b", 1, None),
            ("attack:c", 5, 3),
            ("cover:c", 1, None),
        ]
        assert targets(reply) == {"attack:b": 4, "cover:b": 4, "attack:c": 4, "cover:c": 5}

    @rule("AAM-100")
    def test_the_odds_of_each_are_those_of_its_own_attack(self) -> None:
        reply = blast(arc="rear")
        soldier, tank = ("disrupted", "destroyed"), ("disrupted", "damaged", "destroyed")
        assert reply["odds"]["target"] == reply["odds"]["target:b"] == named(in_order(soldier, [(6, 4, 4, NO)]), worst)
        assert reply["odds"]["target:c"] == named(in_order(tank, [(5, 4, 3, NO)]), worst)
        assert reply["odds"]["hits:c"] == {str(hits): str(chance) for hits, chance in hit_odds(5, 4, 3).items()}

    @rule("AAM-100")
    def test_alone_or_without_the_ability_it_is_one_attack(self) -> None:
        assert check_names(blast(())) == ["attack"]
        assert blast(())["result"]["attacked"] == ["b"]
        plain = blast(card={**MORTAR, "abilities": {}})
        assert check_names(plain) == ["attack"]
        assert plain["odds"]["target:c"] == {"none": "1"}
        assert "attacked" not in plain["result"]

    @rule("AAM-136", "AAM-14")
    def test_a_blank_row_spares_a_unit(self) -> None:
        reply = blast(card={**MORTAR, "vehicles": [None, 5, 5]}, range=1)
        assert reply["result"]["attacked"] == ["b"]
        assert check_names(reply) == ["attack"]

    @rule("AAM-100", "AAM-127")
    def test_a_friend_in_the_hex_is_hurt_and_rolls_its_own_cover(self) -> None:
        reply = blast(("f",), more={"f": FRIEND}, terrain="forest", roll={"attack:b": sixes(0, 6), "attack:f": sixes(4, 6), "cover:f": [3]})
        assert change(reply, "f", "face_down") == ["disrupted"]
        assert reply["result"]["target:f"] == "disrupted"
        assert [check["by"] for check in reply["checks"] if check["what"] == "cover:f"] == ["f"]

    @rule("AAM-54", "AAM-136")
    def test_the_side_is_asked_for_the_vehicle_beside_the_target(self) -> None:
        assert blast(arc=None)["error"] == "situation.arc: is missing"
        assert "error" not in blast(arc=None, range=0)
        assert "error" not in blast(("f",), more={"f": FRIEND}, arc=None)
        assert "error" not in blast(arc=None, card={**MORTAR, "abilities": {}})

    @rule("AAM-136", "AAM-13")
    def test_the_same_band_for_all(self) -> None:
        far = {**MORTAR, "soldiers": [6, 5, 4], "vehicles": [5, 4, 3]}
        assert [check["dice"] for check in blast(card=far, range=8)["checks"]] == [4, 3]

    @rule("AAM-136", "AAM-96")
    @pytest.mark.parametrize(("hexes", "attacked"), [(8, ["b", "c"]), (9, ["b"])])
    def test_each_as_far_as_the_card_reaches_its_type(self, hexes: int, attacked: list[str]) -> None:
        """Extended Range reaches Vehicles at 12 hexes, Soldiers at 8."""
        gun = {**MORTAR, "abilities": {"blast": True, "extended_range": 12}}
        assert met(blast(target=PANZER, more={"c": {"card": SOLDIER, "seat": 1}}, card=gun, range=hexes)) == attacked

    @rule("AAM-100")
    def test_the_question_says_whether_somebody_is_named_already(self) -> None:
        units = {"a": {"card": MORTAR, "seat": 0}, "b": {"card": SOLDIER, "seat": 1}, "c": ENEMY, "d": ENEMY}
        session, found = playing("first_assault", units), []
        session.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        for answer in ("c", "nobody"):
            assert session.prompt
            found.append((session.prompt.key, english(session.prompt.options[0].text)))
            session.answer(answer)
        assert found == [("beside:0", "nobody"), ("beside:1", "nobody else")]

    @rule("AAM-100")
    def test_nobody_twice_and_nobody_off_the_map(self) -> None:
        gone = {"card": SOLDIER, "seat": 1, "state": {"where": "destroyed"}}
        assert blast(("c", "c", "b", "g"), more={"g": gone})["result"]["attacked"] == ["b", "c"]

    @rule("AAM-103", "AAM-100")
    @pytest.mark.parametrize(
        ("reading", "others", "attacked"),
        [
            ("no", ("c",), ["b", "c"]),
            ("no", ("c", "p"), ["b", "c"]),
            ("yes", ("c",), ["b", "c", "p"]),
            ("yes", ("p",), ["b", "p"]),
            ("yes", (), ["b"]),
            ("no", ("c", "q"), ["b", "c"]),
            ("yes", ("q",), ["b", "q"]),
            ("yes", ("r",), ["b"]),
        ],
    )
    def test_passengers_by_both_readings(self, reading: str, others: Any, attacked: list[str]) -> None:
        riders = {
            "p": {"card": SOLDIER, "seat": 1, "state": {"aboard": "c", "where": "inside"}},
            "q": {"card": SOLDIER, "seat": 1, "state": {"aboard": "z"}},
            "d": {"card": SOLDIER, "seat": 1, "state": {"aboard": "c", "where": "destroyed"}},
            "r": {"card": SOLDIER, "seat": 1, "state": {"where": "reserve"}},
        }
        assert blast(others, more=riders, readings={"blast_passengers": reading})["result"]["attacked"] == attacked

    @rule("AAM-100")
    @pytest.mark.parametrize(("reading", "hexes", "attacked"), [("no", 0, ["b", "c"]), ("yes", 0, ["b", "c", "a"]), ("yes", 1, ["b", "c"])])
    @pytest.mark.parametrize("others", [("c",), ("c", "a")])
    def test_the_shooter_in_its_own_hex_by_both_readings(self, reading: str, hexes: int, attacked: Any, others: Any) -> None:
        assert blast(others, range=hexes, readings={"blast_self": reading})["result"]["attacked"] == attacked

    @rule("AAM-97", "AAM-136")
    def test_with_bombardment_nobody_has_cover(self) -> None:
        assert check_names(blast(card=able(MORTAR, blast=True, bombardment=True), terrain="town")) == ["attack:b", "attack:c"]

    @rule("AAM-100")
    @pytest.mark.parametrize("question", ["attack", "defensive_fire"])
    def test_it_says_nothing_before_the_range_is_known(self, question: str) -> None:
        state = playing("first_assault", {"a": {"card": MORTAR, "seat": 0}, "b": ENEMY}).state
        assert RULES.opening(question).facts(state, pairs(attacker="a", target="b")) == {}
        seen = pairs(attacker="a", target="b", range=1)
        assert RULES.opening(question).facts(state, seen) == {"attacked": ("b",)}

    @rule("AAM-100")
    def test_it_says_nothing_where_a_card_is_silent(self) -> None:
        silent = {key: value for key, value in MORTAR.items() if key != "vehicles"}
        assert blast(card=silent)["unknown"] == ["units.a.card.vehicles"]

    @rule("AAM-87", "AAM-136")
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
        assert met(attack(LIGHT_BLAST, SOLDIER, more=more, others=["f"], range=hexes, terrain=terrain)) == list(found)

    @rule("AAM-13", "AAM-96")
    @pytest.mark.parametrize(("hexes", "found"), [(8, "bf"), (9, "b")])
    def test_extended_range_is_against_vehicles(self, hexes: int, found: str) -> None:
        more = {"f": {"card": SOLDIER, "seat": 1}}
        assert met(attack(able(LIGHT_MORTAR, blast=True, extended_range=10), PANZER, more=more, others=["f"], range=hexes)) == list(found)

    @rule("AAM-86", "AAM-103")
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
        more = {"p": {"card": SOLDIER, "seat": 1, "state": {**ABOARD_B, **state}}}
        assert met(attack(LIGHT_BLAST, able(HALFTRACK, **{ability: True}), question=question, more=more, others=["p"], range=1)) == list(found)

    @rule("AAM-86", "AAM-103")
    @pytest.mark.parametrize(("ability", "asked"), [("exposed_transport", "beside:0"), ("transport", "sight")])
    def test_a_game_asks_for_him(self, ability: str, asked: str) -> None:
        game = playing(
            "first_assault",
            {
                "a": {"card": LIGHT_BLAST, "seat": 0},
                "b": {"card": able(HALFTRACK, **{ability: True}), "seat": 1},
                "p": {"card": SOLDIER, "seat": 1, "state": ABOARD_B},
            },
        )
        game.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        assert game.prompt
        assert game.prompt.key == asked

    @rule("AAM-104", "AAM-120")
    @pytest.mark.parametrize(("face", "checks"), [(4, ["attack:b", "flammable:b", "attack:p"]), (5, ["attack:b", "flammable:b"])])
    def test_who_is_lost_with_his_transport_is_not_attacked(self, face: int, checks: list[str]) -> None:
        """By the reading that attacks passengers; the transport burns first, and he with it."""
        reply = attack(
            LIGHT_BLAST,
            able(HALFTRACK, flammable=True, transport=True),
            more={"p": {"card": SOLDIER, "seat": 1, "state": ABOARD_B}},
            others=[],
            readings={"blast_passengers": "yes"},
            roll={"attack:b": sixes(0, 4), "flammable:b": [face]},
        )
        assert [check["what"] for check in reply["checks"]] == checks

    @rule("AAM-86", "AAM-96")
    @pytest.mark.parametrize(("hexes", "dice"), [(8, 12), (9, 2)])
    def test_an_open_crew_is_no_nearer_than_it_is(self, hexes: int, dice: int) -> None:
        """Dice against Soldiers end at 8 hexes, whoever they are used against."""
        gun = able({**SHERMAN, "soldiers": [9, 9, 12], "vehicles": [1, 1, 2]}, extended_range=10)
        assert attack(gun, able(PANZER, open_exposed_crew=True), range=hexes)["checks"][0]["dice"] == dice


class TestInDefensiveFire:
    def fired(self, reading: str = "whole_hex", **told: Any) -> dict[str, Any]:
        units = {"c": {"card": SOLDIER, "seat": 1}}
        return shot(MORTAR, SHERMAN, more=units, others=["c"], readings={"blast_df": reading}, **told)

    @rule("AAM-100", "AAM-73")
    def test_each_unit_is_disrupted_at_once_at_most(self) -> None:
        reply = self.fired(roll={"attack:b": sixes(5, 5), "attack:c": sixes(6, 6)})
        assert reply["result"]["attacked"] == ["b", "c"]
        assert (reply["after"]["b"]["face_up"], reply["after"]["c"]["face_up"]) == (["disrupted"], ["disrupted"])
        assert (reply["result"]["effect"], reply["result"]["effect:c"]) == ("disrupted", "disrupted")
        assert "face_down" not in reply["after"]["c"]

    @rule("AAM-100")
    def test_the_mover_goes_on_if_only_its_neighbour_is_hit(self) -> None:
        reply = self.fired(roll={"attack:b": sixes(4, 5), "attack:c": sixes(6, 6)})
        effects = {name: reply["result"][name] for name in ("effect", "effect:b", "effect:c")}
        assert effects == {"effect": "none", "effect:b": "none", "effect:c": "disrupted"}

    @rule("AAM-100")
    def test_the_mover_alone_by_the_other_reading(self) -> None:
        reply = self.fired("mover_only")
        assert check_names(reply) == ["attack"]
        assert "attacked" not in reply["result"]
        assert check_names(blast(readings={"blast_df": "mover_only"})) == ["attack:b", "attack:c"]  # no matter for a normal attack

    @rule("AAM-77", "AAM-100")
    def test_a_vehicles_blast_meets_soldiers_beside_the_mover(self) -> None:
        units = {"c": {"card": SOLDIER, "seat": 1}}
        reply = shot(able(SHERMAN, blast=True), PANZER, more=units, others=["c"])
        assert reply["result"]["attacked"] == ["b", "c"]
        assert refused(shot(able(SHERMAN, blast=True), SOLDIER)) == ["AAM-77"]


class TestAtTheTable:
    @rule("AAM-100")
    def test_who_else_is_there_is_asked(self) -> None:
        """Only where Blast makes it matter; passengers and the two themselves are not offered."""
        units = {
            "a": {"card": MORTAR, "seat": 0},
            "b": {"card": SOLDIER, "seat": 1},
            "c": ENEMY,
            "p": {"card": SOLDIER, "seat": 1, "state": {"aboard": "c"}},
            "f": FRIEND,
        }
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=2, arc="front", terrain="clear")))
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["nobody", "c", "f"]
        session.answer("c")
        assert [option.key for option in session.prompt.options] == ["nobody", "f"]
        session.answer("nobody")
        assert session.prompt.key == "attack:b"
        session.answer(tuple(sixes(0, 6)))
        assert session.prompt.key == "attack:c"
        session.answer(tuple(sixes(5, 5)))
        assert session.state.unit("c").marks("face_down") == ("disrupted",)
        assert session.state.unit("a").trackers["attacked"] is True

    @rule("AAM-100")
    def test_it_ends_when_everybody_is_named(self) -> None:
        units = {"a": {"card": MORTAR, "seat": 0}, "b": {"card": SOLDIER, "seat": 1}, "f": FRIEND}
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=2, terrain="clear")))
        session.answer("f")
        assert session.prompt
        assert session.prompt.key == "attack:b"

    @rule("AAM-100", "AAM-54")
    @pytest.mark.parametrize("question", ["attack", "defensive_fire"])
    def test_the_side_of_a_tank_beside_the_target_is_asked_after_it_is_named(self, question: str) -> None:
        units = {"a": {"card": MORTAR, "seat": 0}, "b": {"card": SOLDIER, "seat": 1}, "c": ENEMY}
        for answer, fields in (("c", ["range", "arc", "terrain"]), ("nobody", ["range", "terrain"])):
            session = playing("first_assault", units)
            session.overrule(Opened(question, pairs(attacker="a", target="b")))
            session.answer(answer)
            assert session.prompt
            assert session.prompt.fields
            assert [each.key for each in session.prompt.fields.fields] == fields

    @rule("AAM-100")
    def test_nobody_asks_without_blast_or_in_a_question(self) -> None:
        assert check_names(attack(MORTAR, SOLDIER, more={"c": ENEMY})) == ["attack"]
        units = {"a": {"card": PAK, "seat": 0}, "b": {"card": SOLDIER, "seat": 1}, "c": ENEMY}
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=2, arc="front", terrain="clear")))
        assert session.prompt
        assert session.prompt.key == "attack"
