"""Supporting fire, and assaults of several formations. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.playing.session import Session
from tests.games.epic.table import ask, do, foot, force, game, miss, result_rows, state

rule = pytest.mark.rule


CHIEF = {"name": "Chief", "type": "CH"}
STURDY = foot(armour=4, abilities=["reinforced_armour"])
SMALL = {"name": "Claws", "range": 15, "abilities": ["extra_attacks:1", "macro_weapon"]}


class TestSupport:
    def fight(self, supporters: Any, readings: Any = None, **states: Any) -> Session:
        units = {
            "a": force((3, foot())),
            "d": force((3, foot()), seat=1),
            "h": force((2, foot()), state=states.get("h")),
            "e": force((2, foot()), seat=1, state=states.get("e")),
        }
        return do(game(readings=readings, **units), "assault", attacker="a", defender="d", supporters=supporters)

    @rule("EPIC-95", "EPIC-266")
    def test_supporters_fire_and_the_losers_take_a_marker(self) -> None:
        session = self.fight([{"formation": "h"}, {"formation": "e", "units": [1]}], h={"blast": 2})
        miss(session)
        seen = []
        for faces in ((5, 1), (1,), (1,)):
            assert session.prompt
            seen.append((session.prompt.key, session.prompt.checks[0].dice))
            session.answer(faces)
        assert seen == [("support:h", 2), ("save:support:d", 1), ("support:e", 1)]
        assert result_rows(session) == [[("kills", 1), ("more_units", 1), ("no_blast", 1)], [("no_blast", 1)]]
        session.answer(((4, 4), (4, 4)))  # 7 against 5
        assert (state(session, "e"), state(session, "h")) == ({"blast": 1}, {"blast": 2})
        assert session.state.unit("d").gone  # two units, two hits

    @rule("EPIC-96", "EPIC-16")
    @pytest.mark.parametrize("bad", [{"broken": True}, {"marched": True}])
    def test_who_cannot_support(self, bad: dict[str, Any]) -> None:
        session = self.fight([{"formation": "e"}], e=bad)
        miss(session)
        assert session.prompt
        assert session.prompt.key == "result"

    @rule("EPIC-103", "EPIC-96")
    @pytest.mark.parametrize(
        ("reading", "bad", "after"),
        [
            ("able", {"marched": True}, {"marched": True}),
            ("near", {"marched": True}, {"marched": True, "blast": 1}),
            ("near", {"broken": True}, {"broken": True, "lost": (1,)}),
            ("able", {"broken": True}, {"broken": True}),
        ],
    )
    def test_who_takes_the_marker(self, reading: str, bad: dict[str, Any], after: dict[str, Any]) -> None:
        session = self.fight([{"formation": "e"}], {"supporters_bm": reading}, e=bad)
        miss(session)
        session.answer(((6, 6), (5, 5)))
        while session.prompt:
            session.answer(0)
        assert state(session, "e") == after

    @rule("EPIC-103", "EPIC-94")
    @pytest.mark.parametrize(("reading", "blast"), [("none", 0), ("bm", 1)])
    def test_supporters_of_a_defender_wiped_out(self, reading: str, blast: int) -> None:
        session = self.fight([{"formation": "e"}], {"wipe_supporters": reading})
        for faces in ((6, 6, 6), (1, 1, 1), (1, 1, 1)):
            session.answer(faces)
        assert (session.prompt, session.state.unit("d").gone, session.state.unit("e").count("blast")) == (None, True, blast)

    @rule("EPIC-266")
    @pytest.mark.parametrize(("reading", "fires"), [("simultaneous", True), ("attacker_first", False)])
    def test_order_of_supporting_fire(self, reading: str, fires: bool) -> None:
        """The attacker's supporters kill the last defender: the defender's fire only where both
        fire at once."""
        units = {"a": force((1, foot())), "d": force((1, foot()), seat=1), "h": force((2, foot())), "e": force((2, foot()), seat=1)}
        session = do(
            game(readings={"support_order": reading}, **units), "assault", attacker="a", defender="d", supporters=[{"formation": "h"}, {"formation": "e"}]
        )
        miss(session)
        session.answer((5, 1))
        session.answer((1,))
        assert bool(session.prompt and session.prompt.key == "support:e") == fires

    @rule("EPIC-94", "EPIC-95")
    def test_no_support_for_a_stalled_attack(self) -> None:
        session = self.fight([{"formation": "h"}])
        for faces in ((1, 1, 1), (6, 6, 6), (1, 1, 1)):
            session.answer(faces)
        assert session.prompt is None
        assert session.state.unit("a").gone


class TestMacroWeaponsOfSupporters:
    """Two supporters with a firefight and a macro-weapon each; one die of each hits, the armour of
    who is hit by the first fails twice."""

    def lost_before_the_second_saves(self, supporters: Any, by: str, *beside: Any) -> Any:
        armed = foot(weapons=[SMALL])
        units = {"a": force((2, foot() if supporters else armed)), "d": force((3, STURDY), *beside, seat=1), "h": force((2, armed))}
        session = do(game(**units), "assault", attacker="a", defender="d", supporters=supporters)
        while session.prompt and session.prompt.key != f"save{by}:macro:d":
            key, checks = session.prompt.key, session.prompt.checks
            if key == f"save{by}:d":
                session.answer((1, 1))
            else:
                own = key in ("support:h", "strike:a" if not supporters else "")
                dice = [(6 if own else 1, *(1,) * (check.dice - 1)) for check in checks]
                session.answer(tuple(dice) if len(dice) > 1 else dice[0])
        assert session.prompt
        return state(session, "d").get("lost")

    @rule("EPIC-95", "EPIC-154")
    def test_who_fell_by_their_other_hits_is_lost_already(self) -> None:
        assert self.lost_before_the_second_saves([{"formation": "h"}], ":support") == (1,)

    @rule("EPIC-95", "EPIC-141")
    def test_but_not_beside_a_character(self) -> None:
        """The unit that he goes with is still looked at."""
        assert self.lost_before_the_second_saves([{"formation": "h"}], ":support", (1, CHIEF)) is None

    @rule("EPIC-91", "EPIC-94")
    def test_nor_where_the_fallen_strike_too(self) -> None:
        assert self.lost_before_the_second_saves([], "") is None


class TestCombined:
    @rule("EPIC-07", "EPIC-133")
    def test_those_taken_along_have_acted(self) -> None:
        units = {"a": force((3, foot())), "b": force((3, foot()), state={"overwatch": True}), "c": force((3, foot())), "d": force((3, foot()), seat=1)}
        after = ask("assault", units, attacker="a", defender="d", along=["b"], reached=False)["after"]
        held = [(after[each].get("activated", False), after[each].get("overwatch", False)) for each in "abc"]
        assert held == [(True, False), (True, False), (False, False)]

    @rule("EPIC-85", "EPIC-133")
    def test_sides_add_up_and_are_judged_alone(self) -> None:
        units = {
            "a": force((3, foot()), state={"todo": ["assault", "along:b"]}),
            "b": force((2, foot()), state={"blast": 1}),
            "d": force((2, foot()), seat=1, state={"broken": True}),
            "e": force((2, foot()), seat=1, state={"blast": 1}),
        }
        session = do(game(**units), "assault", attacker="a", defender="d", others=["e"])
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [3, 2]
        session.answer(((1, 1, 1), (1, 1)))
        session.answer(((1, 1), (6, 1)))
        session.answer((1,))
        # four units against four; markers 1 against 2 + 1; the defender has one kill
        assert result_rows(session) == [[("enemy_more_blast", 1)], [("kills", 1)]]
        session.answer(((6, 1), (5, 2)))
        assert session.prompt
        session.answer(0)  # only the one that breaks withdraws; a difference of one takes a unit of d
        assert (session.prompt, session.state.unit("d").gone, state(session, "e")) == (None, True, {"broken": True})
        assert (state(session, "a"), state(session, "b")) == ({"lost": (1,), "blast": 1}, {"blast": 1})

    @rule("EPIC-133", "EPIC-270")
    def test_a_loss_breaks_all(self) -> None:
        units = {"a": force((3, foot()), state={"todo": ["assault", "along:b"]}), "b": force((2, foot())), "d": force((9, foot()), seat=1)}
        session = do(game(**units), "assault", attacker="a", defender="d", along=["b"])
        miss(session)
        session.answer(((1, 1), (1, 1)))  # 1+1 against 1+1+1: one hit
        while session.prompt:
            session.answer(0)
        assert [state(session, each) for each in ("a", "b")] == [{"lost": (1,), "broken": True}, {"broken": True}]

    @rule("EPIC-99", "EPIC-270")
    def test_extra_hits_go_on_to_the_next_formation(self) -> None:
        units = {"a": force((9, foot())), "d": force((1, foot()), seat=1), "e": force((4, foot()), seat=1)}
        session = do(game(**units), "assault", attacker="a", defender="d", others=["e"])
        miss(session)
        session.answer(((3, 3), (2, 2)))  # 3+1+1 against 2+1: two hits
        while session.prompt:
            session.answer(0)
        assert session.state.unit("d").gone
        assert state(session, "e") == {"lost": (1,), "broken": True}


class TestSupportingFire:
    """The firefight of a formation that stands by."""

    @rule("EPIC-95", "EPIC-96")
    @pytest.mark.parametrize(
        ("unit", "held", "stated", "dice"),
        [
            (foot(ff=5), {}, {}, [(3, 5)]),
            (foot(ff=5), {"blast": 2}, {}, [(3, 5)]),
            (foot(ff=5), {}, {"able": 2}, [(2, 5)]),
            (foot(ff=5), {}, {"able": [1]}, [(1, 5)]),
            (foot(ff=5), {"lost": [1]}, {"terrain": "wood"}, [(2, 5)]),
            (foot(ff=5, weapons=[SMALL]), {}, {}, [(3, 5), (3, 5)]),
            (foot(ff=5), {}, {"shots": [{"type": "ff", "value": 4, "count": 2}]}, [(2, 4)]),
        ],
    )
    def test_dice(self, unit: dict[str, Any], held: dict[str, Any], stated: dict[str, Any], dice: list[tuple[int, int]]) -> None:
        """A die each at the firefight value: no marker silences anybody, no cover is in the way."""
        on = {"a": force((3, unit), state=held), "d": force((4, foot()), seat=1)}
        checks = ask("fire", on, by="a", target="d", **{"as": "support"}, **stated)["checks"]
        assert [(check["dice"], check["target"]) for check in checks if check["what"].startswith("to_hit")] == dice

    @rule("EPIC-265", "EPIC-93")
    def test_any_type_is_hit_and_no_marker_comes_yet(self) -> None:
        """Two dice of 4+ on tanks that save on 4+: a quarter each."""
        on = {"a": force((2, foot(ff=4))), "d": force((4, {"type": "AV", "armour": 4}), seat=1)}
        reply = ask("fire", on, by="a", target="d", **{"as": "support"})
        assert (reply["odds"]["kills"], reply["odds"]["blast"]) == ({"0": "9/16", "1": "3/8", "2": "1/16"}, {"0": "1"})

    @rule("EPIC-16", "EPIC-96")
    @pytest.mark.parametrize(
        ("held", "stated", "ref"),
        [
            ({"marched": True}, {"as": "support"}, "EPIC-96"),
            ({"broken": True}, {"as": "support"}, "EPIC-96"),
            ({"marched": True}, {}, "EPIC-16"),
            ({"broken": True}, {}, "EPIC-109"),
        ],
    )
    def test_who_may_not(self, held: dict[str, Any], stated: dict[str, Any], ref: str) -> None:
        on = {"a": force((3, foot()), state=held), "d": force((4, foot()), seat=1)}
        assert ask("fire", on, by="a", target="d", **stated)["refused"]["refs"] == [ref]

    @rule("EPIC-16")
    def test_nobody_shoots_on_a_march(self) -> None:
        shots = [{"type": "ap", "value": 4}]
        assert ask("fire", {"d": force((4, foot()))}, target="d", shots=shots, order="march")["refused"]["refs"] == ["EPIC-16"]
        assert ask("to_hit", value=4, order="march")["refused"]["refs"] == ["EPIC-16"]
