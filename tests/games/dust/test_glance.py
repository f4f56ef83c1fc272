"""What the table shows at one look, and the examples."""

import json
from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.dust.examples import EXAMPLES
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.dust.table import RULES, at, hero, rule, seated, squad, walker, weapon


class TestGlance:
    @rule("DUST-172", "DUST-173")
    def test_what_the_table_shows(self) -> None:
        units = {
            "a": {"card": squad(ap=1), "seat": 0},
            "b": {"card": squad(ap=10), "seat": 1, "state": {"where": "destroyed"}},
            "c": {"card": walker(), "seat": 1, "state": {"activated": True}},
            "t": {"card": {"kind": "trap"}, "seat": 1},
        }
        now = table(RULES, frozen({"units": units, "step": "activation", "seats": [{"acts_next": "a"}, {}]}))
        glance = RULES.glance
        assert [english(each.text) for each in glance.watched(now)] == ["Activations left: 1 against 0", "Squad acts next"]
        assert [glance.acted(now, unit) for unit in now.units.values()] == [False, None, True, None]
        assert [glance.sign(unit) for unit in now.units.values()] == ["infantry", "infantry", "armour", "gun"]
        assert [english(glance.fact(unit)) for unit in now.units.values()] == [
            "5 of 5 miniatures",
            "0 of 5 miniatures",
            "4 of 4 hit points",
            "4 of 4 hit points",
        ]
        other = table(RULES, frozen({"units": {"c": {"card": walker(), "seat": 1, "state": {"where": "destroyed"}}}, "step": "initiative"}))
        assert (glance.watched(other), glance.acted(other, other.unit("c"))) == ((), None)
        plain = table(RULES, frozen({"units": units, "step": "activation"}))
        assert len(glance.watched(plain)) == 1

    @rule("DUST-180")
    @pytest.mark.parametrize(
        ("card", "state", "said"),
        [
            (squad(5), {"alive": [0, 3]}, "2 of 5 miniatures"),
            (walker(4), {"damage": 3}, "1 of 4 hit points"),
            ({"kind": "squad"}, {}, "None"),
            ({"hp": 4}, {}, "None"),
        ],
    )
    def test_what_is_left_of_a_unit(self, card: Any, state: Any, said: str) -> None:
        """A card that does not tell says nothing."""
        assert english(RULES.glance.fact(at({"a": seated(0, card, **state)}).unit("a"))) == said

    @rule("DUST-98", "DUST-103")
    @pytest.mark.parametrize(
        ("state", "others", "readings", "shown"),
        [
            ({}, {}, {}, ("2", "2", 0)),
            ({"where": "reserve"}, {}, {}, ("1", "2", 1)),
            ({"where": "reserve"}, {}, {"entryMove": "fullMove"}, ("2", "2", 0)),
            ({}, {"h": seated(0, hero(move=3), joined="a")}, {}, ("3", "2", 1)),
            ({}, {"h": seated(0, hero(move=1), joined="a")}, {}, ("2", "2", 0)),
        ],
    )
    def test_how_far_it_moves_now_and_why(self, state: Any, others: Any, readings: Any, shown: tuple[str, str, int]) -> None:
        """One square on entering, the faster of a pair; as printed there is nothing to explain."""
        now = at({"a": seated(0, squad(move=2), **state), **others}, readings=readings)
        found = next(each for each in RULES.glance.effective(now, now.unit("a")) if each.key == "move")
        assert (found.value, found.printed, len(found.why)) == shown

    @rule("DUST-115", "DUST-124")
    @pytest.mark.parametrize(
        ("card", "state", "turn", "shown"),
        [
            (walker(skills=["fast"]), {}, 2, ("3", ["DUST-124"])),
            (walker(skills=["fast"]), {"doubled": True}, 2, ("5", ["DUST-115", "DUST-124"])),
            (walker(skills=[]), {"doubled": True}, 2, ("4", ["DUST-115"])),
            (walker(skills=["scout_vehicle"]), {"on_board": True}, 1, ("4", ["DUST-129"])),
            (walker(skills=["scout_vehicle"]), {}, 2, ("2", [])),
        ],
    )
    def test_skills_that_lengthen_a_move(self, card: Any, state: Any, turn: int, shown: tuple[str, list[str]]) -> None:
        """Two squares printed: one more with Fast, twice with Assault, two more for a scout in the
        first round."""
        now = at({"a": seated(0, card, **state)}, turn=turn)
        found = next(each for each in RULES.glance.effective(now, now.unit("a")) if each.key == "move")
        assert (found.value, [each.ref.id for each in found.why]) == shown

    @rule("DUST-39", "DUST-180")
    @pytest.mark.parametrize(("card", "shown"), [(squad(), {"cover", "alive"}), (walker(), {"damage"}), (hero(), {"damage"})])
    def test_what_can_lie_on_a_unit(self, card: Any, shown: set[str]) -> None:
        """Only squads have cover and miniatures to lose, the others hit points."""
        unit = at({"a": seated(0, card)}).unit("a")
        assert {each for each in ("cover", "alive", "damage") if RULES.glance.has(unit, each)} == shown


