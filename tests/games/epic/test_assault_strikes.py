"""Strikes in an assault: who strikes whom, with what. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.examples import INFANTRY, TANK
from engine.games.epic.formations.rows import strength
from engine.values.maps import frozen, pairs
from tests.games.epic.table import (
    FIGHTER,
    SHIELDED_TITAN,
    WEAK_TITAN,
    arm,
    ask,
    assaulting,
    attacks_of,
    bare,
    chance,
    dice_and_targets,
    do,
    foot,
    force,
    game,
    side,
    tank,
)

rule = pytest.mark.rule
F = Fraction


CLAW = {"name": "Claw", "range": "contact", "abilities": ["macro_weapon"]}


FISTS = {"name": "Fists", "range": "contact", "abilities": ["extra_attacks:1"]}


def dice_of(reply: dict[str, Any], formation: str) -> list[tuple[int, int]]:
    """A formation's dice, and what each needs."""
    return [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith(f"strike:{formation}")]


class TestStrike:
    @rule("EPIC-90", "EPIC-89")
    def test_one_die_a_unit_against_its_value_for_both_at_once(self) -> None:
        session = assaulting(ours=4, theirs=2)
        seen = []
        for faces in ((1,) * 4, (1,) * 2):
            assert session.prompt
            seen += [(session.prompt.key, check.dice, check.targets, check.modifiers) for check in session.prompt.checks]
            session.answer(faces)
        assert seen == [("strike:a", 4, (5,), ()), ("strike:d", 2, (5,), ())]

    @rule("EPIC-90")
    def test_blast_markers_do_not_suppress(self) -> None:
        session = assaulting(a={"blast": 2})
        assert session.prompt
        assert session.prompt.checks[0].dice == 3

    @rule("EPIC-89")
    def test_close_combat_or_firefight(self) -> None:
        for fought, target in (("cc", 6), ("ff", 4)):
            session = assaulting({"fought": fought}, unit=TANK)
            assert session.prompt
            assert session.prompt.checks[0].targets == (target,)

    @rule("EPIC-84", "EPIC-89")
    def test_only_units_engaged_strike_and_are_hit(self) -> None:
        numbers = frozen({"a": {"cc": [1], "ff": [1]}, "d": {"cc": [1], "ff": []}})
        session = assaulting({"engaged": numbers}, ours=4, theirs=4, unit=TANK)
        assert session.prompt
        assert [(check.key, check.dice, check.targets) for check in session.prompt.checks] == [("strike:a:0", 1, (6,)), ("strike:a:1", 1, (4,))]
        session.answer(((6,), (6,)))
        assert session.prompt
        assert session.prompt.checks[0].dice == 1  # both hits on the one engaged
        session.answer((1, 1))
        session.answer((1,))
        assert strength(session.state, "d") == 3

    @rule("EPIC-50", "EPIC-91")
    def test_saves_against_the_armour_and_what_fails_is_lost(self) -> None:
        session = assaulting()
        session.answer((5, 5, 1))
        assert session.prompt
        assert [(check.key, check.dice, check.targets) for check in session.prompt.checks] == [("save:d", 2, (5,))]
        session.answer((5, 4))
        assert strength(session.state, "d") == 3  # the fallen lie until both have struck
        session.answer((6, 1, 1))
        session.answer((4,))
        assert (strength(session.state, "a"), strength(session.state, "d")) == (2, 2)

    @rule("EPIC-50", "EPIC-255")
    def test_a_unit_hit_twice_must_save_twice(self) -> None:
        session = assaulting(ours=3, theirs=2)
        session.answer((5, 5, 5))
        assert session.prompt
        assert [(check.key, check.dice) for check in session.prompt.checks] == [("save:d:0", 1), ("save:d:1", 1)]
        session.answer(((6, 3), (6,)))
        session.answer((1, 1))
        assert strength(session.state, "d") == 1

    @rule("EPIC-50")
    def test_without_armour_there_is_no_save(self) -> None:
        bare = {key: value for key, value in INFANTRY.items() if key != "armour"}
        session = assaulting(unit=bare)
        session.answer((5, 1, 1))
        session.answer((1, 1, 1))
        assert session.prompt
        assert session.prompt.key == "result"  # nothing to save with: the unit is gone
        assert strength(session.state, "d") == 2

    @rule("EPIC-89", "EPIC-91")
    def test_the_dead_have_still_struck(self) -> None:
        session = assaulting(ours=1, theirs=1)
        for face in (6, 1, 6, 1):
            session.answer((face,))
        assert session.state.unit("a").gone
        assert session.state.unit("d").gone

    @rule("EPIC-92", "EPIC-264")
    def test_only_the_defender_saves_by_cover(self) -> None:
        session = assaulting({"terrain": "building"})
        session.answer((5, 1, 1))
        assert session.prompt
        assert session.prompt.checks[0].targets == (4,)
        session.answer((4,))
        session.answer((5, 1, 1))
        assert session.prompt
        assert session.prompt.checks[0].targets == (5,)

    def attacks(self, ours: Any, theirs: Any, **how: Any) -> dict[str, Any]:
        units = {"a": force((1, ours)), "d": force((1, theirs), seat=1)}
        return ask("assault_attacks", units, sides=[{"formation": "a", **how}, {"formation": "d", **how}])

    @rule("EPIC-151", "EPIC-89")
    def test_first_strikes_come_first(self) -> None:
        """Both hit on 5+ and have no armour: who strikes first denies the other his blow with
        1/3."""
        quick = {"type": "INF", "cc": 5, "ff": 5, "weapons": [{"name": "Lance", "range": "contact", "abilities": ["first_strike"]}]}
        plain = {"type": "INF", "cc": 5, "ff": 5}
        reply = self.attacks(quick, plain, cc=[1])
        assert (chance(reply, "kills:0", 1), chance(reply, "kills:1", 1)) == (F(1, 3), F(2, 9))
        equal = self.attacks(quick, quick, cc=[1])
        assert (chance(equal, "kills:0", 1), chance(equal, "kills:1", 1)) == (F(1, 3), F(1, 3))
        afar = self.attacks(quick, plain, ff=[1])  # the weapon is no help in a firefight
        assert chance(afar, "kills:1", 1) == F(1, 3)

    @rule("EPIC-150", "EPIC-151")
    def test_extra_attacks_and_only_they_have_what_their_weapon_has(self) -> None:
        blade = {"name": "Blade", "range": "contact", "abilities": ["extra_attacks:1", "macro_weapon"]}
        units = {"a": force((1, foot(cc=4, weapons=[blade]))), "d": force((2, foot(armour=4, cc=6)), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [0], "ff": [2]}])
        assert [(check["what"], check["dice"]) for check in reply["checks"]][:2] == [("strike:a:0", 1), ("strike:a:1", 1)]
        assert chance(reply, "kills:0", 2) == F(1, 2) * F(1, 2) * F(1, 2)  # both hit, the normal one is not saved; the macro hit takes a survivor
        first = {"name": "Pistol", "range": 15, "abilities": ["extra_attacks:2", "first_strike"]}
        units = {"a": force((1, foot(weapons=[first]))), "d": force((3, foot()), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "ff": [1]}, {"formation": "d", "ff": [3]}])
        assert [(check["what"], check["dice"]) for check in reply["checks"] if check["what"].startswith(("first", "strike:a"))] == [
            ("first:a", 2),
            ("strike:a", 1),
        ]

    @rule("EPIC-141", "EPIC-150")
    def test_a_characters_blade_strikes_once_more(self) -> None:
        chief = {"name": "Chief", "type": "CH", "weapons": [{"name": "Blade", "range": "contact", "abilities": ["extra_attacks:1", "mw"]}]}
        units = {"a": force((3, foot()), (1, chief)), "d": force((3, foot()), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "cc": [3]}, {"formation": "d", "cc": [3]}])
        assert [check["dice"] for check in reply["checks"] if check["what"].startswith("strike:a")] == [3, 1]

    @rule("EPIC-154", "EPIC-51")
    def test_a_macro_weapon_makes_the_whole_blow_one(self) -> None:
        hammer = {"type": "INF", "cc": 4, "ff": 5, "weapons": [{"name": "Hammer", "range": "contact", "abilities": ["macro_weapon"]}]}
        assert chance(self.attacks(hammer, foot(armour=3), cc=[1]), "kills:0", 1) == F(1, 2)
        assert chance(self.attacks(hammer, foot(armour=3), ff=[1]), "kills:0", 1) == F(1, 3) * F(1, 3)

    @rule("EPIC-128")
    def test_a_skimmers_firefight_in_contact(self) -> None:
        units = {"a": force((2, tank(cc=6, ff=4))), "d": force((2, tank(cc=6, ff=4)), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "ff": [1], "ff_in_contact": [1]}, {"formation": "d", "ff_in_contact": 1}])
        assert [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith("strike")] == [(2, 4), (1, 4)]

    @rule("EPIC-89", "EPIC-84")
    def test_one_number_counts_from_the_front(self) -> None:
        units = {"a": force((2, foot(cc=3)), (2, foot(cc=4, ff=6))), "d": force((3, foot()), seat=1)}
        reply = ask("assault_attacks", units, sides=[{"formation": "a", "cc": 3, "ff": 1}, {"formation": "d"}])
        assert [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith("strike:a")] == [(2, 3), (1, 4), (1, 6)]

    @rule("EPIC-184", "EPIC-162")
    def test_a_war_engine_rolls_its_capacity(self) -> None:
        units = {"a": force((1, tank(type="WE", dc=3))), "d": force((3, foot()), seat=1)}
        assert ask("assault_attacks", units, sides=[{"formation": "a"}, {"formation": "d"}])["checks"][0]["dice"] == 3


