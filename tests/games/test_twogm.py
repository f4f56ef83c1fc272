"""2GM Tactics: the tracer's rules, with values worked out from the book."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.events import Advanced, Opened
from engine.games import RULESETS
from engine.games.twogm.examples import BOMBER, FOCKE, HMG, HQ, MUSTANG, OSTWIND
from engine.maps import frozen, pairs
from engine.procedure import task
from engine.session import Refused, Session
from engine.tables import table
from engine.walk import walk
from tests.engine.brute import brute
from tests.games.asking import ask, change, rows, targets

rule = pytest.mark.rule
RULES = RULESETS["2gm"]
ONE_GUN = {**BOMBER, "equipment": [HMG]}
NO_GUN = {**BOMBER, "equipment": []}


def raid(bomber: Any = BOMBER, fw: int = 1, p51: int = 0, ost: int = 0, states: Any = None, cards: Any = None,
         readings: Any = None, **situation: Any) -> dict[str, Any]:
    """A raid on the headquarters with so many interceptors, escorts and anti-aircraft guns."""
    kinds = {"fw": (FOCKE, fw, 1), "p51": (MUSTANG, p51, 0), "ost": (OSTWIND, ost, 1)}
    units = {"b25": {"seat": 0, "card": bomber}, "hq": {"seat": 1, "card": HQ},
             **{f"{key}{n}": {"seat": seat, "card": card} for key, (card, count, seat) in kinds.items() for n in range(count)}}
    for key, state in (states or {}).items():
        units[key] = {**units[key], "state": state}
    for key, card in (cards or {}).items():
        units[key] = {**units[key], "card": card}
    named = {"interceptors": [f"fw{n}" for n in range(fw)], "escorts": [f"p51{n}" for n in range(p51)],
             "aa": [f"ost{n}" for n in range(ost)]}
    return ask("2gm", "air", units, readings, **{"bomber": "b25", "target": "hq", **named, **situation})


def order(**raided: Any) -> list[str]:
    """The shots in the order they are asked, when nobody hits anything."""
    reply = raid(**raided, roll={f"shot:{key}": [1] for key in ("b25", "b25:0", "b25:1", "fw0", "fw1", "p510", "ost0")})
    return list(reply["result"]["readings"])


class TestOrder:
    @rule("2GM-98", "2GM-100", "2GM-107", "2GM-180", "2GM-104")
    def test_guns_escorts_machine_guns_interceptors_bombs(self) -> None:
        assert order(fw=2, p51=1, ost=1) == ["shot:ost0", "shot:p510", "shot:b25:0", "shot:b25:1", "shot:fw0", "shot:fw1", "shot:b25"]

    @rule("2GM-98", "2GM-104")
    def test_without_machine_guns_and_without_interceptors(self) -> None:
        assert order(bomber=NO_GUN) == ["shot:fw0", "shot:b25"]
        assert order(fw=0) == ["shot:b25"]

    @rule("2GM-98", "2GM-101")
    def test_the_rulebook_interception(self) -> None:
        """EX-G28: the gun misses with a 3, the fighter hits with a 6: 3 damage, shot down before bombing; both discarded."""
        reply = raid(ONE_GUN, roll={"shot:b25:0": [3], "shot:fw0": [6]})
        assert targets(reply) == {"shot:b25:0": [4, 9], "shot:fw0": [4, 8]}
        assert (change(reply, "b25", "damage"), change(reply, "b25", "where")) == (3, "destroyed")
        assert change(reply, "fw0", "where") == "discarded"
        assert change(reply, "hq", "damage") is None

    @rule("2GM-100", "2GM-101", "2GM-95")
    def test_the_rulebook_escort(self) -> None:
        """EX-G29: the escort's 7 destroys the interceptor; the bomber flies on unhindered, the escort is discarded."""
        reply = raid(ONE_GUN, p51=1, roll={"shot:p510": [7], "shot:b25": [2]})
        assert change(reply, "fw0", "where") == "destroyed"
        assert change(reply, "p510", "where") == change(reply, "b25", "where") == "discarded"
        assert list(reply["result"]["readings"]) == ["shot:p510", "shot:b25"]
        assert reply["result"]["bomber"] == "survives"

    @rule("2GM-101")
    def test_the_dead_do_not_shoot(self) -> None:
        reply = raid(fw=2, roll={"shot:b25:0": [9], "shot:b25:1": [9], "shot:b25": [1]})
        assert list(reply["result"]["readings"]) == ["shot:b25:0", "shot:b25:1", "shot:b25"]

    @rule("2GM-98", "2GM-182", "2GM-183")
    def test_targets_are_chosen_one_after_another(self) -> None:
        reply = raid(fw=2, answers={"aim:b25:0": "fw1"}, roll={"shot:b25:0": [9], "shot:b25:1": [9], "shot:b25": [1]})
        assert change(reply, "fw1", "where") == change(reply, "fw0", "where") == "destroyed"
        reply = raid(fw=2, p51=1, answers={"aim:p510": "fw1"}, roll={"shot:p510": [9]})
        assert reply["odds"]["bomber"]["survives"]

    @rule("2GM-98", "2GM-182", "2GM-183")
    def test_a_single_target_is_not_chosen(self) -> None:
        session = raiding(p51=1)
        assert session.prompt
        assert session.prompt.key == "shot:p510"

    @rule("2GM-100", "2GM-104")
    def test_a_choice_cites_its_own_rule(self) -> None:
        units = {"b25": {"seat": 0, "card": BOMBER}, "hq": {"seat": 1, "card": HQ}, "p51": {"seat": 0, "card": MUSTANG},
                 "fw0": {"seat": 1, "card": FOCKE}, "fw1": {"seat": 1, "card": FOCKE}}
        session = Session(RULES, table(RULES, frozen({"step": "deployment", "units": units})))
        session.dispatch(Opened("air", pairs(bomber="b25", target="hq", interceptors=("fw0", "fw1"), escorts=("p51",))))
        seen = []
        for answer in ("fw0", (1,), "fw0"):
            assert session.prompt
            seen.append((session.prompt.key, session.prompt.ref.id))
            session.answer(answer)
        assert seen == [("aim:p51", "2GM-100"), ("shot:p51", "2GM-70"), ("aim:b25:0", "2GM-104")]

    @rule("2GM-95", "2GM-102")
    def test_everybody_who_flew_is_discarded(self) -> None:
        reply = raid(fw=1, p51=1, roll={f"shot:{key}": [1] for key in ("b25", "b25:0", "b25:1", "fw0", "p510")})
        assert {change(reply, key, "where") for key in ("b25", "fw0", "p510")} == {"discarded"}


