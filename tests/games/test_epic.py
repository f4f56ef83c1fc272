"""Epic Armageddon: assaults, with values worked out from the book and by brute force."""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.epic.assault import aftermath, decided, duel_of, result
from engine.games.epic.examples import INFANTRY, TANK, formation
from engine.games.epic.exchange import bury
from engine.games.epic.formations import front_to_back, left
from engine.games.epic.strikes import Duel, strike
from engine.playing.procedure import task
from engine.playing.session import Refused, Session
from engine.playing.walk import walk
from engine.values.events import Opened
from engine.values.maps import EMPTY, frozen, pairs
from engine.values.table import GameState
from tests.engine.brute import brute
from tests.games.asking import change, rows
from tests.games.cases import EPIC
from tests.games.epic_field import RULES, ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction


def state_of(ours: int = 3, theirs: int = 3, a: Any = None, d: Any = None, unit: Any = INFANTRY) -> GameState:
    units = {
        "a": {"seat": 0, "card": formation("First", (ours, unit)), "state": a or {}},
        "d": {"seat": 1, "card": formation("Second", (theirs, unit)), "state": d or {}},
    }
    return table(RULES, frozen({"step": "action", "units": units}))


def assaulting(args: Any = None, **kind: Any) -> Session:
    session = Session(RULES, state_of(**kind))
    session.dispatch(Opened("assault", pairs(attacker="a", defender="d", **(args or {}))))
    return session


def result_rows(session: Session) -> list[list[tuple[str, Any]]]:
    assert session.prompt
    assert session.prompt.key.startswith("result")
    return [[(row.key, row.amount) for row in check.modifiers] for check in session.prompt.checks]


