"""Smoke: shells, screens, how long they last."""

from typing import Any

import pytest

from engine.games.twogm.examples import LIGHT, OSTWIND, PAK, SHERMAN
from engine.values.maps import frozen
from tests.games.asking import rows
from tests.games.twogm.table import RULES, SCREEN, TANK, after, do, keys, on, playing, put, refs, refused, result, rule, shot, unit


class TestShells:
    @rule("2GM-122", "2GM-123")
    def test_smoke_in_the_air(self) -> None:
        units = {"a": unit(OSTWIND), "b": unit(LIGHT, 1, smoke="shell")}
        told = {"attacker": "a", "target": "b", "as": "aa"}
        assert rows(put("shot", units, **told), "shot") == []
        assert rows(put("shot", units, {"air_cover": "yes"}, **told), "shot") == [("smoke_shell", -1, "2GM-122")]
        assert rows(put("shot", units, attacker="a", target="b"), "shot") == [("smoke_shell", -1, "2GM-122")]

    @rule("2GM-122", "2GM-123")
    def test_how_thick_smoke_is(self) -> None:
        moment = {"cast_in": ["own", "fire"], "asked_in": ["own", "end"]}
        assert [result("smoke", kind=kind, **moment)["modifier"] for kind in ("shell", "screen")] == [[1, 1], [2, 2]]

    @rule("2GM-122")
    def test_a_shell_lasts_until_the_next_start(self) -> None:
        def active(cast: Any, asked: Any, **readings: str) -> bool:
            return bool(result("smoke", None, readings, kind="shell", cast_in=cast, asked_in=asked)["active"])

        own, enemy = ["own", "movement"], ["enemy", "movement"]
        assert active(own, ["own", "fire"])
        assert not active(own, ["enemy", "start"])
        assert active(enemy, ["enemy", "fire"])
        assert not active(enemy, ["own", "start"])
        assert active(own, ["enemy", "fire"], shell_end="own_start")
        assert not active(own, ["own", "start"], shell_end="own_start")
        assert not active(enemy, ["own", "fire"], shell_end="own_start")

    @rule("2GM-122", "2GM-123")
    def test_when_smoke_is_laid(self) -> None:
        def why(kind: str, cast: Any) -> list[str]:
            return refs("smoke", kind=kind, cast_in=cast, asked_in=["own", "fire"])

        assert why("shell", ["enemy", "deployment"]) == []
        assert why("shell", ["enemy", "fire"]) == ["2GM-122"]
        assert why("screen", ["enemy", "start"]) == ["2GM-123"]
        assert why("screen", ["own", "end"]) == []

    @rule("2GM-122")
    def test_seats_by_number_and_rounds(self) -> None:
        found = result("smoke", kind="screen", owner=1, cast_in=[1, "fire"], asked_in=[0, "fire"])
        assert found["active"] is True
        later = result("smoke", kind="screen", cast_in={"seat": "own", "phase": "fire", "turn": 1}, asked_in={"seat": "own", "phase": "fire", "turn": 2})
        assert later["active"] is False

    @rule("2GM-122", "2GM-123")
    def test_in_play(self) -> None:
        units = {"s": unit(SHERMAN, row=2), "i": unit(LIGHT, row=2, at_cover="s"), "p": unit(PAK, 1, row=2)}
        session = playing("movement", units)
        do(session, "lay_smoke", unit="s")
        assert session.state.unit("i").trackers["smoke"] == session.state.unit("s").trackers["smoke"] == ("shell",)
        assert session.state.unit("s").trackers["markers"]["Smoke Shell"]["face"] == "disabled"  # type: ignore[index, call-overload]
        assert refused(session, "lay_smoke", unit="s") == ["2GM-15"]
        on(session, "start")
        assert not session.state.unit("i").trackers.get("smoke")
        on(session, "fire")
        assert refused(session, "lay_smoke", unit="s") == ["2GM-122"]

    @rule("2GM-122")
    def test_a_shell_hides_its_whole_square(self) -> None:
        units = {
            "s": unit(SHERMAN, row=2, column=3),
            "i": unit(LIGHT, row=2, column=3),
            "j": unit(LIGHT, row=2, column=4),
            "k": unit(LIGHT, row=2),
            "c": unit(LIGHT | {"equipment": [{"item": "Smoke Shell"}]}, at_cover="s"),
        }
        reply = put("lay_smoke", units, unit="s")
        assert [key for key in units if after(reply, key).get("smoke")] == ["s", "i", "c"]
        reply = put("lay_smoke", units, unit="c")
        assert [key for key in units if after(reply, key).get("smoke")] == ["s", "c"]

    @rule("2GM-122")
    def test_by_another_reading_a_shell_stays_until_its_owners_start(self) -> None:
        session = do(playing("movement", {"s": unit(SHERMAN, row=2)}, readings={"shell_end": "own_start"}), "lay_smoke", unit="s")
        assert on(session, "start").state.unit("s").trackers["smoke"] == ("shell",)
        assert "smoke" not in on(session, "start").state.unit("s").trackers


