"""Epic Armageddon: the edges of what the table keeps, of formations, engines, terrain, scenario
and victory."""

from typing import Any

import pytest

from engine.games.epic.markers import has_broken, judged
from engine.games.epic.modifiers import Aim, to_hit_rows
from engine.values.texts import english
from tests.games import asking
from tests.games.asking import change, rows
from tests.games.epic_field import BARE, RULES, ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
LEADER = {"name": "Chief", "type": "CH", "abilities": ["leader"]}
PLANE = {"name": "Plane", "type": "AC", "speed": "fighter", "armour": 6, "transport": 4}
IN_FLIGHT = {"flying": True, "order": "ground_attack"}
HIT = [{"count": 1, "type": "at", "value": 2}]


def titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "cc": 4, "ff": 4, "dc": 3, "critical": "none", **more}


def asked(session: Any) -> Any:
    return session.prompt.key if session.prompt else None


def refused(question: str, on: dict[str, Any], **told: Any) -> Any:
    return ask(question, on, **told).get("refused", {}).get("key")


# Formations


class TestRows:
    @rule("EPIC-138", "EPIC-263", "EPIC-234")
    @pytest.mark.parametrize(
        ("unit", "legal"),
        [({"speed": 10}, True), (foot(), True), (foot(abilities=["mounted"]), False), (tank(speed=10), False), ({"type": "LV", "speed": 10}, False)],
    )
    def test_a_card_without_a_type_is_infantry(self, unit: dict[str, Any], legal: bool) -> None:
        """Into a building vehicles and mounted units cannot go, infantry can; nor can a
        formation with some of them."""
        assert ask("garrison", {"a": force((3, unit))}, formation="a", terrain="building")["result"]["legal"] is legal
        assert ask("garrison", units=[[3, foot()], [1, unit]], terrain="building")["result"]["legal"] is legal

    @rule("EPIC-31")
    def test_a_row_is_called_by_its_name_or_its_type(self) -> None:
        session = do(game(a=force((2, foot()), (2, {"type": "AV", "speed": 20}))), "coherency", formation="a")
        assert session.prompt
        assert session.prompt.text.values["row"] == "Training Infantry"
        session.answer(0)
        assert session.prompt
        assert session.prompt.text.values["row"] == "AV"

    @rule("EPIC-141")
    @pytest.mark.parametrize(
        ("lines", "lost", "leads"),
        [
            ([(2, foot()), (1, tank()), (1, LEADER)], [2, 0, 0], True),
            ([(2, foot()), (1, tank()), (1, LEADER)], [0, 1, 0], False),
            ([(2, foot()), (1, LEADER), (1, tank())], [2, 0, 0], False),
            ([(2, foot()), (1, LEADER), (1, tank())], [0, 0, 1], True),
            ([(1, LEADER), (2, foot()), (1, tank())], [0, 0, 1], True),
            ([(1, LEADER), (2, foot()), (1, tank())], [0, 2, 0], False),
        ],
    )
    def test_whose_row_a_character_joins(self, lines: list[Any], lost: list[int], leads: bool) -> None:
        """The one before him, the first where there is none; he is no more when that row is."""
        reply = ask("regroup", {"a": force(*lines, state={"blast": 3, "lost": lost})}, formation="a")
        assert rows(reply, "regroup") == ([("leaders", 1, "EPIC-137")] if leads else [])

    @rule("EPIC-141", "EPIC-09")
    def test_a_character_alone_is_no_formation(self) -> None:
        assert refused("regroup", {"a": force((1, LEADER))}, formation="a") == "destroyed"


