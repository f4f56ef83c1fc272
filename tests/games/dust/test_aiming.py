"""An attack at the table: targets named beforehand, then what only the players see."""

from typing import Any, ClassVar

import pytest

from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust.table import NAPALM, RULES, H, M, at, hero, key, options, play, rule, said, seated, session, squad, thrown, walker, weapon


class TestTheAttackAtTheTable:
    """What is asked of the players before the dice, and what is not."""

    ARMS: ClassVar[dict[str, Any]] = {
        "Rifle": weapon("1/1"),
        "Grenade Pistol": weapon("1/1"),
        "Volley": weapon("1/1-2/1", "4", "volley"),
        "Faust": weapon("1/1", "3", "limited", ammo=3),
        "Napalm": weapon("1/man", "2", "flamethrower"),
        "Torch": weapon("1/man", "1", "flamethrower"),
        "Stick": weapon("-"),
    }
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, squad(2, ARMS)),
        "b": seated(1, squad(3), cover="hard"),
        "h": seated(1, hero(), joined="b"),
        "w": seated(1, walker()),
        "x": seated(1, squad(3), where="destroyed"),
        "l": seated(1, hero()),
    }

    def asked(self, *lines: Any, answers: Any = (), unit: str = "a", **told: Any) -> list[str]:
        """What is asked, in order, until the dice."""
        rows = [{"weapon": name, "target": target, **more} for name, target, more in lines]
        game = Session(RULES, at(told.pop("units", self.UNITS)))
        game.overrule(Opened("activation", frozen({"unit": unit, "declared": ["attack", "nothing"], "lines": rows, **told})))  # type: ignore[arg-type]
        found, todo = [], list(answers)
        while game.prompt and game.prompt.kind != "roll" and game.prompt.key != "who_reacts":
            found.append(f"{game.prompt.key}={game.prompt.default}")
            game.answer(frozen(todo.pop(0)))
        return [*found, *([f"{thrown(game)} dice"] if game.prompt and game.prompt.kind == "roll" else [])]

    @rule("DUST-39", "DUST-157")
    @pytest.mark.parametrize(
        ("lines", "answers", "asked"),
        [
            ([("Rifle", "b", {})], [4, "soft"], ["range:b=1", "cover:b=hard", "2 dice"]),
            ([("Rifle", "b", {}), ("Torch", "b", {})], [4, "soft"], ["range:b=1", "cover:b=hard", "2 dice"]),
            ([("Rifle", "b", {})], [5, "soft"], ["range:b=1", "cover:b=hard"]),
            ([("Rifle", "b", {})], [0], ["range:b=1"]),
            ([("Rifle", "b", {"range": 4})], ["none"], ["cover:b=hard", "2 dice"]),
            ([("Rifle", "b", {"cover": "none"})], [4], ["range:b=1", "2 dice"]),
            ([("Rifle", "h", {"range": 4})], ["none"], ["cover:h=none", "2 dice"]),
            ([("Rifle", "l", {})], [4], ["range:l=1", "2 dice"]),
            ([("Rifle", "w", {})], [4], ["range:w=1", "2 dice"]),
            ([("Grenade Pistol", "b", {})], [4], ["range:b=1", "2 dice"]),
            ([("Faust", "b", {"range": 3, "cover": "none"})], [1], ["rounds:Faust=2", "1 dice"]),
            ([("Faust", "b", {"range": 3, "cover": "none"})], [0], ["rounds:Faust=2"]),
            ([("Faust", "b", {"range": 3, "cover": "none", "rounds": 2})], [], ["2 dice"]),
            ([("Volley", "w", {"range": 4})], [2], ["rounds:Volley=1", "2 dice"]),
            ([("Stick", "w", {"range": 4})], [], []),
            ([("Stick", "b", {})], [], []),
            ([("Rifle", "x", {})], [], []),
            ([("Faust", "x", {"range": 3, "cover": "none", "rounds": 1})], [], []),
        ],
    )
    def test_what_is_asked_before_the_dice(self, lines: Any, answers: Any, asked: list[str]) -> None:
        """The range once for each target, cover only where it helps, rounds only of what is
        limited; not in reach or not there is not fired."""
        assert self.asked(*lines, answers=answers) == asked

    @rule("DUST-37", "DUST-95")
    def test_whom_each_line_may_have(self) -> None:
        """A dash has no target; flames of range 1 have no path, and nobody is asked after where
        nobody is aimed at."""
        units = {**self.UNITS, "a": seated(0, squad(2, {key: self.ARMS[key] for key in ("Stick", "Torch", "Napalm", "Rifle")}))}
        game = session(units, unit="a", declared=["attack", "nothing"])
        assert play(game, "b", "none", "none", 1) == ["target:Torch", "target:Napalm", "target:Rifle", "range:b"]
        burner = {
            "s": seated(0, squad(weapons={"Knife": weapon("-", "C")})),
            "f": seated(0, hero(weapons={"Napalm": self.ARMS["Napalm"]}), joined="s"),
            "b": seated(1, squad()),
            "o": seated(1, squad()),
        }
        game = session(burner, unit="s", declared=["attack", "nothing"])
        play(game, "b")
        assert (key(game), options(game)) == ("burns:Napalm", ["none", "o"])  # not his own squad


