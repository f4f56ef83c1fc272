"""play without --json: the same session as a text game for a person at a keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from engine.dice.check import odds, wanted
from engine.dice.explain import explain, success
from engine.doors.play import Game
from engine.doors.rendered import target
from engine.playing.answers import Stale, contest
from engine.playing.rules import Ruleset
from engine.values.kinds import Anything, Field, Flag, Kind, ListOf, Record, Word, kind_at
from engine.values.maps import Map, Value, thawed
from engine.values.model import Check, Impossible, Option, Prompt
from engine.values.table import Unit
from engine.values.texts import english

HELP = """\
what you can type:
  roll prompts   the faces in order: 6 6 5 4 1   (or just "= 6" for six successes)
  other prompts  the number or word of an option, "yes", "no", a number, or enter for the one advised
  ledgers        enter: all of it happens; or the numbers of the lines that do not
  open           open attack attacker=a target=b range=4   (lists with commas, tables as JSON without blanks)
  set            set a face_up=disrupted
  advance        on to the next step, or "advance casualty" to a step by its name
  undo, redo     one tap, or "undo 3"
  overrule ...   the same command, though the rules say no
  units, offers, reminders, why, state, abandon, quit
  {...}          any command as JSON"""


class TextGame:
    """Reads lines, writes sentences."""

    def __init__(self, rulesets: Mapping[str, Ruleset], game: str, heard: TextIO, told: TextIO) -> None:
        self.rulesets, self.heard, self.out = rulesets, heard, told
        self.game = Game(rulesets, game)
        self.name = game

    def say(self, *lines: str) -> None:
        for line in lines:
            self.out.write(line + "\n")
        self.out.flush()

    def run(self) -> int:
        self.say("Adjutant, without a screen. Type help for what you can type.")
        if not self.name:
            self.say(
                "Which game? " + ", ".join(f"{key} ({english(rules.title)})" for key, rules in self.rulesets.items())
            )
        else:
            self.begin(self.name)
        for line in self.heard:
            words = line.strip()
            if words in ("quit", "exit"):
                break
            self.one(words)
        return 0

    def begin(self, game: str) -> None:
        if game not in self.rulesets:
            self.say(f"There is no game {game!r}; there are {', '.join(self.rulesets)}.")
            self.name = ""
            return
        self.name = game
        examples = [example for example in self.rulesets[game].examples if example.question.get("units")]
        units = examples[0].question["units"] if examples else {}
        self.show(self.game.do({"do": "start", "game": game, "setup": {"units": units}}))

    def one(self, words: str) -> None:
        """One line of the person at the keyboard."""
        if words == "help":
            self.say(HELP)
        elif not self.name:
            self.begin(words)
        elif not words and not (self.game.session and self.game.on.prompt):
            return
        elif words in ("units", "offers", "reminders", "why"):
            self.say(*getattr(self, f"_{words}")())
        else:
            try:
                command = self.command(words)
            except Impossible as wrong:
                command = str(wrong)
            self.show(self.game.do(command) if isinstance(command, dict) else {"error": command})

    def command(self, words: str) -> dict[str, Any] | str:
        """What was typed as a command, or a sentence why not."""
        verb, _, rest = words.partition(" ")
        if words.startswith("{"):
            found = _json(words)
            return found if isinstance(found, dict) else "a command is an object"
        if verb == "overrule" and rest:
            again = "overrule what?" if rest.startswith("overrule") else self.command(rest)
            return {**again, "overrule": True} if isinstance(again, dict) else again
        if verb == "open":
            if not rest.split():
                return "open what?"
            procedure, *args = rest.split()
            return {"do": "open", "procedure": procedure, "with": self.told(procedure, args)}
        if verb == "set":
            return self.set(rest.split())
        if verb in ("advance", "undo", "redo", "state", "abandon"):
            more = {"to": rest} if verb == "advance" else {"n": _read(rest)} if verb in ("undo", "redo") else {}
            return {"do": verb, **(more if rest else {})}
        return self.answer(words)

    def told(self, procedure: str, args: list[str]) -> dict[str, Any]:
        """The situation of a procedure."""
        return _filled(self._situation(procedure), args)

    def set(self, words: list[str]) -> dict[str, Any] | str:
        if len(words) != 2 or "=" not in words[1]:
            return "set unit tracker=value"
        tracker, value = _pair(words[1])
        kind = self.game.on.rules.tracker_kind(tracker) if self.game.session else Anything()
        return {"do": "set", "unit": words[0], "tracker": tracker, "value": _shaped(kind, value)}

    def answer(self, words: str) -> dict[str, Any] | str:
        prompt = self.game.on.prompt if self.game.session else None
        if prompt is None:
            return f"nothing is asked; {words!r} is not a command (type help)"
        slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
        return {"do": "answer", "prompt": slot.key if slot is not prompt else "", "value": _value(slot, words)}

    def show(self, reply: Mapping[str, Any]) -> None:
        if "error" in reply:
            self.say(f"! {reply['error']}")
            return
        if "refused" in reply:
            self.say(f"The rules say no: {reply['refused']['text']} ({', '.join(reply['refused']['refs'])}).")
            return
        for change in reply["changes"]:
            self.say(
                f"  {owner(change['unit'])}: {change['tracker']} {plain(change['from'])} -> {plain(change['to'])} "
                f"[{change['ref']}]"
            )
        self.say(*(f"  {key} = {plain(value)}" for key, value in reply.get("result", {}).items()))
        if "outcome" in reply:
            self.say(*(f"  * {line['text']} [{line['ref']}]" for line in reply["outcome"]["hands"]))
        if "state" in reply:
            self.say(json.dumps(reply["state"], ensure_ascii=False))
        session = self.game.on
        self.say(
            f"-- turn {reply['turn']}, {english(session.rules.step(reply['step']).name)}, seat {reply['seat'] + 1}"
        )
        if session.prompt:
            self.say(*asked(session.prompt))
        else:
            self.say(*guidance(reply))

    def _units(self) -> Iterator[str]:
        place = self.game.on.rules.tracker("where")
        return (
            unit_line(unit, str(place.default) if place and place.default else "table")
            for unit in self.game.on.state.units.values()
        )

    def _reminders(self) -> Iterator[str]:
        session = self.game.on
        return (
            f"  - {english(each.text)} [{each.ref.id}]" for each in session.rules.step(session.state.step).reminders
        )

    def _offers(self) -> Iterator[str]:
        session = self.game.on
        step = session.rules.step(session.state.step)
        return (f"  {offer.procedure} ({offer.who}){self._wants(offer.procedure)}" for offer in step.offers)

    def _wants(self, procedure: str) -> str:
        """What may be told with it; what need not be stands in brackets."""
        fields = self._situation(procedure).fields
        return "".join(f" {wants(each)}" if each.required else f" [{wants(each)}]" for each in fields)

    def _situation(self, procedure: str) -> Record:
        known = self.game.on.rules.openings if self.game.session else ()
        return next((each.situation for each in known if each.key == procedure), Record())

    def _why(self) -> Iterator[str]:
        prompt = self.game.on.prompt
        return (line for check in (prompt.checks if prompt else ()) for line in reasons(check))


def guidance(reply: Mapping[str, Any]) -> Iterator[str]:
    """What is due, and where the way leads."""
    for duty in reply["due"]:
        named = "".join(f" {key}={plain(value)}" for key, value in duty["with"].items())
        yield f"  due: {duty['text']} [{duty['ref']}] (open {duty['procedure']}{named})"
    if reply["can_act"]:
        yield f"  can still act: {', '.join(reply['can_act'])}"
    yield f"  next: {reply['next']['text']}"


def asked(prompt: Prompt) -> Iterator[str]:
    """A prompt as a person would put it."""
    yield f"? {english(prompt.text)} (seat {prompt.asked_of + 1}) [{prompt.ref.id}]"
    names = [f"{whose(prompt, check.key)}: " if len(prompt.checks) > 1 else "" for check in prompt.checks]
    yield from (f"  {name}{verdict_line(check)}" for name, check in zip(names, prompt.checks, strict=True))
    yield from (
        f"  {n + 1}. {english(option.text)} ({option.key}){no(option)}" for n, option in enumerate(prompt.options)
    )
    yield from (f"  {n + 1}. {english(line.text)} [{line.ref.id}]" for n, line in enumerate(prompt.lines))
    if prompt.kind == "number":
        yield f"  {prompt.least} to {prompt.most}" + (
            f", enter for {prompt.default}" if prompt.default is not None else ""
        )
    if prompt.fields:
        yield "  " + " ".join(map(wants, prompt.fields.fields))
    yield from (f"  {slot.key}: {english(slot.text)}" for slot in prompt.slots)


def wants(field: Field) -> str:
    """A name, and the words it may be."""
    match field.kind:
        case Word(choices=choices) if choices:
            return f"{field.key}={'|'.join(choices)}"
        case Flag():
            return f"{field.key}=yes|no"
        case _:
            return f"{field.key}=..."


def no(option: Option) -> str:
    """Why the rules forbid it, if they do."""
    return f" - the rules say no: {english(option.refusal.why)} [{option.refusal.ref.id}]" if option.refusal else ""


def owner(key: str) -> str:
    """Whose tracker it is."""
    return f"seat {int(key[1:]) + 1}" if key.startswith("@") else key or "table"


def plain(value: Any) -> str:
    """A value as people write it."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, (list, tuple)) and not any(isinstance(each, (list, tuple, dict, Map)) for each in value):
        return ", ".join(map(plain, value)) or "nothing"
    return value if isinstance(value, str) else json.dumps(thawed(value), ensure_ascii=False)


