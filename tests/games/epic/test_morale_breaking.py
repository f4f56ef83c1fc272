"""Suppression, blast markers and breaking. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic.morale.markers import break_if_due, has_broken
from engine.values.texts import english
from tests.games.asking import change
from tests.games.epic.table import CHIEF, HIT, ask, do, enemy_wing, foot, force, game, hero, key_asked, open_prompt, side, state, tank, titan, wrong

rule = pytest.mark.rule


STUBBORN = {"count": 3, "abilities": ["stubborn"]}


class TestSuppression:
    @rule("EPIC-41", "EPIC-177")
    @pytest.mark.parametrize(
        ("dcs", "blast", "shooting", "suppressed", "blasts"),
        [
            ([1, 1, 1], 0, [0, 1, 2], [], 1),
            ([1, 1, 1], 1, [0, 1], [2], 1),
            ([1, 1, 1], 3, [], [0, 1, 2], 0),
            ([1, 3], 2, [0, 1], [], 1),
            ([1, 3], 3, [0], [1], 1),
            ([3, 1], 1, [0], [1], 1),
            ([3, 1], 3, [0], [1], 1),
            ([3, 1], 4, [], [0, 1], 0),
            ([], 0, [], [], 0),
        ],
    )
    def test_from_the_rear(self, dcs: list[int], blast: int, shooting: list[int], suppressed: list[int], blasts: int) -> None:
        able = [{"id": n, "dc": dc} for n, dc in enumerate(dcs)]
        assert ask("suppression", able=able, blast=blast)["result"] == {"shooting": shooting, "suppressed": suppressed, "target_blast": blasts}

    @rule("EPIC-44", "EPIC-41")
    def test_all_suppressed_by_the_other_reading(self) -> None:
        assert ask("suppression", None, {"all_suppressed": "bm"}, able=2, blast=2)["result"]["target_blast"] == 1
        assert ask("suppression", None, {"all_suppressed": "bm"}, able=0, blast=2)["result"]["target_blast"] == 0

    @rule("EPIC-41")
    def test_units_that_reload_absorb_markers_but_by_one_reading(self) -> None:
        able = [{"id": "x"}, {"id": "y", "ready": False}]
        assert ask("suppression", able=able, blast=1)["result"] == {"shooting": ["x"], "suppressed": ["y"], "target_blast": 1}
        assert ask("suppression", None, {"suppression_pool": "ready_only"}, able=able, blast=1)["result"]["shooting"] == []


class TestWhoIsSuppressed:
    @rule("EPIC-177", "EPIC-41")
    @pytest.mark.parametrize(
        ("told", "shooting"),
        [({"able": 5}, [0, 1, 2, 3]), ({}, [0, 1, 2, 3]), ({"able": 4}, [0]), ({"able": 5, "blast": 2}, [0, 1, 2, 3, 4]), ({"able": 5, "blast": 4}, [0, 1, 2])],
    )
    def test_a_war_engine_at_the_rear_weighs_what_its_card_says(self, told: dict[str, int], shooting: list[int]) -> None:
        """Four infantry before an engine of 3 points, with 3 markers unless told otherwise."""
        on = {"a": force((4, foot()), (1, titan(dc=3)), state={"blast": 3})}
        assert ask("suppression", on, formation="a", **told)["result"]["shooting"] == shooting

    @rule("EPIC-41", "EPIC-44")
    @pytest.mark.parametrize(
        ("held", "army", "stated", "shooting"),
        [
            ({}, {}, {}, [0, 1, 2]),
            ({"blast": 2}, {}, {"formation": "a"}, [0]),
            ({"blast": 2}, {"army": "space_marines"}, {"formation": "a"}, [0, 1]),
            ({}, {}, {"formation": "a"}, [0, 1, 2]),
            ({"blast": 2}, {}, {"formation": "a", "blast": 1}, [0, 1]),
            ({}, {}, {"blast": 3}, []),
        ],
    )
    def test_whose_markers_count(self, held: dict[str, Any], army: dict[str, str], stated: dict[str, Any], shooting: list[int]) -> None:
        """As stated, or those of the formation, two for each Space Marine; nobody's are none."""
        on = {"a": force((3, foot()), state=held, **army)}
        found = ask("suppression", on, able=3, **stated)["result"]
        assert (found["shooting"], found["target_blast"]) == (shooting, 1 if shooting else 0)

    @rule("EPIC-41", "EPIC-44")
    @pytest.mark.parametrize(
        ("reading", "blast", "shooting", "suppressed"),
        [
            ("in_range", 1, ["x", "z"], ["y"]),
            ("in_range", 2, ["x"], ["z", "y"]),
            ("ready_only", 1, ["x"], ["z"]),
            ("ready_only", 2, [], ["x", "z"]),
            ("ready_only", 0, ["x", "z"], []),
        ],
    )
    def test_the_pool(self, reading: str, blast: int, shooting: list[str], suppressed: list[str]) -> None:
        """The last of three reloads: it absorbs the first marker, or none at all."""
        able = [{"id": "x"}, {"id": "z"}, {"id": "y", "ready": False}]
        found = ask("suppression", None, {"suppression_pool": reading}, able=able, blast=blast)["result"]
        assert (found["shooting"], found["suppressed"], found["target_blast"]) == (shooting, suppressed, 1 if shooting else 0)

    @rule("EPIC-41")
    @pytest.mark.parametrize(("markers", "silent"), [(1, 0), (2, 1), (3, 1), (4, 2)])
    def test_two_markers_silence_one_space_marine(self, markers: int, silent: int) -> None:
        on = {"a": force((4, foot(abilities=["they_shall_know_no_fear"])))}
        assert len(ask("suppression", on, formation="a", blast=markers, able=4)["result"]["suppressed"]) == silent


