"""Who may shoot with what, and when: equipment of units that nobody deployed, ranges that the rows
tell, shots that are parts of something else, one sequence a turn."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HQ, LIGHT, OSTWIND, PAK, SHERMAN, TRUCK
from engine.values.events import TrackerSet
from tests.games.asking import change
from tests.games.twogm.table import TANK, after, do, early, on, playing, put, refs, refs_of, refused, result, rule, target, unit

FAR = {**LIGHT, "life": 9}
GUNNERS = {"s": unit(SHERMAN, row=1, column=4), "b": unit(FAR, 1, row=5, column=4)}
"""A Sherman on its first row, infantry on the square before it: row 2 is row 5 of the enemy."""


def options(session: Any) -> dict[str, bool]:
    """The weapons among which the players choose, and whether a rule speaks against each."""
    assert session.prompt
    return {each.key: each.refusal is not None for each in session.prompt.options}


class TestEquipmentOfUnitsThatStandThere:
    @rule("2GM-66", "2GM-68")
    def test_each_weapon_fires_once(self) -> None:
        """Gun, both MGs, HMG and MRL: five shots, and then none."""
        session = playing("fire", GUNNERS)
        for fired, weapon in enumerate(("primary", "MG", "HMG", "MG:2", "MRL")):
            do(session, "shot", attacker="s", target="b")
            assert len(options(session)) == 5 - fired
            session.answer(weapon)
            session.answer((1,))
        assert refused(session, "shot", attacker="s", target="b") == ["2GM-68"]

    @rule("2GM-121", "2GM-66")
    def test_care_and_fire_leave_each_other(self) -> None:
        """A medic who has healed still throws a grenade, and the other way round."""
        units = {"l": unit(LIGHT, row=1, column=4), "w": unit(LIGHT, damage=1, row=1, column=5), "b": unit(FAR, 1, row=5, column=4)}
        session = do(do(playing("fire", units), "care", unit="l", target="w"), "shot", (1,), attacker="l", target="b", weapon="Grenade")
        assert session.state.unit("w").count("damage") == 0
        assert refused(session, "care", unit="l", target="w") == ["2GM-14"]
        assert refused(session, "shot", attacker="l", target="b", weapon="Grenade") == ["2GM-14"]

    @rule("2GM-66")
    def test_markers_that_are_told_are_all(self) -> None:
        """A table that says which markers lie there has no others; deployed units neither."""
        told = {"MG": {"face": "active"}}
        for state in ({"markers": told}, {"markers": told, "deployed_turn": 1}):
            session = do(playing("fire", {**GUNNERS, "s": unit(SHERMAN, row=1, column=4, **state)}, turn=3), "shot", attacker="s", target="b")
            assert list(options(session)) == ["primary", "MG"]

    @rule("2GM-18", "2GM-51")
    def test_a_heavy_weapon_stands_as_it_was_deployed(self) -> None:
        """Not mounted: its unit moves, and fires with it only once it is mounted; then it stays."""
        units = {"h": unit(HEAVY, row=1, column=4), "b": unit(FAR, 1, row=5, column=4)}
        session = playing("fire", units)
        assert refs_of(session, "shot", attacker="h", target="b", weapon="Mortar") == ["2GM-18"]
        assert refs_of(playing("movement", units), "move", unit="h", row=1, column=3) == []
        do(do(session, "mount", unit="h", item="Mortar"), "shot", (1,), attacker="h", target="b", weapon="Mortar")
        on(on(session, "movement"), "movement")
        assert refused(session, "move", unit="h", row=2) == ["2GM-51"]

    @rule("2GM-18")
    def test_a_question_fires_a_mounted_weapon(self) -> None:
        """Who asks for its shot, its reaction or its dismounting means it mounted, unless he says
        how it stands."""
        units = {"h": unit(HEAVY), "b": unit(FAR, 1)}
        assert target(put("shot", units, attacker="h", target="b", weapon="HMG")) == [4, 9]
        assert refs("shots", units, attacker="h", target="b", shots=[{"weapon": "HMG"}]) == []
        assert refs("dismount", units, unit="h", item="HMG") == []
        assert refs("assault", {"b": unit(LIGHT), "h": unit(HEAVY, 1)}, assaulter="b", target="h", reaction="HMG") == []
        assert refs("building", units, points=6, occupant="b", shot={"attacker": "h", "weapon": "HMG"}) == []
        down = {**units, "h": unit(HEAVY, markers={"HMG": {"face": "dismounted"}})}
        assert refs("shot", down, attacker="h", target="b", weapon="HMG") == ["2GM-18"]

    @rule("2GM-18", "2GM-107")
    def test_a_battery_that_a_question_names(self) -> None:
        gunners = {**HEAVY, "skills": ["anti_aircraft"]}
        units = {"b": unit(BOMBER), "q": unit(HQ, 1), "h": unit(gunners, 1)}
        assert refs("air", units, bombers=["b"], target="q", aa=[{"unit": "h", "weapon": "HMG"}]) == []


class TestRangeFromRows:
    @rule("2GM-69")
    @pytest.mark.parametrize(
        ("row", "weapon", "no"), [(2, "primary", ["2GM-69"]), (3, "primary", []), (3, "MG", ["2GM-69"]), (4, "MG", []), (2, "MRL", []), (1, "MRL", ["2GM-69"])]
    )
    def test_rows_alone_are_too_many(self, row: int, weapon: str, no: list[str]) -> None:
        """From row 1 the enemy's row 4 is 2 squares away at least, its row 3 is 3, its row 2 is 4,
        its row 1 is 5. The gun reaches 3, an MG 2, the MRL 4."""
        units = {"s": unit(SHERMAN, row=1), "b": unit(FAR, 1, row=row)}
        assert refs_of(playing("fire", units), "shot", attacker="s", target="b", weapon=weapon) == no

    @rule("2GM-69", "2GM-23")
    @pytest.mark.parametrize(("row", "no"), [(3, ["2GM-69"]), (4, [])])
    def test_the_headquarters_is_one_further(self, row: int, no: list[str]) -> None:
        """Row 4 of 6: two rows and the square behind the line, 3 in all."""
        units = {"s": unit(TANK, row=row), "q": unit(HQ, 1)}
        assert refs_of(playing("fire", units), "shot", attacker="s", target="q") == no

    @rule("2GM-69")
    def test_what_is_told_or_known_counts_before_rows(self) -> None:
        units = {"s": unit(TANK, row=1), "b": unit(FAR, 1, row=1)}
        assert refs_of(playing("fire", units), "shot", attacker="s", target="b", range=3) == []
        assert refs_of(playing("fire", {**units, "b": unit(FAR, 1)}), "shot", attacker="s", target="b") == []
        near = {"s": unit(TANK, row=1, column=1), "b": unit(FAR, 1, row=6, column=5)}
        assert refs_of(playing("fire", near), "shot", attacker="s", target="b") == ["2GM-69"]

    @rule("2GM-69", "2GM-68")
    def test_weapons_that_do_not_reach(self) -> None:
        """Three squares: the gun and the MRL reach it; MGs are named last, with the rule."""
        units = {"s": unit(SHERMAN, row=1, column=4), "b": unit(FAR, 1, row=3, column=4)}
        session = do(playing("fire", units), "shot", attacker="s", target="b")
        assert options(session) == {"primary": False, "HMG": False, "MRL": False, "MG": True, "MG:2": True}
        assert list(options(session))[3:] == ["MG", "MG:2"]

    @rule("2GM-69", "2GM-68")
    def test_any_weapon_that_reaches_is_enough(self) -> None:
        """Four squares: only the MRL; once it has fired, nothing reaches."""
        units = {"s": unit(SHERMAN, row=1, column=4), "b": unit(FAR, 1, row=2, column=4)}
        session = do(playing("fire", units), "shot", "MRL", (1,), attacker="s", target="b")
        assert refused(session, "shot", attacker="s", target="b") == ["2GM-69"]

    @rule("2GM-69")
    def test_a_card_that_does_not_state_its_range(self) -> None:
        gun = {"impact": [4, 8], "penetration": 6, "damage": 3}
        units = {"s": unit({**SHERMAN, "weapon": gun}, row=1, column=4), "b": unit(FAR, 1, row=1, column=4)}
        session = do(playing("fire", units), "shot", attacker="s", target="b")
        assert not options(session)["primary"]


class TestWhichWeaponIsMeant:
    @rule("2GM-68", "2GM-69")
    def test_in_a_question_the_primary_one(self) -> None:
        """The gun reaches 3 squares; the MRL reaches 4, which helps in Fire only."""
        units = {"s": unit(SHERMAN), "b": unit(FAR, 1)}
        assert refs("shot", units, attacker="s", target="b", range=4) == ["2GM-69"]
        assert refs_of(playing("fire", units), "shot", attacker="s", target="b", range=4) == []
        assert refs_of(playing("fire", units), "shot", attacker="s", target="b", range=5) == ["2GM-69"]

    @rule("2GM-68")
    def test_the_only_weapon_is_spent(self) -> None:
        """Its MG is disabled and it has no gun; one whose card says nothing fires."""
        mg = {**SHERMAN, "weapon": None, "equipment": SHERMAN["equipment"][:1]}
        units = {"s": unit(mg, markers={"MG": {"face": "disabled"}}), "x": unit({"name": "x", "type": "tank"}), "b": unit(FAR, 1)}
        assert refs_of(playing("fire", units), "shot", attacker="s", target="b") == ["2GM-15"]
        assert refs_of(playing("fire", units), "shot", attacker="x", target="b") == []


class TestShotsThatArePartsOfSomethingElse:
    @rule("2GM-58", "2GM-54")
    @pytest.mark.parametrize(
        ("told", "no"), [({"assault": True}, ["2GM-58"]), ({"as": "assault"}, ["2GM-58"]), ({"as": "reaction"}, ["2GM-54"]), ({"as": "attack"}, [])]
    )
    def test_in_the_own_fire_phase(self, told: dict[str, Any], no: list[str]) -> None:
        units = {"a": unit(LIGHT, row=1, column=4), "b": unit(FAR, 1, row=5, column=4)}
        assert refs_of(playing("fire", units), "shot", attacker="a", target="b", weapon="primary", **told) == no
        assert refs("shot", units, attacker="a", target="b", weapon="primary", **told) == []

    @rule("2GM-107")
    def test_batteries_fire_at_aircraft_in_the_enemy_turn(self) -> None:
        units = {"o": unit(OSTWIND), "f": unit(FOCKE, 1)}
        assert refs_of(playing("fire", units), "shot", attacker="o", target="f", **{"as": "aa"}) == ["2GM-107"]
        assert refs("shot", units, attacker="o", target="f", **{"as": "aa"}) == []

    @rule("2GM-104")
    def test_the_machine_guns_of_a_bomber(self) -> None:
        """At interceptors only; a fighter's guns at anybody."""
        units = {"b": unit(BOMBER), "x": unit(LIGHT, 1), "f": unit(FOCKE, 1), "q": unit(HQ, 1)}
        assert refs("shot", units, attacker="b", target="x", weapon="HMG") == ["2GM-104"]
        assert refs("shot", units, attacker="b", target="q", weapon="HMG") == ["2GM-104"]
        assert refs("shot", units, attacker="b", target="f", weapon="HMG") == []
        assert refs("shot", units, attacker="b", target="x") == []
        armed = {**FOCKE, "equipment": BOMBER["equipment"]}
        assert refs("shot", {**units, "f": unit(armed)}, attacker="f", target="x", weapon="HMG") == []


