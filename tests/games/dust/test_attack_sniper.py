"""A sniper names his man."""

from typing import Any, ClassVar

import pytest

from tests.games.asking import change
from tests.games.dust.table import H, M, assault, hero, key, options, play, refused, rule, said, seated, session, shot, squad, walker, weapon


class TestSniper:
    TEAM = squad(
        2,
        {"Long Rifle": weapon("1/1", "6"), "Pistol": weapon("1/1", "6")},
        skills=["sniper"],
        models=[{"weapons": ["Long Rifle"], "role": "sniper"}, {"weapons": ["Pistol"], "role": "spotter"}],
    )
    MEN = squad(2, {"Rifle": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Rifle"]}, {"weapons": ["Faust"]}])

    @rule("DUST-134")
    def test_he_alone_names_a_man_who_is_there(self) -> None:
        assert change(shot(by=self.TEAM, weapon="Long Rifle", target=self.MEN, named=1, roll={"attack": [M]}), "b", "alive") == [0]  # his spotter: a blank hits
        assert refused(shot(by=self.TEAM, weapon="Pistol", named=1)) == ["DUST-134"]
        assert "odds" in shot(by=self.TEAM, weapon="Pistol", named=1, skills=["sniper"])
        assert refused(shot(by=squad(1, {"Gun": weapon("1/1")}, skills=[]), named=1)) == ["DUST-134"]
        assert "odds" in shot(by=squad(1, {"Gun": weapon("1/1")}, skills=["sniper"]), named=1)  # the card names no miniature for it
        assert refused(shot(named="b")) == refused(shot(target=hero(), named=0)) == ["DUST-134"]
        assert "odds" in shot(named=4, readings={"sniperHero": "no"})
        assert refused(shot(named=5)) == refused(shot(named="nobody")) == refused(shot(target=walker(), named=0)) == ["DUST-134"]

    @rule("DUST-134", "DUST-33")
    @pytest.mark.parametrize(("reading", "asked"), [("yes", ["0", "1", "h"]), ("no", ["0", "1"])])
    def test_he_is_asked_for_his_man(self, reading: str, asked: list[str]) -> None:
        units = {"s": seated(0, self.TEAM), "b": seated(1, self.MEN), "h": seated(1, hero(), joined="b")}
        game = session(units, readings={"sniperHero": reading}, unit="s", declared=["attack", "nothing"])
        play(game, "b", "none", 3, "none")
        assert (key(game), options(game)) == ("named:Long Rifle", asked)
        play(game, "1", [M])
        assert game.state.unit("b").trackers["alive"] == (0,)

    @rule("DUST-134")
    def test_he_may_name_the_hero_at_the_table(self) -> None:
        units = {"s": seated(0, self.TEAM), "b": seated(1, self.MEN), "h": seated(1, hero(), joined="b")}
        game = session(units, unit="s", declared=["attack", "nothing"])
        play(game, "b", "none", 3, "none", "h", [M])
        assert game.state.unit("h").count("damage") == 1

    @rule("DUST-134")
    def test_nobody_else_is_asked(self) -> None:
        game = session({"s": seated(0, squad(2)), "b": seated(1, self.MEN)}, unit="s", declared=["attack", "nothing"])
        assert play(game, "b", 3, "none") == ["target:Rifle", "range:b", "cover:b"]
        assert key(game) == "attack:0"

    @rule("DUST-134")
    def test_named_beforehand_he_is_not_asked(self) -> None:
        units = {"s": seated(0, self.TEAM), "b": seated(1, self.MEN)}
        lines = [{"weapon": "Long Rifle", "target": "b", "range": 3, "cover": "none", "named": 1}]
        game = session(units, unit="s", declared=["attack", "nothing"], lines=lines)
        play(game, [M])
        assert game.state.unit("b").trackers["alive"] == (0,)

    SHARED = squad(
        3,
        {"Gun": weapon("1/1", "6"), "Knife": weapon("1/1", "C")},
        skills=["sniper"],
        models=[{"weapons": ["Gun"], "role": "sniper"}] + [{"weapons": ["Gun"]}] * 2,
    )

    @rule("DUST-134")
    @pytest.mark.parametrize(
        ("weapon_", "alive", "refs"), [("Gun", [0, 1, 2], None), ("Gun", [1, 2], ["DUST-134"]), ("Knife", [0, 1], None), ("Knife", [1], ["DUST-134"])]
    )
    def test_his_mates_do_not_name_a_man(self, weapon_: str, alive: list[int], refs: Any) -> None:
        """Nor do they once he is dead: the skill was his alone."""
        assert said(shot(by=self.SHARED, state={"alive": alive}, weapon=weapon_, named=1)) == refs

    @rule("DUST-134", "DUST-38")
    @pytest.mark.parametrize(
        ("told", "dice_", "left"),
        [
            ({}, [1, 2], [0, 1]),  # his man, the Faust, and one of the owner's choice
            ({"bearers": 2}, [1, 1], [0, 1]),
            ({"bearers": 1}, [1], [0, 1, 2]),
            ({"named": None}, [3], [0, 1]),
        ],
    )
    def test_on_a_shared_line_only_his_die_is_aimed(self, told: Any, dice_: list[int], left: list[int]) -> None:
        """One hit of the sniper at the Faust, one of his mates at whom the owner chooses."""
        men = squad(4, {"Rifle": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Rifle"]}] * 3 + [{"weapons": ["Faust"]}])
        rolled = [H, H, M][: sum(dice_)]
        reply = shot(by=self.SHARED, target=men, roll={"attack": rolled}, answers={"loss": "2" if told.get("named", 3) else "3"}, **{"named": 3, **told})
        assert [check["dice"] for check in reply["checks"] if check["what"].startswith("attack")] == dice_
        assert change(reply, "b", "alive") == left

    @rule("DUST-134", "DUST-160")
    def test_rounds_of_a_shared_stock_are_parted_too(self) -> None:
        """Two rounds are fired: one by the sniper, one by a mate; both are spent."""
        card = squad(
            3, {"Gun": weapon("1/1", "6", "limited", ammo=3)}, skills=["sniper"], models=[{"weapons": ["Gun"], "role": "sniper"}] + [{"weapons": []}] * 2
        )
        for reading in ("declaration", "lineByLine"):
            reply = shot(by=card, named=4, rounds=2, roll={"attack": [H], "attack:mates": [M]}, readings={"diceCount": reading})
            assert (change(reply, "b", "alive"), change(reply, "a", "ammo.Gun")) == ([0, 1, 2, 3], 1)

    @rule("DUST-134", "DUST-50")
    def test_in_close_combat_too(self) -> None:
        reply = shot(by=self.SHARED, weapon="Knife", named=0, range=1, retaliation=[], roll={"attack": [H], "attack:mates": [H, M]})
        assert change(reply, "b", "alive") == [1, 2, 3]

    @rule("DUST-134")
    @pytest.mark.parametrize("target", [walker(), hero(), squad(3)])
    def test_where_all_are_alike_nothing_is_asked(self, target: Any) -> None:
        game = session({"s": seated(0, self.TEAM), "b": seated(1, target)}, unit="s", declared=["attack", "nothing"])
        asked = play(game, "b", "none", 3)
        assert not any(each.startswith("named") for each in (*asked, str(key(game))))


class TestSnipersMan:
    """A rifle fires first, then the sniper at the man he named."""

    TEAM = squad(2, {"Long": weapon("1/2", "6"), "Gun": weapon("1/1", "6")}, models=[{"weapons": ["Long"], "role": "sniper"}, {"weapons": ["Gun"]}])
    MEN = squad(3, {"Rifle": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Faust"]}])
    BOTH: ClassVar[dict[str, Any]] = {"attack:0": [H], "attack:1": [H]}

    @rule("DUST-134", "DUST-35")
    @pytest.mark.parametrize(("excess", "alive"), [("lost", [0, 1]), ("owner", None)])
    def test_he_fell_before(self, excess: str, alive: Any) -> None:
        """The owner gives up the Faust; the shot at him hits nobody else, or by the other
        reading both points are the owner's."""
        reply = assault(
            {"a": seated(0, self.TEAM), "b": seated(1, self.MEN)},
            ("Gun", "b"),
            ("Long", "b", {"named": 2}),
            readings={"sniperExcess": excess},
            roll=self.BOTH,
            answers={"loss": "2"},
        )
        assert (reply["after"]["b"].get("alive"), reply["after"]["b"]["where"]) == (alive, "table" if alive else "destroyed")

    @rule("DUST-134", "DUST-97")
    def test_the_hero_named_fell_before(self) -> None:
        units = {"a": seated(0, self.TEAM), "b": seated(1, self.MEN), "h": seated(1, hero(1), joined="b")}
        reply = assault(units, ("Gun", "b"), ("Long", "b", {"named": "h"}), roll=self.BOTH, assign={"h": 1})
        assert ("alive" in reply["after"]["b"], reply["after"]["h"]["where"]) == (False, "destroyed")

    @rule("DUST-134", "DUST-186")
    def test_his_squad_fell_before(self) -> None:
        """The hero who is left was not named: he loses nothing."""
        units = {"a": seated(0, self.TEAM), "b": seated(1, squad(1)), "h": seated(1, hero(3), joined="b")}
        reply = assault(units, ("Gun", "b"), ("Long", "b", {"named": 0}), roll=self.BOTH, assign={"b": 1})
        assert (reply["after"]["h"].get("damage", 0), reply["after"]["b"]["where"]) == (0, "destroyed")

    @rule("DUST-134", "DUST-97")
    @pytest.mark.parametrize(("assign", "men", "hurt"), [({"h": 1}, 2, 1), ({"b": 1}, 1, 0)])
    def test_what_is_too_much_is_shared_by_the_owner(self, assign: Any, men: int, hurt: int) -> None:
        """Two points at one man: he falls, and by one reading the owner puts the other on the
        hero or on a second man."""
        units = {"a": seated(0, self.TEAM), "b": seated(1, squad(3)), "h": seated(1, hero(3), joined="b")}
        reply = assault(units, ("Long", "b", {"named": 2}), readings={"sniperExcess": "owner"}, roll={"attack:0": [H]}, assign=assign)
        assert (len(reply["after"]["b"]["alive"]), reply["after"]["h"].get("damage", 0)) == (men, hurt)