class TestScreens:
    @rule("2GM-123", "2GM-40")
    def test_a_screen_lasts_the_whole_enemy_turn(self) -> None:
        """EX-G45: cast in the own turn, gone at the own next Start."""
        cases = [
            (("own", "fire"), True),
            (("own", "end"), True),
            (("enemy", "start"), True),
            (("enemy", "fire"), True),
            (("enemy", "end"), True),
            (("own", "start"), False),
            (("own", "movement"), False),
        ]
        for asked, active in cases:
            cast = ("own", "fire") if asked != ("own", "movement") else ("own", "deployment")
            found = result("smoke", kind="screen", cast_in=cast, asked_in=asked)
            assert found == {"active": active, "modifier": [2, 2] if active else [0, 0]}, asked

    @rule("2GM-123", "2GM-191")
    def test_a_screen_in_play_goes_with_its_caster(self) -> None:
        units = {"i": unit({**LIGHT, "equipment": [{"item": "Smoke Screen"}]}, row=2), "p": unit(PAK, 1, row=2)}
        session = do(playing("fire", units), "lay_smoke", unit="i", item="Smoke Screen", on=["p"])
        assert session.state.unit("p").trackers["smoke"] == ("screen",)
        on(session, "start")
        assert session.state.unit("p").trackers["smoke"] == ("screen",)
        assert refused(session, "lay_smoke", unit="i", item="Smoke Screen") == ["2GM-123"]
        on(session, "start")
        assert "smoke" not in session.state.unit("p").trackers

    @rule("2GM-123", "2GM-122")
    def test_where_smoke_can_lie(self) -> None:
        """Range 3 from (1, 4), three squares of one row: the middle one must be in range, its
        neighbours need not."""
        card = {**TANK, "equipment": [{"item": "Smoke Screen"}, {"item": "Smoke Shell"}]}

        def no(item: str, *places: tuple[int, int]) -> Any:
            units = {"s": unit(card, row=1, column=4), **{f"u{n}": unit(LIGHT, row=row, column=column) for n, (row, column) in enumerate(places)}}
            return refs("lay_smoke", units, unit="s", item=item, on=[name for name in units if name != "s"])

        assert no("Smoke Screen", (4, 4)) == no("Smoke Screen", (4, 3), (4, 4), (4, 5)) == no("Smoke Screen", (4, 5)) == []
        assert no("Smoke Screen", (4, 6)) == no("Smoke Screen", (5, 4)) == ["2GM-123"]
        assert no("Smoke Screen", (3, 2), (3, 5)) == no("Smoke Screen", (2, 4), (3, 4)) == ["2GM-123"]
        assert no("Smoke Screen", (3, 6), (3, 4)) == [], "the middle (3, 5) is 3 away"
        assert (no("Smoke Shell", (1, 4)), no("Smoke Shell", (1, 5))) == ([], ["2GM-122"])
        assert refs("lay_smoke", {"s": unit(card), "u": unit(LIGHT, row=6, column=8)}, unit="s", item="Smoke Screen", on=["u"]) == []

    @rule("2GM-191", "2GM-14")
    def test_infantry_casts_one_screen_a_turn(self) -> None:
        session = playing("fire", {"m": unit({**LIGHT, "equipment": SCREEN}, row=1, column=4)})
        cast = {"unit": "m", "item": "Smoke Screen", "on": ["m"]}
        session = on(do(session, "lay_smoke", **cast), "end")
        assert refused(session, "lay_smoke", **cast) == ["2GM-14"]


class TestMixedSmoke:
    @rule("2GM-124")
    def test_by_another_reading_the_first_smoke_counts(self) -> None:
        both = unit(LIGHT, 1, smoke=["shell", "screen"])
        assert keys(shot(LIGHT, both, {"smoke_mix": "first"})) == {"smoke_shell": -1}


class TestWhichSmoke:
    @rule("2GM-122", "2GM-123")
    @pytest.mark.parametrize(
        ("lines", "skills", "laid", "words"),
        [
            (["Smoke Shell"], [], "shell", None),
            (["Smoke Screen"], [], "screen", None),
            ([], ["smoke_grenade"], "shell", None),
            (["Smoke Screen", "Smoke Shell"], [], "screen", ("Smoke Screen", "Smoke Shell")),
            (["Smoke Shell"], ["smoke_shell", "smoke_screen"], "shell", ("Smoke Shell", "smoke_screen")),
        ],
    )
    def test_what_the_unit_has(self, lines: list[str], skills: list[str], laid: str, words: tuple[str, ...] | None) -> None:
        """Where nobody names it; players are asked where there are two."""
        card = {**TANK, "equipment": [{"item": each} for each in lines], "skills": skills}
        session = playing("movement", {"t": unit(card, row=1, column=4)})
        assert RULES.opening("lay_smoke").words(session.state, frozen({"unit": "t"})).get("item") == words  # type: ignore[arg-type]
        do(session, "lay_smoke", unit="t")
        assert session.state.unit("t").trackers["smoke"] == (laid,)
