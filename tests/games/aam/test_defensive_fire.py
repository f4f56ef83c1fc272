"""One shot of defensive fire."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.attack.memory import toll
from engine.games.aam.attack.situation import Attack, DefensiveFire
from engine.games.aam.defensive_fire.procedure import called_by_move, shoot
from engine.games.aam.defensive_fire.refusals import cannot_fire
from engine.games.aam.defensive_fire.values import is_exposed, is_in_reach, is_watching
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.procedure import task
from engine.playing.session import Refused
from engine.playing.walk import walk
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen, pairs
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import english
from tests.games.aam.table import PAK, RULES, SOLDIER, able, attack, playing, refused, rule, shot, sixes, successes
from tests.games.asking import ask, change, rows, targets


def standing(shooter: Any = PAK, mover: Any = SHERMAN, by: Any = None, **told: Any) -> GameState:
    units = {"a": {"card": shooter, "seat": 0, "state": by or {}}, "b": {"card": mover, "seat": 1}}
    return table(RULES, frozen({"units": units, **told}))


def shot_of(terrain: str, number: int = 0) -> Attack:
    """A shot in a move, from the next hex at the front; nobody else is in the hex."""
    return called_by_move(Attack("a", "b", range=1, arc="front", terrain=terrain, others=()), number)


class TestTheShot:
    @rule("AAM-80", "AAM-81")
    def test_the_figure_second_step(self) -> None:
        """E-07: 11 dice at the rear, 4, no cover; four successes stop the Sherman with a face-up
        Disrupted at once."""
        reply = shot(arc="rear", roll={"attack": sixes(4, 11)})
        [check] = reply["checks"]
        assert (check["what"], check["dice"], check["target"], check["needs"]) == ("attack", 11, 4, 4)
        assert reply["result"]["effect"] == "disrupted"
        assert change(reply, "b", "face_up") == ["disrupted"]
        assert change(reply, "b", "face_down") is None
        assert shot(arc="rear", roll={"attack": sixes(3, 11)})["result"]["effect"] == "none"

    @rule("AAM-85", "AAM-51")
    def test_the_prompt_says_what_it_is(self) -> None:
        """And which reading decides the defense, where one does."""
        units = {
            "a": {"card": PAK, "seat": 1},
            "b": {"card": {**SHERMAN, "defense": [1]}, "seat": 0, "state": {"face_up": ["damaged"]}},
            "c": {"card": SHERMAN, "seat": 0},
        }
        seen = {"range": 1, "arc": "front", "terrain": "clear"}
        for opening, target, ref, text, reading in (
            ("defensive_fire", "b", "AAM-85", "PAK 38 fires defensively at M4A1 Sherman", ("defense_floor",)),
            ("attack", "c", "AAM-50", "PAK 38 attacks M4A1 Sherman", ()),
        ):
            session = playing("first_movement", units)
            session.overrule(Opened(opening, pairs(attacker="a", target=target, **seen)))
            assert session.prompt
            assert (session.prompt.ref.id, english(session.prompt.text), session.prompt.readings) == (ref, text, reading)

    @rule("AAM-82")
    def test_its_odds_by_the_binomial_formula(self) -> None:
        hit = sum(chance for n, chance in successes(11, 4).items() if n >= 4)
        assert shot(arc="rear")["odds"]["effect"] == {"none": str(1 - hit), "disrupted": str(hit)}

    @rule("AAM-73", "AAM-69")
    @pytest.mark.parametrize(("arc", "needs"), [("front", 5), ("rear", 4)])
    def test_the_figure_first_step(self, arc: str, needs: int) -> None:
        """E-06: from the hex left into the front, 5, from the hex entered into the rear, 4;
        cover 5+ in both."""
        reply = shot(arc=arc, terrain="town")
        hit = sum(chance for n, chance in successes(11, 4).items() if n >= needs) * Fraction(2, 3)
        assert reply["checks"][0]["needs"] == needs
        assert targets(reply)["cover"] == 5
        assert reply["odds"]["effect"] == {"none": str(1 - hit), "disrupted": str(hit)}

    @rule("AAM-80", "AAM-73")
    @pytest.mark.parametrize(("terrain", "cover"), [("clear", None), ("forest", 4)])
    def test_the_shooter_chooses_the_hex(self, terrain: str, cover: int | None) -> None:
        """E-08: in the open without cover, in the forest with it."""
        assert targets(shot(SOLDIER, SOLDIER, terrain=terrain)).get("cover") == cover

    @rule("AAM-82")
    @pytest.mark.parametrize("count", [5, 6, 10, 11])
    def test_no_number_of_successes_does_more(self, count: int) -> None:
        reply = shot(roll={"attack": sixes(count, 11)})
        assert reply["after"]["b"] == {"where": "table", "face_up": ["disrupted"]}

    @rule("AAM-73")
    @pytest.mark.parametrize(("rolled", "after"), [(5, None), (4, ["disrupted"])])
    def test_cover_cancels_it_and_the_shot_is_spent(self, rolled: int, after: Any) -> None:
        reply = shot(terrain="hill", roll={"attack": sixes(11, 11), "cover": [rolled]})
        assert change(reply, "b", "face_up") == after
        assert change(reply, "b", "face_down") is None
        assert reply["after"]["a"]["fired_defensively"] is True

    @rule("AAM-83")
    def test_a_second_disruption_adds_nothing(self) -> None:
        reply = shot(at={"face_up": ["disrupted"]}, roll={"attack": sixes(11, 11)})
        assert reply["after"]["b"]["face_up"] == ["disrupted"]
        assert reply["result"]["effect"] == "disrupted"

    @rule("AAM-85", "AAM-52")
    def test_a_damaged_shooter(self) -> None:
        reply = shot(SHERMAN, PANZER, by={"face_up": ["damaged"]})
        assert rows(reply, "attack") == [("shaken", -1, "AAM-52")]
        assert (reply["checks"][0]["dice"], reply["checks"][0]["target"]) == (13, 5)

    @rule("AAM-85", "AAM-60")
    @pytest.mark.parametrize(("state", "needs"), [({"face_up": ["damaged"]}, 4), ({"face_down": ["disrupted", "damaged"]}, 5)])
    def test_the_movers_markers(self, state: Any, needs: int) -> None:
        assert shot(at=state)["checks"][0]["needs"] == needs

    @rule("AAM-60", "AAM-24")
    def test_a_doomed_unit_still_shoots(self) -> None:
        assert targets(shot(by={"face_down": ["disrupted", "destroyed"]}))["attack"] == 4

    @rule("AAM-140", "AAM-70")
    @pytest.mark.parametrize(("target", "terrain", "needs", "cover"), [(SHERMAN, "town", 4, 6), (SOLDIER, "marsh", 4, 5)])
    def test_into_the_shooters_own_hex(self, target: Any, terrain: str, needs: int, cover: int) -> None:
        reply = shot({**PAK, "soldiers": [8, 8, 8]}, target, range=0, arc=None, terrain=terrain)
        assert (reply["checks"][0]["needs"], targets(reply)["cover"]) == (needs, cover)

    @rule("AAM-122")
    def test_it_spends_neither_move_nor_attack(self) -> None:
        reply = shot(by={"moved": True, "attacked": True}, roll={"attack": sixes(0, 11)})
        assert "refused" not in reply
        assert "attacked" not in shot(roll={"attack": sixes(0, 11)})["after"]["a"]


class TestWhoMay:
    @rule("AAM-77")
    @pytest.mark.parametrize(
        ("shooter", "mover", "may"), [(SOLDIER, SOLDIER, True), (SOLDIER, SHERMAN, True), (SHERMAN, PANZER, True), (SHERMAN, SOLDIER, False)]
    )
    def test_soldiers_never_provoke_vehicles(self, shooter: Any, mover: Any, may: bool) -> None:
        assert refused(shot(shooter, mover)) == ([] if may else ["AAM-77"])
        assert (cannot_fire(standing(shooter, mover), DefensiveFire("a", "b")) is None) is may

    @rule("AAM-78")
    def test_once_in_a_phase_hit_or_miss(self) -> None:
        assert refused(shot(by={"fired_defensively": True})) == ["AAM-78"]

    @rule("AAM-78", "AAM-122")
    def test_the_bazooka_example(self) -> None:
        """E-05: no second shot in the movement phase; in the assault phase again."""
        units = {"a": {"card": SOLDIER, "seat": 1}, "b": {"card": SHERMAN, "seat": 0}, "c": {"card": PANZER, "seat": 0}}
        session = playing("first_movement", units)
        session.overrule(Opened("defensive_fire", pairs(attacker="a", target="b", range=1, arc="front", terrain="clear")))
        session.answer((6, 6))
        again = Opened("defensive_fire", pairs(attacker="a", target="c", range=1, arc="front", terrain="clear"))
        with pytest.raises(Refused) as no:
            session.dispatch(again)
        assert "AAM-78" in [each.ref.id for each in no.value.why]
        session.overrule(Advanced())
        session.overrule(Advanced())
        assert session.state.step == "first_assault"
        assert cannot_fire(session.state, DefensiveFire("a", "c")) is None

    @rule("AAM-61", "AAM-85")
    def test_not_the_disrupted(self) -> None:
        assert refused(shot(by={"face_up": ["disrupted"]})) == ["AAM-85"]
        assert refused(shot(by={"face_down": ["disrupted"]})) == []

    @rule("AAM-103", "AAM-131")
    @pytest.mark.parametrize("who", ["by", "at"])
    @pytest.mark.parametrize("state", [{"aboard": "x"}, {"aboard": "x", "where": "inside"}])
    def test_no_passenger_shoots_or_is_shot(self, who: str, state: Any) -> None:
        assert refused(shot(SOLDIER, SOLDIER, **{who: state})) == ["AAM-103"]

    @rule("AAM-127", "AAM-120")
    def test_only_at_enemies(self) -> None:
        units = {"a": {"card": PAK, "seat": 1}, "b": {"card": SHERMAN, "seat": 1}}
        reply = ask("aam", "defensive_fire", units, attacker="a", target="b", range=1, arc="front", terrain="clear")
        assert refused(reply) == ["AAM-127"]

    @rule("AAM-47")
    @pytest.mark.parametrize("who", ["by", "at"])
    def test_only_on_the_map(self, who: str) -> None:
        assert refused(shot(**{who: {"where": "destroyed"}})) == ["AAM-47"]

    @rule("AAM-14")
    def test_not_without_dice(self) -> None:
        assert refused(shot({**SOLDIER, "vehicles": [None, None, None]})) == ["AAM-14"]

    @rule("AAM-14", "AAM-86")
    def test_with_dice_in_the_same_hex_only(self) -> None:
        close = able({**SOLDIER, "vehicles": [None, None, None]}, close_assault=6)
        assert (refused(shot(close, range=0)), refused(shot(close, range=1))) == ([], ["AAM-14"])
        assert cannot_fire(standing(close), DefensiveFire("a", "b")) is None
        assert cannot_fire(standing({**close, "abilities": {}}), DefensiveFire("a", "b")) is not None
        assert cannot_fire(standing(SOLDIER), DefensiveFire("a", "b")) is None

    @rule("AAM-85")
    @pytest.mark.parametrize(("hexes", "no"), [(0, []), (1, []), (2, ["AAM-85"])])
    def test_only_at_short_range(self, hexes: int, no: list[str]) -> None:
        assert refused(shot(range=hexes)) == no

    @rule("AAM-85", "AAM-80")
    def test_the_range_is_asked_for(self) -> None:
        session = playing("first_movement", {"a": {"card": PAK, "seat": 1}, "b": {"card": SHERMAN, "seat": 0}})
        session.dispatch(Opened("defensive_fire", pairs(attacker="a", target="b")))
        assert session.prompt
        assert session.prompt.kind == "form"
        with pytest.raises(Refused) as no:
            session.answer(pairs(range=2, arc="front", terrain="clear"))
        assert [each.ref.id for each in no.value.why] == ["AAM-85"]
        session.answer(pairs(range=1, arc="front", terrain="clear"))
        assert session.prompt.key == "attack"

    @rule("AAM-78")
    @pytest.mark.parametrize(
        ("reading", "phase", "step", "may"),
        [
            ("both", "assault", "initiative", True),
            ("both", None, "first_assault", True),
            ("movement_only", "movement", "first_assault", True),
            ("movement_only", None, "second_movement", True),
            ("movement_only", "assault", "initiative", False),
            ("movement_only", None, "second_assault", False),
        ],
    )
    def test_in_which_phases_by_both_readings(self, reading: str, phase: str | None, step: str, may: bool) -> None:
        state = standing(step=step, readings={"df_phases": reading})
        no = cannot_fire(state, DefensiveFire("a", "b", phase=phase))
        assert (no.ref.id if no else None) == (None if may else "AAM-78")

    @rule("AAM-78")
    def test_the_phase_of_a_question(self) -> None:
        assert refused(shot(phase="assault", readings={"df_phases": "movement_only"})) == ["AAM-78"]
        assert refused(shot(phase="movement", readings={"df_phases": "movement_only"})) == []


class TestAfterIt:
    @rule("AAM-126", "AAM-62")
    def test_disrupted_by_it_and_then_hit_once(self) -> None:
        """Defense 4 instead of 5; one hit is a face-down Disrupted, and disrupted again is all
        that comes of it."""
        first = shot(roll={"attack": sixes(5, 11)})
        second = attack(PANZER, SHERMAN, at=first["after"]["b"], roll={"attack": sixes(4, 13)})
        assert second["checks"][0]["needs"] == 4
        assert second["after"]["b"]["face_down"] == ["disrupted"]
        assert second["result"]["target"] == "disrupted"

    @rule("AAM-62")
    def test_it_is_over_in_the_same_turns_casualty_phase(self) -> None:
        first = shot(roll={"attack": sixes(5, 11)})
        reply = ask("aam", "casualty", {"b": {"card": SHERMAN, "state": first["after"]["b"]}})
        assert reply["after"]["b"] == {"where": "table"}

    @rule("AAM-61")
    def test_the_disrupted_may_still_make_a_normal_attack(self) -> None:
        assert targets(attack(by={"face_up": ["disrupted"]}))["attack"] == 5


class TestInAMove:
    def keys(self, shooter: Any = PAK, mover: Any = SHERMAN, terrain: str = "town", **told: Any) -> list[str]:
        """The rolls on the way, the first of each."""
        met: dict[str, None] = {}

        def policy(_: GameState, prompt: Prompt) -> None:
            met[prompt.key] = None

        todo = task(shoot, shot_of(terrain, **told))
        walk(standing(shooter, mover), todo, policy=policy)
        return list(met)

    @rule("AAM-85", "AAM-139")
    def test_its_dice_carry_the_shooter(self) -> None:
        assert self.keys() == ["defensive_fire:a", "cover:a"]
        assert self.keys(number=1) == ["defensive_fire:a:1", "cover:a:1"]

    @rule("AAM-82", "AAM-83")
    def test_a_hit_is_remembered_as_a_stop(self) -> None:
        todo = task(shoot, shot_of("clear"))
        ends = walk(standing(), todo)
        stops = ends.map(lambda after: toll(after).stopped).chances()
        assert stops[True] == sum(chance for n, chance in successes(11, 4).items() if n >= 5)
        assert all(toll(after).stopped == ("disrupted" in after.unit("b").marks("face_up")) for after, _ in ends.ways)

    @rule("AAM-86", "AAM-82")
    def test_a_determined_charge_goes_on(self) -> None:
        state = standing(mover=able(SHERMAN, determined_charge=True))
        ends = walk(state, task(shoot, shot_of("clear")))
        assert not any(toll(after).stopped for after, _ in ends.ways)
        assert any("disrupted" in after.unit("b").marks("face_up") for after, _ in ends.ways)

    @rule("AAM-86", "AAM-89")
    def test_a_double_shot_rolls_again_after_a_miss_only(self) -> None:
        twice = able(PAK, double_shot=True)
        assert self.keys(twice, terrain="clear") == ["defensive_fire:a", "defensive_fire:a:again"]
        hit = sum(chance for n, chance in successes(11, 4).items() if n >= 5)
        assert shot(twice)["odds"]["effect"]["disrupted"] == str(1 - (1 - hit) ** 2)
        assert [check["what"] for check in shot(twice, roll={"attack": sixes(5, 11)})["checks"]] == ["attack"]


class TestAbilities:
    @rule("AAM-86", "AAM-78")
    def test_suppressive_fire_as_often_as_it_likes(self) -> None:
        assert refused(shot(able(PAK, suppressive_fire=True), by={"fired_defensively": True})) == []

    @rule("AAM-86", "AAM-77")
    def test_overlapping_fire_meets_soldiers(self) -> None:
        assert refused(shot(able(SHERMAN, overlapping_fire=True), SOLDIER)) == []

    @rule("AAM-87", "AAM-95")
    def test_limited_ammo_beats_all_that_allows(self) -> None:
        assert refused(shot(able(PAK, limited_ammo=True, suppressive_fire=True))) == ["AAM-87"]


class TestWhoIsProvoked:
    """A tank, a gun of the enemy and one of its own side, the readings as the book has them."""

    def table(self, readings: Any = None) -> Any:
        ours, theirs = {"side": "allies"}, {"side": "axis"}
        units = {"m": {"card": {**SHERMAN, **ours}, "seat": 0}, "e": {"card": {**PAK, **theirs}, "seat": 1}, "f": {"card": {**PAK, **ours}, "seat": 0}}
        return playing("first_movement", units, readings=readings or {}).state

    @rule("AAM-75", "AAM-76")
    @pytest.mark.parametrize(
        ("ranges", "reading", "exposed"),
        [
            ((1, 1), "adjacent_to_adjacent", True),
            ((2, 1), "adjacent_to_adjacent", False),
            ((1, 2), "adjacent_to_adjacent", False),
            ((2, 1), "any_step_ending_adjacent", True),
            ((1, 2), "any_step_ending_adjacent", False),
        ],
    )
    def test_from_which_hex_into_which(self, ranges: tuple[int, int], reading: str, exposed: bool) -> None:
        assert is_exposed(self.table({"df_trigger": reading}), ranges) is exposed

    @rule("AAM-77", "AAM-80")
    @pytest.mark.parametrize(("unit", "ranges", "watches", "reaches"), [("e", (1, 1), True, True), ("e", (1, 2), True, False), ("f", (1, 1), False, False)])
    def test_only_enemies_fire(self, unit: str, ranges: tuple[int, int], watches: bool, reaches: bool) -> None:
        now = self.table()
        assert (is_watching(now, unit, "m", ranges), is_in_reach(now, unit, "m", ranges, "entered")) == (watches, reaches)
