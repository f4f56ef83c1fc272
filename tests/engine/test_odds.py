"""Odds: every clever count has a twin that only adds up, and published facts stand as rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, gcd, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.odds import Odds, at_least, mean, odds_of, opposed, sure, variance
from engine.dice.pools import Pool, clear_caches, pooled, summed
from engine.dice.waves import settle
from engine.values.stages import Again, Chain, Stage, Then

D6 = (1, 2, 3, 4, 5, 6)
D4 = (1, 2, 3, 4)
D10 = tuple(range(1, 11))
SYMBOLS = (1, 1, 0, 0, 0, 0)
ODD = (2, 3, 3, 9)
FACES = st.sampled_from([D6, D4, D10, SYMBOLS, ODD, (5,)])
TARGETS = st.lists(st.integers(0, 11), max_size=2).map(tuple)
STAGES: st.SearchStrategy[Stage] = st.one_of(
    st.builds(Again, TARGETS), st.just(Chain()), st.builds(Then, st.integers(0, 2), TARGETS, st.sampled_from([(), D4, ODD]))
)


@st.composite
def pools(draw: st.DrawFn, dice: int = 3) -> Pool:
    """Small pools of all kinds; a chain is always counted up to somewhere."""
    thrown, targets = draw(st.integers(0, dice)), draw(TARGETS)
    after = fitting(thrown, targets, draw(st.lists(STAGES, max_size=3)), 60)
    most = draw(st.integers(0, 6) if Chain() in after else st.none() | st.integers(0, 6))
    return Pool(thrown, draw(FACES), targets, after, most)


def fitting(dice: int, targets: tuple[int, ...], stages: list[Stage], limit: int) -> tuple[Stage, ...]:
    """The first stages, as long as no more dice than this can be thrown: a twin is slow."""
    wave, aims, thrown = dice, len(targets), dice
    for number, stage in enumerate(stages):
        if isinstance(stage, Then):
            wave, aims = wave * aims * stage.dice, len(stage.targets)
        elif isinstance(stage, Again):
            aims = max(aims, len(stage.targets))
        else:
            aims *= 5
        thrown += wave
        if thrown > limit:
            return tuple(stages[:number])
    return tuple(stages)


def share(ways: Counter[int]) -> dict[int, Fraction]:
    return {outcome: Fraction(count, ways.total()) for outcome, count in ways.items() if count}


def met(face: int, targets: tuple[int, ...]) -> int:
    return len([target for target in targets if face >= target])


# The twin of pooled(): all tables one after the other, each with its chance.

Table = tuple[int, int, int]  # worth, fresh successes, dice that met nothing
Tables = dict[Table, Fraction]


def wave(dice: int, faces: tuple[int, ...], targets: tuple[int, ...]) -> Tables:
    """A wave, one die at a time."""
    tables: Tables = {(0, 0, 0): Fraction(1)}
    for _ in range(dice):
        grown: Tables = {}
        for (worth, fresh, missed), chance in tables.items():
            for face in faces:
                hit = met(face, targets)
                after = (worth + hit, fresh + (hit > 0), missed + (hit == 0))
                grown[after] = grown.get(after, Fraction(0)) + chance / len(faces)
        tables = grown
    return tables


def onward(tables: Tables, step: Callable[[Table], Tables]) -> Tables:
    found: Tables = {}
    for table, chance in tables.items():
        for after, share_ in step(table).items():
            found[after] = found.get(after, Fraction(0)) + chance * share_
    return found


def naive(pool: Pool) -> tuple[dict[int, Fraction], Fraction]:
    """The reading of every table, and the chance of chains that were left unfinished."""
    faces, targets, open_ = pool.faces, pool.targets, Fraction(0)
    tables = wave(pool.dice, faces, targets)
    for number, stage in enumerate(pool.stages):
        if isinstance(stage, Then):
            faces, targets, dice = stage.faces or pool.faces, stage.targets, stage.dice
            tables = onward(tables, lambda table: wave(table[0] * dice, faces, targets))  # noqa: B023
        elif isinstance(stage, Again):
            aims = stage.targets or targets
            tables = onward(tables, lambda table: rerolled(table, wave(table[2], faces, aims)))  # noqa: B023
        else:
            final = not any(isinstance(later, Then) for later in pool.stages[number:])
            tables, left = chained(tables, faces, targets, (pool.most or 0) if final else None)
            open_ += left
    read: dict[int, Fraction] = {}
    for (worth, _, _), chance in tables.items():
        reading = worth if pool.most is None else min(worth, pool.most)
        read[reading] = read.get(reading, Fraction(0)) + chance
    return read, open_


def rerolled(table: Table, again: Tables) -> Tables:
    worth, fresh, _ = table
    return {(worth + more, fresh + hits, missed): chance for (more, hits, missed), chance in again.items()}


def chained(tables: Tables, faces: tuple[int, ...], targets: tuple[int, ...], most: int | None) -> tuple[Tables, Fraction]:
    """Chains wave by wave, until all are over or their reading stands; where neither comes, five
    waves."""

    def once(table: Table) -> Tables:
        worth, fresh, missed = table
        if not fresh or (most is not None and worth >= most):
            return {(worth, 0, missed): Fraction(1)}
        found: Tables = {}
        for (more, hits, _), chance in wave(fresh, faces, targets).items():
            found[worth + more, hits, missed] = found.get((worth + more, hits, missed), Fraction(0)) + chance
        return found

    for _ in range(5 if most is None else most + 1):
        tables = onward(tables, once)
    ended = {table: chance for table, chance in tables.items() if not table[1]}
    return ended, 1 - sum(ended.values(), Fraction(0))


def agrees(pool: Pool) -> None:
    exact, (read, left) = pooled(pool).chances(), naive(pool)
    if not left:
        assert exact == read
    for reading in {*exact, *read} - {pool.most}:
        assert read.get(reading, 0) <= exact.get(reading, 0) <= read.get(reading, 0) + left


@pytest.mark.law
@given(st.integers(0, 4), FACES, TARGETS)
def test_a_pool_is_every_face_of_every_die(dice: int, faces: tuple[int, ...], targets: tuple[int, ...]) -> None:
    ways = Counter(sum(met(face, targets) for face in shown) for shown in product(faces, repeat=dice))
    assert pooled(Pool(dice, faces, targets)).chances() == share(ways)


@pytest.mark.law
@given(pools())
def test_stages_follow_every_table(pool: Pool) -> None:
    agrees(pool)


KINDS: tuple[Stage, ...] = (Again(), Chain(), Then(1, (3,)))
ORDERS = [order for length in range(4) for order in product(KINDS, repeat=length)]


@pytest.mark.heavy
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(type(stage).__name__ for stage in order) or "none")
@pytest.mark.parametrize(("faces", "targets"), [(D4, (3,)), (D6, (4, 6)), (SYMBOLS, (1,)), (ODD, (3, 9))])
def test_every_order_of_stages(order: tuple[Stage, ...], faces: tuple[int, ...], targets: tuple[int, ...]) -> None:
    for dice, most in ((1, 4), (2, 3)):
        agrees(Pool(dice, faces, targets, order, most))


def after(pool: Pool, faces: tuple[int, ...]) -> Iterator[tuple[int, Fraction]]:
    """The reading of every throw that goes on from these faces, die by die."""
    worth, wanted = settle(pool, faces)
    if not wanted or (Chain() in pool.stages and worth == pool.most):
        yield worth, Fraction(1)
    else:
        for face in pool.faces:
            for reading, chance in after(pool, (*faces, face)):
                yield reading, chance / len(pool.faces)


SETTLED = st.lists(st.one_of(st.builds(Again, TARGETS), st.just(Chain())), max_size=3) | st.lists(
    st.one_of(st.builds(Again, TARGETS), st.builds(Then, st.integers(0, 1), TARGETS)), max_size=3
)


@pytest.mark.law
@given(st.integers(0, 2), st.sampled_from([(1, 2, 3), (1, 1, 0), (2, 9, 2)]), TARGETS, SETTLED, st.integers(0, 3))
def test_settling_every_throw_gives_the_odds(dice: int, faces: tuple[int, ...], targets: tuple[int, ...], stages: list[Stage], most: int) -> None:
    pool = Pool(dice, faces, targets, fitting(dice, targets, stages, 8), most)
    found: dict[int, Fraction] = {}
    for reading, chance in after(pool, ()):
        found[reading] = found.get(reading, Fraction(0)) + chance
    assert found == pooled(pool).chances()


@pytest.mark.parametrize(
    ("what", "pool", "worth", "chance"),
    [
        ("eleven dice, five hits on 4+", Pool(11, D6, (4,)), 5, Fraction(462, 2048)),
        ("three symbol dice, none", Pool(3, SYMBOLS, (1,)), 0, Fraction(8, 27)),
        ("a third, rolled again", Pool(1, D6, (5,), (Again(),)), 1, Fraction(5, 9)),
        ("a half, rolled again twice", Pool(1, D6, (4,), (Again(), Again())), 1, Fraction(7, 8)),
        ("a save on 4+, a second one on 6+", Pool(1, D6, (4,), (Again((6,)),)), 1, Fraction(7, 12)),
        ("a 6, then 4+", Pool(1, D6, (6,), (Then(1, (4,)),)), 1, Fraction(1, 12)),
        ("a 6, then 2 on a d4", Pool(1, D6, (6,), (Then(1, (2,), D4),)), 1, Fraction(1, 8)),
        ("a 6, then two dice on 4+, both", Pool(1, D6, (6,), (Then(2, (4,)),)), 2, Fraction(1, 24)),
        ("hit on 4+, critical on 6", Pool(1, D6, (4, 6)), 2, Fraction(1, 6)),
        ("the order of targets is no matter", Pool(1, D6, (6, 4)), 1, Fraction(1, 3)),
        ("a chain of thirds, none", Pool(1, D6, (5,), (Chain(),), 9), 0, Fraction(2, 3)),
        ("a chain of thirds, four", Pool(1, D6, (5,), (Chain(),), 9), 4, Fraction(2, 3**5)),
        ("a chain of thirds, nine or more", Pool(1, D6, (5,), (Chain(),), 9), 9, Fraction(1, 3**9)),
        ("a re-rolled die opens a chain", Pool(1, D6, (4,), (Again(), Chain()), 9), 1, Fraction(3, 8)),
        ("a die re-rolled after the chains opens none", Pool(1, D6, (4,), (Chain(), Again()), 9), 1, Fraction(1, 2)),
        ("further dice go by their own target", Pool(1, D6, (1,), (Then(1, (6,)), Again())), 1, Fraction(11, 36)),
        ("more or less than can be", Pool(3, D6, (1, 7)), 3, Fraction(1)),
        ("impossible", Pool(3, D6, (7,), (Again(), Chain()), 4), 0, Fraction(1)),
        ("a certain chain never ends", Pool(2, D6, (1,), (Chain(),), 5), 5, Fraction(1)),
        ("no dice", Pool(0, D6, (4,), (Again(), Chain(), Then(2, (4,))), 3), 0, Fraction(1)),
        ("no dice at all", Pool(0, D6, (4,)), 0, Fraction(1)),
        ("counted up to nothing", Pool(4, D6, (4,), (Chain(),), 0), 0, Fraction(1)),
        ("counted up to two", Pool(3, D6, (4,), (), 2), 2, Fraction(1, 2)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_facts(what: str, pool: Pool, worth: int, chance: Fraction) -> None:
    assert pooled(pool).chance(worth) == chance, what


def test_at_least_one_of_three_symbol_dice() -> None:
    assert at_least(pooled(Pool(3, SYMBOLS, (1,))), 1) == Fraction(19, 27)


def test_many_dice_need_long_numbers() -> None:
    """Beyond 64 bits: the whole, one die alone, and a chain."""
    assert pooled(Pool(40, D10, (8,))).chance(7) == Fraction(comb(40, 7) * 3**7 * 7**33, 10**40)
    crits = pooled(Pool(40, D6, (4, 6)))
    assert sum(crits.chances().values()) == 1
    assert (mean(crits), variance(crits)) == (Fraction(40 * 2, 3), Fraction(40 * 5, 9))
    agrees(Pool(1, D6, (4,), (Then(30, (4, 6)),)))
    agrees(Pool(12, D6, (4, 6), (Then(1, (5,)),)))
    chain = pooled(Pool(12, D6, (6,), (Chain(),), 25))
    for worth in range(25):
        assert chain.chance(worth) == Fraction(comb(11 + worth, worth) * 5**12, 6 ** (12 + worth))


@pytest.mark.parametrize("dice", [1, 3, 9])
def test_chains_before_or_after_the_re_roll_are_the_same_odds(dice: int) -> None:
    """Only the order on the table differs."""
    first, last = (Again(), Chain()), (Chain(), Again(), Chain())
    assert pooled(Pool(dice, D6, (3, 6), first, 8)) == pooled(Pool(dice, D6, (3, 6), last, 8))


def test_a_chain_says_up_to_where_it_is_counted() -> None:
    with pytest.raises(ValueError, match="up to where"):
        Pool(2, D6, (4,), (Again(), Chain()))


@pytest.mark.parametrize("pool", [(-1, D6, (4,)), (2, (), (4,)), (2, D6, (4,), (), -1)])
def test_pools_nobody_can_throw(pool: tuple[int, tuple[int, ...], tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="nobody can throw"):
        Pool(*pool)


# settle(): what lies on the table, moment by moment.

HITS = Pool(3, D6, (4,))
SAVES = Pool(3, D6, (4,), (Then(1, (5,)),))
RALLY = Pool(4, D6, (4, 6), (Chain(), Again(), Chain()), 6)


@pytest.mark.parametrize(
    ("pool", "faces", "moment"),
    [
        (HITS, (), (0, 3)),
        (HITS, (5,), (1, 2)),
        (HITS, (5, 1, 4), (2, 0)),
        (SAVES, (5, 1), (1, 1)),
        (SAVES, (5, 1, 4), (2, 2)),
        (SAVES, (5, 1, 4, 4), (0, 1)),
        (SAVES, (5, 1, 4, 5), (1, 1)),
        (SAVES, (5, 1, 4, 5, 2), (1, 0)),
        (SAVES, (1, 1, 1), (0, 0)),
        (RALLY, (4, 6, 1, 2), (3, 2)),
        (RALLY, (4, 6, 1, 2, 5), (4, 1)),
        (RALLY, (4, 6, 1, 2, 5, 3), (4, 1)),
        (RALLY, (4, 6, 1, 2, 5, 3, 1), (4, 2)),
        (RALLY, (4, 6, 1, 2, 5, 3, 1, 6, 3), (6, 1)),
        (RALLY, (4, 6, 1, 2, 5, 3, 1, 6, 3, 6), (6, 1)),
        (RALLY, (4, 6, 1, 2, 5, 3, 1, 6, 3, 6, 1), (6, 0)),
        (Pool(2, D6, (4,), (Again((6,)),)), (5, 3, 5), (1, 0)),
        (Pool(2, D6, (4,), (Again((6,)),)), (5, 3, 6), (2, 0)),
        (Pool(1, D6, (4,), (Then(2, (1,), SYMBOLS), Again())), (4, 0, 1, 1), (2, 0)),
        (Pool(0, D6, (4,), (Chain(),), 3), (), (0, 0)),
    ],
)
def test_settle_tells_what_is_wanted(pool: Pool, faces: tuple[int, ...], moment: tuple[int, int]) -> None:
    assert settle(pool, faces) == moment


@pytest.mark.parametrize(
    ("pool", "faces", "sentence"),
    [
        (HITS, (1, 2, 3, 4), "3 dice are rolled, not 4"),
        (SAVES, (1, 2, 3, 4), "3 dice are rolled, not 4"),
        (HITS, (7,), "a die with the faces 1, 2, 3, 4, 5, 6 does not show 7"),
        (Pool(1, D6, (4,), (Then(1, (1,), (0, 1)),)), (4, 5), "a die with the faces 0, 1 does not show 5"),
    ],
)
def test_settle_refuses(pool: Pool, faces: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        settle(pool, faces)


# Sums.


@pytest.mark.law
@given(st.integers(0, 4), FACES, st.integers(0, 5), st.booleans())
def test_sums_are_every_face_of_every_die(dice: int, faces: tuple[int, ...], keep: int, lowest: bool) -> None:
    ways: Counter[int] = Counter()
    for shown in product(faces, repeat=dice):
        row = sorted(shown, reverse=not lowest)
        ways[sum(row[:keep] if keep else row)] += 1
    found = summed(dice, faces, keep, lowest)
    assert found.chances() == share(ways)
    assert [total for total, _ in found.ways] == sorted(ways)


@pytest.mark.parametrize(("dice", "keep"), [(45, 1), (45, 3), (45, 20), (45, 44), (45, 0)])
@pytest.mark.parametrize("lowest", [False, True])
def test_many_dice_kept(dice: int, keep: int, lowest: bool) -> None:
    """Beyond 64 bits, by counting hands instead of throws."""
    ways: Counter[int] = Counter()
    for hand in combinations_with_replacement((1, 2, 9), dice):
        row = sorted(hand, reverse=not lowest)
        alike = prod(factorial(hand.count(face)) for face in (1, 2, 9))
        ways[sum(row[:keep] if keep else row)] += factorial(dice) // alike
    assert summed(dice, (9, 1, 2), keep, lowest).chances() == share(ways)


@pytest.mark.parametrize(
    ("what", "odds", "total", "chance"),
    [
        ("best of two dice is a 6", summed(2, D6, 1), 6, Fraction(11, 36)),
        ("worst of two dice is a 1", summed(2, D6, 1, True), 1, Fraction(11, 36)),
        ("three dice are ten", summed(3, D6), 10, Fraction(27, 216)),
        ("best three of four are eighteen", summed(4, D6, 3), 18, Fraction(21, 1296)),
        ("more kept than thrown is all", summed(2, D6, 5), 12, Fraction(1, 36)),
        ("faces below nothing", summed(2, (-1, 0, 1)), -2, Fraction(1, 9)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sums(what: str, odds: Odds[int], total: int, chance: Fraction) -> None:
    assert odds.chance(total) == chance, what


def test_three_dice_on_average() -> None:
    assert (mean(summed(3, D6)), variance(summed(3, D6))) == (Fraction(21, 2), Fraction(35, 4))


TOTALS = st.dictionaries(st.integers(-5, 9), st.integers(1, 7), min_size=1, max_size=6).map(odds_of)


@pytest.mark.law
@given(TOTALS, TOTALS)
def test_opposed_is_every_pair(ours: Odds[int], theirs: Odds[int]) -> None:
    pairs: Counter[str] = Counter()
    for (our, ways), (their, others) in product(ours.ways, theirs.ways):
        pairs["win" if our > their else "tie" if our == their else "lose"] += ways * others
    total = pairs.total()
    assert opposed(ours, theirs).chances() == {name: Fraction(ways, total) for name, ways in pairs.items()}


def test_a_tie_is_rolled_off() -> None:
    duel = opposed(summed(1, D6), summed(1, D6))
    assert duel == Odds((("win", 5), ("tie", 2), ("lose", 5)))
    assert duel.without("tie") == Odds((("win", 1), ("lose", 1)))


def test_a_tie_for_ever() -> None:
    with pytest.raises(ValueError, match="nothing but 'tie' can happen"):
        sure("tie").without("tie")


# Laws of odds.

WAYS = st.dictionaries(st.integers(0, 9), st.integers(0, 30), min_size=1, max_size=4)
ODDS = WAYS.filter(lambda ways: any(ways.values())).map(odds_of)


def in_lowest_terms(odds: Odds[int]) -> bool:
    return gcd(*(ways for _, ways in odds.ways)) == 1 and all(ways > 0 for _, ways in odds.ways)


@pytest.mark.law
@given(ODDS, st.lists(ODDS, min_size=10, max_size=10))
def test_what_follows_sums_to_one(odds: Odds[int], ahead: list[Odds[int]]) -> None:
    found = odds.then(ahead.__getitem__)
    chances: dict[int, Fraction] = {}
    for outcome, chance in odds.chances().items():
        for later, share_ in ahead[outcome].chances().items():
            chances[later] = chances.get(later, Fraction(0)) + chance * share_
    assert found.chances() == chances
    assert list(found.chances()) == list(chances)
    assert sum(chances.values()) == 1
    assert in_lowest_terms(found)


@pytest.mark.law
@given(ODDS, st.integers(1, 4))
def test_new_names(odds: Odds[int], by: int) -> None:
    found = odds.map(lambda outcome: outcome % by)
    assert found == odds.then(lambda outcome: sure(outcome % by))
    assert [name for name, _ in found.ways] == list(dict.fromkeys(outcome % by for outcome, _ in odds.ways))
    assert sum(found.chances().values()) == 1
    assert in_lowest_terms(found)


@pytest.mark.law
@given(ODDS.filter(lambda odds: len(odds.ways) > 1), st.integers(0, 9))
def test_given_that_it_does_not_happen(odds: Odds[int], outcome: int) -> None:
    rest, gone = odds.without(outcome), odds.chance(outcome)
    expected = {each: chance / (1 - gone) for each, chance in odds.chances().items() if each != outcome}
    assert rest.chances() == expected
    assert in_lowest_terms(rest)


@pytest.mark.law
@given(ODDS, st.integers(-1, 10))
def test_summaries(odds: Odds[int], n: int) -> None:
    chances = odds.chances()
    centre = sum(outcome * chance for outcome, chance in chances.items())
    assert mean(odds) == centre
    assert variance(odds) == sum((outcome - centre) ** 2 * chance for outcome, chance in chances.items())
    assert at_least(odds, n) == sum(chance for outcome, chance in chances.items() if outcome >= n)
    assert odds.total == sum(ways for _, ways in odds.ways)


def test_lowest_terms_in_the_order_given() -> None:
    odds = odds_of({"b": 6, "never": 0, "a": 9})
    assert odds == Odds((("b", 2), ("a", 3)))
    assert (odds.total, odds.chance("a"), odds.chance("never")) == (5, Fraction(3, 5), Fraction(0))


@pytest.mark.law
@given(pools())
def test_pools_are_in_order_and_lowest_terms(pool: Pool) -> None:
    odds = pooled(pool)
    assert [worth for worth, _ in odds.ways] == sorted(worth for worth, _ in odds.ways)
    assert in_lowest_terms(odds)


def test_a_forgotten_count_comes_out_the_same() -> None:
    pool = Pool(3, D6, (5,), (Chain(),), 4)
    before = pooled(pool), summed(6, D6, 3)
    clear_caches()
    assert (pooled(pool), summed(6, D6, 3)) == before


def test_a_long_row_of_saves_with_rerolls_stays_small() -> None:
    """One die that has to pass sixty times, each time on 5+ with one more try: five of nine, to the
    sixtieth power. Its count of ways must not double with every roll."""
    again = (Again(targets=(5,)), Then(1, (5,)))
    found = pooled(Pool(1, D6, (5,), stages=again * 59 + again[:1]))
    assert found.chances()[1] == Fraction(5, 9) ** 60