class TestGlance:
    @rule("EPIC-109")
    @pytest.mark.parametrize(
        ("told", "text"),
        [
            ({"blast": 2}, "3 of 3 units, breaks at 1 more"),
            ({"blast": 2, "lost": [1]}, "2 of 3 units, breaks at 1 more"),
            ({"blast": 3, "lost": [2]}, "1 of 3 units, breaks at 1 more"),
            ({"lost": [3], "where": "destroyed"}, "0 of 3 units"),
        ],
    )
    def test_markers_that_break_it(self, told: dict[str, Any], text: str) -> None:
        """Units lost without a marker break nobody; the next marker does, be there enough of
        them already."""
        fact = RULES.glance.fact(game(a=force((3, foot()), state=told)).state.unit("a"))
        assert fact
        assert english(fact) == text

    @rule("EPIC-07")
    @pytest.mark.parametrize(
        ("step", "told", "acted"),
        [
            ("action", {}, False),
            ("action", {"activated": True}, True),
            ("rally", {"activated": True}, None),
            ("strategy", {}, None),
            ("action", {"where": "reserve"}, None),
            ("action", {"where": "inside", "activated": True}, None),
            ("action", {"broken": True}, None),
        ],
    )
    def test_who_is_waited_for(self, step: str, told: dict[str, Any], acted: bool | None) -> None:
        table = game(step, a=force((3, foot()), state=told)).state
        assert RULES.glance.acted(table, table.unit("a")) is acted

    @rule("EPIC-242", "EPIC-248")
    @pytest.mark.parametrize(("turn", "words"), [(2, "Victory is looked at"), (3, "Two victory conditions"), (4, "The last turn")])
    def test_when_victory_is_looked_at(self, turn: int, words: str) -> None:
        assert english(RULES.glance.standing(game(turn=turn, a=force((3, foot()))).state)[0].text).startswith(words)

    @rule("EPIC-12")
    @pytest.mark.parametrize(
        ("todo", "more", "then"),
        [
            ((), {}, ("", "")),
            (("shoot",), {}, ("fire", "b")),
            (("assault",), {}, ("assault", "b")),
            (("move", "shoot"), {}, ("", "")),
            (("shoot",), {"broken": True}, ("", "")),
        ],
    )
    def test_what_the_action_leaves_to_do(self, todo: tuple[str, ...], more: dict[str, Any], then: tuple[str, str]) -> None:
        """One that has nothing to do stands before it."""
        table = game(a=force((3, foot())), b=force((3, foot()), state={"todo": list(todo), **more})).state
        assert RULES.glance.then(table) == then


# War engines


class TestHulls:
    @rule("EPIC-161", "EPIC-178")
    def test_a_war_engine_of_one_point_has_shields(self) -> None:
        """The first hit drops its shield, the second takes its only point."""
        small = {"t": force((1, titan(dc=1, shields=1)), seat=1)}
        first = ask("fire", small, target="t", shots=HIT, roll={"to_hit": [6]})
        assert (change(first, "t", "shields_down"), change(first, "t", "where")) == ([1], None)
        second = ask("fire", small, target="t", shots=[{"count": 2, "type": "at", "value": 2}], roll={"to_hit": [6, 6]})
        assert change(second, "t", "where") == "destroyed"

    @rule("EPIC-160", "EPIC-174")
    def test_a_wreck_is_no_war_engine(self) -> None:
        """Nobody asks how much a Titan Killer does to tanks: one dies of each hit."""
        mixed = {"t": force((1, titan()), (2, tank()), seat=1, state={"lost": [1, 0]})}
        assert asking.ask("epic", "critical", mixed, unit="t", hits=1)["error"] == "Force has no war engine"
        killer = ask("fire", mixed, target="t", shots=[{"count": 1, "type": "tk", "value": 2, "damage": "D3"}], roll={"to_hit": [6]})
        assert ([check["what"] for check in killer["checks"]], change(killer, "t", "lost")) == (["to_hit"], [1, 1])

    @rule("EPIC-161", "EPIC-250")
    def test_damage_told_for_the_first_row_only(self) -> None:
        """3 points off 4 + 2 leave 3 of 6: half strength, so half of 250."""
        two = {"t": force((1, titan(dc=4)), (1, titan(dc=2)), state={"damage": [3]})}
        assert ask("kill_points", two, formation="t")["result"]["points"] == 125

    @rule("EPIC-161")
    @pytest.mark.parametrize(("damage", "destroyed"), [(3, "yes"), (2, "no")])
    def test_the_points_of_the_row_count_before_the_note_of_each_engine(self, damage: int, destroyed: str) -> None:
        """The note has 0 and 2: with 2 points on the row it holds, and the front engine stands a
        hit. With 3 it does not: 2 and 1."""
        pair = {"t": force((2, titan()), seat=1, state={"damage": [damage], "hulls": {"0": [0, 0, 2, 0]}})}
        assert chance(ask("critical", pair, unit="t", hits=1), "destroyed", destroyed) == 1

    @rule("EPIC-161", "EPIC-178", "EPIC-175")
    @pytest.mark.parametrize(("shields", "dice"), [(0, 1), (1, 3)])
    def test_what_hits_an_engine_that_is_gone_is_lost(self, shields: int, dice: int) -> None:
        """One engine of one point, told twice under templates, once as one of capacity 6 under a
        centre: half of that are three dice. They take its shield and its point; the other die
        finds nobody."""
        on = {"t": force((1, titan(dc=1, shields=shields)), seat=1)}
        told = {"type": "WE", "dc": 1, "formation": "t", "row": 0}
        under = [told, {**told, "dc": 2 * dice, "centre": dice > 1}]
        reply = ask("barrage", on, points=3, target="t", under=under, roll={"to_hit": [6] * (1 + dice)})
        assert (change(reply, "t", "lost"), change(reply, "t", "where"), change(reply, "t", "shields_down")) == ([1], "destroyed", None)

    @rule("EPIC-178")
    def test_no_more_shields_are_down_than_it_has(self) -> None:
        told = {"type": "WE", "dc": 6, "formation": "t", "row": 0}
        reply = ask("barrage", {"t": force((1, titan(dc=6, shields=1)), seat=1)}, points=3, target="t", under=[told, told], roll={"to_hit": [6, 6]})
        assert change(reply, "t", "shields_down") == [1]


