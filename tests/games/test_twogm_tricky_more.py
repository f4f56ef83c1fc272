"""2GM Tactics where rules meet: uses of one turn, assaults on terrain, raids; figures by hand
from the rulebook."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN
from engine.games.twogm.units import why_there
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen, thawed
from tests.games.asking import ask, change, targets
from tests.games.twogm_table import TANK, after, do, on, playing, put, refs, refused, result, shot, target, unit

rule = pytest.mark.rule
SCREEN = [{"item": "Smoke Screen", "cost": 1}]
FIGHTER = {**MUSTANG, "cost": 3}
TRENCH = {"name": "Barbed Wire", "type": "terrain", "points": 2, "impact": [1, 1], "armor": 0}


def told(*steps: tuple[str, int, str, str | None], **marker: Any) -> list[tuple[bool, str, bool]]:
    """What a marker may do step by step, and how it lies then."""
    rows = [{"seat": seat, "turn": turn, "phase": phase, "do": doing} for seat, turn, phase, doing in steps]
    return [(row["allowed"], row["face"], row["tilted"]) for row in result("marker", steps=rows, **marker)["steps"]]


def lies(session: Session) -> Any:
    """How the screen of a tank lies."""
    held: Any = thawed(session.state.unit("t").trackers["markers"])
    return held["Smoke Screen"]


class TestOnceATurn:
    """The End phase straightens markers; what was used stays used until the turn is over."""

    @rule("2GM-134", "2GM-193", "2GM-79")
    @pytest.mark.parametrize(("first", "again"), [("movement", "end"), ("discard", "end"), ("end", "end")])
    def test_a_medic_heals_once(self, first: str, again: str) -> None:
        """Two damage: one is healed in this turn, the other in the next own one."""
        session = playing("start", {"m": unit(LIGHT, row=1, column=4, damage=2), "e": unit(LIGHT, 1)})
        session = do(on(session, first), "care", unit="m", target="m")
        session = session if first == again else on(session, again)
        assert refused(session, "care", unit="m", target="m") == ["2GM-14"]
        session = on(on(session, "end"), "start")
        assert refused(session, "care", unit="m", target="m") == []

    @rule("2GM-14", "2GM-193")
    @pytest.mark.parametrize(("step", "rules"), [("movement", []), ("end", ["2GM-14"])])
    def test_before_the_end_a_marker_straightened_by_hand_is_ready(self, step: str, rules: list[str]) -> None:
        units = {"m": unit(LIGHT, damage=1, handled=["medic"], markers={"Medic": {"face": "active", "tilted": False}})}
        assert refused(playing(step, units), "care", unit="m", target="m") == rules

    @rule("2GM-193")
    def test_what_was_handled_is_forgotten_with_the_turn(self) -> None:
        session = on(playing("end", {"m": unit(LIGHT, handled=["medic"])}), "start")
        assert session.state.unit("m").marks("handled") == ()

    @rule("2GM-134", "2GM-135")
    @pytest.mark.parametrize(("item", "rules"), [("Medic", ["2GM-135"]), ("Mechanic", [])])
    def test_a_medic_in_a_tank_repairs_nothing(self, item: str, rules: list[str]) -> None:
        units = {"t": unit({**TANK, "equipment": [{"item": item}]}, damage=2)}
        assert put("care", units, unit="t", target="t").get("refused", {}).get("refs", []) == rules

    @rule("2GM-135", "2GM-134", "2GM-121")
    @pytest.mark.parametrize(
        ("item", "patient", "left"),
        [("Mechanic", "m", 1), ("Medic", "m", 1), ("Mechanic", "i", ["2GM-134"]), ("Mechanic", "t", 1), ("Medic", "t", ["2GM-135"])],
    )
    def test_a_mechanic_repairs_itself_but_no_other_infantry(self, item: str, patient: str, left: Any) -> None:
        units = {"m": unit({**LIGHT, "equipment": [{"item": item}]}, damage=2), "i": unit(LIGHT, damage=2), "t": unit(TANK, damage=2)}
        reply = put("care", units, unit="m", target=patient)
        assert (reply["refused"]["refs"] if "refused" in reply else change(reply, patient, "damage")) == left

    @rule("2GM-191", "2GM-14", "2GM-123")
    def test_infantry_casts_one_screen_a_turn(self) -> None:
        session = playing("fire", {"m": unit({**LIGHT, "equipment": SCREEN}, row=1, column=4)})
        cast = {"unit": "m", "item": "Smoke Screen", "on": ["m"]}
        session = on(do(session, "lay_smoke", **cast), "end")
        assert refused(session, "lay_smoke", **cast) == ["2GM-14"]

    @rule("2GM-19", "2GM-79", "2GM-15", "2GM-40")
    @pytest.mark.parametrize("straighten", ["any_end", "own_end"])
    def test_a_screen_cast_in_the_end_phase_is_active_after_the_next_reactivation(self, straighten: str) -> None:
        """Used in own turn 1, in whatever phase: straight as the enemy begins, turned up in own
        turn 2."""
        session = playing("end", {"t": unit({**TANK, "equipment": SCREEN}, row=1, column=4)}, readings={"marker_straighten": straighten})
        session = on(do(session, "lay_smoke", unit="t", item="Smoke Screen", on=["t"]), "start")
        assert lies(session) == {"face": "disabled", "tilted": False}
        session = on(on(session, "start"), "reactivation")
        assert lies(session) == {"face": "active", "tilted": False}

    @rule("2GM-154", "2GM-193", "2GM-134")
    def test_the_story_of_a_medic(self) -> None:
        assert told(("own", 1, "movement", "use"), ("own", 1, "end", "use"), ("own", 2, "start", "use"), item="Medic") == [
            (True, "active", True),
            (False, "active", False),
            (True, "active", True),
        ]

    @rule("2GM-154", "2GM-122", "2GM-19")
    @pytest.mark.parametrize("straighten", ["any_end", "own_end"])
    def test_the_story_of_a_shell_used_in_the_end_phase(self, straighten: str) -> None:
        """Turned and tilted at once, straight as the enemy begins, active from own Reactivation
        2 on."""
        rows = [
            {"seat": "own", "turn": 1, "phase": "end", "do": "use"},
            {"seat": "enemy", "turn": 1, "phase": "start"},
            {"seat": "own", "turn": 2, "phase": "reactivation"},
        ]
        steps = result("marker", readings={"marker_straighten": straighten}, item="Smoke Shell", steps=rows)["steps"]
        assert [(row["face"], row["tilted"]) for row in steps] == [("disabled", True), ("disabled", False), ("active", False)]

    @rule("2GM-155", "2GM-14")
    def test_the_rule_of_a_weapon_that_reacted(self) -> None:
        by = unit(LIGHT, markers={"Grenade": {"face": "active", "tilted": True}})
        for readings, role, rules in (({}, "reaction", []), ({"reaction_reuse": "once"}, "reaction", ["2GM-155"]), ({}, "attack", ["2GM-14"])):
            told: dict[str, Any] = {"weapon": "Grenade", "range": 1, "as": role}
            reply = shot(by, unit(LIGHT, 1), readings, **told)
            assert reply.get("refused", {"refs": []})["refs"] == rules


class TestTerrain:
    @rule("2GM-52", "2GM-56", "2GM-87")
    def test_an_occupied_house_is_assaulted_through_its_unit(self) -> None:
        """Rifle 5+/10 in a House 7+/10: a 7 does 1 damage to the PAK and 1 to the House; its
        armour does not matter."""
        units = {"a": unit(LIGHT), "p": unit(PAK, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        reply = put("assault", units, assaulter="a", target="h", weapon="primary", reaction="primary", roll={"reaction": [1], "assault": [7]})
        assert targets(reply) == {"reaction": [4, 8], "assault": [7, 10]}
        assert (change(reply, "p", "damage"), change(reply, "h", "damage"), reply["result"]["outcome"]) == (1, 1, "failed")

    @rule("2GM-52", "2GM-54", "2GM-57")
    def test_in_play_too(self) -> None:
        """Declared on the House, resolved on it; a natural 10 kills, and the winner is in the
        House."""
        units = {"a": unit(LIGHT, row=3, column=3), "p": unit(PAK, 1, row=3, column=3, **{"in": "h"}), "h": unit(HOUSE, 1, row=3, column=3)}
        session = do(playing("movement", units), "assault", assaulter="a", target="h")
        session = do(on(session, "fire"), "assault", [10], assaulter="a", target="h", weapon="primary", reaction=False)
        assert (session.state.unit("p").gone, session.state.unit("a").trackers.get("in"), session.state.unit("h").count("damage")) == (True, "h", 1)

    @rule("2GM-52")
    @pytest.mark.parametrize(("seat", "units"), [(1, {}), (0, {"o": unit(PAK, 0, **{"in": "h"})})])
    def test_not_an_empty_house_and_not_the_own_one(self, seat: int, units: Any) -> None:
        assert refs("assault", {"a": unit(LIGHT), "h": unit(HOUSE, seat), **units}, assaulter="a", target="h") == ["2GM-52"]

    @rule("2GM-82", "2GM-73")
    @pytest.mark.parametrize("word", ["plain", "none", "clear", "open", "normal"])
    def test_words_for_a_square_without_anything(self, word: str) -> None:
        assert target(shot(LIGHT, unit(LIGHT, 1), range=1, terrain=word)) == [5, 10]

    @rule("2GM-144", "2GM-83")
    @pytest.mark.parametrize(
        ("banks", "seat", "square", "legal"),
        [
            ((2, 4), 0, "river", True),
            ((2,), 0, "river", False),
            ((4,), 0, "river", False),
            ((2, 5), 0, "river", False),
            ((3, 5), 1, "river", False),
            ((2, 4), 0, "lake", False),
            ((2, 4), 0, "forest", False),
        ],
    )
    def test_sappers_on_both_banks_make_a_bridge(self, banks: tuple[int, ...], seat: int, square: str, legal: bool) -> None:
        """A tank goes on the river square between them and off it; no other terrain is bridged,
        the enemy's sappers help nobody."""
        sapper = {**LIGHT, "skills": ["sappers"]}
        units = {"t": unit(TANK, row=3, column=5), **{f"s{row}": unit(sapper, seat, row=row, column=4) for row in banks}}
        path = [{"terrain": square, "row": 3, "column": 4}, {"row": 3, "column": 3}]
        assert result("move", units, unit="t", path=path)["legal"] is legal

    @rule("2GM-144", "2GM-83")
    @pytest.mark.parametrize(("skills", "placed", "legal"), [(["sappers"], True, True), ([], True, False), (["sappers"], False, False)])
    def test_no_bridge_without_sappers_or_beside_the_board(self, skills: list[str], placed: bool, legal: bool) -> None:
        """Infantry on one bank is none; of a river nobody has placed, no bank is known."""
        units = {
            "t": unit(TANK, row=3, column=5),
            "a": unit({**LIGHT, "skills": ["sappers"]}, row=2, column=4),
            "b": unit({**LIGHT, "skills": skills}, row=4, column=4),
        }
        here = {"row": 3, "column": 4} if placed else {}
        assert result("move", units, unit="t", path=[{"terrain": "river", **here}, {"row": 3, "column": 3}])["legal"] is legal

    @rule("2GM-144", "2GM-175")
    def test_who_stood_on_cleared_wire_has_no_cover(self) -> None:
        units = {"s": unit({**LIGHT, "equipment": [{"item": "Sappers"}]}), "e": unit(LIGHT, 1, **{"in": "w"}), "w": unit(TRENCH, 1)}
        reply = put("clear", units, unit="s", terrain="w")
        assert (change(reply, "w", "where"), after(reply, "e").get("in")) == ("destroyed", None)
        assert target(shot(LIGHT, unit(LIGHT, 1, **after(reply, "e")), range=1)) == [5, 10]


