"""An activation from its declaration to its end."""

from typing import Any, ClassVar

import pytest

from engine.playing.session import Refused, Session
from engine.values.events import Opened
from engine.values.maps import Map, frozen, pairs
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust.table import BOSS, RIFLES, RULES, H, M, at, dice_now, hero, key, options, play, rule, seated, session, squad, walker, weapon


class TestActivation:
    UNITS: ClassVar[dict[str, Any]] = {"a": {"card": RIFLES, "seat": 0}, "b": {"card": RIFLES, "seat": 1}, "c": {"card": walker(name="C"), "seat": 1}}

    @rule("DUST-37", "DUST-34")
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

    @rule("DUST-68", "DUST-65")
    def test_a_reaction_between_the_actions(self) -> None:
        """EX-D21: after the Move the enemy reacts with a hit; whoever survives attacks."""
        game = session(self.UNITS, unit="a", declared=["move", "attack"], lines=[{"weapon": "Rifle", "target": "b", "range": 2, "cover": "none"}])
        assert play(game, True, "b", 2, [H], "none", [H, M, M]) == ["move", "who_reacts", "range:a", "reaction", "cover:a", "attack:0"]
        assert (key(game), dice_now(game)) == ("attack:0", {"attack:0": 2})
        assert game.state.unit("b").count("activated")

    @rule("DUST-27", "DUST-32")
    @pytest.mark.parametrize(
        ("declared", "answers", "asked", "squares"),
        [
            (["move", "attack"], [True, "b", 3, [M]], "range:b", 3),
            (["attack", "move"], [2, "none", [M, M, M], "b"], "range:a", 2),
            (["move", "attack"], [True, "none"], "range:b", 1),
        ],
    )
    def test_a_distance_told_is_preset_from_the_other_side(self, declared: list[str], answers: list[Any], asked: str, squares: int) -> None:
        """Neither has moved between the reaction and the attack."""
        game = session(self.UNITS, unit="a", declared=declared)
        play(game, "b", "none", *answers)
        assert game.prompt
        assert (game.prompt.key, game.prompt.default) == (asked, squares)

    @rule("DUST-183", "DUST-32")
    def test_after_a_move_it_is_open_again(self) -> None:
        card = squad(2, {"Rifle": weapon("1/1"), "Knife": weapon("1/1", "C")}, skills=["charge"])
        game = session({**self.UNITS, "a": seated(0, card)}, unit="a", declared=["charge"], readings={"chargeReaction": "eitherMove"})
        assert play(game, "b", True, "b", 4, [M], True) == ["target:Knife", "move", "who_reacts", "range:a", "reaction", "move"]
        assert game.prompt
        assert (game.prompt.key, game.prompt.default) == ("range:b", 1)

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

    @rule("DUST-64", "DUST-70")
    def test_a_pair_reacts_as_one(self) -> None:
        units = {**self.UNITS, "h": {"card": hero(skills=["advanced_reactive_fire"]), "seat": 1, "state": {"joined": "b"}}}
        game = session(units, unit="a", declared=["move", "move"])
        play(game, True)
        assert options(game) == ["none", "b", "c"]
        play(game, "b", 2)
        assert dice_now(game) == {"reaction": 2}

    @rule("DUST-64", "DUST-183")
    def test_out_of_reach_nobody_is_activated(self) -> None:
        spent = {"d": {"card": RIFLES, "seat": 1, "state": {"activated": True}}}
        game = session({**self.UNITS, **spent}, unit="a", declared=["move", "move"])
        play(game, True, "b", 5)
        assert (key(game), options(game), game.state.unit("b").count("activated")) == ("who_reacts", ["none", "c"], 0)
        assert game.prompt
        assert game.prompt.asked_of == 1
        play(game, "c", 0)
        assert key(game) == "move"

    @rule("DUST-73", "DUST-67")
    def test_whoever_is_destroyed_acts_no_more(self) -> None:
        game = session({**self.UNITS, "f": {"card": RIFLES, "seat": 0}}, unit="a", declared=["move", "move"])
        assert play(game, True, "b", 1, [H], {"silent": ["Knife"]}) == ["move", "who_reacts", "range:a", "reaction", "fires:b"]
        play(game, [H, H, H])
        assert (game.prompt, game.state.unit("a").gone) == (None, True)

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

    @rule("DUST-29", "DUST-135")
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

    @rule("DUST-05", "DUST-02")
    def test_a_sustained_attack_gives_no_chance(self) -> None:
        game = session(self.UNITS, unit="a", declared=["sustained"], lines=[{"weapon": "Rifle", "target": "c", "range": 2}])
        assert dice_now(game) == {"attack:0": 3}
        play(game, [H, M, M, M, H])
        assert (game.prompt, game.state.unit("c").count("damage")) == (None, 2)

    @rule("DUST-95", "DUST-33")
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

    @rule("DUST-161", "DUST-68")
    def test_moved_is_remembered_and_staying_is_no_move(self) -> None:
        game = session(self.UNITS, unit="a", declared=["move", "nothing"])
        play(game, False)
        assert not game.state.unit("a").count("moved")
        game = session(self.UNITS, unit="a", declared=["move", "nothing"])
        play(game, True)
        assert game.state.unit("a").count("moved")

    @rule("DUST-68", "DUST-33")
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

    @rule("DUST-03", "DUST-103")
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

    @rule("DUST-103", "DUST-08")
    def test_entering(self) -> None:
        units = {"a": {"card": RIFLES, "seat": 0, "state": {"where": "reserve"}}, "b": {"card": RIFLES, "seat": 1, "state": {"where": "reserve"}}}
        game = session(units, unit="a", declared=["move", "move"])
        assert game.prompt
        assert game.prompt.ref.id == "DUST-103"
        play(game, True, True)  # nobody on the board can react
        unit = game.state.unit("a")
        assert (unit.where, unit.count("on_board"), unit.count("moved"), game.prompt) == ("table", 1, 1, None)

    @rule("DUST-67", "DUST-73")
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

    @rule("DUST-95", "DUST-116")
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

    @rule("DUST-125", "DUST-176")
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


