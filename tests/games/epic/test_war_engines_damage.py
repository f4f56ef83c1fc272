"""Damage and shields of war engines. Figures worked out by hand from the book."""

from fractions import Fraction
from itertools import product

import pytest

from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games import asking
from tests.games.asking import change
from tests.games.epic.table import (
    HIT,
    answer_all,
    armoured_titan,
    ask,
    big_titan,
    chance,
    changes,
    critical,
    do,
    engine,
    foot,
    force,
    game,
    hits,
    open_prompt,
    state,
    tank,
    titan,
)

rule = pytest.mark.rule
F = Fraction


class TestDamage:
    @rule("EPIC-161", "EPIC-50")
    def test_each_hit_has_its_own_save(self) -> None:
        """Two hits on 4+: 0, 1, 2 points by 1/4, 1/2, 1/4; the third point of three would
        destroy it."""
        reply = critical(engine(), ("at", 2))
        assert [chance(reply, "damage", n) for n in range(3)] == [F(1, 4), F(1, 2), F(1, 4)]
        assert chance(reply, "destroyed", "yes") == 0
        assert chance(critical(engine({"damage": [1]}), ("at", 2)), "destroyed", "yes") == F(1, 4)

    @rule("EPIC-174", "EPIC-176")
    def test_a_critical_on_a_six(self) -> None:
        """One unsaved point: destroyed by a 6; three markers then instead of one."""
        reply = critical(engine(armour=None, critical="destroyed"), ("at", 1))
        assert chance(reply, "destroyed", "yes") == F(1, 6)
        assert {n: chance(reply, "blast", n) for n in (1, 3)} == {1: F(5, 6), 3: F(1, 6)}

    @rule("EPIC-174", "EPIC-277")
    def test_every_point_its_own_die(self) -> None:
        """By brute force over saves and criticals: three hits on a 4+ save, capacity 4, a 6
        destroys."""
        dead = F(0)
        for saves in product(range(1, 7), repeat=3):
            points = sum(face < 4 for face in saves)
            dead += F(1, 216) * (1 - F(5, 6) ** points)
        assert chance(critical(engine(dc=4, critical="destroyed"), ("at", 3)), "destroyed", "yes") == dead

    @rule("EPIC-277", "EPIC-175")
    @pytest.mark.parametrize(("faces", "destroyed", "blast"), [([2, 3], "no", 2), ([6], "yes", 4), ([2, 6], "yes", 4)])
    def test_no_die_after_the_six_that_destroys(self, faces: list[int], destroyed: str, blast: int) -> None:
        reply = critical(engine(dc=4, critical="destroyed"), ("at", 2), roll={"save": [1, 1], "critical": faces})
        assert (reply["result"]["destroyed"], reply["result"]["blast"]) == (destroyed, blast)

    @rule("EPIC-161", "EPIC-175")
    def test_points_beyond_the_last_are_lost(self) -> None:
        reply = critical(engine({"damage": [2]}, armour=None, critical="destroyed"), ("at", 3))
        assert (chance(reply, "destroyed", "yes"), chance(reply, "damage", 1), chance(reply, "blast", 1)) == (1, 1, 1)

    @rule("EPIC-161", "EPIC-175")
    def test_the_table_after_it(self) -> None:
        reply = critical(engine(dc=6), ("at", 2), roll={"save": [4, 3]})
        assert (change(reply, "t", "damage"), change(reply, "t", "blast"), change(reply, "t", "lost")) == ([1], 1, None)
        gone = critical(engine({"damage": [2]}), ("at", 1), roll={"save": [1]})
        assert (change(gone, "t", "lost"), change(gone, "t", "where"), change(gone, "t", "damage")) == ([1], "destroyed", [])

    @rule("EPIC-174")
    def test_numbers_alone(self) -> None:
        """Without a unit: a capacity, damage, shields, hits; a critical destroys."""
        reply = ask("critical", dc=3, damage=1, shields=1, hits=["normal", "normal"])
        assert chance(reply, "destroyed", "yes") == F(1, 6)
        assert chance(ask("critical", dc=1, hits=1), "destroyed", "yes") == 1
        assert chance(ask("critical", dc=3, armour=5, hits=["mw"]), "damage", 1) == 1

    @rule("EPIC-161")
    def test_the_engine_of_a_mixed_formation(self) -> None:
        mixed = {"t": force((2, foot()), (1, armoured_titan(armour=None)), seat=1)}
        reply = ask("critical", mixed, unit="t", hits=["mw", "mw"], roll={"save": []})
        assert (change(reply, "t", "damage"), change(reply, "t", "lost")) == ([0, 2], None)

    @rule("EPIC-277")
    def test_what_a_card_describes_the_table_reads(self) -> None:
        session = game(t=force((1, armoured_titan(dc=4, critical="The reactor cracks")), seat=1))
        do(session, "critical", [1], [6], unit="t", hits=hits(("at", 1)))
        assert session.prompt
        assert session.prompt.text.values["effect"] == "The reactor cracks"
        answer_all(session, "damage")
        assert state(session, "t")["damage"] == (2,)
        answer_all(session, [6])
        answer_all(session, "destroyed")
        assert state(session, "t") == {"lost": (1,), "where": "destroyed"}
        harmless = do(game(t=force((1, armoured_titan(critical="It stumbles")), seat=1)), "critical", [1], [6], "none", unit="t", hits=hits(("at", 1)))
        assert state(harmless, "t") == {"damage": (1,), "blast": 1}


