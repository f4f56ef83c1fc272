"""What a table shows at one look."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, OSTWIND, PAK, SHERMAN, TRUCK
from engine.values.events import Advanced
from engine.values.maps import frozen
from engine.values.model import BY_HAND
from engine.values.texts import english
from tests.games.twogm.table import AMERICAN, GLANCE, RULES, do, facts, on, playing, refused, rule, rulebook, still, unit

WATCHERS = {
    "o": unit(OSTWIND, 1),
    "f": unit(OSTWIND, 1, aa_fired=True),
    "w": unit(FOCKE, 1),
    "new": unit(FOCKE, 1, deployed_turn=3),
    "b": unit(BOMBER, 1),
    "s": unit(SHERMAN, 1, markers={"Smoke Shell": {"face": "active"}}),
    "t": unit(SHERMAN, 1, markers={"Smoke Shell": {"face": "disabled"}}),
    "r": unit(SHERMAN, 1, where="reserve"),
    "c": unit(LIGHT, 1, where="inside", **{"in": "s"}),
    "own": unit(OSTWIND, 0),
    "m": unit(SHERMAN, 1, markers={"MG": {"face": "active"}}),
}


ALL_STILL = ["One anti-aircraft unit can fire", "One fighter can intercept", "5 units can react"]


def standing_lines(session: Any) -> list[str]:
    return [english(each.text) for each in GLANCE.watched(session.state)]


class TestTable:
    @rule("2GM-08")
    @pytest.mark.parametrize(
        ("card", "sign"),
        [
            (LIGHT, "infantry"),
            (PAK, "artillery"),
            (SHERMAN, "armour"),
            (TRUCK, "transport"),
            (HQ, "command"),
            (FOCKE, "recon"),
            (OSTWIND, "anti-air"),
            ({**LIGHT, "skills": ["mechanized"]}, "mechanised"),
            (HOUSE, ""),
        ],
    )
    def test_map_signs(self, card: Any, sign: str) -> None:
        assert GLANCE.sign(playing("fire", {"u": unit(card)}).state.unit("u")) == sign

    @rule("2GM-08", "2GM-60")
    @pytest.mark.parametrize(
        ("card", "own"),
        [
            (LIGHT, {"prone", "at_cover", "row", "column", "markers", "suppressed", "smoke", "in", "promotion", "moved", "fired"}),
            ({**LIGHT, "equipment": []}, {"at_cover", "row", "column", "markers", "suppressed", "smoke", "in", "promotion", "moved", "fired"}),
            (SHERMAN, {"row", "column", "markers", "suppressed", "smoke", "in", "promotion", "moved", "fired"}),
            (FOCKE, {"role"}),
            (HOUSE, {"ruins", "extended", "row", "column"}),
            (HQ, set()),
        ],
    )
    def test_what_a_sheet_can_set_by_hand(self, card: Any, own: set[str]) -> None:
        """A headquarters lies beside the board, on no square; what a procedure remembers is
        nobody's."""
        unit_here = playing("fire", {"u": unit(card)}).state.unit("u")
        every = {each.key for each in RULES.trackers if each.on == "unit"} - {"where", "name"}
        shown = {each for each in every if GLANCE.has(unit_here, each)}
        assert shown >= {"damage"}
        typed = {"role", "ruins", "extended", "prone", "at_cover", "row", "column", "markers", "suppressed", "smoke", "in", "promotion", "moved", "fired"}
        assert shown & typed == own
        assert not shown & {"terrain", "in_hand", "primary", "command", "advanced", "rode", "assaulting", "aa_fired", "support"}

    @rule("2GM-23", "2GM-34")
    def test_what_lies_there_from_the_start(self) -> None:
        """A headquarters and terrain; units, aircraft and cards wait in the deck."""
        enters = RULES.enters
        assert enters
        assert [enters(frozen({"type": kind})) for kind in ("hq", "terrain", "tank", "air", "support")] == ["", "", *["reserve"] * 3]  # type: ignore[arg-type]

    @rule("2GM-37")
    def test_the_lanes_of_both_sides(self) -> None:
        state = playing("fire", rulebook()).state
        lanes = GLANCE.lanes
        assert lanes
        assert (lanes.rows, lanes.columns, lanes.joined(state, 0), lanes.joined(state, 1)) == (6, 8, 3, 0)

    @rule("2GM-24", "2GM-41")
    def test_the_scale_of_action_points(self) -> None:
        """Three stored of the 12 of an American HQ; then 1 of the HQ, 3 of the rows 1 to 3 and 1 +
        2 of the Command Groups on rows 1 and 2. A side without an HQ has no cap, so no scale."""
        state = playing("fire", rulebook(), [{"ap": 3}, {}]).state
        gauge = GLANCE.gauge(state, 0)
        assert gauge
        assert (gauge.held, gauge.most) == (3, 12)
        assert [(english(text), points) for text, points in gauge.coming] == [("HQ 1", 1), ("supply line 3", 3), ("Command Groups 3", 3)]
        assert GLANCE.gauge(state, 1) is None

    @rule("2GM-34")
    def test_hand_and_deck(self) -> None:
        """Of a deck of 40 five are in hand; before they are counted nothing is said."""
        session = playing("start", rulebook())
        assert GLANCE.piles(session.state, 0) == ()
        do(session, "opening_hand", seat=0, deck=40)
        assert [(english(pile.text), pile.count) for pile in GLANCE.piles(session.state, 0)] == [("hand", 5), ("deck", 35)]

    @rule("2GM-46", "2GM-68")
    @pytest.mark.parametrize(
        ("step", "told", "acted"),
        [
            ("movement", {"moved": True}, True),
            ("movement", {}, False),
            ("fire", {"fired_with": ["-1"]}, True),
            ("fire", {"moved": True}, None),
            ("deployment", {"moved": True}, None),
            ("movement", {"where": "reserve"}, None),
            ("fire", {"where": "inside"}, None),
        ],
    )
    def test_who_has_acted(self, step: str, told: Any, acted: bool | None) -> None:
        state = playing(step, {"u": unit(LIGHT, **told)}).state
        assert GLANCE.acted(state, state.unit("u")) is acted

    @rule("2GM-65", "2GM-74")
    @pytest.mark.parametrize(
        ("card", "state", "said"),
        [
            ({"type": "tank", "cost": 3, "life": 4}, {"where": "reserve"}, "3 action points"),
            ({"type": "tank", "cost": 3, "life": 4}, {"damage": 1}, "life 3 of 4"),
            ({"type": "hq", "life": 10, "cost": 0}, {"damage": 4}, "life 6 of 10"),
            ({"type": "tank", "cost": 3}, {}, None),
            ({"type": "tank", "life": 4}, {"where": "reserve"}, None),
        ],
    )
    def test_a_card_in_hand_tells_its_cost_and_a_unit_its_life(self, card: Any, state: dict[str, Any], said: str | None) -> None:
        text = GLANCE.fact(playing("fire", {"a": unit(card, **state)}).state.unit("a"))
        assert (english(text) if text else None) == said

    @rule("2GM-68")
    @pytest.mark.parametrize("none", [{}, {"weapon": {}}, {"secondary": {}}])
    @pytest.mark.parametrize(("step", "acted"), [("movement", False), ("fire", None)])
    def test_an_unarmed_truck_has_no_part_in_the_fire_phase(self, step: str, acted: bool | None, none: Any) -> None:
        """A card may leave a weapon out or state an empty one."""
        card = {key: value for key, value in TRUCK.items() if key != "weapon"}
        state = playing(step, {"u": unit({**card, **none})}).state
        assert GLANCE.acted(state, state.unit("u")) is acted


