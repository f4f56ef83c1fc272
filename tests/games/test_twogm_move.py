"""2GM Tactics: moving, cargo, cover, swapping, assaults."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.twogm.air_rules import nobody_waits
from engine.games.twogm.assault import not_in_time
from engine.games.twogm.examples import FOCKE, HEAVY, HOUSE, HQ, LIGHT, PAK, SHERMAN, TRUCK
from engine.games.twogm.together import no_cover, stays
from tests.games.asking import change, targets
from tests.games.twogm_table import GUN, TANK, after, do, keys, on, playing, put, refs, refused, result, unit

rule = pytest.mark.rule
NINTH = {**LIGHT, "name": "The Ninth", "skills": ["Mechanized"]}
BARGE = {"name": "Landing Craft", "type": "transport", "armor": 2, "life": 3, "movement": 2, "cost": 3, "skills": ["Embark/Disembark", "Mobility"]}


def moved(card: Any, *path: Any, **told: Any) -> Any:
    """Legality of a path, and the rules against it."""
    state = told.pop("state", {})
    found = result("move", {"u": unit(card, **state), **told.pop("more", {})}, unit="u", path=list(path), **told)
    return found["legal"] or found["rules"]


@rule("2GM-46", "2GM-47", "2GM-80")
class TestPaths:
    @rule("2GM-46")
    def test_squares_and_points(self) -> None:
        assert moved(TANK, "plain", "plain") is True
        assert moved(TANK, "plain", "plain", "plain") == ["2GM-46"]
        assert moved(TANK) is True
        assert result("move", {"u": unit(TANK)}, unit="u", path=["plain"]) == {"legal": True, "squares": 1, "points": 2, "problems": [], "rules": []}

    @rule("2GM-46", "2GM-28", "2GM-140")
    def test_squares_by_row_and_column(self) -> None:
        assert moved(TANK, [2, 3], [3, 3], **{"from": [1, 3]}) is True
        assert moved(TANK, [2, 4], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved(TANK, [3, 3], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved(TANK, [0, 3], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved(TANK, [7, 3], **{"from": {"row": 6, "column": 3}}) == ["2GM-46"]
        assert moved(TANK, [1, 3], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved({**TANK, "skills": ["motorized"]}, [2, 4], [2, 5], **{"from": [1, 3]}) is True
        assert moved({**TANK, "skills": ["motorized"]}, [2, 4], [3, 5], **{"from": [1, 3]}) == ["2GM-140"]
        assert moved({**TANK, "skills": ["motorized"]}, {"diagonal": True}, "plain") is True
        assert moved(TANK, {"diagonal": True}) == ["2GM-46"]

    @rule("2GM-23", "2GM-47", "2GM-68")
    def test_a_headquarters_neither_moves_nor_fires_and_nobody_boards_a_card_in_hand(self) -> None:
        units = {"hq": unit(HQ), "b": unit(LIGHT, 1, row=6, deployed_turn=1)}
        assert refused(playing("movement", units, turn=3), "move", unit="hq", row=1) == ["2GM-23"]
        assert refused(playing("movement", {"a": unit(LIGHT, row=1), "t": unit(TRUCK, where="reserve")}, turn=3), "move", unit="a", onto="t") == ["2GM-47"]
        assert refused(playing("movement", {**units, "a": unit(TANK, row=1)}, turn=3), "swap", unit="hq", other="a") == ["2GM-23"]
        assert refused(playing("fire", units, turn=3), "shot", attacker="hq", target="b") == ["2GM-68"]

    @rule("2GM-80", "2GM-145", "2GM-144")
    def test_difficult_terrain(self) -> None:
        """EX-G23: a Sherman enters the forest and stops; next turn one square inside; next turn
        out by one square."""
        assert moved(TANK, "forest") is True
        assert moved(TANK, "plain", "forest") is True
        assert moved(TANK, "forest", "plain") == ["2GM-80"]
        assert moved(TANK, "forest", **{"from": {"terrain": "forest"}}) is True
        assert moved(TANK, "plain", **{"from": "forest"}) is True
        assert moved(TANK, "plain", "plain", **{"from": "forest"}) == ["2GM-80"]
        assert moved(TANK, "plain", "plain", state={"terrain": "mountain"}) == ["2GM-80"]
        assert moved(TANK, "bushes", "plain", **{"from": "bushes"}) is True
        for rough in ("mountain", "ruins"):
            assert moved(TANK, rough, "plain") == ["2GM-80"]
        assert moved({**TANK, "skills": ["Scout"]}, "forest", "plain", **{"from": "forest"}) is True
        assert moved(TANK, {"terrain": "forest", "sappers": True}, "plain") is True

    @rule("2GM-80", "2GM-83", "2GM-144", "2GM-132")
    def test_impassable_terrain(self) -> None:
        for wet in ("river", "sea", "lake"):
            assert moved(TANK, wet) == ["2GM-83"]
        sappers = {**LIGHT, "equipment": [{"item": "Sappers"}]}
        assert moved(sappers, "river") is True
        assert moved(sappers, "lake") == ["2GM-83"]
        assert moved(TANK, {"terrain": "river", "sappers": True}) is True
        assert moved(BARGE, "sea", "sea") is True
        assert moved(BARGE, "sea", "plain") == ["2GM-83"]
        assert moved(TRUCK, "sea") == ["2GM-83"]

    @rule("2GM-133", "2GM-84", "2GM-144", "2GM-169")
    def test_extra_heavy(self) -> None:
        tiger = {**TANK, "skills": ["Extra-Heavy"]}
        assert moved(tiger, "forest") == ["2GM-133"]
        assert moved(tiger, {"terrain": {"name": "Bridge"}}) == ["2GM-84"]
        assert moved(TANK, {"terrain": {"name": "Bridge"}}) is True
        assert moved(tiger, "plain", **{"from": "forest"}) == ["2GM-133"]
        assert moved(tiger, {"terrain": "forest", "sappers": True}) is True

    @rule("2GM-86", "2GM-179")
    def test_access(self) -> None:
        assert moved(LIGHT, "House") is True
        assert moved(TANK, "House") == ["2GM-86"]
        assert moved(TANK, {"terrain": {"name": "Wall", "access": ["infantry"]}}) == ["2GM-179"]

    @rule("2GM-47", "2GM-48", "2GM-50")
    def test_other_units_on_the_way(self) -> None:
        """EX-G06: a loaded transport passes allied infantry but does not stop there; an empty
        one may, and picks it up."""
        loaded = {"c": unit(LIGHT, where="inside", **{"in": "u"})}
        assert moved(TRUCK, {"holds": "infantry"}, "plain", more=loaded) is True
        assert moved(TRUCK, {"holds": "infantry"}, more=loaded) == ["2GM-48"]
        assert moved(TRUCK, {"holds": "infantry"}) is True
        assert moved(TRUCK, {"holds": "artillery"}) is True
        assert moved({**TRUCK, "skills": ["transport"]}, {"holds": "artillery"}) == ["2GM-47"]
        assert moved({**TRUCK, "skills": ["tow"]}, {"holds": "infantry"}) == ["2GM-47"]
        assert moved(TANK, {"holds": "infantry"}) == ["2GM-47"]
        assert moved(TANK, {"holds": "enemy"}, "plain") == ["2GM-50"]
        assert moved(TANK, {"unit": "e"}, "plain", more={"e": unit(LIGHT, 1)}) == ["2GM-50"]
        assert moved(TANK, {"unit": "f"}, "plain", more={"f": unit(LIGHT)}) is True
        assert moved(LIGHT, {"holds": "tank"}) is True
        assert moved(LIGHT, "tank") is True
        assert moved(TANK, "ally", "plain") is True
        assert moved(TANK, "ally") == ["2GM-47"]
        assert moved(TANK, "enemy") == ["2GM-50"]
        assert moved(PAK, {"holds": "transport"}) is True
        assert moved(PAK, {"holds": "tank"}) == ["2GM-47"]

    @rule("2GM-161", "2GM-75", "2GM-125", "2GM-141")
    def test_points(self) -> None:
        """Suppression takes 1, never below 0; Advance and Mounted add after that."""

        def points(card: Any, **told: Any) -> int:
            return int(result("move", {"u": unit(card, suppressed=told.pop("suppressed", False))}, unit="u", path=[], **told)["points"])

        fast = {**LIGHT, "skills": ["Advance", "Mounted"]}
        assert [points(LIGHT), points(LIGHT, suppressed=True), points({**LIGHT, "movement": 0}, suppressed=True)] == [1, 0, 0]
        assert points(fast, suppressed=True, advance=True) == 1
        assert points(fast, advance=True, ride=True) == 3
        assert moved(LIGHT, "plain", state={"suppressed": True}) == ["2GM-161"]
        assert moved(fast, "plain", "plain", advance=True) is True
        assert moved(LIGHT, "plain", "plain", advance=True) == ["2GM-125"]
        assert moved(LIGHT, "plain", "plain", ride=True) == ["2GM-141"]

    @rule("2GM-51")
    def test_a_mounted_weapon(self) -> None:
        assert moved(HEAVY, "plain", state={"markers": {"HMG": {"face": "mounted"}}}) == ["2GM-51"]
        assert moved(HEAVY, "plain", state={"markers": {"HMG": {"face": "dismounted"}}}) is True

    @rule("2GM-46")
    def test_a_card_that_says_too_little(self) -> None:
        assert put("move", {"u": unit({"name": "x", "type": "tank"})}, unit="u", path=["plain"])["unknown"] == ["units.u.card.movement"]


@rule("2GM-46")
class TestInPlay:
    @rule("2GM-46", "2GM-80")
    def test_once_and_by_the_rules(self) -> None:
        session = playing("movement", {"s": unit(TANK, row=1, column=2)})
        assert refused(session, "move", unit="s", row=2, path=["forest", "plain"]) == ["2GM-80"]
        do(session, "move", unit="s", row=2, column=2, terrain="forest")
        state = session.state.unit("s")
        assert (state.count("row"), state.count("column"), state.trackers["terrain"]) == (2, 2, "forest")
        assert refused(session, "move", unit="s", row=3) == ["2GM-46"]

    @rule("2GM-46", "2GM-39")
    def test_the_row_is_asked(self) -> None:
        session = do(playing("movement", {"s": unit(TANK, row=3), "e": unit(TANK, 1)}), "move", unit="s")
        assert session.prompt
        assert (session.prompt.key, session.prompt.default) == ("row", 3)
        session.answer(4)
        assert session.state.unit("s").count("row") == 4
        assert refused(session, "move", unit="e", row=2) == ["2GM-46"]

    @rule("2GM-47", "2GM-50", "2GM-86", "2GM-179")
    def test_squares_and_cards_that_are_taken(self) -> None:
        """The board knows who stands where; own row 3 is row 4 of the enemy."""
        units = {
            "s": unit(TANK, row=1, column=2),
            "i": unit(LIGHT, row=1, column=1),
            "f": unit(LIGHT, row=2, column=2),
            "e": unit(LIGHT, 1, row=4, column=1),
            "h": unit(HOUSE, row=2, column=1),
            "g": unit(HOUSE),
            "o": unit(LIGHT, **{"in": "g"}),
            "a": unit(FOCKE),
        }
        session = playing("movement", units)
        for told, no in (
            ({"unit": "s", "row": 2, "column": 2}, ["2GM-47"]),
            ({"unit": "s", "row": 3, "column": 1}, ["2GM-50"]),
            ({"unit": "s", "row": 1, "column": 2}, []),
            ({"unit": "s", "row": 2, "into": "h"}, ["2GM-86"]),
            ({"unit": "i", "row": 2, "column": 1, "into": "h"}, []),
            ({"unit": "i", "row": 2, "into": "g"}, ["2GM-47"]),
            ({"unit": "o", "row": 2, "into": "g"}, []),
        ):
            assert refs_of(session, "move", **told) == no, told

    @rule("2GM-195", "2GM-147")
    def test_both_sides_of_the_transport_taken(self) -> None:
        units = {
            "c": unit(LIGHT, where="inside", **{"in": "t"}),
            "t": unit(TRUCK, row=2, column=4),
            "l": unit(LIGHT, row=2, column=3),
            "r": unit(TANK, 1, row=5, column=5),
        }
        assert [refs("unload", units, unit="c", column=column) for column in (3, 5)] == [["2GM-147"]] * 2

    @rule("2GM-125", "2GM-160", "2GM-141")
    def test_advance_costs_a_point_and_mounted_the_fire(self) -> None:
        units = {"s": unit({**TANK, "skills": ["advance"]}, row=1), "m": unit({**LIGHT, "skills": ["mounted"]}, row=1), "e": unit(LIGHT, 1)}
        session = do(playing("movement", units, [{"ap": 1}, {}]), "move", unit="s", row=4, path=["plain"] * 3, advance=True)
        assert "ap" not in session.state.seats[0]
        poor = playing("movement", units)
        assert refused(poor, "move", unit="s", row=4, path=["plain"] * 3, advance=True) == ["2GM-125"]
        do(session, "move", unit="m", row=3, path=["plain", "plain"], ride=True)
        on(session, "fire")
        assert refused(session, "shot", attacker="m", target="e", weapon="primary") == ["2GM-141"]
        on(session, "start")
        assert not session.state.unit("m").count("rode")

    @rule("2GM-67", "2GM-139")
    def test_deployed_this_turn(self) -> None:
        units = {"s": unit(TANK, row=1, deployed_turn=1), "t": unit(TRUCK, row=1, deployed_turn=1), "o": unit(TRUCK, row=1)}
        session = playing("deployment", units)
        assert refused(session, "move", unit="s", row=2) == ["2GM-67"]
        assert refused(session, "move", unit="o", row=2) == ["2GM-67"]
        assert refused(session, "move", unit="t", row=2) == []

    @rule("2GM-23", "2GM-49", "2GM-150", "2GM-161")
    @pytest.mark.parametrize(
        ("card", "state", "no"),
        [
            (LIGHT, {}, None),
            (HQ, {}, "2GM-23"),
            (LIGHT, {"moved": True}, "2GM-49"),
            (LIGHT, {"where": "reserve"}, "2GM-49"),
            (LIGHT, {"where": "inside", "in": "t"}, "2GM-150"),
            (LIGHT, {"suppressed": True}, "2GM-161"),
            (HEAVY, {"markers": {"HMG": {"face": "mounted"}}}, "2GM-161"),
        ],
    )
    def test_who_cannot_swap_with_anybody(self, card: Any, state: Any, no: str | None) -> None:
        """Known before the other is named, and the same where it is this one that is named as
        the other."""
        session = playing("movement", {"a": unit(card, row=2, column=4, **state), "t": unit(TRUCK, row=2, column=5)})
        found = stays(session.state, "a")
        assert (found and found.ref.id) == no
        for pair in (("a", "t"), ("t", "a")):
            assert refused(session, "swap", unit=pair[0], other=pair[1])[:1] == [no] * bool(no), pair
            session.undo()

    @rule("2GM-52", "2GM-58", "2GM-161")
    @pytest.mark.parametrize(
        ("step", "state", "no"), [("fire", {}, "2GM-58"), ("fire", {"assaulting": "p"}, None), ("movement", {}, None), ("movement", {"moved": True}, "2GM-52")]
    )
    def test_who_assaults_nobody_now(self, step: str, state: Any, no: str | None) -> None:
        """Known before the target is named."""
        found = not_in_time(playing(step, {"i": unit(LIGHT, **state), "p": unit(PAK, 1)}).state, "i")
        assert (found and found.ref.id) == no

    @rule("2GM-95")
    @pytest.mark.parametrize(
        ("step", "units", "told", "no"),
        [
            ("fire", {"i": unit(LIGHT)}, {}, "2GM-95"),
            ("fire", {"f": unit(FOCKE)}, {}, None),
            ("fire", {"f": unit(FOCKE, 1)}, {}, "2GM-95"),
            ("fire", {"f": unit(FOCKE, where="destroyed")}, {}, "2GM-95"),
            ("fire", {"u": unit({"name": "?"})}, {}, None),
            ("fire", {"i": unit(LIGHT)}, {"mission": "attack"}, None),
            ("deployment", {"i": unit(LIGHT)}, {}, None),
        ],
    )
    def test_nobody_waits_beside_the_headquarters(self, step: str, units: Any, told: Any, no: str | None) -> None:
        """What is told is judged by what it says; a card that states no type may be a fighter's."""
        found = nobody_waits(playing(step, units).state, **told)
        assert (found and found.ref.id) == no

    @rule("2GM-46", "2GM-59", "2GM-167")
    @pytest.mark.parametrize(
        ("card", "state", "no"),
        [
            (TANK, {}, None),
            (TRUCK, {}, None),
            (LIGHT, {}, "2GM-59"),
            (PAK, {}, "2GM-59"),
            (TANK, {"where": "reserve"}, "2GM-59"),
            (TANK, {"moved": True}, "2GM-46"),
            (TANK, {"suppressed": True}, None),
            ({**TANK, "movement": 1}, {"suppressed": True}, "2GM-167"),
        ],
    )
    def test_who_covers_nobody(self, card: Any, state: Any, no: str | None) -> None:
        """Known before the infantry is named."""
        session = playing("movement", {"v": unit(card, row=2, column=4, **state), "i": unit(LIGHT, row=2, column=4)})
        found = no_cover(session.state, "v")
        assert (found and found.ref.id) == no
        assert refused(session, "cover_move", unit="i", vehicle="v", row=3) == ([no] if no else [])

    @rule("2GM-49", "2GM-51", "2GM-161")
    def test_swapping(self) -> None:
        units = {
            "a": unit(LIGHT, row=1, column=2, terrain="forest"),
            "b": unit(PAK, row=1, column=3),
            "e": unit(LIGHT, 1),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}}),
            "s": unit(LIGHT, suppressed=True),
        }
        session = playing("movement", units)
        assert refused(session, "swap", unit="a", other="e") == ["2GM-49"]
        assert refused(session, "swap", unit="a", other="a") == ["2GM-49"], "nobody swaps with himself"
        assert refused(session, "swap", unit="a", other="w") == ["2GM-161"]
        assert refused(session, "swap", unit="a", other="s") == ["2GM-161"]
        do(session, "swap", unit="a", other="b")
        one, two = session.state.unit("a"), session.state.unit("b")
        assert (one.count("column"), two.count("column"), one.trackers.get("terrain"), two.trackers["terrain"]) == (3, 2, None, "forest")
        assert refused(session, "swap", unit="a", other="b") == ["2GM-49"]


