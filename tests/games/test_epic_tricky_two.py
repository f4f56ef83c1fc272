"""Epic Armageddon: more meetings of rules, and who may do what; expected values worked out by
hand from the book."""

from fractions import Fraction
from inspect import signature
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.games.epic.turn import to_activate
from engine.playing.session import Session
from engine.values.maps import frozen
from tests.games.epic_field import RULES, ask, chance, do, foot, force, game, tank

rule = pytest.mark.rule
F = Fraction
GROUND = ("advance", "double", "march", "engage", "sustained", "overwatch", "marshal", "hold")


def craft(speed: str = "fighter", **more: Any) -> dict[str, Any]:
    return {"name": "Craft", "type": "AC", "speed": speed, "armour": 5, "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}], **more}


def against(session: Session, procedure: str, **told: Any) -> str:
    """What the rules say against a procedure as soon as this is known."""
    return next((no.key for no in (rule(session.state, **told) for rule in RULES.opening(procedure).forbids) if no), "")


class TestForWhom:
    @rule("EPIC-187", "EPIC-191", "EPIC-193", "EPIC-213", "EPIC-218")
    @pytest.mark.parametrize(
        ("unit", "held", "orders"),
        [
            (foot(), {}, GROUND),
            (tank(), {}, GROUND),
            (craft(), {}, ("interception", "ground_attack", "cap", "stand_down")),
            (craft("fighter_bomber"), {}, ("interception", "ground_attack", "cap", "stand_down")),
            (craft("bomber"), {}, ("ground_attack", "stand_down")),
            (craft(), {"landed": True}, GROUND),
            ({"name": "Cruiser", "type": "SC"}, {}, ("spacecraft",)),
        ],
    )
    def test_the_actions_that_are_offered(self, unit: dict[str, Any], held: dict[str, Any], orders: tuple[str, ...]) -> None:
        here = game(a=force((1, unit), state=held)).state
        choices = RULES.opening("action").choices
        assert choices is not None
        assert choices(here, formation="a") == {"order": orders}
        assert choices(here) == {}

    @rule("EPIC-109", "EPIC-09")
    def test_what_a_rule_looks_at_is_seen(self) -> None:
        """Players are told as soon as it is known: a broken formation before anybody asks for
        its order."""
        seen = [set(signature(rule).parameters) for rule in RULES.opening("action").forbids]
        assert {"now", "formation", "_"} in seen
        assert {"now", "told"} not in seen

    @rule("EPIC-187", "EPIC-253")
    @pytest.mark.parametrize(("where", "key"), [("table", ""), ("reserve", "reserve"), ("inside", "aboard")])
    def test_who_is_not_there_does_not_fight(self, where: str, key: str) -> None:
        gun = foot(weapons=[{"name": "Gun", "range": 60, "bp": 2, "ap": 4}])
        session = game(a=force((3, gun), state={"where": where}), d=force((3, foot()), seat=1))
        found = [
            against(session, what, **told)
            for what, told in (
                ("fire", {"by": "a", "target": "d"}),
                ("barrage", {"by": "a"}),
                ("assault", {"attacker": "a", "defender": "d"}),
                ("regroup", {"formation": "a"}),
            )
        ]
        assert found == [key] * 4

    @rule("EPIC-187", "EPIC-218")
    def test_a_spacecraft_fires_from_orbit(self) -> None:
        cruiser = force((1, {"name": "Cruiser", "type": "SC", "weapons": [{"name": "Bombs", "bp": 5}]}), state={"where": "reserve"})
        assert against(game(s=cruiser, d=force((3, foot()), seat=1)), "barrage", by="s", target="d") == ""

    @rule("EPIC-57")
    @pytest.mark.parametrize(
        ("told", "key"), [({"by": "a"}, "no_artillery"), ({"by": "g"}, ""), ({}, ""), ({"by": "a", "points": 3}, ""), ({"by": "a", "guns": (1, 1)}, "")]
    )
    def test_a_barrage_needs_points(self, told: dict[str, Any], key: str) -> None:
        gun = tank(weapons=[{"name": "Gun", "range": 60, "bp": 1}])
        assert against(game(a=force((3, foot())), g=force((3, gun))), "barrage", **told) == key
        assert against(game("strategy", a=force((3, foot()))), "barrage", by="a") == ""

    @rule("EPIC-222", "EPIC-225", "EPIC-168")
    @pytest.mark.parametrize("procedure", ["planetfall", "drop_pods", "landing"])
    def test_nobody_comes_down_twice(self, procedure: str) -> None:
        session = game(a=force((3, foot())), b=force((3, foot()), state={"where": "reserve"}))
        assert [against(session, procedure, formation=each) for each in ("a", "b")] == ["on_the_table", ""]
        assert against(game("strategy", a=force((3, foot()))), procedure, formation="a") == ""

    @rule("EPIC-168")
    def test_nobody_leaves_an_empty_transport(self) -> None:
        titan = {"name": "Titan", "type": "WE", "speed": 15, "dc": 3, "transport": 4}
        session = game(t=force((1, titan)), a=force((2, foot()), state={"aboard": "t", "where": "inside"}), b=force((1, titan)))
        assert [against(session, "disembark", transport=each, formations=()) for each in ("t", "b")] == ["", "empty"]


class TestOutcomesInWords:
    @rule("EPIC-43", "EPIC-52")
    @pytest.mark.parametrize(
        ("units", "held", "told"),
        [
            # 4+ hits, no save: a dead unit of three leaves two with two markers, which break; one
            # of
            # four leaves three, which hold
            (3, {}, {"breaks": F(1, 2), "holds_out": F(1, 2)}),
            (4, {}, {"holds_out": F(1)}),
            (1, {}, {"destroyed": F(1, 2), "breaks": F(1, 2)}),
            # broken already: the marker of coming under fire kills one anyway
            (2, {"broken": True}, {"destroyed": F(1, 2), "holds_out": F(1, 2)}),
        ],
    )
    def test_fire(self, units: int, held: dict[str, Any], told: dict[str, Fraction]) -> None:
        on = {"d": force((units, foot(armour=None)), seat=1, state=held)}
        reply = ask("fire", on, target="d", shots=[{"count": 1, "type": "ap", "value": 4}])
        assert {key: F(value) for key, value in reply["odds"]["fate"].items()} == told

    @rule("EPIC-94", "EPIC-97")
    def test_an_assault(self) -> None:
        on = {"a": force((3, foot(armour=None))), "d": force((1, foot(armour=None)), seat=1)}
        odds = ask("assault", on, attacker="a", defender="d")["odds"]
        assert {key.removesuffix("_wins"): value for key, value in odds["fate"].items()} == odds["winner"]

    @rule("EPIC-43", "EPIC-97", "EPIC-119", "EPIC-10")
    def test_every_outcome_has_a_word(self) -> None:
        examples = [example for example in RULES.examples if example.ask in ("fire", "assault", "rally", "action", "assault_result")]
        replies = [(each.ask, ask(each.ask, each.question.get("units"), None, **each.question["situation"])) for each in examples]  # type: ignore[arg-type,call-overload]
        words = {word for _, reply in replies for name, found in reply["odds"].items() if name not in ("rolled", "winner") for word in found}
        assert {word for word in words if not word.lstrip("-").isdecimal()} <= {*RULES.words, "attacker", "defender"}


class TestRounds:
    @rule("EPIC-101", "EPIC-268")
    def test_as_before_is_as_in_the_round_before(self) -> None:
        """A firefight (6+), then close combat (3+), then as before: close combat again."""
        unit = foot(armour=2, cc=3, ff=6)
        session = do(game(a=force((2, unit)), d=force((2, unit), seat=1)), "assault", attacker="a", defender="d")
        needs, tie = [], ([1, 1], [1, 1], [[1, 1], [1, 1]])
        for how in ("cc", "same", "ff", "same"):
            needs.append(session.prompt and session.prompt.checks[0].targets)
            for dice in (*tie, how):
                session.answer(frozen(dice))
        assert needs == [(6,), (3,), (3,), (6,)]

    @rule("EPIC-89", "EPIC-151")
    @pytest.mark.parametrize("weapons", [[], [{"name": "Blade", "range": "contact", "abilities": ["first_strike"]}]])
    def test_both_strike_at_once(self, weapons: list[dict[str, Any]]) -> None:
        """One against one, 4+ and no save: both fall in 1/4; with first strikes on both sides as
        well. One-sided he survives."""
        on = {"a": force((1, foot(armour=None, cc=4, weapons=weapons))), "d": force((1, foot(armour=None, cc=4, weapons=weapons)), seat=1)}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        odds = ask("assault_attacks", on, sides=sides)["odds"]
        assert odds["kills:0"] == odds["kills:1"] == {"0": "1/2", "1": "1/2"}
        assert chance(ask("assault", on, attacker="a", defender="d", fought="cc"), "winner", "nobody") > F(1, 4)
        on["d"]["card"]["units"][0][1]["weapons"] = []
        early = F(1, 2) if not weapons else F(1, 4)
        assert chance(ask("assault_attacks", on, sides=sides), "kills:1", 1) == early


def hero(*abilities: str) -> dict[str, Any]:
    return {"name": "Hero", "type": "CH", "abilities": list(abilities)}


def titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "armour": None, "cc": 4, "ff": 4, "dc": 4, "critical": "none", **more}


