"""One activation at a time, declared first, the sides in turn; reactions, indirect fire and
blows back answer to something."""

from typing import Any, ClassVar

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.playing.session import Session
from engine.values.events import Advanced
from engine.values.maps import frozen, pairs
from tests.games.dust.guide import SPENT, TWO_EACH, opened, refusals
from tests.games.dust.table import BOSS, GUN, RIFLES, RULES, H, M, acting, at, key, options, play, rule, seated, session, squad, tell, walker


class TestOneAtATime:
    UNITS: ClassVar[dict[str, Any]] = TWO_EACH

    def begun(self, *answers: Any, declared: tuple[str, ...] = ("move", "move"), units: Any = None, **told: Any) -> Session:
        game = Session(RULES, at(units or self.UNITS))
        game.dispatch(opened("activation", unit="a", declared=list(declared), **told))
        play(game, *answers)
        return game

    @rule("DUST-07", "DUST-08")
    def test_no_activation_inside_another(self) -> None:
        """Not of another unit, not of the same one; nor does the other act in between."""
        game = self.begun(True)
        assert key(game) == "who_reacts"
        told = {"declared": ["move", "nothing"]}
        assert refusals(game, "activation", unit="c", **told) == ["DUST-08"]
        assert refusals(game, "activation", unit="a", **told) == ["DUST-08"]
        assert refusals(game, "move", unit="c", dx=1, dy=0) == ["DUST-08"]
        assert refusals(game, "attack", attacker="d", weapon="Cannon", target="a") == ["DUST-08"]
        shot_ = {"attacker": "d", "weapon": "Cannon", "target": "a", "as": "reaction"}
        assert (refusals(game, "attack", **shot_), refusals(game, "reaction", reactor="d", enemy="a")) == (["DUST-65"], [])
        game.dispatch(opened("reaction", reactor="d", enemy="a"))
        play(game, [H])
        assert (refusals(game, "attack", **shot_), refusals(game, "reaction", reactor="b", enemy="a")) == ([], ["DUST-70"])

    @rule("DUST-08", "DUST-66")
    def test_two_reasons_of_one_rule_name_it_once(self) -> None:
        """Its card is turned, and another is acting: one rule, told with both reasons."""
        play = Game(RULESETS, "dust")
        units = {"a": seated(0, RIFLES, **SPENT), "c": seated(0, RIFLES), "b": seated(1, RIFLES)}
        play.do({"do": "start", "state": {"step": "activation", "turn": 2, "units": units}})
        two = ["move", "move"]
        play.do({"do": "open", "procedure": "activation", "with": {"unit": "c", "declared": two}})
        against = play.do({"do": "open", "procedure": "activation", "with": {"unit": "a", "declared": two}})["refused"]
        assert (against["refs"], len(against["more"])) == (["DUST-08"], 1)

    @rule("DUST-07", "DUST-33")
    def test_nor_while_its_targets_are_named(self) -> None:
        game = self.begun(declared=("attack", "nothing"))
        assert key(game) == "target:Rifle"
        assert refusals(game, "activation", unit="c", declared=["move", "nothing"]) == ["DUST-08"]

    @rule("DUST-08")
    def test_nor_in_the_middle_of_an_action_told_by_itself(self) -> None:
        """A question about actions is none."""
        game = session(self.UNITS, "attack", attacker="a", weapon="Rifle", target="b")
        assert (key(game), refusals(game, "activation", unit="c", declared=["move", "nothing"])) == ("attack", ["DUST-08"])
        assert refusals(game, "attack", attacker="a", weapon="Rifle", target="b") == ["DUST-08"]
        assert refusals(game, "actions", unit="c", declared=["move", "nothing"]) == []

    @rule("DUST-07")
    def test_the_sides_take_turns(self) -> None:
        game = self.begun(True, "none", True)
        assert game.prompt is None
        told = {"declared": ["nothing", "nothing"]}
        assert refusals(game, "activation", unit="c", **told) == ["DUST-07"]
        assert refusals(game, "move", unit="b") == ["DUST-07", "DUST-07"]  # the step offers it to the other side, too
        game.dispatch(Advanced())
        assert (game.state.seat, refusals(game, "activation", unit="b", **told)) == (1, [])

    @rule("DUST-07", "DUST-64")
    @pytest.mark.parametrize(("seat", "allowed"), [(0, True), (1, False)])
    def test_only_the_side_that_waits_reacts(self, seat: int, allowed: bool) -> None:
        now = at(acting(self.UNITS, "a"), seat=seat)
        assert RULES.opening("reaction").facts(now, pairs(reactor="b", enemy="a"))["allowed"] is allowed
        plain = pairs(attacker="b", weapon="Rifle", target="a")
        assert [no.ref.id for no in RULES.opening("attack").refusals(now, plain)] == (["DUST-07"] if allowed else ["DUST-04"])
        asked = at(self.UNITS, seat=seat, step="initiative")  # a question of no game: nobody's go
        assert [*RULES.opening("attack").refusals(asked, plain)] == []

    @rule("DUST-08", "DUST-04")
    def test_actions_by_themselves_are_those_declared(self) -> None:
        """In its activation a unit moves by itself as it declared, and does nothing else."""
        game = self.begun(True, declared=("move", "attack"), lines=[{"weapon": "Rifle", "target": "b", "range": 2, "cover": "none"}])
        assert refusals(game, "move", unit="a", dx=1, dy=0) == ["DUST-04"]
        assert refusals(game, "attack", attacker="a", weapon="Rifle", target="b", sustained=True) == ["DUST-04"]
        assert refusals(game, "attack", attacker="a", weapon="Rifle", target="b") == []
        game.dispatch(opened("attack", attacker="a", weapon="Rifle", target="b"))
        play(game, [H, M, M])
        assert key(game) == "who_reacts"
        play(game, "none")
        assert (game.prompt, len(game.state.unit("b").trackers["alive"])) == (None, 2)  # type: ignore[arg-type]  # it has attacked once

    @rule("DUST-02", "DUST-177")
    def test_a_bare_skill_is_any_of_them(self) -> None:
        units = {"a": seated(0, GUN, loaded={"Rockets": False}), "b": seated(1, RIFLES)}
        game = self.begun(declared=("skill", "nothing"), units=units)
        assert refusals(game, "reload", unit="a") == []
        assert refusals(game, "move", unit="a") == ["DUST-04"]
        game.dispatch(opened("reload", unit="a"))
        assert game.state.unit("a").trackers["loaded"] == frozen({"Rockets": True})