def missed(session: Session) -> None:
    """Both sides strike and hit nothing."""
    while session.prompt and session.prompt.key.startswith("strike"):
        session.answer(frozen([[1] * check.dice for check in session.prompt.checks]))


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
        for fought, target in (("cc", 6), ("ff", 4)):
            session = assaulting({"fought": fought}, unit=TANK)
            assert session.prompt
            assert session.prompt.checks[0].targets == (target,)

    @rule("EPIC-84", "EPIC-89", "EPIC-91")
    def test_only_units_engaged_strike_and_are_hit(self) -> None:
        numbers = frozen({"a": {"cc": [1], "ff": [1]}, "d": {"cc": [1], "ff": []}})
        session = assaulting({"engaged": numbers}, ours=4, theirs=4, unit=TANK)
        assert session.prompt
        assert [(check.key, check.dice, check.targets) for check in session.prompt.checks] == [("strike:a:0", 1, (6,)), ("strike:a:1", 1, (4,))]
        session.answer(((6,), (6,)))
        assert session.prompt
        assert session.prompt.checks[0].dice == 1  # both hits on the one engaged
        session.answer((1, 1))
        session.answer((1,))
        assert left(session.state, "d") == 3

    @rule("EPIC-50", "EPIC-91")
    def test_saves_against_the_armour_and_what_fails_is_lost(self) -> None:
        session = assaulting()
        session.answer((5, 5, 1))
        assert session.prompt
        assert [(check.key, check.dice, check.targets) for check in session.prompt.checks] == [("save:d", 2, (5,))]
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
        assert [(check.key, check.dice) for check in session.prompt.checks] == [("save:d:0", 1), ("save:d:1", 1)]
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

    @rule("EPIC-92", "EPIC-264")
    def test_only_the_defender_saves_by_cover(self) -> None:
        session = assaulting({"terrain": "building"})
        session.answer((5, 1, 1))
        assert session.prompt
        assert session.prompt.checks[0].targets == (4,)
        session.answer((4,))
        session.answer((5, 1, 1))
        assert session.prompt
        assert session.prompt.checks[0].targets == (5,)

    def attacks(self, ours: Any, theirs: Any, **how: Any) -> dict[str, Any]:
        units = {"a": force((1, ours)), "d": force((1, theirs), seat=1)}
        return ask("assault_attacks", units, sides=[{"formation": "a", **how}, {"formation": "d", **how}])

    @rule("EPIC-151", "EPIC-89")
    def test_first_strikes_come_first(self) -> None:
        """Both hit on 5+ and have no armour: who strikes first denies the other his blow with
        1/3."""
        quick = {"type": "INF", "cc": 5, "ff": 5, "weapons": [{"name": "Lance", "range": "contact", "abilities": ["first_strike"]}]}
        plain = {"type": "INF", "cc": 5, "ff": 5}
        reply = self.attacks(quick, plain, cc=[1])
        assert (chance(reply, "kills:0", 1), chance(reply, "kills:1", 1)) == (F(1, 3), F(2, 9))
        equal = self.attacks(quick, quick, cc=[1])
        assert (chance(equal, "kills:0", 1), chance(equal, "kills:1", 1)) == (F(1, 3), F(1, 3))
        afar = self.attacks(quick, plain, ff=[1])  # the weapon is no help in a firefight
        assert chance(afar, "kills:1", 1) == F(1, 3)

    @rule("EPIC-150", "EPIC-151")
    def test_extra_attacks_and_only_they_have_what_their_weapon_has(self) -> None:
        blade = {"name": "Blade", "range": "contact", "abilities": ["extra_attacks:1", "macro_weapon"]}
        units = {"a": force((1, foot(cc=4, weapons=[blade]))), "d": force((2, foot(armour=4, cc=6)), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [0], "ff": [2]}])
        assert [(check["what"], check["dice"]) for check in reply["checks"]][:2] == [("strike:a:0", 1), ("strike:a:1", 1)]
        assert chance(reply, "kills:0", 2) == F(1, 2) * F(1, 2) * F(1, 2)  # both hit, the normal one is not saved; the macro hit takes a survivor
        first = {"name": "Pistol", "range": 15, "abilities": ["extra_attacks:2", "first_strike"]}
        units = {"a": force((1, foot(weapons=[first]))), "d": force((3, foot()), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "ff": [1]}, {"formation": "d", "ff": [3]}])
        assert [(check["what"], check["dice"]) for check in reply["checks"] if check["what"].startswith(("first", "strike:a"))] == [
            ("first:a", 2),
            ("strike:a", 1),
        ]

    @rule("EPIC-141", "EPIC-150")
    def test_a_characters_blade_strikes_once_more(self) -> None:
        chief = {"name": "Chief", "type": "CH", "weapons": [{"name": "Blade", "range": "contact", "abilities": ["extra_attacks:1", "mw"]}]}
        units = {"a": force((3, foot()), (1, chief)), "d": force((3, foot()), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "cc": [3]}, {"formation": "d", "cc": [3]}])
        assert [check["dice"] for check in reply["checks"] if check["what"].startswith("strike:a")] == [3, 1]

    @rule("EPIC-154", "EPIC-51", "EPIC-91")
    def test_a_macro_weapon_makes_the_whole_blow_one(self) -> None:
        hammer = {"type": "INF", "cc": 4, "ff": 5, "weapons": [{"name": "Hammer", "range": "contact", "abilities": ["macro_weapon"]}]}
        assert chance(self.attacks(hammer, foot(armour=3), cc=[1]), "kills:0", 1) == F(1, 2)
        assert chance(self.attacks(hammer, foot(armour=3), ff=[1]), "kills:0", 1) == F(1, 3) * F(1, 3)

    @rule("EPIC-128")
    def test_a_skimmers_firefight_in_contact(self) -> None:
        units = {"a": force((2, tank(cc=6, ff=4))), "d": force((2, tank(cc=6, ff=4)), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "ff": [1], "ff_in_contact": [1]}, {"formation": "d", "ff_in_contact": 1}])
        assert [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith("strike")] == [(2, 4), (1, 4)]

    @rule("EPIC-89", "EPIC-84")
    def test_one_number_counts_from_the_front(self) -> None:
        units = {"a": force((2, foot(cc=3)), (2, foot(cc=4, ff=6))), "d": force((3, foot()), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "cc": 3, "ff": 1}, {"formation": "d"}])
        assert [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith("strike:a")] == [(2, 3), (1, 4), (1, 6)]

    @rule("EPIC-184", "EPIC-162")
    def test_a_war_engine_rolls_its_capacity(self) -> None:
        units = {"a": force((1, tank(type="WE", dc=3))), "d": force((3, foot()), seat=1)}
        assert ask("assault_attacks", units, sides=[{"formation": "a"}, {"formation": "d"}])["checks"][0]["dice"] == 3


