"""Epic Armageddon: what a stranger asks about the ground war; values worked out by hand from the
book."""

from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from tests.games.asking import change
from tests.games.epic_field import ask, foot, force, titan

rule = pytest.mark.rule
SMALL = {"name": "Claws", "range": 15, "abilities": ["extra_attacks:1", "macro_weapon"]}


class TestCards:
    """A unit's card in the place of a formation's."""

    @rule("EPIC-01", "EPIC-25", "EPIC-83", "EPIC-134", "EPIC-135", "EPIC-164", "EPIC-182", "EPIC-183", "EPIC-184")
    @pytest.mark.parametrize(
        ("card", "told", "found"),
        [
            ({"type": "INF", "speed": 15}, {"order": "double"}, {"move": 15, "moves": 2, "counter_charge": 5, "coherency": 5}),
            ({"type": "AV", "speed": 30}, {"order": "march", "road": True}, {"move": 35, "moves": 3, "counter_charge": 10}),
            ({"type": "INF", "speed": 15, "abilities": ["infiltrator", "scout"]}, {"order": "engage"}, {"charge": 30, "coherency": 20}),
            ({"speed": 20}, {}, {"move": 20, "assault_dice": 1}),
            ({"type": "WE", "dc": 3, "speed": 15, "units": None}, {}, {"coherency": 15, "contacts": 6}),
            ({"type": "WE", "dc": 1, "speed": 15}, {}, {"coherency": 5, "contacts": 2, "barges": 2, "assault_dice": 1}),
            ({"type": "AV", "speed": 15}, {}, {"barges": 0}),
        ],
    )
    def test_a_unit_alone(self, card: dict[str, Any], told: dict[str, Any], found: dict[str, int]) -> None:
        assert ask("limits", {"a": {"card": card}}, unit="a", **told)["result"].items() >= found.items()

    @rule("EPIC-09", "EPIC-109")
    def test_what_a_formation_has_stands_beside_it(self) -> None:
        on = {"a": {"card": {"name": "Scout car", "type": "LV", "initiative": 3, "points": 50}}}
        assert ask("action", on, formation="a", order="advance")["odds"]["test"]["pass"] == "2/3"
        assert ask("break_point", on, formation="a")["result"]["breaks_at"] == 1

    @rule("EPIC-01")
    @pytest.mark.parametrize(
        ("card", "wrong"),
        [
            ({"type": "INF", "cost": 3}, "units.a.card.units.0.1.cost: not known here"),
            ({"type": "INF", "units": [[1, foot()]]}, "units.a.card.type: not known here"),
        ],
    )
    def test_what_neither_has_is_told(self, card: dict[str, Any], wrong: str) -> None:
        question = {"game": "epic", "ask": "break_point", "units": {"a": {"card": card}}, "situation": {"formation": "a"}}
        assert answered(RULESETS, question)["error"] == wrong


def fought(attacker: Any, defender: Any, lost: tuple[Any, Any], dice: tuple[int, int], reading: dict[str, str] | None = None, **told: Any) -> dict[str, Any]:
    """The result roll of two formations with their losses."""
    on = {"a": attacker, "d": {**defender, "seat": 1}, "s": force((3, foot()), seat=1), "h": force((3, foot()))}
    sides = [{"formations": [{"formation": "a", "lost": lost[0]}]}, {"formations": [{"formation": "d", "lost": lost[1]}], "supporters": ["s"]}]
    return ask("assault_result", on, reading or {}, sides=sides, roll={"result:0": [dice[0], 1], "result:1": [dice[1], 1]}, **told)


