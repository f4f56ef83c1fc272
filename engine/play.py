"""play: a game as commands, one plain object each; what a program types, a person taps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import rendered
from engine.answers import Stale, by_default
from engine.apply import innermost, offered, situation
from engine.events import (
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
from engine.kinds import Anything, Field, Flag, Kind, ListOf, MapOf, Record, Whole, Word, required, sentence, taken
from engine.maps import EMPTY, Map, Value, thawed
from engine.model import GameState, Impossible, Pending
from engine.rules import Ruleset
from engine.session import Refused, Session
from engine.tables import changes, plain_table, table

ANY = (Field("do", Word(), required=True), Field("otherwise", Word(("default",))), Field("overrule", Flag(), default=False),
       Field("id", Anything()))


def command(*fields: Field) -> Record:
    return Record((*ANY, *fields))


def one(key: str, kind: Kind, default: Value = None) -> Field:
    return Field(key, kind, default=default)


BONUS = Record((Field("amount", Whole(-99, 99), required=True), Field("why", Word(), default="")))
COMMANDS: Mapping[str, Record] = {
    "start": command(one("game", Word()), one("setup", Anything()), one("state", Anything())),
    "open": command(*required(procedure=Word()), one("with", MapOf(Anything()), EMPTY)),
    "answer": command(one("prompt", Word(), ""), one("value", Anything()), one("source", Word(("table", "app")), "table")),
    "set": command(one("unit", Word(), ""), *required(tracker=Word()), one("value", Anything())),
    "add": command(*required(unit=Word(), card=Anything()), one("seat", Whole(0, 7), 0), one("state", MapOf(Anything()), EMPTY)),
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
    "state": command(),
}


class Game:
    """A game driven by commands."""

    def __init__(self, rulesets: Mapping[str, Ruleset], game: str = "") -> None:
        self.rulesets, self.game = rulesets, game
        self.session: Session | None = None

    @property
    def on(self) -> Session:
        if self.session is None:
            raise Impossible("no game has been started")
        return self.session

    def do(self, data: object) -> dict[str, Any]:
        """One command; what the rules forbid and what is wrong come back as sentences, and nothing is changed."""
        kept = self.session.copy() if self.session else None
        try:
            return self._done(self._told(data))
        except (Refused, Impossible, Stale, LookupError) as no:
            self.session = kept
            return _said_no(no)

    def _done(self, told: Map[Value]) -> dict[str, Any]:
        before = self.session.state if self.session else None
        if told.get("otherwise") and self.session:
            self._answer_by_default(but=str(told.get("prompt") or ""))
        getattr(self, f"_{told['do']}")(told)
        if told.get("otherwise"):
            self._answer_by_default()
        return self._reply(told, before)

    def _told(self, data: object) -> Map[Value]:
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
        args = _pending(session).args if state.pending else EMPTY
        reply: dict[str, Any] = {
            "prompt": rendered.prompt(prompt, state, args),
            "changes": [rendered.change(each) for each in changes(session.rules, before, state)]
            if before and before.game == state.game and told["do"] != "start" else [],
            "ledger": [rendered.line(each) for each in prompt.lines] if prompt else [],
            "turn": state.turn, "step": state.step, "seat": state.seat,
            "offers": {str(seat): list(offered(session.rules, state, seat)) for seat in range(len(state.seats))},
        }
        opening = session.rules.opening(str(told["procedure"])) if told["do"] == "open" else None
        if opening and opening.tells and before:
            facts = opening.tells(before, **situation(session.rules, opening.key, _args(told)))
            reply["result"] = {key: thawed(value) for key, value in facts.items()}
        if session.log and session.log[-1].overruled:
            reply["overruled"] = list(session.log[-1].overruled)
        if session.dropped:
            reply["dropped"] = len(session.dropped)
        return {**reply, "state": plain_table(session.rules, state)} if told["do"] == "state" else reply

    def _answer_by_default(self, but: str = "") -> None:
        """Prompts the command did not name take their default, as far as they have one."""
        while (prompt := self.on.prompt) and prompt.kind not in ("roll", "card"):
            slots = [slot for slot in prompt.slots if slot.key not in prompt.given] or [prompt]
            if but in (prompt.key, slots[0].key):
                return
            try:
                self.on.answer(by_default(slots[0]), slots[0].key, overrule=True)
            except Impossible:
                return

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
        args = told["with"]
        assert isinstance(args, Map)
        bonuses, problems = taken(ListOf(BONUS), args.get("bonuses") or (), "with", "bonuses")
        if problems or not isinstance(bonuses, tuple):
            raise Impossible(sentence(problems))
        house = tuple((int(str(row["amount"])), str(row["why"])) for row in bonuses if isinstance(row, Map))
        rolls = args.get("roll")
        overrule = told["overrule"] or args.get("overrule") is True
        self._dispatch(told.put("overrule", overrule), Opened(str(told["procedure"]), _args(told), house))
        while isinstance(rolls, Map) and self.on.prompt and self.on.prompt.key in rolls:
            self.on.answer(rolls[self.on.prompt.key])

    def _answer(self, told: Map[Value]) -> None:
        source = "app" if told["source"] == "app" else "table"
        self.on.answer(told.get("value"), str(told["prompt"]), source, overrule=bool(told["overrule"]))  # type: ignore[arg-type]

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
        self._dispatch(told, Ticked(int(str(told["line"])), bool(told["done"])))

    def _note(self, told: Map[Value]) -> None:
        self._dispatch(told, Noted(str(told["text"])))

    def _abandon(self, told: Map[Value]) -> None:
        self._dispatch(told, Abandoned())

    def _advance(self, told: Map[Value]) -> None:
        """One step, or step by step to the one named, until a question stops it."""
        to = told.get("to")
        if not to:
            self._dispatch(told, Advanced(bool(told["leave"])))
            return
        self.on.rules.step(str(to))
        while self.on.state.step != to:
            self._dispatch(told, Advanced(leave=True))
            if told.get("otherwise"):
                self._answer_by_default()
            if self.on.prompt:
                return

    def _undo(self, told: Map[Value]) -> None:
        if told["procedure"]:
            self.on.undo_procedure()
        else:
            self.on.undo(int(str(told["n"])))

    def _redo(self, told: Map[Value]) -> None:
        self.on.redo(int(str(told["n"])))

    def _amend(self, told: Map[Value]) -> None:
        self.on.amend(int(str(told["event"])), told.get("value"))

    def _state(self, told: Map[Value]) -> None:
        """Only looking."""
        _ = self.on


def _said_no(no: Exception) -> dict[str, Any]:
    """A refusal with its rule, or one line about what is wrong."""
    if isinstance(no, Refused):
        return {"refused": rendered.refused(no.why)}
    return {"error": str(no.args[0] if isinstance(no, LookupError) and no.args else no)}


def _args(told: Map[Value]) -> Map[Value]:
    """The situation of a procedure, less what every question may add."""
    given = told["with"]
    assert isinstance(given, Map)
    return Map({key: value for key, value in given.items() if key not in ("bonuses", "roll", "overrule")})


def _pending(session: Session) -> Pending:
    return innermost(session.rules, session.state)


