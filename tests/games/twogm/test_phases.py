"""What each phase offers, what lasts for one turn only, and what a store pays for."""

from typing import Any

import pytest

from engine.games.twogm.examples import HEAVY, HQ, LIGHT, OSTWIND, PAK, SHERMAN
from engine.playing.legality import offered
from engine.values.events import TrackerSet
from tests.games.twogm.table import GLANCE, RULES, do, facts, on, playing, put, refused, rule, unit

DEEDS = {
    "start": {"opening", "bid", "lay_terrain", "opening_hand"},
    "headquarters": {"income", "give"},
    "cards": {"draw"},
    "movement": {"move", "cover_move", "swap", "unload", "assault", "give"},
    "deployment": {"deploy", "play_card", "place_terrain", "air", "move", "unload", "give"},
    "fire": {"shot", "shots", "assault", "mount", "air"},
    "reactivation": {"dismount"},
    "discard": set(),
    "end": set(),
}
EVER = {"lay_smoke", "care", "clear"}
WITHOUT_DEEDS = {"supply", "share", "store", "terrain", "distance", "suppression", "marker", "smoke", "building", "reactions", "budget", "victory"}
WITHOUT_DEEDS |= {"concede", "name_hand", "setup", "deck"}


class TestOffers:
    @rule("2GM-39", "2GM-41")
    @pytest.mark.parametrize("step", DEEDS)
    def test_the_active_side_does_in_each_phase_what_the_book_says(self, step: str) -> None:
        able = set(offered(RULES, playing(step, {}).state, 0)) - WITHOUT_DEEDS
        assert able == DEEDS[step] | EVER

    @rule("2GM-77")
    def test_a_weapon_is_taken_down_in_reactivation(self) -> None:
        assert [step for step in DEEDS if "dismount" in offered(RULES, playing(step, {}).state, 0)] == ["reactivation"]

    @rule("2GM-40", "2GM-79")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_what_was_used_after_the_last_end_is_straightened_as_the_next_turn_begins(self, seat: int) -> None:
        """By the reading in which each straightens his own: those of the player whose turn is
        over."""
        lies = {"MG": {"face": "disabled", "tilted": True}}
        units = {"a": unit(SHERMAN, markers=lies), "b": unit(SHERMAN, 1, markers=lies)}
        session = do(playing("start", units, seat=seat, turn=3, readings={"marker_straighten": "own_end"}), "begin_turn")
        assert session.prompt
        assert [line.changes[0].unit for line in session.prompt.lines] == ["b" if seat == 0 else "a"]

    @rule("2GM-39", "2GM-122")
    def test_the_other_side_only_lays_smoke_and_looks(self) -> None:
        assert set(offered(RULES, playing("movement", {}).state, 1)) - WITHOUT_DEEDS == {"lay_smoke"}

    @rule("2GM-45", "2GM-46")
    def test_cards_are_drawn_and_pairs_move_by_their_own_deeds(self) -> None:
        assert "draw" in offered(RULES, playing("cards", {}).state, 0)
        assert {"cover_move", "swap", "unload", "give"} <= set(offered(RULES, playing("movement", {}).state, 0))

    @rule("2GM-77", "2GM-16")
    def test_reactivation_opens_by_itself_and_lets_weapons_be_taken_down(self) -> None:
        """Only what is disabled and upright is turned: not what was used in this turn, nothing that
        is mounted."""
        faces = {"MG": {"face": "disabled"}, "HMG": {"face": "disabled", "tilted": True}, "MRL": {"face": "active"}}
        units = {"t": unit(SHERMAN, markers=faces), "h": unit(HEAVY, markers={"Mortar": {"face": "mounted"}})}
        session = on(playing("fire", units), "reactivation")
        markers: Any = session.state.unit("t").trackers["markers"]
        assert [markers[item]["face"] for item in ("MG", "HMG", "MRL")] == ["active", "disabled", "active"]
        do(session, "dismount", unit="h", item="Mortar")
        taken_down: Any = session.state.unit("h").trackers["markers"]
        assert taken_down["Mortar"]["face"] == "dismounted"


class TestOneTurn:
    @rule("2GM-172", "2GM-138")
    @pytest.mark.parametrize(
        ("tracker", "value"), [("shot_by", ("x",)), ("unloaded", True), ("moved", True), ("fired", True), ("aa_fired", True), ("rode", True)]
    )
    def test_what_a_unit_did_is_over_with_the_turn(self, tracker: str, value: Any) -> None:
        session = playing("fire", {"i": unit(LIGHT, row=1)})
        session.enter(TrackerSet("i", tracker, value))
        on(session, "end")
        assert session.state.unit("i").trackers.get(tracker)
        on(session, "start")
        assert not session.state.unit("i").trackers.get(tracker)

    @rule("2GM-125", "2GM-113")
    def test_advance_and_the_gift_may_come_again(self) -> None:
        marching = {**LIGHT, "skills": ["advance"]}
        units = {"i": unit(marching, row=1, column=1), "q": unit(HQ)}
        session = playing("movement", units, [{"ap": 4, "pair": True}, {}])
        do(session, "move", unit="i", row=3, advance=True)
        do(session, "give")
        assert refused(session, "give") == ["2GM-113"]
        on(on(session, "end"), "movement")
        on(on(session, "end"), "movement")
        assert session.state.seat == 0
        do(session, "give")
        do(session, "move", unit="i", row=5, advance=True)
        assert session.state.unit("i").count("row") == 5


