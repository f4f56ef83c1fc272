"""The result of an assault. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.examples import TANK
from engine.games.epic.formations.rows import front_to_back, strength
from engine.values.maps import EMPTY, frozen
from tests.games.asking import rows
from tests.games.cases import EPIC
from tests.games.epic.table import WEAK_TITAN, ask, assaulting, chance, do, foot, force, game, miss, numbers, result_rows, side, state, tank

rule = pytest.mark.rule
F = Fraction


NO_FEAR = "they_shall_know_no_fear"


class TestResult:
    @rule("EPIC-98")
    def test_equal_sides_without_kills(self) -> None:
        session = assaulting()
        miss(session)
        assert result_rows(session) == [[("no_blast", 1)], [("no_blast", 1)]]

    @rule("EPIC-98")
    @pytest.mark.parametrize(
        ("ours", "theirs", "keys"), [(4, 3, ["more_units"]), (6, 3, ["more_units"]), (7, 3, ["more_units", "twice_the_units"]), (3, 4, [])]
    )
    def test_more_units_and_more_than_twice(self, ours: int, theirs: int, keys: list[str]) -> None:
        session = assaulting(ours=ours, theirs=theirs)
        miss(session)
        assert result_rows(session)[0] == [(key, 1) for key in (*keys, "no_blast")]

    @rule("EPIC-98", "EPIC-267")
    @pytest.mark.parametrize(
        ("a", "d", "first", "second"),
        [
            ({"blast": 1}, {}, [], [("no_blast", 1), ("enemy_more_blast", 1)]),
            ({"blast": 1}, {"blast": 1}, [], []),
            ({"blast": 1}, {"blast": 2}, [("enemy_more_blast", 1)], []),
        ],
    )
    def test_blast_markers(self, a: Any, d: Any, first: Any, second: Any) -> None:
        session = assaulting(a=a, d=d)
        miss(session)
        assert result_rows(session) == [first, second]

    @rule("EPIC-115", "EPIC-98")
    def test_a_broken_formation_counts_as_many_markers_as_units(self) -> None:
        """X-12: six broken units count six markers."""
        session = assaulting(theirs=6, a={"blast": 5}, d={"broken": True})
        miss(session)
        assert result_rows(session) == [[("enemy_more_blast", 1)], [("more_units", 1)]]

    @rule("EPIC-98")
    def test_units_whose_card_says_that_they_do_not_count(self) -> None:
        runts = foot(abilities=["expendable", "not_counted_in_assaults"])
        units = {"a": force((3, foot()), (3, runts)), "d": force((3, foot()), seat=1)}
        session = do(game(**units), "assault", attacker="a", defender="d")
        miss(session)
        assert result_rows(session) == [[("no_blast", 1)], [("no_blast", 1)]]
        sides = [{"formations": [{"formation": "a", "lost": [1, 1]}]}, {"formations": [{"formation": "d"}]}]
        assert rows(ask("assault_result", units, sides=sides), "result:1")[1][0] == "more_units"

    @rule("EPIC-131", "EPIC-141")
    def test_inspiring_characters_who_live(self) -> None:
        priest = {"name": "Priest", "type": "CH", "abilities": ["inspiring"]}
        for lost, rows_of in (([0, 0], [("no_blast", 1), ("inspiring", 1)]), ([2, 0], [("no_blast", 1)])):
            units = {"a": force((2, foot()), (1, priest), (3, foot()), state={"lost": [*lost, 0]}), "d": force((3 + (lost[0] == 0) * 2, foot()), seat=1)}
            session = do(game(**units), "assault", attacker="a", defender="d")
            miss(session)
            assert result_rows(session)[0] == rows_of

    @rule("EPIC-98", "EPIC-101")
    def test_a_tie_is_fought_again_and_kills_keep_counting(self) -> None:
        session = EPIC.at(6)
        assert session.prompt
        assert (session.prompt.key, [check.dice for check in session.prompt.checks]) == ("strike:again:a", [2])
        for value in EPIC.script[6:9]:
            session.answer(value)
        assert result_rows(session) == [[("kills", 2), ("more_units", 1), ("no_blast", 1)], [("kills", 1), ("no_blast", 1)]]

    @rule("EPIC-101", "EPIC-268")
    @pytest.mark.parametrize(("how", "target"), [("same", 4), ("ff", 4), ("cc", 6)])
    def test_the_next_round_may_be_fought_otherwise(self, how: str, target: int) -> None:
        session = assaulting(unit=TANK)
        miss(session)
        session.answer(((3, 3), (3, 3)))
        assert session.prompt
        assert session.prompt.key == "again"
        session.answer(how)
        assert session.prompt
        assert session.prompt.checks[0].targets == (target,)

    @rule("EPIC-97", "EPIC-99")
    def test_the_highest_single_die_and_the_difference_without_saves(self) -> None:
        session = assaulting()
        miss(session)
        session.answer(((5, 5), (1, 3)))  # 5+1 against 3+1, not 10 against 4
        assert strength(session.state, "d") == 1
        assert session.prompt
        assert session.prompt.key == "withdraw:d:0"

    @rule("EPIC-99")
    @pytest.mark.parametrize(("counts", "hits", "taken"), [((2, 3), 1, (1, 0)), ((2, 3), 4, (2, 2)), ((2, 3), 9, (2, 3))])
    def test_extra_hits_front_to_back_and_no_further(self, counts: tuple[int, ...], hits: int, taken: tuple[int, ...]) -> None:
        assert front_to_back(counts, hits) == taken

    @rule("EPIC-99", "EPIC-140")
    @pytest.mark.parametrize(
        ("unit", "army", "lost"),
        [(foot(), {}, (3,)), (foot(abilities=["stubborn"]), {}, (2,)), (foot(abilities=["fearless"]), {}, ()), (foot(), {"army": "space_marines"}, (1,))],
    )
    def test_who_takes_fewer_extra_hits(self, unit: Any, army: dict[str, str], lost: tuple[int, ...]) -> None:
        """6 against 3: a difference of three."""
        units = {"a": force((6, foot())), "d": force((6, unit), seat=1, **army)}
        session = do(game(**units), "assault", attacker="a", defender="d")
        miss(session)
        session.answer(((6, 6), (3, 3)))
        while session.prompt:
            session.answer(0)
        assert session.state.unit("d").marks("lost") == tuple(map(str, lost))
        assert session.state.unit("d").count("broken")

    @rule("EPIC-94", "EPIC-100")
    def test_a_side_wiped_out_has_lost_without_a_roll(self) -> None:
        session = assaulting(theirs=1)
        for faces in ((6, 1, 1), (1,), (1,)):
            session.answer(faces)
        assert session.prompt is None
        assert session.state.unit("d").gone
        assert dict(session.state.unit("a").trackers) == {"activated": True}

    @rule("EPIC-94", "EPIC-99")
    @pytest.mark.parametrize(("reading", "prompt"), [("no_roll", "withdraw:a:0"), ("roll", "result")])
    def test_all_engaged_attackers_dead(self, reading: str, prompt: str) -> None:
        """One attacker was engaged and falls: the rest of his formation breaks; by one reading
        dice say how many more fall."""
        session = game(readings={"stall": reading}, a=force((4, foot())), d=force((3, foot()), seat=1))
        do(session, "assault", (1,), (6, 1, 1), (1,), attacker="a", defender="d", engaged={"a": {"ff": [1]}, "d": {"ff": [3]}})
        assert session.prompt
        assert session.prompt.key == prompt
        if reading == "roll":
            session.answer(((1, 1), (3, 3)))  # 1+1 against 3+1+1: three more
            assert (session.prompt, session.state.unit("a").gone) == (None, True)
        else:
            session.answer(0)
            assert state(session, "a") == {"broken": True, "lost": (1,)}

    @rule("EPIC-94")
    @pytest.mark.parametrize(("reading", "broken"), [("attacker", 0), ("defender", 1)])
    def test_defenders_and_engaged_attackers_all_dead(self, reading: str, broken: int) -> None:
        session = game(readings={"double_wipe": reading}, a=force((4, foot())), d=force((1, foot()), seat=1))
        do(session, "assault", (6,), (1,), (6,), (1,), attacker="a", defender="d", engaged={"a": {"ff": [1]}, "d": {"ff": [1]}})
        while session.prompt:
            session.answer(0)
        assert (session.state.unit("a").count("broken"), session.state.unit("d").gone) == (broken, True)

    @rule("EPIC-86")
    def test_nobody_within_reach_no_assault(self) -> None:
        session = assaulting({"reached": False})
        assert (session.prompt, session.state.unit("a").count("activated"), session.state.unit("d").trackers) == (None, 1, EMPTY)

    @rule("EPIC-259", "EPIC-262")
    def test_the_charge_may_be_answered_and_end_the_assault(self) -> None:
        units = {"a": force((3, foot()), state={"blast": 2}), "d": force((3, foot()), seat=1), "e": force((2, foot()), seat=1, state={"overwatch": True})}
        session = do(game(**units), "assault", attacker="a", defender="d")
        assert session.prompt
        assert session.prompt.key == "overwatch:charge:1"
        for answer in ("e", frozen({"able": 2}), (1, 1), 0):
            session.answer(answer)
        assert (session.prompt, state(session, "a"), session.state.unit("d").trackers) == (None, {"broken": True}, EMPTY)

    @rule("EPIC-267", "EPIC-98")
    def test_markers_of_overwatch_fire_count_in_the_result(self) -> None:
        units = {"a": force((5, foot())), "d": force((5, foot()), seat=1), "e": force((2, foot()), seat=1, state={"overwatch": True})}
        session = do(game(**units), "assault", "e", frozen({"able": 2}), (1, 1), attacker="a", defender="d")
        miss(session)
        assert result_rows(session) == [[], [("no_blast", 1), ("enemy_more_blast", 1)]]


class TestResultQuestion:
    @rule("EPIC-97", "EPIC-98")
    @pytest.mark.parametrize(
        ("ours", "theirs", "bonus"),
        [
            (numbers(), numbers(), (1, 1)),
            (numbers(kills=2), numbers(), (3, 1)),
            pytest.param(numbers(kills=2, kills_before=1), numbers(), (4, 1), marks=rule("EPIC-101")),
            (numbers(units=4), numbers(), (2, 1)),
            (numbers(units=7), numbers(), (3, 1)),
            (numbers(units=6), numbers(), (2, 1)),
            (numbers(blast=1), numbers(), (0, 2)),
            (numbers(blast=1), numbers(blast=2), (1, 0)),
            pytest.param(numbers(inspiring=2), numbers(), (3, 1), marks=rule("EPIC-131")),
            pytest.param(numbers(broken=True), numbers(blast=2), (0, 1), marks=rule("EPIC-115")),
            pytest.param(numbers(units=2, broken=True), numbers(blast=2, units=2), (0, 0), marks=rule("EPIC-115")),
            pytest.param(numbers(abilities=["inspiring"]), numbers(), (2, 1), marks=rule("EPIC-131")),
        ],
    )
    def test_rows(self, ours: Any, theirs: Any, bonus: tuple[int, int]) -> None:
        assert tuple(ask("assault_result", sides=[ours, theirs])["result"]["bonus"]) == bonus

    @rule("EPIC-97", "EPIC-99")
    def test_odds_by_hand(self) -> None:
        """The better of two dice: 1, 3, 5, 7, 9, 11 of 36. Equal rows tie with the sum of the
        squares."""
        ways = {face: 2 * face - 1 for face in range(1, 7)}
        tie = F(sum(way**2 for way in ways.values()), 36**2)
        reply = ask("assault_result", sides=[numbers(), numbers()])
        assert (chance(reply, "result", "tie"), chance(reply, "result", "win")) == (tie, (1 - tie) / 2)
        ahead = ask("assault_result", sides=[numbers(kills=2), numbers()])
        assert chance(ahead, "margin", 7) == F(11 * 1, 36**2)
        assert chance(ahead, "result", "lose") == F(sum(ways[a] * ways[b] for a in ways for b in ways if a + 2 < b), 36**2)

    @rule("EPIC-99", "EPIC-101")
    def test_rolled(self) -> None:
        reply = ask("assault_result", sides=[numbers(), numbers(abilities=["stubborn"])], roll={"result:0": [6, 2], "result:1": [3, 1]})
        found = reply["result"]
        assert found["rolled"] == (7, 4)
        assert (found["winner"], found["margin"], found["extra_hits"], found["withdraw"], found["consolidate"], found["then"]) == (
            0,
            3,
            2,
            "defender",
            "attacker",
            "over",
        )
        tie = ask("assault_result", sides=[numbers(), numbers()], roll={"result": [[3, 2], [3, 1]]})["result"]
        assert (tie["winner"], tie["counter_charge"], tie["then"], tie["extra_hits"]) == (None, "yes", "again", 0)
        lost = ask("assault_result", sides=[numbers(), numbers()], roll={"result": [[1, 2], [3, 1]]})["result"]
        assert (lost["winner"], lost["result"], lost["withdraw"], lost["consolidate"]) == (1, "lose", "attacker", "defender")

    @rule("EPIC-98", "EPIC-270")
    def test_by_formations(self) -> None:
        units = {"a": force((6, foot()), state={"blast": 1}), "b": force((4, foot()), state={"broken": True}), "d": force((5, foot()), seat=1)}
        sides = [{"formations": [{"formation": "a", "lost": [2]}, {"formation": "b"}]}, {"formations": [{"formation": "d", "lost": 1}]}]
        reply = ask("assault_result", units, sides=sides)
        # 4 + 4 units against 4, 1 + 4 markers against none, one kill against two
        assert rows(reply, "result:0") == [("kills", 1, "EPIC-98"), ("more_units", 1, "EPIC-98")]
        assert rows(reply, "result:1") == [("kills", 2, "EPIC-98"), ("no_blast", 1, "EPIC-98"), ("enemy_more_blast", 1, "EPIC-98")]

    @rule("EPIC-98", "EPIC-99")
    def test_space_marines_count_half(self) -> None:
        units = {"a": force((6, foot()), state={"blast": 5}, army="space_marines"), "d": force((6, foot()), seat=1, state={"blast": 3})}
        sides = [{"formations": [{"formation": "a"}]}, {"formations": [{"formation": "d"}]}]
        assert rows(ask("assault_result", units, sides=sides), "result:0") == [("enemy_more_blast", 1, "EPIC-98")]
        lost = ask("assault_result", units, sides=sides, roll={"result": [[1, 1], [6, 1]]})["result"]
        assert (lost["margin"], lost["extra_hits"]) == (-4, 2)
        brave = numbers(units=6, blast=5, abilities=["they_shall_know_no_fear"])
        assert tuple(ask("assault_result", sides=[brave, numbers(units=6, blast=3)])["result"]["bonus"]) == (1, 0)
        for abilities, hits in ((["know_no_fear"], 1), (["fearless"], 0), ([], 3)):
            reply = ask("assault_result", sides=[numbers(), numbers(abilities=abilities)], roll={"result": [[6, 1], [3, 1]]})
            assert reply["result"]["extra_hits"] == hits


class TestResultInNumbers:
    @rule("EPIC-99", "EPIC-140")
    @pytest.mark.parametrize(
        ("dice", "stubborn", "hits"),
        [((4, 3), 1, 0), ((5, 3), 1, 1), ((4, 3), 0, 1), ((3, 4), 0, 0), ((3, 4), 1, 1), ((3, 5), 0, 1), ((3, 3), 0, 0), ((3, 3), 1, 0)],
    )
    def test_stubborn_losers(self, dice: tuple[int, int], stubborn: int, hits: int) -> None:
        """The difference, one less where the loser is the stubborn side, never below none."""
        sides = [{"units": 3, **({"abilities": ["stubborn"]} if n == stubborn else {})} for n in (0, 1)]
        roll = {f"result:{n}": [face, face] for n, face in enumerate(dice)}
        assert ask("assault_result", sides=sides, roll=roll)["result"]["extra_hits"] == hits

    @rule("EPIC-98")
    @pytest.mark.parametrize(("markers", "counted"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (8, 4)])
    def test_half_the_markers_of_space_marines(self, markers: int, counted: int) -> None:
        """Rounded down, at least one: against as many nobody has more, one more or less is a
        point for the other side."""
        for theirs, bonus in ((counted - 1, (0, 1 + (counted == 1))), (counted, (0, 0)), (counted + 1, (1, 0))):
            sides = [{"units": 3, "blast": markers, "abilities": [NO_FEAR]}, {"units": 3, "blast": theirs}]
            assert tuple(ask("assault_result", sides=sides)["result"]["bonus"]) == bonus

    @rule("EPIC-99")
    @pytest.mark.parametrize(("face", "lost"), [(2, (2,)), (3, (1,)), (1, (2,))])
    def test_half_the_hits_of_space_marines(self, face: int, lost: tuple[int, ...]) -> None:
        """6 against 2, 3, 1: four, three, five hits, halved and rounded down."""
        session = game(a=side(6), d=force((6, foot()), seat=1, army="space_marines"))
        do(session, "assault", (1,) * 6, (1,) * 6, ((6, 6), (face, face)), 0, attacker="a", defender="d")
        assert state(session, "d") == {"broken": True, "lost": lost}

    @rule("EPIC-98", "EPIC-101")
    def test_kills_of_earlier_rounds_alone(self) -> None:
        """Two of them and no marker; the numbers stated stand for what the enemy's formation has
        lost."""
        on = {"d": side(3, seat=1)}
        sides = [{"units": 1, "kills_before": 2}, {"formations": [{"formation": "d", "lost": [1]}]}]
        assert ask("assault_result", on, sides=sides)["result"]["bonus"][0] == 3

    @rule("EPIC-98", "EPIC-185")
    @pytest.mark.parametrize(
        ("stated", "kills"),
        [
            ({"lost": [1]}, 3),
            ({"lost": [1], "damage": [2]}, 5),
            ({"lost": [2]}, 6),
            ({"lost": [2], "damage": [6]}, 6),
            ({"damage": [2]}, 2),
            ({"lost": [0, 2], "damage": [1]}, 3),
            ({"lost": [2, 3]}, 9),
            ({"lost": [0, 1], "damage": [0, 0]}, 1),
            ({}, 0),
        ],
    )
    def test_what_counts_as_killed(self, stated: dict[str, Any], kills: int) -> None:
        """Two engines of capacity 3 and three units: a wreck is three, each point on one that
        stands another; rows not stated lost nobody."""
        on = {"d": force((2, WEAK_TITAN), (3, foot()), (1, tank()), seat=1)}
        reply = ask("assault_result", on, sides=[{"units": 1}, {"formations": [{"formation": "d", **stated}]}])
        assert reply["result"]["bonus"][0] == kills + 1