class TestCriticals:
    """What waits for a die when an engine is destroyed, in a withdrawal among enemies: the rear
    engine is asked for first."""

    def near(self, *lines: Any) -> Any:
        return game(t=force(*lines, state={"broken": True}), d=force((3, foot()), seat=1))

    @rule("EPIC-277", "EPIC-174", "EPIC-161")
    def test_the_engine_behind_moves_up(self) -> None:
        """A point each. The rear rolls a 6: one point more, so another die waits. The front one
        is destroyed by its 6; the die of the rear destroys that one too."""
        session = do(self.near((2, titan(critical="It burns"))), "withdraw", 1, 1, [6], "damage", [6], "destroyed", formation="t")
        assert state(session, "t") == {"broken": True, "lost": (1,), "damage": (2,)}
        session.answer(((6,),))
        session.answer("destroyed")
        assert (state(session, "t"), session.prompt) == ({"broken": True, "lost": (2,), "where": "destroyed"}, None)

    @rule("EPIC-277", "EPIC-174")
    def test_engines_before_it_and_of_other_rows_stay(self) -> None:
        """Three dice wait: both of the first row, rear first, then the other row's. The rear one
        goes; the two others roll on."""
        session = do(self.near((2, titan(critical="destroyed")), (1, titan(critical="destroyed"))), "withdraw", 1, 2, 1, [6], formation="t")
        assert state(session, "t") == {"broken": True, "lost": (1, 0), "damage": (2, 1)}
        session.answer(((1, 1),))
        session.answer(((6,),))
        assert state(session, "t") == {"broken": True, "lost": (1, 1), "damage": (2, 0)}

    @rule("EPIC-277", "EPIC-174")
    def test_no_die_for_an_engine_that_is_gone(self) -> None:
        """Two points, two sixes: one more point, which would want a die, then destroyed. The
        other engine keeps its own die."""
        session = do(
            self.near((1, titan(dc=4, critical="It burns")), (1, titan(dc=4, critical="It burns"))),
            "withdraw",
            2,
            1,
            [6, 6],
            "damage",
            "destroyed",
            formation="t",
        )
        assert (asked(session), state(session, "t")) == ("critical:withdrawal:1", {"broken": True, "lost": (1, 0), "damage": (0, 1)})
        session.answer(((1,),))
        assert session.prompt is None

    @rule("EPIC-174", "EPIC-277")
    def test_the_most_damaged_is_counted_first(self) -> None:
        """One point on the rear engine, none on the front one: the row keeps one number, and the
        front one has it."""
        session = do(self.near((2, titan()), (2, tank())), "withdraw", 1, 0, 0, formation="t")
        assert state(session, "t") == {"broken": True, "damage": (1, 0)}


# Limits, markers, modifiers


@rule("EPIC-196", "EPIC-197")
@pytest.mark.parametrize(
    ("speed", "order", "turn"),
    [
        ("fighter", "ground_attack", 90),
        ("fighter", "interception", 90),
        ("bomber", "ground_attack", 45),
        ("bomber", "advance", 45),
        ("fighter_bomber", "ground_attack", 45),
        ("fighter_bomber", "interception", 90),
    ],
)
def test_how_far_an_aircraft_turns(speed: str, order: str, turn: int) -> None:
    assert ask("limits", unit={"type": "AC", "speed": speed}, order=order)["result"]["turn"] == turn


@rule("EPIC-25")
def test_limits_of_a_formation_without_units() -> None:
    assert asking.ask("epic", "limits", {"a": {"card": {"name": "Ghosts", "units": []}}}, unit="a")["error"] == "Ghosts has no units"


