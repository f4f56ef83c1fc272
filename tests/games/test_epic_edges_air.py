"""Epic Armageddon: edges of the rules for aircraft, flak and spacecraft; expected values worked
out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from engine.dice.check import read
from engine.games.epic.air_rules import declarable
from engine.games.epic.orders import GROUND_ORDERS
from engine.playing.session import Session
from engine.values.events import Opened, TrackerSet
from engine.values.maps import frozen, pairs
from engine.values.model import Prompt
from tests.games.asking import change
from tests.games.epic_field import BARE, ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction
FLAK_GUN = {"name": "Flak gun", "range": 45, "aa": 4}
AWAY: dict[str, Any] = {"where": "reserve"}
ALOFT: dict[str, Any] = {"flying": True}
SHOTS = [{"count": 1, "value": 4}]


def plane(**more: Any) -> dict[str, Any]:
    return {"name": "Plane", "type": "AC", "speed": "fighter", "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}], **more}


def wing(count: int = 2, seat: int = 0, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return force((count, plane(**more)), seat=seat, state=state)


def battery(count: int = 1, seat: int = 1, state: dict[str, Any] | None = None, **weapon: Any) -> dict[str, Any]:
    return force((count, tank(weapons=[{**FLAK_GUN, **weapon}])), seat=seat, state=state)


def cruiser(seat: int = 0, **state: Any) -> dict[str, Any]:
    return force((1, {"name": "Cruiser", "type": "SC", "weapons": [{"name": "Bombs", "bp": 5}]}), seat=seat, state={**AWAY, **state})


def blank(**more: Any) -> dict[str, Any]:
    """A formation whose card does not say what it is made of."""
    return {"seat": 0, "card": {"name": "Unknown", "initiative": 2}, **more}


def answer(session: Session, *values: Any) -> Session:
    for value in values:
        session.answer(frozen(value))
    return session


def open_prompt(session: Session) -> Prompt:
    assert session.prompt
    return session.prompt


def key(session: Session) -> str:
    return session.prompt.key if session.prompt else ""


def refused(reply: dict[str, Any]) -> str | None:
    return reply["refused"]["key"] if "refused" in reply else None


def seen(able: int = 1, moved: bool = False) -> dict[str, Any]:
    return {"able": able, "moved": moved}


class TestActions:
    @rule("EPIC-187", "EPIC-213", "EPIC-191", "EPIC-193", "EPIC-167", "EPIC-216", "EPIC-219")
    @pytest.mark.parametrize("order", ["advance", "interception", "ground_attack", "cap", "cap_interception", "stand_down", "spacecraft"])
    def test_numbers_alone_are_nobody_s_action(self, order: str) -> None:
        """No formation is named, so no rule of its kind can speak: 2+ on a die is 5/6, untested
        actions are certain."""
        reply = ask("action", order=order, initiative=2, turn=2, schedule={"r": 2})
        assert chance(reply, "test", "pass") == (1 if order in ("cap_interception", "stand_down") else F(5, 6))

    @rule("EPIC-187", "EPIC-213")
    def test_who_is_unknown_or_told_to_fly_may_fly(self) -> None:
        """The card names no units; or the question says that they are aircraft."""
        assert refused(ask("action", {"f": blank()}, order="ground_attack", formation="f")) is None
        assert refused(ask("action", {"f": force((2, foot()))}, order="ground_attack", formation="f", aircraft=True)) is None
        assert refused(ask("action", {"f": force((2, foot()))}, order="ground_attack", formation="f")) == "wrong_kind"

    @rule("EPIC-187", "EPIC-191", "EPIC-193", "EPIC-213", "EPIC-218")
    @pytest.mark.parametrize(
        ("unit", "orders"),
        [
            (blank(), None),
            (force((2, foot())), GROUND_ORDERS),
            (wing(state={"landed": True}), GROUND_ORDERS),
            (cruiser(), ("spacecraft",)),
            (wing(), ("interception", "ground_attack", "cap", "stand_down")),
            (wing(speed="bomber"), ("ground_attack", "stand_down")),
        ],
    )
    def test_what_is_offered(self, unit: dict[str, Any], orders: tuple[str, ...] | None) -> None:
        assert declarable(game(f=unit).state, formation="f").get("order") == orders

    @rule("EPIC-193")
    @pytest.mark.parametrize(
        ("order", "used", "key"), [("cap_interception", True, "cap_used"), ("cap_interception", False, None), ("interception", True, None), ("cap", True, None)]
    )
    def test_one_patrol_for_each_attack(self, order: str, used: bool, key: str | None) -> None:
        assert refused(ask("action", {"f": wing()}, order=order, formation="f", cap_used=used)) == key

    @rule("EPIC-167")
    @pytest.mark.parametrize(("held", "key"), [({"aboard": "t"}, "aboard"), ({}, None)])
    def test_passengers_take_no_action(self, held: dict[str, Any], key: str | None) -> None:
        assert refused(ask("action", {"f": force((2, foot()), state=held)}, order="advance", formation="f")) == key

    @rule("EPIC-213")
    @pytest.mark.parametrize(
        ("held", "order", "reading", "key"),
        [({"landed": True}, "hold", "idle", "landed"), ({"landed": True}, "hold", "acts", None), ({}, "ground_attack", "idle", None)],
    )
    def test_by_one_reading_landed_aircraft_are_idle(self, held: dict[str, Any], order: str, reading: str, key: str | None) -> None:
        told = {"order": order, "formation": "f", **({"choice": "shoot"} if order == "hold" else {})}
        assert refused(ask("action", {"f": wing(state=held)}, {"landed_later": reading}, **told)) == key


class TestSpacecraft:
    @rule("EPIC-216", "EPIC-219")
    @pytest.mark.parametrize(("due", "other", "key"), [(1, 0, None), (2, 0, "not_due"), (0, 0, None), (0, 1, "another"), (0, 2, None), (1, 1, "another")])
    def test_by_the_plan_of_the_table(self, due: int, other: int, key: str | None) -> None:
        """Turn 1, as the question does not say which: its own turn, too early, without a plan,
        and when another is due."""
        units = {"s": cruiser(due=due), "r": cruiser(due=other)}
        assert refused(ask("action", units, order="spacecraft", formation="s")) == key

    @rule("EPIC-216", "EPIC-219")
    def test_the_plan_binds_spacecraft_only(self) -> None:
        units = {"a": force((2, foot())), "r": cruiser(due=1)}
        assert refused(ask("action", units, order="advance", formation="a")) is None

    @rule("EPIC-216", "EPIC-219")
    def test_a_turn_taken_by_one_delayed_today_is_taken(self) -> None:
        """Turn 2: r has failed and comes on turn 3; s, overdue, fails too: turn 4 is the first
        free one."""
        units = {"s": cruiser(due=1), "r": cruiser(seat=1, due=3, activated=True)}
        session = do(game(turn=2, **units), "action", [1], formation="s", order="spacecraft")
        assert state(session, "s")["due"] == 4

    @rule("EPIC-216")
    def test_a_plan_may_be_told_twice(self) -> None:
        session = do(game(step="strategy", s=cruiser(), r=cruiser(seat=1)), "schedule", formation="s", turn=2)
        assert state(do(session, "schedule", formation="s", turn=2), "s")["due"] == 2

    @rule("EPIC-223")
    @pytest.mark.parametrize(
        ("unit", "spot", "by"),
        [
            (foot(), {"terrain": "river"}, "opponent"),
            (tank(), {"terrain": "wood"}, "opponent"),
            (foot(), {"terrain": "wood"}, "owner"),
            (foot(), {}, "owner"),
            (foot(), {"on_unit": True, "terrain": "open"}, "opponent"),
            (foot(), {"off_table": True, "terrain": "open"}, None),
        ],
    )
    def test_where_it_lies_told_as_facts(self, unit: dict[str, Any], spot: dict[str, Any], by: str | None) -> None:
        """A river is impassable for infantry, a wood dangerous for vehicles."""
        assert ask("landing", {"a": force((1, unit))}, formation="a", spot=spot)["result"]["placed_by"] == by

    @rule("EPIC-222", "EPIC-223")
    def test_units_go_astray_one_by_one(self) -> None:
        """2D6 cm are the sum of both dice: 3 and 4 are 7."""
        session = do(game(a=force((2, tank()), state=AWAY)), "planetfall", formation="a")
        for n in (0, 1):
            prompt = open_prompt(session)
            assert (prompt.key, prompt.ref.id, read(prompt.checks[0], (3, 4))) == (f"scatter:0:{n}", "EPIC-222", 7)
            answer(session, [3, 4], "clear")
        assert session.prompt is None

    @rule("EPIC-225")
    def test_pods_go_astray_one_by_one(self) -> None:
        session = do(game(a=force((2, foot()), (3, tank()), state=AWAY)), "drop_pods", formation="a", pods=2)
        for n in (0, 1):
            prompt = open_prompt(session)
            assert (prompt.key, prompt.ref.id, prompt.text.values["number"]) == (f"scatter:{n}", "EPIC-225", n + 1)
            assert read(prompt.checks[0], (3, 4)) == 7
            answer(session, [3, 4])
        assert state(answer(session, 1, 2), "a") == {"lost": (1, 2)}


class TestPatrols:
    @rule("EPIC-193", "EPIC-279")
    @pytest.mark.parametrize(
        ("unit", "asked"),
        [
            (wing(seat=1, state={**AWAY, "cap": True}), True),
            (wing(seat=0, state={**AWAY, "cap": True}), False),
            (wing(seat=1, state=AWAY), False),
            (wing(seat=1, state={"where": "destroyed", "cap": True}), False),
        ],
    )
    def test_enemies_on_patrol_alone_are_asked(self, unit: dict[str, Any], asked: bool) -> None:
        session = do(game(f=wing(state=AWAY), p=unit), "action", [6], formation="f", order="ground_attack")
        assert key(session) == ("cap" if asked else "")
        if asked:
            prompt = open_prompt(session)
            assert (prompt.asked_of, [option.key for option in prompt.options]) == (1, ["none", "p"])

    def intercepted(self, **patrol: Any) -> Session:
        """Two bombers attack, a fighter comes down on them, through the flak of one gun."""
        units = {"f": wing(state=AWAY, speed="bomber", weapons=[]), "g": battery(seat=0), "p": force((1, plane(**patrol)), seat=1, state={**AWAY, "cap": True})}
        return answer(do(game(**units), "action", [6], formation="f", order="ground_attack"), "p", "g", seen())

    @rule("EPIC-198")
    def test_the_attack_after_the_flak(self) -> None:
        """The gun misses on 3; the fighter's 5+ is 4+ in the attack, and one bomber without a
        save is lost: two markers."""
        session = self.intercepted()
        assert key(answer(session, [3])) == "to_hit:p"
        prompt = open_prompt(session)
        assert (prompt.asked_of, prompt.ref.id, prompt.about, prompt.checks[0].targets) == (1, "EPIC-198", ("p", "f"), (4,))
        assert state(answer(session, [4]), "f") == {"flying": True, "lost": (1,), "blast": 2, "under_fire": ("approach",)}

    @rule("EPIC-198", "EPIC-206", "EPIC-280")
    @pytest.mark.parametrize(("answers", "asked"), [(([4], False), ""), (([4], True, [4]), "flak:approach:f:1")])
    def test_shot_down_or_jinking_it_does_not_attack(self, answers: tuple[Any, ...], asked: str) -> None:
        """A jink has cost it the attack; flak it may still fire."""
        session = answer(self.intercepted(), *answers)
        assert (key(session), state(session, "f")) == (asked, {"flying": True})

    @rule("EPIC-198", "EPIC-206")
    def test_a_fighter_that_saves_may_still_attack(self) -> None:
        assert key(answer(self.intercepted(armour=5), [4], False, [5])) == "to_hit:p"

    @rule("EPIC-198")
    def test_without_anti_aircraft_weapons_there_is_no_attack(self) -> None:
        session = answer(self.intercepted(weapons=[{"name": "Guns", "range": 15, "ap": 4}]), [3])
        assert (session.prompt, state(session, "f")) == (None, {"flying": True})

    @rule("EPIC-198")
    @pytest.mark.parametrize("gone", ["f", "p"])
    def test_nobody_attacks_or_is_attacked_whom_the_table_has_taken_away(self, gone: str) -> None:
        """While the flak is asked about, somebody marks the bombers or the fighter as destroyed."""
        session = self.intercepted()
        session.dispatch(TrackerSet(gone, "where", "destroyed"))
        assert answer(session, [3]).prompt is None

    @rule("EPIC-191", "EPIC-206")
    @pytest.mark.parametrize(
        ("enemy", "answers", "asked"),
        [
            (wing(seat=1, state=ALOFT), ("b", seen(), [3], "none"), "intercept"),
            (wing(seat=1, state=AWAY), ("b", seen(), [3]), ""),
            (wing(seat=1, state=ALOFT), ("b", seen(), [4], False), ""),
            (wing(seat=1, state=ALOFT), ("b", seen(), [4], True, [4], "none"), ""),
        ],
    )
    def test_who_is_left_to_intercept_and_whom(self, enemy: dict[str, Any], answers: tuple[Any, ...], asked: str) -> None:
        """Missed; nobody is in the air; shot down; saved by a jink."""
        session = do(game(f=wing(1, state=AWAY), b=battery(), e=enemy), "action", [6], formation="f", order="interception")
        assert key(answer(session, *answers)) == asked

    @rule("EPIC-204")
    def test_an_interception_is_no_flak(self) -> None:
        """The same guns may fire flak at them on their way out."""
        session = do(game(f=wing(state=AWAY), e=wing(seat=1, state=ALOFT)), "action", [6], "none", "e", [1, 1], formation="f", order="interception")
        assert (state(session, "f"), state(session, "e")) == ({"flying": True}, {"flying": True, "blast": 1, "under_fire": ("approach",)})


class TestFlak:
    @rule("EPIC-149", "EPIC-203", "EPIC-204", "EPIC-213")
    @pytest.mark.parametrize(
        ("gunner", "asked"),
        [
            (battery(), True),
            (battery(state={"broken": True}), False),
            (battery(state={"marched": True}), False),
            (battery(state={"flak": ["f"]}), False),
            (battery(state={"flak": ["g"]}), True),
            (battery(state={"activated": True}), True),
            (battery(seat=0), False),
            (battery(state=AWAY), False),
            (force((2, foot()), seat=1), False),
            (wing(seat=1, state=ALOFT), True),
            (wing(seat=1, state={"landed": True}), True),
            (wing(seat=1), False),
        ],
    )
    def test_who_may_fire(self, gunner: dict[str, Any], asked: bool) -> None:
        """Landed aircraft are ground units; those that have not entered are not there."""
        session = do(game(f=wing(state=AWAY), b=gunner), "action", [6], formation="f", order="ground_attack")
        assert key(session) == ("flak:approach:f:1" if asked else "")

    @rule("EPIC-201", "EPIC-202", "EPIC-200")
    def test_the_enemy_is_asked_gun_by_gun(self) -> None:
        session = do(game(f=wing(state=AWAY), b=battery(), c=battery()), "action", [6], formation="f", order="ground_attack")
        prompt = open_prompt(session)
        assert (prompt.asked_of, [option.key for option in prompt.options]) == (1, ["none", "b", "c"])
        prompt = open_prompt(answer(session, "b", seen()))
        assert (prompt.key, prompt.asked_of, prompt.ref.id, prompt.about) == ("to_hit:b", 1, "EPIC-200", ("b", "f"))

    @rule("EPIC-200", "EPIC-201", "EPIC-202", "EPIC-280")
    def test_no_more_flak_at_who_is_shot_down(self) -> None:
        session = do(game(f=wing(1, state=AWAY, speed="bomber"), b=battery(), c=battery()), "action", [6], formation="f", order="ground_attack")
        assert answer(session, "b", seen(), [4]).prompt is None

    @rule("EPIC-149", "EPIC-198", "EPIC-200")
    @pytest.mark.parametrize(("able", "blast"), [(0, None), (1, 1)])
    def test_guns_out_of_reach_are_no_fire(self, able: int, blast: int | None) -> None:
        """Nobody fires: no marker for coming under fire."""
        session = do(game(f=wing(state=AWAY), b=battery()), "action", [6], formation="f", order="ground_attack")
        answer(session, "b", seen(able), *([[1]] if able else []))
        assert (session.prompt, state(session, "f").get("blast")) == (None, blast)

    @rule("EPIC-149", "EPIC-200")
    @pytest.mark.parametrize(("fired", "turn", "dice"), [({}, 2, [2]), ({"Flak gun": 1}, 2, []), ({"Flak gun": 1}, 3, [2]), ({"Other": 1}, 2, [2])])
    def test_a_gun_that_reloads_fires_no_flak(self, fired: dict[str, int], turn: int, dice: list[int]) -> None:
        """Slow-firing: after turn 1 again on turn 3."""
        guns = battery(2, state={"fired": fired}, abilities=["slow_firing"])
        session = game(turn=turn, f=wing(state=ALOFT), b=guns)
        session.dispatch(Opened("flak", pairs(target="f", by="b")))
        assert [check.dice for check in (session.prompt.checks if session.prompt else ())] == dice

    @rule("EPIC-149", "EPIC-200")
    def test_a_character_has_one_gun(self) -> None:
        """Two tanks with 4+ and their commander's own 5+ with two shots: 2 dice and 2 dice."""
        hero = {"name": "Hero", "type": "CH", "weapons": [{"name": "Missile", "range": 30, "aa": 5, "shots": 2}]}
        guns = force((2, tank(weapons=[FLAK_GUN])), (1, hero), seat=1)
        checks = ask("flak", {"f": wing(), "b": guns}, target="f", by="b")["checks"]
        assert [(check["dice"], check["target"]) for check in checks if check["what"].startswith("to_hit")] == [(2, 4), (2, 5)]

    @rule("EPIC-200", "EPIC-203", "EPIC-204", "EPIC-198", "EPIC-205")
    @pytest.mark.parametrize("moment", ["approach", "disengagement"])
    def test_fire_as_told_is_nobody_s(self, moment: str) -> None:
        """Without a name nobody is broken, has marched, fired or moved: 4+ on one plane without
        a save."""
        reply = ask("flak", {"f": wing(1, seat=1)}, target="f", shots=SHOTS, moment=moment, jink=False)
        assert (chance(reply, "kills", 1), [check["what"] for check in reply["checks"]]) == (F(1, 2), ["to_hit"])
        session = do(game(f=wing(1)), "flak", target="f", shots=SHOTS)
        assert (open_prompt(session).asked_of, open_prompt(session).about) == (1, ("f",))

    @rule("EPIC-200", "EPIC-205")
    @pytest.mark.parametrize(("order", "needs"), [("advance", 5), ("double", 5), ("march", 5), ("engage", 5), ("sustained", 4), (None, 4)])
    def test_a_gun_that_has_moved_by_its_action(self, order: str | None, needs: int) -> None:
        guns = battery(state={"order": order} if order else {})
        checks = ask("flak", {"f": wing(), "b": guns}, target="f", by="b", moment="disengagement")["checks"]
        assert (checks[0]["what"], checks[0]["target"]) == ("to_hit:b", needs)

    @rule("EPIC-204", "EPIC-208")
    @pytest.mark.parametrize(("reading", "blast"), [("one", 1), ("two", 2)])
    def test_flak_then_interceptors(self, reading: str, blast: int) -> None:
        """Under fire twice on the approach: one marker, by one reading two, remembered once."""
        session = do(game(readings={"approach_bm": reading}, f=wing(state=ALOFT), b=battery()), "flak", [1], by="b", target="f")
        do(session, "flak", [1], target="f", shots=SHOTS, interception=True)
        assert state(session, "f") == {"flying": True, "blast": blast, "under_fire": ("approach",)}
        assert state(session, "b") == {"flak": ("f",)}


