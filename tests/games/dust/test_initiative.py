"""Initiative, and the set-up before the first round."""

from fractions import Fraction
from itertools import product

import pytest

from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen
from engine.values.model import Impossible
from tests.games.asking import ask
from tests.games.dust.table import RULES, H, M, at, dice, hero, hits, key, options, play, rule, seated, squad, tell


class TestInitiative:
    @rule("DUST-07")
    @pytest.mark.parametrize("pair", [(3, 3), (4, 3), (1, 2)])
    def test_most_hits_by_brute_force(self, pair: tuple[int, int]) -> None:
        one, other = hits(pair[0]), hits(pair[1])
        win = sum(p * q for (n, p), (m, q) in product(one.items(), other.items()) if n > m)
        tie = sum(p * q for (n, p), (m, q) in product(one.items(), other.items()) if n == m)
        odds = ask("dust", "initiative", dice=list(pair))["odds"]
        assert (Fraction(odds["first_roll"]["0"]), Fraction(odds["first_roll"]["tie"])) == (win, tie)
        assert Fraction(odds["winner"]["0"]) == win / (1 - tie)

    @rule("DUST-118")
    def test_black_ops_is_one_die_more_however_many(self) -> None:
        ops = {"card": hero(skills=["black_ops"])}
        units = {"a": {**ops, "seat": 0}, "b": {**ops, "seat": 0}, "c": {**ops, "seat": 1, "state": {"where": "destroyed"}}}
        assert dice(ask("dust", "initiative", units)) == {"initiative:0": 4, "initiative:1": 3, "initiative:again:0": 4, "initiative:again:1": 3}
        assert tell("initiative", black_ops=[False, True])["dice"] == [3, 4]

    @rule("DUST-118")
    @pytest.mark.parametrize(("reading", "count"), [("yes", 3), ("no", 4)])
    def test_black_ops_of_the_dead(self, reading: str, count: int) -> None:
        units = {"a": {"card": hero(skills=["black_ops"]), "seat": 0, "state": {"where": "destroyed"}}}
        assert tell("initiative", units, {"blackOpsAlive": reading})["dice"] == [count, 3]

    @rule("DUST-07")
    def test_by_the_faces_and_who_starts(self) -> None:
        game = Session(RULES, at({}, step="initiative", table={"initiative": 2}))
        game.dispatch(Opened("initiative"))
        assert play(game, [[H, M, M], [M, H, M]], [[M, M, M], [M, H, M]]) == ["initiative", "initiative:again"]
        assert (key(game), options(game)) == ("order", ["first", "second"])
        game.answer("second")
        assert (game.state.first, game.state.seat, game.state.trackers["initiative"]) == (0, 0, 2)
        reply = ask("dust", "initiative", roll={"initiative": [[H, M, M], [M, M, M]]})
        assert (reply["result"]["winner"], reply["result"]["first_roll"]) == (0, 0)

    @rule("DUST-07")
    def test_by_the_other_readings(self) -> None:
        game = Session(RULES, at({}, step="initiative", readings={"initiativeWinner": "first", "initiativeTie": "previous"}, table={"initiative": 2}))
        game.dispatch(Opened("initiative"))
        game.answer(frozen([[H, M, M], [M, H, M]]))
        assert (game.prompt, game.state.first) == (None, 1)
        fresh = Session(RULES, at({}, step="initiative", readings={"initiativeTie": "previous"}))
        fresh.dispatch(Opened("initiative"))
        fresh.answer(frozen([[H, M, M], [M, H, M]]))
        assert key(fresh) == "initiative:again"


class TestTies:
    @rule("DUST-07")
    def test_whoever_wins_the_roll_has_won_whoever_won_before(self) -> None:
        game = Session(RULES, at({}, step="initiative", readings={"initiativeTie": "previous", "initiativeWinner": "first"}, table={"initiative": 2}))
        game.dispatch(Opened("initiative"))
        game.answer(frozen([[H, M, M], [M, M, M]]))
        assert (game.state.first, game.state.trackers["initiative"]) == (0, 1)

    @rule("DUST-07")
    @pytest.mark.parametrize(("value", "fine"), [(2, True), (3, False)])
    def test_two_players_can_win_the_initiative(self, value: int, fine: bool) -> None:
        try:
            at({}, table={"initiative": value})
        except Impossible:
            assert not fine
        else:
            assert fine


class TestSetUp:
    @rule("DUST-102", "DUST-103")
    def test_cover_elements_do_not_wait_beside_the_board(self) -> None:
        """They are placed before the first round; units enter in it."""
        units = {
            "a": seated(0, squad()),
            "c": seated(0, {"kind": "crate"}),
            "t": seated(1, {"kind": "trap"}),
            "n": seated(1, {"name": "No kind"}),
            "i": seated(1, squad(), where="inside"),
        }
        reply = ask("dust", "setup", units, own=False, roll={"element": [[H, M, M], [M, M, M]]})
        assert {unit: state["where"] for unit, state in reply["after"].items()} == {"a": "reserve", "c": "table", "t": "table", "n": "reserve", "i": "inside"}
