"""What counts of a formation beside what is printed. Worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic.formations.effective import capacity_left, effective, initiative, markers_of_those_that_break, shields_up
from tests.games.epic.table import ALOFT, CRUISER, armoured_titan, foot, force, game, wing

rule = pytest.mark.rule


def told(value: Any, formation: dict[str, Any]) -> Any:
    """The number now, the number printed, and the rules between them."""
    state = game(f=formation).state
    found = value(state, state.unit("f"))
    return found and (found.value, found.printed, [why.ref.id for why in found.why])


class TestMarkers:
    @rule("EPIC-109", "EPIC-209")
    @pytest.mark.parametrize(
        ("formation", "found"),
        [
            (force((4, foot()), state={"blast": 2}), ("2", "4", ["EPIC-109"])),
            (force((4, foot()), state={"broken": True}), None),
            (force((4, foot()), state={"where": "destroyed", "lost": [4]}), None),
            (force((1, CRUISER)), None),
            (wing(2, state={**ALOFT, "blast": 1}), ("1", "", [])),
        ],
    )
    def test_beside_those_that_break_it(self, formation: dict[str, Any], found: Any) -> None:
        assert told(markers_of_those_that_break, formation) == found

    @rule("EPIC-10", "EPIC-11")
    @pytest.mark.parametrize(("blast", "found"), [(0, ("2+", "2+", [])), (2, ("3+", "2+", ["EPIC-11"]))])
    def test_what_an_action_test_needs(self, blast: int, found: Any) -> None:
        assert told(initiative, force((4, foot()), state={"blast": blast})) == found


class TestEngines:
    @rule("EPIC-161")
    @pytest.mark.parametrize(
        ("held", "found"),
        [
            ({}, ("6", "6", [])),
            ({"damage": [1]}, ("5", "6", ["EPIC-161"])),
            # of two rows one is lost, with what it had taken
            ({"damage": [2, 1], "lost": [1, 0]}, ("2", "3", ["EPIC-161"])),
        ],
    )
    def test_what_they_can_take(self, held: dict[str, Any], found: Any) -> None:
        assert told(capacity_left, force((1, armoured_titan()), (1, armoured_titan(name="Other")), state=held)) == found
        assert told(capacity_left, force((2, foot()))) is None

    @rule("EPIC-178")
    @pytest.mark.parametrize(("held", "found"), [({}, ("2", "2", [])), ({"shields_down": [1]}, ("1", "2", ["EPIC-178"]))])
    def test_shields_that_are_up(self, held: dict[str, Any], found: Any) -> None:
        assert told(shields_up, force((1, armoured_titan(shields=2)), state=held)) == found
        assert told(shields_up, force((1, armoured_titan()))) is None

    @rule("EPIC-10", "EPIC-161")
    def test_only_what_there_is(self) -> None:
        """Infantry has neither a capacity nor shields; a card without units only its initiative."""
        state = game(f=force((2, foot())), g={"seat": 0, "card": {"name": "Nobody", "initiative": 3}}).state
        assert [each.key for each in effective(state, state.unit("f"))] == ["lost", "blast", "initiative"]
        assert [each.key for each in effective(state, state.unit("g"))] == ["initiative"]