class TestBlows:
    @rule("EPIC-84", "EPIC-89")
    @pytest.mark.parametrize(("stated", "dice"), [([1], [(1, 5)]), ([0, 2], [(2, 6)]), (2, [(1, 5), (1, 6)]), ([9, 9], [(1, 5), (2, 6)])])
    def test_rows_that_are_not_stated_do_not_fight(self, stated: Any, dice: list[tuple[int, int]]) -> None:
        """One unit of CC 5+ in front of two of CC 6+."""
        assert dice_of(attacks_of(force((1, foot()), (2, tank())), side(), {"cc": stated}, {"cc": [3]}), "a") == dice

    @rule("EPIC-90")
    def test_a_value_that_no_card_states_is_asked_for(self) -> None:
        assert attacks_of(force((1, foot(ff=None))), side(), {"ff": [1]}, {"ff": [1]})["unknown"] == ["units.a.card.units.0.1.ff"]

    @rule("EPIC-184")
    @pytest.mark.parametrize(
        ("stated", "dice"),
        [({"ff": [2]}, [(3, 5)]), ({"cc": [2]}, [(3, 4)]), ({"cc": [2], "ff": [1]}, [(2, 4), (1, 5)]), ({"cc": [1], "ff": [2]}, [(1, 4), (2, 5)])],
    )
    def test_all_its_capacity_however_it_is_split(self, stated: dict[str, Any], dice: list[tuple[int, int]]) -> None:
        """Capacity 3, CC 4+, FF 5+; where all fight alike there is nothing to split."""
        assert dice_of(attacks_of(force((1, WEAK_TITAN)), bare(1), stated, {"cc": [1]}), "a") == dice

    @rule("EPIC-101", "EPIC-184")
    def test_the_next_round_is_split_anew(self) -> None:
        """1 and more units, twice as many, no marker against 3 and no marker: 4 each. Then all
        three dice in contact."""
        session = game(a=force((1, WEAK_TITAN)), d=side(1, seat=1))
        do(
            session,
            "assault",
            ((1, 1), (1,)),
            (1,),
            ((1, 1), (3, 3)),
            "cc",
            attacker="a",
            defender="d",
            engaged={"a": {"cc": [2], "ff": [1]}, "d": {"cc": [1]}},
        )
        assert session.prompt
        assert [(check.dice, check.targets) for check in session.prompt.checks] == [(3, (4,))]

    @rule("EPIC-184", "EPIC-90")
    def test_a_wreck_strikes_no_more(self) -> None:
        on = {"a": force((1, WEAK_TITAN), (2, foot()), state={"lost": [1, 0]}), "d": side(seat=1)}
        session = do(game(**on), "assault", attacker="a", defender="d", engaged={"a": {"cc": [2, 1], "ff": [1, 0]}, "d": {"cc": [1]}})
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [1]

    @rule("EPIC-150", "EPIC-184")
    @pytest.mark.parametrize(
        ("engines", "capacity", "stated", "dice"),
        [
            (2, 2, {"cc": [1], "ff": [1]}, [(2, 4), (1, 4), (2, 5)]),
            (1, 3, {"cc": [2], "ff": [1]}, [(2, 4), (1, 4), (1, 5)]),
            (2, 2, {"cc": [2]}, [(4, 4), (2, 4)]),
        ],
    )
    def test_extra_attacks_of_each_engine_in_contact(self, engines: int, capacity: int, stated: dict[str, Any], dice: list[tuple[int, int]]) -> None:
        """One more for each engine that touches, whatever its capacity."""
        ours = force((engines, {**WEAK_TITAN, "dc": capacity, "weapons": [FISTS]}))
        assert dice_of(attacks_of(ours, bare(1), stated, {"cc": [1]}), "a") == dice

    @rule("EPIC-184", "EPIC-265")
    @pytest.mark.parametrize(
        ("ours", "stated", "roll", "lost"),
        [
            (force((1, {**WEAK_TITAN, "weapons": [CLAW]})), {"cc": [2], "ff": [1]}, {"strike:a": [[6, 6], [1]]}, [1, 0]),
            (force((1, {**WEAK_TITAN, "weapons": [CLAW]})), {"cc": [2], "ff": [1]}, {"strike:a": [[1, 1], [6]], "save:d": [1]}, [0, 1]),
            (force((2, foot(weapons=[CLAW]))), {"cc": [2]}, {"strike:a": [6, 6]}, [1, 1]),
        ],
    )
    def test_whom_macro_weapons_in_contact_reach(self, ours: Any, stated: dict[str, Any], roll: dict[str, Any], lost: list[int]) -> None:
        """An engine's dice only those it fights so; those of ordinary units anybody who is
        engaged. Armour saves from the firefight alone."""
        theirs = force((1, foot(armour=2)), (2, foot(armour=2)))
        reply = attacks_of(ours, theirs, stated, {"cc": [1, 0], "ff": [0, 2]}, roll={**roll, "strike:d": [[1], [1, 1]]})
        assert reply["after"]["d"]["lost"] == lost

    @rule("EPIC-184", "EPIC-265")
    @pytest.mark.parametrize(
        ("hit", "taken"),
        [
            ({"type": "cc", "by": "WE"}, [2, 0]),
            ({"type": "ff", "by": "WE"}, [0, 2]),
            ({"type": "cc"}, [1, 1]),
            ({"type": "ff"}, [1, 1]),
            ({"type": "normal", "by": "WE"}, [1, 1]),
            ({"type": "mw", "by": "WE"}, [1, 1]),
        ],
    )
    def test_two_hits_on_one_in_contact_and_one_apart(self, hit: dict[str, Any], taken: list[int]) -> None:
        """Told as those of a war engine's close combat or firefight they are tied, else they go
        round."""
        reply = ask("allocate", units=[{"type": "INF", "contact": True}, {"type": "INF"}], hits=[{**hit, "count": 2}])
        assert list(reply["result"]["hits"]) == taken

    @rule("EPIC-178", "EPIC-179")
    @pytest.mark.parametrize(("kind", "damage"), [("cc", 2), ("ff", 1), ("normal", 1)])
    def test_two_hits_on_a_shield_stated_by_their_kind(self, kind: str, damage: int) -> None:
        """One shield and no armour: close combat passes it by."""
        reply = ask("critical", dc=4, shields=1, critical="none", hits=[{"type": kind, "count": 2}])
        assert chance(reply, "damage", damage) == 1