class TestCharacters:
    """What a character brings is his own unit's, not its whole row's."""

    @rule("EPIC-141", "EPIC-143", "EPIC-116")
    @pytest.mark.parametrize(("units", "markers", "lost"), [(3, 1, [1, 0]), (3, 3, [2, 0]), (1, 1, None)])
    def test_a_fearless_hero_saves_one(self, units: int, markers: int, lost: list[int] | None) -> None:
        """Markers on a broken formation: the hero's unit alone is spared."""
        on = {"d": force((units, foot(armour=None)), (1, hero("fearless")), seat=1, state={"broken": True})}
        reply = ask("fire", on, target="d", pods=markers, **{"as": "drop_pod"})
        assert reply["after"]["d"].get("lost") == lost

    @rule("EPIC-141", "EPIC-143", "EPIC-99")
    @pytest.mark.parametrize(("brave", "left"), [((), 0), (("fearless",), 1)])
    def test_nor_do_extra_hits_take_him(self, brave: tuple[str, ...], left: int) -> None:
        """A broken attacker's loss destroys all but the fearless: the defender was broken from
        the start."""
        on = {"a": force((4, foot(armour=2))), "d": force((2, foot(armour=2)), (1, hero(*brave)), seat=1, state={"broken": True})}
        dice = {"strike:a": [1] * 4, "strike:d": [1, 1], "result": [[6, 6], [1, 1]]}
        assert ask("assault", on, attacker="a", defender="d", roll=dice)["result"]["units:d"] == left

    @rule("EPIC-140", "EPIC-233", "EPIC-141")
    def test_a_stubborn_or_scouting_hero_is_one_of_four(self) -> None:
        for units, limit in ((4, 4), (1, 2)):
            on = {"a": force((units, foot(speed=30)), (1, hero("stubborn", "scout")))}
            assert ask("break_point", on, formation="a")["result"]["breaks_at"] == limit
            assert ask("garrison", on, formation="a")["result"]["eligible"] is (units == 1)

    @rule("EPIC-144", "EPIC-141")
    @pytest.mark.parametrize(("units", "killed"), [(1, F(1, 2) * F(5, 6)), (2, F(1, 2))])
    def test_his_save_is_his(self, units: int, killed: Fraction) -> None:
        """A macro-weapon hits on 4+; the front unit of two is not his."""
        on = {"d": force((units, foot(armour=None)), (1, hero("invulnerable_save")), seat=1)}
        assert chance(ask("fire", on, target="d", shots=[{"type": "mw", "value": 4}]), "kills", 1) == killed
        assert chance(ask("barrage", on, target="d", points=3, abilities=["macro_weapon"]), "kills", units) == killed**units

    @rule("EPIC-144", "EPIC-206", "EPIC-141")
    def test_a_pilots_save(self) -> None:
        on = {"f": force((1, craft(armour=None)), (1, hero("invulnerable_save")), seat=1)}
        assert chance(ask("flak", on, target="f", shots=[{"value": 4}], jink=False), "kills", 1) == F(1, 2) * F(5, 6)

    @rule("EPIC-132", "EPIC-275")
    def test_a_supreme_commander_among_many(self) -> None:
        session = game(a=force((4, foot()), (1, hero("supreme_commander"))), d=force((3, foot()), seat=1))
        do(session, "action", [1], formation="a", order="advance")
        assert session.prompt
        assert session.prompt.key == "reroll"


