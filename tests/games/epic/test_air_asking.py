"""What players are asked and told while aircraft are fired at. Worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic.air.flak import arcs_at_aircraft, may_have_moved, name_of_guns, salvos_at_aircraft, units_with_flak
from engine.games.epic.air.prompts import name_with_dice, seen_by_gunners, who_fires_flak
from engine.playing import drafting
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.epic.table import (
    ALOFT,
    AWAY,
    PLANE,
    RULES,
    answer_all,
    ask,
    battery,
    battery_of,
    do,
    enemy_wing,
    foot,
    force,
    game,
    key,
    open_prompt,
    state,
    tank,
    wing,
)

rule = pytest.mark.rule
LEFT = {"name": "Left guns", "range": 30, "aa": 5, "abilities": ["left_arc"]}
RIGHT = {"name": "Right guns", "range": 30, "aa": 5, "abilities": ["right_arc"]}
CANNON = {"name": "Cannon", "range": 30, "at": 4, "abilities": ["rear_arc"]}


class TestTheGuns:
    @rule("EPIC-201")
    def test_arcs_of_flak_that_is_left(self) -> None:
        """Not of a cannon that fires at the ground, nor of units that are lost."""
        guns = force((1, tank(weapons=[LEFT, CANNON])), (1, tank(weapons=[RIGHT])), state={"lost": [0, 1]})
        assert arcs_at_aircraft(game(g=guns).state, "g") == ("left_arc",)

    @rule("EPIC-149")
    def test_units_that_have_flak(self) -> None:
        assert units_with_flak(game(g=force((2, tank(weapons=[LEFT])), (4, tank()), (1, tank(weapons=[RIGHT, CANNON])))).state, "g") == 3

    @rule("EPIC-149")
    def test_dice_are_called_by_the_guns_that_roll_them(self) -> None:
        """Equal guns together; not those of units that are lost, nor any without a name, nor guns
        at the ground."""
        nameless = {"range": 30, "aa": 4}
        lines = [
            (1, tank(weapons=[{**LEFT, "name": "A"}, CANNON, nameless])),
            (1, tank(weapons=[{**RIGHT, "name": "B"}])),
            (1, tank(weapons=[{**LEFT, "name": "C"}])),
        ]
        now = game(g=force(*lines, state={"lost": [0, 0, 1]})).state
        fives, fours = salvos_at_aircraft(now, "g")
        assert [english(name_of_guns(now, "g", each)) for each in (fives, fours)] == ["A, B: AA", "AA"]
        assert english(name_of_guns(now, "", fives)) == "AA"

    @rule("EPIC-201", "EPIC-202")
    @pytest.mark.parametrize(("held", "told"), [({}, "Force: 2 × AA 4+"), ({"blast": 2}, "Force")])
    def test_who_fires_is_offered_with_its_dice(self, held: dict[str, Any], told: str) -> None:
        assert english(name_with_dice(game(b=battery(2, state=held)).state, "b")) == told


class TestWhatIsAsked:
    @rule("EPIC-201", "EPIC-202")
    @pytest.mark.parametrize(("moment", "word"), [("approach", "approaches"), ("disengagement", "leaves")])
    def test_on_the_way_in_and_out(self, moment: str, word: str) -> None:
        assert word in english(who_fires_flak(game(f=wing(state=ALOFT), b=battery()).state, "f", moment).text).replace("approach:", "approaches:")

    @rule("EPIC-201", "EPIC-205")
    @pytest.mark.parametrize(
        ("gunner", "moment", "fields"),
        [
            (battery_of(state={"order": "hold"}), "approach", []),
            (battery_of(state={"order": "hold"}), "disengagement", ["moved"]),
            (battery_of(state={"order": "marshal"}), "disengagement", ["moved"]),
            (battery_of(state={"order": "advance"}), "disengagement", []),
            (battery_of(2), "approach", ["able"]),
            (enemy_wing(1, state={**ALOFT, "order": "hold"}), "disengagement", []),
        ],
    )
    def test_only_what_the_table_alone_knows(self, gunner: dict[str, Any], moment: str, fields: list[str]) -> None:
        """Whether a Hold or a Marshal had a move; aircraft lose nothing by one."""
        record = seen_by_gunners(game(f=wing(state=ALOFT), b=gunner).state, "b", moment)
        assert [field.key for field in record.fields] == fields

    @rule("EPIC-205")
    @pytest.mark.parametrize(("order", "may"), [("hold", True), ("marshal", True), ("advance", False), ("sustained", False), (None, False)])
    def test_actions_that_leave_it_open(self, order: str | None, may: bool) -> None:
        assert may_have_moved(game(b=battery(state={"order": order} if order else {})).state, "b") is may
        assert not may_have_moved(game(b=enemy_wing(state={"order": order} if order else {})).state, "b")


class TestThePageOfFlak:
    def filled(self, by: dict[str, Any], **draft: Any) -> drafting.Filled:
        plan = RULES.plan("flak")
        assert plan
        return drafting.fill(RULES, game(f=wing(state=ALOFT), b=by).state, plan, Map({"by": "b", "target": "f", **draft}))

    @rule("EPIC-202", "EPIC-205")
    @pytest.mark.parametrize(
        ("by", "draft", "facts"),
        [
            (battery_of(), {}, ["moment"]),
            (battery_of(2), {}, ["moment", "able"]),
            (battery_of(), {"moment": "disengagement"}, ["moment", "moved"]),
            (enemy_wing(1, state=ALOFT), {"moment": "disengagement"}, ["moment"]),
        ],
    )
    def test_what_it_asks(self, by: dict[str, Any], draft: dict[str, Any], facts: list[str]) -> None:
        assert [fact.key for fact in self.filled(by, **draft).facts] == facts

    @rule("EPIC-200")
    def test_what_it_tells(self) -> None:
        assert dict(self.filled(battery_of(2), able=1).args) == {"by": "b", "target": "f", "moment": "approach", "able": 1}


class TestTroopsShotDown:
    INSIDE = (("aboard", "f"), ("where", "inside"))

    def flight(self, craft: int, *rows: Any) -> dict[str, Any]:
        lander = {**PLANE, "armour": None}
        return {"f": force((craft, lander), state={"flying": True}), "a": force(*rows, state=dict(self.INSIDE)), "b": battery()}

    @rule("EPIC-212")
    def test_nobody_is_asked_where_no_aircraft_is_lost(self) -> None:
        session = do(game(**self.flight(2, (3, foot()))), "flak", [1], by="b", target="f")
        assert (session.prompt, state(session, "a")) == (None, dict(self.INSIDE))

    @rule("EPIC-212")
    def test_nor_where_all_of_them_are(self) -> None:
        session = do(game(**self.flight(1, (3, foot()))), "flak", [6], by="b", target="f", jink=False)
        assert (session.prompt, session.state.unit("a").gone) == (None, True)

    @rule("EPIC-212")
    def test_row_by_row(self) -> None:
        session = do(game(**self.flight(2, (2, foot()), (2, tank()))), "flak", [6], by="b", target="f", jink=False)
        assert open_prompt(session).key == "shot_down:a:0"
        session.answer(1)
        assert open_prompt(session).key == "shot_down:a:1"
        session.answer(0)
        assert state(session, "a")["lost"] == (1, 0)


class TestWhatAJinkCosts:
    @rule("EPIC-206")
    @pytest.mark.parametrize(
        ("held", "told", "loses"),
        [
            ({}, {"moment": "approach"}, True),
            ({}, {"moment": "disengagement"}, False),
            # what is said of the attack counts, whatever the moment
            ({}, {"moment": "approach", "attacked": True}, False),
            ({}, {"moment": "disengagement", "attacked": False}, True),
            ({}, {}, True),
            ({"activated": True}, {}, False),
        ],
    )
    def test_an_attack_that_is_still_to_make(self, held: dict[str, Any], told: dict[str, Any], loses: bool) -> None:
        on = {"f": wing(state={**ALOFT, **held}), "b": battery()}
        assert ask("flak", on, target="f", by="b", jink=True, **told)["result"]["loses_attack"] is loses

    @rule("EPIC-206", "EPIC-211")
    @pytest.mark.parametrize(("lost", "parts"), [([0, 0], ("land", "shoot")), ([0, 1], ("shoot",))])
    def test_only_transports_that_are_left_land(self, lost: list[int], parts: tuple[str, ...]) -> None:
        """A fighter and a transport fly together."""
        fighter = {**PLANE, "transport": 0}
        both = force((1, fighter), (1, {**PLANE, "name": "Lander"}), state={**AWAY, "lost": lost})
        session = answer_all(do(game(f=both, d=force((3, foot()), seat=1)), "action", [6], formation="f", order="ground_attack"))
        assert (key(session), session.state.trackers["acting"]["left"]) == ("", parts)

    @rule("EPIC-200")
    def test_what_is_kept_of_it(self) -> None:
        plan = RULES.plan("flak")
        assert plan
        told: Map[Any] = Map({"by": "b", "target": "f", "moment": "approach"})
        assert dict(plan.draft(told)) == {"by": "b", "target": "f"}
        assert dict(plan.draft(Map({"target": "f"}))) == {"target": "f"}