class TestDeclaredLines:
    """What forbids a line before its unit is activated, and what is only seen when it is fired."""

    ARMS: ClassVar[dict[str, Any]] = {
        "Rifle": weapon("1/1"),
        "Gun": weapon("2/1", "A"),
        "Stick": weapon("-"),
        "Faust": weapon("1/1", "3", ammo=2),
        "Knife": weapon("1/1", "C"),
    }
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, squad(3, ARMS, skills=[]), loaded={"Gun": False}),
        "b": seated(1, squad(3)),
        "f": seated(0, squad(2)),
        "x": seated(1, squad(), where="destroyed"),
        "r": seated(1, squad(), where="reserve"),
        "t": seated(1, {"kind": "trap"}),
    }

    def declared(self, *lines: Any, actions: Any = ("attack", "nothing"), **told: Any) -> dict[str, Any]:
        rows = [{"weapon": name, "target": target, "range": 2, "cover": "none", **more} for name, target, more in lines]
        return ask("dust", "activation", self.UNITS, unit="a", declared=list(actions), lines=rows, **told)

    @rule("DUST-160", "DUST-180")
    @pytest.mark.parametrize(
        ("lines", "refs"),
        [
            ([("Rifle", "f", {})], ["DUST-29"]),
            ([("Stick", "b", {})], ["DUST-31"]),
            ([("Rifle", "x", {})], ["DUST-180"]),
            ([("Rifle", "r", {})], ["DUST-188"]),
            ([("Gun", "b", {"range": 5})], ["DUST-55"]),
            ([("Faust", "b", {"rounds": 3})], ["DUST-160"]),
            ([("Rifle", "b", {}), ("Rifle", "t", {})], ["DUST-44"]),
            ([("Rifle", "b", {"named": 1})], ["DUST-134"]),
            ([("Rifle", "b", {"range": 9})], None),
            ([("Rifle", "b", {}), ("Knife", "b", {"range": 1})], None),
        ],
    )
    def test_what_forbids_a_line(self, lines: Any, refs: Any) -> None:
        assert said(self.declared(*lines)) == refs
        forced = self.declared(*lines, overrule=True)
        assert "odds" in forced  # nothing is beyond an overruling, and a dash or a dead target is still not fired

    @rule("DUST-121", "DUST-33")
    @pytest.mark.parametrize(("name", "refs"), [("Rifle", ["DUST-121"]), ("Knife", None)])
    def test_a_charge_is_declared_with_its_weapons(self, name: str, refs: Any) -> None:
        charger = {**self.UNITS, "a": seated(0, squad(3, self.ARMS, skills=["charge"]))}
        told = {"declared": ["move", "move"], "skills": ["charge"], "lines": [{"weapon": name, "target": "b", "range": 1}]}
        assert said(ask("dust", "activation", charger, unit="a", **told)) == refs

    @rule("DUST-128", "DUST-02")
    @pytest.mark.parametrize(("actions", "skills"), [(["reload", "attack"], []), (["skill", "attack"], ["reload"])])
    def test_a_skill_is_told_as_the_action_or_beside_it(self, actions: list[str], skills: list[str]) -> None:
        reply = self.declared(("Gun", "b", {"range": 5}), actions=actions, skills=skills, roll={"attack:0": [M] * 6})
        assert [(each["what"], each["dice"]) for each in reply["checks"]] == [("attack:0", 6)]

    @rule("DUST-02", "DUST-177")
    def test_a_skill_is_done_in_its_place(self) -> None:
        """A Move, then the Skill that reloads: the Move is asked for first, and the gun is still
        empty."""
        game = session(self.UNITS, unit="a", declared=["move", "skill"], skills=["reload"])
        assert (key(game), game.state.unit("a").trackers["loaded"]) == ("move", frozen({"Gun": False}))

    @rule("DUST-29", "DUST-33")
    def test_whoever_reloads_still_aims_at_enemies(self) -> None:
        assert said(self.declared(("Rifle", "f", {}), actions=["reload", "attack"])) == ["DUST-29"]

    @rule("DUST-137", "DUST-177")
    def test_a_skill_with_a_cost_is_none_of_the_attack(self) -> None:
        units = {"a": seated(0, hero(skills=["tank_head"])), "w": seated(0, walker(), damage=2), "b": seated(1, walker(9, {"Stick": weapon("-")}))}
        reply = ask(
            "dust",
            "activation",
            units,
            unit="a",
            declared=["attack", "skill"],
            skills=["tank_head"],
            lines=[{"weapon": "Pistol", "target": "b", "range": 2}],
            answers={"for:tank_head": "w"},
            roll={"attack:0": [M]},
        )
        assert ("damage" in reply["after"]["w"], reply["after"]["a"]["used"]) == (False, ["tank_head"])

    @rule("DUST-180", "DUST-125")
    @pytest.mark.parametrize(("question", "told"), [("heroic_attack", {}), ("tank_head", {"target": "w"}), ("reload", {})])
    def test_the_dead_use_nothing(self, question: str, told: Any) -> None:
        card = hero(weapons={"Gun": weapon("1/1", "A")}, skills=["heroic_attack", "tank_head"])
        for state, refs in (({"where": "destroyed"}, ["DUST-180"]), ({"damage": 4}, ["DUST-180"]), ({}, None)):
            units = {"h": seated(0, card, loaded={"Gun": False}, **state), "w": seated(0, walker(), damage=1)}
            assert said(ask("dust", question, units, unit="h", **told)) == refs