class TestStore:
    @rule("2GM-65", "2GM-160")
    @pytest.mark.parametrize(
        ("held", "no"), [({"ap": 4}, []), ({"ap": 3}, ["2GM-65"]), ({"ap": 3, "ap_general": 4}, []), ({"ap": 3, "ap_general": 3}, ["2GM-113"])]
    )
    def test_a_tank_for_four_is_paid_from_one_purse_to_the_last_point(self, held: dict[str, int], no: list[str]) -> None:
        session = playing("deployment", {"t": unit(SHERMAN, where="reserve")}, [held, {}])
        assert refused(session, "deploy", unit="t", equipment=[], column=3) == no
        if not no:
            seat = session.state.seats[0]
            assert (seat.get("ap", 0), seat.get("ap_general", 0)) == ((0, 0) if "ap_general" not in held else (3, 0))

    @rule("2GM-37", "2GM-158")
    def test_the_line_of_either_side(self) -> None:
        """A card that does not say its type counts for its row; the HQ for none."""
        units = {"a": unit({"name": "x"}, row=1), "q": unit(HQ, 1), "b": unit(LIGHT, 1, row=1), "c": unit(PAK, 1, row=2), "d": unit(PAK, 1, row=4)}
        session = playing("headquarters", units)
        assert facts(session, "supply")["length"] == facts(session, "supply", seat=0)["length"] == 1
        assert (facts(session, "supply", seat=1)["length"], facts(session, "supply", seat=1)["front"]) == (2, 4)

    @rule("2GM-20", "2GM-07")
    @pytest.mark.parametrize(("state", "left"), [({}, 10), ({"damage": 3}, 7), ({"damage": 10, "where": "destroyed"}, 0)])
    def test_what_is_left_of_an_hq(self, state: dict[str, Any], left: int) -> None:
        now = playing("fire", {"q": unit(HQ, 1, **state)}, scenario="x").state
        assert GLANCE.side(now, 1).points == left
        assert not GLANCE.side(now, 0).text


class TestAnswers:
    @rule("2GM-54")
    @pytest.mark.parametrize(
        ("state", "reaction", "no"),
        [({}, "MG", []), ({"markers": {"MG": {"face": "disabled"}}}, "MG", ["2GM-15"]), ({"markers": {"MG": {"face": "disabled"}}}, "none", [])],
    )
    def test_a_disabled_weapon_does_not_react(self, state: Any, reaction: str, no: list[str]) -> None:
        units = {"i": unit(LIGHT, row=3, column=4), "t": unit(SHERMAN, 1, row=3, column=4, **state)}
        found = put("assault", units, assaulter="i", target="t", weapon="primary", reaction=reaction)
        assert list(found.get("refused", {}).get("refs", [])) == no

    @rule("2GM-56", "2GM-53")
    def test_an_assault_is_fought_with_any_light_weapon_that_is_ready(self) -> None:
        """Not with a Mortar, nor with what is tilted; with the primary weapon at least."""
        markers = {"Mortar": {"face": "dismounted"}, "Grenade": {"face": "active"}, "Bazooka": {"face": "active", "tilted": True}}
        units = {"i": unit(HEAVY, row=3, column=4, markers=markers, assaulting="t", moved=True), "t": unit(PAK, 1, row=3, column=4)}
        session = do(playing("fire", units), "assault", "none", assaulter="i", target="t")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["primary", "Grenade"]

    @rule("2GM-107", "2GM-122")
    def test_the_side_that_waits_is_asked_about(self) -> None:
        """Seat 1 waits: its flak that has not fired, its shells that are ready; none of seat 0."""
        shells = {**SHERMAN, "equipment": [], "skills": ["smoke_shell"]}
        used = {"markers": {"Smoke Shell": {"face": "disabled"}}}
        units = {"o": unit(OSTWIND, 1), "f": unit(OSTWIND, 1, aa_fired=True), "s": unit(shells, 1), "u": unit(SHERMAN, 1, **used), "mine": unit(OSTWIND)}
        session = playing("movement", units)
        found: Any = facts(session, "reactions")
        assert (set(found["aa"]), set(found["smoke"])) == ({"o"}, {"s"})
        assert set(facts(session, "reactions", seat=0)["aa"]) == {"mine"}  # type: ignore[call-overload]
