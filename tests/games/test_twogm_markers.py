"""2GM Tactics: markers through the turns, smoke, suppression, mounting, care."""

from typing import Any

import pytest

from engine.games.twogm.examples import HEAVY, HQ, LIGHT, PAK, SHERMAN
from engine.games.twogm.markers import nothing_heavy, which_one
from tests.games.twogm_table import TANK, after, do, on, playing, put, refs, refused, result, unit

rule = pytest.mark.rule


def story(item: str, *steps: tuple[Any, ...], readings: Any = None, **more: Any) -> list[tuple[bool, str, bool]]:
    """A marker through (seat, turn, phase, do)."""
    told = [dict(zip(("seat", "turn", "phase", "do"), step, strict=True)) for step in steps]
    found = result("marker", None, readings, item=item, steps=told, **more)
    return [(step["allowed"], step["face"], step["tilted"]) for step in found["steps"]]


@rule("2GM-15", "2GM-16", "2GM-154")
class TestArrow:
    @rule("2GM-15", "2GM-16", "2GM-154", "2GM-79")
    def test_a_machine_gun_fires_every_other_turn(self) -> None:
        """EX-G44: used in turn 1, straight at the end, active in the Reactivation of turn 2,
        usable in turn 3."""
        assert story(
            "MG",
            ("own", 1, "fire", "use"),
            ("own", 1, "reactivation", None),
            ("own", 1, "end", None),
            ("enemy", 1, "fire", "react"),
            ("own", 2, "fire", "use"),
            ("own", 2, "reactivation", None),
            ("enemy", 2, "fire", None),
            ("own", 3, "fire", "use"),
            owner="tank",
        ) == [
            (True, "disabled", True),
            (True, "disabled", True),
            (True, "disabled", False),
            (False, "disabled", False),
            (False, "disabled", False),
            (True, "active", False),
            (True, "active", False),
            (True, "disabled", True),
        ]

    @rule("2GM-19", "2GM-154")
    def test_used_in_the_enemy_turn(self) -> None:
        """Not in own turn 2 before its Reactivation; in enemy turn 2 again; by the other reading
        one turn later."""
        steps = (
            ("enemy", 1, "fire", "react"),
            ("enemy", 1, "end", None),
            ("own", 2, "fire", "use"),
            ("own", 2, "reactivation", None),
            ("enemy", 2, "fire", "react"),
        )
        assert story("MG", *steps, marker="arrow") == [
            (True, "disabled", True),
            (True, "disabled", False),
            (False, "disabled", False),
            (True, "active", False),
            (True, "disabled", True),
        ]
        assert story("MG", *steps, marker="arrow", readings={"marker_straighten": "own_end"}) == [
            (True, "disabled", True),
            (True, "disabled", True),
            (False, "disabled", True),
            (True, "disabled", True),
            (False, "disabled", False),
        ]

    @rule("2GM-154")
    def test_it_can_serve_in_every_enemy_turn_and_a_use_there_costs_the_own_turn(self) -> None:
        steps = [("enemy", turn, "fire", "react") for turn in (1, 2, 3)]
        assert [allowed for allowed, _, _ in story("HMG", *steps, owner="tank")] == [True, True, True]
        assert [
            allowed for allowed, _, _ in story("HMG", ("own", 1, "fire", "use"), ("enemy", 2, "fire", "react"), ("own", 3, "fire", "use"), owner="tank")
        ] == [True, True, False]

    @rule("2GM-15", "2GM-122")
    def test_a_smoke_shell_in_the_enemy_turn_before_its_fire_phase(self) -> None:
        assert story("Smoke Shell", ("enemy", 1, "movement", "use"), ("own", 2, "movement", "use")) == [(True, "disabled", True), (False, "disabled", False)]
        assert story("Smoke Shell", ("enemy", 1, "fire", "use")) == [(False, "active", False)]
        assert story("Smoke Screen", ("enemy", 1, "movement", "use"), owner="tank") == [(False, "active", False)]

    @rule("2GM-14", "2GM-15", "2GM-119")
    def test_shots_turn_and_tilt(self) -> None:
        """EX-G20: the Sherman's MG is turned and tilted. EX-G21: grenades are only tilted."""
        units = {"s": unit(SHERMAN), "a": unit(LIGHT), "b": unit(LIGHT, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "s"}, {"attacker": "s", "weapon": "MG"}], roll={"shot:0": [1], "shot:1": [1]})
        assert after(reply, "s")["markers"] == {"MG": {"face": "disabled", "tilted": True}}
        reply = put("shot", units, attacker="a", target="b", weapon="Grenade", roll={"shot": [1]})
        assert after(reply, "a")["markers"] == {"Grenade": {"face": "active", "tilted": True}}

    @rule("2GM-15", "2GM-14", "2GM-18", "2GM-56")
    @pytest.mark.parametrize(
        ("card", "weapon", "marker", "ref"),
        [
            (SHERMAN, "MG", {"face": "disabled"}, ["2GM-15"]),
            (SHERMAN, "MG:2", {"face": "active"}, []),
            (SHERMAN, "MG:2", {"face": "disabled"}, ["2GM-15"]),
            (LIGHT, "Grenade", {"face": "active", "tilted": True}, ["2GM-14"]),
            (HEAVY, "HMG", {"face": "dismounted"}, ["2GM-18"]),
            (HEAVY, "HMG", {"face": "mounted"}, []),
        ],
    )
    def test_a_weapon_that_is_not_ready(self, card: Any, weapon: str, marker: Any, ref: list[str]) -> None:
        units = {"a": unit(card, markers={weapon: marker}), "b": unit(LIGHT, 1)}
        assert refs("shot", units, attacker="a", target="b", weapon=weapon) == ref


