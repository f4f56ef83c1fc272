"""Epic Armageddon: more meetings of rules, and who may do what; expected values worked out by hand from the book."""

from fractions import Fraction
from inspect import signature
from typing import Any

import pytest

from engine.maps import frozen
from engine.session import Session
from tests.games.epic_field import RULES, ask, chance, do, foot, force, game, tank

rule = pytest.mark.rule
F = Fraction
GROUND = ("advance", "double", "march", "engage", "sustained", "overwatch", "marshal", "hold")


def craft(speed: str = "fighter", **more: Any) -> dict[str, Any]:
    return {"name": "Craft", "type": "AC", "speed": speed, "armour": 5, "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}], **more}


def against(session: Session, procedure: str, **told: Any) -> str:
    """What the rules say against a procedure as soon as this is known."""
    return next((no.key for no in (rule(session.state, **told) for rule in RULES.opening(procedure).forbids) if no), "")


class TestForWhom:
    @rule("EPIC-187", "EPIC-191", "EPIC-193", "EPIC-213", "EPIC-218")
    @pytest.mark.parametrize(("unit", "held", "orders"), [
        (foot(), {}, GROUND), (tank(), {}, GROUND), (craft(), {}, ("interception", "ground_attack", "cap", "stand_down")),
        (craft("fighter_bomber"), {}, ("interception", "ground_attack", "cap", "stand_down")),
        (craft("bomber"), {}, ("ground_attack", "stand_down")), (craft(), {"landed": True}, GROUND),
        ({"name": "Cruiser", "type": "SC"}, {}, ("spacecraft",))])
    def test_the_actions_that_are_offered(self, unit: dict[str, Any], held: dict[str, Any], orders: tuple[str, ...]) -> None:
        here = game(a=force((1, unit), state=held)).state
        choices = RULES.opening("action").choices
        assert choices is not None
        assert choices(here, formation="a") == {"order": orders}
        assert choices(here) == {}

    @rule("EPIC-109", "EPIC-09")
    def test_what_a_rule_looks_at_is_seen(self) -> None:
        """Players are told as soon as it is known: a broken formation before anybody asks for its order."""
        seen = [set(signature(rule).parameters) for rule in RULES.opening("action").forbids]
        assert {"now", "formation", "_"} in seen
        assert {"now", "told"} not in seen

    @rule("EPIC-187", "EPIC-253")
    @pytest.mark.parametrize(("where", "key"), [("table", ""), ("reserve", "reserve"), ("inside", "aboard")])
    def test_who_is_not_there_does_not_fight(self, where: str, key: str) -> None:
        gun = foot(weapons=[{"name": "Gun", "range": 60, "bp": 2, "ap": 4}])
        session = game(a=force((3, gun), state={"where": where}), d=force((3, foot()), seat=1))
        found = [against(session, what, **told) for what, told in (("fire", {"by": "a", "target": "d"}), ("barrage", {"by": "a"}),
                                                                   ("assault", {"attacker": "a", "defender": "d"}), ("regroup", {"formation": "a"}))]
        assert found == [key] * 4

    @rule("EPIC-187", "EPIC-218")
    def test_a_spacecraft_fires_from_orbit(self) -> None:
        cruiser = force((1, {"name": "Cruiser", "type": "SC", "weapons": [{"name": "Bombs", "bp": 5}]}), state={"where": "reserve"})
        assert against(game(s=cruiser, d=force((3, foot()), seat=1)), "barrage", by="s", target="d") == ""

    @rule("EPIC-57")
    @pytest.mark.parametrize(("told", "key"), [({"by": "a"}, "no_artillery"), ({"by": "g"}, ""), ({}, ""), ({"by": "a", "points": 3}, ""),
                                               ({"by": "a", "guns": (1, 1)}, "")])
    def test_a_barrage_needs_points(self, told: dict[str, Any], key: str) -> None:
        gun = tank(weapons=[{"name": "Gun", "range": 60, "bp": 1}])
        assert against(game(a=force((3, foot())), g=force((3, gun))), "barrage", **told) == key
        assert against(game("strategy", a=force((3, foot()))), "barrage", by="a") == ""

    @rule("EPIC-222", "EPIC-225", "EPIC-168")
    @pytest.mark.parametrize("procedure", ["planetfall", "drop_pods", "landing"])
    def test_nobody_comes_down_twice(self, procedure: str) -> None:
        session = game(a=force((3, foot())), b=force((3, foot()), state={"where": "reserve"}))
        assert [against(session, procedure, formation=each) for each in ("a", "b")] == ["on_the_table", ""]
        assert against(game("strategy", a=force((3, foot()))), procedure, formation="a") == ""

    @rule("EPIC-168")
    def test_nobody_leaves_an_empty_transport(self) -> None:
        titan = {"name": "Titan", "type": "WE", "speed": 15, "dc": 3, "transport": 4}
        session = game(t=force((1, titan)), a=force((2, foot()), state={"aboard": "t", "where": "inside"}), b=force((1, titan)))
        assert [against(session, "disembark", transport=each, formations=()) for each in ("t", "b")] == ["", "empty"]


class TestOutcomesInWords:
    @rule("EPIC-43", "EPIC-52")
    @pytest.mark.parametrize(("units", "held", "told"), [
        # 4+ hits, no save: a dead unit of three leaves two with two markers, which break; one of four leaves three, which hold
        (3, {}, {"breaks": F(1, 2), "holds_out": F(1, 2)}), (4, {}, {"holds_out": F(1)}), (1, {}, {"destroyed": F(1, 2), "breaks": F(1, 2)}),
        # broken already: the marker of coming under fire kills one anyway
        (2, {"broken": True}, {"destroyed": F(1, 2), "holds_out": F(1, 2)})])
    def test_fire(self, units: int, held: dict[str, Any], told: dict[str, Fraction]) -> None:
        on = {"d": force((units, foot(armour=None)), seat=1, state=held)}
        reply = ask("fire", on, target="d", shots=[{"count": 1, "type": "ap", "value": 4}])
        assert {key: F(value) for key, value in reply["odds"]["fate"].items()} == told

    @rule("EPIC-94", "EPIC-97")
    def test_an_assault(self) -> None:
        on = {"a": force((3, foot(armour=None))), "d": force((1, foot(armour=None)), seat=1)}
        odds = ask("assault", on, attacker="a", defender="d")["odds"]
        assert {key.removesuffix("_wins"): value for key, value in odds["fate"].items()} == odds["winner"]

    @rule("EPIC-43", "EPIC-97", "EPIC-119", "EPIC-10")
    def test_every_outcome_has_a_word(self) -> None:
        examples = [example for example in RULES.examples if example.ask in ("fire", "assault", "rally", "action", "assault_result")]
        replies = [(each.ask, ask(each.ask, each.question.get("units"), None, **each.question["situation"])) for each in examples]  # type: ignore[arg-type,call-overload]
        words = {word for _, reply in replies for name, found in reply["odds"].items() if name not in ("rolled", "winner") for word in found}
        assert {word for word in words if not word.lstrip("-").isdecimal()} <= {*RULES.words, "attacker", "defender"}


class TestRounds:
    @rule("EPIC-101", "EPIC-268")
    def test_as_before_is_as_in_the_round_before(self) -> None:
        """A firefight (6+), then close combat (3+), then as before: close combat again."""
        unit = foot(armour=2, cc=3, ff=6)
        session = do(game(a=force((2, unit)), d=force((2, unit), seat=1)), "assault", attacker="a", defender="d")
        needs, tie = [], ([1, 1], [1, 1], [[1, 1], [1, 1]])
        for how in ("cc", "same", "ff", "same"):
            needs.append(session.prompt and session.prompt.checks[0].targets)
            for dice in (*tie, how):
                session.answer(frozen(dice))
        assert needs == [(6,), (3,), (3,), (6,)]

    @rule("EPIC-89", "EPIC-151")
    @pytest.mark.parametrize("weapons", [[], [{"name": "Blade", "range": "contact", "abilities": ["first_strike"]}]])
    def test_both_strike_at_once(self, weapons: list[dict[str, Any]]) -> None:
        """One against one, 4+ and no save: both fall in 1/4; with first strikes on both sides as well. One-sided he survives."""
        on = {"a": force((1, foot(armour=None, cc=4, weapons=weapons))), "d": force((1, foot(armour=None, cc=4, weapons=weapons)), seat=1)}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        odds = ask("assault_attacks", on, sides=sides)["odds"]
        assert odds["kills:0"] == odds["kills:1"] == {"0": "1/2", "1": "1/2"}
        assert chance(ask("assault", on, attacker="a", defender="d", fought="cc"), "winner", "nobody") > F(1, 4)
        on["d"]["card"]["units"][0][1]["weapons"] = []
        early = F(1, 2) if not weapons else F(1, 4)
        assert chance(ask("assault_attacks", on, sides=sides), "kills:1", 1) == early
