"""Dust Tactics: initiative, two actions, reactive fire, orders, the end of the round, and the
table between them."""

from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.dust.command import problems
from engine.games.dust.examples import BOSS
from engine.games.dust.turn import waiting
from engine.playing.fold import refusals
from engine.playing.legality import offered as offered_to
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import Map, frozen
from engine.values.table import GameState
from engine.values.texts import english
from tests.games.asking import change
from tests.games.dust_cards import H, M, ask, dice, hero, hits, squad, tell, walker, weapon

rule = pytest.mark.rule
RULES = RULESETS["dust"]
RIFLES = squad(3, {"Rifle": weapon("1/1"), "Knife": weapon("1/1", "C")}, name="Rifles")
GUN = walker(weapons={"Rockets": weapon("2/1", "A"), "MG": weapon("2/1", "3")}, name="Gun")


def at(units: Any, *, turn: int = 2, step: str = "activation", **told: Any) -> GameState:
    return table(RULES, frozen({"units": units, "turn": turn, "step": step, **told}))


def session(units: Any, procedure: str = "activation", readings: Any = None, **situation: Any) -> Session:
    game = Session(RULES, at(units, readings=readings or {}))
    game.dispatch(Opened(procedure, frozen(situation)))  # type: ignore[arg-type]
    return game


def play(game: Session, *answers: Any) -> list[str]:
    """Answer; what was asked each time."""
    asked = []
    for value in answers:
        assert game.prompt, f"nothing is asked before {value}; asked so far {asked}"
        asked.append(game.prompt.key)
        game.answer(frozen(value))
    return asked


def key(game: Session) -> str | None:
    return game.prompt.key if game.prompt else None


def options(game: Session) -> list[str]:
    assert game.prompt
    return [option.key for option in game.prompt.options]


class TestInitiative:
    @rule("DUST-07")
    @pytest.mark.parametrize("pair", [(3, 3), (4, 3), (1, 2)])
    def test_most_hits_by_brute_force(self, pair: tuple[int, int]) -> None:
        one, other = hits(pair[0]), hits(pair[1])
        win = sum(p * q for (n, p), (m, q) in product(one.items(), other.items()) if n > m)
        tie = sum(p * q for (n, p), (m, q) in product(one.items(), other.items()) if n == m)
        odds = ask("dust", "initiative", dice=list(pair))["odds"]
        assert (Fraction(odds["first_roll"]["0"]), Fraction(odds["first_roll"]["tie"])) == (win, tie)
        assert Fraction(odds["winner"]["0"]) == win / (1 - tie)

    @rule("DUST-118")
    def test_black_ops_is_one_die_more_however_many(self) -> None:
        ops = {"card": hero(skills=["black_ops"])}
        units = {"a": {**ops, "seat": 0}, "b": {**ops, "seat": 0}, "c": {**ops, "seat": 1, "state": {"where": "destroyed"}}}
        assert dice(ask("dust", "initiative", units)) == {"initiative:0": 4, "initiative:1": 3, "initiative:again:0": 4, "initiative:again:1": 3}
        assert tell("initiative", black_ops=[False, True])["dice"] == [3, 4]

    @rule("DUST-118")
    @pytest.mark.parametrize(("reading", "count"), [("yes", 3), ("no", 4)])
    def test_black_ops_of_the_dead(self, reading: str, count: int) -> None:
        units = {"a": {"card": hero(skills=["black_ops"]), "seat": 0, "state": {"where": "destroyed"}}}
        assert tell("initiative", units, {"blackOpsAlive": reading})["dice"] == [count, 3]

    @rule("DUST-07")
    def test_by_the_faces_and_who_starts(self) -> None:
        game = Session(RULES, at({}, step="initiative", table={"initiative": 2}))
        game.dispatch(Opened("initiative"))
        assert play(game, [[H, M, M], [M, H, M]], [[M, M, M], [M, H, M]]) == ["initiative", "initiative:again"]
        assert (key(game), options(game)) == ("order", ["first", "second"])
        game.answer("second")
        assert (game.state.first, game.state.seat, game.state.trackers["initiative"]) == (0, 0, 2)
        reply = ask("dust", "initiative", roll={"initiative": [[H, M, M], [M, M, M]]})
        assert (reply["result"]["winner"], reply["result"]["first_roll"]) == (0, 0)

    @rule("DUST-07")
    def test_by_the_other_readings(self) -> None:
        game = Session(RULES, at({}, step="initiative", readings={"initiativeWinner": "first", "initiativeTie": "previous"}, table={"initiative": 2}))
        game.dispatch(Opened("initiative"))
        game.answer(frozen([[H, M, M], [M, H, M]]))
        assert (game.prompt, game.state.first) == (None, 1)
        fresh = Session(RULES, at({}, step="initiative", readings={"initiativeTie": "previous"}))
        fresh.dispatch(Opened("initiative"))
        fresh.answer(frozen([[H, M, M], [M, H, M]]))
        assert key(fresh) == "initiative:again"


def legal(*declared: str, units: Any = None, readings: Any = None, **situation: Any) -> bool:
    return tell("actions", units, readings, declared=list(declared), **situation)["legal"]  # type: ignore[no-any-return]