class TestWhoIsCounted:
    @rule("EPIC-41", "EPIC-42")
    @pytest.mark.parametrize(("markers", "dice"), [(0, 3), (1, 2), (3, 0)])
    def test_only_those_with_guns_are_able(self, markers: int, dice: int) -> None:
        """Three of six are in range: not the three in front who only fight hand to hand."""
        blade = foot(weapons=[{"name": "Blade", "range": "contact"}])
        on = {"a": force((3, blade), (3, foot()), state={"blast": markers}), "d": force((4, tank(armour=None)), seat=1)}
        reply = ask("fire", on, by="a", target="d", able=3)
        assert [check["dice"] for check in reply["checks"]] == ([dice] if dice else [])

    @rule("EPIC-41")
    @pytest.mark.parametrize(("markers", "silent"), [(1, 0), (2, 1), (3, 1), (4, 2)])
    def test_two_markers_silence_one_space_marine(self, markers: int, silent: int) -> None:
        on = {"a": force((4, foot(abilities=["they_shall_know_no_fear"])))}
        assert len(ask("suppression", on, formation="a", blast=markers, able=4)["result"]["suppressed"]) == silent

    @rule("EPIC-249", "EPIC-244", "EPIC-09")
    def test_a_formation_without_units_is_destroyed(self) -> None:
        """250 points, not half; and nobody is there to act."""
        on = {"a": force((3, foot()), state={"lost": [3]}), "d": force((3, foot()), seat=1)}
        assert ask("kill_points", on, formation="a")["result"]["points"] == 250
        assert "break_their_spirit" in ask("goals", on, objectives=[])["result"]["goals"][1]
        assert ask("action", on, formation="a", order="advance")["refused"]["key"] == "destroyed"

    @rule("EPIC-242")
    def test_a_condition_counts_once(self) -> None:
        assert ask("victory", turn=3, goals=[["blitzkrieg", "blitzkrieg"], []])["result"]["winner"] is None
        assert ask("victory", turn=3, goals=[["blitzkrieg", "take_and_hold"], []])["result"]["winner"] == 0

    @rule("EPIC-120", "EPIC-123", "EPIC-115")
    @pytest.mark.parametrize(
        ("held", "told", "left", "then"),
        [
            ({}, {"broken": True}, 3, "rallied"),
            ({"broken": True}, {}, 3, "rallied"),
            ({"broken": True}, {"broken": False, "blast": 5}, 2, "rallied"),
            ({"blast": 4}, {}, 2, "rallied"),
        ],
    )
    def test_broken_as_told(self, held: dict[str, Any], told: dict[str, Any], left: int, then: str) -> None:
        """Seven units broken count seven markers and keep three; five keep two, four two."""
        reply = ask("rally", {"a": force((7, foot()), state=held)}, formation="a", **told, roll={"test": [6]})
        assert (reply["result"]["blast"], reply["result"]["then"]) == (left, then)

    @rule("EPIC-75", "EPIC-135", "EPIC-67", "EPIC-83")
    @pytest.mark.parametrize(
        ("told", "charge", "counter"),
        [
            ({"road": True}, 35, 5),
            ({}, 30, 5),
            ({"cautious": True}, 10, 5),
            ({"cautious": True, "road": True}, 10, 5),
            ({"speed": 35}, 70, 10),
            ({"speed": 35, "cautious": True}, 10, 5),
        ],
    )
    def test_an_infiltrator_doubles_his_speed(self, told: dict[str, Any], charge: int, counter: int) -> None:
        """The road adds 5 cm to the move, not to what is doubled."""
        unit = {"name": "Scout", "type": "INF", "speed": told.pop("speed", 15), "abilities": ["infiltrator"]}
        found = ask("limits", unit=unit, order="engage", **told)["result"]
        assert (found["charge"], found["counter_charge"]) == (charge, counter)