class TestOneSequence:
    @rule("2GM-68", "2GM-15")
    @pytest.mark.parametrize(
        ("shots", "no"),
        [
            ([{"attacker": "s"}, {"attacker": "s", "weapon": "MG"}, {"attacker": "l"}], []),
            ([{"attacker": "s"}, {"attacker": "s"}], ["2GM-68"]),
            ([{"attacker": "s", "weapon": "MG"}, {"attacker": "s", "weapon": "MG:1"}], ["2GM-68"]),
            ([{"attacker": "s", "weapon": "MG"}, {"attacker": "s", "weapon": "MG:2"}], []),
            ([{"attacker": "s"}, {"attacker": "l"}, {"attacker": "s", "weapon": "MG"}], ["2GM-68"]),
            ([{"attacker": "s", "as": "reaction"}, {"attacker": "s", "as": "reaction"}], []),
        ],
    )
    def test_not_split_and_each_weapon_once(self, shots: list[dict[str, Any]], no: list[str]) -> None:
        units = {"s": unit(SHERMAN), "l": unit(LIGHT), "b": unit(FAR, 1)}
        assert refs("shots", units, target="b", shots=shots) == no

    @rule("2GM-68", "2GM-09")
    def test_a_support_card_may_give_another_shot(self) -> None:
        """EX-G26: Ammo."""
        units = {"s": unit(PAK, support=[{"name": "Ammo"}]), "b": unit(FAR, 1)}
        assert refs("shots", units, attacker="s", target="b", shots=[{}, {}]) == []
        assert refs("shots", {**units, "s": unit(PAK)}, attacker="s", target="b", shots=[{}, {}]) == ["2GM-68"]


