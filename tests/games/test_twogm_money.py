"""2GM Tactics: supply, income, bids, set-up, decks, hands, pairs, victory, distances."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.games.twogm.examples import FOCKE, HQ, LIGHT, SHERMAN, TRUCK
from tests.games.twogm_table import TANK, do, on, playing, put, refs, refused, result, unit

rule = pytest.mark.rule
COMMAND = {**LIGHT, "name": "Command Group"}
LINK = {**LIGHT, "name": "Radio Link", "skills": ["synergy"]}


class TestSupply:
    @rule("2GM-37", "2GM-158", "2GM-28")
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

    @rule("2GM-37", "2GM-38", "2GM-190")
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


@rule("2GM-41")
class TestIncome:
    @rule("2GM-41", "2GM-42", "2GM-156", "2GM-24")
    def test_the_rulebooks_fourteen(self) -> None:
        """EX-G05: 7 + 1 + 3 + 3 = 14, cap 12: 2 lost."""
        found = result("income", stored=7, cap=12, rows=[1, 2, 3], command_groups=[1, 2])
        assert {key: found[key] for key in ("gained", "lost", "stored")} == {"gained": 7, "lost": 2, "stored": 12}
        assert found["items"] == {"hq": 1, "general": 0, "supply": 3, "command_groups": 3, "radio_links": 0, "handicap": 0}

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

    @rule("2GM-26")
    def test_without_an_hq(self) -> None:
        told = {"stored": 0, "cap": 5, "rows": [1, 2, 3, 4], "command_groups": [3], "general": "patton", "hq_alive": False}
        found = result("income", **told)
        assert (found["items"]["hq"], found["items"]["general"], found["stored"], found["lost"]) == (0, 0, 7, 0)
        assert result("income", None, {"hq_loss_units": "no"}, **told)["stored"] == 4

    @rule("2GM-115")
    def test_a_handicap(self) -> None:
        assert result("income", handicap=1)["gained"] == 2

    @rule("2GM-41", "2GM-42", "2GM-43", "2GM-159", "2GM-24", "2GM-115")
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

    @rule("2GM-24", "2GM-156")
    def test_the_printed_caps(self) -> None:
        for army, most in (("German", 14), ("US", 12), ("American", 12)):
            session = playing("start", {"h": unit({"name": "HQ", "type": "hq", "army": army})}, [{"ap": 20}, {}])
            assert on(session, "headquarters").state.seats[0]["ap"] == most
        own = playing("start", {"h": unit(HQ)}, [{"ap": 20, "cap": 9}, {}])
        assert on(own, "headquarters").state.seats[0]["ap"] == 9


@rule("2GM-113")
class TestPairs:
    @rule("2GM-113")
    @pytest.mark.parametrize(("points", "gift", "shares"), [(7, 0, (4, 3)), (6, 0, (3, 3)), (7, 1, (3, 4)), (0, 0, (0, 0)), (1, True, (0, 1))])
    def test_shares(self, points: int, gift: Any, shares: tuple[int, int]) -> None:
        found = result("share", points=points, gift=gift)
        assert (found["marshal"], found["general"]) == shares

    @rule("2GM-113")
    def test_one_point_a_turn(self) -> None:
        assert refs("share", points=7, gift=2) == ["2GM-113"]

    @rule("2GM-113", "2GM-114", "2GM-189")
    def test_in_play(self) -> None:
        """HQ 1 and two rows: 3, two for the Marshal; then one is given, once a turn."""
        units = {"h": unit(HQ), "a": unit(LIGHT, row=1), "b": unit(LIGHT, row=2)}
        session = playing("start", units, [{"pair": True, "ap": 2, "ap_general": 1}, {}])
        on(session, "headquarters")
        assert (session.state.seats[0]["ap"], session.state.seats[0]["ap_general"]) == (4, 2)
        do(session, "give")
        assert (session.state.seats[0]["ap"], session.state.seats[0]["ap_general"]) == (3, 3)
        assert refused(session, "give") == ["2GM-113"]
        assert refused(playing("headquarters", units, [{"ap": 3}, {}]), "give") == ["2GM-113"]

    @rule("2GM-113", "2GM-65")
    def test_the_marshal_pays_first(self) -> None:
        units = {"s": unit(SHERMAN, where="reserve")}
        session = do(playing("deployment", units, [{"pair": True, "ap": 3, "ap_general": 2}, {}]), "deploy", unit="s", column=4)
        assert ("ap" in session.state.seats[0], session.state.seats[0]["ap_general"]) == (False, 1)


class TestStore:
    @rule("2GM-26", "2GM-156")
    def test_a_lost_store(self) -> None:
        def left(asked: Any, fell: Any = ("enemy", "fire"), **readings: str) -> int:
            return int(result("store", None, readings, stored=5, hq_alive=False, fell_in=list(fell), asked_in=list(asked))["stored"])

        assert [left(("enemy", phase)) for phase in ("fire", "discard", "end")] == [5, 5, 0]
        assert left(("own", "deployment")) == 0
        assert [left(("own", phase), hq_loss_end="own_turn") for phase in ("deployment", "discard", "end")] == [5, 5, 0]
        assert left(("own", "end"), ("own", "fire"), hq_loss_end="own_turn") == 0
        assert result("store", stored=5) == {"stored": 5}
        assert result("store", stored=5, hq_alive=False) == {"stored": 0}

    @rule("2GM-26", "2GM-12")
    def test_in_play(self) -> None:
        """A scenario goes on without the HQ: its store and General go at the end of that turn,
        and no General comes."""
        units = {
            "a": unit({**LIGHT, "weapon": {"impact": [2, 9], "penetration": 2, "damage": 3, "range": 9}}),
            "h": unit(HQ, 1, damage=8),
            "b": unit(LIGHT, 1, row=1),
        }
        session = playing("fire", units, [{}, {"ap": 6, "general": "Model"}], scenario="The bridge")
        do(session, "shot", (5,), attacker="a", target="h", weapon="primary")
        assert session.state.trackers.get("winner") is None
        on(session, "end")
        assert "ap" not in session.state.seats[1]
        assert "general" not in session.state.seats[1]
        on(session, "deployment")
        assert session.state.seats[1]["ap"] == 1
        assert refused(session, "play_card", name="Rommel", kind="general") == ["2GM-26"]
        on(session, "end")
        assert "ap" not in session.state.seats[1]


@rule("2GM-30", "2GM-31")
class TestStart:
    @rule("2GM-30")
    def test_bids_by_all_throws(self) -> None:
        """3 + D10 against D10: 72 of 100 throws win at once, 7 tie; ties roll again."""
        wins = sum(3 + a > b for a, b in product(range(1, 11), repeat=2))
        ties = sum(3 + a == b for a, b in product(range(1, 11), repeat=2))
        reply = put("bid", bids=[3, 0])
        assert reply["odds"]["first_roll"] == {"0": str(Fraction(wins, 100)), "1": str(Fraction(100 - wins - ties, 100)), "tie": str(Fraction(ties, 100))}
        assert reply["odds"]["winner"]["0"] == str(Fraction(wins, 100 - ties))
        assert put("bid", bids=[2, 2])["odds"]["winner"] == {"0": "1/2", "1": "1/2"}

    @rule("2GM-30")
    def test_a_tie_rolls_the_dice_again(self) -> None:
        assert put("bid", bids=[3, 1], roll={"bid": [[4], [6]]})["result"]["winner"] is None
        again = put("bid", bids=[3, 1], roll={"bid": [[4], [6]], "bid:again": [[1], [4]]})
        assert (again["result"]["winner"], again["result"]["first_roll"]) == (1, "tie")
        assert refs("bid", bids=[6, 0]) == ["2GM-30"]

    @rule("2GM-30", "2GM-31")
    def test_sealed_bids_in_play(self) -> None:
        session = do(playing("start", {}), "bid", 3, 5, ((2,), (1,)))
        assert (session.state.first, session.state.seat) == (1, 1)
        assert (session.state.seats[0]["ap"], session.state.seats[1].get("ap")) == (2, None)

    @rule("2GM-31", "2GM-30", "2GM-35", "2GM-89", "2GM-90")
    @pytest.mark.parametrize(
        ("told", "legal", "ap"),
        [
            ({"bid": 3, "terrain": ["House"]}, True, 2),
            ({"bid": 3, "terrain": [{"name": "Barriers"}, {"name": "Trenches"}]}, True, 2),
            ({"bid": 3, "terrain": ["House", "Barriers"]}, False, 2),
            ({"bid": 3, "terrain": [{"name": "Trenches", "extended": "both"}]}, True, 2),
            ({"bid": 2, "terrain": [{"name": "Trenches", "extended": "left"}]}, False, 3),
            ({"bid": 6}, False, 0),
            ({"bid": 0}, True, 5),
            ({"bid": 1, "start": 7}, True, 6),
            ({"bid": 3, "terrain": [{"name": "House", "row": 2}]}, True, 2),
            ({"bid": 3, "terrain": [{"name": "House", "row": 4}]}, False, 2),
            ({"bid": 3, "terrain": [{"name": "House", "row": 1}]}, False, 2),
            ({"bid": 3, "terrain": [{"name": "House", "row": 4, "skills": ["Advanced Deployment"]}]}, True, 2),
            ({"bid": 3, "terrain": [{"name": "House", "row": 5, "skills": ["Advanced Deployment"]}]}, False, 2),
            ({"bid": 3, "terrain": [{"name": "House", "row": 4, "skills": ["advanced_deployment"], "on": "forest"}]}, False, 2),
            ({"bid": 3, "terrain": [{"name": "House", "on": "lake"}]}, False, 2),
            ({"bid": 3, "terrain": [2, 1]}, True, 2),
            ({"bid": 5, "terrain": [{"name": "Bridge", "cost": 5, "on": "river"}]}, True, 0),
            ({"bid": 5, "terrain": [{"name": "House", "on": "river"}]}, False, 0),
        ],
    )
    def test_terrain_for_the_bid(self, told: Any, legal: bool, ap: int) -> None:
        """EX-G02: a bid of 3 buys a House, or Barriers and Trenches; play starts with 2."""
        found = result("setup", **told)
        assert (found["legal"], found["ap"]) == (legal, ap)

    @rule("2GM-31")
    def test_by_another_reading_the_rest_is_kept(self) -> None:
        assert result("setup", None, {"unspent_bid": "kept"}, bid=3, terrain=["Barriers"])["ap"] == 4
        assert result("setup", bid=3, terrain=["Barriers"])["ap"] == 2

    @rule("2GM-89")
    def test_by_another_reading_rough_squares_are_open(self) -> None:
        told = {"bid": 3, "terrain": [{"name": "House", "on": "forest"}]}
        assert result("setup", **told)["legal"] is False
        assert result("setup", None, {"terrain_on_rough": "yes"}, **told)["legal"] is True
        ruins = {"bid": 3, "terrain": [{"name": "House", "on": "ruins"}]}
        assert result("setup", None, {"terrain_on_rough": "yes"}, **ruins)["legal"] is False

    @rule("2GM-90", "2GM-86", "2GM-82", "2GM-178")
    def test_terrain_cards(self) -> None:
        """EX-G24: House costs 3, has 6 points, +1 armour, +2/+2, for infantry and artillery.
        EX-G35: 3 and 2 squares for 1 more."""
        house = result("terrain", name="House")
        assert {key: house[key] for key in ("cost", "points", "armor", "impact", "access", "squares", "building")} == {
            "cost": 3,
            "points": 6,
            "armor": 1,
            "impact": [2, 2],
            "access": ["infantry", "artillery"],
            "squares": 1,
            "building": True,
        }
        trenches, barriers = (result("terrain", name="Trenches", extended="both"), result("terrain", name="Barriers", extended="right"))
        assert (trenches["cost"], trenches["squares"], barriers["cost"], barriers["squares"]) == (3, 3, 2, 2)
        assert result("terrain", None, {"extended_cost": "per_square"}, name="Trenches", extended=2)["cost"] == 4
        assert result("terrain", name="Wall", cost=2, extended=True)["cost"] == 3
        forest, bushes = result("terrain", name="forest"), result("terrain", name="Bushes")
        assert (forest["points"], forest["difficult"], bushes["points"], bushes["difficult"]) == (8, True, 4, False)
        for name in ("river", "sea", "lake"):
            assert result("terrain", name=name)["impassable"] is True
        assert [result("terrain", name=name)["building"] for name in ("Bunker", "Bridge", "Communication Tower", "Wall", "Trenches")] == [
            True,
            True,
            True,
            False,
            False,
        ]


@rule("2GM-03")
class TestDecks:
    @rule("2GM-03", "2GM-04", "2GM-05")
    def test_points(self) -> None:
        """EX-G01: 2 + 4 + 4 + 4 = 14. EX-G38: a Promotion counts its 2; a card of cost X counts
        5."""
        cards = [{"name": "Heavy Infantry", "cost": 2}, {"name": "Sherman", "cost": 4}, {"name": "Hit", "cost": 4}, {"name": "Anti-tank Mine", "cost": 4}]
        assert result("deck", cards=cards)["points"] == 14
        assert result("deck", cards=[{"name": "Promotion", "cost": 2, "playing_cost": 0}, {"cost": "X"}])["points"] == 7

    @rule("2GM-03", "2GM-113")
    def test_the_limit(self) -> None:
        cards = [{"cost": 40}] * 3
        assert result("deck", cards=cards)["legal"] is True
        assert result("deck", cards=[*cards, {"cost": 1}])["problems"] == ["limit"]
        assert result("deck", cards=cards, limit=119)["problems"] == ["limit"]
        assert result("deck", cards=[{"cost": 60}], pair=True)["legal"] is True
        assert result("deck", cards=[{"cost": 61}], pair=True)["legal"] is False

    @rule("2GM-06")
    def test_the_limit_year(self) -> None:
        """EX-G03: 1943 allows undated cards and 1939 to 1943, not 1944."""

        def legal(year: int | None, **readings: str) -> bool:
            return bool(result("deck", None, readings, cards=[{"cost": 1, **({"year": year} if year else {})}], year=1943)["legal"])

        assert [legal(each) for each in (None, 1939, 1943, 1944, 1945)] == [True, True, True, False, False]
        assert [legal(each, year_limit="excluded") for each in (1942, 1943)] == [True, False]

    @rule("2GM-02", "2GM-152", "2GM-146")
    def test_whose_cards(self) -> None:
        assert result("deck", cards=[{"name": "House", "type": "terrain", "cost": 3}])["problems"] == ["terrain"]
        mixed = [{"cost": 1, "army": "US"}, {"cost": 1, "army": "UK"}]
        assert result("deck", cards=mixed)["problems"] == ["army"]
        setup = [{"cost": 1, "army": "US"}, {"cost": 2, "name": "Allies", "skills": ["setup"]}]

        def allied(*cards: Any) -> list[str]:
            return list(result("deck", cards=setup, allies=list(cards))["problems"])

        assert allied({"cost": 4, "army": "UK"}) == []
        assert allied({"cost": 4, "army": "UK"}, {"cost": 4, "army": "UK"}) == ["allies"]
        assert allied({"cost": 4, "army": "US"}) == ["allies"]
        assert allied({"cost": 4, "army": "UK", "skills": ["Only Americans"]}) == ["allies"]

    @rule("2GM-34", "2GM-78")
    @pytest.mark.parametrize(
        ("told", "discard"),
        [({"hand": 7}, 0), ({"hand": 8}, 1), ({"hand": 7, "drawn": 2, "played": 1}, 1), ({"hand": 7, "drawn": 2, "played": 3}, 0), ({"hand": 12}, 5)],
    )
    def test_discard(self, told: Any, discard: int) -> None:
        assert result("discard", **told)["discard"] == discard

    @rule("2GM-33")
    def test_the_opening_hand(self) -> None:
        session = do(playing("start", {}), "opening_hand", seat=0, deck=40)
        assert dict(session.state.seats[0]["cards"]) == {"deck": 35, "hand": 5, "mulligans": 0}  # type: ignore[arg-type, call-overload]
        do(session, "opening_hand", seat=0, deck=40, mulligan=True)
        assert refused(session, "opening_hand", seat=0, deck=40, mulligan=True) == ["2GM-33"]
        few = do(playing("start", {}), "opening_hand", seat=1, deck=3)
        assert few.state.seats[1]["cards"]["hand"] == 3  # type: ignore[index, call-overload]

    @rule("2GM-45", "2GM-78", "2GM-34", "2GM-113")
    @pytest.mark.parametrize(("deck", "hand", "drawn", "kept"), [(10, 6, (8, 8), (8, 7)), (1, 3, (0, 4), (0, 4)), (0, 3, (0, 3), (0, 3))])
    def test_draw_and_discard_in_play(self, deck: int, hand: int, drawn: Any, kept: Any) -> None:
        session = playing("headquarters", {}, [{"cards": {"deck": deck, "hand": hand}}, {}])
        held = [on(session, step).state.seats[0]["cards"] for step in ("cards", "discard")]
        assert [(each["deck"], each["hand"]) for each in held] == [drawn, kept]  # type: ignore[index, call-overload]


@rule("2GM-20", "2GM-21")
class TestVictory:
    @rule("2GM-20", "2GM-21", "2GM-07", "2GM-22", "2GM-114", "2GM-189")
    @pytest.mark.parametrize(
        ("told", "winner"),
        [
            ({"hq": [10, 0]}, 0),
            ({"hq": [0, 10]}, 1),
            ({"hq": [1, 1]}, None),
            ({"hq": [0, 0]}, "draw"),
            ({"hq": [10, 0], "scenario": True}, None),
            ({"objective": 1}, 1),
            ({"surrender": 1}, 0),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2]}, 1),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [1, 2]}, None),
            ({"hq": [5, 5], "deck": [1, 3], "hand": [0, 2]}, None),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2], "last_card": "discarded"}, None),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2], "last_card": False}, None),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2], "last_card": {"seat": 0, "how": "played"}}, 1),
            ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": 1}, 0),
            ({"hq": [5, 0], "deck": [0, 3], "hand": [0, 2]}, 0),
            ({"hq": [[10, 10], [10, 0]]}, 0),
            ({"hq": [[10, 10], [10, 1]]}, None),
            ({"hq": [5, 5], "deck": [[0, 0], 3], "hand": [[0, 1], 3]}, None),
            ({"hq": [5, 5], "deck": [[0, 0], 3], "hand": [[0, 0], 3]}, 1),
            ({"hq": [4, 6], "timed": True}, 1),
            ({"hq": [6, 6], "timed": True}, "draw"),
            ({"hq": [6, 5], "hq_start": [12, 8], "timed": True}, 1),
        ],
    )
    def test_who_has_won(self, told: Any, winner: Any) -> None:
        assert result("victory", **told)["winner"] == winner

    @rule("2GM-21", "2GM-07")
    def test_other_readings(self) -> None:
        assert result("victory", None, {"last_card": "at_once"}, hq=[5, 0], deck=[0, 3], hand=[0, 2])["winner"] == 1
        assert result("victory", None, {"timed_loser": "fewest_points"}, hq=[6, 5], hq_start=[12, 8], timed=True)["winner"] == 0
        assert result("victory", None, {"timed_tie": "play_on"}, hq=[6, 6], timed=True)["winner"] is None

    @rule("2GM-20")
    def test_a_destroyed_hq_ends_a_pitched_battle(self) -> None:
        units = {"a": unit({**TANK, "weapon": {"impact": [2, 9], "penetration": 2, "damage": 3, "range": 9}}), "h": unit(HQ, 1, damage=8), "g": unit(HQ)}
        session = do(playing("fire", units), "shot", (5,), attacker="a", target="h", weapon="primary")
        assert session.state.trackers["winner"] == "player_1"

    @rule("2GM-21", "2GM-20")
    def test_from_the_table_and_giving_up(self) -> None:
        units = {"h": unit(HQ, 1, damage=3), "g": unit(HQ, damage=10, where="destroyed")}
        assert result("victory", units)["winner"] == 1
        session = do(playing("end", {"h": unit(HQ, 1)}, [{"cards": {"deck": 0, "hand": 0}}, {"cards": {"deck": 3, "hand": 0}}]), "victory")
        assert session.state.trackers["winner"] == "player_2"
        given = do(playing("fire", {}), "concede", True, seat=1)
        assert given.state.trackers["winner"] == "player_1"
        assert "winner" not in do(playing("fire", {}), "concede", False, seat=1).state.trackers


class TestDistance:
    @rule("2GM-23", "2GM-28", "2GM-69", "2GM-109")
    @pytest.mark.parametrize(
        ("here", "there", "squares"),
        [
            ([1, 4], "hq", 1),
            ([1, 5], "hq", 1),
            ([1, 3], "hq", 2),
            ([1, 6], "hq", 2),
            ([3, 2], "hq", 5),
            ([6, 8], "hq", 9),
            ([6, 4], "enemy_hq", 1),
            ([1, 4], "enemy_hq", 6),
            ([2, 2], [4, 5], 5),
            ([2, 2], [2, 2], 0),
            ({"row": 1, "column": 1}, {"hq": 1}, 9),
            ([3, 3], {"hq": 0}, 4),
            ("hq", "enemy_hq", 7),
        ],
    )
    def test_along_rows_and_columns(self, here: Any, there: Any, squares: int) -> None:
        assert result("distance", **{"from": here, "to": there})["distance"] == squares

    @rule("2GM-23", "2GM-36", "2GM-94")
    def test_between_units(self) -> None:
        """Row 2 of the second side is row 5 of the first; a fighter waits at its HQ."""
        units = {"a": unit(LIGHT, row=1, column=4), "b": unit(LIGHT, 1, row=2, column=4), "h": unit(HQ, 1), "c": unit(LIGHT)}
        assert result("distance", units, **{"from": "a", "to": "b"})["distance"] == 4
        assert result("distance", units, **{"from": "a", "to": "h"})["distance"] == 6
        assert "c" in put("distance", units, **{"from": "a", "to": "c"})["error"]