class TestWhoMeetsWhom:
    def table(self) -> dict[str, Any]:
        away = {"where": "destroyed"}
        return {
            "a": force((3, foot(abilities=["commander"]))),
            "b": force((3, foot())),
            "x": force((3, foot()), state=away),
            "d": force((3, foot()), seat=1),
            "e": force((3, foot()), seat=1),
            "y": force((3, foot()), seat=1, state=away),
        }

    @rule("EPIC-133", "EPIC-85", "EPIC-95", "EPIC-88", "EPIC-253")
    @pytest.mark.parametrize(
        ("told", "key"),
        [
            ({"along": ["b"]}, ""),
            ({"along": ["a"]}, "sides"),
            ({"along": ["d"]}, "sides"),
            ({"along": ["b", "b"]}, "sides"),
            ({"along": ["x"]}, "sides"),
            ({"others": ["e"]}, ""),
            ({"others": ["d"]}, "sides"),
            ({"others": ["b"]}, "sides"),
            ({"others": ["y"]}, "sides"),
            ({"supporters": [{"formation": "b"}]}, ""),
            ({"supporters": [{"formation": "a"}]}, "sides"),
            ({"supporters": [{"formation": "d"}]}, "sides"),
            ({"defender": "y"}, "nobody_there"),
        ],
    )
    def test_the_sides_of_an_assault(self, told: dict[str, Any], key: str) -> None:
        reply = ask("assault", self.table(), **{"attacker": "a", "defender": "d", **told, "reached": False})
        assert reply.get("refused", {}).get("key", "") == key

    @rule("EPIC-133")
    @pytest.mark.parametrize(("along", "refused"), [(["b"], False), (["a"], True), (["d"], True), (["b", "b"], True), (["x"], True)])
    def test_whom_a_commander_takes_along(self, along: list[str], refused: bool) -> None:
        assert ("refused" in ask("action", self.table(), formation="a", order="engage", along=along)) is refused

    @rule("EPIC-38", "EPIC-253", "EPIC-57")
    @pytest.mark.parametrize(("where", "key"), [("table", ""), ("destroyed", "nobody_there"), ("reserve", "nobody_there"), ("inside", "nobody_there")])
    def test_whom_fire_reaches(self, where: str, key: str) -> None:
        on = {"a": force((3, foot())), "d": force((3, foot()), seat=1, state={"where": where})}
        for reply in (ask("fire", on, by="a", target="d"), ask("barrage", on, by="a", target="d", points=3)):
            assert reply.get("refused", {}).get("key", "") == key
        on["d"]["seat"] = 0
        assert ask("barrage", on, by="a", target="d", points=3)["refused"]["key"] == "friend"

    @rule("EPIC-167")
    @pytest.mark.parametrize(
        ("who", "into", "key"), [("a", "t", ""), ("a", "e", "no_transport"), ("a", "x", "no_transport"), ("b", "t", "no_transport"), ("t", "t", "no_transport")]
    )
    def test_who_boards(self, who: str, into: str, key: str) -> None:
        carrier = titan(transport=8)
        on = {
            "a": force((2, foot())),
            "b": force((2, foot()), state={"aboard": "t", "where": "inside"}),
            "t": force((1, carrier)),
            "e": force((1, carrier), seat=1),
            "x": force((1, carrier), state={"where": "destroyed"}),
        }
        assert ask("embark", on, formation=who, transport=into).get("refused", {}).get("key", "") == key

    @rule("EPIC-193", "EPIC-07")
    def test_a_patrol_ordered_this_turn_intercepts(self) -> None:
        for held, refused in (({"cap": True, "activated": True}, False), ({"activated": True}, True)):
            on = {"f": force((1, craft()), state={**held, "where": "reserve"})}
            assert ("refused" in ask("action", on, formation="f", order="cap_interception")) is refused


