"""Transports. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic.duties import duties
from engine.playing.session import Session
from tests.games.asking import change
from tests.games.epic.table import (
    ARMOURED_TITAN,
    BARE,
    PLANE,
    against,
    ask,
    do,
    enemy_wing,
    foot,
    force,
    game,
    open_prompt,
    parts_of,
    rules_against,
    tank,
    titan,
    what_is_asked,
    why_refused,
)

rule = pytest.mark.rule


IN_FLIGHT = {"flying": True, "order": "ground_attack"}


class TestTransport:
    @rule("EPIC-167", "EPIC-214")
    @pytest.mark.parametrize(("seat", "count", "refusal"), [(0, 4, None), (0, 5, "full"), (1, 4, "no_transport"), (1, 5, "no_transport")])
    def test_who_is_picked_up(self, seat: int, count: int, refusal: str | None) -> None:
        """Four places. That they are enemies is said before there is no room for them."""
        on = {"f": force((1, PLANE), state=IN_FLIGHT), "a": force((count, foot()), seat=seat)}
        assert why_refused("touch_down", on, formation="f", board=["a"]) == refusal

    @rule("EPIC-167", "EPIC-214")
    def test_nobody_who_gets_in_needs_no_room(self) -> None:
        """Five sit on what is left of eight places: the aircraft lands all the same, but nobody
        else gets in."""
        on = {
            "f": force((2, PLANE), state={**IN_FLIGHT, "lost": [1]}),
            "a": force((5, foot()), state={"aboard": "f", "where": "inside"}),
            "b": force((1, foot())),
        }
        assert (why_refused("touch_down", on, formation="f"), why_refused("touch_down", on, formation="f", board=["b"])) == (None, "full")

    @rule("EPIC-211")
    @pytest.mark.parametrize(
        ("unit", "stated", "refusal"),
        [
            (PLANE, IN_FLIGHT, None),
            (PLANE, {"order": "ground_attack"}, "not_flying"),
            (PLANE, {"flying": True, "order": "interception"}, "not_flying"),
            (tank(), IN_FLIGHT, "not_flying"),
        ],
    )
    def test_who_lands(self, unit: dict[str, Any], stated: dict[str, Any], refusal: str | None) -> None:
        assert why_refused("touch_down", {"f": force((1, unit), state=stated)}, formation="f") == refusal

    @rule("EPIC-215")
    @pytest.mark.parametrize("broken", [False, True])
    def test_broken_troops_do_not_assault(self, broken: bool) -> None:
        """They get out, and stand by: the aircraft has no dice, so the first to strike are the
        defenders."""
        on = {
            "f": force((1, PLANE), state=IN_FLIGHT),
            "a": force((3, BARE), state={"aboard": "f", "where": "inside", "broken": broken}),
            "d": force((3, BARE), seat=1),
        }
        session = do(game(**on), "air_assault", formation="f", defender="d", unload=["a"])
        assert session.prompt
        assert {check.key: check.dice for check in session.prompt.checks} == {"strike:d" if broken else "strike:f": 3}

    @rule("EPIC-215", "EPIC-168")
    def test_of_broken_troops_it_does_not_matter_how_they_stand(self) -> None:
        """They were near three defenders, two of whom are near the aircraft: two dice."""
        on = {
            "f": force((1, PLANE), state=IN_FLIGHT),
            "a": force((3, BARE), state={"aboard": "f", "where": "inside", "broken": True}),
            "d": force((3, BARE), seat=1),
        }
        stand = {"f": {"ff": [1]}, "a": {"ff": [3]}, "d": {"ff": [2]}}
        session = do(game(**on), "air_assault", formation="f", defender="d", unload=["a"], engaged=stand)
        assert [(check.key, check.dice) for check in open_prompt(session).checks] == [("strike:d", 2)]


class TestTransports:
    @rule("EPIC-253", "EPIC-167")
    @pytest.mark.parametrize(
        ("more", "fits"), [({"transport": 2}, True), ({"abilities": ["transport:2"]}, True), ({"abilities": ["transport"]}, False), ({}, False)]
    )
    def test_room_by_number_or_by_ability(self, more: dict[str, Any], fits: bool) -> None:
        on = {"a": force((2, foot())), "t": force((1, titan(**more)))}
        assert (rules_against(ask("embark", on, formation="a", transport="t")) == []) is fits

    @rule("EPIC-253")
    def test_capacity_is_told(self) -> None:
        stated = [ask("limits", unit=titan(**more))["result"]["capacity"] for more in ({"abilities": ["transport:8"]}, {"abilities": ["transport"]}, {})]
        assert stated == [8, 1, 0]

    @rule("EPIC-214", "EPIC-32")
    def test_an_aircraft_whose_room_is_not_stated_lands_with_its_troops(self) -> None:
        on = {
            "f": enemy_wing(1, 0, {"flying": True, "order": "ground_attack", "todo": ["shoot"]}),
            "a": force((4, foot()), state={"where": "inside", "aboard": "f"}),
        }
        reply = ask("touch_down", on, formation="f", unload=["a"])
        assert (change(reply, "f", "landed"), change(reply, "a", "where")) == (True, "table")

    @rule("EPIC-37", "EPIC-166")
    @pytest.mark.parametrize(("reading", "contacts", "stays"), [("two", 1, False), ("two", 2, True), ("two_per_dc", 5, False), ("two_per_dc", 6, True)])
    def test_troops_kept_in_by_enemies_in_contact(self, reading: str, contacts: int, stays: bool) -> None:
        """Capacity 3: two enemies, or six."""
        on = {"t": force((1, titan(transport=4))), "a": force((2, foot()), state={"where": "inside", "aboard": "t"})}
        stated = ask("disembark", on, {"we_trapped": reading}, transport="t", formations=["a"], contacts=contacts)
        assert rules_against(stated) == (["EPIC-37"] if stays else [])
        assert (ask("limits", None, {"we_trapped": reading}, unit=titan())["result"]["trapped"] <= contacts) is stays

    @rule("EPIC-184", "EPIC-211")
    def test_an_aircraft_as_big_as_a_war_engine_fights_as_one(self) -> None:
        found = ask("limits", unit={"type": "AC", "speed": "bomber", "dc": 2})["result"]
        assert (found["assault_dice"], found["contacts"]) == (2, 4)

    @rule("EPIC-134", "EPIC-164")
    @pytest.mark.parametrize(("dc", "coherency"), [(2, 20), (4, 20), (6, 30)])
    def test_a_scouting_war_engine_strays_as_far_as_either_rule_lets_it(self, dc: int, coherency: int) -> None:
        assert ask("limits", unit=titan(dc=dc, abilities=["scout"]))["result"]["coherency"] == coherency


@rule("EPIC-167", "EPIC-211")
@pytest.mark.parametrize(
    ("question", "stated", "key"),
    [
        ("embark", {"formation": "a", "transport": "t"}, ""),
        ("embark", {"formation": "b", "transport": "t"}, "full"),
        ("embark", {"formation": "a", "transport": "b"}, "full"),
        ("disembark", {"transport": "t", "formations": ["p"]}, ""),
        ("disembark", {"transport": "t", "formations": ["p", "a"]}, "not_aboard"),
        ("touch_down", {"formation": "t"}, "not_flying"),
        ("touch_down", {"formation": "h"}, ""),
        ("touch_down", {"formation": "w"}, "not_flying"),
        ("touch_down", {"formation": "i"}, "not_flying"),
        ("touch_down", {"formation": "h", "unload": ["p"]}, "not_aboard"),
        ("air_assault", {"formation": "h", "defender": "d", "unload": ["p"]}, "not_aboard"),
    ],
)
def test_who_rides_with_whom(question: str, stated: dict[str, Any], key: str) -> None:
    """Room for four in the Titan, one taken: three find room, four do not; aircraft on a ground
    attack land, others not."""
    wing, flying = ({"name": "Wing", "type": "AC", "speed": "bomber", "ff": 4, "transport": 4}, {"flying": True, "order": "ground_attack"})
    on = {
        "a": force((3, foot())),
        "b": force((4, foot())),
        "p": force((1, foot()), state={"aboard": "t", "where": "inside"}),
        "t": force((1, {**ARMOURED_TITAN, "transport": 4})),
        "h": force((1, wing), state=flying),
        "w": force((1, wing)),
        "i": force((1, wing), state={**flying, "order": "interception"}),
        "d": force((3, foot()), seat=1),
    }
    assert ask(question, on, **stated).get("refused", {}).get("key", "") == key


class TestGettingOut:
    @rule("EPIC-168")
    def test_nobody_leaves_an_empty_transport(self) -> None:
        titan = {"name": "Titan", "type": "WE", "speed": 15, "dc": 3, "transport": 4}
        session = game("strategy", t=force((1, titan)), a=force((2, foot()), state={"aboard": "t", "where": "inside"}), b=force((1, titan)))
        assert [against(session, "disembark", transport=each, formations=()) for each in ("t", "b")] == ["", "empty"]


class TestInAMove:
    """Whoever gets in moves into contact in its own action; a transport lets out after its move."""

    @rule("EPIC-167", "EPIC-168")
    @pytest.mark.parametrize(
        ("held", "why"),
        [
            ({}, "no_action"),
            ({"order": "advance"}, ""),
            ({"order": "march"}, ""),
            ({"order": "engage"}, ""),
            ({"order": "hold"}, ""),
            ({"order": "marshal"}, ""),
            ({"order": "sustained"}, "no_move"),
            ({"order": "overwatch"}, "no_move"),
        ],
    )
    def test_getting_in_and_out(self, held: dict[str, Any], why: str) -> None:
        engine = {"name": "Titan", "type": "WE", "speed": 15, "dc": 3, "transport": 4}
        inside = {"aboard": "t", "where": "inside"}
        session = game(t=force((1, engine), state=held), p=force((2, foot()), state=inside), a=force((2, foot()), state=held))
        assert against(session, "embark", formation="a", transport="t") == why
        assert against(session, "disembark", transport="t", formations=("p",)) == why


class TestGettingIn:
    @rule("EPIC-167", "EPIC-253")
    @pytest.mark.parametrize(("order", "told"), [("marshal", {"choice": "move"}), ("engage", {}), ("advance", {})])
    def test_what_is_left_of_the_action_is_lost(self, order: str, told: dict[str, str]) -> None:
        """Inside nobody regroups, charges or shoots, and nothing of it is due."""
        session = game(a=force((2, foot())), t=force((1, titan(transport=4))), d=force((9, foot()), seat=1))
        do(session, "action", (6,), formation="a", order=order, **told)
        assert parts_of(session, "a")
        do(session, "embark", formation="a", transport="t")
        assert (parts_of(session, "a"), list(duties(session.state))) == ((), [])


class TestWhoGetsOut:
    @rule("EPIC-168")
    @pytest.mark.parametrize(
        ("question", "stated", "key"),
        [
            ("disembark", {"transport": "t", "formations": ["p"]}, None),
            ("disembark", {"transport": "t", "formations": ["p", "a"]}, "not_aboard"),
            ("touch_down", {"formation": "h", "unload": ["p"]}, "not_aboard"),
            ("touch_down", {"formation": "h", "unload": ["q"]}, None),
        ],
    )
    def test_only_those_who_are_inside(self, question: str, stated: dict[str, Any], key: str | None) -> None:
        on = {
            "a": force((3, foot())),
            "p": force((1, foot()), state={"aboard": "t", "where": "inside"}),
            "q": force((1, foot()), state={"aboard": "h", "where": "inside"}),
            "t": force((1, {**ARMOURED_TITAN, "transport": 4})),
            "h": force((1, PLANE), state=IN_FLIGHT),
        }
        assert why_refused(question, on, **stated) == key

    @rule("EPIC-231")
    @pytest.mark.parametrize(("step", "turn", "key"), [("strategy", 1, ""), ("strategy", 2, "no_action"), ("action", 2, "")])
    def test_between_turns_nobody_gets_in(self, step: str, turn: int, key: str) -> None:
        """Before the battle they start inside; later they get in by a move of their own."""
        session = game(step, turn, a=force((2, foot()), state={"order": "advance"}), t=force((1, titan(transport=4))))
        assert against(session, "embark", formation="a", transport="t") == key


class TestFightingBesideATransport:
    """Three riders get out of a Titan that charges, with an enemy on overwatch."""

    def charging(self, *answers: Any, riders: int = 3) -> Session:
        units = {
            "t": force((1, titan(transport=4))),
            "r": force((riders, BARE), state={"aboard": "t", "where": "inside"}),
            "d": force((9, foot()), seat=1),
            "w": force((1, foot()), seat=1, state={"overwatch": True}),
        }
        session = do(game(**units), "action", (6,), formation="t", order="engage")
        return do(session, "disembark", *answers, transport="t", formations=["r"])

    @rule("EPIC-168", "EPIC-259")
    def test_they_assault_with_it_as_one_formation(self) -> None:
        """Overwatch may answer their getting out and the charge of the Titan, not both of
        theirs."""
        session = do(self.charging("none"), "assault", attacker="t", defender="d")
        assert what_is_asked(session)[2] == ("t", "w")
        session.answer("none")
        assert [(check.key, check.dice) for check in open_prompt(session).checks] == [("strike:t:0", 3), ("strike:t:1", 3)]

    @rule("EPIC-168")
    @pytest.mark.parametrize("told", [{"along": ["r"]}, {"drawn_in": ["r"]}])
    def test_they_may_be_named(self, told: dict[str, Any]) -> None:
        session = do(self.charging("none"), "assault", "none", attacker="t", defender="d", **told)
        assert len(open_prompt(session).checks) == 2

    @rule("EPIC-112", "EPIC-168")
    def test_who_is_broken_on_getting_out_does_not(self) -> None:
        """Two riders, one killed: two markers break the last, and it withdraws."""
        session = self.charging("w", {"able": 1}, (6,), riders=2)
        while session.prompt:
            session.answer(session.prompt.default if session.prompt.default is not None else 0)
        assert session.state.unit("r").count("broken")
        do(session, "assault", attacker="t", defender="d")
        assert [(check.key, check.dice) for check in open_prompt(session).checks] == [("strike:t", 3)]


class TestTroopsLostOnLanding:
    @rule("EPIC-215", "EPIC-262")
    @pytest.mark.parametrize(("told", "near"), [({}, 3), ({"engaged": {"a": {"ff": [1]}, "f": {"ff": [1]}, "d": {"ff": [2]}}}, 2)])
    def test_who_is_shot_down_does_not_fight(self, told: dict[str, Any], near: int) -> None:
        """One trooper without a save: nobody is left of them, and the defenders strike the
        aircraft alone, as many as are near it."""
        on = {
            "f": force((1, PLANE), state=dict(IN_FLIGHT)),
            "a": force((1, BARE), state={"aboard": "f", "where": "inside"}),
            "d": force((3, BARE), seat=1),
            "w": force((1, foot()), seat=1, state={"overwatch": True}),
        }
        session = do(game(**on), "air_assault", "w", {"able": 1}, (6,), formation="f", defender="d", unload=["a"], **told)
        assert session.state.unit("a").gone
        assert [(check.key, check.dice) for check in open_prompt(session).checks] == [("strike:d", near)]