class TestActions:
    @rule("DUST-03", "DUST-02")
    def test_every_pair_but_two_attacks(self) -> None:
        words = ("move", "attack", "skill", "nothing")
        found = [pair for pair in product(words, repeat=2) if legal(*pair)]
        assert len(found) == 15
        assert ("attack", "attack") not in found
        assert not legal("move", "move", "move")

    @rule("DUST-02", "DUST-05")
    def test_a_sustained_attack_takes_both(self) -> None:
        assert legal("sustained")
        assert legal("sustained", "sustained")
        assert not any(legal("sustained", other) or legal(other, "sustained") for other in ("move", "attack", "skill", "reload"))
        assert legal("sustained", skills=["berserk"])

    @rule("DUST-177", "DUST-128", "DUST-114", "DUST-137")
    @pytest.mark.parametrize(
        ("declared", "skills", "legally"),
        [
            (["move", "skill"], ["reload"], True),
            (["reload", "attack"], ["reload"], True),
            (["move", "attack"], ["reload"], False),
            (["sustained"], ["artillery_strike"], False),
            (["skill", "skill"], ["artillery_strike", "artillery_strike"], True),
            (["skill", "attack"], ["artillery_strike", "artillery_strike"], False),
            (["move", "attack"], ["berserk", "assault"], True),
            (["artillery_strike", "artillery_strike"], [], True),
            (["move", "attack"], ["tank_head"], False),
        ],
    )
    def test_what_costs_an_action(self, declared: list[str], skills: list[str], legally: bool) -> None:
        assert legal(*declared, skills=skills) is legally

    @rule("DUST-59")
    @pytest.mark.parametrize(("reading", "legally"), [("yes", True), ("no", False)])
    def test_two_strikes(self, reading: str, legally: bool) -> None:
        told = {"doubleStrike": reading}
        assert legal("artillery_strike", "artillery_strike", readings=told) is legally
        assert legal("artillery_strike", "move", readings=told)

    @rule("DUST-177")
    def test_silent_skills_by_the_other_reading(self) -> None:
        told = {"silentSkillCost": "action"}
        assert not legal("move", "attack", skills=["berserk"], readings=told)
        assert legal("skill", "attack", skills=["berserk"], readings=told)

    @rule("DUST-121")
    def test_a_charge_is_two_moves(self) -> None:
        assert legal("move", "move", skills=["charge"])
        assert legal("charge")
        assert legal("move", "attack")
        assert not legal("move", "attack", skills=["charge"])
        assert not legal("charge", "attack")

    @rule("DUST-103", "DUST-188")
    def test_entry(self) -> None:
        """EX-D26: enter and move, enter and attack; never anything before the entry."""
        assert legal("move", "move", round=1)
        assert legal("move", "attack", entering=True)
        assert not legal("attack", "move", round=1)
        assert not legal("sustained", entering=True)
        assert legal("attack", "move", round=1, entering=False)
        assert legal("attack", "move", round=2)
        units = {"a": {"card": squad(), "state": {"on_board": True}}, "b": {"card": squad()}, "c": {"card": squad(), "state": {"where": "reserve"}}}
        assert [legal("sustained", units=units, unit=unit, round=1) for unit in "abc"] == [True, False, False]
        assert [legal("sustained", units=units, unit=unit) for unit in "abc"] == [True, True, False]

    @rule("DUST-08", "DUST-66", "DUST-191")
    @pytest.mark.parametrize(
        ("state", "legally"),
        [({}, True), ({"activated": True}, False), ({"activated": True, "reactivated": True}, True), ({"activated": True, "running": True}, True)],
    )
    def test_once_a_round(self, state: Any, legally: bool) -> None:
        assert legal("move", "attack", units={"a": {"card": squad(), "state": state}}, unit="a") is legally

    @rule("DUST-176", "DUST-141", "DUST-60", "DUST-143", "DUST-185")
    def test_what_the_unit_can_do(self) -> None:
        units = {
            "a": {"card": squad(skills=["berserk"]), "state": {"used": ["berserk"]}},
            "b": {"card": BOSS, "state": {"alive": [2, 3]}},
            "c": {"card": BOSS},
            "h": {"card": hero(skills=["charge", "fast"]), "state": {"joined": "s"}},
            "s": {"card": squad(skills=[])},
        }
        assert not legal("move", "attack", units=units, unit="a", skills=["berserk"])
        assert not legal("move", "attack", units=units, unit="a", skills=["assault"])
        assert not legal("tank_head", "tank_head", units={"h": {"card": hero(skills=["tank_head"])}}, unit="h")
        assert [legal("move", order, units=units, unit="b") for order in ("reactivate", "makeshift_repair", "get_up", "artillery_strike")] == [
            False,
            True,
            True,
            False,
        ]
        assert legal("move", "artillery_strike", units=units, unit="c")
        assert legal("move", "artillery_strike", units={"o": {"card": squad(skills=["artillery_strike"])}}, unit="o")
        assert not legal("get_up", "makeshift_repair", units=units, unit="c")
        assert legal("get_up", "makeshift_repair", units=units, unit="c", readings={"commandLimit": "untilFailure"})
        assert not legal("get_up", "get_up", units=units, unit="c", readings={"commandLimit": "untilFailure"})
        assert legal("move", "move", units=units, unit="s", skills=["charge"])  # the hero shares it
        assert not legal("move", "move", units=units, unit="s", skills=["fast"])
        assert legal("move", "move", units=units, unit="s", skills=["fast"], readings={"silentSharing": "yes"})


def reaction(readings: Any = None, units: Any = None, **situation: Any) -> dict[str, Any]:
    return ask("dust", "reaction", units, readings, **situation)


class TestReaction:
    @rule("DUST-65", "DUST-111", "DUST-136")
    @pytest.mark.parametrize(
        ("skills", "chance"), [([], "1/3"), (["advanced_reactive_fire"], "5/9"), (["superior_reactive_fire", "advanced_reactive_fire"], "19/27")]
    )
    def test_dice(self, skills: list[str], chance: str) -> None:
        assert reaction(skills=skills)["odds"]["success"]["yes"] == chance
        assert reaction(dice=len(skills) + 1 if skills != ["superior_reactive_fire", "advanced_reactive_fire"] else 3)["odds"]["success"]["yes"] == chance
        units = {"r": {"card": squad()}, "h": {"card": hero(skills=skills), "state": {"joined": "r"}}}
        assert reaction(units=units, reactor="r")["odds"]["success"]["yes"] == chance
        assert reaction(skills=skills)["checks"][0]["needs"] == 1

    @rule("DUST-68", "DUST-69")
    @pytest.mark.parametrize(
        ("reading", "declared", "first", "second"),
        [
            ("afterFirst", ["move", "attack"], True, False),
            ("afterFirst", ["attack", "move"], True, False),
            ("afterFirst", ["move", "move"], True, False),
            ("afterFirst", ["skill", "nothing"], True, False),
            ("afterFirst", ["sustained", "sustained"], False, False),
            ("afterFirst", ["sustained"], False, False),
            ("withMove", ["skill", "nothing"], False, False),
            ("withMove", ["skill", "move"], True, False),
            ("listed", ["skill", "move"], False, False),
            ("listed", ["attack", "move"], True, False),
            ("listed", ["move", "move"], True, False),
        ],
    )
    def test_the_moment(self, reading: str, declared: list[str], first: bool, second: bool) -> None:
        told = [reaction({"reactionWindow": reading}, declared=declared, moment=moment)["result"]["allowed"] for moment in ("after_first", "after_second")]
        assert told == [first, second]

    @rule("DUST-69", "DUST-68")
    @pytest.mark.parametrize(
        ("declared", "moment", "ref"),
        [(["skill", "nothing"], "after_first", "DUST-69"), (["sustained"], "after_first", "DUST-68"), (["move", "attack"], "after_second", "DUST-68")],
    )
    def test_the_rule_that_forbids_it(self, declared: list[str], moment: str, ref: str) -> None:
        assert reaction({"reactionWindow": "withMove"}, declared=declared, moment=moment)["result"]["rules"] == [ref]

    @rule("DUST-68", "DUST-70")
    @pytest.mark.parametrize(("reading", "first"), [("afterSecondMove", False), ("eitherMove", True)])
    def test_on_a_charge(self, reading: str, first: bool) -> None:
        for told in ({"declared": ["move", "move"], "enemy_skills": ["charge"]}, {"declared": ["charge"]}):
            allowed = [reaction({"chargeReaction": reading}, moment=moment, **told)["result"]["allowed"] for moment in ("after_first", "after_second")]
            assert allowed == [first, True]

    @rule("DUST-64", "DUST-66", "DUST-183", "DUST-188", "DUST-18", "DUST-67")
    @pytest.mark.parametrize(
        ("state", "situation", "allowed"),
        [
            ({}, {"range": 3}, True),
            ({}, {"range": 6}, False),
            ({}, {"dx": 2, "dy": 2}, True),
            ({}, {"dx": 4, "dy": 2}, False),
            ({}, {"dx": 1, "dy": 4}, False),
            ({}, {"range": 3, "los": False}, False),
            ({"activated": True}, {"range": 3}, False),
            ({"where": "reserve"}, {"range": 3}, False),
            ({"where": "destroyed"}, {"range": 3}, False),
            ({}, {"range": 3, "round": 1}, False),
            ({"on_board": True}, {"range": 3, "round": 1}, True),
            ({}, {"range": 3, "round": 2}, True),
            ({"ammo": {"Bazooka": 0}}, {"range": 3}, False),
            ({"loaded": {"Bazooka": False}}, {"range": 3}, False),
        ],
    )
    def test_who_may_try(self, state: Any, situation: Any, allowed: bool) -> None:
        """EX-D19 and EX-D20: a Bazooka of range 3 against a walker at 6 squares and at 3."""
        bazooka = {"range": "3", "values": {"V1": "1/3", "S2": "-"}, "kinds": ["limited", "reload"], "ammo": 2}
        units = {
            "r": {"card": squad(2, {"Bazooka": bazooka}), "seat": 1, "state": state},
            "e": {"card": walker(), "seat": 0},
            "s": {"card": squad(), "seat": 0},
        }
        reply = reaction(units=units, reactor="r", enemy="e", declared=["move", "attack"], **situation)
        assert reply["result"]["allowed"] is allowed
        assert reply["odds"]["success"] == ({"no": "2/3", "yes": "1/3"} if allowed else {"no": "1"})
        assert reaction(units=units, reactor="r", enemy="s", range=1)["result"]["allowed"] is False

    @rule("DUST-67", "DUST-64")
    def test_only_the_unit_being_activated(self) -> None:
        """EX-D20: whoever did not trigger the reaction is no target."""
        units = {
            "r": {"card": RIFLES, "seat": 1},
            "e": {"card": RIFLES, "seat": 0, "state": {"running": True}},
            "s": {"card": RIFLES, "seat": 0},
            "h": {"card": hero(), "seat": 0, "state": {"joined": "e"}},
        }
        assert [reaction(units=units, reactor="r", enemy=enemy)["result"]["allowed"] for enemy in "esh"] == [True, False, True]
        assert reaction(units=units, reactor="r")["result"]["allowed"] is True
        told = {"attacker": "r", "weapon": "Rifle"}
        refused = [ask("dust", "attack", units, target=enemy, **{**told, "as": "reaction"}).get("refused", {}).get("refs") for enemy in "es"]
        assert refused == [None, ["DUST-67"]]
        assert "refused" not in ask("dust", "attack", units, target="s", **told)

    @rule("DUST-66", "DUST-65")
    @pytest.mark.parametrize(("face", "success"), [(H, "yes"), (M, "no")])
    def test_activated_either_way(self, face: str, success: str) -> None:
        units = {"r": {"card": RIFLES}, "h": {"card": hero(), "state": {"joined": "r"}}}
        reply = reaction(units=units, reactor="r", roll={"reaction": [face]})
        assert (reply["result"]["success"], change(reply, "r", "activated"), change(reply, "h", "activated")) == (success, True, True)


