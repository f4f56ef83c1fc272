"""Epic Armageddon: the tracer's rules, with values worked out from the book."""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from engine.events import Advanced, Opened, TrackerSet, UnitAdded
from engine.games import RULESETS
from engine.games.epic.examples import INFANTRY, TANK, formation
from engine.games.epic.procedures import aftermath, allocated, bury, decided, result, strike
from engine.games.epic.units import front_to_back, left
from engine.maps import frozen, pairs
from engine.model import GameState
from engine.procedure import task
from engine.session import Refused, Session
from engine.tables import table
from engine.walk import walk
from tests.engine.brute import brute
from tests.games.asking import ask, change, rows
from tests.games.cases import EPIC

rule = pytest.mark.rule
RULES = RULESETS["epic"]


def state_of(ours: int = 3, theirs: int = 3, a: Any = None, d: Any = None, unit: Any = INFANTRY) -> GameState:
    units = {"a": {"seat": 0, "card": formation("First", (ours, unit)), "state": a or {}},
             "d": {"seat": 1, "card": formation("Second", (theirs, unit)), "state": d or {}}}
    return table(RULES, frozen({"step": "action", "units": units}))


def assaulting(**kind: Any) -> Session:
    session = Session(RULES, state_of(**kind))
    session.dispatch(Opened("assault", pairs(attacker="a", defender="d")))
    return session


def result_rows(session: Session) -> list[list[tuple[str, Any]]]:
    assert session.prompt
    assert session.prompt.key.startswith("result")
    return [[(row.key, row.amount) for row in check.modifiers] for check in session.prompt.checks]


def missed(session: Session) -> None:
    """Both sides strike and hit nothing."""
    for _ in range(2):
        assert session.prompt
        session.answer((1,) * session.prompt.checks[0].dice)


class TestStrike:
    @rule("EPIC-90", "EPIC-89")
    def test_one_die_a_unit_against_its_value_for_both_at_once(self) -> None:
        session = assaulting(ours=4, theirs=2)
        seen = []
        for faces in ((1,) * 4, (1,) * 2):
            assert session.prompt
            seen += [(session.prompt.key, check.dice, check.targets, check.modifiers) for check in session.prompt.checks]
            session.answer(faces)
        assert seen == [("strike:a", 4, (5,), ()), ("strike:d", 2, (5,), ())]

    @rule("EPIC-90")
    def test_blast_markers_do_not_suppress(self) -> None:
        session = assaulting(a={"blast": 2})
        assert session.prompt
        assert session.prompt.checks[0].dice == 3

    @rule("EPIC-89")
    def test_close_combat_or_firefight(self) -> None:
        session = Session(RULES, state_of(unit=TANK))
        session.dispatch(Opened("assault", pairs(attacker="a", defender="d", fought="cc")))
        assert session.prompt
        assert session.prompt.checks[0].targets == (6,)
        session.undo()
        session.dispatch(Opened("assault", pairs(attacker="a", defender="d")))
        assert session.prompt.checks[0].targets == (4,)

    @rule("EPIC-49", "EPIC-255")
    @pytest.mark.parametrize(("counts", "hits", "expected"), [
        ((3,), 2, ((0, 2, 1),)), ((3,), 3, ((0, 3, 1),)), ((3,), 4, ((0, 1, 2), (0, 2, 1))),
        ((2, 2), 3, ((0, 2, 1), (1, 1, 1))), ((2, 2), 5, ((0, 1, 2), (0, 1, 1), (1, 2, 1))), ((2, 2), 7, ((0, 2, 2), (1, 1, 2), (1, 1, 1))),
        ((0, 2), 3, ((1, 1, 2), (1, 1, 1))), ((3,), 0, ()), ((0,), 2, ()),
    ])
    def test_hits_front_to_back_lap_by_lap(self, counts: tuple[int, ...], hits: int, expected: Any) -> None:
        assert allocated(counts, hits) == expected

    @rule("EPIC-50", "EPIC-91")
    def test_saves_against_the_armour_and_what_fails_is_lost(self) -> None:
        session = assaulting()
        session.answer((5, 5, 1))
        assert session.prompt
        assert [(check.key, check.dice, check.targets) for check in session.prompt.checks] == [("save:d:0:1", 2, (5,))]
        session.answer((5, 4))
        assert left(session.state, "d") == 3  # the fallen lie until both have struck
        session.answer((6, 1, 1))
        session.answer((4,))
        assert (left(session.state, "a"), left(session.state, "d")) == (2, 2)

    @rule("EPIC-50", "EPIC-255")
    def test_a_unit_hit_twice_must_save_twice(self) -> None:
        session = assaulting(ours=3, theirs=2)
        session.answer((5, 5, 5))
        assert session.prompt
        assert [(check.key, check.dice) for check in session.prompt.checks] == [("save:d:0:2", 1), ("save:d:0:1", 1)]
        session.answer(((6, 3), (6,)))
        session.answer((1, 1))
        assert left(session.state, "d") == 1

    @rule("EPIC-50")
    def test_without_armour_there_is_no_save(self) -> None:
        bare = {key: value for key, value in INFANTRY.items() if key != "armour"}
        session = assaulting(unit=bare)
        session.answer((5, 1, 1))
        session.answer((1, 1, 1))
        assert session.prompt
        assert session.prompt.key == "result"  # nothing to save with: the unit is gone
        assert left(session.state, "d") == 2

    @rule("EPIC-89", "EPIC-91")
    def test_the_dead_have_still_struck(self) -> None:
        session = assaulting(ours=1, theirs=1)
        for face in (6, 1, 6, 1):
            session.answer((face,))
        assert session.state.unit("a").gone
        assert session.state.unit("d").gone


