"""The charge, the rounds, and where several rules of an assault meet. Figures worked out by hand
from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.values.events import TrackerSet
from engine.values.maps import EMPTY, frozen, pairs
from tests.games.epic.table import FEARLESS, SHIELDED_TITAN, ask, attacks_of, bare, chance, do, foot, force, game, open_prompt, side

rule = pytest.mark.rule
F = Fraction


class TestTheCharge:
    @rule("EPIC-86", "EPIC-262")
    def test_attackers_shot_down_in_their_charge_fight_no_assault(self) -> None:
        """An AP5+ hit without a save kills the only one: nobody is left to fight."""
        session = game(a=bare(1), d=side(seat=1), e=side(1, seat=1, overwatch=True))
        do(session, "assault", "e", {"able": 1}, (6,), attacker="a", defender="d")
        assert (session.prompt, session.state.unit("a").gone, session.state.unit("d").trackers) == (None, True, EMPTY)

    @rule("EPIC-133", "EPIC-259")
    @pytest.mark.parametrize(
        ("answers", "lost", "striking"),
        [
            # the one along is shot down on its way, and the others go on; or the commander's own
            (["none", "e", {"able": 1}, (6,)], {"b"}, ["a"]),
            (["e", {"able": 1}, (6,)], {"a"}, ["b"]),
            (["none", "none"], set(), ["a", "b"]),
        ],
    )
    def test_everyone_who_charges_is_fired_at(self, answers: list[Any], lost: set[str], striking: list[str]) -> None:
        """Each is one unit without a save, whom a hit destroys."""
        session = game(a=bare(1), b=bare(1), d=side(seat=1), e=side(1, seat=1, overwatch=True))
        session.dispatch(TrackerSet("", "acting", pairs(unit="a", left=("assault", "along:b"))))
        do(session, "assault", *answers, attacker="a", defender="d")
        assert {name for name in ("a", "b") if session.state.unit(name).gone} == lost
        assert [check.key for check in open_prompt(session).checks] == ([f"strike:{striking[0]}"] if lost else ["strike:a:0", "strike:a:1"])

    @rule("EPIC-133", "EPIC-262")
    def test_nobody_fights_where_all_who_charge_are_shot_down(self) -> None:
        session = game(a=bare(1), b=bare(1), d=side(seat=1), e=side(1, seat=1, overwatch=True), f=side(1, seat=1, overwatch=True))
        session.dispatch(TrackerSet("", "acting", pairs(unit="a", left=("assault", "along:b"))))
        do(session, "assault", "e", {"able": 1}, (6,), "f", {"able": 1}, (6,), attacker="a", defender="d")
        assert (session.prompt, session.state.unit("d").trackers) == (None, EMPTY)

    @rule("EPIC-85")
    def test_nobody_fights_on_both_sides(self) -> None:
        """Overruled or not: the first of them is named."""
        on = {"a": side(), "d": side(seat=1), "e": side(seat=1)}
        stated = {"attacker": "a", "along": ["d", "e"], "defender": "d", "others": ["e"], "overrule": True}
        assert "d cannot fight itself" in answered(RULESETS, {"game": "epic", "ask": "assault", "units": on, "situation": stated})["error"]

    @rule("EPIC-92")
    @pytest.mark.parametrize(("terrain", "prompt"), [("building", "save:d"), (None, "strike:d")])
    def test_the_ground_of_the_defender(self, terrain: str | None, prompt: str) -> None:
        """Without armour a building alone gives a save, 4+; nothing stated is open ground."""
        session = game(a=bare(1), d=bare(1, 1))
        do(session, "assault", (6,), attacker="a", defender="d", **({"terrain": terrain} if terrain else {}))
        assert session.prompt
        assert session.prompt.key == prompt

    @rule("EPIC-92")
    @pytest.mark.parametrize(("ground", "killed"), [({"terrain": "building"}, F(1, 6)), ({}, F(1, 3))])
    def test_the_ground_in_a_question(self, ground: dict[str, Any], killed: Fraction) -> None:
        """5+ to hit, then 4+ to save in the building, no save outside."""
        reply = attacks_of(bare(1), bare(1), {"ff": [1], **ground}, {"ff": [1], **ground})
        assert (chance(reply, "kills:0", 1), chance(reply, "kills:1", 1)) == (killed, F(1, 3))

    @rule("EPIC-95")
    @pytest.mark.parametrize(("units", "dice"), [({"units": [1]}, 1), ({}, 3)])
    def test_how_many_support(self, units: dict[str, Any], dice: int) -> None:
        session = game(a=side(1), d=side(1, seat=1), s=side(3))
        do(session, "assault", (1,), (1,), attacker="a", defender="d", supporters=[{"formation": "s", **units}])
        assert session.prompt
        assert (session.prompt.key, session.prompt.checks[0].dice) == ("support:s", dice)


class TestAssaults:
    @rule("EPIC-51", "EPIC-91")
    def test_macro_weapons_come_second(self) -> None:
        """The normal hit kills the first, who has no save; then no armour helps the second."""
        blade = {"name": "Blade", "range": "contact", "abilities": ["extra_attacks:1", "macro_weapon"]}
        on = {"a": force((1, foot(weapons=[blade]))), "d": force((1, foot(armour=None)), (1, foot(armour=2)), seat=1)}
        roll = {"strike:a": [[6], [6]], "strike:d": [[1], [1]]}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1, 1]}]
        assert ask("assault_attacks", on, sides=sides, roll=roll)["result"]["kills:0"] == 2

    @rule("EPIC-89", "EPIC-160")
    def test_a_titan_killer_in_close_combat_throws_its_damage(self) -> None:
        fist = {"name": "Fist", "range": "contact", "abilities": ["extra_attacks:1", "titan_killer:d3"]}
        on = {"a": force((1, foot(weapons=[fist]))), "d": force((1, {**SHIELDED_TITAN, "dc": 6, "critical": "none"}), seat=1)}
        roll = {"strike:a": [[1], [6]], "strike:d": [1] * 6, "damage": [3]}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        assert ask("assault_attacks", on, sides=sides, roll=roll)["result"]["kills:0"] == 3

    @rule("EPIC-94", "EPIC-95")
    def test_supporting_fire_never_stalls_an_attack(self) -> None:
        """One attacker of two is engaged and dies by support: the other is left, so the dice
        decide."""
        on = {"a": force((2, foot(armour=None))), "d": force((2, foot()), seat=1), "s": force((1, foot()), seat=1)}
        roll = {"strike:a": [1], "strike:d": [1, 1], "support:s": [6], "result:0": [6, 6], "result:1": [1, 1]}
        stated = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [1]}, "d": {"ff": [2]}}, "supporters": [{"formation": "s"}]}
        # 6 and no blast against 1, a kill, more units and no blast: 7 to 4, so the defenders lose
        # three and are gone
        reply = ask("assault", on, **stated, roll=roll)
        assert (reply["result"]["winner"], reply["result"]["units:d"]) == ("attacker", 0)

    @rule("EPIC-103", "EPIC-100")
    def test_supporters_of_those_whom_support_wipes_out(self) -> None:
        """The case that leaves out step VII is that of the attacks alone."""
        on = {"a": force((2, foot())), "d": force((1, foot(armour=None)), seat=1), "s": force((1, foot())), "t": force((3, foot()), seat=1)}
        roll = {"strike:a": [1, 1], "strike:d": [1], "support:s": [6], "support:t": [1, 1, 1]}
        stated = {"attacker": "a", "defender": "d", "supporters": [{"formation": "s"}, {"formation": "t"}]}
        reply = ask("assault", on, **stated, roll=roll)
        assert (reply["result"]["winner"], reply["after"]["t"].get("blast")) == ("attacker", 1)

    @rule("EPIC-103", "EPIC-94")
    def test_supporters_of_those_whom_the_attack_wipes_out(self) -> None:
        on = {"a": force((2, foot())), "d": force((1, foot(armour=None)), seat=1), "t": force((3, foot()), seat=1)}
        reply = ask("assault", on, attacker="a", defender="d", supporters=[{"formation": "t"}], roll={"strike:a": [6, 1], "strike:d": [1]})
        assert (reply["result"]["winner"], reply["after"]["t"].get("blast")) == ("attacker", None)

    @rule("EPIC-131", "EPIC-98")
    def test_the_dead_inspire_nobody(self) -> None:
        """Four against three and no markers on either side: 2 and 1; and 1 for a kill on the
        other side."""
        on = {"a": force((1, foot(abilities=["inspiring"])), (4, foot())), "d": force((3, foot()), seat=1)}
        for lost, bonus in (([1, 0], [2, 2]), ([0, 1], [3, 2])):
            sides = [{"formations": [{"formation": "a", "lost": lost}]}, {"formations": [{"formation": "d"}]}]
            assert ask("assault_result", on, sides=sides)["result"]["bonus"] == bonus

    @rule("EPIC-84", "EPIC-143")
    @pytest.mark.parametrize(("abilities", "hits"), [([FEARLESS], 0), ([], 5), (["stubborn"], 4)])
    def test_extra_hits_of_a_formation(self, abilities: list[str], hits: int) -> None:
        on = {"a": force((4, foot(abilities=abilities))), "d": force((4, foot()), seat=1)}
        sides = [{"formations": [{"formation": "a"}]}, {"formations": [{"formation": "d"}]}]
        assert ask("assault_result", on, sides=sides, roll={"result:0": [1, 1], "result:1": [6, 6]})["result"]["extra_hits"] == hits

    @rule("EPIC-94")
    def test_a_stalled_attack_that_rolls_better(self) -> None:
        """The dice only say how many more attackers fall: here none."""
        stated = {"sides": [{"formations": [{"formation": "a", "engaged": 0}]}, {"units": 4}], "roll": {"result:0": [6, 6], "result:1": [1, 1]}}
        result = ask("assault_result", {"a": force((4, foot()))}, {"stall": "roll"}, **stated)["result"]
        assert (result["winner"], result["extra_hits"]) == (1, 0)

    @rule("EPIC-94", "EPIC-107")
    @pytest.mark.parametrize(
        ("reading", "ours", "theirs", "winner", "extra", "flees"),
        [
            pytest.param({}, {"units": 2}, {"units": 0}, 0, 0, "none", marks=rule("EPIC-100")),
            pytest.param({}, {"units": 0}, {"units": 2}, 1, 0, "none", marks=rule("EPIC-100")),
            ({}, {"units": 0}, {"units": 0}, None, 0, "none"),
            pytest.param({}, {"formations": [{"formation": "a", "engaged": False}]}, {"units": 4}, 1, 0, "attacker", marks=rule("EPIC-84")),
            pytest.param({}, {"formations": [{"formation": "a", "engaged": [0]}]}, {"units": 4}, 1, 0, "attacker", marks=rule("EPIC-84")),
            ({"stall": "roll"}, {"formations": [{"formation": "a", "engaged": 0}]}, {"units": 4}, 1, 5, "attacker"),
            ({}, {"formations": [{"formation": "a", "engaged": 0}]}, {"units": 0}, 0, 0, "none"),
            pytest.param(
                {"double_wipe": "defender"}, {"formations": [{"formation": "a", "engaged": 0}]}, {"units": 0}, 1, 0, "attacker", marks=rule("EPIC-100")
            ),
            pytest.param({"double_wipe": "defender"}, {"units": 2}, {"units": 0}, 0, 0, "none", marks=rule("EPIC-100")),
            pytest.param({"stall": "roll"}, {"units": 0}, {"units": 2}, 1, 0, "none", marks=rule("EPIC-100")),
            pytest.param({"stall": "roll"}, {"units": 2}, {"units": 0}, 0, 0, "none", marks=rule("EPIC-100")),
            ({}, {"formations": [{"formation": "a", "lost": [4]}]}, {"units": 4}, 1, 0, "none"),
            pytest.param(
                {}, {"formations": [{"formation": "a", "lost": [3], "engaged": [1]}]}, {"units": 4}, 1, 10, "attacker", marks=rule("EPIC-84", "EPIC-99")
            ),
        ],
    )
    def test_what_the_attacks_have_decided(
        self, reading: dict[str, str], ours: dict[str, Any], theirs: dict[str, Any], winner: int | None, extra: int, flees: str
    ) -> None:
        """Four attackers without markers against no markers; where it is rolled, 1 against 6.
        Last row: 1 and no markers against 6, three kills, more units, twice as many, no markers:
        2 to 12."""
        reply = ask("assault_result", {"a": force((4, foot()))}, reading, sides=[ours, theirs], roll={"result:0": [1, 1], "result:1": [6, 6]})
        assert [reply["result"][key] for key in ("winner", "extra_hits", "withdraw", "then")] == [winner, extra, flees, "over"]
        consolidates = {0: "attacker", 1: "defender", None: "none"}[winner]
        assert (reply["result"]["consolidate"], reply["result"]["rolled"] is not False) == (consolidates, extra > 0)

    @rule("EPIC-103", "EPIC-96")
    @pytest.mark.parametrize(
        ("reading", "stated", "dice", "shaken"),
        [
            ({}, ["s", "t", "m"], (1, 6), ["s"]),
            ({}, ["s", "t", "m"], (6, 1), ["t"]),
            ({"supporters_bm": "near"}, ["s", "t", "m"], (1, 6), ["s", "m"]),
            ({}, [["s"], ["t"]], (6, 1), ["t"]),
            ({}, [["x"], ["y"]], (1, 6), ["x"]),
            ({}, ["s", "t"], (3, 3), []),
            ({}, [["s"]], (6, 1), []),
            ({}, [["s"]], (1, 6), ["s"]),
        ],
    )
    def test_whose_supporters_take_a_marker(self, reading: dict[str, str], stated: list[Any], dice: tuple[int, int], shaken: list[str]) -> None:
        """The loser's, and of them not those who march."""
        on = {"s": force((3, foot())), "t": force((3, foot()), seat=1), "m": force((3, foot()), state={"marched": True})}
        side = {"units": 3, "blast": 1}
        roll = {"result:0": [dice[0]] * 2, "result:1": [dice[1]] * 2}
        assert list(ask("assault_result", on, reading, sides=[side, side], supporters=stated, roll=roll)["result"]["supporters_blast"]) == shaken

    @rule("EPIC-103")
    def test_sides_by_the_seats_of_their_formations(self) -> None:
        """The second seat attacks and loses by four: its supporter takes the marker."""
        on = {"a": force((3, foot()), seat=1), "d": force((3, foot())), "s": force((3, foot()), seat=1), "t": force((3, foot()))}
        sides = [{"formations": [{"formation": "a"}]}, {"formations": [{"formation": "d"}]}]
        reply = ask("assault_result", on, sides=sides, supporters=["s", "t"], roll={"result:0": [1, 1], "result:1": [5, 5]})
        assert list(reply["result"]["supporters_blast"]) == ["s"]

    @rule("EPIC-103")
    def test_supporters_of_a_side_without_formations(self) -> None:
        on = {"s": force((3, foot())), "t": force((3, foot()), seat=1)}
        reply = ask("assault_result", on, sides=[{"formations": []}, {"units": 3}], supporters=["s", "t"], roll={"result:0": [1, 1]})
        assert list(reply["result"]["supporters_blast"]) == ["s"]

    @rule("EPIC-103")
    def test_supporters_of_attackers_wiped_out(self) -> None:
        """Only a defender's end leaves out step VII."""
        reply = ask("assault_result", sides=[{"units": 0}, {"units": 3}], supporters=[["s"], ["t"]], roll={"result:0": [1, 1]})
        assert list(reply["result"]["supporters_blast"]) == ["s"]

    @rule("EPIC-103", "EPIC-94")
    @pytest.mark.parametrize(("reading", "shaken"), [({}, []), ({"wipe_supporters": "bm"}, ["t"])])
    def test_supporters_of_a_side_stated_as_wiped_out(self, reading: dict[str, str], shaken: list[str]) -> None:
        reply = ask("assault_result", None, reading, sides=[{"units": 3}, {"units": 0}], supporters=[[], ["t"]], roll={"result:0": [1, 1]})
        assert list(reply["result"]["supporters_blast"]) == shaken

    @rule("EPIC-94", "EPIC-100")
    @pytest.mark.parametrize(
        ("ours", "engaged", "strikes", "winner"), [(1, 1, [6], "nobody"), (2, 2, [6], "attacker"), (2, 1, [6], "defender"), (2, 1, [1], "attacker")]
    )
    def test_both_wiped_out_by_the_other_reading(self, ours: int, engaged: int, strikes: list[int], winner: str) -> None:
        """One defender always dies; he kills one of those engaged or nobody."""
        on = {"a": force((ours, foot(armour=None))), "d": force((1, foot(armour=None)), seat=1)}
        stated = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [engaged]}, "d": {"ff": [1]}}}
        reply = ask("assault", on, {"double_wipe": "defender"}, **stated, roll={"strike:a": [6] * engaged, "strike:d": strikes})
        assert reply["result"]["winner"] == winner

    @rule("EPIC-100", "EPIC-94")
    def test_attackers_wiped_out(self) -> None:
        on = {"a": force((1, foot(armour=None))), "d": force((1, foot()), seat=1)}
        reply = ask("assault", on, attacker="a", defender="d", engaged={"a": {"ff": [1]}}, roll={"strike:a": [1], "strike:d": [6]})
        assert reply["result"]["winner"] == "defender"

    @rule("EPIC-103", "EPIC-94")
    def test_supporters_of_a_stalled_attack(self) -> None:
        """The one engaged attacker dies: no support, no dice, and yet a marker for who stood by."""
        on = {"a": force((2, foot(armour=None))), "d": force((1, foot()), seat=1), "s": force((3, foot()))}
        stated = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [1]}, "d": {"ff": [1]}}, "supporters": [{"formation": "s"}]}
        reply = ask("assault", on, **stated, roll={"strike:a": [1], "strike:d": [6]})
        assert (reply["result"]["winner"], reply["after"]["s"].get("blast")) == ("defender", 1)

    @rule("EPIC-103", "EPIC-99")
    def test_supporters_of_those_whom_the_result_wipes_out(self) -> None:
        """6, numbers and no markers against 1 and no markers: 8 to 2 is more than the one
        defender can take."""
        on = {"a": force((2, foot())), "d": force((1, foot()), seat=1), "t": force((3, foot()), seat=1)}
        roll = {"strike:a": [1, 1], "strike:d": [1], "support:t": [1, 1, 1], "result:0": [6, 6], "result:1": [1, 1]}
        reply = ask("assault", on, attacker="a", defender="d", supporters=[{"formation": "t"}], roll=roll)
        assert (reply["after"]["d"]["where"], reply["after"]["t"].get("blast")) == ("destroyed", 1)

    @rule("EPIC-140", "EPIC-270")
    def test_stubborn_beside_a_formation_that_is_gone(self) -> None:
        """One of two stubborn formations dies in the fight; 5 for the attackers' die, kill,
        numbers and twice, no markers: 9 to 5: four hits, less one: three of four are lost."""
        tough = {"abilities": ["stubborn"], "armour": None}
        on = {"a": force((9, foot())), "d": force((1, foot(**tough)), seat=1), "e": force((4, foot(**tough)), seat=1)}
        roll = {"strike:a": [6, *[1] * 8], "strike:d:0": [1], "strike:d:1": [1] * 4, "result:0": [5, 5], "result:1": [4, 4]}
        reply = ask("assault", on, attacker="a", defender="d", others=["e"], roll=roll)
        assert reply["after"]["e"]["lost"] == [3]

    @rule("EPIC-85")
    def test_nobody_charges_friends(self) -> None:
        on = {"a": force((1, foot())), "d": force((1, foot()))}
        assert ask("assault", on, attacker="a", defender="d")["refused"]["key"] == "friend"