@rule("2GM-147", "2GM-148", "2GM-150", "2GM-151")
class TestCargo:
    @rule("2GM-148", "2GM-147", "2GM-192", "2GM-194")
    def test_artillery_hitches_itself_and_is_towed_at_once(self) -> None:
        """EX-G40: the gun moves onto the truck that has not moved; the truck moves 3 and unloads
        left."""
        units = {"g": unit(PAK, row=1, column=3), "t": unit(TRUCK, row=1, column=4), "i": unit(LIGHT, row=1, column=5)}
        session = do(playing("movement", units), "move", unit="g", onto="t")
        assert (session.state.unit("g").where, session.state.unit("g").trackers["in"]) == ("inside", "t")
        assert refused(session, "move", unit="i", onto="t") == ["2GM-192"]
        do(session, "move", unit="t", row=4, column=4, path=["plain"] * 3)
        assert session.state.unit("g").count("row") == 4
        for column, row, no in ((4, 4, ["2GM-147", "2GM-147"]), (6, None, ["2GM-147"]), (4, 5, ["2GM-147"]), (3, 4, [])):
            assert refs_of(session, "unload", unit="g", column=column, row=row) == no
        do(session, "unload", unit="g", column=3)
        gun = session.state.unit("g")
        assert (gun.where, gun.count("row"), gun.count("column"), gun.count("moved")) == ("table", 4, 3, True)
        assert session.state.unit("t").count("moved")

    @rule("2GM-148", "2GM-195")
    def test_a_truck_that_drives_onto_its_cargo_stops(self) -> None:
        """EX-G40, the remark: hitched, and towed next turn only."""
        units = {"g": unit(PAK, row=2, column=3), "t": unit(TRUCK, row=1, column=4)}
        session = do(playing("movement", units), "move", unit="t", onto="g", path=["plain", {"holds": "artillery"}])
        assert (session.state.unit("t").count("row"), session.state.unit("t").count("column")) == (2, 3)
        assert refused(session, "unload", unit="g", column=2) == ["2GM-148"]
        assert refused(session, "move", unit="t", row=3) == ["2GM-46"]
        on(on(on(session, "start"), "start"), "movement")
        assert refused(session, "unload", unit="g", column=2) == []

    @rule("2GM-195", "2GM-148")
    def test_boarding_a_truck_that_has_moved(self) -> None:
        units = {"i": unit(LIGHT, row=2, column=3), "t": unit(TRUCK, row=1, column=3)}
        session = do(playing("movement", units), "move", unit="t", row=2, column=4)
        do(session, "move", unit="i", onto="t")
        assert refused(session, "unload", unit="i", column=5) == ["2GM-148"]

    @rule("2GM-151", "2GM-138", "2GM-52", "2GM-58", "2GM-197")
    def test_mechanized_infantry_boards_rides_lands_and_assaults(self) -> None:
        """EX-G42: all in one Movement phase; the assault is its move after unloading."""
        units = {"i": unit(NINTH, row=1, column=3), "t": unit(TRUCK, row=1, column=4), "p": unit(TANK, 1, row=2, column=3)}
        session = do(playing("movement", units), "move", unit="i", onto="t")
        assert refused(session, "move", unit="i", row=2) == ["2GM-150", "2GM-46"]
        do(session, "move", unit="t", row=4, column=4)
        do(session, "unload", unit="i", column=3)
        do(session, "assault", assaulter="i", target="p")
        assert session.state.unit("i").trackers["assaulting"] == "p"
        on(session, "fire")
        assert refused(session, "assault", assaulter="i", target="p", weapon="primary") == []

    @rule("2GM-151", "2GM-138", "2GM-147")
    def test_other_infantry_is_done_after_unloading(self) -> None:
        units = {"i": unit(LIGHT, where="inside", **{"in": "t"}), "t": unit(TRUCK, row=3, column=4), "p": unit(TANK, 1, row=3, column=3)}
        session = do(playing("movement", units), "unload", unit="i", column=3, row=3)
        assert refused(session, "move", unit="i", row=2) == ["2GM-46"]
        assert refused(session, "assault", assaulter="i", target="p") == ["2GM-52"]
        on(session, "fire")
        assert refused(session, "shot", attacker="i", target="p", weapon="primary", range=1) == []

    @rule("2GM-149", "2GM-58", "2GM-139")
    def test_deployed_together(self) -> None:
        """EX-G41, EX-G43: with Mobility the truck moves and unloads in Deployment; Mechanized
        infantry moves, but assaults nobody."""
        units = {
            "i": unit(NINTH, where="reserve"),
            "t": unit(TRUCK, where="reserve"),
            "p": unit(TANK, 1, row=2, column=3),
            "k": unit({**TRUCK, "skills": ["transport"]}, row=1, column=7, deployed_turn=1),
            "c": unit(LIGHT, where="inside", **{"in": "k"}),
        }
        session = do(playing("deployment", units, [{"ap": 9}, {}]), "deploy", unit="i", carrier="t", column=4)
        assert refused(session, "unload", unit="c", column=6) == ["2GM-149"]
        do(session, "move", unit="t", row=4, column=4, path=["plain"] * 3)
        do(session, "unload", unit="i", column=3)
        assert refused(session, "assault", assaulter="i", target="p") == ["2GM-65", "2GM-58"]
        assert refused(session, "move", unit="i", row=5, column=3, path=["plain"]) == ["2GM-50"]
        do(session, "move", unit="i", row=3, column=3, path=["plain"])
        assert session.state.unit("i").count("row") == 3

    @rule("2GM-132", "2GM-36", "2GM-169")
    def test_a_landing_craft(self) -> None:
        """EX-G36: barge 0 and Light Infantry 1 on one sea square: 1 point; it moves 2 at once
        and unloads in front."""
        units = {"i": unit(LIGHT, where="reserve"), "b": unit(BARGE, where="reserve")}
        assert result("deploy", units, unit="i", carrier="b")["cost"] == 1
        session = do(playing("deployment", units, [{"ap": 1}, {}]), "deploy", unit="i", carrier="b", column=4)
        do(session, "move", unit="b", row=3, column=4, path=["sea", "sea"])
        assert refs_of(session, "unload", unit="i", column=3, row=3) == ["2GM-147"]
        do(session, "unload", unit="i", column=4, row=4)
        assert (session.state.unit("i").count("row"), session.state.unit("i").where) == (4, "table")
        assert refs("deploy", units, unit="b", terrain="sea") == []
        assert refs("deploy", units, unit="i", terrain="sea") == ["2GM-169"]
        assert refs("deploy", units, unit="i", terrain="forest") == []

    @rule("2GM-147", "2GM-179", "2GM-150")
    def test_where_cargo_is_set_down(self) -> None:
        units = {
            "g": unit(PAK, where="inside", **{"in": "t"}),
            "t": unit(TRUCK, row=2, column=4),
            "h": unit(HOUSE),
            "x": unit(PAK),
            "w": unit({"name": "Wall", "type": "terrain", "access": ["infantry"]}),
        }
        assert refs("unload", units, unit="g", terrain="lake") == ["2GM-147"]
        assert refs("unload", units, unit="g", into="w") == ["2GM-147"]
        assert refs("unload", units, unit="g", terrain="mountain") == []
        assert after(put("unload", units, unit="g", into="h", column=5), "g")["in"] == "h"
        assert refs("unload", units, unit="x") == ["2GM-150"]

    @rule("2GM-47", "2GM-61", "2GM-166", "2GM-198", "2GM-51")
    def test_who_joins_whom(self) -> None:
        units = {
            "g": unit(PAK),
            "s": unit(TANK),
            "t": unit({**TRUCK, "skills": ["transport"]}),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}}),
            "n": unit({**TRUCK, "skills": ["tow"]}),
            "i": unit(LIGHT),
        }
        session = playing("movement", units)
        assert refused(session, "move", unit="g", onto="s") == ["2GM-61"]
        assert refused(session, "move", unit="g", onto="t") == ["2GM-61"]
        assert refused(session, "move", unit="t", onto="w") == ["2GM-198"]
        assert refused(session, "move", unit="w", onto="t") == ["2GM-51", "2GM-51"]
        assert refused(session, "move", unit="n", onto="i") == ["2GM-166"]
        do(session, "move", unit="i", onto="t")
        assert session.state.unit("i").where == "inside"


