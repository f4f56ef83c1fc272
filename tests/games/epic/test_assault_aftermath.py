"""What follows an assault. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.playing.session import Refused, Session
from engine.values.events import Opened
from engine.values.maps import pairs
from engine.values.table import GameState
from tests.games.asking import change
from tests.games.epic.table import (
    RULES,
    WEAK_TITAN,
    ask,
    assaulting,
    bare,
    do,
    foot,
    force,
    game,
    hero,
    miss,
    result_of,
    result_rows,
    side,
    state,
    state_of,
    titan,
)

rule = pytest.mark.rule


class TestAftermath:
    def lost(self, dice: tuple[Any, Any], **kind: Any) -> GameState:
        session = assaulting(**kind)
        miss(session)
        session.answer(dice)
        while session.prompt:
            session.answer(0)
        return session.state

    @rule("EPIC-102", "EPIC-111")
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

    @rule("EPIC-272", "EPIC-145")
    def test_expendables_cost_no_marker_but_count_as_kills(self) -> None:
        session = assaulting(ours=5, unit=foot(abilities=["expendable"]))
        for faces in ((1,) * 5, (6, 6, 1), (1, 1)):
            session.answer(faces)
        assert result_rows(session)[1][0] == ("kills", 2)
        session.answer(((6, 6), (1, 1)))
        assert dict(session.state.unit("a").trackers) == {"lost": (2,), "activated": True}

    @rule("EPIC-104", "EPIC-109")
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
            Session(RULES, state_of(a={"activated": True})).dispatch(Opened("assault", pairs(attacker="a", defender="d")))
        declared = game(a=side(activated=True, order="engage", todo=["assault"]), d=side(seat=1))
        assert do(declared, "assault", attacker="a", defender="d").prompt

    @rule("EPIC-07", "EPIC-17")
    def test_only_the_active_side_assaults(self) -> None:
        with pytest.raises(Refused):
            Session(RULES, state_of()).dispatch(Opened("assault", pairs(attacker="d", defender="a")))

    @rule("EPIC-07", "EPIC-261")
    def test_it_is_the_attackers_action(self) -> None:
        session = assaulting(a={"overwatch": True})
        assert (session.state.unit("a").count("activated"), session.state.unit("a").count("overwatch")) == (1, 0)
        assert not session.state.unit("d").count("activated")


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

    @rule("EPIC-186", "EPIC-269")
    def test_criticals_come_before_the_withdrawal(self) -> None:
        """5, more units and no marker against 1 and no marker: five points of six; the first
        critical destroys it."""
        session = game(a=bare(8), d=force((1, {**WEAK_TITAN, "dc": 6, "critical": "destroyed"}), seat=1))
        do(session, "assault", (1,) * 8, (1,) * 6, ((5, 1), (1, 1)), attacker="a", defender="d")
        assert session.prompt
        assert session.prompt.key == "critical:lost:d"
        session.answer((6,))
        assert (session.prompt, session.state.unit("d").gone) == (None, True)


class TestTheEndOfAnAssault:
    """What the result roll changes on the table."""

    @rule("EPIC-99", "EPIC-102")
    @pytest.mark.parametrize(
        ("ours", "theirs", "lost", "dice", "after"),
        [
            # 3 and two kills, no markers, against 2 and a kill, no markers: two more fall, all but
            # two
            # of six are left
            (force((5, foot())), force((6, foot())), ([1], [2]), (3, 2), {"a": ([1], 1, False), "d": ([4], 0, True)}),
            # the same against those broken from the start: more markers on their side, they are
            # destroyed
            pytest.param(
                force((5, foot())),
                force((6, foot()), state={"broken": True}),
                ([1], [2]),
                (3, 2),
                {"a": ([1], 1, False), "d": ([6], 0, True)},
                marks=rule("EPIC-102"),
            ),
            # stubborn: one hit fewer; fearless: none, but broken
            pytest.param(
                force((5, foot())),
                force((6, foot(abilities=["stubborn"]))),
                ([1], [2]),
                (3, 2),
                {"a": ([1], 1, False), "d": ([3], 0, True)},
                marks=rule("EPIC-140"),
            ),
            pytest.param(
                force((5, foot())),
                force((6, foot(abilities=["fearless"]))),
                ([1], [2]),
                (3, 2),
                {"a": ([1], 1, False), "d": ([2], 0, True)},
                marks=rule("EPIC-143"),
            ),
            # three of five lost: three markers on two units break the winner; expendables bring
            # none
            pytest.param(
                force((5, foot())), force((4, foot())), ([3], [2]), (6, 1), {"a": ([3], 0, True), "d": ([4], 0, False)}, marks=rule("EPIC-104", "EPIC-105")
            ),
            pytest.param(
                force((5, foot(abilities=["expendable"]))),
                force((4, foot())),
                ([3], [2]),
                (6, 1),
                {"a": ([3], 0, False), "d": ([4], 0, False)},
                marks=rule("EPIC-272"),
            ),
            # the defender wins by 6 and a kill to 1: five more attackers fall, his own loss marks
            # him
            (force((7, foot())), force((7, foot())), ([1], [1]), (1, 6), {"a": ([6], 0, True), "d": ([1], 1, False)}),
            # a tie: only the losses
            (force((5, foot())), force((5, foot())), ([1], [1]), (4, 4), {"a": ([1], 0, False), "d": ([1], 0, False)}),
        ],
    )
    def test_what_becomes_of_both(self, ours: Any, theirs: Any, lost: tuple[Any, Any], dice: tuple[int, int], after: dict[str, Any]) -> None:
        found = result_of(ours, theirs, lost, dice)["after"]
        assert {each: (found[each]["lost"], found[each].get("blast", 0), found[each].get("broken", False)) for each in after} == after

    @rule("EPIC-102", "EPIC-106")
    def test_broken_from_the_start(self) -> None:
        """A winner takes no marker, a loser is destroyed."""
        reply = result_of(force((8, foot()), state={"broken": True}), force((4, foot()), state={"broken": True}), ([1], [1]), (6, 1))
        assert (reply["after"]["d"]["where"], reply["after"]["a"]["broken"], change(reply, "a", "blast")) == ("destroyed", True, None)

    @rule("EPIC-103", "EPIC-94")
    @pytest.mark.parametrize(("lost", "reading", "marker"), [([2], {}, 1), ([6], {}, None), ([6], {"wipe_supporters": "bm"}, 1)])
    def test_supporters_stated_with_their_side(self, lost: list[int], reading: dict[str, str], marker: int | None) -> None:
        """A marker for those of the loser, not where the attacks had wiped him out."""
        reply = result_of(force((5, foot())), force((6, foot())), ([1], lost), (6, 1), reading)
        assert (change(reply, "s", "blast"), change(reply, "h", "blast")) == (marker, None)
        assert reply["result"]["supporters_blast"] == (("s",) if marker else ())

    @rule("EPIC-103")
    def test_no_side_has_a_seat(self) -> None:
        """The second side sits opposite."""
        on = {"a": {"card": force((5, foot()))["card"]}, "d": {"card": force((6, foot()))["card"]}, "s": force((3, foot()), seat=1)}
        sides = [{"formations": [{"formation": "a"}]}, {"formations": [{"formation": "d", "lost": [3]}]}]
        reply = ask("assault_result", on, sides=sides, supporters=["s"], roll={"result:0": [6, 1], "result:1": [1, 1]})
        assert (reply["result"]["supporters_blast"], change(reply, "s", "blast")) == (("s",), 1)

    @rule("EPIC-103")
    def test_attackers_who_lose_to_the_dead_had_supporters_too(self) -> None:
        """By one reading nobody engaged means that the defender has won, though all of his are
        dead: only supporters of wiped out defenders take no marker."""
        sides = [{"formations": [{"formation": "a", "engaged": 0}], "supporters": ["h"]}, {"units": 0}]
        on = {"a": force((4, foot())), "h": force((3, foot()))}
        reply = ask("assault_result", on, {"double_wipe": "defender"}, sides=sides)
        assert (reply["result"]["winner"], reply["result"]["supporters_blast"]) == (1, ("h",))

    @rule("EPIC-103")
    @pytest.mark.parametrize(("seat", "marked"), [(0, "t"), (1, "s")])
    def test_a_loser_stated_in_numbers_sits_opposite(self, seat: int, marked: str) -> None:
        """The attackers win by 6 to 1; whoever sits across from them stood by the others."""
        on = {"a": force((5, foot()), seat=seat), "s": force((3, foot())), "t": force((3, foot()), seat=1)}
        stated = {"sides": [{"formations": [{"formation": "a"}]}, {"units": 5}], "supporters": ["s", "t"]}
        assert ask("assault_result", on, **stated, roll={"result:0": [6, 6], "result:1": [1, 1]})["result"]["supporters_blast"] == (marked,)

    @rule("EPIC-185", "EPIC-278")
    def test_damage_stated_for_the_first_row_only(self) -> None:
        """The engine behind it has taken none; the one point is the winner's one marker."""
        on = {"a": force((1, titan()), (1, titan())), "d": force((5, foot()), seat=1)}
        sides = [{"formations": [{"formation": "a", "damage": [1]}]}, {"formations": [{"formation": "d"}]}]
        after = ask("assault_result", on, sides=sides, roll={"result:0": [6, 6], "result:1": [1, 1]})["after"]["a"]
        assert (after["damage"], after["blast"]) == ([1, 0], 1)

    @rule("EPIC-99", "EPIC-186")
    @pytest.mark.parametrize(("face", "left"), [(6, "destroyed"), (5, None)])
    def test_two_formations_of_engines_lose(self, face: int, left: str | None) -> None:
        """Six units and no marker on both sides, 1 against 5: three points wreck the front one,
        the fourth is one of the other's."""
        frail = titan(critical="destroyed")
        on = {"t": force((1, frail)), "u": force((1, frail)), "d": force((6, foot()), seat=1)}
        sides = [{"formations": [{"formation": "t"}, {"formation": "u"}]}, {"formations": [{"formation": "d"}]}]
        reply = ask("assault_result", on, sides=sides, roll={"result:0": [1, 1], "result:1": [5, 5], "critical": [face]})
        assert (change(reply, "t", "where"), change(reply, "u", "where"), change(reply, "u", "damage")) == ("destroyed", left, None if left else [1])

    @rule("EPIC-94", "EPIC-140")
    def test_a_stubborn_attack_that_stalls(self) -> None:
        """By one reading dice tell how many more fall: nobody, where they favour the attacker."""
        on = {"a": force((4, foot(abilities=["stubborn"]))), "d": force((4, foot()), seat=1)}
        stated = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [1]}, "d": {"ff": [4]}}}
        roll = {"strike:a": [1], "strike:d": [6, 1, 1, 1], "save:a": [1], "result": [[6, 6], [1, 1]]}
        after = ask("assault", on, {"stall": "roll"}, **stated, roll=roll)["after"]["a"]
        assert (after["lost"], after["broken"]) == ([1], True)


class TestExtraHits:
    @rule("EPIC-141", "EPIC-143")
    @pytest.mark.parametrize(("brave", "left"), [((), 0), (("fearless",), 1)])
    def test_nor_do_extra_hits_take_him(self, brave: tuple[str, ...], left: int) -> None:
        """A broken attacker's loss destroys all but the fearless: the defender was broken from
        the start."""
        on = {"a": force((4, foot(armour=2))), "d": force((2, foot(armour=2)), (1, hero(*brave)), seat=1, state={"broken": True})}
        dice = {"strike:a": [1] * 4, "strike:d": [1, 1], "result": [[6, 6], [1, 1]]}
        assert ask("assault", on, attacker="a", defender="d", roll=dice)["result"]["units:d"] == left
