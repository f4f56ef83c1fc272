"""Epic Armageddon: war engines, with values worked out from the book."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.playing.session import Refused, Session
from engine.values.maps import frozen
from tests.games.asking import change, rows
from tests.games.epic_field import BARE, ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction


def titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "critical": "none", **more}


def answer(session: Session, value: Any) -> None:
    session.answer(frozen(value))


def engine(state: dict[str, Any] | None = None, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"t": force((count, titan(**more)), seat=1, state=state)}


def hits(*kinds: tuple[str, int], **more: Any) -> list[dict[str, Any]]:
    return [{"type": kind, "count": count, **more} for kind, count in kinds]


def critical(units: dict[str, Any], *kinds: tuple[str, int], reading: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    return ask("critical", units, reading, unit="t", hits=hits(*kinds), **more)


class TestDamage:
    @rule("EPIC-161", "EPIC-50", "EPIC-174")
    def test_each_hit_has_its_own_save(self) -> None:
        """Two hits on 4+: 0, 1, 2 points by 1/4, 1/2, 1/4; the third point of three would
        destroy it."""
        reply = critical(engine(), ("at", 2))
        assert [chance(reply, "damage", n) for n in range(3)] == [F(1, 4), F(1, 2), F(1, 4)]
        assert chance(reply, "destroyed", "yes") == 0
        assert chance(critical(engine({"damage": [1]}), ("at", 2)), "destroyed", "yes") == F(1, 4)

    @rule("EPIC-174", "EPIC-176", "EPIC-277")
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

    @rule("EPIC-277", "EPIC-175", "EPIC-176")
    @pytest.mark.parametrize(("faces", "destroyed", "blast"), [([2, 3], "no", 2), ([6], "yes", 4), ([2, 6], "yes", 4)])
    def test_no_die_after_the_six_that_destroys(self, faces: list[int], destroyed: str, blast: int) -> None:
        reply = critical(engine(dc=4, critical="destroyed"), ("at", 2), roll={"save": [1, 1], "critical": faces})
        assert (reply["result"]["destroyed"], reply["result"]["blast"]) == (destroyed, blast)

    @rule("EPIC-161", "EPIC-175", "EPIC-277")
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
        mixed = {"t": force((2, foot()), (1, titan(armour=None)), seat=1)}
        reply = ask("critical", mixed, unit="t", hits=["mw", "mw"], roll={"save": []})
        assert (change(reply, "t", "damage"), change(reply, "t", "lost")) == ([0, 2], None)

    @rule("EPIC-277")
    def test_what_a_card_describes_the_table_reads(self) -> None:
        session = game(t=force((1, titan(dc=4, critical="The reactor cracks")), seat=1))
        do(session, "critical", [1], [6], unit="t", hits=hits(("at", 1)))
        assert session.prompt
        assert session.prompt.text.values["effect"] == "The reactor cracks"
        answer(session, "damage")
        assert state(session, "t")["damage"] == (2,)
        answer(session, [6])
        answer(session, "destroyed")
        assert state(session, "t") == {"lost": (1,), "where": "destroyed"}
        harmless = do(game(t=force((1, titan(critical="It stumbles")), seat=1)), "critical", [1], [6], "none", unit="t", hits=hits(("at", 1)))
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
        two = {"t": force((1, titan(shields=3)), (2, titan(shields=2)), state={"shields_down": [3, 3]})}
        reply = ask("end_turn", two, turn=2)
        assert (reply["changes"][0]["to"], reply["changes"][0]["ref"]) == ([2, 1], "EPIC-180")
        orks = {"t": force((1, titan(shields=3)), state={"shields_down": [3]}, army="orks")}
        assert ask("end_turn", orks, turn=2)["changes"] == []

    @rule("EPIC-181", "EPIC-108")
    def test_regrouping_points_are_split(self) -> None:
        units = {"t": force((1, titan(shields=3)), state={"shields_down": [2], "blast": 3})}
        reply = ask("regroup", units, formation="t", roll={"regroup": [4, 1]})
        assert reply["result"]["splits"] == ((3, 0), (3, 1), (2, 2))
        assert (change(reply, "t", "blast"), change(reply, "t", "shields_down")) == (0, [1])
        chosen = ask("regroup", units, formation="t", roll={"regroup": [4, 1]}, answers={"shields": 2})
        assert (change(chosen, "t", "blast"), change(chosen, "t", "shields_down")) == (1, [])

    @rule("EPIC-181")
    def test_by_one_reading_all_for_one(self) -> None:
        units = {"t": force((1, titan(shields=3)), state={"shields_down": [2], "blast": 3})}
        for answer, blast, down in (("markers", 0, None), ("shields", None, [])):
            reply = ask("regroup", units, {"regroup_shields": "either"}, formation="t", roll={"regroup": [5, 1]}, answers={"shields": answer})
            assert (change(reply, "t", "blast"), change(reply, "t", "shields_down")) == (blast, down)
            assert reply["result"]["splits"] == ((3, 0), (0, 2))


class TestUnderFire:
    @rule("EPIC-171", "EPIC-175", "EPIC-44", "EPIC-255")
    def test_capacity_before_the_next_unit(self) -> None:
        """Four AT hits on an engine of capacity 3 and a tank: three on the engine."""
        mixed = {"t": force((1, titan(armour=None)), (1, tank(armour=None)), seat=1)}
        reply = ask("fire", mixed, target="t", shots=[{"count": 4, "type": "at", "value": 2}], roll={"to_hit": [6, 6, 6, 6]})
        assert (reply["result"]["kills"], change(reply, "t", "lost"), change(reply, "t", "where")) == (2, [1, 1], "destroyed")
        three = ask("fire", mixed, target="t", shots=[{"count": 2, "type": "at", "value": 2}], roll={"to_hit": [6, 6]})
        assert (change(three, "t", "damage"), change(three, "t", "lost"), change(three, "t", "blast")) == ([2, 0], None, 3)

    @rule("EPIC-172")
    def test_shots_aimed_at_engines_or_at_the_rest(self) -> None:
        mixed = {"t": force((2, tank(armour=None)), (1, titan(armour=None, dc=6)), seat=1)}
        for aim, lost, damage in (("engines", None, [0, 3]), ("others", [2, 0], None)):
            reply = ask("fire", mixed, target="t", shots=[{"count": 3, "type": "at", "value": 2, "aim": aim}], roll={"to_hit": [6, 6, 6]})
            assert (change(reply, "t", "lost"), change(reply, "t", "damage")) == (lost, damage)
        units = [{"type": "AV"}, {"type": "WE", "dc": 3}]
        assert ask("allocate", units=units, hits=[{"type": "at", "count": 2, "aim": "engines"}])["result"]["hits"] == [0, 2]
        assert ask("allocate", units=units, hits=[{"type": "at", "count": 2, "aim": "others"}])["result"]["hits"] == [2, 0]

    @rule("EPIC-160", "EPIC-171")
    @pytest.mark.parametrize(("reading", "expected"), [("damage", [2, 1]), ("hit", [3, 0])])
    def test_titan_killers_fill_places_by_their_damage(self, reading: str, expected: list[int]) -> None:
        """TK(2) on two engines of capacity 3: two hits fill four places, the third goes on; hit
        for hit all three fit."""
        units = [{"type": "WE", "dc": 3}, {"type": "WE", "dc": 3}]
        reply = ask("allocate", None, {"tk_allocation": reading}, units=units, hits=[{"type": "tk", "count": 3, "damage": 2}])
        assert reply["result"]["hits"] == expected

    @rule("EPIC-160", "EPIC-171")
    def test_damage_by_a_die(self) -> None:
        """TK(D3) on capacity 3 with 2 left: destroyed by 2 or 3, if it hits on 2+: 5/6 * 2/3."""
        reply = ask("fire", engine({"damage": [1]}), target="t", shots=[{"count": 1, "type": "tk", "value": 2, "damage": "D3"}])
        assert chance(reply, "kills", 1) == F(5, 9)
        rolled = ask(
            "fire", engine(dc=6), target="t", shots=[{"count": 2, "type": "tk", "value": 2, "damage": "D6"}], roll={"to_hit": [2, 3], "damage": [[1], [3]]}
        )
        assert (change(rolled, "t", "damage"), change(rolled, "t", "blast")) == ([4], 5)
        volcano = {"name": "Volcano", "range": 90, "mw": 2, "tk": "D3"}
        guns = {**engine(dc=6), "a": force((1, tank(weapons=[volcano])))}
        told = ask("fire", guns, target="t", by="a", roll={"to_hit": [2], "damage": [2]})
        assert change(told, "t", "damage") == [2]

    @rule("EPIC-160", "EPIC-139")
    def test_living_metal_takes_one_point_and_saves(self) -> None:
        reply = ask("critical", engine(dc=6, abilities=["living_metal"]), unit="t", hits=[{"type": "tk", "damage": 3}])
        assert (chance(reply, "damage", 0), chance(reply, "damage", 1)) == (F(1, 2), F(1, 2))

    @rule("EPIC-144", "EPIC-160")
    def test_an_invulnerable_save_for_each_point(self) -> None:
        reply = ask("critical", engine(dc=6, armour=None, abilities=["invulnerable_save"]), unit="t", hits=[{"type": "tk", "damage": 2}])
        assert chance(reply, "damage", 2) == F(25, 36)

    @rule("EPIC-56", "EPIC-55", "EPIC-175")
    @pytest.mark.parametrize(("reading", "damaged", "destroyed"), [("destroyed", 1, 4), ("first_damage", 2, 4)])
    def test_crossfire(self, reading: str, damaged: int, destroyed: int) -> None:
        """A marker more when it is destroyed, by one reading at the first damage; the save 4+
        becomes 5+."""
        told = ask("critical", engine(dc=3), {"crossfire_we": reading}, unit="t", hits=hits(("at", 1)), crossfire=True, roll={"save": [4]})
        assert told["result"]["blast"] == damaged
        gone = ask("critical", engine(dc=3), {"crossfire_we": reading}, unit="t", hits=hits(("tk", 1), damage=3), crossfire=True)
        assert chance(gone, "blast", destroyed) == 1
        fire = ask(
            "fire",
            engine(dc=6),
            {"crossfire_we": reading},
            target="t",
            crossfire=True,
            shots=[{"count": 1, "type": "at", "value": 2}],
            roll={"to_hit": [6], "save": [1]},
        )
        assert change(fire, "t", "blast") == 1 + damaged

    @rule("EPIC-156", "EPIC-175")
    def test_disrupt_counts_hits_that_pass_the_shields(self) -> None:
        reply = ask(
            "fire",
            engine(dc=6, shields=1),
            target="t",
            shots=[{"count": 3, "type": "at", "value": 2, "abilities": ["disrupt"]}],
            roll={"to_hit": [6, 6, 6], "save": [1, 6]},
        )
        assert (change(reply, "t", "blast"), change(reply, "t", "damage")) == (3, [1])

    @rule("EPIC-162", "EPIC-177", "EPIC-109")
    def test_it_breaks_by_its_starting_capacity(self) -> None:
        whole = ask("break_point", engine({"damage": [2], "blast": 2}), formation="t")["result"]
        assert (whole["breaks_at"], whole["broken"]) == (3, False)
        reply = ask("fire", engine({"damage": [1], "blast": 1}), target="t", shots=[{"count": 1, "type": "at", "value": 2}], roll={"to_hit": [6], "save": [1]})
        assert (reply["result"]["broken"], reply["result"]["then"]) == ("yes", "withdraw")

    @rule("EPIC-161", "EPIC-171")
    def test_engines_of_one_row_are_told_apart(self) -> None:
        """Six engines of capacity 2: three hits destroy one and damage the next; two more finish
        that one, one point is lost."""
        session = game(a=force((3, tank())), t=force((6, titan(armour=None, dc=2)), seat=1))
        do(session, "fire", [6, 6, 6], target="t", shots=[{"count": 3, "type": "at", "value": 2}])
        assert (state(session, "t")["lost"], state(session, "t")["damage"]) == ((1,), (1,))
        do(session, "fire", [6, 6], target="t", shots=[{"count": 2, "type": "at", "value": 2}])
        assert (state(session, "t")["lost"], state(session, "t").get("damage")) == ((2,), None)

    @rule("EPIC-161", "EPIC-178")
    def test_each_engine_has_shields_of_its_own(self) -> None:
        """Four hits on two engines of capacity 2 with a shield each: two and two, one of each is
        stopped."""
        units = {"t": force((2, titan(armour=None, dc=2, shields=1)), seat=1)}
        reply = ask("fire", units, target="t", shots=[{"count": 4, "type": "at", "value": 2}], roll={"to_hit": [6, 6, 6, 6]})
        assert (change(reply, "t", "shields_down"), change(reply, "t", "damage"), change(reply, "t", "lost")) == ([2], [2], None)

    @rule("EPIC-161", "EPIC-171")
    def test_damage_stays_on_the_engine_that_took_it(self) -> None:
        """Four hits on two engines of capacity 3: a point on each. Two more on the front one
        destroy it; one does not."""
        for more, lost in (([4, 1], None), ([1, 1], (1,))):
            session = game(a=force((3, tank())), t=force((2, titan(armour=4)), (3, tank()), seat=1))
            do(session, "fire", [6, 6, 6, 6], [[4, 4, 1], [1]], target="t", shots=[{"count": 4, "type": "at", "value": 2}])
            assert state(session, "t") == {"blast": 3, "damage": (2, 0), "hulls": frozen({"0": [1, 0, 1, 0]})}
            do(session, "fire", [6, 6], more, target="t", shots=[{"count": 2, "type": "at", "value": 2}])
            assert session.state.unit("t").trackers.get("lost") == (lost and (1, 0))

    @rule("EPIC-173", "EPIC-178")
    @pytest.mark.parametrize(
        ("dc", "damage", "reading", "dice"),
        [(3, 0, "starting", 2), (4, 0, "starting", 2), (8, 5, "starting", 4), (8, 5, "remaining", 2), (1, 0, "starting", 1)],
    )
    def test_under_the_centre_of_a_template(self, dc: int, damage: int, reading: str, dice: int) -> None:
        under = [{"type": "WE", "dc": dc, "damage": damage, "centre": True}]
        assert ask("barrage", None, {"template_dc": reading}, points=3, under=under)["result"]["dice"] == dice
        assert ask("barrage", None, {"template_dc": reading}, points=3, under=[{**under[0], "centre": False}])["result"]["dice"] == 1

    @rule("EPIC-173", "EPIC-175", "EPIC-178")
    def test_a_barrage_damages(self) -> None:
        """Three hits under the centre of a template, capacity 6, one shield: two saves, one
        failed; 1 + 1 markers."""
        units = engine(dc=6, shields=1)
        reply = ask(
            "barrage",
            units,
            points=3,
            target="t",
            under=[{"type": "WE", "dc": 6, "armour": 4, "centre": True, "formation": "t", "row": 0}],
            roll={"to_hit": [5, 5, 5], "save": [4, 1]},
        )
        assert (change(reply, "t", "damage"), change(reply, "t", "shields_down"), change(reply, "t", "blast"), reply["result"]["kills"]) == ([1], [1], 2, 0)
        for reading, blast in (("destroyed", 2), ("first_damage", 3)):
            cross = ask("barrage", engine(dc=6), {"crossfire_we": reading}, points=3, target="t", crossfire=True, roll={"to_hit": [5], "save": [4]})
            assert change(cross, "t", "blast") == blast
        burst = ask("barrage", engine(dc=3, critical="destroyed"), points=3, target="t", crossfire=True, roll={"to_hit": [5], "save": [1], "critical": [6]})
        assert (burst["result"]["kills"], burst["result"]["blast"]) == (1, 5)
        whole = ask("barrage", engine(dc=1, armour=None), points=3, target="t", roll={"to_hit": [5]})
        assert (whole["result"]["kills"], whole["result"]["blast"], change(whole, "t", "where")) == (1, 2, "destroyed")
        told = ask("barrage", points=3, under=[{"type": "WE", "dc": 2, "damage": 1, "shields": 1}], roll={"to_hit": [5]})
        assert (told["result"]["kills"], told["result"]["hits"]) == (0, 1)


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
        session = game(a=force((3, foot())), t=force((1, titan(dc=3, critical="destroyed")), seat=1, state={"blast": 2}))
        do(session, "fire", [1], target="t", shots=[{"count": 1, "type": "at", "value": 6}])
        assert session.prompt
        assert session.prompt.key == "withdraw:t:0"
        answer(session, 2)
        answer(session, [1, 2])
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
        units = {"t": force((1, titan(dc=4)), points=200, state={"damage": [damage]})}
        assert ask("kill_points", units, {"we_strength": reading}, formation="t")["result"]["points"] == points


class TestAssault:
    @rule("EPIC-184", "EPIC-162")
    def test_as_many_dice_as_its_starting_capacity(self) -> None:
        reply = ask(
            "assault_attacks",
            {"a": force((1, titan()), state={"damage": [2]}), "d": force((3, BARE), seat=1)},
            sides=[{"formation": "a", "ff": [1]}, {"formation": "d", "ff": [3]}],
        )
        assert {check["what"]: check["dice"] for check in reply["checks"]}["strike:a"] == 3

    @rule("EPIC-184", "EPIC-91")
    def test_dice_split_between_contact_and_distance(self) -> None:
        """Two dice at the one it touches, one at the others: nobody else can be hit by the two."""
        units = {"a": force((1, titan(cc=2, ff=2))), "d": force((1, BARE), (2, BARE), seat=1)}
        reply = ask(
            "assault_attacks",
            units,
            sides=[{"formation": "a", "cc": [2], "ff": [1]}, {"formation": "d", "cc": [1, 0], "ff": [0, 2]}],
            roll={"strike:a:0": [6, 6], "strike:a:1": [6], "strike:d": [[1], [1, 1]]},
        )
        assert (reply["result"]["kills:0"], change(reply, "d", "lost")) == (2, [1, 1])

    @rule("EPIC-179", "EPIC-276", "EPIC-178")
    @pytest.mark.parametrize(("how", "down", "damage"), [("cc", None, [2]), ("ff", [1], [1])])
    def test_close_combat_passes_shields_by(self, how: str, down: list[int] | None, damage: list[int]) -> None:
        units = {"a": force((2, BARE)), "d": force((1, titan(shields=1, armour=None, dc=4)), seat=1)}
        reply = ask(
            "assault_attacks", units, sides=[{"formation": "a", how: [2]}, {"formation": "d", how: [1]}], roll={"strike:a": [6, 6], "strike:d": [1, 1, 1, 1]}
        )
        assert (change(reply, "d", "shields_down"), change(reply, "d", "damage")) == (down, damage)

    @rule("EPIC-160", "EPIC-150", "EPIC-184")
    def test_a_titan_killer_in_close_combat(self) -> None:
        """One extra attack TK(D3): three points past armour and shields; on infantry it simply
        kills."""
        claw = {"name": "Claw", "range": "contact", "tk": "D3", "abilities": ["extra_attacks:1"]}
        attacker = force((1, titan(weapons=[claw])))
        told = {"sides": [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]}
        units = {"a": attacker, "d": force((1, titan(dc=6, shields=2)), seat=1)}
        reply = ask("assault_attacks", units, **told, roll={"strike:a": [[1, 1, 1], [4]], "damage": [3], "strike:d": [1] * 6})
        assert (reply["result"]["kills:0"], change(reply, "d", "damage"), change(reply, "d", "shields_down")) == (3, [3], None)
        foot_only = ask("assault_attacks", {"a": attacker, "d": force((1, BARE), seat=1)}, **told, roll={"strike:a": [[1, 1, 1], [4]], "strike:d": [1]})
        assert foot_only["result"]["kills:0"] == 1

    @rule("EPIC-185")
    def test_every_point_is_a_kill(self) -> None:
        units = {"a": force((2, BARE)), "d": force((1, titan(armour=None, dc=4)), seat=1)}
        reply = ask(
            "assault_attacks", units, sides=[{"formation": "a", "ff": [2]}, {"formation": "d", "ff": [1]}], roll={"strike:a": [6, 6], "strike:d": [1, 1, 1, 1]}
        )
        assert reply["result"]["kills:0"] == 2

    @rule("EPIC-89", "EPIC-161")
    def test_an_engine_that_falls_still_strikes(self) -> None:
        units = {"a": force((2, BARE)), "d": force((1, titan(armour=None, dc=2)), seat=1)}
        reply = ask(
            "assault_attacks", units, sides=[{"formation": "a", "ff": [2]}, {"formation": "d", "ff": [1]}], roll={"strike:a": [6, 6], "strike:d": [6, 6]}
        )
        assert (reply["result"]["kills:0"], reply["result"]["kills:1"]) == (2, 2)

    @rule("EPIC-185", "EPIC-278", "EPIC-98")
    def test_it_counts_undamaged_in_the_numbers(self) -> None:
        """Capacity 6, two points lost this time: six units against two; the enemy has two kills."""
        units = {"a": force((1, titan(dc=6)), state={"damage": [3]}), "d": force((2, BARE), seat=1)}
        reply = ask("assault_result", units, sides=[{"formations": [{"formation": "a", "damage": [2]}]}, {"formations": [{"formation": "d"}]}])
        assert [row[:2] for row in rows(reply, "result:0")] == [("more_units", 1), ("twice_the_units", 1), ("no_blast", 1)]
        assert [row[:2] for row in rows(reply, "result:1")] == [("kills", 2), ("no_blast", 1)]
        units["a"] = force((2, titan(dc=6)), state={"damage": [3]})
        lost = ask("assault_result", units, sides=[{"formations": [{"formation": "a", "lost": [1]}]}, {"formations": [{"formation": "d"}]}])
        assert rows(lost, "result:1")[0][:2] == ("kills", 3)

    @rule("EPIC-186", "EPIC-277")
    def test_losing_costs_a_point_for_each_of_the_difference(self) -> None:
        """6 + 2 more units, no marker against 1: the engine, alone, loses by the dice."""
        units = {"a": force((8, BARE)), "d": force((1, titan(dc=6, critical="none", shields=3)), seat=1)}
        session = game(**units)
        do(session, "assault", attacker="a", defender="d")
        answer(session, [1] * 8)
        answer(session, [1] * 6)
        answer(session, [[5, 1], [1, 1]])
        assert state(session, "d")["damage"] == (5,)
        assert "shields_down" not in state(session, "d")

    @rule("EPIC-278", "EPIC-104")
    def test_the_winner_takes_a_marker_for_each_point(self) -> None:
        session = game(a=force((1, titan(dc=6, armour=None))), d=force((2, BARE), seat=1))
        do(session, "assault", attacker="a", defender="d")
        answer(session, [1] * 6)
        answer(session, [6, 6])
        answer(session, [[6, 1], [1, 1]])
        assert (state(session, "a")["blast"], state(session, "a")["damage"]) == (2, (2,))

    @rule("EPIC-182", "EPIC-183", "EPIC-164", "EPIC-184")
    def test_limits(self) -> None:
        found = ask("limits", unit=titan(dc=4), order="engage")["result"]
        assert {key: found[key] for key in ("contacts", "barges", "coherency", "assault_dice")} == {
            "contacts": 8,
            "barges": 8,
            "coherency": 20,
            "assault_dice": 4,
        }


class TestTransport:
    @rule("EPIC-167", "EPIC-168")
    def test_a_whole_formation_rides(self) -> None:
        session = game(t=force((1, titan(transport=4))), a=force((3, foot())), d=force((3, foot()), seat=1, state={"overwatch": True}))
        do(session, "embark", formation="a", transport="t")
        assert (state(session, "a"), session.state.unit("t").count("activated")) == ({"aboard": "t", "where": "inside"}, 1)
        with pytest.raises(Refused, match="aboard"):
            do(session, "action", formation="a", order="advance")
        do(session, "disembark", "none", transport="t", formations=["a"])
        assert (state(session, "a"), session.state.unit("a").count("activated")) == ({}, 1)

    @rule("EPIC-167")
    def test_all_or_nobody(self) -> None:
        with pytest.raises(Refused, match="no room"):
            do(game(t=force((1, titan(transport=2))), a=force((3, foot()))), "embark", formation="a", transport="t")
        with pytest.raises(Refused, match="not aboard"):
            do(game(t=force((1, titan(transport=2))), a=force((3, foot()))), "disembark", transport="t", formations=["a"])
