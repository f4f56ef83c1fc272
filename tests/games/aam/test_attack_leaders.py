"""What Commanders lend to an attack by abilities of their cards."""

from typing import Any

import pytest

from engine.games.aam.attack.leaders import may_charge
from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.aam.table import CAPTAIN, SOLDIER, able, attack, playing, refused, rule, shot
from tests.games.asking import ask, targets

SHAKEN = {"face_up": ["disrupted"]}
LIGHT_MORTAR = {"name": "Mortar", "type": "soldier", "subtypes": ["artillery"], "defense": [3], "soldiers": [6, 6, 6], "vehicles": [4, 4, 4], "speed": 0}
LIGHT_BLAST = able(LIGHT_MORTAR, blast=True)


class TestCommandersNearby:
    def led(
        self,
        ability: str,
        attacker: Any,
        target: Any,
        seat: int = 0,
        question: str = "attack",
        leader: Any = None,
        state: Any = None,
        near: bool = True,
        **told: Any,
    ) -> dict[str, Any]:
        card = able(leader or CAPTAIN, **({ability: True} if ability else {}))
        more = {"k": {"card": card, "seat": seat, "state": state or {}}}
        return attack(attacker, target, question=question, more=more, range=1, **({"commanders": ["k"]} if near else {}), **told)

    def dice(self, reply: Any) -> int:
        return int(reply["checks"][0]["dice"])

    @rule("AAM-86", "AAM-50")
    @pytest.mark.parametrize(
        ("told", "count"), [({}, 9), ({"near": False}, 8), ({"seat": 1}, 8), ({"leader": SOLDIER}, 8), ({"state": {"face_up": ["disrupted"]}}, 9)]
    )
    def test_coordinated_fire_next_to_a_commander(self, told: Any, count: int) -> None:
        assert self.dice(self.led("", able(SOLDIER, coordinated_fire=True), SOLDIER, **told)) == count

    @rule("AAM-86", "AAM-52")
    @pytest.mark.parametrize(
        ("ability", "attacker", "question", "told", "number"),
        [
            ("stalwart", SOLDIER, "defensive_fire", {}, 3),
            ("stalwart", SOLDIER, "attack", {}, 4),
            ("stalwart", SOLDIER, "defensive_fire", {"state": {"face_up": ["disrupted"]}}, 4),
            ("stalwart", SOLDIER, "defensive_fire", {"seat": 1}, 4),
            ("stalwart", SOLDIER, "defensive_fire", {"near": False}, 4),
            ("intimidation", SOLDIER, "attack", {"seat": 1}, 5),
            ("intimidation", SOLDIER, "attack", {}, 4),
            ("intimidation", SHERMAN, "attack", {"seat": 1}, 4),
            ("bravery_enforcement", SOLDIER, "attack", {"by": {"face_up": ["disrupted"]}}, 4),
            ("bravery_enforcement", SOLDIER, "attack", {"by": {"face_up": ["disrupted"]}, "near": False}, 5),
            ("bravery_enforcement", SOLDIER, "attack", {"by": {"face_up": ["disrupted"]}, "state": {"face_up": ["disrupted"]}}, 5),
        ],
    )
    def test_each_die(self, ability: str, attacker: Any, question: str, told: Any, number: int) -> None:
        assert targets(self.led(ability, attacker, SOLDIER, question=question, **told))["attack"] == number

    @rule("AAM-86", "AAM-69")
    @pytest.mark.parametrize(("attacker", "number"), [(SOLDIER, 5), (SHERMAN, 4)])
    def test_a_pinpointer_spoils_cover_for_soldiers(self, attacker: Any, number: int) -> None:
        assert targets(self.led("pinpointer", attacker, SOLDIER, terrain="town"))["cover"] == number

    @rule("AAM-86", "AAM-50")
    @pytest.mark.parametrize(
        ("attacker", "target", "question", "count"), [(SHERMAN, PANZER, "attack", 14), (SHERMAN, PANZER, "defensive_fire", 13), (SOLDIER, SOLDIER, "attack", 8)]
    )
    def test_command_leadership_is_for_vehicles_in_an_assault(self, attacker: Any, target: Any, question: str, count: int) -> None:
        assert self.dice(self.led("command_leadership", attacker, target, question=question)) == count

    @rule("AAM-86", "AAM-55")
    @pytest.mark.parametrize(
        ("ability", "question", "told", "needed"),
        [
            ("elan", "defensive_fire", {"seat": 1}, 5),
            ("fearless", "defensive_fire", {"seat": 1}, 5),
            ("elan", "attack", {"seat": 1}, 4),
            ("elan", "defensive_fire", {"seat": 0}, 4),
        ],
    )
    def test_elan_against_defensive_fire(self, ability: str, question: str, told: Any, needed: int) -> None:
        reply = self.led(ability, SOLDIER, SOLDIER, question=question, **told)
        assert reply["checks"][0]["needs"] == needed

    @rule("AAM-91")
    def test_two_of_them_are_no_better_than_one(self) -> None:
        more = {key: {"card": able(CAPTAIN, **{ability: True}), "seat": 1} for key, ability in {"k": "elan", "l": "fearless"}.items()}
        assert shot(SOLDIER, SOLDIER, more=more, commanders=["k", "l"])["checks"][0]["needs"] == 5

    @rule("AAM-86", "AAM-68")
    @pytest.mark.parametrize(
        ("terrain", "target", "asked"), [("clear", SOLDIER, "attack"), ("town", SOLDIER, "led:0"), ("clear", able(SOLDIER, low_silhouette=True), "led:0")]
    )
    def test_a_game_asks_only_where_it_matters(self, terrain: str, target: Any, asked: str) -> None:
        units = {"a": {"card": SOLDIER, "seat": 0}, "b": {"card": target, "seat": 1}, "k": {"card": able(CAPTAIN, pinpointer=True), "seat": 0}}
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, terrain=terrain)))
        assert session.prompt
        assert session.prompt.key == asked

    @rule("AAM-86", "AAM-133")
    def test_a_game_asks_who_is_near(self) -> None:
        units = {
            "a": {"card": able(SOLDIER, coordinated_fire=True), "seat": 0},
            "b": {"card": SOLDIER, "seat": 1},
            "k": {"card": CAPTAIN, "seat": 0},
            "m": {"card": SOLDIER, "seat": 0},
        }
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, terrain="clear")))
        assert session.prompt
        assert (session.prompt.key, [option.key for option in session.prompt.options]) == ("led:0", ["nobody", "k"])
        assert [english(option.text) for option in session.prompt.options] == ["nobody", "Captain"]
        session.answer("k")
        assert session.prompt.checks[0].dice == 9

    @rule("AAM-91", "AAM-133")
    def test_it_says_which_ability_and_how_near(self) -> None:
        """Of two Commanders with an ability that counts here; the second time somebody else."""
        card = {**CAPTAIN, "abilities": {"pinpointer": True, "elan": True}}
        units = {
            "a": {"card": SOLDIER, "seat": 0, "state": {"face_up": ["disrupted"]}},
            "b": {"card": SOLDIER, "seat": 1},
            "k": {"card": card, "seat": 0},
            "l": {"card": {**able(CAPTAIN, bravery_enforcement=True), "name": "Commissar"}, "seat": 0},
        }
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, terrain="town")))
        assert session.prompt
        assert [english(option.text) for option in session.prompt.options] == [
            "nobody",
            "Captain: Pinpointer, targets of Soldiers beside it have -1 on their cover rolls",
            "Commissar: Bravery Enforcement, disrupted Soldiers beside it attack without penalty",
        ]
        session.answer("k")
        assert next(english(option.text) for option in session.prompt.options) == "nobody else"

    @rule("AAM-86")
    def test_the_ability_is_told_in_words(self) -> None:
        row = self.led("stalwart", SOLDIER, SOLDIER, question="defensive_fire")["checks"][0]["modifiers"][0]
        assert (row["why"], row["ref"]) == ("Stalwart", "AAM-91")