class TestTitanKillerBarrages:
    @rule("EPIC-160", "EPIC-178", "EPIC-139", "EPIC-61")
    @pytest.mark.parametrize(
        ("abilities", "more", "reading", "roll", "damage", "down"),
        [
            (["titan_killer:2"], {}, {}, {"to_hit": [6]}, [2], None),
            (["titan_killer:2"], {"abilities": ["living_metal"]}, {}, {"to_hit": [6]}, [1], None),
            (["titan_killer:3"], {"shields": 2}, {}, {"to_hit": [6]}, [1], [2]),
            (["titan_killer:3"], {"shields": 2}, {"shield_stops": "hit"}, {"to_hit": [6]}, None, [1]),
            (["titan_killer:d3"], {"shields": 1}, {}, {"to_hit": [6], "damage": [3]}, [2], [1]),
            (["titan_killer"], {}, {}, {"to_hit": [6]}, [1], None),
        ],
    )
    def test_each_hit_does_more_to_a_war_engine(
        self, abilities: list[str], more: dict[str, Any], reading: dict[str, str], roll: dict[str, Any], damage: list[int] | None, down: list[int] | None
    ) -> None:
        on = {"d": force((1, titan(**more)), seat=1)}
        after = ask("barrage", on, reading, target="d", points=3, abilities=abilities, roll=roll)["after"]["d"]
        assert (after.get("damage"), after.get("shields_down")) == (damage, down)

    @rule("EPIC-160", "EPIC-61")
    def test_told_guns_and_told_units(self) -> None:
        """Two guns of D3 points on an engine of 2: dead by 2 or 3, that is two times in three."""
        guns = [{"bp": 2, "abilities": ["titan_killer:d3"]}] * 2
        reply = ask("barrage", guns=guns, order="sustained", under=[{"type": "WE", "dc": 2}, {"type": "INF"}])
        assert chance(reply, "kills", 0) == (F(1, 2) + F(1, 2) * F(1, 3)) * F(1, 3)