@rule("2GM-14", "2GM-154")
class TestWithoutArrow:
    @rule("2GM-14", "2GM-155")
    def test_once_in_the_own_turn_and_never_disabled(self) -> None:
        assert story(
            "Grenade",
            ("own", 1, "fire", "use"),
            ("own", 1, "fire", "use"),
            ("own", 1, "end", None),
            ("enemy", 1, "fire", "react"),
            ("enemy", 1, "fire", "react"),
            ("own", 2, "fire", "use"),
        ) == [(True, "active", True), (False, "active", True), (True, "active", False), (True, "active", True), (True, "active", True), (True, "active", True)]

    @rule("2GM-155")
    def test_by_another_reading_it_reacts_once(self) -> None:
        steps = (("enemy", 1, "fire", "react"), ("enemy", 1, "fire", "react"))
        assert [each[0] for each in story("Grenade", *steps, readings={"reaction_reuse": "once"})] == [True, False]

    @rule("2GM-118")
    def test_hit_the_dirt_is_never_turned_or_tilted(self) -> None:
        assert story("Hit the Dirt", ("own", 1, "movement", "move"), ("enemy", 1, "fire", "use")) == [(True, "active", False)] * 2

    @rule("2GM-193", "2GM-134")
    def test_a_medic_serves_in_any_own_phase(self) -> None:
        assert story("Medic", ("own", 1, "movement", "use"), ("own", 1, "fire", "use"), ("enemy", 1, "fire", "use")) == [
            (True, "active", True),
            (False, "active", True),
            (False, "active", False),
        ]

    @rule("2GM-191", "2GM-123")
    def test_infantry_may_screen_every_turn(self) -> None:
        steps = (("own", 1, "movement", "use"), ("own", 2, "fire", "use"))
        assert [each[0] for each in story("Smoke Screen", *steps, owner="infantry")] == [True, True]
        assert [each[0] for each in story("Smoke Screen", *steps, owner="tank")] == [True, False]


