"""Who meets whom; assaults walked by brute force. Figures worked out by hand from the book."""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from engine.games.epic.activation.memory import Declaration
from engine.games.epic.assault.duel import Duel, duel_of
from engine.games.epic.assault.exchange import bury
from engine.games.epic.assault.procedure import fight_assault, is_decided, resolve_result, settle_assault
from engine.games.epic.assault.situation import Assault
from engine.games.epic.assault.strikes import strike
from engine.playing.procedure import task
from engine.playing.walk import walk
from engine.values.model import BY_HAND
from engine.values.table import GameState
from tests.engine.brute import brute
from tests.games.asking import change, rows
from tests.games.epic.table import FIGHTER, against, ask, bare_titan, craft, foot, force, game, state_of

rule = pytest.mark.rule


def one_round(state: GameState, duel: Duel) -> Counter[GameState]:
    """A round by brute force: every throw of the strikes and saves, then of the result."""
    found: Counter[GameState] = Counter()
    for one, chance_of in brute(partial(strike, state, duel, 0, False, False)).items():
        for both, weight in brute(partial(strike, one, duel, 1, False, False)).items():
            (now,) = brute(partial(bury, both, duel))
            for after, more in brute(partial(resolve_result, now, duel)).items():
                found[after] += chance_of * weight * more
    return found


def all_rounds(state: GameState, duel: Duel) -> Counter[GameState]:
    """Rounds by brute force, one after another; only a round that changes nothing is divided
    out."""
    found: Counter[GameState] = Counter()
    once = one_round(state, duel)
    stays = once.pop(state, Fraction(0))
    for now, chance_of in once.items():
        for then, weight in ({now: Fraction(1)} if is_decided(now) else all_rounds(now, duel)).items():
            found[then] += chance_of * weight / (1 - stays)
    return found


class TestWhoMeetsWhom:
    def table(self) -> dict[str, Any]:
        away = {"where": "destroyed"}
        return {
            "a": force((3, foot(abilities=["commander"]))),
            "b": force((3, foot())),
            "x": force((3, foot()), state=away),
            "d": force((3, foot()), seat=1),
            "e": force((3, foot()), seat=1),
            "y": force((3, foot()), seat=1, state=away),
        }

    @rule("EPIC-85")
    @pytest.mark.parametrize(
        ("stated", "key"),
        [
            pytest.param({"along": ["b"]}, "", marks=rule("EPIC-133")),
            pytest.param({"along": ["a"]}, "sides", marks=rule("EPIC-133")),
            pytest.param({"along": ["d"]}, "sides", marks=rule("EPIC-133")),
            pytest.param({"along": ["b", "b"]}, "sides", marks=rule("EPIC-133")),
            pytest.param({"along": ["x"]}, "sides", marks=rule("EPIC-133")),
            pytest.param({"others": ["e"]}, "", marks=rule("EPIC-88")),
            pytest.param({"others": ["d"]}, "sides", marks=rule("EPIC-88")),
            pytest.param({"others": ["b"]}, "sides", marks=rule("EPIC-88")),
            pytest.param({"others": ["y"]}, "sides", marks=rule("EPIC-88")),
            pytest.param({"supporters": [{"formation": "b"}]}, "", marks=rule("EPIC-95")),
            pytest.param({"supporters": [{"formation": "a"}]}, "sides", marks=rule("EPIC-95")),
            pytest.param({"supporters": [{"formation": "d"}]}, "sides", marks=rule("EPIC-95")),
            pytest.param({"defender": "y"}, "nobody_there", marks=rule("EPIC-253")),
        ],
    )
    def test_the_sides_of_an_assault(self, stated: dict[str, Any], key: str) -> None:
        reply = ask("assault", self.table(), **{"attacker": "a", "defender": "d", **stated, "reached": False})
        assert reply.get("refused", {}).get("key", "") == key

    @rule("EPIC-133")
    @pytest.mark.parametrize(("along", "refused"), [(["b"], False), (["a"], True), (["d"], True), (["b", "b"], True), (["x"], True)])
    def test_whom_a_commander_takes_along(self, along: list[str], refused: bool) -> None:
        assert ("refused" in ask("action", self.table(), formation="a", order="engage", along=along)) is refused

    @rule("EPIC-38", "EPIC-253")
    @pytest.mark.parametrize(("where", "key"), [("table", ""), ("destroyed", "nobody_there"), ("reserve", "nobody_there"), ("inside", "nobody_there")])
    def test_whom_fire_reaches(self, where: str, key: str) -> None:
        on = {"a": force((3, foot())), "d": force((3, foot()), seat=1, state={"where": where})}
        for reply in (ask("fire", on, by="a", target="d"), ask("barrage", on, by="a", target="d", points=3)):
            assert reply.get("refused", {}).get("key", "") == key
        on["d"]["seat"] = 0
        assert ask("barrage", on, by="a", target="d", points=3)["refused"]["key"] == "friend"

    @rule("EPIC-167")
    @pytest.mark.parametrize(
        ("who", "into", "key"), [("a", "t", ""), ("a", "e", "no_transport"), ("a", "x", "no_transport"), ("b", "t", "no_transport"), ("t", "t", "no_transport")]
    )
    def test_who_boards(self, who: str, into: str, key: str) -> None:
        carrier = bare_titan(transport=8)
        on = {
            "a": force((2, foot())),
            "b": force((2, foot()), state={"aboard": "t", "where": "inside"}),
            "t": force((1, carrier)),
            "e": force((1, carrier), seat=1),
            "x": force((1, carrier), state={"where": "destroyed"}),
        }
        assert ask("embark", on, formation=who, transport=into).get("refused", {}).get("key", "") == key

    @rule("EPIC-193", "EPIC-07")
    def test_a_patrol_ordered_this_turn_intercepts(self) -> None:
        for held, refused in (({"cap": True, "activated": True}, False), ({"activated": True}, True)):
            on = {"f": force((1, craft()), state={**held, "where": "reserve"})}
            assert ("refused" in ask("action", on, formation="f", order="cap_interception")) is refused


