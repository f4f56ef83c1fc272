"""What is due in an action and in the end phase. Worked out by hand from the book."""

from typing import Any

import pytest

from engine.parts import activation
from engine.playing.duties import Next, agenda
from engine.playing.session import Refused, Session
from engine.values.events import Abandoned, Advanced, Opened
from engine.values.maps import Map, pairs
from tests.games.epic.table import (
    AWAY,
    CAPTAIN,
    FIGHTER,
    PLANE,
    RULES,
    SERGEANT,
    against,
    answer_all,
    battery,
    cruiser,
    do,
    foot,
    force,
    game,
    key,
    parts_of,
    side,
    tank,
    titan,
    wing,
)
from tests.games.guided import Newcomer

rule = pytest.mark.rule
HOWITZER = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1}])
BLADE = foot(weapons=[{"name": "Blade", "range": "contact"}])
DOUBLE_GUN = foot(weapons=[{"name": "Rocket", "range": 60, "ap": 4, "abilities": ["slow_firing"]}])


def due(session: Session) -> list[tuple[str, str, bool]]:
    """What is due: the procedure, whose it is, whether it must be."""
    found = []
    for duty in RULES.duties(session.state):
        actor = str(duty.args[RULES.opening(duty.procedure).actor])
        assert against(session, duty.procedure, **duty.args) == ""
        found.append((duty.procedure, actor, duty.must))
    return found


def ordered(order: str, *answers: str, unit: dict[str, Any] | None = None, **held: Any) -> Session:
    """A formation of three that has passed its test."""
    return do(game(a=force((3, unit or foot()), state=held), b=side(), d=side(seat=1)), "action", (6,), *answers, formation="a", order=order)


