"""A sentence for every event, made with the event and kept in it."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.playing.duties import duties
from engine.playing.procedure import Asked
from engine.playing.rules import Ruleset
from engine.playing.throws import throw
from engine.playing.turn import advanced
from engine.values.events import (
    Abandoned,
    Advanced,
    Answered,
    CardFilled,
    Event,
    HouseRuled,
    Noted,
    Opened,
    OptionSet,
    Ticked,
    TrackerSet,
    UnitAdded,
    UnitMoved,
)
from engine.values.kinds import Flag, Kind, Whole
from engine.values.maps import Map, Value
from engine.values.model import Prompt, dotted
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

NOBODY: Map[Unit] = Map()
SEATS = ("seat", "by", "owner")
"""Keys that hold the number of a player."""
MOST_TOLD = 4
"""So many answers of a form are told all together."""


def labelled(rules: Ruleset, state: GameState, event: Event, asked: tuple[Asked, ...]) -> Event:
    """The same event with its sentence; an answer is named with its question."""
    return event if event.label else replace(event, label=label(rules, state, event, asked))


def label(rules: Ruleset, state: GameState, event: Event, asked: tuple[Asked, ...]) -> Text:
    match event:
        case Opened(procedure=procedure, args=args):
            return name_of_deed(rules, state, procedure, args)
        case Answered():
            return _answer(rules, state, event, asked)
        case Abandoned():
            return say("broken off")
        case HouseRuled(amount=amount, why=why):
            added = f"{amount:+}"
            return (
                say("house rule {amount}: {why}", amount=added, why=why)
                if why
                else say("house rule {amount}", amount=added)
            )
        case TrackerSet(owner=owner, tracker=tracker, value=value):
            return say(
                "{who}: {what} set to {value}",
                who=owner_name(rules, state, owner),
                what=tracker_name(rules, tracker),
                value=value_words(rules, emptied(rules.tracker_kind(tracker)) if value is None else value),
            )
        case UnitAdded(unit=unit, card=card):
            return say("{unit} added", unit=str(card.get("name") or unit))
        case UnitMoved(unit=unit, where=where):
            return say("{unit}: {where}", unit=owner_name(rules, state, unit), where=rules.word(where))
        case CardFilled(unit=unit, path=path, value=value):
            return say(
                "{unit}: the card says {value} for {what}",
                unit=owner_name(rules, state, unit),
                what=dotted(path),
                value=value_words(rules, value),
            )
        case OptionSet(option=option, value=value):
            return say("reading {option}: {value}", option=rules.word(option), value=value_words(rules, value))
        case Advanced(leave=leave):
            return _way_on(rules, state, leave)
        case Noted(text=text):
            return say("note: {text}", text=text)
        case Ticked(line=line):
            return say("line {line} done on the table", line=line + 1)
        case _:
            assert_never(event)


def name_of_deed(rules: Ruleset, now: GameState, procedure: str, args: Map[Value]) -> Text:
    """A procedure with those who do it; by its plain name where its situation leaves them out."""
    text = rules.tale.deeds.get(procedure)
    if text is None or any(args.get(place) is None for place in places(text)):
        what, named = rules.opening(procedure).text, who(now, args)
        return say("{what} ({who})", what=what, who=named) if named else what
    return replace(
        text, values=Map({place: field_words(rules, place, args[place], now.units) for place in places(text)})
    )


def places(text: Text) -> tuple[str, ...]:
    """What a sentence leaves to be filled."""
    return tuple(part.split("}")[0] for part in text.key.split("{")[1:])


def field_words(rules: Ruleset, key: str, value: Value, units: Map[Unit] = NOBODY) -> Text | str:
    """A value in words, by the key that holds it: the number of a player is his name."""
    if key in SEATS and isinstance(value, int) and not isinstance(value, bool):
        return rules.seat_name(value)
    return value_words(rules, value, units)


def _way_on(rules: Ruleset, state: GameState, leave: bool) -> Text:
    """The sentence of going on: the next step, and what was due and is left undone."""
    after = advanced(rules, state, leave)
    way = say("on to: {step}", step=rules.step(after.step).name)
    if after.turn != state.turn:
        way = say("{turn}: {step}", turn=rules.in_turn(after.turn), step=rules.step(after.step).name)
    if (after.turn, after.step) == (state.turn, state.step):
        player = rules.seat_name(after.seat)
        way = (
            say("{player} to act", player=player)
            if after.seat != state.seat
            else say("{player} goes on", player=player)
        )
    undone = [duty.text for duty in duties(rules, state)]
    return say("{way}; left undone: {what}", way=way, what=listed(undone)) if undone else way


def _answer(rules: Ruleset, state: GameState, event: Answered, asked: tuple[Asked, ...]) -> Text:
    if not asked:
        return say("{what}: answered", what=event.prompt)
    prompt = asked[-1].prompt
    if prompt.sealed:
        return say("{what}: answered under cover", what=prompt.text)
    prompt = next((slot for slot in prompt.slots if slot.key == event.prompt), prompt)
    if prompt.kind == "roll":
        return say("{what}: {result}", what=prompt.text, result=given(rules, state, prompt, event.value))
    if prompt.kind == "form" and prompt.about and event.value:  # its question is long, and the answer says what it was
        who = owner_name(rules, state, prompt.about[0])
        return say("{who}: {answer}", who=who, answer=given(rules, state, prompt, event.value))
    return say("{what} ({answer})", what=prompt.text, answer=given(rules, state, prompt, event.value))


def given(rules: Ruleset, state: GameState, prompt: Prompt, value: Value) -> Text | str:
    """An answer in words: the result of the dice, or the choice."""
    match prompt.kind:
        case "roll" if any(check.die.words and check.keep is not None for check in prompt.checks):
            return value_words(rules, value, state.units)
        case "roll":
            return throw(rules, state, prompt, value)
        case "choice":
            return next(
                (option.text for option in prompt.options if option.key == value),
                value_words(rules, value, state.units),
            )
        case "confirm":
            return say("yes") if value else say("no")
        case "ledger":
            declined = len(value) if isinstance(value, tuple) else 0
            return say_many("one line declined", "{count} lines declined", declined) if declined else say("all done")
        case "form" if isinstance(value, Map):
            return filled_in(rules, state, prompt, value)
        case _:
            return value_words(rules, value, state.units)


def filled_in(rules: Ruleset, state: GameState, prompt: Prompt, value: Map[Value]) -> Text | str:
    """What a form was told; of a long one only what differs from its preset."""
    preset: Map[Value] = prompt.default if isinstance(prompt.default, Map) and len(value) > MOST_TOLD else Map()
    answers = {key: each for key, each in value.items() if each not in (None, False, (), Map(), preset.get(key))}
    if preset and not answers:
        return say("as preset")
    return listed(
        [
            say("{name}: {value}", name=field_name(rules, key), value=field_words(rules, key, each, state.units))
            for key, each in answers.items()
        ]
    )


def who(state: GameState, args: Map[Value]) -> str:
    """The units that a situation names."""
    return ", ".join(state.units[each].name for each in args.values() if isinstance(each, str) and each in state.units)


def owner_name(rules: Ruleset, state: GameState, owner: str) -> Text | str:
    if owner.startswith("@"):
        return rules.seat_name(state.seat_of(owner))
    return state.units[owner].name if owner in state.units else say("table")


def tracker_name(rules: Ruleset, tracker: str) -> Text | str:
    known = rules.tracker(tracker)
    return known.text if known else tracker


def field_name(rules: Ruleset, key: str) -> Text | str:
    """A field of a form as players call it; what a key says of one thing has its name after a
    colon."""
    key, _, name = key.partition(":")
    text = rules.fields.get(key) or rules.word(key)
    return say("{name}: {value}", name=name, value=text) if name else text


def emptied(kind: Kind) -> Value:
    """The empty value of a tracker in words."""
    return 0 if isinstance(kind, Whole) else False if isinstance(kind, Flag) else None


def value_words(rules: Ruleset, value: Value, units: Map[Unit] = NOBODY) -> Text | str:
    """A value in words; units by their names."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Map):
        return listed([_pair(rules, key, each, units) for key, each in value.items()])
    if isinstance(value, tuple):
        return listed([value_words(rules, each, units) for each in value])
    if isinstance(value, str):
        return units[value].name if value in units else rules.word(value)
    return say("nothing") if value is None else str(value)


def _pair(rules: Ruleset, key: str, value: Value, units: Map[Unit]) -> Text | str:
    """A value under its name; a player who owns something by his name alone."""
    if key == "owner":
        return field_words(rules, key, value, units)
    return say("{name}: {value}", name=value_words(rules, key, units), value=field_words(rules, key, value, units))


def listed(parts: list[Text | str] | list[Text]) -> Text | str:
    """Several things with commas."""
    if not parts:
        return say("nothing")
    first, *rest = parts
    for each in rest:
        first = say("{first}, {second}", first=first, second=each)
    return first