class TestShields:
    @rule("EPIC-178", "EPIC-276")
    def test_shields_stop_hits_without_a_save_or_a_marker(self) -> None:
        units = engine(shields=2)
        reply = ask("fire", units, target="t", shots=[{"count": 2, "type": "at", "value": 2}], roll={"to_hit": [6, 6]})
        assert (change(reply, "t", "shields_down"), change(reply, "t", "blast"), reply["result"]["damage"]) == ([2], 1, 0)
        third = ask("fire", units, target="t", shots=[{"count": 3, "type": "at", "value": 2}], roll={"to_hit": [6, 6, 6], "save": [1]})
        assert (change(third, "t", "shields_down"), change(third, "t", "damage"), change(third, "t", "blast")) == ([2], [1], 2)

    @rule("EPIC-178", "EPIC-160")
    @pytest.mark.parametrize(("reading", "damage"), [("damage_point", 2), ("hit", 0)])
    def test_a_titan_killer_drops_a_shield_for_each_point(self, reading: str, damage: int) -> None:
        reply = ask("critical", engine(dc=6, shields=1), {"shield_stops": reading}, unit="t", hits=[{"type": "tk", "damage": 3}])
        assert chance(reply, "damage", damage) == 1

    @rule("EPIC-276", "EPIC-51")
    def test_normal_hits_meet_them_first(self) -> None:
        """A normal and a macro hit, one shield: the macro hit has no save and always damages."""
        reply = critical(engine(shields=1, dc=6), ("mw", 1), ("at", 1))
        assert (chance(reply, "damage", 1), reply["checks"]) == (1, [])

    @rule("EPIC-178")
    def test_shields_that_are_down_stop_nothing(self) -> None:
        assert chance(critical(engine({"shields_down": [1]}, shields=1, armour=None), ("at", 1)), "damage", 1) == 1
        assert chance(critical(engine(shields=1, armour=None), ("at", 1)), "damage", 0) == 1

    @rule("EPIC-180", "EPIC-117")
    def test_one_comes_back_at_the_end_of_the_turn(self) -> None:
        two = {"t": force((1, armoured_titan(shields=3)), (2, armoured_titan(shields=2)), state={"shields_down": [3, 3]})}
        reply = ask("end_turn", two, turn=2)
        assert (reply["changes"][0]["to"], reply["changes"][0]["ref"]) == ([2, 1], "EPIC-180")
        orks = {"t": force((1, armoured_titan(shields=3)), state={"shields_down": [3]}, army="orks")}
        assert ask("end_turn", orks, turn=2)["changes"] == []

    @rule("EPIC-181", "EPIC-108")
    def test_regrouping_points_are_split(self) -> None:
        units = {"t": force((1, armoured_titan(shields=3)), state={"shields_down": [2], "blast": 3})}
        reply = ask("regroup", units, formation="t", roll={"regroup": [4, 1]})
        assert reply["result"]["splits"] == ((3, 0), (3, 1), (2, 2))
        assert (change(reply, "t", "blast"), change(reply, "t", "shields_down")) == (0, [1])
        chosen = ask("regroup", units, formation="t", roll={"regroup": [4, 1]}, answers={"shields": 2})
        assert (change(chosen, "t", "blast"), change(chosen, "t", "shields_down")) == (1, [])

    @rule("EPIC-181")
    def test_by_one_reading_all_for_one(self) -> None:
        units = {"t": force((1, armoured_titan(shields=3)), state={"shields_down": [2], "blast": 3})}
        for answer, blast, down in (("markers", 0, None), ("shields", None, [])):
            reply = ask("regroup", units, {"regroup_shields": "either"}, formation="t", roll={"regroup": [5, 1]}, answers={"shields": answer})
            assert (change(reply, "t", "blast"), change(reply, "t", "shields_down")) == (blast, down)
            assert reply["result"]["splits"] == ((3, 0), (0, 2))