class TestPartsOfAnAction:
    @rule("EPIC-12")
    def test_a_part_of_those_beside_it_is_theirs(self) -> None:
        """A landing craft acts; the troops it set down may shoot."""
        session = game(a=force((1, tank()), state={"todo": ["shoot:b"]}), b=side(), d=side(seat=1))
        assert [str(duty.args["by"]) for duty in RULES.duties(session.state)] == ["b"]

    @rule("EPIC-09", "EPIC-12")
    @pytest.mark.parametrize(
        ("order", "answers", "what"),
        [
            ("advance", (), [("fire", "a", False)]),
            ("double", (), [("fire", "a", False)]),
            ("sustained", (), [("fire", "a", False)]),
            ("march", (), []),
            ("overwatch", (), []),
            ("engage", (), [("assault", "a", True)]),
            ("marshal", ("shoot",), [("fire", "a", False), ("regroup", "a", True)]),
            ("marshal", ("move",), [("regroup", "a", True)]),
            ("hold", ("move",), []),
            ("hold", ("shoot",), [("fire", "a", False)]),
            ("hold", ("regroup",), [("regroup", "a", True)]),
        ],
    )
    def test_what_an_action_leaves_to_do(self, order: str, answers: tuple[str, ...], what: list[Any]) -> None:
        assert due(ordered(order, *answers)) == what

    @rule("EPIC-13", "EPIC-21")
    def test_a_failed_test_leaves_one_thing(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (1,), "regroup", formation="a", order="engage")
        assert due(session) == [("regroup", "a", True)]

    @rule("EPIC-41", "EPIC-57")
    @pytest.mark.parametrize(
        ("unit", "held", "what"),
        [
            (HOWITZER, {}, [("barrage", "a", False)]),
            (HOWITZER, {"blast": 3, "lost": [0]}, []),
            (BLADE, {}, []),
            (foot(), {"blast": 2}, [("fire", "a", False)]),
            (DOUBLE_GUN, {"fired": {"Rocket": 1}}, []),
            (DOUBLE_GUN, {}, [("fire", "a", False)]),
        ],
    )
    def test_who_has_something_to_shoot_with(self, unit: dict[str, Any], held: dict[str, Any], what: list[Any]) -> None:
        """Three units: three markers silence them all, a rocket that has fired reloads."""
        held = {**held, "order": "advance", "activated": True, "todo": ["shoot"]}
        assert due(game(a=force((3, unit), state=held), d=side(seat=1))) == what

    ENEMIES = (
        (side(seat=1), True),
        (side(seat=1, where="reserve"), False),
        (side(seat=1, where="destroyed"), False),
        (side(seat=1, lost=[3]), False),
        (force((2, FIGHTER), seat=1, state={"flying": True}), False),
        (force((2, FIGHTER), seat=1, state={"landed": True}), True),
    )

    def found(self, part: str, order: str, enemy: Any) -> bool:
        held = {"order": order, "activated": True, "todo": [part]}
        return bool(due(game(a=force((3, foot()), state=held), d=enemy)))

    @rule("EPIC-38", "EPIC-195")
    @pytest.mark.parametrize(("enemy", "found"), ENEMIES)
    def test_where_nobody_is_to_be_shot_at(self, enemy: Any, found: bool) -> None:
        assert self.found("shoot", "advance", enemy) is found

    @rule("EPIC-17", "EPIC-195")
    @pytest.mark.parametrize(("enemy", "found"), ENEMIES)
    def test_where_nobody_is_to_be_charged(self, enemy: Any, found: bool) -> None:
        assert self.found("assault", "engage", enemy) is found

    @rule("EPIC-20", "EPIC-41")
    def test_a_marshal_shoots_then_regroups(self) -> None:
        """Regrouped, it shoots no more."""
        session = ordered("marshal", "shoot", blast=1)
        do(session, "fire", (1, 1), by="a", target="d")
        assert (due(session), against(session, "fire", by="a", target="d")) == ([("regroup", "a", True)], "no_shooting")
        do(session, "regroup", (1, 1), formation="a")
        assert (due(session), against(session, "regroup", formation="a")) == ([], "no_regroup")
        hasty = do(ordered("marshal", "shoot", blast=1), "regroup", (1, 1), formation="a")
        assert (due(hasty), against(hasty, "fire", by="a", target="d")) == ([], "no_shooting")

    @rule("EPIC-07", "EPIC-24")
    def test_it_ends_with_the_go(self) -> None:
        session = ordered("advance")
        assert activation.parts_left(session.state) == ("shoot",)
        session.dispatch(Advanced())
        assert (session.state.seat, due(session), against(session, "fire", by="a", target="d")) == (1, [], "not_yours")

    @rule("EPIC-23")
    def test_the_next_formation_ends_it_too(self) -> None:
        """Shooting may be left out when the initiative is retained."""
        session = do(ordered("advance"), "action", (6,), formation="b", order="sustained")
        assert (due(session), against(session, "fire", by="a", target="d")) == ([("fire", "b", False)], "no_shooting")

    @rule("EPIC-07", "EPIC-12")
    @pytest.mark.parametrize(("order", "answers"), [("engage", ()), ("marshal", ("move",))])
    def test_nobody_else_acts_before_an_assault_or_a_regrouping(self, order: str, answers: tuple[str, ...]) -> None:
        session = ordered(order, *answers)
        assert against(session, "action", formation="b", order="advance") == "another_is_acting"

    @rule("EPIC-112")
    def test_who_breaks_has_nothing_left_to_do(self) -> None:
        """Its third marker on three units comes from overwatch fire."""
        session = game(a=side(blast=2), d=side(2, seat=1, overwatch=True))
        do(session, "action", (6,), "d", {"able": 2}, (1, 1), 0, formation="a", order="advance")
        assert (session.state.unit("a").count("broken"), due(session)) == (1, [])

    @rule("EPIC-57", "EPIC-61")
    def test_a_barrage_over_nobody_was_the_shooting(self) -> None:
        session = do(ordered("sustained", unit=HOWITZER), "barrage", 0, by="a", target="d")
        assert (session.prompt, due(session)) == (None, [])