class TestTheEndOfAnAssault:
    """What the result roll changes on the table."""

    @rule("EPIC-99", "EPIC-102", "EPIC-104", "EPIC-105", "EPIC-140", "EPIC-143", "EPIC-272")
    @pytest.mark.parametrize(
        ("ours", "theirs", "lost", "dice", "after"),
        [
            # 3 and two kills, no markers, against 2 and a kill, no markers: two more fall, all but
            # two
            # of six are left
            (force((5, foot())), force((6, foot())), ([1], [2]), (3, 2), {"a": ([1], 1, False), "d": ([4], 0, True)}),
            # the same against those broken from the start: more markers on their side, they are
            # destroyed
            (force((5, foot())), force((6, foot()), state={"broken": True}), ([1], [2]), (3, 2), {"a": ([1], 1, False), "d": ([6], 0, True)}),
            # stubborn: one hit fewer; fearless: none, but broken
            (force((5, foot())), force((6, foot(abilities=["stubborn"]))), ([1], [2]), (3, 2), {"a": ([1], 1, False), "d": ([3], 0, True)}),
            (force((5, foot())), force((6, foot(abilities=["fearless"]))), ([1], [2]), (3, 2), {"a": ([1], 1, False), "d": ([2], 0, True)}),
            # three of five lost: three markers on two units break the winner; expendables bring
            # none
            (force((5, foot())), force((4, foot())), ([3], [2]), (6, 1), {"a": ([3], 0, True), "d": ([4], 0, False)}),
            (force((5, foot(abilities=["expendable"]))), force((4, foot())), ([3], [2]), (6, 1), {"a": ([3], 0, False), "d": ([4], 0, False)}),
            # the defender wins by 6 and a kill to 1: five more attackers fall, his own loss marks
            # him
            (force((7, foot())), force((7, foot())), ([1], [1]), (1, 6), {"a": ([6], 0, True), "d": ([1], 1, False)}),
            # a tie: only the losses
            (force((5, foot())), force((5, foot())), ([1], [1]), (4, 4), {"a": ([1], 0, False), "d": ([1], 0, False)}),
        ],
    )
    def test_what_becomes_of_both(self, ours: Any, theirs: Any, lost: tuple[Any, Any], dice: tuple[int, int], after: dict[str, Any]) -> None:
        found = fought(ours, theirs, lost, dice)["after"]
        assert {each: (found[each]["lost"], found[each].get("blast", 0), found[each].get("broken", False)) for each in after} == after

    @rule("EPIC-102", "EPIC-106")
    def test_broken_from_the_start(self) -> None:
        """A winner takes no marker, a loser is destroyed."""
        reply = fought(force((8, foot()), state={"broken": True}), force((4, foot()), state={"broken": True}), ([1], [1]), (6, 1))
        assert (reply["after"]["d"]["where"], reply["after"]["a"]["broken"], change(reply, "a", "blast")) == ("destroyed", True, None)

    @rule("EPIC-103", "EPIC-94")
    @pytest.mark.parametrize(("lost", "reading", "marker"), [([2], {}, 1), ([6], {}, None), ([6], {"wipe_supporters": "bm"}, 1)])
    def test_supporters_told_with_their_side(self, lost: list[int], reading: dict[str, str], marker: int | None) -> None:
        """A marker for those of the loser, not where the attacks had wiped him out."""
        reply = fought(force((5, foot())), force((6, foot())), ([1], lost), (6, 1), reading)
        assert (change(reply, "s", "blast"), change(reply, "h", "blast")) == (marker, None)
        assert reply["result"]["supporters_blast"] == (("s",) if marker else ())

    @rule("EPIC-103")
    def test_nobody_told_a_seat(self) -> None:
        """The second side sits opposite."""
        on = {"a": {"card": force((5, foot()))["card"]}, "d": {"card": force((6, foot()))["card"]}, "s": force((3, foot()), seat=1)}
        sides = [{"formations": [{"formation": "a"}]}, {"formations": [{"formation": "d", "lost": [3]}]}]
        reply = ask("assault_result", on, sides=sides, supporters=["s"], roll={"result:0": [6, 1], "result:1": [1, 1]})
        assert (reply["result"]["supporters_blast"], change(reply, "s", "blast")) == (("s",), 1)

    @rule("EPIC-103")
    @pytest.mark.parametrize(("seat", "marked"), [(0, "t"), (1, "s")])
    def test_a_loser_told_in_numbers_sits_opposite(self, seat: int, marked: str) -> None:
        """The attackers win by 6 to 1; whoever sits across from them stood by the others."""
        on = {"a": force((5, foot()), seat=seat), "s": force((3, foot())), "t": force((3, foot()), seat=1)}
        told = {"sides": [{"formations": [{"formation": "a"}]}, {"units": 5}], "supporters": ["s", "t"]}
        assert ask("assault_result", on, **told, roll={"result:0": [6, 6], "result:1": [1, 1]})["result"]["supporters_blast"] == (marked,)

    @rule("EPIC-185", "EPIC-278")
    def test_damage_told_for_the_first_row_only(self) -> None:
        """The engine behind it has taken none; the one point is the winner's one marker."""
        on = {"a": force((1, titan()), (1, titan())), "d": force((5, foot()), seat=1)}
        sides = [{"formations": [{"formation": "a", "damage": [1]}]}, {"formations": [{"formation": "d"}]}]
        after = ask("assault_result", on, sides=sides, roll={"result:0": [6, 6], "result:1": [1, 1]})["after"]["a"]
        assert (after["damage"], after["blast"]) == ([1, 0], 1)

    @rule("EPIC-99", "EPIC-186")
    @pytest.mark.parametrize(("face", "left"), [(6, "destroyed"), (5, None)])
    def test_two_formations_of_engines_lose(self, face: int, left: str | None) -> None:
        """Six units and no marker on both sides, 1 against 5: three points wreck the front one,
        the fourth is one of the other's."""
        frail = titan(critical="destroyed")
        on = {"t": force((1, frail)), "u": force((1, frail)), "d": force((6, foot()), seat=1)}
        sides = [{"formations": [{"formation": "t"}, {"formation": "u"}]}, {"formations": [{"formation": "d"}]}]
        reply = ask("assault_result", on, sides=sides, roll={"result:0": [1, 1], "result:1": [5, 5], "critical": [face]})
        assert (change(reply, "t", "where"), change(reply, "u", "where"), change(reply, "u", "damage")) == ("destroyed", left, None if left else [1])

    @rule("EPIC-94", "EPIC-140")
    def test_a_stubborn_attack_that_stalls(self) -> None:
        """By one reading dice tell how many more fall: nobody, where they favour the attacker."""
        on = {"a": force((4, foot(abilities=["stubborn"]))), "d": force((4, foot()), seat=1)}
        told = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [1]}, "d": {"ff": [4]}}}
        roll = {"strike:a": [1], "strike:d": [6, 1, 1, 1], "save:a": [1], "result": [[6, 6], [1, 1]]}
        after = ask("assault", on, {"stall": "roll"}, **told, roll=roll)["after"]["a"]
        assert (after["lost"], after["broken"]) == ([1], True)


