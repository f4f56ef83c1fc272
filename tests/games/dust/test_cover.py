"""Cover from its sources."""

from typing import Any

import pytest

from tests.games.asking import ask
from tests.games.dust.table import dice, hero, rule, shot, squad, tell, walker, weapon


def cover_of(*sources: str, **situation: Any) -> str:
    return tell("cover", readings=situation.pop("readings", None), sources=list(sources), **situation)["cover"]  # type: ignore[no-any-return]


class TestCover:
    @rule("DUST-06", "DUST-46")
    @pytest.mark.parametrize(
        ("sources", "grade"),
        [
            ([], "none"),
            (["crate"], "soft"),
            (["trap"], "hard"),
            (["corner"], "soft"),
            (["crate", "corner"], "hard"),
            (["crate", "corner", "corner"], "hard"),
            (["trap", "crate"], "hard"),
        ],
    )
    def test_sources_combine(self, sources: list[str], grade: str) -> None:
        """EX-D13: a crate and a corner are hard cover."""
        assert cover_of(*sources) == grade

    @rule("DUST-23", "DUST-82")
    @pytest.mark.parametrize(
        ("corner", "soldier", "vehicle"),
        [
            ("block", "soft", "soft"),
            ("smoke", "soft", "soft"),
            ("wall", "soft", "soft"),
            ("vehicle", "soft", "soft"),
            ("trap", "soft", "none"),
            ("squad", "soft", "none"),
            ("small_entrance", "none", "none"),
        ],
    )
    def test_a_corner_of_what_blocks_this_attacker(self, corner: str, soldier: str, vehicle: str) -> None:
        """EX-D01, EX-D10, EX-D11, EX-D12, EX-D23: against soldiers a trap or squad counts,
        against vehicles only what blocks all."""
        assert cover_of("corner", corner_of=corner, attacker="soldier") == soldier
        assert cover_of("corner", corner_of=corner, attacker="vehicle") == vehicle

    @rule("DUST-45")
    @pytest.mark.parametrize(("reading", "at_45", "grade"), [("off", False, "soft"), ("on", False, "none"), ("on", True, "soft")])
    def test_the_faqs_corner(self, reading: str, at_45: bool, grade: str) -> None:
        assert cover_of("corner", at_45=at_45, readings={"corner45": reading}) == grade

    @rule("DUST-42", "DUST-82")
    @pytest.mark.parametrize(
        ("told", "refs"),
        [
            ({"sources": ["crate"], "kinds": ["phaser"]}, {"DUST-155", "DUST-40"}),
            ({"sources": ["crate"], "kinds": ["flamethrower", "grenade"]}, {"DUST-165", "DUST-167", "DUST-40"}),
            ({"sources": ["corner"], "corner_of": "small_entrance"}, {"DUST-82"}),
            ({"sources": ["corner"], "corner_of": "wall"}, {"DUST-45"}),
            ({"sources": ["crate"], "corner_of": "small_entrance"}, {"DUST-40"}),
        ],
    )
    def test_the_rules_that_an_answer_rests_on(self, told: Any, refs: set[str]) -> None:
        """What ignores cover by its own rule; a corner, and one of an entrance."""
        every = {"DUST-40", "DUST-45", "DUST-79", "DUST-82", "DUST-155", "DUST-165", "DUST-167"}
        assert {*ask("dust", "cover", **told)["refs"]} & every == refs

    @rule("DUST-63", "DUST-42")
    @pytest.mark.parametrize(("reach", "grade"), [("3-6", "none"), ("6", "hard"), (None, "hard")])
    def test_only_a_parabolic_weapon_is_like_artillery(self, reach: str | None, grade: str) -> None:
        told = {"range": reach} if reach else {}
        assert cover_of("trap", readings={"parabolic": "artilleryLike"}, **told) == grade

    @rule("DUST-81", "DUST-46")
    @pytest.mark.parametrize(
        ("sources", "place", "grade"),
        [
            (["building"], "inside", "soft"),
            (["building"], "outside", "hard"),
            (["building", "crate"], "inside", "hard"),
            (["building", "corner"], "inside", "hard"),
        ],
    )
    def test_buildings(self, sources: list[str], place: str, grade: str) -> None:
        """EX-D22 and EX-D24: soft from inside, hard from outside; inside a wall's corner makes
        it hard."""
        assert cover_of(*sources, attacker_place=place) == grade
        assert cover_of(*sources, attacker=place) == grade

    @rule("DUST-100", "DUST-92")
    @pytest.mark.parametrize(("target", "grade"), [("squad", "hard"), ("joined_hero", "hard"), ("hero", "none"), ("vehicle", "none")])
    def test_whom_it_protects(self, target: str, grade: str) -> None:
        assert cover_of("trap", target=target) == grade

    @rule("DUST-42", "DUST-84")
    @pytest.mark.parametrize(
        ("kinds", "grade"),
        [
            (["close"], "none"),
            (["artillery"], "none"),
            (["phaser"], "none"),
            (["flamethrower"], "none"),
            (["grenade"], "none"),
            (["laser"], "hard"),
            (["burst"], "hard"),
            (["volley"], "hard"),
            (["volley", "artillery"], "none"),
            (["incendiary"], "hard"),
            ([], "hard"),
        ],
    )
    def test_what_ignores_it(self, kinds: list[str], grade: str) -> None:
        assert cover_of("building", kinds=kinds) == grade

    @rule("DUST-62", "DUST-63")
    def test_artillery_by_the_faq_and_parabolic_weapons(self) -> None:
        assert cover_of("building", "crate", kinds=["artillery"], readings={"artilleryStructure": "structureKept"}) == "hard"
        assert cover_of("crate", kinds=["artillery"], readings={"artilleryStructure": "structureKept"}) == "none"
        assert cover_of("building", kinds=["close"], readings={"artilleryStructure": "structureKept"}) == "none"
        assert cover_of("crate", range="3-6") == "soft"
        assert cover_of("crate", range="3-6", readings={"parabolic": "artilleryLike"}) == "none"

    @rule("DUST-42", "DUST-45")
    def test_by_units(self) -> None:
        units = {
            "a": {"card": squad(2, {"Rifle": weapon("1/1"), "Mortar": weapon("1/1", "A")})},
            "b": {"card": squad()},
            "w": {"card": walker()},
            "h": {"card": hero(), "state": {"joined": "b"}},
            "l": {"card": hero()},
        }

        def told(attacker: str, target: str, **more: Any) -> str:
            return tell(
                "cover", units, {"artilleryStructure": "structureKept"}, sources=more.pop("sources", ["corner"]), attacker=attacker, target=target, **more
            )["cover"]  # type: ignore[no-any-return]

        assert [told("a", each, corner_of="trap") for each in "bwhl"] == ["soft", "none", "soft", "none"]
        assert told("w", "b", corner_of="trap") == "none"
        assert (told("a", "b", weapon="Mortar"), told("a", "b", weapon="Rifle")) == ("none", "soft")
        assert told("a", "b", weapon="Mortar", sources=["building"]) == "hard"