def whose(prompt: Prompt, key: str) -> str:
    """Whose dice these are, or what for: keys carry a seat where two sides roll, else a unit or
    a number, after a colon."""
    word, _, tail = key.rpartition(":")
    if not tail.isdecimal():
        return tail
    return f"seat {int(tail) + 1}" if contest(prompt) else f"{word} {int(tail) + 1}"


def verdict_line(check: Check) -> str:
    """Roll 11 dice. 4+ succeeds. You need 5. With the chance."""
    dice = f"Roll {wanted(check, ())} {'dice' if check.die.words else check.die.name}"
    if check.keep is not None:
        kept = (
            f"keep the highest {check.keep}"
            if check.keep
            else "add them up"
            if wanted(check, ()) > 1
            else "its number counts"
        )
        return f"{dice}, {kept}{f', {check.bonus:+}' if check.bonus else ''}."
    targets = "/".join(f"{target}+" for target in check.targets)
    shown = targets if not check.die.words else str(target(check))
    need = f" You need {check.needs}." if check.needs else ""
    mean = sum(float(chance) * reading for reading, chance in odds(check).chances().items())
    return f"{dice}. {shown} succeeds.{need} Chance {float(success(check)):.1%}, {mean:.1f} expected."


def reasons(check: Check) -> Iterator[str]:
    yield f"  {check.key}:"
    yield from (f"    {english(row.why)}: {row.at(0):+} dice [{row.ref.id}]" for row in check.dice_rows)
    yield from (f"    {english(row.why)}: {row.at(0):+} needed [{row.ref.id}]" for row in check.need_rows)
    for row in explain(check):
        targets = "/".join(map(str, row.targets))
        chances = f"{float(row.before):.1%} -> {float(row.after):.1%}"
        yield f"    {english(row.why)}: {row.amount} -> {targets} ({chances}) [{row.ref.id}]"