class TestJinking:
    @rule("EPIC-206", "EPIC-50")
    @pytest.mark.parametrize(
        ("speed", "jinks", "needs", "ref"),
        [("bomber", None, 5, "EPIC-50"), ("fighter", False, 5, "EPIC-50"), ("fighter", True, 4, "EPIC-206"), ("fighter_bomber", True, 4, "EPIC-206")],
    )
    def test_bombers_are_not_asked(self, speed: str, jinks: bool | None, needs: int, ref: str) -> None:
        session = do(game(f=wing(1, state=ALOFT, speed=speed, armour=5), b=battery()), "flak", [4], by="b", target="f")
        if jinks is not None:
            assert key(session) == "jink:b"
            answer(session, jinks)
        prompt = open_prompt(session)
        assert (prompt.key, prompt.ref.id, prompt.checks[0].targets) == ("save:b", ref, (needs,))

    @rule("EPIC-206", "EPIC-50")
    def test_saves_of_fire_as_told(self) -> None:
        reply = ask("flak", {"f": wing(1, seat=1, armour=5)}, target="f", shots=SHOTS, jink=False)
        assert [check["what"] for check in reply["checks"]] == ["to_hit", "save"]

    @rule("EPIC-206")
    def test_players_may_overrule_it(self) -> None:
        """A bomber that jinks all the same: 4+ to hit, 4+ to save."""
        reply = ask("flak", {"f": wing(1, seat=1, speed="bomber")}, target="f", shots=SHOTS, jink=True, overrule=True)
        assert (chance(reply, "kills", 1), reply["overruled"][0]["key"]) == (F(1, 4), "bomber")

    @rule("EPIC-206", "EPIC-280")
    def test_each_row_its_own_losses(self) -> None:
        """Four hits on a plane, a big one of capacity 2, which takes two, and a plane that
        saves: two are gone, and the markers are one for the fire, one for the loss, two for the
        damage. One hit on the big one damages it."""
        rows = ((1, plane()), (1, plane(name="Lander", dc=2, critical="none")), (1, plane(name="Armoured", armour=4)))
        told = {"shots": [{"count": 4, "value": 4}], "jink": False, "roll": {"to_hit": [4, 4, 4, 4], "save": [4]}}
        reply = ask("flak", {"f": force(*rows, seat=1)}, target="f", **told)
        assert [change(reply, "f", each) for each in ("lost", "damage", "blast", "where")] == [[1, 1, 0], None, 4, None]
        two = ask("flak", {"f": force(*rows[:2], seat=1)}, target="f", **{**told, "shots": [{"count": 2, "value": 4}], "roll": {"to_hit": [4, 4]}})
        assert [change(two, "f", each) for each in ("lost", "damage", "blast")] == [[1, 0], [0, 1], 3]


