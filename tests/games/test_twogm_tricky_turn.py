"""2GM Tactics, sums, moments, ledgers and victory at their edges; figures by hand from the
rulebook."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, HQ, LIGHT, MG, OSTWIND, PAK, SHERMAN
from engine.games.twogm.smoke import cleared
from engine.games.twogm.turn import expired, relieved
from tests.games.asking import rows, targets
from tests.games.twogm_table import RULES, TANK, after, do, keys, on, playing, put, refs, refused, result, shot, target, unit

rule = pytest.mark.rule


@rule("2GM-75", "2GM-76", "2GM-129", "2GM-124")
def test_modifiers_of_three_rules_add_up() -> None:
    """A wounded, suppressed battery shoots 6+/9+ at a Dive Bomber as 9+/10: +1 wound, +1
    suppression, +1 dive."""
    units = {"b": unit({**BOMBER, "skills": ["bomber", "dive_bomber"]}), "o": unit(OSTWIND, 1, damage=1, suppressed=True), "q": unit(HQ, 1)}
    reply = put("air", units, bombers=["b"], target="q", aa=["o"])
    assert rows(reply, "aa:o") == [("wounds", -1, "2GM-76"), ("suppressed", -1, "2GM-75"), ("dive_bomber", -1, "2GM-129")]
    assert targets(reply)["aa:o"] == [9, 10]
    assert keys(shot(unit({**TANK, "equipment": [{"item": "MG", "weapon": MG}]}, damage=5), unit(LIGHT, 1, smoke=["shell", "screen"]), weapon="MG")) == {
        "wounds": -3,
        "smoke_screen": -2,
    }


class TestCounting:
    """Sums at their edges."""

    @rule("2GM-112", "2GM-111")
    def test_a_landing_on_a_card_that_only_has_a_name(self) -> None:
        reply = put("air", {"p": unit(LIGHT)}, paratroopers=["p"], squares=[{"terrain": "house"}])
        assert (after(reply, "p").get("terrain"), after(reply, "p")["damage"]) == (None, 1)

    @rule("2GM-23", "2GM-28", "2GM-36")
    @pytest.mark.parametrize(
        ("one", "other", "far"),
        [
            ([1, 4], "hq", 1),
            ([1, 4], "own_hq", 1),
            ([1, 4], {"hq": 0}, 1),
            ([6, 5], "enemy_hq", 1),
            ([6, 5], {"hq": 1}, 1),
            ([1, 1], [1, 16], 15),
            ({"row": 1, "column": 1}, {"row": 6, "column": 16}, 20),
            ([6, 4], "theirs", 0),
            ([1, 4], "ours", 0),
        ],
    )
    def test_places(self, one: Any, other: Any, far: int) -> None:
        """Rows and columns from 1, two boards wide; each side counts from its own line."""
        units = {"ours": unit(LIGHT, row=1, column=4), "theirs": unit(LIGHT, 1, row=1, column=4)}
        assert result("distance", units, **{"from": one, "to": other})["distance"] == far

    @rule("2GM-23")
    @pytest.mark.parametrize(
        "place",
        [
            [0, 1],
            [7, 1],
            [1, 0],
            [1, 17],
            {"row": 0, "column": 1},
            {"row": 1, "column": 0},
            {"row": 1, "column": 17},
            {"row": 7, "column": 1},
            {"hq": 2},
            "half",
            "other",
        ],
    )
    def test_no_places(self, place: Any) -> None:
        assert "error" in put("distance", {"half": unit(LIGHT, row=1), "other": unit(LIGHT, column=1)}, **{"from": place, "to": [1, 1]})

    @rule("2GM-86", "2GM-90")
    def test_terrain_by_its_name_or_its_values(self) -> None:
        """One barrier or several are the same card; who says "building" makes it one."""
        assert result("terrain", name="Barrier")["cost"] == result("terrain", name="barriers")["cost"] == 1
        assert result("terrain", name="Barrier", extended=2)["squares"] == 3
        assert "error" in put("terrain", name="Barrier", extended=3)
        for told, ref in (({"building": True}, "2GM-86"), ({"skills": ["Building"]}, "2GM-86"), ({}, "2GM-82"), ({"building": False}, "2GM-82")):
            reply = shot(SHERMAN, LIGHT, terrain={"impact": [1, 1], "armor": 0, **told})
            assert rows(reply, "shot") == [("terrain", [-1, -1], ref)]

    @rule("2GM-39", "2GM-40", "2GM-123")
    @pytest.mark.parametrize(
        ("cast", "asked", "owner", "active"),
        [
            (["own", "fire"], ["enemy", "end"], 0, True),
            (["own", "fire"], ["own", "start"], 0, False),
            ([0, "fire"], [1, "fire"], 0, True),
            ([1, "fire"], [0, "fire"], 1, True),
            ([1, "fire"], [1, "start"], 1, False),
            ({"phase": "fire"}, ["enemy", "fire"], 0, True),
            ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 0, "phase": "end", "turn": 1}, 0, True),
            ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 1, "phase": "end", "turn": 1}, 0, True),
            ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 0, "phase": "fire", "turn": 2}, 0, False),
            ({"seat": "own", "phase": "fire", "turn": 1}, ["enemy", "fire"], 0, True),
            ({"seat": "own", "phase": "fire", "turn": 1}, ["own", "cards"], 0, False),
        ],
    )
    def test_moments_of_a_screen(self, cast: Any, asked: Any, owner: int, active: bool) -> None:
        """Nine phases of the one, nine of the other; a screen ends with its caster's next Start."""
        assert result("smoke", kind="screen", cast_in=cast, asked_in=asked, owner=owner)["active"] is active

    @rule("2GM-40", "2GM-122", "2GM-123")
    def test_only_smoke_that_ends_is_taken_away(self) -> None:
        units = {
            "n": unit(LIGHT),
            "s": unit(LIGHT, smoke=["shell"]),
            "o": unit(LIGHT, smoke=["screen"], screen_by=1),
            "e": unit(LIGHT, smoke=["screen"], screen_by=2),
        }
        for seat, gone in ((0, ["s", "o"]), (1, ["s", "e"])):
            assert [line.changes[0].unit for line in cleared(playing("start", units).state, seat)] == gone

    @rule("2GM-39", "2GM-40", "2GM-26", "2GM-75")
    def test_moments_of_a_store(self) -> None:
        """An HQ lost in the enemy's Fire phase, its store kept to the own End: eleven phases
        later it is there, twelve later gone."""
        for phase, stored in (("discard", 5), ("end", 0)):
            assert (
                result("store", None, {"hq_loss_end": "own_turn"}, stored=5, hq_alive=False, fell_in=["enemy", "fire"], asked_in=["own", phase])["stored"]
                == stored
            )
        assert put("smoke", kind="shell", cast_in={"seat": "own"}, asked_in=["own", "fire"])["error"] == "say the phase"
        assert "error" in put("suppression", shots=[], placed_in=[2, "fire"], asked_in=[0, "fire"])
        assert "error" not in put("suppression", shots=[], placed_in=[1, "fire"], asked_in=[0, "fire"])

    @rule("2GM-113", "2GM-189", "2GM-41")
    @pytest.mark.parametrize(("cap", "shares"), [(12, (7, 5)), (13, (8, 5)), (3, (0, 3))])
    def test_a_pair_at_its_cap(self, cap: int, shares: tuple[int, int]) -> None:
        """12 held, 1 more: all of it is lost at a cap of 12; of one point kept the Marshal has
        it; a cap of 3 leaves them 3."""
        session = playing("start", {"q": unit({**HQ, "cap": cap})}, [{"ap": 7, "ap_general": 5, "pair": True}, {}])
        on(session, "headquarters")
        assert (session.state.seats[0].get("ap", 0), session.state.seats[0]["ap_general"]) == shares

    @rule("2GM-46", "2GM-80")
    def test_the_row_and_the_ground_of_a_move(self) -> None:
        session = do(playing("movement", {"a": unit(LIGHT), "b": unit(LIGHT, row=3, terrain="forest")}), "move", unit="a")
        assert session.prompt
        assert (session.prompt.default, session.prompt.least, session.prompt.most) == (1, 1, 6)
        session.answer(2)
        do(session, "move", unit="b", row=4, terrain="plain")
        assert (session.state.unit("a").count("row"), "terrain" in session.state.unit("b").trackers) == (2, False)

    @rule("2GM-68")
    def test_a_question_means_the_primary_weapon(self) -> None:
        bare = {**SHERMAN, "weapon": None}
        assert "units.a.card.weapon.impact" in put("shot", {"a": unit(bare), "b": unit(LIGHT, 1)}, attacker="a", target="b")["unknown"]

    @rule("2GM-71", "2GM-177", "2GM-87")
    def test_an_empty_building_needs_no_penetration(self) -> None:
        assert result("building", points=6, armor=5, shot={"damage": 2, "penetration": 1}) == {
            "points": 4,
            "ruins": False,
            "occupant": "none",
            "occupant_damage": 0,
        }

    @rule("2GM-152", "2GM-06")
    @pytest.mark.parametrize(("told", "problems"), [({}, []), ({"army": "UK"}, ["army"]), ({"army": "US"}, []), ({"year": 1943}, ["year"])])
    def test_the_army_and_the_year_of_a_deck(self, told: Any, problems: list[str]) -> None:
        assert result("deck", cards=[{"cost": 1, "army": "US", "year": 1944}], **told)["problems"] == problems

    @rule("2GM-34", "2GM-78")
    def test_the_hand_is_told_or_counted(self) -> None:
        assert result("discard", hand=1, played=3) == {"discard": 0, "hand": 0}
        tells = RULES.opening("discard").tells
        assert tells
        assert dict(tells(playing("discard", {}, [{"cards": {"deck": 3, "hand": 9}}, {}]).state)) == {"discard": 2, "hand": 7}
        assert dict(tells(playing("discard", {}).state)) == {"discard": 0, "hand": 0}

    @rule("2GM-30")
    @pytest.mark.parametrize(("bids", "no"), [([5, 0], []), ([0, 5], []), ([6, 0], ["2GM-30"]), ([0, 6], ["2GM-30"])])
    def test_bids(self, bids: list[int], no: list[str]) -> None:
        assert refs("bid", bids=bids) == no

    @rule("2GM-33")
    def test_a_hand_is_drawn_again_without_a_mulligan(self) -> None:
        session = do(playing("start", {}), "opening_hand", seat=0, deck=20, mulligan=True)
        assert refused(session, "opening_hand", seat=0, deck=20, mulligan=True) == ["2GM-33"]
        assert refused(session, "opening_hand", seat=0, deck=20) == []


