"""2GM Tactics: conditions that no example of the book reaches, each answer worked out by hand."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, TRUCK
from engine.games.twogm.markers import spent
from engine.games.twogm.money import split
from engine.games.twogm.prices import on_the_list
from engine.games.twogm.weapons import MAIN
from engine.values.events import Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.asking import change
from tests.games.twogm_table import GUN, RULES, TANK, do, playing, put, refs, refused, shot, unit

rule = pytest.mark.rule
BOMBS = {**BOMBER, "equipment": [], "weapon": {"impact": [2, 5], "penetration": 8, "damage": 4, "range": 0}}
CRAFT = {**TRUCK, "name": "Landing Craft", "skills": ["embark", "transport"]}
ARMED = {**LIGHT, "equipment": [{"item": "Bazooka", "cost": 1, "slot": "offensive", "marker": "arrow", "weapon": GUN}]}


class TestRaids:
    @rule("2GM-93", "2GM-96", "2GM-102")
    def test_what_died_with_its_transport_is_not_bombed_again(self) -> None:
        """A 5 is critical: 8 points through armour 2 are more than the 2 points of the truck;
        its cargo dies with it."""
        units = {"b": unit(BOMBS), "t": unit(TRUCK, 1), "i": unit(LIGHT, 1, where="inside", **{"in": "t"})}
        reply = put("air", units, bombers=["b"], squares=[{"units": ["t", "i"]}], interceptors=[], escorts=[], roll={"bomb:t": [5]})
        assert list(reply["result"]["readings"]) == ["bomb:t"]
        assert change(reply, "i", "where") == "destroyed"

    @rule("2GM-93", "2GM-96", "2GM-102")
    @pytest.mark.parametrize(("state", "asked"), [({}, "bomb:q"), ({"where": "destroyed"}, None)])
    def test_no_dice_for_a_target_that_is_gone(self, state: Any, asked: str | None) -> None:
        """Even where the players overrule the refusal."""
        session = playing("deployment", {"b": unit(BOMBS), "q": unit(LIGHT, 1, **state)})
        session.overrule(Opened("air", pairs(bombers=("b",), target="q")))
        assert (session.prompt.key if session.prompt else None) == asked

    @rule("2GM-95", "2GM-96")
    @pytest.mark.parametrize(
        ("step", "seat", "state", "against"),
        [("fire", 0, {}, []), ("fire", 1, {}, ["2GM-95"]), ("fire", 0, {"where": "destroyed"}, ["2GM-95"]), ("deployment", 1, {}, [])],
    )
    def test_without_a_fighter_that_waits_there_is_nothing_to_attack_with(self, step: str, seat: int, state: Any, against: list[str]) -> None:
        """A wing of the other side is none of theirs, nor is one that was discarded; bombers
        come in the Deployment phase."""
        now = playing(step, {"m": unit(MUSTANG, seat, **state), "q": unit(LIGHT, 0)}).state
        assert [no.ref.id for rule in RULES.opening("air").forbids if (no := rule(now))] == against

    @rule("2GM-102", "2GM-95", "2GM-97")
    @pytest.mark.parametrize(("step", "first"), [("start", "bomb:q"), ("deployment", "aim:o")])
    def test_a_question_knows_the_batteries_it_is_told_play_those_on_the_board(self, step: str, first: str) -> None:
        flak = {**TANK, "skills": ["anti_aircraft"], "weapon": {**GUN, "range": 6}}
        units = {"b": unit(BOMBS), "q": unit(LIGHT, 1, row=5, column=4), "o": unit(flak, 1, row=5, column=4)}
        session = playing(step, units)
        session.overrule(Opened("air", pairs(bombers=("b",), target="q")))
        assert session.prompt
        assert session.prompt.key == first

    @rule("2GM-111")
    @pytest.mark.parametrize(("square", "no"), [({"row": 3, "column": 4}, ["2GM-111"]), ({"row": 3, "column": 5}, [])])
    def test_nobody_lands_where_somebody_stands(self, square: Any, no: list[str]) -> None:
        """Rows are counted from the paratrooper's side: row 3 is the enemy's row 4."""
        units = {"p": unit({**LIGHT, "skills": ["paratrooper"]}), "e": unit(LIGHT, 1, row=4, column=4)}
        assert refs("air", units, paratroopers=["p"], squares=[square], aa=[]) == no

    @rule("2GM-97", "2GM-99", "2GM-104")
    def test_escorts_of_nobody(self) -> None:
        assert put("air", {"p": unit(MUSTANG)}, escorts=["p"])["error"].endswith("say who flies: bombers, fighters or paratroopers")


class TestDecks:
    @rule("2GM-34", "2GM-78")
    @pytest.mark.parametrize(("told", "discard"), [({}, 0), ({"hand": 9}, 2)])
    def test_a_pair_holds_twice_seven_cards(self, told: dict[str, int], discard: int) -> None:
        """Both hands of the table together are 9; a hand that is told is one player's."""
        session = playing("discard", {}, [{"pair": True, "hand": 9, "deck": 20}, {}])
        tells = RULES.opening("discard").tells
        assert tells
        assert tells(session.state, **told)["discard"] == discard

    @rule("2GM-03")
    def test_a_card_without_a_cost_is_named_and_counts_nothing(self) -> None:
        """70 and 40 points are 10 too many for a deck of 100; the third card adds nothing but
        its own line."""
        cards = (pairs(name="Guards", cost=70), pairs(name="Scouts", cost=40), pairs(name="Ghosts"))
        terms = {"limit": 100, "year": None, "army": None}
        assert RULES.muster
        found = RULES.muster(RULES.opened(), cards, terms, ())
        assert [(english(text), ref.id) for text, ref in found] == [("110 points: at most 100", "2GM-03"), ("Ghosts: the card states no cost", "2GM-03")]