class TestOneActionATurn:
    @rule("EPIC-07", "EPIC-09")
    @pytest.mark.parametrize(
        ("procedure", "told"),
        [
            ("fire", {"by": "a", "target": "d"}),
            ("fire", {"by": "a", "target": "d", "order": "sustained"}),
            ("barrage", {"by": "a", "target": "d"}),
            ("assault", {"attacker": "a", "defender": "d"}),
            ("regroup", {"formation": "a"}),
        ],
    )
    def test_it_is_declared_and_tested_first(self, procedure: str, told: dict[str, Any]) -> None:
        gun = foot(weapons=[{"name": "Gun", "range": 60, "bp": 2, "ap": 4}])
        session = game(a=force((3, gun), state={"blast": 1}), d=side(seat=1))
        with pytest.raises(Refused, match="EPIC-09"):
            session.dispatch(Opened(procedure, Map(told)))
        session.overrule(Opened(procedure, Map(told)))
        assert session.prompt

    @rule("EPIC-17", "EPIC-38")
    def test_each_part_once(self) -> None:
        session = do(ordered("advance"), "fire", (1, 1, 1), by="a", target="d")
        assert against(session, "fire", by="a", target="d") == "no_shooting"
        assert against(session, "assault", attacker="a", defender="d") == "activated"
        assert against(session, "regroup", formation="a") == "no_regroup"

    @rule("EPIC-62", "EPIC-95")
    def test_overwatch_answers_without_an_action(self) -> None:
        session = game(seat=1, a=side(overwatch=True), d=side(seat=1))
        assert against(session, "fire", by="a", target="d", **{"as": "overwatch"}) == ""
        assert against(session, "fire", by="a", target="d", **{"as": "support"}) == "no_assault"

    @rule("EPIC-07", "EPIC-96")
    def test_one_at_a_time_in_an_open_assault(self) -> None:
        session = do(game(a=side(), b=side(), d=side(seat=1), e=side(seat=1)), "assault", attacker="a", defender="d")
        deeds = (
            ("action", {"formation": "b", "order": "advance"}),
            ("assault", {"attacker": "b", "defender": "e"}),
            ("barrage", {"target": "d"}),
            ("fire", {"target": "e"}),
            ("regroup", {}),
        )
        assert [against(session, procedure, **told) for procedure, told in deeds] == ["open"] * 5
        assert against(session, "fire", by="b", target="d", **{"as": "support"}) == ""
        session.dispatch(Abandoned())
        assert against(session, "action", formation="b", order="advance") == ""


