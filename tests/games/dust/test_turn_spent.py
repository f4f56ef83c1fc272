"""Whose card is turned, and who has not entered yet: no action of theirs, and what their sheets
say."""

from typing import Any, ClassVar

import pytest

from engine.playing.session import Session
from tests.games.asking import ask
from tests.games.dust.guide import SPENT, early, opened, refusals
from tests.games.dust.table import BOSS, GUN, RIFLES, RULES, H, M, at, hero, play, rule, said, seated, session, shot, walker


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