class TestThings:
    """What lies on a unit's card, and what of it can be set."""

    ARMS: ClassVar[dict[str, Any]] = {"Rifle": weapon("1/1"), "Faust": weapon("1/1", "3", "limited", ammo=3), "Mortar": weapon("1/1", "4", "reload")}

    def parts(self, tracker: str, card: Any = None, **state: Any) -> list[tuple[Any, Any]]:
        unit = at({"a": seated(0, card or squad(3, self.ARMS), **state)}).unit("a")
        return [(each.place, each.value) for each in RULES.glance.parts(unit, tracker)]

    @rule("DUST-38", "DUST-160")
    def test_miniatures_and_rounds_one_by_one(self) -> None:
        assert self.parts("alive", alive=[0, 2]) == [(0, True), (1, False), (2, True)]
        assert self.parts("alive", walker()) == []
        assert self.parts("ammo", ammo={"Faust": 2}) == [("Faust", 2)]
        assert self.parts("cover") == []

    @rule("DUST-160")
    @pytest.mark.parametrize(("left", "most"), [(2, 3), (5, 5)])
    def test_as_many_rounds_as_printed_or_more_if_somebody_says_so(self, left: int, most: int) -> None:
        unit = at({"a": seated(0, squad(3, self.ARMS), ammo={"Faust": left})}).unit("a")
        assert [(each.value, each.most) for each in RULES.glance.parts(unit, "ammo")] == [(left, most)]

    @rule("DUST-55", "DUST-176")
    def test_what_is_loaded_and_what_is_used_up(self) -> None:
        assert self.parts("loaded") == [("Mortar", True)]
        assert self.parts("loaded", loaded={"Mortar": False}) == [("Mortar", False)]
        card = hero(skills=["berserk", "fast", "tank_head"])
        assert self.parts("used", card, used=["berserk"]) == [("berserk", True), ("tank_head", False)]

    @rule("DUST-38", "DUST-180")
    @pytest.mark.parametrize(
        ("card", "shown"),
        [
            (squad(3, ARMS, skills=["berserk"]), {"activated", "cover", "alive", "ammo", "loaded", "used", "raging"}),
            (walker(skills=[]), {"activated", "damage"}),
            (hero(skills=["heroic_attack"]), {"activated", "damage", "used", "heroic"}),
        ],
    )
    def test_a_unit_has_what_its_card_brings(self, card: Any, shown: set[str]) -> None:
        """What a procedure remembers is not for hands."""
        every = ("activated", "cover", "alive", "damage", "ammo", "loaded", "used", "raging", "heroic", "all_in", "serum", "medal")
        unit = at({"a": seated(0, card)}).unit("a")
        assert {each for each in every if RULES.glance.has(unit, each)} == shown

    @rule("DUST-180")
    @pytest.mark.parametrize(
        ("card", "state", "shown"),
        [
            (squad(3), {"alive": [1]}, ("alive", "miniatures", "1", "3", ["losses"])),
            (squad(3), {}, ("alive", "miniatures", "3", "3", [])),
            (walker(4), {"damage": 1}, ("damage", "hit points", "3", "4", ["damage taken"])),
        ],
    )
    def test_what_is_left_and_why(self, card: Any, state: Any, shown: Any) -> None:
        now = at({"a": seated(0, card, **state)})
        found = next(iter(RULES.glance.effective(now, now.unit("a"))))
        assert (found.key, english(found.name), found.value, found.printed, [english(each.text) for each in found.why]) == shown

    @rule("DUST-173")
    def test_points_of_a_side_as_far_as_the_cards_tell(self) -> None:
        """Ten points, and three for an objective; a card without points leaves it open."""
        lost = {"a": seated(0, squad()), "b": seated(1, squad(ap=10), where="destroyed")}
        now = at(lost, seats=[{"bonus": 3}, {}])
        assert [RULES.glance.side(now, seat).points for seat in (0, 1)] == [13, 0]
        assert RULES.glance.side(at({**lost, "b": seated(1, squad(), where="destroyed")}), 0).points is None


