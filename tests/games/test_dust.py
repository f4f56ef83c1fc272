"""Dust Tactics: the tracer's rules, with values worked out from the book."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.apply import offered as offered_to
from engine.events import Advanced, Opened, TrackerSet
from engine.games import RULESETS
from engine.games.dust.examples import GRENADIERS, RIFLE, SQUAD, UNITS, WALKER
from engine.maps import frozen, pairs
from engine.procedure import task
from engine.session import Refused, Session
from engine.tables import table
from engine.walk import walk
from tests.engine.brute import brute
from tests.games.asking import ask, change, targets
from tests.games.cases import DUST

rule = pytest.mark.rule
RULES = RULESETS["dust"]
H, M = "hit", "miss"
SHOTGUN = {"range": "1", "values": {"S1": "6/1", "S2": "3/1", "S3": "2/1", "S4": "-", "V1": "3/1"}}
HELL_BOYS = {"name": "Hell Boys", "kind": "squad", "armor": "S2", "hp": 5,
             "models": [{"weapons": ["Shotgun"]}] * 3 + [{"weapons": []}] * 2, "weapons": {"Shotgun": SHOTGUN}}


def fire(shooter: Any = SQUAD, target: Any = GRENADIERS, by: Any = None, at: Any = None, **situation: Any) -> dict[str, Any]:
    units = {"a": {"card": shooter, "state": by or {}}, "b": {"card": target, "state": at or {}}}
    return ask("dust", "fire", units, **{"shooter": "a", "target": "b", "squares": 1, **situation})


def activate(*declared: str, readings: Any = None, **situation: Any) -> dict[str, Any]:
    return ask("dust", "activation", UNITS, readings, **{"unit": "a", "declared": list(declared), "target": "b", "squares": 2,
                                                         **situation})


class TestFire:
    @rule("DUST-01", "DUST-31")
    def test_two_faces_of_six_hit(self) -> None:
        one = {**SQUAD, "models": [{"weapons": ["Rifle"]}]}
        assert fire(one)["odds"]["models:b"] == {"4": "1/3", "5": "2/3"}
        assert targets(fire())["attack:Rifle"] == "hit"

    @rule("DUST-30", "DUST-31")
    @pytest.mark.parametrize(("armor", "lost", "dice"), [("S2", [], 9), ("S2", [0], 6), ("S2", [4], 9), ("S1", [], 18), ("V1", [1], 6)])
    def test_dice_are_the_value_times_the_living_bearers(self, armor: str, lost: list[int], dice: int) -> None:
        """EX-D06: three shotguns against S2 roll nine dice; with one bearer dead six."""
        reply = fire(HELL_BOYS, {**GRENADIERS, "armor": armor}, by={"lost": lost})
        assert reply["checks"][0]["dice"] == dice
        assert reply["checks"][0]["dice_rows"][0]["amount"] == dice

    @rule("DUST-01", "DUST-41")
    def test_hard_cover_saves_on_four_faces_of_six(self) -> None:
        one = {**SQUAD, "models": [{"weapons": ["Rifle"]}]}
        assert fire(one, at={"cover": "hard"})["odds"]["models:b"] == {"4": "1/9", "5": "8/9"}
        assert fire(one, at={"cover": "soft"})["odds"]["models:b"] == {"4": "2/9", "5": "7/9"}

    @rule("DUST-31", "DUST-29")
    def test_a_line_without_a_value_stays_silent(self) -> None:
        assert list(targets(fire(GRENADIERS, SQUAD))) == ["attack:Rifle"]
        odd = {**SQUAD, "weapons": {"Rifle": {"range": "4", "values": {"S2": "1/skull"}}}}
        assert fire(odd)["refused"]["refs"] == ["DUST-31"]

    @rule("DUST-32")
    @pytest.mark.parametrize(("told", "squares", "used"), [("U", 50, True), ("C", 1, True), ("C", 2, False), ("2", 2, True), ("2", 3, False)])
    def test_how_far_a_line_reaches(self, told: str, squares: int, used: bool) -> None:
        armed = {**SQUAD, "weapons": {"Rifle": {**RIFLE, "range": told}}}
        assert bool(targets(fire(armed, squares=squares))) is used

    @rule("DUST-31")
    @pytest.mark.parametrize("armor", ["S4", "V2"])
    def test_a_dash_cannot_attack(self, armor: str) -> None:
        assert fire(HELL_BOYS, {**GRENADIERS, "armor": armor})["refused"]["refs"] == ["DUST-31"]

    @rule("DUST-30", "DUST-38", "DUST-29")
    def test_all_lines_on_one_target(self) -> None:
        """EX-D07: four rifles with two hits and a rocket with one: three miniatures go."""
        rifles = {"range": "4", "values": {"S2": "1/1"}}
        pioneers = {**GRENADIERS, "models": [{"weapons": ["StG 47"]}] * 4 + [{"weapons": ["Panzerfaust"]}],
                    "weapons": {"StG 47": rifles, "Panzerfaust": rifles}}
        reply = fire(pioneers, HELL_BOYS, squares=2, roll={"attack:StG 47": [H, H, M, M], "attack:Panzerfaust": [H]})
        assert [(check["what"], check["dice"]) for check in reply["checks"]] == [("attack:StG 47", 4), ("attack:Panzerfaust", 1)]
        assert reply["result"]["models:b"] == 2

    @rule("DUST-32", "DUST-29")
    @pytest.mark.parametrize(("squares", "lines"), [(3, ["attack:Rifle", "attack:Bazooka"]), (4, ["attack:Rifle"]), (5, [])])
    def test_only_lines_that_reach(self, squares: int, lines: list[str]) -> None:
        assert list(targets(fire(GRENADIERS, WALKER, squares=squares))) == lines

    @rule("DUST-05")
    def test_sustained_fire_rolls_misses_once_more(self) -> None:
        one = {**SQUAD, "models": [{"weapons": ["Rifle"]}]}
        assert fire(one, sustained=True)["odds"]["models:b"] == {"4": "5/9", "5": "4/9"}
        reply = fire(sustained=True, roll={"attack:Rifle": [H, M, M, M, H]})
        assert reply["result"]["successes"] == 2
        assert reply["checks"][0]["modifiers"][0]["ref"] == "DUST-05"

    @rule("DUST-39", "DUST-41", "DUST-40")
    @pytest.mark.parametrize(("cover", "saves", "left"), [("hard", [M, M, M, H], 4), ("soft", [M, M, M, H], 2), ("none", None, 1)])
    def test_cover_dice(self, cover: str, saves: Any, left: int) -> None:
        """EX-D09: four hits in hard cover, three blanks and a hit: one soldier is lost. Soft cover saves on the hit."""
        four = {**SQUAD, "models": [{"weapons": ["Rifle"]}] * 4}
        rolls = {"attack:Rifle": [H] * 4, **({"cover:Rifle": saves} if saves else {})}
        reply = fire(four, {**SQUAD, "models": [{"weapons": ["Rifle"]}] * 5}, at={"cover": cover}, roll=rolls)
        assert reply["result"]["models:b"] == left

    @rule("DUST-39")
    def test_cover_protects_squads_only(self) -> None:
        assert "cover:Rifle" not in targets(fire(SQUAD, WALKER, at={"cover": "hard"}))

    @rule("DUST-180", "DUST-38", "DUST-30")
    def test_a_walker_loses_hit_points_and_nothing_beyond(self) -> None:
        cannon = {**WALKER, "weapons": {"Cannon": {"range": "U", "values": {"V1": "3/3"}}}}
        assert change(fire(cannon, WALKER, roll={"attack:Cannon": [H, M, M]}), "b", "damage") == 3
        reply = fire(cannon, WALKER, roll={"attack:Cannon": [H, H, H]})
        assert (change(reply, "b", "damage"), change(reply, "b", "where")) == (4, "destroyed")
        assert (reply["result"]["destroyed:b"], fire(cannon, WALKER)["odds"]["destroyed:b"]["no"]) == ("yes", "20/27")

    @rule("DUST-38")
    def test_the_owner_chooses_who_falls_where_it_matters(self) -> None:
        reply = fire(roll={"attack:Rifle": [H, M, M]}, answers={"loss": "4"})
        assert change(reply, "b", "lost") == [4]
        assert change(fire(roll={"attack:Rifle": [H, M, M]}), "b", "lost") == [3]  # the most common loadout by default
        assert change(fire(target=SQUAD, roll={"attack:Rifle": [H, M, M]}), "b", "lost") == [2]  # all alike: nobody is asked

    @rule("DUST-38", "DUST-180")
    @pytest.mark.parametrize(("models", "hits", "asked"), [
        ([["Rifle"], ["Rifle", "Bazooka"]], 1, True), ([["Rifle"], ["Rifle", "Bazooka"]], 2, False),
        ([["Rifle"], ["Rifle"]], 1, False), ([["Rifle"], ["Rifle", "Bazooka"]], 3, False)])
    def test_nobody_is_asked_where_it_does_not_matter(self, models: Any, hits: int, asked: bool) -> None:
        units = {"a": {"card": SQUAD}, "b": {"seat": 1, "card": {**SQUAD, "models": [{"weapons": each} for each in models]}}}
        session = Session(RULES, table(RULES, frozen({"units": units})))
        session.dispatch(Opened("fire", pairs(shooter="a", target="b", squares=1)))
        session.answer(tuple([H] * hits + [M] * (3 - hits)))
        assert bool(session.prompt) is asked

    @rule("DUST-180", "DUST-38")
    def test_damage_beyond_the_last_miniature_is_lost(self) -> None:
        heavy = {**SQUAD, "weapons": {"Rifle": {"range": "4", "values": {"S2": "3/2"}}}}
        reply = fire(heavy, roll={"attack:Rifle": [H] * 9})
        assert (change(reply, "b", "lost"), change(reply, "b", "where")) == ([0, 1, 2, 3, 4], "destroyed")

    @rule("DUST-29")
    def test_a_destroyed_target_takes_no_further_line(self) -> None:
        two = {**SQUAD, "models": [{"weapons": ["Rifle", "Other"]}] * 5, "weapons": {"Rifle": RIFLE, "Other": RIFLE}}
        assert list(fire(two, {**SQUAD}, roll={"attack:Rifle": [H] * 5})["result"]["readings"]) == ["attack:Rifle"]


class TestActivation:
    @rule("DUST-03", "DUST-02", "DUST-04")
    def test_every_pair_but_two_attacks(self) -> None:
        words = ("move", "attack", "skill", "nothing")
        legal = [pair for pair in product(words, repeat=2) if "refused" not in activate(*pair)]
        assert len(legal) == 15
        assert activate("attack", "attack")["refused"]["refs"] == ["DUST-03"]

    @rule("DUST-02")
    def test_a_sustained_attack_takes_both(self) -> None:
        assert activate("sustained", "move")["refused"]["refs"] == ["DUST-02"]
        assert "refused" not in activate("sustained", "sustained")

    @rule("DUST-04")
    def test_an_attack_is_declared_with_its_target(self) -> None:
        assert activate("move", "attack", target=None)["refused"]["refs"] == ["DUST-04"]
        assert "refused" not in activate("move", "move", target=None)

    @rule("DUST-08")
    def test_once_a_round(self) -> None:
        units = {**UNITS, "a": {**UNITS["a"], "state": {"activated": True}}}
        reply = ask("dust", "activation", units, unit="a", declared=["move", "nothing"])
        assert reply["refused"]["refs"] == ["DUST-08"]

    @rule("DUST-65", "DUST-111", "DUST-136")
    @pytest.mark.parametrize(("skills", "dice", "chance"), [
        ([], 1, "1/3"), (["advanced_reactive_fire"], 2, "5/9"), (["superior_reactive_fire", "advanced_reactive_fire"], 3, "19/27")])
    def test_reaction_dice(self, skills: list[str], dice: int, chance: str) -> None:
        units = {**UNITS, "b": {"seat": 1, "card": {**GRENADIERS, "skills": skills}}}
        reply = ask("dust", "activation", units, unit="a", declared=["move", "nothing"], answers={"reaction": "b", "distance": 9})
        ready = next(check for check in reply["checks"] if check["what"] == "ready")
        assert (ready["dice"], ready["needs"]) == (dice, 1)
        session = Session(RULES, table(RULES, frozen({"units": units})))
        session.dispatch(Opened("activation", pairs(unit="a", declared=("move", "nothing"))))
        session.answer(True)
        session.answer("b")
        assert session.prompt
        from engine.explain import success
        assert str(success(session.prompt.checks[0])) == chance

    @rule("DUST-65", "DUST-66")
    @pytest.mark.parametrize("face", [H, M])
    def test_hit_or_miss_the_reactor_is_activated(self, face: str) -> None:
        session = DUST.at(2)
        session.answer((face,))
        assert session.state.unit("b").count("activated")
        assert session.prompt
        assert session.prompt.key == ("distance" if face == H else "attack:Rifle")

    @rule("DUST-68", "DUST-69")
    @pytest.mark.parametrize(("reading", "declared", "asked"), [
        ("afterFirst", ("move", "attack"), True), ("afterFirst", ("skill", "nothing"), True), ("withMove", ("skill", "nothing"), False),
        ("withMove", ("skill", "move"), True), ("listed", ("skill", "move"), False), ("listed", ("attack", "move"), True),
        ("listed", ("move", "move"), True), ("afterFirst", ("sustained", "sustained"), False)])
    def test_when_the_other_side_may_react(self, reading: str, declared: tuple[str, str], asked: bool) -> None:
        reply = activate(*declared, readings={"reactionWindow": reading}, answers={"reaction": "c", "distance": 1})
        assert ("ready" in targets(reply)) is asked

    @rule("DUST-73")
    def test_an_actor_destroyed_by_the_reaction_acts_no_more(self) -> None:
        session = DUST.at(3)
        for value in (2, (H, H, H, M, M), (M, M, M)):
            session.answer(value)
        assert session.prompt is None
        assert session.state.unit("a").gone
        assert session.state.unit("b").count("activated")
        moving = Session(RULES, DUST.start)
        moving.dispatch(Opened("activation", pairs(unit="a", declared=("move", "move"))))
        for value in (True, "b", (H,), 2, (H, H, H, M, M), (M, M, M)):
            moving.answer(value)
        assert moving.prompt is None  # no second move either
        assert not session.state.unit("b").trackers.get("lost")

    @rule("DUST-64", "DUST-66")
    def test_who_may_react(self) -> None:
        """Not the activated, not the dead, not one without a line against the actor; set by hand, it is seen at once."""
        session = DUST.at(1)
        assert offered(session) == ["none", "b", "c"]
        session.dispatch(TrackerSet("b", "activated", True))
        assert offered(session) == ["none", "c"]
        session.dispatch(TrackerSet("c", "where", "destroyed"))
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["none"]
        harmless = {**WALKER, "weapons": {"Cannon": {"range": "U", "values": {"V3": "1/2"}}}}
        units = {"a": {"card": SQUAD}, "b": {"seat": 1, "card": harmless}, "c": {"seat": 1, "card": GRENADIERS}}
        other = Session(RULES, table(RULES, frozen({"units": units})))
        other.dispatch(Opened("activation", pairs(unit="a", declared=("move", "move"))))
        other.answer(True)
        assert offered(other) == ["none", "c"]

    @rule("DUST-65", "DUST-64")
    def test_nobody_is_asked_when_nobody_can(self) -> None:
        units = {**UNITS, **{key: {**UNITS[key], "state": {"activated": True}} for key in "bc"}}
        session = Session(RULES, table(RULES, frozen({"units": units})))
        session.dispatch(Opened("activation", pairs(unit="a", declared=("move", "attack"), target="b", squares=1)))
        session.answer(True)
        assert session.prompt
        assert session.prompt.key == "attack:Rifle"

    @rule("DUST-68")
    def test_the_other_side_is_asked(self) -> None:
        session = DUST.at(1)
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of) == ("reaction", 1)

    @rule("DUST-67", "DUST-65")
    def test_the_reaction_shoots_at_the_active_unit_only(self) -> None:
        session = DUST.at(4)
        assert session.prompt
        assert session.prompt.about == ("b", "a")

    @rule("DUST-70")
    def test_one_unit_may_try(self) -> None:
        session = DUST.at(2)
        session.answer((M,))
        assert session.prompt
        assert session.prompt.key == "attack:Rifle"  # the second action; nobody else is asked

    @rule("DUST-180", "DUST-02")
    def test_its_outcomes_are_what_is_left_of_both(self) -> None:
        assert list(activate("move", "attack")["odds"]) == ["models:a", "destroyed:a", "models:b", "destroyed:b"]
        assert list(activate("move", "move", target=None)["odds"]) == ["models:a", "destroyed:a"]

    @rule("DUST-161")
    def test_a_move_is_remembered_for_the_round(self) -> None:
        session = DUST.at(1)
        assert session.state.unit("a").count("moved")


def offered(session: Session) -> list[str]:
    assert session.prompt
    return [option.key for option in session.prompt.options]


class TestRound:
    @rule("DUST-07", "DUST-08")
    def test_sides_alternate_until_all_have_acted_and_one_side_may_play_on(self) -> None:
        session = Session(RULES, DUST.start)
        session.dispatch(TrackerSet("a", "activated", True))
        session.dispatch(Advanced())
        assert (session.state.step, session.state.seat) == ("activation", 1)
        session.dispatch(TrackerSet("b", "activated", True))
        session.dispatch(Advanced())
        assert (session.state.step, session.state.seat) == ("activation", 1)  # a has acted: they play on
        session.dispatch(TrackerSet("c", "activated", True))
        session.dispatch(Advanced())
        assert session.state.step == "end"

    @rule("DUST-08", "DUST-07", "DUST-161")
    def test_cards_are_straight_again_next_round(self) -> None:
        session = Session(RULES, DUST.start)
        for unit in "abc":
            session.dispatch(TrackerSet(unit, "activated", True))
            session.dispatch(TrackerSet(unit, "moved", True))
        session.dispatch(Advanced())
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.step) == (2, "activation")
        assert not any(unit.count("activated") or unit.count("moved") for unit in session.state.units.values())

    @rule("DUST-07")
    def test_only_the_active_side_activates(self) -> None:
        session = Session(RULES, DUST.start)
        with pytest.raises(Refused):
            session.dispatch(Opened("activation", pairs(unit="b", declared=("move", "move"))))

    @rule("DUST-29", "DUST-07")
    def test_fire_can_be_resolved_alone_by_both_sides(self) -> None:
        for seat, shooter, target in ((0, "a", "b"), (1, "b", "a")):
            assert "fire" in offered_to(RULES, DUST.start, seat)
            session = Session(RULES, DUST.start)
            session.dispatch(Opened("fire", pairs(shooter=shooter, target=target, squares=1)))
            assert session.prompt


def test_the_walk_equals_brute_force_with_the_reaction_that_hurts_most() -> None:
    small = {**SQUAD, "models": [{"weapons": ["Rifle"]}] * 2}
    units = {"a": {"card": small, "state": {"cover": "soft"}}, "b": {"card": small, "seat": 1}}
    state = table(RULES, frozen({"units": units}))
    todo = task(RULES.opening("activation").run, unit="a", declared=("move", "attack"), target="b", squares=1)

    def answer(prompt: Any) -> Any:
        return {"reaction": "b", "distance": 1, "move": True}[prompt.key]

    eager = walk(state, todo, policy=lambda _, prompt: None if prompt.kind == "roll" else answer(prompt))
    assert eager.chances() == brute(lambda: todo.on(state), answer)
    assert eager.map(lambda now: now.unit("a").gone).chance(True) == Fraction(1, 3) * Fraction(1, 9) * Fraction(4, 9)