def unit_line(unit: Unit, place: str) -> str:
    held = (f"{key} {plain(value)}" for key, value in unit.trackers.items() if key not in ("where", "name"))
    return ", ".join(
        (f"  {unit.id}: {unit.name}", f"seat {unit.seat + 1}", plain(unit.trackers.get("where") or place), *held)
    )


def _pair(word: str) -> tuple[str, Any]:
    key, _, value = word.partition("=")
    return key, _read(value)


def _json(words: str) -> Any:
    try:
        return json.loads(words)
    except (ValueError, RecursionError) as wrong:
        raise Impossible("that is not JSON") from wrong


def _read(value: str) -> Any:
    if value[:1] in ("{", "["):
        return _json(value)
    if "," in value:
        return [_read(each) for each in value.split(",") if each]
    if re.fullmatch(r"-+[0-9]*", value) and not re.fullmatch(r"-?[0-9]{1,9}", value):
        raise Impossible(f"{value} is not a whole number")
    return int(value) if re.fullmatch(r"-?[0-9]{1,9}", value) else {"yes": True, "no": False}.get(value, value)


def _filled(record: Record, words: list[str]) -> dict[str, Any]:
    """Named values, each in the shape its field wants."""
    return {key: _shaped(kind_at(record, (key,)), value) for key, value in map(_pair, words)}


def _shaped(kind: Kind, value: Any) -> Any:
    """A single word is a list of one where a list is wanted; nothing is an empty one."""
    return value if not isinstance(kind, ListOf) or isinstance(value, list) else [value] if value != "" else []


def _value(prompt: Prompt, words: str) -> Any:
    """What was typed, in the shape the prompt wants."""
    if not words and prompt.default is not None:
        return thawed(prompt.default)
    if prompt.kind == "roll":
        return _faces(prompt, words)
    if prompt.kind == "choice" and words.isdecimal() and 0 < int(words) <= len(prompt.options):
        return prompt.options[int(words) - 1].key
    if prompt.kind == "ledger":
        return _declined(words.split())
    if prompt.kind == "form":
        return _filled(prompt.fields or Record(), words.split())
    return _read(words)


def _declined(words: list[str]) -> list[int]:
    """Numbers of lines; a word in between was not meant as a yes to all of them."""
    wrong = [each for each in words if not each.isdecimal()]
    if wrong:
        raise Impossible(f"{wrong[0]} is no line: enter lets all of it happen, numbers name the lines that do not")
    return [int(each) - 1 for each in words]


def _faces(prompt: Prompt, words: str) -> Any:
    """Faces for each check, check after check; "= 6" is a count already read."""
    if words.startswith("="):
        return _read(words[1:].strip())
    faces: list[Any] = [_read(each) for each in words.replace("/", " ").split()]
    if len(prompt.checks) == 1:
        return faces
    rolled = [_taken(check, faces) for check in prompt.checks]
    if faces:
        raise Impossible(f"more dice were rolled than are asked for: {' '.join(map(str, faces))} is left over")
    return rolled


def _taken(check: Check, faces: list[Any]) -> list[Any]:
    """As many faces as the check wants, wave by wave."""
    mine: tuple[Value, ...] = ()
    try:
        while faces and (count := wanted(check, mine)):
            mine, faces[:] = (*mine, *faces[:count]), faces[count:]
    except (Impossible, Stale):
        return list(mine)
    return list(mine)