class TestSupport:
    def fight(self, supporters: Any, readings: Any = None, **states: Any) -> Session:
        units = {
            "a": force((3, foot())),
            "d": force((3, foot()), seat=1),
            "h": force((2, foot()), state=states.get("h")),
            "e": force((2, foot()), seat=1, state=states.get("e")),
        }
        return do(game(readings=readings, **units), "assault", attacker="a", defender="d", supporters=supporters)

    @rule("EPIC-95", "EPIC-266", "EPIC-103", "EPIC-98")
    def test_supporters_fire_and_the_losers_take_a_marker(self) -> None:
        session = self.fight([{"formation": "h"}, {"formation": "e", "units": [1]}], h={"blast": 2})
        missed(session)
        seen = []
        for faces in ((5, 1), (1,), (1,)):
            assert session.prompt
            seen.append((session.prompt.key, session.prompt.checks[0].dice))
            session.answer(faces)
        assert seen == [("support:h", 2), ("save:support:d", 1), ("support:e", 1)]
        assert result_rows(session) == [[("kills", 1), ("more_units", 1), ("no_blast", 1)], [("no_blast", 1)]]
        session.answer(((4, 4), (4, 4)))  # 7 against 5
        assert (state(session, "e"), state(session, "h")) == ({"blast": 1}, {"blast": 2})
        assert session.state.unit("d").gone  # two units, two hits

    @rule("EPIC-96", "EPIC-16")
    @pytest.mark.parametrize("bad", [{"broken": True}, {"marched": True}])
    def test_who_cannot_support(self, bad: dict[str, Any]) -> None:
        session = self.fight([{"formation": "e"}], e=bad)
        missed(session)
        assert session.prompt
        assert session.prompt.key == "result"

    @rule("EPIC-103", "EPIC-96", "EPIC-116")
    @pytest.mark.parametrize(
        ("reading", "bad", "after"),
        [
            ("able", {"marched": True}, {"marched": True}),
            ("near", {"marched": True}, {"marched": True, "blast": 1}),
            ("near", {"broken": True}, {"broken": True, "lost": (1,)}),
            ("able", {"broken": True}, {"broken": True}),
        ],
    )
    def test_who_takes_the_marker(self, reading: str, bad: dict[str, Any], after: dict[str, Any]) -> None:
        session = self.fight([{"formation": "e"}], {"supporters_bm": reading}, e=bad)
        missed(session)
        session.answer(((6, 6), (5, 5)))
        while session.prompt:
            session.answer(0)
        assert state(session, "e") == after

    @rule("EPIC-103", "EPIC-94", "EPIC-269")
    @pytest.mark.parametrize(("reading", "blast"), [("none", 0), ("bm", 1)])
    def test_supporters_of_a_defender_wiped_out(self, reading: str, blast: int) -> None:
        session = self.fight([{"formation": "e"}], {"wipe_supporters": reading})
        for faces in ((6, 6, 6), (1, 1, 1), (1, 1, 1)):
            session.answer(faces)
        assert (session.prompt, session.state.unit("d").gone, session.state.unit("e").count("blast")) == (None, True, blast)

    @rule("EPIC-266")
    @pytest.mark.parametrize(("reading", "fires"), [("simultaneous", True), ("attacker_first", False)])
    def test_order_of_supporting_fire(self, reading: str, fires: bool) -> None:
        """The attacker's supporters kill the last defender: the defender's fire only where both
        fire at once."""
        units = {"a": force((1, foot())), "d": force((1, foot()), seat=1), "h": force((2, foot())), "e": force((2, foot()), seat=1)}
        session = do(
            game(readings={"support_order": reading}, **units), "assault", attacker="a", defender="d", supporters=[{"formation": "h"}, {"formation": "e"}]
        )
        missed(session)
        session.answer((5, 1))
        session.answer((1,))
        assert bool(session.prompt and session.prompt.key == "support:e") == fires

    @rule("EPIC-94", "EPIC-95")
    def test_no_support_for_a_stalled_attack(self) -> None:
        session = self.fight([{"formation": "h"}])
        for faces in ((1, 1, 1), (6, 6, 6), (1, 1, 1)):
            session.answer(faces)
        assert session.prompt is None
        assert session.state.unit("a").gone