class TestFlights:
    @rule("EPIC-192", "EPIC-206")
    def test_flak_and_jink_before_the_attack(self) -> None:
        """One of two aircraft is hit and jinks: the attack is lost."""
        session = do(game(f=wing(2, state=AWAY), d=battery(1)), "action", (6,), formation="f", order="ground_attack")
        assert (key(session), against(session, "fire", by="f", target="d")) == ("flak:approach:f:1", "open")
        answer_all(session, "d", (6,), True, (4,))
        assert (session.prompt, due(session), against(session, "fire", by="f", target="d")) == (None, [], "no_shooting")

    @rule("EPIC-192", "EPIC-199")
    def test_the_attack_is_then_due(self) -> None:
        session = do(game(f=wing(2, state=AWAY), d=battery(3)), "action", (6,), "none", formation="f", order="ground_attack")
        assert due(session) == [("fire", "f", False)]
        do(session, "fire", by="f", target="d")  # their AP guns hit no tank: a marker, no dice
        assert (session.prompt, session.state.unit("d").count("blast"), due(session)) == (None, 1, [])

    @rule("EPIC-191", "EPIC-193")
    @pytest.mark.parametrize("order", ["interception", "cap", "stand_down"])
    def test_other_flights_leave_nothing(self, order: str) -> None:
        assert due(do(game(f=wing(2, state=AWAY), d=side(seat=1)), "action", *([] if order == "stand_down" else [(6,)]), formation="f", order=order)) == []

    @rule("EPIC-168", "EPIC-214")
    def test_troops_shoot_beside_their_aircraft(self) -> None:
        """Whoever is first, the other may still."""
        held = {"flying": True, "order": "ground_attack", "activated": True, "todo": ["land", "shoot"]}
        gunship = {**PLANE, "weapons": [{"name": "Guns", "range": 15, "ap": 4}]}
        for first, second in (("a", "f"), ("f", "a")):
            session = game(f=force((1, gunship), state=dict(held)), a=force((3, foot()), state={"aboard": "f", "where": "inside"}), d=side(9, seat=1))
            do(session, "touch_down", formation="f", unload=["a"])
            assert {actor for _, actor, _ in due(session)} == {"a", "f"}
            do(session, "fire", (1,) * (3 if first == "a" else 1), by=first, target="d")
            assert due(session) == [("fire", second, False)]

    @rule("EPIC-221")
    @pytest.mark.parametrize(
        ("weapons", "enemy", "found"),
        [
            ([{"name": "Lance", "mw": 2}], force((1, titan()), seat=1), True),
            ([{"name": "Lance", "mw": 2}], force((1, titan()), (1, tank()), seat=1, state={"lost": [1, 0]}), False),
            ([{"name": "Lance", "mw": 2}], force((3, tank()), seat=1), False),
            ([{"name": "Bombs", "bp": 5}], force((1, titan()), seat=1), False),
            ([{"name": "Missiles, D6+1 points"}], force((1, titan()), seat=1), False),
        ],
    )
    def test_pin_point_attacks_need_a_weapon_and_a_war_engine(self, weapons: list[Any], enemy: Any, found: bool) -> None:
        held = {"where": "reserve", "order": "spacecraft", "activated": True, "todo": ["pin_point"]}
        session = game(s=force((1, {"name": "Cruiser", "type": "SC", "weapons": weapons}), state=held), d=enemy)
        assert due(session) == ([("fire", "s", False)] if found else [])

    @rule("EPIC-218", "EPIC-221")
    def test_a_spacecraft_bombards_then_picks_war_engines(self) -> None:
        session = game(turn=2, s=cruiser(state={"due": 2}), d=force((1, titan()), seat=1))
        do(session, "action", (6,), formation="s", order="spacecraft")
        assert due(session) == [("barrage", "s", False), ("fire", "s", False)]
        do(session, "fire", (1,), by="s", target="d", shots=[{"type": "mw", "value": 2}], **{"as": "pin_point"})
        assert (due(session), against(session, "barrage", by="s", target="d")) == ([("fire", "s", False)], "no_shooting")

    @rule("EPIC-218", "EPIC-221")
    def test_all_its_weapons_fire_once(self) -> None:
        """Told by its card every weapon is fired; no second attack follows."""
        session = game(turn=2, s=cruiser(state={"due": 2}), d=force((1, titan()), seat=1))
        do(session, "action", (6,), formation="s", order="spacecraft")
        do(session, "fire", (1,), by="s", target="d", **{"as": "pin_point"})
        assert (due(session), against(session, "fire", by="s", target="d", **{"as": "pin_point"})) == ([], "no_shooting")


class TestCombinedAssaults:
    @rule("EPIC-133", "EPIC-85")
    def test_those_who_were_declared_go_along(self) -> None:
        units = {"a": force((3, foot()), (1, CAPTAIN)), "b": side(2), "c": side(2), "d": side(9, seat=1)}
        session = do(game(**units), "action", (6,), formation="a", order="engage", along=["b"])
        assert (parts_of(session, "a"), due(session)) == (("assault", "along:b"), [("assault", "a", True)])
        assert against(session, "assault", attacker="a", defender="d", along=("c",)) == "not_along"
        do(session, "assault", attacker="a", defender="d")
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [3, 2]

    @rule("EPIC-133", "EPIC-86")
    def test_nobody_went_along_who_was_left_out(self) -> None:
        units = {"a": force((3, foot()), (1, CAPTAIN)), "b": side(2), "d": side(9, seat=1)}
        session = do(game(**units), "action", (6,), formation="a", order="engage", along=["b"])
        do(session, "assault", attacker="a", defender="d", along=[])
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [3]