@rule("2GM-18", "2GM-154")
class TestHeavy:
    @rule("2GM-18", "2GM-51", "2GM-77")
    def test_mount_fire_dismount(self) -> None:
        """Mount and fire in one turn, or fire and dismount; never all three. Mounted it does not
        move."""
        assert story(
            "HMG",
            ("own", 1, "fire", "use"),
            ("own", 1, "fire", "mount"),
            ("own", 1, "fire", "use"),
            ("own", 1, "reactivation", "dismount"),
            ("own", 2, "movement", "move"),
            ("own", 2, "fire", "use"),
            ("own", 2, "reactivation", "dismount"),
            ("own", 3, "movement", "move"),
            owner="infantry",
        ) == [
            (False, "dismounted", False),
            (True, "mounted", False),
            (True, "mounted", True),
            (False, "mounted", True),
            (False, "mounted", False),
            (True, "mounted", True),
            (True, "dismounted", True),
            (True, "dismounted", False),
        ]

    @rule("2GM-18", "2GM-54", "2GM-53")
    def test_reaction_and_assault(self) -> None:
        """A mounted one reacts, an unmounted one does not; it never assaults, and a mounted unit
        declares no assault."""
        assert [
            each[0]
            for each in story(
                "Mortar",
                ("enemy", 1, "fire", "react"),
                ("own", 2, "movement", "assault"),
                ("own", 2, "fire", "mount"),
                ("enemy", 2, "fire", "react"),
                ("own", 3, "movement", "assault"),
                ("own", 3, "fire", "assault"),
                owner="infantry",
            )
        ] == [False, True, True, True, False, False]
        assert story("Grenade", ("own", 1, "fire", "assault"), ("own", 1, "fire", "assault")) == [(True, "active", True), (False, "active", True)]

    @rule("2GM-18")
    def test_mounting_only_in_the_own_fire_phase(self) -> None:
        assert [
            each[0]
            for each in story(
                "HMG",
                ("own", 1, "movement", "mount"),
                ("enemy", 1, "fire", "mount"),
                ("own", 2, "fire", "mount"),
                ("own", 2, "fire", "mount"),
                owner="infantry",
            )
        ] == [False, False, True, False]

    @rule("2GM-18")
    def test_only_heavy_weapons_are_offered_for_mounting(self) -> None:
        """A rifle squad is told so before it names anything; of the rest only HMG and Mortar are
        to choose from."""
        now = playing("fire", {"a": unit(HEAVY), "b": unit(LIGHT)}).state
        assert [nothing_heavy(now, each) is None for each in ("a", "b")] == [True, False]
        assert which_one(now, "a") == {"item": ("HMG", "Mortar")}

    @rule("2GM-18", "2GM-51")
    def test_in_play(self) -> None:
        session = playing("movement", {"a": unit(HEAVY, row=1, deployed_turn=1, markers={"HMG": {"face": "dismounted"}}), "b": unit(LIGHT, 1)}, turn=3)
        do(session, "move", unit="a", row=2)
        on(session, "fire")
        assert "2GM-18" in refused(session, "shot", attacker="a", target="b", weapon="HMG")
        do(session, "mount", unit="a", item="HMG")
        assert refused(session, "mount", unit="a", item="HMG") == ["2GM-18"]
        do(session, "shot", (4,), attacker="a", target="b", weapon="HMG")
        on(session, "reactivation")
        assert refused(session, "dismount", unit="a", item="HMG") == ["2GM-18"]
        on(on(session, "start"), "movement")
        on(on(session, "start"), "movement")
        assert session.state.seat == 0
        assert "2GM-51" in refused(session, "move", unit="a", row=3, path=["plain"])
        on(session, "reactivation")
        do(session, "dismount", unit="a", item="HMG")
        assert refused(session, "dismount", unit="a", item="HMG") == ["2GM-18"]
        assert refused(session, "mount", unit="a", item="Bazooka") == ["2GM-77", "2GM-66"]


