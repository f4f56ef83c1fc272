"""Epic Armageddon, the edges of shooting: hits, passes, markers, who fires; each figure worked
out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.hits import Hit, Mark, Screen, places, reaches, through
from engine.values.maps import frozen, pairs
from tests.games.asking import change
from tests.games.epic_field import ask, asked, chance, do, foot, force, game, gunner, refused, state, tank, titan

rule = pytest.mark.rule
F = Fraction
RA = "reinforced_armour"


def shot(count: int = 1, type: str = "ap", value: int = 4, **more: Any) -> dict[str, Any]:
    return {"count": count, "type": type, "value": value, **more}


def names(reply: dict[str, Any]) -> list[str]:
    return [check["what"] for check in reply["checks"]]


class TestHits:
    @rule("EPIC-42", "EPIC-49", "EPIC-146", "EPIC-160", "EPIC-172", "EPIC-184", "EPIC-265")
    @pytest.mark.parametrize(
        ("hit", "mark", "whether"),
        [
            # a sniper's victim is of the row he chose
            (Hit("ap", victim=1), Mark(1, "INF"), True),
            (Hit("ap", victim=1), Mark(0, "INF"), False),
            (Hit("ap", victim=0), Mark(1, "INF"), False),
            # what is read as a normal hit on vehicles
            (Hit("tk", by="AT"), Mark(0, "INF"), False),
            (Hit("tk", by="AT"), Mark(0, "AV"), True),
            (Hit("tk", by="AT"), Mark(0, "WE", 3), True),
            # a war engine's close combat for those it touches, its firefight for the others,
            # macro-weapons or not; its shots for all
            (Hit("cc", by="WE"), Mark(0, "INF", contact=True), True),
            (Hit("cc", by="WE"), Mark(0, "INF"), False),
            (Hit("ff", by="WE"), Mark(0, "INF", contact=True), False),
            (Hit("ff", by="WE"), Mark(0, "INF"), True),
            (Hit("mw", ("cc",), by="WE"), Mark(0, "AV", contact=True), True),
            (Hit("mw", ("cc",), by="WE"), Mark(0, "AV"), False),
            (Hit("mw", ("ff",), by="WE"), Mark(0, "AV", contact=True), False),
            (Hit("mw", ("ff",), by="WE"), Mark(0, "AV"), True),
            (Hit("mw", by="WE"), Mark(0, "AV", contact=True), True),
            (Hit("mw", by="WE"), Mark(0, "AV"), True),
            (Hit("ap", by="WE"), Mark(0, "INF", contact=True), True),
            (Hit("ap", by="WE"), Mark(0, "AV"), False),
            (Hit("mw", ("cc",)), Mark(0, "AV"), True),
            (Hit("cc", by="INF"), Mark(0, "INF"), True),
        ],
    )
    def test_whom_a_hit_reaches(self, hit: Hit, mark: Mark, whether: bool) -> None:
        assert reaches(hit, mark) is whether

    @rule("EPIC-171")
    @pytest.mark.parametrize(
        ("mark", "filled"),
        [
            (Mark(0, "AV"), 1),
            (Mark(0, "WE", 1, screen=Screen()), 1),
            (Mark(0, "WE", 4), 3),
            (Mark(0, "WE", 4, screen=Screen()), 3),
            (Mark(0, "WE", 4, screen=Screen(one_place=True)), 1),
        ],
    )
    def test_the_places_of_a_titan_killer_of_three(self, mark: Mark, filled: int) -> None:
        assert (places(Hit("tk", damage=3), mark), places(Hit("tk"), mark)) == (filled, 1)

    @rule("EPIC-160", "EPIC-178", "EPIC-179", "EPIC-276")
    @pytest.mark.parametrize(
        ("screen", "taken", "past", "dropped"),
        [
            # normal hits meet the shields first, then macro-weapons, then Titan Killers, in
            # whatever
            # order they were told
            (Screen(0, 1), (Hit("mw"), Hit("at")), {"mw": 1}, 1),
            (Screen(0, 1), (Hit("tk"), Hit("mw")), {"tk": 1}, 1),
            (Screen(0, 2), (Hit("tk"), Hit("mw"), Hit("at")), {"tk": 1}, 2),
            (Screen(0, 1), (Hit("tk"), Hit("at")), {"tk": 1}, 1),
            (Screen(0, 0), (Hit("mw"), Hit("at")), {"mw": 1, "at": 1}, 0),
            # close combat passes them by, a firefight does not
            (Screen(0, 2), (Hit("cc"), Hit("ff")), {"cc": 1}, 1),
            (Screen(0, 2), (Hit("mw", ("cc",)), Hit("mw", ("ff",))), {"mw": 1}, 1),
            # three points: one shield each, or one for the whole hit
            (Screen(0, 2), (Hit("tk", damage=3),), {"tk": 1}, 2),
            (Screen(0, 5), (Hit("tk", damage=3),), {}, 3),
            (Screen(0, 2, True), (Hit("tk", damage=3),), {}, 1),
            (Screen(0, 0, True), (Hit("tk", damage=3),), {"tk": 3}, 0),
            (Screen(0, 1, True), (Hit("tk", damage=3), Hit("at")), {"tk": 3}, 1),
            (Screen(0, 2, False, True), (Hit("tk", damage=3),), {}, 1),
            (Screen(0, 0, False, True), (Hit("tk", damage=3),), {"tk": 1}, 0),
        ],
    )
    def test_what_gets_past_the_shields(self, screen: Screen, taken: tuple[Hit, ...], past: dict[str, int], dropped: int) -> None:
        found, down = through(Mark(0, "WE", 6, screen=screen), taken)
        assert ({hits[0].type: points for (_, hits), points in found}, down) == (past, dropped)

    @rule("EPIC-49", "EPIC-171", "EPIC-172", "EPIC-146", "EPIC-184")
    @pytest.mark.parametrize(
        ("reading", "units", "hits", "taken"),
        [
            # a tank is full with one hit of three points, an engine of three by the same: the third
            # begins a new lap in front
            ({}, [{"type": "AV"}, {"type": "WE", "dc": 3}], [{"type": "tk", "count": 3, "damage": 3}], [2, 1]),
            ({"tk_allocation": "hit"}, [{"type": "AV"}, {"type": "WE", "dc": 3}], [{"type": "tk", "count": 3, "damage": 3}], [1, 2]),
            # what was aimed stays there; a war engine's close combat finds those in contact
            ({}, [{"type": "AV"}, {"type": "WE"}], [{"type": "at", "count": 2, "aim": "engines"}], [0, 2]),
            ({}, [{"type": "WE"}, {"type": "AV"}], [{"type": "at", "count": 2, "aim": "others"}], [0, 2]),
            ({}, [{"type": "WE"}, {"type": "AV"}], [{"type": "at", "count": 2}], [1, 1]),
            ({}, [{"type": "AV"}, {"type": "AV", "contact": True}], [{"type": "cc", "by": "WE"}], [0, 1]),
            ({}, [{"type": "AV"}, {"type": "AV", "contact": True}], [{"type": "cc"}], [1, 0]),
            # the kind that can go to the fewest first
            ({}, [{"type": "LV"}, {"type": "AV"}], [{"type": "at"}, {"type": "ap"}], [1, 1]),
            ({"tk_pass": "normal"}, [{"type": "INF"}, {"type": "AV"}], [{"type": "tk"}], [0, 1]),
            # macro-weapons begin at the front again, or with those not hit yet
            ({}, [{"type": "INF"}, {"type": "AV"}], [{"type": "mw"}, {"type": "ap"}], [2, 0]),
            ({"macro_pass": "continue"}, [{"type": "INF"}, {"type": "AV"}], [{"type": "mw"}, {"type": "ap"}], [1, 1]),
            ({}, [{"type": "INF"}, {"type": "AV"}], [{"type": "tk"}, {"type": "mw", "count": 2}, {"type": "ap"}], [3, 1]),
        ],
    )
    def test_told_hits(self, reading: dict[str, str], units: list[Any], hits: list[Any], taken: list[int]) -> None:
        assert ask("allocate", None, reading, units=units, hits=hits)["result"]["hits"] == taken

    @rule("EPIC-49", "EPIC-146")
    @pytest.mark.parametrize(("victim", "saves", "lost"), [(0, [[4], [4]], [1, 0]), (1, [[4], [4]], [0, 1])])
    def test_a_sniper_and_a_soldier(self, victim: int, saves: Any, lost: list[int]) -> None:
        """One hit each, whoever is told first: a 4 fails the sniper's victim, whose 4+ is a 5+,
        and saves the other one."""
        on = {"d": force((1, foot(armour=4)), (1, foot(armour=4)), seat=1)}
        fire = [shot(), shot(abilities=["sniper"], victim=victim)]
        for shots in (fire, fire[::-1]):
            assert change(ask("fire", on, target="d", shots=shots, roll={"to_hit": [[6], [6]], "save": saves}), "d", "lost") == lost


class TestPasses:
    @rule("EPIC-160", "EPIC-171")
    @pytest.mark.parametrize(
        ("unit", "first", "rolled", "damage"),
        [
            (tank(), "d3", ["to_hit:0", "to_hit:1"], 0),
            (titan(dc=9), "d3", ["to_hit:0", "to_hit:1", "damage", "damage:of:1"], 4),
            (titan(dc=9), 2, ["to_hit:0", "to_hit:1", "damage"], 5),
            (titan(dc=9), "d0", ["to_hit:0", "to_hit:1", "damage"], 4),
        ],
    )
    def test_dice_for_damage(self, unit: dict[str, Any], first: Any, rolled: list[str], damage: int) -> None:
        """The second hit does three points to an engine; the first one point by its die, two by
        its number, one by a die without sides. Whoever is no engine simply dies."""
        on = {"d": force((3, unit), seat=1)}
        roll = {"to_hit": [[6], [6]], "damage:of:1": [3], "damage": [1] if len(rolled) > 3 else [3]}
        reply = ask("fire", on, target="d", shots=[shot(type="tk", damage=first), shot(type="tk", damage="d3")], roll=roll)
        assert (names(reply), reply["result"]["damage"], reply["result"]["kills"]) == (rolled, damage, 0 if damage else 2)

    @rule("EPIC-49", "EPIC-50", "EPIC-255", "EPIC-155", "EPIC-254")
    @pytest.mark.parametrize(("faces", "alive"), [([[6], [6]], True), ([[1], [6]], False)])
    def test_hits_on_the_dead_are_lost(self, faces: list[list[int]], alive: bool) -> None:
        """Destroyed by a normal hit the transport's passengers save by their armour, whatever
        else has hit; not if the macro-weapon did it."""
        on = {"d": force((1, tank(armour=None)), seat=1), "p": force((1, foot(armour=4)), seat=1, state={"aboard": "d", "where": "inside"})}
        reply = ask("fire", on, target="d", shots=[shot(type="at"), shot(type="mw")], roll={"to_hit": faces, "wreck:p": [4]})
        assert (reply["after"]["p"]["where"] == "table") is alive

    @rule("EPIC-49", "EPIC-50", "EPIC-51", "EPIC-255")
    @pytest.mark.parametrize(("faces", "saves"), [(((6,), (6,)), ["save", "save:macro"]), (((1,), (6,)), ["save"]), (((6,), (1,)), ["save"])])
    def test_the_second_wave_of_saves_has_its_own_name(self, faces: Any, saves: list[str]) -> None:
        on = {"d": force((2, tank(abilities=[RA])), seat=1)}
        session, found = do(game(**on), "fire", faces, target="d", shots=[shot(type="at"), shot(type="mw")]), []
        while session.prompt:
            found.append(session.prompt.key)
            session.answer((6,))
        assert found == saves

    @rule("EPIC-50", "EPIC-49", "EPIC-174")
    def test_engines_roll_for_criticals_after_their_saves(self) -> None:
        session = do(game(d=force((1, titan(armour=4, critical="destroyed")), seat=1)), "fire", (6,), (3,), target="d", shots=[shot(type="at")])
        assert asked(session) == ("critical", 1, ("d",))
        session.answer((6,))
        assert session.state.unit("d").where == "destroyed"

    @rule("EPIC-44", "EPIC-276", "EPIC-178")
    @pytest.mark.parametrize(("shields", "down", "damage", "blast"), [(0, None, [2], 3), (1, [1], [1], 2), (2, [2], None, 1), (3, [2], None, 1)])
    def test_shields_stop_both_waves(self, shields: int, down: Any, damage: Any, blast: int) -> None:
        """A normal hit and a macro-weapon's on an engine without armour: under fire 1, and 1 for
        each point that passes."""
        on = {"d": force((1, titan(dc=4, shields=shields)), seat=1)}
        after = ask("fire", on, target="d", shots=[shot(type="at"), shot(type="mw")], roll={"to_hit": [[6], [6]]})["after"]["d"]
        assert (after.get("shields_down"), after.get("damage"), after["blast"]) == (down, damage, blast)

    @rule("EPIC-44", "EPIC-49", "EPIC-51", "EPIC-145")
    @pytest.mark.parametrize(("reading", "lost", "blast"), [("fresh", [1, 0, 0], 2), ("continue", [0, 1, 0], 2)])
    def test_where_the_second_wave_begins(self, reading: str, lost: list[int], blast: int) -> None:
        """The first tank saves a shell: the macro-weapon begins there again, or goes on to the
        second, and kills: under fire 1, a loss 1."""
        on = {"d": force((1, tank()), (1, tank()), (9, tank()), seat=1)}
        reply = ask("fire", on, {"macro_pass": reading}, target="d", shots=[shot(type="at"), shot(type="mw")], roll={"to_hit": [[6], [6]], "save": [4]})
        assert (change(reply, "d", "lost"), change(reply, "d", "blast")) == (lost, blast)

    @rule("EPIC-51", "EPIC-171", "EPIC-49")
    @pytest.mark.parametrize(
        ("reading", "normal", "macro", "damage", "lost"),
        [
            # an engine of two places with two hits is full: the macro-weapon goes on to the tank;
            # with
            # one hit it has a place left
            ("fresh", 2, 1, [1, 0], None),
            ("continue", 2, 1, None, [0, 1]),
            ("continue", 1, 1, [1, 0], None),
            ("continue", 1, 2, [1, 0], [0, 1]),
            ("fresh", 1, 2, None, [1, 0]),
            ("continue", 0, 2, None, [1, 0]),
        ],
    )
    def test_an_engine_keeps_the_places_it_has_filled(self, reading: str, normal: int, macro: int, damage: Any, lost: Any) -> None:
        on = {"d": force((1, titan(dc=2, armour=4)), (1, tank()), seat=1)}
        faces = [[6] * normal + [1] * (2 - normal), [6] * macro]
        roll = {"to_hit": faces, **({"save": [4] * normal} if normal else {})}
        after = ask("fire", on, {"macro_pass": reading}, target="d", shots=[shot(2, "at"), shot(macro, "mw")], roll=roll)["after"]["d"]
        assert (after.get("damage"), after.get("lost")) == (damage, lost)

    @rule("EPIC-51", "EPIC-171", "EPIC-178")
    @pytest.mark.parametrize(("reading", "damage", "down"), [("fresh", [1], [1]), ("continue", None, [2])])
    def test_engines_of_one_row_keep_their_own_places(self, reading: str, damage: Any, down: list[int]) -> None:
        """Two engines of two places with a shield each; the first loses it and saves the second
        shell: full. The macro-weapon hits it, or the other's shield."""
        on = {"d": force((2, titan(dc=2, armour=4, shields=1)), seat=1)}
        after = ask("fire", on, {"macro_pass": reading}, target="d", shots=[shot(2, "at"), shot(1, "mw")], roll={"to_hit": [[6, 6], [6]], "save": [4]})[
            "after"
        ]["d"]
        assert (after.get("damage"), after.get("shields_down")) == (damage, down)

    @rule("EPIC-51", "EPIC-171")
    @pytest.mark.parametrize("reading", ["fresh", "continue"])
    def test_the_places_of_a_wreck_are_gone_with_it(self, reading: str) -> None:
        """Two shells destroy the first of two engines; the macro-weapon hits the other, not the
        tank behind."""
        on = {"d": force((2, titan(dc=2)), (1, tank()), seat=1)}
        after = ask("fire", on, {"macro_pass": reading}, target="d", shots=[shot(2, "at"), shot(1, "mw")], roll={"to_hit": [[6, 6], [6]]})["after"]["d"]
        assert (after["lost"], after["damage"]) == ([1, 0], [1, 0])

    @rule("EPIC-49", "EPIC-221", "EPIC-256")
    @pytest.mark.parametrize(("manner", "damage", "lost"), [({"as": "pin_point"}, [0, 1], None), ({}, None, [1, 0])])
    def test_pin_point_hits_pass_the_infantry_by(self, manner: dict[str, str], damage: Any, lost: Any) -> None:
        on = {"d": force((9, foot()), (1, titan()), seat=1)}
        after = ask("fire", on, target="d", shots=[shot(type="mw")], roll={"to_hit": [6]}, **manner)["after"]["d"]
        assert (after.get("damage"), after.get("lost")) == (damage, lost)


