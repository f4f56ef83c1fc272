"""War engines in assaults. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.values.maps import frozen
from tests.games.asking import change, rows
from tests.games.epic.table import (
    BARE,
    answer_all,
    armoured_titan,
    ask,
    bare_titan,
    big_titan,
    changes,
    checks,
    do,
    foot,
    force,
    game,
    open_prompt,
    state,
    tank,
    titan,
)

rule = pytest.mark.rule


def claw(**more: Any) -> dict[str, Any]:
    """One extra attack in close combat."""
    return {"name": "Claw", "range": "contact", "abilities": ["extra_attacks:1", *more.pop("abilities", ())], **more}


def attacks_with(units: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any], **roll: Any) -> dict[str, Any]:
    return ask(
        "assault_attacks",
        units,
        sides=[{"formation": "a", **ours}, {"formation": "d", **theirs}],
        roll={key.replace("_", ":"): dice for key, dice in roll.items()},
    )


class TestAssault:
    @rule("EPIC-184", "EPIC-162")
    def test_as_many_dice_as_its_starting_capacity(self) -> None:
        reply = ask(
            "assault_attacks",
            {"a": force((1, armoured_titan()), state={"damage": [2]}), "d": force((3, BARE), seat=1)},
            sides=[{"formation": "a", "ff": [1]}, {"formation": "d", "ff": [3]}],
        )
        assert {check["what"]: check["dice"] for check in reply["checks"]}["strike:a"] == 3

    @rule("EPIC-184", "EPIC-91")
    def test_dice_split_between_contact_and_distance(self) -> None:
        """Two dice at the one it touches, one at the others: nobody else can be hit by the two."""
        units = {"a": force((1, armoured_titan(cc=2, ff=2))), "d": force((1, BARE), (2, BARE), seat=1)}
        reply = ask(
            "assault_attacks",
            units,
            sides=[{"formation": "a", "cc": [2], "ff": [1]}, {"formation": "d", "cc": [1, 0], "ff": [0, 2]}],
            roll={"strike:a:0": [6, 6], "strike:a:1": [6], "strike:d": [[1], [1, 1]]},
        )
        assert (reply["result"]["kills:0"], change(reply, "d", "lost")) == (2, [1, 1])

    @rule("EPIC-179", "EPIC-276")
    @pytest.mark.parametrize(("how", "down", "damage"), [("cc", None, [2]), ("ff", [1], [1])])
    def test_close_combat_passes_shields_by(self, how: str, down: list[int] | None, damage: list[int]) -> None:
        units = {"a": force((2, BARE)), "d": force((1, armoured_titan(shields=1, armour=None, dc=4)), seat=1)}
        reply = ask(
            "assault_attacks", units, sides=[{"formation": "a", how: [2]}, {"formation": "d", how: [1]}], roll={"strike:a": [6, 6], "strike:d": [1, 1, 1, 1]}
        )
        assert (change(reply, "d", "shields_down"), change(reply, "d", "damage")) == (down, damage)

    @rule("EPIC-160", "EPIC-150")
    def test_a_titan_killer_in_close_combat(self) -> None:
        """One extra attack TK(D3): three points past armour and shields; on infantry it simply
        kills."""
        claw = {"name": "Claw", "range": "contact", "tk": "D3", "abilities": ["extra_attacks:1"]}
        attacker = force((1, armoured_titan(weapons=[claw])))
        stated = {"sides": [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]}
        units = {"a": attacker, "d": force((1, armoured_titan(dc=6, shields=2)), seat=1)}
        reply = ask("assault_attacks", units, **stated, roll={"strike:a": [[1, 1, 1], [4]], "damage": [3], "strike:d": [1] * 6})
        assert (reply["result"]["kills:0"], change(reply, "d", "damage"), change(reply, "d", "shields_down")) == (3, [3], None)
        foot_only = ask("assault_attacks", {"a": attacker, "d": force((1, BARE), seat=1)}, **stated, roll={"strike:a": [[1, 1, 1], [4]], "strike:d": [1]})
        assert foot_only["result"]["kills:0"] == 1

    @rule("EPIC-185")
    def test_every_point_is_a_kill(self) -> None:
        units = {"a": force((2, BARE)), "d": force((1, armoured_titan(armour=None, dc=4)), seat=1)}
        reply = ask(
            "assault_attacks", units, sides=[{"formation": "a", "ff": [2]}, {"formation": "d", "ff": [1]}], roll={"strike:a": [6, 6], "strike:d": [1, 1, 1, 1]}
        )
        assert reply["result"]["kills:0"] == 2

    @rule("EPIC-89", "EPIC-161")
    def test_an_engine_that_falls_still_strikes(self) -> None:
        units = {"a": force((2, BARE)), "d": force((1, armoured_titan(armour=None, dc=2)), seat=1)}
        reply = ask(
            "assault_attacks", units, sides=[{"formation": "a", "ff": [2]}, {"formation": "d", "ff": [1]}], roll={"strike:a": [6, 6], "strike:d": [6, 6]}
        )
        assert (reply["result"]["kills:0"], reply["result"]["kills:1"]) == (2, 2)

    @rule("EPIC-185", "EPIC-98")
    def test_it_counts_undamaged_in_the_numbers(self) -> None:
        """Capacity 6, two points lost this time: six units against two; the enemy has two kills."""
        units = {"a": force((1, armoured_titan(dc=6)), state={"damage": [3]}), "d": force((2, BARE), seat=1)}
        reply = ask("assault_result", units, sides=[{"formations": [{"formation": "a", "damage": [2]}]}, {"formations": [{"formation": "d"}]}])
        assert [row[:2] for row in rows(reply, "result:0")] == [("more_units", 1), ("twice_the_units", 1), ("no_blast", 1)]
        assert [row[:2] for row in rows(reply, "result:1")] == [("kills", 2), ("no_blast", 1)]
        units["a"] = force((2, armoured_titan(dc=6)), state={"damage": [3]})
        lost = ask("assault_result", units, sides=[{"formations": [{"formation": "a", "lost": [1]}]}, {"formations": [{"formation": "d"}]}])
        assert rows(lost, "result:1")[0][:2] == ("kills", 3)

    @rule("EPIC-186", "EPIC-277")
    def test_losing_costs_a_point_for_each_of_the_difference(self) -> None:
        """6 + 2 more units, no marker against 1: the engine, alone, loses by the dice."""
        units = {"a": force((8, BARE)), "d": force((1, armoured_titan(dc=6, critical="none", shields=3)), seat=1)}
        session = game(**units)
        do(session, "assault", attacker="a", defender="d")
        answer_all(session, [1] * 8)
        answer_all(session, [1] * 6)
        answer_all(session, [[5, 1], [1, 1]])
        assert state(session, "d")["damage"] == (5,)
        assert "shields_down" not in state(session, "d")

    @rule("EPIC-278", "EPIC-104")
    def test_the_winner_takes_a_marker_for_each_point(self) -> None:
        session = game(a=force((1, armoured_titan(dc=6, armour=None))), d=force((2, BARE), seat=1))
        do(session, "assault", attacker="a", defender="d")
        answer_all(session, [1] * 6)
        answer_all(session, [6, 6])
        answer_all(session, [[6, 1], [1, 1]])
        assert (state(session, "a")["blast"], state(session, "a")["damage"]) == (2, (2,))

    @rule("EPIC-182", "EPIC-183")
    def test_limits(self) -> None:
        found = ask("limits", unit=armoured_titan(dc=4), order="engage")["result"]
        assert {key: found[key] for key in ("contacts", "barges", "coherency", "assault_dice")} == {
            "contacts": 8,
            "barges": 8,
            "coherency": 20,
            "assault_dice": 4,
        }


class TestTitanKillersInAssaults:
    def struck(self, *weapons: dict[str, Any], dice: list[list[int]], damage: list[int] | None = None) -> dict[str, Any]:
        """One fighter, with weapons that each give an extra attack, and an engine of capacity 9
        that misses."""
        units = {"a": force((1, {**BARE, "weapons": list(weapons)})), "d": force((1, big_titan(dc=9)), seat=1)}
        return attacks_with(units, {"cc": [1]}, {"cc": [1]}, strike_a=dice, strike_d=[1] * 9, **({"damage": damage} if damage else {}))

    @rule("EPIC-160", "EPIC-171")
    @pytest.mark.parametrize(
        ("dice", "thrown", "points", "named"),
        [
            ([[5], [5], [5]], [2], 6, [("damage:of:1", 1)]),
            ([[1], [5], [5]], [2], 5, [("damage", 1)]),
            ([[5], [1], [5]], None, 4, []),
            ([[1], [5], [1]], [3], 3, [("damage", 1)]),
        ],
    )
    def test_dice_for_those_that_need_them(self, dice: list[list[int]], thrown: list[int] | None, points: int, named: list[Any]) -> None:
        """A normal attack does 1, TK(D3) what is thrown, TK(3) three."""
        reply = self.struck(claw(tk="D3"), claw(tk=3), dice=dice, damage=thrown)
        assert (changes(reply, "d", "damage"), reply["result"]["kills:0"], checks(reply, "damage")) == ([[points]], points, named)

    @rule("EPIC-160", "EPIC-171")
    @pytest.mark.parametrize(
        ("weapons", "dice", "thrown", "points"),
        [
            ((claw(abilities=["titan_killer:0"]),), [[1], [5]], None, 1),
            ((claw(abilities=["titan_killer"]),), [[1], [5]], None, 1),
            ((claw(abilities=["titan_killer:0"]), claw(tk="d3")), [[1], [5], [5]], [3], 4),
        ],
    )
    def test_without_a_number_it_is_one_point(self, weapons: Any, dice: list[list[int]], thrown: list[int] | None, points: int) -> None:
        assert changes(self.struck(*weapons, dice=dice, damage=thrown), "d", "damage") == [[points]]

    @rule("EPIC-160", "EPIC-171")
    def test_no_die_is_thrown_for_infantry(self) -> None:
        units = {"a": force((1, {**BARE, "weapons": [claw(tk="D3")]})), "d": force((2, BARE), seat=1)}
        reply = attacks_with(units, {"cc": [1]}, {"cc": [2]}, strike_a=[[1], [5]], strike_d=[1, 1])
        assert (changes(reply, "d", "lost"), checks(reply, "damage")) == ([[1]], [])


class TestAttacks:
    @rule("EPIC-179", "EPIC-276")
    def test_without_shields_close_combat_and_firefight_are_saved_for_together(self) -> None:
        units = {"a": force((2, BARE)), "d": force((2, tank()), seat=1)}
        reply = attacks_with(units, {"cc": [1], "ff": [1]}, {"cc": [1], "ff": [1]}, strike_a=[[5], [5]], strike_d=[[1], [1]])
        assert checks(reply, "save") == [("save:d", 2)]

    @rule("EPIC-16", "EPIC-96")
    @pytest.mark.parametrize(
        ("held", "shaken"),
        [({}, ("s",)), ({"broken": True}, ()), ({"marched": True}, ()), ({"where": "reserve"}, ()), ({"where": "destroyed"}, ()), ({"blast": 2}, ("s",))],
    )
    def test_who_could_have_supported_the_loser(self, held: dict[str, Any], shaken: tuple[str, ...]) -> None:
        sides = [{"kills": 2, "units": 6, "blast": 0}, {"kills": 0, "units": 4, "blast": 2}]
        reply = ask("assault_result", {"s": force((3, foot()), seat=1, state=held)}, sides=sides, supporters=["s"], roll={"result": [[6, 6], [1, 1]]})
        assert tuple(reply["result"]["supporters_blast"]) == shaken

    @rule("EPIC-49", "EPIC-91")
    @pytest.mark.parametrize(("engaged", "face", "lost", "handed_out"), [(1, 5, [1], True), (1, 4, None, False), (0, 5, None, False)])
    def test_hits_are_handed_out_where_there_are_hits_and_somebody_engaged(self, engaged: int, face: int, lost: list[int] | None, handed_out: bool) -> None:
        """5+ to hit: one hit; a miss; a hit that finds nobody of the defenders within 15 cm."""
        units = {"a": force((1, BARE)), "d": force((2, BARE), seat=1)}
        reply = attacks_with(units, {"cc": [1]}, {"cc": [engaged], "ff": [0]}, strike_a=[face], **({"strike_d": [1]} if engaged else {}))
        assert (changes(reply, "d", "lost"), "EPIC-49" in reply["refs"]) == ([lost], handed_out)

    @rule("EPIC-50", "EPIC-84")
    def test_macro_weapons_find_the_engine_that_still_stands(self) -> None:
        """Two engines of capacity 2 in a row: two normal hits finish the first, the macro-weapon
        is for the second."""
        melta = {"name": "Melta", "range": 15, "abilities": ["small_arms", "macro_weapon"]}
        units = {"a": force((2, BARE), (1, {**BARE, "weapons": [melta]})), "d": force((2, big_titan(dc=2)), seat=1)}
        reply = attacks_with(units, {"ff": [2, 1]}, {"ff": [2]}, strike_a=[[5, 5], [5]], strike_d=[1] * 4)
        assert (changes(reply, "d", "lost", "damage"), reply["result"]["kills:0"]) == ([[1], [1]], 3)

    @rule("EPIC-89", "EPIC-91")
    def test_only_engines_have_shields(self) -> None:
        """Three hits on an engine of capacity 2 behind one shield and a tank: one is stopped,
        one damages, one kills."""
        units = {"a": force((3, BARE)), "d": force((1, big_titan(dc=2, shields=1)), (1, tank(armour=None)), seat=1)}
        reply = attacks_with(units, {"ff": [3]}, {"ff": [1, 1]}, strike_a=[5] * 3, strike_d=[[1, 1], [1]])
        assert changes(reply, "d", "shields_down", "damage", "lost") == [[1, 0], [1, 0], [0, 1]]

    @rule("EPIC-89", "EPIC-90")
    def test_first_strikes_then_all_then_support(self) -> None:
        quick = {**BARE, "weapons": [claw(abilities=["first_strike"])]}
        session = do(
            game(a=force((1, quick), name="Ours"), d=force((4, BARE), seat=1), s=force((1, foot()), name="Helpers")),
            "assault",
            attacker="a",
            defender="d",
            fought="cc",
            supporters=[{"formation": "s"}],
        )
        met = []
        for _ in range(4):
            prompt = open_prompt(session)
            met.append((prompt.key, prompt.ref.id, prompt.text.key, prompt.text.values["attacker"]))
            session.answer(frozen([1] * prompt.checks[0].dice))
        strikes, supports = "{attacker} strikes {defender}", "{attacker} supports against {defender}"
        assert met == [
            ("first:a", "EPIC-151", strikes, "Ours"),
            ("strike:a", "EPIC-89", strikes, "Ours"),
            ("strike:d", "EPIC-89", strikes, "Force"),
            ("support:s", "EPIC-95", supports, "Helpers"),
        ]


class TestEnginesInAssaults:
    @rule("EPIC-174", "EPIC-185")
    @pytest.mark.parametrize(("ours", "asked"), [([6, 1, 1, 1], "critical:d"), ([1] * 4, "result"), ([6, 6, 1, 1], "critical:d")])
    def test_a_critical_is_rolled_before_the_result(self, ours: list[int], asked: str) -> None:
        """Points of damage by the attacks: their dice come at once, not after the result."""
        here = game(a=force((1, bare_titan(critical="destroyed"))), d=force((1, bare_titan(critical="destroyed")), seat=1))
        session = do(here, "assault", ours, [1] * 4, attacker="a", defender="d", fought="cc")
        assert session.prompt
        assert session.prompt.key == asked

    @rule("EPIC-174", "EPIC-185")
    def test_both_sides_roll_by_their_names(self) -> None:
        on = {"a": force((1, bare_titan(critical="destroyed"))), "d": force((1, bare_titan(critical="destroyed")), seat=1)}
        roll = {"strike:a": [6, 1, 1, 1], "strike:d": [6, 1, 1, 1], "critical:a": [6], "critical:d": [1]}
        after = ask("assault", on, attacker="a", defender="d", fought="cc", roll=roll)["after"]
        assert (after["a"]["where"], after["d"].get("damage")) == ("destroyed", [1])


class TestResultsWithEngines:
    """Capacity 6 against three: a row for more units, one for no marker, so 2 against 1 and the
    kills."""

    def fought(self, damage: Any, faces: tuple[int, int], worst: str = "none", state: dict[str, Any] | None = None, **roll: Any) -> dict[str, Any]:
        on = {"w": force((1, titan(dc=6, critical=worst)), state=state), "a": force((3, foot()), seat=1)}
        sides = [{"formations": [{"formation": "w", "damage": damage}]}, {"formations": [{"formation": "a"}]}]
        return ask("assault_result", on, sides=sides, roll={"result:0": [faces[0]] * 2, "result:1": [faces[1]] * 2, **roll})

    @rule("EPIC-186", "EPIC-185")
    @pytest.mark.parametrize("damage", [2, [2]])
    def test_a_losing_engine_takes_the_difference(self, damage: Any) -> None:
        """3 against 1 + 2 + 1: one point more than the two of the fight, and it breaks."""
        reply = self.fought(damage, (1, 1))
        assert (change(reply, "w", "damage"), change(reply, "w", "broken"), change(reply, "a", "blast")) == ([3], True, None)

    @rule("EPIC-186", "EPIC-277")
    @pytest.mark.parametrize(("face", "where"), [(6, "destroyed"), (5, None)])
    def test_with_critical_rolls(self, face: int, where: str | None) -> None:
        assert change(self.fought(2, (1, 1), "destroyed", critical=[face]), "w", "where") == where

    @rule("EPIC-186", "EPIC-161")
    def test_what_it_had_before_counts(self) -> None:
        """Two before, two stated, then 3 against 3 + 2 + 1: three more are too many."""
        assert change(self.fought(2, (1, 3), state={"damage": [2]}), "w", "where") == "destroyed"

    @rule("EPIC-278", "EPIC-104")
    def test_a_winning_engine_takes_a_marker_for_each_point(self) -> None:
        """6 + 2 against 1 + 2 + 1: the three who lost are gone by a difference of four."""
        reply = self.fought(2, (6, 1))
        assert (change(reply, "w", "damage"), change(reply, "w", "blast"), change(reply, "a", "where")) == ([2], 2, "destroyed")

    @rule("EPIC-278", "EPIC-185")
    @pytest.mark.parametrize(
        ("stated", "blast", "after"),
        [
            ({"lost": [1, 0, 1]}, 4, ([1, 0, 1], [0, 1, 0])),
            ({"damage": [1, 1]}, 2, (None, [1, 2, 0])),
            ({"damage": 3}, 3, (None, [2, 2, 0])),
            ({"lost": [1], "damage": [0, 1]}, 4, ([1, 0, 0], [0, 2, 0])),
        ],
    )
    def test_losses_of_a_mixed_winner(self, stated: dict[str, Any], blast: int, after: tuple[Any, Any]) -> None:
        """Engines of 3 and 4, the second hurt once, and four on foot: a wreck is three markers,
        points fill the front one up to its last."""
        on = {"w": force((1, titan(dc=3)), (1, titan(dc=4)), (4, foot()), state={"damage": [0, 1, 0]}), "a": force((2, foot()), seat=1)}
        sides = [{"formations": [{"formation": "w", **stated}]}, {"formations": [{"formation": "a"}]}]
        reply = ask("assault_result", on, sides=sides, roll={"result:0": [6, 6], "result:1": [1, 1]})
        found = reply["after"]["w"]
        assert (found["blast"], found.get("lost"), found["damage"]) == (blast, *after)


@pytest.mark.rule("EPIC-160", "EPIC-174")
@pytest.mark.parametrize(("first", "damage"), [({"type": "tk", "abilities": ["titan_killer:d3"]}, 5), ({"type": "tk"}, 4)])
def test_each_group_of_titan_killers_has_dice_of_its_own(first: dict[str, Any], damage: int) -> None:
    """2 and 3 points by dice; or one point without any, and the 3 of the first dice that are
    thrown."""
    second = {"type": "tk", "abilities": ["titan_killer:d3"]}
    stated = {"damage": [2], "damage:of:1": [3]} if first == second else {"damage": [3]}
    assert ask("critical", dc=9, hits=[first, second], roll=stated)["result"]["damage"] == damage