@rule("2GM-122", "2GM-123")
class TestSmoke:
    @rule("2GM-123", "2GM-40")
    def test_a_screen_lasts_the_whole_enemy_turn(self) -> None:
        """EX-G45: cast in the own turn, gone at the own next Start."""
        cases = [
            (("own", "fire"), True),
            (("own", "end"), True),
            (("enemy", "start"), True),
            (("enemy", "fire"), True),
            (("enemy", "end"), True),
            (("own", "start"), False),
            (("own", "movement"), False),
        ]
        for asked, active in cases:
            cast = ("own", "fire") if asked != ("own", "movement") else ("own", "deployment")
            found = result("smoke", kind="screen", cast_in=cast, asked_in=asked)
            assert found == {"active": active, "modifier": [2, 2] if active else [0, 0]}, asked

    @rule("2GM-122")
    def test_a_shell_lasts_until_the_next_start(self) -> None:
        def active(cast: Any, asked: Any, **readings: str) -> bool:
            return bool(result("smoke", None, readings, kind="shell", cast_in=cast, asked_in=asked)["active"])

        own, enemy = ["own", "movement"], ["enemy", "movement"]
        assert active(own, ["own", "fire"])
        assert not active(own, ["enemy", "start"])
        assert active(enemy, ["enemy", "fire"])
        assert not active(enemy, ["own", "start"])
        assert active(own, ["enemy", "fire"], shell_end="own_start")
        assert not active(own, ["own", "start"], shell_end="own_start")
        assert not active(enemy, ["own", "fire"], shell_end="own_start")

    @rule("2GM-122", "2GM-123")
    def test_when_smoke_is_laid(self) -> None:
        def why(kind: str, cast: Any) -> list[str]:
            return refs("smoke", kind=kind, cast_in=cast, asked_in=["own", "fire"])

        assert why("shell", ["enemy", "deployment"]) == []
        assert why("shell", ["enemy", "fire"]) == ["2GM-122"]
        assert why("screen", ["enemy", "start"]) == ["2GM-123"]
        assert why("screen", ["own", "end"]) == []

    @rule("2GM-122")
    def test_seats_by_number_and_rounds(self) -> None:
        found = result("smoke", kind="screen", owner=1, cast_in=[1, "fire"], asked_in=[0, "fire"])
        assert found["active"] is True
        later = result("smoke", kind="screen", cast_in={"seat": "own", "phase": "fire", "turn": 1}, asked_in={"seat": "own", "phase": "fire", "turn": 2})
        assert later["active"] is False

    @rule("2GM-122", "2GM-123", "2GM-124", "2GM-191", "2GM-40")
    def test_in_play(self) -> None:
        units = {"s": unit(SHERMAN, row=2), "i": unit(LIGHT, row=2, at_cover="s"), "p": unit(PAK, 1, row=2)}
        session = playing("movement", units)
        do(session, "lay_smoke", unit="s")
        assert session.state.unit("i").trackers["smoke"] == session.state.unit("s").trackers["smoke"] == ("shell",)
        assert session.state.unit("s").trackers["markers"]["Smoke Shell"]["face"] == "disabled"  # type: ignore[index, call-overload]
        assert refused(session, "lay_smoke", unit="s") == ["2GM-15"]
        on(session, "start")
        assert not session.state.unit("i").trackers.get("smoke")
        on(session, "fire")
        assert refused(session, "lay_smoke", unit="s") == ["2GM-122"]

    @rule("2GM-122")
    def test_a_shell_hides_its_whole_square(self) -> None:
        units = {
            "s": unit(SHERMAN, row=2, column=3),
            "i": unit(LIGHT, row=2, column=3),
            "j": unit(LIGHT, row=2, column=4),
            "k": unit(LIGHT, row=2),
            "c": unit(LIGHT | {"equipment": [{"item": "Smoke Shell"}]}, at_cover="s"),
        }
        reply = put("lay_smoke", units, unit="s")
        assert [key for key in units if after(reply, key).get("smoke")] == ["s", "i", "c"]
        reply = put("lay_smoke", units, unit="c")
        assert [key for key in units if after(reply, key).get("smoke")] == ["s", "c"]

    @rule("2GM-123", "2GM-191", "2GM-40")
    def test_a_screen_in_play_goes_with_its_caster(self) -> None:
        units = {"i": unit({**LIGHT, "equipment": [{"item": "Smoke Screen"}]}, row=2), "p": unit(PAK, 1, row=2)}
        session = do(playing("fire", units), "lay_smoke", unit="i", item="Smoke Screen", on=["p"])
        assert session.state.unit("p").trackers["smoke"] == ("screen",)
        on(session, "start")
        assert session.state.unit("p").trackers["smoke"] == ("screen",)
        assert refused(session, "lay_smoke", unit="i", item="Smoke Screen") == ["2GM-123"]
        on(session, "start")
        assert "smoke" not in session.state.unit("p").trackers

    @rule("2GM-122")
    def test_by_another_reading_a_shell_stays_until_its_owners_start(self) -> None:
        session = do(playing("movement", {"s": unit(SHERMAN, row=2)}, readings={"shell_end": "own_start"}), "lay_smoke", unit="s")
        assert on(session, "start").state.unit("s").trackers["smoke"] == ("shell",)
        assert "smoke" not in on(session, "start").state.unit("s").trackers


