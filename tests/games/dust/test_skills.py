"""Skill actions: reload, artillery strikes, Tank Head, Heroic Attack."""

from typing import Any

import pytest

from engine.playing.legality import offered as offered_to
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened
from engine.values.maps import Map, frozen
from tests.games.asking import ask
from tests.games.dust.table import (
    BOSS,
    GUN,
    RIFLES,
    RULES,
    H,
    M,
    at,
    dice_now,
    hero,
    key,
    options,
    play,
    refused,
    rule,
    seated,
    session,
    squad,
    thrown,
    walker,
    weapon,
)


class TestSkills:
    @rule("DUST-164", "DUST-177")
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

    @rule("DUST-60", "DUST-61")
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

    @rule("DUST-57", "DUST-58")
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
        assert (game.prompt, game.state.unit("x").count("activated")) == (None, 0)

    @rule("DUST-61", "DUST-58")
    @pytest.mark.parametrize(("squares", "fires"), [(3, False), (4, True)])
    def test_artillery_that_is_too_near_is_not_called(self, squares: int, fires: bool) -> None:
        """Range A begins at 4: nearer the gun neither fires nor has it acted, whatever else it
        carries."""
        units = {"o": seated(0, BOSS), "g": seated(0, GUN), "e": seated(1, walker(20), activated=True)}
        game = session(units, unit="o", declared=["artillery_strike", "nothing"], readings={"strikeCounts": "yes"})
        asked = play(game, "g", "e", "e", squares)
        assert asked == ["artillery", "mark", "target:MG", "range:e"]
        gun, tried = game.state.unit("g"), game.state.seats[0].get("command")
        assert (gun.count("activated"), gun.trackers.get("loaded"), tried) == (int(fires), None, "tried" if fires else None)
        assert key(game) == ("range:e" if fires else None)  # its MG needs sight of its own

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


class TestGuns:
    GUN = walker(weapons={"Rockets": weapon("2/1", "A"), "Mortar": weapon("3/1", "A"), "MG": weapon("1/1", "9")})

    @rule("DUST-65", "DUST-64")
    def test_a_reaction_with_what_is_loaded(self) -> None:
        game = session({"a": seated(0, squad(3)), "g": seated(1, self.GUN, loaded={"Rockets": False})}, unit="a", declared=["move", "nothing"])
        play(game, True, "g", 5, [H], {})
        assert dice_now(game) == {"attack:0": 3, "attack:1": 1}
        play(game, [[M] * 3, [M]])
        assert game.prompt is None

    @rule("DUST-122", "DUST-177")
    @pytest.mark.parametrize(
        ("card", "alive", "strikes"),
        [(squad(skills=["artillery_strike"]), [0, 1], True), (squad(skills=[]), [0, 1], False), (BOSS, [1, 2], True), (BOSS, [0, 2, 3, 4], False)],
    )
    def test_who_may_call_a_strike(self, card: Any, alive: list[int], strikes: bool) -> None:
        game = session({"o": seated(0, card, alive=alive), "b": seated(1, squad(3))}, unit="o", declared=["skill", "nothing"])
        assert ("artillery_strike" in options(game)) is strikes

    @rule("DUST-54", "DUST-58")
    def test_a_strike_with_what_is_loaded(self) -> None:
        units = {
            "o": seated(0, squad(skills=["artillery_strike"])),
            "g": seated(0, self.GUN, loaded={"Rockets": False}),
            "e": seated(0, self.GUN, loaded={"Rockets": False, "Mortar": False}),
            "b": seated(1, squad(3)),
        }
        game = session(units, unit="o", declared=["artillery_strike", "nothing"])
        assert options(game) == ["none", "g"]
        play(game, "g", "b", "none", 5)
        assert (key(game), thrown(game)) == ("attack:0", 3)


class TestOwnSkills:
    @rule("DUST-125", "DUST-177")
    @pytest.mark.parametrize(
        ("question", "told"), [("tank_head", {"unit": "n", "target": "w"}), ("heroic_attack", {"unit": "n"}), ("self_repair", {"unit": "n"})]
    )
    def test_a_card_that_states_its_skills_has_no_others(self, question: str, told: Any) -> None:
        units = {"n": seated(0, hero(skills=["fast"])), "w": seated(0, walker(), damage=1)}
        assert refused(ask("dust", question, units, **told)) == ["DUST-177"]
        silent = {**units, "n": seated(0, hero())}
        assert "refused" not in ask("dust", question, silent, **told)
        able = {**units, "n": seated(0, hero(skills=[question]))}
        assert "refused" not in ask("dust", question, able, **told)

    @rule("DUST-137")
    def test_not_the_enemys_vehicle(self) -> None:
        units = {"h": seated(0, hero(skills=["tank_head"])), "w": seated(1, walker(), damage=1)}
        assert refused(ask("dust", "tank_head", units, unit="h", target="w")) == ["DUST-137"]

    @rule("DUST-125")
    @pytest.mark.parametrize(("reading", "lasts"), [("round", True), ("activation", False)])
    def test_how_long_heroism_lasts(self, reading: str, lasts: bool) -> None:
        units = {"h": seated(0, hero(skills=["heroic_attack"])), "b": seated(1, squad())}
        game = session(units, readings={"heroicLength": reading}, unit="h", declared=["nothing", "nothing"], skills=["heroic_attack"])
        play(game, "none")
        assert bool(game.state.unit("h").count("heroic")) is lasts

    @rule("DUST-58", "DUST-59")
    @pytest.mark.parametrize(("gun", "asked"), [({}, "artillery"), ({"on_board": False}, "who_reacts"), ({"activated": True}, "who_reacts")])
    def test_where_no_gun_can_fire_nobody_is_asked(self, gun: Any, asked: str) -> None:
        units = {
            "o": seated(0, squad(skills=["artillery_strike"])),
            "g": seated(0, walker(weapons={"Rockets": weapon("2/1", "A")}), **gun),
            "b": seated(1, squad(3)),
        }
        assert key(session(units, unit="o", declared=["artillery_strike", "nothing"])) == asked