class TestFireAfterUnloading:
    @rule("2GM-197")
    @pytest.mark.parametrize(("reading", "no"), [("yes", []), ("no", ["2GM-197"])])
    def test_in_the_turn_of_unloading(self, reading: str, no: list[str]) -> None:
        units = {"t": unit(TRUCK, row=1, column=4), "l": unit(LIGHT, where="inside", **{"in": "t"}), "b": unit(FAR, 1, row=5, column=5)}
        session = do(playing("movement", units, readings={"unload_fire": reading}), "unload", unit="l", column=5)
        on(session, "fire")
        assert refs_of(session, "shot", attacker="l", target="b", weapon="primary") == no
        on(on(session, "fire"), "fire")
        assert refs_of(session, "shot", attacker="l", target="b", weapon="primary") == []

    @rule("2GM-197", "2GM-52")
    def test_an_assault_is_fire_too(self) -> None:
        units = {"l": unit({**LIGHT, "skills": ["mechanized"]}, row=1, column=4, unloaded=True), "b": unit(FAR, 1, row=5, column=4)}
        assert early(playing("movement", units, readings={"unload_fire": "no"}), "assault", assaulter="l", target="b") == ["2GM-197"]
        assert early(playing("movement", units), "assault", assaulter="l", target="b") == []


class TestSecondThoughts:
    @rule("2GM-66")
    def test_a_hand_takes_markers_away(self) -> None:
        """Players who say which markers lie there say all of it."""
        session = do(playing("fire", GUNNERS), "shot", (1,), attacker="s", target="b", weapon="MG")
        assert session.state.unit("s").count("all_lines")
        session.dispatch(TrackerSet("s", "all_lines", None))
        do(session, "shot", attacker="s", target="b")
        assert list(options(session)) == ["primary"]

    @rule("2GM-15")
    def test_only_what_was_used_is_turned(self) -> None:
        """EX-G20."""
        reply = put("shot", {"s": unit(SHERMAN), "b": unit(FAR, 1)}, attacker="s", target="b", weapon="MG", roll={"shot": [1]})
        assert after(reply, "s")["markers"] == {"MG": {"face": "disabled", "tilted": True}}
        assert change(reply, "s", "all_lines") is None
        assert result("reactions", {"s": unit(SHERMAN, 1)})["weapons"] == {"s": ["primary", "MG", "MG:2", "HMG", "MRL"]}
