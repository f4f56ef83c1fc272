"""The round: alternating activations, its end, and self-repair."""

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.games.dust.turn import activations_left
from engine.playing.choices import why_not
from engine.playing.fold import refusals
from engine.playing.legality import offered
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import EMPTY, frozen
from tests.games.asking import ask
from tests.games.dust.table import BOSS, RIFLES, RULES, H, M, at, dice_now, hero, hits, key, play, rule, said, seated, session, squad, tell, walker


class TestRound:
    UNITS: ClassVar[dict[str, Any]] = {
        "a": {"card": RIFLES, "seat": 0},
        "b": {"card": RIFLES, "seat": 1},
        "c": {"card": walker(skills=["self_repair"]), "seat": 1},
        "t": {"card": {"kind": "trap"}, "seat": 0},
    }

    @rule("DUST-07", "DUST-08")
    def test_sides_alternate_until_all_have_acted_and_one_side_may_play_on(self) -> None:
        game = Session(RULES, at(self.UNITS))
        assert (activations_left(game.state, 0), activations_left(game.state, 1)) == (1, 2)
        for unit, step, seat in (("a", "activation", 1), ("b", "activation", 1), ("c", "end", 1)):
            game.dispatch(TrackerSet(unit, "activated", True))
            game.dispatch(Advanced())
            assert (game.state.step, game.state.seat) == (step, seat)

    @rule("DUST-07")
    @pytest.mark.parametrize(("done", "step"), [("a", "activation"), ("bc", "activation"), ("abc", "end")])
    def test_the_round_goes_on_while_anybody_waits(self, done: str, step: str) -> None:
        game = Session(RULES, at({key: {**unit, "state": {"activated": key in done}} for key, unit in self.UNITS.items()}))
        game.dispatch(Advanced())
        assert game.state.step == step

    @rule("DUST-07", "DUST-191")
    def test_a_pair_is_one_activation(self) -> None:
        units = {
            **self.UNITS,
            "h": {"card": hero(), "seat": 0, "state": {"joined": "a"}},
            "r": {"card": RIFLES, "seat": 0, "state": {"where": "reserve"}},
            "d": {"card": RIFLES, "seat": 0, "state": {"where": "destroyed"}},
        }
        assert activations_left(at(units), 0) == 2
        again = {"a": {"card": RIFLES, "seat": 0, "state": {"activated": True, "reactivated": True}}}
        assert activations_left(at(again), 0) == 1

    @rule("DUST-07")
    def test_only_the_active_side_activates(self) -> None:
        with pytest.raises(Refused):
            session(self.UNITS, unit="b", declared=["move", "move"])

    @rule("DUST-07", "DUST-113")
    def test_what_a_round_ends(self) -> None:
        flags = ("activated", "moved", "heroic", "all_in", "medal", "reactivated")
        state = dict.fromkeys(flags, True) | {"damage": 1, "used": ["berserk"], "on_board": True}
        units = {"a": {"card": hero(), "seat": 0, "state": state}, "b": {"card": RIFLES, "seat": 1, "state": {"activated": True}}}
        game = Session(RULES, at(units, step="end", seats=[{"command": "failed", "acts_next": "a"}, {}]))
        game.dispatch(Advanced())
        unit = game.state.unit("a")
        assert not any(unit.count(flag) for flag in flags)
        assert (unit.count("damage"), unit.marks("used"), unit.count("on_board"), dict(game.state.seats[0])) == (1, ("berserk",), 1, {})
        assert (game.state.turn, game.state.step, key(game)) == (3, "initiative", "initiative")

    @rule("DUST-130", "DUST-07")
    def test_vehicles_repair_themselves_at_the_end(self) -> None:
        units = {
            "c": {"card": walker(skills=["self_repair"]), "seat": 0, "state": {"damage": 2, "activated": True}},
            "d": {"card": walker(skills=["self_repair"]), "seat": 0, "state": {"damage": 4, "where": "destroyed"}},
            "e": {"card": walker(), "seat": 0, "state": {"damage": 2, "activated": True}},
            "f": {"card": walker(skills=["self_repair"]), "seat": 0, "state": {"activated": True}},
        }
        game = Session(RULES, at(units))
        game.dispatch(Advanced())
        assert (game.state.step, dice_now(game)) == ("end", {"self_repair:c": 2})
        play(game, [H, M])
        assert (game.prompt, game.state.unit("c").count("damage")) == (None, 1)

    @rule("DUST-173", "DUST-151")
    def test_victory_points_at_the_end(self) -> None:
        units = {
            "a": {"card": squad(ap=10), "seat": 0, "state": {"where": "destroyed", "deaths": 1}},
            "b": {"card": walker(), "seat": 1, "state": {"where": "destroyed"}},
        }
        game = Session(RULES, at(units))
        game.dispatch(Advanced())
        assert (game.state.step, [held.get("points") for held in game.state.seats]) == ("end", [None, 20])  # one card states no points

    @rule("DUST-130")
    @pytest.mark.parametrize("damage", [0, 1, 2, 3])
    def test_self_repair_by_brute_force(self, damage: int) -> None:
        units = {"c": {"card": walker(skills=["self_repair"]), "state": {"damage": damage}}}
        odds = ask("dust", "self_repair", units, unit="c")["odds"]["repaired"]
        assert {int(n): Fraction(chance) for n, chance in odds.items()} == hits(damage)
        gone = {"c": {"card": walker(), "state": {"where": "destroyed"}}}
        assert ask("dust", "self_repair", gone, unit="c")["refused"]["refs"] == ["DUST-130"]

    @rule("DUST-101", "DUST-103")
    def test_set_up(self) -> None:
        game = Session(RULES, at(self.UNITS, step="initiative", turn=1))
        game.dispatch(Opened("setup", frozen({"on_board": ["a"]})))  # type: ignore[arg-type]
        faces, tied = [[H, M, M], [M, M, M]], [[H, M, M], [M, M, H]]
        assert play(game, "own", tied, faces, faces) == ["plan", "tile", "tile:again", "element"]
        assert [game.state.unit(unit).where for unit in "abc"] == ["table", "reserve", "reserve"]
        assert game.state.unit("a").count("on_board")
        printed = Session(RULES, at(self.UNITS, step="initiative", turn=1))
        printed.dispatch(Opened("setup"))
        assert play(printed, "scenario", faces) == ["plan", "element"]
        odds = ask("dust", "setup", own=False)["odds"]
        assert (odds["tile"], odds["element"]) == ({"none": "1"}, {"0": "1/2", "1": "1/2"})

    @rule("DUST-94")
    def test_heroes_join_before_the_first_round_only(self) -> None:
        units = {"h": {"card": hero(), "seat": 0}, "s": {"card": squad(), "seat": 0}}
        event = Opened("join", frozen({"hero": "h", "squad": "s"}))  # type: ignore[arg-type]
        for turn, ids in ((1, []), (2, ["DUST-94"])):
            game = Session(RULES, at(units, step="initiative", turn=turn))
            assert [no.ref.id for no in refusals(RULES, game.state, event)] == ids
            game.overrule(event)
            assert game.state.unit("h").trackers.get("joined") == "s"