class TestSnipers:
    @rule("EPIC-146", "EPIC-256")
    @pytest.mark.parametrize(
        ("rows", "kind", "first", "able"),
        [
            (((2, foot()), (2, foot())), "ap", "0", ["0", "1"]),
            (((2, foot()), (2, foot()), (1, {"name": "Chief", "type": "CH"})), "ap", "1", ["0", "1"]),
            (((2, foot()), (2, foot(abilities=["inspiring"]))), "ap", "1", ["0", "1"]),
            (((2, tank()), (2, foot()), (2, foot())), "ap", "1", ["1", "2"]),
            (((2, tank()), (2, tank(abilities=["leader"])), (2, foot())), "ap", "2", ["2"]),
            (((2, tank()), (2, tank())), "ap", "0", ["0"]),
        ],
    )
    def test_whom_he_is_offered(self, rows: Any, kind: str, first: str, able: list[str]) -> None:
        """Only those his shot can hit; the front row, or one that is worth more. The enemy of
        the target picks."""
        session = do(game(d=force(*rows, seat=0)), "fire", (6,), target="d", shots=[shot(type=kind, abilities=["sniper"])])
        assert asked(session) == ("sniper:0", 1, ("d",))
        assert session.prompt
        assert (session.prompt.default, [option.key for option in session.prompt.options]) == (first, able)

    @rule("EPIC-146", "EPIC-256", "EPIC-44")
    def test_nobody_he_can_hit(self) -> None:
        """An AP hit among tanks: no save, no loss, the marker for the fire."""
        reply = ask("fire", {"d": force((2, tank()), seat=1)}, target="d", shots=[shot(abilities=["sniper"])], roll={"to_hit": [6]})
        assert (names(reply), reply["after"]["d"]) == (["to_hit"], {"where": "table", "blast": 1})


