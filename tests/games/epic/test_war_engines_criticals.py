"""Critical hits on war engines. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.playing.duties import agenda
from engine.playing.session import Session
from tests.games.asking import change
from tests.games.epic.table import (
    FIGHTER,
    RULES,
    against,
    answer_all,
    ask,
    big_engine,
    big_titan,
    chance,
    changes,
    dice_and_targets,
    do,
    foot,
    force,
    game,
    key_asked,
    open_prompt,
    side,
    state,
    tank,
    titan,
)

rule = pytest.mark.rule
F = Fraction


class TestCriticals:
    """What waits for a die when an engine is destroyed, in a withdrawal among enemies: the rear
    engine is asked for first."""

    def near(self, *lines: Any) -> Any:
        return game(t=force(*lines, state={"broken": True}), d=force((3, foot()), seat=1))

    @rule("EPIC-277", "EPIC-174")
    def test_the_engine_behind_moves_up(self) -> None:
        """A point each. The rear rolls a 6: one point more, so another die waits. The front one
        is destroyed by its 6; the die of the rear destroys that one too."""
        session = do(self.near((2, titan(critical="It burns"))), "withdraw", False, 1, 1, [6], "damage", [6], "destroyed", formation="t")
        assert state(session, "t") == {"broken": True, "lost": (1,), "damage": (2,)}
        session.answer(((6,),))
        session.answer("destroyed")
        assert (state(session, "t"), session.prompt) == ({"broken": True, "lost": (2,), "where": "destroyed"}, None)

    @rule("EPIC-277", "EPIC-174")
    def test_engines_before_it_and_of_other_rows_stay(self) -> None:
        """Three dice wait: both of the first row, rear first, then the other row's. The rear one
        goes; the two others roll on."""
        session = do(self.near((2, titan(critical="destroyed")), (1, titan(critical="destroyed"))), "withdraw", False, 1, 2, 1, [6], formation="t")
        assert state(session, "t") == {"broken": True, "lost": (1, 0), "damage": (2, 1)}
        session.answer(((1, 1),))
        session.answer(((6,),))
        assert state(session, "t") == {"broken": True, "lost": (1, 1), "damage": (2, 0)}

    @rule("EPIC-277", "EPIC-174")
    def test_no_die_for_an_engine_that_is_gone(self) -> None:
        """Two points, two sixes: one more point, which would want a die, then destroyed. The
        other engine keeps its own die."""
        session = do(
            self.near((1, titan(dc=4, critical="It burns")), (1, titan(dc=4, critical="It burns"))),
            "withdraw",
            False,
            2,
            1,
            [6, 6],
            "damage",
            "destroyed",
            formation="t",
        )
        assert (key_asked(session), state(session, "t")) == ("critical:withdrawal:1", {"broken": True, "lost": (1, 0), "damage": (0, 1)})
        session.answer(((1,),))
        assert session.prompt is None

    @rule("EPIC-174", "EPIC-277")
    def test_the_most_damaged_is_counted_first(self) -> None:
        """One point on the rear engine, none on the front one: the row keeps one number, and the
        front one has it."""
        session = do(self.near((2, titan()), (2, tank())), "withdraw", False, 1, 0, 0, formation="t")
        assert state(session, "t") == {"broken": True, "damage": (1, 0)}


class TestCriticalsInNumbers:
    @rule("EPIC-174", "EPIC-175")
    def test_macro_weapons_come_after_normal_hits(self) -> None:
        """Told the other way round: the normal hit takes the shield, the macro-weapon does a
        point past armour 4."""
        reply = ask("critical", big_engine(shields=1, armour=4), unit="t", hits=["mw", "at"])
        assert (chance(reply, "damage", 1), chance(reply, "blast", 1)) == (1, 1)

    @rule("EPIC-174", "EPIC-175")
    def test_the_front_engine_that_is_left(self) -> None:
        """Infantry in front, an engine that is gone, and one that takes both hits: two points,
        two markers."""
        mixed = {"t": force((2, foot()), (1, big_titan()), (1, big_titan()), seat=1, state={"lost": [0, 1, 0]})}
        assert changes(ask("critical", mixed, unit="t", hits=["at", "at"]), "t", "damage", "blast") == [[0, 0, 2], 2]

    @rule("EPIC-174", "EPIC-176")
    @pytest.mark.parametrize(("hits", "dead"), [(1, 0), (2, 1)])
    def test_a_card_alone_is_enough(self, hits: int, dead: int) -> None:
        assert chance(ask("critical", unit=big_titan(dc=2), hits=hits), "destroyed", "yes") == dead

    @rule("EPIC-174", "EPIC-176")
    def test_something_has_to_be_known(self) -> None:
        reply = answered(RULESETS, {"game": "epic", "ask": "critical", "situation": {"hits": 1}})
        assert "capacity is needed" in reply["error"]

    @rule("EPIC-174", "EPIC-175")
    @pytest.mark.parametrize(
        ("held", "stated", "points", "after"),
        [
            ({}, {}, 1, [1]),
            ({}, {"shields": 0}, 3, [3]),
            ({}, {"shields": 1}, 2, [2]),
            ({}, {"shields": 2}, 1, [1]),
            ({}, {"shields": 5}, 1, [1]),
            ({"shields_down": [1]}, {}, 2, [2]),
            ({"shields_down": [1]}, {"damage": 2}, 2, [4]),
            ({"shields_down": [1]}, {"shields": 2}, 1, [1]),
            ({"damage": [3]}, {"shields": 1}, 2, [5]),
            ({"damage": [3]}, {"damage": 1}, 1, [2]),
            ({"damage": [3]}, {"damage": 0, "shields": 0}, 3, None),
        ],
    )
    def test_shields_and_damage_as_stated(self, held: dict[str, Any], stated: dict[str, Any], points: int, after: list[int] | None) -> None:
        """Three hits without a save on an engine with two shields: what the shields that are up
        do not stop."""
        reply = ask("critical", big_engine(held, shields=2), unit="t", hits=["at"] * 3, **stated)
        assert (chance(reply, "damage", points), change(reply, "t", "damage"), chance(reply, "blast", points)) == (1, after, 1)

    @rule("EPIC-277")
    def test_a_card_that_does_not_say_what_a_critical_does(self) -> None:
        card = {key: value for key, value in big_titan().items() if key != "critical"}
        session = do(game(t=force((1, card), seat=1)), "critical", [6], unit="t", hits=["at"])
        assert open_prompt(session).text.values["effect"] == "?"


class TestHitsByKind:
    @rule("EPIC-129", "EPIC-146")
    @pytest.mark.parametrize(
        ("hits", "hurt"),
        [
            (["lance"], F(1, 2)),
            ([{"type": "lance"}], F(1, 2)),
            (["normal"], F(1, 4)),
            (["mw"], F(1, 2)),
            (["sniper"], F(4, 9)),
            ([{"type": "normal", "abilities": ["sniper", "lance"]}], F(2, 3)),
            ([1], F(1)),
            ([{"type": "sniper", "abilities": ["lance"]}], F(2, 3)),
        ],
    )
    def test_by_kind_on_reinforced_armour(self, hits: list[Any], hurt: Fraction) -> None:
        """Armour 4+ re-rolled; a lance or a macro-weapon leaves one roll, a sniper 5+."""
        on = {"t": force((1, titan(armour=4, abilities=["reinforced_armour"])))}
        assert chance(ask("critical", on, unit="t", hits=hits), "damage", 1) == hurt

    @rule("EPIC-161")
    def test_a_war_engine_without_a_capacity_is_not_guessed(self) -> None:
        on = {"t": force((1, foot()), (1, {"name": "Titan", "type": "WE", "critical": "none"}), seat=1)}
        fire = {"target": "t", "shots": [{"type": "at", "value": 5}]}
        assert [ask("critical", on, unit="t", hits=1)["unknown"], ask("fire", on, **fire)["unknown"]] == [["units.t.card.units.1.1.dc"]] * 2


SHAKY = titan(
    dc=4,
    armour=None,
    critical="-1 to hit for the rest of the game; a second one is 1 more damage",
    weapons=[{"name": "Gun", "range": 60, "at": 4}, {"name": "Flak", "range": 30, "aa": 5}],
)


class TestEffectsThatLast:
    @rule("EPIC-277", "EPIC-174")
    def test_the_first_is_kept_the_second_is_damage(self) -> None:
        """Two points with two criticals: -1 to hit, then one more point, whose die is a 1."""
        session = do(game(d=force((1, SHAKY), seat=1), a=side()), "fire", (6, 6), (6, 6), target="d", shots=[{"count": 2, "type": "at", "value": 2}])
        assert session.prompt
        assert (session.prompt.key, session.prompt.default, session.prompt.options[0].key) == ("effect:0", "shaken", "shaken")
        session.answer("shaken")
        assert session.prompt.default == "damage"
        answer_all(session, "damage", (1,))
        assert (state(session, "d")["shaken"], state(session, "d")["damage"]) == ((1,), (3,))

    @rule("EPIC-277", "EPIC-46")
    @pytest.mark.parametrize(("shaken", "dice"), [([], [(3, 4)]), ([1], [(2, 4), (1, 5)]), ([3], [(3, 5)]), ([9], [(3, 5)])])
    def test_shooting(self, shaken: list[int], dice: list[Any]) -> None:
        on = {"a": force((3, SHAKY), state={"shaken": shaken}), "d": force((9, tank()), seat=1)}
        reply = ask("fire", on, by="a", target="d")
        assert dice_and_targets(reply, "to_hit") == dice
        cited = {(row["key"], row["ref"]) for check in reply["checks"] for row in check["modifiers"]}
        assert cited == ({("shaken", "EPIC-277")} if shaken else set())

    @rule("EPIC-277", "EPIC-200")
    def test_flak(self) -> None:
        on = {"a": force((2, SHAKY), state={"shaken": [1]}), "f": force((2, FIGHTER), seat=1)}
        assert dice_and_targets(ask("flak", on, by="a", target="f"), "to_hit") == [(1, 5), (1, 6)]

    @rule("EPIC-277", "EPIC-61")
    @pytest.mark.parametrize(("shaken", "needs"), [([1], 4), ([2], 5)])
    def test_a_barrage_where_all_are_shaken(self, shaken: list[int], needs: int) -> None:
        """Two launchers of 2 points: AP4+ by the row of 4."""
        launcher = titan(weapons=[{"name": "Launcher", "range": 60, "bp": 2}])
        on = {"a": force((2, launcher), state={"shaken": shaken}), "d": side(4, seat=1)}
        assert dice_and_targets(ask("barrage", on, by="a", target="d"), "to_hit") == [(4, needs)]

    @rule("EPIC-277")
    @pytest.mark.parametrize(
        ("effect", "default"),
        [
            ("staggers D6 cm", "none"),
            ("-1 to hit for the rest of the game", "shaken"),
            ("fire: in each end phase 5+ puts it out, 1 starts another, else 1 damage", "fires"),
            ("reactor leak: in each end phase 1 explodes (4+ within 5 cm), 2-3 is 1 damage, 4+ is mended", "leaks"),
        ],
    )
    def test_what_a_card_most_likely_means(self, effect: str, default: str) -> None:
        session = do(
            game(d=force((1, {**SHAKY, "critical": effect}), seat=1), a=side()), "fire", (6,), (6,), target="d", shots=[{"count": 1, "type": "at", "value": 2}]
        )
        assert session.prompt
        assert session.prompt.default == default


BURNING = titan(dc=8, armour=None, critical="fire: in each end phase 5+ puts it out, 1 starts another, else 1 damage")
LEAKING = titan(dc=8, armour=None, critical="reactor leak: in each end phase 1 explodes (4+ within 5 cm), 2-3 is 1 damage, 4+ is mended")
DOOMED = titan(dc=3, armour=None, critical="destroyed, and units within 5 cm are hit on 6+")


def ending(card: dict[str, Any], **held: Any) -> Session:
    return do(game("rally", d=force((1, card), seat=1, state=held), a=side(4)), "end_turn")


class TestFiresAndLeaks:
    @rule("EPIC-277", "EPIC-174")
    def test_a_critical_sets_it_on_fire(self) -> None:
        session = do(game(d=force((1, BURNING), seat=1), a=side()), "fire", (6,), (6,), "fires", target="d", shots=[{"type": "at", "value": 2}])
        assert (state(session, "d")["fires"], state(session, "d")["damage"]) == ((1,), (1,))

    @rule("EPIC-277", "EPIC-117")
    @pytest.mark.parametrize(
        ("dice", "fires", "damage", "blast"),
        [
            (((5,),), None, None, None),  # put out
            (((4,), (1,)), (1,), (1,), 1),  # a point of damage, whose own die is no critical
            (((1,),), (2,), None, None),  # a second fire
        ],
    )
    def test_a_die_for_the_fire_in_the_end_phase(self, dice: Any, fires: Any, damage: Any, blast: Any) -> None:
        session = answer_all(ending(BURNING, fires=[1]), *dice)
        assert session.prompt is None
        held = session.state.unit("d").trackers
        assert (held.get("fires") or None, held.get("damage"), held.get("blast")) == (fires, damage, blast)

    @rule("EPIC-277")
    def test_each_fire_has_its_die(self) -> None:
        """One goes out, one spreads, one burns: three fires are left, one point of damage."""
        session = answer_all(ending(BURNING, fires=[3]), ((6,), (1,), (2,)), (1,))
        assert (state(session, "d")["fires"], state(session, "d")["damage"]) == ((3,), (1,))

    @rule("EPIC-277")
    @pytest.mark.parametrize(("dice", "leaks", "damage"), [(((4,),), None, None), (((3,), (1,)), (1,), (1,))])
    def test_a_leak_is_mended_or_does_harm(self, dice: Any, leaks: Any, damage: Any) -> None:
        held = answer_all(ending(LEAKING, leaks=[1]), *dice).state.unit("d").trackers
        assert (held.get("leaks") or None, held.get("damage")) == (leaks, damage)

    @rule("EPIC-277", "EPIC-176")
    def test_a_leak_explodes_on_a_1(self) -> None:
        """Whoever is within 5 cm is hit on 4+: of two infantry one, whose armour of 5+ fails."""
        session = answer_all(ending(LEAKING, leaks=[1]), (1,))
        assert (session.state.unit("d").where, session.state.trackers["explosions"]) == ("destroyed", (4,))
        assert [(duty.procedure, duty.must) for duty in agenda(RULES, session.state).due][:1] == [("explosion", True)]
        do(session, "explosion", "a", 2, (4, 3), (4,), value=4)
        assert (state(session, "a")["lost"], state(session, "a")["blast"], session.state.trackers.get("explosions")) == ((1,), 1, None)

    @rule("EPIC-277")
    def test_nothing_burns_on_a_wreck(self) -> None:
        """Damage 7 of 8: the fire takes the last point."""
        session = answer_all(ending(BURNING, fires=[1], damage=[7]), (2,))
        assert (session.state.unit("d").where, session.state.unit("d").trackers.get("fires")) == ("destroyed", None)

    @rule("EPIC-277", "EPIC-109")
    def test_fire_may_break_a_formation(self) -> None:
        """A capacity of 8 and 7 markers: one more and it withdraws."""
        session = answer_all(ending(BURNING, fires=[1], blast=7), (3,), (1,))
        assert session.state.unit("d").count("broken")


class TestExplosions:
    @rule("EPIC-277", "EPIC-176")
    def test_a_card_that_says_more_than_destroyed(self) -> None:
        """The first of three points: a 6 and it is gone; the others within 5 cm are owed a die."""
        session = do(game(d=force((1, DOOMED), seat=1), a=side()), "fire", (6,), (6,), target="d", shots=[{"type": "at", "value": 2}])
        assert (session.prompt, session.state.unit("d").where, session.state.trackers["explosions"]) == (None, "destroyed", (6,))
        assert chance(ask("critical", {"t": force((1, DOOMED))}, unit="t", hits=1), "destroyed", "yes") == F(1, 6)

    @rule("EPIC-277")
    def test_no_explosion_without_a_wreck(self) -> None:
        assert against(game(d=side(seat=1), a=side()), "explosion", value=6) == "no_explosion"