class TestComingDown:
    @rule("EPIC-222", "EPIC-225", "EPIC-223")
    @pytest.mark.parametrize(("question", "units", "told"), [("drop_pods", 3, {"pods": 20}), ("planetfall", 20, {})])
    def test_how_far_astray_changes_nothing_the_app_keeps(self, question: str, units: int, told: dict[str, Any]) -> None:
        """Twenty scatter rolls of eleven sums each are one table, not 11 to the 20th."""
        on = {"a": force((units, foot()), state={"where": "reserve"})}
        reply = ask(question, on, formation="a", **told)
        assert [check["what"].partition(":")[0] for check in reply["checks"]] == ["scatter"] * 20

    @rule("EPIC-223", "EPIC-222")
    def test_off_the_table_row_by_row(self) -> None:
        session = do(
            game(a=force((2, foot()), (1, tank()), state={"where": "reserve"})),
            "planetfall",
            [1, 1],
            "off_table",
            [6, 6],
            "zoc",
            [3, 4],
            "clear",
            formation="a",
        )
        assert session.state.unit("a").trackers.get("lost") == (1, 0)


class TestAircraftOnTheGround:
    @rule("EPIC-213", "EPIC-186", "EPIC-143")
    @pytest.mark.parametrize(("brave", "dice", "lost", "damage"), [((), [[3, 3], [3, 3]], [1, 0], None), (("fearless",), [[3, 3], [3, 3]], [0, 1], None)])
    def test_a_big_one_that_loses(self, brave: tuple[str, ...], dice: Any, lost: list[int], damage: Any) -> None:
        """Six to four units, 5 to 4: the one extra hit goes to the aircraft in front, which is
        destroyed anyway: no critical roll. A fearless one stands, and the hit is the next one's."""
        hawk = craft("bomber", armour=4, cc=6, ff=5, dc=2, critical="destroyed", abilities=list(brave))
        on = {"a": force((6, foot(armour=2, cc=4))), "d": force((1, hawk), (2, foot(armour=2)), seat=1, state={"landed": True})}
        roll = {"strike:a": [1] * 6, "strike:d": [[1, 1], [1, 1]], "result": dice}
        after = ask("assault", on, attacker="a", defender="d", fought="cc", roll=roll)["after"]["d"]
        assert (after["lost"], after.get("damage"), after["broken"]) == (lost, damage, True)


