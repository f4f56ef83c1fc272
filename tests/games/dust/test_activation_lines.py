"""The weapon lines on the page of an activation: which of them fire, at whom, with how many
rounds."""

from typing import Any, ClassVar

import pytest

from engine.playing import drafting
from engine.playing.plan import Means
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.dust.table import RULES, at, hero, rule, seated, squad, walker, weapon

KNIFE = weapon("1/1", "C")
RIFLE = weapon("1/1", "4")


def page(card: Any, state: Any = None, others: Any = None, readings: Any = None, **draft: Any) -> drafting.Filled:
    """Somebody attacks a squad of three, with another beside it; both on the board."""
    units = {"a": seated(0, card, **(state or {})), "b": seated(1, squad(3, name="Bravo")), "c": seated(1, squad(2, name="Charlie")), **(others or {})}
    plan = RULES.plan("activation")
    assert plan
    now = at(units, readings=readings or {})
    return drafting.fill(RULES, now, plan, Map({"unit": "a", "target": "b", "first": "attack", "second": "nothing", "range": 2, **draft}))


def means(*told: Any, **draft: Any) -> dict[str, Means]:
    return {each.key.partition("/")[2]: each for each in page(*told, **draft).means}


def targets(found: drafting.Filled) -> dict[str, tuple[Any, Any]]:
    return {row["weapon"]: (row["target"], row["range"]) for row in found.args["lines"]}


class TestWhenThereAreLines:
    CARD = squad(2, {"Rifle": RIFLE, "Pistol": weapon("1/1", "1"), "Knife": KNIFE}, skills=["charge", "berserk"])

    @rule("DUST-02", "DUST-121")
    @pytest.mark.parametrize(
        ("draft", "found"),
        [
            ({}, ["Rifle", "Pistol", "Knife"]),
            ({"first": "sustained"}, ["Rifle", "Pistol", "Knife"]),
            ({"first": "move", "second": "attack"}, ["Rifle", "Pistol", "Knife"]),
            ({"first": "move", "second": "move"}, []),
            ({"first": "move", "second": "move", "skills": ("berserk",)}, []),
            ({"first": "nothing", "second": "nothing"}, []),
            ({"first": "move", "second": "move", "skills": ("charge",)}, ["Pistol", "Knife"]),
        ],
    )
    def test_an_attack_or_the_end_of_a_charge(self, draft: Any, found: list[str]) -> None:
        """A Charge ends in close combat, with weapons of range 1 and C."""
        assert list(means(self.CARD, **draft)) == found
        assert ("lines" in page(self.CARD, **draft).args) is bool(found)

    @rule("DUST-29", "DUST-34")
    @pytest.mark.parametrize("target", [None, "nobody"])
    def test_none_before_somebody_is_aimed_at(self, target: str | None) -> None:
        assert means(self.CARD, target=target) == {}

    @rule("DUST-29", "DUST-34")
    def test_knives_wait_to_be_chosen_but_not_in_a_charge(self) -> None:
        """Whoever strikes in close combat may be struck back."""
        assert {name: each.stands_by for name, each in means(self.CARD, range=1).items()} == {"Rifle": False, "Pistol": False, "Knife": True}
        charging = means(self.CARD, first="move", second="move", skills=("charge",), range=1)
        assert {name: each.stands_by for name, each in charging.items()} == {"Pistol": False, "Knife": False}


