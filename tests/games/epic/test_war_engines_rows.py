"""War engines: described ones, rows of several, fires in other rows, what explodes.
Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic import refs
from engine.games.epic.formations.rows import rows
from engine.games.epic.war_engines.criticals import add_trouble
from engine.games.epic.war_engines.hulls import Hull, hulls, set_hulls, sort_hulls
from engine.playing.session import Session
from tests.games.asking import change
from tests.games.epic.table import (
    ALOFT,
    RULES,
    against,
    answer_all,
    armoured_titan,
    ask,
    bare_titan,
    chance,
    critical,
    do,
    engine,
    foot,
    force,
    game,
    open_prompt,
    side,
    state,
    tank,
    titan,
    wing,
    wrong,
)

rule = pytest.mark.rule
F = Fraction
BURNING = titan(dc=8, armour=None, critical="fire: in each end phase 5+ puts it out, 1 starts another, else 1 damage")
LEAKING = titan(dc=8, armour=None, critical="reactor leak: in each end phase 1 explodes (4+ within 5 cm), 2-3 is 1 damage, 4+ is mended")


class TestADescribedEngine:
    @rule("EPIC-161", "EPIC-174")
    @pytest.mark.parametrize(
        ("told", "damage", "destroyed"),
        [
            # one point that no save meets, where nothing is said of hits
            ({"dc": 3}, 1, F(1, 6)),
            ({"dc": 3, "hits": 2}, 2, 1 - F(5, 6) ** 2),
            ({"dc": 3, "damage": 2, "hits": 1}, 1, F(1)),
            ({"dc": 3, "critical": "none"}, 1, F(0)),
            ({"unit": bare_titan(dc=2), "hits": 2}, 2, F(1)),
            ({"unit": bare_titan(dc=2), "dc": 4, "hits": 2}, 2, F(0)),
            ({"unit": bare_titan(dc=2)}, 1, F(0)),
        ],
    )
    def test_by_its_capacity_or_its_card(self, told: dict[str, Any], damage: int, destroyed: Fraction) -> None:
        """What is told besides stands for what the card says; without a card a 6 destroys it."""
        reply = ask("critical", **told)
        assert chance(reply, "destroyed", "yes") == destroyed
        assert chance(reply, "damage", damage) == 1 or destroyed in (1, 1 - F(5, 6) ** 2)

    @rule("EPIC-161")
    def test_nothing_is_known_of_it(self) -> None:
        assert wrong("critical", hits=1) == "a war engine or its damage capacity is needed"

    @rule("EPIC-161", "EPIC-178")
    @pytest.mark.parametrize(
        ("told", "down", "damage"), [({}, 2, 1), ({"shields": 1}, 2, 2), ({"shields": 0}, 2, 3), ({"shields": 5}, 2, 1), ({"damage": 1}, 2, 2)]
    )
    def test_one_of_the_table_with_other_shields_or_damage(self, told: dict[str, Any], down: int, damage: int) -> None:
        """Three hits without a save on a Titan of nine points with two shields up."""
        reply = critical(engine(armour=None, dc=9, shields=2), ("at", 3), **told)
        after = reply["after"]["t"]
        assert (after["shields_down"], after["damage"]) == ([down], [damage])

    @rule("EPIC-161")
    def test_what_stands_there_already_is_no_change(self) -> None:
        """Told as it stands: one point more is all that changes."""
        reply = critical(engine({"damage": [1]}, armour=None, dc=9), ("at", 1), damage=1)
        assert (change(reply, "t", "damage"), reply["changes"][0]["from"]) == ([2], [1])

    @rule("EPIC-56", "EPIC-175")
    @pytest.mark.parametrize(("dc", "blast"), [(3, 1), (1, 2)])
    def test_crossfire_adds_a_marker_where_it_is_destroyed(self, dc: int, blast: int) -> None:
        assert chance(critical(engine(armour=None, dc=dc), ("at", 1), crossfire=True), "blast", blast) == 1
        assert chance(critical(engine(armour=None, dc=dc), ("at", 1)), "blast", 1) == 1


class TestSeveralInARow:
    @rule("EPIC-161")
    def test_the_most_damaged_stand_in_front(self) -> None:
        now = game(t=force((2, armoured_titan()), (1, foot()))).state
        now = sort_hulls(set_hulls(now, "t", 0, (Hull(0), Hull(2)), refs.EPIC_161), "t")
        assert [hull.damage for hull in hulls(now.unit("t"), rows(now.unit("t"))[0])] == [2, 0]

    @rule("EPIC-175", "EPIC-161")
    def test_an_aircraft_that_is_a_war_engine_counts_by_its_points(self) -> None:
        """Of two with two points each one is shot down by two hits: a marker for coming under
        fire and one for each point, none for the loss besides."""
        lander = {"name": "Lander", "type": "AC", "speed": "bomber", "dc": 2, "armour": None, "critical": "none"}
        on = {"f": force((2, lander), state=ALOFT), "g": force((2, tank(weapons=[{"name": "Flak", "range": 45, "aa": 4}])), seat=1)}
        reply = ask("flak", on, target="f", by="g", roll={"to_hit": [6, 6]})
        assert (reply["result"]["kills"], reply["result"]["blast"]) == (1, 3)

    @rule("EPIC-277")
    @pytest.mark.parametrize(("trouble", "found"), [("shaken", 2), ("fires", 3)])
    def test_more_engines_than_stand_are_not_shaken(self, trouble: str, found: int) -> None:
        """Of three engines one is left, of which one at most can be shaken; fires add up."""
        now = game(t=force((3, armoured_titan()), state={"lost": [2], "shaken": [2], "fires": [2]})).state
        assert add_trouble(now, "t", 0, trouble).unit("t").trackers[trouble] == (found,)

    @rule("EPIC-145", "EPIC-175")
    @pytest.mark.parametrize(("abilities", "blast"), [([], 2), (["expendable"], 1)])
    def test_nobody_mourns_the_points_of_an_expendable_one(self, abilities: list[str], blast: int) -> None:
        on = {"d": force((1, armoured_titan(armour=None, abilities=abilities)), seat=1)}
        reply = ask("fire", on, target="d", shots=[{"type": "at", "value": 2}], roll={"to_hit": [6]})
        assert (reply["result"]["damage"], reply["result"]["blast"]) == (1, blast)


class TestFiresInOtherRows:
    def ending(self, *lines: Any, **held: Any) -> Any:
        return do(game("rally", d=force(*lines, seat=1, state=held), a=side(4)), "end_turn")

    @rule("EPIC-277")
    @pytest.mark.parametrize(("held", "key"), [({"fires": [1]}, "fires:d"), ({"fires": [0, 1]}, "fires:d:1")])
    def test_dice_of_the_row_that_burns(self, held: dict[str, Any], key: str) -> None:
        session = self.ending((1, BURNING), (1, {**BURNING, "name": "Other"}), **held)
        assert open_prompt(session).key == key
        session.answer((5,))
        assert session.prompt is None

    @rule("EPIC-277")
    def test_nobody_rolls_for_a_row_that_is_gone(self) -> None:
        assert self.ending((1, BURNING), (3, foot()), fires=[1], lost=[1, 0]).prompt is None

    @rule("EPIC-277")
    @pytest.mark.parametrize(("face", "leaks", "damage"), [(2, (1,), (1,)), (3, (1,), (1,)), (4, None, None)])
    def test_a_leak_by_its_die(self, face: int, leaks: Any, damage: Any) -> None:
        session = self.ending((1, LEAKING), leaks=[1])
        session.answer((face,))
        if session.prompt:
            session.answer((1,))
        held = state(session, "d")
        assert (held.get("leaks") or None, held.get("damage")) == (leaks, damage)

    @rule("EPIC-273", "EPIC-277")
    def test_a_broken_one_that_burns_takes_its_marker_as_damage(self) -> None:
        """A point by the fire and its die, a marker that is a point without a save, and the die
        for that."""
        session = self.ending((1, BURNING), fires=[1], broken=True)
        answer_all(session, (3,), (1,))
        assert open_prompt(session).key == "critical:markers:d"
        session.answer((1,))
        assert state(session, "d")["damage"] == (2,)


class TestExplosions:
    @rule("EPIC-277", "EPIC-176")
    @pytest.mark.parametrize(
        ("words", "due"), [("destroyed", None), ("destroyed, and units within 5 cm are hit on 6+", (6,)), ("destroyed, 4+ within 5 cm", (4,))]
    )
    def test_only_where_the_card_says_so(self, words: str, due: Any) -> None:
        session = do(
            game(d=force((1, titan(dc=3, armour=None, critical=words)), seat=1), a=side()), "fire", (6,), (6,), target="d", shots=[{"type": "at", "value": 2}]
        )
        assert session.state.trackers.get("explosions") == due

    def exploded(self, **units: Any) -> Session:
        return Session(RULES, game(**units).state.set("", "explosions", (4,), refs.EPIC_277))

    @rule("EPIC-277")
    def test_it_is_over_when_nobody_else_is_near(self) -> None:
        """Two formations stand there, and neither is near."""
        assert do(self.exploded(a=side(), d=side(seat=1)), "explosion", "nobody", value=4).prompt is None

    @rule("EPIC-277")
    def test_everybody_on_the_ground_may_be_near_and_once(self) -> None:
        """Not those off the table, aboard or in the air; after the last nobody is asked for."""
        away = {"b": side(where="reserve"), "p": side(where="inside", aboard="a"), "f": wing(state=ALOFT)}
        session = do(self.exploded(a=side(9), d=side(9, seat=1), **away), "explosion", value=4)
        assert [option.key for option in open_prompt(session).options] == ["nobody", "a", "d"]
        answer_all(session, "a", 2, (1, 1))
        assert [option.key for option in open_prompt(session).options] == ["nobody", "d"]
        assert answer_all(session, "d", 1, (1,)).prompt is None

    @rule("EPIC-277")
    @pytest.mark.parametrize(("value", "why"), [(4, ""), (5, "no_explosion")])
    def test_only_what_has_exploded(self, value: int, why: str) -> None:
        assert against(self.exploded(a=side()), "explosion", value=value) == why
        assert against(game(a=side()), "explosion", value=value) == "no_explosion"


class TestBarragesOnOverwatch:
    @rule("EPIC-43", "EPIC-116")
    def test_who_withdraws_already_does_so_once(self) -> None:
        """A failed test breaks it; howitzers on overwatch answer its first move, a marker kills
        one, and it is asked once who ends too near."""
        howitzers = force((3, foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1}])), seat=1, state={"overwatch": True})
        session = do(game(f=side(4, blast=3), w=howitzers), "action", [1], "w", {"able": 3}, 1, [1], formation="f", order="advance")
        assert open_prompt(session).key == "withdraw:f:0"
        session.answer(0)
        assert (session.prompt, state(session, "f")) == (None, {"broken": True, "lost": (1,)})
