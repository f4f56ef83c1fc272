"""Epic Armageddon: the edges of an assault: who strikes whom, the result, what follows; values
worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.values.maps import EMPTY
from tests.games.epic_field import BARE, ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction
TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 5, "dc": 3, "critical": "none"}
CLAW = {"name": "Claw", "range": "contact", "abilities": ["macro_weapon"]}
FISTS = {"name": "Fists", "range": "contact", "abilities": ["extra_attacks:1"]}
NO_FEAR = "they_shall_know_no_fear"


def side(units: int = 3, seat: int = 0, **told: Any) -> dict[str, Any]:
    return force((units, foot()), seat=seat, state=told)


def bare(units: int, seat: int = 0) -> dict[str, Any]:
    return force((units, BARE), seat=seat)


def thrown(reply: dict[str, Any], formation: str) -> list[tuple[int, int]]:
    """A formation's dice, and what each needs."""
    return [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith(f"strike:{formation}")]


def attacks(ours: Any, theirs: Any, ours_told: dict[str, Any], theirs_told: dict[str, Any], **told: Any) -> dict[str, Any]:
    on = {"a": ours, "d": {**theirs, "seat": 1}}
    return ask("assault_attacks", on, sides=[{"formation": "a", **ours_told}, {"formation": "d", **theirs_told}], **told)


class TestTheCharge:
    @rule("EPIC-86", "EPIC-262")
    def test_attackers_shot_down_in_their_charge_fight_no_assault(self) -> None:
        """An AP5+ hit without a save kills the only one: nobody is left to fight."""
        session = game(a=bare(1), d=side(seat=1), e=side(1, seat=1, overwatch=True))
        do(session, "assault", "e", {"able": 1}, (6,), attacker="a", defender="d")
        assert (session.prompt, session.state.unit("a").gone, session.state.unit("d").trackers) == (None, True, EMPTY)

    @rule("EPIC-85")
    def test_nobody_fights_on_both_sides(self) -> None:
        """Overruled or not: the first of them is named."""
        on = {"a": side(), "d": side(seat=1), "e": side(seat=1)}
        told = {"attacker": "a", "along": ["d", "e"], "defender": "d", "others": ["e"], "overrule": True}
        assert "d cannot fight itself" in answered(RULESETS, {"game": "epic", "ask": "assault", "units": on, "situation": told})["error"]

    @rule("EPIC-92")
    @pytest.mark.parametrize(("terrain", "prompt"), [("building", "save:d"), (None, "strike:d")])
    def test_the_ground_of_the_defender(self, terrain: str | None, prompt: str) -> None:
        """Without armour a building alone gives a save, 4+; nothing told is open ground."""
        session = game(a=bare(1), d=bare(1, 1))
        do(session, "assault", (6,), attacker="a", defender="d", **({"terrain": terrain} if terrain else {}))
        assert session.prompt
        assert session.prompt.key == prompt

    @rule("EPIC-92")
    @pytest.mark.parametrize(("ground", "killed"), [({"terrain": "building"}, F(1, 6)), ({}, F(1, 3))])
    def test_the_ground_in_a_question(self, ground: dict[str, Any], killed: Fraction) -> None:
        """5+ to hit, then 4+ to save in the building, no save outside."""
        reply = attacks(bare(1), bare(1), {"ff": [1], **ground}, {"ff": [1], **ground})
        assert (chance(reply, "kills:0", 1), chance(reply, "kills:1", 1)) == (killed, F(1, 3))

    @rule("EPIC-95")
    @pytest.mark.parametrize(("units", "dice"), [({"units": [1]}, 1), ({}, 3)])
    def test_how_many_support(self, units: dict[str, Any], dice: int) -> None:
        session = game(a=side(1), d=side(1, seat=1), s=side(3))
        do(session, "assault", (1,), (1,), attacker="a", defender="d", supporters=[{"formation": "s", **units}])
        assert session.prompt
        assert (session.prompt.key, session.prompt.checks[0].dice) == ("support:s", dice)