class TestLent:
    """Whom an ability of a Commander reaches, and when a game asks for it."""

    def near(self, ability: str, attacker: Any, target: Any, seat: int = 0, question: str = "attack", **told_too: Any) -> Any:
        more = {"k": {"card": able(CAPTAIN, **{ability: True}), "seat": seat}}
        return attack(attacker, target, question=question, more=more, commanders=["k"], **{"range": 1, **told_too})["checks"]

    @rule("AAM-86", "AAM-68")
    @pytest.mark.parametrize(
        ("ability", "told_too", "number"),
        [
            ("stalwart", {"question": "defensive_fire"}, 4),
            ("elan", {"question": "defensive_fire", "seat": 1}, 4),
            ("bravery_enforcement", {"by": SHAKEN}, 5),
            ("pinpointer", {"terrain": "town"}, 4),
        ],
    )
    def test_these_are_for_soldiers(self, ability: str, told_too: Any, number: int) -> None:
        """A tank at the front of a tank: dice of 4, 5 while disrupted, defense 5, cover on 5."""
        checks = self.near(ability, SHERMAN, PANZER, **told_too)
        assert (checks[0]["target"], checks[0]["needs"], [each["target"] for each in checks[1:]]) == (number, 5, [5] if "terrain" in told_too else [])

    @rule("AAM-90")
    @pytest.mark.parametrize(("on", "number"), [("attack_die", 3), ("cover", 4), ("speed", 4)])
    def test_an_effect_changes_its_own_number_only(self, on: str, number: int) -> None:
        assert targets(attack(SOLDIER, SOLDIER, range=1, effects=[{"name": "Drill", "amount": 1, "on": on}])) == {"attack": number}

    @rule("AAM-86", "AAM-52")
    def test_only_that_one_ability_steadies(self) -> None:
        """Disrupted -1, and another effect +1."""
        assert targets(attack(SOLDIER, SOLDIER, range=1, by=SHAKEN, effects=[{"name": "Drill", "amount": 1}])) == {"attack": 4}

    @rule("AAM-86", "AAM-133")
    @pytest.mark.parametrize(
        ("state", "number"), [({}, 4), ({"face_up": ["disrupted"]}, 5), ({"face_down": ["disrupted"]}, 4)], ids=["leads", "disrupted", "marked face down"]
    )
    def test_a_commissar_steadies_as_long_as_he_leads(self, state: Any, number: int) -> None:
        """Told as an effect of the Commissar, not as a Commander who is near."""
        more = {"k": {"card": able(CAPTAIN, bravery_enforcement=True), "seat": 0, "state": state}}
        lent = [{"name": "bravery_enforcement", "by": "k", "commander": True, "amount": 0}]
        assert targets(attack(SOLDIER, SOLDIER, range=1, by=SHAKEN, more=more, effects=lent)) == {"attack": number}

    @rule("AAM-86", "AAM-91")
    @pytest.mark.parametrize(("seat", "number"), [(0, 4), (1, 5)])
    def test_a_commissar_steadies_his_own_soldiers(self, seat: int, number: int) -> None:
        assert self.near("bravery_enforcement", SOLDIER, SOLDIER, seat=seat, by=SHAKEN)[0]["target"] == number

    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("seat", "state", "card", "allowed"),
        [
            (0, {}, SOLDIER, True),
            (0, {"face_up": ["disrupted"]}, SOLDIER, False),
            (0, {"where": "destroyed"}, SOLDIER, False),
            (1, {}, SOLDIER, False),
            (0, {}, SHERMAN, False),
        ],
    )
    def test_who_may_charge(self, seat: int, state: Any, card: Any, allowed: bool) -> None:
        """A Soldier, by the word of a Commander of his army who leads."""
        now = playing("first_movement", {"a": {"card": card}, "k": {"card": able(CAPTAIN, angriff=True), "seat": seat, "state": state}}).state
        assert may_charge(now, now.unit("a"), ("k",)) is allowed

    @rule("AAM-86", "AAM-93")
    @pytest.mark.parametrize(
        ("leader", "state", "dice"),
        [({"subtypes": ["commander"]}, {}, 9), ({"initiative": 1}, {}, 9), ({}, {}, 8), ({"initiative": 1}, {"where": "destroyed"}, 8)],
    )
    def test_coordinated_with_a_commander_on_the_map(self, leader: Any, state: Any, dice: int) -> None:
        more = {"k": {"card": {**SOLDIER, **leader}, "seat": 0, "state": state}}
        reply = attack(able(SOLDIER, coordinated_fire=True), SOLDIER, more=more, commanders=["k"], range=1)
        assert reply["checks"][0]["dice"] == dice

    @rule("AAM-86", "AAM-93")
    def test_nobody_is_next_to_himself(self) -> None:
        assert attack(able(CAPTAIN, coordinated_fire=True), SOLDIER, commanders=["a"], range=1)["checks"][0]["dice"] == 8

    @rule("AAM-133", "AAM-92")
    @pytest.mark.parametrize(
        ("own", "leader", "told_too", "asked"),
        [
            ({}, {"intimidation": True}, {}, "attack"),
            ({}, {"bravery_enforcement": True}, {}, "attack"),
            ({"state": SHAKEN}, {"bravery_enforcement": True}, {}, "led:0"),
            ({"state": SHAKEN}, {"bravery_enforcement": True}, {"commanders": ("l",)}, "attack"),
        ],
    )
    def test_a_game_asks_where_it_matters_and_nobody_said(self, own: Any, leader: Any, told_too: Any, asked: str) -> None:
        units = {
            "a": {"card": SOLDIER, "seat": 0, **own},
            "b": {"card": SOLDIER, "seat": 1},
            **{key: {"card": able(CAPTAIN, **leader), "seat": 0} for key in "kl"},
        }
        game = playing("first_assault", units)
        game.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, terrain="clear", **told_too)))
        assert game.prompt
        assert game.prompt.key == asked

    @rule("AAM-133", "AAM-91")
    def test_who_is_told_counts(self) -> None:
        assert self.near("stalwart", SOLDIER, SOLDIER, question="defensive_fire")[0]["target"] == 3


