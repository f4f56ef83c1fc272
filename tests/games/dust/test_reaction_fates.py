"""Who may react, and what his fire would do to the active unit."""

from fractions import Fraction
from math import comb
from typing import Any

from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust.table import KNIFE, RIFLES, H, M, hero, key, play, rule, seated, session, squad, walker, weapon


def binomial(dice: int, hits: int) -> Fraction:
    return comb(dice, hits) * Fraction(1, 3) ** hits * Fraction(2, 3) ** (dice - hits)


class TestFates:
    """What a try would do, the roll to react included."""

    def fates(self, units: Any, **told: Any) -> dict[str, tuple[str, dict[str, Fraction]]]:
        game = session(units, unit="a", **{"declared": ["move", "nothing"], "leaves": True, **told})
        assert game.prompt
        assert game.prompt.key == "who_reacts"
        _, *able = game.prompt.options
        return {each.key: (english(each.text), dict(each.fates())) for each in able if each.fates}

    @rule("DUST-65", "DUST-64")
    def test_of_each_who_may_try(self) -> None:
        """Against two men: three rifles after one die, and a Cannon of two dice after two dice."""
        units = {
            "a": seated(0, squad(2)),
            "b": seated(1, RIFLES),
            "c": seated(1, walker(name="C", skills=["advanced_reactive_fire"], weapons={"Cannon": weapon("2/1", "U")})),
        }
        ready, sure = Fraction(1, 3), Fraction(5, 9)
        one, two = ready * binomial(3, 1), ready * (binomial(3, 2) + binomial(3, 3))
        assert self.fates(units) == {
            "b": ("Rifles: one die, 33 %", {"none": 1 - one - two, "hurt": one, "destroyed": two}),
            "c": ("C: 2 dice, 56 %", {"none": 1 - sure * Fraction(5, 9), "hurt": sure * Fraction(4, 9), "destroyed": sure * Fraction(1, 9)}),
        }

    @rule("DUST-64", "DUST-27")
    def test_at_the_distance_that_was_told(self) -> None:
        """Three squares: the rifles, not the knives; one square: both, and nobody strikes back."""
        units = {"a": seated(0, walker(1)), "b": seated(1, squad(1, {"Rifle": weapon("1/1"), "Knife": KNIFE}))}
        for squares, count, where in ((3, 1, "Squad, 3 squares away"), (1, 2, "Squad, one square away")):
            lines = [{"weapon": "Cannon", "target": "b", "range": squares}]
            text, found = self.fates(units, declared=["move", "attack"], lines=lines)["b"]
            assert text == f"{where}: one die, 33 %"
            assert found["destroyed"] == Fraction(1, 3) * (1 - binomial(count, 0))

    @rule("DUST-64", "DUST-54")
    def test_elsewhere_at_the_distance_that_most_of_its_guns_reach(self) -> None:
        """Artillery from four squares and a gun of six squares: both of them, from four to six."""
        arms = {"Rockets": weapon("1/1", "A"), "Gun": weapon("1/1", "6"), "Pistol": weapon("1/1", "3-5")}
        found = self.fates({"a": seated(0, walker(1)), "b": seated(1, walker(weapons=arms))})["b"][1]
        assert found["destroyed"] == Fraction(1, 3) * (1 - binomial(3, 0))

    @rule("DUST-64", "DUST-49")
    def test_knives_where_there_is_nothing_else(self) -> None:
        """Two men who can only be next to it: two dice."""
        found = self.fates({"a": seated(0, walker(1)), "b": seated(1, squad(2, {"Knife": KNIFE}))})["b"][1]
        assert found["destroyed"] == Fraction(1, 3) * (1 - binomial(2, 0))

    @rule("DUST-157", "DUST-160")
    def test_with_one_round_of_what_is_limited(self) -> None:
        arms = {"Faust": weapon("1/1", "3", "limited", ammo=3)}
        found = self.fates({"a": seated(0, walker(1)), "b": seated(1, squad(3, arms))})["b"][1]
        assert found["destroyed"] == Fraction(1, 9)

    @rule("DUST-97", "DUST-180")
    def test_a_pair_is_gone_when_both_are(self) -> None:
        """One man and a hero of one point: two hits of two dice for both."""
        units = {"a": seated(0, squad(1)), "h": seated(0, hero(1), joined="a"), "b": seated(1, squad(2, {"Rifle": weapon("1/1")}))}
        found = self.fates(units)["b"][1]
        assert (found["destroyed"], found["hurt"]) == (Fraction(1, 27), Fraction(4, 27))

    @rule("DUST-64")
    def test_nothing_where_a_card_is_silent(self) -> None:
        units = {"a": {"card": {"kind": "squad", "armor": "S2"}, "seat": 0}, "b": seated(1, RIFLES)}
        assert self.fates(units)["b"][1] == {}


@rule("DUST-70", "DUST-121")
def test_several_react_to_either_move_of_a_charge() -> None:
    """Each unit that may try is asked after both Moves, by the readings that allow it."""
    readings = {"chargeReaction": "eitherMove", "reactionsPerActivation": "many"}
    units = {"a": seated(0, squad(2, {"Knife": KNIFE}, skills=["charge"])), "b": seated(1, squad(2)), "c": seated(1, squad(2))}
    lines = [{"weapon": "Knife", "target": "b"}]
    game = session(units, unit="a", declared=["charge"], lines=lines, leaves=True, readings=readings)
    assert play(game, "b", 2, [M], "none") == ["who_reacts", "range:a", "reaction", "who_reacts"]
    assert (key(game), [each.key for each in game.prompt.options]) == ("who_reacts", ["none", "c"])  # type: ignore[union-attr]


@rule("DUST-70", "DUST-65")
def test_nobody_else_reacts_to_a_unit_that_a_reaction_destroyed() -> None:
    """By the reading that lets several try, asked of a table on which no game is played."""
    shooters = {each: seated(1, squad(5)) for each in ("b", "c")}
    told = {"unit": "a", "declared": ["move", "move"], "leaves": True, "answers": {"who_reacts": "b", "range:a": 2}}
    readings = {"reactionsPerActivation": "many"}
    reply = ask("dust", "activation", {"a": seated(0, squad(1)), **shooters}, readings, **told, roll={"reaction": [H], "attack": [H] * 5})
    assert {unit: at.get("activated", False) for unit, at in reply["after"].items()} == {"a": True, "b": True, "c": False}
    assert reply["result"]["destroyed:a"] == "yes"
