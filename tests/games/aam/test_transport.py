"""Getting aboard a transport and getting off."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened
from engine.values.maps import Map, frozen
from tests.games.aam.table import ANTITANK_GUN, HALFTRACK, PAK, RIFLES, RULES, SOLDIER, able, refused, rule, why
from tests.games.asking import ask, change

ABOARD = {"aboard": "t", "where": "inside"}
DISRUPTED = ["disrupted"]


def carrying(*abilities: str) -> dict[str, Any]:
    return {**HALFTRACK, "abilities": dict.fromkeys(abilities, True)}


def board(unit: Any = RIFLES, transport: Any = HALFTRACK, state: Any = None, its: Any = None, others: Any = None, **situation: Any) -> dict[str, Any]:
    units = {"s": {"card": unit, "state": state or {}}, "t": {"card": transport, "state": its or {}}, **(others or {})}
    return ask("aam", "board", units, unit="s", transport="t", **situation)


def dismount(state: Any = None, its: Any = None, others: Any = None, readings: Any = None, **situation: Any) -> dict[str, Any]:
    units = {"s": {"card": RIFLES, "state": {**ABOARD, **(state or {})}}, "t": {"card": HALFTRACK, "state": its or {}}, **(others or {})}
    return ask("aam", "dismount", units, readings, unit="s", **situation)


class TestBoarding:
    @rule("AAM-102", "AAM-130")
    def test_a_soldier_spends_its_move(self) -> None:
        reply = board()
        assert (change(reply, "s", "aboard"), change(reply, "s", "where")) == ("t", "inside")
        assert reply["after"]["s"]["moved"] is True

    @rule("AAM-102", "AAM-107")
    @pytest.mark.parametrize(
        ("told", "refused"),
        [
            ({"unit": SHERMAN}, ("no_soldier", "AAM-102")),
            ({"transport": SHERMAN}, ("no_transport", "AAM-102")),
            ({"unit": ANTITANK_GUN}, ("artillery", "AAM-107")),
            ({"state": {"face_up": ["disrupted"]}}, ("disrupted", "AAM-61")),
            ({"state": {"face_down": ["disrupted"]}}, None),
            ({"state": {"moved": True}}, ("already_moved", "AAM-130")),
            ({"state": {"aboard": "x", "where": "inside"}}, ("aboard", "AAM-103")),
            ({"its": {"where": "destroyed"}}, ("off_the_map", "AAM-66")),
            ({"state": {"where": "reserve"}}, ("off_the_map", "AAM-66")),
            ({"its": {"face_up": ["disrupted", "damaged"]}}, None),
            ({"its": {"moved": True}}, None),
        ],
    )
    def test_refusals(self, told: Any, refused: Any) -> None:
        """AMB-12: a disrupted Soldier cannot board, since it cannot move; a transport that has
        moved may be boarded."""
        assert why(board(**told)) == refused

    @rule("AAM-86")
    @pytest.mark.parametrize(("ability", "told"), [("fighting_platform", ["Half-Track, Fighting Platform: apply by hand"]), ("high_gear", []), ("overrun", [])])
    def test_what_the_table_applies_is_shown(self, ability: str, told: list[str]) -> None:
        assert board(transport=carrying("transport", ability))["result"] == {"by_hand": told}
        strange = {**RIFLES, "abilities": {"levitation": True}}
        assert board(strange)["result"]["by_hand"] == ["Riflemen, Levitation: apply by hand"]

    @rule("AAM-102")
    def test_not_with_the_enemy(self) -> None:
        units = {"s": {"card": RIFLES, "seat": 0}, "t": {"card": HALFTRACK, "seat": 1}}
        assert why(ask("aam", "board", units, unit="s", transport="t")) == ("not_a_friend", "AAM-102")

    @rule("AAM-102", "AAM-86")
    @pytest.mark.parametrize(
        ("ability", "riders", "refused"),
        [
            ("transport", 0, False),
            ("transport", 1, True),
            ("large_transport", 1, False),
            ("large_transport", 2, True),
            ("heavy_transport", 1, False),
            ("heavy_transport", 2, True),
            ("exposed_transport", 1, True),
            ("gun_transport", 1, True),
        ],
    )
    def test_how_many_ride(self, ability: str, riders: int, refused: bool) -> None:
        others = {f"r{n}": {"card": RIFLES, "state": ABOARD} for n in range(riders)}
        assert why(board(transport=carrying(ability), others=others)) == (("full", "AAM-102") if refused else None)

    @rule("AAM-102", "AAM-86")
    def test_the_roomiest_counts(self) -> None:
        rider = {"r": {"card": RIFLES, "state": ABOARD}}
        assert why(board(transport=carrying("transport", "large_transport"), others=rider)) is None
        light = {**ANTITANK_GUN, "abilities": {"light_artillery": True}}
        towed = {"r": {"card": light, "state": ABOARD}}
        assert why(board(light, carrying("light_towing"), others=towed)) == ("full", "AAM-102")

    @rule("AAM-102")
    @pytest.mark.parametrize(
        ("rider", "refused"),
        [
            ({"card": RIFLES}, True),
            ({"card": RIFLES, "seat": 1}, False),
            ({"card": PANZER, "seat": 1}, False),
            ({"card": RIFLES, "state": {"where": "destroyed"}}, False),
            ({"card": RIFLES, "state": {"aboard": "u"}}, True),
        ],
    )
    def test_who_is_told_to_be_aboard(self, rider: Any, refused: bool) -> None:
        assert why(board(others={"r": rider}, holds=["r"])) == (("full", "AAM-102") if refused else None)
        assert why(board(others={"r": {"card": RIFLES, "state": {"aboard": "u"}}})) is None
        assert why(board(holds=["s"])) is None

    @rule("AAM-107", "AAM-95")
    @pytest.mark.parametrize(
        ("ability", "gun", "riders", "refused"),
        [
            ("gun_transport", {}, 0, False),
            ("gun_transport", {"large": True}, 0, True),
            ("large_transport", {}, 0, False),
            ("large_transport", {}, 1, True),
            ("heavy_transport", {}, 1, False),
            ("transport", {"light_artillery": True}, 0, False),
            ("light_towing", {"light_artillery": True}, 0, False),
            ("light_towing", {}, 0, True),
        ],
    )
    def test_guns(self, ability: str, gun: Any, riders: int, refused: bool) -> None:
        others = {f"r{n}": {"card": ANTITANK_GUN, "state": ABOARD} for n in range(riders)}
        reply = board({**ANTITANK_GUN, "abilities": gun}, carrying(ability), others=others)
        assert why(reply) == (("artillery", "AAM-107") if refused else None)

    @rule("AAM-107", "AAM-86")
    def test_a_gun_beside_a_soldier(self) -> None:
        assert why(board(ANTITANK_GUN, carrying("large_transport"), others={"r": {"card": RIFLES, "state": ABOARD}})) is None
        units = {"s": {"card": ANTITANK_GUN, "state": ABOARD}, "t": {"card": carrying("large_transport")}}
        assert why(ask("aam", "deploy", units, unit="s", transport="t")) is None

    @rule("AAM-107", "AAM-95")
    def test_who_tows_guns_carries_nobody_else(self) -> None:
        assert why(board(transport=carrying("light_towing"))) == ("artillery", "AAM-107")
        assert why(board(transport=carrying("light_towing", "transport"))) is None
        assert why(board({**RIFLES, "subtypes": ["Commander"]})) is None
        assert why(board({**RIFLES, "subtypes": ["Artillery"]})) == ("artillery", "AAM-107")

    @rule("AAM-102", "AAM-137")
    def test_in_the_movement_phase_only(self) -> None:
        units = {"s": {"card": RIFLES}, "t": {"card": HALFTRACK}, "p": {"card": RIFLES, "state": ABOARD}}
        for step, allowed in (("first_movement", True), ("first_assault", False)):
            for told in ({"unit": "s", "transport": "t"}, {"unit": "p"}):
                playing = Session(RULES, table(RULES, frozen({"step": step, "units": {**units, "t": {"card": carrying("large_transport")}}})))
                opening = Opened("board" if "transport" in told else "dismount", Map(told))
                if allowed:
                    playing.dispatch(opening)
                else:
                    with pytest.raises(Refused) as refused:
                        playing.dispatch(opening)
                    assert "AAM-102" in [no.ref.id for no in refused.value.why]


class TestGettingAboard:
    """Who carries whom, told by names, by numbers and by sides."""

    AXIS, ALLIES = {**SOLDIER, "side": "axis"}, {**SOLDIER, "side": "allies"}

    def board(self, rider: Any = SOLDIER, transport: Any = HALFTRACK, state: Any = None, others: Any = None, **told: Any) -> dict[str, Any]:
        units = {"s": {"card": rider, "state": state or {}}, "t": {"card": transport}, **(others or {})}
        return ask("aam", "board", units, unit="s", transport="t", **told)

    @rule("AAM-102", "AAM-86")
    @pytest.mark.parametrize(
        ("ability", "holds", "no"), [("transport", 0, []), ("transport", 1, ["AAM-102"]), ("large_transport", 1, []), ("large_transport", 2, ["AAM-102"])]
    )
    def test_how_many_are_aboard_by_number(self, ability: str, holds: int, no: Any) -> None:
        assert refused(self.board(transport=able(SHERMAN, **{ability: True}), holds=holds)) == no

    @rule("AAM-102")
    def test_a_vehicle_told_to_be_there_is_not_aboard(self) -> None:
        assert refused(self.board(holds=["t"])) == []
        assert refused(self.board(others={"o": {"card": SHERMAN}}, holds=["o"])) == []
        assert refused(self.board(others={"o": {"card": SOLDIER}}, holds=["o"])) == ["AAM-102"]

    @rule("AAM-102", "AAM-107")
    def test_no_transport_is_the_only_reason(self) -> None:
        assert refused(self.board(transport=SHERMAN)) == ["AAM-102"]
        assert refused(self.board(rider=PAK, transport=SHERMAN)) == ["AAM-102"]

    @rule("AAM-102", "AAM-103")
    @pytest.mark.parametrize(
        ("rider", "others", "no"),
        [
            ({}, {"t": {"card": HALFTRACK, "seat": 0}}, []),
            (ABOARD, {"t": {"card": HALFTRACK, "seat": 0}}, ["AAM-103"]),
            ({}, {"t": {"card": HALFTRACK, "seat": 1}}, ["AAM-102"]),
            ({}, {"t": {"card": HALFTRACK, "seat": 0, "state": {"where": "destroyed"}}}, ["AAM-102"]),
            ({}, {}, ["AAM-102"]),
        ],
    )
    @pytest.mark.parametrize("step", ["first_movement", "second_movement"])
    def test_the_sheet_of_a_soldier_says_whether_it_can_board(self, step: str, rider: Any, others: Any, no: list[str]) -> None:
        """Before a transport is named: one of its own army is on the map, and it rides in none."""
        now = table(RULES, frozen({"step": step, "units": {"s": {"card": RIFLES, "seat": 0, "state": rider}, **others}}))
        assert [each.ref.id for each in RULES.opening("board").refusals(now, Map({"unit": "s"}), early=True)] == no

    @rule("AAM-102", "AAM-02")
    def test_sides_tell_friend_from_foe_where_nobody_told_seats(self) -> None:
        assert refused(self.board(self.AXIS, {**HALFTRACK, "side": "allies"})) == ["AAM-102"]
        assert refused(self.board(self.ALLIES, {**HALFTRACK, "side": "allies"})) == []
        assert refused(self.board(self.ALLIES, {"type": "vehicle", "abilities": {"transport": True}})) == []
        assert refused(self.board(SOLDIER, {**HALFTRACK, "side": "allies"})) == []
        units = {"s": {"card": self.ALLIES, "seat": 0}, "t": {"card": {**HALFTRACK, "side": "allies"}, "seat": 1}}
        assert refused(ask("aam", "board", units, unit="s", transport="t")) == ["AAM-102"]
        other = {"o": {"card": self.AXIS}}
        assert refused(self.board(self.ALLIES, {**HALFTRACK, "side": "allies"}, others=other, holds=["o"])) == []

    @rule("AAM-29", "AAM-106")
    @pytest.mark.parametrize(("there", "full"), [(["foe", "foe_2"], False), (["friend"], True), (["foe", "friend"], True)])
    def test_two_of_each_army_by_their_sides(self, there: Any, full: bool) -> None:
        units = {
            "s": {"card": self.ALLIES, "state": {"aboard": "t"}},
            "t": {"card": {**HALFTRACK, "side": "allies"}},
            "friend": {"card": self.ALLIES},
            "foe": {"card": self.AXIS},
            "foe_2": {"card": self.AXIS},
        }
        assert ask("aam", "dismount", units, unit="s", transport="t", holds=there)["result"]["overflow"] is full

    @rule("AAM-61", "AAM-130")
    @pytest.mark.parametrize("question", ["board", "dismount"])
    @pytest.mark.parametrize(("abilities", "no"), [({}, ["AAM-61"]), ({"ss_determination": True}, []), ({"hero": True}, [])])
    def test_a_disrupted_soldier_makes_neither_move(self, question: str, abilities: Any, no: Any) -> None:
        state = {"face_up": DISRUPTED, **({"aboard": "t"} if question == "dismount" else {})}
        units = {"s": {"card": able(SOLDIER, **abilities), "state": state}, "t": {"card": HALFTRACK}}
        assert refused(ask("aam", question, units, unit="s", transport="t")) == no


class TestDismounting:
    @rule("AAM-102", "AAM-105")
    def test_into_the_hex_of_the_transport(self) -> None:
        reply = dismount(holds=["t"])
        assert (reply["after"]["s"], reply["result"]) == ({"where": "table", "moved": True}, {"overflow": False, "placed_by": 0})

    @rule("AAM-102", "AAM-103")
    @pytest.mark.parametrize(
        ("state", "told", "refused"),
        [
            ({"aboard": "", "where": "table"}, {}, ("not_aboard", "AAM-102")),
            ({"moved": True}, {}, ("already_moved", "AAM-130")),
            ({}, {"transport": "u"}, ("not_aboard", "AAM-102")),
            ({}, {"transport": "t"}, None),
        ],
    )
    def test_only_who_began_the_phase_aboard(self, state: Any, told: Any, refused: Any) -> None:
        """Boarding used its move: it cannot get off in the same phase."""
        assert why(dismount(state, others={"u": {"card": HALFTRACK}}, **told)) == refused

    @rule("AAM-103")
    @pytest.mark.parametrize(("reading", "its", "refused"), [("yes", ["disrupted"], False), ("no", ["disrupted"], True), ("no", ["damaged"], False)])
    def test_from_a_disrupted_transport(self, reading: str, its: list[str], refused: bool) -> None:
        """AMB-12."""
        reply = dismount(its={"face_up": its}, readings={"dismount_disrupted_transport": reading})
        assert why(reply) == (("disrupted_transport", "AAM-103") if refused else None)

    @rule("AAM-106", "AAM-28")
    @pytest.mark.parametrize(("holds", "full"), [(["t"], False), (["t", "r"], True), ([], False), (["r"], True), (["t", "e"], False), (1, False), (2, True)])
    def test_into_a_full_hex(self, holds: Any, full: bool) -> None:
        others = {"r": {"card": RIFLES}, "e": {"card": RIFLES, "seat": 1}}
        reply = dismount(others=others, holds=holds)
        assert reply["result"] == {"overflow": full, "placed_by": int(full)}
        assert reply["after"]["s"] == {"where": "table", "moved": True}

    @rule("AAM-106")
    def test_by_the_other_reading_its_owner_puts_it_next_to_it(self) -> None:
        """AMB-36."""
        reply = dismount(others={"r": {"card": RIFLES}}, holds=["t", "r"], readings={"overflow": "owner_adjacent"})
        assert reply["result"] == {"overflow": True, "placed_by": 0}

    @rule("AAM-106")
    @pytest.mark.parametrize(("reading", "asked_of"), [("opponent_nearest", 1), ("owner_adjacent", 0)])
    @pytest.mark.parametrize("placed", [True, False])
    def test_asked_at_the_table(self, reading: str, asked_of: int, placed: bool) -> None:
        units = {"s": {"card": RIFLES, "state": ABOARD}, "t": {"card": HALFTRACK}}
        playing = Session(RULES, table(RULES, frozen({"step": "first_movement", "units": units, "readings": {"overflow": reading}})))
        playing.dispatch(Opened("dismount", Map({"unit": "s"})))
        assert playing.prompt
        assert (playing.prompt.key, playing.prompt.asked_of) == ("room", 0)
        playing.answer(False)
        assert (playing.prompt.key, playing.prompt.asked_of) == ("overflow", asked_of)
        playing.answer(placed)
        soldier = playing.state.unit("s")
        assert (soldier.where, bool(soldier.trackers.get("moved"))) == (("table", True) if placed else ("inside", False))

    @rule("AAM-106", "AAM-102")
    def test_room_at_the_table(self) -> None:
        units = {"s": {"card": RIFLES, "state": ABOARD}, "t": {"card": HALFTRACK}}
        playing = Session(RULES, table(RULES, frozen({"step": "first_movement", "units": units})))
        playing.dispatch(Opened("dismount", Map({"unit": "s"})))
        playing.answer(True)
        assert (playing.prompt, playing.state.unit("s").where) == (None, "table")

    def units(self, rider: Any, transport: Any, ability: str = "transport") -> Any:
        return {
            "t": {"card": able(HALFTRACK, **{ability: True}), "seat": 0, "state": transport},
            "r": {"card": SOLDIER, "seat": 0, "state": {"aboard": "t", "where": "inside", **rider}},
            "b": {"card": SOLDIER, "seat": 1},
        }

    @rule("AAM-66", "AAM-104")
    @pytest.mark.parametrize(
        ("rider", "transport", "no"),
        [
            ({}, {}, None),
            ({"where": "destroyed"}, {"where": "destroyed"}, ("off_the_map", "AAM-66")),
            ({}, {"where": "destroyed"}, ("off_the_map", "AAM-66")),
            ({"where": "destroyed"}, {}, ("off_the_map", "AAM-66")),
        ],
    )
    def test_nobody_gets_off(self, rider: Any, transport: Any, no: Any) -> None:
        assert why(ask("aam", "dismount", self.units(rider, transport), unit="r", holds=["t"])) == no

    @rule("AAM-104", "AAM-66")
    def test_a_transport_nobody_told_of_is_no_loss(self) -> None:
        rider = {"r": {"card": SOLDIER, "state": {"aboard": "t", "where": "inside"}}}
        assert why(ask("aam", "dismount", rider, unit="r", holds=1)) is None


class TestPhases:
    @rule("AAM-102", "AAM-137")
    @pytest.mark.parametrize(("question", "state"), [("board", {}), ("dismount", {"aboard": "t", "where": "inside"})])
    @pytest.mark.parametrize(("phase", "no"), [("movement", None), ("assault", ("not_in_assault", "AAM-102"))])
    def test_boarding_and_getting_off_in_a_phase_told(self, question: str, state: Any, phase: str, no: Any) -> None:
        units = {"s": {"card": SOLDIER, "state": state}, "t": {"card": HALFTRACK}}
        assert why(ask("aam", question, units, unit="s", transport="t", phase=phase)) == no


class TestSilentCards:
    """An answer that rests on the type does not guess it."""

    @rule("AAM-12", "AAM-102")
    def test_who_boards(self) -> None:
        units = {"s": {"card": {"name": "?"}}, "t": {"card": HALFTRACK}}
        assert ask("aam", "board", units, unit="s", transport="t")["unknown"] == ["units.s.card.type"]


@rule("AAM-102", "AAM-130")
def test_the_example_of_the_book() -> None:
    """E-14: the transport drives to the Soldier, who boards; next turn it drives on and he gets
    off; then he may attack."""
    units = {"s": {"card": RIFLES}, "t": {"card": HALFTRACK}, "e": {"card": ANTITANK_GUN, "seat": 1}}
    playing = Session(RULES, table(RULES, frozen({"step": "first_movement", "units": units})))
    drive = frozen({"unit": "t", "steps": [{"into": "clear"}]})
    assert isinstance(drive, Map)
    playing.dispatch(Opened("move", drive))
    playing.dispatch(Opened("board", Map({"unit": "s", "transport": "t"})))
    for step in ("second_movement", "first_assault"):
        playing.dispatch(Advanced())
        assert playing.state.step == step
    for opening in (Opened("attack", Map({"attacker": "s", "target": "e"})), Opened("move", Map({"unit": "s"}))):
        with pytest.raises(Refused) as refused:
            playing.dispatch(opening)
        assert refused.value.why[0].ref.id == "AAM-103"
    later = table(RULES, frozen({"step": "first_movement", "turn": 2, "units": {**units, "s": {"card": RIFLES, "state": ABOARD}}}))
    playing = Session(RULES, later)
    playing.dispatch(Opened("move", drive))
    playing.dispatch(Opened("dismount", Map({"unit": "s", "holds": ("t",)})))
    with pytest.raises(Refused):  # it walks no further in this phase
        playing.dispatch(Opened("move", Map({"unit": "s"})))
    playing.dispatch(Advanced())
    playing.dispatch(Advanced())
    playing.dispatch(Opened("attack", Map({"attacker": "s", "target": "e"})))
    assert playing.prompt
