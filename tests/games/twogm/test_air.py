"""Aircraft and their missions: who flies, who comes back."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.asking import change, targets
from tests.games.twogm.table import (
    BOMBS,
    EITHER,
    GUARDED,
    HUNTER,
    MISSED,
    TANK,
    after,
    do,
    early,
    playing,
    put,
    raid,
    refs,
    refused,
    result,
    rule,
    shot,
    target,
    unit,
)


class TestAircraft:
    @rule("2GM-92", "2GM-100")
    def test_an_aircraft_with_both_skills_flies_as_either_before_it_chose(self) -> None:
        both = unit({**BOMBS, "skills": ["fighter", "bomber"]})
        units = {"b": both, "c": unit({**BOMBS, "skills": []}), "h": unit(HQ, 1), "n": unit({"name": "x", "type": "air"})}
        assert refs("air", units, bombers=["b"], target="h") == refs("air", units, fighters=["b"], target="h") == []
        assert refs("air", units, bombers=["c"], target="h") == refs("air", units, fighters=["n"], target="h") == []

    @rule("2GM-92", "2GM-95")
    def test_aircraft(self) -> None:
        both = {**MUSTANG, "cost": 4, "skills": ["fighter", "bomber"]}
        session = playing("deployment", {"p": unit(both, where="reserve"), "f": unit({**MUSTANG, "cost": 2}, where="reserve")}, [{"ap": 6}, {}])
        assert refused(session, "deploy", unit="p") == ["2GM-92"]
        assert refused(session, "deploy", unit="f", role="bomber") == ["2GM-92"]
        do(session, "deploy", unit="p", role="fighter")
        assert session.state.unit("p").trackers["role"] == "fighter"
        assert "row" not in session.state.unit("p").trackers
        assert result("supply", {"p": unit(both)})["length"] == 0

    @rule("2GM-92", "2GM-73")
    def test_a_bonus_of_a_card_is_a_house_row(self) -> None:
        """EX-G25: Sustained Fire helps against each unit bombed. EX-G26: Ammo gives two shots at
        the same target."""
        units = {"b": unit(BOMBER), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        reply = put("air", units, bombers=["b"], squares=[{"units": ["x"]}, {"units": ["y"]}], bonuses=[{"amount": 1, "why": "Sustained Fire"}])
        assert [check["target"] for check in reply["checks"]] == [[2, 7], [2, 7]]
        twice = put(
            "shots", {"p": unit(MUSTANG), "x": unit({**LIGHT, "life": 9}, 1)}, attacker="p", target="x", shots=[{}, {}], roll={"shot:0": [3], "shot:1": [3]}
        )
        assert change(twice, "x", "damage") == 6

    @rule("2GM-92", "2GM-98")
    @pytest.mark.parametrize(("mission", "last"), [("drop", "aa:1"), ("bomb", "bomb"), ("attack", "strafe"), (None, "bomb")])
    def test_the_mission_as_told(self, mission: str | None, last: str) -> None:
        assert result("air", mission=mission, aa=2)["sequence"][-1] == last

    @rule("2GM-92")
    @pytest.mark.parametrize(
        ("card", "role", "no"),
        [
            (MUSTANG, None, []),
            (BOMBER, None, []),
            (EITHER, None, ["2GM-92"]),
            (EITHER, "bomber", []),
            (MUSTANG, "bomber", ["2GM-92"]),
            ({key: value for key, value in MUSTANG.items() if key != "skills"}, "bomber", []),
        ],
    )
    def test_the_role_of_an_aircraft(self, card: Any, role: str | None, no: list[str]) -> None:
        """Both skills: one must be chosen as it comes; a question about its cost needs none."""
        told: dict[str, Any] = {"unit": "a", **({"role": role} if role else {})}
        aircraft = {**card, "cost": 3, "equipment": []}
        assert refused(playing("deployment", {"a": unit(aircraft, where="reserve")}, [{"ap": 9}, {}]), "deploy", **told) == no
        assert refs("deploy", {"a": unit(aircraft)}, **told) == (no if role else [])

    @rule("2GM-93", "2GM-96")
    def test_what_a_fighter_may_attack(self) -> None:
        """EX-G27: trenches, a unit in a house, a unit in the forest, the HQ, a fighter beside
        it; not the General."""
        units = {
            "p": unit(MUSTANG),
            "t": unit({"name": "Trenches", "type": "terrain", "points": 4}, 1),
            "c": unit(LIGHT, 1, **{"in": "h"}),
            "h": unit(HOUSE, 1),
            "k": unit(PAK, 1, terrain="forest"),
            "hq": unit(HQ, 1),
            "f": unit(FOCKE, 1),
            "g": unit({"name": "Model", "type": "general"}, 1),
            "r": unit(HOUSE, 1, ruins=True),
            "x": unit(LIGHT, 1, where="inside"),
        }
        for key in ("t", "c", "k", "hq", "f"):
            assert result("air", units, fighters=["p"], target=key)["sequence"] == [f"strafe:{key}"]
        for key in ("g", "h", "r", "x"):
            assert refs("air", units, fighters=["p"], target=key) == ["2GM-93"]

    @rule("2GM-93")
    @pytest.mark.parametrize(("reading", "no"), [("no", ["2GM-93"]), ("yes", [])])
    def test_natural_terrain_only_if_it_can_be_destroyed(self, reading: str, no: list[str]) -> None:
        """EX-G27: a forest square by option, as a card on the table or as a square that is told."""
        units, readings = {"p": unit(MUSTANG), "w": unit({"name": "Forest", "type": "terrain"}, 1)}, {"natural_destruction": reading}
        assert refs("air", units, readings, fighters=["p"], target="w") == no
        assert refs("air", units, readings, fighters=["p"], squares=[{"terrain": "bushes"}]) == no

    @rule("2GM-93", "2GM-91")
    def test_nothing_that_cannot_be_hurt(self) -> None:
        """Neither terrain that takes no damage nor an empty plain; a bomber's area may be empty."""
        rock = {"name": "Rocks", "type": "terrain", "skills": ["indestructible"]}
        units = {"p": unit(MUSTANG), "r": unit(rock, 1), "b": unit(BOMBS), "k": unit(PAK, 1)}
        assert refs("air", units, fighters=["p"], target="r") == ["2GM-93"]
        assert refs("air", units, fighters=["p"], squares=[{"terrain": "plain"}]) == ["2GM-93"]
        assert refs("air", units, fighters=["p"], squares=[{"units": ["k"]}]) == []
        assert refs("air", units, bombers=["b"], squares=[{"terrain": "forest"}]) == []

    @rule("2GM-93", "2GM-96")
    def test_nobody_strikes_when_shot_down_or_what_is_gone(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit(FOCKE, 1), "k": unit(PAK, 1)}
        reply = put("air", units, fighters=["p"], target="k", interceptors=["f"], roll={"interceptor:f": [10]})
        assert list(reply["result"]["readings"]) == ["interceptor:f"]
        for where in ("destroyed", "reserve", "discarded"):
            assert refs("air", {**units, "k": unit(PAK, 1, where=where)}, fighters=["p"], target="k", interceptors=[]) == ["2GM-93"]
        raid = {**units, "b": unit({**BOMBER, "equipment": []})}
        shot_down = put("air", raid, bombers=["b"], target="f", interceptors=["f"], escorts=["p"], roll={"escort:p": [10]})
        assert list(shot_down["result"]["readings"]) == ["escort:p"], "the fighter it came for rose against it and fell"

    @rule("2GM-93", "2GM-111")
    def test_what_else_may_be_attacked_and_landed_on(self) -> None:
        """A tank that carries a unit is no terrain; a card open to infantry may be landed on; a
        bomber does not land."""
        units = {"p": unit(MUSTANG), "t": unit(TRUCK, 1), "c": unit(LIGHT, 1, **{"in": "t"}), "i": unit(LIGHT), "b": unit(BOMBS), "h": unit(HOUSE, 1)}
        assert refs("air", units, fighters=["p"], target="t") == []
        assert refs("air", units, paratroopers=["i"], squares=[{"terrain": "House"}]) == []
        assert refs("air", units, bombers=["b"], squares=[{"terrain": "sea", "units": ["t"]}]) == []
        assert refs("air", units, mission="drop", paratroopers=2) == []
        assert refs("air", units, fighters=["p"], target="h") == []

    @rule("2GM-93", "2GM-96")
    def test_what_died_with_its_transport_is_not_bombed_again(self) -> None:
        """A 5 is critical: 8 points through armour 2 are more than the 2 points of the truck;
        its cargo dies with it."""
        units = {"b": unit(BOMBS), "t": unit(TRUCK, 1), "i": unit(LIGHT, 1, where="inside", **{"in": "t"})}
        reply = put("air", units, bombers=["b"], squares=[{"units": ["t", "i"]}], interceptors=[], escorts=[], roll={"bomb:t": [5]})
        assert list(reply["result"]["readings"]) == ["bomb:t"]
        assert change(reply, "i", "where") == "destroyed"

    @rule("2GM-93", "2GM-96")
    @pytest.mark.parametrize(("state", "asked"), [({}, "bomb:q"), ({"where": "destroyed"}, None)])
    def test_no_dice_for_a_target_that_is_gone(self, state: Any, asked: str | None) -> None:
        """Even where the players overrule the refusal."""
        session = playing("deployment", {"b": unit(BOMBS), "q": unit(LIGHT, 1, **state)})
        session.overrule(Opened("air", pairs(bombers=("b",), target="q")))
        assert (session.prompt.key if session.prompt else None) == asked

    @rule("2GM-93", "2GM-12")
    def test_generals_and_waiting_fighters(self) -> None:
        assert shot(LIGHT, {"name": "Patton", "type": "general"})["refused"]["refs"] == ["2GM-12"]
        assert shot(LIGHT, FOCKE)["refused"]["refs"] == ["2GM-93"]

    @rule("2GM-93", "2GM-94")
    def test_aircraft_shoot_at_aircraft_whatever_the_distance(self) -> None:
        """3+/8+ at a bomber with Fighter-Bombers: 2+/7+. Nobody else may; a range of 0 is no
        distance for who flies."""
        assert target(shot(HUNTER, BOMBER)) == [2, 7]
        assert target(shot(HUNTER, {**FOCKE, "skills": []})) == [3, 8]
        assert shot(TANK, BOMBER)["refused"]["refs"] == ["2GM-93"]
        assert target(shot(MUSTANG, unit(LIGHT, 1, row=3, column=4))) == [3, 8]
        assert target(shot(MUSTANG, LIGHT, range=5)) == [3, 8]

    @rule("2GM-93", "2GM-96")
    @pytest.mark.parametrize(("flyer", "card"), [("bombers", BOMBER), ("fighters", MUSTANG)])
    def test_who_is_shot_down_strikes_nobody(self, flyer: str, card: Any) -> None:
        units = {"b": unit({**card, "equipment": []}), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        reply = put("air", units, target="q", interceptors=["i"], roll={"interceptor:i": [10]}, **{flyer: ["b"]})
        assert (list(targets(reply)), after(reply, "q").get("damage")) == (["interceptor:i"], None)

    @rule("2GM-94", "2GM-69")
    def test_a_battery_measures_to_the_target_of_the_aircraft(self) -> None:
        """The aircraft's own HQ is far away and does not matter; a distance that is told does: 4
        is beyond 3."""
        gun = unit(OSTWIND, 0, row=1, column=5)
        assert target(shot(gun, unit(BOMBER, 1), **{"as": "aa"})) == [6, 9]
        assert refs("shot", {"a": gun, "b": unit(BOMBER, 1)}, attacker="a", target="b", range=4, **{"as": "aa"}) == ["2GM-69"]
        assert refs("shot", {"a": gun, "b": unit(BOMBER, 1)}, attacker="a", target="b", range=3, **{"as": "aa"}) == []

    @rule("2GM-94", "2GM-105")
    def test_which_batteries_reach_by_the_board(self) -> None:
        """Range 3. Row 1 of seat 1 is row 6 of seat 0. HQ of seat 1: 1 behind columns 4 and 5 of
        row 6. From its row 1, column 2: 2 + 1 = 3, in range; column 1: 4, out of it; row 3,
        column 5: 2 + 1 = 3; row 4: 4."""
        for row, column, shots in ((1, 2, 1), (1, 1, 0), (3, 5, 1), (4, 5, 0), (1, 7, 1), (1, 8, 0)):
            units = {"b": unit(BOMBER), "o": unit(OSTWIND, 1, row=row, column=column), "q": unit(HQ, 1)}
            assert result("air", units, bombers=["b"], target="q", aa=["o"])["aa_shots"] == shots, (row, column)
            assert result("air", units, bombers=["b"], target="q", aa=[{"unit": "o", "covers": True}])["aa_shots"] == 1


class TestMissions:
    @rule("2GM-95", "2GM-97")
    def test_everybody_who_flew_is_discarded(self) -> None:
        reply = raid(fw=1, p51=1, roll=MISSED)
        assert {change(reply, key, "where") for key in ("b25", "fw0", "p510")} == {"discarded"}
        assert reply["result"]["discarded"] == ["b25", "fw0", "p510"]
        idle = raid(fw=0, p51=1, readings={"idle_escort": "returns"}, roll=MISSED)
        assert (change(idle, "b25", "where"), change(idle, "p510", "where")) == ("discarded", None)
        assert idle["result"]["discarded"] == ["b25"]
        assert raid(fw=0, p51=1)["result"]["discarded"] == ["b25", "p510"]

    @rule("2GM-95", "2GM-96")
    @pytest.mark.parametrize(
        ("step", "seat", "state", "against"),
        [("fire", 0, {}, []), ("fire", 1, {}, ["2GM-95"]), ("fire", 0, {"where": "destroyed"}, ["2GM-95"]), ("deployment", 1, {}, ["2GM-102"])],
    )
    def test_without_a_fighter_that_waits_there_is_nothing_to_attack_with(self, step: str, seat: int, state: Any, against: list[str]) -> None:
        """A wing of the other side is none of theirs, nor is one that was discarded; bombers
        come in the Deployment phase."""
        assert early(playing(step, {"m": unit(MUSTANG, seat, **state), "q": unit(LIGHT, 0)}), "air") == against

    @rule("2GM-95", "2GM-102")
    @pytest.mark.parametrize(
        ("step", "card", "turn", "no"),
        [
            ("deployment", SHERMAN, 3, ["2GM-102"]),
            ("deployment", LIGHT, 3, []),
            ("deployment", LIGHT, 2, ["2GM-102"]),
            ("deployment", BOMBER, 2, []),
            ("fire", LIGHT, 3, ["2GM-95"]),
            ("fire", FOCKE, 2, []),
            ("movement", SHERMAN, 3, []),
        ],
    )
    def test_whether_anybody_can_fly(self, step: str, card: Any, turn: int, no: list[str]) -> None:
        """In Deployment an aircraft, or infantry that came in this turn, the third; in Fire an
        aircraft; at other times nothing is said of it."""
        assert early(playing(step, {"u": unit(card, deployed_turn=turn)}, turn=3), "air") == no

    @rule("2GM-95")
    @pytest.mark.parametrize(
        ("step", "units", "told", "no"),
        [
            ("fire", {"i": unit(LIGHT)}, {}, "2GM-95"),
            ("fire", {"f": unit(FOCKE)}, {}, None),
            ("fire", {"f": unit(FOCKE, 1)}, {}, "2GM-95"),
            ("fire", {"f": unit(FOCKE, where="destroyed")}, {}, "2GM-95"),
            ("fire", {"u": unit({"name": "?"})}, {}, None),
            ("fire", {"i": unit(LIGHT)}, {"mission": "attack"}, None),
            ("deployment", {"i": unit(LIGHT)}, {}, "2GM-102"),
            ("deployment", {"b": unit(BOMBER)}, {}, None),
            ("start", {"i": unit(LIGHT)}, {}, None),
        ],
    )
    def test_nobody_waits_beside_the_headquarters(self, step: str, units: Any, told: Any, no: str | None) -> None:
        """What is told is judged by what it says; a card that states no type may be a fighter's."""
        assert early(playing(step, units), "air", **told) == ([no] if no else [])

    @rule("2GM-96", "2GM-98")
    def test_guns_then_interceptors_then_the_attack(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit(FOCKE, 1), "k": unit(PAK, 1), "ost": unit(OSTWIND, 1)}
        reply = put("air", units, fighters=["p"], target="k", interceptors=["f"], aa=["ost"], roll={"aa:ost": [1], "interceptor:f": [1], "strafe:k": [3]})
        assert list(reply["result"]["readings"]) == ["aa:ost", "interceptor:f", "strafe:k"]
        assert (change(reply, "k", "where"), change(reply, "p", "where")) == ("destroyed", "discarded")
        assert reply["result"]["fighter"] == "survives"

    @rule("2GM-96", "2GM-95")
    def test_a_fighter_attacks_by_an_air_attack(self) -> None:
        units = {"f": unit(MUSTANG), "x": unit(LIGHT, 1, row=2, column=2)}
        assert refused(playing("fire", units), "shot", attacker="f", target="x") == ["2GM-96"]
        assert refs("shot", units, attacker="f", target="x") == []

    @rule("2GM-96", "2GM-102")
    def test_who_is_not_named_is_asked_all_the_same(self) -> None:
        """Ostwind on (1, 4) is 1 from its HQ; the one on row 4, column 1 is 3 + 3 + 1 = 7 away;
        one has fired; one is the attacker's."""
        session = do(playing("deployment", GUARDED), "air", bombers=["b"], target="q")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of, session.prompt.default) == ("aim:o", 1, "hold")
        session.answer("hold")
        assert session.prompt.key == "bomb:q"
        named = do(playing("deployment", GUARDED), "air", bombers=["b"], target="q", aa=[])
        assert named.prompt
        assert named.prompt.key == "bomb:q"
        told = do(playing("deployment", GUARDED), "air", bombers=["b"], target="q", aa=["o"])
        assert told.prompt
        assert (told.prompt.key, told.prompt.default) == ("aim:o", None)
        assert [each["what"] for each in put("air", GUARDED, bombers=["b"], target="q")["checks"]] == ["bomb:q"], "a question knows what it is told"

    @rule("2GM-96", "2GM-107")
    def test_fighters_and_paratroopers_are_met_too(self) -> None:
        units = {**GUARDED, "f": unit(MUSTANG), "p": unit(LIGHT)}
        attack = do(playing("fire", units), "air", fighters=["f"], target="q")
        drop = do(playing("deployment", units), "air", paratroopers=["p"], squares=[{"row": 6, "column": 6}])
        assert [each.prompt and each.prompt.key for each in (attack, drop)] == ["aim:o", "aim:o"]