class TestNoSaves:
    @rule("EPIC-273", "EPIC-116")
    def test_markers_on_a_broken_engine_are_damage(self) -> None:
        """Under fire: one marker, one point, past any shield."""
        units = engine({"broken": True}, shields=2, dc=4)
        reply = ask("fire", units, target="t", shots=[{"count": 1, "type": "at", "value": 6}], roll={"to_hit": [1]})
        assert (change(reply, "t", "damage"), change(reply, "t", "shields_down")) == ([1], None)
        burst = ask(
            "fire",
            engine({"broken": True}, dc=4, critical="destroyed"),
            target="t",
            shots=[{"count": 1, "type": "at", "value": 6}],
            roll={"to_hit": [1], "critical": [6]},
        )
        assert change(burst, "t", "where") == "destroyed"

    @rule("EPIC-163", "EPIC-66")
    @pytest.mark.parametrize(("reading", "blast"), [("none", None), ("one", 1)])
    def test_dangerous_terrain(self, reading: str, blast: int | None) -> None:
        reply = ask("dangerous", engine(), {"we_terrain_bm": reading}, formation="t", type="WE", roll={"terrain": [1]})
        assert (change(reply, "t", "damage"), change(reply, "t", "blast")) == ([1], blast)
        safe = ask("dangerous", engine(), {"we_terrain_bm": reading}, formation="t", type="WE", roll={"terrain": [2]})
        assert safe["changes"] == []

    @rule("EPIC-113", "EPIC-143")
    def test_withdrawing_among_enemies(self) -> None:
        """A point for each enemy within 15 cm; to the letter it would be gone."""
        reply = ask("withdraw", engine(dc=4), formation="t", enemies_within_15=2)
        assert (reply["result"]["destroyed"], change(reply, "t", "damage")) == (False, [2])
        assert ask("withdraw", engine(dc=4), formation="t", enemies_within_15=4)["result"]["destroyed"] is True
        letter = ask("withdraw", engine(dc=4), {"we_withdrawal": "destroyed"}, formation="t", enemies_within_15=1)
        assert (letter["result"]["destroyed"], change(letter, "t", "where")) == (True, "destroyed")
        fearless = engine(dc=4, abilities=["fearless"])
        assert ask("withdraw", fearless, formation="t", moved=False, enemies_within_15=3)["changes"] == []

    @rule("EPIC-113", "EPIC-174")
    def test_the_table_says_how_many_enemies(self) -> None:
        session = game(a=force((3, foot())), t=force((1, armoured_titan(dc=3, critical="destroyed")), seat=1, state={"blast": 2}))
        do(session, "fire", [1], target="t", shots=[{"count": 1, "type": "at", "value": 6}])
        assert session.prompt
        assert session.prompt.key == "withdraw:t:0"
        answer_all(session, 2)
        answer_all(session, [1, 2])
        assert state(session, "t") == {"broken": True, "damage": (2,)}

    @rule("EPIC-163")
    def test_each_engine_that_fails_is_damaged(self) -> None:
        units = engine(count=3)
        reply = ask("dangerous", units, formation="t", tests=3, roll={"terrain": [1, 2, 1]})
        assert (change(reply, "t", "damage"), change(reply, "t", "lost")) == ([2], None)
        plane = {"t": force((1, {"name": "Lander", "type": "AC", "dc": 2, "critical": "none"}))}
        assert change(ask("dangerous", plane, formation="t", roll={"terrain": [1]}), "t", "damage") == [1]

    @rule("EPIC-250", "EPIC-249")
    @pytest.mark.parametrize(("reading", "damage", "points"), [("dc", 1, 0), ("dc", 2, 100), ("one_plus_dc", 2, 0), ("one_plus_dc", 3, 100)])
    def test_strength_for_kill_points(self, reading: str, damage: int, points: int) -> None:
        """Capacity 4: half at 2 left; counted 1 + 4 = 5, half at 2 or less: three points of
        damage leave 2."""
        units = {"t": force((1, armoured_titan(dc=4)), points=200, state={"damage": [damage]})}
        assert ask("kill_points", units, {"we_strength": reading}, formation="t")["result"]["points"] == points


