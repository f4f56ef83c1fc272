"""The fire sequence: who may shoot, how often, how far."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, HEAVY, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN
from engine.parts import activation
from engine.values.events import TrackerSet
from engine.values.maps import pairs
from tests.games.asking import change, targets
from tests.games.twogm.table import GUN, GUN_WITHOUT_RANGE, TANK, do, on, playing, put, refs, refused, result, rule, shot, target, unit


class TestWhoMayShoot:
    @rule("2GM-68", "2GM-174")
    def test_a_unit_with_nothing_left_is_still_asked(self) -> None:
        units = {"a": unit({**LIGHT, "equipment": []}, fired_with=["-1"]), "b": unit(LIGHT, 1)}
        session = playing("fire", units)
        assert refused(session, "shot", attacker="a", target="b") == ["2GM-68"]
        from engine.values.events import Opened
        from engine.values.maps import frozen

        session.overrule(Opened("shot", frozen({"attacker": "a", "target": "b"})))  # type: ignore[arg-type]
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["primary"]

    @rule("2GM-68", "2GM-142")
    def test_a_fire_sequence(self) -> None:
        """Each weapon once, not split around another unit's shots; a Multiple unit fires its
        printed weapon on."""
        rocket = {**SHERMAN, "skills": ["multiple:1"], "secondary": {**GUN, "impact": [6, 9]}}
        units = {"r": unit(rocket), "s": unit(SHERMAN), "b": unit({**LIGHT, "life": 30}, 1)}
        session = do(playing("fire", units), "shot", attacker="r", target="b")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["primary", "secondary", "MG", "MG:2", "HMG", "MRL"]
        session.answer("primary")
        seen = [session.prompt.checks[0].targets]
        session.answer((1,))
        for weapon in ("secondary", "primary"):
            do(session, "shot", attacker="r", target="b", weapon=weapon)
            assert session.prompt
            seen.append(session.prompt.checks[0].targets)
            session.answer((1,))
        assert seen == [(4, 8), (6, 9), (5, 9)]
        assert refused(session, "shot", attacker="r", target="b", weapon="secondary") == ["2GM-68"]
        do(session, "shot", (1,), attacker="r", target="b", weapon="MG")
        assert refused(session, "shot", attacker="r", target="b", weapon="MG") == ["2GM-15"]
        do(session, "shot", (1,), attacker="s", target="b", weapon="primary")
        assert refused(session, "shot", attacker="r", target="b", weapon="HMG") == ["2GM-68"]
        assert refused(session, "shot", attacker="s", target="b", weapon="primary") == ["2GM-68"]
        on(on(session, "start"), "start")
        on(session, "fire")
        assert refused(session, "shot", attacker="r", target="b", weapon="primary") == []

    @rule("2GM-68", "2GM-39")
    def test_only_the_active_side_fires(self) -> None:
        units = {"a": unit(LIGHT), "b": unit(LIGHT, 1)}
        assert refused(playing("fire", units), "shot", attacker="b", target="a", weapon="primary") == ["2GM-68"]
        assert refused(playing("movement", units), "shot", attacker="a", target="b", weapon="primary") == ["2GM-46"]

    @rule("2GM-68")
    def test_who_is_not_on_the_board(self) -> None:
        assert shot(unit(LIGHT, where="reserve"), LIGHT)["refused"]["refs"] == ["2GM-68"]
        assert shot(unit(LIGHT, fired=True), LIGHT)["refused"]["refs"] == ["2GM-68"]
        assert shot(unit(LIGHT, fired=True), LIGHT, **{"as": "reaction"})["checks"]

    @rule("2GM-68", "2GM-174")
    def test_two_weapons_of_one_unit(self) -> None:
        """EX-G14: mortar and rifle, at the same target or at two; the mortar first."""
        units = {"a": unit(HEAVY), "b": unit(LIGHT, 1), "c": unit(LIGHT, 1)}
        same = put("shots", units, target="b", attacker="a", shots=[{"weapon": "Mortar"}, {"weapon": "primary"}], roll={"shot:0": [5], "shot:1": [5]})
        assert change(same, "b", "where") == "destroyed"
        two = put("shots", units, attacker="a", shots=[{"weapon": "Mortar", "target": "b"}, {"target": "c"}], roll={"shot:0": [5], "shot:1": [5]})
        assert (change(two, "b", "damage"), change(two, "c", "damage")) == (2, 1)
        assert set(two["odds"]) == {"hits", "criticals", "destroyed:b", "destroyed:c"}

    @rule("2GM-68")
    def test_somebody_shoots_at_somebody(self) -> None:
        assert "who shoots" in put("shots", {"a": unit(LIGHT)}, attacker="a", shots=[{}])["error"]
        assert "who shoots" in put("shots", {"b": unit(LIGHT, 1)}, target="b", shots=[{}])["error"]

    @rule("2GM-68", "2GM-107")
    def test_who_may_shoot(self) -> None:
        """Reacting uses up nothing; cargo is cargo even if nobody says whose; a card that states
        no skills may be a battery."""

        def no(state: Any, card: Any = LIGHT, at: Any = LIGHT, **told: Any) -> Any:
            return refs("shot", {"a": unit(card, **state), "b": unit(at, 1)}, attacker="a", target="b", **told)

        assert (no({"fired_with": ["-1"]}), no({"fired_with": ["-1"]}, **{"as": "reaction"})) == (["2GM-68"], [])
        assert (no({"where": "inside"}), no({"where": "reserve"})) == (["2GM-150"], ["2GM-68"])
        bare = {key: value for key, value in OSTWIND.items() if key != "skills"}
        assert (no({}, bare, BOMBER, **{"as": "aa"}), no({}, {**OSTWIND, "skills": []}, BOMBER, **{"as": "aa"})) == ([], ["2GM-107"])
        assert (no({}, TANK, **{"as": "assault"}), no({}, TANK, assault=True), no({}, **{"as": "assault"})) == (["2GM-52"], ["2GM-52"], [])
        quick = {**SHERMAN, "skills": ["multiple:2"]}
        assert shot(quick, LIGHT, shot_number=4)["refused"]["text"] == "M4 Sherman has 3 shots with this weapon"

    @rule("2GM-68")
    def test_who_fired_before_may_be_nobody(self) -> None:
        session = playing("fire", {"a": unit(PAK), "b": unit(TANK, 1)})
        session.dispatch(TrackerSet("", "acting", pairs(unit="ghost", left=("shot",))))
        do(session, "shot", (1,), attacker="a", target="b", weapon="primary")
        assert activation.acting_unit(session.state) == "a"

    @rule("2GM-68", "2GM-54")
    def test_one_shot_is_over_before_the_next(self) -> None:
        """Nobody fires or assaults in the middle of it."""
        units = {"a": unit(PAK), "c": unit(PAK), "i": unit(LIGHT, assaulting="b"), "b": unit(TANK, 1)}
        session = playing("fire", units)
        assert refused(session, "shot", attacker="a", target="b", weapon="primary") == []
        assert refused(session, "shot", attacker="c", target="b", weapon="primary") == ["2GM-68"]
        assert refused(session, "assault", assaulter="i", target="b") == ["2GM-54"]

    @rule("2GM-68", "2GM-96")
    def test_an_air_attack_ends_the_fire_of_the_unit_before(self) -> None:
        """A fire sequence is not split around the shot of another unit, in the air or not."""
        units = {"s": unit(SHERMAN, row=3, column=3), "p": unit(MUSTANG), "x": unit({**LIGHT, "life": 9}, 1, row=3, column=3)}
        session = do(playing("fire", units), "shot", [1], attacker="s", target="x", weapon="MG")
        session = do(session, "air", [1], fighters=["p"], target="x", interceptors=[])
        assert refused(session, "shot", attacker="s", target="x", weapon="primary") == ["2GM-68"]

    @rule("2GM-68", "2GM-116")
    def test_rifles_are_the_primary_weapon_of_infantry(self) -> None:
        """Unless a line of the card has that name: 2+/9+."""
        line = {"item": "Rifle", "weapon": {"impact": [2, 9], "penetration": 2, "damage": 1, "range": 2}}
        assert [target(shot(LIGHT, unit(LIGHT, 1), range=2, weapon=word)) for word in ("rifle", "Rifles", "primary weapon")] == [[5, 10]] * 3
        assert target(shot({**LIGHT, "equipment": [line]}, unit(LIGHT, 1), range=2, weapon="rifle")) == [2, 9]

    @rule("2GM-68")
    @pytest.mark.parametrize(
        ("card", "weapon", "said"),
        [
            ({"weapon": {}, "equipment": []}, None, "refused"),
            ({"weapon": None, "equipment": []}, None, "unknown"),
            ({"weapon": {}, "equipment": [{"item": "Gun", "weapon": LIGHT["weapon"]}]}, "Gun", "odds"),
            ({"equipment": []}, None, "odds"),
        ],
    )
    def test_who_has_no_weapon_does_not_fire(self, card: Any, weapon: Any, said: str) -> None:
        """A card that states none, one that states nothing, one with a bought gun alone."""
        named = {"weapon": weapon} if weapon else {}
        assert said in shot({**LIGHT, **card}, unit(LIGHT, 1), range=1, **named)

    @rule("2GM-68", "2GM-193")
    @pytest.mark.parametrize(
        ("item", "seat", "phase", "allowed"),
        [
            ("MG", "own", "fire", True),
            ("MG", "own", "movement", False),
            ("Medic", "own", "movement", True),
            ("Smoke Screen", "own", "end", True),
            ("Smoke Screen", "enemy", "start", False),
        ],
    )
    def test_when_a_marker_serves(self, item: str, seat: str, phase: str, allowed: bool) -> None:
        steps = [{"seat": seat, "turn": 1, "phase": phase, "do": "use"}]
        assert result("marker", item=item, owner="tank", steps=steps)["steps"][0]["allowed"] is allowed

    @rule("2GM-68")
    def test_a_question_means_the_primary_weapon(self) -> None:
        bare = {**SHERMAN, "weapon": None}
        assert "units.a.card.weapon.impact" in put("shot", {"a": unit(bare), "b": unit(LIGHT, 1)}, attacker="a", target="b")["unknown"]


class TestRange:
    @rule("2GM-69", "2GM-116")
    def test_a_printed_range_counts_and_a_missing_one_is_asked(self) -> None:
        short = {**LIGHT, "equipment": [{"item": "HMG", "weapon": {**GUN_WITHOUT_RANGE, "range": 1}}, {"item": "Grenade", "weapon": GUN_WITHOUT_RANGE}]}
        units = {"a": unit(short), "b": unit(LIGHT, 1)}
        assert refs("shot", units, attacker="a", target="b", weapon="HMG", range=2) == ["2GM-69"]
        assert "refused" not in put("shot", units, attacker="a", target="b", weapon="Grenade", range=2)

    @rule("2GM-69", "2GM-116")
    def test_range(self) -> None:
        """EX-G15: rifle 2 squares yes, 3 no; grenade 1 yes, 2 no. HMG 3, mortar and sniper 4
        where a card is silent."""
        assert shot(LIGHT, LIGHT, range=2)["checks"]
        assert shot(LIGHT, LIGHT, range=3)["refused"]["refs"] == ["2GM-69"]
        assert shot(LIGHT, LIGHT, weapon="Grenade", range=1)["checks"]
        assert shot(LIGHT, LIGHT, weapon="grenade", range=2)["refused"]["refs"] == ["2GM-69"]
        for item, most in (("HMG", 3), ("Mortar", 4), ("Sniper", 4)):
            armed = {**LIGHT, "equipment": [{"item": item, "weapon": {"impact": [4, 9], "penetration": 9, "damage": 1}}]}
            assert shot(armed, LIGHT, weapon=item, range=most)["checks"]
            assert shot(armed, LIGHT, weapon=item, range=most + 1)["refused"]["refs"] == ["2GM-69"]

    @rule("2GM-69", "2GM-23")
    def test_range_from_the_board(self) -> None:
        """Own row 3 and enemy row 3 are rows 3 and 4: one square apart in one column; each
        counts from its own line."""
        at = {"row": 3, "column": 5}
        assert shot(unit(LIGHT, **at), unit(LIGHT, 1, row=3, column=6))["checks"]
        assert shot(unit(LIGHT, **at), unit(LIGHT, 1, row=3, column=7))["refused"]["refs"] == ["2GM-69"]
        assert shot(unit(LIGHT, row=5, column=5), HQ)["checks"]
        assert shot(unit(LIGHT, row=5, column=6), HQ)["refused"]["refs"] == ["2GM-69"]


class TestSeveralShots:
    @rule("2GM-174", "2GM-74")
    def test_the_dead_take_no_second_shot_by_all_throws(self) -> None:
        """Two guns 4+/8+ of damage 2 at life 3: brute force over 100 throws."""
        gun = {**PAK, "weapon": {**GUN, "damage": 2}}
        units = {"a": unit(gun), "c": unit(gun), "b": unit(LIGHT, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "a"}, {"attacker": "c"}])
        down, hits = 0, {0: 0, 1: 0, 2: 0}
        for first in range(1, 11):
            for second in range(1, 11):
                damage = 3 if first >= 8 else 2 if first >= 4 else 0
                n = int(first >= 4)
                if damage < 3:
                    n += int(second >= 4)
                    damage += 3 if second >= 8 else 2 if second >= 4 else 0
                down += damage >= 3
                hits[n] += 1
        assert reply["odds"]["destroyed"]["yes"] == str(Fraction(down, 100))
        assert reply["odds"]["hits"] == {str(n): str(Fraction(ways, 100)) for n, ways in hits.items()}


class TestMultiple:
    @rule("2GM-142")
    def test_a_number_told_is_kept(self) -> None:
        session = playing("fire", {"a": unit({**SHERMAN, "skills": ["multiple:2"]}), "b": unit(LIGHT, 1)})
        do(session, "shot", attacker="a", target="b", weapon="primary", shot_number=3)
        assert session.prompt
        assert session.prompt.checks[0].targets == (6, 10)

    @rule("2GM-142")
    def test_multiple_shots_get_harder(self) -> None:
        """EX-G37: 4+/7+ with Multiple (2): 4+/7+, 5+/8+, 6+/9+, and no fourth."""
        rocket = {**TANK, "skills": ["Multiple (2)"], "weapon": {**GUN, "impact": [4, 7]}}
        assert [target(shot(rocket, LIGHT, shot_number=n)) for n in (1, 2, 3)] == [[4, 7], [5, 8], [6, 9]]
        assert shot(rocket, LIGHT, shot_number=4)["refused"]["refs"] == ["2GM-142"]
        assert shot(SHERMAN, LIGHT, shot_number=2)["refused"]["refs"] == ["2GM-142"]

    @rule("2GM-142", "2GM-165")
    def test_no_additional_shot_with_equipment_or_out_of_turn(self) -> None:
        rocket = {**SHERMAN, "skills": ["multiple:2", "anti_aircraft"], "secondary": GUN}
        assert shot(rocket, LIGHT, weapon="MG", shot_number=2)["refused"]["refs"] == ["2GM-142"]
        assert shot(rocket, LIGHT, weapon="secondary", shot_number=3)["checks"]
        for told in ({"as": "reaction"}, {"as": "aa"}):
            assert "2GM-142" in shot(rocket, LIGHT, shot_number=2, **told)["refused"]["refs"]
        charge = {**LIGHT, "skills": ["multiple:2"]}
        assert shot(charge, LIGHT, assault=True, shot_number=2)["refused"]["refs"] == ["2GM-142"]

    @rule("2GM-142", "2GM-68")
    def test_a_list_of_shots_counts_the_additional_ones(self) -> None:
        """EX-G37 as a list: 4+/7+, 5+/8+, 6+/9+; a secondary weapon fires once for itself, then
        shares the count."""
        gun = {**PAK, "weapon": {"impact": [4, 7], "penetration": 6, "damage": 1, "range": 3}, "skills": ["multiple:2"]}
        units = {"a": unit(gun), "b": unit({**TANK, "life": 9}, 1)}
        reply = put("shots", units, attacker="a", target="b", shots=[{}, {}, {}])
        assert list(targets(reply).values()) == [[4, 7], [5, 8], [6, 9]]
        assert refs("shots", units, attacker="a", target="b", shots=[{}] * 4) == ["2GM-142"]
        units["a"] = unit({**gun, "secondary": {"impact": [3, 9], "penetration": 6, "damage": 1, "range": 3}})
        both = put("shots", units, attacker="a", target="b", shots=[{}, {"weapon": "secondary"}, {"weapon": "secondary"}, {}])
        assert list(targets(both).values()) == [[4, 7], [3, 9], [4, 10], [6, 9]]
        told = put("shots", units, attacker="a", target="b", shots=[{}, {"shot_number": 3}])
        assert list(targets(told).values()) == [[4, 7], [6, 9]]

    @rule("2GM-142", "2GM-165")
    def test_only_own_shots_with_printed_weapons_are_counted(self) -> None:
        gun = {**HEAVY, "skills": ["multiple:1"]}
        units = {"a": unit(gun, support=[{"name": "Grenadiers"}]), "b": unit({**TANK, "armor": 1, "life": 9}, 1), "c": unit(gun)}
        shots = [
            {"attacker": "a", "as": "reaction"},
            {"attacker": "a", "assault": True},
            {"attacker": "a"},
            {"attacker": "a", "weapon": "Grenade"},
            {"attacker": "a", "weapon": "Grenade"},
            {"attacker": "a"},
            {"attacker": "c"},
        ]
        assert [value[0] for value in targets(put("shots", units, target="b", shots=shots)).values()] == [5, 5, 5, 4, 4, 6, 5]

    @rule("2GM-142", "2GM-68")
    def test_the_next_shot_of_a_sequence(self) -> None:
        """Its primary weapon has fired: what follows is additional, in a question too."""
        units = {"a": unit({**PAK, "skills": ["multiple:1"]}, fired_with=["-1"]), "b": unit(TANK, 1)}
        assert target(put("shot", units, attacker="a", target="b")) == [5, 9]
        assert target(put("shot", units, attacker="a", target="b", shot_number=1)) == [4, 8]

    @rule("2GM-142", "2GM-68")
    def test_without_multiple_nothing_is_counted(self) -> None:
        """EX-G26: a card may grant a second shot; it is an ordinary one."""
        units = {"a": unit(MUSTANG), "b": unit({**TANK, "armor": 4}, 1)}
        assert list(targets(put("shots", units, attacker="a", target="b", shots=[{}, {}])).values()) == [[3, 8], [3, 8]]
        assert put("shots", units, target="b", shots=[{}])["error"] == "say who shoots at whom"

    @rule("2GM-142", "2GM-23")
    def test_numbers_of_a_card_and_a_square(self) -> None:
        """Of two Multiples the greater; two boards are sixteen columns wide."""
        assert target(shot({**PAK, "skills": ["multiple:1", "multiple:2"]}, TANK, shot_number=3)) == [6, 10]
        for column, wrong in ((1, False), (16, False), (0, True), (17, True)):
            assert ("error" in put("reactions", {"a": unit(LIGHT, row=1, column=column)})) is wrong
