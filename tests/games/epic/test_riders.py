"""Infantry aboard carriers of its own formation: seen by nobody, lost with them. Figures worked
out by hand from the book."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.games import RULESETS
from engine.games.epic.formations.riders import may_ride, outside, riding
from engine.games.epic.formations.rows import rows
from engine.games.epic.shooting.riders import in_the_wrecks
from engine.playing import drafting
from engine.values.maps import Map
from engine.values.table import Unit
from engine.values.texts import english
from tests.games.epic.table import PLANE, answer_all, ask, do, foot, force, game, shots_of, side, tank, titan

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

    @rule("EPIC-44", "EPIC-145")
    def test_expendables_lost_with_it_bring_no_marker(self) -> None:
        """One marker for the fire, one for the carrier; both who were in it are lost in silence."""
        grots = force((8, {**MEN, "abilities": ["expendable"]}), (4, CARRIER), seat=1, state={"riding": [8]})
        session = fired_at(grots, (4,), (1,), (1, 1))
        assert kept(session, "lost", "blast") == ((2, 1), 2)

    @rule("EPIC-174", "EPIC-176")
    @pytest.mark.parametrize("inside", [0, 8])
    def test_a_war_engine_beside_them_rolls_its_criticals_as_ever(self, inside: int) -> None:
        """The first of three points is a 6, and it explodes: one marker for the fire, one for the
        point, two for the points it still had."""
        giant = titan(dc=3, armour=None, critical="destroyed")
        mixed = force((1, giant), (8, MEN), (4, CARRIER), seat=1, state={"riding": [0, inside]})
        session = fired_at(mixed, (4,), (6,))
        assert kept(session, "lost", "blast") == ((1, 0, 0), 4)

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


@rule("EPIC-145", "EPIC-61")
def test_expendables_lost_under_a_barrage_bring_no_marker() -> None:
    """All four carriers under the template, AT 6+: one dies, and both who were in it in silence:
    one marker for the fire, one for the carrier."""
    grots = force((8, {**MEN, "abilities": ["expendable"]}), (4, CARRIER), seat=1, state={"riding": [8]})
    session = do(game(a=force((1, HOWITZER)), d=grots), "barrage", by="a", target="d", range=30)
    while session.prompt and session.prompt.kind == "number":
        session.answer(session.prompt.default)
    for faces in ((6, 1, 1, 1), (1,), (1, 1)):
        session.answer(faces)
    assert kept(session, "lost", "blast") == ((2, 1), 2)


@rule("EPIC-37", "EPIC-89")
def test_an_assault_gets_them_out() -> None:
    session = do(game(a=side(2), d=riders()), "assault", attacker="a", defender="d", fought="ff")
    assert not kept(session, "riding")[0]
    session.answer((1, 1))
    assert session.prompt
    assert sum(check.dice for check in session.prompt.checks) == 6


@rule("EPIC-66", "EPIC-254")
def test_a_carrier_lost_in_dangerous_ground_takes_them_without_a_marker() -> None:
    """One of two carriers fails its test; of the two in it one rolls his 6+."""
    session = do(game(d=riders()), "dangerous", formation="d", row=1, tests=2)
    session.answer((1, 4))
    session.answer((6, 5))
    assert session.prompt is None
    assert kept(session, "lost", "riding", "blast") == ((1, 1), (2, 0), None)


class TestWhoRides:
    """Men and carriers for two each."""

    def unit(self, *rows: Any, **state: Any) -> Unit:
        return game(d=force(*rows, seat=1, state=state)).state.unit("d")

    @rule("EPIC-253", "EPIC-33")
    @pytest.mark.parametrize(
        ("told", "inside", "left"),
        [
            ({"riding": [3]}, (3, 0), [1, 2]),
            ({"riding": [9], "lost": [1]}, (3, 0), [0, 2]),
            ({"riding": [0]}, (), [4, 2]),
            ({}, (), [4, 2]),
            ({"riding": [4], "lost": [0, 1]}, (4, 0), [2, 1]),
            ({"riding": [4], "lost": [0, 2]}, (4, 0), [4, 0]),
        ],
    )
    def test_those_outside_are_the_others(self, told: dict[str, Any], inside: tuple[int, ...], left: list[int]) -> None:
        """No more ride than there are, nor stay inside than there is room."""
        unit = self.unit((4, MEN), (2, CARRIER), **told)
        assert (riding(unit), [row.left for row in outside(unit)]) == (inside, left)

    @rule("EPIC-254", "EPIC-253")
    def test_without_a_carrier_they_are_fired_at(self) -> None:
        """Both carriers were lost otherwise: two hits on two of six men, who have no save."""
        session = do(game(a=force((2, foot())), d=riders(6, lost=[0, 2])), "fire", (6, 6), target="d", shots=shots_of((2, "ap", 5)))
        assert session.prompt is None
        assert kept(session, "lost") == ((2, 2),)

    @rule("EPIC-33", "EPIC-167")
    @pytest.mark.parametrize(
        ("other", "may"),
        [(CARRIER, [True, False]), (titan(transport=4), [False, False]), (tank(), [False, False]), ({**PLANE}, [False, False])],
        ids=["a carrier", "a war engine", "a tank", "aircraft"],
    )
    def test_infantry_rides_in_carriers_of_its_own(self, other: dict[str, Any], may: list[bool]) -> None:
        """War engines and aircraft carry whole formations."""
        unit = self.unit((4, MEN), (2, other))
        assert [may_ride(unit, row) for row in rows(unit)] == may

    @rule("EPIC-33", "EPIC-32")
    @pytest.mark.parametrize(("lost", "parts"), [([1, 1], [(0, 2, 3)]), ([0, 2], [])])
    def test_the_sheet_counts_them_while_there_are_carriers(self, lost: list[int], parts: list[tuple[int, ...]]) -> None:
        """Two of the three men that are left ride."""
        unit = self.unit((4, MEN), (2, CARRIER), riding=[0] if not parts else [2], lost=lost)
        assert [(part.place, part.value, part.most) for part in RULESETS["epic"].glance.parts(unit, "riding")] == parts
        assert RULESETS["epic"].glance.has(unit, "riding") is bool(parts)

    @rule("EPIC-253", "EPIC-254")
    @pytest.mark.parametrize(
        ("men", "carriers", "lost", "found"),
        [
            (4, ((2, CARRIER),), [1], (2, 2, 2)),
            (3, ((3, CARRIER),), [1], (0, 2, 1)),
            (1, ((3, CARRIER),), [2], (0, 1, 1)),
            (6, ((2, CARRIER),), [1], (2, 2, 2)),
            (4, ((1, {**CARRIER, "transport": 4}), (1, {**CARRIER, "transport": 1})), [1, 0], (3, 4, 3)),
        ],
    )
    def test_how_many_can_have_been_in_the_wrecks(self, men: int, carriers: Any, lost: list[int], found: tuple[int, ...]) -> None:
        """Those for whom there is no room in the others; all for whom there was room there; evenly
        spread, rounded up."""
        unit = self.unit((men, MEN), *carriers, riding=[men], lost=[0, *lost])
        assert in_the_wrecks(unit, sum(lost), sum(count for count, _ in carriers)) == found

    @rule("EPIC-254")
    def test_rows_of_riders_save_apart(self) -> None:
        """Guards with 4+ and men with a 6+ out of one wreck, the rear first: two checks."""
        guards = foot(name="Guards", armour=4)
        target = force((1, guards), (1, MEN), (1, CARRIER), seat=1, state={"riding": [1, 1]})
        session = fired_at(target, (4,), (1,))
        assert session.prompt
        assert [(check.key, check.dice, check.targets) for check in session.prompt.checks] == [("escape:d:0", 1, (4,)), ("escape:d:1", 1, (6,))]
        assert kept(answer_all(session, ((3,), (6,))), "lost", "riding") == ((1, 0, 1), None)
