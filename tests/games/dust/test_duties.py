"""Who may act when, and what is due: one activation at a time, the sides in turn, what is left of
an activation, orders that give a second one, repairs at the end of the round."""

from typing import Any, ClassVar

import pytest

from engine.games.dust import turn
from engine.playing.duties import Next, agenda, duties
from engine.playing.session import Refused, Session
from engine.values.events import Abandoned, Advanced, Opened
from engine.values.maps import frozen, pairs, thawed
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust.table import (
    BOSS,
    RIFLES,
    RULES,
    H,
    M,
    acting,
    at,
    hero,
    key,
    options,
    play,
    rule,
    said,
    seated,
    session,
    shot,
    squad,
    tell,
    walker,
    weapon,
)
from tests.games.guided import Newcomer

GUN = walker(weapons={"Rockets": weapon("2/1", "A"), "MG": weapon("2/1", "3")}, name="Gun")


def opened(procedure: str, **situation: Any) -> Opened:
    return Opened(procedure, frozen(situation))  # type: ignore[arg-type]


def refusals(game: Session, procedure: str, **situation: Any) -> list[str]:
    return [no.ref.id for no in game.fold.refusals(game.state, opened(procedure, **situation))]


def early(now: Any, procedure: str, **situation: Any) -> list[str]:
    """What is said against it before all is told: what a unit's sheet shows."""
    return [no.ref.id for no in RULES.opening(procedure).refusals(now, pairs(**situation), early=True)]


def due(game: Session) -> list[tuple[str, Any, bool]]:
    return [(each.procedure, thawed(each.args), each.must) for each in duties(RULES, game.state)]


SPENT = {"activated": True}