class TestAntiAircraft:
    @rule("2GM-108")
    def test_an_escort_draws_the_fire(self) -> None:
        session = raiding(p51=1, ost=1)
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["p510", "hold"]

    @rule("2GM-108")
    def test_without_escort_the_bomber_and_fire_may_be_held(self) -> None:
        session = raiding(ost=1)
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["b25", "hold"]
        session.answer("hold")
        assert session.prompt.key == "shot:b25:0"
        assert not session.state.unit("ost0").count("aa_fired")

    @rule("2GM-108")
    def test_the_other_reading_must_fire_while_an_escort_flies(self) -> None:
        session = raiding(p51=1, ost=1, readings={"aa_must_fire": "yes"})
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["p510"]
        assert session.prompt.readings == ("aa_must_fire",)
        free = raiding(ost=1, readings={"aa_must_fire": "yes"})
        assert free.prompt
        assert [option.key for option in free.prompt.options] == ["b25", "hold"]

    @rule("2GM-107")
    def test_once_a_turn(self) -> None:
        assert raid(ost=1, states={"ost0": {"aa_fired": True}})["refused"]["refs"] == ["2GM-107"]
        overruled = raid(ost=1, states={"ost0": {"aa_fired": True}}, overrule=True)
        assert "shot:ost0" not in targets(overruled)
        session = raiding(ost=1)
        session.answer("b25")
        assert session.state.unit("ost0").count("aa_fired")
        for _ in range(9):
            session.overrule(Advanced())
        assert not session.state.unit("ost0").count("aa_fired")

    @rule("2GM-107", "2GM-101")
    def test_a_gun_that_is_gone_is_silent_and_the_shot_down_bomber_draws_no_second_shot(self) -> None:
        assert "shot:ost0" not in targets(raid(ost=1, states={"ost0": {"where": "destroyed"}}))
        played = raiding(ost=2)
        played.answer("b25")
        played.answer((10,))
        assert played.prompt is None
        reply = raid(fw=0, ost=2, roll={"shot:ost0": [10]})
        assert list(reply["result"]["readings"]) == ["shot:ost0"]
        assert reply["result"]["bomber"] == "shot_down"