class TestBetweenDeclarationAndFire:
    @rule("DUST-128", "DUST-33")
    def test_of_two_empty_weapons_one_is_reloaded(self) -> None:
        """Both are aimed, the mortar is reloaded: the rockets stay silent, and nobody is asked
        how far their target is."""
        card = walker(weapons={"Rockets": weapon("2/1", "A"), "Mortar": weapon("3/1", "A")})
        units = {
            "g": seated(0, card, loaded={"Rockets": False, "Mortar": False}),
            "b": seated(1, walker(9, {"Stick": weapon("-")})),
            "c": seated(1, walker(9, {"Stick": weapon("-")})),
        }
        game = session(units, unit="g", declared=["reload", "attack"])
        assert play(game, "b", "c", "Mortar", 5) == ["target:Rockets", "target:Mortar", "reload", "range:c"]
        assert (key(game), thrown(game)) == ("attack:0", 3)

    @rule("DUST-160", "DUST-73")
    def test_men_fell_in_between(self) -> None:
        """Three rounds were declared, the reaction leaves two men: two are fired, and two are
        spent."""
        card = squad(3, {"Faust": weapon("1/1", "3", ammo=3)})
        units = {"a": seated(0, card), "b": seated(1, walker(9, {"Gun": weapon("1/1", "U")}))}
        game = session(units, unit="a", declared=["move", "attack"], lines=[{"weapon": "Faust", "target": "b", "range": 2, "rounds": 3}])
        play(game, True, "b", 2, [H], "none", [H])
        assert thrown(game) == 2
        play(game, [M, M])
        assert game.state.unit("a").trackers["ammo"]["Faust"] == 1  # type: ignore[index, call-overload]

    @rule("DUST-57", "DUST-32")
    def test_a_gun_that_does_not_see_what_its_observer_sees(self) -> None:
        """The rockets need no sight and 4 squares, its own MG needs sight: both are asked."""
        gun = walker(weapons={"Rockets": weapon("2/1", "A"), "MG": weapon("1/1", "9")})
        units = {"o": seated(0, squad(skills=["artillery_strike"])), "g": seated(0, gun), "b": seated(1, walker(9, {"Stick": weapon("-")}))}
        game = session(units, unit="o", declared=["artillery_strike", "nothing"])
        assert play(game, "g", "b", "b", 5, 0) == ["artillery", "mark", "target:MG", "range:b", "range:b"]
        assert (key(game), thrown(game)) == ("attack:0", 2)
        play(game, [M, M])
        assert game.prompt is None

    @rule("DUST-32", "DUST-57")
    @pytest.mark.parametrize(
        ("strike", "text"), [(True, "how many squares from Walker to Squad, seen or not?"), (False, "how many squares from Walker to Squad?")]
    )
    def test_rockets_need_sight_unless_somebody_observes_for_them(self, strike: bool, text: str) -> None:
        units = {"o": seated(0, squad(skills=["artillery_strike"])), "g": seated(0, walker(weapons={"Rockets": weapon("2/1", "A")})), "b": seated(1, squad())}
        game = session(units, unit="o" if strike else "g", declared=["artillery_strike" if strike else "attack", "nothing"])
        play(game, *(["g", "b"] if strike else ["b"]))
        assert game.prompt
        assert english(game.prompt.text) == text

    @rule("DUST-116", "DUST-36")
    @pytest.mark.parametrize(("skills", "reaction", "ammo"), [([], M, {"Faust": 0}), (["bad_ass"], M, None), (["bad_ass"], H, {"Faust": 0})])
    def test_what_was_fired_is_back_for_a_living_bad_ass(self, skills: list[str], reaction: str, ammo: Any) -> None:
        """The only round is fired; whoever falls to the reaction gets nothing back."""
        units = {"a": seated(0, squad(1, {"Faust": weapon("1/1", "3", ammo=1)}, skills=skills)), "b": seated(1, walker(9, {"Gun": weapon("1/1", "U")}))}
        game = session(units, unit="a", declared=["attack", "nothing"], lines=[{"weapon": "Faust", "target": "b", "range": 2, "rounds": 1}])
        play(game, [M], "b", 2, [reaction], *(["none", [H]] if reaction == H else []))
        assert (game.prompt, game.state.unit("a").trackers.get("ammo")) == (None, frozen(ammo))

    @rule("DUST-116", "DUST-186")
    def test_bad_ass_of_the_hero_who_is_left(self) -> None:
        """His squad falls to the reaction, he fires his only round: at the end of the activation
        it is back."""
        units = {
            "s": seated(0, squad(1)),
            "h": seated(0, hero(weapons={"Faust": weapon("1/1", "3", ammo=1)}, skills=["bad_ass"]), joined="s"),
            "b": seated(1, walker(9, {"Gun": weapon("1/1", "U")})),
        }
        game = session(units, unit="s", declared=["move", "attack"], lines=[{"weapon": "Faust", "target": "b", "range": 2, "rounds": 1, "attacker": "h"}])
        play(game, True, "b", 2, [H], "none", [H], 0, [M])
        assert (game.prompt, game.state.unit("s").gone, game.state.unit("h").trackers.get("ammo")) == (None, True, None)


