"""Parts of the page that asks before a procedure opens: what is seen on the table, what a choice
comes to, the answer of a question that changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.playing.opening import Opening
from engine.values.kinds import Field, Flag, ListOf, UnitId, Word
from engine.values.maps import Map, Value, frozen
from engine.values.model import Impossible, Unknown, dotted
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many
from screens.app.navigator import Navigator
from screens.pages.fields import Controls
from screens.present.lines import UnitLine, capital
from screens.present.view import View
from screens.widgets.bars import AppBar
from screens.widgets.ground import paint
from screens.widgets.layouts import Column
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow, Tick, note
from screens.widgets.theme import Radius
from screens.widgets.unitrows import UnitRow
from screens.widgets.words import Words

# What is seen on the table


def look_rows(
    view: View,
    state: GameState,
    opening: Opening,
    args: Map[Value],
    seen: dict[str, Any],
    see: Callable[[str, Value], object],
) -> list[Widget]:
    """One control for each field that needs a look; `seen` is what was answered, `see` takes an
    answer."""
    rows: list[Widget] = []
    for field in view.deeds.looked_at(opening):
        units = _nameable(view, state, opening, args, field)
        if not (units if isinstance(field.kind, UnitId) else _is_open(view, state, opening, args, field)):
            continue
        held = frozen(seen[field.key]) if field.key in seen else args.get(field.key, field.default)
        control = Controls(view, units, quick=True).field(field, held, partial(see, field.key))
        rows.append(paint(Column(control, pad=(14, 10, 14, 12)), "surface", Radius.card))
    return rows


def _nameable(
    view: View, state: GameState, opening: Opening, args: Map[Value], field: Field
) -> tuple[tuple[str, str], ...]:
    """Units for a place that may stay empty: only those no rule speaks against."""
    if not isinstance(field.kind, UnitId):
        return tuple((unit.id, unit.name) for unit in state.units.values() if not unit.gone)
    found = view.deeds.candidates(state, opening, field, args)
    return tuple((line.id, line.name) for line, against in found if not against)


def _is_open(view: View, state: GameState, opening: Opening, args: Map[Value], field: Field) -> bool:
    """Whether a switch may be turned on at all: what only some units can do is not shown for
    others."""
    if not isinstance(field.kind, Flag) or field.required or field.default:
        return True
    against = view.deeds.against
    return len(against(state, opening, args.put(field.key, True))) <= len(against(state, opening, args))


# What it comes to


def figures_so_far(view: View, state: GameState, opening: Opening, args: Map[Value]) -> list[Widget]:
    """What follows from the choice as it is now: figures such as its cost, and what speaks against
    it."""
    try:
        facts = opening.facts(state, args)
    except (Impossible, Unknown):
        facts = {}
    counts = {key: value for key, value in facts.items() if isinstance(value, int) and not isinstance(value, bool)}
    words = [say("{name}: {value}", name=capital(view.words.word(key)), value=value) for key, value in counts.items()]
    against = [note("alert-outline", view.words.refusal(no)) for no in view.deeds.against(state, opening, args)]
    return [*(Words(view.tell(each), "row") for each in words), *against]


def show_answer(nav: Navigator, view: View, state: GameState, opening: Opening, args: Map[Value]) -> None:
    """A question that changes nothing: its answer is shown, and that is all."""
    against = view.deeds.against(state, opening, args)
    try:
        told = opening.sentences(state, args)
        facts = {} if told else opening.facts(state, args)
    except (Impossible, Unknown) as no:
        nav.complain(
            no.why if isinstance(no, Impossible) else say("A card does not state {what}.", what=dotted(no.path))
        )
        return
    rows = [PlainRow(capital(view.words.word(key)), view.words.value(value)) for key, value in facts.items()]
    nav.sheet(
        Words(capital(view.tell(opening.text)), "title"),
        *(Words(view.words.refusal(no), "body", "text2") for no in against),
        *(Words(capital(view.tell(each)), "row") for each in told),
        *rows,
        PushButton(view.tell(say("Good")), nav.close_sheet, "primary"),
    )


def nobody(text: str) -> Widget:
    return Words(text, "body", "text2")


def one_of_several(turn: Callable[[str], None], shown: tuple[UnitLine, str]) -> Widget:
    line, against = shown
    row = UnitRow(line, partial(turn, line.id), tail=Tick(line.chosen))
    return Column(row, Words(against, "meta", "text3"), gap=2) if against and not line.chosen else row


def told_so_far(field: Field, draft: Value) -> Value:
    """What is entered; a list may be empty if it need not hold anything."""
    if not isinstance(field.kind, ListOf):
        return draft
    have = () if draft is None else draft
    return have if not isinstance(have, tuple) or len(have) >= field.kind.least else None


def only_words(opening: Opening, told: Iterable[str]) -> dict[str, str]:
    """What is left with a single word to choose is not asked."""
    left = (each for each in opening.situation.fields if each.required and each.key not in told)
    kinds = {field.key: field.kind for field in left}
    return {name: kind.choices[0] for name, kind in kinds.items() if isinstance(kind, Word) and len(kind.choices) == 1}


def effect_of(view: View, word: str) -> str:
    """What a word means, where the game says so."""
    effect = view.rules.effect(word)
    return view.tell(effect) if effect else ""


def with_so_many(count: int) -> Text:
    return say_many("Go on with one", "Go on with {count}", count) if count else say("Go on with none")


def question_bar(nav: Navigator, title: str, sub: str, help_: IconButton, is_first: bool) -> AppBar:
    """The cross leaves; after the first answer an arrow leads to the question before."""
    close = nav.tell(say("Close"))
    if is_first:
        return AppBar(title, sub, nav.back, (help_,), "close", close)
    leave = IconButton("close", lambda: nav.replace(*nav.places[:-1]), close)
    return AppBar(title, sub, nav.back, (leave, help_), back_name=nav.tell(say("Back")))


def retitle_question(bar: AppBar, before: tuple[str, str, bool], words: tuple[str, str, bool]) -> bool:
    """Other words in the same bar, where the ways back are the same."""
    return before[2] == words[2] and bar.reword(*words[:2])


def word_rows(view: View, words: tuple[str, ...], give: Callable[[str], object]) -> Widget:
    """Each with what it means, where the game says so."""
    rows = [PlainRow(capital(view.words.word(word)), effect_of(view, word), do=partial(give, word)) for word in words]
    return paint(Column(*rows), "surface", Radius.card)