class TestShots:
    @rule("2GM-23", "2GM-28")
    def test_no_distance_to_nobody(self) -> None:
        assert "ghost" in put("distance", {"a": unit(LIGHT, row=1, column=1)}, **{"from": "a", "to": "ghost"})["error"]

    @rule("2GM-86", "2GM-88")
    @pytest.mark.parametrize(
        ("terrain", "house", "target", "inside"),
        [("h", {}, LIGHT, "h"), ("h", {"where": "destroyed"}, LIGHT, None), ("plain", {}, LIGHT, None), (None, {}, LIGHT, None), ("h", {}, HQ, None)],
    )
    def test_who_is_told_to_stand_on_a_card_is_on_it(self, terrain: str | None, house: Any, target: Any, inside: str | None) -> None:
        """Only ground units stand on cards, and only on those that lie there."""
        more = {"h": unit({**HOUSE, "access": []}, 1, **house)}
        told = {} if terrain is None else {"terrain": terrain}
        reply = shot({**LIGHT, "weapon": GUN}, target, more=more, range=1, roll={"shot": [1]}, **told)
        assert change(reply, "b", "in") == inside

    @rule("2GM-14", "2GM-15", "2GM-17", "2GM-19")
    @pytest.mark.parametrize("primary", [None, "Bazooka"])
    def test_a_primary_weapon_lays_no_marker(self, primary: str | None) -> None:
        """Neither the printed one, which is no line of the card, nor what was exchanged for it."""
        units = {"a": unit(ARMED, primary=primary)}
        state = playing("fire", units).state
        assert spent(spent(state, "a", MAIN), "a", 0 if primary else MAIN) == state

    @rule("2GM-113", "2GM-189")
    @pytest.mark.parametrize(("gained", "ours", "marshal", "general"), [(3, 4, 6, 3), (0, 4, 4, 2), (-1, 4, 3, 2), (-5, 4, 0, 1)])
    def test_what_a_pair_gains_and_what_the_cap_takes(self, gained: int, ours: int, marshal: int, general: int) -> None:
        """Three are shared 2 and 1; what the cap takes comes from the Marshal first, then from
        the General, who has 2."""
        state = playing("headquarters", {}, [{"pair": True, "ap": ours, "ap_general": 2}, {}]).state
        assert split(state, 0, gained, 0) == {"ap": marshal, "ap_general": general}

    @rule("2GM-12", "2GM-65")
    def test_a_unit_of_the_same_name_is_not_the_card(self) -> None:
        state = playing("deployment", {"u": unit({**LIGHT, "name": "Veterans"}, where="reserve")}).state
        assert on_the_list(state, 0, None, "Veterans") is None

    @rule("2GM-11", "2GM-65", "2GM-150")
    def test_a_card_of_the_list_goes_under_a_unit_that_is_not_carried(self) -> None:
        card = {"name": "Veterans", "type": "support", "cost": 0}
        units = {"c": unit(card, where="reserve"), "t": unit(TRUCK), "i": unit(LIGHT, where="inside", **{"in": "t"}), "j": unit(LIGHT)}
        session = playing("deployment", units, [{"ap": 9}, {}])
        assert [refused(session, "play_card", name="Veterans", unit=each) for each in ("i", "j")] == [["2GM-150"], []]


class TestTogether:
    @rule("2GM-49", "2GM-161")
    def test_nobody_swaps_with_himself(self) -> None:
        assert refs("swap", {"a": unit(LIGHT)}, unit="a", other="a") == ["2GM-49"]

    @rule("2GM-138", "2GM-147", "2GM-151")
    def test_unloading_whom_nobody_carries_leaves_him_where_he_is(self) -> None:
        """By overruling the players; there is no transport to stand beside."""
        session = playing("movement", {"i": unit(LIGHT, row=2, column=3)})
        session.overrule(Opened("unload", pairs(unit="i")))
        assert (session.state.unit("i").count("row"), session.state.unit("i").count("column")) == (2, 3)

    @rule("2GM-132", "2GM-138", "2GM-147")
    @pytest.mark.parametrize(
        ("card", "row", "told", "at"),
        [
            (TRUCK, {"row": 2, "column": 3}, {"column": 4}, (2, 4)),
            (TRUCK, {}, {"column": 4, "row": 3}, (3, 4)),
            (TRUCK, {"row": 2, "column": 3}, {}, (2, 0)),
            (CRAFT, {"row": 2, "column": 3}, {}, (3, 3)),
            (CRAFT, {"column": 3}, {}, (0, 3)),
        ],
    )
    def test_where_cargo_is_set_down(self, card: Any, row: Any, told: Any, at: tuple[int, int]) -> None:
        """Beside a truck in its row, on which side is told; ahead of a landing craft; of a craft
        nobody placed no row is known."""
        units = {"t": unit(card, **row), "i": unit(HEAVY, where="inside", column=3, **{"in": "t"})}
        session = do(playing("movement", units), "unload", unit="i", **told)
        assert (session.state.unit("i").count("row"), session.state.unit("i").count("column")) == at
