"""Barrages: their points, dice and markers. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.asking import change
from tests.games.epic.table import BARE, D3, ask, bare_titan, binomial, chance, do, foot, force, game, parts_of, state, tank

rule = pytest.mark.rule
F = Fraction


class TestBarrage:
    @rule("EPIC-58", "EPIC-57")
    @pytest.mark.parametrize(
        ("points", "templates", "extra", "ap", "at"),
        [
            (1, 1, 0, 6, 6),
            (2, 1, 0, 5, 6),
            (3, 1, 0, 4, 5),
            (4, 2, 0, 4, 5),
            (5, 2, 0, 4, 5),
            (6, 2, 1, 4, 5),
            (7, 2, 1, 4, 5),
            (8, 3, 1, 4, 5),
            (9, 3, 1, 4, 5),
            (10, 3, 2, 4, 5),
            (12, 3, 2, 4, 5),
            (13, 3, 3, 4, 5),
            (15, 3, 3, 4, 5),
            (16, 3, 4, 4, 5),
            (18, 3, 4, 4, 5),
            (25, 3, 4, 4, 5),
        ],
    )
    def test_the_table(self, points: int, templates: int, extra: int, ap: int, at: int) -> None:
        """X-07."""
        assert ask("barrage", points=points)["result"] == {"points": points, "templates": templates, "extra_blast": extra, "ap": ap, "at": at}

    @rule("EPIC-57", "EPIC-112")
    def test_what_becomes_of_the_target(self) -> None:
        """AP 4+ on two of two without a save: none dead is one marker on two units; one dead two
        markers on one unit, which breaks it; two dead is the end of it."""
        on = {"d": force((2, foot(armour=None)), seat=1)}
        reply = ask("barrage", on, points=3, target="d", under=[{"type": "INF", "count": 2, "formation": "d", "row": 0}])
        assert [chance(reply, "fate", each) for each in ("holds_out", "breaks", "destroyed")] == [F(1, 4), F(1, 2), F(1, 4)]
        assert [chance(reply, "then", each) for each in ("continue", "withdraw", "destroyed")] == [F(1, 4), F(1, 2), F(1, 4)]
        assert [chance(reply, "broken", each) for each in ("yes", "no")] == [F(1, 2), F(1, 2)]
        assert [chance(reply, "left", each) for each in (0, 1, 2)] == [F(1, 4), F(1, 2), F(1, 4)]

    @rule("EPIC-58")
    @pytest.mark.parametrize(("points", "extra"), [(18, 4), (19, 5), (21, 5), (22, 6)])
    def test_beyond_18_by_the_other_reading(self, points: int, extra: int) -> None:
        assert ask("barrage", None, {"bp_over_18": "extrapolate"}, points=points)["result"]["extra_blast"] == extra

    @rule("EPIC-58")
    def test_no_points_no_barrage(self) -> None:
        assert ask("barrage", points=0)["result"]["templates"] == 0

    @rule("EPIC-57", "EPIC-41")
    def test_suppressed_guns_do_not_count(self) -> None:
        assert ask("barrage", guns=[1, 2, 2], blast=1)["result"]["points"] == 3
        assert ask("barrage", guns=[1, 2, 2], blast=9)["result"]["points"] == 0

    @rule("EPIC-61", "EPIC-46")
    def test_a_die_for_each_unit_however_many_templates(self) -> None:
        under = [
            {"type": "INF", "armour": 5, "count": 2, "templates": 2},
            {"type": "AV", "armour": 5, "cover": True},
            {"type": "WE", "dc": 3, "centre": True},
            {"type": "WE", "dc": 3},
            {"type": "LV", "armour": 5},
        ]
        reply = ask("barrage", points=3, under=under)
        assert [(check["dice"], check["target"]) for check in reply["checks"][:5]] == [(2, 4), (1, 6), (2, 5), (1, 5), (1, 4)]
        assert reply["result"]["dice"] == 7

    @rule("EPIC-46", "EPIC-58")
    @pytest.mark.parametrize(("order", "cover", "target"), [("sustained", False, 3), ("double", False, 5), ("marshal", True, 6), ("advance", 5, 5)])
    def test_order_and_cover(self, order: str, cover: Any, target: int) -> None:
        reply = ask("barrage", points=3, order=order, under=[{"type": "INF", "armour": 5, "cover": cover}])
        assert reply["checks"][0]["target"] == target

    @rule("EPIC-57", "EPIC-61")
    def test_kills_and_markers(self) -> None:
        """Six points on four infantry, 4+ to hit, 6+ to save: each dies with 1/2 x 5/6 = 5/12; 1
        + 1 markers and one each."""
        reply = ask("barrage", points=6, under=[{"type": "INF", "armour": 6, "count": 4}])
        expected = binomial(4, F(5, 12))
        assert {int(kills): F(p) for kills, p in reply["odds"]["kills"].items()} == expected
        assert {int(n): F(p) for n, p in reply["odds"]["blast"].items()} == {kills + 2: p for kills, p in expected.items()}
        assert {int(n): F(p) for n, p in reply["odds"]["hits"].items()} == binomial(4, F(1, 2))

    @rule("EPIC-55", "EPIC-56")
    def test_a_barrage_may_claim_crossfire(self) -> None:
        reply = ask("barrage", points=3, crossfire=True, under=[{"type": "INF", "armour": 5, "count": 2}], roll={"to_hit": [4, 4], "save": [5, 6]})
        assert (reply["result"]["kills"], reply["result"]["blast"]) == (1, 3)

    @rule("EPIC-61", "EPIC-154")
    def test_abilities_that_all_guns_share(self) -> None:
        under = [{"type": "INF", "armour": 3, "cover": 4}]
        both = [{"bp": 2, "abilities": ["macro_weapon", "ignore_cover"]}, {"bp": 1, "abilities": ["macro_weapon"]}]
        assert chance(ask("barrage", guns=both, under=under), "kills", 1) == F(1, 3)  # 4+ in cover is 5+, then no save
        mixed = [{"bp": 2, "abilities": ["macro_weapon"]}, {"bp": 1}]
        assert chance(ask("barrage", guns=mixed, under=under), "kills", 1) == F(1, 3) * F(1, 3)
        ignoring = ask("barrage", points=3, abilities=["ignore_cover"], under=under)
        assert (ignoring["checks"][0]["target"], chance(ignoring, "kills", 1)) == (4, F(1, 2) * F(1, 3))

    @rule("EPIC-156", "EPIC-145")
    def test_disrupt_and_expendables(self) -> None:
        told: dict[str, Any] = {"points": 3, "abilities": ["disrupt"], "roll": {"to_hit": [4, 4, 1], "save": [5, 1]}}
        assert ask("barrage", under=[{"type": "INF", "armour": 5, "count": 3}], **told)["result"]["blast"] == 3
        assert ask("barrage", under=[{"type": "INF", "armour": 5, "count": 3, "abilities": ["expendable"]}], **told)["result"]["blast"] == 1

    @rule("EPIC-61")
    @pytest.mark.parametrize(("reading", "marks"), [("all", {"d": 1, "e": 1}), ("target_only", {"d": 1})])
    def test_others_under_the_template(self, reading: str, marks: dict[str, int]) -> None:
        units = {"d": force((4, foot()), seat=1), "e": force((4, foot()), seat=1)}
        under = [{"type": "INF", "armour": 5, "formation": each, "row": 0} for each in ("d", "e")]
        roll = {"to_hit": [[1], [1]]} if reading == "all" else {"to_hit": [1]}
        reply = ask("barrage", units, {"template_victims": reading}, points=2, target="d", under=under, roll=roll)
        assert {unit: change(reply, unit, "blast") for unit in ("d", "e") if change(reply, unit, "blast")} == marks

    @rule("EPIC-57", "EPIC-43")
    def test_on_the_table(self) -> None:
        gun = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1, "abilities": ["slow_firing"]}])
        session = game(a=force((3, gun), state={"order": "advance", "todo": ["shoot"]}), d=force((4, BARE), seat=1))
        do(session, "barrage", 4, (4, 4, 1, 1), by="a", target="d")
        assert session.prompt
        assert session.prompt.key == "withdraw:d:0"  # 1 marker for the fire, 2 for kills: 3 on 2 units
        session.answer(0)
        assert state(session, "d") == {"lost": (2,), "broken": True}
        assert (parts_of(session, "a"), session.state.unit("a").trackers["fired"]) == ((), pairs(Howitzer=1))

    @rule("EPIC-57")
    @pytest.mark.parametrize(
        ("seat", "told", "fires"), [(0, {}, True), (1, {}, False), (0, {"order": "march"}, False), (0, {"order": "advance", "todo": ["shoot"]}, True)]
    )
    def test_only_in_its_own_go(self, seat: int, told: dict[str, Any], fires: bool) -> None:
        gun = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1}])
        session = game(seat=seat, a=force((3, gun), state=told), d=force((4, BARE), seat=1))
        if fires:
            do(session, "barrage", 4, by="a", target="d")
            assert session.prompt
            assert (session.prompt.asked_of, session.prompt.about) == (0, ("a", "d"))
        else:
            with pytest.raises(Refused, match="EPIC-07" if seat else "EPIC-57"):
                session.dispatch(Opened("barrage", pairs(by="a", target="d")))

    @rule("EPIC-57", "EPIC-109")
    def test_a_broken_battery_is_silent(self) -> None:
        assert ask("barrage", {**D3, "a": force((3, foot()), state={"broken": True})}, by="a", target="d")["refused"]["refs"] == ["EPIC-109"]


class TestBarragesOfKinds:
    @rule("EPIC-57", "EPIC-116")
    def test_on_a_broken_formation_markers_kill(self) -> None:
        """6 points: one for coming under fire and one extra; two of four die though nothing
        hits, and no marker lies there."""
        on = {"d": force((4, foot()), seat=1, state={"broken": True})}
        reply = ask("barrage", on, target="d", points=6, roll={"to_hit": [1, 1, 1, 1]})
        assert [reply["result"][key] for key in ("hits", "kills", "blast")] == [0, 2, 0]

    @rule("EPIC-57", "EPIC-116")
    def test_losses_and_markers_on_the_broken_add_up(self) -> None:
        """One of four dies by a hit: that is a marker too, and so is the fire: three in all."""
        on = {"d": force((4, foot(armour=None)), seat=1, state={"broken": True})}
        reply = ask("barrage", on, target="d", points=3, roll={"to_hit": [6, 1, 1, 1]})
        assert (reply["result"]["kills"], reply["after"]["d"]["lost"]) == (3, [3])

    @rule("EPIC-56", "EPIC-57")
    @pytest.mark.parametrize(
        ("reading", "unit", "save", "markers"),
        [
            ({}, {"armour": 4}, {"save": [1]}, 3),
            ({}, {"armour": 4}, {"save": [6]}, 1),
            ({"disrupt_crossfire": "none"}, {"armour": 4}, {"save": [1]}, 3),
            ({}, {"abilities": ["expendable"]}, {}, 1),
            ({}, {"type": "WE", "dc": 2}, {}, 2),
            ({}, {"type": "WE", "dc": 1}, {}, 3),
        ],
    )
    def test_the_first_loss_in_crossfire(self, reading: dict[str, str], unit: dict[str, Any], save: dict[str, Any], markers: int) -> None:
        """Under fire 1; a loss or a point of damage 1; the first unit destroyed 1 more, unless
        it is expendable."""
        told = {"points": 3, "crossfire": True, "under": [{"type": "INF", **unit}]}
        assert ask("barrage", None, reading, **told, roll={"to_hit": [6], **save})["result"]["blast"] == markers

    @rule("EPIC-57", "EPIC-61")
    def test_markers_on_a_formation_of_the_table(self) -> None:
        """6 points: under fire 1, one extra, one for the loss."""
        on = {"d": force((6, foot(armour=None)), seat=1)}
        result = ask("barrage", on, target="d", points=6, roll={"to_hit": [6, 1, 1, 1, 1, 1]})["result"]
        assert (result["blast"], result["kills"]) == (3, 1)

    @rule("EPIC-56", "EPIC-156")
    @pytest.mark.parametrize(("reading", "markers"), [({}, 4), ({"disrupt_crossfire": "none"}, 3)])
    def test_disrupt_in_crossfire(self, reading: dict[str, str], markers: int) -> None:
        """Under fire 1, two hits 2, the first loss 1 more by one reading."""
        told = {"points": 3, "crossfire": True, "abilities": ["disrupt"], "under": [{"type": "INF", "count": 2}]}
        assert ask("barrage", None, reading, **told, roll={"to_hit": [6, 6]})["result"]["blast"] == markers


class TestTitanKillerBarrages:
    @rule("EPIC-160", "EPIC-178")
    @pytest.mark.parametrize(
        ("abilities", "more", "reading", "roll", "damage", "down"),
        [
            (["titan_killer:2"], {}, {}, {"to_hit": [6]}, [2], None),
            (["titan_killer:2"], {"abilities": ["living_metal"]}, {}, {"to_hit": [6]}, [1], None),
            (["titan_killer:3"], {"shields": 2}, {}, {"to_hit": [6]}, [1], [2]),
            (["titan_killer:3"], {"shields": 2}, {"shield_stops": "hit"}, {"to_hit": [6]}, None, [1]),
            (["titan_killer:d3"], {"shields": 1}, {}, {"to_hit": [6], "damage": [3]}, [2], [1]),
            (["titan_killer"], {}, {}, {"to_hit": [6]}, [1], None),
        ],
    )
    def test_each_hit_does_more_to_a_war_engine(
        self, abilities: list[str], more: dict[str, Any], reading: dict[str, str], roll: dict[str, Any], damage: list[int] | None, down: list[int] | None
    ) -> None:
        on = {"d": force((1, bare_titan(**more)), seat=1)}
        after = ask("barrage", on, reading, target="d", points=3, abilities=abilities, roll=roll)["after"]["d"]
        assert (after.get("damage"), after.get("shields_down")) == (damage, down)

    @rule("EPIC-160", "EPIC-61")
    def test_told_guns_and_told_units(self) -> None:
        """Two guns of D3 points on an engine of 2: dead by 2 or 3, that is two times in three."""
        guns = [{"bp": 2, "abilities": ["titan_killer:d3"]}] * 2
        reply = ask("barrage", guns=guns, order="sustained", under=[{"type": "WE", "dc": 2}, {"type": "INF"}])
        assert chance(reply, "kills", 0) == (F(1, 2) + F(1, 2) * F(1, 3)) * F(1, 3)


class TestAfterABarrage:
    @rule("EPIC-125")
    def test_the_next_action_and_a_barrage_bring_it_down(self) -> None:
        skimmer = tank(abilities=["skimmer"], weapons=[{"name": "Gun", "range": 60, "bp": 2}])
        session = do(game(a=force((2, skimmer)), d=force((3, foot()), seat=1)), "action", [6], formation="a", order="advance", pop_up=True)
        assert session.state.unit("a").count("popped_up")
        do(session, "barrage", 3, [1, 1, 1], by="a", target="d")
        assert not session.state.unit("a").count("popped_up")
        session = do(game(a=force((2, skimmer), state={"popped_up": True})), "action", [6], formation="a", order="march")
        assert not session.state.unit("a").count("popped_up")