@rule("2GM-59", "2GM-60")
class TestCover:
    @rule("2GM-59", "2GM-60", "2GM-118")
    def test_moving_together(self) -> None:
        """EX-G08: at cover after a move together: +1/+1; Hit the Dirt is another row."""
        units = {"i": unit(LIGHT, row=1, prone=True), "s": unit(TANK, row=1), "e": unit(PAK, 1)}
        session = do(playing("movement", units), "cover_move", unit="i", vehicle="s", row=2, column=3)
        at = session.state.unit("i")
        assert (at.trackers["at_cover"], at.count("row"), at.count("moved"), session.state.unit("s").count("moved")) == ("s", 2, True, True)
        assert keys(put("shot", {"a": unit(PAK, 1), "b": unit(LIGHT, at_cover=True, prone=True)}, attacker="a", target="b")) == {
            "at_cover": -1,
            "prone": [-1, 0],
        }

    @rule("2GM-59", "2GM-61", "2GM-167")
    def test_who_may(self) -> None:
        units = {
            "i": unit(LIGHT),
            "j": unit(LIGHT),
            "s": unit(TANK),
            "g": unit(PAK),
            "k": unit(LIGHT, at_cover="s"),
            "m": unit(LIGHT, moved=True),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}}),
            "x": unit(LIGHT, suppressed=True),
            "free": unit(TANK),
        }
        session = playing("movement", units)
        for told, no in (
            ({"unit": "g", "vehicle": "free"}, ["2GM-61"]),
            ({"unit": "i", "vehicle": "j"}, ["2GM-59"]),
            ({"unit": "i", "vehicle": "s"}, ["2GM-59"]),
            ({"unit": "k", "vehicle": "s"}, []),
            ({"unit": "i", "vehicle": "free", "squares": 2}, ["2GM-167"]),
            ({"unit": "i", "vehicle": "free", "squares": 0}, ["2GM-59"]),
            ({"unit": "w", "vehicle": "free"}, ["2GM-167"]),
            ({"unit": "x", "vehicle": "free"}, ["2GM-167"]),
            ({"unit": "m", "vehicle": "free"}, ["2GM-46"]),
        ):
            assert refs_of(session, "cover_move", row=2, **told) == no, told

    @rule("2GM-60", "2GM-167", "2GM-168", "2GM-59")
    def test_when_it_ends(self) -> None:
        """Standing still keeps it; either of the two moving alone ends it. Walking onto a tank
        gives none."""
        units = {"i": unit(LIGHT, row=1, at_cover="s"), "s": unit(TANK, row=1), "j": unit(LIGHT, row=1, column=2), "v": unit(TANK, row=1, column=3)}
        still = on(playing("movement", units), "fire")
        assert still.state.unit("i").trackers["at_cover"] == "s"
        for mover in ("i", "s"):
            session = do(playing("movement", units), "move", unit=mover, row=2)
            assert "at_cover" not in session.state.unit("i").trackers
        walked = do(playing("movement", units), "move", unit="j", onto="v").state.unit("j")
        assert (walked.count("column"), walked.trackers.get("at_cover"), walked.where) == (3, None, "table")

    @rule("2GM-62")
    def test_the_enemy_chooses_which_of_the_two(self) -> None:
        units = {"a": unit(PAK, 1), "i": unit(LIGHT, at_cover="s"), "s": unit(TANK)}
        assert keys(put("shot", units, attacker="a", target="s")) == {}
        assert keys(put("shot", units, attacker="a", target="i")) == {"at_cover": -1}