class TestResult:
    @rule("EPIC-98")
    def test_equal_sides_without_kills(self) -> None:
        session = assaulting()
        missed(session)
        assert result_rows(session) == [[("no_blast", 1)], [("no_blast", 1)]]

    @rule("EPIC-98")
    @pytest.mark.parametrize(
        ("ours", "theirs", "keys"), [(4, 3, ["more_units"]), (6, 3, ["more_units"]), (7, 3, ["more_units", "twice_the_units"]), (3, 4, [])]
    )
    def test_more_units_and_more_than_twice(self, ours: int, theirs: int, keys: list[str]) -> None:
        session = assaulting(ours=ours, theirs=theirs)
        missed(session)
        assert result_rows(session)[0] == [(key, 1) for key in (*keys, "no_blast")]

    @rule("EPIC-98", "EPIC-267", "EPIC-93")
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
        missed(session)
        assert result_rows(session) == [first, second]

    @rule("EPIC-115", "EPIC-98")
    def test_a_broken_formation_counts_as_many_markers_as_units(self) -> None:
        """X-12: six broken units count six markers."""
        session = assaulting(theirs=6, a={"blast": 5}, d={"broken": True})
        missed(session)
        assert result_rows(session) == [[("enemy_more_blast", 1)], [("more_units", 1)]]

    @rule("EPIC-98")
    def test_units_whose_card_says_that_they_do_not_count(self) -> None:
        runts = foot(abilities=["expendable", "not_counted_in_assaults"])
        units = {"a": force((3, foot()), (3, runts)), "d": force((3, foot()), seat=1)}
        session = do(game(**units), "assault", attacker="a", defender="d")
        missed(session)
        assert result_rows(session) == [[("no_blast", 1)], [("no_blast", 1)]]
        sides = [{"formations": [{"formation": "a", "lost": [1, 1]}]}, {"formations": [{"formation": "d"}]}]
        assert rows(ask("assault_result", units, sides=sides), "result:1")[1][0] == "more_units"

    @rule("EPIC-131", "EPIC-141", "EPIC-98")
    def test_inspiring_characters_who_live(self) -> None:
        priest = {"name": "Priest", "type": "CH", "abilities": ["inspiring"]}
        for lost, rows_of in (([0, 0], [("no_blast", 1), ("inspiring", 1)]), ([2, 0], [("no_blast", 1)])):
            units = {"a": force((2, foot()), (1, priest), (3, foot()), state={"lost": [*lost, 0]}), "d": force((3 + (lost[0] == 0) * 2, foot()), seat=1)}
            session = do(game(**units), "assault", attacker="a", defender="d")
            missed(session)
            assert result_rows(session)[0] == rows_of

    @rule("EPIC-98", "EPIC-101", "EPIC-268")
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
        missed(session)
        session.answer(((3, 3), (3, 3)))
        assert session.prompt
        assert session.prompt.key == "again"
        session.answer(how)
        assert session.prompt
        assert session.prompt.checks[0].targets == (target,)

    @rule("EPIC-97", "EPIC-99")
    def test_the_highest_single_die_and_the_difference_without_saves(self) -> None:
        session = assaulting()
        missed(session)
        session.answer(((5, 5), (1, 3)))  # 5+1 against 3+1, not 10 against 4
        assert left(session.state, "d") == 1
        assert session.prompt
        assert session.prompt.key == "withdraw:d:0"

    @rule("EPIC-99")
    @pytest.mark.parametrize(("counts", "hits", "taken"), [((2, 3), 1, (1, 0)), ((2, 3), 4, (2, 2)), ((2, 3), 9, (2, 3))])
    def test_extra_hits_front_to_back_and_no_further(self, counts: tuple[int, ...], hits: int, taken: tuple[int, ...]) -> None:
        assert front_to_back(counts, hits) == taken

    @rule("EPIC-99", "EPIC-140", "EPIC-143")
    @pytest.mark.parametrize(
        ("unit", "army", "lost"),
        [(foot(), {}, (3,)), (foot(abilities=["stubborn"]), {}, (2,)), (foot(abilities=["fearless"]), {}, ()), (foot(), {"army": "space_marines"}, (1,))],
    )
    def test_who_takes_fewer_extra_hits(self, unit: Any, army: dict[str, str], lost: tuple[int, ...]) -> None:
        """6 against 3: a difference of three."""
        units = {"a": force((6, foot())), "d": force((6, unit), seat=1, **army)}
        session = do(game(**units), "assault", attacker="a", defender="d")
        missed(session)
        session.answer(((6, 6), (3, 3)))
        while session.prompt:
            session.answer(0)
        assert session.state.unit("d").marks("lost") == tuple(map(str, lost))
        assert session.state.unit("d").count("broken")

    @rule("EPIC-94", "EPIC-100", "EPIC-269")
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

    @rule("EPIC-259", "EPIC-262", "EPIC-267")
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
        missed(session)
        assert result_rows(session) == [[], [("no_blast", 1), ("enemy_more_blast", 1)]]


