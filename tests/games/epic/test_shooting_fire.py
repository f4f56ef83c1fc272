"""Fire at a formation: losses, markers, crossfire, breaking. Figures worked out by hand from the
book."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.asking import change, rows
from tests.games.epic.table import BARE, D3, RA, ask, binomial, chance, dead, foot, force, tank

rule = pytest.mark.rule
F = Fraction


def shot(count: int = 1, type: str = "ap", value: int = 5, **more: Any) -> dict[str, Any]:
    return {"count": count, "type": type, "value": value, **more}


def volley(dice: int, hit: Fraction, units: int, save: Fraction) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for hits, p in binomial(dice, hit).items():
        for kills, q in dead(units, hits, save).items():
            found[kills] = found.get(kills, F(0)) + p * q
    return found


class TestFire:
    @rule("EPIC-43", "EPIC-03")
    def test_kills_markers_and_breaking(self) -> None:
        """Six AP5+ at three infantry with 5+: by hand, die by die."""
        reply, expected = ask("fire", D3, target="d", shots=[shot(6)]), volley(6, F(1, 3), 3, F(1, 3))
        assert {int(kills): F(p) for kills, p in reply["odds"]["kills"].items()} == expected
        assert chance(reply, "blast", 2) == expected[1]
        assert chance(reply, "broken", "yes") == expected[1] + expected[2]  # 2 markers on 2 units, 3 on 1; none left: no

    @rule("EPIC-42", "EPIC-49")
    def test_what_a_unit_is_must_be_known(self) -> None:
        units = {"d": force((3, {"name": "Odd", "armour": 5}), seat=1)}
        assert ask("fire", units, target="d", shots=[shot(1)])["unknown"] == ["units.d.card.units.0.1.type"]

    @rule("EPIC-55", "EPIC-56")
    def test_crossfire(self) -> None:
        reply, expected = ask("fire", D3, target="d", shots=[shot(2)], crossfire=True), volley(2, F(1, 3), 3, F(1, 6))
        assert chance(reply, "kills", 1) == expected[1]
        assert chance(reply, "blast", 1) == expected[0]
        assert chance(reply, "blast", 3) == expected[1]
        assert rows(reply, "save") == [("crossfire", -1, "EPIC-55")]

    @rule("EPIC-44", "EPIC-43")
    def test_a_marker_even_where_nothing_can_be_hit(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(4, "at", 4)], roll={"to_hit": [6, 6, 6, 6]})
        assert (reply["result"]["kills"], reply["result"]["hits"], change(reply, "d", "blast")) == (0, 4, 1)

    @rule("EPIC-42", "EPIC-148")
    def test_ap_for_infantry_at_for_vehicles_both_for_light_ones(self) -> None:
        units = {"d": force((2, foot()), (2, tank(armour=6)), (1, tank(type="LV", armour=6)), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(3), shot(3, "at", 4)], roll={"to_hit": [[5, 5, 5], [4, 4, 4]], "save": [[1, 1], [1], [1], [1]]})
        assert change(reply, "d", "lost") == [2, 2, 1]  # both kinds meet on the light vehicle only after everybody has one

    @rule("EPIC-51", "EPIC-154")
    def test_macro_weapons_strike_the_survivors(self) -> None:
        """Two normal hits on two tanks: one dies; then two macro hits fall on the one left,
        which is one kill."""
        units = {"d": force((2, tank(armour=4)), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(2, "at", 4), shot(2, "mw", 4)], roll={"to_hit": [[4, 4], [4, 4]], "save": [1, 4]})
        assert (reply["result"]["kills"], reply["result"]["then"]) == (2, "destroyed")
        reinforced = {"d": force((2, tank(armour=4, abilities=[RA])), seat=1)}
        reply = ask("fire", reinforced, target="d", shots=[shot(1, "at", 4), shot(1, "mw", 4)], roll={"to_hit": [[4], [4]], "save": [1, 1], "save:macro": [4]})
        assert (reply["result"]["kills"], change(reply, "d", "lost")) == (1, [1])

    @rule("EPIC-51")
    @pytest.mark.parametrize(("reading", "lost"), [("fresh", [0, 1, 0]), ("continue", [0, 0, 1])])
    def test_where_macro_hits_begin(self, reading: str, lost: list[int]) -> None:
        """Two AT hits saved by the two tanks in front; the macro hit starts at the front again,
        or goes on to the third."""
        rows_of = ((1, tank(armour=4, abilities=[RA], name="One")), (1, tank(armour=4, name="Two")), (1, tank(armour=4, name="Three")))
        units = {"d": force(*rows_of, seat=1)}
        reply = ask(
            "fire",
            units,
            {"macro_pass": reading},
            target="d",
            shots=[shot(2, "at", 4), shot(2, "mw", 4)],
            roll={"to_hit": [[4, 4], [4, 4]], "save": [[4], [4]], "save:macro": [4] if reading == "fresh" else [1]},
        )
        assert change(reply, "d", "lost") == (lost if reading == "fresh" else [1, 0, 1])

    @rule("EPIC-160", "EPIC-154")
    def test_titan_killers_kill_whatever_they_hit(self) -> None:
        units = {"d": force((3, tank(armour=2, abilities=[RA])), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(2, "tk", 4, damage=3)], roll={"to_hit": [4, 4]})
        assert change(reply, "d", "lost") == [2]

    @rule("EPIC-156", "EPIC-145")
    def test_disrupt_marks_each_hit_and_no_kill(self) -> None:
        """X-17: two disrupt hits, one kill: 1 + 2 markers; on expendables 1 only."""
        shots = [shot(2, abilities=["disrupt"])]
        roll = {"to_hit": [5, 5], "save": [1, 6]}
        plain = {"d": force((8, foot()), seat=1)}
        assert change(ask("fire", plain, target="d", shots=shots, roll=roll), "d", "blast") == 3
        cheap = {"d": force((8, foot(abilities=["expendable"])), seat=1)}
        assert change(ask("fire", cheap, target="d", shots=shots, roll=roll), "d", "blast") == 1

    @rule("EPIC-145", "EPIC-56")
    @pytest.mark.parametrize(("cheap", "saves", "blast"), [(True, [1, 1], 1), (True, [1, 6], 1), (False, [1, 6], 3), (False, [1, 1], 4)])
    def test_the_crossfire_marker_needs_somebody_not_expendable(self, cheap: bool, saves: list[int], blast: int) -> None:
        """X-17: only expendables died: no marker for them and none more for the crossfire."""
        units = {"d": force((8, foot(armour=4, abilities=["expendable"] if cheap else [])), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(2)], crossfire=True, roll={"to_hit": [5, 5], "save": saves})
        assert change(reply, "d", "blast") == blast

    @rule("EPIC-145", "EPIC-56")
    def test_doubtful_markers_by_the_other_readings(self) -> None:
        cheap = {"d": force((8, foot(abilities=["expendable"])), seat=1)}
        roll = {"to_hit": [5, 5], "save": [1, 1]}
        assert change(ask("fire", cheap, {"all_expendable": "lost"}, target="d", shots=[shot(2)], roll=roll), "d", "blast") == 3
        plain = {"d": force((8, foot()), seat=1)}
        shots = [shot(2, abilities=["disrupt"])]
        for reading, blast in (("extra", 4), ("none", 3)):
            reply = ask("fire", plain, {"disrupt_crossfire": reading}, target="d", shots=shots, crossfire=True, roll=roll)
            assert change(reply, "d", "blast") == blast

    @rule("EPIC-116", "EPIC-143")
    @pytest.mark.parametrize(
        ("units", "lost"), [([(4, foot())], [3]), ([(1, foot()), (3, foot(abilities=["fearless"]))], [1, 0]), ([(4, foot(abilities=["fearless"]))], [1])]
    )
    def test_markers_on_a_broken_target_are_hits(self, units: list[Any], lost: list[int]) -> None:
        """One hit fails its save; the marker for the fire and the one for the kill are hits, but
        not on the fearless."""
        told = {"d": force(*units, seat=1, state={"broken": True})}
        reply = ask("fire", told, target="d", shots=[shot(1)], roll={"to_hit": [5], "save": [1]})
        assert (change(reply, "d", "lost"), reply["result"]["blast"]) == (lost, 0)

    @rule("EPIC-116")
    @pytest.mark.parametrize(("reading", "kills"), [("after", 1), ("before", 1)])
    def test_when_the_first_marker_falls_on_a_broken_target(self, reading: str, kills: int) -> None:
        """One unit left: before the dice it is gone and nothing is rolled; after them it is gone
        as well."""
        told = {"d": force((1, foot()), seat=1, state={"broken": True})}
        reply = ask("fire", told, {"broken_bm_timing": reading}, target="d", shots=[shot(1)])
        assert chance(reply, "kills", kills) == 1
        assert ("to_hit" in [check["what"] for check in reply["checks"]]) == (reading == "after")

    @rule("EPIC-146", "EPIC-256")
    def test_a_sniper_picks_his_victim(self) -> None:
        units = {"d": force((3, foot()), (1, foot(name="Chief", abilities=["leader"])), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(1, abilities=["sniper"])], roll={"to_hit": [5], "save": [5]})
        assert change(reply, "d", "lost") == [0, 1]  # the Leader by default, and 5+ at -1 fails on a 5
        reply = ask("fire", units, target="d", shots=[shot(1, abilities=["sniper"])], roll={"to_hit": [5], "save": [5]}, answers={"sniper:0": "0"})
        assert change(reply, "d", "lost") == [1, 0]

    @rule("EPIC-47", "EPIC-46")
    def test_cover_of_a_part_may_be_waived(self) -> None:
        units = {"d": force((2, foot()), (2, foot(name="Open")), seat=1)}
        told: dict[str, Any] = {"target": "d", "shots": [shot(4)], "terrain": ["wood", "open_ground"]}
        assert [check["target"] for check in ask("fire", units, **told)["checks"]][:1] == [6]
        reply = ask("fire", units, **told, waived=True, roll={"to_hit": [5, 5, 1, 1], "save": [1, 1]})
        assert (reply["checks"][0]["target"], change(reply, "d", "lost")) == (5, [0, 2])
        assert ask("fire", units, **told, waived=["at"])["checks"][0]["target"] == 6

    @rule("EPIC-47")
    def test_how_finely_cover_is_waived(self) -> None:
        units = {"d": force((2, foot()), (2, foot(name="Open")), seat=1)}
        told: dict[str, Any] = {"target": "d", "terrain": ["wood", "open_ground"], "shots": [shot(2, waived=True), shot(1)]}
        assert ask("fire", units, **told)["refused"]["refs"] == ["EPIC-47"]
        reply = ask("fire", units, {"cover_waiver": "per_weapon"}, **told)
        assert [check["target"] for check in reply["checks"][:2]] == [5, 6]
        assert "refused" not in ask("fire", units, **{**told, "shots": [shot(2, waived=True), shot(1, "mw")]})

    @rule("EPIC-160", "EPIC-51")
    @pytest.mark.parametrize(("reading", "lost"), [("macro", [1, 0]), ("normal", [0, 1])])
    def test_titan_killers_on_vehicles_only_by_one_reading(self, reading: str, lost: list[int]) -> None:
        units = {"d": force((2, foot()), (2, tank()), seat=1)}
        reply = ask("fire", units, {"tk_pass": reading}, target="d", shots=[shot(1, "tk", 4)], roll={"to_hit": [4]})
        assert change(reply, "d", "lost") == lost

    @rule("EPIC-47", "EPIC-46")
    def test_all_in_cover_cannot_be_waived_and_others_in_cover_do_not_matter(self) -> None:
        told = {"d": force((2, foot()), (2, tank()), seat=1)}
        reply = ask("fire", told, target="d", shots=[shot(2), shot(2, "at", 5)], terrain=["wood", "open_ground"], waived=True)
        assert [check["target"] for check in reply["checks"][:2]] == [6, 5]

    @rule("EPIC-73", "EPIC-152")
    def test_infantry_on_overwatch_in_the_open_is_in_cover(self) -> None:
        units = {"d": force((3, BARE), seat=1, state={"overwatch": True})}
        reply = ask("fire", units, target="d", shots=[shot(1, value=4)])
        assert [check["target"] for check in reply["checks"]] == [5, 5]
        reply = ask("fire", units, target="d", shots=[shot(1, value=4, abilities=["ignore_cover"])])
        assert (reply["checks"][0]["target"], chance(reply, "kills", 1)) == (4, F(1, 2))

    @rule("EPIC-72", "EPIC-130")
    def test_a_fortification_ignores_crossfire_on_saves(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(1, value=4)], crossfire=True, terrain="fortification")
        assert [(check["what"], check["target"]) for check in reply["checks"]] == [("to_hit", 5), ("save", 3)]

    @rule("EPIC-70")
    def test_touching_a_vehicle(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(1, value=4)], touching=True)
        assert [(check["what"], check["target"]) for check in reply["checks"]] == [("to_hit", 5), ("save", 5)]

    @rule("EPIC-258")
    @pytest.mark.parametrize("manner", ["support", "pin_point", "drop_pod"])
    def test_no_crossfire_for_these(self, manner: str) -> None:
        assert "EPIC-258" in ask("fire", D3, target="d", shots=[shot()], crossfire=True, **{"as": manner})["refused"]["refs"]

    @rule("EPIC-258", "EPIC-260")
    def test_overwatch_fire_knows_crossfire_but_no_order(self) -> None:
        units = {**D3, "a": force((3, foot()), state={"overwatch": True, "order": "double"})}
        reply = ask("fire", units, target="d", by="a", crossfire=True, **{"as": "overwatch"})
        assert reply["checks"][0]["modifiers"] == []
        assert rows(reply, "save") == [("crossfire", -1, "EPIC-55")]

    @rule("EPIC-53", "EPIC-54")
    @pytest.mark.parametrize("bad", [{"broken": True}, {"marched": True}])
    def test_who_gives_crossfire(self, bad: dict[str, Any]) -> None:
        units = {**D3, "a": force((3, foot())), "h": force((3, foot()), state=bad)}
        assert ask("fire", units, target="d", by="a", crossfire_by="h")["refused"]["refs"] == ["EPIC-54"]
        fine = {**units, "h": force((3, foot()))}
        assert rows(ask("fire", fine, target="d", by="a", crossfire_by="h"), "save") == [("crossfire", -1, "EPIC-55")]
        assert ask("fire", fine, target="d", by="a", crossfire_by="a")["refused"]["refs"] == ["EPIC-54"]

    @rule("EPIC-225", "EPIC-44")
    def test_drop_pods_mark_once_each(self) -> None:
        """X-18: three pods, one kill: 3 + 1 markers."""
        units = {"d": force((8, foot()), seat=1)}
        reply = ask("fire", units, target="d", shots=[shot(3)], pods=3, roll={"to_hit": [5, 1, 1], "save": [1]}, **{"as": "drop_pod"})
        assert change(reply, "d", "blast") == 4

    @rule("EPIC-93", "EPIC-266")
    def test_supporting_fire_marks_nothing_and_knows_no_cover_to_hit(self) -> None:
        reply = ask("fire", D3, target="d", shots=[shot(1)], terrain="wood", order="double", roll={"to_hit": [5], "save": [1]}, **{"as": "support"})
        assert (change(reply, "d", "blast"), change(reply, "d", "lost")) == (None, [1])

    @rule("EPIC-262", "EPIC-112")
    def test_broken_in_the_middle_of_its_own_action(self) -> None:
        """X-11: broken by overwatch fire after the first move of a Double: the second move and
        the shooting are lost."""
        told = {"d": force((1, foot()), (1, foot()), seat=1, state={"blast": 1})}
        reply = ask("fire", told, target="d", shots=[shot(1)], during={"order": "double", "moves": 1}, roll={"to_hit": [1]})
        assert (reply["result"]["then"], reply["result"]["forfeits"], reply["result"]["broken"]) == ("withdraw", ("move", "shoot"), "yes")
        fine = {"d": force((4, foot()), seat=1)}
        reply = ask("fire", fine, target="d", shots=[shot(1)], during={"order": "double", "moves": 1}, roll={"to_hit": [1]})
        assert (reply["result"]["then"], reply["result"]["forfeits"]) == ("continue", ())

    @rule("EPIC-112", "EPIC-262")
    def test_what_is_left_of_other_actions(self) -> None:
        told = {"d": force((1, foot()), seat=1)}
        for order, moves, lost in (("engage", 1, ("assault",)), ("advance", 1, ("shoot",)), ("march", 1, ("move", "move")), ("marshal", 1, ("regroup",))):
            reply = ask("fire", told, target="d", shots=[shot(1)], during={"order": order, "moves": moves}, roll={"to_hit": [1]})
            assert reply["result"]["forfeits"] == lost