@rule("2GM-52", "2GM-54", "2GM-56", "2GM-57")
class TestAssault:
    @rule("2GM-54", "2GM-55", "2GM-56", "2GM-71", "2GM-57")
    def test_the_rulebook_assault(self) -> None:
        """EX-G07: rifle (penetration 2) on a PAK (armour 4): the gun reacts first; then 5+ hits
        whatever the armour."""
        units = {"i": unit(LIGHT), "p": unit({**PAK, "life": 1}, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction="primary")
        assert targets(reply) == {"reaction": [4, 8], "assault": [5, 10]}
        killed, won = Fraction(7, 10), Fraction(3, 10) * Fraction(6, 10)
        assert reply["odds"]["outcome"] == {"failed": str(1 - killed - won), "target_destroyed": str(won), "assaulter_destroyed": str(killed)}
        assert put("shot", units, attacker="i", target="p")["odds"]["shot"] == {"nothing": "1"}

    @rule("2GM-56", "2GM-76")
    def test_new_wounds_count(self) -> None:
        """A reaction of 1 damage makes the assault 6+; by all throws."""
        units = {"i": unit(LIGHT), "p": unit({**LIGHT, "life": 1}, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=True)
        won = Fraction(0)
        for first in range(1, 11):
            if first < 10:
                need = 6 if first >= 5 else 5
                won += Fraction(sum(face >= need for face in range(1, 11)), 100)
        assert reply["odds"]["outcome"]["target_destroyed"] == str(won)

    @rule("2GM-54")
    def test_no_reaction(self) -> None:
        units = {"i": unit(LIGHT), "p": unit(PAK, 1)}
        for told in ({"reaction": False}, {"reaction": "none"}, {}):
            assert set(targets(put("assault", units, assaulter="i", target="p", weapon="primary", **told))) == {"assault"}

    @rule("2GM-56", "2GM-86", "2GM-128")
    def test_a_building_makes_it_harder_but_not_thicker(self) -> None:
        units = {"i": unit({**LIGHT, "skills": ["blasting_charge"]}), "p": unit(PAK, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", roll={"assault": [6]})
        assert targets(reply) == {"assault": [6, 10]}
        assert (change(reply, "p", "damage"), change(reply, "h", "damage")) == (1, 1)

    @rule("2GM-55")
    def test_cover_against_the_reaction(self) -> None:
        units = {"i": unit(LIGHT, terrain="forest", at_cover=True, prone=True, smoke="screen"), "p": unit(PAK, 1)}
        told: dict[str, Any] = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": "primary"}
        assert keys(put("assault", units, **told)) == {"terrain": [-1, -1], "at_cover": -1, "prone": [-1, 0], "smoke_screen": -2}
        assert "terrain" not in keys(put("assault", units, {"assault_cover": "no"}, **told))
        assert keys(put("assault", {**units, "i": unit(LIGHT)}, **told, from_terrain="House")) == {"terrain": [-2, -2]}

    @rule("2GM-57", "2GM-164", "2GM-55", "2GM-168")
    def test_who_holds_the_square(self) -> None:
        """The winner takes square and house and leaves its cover; who fails keeps it and fires
        no more."""
        units = {
            "i": unit(LIGHT, row=3, column=4, at_cover="s"),
            "s": unit(TANK, row=3, column=4),
            "h": unit(HOUSE, 1),
            "p": unit(PAK, 1, row=3, column=4, damage=2, **{"in": "h"}),
        }
        told: dict[str, Any] = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": False}
        won = after(put("assault", units, **told, roll={"assault": [7]}), "i")
        assert (won["row"], won["column"], won["in"], won.get("at_cover"), won.get("fired")) == (4, 4, "h", None, None)
        lost = after(put("assault", units, **told, roll={"assault": [6]}), "i")
        assert (lost["row"], lost["at_cover"], lost["fired"]) == (3, "s", True)
        again = after(put("assault", units, {"assault_failed_fire": "yes"}, **told, roll={"assault": [6]}), "i")
        assert "fired" not in again

    @rule("2GM-164", "2GM-87")
    def test_a_house_ruined_by_the_assault(self) -> None:
        units = {"i": unit(LIGHT, row=3, column=4), "h": unit(HOUSE, 1, damage=5), "p": unit({**PAK, "life": 9}, 1, row=3, column=4, **{"in": "h"})}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [7]})
        assert (reply["result"]["outcome"], after(reply, "h")["ruins"], after(reply, "i")["in"]) == ("target_destroyed", True, "h")

    @rule("2GM-163")
    def test_two_on_the_square(self) -> None:
        units = {"i": unit(LIGHT, row=3, column=4), "p": unit(LIGHT, 1, row=3, column=4, damage=2, at_cover="t"), "t": unit(TANK, 1, row=3, column=4)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [6]})
        assert (reply["result"]["outcome"], after(reply, "i")["row"], after(reply, "i").get("fired")) == ("target_destroyed", 3, None)
        terrain = put(
            "assault", {**units, "t": unit(HOUSE, 1, row=3, column=4)}, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [6]}
        )
        assert after(terrain, "i")["row"] == 4

    @rule("2GM-162")
    def test_a_target_that_is_gone(self) -> None:
        units = {"i": unit(LIGHT, assaulting="p"), "p": unit(PAK, 1, where="destroyed"), "e": unit(LIGHT, 1)}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction="primary")
        assert (reply["checks"], reply["odds"]["outcome"]) == ([], {"void": "1"})
        session = do(playing("fire", units), "assault", assaulter="i", target="p")
        assert refused(session, "shot", attacker="i", target="e", weapon="primary") == []

    @rule("2GM-52", "2GM-51", "2GM-150", "2GM-53", "2GM-54")
    def test_who_may_assault_whom(self) -> None:
        units = {
            "i": unit(LIGHT),
            "s": unit(TANK),
            "f": unit(FOCKE, 1),
            "h": unit(HQ, 1),
            "p": unit(PAK, 1),
            "t": unit(TRUCK),
            "x": unit(LIGHT, **{"in": "t"}),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}, "Grenade": {"face": "active", "tilted": True}}),
            "d": unit(HEAVY, markers={"Grenade": {"face": "active", "tilted": True}}),
            "q": unit(HEAVY, 1, markers={"HMG": {"face": "dismounted"}}),
        }
        for told, no in (
            ({"assaulter": "s", "target": "p"}, ["2GM-52"]),
            ({"assaulter": "i", "target": "f"}, ["2GM-52"]),
            ({"assaulter": "i", "target": "h"}, ["2GM-52"]),
            ({"assaulter": "x", "target": "p"}, ["2GM-150"]),
            ({"assaulter": "w", "target": "p"}, ["2GM-51"]),
            ({"assaulter": "d", "target": "p", "weapon": "Mortar"}, ["2GM-53"]),
            ({"assaulter": "d", "target": "p", "weapon": "Grenade"}, ["2GM-14"]),
            ({"assaulter": "i", "target": "q", "reaction": "HMG"}, ["2GM-18"]),
            ({"assaulter": "i", "target": "p"}, []),
        ):
            assert refs("assault", units, **told) == no, told
        cargo = {**units, "t": unit(TRUCK, 1), "x": unit(PAK, 1, **{"in": "t"})}
        assert refs("assault", cargo, assaulter="i", target="x") == refs("shot", cargo, attacker="i", target="x") == ["2GM-150"]

    @rule("2GM-52", "2GM-58", "2GM-161", "2GM-53")
    def test_declared_in_movement_resolved_in_fire(self) -> None:
        units = {
            "i": unit(LIGHT, row=3, column=4),
            "j": unit(LIGHT, row=3, column=3, moved=True),
            "k": unit(LIGHT, row=3, column=4, suppressed=True),
            "l": unit(LIGHT, row=2, column=4),
            "m": unit(HEAVY, row=3, column=5),
            "p": unit(PAK, 1, row=3, column=4),
        }
        session = playing("movement", units)
        assert refused(session, "assault", assaulter="j", target="p") == ["2GM-52", "2GM-52"]
        assert refused(session, "assault", assaulter="k", target="p") == ["2GM-161"]
        assert refused(session, "assault", assaulter="l", target="p") == ["2GM-52"]
        do(session, "assault", assaulter="i", target="p")
        assert refused(session, "move", unit="i", row=2) == ["2GM-46"]
        on(session, "fire")
        assert refused(session, "assault", assaulter="l", target="p") == ["2GM-58", "2GM-52"]
        do(session, "assault", "none", "Grenade", (1,), assaulter="i", target="p")
        assert "assaulting" not in session.state.unit("i").trackers
        assert "2GM-68" in refused(session, "shot", attacker="i", target="p", weapon="primary")

    @rule("2GM-54", "2GM-155", "2GM-19", "2GM-165")
    def test_weapons_that_react(self) -> None:
        """The primary weapon reacts to each of two assaults; a machine gun with an arrow once."""
        tank = {**SHERMAN, "name": "Panzer"}
        units = {
            "i": unit(LIGHT, row=3, column=4, assaulting="p"),
            "j": unit(LIGHT, row=3, column=4, assaulting="p"),
            "p": unit(tank, 1, row=3, column=4, deployed_turn=1, markers={"MG": {"face": "active"}}),
        }
        session = do(playing("fire", units, turn=5), "assault", assaulter="i", target="p")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["none", "primary", "MG"]
        for value in ("MG", (5,), "primary", (1,)):
            session.answer(value)
        do(session, "assault", assaulter="j", target="p")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["none", "primary"]
        for value in ("primary", (1,), "primary", (1,)):
            session.answer(value)
        assert dict(session.state.unit("p").trackers["markers"]["MG"]) == {"face": "disabled", "tilted": True}  # type: ignore[arg-type, index, call-overload]
        on(session, "fire")
        assert session.state.seat == 1
        assert refused(session, "shot", attacker="p", target="i", weapon="primary") == []
        assert refused(session, "shot", attacker="p", target="i", weapon="MG") == ["2GM-15"]

    @rule("2GM-155")
    def test_by_another_reading_a_tilted_weapon_does_not_react_again(self) -> None:
        units = {"i": unit(LIGHT), "p": unit(LIGHT, 1, markers={"Grenade": {"face": "active", "tilted": True}})}
        told = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": "Grenade"}
        assert refs("assault", units, **told) == []
        assert refs("assault", units, {"reaction_reuse": "once"}, **told) == ["2GM-155"]

    @rule("2GM-57", "2GM-68", "2GM-164")
    def test_the_winner_fires_on_with_its_other_weapons(self) -> None:
        units = {
            "i": unit(LIGHT, row=3, column=4, assaulting="p"),
            "p": unit({**PAK, "life": 1}, 1, row=3, column=4),
            "e": unit(LIGHT, 1, row=3, column=5),
            "o": unit(LIGHT, row=3, column=5),
        }
        session = do(playing("fire", units), "assault", "none", "primary", (5,), assaulter="i", target="p")
        assert session.state.unit("i").count("row") == 4
        assert refused(session, "shot", attacker="i", target="e", weapon="primary") == ["2GM-68"]
        do(session, "shot", (1,), attacker="i", target="e", weapon="Grenade")
        do(session, "shot", (1,), attacker="o", target="e", weapon="primary")
        assert session.state.unit("i").count("fired")

    @rule("2GM-172", "2GM-75")
    def test_an_assault_suppresses_whatever_its_penetration(self) -> None:
        units = {"i": unit(LIGHT), "p": unit({**TANK, "life": 9}, 1, shot_by=["x"])}
        told: dict[str, Any] = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": False, "roll": {"assault": [1]}}
        assert change(put("assault", units, **told), "p", "suppressed") is True
        assert change(put("assault", units, {"suppress_assault": "if_it_penetrates"}, **told), "p", "suppressed") is None
        assert GUN["penetration"] == 6


def refs_of(session: Any, procedure: str, **situation: Any) -> list[str]:
    """The rules against something, without doing it."""
    no = refused(session, procedure, **{key: value for key, value in situation.items() if value is not None})
    if not no:
        session.undo_procedure()
    return no