class TestTheFifthStep:
    @rule("EPIC-43", "EPIC-52", "EPIC-116")
    @pytest.mark.parametrize(
        ("reading", "broken", "after", "shown"),
        [("after", True, {"lost": [1]}, 0), ("before", True, {"lost": [1]}, 0), ("after", False, {"blast": 1}, 1), ("before", False, {"blast": 1}, 1)],
    )
    def test_the_first_marker_falls_once(self, reading: str, broken: bool, after: dict[str, Any], shown: int) -> None:
        """A miss at four units: one marker, on the broken one hit."""
        on = {"d": force((4, foot()), seat=1, state={"broken": True} if broken else {})}
        reply = ask("fire", on, {"broken_bm_timing": reading}, target="d", shots=[shot()], roll={"to_hit": [1]})
        kept = {key: value for key, value in reply["after"]["d"].items() if key not in ("where", "broken")}
        assert (kept, reply["result"]["blast"]) == (after, shown)

    @rule("EPIC-43", "EPIC-116", "EPIC-175", "EPIC-273")
    @pytest.mark.parametrize(
        ("faces", "rolled", "damage"),
        [
            ({"to_hit": [1], "critical": [1]}, ["to_hit", "critical"], [1]),
            ({"to_hit": [6], "critical": [1], "critical:markers": [1, 1]}, ["to_hit", "critical", "critical:markers"], [3]),
        ],
    )
    def test_criticals_for_markers_on_a_broken_engine(self, faces: dict[str, Any], rolled: list[str], damage: list[int]) -> None:
        """Missed: the marker is a point of damage. Hit: a point with its die, then two more, for
        the fire and for the point."""
        on = {"d": force((1, titan(dc=5, critical="destroyed")), seat=1, state={"broken": True})}
        reply = ask("fire", on, target="d", shots=[shot(type="at")], roll=faces)
        assert (names(reply), reply["after"]["d"]["damage"]) == (rolled, damage)

    @rule("EPIC-43", "EPIC-52")
    @pytest.mark.parametrize(
        ("units", "held", "faces", "asks"),
        [(2, {"blast": 1}, (1,), True), (3, {"blast": 1}, (1,), False), (2, {"broken": True}, (1,), False), (1, {}, (6,), False)],
    )
    def test_who_withdraws(self, units: int, held: dict[str, Any], faces: tuple[int, ...], asks: bool) -> None:
        """Who breaks now; not who holds, was broken before, or is no more."""
        session = do(game(d=force((units, foot(armour=None)), seat=1, state=held)), "fire", faces, target="d", shots=[shot()])
        assert (session.prompt.key if session.prompt else "") == ("withdraw:d:0" if asks else "")

    @rule("EPIC-43", "EPIC-52", "EPIC-225")
    def test_nobody_withdraws_twice(self) -> None:
        """Two attacks of pods on two units with a marker: the first one's marker breaks them,
        the second one's is a hit."""
        session = game(a=force((2, foot()), state={"where": "reserve"}), d=force((2, foot()), seat=1, state={"blast": 1}))
        attack = {"target": "d", "shots": [shot()], "pods": 1}
        do(session, "drop_pods", (3, 3), (1,), formation="a", attacks=[attack, attack])
        assert asked(session)[0] == "withdraw:d:0"
        for answer in (0, (1,)):
            session.answer(frozen(answer))
        assert (asked(session)[0], state(session, "d")) == ("stranded:0", {"broken": True, "lost": (1,)})


