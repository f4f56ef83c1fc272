"""Dice of an assault that are thrown together, saves that change nothing, and who is named.
Worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.playing.session import Session
from engine.values.model import Prompt
from engine.values.texts import english
from tests.games.epic.table import BARE, RA, armoured_titan, ask, binomial, chance, do, foot, force, game, open_prompt, state

rule = pytest.mark.rule
F = Fraction
MELTA = foot(name="Melta", weapons=[{"name": "Melta", "range": 15, "abilities": ["small_arms", "macro_weapon"]}])


class TestDiceOfOneKind:
    @rule("EPIC-184")
    @pytest.mark.parametrize(("told", "alike"), [({}, ((0, 1),)), ({"fought": "cc"}, ((0, 1),)), ({"engaged": {"d": {"cc": [1], "ff": [2]}}}, ())])
    def test_a_war_engine_that_fights_as_all_do_throws_with_the_others(self, told: dict[str, Any], alike: Any) -> None:
        """Where some are in contact and others not, its dice are tied to the one or the other."""
        session = game(a=force((1, armoured_titan()), (2, foot())), d=force((3, foot()), seat=1))
        assert open_prompt(do(session, "assault", attacker="a", defender="d", **told)).summed == alike

    @rule("EPIC-49", "EPIC-91")
    def test_macro_weapons_are_of_another_kind(self) -> None:
        session = game(a=force((2, foot()), (1, MELTA), (2, foot(name="Others", ff=4))), d=force((3, foot()), seat=1))
        assert open_prompt(do(session, "assault", attacker="a", defender="d")).summed == ((0, 2),)


class TestTraitsThatChangeNoSave:
    """Two troopers with one weapon and two with another, firing: dice of one kind, or of two."""

    def summed(self, ability: str, *struck: Any, **told: Any) -> tuple[tuple[int, ...], ...]:
        flamer = foot(name="Flamers", weapons=[{"name": "Flamer", "range": 15, "abilities": ["small_arms", ability]}])
        session = game(a=force((2, foot()), (2, flamer)), d=force(*struck, seat=1))
        return open_prompt(do(session, "assault", attacker="a", defender="d", **told)).summed

    @rule("EPIC-152")
    def test_ignoring_cover_tells_dice_apart_where_there_is_cover(self) -> None:
        """A wood is a 5+ for infantry: better than an armour of 6+, not than one of 5+."""
        assert self.summed("ignore_cover", (3, foot(armour=6)), terrain="wood") == ()
        assert self.summed("ignore_cover", (3, foot(armour=5)), (1, foot(armour=6)), terrain="wood") == ()
        assert self.summed("ignore_cover", (3, foot(armour=5)), terrain="wood") == ((0, 1),)
        assert self.summed("ignore_cover", (3, foot(armour=6))) == ((0, 1),)

    @rule("EPIC-153")
    def test_a_lance_tells_dice_apart_where_armour_is_reinforced(self) -> None:
        assert self.summed("lance", (3, foot(armour=4, abilities=[RA]))) == ()
        assert self.summed("lance", (3, foot(armour=4))) == ((0, 1),)

    @rule("EPIC-141", "EPIC-153")
    def test_whoever_is_left_of_a_row_counts(self) -> None:
        """The last unit of a row has the abilities of its character too."""
        hero = foot(name="Hero", type="CH", armour=None, abilities=[RA])
        assert self.summed("lance", (3, foot(armour=4)), (1, hero)) == ()

    @rule("EPIC-146")
    def test_snipers_tell_dice_apart_where_anybody_saves(self) -> None:
        assert self.summed("sniper", (3, foot(armour=4))) == ()
        assert self.summed("sniper", (3, foot(armour=None))) == ((0, 1),)


class TestSavesInVain:
    def saving(self, faces: tuple[int, ...], *target: Any) -> Prompt:
        session = game(a=force((6, foot())), d=force(*target, seat=1))
        return open_prompt(do(session, "assault", faces, attacker="a", defender="d"))

    @rule("EPIC-161")
    @pytest.mark.parametrize(("hits", "floors"), [(2, (0,)), (3, (0,)), (4, (1,)), (6, (3,))])
    def test_hits_beyond_the_last_point(self, hits: int, floors: tuple[int, ...]) -> None:
        """A Titan of three points: of four hits it dies by three, so that one save changes
        nothing."""
        prompt = self.saving((6,) * hits + (1,) * (6 - hits), (1, armoured_titan()))
        assert (prompt.key, prompt.floors) == ("save:d", floors)

    @rule("EPIC-161", "EPIC-91")
    def test_nobody_else_saves_in_vain(self) -> None:
        """Three hits fill the Titan, one the trooper, then two more the Titan."""
        prompt = self.saving((6,) * 6, (1, armoured_titan()), (1, foot(armour=4)))
        assert sorted(zip([check.dice for check in prompt.checks], prompt.floors, strict=True)) == [(1, 0), (5, 2)]
        assert self.saving((6,) * 6, (2, foot())).floors == ()

    @rule("EPIC-161")
    @pytest.mark.parametrize(("faces", "floors"), [((1, 1, 1, 1), (2,)), ((4, 1, 1), (1,)), ((4, 4), (0,))])
    def test_wounds_of_the_first_pass_count_too(self, faces: tuple[int, ...], floors: tuple[int, ...]) -> None:
        """Two normal hits on reinforced armour, then three of macro-weapons, on three points."""
        session = game(a=force((2, foot()), (3, MELTA)), d=force((1, armoured_titan(abilities=[RA])), seat=1))
        do(session, "assault", ((6, 6), (6, 6, 6)), faces, attacker="a", defender="d")
        assert (open_prompt(session).key, open_prompt(session).floors) == ("save:macro:d", floors)

    @rule("EPIC-161")
    def test_wounds_of_another_engine_are_its_own(self) -> None:
        """Four normal hits, of which three fill the first of two Titans and one the other; each
        fails one save. Then three macro-weapon hits fill the first again: with its wound four
        points on three."""
        titans = [(1, armoured_titan(abilities=[RA])), (1, armoured_titan(abilities=[RA], name="Other", armour=5))]
        session = game(a=force((4, foot()), (3, MELTA)), d=force(*titans, seat=1))
        do(session, "assault", ((6,) * 4, (6,) * 3), ((4, 4, 1, 1), (1, 1)), attacker="a", defender="d")
        assert (open_prompt(session).key, open_prompt(session).floors) == ("save:macro:d", (1,))

    @rule("EPIC-161", "EPIC-185")
    def test_the_odds_of_a_titan_that_cannot_lose_more_than_it_has(self) -> None:
        """Five dice at 2+ against a 4+ save: each takes a point in five of twelve."""
        on = {"a": force((5, {**BARE, "ff": 2})), "d": force((1, armoured_titan()), seat=1)}
        reply = ask("assault_attacks", on, sides=[{"formation": "a", "ff": [5]}, {"formation": "d", "ff": [1]}])
        ways = binomial(5, F(5, 12))
        assert [chance(reply, "kills:0", n) for n in range(4)] == [ways[0], ways[1], ways[2], ways[3] + ways[4] + ways[5]]


class TestSupportersWithMacroWeapons:
    """A trooper on each side, who miss each other; then two supporters of the attacker, one with a
    macro-weapon, and one of the defender."""

    def supported(self, *struck: Any, faces: tuple[Any, ...]) -> Session:
        session = game(a=force((1, foot())), d=force(*struck, seat=1), s=force((1, foot()), (1, MELTA)), t=force((1, foot()), seat=1))
        helpers = [{"formation": "s"}, {"formation": "t"}]
        missed = (1,) * sum(count for count, _ in struck)
        return do(session, "assault", (1,), missed, faces, attacker="a", defender="d", supporters=helpers)

    @rule("EPIC-95")
    def test_who_falls_by_the_first_pass_is_supported_all_the_same(self) -> None:
        """Both sides' supporters fire at once, though nobody is left to be supported."""
        session = self.supported((1, foot(armour=None)), faces=((6,), (1,)))
        assert open_prompt(session).key == "support:t"

    @rule("EPIC-51", "EPIC-91")
    def test_the_second_pass_strikes_those_who_still_stand(self) -> None:
        """One falls by the normal hit, the other by the macro-weapon, which leaves no save."""
        session = self.supported((2, foot(armour=None)), faces=((6,), (6,)))
        session.answer((1,))
        assert state(session, "d")["where"] == "destroyed"