class TestTwoTargets:
    CARD = squad(2, {"Rifle": RIFLE, "MG": weapon("2/1", "4"), "Pistol": weapon("1/1", "1")})
    SHARED: ClassVar[dict[str, Any]] = {"second_target": "c", "second_range": 4}

    @rule("DUST-29", "DUST-34")
    def test_each_line_has_its_own(self) -> None:
        """The MG fires at Charlie, four squares away; without a second target all fire at one."""
        assert targets(page(self.CARD, **self.SHARED, **{"at:a/MG": "2"})) == {"Rifle": ("b", 2), "MG": ("c", 4)}
        assert targets(page(self.CARD, **self.SHARED)) == {"Rifle": ("b", 2), "MG": ("b", 2)}
        assert targets(page(self.CARD, **{"at:a/MG": "2", "second_target": ""})) == {"Rifle": ("b", 2), "MG": ("b", 2)}
        assert means(self.CARD, **{"at:a/MG": "2", "second_target": "", "second_range": 9})["MG"].against is None

    @rule("DUST-29", "DUST-34")
    def test_a_line_at_the_second_target_is_the_same_line(self) -> None:
        """Two men: the MG rolls four dice there too; who is not on the table is no target."""
        found = means(self.CARD, **self.SHARED, **{"at:a/MG": "2"})
        assert {name: each.dice for name, each in found.items() if not each.against} == {"Rifle": 2, "MG": 4}
        assert targets(page(self.CARD, **{"at:a/MG": "2", "second_target": "nobody", "second_range": 4})) == {"Rifle": ("b", 2), "MG": ("b", 2)}

    @rule("DUST-34", "DUST-29")
    def test_a_line_that_cannot_fire_is_not_told_though_it_is_chosen(self) -> None:
        """The Pistol reaches one square, Bravo is two away."""
        assert targets(page(self.CARD, means=("a/Rifle", "a/Pistol"))) == {"Rifle": ("b", 2)}

    @rule("DUST-29", "DUST-34")
    def test_what_speaks_against_a_line_is_that_of_its_own_target(self) -> None:
        """The Rifle reaches four squares, not five; the MG beside it still fires at two."""
        far = means(self.CARD, **{**self.SHARED, "second_range": 5, "at:a/Rifle": "2"})
        assert {name: bool(each.against) for name, each in far.items()} == {"Rifle": True, "MG": False, "Pistol": True}

    @rule("DUST-29", "DUST-34")
    def test_the_choice_is_asked_where_there_is_one(self) -> None:
        (fact,) = means(self.CARD, **self.SHARED)["MG"].facts
        assert (fact.key, [(key, str(text)) for key, text in fact.answers]) == ("at:a/MG", [("", "Bravo"), ("2", "Charlie")])
        assert means(self.CARD)["MG"].facts == ()


class TestRows:
    @rule("DUST-29", "DUST-34")
    @pytest.mark.parametrize(("value", "dice", "needs"), [("2/1", 4, "4/1"), ("1/3", 2, "2/3"), ("2~3", 4, "4~3"), ("1/man", 6, "6/1"), ("1/skull", 6, "")])
    def test_dice_and_damage_of_two_bearers(self, value: str, dice: int, needs: str) -> None:
        """Against three men; what destroys whole units has no damage to show."""
        found = means(squad(2, {"Gun": weapon(value)}))["Gun"]
        assert (found.dice, found.needs, [english(each) for each in found.notes]) == (dice, needs, ["range 4"])

    @rule("DUST-29", "DUST-34")
    def test_a_range_that_is_not_stated_is_not_shown(self) -> None:
        gun = {"values": {"S2": "1/1"}}
        assert means(squad(2, {"Gun": gun}))["Gun"].notes == ()

    @rule("DUST-31", "DUST-128")
    @pytest.mark.parametrize(
        ("gun", "state", "against"),
        [
            (weapon("1/1", "4", "reload"), {}, ""),
            (weapon("1/1", "4", "reload"), {"loaded": {"Gun": False}}, "DUST-55"),
            (weapon("1/1", "4", "limited", ammo=2), {"ammo": {"Gun": 0}}, "DUST-160"),
            (weapon("1/1", "4", "limited", ammo=2), {"ammo": {"Gun": 1}}, ""),
            (weapon("-"), {}, "DUST-31"),
            (weapon("1/1", "1"), {}, "DUST-47"),
            ({"range": "4"}, {}, ""),
        ],
    )
    def test_why_a_line_stays_silent(self, gun: Any, state: Any, against: str) -> None:
        """Empty, spent, without a value, out of range; what no card states forbids nothing."""
        found = means(squad(2, {"Gun": gun}), state)["Gun"]
        assert (found.against.ref.id if found.against else "") == against
        assert ("Gun" in targets(page(squad(2, {"Gun": gun}), state))) is not bool(against)

    @rule("DUST-103", "DUST-31")
    def test_whoever_enters_with_its_move_fires_afterwards(self) -> None:
        found = means(squad(2, {"Gun": weapon("1/1")}), {"where": "reserve"}, first="move", second="attack")
        assert found["Gun"].against is None


