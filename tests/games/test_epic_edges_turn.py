"""Epic Armageddon: the edges of a turn: strategy, actions, overwatch, rallying; values worked
out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.values.events import Advanced, TrackerSet
from tests.games.asking import change
from tests.games.epic_field import ask, chance, do, foot, force, game

rule = pytest.mark.rule
CHIEF = {"name": "Chief", "type": "CH", "abilities": ["supreme_commander"]}
CAPTAIN = {"name": "Captain", "type": "CH", "abilities": ["commander"]}
CRUISER = {"name": "Cruiser", "type": "SC"}
FIGHTER = {"name": "Fighter", "type": "AC", "speed": "fighter", "armour": 6}
STUBBORN = {"count": 3, "abilities": ["stubborn"]}
SEEN = {"able": 2}


def side(units: int = 3, seat: int = 0, **told: Any) -> dict[str, Any]:
    return force((units, foot()), seat=seat, state=told)


def prompted(session: Any) -> tuple[str, int, list[str]]:
    """The prompt's key, whom it asks, what may be chosen."""
    assert session.prompt
    return session.prompt.key, session.prompt.asked_of, [option.key for option in session.prompt.options]


class TestStrategy:
    @rule("EPIC-05", "EPIC-06")
    def test_a_die_each_until_one_is_higher(self) -> None:
        """Equal ratings and equal dice on turn 1: nobody lost last turn, so both roll off, and
        again."""
        session, seen = do(game("strategy", a=side(), d=side(seat=1)), "strategy"), []
        for faces in ((3, 3), (2, 2), (2, 5)):
            assert session.prompt
            seen.append((session.prompt.key, [(check.dice, check.keep) for check in session.prompt.checks]))
            session.answer(tuple((face,) for face in faces))
        assert seen == [(key, [(1, 0), (1, 0)]) for key in ("strategy", "roll_off", "roll_off:again")]
        assert prompted(session) == ("order", 1, ["first", "second"])

    @rule("EPIC-05")
    @pytest.mark.parametrize(("ratings", "told"), [((2, 5, 3), [5, 3]), ((5, 2, 6), [5, 6]), ((), [0, 0])])
    def test_the_rating_of_an_army(self, ratings: tuple[int, ...], told: list[int]) -> None:
        """The highest that a card of the side states; a side without cards has none."""
        on = {name: force((1, foot()), seat=int(name == "d"), strategy=rating) for name, rating in zip("abd", ratings, strict=False)}
        assert ask("strategy", on)["result"]["rating"] == told