class TestNonsense:
    @rule("EPIC-85", "EPIC-118")
    @pytest.mark.parametrize(
        ("question", "told", "sentence"),
        [
            ("assault", {"attacker": "a", "defender": "a", "overrule": True}, "a cannot fight itself"),
            ("rally", {"queue": [["a"]]}, "a queue for each of the two sides is needed"),
        ],
    )
    def test_one_sentence(self, question: str, told: dict[str, Any], sentence: str) -> None:
        reply = answered(RULESETS, {"game": "epic", "ask": question, "units": {"a": force((1, foot()))}, "situation": told})
        assert reply["error"] == sentence


class TestCover:
    @rule("EPIC-47", "EPIC-46")
    @pytest.mark.parametrize(("terrain", "needs", "kills"), [("wood", 5, 1), (["open", "wood"], 4, 1), (["wood", "open"], 4, 0)])
    def test_nothing_is_waived_where_all_are_in_cover(self, terrain: Any, needs: int, kills: int) -> None:
        """AT fire at the one tank in front: in the open the -1 is waived; where all it can hit
        are in cover there is nothing to waive."""
        on = {"d": force((1, tank(armour=None)), (1, tank(armour=None)), seat=1)}
        fire = [{"count": 1, "type": "at", "value": 4}]
        reply = ask("fire", on, target="d", terrain=terrain, waived=True, shots=fire, roll={"to_hit": [6]})
        assert [check["target"] for check in reply["checks"]] == [needs]
        assert reply["after"]["d"].get("lost") == ([kills, 1 - kills])


class TestEnginesInAssaults:
    @rule("EPIC-174", "EPIC-185")
    @pytest.mark.parametrize(("ours", "asked"), [([6, 1, 1, 1], "critical"), ([1] * 4, "result"), ([6, 6, 1, 1], "critical")])
    def test_a_critical_is_rolled_before_the_result(self, ours: list[int], asked: str) -> None:
        """Points of damage by the attacks: their dice come at once, not after the result."""
        here = game(a=force((1, titan(critical="destroyed"))), d=force((1, titan(critical="destroyed")), seat=1))
        session = do(here, "assault", ours, [1] * 4, attacker="a", defender="d", fought="cc")
        assert session.prompt
        assert session.prompt.key == asked

    @rule("EPIC-174", "EPIC-185")
    def test_both_sides_roll_by_their_names(self) -> None:
        on = {"a": force((1, titan(critical="destroyed"))), "d": force((1, titan(critical="destroyed")), seat=1)}
        roll = {"strike:a": [6, 1, 1, 1], "strike:d": [6, 1, 1, 1], "critical:a": [6], "critical:d": [1]}
        after = ask("assault", on, attacker="a", defender="d", fought="cc", roll=roll)["after"]
        assert (after["a"]["where"], after["d"].get("damage")) == ("destroyed", [1])