class TestActivation:
    UNITS: ClassVar[dict[str, Any]] = {"a": {"card": RIFLES, "seat": 0}, "b": {"card": RIFLES, "seat": 1}, "c": {"card": walker(name="C"), "seat": 1}}

    @rule("DUST-04", "DUST-33", "DUST-37", "DUST-08", "DUST-34")
    def test_targets_are_named_first(self) -> None:
        game = session(self.UNITS, unit="a", declared=["move", "attack"])
        assert play(game, "c", "none", True, "none", 2) == ["target:Rifle", "target:Knife", "move", "who_reacts", "range:c"]
        assert (key(game), dice_now(game)) == ("attack:0", {"attack:0": 3})
        play(game, [H, H, M])
        assert (game.prompt, game.state.unit("c").count("damage"), game.state.unit("a").count("activated")) == (None, 2, 1)
        assert not game.state.unit("a").count("running")

    @rule("DUST-180")
    def test_a_card_that_does_not_say_how_many_there_are(self) -> None:
        reply = ask("dust", "activation", {"a": {"card": {"kind": "squad"}}}, unit="a", declared=["move", "nothing"])
        assert reply["odds"]["models:a"] == {"?": "1"}

    @rule("DUST-68", "DUST-73", "DUST-65", "DUST-66", "DUST-04", "DUST-37")
    def test_a_reaction_between_the_actions(self) -> None:
        """EX-D21: after the Move the enemy reacts with a hit; whoever survives attacks."""
        game = session(self.UNITS, unit="a", declared=["move", "attack"], lines=[{"weapon": "Rifle", "target": "b", "range": 2, "cover": "none"}])
        assert play(game, True, "b", 2, [H], "none", [H, M, M]) == ["move", "who_reacts", "range:a", "reaction", "cover:a", "attack:0"]
        assert (key(game), dice_now(game)) == ("attack:0", {"attack:0": 2})
        assert game.state.unit("b").count("activated")

    @rule("DUST-66", "DUST-70")
    def test_a_reaction_that_fails(self) -> None:
        game = session(self.UNITS, unit="a", declared=["move", "move"])
        play(game, True, "b", 2, [M])
        assert key(game) == "move"
        assert game.state.unit("b").count("activated")
        game.answer(True)
        assert game.prompt is None

    @rule("DUST-70", "DUST-64")
    @pytest.mark.parametrize(("reading", "next_"), [("one", "move"), ("many", "who_reacts")])
    def test_how_many_may_try(self, reading: str, next_: str) -> None:
        game = session(self.UNITS, unit="a", declared=["move", "move"], readings={"reactionsPerActivation": reading})
        play(game, True, "b", 2, [M])
        assert key(game) == next_
        if reading == "many":
            assert options(game) == ["none", "c"]

    @rule("DUST-64", "DUST-70", "DUST-95")
    def test_a_pair_reacts_as_one(self) -> None:
        units = {**self.UNITS, "h": {"card": hero(skills=["advanced_reactive_fire"]), "seat": 1, "state": {"joined": "b"}}}
        game = session(units, unit="a", declared=["move", "move"])
        play(game, True)
        assert options(game) == ["none", "b", "c"]
        play(game, "b", 2)
        assert dice_now(game) == {"reaction": 2}

    @rule("DUST-64", "DUST-183", "DUST-66")
    def test_out_of_reach_nobody_is_activated(self) -> None:
        spent = {"d": {"card": RIFLES, "seat": 1, "state": {"activated": True}}}
        game = session({**self.UNITS, **spent}, unit="a", declared=["move", "move"])
        play(game, True, "b", 5)
        assert (key(game), options(game), game.state.unit("b").count("activated")) == ("who_reacts", ["none", "c"], 0)
        play(game, "c", 0)
        assert key(game) == "move"

    @rule("DUST-73", "DUST-67", "DUST-186")
    def test_whoever_is_destroyed_acts_no_more(self) -> None:
        game = session({**self.UNITS, "f": {"card": RIFLES, "seat": 0}}, unit="a", declared=["move", "move"])
        play(game, True, "b", 1, [H])
        assert key(game) == "cover:a"
        play(game, "none", [H, H, H])
        assert (game.prompt, game.state.unit("a").gone) == (None, True)

    @rule("DUST-65", "DUST-67", "DUST-34", "DUST-71")
    def test_a_reaction_uses_all_lines_in_range_at_the_actor_only(self) -> None:
        faust = squad(2, {"Rifle": weapon("1/1"), "Faust": weapon("1/1", "3", "limited", ammo=2), "Pistol": weapon("1/1", "1")})
        game = session({**self.UNITS, "b": {"card": faust, "seat": 1}}, unit="a", declared=["move", "move"])
        play(game, True, "b", 2, [H], "none", 0)
        assert (key(game), game.prompt.about) == ("attack:0", ("b", "a"))  # type: ignore[union-attr]
        play(game, [M, M])
        assert (key(game), game.state.unit("b").trackers.get("ammo")) == ("move", None)

    @rule("DUST-69", "DUST-68")
    @pytest.mark.parametrize(("reading", "asked"), [("afterFirst", True), ("withMove", False)])
    def test_pairs_without_a_move(self, reading: str, asked: bool) -> None:
        game = session(self.UNITS, unit="a", declared=["nothing", "nothing"], readings={"reactionWindow": reading})
        assert (key(game) == "who_reacts") is asked

    @rule("DUST-38")
    def test_what_a_loss_says(self) -> None:
        game = session({"a": {"card": RIFLES, "seat": 0}, "b": {"card": BOSS, "seat": 1}}, "attack", attacker="a", weapon="Rifle", target="b")
        play(game, [H, M, M])
        assert game.prompt
        assert [english(option.text) for option in game.prompt.options][:2] == ["Mechanic, with Rifle", "Medic, with Rifle"]

    @rule("DUST-29", "DUST-31", "DUST-135")
    def test_what_a_roll_says(self) -> None:
        """Who strikes whom; the reading that a number rests on."""
        units = {"a": {"card": squad(2, {"Knife": weapon("1/1", "C"), "Phaser": weapon("1~1")}), "seat": 0}, "b": {"card": RIFLES, "seat": 1}}
        game = session(
            units, "assault_lines", attacker="a", lines=[{"weapon": "Phaser", "target": "b"}, {"weapon": "Knife", "target": "b", "retaliation": ["b"]}]
        )
        said = []
        for faces in ([M, M], [M, M], [M, M, M]):
            assert game.prompt
            said.append((game.prompt.text.key.split(" ")[1], game.prompt.readings))
            game.answer(frozen(faces))
        assert said == [("attacks", ("phaserDice",)), ("attacks", ()), ("strikes", ())]

    @rule("DUST-68", "DUST-05", "DUST-02")
    def test_a_sustained_attack_gives_no_chance(self) -> None:
        game = session(self.UNITS, unit="a", declared=["sustained"], lines=[{"weapon": "Rifle", "target": "c", "range": 2}])
        assert dice_now(game) == {"attack:0": 3}
        play(game, [H, M, M, M, H])
        assert (game.prompt, game.state.unit("c").count("damage")) == (None, 2)

    @rule("DUST-95", "DUST-33", "DUST-43")
    def test_whom_a_line_may_aim_at(self) -> None:
        """A pair is one target; cover elements of both sides are targets too; own units are not."""
        units = {
            **self.UNITS,
            "h": {"card": hero(), "seat": 1, "state": {"joined": "b"}},
            "l": {"card": hero(), "seat": 1},
            "t": {"card": {"kind": "trap"}, "seat": 0},
            "f": {"card": RIFLES, "seat": 0},
        }
        game = session(units, unit="a", declared=["attack", "move"])
        assert options(game) == ["none", "b", "c", "l", "t"]

    @rule("DUST-33", "DUST-28")
    def test_out_of_range_a_line_is_not_fired(self) -> None:
        card = squad(2, {"Faust": weapon("1/1", "3", "limited", ammo=2)})
        game = session({**self.UNITS, "a": {"card": card, "seat": 0}}, unit="a", declared=["attack", "move"])
        play(game, "c", 4)
        assert (key(game), game.state.unit("a").trackers.get("ammo")) == ("who_reacts", None)
        other = session({**self.UNITS, "a": {"card": card, "seat": 0}}, unit="a", declared=["attack", "move"])
        play(other, "c", 3, 1, [H])
        assert other.state.unit("a").trackers["ammo"] == Map({"Faust": 1})

    @rule("DUST-161", "DUST-68", "DUST-11")
    def test_moved_is_remembered_and_staying_is_no_move(self) -> None:
        game = session(self.UNITS, unit="a", declared=["move", "nothing"])
        play(game, False)
        assert not game.state.unit("a").count("moved")
        game = session(self.UNITS, unit="a", declared=["move", "nothing"])
        play(game, True)
        assert game.state.unit("a").count("moved")

    @rule("DUST-121", "DUST-68", "DUST-70", "DUST-33")
    def test_a_charge(self) -> None:
        """Two Moves, the enemy's chance after the second, then range 1 and C only."""
        card = squad(2, {"Shotgun": weapon("1/1", "1"), "Rifle": weapon("1/1"), "Knife": weapon("1/1", "C")}, skills=["charge"])
        units = {**self.UNITS, "a": {"card": card, "seat": 0}}
        game = session(units, unit="a", declared=["move", "move"], skills=["charge"])
        assert play(game, "b", "b", True, True, "none", 1, "none", [M, M], False, [H, M]) == [
            "target:Shotgun",
            "target:Knife",
            "move",
            "move",
            "who_reacts",
            "range:b",
            "cover:b",
            "attack:0",
            "strike_back:b",
            "attack:1",
        ]
        assert len(game.state.unit("b").trackers["alive"]) == 2  # type: ignore[arg-type]
        either = session(units, unit="a", declared=["charge"], readings={"chargeReaction": "eitherMove"})
        play(either, "none", "none", True, "c", 9, [M])
        play(either, True)
        assert either.prompt is None  # one attempt, and no attack was declared

    @rule("DUST-03", "DUST-08", "DUST-37", "DUST-02", "DUST-103")
    @pytest.mark.parametrize(
        ("state", "situation", "ref"),
        [
            ({}, {"declared": ["attack", "attack"]}, "DUST-03"),
            ({"activated": True}, {"declared": ["move", "move"]}, "DUST-08"),
            ({}, {"declared": ["attack", "move"], "lines": []}, "DUST-37"),
            ({}, {"declared": ["sustained", "move"]}, "DUST-02"),
            ({"where": "reserve"}, {"declared": ["attack", "move"]}, "DUST-103"),
        ],
    )
    def test_what_forbids_it(self, state: Any, situation: Any, ref: str) -> None:
        units = {**self.UNITS, "a": {"card": RIFLES, "seat": 0, "state": state}}
        with pytest.raises(Refused) as no:
            session(units, unit="a", **situation)
        assert no.value.why[0].ref.id == ref

    @rule("DUST-103", "DUST-188", "DUST-08")
    def test_entering(self) -> None:
        units = {"a": {"card": RIFLES, "seat": 0, "state": {"where": "reserve"}}, "b": {"card": RIFLES, "seat": 1, "state": {"where": "reserve"}}}
        game = session(units, unit="a", declared=["move", "move"])
        assert game.prompt
        assert game.prompt.ref.id == "DUST-103"
        play(game, True, True)  # nobody on the board can react
        unit = game.state.unit("a")
        assert (unit.where, unit.count("on_board"), unit.count("moved"), game.prompt) == ("table", 1, 1, None)

    @rule("DUST-65", "DUST-66", "DUST-67", "DUST-73")
    def test_nobody_reacts_to_whoever_is_not_there(self) -> None:
        """Fallen in its own close combat, or still beside the board."""
        units = {"a": {"card": squad(1, {"Knife": weapon("1/1", "C")}), "seat": 0}, "b": {"card": RIFLES, "seat": 1}}
        game = session(units, unit="a", declared=["attack", "move"], lines=[{"weapon": "Knife", "target": "b", "range": 1, "retaliation": ["b"]}])
        play(game, [M], [H, M, M])
        assert (game.prompt, game.state.unit("a").gone) == (None, True)
        late = {"a": {"card": RIFLES, "seat": 0, "state": {"where": "reserve"}}, "b": {"card": RIFLES, "seat": 1}}
        game = session(late, unit="a", declared=["move", "nothing"])
        play(game, False)
        assert (game.prompt, game.state.unit("a").where) == (None, "reserve")

    @rule("DUST-95", "DUST-116", "DUST-186")
    def test_a_pair_acts_as_one_and_bad_ass_restocks(self) -> None:
        card = squad(2, {"Faust": weapon("1/1", "3", "limited", ammo=2)})
        units = {
            "a": {"card": card, "seat": 0},
            "h": {"card": hero(skills=["bad_ass"]), "seat": 0, "state": {"joined": "a"}},
            "c": {"card": walker(), "seat": 1},
        }
        game = session(units, unit="a", declared=["attack", "nothing"])
        assert play(game, "c", "none", 2, 2) == ["target:Faust", "target:Pistol", "range:c", "rounds:Faust"]
        assert game.state.unit("a").trackers["ammo"] == Map({"Faust": 0})
        play(game, [M, M], "none")
        assert game.prompt is None
        assert (game.state.unit("a").trackers.get("ammo"), game.state.unit("h").count("activated")) == (None, 1)

    @rule("DUST-116", "DUST-65")
    def test_a_reaction_is_an_activation_for_bad_ass(self) -> None:
        card = squad(2, {"Faust": weapon("1/1", "3", "limited", ammo=2)}, skills=["bad_ass"])
        game = session({"a": {"card": RIFLES, "seat": 0}, "b": {"card": card, "seat": 1}}, unit="a", declared=["move", "nothing"])
        play(game, True, "b", 2, [H], "none", 2)
        assert game.state.unit("b").trackers["ammo"] == Map({"Faust": 0})
        play(game, [M, M])
        assert game.state.unit("b").trackers.get("ammo") is None

    @rule("DUST-115", "DUST-113", "DUST-125", "DUST-176")
    def test_skills_declared_are_used_up(self) -> None:
        units = {**self.UNITS, "a": {"card": hero(skills=["assault", "all_in_one", "heroic_attack", "berserk"]), "seat": 0}}
        game = session(
            units,
            unit="a",
            declared=["move", "attack"],
            skills=["assault", "all_in_one", "heroic_attack", "berserk"],
            lines=[{"weapon": "Pistol", "target": "c", "range": 2}],
        )
        unit = game.state.unit("a")
        assert set(unit.marks("used")) == {"assault", "all_in_one", "heroic_attack", "berserk"}
        assert (unit.count("heroic"), unit.count("all_in")) == (1, 1)
        play(game, True, "none")
        assert dice_now(game) == {"attack:0": 2}

    @rule("DUST-166", "DUST-193")
    def test_flames_ask_who_else_burns(self) -> None:
        flames = walker(weapons={"Napalm": weapon("1/man", "2", "flamethrower")})
        units = {"a": {"card": flames, "seat": 0}, "b": {"card": squad(2), "seat": 1}, "f": {"card": squad(3), "seat": 0}}
        game = session(units, unit="a", declared=["attack", "nothing"])
        assert play(game, "b", "f", 2, 1) == ["target:Napalm", "burns:Napalm", "range:b", "range:f"]
        play(game, [H, M], [H, M, M])
        assert [len(game.state.unit(unit).trackers["alive"]) for unit in "bf"] == [1, 2]  # type: ignore[arg-type]

    @rule("DUST-186")
    def test_a_hero_carries_on_without_his_squad(self) -> None:
        units = {"a": {"card": squad(1), "seat": 0}, "h": {"card": hero(), "seat": 0, "state": {"joined": "a"}}, "b": {"card": RIFLES, "seat": 1}}
        game = session(
            units,
            unit="a",
            declared=["move", "attack"],
            lines=[{"weapon": "Rifle", "target": "b", "range": 2, "cover": "none"}, {"weapon": "Pistol", "target": "b", "range": 2, "cover": "none"}],
        )
        play(game, True, "b", 2, [H], "none", [H, M, M], 0)
        assert game.state.unit("a").gone
        assert dice_now(game) == {"attack:0": 1}  # the Pistol alone