class TestWhoSaves:
    @rule("EPIC-91")
    @pytest.mark.parametrize(("others", "labels"), [([], ["Trooper", "Guard"]), (["e"], ["Force, Trooper", "Force, Guard", "Reserve, Guard"])])
    def test_by_model_and_with_several_formations_by_theirs(self, others: list[str], labels: list[str]) -> None:
        units = {
            "a": force((9, foot())),
            "d": force((1, foot(name="Trooper")), (1, foot(name="Guard", armour=4)), seat=1),
            "e": force((1, foot(name="Guard", armour=3)), seat=1, name="Reserve"),
        }
        session = do(game(**units), "assault", (6,) * (2 + len(others)) + (1,) * (7 - len(others)), attacker="a", defender="d", others=others)
        prompt = open_prompt(session)
        assert callable(prompt.labels)
        assert [english(each) for each in prompt.labels()] == labels


class TestStubborn:
    @rule("EPIC-140")
    @pytest.mark.parametrize(("gap", "lost"), [(1, None), (2, (1,)), (3, (2,))])
    def test_one_hit_less_and_none_below_none(self, gap: int, lost: tuple[int, ...] | None) -> None:
        session = game(a=force((6, BARE)), d=force((6, foot(abilities=["stubborn"])), seat=1))
        do(session, "assault", (1,) * 6, (1,) * 6, ((1 + gap, 1), (1, 1)), attacker="a", defender="d")
        assert state(session, "d").get("lost") == lost
