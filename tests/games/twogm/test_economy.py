"""Action points: supply, income, pairs, the store."""

import pytest

from engine.games.twogm.examples import FOCKE, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, TRUCK
from engine.values.events import Advanced
from engine.values.model import BY_HAND
from engine.values.texts import english
from tests.games.twogm.table import RULES, TANK, on, playing, put, refused, result, rule, unit

COMMAND = {**LIGHT, "name": "Command Group"}


LINK = {**LIGHT, "name": "Radio Link", "skills": ["synergy"]}


class TestSupply:
    @rule("2GM-42", "2GM-43")
    def test_who_pays(self) -> None:
        """By name, by skill or as set by hand; the enemy's do not, nor those in reserve; a full
        line of six rows pays six."""
        plain = {**LIGHT, "equipment": [], "skills": []}
        units = {str(row): unit(plain, row=row) for row in range(1, 7)}
        units |= {
            "n": unit({**plain, "name": "Command Group"}, row=1),
            "s": unit({**plain, "skills": ["Command Group"]}, row=2),
            "h": unit(plain, row=6, command=True),
            "r": unit({**plain, "name": "Radio Link"}, row=1),
            "y": unit({**plain, "skills": ["Synergy"]}, row=1),
            "e": unit({**plain, "name": "Command Group"}, 1, row=3),
            "l": unit({**plain, "name": "Radio Link"}, 1, row=1),
            "w": unit({**plain, "name": "Command Group"}, where="reserve", row=3),
            "q": unit(HQ),
        }
        session = playing("start", units)
        from engine.values.events import Advanced

        session.dispatch(Advanced())
        assert session.prompt
        assert english(session.prompt.lines[0].text) == ("gain 16 action points (HQ 1; supply line 6; Command Groups 6; Radio Links 3), 2 lost: 14 now")

    @rule("2GM-37", "2GM-38")
    def test_a_waiting_fighter_by_another_reading(self) -> None:
        """Only if there is one."""
        units = {"a": unit(LIGHT, row=2)}
        assert result("supply", units, {"air_rows": "yes"})["length"] == 0
        assert result("supply", {**units, "f": unit(MUSTANG)}, {"air_rows": "yes"})["length"] == 2

    @rule("2GM-37", "2GM-158")
    @pytest.mark.parametrize(
        ("rows", "length", "cut", "front"),
        [
            ([1, 2, 4], 2, 3, 4),
            ([], 0, 1, 0),
            ([2, 3], 0, 1, 3),
            ([1], 1, 2, 1),
            ([1, 1, 2, 2], 2, 3, 2),
            ([6, 5, 4, 3, 2, 1], 6, None, 6),
            ([1, 2, 3, 4, 5], 5, 6, 5),
        ],
    )
    def test_rows_in_a_row(self, rows: list[int], length: int, cut: int | None, front: int) -> None:
        """EX-G04: rows 1, 2 and 4 give 2."""
        assert result("supply", rows=rows) == {"length": length, "cut_at": cut, "ap": length, "front": front}

    @rule("2GM-38", "2GM-190")
    def test_from_the_table(self) -> None:
        """The enemy's units, a destroyed one and a waiting fighter hold no row."""
        units = {
            "a": unit(LIGHT, row=2),
            "b": unit(LIGHT, row=3),
            "e": unit(LIGHT, 1, row=1),
            "f": unit(FOCKE),
            "h": unit(HQ),
            "d": unit(LIGHT, row=1, where="destroyed"),
        }
        assert result("supply", units)["length"] == 0
        assert result("supply", units, {"air_rows": "yes"})["length"] == 3
        assert result("supply", units, seat=1)["length"] == 1

    @rule("2GM-37", "2GM-20")
    def test_at_one_look(self) -> None:
        glance = RULES.glance
        session = playing(
            "movement",
            {
                "a": unit(LIGHT, row=1, moved=True),
                "b": unit(TANK, row=2),
                "o": unit(OSTWIND, 1),
                "f": unit(FOCKE),
                "n": unit(LIGHT | {"skills": ["mechanized"]}),
                "h": unit(HOUSE),
            },
        )
        now = session.state
        assert [glance.sign(now.unit(key)) for key in ("a", "b", "o", "f", "n", "h")] == ["infantry", "armour", "anti-air", "recon", "mechanised", ""]
        assert [glance.acted(now, now.unit(key)) for key in ("a", "b", "o", "f")] == [True, False, None, None]
        assert dict(glance.watched(now)[0].text.values) == {"count": 2, "cut": 3}
        all_six = playing("movement", {str(row): unit(LIGHT, row=row) for row in range(1, 7)}).state
        assert glance.watched(all_six)[0].text.key == "The supply line reaches all six rows"
        assert glance.watched(now.set("", "winner", "player_1", BY_HAND))[0].ref.id == "2GM-20"
        fired = playing("fire", {"a": unit(LIGHT, fired_with=["-1"]), "b": unit(LIGHT)}).state
        assert [glance.acted(fired, fired.unit(key)) for key in ("a", "b")] == [True, None]