class TestMarkers:
    @rule("EPIC-140")
    @pytest.mark.parametrize(("lost", "breaks"), [(0, 4), (2, 2), (3, 0)])
    def test_nobody_left_is_not_stubborn(self, lost: int, breaks: int) -> None:
        """One more than its units; without units nobody bears anything."""
        stubborn = {"a": force((3, foot(abilities=["stubborn"])), state={"lost": [lost]})}
        assert ask("break_point", stubborn, formation="a")["result"]["breaks_at"] == breaks

    @rule("EPIC-109", "EPIC-66")
    @pytest.mark.parametrize(
        ("reading", "face", "changed"), [("always", 2, {}), ("always", 1, {"lost": (1,), "broken": True}), ("on_bm", 1, {"lost": (1,), "blast": 2})]
    )
    def test_a_loss_without_a_marker(self, reading: str, face: int, changed: dict[str, Any]) -> None:
        """Two units with two markers, put there by hand: only a loss looks at them, and only by
        one reading."""
        session = game(readings={"break_check": reading}, a=force((2, foot()), state={"blast": 2}))
        do(session, "dangerous", [face], formation="a")
        assert state(session, "a") == (changed or {"blast": 2})
        assert key_asked(session) == ("withdraw:a:0" if changed.get("broken") else None)

    @rule("EPIC-44", "EPIC-109")
    def test_broken_once_is_enough(self) -> None:
        """Markers put by hand on a broken formation: fire at it costs the front unit, and nobody
        withdraws again."""
        session = game(a=force((1, tank())), d=force((3, foot()), seat=1, state={"broken": True, "blast": 3}))
        do(session, "fire", [1], target="d", shots=HIT)
        assert (session.prompt, state(session, "d")) == (None, {"broken": True, "blast": 3, "lost": (1,)})

    @rule("EPIC-109", "EPIC-110")
    def test_nobody_breaks_who_is_gone(self) -> None:
        """Shot down with its transport: all its units are with it, and its markers."""
        table = game(a=force((3, foot()), state={"where": "destroyed", "blast": 3})).state
        assert break_if_due(table, "a") == table
        assert has_broken(break_if_due(game(a=force((3, foot()), state={"blast": 3})).state, "a"), "a")