class TestSpentUnits:
    """A turned card: no action of its own until the round ends, but for whom an order calls."""

    HERO = hero(skills=["tank_head"])
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, RIFLES, **SPENT),
        "g": seated(0, GUN, loaded={"Rockets": False}, **SPENT),
        "h": seated(0, HERO, **SPENT),
        "k": seated(0, BOSS, **SPENT),
        "w": seated(0, walker(), damage=1, **SPENT),
        "b": seated(1, RIFLES),
    }
    ACTIONS: ClassVar[list[tuple[str, dict[str, Any]]]] = [
        ("move", {"unit": "a", "dx": 1, "dy": 0}),
        ("attack", {"attacker": "a", "weapon": "Rifle", "target": "b"}),
        ("attack", {"attacker": "a", "weapon": "Rifle", "target": "b", "sustained": True}),
        ("assault_lines", {"attacker": "a", "lines": [{"weapon": "Rifle", "target": "b"}]}),
        ("reload", {"unit": "g"}),
        ("tank_head", {"unit": "h", "target": "w"}),
        ("command", {"order": "makeshift_repair", "unit": "k", "target": "w"}),
    ]

    @rule("DUST-08", "DUST-66")
    @pytest.mark.parametrize(("procedure", "told"), ACTIONS)
    @pytest.mark.parametrize(("state", "refs"), [({}, ["DUST-08"]), ({"reactivated": True}, ["DUST-04"]), ({"running": True}, [])])
    def test_no_action_is_left(self, procedure: str, told: Any, state: Any, refs: list[str]) -> None:
        """The spent have had theirs; whoever an order called, or is fresh, declares first."""
        units = {key: {**unit, "state": {**unit["state"], **(state if unit["state"] else {})}} for key, unit in self.UNITS.items()}
        game = Session(RULES, at(units))
        assert refusals(game, procedure, **told) == refs
        fresh = {key: {**unit, "state": {**unit["state"], "activated": False}} for key, unit in units.items()}
        assert refusals(Session(RULES, at(fresh)), procedure, **told) == ([] if "running" in state else ["DUST-04"])
        asked = at(fresh, step="initiative")  # a question of no game: nothing is declared
        assert [no.ref.id for no in RULES.opening(procedure).refusals(asked, opened(procedure, **told).args)] == []

    @rule("DUST-08", "DUST-137")
    def test_players_may_overrule_it(self) -> None:
        game = Session(RULES, at(self.UNITS))
        game.overrule(opened("tank_head", unit="h", target="w"))
        assert (game.state.unit("w").count("damage"), game.log[-1].overruled) == (0, ("DUST-08",))

    @rule("DUST-08", "DUST-95")
    @pytest.mark.parametrize("named", ["a", "h"])
    def test_of_a_pair_both_are_spent(self, named: str) -> None:
        units = {"a": seated(0, RIFLES, **SPENT), "h": seated(0, hero(), joined="a"), "b": seated(1, RIFLES)}
        assert early(at(units), "move", unit=named) == ["DUST-08"]

    @rule("DUST-08")
    @pytest.mark.parametrize("procedure", ["move", "attack", "assault_lines", "activation"])
    def test_the_sheet_of_a_spent_unit_says_so(self, procedure: str) -> None:
        actor = RULES.opening(procedure).actor
        assert early(at(self.UNITS), procedure, **{actor: "a"}) == ["DUST-08"]

    @rule("DUST-66", "DUST-65")
    @pytest.mark.parametrize(("state", "refs"), [({}, None), (SPENT, ["DUST-66"]), ({**SPENT, "reacting": True}, None), ({**SPENT, "reactivated": True}, None)])
    def test_a_spent_unit_reacts_no_more(self, state: Any, refs: Any) -> None:
        assert said(shot(state=state, **{"as": "reaction"})) == refs

    @rule("DUST-65", "DUST-66")
    @pytest.mark.parametrize(("face", "refs"), [(H, []), (M, ["DUST-66"])])
    def test_a_reaction_is_rolled_for_and_then_fired_once(self, face: str, refs: list[str]) -> None:
        """Told in two steps: the roll turns the card, and a hit gives one attack."""
        units = {"a": seated(0, walker(9)), "b": seated(1, RIFLES)}
        game = session(units, "reaction", reactor="b", enemy="a")
        play(game, [face])
        shot_ = {"attacker": "b", "weapon": "Rifle", "target": "a", "as": "reaction"}
        assert refusals(game, "attack", **shot_) == refs
        if not refs:
            game.dispatch(opened("attack", **shot_))
            play(game, [M, M, M])
            assert refusals(game, "attack", **shot_) == ["DUST-66"]

    @rule("DUST-51", "DUST-125")
    def test_what_needs_no_action_is_never_too_late(self) -> None:
        """Striking back and Heroic Attack."""
        assert said(shot(reach="C", state=SPENT, **{"as": "retaliation"})) is None
        assert said(ask("dust", "heroic_attack", {"h": seated(0, hero(skills=["heroic_attack"]), **SPENT)}, unit="h")) is None


class TestUnitsInReserve:
    UNITS: ClassVar[dict[str, Any]] = {key: {**unit, "state": {**unit["state"], "activated": False}} for key, unit in TestSpentUnits.UNITS.items()}

    @rule("DUST-103", "DUST-188")
    @pytest.mark.parametrize(("procedure", "told"), TestSpentUnits.ACTIONS)
    def test_before_anything_else_a_unit_enters(self, procedure: str, told: Any) -> None:
        state = {"where": "reserve", "running": True}
        waiting = {key: {**unit, "state": {**unit["state"], **state}} if key in "aghk" else unit for key, unit in self.UNITS.items()}
        refs = {"move": [], "attack": ["DUST-188"], "assault_lines": ["DUST-188"]}.get(procedure, ["DUST-103"])
        assert refusals(Session(RULES, at(waiting)), procedure, **told) == refs

    @rule("DUST-103", "DUST-180")
    def test_the_dead_are_not_in_reserve(self) -> None:
        units = {"g": seated(0, GUN, loaded={"Rockets": False}, where="destroyed"), "b": seated(1, RIFLES)}
        assert refusals(Session(RULES, at(units)), "reload", unit="g") == ["DUST-180"]

    @rule("DUST-103", "DUST-188")
    @pytest.mark.parametrize(("where", "refs"), [("reserve", ["DUST-188"]), ("destroyed", ["DUST-180"]), ("table", []), ("inside", [])])
    def test_its_sheet_offers_no_attack(self, where: str, refs: list[str]) -> None:
        now = at({"a": seated(0, RIFLES, where=where, running=True), "b": seated(1, RIFLES)})
        assert early(now, "attack", attacker="a") == early(now, "assault_lines", attacker="a") == refs


