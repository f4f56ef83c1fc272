"""What orders do, and for whom they are."""

from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.playing.session import Refused, Session
from engine.values.events import Opened
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust.table import BOSS, COMMAND, RULES, H, at, hero, key, options, play, rule, seated, session, squad, tell, walker, weapon


class TestOrders:
    STAFF = seated(0, BOSS)

    @rule("DUST-143", "DUST-177")
    def test_one_order_however_it_is_told(self) -> None:
        told = {"declared": ["skill", "skill"], "skills": ["reactivate", "get_up"]}
        assert tell("actions", **told)["rules"] == ["DUST-143"]
        assert tell("actions", None, {"commandLimit": "untilFailure"}, **told)["legal"]
        assert tell("actions", declared=["reactivate", "move"], skills=["reactivate"])["legal"]

    @rule("DUST-143", "DUST-02")
    @pytest.mark.parametrize(
        ("limit", "tried", "own", "other", "legal"),
        [
            ("onePerRound", "tried", [], ["get_up"], False),
            ("perSquad", "tried", [], ["get_up"], True),
            ("perSquad", "tried", ["get_up"], [], False),
            ("untilFailure", "tried", [], ["get_up"], True),
            ("untilFailure", "tried", [], ["reactivate"], False),
            ("untilFailure", "failed", [], ["get_up"], False),
            ("onePerRound", None, [], [], True),
        ],
    )
    def test_what_was_tried_before(self, limit: str, tried: Any, own: list[str], other: list[str], legal: bool) -> None:
        """The other squad of the same player gave one order; on the enemy's account nothing
        counts."""
        units = {
            "k": seated(0, BOSS, orders=own),
            "l": seated(0, BOSS, orders=other),
            "x": seated(1, BOSS, orders=["reactivate"]),
            "r": seated(0, squad(), activated=True),
        }
        now = at(units, readings={"commandLimit": limit}, seats=[{"command": tried} if tried else {}, {"command": "failed"}])
        declared = Opened("activation", frozen({"unit": "k", "declared": ["reactivate", "move"]}))  # type: ignore[arg-type]
        game = Session(RULES, now)
        if not legal:
            with pytest.raises(Refused) as no:
                game.dispatch(declared)
            assert no.value.why[0].ref.id == "DUST-143"
            return
        game.dispatch(declared)
        assert play(game, "r") == ["for:reactivate"]

    @rule("DUST-95", "DUST-141")
    @pytest.mark.parametrize(("named", "alive", "rules"), [("k", [0, 1], []), ("h", [0, 1], []), ("h", [1, 2, 3], ["DUST-141"]), ("l", [0, 1], ["DUST-141"])])
    def test_a_pair_commands_by_the_members_of_its_squad(self, named: str, alive: list[int], rules: list[str]) -> None:
        """Whether the pair is named by its squad or by its hero; a hero alone has no Officer."""
        units = {
            "k": seated(0, BOSS, alive=alive),
            "h": seated(0, hero(skills=["commander"]), joined="k"),
            "l": seated(0, hero(skills=["commander"])),
            "r": seated(0, squad(), activated=True),
        }
        assert tell("actions", units, unit=named, declared=["move", "reactivate"])["rules"] == rules
        assert tell("command", units, order="reactivate", unit=named, target="r")["rules"] == rules

    @rule("DUST-147", "DUST-149")
    @pytest.mark.parametrize(("order", "card", "ref"), [("field_repair", walker(), "DUST-147"), ("come_on_guys", squad(), "DUST-149")])
    def test_what_comes_back_cites_its_own_order(self, order: str, card: Any, ref: str) -> None:
        """One die, of which one hit is enough."""
        units = {"k": seated(0, BOSS), "d": seated(0, card, where="destroyed")}
        reply = ask("dust", "command", units, order=order, unit="k", target="d", roll={"command": ["hit"]})
        (check,) = reply["checks"]
        assert (check["dice"], check["needs"], check["ref"]) == (1, 1, ref)
        assert {each["ref"] for each in reply["changes"] if (each["unit"], each["tracker"]) == ("d", "where")} == {ref}

    @rule("DUST-95", "DUST-143")
    def test_an_order_of_the_hero_is_one_of_his_squad(self) -> None:
        units = {"k": seated(0, BOSS), "h": seated(0, hero(skills=["commander"]), joined="k"), "r": seated(0, walker(), damage=2)}
        reply = ask("dust", "command", units, order="makeshift_repair", unit="h", target="r")
        assert (reply["after"]["k"].get("orders"), reply["after"]["h"].get("orders")) == (["makeshift_repair"], None)
        told = {"units": {**units, "k": seated(0, BOSS, orders=["get_up"])}, "readings": {"commandLimit": "perSquad"}}
        assert tell("command", **told, order="makeshift_repair", unit="h", target="r")["rules"] == ["DUST-143"]

    @rule("DUST-141", "DUST-177")
    @pytest.mark.parametrize(
        ("card", "rules"),
        [
            ({"kind": "squad", "hp": 5, "skills": ["command_squad"]}, []),
            ({"kind": "squad", "hp": 5}, []),
            ({"kind": "squad", "hp": 5, "skills": []}, ["DUST-141"]),
            ({"kind": "hero", "hp": 5}, ["DUST-141"]),
        ],
    )
    def test_a_card_that_lists_no_miniatures_is_taken_as_told(self, card: Any, rules: list[str]) -> None:
        assert tell("actions", {"k": seated(0, card)}, unit="k", declared=["move", "get_up"])["rules"] == rules

    @rule("DUST-143", "DUST-145")
    @pytest.mark.parametrize(
        ("reading", "card", "declared", "rules"),
        [
            ("no", BOSS, ["artillery_strike", "reactivate"], []),
            ("yes", BOSS, ["artillery_strike", "reactivate"], ["DUST-143"]),
            ("yes", BOSS, ["artillery_strike", "move"], []),
            ("yes", BOSS, ["artillery_strike", "artillery_strike"], ["DUST-143"]),
            ("yes", squad(skills=["artillery_strike"]), ["artillery_strike", "artillery_strike"], []),
            ("yes", None, ["artillery_strike", "artillery_strike"], []),
            ("yes", None, ["artillery_strike", "reactivate"], ["DUST-143"]),
            ("no", None, ["artillery_strike", "reactivate"], []),
        ],
    )
    def test_a_strike_of_the_radio_by_the_reading_that_counts_it(self, reading: str, card: Any, declared: list[str], rules: list[str]) -> None:
        """Another Observer's strike is no command skill by either reading; with no unit told it is
        one beside an order."""
        units, unit = ({"k": seated(0, card)}, {"unit": "k"}) if card else ({}, {})
        assert tell("actions", units, {"strikeCounts": reading}, declared=declared, **unit)["rules"] == rules

    @rule("DUST-143", "DUST-144")
    @pytest.mark.parametrize(("card", "key_"), [(BOSS, "reload"), (squad(skills=["artillery_strike"]), "artillery_strike")])
    def test_what_is_no_order_is_not_barred_like_one(self, card: Any, key_: str) -> None:
        """The staff reloads, and an Observer without a Radio strikes, though the order of the round
        was given."""
        armed = {**card, "weapons": {**card["weapons"], "Tube": weapon("1/1", "3", "reload")}}
        units = {"k": seated(0, armed, loaded={"Tube": False}), "b": seated(1, squad(), activated=True)}
        game = Session(RULES, at(units, readings={"strikeCounts": "yes"}, seats=[{"command": "tried"}, {}]))
        game.dispatch(Opened("activation", frozen({"unit": "k", "declared": ["skill", "nothing"]})))  # type: ignore[arg-type]
        assert game.prompt
        assert [option.refusal for option in game.prompt.options if option.key == key_] == [None]

    @rule("DUST-143", "DUST-145")
    @pytest.mark.parametrize(("reading", "tried"), [("no", None), ("yes", "tried")])
    def test_a_strike_is_the_order_of_the_round_by_one_reading(self, reading: str, tried: Any) -> None:
        units = {"k": self.STAFF, "g": seated(0, walker(weapons={"Rockets": weapon("2/1", "A")})), "e": seated(1, walker(), activated=True)}
        game = session(units, unit="k", declared=["artillery_strike", "skill"], readings={"strikeCounts": reading})
        assert play(game, "g", "e", 6, [H, H]) == ["artillery", "mark", "range:e", "attack:0"]
        assert game.state.seats[0].get("command") == tried
        assert game.prompt
        barred = {option.key for option in game.prompt.options if option.refusal and option.refusal.ref.id == "DUST-143"}
        assert barred == ({"reactivate", "makeshift_repair", "field_repair", "get_up", "come_on_guys", "artillery_strike"} if tried else set())

    @rule("DUST-143")
    def test_an_order_is_remembered_for_the_squad_and_the_round(self) -> None:
        reply = ask("dust", "command", {"k": self.STAFF, "w": seated(0, walker(), damage=2)}, order="makeshift_repair", unit="k", target="w")
        assert (reply["after"]["k"]["orders"], reply["after"]["w"]["damage"]) == (["makeshift_repair"], 1)
        strike = ask(
            "dust",
            "command",
            {"k": self.STAFF, "w": seated(0, walker(weapons={"Rockets": weapon("1/1", "A")}))},
            {"strikeCounts": "yes"},
            order="artillery_strike",
            unit="k",
            target="w",
        )
        assert strike["after"]["k"]["orders"] == ["artillery_strike"]

    @rule("DUST-143", "DUST-141")
    def test_what_is_told_of_the_round_comes_before_what_is_known(self) -> None:
        assert not tell("command", {"k": self.STAFF}, order="get_up", unit="k", already_tried="failed")["allowed"]
        assert tell("command", None, {"commandLimit": "perSquad"}, order="get_up", members=["medic"], already_tried=False)["allowed"]
        assert not tell("command", {"k": self.STAFF}, order="get_up", unit="k", members=["officer"])["allowed"]
        assert tell("command", {"k": seated(0, {"kind": "squad", "skills": ["command_squad"]})}, order="get_up", unit="k")["allowed"]

    @rule("DUST-150", "DUST-144")
    def test_the_hero_of_the_staff_and_the_staff_itself(self) -> None:
        """By the other reading the Medic treats the staff's own hero, and still nobody else of
        it; the Officer does not send him again."""
        now = {"activated": True, "running": True}
        units = {"k": seated(0, BOSS, alive=[0, 1, 2, 3], **now), "h": seated(0, hero(skills=["commander"]), joined="k", damage=1, **now)}
        own = {"commandOwnHero": "yes"}
        told = [("get_up", "h", True), ("get_up", "k", False), ("reactivate", "h", False)]
        assert [tell("command", units, own, order=order, unit="k", target=target)["allowed"] for order, target, _ in told] == [fine for *_, fine in told]
        assert tell("command", {"w": seated(1, walker(), damage=1)}, order="makeshift_repair", members=["mechanic"], target="w")["allowed"]

    @rule("DUST-149", "DUST-152")
    def test_a_squad_brought_back_has_no_damage(self) -> None:
        units = {"k": self.STAFF, "s": seated(0, squad(3), where="destroyed", ammo={"Rifle": 1})}
        reply = ask("dust", "command", units, {"returnState": "oneHit"}, order="come_on_guys", unit="k", target="s", roll={"command": [H]})
        assert reply["after"]["s"] == {"where": "reserve", "deaths": 1, "ammo": {"Rifle": 1}}

    @rule("DUST-144", "DUST-146")
    def test_not_for_the_enemy(self) -> None:
        units = {"k": self.STAFF, "x": seated(1, squad(), activated=True), "w": seated(1, walker(), damage=1)}
        assert tell("command", units, order="reactivate", unit="k", target="x")["rules"] == ["DUST-144"]
        assert tell("command", units, order="makeshift_repair", unit="k", target="w")["rules"] == ["DUST-146"]

    @rule("DUST-147", "DUST-149")
    @pytest.mark.parametrize(("reading", "allowed"), [("squad", True), ("player", False)])
    def test_once_a_game_for_the_squad_or_the_player(self, reading: str, allowed: bool) -> None:
        units = {"k": self.STAFF, "l": seated(0, BOSS, used=["field_repair"]), "x": seated(1, BOSS, used=["come_on_guys"])}
        assert tell("command", units, {"onceScope": reading}, order="field_repair", unit="k")["allowed"] is allowed
        assert tell("command", units, {"onceScope": reading}, order="come_on_guys", unit="k")["allowed"]
        assert not tell("command", units, {"onceScope": reading}, order="field_repair", unit="l")["allowed"]

    @rule("DUST-148", "DUST-160")
    def test_the_medic_says_who_gets_up(self) -> None:
        """A rifleman and a Panzerfaust lie there: the last of the card is offered first, either
        may rise, his round with him."""
        card = squad(
            3,
            {"Rifle": weapon("1/1"), "Faust": weapon("1/1", "3", "limited", ammo=1)},
            models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Faust"]}],
        )
        units = {"k": self.STAFF, "s": seated(0, card, alive=[0], ammo={"Faust": 0})}
        told = {"order": "get_up", "unit": "k", "target": "s"}
        first = ask("dust", "command", units, **told)
        assert (first["after"]["s"]["alive"], first["after"]["s"]["ammo"]) == ([0, 2], {"Faust": 1})
        second = ask("dust", "command", units, **told, answers={"gets_up": "1"})
        assert (second["after"]["s"]["alive"], second["after"]["s"]["ammo"]) == ([0, 1], {"Faust": 0})
        last = ask("dust", "command", {**units, "s": seated(0, card, alive=[0, 2])}, **told)
        assert "alive" not in last["after"]["s"]  # complete again
        assert ask("dust", "command", {**units, "s": seated(0, card)}, **told)["after"]["s"] == {"where": "table"}