class TestBudget:
    @rule("2GM-41", "2GM-37")
    def test_the_income_as_a_sum_and_what_it_loses(self) -> None:
        """EX-G05: 7 stored; HQ 1, three rows 3, Command Groups 1 + 2: 7 more, of 14 two are
        lost. Row 4 cuts the tank off."""
        session = playing("start", rulebook(), [{"ap": 7}, {}])
        line = "Supply line: 3 rows; row 4 cuts it"
        assert standing_lines(session) == [line, "Income 7: HQ 1; supply line 3; Command Groups 3; 2 over the cap are lost"]
        on(session, "headquarters")
        assert standing_lines(session) == [line], "it is taken"
        assert session.state.seats[0]["ap"] == 12
        assert refused(session, "income") == ["2GM-41"]
        assert not on(session, "start").state.seats[0].get("income_taken")

    @rule("2GM-41", "2GM-37")
    def test_before_it_is_taken(self) -> None:
        session = playing("start", rulebook(), [{"ap": 3, "handicap": 1, "general": "Patton"}, {}])
        session.dispatch(Advanced())
        assert standing_lines(session)[1] == "Income 8: HQ 1; supply line 3; Command Groups 3; handicap 1"
        assert english(session.prompt.lines[0].text) == (  # type: ignore[union-attr]
            "gain 8 action points (HQ 1; supply line 3; Command Groups 3; handicap 1): 11 now"
        )
        session.answer((0,))
        assert session.state.seats[0]["ap"] == 3, "declined"
        assert refused(session, "income") == []

    @rule("2GM-41", "2GM-37")
    @pytest.mark.parametrize(
        ("units", "lines"),
        [
            ({str(row): unit(LIGHT, row=row) for row in range(1, 7)}, ["The supply line reaches all six rows", "Income 7: HQ 1; supply line 6"]),
            ({"i": unit(LIGHT, row=2)}, ["Supply line: 0 rows; row 1 cuts it", "Income 1: HQ 1"]),
            ({"q": unit(HQ, where="destroyed")}, ["Supply line: 0 rows; row 1 cuts it"]),
            ({"i": unit(LIGHT, row=1), "g": unit({"name": "Rundstedt", "type": "general"})}, ["Supply line: one row; row 2 cuts it"]),
        ],
    )
    def test_what_is_not_there_is_not_told(self, units: Any, lines: list[str]) -> None:
        """Without an HQ and a row nothing comes; a General whose card does not say what he adds
        is asked for first."""
        assert standing_lines(playing("headquarters", units, [{"general": "g"} if "g" in units else {}, {}])) == lines

    @rule("2GM-41", "2GM-37")
    def test_a_battle_that_is_decided(self) -> None:
        session = playing("deployment", rulebook())
        assert [each.ref.id for each in GLANCE.watched(session.state.set("", "winner", "draw", BY_HAND))] == ["2GM-20"]

    @rule("2GM-44", "2GM-43")
    def test_every_source_has_its_words(self) -> None:
        """Four rows and Patton: 1 more; two Radio Links: 3."""
        units = {
            "q": unit({**AMERICAN, "cap": 99}),
            **{str(row): unit(LIGHT, row=row) for row in (1, 2, 3, 4)},
            "r": unit({**LIGHT, "skills": ["synergy"]}, row=1),
            "l": unit({**LIGHT, "skills": ["synergy"]}, row=6),
        }
        assert standing_lines(playing("headquarters", units, [{"general": "Patton"}, {}]))[1] == "Income 9: HQ 1; General 1; supply line 4; Radio Links 3"

    @rule("2GM-65", "2GM-66")
    def test_while_deploying(self) -> None:
        """8 points: Sherman 4, Heavy Infantry 2, truck 1 can be paid; after a Sherman with HMG
        (4 + 2) only 2 are left."""
        session = playing("deployment", rulebook(), [{"ap": 8}, {}])
        assert standing_lines(session)[1:] == ["8 action points left: they pay for 3 of 3 cards"]
        do(session, "deploy", unit="card", equipment=["HMG"], column=3)
        assert standing_lines(session)[1:] == ["2 action points left: they pay for 2 of 2 cards"]
        do(session, "deploy", unit="truck", column=4)
        assert standing_lines(session)[1:] == ["One action point left: it pays for 0 of 1 cards"]
        generous = playing("deployment", {"s": unit(SHERMAN, where="reserve")}, [{"ap": 4, "general": "Patton"}, {}])
        lines = [line["item"] for line in SHERMAN["equipment"]]  # type: ignore[attr-defined]
        assert dict(facts(generous, "budget")["affordable"]["s"]) == {"cost": 4, "lines": tuple(lines)}
        assert standing_lines(playing("deployment", {"i": unit(LIGHT, row=1)}))[1:] == standing_lines(playing("fire", rulebook()))[1:] == []
        assert standing_lines(playing("deployment", {"e": unit(LIGHT, 1, where="reserve")}))[1:] == []

    @rule("2GM-41")
    @pytest.mark.parametrize(
        ("step", "taken", "told"),
        [("start", False, ["Income 1: HQ 1"]), ("headquarters", False, ["Income 1: HQ 1"]), ("headquarters", True, []), ("movement", False, [])],
    )
    def test_the_income_that_waits_until_it_is_taken(self, step: str, taken: bool, told: list[str]) -> None:
        assert standing_lines(playing(step, {"q": unit(AMERICAN)}, [{"income_taken": taken}, {}]))[1:] == told

    @rule("2GM-24", "2GM-41")
    @pytest.mark.parametrize(("pair", "with_it"), [(True, ("pair",)), (False, ("pair", "ap_general"))])
    def test_what_is_told_with_the_store(self, pair: bool, with_it: tuple[str, ...]) -> None:
        """The second purse is a counter of its own where two players share the HQ."""
        gauge = GLANCE.gauge(playing("start", {"q": unit(AMERICAN)}, [{"ap": 3, "pair": pair}, {}]).state, 0)
        assert gauge
        assert (gauge.held, gauge.most, gauge.with_it) == (3, 12, with_it)

    @rule("2GM-41", "2GM-42")
    def test_the_enemy_pays_nothing(self) -> None:
        """HQ 1 and the own Command Group on row 2, which is 2 of a supply line that is cut."""
        group = {**LIGHT, "name": "Command Group"}
        units = {"q": unit(AMERICAN), "g": unit(group, row=2), "e": unit(group, 1, row=3), "r": unit({**LIGHT, "skills": ["synergy"]}, 1, row=1)}
        assert standing_lines(playing("headquarters", units))[1] == "Income 3: HQ 1; Command Groups 2"

    @rule("2GM-159")
    @pytest.mark.parametrize(("state", "told"), [({"row": 3}, "Command Groups 3"), ({"where": "inside", "in": "t", "row": 3}, "Command Groups 2")])
    def test_a_command_group_pays_by_the_row_of_its_transport(self, state: Any, told: str) -> None:
        units = {"q": unit(AMERICAN), "g": unit({**LIGHT, "name": "Command Group"}, **state), "t": unit(TRUCK, row=2)}
        assert told in standing_lines(playing("headquarters", units))[1]

    @rule("2GM-34")
    def test_each_side_has_its_own_discard_pile(self) -> None:
        units = {"a": unit(LIGHT, where="discarded"), "b": unit(LIGHT, 1, where="discarded"), "c": unit(LIGHT, where="reserve", in_hand=True)}
        found = {pile.key: pile.units for pile in GLANCE.piles(playing("fire", units).state, 0)}
        assert found == {"hand": ("c",), "deck": (), "discard": ("a",)}

    @rule("2GM-74")
    @pytest.mark.parametrize(("damage", "left"), [(0, "3"), (2, "1"), (3, "0"), (5, "0")])
    def test_life_that_is_left(self, damage: int, left: str) -> None:
        now = playing("movement", {"u": unit(LIGHT, damage=damage)}).state
        assert {each.key: each.value for each in GLANCE.effective(now, now.unit("u"))}["damage"] == left

    @rule("2GM-72", "2GM-76")
    @pytest.mark.parametrize(
        ("card", "state", "impact"),
        [
            (LIGHT, {}, "5/10"),
            (LIGHT, {"damage": 2}, "7/10"),
            (PAK, {"damage": 1}, "5/9"),
            (PAK, {"damage": 2}, "6/10"),
            (PAK, {"damage": 2, "suppressed": True}, "7/10"),
        ],
    )
    def test_no_critical_is_shown_above_ten(self, card: Any, state: Any, impact: str) -> None:
        """EX-G22: 5+/10+ with two points of damage is 7+/10+."""
        now = playing("movement", {"u": unit(card, **state)}).state
        assert {each.key: each.value for each in GLANCE.effective(now, now.unit("u"))}["weapon"] == impact

    @rule("2GM-13")
    @pytest.mark.parametrize(("step", "keys"), [("fire", ["weapon", "armor", "movement", "damage"]), ("movement", ["movement", "damage", "weapon", "armor"])])
    def test_in_the_fire_phase_the_weapon_stands_first(self, step: str, keys: list[str]) -> None:
        now = playing(step, {"u": unit(LIGHT)}).state
        assert [each.key for each in GLANCE.effective(now, now.unit("u"))] == keys

    @rule("2GM-74")
    @pytest.mark.parametrize(("card", "tracker", "most"), [(LIGHT, "damage", 3), (HOUSE, "damage", 6), (LIGHT, "row", 0), ({"type": "tank"}, "damage", 0)])
    def test_how_much_damage_a_unit_bears(self, card: Any, tracker: str, most: int) -> None:
        """Its life, or the impact points of a building; a card that is silent says none."""
        assert GLANCE.worn(playing("fire", {"u": unit(card)}).state.unit("u"), tracker) == most