class TestResult:
    @rule("EPIC-98")
    def test_equal_sides_without_kills(self) -> None:
        session = assaulting()
        missed(session)
        assert result_rows(session) == [[("no_blast", 1)], [("no_blast", 1)]]

    @rule("EPIC-98")
    @pytest.mark.parametrize(("ours", "theirs", "keys"), [(4, 3, ["more_units"]), (6, 3, ["more_units"]),
                                                          (7, 3, ["more_units", "twice_the_units"]), (3, 4, [])])
    def test_more_units_and_more_than_twice(self, ours: int, theirs: int, keys: list[str]) -> None:
        session = assaulting(ours=ours, theirs=theirs)
        missed(session)
        assert result_rows(session)[0] == [(key, 1) for key in (*keys, "no_blast")]

    @rule("EPIC-98")
    @pytest.mark.parametrize(("a", "d", "first", "second"), [
        ({"blast": 1}, {}, [], [("no_blast", 1), ("enemy_more_blast", 1)]),
        ({"blast": 1}, {"blast": 1}, [], []),
        ({"blast": 1}, {"blast": 2}, [("enemy_more_blast", 1)], []),
    ])
    def test_blast_markers(self, a: Any, d: Any, first: Any, second: Any) -> None:
        session = assaulting(a=a, d=d)
        missed(session)
        assert result_rows(session) == [first, second]

    @rule("EPIC-115", "EPIC-98")
    def test_a_broken_formation_counts_as_many_markers_as_units(self) -> None:
        """X-12: six broken units count six markers."""
        session = assaulting(theirs=6, a={"blast": 5}, d={"broken": True})
        missed(session)
        assert result_rows(session) == [[("enemy_more_blast", 1)], [("more_units", 1)]]

    @rule("EPIC-98", "EPIC-101")
    def test_a_tie_is_fought_again_and_kills_keep_counting(self) -> None:
        session = EPIC.at(5)
        assert session.prompt
        assert (session.prompt.key, [check.dice for check in session.prompt.checks]) == ("strike:again:a", [2])
        for value in EPIC.script[5:8]:
            session.answer(value)
        assert result_rows(session) == [[("kills", 2), ("more_units", 1), ("no_blast", 1)], [("kills", 1), ("no_blast", 1)]]

    @rule("EPIC-97", "EPIC-99")
    def test_the_highest_single_die_and_the_difference_without_saves(self) -> None:
        session = assaulting()
        missed(session)
        session.answer(((5, 5), (1, 3)))  # 5+1 against 3+1, not 10 against 4
        assert left(session.state, "d") == 1
        assert session.prompt is None

    @rule("EPIC-99")
    @pytest.mark.parametrize(("counts", "hits", "taken"), [((2, 3), 1, (1, 0)), ((2, 3), 4, (2, 2)), ((2, 3), 9, (2, 3))])
    def test_extra_hits_front_to_back_and_no_further(self, counts: tuple[int, ...], hits: int, taken: tuple[int, ...]) -> None:
        assert front_to_back(counts, hits) == taken

    @rule("EPIC-94", "EPIC-100")
    def test_a_side_wiped_out_has_lost_without_a_roll(self) -> None:
        session = assaulting(theirs=1)
        for faces in ((6, 1, 1), (1,), (1,)):
            session.answer(faces)
        assert session.prompt is None
        assert session.state.unit("d").gone
        assert dict(session.state.unit("a").trackers) == {"activated": True}