class TestHulls:
    @rule("EPIC-161", "EPIC-178")
    def test_a_war_engine_of_one_point_has_shields(self) -> None:
        """The first hit drops its shield, the second takes its only point."""
        small = {"t": force((1, titan(dc=1, shields=1)), seat=1)}
        first = ask("fire", small, target="t", shots=HIT, roll={"to_hit": [6]})
        assert (change(first, "t", "shields_down"), change(first, "t", "where")) == ([1], None)
        second = ask("fire", small, target="t", shots=[{"count": 2, "type": "at", "value": 2}], roll={"to_hit": [6, 6]})
        assert change(second, "t", "where") == "destroyed"

    @rule("EPIC-160", "EPIC-174")
    def test_a_wreck_is_no_war_engine(self) -> None:
        """Nobody asks how much a Titan Killer does to tanks: one dies of each hit."""
        mixed = {"t": force((1, titan()), (2, tank()), seat=1, state={"lost": [1, 0]})}
        assert asking.ask("epic", "critical", mixed, unit="t", hits=1)["error"] == "Force has no war engine"
        killer = ask("fire", mixed, target="t", shots=[{"count": 1, "type": "tk", "value": 2, "damage": "D3"}], roll={"to_hit": [6]})
        assert ([check["what"] for check in killer["checks"]], change(killer, "t", "lost")) == (["to_hit"], [1, 1])

    @rule("EPIC-161", "EPIC-250")
    def test_damage_stated_for_the_first_row_only(self) -> None:
        """3 points off 4 + 2 leave 3 of 6: half strength, so half of 250."""
        two = {"t": force((1, titan(dc=4)), (1, titan(dc=2)), state={"damage": [3]})}
        assert ask("kill_points", two, formation="t")["result"]["points"] == 125

    @rule("EPIC-161")
    @pytest.mark.parametrize(("damage", "destroyed"), [(3, "yes"), (2, "no")])
    def test_the_points_of_the_row_count_before_the_note_of_each_engine(self, damage: int, destroyed: str) -> None:
        """The note has 0 and 2: with 2 points on the row it holds, and the front engine stands a
        hit. With 3 it does not: 2 and 1."""
        pair = {"t": force((2, titan()), seat=1, state={"damage": [damage], "hulls": {"0": [0, 0, 2, 0]}})}
        assert chance(ask("critical", pair, unit="t", hits=1), "destroyed", destroyed) == 1

    @rule("EPIC-161", "EPIC-178")
    @pytest.mark.parametrize(("shields", "dice"), [(0, 1), (1, 3)])
    def test_what_hits_an_engine_that_is_gone_is_lost(self, shields: int, dice: int) -> None:
        """One engine of one point, stated twice under templates, once as one of capacity 6 under a
        centre: half of that are three dice. They take its shield and its point; the other die
        finds nobody."""
        on = {"t": force((1, titan(dc=1, shields=shields)), seat=1)}
        stated = {"type": "WE", "dc": 1, "formation": "t", "row": 0}
        under = [stated, {**stated, "dc": 2 * dice, "centre": dice > 1}]
        reply = ask("barrage", on, points=3, target="t", under=under, roll={"to_hit": [6] * (1 + dice)})
        assert (change(reply, "t", "lost"), change(reply, "t", "where"), change(reply, "t", "shields_down")) == ([1], "destroyed", None)

    @rule("EPIC-178")
    def test_no_more_shields_are_down_than_it_has(self) -> None:
        stated = {"type": "WE", "dc": 6, "formation": "t", "row": 0}
        reply = ask("barrage", {"t": force((1, titan(dc=6, shields=1)), seat=1)}, points=3, target="t", under=[stated, stated], roll={"to_hit": [6, 6]})
        assert change(reply, "t", "shields_down") == [1]


class TestShieldsThatComeBack:
    @rule("EPIC-180")
    def test_what_was_down_and_what_is(self) -> None:
        session = game(step="rally", t=force((1, big_titan(shields=3)), state={"shields_down": [2]}))
        session.dispatch(Opened("end_turn", pairs()))
        found = [(each.tracker, each.before, each.after) for line in open_prompt(session).lines for each in line.changes]
        assert found == [("shields_down", (2,), (1,))]

    @rule("EPIC-181")
    @pytest.mark.parametrize(("faces", "blast", "down"), [([2, 1], 1, None), ([3, 1], None, None), ([4, 1], None, [1]), ([6, 1], None, [])])
    def test_markers_go_first(self, faces: list[int], blast: int | None, down: list[int] | None) -> None:
        """Three markers, two shields down: unless the player says otherwise only what is beyond
        the markers raises shields."""
        units = {"t": force((1, big_titan(shields=3)), state={"shields_down": [2], "blast": 3})}
        reply = ask("regroup", units, formation="t", roll={"regroup": faces})
        assert changes(reply, "t", "blast", "shields_down") == [blast or 0, down]

    @rule("EPIC-180")
    def test_nothing_is_left_down(self) -> None:
        session = do(game(step="rally", t=force((1, big_titan(shields=3)), state={"shields_down": [1]})), "end_turn")
        session.answer(())
        assert state(session, "t") == {}