@rule("2GM-75", "2GM-172")
class TestSuppression:
    @rule("2GM-75", "2GM-172")
    @pytest.mark.parametrize(
        ("shots", "suppressed"),
        [
            ([("a", 4), ("b", 4)], True),
            ([("a", 4), ("b", 3)], False),
            ([("a", 4), ("a", 9)], False),
            ([("a", 4), ("a", 4), ("b", 9)], True),
            ([("a", 4)], False),
            ([], False),
        ],
    )
    def test_two_units_that_penetrate(self, shots: Any, suppressed: bool) -> None:
        told = [{"by": by, "penetration": value} for by, value in shots]
        found = result("suppression", shots=told, armor=4)
        assert (found["suppressed"], found["movement"], found["modifier"]) == (suppressed, -int(suppressed), [int(suppressed)] * 2)

    @rule("2GM-75")
    def test_until_the_next_turn_of_its_causer(self) -> None:
        def at(*asked: str) -> bool:
            told = [{"by": "a", "penetration": 4}, {"by": "b", "penetration": 4}]
            return bool(result("suppression", shots=told, armor=4, placed_in=["enemy", "fire"], asked_in=asked)["suppressed"])

        assert [at("enemy", "end"), at("own", "movement"), at("own", "end"), at("enemy", "start"), at("enemy", "movement")] == [True, True, True, False, False]
        assert result("suppression", placed_in=["enemy", "fire"], asked_in=["own", "fire"])["suppressed"] is True

    @rule("2GM-172", "2GM-75")
    def test_what_counts(self) -> None:
        def both(second: Any, **readings: str) -> bool:
            return bool(result("suppression", None, readings, shots=[{"by": "a", "penetration": 4}, {"by": "b", **second}], armor=4)["suppressed"])

        assert both({"penetration": 0, "assault": True})
        assert not both({"penetration": 0, "assault": True}, suppress_assault="if_it_penetrates")
        assert not both({"penetration": 9, "as": "reaction"})
        assert not both({"penetration": 9, "as": "aa"})
        assert both({"penetration": 9, "air": True})
        assert not both({"penetration": 9, "air": True}, suppress_air="no")

    @rule("2GM-172")
    def test_units_only(self) -> None:
        units = {"a": unit(PAK), "b": unit(PAK), "h": unit({**HQ, "armor": 0}, 1), "t": unit(TANK, 1)}
        told = [{"by": "a"}, {"by": "b"}]
        assert result("suppression", units, shots=told, target="t")["suppressed"] is True
        assert result("suppression", units, shots=told, target="h")["suppressed"] is False

    @rule("2GM-75", "2GM-161", "2GM-40", "2GM-172")
    def test_in_play(self) -> None:
        """Two shooters; the marker stays through the enemy turn and goes at the causer's next
        Start."""
        units = {"a": unit(LIGHT, row=3), "c": unit(LIGHT, row=3), "b": unit({**LIGHT, "movement": 1}, 1, row=3)}
        session = playing("fire", units)
        do(session, "shot", (1,), attacker="a", target="b", weapon="primary")
        assert not session.state.unit("b").count("suppressed")
        do(session, "shot", (1,), attacker="c", target="b", weapon="primary")
        assert session.state.unit("b").count("suppressed")
        on(session, "start")
        on(session, "movement")
        assert session.state.unit("b").count("suppressed")
        assert "2GM-161" in refused(session, "move", unit="b", row=2)
        on(session, "start")
        assert not session.state.unit("b").count("suppressed")