class TestBreaking:
    @rule("EPIC-109", "EPIC-140")
    @pytest.mark.parametrize(
        ("rows_of", "stated", "at"),
        [
            ([(5, foot())], {}, 5),
            ([(5, foot(abilities=["stubborn"]))], {}, 6),
            ([(4, foot(abilities=["stubborn"])), (1, foot())], {}, 5),
            ([(5, foot())], {"army": "space_marines"}, 10),
            ([(2, foot()), (1, tank(type="WE", dc=3))], {}, 5),
            ([(5, foot()), (1, CHIEF)], {}, 5),
            ([(3, foot(abilities=["stubborn"])), (1, CHIEF)], {}, 4),
            ([(3, foot(abilities=["they_shall_know_no_fear"]))], {}, 6),
        ],
    )
    def test_where(self, rows_of: list[Any], stated: dict[str, Any], at: int) -> None:
        for blast, broken in ((at - 1, False), (at, True), (at + 1, True)):
            reply = ask("break_point", {"a": force(*rows_of, state={"blast": blast}, **stated)}, formation="a")
            assert reply["result"] == {"breaks_at": at, "broken": broken, "more": max(0, at - blast)}

    @rule("EPIC-140")
    def test_stubborn_by_the_other_reading(self) -> None:
        units = {"a": force((4, foot(abilities=["stubborn"])), (1, foot()))}
        assert ask("break_point", units, {"stubborn_needs": "any"}, formation="a")["result"]["breaks_at"] == 6

    @rule("EPIC-109", "EPIC-140")
    def test_in_numbers(self) -> None:
        assert ask("break_point", units=5, blast=5)["result"]["broken"]
        assert ask("break_point", units=5, abilities=["stubborn"])["result"]["breaks_at"] == 6
        assert ask("break_point", units=5, stubborn=True)["result"]["breaks_at"] == 6
        assert ask("break_point", units=[{"count": 2}, {"type": "WE", "dc": 4}])["result"]["breaks_at"] == 6
        assert ask("break_point", units=[[3, foot(abilities=["stubborn"])], [1, tank(type="WE", dc=2, abilities=["stubborn"])]])["result"]["breaks_at"] == 6
        assert ask("break_point", units=[{"count": 2, "abilities": ["stubborn"]}])["result"]["breaks_at"] == 3

    @rule("EPIC-115", "EPIC-109")
    def test_broken_already(self) -> None:
        assert ask("break_point", {"a": side(broken=True)}, formation="a")["result"] == {"breaks_at": 3, "broken": True, "more": 0}

    @rule("EPIC-31", "EPIC-109")
    @pytest.mark.parametrize(("reading", "expected"), [("destroy", {"lost": (1,), "blast": 1}), ("warn", {})])
    def test_out_of_coherency(self, reading: str, expected: dict[str, Any]) -> None:
        session = do(game(readings={"out_of_coherency": reading}, a=side(), d=side(seat=1)), "coherency", formation="a", out=(1,))
        assert state(session, "a") == expected

    @rule("EPIC-31", "EPIC-112")
    def test_out_of_coherency_is_asked_kind_by_kind(self) -> None:
        """In a game nobody types a list: two of the second kind are out, a marker for each; a
        kind with nobody left is not asked for."""
        mixed = force((3, foot()), (2, foot()), (4, foot()), state={"lost": [3]})
        session = do(game(a=mixed, d=side(seat=1)), "coherency", formation="a")
        assert session.prompt
        assert (session.prompt.key, session.prompt.kind, session.prompt.ref.id, session.prompt.most) == ("out:1", "number", "EPIC-31", 2)
        session.answer(2)
        session.answer(0)
        assert session.prompt is None
        assert state(session, "a") == {"lost": (3, 2, 0), "blast": 2}

    @rule("EPIC-31", "EPIC-112")
    def test_out_of_coherency_may_break(self) -> None:
        session = do(game(a=side(blast=1), d=side(seat=1)), "coherency", 0, formation="a", out=(1,))
        assert state(session, "a") == {"lost": (1,), "broken": True}

    @rule("EPIC-109")
    @pytest.mark.parametrize(("reading", "broken"), [("on_bm", 0), ("always", 1)])
    def test_losses_without_markers(self, reading: str, broken: int) -> None:
        """A broken neighbour is no matter; terrain takes one of two units that hold one marker."""
        stated = {"a": force((2, foot()), state={"blast": 1})}
        reply = ask("dangerous", stated, {"break_check": reading}, formation="a", roll={"terrain": [1]})
        assert bool(change(reply, "a", "broken")) == bool(broken)


