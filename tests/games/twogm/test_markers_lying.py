"""How markers lie: as the table shows them, and when they turn."""

from typing import Any, ClassVar

import pytest

from engine.games.twogm.examples import HEAVY, HQ, LIGHT, SHERMAN
from engine.games.twogm.markers.procedure import weapons_to_mount
from engine.values.maps import pairs, thawed
from engine.values.texts import english
from tests.games.twogm.table import GLANCE, RULES, do, playing, put, refs, refs_of, rule, unit

MG = {"face": "active"}


def ways(card: Any, item: str, **state: Any) -> list[tuple[str, str]]:
    """How a marker of a unit can lie, in words and for the eye."""
    here = playing("fire", {"u": unit(card, **state)}).state.unit("u")
    part = next(each for each in GLANCE.parts(here, "markers") if each.place == item)
    return [(english(way.text), way.look) for way in part.ways]


class TestMarkersOnASheet:
    @rule("2GM-18", "2GM-14")
    def test_a_heavy_weapon_is_taken_down_or_mounted_and_tilts_when_mounted(self) -> None:
        assert ways(HEAVY, "HMG") == [("not mounted", "hollow"), ("mounted", "base"), ("mounted, tilted", "base tilted")]

    @rule("2GM-15", "2GM-14")
    def test_an_arrow_is_active_disabled_or_disabled_and_tilted(self) -> None:
        assert ways(SHERMAN, "MG") == [("active", ""), ("disabled", "hollow"), ("disabled, tilted", "hollow tilted")]

    @rule("2GM-14", "2GM-18")
    def test_what_has_no_arrow_is_never_disabled(self) -> None:
        assert ways(LIGHT, "Grenade") == [("active", ""), ("active, tilted", "tilted")]

    @rule("2GM-14", "2GM-118")
    def test_hitting_the_dirt_is_no_marker_to_turn(self) -> None:
        here = playing("fire", {"u": unit(LIGHT)}).state.unit("u")
        assert [each.place for each in GLANCE.parts(here, "markers")] == ["Grenade", "Medic"]
        assert GLANCE.parts(here, "smoke") == ()


class TestUsedMarkers:
    @rule("2GM-14", "2GM-15")
    @pytest.mark.parametrize(("card", "item", "face", "ref"), [(SHERMAN, "MG", "disabled", "2GM-15"), (LIGHT, "Grenade", "active", "2GM-14")])
    def test_an_arrow_is_disabled_too_and_each_cites_its_rule(self, card: Any, item: str, face: str, ref: str) -> None:
        reply = put("shot", {"a": unit(card), "b": unit(LIGHT, 1)}, attacker="a", target="b", weapon=item, range=1, roll={"shot": [1]})
        change = next(each for each in reply["changes"] if each["tracker"].startswith("markers"))
        assert (change["to"], change["ref"]) == ({"face": face, "tilted": True}, ref)

    @rule("2GM-66", "2GM-68")
    def test_who_was_told_with_one_marker_has_no_other_line(self) -> None:
        """The card lists five; the table says that one of them was bought."""
        units = {"a": unit(SHERMAN, row=3, column=3, markers={"MG": MG}), "b": unit(LIGHT, 1, row=3, column=3)}
        session = do(playing("fire", units), "shot", [1], attacker="a", target="b", weapon="MG")
        assert [each.place for each in GLANCE.parts(session.state.unit("a"), "markers")] == ["MG"]

    @rule("2GM-66", "2GM-18")
    def test_of_a_weapon_mounted_now_the_turn_is_kept(self) -> None:
        """It may be taken down in a later Reactivation only."""
        session = do(playing("fire", {"a": unit(HEAVY, row=3)}, turn=4), "mount", unit="a", item="HMG")
        assert thawed(session.state.unit("a").trackers["markers"]) == {"HMG": {"face": "mounted", "tilted": False, "turn": 4}}
        fired = do(
            playing("fire", {"a": unit(SHERMAN, row=3), "b": unit(LIGHT, 1, row=3)}, turn=4), "shot", [1], attacker="a", target="b", weapon="MG", range=1
        )
        assert thawed(fired.state.unit("a").trackers["markers"]) == {"MG": {"face": "disabled", "tilted": True}}

    @rule("2GM-17", "2GM-15")
    @pytest.mark.parametrize(("exchange", "marker"), [("Bazooka", None), (None, {"Bazooka": {"face": "active", "tilted": True}})])
    def test_what_is_the_primary_weapon_has_no_marker(self, exchange: str | None, marker: Any) -> None:
        line = {"item": "Bazooka", "cost": 1, "marker": "double_arrow", "weapon": LIGHT["weapon"]}
        card = {**LIGHT, "equipment": [line]}
        state = {"primary": exchange} if exchange else {}
        units = {"a": unit(card, row=3, column=3, **state), "b": unit(LIGHT, 1, row=3, column=3)}
        session = do(playing("fire", units), "shot", [1], attacker="a", target="b", weapon="primary" if exchange else "Bazooka")
        held = session.state.unit("a").trackers.get("markers")
        assert (thawed(held) if held else None) == marker

    @rule("2GM-66", "2GM-122")
    def test_a_headquarters_has_no_equipment(self) -> None:
        """Its card states none, which for a unit leaves open what it has."""
        assert refs("lay_smoke", {"q": unit({**HQ, "skills": None, "equipment": None})}, unit="q", item="Smoke Shell") == ["2GM-66"]

    @rule("2GM-14", "2GM-134")
    @pytest.mark.parametrize(("first", "again"), [(True, ["2GM-14"]), (False, [])])
    def test_in_the_end_phase_what_was_used_is_used_though_it_lies_straight(self, first: bool, again: list[str]) -> None:
        units = {"m": unit(LIGHT, row=2, column=2, handled=["medic"] if first else []), "p": unit(LIGHT, row=2, column=3, damage=2)}
        assert refs_of(playing("end", units), "care", unit="m", target="p") == again

    @rule("2GM-79", "2GM-15")
    @pytest.mark.parametrize(("reading", "straight"), [("any_end", ["a", "b"]), ("own_end", ["a"])])
    def test_whose_markers_are_straightened(self, reading: str, straight: list[str]) -> None:
        lies = {"MG": {"face": "disabled", "tilted": True}}
        units = {"a": unit(SHERMAN, markers=lies), "b": unit(SHERMAN, 1, markers=lies)}
        session = playing("end", units, readings={"marker_straighten": reading})
        do(session, "end_turn")
        assert session.prompt
        assert [line.changes[0].unit for line in session.prompt.lines] == straight


