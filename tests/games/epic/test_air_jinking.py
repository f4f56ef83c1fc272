"""Jinking, and the markers of aircraft. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.values.maps import Map, frozen
from tests.games.asking import change
from tests.games.epic.table import (
    ALOFT,
    ARMED_FIGHTER,
    AWAY,
    RULES,
    SHOTS,
    answer_all,
    ask,
    bare_plane,
    bare_wing,
    battery,
    battery_of,
    chance,
    craft,
    do,
    facts_of,
    foot,
    force,
    game,
    hero,
    key,
    open_prompt,
    parts_of,
    state,
    wing,
)

rule = pytest.mark.rule
F = Fraction


class TestMarkers:
    @rule("EPIC-208")
    @pytest.mark.parametrize(
        ("stated", "blast"),
        [
            ({}, 0),
            ({"approach": 3}, 1),
            ({"approach": True, "disengagement": 2}, 2),
            ({"approach": 1, "losses": 2, "edge": "own"}, 3),
            ({"edge": "other"}, 1),
            ({"disengagement": True, "losses": 1, "edge": "enemy"}, 3),
            ({"approach": False}, 0),
            ({"approach": ["flak", "interception"]}, 1),
        ],
    )
    def test_how_many(self, stated: dict[str, Any], blast: int) -> None:
        assert ask("aircraft_blast", **stated)["result"]["blast"] == blast

    @rule("EPIC-208")
    @pytest.mark.parametrize(("approach", "blast"), [(["flak", "interception"], 2), (["flak", "flak"], 1), ({"flak": 2, "interceptors": 1}, 2)])
    def test_interceptors_apart_by_one_reading(self, approach: Any, blast: int) -> None:
        assert ask("aircraft_blast", None, {"approach_bm": "two"}, approach=approach)["result"]["blast"] == blast

    @rule("EPIC-208", "EPIC-204")
    def test_one_on_the_approach_however_many_fire(self) -> None:
        session = game(f=wing(4, state=AWAY), b=battery(), c=battery(), d=force((2, foot()), seat=1))
        do(session, "action", [6], formation="f", order="ground_attack")
        assert key(session) == "flak:approach:f:2"
        answer_all(session, "b", [1])
        assert (key(session), state(session, "f")["blast"]) == ("flak:approach:f:1", 1)
        answer_all(session, "c", [4], False, [1])
        assert (state(session, "f")["blast"], state(session, "f")["lost"]) == (2, (1,))


class TestJinking:
    @rule("EPIC-206", "EPIC-50")
    @pytest.mark.parametrize(
        ("speed", "jinks", "needs", "ref"),
        [("bomber", None, 5, "EPIC-50"), ("fighter", False, 5, "EPIC-50"), ("fighter", True, 4, "EPIC-206"), ("fighter_bomber", True, 4, "EPIC-206")],
    )
    def test_bombers_are_not_asked(self, speed: str, jinks: bool | None, needs: int, ref: str) -> None:
        session = do(game(f=bare_wing(1, state=ALOFT, speed=speed, armour=5), b=battery_of()), "flak", [4], by="b", target="f")
        if jinks is not None:
            assert key(session) == "jink:b"
            answer_all(session, jinks)
        prompt = open_prompt(session)
        assert (prompt.key, prompt.ref.id, prompt.checks[0].targets) == ("save:b", ref, (needs,))

    @rule("EPIC-206", "EPIC-50")
    def test_saves_of_fire_as_told(self) -> None:
        reply = ask("flak", {"f": bare_wing(1, seat=1, armour=5)}, target="f", shots=SHOTS, jink=False)
        assert [check["what"] for check in reply["checks"]] == ["to_hit", "save"]

    @rule("EPIC-206")
    def test_players_may_overrule_it(self) -> None:
        """A bomber that jinks all the same: 4+ to hit, 4+ to save."""
        reply = ask("flak", {"f": bare_wing(1, seat=1, speed="bomber")}, target="f", shots=SHOTS, jink=True, overrule=True)
        assert (chance(reply, "kills", 1), reply["overruled"][0]["key"]) == (F(1, 4), "bomber")

    @rule("EPIC-206", "EPIC-280")
    def test_each_row_its_own_losses(self) -> None:
        """Four hits on a plane, a big one of capacity 2, which takes two, and a plane that
        saves: two are gone, and the markers are one for the fire, one for the loss, two for the
        damage. One hit on the big one damages it."""
        rows = ((1, bare_plane()), (1, bare_plane(name="Lander", dc=2, critical="none")), (1, bare_plane(name="Armoured", armour=4)))
        stated = {"shots": [{"count": 4, "value": 4}], "jink": False, "roll": {"to_hit": [4, 4, 4, 4], "save": [4]}}
        reply = ask("flak", {"f": force(*rows, seat=1)}, target="f", **stated)
        assert [change(reply, "f", each) for each in ("lost", "damage", "blast", "where")] == [[1, 1, 0], None, 4, None]
        two = ask("flak", {"f": force(*rows[:2], seat=1)}, target="f", **{**stated, "shots": [{"count": 2, "value": 4}], "roll": {"to_hit": [4, 4]}})
        assert [change(two, "f", each) for each in ("lost", "damage", "blast")] == [[1, 0], [0, 1], 3]


@rule("EPIC-206", "EPIC-144")
@pytest.mark.parametrize(
    ("speed", "abilities", "jink", "killed"),
    [
        ("fighter", [], False, "5/6"),
        ("fighter", [], True, "1/2"),
        ("fighter", ["invulnerable_save"], True, "5/12"),
        ("fighter", ["reinforced_armour"], True, "1/2"),
        ("fighter", ["reinforced_armour"], False, "25/36"),
        ("bomber", [], None, "5/6"),
    ],
)
def test_a_jink_stands_for_the_armour(speed: str, abilities: list[str], jink: bool | None, killed: str) -> None:
    """One certain hit but for a 1: what it leaves of 5/6."""
    on = {"f": force((1, {**ARMED_FIGHTER, "speed": speed, "abilities": abilities}), seat=1)}
    odds = ask("flak", on, target="f", shots=[{"value": 2}], **({} if jink is None else {"jink": jink}))["odds"]["kills"]
    assert Fraction(odds["1"]) == Fraction(5, 6) * Fraction(killed)


@rule("EPIC-206")
@pytest.mark.parametrize(
    ("held", "stated", "lost"),
    [
        ({}, {"jink": True}, True),
        ({}, {"jink": False}, False),
        ({"flying": True}, {"jink": True}, True),
        ({"flying": True, "activated": True}, {"jink": True}, False),
        ({"flying": True}, {"jink": True, "attacked": False}, True),
        ({"flying": True}, {"jink": True, "moment": "approach"}, True),
        ({}, {"jink": True, "moment": "disengagement"}, False),
        ({}, {"jink": True, "attacked": True}, False),
    ],
)
def test_what_a_jink_costs(held: dict[str, Any], stated: dict[str, Any], lost: bool) -> None:
    on = {"f": force((1, ARMED_FIGHTER), seat=1, state=held)}
    assert facts_of("flak", on, None, {"target": "f", "shots": [{"value": 6}], **stated}, ("loses_attack",)) == (lost,)


@rule("EPIC-206")
@pytest.mark.parametrize(("left", "lost"), [(["shoot"], True), ([], False)])
def test_a_jink_costs_an_attack_that_is_still_to_make(left: list[str], lost: bool) -> None:
    """Two hits of 2+ flak; a jink, saved on a 4: the attack is gone, if there was one."""
    session = game(seat=1, f=force((1, ARMED_FIGHTER), seat=1, state={"flying": True, "activated": True, "order": "ground_attack", "todo": left}))
    args = Map({"target": "f", "shots": frozen([{"value": 2}]), "jink": True})
    assert RULES.opening("flak").facts(session.state, args)["loses_attack"] is lost
    do(session, "flak", [6], [4], target="f", shots=[{"value": 2}], jink=True)
    assert (parts_of(session, "f"), session.state.unit("f").gone) == ((), False)


@rule("EPIC-175", "EPIC-208")
@pytest.mark.parametrize(
    ("held", "stated", "reading", "markers"),
    [
        ({}, {}, {}, 1),
        ({"under_fire": ["approach"]}, {}, {}, None),
        ({"under_fire": ["approach"]}, {"moment": "disengagement"}, {}, 1),
        ({"under_fire": ["approach"]}, {"interception": True}, {}, None),
        ({"under_fire": ["approach"]}, {"interception": True}, {"approach_bm": "two"}, 1),
        ({"under_fire": ["approach"]}, {}, {"approach_bm": "two"}, None),
    ],
)
def test_markers_of_fire_at_aircraft(held: dict[str, Any], stated: dict[str, Any], reading: dict[str, str], markers: int | None) -> None:
    on = {"f": force((2, ARMED_FIGHTER), seat=1, state=held)}
    reply = ask("flak", on, reading, target="f", shots=[{"value": 5}], jink=False, roll={"to_hit": [1]}, **stated)
    assert reply["after"]["f"].get("blast") == markers


class TestPilots:
    @rule("EPIC-144", "EPIC-206")
    def test_a_pilots_save(self) -> None:
        on = {"f": force((1, craft(armour=None)), (1, hero("invulnerable_save")), seat=1)}
        assert chance(ask("flak", on, target="f", shots=[{"value": 4}], jink=False), "kills", 1) == F(1, 2) * F(5, 6)