class TestShots:
    @rule("2GM-70", "2GM-72")
    @pytest.mark.parametrize(("face", "grade"), [(3, 0), (4, 1), (7, 1), (8, 2), (10, 2)])
    def test_hit_and_critical(self, face: int, grade: int) -> None:
        """EX-G16 in its own numbers: 4+ hits, 8+ is a critical."""
        assert raid(NO_GUN, roll={"shot:fw0": [face], "shot:b25": [1]})["result"]["readings"]["shot:fw0"] == grade

    @rule("2GM-70", "2GM-74")
    def test_a_critical_destroys_whatever_the_life(self) -> None:
        big = {**NO_GUN, "life": 9}
        assert change(raid(big, roll={"shot:fw0": [8]}), "b25", "where") == "destroyed"
        assert change(raid(big, roll={"shot:fw0": [7], "shot:b25": [1]}), "b25", "damage") == 3

    @rule("2GM-71")
    def test_penetration_must_reach_the_armour(self) -> None:
        """EX-G18: neither damage nor critical, a natural 10 included."""
        thick = {**NO_GUN, "armor": 6}
        for face in (7, 10):
            assert change(raid(thick, roll={"shot:fw0": [face], "shot:b25": [1]}), "b25", "damage") is None
        assert change(raid({**NO_GUN, "armor": 5}, roll={"shot:fw0": [7]}), "b25", "damage") == 3

    @rule("2GM-25")
    def test_a_headquarters_knows_neither_armour_nor_criticals(self) -> None:
        weak = {**NO_GUN, "weapon": {"impact": [3, 8], "penetration": 0, "damage": 4, "range": 0}}
        for face, damage in ((2, None), (3, 4), (10, 4)):
            assert change(raid(weak, fw=0, roll={"shot:b25": [face]}), "hq", "damage") == damage
        reply = raid(weak, fw=0, states={"hq": {"damage": 7}}, roll={"shot:b25": [9]})
        assert (change(reply, "hq", "damage"), change(reply, "hq", "where")) == (10, "destroyed")

    @rule("2GM-74")
    def test_damage_adds_up(self) -> None:
        big = {**NO_GUN, "life": 6}
        reply = raid(big, fw=2, roll={"shot:fw0": [4], "shot:fw1": [4]})
        assert (change(reply, "b25", "damage"), change(reply, "b25", "where")) == (6, "destroyed")

    @rule("2GM-76")
    @pytest.mark.parametrize(("damage", "amount", "target"), [(1, -1, [4, 9]), (2, -2, [5, 10]), (3, -3, [6, 10]), (5, -3, [6, 10])])
    def test_wounds_make_own_shots_harder_three_at_most(self, damage: int, amount: int, target: list[int]) -> None:
        """EX-G22 by its rule; the critical threshold is never shown above 10."""
        reply = raid({**NO_GUN, "life": 9}, fw=0, states={"b25": {"damage": damage}})
        assert rows(reply, "shot:b25") == [("wounds", amount, "2GM-76")]
        assert targets(reply)["shot:b25"] == target

    @rule("2GM-72", "2GM-76")
    def test_a_natural_ten_is_a_critical_whatever_the_modifiers(self) -> None:
        poor = {**FOCKE, "weapon": {"impact": [9, 10], "penetration": 9, "damage": 1, "range": 0}}
        reply = raid(NO_GUN, cards={"fw0": poor}, states={"fw0": {"damage": 2, "suppressed": True}})
        assert targets(reply)["shot:fw0"] == [10, 10]
        assert reply["odds"]["bomber"] == {"survives": "9/10", "shot_down": "1/10"}

    @rule("2GM-75")
    def test_a_suppressed_shooter(self) -> None:
        reply = raid(NO_GUN, states={"fw0": {"suppressed": True}})
        assert rows(reply, "shot:fw0") == [("suppressed", -1, "2GM-75")]
        assert targets(reply)["shot:fw0"] == [5, 9]

    @rule("2GM-129")
    def test_a_dive_bomber_is_hard_to_hit_for_anti_aircraft_only(self) -> None:
        stuka = {**NO_GUN, "skills": ["dive_bomber"]}
        reply = raid(stuka, ost=1)
        assert rows(reply, "shot:ost0") == [("dive_bomber", -1, "2GM-129")]
        assert rows(reply, "shot:fw0") == []
        assert rows(raid(NO_GUN, ost=1), "shot:ost0") == []

    @rule("2GM-130")
    def test_fighter_bombers_against_bombers(self) -> None:
        hunter = {**FOCKE, "skills": ["fighter_bombers"]}
        assert rows(raid(NO_GUN, cards={"fw0": hunter}), "shot:fw0") == [("fighter_bombers", 1, "2GM-130")]
        assert rows(raid(NO_GUN), "shot:fw0") == []
        escort = {**MUSTANG, "skills": ["fighter_bombers"]}
        assert rows(raid(NO_GUN, p51=1, cards={"p510": escort}), "shot:p510") == []