class TestWhoStrikesWithWhat:
    ENGINE = pairs(name="Engine", type="WE", dc=3, cc=4, ff=5, armour=4)

    @rule("EPIC-84", "EPIC-90")
    @pytest.mark.parametrize(
        ("rows", "stated", "thrown"),
        [
            pytest.param(((1, ENGINE),), {"cc": [2], "ff": [1]}, [(2, 4), (1, 5)], marks=rule("EPIC-162", "EPIC-184")),
            pytest.param(((1, ENGINE),), {"cc": [1]}, [(3, 4)], marks=rule("EPIC-162", "EPIC-184")),
            pytest.param(((1, ENGINE),), {"ff": [1]}, [(3, 5)], marks=rule("EPIC-162", "EPIC-184")),
            pytest.param(((2, ENGINE),), {"cc": [1], "ff": [1]}, [(3, 4), (3, 5)], marks=rule("EPIC-162", "EPIC-184")),
            pytest.param(((3, foot(ff=4)),), {"cc": [2], "ff": [2]}, [(2, 5), (1, 4)], marks=rule("EPIC-184")),
            pytest.param(((3, foot(ff=4)),), {"cc": [1], "ff": [2]}, [(1, 5), (2, 4)], marks=rule("EPIC-184")),
            (((2, foot()), (1, {**FIGHTER, "ff": 5})), {"cc": [2, 1]}, [(2, 5)]),
            (((2, foot()), (1, {**FIGHTER, "cc": 6})), {"cc": [2, 1]}, [(2, 5), (1, 6)]),
        ],
    )
    def test_dice(self, rows: Any, stated: dict[str, Any], thrown: list[tuple[int, int]]) -> None:
        """A die a unit, an engine its capacity however it shares it; aircraft without a value do
        not strike."""
        cards = [(count, dict(card.items())) for count, card in rows]
        on = {"a": force(*cards), "d": force((1, foot()), seat=1)}
        reply = ask("assault", on, attacker="a", defender="d", engaged={"a": stated, "d": {"ff": [1]}}, roll={"strike:d": [1]})
        assert [pair for check, pair in zip(reply["checks"], dice_and_targets(reply, ""), strict=True) if check["what"].startswith("strike:a")][
            : len(thrown)
        ] == thrown

    @rule("EPIC-89", "EPIC-141")
    @pytest.mark.parametrize(
        ("weapon", "how", "kills"),
        [
            (arm("contact", "macro_weapon"), "cc", 1),
            (arm("contact", "macro_weapon"), "ff", None),
            (arm(15, "macro_weapon"), "ff", 1),
            (arm(15, "macro_weapon"), "cc", None),
            (arm(45, "macro_weapon", at=4), "ff", None),
            (arm(15, "macro_weapon", "small_arms", ap=4), "ff", 1),
            (arm(15, "small_arms", "macro_weapon", ap=4), "cc", None),
            (arm("contact", "lance"), "cc", None),
        ],
    )
    def test_whose_weapon_counts(self, weapon: dict[str, Any], how: str, kills: int | None) -> None:
        """Against armour 2 a macro-weapon kills for certain, other hits leave a save; only arms
        of that kind of fighting count."""
        on = {"a": force((1, foot(weapons=[weapon]))), "d": force((1, foot(armour=2)), seat=1)}
        sides = [{"formation": "a", how: [1]}, {"formation": "d", how: [1]}]
        assert ask("assault_attacks", on, sides=sides, roll={"strike:a": [6], "strike:d": [1]})["result"]["kills:0"] == kills

    @rule("EPIC-89", "EPIC-150")
    def test_what_an_arm_brings(self) -> None:
        """A Titan Killer of three points; fire that ignores the cover of buildings leaves armour
        6."""
        on = {"a": force((1, foot(weapons=[arm("contact", "titan_killer:3")]))), "d": force((1, {**SHIELDED_TITAN, "dc": 6, "critical": "none"}), seat=1)}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        assert ask("assault_attacks", on, sides=sides, roll={"strike:a": [6], "strike:d": [1] * 6})["result"]["kills:0"] == 3
        on = {"a": force((1, foot(weapons=[arm(15, "ignore_cover")]))), "d": force((1, foot(armour=6)), seat=1)}
        sides = [{"formation": "a", "ff": [1]}, {"formation": "d", "ff": [1], "terrain": "building"}]
        assert chance(ask("assault_attacks", on, sides=sides), "kills:0", 1) == F(1, 3) * F(5, 6)

    @rule("EPIC-89", "EPIC-141")
    @pytest.mark.parametrize(
        ("weapon", "thrown"),
        [(arm("contact", "extra_attacks:2"), [(1, 5), (2, 5)]), (arm(15, "extra_attacks:2"), [(1, 5)]), (arm("contact", "macro_weapon"), [(1, 5)])],
    )
    def test_a_character_adds_only_extra_attacks_of_the_kind(self, weapon: dict[str, Any], thrown: list[tuple[int, int]]) -> None:
        hero = {"name": "Hero", "type": "CH", "weapons": [weapon]}
        on = {"a": force((1, foot()), (1, hero)), "d": force((1, foot()), seat=1)}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        assert dice_and_targets(ask("assault_attacks", on, sides=sides), "strike:a") == thrown


