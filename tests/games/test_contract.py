"""The contract every game keeps: one file of tests over all of them."""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddb.lines import columns_of
from engine.dice.check import foregone, odds, verdict
from engine.dice.explain import explain
from engine.games import FOLDERS
from engine.parts.concede import GIVEN_UP
from engine.playing import codec
from engine.playing.answers import Stale, answer
from engine.playing.fold import apply, questions, refusals, replay
from engine.playing.rules import Ruleset
from engine.playing.session import Refused, Session
from engine.playing.walk import walk_on
from engine.values.events import Abandoned, Advanced, HouseRuled, Noted, Opened, OptionSet, TrackerSet, Undone
from engine.values.kinds import Either, Fixed, Kind, ListOf, MapOf, Record, Word
from engine.values.maps import Map
from engine.values.model import BY_HAND, Prompt
from engine.values.table import GameState
from screens.present.wording import COMMON
from tests.games.cases import ALL, MOMENTS, Case
from tests.games.cases import KEPT as CASES
from tests.games.taps import answer as tap_answer
from tests.games.taps import tap

RULES_PER_GAME = {"aam": 141, "dust": 171, "2gm": 199, "epic": 284, "front": 28, "template": 10}
RULES_OF_THE_TABLE = {GIVEN_UP.id}
"""What holds at any table, whatever its book says."""
FOLDER = "engine/games"
EVERY = pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
EACH = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
LAWS = EACH
MOMENT = pytest.mark.parametrize(("key", "k"), MOMENTS)
TAPS = st.lists(st.tuples(st.integers(0, 9), st.lists(st.integers(0, 59), min_size=12, max_size=12)), max_size=14)


def room(rules: Ruleset, file: str) -> str:
    """Where to edit, for a sentence that tells what is missing."""
    return f"{FOLDER}/{FOLDERS.get(rules.key, rules.key)}/{file}"


def reopened(session: Session) -> Session:
    """The same game after a kill: nothing but the lines on disk."""
    lines = [json.dumps(codec.plain(entry)) for entry in session.journal]
    return Session(session.rules, session.states[0], [codec.entry(json.loads(line)) for line in lines])


@EVERY
def test_starts_in_step_0_of_turn_1(rules: Ruleset) -> None:
    start = rules.opened()
    assert (start.turn, start.step, start.pending) == (1, rules.steps[0].key, None)
    assert dict(start.options) == {reading.key: reading.values[0] for reading in rules.readings}


@EACH
def test_a_whole_turn_returns_to_step_0(case: Case) -> None:
    session = Session(case.rules, case.start)
    for _ in range(60):
        if session.prompt:
            tap_answer(session, session.prompt, (0, 3, 5, 1, 2, 4))
        elif session.state.turn > 1 and session.state.step == case.rules.steps[0].key:
            break
        else:
            session.overrule(Advanced(leave=True))
    assert (session.state.turn, session.state.step) == (case.start.turn + 1, case.rules.steps[0].key)


@EVERY
def test_every_offer_exists_and_every_procedure_is_offered(rules: Ruleset) -> None:
    offered = {offer.procedure for step in rules.steps for offer in step.offers} | {step.opens for step in rules.steps} - {""}
    known = {opening.key for opening in rules.openings}
    assert not offered - known, f"{room(rules, 'turn.py')} offers what no chapter opens: {offered - known}"
    assert not known - offered, f"{room(rules, 'turn.py')} offers nowhere what a chapter opens: {known - offered}"
    assert rules.key in CASES, f"tests/games/cases.py has no case of {rules.key}"


@EVERY
def test_whoever_may_give_up_may_do_so_at_every_step(rules: Ruleset) -> None:
    """Also at the end of a round, when it is clear that the game is over."""
    steps = [step.key for step in rules.steps if any(offer.procedure == "concede" for offer in step.offers)]
    assert steps == [step.key for step in rules.steps if any(opening.key == "concede" for opening in rules.openings)]


@EVERY
def test_every_numbered_rule_is_there_once_with_its_own_words(rules: Ruleset) -> None:
    ids = [ref.id for ref in rules.refs]
    where = room(rules, "refs.py")
    assert len(ids) == len(set(ids)) == RULES_PER_GAME[rules.key], f"{where} lists {len(ids)} rules, some of them twice or too few"
    assert all(re.fullmatch(rf"{rules.key.upper()}-\d+", each) for each in ids), f"{where}: ids are {rules.key.upper()}- and a number"
    assert len({ref.title for ref in rules.refs}) == len(ids), f"{where}: two rules have the same title"
    assert all(ref.section and ref.title for ref in rules.refs), f"{where}: a rule has no section or no title"


@EVERY
def test_what_a_ruleset_cites_is_a_rule_of_its_own(rules: Ruleset) -> None:
    cited = [
        *(step.ref for step in rules.steps),
        *(opening.ref for opening in rules.openings),
        *(tracker.ref for tracker in rules.trackers),
        *(reading.ref for reading in rules.readings),
    ]
    strange = {ref for ref in cited if ref.id not in RULES_OF_THE_TABLE} - set(rules.refs)
    assert not strange, f"steps, openings, trackers or readings cite what {room(rules, 'refs.py')} does not list: {strange}"


