"""play: a game driven by commands, one plain object each; a program can do everything that a player
can tap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from engine.doors import rendered
from engine.doors.dealing import faces_by_check, faces_of_prompt, is_one_row
from engine.doors.planned import plan_of, planned
from engine.doors.question import house_rows, parted
from engine.doors.tables import changes, plain_table, table
from engine.playing.answers import Stale, by_default
from engine.playing.deeds import situation
from engine.playing.duties import agenda
from engine.playing.legality import offered
from engine.playing.outcome import last_outcome
from engine.playing.rules import Ruleset
from engine.playing.session import Refused, Session
from engine.values.events import (
    Abandoned,
    Advanced,
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
from engine.values.kinds import Anything, Field, Flag, Kind, MapOf, Record, Whole, Word, required, sentence, taken
from engine.values.maps import EMPTY, Map, Value, thawed
from engine.values.model import Impossible
from engine.values.table import GameState

Source: TypeAlias = Literal["table", "app"]
ANY = (
    Field("do", Word(), required=True),
    Field("otherwise", Word(("default",))),
    Field("overrule", Flag(), default=False),
    Field("id", Anything()),
)


def command(*fields: Field) -> Record:
    return Record((*ANY, *fields))


def one(key: str, kind: Kind, default: Value = None) -> Field:
    return Field(key, kind, default=default)


COMMANDS: Mapping[str, Record] = {
    "start": command(one("game", Word()), one("setup", Anything()), one("state", Anything())),
    "open": command(*required(procedure=Word()), one("with", MapOf(Anything()), EMPTY)),
    "answer": command(
        one("prompt", Word(), ""), one("value", Anything()), one("source", Word(("table", "app")), "table")
    ),
    "set": command(one("unit", Word(), ""), *required(tracker=Word()), one("value", Anything())),
    "add": command(
        *required(unit=Word(), card=Anything()), one("seat", Whole(0, 7), 0), one("state", MapOf(Anything()), EMPTY)
    ),
    "move": command(*required(unit=Word(), where=Word())),
    "bonus": command(*required(amount=Whole(-99, 99)), one("why", Word(), "")),
    "option": command(*required(option=Word(), value=Anything())),
    "tick": command(*required(line=Whole(0, 9999)), one("done", Flag(), True)),
    "note": command(*required(text=Word())),
    "abandon": command(),
    "advance": command(one("to", Word()), one("leave", Flag(), False)),
    "undo": command(one("n", Whole(1, 100000), 1), one("procedure", Flag(), False)),
    "redo": command(one("n", Whole(1, 100000), 1)),
    "amend": command(*required(event=Whole()), one("value", Anything())),
    "keep": command(*required(event=Whole())),
    "plan": command(*required(procedure=Word()), one("with", MapOf(Anything()), EMPTY)),
    "state": command(),
}


TOLD = ("open", "answer", "advance", "abandon")
"""Commands that can end a procedure; the reply then tells what happened."""


class Game:
    """A game driven by commands."""

    def __init__(self, rulesets: Mapping[str, Ruleset], game: str = "") -> None:
        self.rulesets, self.game = rulesets, game
        self.session: Session | None = None
        self.begun = 0
        self.rolls: dict[str, Value] = {}
        self.choices: dict[str, Value] = {}

    @property
    def on(self) -> Session:
        if self.session is None:
            raise Impossible("no game has been started")
        return self.session

    def do(self, data: object) -> dict[str, Any]:
        """Carry out one command. A refusal and an error are sentences in the reply, and change
        nothing."""
        kept = self.session.copy() if self.session else None
        known = {"id": data["id"]} if isinstance(data, dict) and "id" in data else {}
        try:
            return {**known, **self._done(self._command(data))}
        except (Refused, Impossible, Stale, LookupError) as no:
            self.session = kept
            return {**known, **_said_no(no)}

    def _done(self, told: Map[Value]) -> dict[str, Any]:
        before = self.session.state if self.session else None
        self.begun = len(self.session.log) if self.session else 0
        self.rolls, self.choices = {}, {}
        if told.get("otherwise") and self.session:
            self._go_on(defaults=True, but=str(told.get("prompt") or ""))
        getattr(self, f"_{told['do']}")(told)
        self._go_on(defaults=bool(told.get("otherwise")))
        return self._reply(told, before)

    def _command(self, data: object) -> Map[Value]:
        if not isinstance(data, dict):
            raise Impossible("a command is an object with a key 'do'")
        do = data.get("do")
        if not isinstance(do, str) or do not in COMMANDS:
            raise Impossible(f"do: {do!r} is none of {', '.join(COMMANDS)}")
        told, problems = taken(COMMANDS[do], data)
        if problems or not isinstance(told, Map):
            raise Impossible(sentence(problems))
        return told

    def _reply(self, told: Map[Value], before: GameState | None) -> dict[str, Any]:
        session = self.on
        state, prompt = session.state, session.prompt
        args = session.innermost.args if state.pending else EMPTY
        reply: dict[str, Any] = {
            "prompt": rendered.prompt(prompt, state, args),
            "changes": [rendered.change(each) for each in changes(session.rules, before, state)]
            if before and before.game == state.game and told["do"] != "start"
            else [],
            "ledger": [rendered.line(each) for each in prompt.lines] if prompt else [],
            "turn": state.turn,
            "step": state.step,
            "seat": state.seat,
            "event": session.first + len(session.log) - 1 if session.log else None,
            **rendered.agenda(agenda(session.rules, state)),
            "offers": {str(seat): list(offered(session.rules, state, seat)) for seat in range(len(state.seats))},
        }
        opening = session.rules.opening(str(told["procedure"])) if told["do"] == "open" else None
        if opening and opening.tells and before:
            facts = opening.facts(before, situation(session.rules, opening.key, parted(opening, _with(told))[1]))
            reply["result"] = {key: thawed(value) for key, value in facts.items()}
        if told["do"] in TOLD and (story := last_outcome(session)):
            reply["outcome"] = rendered.outcome(story)
        if overruled := [key for event in session.log[self.begun :] for key in event.overruled]:
            reply["overruled"] = overruled
        if session.left_out:
            reply["dropped"] = len(session.left_out)
            reply["left_out"] = [rendered.left_out(each) for each in session.left_out]
        if told["do"] == "plan":
            reply["plan"] = planned(session, str(told["procedure"]), _with(told))
        return {**reply, "state": plain_table(session.rules, state)} if told["do"] == "state" else reply

    def _go_on(self, defaults: bool, but: str = "") -> None:
        """Answer prompts for which the command stated something; the others take their default, if
        `defaults` and they have one."""
        while prompt := self.on.prompt if self.session else None:
            slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
            if slot.key in self.choices:
                self._put(self.choices.pop(slot.key), slot.key)
            elif (faces := faces_of_prompt(prompt, self.rolls)) is not None:
                self._put(faces)
            elif not defaults or prompt.kind in ("roll", "card") or but in (prompt.key, slot.key):
                return
            else:
                try:
                    self._put(by_default(slot), slot.key, overrule=True)
                except Impossible:
                    return

    def _put(self, value: Value, prompt: str = "", source: Source = "table", overrule: bool = False) -> None:
        self.on.answer(value, prompt, source, overrule)

    def _dispatch(self, told: Map[Value], event: Event) -> None:
        (self.on.overrule if told["overrule"] else self.on.dispatch)(event)

    def _start(self, told: Map[Value]) -> None:
        given = told.get("state") if told.get("state") is not None else told.get("setup")
        named = given.get("game") if isinstance(given, Map) else None
        game = str(told.get("game") or named or self.game)
        if game not in self.rulesets:
            raise Impossible(f"game: {game!r} is none of {', '.join(self.rulesets)}")
        rules = self.rulesets[game]
        state = table(rules, given if given is not None else {}, "state" if told.get("state") is not None else "setup")
        self.session = Session(rules, state)
        opens = rules.step(state.step).opens
        if told.get("state") is None and opens:
            self.session.dispatch(Opened(opens))

    def _open(self, told: Map[Value]) -> None:
        opening = self.on.rules.opening(str(told["procedure"]))
        aside, args = parted(opening, _with(told))
        rolls, choices = aside["roll"], aside.get("answers", EMPTY)
        assert isinstance(rolls, Map)
        assert isinstance(choices, Map)
        overrule = told["overrule"] or aside["overrule"]
        self._dispatch(told.put("overrule", overrule), Opened(opening.key, args, house_rows(aside)))
        self.rolls, self.choices = dict(rolls), dict(choices)

    def _answer(self, told: Map[Value]) -> None:
        source: Source = "app" if told["source"] == "app" else "table"
        asked, value = self.on.prompt, told.get("value")
        if asked and len(asked.checks) > 1 and isinstance(value, tuple) and is_one_row(value):
            value = faces_by_check(asked.checks, value)
        self._put(value, str(told["prompt"]), source, bool(told["overrule"]))

    def _set(self, told: Map[Value]) -> None:
        self._dispatch(told, TrackerSet(str(told["unit"]), str(told["tracker"]), told.get("value")))

    def _add(self, told: Map[Value]) -> None:
        card, state = told["card"], told["state"]
        if not isinstance(card, Map) or not isinstance(state, Map):
            raise Impossible("card: not a table of names")
        self._dispatch(told, UnitAdded(str(told["unit"]), int(str(told["seat"])), card, state))

    def _move(self, told: Map[Value]) -> None:
        self._dispatch(told, UnitMoved(str(told["unit"]), str(told["where"])))

    def _bonus(self, told: Map[Value]) -> None:
        self._dispatch(told, HouseRuled(int(str(told["amount"])), str(told["why"])))

    def _option(self, told: Map[Value]) -> None:
        self._dispatch(told, OptionSet(str(told["option"]), told["value"]))

    def _tick(self, told: Map[Value]) -> None:
        """A line of the open ledger, or of what the hands do after the last deed."""
        story, line = last_outcome(self.on), int(str(told["line"]))
        if not self.on.prompt and not (story and line < len(story.hands)):
            raise Impossible("nothing is asked")
        self._dispatch(told, Ticked(int(str(told["line"])), bool(told["done"])))

    def _note(self, told: Map[Value]) -> None:
        self._dispatch(told, Noted(str(told["text"])))

    def _abandon(self, told: Map[Value]) -> None:
        self._dispatch(told, Abandoned())

    def _advance(self, told: Map[Value]) -> None:
        """Go on one step, or step by step to the named one, until a question stops it."""
        to = told.get("to")
        if not to:
            self._dispatch(told, Advanced(bool(told["leave"])))
            return
        self.on.rules.step(str(to))
        while self.on.state.step != to:
            self._dispatch(told, Advanced(leave=True))
            self._go_on(defaults=bool(told.get("otherwise")))
            if self.on.prompt:
                return

    def _undo(self, told: Map[Value]) -> None:
        if self.on.undoes is None:
            raise Impossible("nothing has been done that could be taken back")
        self.on.undo_procedure() if told["procedure"] else self.on.undo(int(str(told["n"])))

    def _redo(self, told: Map[Value]) -> None:
        if self.on.redoes is None:
            raise Impossible("nothing was taken back that could come again")
        self.on.redo(int(str(told["n"])))

    def _amend(self, told: Map[Value]) -> None:
        self.on.amend(int(str(told["event"])), told.get("value"))

    def _keep(self, told: Map[Value]) -> None:
        self.on.keep(int(str(told["event"])))

    def _plan(self, told: Map[Value]) -> None:
        """Only looks: the page of a deed is part of the reply."""
        plan_of(self.on, str(told["procedure"]))

    def _state(self, told: Map[Value]) -> None:
        """The reply shows the table; nothing changes."""
        _ = self.on


def _said_no(no: Exception) -> dict[str, Any]:
    """A refusal with its rule, or an error in one sentence."""
    if isinstance(no, Refused):
        return {"refused": rendered.refused(no.why)}
    return {"error": rendered.mistake(no)}


def _with(told: Map[Value]) -> Map[Value]:
    """The situation that a command states."""
    given = told["with"]
    assert isinstance(given, Map)
    return given