class TestActions:
    @rule("EPIC-12", "EPIC-119", "EPIC-275")
    @pytest.mark.parametrize(("step", "told"), [("action", {"order": "march"}), ("rally", {})])
    def test_only_a_failed_test_is_rolled_again(self, step: str, told: dict[str, Any]) -> None:
        session = game(step, a=side(blast=1), c=force((2, foot()), (1, CHIEF)), d=side(seat=1))
        assert do(session, step, (6,), formation="a", **told).prompt is None
        assert not session.state.seats[0].get("reroll_used")

    @rule("EPIC-132", "EPIC-275")
    def test_the_enemys_supreme_commander_helps_nobody_else(self) -> None:
        session = game(a=side(), d=force((2, foot()), (1, CHIEF), seat=1))
        assert prompted(do(session, "action", (1,), formation="a", order="advance"))[0] == "hold"

    @rule("EPIC-10", "EPIC-76")
    def test_a_road_is_for_the_march_alone(self) -> None:
        """A Double by road is tested like any other: a 6 of six faces."""
        reply = ask("action", order="double", initiative=6, road=True)
        assert chance(reply, "test", "pass") == Fraction(1, 6)

    @rule("EPIC-10", "EPIC-133")
    @pytest.mark.parametrize(("along", "doubts"), [(("b",), ("commander_initiative",)), ((), ())])
    def test_whose_initiative_is_a_doubt_of_combined_assaults(self, along: tuple[str, ...], doubts: tuple[str, ...]) -> None:
        session = game(a=force((3, foot()), (1, CAPTAIN)), b=side(), d=side(seat=1))
        do(session, "action", formation="a", order="engage", along=along)
        assert session.prompt
        assert session.prompt.readings == doubts

    @rule("EPIC-12", "EPIC-20", "EPIC-21")
    @pytest.mark.parametrize(("order", "choice", "todo"), [("marshal", "shoot", ("shoot", "regroup")), ("hold", "regroup", ("regroup",))])
    def test_what_was_declared_is_not_asked_again(self, order: str, choice: str, todo: tuple[str, ...]) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (6,), formation="a", order=order, choice=choice)
        assert (session.prompt, session.state.unit("a").marks("todo")) == (None, todo)

    @rule("EPIC-20", "EPIC-21")
    @pytest.mark.parametrize(("order", "ref"), [("marshal", "EPIC-20"), ("hold", "EPIC-21")])
    def test_the_rule_behind_the_choice(self, order: str, ref: str) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (6,), formation="a", order=order)
        assert session.prompt
        assert session.prompt.ref.id == ref

    @rule("EPIC-21", "EPIC-22")
    def test_a_hold_not_yet_chosen_is_the_part_that_is_always_allowed(self) -> None:
        assert ask("action", order="hold", initiative=2)["result"]["steps"] == ["move"]

    @rule("EPIC-23", "EPIC-112", "EPIC-262")
    def test_an_action_done_to_its_end_may_be_followed_by_another(self) -> None:
        session = game(readings={"retain_after_break": "no"}, a=side(), b=side(), d=side(seat=1))
        do(session, "action", (6,), formation="a", order="advance")
        assert do(session, "action", (6,), formation="b", order="march").state.unit("b").count("marched")

    @rule("EPIC-09", "EPIC-13", "EPIC-219")
    @pytest.mark.parametrize(("other", "due"), [({}, 3), ({"t": 3}, 4), ({"t": 4}, 3)])
    def test_a_spacecraft_that_comes_too_early_and_fails(self, other: dict[str, int], due: int) -> None:
        """Its own turn 3 is free for it, unless another is due then."""
        on = {name: force((1, CRUISER), state={"due": turn}) for name, turn in {"s": 3, **other}.items()}
        told = {"formation": "s", "order": "spacecraft", "turn": 2, "overrule": True}
        reply = ask("action", on, **told)
        assert (reply["result"]["due"], chance(reply, "due", due)) == (due, Fraction(1, 6))
        assert ask("action", on, **told, roll={"test": [1]})["result"]["due"] == due

    @rule("EPIC-09", "EPIC-13", "EPIC-219")
    def test_only_spacecraft_are_due(self) -> None:
        reply = ask("action", order="advance", initiative=3, roll={"test": [2]})
        assert (reply["result"]["test"], "due" in reply["result"]) == ("fail", False)
        assert ask("action", order="spacecraft", initiative=3, turn=2, roll={"test": [3]})["result"]["due"] == 2

    @rule("EPIC-07", "EPIC-193")
    @pytest.mark.parametrize(("order", "key"), [("cap_interception", None), ("interception", "activated"), ("ground_attack", "activated")])
    def test_a_patrol_that_was_the_action_only_intercepts(self, order: str, key: str | None) -> None:
        on = {"f": force((2, FIGHTER), state={"cap": True, "activated": True})}
        assert ask("action", on, formation="f", order=order).get("refused", {}).get("key") == key
        assert chance(ask("action", order="cap_interception", initiative=6), "test", "pass") == 1

    @rule("EPIC-65", "EPIC-07")
    def test_who_stays_on_overwatch(self) -> None:
        """Those on overwatch who have not acted; a failed renewal that kept its overwatch was a
        Hold; the broken do nothing."""
        units = {"a": side(overwatch=True), "b": side(overwatch=True, activated=True, order="hold"), "c": side(broken=True), "d": side(seat=1)}
        after = do(game(**units), "action", formation="a", order="overwatch", stay=True).state
        assert [(after.unit(each).count("activated"), after.unit(each).trackers.get("order")) for each in "abc"] == [(1, "overwatch"), (1, "hold"), (0, None)]

    @rule("EPIC-65", "EPIC-07")
    @pytest.mark.parametrize(("done", "step"), [(True, "rally"), (False, "action")])
    def test_a_side_that_stays_has_ended_its_part(self, done: bool, step: str) -> None:
        session = game(a=side(activated=True), d=side(seat=1, overwatch=True))
        session.dispatch(TrackerSet("@1", "done", done))
        session.dispatch(Advanced())
        assert session.state.step == step

    @rule("EPIC-65", "EPIC-235", "EPIC-283")
    def test_a_garrison_that_stays_and_one_that_was_ordered_anew(self) -> None:
        """b passed an Overwatch action in turn 1: a new order. Then a stays by the joint word:
        the old one, which ends."""
        session = game(a=side(garrison=True, overwatch=True), b=side(garrison=True, overwatch=True), d=side(seat=1, activated=True))
        do(session, "action", (6,), formation="b", order="overwatch")
        do(session, "action", formation="a", order="overwatch", stay=True)
        session.dispatch(Advanced())
        assert session.prompt
        assert [each.unit for line in session.prompt.lines for each in line.changes] == ["a"]


