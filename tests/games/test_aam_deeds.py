"""Axis & Allies Miniatures: boarding, positions given up, extra actions, and what the table
shows by itself."""

from typing import Any, ClassVar

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused
from engine.values.events import Advanced, Opened
from engine.values.maps import pairs
from tests.games.aam_combat import CAPTAIN, PAK, RULES, SOLDIER, able, attack, playing, refused, shot, sixes
from tests.games.aam_field import HALFTRACK, into, move
from tests.games.asking import ask

rule = pytest.mark.rule
DISRUPTED = ["disrupted"]


class TestGettingAboard:
    """AAM-102 to 107: who carries whom, told by names, by numbers and by sides."""

    AXIS, ALLIES = {**SOLDIER, "side": "axis"}, {**SOLDIER, "side": "allies"}

    def board(self, rider: Any = SOLDIER, transport: Any = HALFTRACK, state: Any = None, others: Any = None, **told: Any) -> dict[str, Any]:
        units = {"s": {"card": rider, "state": state or {}}, "t": {"card": transport}, **(others or {})}
        return ask("aam", "board", units, unit="s", transport="t", **told)

    @rule("AAM-102", "AAM-86")
    @pytest.mark.parametrize(
        ("ability", "holds", "no"), [("transport", 0, []), ("transport", 1, ["AAM-102"]), ("large_transport", 1, []), ("large_transport", 2, ["AAM-102"])]
    )
    def test_how_many_are_aboard_by_number(self, ability: str, holds: int, no: Any) -> None:
        assert refused(self.board(transport=able(SHERMAN, **{ability: True}), holds=holds)) == no

    @rule("AAM-102")
    def test_a_vehicle_told_to_be_there_is_not_aboard(self) -> None:
        assert refused(self.board(holds=["t"])) == []
        assert refused(self.board(others={"o": {"card": SHERMAN}}, holds=["o"])) == []
        assert refused(self.board(others={"o": {"card": SOLDIER}}, holds=["o"])) == ["AAM-102"]

    @rule("AAM-102", "AAM-107")
    def test_no_transport_is_the_only_reason(self) -> None:
        assert refused(self.board(transport=SHERMAN)) == ["AAM-102"]
        assert refused(self.board(rider=PAK, transport=SHERMAN)) == ["AAM-102"]

    @rule("AAM-102", "AAM-120", "AAM-02")
    def test_sides_tell_friend_from_foe_where_nobody_told_seats(self) -> None:
        assert refused(self.board(self.AXIS, {**HALFTRACK, "side": "allies"})) == ["AAM-102"]
        assert refused(self.board(self.ALLIES, {**HALFTRACK, "side": "allies"})) == []
        assert refused(self.board(self.ALLIES, {"type": "vehicle", "abilities": {"transport": True}})) == []
        assert refused(self.board(SOLDIER, {**HALFTRACK, "side": "allies"})) == []
        units = {"s": {"card": self.ALLIES, "seat": 0}, "t": {"card": {**HALFTRACK, "side": "allies"}, "seat": 1}}
        assert refused(ask("aam", "board", units, unit="s", transport="t")) == ["AAM-102"]
        other = {"o": {"card": self.AXIS}}
        assert refused(self.board(self.ALLIES, {**HALFTRACK, "side": "allies"}, others=other, holds=["o"])) == []

    @rule("AAM-29", "AAM-106", "AAM-120")
    @pytest.mark.parametrize(("there", "full"), [(["foe", "foe_2"], False), (["friend"], True), (["foe", "friend"], True)])
    def test_two_of_each_army_by_their_sides(self, there: Any, full: bool) -> None:
        units = {
            "s": {"card": self.ALLIES, "state": {"aboard": "t"}},
            "t": {"card": {**HALFTRACK, "side": "allies"}},
            "friend": {"card": self.ALLIES},
            "foe": {"card": self.AXIS},
            "foe_2": {"card": self.AXIS},
        }
        assert ask("aam", "dismount", units, unit="s", transport="t", holds=there)["result"]["overflow"] is full

    @rule("AAM-105", "AAM-102", "AAM-09")
    def test_who_is_in_the_hex_at_deployment_is_not_aboard(self) -> None:
        units = {"s": {"card": SOLDIER}, "t": {"card": HALFTRACK}, "o": {"card": SOLDIER}, "p": {"card": SOLDIER}}
        told: dict[str, Any] = {"unit": "s", "transport": "t", "terrain": "clear"}
        assert refused(ask("aam", "deploy", units, **told, holds=["t", "o", "p"])) == []
        units["o"]["state"] = {"aboard": "t"}
        assert refused(ask("aam", "deploy", units, **told)) == ["AAM-102"]

    @rule("AAM-61", "AAM-130", "AAM-86")
    @pytest.mark.parametrize("question", ["board", "dismount"])
    @pytest.mark.parametrize(("abilities", "no"), [({}, ["AAM-61"]), ({"ss_determination": True}, []), ({"hero": True}, [])])
    def test_a_disrupted_soldier_makes_neither_move(self, question: str, abilities: Any, no: Any) -> None:
        state = {"face_up": DISRUPTED, **({"aboard": "t"} if question == "dismount" else {})}
        units = {"s": {"card": able(SOLDIER, **abilities), "state": state}, "t": {"card": HALFTRACK}}
        assert refused(ask("aam", question, units, unit="s", transport="t")) == no