def dice_now(game: Session) -> dict[str, int]:
    assert game.prompt
    return {check.key: check.dice for check in game.prompt.checks}


class TestSkills:
    @rule("DUST-128", "DUST-164", "DUST-177")
    def test_reload_and_fire_in_one_activation(self) -> None:
        units = {"g": {"card": GUN, "seat": 0, "state": {"loaded": {"Rockets": False}}}, "b": {"card": RIFLES, "seat": 1, "state": {"activated": True}}}
        game = session(units, unit="g", declared=["reload", "attack"], lines=[{"weapon": "Rockets", "target": "b", "range": 5}])
        assert dice_now(game) == {"attack:0": 2}
        play(game, [M, M])
        assert game.state.unit("g").trackers["loaded"] == Map({"Rockets": False})
        aimed = session(units, unit="g", declared=["reload", "attack"])
        assert (key(aimed), options(aimed)) == ("target:Rockets", ["none", "b"])
        asked = session(units, unit="g", declared=["skill", "nothing"])
        assert options(asked) == ["other", "reload"]
        play(asked, "reload")
        assert asked.state.unit("g").trackers["loaded"] == Map({"Rockets": True})

    @rule("DUST-08")
    def test_the_destroyed_are_not_activated(self) -> None:
        units = {"g": {"card": GUN, "seat": 0, "state": {"where": "destroyed"}}, "b": {"card": RIFLES, "seat": 1}}
        with pytest.raises(Refused) as no:
            session(units, unit="g", declared=["nothing", "nothing"])
        assert [each.ref.id for each in no.value.why] == ["DUST-08"]

    @rule("DUST-57", "DUST-58", "DUST-59", "DUST-60", "DUST-61", "DUST-114", "DUST-184")
    def test_an_artillery_strike(self) -> None:
        """EX-D17: the staff moves, calls the gun; it fires at once with both actions, nobody
        reacts to it; the other side is next."""
        units = {
            "o": {"card": BOSS, "seat": 0},
            "g": {"card": GUN, "seat": 0},
            "x": {"card": GUN, "seat": 0, "state": {"activated": True}},
            "e": {"card": walker(name="Hans"), "seat": 1},
        }
        game = session(units, unit="o", declared=["move", "artillery_strike"])
        assert play(game, True, "none") == ["move", "who_reacts"]
        assert (key(game), options(game)) == ("artillery", ["none", "g"])
        assert play(game, "g", "e", "none", 6) == ["artillery", "mark", "target:MG", "range:e"]
        play(game, [H, M])
        gun = game.state.unit("g")
        assert (game.prompt, gun.count("activated"), gun.trackers["loaded"]) == (None, 1, Map({"Rockets": False}))
        game.dispatch(Advanced())
        assert game.state.seat == 1

    @rule("DUST-59", "DUST-57", "DUST-58")
    def test_two_strikes_and_the_gun_s_other_weapons(self) -> None:
        units = {
            "o": {"card": squad(skills=["artillery_strike"], weapons={"Eyes": weapon("-")}), "seat": 0},
            "g": {"card": GUN, "seat": 0},
            "x": {"card": GUN, "seat": 0},
            "e": {"card": walker(20), "seat": 1, "state": {"activated": True}},
        }
        game = session(units, unit="o", declared=["artillery_strike", "artillery_strike"])
        play(game, "g", "e", "e", 6, 0, [H, H])
        assert options(game) == ["none", "x"]
        play(game, "x", "none")
        assert (game.prompt, game.state.unit("x").count("activated")) == (None, 1)
        near = session(units, unit="o", declared=["artillery_strike", "nothing"])
        play(near, "g", "e", "e", 3, 3)  # the MG reaches, the rockets do not
        assert dice_now(near) == {"attack:0": 2}
        assert near.state.unit("g").trackers.get("loaded") is None

    @rule("DUST-60", "DUST-145")
    def test_without_a_radio_nobody_fires(self) -> None:
        units = {
            "o": {"card": BOSS, "seat": 0, "state": {"alive": [0, 2]}},
            "g": {"card": GUN, "seat": 0},
            "e": {"card": walker(), "seat": 1, "state": {"activated": True}},
        }
        game = Session(RULES, at(units))
        game.overrule(Opened("activation", frozen({"unit": "o", "declared": ["artillery_strike", "nothing"]})))  # type: ignore[arg-type]
        assert (game.prompt, game.state.unit("g").count("activated")) == (None, 0)

    @rule("DUST-137")
    def test_tank_head(self) -> None:
        units = {
            "h": {"card": hero(skills=["tank_head"]), "seat": 0},
            "w": {"card": walker(), "seat": 0, "state": {"damage": 3}},
            "d": {"card": walker(), "seat": 0, "state": {"where": "destroyed"}},
            "e": {"card": walker(), "seat": 1, "state": {"activated": True}},
        }
        game = session(units, unit="h", declared=["tank_head", "nothing"])
        assert options(game) == ["none", "w"]
        play(game, "w")
        assert (game.state.unit("w").count("damage"), game.state.unit("h").marks("used")) == (0, ("tank_head",))
        spent = {**units, "h": {"card": hero(skills=["tank_head"]), "state": {"used": ["tank_head"]}}}
        assert ask("dust", "tank_head", spent, unit="h", target="w")["refused"]["refs"] == ["DUST-137"]
        assert ask("dust", "tank_head", units, unit="h", target="d")["refused"]["refs"] == ["DUST-137"]
        assert ask("dust", "tank_head", units, unit="h", target="h")["refused"]["refs"] == ["DUST-137"]

    @rule("DUST-125", "DUST-176")
    def test_heroic_attack_at_any_moment(self) -> None:
        units = {"h": {"card": hero(skills=["heroic_attack"]), "state": {"joined": "s"}}, "s": {"card": squad()}}
        reply = ask("dust", "heroic_attack", units, unit="s")
        assert (reply["after"]["h"]["heroic"], reply["after"]["h"]["used"]) == (True, ["heroic_attack"])
        assert ask("dust", "heroic_attack", {"h": {"card": hero(), "state": {"used": ["heroic_attack"]}}}, unit="h")["refused"]["refs"] == ["DUST-125"]
        told = {"heroicWhen": "ownActivation"}
        assert ask("dust", "heroic_attack", {"h": {"card": hero()}}, told, unit="h")["refused"]["refs"] == ["DUST-125"]
        assert "refused" not in ask("dust", "heroic_attack", {"h": {"card": hero(), "state": {"running": True}}}, told, unit="h")
        assert all("heroic_attack" in offered_to(RULES, at({}), seat) for seat in (0, 1))