class TestEndPhase:
    """Seat 1 has the higher rating; two of each side need to rally, a third does not."""

    def ending(self) -> Session:
        held = {"a": {"blast": 1}, "b": {"broken": True}, "c": {}, "d": {"blast": 2}, "e": {"blast": 1}}
        units = {
            name: force((3, foot()), (1, SERGEANT), seat=int(name in "de"), state=state, strategy=4 if name in "de" else 2) for name, state in held.items()
        }
        return game("rally", **units)

    @rule("EPIC-118", "EPIC-274")
    def test_the_rallies_in_turns(self) -> None:
        """The first of what is due, again and again."""
        session, seen = self.ending(), []
        while duties := tuple(RULES.duties(session.state)):
            seen.append([str(duty.args["formation"]) for duty in duties])
            do(session, "rally", (6,), **duties[0].args)
        assert seen == [["d", "a", "e", "b"], ["a", "e", "b"], ["e", "b"], ["b"]]

    @rule("EPIC-118", "EPIC-274")
    def test_the_button_leads_through_all_of_them(self) -> None:
        session, rallied = self.ending(), 0
        while (guide := agenda(RULES, session.state)).next is Next.OPEN:
            do(session, guide.due[0].procedure, (6,), **guide.due[0].args)
            rallied += 1
        assert (rallied, guide.next) == (4, Next.ADVANCE)

    @rule("EPIC-118", "EPIC-12")
    @pytest.mark.parametrize(("step", "what"), [("strategy", []), ("action", [("fire", "a", False)]), ("rally", [("rally", "a", True)]), ("victory", [])])
    def test_each_in_its_phase(self, step: str, what: list[Any]) -> None:
        """A formation with a marker and shooting left."""
        session = game(step, a=side(order="advance", activated=True, todo=["shoot"], blast=1), d=side(seat=1))
        assert [(duty.procedure, "a", duty.must) for duty in RULES.duties(session.state)] == what

    @rule("EPIC-209", "EPIC-118")
    def test_aircraft_beside_the_table_do_not_wait(self) -> None:
        units = {name: force((2, FIGHTER), state={"blast": 1, **held}) for name, held in (("f", {}), ("g", AWAY), ("h", {"landed": True}))}
        assert due(game("rally", **units)) == [("rally", "h", True)]

    @rule("EPIC-248", "EPIC-282")
    def test_the_game_is_over_after_the_last_check(self) -> None:
        session = game("rally", turn=4, a=force((3, foot())), d=force((3, tank()), seat=1))
        session.dispatch(Advanced())
        assert session.prompt
        session.answer(session.prompt.default)  # nobody holds anything, everybody is everywhere
        assert (session.state.trackers["winner"], agenda(RULES, session.state).next) == ("draw", Next.OVER)
        with pytest.raises(Refused):
            session.dispatch(Advanced())


class TestTheGuide:
    @rule("EPIC-07", "EPIC-09")
    def test_nobody_waits_for_a_formation_without_units(self) -> None:
        """All its units are set aside by hand."""
        session = game(a=side(), b=side(lost=[3]), d=side(seat=1))
        assert agenda(RULES, session.state).can_act == ("a",)

    @rule("EPIC-07", "EPIC-12")
    def test_from_the_order_to_the_other_side(self) -> None:
        session = game(a=side(), b=side(), d=side(seat=1))
        assert (agenda(RULES, session.state).next, agenda(RULES, session.state).deed) == (Next.ACT, "action")
        do(session, "action", (6,), formation="a", order="advance")
        guide = agenda(RULES, session.state)
        assert (guide.next, guide.due[0].args) == (Next.OPEN, pairs(by="a"))
        do(session, "fire", (1, 1, 1), by="a", target="d")
        guide = agenda(RULES, session.state)
        assert guide.onward
        assert (guide.next, guide.onward.seat) == (Next.ADVANCE, 1)

    @rule("EPIC-04", "EPIC-248")
    @pytest.mark.parametrize("seed", range(4))
    def test_who_only_presses_the_button_plays_to_the_end(self, seed: int) -> None:
        """No duty is refused, none is lost; after turn 4 at the latest somebody has won, or
        nobody."""
        units = {
            "a": force((4, foot()), (1, CAPTAIN), points=500),
            "b": force((3, HOWITZER)),
            "f": force((2, FIGHTER), state=AWAY),
            "d": force((5, foot()), seat=1),
            "e": force((1, titan(weapons=[{"name": "Gun", "range": 60, "at": 4}])), seat=1),
            "g": battery(2),
        }
        player = Newcomer(RULES, game("strategy", **units).state, seed)
        for _ in range(400):
            if not player.press():
                break
        assert player.session.state.trackers["winner"] in ("player_1", "player_2", "draw")
