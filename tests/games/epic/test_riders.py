"""Infantry aboard carriers of its own formation: seen by nobody, lost with them. Figures worked
out by hand from the book."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.games import RULESETS
from engine.playing import drafting
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.epic.table import ask, do, foot, force, game, side, tank

rule = pytest.mark.rule
F = Fraction
MEN = foot(name="Men", armour=None)
CARRIER = tank(name="Carrier", armour=5, transport=2, abilities=["transport"], weapons=[])
GUN = tank(weapons=[{"name": "Gun", "range": 45, "at": 4}])
LASER = tank(weapons=[{"name": "Laser", "range": 45, "mw": 4}])
HOWITZER = tank(weapons=[{"name": "Howitzer", "range": 45, "bp": 1}])


def riders(men: int = 4, carriers: int = 2, inside: int = 4, **state: Any) -> dict[str, Any]:
    return force((men, MEN), (carriers, CARRIER), seat=1, state={"riding": [inside], **state})


def fired_at(target: dict[str, Any], *answers: Any, unit: dict[str, Any] = GUN, count: int = 1) -> Any:
    return do(game(a=force((count, unit)), d=target), "fire", *answers, by="a", target="d", range=30)


def kept(session: Any, *trackers: str) -> tuple[Any, ...]:
    return tuple(session.state.unit("d").trackers.get(each) for each in trackers)


class TestUnderFire:
    @rule("EPIC-253", "EPIC-254")
    def test_a_carrier_takes_those_with_it_who_do_not_save(self) -> None:
        """Two in each: of the two in the wreck one rolls his 6+; a marker for the fire, one for the
        carrier, one for the man."""
        session = fired_at(riders(), (4,), (1,), (6, 5))
        assert session.prompt is None
        assert kept(session, "lost", "riding", "blast") == ((1, 1), (2, 0), 3)

    @rule("EPIC-253", "EPIC-49")
    def test_who_rides_is_not_hit(self) -> None:
        """Three hits on two carriers: the third is the second of the first."""
        session = fired_at(riders(), (4, 4, 4), count=3)
        assert session.prompt
        assert sorted(check.dice for check in session.prompt.checks) == [1, 1]
        assert {check.targets for check in session.prompt.checks} == {(5,)}

    @rule("EPIC-253", "EPIC-41")
    def test_who_rides_does_not_fire(self) -> None:
        rifles = foot(name="Men", weapons=[{"name": "Rifle", "range": 45, "ap": 5}])
        firing = force((4, rifles), (2, {**CARRIER, "weapons": [{"name": "Bolter", "range": 45, "ap": 4}]}), state={"riding": [3]})
        session = do(game(a=firing, d=side(seat=1)), "fire", by="a", target="d", range=30)
        assert session.prompt
        assert {check.targets: check.dice for check in session.prompt.checks} == {(5,): 1, (4,): 2}

    @rule("EPIC-155", "EPIC-254")
    def test_a_macro_weapon_leaves_them_no_save(self) -> None:
        session = fired_at(riders(8, 4, 8), (4,), unit=LASER)
        assert session.prompt is None
        assert kept(session, "lost", "riding", "blast") == ((2, 1), (6, 0), 4)

    @rule("EPIC-254")
    @pytest.mark.parametrize(("aboard", "lost"), [(0, (0, 1)), (1, (1, 1)), (2, (2, 1))])
    def test_how_many_were_in_it_is_asked_where_it_may_differ(self, aboard: int, lost: tuple[int, int]) -> None:
        """Three ride in three carriers for two each: one, if they are spread evenly."""
        session = fired_at(riders(3, 3, 3), (4,), (1,))
        prompt = session.prompt
        assert (prompt.kind, prompt.least, prompt.most, prompt.default) == ("number", 0, 2, 1)
        session.answer(aboard)
        if aboard:
            session.answer((1,) * aboard)
        assert kept(session, "lost") == (lost,)
        assert sum(kept(session, "riding")[0] or ()) == 3 - aboard

    @rule("EPIC-126")
    def test_out_of_a_skimmer_that_popped_up_comes_nobody(self) -> None:
        session = fired_at(riders(8, 4, 8, popped_up=True), (4,), (1,))
        assert session.prompt is None
        assert kept(session, "lost") == ((2, 1),)

    @rule("EPIC-254")
    @pytest.mark.parametrize(("reading", "save"), [("armour_or_6", F(1, 6)), ("armour_only", F(0))])
    def test_the_odds_know_them(self, reading: str, save: Fraction) -> None:
        """A hit on 4+, a save on 5+: a wreck in a third of the cases, and two who save or not."""
        found = ask("fire", {"a": force((1, GUN)), "d": riders()}, {"passengers": reading}, by="a", target="d", range=30)
        wreck, dead = F(1, 3), 1 - save
        wanted = {"0": 1 - wreck, "1": wreck * save**2, "2": wreck * 2 * save * dead, "3": wreck * dead**2}
        assert {key: F(value) for key, value in found["odds"]["kills"].items()} == {key: value for key, value in wanted.items() if value}

    @rule("EPIC-253")
    def test_its_weapons_say_why_they_are_silent(self) -> None:
        rules = RULESETS["epic"]
        plan = rules.plan("fire")
        assert plan
        rifles = foot(name="Men", weapons=[{"name": "Rifle", "range": 45, "ap": 5}])
        now = game(a=force((2, rifles), (1, CARRIER), state={"riding": [2]}), d=side(seat=1)).state
        found = drafting.fill(rules, now, plan, Map({"by": "a", "target": "d", "range": 45}))
        assert [english(each.against.why) for each in found.means if each.against] == ["aboard its transports"]


@rule("EPIC-254", "EPIC-61")
def test_a_barrage_on_carriers_too() -> None:
    """All four lie under the template, AT 6+: one dies, and both who were in it."""
    session = do(game(a=force((1, HOWITZER)), d=riders(8, 4, 8)), "barrage", by="a", target="d", range=30)
    while session.prompt and session.prompt.kind == "number":
        session.answer(session.prompt.default)
    assert session.prompt
    assert [(check.dice, check.targets) for check in session.prompt.checks] == [(4, (6,))]
    for faces in ((6, 1, 1, 1), (1,), (1, 1)):
        session.answer(faces)
    assert session.prompt is None
    assert kept(session, "lost", "riding", "blast") == ((2, 1), (6, 0), 4)


@rule("EPIC-37", "EPIC-89")
def test_an_assault_gets_them_out() -> None:
    session = do(game(a=side(2), d=riders()), "assault", attacker="a", defender="d", fought="ff")
    assert not kept(session, "riding")[0]
    session.answer((1, 1))
    assert session.prompt
    assert sum(check.dice for check in session.prompt.checks) == 6
