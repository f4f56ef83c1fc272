"""Whole turns in the air and from orbit, every figure worked out by hand from the book."""

from __future__ import annotations

from typing import Any

import pytest

from engine.playing import drafting
from engine.playing.session import Session
from engine.values.events import Advanced
from engine.values.maps import Map
from tests.games.epic.table import (
    AWAY,
    BARE,
    RULES,
    answer_all,
    battery_of,
    cruiser,
    do,
    foot,
    force,
    game,
    key,
    open_prompt,
    parts_of,
    state,
    tank,
    titan,
    wing,
)

rule = pytest.mark.rule


def needs(session: Session) -> tuple[int, ...]:
    return tuple(check.targets[0] for check in open_prompt(session).checks)


class TestATurnOfAircraft:
    """Three fighter-bombers (AA 5+, armour 6+) attack, two fighters alike wait on patrol, two flak
    tanks (AA 4+) stand on their side."""

    def begun(self) -> Session:
        units: dict[str, Any] = {
            "f": wing(3, state=AWAY, speed="fighter_bomber"),
            "p": wing(2, seat=1, state=AWAY),
            "b": battery_of(2),
            "g": force((9, BARE), seat=1),
            "o": force((3, foot())),
        }
        session = do(game(seat=1, **units), "action", [2], formation="p", order="cap")
        assert state(session, "p") == {"where": "reserve", "cap": True}
        session.dispatch(Advanced())
        return do(session, "action", [2], "p", formation="f", order="ground_attack")

    @rule("EPIC-193", "EPIC-198", "EPIC-200", "EPIC-204", "EPIC-206", "EPIC-208", "EPIC-280")
    def test_the_approach(self) -> None:
        """Flak of the attackers at the patrol, without its +1; the patrol's attack at +1; a jink
        saves one of two and costs the attack; one marker for coming under fire, one for the loss,
        and none for the flak that follows on the same approach."""
        session = self.begun()
        assert key(session) == "flak:approach:p:1"
        answer_all(session, "f", {"able": 2})
        assert needs(session) == (5,)
        answer_all(session, [5, 1], False)
        assert needs(session) == (6,)
        answer_all(session, [6])
        assert (state(session, "p")["blast"], key(session), needs(session)) == (1, "to_hit:p", (4,))
        answer_all(session, [4, 4], True)
        assert needs(session) == (4,)
        answer_all(session, [4, 3])
        assert (state(session, "f")["lost"], state(session, "f")["blast"], key(session)) == ((1,), 2, "flak:approach:f:2")
        answer_all(session, "b", {"able": 2})
        assert needs(session) == (4,)
        answer_all(session, [4, 1], True, [5], "none")
        assert (state(session, "f")["blast"], parts_of(session, "f"), session.prompt) == (2, (), None)

    @rule("EPIC-117", "EPIC-204", "EPIC-205", "EPIC-207", "EPIC-208", "EPIC-279")
    def test_the_way_out_and_the_next_turn(self) -> None:
        """The tanks have fired at them this turn, the patrol only attacked: it alone has flak left,
        at no penalty. One marker for that, one for a foreign edge: four in all, so the next test of
        2+ needs a 6, and wipes them."""
        session = answer_all(self.begun(), "f", {"able": 2}, [5, 1], False, [6], [4, 4], True, [4, 3], "b", {"able": 2}, [4, 1], True, [5], "none")
        session.overrule(Advanced(leave=True))
        assert key(session) == "flak:disengagement:f:1"
        answer_all(session, "p", {"able": 2})
        assert needs(session) == (5,)
        answer_all(session, [4, 5], True, [4], "other", "own")
        assert [(state(session, each)["blast"], session.state.unit(each).where) for each in ("f", "p")] == [(4, "reserve"), (1, "reserve")]
        while session.state.step != "action":
            if session.prompt:
                answer_all(session, [[6], [1]] if session.prompt.kind == "roll" else () if session.prompt.kind == "ledger" else "first")
            else:
                session.overrule(Advanced())
        do(session, "action", formation="f", order="ground_attack")
        assert needs(session) == (6,)
        answer_all(session, [6])
        assert "blast" not in state(session, "f")


class TestAPassage:
    @rule("EPIC-218", "EPIC-220", "EPIC-221", "EPIC-225", "EPIC-44")
    def test_bombardment_then_pods(self) -> None:
        """Its lance keeps silent in the bombardment: that is for war engines alone. Five barrage
        points: AP 4+, no extra marker. Ten stands without a save, four of them under the templates,
        two of them hit: one marker for fire, two for losses. Two pods reach eight: two markers, and
        one for the stand they kill; six markers do not break seven."""
        units = {"s": cruiser(state={"due": 2}), "p": force((4, foot()), state={"where": "inside", "aboard": "s"}), "d": force((10, BARE), seat=1)}
        session = do(game(turn=2, **units), "action", [6], formation="s", order="spacecraft")
        do(session, "barrage", by="s", target="d", direct=True)
        assert open_prompt(session).most == 10
        answer_all(session, 4)
        assert needs(session) == (4,)
        answer_all(session, [4, 5, 3, 1])
        assert (state(session, "d"), parts_of(session, "s")) == ({"lost": (2,), "blast": 3}, ("pin_point", "planetfall"))
        attack = {"target": "d", "pods": 2, "shots": [{"count": 3, "type": "ap", "value": 5}]}
        do(session, "drop_pods", formation="p", pods=2, scattered=True, attacks=[attack])
        assert needs(session) == (5,)
        answer_all(session, [5, 4, 1], 1)
        assert (state(session, "d"), state(session, "p")) == ({"lost": (3,), "blast": 6}, {"lost": (1,)})
        assert (session.state.unit("p").count("activated"), session.state.unit("s").count("passed")) == (0, 1)

    @rule("EPIC-258", "EPIC-220")
    @pytest.mark.parametrize(("procedure", "by", "asked"), [("barrage", "s", False), ("fire", "s", False), ("fire", "f", False), ("fire", "o", True)])
    def test_nobody_above_is_asked_for_crossfire(self, procedure: str, by: str, asked: bool) -> None:
        units = {"s": cruiser(), "f": wing(2, state={"flying": True}), "o": force((3, tank()))}
        plan = RULES.plan(procedure)
        assert plan
        filled = drafting.fill(RULES, game(d=force((9, BARE), seat=1), **units).state, plan, Map({"by": by, "target": "d"}))
        assert ("crossfire" in {fact.key for fact in filled.facts}) is asked
        assert "direct" not in filled.args

    @rule("EPIC-221")
    def test_a_pin_point_attack_is_aimed_at_war_engines(self) -> None:
        """On the page whoever has an engine comes first; the others say why not."""
        session = do(
            game(turn=2, s=cruiser(state={"due": 2}), d=force((9, BARE), seat=1), t=force((1, titan()), seat=1)),
            "action",
            [6],
            formation="s",
            order="spacecraft",
        )
        plan = RULES.plan("fire")
        assert plan
        found = drafting.targets(RULES, session.state, plan, "s", Map({"by": "s", "as": "pin_point"}))
        assert [(each.unit.id, [no.key for no in each.against]) for each in found] == [("t", []), ("d", ["no_war_engine"])]