class TestInBuildings:
    """Units inside a building stand on the board like others."""

    INSIDE: ClassVar[dict[str, Any]] = {"where": "inside"}

    @rule("DUST-79", "DUST-80")
    def test_they_are_targets(self) -> None:
        units = {
            "a": seated(0, squad()),
            "b": seated(1, squad(), **self.INSIDE),
            "r": seated(1, squad(), where="reserve"),
            "x": seated(1, squad(), on_board=False),
        }
        assert options(session(units, unit="a", declared=["attack", "move"])) == ["none", "b"]

    @rule("DUST-64", "DUST-75")
    def test_they_react(self) -> None:
        units = {"a": seated(0, squad()), "b": seated(1, squad(), **self.INSIDE), "r": seated(1, squad(), where="reserve")}
        game = session(units, unit="a", declared=["nothing", "nothing"])
        assert options(game) == ["none", "b"]

    @rule("DUST-58", "DUST-166")
    def test_they_are_called_and_burn(self) -> None:
        gun = walker(weapons={"Rockets": weapon("2/1", "A")})
        units = {"o": seated(0, squad(skills=["artillery_strike"])), "g": seated(0, gun, **self.INSIDE), "b": seated(1, squad())}
        assert options(session(units | {"e": seated(1, gun)}, unit="o", declared=["artillery_strike", "nothing"])) == ["none", "g"]
        burning = {"a": seated(0, walker(weapons={"Napalm": NAPALM})), "f": seated(0, squad(), **self.INSIDE), "b": seated(1, squad())}
        game = session(burning, unit="a", declared=["attack", "nothing"])
        play(game, "b")
        assert options(game) == ["none", "f"]


@rule("DUST-57", "DUST-32")
def test_how_far_a_target_is_stays_known_after_indirect_fire() -> None:
    """Told as five squares for the rockets, seen or not: the machine gun of the same walker asks
    again, because it has to see, and begins with five."""
    watch = squad(skills=["artillery_strike"], name="Watch")
    units = {
        "o": seated(0, watch),
        "g": seated(0, walker(weapons={"Rockets": weapon("2/1", "A"), "MG": weapon("2/1", "6")})),
        "b": seated(1, walker(9), activated=True),
    }
    game = session(units, unit="o", declared=["artillery_strike", "nothing"])
    assert play(game, "g", "b", "b", 5) == ["artillery", "mark", "target:MG", "range:b"]
    assert game.prompt
    assert (game.prompt.key, game.prompt.default) == ("range:b", 5)
