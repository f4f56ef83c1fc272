"""Epic Armageddon: edges of the rules for war engines and for attacks in assaults; expected
values worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from engine.values.model import Prompt
from tests.games.asking import change
from tests.games.epic_field import BARE, ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction


def titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "cc": 4, "ff": 4, "dc": 6, "critical": "none", **more}


def engine(held: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"t": force((1, titan(**more)), seat=1, state=held)}


def claw(**more: Any) -> dict[str, Any]:
    """One extra attack in close combat."""
    return {"name": "Claw", "range": "contact", "abilities": ["extra_attacks:1", *more.pop("abilities", ())], **more}


def checks(reply: dict[str, Any], kind: str) -> list[tuple[str, int]]:
    return [(check["what"], check["dice"]) for check in reply["checks"] if check["what"].partition(":")[0] == kind]


def changes(reply: dict[str, Any], unit: str, *trackers: str) -> list[Any]:
    return [change(reply, unit, each) for each in trackers]


def attacks(units: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any], **roll: Any) -> dict[str, Any]:
    return ask(
        "assault_attacks",
        units,
        sides=[{"formation": "a", **ours}, {"formation": "d", **theirs}],
        roll={key.replace("_", ":"): dice for key, dice in roll.items()},
    )


def open_prompt(session: Session) -> Prompt:
    assert session.prompt
    return session.prompt


class TestTitanKillersInAssaults:
    def struck(self, *weapons: dict[str, Any], dice: list[list[int]], damage: list[int] | None = None) -> dict[str, Any]:
        """One fighter, with weapons that each give an extra attack, and an engine of capacity 9
        that misses."""
        units = {"a": force((1, {**BARE, "weapons": list(weapons)})), "d": force((1, titan(dc=9)), seat=1)}
        return attacks(units, {"cc": [1]}, {"cc": [1]}, strike_a=dice, strike_d=[1] * 9, **({"damage": damage} if damage else {}))

    @rule("EPIC-160", "EPIC-171", "EPIC-89", "EPIC-91")
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

    @rule("EPIC-160", "EPIC-171", "EPIC-89", "EPIC-91")
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
        reply = attacks(units, {"cc": [1]}, {"cc": [2]}, strike_a=[[1], [5]], strike_d=[1, 1])
        assert (changes(reply, "d", "lost"), checks(reply, "damage")) == ([[1]], [])


class TestAttacks:
    @rule("EPIC-179", "EPIC-276")
    def test_without_shields_close_combat_and_firefight_are_saved_for_together(self) -> None:
        units = {"a": force((2, BARE)), "d": force((2, tank()), seat=1)}
        reply = attacks(units, {"cc": [1], "ff": [1]}, {"cc": [1], "ff": [1]}, strike_a=[[5], [5]], strike_d=[[1], [1]])
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

    @rule("EPIC-49", "EPIC-91", "EPIC-84", "EPIC-51")
    @pytest.mark.parametrize(("engaged", "face", "lost", "handed_out"), [(1, 5, [1], True), (1, 4, None, False), (0, 5, None, False)])
    def test_hits_are_handed_out_where_there_are_hits_and_somebody_engaged(self, engaged: int, face: int, lost: list[int] | None, handed_out: bool) -> None:
        """5+ to hit: one hit; a miss; a hit that finds nobody of the defenders within 15 cm."""
        units = {"a": force((1, BARE)), "d": force((2, BARE), seat=1)}
        reply = attacks(units, {"cc": [1]}, {"cc": [engaged], "ff": [0]}, strike_a=[face], **({"strike_d": [1]} if engaged else {}))
        assert (changes(reply, "d", "lost"), "EPIC-49" in reply["refs"]) == ([lost], handed_out)

    @rule("EPIC-50", "EPIC-51", "EPIC-84", "EPIC-91", "EPIC-178")
    def test_macro_weapons_find_the_engine_that_still_stands(self) -> None:
        """Two engines of capacity 2 in a row: two normal hits finish the first, the macro-weapon
        is for the second."""
        melta = {"name": "Melta", "range": 15, "abilities": ["small_arms", "macro_weapon"]}
        units = {"a": force((2, BARE), (1, {**BARE, "weapons": [melta]})), "d": force((2, titan(dc=2)), seat=1)}
        reply = attacks(units, {"ff": [2, 1]}, {"ff": [2]}, strike_a=[[5, 5], [5]], strike_d=[1] * 4)
        assert (changes(reply, "d", "lost", "damage"), reply["result"]["kills:0"]) == ([[1], [1]], 3)

    @rule("EPIC-89", "EPIC-91", "EPIC-178", "EPIC-276")
    def test_only_engines_have_shields(self) -> None:
        """Three hits on an engine of capacity 2 behind one shield and a tank: one is stopped,
        one damages, one kills."""
        units = {"a": force((3, BARE)), "d": force((1, titan(dc=2, shields=1)), (1, tank(armour=None)), seat=1)}
        reply = attacks(units, {"ff": [3]}, {"ff": [1, 1]}, strike_a=[5] * 3, strike_d=[[1, 1], [1]])
        assert changes(reply, "d", "shields_down", "damage", "lost") == [[1, 0], [1, 0], [0, 1]]

    @rule("EPIC-89", "EPIC-90", "EPIC-95", "EPIC-151")
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


class TestUnderFire:
    @rule("EPIC-178", "EPIC-276")
    def test_only_engines_have_shields(self) -> None:
        """As in an assault: of three hits one is stopped, one damages, one kills."""
        units = {"t": force((1, titan(dc=2, shields=1)), (1, tank(armour=None)), seat=1)}
        reply = ask("fire", units, target="t", shots=[{"count": 3, "type": "at", "value": 4}], roll={"to_hit": [4, 4, 4]})
        assert changes(reply, "t", "shields_down", "damage", "lost") == [[1, 0], [1, 0], [0, 1]]

    @rule("EPIC-160")
    @pytest.mark.parametrize(
        ("word", "dice", "points"), [("x", {}, 1), ("dx", {}, 1), ("3", {}, 3), (2, {}, 2), ("D3", {"damage": [2]}, 2), ("d6", {"damage": [5]}, 5)]
    )
    def test_how_the_damage_is_told(self, word: Any, dice: dict[str, Any], points: int) -> None:
        fire = [{"count": 1, "type": "tk", "value": 4, "damage": word}]
        assert changes(ask("fire", engine(), target="t", shots=fire, roll={"to_hit": [4], **dice}), "t", "damage") == [[points]]

    @rule("EPIC-160")
    @pytest.mark.parametrize(("damage", "points"), [(0, 1), (1, 1), (2, 2)])
    def test_a_card_without_a_number_means_one_point(self, damage: int, points: int) -> None:
        units = {**engine(), "a": force((1, tank(weapons=[{"name": "Cannon", "range": 90, "mw": 4, "tk": damage}])))}
        assert changes(ask("fire", units, by="a", target="t", roll={"to_hit": [4]}), "t", "damage") == [[points]]

    @rule("EPIC-160", "EPIC-171")
    def test_who_throws_the_damage(self) -> None:
        """The one who fires; where nobody is named, whose turn it is."""
        session = game(**engine())
        do(session, "fire", [4, 4], target="t", shots=[{"count": 2, "type": "tk", "value": 4, "damage": "d3"}])
        prompt = open_prompt(session)
        assert (prompt.key, prompt.asked_of, prompt.about, [check.key for check in prompt.checks]) == ("damage", 0, ("t",), ["damage:0", "damage:1"])
        session = game(seat=1)
        do(session, "barrage", [5], points=3, abilities=["titan_killer:d3"], under=[{"type": "WE", "dc": 4}])
        prompt = open_prompt(session)
        assert (prompt.key, prompt.asked_of, prompt.about, prompt.checks[0].dice) == ("damage", 1, (), 1)


class TestCriticals:
    @rule("EPIC-174", "EPIC-175")
    def test_macro_weapons_come_after_normal_hits(self) -> None:
        """Told the other way round: the normal hit takes the shield, the macro-weapon does a
        point past armour 4."""
        reply = ask("critical", engine(shields=1, armour=4), unit="t", hits=["mw", "at"])
        assert (chance(reply, "damage", 1), chance(reply, "blast", 1)) == (1, 1)

    @rule("EPIC-174", "EPIC-175")
    def test_the_front_engine_that_is_left(self) -> None:
        """Infantry in front, an engine that is gone, and one that takes both hits: two points,
        two markers."""
        mixed = {"t": force((2, foot()), (1, titan()), (1, titan()), seat=1, state={"lost": [0, 1, 0]})}
        assert changes(ask("critical", mixed, unit="t", hits=["at", "at"]), "t", "damage", "blast") == [[0, 0, 2], 2]

    @rule("EPIC-174", "EPIC-176")
    @pytest.mark.parametrize(("hits", "dead"), [(1, 0), (2, 1)])
    def test_a_card_alone_is_enough(self, hits: int, dead: int) -> None:
        assert chance(ask("critical", unit=titan(dc=2), hits=hits), "destroyed", "yes") == dead

    @rule("EPIC-174", "EPIC-176")
    def test_something_has_to_be_known(self) -> None:
        reply = answered(RULESETS, {"game": "epic", "ask": "critical", "situation": {"hits": 1}})
        assert "capacity is needed" in reply["error"]

    @rule("EPIC-174", "EPIC-175")
    @pytest.mark.parametrize(
        ("held", "told", "points", "after"),
        [
            ({}, {}, 1, [1]),
            ({}, {"shields": 0}, 3, [3]),
            ({}, {"shields": 1}, 2, [2]),
            ({}, {"shields": 2}, 1, [1]),
            ({}, {"shields": 5}, 1, [1]),
            ({"shields_down": [1]}, {}, 2, [2]),
            ({"shields_down": [1]}, {"damage": 2}, 2, [4]),
            ({"shields_down": [1]}, {"shields": 2}, 1, [1]),
            ({"damage": [3]}, {"shields": 1}, 2, [5]),
            ({"damage": [3]}, {"damage": 1}, 1, [2]),
            ({"damage": [3]}, {"damage": 0, "shields": 0}, 3, None),
        ],
    )
    def test_shields_and_damage_as_told(self, held: dict[str, Any], told: dict[str, Any], points: int, after: list[int] | None) -> None:
        """Three hits without a save on an engine with two shields: what the shields that are up
        do not stop."""
        reply = ask("critical", engine(held, shields=2), unit="t", hits=["at"] * 3, **told)
        assert (chance(reply, "damage", points), change(reply, "t", "damage"), chance(reply, "blast", points)) == (1, after, 1)

    @rule("EPIC-277")
    def test_a_card_that_does_not_say_what_a_critical_does(self) -> None:
        card = {key: value for key, value in titan().items() if key != "critical"}
        session = do(game(t=force((1, card), seat=1)), "critical", [6], unit="t", hits=["at"])
        assert open_prompt(session).text.values["effect"] == "?"


class TestShieldsThatComeBack:
    @rule("EPIC-180")
    def test_what_was_down_and_what_is(self) -> None:
        session = game(step="rally", t=force((1, titan(shields=3)), state={"shields_down": [2]}))
        session.dispatch(Opened("end_turn", pairs()))
        found = [(each.tracker, each.before, each.after) for line in open_prompt(session).lines for each in line.changes]
        assert found == [("shields_down", (2,), (1,))]

    @rule("EPIC-181")
    @pytest.mark.parametrize(("faces", "blast", "down"), [([2, 1], 1, None), ([3, 1], None, None), ([4, 1], None, [1]), ([6, 1], None, [])])
    def test_markers_go_first(self, faces: list[int], blast: int | None, down: list[int] | None) -> None:
        """Three markers, two shields down: unless the player says otherwise only what is beyond
        the markers raises shields."""
        units = {"t": force((1, titan(shields=3)), state={"shields_down": [2], "blast": 3})}
        reply = ask("regroup", units, formation="t", roll={"regroup": faces})
        assert changes(reply, "t", "blast", "shields_down") == [blast or 0, down]

    @rule("EPIC-180")
    def test_nothing_is_left_down(self) -> None:
        session = do(game(step="rally", t=force((1, titan(shields=3)), state={"shields_down": [1]})), "end_turn")
        session.answer(())
        assert state(session, "t") == {}


@pytest.mark.rule("EPIC-160", "EPIC-174")
@pytest.mark.parametrize(("first", "damage"), [({"type": "tk", "abilities": ["titan_killer:d3"]}, 5), ({"type": "tk"}, 4)])
def test_each_group_of_titan_killers_has_dice_of_its_own(first: dict[str, Any], damage: int) -> None:
    """2 and 3 points by dice; or one point without any, and the 3 of the first dice that are
    thrown."""
    second = {"type": "tk", "abilities": ["titan_killer:d3"]}
    told = {"damage": [2], "damage:of:1": [3]} if first == second else {"damage": [3]}
    assert ask("critical", dc=9, hits=[first, second], roll=told)["result"]["damage"] == damage