class TestDeclaredFirst:
    """In a game nothing of an activation comes without one."""

    UNITS: ClassVar[dict[str, Any]] = TWO_EACH

    @rule("DUST-04")
    def test_a_ready_unit_is_activated_before_it_attacks(self) -> None:
        """May be overruled; with its activation it attacks."""
        game = Session(RULES, at(self.UNITS))
        told = {"attacker": "a", "weapon": "Rifle", "target": "b"}
        assert refusals(game, "attack", **told) == ["DUST-04"]
        game.overrule(opened("attack", **told))
        play(game, [M, M, M])
        assert game.log[-2].overruled == ("DUST-04",)

    @rule("DUST-58", "DUST-57")
    @pytest.mark.parametrize(
        ("active", "observer", "refs"), [(None, "o", ["DUST-58"]), ("o", "o", []), ("o", None, []), ("c", "o", ["DUST-58"]), ("b", None, ["DUST-58"])]
    )
    def test_indirect_fire_is_called_in_the_activation_of_its_observer(self, active: Any, observer: Any, refs: list[str]) -> None:
        watch = squad(skills=["artillery_strike"])
        units = acting({**self.UNITS, "o": seated(0, watch), "g": seated(0, GUN)}, active)
        told = {"attacker": "g", "weapon": "Rockets", "target": "b", "as": "indirect", **({"observer": observer} if observer else {})}
        assert refusals(Session(RULES, at(units)), "attack", **told) == refs

    @rule("DUST-51")
    def test_nobody_strikes_back_who_was_not_attacked(self) -> None:
        told = {"attacker": "b", "weapon": "Knife", "target": "a", "as": "retaliation"}
        assert refusals(Session(RULES, at(self.UNITS)), "attack", **told) == ["DUST-51"]
        game = session(self.UNITS, "attack", attacker="a", weapon="Knife", target="b")
        assert refusals(game, "attack", **told) == []

    @rule("DUST-64", "DUST-70")
    @pytest.mark.parametrize(("reading", "refs"), [("one", ["DUST-70"]), ("many", [])])
    def test_a_reaction_needs_an_activation_and_comes_once(self, reading: str, refs: list[str]) -> None:
        told = {"reactor": "b", "enemy": "a"}
        assert refusals(Session(RULES, at(self.UNITS)), "reaction", **told) == ["DUST-64"]
        game = session(self.UNITS, "reaction", {"reactionsPerActivation": reading}, **told)
        play(game, [M])
        assert refusals(game, "reaction", reactor="d", enemy="a") == refs

    @rule("DUST-70")
    def test_who_tried_by_itself_leaves_no_window(self) -> None:
        """Told by itself while the window is open: the activation asks nobody else."""
        game = session(self.UNITS, unit="a", declared=["move", "nothing"], leaves=True)
        assert key(game) == "who_reacts"
        game.dispatch(opened("reaction", reactor="b", enemy="a"))
        play(game, [M])
        assert (key(game), options(game)) == ("who_reacts", ["none"])
        play(game, "none")
        game.dispatch(Advanced())
        assert game.state.trackers.get("reacted") is None


class TestOrdersOfTheRound:
    @rule("DUST-143", "DUST-146")
    @pytest.mark.parametrize(("seat", "refs"), [(0, []), (1, ["DUST-07", "DUST-07"])])
    def test_orders_are_given_in_ones_own_go(self, seat: int, refs: list[str]) -> None:
        units = {"k": seated(0, BOSS, running=seat == 0), "w": seated(0, walker(), damage=1), "b": seated(1, RIFLES)}
        assert refusals(Session(RULES, at(units, seat=seat)), "command", order="makeshift_repair", unit="k", target="w") == refs

    @rule("DUST-08", "DUST-191")
    def test_a_question_about_the_actions_of_the_acting_unit(self) -> None:
        """In the middle of its activation its own two actions are as legal as before."""
        now = at({"a": seated(0, RIFLES, **SPENT), "b": seated(1, RIFLES)}, table={"acting": {"unit": "a", "left": ["move"]}})
        check = RULES.opening("actions").facts(now, pairs(unit="a", declared=("move", "move")))
        assert check["legal"] is True
        assert tell("actions", {"a": seated(0, RIFLES, **SPENT)}, unit="a", declared=["move", "move"])["rules"] == ["DUST-08"]