class TestWhoActs:
    @rule("DUST-37", "DUST-180")
    def test_who_can_act(self) -> None:
        units = {"a": seated(0, squad()), "b": seated(1, squad())}
        assert "odds" in ask("dust", "activation", units, unit="a", declared=["move", "move"], lines=[])
        told = ask(
            "dust", "activation", units, unit="a", declared=["attack", "nothing"], lines=[{"weapon": "Rifle", "target": "b", "range": 1, "cover": "none"}]
        )
        assert {"destroyed:a", "destroyed:b"} <= {*told["odds"]}
        for seat, (actor, other) in enumerate((("a", "b"), ("b", "a"))):
            game = Session(RULES, at(units, seat=seat))
            game.dispatch(Opened("activation", frozen({"unit": actor, "declared": ["move", "nothing"]})))  # type: ignore[arg-type]
            play(game, True)
            assert game.prompt
            assert (key(game), game.prompt.asked_of, options(game)[-1]) == ("who_reacts", 1 - seat, other)

    @rule("DUST-144", "DUST-07")
    @pytest.mark.parametrize(("state", "refs"), [({}, "DUST-144"), ({"where": "destroyed"}, None)])
    def test_nobody_waits_for_the_dead(self, state: Any, refs: Any) -> None:
        """Whoever was to act next burnt on the way: the others go on, and the other side is
        next."""
        units = {"a": seated(0, squad()), "n": seated(0, squad(), activated=True, reactivated=True, **state), "b": seated(1, squad())}
        now = at(units, seats=[{"acts_next": "n"}, {}])
        assert [no.ref.id for no in RULES.opening("activation").refusals(now, pairs(unit="a"), early=True)] == ([refs] if refs else [])
        step = RULES.step("activation").next_seat
        assert step
        assert step(now) == (0 if refs else 1)
        assert len(RULES.glance.watched(now)) == (2 if refs else 1)