@rule(
    "2GM-36",
    "2GM-40",
    "2GM-41",
    "2GM-45",
    "2GM-46",
    "2GM-50",
    "2GM-62",
    "2GM-65",
    "2GM-68",
    "2GM-69",
    "2GM-77",
    "2GM-78",
    "2GM-79",
    "2GM-81",
    "2GM-94",
    "2GM-160",
)
@pytest.mark.parametrize(
    ("step", "opens", "active", "everybody"),
    [
        ("start", "begin_turn", "care clear", "opening bid setup opening_hand deck lay_smoke"),
        ("headquarters", "income", "income give care clear", "lay_smoke"),
        ("cards", "draw", "draw care clear", "lay_smoke"),
        ("movement", "", "move cover_move swap unload assault give care clear", "lay_smoke"),
        ("deployment", "", "deploy play_card place_terrain air move unload give care clear", "lay_smoke"),
        ("fire", "", "shot shots assault mount air care clear", "lay_smoke"),
        ("reactivation", "reactivation", "dismount care clear", "lay_smoke"),
        ("discard", "discard", "care clear", "lay_smoke"),
        ("end", "end_turn", "care clear", "lay_smoke"),
    ],
)
def test_what_each_phase_offers(step: str, opens: str, active: str, everybody: str) -> None:
    """What the rulebook lets a player do, phase by phase; a Smoke Shell is for both sides, care
    and smoke for any moment (2GM-122, 134); questions may be asked of both."""
    questions = "supply share store terrain distance suppression marker smoke building reactions budget victory concede"
    found = RULES.step(step)
    assert found.opens == opens
    assert [offer.procedure for offer in found.offers if offer.who == "active"] == active.split()
    assert [offer.procedure for offer in found.offers if offer.who == "all"] == [*everybody.split(), *questions.split()]