class TestCombined:
    @rule("EPIC-85", "EPIC-88", "EPIC-133", "EPIC-270", "EPIC-98")
    def test_sides_add_up_and_are_judged_alone(self) -> None:
        units = {
            "a": force((3, foot())),
            "b": force((2, foot()), state={"blast": 1}),
            "d": force((2, foot()), seat=1, state={"broken": True}),
            "e": force((2, foot()), seat=1, state={"blast": 1}),
        }
        session = do(game(**units), "assault", attacker="a", defender="d", along=["b"], others=["e"])
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [3, 2]
        session.answer(((1, 1, 1), (1, 1)))
        session.answer(((1, 1), (6, 1)))
        session.answer((1,))
        # four units against four; markers 1 against 2 + 1; the defender has one kill
        assert result_rows(session) == [[("enemy_more_blast", 1)], [("kills", 1)]]
        session.answer(((6, 1), (5, 2)))
        assert session.prompt
        session.answer(0)  # only the one that breaks withdraws; a difference of one takes a unit of d
        assert (session.prompt, session.state.unit("d").gone, state(session, "e")) == (None, True, {"broken": True})
        assert (state(session, "a"), state(session, "b")) == ({"lost": (1,), "blast": 1}, {"blast": 1})

    @rule("EPIC-133", "EPIC-270", "EPIC-102")
    def test_a_loss_breaks_all(self) -> None:
        units = {"a": force((3, foot())), "b": force((2, foot())), "d": force((9, foot()), seat=1)}
        session = do(game(**units), "assault", attacker="a", defender="d", along=["b"])
        missed(session)
        session.answer(((1, 1), (1, 1)))  # 1+1 against 1+1+1: one hit
        while session.prompt:
            session.answer(0)
        assert [state(session, each) for each in ("a", "b")] == [{"lost": (1,), "broken": True}, {"broken": True}]

    @rule("EPIC-99", "EPIC-270")
    def test_extra_hits_go_on_to_the_next_formation(self) -> None:
        units = {"a": force((9, foot())), "d": force((1, foot()), seat=1), "e": force((4, foot()), seat=1)}
        session = do(game(**units), "assault", attacker="a", defender="d", others=["e"])
        missed(session)
        session.answer(((3, 3), (2, 2)))  # 3+1+1 against 2+1: two hits
        while session.prompt:
            session.answer(0)
        assert session.state.unit("d").gone
        assert state(session, "e") == {"lost": (1,), "broken": True}