class TestRaids:
    LINE = ({"terrain": "house", "units": ["pak"]}, {"terrain": "plain"}, {"terrain": "trenches"}, {"terrain": "trenches"})

    @rule("2GM-102", "2GM-103", "2GM-105", "2GM-76")
    def test_elements_told_by_their_name_are_rolled_for(self) -> None:
        """B-25 3+/8+: 5+/10 in the House; the Ostwind's 6 does 2 damage at square 2, so the
        trenches are 5+/10."""
        units = {"b": unit(BOMBER), "pak": unit(PAK, 1), "ost": unit(OSTWIND, 1)}
        reply = put("air", units, bombers=["b"], squares=list(self.LINE), aa=[{"unit": "ost", "covers": [2]}], roll={"bomb": [4, 5, 1], "aa": [6]})
        assert reply["result"]["rolls"] == 3
        assert reply["result"]["sequence"] == ["bomb:pak", "aa:ost", "bomb:3", "bomb:4"]
        assert targets(reply) == {"bomb:pak": [5, 10], "aa:ost": [6, 9], "bomb:3": [5, 10], "bomb:4": [5, 10]}
        assert reply["result"]["readings"] == {"bomb:pak": 0, "aa:ost": 1, "bomb:3": 1, "bomb:4": 0}
        assert set(reply["after"]) == {"b", "pak", "ost"}

    @rule("2GM-102", "2GM-101")
    def test_a_bomber_shot_down_rolls_no_more(self) -> None:
        units = {"b": unit(BOMBER), "ost": unit(OSTWIND, 1)}
        reply = put("air", units, bombers=["b"], squares=[{"terrain": "trenches"}], aa=["ost"], roll={"aa": [9]})
        assert [check["what"] for check in reply["checks"]] == ["aa:ost"]

    @rule("2GM-102", "2GM-178")
    def test_in_play_the_table_keeps_the_damage_of_what_is_no_card(self) -> None:
        session = do(playing("deployment", {"b": unit(BOMBER)}), "air", bombers=["b"], squares=[{"terrain": "trenches"}], escorts=[])
        assert (session.prompt, session.state.unit("b").where) == (None, "discarded")

    def raid(self, ap: int, **state: Any) -> Any:
        units = {
            "b": unit(BOMBER),
            "p": unit(FIGHTER, **state),
            "q": unit(FIGHTER, where="reserve"),
            "n": unit(MUSTANG, where="reserve"),
            "f": unit(FIGHTER, 1, where="reserve"),
            "hq": unit(HQ, 1),
            "t": unit(SHERMAN, where="reserve"),
            "d": unit(FIGHTER, where="discarded"),
        }
        return playing("deployment", units, [{"ap": ap, "cards": {"deck": 9, "hand": 3}}, {}])

    @rule("2GM-99", "2GM-65")
    @pytest.mark.parametrize(("ap", "able"), [(2, ["bomb:hq"]), (3, ["none", "p", "q"]), (6, ["none", "p", "q"])])
    def test_an_escort_may_come_from_the_hand(self, ap: int, able: list[str]) -> None:
        """Own fighters in hand that can be paid; a card without a cost is not offered."""
        session = do(self.raid(ap, where="reserve"), "air", bombers=["b"], target="hq")
        assert session.prompt
        assert ([option.key for option in session.prompt.options] or [session.prompt.key]) == able

    @rule("2GM-99", "2GM-95", "2GM-65", "2GM-182")
    def test_it_is_paid_played_and_discarded(self) -> None:
        """3 of 5 action points: the second fighter in hand is too dear then."""
        session = do(self.raid(5, where="reserve"), "air", "p", [1], bombers=["b"], target="hq")
        state = session.state
        mine: Any = thawed(state.seats[0])
        assert (mine["ap"], mine["cards"]["hand"], state.unit("p").where, state.unit("q").where) == (2, 2, "discarded", "reserve")

    @rule("2GM-99")
    def test_each_comes_once(self) -> None:
        session = do(self.raid(9, where="reserve"), "air", "p", bombers=["b"], target="hq")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["none", "q"]

    @rule("2GM-99", "2GM-65")
    def test_it_must_be_paid(self) -> None:
        raid = {"bombers": ["b"], "target": "hq", "escorts": ["p", "q"]}
        assert refused(self.raid(5, where="reserve"), "air", **raid) == ["2GM-65"]
        assert refused(self.raid(6, where="reserve"), "air", **raid) == []
        assert refused(self.raid(3), "air", **raid) == []
        units = {
            "b": unit(BOMBER),
            "hq": unit(HQ, 1),
            "f": unit(FOCKE, 1, where="reserve"),
            "p": unit(FIGHTER, where="reserve"),
            "q": unit(FIGHTER, where="discarded"),
        }
        for told, rules in (({"escorts": ["p"]}, []), ({"escorts": ["q"]}, ["2GM-100"]), ({"interceptors": ["f"]}, ["2GM-100"])):
            more: dict[str, Any] = {"bombers": ["b"], "target": "hq", **told}
            assert refs("air", units, **more) == rules

    @rule("2GM-102")
    @pytest.mark.parametrize(
        ("places", "legal"),
        [
            ([(3, 3)], True),
            ([(3, 3), (3, 4), (3, 5)], True),
            ([(5, 2), (4, 2), (3, 2)], True),
            ([(3, 3), (4, 4), (3, 4), (4, 3)], True),
            ([(3, 3), (3, 5)], False),
            ([(3, 3), (3, 5), (3, 4)], False),
            ([(3, 3), (4, 4)], False),
            ([(3, 3), (3, 4), (4, 4)], False),
            ([(3, 3), (3, 4), (3, 3)], False),
            ([(3, 3), (3, 4), (4, 3), (3, 3)], False),
            ([(3, 3), (3, 4), (4, 4), (5, 4)], False),
            ([(3, 3), (3, 3)], False),
        ],
    )
    def test_an_area_is_in_one_piece(self, places: list[tuple[int, int]], legal: bool) -> None:
        """A line is struck square after square, a block of four in any order."""
        squares = [{"row": row, "column": column} for row, column in places]
        assert refs("air", {"b": unit(BOMBER)}, bombers=["b"], squares=squares) == ([] if legal else ["2GM-102"])

    @rule("2GM-102", "2GM-96", "2GM-93", "2GM-111")
    @pytest.mark.parametrize(
        ("told", "rules"),
        [
            ({"bombers": ["b"], "target": "hq", "squares": [{"units": ["x"]}]}, ["2GM-102"]),
            ({"bombers": ["b"], "target": "f", "squares": [{"units": ["x"]}]}, ["2GM-102"]),
            ({"bombers": ["b"], "squares": [{"units": ["x", "y"]}]}, []),
            ({"bombers": ["b"], "target": "x", "squares": [{"units": ["x"]}]}, []),
            ({"paratroopers": ["i", "j"], "squares": [{"row": 3, "column": 3}, {"row": 3, "column": 5}]}, []),
            ({"fighters": ["p"], "squares": [{"units": ["x", "y"]}]}, ["2GM-96"]),
            ({"fighters": ["p"], "squares": [{"units": ["x"]}]}, []),
            ({"bombers": ["b"], "target": "own"}, ["2GM-93"]),
            ({"fighters": ["p"], "target": "i"}, ["2GM-93"]),
            ({"fighters": ["p"], "target": "w"}, []),
            ({"paratroopers": ["i", "j", "k"]}, []),
            ({"paratroopers": ["i", "j", "k", "l"]}, ["2GM-111"]),
        ],
    )
    def test_one_objective_of_the_enemy(self, told: dict[str, Any], rules: list[str]) -> None:
        units = {
            "b": unit(BOMBER),
            "p": unit(MUSTANG),
            "hq": unit(HQ, 1),
            "own": unit(HQ),
            "f": unit(FOCKE, 1),
            "x": unit(LIGHT, 1),
            "y": unit(LIGHT, 1),
            "w": unit(HOUSE),
            **{each: unit(LIGHT) for each in "ijkl"},
        }
        assert refs("air", units, **told) == rules

    @rule("2GM-68", "2GM-96")
    def test_an_air_attack_ends_the_fire_of_the_unit_before(self) -> None:
        """A fire sequence is not split around the shot of another unit, in the air or not."""
        units = {"s": unit(SHERMAN, row=3, column=3), "p": unit(MUSTANG), "x": unit({**LIGHT, "life": 9}, 1, row=3, column=3)}
        session = do(playing("fire", units), "shot", [1], attacker="s", target="x", weapon="MG")
        session = do(session, "air", [1], fighters=["p"], target="x", interceptors=[])
        assert refused(session, "shot", attacker="s", target="x", weapon="primary") == ["2GM-68"]


