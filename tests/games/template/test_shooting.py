"""Shooting: what each rule says, worked out by hand."""

from __future__ import annotations

import pytest

from tests.games.template.table import RIFLES, SNIPER, ask, shoot


@pytest.mark.rule("TEMPLATE-03")
class TestWhoMayShoot:
    @pytest.mark.parametrize(("said", "key"), [({"distance": 7}, "range"), ({"target": "rifles"}, "own")])
    def test_a_shot_that_is_forbidden(self, said: dict[str, object], key: str) -> None:
        assert shoot(**said)["refused"]["key"] == key

    @pytest.mark.parametrize(("state", "key"), [({"shot": True}, "already_shot"), ({"where": "destroyed"}, "gone")])
    def test_a_shooter_that_may_not_any_more(self, state: dict[str, object], key: str) -> None:
        units = {"rifles": {"seat": 0, "card": RIFLES, "state": state}, "sniper": {"seat": 1, "card": SNIPER}}
        assert shoot(units)["refused"]["key"] == key

    def test_as_far_as_its_range(self) -> None:
        assert "refused" not in shoot(distance=6)


@pytest.mark.rule("TEMPLATE-04", "TEMPLATE-05")
class TestToHit:
    @pytest.mark.parametrize(
        ("rule", "said", "dice", "target"),
        [
            ("TEMPLATE-04", {}, 3, 4),
            ("TEMPLATE-05", {"cover": True}, 3, 5),
            ("TEMPLATE-05 far", {"cover": True, "distance": 1}, 3, 5),
            ("TEMPLATE-06", {"shooter": "sniper", "target": "rifles"}, 1, 3),
            ("TEMPLATE-06 and 05", {"shooter": "sniper", "target": "rifles", "cover": True}, 1, 4),
        ],
    )
    def test_dice_and_target(self, rule: str, said: dict[str, object], dice: int, target: int) -> None:
        check = shoot(**said)["checks"][0]
        assert (check["dice"], check["target"]) == (dice, target)

    def test_cover_nearby_does_not_help_by_the_other_reading(self) -> None:
        said = {"shooter": "rifles", "target": "sniper", "cover": True}
        assert [ask("shoot", None, {"cover_nearby": "no"}, distance=far, **said)["checks"][0]["target"] for far in (1, 2)] == [4, 5]

    @pytest.mark.rule("TEMPLATE-06")
    def test_who_is_no_marksman_has_no_row(self) -> None:
        assert shoot()["checks"][0]["modifiers"] == []

    @pytest.mark.rule("TEMPLATE-06")
    def test_the_marksman_is_a_row(self) -> None:
        rows = shoot(shooter="sniper", target="rifles")["checks"][0]["modifiers"]
        assert [(row["key"], row["amount"], row["ref"]) for row in rows] == [("marksman", 1, "TEMPLATE-06")]


@pytest.mark.rule("TEMPLATE-07")
class TestDamage:
    def test_the_odds_of_each_outcome(self) -> None:
        """Two of life, one die on 4+ and three dice: 0 hits 1/8, 1 hit 3/8, more 4/8."""
        units = {"rifles": {"seat": 0, "card": RIFLES}, "other": {"seat": 1, "card": RIFLES}}
        odds = ask("shoot", units, shooter="rifles", target="other", distance=2)["odds"]
        assert odds["damage"] == {"0": "1/8", "1": "3/8", "2": "1/2"}
        assert odds["where"] == {"table": "1/2", "destroyed": "1/2"}

    def test_damage_adds_up_and_never_passes_life(self) -> None:
        units = {"rifles": {"seat": 0, "card": RIFLES}, "other": {"seat": 1, "card": RIFLES, "state": {"damage": 1}}}
        found = ask("shoot", units, shooter="rifles", target="other", distance=2, roll={"hit": [4, 5, 6]})
        assert [(row["tracker"], row["to"]) for row in found["changes"] if row["unit"] == "other"] == [("damage", 2), ("where", "destroyed")]
