"""What is left of an activation that was broken off, and what may be declared by itself."""

from typing import Any, ClassVar

import pytest

from engine.playing.duties import duties
from engine.playing.session import Session
from engine.values.events import Abandoned, Advanced
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.dust.guide import TWO_EACH, due, early, opened, refusals
from tests.games.dust.table import BOSS, GUN, RIFLES, RULES, H, M, at, hero, key, play, rule, seated, session, squad, walker


class TestBrokenOff:
    """An activation that is abandoned: its card is turned, what was declared may be done by itself,
    and it ends with the go."""

    UNITS: ClassVar[dict[str, Any]] = TWO_EACH

    def broken(self, *answers: Any, declared: tuple[str, ...] = ("move", "attack"), units: Any = None, **told: Any) -> Session:
        game = Session(RULES, at(units or self.UNITS))
        game.dispatch(opened("activation", unit="a", declared=list(declared), **told))
        play(game, *answers)
        game.dispatch(Abandoned())
        return game

    @rule("DUST-02", "DUST-04")
    def test_what_was_declared_is_still_offered(self) -> None:
        game = self.broken("none", "none")
        assert due(game) == [("move", {"unit": "a"}, False), ("attack", {"attacker": "a"}, False)]
        assert [english(each.text) for each in duties(RULES, game.state)] == ["Move: Rifles", "Attack: Rifles"]
        assert refusals(game, "activation", unit="c", declared=["move", "move"]) == ["DUST-08"]
        game.dispatch(opened("move", unit="a", dx=1, dy=0))
        assert due(game) == [("attack", {"attacker": "a"}, False)]
        game.dispatch(opened("attack", attacker="a", weapon="Rifle", target="b"))
        play(game, [M, M, M])
        assert refusals(game, "attack", attacker="a", weapon="Rifle", target="b") == ["DUST-08"]
        assert (due(game), refusals(game, "activation", unit="c", declared=["move", "move"])) == ([], ["DUST-07"])

    @rule("DUST-04", "DUST-08")
    def test_whoever_goes_on_leaves_the_rest(self) -> None:
        game = self.broken("none", "none")
        game.dispatch(Advanced())
        assert due(game) == [("activation", {}, True)]
        assert refusals(game, "activation", unit="b", declared=["move", "move"]) == []
        game.dispatch(opened("activation", unit="b", declared=["nothing", "nothing"]))
        assert (key(game), game.prompt.about) == ("who_reacts", ("b",))  # type: ignore[union-attr]

    @rule("DUST-73", "DUST-180")
    def test_a_dead_walkers_second_action_is_nobodys(self) -> None:
        """It is destroyed while its activation stands still: the other side acts, and nobody is
        asked for what the walker declared."""
        units = {"a": seated(0, walker(1)), "c": seated(0, RIFLES), "b": seated(1, RIFLES), "d": seated(1, RIFLES)}
        game = self.broken(True, declared=("move", "move"), units=units)
        game.dispatch(opened("reaction", reactor="b", enemy="a"))
        play(game, [H])
        game.dispatch(opened("attack", attacker="b", weapon="Rifle", target="a", **{"as": "reaction"}))
        play(game, [H, M, M])
        assert (game.state.unit("a").gone, due(game)) == (True, [])
        game.dispatch(Advanced())
        game.dispatch(opened("activation", unit="d", declared=["nothing", "move"]))
        play(game, "none")
        assert (key(game), game.prompt.about) == ("move", ("d",))  # type: ignore[union-attr]

    @rule("DUST-191", "DUST-08")
    def test_a_second_activation_is_had_once(self) -> None:
        units = {"a": seated(0, RIFLES, activated=True, reactivated=True), "b": seated(1, RIFLES)}
        game = self.broken(True, declared=("move", "nothing"), units=units)
        game.dispatch(Advanced())
        assert (game.state.seat, game.state.unit("a").count("reactivated")) == (1, 0)

    @rule("DUST-37", "DUST-04")
    def test_before_its_card_is_turned_nothing_has_begun(self) -> None:
        game = self.broken("none", declared=("attack", "nothing"))
        assert (due(game), game.state.unit("a").count("activated")) == ([("activation", {}, True)], 0)
        assert refusals(game, "activation", unit="c", declared=["move", "move"]) == []

    @rule("DUST-186", "DUST-95")
    def test_of_a_pair_the_hero_goes_on_alone(self) -> None:
        units = {"a": seated(0, squad(1)), "h": seated(0, hero(), joined="a"), "b": seated(1, RIFLES)}
        game = self.broken(True, declared=("move", "move"), units=units)
        game.dispatch(opened("reaction", reactor="b", enemy="a"))
        play(game, [H])
        game.dispatch(opened("attack", attacker="b", weapon="Rifle", target="a", assign={"a": 1}, **{"as": "reaction"}))
        play(game, [H, M, M])
        assert (game.state.unit("a").gone, due(game)) == (True, [("move", {"unit": "h"}, False)])

    @rule("DUST-186", "DUST-08")
    def test_a_hero_whose_squad_was_not_acting_does_not_begin_to(self) -> None:
        units = {"a": seated(0, RIFLES), "b": seated(1, squad(1)), "h": seated(1, hero(), joined="b")}
        game = session(units, "attack", attacker="a", weapon="Rifle", target="b", assign={"b": 1})
        play(game, [H, M, M])
        assert (game.state.unit("b").gone, game.state.trackers.get("acting")) == (True, None)

    @rule("DUST-02", "DUST-177")
    @pytest.mark.parametrize(
        ("card", "state", "declared", "left"),
        [
            (GUN, {"loaded": {"Rockets": False}}, ["reload", "nothing"], [("reload", {"unit": "a"}, False)]),
            (GUN, {}, ["reload", "nothing"], []),
            (BOSS, {}, ["makeshift_repair", "nothing"], [("command", {"unit": "a", "order": "makeshift_repair"}, False)]),
            (BOSS, {"alive": [0, 1]}, ["makeshift_repair", "nothing"], []),
            (hero(skills=["tank_head"]), {}, ["tank_head", "nothing"], [("tank_head", {"unit": "a"}, False)]),
            (RIFLES, {}, ["sustained"], [("attack", {"attacker": "a", "sustained": True}, False)]),
            (RIFLES, {"where": "reserve"}, ["move", "attack"], [("move", {"unit": "a"}, False)]),
            (RIFLES, {}, ["nothing", "skill"], []),
        ],
    )
    def test_every_action_that_can_be_done_by_itself(self, card: Any, state: Any, declared: list[str], left: Any) -> None:
        """What cannot be done any more is not asked for."""
        units = {"a": seated(0, card, activated=True, **state), "b": seated(1, RIFLES)}
        now = at(units, table={"acting": {"unit": "a", "left": declared}})
        game = Session(RULES, now)
        assert due(game) == left
        for procedure, told, _ in left:
            assert early(now, procedure, **told) == []