class TestAftermath:
    def lost(self, dice: tuple[Any, Any], **kind: Any) -> GameState:
        session = assaulting(**kind)
        missed(session)
        session.answer(dice)
        return session.state

    @rule("EPIC-102", "EPIC-111", "EPIC-109")
    def test_the_loser_breaks_and_its_markers_go(self) -> None:
        state = self.lost(((4, 4), (3, 3)), d={"blast": 1}, a={"blast": 1})
        assert dict(state.unit("d").trackers) == {"broken": True, "lost": (1,)}
        assert dict(state.unit("a").trackers) == {"blast": 1, "activated": True}

    @rule("EPIC-102")
    def test_a_loser_already_broken_is_destroyed(self) -> None:
        state = self.lost(((4, 4), (4, 4)), d={"broken": True})  # 4+1+1 against 4: two hits, one unit would be left
        assert (left(state, "d"), state.unit("d").gone) == (1, True)

    @rule("EPIC-104")
    def test_the_winner_takes_a_marker_for_each_unit_lost(self) -> None:
        session = assaulting(ours=5)
        for faces in ((1,) * 5, (6, 6, 1), (1, 1)):
            session.answer(faces)
        session.answer(((6, 6), (1, 1)))
        assert dict(session.state.unit("a").trackers) == {"lost": (2,), "blast": 2, "activated": True}

    @rule("EPIC-104", "EPIC-109", "EPIC-105")
    def test_and_may_break_from_them(self) -> None:
        session = assaulting(ours=3)
        for faces in ((1,) * 3, (6, 6, 1), (1, 1)):
            session.answer(faces)
        session.answer(((6, 6), (1, 1)))  # one unit left, two markers
        assert dict(session.state.unit("a").trackers) == {"lost": (2,), "broken": True, "activated": True}

    @rule("EPIC-104", "EPIC-109")
    def test_as_many_markers_as_units_are_enough(self) -> None:
        session = assaulting(ours=4)
        for faces in ((1,) * 4, (6, 6, 1), (1, 1)):
            session.answer(faces)
        session.answer(((6, 6), (1, 1)))  # two units left, two markers
        assert dict(session.state.unit("a").trackers) == {"lost": (2,), "broken": True, "activated": True}

    @rule("EPIC-106")
    def test_a_winner_broken_from_the_start_takes_none(self) -> None:
        session = assaulting(ours=5, theirs=3, d={"broken": True})
        for faces in ((6, 1, 1, 1, 1), (1,), (1,) * 3):
            session.answer(faces)
        session.answer(((1, 1), (6, 6)))
        assert dict(session.state.unit("d").trackers) == {"broken": True, "lost": (1,)}

    @rule("EPIC-109")
    def test_a_broken_formation_takes_no_action(self) -> None:
        with pytest.raises(Refused, match="EPIC-109"):
            assaulting(a={"broken": True})


