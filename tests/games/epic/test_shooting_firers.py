"""Who fires, with what, and who may not. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.abilities import ABILITIES
from engine.playing import drafting
from engine.playing.session import Refused
from engine.values.maps import Map, pairs
from tests.games.asking import change
from tests.games.epic.table import (
    ARMED_FIGHTER,
    ARMOURED_TITAN,
    BARE,
    CRUISER,
    D3,
    RA,
    RULES,
    against,
    ask,
    chance,
    dice_and_targets,
    do,
    enemy_wing,
    foot,
    force,
    game,
    gunner,
    shots_of,
    side,
    state,
    tank,
)

rule = pytest.mark.rule
F = Fraction


class TestFiringFormation:
    @rule("EPIC-41", "EPIC-42")
    def test_the_cards_weapons_less_the_suppressed(self) -> None:
        units = {**D3, "a": force((4, foot()), (2, tank()), state={"blast": 1})}
        reply = ask("fire", units, by="a", target="d", order="advance")
        assert dice_and_targets(reply, "to_hit") == [(4, 5)]  # nobody of the infantry is hit by the tank's AT
        armour = {"d": force((3, tank()), seat=1), "a": units["a"]}
        assert [(check["dice"], check["target"]) for check in ask("fire", armour, by="a", target="d")["checks"][:2]] == [(4, 6), (1, 4)]

    @rule("EPIC-41")
    def test_only_those_able_count(self) -> None:
        units = {**D3, "a": force((4, foot()), (2, tank()), state={"blast": 2})}
        assert ask("fire", units, by="a", target="d", able=[3, 0])["checks"][0]["dice"] == 1
        assert ask("fire", units, by="a", target="d", able=4)["checks"][0]["dice"] == 2

    @rule("EPIC-41")
    def test_who_absorbs_markers(self) -> None:
        slow = foot(name="Slow", weapons=[{"name": "Slow", "range": 45, "ap": 4, "abilities": ["slow_firing"]}])
        units = {**D3, "a": force((2, foot()), (1, BARE), (1, slow), state={"blast": 1, "fired": {"Slow": 1}})}
        for reading, dice in (("in_range", 2), ("ready_only", 1)):  # the unit without a gun absorbs nothing either way
            assert ask("fire", units, {"suppression_pool": reading}, by="a", target="d")["checks"][0]["dice"] == dice

    @rule("EPIC-44", "EPIC-41")
    @pytest.mark.parametrize(("reading", "blast"), [("no_attack", 0), ("bm", 1)])
    def test_all_suppressed(self, reading: str, blast: int) -> None:
        units = {**D3, "a": force((2, foot()), state={"blast": 2})}
        reply = ask("fire", units, {"all_suppressed": reading}, by="a", target="d")
        assert chance(reply, "blast", blast) == 1

    @rule("EPIC-44")
    def test_nobody_in_range(self) -> None:
        units = {**D3, "a": force((2, foot()))}
        for reading in ("no_attack", "bm"):
            assert chance(ask("fire", units, {"all_suppressed": reading}, by="a", target="d", able=0), "blast", 0) == 1

    @rule("EPIC-41", "EPIC-109")
    def test_space_marines_need_two_markers_each(self) -> None:
        units = {**D3, "a": force((4, foot()), state={"blast": 3}, army="space_marines")}
        assert ask("fire", units, by="a", target="d")["checks"][0]["dice"] == 3

    @rule("EPIC-157", "EPIC-159")
    def test_weapons_that_rest(self) -> None:
        slow = foot(weapons=[{"name": "Slow", "range": 45, "ap": 4, "abilities": ["slow_firing"]}])
        session = game(a=force((2, slow)), d=force((8, foot()), seat=1))
        do(session, "fire", (1, 1), by="a", target="d")
        assert session.state.unit("a").trackers["fired"] == pairs(Slow=1)
        for fired, dice in ({"Slow": 1}, 0), ({}, 2):
            units = {**D3, "a": force((2, slow), state={"fired": fired})}
            assert sum(check["dice"] for check in ask("fire", units, by="a", target="d")["checks"] if check["what"] == "to_hit") == dice

    @rule("EPIC-157", "EPIC-158")
    @pytest.mark.parametrize(
        ("abilities", "told", "expected"),
        [
            ([], {}, (True, 0, 45, True)),
            ([], {"order": "march"}, (False, 0, 45, True)),
            (["slow_firing"], {"turn": 2, "fired": 1}, (False, 0, 45, True)),
            (["slow_firing"], {"turn": 3, "fired": 1}, (True, 0, 45, True)),
            (["single_shot"], {"turn": 4, "fired": 1}, (False, 0, 45, True)),
            (["single_shot"], {"turn": 4}, (True, 0, 45, True)),
            (["single_shot"], {"fired": False}, (True, 0, 45, True)),
            (["indirect_fire"], {"order": "sustained", "indirect": True}, (True, 30, 90, False)),
            (["indirect_fire"], {"order": "advance", "indirect": True}, (False, 30, 90, False)),
            ([], {"order": "sustained", "indirect": True}, (False, 30, 90, False)),
            (["indirect_fire"], {"order": "sustained"}, (True, 0, 45, True)),
        ],
    )
    def test_range(self, abilities: list[str], told: dict[str, Any], expected: tuple[Any, ...]) -> None:
        found = ask("weapon", weapon={"name": "Gun", "range": 45, "ap": 4, "abilities": abilities}, **told)["result"]
        assert (found["may_fire"], found["min"], found["max"], found["los"]) == expected

    @rule("EPIC-158", "EPIC-16")
    @pytest.mark.parametrize(
        ("gun", "told", "may"),
        [
            ({"bp": 2}, {}, True),
            ({"aa": 5}, {}, True),
            ({"mw": 4}, {}, True),
            ({"at": 4}, {"order": "engage"}, False),
            ({"at": 4}, {"order": "hold"}, True),
            ({}, {}, False),
            ({"ap": 4, "abilities": ["single_shot"]}, {"fired": True}, False),
            ({"ap": 4, "abilities": ["slow_firing"]}, {"fired": [1, 3], "turn": 4}, False),
            ({"ap": 4, "abilities": ["slow_firing"]}, {"fired": [1, 3], "turn": 5}, True),
            ({"ap": 4}, {"fired": True}, True),
        ],
    )
    def test_what_may_fire(self, gun: dict[str, Any], told: dict[str, Any], may: bool) -> None:
        assert ask("weapon", weapon={"name": "Gun", "range": 45, **gun}, **told)["result"]["may_fire"] == may

    @rule("EPIC-38", "EPIC-109")
    def test_who_may_not_fire(self) -> None:
        def refs(state: dict[str, Any] | None = None, **told: Any) -> list[str]:
            units = {**D3, "a": force((2, foot()), state=state)}
            return ask("fire", units, **{"by": "a", "target": "d", **told}).get("refused", {}).get("refs", [])

        assert refs() == []
        assert refs({"broken": True}) == ["EPIC-109"]
        assert refs({"marched": True}) == ["EPIC-16"]
        assert refs(order="march") == ["EPIC-16"]
        assert refs(**{"as": "overwatch"}) == ["EPIC-62"]
        assert refs({"order": "double"}) == []
        assert refs({"order": "engage"}) == ["EPIC-38"]
        with pytest.raises(Refused, match="EPIC-07"):
            do(game(seat=1, a=force((2, foot())), d=force((2, foot()), seat=1)), "fire", by="a", target="d")
        units = {"a": force((2, foot())), "b": force((2, foot()))}
        assert ask("fire", {**units, "b": {**units["b"], "seat": 0}}, by="a", target="b")["refused"]["refs"] == ["EPIC-38"]

    @rule("EPIC-63", "EPIC-64")
    def test_overwatch_is_over_once_it_has_fired(self) -> None:
        session = game(seat=1, a=force((2, foot()), state={"overwatch": True}), d=force((9, foot()), seat=1))
        do(session, "fire", (1, 1), by="a", target="d", **{"as": "overwatch"})
        unit = session.state.unit("a")
        assert (unit.count("overwatch"), unit.count("activated")) == (0, 1)
        assert session.state.unit("d").count("blast") == 1

    @rule("EPIC-125")
    def test_a_skimmer_comes_down_after_its_attack(self) -> None:
        session = game(a=force((2, foot(abilities=["skimmer"])), state={"popped_up": True}), d=force((9, foot()), seat=1))
        do(session, "fire", (1, 1), by="a", target="d")
        assert not session.state.unit("a").count("popped_up")

    @rule("EPIC-112", "EPIC-113")
    def test_a_target_that_breaks_withdraws_at_once(self) -> None:
        session = game(a=force((2, foot())), d=force((3, foot()), seat=1, state={"blast": 2}))
        do(session, "fire", (1, 1), by="a", target="d")
        assert session.prompt
        assert (session.prompt.key, session.prompt.kind, session.prompt.most) == ("withdraw:d:0", "number", 3)
        session.answer(1)
        assert state(session, "d") == {"broken": True, "lost": (1,)}

    @rule("EPIC-160", "EPIC-154")
    @pytest.mark.parametrize(
        ("gun", "kills"),
        [({"mw": 2, "tk": 3}, F(5, 6)), ({"mw": 2}, F(5, 6) * F(1, 2)), ({"at": 2}, F(5, 6) * F(1, 4)), ({"at": 2, "abilities": ["titan_killer:2"]}, F(5, 6))],
    )
    def test_what_a_weapons_card_says(self, gun: dict[str, Any], kills: Fraction) -> None:
        units = {"d": force((3, tank(armour=4, abilities=[RA])), seat=1), "a": force((1, foot(weapons=[{"name": "Gun", "range": 60, **gun}])))}
        assert chance(ask("fire", units, by="a", target="d"), "kills", 1) == kills

    @rule("EPIC-149", "EPIC-57")
    def test_flak_and_barrage_points_are_other_attacks(self) -> None:
        guns = [{"name": "Flak", "range": 30, "aa": 5}, {"name": "Howitzer", "range": 90, "bp": 2}]
        reply = ask("fire", {**D3, "a": force((2, foot(weapons=guns)))}, by="a", target="d")
        assert "to_hit" not in [check["what"] for check in reply["checks"]]

    @rule("EPIC-110", "EPIC-52")
    def test_the_check_comes_once_all_is_resolved(self) -> None:
        """Two markers on three units, and the third at once: it breaks only when its saves are
        rolled."""
        session = game(a=force((2, foot())), d=force((3, foot()), seat=1, state={"blast": 2}))
        do(session, "fire", (5, 5), by="a", target="d")
        assert (session.state.unit("d").count("blast"), session.state.unit("d").count("broken")) == (3, 0)
        session.answer((6, 6))
        assert session.state.unit("d").count("broken")

    @rule("EPIC-141")
    def test_a_characters_gun_fires_with_his_unit(self) -> None:
        chief = {"name": "Chief", "type": "CH", "weapons": [{"name": "Bolt", "range": 30, "mw": 4}]}
        units = {**D3, "a": force((2, BARE), (1, chief))}
        assert [(check["dice"], check["target"]) for check in ask("fire", units, by="a", target="d")["checks"][:1]] == [(1, 4)]

    @rule("EPIC-141", "EPIC-41")
    def test_and_is_silent_with_his_unit(self) -> None:
        chief = {"name": "Chief", "type": "CH", "weapons": [{"name": "Bolt", "range": 30, "mw": 4}]}
        units = {**D3, "a": force((2, BARE), (1, chief), state={"blast": 2})}
        assert ask("fire", units, by="a", target="d")["checks"] == []

    @rule("EPIC-41")
    def test_rows_that_are_not_told_able_do_not_fire(self) -> None:
        units = {**D3, "a": force((2, gunner({"ap": 4})), (3, gunner({"ap": 4})))}
        assert dice_and_targets(ask("fire", units, by="a", target="d", able=[2]), "to_hit") == [(2, 4)]

    @rule("EPIC-41")
    def test_dice_without_a_firer_have_no_limit(self) -> None:
        assert dice_and_targets(ask("fire", D3, target="d", able=9, shots=shots_of((2, "ap", 4))), "to_hit") == [(2, 4)]

    @rule("EPIC-49")
    @pytest.mark.parametrize(("front", "lost"), [("Men", [1, 0]), ("Scouts", [0, 1])])
    def test_the_row_in_front_takes_the_first_hit(self, front: str, lost: list[int]) -> None:
        on = {"d": force((2, foot(name="Men", armour=None)), (2, foot(name="Scouts", armour=None)), seat=1)}
        reply = ask("fire", on, target="d", front=front, shots=shots_of((1, "ap", 4)), roll={"to_hit": [6]})
        assert change(reply, "d", "lost") == lost

    @rule("EPIC-49", "EPIC-256")
    @pytest.mark.parametrize(("front", "lost"), [(["Chiefs", "Scouts", "Men"], [0, 2, 1]), (["Scouts"], [1, 2, 0]), (["Chiefs"], [2, 0, 1]), (None, [2, 1, 0])])
    def test_the_owner_orders_all_rows(self, front: list[str] | None, lost: list[int]) -> None:
        """Three hits on five units without a save, one on each: the first row named, then the next
        one; rows that nobody names stay behind as on the card."""
        counts = ((2, "Men"), (2, "Scouts"), (1, "Chiefs"))
        on = {"d": force(*((count, foot(name=name, armour=None)) for count, name in counts), seat=1)}
        reply = ask("fire", on, target="d", front=front, shots=shots_of((3, "ap", 4)), roll={"to_hit": [6, 6, 6]})
        assert change(reply, "d", "lost") == lost

    @rule("EPIC-172")
    @pytest.mark.parametrize(("aim", "lost", "damage"), [("engines", None, [0, 1]), ("others", [1, 0], None)])
    def test_all_guns_are_aimed_as_told(self, aim: str, lost: list[int] | None, damage: list[int] | None) -> None:
        on = {"a": force((1, gunner({"at": 4}))), "d": force((2, tank(armour=None)), (1, ARMOURED_TITAN), seat=1)}
        reply = ask("fire", on, by="a", target="d", aim=aim, roll={"to_hit": [6], "save": [1]})
        assert (change(reply, "d", "lost"), change(reply, "d", "damage")) == (lost, damage)

    @rule("EPIC-225")
    def test_one_drop_pod_unless_more_are_told(self) -> None:
        """The marker of the pod; nobody is hit."""
        fire = {"target": "d", "as": "drop_pod", "shots": shots_of((1, "ap", 4)), "roll": {"to_hit": [1]}}
        assert [change(ask("fire", D3, **fire, **pods), "d", "blast") for pods in ({}, {"pods": 2})] == [1, 2]

    @rule("EPIC-218", "EPIC-221")
    def test_pin_point_shots_of_nobody_in_particular(self) -> None:
        on = {"t": force((1, ARMOURED_TITAN), seat=1)}
        reply = ask("fire", on, target="t", shots=shots_of((1, "at", 4)), roll={"to_hit": [1]}, **{"as": "pin_point"})
        assert [(each["unit"], each["tracker"], each["to"]) for each in reply["changes"]] == [("t", "blast", 1)]

    @rule("EPIC-95")
    def test_support_is_for_assaults(self) -> None:
        """Neither in the middle of an action nor by itself, but in an assault that is fought."""
        support = Map({"by": "e", "target": "a", "as": "support"})
        units = {"a": side(), "d": side(seat=1, overwatch=True), "e": side(seat=1)}
        moving = do(game(**units), "action", (6,), formation="a", order="advance")
        fighting = do(game(**units), "assault", attacker="a", defender="d")
        assert moving.prompt
        assert fighting.prompt
        found = [[no.key for no in RULES.opening("fire").refusals(each.state, support)] for each in (game(**units), moving, fighting)]
        assert ["no_assault" in keys for keys in found] == [True, True, False]


@rule("EPIC-38")
@pytest.mark.parametrize(
    ("firer", "held", "told", "key"),
    [
        pytest.param(foot(), {}, {}, "", marks=rule("EPIC-62", "EPIC-221")),
        pytest.param(foot(), {"marched": True}, {}, "marched", marks=rule("EPIC-16")),
        pytest.param(foot(), {}, {"order": "march"}, "marched", marks=rule("EPIC-16")),
        pytest.param(foot(), {}, {"as": "overwatch"}, "no_overwatch", marks=rule("EPIC-62")),
        pytest.param(foot(), {"overwatch": True}, {"as": "overwatch"}, "", marks=rule("EPIC-62")),
        pytest.param(foot(), {"order": "advance"}, {}, "", marks=rule("EPIC-07")),
        pytest.param(foot(), {"order": "hold"}, {}, "", marks=rule("EPIC-07")),
        pytest.param(foot(), {"order": "engage"}, {}, "no_shooting", marks=rule("EPIC-07")),
        pytest.param(foot(), {"order": "advance", "overwatch": True}, {"as": "overwatch"}, "", marks=rule("EPIC-62")),
        pytest.param(foot(), {}, {"as": "pin_point"}, "no_war_engine", marks=rule("EPIC-221")),
        pytest.param(foot(), {}, {"target": "t", "as": "pin_point"}, "", marks=rule("EPIC-221")),
        (foot(), {}, {"target": "a"}, "friend"),
        (foot(), {}, {"crossfire": True}, ""),
        pytest.param(foot(), {}, {"crossfire": True, "as": "support"}, "no_crossfire", marks=rule("EPIC-258")),
        pytest.param(foot(), {}, {"crossfire_by": "b", "as": "support"}, "no_crossfire", marks=rule("EPIC-258")),
        pytest.param(ARMED_FIGHTER, {}, {"crossfire": True}, "no_crossfire", marks=rule("EPIC-199")),
        pytest.param(ARMED_FIGHTER, {}, {"crossfire_by": "b"}, "no_crossfire", marks=rule("EPIC-199")),
        pytest.param(CRUISER, {}, {"crossfire": True}, "no_crossfire", marks=rule("EPIC-220")),
        pytest.param(ARMED_FIGHTER, {"landed": True}, {"crossfire": True}, "", marks=rule("EPIC-199")),
    ],
)
def test_who_may_fire(firer: dict[str, Any], held: dict[str, Any], told: dict[str, Any], key: str) -> None:
    on = {"a": force((2, firer), state=held), "b": force((2, foot())), "d": force((2, foot()), seat=1), "t": force((1, ARMOURED_TITAN), seat=1)}
    assert ask("fire", on, **{"by": "a", "target": "d", **told}).get("refused", {}).get("key", "") == key


@rule("EPIC-07", "EPIC-62")
@pytest.mark.parametrize(
    ("step", "seat", "told", "refused"),
    [("action", 0, {}, False), ("action", 1, {}, True), ("strategy", 1, {}, False), ("action", 1, {"as": "support"}, False)],
)
def test_whose_go_it_is(step: str, seat: int, told: dict[str, Any], refused: bool) -> None:
    here = game(step, seat=seat, a=force((2, foot())), d=force((2, foot()), seat=1)).state
    found_no = [no.key for no in RULES.opening("fire").refusals(here, Map({"by": "a", "target": "d", **told}))]
    assert ("not_yours" in found_no) is refused


class TestForWhom:
    @rule("EPIC-187", "EPIC-253")
    @pytest.mark.parametrize(("where", "key"), [("table", "no_action"), ("reserve", "reserve"), ("inside", "aboard")])
    def test_who_is_not_there_does_not_fight(self, where: str, key: str) -> None:
        gun = foot(weapons=[{"name": "Gun", "range": 60, "bp": 2, "ap": 4}])
        session = game(a=force((3, gun), state={"where": where}), d=force((3, foot()), seat=1))
        found = [
            against(session, what, **told)
            for what, told in (
                ("fire", {"by": "a", "target": "d"}),
                ("barrage", {"by": "a"}),
                ("assault", {"attacker": "a", "defender": "d"}),
                ("regroup", {"formation": "a"}),
            )
        ]
        assert found == [key] * 4

    @rule("EPIC-187", "EPIC-218")
    def test_a_spacecraft_fires_from_orbit(self) -> None:
        cruiser = force(
            (1, {"name": "Cruiser", "type": "SC", "weapons": [{"name": "Bombs", "bp": 5}]}), state={"where": "reserve", "todo": ["bombardment", "pin_point"]}
        )
        assert against(game(s=cruiser, d=force((3, foot()), seat=1)), "barrage", by="s", target="d") == ""

    @rule("EPIC-57")
    @pytest.mark.parametrize(
        ("told", "key"), [({"by": "a"}, "no_artillery"), ({"by": "g"}, ""), ({}, ""), ({"by": "a", "points": 3}, ""), ({"by": "a", "guns": (1, 1)}, "")]
    )
    def test_a_barrage_needs_points(self, told: dict[str, Any], key: str) -> None:
        gun = tank(weapons=[{"name": "Gun", "range": 60, "bp": 1}])
        acting = {name: {"todo": ["shoot"]} if told.get("by") == name else {} for name in "ag"}
        assert against(game(a=force((3, foot()), state=acting["a"]), g=force((3, gun), state=acting["g"])), "barrage", **told) == key
        assert against(game("strategy", a=force((3, foot()))), "barrage", by="a") == ""

    @rule("EPIC-53", "EPIC-195")
    @pytest.mark.parametrize(("held", "refused"), [({"flying": True}, True), ({"landed": True}, False), ({"where": "inside", "aboard": "a"}, True)])
    def test_a_line_to_who_is_not_on_the_ground_is_none(self, held: dict[str, Any], refused: bool) -> None:
        """Units ignore aircraft in flight; on the ground one is a unit like any other."""
        on = {"a": force((3, foot())), "f": enemy_wing(seat=0, state=held), "d": force((3, foot()), seat=1)}
        assert ("refused" in ask("fire", on, by="a", target="d", crossfire_by="f")) is refused

    @rule("EPIC-53", "EPIC-54")
    @pytest.mark.parametrize(("seat", "held"), [(0, {"where": "destroyed"}), (0, {"where": "reserve"}), (1, {}), (0, {"marched": True}), (0, {"broken": True})])
    def test_who_gives_no_crossfire(self, seat: int, held: dict[str, Any]) -> None:
        on = {"a": force((3, foot())), "b": force((3, foot()), seat=seat, state=held), "d": force((3, foot()), seat=1)}
        assert ask("fire", on, by="a", target="d", crossfire_by="b")["refused"]["key"] == "no_help"
        on["b"] = force((3, foot()))
        assert "refused" not in ask("fire", on, by="a", target="d", crossfire_by="b")
        assert ask("fire", on, by="a", target="d", crossfire_by="a")["refused"]["key"] == "no_help"
        assert "odds" in ask("fire", on, target="d", crossfire_by="b", shots=shots_of((1, "ap", 4)))

    @rule("EPIC-41", "EPIC-42")
    @pytest.mark.parametrize(("markers", "dice"), [(0, 3), (1, 2), (3, 0)])
    def test_only_those_with_guns_are_able(self, markers: int, dice: int) -> None:
        """Three of six are in range: not the three in front who only fight hand to hand."""
        blade = foot(weapons=[{"name": "Blade", "range": "contact"}])
        on = {"a": force((3, blade), (3, foot()), state={"blast": markers}), "d": force((4, tank(armour=None)), seat=1)}
        reply = ask("fire", on, by="a", target="d", able=3)
        assert [check["dice"] for check in reply["checks"]] == ([dice] if dice else [])


FRONT = {"name": "Front gun", "range": 60, "at": 4, "abilities": ["forward_arc"]}
REAR = {"name": "Rear gun", "range": 60, "at": 5, "abilities": ["rear_arc"]}
TURRET = {"name": "Turret", "range": 60, "at": 6}


class TestArcs:
    @rule("EPIC-170")
    @pytest.mark.parametrize(
        ("arcs", "dice"), [(None, [(1, 4), (1, 5), (1, 6)]), (["forward_arc"], [(1, 4), (1, 6)]), (["rear_arc"], [(1, 5), (1, 6)]), ([], [(1, 6)])]
    )
    def test_guns_fire_at_what_is_in_their_arc(self, arcs: list[str] | None, dice: list[tuple[int, int]]) -> None:
        units = {"a": force((1, tank(weapons=[FRONT, REAR, TURRET]))), "d": force((3, tank()), seat=1)}
        told = {} if arcs is None else {"arcs": arcs}
        assert dice_and_targets(ask("fire", units, by="a", target="d", **told), "to_hit") == dice

    @rule("EPIC-41", "EPIC-170")
    def test_units_whose_guns_point_elsewhere_absorb_no_marker(self) -> None:
        """Two with a front gun, one with a rear gun, one marker: where all bear, the last is
        suppressed and two fire; where the rear does not bear, one of the two is."""
        units = {"a": force((2, tank(weapons=[FRONT])), (1, tank(name="Other", weapons=[REAR])), state={"blast": 1}), "d": force((3, tank()), seat=1)}
        assert dice_and_targets(ask("fire", units, by="a", target="d"), "to_hit") == [(2, 4)]
        assert dice_and_targets(ask("fire", units, by="a", target="d", arcs=["forward_arc"]), "to_hit") == [(1, 4)]

    @rule("EPIC-44", "EPIC-170")
    def test_nothing_that_bears_is_no_fire(self) -> None:
        units = {"a": force((1, tank(weapons=[FRONT]))), "d": force((3, tank()), seat=1)}
        reply = ask("fire", units, by="a", target="d", arcs=[])
        assert (dice_and_targets(reply, "to_hit"), change(reply, "d", "blast")) == ([], None)

    @rule("EPIC-170", "EPIC-199")
    def test_aircraft_attack_the_ground_by_their_arcs(self) -> None:
        """The page asks for the arcs that the cards name, all of them at first, and a gun that
        does not bear says so."""
        bomber = {"name": "Bomber", "type": "AC", "speed": "bomber", "armour": 5, "weapons": [FRONT, REAR]}
        units = {"a": force((1, bomber), state={"flying": True, "order": "ground_attack"}), "d": force((3, tank()), seat=1)}
        now, plan = game(**units).state, RULES.plan("fire")
        assert plan
        found = drafting.fill(RULES, now, plan, pairs(by="a", target="d"))
        assert [(fact.answers, fact.preset) for fact in found.facts if fact.key == "arcs"] == [
            ((("forward_arc", ABILITIES["forward_arc"]), ("rear_arc", ABILITIES["rear_arc"])), ("forward_arc", "rear_arc"))
        ]
        assert "arcs" not in found.args
        away = drafting.fill(RULES, now, plan, pairs(by="a", target="d", arcs=("rear_arc",)))
        assert [(each.dice, each.against and each.against.key) for each in away.means] == [(None, "out_of_arc"), (1, None)]
        assert away.args["arcs"] == ("rear_arc",)

    @rule("EPIC-57", "EPIC-170")
    def test_guns_of_a_barrage_point_somewhere_too(self) -> None:
        """Two launchers of three points each, one to the front and one to the rear."""
        rack = {"name": "Rack", "range": 60, "bp": 3, "abilities": ["forward_arc"]}
        stern = {"name": "Stern", "range": 60, "bp": 3, "abilities": ["rear_arc"]}
        units = {"a": force((1, tank(weapons=[rack, stern]))), "d": force((3, tank()), seat=1)}
        points = [ask("barrage", units, by="a", target="d", **told)["result"]["points"] for told in ({}, {"arcs": ["rear_arc"]}, {"arcs": []})]
        assert points == [6, 3, 0]