class TestWhoAnswersAnOrder:
    @rule("DUST-58", "DUST-60")
    @pytest.mark.parametrize(
        ("reach", "state", "rules"),
        [
            ("A", {}, []),
            ("U", {}, ["DUST-58"]),
            ("A", {"loaded": {"Gun": False}}, ["DUST-58"]),
            ("A", {"activated": True}, ["DUST-58"]),
            ("A", {"where": "reserve"}, ["DUST-58"]),
        ],
    )
    def test_a_gun_that_can_fire(self, reach: str, state: Any, rules: list[str]) -> None:
        units = {"k": seated(0, BOSS), "g": seated(0, walker(weapons={"Gun": weapon("1/1", reach)}), **state)}
        assert tell("command", units, order="artillery_strike", unit="k", target="g")["rules"] == rules
        bare = {**units, "g": seated(0, {"kind": "walker"})}  # a card that states no weapons is taken as told
        assert tell("command", bare, order="artillery_strike", unit="k", target="g")["allowed"]

    @rule("DUST-147", "DUST-152")
    def test_who_returns_has_not_moved_yet(self) -> None:
        units = {"k": seated(0, BOSS), "w": seated(0, walker(), where="destroyed", damage=4, moved=True, activated=True, reactivated=True)}
        reply = ask("dust", "command", units, order="field_repair", unit="k", target="w", roll={"command": [H]})
        assert reply["after"]["w"] == {"where": "reserve", "deaths": 1}

    @rule("DUST-148")
    @pytest.mark.parametrize(("alive", "asked"), [([0], False), ([1, 2], False), ([2], True)])
    def test_who_gets_up_is_asked_only_where_the_dead_differ(self, alive: list[int], asked: bool) -> None:
        """The last two of the card are alike."""
        card = squad(3, {"Rifle": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Faust"]}, {"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}])
        game = session({"k": seated(0, BOSS), "s": seated(0, card, alive=alive)}, "command", order="get_up", unit="k", target="s")
        assert (key(game) == "gets_up") is asked

    @rule("DUST-137", "DUST-150")
    @pytest.mark.parametrize(
        ("order", "alive", "near"),
        [("reactivate", [0, 1, 2], False), ("reactivate", [0, 2, 3], True), ("makeshift_repair", [1, 2], True), ("field_repair", [1, 2], False)],
    )
    def test_for_whom_an_order_is(self, order: str, alive: list[int], near: bool) -> None:
        """Own vehicles and squads, no crates and no enemies; near, unless the Radio carries the
        order."""
        units = {
            "k": seated(0, BOSS, alive=alive),
            "w": seated(0, walker(), activated=True, damage=1),
            "e": seated(1, walker(), activated=True, damage=1),
            "c": seated(0, {"kind": "crate"}, damage=1, activated=True),
            "d": seated(0, walker(), where="destroyed"),
        }
        game = session(units, unit="k", declared=[order, "nothing"])
        assert game.prompt
        assert (options(game), "next to it" in english(game.prompt.text)) == (["none", "d" if order == "field_repair" else "w"], near)

    @rule("DUST-137", "DUST-144")
    @pytest.mark.parametrize(
        ("reading", "near", "allowed"),
        [
            ("yes", {"same_square": True}, True),
            ("no", {"same_square": True}, False),
            ("no", {"adjacent": True}, True),
            ("yes", {"adjacent": False}, False),
            ("no", {}, True),
            ("yes", {"same_square": False, "adjacent": False}, False),
        ],
    )
    def test_the_same_square(self, reading: str, near: Any, allowed: bool) -> None:
        """Repairs, and an order without a Radio."""
        told, units = ({"sameSquareAdjacent": reading}, {"h": seated(0, hero(skills=["tank_head"])), "w": seated(0, walker(), damage=1)})
        orders = [tell("command", None, told, order=order, members=["officer", "mechanic"], **near)["allowed"] for order in ("reactivate", "makeshift_repair")]
        assert orders == [allowed, allowed]
        assert ("refused" not in ask("dust", "tank_head", units, told, unit="h", target="w", **near)) is allowed

    @rule("DUST-143")
    @pytest.mark.parametrize(("tried", "said"), [(None, None), ("failed", ["DUST-143"])])
    def test_a_second_order_in_a_round_is_refused_at_the_table(self, tried: Any, said: Any) -> None:
        units = {"c": seated(0, COMMAND, running=True), "t": seated(0, squad(), activated=True)}
        game = Game(RULESETS)
        game.do({"do": "start", "game": "dust", "state": {"step": "activation", "units": units}})
        reply = game.do(
            {"do": "open", "procedure": "command", "with": {"order": "reactivate", "unit": "c", "target": "t", "adjacent": True, "already_tried": tried}}
        )
        assert reply.get("refused", {}).get("refs") == said

    @rule("DUST-141")
    def test_members_are_members(self) -> None:
        assert "none of officer" in ask("dust", "command", order="get_up", members=["cook"])["error"]