def raiding(readings: Any = None, **counts: int) -> Session:
    """The same raid, played."""
    units = {"b25": {"seat": 0, "card": BOMBER}, "hq": {"seat": 1, "card": HQ}, "fw0": {"seat": 1, "card": FOCKE}}
    for key, (card, seat) in {"p51": (MUSTANG, 0), "ost": (OSTWIND, 1)}.items():
        units |= {f"{key}{n}": {"seat": seat, "card": card} for n in range(counts.get(key, 0))}
    session = Session(RULES, table(RULES, frozen({"step": "deployment", "readings": readings or {}, "units": units})))
    session.dispatch(Opened("air", pairs(bomber="b25", target="hq", interceptors=("fw0",),
                                         escorts=("p510",) if counts.get("p51") else (),
                                         aa=tuple(f"ost{n}" for n in range(counts.get("ost", 0))))))
    return session


@rule("2GM-100")
def test_only_aircraft_on_the_table_fly() -> None:
    assert raid(states={"fw0": {"where": "discarded"}})["refused"]["refs"] == ["2GM-100"]
    assert raid(cards={"fw0": OSTWIND})["refused"]["refs"] == ["2GM-100"]


@rule("2GM-39", "2GM-40", "2GM-41", "2GM-45", "2GM-46", "2GM-65", "2GM-68", "2GM-77", "2GM-78", "2GM-79")
def test_nine_phases_then_the_other_player() -> None:
    session = Session(RULES, RULES.opened())
    seen = [session.state.step]
    for _ in range(9):
        session.dispatch(Advanced())
        seen.append(session.state.step)
    assert seen == ["start", "headquarters", "cards", "movement", "deployment", "fire", "reactivation", "discard", "end", "start"]
    assert (session.state.turn, session.state.seat) == (2, 1)


@rule("2GM-65", "2GM-102")
def test_bombers_fly_in_the_own_deployment_phase() -> None:
    units = {"b25": {"seat": 0, "card": BOMBER}, "hq": {"seat": 1, "card": HQ}}
    opening = Opened("air", pairs(bomber="b25", target="hq"))
    for step, seat, legal in (("deployment", 0, True), ("deployment", 1, False), ("fire", 0, False)):
        session = Session(RULES, table(RULES, frozen({"step": step, "seat": seat, "units": units})))
        if legal:
            session.dispatch(opening)
            assert session.prompt
        else:
            with pytest.raises(Refused):
                session.dispatch(opening)


@rule("2GM-98")
def test_the_odds_of_one_gun_against_one_interceptor_by_all_throws() -> None:
    """Gun 4+ (3 damage kills, life 3), then the fighter 4+ if it lives: counted over 10 x 10 faces."""
    down = sum(gun < 4 and fighter >= 4 for gun, fighter in product(range(1, 11), repeat=2))
    assert raid(ONE_GUN)["odds"]["bomber"] == {"survives": str(1 - Fraction(down, 100)), "shot_down": str(Fraction(down, 100))}


def test_the_walk_equals_brute_force() -> None:
    units = {"b25": {"card": ONE_GUN}, "p51": {"card": MUSTANG}, "fw": {"seat": 1, "card": FOCKE}, "hq": {"seat": 1, "card": HQ}}
    state = table(RULES, frozen({"units": units}))
    todo = task(RULES.opening("air").run, bomber="b25", target="hq", interceptors=("fw",), escorts=("p51",))
    assert walk(state, todo).chances() == brute(lambda: todo.on(state))