class TestUnitsNamed:
    """Where a unit is named, its card and state supply what is not told."""

    @rule("EPIC-50", "EPIC-129", "EPIC-55")
    @pytest.mark.parametrize(
        ("unit", "told", "killed"),
        [
            ({"type": "AV", "armour": 4, "abilities": ["reinforced_armour"]}, {}, "1/4"),
            ({"type": "AV", "armour": 4, "abilities": ["reinforced_armour"]}, {"hit": "mw"}, "1/2"),
            ({"type": "AV", "armour": 4}, {"crossfire": True}, "2/3"),
            ({"type": "AV", "armour": 4}, {"armour": 6}, "5/6"),
            ({"type": "INF"}, {}, "1"),
            ({"type": "AV", "armour": 4}, {"hit": "tk", "abilities": ["invulnerable"]}, "5/6"),
        ],
    )
    def test_the_save_of_a_unit(self, unit: dict[str, Any], told: dict[str, Any], killed: str) -> None:
        assert ask("save", {"a": {"card": unit}}, unit="a", **told)["odds"]["killed"]["yes"] == killed
        assert ask("save", unit=unit, **told)["odds"]["killed"]["yes"] == killed

    @rule("EPIC-73", "EPIC-77", "EPIC-138", "EPIC-263")
    @pytest.mark.parametrize(
        ("unit", "held", "told", "found"),
        [
            ({"speed": 15}, {}, {"terrain": "wood"}, (True, 5, "none")),
            ({"type": "INF"}, {}, {"terrain": "hill"}, (False, None, "none")),
            ({"type": "INF"}, {}, {"terrain": "wood"}, (True, 5, "none")),
            ({"type": "AV"}, {}, {"terrain": "river"}, (False, None, "impassable")),
            ({"type": "INF"}, {"overwatch": True}, {"terrain": "hill"}, (True, 5, "none")),
            ({"type": "INF"}, {"overwatch": True}, {"terrain": "hill", "overwatch": False}, (False, None, "none")),
            ({"type": "INF", "abilities": ["mounted"]}, {"overwatch": True}, {"terrain": "open_ground"}, (False, None, "none")),
            ({"type": "INF"}, {}, {"terrain": "scrub", "type": "AV"}, (False, None, "none")),
        ],
    )
    def test_the_ground_of_a_unit(self, unit: dict[str, Any], held: dict[str, Any], told: dict[str, Any], found: tuple[Any, ...]) -> None:
        result = ask("terrain", {"a": {"card": unit, "state": held}}, unit="a", **told)["result"]
        assert (result["in_cover"], result["cover_save"], result["effect"]) == found

    @rule("EPIC-77")
    def test_the_ground_of_a_card(self) -> None:
        assert ask("terrain", unit={"type": "WE"}, terrain="jungle")["result"]["effect"] == "dangerous"

    @rule("EPIC-51", "EPIC-160")
    @pytest.mark.parametrize(("reading", "taken"), [({}, [2, 0]), ({"tk_pass": "normal"}, [1, 1])])
    def test_which_pass_a_titan_killer_waits_for(self, reading: dict[str, str], taken: list[int]) -> None:
        """With the macro-weapons it begins at the front again; among the normal hits it goes to
        the next."""
        assert ask("allocate", None, reading, units=[{"type": "AV"}] * 2, hits=[{"type": "at"}, {"type": "tk"}])["result"]["hits"] == taken