class TestMarkers:
    @rule("EPIC-140")
    @pytest.mark.parametrize(("lost", "breaks"), [(0, 4), (2, 2), (3, 0)])
    def test_nobody_left_is_not_stubborn(self, lost: int, breaks: int) -> None:
        """One more than its units; without units nobody bears anything."""
        stubborn = {"a": force((3, foot(abilities=["stubborn"])), state={"lost": [lost]})}
        assert ask("break_point", stubborn, formation="a")["result"]["breaks_at"] == breaks

    @rule("EPIC-109", "EPIC-66")
    @pytest.mark.parametrize(
        ("reading", "face", "changed"), [("always", 2, {}), ("always", 1, {"lost": (1,), "broken": True}), ("on_bm", 1, {"lost": (1,), "blast": 2})]
    )
    def test_a_loss_without_a_marker(self, reading: str, face: int, changed: dict[str, Any]) -> None:
        """Two units with two markers, put there by hand: only a loss looks at them, and only by
        one reading."""
        session = game(readings={"break_check": reading}, a=force((2, foot()), state={"blast": 2}))
        do(session, "dangerous", [face], formation="a")
        assert state(session, "a") == (changed or {"blast": 2})
        assert asked(session) == ("withdraw:a:0" if changed.get("broken") else None)

    @rule("EPIC-44", "EPIC-109", "EPIC-116")
    def test_broken_once_is_enough(self) -> None:
        """Markers put by hand on a broken formation: fire at it costs the front unit, and nobody
        withdraws again."""
        session = game(a=force((1, tank())), d=force((3, foot()), seat=1, state={"broken": True, "blast": 3}))
        do(session, "fire", [1], target="d", shots=HIT)
        assert (session.prompt, state(session, "d")) == (None, {"broken": True, "blast": 3, "lost": (1,)})

    @rule("EPIC-109", "EPIC-110")
    def test_nobody_breaks_who_is_gone(self) -> None:
        """Shot down with its transport: all its units are with it, and its markers."""
        table = game(a=force((3, foot()), state={"where": "destroyed", "blast": 3})).state
        assert judged(table, "a") == table
        assert has_broken(judged(game(a=force((3, foot()), state={"blast": 3})).state, "a"), "a")


class TestModifiers:
    @rule("EPIC-48")
    @pytest.mark.parametrize(
        ("value", "order", "told"),
        [(5, "double", (7, 4)), (6, "double", (8, 5)), (6, "marshal", (8, 5)), (8, "advance", (9, 6)), (9, "advance", None), (5, "advance", None)],
    )
    def test_the_second_die_is_said(self, value: int, order: str, told: tuple[int, int] | None) -> None:
        """In cover: 7+ is a 6 and a 4+, 8+ a 6 and a 5+, 9+ two sixes; 10+ is none, 6+ needs
        none."""
        row = to_hit_rows(Aim(value, order, cover=True))[-1]
        assert ((row.why.values["needed"], row.why.values["second"]) if row.key == "two_dice" else None) == told

    @rule("EPIC-48")
    @pytest.mark.parametrize(("value", "hits"), [(6, "1/12"), (7, "1/18"), (8, "1/36"), (9, "0")])
    def test_its_chance(self, value: int, hits: str) -> None:
        """In cover: 1/6 times a half, a third, a sixth, nothing."""
        assert chance(ask("to_hit", value=value, cover=True), "hit", "yes") == chance({"odds": {"hit": {"yes": hits}}}, "hit", "yes")

    @rule("EPIC-11", "EPIC-188")
    @pytest.mark.parametrize(("blast", "row"), [(0, []), (1, [("blast", -1, "EPIC-188")]), (3, [("blast", -3, "EPIC-188")])])
    def test_markers_on_aircraft(self, blast: int, row: list[Any]) -> None:
        told = ask("action", {"f": force((2, PLANE), state={"blast": blast})}, formation="f", order="interception")
        assert rows(told, "test") == row

    @rule("EPIC-15", "EPIC-17", "EPIC-119", "EPIC-120")
    @pytest.mark.parametrize(("army", "forward", "mob"), [("orks", 2, 1), ("steel_legion", None, None)])
    def test_what_only_orks_add(self, army: str, forward: int | None, mob: int | None) -> None:
        """Double and Engage at +2, six units rally at +1."""
        on = {"a": force((6, foot()), army=army, state={"blast": 1})}
        for order in ("double", "engage"):
            added = [amount for key, amount, _ in rows(ask("action", on, formation="a", order=order), "test") if key == "orks"]
            assert added == ([forward] if forward else [])
        told = rows(ask("rally", on, formation="a"), "test")
        assert [amount for key, amount, _ in told if key == "orks"] == ([mob] if mob else [])