class TestLanding:
    def table(self, held: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        return {
            "h": force((1, craft("bomber", transport=4, **more)), state={"flying": True, "order": "ground_attack"}),
            "p": force((3, foot(armour=None)), state=held or {}),
            "d": force((3, foot()), seat=1),
        }

    @rule("EPIC-214", "EPIC-254", "EPIC-66")
    def test_troops_get_out_of_a_wreck_on_bad_ground(self) -> None:
        """A 1 destroys it, without a save; each of the three lives on a 6."""
        on = self.table({"aboard": "h", "where": "inside"})
        told = {"formation": "h", "unload": ["p"], "bad_ground": True, "roll": {"terrain": [1], "wreck:p": [6, 5, 6]}}
        after = ask("touch_down", on, **told)["after"]
        assert (after["h"]["where"], after["p"]["lost"], after["p"]["where"]) == ("destroyed", [1], "table")

    @rule("EPIC-214", "EPIC-167")
    @pytest.mark.parametrize(
        ("board", "held", "places", "key"),
        [
            (["p"], {}, 4, ""),
            (["p"], {}, 2, "full"),
            (["d"], {}, 4, "no_transport"),
            (["p"], {"where": "inside", "aboard": "x"}, 4, "no_transport"),
            ([], {}, 0, ""),
        ],
    )
    def test_whom_it_picks_up(self, board: list[str], held: dict[str, Any], places: int, key: str) -> None:
        on = self.table(held)
        on["h"]["card"]["units"][0][1]["transport"] = places
        assert ask("touch_down", on, formation="h", board=board).get("refused", {}).get("key", "") == key

    @rule("EPIC-214", "EPIC-167")
    def test_those_who_leave_make_room(self) -> None:
        on = {**self.table({"aboard": "h", "where": "inside"}), "q": force((4, foot()))}
        told = {"formation": "h", "board": ["q"]}
        assert ask("touch_down", on, **told)["refused"]["key"] == "full"
        assert "refused" not in ask("touch_down", on, **told, unload=["p"])


class TestWhoIsWaitedFor:
    @rule("EPIC-187", "EPIC-193", "EPIC-213", "EPIC-218")
    @pytest.mark.parametrize(
        ("unit", "held", "reading", "waited"),
        [
            (foot(), {}, {}, True),
            (foot(), {"where": "reserve"}, {}, False),
            (foot(), {"where": "inside"}, {}, False),
            (foot(), {"where": "destroyed"}, {}, False),
            (craft(), {"where": "reserve"}, {}, True),
            (craft(), {"where": "destroyed"}, {}, False),
            (craft(), {"where": "inside"}, {}, False),
            (craft(), {"where": "reserve", "cap": True}, {}, False),
            (craft(), {"landed": True}, {}, True),
            (craft(), {"landed": True}, {"landed_later": "idle"}, False),
            (craft(), {}, {"landed_later": "idle"}, True),
            ({"name": "Cruiser", "type": "SC"}, {"due": 1}, {}, True),
            ({"name": "Cruiser", "type": "SC"}, {"due": 2}, {}, False),
        ],
    )
    def test_the_phase_waits(self, unit: dict[str, Any], held: dict[str, Any], reading: dict[str, str], waited: bool) -> None:
        """Seat 1 alone may still act; the phase is over when nobody is waited for."""
        session = game(readings=reading, a=force((3, foot()), state={"activated": True}), d=force((2, unit), seat=1, state=held))
        assert to_activate(session.state, 1) is waited
        assert not to_activate(session.state, 0)

    @rule("EPIC-09")
    @pytest.mark.parametrize(
        ("held", "units", "refused"),
        [
            ({"where": "destroyed"}, [[3, foot()]], True),
            ({"lost": [3]}, [[3, foot()]], True),
            ({"lost": [2]}, [[3, foot()]], False),
            ({}, [], False),
            ({}, None, False),
        ],
    )
    def test_who_is_no_more(self, held: dict[str, Any], units: Any, refused: bool) -> None:
        on = {"a": {"card": {"name": "Force", "initiative": 2, **({} if units is None else {"units": units})}, "state": held}}
        reply = answered(RULESETS, {"game": "epic", "ask": "action", "units": on, "situation": {"formation": "a", "order": "advance"}})
        assert ("refused" in reply) is refused

    @rule("EPIC-191", "EPIC-206")
    @pytest.mark.parametrize(("lost", "refused"), [([0, 0], True), ([0, 1], False)])
    def test_a_bomber_that_is_shot_down_hinders_nobody(self, lost: list[int], refused: bool) -> None:
        on = {"f": force((1, craft()), (1, craft("bomber")), state={"lost": lost})}
        assert ("refused" in ask("action", on, formation="f", order="interception")) is refused

    @rule("EPIC-187", "EPIC-216")
    @pytest.mark.parametrize("order", ["ground_attack", "spacecraft"])
    def test_nobody_is_no_aircraft(self, order: str) -> None:
        assert ask("action", {"a": force()}, formation="a", order=order)["refused"]["key"] == "wrong_kind"

    @rule("EPIC-187", "EPIC-253")
    def test_a_barrage_that_nobody_in_particular_fires(self) -> None:
        assert against(game(d=force((3, foot()), seat=1)), "barrage", points=3) == ""
