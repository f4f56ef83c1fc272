"""Moves: points, what they cost, and what stands in the way."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from engine.games.dust import refs
from engine.playing.session import Session
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen, pairs
from tests.games.asking import ask, change
from tests.games.dust.table import ON_BOARD, RULES, at, hero, play, rule, seated, session, squad, tell, walker


def is_legal_move(unit: str, units: Any = None, **situation: Any) -> bool:
    return tell("move", units or ON_BOARD, unit=unit, **situation)["legal"]  # type: ignore[no-any-return]


class TestMovesAtTheTable:
    @rule("DUST-161", "DUST-11")
    @pytest.mark.parametrize(
        ("reading", "leaves", "moved", "cover"),
        [("leftSquare", False, 0, "hard"), ("moveAction", False, 1, "hard"), ("moveAction", True, 1, None), ("leftSquare", True, 1, None)],
    )
    def test_a_move_of_no_squares(self, reading: str, leaves: bool, moved: int, cover: Any) -> None:
        """By one reading it is a Move for Burst; the cover is still there."""
        units = {"a": seated(0, squad(), cover="hard"), "b": seated(1, squad(), activated=True)}
        game = session(units, readings={"burstMoved": reading}, unit="a", declared=["move", "nothing"])
        play(game, leaves)
        assert (game.state.unit("a").count("moved"), game.state.unit("a").trackers.get("cover")) == (moved, cover)
        told = ask("dust", "move", units, {"burstMoved": reading}, unit="a", dx=int(leaves), dy=0)["after"]["a"]
        assert (told.get("moved", 0), told.get("cover")) == (moved, cover)

    @rule("DUST-115", "DUST-176")
    def test_assault_is_used_up_by_the_moves_of_one_activation(self) -> None:
        """Both Moves of a double move are doubled, those of a later activation are not."""
        units = {"a": seated(0, squad(skills=["assault"]), running=True), "b": seated(1, squad())}
        game = Session(RULES, at(units))
        far = Opened("move", frozen({"unit": "a", "dx": 2, "dy": 0, "skills": ["assault"]}))  # type: ignore[arg-type]
        game.dispatch(far)
        assert game.state.unit("a").marks("used") == ("assault",)
        assert RULES.opening("move").facts(game.state, pairs(unit="a", dx=2, dy=0))["points"] == 2
        game.dispatch(far)
        game.dispatch(Advanced())
        later = replace(game.state, seat=0).set("a", "running", True, refs.DUST_08)
        assert [no.ref.id for no in game.fold.refusals(later, far)] == ["DUST-115"]
        assert RULES.opening("move").facts(game.state, pairs(unit="a", dx=2, dy=0))["points"] == 1

    @rule("DUST-115", "DUST-117")
    @pytest.mark.parametrize(("skill", "rules"), [("assault", []), ("berserk", ["DUST-117"])])
    def test_an_assault_under_way_brings_no_other_skill_back(self, skill: str, rules: list[str]) -> None:
        units = {"a": seated(0, squad(skills=["assault", "berserk"]), used=["assault", "berserk"], doubled=True)}
        assert tell("actions", units, unit="a", declared=["move", "attack"], skills=[skill])["rules"] == rules

    @rule("DUST-115", "DUST-96")
    def test_the_assault_of_a_hero_is_his(self) -> None:
        units = {"a": seated(0, squad(skills=[])), "h": seated(0, hero(skills=["assault"], move=1), joined="a")}
        after = ask("dust", "move", units, unit="a", dx=2, dy=0, skills=["assault"])["after"]
        assert (after["a"].get("used"), after["h"]["used"]) == (None, ["assault"])

    @rule("DUST-129", "DUST-103")
    @pytest.mark.parametrize(("turn", "total"), [(1, 4), (2, 2)])
    def test_a_scout_in_the_round_under_way(self, turn: int, total: int) -> None:
        """Nobody has to say that it is round 1 of the game."""
        game = Session(RULES, at({"w": seated(0, walker(skills=["scout_vehicle"]), on_board=True, running=True)}, turn=turn))
        move = RULES.opening("move")
        assert move.facts(game.state, pairs(unit="w", declared=("move",)))["points"] == total
        assert move.facts(game.state, pairs(unit="w", declared=("move",), round=3 - turn))["points"] == 6 - total  # what is told goes before
        game.dispatch(Opened("move", frozen({"unit": "w"})))  # type: ignore[arg-type]
        assert game.state.unit("w").count("moved")

    @rule("DUST-12", "DUST-13")
    @pytest.mark.parametrize(
        ("unit", "told", "moved", "crate"),
        [
            ("w", {"dx": 2, "onto": ["c"], "destroys": ["c"]}, 1, "destroyed"),
            ("w", {"dx": 3, "onto": ["c"], "destroys": ["c"]}, 0, "table"),
            ("w", {"dx": 2, "onto": ["t"], "destroys": ["t"]}, 0, "table"),
            ("s", {"dx": 1, "onto": ["c"], "destroys": ["c"]}, 1, "table"),
        ],
    )
    def test_a_move_that_is_not_legal_is_not_made(self, unit: str, told: Any, moved: int, crate: str) -> None:
        """Two points reach two squares; a vehicle crushes crates, not traps; soldiers crush
        nothing."""
        units = {"w": seated(0, walker()), "s": seated(0, squad()), "c": seated(1, {"kind": "crate"}), "t": seated(1, {"kind": "trap"})}
        after = ask("dust", "move", units, unit=unit, dy=0, **told)["after"]
        assert (after[unit].get("moved", 0), after["c"]["where"], after["t"]["where"]) == (moved, crate, "table")


class TestGround:
    @rule("DUST-09", "DUST-25")
    @pytest.mark.parametrize(("type", "told"), [("neutral", "YYYN"), ("water", "NNNN"), ("rubble", "YNNN"), ("smoke", "YYYY"), ("block", "NNNY")])
    def test_terrain(self, type: str, told: str) -> None:
        assert list(tell("terrain", type=type).values()) == [letter == "Y" for letter in told]

    @rule("DUST-10", "DUST-112")
    def test_distance_against_every_path(self) -> None:
        """Steps of one square, the first diagonal for 1 and the others for 2: the cheapest of
        all ways."""
        for dx, dy in combinations(range(-1, 6), 2):
            across, along = abs(dx), abs(dy)
            ways = [across + along - 2 * n + (2 * n - 1 if n else 0) for n in range(min(across, along) + 1)]
            assert tell("distance", dx=dx, dy=dy)["distance"] == min(ways)
            assert tell("distance", dx=dx, dy=dy, agile=True)["distance"] == max(across, along)
            assert tell("distance", dx=dx, dy=dy, agile=True, **{"for": "range"})["distance"] == min(ways)


class TestMove:
    @rule("DUST-75", "DUST-76")
    def test_a_wall_stays_where_it_is(self) -> None:
        """Nobody crosses it, and no attack takes it away: the reference says so."""
        assert not any(is_legal_move(unit, dx=1, dy=0, through=["wall"]) for unit in ("s", "h", "w"))
        assert "DUST-76" in {each.ref.id for each in RULES.reference}

    @rule("DUST-12", "DUST-17")
    @pytest.mark.parametrize(
        ("thing", "soldier", "vehicle"),
        [
            ("neutral", True, True),
            ("water", False, False),
            ("rubble", True, False),
            ("smoke", True, True),
            ("block", False, False),
            ("crate", True, True),
            ("trap", True, False),
            ("wall", False, False),
            ("building", False, False),
            ("small_entrance", True, False),
            ("large_entrance", True, True),
            ("corner", True, False),
            ("c", True, True),
            ("t", True, False),
        ],
    )
    def test_what_may_be_entered(self, thing: str, soldier: bool, vehicle: bool) -> None:
        for way in ("through", "onto"):
            assert [is_legal_move(unit, **{way: [thing]}) for unit in "shw"] == [soldier, soldier, vehicle]

    @rule("DUST-14", "DUST-15")
    @pytest.mark.parametrize(
        ("unit", "other", "through"),
        [
            ("s", "f", True),
            ("s", "v", True),
            ("s", "i", True),
            ("h", "f", True),
            ("h", "v", True),
            ("w", "f", False),
            ("w", "v", False),
            ("w", "i", False),
            ("s", "e", False),
            ("s", "x", False),
            ("h", "e", False),
            ("w", "e", False),
        ],
    )
    def test_through_other_units(self, unit: str, other: str, through: bool) -> None:
        assert is_legal_move(unit, through=[other]) is through

    @rule("DUST-16", "DUST-91")
    @pytest.mark.parametrize(
        ("unit", "onto", "legally"),
        [
            ("s", ["f"], False),
            ("s", ["v"], False),
            ("h", ["f"], True),
            ("h", ["v"], True),
            ("h", ["i"], True),
            ("h", ["f", "i"], False),
            ("w", ["v"], False),
            ("h", ["e"], False),
            ("h", ["x"], False),
        ],
    )
    def test_onto_other_units(self, unit: str, onto: list[str], legally: bool) -> None:
        assert is_legal_move(unit, onto=onto) is legally

    @rule("DUST-91")
    def test_many_heroes_by_the_other_reading(self) -> None:
        assert tell("move", ON_BOARD, {"heroStack": "any"}, unit="h", onto=["f", "i"])["legal"] is True
        assert tell("move", ON_BOARD, {"heroStack": "any"}, unit="s", onto=["f", "i"])["legal"] is False

    @rule("DUST-126", "DUST-78")
    def test_jump(self) -> None:
        units = {**ON_BOARD, "j": {"card": squad(skills=["jump"]), "seat": 0}, "k": {"card": walker(skills=["jump"]), "seat": 0}}
        assert [is_legal_move("j", units, through=[each]) for each in ("e", "x", "c", "t", "building", "block", "f")] == [
            True,
            False,
            True,
            True,
            True,
            False,
            True,
        ]
        assert [is_legal_move("k", units, through=[each]) for each in ("e", "f", "v", "t", "building")] == [True, True, False, True, False]
        assert [is_legal_move("j", units, onto=[each]) for each in ("e", "building", "f", "t")] == [False, False, False, True]
        pair = {**units, "h": {"card": hero(), "seat": 0, "state": {"joined": "j"}}}
        assert is_legal_move("j", pair, through=["e"]) is False

    @rule("DUST-14")
    def test_enemies_by_the_sides_of_their_cards(self) -> None:
        units = {"a": {"card": squad(side="axis")}, "b": {"card": squad(side="allies")}, "c": {"card": squad(side="axis")}}
        assert [is_legal_move("a", units, through=[each]) for each in "bc"] == [False, True]

    @rule("DUST-11", "DUST-112")
    @pytest.mark.parametrize(
        ("card", "dx", "dy", "legally"),
        [
            (squad(), 0, 0, True),
            (squad(), 1, 1, True),
            (squad(), 2, 0, False),
            (walker(), 2, 1, True),
            (walker(), 2, 2, False),
            (walker(skills=["agile"]), 2, 2, True),
            (walker(skills=["agile"]), 3, 0, False),
        ],
    )
    def test_how_far(self, card: Any, dx: int, dy: int, legally: bool) -> None:
        assert is_legal_move("a", {"a": {"card": card}}, dx=dx, dy=dy) is legally

    @rule("DUST-124", "DUST-103")
    @pytest.mark.parametrize(
        ("skills", "used", "situation", "points", "total"),
        [
            ([], [], {"declared": ["move", "attack"]}, 2, 2),
            ([], [], {"declared": ["move", "move"]}, 2, 4),
            (["fast"], [], {"declared": ["move", "move"]}, 3, 5),
            (["assault"], ["assault"], {"declared": ["move", "move"]}, 4, 8),
            (["assault", "fast"], ["assault"], {"declared": ["move", "move"]}, 5, 9),
            (["assault"], [], {"declared": ["move", "move"]}, 2, 4),
            ([], [], {"declared": ["charge"]}, 2, 4),
            ([], [], {}, 2, 2),
            ([], [], {"entering": True, "declared": ["move", "attack"]}, 1, 1),
            ([], [], {"round": 1, "declared": ["move", "move"]}, 1, 3),
            (["fast"], [], {"entering": True, "declared": ["move", "move"]}, 1, 4),
            (["assault"], ["assault"], {"entering": True, "declared": ["move", "move"]}, 1, 5),
            (["scout_vehicle"], [], {"round": 1, "declared": ["move", "move"]}, 3, 5),
            (["scout_vehicle"], [], {"round": 1, "entering": False}, 4, 4),
            (["scout_vehicle"], [], {"round": 2, "entering": True}, 1, 1),
            (["scout_vehicle"], [], {"round": 2}, 2, 2),
        ],
    )
    def test_points(self, skills: list[str], used: list[str], situation: Any, points: int, total: int) -> None:
        told = tell("move", {"a": {"card": walker(skills=skills)}}, unit="a", skills=used, **situation)
        assert (told["points"], told["total"]) == (points, total)

    @rule("DUST-124", "DUST-103")
    @pytest.mark.parametrize(
        ("readings", "card", "situation", "points", "total"),
        [
            ({"fastAssault": "addThenDouble"}, ["fast"], {"skills": ["assault"], "declared": ["move", "move"]}, 6, 10),
            ({"entryMove": "fullMove"}, ["fast"], {"entering": True, "declared": ["move", "move"]}, 3, 5),
            ({"scoutBonus": "eachMove"}, ["scout_vehicle"], {"round": 1, "entering": False, "declared": ["move", "move"]}, 4, 8),
            ({"scoutBonus": "eachMove"}, ["scout_vehicle"], {"round": 1, "declared": ["move", "move"]}, 3, 7),
        ],
    )
    def test_points_by_other_readings(self, readings: Any, card: list[str], situation: Any, points: int, total: int) -> None:
        told = tell("move", {"a": {"card": walker(skills=card)}}, readings, unit="a", **situation)
        assert (told["points"], told["total"]) == (points, total)

    @rule("DUST-98")
    def test_the_faster_of_a_pair(self) -> None:
        """EX-D25: a squad with 1 and a hero with 2 move 2."""
        units = {"s": {"card": squad()}, "h": {"card": hero(), "state": {"joined": "s"}}}
        assert [tell("move", units, unit=unit)["points"] for unit in "sh"] == [2, 2]

    @rule("DUST-124", "DUST-96")
    @pytest.mark.parametrize(("one", "other", "points"), [(["fast"], [], 2), ([], ["fast"], 3), (["fast"], ["fast"], 3)])
    def test_a_hero_does_not_share_fast_his_squad_does(self, one: list[str], other: list[str], points: int) -> None:
        units = {"s": {"card": squad(skills=other)}, "h": {"card": hero(skills=one), "state": {"joined": "s"}}}
        assert [tell("move", units, unit=unit)["points"] for unit in "sh"] == [points, points]

    @rule("DUST-12", "DUST-103")
    def test_what_a_move_leaves(self) -> None:
        reply = ask("dust", "move", ON_BOARD, unit="w", dx=1, dy=0, destroys=["c", "t"])
        assert (change(reply, "c", "where"), change(reply, "t", "where"), reply["after"]["w"]["moved"]) == ("destroyed", None, True)
        assert change(ask("dust", "move", ON_BOARD, unit="s", dx=1, dy=0, destroys=["c"]), "c", "where") is None
        assert "moved" not in ask("dust", "move", ON_BOARD, unit="s", dx=0, dy=0)["after"]["s"]
        assert ask("dust", "move", ON_BOARD, {"burstMoved": "moveAction"}, unit="s", dx=0, dy=0)["after"]["s"]["moved"] is True
        late = ask("dust", "move", {"s": {"card": squad(), "state": {"where": "reserve", "cover": "soft"}}}, unit="s", dx=0, dy=0)
        assert (late["after"]["s"]["where"], late["after"]["s"]["on_board"], change(late, "s", "cover")) == ("table", True, "none")

    @rule("DUST-98", "DUST-161")
    def test_a_pair_moves_together(self) -> None:
        units = {"s": {"card": squad()}, "h": {"card": hero(), "state": {"joined": "s"}}}
        reply = ask("dust", "move", units, unit="s", dx=1, dy=0)
        assert [reply["after"][unit]["moved"] for unit in "sh"] == [True, True]

    @rule("DUST-11")
    def test_a_card_without_movement_is_asked_for(self) -> None:
        assert ask("dust", "move", {"a": {"card": {"kind": "walker"}}}, unit="a")["unknown"] == ["units.a.card.move"]


class TestWhoMoves:
    @rule("DUST-115", "DUST-180")
    @pytest.mark.parametrize(
        ("state", "skills", "ref"),
        [
            ({"used": ["assault"]}, ["assault"], "DUST-115"),
            ({}, ["agile"], "DUST-177"),
            ({"where": "destroyed"}, [], "DUST-180"),
            ({}, ["assault"], None),
            ({}, [], None),
        ],
    )
    def test_who_moves_and_how(self, state: Any, skills: list[str], ref: Any) -> None:
        units = {"u": {"card": squad(move=2, skills=["assault"]), "state": state}}
        found = tell("move", units, unit="u", declared=["move"], skills=skills, dx=1, dy=0)
        assert (found["rules"], found["legal"]) == ([ref] if ref else [], ref is None)

    @rule("DUST-91", "DUST-92")
    @pytest.mark.parametrize(
        ("unit", "told", "rules"),
        [
            ("h", {"onto": ["f", "e"]}, ["DUST-14"]),
            ("s", {"through": ["f", "g"]}, []),
            ("h", {"onto": ["f", "g"]}, ["DUST-91"]),
            pytest.param("s", {"through": ["wall"]}, ["DUST-75"], marks=rule("DUST-75")),
            pytest.param("s", {"through": ["building"]}, ["DUST-78"], marks=rule("DUST-78")),
            pytest.param("j", {"through": ["wall"]}, ["DUST-78"], marks=rule("DUST-78")),
            pytest.param("j", {"through": ["trap"]}, [], marks=rule("DUST-13")),
            ("s", {"onto": ["x"]}, []),
            ("s", {"onto": ["p"]}, []),
            ("s", {"through": ["v"]}, ["DUST-14"]),
            ("k", {"through": ["v"]}, ["DUST-126"]),
            ("k", {"through": ["e"]}, []),
            ("n", {"through": ["f"]}, []),
            ("s", {"dx": 2, "dy": 2, "skills": ["agile"]}, []),
            ("s", {"dx": 2, "dy": 2}, ["DUST-11"]),
        ],
    )
    def test_what_stands_in_the_way(self, unit: str, told: Any, rules: list[str]) -> None:
        """The rule that says no, and no other: enemies are no third in a square, the dead and one's
        own hero are not in the way."""
        units = {
            "h": seated(0, hero()),
            "s": seated(0, squad(move=2)),
            "p": seated(0, hero(), joined="s"),
            "f": seated(0, squad()),
            "g": seated(0, squad()),
            "e": seated(1, squad()),
            "v": seated(1, walker()),
            "x": seated(0, squad(), where="destroyed"),
            "j": seated(0, walker(skills=["jump"])),
            "k": seated(0, squad(skills=["jump"])),
            "n": seated(0, squad(side="axis")),
        }
        assert tell("move", units, unit=unit, **{"dx": 1, "dy": 0, **told})["rules"] == rules

    @rule("DUST-91", "DUST-124")
    def test_what_may_be_entered_and_shared(self) -> None:
        """A jump lands on no trap; Fast does not lengthen the entry Move; only a range X-Y is like
        artillery."""
        units = {"w": {"card": walker(skills=["jump"])}, "f": {"card": squad(move=2, skills=["fast"])}}
        assert [tell("move", units, unit="w", **{how: ["trap"]}, dx=1, dy=0)["legal"] for how in ("through", "onto")] == [True, False]
        assert tell("move", units, unit="f", declared=["move"], entering=True)["total"] == 1
        like = {"parabolic": "artilleryLike"}
        assert [tell("cover", None, like, sources=["trap"], range=told)["cover"] for told in ("4", "3-6")] == ["hard", "none"]


class TestPoints:
    @rule("DUST-129", "DUST-10")
    @pytest.mark.parametrize(
        ("card", "dx", "dy", "point", "step"),
        [
            (squad(skills=["fast"]), 2, 2, False, True),
            (squad(skills=["fast"]), 2, 1, True, True),
            (squad(skills=["fast"]), 3, 0, False, False),
            (squad(skills=["fast"]), -2, -2, False, True),
            (walker(skills=["scout_vehicle"]), 3, 3, False, True),
            (walker(skills=["scout_vehicle"]), 4, 4, False, False),
            (squad(), 1, 1, True, True),
            (squad(), 2, 2, False, False),
        ],
    )
    def test_a_square_more_is_a_point_or_a_step(self, card: Any, dx: int, dy: int, point: bool, step: bool) -> None:
        """Diagonals cost 1, then 2: (2, 2) needs 3 points, with a free diagonal step and one point
        it is reached."""
        legal = [
            tell("move", {"u": {"card": card}}, {"bonusSquare": reading}, unit="u", declared=["move"], dx=dx, dy=dy, round=1, entering=False)["legal"]
            for reading in ("point", "step")
        ]
        assert legal == [point, step]

    @rule("DUST-124", "DUST-10")
    def test_a_free_step_is_not_paid_for_twice(self) -> None:
        found = tell("move", {"u": {"card": squad(skills=["fast"])}}, {"bonusSquare": "step"}, unit="u", dx=1, dy=0)
        assert (found["cost"], found["points"]) == (1, 2)

    @rule("DUST-10", "DUST-112")
    @pytest.mark.parametrize(
        ("readings", "card", "told", "cost"),
        [
            ({}, hero(), {"dx": 1, "dy": 1, "diagonals": 1}, 1),
            ({"diagonalCount": "perActivation"}, hero(), {"dx": 1, "dy": 1, "diagonals": 1}, 2),
            ({"diagonalCount": "perActivation"}, hero(), {"dx": 1, "dy": 1}, 1),
            ({"diagonalCount": "perActivation"}, hero(), {"dx": 2, "dy": 0, "diagonals": 2}, 2),
            ({"diagonalCount": "perActivation"}, hero(), {"dx": 0, "dy": 2, "diagonals": 2}, 2),
            ({"diagonalCount": "perActivation"}, hero(skills=["agile"]), {"dx": 2, "dy": 2, "diagonals": 1}, 2),
        ],
    )
    def test_a_diagonal_made_in_an_earlier_move(self, readings: Any, card: Any, told: Any, cost: int) -> None:
        assert tell("move", {"u": {"card": card}}, readings, unit="u", **told)["cost"] == cost

    @rule("DUST-115", "DUST-98")
    @pytest.mark.parametrize(
        ("card", "state", "told", "readings", "points"),
        [
            (squad(move=2, skills=["fast", "assault"]), {}, {"skills": ["assault"]}, {}, (5, 9)),
            (squad(move=2, skills=["fast", "assault"]), {}, {"skills": ["assault"]}, {"fastAssault": "addThenDouble"}, (6, 10)),
            (squad(move=2, skills=["fast", "assault"]), {}, {"skills": ["assault"], "entering": True}, {}, (1, 6)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 1}, {}, (3, 6)),
            (walker(skills=["scout_vehicle", "fast"]), {"on_board": True}, {"round": 1}, {}, (5, 7)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 2, "entering": True}, {}, (1, 4)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 1}, {"scoutBonus": "eachMove"}, (3, 8)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 1}, {"entryMove": "fullMove"}, (5, 7)),
        ],
    )
    def test_points_of_two_moves(self, card: Any, state: Any, told: Any, readings: Any, points: Any) -> None:
        """Of the first Move and of both. Fast lengthens one Move, Assault doubles what is
        printed, a scout has two more in round 1; the entry is one square."""
        found = tell("move", {"u": seated(0, card, **state)}, readings, unit="u", declared=["move", "move"], **told)
        assert (found["points"], found["total"]) == points


class TestCorners:
    @rule("DUST-17")
    @pytest.mark.parametrize(
        ("card", "beside", "readings", "legal"),
        [
            (walker(), ["block"], {}, False),
            (walker(), ["rubble"], {}, True),
            (walker(), ["rubble"], {"vehicleCorners": "noEntry"}, False),
            (walker(), ["trap"], {}, True),
            (walker(), ["crate"], {"vehicleCorners": "noEntry"}, True),
            (walker(), ["e"], {"vehicleCorners": "noEntry"}, False),
            (walker(), ["e"], {}, True),
            (squad(), ["block", "block"], {}, True),
            (squad(), ["block", "wall"], {"soldierSqueeze": "no"}, False),
            (squad(), ["block"], {"soldierSqueeze": "no"}, True),
            (squad(), ["block", "water"], {"soldierSqueeze": "no"}, True),
            (squad(), ["e"], {"vehicleCorners": "noEntry"}, True),
        ],
    )
    def test_what_stands_beside_a_diagonal_step(self, card: Any, beside: list[str], readings: Any, legal: bool) -> None:
        found = tell("move", {"u": seated(0, card), "e": seated(1, squad())}, readings, unit="u", dx=1, dy=1, corners=beside)
        assert (found["legal"], found["rules"]) == (legal, [] if legal else ["DUST-17"])
