"""The store of a side: a lost headquarters, pairs of players."""

from typing import Any

import pytest

from engine.games.twogm.economy.purse import stores_after_income
from engine.games.twogm.examples import BOMBER, HOUSE, HQ, LIGHT, MUSTANG, SHERMAN
from engine.values.events import Opened
from engine.values.maps import frozen
from tests.games.twogm.table import RULES, begun, do, kept, on, playing, refs, refused, result, rule, unit

PAIR = [{"pair": True}, {}]


class TestLostHeadquarters:
    @rule("2GM-26", "2GM-44")
    def test_a_general_nobody_knows_adds_nothing_in_play(self) -> None:
        units = {"q": unit(HQ), "g": unit({"name": "Von Rundstedt", "type": "general", "ap": 2})}
        for general, ap in (("Von Rundstedt", 1), ("g", 3), ("Patton", 1)):
            session = playing("start", units, [{"general": general}, {}])
            from engine.values.events import Advanced

            session.dispatch(Advanced())
            session.answer(())
            assert session.state.seats[0]["ap"] == ap

    @rule("2GM-26", "2GM-44")
    def test_small_things(self) -> None:
        """With an HQ the units pay by every reading; no General adds nothing; a Command Group
        without a row pays nothing."""
        told: dict[str, Any] = {"command_groups": [2], "radio_links": 1}
        assert result("income", None, {"hq_loss_units": "no"}, **told)["gained"] == 1 + 2 + 1
        assert result("income", general=False)["gained"] == result("income", general=True)["gained"] == result("income")["gained"] == 1
        session = playing("start", {"c": unit({**LIGHT, "name": "Command Group"}), "q": unit(HQ)})
        from engine.values.events import Advanced

        session.dispatch(Advanced())
        session.answer(())
        assert session.state.seats[0]["ap"] == 1

    @rule("2GM-26", "2GM-113")
    def test_whose_store_goes_when(self) -> None:
        """By the other reading a lost HQ keeps its store until its owner's End; an HQ that
        stands keeps everything."""

        def left(seat: int, lost: bool, **readings: str) -> Any:
            session = playing(
                "discard", {}, [{}, {"ap": 4, "general": "Model", **({"hq_lost": True} if lost else {})}], seat=seat, readings=readings, scenario="x"
            )
            from engine.values.events import Advanced

            session.dispatch(Advanced())
            lines = len(session.prompt.lines) if session.prompt else 0
            if session.prompt:
                session.answer(())
            return lines, session.state.seats[1].get("ap"), session.state.seats[1].get("general")

        assert left(0, True) == left(1, True) == left(1, True, hq_loss_end="own_turn") == (2, None, None)
        assert left(0, True, hq_loss_end="own_turn") == left(0, False) == left(1, False) == (0, 4, "Model")

    @rule("2GM-26", "2GM-113")
    def test_moments_told_by_halves(self) -> None:
        for told in ({"fell_in": ["enemy", "fire"]}, {"asked_in": ["own", "fire"]}):
            assert result("store", stored=5, hq_alive=False, **told) == {"stored": 0}

    @rule("2GM-26", "2GM-113")
    def test_a_marshal_without_points_gives_none(self) -> None:
        assert refused(playing("headquarters", {}, [{"pair": True}, {}]), "give") == ["2GM-113"]

    @rule("2GM-26")
    def test_without_an_hq(self) -> None:
        told = {"stored": 0, "cap": 5, "rows": [1, 2, 3, 4], "command_groups": [3], "general": "patton", "hq_alive": False}
        found = result("income", **told)
        assert (found["items"]["hq"], found["items"]["general"], found["stored"], found["lost"]) == (0, 0, 7, 0)
        assert result("income", None, {"hq_loss_units": "no"}, **told)["stored"] == 4

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

    @rule("2GM-26", "2GM-41")
    def test_a_lost_headquarters_that_no_card_stands_for_pays_nothing(self) -> None:
        """Rows 1 and 2: two points of the supply line, none of the HQ, none of Patton."""
        units = {"a": unit(LIGHT, row=1), "b": unit(LIGHT, row=2)}
        session = on(playing("start", units, [{"hq_lost": True}, {}], scenario="x"), "headquarters")
        assert session.state.seats[0]["ap"] == 2

    @rule("2GM-26", "2GM-113")
    def test_the_points_of_a_general_of_a_pair_go_with_the_hq(self) -> None:
        seats = [{"ap": 3, "ap_general": 2, "hq_lost": True, "pair": True}, {"ap": 4, "ap_general": 1}]
        session = do(playing("end", {"q": unit(HQ, where="destroyed")}, seats, scenario="bridge"), "end_turn", ())
        assert [(side.get("ap"), side.get("ap_general")) for side in session.state.seats] == [(None, None), (4, 1)]


