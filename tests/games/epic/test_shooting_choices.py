"""What shooters and owners choose. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.values.maps import Map
from tests.games.asking import change
from tests.games.epic.table import RULES, ask, dice_and_targets, do, foot, force, game, side, state, tank, titan, why_refused

rule = pytest.mark.rule
NEAR_GUN = {"name": "Rifle", "range": 30, "ap": 5}
FAR_GUN = {"name": "Cannon", "range": 75, "ap": 4, "at": 3}
CREW = foot(weapons=[NEAR_GUN, FAR_GUN])
ESCORT = foot(name="Escort", weapons=[NEAR_GUN])
HOWITZER = {"name": "Howitzer", "range": 60, "bp": 1, "abilities": ["indirect_fire"]}


class TestDistance:
    """Three crews with rifles (30 cm, 5+) and cannons (75 cm, 4+), two escorts with rifles."""

    @rule("EPIC-41", "EPIC-42")
    @pytest.mark.parametrize(
        ("told", "dice"), [({}, [(5, 5), (3, 4)]), ({"range": 30}, [(5, 5), (3, 4)]), ({"range": 31}, [(3, 4)]), ({"range": 75}, [(3, 4)]), ({"range": 76}, [])]
    )
    def test_which_weapons_fire(self, told: dict[str, Any], dice: list[Any]) -> None:
        on = {"a": force((3, CREW), (2, ESCORT)), "d": side(9, seat=1)}
        assert dice_and_targets(ask("fire", on, by="a", target="d", **told), "to_hit") == dice

    @rule("EPIC-41")
    @pytest.mark.parametrize(
        ("markers", "told", "dice"),
        [
            (1, {}, [(4, 5), (3, 4)]),
            (1, {"rear": "Training Infantry"}, [(4, 5), (2, 4)]),
            (1, {"range": 60}, [(2, 4)]),
            (3, {"rear": "Training Infantry"}, [(2, 5)]),
            (0, {"able": 2, "rear": "Training Infantry"}, [(2, 5)]),
            (0, {"able": 2}, [(2, 5), (2, 4)]),
            (1, {"able": [1, 2], "rear": "Training Infantry"}, [(2, 5)]),
        ],
    )
    def test_the_farthest_of_those_who_can_are_silenced(self, markers: int, told: dict[str, Any], dice: list[Any]) -> None:
        """Those out of range absorb no marker."""
        on = {"a": force((3, CREW), (2, ESCORT), state={"blast": markers}), "d": side(9, seat=1)}
        assert dice_and_targets(ask("fire", on, by="a", target="d", **told), "to_hit") == dice

    @rule("EPIC-57", "EPIC-158")
    @pytest.mark.parametrize(
        ("order", "distance", "points"),
        [("advance", 60, 3), ("advance", 61, 0), ("sustained", 60, 3), ("sustained", 61, 3), ("sustained", 120, 3), ("sustained", 121, 0)],
    )
    def test_guns_in_range(self, order: str, distance: int, points: int) -> None:
        on = {"a": force((3, tank(weapons=[HOWITZER]))), "d": side(9, seat=1)}
        assert ask("barrage", on, by="a", target="d", order=order, range=distance)["result"]["points"] == points

    @rule("EPIC-158", "EPIC-41")
    def test_indirect_fire_begins_at_30_cm(self) -> None:
        """A mortar of 10 cm reaches 20 cm indirectly, which is too near."""
        mortar = {"name": "Mortar", "range": 10, "bp": 1, "abilities": ["indirect_fire"]}
        on = {"a": force((3, tank(weapons=[mortar]))), "d": side(9, seat=1)}
        assert ask("barrage", on, by="a", target="d", order="sustained", range=20)["result"]["points"] == 0

    @rule("EPIC-62", "EPIC-41")
    def test_overwatch_is_told_the_distance_too(self) -> None:
        watcher = force((3, CREW), seat=1, state={"overwatch": True})
        session = do(game(a=side(9), d=watcher), "action", (6,), "d", {"able": 3, "range": 40}, formation="a", order="march")
        assert session.prompt
        assert [(check.dice, check.targets[0]) for check in session.prompt.checks] == [(3, 4)]

    @rule("EPIC-41")
    @pytest.mark.parametrize(("able", "why"), [(5, None), (6, "too_many"), ([3, 2], None), ([4, 1], "too_many"), ([1, 1, 1], "too_many")])
    @pytest.mark.parametrize("procedure", ["fire", "barrage"])
    def test_no_more_than_there_are(self, procedure: str, able: Any, why: str | None) -> None:
        on = {"a": force((4, CREW), (2, ESCORT), state={"lost": [1, 0]}), "d": side(9, seat=1)}
        assert why_refused(procedure, on, by="a", target="d", able=able) == why


class TestChoicesOfTheShooter:
    MIXED = ((3, foot()), (2, tank()))

    @rule("EPIC-42", "EPIC-256")
    @pytest.mark.parametrize(("told", "dice"), [({}, [(4, 4)]), ({"firepower": "ap"}, [(4, 4)]), ({"firepower": "at"}, [(4, 3)])])
    def test_ap_or_at(self, told: dict[str, Any], dice: list[Any]) -> None:
        """Cannons of AP4+ and AT3+ at three infantry and two tanks: AP hits more of them."""
        on = {"a": force((4, foot(weapons=[FAR_GUN]))), "d": force(*self.MIXED, seat=1)}
        assert dice_and_targets(ask("fire", on, by="a", target="d", **told), "to_hit") == dice

    @rule("EPIC-172", "EPIC-256")
    @pytest.mark.parametrize(("told", "lost", "damage"), [({}, [0, 0], [0, 2]), ({"aim": "others"}, [2, 0], None), ({"aim": "engines"}, None, [0, 2])])
    def test_war_engines_or_the_rest(self, told: dict[str, Any], lost: Any, damage: Any) -> None:
        """Two AT hits, no saves; the tanks stand in front but the engine has two places."""
        gun = foot(weapons=[{"name": "Gun", "range": 60, "at": 2}])
        on = {"a": force((2, gun)), "d": force((4, tank(armour=None)), (1, titan(armour=None, dc=4)), seat=1)}
        told = {"front": "Titan", **told}
        reply = ask("fire", on, by="a", target="d", roll={"to_hit": [6, 6]}, **told)
        assert (change(reply, "d", "lost") or [0, 0], change(reply, "d", "damage")) == (lost or [0, 0], damage)

    @rule("EPIC-47", "EPIC-256")
    @pytest.mark.parametrize(("waived", "needs"), [(False, 5), (True, 4)])
    def test_cover_of_some_is_waived(self, waived: bool, needs: int) -> None:
        """Infantry in a wood before infantry in the open."""
        on = {"a": force((2, foot(weapons=[{"name": "Gun", "range": 60, "ap": 4}]))), "d": force((3, foot()), (3, foot(name="Rear")), seat=1)}
        reply = ask("fire", on, by="a", target="d", terrain=["wood", "open_ground"], waived=waived)
        assert dice_and_targets(reply, "to_hit") == [(2, needs)]


class TestOrderOfHits:
    @rule("EPIC-49", "EPIC-256")
    @pytest.mark.parametrize(("front", "lost"), [({}, [2, 0]), ({"front": "Guard"}, [0, 2]), ({"front": "Training Infantry"}, [2, 0])])
    def test_the_owner_says_who_stands_in_front(self, front: dict[str, str], lost: list[int]) -> None:
        on = {"d": force((3, foot(armour=None)), (3, foot(name="Guard", armour=None)), seat=1)}
        reply = ask("fire", on, target="d", shots=[{"count": 2, "type": "ap", "value": 2}], roll={"to_hit": [6, 6]}, **front)
        assert change(reply, "d", "lost") == lost


class TestWhatIsAsked:
    def words(self, firer: Any, target: Any, **told: str) -> dict[str, tuple[str, ...]]:
        session = game(a=firer, d=target)
        return dict(RULES.opening("fire").words(session.state, Map({"by": "a", "target": "d", **told})))

    @rule("EPIC-42", "EPIC-256")
    @pytest.mark.parametrize(
        ("gun", "rows", "asked"),
        [
            (FAR_GUN, [(3, foot()), (2, tank())], True),
            (NEAR_GUN, [(3, foot()), (2, tank())], False),
            ({"name": "Gun", "range": 60, "at": 4}, [(3, foot()), (2, tank())], False),
            (FAR_GUN, [(3, foot())], False),
            (FAR_GUN, [(3, tank())], False),
            (FAR_GUN, [(3, foot()), (2, tank(type="LV"))], False),
            (FAR_GUN, [(3, foot()), (1, titan())], True),
        ],
    )
    def test_ap_or_at_where_it_matters(self, gun: dict[str, Any], rows: list[Any], asked: bool) -> None:
        found = self.words(force((3, foot(weapons=[gun]))), force(*rows, seat=1))
        assert found.get("firepower") == (("ap", "at") if asked else None)

    @rule("EPIC-172", "EPIC-49")
    @pytest.mark.parametrize(
        ("rows", "held", "aim", "front"),
        [
            ([(3, tank()), (1, titan())], {}, ("engines", "others"), ("Training Tank", "Titan")),
            ([(3, tank()), (1, titan())], {"lost": [3, 0]}, None, None),
            ([(2, titan())], {}, None, None),
            ([(3, tank()), (3, foot())], {}, None, ("Training Tank", "Training Infantry")),
        ],
    )
    def test_whom_and_who_is_in_front(self, rows: list[Any], held: dict[str, Any], aim: Any, front: Any) -> None:
        found = self.words(side(), force(*rows, seat=1, state=held))
        assert (found.get("aim"), found.get("front")) == (aim, front)

    @rule("EPIC-41")
    @pytest.mark.parametrize(("markers", "rear"), [(0, None), (1, ("Training Infantry", "Escort")), (9, ("Training Infantry", "Escort"))])
    def test_who_is_farthest_where_somebody_is_silenced(self, markers: int, rear: Any) -> None:
        blade = foot(name="Blade", weapons=[])
        found = self.words(force((3, CREW), (2, ESCORT), (2, blade), state={"blast": markers}), side(seat=1))
        assert found.get("rear") == rear
        assert self.words(force((3, CREW), (2, blade), state={"blast": markers}), side(seat=1)).get("rear") is None

    @rule("EPIC-49", "EPIC-256")
    def test_dice_of_nobody_in_particular(self) -> None:
        state = game(a=side(), d=force((3, foot()), (2, tank()), seat=1)).state
        assert RULES.opening("fire").words(state, Map({"target": "d"})) == {"front": ("Training Infantry", "Training Tank")}

    @rule("EPIC-38")
    def test_before_a_target_is_named_nothing(self) -> None:
        assert RULES.opening("fire").words(game(a=side(), d=side(seat=1)).state, Map({"by": "a"})) == {}

    @rule("EPIC-44", "EPIC-169")
    def test_fire_that_can_hit_nobody_still_brings_its_marker(self) -> None:
        """AT at infantry: no dice, one marker."""
        gun = foot(weapons=[{"name": "Gun", "range": 60, "at": 4}])
        session = do(game(a=force((3, gun)), d=side(seat=1)), "fire", by="a", target="d")
        assert (session.prompt, state(session, "d")) == (None, {"blast": 1})