@rule("2GM-18", "2GM-57", "2GM-53")
def test_nobody_mounts_a_weapon_in_the_middle_of_an_assault() -> None:
    """A mounted unit could not advance; once the target is gone it may."""
    units = {"a": unit(HEAVY, row=3, column=3, markers={"HMG": {"face": "dismounted"}}, assaulting="x"), "x": unit(PAK, 1, row=3, column=3)}
    assert refused(playing("fire", units), "mount", unit="a", item="HMG") == ["2GM-57"]
    gone = {**units, "x": unit(PAK, 1, where="destroyed")}
    assert refused(playing("fire", gone), "mount", unit="a", item="HMG") == []


class TestReadings:
    """The other side of a reading holds for the armour of a square as for its cover."""

    @rule("2GM-185", "2GM-111", "2GM-86")
    @pytest.mark.parametrize(
        ("terrain", "armor", "hits", "alt"),
        [("plain", 2, [6, 9], [6, 9]), ("forest", 2, [6, 9], [7, 10]), ("house", 2, [6, 9], [8, 10]), ("h", 2, [6, 9], [8, 10]), ("house", 5, [6, 9], None)],
    )
    def test_the_square_below_a_paratrooper(self, terrain: str, armor: int, hits: list[int], alt: list[int] | None) -> None:
        """Ostwind 6+/9+, penetration 5: forest +1/+1, House +2/+2 and armour +1, where the table
        lets them help."""
        units = {"p": unit({**LIGHT, "armor": armor}), "o": unit(OSTWIND, 1), "h": unit(HOUSE, 1)}
        told: dict[str, Any] = {"paratroopers": ["p"], "squares": [{"terrain": terrain}], "aa": ["o"]}
        assert targets(put("air", units, **told)) == {"aa:o": hits}
        check = put("air", units, {"air_cover": "yes"}, **told)["checks"][0]
        assert check["verdict"] == "fails" if alt is None else check["target"] == alt

    @rule("2GM-111", "2GM-143", "2GM-112")
    def test_a_house_below_a_paratrooper_is_no_building_around_it(self) -> None:
        """Ordnance adds nothing in the air: 2 damage, and 1 by landing on the House, of 4."""
        units = {"p": unit({**LIGHT, "life": 4}), "o": unit({**OSTWIND, "skills": ["anti_aircraft", "ordnance"]}, 1), "h": unit(HOUSE, 1)}
        reply = put("air", units, paratroopers=["p"], squares=[{"terrain": "h"}], aa=["o"], roll={"aa": [6]})
        assert (after(reply, "p")["damage"], after(reply, "p")["in"], change(reply, "h", "damage")) == (3, "h", None)

    @rule("2GM-55", "2GM-86", "2GM-71")
    @pytest.mark.parametrize(("readings", "verdict"), [({}, "fails"), ({"assault_cover": "no"}, "roll")])
    def test_the_house_an_assaulter_comes_from(self, readings: dict[str, str], verdict: str) -> None:
        """Rifle penetration 2 against armour 2, 3 in a House: by the other reading the House
        does not count at all."""
        units = {"a": unit(LIGHT, 0, **{"in": "h"}), "b": unit(LIGHT, 1), "h": unit(HOUSE)}
        check = put("assault", units, readings, assaulter="a", target="b", weapon="primary", reaction="primary")["checks"][0]
        assert (check["verdict"], check["target"]) == (verdict, [5, 10] if readings else [7, 10])

    @rule("2GM-173", "2GM-75")
    @pytest.mark.parametrize(("penetration", "suppressed"), [(2, False), (3, True)])
    def test_told_penetration_meets_the_armour_of_the_house(self, penetration: int, suppressed: bool) -> None:
        units = {"t": unit(LIGHT, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        shots = [{"by": name, "penetration": penetration} for name in ("x", "y")]
        assert result("suppression", units, target="t", shots=shots)["suppressed"] is suppressed


class TestMarkers:
    @rule("2GM-18", "2GM-120", "2GM-119")
    @pytest.mark.parametrize(
        ("item", "owner", "kind"),
        [
            ("HMG*", {}, "asterisk"),
            ("Mortar*", {}, "asterisk"),
            ("Mortar", {}, "asterisk"),
            ("HMG", {"owner": "infantry"}, "asterisk"),
            ("HMG", {"owner": "tank"}, "arrow"),
            ("HMG", {}, "arrow"),
            ("Mortar", {"owner": "tank"}, "none"),
        ],
    )
    def test_an_asterisk_by_the_name(self, item: str, owner: dict[str, Any], kind: str) -> None:
        assert result("marker", item=item, steps=[], **owner)["marker"] == kind

    @rule("2GM-14", "2GM-154")
    @pytest.mark.parametrize("tilted", [False, True])
    def test_a_marker_that_lies_tilted(self, tilted: bool) -> None:
        steps = [{"phase": "fire", "do": "use"}]
        assert result("marker", item="Grenade", face="active", tilted=tilted, steps=steps)["steps"][0]["allowed"] is not tilted

    @rule("2GM-154", "2GM-15")
    @pytest.mark.parametrize("owner", [0, 1])
    def test_an_owner_by_his_seat(self, owner: int) -> None:
        """Used in the own turn 1, it does not react in the enemy's nor fire in turn 2."""
        rows = [
            {"seat": owner, "turn": 1, "phase": "fire", "do": "use"},
            {"seat": 1 - owner, "turn": 1, "phase": "fire", "do": "react"},
            {"seat": owner, "turn": 2, "phase": "fire", "do": "use"},
        ]
        assert [row["allowed"] for row in result("marker", item="MG", owner=owner, steps=rows)["steps"]] == [True, False, False]


@rule("2GM-67", "2GM-58", "2GM-139", "2GM-138")
def test_who_came_this_turn_fires_but_neither_moves_nor_assaults() -> None:
    """A question is asked in turn 1: who came then is new."""
    new, bold = unit(LIGHT, deployed_turn=1), unit({**LIGHT, "skills": ["mobility"]}, deployed_turn=1)
    set_down = unit({**LIGHT, "skills": ["mechanized"]}, deployed_turn=1, unloaded=True)
    told = [result("move", {"a": each}, unit="a", path=["plain"])["rules"] for each in (new, bold, set_down, unit(LIGHT))]
    assert told == [["2GM-67"], [], [], []]
    assert [refs("assault", {"a": each, "b": unit(PAK, 1)}, assaulter="a", target="b") for each in (new, bold, unit(LIGHT))] == [["2GM-58"], ["2GM-58"], []]
    assert target(shot(new, unit(LIGHT, 1), range=1)) == [5, 10]


@rule("2GM-68", "2GM-116", "2GM-17")
def test_rifles_are_the_primary_weapon_of_infantry() -> None:
    """Unless a line of the card has that name: 2+/9+."""
    line = {"item": "Rifle", "weapon": {"impact": [2, 9], "penetration": 2, "damage": 1, "range": 2}}
    assert [target(shot(LIGHT, unit(LIGHT, 1), range=2, weapon=word)) for word in ("rifle", "Rifles", "primary weapon")] == [[5, 10]] * 3
    assert target(shot({**LIGHT, "equipment": [line]}, unit(LIGHT, 1), range=2, weapon="rifle")) == [2, 9]


@rule("2GM-26", "2GM-41")
def test_a_lost_headquarters_that_no_card_stands_for_pays_nothing() -> None:
    """Rows 1 and 2: two points of the supply line, none of the HQ, none of Patton."""
    units = {"a": unit(LIGHT, row=1), "b": unit(LIGHT, row=2)}
    session = on(playing("start", units, [{"hq_lost": True}, {}], scenario="x"), "headquarters")
    assert session.state.seats[0]["ap"] == 2


@rule("2GM-24", "2GM-156", "2GM-41")
@pytest.mark.parametrize(("army", "kept"), [("US Army", 12), ("USA", 12), ("American", 12), ("Germany", 14), ("German", 14), ("Italy", 15)])
def test_the_cap_of_an_army(army: str, kept: int) -> None:
    """13 stored, 1 of the HQ, 1 of a row; an HQ whose cap nobody prints keeps all."""
    units = {"h": unit({"type": "hq", "life": 10, "army": army}), "a": unit(LIGHT, row=1)}
    session = on(playing("start", units, [{"ap": 13}, {}]), "headquarters")
    assert session.state.seats[0]["ap"] == kept


@rule("2GM-74", "2GM-70")
def test_the_rule_of_a_unit_that_is_destroyed() -> None:
    reply = shot(LIGHT, unit(LIGHT, 1), range=1, roll={"shot": [10]})
    assert [row["ref"] for row in reply["changes"] if row["tracker"] == "where"] == ["2GM-74"]


@rule("2GM-30")
@pytest.mark.parametrize(("rolled", "chance", "won"), [([4, 9], "17/19", None), ([4, 9, 3, 9], "0", 1), ([4, 8], "1", 0)])
def test_a_bid_that_is_tied_stays_open(rolled: list[int], chance: str, won: int | None) -> None:
    """Five against none: of a hundred throws 85 win, 10 lose, 5 are thrown again."""
    reply = ask("2gm", "bid", {}, bids=[5, 0], roll={"bid": rolled})
    assert (reply["odds"]["winner"].get("0", "0"), reply["result"]["winner"]) == (chance, won)


@rule("2GM-65", "2GM-74", "2GM-95")
@pytest.mark.parametrize(("where", "ref"), [("table", "2GM-65"), ("destroyed", "2GM-74"), ("discarded", "2GM-95")])
def test_a_place_cites_what_led_there(where: str, ref: str) -> None:
    session = playing("deployment", {"a": unit(LIGHT, where=where)}, [{}, {}])
    assert why_there(session.state, "a").id == ref


@rule("2GM-113")
@pytest.mark.parametrize(("stored", "kept"), [(0, 0), (3, 2)])
def test_nobody_owes_action_points(stored: int, kept: int) -> None:
    """A gift that the players overrule leaves a Marshal without any, not in debt."""
    session = playing("headquarters", {}, [{"pair": True, "ap": stored}, {}])
    session.overrule(Opened("give", frozen({})))
    assert [session.state.seats[0].get(key, 0) for key in ("ap", "ap_general")] == [kept, 1]


@rule("2GM-68")
@pytest.mark.parametrize(
    ("card", "weapon", "said"),
    [
        ({"weapon": {}, "equipment": []}, None, "refused"),
        ({"weapon": None, "equipment": []}, None, "unknown"),
        ({"weapon": {}, "equipment": [{"item": "Gun", "weapon": LIGHT["weapon"]}]}, "Gun", "odds"),
        ({"equipment": []}, None, "odds"),
    ],
)
def test_who_has_no_weapon_does_not_fire(card: Any, weapon: Any, said: str) -> None:
    """A card that states none, one that states nothing, one with a bought gun alone."""
    named = {"weapon": weapon} if weapon else {}
    assert said in shot({**LIGHT, **card}, unit(LIGHT, 1), range=1, **named)