class TestIncome:
    @rule("2GM-24", "2GM-156")
    def test_the_printed_caps(self) -> None:
        for army, most in (("German", 14), ("US", 12), ("American", 12)):
            session = playing("start", {"h": unit({"name": "HQ", "type": "hq", "army": army})}, [{"ap": 20}, {}])
            assert on(session, "headquarters").state.seats[0]["ap"] == most
        own = playing("start", {"h": unit(HQ)}, [{"ap": 20, "cap": 9}, {}])
        assert on(own, "headquarters").state.seats[0]["ap"] == 9

    @rule("2GM-24", "2GM-156")
    @pytest.mark.parametrize(("army", "kept"), [("US Army", 12), ("USA", 12), ("American", 12), ("Germany", 14), ("German", 14), ("Italy", 15)])
    def test_the_cap_of_an_army(self, army: str, kept: int) -> None:
        """13 stored, 1 of the HQ, 1 of a row; an HQ whose cap nobody prints keeps all."""
        units = {"h": unit({"type": "hq", "life": 10, "army": army}), "a": unit(LIGHT, row=1)}
        session = on(playing("start", units, [{"ap": 13}, {}]), "headquarters")
        assert session.state.seats[0]["ap"] == kept

    @rule("2GM-41", "2GM-156")
    @pytest.mark.parametrize(
        ("stored", "text"),
        [
            (14, "gain 2 action points (HQ 1; supply line 1), 2 lost: 14 now"),
            (13, "gain 2 action points (HQ 1; supply line 1), 1 lost: 14 now"),
            (0, "gain 2 action points (HQ 1; supply line 1): 2 now"),
        ],
    )
    def test_what_a_full_store_loses_is_said(self, stored: int, text: str) -> None:
        session = playing("start", {"h": unit(HQ), "a": unit(LIGHT, row=1)}, [{"ap": stored}, {}])
        session.dispatch(Advanced(leave=True))
        assert session.prompt
        assert [english(line.text) for line in session.prompt.lines] == [text]
        session.answer(())
        assert refused(session, "income") == ["2GM-41"]

    @rule("2GM-41", "2GM-26")
    def test_one_is_one(self) -> None:
        """Without an HQ and a row there is nothing to say."""
        lines = []
        for step, seat in (("start", {}), ("headquarters", {"cards": {"deck": 1, "hand": 1}}), ("reactivation", {"cards": {"deck": 1, "hand": 8}})):
            session = playing(step, {"h": unit(HQ)}, [seat, {}])
            session.dispatch(Advanced(leave=True))
            assert session.prompt
            lines += [english(line.text) for line in session.prompt.lines]
        assert lines == ["gain one action point (HQ 1): 1 now", "draw one card", "discard one card"]
        lost = playing("start", {"h": unit(HQ, where="destroyed")}, scenario="bastogne")
        lost.dispatch(Advanced(leave=True))
        assert lost.prompt is None

    @rule("2GM-41", "2GM-42")
    def test_the_rulebooks_fourteen(self) -> None:
        """EX-G05: 7 + 1 + 3 + 3 = 14, cap 12: 2 lost."""
        found = result("income", stored=7, cap=12, rows=[1, 2, 3], command_groups=[1, 2])
        assert {key: found[key] for key in ("gained", "lost", "stored")} == {"gained": 7, "lost": 2, "stored": 12}
        assert found["items"] == {"hq": 1, "general": 0, "supply": 3, "command_groups": 3, "radio_links": 0, "handicap": 0}

    @rule("2GM-41", "2GM-159")
    def test_in_play_from_the_table(self) -> None:
        """HQ 1, rows 1 and 2: 2, Command Group aboard on row 2: 2, two links: 3, handicap 1: 9
        and 4 stored are 13 of 14."""
        units = {
            "h": unit(HQ),
            "t": unit(TRUCK, row=2),
            "c": unit(COMMAND, where="inside", **{"in": "t"}),
            "l": unit(LINK, row=1),
            "m": unit(LINK, row=1),
            "x": unit(COMMAND, row=1, where="destroyed"),
        }
        session = playing("start", units, [{"ap": 4, "handicap": 1}, {}])
        on(session, "headquarters")
        assert session.state.seats[0]["ap"] == 13

    @rule("2GM-42")
    @pytest.mark.parametrize(("rows", "gives"), [([1], 1), ([2], 2), ([3], 3), ([4], 3), ([6], 3), ([1, 3, 5], 7)])
    def test_command_groups_by_row(self, rows: list[int], gives: int) -> None:
        assert result("income", command_groups=rows)["items"]["command_groups"] == gives

    @rule("2GM-42")
    def test_by_another_reading_only_in_supply(self) -> None:
        found = result("income", None, {"command_supply": "yes"}, rows=[1, 2, 4], command_groups=[2, 4])
        assert found["items"]["command_groups"] == 2

    @rule("2GM-43")
    @pytest.mark.parametrize(("links", "gives"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 7)])
    def test_radio_links(self, links: int, gives: int) -> None:
        """EX-G39."""
        assert result("income", radio_links=links)["items"]["radio_links"] == gives

    @rule("2GM-44")
    def test_generals(self) -> None:
        assert [result("income", rows=list(range(1, n + 1)), general="General Patton")["items"]["general"] for n in (3, 4, 5)] == [0, 1, 1]
        assert result("income", general=2)["items"]["general"] == 2
        assert result("income", general="Model")["items"]["general"] == 0
        assert "Rundstedt" in put("income", general="Von Rundstedt")["error"]
        rundstedt = {"g": unit({"name": "Von Rundstedt", "type": "general", "ap": 1})}
        assert result("income", rundstedt, general="g")["items"]["general"] == 1
        assert put("income", {"g": unit({"name": "Von Rundstedt", "type": "general"})}, general="g")["unknown"] == ["units.g.card.ap"]

    @rule("2GM-115")
    def test_a_handicap(self) -> None:
        assert result("income", handicap=1)["gained"] == 2