class TestMovementNow:
    """What a unit moves now, and why that differs from its card."""

    def moving(self, card: Any, turn: int = 2, readings: Any = None, **state: Any) -> tuple[str, list[str]]:
        now = at({"a": seated(0, card, **state)}, turn=turn, readings=readings or {})
        found = next(each for each in RULES.glance.effective(now, now.unit("a")) if each.key == "move")
        return found.value, [each.ref.id for each in found.why]

    @rule("DUST-103", "DUST-129")
    def test_on_entering(self) -> None:
        """One square; by the FAQ its full move, so nothing differs."""
        assert self.moving(walker(), 1, where="reserve") == ("1", ["DUST-103"])
        assert self.moving(walker(skills=["fast", "assault"]), 1, where="reserve", doubled=True) == ("1", ["DUST-103"]), "no skill helps there"
        assert self.moving(walker(), 1, {"entryMove": "fullMove"}, where="reserve") == ("2", [])

    @rule("DUST-129", "DUST-124")
    def test_a_scout_vehicle_in_the_first_round_only(self) -> None:
        scout = walker(skills=["scout_vehicle"])
        assert self.moving(scout, 1, where="reserve") == ("3", ["DUST-103", "DUST-129"])
        assert self.moving(scout, 1, on_board=True) == ("4", ["DUST-129"])
        assert self.moving(scout, 2) == ("2", [])
        assert self.moving(walker(skills=["scout_vehicle", "fast"]), 2) == ("3", ["DUST-124"])
        assert self.moving(walker(skills=["fast"]), 1, on_board=True) == ("3", ["DUST-124"])
        assert self.moving(scout, 1, {"entryMove": "fullMove"}, where="reserve") == ("4", ["DUST-129"])

    @rule("DUST-180")
    @pytest.mark.parametrize(("card", "tracker", "most"), [(walker(6), "damage", 6), (walker(6), "serum", 0), ({"kind": "walker"}, "damage", 0)])
    def test_how_much_damage_a_unit_bears(self, card: Any, tracker: str, most: int) -> None:
        assert RULES.glance.worn(at({"a": seated(0, card)}).unit("a"), tracker) == most


class TestExamples:
    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each.ask}: {each.question['id']}")
    def test_every_example_runs(self, example: Any) -> None:
        from engine.doors.ask import answered

        reply = answered(RULESETS, json.loads(json.dumps(example.question)))
        assert not {"error", "unknown", "refused"} & set(reply)

    def test_every_question_has_an_example_and_every_reading_its_name(self) -> None:
        assert {example.ask for example in EXAMPLES} == {opening.key for opening in RULES.openings}
        assert sum(reading.offered for reading in RULES.readings) == 14


class TestWhoHasActed:
    @rule("DUST-08")
    def test_who_has_acted_is_shown_in_the_activations_only(self) -> None:
        units = {"a": seated(0, squad(), activated=True), "b": seated(0, squad()), "t": seated(0, {"kind": "trap"}), "x": seated(0, squad(), where="destroyed")}
        for step, shown in (("activation", [True, False, None, None]), ("initiative", [None] * 4)):
            now = at(units, step=step)
            assert [RULES.glance.acted(now, now.unit(unit)) for unit in units] == shown