class TestEndOfTheRound:
    @rule("DUST-117", "DUST-176")
    def test_what_else_a_round_ends(self) -> None:
        game = Session(RULES, at({"a": seated(0, squad(), raging=True, fired=["Rifle"], orders=["get_up"])}, step="end"))
        game.dispatch(Advanced())
        assert {*game.state.unit("a").trackers} == set()

    @rule("DUST-83", "DUST-102")
    def test_the_end_can_be_told_in_both_steps(self) -> None:
        for step, seat in (("initiative", 0), ("activation", 1), ("initiative", 1)):
            assert {"victory", "concede"} <= {*offered(RULES, at({}, step=step), seat)}

    @rule("DUST-08", "DUST-180")
    def test_no_hit_point_left_is_destroyed_wherever_it_is_told(self) -> None:
        """All four points of damage, though nobody says destroyed: nothing repairs it but the
        field repair, and it does nothing more."""
        units = {"w": seated(0, walker(4, skills=["self_repair"]), damage=4), "h": seated(0, hero(skills=["tank_head"])), "k": seated(0, BOSS)}
        orders = [tell("command", units, order=order, unit="k", target="w")["allowed"] for order in ("makeshift_repair", "field_repair")]
        assert orders == [False, True]
        assert said(ask("dust", "self_repair", units, unit="w")) == ["DUST-130"]
        assert said(ask("dust", "tank_head", units, unit="h", target="w")) == ["DUST-137"]
        assert said(ask("dust", "activation", units, unit="w", declared=["move", "nothing"])) == ["DUST-08"]
        assert tell("move", units, unit="w", dx=1, dy=0)["rules"] == ["DUST-180"]
        hurt = {**units, "w": seated(0, walker(4, skills=["self_repair"]), damage=3)}
        assert tell("command", hurt, order="makeshift_repair", unit="k", target="w")["allowed"]

    @rule("DUST-07", "DUST-118")
    def test_a_unit_without_a_hit_point_is_destroyed_though_nobody_says_so(self) -> None:
        """All its damage is told: nobody waits for it, it scores for the enemy, and its Black Ops
        are over."""
        units = {"a": seated(0, hero(3, skills=["black_ops"], ap=18), damage=3), "b": seated(1, squad(ap=20), activated=True)}
        assert tell("points", units, seat=1)["points"] == 18
        assert tell("initiative", units)["dice"] == [3, 3]
        game = Game(RULESETS)
        game.do({"do": "start", "state": {"game": "dust", "turn": 2, "step": "activation", "units": units}})
        assert game.do({"do": "advance"})["step"] == "end"