class TestAftermath:
    def lost(self, dice: tuple[Any, Any], **kind: Any) -> GameState:
        session = assaulting(**kind)
        missed(session)
        session.answer(dice)
        while session.prompt:
            session.answer(0)
        return session.state

    @rule("EPIC-102", "EPIC-111", "EPIC-109")
    def test_the_loser_breaks_and_its_markers_go(self) -> None:
        state = self.lost(((4, 4), (3, 3)), d={"blast": 1}, a={"blast": 1})
        assert dict(state.unit("d").trackers) == {"broken": True, "lost": (1,)}
        assert dict(state.unit("a").trackers) == {"blast": 1, "activated": True}

    @rule("EPIC-102", "EPIC-143")
    def test_a_loser_already_broken_is_destroyed_but_for_the_fearless(self) -> None:
        state = self.lost(((4, 4), (4, 4)), d={"broken": True})  # 4+1+1 against 4: two hits, one unit would be left
        assert state.unit("d").gone
        brave = self.lost(((4, 4), (4, 4)), d={"broken": True}, unit=foot(abilities=["fearless"]))
        assert dict(brave.unit("d").trackers) == {"broken": True}

    @rule("EPIC-104")
    def test_the_winner_takes_a_marker_for_each_unit_lost(self) -> None:
        session = assaulting(ours=5)
        for faces in ((1,) * 5, (6, 6, 1), (1, 1)):
            session.answer(faces)
        session.answer(((6, 6), (1, 1)))
        assert dict(session.state.unit("a").trackers) == {"lost": (2,), "blast": 2, "activated": True}

    @rule("EPIC-272", "EPIC-145", "EPIC-98")
    def test_expendables_cost_no_marker_but_count_as_kills(self) -> None:
        session = assaulting(ours=5, unit=foot(abilities=["expendable"]))
        for faces in ((1,) * 5, (6, 6, 1), (1, 1)):
            session.answer(faces)
        assert result_rows(session)[1][0] == ("kills", 2)
        session.answer(((6, 6), (1, 1)))
        assert dict(session.state.unit("a").trackers) == {"lost": (2,), "activated": True}

    @rule("EPIC-104", "EPIC-109", "EPIC-105")
    @pytest.mark.parametrize("ours", [3, 4])
    def test_and_may_break_from_them_without_withdrawing(self, ours: int) -> None:
        """Two lost: one unit left with two markers, or two with two."""
        session = assaulting(ours=ours)
        for faces in ((1,) * ours, (6, 6, 1), (1, 1)):
            session.answer(faces)
        session.answer(((6, 6), (1, 1)))
        while session.prompt:
            assert session.prompt.key == "withdraw:d:0"
            session.answer(0)
        assert dict(session.state.unit("a").trackers) == {"lost": (2,), "broken": True, "activated": True}

    @rule("EPIC-106", "EPIC-271")
    def test_a_winner_broken_from_the_start_takes_none(self) -> None:
        session = assaulting(ours=3, theirs=3, d={"broken": True})
        for faces in ((6, 1, 1), (1,), (1,) * 3):
            session.answer(faces)
        session.answer(((1, 1), (6, 6)))  # 1 + kill, more units, no marker, fewer of them: 5 against 6
        while session.prompt:
            session.answer(0)
        assert dict(session.state.unit("d").trackers) == {"broken": True, "lost": (1,)}

    @rule("EPIC-109", "EPIC-07")
    def test_who_does_not_assault(self) -> None:
        with pytest.raises(Refused, match="EPIC-109"):
            assaulting(a={"broken": True})
        with pytest.raises(Refused, match="EPIC-07"):
            assaulting(a={"activated": True})
        assert assaulting(a={"activated": True, "order": "engage", "todo": ["assault"]}).prompt

    @rule("EPIC-07", "EPIC-17")
    def test_only_the_active_side_assaults(self) -> None:
        with pytest.raises(Refused):
            Session(RULES, state_of()).dispatch(Opened("assault", pairs(attacker="d", defender="a")))

    @rule("EPIC-07", "EPIC-261")
    def test_it_is_the_attackers_action(self) -> None:
        session = assaulting(a={"overwatch": True})
        assert (session.state.unit("a").count("activated"), session.state.unit("a").count("overwatch")) == (1, 0)
        assert not session.state.unit("d").count("activated")


def told(**numbers: Any) -> dict[str, Any]:
    return {"units": 3, "kills": 0, "blast": 0, **numbers}