class TestReserves:
    @rule("EPIC-187", "EPIC-216")
    @pytest.mark.parametrize(("lines", "air", "ground"), [([], True, False), ([(1, PLANE)], False, True)])
    def test_nobody_is_no_aircraft(self, lines: list[Any], air: bool, ground: bool) -> None:
        """A card with an empty list of units: its actions are those of the ground."""
        on = {"a": force(*lines)}
        assert (bool(refused("action", on, formation="a", order="interception")), bool(refused("action", on, formation="a", order="advance"))) == (air, ground)

    @rule("EPIC-09", "EPIC-244")
    def test_a_formation_of_unknown_units_is_still_there(self) -> None:
        """The costlier one has no rows on its card: it is not destroyed, so nobody's spirit is
        broken."""
        on = {"x": {"seat": 1, "card": {"name": "Unknown", "points": 300}}, "y": force((1, foot()), seat=1, state={"where": "destroyed"}, points=200)}
        assert ask("goals", on, objectives=[], in_half=[1, 1])["result"]["goals"] == [[], []]


# Terrain


class TestTerrain:
    @rule("EPIC-69", "EPIC-71", "EPIC-263")
    @pytest.mark.parametrize(
        ("kind", "place", "reading", "told"),
        [
            ("INF", "wood", "table", (True, 5)),
            ("INF", "wood", "infantry_only", (True, 5)),
            ("INF", "gun_emplacement", "infantry_only", (True, 4)),
            ("AV", "gun_emplacement", "table", (True, 5)),
            ("AV", "gun_emplacement", "infantry_only", (True, None)),
            ("LV", "wood", "table", (True, None)),
            ("WE", "gun_emplacement", "table", (False, None)),
            ("WE", "jungle", "table", (True, None)),
            ("AV", "scrub", "table", (False, None)),
            ("WE", "trench", "table", (False, None)),
            ("AV", "trench", "table", (False, None)),
        ],
    )
    def test_who_is_in_cover(self, kind: str, place: str, reading: str, told: tuple[bool, int | None]) -> None:
        """A reading that keeps cover saves for infantry takes them from nobody else; what is too
        low or made for it hides no engine."""
        found = ask("terrain", None, {"vehicle_cover": reading}, type=kind, terrain=place)["result"]
        assert (found["in_cover"], found["cover_save"]) == told

    @rule("EPIC-66", "EPIC-67", "EPIC-136")
    @pytest.mark.parametrize(
        ("told", "ref"),
        [({}, "EPIC-66"), ({"cautious": True}, "EPIC-67"), ({"abilities": ["walker"]}, "EPIC-136"), ({"cautious": True, "abilities": ["walker"]}, "EPIC-67")],
    )
    def test_by_which_rule_it_is_tested(self, told: dict[str, Any], ref: str) -> None:
        assert ask("dangerous", **told)["checks"][0]["ref"] == ref

    @rule("EPIC-66", "EPIC-163")
    def test_one_row_is_tested(self) -> None:
        on = {"a": force((2, foot()), (3, tank()))}
        assert change(ask("dangerous", on, formation="a", row=1, tests=3, roll={"terrain": [1, 4, 1]}), "a", "lost") == [0, 2]

    @rule("EPIC-163")
    @pytest.mark.parametrize(
        ("count", "hurt"),
        [(1, {"damage": (2,)}), (2, {"damage": (2,), "hulls": {"0": (1, 0, 1, 0)}}), (3, {"damage": (2,), "hulls": {"0": (1, 0, 1, 0, 0, 0)}})],
    )
    def test_two_failures(self, count: int, hurt: dict[str, Any]) -> None:
        """Two tests of one engine, in two moves, are two points; two engines take one each."""
        session = do(game(t=force((count, titan()))), "dangerous", [1] * 2, formation="t", tests=2)
        assert {key: dict(value) if key == "hulls" else value for key, value in state(session, "t").items()} == hurt

    @rule("EPIC-66", "EPIC-163")
    @pytest.mark.parametrize(
        ("told", "odds", "dies"),
        [
            ({"type": "WE", "dc": 3}, {"destroyed", "damage"}, False),
            ({"type": "WE"}, {"destroyed", "damage"}, False),
            ({"type": "WE", "dc": 1}, {"destroyed", "damage"}, True),
            ({"type": "AV", "dc": 3}, {"destroyed"}, True),
        ],
    )
    def test_only_war_engines_are_damaged(self, told: dict[str, Any], odds: set[str], dies: bool) -> None:
        """By a 1 in six; of one whose capacity nobody told, nothing but the damage is known."""
        reply = ask("dangerous", **told)
        assert (set(reply["odds"]), reply["odds"]["destroyed"].get("yes")) == (odds, "1/6" if dies else None)