class TestOneAtATime:
    UNITS: ClassVar[dict[str, Any]] = {"a": seated(0, RIFLES), "c": seated(0, RIFLES), "b": seated(1, RIFLES), "d": seated(1, walker())}

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


class TestBrokenOff:
    """An activation that is abandoned: its card is turned, what was declared may be done by itself,
    and it ends with the go."""

    UNITS = TestOneAtATime.UNITS

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


class TestDuties:
    UNITS = TestOneAtATime.UNITS

    @rule("DUST-07")
    def test_one_activation_is_due_and_then_the_other_side(self) -> None:
        game = Session(RULES, at(self.UNITS))
        guide = agenda(RULES, game.state)
        assert (guide.next, english(guide.text), guide.can_act) == (Next.OPEN, "Activate a unit", ("a", "c"))
        game.dispatch(opened("activation", unit="a", declared=["nothing", "nothing"]))
        play(game, "none")
        after = agenda(RULES, game.state)
        assert (after.next, after.due) == (Next.ADVANCE, ())
        assert after.onward
        assert (after.onward.step, after.onward.seat) == ("activation", 1)

    @rule("DUST-07", "DUST-08")
    def test_when_all_have_acted_the_round_ends(self) -> None:
        """With nobody left on the other side it goes on here; with nobody at all it is the end, not
        a Move."""
        units = {"a": seated(0, RIFLES), "c": seated(0, RIFLES), "b": seated(1, RIFLES, **SPENT)}
        game = Session(RULES, at(units))
        for unit in "ac":
            game.dispatch(opened("activation", unit=unit, declared=["nothing", "nothing"]))
            assert game.prompt is None
            guide = agenda(RULES, game.state)
            assert guide.onward
            assert (guide.next, guide.onward.step, guide.onward.seat) == (Next.ADVANCE, "activation" if unit == "a" else "initiative", 0)
            game.dispatch(Advanced())
        assert game.state.step == "end"

    @rule("DUST-07")
    def test_a_side_without_a_fresh_unit_owes_nothing(self) -> None:
        units = {"a": seated(0, RIFLES, **SPENT), "b": seated(1, RIFLES)}
        assert [due(Session(RULES, at(units, seat=seat))) for seat in (0, 1)] == [[], [("activation", {}, True)]]

    @rule("DUST-144", "DUST-191")
    def test_whom_an_order_called_is_due_at_once(self) -> None:
        units = {"k": seated(0, BOSS), "s": seated(0, RIFLES, **SPENT), "c": seated(0, RIFLES), "b": seated(1, RIFLES, **SPENT)}
        game = session(units, unit="k", declared=["reactivate", "nothing"])
        play(game, "s", [H])
        assert due(game) == [("activation", {"unit": "s"}, True)]
        assert refusals(game, "activation", unit="c", declared=["move", "move"]) == ["DUST-144"]
        game.dispatch(opened("activation", unit="s", declared=["nothing", "nothing"]))
        assert (due(game), refusals(game, "activation", unit="c", declared=["move", "move"])) == ([], ["DUST-07"])

    @rule("DUST-07")
    @pytest.mark.parametrize("step", ["initiative", "end"])
    def test_nobody_acts_outside_the_activations(self, step: str) -> None:
        assert [each.procedure for each in RULES.duties(at(self.UNITS, step=step))] == []


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