class TestRounds:
    @rule("DUST-157", "DUST-160")
    @pytest.mark.parametrize(
        ("gun", "answers"),
        [
            (weapon("1/1", "4", "limited", ammo=3), ["one round", "2 rounds"]),
            (weapon("3/1-6/1-9/1", "4", "volley"), ["one round", "2 rounds"]),
            (weapon("1/1", "4", "limited", ammo=1), []),
            (weapon("1/1"), None),
            (weapon("-", "4", "limited", ammo=3), None),
            ({"range": "4", "kinds": ["limited"], "ammo": 3}, None),
        ],
    )
    def test_what_is_limited_or_a_volley_has_them(self, gun: Any, answers: list[str] | None) -> None:
        """Two soldiers fire two rounds at most; with a single round there is nothing to choose."""
        facts = [fact for fact in means(squad(2, {"Gun": gun}))["Gun"].facts if fact.key == "rounds:a/Gun"]
        assert [[english(text) for _, text in fact.answers] for fact in facts] == ([] if answers is None else [answers])
        assert [fact.shown for fact in facts] == [1] * len(facts)

    @rule("DUST-29", "DUST-34")
    @pytest.mark.parametrize(("told", "dice", "rounds"), [({}, 1, 1), ({"rounds:a/Gun": 2}, 2, 2)])
    def test_one_unless_more_are_told(self, told: Any, dice: int, rounds: int) -> None:
        card = squad(3, {"Gun": weapon("1/1", "4", "limited", ammo=3)})
        assert means(card, **told)["Gun"].dice == dice
        assert page(card, **told).args["lines"][0]["rounds"] == rounds
        assert [key for key, _ in means(card)["Gun"].facts[0].answers] == [1, 2, 3]


class TestFlames:
    OTHERS: ClassVar[dict[str, Any]] = {"f": seated(0, squad(2, name="Friend")), "h": seated(0, hero(name="H"), joined="a")}

    @rule("DUST-166", "DUST-34")
    @pytest.mark.parametrize(
        ("gun", "asked"), [(weapon("1/man", "2", "flamethrower"), True), (weapon("1/man", "1", "flamethrower"), False), (weapon("1/man", "2"), False)]
    )
    def test_who_else_burns_is_asked_of_long_flames(self, gun: Any, asked: bool) -> None:
        facts = means(squad(2, {"Gun": gun}), range=1)["Gun"].facts
        assert bool(facts) is asked
        if asked:
            assert ([key for key, _ in facts[0].answers], facts[0].several) == (["c"], True)

    @rule("DUST-166", "DUST-193")
    def test_a_row_for_each_with_what_was_told(self) -> None:
        """The friend in the way burns too, by the same line; rounds are those of each line."""
        arms = {"Fire": weapon("1/man", "2", "flamethrower", ammo=3), "Faust": weapon("1/1", "4", "limited", ammo=3)}
        found = page(squad(2, arms), None, self.OTHERS, **{"burns:a/Fire": ("f",), "rounds:a/Faust": 2})
        rows = [(row["weapon"], row["target"], row["rounds"]) for row in found.args["lines"] if row["attacker"] == "a"]
        assert rows == [("Fire", "b", 1), ("Fire", "f", 1), ("Faust", "b", 2)]
        assert all("sources" not in row for row in found.args["lines"])

    @rule("DUST-166", "DUST-62")
    def test_a_building_goes_with_the_row(self) -> None:
        card = walker(weapons={"Gun": weapon("2/1", "1-6", "artillery")})
        found = page(card, readings={"artilleryStructure": "structureKept"}, **{"target:inside": True})
        assert found.args["lines"][0]["sources"] == ("building",)