@EVERY
def test_every_word_a_player_meets_has_a_name(rules: Ruleset) -> None:
    kinds = [*(tracker.kind for tracker in rules.trackers), *(opening.situation for opening in rules.openings)]
    keys = {word for kind in kinds for word in words_of(kind)}
    keys |= {word for reading in rules.readings for word in (reading.key, *reading.values)}
    assert keys <= set(rules.words), f"{room(rules, 'words.py')} has no name for {keys - set(rules.words)}"


@EVERY
def test_everything_a_player_is_asked_to_tell_has_a_name(rules: Ruleset) -> None:
    """Fields a procedure cannot do without, those looked up on the table, and those of a card:
    never a bare key."""
    offered = {offer.procedure for step in rules.steps for offer in step.offers}
    openings = [opening for opening in rules.openings if opening.key in offered]
    asked = {field.key for opening in openings for field in opening.situation.fields if field.required or field.key in (opening.actor, *opening.asks)}
    asked |= {field.key for field in rules.card.fields}
    unnamed = asked - {*rules.fields, *rules.glance.stats, *rules.words, *COMMON}
    assert not unnamed, f"FIELDS in {room(rules, 'words.py')} or STATS in {room(rules, 'glance.py')} have no name for {unnamed}"


@EVERY
def test_every_part_of_a_card_has_a_name_of_its_place(rules: Ruleset) -> None:
    """The parts of units, weapons and other rows: in the editor and over the columns of a table."""
    inner = {key for key in columns_of(rules.card) if "." in key}
    unnamed = inner - {*rules.glance.stats}
    assert not unnamed, f"STATS in {room(rules, 'glance.py')} has no name for {unnamed}"


def words_of(kind: Kind) -> set[str]:
    """All words a value of a kind may hold."""
    match kind:
        case Word(choices=choices):
            return set(choices)
        case ListOf(kind=inner) | MapOf(kind=inner):
            return words_of(inner)
        case Record(fields=fields):
            return {word for field in fields for word in words_of(field.kind)}
        case Either(kinds=kinds) | Fixed(kinds=kinds):
            return {word for each in kinds for word in words_of(each)}
        case _:
            return set()