class TestOverwatch:
    @rule("EPIC-62", "EPIC-259", "EPIC-262")
    @pytest.mark.parametrize(("order", "moves"), [("sustained", 0), ("advance", 1), ("double", 2), ("march", 3)])
    def test_asked_once_for_each_move(self, order: str, moves: int) -> None:
        session = do(game(a=side(), d=side(seat=1, overwatch=True)), "action", (6,), *("none",) * moves, formation="a", order=order)
        assert session.prompt is None

    @rule("EPIC-62", "EPIC-262")
    @pytest.mark.parametrize(("mover", "answers"), [(side(blast=2), ((1, 1), 0)), (force((1, foot(armour=None))), ((6, 1),))])
    def test_nobody_fires_at_those_who_broke_or_fell(self, mover: Any, answers: tuple[Any, ...]) -> None:
        """Three markers on three units, or the only one killed by an AP5+ hit without a save:
        the second watcher keeps its fire."""
        session = game(a=mover, d=side(2, seat=1, overwatch=True), e=side(2, seat=1, overwatch=True))
        do(session, "action", (6,), "d", SEEN, *answers, formation="a", order="double")
        assert (session.prompt, [session.state.unit(each).count("overwatch") for each in "de"]) == (None, [0, 1])

    @rule("EPIC-62", "EPIC-261")
    def test_the_broken_do_not_answer(self) -> None:
        session = game(a=side(), d=side(seat=1, overwatch=True, broken=True))
        assert do(session, "action", (6,), formation="a", order="advance").prompt is None

    @rule("EPIC-112", "EPIC-262")
    @pytest.mark.parametrize(
        ("during", "lost"),
        [
            ({"order": "marshal", "choice": "shoot", "moves": 0}, ["shoot", "regroup"]),
            ({"order": "marshal", "moves": 1}, ["regroup"]),
            ({"order": "hold", "choice": "regroup", "moves": 0}, ["regroup"]),
            ({"order": "double"}, ["move", "shoot"]),
        ],
    )
    def test_what_breaking_in_the_middle_costs(self, during: dict[str, Any], lost: list[str]) -> None:
        """Two units, the second marker by the fire alone."""
        on = {"d": side(2, seat=1, blast=1)}
        reply = ask("fire", on, target="d", shots=[{"count": 1, "type": "ap", "value": 5}], during=during, roll={"to_hit": [1]})
        assert list(reply["result"]["forfeits"]) == lost


class TestRegroup:
    @rule("EPIC-108", "EPIC-181")
    @pytest.mark.parametrize(("todo", "left"), [(("regroup",), ()), (("shoot", "regroup"), ("shoot",))])
    def test_it_is_done_then(self, todo: tuple[str, ...], left: tuple[str, ...]) -> None:
        session = do(game(a=side(order="marshal", todo=todo, blast=3), d=side(seat=1)), "regroup", formation="a")
        assert session.prompt
        assert session.prompt.about == ("a",)
        session.answer((1, 2))
        assert (session.state.unit("a").marks("todo"), session.state.unit("a").count("blast")) == (left, 1)

    @rule("EPIC-108", "EPIC-137")
    def test_in_numbers_it_is_about_nobody_and_nothing(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "regroup", blast=2)
        assert session.prompt
        assert session.prompt.about == ()
        assert ask("regroup", roll={"regroup": [3, 1]})["result"]["removed"] == 0