class TestOrder:
    """Two men and two sergeants, who have no saves, against four who hit once."""

    @rule("EPIC-91", "EPIC-256")
    @pytest.mark.parametrize(("front", "lost"), [({}, [1, 0]), ({"d": ["Sergeants"]}, [0, 1]), ({"d": ["Men", "Sergeants"]}, [1, 0])])
    def test_hits_meet_the_rows_as_their_owner_says(self, front: dict[str, Any], lost: list[int]) -> None:
        session = self.struck(front)
        assert list(session.state.unit("d").trackers["lost"]) == lost

    @rule("EPIC-99", "EPIC-256")
    @pytest.mark.parametrize(("front", "lost"), [({}, [2, 0]), ({"d": ["Sergeants"]}, [0, 2])])
    def test_the_hits_of_a_defeat_too(self, front: dict[str, Any], lost: list[int]) -> None:
        """4 + 1 for the kill + 1 for more units + 1 for no marker against 5 + 1: a difference of
        one."""
        session = self.struck(front)
        session.answer(((4, 1), (5, 1)))
        assert list(session.state.unit("d").trackers["lost"]) == lost

    def struck(self, front: dict[str, Any]) -> Any:
        men = force((2, {**foot(armour=None), "name": "Men"}), (2, {**foot(armour=None), "name": "Sergeants"}), seat=1)
        session = do(game(a=side(4), d=men), "assault", attacker="a", defender="d", fought="cc", front=front)
        session.answer((5, 1, 1, 1))
        session.answer(((1, 1), (1, 1)))
        assert session.prompt
        assert session.prompt.key == "result"
        return session