@MOMENT
class TestBetweenAnyTwoAnswers:
    def test_a_tracker_set_by_hand_is_seen_at_once_and_kept(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        session.dispatch(TrackerSet(case.bystander, "house", 7))
        assert session.state.unit(case.bystander).count("house") == 7
        assert case.finished(session, k) == case.finished(case.at(k), k).set(case.bystander, "house", 7, BY_HAND)

    def test_a_note_changes_nothing(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        session.dispatch(Noted("tea"))
        assert case.finished(session, k) == case.finished(case.at(k), k)

    def test_undo_asks_the_same_question(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        asked, state = session.prompt, session.state
        session.answer(case.script[k])
        session.undo()
        assert (session.prompt, session.state) == (asked, state)
        session.redo()
        session.undo_procedure()
        assert session.state == case.start

    def test_another_procedure_nests_and_its_result_is_kept(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        asked = session.prompt
        session.overrule(case.opening)
        tap_answer(session, session.prompt, (1, 2, 3))  # type: ignore[arg-type]
        if len(questions(case.rules, session.state)) > 1:
            session.dispatch(Abandoned())
        assert asked is not None
        assert session.prompt is not None
        assert session.prompt.key == asked.key
        assert replay(case.rules, case.start, session.log) == session.state

    def test_a_whole_second_run_in_the_middle_shares_no_memory(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        session.overrule(case.opening)
        session.dispatch(Abandoned())
        assert session.state.memory == ()

    def test_a_kill_resumes_at_the_same_question(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        state = codec.state(json.loads(json.dumps(codec.plain(session.state))))
        assert state == session.state
        assert Session(case.rules, state).prompt == session.prompt
        assert reopened(session).prompt == session.prompt

    def test_a_checkpoint_here_and_the_rest_are_the_whole_game(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        late = Session(case.rules, codec.state(codec.plain(session.state)), first=len(session.log))
        assert case.finished(late, k) == case.finished(session, k)

    def test_a_reading_changed_here_holds_from_the_next_procedure_on(self, key: str, k: int) -> None:
        case = CASES[key]
        session = case.at(k)
        asked = session.prompt
        for reading in case.rules.readings:
            session.dispatch(OptionSet(reading.key, reading.values[-1]))
        assert session.prompt == asked
        end = case.finished(session, k)
        assert dict(end.options) == {reading.key: reading.values[-1] for reading in case.rules.readings}

    def test_an_answer_to_another_question_is_stale(self, key: str, k: int) -> None:
        session = CASES[key].at(k)
        assert session.prompt
        wrong = answer(Prompt("other", "confirm", 0, session.prompt.text, session.prompt.ref), True)
        with pytest.raises(Stale):
            session.enter(wrong)
        assert len(session.journal) == k + 1

    def test_a_house_row_is_on_this_question_and_gone_after_it(self, key: str, k: int) -> None:
        session = CASES[key].at(k)
        session.dispatch(HouseRuled(1, "agreed"))
        assert session.prompt
        assert all(check.modifiers[-1].key == "house" for check in session.prompt.checks)
        tap_answer(session, session.prompt, (1, 2, 3))
        assert not session.prompt or all("house" not in [row.key for row in check.modifiers] for check in session.prompt.checks)


@MOMENT
def test_every_explanation_adds_up_and_every_distribution_sums_to_one(key: str, k: int) -> None:
    prompt = CASES[key].at(k).prompt
    assert prompt
    assert prompt.ref in CASES[key].rules.refs
    for check in prompt.checks:
        rows = explain(check)
        assert check.bases == rows[0].targets or check.natural
        assert rows[-1].targets == check.targets
        assert sum(row.amount if isinstance(row.amount, int) else row.amount[0] for row in rows) == check.bonus
        assert all(row.after == then.before for row, then in pairwise(rows))
        assert sum(odds(check).chances().values()) == 1
        assert sum(row.at(0) for row in check.dice_rows) in (0, check.dice)
        assert not check.need_rows or sum(row.at(0) for row in check.need_rows) == check.needs
        assert verdict(check) != "roll" or foregone(check) is None


@pytest.mark.heavy
@pytest.mark.parametrize("key", ["aam", "dust", "2gm"])
def test_the_odds_at_every_question_are_the_mean_of_the_odds_after_it(key: str) -> None:
    case = CASES[key]
    for k in range(len(case.script)):
        session = case.at(k)
        prompt = session.prompt
        assert prompt
        assert session.state.pending
        if prompt.kind == "form" or sum(check.dice for check in prompt.checks) > 3:
            continue
        now = walk_on(case.rules, session.state.pending, partial(apply, case.rules)).map(_bare).chances()
        assert now == mean_after(session, prompt)


def mean_after(session: Session, prompt: Prompt) -> dict[GameState, Fraction]:
    """Every throw of the open question, by brute force; choices by default."""
    from tests.engine.brute import every_value

    mean: Counter[GameState] = Counter()
    for value, weight in every_value(prompt):
        after = apply(session.rules, session.state, answer(prompt, value))
        ends = {after: Fraction(1)} if not after.pending else walk_on(session.rules, after.pending, partial(apply, session.rules)).chances()
        for end, chance in ends.items():
            mean[_bare(end)] += chance * weight
    return dict(mean)


def _bare(state: GameState) -> GameState:
    """Without the memory of the procedure and the note that it has ended."""
    return replace(state, memory=(), done=())


@LAWS
@pytest.mark.law
@given(taps=TAPS)
def test_random_taps(case: Case, taps: list[tuple[int, list[int]]]) -> None:
    """Nothing but cited refusals; undo walks back through exactly the states it came by; a kill
    at the end is survived."""
    session, seen = Session(case.rules, case.start), []
    for kind, draws in taps:
        seen.append((len(session.log), session.state))
        tap(case, session, kind, draws)
        assert all(event.label for event in session.log[-1:])
    assert reopened(session).state == session.state == replay(case.rules, case.start, session.log)
    for length, state in reversed(seen):
        session.enter(Undone(len(session.log) - length))
        assert session.state == state


@LAWS
@pytest.mark.law
@given(taps=TAPS, data=st.data())
def test_amending_to_the_same_value_changes_nothing(case: Case, taps: list[tuple[int, list[int]]], data: st.DataObject) -> None:
    session = Session(case.rules, case.start)
    for kind, draws in taps:
        tap(case, session, kind, draws)
    able = [n for n, event in enumerate(session.log) if hasattr(event, "value") and not isinstance(event, OptionSet)]
    if able:
        before, log = session.state, list(session.log)
        n = data.draw(st.sampled_from(able))
        session.amend(n, log[n].value)  # type: ignore[union-attr]
        assert (session.state, session.left_out) == (before, ())
        assert [type(event) for event in session.log] == [type(event) for event in log]


@EACH
def test_a_refusal_cites_a_rule_and_can_be_overruled(case: Case) -> None:
    opened = case.opening.procedure
    wrong_step = next(step.key for step in case.rules.steps if opened not in {offer.procedure for offer in step.offers})
    state = codec.state({**codec.plain(case.start), "step": wrong_step})
    session = Session(case.rules, state)
    with pytest.raises(Refused) as refused:
        session.dispatch(case.opening)
    assert refused.value.why[0].ref in case.rules.refs
    assert session.log == []
    session.overrule(case.opening)
    assert session.prompt
    assert session.log[0].overruled
    assert refusals(case.rules, state, session.log[0]) == ()


@EACH
def test_nonsense_is_never_accepted(case: Case) -> None:
    session = Session(case.rules, case.start)
    from engine.values.model import Impossible

    for event in (Opened("charge"), TrackerSet("nobody", "x", 1), Opened(case.opening.procedure, Map({"nonsense": 1})), TrackerSet("@9", "x", 1)):
        with pytest.raises(Impossible):
            session.enter(event)
    assert session.journal == []