class TestHeavyWeapons:
    @rule("2GM-18")
    @pytest.mark.parametrize(("markers", "left"), [({}, ("HMG", "Mortar")), ({"HMG": {"face": "mounted"}, "Mortar": {"face": "dismounted"}}, ("Mortar",))])
    def test_what_can_still_be_mounted(self, markers: Any, left: tuple[str, ...]) -> None:
        now = playing("fire", {"a": unit(HEAVY, row=3, markers=markers or None)}).state
        assert weapons_to_mount(now, now.unit("a")) == left

    @rule("2GM-18", "2GM-66")
    def test_a_weapon_that_a_unit_does_not_have_is_judged_by_its_name(self) -> None:
        units = {"a": unit(LIGHT, row=3)}
        assert refs_of(playing("fire", units), "mount", unit="a", item="HMG") == ["2GM-66"]
        found = RULES.opening("mount").refusals(playing("fire", units).state, pairs(unit="a"), early=True)
        assert [each.ref.id for each in found] == ["2GM-18"]


class TestSmokeOfBothKinds:
    BOTH: ClassVar[dict[str, Any]] = {**SHERMAN, "equipment": [{"item": "Smoke Shell", "cost": 1}, {"item": "Smoke Screen", "cost": 1}]}

    @rule("2GM-122", "2GM-123")
    @pytest.mark.parametrize(("item", "kind", "ref"), [(None, "shell", "2GM-122"), ("Smoke Shell", "shell", "2GM-122"), ("Smoke Screen", "screen", "2GM-123")])
    def test_which_smoke_is_laid_and_by_which_rule(self, item: str | None, kind: str, ref: str) -> None:
        """The first of its card, unless another is named."""
        told = {"item": item} if item else {}
        reply = put("lay_smoke", {"t": unit(self.BOTH, row=3, column=3)}, unit="t", **told)
        change = next(each for each in reply["changes"] if each["tracker"] == "smoke")
        assert (change["to"], change["ref"]) == ([kind], ref)
        assert list(reply["after"]["t"]["markers"]) == [item or "Smoke Shell"]

    @rule("2GM-122", "2GM-123")
    @pytest.mark.parametrize(("card", "words"), [(BOTH, ("Smoke Shell", "Smoke Screen")), (SHERMAN, None)])
    def test_which_is_asked_where_there_are_two(self, card: Any, words: Any) -> None:
        now = playing("fire", {"t": unit(card, row=3)}).state
        assert RULES.opening("lay_smoke").words(now, pairs(unit="t")).get("item") == words

    @rule("2GM-122")
    def test_only_shells_are_ready_for_the_enemys_turn(self) -> None:
        """A ready machine gun and a screen are none."""
        units = {"a": unit(SHERMAN, 1), "b": unit({**SHERMAN, "equipment": [{"item": "MG"}, {"item": "Smoke Screen"}]}, 1)}
        found = RULES.opening("reactions").facts(playing("start", units).state, pairs())
        assert found["smoke"] == ("a",)
