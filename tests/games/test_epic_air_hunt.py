"""Epic Armageddon: war engines, aircraft and spacecraft where rules meet; expected values worked
out from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from tests.games.asking import change, targets
from tests.games.epic_field import ask, chance, do, foot, force, game, refused, tank, titan

rule = pytest.mark.rule
F = Fraction
FLAK_GUN = {"name": "Flak gun", "range": 45, "aa": 4}


def wing(count: int = 2, seat: int = 1, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    guns = [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}]
    return force((count, {"name": "Plane", "type": "AC", "speed": "fighter", "weapons": guns, **more}), seat=seat, state=state)


def battery(count: int = 2, **state: Any) -> dict[str, Any]:
    return force((count, tank(weapons=[FLAK_GUN])), state=state)


class TestInterceptors:
    @rule("EPIC-198", "EPIC-45", "EPIC-48")
    @pytest.mark.parametrize(
        ("value", "order", "hit"), [(5, "interception", F(1, 2)), (5, "cap_interception", F(1, 2)), (2, "interception", F(5, 6)), (5, "ground_attack", F(1, 3))]
    )
    def test_they_hit_better_by_their_order(self, value: int, order: str, hit: Fraction) -> None:
        assert chance(ask("to_hit", value=value, order=order), "hit", "yes") == hit

    @rule("EPIC-198", "EPIC-208", "EPIC-209")
    def test_fire_in_an_interception(self) -> None:
        """Two aircraft, AA 5+ and one better, at two without a save: a marker for the fire, one
        for each loss, never broken."""
        reply = ask("fire", {"a": wing(seat=0), "f": wing()}, by="a", target="f", order="interception")
        assert [chance(reply, "kills", n) for n in range(3)] == [F(1, 4), F(1, 2), F(1, 4)]
        assert [chance(reply, "blast", n) for n in range(1, 4)] == [F(1, 4), F(1, 2), F(1, 4)]
        assert (chance(reply, "broken", "no"), chance(reply, "hits", 1)) == (1, F(1, 2))

    @rule("EPIC-149", "EPIC-198")
    def test_fire_as_told(self) -> None:
        told = {"target": "f", "order": "cap_interception", "shots": [{"count": 3, "type": "aa", "value": 5}]}
        reply = ask("fire", {"f": wing()}, **told, roll={"to_hit": [4, 3, 4]})
        assert (reply["result"]["hits"], reply["result"]["left"], change(reply, "f", "lost")) == (2, 0, [2])

    @rule("EPIC-191", "EPIC-198", "EPIC-199", "EPIC-200", "EPIC-220", "EPIC-258")
    @pytest.mark.parametrize(
        ("question", "target", "told", "ref"),
        [
            ("fire", "f", {"order": "advance"}, "EPIC-200"),
            ("fire", "g", {"order": "interception"}, "EPIC-191"),
            ("fire", "f", {"order": "interception", "crossfire": True}, "EPIC-198"),
            ("fire", "g", {"order": "ground_attack", "crossfire": True}, "EPIC-199"),
            ("fire", "g", {"order": "spacecraft", "crossfire": True}, "EPIC-258"),
            ("fire", "g", {"order": "ground_attack"}, None),
            ("barrage", "g", {"order": "spacecraft", "crossfire": True}, "EPIC-220"),
            ("barrage", "g", {"order": "ground_attack", "crossfire": True}, "EPIC-199"),
            ("barrage", "f", {}, "EPIC-200"),
            ("barrage", "g", {"crossfire": True}, None),
            ("barrage", None, {}, None),
        ],
    )
    def test_who_is_shot_at_how(self, question: str, target: str | None, told: dict[str, Any], ref: str | None) -> None:
        fire = {"points": 3} if question == "barrage" else {"shots": [{"type": "ap", "value": 5}]}
        reply = ask(question, {"f": wing(), "g": force((2, foot()), seat=1)}, target=target, **fire, **told)
        assert refused(reply) == ([ref] if ref else [])

    @rule("EPIC-42", "EPIC-191", "EPIC-198")
    @pytest.mark.parametrize(
        ("target", "order", "kills", "broken"), [("f", "interception", F(1, 2), 0), ("f", "advance", 0, 0), ("g", "interception", F(1, 2), F(1, 2))]
    )
    def test_who_fires_so_all_the_same(self, target: str, order: str, kills: Fraction, broken: Fraction) -> None:
        """Overruled: AP shots of an advance harm no aircraft; two on foot of whom interceptors,
        5+ and one better, hit one break."""
        on = {"f": wing(), "g": force((2, foot(armour=None)), seat=1)}
        reply = ask("fire", on, target=target, order=order, shots=[{"type": "ap", "value": 5}], overrule=True)
        assert (chance(reply, "kills", 1), chance(reply, "broken", "yes")) == (kills, broken)

    @rule("EPIC-149")
    def test_anti_aircraft_values_are_for_aircraft(self) -> None:
        reply = ask("fire", {"g": force((2, foot()), seat=1)}, target="g", shots=[{"type": "aa", "value": 5}])
        assert refused(reply) == ["EPIC-149"]


class TestFlak:
    @rule("EPIC-41", "EPIC-44", "EPIC-208")
    @pytest.mark.parametrize(("blast", "reading", "markers"), [(0, "no_attack", 1), (1, "no_attack", 1), (2, "no_attack", None), (2, "bm", 1)])
    def test_guns_that_are_all_suppressed_bring_no_marker(self, blast: int, reading: str, markers: int | None) -> None:
        on = {"b": battery(blast=blast), "f": wing()}
        reply = ask("flak", on, {"all_suppressed": reading}, by="b", target="f", roll={"to_hit": [1] * (2 - blast)})
        assert change(reply, "f", "blast") == markers

    @rule("EPIC-149", "EPIC-200")
    def test_shots_may_be_told_and_something_must_be(self) -> None:
        on = {"b": force((1, tank())), "f": wing()}
        assert chance(ask("flak", on, by="b", target="f", shots=[{"value": 4}]), "kills", 1) == F(1, 2)
        told = answered(RULESETS, {"game": "epic", "ask": "flak", "units": on, "situation": {"target": "f"}})
        assert told["error"] == "a formation that fires or its shots are needed"

    @rule("EPIC-44", "EPIC-200")
    @pytest.mark.parametrize("reading", ["no_attack", "bm"])
    @pytest.mark.parametrize("shots", [[], [{"count": 0, "value": 4}]])
    def test_no_shot_is_no_fire(self, shots: list[Any], reading: str) -> None:
        reply = ask("flak", {"f": wing()}, {"all_suppressed": reading}, target="f", shots=shots)
        assert (reply["changes"], chance(reply, "blast", 0)) == ([], 1)

    @rule("EPIC-44", "EPIC-204")
    @pytest.mark.parametrize(
        ("reading", "blast", "answers", "markers"),
        [
            ("no_attack", 1, (), 0),
            ("bm", 1, ("b", {"able": 1}), 1),
            ("bm", 1, ("b", {"able": 0}), 0),
            ("bm", 1, ("none",), 0),
            ("no_attack", 0, ("b", {"able": 1}, [1]), 1),
        ],
    )
    def test_the_same_in_a_battle(self, reading: str, blast: int, answers: tuple[Any, ...], markers: int) -> None:
        on = {"f": wing(1, seat=0, state={"where": "reserve"}), "b": {**battery(1, blast=blast), "seat": 1}}
        session = do(game("action", 1, {"all_suppressed": reading}, **on), "action", [6], *answers, formation="f", order="ground_attack")
        assert (session.prompt, session.state.unit("f").count("blast")) == (None, markers)

    @rule("EPIC-149", "EPIC-200", "EPIC-203", "EPIC-09", "EPIC-38", "EPIC-187")
    @pytest.mark.parametrize(
        ("by", "target", "ref"),
        [
            (force((1, tank())), wing(), "EPIC-200"),
            (battery(), wing(seat=0), "EPIC-38"),
            (battery(lost=[2]), wing(), "EPIC-09"),
            (battery(where="reserve"), wing(), "EPIC-187"),
            (battery(), wing(state={"where": "reserve"}), "EPIC-38"),
            (battery(broken=True), wing(), "EPIC-203"),
            (battery(), wing(), None),
        ],
    )
    def test_who_fires_at_whom(self, by: dict[str, Any], target: dict[str, Any], ref: str | None) -> None:
        assert refused(ask("flak", {"b": by, "f": target}, by="b", target="f")) == ([ref] if ref else [])

    @rule("EPIC-154", "EPIC-160", "EPIC-206")
    @pytest.mark.parametrize(
        ("gun", "jink", "kills"),
        [
            ({}, False, F(1, 4)),
            ({"abilities": ["macro_weapon"]}, False, F(1, 2)),
            ({"abilities": ["titan_killer:d3"]}, False, F(1, 2)),
            ({"tk": "D3"}, False, F(1, 2)),
            ({}, True, F(1, 4)),
            ({"abilities": ["macro_weapon"]}, True, F(1, 2)),
            ({"abilities": ["lance"]}, False, F(1, 4)),
        ],
    )
    def test_weapons_that_deny_saves_do_so_in_the_air(self, gun: dict[str, Any], jink: bool, kills: Fraction) -> None:
        """4+ to hit, 4+ to save; a jink stands for that save and goes with it."""
        on = {"b": force((1, tank(weapons=[{**FLAK_GUN, **gun}]))), "f": wing(1, armour=4)}
        assert chance(ask("flak", on, by="b", target="f", jink=jink), "kills", 1) == kills
        if "tk" not in gun:
            assert chance(ask("flak", on, target="f", shots=[{"value": 4, **gun}], jink=jink), "kills", 1) == kills

    @rule("EPIC-208", "EPIC-45")
    def test_hits_and_markers_are_told(self) -> None:
        """4+ with two dice at two without a save."""
        reply = ask("flak", {"b": battery(), "f": wing()}, by="b", target="f", roll={"to_hit": [4, 3]})
        assert (reply["result"]["hits"], reply["result"]["kills"], reply["result"]["blast"]) == (1, 1, 2)
        assert ask("flak", {"b": battery(blast=2), "f": wing()}, by="b", target="f")["odds"]["kills"] == {"0": "1"}


class TestTransports:
    @rule("EPIC-253", "EPIC-167", "EPIC-211")
    @pytest.mark.parametrize(
        ("more", "fits"), [({"transport": 2}, True), ({"abilities": ["transport:2"]}, True), ({"abilities": ["transport"]}, False), ({}, False)]
    )
    def test_room_by_number_or_by_ability(self, more: dict[str, Any], fits: bool) -> None:
        on = {"a": force((2, foot())), "t": force((1, titan(**more)))}
        assert (refused(ask("embark", on, formation="a", transport="t")) == []) is fits

    @rule("EPIC-253")
    def test_capacity_is_told(self) -> None:
        told = [ask("limits", unit=titan(**more))["result"]["capacity"] for more in ({"abilities": ["transport:8"]}, {"abilities": ["transport"]}, {})]
        assert told == [8, 1, 0]

    @rule("EPIC-214", "EPIC-32")
    def test_an_aircraft_whose_room_is_not_stated_lands_with_its_troops(self) -> None:
        on = {"f": wing(1, 0, {"flying": True, "order": "ground_attack", "todo": ["shoot"]}), "a": force((4, foot()), state={"where": "inside", "aboard": "f"})}
        reply = ask("touch_down", on, formation="f", unload=["a"])
        assert (change(reply, "f", "landed"), change(reply, "a", "where")) == (True, "table")

    @rule("EPIC-37", "EPIC-166")
    @pytest.mark.parametrize(("reading", "contacts", "stays"), [("two", 1, False), ("two", 2, True), ("two_per_dc", 5, False), ("two_per_dc", 6, True)])
    def test_troops_kept_in_by_enemies_in_contact(self, reading: str, contacts: int, stays: bool) -> None:
        """Capacity 3: two enemies, or six."""
        on = {"t": force((1, titan(transport=4))), "a": force((2, foot()), state={"where": "inside", "aboard": "t"})}
        told = ask("disembark", on, {"we_trapped": reading}, transport="t", formations=["a"], contacts=contacts)
        assert refused(told) == (["EPIC-37"] if stays else [])
        assert (ask("limits", None, {"we_trapped": reading}, unit=titan())["result"]["trapped"] <= contacts) is stays

    @rule("EPIC-184", "EPIC-211")
    def test_an_aircraft_as_big_as_a_war_engine_fights_as_one(self) -> None:
        found = ask("limits", unit={"type": "AC", "speed": "bomber", "dc": 2})["result"]
        assert (found["assault_dice"], found["contacts"]) == (2, 4)

    @rule("EPIC-134", "EPIC-164")
    @pytest.mark.parametrize(("dc", "coherency"), [(2, 20), (4, 20), (6, 30)])
    def test_a_scouting_war_engine_strays_as_far_as_either_rule_lets_it(self, dc: int, coherency: int) -> None:
        assert ask("limits", unit=titan(dc=dc, abilities=["scout"]))["result"]["coherency"] == coherency


class TestSpacecraft:
    @rule("EPIC-216", "EPIC-219")
    @pytest.mark.parametrize(
        ("schedule", "ref"), [({"s": 2, "r": 2}, "EPIC-216"), ({"s": 1, "r": 2}, "EPIC-219"), ({"s": 2, "r": 3}, None), ({"s": 3}, "EPIC-216")]
    )
    def test_never_two_on_one_turn(self, schedule: dict[str, int], ref: str | None) -> None:
        on = {"s": force((1, {"name": "Cruiser", "type": "SC"}))}
        assert refused(ask("action", on, formation="s", order="spacecraft", turn=2, schedule=schedule)) == ([ref] if ref else [])


@rule("EPIC-198", "EPIC-205")
def test_targets_of_flak_and_hunters() -> None:
    """AA 4+: interceptors one better; ground flak at leaving aircraft one worse after a move."""
    on = {"b": battery(1), "f": wing()}
    assert targets(ask("flak", on, by="b", target="f", moment="disengagement", moved=True)) == {"to_hit:b": 5}
    assert targets(ask("fire", {"a": wing(1, 0), "f": wing()}, by="a", target="f", order="interception")) == {"to_hit:a": 4}


class TestHits:
    @rule("EPIC-129", "EPIC-146", "EPIC-153", "EPIC-277")
    @pytest.mark.parametrize(
        ("hits", "hurt"),
        [
            (["lance"], F(1, 2)),
            ([{"type": "lance"}], F(1, 2)),
            (["normal"], F(1, 4)),
            (["mw"], F(1, 2)),
            (["sniper"], F(4, 9)),
            ([{"type": "normal", "abilities": ["sniper", "lance"]}], F(2, 3)),
            ([1], F(1)),
            ([{"type": "sniper", "abilities": ["lance"]}], F(2, 3)),
        ],
    )
    def test_by_kind_on_reinforced_armour(self, hits: list[Any], hurt: Fraction) -> None:
        """Armour 4+ re-rolled; a lance or a macro-weapon leaves one roll, a sniper 5+."""
        on = {"t": force((1, titan(armour=4, abilities=["reinforced_armour"])))}
        assert chance(ask("critical", on, unit="t", hits=hits), "damage", 1) == hurt

    @rule("EPIC-161")
    def test_a_war_engine_without_a_capacity_is_not_guessed(self) -> None:
        on = {"t": force((1, foot()), (1, {"name": "Titan", "type": "WE", "critical": "none"}), seat=1)}
        fire = {"target": "t", "shots": [{"type": "at", "value": 5}]}
        assert [ask("critical", on, unit="t", hits=1)["unknown"], ask("fire", on, **fire)["unknown"]] == [["units.t.card.units.1.1.dc"]] * 2


class TestUnderTemplates:
    """Who is told by formation and kind stands on the table: its card says the rest, its losses
    are kept."""

    @rule("EPIC-61", "EPIC-220", "EPIC-43")
    def test_an_orbital_bombardment_of_two_formations(self) -> None:
        """Five points, macro-weapon: one of two units of the first formation dies, none of the
        second; one marker each, one for the loss."""
        on = {
            "s": force((1, {"name": "Cruiser", "type": "SC", "weapons": [{"name": "Lances", "bp": 5, "abilities": ["macro_weapon"]}]})),
            "a": force((2, tank()), (5, foot()), seat=1),
            "b": force((5, foot()), seat=1),
        }
        under = [{"type": "INF", "count": 2, "formation": "a"}, {"type": "INF", "formation": "b"}]
        reply = ask("barrage", on, by="s", under=under, roll={"to_hit": [[4, 1], [1]]})
        assert [change(reply, "a", "lost"), change(reply, "a", "blast"), change(reply, "b", "lost"), change(reply, "b", "blast")] == [[0, 1], 2, None, 1]

    @rule("EPIC-116", "EPIC-57", "EPIC-61")
    def test_a_broken_formation_loses_for_every_marker(self) -> None:
        """One of three dies; the markers for the fire and for the loss are two hits more."""
        on = {"a": force((5, foot(armour=5)), seat=1, state={"broken": True})}
        reply = ask("barrage", on, points=3, target="a", under=[{"type": "INF", "count": 3}], roll={"to_hit": [4, 4, 1], "save": [4, 5]})
        assert (change(reply, "a", "lost"), reply["result"]["kills"]) == ([3], 3)

    @rule("EPIC-173", "EPIC-178", "EPIC-175")
    @pytest.mark.parametrize(
        ("reading", "held", "dice", "after"),
        [
            ("starting", {}, 4, (4, [2], [2])),
            ("starting", {"damage": [2], "shields_down": [2]}, 4, (6, [2], [6])),
            ("remaining", {"damage": [3], "shields_down": [2]}, 3, (5, [2], [6])),
            ("remaining", {"damage": [2], "shields_down": [1]}, 3, (4, [2], [4])),
        ],
    )
    def test_an_engine_under_the_centre(self, reading: str, held: dict[str, Any], dice: int, after: tuple[Any, ...]) -> None:
        """Capacity 8: half is 4, of 5 or 6 points left 3. Eight points bring a marker for the
        fire, one more, one for each point."""
        reply = ask(
            "barrage",
            {"w": force((1, titan(dc=8, shields=2)), seat=1, state=held)},
            {"template_dc": reading},
            points=8,
            target="w",
            under=[{"type": "WE", "centre": True}],
            roll={"to_hit": [6] * dice},
        )
        found = reply["after"]["w"]
        assert (reply["result"]["dice"], found["blast"], found["shields_down"], found["damage"]) == (dice, *after)

    @rule("EPIC-61", "EPIC-171", "EPIC-173")
    def test_engines_told_one_by_one_are_different_ones(self) -> None:
        """Two of three, the first under the centre: two dice of capacity 4 on it, one on the
        next."""
        on = {"w": force((3, titan(dc=4)), seat=1)}
        reply = ask("barrage", on, points=3, target="w", under=[{"type": "WE", "centre": True}, {"type": "WE"}], roll={"to_hit": [[6, 1], [6]]})
        assert (reply["after"]["w"]["damage"], reply["after"]["w"]["hulls"]) == ([2], {"0": [1, 0, 1, 0, 0, 0]})

    @rule("EPIC-61", "EPIC-161")
    def test_a_kind_the_formation_has_not_is_counted_only(self) -> None:
        reply = ask("barrage", {"a": force((5, foot()), seat=1)}, points=3, target="a", under=[{"type": "AV"}], roll={"to_hit": [5]})
        assert (reply["result"]["kills"], change(reply, "a", "blast"), change(reply, "a", "lost")) == (1, 2, None)

    @rule("EPIC-61", "EPIC-171")
    def test_engines_of_two_formations_are_each_their_front_ones(self) -> None:
        """The front engine of the second formation has one point left of two."""
        on = {"w": force((1, titan(dc=2)), seat=1), "v": force((2, titan(dc=2)), seat=1, state={"damage": [1]})}
        under = [{"type": "WE", "formation": "w"}, {"type": "WE", "formation": "v"}]
        assert change(ask("barrage", on, points=3, under=under, roll={"to_hit": [[1], [6]]}), "v", "lost") == [1]

    @rule("EPIC-61", "EPIC-43")
    def test_a_row_that_is_gone_is_passed_over(self) -> None:
        on = {"a": force((2, foot()), (5, foot(armour=None)), seat=1, state={"lost": [2, 0]})}
        assert change(ask("barrage", on, points=3, target="a", under=[{"type": "INF"}], roll={"to_hit": [6]}), "a", "lost") == [2, 1]

    @rule("EPIC-61", "EPIC-43")
    def test_no_more_die_than_there_are(self) -> None:
        on = {"a": force((2, foot(armour=None)), (9, tank()), seat=1)}
        reply = ask("barrage", on, points=3, target="a", under=[{"type": "INF", "count": 4}], roll={"to_hit": [6] * 4})
        assert change(reply, "a", "lost") == [2, 0]

    @rule("EPIC-44", "EPIC-41")
    @pytest.mark.parametrize(
        ("reading", "told", "markers"),
        [
            ("no_attack", {"guns": [2, 2], "blast": 2}, None),
            ("bm", {"guns": [2, 2], "blast": 2}, 1),
            ("bm", {"by": "g"}, 1),
            ("no_attack", {"by": "g"}, None),
            ("bm", {"by": "n"}, None),
            ("bm", {"guns": [2, 2], "blast": 2, "target": None}, None),
            ("bm", {"guns": [2, 2], "blast": 1, "under": []}, None),
        ],
    )
    def test_guns_that_are_all_suppressed(self, reading: str, told: dict[str, Any], markers: int | None) -> None:
        """The marker needs a target; while one gun can fire, only those under its template get
        one."""
        gun = tank(weapons=[{"name": "Gun", "range": 60, "bp": 2}])
        on = {"g": force((2, gun), state={"blast": 2}), "n": force((2, foot())), "a": force((5, foot()), seat=1)}
        assert change(ask("barrage", on, {"all_suppressed": reading}, **{"target": "a", **told}), "a", "blast") == markers

    @rule("EPIC-16", "EPIC-57")
    def test_no_barrage_on_a_march(self) -> None:
        on = {"g": force((2, tank(weapons=[{"name": "Gun", "range": 60, "bp": 2}]))), "a": force((5, foot()), seat=1)}
        assert [refused(ask("barrage", on, target="a", by="g", order=order)) for order in ("march", "double")] == [["EPIC-16"], []]
        assert refused(ask("barrage", points=3, order="march")) == ["EPIC-16"]


@rule("EPIC-209", "EPIC-210", "EPIC-109")
@pytest.mark.parametrize(("landed", "told"), [(False, (None, False, None)), (True, (2, True, 0))])
def test_aircraft_in_flight_never_break(landed: bool, told: tuple[Any, ...]) -> None:
    found = ask("break_point", {"f": wing(state={"blast": 5, "landed": landed})}, formation="f")["result"]
    assert (found["breaks_at"], found["broken"], found["more"]) == told


@rule("EPIC-253", "EPIC-62")
@pytest.mark.parametrize(("where", "may"), [("table", True), ("inside", False), ("reserve", False), ("destroyed", False)])
def test_nobody_aboard_fires_from_overwatch(where: str, may: bool) -> None:
    on = {"m": force((3, foot()), state={"overwatch": True, "where": where})}
    assert ask("overwatch", on, formation="m", trigger="move")["result"]["may_fire"] is may


class TestResultsWithEngines:
    """Capacity 6 against three: a row for more units, one for no marker, so 2 against 1 and the
    kills."""

    def fought(self, damage: Any, faces: tuple[int, int], worst: str = "none", state: dict[str, Any] | None = None, **roll: Any) -> dict[str, Any]:
        on = {"w": force((1, titan(dc=6, critical=worst)), state=state), "a": force((3, foot()), seat=1)}
        sides = [{"formations": [{"formation": "w", "damage": damage}]}, {"formations": [{"formation": "a"}]}]
        return ask("assault_result", on, sides=sides, roll={"result:0": [faces[0]] * 2, "result:1": [faces[1]] * 2, **roll})

    @rule("EPIC-186", "EPIC-185", "EPIC-102")
    @pytest.mark.parametrize("damage", [2, [2]])
    def test_a_losing_engine_takes_the_difference(self, damage: Any) -> None:
        """3 against 1 + 2 + 1: one point more than the two of the fight, and it breaks."""
        reply = self.fought(damage, (1, 1))
        assert (change(reply, "w", "damage"), change(reply, "w", "broken"), change(reply, "a", "blast")) == ([3], True, None)

    @rule("EPIC-186", "EPIC-277")
    @pytest.mark.parametrize(("face", "where"), [(6, "destroyed"), (5, None)])
    def test_with_critical_rolls(self, face: int, where: str | None) -> None:
        assert change(self.fought(2, (1, 1), "destroyed", critical=[face]), "w", "where") == where

    @rule("EPIC-186", "EPIC-161")
    def test_what_it_had_before_counts(self) -> None:
        """Two before, two told, then 3 against 3 + 2 + 1: three more are too many."""
        assert change(self.fought(2, (1, 3), state={"damage": [2]}), "w", "where") == "destroyed"

    @rule("EPIC-278", "EPIC-104", "EPIC-99")
    def test_a_winning_engine_takes_a_marker_for_each_point(self) -> None:
        """6 + 2 against 1 + 2 + 1: the three who lost are gone by a difference of four."""
        reply = self.fought(2, (6, 1))
        assert (change(reply, "w", "damage"), change(reply, "w", "blast"), change(reply, "a", "where")) == ([2], 2, "destroyed")

    @rule("EPIC-278", "EPIC-185", "EPIC-104", "EPIC-272")
    @pytest.mark.parametrize(
        ("told", "blast", "after"),
        [
            ({"lost": [1, 0, 1]}, 4, ([1, 0, 1], [0, 1, 0])),
            ({"damage": [1, 1]}, 2, (None, [1, 2, 0])),
            ({"damage": 3}, 3, (None, [2, 2, 0])),
            ({"lost": [1], "damage": [0, 1]}, 4, ([1, 0, 0], [0, 2, 0])),
        ],
    )
    def test_losses_of_a_mixed_winner(self, told: dict[str, Any], blast: int, after: tuple[Any, Any]) -> None:
        """Engines of 3 and 4, the second hurt once, and four on foot: a wreck is three markers,
        points fill the front one up to its last."""
        on = {"w": force((1, titan(dc=3)), (1, titan(dc=4)), (4, foot()), state={"damage": [0, 1, 0]}), "a": force((2, foot()), seat=1)}
        sides = [{"formations": [{"formation": "w", **told}]}, {"formations": [{"formation": "a"}]}]
        reply = ask("assault_result", on, sides=sides, roll={"result:0": [6, 6], "result:1": [1, 1]})
        found = reply["after"]["w"]
        assert (found["blast"], found.get("lost"), found["damage"]) == (blast, *after)


ALOFT = {"flying": True, "order": "ground_attack", "todo": ["shoot"]}
TROOPS = {"where": "inside", "aboard": "f"}
FALL = {"where": "reserve"}


@rule(
    "EPIC-189",
    "EPIC-208",
    "EPIC-219",
    "EPIC-161",
    "EPIC-163",
    "EPIC-113",
    "EPIC-186",
    "EPIC-178",
    "EPIC-181",
    "EPIC-167",
    "EPIC-168",
    "EPIC-187",
    "EPIC-207",
    "EPIC-216",
    "EPIC-218",
    "EPIC-212",
    "EPIC-222",
    "EPIC-223",
    "EPIC-147",
    "EPIC-102",
    "EPIC-50",
)
@pytest.mark.parametrize(
    ("question", "on", "told", "unit", "tracker", "ref"),
    [
        ("action", {"f": wing(2, 0, {"blast": 2})}, {"formation": "f", "order": "interception", "roll": {"test": [6]}}, "f", "blast", "EPIC-189"),
        ("flak", {"f": wing()}, {"target": "f", "shots": [{"value": 5}], "roll": {"to_hit": [1]}}, "f", "blast", "EPIC-208"),
        ("critical", {"t": force((1, titan()))}, {"unit": "t", "hits": 1}, "t", "damage", "EPIC-161"),
        ("critical", {"t": force((1, titan(shields=1)))}, {"unit": "t", "hits": 1}, "t", "shields_down", "EPIC-178"),
        ("dangerous", {"t": force((1, titan()))}, {"formation": "t", "roll": {"terrain": [1]}}, "t", "damage", "EPIC-163"),
        ("withdraw", {"t": force((1, titan()), state={"broken": True})}, {"formation": "t", "enemies_within_15": 1}, "t", "damage", "EPIC-113"),
        (
            "regroup",
            {"t": force((1, titan(shields=2)), state={"shields_down": [2]})},
            {"formation": "t", "roll": {"regroup": [1, 1]}},
            "t",
            "shields_down",
            "EPIC-181",
        ),
        ("action", {"f": wing(1, 0, FALL)}, {"formation": "f", "order": "ground_attack", "roll": {"test": [6]}}, "f", "where", "EPIC-187"),
        ("end_turn", {"f": wing(1, 0, ALOFT)}, {"turn": 1}, "f", "where", "EPIC-207"),
        ("embark", {"a": force((2, foot())), "t": force((1, titan(transport=2)))}, {"formation": "a", "transport": "t"}, "a", "where", "EPIC-167"),
        ("touch_down", {"f": wing(1, 0, ALOFT), "a": force((2, foot()), state=TROOPS)}, {"formation": "f", "unload": ["a"]}, "a", "where", "EPIC-168"),
        (
            "flak",
            {"f": wing(1), "a": force((2, foot()), seat=1, state=TROOPS)},
            {"target": "f", "shots": [{"value": 5}], "roll": {"to_hit": [5]}},
            "a",
            "where",
            "EPIC-212",
        ),
        ("flak", {"f": wing(1)}, {"target": "f", "shots": [{"value": 5}], "roll": {"to_hit": [5]}}, "f", "where", "EPIC-50"),
        ("landing", {"a": force((2, foot()), state=FALL)}, {"formation": "a"}, "a", "where", "EPIC-222"),
        ("landing", {"a": force((2, foot()), state=FALL)}, {"formation": "a", "spot": "off_table"}, "a", "where", "EPIC-223"),
        ("landing", {"a": force((2, foot()), state={**FALL, "aboard": "x"})}, {"formation": "a", "spot": "off_table"}, "a", "where", "EPIC-223"),
        ("schedule", {"s": force((1, {"name": "Cruiser", "type": "SC"}))}, {"formation": "s", "turn": 2}, "s", "where", "EPIC-216"),
        ("schedule", {"s": force((1, {"name": "Cruiser", "type": "SC"}))}, {"formation": "s", "turn": 2}, "s", "due", "EPIC-216"),
        (
            "action",
            {"s": force((1, {"name": "Cruiser", "type": "SC"}), state={"due": 1})},
            {"formation": "s", "order": "spacecraft", "roll": {"test": [1]}},
            "s",
            "due",
            "EPIC-219",
        ),
        (
            "action",
            {"s": force((1, {"name": "Cruiser", "type": "SC"}), state={"due": 1})},
            {"formation": "s", "order": "spacecraft", "roll": {"test": [2]}},
            "s",
            "due",
            "EPIC-218",
        ),
        ("teleport", {"a": force((1, foot(abilities=["teleport"])), state=FALL)}, {"formation": "a", "roll": {"teleport": [6]}}, "a", "where", "EPIC-147"),
        (
            "assault_result",
            {"t": force((1, titan(dc=6))), "a": force((7, foot()), seat=1)},
            {"sides": [{"formations": [{"formation": "t"}]}, {"formations": [{"formation": "a"}]}], "roll": {"result:0": [1, 1], "result:1": [3, 3]}},
            "t",
            "damage",
            "EPIC-186",
        ),
    ],
)
def test_changes_cite_their_rule(question: str, on: dict[str, Any], told: dict[str, Any], unit: str, tracker: str, ref: str) -> None:
    found = [each["ref"] for each in ask(question, on, **told)["changes"] if (each["unit"], each["tracker"]) == (unit, tracker)]
    assert found == [ref]


@rule("EPIC-219")
def test_the_marker_of_a_spacecraft_that_is_late() -> None:
    on = {"s": force((1, {"name": "Cruiser", "type": "SC"}), state={"due": 1})}
    reply = ask("action", on, {"spacecraft_fail": "bm"}, formation="s", order="spacecraft", roll={"test": [1]})
    assert [(each["to"], each["ref"]) for each in reply["changes"] if each["tracker"] == "blast"] == [(1, "EPIC-219")]
