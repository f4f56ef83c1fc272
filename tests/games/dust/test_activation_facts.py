"""What the page of an activation asks before the lines: actions, skills, distance, cover, a second
target; and what it tells."""

from typing import Any, ClassVar

import pytest

from engine.playing import drafting
from engine.playing.plan import Fact
from engine.values.maps import Map, frozen
from engine.values.texts import english
from tests.games.dust.table import RULES, at, hero, rule, seated, squad, walker, weapon

RIFLES = squad(2, {"Rifle": weapon("1/1", "4"), "Knife": weapon("1/1", "C")}, skills=[])


def page(card: Any = RIFLES, others: Any = None, readings: Any = None, state: Any = None, **draft: Any) -> drafting.Filled:
    """Somebody and an enemy squad; both on the board unless it is told otherwise."""
    units = {"a": seated(0, card, **(state or {})), "b": seated(1, squad(3, name="Bravo"), cover="soft"), **(others or {})}
    plan = RULES.plan("activation")
    assert plan
    return drafting.fill(RULES, at(units, readings=readings or {}), plan, Map({"unit": "a", **draft}))


def facts(*told: Any, **draft: Any) -> dict[str, Fact]:
    return {fact.key: fact for fact in page(*told, **draft).facts}


def answers(fact: Fact) -> list[str]:
    return [text if isinstance(text, str) else english(text) for _, text in fact.answers]


class TestActions:
    @rule("DUST-04")
    def test_the_first_is_what_is_legal_first_a_move_if_nothing_is_said(self) -> None:
        first = facts()["first"]
        assert ([key for key, _ in first.answers], first.preset) == (["move", "attack", "sustained", "nothing"], "move")
        entering = facts(state={"where": "reserve"})["first"]
        assert ([key for key, _ in entering.answers], entering.preset) == (["move"], "move")

    @rule("DUST-02", "DUST-03")
    @pytest.mark.parametrize(
        ("first", "able", "preset"),
        [("move", ["move", "attack", "nothing"], "attack"), ("attack", ["move", "nothing"], "move"), ("nothing", ["move", "attack", "nothing"], "attack")],
    )
    def test_the_second_is_what_goes_with_it(self, first: str, able: list[str], preset: str) -> None:
        """No second Attack, no Sustained Attack beside another action; an Attack comes first to
        mind."""
        second = facts(first=first)["second"]
        assert ([key for key, _ in second.answers], second.preset) == (able, preset)

    @rule("DUST-02", "DUST-03")
    def test_without_anybody_to_attack_it_is_a_move(self) -> None:
        plan = RULES.plan("activation")
        assert plan
        found = drafting.fill(RULES, at({"a": seated(0, RIFLES)}), plan, Map({"unit": "a", "first": "move"}))
        assert {fact.key: fact.preset for fact in found.facts}["second"] == "move"

    @rule("DUST-02", "DUST-177")
    def test_actions_and_skills_by_their_names(self) -> None:
        """Short where it is an action; skills as the game calls them."""
        card = squad(2, skills=["berserk", "artillery_strike"])
        assert answers(facts(card)["first"]) == ["move", "attack", "sustained", "Artillery Strike: call artillery", "nothing"]
        assert answers(facts(card, first="attack", second="nothing")["skills"]) == ["Berserk"]
        assert "skills" not in facts(first="attack", second="nothing")

    @rule("DUST-11", "DUST-103", "DUST-161")
    @pytest.mark.parametrize(("state", "text"), [({}, "leaves its square"), ({"where": "reserve"}, "enters the board")])
    def test_a_move_leaves_the_square_or_enters(self, state: Any, text: str) -> None:
        leaves = facts(state=state, first="move", second="move")["leaves"]
        assert (english(leaves.text), leaves.preset) == (text, True)
        assert "leaves" not in facts(first="attack", second="nothing")

    @rule("DUST-02", "DUST-04")
    @pytest.mark.parametrize(
        ("draft", "asked"),
        [
            ({}, ["first"]),
            ({"first": "sustained"}, ["first"]),
            ({"first": "sustained", "target": "b"}, ["first", "range"]),
            ({"first": "attack", "second": "nothing"}, ["first", "second"]),
            ({"first": "attack", "second": "nothing", "target": "b"}, ["first", "second", "range"]),
            ({"first": "attack", "second": "nothing", "target": "nobody"}, ["first", "second"]),
            ({"first": "nothing", "second": "nothing", "target": "b"}, ["first", "second"]),
            ({"first": "move", "second": "move"}, ["first", "second", "leaves"]),
        ],
    )
    def test_what_the_actions_ask(self, draft: Any, asked: list[str]) -> None:
        """Nothing before the first; a Sustained Attack has no second; a target needs an attack."""
        now, plan = at({"a": seated(0, RIFLES), "b": seated(1, squad(3))}), RULES.plan("activation")
        assert plan
        assert [fact.key for fact in plan.facts(now, Map({"unit": "a", **draft}))] == asked

    @rule("DUST-02", "DUST-121")
    def test_a_charge_asks_for_both(self) -> None:
        """It moves, and ends in close combat."""
        card = squad(2, {"Knife": weapon("1/1", "C")}, skills=["charge"])
        found = facts(card, first="move", second="move", skills=("charge",), target="b")
        assert {"skills", "range", "leaves"} <= set(found)

    @rule("DUST-33")
    @pytest.mark.parametrize(
        ("args", "found"),
        [
            ({"unit": "a", "lines": ({"target": "b", "range": 3, "cover": "soft"},)}, {"unit": "a", "target": "b", "range": 3, "cover": "soft"}),
            ({"unit": "a", "lines": ({"target": "b"},)}, {"unit": "a", "target": "b"}),
            ({"unit": "a", "lines": ()}, {"unit": "a"}),
            ({"unit": "a"}, {"unit": "a"}),
        ],
    )
    def test_who_was_aimed_at_the_last_time(self, args: Any, found: Any) -> None:
        plan, told = RULES.plan("activation"), frozen(args)
        assert plan
        assert isinstance(told, Map)
        assert dict(plan.draft(told)) == found


