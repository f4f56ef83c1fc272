"""A deed that is being filled in, as rows: facts with their answers, weapons, what it leads to.
Pure, like all of present."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.doors.ranking import Rank, levels
from engine.playing.drafting import Filled, facts_missing
from engine.playing.plan import MEANS, DeedPlan, Draft, Fact, Means, answer_for, answered, chosen
from engine.values.maps import Value
from engine.values.model import Prompt
from engine.values.texts import Text, say, say_many
from screens.present import asking
from screens.present.lines import OddsLine, capital, percent
from screens.present.view import View


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer: its words, whether it is chosen, and the value that a tap on it gives."""

    text: str
    chosen: bool
    gives: Value


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact of the pair; `count` is a number and the most it can be, where it is counted. Answers
    of an `ordered` one stand in their order."""

    key: str
    name: str
    answers: tuple[AnswerLine, ...]
    count: tuple[int, int] | None = None
    place: str = "pair"
    several: bool = False
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class MeansLine:
    """A weapon: its words, its dice and what they need, whether it is used, why it cannot be; a
    lone one is used without being chosen."""

    key: str
    name: str
    notes: tuple[str, ...]
    dice: str
    needs: str
    chosen: bool
    silent: str
    lone: bool
    facts: tuple[FactLine, ...]


def fact_lines(view: View, draft: Draft, facts: tuple[Fact, ...]) -> tuple[FactLine, ...]:
    return tuple(_fact(view, draft, fact) for fact in facts if is_asked(fact))


def is_asked(fact: Fact) -> bool:
    """What has one answer is not asked."""
    return fact.several or fact.most is not None or len(fact.answers) != 1


def _fact(view: View, draft: Draft, fact: Fact) -> FactLine:
    name, value = capital(view.tell(fact.text)), answered(draft, fact)
    if fact.most is not None:
        return FactLine(fact.key, name, (), (value if isinstance(value, int) else 0, fact.most), fact.place)
    answers = _in_order(view, fact, value) if fact.ordered else _answers(view, fact, value)
    return FactLine(fact.key, name, tuple(answers), None, fact.place, fact.several, fact.ordered)


def _in_order(view: View, fact: Fact, value: Value) -> Iterator[AnswerLine]:
    """Those named first, the others behind them; each stands for itself."""
    told = value if isinstance(value, tuple) else ()
    for answer, text in sorted(fact.answers, key=lambda each: (*told, each[0]).index(each[0])):
        yield AnswerLine(capital(view.tell(text)), True, answer)


def _answers(view: View, fact: Fact, value: Value) -> Iterator[AnswerLine]:
    """Of several answers a tap takes one in or out; else it takes the place of the one before."""
    have = value if isinstance(value, tuple) and fact.several else ()
    for answer, text in fact.answers:
        words = capital(view.tell(text))
        if not fact.several:
            yield AnswerLine(words, answer == answer_for(fact, value), answer)
        elif answer in have:
            yield AnswerLine(words, True, tuple(each for each in have if each != answer))
        else:
            yield AnswerLine(words, False, (*have, answer))


def means_lines(view: View, plan: DeedPlan, filled: Filled) -> tuple[MeansLine, ...]:
    used = chosen(filled.draft.without(MEANS) if plan.at_once else filled.draft, filled.means)
    lone = plan.pick == "none" or plan.at_once or sum(each.against is None for each in filled.means) == 1
    return tuple(_means(view, filled.draft, each, each.key in used, lone) for each in filled.means)


def _means(view: View, draft: Draft, means: Means, used: bool, lone: bool) -> MeansLine:
    t = view.tell
    return MeansLine(
        means.key,
        capital(t(means.text)),
        tuple(capital(t(each)) for each in means.notes),
        t(say_many("one die", "{count} dice", means.dice)) if means.dice is not None else "",
        t(means.needs),
        used and means.against is None,
        view.words.refusal(means.against) if means.against else "",
        lone and used,
        fact_lines(view, draft, means.facts),
    )


def fate_lines(view: View, rank: Rank) -> tuple[OddsLine, ...]:
    """What may become of the target, the mildest first, in the order of the book."""
    marks, words = view.rules.aim.levels if view.rules.aim else (), levels(view.rules)
    found = [
        OddsLine(view.rules.glance.marks.get(mark, mark), capital(view.tell(word)), float(chance), percent(chance))
        for (mark, _, _), word, chance in zip(marks, words, rank.chances, strict=True)
    ]
    rest = 1 - sum(rank.chances, Fraction(0))
    nothing = OddsLine("", capital(view.tell(say("nothing"))), float(rest), percent(rest))
    return (nothing, *reversed(found))


def button(view: View, opening: Text, filled: Filled, at_once: bool = False) -> tuple[str, str, str]:
    """What the large button says, and its icon, none while something is missing: the dice to roll
    and what they need, else the deed itself."""
    if missing := facts_missing(filled):
        names = ", ".join(view.tell(fact.text) for fact in missing)
        return view.tell(say("Still open: {names}", names=names)), "", ""
    if at_once:
        return view.tell(say("Tap one of them")), "", ""
    if filled.facing:
        return capital(view.tell(opening)), capital(view.tell(filled.facing.total)), "check-bold"
    rolls = filled.prompt is not None and filled.prompt.kind == "roll"
    text, sub = _button(view, opening, filled.prompt)
    sums = (say("{name}: {value}", name=view.words.word(key), value=value) for key, value in filled.sums if value)
    return text, sub or capital(", ".join(map(view.tell, sums))), "dice-multiple" if rolls else "check-bold"


def _button(view: View, opening: Text, prompt: Prompt | None) -> tuple[str, str]:
    if prompt is None or prompt.kind != "roll" or not prompt.checks:
        return capital(view.tell(opening)), capital(view.tell(prompt.text)) if prompt else ""
    if len(prompt.checks) == 1:
        check = prompt.checks[0]
        return view.tell(asking.roll_text(check)), view.tell(asking.need_text(view, check))
    dice = sum(check.dice for check in prompt.checks)
    at: Counter[int] = Counter()
    for check in prompt.checks:
        at.update({check.targets[0]: check.dice} if check.targets else {})
    parts = (say("{dice} at {target}+", dice=count, target=target) for target, count in at.items())
    return view.tell(say_many("Roll one die", "Roll {count} dice", dice)), ", ".join(map(view.tell, parts))