@rule("2GM-75", "2GM-09", "2GM-79")
def test_ledgers_name_only_what_changes() -> None:
    units = {
        "n": unit(LIGHT),
        "s": unit(LIGHT, suppressed=True),
        "e": unit(LIGHT, 1, suppressed=True),
        "c": unit(TANK, support=[{"name": "Ammo"}]),
        "p": unit(TANK, support=[{"name": "Sandbags", "permanent": True}]),
        "f": unit(TANK, 1, support=[{"name": "Ammo"}]),
    }
    now = playing("start", units).state
    for lines, names in ((relieved(now, 0), ["e"]), (relieved(now, 1), ["s"]), (expired(now, 0), ["c"]), (expired(now, 1), ["f"])):
        assert [line.changes[0].unit for line in lines] == names


@rule("2GM-46", "2GM-52", "2GM-68", "2GM-113", "2GM-125", "2GM-138", "2GM-172")
def test_what_a_turn_forgets() -> None:
    kept = {
        "moved": True,
        "assaulting": "e",
        "advanced": True,
        "unloaded": True,
        "shot_by": ["e"],
        "fired": True,
        "rode": True,
        "aa_fired": True,
        "fired_with": ["-1"],
    }
    units = {"a": unit(LIGHT, **kept), "e": unit(LIGHT, 1)}
    session = playing("fire", units, [{"gift": True, "free_line": True}, {}], table={"firing": "a"})
    on(session, "reactivation")
    assert ("firing" in session.state.trackers, session.state.unit("a").count("moved")) == (False, True)
    on(session, "start")
    assert (dict(session.state.unit("a").trackers), dict(session.state.seats[0])) == ({}, {})


