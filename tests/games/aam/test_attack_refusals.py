"""Who may attack whom, and how often."""

from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import frozen, pairs
from engine.values.texts import english
from tests.games.aam.table import CAPTAIN, HALFTRACK, RULES, SOLDIER, able, attack, into, move, playing, refused, rule, shot, sixes
from tests.games.asking import ask, rows, targets

SHAKEN = {"face_up": ["disrupted"]}
OPEN = {"terrain": "clear"}


class TestRefusals:
    @rule("AAM-127")
    def test_a_friend_is_no_target(self) -> None:
        units = {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": SHERMAN, "seat": 0}}
        reply = ask("aam", "attack", units, attacker="a", target="b", range=1, arc="front", terrain="clear")
        assert reply["refused"]["refs"] == ["AAM-127"]

    @rule("AAM-103")
    @pytest.mark.parametrize("who", ["by", "at"])
    def test_a_passenger_neither_shoots_nor_defends(self, who: str) -> None:
        assert attack(SOLDIER, SOLDIER, range=1, **{who: {"aboard": "x"}})["refused"]["refs"] == ["AAM-103"]

    @rule("AAM-22")
    @pytest.mark.parametrize("flag", ["moved", "attacked"])
    def test_one_action_a_phase(self, flag: str) -> None:
        assert attack(by={flag: True})["refused"]["refs"] == ["AAM-22"]

    @rule("AAM-47")
    @pytest.mark.parametrize("who", ["by", "at"])
    def test_only_on_the_map(self, who: str) -> None:
        assert attack(**{who: {"where": "destroyed"}})["refused"]["refs"] == ["AAM-47"]

    @rule("AAM-47", "AAM-21")
    @pytest.mark.parametrize(
        ("step", "seat", "key"),
        [
            ("initiative", 0, "not_now"),
            ("first_movement", 0, "not_now"),
            ("second_movement", 1, "not_now"),
            ("first_assault", 0, None),
            ("first_assault", 1, "not_yours"),
            ("second_assault", 0, "not_yours"),
            ("second_assault", 1, None),
            ("end", 0, "not_now"),
        ],
    )
    def test_attacks_belong_to_the_own_assault_phase(self, step: str, seat: int, key: str | None) -> None:
        units = {"a": {"card": SHERMAN, "seat": seat}, "b": {"card": PANZER, "seat": 1 - seat}}
        session = Session(RULES, table(RULES, frozen({"step": step, "units": units})))
        opening = Opened("attack", pairs(attacker="a", target="b"))
        if key is None:
            session.dispatch(opening)
            assert session.prompt
        else:
            with pytest.raises(Refused) as refused:
                session.dispatch(opening)
            assert refused.value.why[0].key == key

    def units(self, rider: Any, transport: Any, ability: str = "transport") -> Any:
        return {
            "t": {"card": able(HALFTRACK, **{ability: True}), "seat": 0, "state": transport},
            "r": {"card": SOLDIER, "seat": 0, "state": {"aboard": "t", "where": "inside", **rider}},
            "b": {"card": SOLDIER, "seat": 1},
        }

    @rule("AAM-86", "AAM-103")
    @pytest.mark.parametrize(
        ("rider", "transport", "no"), [({}, {}, []), ({"where": "destroyed"}, {}, ["AAM-47", "AAM-103"]), ({}, {"where": "destroyed"}, ["AAM-103"])]
    )
    def test_nobody_shoots_from_a_platform(self, rider: Any, transport: Any, no: list[str]) -> None:
        units = self.units(rider, transport, "fighting_platform")
        assert refused(ask("aam", "attack", units, attacker="r", target="b", range=1, terrain="clear")) == no
        provoked = move(
            {**SOLDIER, "side": "axis"},
            {"into": "clear", "near": {"r": [1, 1]}},
            others={key: {**unit, "seat": 1} for key, unit in units.items() if key != "b"},
            start=OPEN,
        )
        assert provoked["result"]["provokes"] == [[] if no else ["r"]]

    @rule("AAM-47", "AAM-103")
    @pytest.mark.parametrize(("by", "at", "no"), [({}, {}, []), ({"where": "reserve"}, {}, ["AAM-47"]), ({}, {"where": "reserve"}, ["AAM-47"])])
    def test_who_has_not_come_yet_neither_attacks_nor_is_attacked(self, by: Any, at: Any, no: list[str]) -> None:
        """Paratroopers and Partisans wait off the map; that is neither destroyed nor aboard."""
        units = {"a": {"card": SOLDIER, "state": by}, "b": {"card": PANZER, "state": at}}
        assert refused(ask("aam", "attack", units, attacker="a", target="b", range=1, arc="front", terrain="clear")) == no


class TestAboard:
    def riders(self, ability: str, who: str, question: str = "attack", card: Any = SOLDIER, **state: Any) -> list[str]:
        """A passenger that attacks or is attacked, its transport having one ability."""
        told = {"by" if who == "attacker" else "at": {"aboard": "h", "where": "inside"}}
        truck = {"h": {"card": able(SHERMAN, **{ability: True}), "seat": 0 if who == "attacker" else 1, "state": state}}
        return refused(attack(card, SOLDIER, question=question, range=1, more=truck, **told))

    @rule("AAM-86", "AAM-103")
    @pytest.mark.parametrize("question", ["attack", "defensive_fire"])
    def test_from_a_fighting_platform_a_passenger_shoots(self, question: str) -> None:
        no = ["AAM-103"]
        assert self.riders("fighting_platform", "attacker", question) == []
        assert self.riders("fighting_platform", "attacker", question, moved=True) == no
        assert self.riders("fighting_platform", "attacker", question, card={**SOLDIER, "subtypes": ["artillery"]}) == no
        assert self.riders("transport", "attacker", question) == no
        assert self.riders("fighting_platform", "target", question) == no

    @rule("AAM-86", "AAM-103")
    def test_on_an_exposed_transport_a_passenger_is_attacked_but_not_by_defensive_fire(self) -> None:
        assert self.riders("exposed_transport", "target") == []
        assert self.riders("exposed_transport", "target", "defensive_fire") == ["AAM-103"]
        assert self.riders("exposed_transport", "attacker") == ["AAM-103"]
        assert self.riders("transport", "target") == ["AAM-103"]


@rule("AAM-14")
@pytest.mark.parametrize(
    ("told", "text"), [({}, "Riflemen have no dice against Vehicles"), ({"range": 3}, "Riflemen have no dice at medium range against Vehicles")]
)
def test_without_dice_against_a_type_the_range_does_not_matter(told: Any, text: str) -> None:
    card = {**SOLDIER, "vehicles": [None, None, None]}
    now = playing("first_assault", {"a": {"card": card, "seat": 0}, "b": {"card": PANZER, "seat": 1}}).state
    found = RULES.opening("attack").refusals(now, pairs(attacker="a", target="b", **told))
    assert [english(no.why) for no in found] == [text]


@rule("AAM-14", "AAM-86")
def test_hand_weapons_are_dice_in_its_own_hex() -> None:
    card = able({**SOLDIER, "vehicles": [None, None, None]}, close_assault=6)
    now = playing("first_assault", {"a": {"card": card, "seat": 0}, "b": {"card": PANZER, "seat": 1}}).state
    assert not any(RULES.opening("attack").refusals(now, pairs(attacker="a", target="b")))


class TestExtraAttacks:
    def attacking(self, card: Any, target: str = "b", **told: Any) -> Any:
        units = {"a": {"card": card, "seat": 0}, "b": {"card": SOLDIER, "seat": 1}, "c": {"card": PANZER, "seat": 1}, "d": {"card": SHERMAN, "seat": 0}}
        session = playing("first_assault", units)
        self.once(session, "a", target)
        return session

    def once(self, session: Any, attacker: str, target: str) -> None:
        session.dispatch(Opened("attack", pairs(attacker=attacker, target=target, range=2, arc="front", terrain="clear")))
        session.answer(tuple(sixes(0, 9 if target == "b" else 11)))

    @rule("AAM-89", "AAM-127")
    @pytest.mark.parametrize(
        ("ability", "second", "may"),
        [
            ("double_shot", "b", True),
            ("double_shot", "c", True),
            ("multiturreted", "c", True),
            ("all_guns_blazing", "b", True),
            ("all_guns_blazing", "c", False),
            ("extra_machine_guns", "b", True),
            ("extra_machine_guns", "c", False),
            ("crack_shot", "b", False),
        ],
    )
    def test_one_more_attack(self, ability: str, second: str, may: bool) -> None:
        session = self.attacking(able(SHERMAN, **{ability: True}), "c")
        if not may:
            with pytest.raises(Refused) as no:
                self.once(session, "a", second)
            assert [each.ref.id for each in no.value.why] == ["AAM-22"]
            return
        self.once(session, "a", second)
        with pytest.raises(Refused) as no:
            self.once(session, "a", "b")
        assert [each.ref.id for each in no.value.why] == ["AAM-22"]

    @rule("AAM-89")
    def test_it_cannot_be_saved(self) -> None:
        session = self.attacking(able(SHERMAN, double_shot=True))
        self.once(session, "d", "b")
        with pytest.raises(Refused) as no:
            self.once(session, "a", "b")
        assert [(each.key, each.ref.id) for each in no.value.why] == [("saved", "AAM-89")]
        with pytest.raises(Refused) as no:
            self.once(session, "d", "b")
        assert [each.ref.id for each in no.value.why] == ["AAM-22"]
        session.dispatch(TrackerSet("a", "attacked", False))
        self.once(session, "a", "b")

    @rule("AAM-89")
    def test_those_before_it_do_not_matter(self) -> None:
        units = {
            "a": {"card": able(SHERMAN, double_shot=True), "seat": 0},
            "b": {"card": SOLDIER, "seat": 1},
            "d": {"card": SHERMAN, "seat": 0, "state": {"moved": True}},
            "e": {"card": SHERMAN, "seat": 1, "state": {"moved": True}},
        }
        session = playing("first_assault", units)
        self.once(session, "a", "b")
        self.once(session, "a", "b")
        assert session.state.unit("a").trackers["attacked_twice"] is True

    @rule("AAM-86", "AAM-89")
    @pytest.mark.parametrize(
        ("ability", "at_nobody", "at_a_soldier", "at_a_vehicle"),
        [
            ("double_shot", True, True, True),
            ("extra_machine_guns", True, True, False),
            ("additional_hull_mounted_cannon", True, False, True),
            ("transport", False, False, False),
        ],
    )
    def test_who_attacks_again_may_as_long_as_no_target_is_named(self, ability: str, at_nobody: bool, at_a_soldier: bool, at_a_vehicle: bool) -> None:
        units = {
            "a": {"card": able(SHERMAN, **{ability: True}), "seat": 0, "state": {"attacked": True}},
            "s": {"card": SOLDIER, "seat": 1},
            "v": {"card": PANZER, "seat": 1},
        }
        now = playing("first_assault", units).state
        told = (pairs(attacker="a"), pairs(attacker="a", target="s"), pairs(attacker="a", target="v"))
        against = [{no.key for no in RULESETS["aam"].opening("attack").refusals(now, each)} for each in told]
        assert tuple("already_acted" not in each for each in against) == (at_nobody, at_a_soldier, at_a_vehicle)

    @rule("AAM-89", "AAM-22")
    def test_a_question_about_the_second_attack(self) -> None:
        twice = able(SHERMAN, double_shot=True)
        assert refused(attack(twice, by={"attacked": True})) == []
        assert refused(attack(twice, by={"attacked": True, "attacked_twice": True})) == ["AAM-22"]
        assert refused(attack(twice, by={"moved": True})) == ["AAM-22"]

    def two(self, card: Any, second: str, state: Any = None) -> list[str]:
        units = {"a": {"card": card, "seat": 0, "state": state or {}}, "t": {"card": PANZER, "seat": 1}, "s": {"card": SOLDIER, "seat": 1}}
        return refused(
            ask("aam", "attacks", units, target="t", range=2, arc="front", terrain="clear", attacks=[{"attacker": "a"}, {"attacker": "a", "target": second}])
        )

    @rule("AAM-89", "AAM-22")
    @pytest.mark.parametrize(
        ("ability", "second", "no"),
        [
            ("all_guns_blazing", "t", ["AAM-22"]),
            ("all_guns_blazing", "s", []),
            ("extra_machine_guns", "t", ["AAM-22"]),
            ("double_shot", "t", []),
            ("additional_hull_mounted_cannon", "s", ["AAM-22"]),
            ("crack_shot", "s", ["AAM-22"]),
        ],
    )
    def test_the_second_target(self, ability: str, second: str, no: list[str]) -> None:
        assert self.two(able(SHERMAN, **{ability: True}), second) == no

    @rule("AAM-89", "AAM-22")
    def test_a_first_attack_before_counts(self) -> None:
        assert self.two(able(SHERMAN, double_shot=True), "t", {"attacked": True}) == ["AAM-22"]


class TestMoveAndAttack:
    """An extra action belongs to the same activation."""

    UNITS: ClassVar[dict[str, Any]] = {
        "a": {"seat": 0, "card": able({**SHERMAN, "speed": 3}, aggression=2)},
        "c": {"seat": 0, "card": SHERMAN},
        "b": {"seat": 1, "card": PANZER},
    }

    ATTACK = Opened("attack", pairs(attacker="a", target="b", range=3, arc="front", terrain="clear"))

    @rule("AAM-86", "AAM-89", "AAM-75")
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


class TestCharge:
    """Next to such a Commander a Soldier enters the enemy's hex in the assault phase and
    attacks there, +1 on each die."""

    @pytest.mark.parametrize("ability", ["banzai_charge", "angriff"])
    @rule("AAM-86", "AAM-89")
    def test_moves_and_attacks(self, ability: str) -> None:
        leader = {"k": {"card": able(CAPTAIN, **{ability: True}), "seat": 0}}
        reply = attack(SOLDIER, SOLDIER, range=0, by={"moved": True}, more=leader, commanders=["k"])
        assert (targets(reply), rows(reply, "attack")) == ({"attack": 3}, [("effect", 1, "AAM-91")])

    @rule("AAM-22", "AAM-93")
    @pytest.mark.parametrize(
        ("card", "told_too", "leader", "no"),
        [
            (SOLDIER, {"range": 1}, {}, ["AAM-22"]),
            (SHERMAN, {"range": 0}, {}, ["AAM-22"]),
            (SOLDIER, {"range": 0}, SHAKEN, ["AAM-22"]),
            (SOLDIER, {"range": 0, "commanders": []}, {}, ["AAM-22"]),
            (SOLDIER, {"range": 0, "by": {"moved": True, "attacked": True}}, {}, ["AAM-22"]),
            (SOLDIER, {"range": 0}, {}, []),
        ],
    )
    def test_only_so(self, card: Any, told_too: Any, leader: Any, no: list[str]) -> None:
        more = {"k": {"card": able(CAPTAIN, angriff=True), "seat": 0, "state": leader}}
        assert refused(attack(card, SOLDIER, more=more, **{"by": {"moved": True}, **told_too})) == no

    @rule("AAM-22", "AAM-86")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_by_a_commander_of_its_own(self, seat: int) -> None:
        more = {"k": {"card": able(CAPTAIN, angriff=True), "seat": seat}}
        reply = attack(SOLDIER, SOLDIER, more=more, range=0, by={"moved": True}, commanders=["k"])
        assert refused(reply) == ([] if seat == 0 else ["AAM-22"])

    @rule("AAM-86", "AAM-88")
    @pytest.mark.parametrize(
        ("card", "hexes", "state"),
        [
            (SOLDIER, 0, {}),
            (SOLDIER, 1, {}),
            (able(SOLDIER, aggression=1), 1, {"moved": True, "steps_made": 1}),
            (able(SHERMAN, aggression=1), 0, {"moved": True, "steps_made": 1}),
        ],
    )
    def test_no_bonus_without_the_charge(self, card: Any, hexes: int, state: Any) -> None:
        more = {"k": {"card": able(CAPTAIN, angriff=True), "seat": 0}}
        assert targets(attack(card, SOLDIER, more=more, commanders=["k"], range=hexes, by=state)) == {"attack": 4}
        assert targets(shot(SOLDIER, SOLDIER, more=more, range=0, by={"moved": True}, commanders=["k"])) == {"attack": 4}

    @rule("AAM-89", "AAM-86")
    def test_at_once_or_never(self) -> None:
        """Move in, attack there; but not after somebody else has acted."""
        game = playing(
            "first_assault", {"a": {"seat": 0, "card": SOLDIER}, "k": {"seat": 0, "card": able(CAPTAIN, angriff=True)}, "b": {"seat": 1, "card": SOLDIER}}
        )
        game.dispatch(Opened("move", frozen({"unit": "a", "steps": [{"into": "clear", "shots": []}]})))
        strike = Opened("attack", pairs(attacker="a", target="b", range=0, terrain="clear", commanders=("k",)))
        game.dispatch(strike)
        game.undo()
        game.dispatch(Opened("move", frozen({"unit": "k", "steps": []})))
        with pytest.raises(Refused, match="at once"):
            game.dispatch(strike)