class TestTurn:
    @rule("EPIC-05", "EPIC-07", "EPIC-117", "EPIC-08")
    def test_formations_alternate_and_one_side_may_play_on(self) -> None:
        session = Session(RULES, RULES.opened())
        for key, seat in (("a", 0), ("b", 0), ("c", 0), ("d", 1)):
            session.dispatch(UnitAdded(key, seat, frozen(formation(key, (3, INFANTRY)))))  # type: ignore[arg-type]
        session.dispatch(Advanced())
        assert session.state.step == "action"
        seats = [session.state.seat]
        for key in ("a", "d", "b", "c"):
            session.dispatch(TrackerSet(key, "activated", True))
            session.dispatch(Advanced())
            seats.append(session.state.seat)
        assert seats[:4] == [0, 1, 0, 0]
        assert session.state.step == "rally"
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.step) == (2, "strategy")
        assert not session.state.unit("a").count("activated")

    @rule("EPIC-07")
    def test_broken_formations_are_not_waited_for(self) -> None:
        session = Session(RULES, state_of(d={"broken": True}, a={"activated": True}))
        session.dispatch(Advanced())
        assert session.state.step == "rally"

    @rule("EPIC-07")
    def test_an_assault_is_the_attackers_action_and_it_has_one(self) -> None:
        session = assaulting()
        assert session.state.unit("a").count("activated")
        assert not session.state.unit("d").count("activated")
        with pytest.raises(Refused, match="EPIC-07"):
            assaulting(a={"activated": True})

    @rule("EPIC-07", "EPIC-17")
    def test_only_the_active_side_assaults(self) -> None:
        with pytest.raises(Refused):
            Session(RULES, state_of()).dispatch(Opened("assault", pairs(attacker="d", defender="a")))


def one_round(state: GameState) -> Counter[GameState]:
    """A round by brute force: every throw of the strikes and saves, then of the result."""
    found: Counter[GameState] = Counter()
    for one, chance in brute(partial(strike, state, "a", "d", "ff")).items():
        for both, weight in brute(partial(strike, one, "d", "a", "ff")).items():
            (now,) = brute(partial(bury, both, "a", "d"))
            for then, more in brute(partial(result, now, "a", "d")).items():
                found[then] += chance * weight * more
    return found


def solved(state: GameState) -> Counter[GameState]:
    """Rounds by brute force, one after another; only a round that changes nothing is divided out."""
    found: Counter[GameState] = Counter()
    once = one_round(state)
    stays = once.pop(state, Fraction(0))
    for now, chance in once.items():
        for then, weight in ({now: Fraction(1)} if decided(now) else solved(now)).items():
            found[then] += chance * weight / (1 - stays)
    return found


@rule("EPIC-101", "EPIC-97", "EPIC-98", "EPIC-99")
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1)])
def test_the_walk_equals_brute_force_ties_and_all(ours: int, theirs: int) -> None:
    state = state_of(ours, theirs)
    expected: Counter[GameState] = Counter()
    for now, chance in solved(state.set("a", "activated", True)).items():
        expected[aftermath(now, "a", "d")] += chance
    todo = task(RULES.opening("assault").run, attacker="a", defender="d", fought="ff")
    assert walk(state, todo).chances() == expected


def test_equal_sides_are_equal() -> None:
    reply = ask("epic", "assault", {"a": {"card": formation("x", (2, INFANTRY))}, "d": {"card": formation("y", (2, INFANTRY))}},
                attacker="a", defender="d")
    assert reply["odds"]["winner"]["attacker"] == reply["odds"]["winner"]["defender"]
    assert sum(map(Fraction, reply["odds"]["winner"].values())) == 1


@rule("EPIC-99", "EPIC-104", "EPIC-102")
def test_the_example_round_as_a_question() -> None:
    """One kill each; 6+1+1 against 3+1+1: three more than the two left, so the second formation is gone."""
    units = {"a": {"card": formation("First", (3, INFANTRY))}, "d": {"card": formation("Second", (3, INFANTRY))}}
    reply = ask("epic", "assault", units, attacker="a", defender="d", roll={
        "strike:a": [5, 1, 1], "strike:d": [6, 1, 1], "save:a:0:1": [1], "save:d:0:1": [1], "result": [[6, 2], [1, 3]]})
    assert rows(reply, "result:0") == [("kills", 1, "EPIC-98"), ("no_blast", 1, "EPIC-98")]
    assert reply["result"]["winner"] == "attacker"
    assert (change(reply, "a", "blast"), change(reply, "d", "where")) == (1, "destroyed")