@rule("2GM-142", "2GM-23")
def test_numbers_of_a_card_and_a_square() -> None:
    """Of two Multiples the greater; two boards are sixteen columns wide."""
    assert target(shot({**PAK, "skills": ["multiple:1", "multiple:2"]}, TANK, shot_number=3)) == [6, 10]
    for column, wrong in ((1, False), (16, False), (0, True), (17, True)):
        assert ("error" in put("reactions", {"a": unit(LIGHT, row=1, column=column)})) is wrong


@rule("2GM-07", "2GM-20", "2GM-21", "2GM-22", "2GM-24", "2GM-114", "2GM-189")
@pytest.mark.parametrize(
    ("told", "winner"),
    [
        ({"hq": [5, 7], "hq_start": [8, None], "timed": True}, "draw"),
        ({"hq": [5, 8], "hq_start": [8, None], "timed": True}, 1),
        ({"hq": [[5, 5], 7], "timed": True}, 1),
        ({"hq": [[9, 9], 7], "timed": True}, 0),
        ({"hq": [5, 5], "hand": [0, 1]}, None),
        ({"hq": [5, 5], "deck": [0, 1]}, None),
        ({"hq": [5, 5], "deck": [0, 1], "hand": [0, 1]}, 1),
        ({"hq": [5, 5], "deck": [0, 1], "hand": [0, 1], "last_card": False}, None),
        ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": 1}, 0),
        ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": {"seat": 0, "how": "played"}}, 1),
    ],
)
def test_who_has_won(told: Any, winner: Any) -> None:
    """An HQ has 10 points where nobody says more, two of a side 20: 3 lost against 3, 3 against
    2, 10 against 3, 2 against 3."""
    assert result("victory", **told)["winner"] == winner


@rule("2GM-20", "2GM-22")
def test_a_victory_is_noted_once_and_not_in_a_scenario() -> None:
    lost = {"q": unit(HQ, 1, where="destroyed"), "o": unit(HQ)}
    assert do(playing("end", lost), "victory").state.trackers["winner"] == "player_1"
    assert do(playing("end", lost, table={"winner": "draw"}), "victory").state.trackers["winner"] == "draw"
    assert "winner" not in do(playing("end", lost, scenario="bridge"), "victory").state.trackers
    for wrong in (2, {"seat": 2}):
        assert "error" in put("victory", hq=[5, 5], last_card=wrong)