class TestBlows:
    @rule("EPIC-84", "EPIC-89")
    @pytest.mark.parametrize(("told", "dice"), [([1], [(1, 5)]), ([0, 2], [(2, 6)]), (2, [(1, 5), (1, 6)]), ([9, 9], [(1, 5), (2, 6)])])
    def test_rows_that_are_not_told_do_not_fight(self, told: Any, dice: list[tuple[int, int]]) -> None:
        """One unit of CC 5+ in front of two of CC 6+."""
        assert thrown(attacks(force((1, foot()), (2, tank())), side(), {"cc": told}, {"cc": [3]}), "a") == dice

    @rule("EPIC-90")
    def test_a_value_that_no_card_states_is_asked_for(self) -> None:
        assert attacks(force((1, foot(ff=None))), side(), {"ff": [1]}, {"ff": [1]})["unknown"] == ["units.a.card.units.0.1.ff"]

    @rule("EPIC-184")
    @pytest.mark.parametrize(
        ("told", "dice"),
        [({"ff": [2]}, [(3, 5)]), ({"cc": [2]}, [(3, 4)]), ({"cc": [2], "ff": [1]}, [(2, 4), (1, 5)]), ({"cc": [1], "ff": [2]}, [(1, 4), (2, 5)])],
    )
    def test_all_its_capacity_however_it_is_split(self, told: dict[str, Any], dice: list[tuple[int, int]]) -> None:
        """Capacity 3, CC 4+, FF 5+; where all fight alike there is nothing to split."""
        assert thrown(attacks(force((1, TITAN)), bare(1), told, {"cc": [1]}), "a") == dice

    @rule("EPIC-101", "EPIC-184", "EPIC-268")
    def test_the_next_round_is_split_anew(self) -> None:
        """1 and more units, twice as many, no marker against 3 and no marker: 4 each. Then all
        three dice in contact."""
        session = game(a=force((1, TITAN)), d=side(1, seat=1))
        do(
            session,
            "assault",
            ((1, 1), (1,)),
            (1,),
            ((1, 1), (3, 3)),
            "cc",
            attacker="a",
            defender="d",
            engaged={"a": {"cc": [2], "ff": [1]}, "d": {"cc": [1]}},
        )
        assert session.prompt
        assert [(check.dice, check.targets) for check in session.prompt.checks] == [(3, (4,))]

    @rule("EPIC-184", "EPIC-90")
    def test_a_wreck_strikes_no_more(self) -> None:
        on = {"a": force((1, TITAN), (2, foot()), state={"lost": [1, 0]}), "d": side(seat=1)}
        session = do(game(**on), "assault", attacker="a", defender="d", engaged={"a": {"cc": [2, 1], "ff": [1, 0]}, "d": {"cc": [1]}})
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [1]

    @rule("EPIC-150", "EPIC-184")
    @pytest.mark.parametrize(
        ("engines", "capacity", "told", "dice"),
        [
            (2, 2, {"cc": [1], "ff": [1]}, [(2, 4), (1, 4), (2, 5)]),
            (1, 3, {"cc": [2], "ff": [1]}, [(2, 4), (1, 4), (1, 5)]),
            (2, 2, {"cc": [2]}, [(4, 4), (2, 4)]),
        ],
    )
    def test_extra_attacks_of_each_engine_in_contact(self, engines: int, capacity: int, told: dict[str, Any], dice: list[tuple[int, int]]) -> None:
        """One more for each engine that touches, whatever its capacity."""
        ours = force((engines, {**TITAN, "dc": capacity, "weapons": [FISTS]}))
        assert thrown(attacks(ours, bare(1), told, {"cc": [1]}), "a") == dice

    @rule("EPIC-184", "EPIC-265", "EPIC-154")
    @pytest.mark.parametrize(
        ("ours", "told", "roll", "lost"),
        [
            (force((1, {**TITAN, "weapons": [CLAW]})), {"cc": [2], "ff": [1]}, {"strike:a": [[6, 6], [1]]}, [1, 0]),
            (force((1, {**TITAN, "weapons": [CLAW]})), {"cc": [2], "ff": [1]}, {"strike:a": [[1, 1], [6]], "save:d": [1]}, [0, 1]),
            (force((2, foot(weapons=[CLAW]))), {"cc": [2]}, {"strike:a": [6, 6]}, [1, 1]),
        ],
    )
    def test_whom_macro_weapons_in_contact_reach(self, ours: Any, told: dict[str, Any], roll: dict[str, Any], lost: list[int]) -> None:
        """An engine's dice only those it fights so; those of ordinary units anybody who is
        engaged. Armour saves from the firefight alone."""
        theirs = force((1, foot(armour=2)), (2, foot(armour=2)))
        reply = attacks(ours, theirs, told, {"cc": [1, 0], "ff": [0, 2]}, roll={**roll, "strike:d": [[1], [1, 1]]})
        assert reply["after"]["d"]["lost"] == lost

    @rule("EPIC-184", "EPIC-265")
    @pytest.mark.parametrize(
        ("hit", "taken"),
        [
            ({"type": "cc", "by": "WE"}, [2, 0]),
            ({"type": "ff", "by": "WE"}, [0, 2]),
            ({"type": "cc"}, [1, 1]),
            ({"type": "ff"}, [1, 1]),
            ({"type": "normal", "by": "WE"}, [1, 1]),
            ({"type": "mw", "by": "WE"}, [1, 1]),
        ],
    )
    def test_two_hits_on_one_in_contact_and_one_apart(self, hit: dict[str, Any], taken: list[int]) -> None:
        """Told as those of a war engine's close combat or firefight they are tied, else they go
        round."""
        reply = ask("allocate", units=[{"type": "INF", "contact": True}, {"type": "INF"}], hits=[{**hit, "count": 2}])
        assert list(reply["result"]["hits"]) == taken

    @rule("EPIC-178", "EPIC-179", "EPIC-276")
    @pytest.mark.parametrize(("kind", "damage"), [("cc", 2), ("ff", 1), ("normal", 1)])
    def test_two_hits_on_a_shield_told_by_their_kind(self, kind: str, damage: int) -> None:
        """One shield and no armour: close combat passes it by."""
        reply = ask("critical", dc=4, shields=1, critical="none", hits=[{"type": kind, "count": 2}])
        assert chance(reply, "damage", damage) == 1


