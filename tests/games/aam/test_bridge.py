"""Bridge Demolition."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import Map, frozen
from tests.games.aam.table import RIFLES, RULES, SOLDIER, able, attack, move, refused, rule, why
from tests.games.asking import ask, change, targets

ABOARD = {"aboard": "t", "where": "inside"}


def demolish(readings: Any = None, state: Any = None, ability: str = "bridge_demolition", **situation: Any) -> dict[str, Any]:
    units = {"s": {"card": {**RIFLES, "abilities": {ability: True}}, "state": state or {}}}
    return ask("aam", "demolish", units, readings, unit="s", **situation)


class TestBridges:
    @rule("AAM-101")
    @pytest.mark.parametrize(("face", "bridge"), [(3, "stands"), (4, "destroyed")])
    def test_on_four_and_more(self, face: int, bridge: str) -> None:
        reply = demolish(roll={"bridge": [face]})
        assert (reply["result"]["bridge"], reply["after"]["s"]["attacked"]) == (bridge, True)
        assert targets(reply) == {"bridge": 4}
        assert change(reply, "", "bridges_destroyed") == (1 if bridge == "destroyed" else None)

    @rule("AAM-101")
    def test_without_a_roll_by_the_other_reading(self) -> None:
        """AMB-33."""
        assert demolish({"bridge_roll": "automatic"})["odds"]["bridge"] == {"destroyed": "1"}
        assert demolish()["odds"]["bridge"] == {"stands": "1/2", "destroyed": "1/2"}

    @rule("AAM-101", "AAM-22")
    @pytest.mark.parametrize(
        ("state", "ability", "refused"),
        [
            ({}, "transport", ("no_sapper", "AAM-101")),
            ({"moved": True}, "bridge_demolition", ("already_acted", "AAM-22")),
            ({"attacked": True}, "bridge_demolition", ("already_acted", "AAM-22")),
            ({}, "demolitions", None),
            ({"where": "destroyed"}, "bridge_demolition", ("off_the_map", "AAM-101")),
            (ABOARD, "bridge_demolition", ("off_the_map", "AAM-101")),
            ({"aboard": "t"}, "bridge_demolition", ("off_the_map", "AAM-101")),
        ],
    )
    def test_who_may(self, state: Any, ability: str, refused: Any) -> None:
        assert why(demolish(state=state, ability=ability)) == refused

    @rule("AAM-101")
    def test_bridges_are_counted(self) -> None:
        units = {"s": {"card": {**RIFLES, "abilities": {"demolitions": True}}}}
        told = {"step": "first_assault", "units": units, "table": {"bridges_destroyed": 1}}
        playing = Session(RULES, table(RULES, frozen(told)))
        playing.dispatch(Opened("demolish", Map({"unit": "s"})))
        playing.answer((6,))
        assert playing.state.trackers["bridges_destroyed"] == 2


@rule("AAM-101", "AAM-22")
@pytest.mark.parametrize("ability", ["double_shot", "strike_and_fade", "crack_shot"])
def test_who_tried_a_bridge_does_nothing_more(ability: str) -> None:
    """Neither a second attack nor a move after the attack: there was none."""
    sapper = able(SOLDIER, bridge_demolition=True, **{ability: 1})
    done = ask("aam", "demolish", {"a": {"card": sapper}}, unit="a", roll={"bridge": [3]})["after"]["a"]
    assert refused(attack(sapper, SOLDIER, by=done, range=1)) == ["AAM-22"]
    assert why(move(sapper, {"into": "clear"}, by=done, phase="assault")) == ("already_moved", "AAM-22")