class TestUntilItMoves:
    """AAM-86: what a unit gives up by moving, or by attacking."""

    @rule("AAM-86")
    @pytest.mark.parametrize(("given_up", "needs"), [([], 5), (["entrenched"], 4), (["camouflaged"], 5)])
    def test_entrenched(self, given_up: Any, needs: int) -> None:
        reply = attack(SHERMAN, able(SOLDIER, entrenched=True), at={"given_up": given_up})
        assert reply["checks"][0]["needs"] == needs

    @rule("AAM-86", "AAM-87")
    @pytest.mark.parametrize(
        ("hexes", "given_up", "no"), [(1, [], []), (2, [], ["AAM-87"]), (6, [], ["AAM-87"]), (2, ["camouflaged"], []), (2, ["entrenched"], ["AAM-87"])]
    )
    def test_camouflaged_needs_no_cover(self, hexes: int, given_up: Any, no: Any) -> None:
        reply = attack(SHERMAN, able(SOLDIER, camouflaged=True), at={"given_up": given_up}, range=hexes)
        assert refused(reply) == no

    @rule("AAM-86")
    def test_what_ends_it(self) -> None:
        both = able(SOLDIER, entrenched=True, camouflaged=True)
        assert move(both, *into("clear"))["after"]["a"]["given_up"] == ["entrenched", "camouflaged"]
        assert "given_up" not in move(both)["after"]["a"]
        failed = move(both, {"into": "clear", "across": ["stream"]}, roll={"movement": [1]})
        assert "given_up" not in failed["after"]["a"]
        fired = attack(both, SOLDIER, range=1, roll={"attack": sixes(0, 8)})
        assert fired["after"]["a"]["given_up"] == ["camouflaged"]
        units = {"s": {"card": both}, "t": {"card": HALFTRACK}}
        assert ask("aam", "board", units, unit="s", transport="t")["after"]["s"]["given_up"] == ["entrenched", "camouflaged"]
        assert "given_up" not in attack(SOLDIER, SOLDIER, range=1, roll={"attack": sixes(0, 8)})["after"]["a"]


class TestMoveAndAttack:
    """AAM-89: an extra action belongs to the same activation."""

    UNITS: ClassVar[dict[str, Any]] = {
        "a": {"seat": 0, "card": able({**SHERMAN, "speed": 3}, aggression=2)},
        "c": {"seat": 0, "card": SHERMAN},
        "b": {"seat": 1, "card": PANZER},
    }
    ATTACK = Opened("attack", pairs(attacker="a", target="b", range=3, arc="front", terrain="clear"))

    @rule("AAM-86", "AAM-89", "AAM-22")
    @pytest.mark.parametrize(("hexes", "may"), [(0, True), (2, True), (3, False)])
    def test_aggression_after_so_many_hexes(self, hexes: int, may: bool) -> None:
        game = playing("first_assault", self.UNITS)
        game.dispatch(Opened("move", pairs(unit="a", steps=tuple(pairs(into="clear") for _ in range(hexes)))))
        if may:
            game.dispatch(self.ATTACK)
            game.answer(tuple(sixes(0, 11)))
        with pytest.raises(Refused) as no:
            game.dispatch(self.ATTACK)
        assert [each.ref.id for each in no.value.why] == ["AAM-22"]

    @rule("AAM-89")
    @pytest.mark.parametrize("ability", ["aggression", "strike_and_fade"])
    def test_not_after_another_has_acted(self, ability: str) -> None:
        units = {**self.UNITS, "a": {"seat": 0, "card": able(SHERMAN, **{ability: 2})}}
        game, moves = playing("first_assault", units), Opened("move", pairs(unit="a", steps=(pairs(into="clear"),)))
        first, then = (moves, self.ATTACK) if ability == "aggression" else (self.ATTACK, moves)
        game.dispatch(first)
        if game.prompt:
            game.answer(tuple(sixes(0, 11)))
        game.dispatch(Opened("move", pairs(unit="c", steps=(pairs(into="clear"),))))
        with pytest.raises(Refused) as no:
            game.dispatch(then)
        assert [each.ref.id for each in no.value.why] == ["AAM-89"]
        game.dispatch(Advanced())

    @rule("AAM-89", "AAM-86")
    def test_its_hexes_count_in_an_assault_phase_and_for_it_alone(self) -> None:
        quick = able(SHERMAN, aggression=2)
        assert move(quick, *into("clear"), phase="assault")["after"]["a"]["steps_made"] == 1
        assert "steps_made" not in move(quick, *into("clear"), phase="movement")["after"]["a"]
        assert "steps_made" not in move(SHERMAN, *into("clear"), phase="assault")["after"]["a"]
        game = playing("first_assault", self.UNITS)
        game.dispatch(Opened("move", pairs(unit="a", steps=(pairs(into="clear"),))))
        assert game.state.unit("a").count("steps_made") == 1
        game.dispatch(Advanced())
        assert game.state.unit("a").count("steps_made") == 0

    @rule("AAM-89", "AAM-22")
    def test_without_such_an_ability_a_move_is_all(self) -> None:
        assert refused(attack(by={"moved": True})) == ["AAM-22"]
        assert refused(attack(able(SHERMAN, aggression=2), by={"moved": True, "steps_made": 2})) == []

    @rule("AAM-86", "AAM-89", "AAM-50")
    @pytest.mark.parametrize(
        ("key", "target", "hexes", "state", "dice"),
        [
            ("additional_hull_mounted_cannon", PANZER, 4, {}, 11),
            ("additional_hull_mounted_cannon", PANZER, 4, {"attacked": True}, 10),
            ("additional_hull_mounted_cannon", PANZER, 1, {"attacked": True}, 12),
            ("additional_hull_mounted_cannon", SOLDIER, 1, {"attacked": True}, None),
            ("additional_hull_mounted_cannon", PANZER, 5, {"attacked": True}, 8),
            ("extra_hull_mounted_cannon", SOLDIER, 8, {"attacked": True}, 5),
            ("extra_hull_mounted_cannon", PANZER, 2, {"attacked": True}, 7),
            ("extra_hull_mounted_cannon", SOLDIER, 0, {"attacked": True}, 8),
            ("extra_hull_mounted_cannon", PANZER, 8, {"attacked": True, "attacked_twice": True}, None),
        ],
    )
    def test_a_second_gun_in_the_hull(self, key: str, target: Any, hexes: int, state: Any, dice: Any) -> None:
        reply = attack(able(SHERMAN, **{key: True}), target, by=state, range=hexes)
        assert (reply["checks"][0]["dice"] if "checks" in reply else None) == dice
        assert refused(reply) == ([] if dice else ["AAM-22"])

    @rule("AAM-89", "AAM-86")
    def test_the_second_gun_is_silent_in_defensive_fire(self) -> None:
        guns = able(SHERMAN, additional_hull_mounted_cannon=True)
        assert shot(guns, PANZER, by={"attacked": True})["checks"][0]["dice"] == 13


