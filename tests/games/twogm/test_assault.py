"""Assaults: declared, met by a Reaction shot, resolved."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.twogm.examples import FOCKE, HEAVY, HOUSE, HQ, LIGHT, OSTWIND, PAK, SHERMAN, TRUCK
from tests.games.asking import change, targets
from tests.games.twogm.table import GUN_WITHOUT_RANGE, TANK, after, do, early, keys, on, playing, put, refs, refused, result, rule, shot, unit


class TestDeclaring:
    @rule("2GM-52", "2GM-58")
    @pytest.mark.parametrize(
        ("step", "state", "no"), [("fire", {}, "2GM-58"), ("fire", {"assaulting": "p"}, None), ("movement", {}, None), ("movement", {"moved": True}, "2GM-52")]
    )
    def test_who_assaults_nobody_now(self, step: str, state: Any, no: str | None) -> None:
        """Known before the target is named."""
        session = playing(step, {"i": unit(LIGHT, **state), "p": unit(PAK, 1)})
        assert early(session, "assault", assaulter="i") == [no] * bool(no)

    @rule("2GM-52", "2GM-51")
    def test_who_may_assault_whom(self) -> None:
        units = {
            "i": unit(LIGHT),
            "s": unit(TANK),
            "f": unit(FOCKE, 1),
            "h": unit(HQ, 1),
            "p": unit(PAK, 1),
            "t": unit(TRUCK),
            "x": unit(LIGHT, **{"in": "t"}),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}, "Grenade": {"face": "active", "tilted": True}}),
            "d": unit(HEAVY, markers={"Grenade": {"face": "active", "tilted": True}}),
            "q": unit(HEAVY, 1, markers={"HMG": {"face": "dismounted"}}),
        }
        for told, no in (
            ({"assaulter": "s", "target": "p"}, ["2GM-52"]),
            ({"assaulter": "i", "target": "f"}, ["2GM-52"]),
            ({"assaulter": "i", "target": "h"}, ["2GM-52"]),
            ({"assaulter": "x", "target": "p"}, ["2GM-150"]),
            ({"assaulter": "w", "target": "p"}, ["2GM-51"]),
            ({"assaulter": "d", "target": "p", "weapon": "Mortar"}, ["2GM-53"]),
            ({"assaulter": "d", "target": "p", "weapon": "Grenade"}, ["2GM-14"]),
            ({"assaulter": "i", "target": "q", "reaction": "HMG"}, ["2GM-18"]),
            ({"assaulter": "i", "target": "p"}, []),
        ):
            assert refs("assault", units, **told) == no, told
        cargo = {**units, "t": unit(TRUCK, 1), "x": unit(PAK, 1, **{"in": "t"})}
        assert refs("assault", cargo, assaulter="i", target="x") == refs("shot", cargo, attacker="i", target="x") == ["2GM-150"]

    @rule("2GM-52", "2GM-58")
    def test_declared_in_movement_resolved_in_fire(self) -> None:
        units = {
            "i": unit(LIGHT, row=3, column=4),
            "j": unit(LIGHT, row=3, column=3, moved=True),
            "k": unit(LIGHT, row=3, column=4, suppressed=True),
            "l": unit(LIGHT, row=2, column=3),
            "m": unit(HEAVY, row=3, column=5),
            "p": unit(PAK, 1, row=3, column=4),
        }
        session = playing("movement", units)
        assert refused(session, "assault", assaulter="j", target="p") == ["2GM-52", "2GM-52"]
        assert refused(session, "assault", assaulter="k", target="p") == ["2GM-161"]
        assert refused(session, "assault", assaulter="l", target="p") == ["2GM-52"]
        do(session, "assault", assaulter="i", target="p")
        assert refused(session, "move", unit="i", row=2) == ["2GM-46"]
        on(session, "fire")
        assert refused(session, "assault", assaulter="l", target="p") == ["2GM-58", "2GM-52"]
        do(session, "assault", "none", "Grenade", (1,), assaulter="i", target="p")
        assert "assaulting" not in session.state.unit("i").trackers
        assert "2GM-68" in refused(session, "shot", attacker="i", target="p", weapon="primary")

    @rule("2GM-52", "2GM-53")
    def test_an_assault_shot(self) -> None:
        assert shot(TANK, LIGHT, assault=True)["refused"]["refs"] == ["2GM-52"]
        assert shot(HEAVY, LIGHT, assault=True, weapon="HMG")["refused"]["refs"] == ["2GM-53"]
        assert shot(HEAVY, LIGHT, assault=True, weapon="Bazooka")["checks"]

    @rule("2GM-52", "2GM-141")
    def test_who_may_not(self) -> None:
        """An own unit is no target; who rode does not fire; a suppressed unit of movement 1 has
        none left, one of 2 has."""

        def no(card: Any, seat: int = 1, **told: Any) -> Any:
            return refs("assault", {"a": unit(card, **told), "e": unit(PAK, seat)}, assaulter="a", target="e", weapon="primary", reaction=False)

        assert no(LIGHT, 0) == ["2GM-52"]
        assert no({**LIGHT, "skills": ["mounted"]}, rode=True) == ["2GM-141"]
        assert (no(LIGHT, suppressed=True), no({**LIGHT, "movement": 2}, suppressed=True)) == (["2GM-161"], [])
        assert no(LIGHT, moved=True) == [], "the assault is the move"
        still = {key: value for key, value in LIGHT.items() if key != "movement"}
        units = {"a": unit(still, suppressed=True), "e": unit(PAK, 1)}
        assert "odds" in put("assault", units, assaulter="a", target="e", weapon="primary", reaction=False), "nothing is known of its movement"

    @rule("2GM-52", "2GM-162")
    def test_a_target_that_is_gone_is_not_assaulted_but_costs_nothing_later(self) -> None:
        units = {"a": unit(LIGHT, row=2, column=4), "e": unit(PAK, 1, row=4, column=4, where="destroyed")}
        assert refused(playing("movement", units), "assault", assaulter="a", target="e") == ["2GM-52"]
        declared = {**units, "a": unit(LIGHT, row=2, column=4, assaulting="e"), "x": unit(LIGHT, 1, row=4, column=5)}
        session = playing("fire", declared)
        assert refused(session, "shot", attacker="a", target="x", weapon="primary") == []
        assert refused(playing("fire", declared), "assault", assaulter="a", target="e") == []

    @rule("2GM-52", "2GM-56")
    def test_an_occupied_house_is_assaulted_through_its_unit(self) -> None:
        """Rifle 5+/10 in a House 7+/10: a 7 does 1 damage to the PAK and 1 to the House; its
        armour does not matter."""
        units = {"a": unit(LIGHT), "p": unit(PAK, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        reply = put("assault", units, assaulter="a", target="h", weapon="primary", reaction="primary", roll={"reaction": [1], "assault": [7]})
        assert targets(reply) == {"reaction": [4, 8], "assault": [7, 10]}
        assert (change(reply, "p", "damage"), change(reply, "h", "damage"), reply["result"]["outcome"]) == (1, 1, "failed")

    @rule("2GM-52", "2GM-54")
    def test_in_play_too(self) -> None:
        """Declared on the House, resolved on it; a natural 10 kills, and the winner is in the
        House."""
        units = {"a": unit(LIGHT, row=3, column=3), "p": unit(PAK, 1, row=3, column=3, **{"in": "h"}), "h": unit(HOUSE, 1, row=3, column=3)}
        session = do(playing("movement", units), "assault", assaulter="a", target="h")
        session = do(on(session, "fire"), "assault", [10], assaulter="a", target="h", weapon="primary", reaction=False)
        assert (session.state.unit("p").gone, session.state.unit("a").trackers.get("in"), session.state.unit("h").count("damage")) == (True, "h", 1)

    @rule("2GM-52")
    @pytest.mark.parametrize(("seat", "units"), [(1, {}), (0, {"o": unit(PAK, 0, **{"in": "h"})})])
    def test_not_an_empty_house_and_not_the_own_one(self, seat: int, units: Any) -> None:
        assert refs("assault", {"a": unit(LIGHT), "h": unit(HOUSE, seat), **units}, assaulter="a", target="h") == ["2GM-52"]

    @rule("2GM-53", "2GM-56")
    def test_a_unit_whose_weapons_are_spent_is_still_asked(self) -> None:
        units = {"i": unit(LIGHT, assaulting="p", fired_with=["-1"], markers={"Grenade": {"face": "active", "tilted": True}}), "p": unit(PAK, 1)}
        session = do(playing("fire", units), "assault", "none", assaulter="i", target="p")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["primary"]

    @rule("2GM-53", "2GM-56")
    def test_the_primary_weapon_is_no_heavy_weapon(self) -> None:
        """Even where the last line of the card is one."""
        card = {**LIGHT, "equipment": [{"item": "Mortar", "marker": "asterisk", "weapon": {**GUN_WITHOUT_RANGE, "range": 4}}]}
        units = {"i": unit(card), "p": unit(PAK, 1)}
        assert refs("assault", units, assaulter="i", target="p", weapon="primary") == []
        assert refs("assault", units, assaulter="i", target="p", weapon="Mortar") == ["2GM-53"]
        assert refs("shot", units, attacker="i", target="p", assault=True) == []


class TestReactionShots:
    @rule("2GM-54", "2GM-55")
    def test_the_rulebook_assault(self) -> None:
        """EX-G07: rifle (penetration 2) on a PAK (armour 4): the gun reacts first; then 5+ hits
        whatever the armour."""
        units = {"i": unit(LIGHT), "p": unit({**PAK, "life": 1}, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction="primary")
        assert targets(reply) == {"reaction": [4, 8], "assault": [5, 10]}
        killed, won = Fraction(7, 10), Fraction(3, 10) * Fraction(6, 10)
        assert reply["odds"]["outcome"] == {"failed": str(1 - killed - won), "target_destroyed": str(won), "assaulter_destroyed": str(killed)}
        assert put("shot", units, attacker="i", target="p")["odds"]["shot"] == {"nothing": "1"}

    @rule("2GM-54")
    def test_no_reaction(self) -> None:
        units = {"i": unit(LIGHT), "p": unit(PAK, 1)}
        for told in ({"reaction": False}, {"reaction": "none"}, {}):
            assert set(targets(put("assault", units, assaulter="i", target="p", weapon="primary", **told))) == {"assault"}

    @rule("2GM-54", "2GM-155")
    def test_weapons_that_react(self) -> None:
        """The primary weapon reacts to each of two assaults; a machine gun with an arrow once."""
        tank = {**SHERMAN, "name": "Panzer"}
        units = {
            "i": unit(LIGHT, row=3, column=4, assaulting="p"),
            "j": unit(LIGHT, row=3, column=4, assaulting="p"),
            "p": unit(tank, 1, row=3, column=4, deployed_turn=1, markers={"MG": {"face": "active"}}),
        }
        session = do(playing("fire", units, turn=5), "assault", assaulter="i", target="p")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["none", "primary", "MG"]
        for value in ("MG", (5,), "primary", (1,)):
            session.answer(value)
        do(session, "assault", assaulter="j", target="p")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["none", "primary"]
        for value in ("primary", (1,), "primary", (1,)):
            session.answer(value)
        assert dict(session.state.unit("p").trackers["markers"]["MG"]) == {"face": "disabled", "tilted": True}  # type: ignore[arg-type, index, call-overload]
        on(session, "fire")
        assert session.state.seat == 1
        assert refused(session, "shot", attacker="p", target="i", weapon="MG") == ["2GM-15"]
        assert refused(session, "shot", attacker="p", target="i", weapon="primary") == []

    @rule("2GM-54", "2GM-97")
    def test_what_can_still_be_done_in_the_enemy_turn(self) -> None:
        units = {
            "o": unit(OSTWIND, 1),
            "u": unit(OSTWIND, 1, aa_fired=True),
            "f": unit(FOCKE, 1),
            "n": unit(FOCKE, 1, deployed_turn=1),
            "own": unit(OSTWIND),
            "s": unit(SHERMAN, 1, markers={"MG": {"face": "disabled"}, "HMG": {"face": "active"}, "Smoke Shell": {"face": "active"}}),
            "h": unit(HQ, 1),
            "t": unit({"name": "Stuart", "type": "tank", "skills": ["Smoke Shell"]}, 1),
            "v": unit({"name": "x", "type": "tank", "skills": ["Smoke Shell"]}, 1, markers={"smoke_shell": {"face": "disabled"}}),
        }
        assert result("reactions", units) == {
            "aa": ["o", "u"][:1],
            "interceptors": ["f"],
            "weapons": {"o": ["primary"], "u": ["primary"], "s": ["primary", "HMG"]},
            "smoke": ["s", "t"],
        }
        assert result("reactions", units, seat=0)["aa"] == ["own"]

    @rule("2GM-54", "2GM-57")
    def test_an_assault_comes_before_other_fire(self) -> None:
        """Only the winner of an assault may fire its other weapons; whose target lives fires at
        nobody else first."""
        units = {"a": unit(LIGHT, row=2, column=4, assaulting="e"), "e": unit(PAK, 1, row=4, column=4), "x": unit(LIGHT, 1, row=4, column=5)}
        session = playing("fire", units)
        assert refused(session, "shot", attacker="a", target="x", weapon="primary") == ["2GM-57"]
        do(session, "assault", (10,), assaulter="a", target="e", weapon="Grenade", reaction=False)
        assert refused(session, "shot", attacker="a", target="x", weapon="primary") == []
        assert refs("shot", units, attacker="a", target="x") == [], "a question is answered"

    @rule("2GM-55", "2GM-57")
    def test_terrain_that_is_gone_with_the_target_is_not_entered(self) -> None:
        wall = {"name": "Wall", "type": "terrain", "points": 1, "impact": [0, 0], "armor": 0}
        units = {"i": unit(LIGHT, row=3, column=4), "w": unit(wall, 1), "p": unit({**PAK, "life": 1}, 1, row=3, column=4, **{"in": "w"})}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [5]})
        assert (reply["after"]["w"]["where"], reply["after"]["i"].get("in"), reply["after"]["i"]["row"]) == ("destroyed", None, 4)

    @rule("2GM-55")
    def test_cover_against_the_reaction(self) -> None:
        units = {"i": unit(LIGHT, terrain="forest", at_cover=True, prone=True, smoke="screen"), "p": unit(PAK, 1)}
        told: dict[str, Any] = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": "primary"}
        assert keys(put("assault", units, **told)) == {"terrain": [-1, -1], "at_cover": -1, "prone": [-1, 0], "smoke_screen": -2}
        assert "terrain" not in keys(put("assault", units, {"assault_cover": "no"}, **told))
        assert keys(put("assault", {**units, "i": unit(LIGHT)}, **told, from_terrain="House")) == {"terrain": [-2, -2]}

    @rule("2GM-55", "2GM-86")
    @pytest.mark.parametrize(("readings", "verdict"), [({}, "fails"), ({"assault_cover": "no"}, "roll")])
    def test_the_house_an_assaulter_comes_from(self, readings: dict[str, str], verdict: str) -> None:
        """Rifle penetration 2 against armour 2, 3 in a House: by the other reading the House
        does not count at all."""
        units = {"a": unit(LIGHT, 0, **{"in": "h"}), "b": unit(LIGHT, 1), "h": unit(HOUSE)}
        check = put("assault", units, readings, assaulter="a", target="b", weapon="primary", reaction="primary")["checks"][0]
        assert (check["verdict"], check["target"]) == (verdict, [5, 10] if readings else [7, 10])


class TestResolving:
    @rule("2GM-56", "2GM-76")
    def test_new_wounds_count(self) -> None:
        """A reaction of 1 damage makes the assault 6+; by all throws."""
        units = {"i": unit(LIGHT), "p": unit({**LIGHT, "life": 1}, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=True)
        won = Fraction(0)
        for first in range(1, 11):
            if first < 10:
                need = 6 if first >= 5 else 5
                won += Fraction(sum(face >= need for face in range(1, 11)), 100)
        assert reply["odds"]["outcome"]["target_destroyed"] == str(won)

    @rule("2GM-56", "2GM-86")
    def test_a_building_makes_it_harder_but_not_thicker(self) -> None:
        units = {"i": unit({**LIGHT, "skills": ["blasting_charge"]}), "p": unit(PAK, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", roll={"assault": [6]})
        assert targets(reply) == {"assault": [6, 10]}
        assert (change(reply, "p", "damage"), change(reply, "h", "damage")) == (1, 1)

    @rule("2GM-57", "2GM-164")
    def test_who_holds_the_square(self) -> None:
        """The winner takes square and house and leaves its cover; who fails keeps it and fires
        no more."""
        units = {
            "i": unit(LIGHT, row=3, column=4, at_cover="s"),
            "s": unit(TANK, row=3, column=4),
            "h": unit(HOUSE, 1),
            "p": unit(PAK, 1, row=3, column=4, damage=2, **{"in": "h"}),
        }
        told: dict[str, Any] = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": False}
        won = after(put("assault", units, **told, roll={"assault": [7]}), "i")
        assert (won["row"], won["column"], won["in"], won.get("at_cover"), won.get("fired")) == (4, 4, "h", None, None)
        lost = after(put("assault", units, **told, roll={"assault": [6]}), "i")
        assert (lost["row"], lost["at_cover"], lost["fired"]) == (3, "s", True)
        again = after(put("assault", units, {"assault_failed_fire": "yes"}, **told, roll={"assault": [6]}), "i")
        assert "fired" not in again

    @rule("2GM-57", "2GM-68")
    def test_the_winner_fires_on_with_its_other_weapons(self) -> None:
        units = {
            "i": unit(LIGHT, row=3, column=4, assaulting="p"),
            "p": unit({**PAK, "life": 1}, 1, row=3, column=4),
            "e": unit(LIGHT, 1, row=3, column=5),
            "o": unit(LIGHT, row=3, column=5),
        }
        session = do(playing("fire", units), "assault", "none", "primary", (5,), assaulter="i", target="p")
        assert session.state.unit("i").count("row") == 4
        assert refused(session, "shot", attacker="i", target="e", weapon="primary") == ["2GM-68"]
        do(session, "shot", (1,), attacker="i", target="e", weapon="Grenade")
        do(session, "shot", (1,), attacker="o", target="e", weapon="primary")
        assert session.state.unit("i").count("fired")

    @rule("2GM-162")
    def test_a_target_that_is_gone(self) -> None:
        units = {"i": unit(LIGHT, assaulting="p"), "p": unit(PAK, 1, where="destroyed"), "e": unit(LIGHT, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction="primary")
        assert (reply["checks"], reply["odds"]["outcome"]) == ([], {"void": "1"})
        session = do(playing("fire", units), "assault", assaulter="i", target="p")
        assert refused(session, "shot", attacker="i", target="e", weapon="primary") == []

    @rule("2GM-163", "2GM-57")
    def test_others_elsewhere_do_not_hold_the_square(self) -> None:
        for other in ({"row": 3, "column": 5}, {}):
            units = {"i": unit(LIGHT, row=3, column=4), "p": unit({**PAK, "life": 1}, 1, row=3, column=4), "o": unit(TANK, 1, **other)}
            reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [5]})
            assert reply["after"]["i"]["row"] == 4
        nowhere = {"i": unit(LIGHT), "p": unit({**PAK, "life": 1}, 1), "o": unit(TANK, 1), "q": unit(LIGHT, at_cover=True)}
        assert (
            "at_cover"
            not in put(
                "assault", {**nowhere, "i": unit(LIGHT, at_cover=True)}, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [5]}
            )["after"]["i"]
        )

    @rule("2GM-163")
    def test_two_on_the_square(self) -> None:
        units = {"i": unit(LIGHT, row=3, column=4), "p": unit(LIGHT, 1, row=3, column=4, damage=2, at_cover="t"), "t": unit(TANK, 1, row=3, column=4)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [6]})
        assert (reply["result"]["outcome"], after(reply, "i")["row"], after(reply, "i").get("fired")) == ("target_destroyed", 3, None)
        terrain = put(
            "assault", {**units, "t": unit(HOUSE, 1, row=3, column=4)}, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [6]}
        )
        assert after(terrain, "i")["row"] == 4

    @rule("2GM-163", "2GM-57")
    @pytest.mark.parametrize(("attacked", "row"), [("b", 2), ("t", 2), ("c", 3)])
    def test_the_square_is_held_by_the_other_of_a_pair(self, attacked: str, row: int) -> None:
        """No columns are known: who covers whom says enough. Row 4 of the enemy is the own row
        3."""
        units = {"a": unit(LIGHT, row=2), "b": unit(LIGHT, 1, row=4, at_cover="t"), "t": unit(TANK, 1, row=4), "c": unit(LIGHT, 1, row=4)}
        reply = put("assault", units, assaulter="a", target=attacked, reaction=False, weapon="primary", roll={"assault": [10]})
        assert after(reply, "a")["row"] == row

    @rule("2GM-163")
    @pytest.mark.parametrize(("column", "row"), [(4, 2), (5, 3)])
    def test_the_square_is_held_by_who_only_stands_there(self, column: int, row: int) -> None:
        units = {"a": unit(LIGHT, row=2, column=4), "b": unit(LIGHT, 1, row=4, column=4), "t": unit(TANK, 1, row=4, column=column)}
        reply = put("assault", units, assaulter="a", target="b", reaction=False, weapon="primary", roll={"assault": [10]})
        assert after(reply, "a")["row"] == row

    @rule("2GM-163", "2GM-87")
    def test_a_house_that_falls_on_both_leaves_the_square(self) -> None:
        house = unit({**HOUSE, "points": 1, "access": []}, 1)
        units = {"a": unit(LIGHT, row=2), "b": unit(LIGHT, 1, row=4, at_cover="t", **{"in": "h"}), "t": unit(TANK, 1, row=4, **{"in": "h"}), "h": house}
        reply = put("assault", units, assaulter="a", target="b", reaction=False, weapon="primary", roll={"assault": [10]})
        assert (after(reply, "t")["where"], after(reply, "a")["row"], after(reply, "a")["in"]) == ("destroyed", 3, "h")

    @rule("2GM-164", "2GM-87")
    def test_a_house_ruined_by_the_assault(self) -> None:
        units = {"i": unit(LIGHT, row=3, column=4), "h": unit(HOUSE, 1, damage=5), "p": unit({**PAK, "life": 9}, 1, row=3, column=4, **{"in": "h"})}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [7]})
        assert (reply["result"]["outcome"], after(reply, "h")["ruins"], after(reply, "i")["in"]) == ("target_destroyed", True, "h")

    @rule("2GM-164", "2GM-57")
    def test_the_winner_mounts_no_weapon_to_fire(self) -> None:
        units = {
            "a": unit(HEAVY, row=2, column=3, assaulting="e", markers={"HMG": {"face": "dismounted"}}),
            "e": unit(PAK, 1, row=4, column=3),
            "x": unit(LIGHT, 1, row=3, column=3),
        }
        session = do(playing("fire", units), "assault", (10,), assaulter="a", target="e", weapon="primary", reaction=False)
        do(session, "mount", unit="a", item="HMG")
        assert refused(session, "shot", attacker="a", target="x", weapon="HMG") == ["2GM-164"]
        on(on(session, "start"), "fire")
        assert "assault" not in session.state.unit("a").marks("fired_with")
        still = playing("fire", {**units, "a": unit(HEAVY, row=2, column=3, markers={"HMG": {"face": "mounted"}})})
        assert refused(still, "shot", attacker="a", target="e", weapon="HMG") == []
