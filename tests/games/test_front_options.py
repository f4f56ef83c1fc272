"""The Front: choices ranked, against a twin that tries everything and knows nothing of parts.

The twin has its own, plain reading of the damage rules: it shares no code with the game.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import RULESETS
from engine.games.front.examples import HA_GO, HO_RO, SHERMAN
from tests.games.asking import ask
from tests.games.test_front import INFANTRY, begun, fight, opened, ours, theirs

rule = pytest.mark.rule
Units = Mapping[str, Any]
Readings = Mapping[str, str]
Plan = dict[str, Any]


def options(units: Units, readings: Readings | None = None, **situation: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask("front", "options", units, readings, **situation)["result"]
    return found


# The twin


def kind(unit: Any) -> set[str]:
    return set(unit["card"].get("subtypes", ()))


def can_hit(by: Any, at: Any, readings: Readings) -> bool:
    there = at["card"]["domain"]
    return (by["card"]["domain"] == there or there in by["card"].get("initiative", ())
            or (readings["domain_gate"] == "printed_av" and there in by["card"]["av"])
            or (readings["advantage_opens_domain"] == "yes" and bool(set(by["card"]["advantage"]) & kind(at))))


def value(by: Any, at: Any, readings: Readings) -> int:
    return by["card"]["av"][at["card"]["domain"]] if can_hit(by, at, readings) else 0


def first(by: Any, at: Any, readings: Readings) -> bool:
    mine, his = set(by["card"]["advantage"]) & kind(at), set(at["card"]["advantage"]) & kind(by)
    return bool(mine) and not (at["card"]["advantage"] if readings["advantage_cancel"] == "always" else his)


def left(unit: Any) -> int:
    return int(unit["card"]["dv"]) - int(unit["state"].get("damage", 0))


def fought(units: Units, readings: Readings, plan: Plan) -> Counter[str]:
    """Damage of each unit."""
    shots: list[tuple[str, str, int]] = []
    blocked = {key: attacker for attacker, keys in plan["blockers"].items() for key in keys}
    given = Counter[str]()
    for attacker, target in plan["targets"].items():
        shots.append((attacker, target, value(units[attacker], units[target], readings)))
        if plan["answers"].get(attacker):
            given[target] += (spare := left_over(units, readings, blocked, target, attacker))
            shots.append((target, attacker, spare or value(units[target], units[attacker], readings)))
    for blocker, attacker in blocked.items():
        shots.append((attacker, blocker, plan["splits"][attacker][blocker]))
        shots.append((blocker, attacker, value(units[blocker], units[attacker], readings) - given[blocker]))
    early = [shot for shot in shots if first(units[shot[0]], units[shot[1]], readings) and shot[2]]
    hurt = Counter[str]()
    for _, at, points in early:
        hurt[at] += points
    felled = {key for key, points in hurt.items() if points >= left(units[key])}
    for by, at, points in shots:
        if (by, at, points) in early:
            continue
        if by in felled and readings["advantage_lethal"] == "no_reply" and (
                readings["advantage_kill"] == "no_fire_at_all" or any((one, two) == (at, by) for one, two, _ in early)):
            continue
        hurt[at] += points
    return hurt


def left_over(units: Units, readings: Readings, blocked: Mapping[str, str], target: str, attacker: str) -> int:
    """Points that a block does not need and that may answer an attacker of the same domain, by the other reading."""
    held = units.get(blocked.get(target, ""))
    if readings["unused_av"] != "rest" or held is None or held["card"]["domain"] != units[attacker]["card"]["domain"]:
        return 0
    return max(0, value(units[target], held, readings) - left(held))


def score(units: Units, attackers: list[str], hurt: Counter[str]) -> tuple[int, ...]:
    """Destroyed, lost, damage dealt, how much of it was of use, damage taken, how much of that."""
    dead = {key for key, points in hurt.items() if points and points >= left(units[key])}
    use = {key: min(points, left(units[key])) for key, points in hurt.items()}
    mine = [key for key in hurt if key not in attackers]
    his = [key for key in hurt if key in attackers]
    return (len(dead - set(attackers)), len(dead & set(attackers)), sum(hurt[key] for key in mine), sum(use[key] for key in mine),
            sum(hurt[key] for key in his), sum(use[key] for key in his))


def for_attacker(found: tuple[int, ...]) -> tuple[int, ...]:
    kills, losses, dealt, used, taken, worth = found
    return kills, -losses, dealt, used, -taken, -worth


def for_defender(found: tuple[int, ...]) -> tuple[int, ...]:
    kills, losses, dealt, used, taken, worth = found
    return losses, -kills, taken, worth, -dealt, -used


def every_split(points: int, units: list[str]) -> Iterator[dict[str, int]]:
    if len(units) == 1:
        yield {units[0]: points}
        return
    for some in range(points + 1):
        yield from ({units[0]: some, **more} for more in every_split(points - some, units[1:]))


def splits_of(units: Units, readings: Readings, attacker: str, blockers: list[str]) -> Iterator[dict[str, int]]:
    domains = {units[key]["card"]["domain"] for key in blockers}
    rows = [[key for key in blockers if units[key]["card"]["domain"] == domain] for domain in sorted(domains)]
    for choice in product(*(every_split(value(units[attacker], units[row[0]], readings), row) for row in rows)):
        yield {key: points for row in choice for key, points in row.items()}


def every_block(units: Units, readings: Readings, attackers: list[str], defenders: list[str]) -> Iterator[dict[str, list[str]]]:
    able = [key for key in defenders if not units[key]["state"].get("locked")]
    for chosen in product([None, *attackers], repeat=len(able)):
        blocks: dict[str, list[str]] = {}
        for key, attacker in zip(able, chosen, strict=True):
            if attacker:
                blocks.setdefault(attacker, []).append(key)
        alike = all(units[key]["card"]["domain"] == units[attacker]["card"]["domain"]
                    for attacker, keys in blocks.items() for key in keys)
        if alike or readings["cross_domain_block"] == "yes":
            yield blocks


def every_plan(units: Units, readings: Readings, attackers: list[str], defenders: list[str], blocks: Any) -> Iterator[Plan]:
    """Splits and targets for a block."""
    free = [key for key in attackers if key not in blocks]
    aims = ([None, *(at for at in defenders if can_hit(units[key], units[at], readings))] for key in free)
    splits = (list(splits_of(units, readings, key, blockers)) for key, blockers in blocks.items())
    for chosen, split in product(product(*aims), list(product(*splits))):
        yield {"blockers": blocks, "splits": dict(zip(blocks, split, strict=True)),
               "targets": {key: at for key, at in zip(free, chosen, strict=True) if at}}


def every_answer(units: Units, readings: Readings, plan: Plan) -> Iterator[dict[str, bool]]:
    """Every set of answers that is allowed."""
    targets, blocked = plan["targets"], {key: attacker for attacker, keys in plan["blockers"].items() for key in keys}
    for chosen in product([False, True], repeat=len(targets)):
        answers = dict(zip(targets, chosen, strict=True))
        if all(allowed(units, readings, blocked, target, [key for key in targets if targets[key] == target and answers[key]])
               for target in set(targets.values())):
            yield answers


def allowed(units: Units, readings: Readings, blocked: Mapping[str, str], target: str, answered: list[str]) -> bool:
    unit = units[target]
    domains = [units[key]["card"]["domain"] for key in answered]
    if not all(can_hit(unit, units[key], readings) for key in answered):
        return False
    if target not in blocked and not unit["state"].get("locked"):
        return len(answered) <= 1
    if target not in blocked and not unit["state"].get("blocking"):
        return not answered
    used = set(unit["state"].get("used", ()))
    if target in blocked and can_hit(unit, units[blocked[target]], readings):
        used.add(units[blocked[target]]["card"]["domain"])
    used -= {units[key]["card"]["domain"] for key in answered if left_over(units, readings, blocked, target, key)}
    return len(domains) == len(set(domains)) and not used & set(domains)


def judged(units: Units, readings: Readings, attackers: list[str], plan: Plan) -> tuple[int, ...]:
    """A plan of the attacker, answered as well as can be."""
    return max((score(units, attackers, fought(units, readings, {**plan, "answers": answers}))
                for answers in every_answer(units, readings, plan)), key=for_defender)


def best_plan(units: Units, readings: Readings, attackers: list[str], defenders: list[str], blocks: Any) -> tuple[int, ...]:
    return max((judged(units, readings, attackers, plan) for plan in every_plan(units, readings, attackers, defenders, blocks)),
               key=for_attacker)


# Tables


DEFAULTS: Readings = {str(key): str(value) for key, value in RULESETS["front"].defaults().items()}
READINGS = st.fixed_dictionaries({reading.key: st.sampled_from(reading.values) for reading in RULESETS["front"].readings
                                  if reading.key not in ("damage_lasts", "trigger_order")})


@st.composite
def units_of(draw: st.DrawFn, seat: int, most: int = 4) -> dict[str, Any]:
    card: dict[str, Any] = {"domain": draw(st.sampled_from(["ground", "ground", "air"])), "dv": draw(st.integers(1, 4)),
            "av": {"ground": draw(st.integers(0, most)), "air": draw(st.integers(0, most))},
            "subtypes": draw(st.sampled_from([["Tank"], ["Infantry"]])),
            "advantage": draw(st.sampled_from([[], [], ["Tank"], ["Infantry"]])),
            "initiative": draw(st.sampled_from([[], ["ground"], ["air"]]))}
    state: dict[str, Any] = {} if seat == 0 else draw(st.sampled_from(
        [{}, {}, {}, {"locked": True}, {"locked": True, "blocking": True, "used": ["air"]}]))
    return {"seat": seat, "card": card, "state": {**state, "damage": draw(st.integers(0, card["dv"] - 1))}}


def tables(most: int, points: int = 4) -> st.SearchStrategy[dict[str, Any]]:
    def named(letter: str, units: list[Any]) -> dict[str, Any]:
        return {f"{letter}{number}": unit for number, unit in enumerate(units)}

    return st.builds(lambda ours, theirs: {**named("a", ours), **named("d", theirs)},
                     st.lists(units_of(0, points), min_size=1, max_size=most),
                     st.lists(units_of(1, points), min_size=1, max_size=most))


def sides(units: Units) -> tuple[list[str], list[str]]:
    return [key for key in units if key[0] == "a"], [key for key in units if key[0] == "d"]


def told(entry: Any) -> tuple[int, int, int]:
    return entry["kills"], entry["losses"], entry["damage"]


def ranking(entry: Any) -> tuple[int, int, int]:
    return entry["kills"], -entry["losses"], entry["damage"]


@rule("FRONT-04", "FRONT-05", "FRONT-06", "FRONT-08", "FRONT-10", "FRONT-11", "FRONT-12", "FRONT-13", "FRONT-14", "FRONT-15",
      "FRONT-16", "FRONT-17", "FRONT-18", "FRONT-19", "FRONT-24", "FRONT-25")
@pytest.mark.law
@settings(max_examples=40)
@given(units=tables(3, 3), readings=READINGS)
def test_every_block_is_judged_as_by_brute_force(units: Units, readings: Readings) -> None:
    attackers, defenders = sides(units)
    ranked = options(units, readings, attackers=attackers)["ranked"]
    expected = {}
    for blocks in every_block(units, readings, attackers, defenders):
        kills, losses, _, _, taken, _ = best_plan(units, readings, attackers, defenders, blocks)
        expected[str(sorted(blocks.items()))] = losses, kills, taken
    assert {str(sorted(entry["blockers"].items())): told(entry) for entry in ranked} == expected
    assert [ranking(entry) for entry in ranked] == sorted(map(ranking, ranked), reverse=True)


@rule("FRONT-07", "FRONT-08", "FRONT-10", "FRONT-11", "FRONT-12", "FRONT-13", "FRONT-14", "FRONT-15", "FRONT-16", "FRONT-17",
      "FRONT-18", "FRONT-19", "FRONT-24")
@pytest.mark.law
@settings(max_examples=40)
@given(units=tables(3), readings=READINGS, data=st.data())
def test_every_split_and_target_is_judged_as_by_brute_force(units: Units, readings: Readings, data: st.DataObject) -> None:
    attackers, defenders = sides(units)
    blocks = data.draw(st.sampled_from(list(every_block(units, readings, attackers, defenders))))
    ranked = options(units, readings, attackers=attackers, blockers=blocks)["ranked"]
    plans = list(every_plan(units, readings, attackers, defenders, blocks))
    assert len(ranked) == min(100, len(plans))
    found = sorted((judged(units, readings, attackers, plan)[:3] for plan in plans),
                   key=lambda each: (each[0], -each[1], each[2]))
    assert [told(entry) for entry in ranked] == found[::-1][:100]
    for entry in ranked[:5]:
        reply = fight(units, readings, attackers=attackers, blockers=entry["blockers"], splits=entry["splits"],
                      targets=entry["targets"], answers=entry["answers"])
        assert sorted(reply["result"]["destroyed"]) == sorted(entry["destroyed"])


@rule("FRONT-15", "FRONT-16")
@pytest.mark.law
@settings(max_examples=3)
@given(units=tables(4, 2))
def test_four_against_four(units: Units) -> None:
    attackers, defenders = sides(units)
    best = options(units, attackers=attackers)["ranked"][0]
    found = max((best_plan(units, DEFAULTS, attackers, defenders, blocks)
                 for blocks in every_block(units, DEFAULTS, attackers, defenders)), key=for_defender)
    assert (best["losses"], best["kills"], best["damage"]) == (found[0], found[1], found[4])


# By hand


FE_04 = {"sherman": {"seat": 0, "card": SHERMAN}, "ha_go": {"seat": 1, "card": HA_GO}, "ho_ro": {"seat": 1, "card": HO_RO}}


class TestByHand:
    @rule("FRONT-15", "FRONT-10")
    def test_every_split_of_the_multiple_block(self) -> None:
        """FE-04: five splits; 2 and 2 destroys both, the others one."""
        found = options(FE_04, attackers=["sherman"], blockers={"sherman": ["ha_go", "ho_ro"]})
        assert (found["for"], found["complete"]) == ("attacker", True)
        assert [(entry["splits"]["sherman"]["ha_go"], told(entry)) for entry in found["ranked"]] == [
            (2, (2, 1, 4)), (3, (1, 1, 4)), (1, (1, 1, 4)), (4, (1, 1, 4)), (0, (1, 1, 4))]
        assert found["ranked"][0]["destroyed"] == ["sherman", "ha_go", "ho_ro"]

    @rule("FRONT-04", "FRONT-06", "FRONT-15")
    def test_every_block_of_the_multiple_block(self) -> None:
        """FE-04: only both together destroy the Sherman, which then takes both with it; the others lose a tank for nothing."""
        found = options(FE_04, attackers=["sherman"])
        assert (found["for"], found["complete"], len(found["ranked"])) == ("defender", True, 4)
        best, *others = found["ranked"]
        assert (best["blockers"], best["splits"], told(best)) == (
            {"sherman": ["ha_go", "ho_ro"]}, {"sherman": {"ha_go": 2, "ho_ro": 2}}, (1, 2, 5))
        assert [told(entry) for entry in others] == [(0, 1, 3), (0, 1, 2), (0, 1, 2)]
        assert [entry["blockers"] for entry in others] == [{"sherman": ["ho_ro"]}, {}, {"sherman": ["ha_go"]}]
        assert [entry["splits"] for entry in others] == [{}, {}, {}]

    @rule("FRONT-04", "FRONT-16", "FRONT-18")
    def test_of_equal_blocks_the_one_that_locks_fewer(self) -> None:
        units = {"a": ours(0, 9), "d": theirs(0, 9), "e": theirs(0, 9)}
        assert [len(entry["blockers"].get("a", [])) for entry in options(units, attackers=["a"])["ranked"]] == [0, 1, 1, 2]

    @rule("FRONT-16", "FRONT-18", "FRONT-10")
    def test_targets_with_the_best_answer(self) -> None:
        """A kill that costs the attacker its life is still the best; then harm without an answer; then nothing; then a loss."""
        units = {"a": ours(2, 3), "weak": theirs(3, 2), "tough": theirs(3, 9), "busy": theirs(3, 9, {"locked": True})}
        ranked = options(units, attackers=["a"], blockers={})["ranked"]
        assert [(entry["targets"].get("a"), entry["answers"], told(entry)) for entry in ranked] == [
            ("weak", {"a": True}, (1, 1, 2)), ("busy", {"a": False}, (0, 0, 2)), (None, {}, (0, 0, 0)),
            ("tough", {"a": True}, (0, 1, 2))]

    @rule("FRONT-16", "FRONT-18", "FRONT-17")
    def test_targets_and_answers_that_are_told_stay(self) -> None:
        units = {"a": ours(2, 3), "e": ours(2, 3), "d": theirs(3, 2), "f": theirs(3, 9)}
        ranked = options(units, attackers=["a", "e"], blockers={}, targets={"a": "f"})["ranked"]
        assert [(entry["targets"], told(entry)) for entry in ranked] == [({"a": "f"}, (0, 1, 2))]
        ranked = options(units, attackers=["a", "e"], targets={"a": "f"})["ranked"]
        assert all(entry["targets"] == ({"a": "f"} if "a" not in entry["blockers"] else {}) for entry in ranked)
        ranked = fight_options(units, attackers=["a", "e"], blockers={}, targets={"a": "f", "e": "d"},
                               answers={"e": True})["ranked"]
        assert [(entry["answers"], told(entry)) for entry in ranked] == [({"a": False, "e": True}, (1, 1, 4))]

    @rule("FRONT-15")
    def test_splits_that_are_told_stay(self) -> None:
        units = {**FE_04, "priest": ours(2, 3), "x": theirs(1, 1)}
        ranked = options(units, attackers=["sherman", "priest"], blockers={"sherman": ["ha_go", "ho_ro"]},
                         splits={"sherman": {"ha_go": 4}})["ranked"]
        assert {str(entry["splits"]) for entry in ranked} == {"{'sherman': {'ha_go': 4, 'ho_ro': 0}}"}
        assert [(entry["targets"], told(entry)) for entry in ranked[:2]] == [
            ({"priest": "ho_ro"}, (2, 1, 6)), ({"priest": "x"}, (2, 1, 6))]

    @rule("FRONT-15", "FRONT-08")
    def test_so_many_splits_that_only_their_kinds_are_told_apart(self) -> None:
        """17 points on four blockers split in 1140 ways: at best all of 4, 4, 4 and 5 fall. 16 split in 969: 35 destroy the
        first three, 20 the last and each two of the others, 95 in all."""
        units = {"a": ours(17, 9), "b": theirs(1, 4), "c": theirs(1, 4), "d": theirs(1, 4), "e": theirs(1, 5)}
        ranked = options(units, attackers=["a"], blockers={"a": ["b", "c", "d", "e"]})["ranked"]
        assert [(entry["splits"], told(entry)) for entry in ranked] == [({"a": {"b": 4, "c": 4, "d": 4, "e": 5}}, (4, 0, 17))]
        ranked = options({**units, "a": ours(16, 9)}, attackers=["a"], blockers={"a": ["b", "c", "d", "e"]})["ranked"]
        assert [told(entry) for entry in ranked] == [(3, 0, 16)] * 95 + [(2, 0, 16)] * 5

    @rule("FRONT-15")
    @pytest.mark.parametrize(("ground", "air", "blockers", "listed"), [(10, 0, (5, 0), 1), (9, 99, (2, 2), 100)])
    def test_from_how_many_splits_on(self, ground: int, air: int, blockers: tuple[int, int], listed: int) -> None:
        """10 points on five split in 1001 ways; 9 on two and 99 on two others in 10 times 100."""
        units = {"a": ours({"ground": ground, "air": air}, 9, initiative=["air"]),
                 **{f"g{n}": theirs(0, 2) for n in range(blockers[0])},
                 **{f"f{n}": theirs(0, 50, domain="air") for n in range(blockers[1])}}
        ranked = options(units, attackers=["a"], blockers={"a": [key for key in units if key != "a"]})["ranked"]
        assert len(ranked) == listed

    @rule("FRONT-12", "FRONT-15")
    def test_a_first_strike_at_one_blocker_silences_nobody_at_another(self) -> None:
        """a strikes the Infantry first and the aircraft with its other value: both fall, and nothing struck a first."""
        units = {"a": ours({"ground": 9, "air": 2}, 3, initiative=["air"], advantage=["Infantry"]), "b": theirs(1, 1, **INFANTRY),
                 "c": theirs({"air": 1, "ground": 1}, 2, domain="air", initiative=["ground"])}
        assert told(options(units, attackers=["a"])["ranked"][0]) == (0, 1, 1)
        best = [entry for entry in options(units, attackers=["a"])["ranked"] if len(entry["blockers"].get("a", [])) == 2]
        assert (told(best[0]), options(units, attackers=["a"])["ranked"].index(best[0])) == ((0, 2, 1), 3)

    @rule("FRONT-12", "FRONT-15")
    def test_a_blocker_whose_mate_strikes_the_attacker_down_is_safe(self) -> None:
        """h destroys a before it fires: with x beside it a takes one more, and nobody is lost."""
        units = {"a": ours(4, 3, **INFANTRY), "h": theirs(3, 9, advantage=["Infantry"]), "x": theirs(1, 1)}
        best = options(units, attackers=["a"])["ranked"][0]
        assert (best["blockers"], told(best)) == ({"a": ["h", "x"]}, (1, 0, 4))

    @rule("FRONT-12", "FRONT-15")
    def test_points_that_come_too_late_at_one_are_put_on_another(self) -> None:
        """b destroys a first, which by the other reading still fires at c: there all its points count."""
        units = {"a": ours(4, 3, subtypes=["Tank"]), "b": theirs(3, 9, advantage=["Tank"]), "c": theirs(0, 1)}
        ranked = options(units, {"advantage_kill": "no_fire_at_killer"}, attackers=["a"])["ranked"]
        assert [entry["splits"] for entry in ranked if len(entry["blockers"].get("a", [])) == 2] == [{"a": {"b": 0, "c": 4}}]

    @rule("FRONT-20", "FRONT-15")
    def test_a_bonus_counts_where_it_is_told(self) -> None:
        units = {"h": {"seat": 0, "card": {**HA_GO, "advantage": []}}, "i": theirs(0, 3, **INFANTRY)}
        for boosts, kills in (({}, 0), ({"h": "i"}, 1)):
            assert told(options(units, attackers=["h"], blockers={"h": ["i"]}, boosts=boosts)["ranked"][0])[0] == kills
            assert told(options(units, attackers=["h"], boosts=boosts)["ranked"][-1])[1] == kills

    @rule("FRONT-20", "FRONT-12")
    def test_a_bonus_of_another_blocker_may_fell_the_attacker_first(self) -> None:
        """2 and the bonus of 1 strike first and destroy a before its own points fall."""
        units = {"a": ours(4, 3, **INFANTRY), "h": {"seat": 1, "card": HA_GO}, "x": theirs(0, 4)}
        for boosts, found in (({}, (1, 0, 4)), ({"h": "a"}, (0, 1, 0))):
            assert told(options(units, attackers=["a"], blockers={"a": ["h", "x"]}, boosts=boosts)["ranked"][0]) == found

    @rule("FRONT-15", "FRONT-04")
    @pytest.mark.parametrize(("attackers", "defenders", "complete"), [(5, 5, True), (6, 1, False), (1, 6, False)])
    def test_complete_up_to_five_a_side(self, attackers: int, defenders: int, complete: bool) -> None:
        units = {**{f"a{n}": ours(2, 3) for n in range(attackers)},
                 **{f"d{n}": theirs(2, 2, {"locked": True}) for n in range(defenders)}}
        found = options(units, attackers=[f"a{n}" for n in range(attackers)])
        assert (found["complete"], len(found["ranked"])) == (complete, 1)
        assert told(found["ranked"][0]) == ((0, 5, 0) if complete else (0, 0, 0))

    @rule("FRONT-15", "FRONT-16", "FRONT-23")
    def test_beyond_that_the_choice_that_was_told(self) -> None:
        """The split that was not told is the best one: 2 on d0 and 2 on d1."""
        units = {"a": ours(4, 9), "b": ours(4, 9), "e": ours(2, 9), "f": ours(0, 9), **{f"d{n}": theirs(1, 2) for n in range(6)}}
        plan: dict[str, Any] = {"attackers": ["a", "b", "e", "f"], "targets": {"e": "d2"},
                                "blockers": {"a": ["d0", "d1"], "b": ["d3", "d4"], "f": ["d5"]}}
        found = options(units, **plan, splits={"b": {"d3": 3, "d4": 1}})
        assert (found["for"], found["complete"]) == ("attacker", False)
        (entry,) = found["ranked"]
        assert (entry["splits"], told(entry)) == ({"b": {"d3": 3, "d4": 1}, "a": {"d0": 2, "d1": 2}}, (4, 0, 10))
        assert entry["destroyed"] == ["d0", "d1", "d3", "d2"]

    @rule("FRONT-02")
    def test_values_that_no_card_states(self) -> None:
        units = {"a": ours(2, 3), "d": theirs(2, 3)}
        del units["d"]["card"]["dv"], units["a"]["card"]["av"]
        assert ask("front", "options", units, attackers=["a"])["unknown"] == ["units.a.card.av.ground", "units.d.card.dv"]
        assert fight_options(units, attackers=["a"]) == {}

    @rule("FRONT-03", "FRONT-05", "FRONT-15")
    def test_asked_in_the_middle_of_a_battle(self) -> None:
        """The Sherman is locked already, and then so are its blockers."""
        game, _ = opened(FE_04, attackers=["sherman"])
        told = game.do({"do": "open", "procedure": "options", "with": {"attackers": ["sherman"]}})
        assert told["result"]["ranked"][0]["blockers"] == {"sherman": ["ha_go", "ho_ro"]}
        game.do({"do": "answer", "prompt": "block:ha_go", "value": "sherman"})
        game.do({"do": "answer", "prompt": "block:ho_ro", "value": "sherman"})
        plan = {"attackers": ["sherman"], "blockers": {"sherman": ["ha_go", "ho_ro"]}}
        told = game.do({"do": "open", "procedure": "options", "with": plan})
        assert (len(told["result"]["ranked"]), told["prompt"]["key"]) == (5, "split:sherman:ha_go")
        other = {"attackers": ["sherman"], "blockers": {"sherman": ["ha_go"]}}
        game.do({"do": "set", "unit": "ha_go", "tracker": "blocking", "value": True})
        assert game.do({"do": "open", "procedure": "options", "with": other})["refused"]["refs"] == ["FRONT-05"]

    @rule("FRONT-15")
    def test_among_very_many_blockers_the_weakest_first(self) -> None:
        """9 points on defense values of 4, 1, 3, 2, 5, 6 and one of the air: 1, 2 and 3 fall, 3 points are left for the next."""
        units = {"a": ours(9, 9), **{f"d{n}": theirs(0, dv) for n, dv in enumerate((4, 1, 3, 2, 5, 6))},
                 "f": theirs(0, 1, domain="air")}
        (entry,) = options(units, attackers=["a"], blockers={"a": [*(f"d{n}" for n in range(6)), "f"]})["ranked"]
        assert entry["splits"] == {"a": {"d1": 1, "d3": 2, "d2": 3, "d0": 3, "d4": 0, "d5": 0, "f": 0}}

    @rule("FRONT-15", "FRONT-12")
    def test_among_five_the_best(self) -> None:
        """Any one of them can be destroyed; the strongest is Infantry, and struck down first it does not destroy a."""
        units = {"a": ours(4, 9, advantage=["Infantry"]), "i": theirs(9, 4, **INFANTRY),
                 **{f"d{n}": theirs(0, 3) for n in range(4)}}
        asked = opened(units, attackers=["a"], blockers={"a": ["i", "d0", "d1", "d2", "d3"]})[1]["prompt"]
        assert (asked["key"], asked["default"]) == ("split:a:i", 4)

    @rule("FRONT-03", "FRONT-05", "FRONT-15")
    def test_what_forbids_a_battle_forbids_the_question(self) -> None:
        units = {"a": ours(), "d": theirs(state={"locked": True})}
        assert ask("front", "options", units, attackers=["a"], blockers={"a": ["d"]})["refused"]["refs"] == ["FRONT-05"]


def fight_options(units: Units, **situation: Any) -> dict[str, Any]:
    """The same question in a game."""
    found: dict[str, Any] = begun(units).do({"do": "open", "procedure": "options", "with": situation})["result"]
    return found