def order(name: str, units: Any = None, readings: Any = None, **situation: Any) -> dict[str, Any]:
    return ask("dust", "command", units, readings, order=name, **situation)


ALL = ["officer", "radio", "mechanic", "medic", "specialist"]
ROLLED = ("reactivate", "field_repair", "come_on_guys")


class TestCommand:
    @rule("DUST-141", "DUST-144", "DUST-145", "DUST-146", "DUST-147", "DUST-148", "DUST-149", "DUST-122", "DUST-60")
    @pytest.mark.parametrize("name", ["reactivate", "makeshift_repair", "field_repair", "get_up", "come_on_guys", "artillery_strike"])
    def test_who_must_live(self, name: str) -> None:
        needs = {
            "reactivate": {"officer"},
            "makeshift_repair": {"mechanic"},
            "field_repair": {"mechanic", "radio"},
            "get_up": {"medic"},
            "come_on_guys": {"medic", "radio"},
            "artillery_strike": {"radio"},
        }[name]
        reply = order(name, members=ALL, adjacent=True)
        assert (reply["result"]["allowed"], reply["odds"]["success"]) == (True, {"no": "2/3", "yes": "1/3"} if name in ROLLED else {"yes": "1"})
        assert [check["needs"] for check in reply["checks"]] == [1] * (name in ROLLED)
        for member in ALL:
            others = [each for each in ALL if each != member]
            assert order(name, members=others, adjacent=True)["result"]["allowed"] is (member not in needs)

    @rule("DUST-144", "DUST-145", "DUST-146", "DUST-148")
    @pytest.mark.parametrize(
        ("name", "members", "allowed"),
        [
            ("reactivate", ["officer", "radio"], True),
            ("reactivate", ["officer"], False),
            ("makeshift_repair", ALL, False),
            ("get_up", ALL, False),
            ("field_repair", ALL, True),
            ("come_on_guys", ALL, True),
        ],
    )
    def test_who_must_be_adjacent(self, name: str, members: list[str], allowed: bool) -> None:
        assert order(name, members=members, adjacent=False)["result"]["allowed"] is allowed

    @rule("DUST-143")
    @pytest.mark.parametrize(
        ("limit", "tried", "allowed"),
        [
            ("onePerRound", None, True),
            ("onePerRound", "tried", False),
            ("onePerRound", "failed", False),
            ("untilFailure", "tried", True),
            ("untilFailure", "failed", False),
            ("perSquad", "tried", False),
        ],
    )
    def test_one_attempt_a_round(self, limit: str, tried: Any, allowed: bool) -> None:
        told = {"commandLimit": limit}
        assert order("get_up", readings=told, members=ALL, adjacent=True, already_tried=tried)["result"]["allowed"] is allowed
        assert order("artillery_strike", readings=told, members=ALL, already_tried=tried)["result"]["allowed"] is True
        counted = order("artillery_strike", readings={**told, "strikeCounts": "yes"}, members=ALL, already_tried=tried)
        assert counted["result"]["allowed"] is allowed

    @rule("DUST-144", "DUST-146", "DUST-147", "DUST-148", "DUST-149", "DUST-150", "DUST-191", "DUST-72", "DUST-58", "DUST-141")
    @pytest.mark.parametrize(
        ("name", "fit"),
        [("reactivate", "sw"), ("makeshift_repair", "wq"), ("field_repair", "d"), ("get_up", "sh"), ("come_on_guys", "g"), ("artillery_strike", "q")],
    )
    def test_whom_it_is_for(self, name: str, fit: str) -> None:
        units = {
            "o": {"card": BOSS},
            "s": {"card": squad(), "state": {"activated": True}},
            "w": {"card": walker(), "state": {"activated": True}},
            "h": {"card": hero()},
            "d": {"card": walker(), "state": {"where": "destroyed"}},
            "g": {"card": squad(), "state": {"where": "destroyed"}},
            "i": {"card": hero(), "state": {"where": "destroyed"}},
            "q": {"card": GUN},
        }
        found = [unit for unit in units if order(name, units, unit="o", target=unit)["result"]["allowed"]]
        assert found == list(fit)

    @rule("DUST-150", "DUST-148")
    @pytest.mark.parametrize(("reading", "allowed"), [("no", False), ("yes", True)])
    def test_never_for_itself(self, reading: str, allowed: bool) -> None:
        units = {"o": {"card": BOSS, "state": {"activated": True}}, "h": {"card": hero(), "state": {"joined": "o"}}}
        assert order("get_up", units, unit="o", target="o")["result"]["allowed"] is False
        assert order("reactivate", units, unit="o", target="o")["result"]["allowed"] is False
        assert order("get_up", units, {"commandOwnHero": reading}, unit="o", target="h")["result"]["allowed"] is allowed

    @rule("DUST-191", "DUST-144")
    def test_who_is_reactivated(self) -> None:
        units = {"o": {"card": BOSS}, "s": {"card": squad()}, "r": {"card": squad(), "state": {"where": "reserve"}}}
        assert order("reactivate", units, unit="o", target="s")["result"]["allowed"] is False
        assert order("reactivate", units, {"reactivateWho": "any"}, unit="o", target="s")["result"]["allowed"] is True
        assert order("reactivate", units, {"reactivateWho": "any"}, unit="o", target="r")["result"]["allowed"] is False

    @rule("DUST-146", "DUST-148", "DUST-143")
    @pytest.mark.parametrize(
        ("name", "card", "state", "left"),
        [("makeshift_repair", walker(), {"damage": 2}, 1), ("makeshift_repair", walker(), {}, None), ("get_up", hero(), {"damage": 3}, 2)],
    )
    def test_one_hit_point(self, name: str, card: Any, state: Any, left: Any) -> None:
        reply = order(name, {"o": {"card": BOSS}, "t": {"card": card, "state": state}}, unit="o", target="t", adjacent=True)
        assert change(reply, "t", "damage") == left
        assert reply["after"]["o"].get("used") is None

    @rule("DUST-143", "DUST-144", "DUST-148", "DUST-141")
    def test_what_nobody_told_forbids_nothing(self) -> None:
        assert order("get_up", adjacent=True)["result"]["allowed"] is True
        assert order("get_up")["result"]["allowed"] is True
        assert order("come_on_guys", adjacent=False)["result"]["allowed"] is True
        assert order("get_up", adjacent=False)["result"]["allowed"] is False

    @rule("DUST-143")
    @pytest.mark.parametrize(
        ("readings", "name", "told"), [({}, "artillery_strike", None), ({"strikeCounts": "yes"}, "artillery_strike", "tried"), ({}, "get_up", "tried")]
    )
    def test_what_is_remembered_of_an_order(self, readings: Any, name: str, told: Any) -> None:
        units = {"o": {"card": BOSS, "seat": 0}, "g": {"card": GUN if name == "artillery_strike" else squad(), "seat": 0}}
        game = session(units, "command", readings, order=name, unit="o", target="g")
        assert game.state.seats[0].get("command") == told

    @rule("DUST-143")
    @pytest.mark.parametrize(
        ("limit", "tried", "allowed"),
        [
            ("onePerRound", "tried", False),
            ("perSquad", "tried", True),
            ("perSquad", "failed", True),
            ("untilFailure", "tried", True),
            ("untilFailure", "failed", False),
        ],
    )
    def test_what_the_other_command_squad_did(self, limit: str, tried: str, allowed: bool) -> None:
        now = at({"o": {"card": BOSS, "seat": 0}}, seats=[{"command": tried}, {}], readings={"commandLimit": limit})
        assert (list(problems(now, "get_up", "o")) == []) is allowed

    @rule("DUST-148")
    @pytest.mark.parametrize(("reading", "stock"), [("own", 2), ("squad", 3), ("none", 1)])
    def test_a_soldier_gets_up_with_his_weapons(self, reading: str, stock: int) -> None:
        card = squad(
            3,
            {"Faust": weapon("1/1", "3", "limited", ammo=3), "Rifle": weapon("1/1")},
            models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Rifle", "Faust"]}],
        )
        units = {"o": {"card": BOSS}, "t": {"card": card, "state": {"alive": [0], "ammo": {"Faust": 1}}}}
        reply = order("get_up", units, {"medicAmmo": reading}, unit="o", target="t", adjacent=True)
        assert (reply["after"]["t"]["alive"], reply["after"]["t"]["ammo"]) == ([0, 2], {"Faust": stock})
        whole = {**units, "t": {"card": card, "state": {"alive": [0, 1], "ammo": {"Faust": 3}}}}
        assert order("get_up", whole, unit="o", target="t")["after"]["t"].get("alive") is None
        assert order("get_up", {"o": {"card": BOSS}, "t": {"card": card}}, unit="o", target="t")["changes"] == []

    @rule("DUST-147", "DUST-149", "DUST-151", "DUST-152")
    @pytest.mark.parametrize(("name", "card"), [("field_repair", GUN), ("come_on_guys", squad(3, {"Faust": weapon("1/1", "3", ammo=2)}))])
    def test_what_returns_is_complete_and_counted(self, name: str, card: Any) -> None:
        state = {"where": "destroyed", "damage": 4, "activated": True, "ammo": {"Faust": 0}, "loaded": {"Rockets": False}}
        units = {"o": {"card": BOSS}, "t": {"card": card, "state": state}}
        reply = order(name, units, unit="o", target="t", roll={"command": [H]})
        back = reply["after"]["t"]
        assert (back["where"], back.get("damage"), back.get("ammo"), back.get("loaded"), back.get("activated"), back["deaths"]) == (
            "reserve",
            None,
            None,
            None,
            None,
            1,
        )
        assert reply["after"]["o"]["used"] == [name]
        again = {**units, "o": {"card": BOSS, "state": {"used": [name]}}}
        assert order(name, again, unit="o", target="t")["result"]["allowed"] is False
        failed = order(name, units, unit="o", target="t", roll={"command": [M]})
        assert (failed["after"]["t"]["where"], failed["after"]["o"].get("used")) == ("destroyed", None)

    @rule("DUST-152")
    def test_by_the_other_reading_a_vehicle_has_one_hit_point(self) -> None:
        units = {"o": {"card": BOSS}, "t": {"card": GUN, "state": {"where": "destroyed", "damage": 4, "loaded": {"Rockets": False}}}}
        back = order("field_repair", units, {"returnState": "oneHit"}, unit="o", target="t", roll={"command": [H]})["after"]["t"]
        assert (back["damage"], back["loaded"]) == (3, {"Rockets": False})

    @rule("DUST-144", "DUST-191", "DUST-143", "DUST-72", "DUST-66")
    def test_a_reactivated_unit_acts_at_once(self) -> None:
        """After a reaction it is activated; an order makes it act again, before the other side."""
        units = {
            "o": {"card": BOSS, "seat": 0},
            "s": {"card": RIFLES, "seat": 0, "state": {"activated": True}},
            "f": {"card": RIFLES, "seat": 0},
            "e": {"card": walker(name="E"), "seat": 1},
        }
        game = session(units, unit="o", declared=["reactivate", "nothing"])
        assert (key(game), options(game)) == ("for:reactivate", ["none", "s"])
        play(game, "s", [H], "none")
        assert (game.state.unit("s").count("reactivated"), game.state.seats[0]["acts_next"], game.state.seats[0]["command"]) == (1, "s", "tried")
        game.dispatch(Advanced())
        assert game.state.seat == 0
        with pytest.raises(Refused) as no:
            game.dispatch(Opened("activation", frozen({"unit": "f", "declared": ["move", "move"]})))  # type: ignore[arg-type]
        assert no.value.why[0].ref.id == "DUST-144"
        game.dispatch(Opened("activation", frozen({"unit": "s", "declared": ["move", "nothing"]})))  # type: ignore[arg-type]
        play(game, True, "none")
        assert (game.prompt, game.state.unit("s").count("reactivated")) == (None, 0)
        game.dispatch(Advanced())
        assert game.state.seat == 1

    @rule("DUST-143", "DUST-144")
    def test_a_failed_order(self) -> None:
        units = {
            "o": {"card": BOSS, "seat": 0},
            "s": {"card": RIFLES, "seat": 0, "state": {"activated": True}},
            "e": {"card": walker(), "seat": 1, "state": {"activated": True}},
        }
        game = session(units, unit="o", declared=["skill", "skill"])
        assert options(game) == ["other", "artillery_strike", "reactivate", "makeshift_repair", "field_repair", "get_up", "come_on_guys"]
        play(game, "reactivate", "s", [M])
        assert (game.state.seats[0]["command"], game.state.unit("s").count("reactivated")) == ("failed", 0)
        assert key(game) == "skill"
        with pytest.raises(Refused) as no:
            game.answer("get_up")
        assert no.value.why[0].ref.id == "DUST-143"
        play(game, "other", True)
        assert game.prompt is None

    @rule("DUST-147", "DUST-149", "DUST-103", "DUST-151")
    def test_a_unit_brought_back_enters_at_once(self) -> None:
        units = {
            "o": {"card": BOSS, "seat": 0},
            "d": {"card": walker(name="D"), "seat": 0, "state": {"where": "destroyed", "activated": True}},
            "e": {"card": walker(), "seat": 1, "state": {"activated": True}},
        }
        game = session(units, unit="o", declared=["field_repair", "nothing"])
        play(game, "d", [H])
        game.dispatch(Advanced())
        assert (game.state.seat, game.state.unit("d").where) == (0, "reserve")
        with pytest.raises(Refused):
            game.dispatch(Opened("activation", frozen({"unit": "d", "declared": ["attack", "move"]})))  # type: ignore[arg-type]
        game.dispatch(Opened("activation", frozen({"unit": "d", "declared": ["move", "move"]})))  # type: ignore[arg-type]
        play(game, True, True)
        assert game.state.unit("d").where == "table"


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
        assert (waiting(game.state, 0), waiting(game.state, 1)) == (1, 2)
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

    @rule("DUST-07", "DUST-95", "DUST-191", "DUST-08")
    def test_a_pair_is_one_activation(self) -> None:
        units = {
            **self.UNITS,
            "h": {"card": hero(), "seat": 0, "state": {"joined": "a"}},
            "r": {"card": RIFLES, "seat": 0, "state": {"where": "reserve"}},
            "d": {"card": RIFLES, "seat": 0, "state": {"where": "destroyed"}},
        }
        assert waiting(at(units), 0) == 2
        again = {"a": {"card": RIFLES, "seat": 0, "state": {"activated": True, "reactivated": True}}}
        assert waiting(at(again), 0) == 1

    @rule("DUST-07")
    def test_only_the_active_side_activates(self) -> None:
        with pytest.raises(Refused):
            session(self.UNITS, unit="b", declared=["move", "move"])

    @rule("DUST-07", "DUST-08", "DUST-113", "DUST-125", "DUST-127", "DUST-143", "DUST-161", "DUST-191", "DUST-144")
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

    @rule("DUST-101", "DUST-102", "DUST-103")
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
        for turn, said in ((1, []), (2, ["DUST-94"])):
            game = Session(RULES, at(units, step="initiative", turn=turn))
            assert [no.ref.id for no in refusals(RULES, game.state, event)] == said
            game.overrule(event)
            assert game.state.unit("h").trackers.get("joined") == "s"


@pytest.mark.rule("DUST-08", "DUST-66", "DUST-191")
@pytest.mark.parametrize(
    ("state", "no"), [({}, False), ({"activated": True}, True), ({"where": "destroyed"}, True), ({"activated": True, "reactivated": True}, False)]
)
def test_who_cannot_be_activated_is_known_before_anything_is_declared(state: Any, no: bool) -> None:
    now = at({"a": {"card": RIFLES, "seat": 0, "state": state}})
    found = [rule(now, unit="a") for rule in RULESETS["dust"].opening("activation").forbids if rule.__name__ == "gone"]
    assert [each is not None for each in found] == [no]