class TestBreaking:
    @rule("EPIC-109", "EPIC-140", "EPIC-177")
    @pytest.mark.parametrize(
        ("told", "reading", "at", "broken"),
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
    def test_units_told_one_by_one(self, told: dict[str, Any], reading: dict[str, str], at: int, broken: bool) -> None:
        """As many markers as units, one more where all that are left are stubborn; where nobody
        is left nobody breaks."""
        result = ask("break_point", None, reading, **told)["result"]
        assert (result["breaks_at"], result["broken"]) == (at, broken)


class TestRally:
    @rule("EPIC-118", "EPIC-209", "EPIC-210", "EPIC-274")
    def test_who_waits_for_it(self) -> None:
        """Neither reserves nor aircraft in flight, but those that have landed."""
        units = {
            "a": side(blast=1, where="reserve"),
            "f": force((2, FIGHTER), state={"blast": 1, "flying": True}),
            "h": force((2, FIGHTER), state={"blast": 1, "landed": True}),
            "g": side(blast=1),
            "d": side(seat=1),
        }
        assert prompted(do(game("rally", **units), "rally")) == ("rally:0", 0, ["h", "g", "none"])

    @rule("EPIC-118", "EPIC-274")
    @pytest.mark.parametrize("die", [1, 6])
    def test_it_ends_when_all_have_tried(self, die: int) -> None:
        """The second side alone has markers; a failure keeps them all, and yet it has had its
        one attempt."""
        session = do(game("rally", a=side(), d=side(seat=1, blast=3)), "rally")
        assert prompted(session) == ("rally:0", 1, ["d", "none"])
        for answer in ("d", False, (die,)):
            session.answer(answer)
        assert (session.prompt, session.state.unit("d").count("blast")) == (None, 1 if die == 6 else 3)

    @rule("EPIC-118", "EPIC-274")
    @pytest.mark.parametrize(
        ("held", "told", "key"),
        [
            ({"broken": True}, {"blast": 0}, None),
            ({}, {"broken": True, "blast": 0}, None),
            ({"blast": 2}, {"blast": 0}, "nothing_to_rally"),
            ({"broken": True}, {"broken": False}, "nothing_to_rally"),
            ({}, {"blast": 1}, None),
            ({}, {"broken": True}, None),
        ],
    )
    def test_the_broken_and_those_with_markers(self, held: dict[str, Any], told: dict[str, Any], key: str | None) -> None:
        """As told, else as the table has it."""
        assert ask("rally", {"a": side(**held)}, formation="a", **told).get("refused", {}).get("key") == key

    @rule("EPIC-209", "EPIC-167")
    @pytest.mark.parametrize(
        ("unit", "where", "key"), [(foot(), "inside", None), (foot(), "table", None), (FIGHTER, "table", "flying"), (FIGHTER, "reserve", "flying")]
    )
    def test_only_aircraft_that_have_not_landed_may_not(self, unit: Any, where: str, key: str | None) -> None:
        on = {"a": force((3, unit), state={"blast": 2, "where": where})}
        assert ask("rally", on, formation="a").get("refused", {}).get("key") == key
        assert "refused" not in ask("rally", initiative=2, blast=2)

    @rule("EPIC-115", "EPIC-121", "EPIC-123")
    def test_broken_and_no_number_told(self) -> None:
        assert ask("rally", initiative=2, broken=True, roll={"test": [3]})["result"]["then"] == "withdraw"

    @rule("EPIC-121", "EPIC-123")
    @pytest.mark.parametrize(
        ("held", "told", "then"), [({"blast": 2}, {}, "stays"), ({"broken": True}, {}, "withdraw"), ({"blast": 2}, {"broken": True}, "withdraw")]
    )
    def test_a_failure(self, held: dict[str, Any], told: dict[str, Any], then: str) -> None:
        reply = ask("rally", {"a": side(**held)}, formation="a", **told, roll={"test": [1]})
        assert (reply["result"]["then"], change(reply, "a", "blast")) == (then, None)