class TestNewcomer:
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, RIFLES),
        "k": seated(0, BOSS),
        "g": seated(0, GUN),
        "h": seated(0, hero(skills=["berserk", "heroic_attack", "tank_head"])),
        "b": seated(1, RIFLES),
        "w": seated(1, walker(skills=["self_repair", "advanced_reactive_fire"])),
        "x": seated(1, walker(), where="destroyed"),
    }

    @rule("DUST-07", "DUST-08")
    @pytest.mark.parametrize("seed", range(6))
    def test_the_large_button_leads_through_the_rounds(self, seed: int) -> None:
        """Whoever presses nothing else meets no refusal, and both sides activate every unit that
        lives once a round, but for those that an order calls."""
        player = Newcomer(RULES, at(self.UNITS, turn=1, step="initiative"), seed)
        for _ in range(150):
            assert player.press()
        state = player.session.state
        assert state.turn > 2
        for before, event in zip(player.session.states, player.session.log, strict=False):
            if isinstance(event, Advanced) and before.step == "activation":
                assert turn.has_had_go(before)
                assert before.turn < state.turn or not before.trackers.get("acting")


class TestEndOfTheRound:
    UNITS: ClassVar[dict[str, Any]] = {
        "w": seated(0, walker(skills=["self_repair"]), damage=2, **SPENT),
        "x": seated(1, walker(skills=["self_repair"]), damage=1, **SPENT),
    }

    @rule("DUST-130", "DUST-08")
    def test_each_vehicle_rolls_once_though_the_end_is_broken_off(self) -> None:
        """One point is left on the first; it does not roll for it again, the second one still
        does."""
        game = Session(RULES, at(self.UNITS))
        game.dispatch(Advanced())
        play(game, [H, M])
        assert key(game) == "self_repair:x"
        game.dispatch(Abandoned())
        assert due(game) == [("end_round", {}, True)]
        assert refusals(game, "self_repair", unit="w") == ["DUST-130"]
        game.dispatch(opened("end_round"))
        assert play(game, [M]) == ["self_repair:x"]
        assert (due(game), game.state.unit("w").count("damage"), game.state.unit("x").count("damage")) == ([], 1, 1)
        game.dispatch(Advanced())
        assert (game.state.turn, game.state.unit("w").count("repaired")) == (3, 0)

    @rule("DUST-130")
    def test_repairs_are_for_the_end_of_the_round(self) -> None:
        game = Session(RULES, at(self.UNITS))
        with pytest.raises(Refused):
            game.dispatch(opened("self_repair", unit="w"))
        game.dispatch(Advanced())
        game.dispatch(Abandoned())
        game.dispatch(opened("self_repair", unit="x"))
        play(game, [H])
        assert game.state.unit("x").count("damage") == 0


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


class TestEndOfTheGame:
    LOST: ClassVar[dict[str, Any]] = {"where": "destroyed"}

    @rule("DUST-173")
    @pytest.mark.parametrize(
        ("ours", "theirs", "element", "ends"),
        [
            (LOST, {}, {}, True),
            ({}, LOST, {}, True),
            ({}, {}, {}, False),
            ({"where": "reserve"}, {}, {}, False),  # it may still come
            ({}, {}, LOST, False),  # a crate is of no army
        ],
    )
    def test_with_an_army_gone_the_end_of_the_round_ends_the_game(self, ours: Any, theirs: Any, element: Any, ends: bool) -> None:
        crate = {"name": "Crate", "kind": "crate", "armor": "V1", "hp": 1}
        units = {"a": seated(0, RIFLES, **ours), "b": seated(1, RIFLES, **theirs), "c": seated(1, crate, **element)}
        game = Session(RULES, at(units, step="end"))
        wanted = [("victory", {}, False)] if ends else []
        assert [each for each in due(game) if each[0] == "victory"] == wanted

    @rule("DUST-173")
    def test_the_button_leads_to_the_end(self) -> None:
        """20 points of the other side are destroyed; objectives bring nothing."""
        units = {"a": seated(0, {**RIFLES, "ap": 20}), "b": seated(1, {**RIFLES, "ap": 20}, **self.LOST)}
        game = Session(RULES, at(units, step="end"))
        game.dispatch(opened("victory"))
        play(game, 0, 0)
        assert agenda(RULES, game.state).next is Next.OVER
        assert game.state.trackers["winner"] == "player_1"


class TestDeclaredFirst:
    """In a game nothing of an activation comes without one."""

    UNITS = TestOneAtATime.UNITS

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