class TestTheTurn:
    @rule("EPIC-76", "EPIC-15")
    def test_on_a_road(self) -> None:
        """Only a March passes by itself; a Double is tested as anywhere."""
        assert "EPIC-76" in ask("action", order="march", initiative=6, road=True)["refs"]
        assert ask("action", order="double", initiative=6, road=True)["odds"]["test"]["pass"] == "1/6"

    @rule("EPIC-274", "EPIC-239")
    def test_who_has_rallied_does_not_try_again(self) -> None:
        on = {"a": force((6, foot()), state={"blast": 2, "rallied": True})}
        assert ask("rally", on, formation="a")["refused"]["refs"] == ["EPIC-274"]


def cited(reply: dict[str, Any]) -> dict[str, str]:
    """The rule of each change of the first formation."""
    return {each["tracker"]: each["ref"] for each in reply["changes"] if each["unit"] == "a"}


class TestCauses:
    """Each change cites the rule that made it."""

    @rule(
        "EPIC-13",
        "EPIC-19",
        "EPIC-44",
        "EPIC-63",
        "EPIC-64",
        "EPIC-66",
        "EPIC-108",
        "EPIC-109",
        "EPIC-111",
        "EPIC-113",
        "EPIC-122",
        "EPIC-123",
        "EPIC-147",
        "EPIC-261",
    )
    @pytest.mark.parametrize(
        ("held", "question", "told", "refs"),
        [
            ({}, "action", {"order": "advance", "roll": {"test": [1]}}, {"blast": "EPIC-13"}),
            ({}, "action", {"order": "overwatch", "roll": {"test": [6]}}, {"overwatch": "EPIC-19"}),
            ({"blast": 3}, "action", {"order": "advance", "roll": {"test": [1]}}, {"blast": "EPIC-111", "broken": "EPIC-109"}),
            ({"overwatch": True}, "action", {"order": "advance", "roll": {"test": [6]}}, {"overwatch": "EPIC-64"}),
            (
                {"blast": 3, "overwatch": True},
                "action",
                {"order": "advance", "roll": {"test": [1]}},
                {"blast": "EPIC-111", "broken": "EPIC-109", "overwatch": "EPIC-261"},
            ),
            ({"blast": 3}, "rally", {"roll": {"test": [6]}}, {"blast": "EPIC-122"}),
            ({"broken": True}, "rally", {"roll": {"test": [6]}}, {"broken": "EPIC-123", "blast": "EPIC-123"}),
            ({"blast": 3}, "regroup", {"roll": {"regroup": [1, 2]}}, {"blast": "EPIC-108"}),
            ({"where": "reserve"}, "teleport", {"roll": {"teleport": [1, 2, 3, 4]}}, {"blast": "EPIC-147"}),
            ({}, "dangerous", {"roll": {"terrain": [1]}}, {"lost": "EPIC-66"}),
            ({"broken": True}, "withdraw", {"distance": 3}, {"lost": "EPIC-113"}),
        ],
    )
    def test_what_changed_it(self, held: dict[str, Any], question: str, told: dict[str, Any], refs: dict[str, str]) -> None:
        on = {"a": force((4, foot(abilities=["teleport"])), state=held)}
        assert cited(ask(question, on, formation="a", **told)).items() >= refs.items()

    @rule("EPIC-13", "EPIC-65")
    def test_a_renewal_that_fails_but_is_kept(self) -> None:
        on = {"a": force((4, foot()), state={"overwatch": True})}
        assert cited(ask("action", on, {"failed_renewal": "kept"}, formation="a", order="overwatch", roll={"test": [1]})) == {"blast": "EPIC-13"}

    @rule("EPIC-44", "EPIC-62")
    def test_overwatch_fire_at_a_passed_action(self) -> None:
        gun = {"name": "Gun", "range": 30, "ap": 5}
        on = {"a": force((4, foot())), "d": force((1, foot(weapons=[gun])), seat=1, state={"overwatch": True})}
        reply = ask(
            "action", on, formation="a", order="advance", roll={"test": [6], "to_hit": [1]}, answers={"overwatch:move1:1": "d", "seen:move1:d": {"able": 1}}
        )
        assert cited(reply) == {"blast": "EPIC-44"}

    @rule("EPIC-44", "EPIC-50", "EPIC-63")
    def test_fire(self) -> None:
        on = {"a": force((4, foot())), "d": force((3, foot()), seat=1, state={"overwatch": True})}
        told = {"shots": [{"type": "ap", "value": 4}], "roll": {"to_hit": [6], "save": [1]}}
        assert cited(ask("fire", on, by="d", target="a", **{"as": "overwatch"}, **told)) == {"blast": "EPIC-44", "lost": "EPIC-50"}
        on = {"d": on["a"], "a": on["d"]}
        assert cited(ask("fire", on, by="a", target="d", **{"as": "overwatch"}, **told)) == {"overwatch": "EPIC-63"}

    @rule("EPIC-102", "EPIC-103", "EPIC-104", "EPIC-105")
    @pytest.mark.parametrize(
        ("dice", "refs"),
        [
            ((6, 1), {("a", "blast"): "EPIC-104", ("d", "broken"): "EPIC-102", ("s", "blast"): "EPIC-103"}),
            ((1, 6), {("a", "broken"): "EPIC-102", ("d", "blast"): "EPIC-104"}),
        ],
    )
    def test_an_assault(self, dice: tuple[int, int], refs: dict[tuple[str, str], str]) -> None:
        reply = fought(force((9, foot())), force((9, foot())), ([1], [1]), dice)
        found = {(each["unit"], each["tracker"]): each["ref"] for each in reply["changes"]}
        assert found.items() >= refs.items()

    @rule("EPIC-105", "EPIC-109")
    def test_a_winner_who_breaks(self) -> None:
        """Three of five lost: three markers on two units."""
        assert cited(fought(force((5, foot())), force((4, foot())), ([3], [2]), (6, 1)))["broken"] == "EPIC-109"