class TestWhatIgnoresIt:
    @rule("DUST-45")
    @pytest.mark.parametrize(("reading", "adjacent", "cover"), [("yes", True, "soft"), ("yes", False, "none"), ("no", False, "soft")])
    def test_a_corner_beside_the_squad(self, reading: str, adjacent: bool, cover: str) -> None:
        assert tell("cover", None, {"cornerAdjacent": reading}, sources=["corner"], adjacent=adjacent)["cover"] == cover

    @rule("DUST-42", "DUST-49")
    @pytest.mark.parametrize(
        ("told", "cover"), [({"range": "C"}, "none"), ({"range": "a"}, "none"), ({"range": "U"}, "hard"), ({"range": "A", "kinds": ["volley"]}, "none")]
    )
    def test_a_range_tells_what_ignores_cover(self, told: Any, cover: str) -> None:
        assert tell("cover", sources=["trap"], **told)["cover"] == cover

    @rule("DUST-62", "DUST-42")
    @pytest.mark.parametrize(("kinds", "cover"), [(["artillery"], "hard"), (["artillery", "flamethrower"], "none"), (["artillery", "volley"], "hard")])
    def test_a_building_against_artillery_alone(self, kinds: list[str], cover: str) -> None:
        faq = {"artilleryStructure": "structureKept"}
        assert tell("cover", None, faq, sources=["building"], kinds=kinds)["cover"] == cover
        reply = shot(reach="A", kinds=kinds, cover="hard", sources=["building"], readings=faq)
        assert ("cover" in dice(reply)) is (cover == "hard")

    @rule("DUST-42", "DUST-84")
    @pytest.mark.parametrize(("kind", "cover"), [("ugl", "none"), ("knife", "none"), ("burst", "hard"), ("lazer", None)])
    def test_kinds_by_the_name_of_their_chapter(self, kind: str, cover: Any) -> None:
        told = tell("cover", sources=["building"], kinds=[kind])
        assert told["cover"] == cover if cover else "none of" in told["error"]

    @rule("DUST-39", "DUST-46")
    def test_sources_of_cover_are_known_ones(self) -> None:
        assert "none of crate" in shot(cover="soft", sources=["fog"])["error"]
