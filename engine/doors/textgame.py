"""play without --json: the same session as a text game for a person at a keyboard."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from engine.doors.play import Game
from engine.doors.textinput import named_value, named_values, value_for, value_of_json, value_of_kind, value_of_word
from engine.doors.textlines import asked, guidance, owner, plain, reasons, unit_line, wants
from engine.doors.textplan import TextPlan, lines_of
from engine.playing.answers import only_answer
from engine.playing.rules import Ruleset
from engine.values.kinds import Anything, Record
from engine.values.model import Impossible
from engine.values.texts import english

HELP = """\
what you can type:
  roll prompts   the faces in order: 6 6 5 4 1   (or just "= 6" for six successes)
  other prompts  the number or word of an option, "yes", "no", a number, or enter for the one advised
  ledgers        enter: all of it happens; or the numbers of the lines that do not
  open           open attack attacker=a target=b range=4   (lists with commas, tables as JSON without blanks)
  plan           plan attack attacker=a   the deed on one page; then range=4 changes it, enter does it
  set            set a face_up=disrupted
  advance        on to the next step, or "advance casualty" to a step by its name
  undo, redo     one tap, or "undo 3"
  overrule ...   the same command, though the rules say no
  units, offers, reminders, why, state, abandon, quit
  {...}          any command as JSON"""


class TextGame:
    """The text game: reads lines and writes sentences."""

    def __init__(self, rulesets: Mapping[str, Ruleset], game: str, heard: TextIO, told: TextIO) -> None:
        self.rulesets, self.heard, self.out = rulesets, heard, told
        self.game = Game(rulesets, game)
        self.name = game
        self.plan: TextPlan | None = None

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
        """Carry out one line of the person at the keyboard."""
        if words == "help":
            self.say(HELP)
        elif not self.name:
            self.begin(words)
        elif self.plan and (not words or self.plan.takes(words)):
            self.fill_in(self.plan, words)
        elif not words and not (self.game.session and self.game.on.prompt):
            return
        elif words in ("units", "offers", "reminders", "why"):
            self.say(*getattr(self, f"_{words}")())
        elif words.startswith("plan ") and words.split()[1:]:
            self.fill_in(TextPlan(words.split()[1], []), " ".join(words.split()[2:]))
        else:
            self.plan = None
            try:
                command = self.command(words)
            except Impossible as wrong:
                command = str(wrong)
            self.show(self.done(command) if isinstance(command, dict) else {"error": command})

    def fill_in(self, plan: TextPlan, words: str) -> None:
        """The deed on one page: changed, or done as it stands."""
        try:
            plan.change(words)
        except Impossible as wrong:
            self.show({"error": str(wrong)})
            return
        if words or not plan.page:
            self.show_plan(plan)
        else:
            self.plan = None
            self.show(self.done(plan.opened()))

    def done(self, command: dict[str, Any]) -> dict[str, Any]:
        """The reply to a command; what then has one answer is not asked."""
        reply = self.game.do(command)
        goes_on = command.get("do") in ("open", "answer", "advance") and "changes" in reply
        while goes_on and "changes" in reply and self.game.on.prompt:
            value = only_answer(self.game.on.prompt)
            if value is None:
                break
            before = reply.get("changes", [])
            reply = self.game.do({"do": "answer", "value": value})
            reply["changes"] = [*before, *reply.get("changes", [])]
        return reply

    def show_plan(self, plan: TextPlan) -> None:
        reply = self.game.do(plan.command())
        if "error" in reply:
            self.plan = None
            self.show(reply)
            return
        self.plan, plan.page = plan, reply["plan"]
        self.say(*lines_of(plan.page))

    def command(self, words: str) -> dict[str, Any] | str:
        """The typed words as a command, or a sentence why they are none."""
        verb, _, rest = words.partition(" ")
        if words.startswith("{"):
            found = value_of_json(words)
            return found if isinstance(found, dict) else "a command is an object"
        if verb == "overrule" and rest:
            again = "overrule what?" if rest.startswith("overrule") else self.command(rest)
            return {**again, "overrule": True} if isinstance(again, dict) else again
        if verb == "open":
            if not rest.split():
                return "open what?"
            procedure, *args = rest.split()
            return {"do": "open", "procedure": procedure, "with": self.situation(procedure, args)}
        if verb == "set":
            return self.set(rest.split())
        if verb in ("advance", "undo", "redo", "state", "abandon"):
            more = {"to": rest} if verb == "advance" else {"n": value_of_word(rest)} if verb in ("undo", "redo") else {}
            return {"do": verb, **(more if rest else {})}
        return self.answer(words)

    def situation(self, procedure: str, args: list[str]) -> dict[str, Any]:
        """The situation of a procedure, from typed words."""
        return named_values(self._situation(procedure), args)

    def set(self, words: list[str]) -> dict[str, Any] | str:
        if len(words) != 2 or "=" not in words[1]:
            return "set unit tracker=value"
        tracker, value = named_value(words[1])
        kind = self.game.on.rules.tracker_kind(tracker) if self.game.session else Anything()
        return {"do": "set", "unit": words[0], "tracker": tracker, "value": value_of_kind(kind, value)}

    def answer(self, words: str) -> dict[str, Any] | str:
        prompt = self.game.on.prompt if self.game.session else None
        if prompt is None:
            return f"nothing is asked; {words!r} is not a command (type help)"
        slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
        return {"do": "answer", "prompt": slot.key if slot is not prompt else "", "value": value_for(slot, words)}

    def show(self, reply: Mapping[str, Any]) -> None:
        if "error" in reply:
            self.say(f"! {reply['error']}")
            return
        if "refused" in reply:
            self.say(f"The rules say no: {reply['refused']['text']} ({', '.join(reply['refused']['refs'])}).")
            return
        self.say(*story(reply))
        for change in reply["changes"]:
            self.say(
                f"  {owner(change['unit'])}: {change['tracker']} {plain(change['from'])} -> {plain(change['to'])} "
                f"[{change['ref']}]"
            )
        self.say(*(f"  {key} = {plain(value)}" for key, value in reply.get("result", {}).items()))
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
        """The fields of a procedure's situation; optional ones stand in brackets."""
        fields = self._situation(procedure).fields
        return "".join(f" {wants(each)}" if each.required else f" [{wants(each)}]" for each in fields)

    def _situation(self, procedure: str) -> Record:
        known = self.game.on.rules.openings if self.game.session else ()
        return next((each.situation for each in known if each.key == procedure), Record())

    def _why(self) -> Iterator[str]:
        prompt = self.game.on.prompt
        return (line for check in (prompt.checks if prompt else ()) for line in reasons(check))


def story(reply: Mapping[str, Any]) -> Iterator[str]:
    """What happened, the dice, what the hands do and what follows; nothing where all that is said
    below."""
    outcome = reply.get("outcome")
    is_decided = any(change["tracker"] == "winner" for change in reply["changes"])
    if outcome and (outcome["dice"] or outcome["hands"] or is_decided):
        yield f"= {outcome['text']}"
        yield from (f"  {each}" for each in outcome["dice"])
        yield from (f"  * {line['text']} [{line['ref']}]" for line in outcome["hands"])
        yield from (f"  > {line['text']} [{line['ref']}]" for line in outcome["follows"])
