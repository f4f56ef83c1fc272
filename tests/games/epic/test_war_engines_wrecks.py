"""Transports that are destroyed. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.playing.session import Refused
from tests.games.epic.table import SHIELDED_TITAN, armoured_titan, ask, do, foot, force, game, shots_of, state

rule = pytest.mark.rule


class TestWrecks:
    """A carrier with one point left, three soldiers of armour 4 aboard, two of them a row
    without armour."""

    def table(self, **held: Any) -> dict[str, Any]:
        carrier = force((1, {**SHIELDED_TITAN, "transport": 4, "armour": None, "shields": 0}), seat=1, state={"damage": [2], **held})
        troops = force((1, foot(armour=4)), (2, foot(armour=None)), seat=1, state={"aboard": "t", "where": "inside"})
        return {"t": carrier, "p": troops}

    @rule("EPIC-254", "EPIC-155")
    @pytest.mark.parametrize(
        ("reading", "type", "roll", "lost", "markers"),
        [
            ({}, "at", {"wreck:p:0": [4], "wreck:p:1": [6, 5]}, [0, 1], 1),
            ({}, "at", {"wreck:p:0": [3], "wreck:p:1": [6, 6]}, [1, 0], 1),
            ({"passengers": "armour_only"}, "at", {"wreck:p": [4]}, [0, 2], None),
            ({}, "mw", {}, [1, 2], None),
            ({}, "tk", {}, [1, 2], None),
        ],
    )
    def test_fire(self, reading: dict[str, str], type: str, roll: dict[str, Any], lost: list[int], markers: int | None) -> None:
        """Armour or a 6+; a marker for each who is lost; two markers on the only one left break
        the formation."""
        reply = ask("fire", self.table(), reading, target="t", shots=shots_of((1, type, 4)), roll={"to_hit": [6], **roll})
        after = reply["after"]["p"]
        assert (after["lost"], after.get("blast")) == (lost, markers)
        assert after["where"] == ("destroyed" if sum(lost) == 3 else "table")
        assert ("EPIC-113" in reply["refs"]) == (sum(lost) == 2)

    @rule("EPIC-254")
    @pytest.mark.parametrize(("held", "roll", "lost"), [({"lost": [1, 0]}, {"wreck:p": [6, 5]}, [1, 1]), ({"lost": [1, 2], "where": "destroyed"}, {}, [1, 2])])
    def test_only_the_living_get_out(self, held: dict[str, Any], roll: dict[str, Any], lost: list[int]) -> None:
        on = self.table()
        on["p"]["state"] |= held
        reply = ask("fire", on, target="t", shots=shots_of((1, "at", 4)), roll={"to_hit": [6], **roll})
        assert (reply["after"]["p"]["lost"], len(reply["checks"])) == (lost, 1 + len(roll))

    @rule("EPIC-126")
    def test_out_of_a_popped_up_skimmer_comes_nobody(self) -> None:
        reply = ask("fire", self.table(popped_up=True), target="t", shots=shots_of((1, "at", 4)), roll={"to_hit": [6]})
        assert reply["after"]["p"]["where"] == "destroyed"

    @rule("EPIC-254", "EPIC-61")
    @pytest.mark.parametrize(("abilities", "lost"), [([], [0, 2]), (["macro_weapon"], [1, 2])])
    def test_a_barrage(self, abilities: list[str], lost: list[int]) -> None:
        stated = {"target": "t", "points": 3, "abilities": abilities}
        reply = ask("barrage", self.table(), **stated, roll={"to_hit": [6], "wreck:p:0": [4], "wreck:p:1": [1, 1]})
        assert reply["after"]["p"]["lost"] == lost

    @rule("EPIC-254", "EPIC-102")
    def test_an_assault_brings_no_marker(self) -> None:
        on = {"a": force((1, foot())), **self.table()}
        roll = {"strike:a": [6], "strike:t": [1, 1, 1], "wreck:p:0": [4], "wreck:p:1": [6, 1]}
        after = ask("assault", on, attacker="a", defender="t", fought="cc", roll=roll)["after"]["p"]
        assert (after["lost"], after.get("blast"), after["where"]) == ([0, 1], None, "table")

    @rule("EPIC-254")
    def test_who_is_not_destroyed_keeps_them(self) -> None:
        reply = ask("fire", self.table(), target="t", shots=shots_of((1, "at", 4)), roll={"to_hit": [1]})
        assert reply["after"]["p"]["where"] == "inside"


class TestTransport:
    @rule("EPIC-167", "EPIC-168")
    def test_a_whole_formation_rides(self) -> None:
        moved = {"order": "advance", "activated": True}
        units = {"t": force((1, armoured_titan(transport=4)), state=moved), "a": force((3, foot()), state=moved)}
        session = game(**units, d=force((3, foot()), seat=1, state={"overwatch": True}))
        do(session, "embark", formation="a", transport="t")
        assert (state(session, "a"), session.state.unit("t").count("activated")) == ({"aboard": "t", "where": "inside"}, 1)
        with pytest.raises(Refused, match="aboard"):
            do(session, "action", formation="a", order="advance")
        do(session, "disembark", "none", transport="t", formations=["a"])
        assert (state(session, "a"), session.state.unit("a").count("activated")) == ({}, 1)

    @rule("EPIC-167")
    def test_all_or_nobody(self) -> None:
        with pytest.raises(Refused, match="no room"):
            do(game(t=force((1, armoured_titan(transport=2))), a=force((3, foot()))), "embark", formation="a", transport="t")
        with pytest.raises(Refused, match="not aboard"):
            do(game(t=force((1, armoured_titan(transport=2))), a=force((3, foot()))), "disembark", transport="t", formations=["a"])