class TestStill:
    @rule("2GM-54", "2GM-97")
    @pytest.mark.parametrize(
        ("step", "lines"),
        [
            ("start", [*ALL_STILL, "One unit has smoke ready"]),
            ("deployment", [*ALL_STILL, "One unit has smoke ready"]),
            ("fire", ALL_STILL),
            ("reactivation", []),
            ("end", []),
        ],
    )
    def test_in_the_enemys_turn(self, step: str, lines: list[str]) -> None:
        """One battery has fired, one fighter is new, one shell used up; reserves, cargo and
        bombers do nothing. Ostwinds and Shermans react. Shells end with Deployment, all else
        with Fire."""
        assert still(playing(step, WATCHERS, turn=3), 1) == lines

    @rule("2GM-54", "2GM-97")
    def test_of_the_active_side_for_the_turn_to_come(self) -> None:
        assert still(playing("end", WATCHERS, turn=3), 0) == ["One anti-aircraft unit can fire", "One unit can react"]
        assert still(playing("end", {"s": unit(SHERMAN)}, turn=3), 0) == ["One unit can react", "One unit has smoke ready"]

    @rule("2GM-155", "2GM-18")
    def test_a_weapon_that_has_reacted(self) -> None:
        """Its arrow marker is down, its gun still reacts; a mortar that is not mounted never
        does."""
        units = {
            "a": unit({**SHERMAN, "weapon": None}, 1, markers={"MG": {"face": "disabled", "tilted": True}, "HMG": {"face": "active"}}),
            "b": unit(HEAVY, 1, markers={"Mortar": {"face": "dismounted"}}),
            "c": unit(HEAVY, 1, markers={"HMG": {"face": "mounted", "tilted": True}}),
        }
        weapons = facts(playing("fire", units), "reactions")["weapons"]
        assert dict(weapons) == {"a": ("HMG",), "b": ("primary",), "c": ("primary", "HMG")}
