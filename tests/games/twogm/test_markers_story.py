"""The question of a marker: what it may do through the turns."""

from typing import Any

import pytest

from tests.games.twogm.table import result, rule


def story(item: str, *steps: tuple[Any, ...], readings: Any = None, **more: Any) -> list[tuple[bool, str, bool]]:
    """A marker through (seat, turn, phase, do)."""
    told = [dict(zip(("seat", "turn", "phase", "do"), step, strict=True)) for step in steps]
    found = result("marker", None, readings, item=item, steps=told, **more)
    return [(step["allowed"], step["face"], step["tilted"]) for step in found["steps"]]


def story_steps(*steps: tuple[str, int, str, str | None], **marker: Any) -> list[tuple[bool, str, bool]]:
    """What a marker may do step by step, and how it lies then."""
    rows = [{"seat": seat, "turn": turn, "phase": phase, "do": doing} for seat, turn, phase, doing in steps]
    return [(row["allowed"], row["face"], row["tilted"]) for row in result("marker", steps=rows, **marker)["steps"]]


class TestStories:
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

    @rule("2GM-118")
    def test_hit_the_dirt_is_never_turned_or_tilted(self) -> None:
        assert story("Hit the Dirt", ("own", 1, "movement", "move"), ("enemy", 1, "fire", "use")) == [(True, "active", False)] * 2

    @rule("2GM-154")
    def test_it_can_serve_in_every_enemy_turn_and_a_use_there_costs_the_own_turn(self) -> None:
        steps = [("enemy", turn, "fire", "react") for turn in (1, 2, 3)]
        assert [allowed for allowed, _, _ in story("HMG", *steps, owner="tank")] == [True, True, True]
        assert [
            allowed for allowed, _, _ in story("HMG", ("own", 1, "fire", "use"), ("enemy", 2, "fire", "react"), ("own", 3, "fire", "use"), owner="tank")
        ] == [True, True, False]

    @rule("2GM-154", "2GM-193")
    def test_the_story_of_a_medic(self) -> None:
        assert story_steps(("own", 1, "movement", "use"), ("own", 1, "end", "use"), ("own", 2, "start", "use"), item="Medic") == [
            (True, "active", True),
            (False, "active", False),
            (True, "active", True),
        ]

    @rule("2GM-154", "2GM-122")
    @pytest.mark.parametrize("straighten", ["any_end", "own_end"])
    def test_the_story_of_a_shell_used_in_the_end_phase(self, straighten: str) -> None:
        """Turned and tilted at once, straight as the enemy begins, active from own Reactivation
        2 on."""
        rows = [
            {"seat": "own", "turn": 1, "phase": "end", "do": "use"},
            {"seat": "enemy", "turn": 1, "phase": "start"},
            {"seat": "own", "turn": 2, "phase": "reactivation"},
        ]
        steps = result("marker", readings={"marker_straighten": straighten}, item="Smoke Shell", steps=rows)["steps"]
        assert [(row["face"], row["tilted"]) for row in steps] == [("disabled", True), ("disabled", False), ("active", False)]

    @rule("2GM-154", "2GM-15")
    @pytest.mark.parametrize("owner", [0, 1])
    def test_an_owner_by_his_seat(self, owner: int) -> None:
        """Used in the own turn 1, it does not react in the enemy's nor fire in turn 2."""
        rows = [
            {"seat": owner, "turn": 1, "phase": "fire", "do": "use"},
            {"seat": 1 - owner, "turn": 1, "phase": "fire", "do": "react"},
            {"seat": owner, "turn": 2, "phase": "fire", "do": "use"},
        ]
        assert [row["allowed"] for row in result("marker", item="MG", owner=owner, steps=rows)["steps"]] == [True, False, False]

    @rule("2GM-155")
    def test_by_another_reading_it_reacts_once(self) -> None:
        steps = (("enemy", 1, "fire", "react"), ("enemy", 1, "fire", "react"))
        assert [each[0] for each in story("Grenade", *steps, readings={"reaction_reuse": "once"})] == [True, False]

    @rule("2GM-191", "2GM-123")
    def test_infantry_may_screen_every_turn(self) -> None:
        steps = (("own", 1, "movement", "use"), ("own", 2, "fire", "use"))
        assert [each[0] for each in story("Smoke Screen", *steps, owner="infantry")] == [True, True]
        assert [each[0] for each in story("Smoke Screen", *steps, owner="tank")] == [True, False]

    @rule("2GM-193", "2GM-134")
    def test_a_medic_serves_in_any_own_phase(self) -> None:
        assert story("Medic", ("own", 1, "movement", "use"), ("own", 1, "fire", "use"), ("enemy", 1, "fire", "use")) == [
            (True, "active", True),
            (False, "active", True),
            (False, "active", False),
        ]


class TestStoriesOfArrows:
    @rule("2GM-15", "2GM-16")
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

    @rule("2GM-15", "2GM-122")
    def test_a_smoke_shell_in_the_enemy_turn_before_its_fire_phase(self) -> None:
        assert story("Smoke Shell", ("enemy", 1, "movement", "use"), ("own", 2, "movement", "use")) == [(True, "disabled", True), (False, "disabled", False)]
        assert story("Smoke Shell", ("enemy", 1, "fire", "use")) == [(False, "active", False)]
        assert story("Smoke Screen", ("enemy", 1, "movement", "use"), owner="tank") == [(False, "active", False)]


class TestStoriesOfHeavyWeapons:
    @rule("2GM-18", "2GM-51")
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

    @rule("2GM-18", "2GM-54")
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

    @rule("2GM-18", "2GM-46")
    def test_a_marker_moves_in_its_phases(self) -> None:
        def story(*steps: tuple[str, str]) -> list[bool]:
            told = [{"seat": "own", "turn": turn, "phase": phase, "do": doing} for turn, (phase, doing) in enumerate(steps, 1)]
            return [step["allowed"] for step in result("marker", item="HMG", owner="infantry", steps=told)["steps"]]

        assert story(("movement", "move"), ("deployment", "move"), ("fire", "move"), ("start", "move")) == [True, True, False, False]
        assert story(("movement", "assault"), ("deployment", "assault")) == [True, False]