class TestOutcomesInWords:
    @rule("EPIC-94", "EPIC-97")
    def test_an_assault(self) -> None:
        on = {"a": force((3, foot(armour=None))), "d": force((1, foot(armour=None)), seat=1)}
        odds = ask("assault", on, attacker="a", defender="d")["odds"]
        assert {key.removesuffix("_wins"): value for key, value in odds["fate"].items()} == odds["winner"]


@pytest.mark.heavy
@rule("EPIC-101", "EPIC-97")
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1)])
def test_the_walk_equals_brute_force_ties_and_all(ours: int, theirs: int) -> None:
    start = state_of(ours, theirs)
    duel = duel_of(start, Assault("a", "d"))
    expected: Counter[Any] = Counter()
    for now, weight in all_rounds(start.set("a", "activated", True, BY_HAND).remember(Declaration(True)), duel).items():
        for after, more in brute(partial(settle_assault, now, duel)).items():
            expected[after.units] += weight * more
    todo = task(fight_assault, Assault("a", "d"))
    assert walk(start, todo).map(lambda after: after.units).chances() == expected


def test_equal_sides_are_equal() -> None:
    reply = ask("assault", {"a": force((2, foot())), "d": force((2, foot()), seat=1)}, attacker="a", defender="d")
    assert reply["odds"]["winner"]["attacker"] == reply["odds"]["winner"]["defender"]
    assert sum(map(Fraction, reply["odds"]["winner"].values())) == 1


@rule("EPIC-99", "EPIC-104")
def test_the_example_round_as_a_question() -> None:
    """One kill each; 6+1+1 against 3+1+1: three more than the two left, so the second formation
    is gone."""
    reply = ask(
        "assault",
        {"a": force((3, foot())), "d": force((3, foot()), seat=1)},
        attacker="a",
        defender="d",
        roll={"strike:a": [5, 1, 1], "strike:d": [6, 1, 1], "save:a": [1], "save:d": [1], "result": [[6, 2], [1, 3]]},
    )
    assert rows(reply, "result:0") == [("kills", 1, "EPIC-98"), ("no_blast", 1, "EPIC-98")]
    assert reply["result"]["winner"] == "attacker"
    assert (change(reply, "a", "blast"), change(reply, "d", "where")) == (1, "destroyed")


@rule("EPIC-187", "EPIC-195")
@pytest.mark.parametrize(
    ("attacker", "defender", "why"),
    [
        (force((2, FIGHTER)), force((3, foot()), seat=1), "flying"),
        (force((3, foot())), force((2, FIGHTER), seat=1), "flying"),
        (force((3, foot())), force((2, FIGHTER), seat=1, state={"flying": True}), "flying"),
        (force((3, foot())), force((2, FIGHTER), seat=1, state={"landed": True}), ""),
        (force((2, FIGHTER), state={"landed": True}), force((3, foot()), seat=1), ""),
    ],
)
def test_aircraft_fight_no_assault_before_they_land(attacker: Any, defender: Any, why: str) -> None:
    assert against(game("strategy", a=attacker, d=defender), "assault", attacker="a", defender="d") == why
