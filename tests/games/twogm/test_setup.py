"""The beginning: bids, terrain, opening hands."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.doors.textlines import verdict_line
from engine.games.twogm.examples import LIGHT, PAK
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.twogm.table import RULES, begun, do, kept, on, playing, put, refs, refused, result, rule, unit


def bidding(session: Session, ours: int, theirs: int) -> Session:
    session.answer(ours, "bid:0")
    session.answer(theirs, "bid:1")
    return session


class TestBids:
    @rule("2GM-30", "2GM-31")
    def test_from_the_bid_to_the_first_draw(self) -> None:
        """3 + 2 loses to 2 + 8: seat 1 buys terrain and draws first. 5 - 3 = 2 and 5 - 2 = 3 are
        left; 5 cards each, then 2 more in the first turn as in every other."""
        session = bidding(begun(), 3, 2)
        asked = []
        for value in (((2,), (8,)), 2, 1, 20, True, 30, False):
            assert session.prompt
            asked.append((session.prompt.key, session.prompt.asked_of))
            session.answer(value)
        assert asked == [("bid", 0), ("terrain:1", 1), ("terrain:0", 0), ("deck:1", 1), ("mulligan:1", 1), ("deck:0", 0), ("mulligan:0", 0)]
        assert session.prompt is None
        assert (session.state.first, session.state.seat, kept(session, "ap")) == (1, 1, [(2,), (3,)])
        assert [dict(seat["cards"]) for seat in session.state.seats] == [  # type: ignore[arg-type]
            {"deck": 25, "hand": 5, "mulligans": 0},
            {"deck": 15, "hand": 5, "mulligans": 1},
        ]
        on(session, "cards")
        assert dict(session.state.seats[1]["cards"])["hand"] == 7  # type: ignore[arg-type]

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
    def test_the_number_of_the_die_counts_and_the_bid_is_added(self) -> None:
        session = do(playing("start", {}), "bid", bids=[3, 0])
        assert session.prompt
        assert [verdict_line(check) for check in session.prompt.checks] == ["Roll 1 d10, its number counts, +3.", "Roll 1 d10, its number counts."]

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

    @rule("2GM-30")
    @pytest.mark.parametrize(("rolled", "chance", "won"), [([4, 9], "17/19", None), ([4, 9, 3, 9], "0", 1), ([4, 8], "1", 0)])
    def test_a_bid_that_is_tied_stays_open(self, rolled: list[int], chance: str, won: int | None) -> None:
        """Five against none: of a hundred throws 85 win, 10 lose, 5 are thrown again."""
        reply = ask("2gm", "bid", {}, bids=[5, 0], roll={"bid": rolled})
        assert (reply["odds"]["winner"].get("0", "0"), reply["result"]["winner"]) == (chance, won)

    @rule("2GM-30")
    @pytest.mark.parametrize(("bids", "no"), [([5, 0], []), ([0, 5], []), ([6, 0], ["2GM-30"]), ([0, 6], ["2GM-30"])])
    def test_bids(self, bids: list[int], no: list[str]) -> None:
        assert refs("bid", bids=bids) == no


class TestTerrainBought:
    @rule("2GM-31")
    @pytest.mark.parametrize(("reading", "left"), [("lost", 1), ("kept", 3)])
    def test_what_the_bid_did_not_buy(self, reading: str, left: int) -> None:
        """4 bid, terrain for 2: 5 - 4 = 1 is left, or 5 - 2 = 3. Nobody is asked for terrain who
        bid nothing."""
        session = bidding(begun(readings={"unspent_bid": reading}), 4, 0)
        session.answer(((9,), (1,)))
        assert session.prompt
        assert (session.prompt.key, session.prompt.least, session.prompt.most, session.prompt.default) == ("terrain:0", 0, 4, 4)
        session.answer(2)
        assert session.prompt.key == "deck:0"
        assert kept(session, "ap") == [(left,), (5,)]

    @rule("2GM-31", "2GM-30")
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

    @rule("2GM-31", "2GM-03")
    def test_what_is_not_stated_is_not_nothing(self) -> None:
        assert put("setup", bid=3, terrain=["Bunker"])["error"].startswith("cost of Bunker is not in the rulebook")
        assert result("setup", bid=3, terrain=[{"name": "Bunker", "cost": 4}])["legal"] is False
        assert put("deck", cards=[{"name": "Tiger"}])["error"] == "Tiger: its cost is not stated"
        assert put("building", points=6, shot={})["error"] == "say the damage of the shot"
        assert put("deck", cards=[{}])["error"] == "?: its cost is not stated"
        assert result("building", points=6, shot={"result": "nothing"})["points"] == 6
        assert result("building", points=6, shot={"damage": 2})["points"] == 4, "a hit, where no result is told"

    @rule("2GM-35", "2GM-89")
    @pytest.mark.parametrize(
        ("row", "ground", "skills", "legal"),
        [
            (4, "forest", True, False),
            (4, "plain", True, True),
            (2, "plain", True, True),
            (3, "plain", True, True),
            (1, "plain", True, False),
            (3, "forest", True, True),
            (3, "forest", False, True),
            (4, "ruins", True, False),
        ],
    )
    def test_advanced_deployment_never_on_rough_squares(self, row: int, ground: str, skills: bool, legal: bool) -> None:
        card = {"name": "Barriers", "row": row, "on": ground, "skills": ["Advanced Deployment"] if skills else []}
        assert result("setup", None, {"terrain_on_rough": "yes"}, bid=3, terrain=[card])["legal"] is legal
        other = {"name": "Barriers", "row": 4, "skills": ["Building"]}
        assert result("setup", bid=3, terrain=[other])["problems"] == ["row"]
        for name, ground, problems in ((None, "river", ["square"]), ("Bridge", "river", []), ("Bridge", "lake", ["square"]), ("Barriers", "wall", ["square"])):
            placed = {"cost": 1, "row": 2, "on": ground, **({"name": name} if name else {})}
            assert result("setup", bid=3, terrain=[placed])["problems"] == problems

    @rule("2GM-89")
    def test_by_another_reading_rough_squares_are_open(self) -> None:
        told = {"bid": 3, "terrain": [{"name": "House", "on": "forest"}]}
        assert result("setup", **told)["legal"] is False
        assert result("setup", None, {"terrain_on_rough": "yes"}, **told)["legal"] is True
        ruins = {"bid": 3, "terrain": [{"name": "House", "on": "ruins"}]}
        assert result("setup", None, {"terrain_on_rough": "yes"}, **ruins)["legal"] is False


class TestOpeningHand:
    @rule("2GM-33", "2GM-30")
    def test_a_scenario_has_no_bid(self) -> None:
        session = begun(8, False, 4, True, scenario="bastogne")
        assert [dict(seat["cards"]) for seat in session.state.seats] == [  # type: ignore[arg-type]
            {"deck": 3, "hand": 5, "mulligans": 0},
            {"deck": 0, "hand": 4, "mulligans": 1},
        ]
        assert kept(session, "ap") == [(0,), (0,)]

    @rule("2GM-33")
    def test_the_deck_that_waits_is_proposed(self) -> None:
        """Two cards of seat 0 wait, one is on the board, one is the enemy's; a deck of 0 is not
        counted and has no hand."""
        units = {"a": unit(LIGHT, where="reserve"), "b": unit(LIGHT, where="reserve"), "c": unit(LIGHT), "d": unit(LIGHT, 1, where="reserve")}
        session = begun(units=units, scenario="bastogne")
        assert session.prompt
        assert (session.prompt.key, session.prompt.default, session.prompt.most) == ("deck:0", 2, 999)
        session.answer(0)
        assert (session.prompt.key, session.prompt.default) == ("deck:1", 1)
        session.answer(7)
        assert (session.prompt.key, session.prompt.default) == ("mulligan:1", False)
        assert english(session.prompt.text) == "draw 5 cards. Shuffle them back and draw as many new ones, this once?"
        session.answer(False)
        assert "cards" not in session.state.seats[0]

    @rule("2GM-33", "2GM-39")
    def test_a_battle_begins_once(self) -> None:
        assert refused(playing("start", {}, turn=2), "opening") == ["2GM-39"]
        assert refused(playing("start", {}), "opening") == []
        assert put("opening")["refs"] == ["2GM-33", "2GM-30"]
        again = begun(0, 0, scenario="bastogne")
        assert (again.state.turn, again.state.step, refused(again, "opening")) == (1, "start", ["2GM-39"])
        session = playing("start", {})
        session.dispatch(Opened("opening"))
        assert session.prompt
        assert session.prompt.key == "bids"

    @rule("2GM-30")
    def test_bids_are_made_once(self) -> None:
        """By themselves, or as the beginning of the battle."""
        session = do(playing("start", {}), "bid", [[9], [2]], bids=[0, 0])
        assert refused(session, "bid") == ["2GM-30"]
        assert refused(begun(0, 0, scenario="bastogne"), "bid") == ["2GM-30"]

    @rule("2GM-33")
    def test_the_opening_hand(self) -> None:
        session = do(playing("start", {}), "opening_hand", seat=0, deck=40)
        assert dict(session.state.seats[0]["cards"]) == {"deck": 35, "hand": 5, "mulligans": 0}  # type: ignore[arg-type, call-overload]
        do(session, "opening_hand", seat=0, deck=40, mulligan=True)
        assert refused(session, "opening_hand", seat=0, deck=40, mulligan=True) == ["2GM-33"]
        few = do(playing("start", {}), "opening_hand", seat=1, deck=3)
        assert few.state.seats[1]["cards"]["hand"] == 3  # type: ignore[index, call-overload]

    @rule("2GM-33")
    def test_a_hand_is_drawn_again_without_a_mulligan(self) -> None:
        session = do(playing("start", {}), "opening_hand", seat=0, deck=20, mulligan=True)
        assert refused(session, "opening_hand", seat=0, deck=20, mulligan=True) == ["2GM-33"]
        assert refused(session, "opening_hand", seat=0, deck=20) == []


class TestTerrainOnTheMap:
    @rule("2GM-31")
    def test_what_is_paid_for_is_laid(self) -> None:
        """5 bid, terrain for 4: a house for 3 and barriers for 1, then nothing more."""
        session = playing("start", {}, [{"terrain_points": 4}, {}])
        do(session, "lay_terrain", seat=0, name="house", row=2, column=4)
        house = session.state.unit("house")
        assert (house.seat, house.name, house.count("row"), house.count("column"), house.where) == (0, "House", 2, 4, "table")
        assert kept(session, "terrain_points")[0] == (1,)
        assert refused(session, "lay_terrain", seat=0, name="trenches", row=3) == ["2GM-31"]
        do(session, "lay_terrain", seat=0, name="barriers", row=3, column=4)
        assert refused(session, "lay_terrain", seat=0, name="barriers", row=3, column=5) == ["2GM-31"]
        assert refused(session, "lay_terrain", seat=1, name="barriers", row=3, column=5) == ["2GM-31"]

    @rule("2GM-31", "2GM-86")
    def test_it_covers_who_enters_it(self) -> None:
        """A gun with 4+/8+ at infantry in the house: +2/+2 are 6+ and 10."""
        units = {"l": unit(LIGHT, row=1, column=4), "e": unit(PAK, 1, row=4, column=4)}
        session = do(playing("start", units, [{"terrain_points": 3}, {}]), "lay_terrain", seat=0, name="house", row=2, column=4)
        do(on(session, "movement"), "move", unit="l", row=2)
        assert session.state.unit("l").trackers["in"] == "house"
        do(on(on(session, "start"), "fire"), "shot", attacker="e", target="l", weapon="primary")
        assert session.prompt
        assert session.prompt.checks[0].targets == (6, 10)

    @rule("2GM-31", "2GM-35")
    @pytest.mark.parametrize(
        ("told", "no"),
        [
            ({"row": 3}, []),
            ({"row": 4}, ["2GM-31"]),
            ({"row": 4, "advanced": True}, []),
            ({"row": 2, "on": "forest"}, ["2GM-89"]),
            ({"row": 4, "advanced": True, "on": "bushes"}, ["2GM-89"]),
            ({"row": 2, "extended": 1}, ["2GM-31"]),
            ({"row": 2, "cost": 4}, ["2GM-31"]),
        ],
    )
    def test_where_it_may_lie(self, told: Any, no: list[str]) -> None:
        """A house for the 3 points that are left: extended it costs 4."""
        session = playing("start", {}, [{"terrain_points": 3}, {}])
        assert refused(session, "lay_terrain", seat=0, name="house", **told) == no

    @rule("2GM-90")
    @pytest.mark.parametrize(
        ("told", "side", "columns"),
        [
            ({"extended": "left"}, [], (3, 4)),
            ({"extended": 1}, ["right"], (4, 5)),
            ({"extended": 1}, ["left"], (3, 4)),
            ({"extended": 2}, [], (3, 4, 5)),
            ({}, [], (4,)),
        ],
    )
    def test_extended_terrain_lies_on_the_squares_beside_it(self, told: Any, side: list[str], columns: tuple[int, ...]) -> None:
        """Whoever steps on any of its squares is in it."""
        units = {f"u{column}": unit(LIGHT, row=1, column=column) for column in range(2, 7)}
        session = do(playing("start", units, [{"terrain_points": 5}, {}]), "lay_terrain", *side, seat=0, name="house", row=2, column=4, **told)
        on(session, "movement")
        for column in range(2, 7):
            do(session, "move", unit=f"u{column}", row=2)
        assert tuple(column for column in range(2, 7) if session.state.unit(f"u{column}").trackers.get("in") == "house") == columns

    @rule("2GM-90", "2GM-179")
    @pytest.mark.parametrize(
        ("told", "no"),
        [
            ({"column": 6, "extended": "left"}, ["2GM-179"]),
            ({"column": 6, "extended": "right"}, []),
            ({"column": 5}, ["2GM-179"]),
            ({"column": 1, "extended": "both"}, ["2GM-90"]),
            ({"column": 8, "extended": "right"}, ["2GM-90"]),
            ({"column": 8, "extended": "left"}, []),
        ],
    )
    def test_where_extended_terrain_has_no_room(self, told: Any, no: list[str]) -> None:
        """Trenches on columns 4 and 5; the board has 8 columns."""
        session = do(playing("start", {}, [{"terrain_points": 9}, {}]), "lay_terrain", seat=0, name="trenches", row=2, column=4, extended="right")
        assert refused(session, "lay_terrain", seat=0, name="trenches", row=2, **told) == no

    @rule("2GM-179", "2GM-31")
    def test_one_card_on_a_square_each_with_a_name(self) -> None:
        session = playing("start", {}, [{"terrain_points": 3}, {}])
        do(session, "lay_terrain", seat=0, name="barriers", row=2, column=4)
        assert refused(session, "lay_terrain", seat=0, name="barriers", row=2, column=4) == ["2GM-179"]
        do(session, "lay_terrain", seat=0, name="barriers", row=2, column=5)
        do(session, "lay_terrain", seat=0, name="barriers", row=2, column=6)
        assert list(session.state.units) == ["barriers", "barriers_2", "barriers_3"]

    @rule("2GM-31", "2GM-13")
    def test_what_the_rulebook_does_not_print_is_asked(self) -> None:
        """The cost of a wall, up to what is left; and the row, 4 only with Advanced Deployment."""
        session = do(playing("start", {}, [{"terrain_points": 3}, {}]), "lay_terrain", seat=0, name="barbed_wire")
        assert session.prompt
        assert (session.prompt.key, session.prompt.least, session.prompt.most, session.prompt.default) == ("cost", 0, 3, 3)
        session.answer(2)
        assert (session.prompt.key, session.prompt.least, session.prompt.most, session.prompt.default) == ("row", 2, 3, 2)
        session.answer(3)
        wire = session.state.unit("barbed_wire")
        assert (wire.name, wire.count("row"), kept(session, "terrain_points")[0]) == ("Barbed Wire", 3, (1,))
        far = do(playing("start", {}, [{"terrain_points": 3}, {}]), "lay_terrain", seat=0, name="house", advanced=True)
        assert far.prompt
        assert far.prompt.most == 4

    @rule("2GM-31")
    @pytest.mark.parametrize(("left", "cost", "no"), [(3, 2, []), (3, 3, []), (3, 4, ["2GM-31"]), (0, None, ["2GM-31"])])
    def test_a_price_that_is_told(self, left: int, cost: int | None, no: list[str]) -> None:
        """Nobody asks for it again; without points nothing is laid, whatever it costs."""
        session = playing("start", {}, [{"terrain_points": left}, {}])
        told = {} if cost is None else {"cost": cost}
        assert refused(session, "lay_terrain", seat=0, name="bunker", row=2, **told) == no
        assert session.prompt is None

    @rule("2GM-31", "2GM-90")
    @pytest.mark.parametrize(
        ("left", "names"), [(1, {"house": False, "trenches": False, "barriers": True, "wall": True}), (2, {"house": False, "trenches": True})]
    )
    def test_cards_that_are_offered(self, left: int, names: dict[str, bool]) -> None:
        state = playing("start", {}, [{"terrain_points": left}, {}]).state
        words = RULES.opening("lay_terrain").words(state, frozen({"seat": 0}))["name"]  # type: ignore[arg-type]
        assert {name: name in words for name in names} == names

    @rule("2GM-31")
    def test_not_in_play(self) -> None:
        assert refused(playing("start", {}, [{"terrain_points": 3}, {}], turn=2), "lay_terrain", seat=0, name="house", row=2) == ["2GM-31"]
        assert refs("lay_terrain", seat=1, name="house", row=2) == []

    @rule("2GM-31", "2GM-30")
    def test_the_set_up_remembers_what_is_bought(self) -> None:
        """3 bid and 2 spent on terrain; nothing bid, nothing to lay."""
        session = bidding(begun(), 3, 0)
        session.answer(((9,), (1,)))
        session.answer(2)
        assert kept(session, "terrain_points") == [(2,), (0,)]