class TestPairs:
    @rule("2GM-113", "2GM-31")
    @pytest.mark.parametrize(("amount", "marshal", "general"), [(0, 3, 2), (1, 2, 2), (2, 2, 1), (4, 1, 0), (5, 0, 0)])
    def test_what_is_left_of_the_bid_is_shared(self, amount: int, marshal: int, general: int) -> None:
        """5 - bid, the odd point to the Marshal."""
        session = do(playing("start", {}, PAIR), "bid", ((9,), (1,)), bids=[amount, 0])
        assert kept(session, "ap", "ap_general") == [(marshal, general), (5, 0)]

    @rule("2GM-113", "2GM-189")
    @pytest.mark.parametrize(
        ("before", "after"),
        [((6, 5), (7, 5)), ((13, 0), (14, 0)), ((14, 0), (14, 0)), ((8, 6), (8, 6)), ((16, 0), (14, 0)), ((1, 15), (0, 14)), ((2, 14), (0, 14))],
    )
    def test_the_cap_limits_the_sum_of_both(self, before: tuple[int, int], after: tuple[int, int]) -> None:
        """HQ +1, cap 14: the Marshal takes the odd point; what a card put above the cap goes
        from the Marshal first."""
        session = on(playing("start", {"h": unit(HQ)}, [{"pair": True, "ap": before[0], "ap_general": before[1]}, {}]), "headquarters")
        assert kept(session, "ap", "ap_general")[0] == after

    @rule("2GM-113", "2GM-189")
    @pytest.mark.parametrize(("gained", "ours", "marshal", "general"), [(3, 4, 6, 3), (0, 4, 4, 2), (-1, 4, 3, 2), (-5, 4, 0, 1)])
    def test_what_a_pair_gains_and_what_the_cap_takes(self, gained: int, ours: int, marshal: int, general: int) -> None:
        """Three are shared 2 and 1; what the cap takes comes from the Marshal first, then from
        the General, who has 2."""
        state = playing("headquarters", {}, [{"pair": True, "ap": ours, "ap_general": 2}, {}]).state
        assert stores_after_income(state, 0, gained, 0) == {"ap": marshal, "ap_general": general}

    @rule("2GM-113")
    @pytest.mark.parametrize(("points", "gift", "shares"), [(7, 0, (4, 3)), (6, 0, (3, 3)), (7, 1, (3, 4)), (0, 0, (0, 0)), (1, True, (0, 1))])
    def test_shares(self, points: int, gift: Any, shares: tuple[int, int]) -> None:
        found = result("share", points=points, gift=gift)
        assert (found["marshal"], found["general"]) == shares

    @rule("2GM-113")
    def test_one_point_a_turn(self) -> None:
        assert refs("share", points=7, gift=2) == ["2GM-113"]

    @rule("2GM-113", "2GM-114")
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

    @rule("2GM-113")
    @pytest.mark.parametrize(
        ("purse", "payer", "left"),
        [
            ((5, 4), {}, (1, 4)),
            ((3, 4), {}, (3, 0)),
            ((5, 4), {"payer": "general"}, (5, 0)),
            ((4, 5), {"payer": "marshal"}, (0, 5)),
            ((3, 3), {}, ["2GM-113"]),
            ((3, 9), {"payer": "marshal"}, ["2GM-113"]),
            ((1, 2), {}, ["2GM-65"]),
        ],
    )
    def test_two_purses(self, purse: tuple[int, int], payer: dict[str, str], left: Any) -> None:
        """A Sherman for 4 is paid by one of the two: the Marshal if he can, or who is told."""
        session = playing("deployment", {"s": unit(SHERMAN, where="reserve")}, [{"pair": True, "ap": purse[0], "ap_general": purse[1]}, {}])
        no = refused(session, "deploy", unit="s", column=4, **payer)
        assert (no or kept(session, "ap", "ap_general")[0]) == left

    @rule("2GM-113")
    def test_a_general_who_holds_points_is_one_of_a_pair(self) -> None:
        """Even where nobody has said that there are two."""
        session = playing("deployment", {"s": unit(SHERMAN, where="reserve")}, [{"ap": 3, "ap_general": 4}, {}])
        do(session, "deploy", unit="s", column=4)
        assert kept(session, "ap", "ap_general")[0] == (3, 0)

    @rule("2GM-113", "2GM-65")
    def test_who_pays_is_asked_of_a_pair(self) -> None:
        units = {"s": unit(SHERMAN, where="reserve"), "t": unit(HOUSE, where="reserve")}
        pair, alone = (playing("deployment", units, [seat, {}]).state for seat in ({"pair": True, "ap": 5}, {"ap": 5}))
        for key, told in (("deploy", {"unit": "s"}), ("play_card", {"name": "Ammo"}), ("place_terrain", {"terrain": "t"})):
            words = [RULES.opening(key).words(now, frozen(told)).get("payer") for now in (pair, alone)]  # type: ignore[arg-type]
            assert words == [("marshal", "general"), None]

    @rule("2GM-113", "2GM-65")
    def test_cards_and_terrain_are_paid_by_who_is_told(self) -> None:
        session = playing("deployment", {"t": unit(HOUSE, where="reserve")}, [{"pair": True, "ap": 5, "ap_general": 5}, {}], scenario="beach")
        do(session, "play_card", name="Ammo", cost=2, payer="general")
        do(session, "place_terrain", terrain="t", payer="general")
        assert kept(session, "ap", "ap_general")[0] == (5, 0)
        assert refused(session, "play_card", name="Ammo", cost=1, payer="general") == ["2GM-113"]

    @rule("2GM-113", "2GM-99")
    @pytest.mark.parametrize(("purse", "no"), [((4, 4), []), ((8, 0), []), ((5, 3), ["2GM-113"])])
    def test_each_pays_an_escort(self, purse: tuple[int, int], no: list[str]) -> None:
        """Two fighters for 4 each: one each, or both out of one purse; what is left of 5 and of 3
        does not pay the second."""
        fighter = {**MUSTANG, "cost": 4}
        units = {"b": unit(BOMBER), "q": unit(HQ, 1), "e": unit(fighter, where="reserve"), "f": unit(fighter, where="reserve")}
        session = playing("deployment", units, [{"pair": True, "ap": purse[0], "ap_general": purse[1]}, {}])
        assert refused(session, "air", bombers=["b"], target="q", escorts=["e", "f"]) == no

    @rule("2GM-113")
    @pytest.mark.parametrize(("stored", "kept"), [(0, 0), (3, 2)])
    def test_nobody_owes_action_points(self, stored: int, kept: int) -> None:
        """A gift that the players overrule leaves a Marshal without any, not in debt."""
        session = playing("headquarters", {}, [{"pair": True, "ap": stored}, {}])
        session.overrule(Opened("give", frozen({})))
        assert [session.state.seats[0].get(key, 0) for key in ("ap", "ap_general")] == [kept, 1]

    @rule("2GM-113", "2GM-189")
    @pytest.mark.parametrize(("cap", "shares"), [(12, (7, 5)), (13, (8, 5)), (3, (0, 3))])
    def test_a_pair_at_its_cap(self, cap: int, shares: tuple[int, int]) -> None:
        """12 held, 1 more: all of it is lost at a cap of 12; of one point kept the Marshal has
        it; a cap of 3 leaves them 3."""
        session = playing("start", {"q": unit({**HQ, "cap": cap})}, [{"ap": 7, "ap_general": 5, "pair": True}, {}])
        on(session, "headquarters")
        assert (session.state.seats[0].get("ap", 0), session.state.seats[0]["ap_general"]) == shares

    @rule("2GM-189", "2GM-33")
    def test_each_of_a_pair_has_a_hand(self) -> None:
        """5 each is 10, 7 each is 14; the lone enemy has 5 and 7."""
        session = begun(30, False, 30, False, seats=PAIR, scenario="bastogne")
        assert [dict(seat["cards"])["hand"] for seat in session.state.seats] == [10, 5]  # type: ignore[arg-type]
        for hand, left in ((14, 14), (16, 14)):
            session = on(playing("reactivation", {}, [{"pair": True, "cards": {"deck": 3, "hand": hand}}, {}]), "discard")
            assert dict(session.state.seats[0]["cards"])["hand"] == left  # type: ignore[arg-type]
        assert do(playing("start", {}, PAIR), "opening_hand", seat=0, deck=8).state.seats[0]["cards"]["hand"] == 8  # type: ignore[index]