class TestWhoseCommander:
    """A Commander helps his own army, and frightens the other one."""

    @rule("AAM-86", "AAM-91")
    @pytest.mark.parametrize(("seat", "number"), [(1, 5), (0, 4)])
    def test_intimidation_is_for_every_attack_of_his_enemy(self, seat: int, number: int) -> None:
        """Blast meets a friend beside the target: the enemy's Commander frightens the crew there
        too, its own one never."""
        more = {"k": {"card": able(CAPTAIN, intimidation=True), "seat": seat}, "f": {"card": SOLDIER, "seat": 0}}
        reply = attack(LIGHT_BLAST, SOLDIER, more=more, others=["f"], commanders=["k"], range=1)
        assert targets(reply) == {"attack:b": number, "attack:f": number}

    @rule("AAM-86", "AAM-120")
    @pytest.mark.parametrize(("seat", "needs"), [(0, {"attack:b": 4, "attack:f": 5}), (1, {"attack:b": 5, "attack:f": 4})])
    def test_elan_is_for_his_own_soldiers(self, seat: int, needs: Any) -> None:
        more = {"k": {"card": able(CAPTAIN, elan=True), "seat": seat}, "f": {"card": SOLDIER, "seat": 0}}
        reply = shot(LIGHT_BLAST, SOLDIER, more=more, others=["f"], commanders=["k"])
        assert {check["what"]: check["needs"] for check in reply["checks"]} == needs

    @rule("AAM-02", "AAM-120")
    @pytest.mark.parametrize(
        ("ability", "side", "question", "number"),
        [
            ("intimidation", "axis", "attack", 5),
            ("intimidation", "allies", "attack", 4),
            ("stalwart", "axis", "defensive_fire", 4),
            ("stalwart", "allies", "defensive_fire", 3),
        ],
    )
    def test_without_seats_the_sides_tell(self, ability: str, side: str, question: str, number: int) -> None:
        units = {
            "a": {"card": {**SOLDIER, "side": "allies"}},
            "b": {"card": {**SOLDIER, "side": "axis"}},
            "k": {"card": {**able(CAPTAIN, **{ability: True}), "side": side}},
        }
        reply = ask("aam", question, units, attacker="a", target="b", range=1, terrain="clear", commanders=["k"])
        assert targets(reply) == {"attack": number}

    @rule("AAM-02", "AAM-120")
    @pytest.mark.parametrize(("side", "dice", "no"), [("allies", 9, []), ("axis", 8, ["AAM-22"])])
    def test_nor_does_the_other_side_coordinate_or_charge(self, side: str, dice: int, no: list[str]) -> None:
        def told(own: Any, state: Any) -> Any:
            units = {
                "a": {"card": {**own, "side": "allies"}, "state": state},
                "b": {"card": {**SOLDIER, "side": "axis"}},
                "k": {"card": {**able(CAPTAIN, angriff=True), "side": side}},
            }
            return ask("aam", "attack", units, attacker="a", target="b", range=0, terrain="clear", commanders=["k"])

        assert told(able(SOLDIER, coordinated_fire=True), {})["checks"][0]["dice"] == dice
        assert refused(told(SOLDIER, {"moved": True})) == no