@rule("EPIC-31")
def test_only_the_rows_that_are_told_are_out_of_coherency() -> None:
    reply = ask("coherency", {"a": force((3, foot()), (3, tank()))}, formation="a", out=[1])
    assert (change(reply, "a", "lost"), change(reply, "a", "blast")) == ([1, 0], 1)


@rule("EPIC-31")
def test_the_last_units_out_of_coherency_leave_nobody_to_withdraw() -> None:
    session = do(game(a=force((2, foot()), state={"blast": 1})), "coherency", formation="a", out=[2])
    assert (session.prompt, session.state.unit("a").gone) == (None, True)


# Withdrawal


class TestWithdrawal:
    @rule("EPIC-113", "EPIC-143")
    @pytest.mark.parametrize(("unit", "limit"), [(foot(), 15), (foot(abilities=["fearless"]), 5), (titan(), 15), (titan(abilities=["fearless"]), 5)])
    def test_how_near_is_too_near(self, unit: dict[str, Any], limit: int) -> None:
        session = do(game(a=force((1, unit), state={"broken": True})), "withdraw", formation="a")
        assert session.prompt
        assert session.prompt.text.values["limit"] == limit

    @rule("EPIC-112", "EPIC-113")
    def test_who_is_asked_for(self) -> None:
        """Neither rows that are lost, nor a formation that went down with its transport; to the
        letter engines die like others."""
        lines = ((2, foot()), (1, titan()), (2, tank()))
        session = game(a=force(*lines, state={"broken": True, "lost": [2, 1, 0]}))
        assert asked(do(session, "withdraw", formation="a")) == "withdraw:a:2"
        gone = game(a=force(*lines, state={"where": "destroyed"}))
        assert do(gone, "withdraw", formation="a").prompt is None
        letter = do(game(readings={"we_withdrawal": "destroyed"}, a=force((1, titan()), (1, tank()))), "withdraw", 1, 0, formation="a")
        assert (state(letter, "a"), letter.prompt) == ({"lost": (1, 0)}, None)

    @rule("EPIC-112", "EPIC-113", "EPIC-143")
    @pytest.mark.parametrize(
        ("brave", "told", "lost", "damage"),
        [
            (False, {"enemies_within_15": 2}, [2, 0], [0, 2]),
            (False, {"distance": 15}, [2, 0], [0, 1]),
            (False, {"distance": 16}, None, None),
            (False, {"distance": 10, "enemies_within_15": 3}, [2, 0], [0, 3]),
            (False, {"enemies_within_15": 0}, None, None),
            (True, {"enemies_within_15": 2, "moved": False}, None, [0, 2]),
            (True, {"distance": 10}, None, [0, 1]),
        ],
    )
    def test_tanks_and_an_engine_together(self, brave: bool, told: dict[str, Any], lost: Any, damage: Any) -> None:
        """Tanks within 15 cm die, fearless ones only within 5 cm of where they moved; the engine
        takes a point for each enemy, at least one if there is a distance but no number."""
        on = {"a": force((2, tank(abilities=["fearless"] if brave else [])), (1, titan(dc=4)), state={"broken": True})}
        reply = ask("withdraw", on, formation="a", **told)
        assert (change(reply, "a", "lost"), change(reply, "a", "damage")) == (lost, damage)

    @rule("EPIC-112", "EPIC-113")
    def test_to_the_letter(self) -> None:
        on = {"a": force((2, tank()), (1, titan(dc=4)), state={"broken": True})}
        reply = ask("withdraw", on, {"we_withdrawal": "destroyed"}, formation="a", enemies_within_15=1)
        assert (change(reply, "a", "lost"), reply["result"]["destroyed"], reply["result"]["units"]) == ([2, 1], True, [2, 1])


# Transports


