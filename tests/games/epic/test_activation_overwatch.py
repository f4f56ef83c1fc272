"""Overwatch. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic.activation.overwatch import watchers
from engine.playing.session import Session
from engine.values.kinds import Either, Kind, Whole, Word
from engine.values.maps import frozen, pairs
from engine.values.model import Impossible
from engine.values.texts import english
from tests.games.epic.table import AWAY, PLANE, ask, do, foot, force, game, open_prompt, side, state, tank, titan, why_refused

rule = pytest.mark.rule


SEEN = {"able": 2}

ABOARD: dict[str, Any] = {"aboard": "t", "where": "inside"}

FLYING: dict[str, Any] = {"flying": True, "order": "ground_attack"}


class TestOverwatchQuestion:
    @rule("EPIC-62", "EPIC-259")
    @pytest.mark.parametrize(
        ("trigger", "may"),
        [
            ("move", True),
            ("charge", True),
            ("pop_up", True),
            ("disembark", True),
            ("withdrawal", True),
            ("counter_charge", False),
            ("planetfall", False),
            ("teleport", False),
            ("landing", False),
            ("consolidation", False),
            ("drop_pod", False),
        ],
    )
    def test_triggers(self, trigger: str, may: bool) -> None:
        assert ask("overwatch", {"a": side(overwatch=True, blast=2)}, formation="a", trigger=trigger, flak_fired=True)["result"]["may_fire"] == may

    @rule("EPIC-62", "EPIC-261")
    def test_only_on_overwatch_and_unbroken(self) -> None:
        assert not ask("overwatch", {"a": side()}, formation="a")["result"]["may_fire"]
        assert not ask("overwatch", {"a": side(overwatch=True, broken=True)}, formation="a")["result"]["may_fire"]


class TestOverwatch:
    @rule("EPIC-62", "EPIC-259")
    @pytest.mark.parametrize(("order", "moves"), [("sustained", 0), ("advance", 1), ("double", 2), ("march", 3)])
    def test_asked_once_for_each_move(self, order: str, moves: int) -> None:
        session = do(game(a=side(), d=side(seat=1, overwatch=True)), "action", (6,), *("none",) * moves, formation="a", order=order)
        assert session.prompt is None

    @rule("EPIC-62", "EPIC-262")
    @pytest.mark.parametrize(("mover", "answers"), [(side(blast=2), ((1, 1), "none", "none", 0)), (force((1, foot(armour=None))), ((6, 1),))])
    def test_nobody_fires_at_those_who_broke_or_fell(self, mover: Any, answers: tuple[Any, ...]) -> None:
        """Three markers on three units, or the only one killed by an AP5+ hit without a save:
        the second watcher keeps its fire; those who broke withdraw by two moves of their own."""
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


class TestOverwatchAtAWithdrawal:
    """A broken mob of four withdraws past two watchers of two guns at AP5+ each; as it is broken,
    the marker of the fire is a hit without a save."""

    def withdrawing(self, *answers: Any, reading: str = "must", units: int = 4) -> Session:
        watchers = {name: side(2, seat=1, overwatch=True) for name in "de"}
        session = game(readings={"withdrawal": reading}, a=side(units, broken=True), **watchers)
        return do(session, "withdraw", *answers, formation="a")

    @rule("EPIC-259", "EPIC-113")
    def test_each_of_the_two_moves_may_be_answered(self) -> None:
        session, asked = self.withdrawing(), []
        for answer in ("none", "none", 0):
            asked.append(open_prompt(session).key)
            session.answer(answer)
        assert (asked, session.prompt) == (["overwatch:withdraw1:a:2", "overwatch:withdraw2:a:2", "withdraw:a:0"], None)

    @rule("EPIC-62")
    def test_the_question_says_so(self) -> None:
        assert english(open_prompt(self.withdrawing()).text) == "Force withdraws, after move 1: overwatch fire?"

    @rule("EPIC-116", "EPIC-259")
    def test_fire_costs_a_unit_without_a_save(self) -> None:
        """No hit, yet one of five dies for the marker; the other watcher fires after the second
        move and kills one by a hit that is not saved: the markers of the fire and of that loss cost
        two more, and one is left."""
        session = self.withdrawing("d", SEEN, (1, 1), "none", "e", SEEN, (5, 1), (1,), 0, units=5)
        assert (session.prompt, state(session, "a")) == (None, {"broken": True, "lost": (4,)})
        assert [session.state.unit(each).count("overwatch") for each in "de"] == [0, 0]

    @rule("EPIC-62", "EPIC-259")
    def test_a_watcher_may_be_larger_than_who_made_them_withdraw(self) -> None:
        """One gun breaks two units that have a marker; two guns on overwatch answer the first
        move."""
        on = {"a": side(2, blast=1), "d": side(2, seat=1, overwatch=True), "f": side(1, seat=1)}
        session = do(game(seat=1, **on), "fire", (1,), "d", SEEN, by="f", target="a", terrain="open_ground", range=15)
        assert (open_prompt(session).key, open_prompt(session).checks[0].dice) == ("to_hit", 2)

    @rule("EPIC-113", "EPIC-259")
    def test_nobody_is_left_to_move_on(self) -> None:
        session = self.withdrawing("d", SEEN, (1, 1), units=1)
        assert (session.prompt, session.state.unit("a").where) == (None, "destroyed")

    @rule("EPIC-113", "EPIC-259")
    @pytest.mark.parametrize(("moves", "asked"), [(True, "overwatch:withdraw1:a:2"), (False, "withdraw:a:0")])
    def test_moves_that_may_be_declined(self, moves: bool, asked: str) -> None:
        assert open_prompt(self.withdrawing(moves, reading="may")).key == asked

    @rule("EPIC-112", "EPIC-262")
    def test_who_fired_before_does_not_answer_again(self) -> None:
        """Broken by the overwatch of d after its first move: e alone may answer the withdrawal."""
        watchers = {name: side(2, seat=1, overwatch=True) for name in "de"}
        session = do(game(a=side(blast=2), **watchers), "action", (6,), "d", SEEN, (1, 1), formation="a", order="double")
        assert [option.key for option in open_prompt(session).options] == ["none", "e"]
        for answer in ("e", SEEN, (1, 1)):
            session.answer(frozen(answer))
        assert (open_prompt(session).key, state(session, "a")) == ("withdraw:a:0", {"broken": True, "lost": (1,)})

    @rule("EPIC-57", "EPIC-112")
    def test_a_battery_breaks_nobody_twice(self) -> None:
        """A barrage at a formation that withdraws already: no second withdrawal follows."""
        guns = force((1, tank(weapons=[{"name": "Mortar", "range": 45, "bp": 1}])), seat=1, state={"overwatch": True})
        session = do(game(a=side(broken=True), d=guns), "withdraw", "d", {"able": 1}, formation="a")
        asked = []
        while session.prompt and len(asked) < 20:
            asked.append(session.prompt.key.partition(":")[0])
            session.answer(0 if session.prompt.kind == "number" else tuple((1,) * check.dice for check in session.prompt.checks))
        assert asked.count("withdraw") == 1


class TestOverwatchAndBatteries:
    def answered(self, blast: int = 0) -> Any:
        gun = {"name": "Rocket", "range": 45, "ap": 4, "abilities": ["single_shot"]}
        watcher = force((2, foot(weapons=[gun])), seat=1, state={"overwatch": True, "popped_up": True, "blast": blast})
        return do(game(a=force((3, foot())), d=watcher), "action", [6], "d", {"able": 2}, formation="a", order="march")

    @rule("EPIC-62", "EPIC-125")
    def test_it_comes_down_and_has_fired(self) -> None:
        session = self.answered()
        session.answer((1, 1))
        assert state(session, "d") == {"fired": pairs(Rocket=1)}

    @rule("EPIC-44", "EPIC-260")
    def test_all_suppressed_it_does_nothing(self) -> None:
        session = self.answered(blast=2)
        assert state(session, "a") == {"marched": True}


@rule("EPIC-253", "EPIC-62")
@pytest.mark.parametrize(("where", "may"), [("table", True), ("inside", False), ("reserve", False), ("destroyed", False)])
def test_nobody_aboard_fires_from_overwatch(where: str, may: bool) -> None:
    on = {"m": force((3, foot()), state={"overwatch": True, "where": where})}
    assert ask("overwatch", on, formation="m", trigger="move")["result"]["may_fire"] is may


class TestFireAtTroopsThatGetOut:
    """Two watchers with AP5+ fire at four infantry of 5+ armour: one hit, one loss, two markers."""

    def fired_at(self, carrier: Any, procedure: str, *before: Any, troops: dict[str, Any] = ABOARD, **told: Any) -> Any:
        session = game(t=carrier, a=force((4, foot()), state=troops), d=side(2, seat=1, overwatch=True))
        do(session, procedure, *before, "d", SEEN, (5, 1), (1,), **told)
        return state(session, "a"), session.state.unit("d").count("overwatch")

    @rule("EPIC-62", "EPIC-259")
    def test_out_of_a_war_engine(self) -> None:
        carrier = force((1, titan(transport=4)), state={"activated": True, "order": "advance"})
        assert self.fired_at(carrier, "disembark", transport="t", formations=["a"]) == ({"lost": (1,), "blast": 2}, 0)

    @rule("EPIC-62")
    def test_the_question_says_that_they_got_out(self) -> None:
        carrier = force((1, titan(transport=4)), state={"activated": True, "order": "advance"})
        session = game(t=carrier, a=force((4, foot()), name="Squad", state=ABOARD), d=side(2, seat=1, overwatch=True))
        assert english(open_prompt(do(session, "disembark", transport="t", formations=["a"])).text) == "Squad has got out: overwatch fire?"

    @rule("EPIC-62", "EPIC-214")
    @pytest.mark.parametrize(("procedure", "more"), [("touch_down", {}), ("air_assault", {"defender": "d"})])
    def test_out_of_an_aircraft_that_has_landed(self, procedure: str, more: dict[str, Any]) -> None:
        carrier = force((1, PLANE), state=FLYING)
        assert self.fired_at(carrier, procedure, formation="t", unload=["a"], **more) == ({"lost": (1,), "blast": 2}, 0)

    @rule("EPIC-62", "EPIC-222")
    def test_after_planetfall(self) -> None:
        carrier = force((1, titan(transport=4)), state=AWAY)
        fired = self.fired_at(carrier, "planetfall", [3, 4], "clear", formation="t", unload=["a"])
        assert fired == ({"lost": (1,), "blast": 2}, 0)

    @rule("EPIC-62", "EPIC-225")
    def test_out_of_drop_pods(self) -> None:
        fired = self.fired_at(side(), "drop_pods", [3, 4], 0, troops=AWAY, formation="a", pods=1)
        assert fired == ({"lost": (1,), "blast": 2}, 0)


@rule("EPIC-215", "EPIC-85")
@pytest.mark.parametrize(
    ("seat", "state_of_it", "why"), [(0, {}, "friend"), (1, {"where": "reserve"}, "nobody_there"), (1, {"where": "inside"}, "nobody_there"), (1, {}, None)]
)
def test_an_air_assault_is_on_enemies_who_are_there(seat: int, state_of_it: dict[str, Any], why: str | None) -> None:
    on = {"t": force((1, PLANE), state=FLYING), "d": force((3, foot()), seat=seat, state=state_of_it)}
    assert why_refused("air_assault", on, formation="t", defender="d") == why


def seen(**more: Any) -> Session:
    """Four who watch with guns of 30 and 75 cm are asked what they see of three on foot."""
    guns = [{"name": "Long", "range": 75, "ap": 4}, {"name": "Short", "range": 30, "ap": 2}, {"name": "Fists", "range": 15}]
    watch = force((4, foot(weapons=guns)), seat=1, state={"overwatch": True})
    session = game(f=force((3, foot(**more))), w=watch)
    return do(session, "action", [6], "w", formation="f", order="advance")


def kinds_asked(session: Session) -> dict[str, Kind]:
    form = open_prompt(session).fields
    assert form
    return {field.key: field.kind for field in form.fields}


class TestWhatTheWatcherSees:
    @rule("EPIC-41", "EPIC-62")
    def test_no_more_than_there_are_by_the_ranges_of_their_weapons(self) -> None:
        """Small arms have no firepower: nothing is fired with them."""
        fields = kinds_asked(seen())
        assert fields["able"] == Whole(0, 4)
        assert isinstance(fields["range"], Either)
        assert fields["range"].kinds[0] == Word(("30", "75"))

    @rule("EPIC-41", "EPIC-62")
    def test_without_a_weapon_of_a_range_any_distance_may_be_told(self) -> None:
        watch = force((4, foot(weapons=[{"name": "Beam", "range": "unlimited", "ap": 4}])), seat=1, state={"overwatch": True})
        session = do(game(f=side(), w=watch), "action", [6], "w", formation="f", order="advance")
        assert kinds_asked(session)["range"] == Whole(0, 999)
        with pytest.raises(Impossible):
            session.answer(frozen({"able": 4, "range": "far"}))

    @rule("EPIC-69", "EPIC-77")
    @pytest.mark.parametrize(
        ("kind", "grounds"),
        [
            ("INF", {"open_ground", "building", "ruin", "fortification", "gun_emplacement", "trench", "jungle", "wood", "scrub", "river", "marsh"}),
            ("AV", {"open_ground", "ruin", "gun_emplacement", "wood"}),
        ],
    )
    def test_the_ground_that_does_something_for_the_mover(self, kind: str, grounds: set[str]) -> None:
        found = kinds_asked(seen(type=kind))["terrain"]
        assert isinstance(found, Either)
        assert isinstance(found.kinds[0], Word)
        assert set(found.kinds[0].choices) >= grounds
        assert {"razor_wire", "road", "open", "hill"}.isdisjoint(found.kinds[0].choices)

    @rule("EPIC-41", "EPIC-260")
    @pytest.mark.parametrize(("distance", "dice"), [("30", [4, 4]), ("75", [4]), (30, [4, 4]), (31, [4]), (None, [4, 4])])
    def test_a_range_may_be_tapped_or_told(self, distance: Any, dice: list[int]) -> None:
        """Within 30 cm both weapons of each of the four bear, beyond only the long one."""
        session = seen()
        session.answer(frozen({"able": 4, "range": distance, "terrain": "open_ground"}))
        assert [check.dice for check in open_prompt(session).checks] == dice


class TestWhoAnswersAWithdrawal:
    @rule("EPIC-113", "EPIC-259")
    @pytest.mark.parametrize(("watch", "key"), [(True, "withdraws:a"), (False, "withdraw:a:0")])
    def test_moves_that_may_be_declined_are_asked_for_only_under_overwatch(self, watch: bool, key: str) -> None:
        session = game(readings={"withdrawal": "may"}, a=side(broken=True), d=side(seat=1, overwatch=watch))
        assert open_prompt(do(session, "withdraw", formation="a")).key == key

    @rule("EPIC-62", "EPIC-113")
    @pytest.mark.parametrize(("where", "found"), [("table", ("d",)), ("destroyed", ())])
    def test_nobody_answers_who_is_gone(self, where: str, found: tuple[str, ...]) -> None:
        assert watchers(game(a=side(where=where), d=side(seat=1, overwatch=True), e=side(seat=1)).state, "a") == found
