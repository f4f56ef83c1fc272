"""War engines under fire. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ranking import foretell
from engine.playing.plan import Foretold
from engine.values.maps import frozen, pairs
from tests.games.asking import change
from tests.games.epic.table import RULES, armoured_titan, ask, big_engine, big_titan, chance, changes, do, engine, force, game, hits, open_prompt, state, tank

rule = pytest.mark.rule
F = Fraction


class TestUnderFire:
    @rule("EPIC-171", "EPIC-44")
    def test_capacity_before_the_next_unit(self) -> None:
        """Four AT hits on an engine of capacity 3 and a tank: three on the engine."""
        mixed = {"t": force((1, armoured_titan(armour=None)), (1, tank(armour=None)), seat=1)}
        reply = ask("fire", mixed, target="t", shots=[{"count": 4, "type": "at", "value": 2}], roll={"to_hit": [6, 6, 6, 6]})
        assert (reply["result"]["kills"], change(reply, "t", "lost"), change(reply, "t", "where")) == (2, [1, 1], "destroyed")
        three = ask("fire", mixed, target="t", shots=[{"count": 2, "type": "at", "value": 2}], roll={"to_hit": [6, 6]})
        assert (change(three, "t", "damage"), change(three, "t", "lost"), change(three, "t", "blast")) == ([2, 0], None, 3)

    @rule("EPIC-161", "EPIC-175")
    def test_an_engine_with_less_capacity_is_hurt(self) -> None:
        """4+ to hit and no 4+ save; a barrage of three points has two dice under the centre, each
        5+ and no save."""
        fire = ask("fire", engine(), target="t", shots=[{"count": 1, "type": "at", "value": 4}])
        assert (chance(fire, "hurt", "yes"), chance(fire, "kills", 0)) == (F(1, 4), 1)
        under = [{"type": "WE", "formation": "t", "row": 0, "centre": True}]
        assert chance(ask("barrage", engine(), target="t", points=3, under=under), "hurt", "yes") == F(11, 36)
        told = Foretold("fire", pairs(target="t", shots=frozen([{"type": "at", "value": 4}])), ("t",))
        assert foretell(RULES, game(**engine()).state, told, "t", lambda: None).chances == (0, 0, F(1, 4))

    @rule("EPIC-172")
    def test_shots_aimed_at_engines_or_at_the_rest(self) -> None:
        mixed = {"t": force((2, tank(armour=None)), (1, armoured_titan(armour=None, dc=6)), seat=1)}
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
        stated = ask("fire", guns, target="t", by="a", roll={"to_hit": [2], "damage": [2]})
        assert change(stated, "t", "damage") == [2]

    @rule("EPIC-160", "EPIC-139")
    def test_living_metal_takes_one_point_and_saves(self) -> None:
        reply = ask("critical", engine(dc=6, abilities=["living_metal"]), unit="t", hits=[{"type": "tk", "damage": 3}])
        assert (chance(reply, "damage", 0), chance(reply, "damage", 1)) == (F(1, 2), F(1, 2))

    @rule("EPIC-144", "EPIC-160")
    def test_an_invulnerable_save_for_each_point(self) -> None:
        reply = ask("critical", engine(dc=6, armour=None, abilities=["invulnerable_save"]), unit="t", hits=[{"type": "tk", "damage": 2}])
        assert chance(reply, "damage", 2) == F(25, 36)

    @rule("EPIC-56", "EPIC-55")
    @pytest.mark.parametrize(("reading", "damaged", "destroyed"), [("destroyed", 1, 4), ("first_damage", 2, 4)])
    def test_crossfire(self, reading: str, damaged: int, destroyed: int) -> None:
        """A marker more when it is destroyed, by one reading at the first damage; the save 4+
        becomes 5+."""
        stated = ask("critical", engine(dc=3), {"crossfire_we": reading}, unit="t", hits=hits(("at", 1)), crossfire=True, roll={"save": [4]})
        assert stated["result"]["blast"] == damaged
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

    @rule("EPIC-162", "EPIC-109")
    def test_it_breaks_by_its_starting_capacity(self) -> None:
        whole = ask("break_point", engine({"damage": [2], "blast": 2}), formation="t")["result"]
        assert (whole["breaks_at"], whole["broken"]) == (3, False)
        reply = ask("fire", engine({"damage": [1], "blast": 1}), target="t", shots=[{"count": 1, "type": "at", "value": 2}], roll={"to_hit": [6], "save": [1]})
        assert (reply["result"]["broken"], reply["result"]["then"]) == ("yes", "withdraw")

    @rule("EPIC-161", "EPIC-171")
    def test_engines_of_one_row_are_stated_apart(self) -> None:
        """Six engines of capacity 2: three hits destroy one and damage the next; two more finish
        that one, one point is lost."""
        session = game(a=force((3, tank())), t=force((6, armoured_titan(armour=None, dc=2)), seat=1))
        do(session, "fire", [6, 6, 6], target="t", shots=[{"count": 3, "type": "at", "value": 2}])
        assert (state(session, "t")["lost"], state(session, "t")["damage"]) == ((1,), (1,))
        do(session, "fire", [6, 6], target="t", shots=[{"count": 2, "type": "at", "value": 2}])
        assert (state(session, "t")["lost"], state(session, "t").get("damage")) == ((2,), None)

    @rule("EPIC-161", "EPIC-178")
    def test_each_engine_has_shields_of_its_own(self) -> None:
        """Four hits on two engines of capacity 2 with a shield each: two and two, one of each is
        stopped."""
        units = {"t": force((2, armoured_titan(armour=None, dc=2, shields=1)), seat=1)}
        reply = ask("fire", units, target="t", shots=[{"count": 4, "type": "at", "value": 2}], roll={"to_hit": [6, 6, 6, 6]})
        assert (change(reply, "t", "shields_down"), change(reply, "t", "damage"), change(reply, "t", "lost")) == ([2], [2], None)

    @rule("EPIC-161", "EPIC-171")
    def test_damage_stays_on_the_engine_that_took_it(self) -> None:
        """Four hits on two engines of capacity 3: a point on each. Two more on the front one
        destroy it; one does not."""
        for more, lost in (([4, 1], None), ([1, 1], (1,))):
            session = game(a=force((3, tank())), t=force((2, armoured_titan(armour=4)), (3, tank()), seat=1))
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

    @rule("EPIC-173", "EPIC-178")
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
        stated = ask("barrage", points=3, under=[{"type": "WE", "dc": 2, "damage": 1, "shields": 1}], roll={"to_hit": [5]})
        assert (stated["result"]["kills"], stated["result"]["hits"]) == (0, 1)


class TestShieldsUnderFire:
    @rule("EPIC-178", "EPIC-276")
    def test_only_engines_have_shields(self) -> None:
        """As in an assault: of three hits one is stopped, one damages, one kills."""
        units = {"t": force((1, big_titan(dc=2, shields=1)), (1, tank(armour=None)), seat=1)}
        reply = ask("fire", units, target="t", shots=[{"count": 3, "type": "at", "value": 4}], roll={"to_hit": [4, 4, 4]})
        assert changes(reply, "t", "shields_down", "damage", "lost") == [[1, 0], [1, 0], [0, 1]]

    @rule("EPIC-160")
    @pytest.mark.parametrize(
        ("word", "dice", "points"), [("x", {}, 1), ("dx", {}, 1), ("3", {}, 3), (2, {}, 2), ("D3", {"damage": [2]}, 2), ("d6", {"damage": [5]}, 5)]
    )
    def test_how_the_damage_is_told(self, word: Any, dice: dict[str, Any], points: int) -> None:
        fire = [{"count": 1, "type": "tk", "value": 4, "damage": word}]
        assert changes(ask("fire", big_engine(), target="t", shots=fire, roll={"to_hit": [4], **dice}), "t", "damage") == [[points]]

    @rule("EPIC-160")
    @pytest.mark.parametrize(("damage", "points"), [(0, 1), (1, 1), (2, 2)])
    def test_a_card_without_a_number_means_one_point(self, damage: int, points: int) -> None:
        units = {**big_engine(), "a": force((1, tank(weapons=[{"name": "Cannon", "range": 90, "mw": 4, "tk": damage}])))}
        assert changes(ask("fire", units, by="a", target="t", roll={"to_hit": [4]}), "t", "damage") == [[points]]

    @rule("EPIC-160", "EPIC-171")
    def test_who_throws_the_damage(self) -> None:
        """The one who fires; where nobody is named, whose turn it is."""
        session = game(**big_engine())
        do(session, "fire", [4, 4], target="t", shots=[{"count": 2, "type": "tk", "value": 4, "damage": "d3"}])
        prompt = open_prompt(session)
        assert (prompt.key, prompt.asked_of, prompt.about, [check.key for check in prompt.checks]) == ("damage", 0, ("t",), ["damage:0", "damage:1"])
        session = game(seat=1)
        do(session, "barrage", [5], points=3, abilities=["titan_killer:d3"], under=[{"type": "WE", "dc": 4}])
        prompt = open_prompt(session)
        assert (prompt.key, prompt.asked_of, prompt.about, prompt.checks[0].dice) == ("damage", 1, (), 1)