class TestResultQuestion:
    @rule("EPIC-97", "EPIC-98", "EPIC-131", "EPIC-115", "EPIC-101")
    @pytest.mark.parametrize(
        ("ours", "theirs", "bonus"),
        [
            (told(), told(), (1, 1)),
            (told(kills=2), told(), (3, 1)),
            (told(kills=2, kills_before=1), told(), (4, 1)),
            (told(units=4), told(), (2, 1)),
            (told(units=7), told(), (3, 1)),
            (told(units=6), told(), (2, 1)),
            (told(blast=1), told(), (0, 2)),
            (told(blast=1), told(blast=2), (1, 0)),
            (told(inspiring=2), told(), (3, 1)),
            (told(broken=True), told(blast=2), (0, 1)),
            (told(units=2, broken=True), told(blast=2, units=2), (0, 0)),
            (told(abilities=["inspiring"]), told(), (2, 1)),
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
        reply = ask("assault_result", sides=[told(), told()])
        assert (chance(reply, "result", "tie"), chance(reply, "result", "win")) == (tie, (1 - tie) / 2)
        ahead = ask("assault_result", sides=[told(kills=2), told()])
        assert chance(ahead, "margin", 7) == F(11 * 1, 36**2)
        assert chance(ahead, "result", "lose") == F(sum(ways[a] * ways[b] for a in ways for b in ways if a + 2 < b), 36**2)

    @rule("EPIC-99", "EPIC-101", "EPIC-102", "EPIC-107", "EPIC-140")
    def test_rolled(self) -> None:
        reply = ask("assault_result", sides=[told(), told(abilities=["stubborn"])], roll={"result:0": [6, 2], "result:1": [3, 1]})
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
        tie = ask("assault_result", sides=[told(), told()], roll={"result": [[3, 2], [3, 1]]})["result"]
        assert (tie["winner"], tie["counter_charge"], tie["then"], tie["extra_hits"]) == (None, "yes", "again", 0)
        lost = ask("assault_result", sides=[told(), told()], roll={"result": [[1, 2], [3, 1]]})["result"]
        assert (lost["winner"], lost["result"], lost["withdraw"], lost["consolidate"]) == (1, "lose", "attacker", "defender")

    @rule("EPIC-98", "EPIC-270", "EPIC-115")
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
        brave = told(units=6, blast=5, abilities=["they_shall_know_no_fear"])
        assert tuple(ask("assault_result", sides=[brave, told(units=6, blast=3)])["result"]["bonus"]) == (1, 0)
        for abilities, hits in ((["know_no_fear"], 1), (["fearless"], 0), ([], 3)):
            reply = ask("assault_result", sides=[told(), told(abilities=abilities)], roll={"result": [[6, 1], [3, 1]]})
            assert reply["result"]["extra_hits"] == hits


def one_round(state: GameState, duel: Duel) -> Counter[GameState]:
    """A round by brute force: every throw of the strikes and saves, then of the result."""
    found: Counter[GameState] = Counter()
    for one, chance_of in brute(partial(strike, state, duel, 0, False)).items():
        for both, weight in brute(partial(strike, one, duel, 1, False)).items():
            (now,) = brute(partial(bury, both, duel))
            for then, more in brute(partial(result, now, duel)).items():
                found[then] += chance_of * weight * more
    return found


def solved(state: GameState, duel: Duel) -> Counter[GameState]:
    """Rounds by brute force, one after another; only a round that changes nothing is divided
    out."""
    found: Counter[GameState] = Counter()
    once = one_round(state, duel)
    stays = once.pop(state, Fraction(0))
    for now, chance_of in once.items():
        for then, weight in ({now: Fraction(1)} if decided(now) else solved(now, duel)).items():
            found[then] += chance_of * weight / (1 - stays)
    return found


@pytest.mark.heavy
@rule("EPIC-101", "EPIC-97", "EPIC-98", "EPIC-99")
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1)])
def test_the_walk_equals_brute_force_ties_and_all(ours: int, theirs: int) -> None:
    start = state_of(ours, theirs)
    duel = duel_of(start, "a", "d", EMPTY)
    expected: Counter[Any] = Counter()
    for now, weight in solved(start.set("a", "activated", True).note(begun=True), duel).items():
        for after, more in brute(partial(aftermath, now, duel)).items():
            expected[after.units] += weight * more
    todo = task(RULES.opening("assault").run, attacker="a", defender="d", fought="ff")
    assert walk(start, todo).map(lambda after: after.units).chances() == expected


def test_equal_sides_are_equal() -> None:
    reply = ask("assault", {"a": force((2, foot())), "d": force((2, foot()), seat=1)}, attacker="a", defender="d")
    assert reply["odds"]["winner"]["attacker"] == reply["odds"]["winner"]["defender"]
    assert sum(map(Fraction, reply["odds"]["winner"].values())) == 1


@rule("EPIC-99", "EPIC-104", "EPIC-102")
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