@rule("2GM-134", "2GM-135")
class TestCare:
    @rule("2GM-134", "2GM-121", "2GM-193", "2GM-178")
    def test_healing(self) -> None:
        units = {
            "m": unit({**LIGHT, "equipment": [{"item": "Medic"}]}, damage=1),
            "p": unit(PAK, damage=2),
            "s": unit(TANK, damage=2),
            "h": unit({"name": "House", "type": "terrain"}, damage=2),
        }
        assert after(put("care", units, unit="m", target="p"), "p")["damage"] == 1
        reply = put("care", units, unit="m", target="m")
        assert "damage" not in after(reply, "m")
        assert after(reply, "m")["markers"] == {"Medic": {"face": "active", "tilted": True}}
        assert refs("care", units, unit="m", target="s") == ["2GM-135"]
        assert refs("care", units, unit="m", target="h") == ["2GM-178"]
        assert refs("care", units, unit="m", target="p", adjacent=False) == ["2GM-134"]
        assert refs("care", {**units, "m": unit(LIGHT | {"equipment": []})}, unit="m", target="p") == ["2GM-135"]

    @rule("2GM-134", "2GM-193")
    def test_once_per_marker_and_turn_at_one_square(self) -> None:
        medic = {**LIGHT, "equipment": [{"item": "Medic"}]}
        used = unit(medic, markers={"Medic": {"face": "active", "tilted": True}})
        assert refs("care", {"m": used, "p": unit(PAK, damage=2)}, unit="m", target="p") == ["2GM-14"]
        near = {"m": unit(medic, row=2, column=3), "p": unit(PAK, damage=2, row=2, column=4)}
        assert refs("care", near, unit="m", target="p") == []
        assert refs("care", {**near, "p": unit(PAK, damage=2, row=3, column=4)}, unit="m", target="p") == ["2GM-134"]

    @rule("2GM-135", "2GM-121")
    def test_repair(self) -> None:
        units = {
            "m": unit({**LIGHT, "equipment": [{"item": "Mechanic"}]}),
            "s": unit(TANK, damage=2, support=[{"name": "Damaged"}, {"name": "Rhino", "permanent": True}]),
        }
        assert after(put("care", units, unit="m", target="s"), "s")["damage"] == 1
        card = after(put("care", units, unit="m", target="s", what="damaged_card"), "s")
        assert (card["damage"], card["support"]) == (2, [{"name": "Rhino", "permanent": True}])

    @rule("2GM-144", "2GM-121")
    def test_sappers_clear_obstacles(self) -> None:
        sappers = {**LIGHT, "equipment": [{"item": "Sappers"}]}
        units = {
            "m": unit(sappers, row=2, column=3),
            "w": unit({"name": "Barbed Wire", "type": "terrain"}, 1, row=5, column=4),
            "h": unit({"name": "House", "type": "terrain"}, 1),
        }
        reply = put("clear", units, unit="m", terrain="w")
        assert after(reply, "w")["where"] == "destroyed"
        assert after(reply, "m")["markers"] == {"Sappers": {"face": "disabled", "tilted": True}}
        assert refs("clear", units, unit="m", terrain="h") == ["2GM-144"]
        assert refs("clear", units, unit="m", terrain="w", adjacent=False) == ["2GM-144"]
        assert refs("clear", {**units, "w": unit({"name": "Mines", "type": "terrain"}, 1, row=4, column=4)}, unit="m", terrain="w") == ["2GM-144"]
        assert refs("clear", {**units, "m": unit(LIGHT)}, unit="m", terrain="w") == ["2GM-144"]
        assert refs("clear", {**units, "m": unit(sappers, markers={"Sappers": {"face": "disabled"}})}, unit="m", terrain="w") == ["2GM-15"]
