"""What is due and who can still act: terrain to lay, bombers, assaults, the next weapon."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.playing.choices import Candidate, candidates, next_field
from engine.playing.duties import agenda, duties
from engine.playing.session import Session
from engine.values.events import Advanced
from engine.values.maps import EMPTY, frozen, thawed
from engine.values.texts import english
from tests.games.cases import units_of
from tests.games.guided import Newcomer
from tests.games.twogm.table import BARGE, PURSE, RULES, TANK, do, on, playing, put, refs, refused, rule, unit

FAR = {**LIGHT, "life": 9}
FIGHT = {"s": unit(SHERMAN, row=1, column=4), "l": unit(LIGHT, row=1, column=5), "b": unit(FAR, 1, row=5, column=4), "q": unit(HQ, 1)}
"""Rifles reach 2 squares, the gun 3: the enemy on row 2 of column 4 is in range of both."""


def due(session: Session) -> list[tuple[str, Any, bool]]:
    """What the game asks for: procedure, what is told of it, whether it must be."""
    return [(each.procedure, thawed(each.args), each.must) for each in duties(RULES, session.state)]


def to_act(session: Session) -> tuple[str, ...]:
    return agenda(RULES, session.state).can_act


class TestSetUp:
    @rule("2GM-31")
    def test_terrain_is_laid_from_the_first_player_on(self) -> None:
        """3 and 2 points; who is second may lay his after the first."""
        session = playing("start", {}, [{"terrain_points": 3}, {"terrain_points": 2}], first=1)
        laid = [each for each in due(session) if each[0] == "lay_terrain"]
        assert laid == [("lay_terrain", {"seat": 1}, False), ("lay_terrain", {"seat": 0}, False)]
        texts = [english(each.text) for each in duties(RULES, session.state) if each.procedure == "lay_terrain"]
        assert texts == ["player 2 lays terrain for 2 points", "player 1 lays terrain for 3 points"]
        do(session, "lay_terrain", seat=0, name="house", row=2, column=3)
        assert [each[1] for each in due(session) if each[0] == "lay_terrain"] == [{"seat": 1}]

    @rule("2GM-31")
    def test_not_later(self) -> None:
        assert due(playing("start", {}, [{"terrain_points": 3}, {}], turn=2)) == []
        assert [each for each in due(playing("movement", {}, [{"terrain_points": 3}, {}])) if each[0] == "lay_terrain"] == []


class TestDeployment:
    @rule("2GM-102", "2GM-92")
    def test_a_bomber_strikes_in_the_phase_in_which_it_came(self) -> None:
        """Not the fighter, not who flies as one, not the bomber of an earlier turn."""
        both = {**FOCKE, "skills": ["fighter", "bomber"]}
        units = {
            "b": unit(BOMBER, deployed_turn=3),
            "f": unit(MUSTANG, deployed_turn=3),
            "r": unit(both, role="bomber", deployed_turn=3),
            "o": unit(both, role="fighter", deployed_turn=3),
            "e": unit(BOMBER, deployed_turn=1),
            "i": unit(LIGHT, deployed_turn=3, row=1),
            "q": unit(HQ, 1),
        }
        session = playing("deployment", units, turn=3)
        assert due(session) == [("air", {"bombers": ["b"]}, True), ("air", {"bombers": ["r"]}, True)]
        do(session, "air", "q", (1,), bombers=["b"], interceptors=[], escorts=[], hmgs=0)
        assert due(session) == [("air", {"bombers": ["r"]}, True)]

    @rule("2GM-93", "2GM-102")
    def test_a_mission_is_asked_for_its_targets(self) -> None:
        """A bomber for each unit of its area; an HQ or one aircraft is all there is."""
        units = {"b": unit(BOMBER), "x": unit(FAR, 1), "y": unit(FAR, 1), "q": unit(HQ, 1), "f": unit(FOCKE, 1), "g": unit({"type": "general"}, 1)}
        session = do(playing("deployment", units), "air", bombers=["b"], interceptors=[], escorts=[], hmgs=0)
        assert session.prompt
        assert [each.key for each in session.prompt.options] == ["x", "y", "q", "f"]
        session.answer("x")
        assert [each.key for each in session.prompt.options] == ["none", "y"]
        session.answer("y")
        assert session.prompt.key == "bomb:x", "nobody is left to be named"
        session.answer((1,))
        assert session.prompt.key == "bomb:y"
        one = do(playing("deployment", units), "air", "x", "none", bombers=["b"], interceptors=[], escorts=[], hmgs=0)
        assert one.prompt
        assert one.prompt.key == "bomb:x"
        headquarters = do(playing("deployment", units), "air", "q", bombers=["b"], interceptors=[], escorts=[], hmgs=0)
        assert headquarters.prompt
        assert headquarters.prompt.key == "bomb:q"

    @rule("2GM-93", "2GM-102")
    @pytest.mark.parametrize(
        ("told", "asked"),
        [({"bombers": ["b"], "target": "q"}, "bomb:q"), ({"bombers": ["b"], "squares": [{"units": ["x"]}]}, "bomb:x"), ({"paratroopers": ["i"]}, None)],
    )
    def test_what_is_told_is_not_asked(self, told: Any, asked: str | None) -> None:
        units = {"b": unit(BOMBER), "i": unit(LIGHT, deployed_turn=1), "x": unit(FAR, 1), "q": unit(HQ, 1)}
        session = do(playing("deployment", units), "air", interceptors=[], escorts=[], hmgs=0, **told)
        assert (session.prompt.key if session.prompt else None) == asked

    @rule("2GM-102", "2GM-95")
    def test_a_question_says_who_flies(self) -> None:
        assert put("air", {"q": unit(HQ, 1)}, target="q")["error"] == "say who flies: bombers, fighters or paratroopers"

    @rule("2GM-93", "2GM-96")
    def test_a_fighter_has_one_target(self) -> None:
        units = {"f": unit(MUSTANG), "x": unit(FAR, 1), "y": unit(FAR, 1)}
        session = do(playing("fire", units), "air", "y", fighters=["f"], interceptors=[])
        assert session.prompt
        assert session.prompt.key == "strafe:y"

    @rule("2GM-95", "2GM-102")
    @pytest.mark.parametrize(("step", "state", "no"), [("fire", {}, ["2GM-95"]), ("deployment", {}, ["2GM-102"]), ("deployment", {"deployed_turn": 1}, [])])
    def test_no_air_attack_without_aircraft(self, step: str, state: Any, no: list[str]) -> None:
        """Infantry that came in this turn may be paratroopers."""
        assert refused(playing(step, {"i": unit(LIGHT, row=1, **state)}), "air") == no

    @rule("2GM-95", "2GM-102")
    @pytest.mark.parametrize(("step", "flyers", "asked"), [("fire", ["f"], "strafe:q"), ("deployment", ["b", "i"], "bomb:q")])
    def test_who_flies_is_asked(self, step: str, flyers: list[str], asked: str) -> None:
        """Fighters in Fire, bombers in Deployment; nobody of the enemy, nobody from the hand."""
        units = {
            "f": unit(MUSTANG),
            "b": unit(BOMBER),
            "i": unit(LIGHT, row=1, deployed_turn=1),
            "o": unit(LIGHT, row=2),
            "k": unit(TANK, row=1, deployed_turn=1),
            "h": unit(MUSTANG, where="reserve"),
            "q": unit(HQ, 1),
        }
        session = do(playing(step, units), "air", interceptors=[], escorts=[], hmgs=0)
        assert session.prompt
        assert [each.key for each in session.prompt.options] == flyers
        session.answer(flyers[0])
        session.answer("q")
        assert session.prompt.key == asked

    @rule("2GM-111", "2GM-102")
    def test_paratroopers_are_asked_for_their_rows(self) -> None:
        """Three at most, each on a row of its own."""
        units = {key: unit(LIGHT, row=1, deployed_turn=1) for key in "abcd"}
        session = do(playing("deployment", units), "air", "b", "a", "d", 3, 4, 3)
        assert session.prompt is None
        assert [session.state.unit(each).count("row") for each in "abcd"] == [4, 3, 1, 3]
        pair = do(playing("deployment", {key: units[key] for key in "ab"}), "air", "a", "b", 3, 4)
        assert [pair.state.unit(each).count("row") for each in "ab"] == [3, 4], "there is no third"
        bombed = do(playing("deployment", {**units, "x": unit(BOMBER)}), "air", "c")
        assert bombed.prompt
        assert [each.key for each in bombed.prompt.options] == ["none", "a", "b", "d"], "a bomber does not jump"
        one = do(playing("deployment", units), "air", "c", "none", 6)
        assert [one.state.unit(each).count("row") for each in "abcd"] == [1, 1, 6, 1]

    @rule("2GM-65")
    @pytest.mark.parametrize(("ap", "open"), [(1, False), (2, True)])
    def test_no_card_is_proposed_that_cannot_be_paid(self, ap: int, open: bool) -> None:
        """Ammo costs 2; a table that does not list the deck knows nothing of the hand."""
        ammo = {"name": "Ammo", "type": "support", "cost": 2}
        opening, units = RULES.opening("play_card"), {"c": unit(ammo, where="reserve")}
        states = [playing("deployment", found, [{"ap": ap}, {}]).state for found in (units, {})]
        assert [not any(opening.refusals(now, frozen({}), early=True)) for now in states] == [open, True]  # type: ignore[arg-type]


class TestFire:
    @rule("2GM-68")
    def test_the_next_weapon_of_the_unit_that_fires(self) -> None:
        """It may be left, and it is gone once another unit fires."""
        session = playing("fire", FIGHT)
        assert due(session) == []
        do(session, "shot", (1,), attacker="s", target="b", weapon="primary")
        assert due(session) == [("shot", {"attacker": "s"}, False)]
        assert "s" in to_act(session)
        do(session, "shot", (1,), attacker="l", target="b", weapon="primary")
        assert (due(session), to_act(session)) == ([], ()), "the Sherman's fire is over, the grenades do not reach"

    @rule("2GM-68", "2GM-69")
    def test_no_next_weapon_without_a_target_in_reach(self) -> None:
        """The grenades reach 1 square; the enemy is two away."""
        for column, left in ((5, [("shot", {"attacker": "l"}, False)]), (4, [])):
            units = {**FIGHT, "b": unit(FAR, 1, row=5, column=column)}
            session = do(playing("fire", units), "shot", (1,), attacker="l", target="b", weapon="primary")
            assert due(session) == left
            assert ("l" in to_act(session)) is bool(left)

    @rule("2GM-54", "2GM-57")
    def test_an_assault_that_is_no_longer_possible_is_not_due(self) -> None:
        """A hand has put the target on another row; one whose target is gone is over."""
        units = {"l": unit(LIGHT, row=1, column=4, assaulting="e"), "e": unit(PAK, 1, row=3, column=4)}
        assert due(playing("fire", units)) == []
        gone = {**units, "e": unit(PAK, 1, row=5, column=4, where="destroyed")}
        assert due(playing("fire", gone)) == []

    @rule("2GM-54", "2GM-57")
    def test_a_declared_assault_is_due(self) -> None:
        units = {"l": unit(LIGHT, row=1, column=4), "e": unit(PAK, 1, row=5, column=4)}
        session = on(do(playing("movement", units), "assault", assaulter="l", target="e"), "fire")
        assert due(session) == [("assault", {"assaulter": "l", "target": "e"}, True)]
        assert to_act(session) == ("l",)
        do(session, "assault", "none", "primary", (1,), assaulter="l", target="e")
        assert (due(session), to_act(session)) == ([], ())

    @rule("2GM-57")
    def test_after_a_won_assault_the_other_weapons(self) -> None:
        """The rifles took the gun; the grenades have nobody in reach, then somebody."""
        units = {"l": unit(LIGHT, row=1, column=4, assaulting="e"), "e": unit(PAK, 1, row=5, column=4), "x": unit(FAR, 1, row=4, column=4)}
        session = do(playing("fire", units), "assault", "none", "primary", (10,), assaulter="l", target="e")
        assert session.state.unit("l").count("row") == 2
        assert due(session) == [("shot", {"attacker": "l"}, False)]


def could_be_named(procedure: str, session: Session) -> tuple[Candidate, ...]:
    """The units for who acts, with what speaks against each."""
    opening = RULES.opening(procedure)
    first = next_field(session.state, opening, EMPTY)
    assert first
    return candidates(RULES, session.state, opening, first, EMPTY)


class TestCandidates:
    @rule("2GM-68")
    def test_cards_of_the_deck_are_no_units_that_fire_later(self) -> None:
        """One can fire, one has fired, one is a card: of the last nobody says not now. In
        Deployment it is the cards that are named."""
        units = {"a": unit(TANK, row=3), "b": unit(TANK, row=3, fired=True), "c": unit(TANK, where="reserve"), "e": unit(LIGHT, 1, row=3)}
        shown = could_be_named("shot", playing("fire", units))
        assert {each.unit.id: bool(each.against) for each in shown} == {"a": False, "b": True}
        cards = could_be_named("deploy", playing("deployment", units, PURSE))
        assert {each.unit.id: bool(each.against) for each in cards} == {"c": False, "a": True, "b": True}


class TestWhoCanStillAct:
    @rule("2GM-46", "2GM-161")
    @pytest.mark.parametrize(
        ("card", "state", "can"),
        [
            (LIGHT, {}, True),
            (LIGHT, {"suppressed": True}, False),
            (TANK, {"suppressed": True}, True),
            (LIGHT, {"moved": True}, False),
            (HEAVY, {"markers": {"Mortar": {"face": "mounted"}}}, False),
            (HEAVY, {"markers": {"Mortar": {"face": "dismounted"}}}, True),
            ({**LIGHT, "movement": 0}, {}, False),
            ({"name": "x", "type": "tank"}, {}, True),
            (HQ, {}, False),
            (FOCKE, {}, False),
        ],
    )
    def test_in_movement(self, card: Any, state: Any, can: bool) -> None:
        """With an action point in the purse, which helps nobody who has no Advance."""
        assert to_act(playing("movement", {"u": unit(card, row=1, column=4, **state)}, [{"ap": 1}, {}])) == (("u",) if can else ())

    @rule("2GM-125", "2GM-141")
    @pytest.mark.parametrize(("skills", "ap", "can"), [(["advance"], 1, True), (["advance"], 0, False), (["mounted"], 0, True)])
    def test_a_bonus_moves_who_is_suppressed(self, skills: list[str], ap: int, can: bool) -> None:
        """Who is not suppressed moves without one."""
        card = {**LIGHT, "skills": skills}
        units = {"u": unit(card, row=1, column=4, suppressed=True), "v": unit(card, row=1, column=5)}
        assert to_act(playing("movement", units, [{"ap": ap}, {}])) == (("u", "v") if can else ("v",))

    @rule("2GM-133", "2GM-161")
    def test_stuck_and_carried_units(self) -> None:
        """An extra-heavy tank in the forest; any other may leave it, a heavy one elsewhere goes on.
        Nobody aboard moves by himself."""
        heavy = {**TANK, "skills": ["extra_heavy"]}
        units = {
            "u": unit(heavy, row=1, column=4, terrain="forest"),
            "v": unit(heavy, row=1, column=5),
            "w": unit(TANK, row=1, column=6, terrain="forest"),
            "t": unit(TRUCK, row=2, column=4),
            "c": unit(LIGHT, **{"in": "t"}, where="inside"),
            "d": unit(LIGHT, **{"in": "t"}),
        }
        assert to_act(playing("movement", units)) == ("v", "w", "t")

    @rule("2GM-46", "2GM-68")
    @pytest.mark.parametrize(
        ("step", "card", "seat", "state", "acted"),
        [
            ("movement", LIGHT, 0, {"moved": True}, True),
            ("movement", LIGHT, 1, {"moved": True}, None),
            ("movement", LIGHT, 0, {"moved": True, "where": "inside"}, None),
            ("movement", FOCKE, 0, {"moved": True}, None),
            ("fire", LIGHT, 0, {"fired": True}, True),
            ("fire", LIGHT, 0, {"fired_with": ["-1"]}, True),
            ("fire", LIGHT, 0, {}, None),
            ("discard", LIGHT, 0, {"moved": True, "fired": True}, None),
        ],
    )
    def test_who_has_had_his_part(self, step: str, card: Any, seat: int, state: Any, acted: bool | None) -> None:
        """Nobody is there to be shot at."""
        now = playing(step, {"u": unit(card, seat, row=1, **state)}).state
        assert RULES.glance.acted(now, now.unit("u")) is acted

    @rule("2GM-69", "2GM-68")
    @pytest.mark.parametrize(
        ("card", "state", "row", "can"),
        [
            (SHERMAN, {}, 4, True),
            (SHERMAN, {}, 2, True),
            (SHERMAN, {}, 1, False),
            (TANK, {}, 2, False),
            (LIGHT, {"rode": True}, 5, False),
            (LIGHT, {"fired": True}, 5, False),
            (LIGHT, {"in": "t"}, 5, False),
            ({**BARGE, "weapon": None}, {}, 5, False),
            (HEAVY, {"markers": {"Mortar": {"face": "dismounted"}}}, 2, True),
            (HEAVY, {"markers": {"Mortar": {"face": "dismounted"}}, "fired": True}, 2, False),
            (HEAVY, {"markers": {"Bazooka": {"face": "active"}}}, 2, False),
            (OSTWIND, {}, 3, True),
            ({"name": "x", "type": "tank", "weapon": {"damage": 1}}, {}, 1, True),
        ],
    )
    def test_in_fire(self, card: Any, state: Any, row: int, can: bool) -> None:
        """Alone with one enemy in the same column: his row 1 is 5 squares away, his row 2 is 4."""
        units = {"u": unit(card, row=1, column=4, **state), "e": unit(FAR, 1, row=row, column=4), "t": unit({**TRUCK, "weapon": None})}
        assert ("u" in to_act(playing("fire", units))) is can

    @rule("2GM-68", "2GM-93")
    def test_aircraft_and_terrain_are_nobody_to_fire_at(self) -> None:
        units = {"u": unit(TANK, row=1, column=4), "f": unit(FOCKE, 1), "h": unit({"name": "House", "type": "terrain"}, 1, row=5, column=4)}
        assert to_act(playing("fire", units)) == ()

    @rule("2GM-46", "2GM-68")
    def test_only_the_active_side_in_its_phases(self) -> None:
        assert to_act(playing("fire", FIGHT, seat=1)) == ("b",)
        assert to_act(playing("deployment", FIGHT)) == ()


class TestTheBattleEnds:
    @rule("2GM-20")
    def test_with_the_headquarters(self) -> None:
        """Nothing is due any more, and the way on is closed."""
        units = {"s": unit(TANK, row=6, column=4), "q": unit(HQ, 1, damage=8)}
        session = do(playing("fire", units), "shot", (4,), attacker="s", target="q", weapon="primary")
        assert session.state.trackers["winner"] == "player_1"
        assert (agenda(RULES, session.state).next.value, due(session)) == ("over", [])
        assert [no.ref.id for no in session.fold.refusals(session.state, Advanced())] == ["TABLE-4"]


class TestTheLargeButton:
    @rule("2GM-39", "2GM-31")
    @pytest.mark.parametrize("seed", range(3))
    def test_a_newcomer_plays_by_it(self, seed: int) -> None:
        """Nothing that is due is refused, and no press is lost."""
        newcomer = Newcomer(RULES, table(RULES, frozen({"units": units_of(RULES)})), seed)
        presses = sum(1 for _ in iter(lambda: newcomer.press() and len(newcomer.pressed) < 120, False))
        assert presses == 119 or newcomer.session.state.trackers["winner"]

    @rule("2GM-31", "2GM-68")
    def test_what_is_due_is_allowed(self) -> None:
        """In a question the price of a card need not be bid."""
        assert refs("lay_terrain", seat=0, name="house", row=2) == []