class TestWhoFires:
    @rule("EPIC-45")
    @pytest.mark.parametrize(("by", "found"), [({"by": "a"}, ("to_hit", 1, ("a", "d"))), ({}, ("to_hit", 1, ("d",)))])
    def test_the_enemy_of_the_target_rolls(self, by: dict[str, str], found: Any) -> None:
        session = game(seat=1, a=force((2, foot()), seat=1), d=force((2, foot()), seat=0))
        assert asked(do(session, "fire", target="d", shots=[shot()], **by)) == found

    @rule("EPIC-07", "EPIC-16", "EPIC-38", "EPIC-62", "EPIC-63", "EPIC-109")
    @pytest.mark.parametrize("manner", [{}, {"as": "overwatch"}, {"as": "support"}])
    def test_nobody_in_particular(self, manner: dict[str, str]) -> None:
        """Dice told without a firer: nothing forbids them, and nobody has acted afterwards."""
        session = do(game(a=force((2, foot())), d=force((9, foot(armour=None)), seat=1)), "fire", (6, 1), target="d", shots=[shot(2)], **manner)
        assert session.prompt is None
        assert session.state.unit("d").trackers["lost"] == (1,)
        assert not any(unit.count("activated") for unit in session.state.units.values())

    @rule("EPIC-43", "EPIC-63", "EPIC-64", "EPIC-93")
    def test_supporting_fire_is_no_action(self) -> None:
        """It kills, marks nobody, and the supporter stays on overwatch, popped up, with all it
        has to do."""
        held = {"overwatch": True, "popped_up": True, "todo": ["move", "shoot"]}
        session = game(seat=1, a=force((1, gunner({"ap": 4})), state=held), d=force((2, foot(armour=None)), seat=1))
        do(session, "fire", (6,), by="a", target="d", **{"as": "support"})
        unit = session.state.unit("a")
        assert ([unit.count(each) for each in ("overwatch", "popped_up", "activated")], unit.marks("todo"), state(session, "d")) == (
            [1, 1, 0],
            ("move", "shoot"),
            {"lost": (1,)},
        )

    @rule("EPIC-95", "EPIC-96", "EPIC-150")
    def test_an_ability_of_extra_attacks_is_theirs_alone(self) -> None:
        """A supporter's own 5+, saved on 4+, kills one time in six; the macro-weapon's 5+ one
        time in three."""
        arm = {"name": "Blades", "abilities": ["small_arms", "extra_attacks:1", "macro_weapon"]}
        on = {"a": force((1, foot(ff=5, weapons=[arm]))), "d": force((4, tank()), seat=1)}
        reply = ask("fire", on, by="a", target="d", **{"as": "support"})
        assert [chance(reply, "kills", n) for n in range(3)] == [F(5, 9), F(7, 18), F(1, 18)]

    @rule("EPIC-63", "EPIC-64", "EPIC-125", "EPIC-157", "EPIC-159")
    @pytest.mark.parametrize(
        ("manner", "todo", "left", "watching"), [({}, ["shoot", "regroup"], ("regroup",), 0), ({}, ["move", "shoot"], (), 0), ({"as": "overwatch"}, [], (), 0)]
    )
    def test_what_is_left_of_its_action(self, manner: dict[str, str], todo: list[str], left: tuple[str, ...], watching: int) -> None:
        """After the shooting of a Marshal it regroups; slow guns reload, a slow launcher has not
        fired."""
        card = gunner({"ap": 4, "abilities": ["slow_firing"]}, {"bp": 1, "abilities": ["slow_firing"]}, {"ap": 4})
        held = {"todo": todo, "popped_up": True, **({"overwatch": True} if manner else {})}
        session = do(game(a=force((1, card), state=held), d=force((9, foot()), seat=1)), "fire", ((1,), (1,)), by="a", target="d", **manner)
        unit = session.state.unit("a")
        assert (unit.marks("todo"), unit.count("overwatch"), unit.count("popped_up"), unit.count("activated")) == (left, watching, 0, 1)
        assert unit.trackers["fired"] == pairs(**{"Gun 0": 1})

    @rule("EPIC-141", "EPIC-157", "EPIC-159")
    @pytest.mark.parametrize(("abilities", "fired"), [([], None), (["single_shot"], pairs(**{"Gun 0": 1})), (["slow_firing"], pairs(**{"Gun 0": 1}))])
    def test_a_characters_gun_is_spent_too(self, abilities: list[str], fired: Any) -> None:
        chief = gunner({"ap": 4, "abilities": abilities}) | {"type": "CH"}
        session = do(game(a=force((1, foot(weapons=[])), (1, chief)), d=force((9, foot()), seat=1)), "fire", (1,), by="a", target="d")
        assert session.state.unit("a").trackers.get("fired") == fired

    @rule("EPIC-41", "EPIC-42", "EPIC-46")
    @pytest.mark.parametrize(
        ("held", "told", "needs"),
        [({}, {}, 4), ({"order": "double", "todo": ["shoot"]}, {}, 5), ({"order": "double", "todo": ["shoot"]}, {"order": "sustained"}, 3)],
    )
    def test_the_order_as_declared_or_told(self, held: dict[str, Any], told: dict[str, Any], needs: int) -> None:
        on = {"a": force((1, gunner({"ap": 4})), state=held), "d": force((9, foot()), seat=1)}
        assert ask("fire", on, by="a", target="d", **told)["checks"][0]["target"] == needs

    @rule("EPIC-47")
    @pytest.mark.parametrize(
        ("waived", "each", "needs"), [(["at"], True, [4, 4]), (["at"], False, [5, 4]), (["ap"], False, [4, 5]), (True, False, [4, 4]), (False, True, [4, 5])]
    )
    def test_cover_waived_by_shot_or_by_type(self, waived: Any, each: bool, needs: list[int]) -> None:
        """Half of the light vehicles stand in a wood: AP and AT at 4+, one harder where the
        cover is not waived."""
        on = {"d": force((1, tank(type="LV")), (1, tank(type="LV")), seat=1)}
        reply = ask("fire", on, target="d", terrain=["wood", "open_ground"], waived=waived, shots=[shot(waived=each), shot(type="at")])
        assert [check["target"] for check in reply["checks"][:2]] == needs

    @rule("EPIC-44", "EPIC-57", "EPIC-93", "EPIC-225")
    @pytest.mark.parametrize(
        ("guns", "held", "told", "markers"),
        [
            # no attack without a shot, by the letter; range and sight alone, by the other reading
            ([{"ap": 4}], {"blast": 1}, {}, (0, 1)),
            ([{"ap": 4}], {}, {"able": [0]}, (0, 0)),
            ([{"ap": 4}], {}, {"able": 0}, (0, 0)),
            ([], {}, {}, (0, 0)),
            ([{"ap": 4, "abilities": ["slow_firing"]}], {"fired": {"Gun 0": 1}}, {}, (0, 1)),
            ([{"ap": 4, "abilities": ["slow_firing"]}, {"aa": 5}], {"fired": {"Gun 0": 1}}, {}, (0, 1)),
            # a battery can shoot, though a barrage has its own dice; not when it is suppressed or
            # reloads
            ([{"bp": 1}], {}, {}, (1, 1)),
            ([{"bp": 1}], {"blast": 1}, {}, (0, 1)),
            ([{"bp": 1, "abilities": ["slow_firing"]}], {"fired": {"Gun 0": 1}}, {}, (0, 1)),
            # nobody shoots where no shots are told
            ([{"ap": 4}], {}, {"shots": []}, (0, 0)),
            ([{"ap": 4}], {"blast": 1}, {"shots": []}, (0, 0)),
            ([{"bp": 1}], {}, {"shots": [shot(0)]}, (0, 0)),
        ],
    )
    def test_the_marker_for_coming_under_fire(self, guns: list[Any], held: dict[str, Any], told: dict[str, Any], markers: tuple[int, int]) -> None:
        on = {"a": force((1, gunner(*guns)), state=held), "d": force((9, foot()), seat=1)}
        for reading, blast in zip(("no_attack", "bm"), markers, strict=True):
            assert chance(ask("fire", on, {"all_suppressed": reading}, by="a", target="d", **told), "blast", blast) == 1

    @rule("EPIC-44", "EPIC-93", "EPIC-225")
    @pytest.mark.parametrize("reading", ["no_attack", "bm"])
    @pytest.mark.parametrize("told", [{"shots": []}, {"pods": 2}])
    def test_no_marker_by_nobody(self, reading: str, told: dict[str, Any]) -> None:
        """Neither a firer nor a shot; pods bring markers only where they are what fires."""
        assert chance(ask("fire", {"d": force((9, foot()), seat=1)}, {"all_suppressed": reading}, target="d", **told), "blast", 0) == 1

    @rule("EPIC-221", "EPIC-258")
    @pytest.mark.parametrize(
        ("held", "told", "refs"),
        [
            ({}, {}, []),
            ({"lost": [0, 1]}, {}, ["EPIC-221"]),
            ({"lost": [0, 1]}, {"crossfire": True}, ["EPIC-258", "EPIC-221"]),
            ({}, {"crossfire": True}, ["EPIC-258"]),
        ],
    )
    def test_pin_point_attacks_need_an_engine_that_stands(self, held: dict[str, Any], told: dict[str, Any], refs: list[str]) -> None:
        on = {"d": force((2, foot()), (1, titan()), seat=1, state=held)}
        assert refused(ask("fire", on, target="d", shots=[shot(type="mw")], **{"as": "pin_point"}, **told)) == refs