class TestTheEnd:
    @rule("EPIC-94", "EPIC-97")
    def test_an_attack_that_has_not_stalled(self) -> None:
        """Whoever rolls higher wins, however a stalled attack is read: 6 to 1 of two against
        two."""
        roll = {"strike:a": [1, 1], "strike:d": [1, 1], "result:0": [6, 6], "result:1": [1, 1]}
        reply = ask("assault", {"a": bare(2), "d": bare(2, 1)}, {"stall": "roll"}, attacker="a", defender="d", roll=roll)
        assert (reply["result"]["winner"], reply["result"]["units:d"]) == ("attacker", 0)

    @rule("EPIC-94", "EPIC-100")
    def test_nothing_is_rolled_for_the_dead(self) -> None:
        session = do(game(readings={"stall": "roll"}, a=bare(1), d=bare(2, 1)), "assault", (1,), (6, 1), attacker="a", defender="d")
        assert (session.prompt, session.state.unit("a").gone) == (None, True)

    @rule("EPIC-94")
    @pytest.mark.parametrize(("theirs", "dice", "lost"), [(1, ((6, 6), (1, 1)), (1,)), (2, ((3, 3), (3, 3)), (2,))])
    def test_a_stalled_attack_that_is_rolled_for(self, theirs: int, dice: Any, lost: tuple[int, ...]) -> None:
        """One of three was engaged and falls. 6, more units and no marker against 1, a kill and
        no marker: 8 to 3, nobody else falls; 3 and no marker against 3, a kill and no marker: 4
        to 5, one more."""
        session = game(readings={"stall": "roll"}, a=bare(3), d=bare(theirs, 1))
        do(session, "assault", (1,), (6, *(1,) * (theirs - 1)), dice, 0, attacker="a", defender="d", engaged={"a": {"ff": [1]}, "d": {"ff": [theirs]}})
        assert state(session, "a") == {"broken": True, "lost": lost}

    @rule("EPIC-103", "EPIC-94")
    def test_supporters_of_attackers_who_lose_to_the_dead(self) -> None:
        """Both engaged units fall: by the other reading the attackers break, and who stood by
        them takes a marker."""
        session = game(readings={"double_wipe": "defender"}, a=bare(2), d=bare(1, 1), s=side())
        do(session, "assault", (6,), (6,), 0, attacker="a", defender="d", engaged={"a": {"ff": [1]}, "d": {"ff": [1]}}, supporters=[{"formation": "s"}])
        assert (state(session, "a"), state(session, "s")) == ({"broken": True, "lost": (1,)}, {"blast": 1})

    @rule("EPIC-103", "EPIC-94")
    @pytest.mark.parametrize(("reading", "held"), [({}, {}), ({"wipe_supporters": "bm"}, {"blast": 1})])
    def test_supporters_of_defenders_whom_the_attack_wipes_out(self, reading: dict[str, str], held: dict[str, Any]) -> None:
        session = game(readings=reading, a=bare(1), d=bare(1, 1), s=side(seat=1))
        do(session, "assault", (6,), (1,), attacker="a", defender="d", supporters=[{"formation": "s"}])
        assert (session.prompt, state(session, "s")) == (None, held)

    @rule("EPIC-186", "EPIC-269", "EPIC-277")
    def test_criticals_come_before_the_withdrawal(self) -> None:
        """5, more units and no marker against 1 and no marker: five points of six; the first
        critical destroys it."""
        session = game(a=bare(8), d=force((1, {**TITAN, "dc": 6, "critical": "destroyed"}), seat=1))
        do(session, "assault", (1,) * 8, (1,) * 6, ((5, 1), (1, 1)), attacker="a", defender="d")
        assert session.prompt
        assert session.prompt.key == "critical:lost:d"
        session.answer((6,))
        assert (session.prompt, session.state.unit("d").gone) == (None, True)


class TestTheResult:
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
        """Two of them and no marker; the numbers told stand for what the enemy's formation has
        lost."""
        on = {"d": side(3, seat=1)}
        sides = [{"units": 1, "kills_before": 2}, {"formations": [{"formation": "d", "lost": [1]}]}]
        assert ask("assault_result", on, sides=sides)["result"]["bonus"][0] == 3

    @rule("EPIC-98", "EPIC-185")
    @pytest.mark.parametrize(
        ("told", "kills"),
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
    def test_what_counts_as_killed(self, told: dict[str, Any], kills: int) -> None:
        """Two engines of capacity 3 and three units: a wreck is three, each point on one that
        stands another; rows not told lost nobody."""
        on = {"d": force((2, TITAN), (3, foot()), (1, tank()), seat=1)}
        reply = ask("assault_result", on, sides=[{"units": 1}, {"formations": [{"formation": "d", **told}]}])
        assert reply["result"]["bonus"][0] == kills + 1