class TestSupportingFire:
    """The firefight of a formation that stands by."""

    @rule("EPIC-95", "EPIC-96", "EPIC-90", "EPIC-150")
    @pytest.mark.parametrize(
        ("unit", "held", "told", "dice"),
        [
            (foot(ff=5), {}, {}, [(3, 5)]),
            (foot(ff=5), {"blast": 2}, {}, [(3, 5)]),
            (foot(ff=5), {}, {"able": 2}, [(2, 5)]),
            (foot(ff=5), {}, {"able": [1]}, [(1, 5)]),
            (foot(ff=5), {"lost": [1]}, {"terrain": "wood"}, [(2, 5)]),
            (foot(ff=5, weapons=[SMALL]), {}, {}, [(3, 5), (3, 5)]),
            (foot(ff=5), {}, {"shots": [{"type": "ff", "value": 4, "count": 2}]}, [(2, 4)]),
        ],
    )
    def test_dice(self, unit: dict[str, Any], held: dict[str, Any], told: dict[str, Any], dice: list[tuple[int, int]]) -> None:
        """A die each at the firefight value: no marker silences anybody, no cover is in the way."""
        on = {"a": force((3, unit), state=held), "d": force((4, foot()), seat=1)}
        checks = ask("fire", on, by="a", target="d", **{"as": "support"}, **told)["checks"]
        assert [(check["dice"], check["target"]) for check in checks if check["what"].startswith("to_hit")] == dice

    @rule("EPIC-265", "EPIC-93")
    def test_any_type_is_hit_and_no_marker_comes_yet(self) -> None:
        """Two dice of 4+ on tanks that save on 4+: a quarter each."""
        on = {"a": force((2, foot(ff=4))), "d": force((4, {"type": "AV", "armour": 4}), seat=1)}
        reply = ask("fire", on, by="a", target="d", **{"as": "support"})
        assert (reply["odds"]["kills"], reply["odds"]["blast"]) == ({"0": "9/16", "1": "3/8", "2": "1/16"}, {"0": "1"})

    @rule("EPIC-16", "EPIC-96")
    @pytest.mark.parametrize(
        ("held", "told", "ref"),
        [
            ({"marched": True}, {"as": "support"}, "EPIC-96"),
            ({"broken": True}, {"as": "support"}, "EPIC-96"),
            ({"marched": True}, {}, "EPIC-16"),
            ({"broken": True}, {}, "EPIC-109"),
        ],
    )
    def test_who_may_not(self, held: dict[str, Any], told: dict[str, Any], ref: str) -> None:
        on = {"a": force((3, foot()), state=held), "d": force((4, foot()), seat=1)}
        assert ask("fire", on, by="a", target="d", **told)["refused"]["refs"] == [ref]

    @rule("EPIC-16")
    def test_nobody_shoots_on_a_march(self) -> None:
        shots = [{"type": "ap", "value": 4}]
        assert ask("fire", {"d": force((4, foot()))}, target="d", shots=shots, order="march")["refused"]["refs"] == ["EPIC-16"]
        assert ask("to_hit", value=4, order="march")["refused"]["refs"] == ["EPIC-16"]