@pytest.mark.parametrize(
    ("tracker", "lasts"),
    [
        pytest.param("moved", "turn", marks=rule("DUST-161")),
        pytest.param("running", "phase", marks=rule("DUST-08")),
        pytest.param("reacting", "phase", marks=rule("DUST-65")),
        pytest.param("reactivated", "turn", marks=rule("DUST-191")),
        pytest.param("heroic", "turn", marks=rule("DUST-125")),
        pytest.param("medal", "turn", marks=rule("DUST-127")),
        pytest.param("command", "turn", marks=rule("DUST-143")),
        pytest.param("orders", "turn", marks=rule("DUST-143")),
        pytest.param("acts_next", "turn", marks=rule("DUST-144")),
    ],
)
def test_how_long_a_tracker_lasts(tracker: str, lasts: str) -> None:
    found = RULESETS["dust"].tracker(tracker)
    assert found
    assert found.lasts == lasts


class TestWhatIsOffered:
    """Without a unit being named: what nobody can do is not offered."""

    ALONE: ClassVar[set[str]] = {"move", "attack", "assault_lines", "reload", "tank_head", "command"}

    def against(self, units: Any, *keys: str) -> dict[str, str]:
        now = at(units)
        found = {key: why_not(RULES, now, RULES.opening(key), EMPTY) for key in keys}
        return {key: no[0].ref.id for key, no in found.items() if no}

    @rule("DUST-04", "DUST-02")
    def test_actions_by_themselves_wait_for_an_activation(self) -> None:
        units = {"a": seated(0, squad()), "b": seated(1, squad())}
        assert self.against(units, "activation", *self.ALONE) == dict.fromkeys(self.ALONE, "DUST-04")
        assert self.against({**units, "a": seated(0, squad(), running=True)}, "activation", *self.ALONE) == {}

    @rule("DUST-99", "DUST-94")
    @pytest.mark.parametrize(("joined", "against"), [({"joined": "a"}, {}), ({}, {"separate": "DUST-99"})])
    def test_only_a_pair_separates(self, joined: Any, against: dict[str, str]) -> None:
        assert self.against({"a": seated(0, squad()), "h": seated(0, hero(), **joined)}, "separate") == against

    @rule("DUST-125")
    @pytest.mark.parametrize(
        ("skills", "state", "against"),
        [
            (["heroic_attack"], {}, {}),
            (["heroic_attack"], {"used": ["heroic_attack"]}, {"heroic_attack": "DUST-125"}),
            (["heroic_attack"], {"where": "destroyed"}, {"heroic_attack": "DUST-125"}),
            ([], {}, {"heroic_attack": "DUST-125"}),
        ],
    )
    def test_heroism_while_somebody_has_it(self, skills: list[str], state: Any, against: dict[str, str]) -> None:
        assert self.against({"h": seated(0, hero(skills=skills), **state)}, "heroic_attack") == against