class TestLeaving:
    @rule("EPIC-117", "EPIC-207", "EPIC-214")
    @pytest.mark.parametrize(
        ("unit", "asked"),
        [
            (wing(state=ALOFT), "edge:f"),
            (wing(state={"landed": True}), "take_off:f"),
            (wing(state={"landed": True, "where": "destroyed"}), ""),
            (wing(state={"flying": True, "where": "destroyed"}), ""),
            (wing(state=AWAY), ""),
            (force((2, foot())), ""),
        ],
    )
    def test_who_leaves(self, unit: dict[str, Any], asked: str) -> None:
        assert key(do(game(f=unit, d=force((2, BARE), seat=1), step="rally"), "end_turn")) == asked

    @rule("EPIC-208")
    @pytest.mark.parametrize(("edge", "blast"), [(True, 1), (False, 0), ("own", 0), ("none", 0), ("left", 1)])
    def test_a_foreign_edge(self, edge: Any, blast: int) -> None:
        assert ask("aircraft_blast", edge=edge)["result"]["blast"] == blast

    @rule("EPIC-208")
    @pytest.mark.parametrize(
        ("approach", "blast"),
        [(["flak", "interception", "interception"], 2), ({"flak": 3, "interceptors": 2}, 2), ({"interceptors": 2}, 1), (["flak", "flak"], 1), (3, 1)],
    )
    def test_any_number_of_interceptors_bring_one(self, approach: Any, blast: int) -> None:
        """By the reading that counts them apart."""
        assert ask("aircraft_blast", None, {"approach_bm": "two"}, approach=approach)["result"]["blast"] == blast