class TestTransport:
    @rule("EPIC-167", "EPIC-214")
    @pytest.mark.parametrize(("seat", "count", "refusal"), [(0, 4, None), (0, 5, "full"), (1, 4, "no_transport"), (1, 5, "no_transport")])
    def test_who_is_picked_up(self, seat: int, count: int, refusal: str | None) -> None:
        """Four places. That they are enemies is said before there is no room for them."""
        on = {"f": force((1, PLANE), state=IN_FLIGHT), "a": force((count, foot()), seat=seat)}
        assert refused("touch_down", on, formation="f", board=["a"]) == refusal

    @rule("EPIC-167", "EPIC-214")
    def test_nobody_who_gets_in_needs_no_room(self) -> None:
        """Five sit on what is left of eight places: the aircraft lands all the same, but nobody
        else gets in."""
        on = {
            "f": force((2, PLANE), state={**IN_FLIGHT, "lost": [1]}),
            "a": force((5, foot()), state={"aboard": "f", "where": "inside"}),
            "b": force((1, foot())),
        }
        assert (refused("touch_down", on, formation="f"), refused("touch_down", on, formation="f", board=["b"])) == (None, "full")

    @rule("EPIC-211")
    @pytest.mark.parametrize(
        ("unit", "told", "refusal"),
        [
            (PLANE, IN_FLIGHT, None),
            (PLANE, {"order": "ground_attack"}, "not_flying"),
            (PLANE, {"flying": True, "order": "interception"}, "not_flying"),
            (tank(), IN_FLIGHT, "not_flying"),
        ],
    )
    def test_who_lands(self, unit: dict[str, Any], told: dict[str, Any], refusal: str | None) -> None:
        assert refused("touch_down", {"f": force((1, unit), state=told)}, formation="f") == refusal

    @rule("EPIC-215")
    @pytest.mark.parametrize("broken", [False, True])
    def test_broken_troops_do_not_assault(self, broken: bool) -> None:
        """They get out, and stand by: the aircraft has no dice, so the first to strike are the
        defenders."""
        on = {
            "f": force((1, PLANE), state=IN_FLIGHT),
            "a": force((3, BARE), state={"aboard": "f", "where": "inside", "broken": broken}),
            "d": force((3, BARE), seat=1),
        }
        session = do(game(**on), "air_assault", formation="f", defender="d", unload=["a"])
        assert session.prompt
        assert {check.key: check.dice for check in session.prompt.checks} == {"strike:d" if broken else "strike:f": 3}


# The scenario


class TestGarrisons:
    @rule("EPIC-233")
    @pytest.mark.parametrize(
        ("told", "by"),
        [
            ({}, []),
            ({"units": 0}, []),
            ({"units": 4, "scouts": 2}, ["scouts"]),
            ({"units": 5, "scouts": 2}, []),
            ({"units": 5}, []),
            ({"units": [[2, foot(speed=15)], [1, tank(speed=16)]]}, ["slow"]),
            ({"units": [[2, foot(speed=15)], [2, tank(speed=16)]]}, []),
            ({"units": [[2, foot(speed=16)]]}, []),
        ],
    )
    def test_by_which_clause(self, told: dict[str, Any], by: list[str]) -> None:
        """Nobody is no half of scouts; 15 cm is slow, 16 is not, and one such unit is allowed."""
        found = ask("garrison", **told)["result"]
        assert (found["by"], found["eligible"], found["legal"]) == (by, bool(by), bool(by))

    @rule("EPIC-234")
    @pytest.mark.parametrize(("distance", "legal"), [(15, True), (16, False)])
    def test_how_near_an_objective(self, distance: int, legal: bool) -> None:
        assert ask("garrison", units=2, scouts=2, distance=distance)["result"]["legal"] is legal

    @rule("EPIC-234")
    @pytest.mark.parametrize(("place", "legal"), [("cliff", False), ("marsh", True)])
    def test_numbers_alone_are_infantry(self, place: str, legal: bool) -> None:
        """On a cliff nobody stands; dangerous ground is fine."""
        assert ask("garrison", units=2, scouts=2, terrain=place)["result"]["legal"] is legal

    @rule("EPIC-233", "EPIC-234")
    def test_a_card_without_units_is_no_garrison(self) -> None:
        assert asking.ask("epic", "garrison", {"e": force()}, formation="e")["error"] == "Force has no row 0"
        assert ask("garrison", units=[])["result"]["eligible"] is False

    @rule("EPIC-235", "EPIC-234", "EPIC-233")
    @pytest.mark.parametrize(
        ("others", "overwatch", "refusal"),
        [
            (({"garrison": True, "overwatch": True}, {"garrison": True, "overwatch": True}), True, "two_garrisons"),
            (({"garrison": True, "overwatch": True}, {"garrison": True, "overwatch": True}), False, None),
            (({"garrison": True, "overwatch": True}, {"garrison": True}), True, None),
            (({"garrison": True, "overwatch": True}, {"overwatch": True}), True, None),
        ],
    )
    def test_two_on_overwatch(self, others: tuple[dict[str, Any], ...], overwatch: bool, refusal: str | None) -> None:
        """Only garrisons on overwatch count."""
        on = {"a": force((3, foot())), **{f"b{n}": force((3, foot()), state=each) for n, each in enumerate(others)}}
        reply = ask("garrison", on, formation="a", overwatch=overwatch)
        assert reply.get("refused", {}).get("key") == refusal
        assert refusal or reply["result"]["legal"]

    @rule("EPIC-235")
    def test_one_of_the_two_is_not_a_third(self) -> None:
        watching = {name: force((3, foot()), state={"garrison": True, "overwatch": True}) for name in "ab"}
        assert ask("garrison", watching, formation="a", overwatch=True)["result"]["legal"]

    @rule("EPIC-235")
    @pytest.mark.parametrize(("told", "legal"), [(1, True), (2, False)])
    def test_numbers_that_are_told_count_before_the_table(self, told: int, legal: bool) -> None:
        watching = {name: force((3, foot()), state={"garrison": True, "overwatch": True}) for name in "ab"}
        assert ask("garrison", watching, units=2, scouts=2, overwatch=True, on_overwatch=told)["result"]["legal"] is legal