class TestDistanceAndCover:
    @rule("DUST-32", "DUST-39")
    @pytest.mark.parametrize(
        ("draft", "text"),
        [
            ({"first": "move", "second": "attack"}, "range after the move"),
            ({"first": "attack", "second": "move"}, "range"),
            ({"first": "nothing", "second": "attack"}, "range"),
            ({"first": "sustained"}, "range"),
            ({"first": "move", "second": "move", "skills": ("charge",)}, "range"),
        ],
    )
    def test_the_distance_is_that_of_the_attack(self, draft: Any, text: str) -> None:
        assert english(facts(target="b", **draft)["range"].text) == text

    @rule("DUST-32", "DUST-39")
    @pytest.mark.parametrize(
        ("draft", "cover"),
        [({"range": 3}, "soft"), ({}, None), ({"range": 5}, None), ({"range": 3, "target": "w"}, None), ({"range": 3, "target": "c"}, "none")],
    )
    def test_cover_is_asked_once_it_can_matter(self, draft: Any, cover: str | None) -> None:
        """A distance that a weapon reaches, a squad; preset as it last stood, else none."""
        others = {"w": seated(1, walker()), "c": seated(1, squad(2, name="Charlie"))}
        found = facts(RIFLES, others, first="attack", second="nothing", **{"target": "b", **draft})
        assert ("cover" in found) is (cover is not None)
        assert cover is None or found["cover"].preset == cover

    @rule("DUST-32", "DUST-39")
    def test_not_against_what_ignores_it(self) -> None:
        card = squad(2, {"Grenade Pistol": weapon("1/1", "4")})
        assert "cover" not in facts(card, target="b", first="attack", second="nothing", range=3)

    @rule("DUST-62")
    @pytest.mark.parametrize(("reading", "squares", "asked"), [("structureKept", 5, True), ("structureKept", 3, False), ("ignoresAll", 5, False)])
    def test_a_building_where_a_reading_lets_it_cover(self, reading: str, squares: int, asked: bool) -> None:
        """Artillery that fires, from four squares on."""
        card = walker(weapons={"Rockets": weapon("2/1", "A")})
        found = facts(card, None, {"artilleryStructure": reading}, target="b", first="attack", second="nothing", range=squares)
        assert ("target:inside" in found) is asked

    @rule("DUST-47")
    @pytest.mark.parametrize(
        ("reach", "squares"),
        [(["2", "3"], "123"), (["8"], "12345678"), (["9"], ["1", "2", "3", "4", "5", "6", "7", "8+"]), (["U", "1"], ["1", "2", "3", "4", "5", "6", "7", "8+"])],
    )
    def test_squares_one_by_one_as_far_as_a_weapon_reaches(self, reach: list[str], squares: Any) -> None:
        card = squad(2, {f"Gun {n}": weapon("1/1", each) for n, each in enumerate(reach)})
        assert answers(facts(card, target="b", first="attack", second="nothing")["range"]) == list(squares)

    @rule("DUST-47")
    def test_a_range_that_is_not_stated_leaves_eight(self) -> None:
        card = squad(2, {"Gun": {"values": {"S2": "1/1"}}})
        assert len(answers(facts(card, target="b", first="attack", second="nothing")["range"])) == 8