class TestBreakPointInNumbers:
    @rule("EPIC-109", "EPIC-140")
    @pytest.mark.parametrize(
        ("stated", "reading", "at", "broken"),
        [
            ({"units": []}, {}, 0, False),
            ({"units": [{"count": 0}]}, {}, 0, False),
            ({"units": 0}, {}, 0, False),
            ({"units": 2, "blast": 2}, {}, 2, True),
            ({"units": [[3, foot()]], "blast": 3}, {}, 3, True),
            ({"units": [[3, foot()]], "blast": 2}, {}, 3, False),
            ({"units": [STUBBORN, {"count": 0}]}, {}, 4, False),
            ({"units": [STUBBORN, {"count": 2}]}, {}, 5, False),
            ({"units": [STUBBORN, {"count": 2}]}, {"stubborn_needs": "any"}, 6, False),
            ({"units": [{"count": 2}], "stubborn": True, "blast": 3}, {}, 3, True),
        ],
    )
    def test_units_stated_one_by_one(self, stated: dict[str, Any], reading: dict[str, str], at: int, broken: bool) -> None:
        """As many markers as units, one more where all that are left are stubborn; where nobody
        is left nobody breaks."""
        result = ask("break_point", None, reading, **stated)["result"]
        assert (result["breaks_at"], result["broken"]) == (at, broken)

    @rule("EPIC-140", "EPIC-233")
    def test_a_stubborn_or_scouting_hero_is_one_of_four(self) -> None:
        for units, limit in ((4, 4), (1, 2)):
            on = {"a": force((units, foot(speed=30)), (1, hero("stubborn", "scout")))}
            assert ask("break_point", on, formation="a")["result"]["breaks_at"] == limit
            assert ask("garrison", on, formation="a")["result"]["eligible"] is (units == 1)


@rule("EPIC-209", "EPIC-210")
@pytest.mark.parametrize(("landed", "stated"), [(False, (None, False, None)), (True, (2, True, 0))])
def test_aircraft_in_flight_never_break(landed: bool, stated: tuple[Any, ...]) -> None:
    found = ask("break_point", {"f": enemy_wing(state={"blast": 5, "landed": landed})}, formation="f")["result"]
    assert (found["breaks_at"], found["broken"], found["more"]) == stated


@rule("EPIC-177")
def test_units_by_their_number_alone() -> None:
    """One marker on three units: the rear one; with neither units nor a formation there is nothing
    to suppress."""
    assert ask("suppression", able=3, blast=1)["result"] == {"shooting": [0, 1], "suppressed": [2], "target_blast": 1}
    assert wrong("suppression", blast=1) == "a formation or the units able to shoot are needed"


class TestHowAWithdrawalIsAsked:
    ALL = "Force withdraws, up to two moves: are all clear of 15 cm of the enemy?"
    BUT_THE_FEARLESS = "Force withdraws, up to two moves: are all clear of 15 cm of the enemy, the fearless of 5 cm?"

    @rule("EPIC-113", "EPIC-143")
    @pytest.mark.parametrize(("brave", "lost", "text"), [(False, 0, ALL), (True, 0, BUT_THE_FEARLESS), (True, 1, ALL)])
    def test_the_fearless_have_their_own_distance_while_they_are_there(self, brave: bool, lost: int, text: str) -> None:
        zealots = foot(name="Zealots", abilities=["fearless"] if brave else [])
        session = game(f=force((2, foot()), (2, tank()), (1, zealots), state={"broken": True, "lost": [0, 0, lost]}), d=side(seat=1))
        assert english(open_prompt(do(session, "withdraw", formation="f")).text) == text

    @rule("EPIC-113", "EPIC-143")
    @pytest.mark.parametrize(("reading", "key"), [("damage", "withdraw:f"), ("destroyed", "withdraw:f:0")])
    def test_engines_that_are_destroyed_whole_are_one_question(self, reading: str, key: str) -> None:
        session = game(readings={"we_withdrawal": reading}, f=force((2, titan()), state={"broken": True}), d=side(seat=1))
        assert key_asked(do(session, "withdraw", formation="f")) == key


class TestWhatALossIsFor:
    @rule("EPIC-50", "EPIC-113")
    @pytest.mark.parametrize(("near", "ref", "lost"), [(0, "EPIC-50", [1]), (1, "EPIC-113", [2])])
    def test_a_loss_to_fire_is_none_of_the_withdrawal(self, near: int, ref: str, lost: list[int]) -> None:
        """Of three one dies, and two with two markers break; only who ends too near the enemy is
        lost to the withdrawal."""
        told = {"target": "d", "shots": [{"count": 1, "type": "ap", "value": 2}], "roll": {"to_hit": [6], "save": [1]}, "answers": {"withdraw:d:0": near}}
        [found] = [each for each in ask("fire", {"d": force((3, foot()), seat=1)}, **told)["changes"] if each["tracker"] == "lost"]
        assert (found["ref"], found["to"]) == (ref, lost)