class TestAtOneLook:
    """What the table shows of the game without being asked."""

    GLANCE = RULES.glance

    @rule("AAM-12")
    @pytest.mark.parametrize(
        ("card", "sign"),
        [
            (PAK, "artillery"),
            (SOLDIER, "infantry"),
            (CAPTAIN, "command"),
            (SHERMAN, "armour"),
            ({"type": "vehicle"}, "armour"),
            ({"type": "vehicle", "subtypes": ["Half-Track"]}, "mechanised"),
        ],
    )
    def test_signs(self, card: Any, sign: str) -> None:
        assert self.GLANCE.sign(playing("end", {"a": {"card": card}}).state.unit("a")) == sign

    @rule("AAM-21", "AAM-22")
    @pytest.mark.parametrize(
        ("step", "seat", "state", "acted"),
        [
            ("first_movement", 0, {}, False),
            ("first_movement", 0, {"moved": True}, True),
            ("first_assault", 0, {"attacked": True}, True),
            ("first_movement", 1, {"moved": True}, None),
            ("end", 0, {"moved": True}, None),
            ("first_movement", 0, {"where": "destroyed"}, None),
        ],
    )
    def test_who_has_acted(self, step: str, seat: int, state: Any, acted: Any) -> None:
        now = playing(step, {"a": {"seat": seat, "card": SHERMAN, "state": state}}).state
        assert self.GLANCE.acted(now, now.unit("a")) is acted

    @rule("AAM-109", "AAM-110", "AAM-116", "AAM-117")
    @pytest.mark.parametrize(
        ("turn", "scenario", "rules"),
        [
            (6, "standard", ["AAM-109", 1]),
            (1, "standard", ["AAM-109", 6]),
            (7, "standard", ["AAM-109", None]),
            (9, "standard", ["AAM-109", None]),
            (10, "standard", ["AAM-110", None]),
            (6, "assault", ["AAM-116", None]),
            (11, "assault", ["AAM-116", None]),
            (8, "free", []),
        ],
    )
    def test_how_the_game_stands(self, turn: int, scenario: str, rules: Any) -> None:
        now = playing("end", {}, turn=turn, scenario=scenario).state
        assert [part for each in self.GLANCE.standing(now) for part in (each.ref.id, each.text.count if each.text.plural else None)] == rules
        assert self.GLANCE.standing(now.set("", "winner", "draw")) == ()

    @rule("AAM-110", "AAM-132")
    def test_points_on_the_map(self) -> None:
        units = {
            "a": {"seat": 0, "card": SHERMAN},
            "b": {"seat": 0, "card": SHERMAN, "state": {"where": "destroyed"}},
            "c": {"seat": 0, "card": {**SOLDIER, "cost": 4}, "state": {"where": "inside"}},
            "d": {"seat": 1, "card": SOLDIER},
        }
        now = playing("end", units).state
        told = self.GLANCE.score(now, 0)
        assert told
        assert (told.count, self.GLANCE.score(now, 1)) == (25, None)