class TestRounds:
    @rule("EPIC-101", "EPIC-268")
    def test_as_before_is_as_in_the_round_before(self) -> None:
        """A firefight (6+), then close combat (3+), then as before: close combat again."""
        unit = foot(armour=2, cc=3, ff=6)
        session = do(game(a=force((2, unit)), d=force((2, unit), seat=1)), "assault", attacker="a", defender="d")
        needs, tie = [], ([1, 1], [1, 1], [[1, 1], [1, 1]])
        for how in ("cc", "same", "ff", "same"):
            needs.append(session.prompt and session.prompt.checks[0].targets)
            for dice in (*tie, how):
                session.answer(frozen(dice))
        assert needs == [(6,), (3,), (3,), (6,)]

    @rule("EPIC-89", "EPIC-151")
    @pytest.mark.parametrize("weapons", [[], [{"name": "Blade", "range": "contact", "abilities": ["first_strike"]}]])
    def test_both_strike_at_once(self, weapons: list[dict[str, Any]]) -> None:
        """One against one, 4+ and no save: both fall in 1/4; with first strikes on both sides as
        well. One-sided he survives."""
        on = {"a": force((1, foot(armour=None, cc=4, weapons=weapons))), "d": force((1, foot(armour=None, cc=4, weapons=weapons)), seat=1)}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        odds = ask("assault_attacks", on, sides=sides)["odds"]
        assert odds["kills:0"] == odds["kills:1"] == {"0": "1/2", "1": "1/2"}
        assert chance(ask("assault", on, attacker="a", defender="d", fought="cc"), "winner", "nobody") > F(1, 4)
        on["d"]["card"]["units"][0][1]["weapons"] = []
        early = F(1, 2) if not weapons else F(1, 4)
        assert chance(ask("assault_attacks", on, sides=sides), "kills:1", 1) == early