class TestSecondTarget:
    OTHERS: ClassVar[dict[str, Any]] = {
        "c": seated(1, squad(2, name="Charlie")),
        "h": seated(1, hero(name="H"), joined="c"),
        "f": seated(0, squad(2, name="Friend")),
    }

    @rule("DUST-34")
    def test_other_enemies_a_pair_by_its_squad(self) -> None:
        found = facts(RIFLES, self.OTHERS, target="b", first="attack", second="nothing")
        assert answers(found["second_target"]) == ["all at one", "Charlie"]

    @rule("DUST-34")
    def test_not_for_a_single_line_or_a_single_enemy(self) -> None:
        one = squad(2, {"Rifle": weapon("1/1")})
        assert "second_target" not in facts(one, self.OTHERS, target="b", first="attack", second="nothing")
        assert "second_target" not in facts(target="b", first="attack", second="nothing")

    @rule("DUST-34")
    @pytest.mark.parametrize(("second", "asked"), [("c", True), ("", False)])
    def test_its_distance_is_asked_once_it_is_chosen(self, second: str, asked: bool) -> None:
        found = facts(RIFLES, self.OTHERS, target="b", first="attack", second="nothing", second_target=second)
        assert ("second_range" in found) is asked


class TestWhatIsTold:
    @rule("DUST-29", "DUST-181")
    def test_lines_that_fire_and_no_others(self) -> None:
        """At three squares the knives stay where they are; all lines are one throw."""
        args = page(target="b", first="attack", second="nothing", range=3).args
        assert ([row["weapon"] for row in args["lines"]], args["one_throw"], args["skills"]) == (["Rifle"], True, ())

    @rule("DUST-29", "DUST-177")
    def test_skills_are_told_with_the_actions(self) -> None:
        card = squad(2, skills=["berserk"])
        assert page(card, target="b", first="attack", second="nothing", range=3, skills=("berserk",)).args["skills"] == ("berserk",)

    @rule("DUST-29", "DUST-181")
    @pytest.mark.parametrize("draft", [{"first": "move", "second": "move", "target": "b"}, {"first": "attack", "second": "nothing", "target": "nobody"}])
    def test_no_lines_without_an_attack_or_a_target(self, draft: Any) -> None:
        assert "lines" not in page(**draft).args

    @rule("DUST-29", "DUST-181")
    def test_what_is_foretold_follows_skills_and_distance(self) -> None:
        """Nothing before the distance is told, nothing where no line fires."""
        plan = RULES.plan("activation")
        assert plan
        now = at({"a": seated(0, squad(2, skills=["berserk"])), "b": seated(1, squad(3))})

        def told(**more: Any) -> Any:
            draft = {"unit": "a", "target": "b", "first": "attack", "second": "nothing", **more}
            return plan.foretold(now, drafting.fill(RULES, now, plan, Map(draft)).draft)

        assert told() is None
        assert told(range=9) is None
        assert told(range=3).args["skills"] == ()
        assert told(range=3, skills=("berserk",)).args["skills"] == ("berserk",)