class TestSuppression:
    @rule("EPIC-41", "EPIC-44")
    @pytest.mark.parametrize(
        ("held", "army", "told", "shooting"),
        [
            ({}, {}, {}, [0, 1, 2]),
            ({"blast": 2}, {}, {"formation": "a"}, [0]),
            ({"blast": 2}, {"army": "space_marines"}, {"formation": "a"}, [0, 1]),
            ({}, {}, {"formation": "a"}, [0, 1, 2]),
            ({"blast": 2}, {}, {"formation": "a", "blast": 1}, [0, 1]),
            ({}, {}, {"blast": 3}, []),
        ],
    )
    def test_whose_markers_count(self, held: dict[str, Any], army: dict[str, str], told: dict[str, Any], shooting: list[int]) -> None:
        """As told, or those of the formation, two for each Space Marine; nobody's are none."""
        on = {"a": force((3, foot()), state=held, **army)}
        found = ask("suppression", on, able=3, **told)["result"]
        assert (found["shooting"], found["target_blast"]) == (shooting, 1 if shooting else 0)

    @rule("EPIC-41", "EPIC-44")
    @pytest.mark.parametrize(
        ("reading", "blast", "shooting", "suppressed"),
        [
            ("in_range", 1, ["x", "z"], ["y"]),
            ("in_range", 2, ["x"], ["z", "y"]),
            ("ready_only", 1, ["x"], ["z"]),
            ("ready_only", 2, [], ["x", "z"]),
            ("ready_only", 0, ["x", "z"], []),
        ],
    )
    def test_the_pool(self, reading: str, blast: int, shooting: list[str], suppressed: list[str]) -> None:
        """The last of three reloads: it absorbs the first marker, or none at all."""
        able = [{"id": "x"}, {"id": "z"}, {"id": "y", "ready": False}]
        found = ask("suppression", None, {"suppression_pool": reading}, able=able, blast=blast)["result"]
        assert (found["shooting"], found["suppressed"], found["target_blast"]) == (shooting, suppressed, 1 if shooting else 0)