# Victory


class TestVictory:
    @rule("EPIC-242")
    @pytest.mark.parametrize(("told", "counts"), [({}, [0, 0]), ({"spirit": [True, False]}, [1, 0]), ({"spirit": [False, True]}, [0, 1])])
    def test_conditions_that_are_told(self, told: dict[str, Any], counts: list[int]) -> None:
        assert ask("goals", objectives=[], in_half=[1, 1], **told)["result"]["counts"] == counts

    @rule("EPIC-244")
    @pytest.mark.parametrize(("where", "goals"), [("table", []), ("destroyed", ["break_their_spirit"])])
    def test_a_formation_without_points_is_nobodys_costliest(self, where: str, goals: list[str]) -> None:
        on = {
            "x": {"seat": 1, "card": {"name": "Gift", "units": [[3, foot()]]}, "state": {"where": "destroyed"}},
            "y": force((3, foot()), seat=1, state={"where": where}, points=100),
        }
        assert ask("goals", on, objectives=[], in_half=[1, 1])["result"]["goals"] == [goals, []]

    @rule("EPIC-245")
    @pytest.mark.parametrize(("held", "holds"), [(3, True), (2, False)])
    def test_all_three_in_ones_half(self, held: int, holds: bool) -> None:
        """The first objective of seat 0 and the two others of seat 1 stand in the half of seat
        0."""
        places = [(0, 1), (1, 2), (1, 3)][:held]
        told = ask("goals", objectives=[{"by": by, "number": number, "control": 0} for by, number in places], in_half=[1, 1])["result"]
        assert ("defend_the_flag" in told["goals"][0]) is holds

    @rule("EPIC-249")
    @pytest.mark.parametrize(
        ("points", "reading", "worth"),
        [(100, "up", 50), (75, "up", 38), (100, "exact", 50), (75, "exact", "75/2"), (300, "exact", 150), (275, "exact", "275/2")],
    )
    def test_half_of_the_points(self, points: int, reading: str, worth: Any) -> None:
        """Broken, nothing said of losses."""
        assert ask("kill_points", None, {"half_points": reading}, points=points, broken=True)["result"]["points"] == worth

    @rule("EPIC-242", "EPIC-248", "EPIC-237")
    @pytest.mark.parametrize(
        ("told", "winner", "score"),
        [
            ({"goals": [3, 1]}, "player_1", (28, 4)),
            ({"goals": [0, 3]}, "player_2", (30, 2)),
            ({"goals": [1, 1]}, None, None),
            ({"turn": 4, "kill_points": [300, 0]}, "player_1", (18, 14)),
            ({"turn": 4, "kill_points": [0, 251]}, "player_2", (18, 14)),
            ({"turn": 4, "kill_points": [200, 200]}, "draw", (16, 16)),
            ({"turn": 2, "goals": [5, 0]}, None, None),
        ],
    )
    def test_nobody_asks_for_what_is_told(self, told: dict[str, Any], winner: str | None, score: Any) -> None:
        """In turn 3 of a game: by the conditions, or by another turn and its kill points, where
        no condition is told."""
        session = do(game("rally", 3, a=force((3, foot())), d=force((3, foot()), seat=1)), "victory", **told)
        table = session.state.trackers
        assert (session.prompt, table.get("winner"), table.get("score")) == (None, winner, score)

    @rule("EPIC-242", "EPIC-237")
    def test_who_holds_what_is_asked_in_turn_3(self) -> None:
        session = do(game("rally", 3, a=force((3, foot())), d=force((3, foot()), seat=1)), "victory")
        assert asked(session) == "objective:0:1"