class TestDeclaring:
    """What a player can choose from when an activation opens."""

    @rule("DUST-04", "DUST-177")
    @pytest.mark.parametrize(
        ("card", "state", "words"),
        [
            (RIFLES, {}, ("move", "attack", "sustained", "nothing")),
            (RIFLES, {"where": "reserve"}, ("move", "attack", "nothing")),
            (GUN, {"loaded": {"Rockets": False}}, ("move", "attack", "sustained", "reload", "nothing")),
            (BOSS, {"alive": [0, 4]}, ("move", "attack", "sustained", "reactivate", "nothing")),
            (hero(skills=["tank_head", "berserk", "fast"]), {}, ("move", "attack", "sustained", "tank_head", "nothing")),
            (hero(skills=["tank_head"]), {"used": ["tank_head"]}, ("move", "attack", "sustained", "nothing")),
        ],
    )
    def test_actions_that_begin_or_follow_a_move(self, card: Any, state: Any, words: Any) -> None:
        now = at({"a": seated(0, card, **state)})
        assert RULES.opening("activation").words(now, pairs(unit="a")) == {"declared": words}

    @rule("DUST-33", "DUST-177")
    @pytest.mark.parametrize(
        ("declared", "readings", "used", "words"),
        [
            (("move", "attack"), {}, [], ("assault", "berserk", "heroic_attack")),
            (("move", "move"), {}, [], ("assault", "berserk", "charge", "heroic_attack")),
            (("move", "attack"), {}, ["berserk"], ("assault", "heroic_attack")),
            (("move", "attack"), {"silentSkillCost": "action"}, [], ("heroic_attack",)),
            (("skill", "attack"), {"silentSkillCost": "action"}, [], ("assault", "berserk", "heroic_attack")),
        ],
    )
    def test_skills_that_cost_no_action_are_declared_beside_them(self, declared: Any, readings: Any, used: list[str], words: Any) -> None:
        card = hero(skills=["assault", "berserk", "charge", "heroic_attack", "agile", "tank_head"])
        now = at({"a": seated(0, card, used=used)}, readings=readings)
        assert RULES.opening("activation").words(now, pairs(unit="a", declared=declared)) == {"skills": words}
        assert RULES.opening("activation").words(at({"b": seated(0, RIFLES)}), pairs(unit="b", declared=declared)) == {"skills": ()}
