"""A deed on one page, without a page: its facts, means and targets as plain data."""

from __future__ import annotations

from typing import Any

from engine.doors import rendered
from engine.playing import drafting
from engine.playing.facing import Facing, Fighter
from engine.playing.plan import DeedPlan, Draft, Fact, Means, answered, chosen
from engine.playing.session import Session
from engine.values.maps import Map, thawed
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import english


def plan_of(session: Session, procedure: str) -> DeedPlan:
    found = session.rules.plan(procedure)
    if found is None:
        every = ", ".join(plan.procedure for plan in session.rules.plans) or "none"
        raise Impossible(f"{procedure!r} is told step by step; on one page there is: {every}")
    return found


def planned(session: Session, procedure: str, draft: Draft) -> dict[str, Any]:
    """The plan with presets where nothing is filled in: what the procedure would be told, what the
    rules say against it, and what it would ask first."""
    plan, now = plan_of(session, procedure), session.state
    if plan.by and draft.get(plan.by) not in now.units:
        raise Impossible(f"{plan.by}: names no unit of this table")
    by, at = str(draft.get(plan.by) or ""), str(draft.get(plan.at) or "") if plan.at else ""
    found = drafting.targets(session.rules, now, plan, by, draft) if plan.at else ()
    if plan.at and at not in now.units:
        at = next((each.unit.id for each in found if not each.against), "")
    if plan.at and not at:
        raise Impossible(f"{plan.at}: there is nobody on the other side")
    last = drafting.last_draft(plan, session.log, by, at) if by else Map()
    filled = drafting.fill(session.rules, now, plan, Map({**last, **draft, **({plan.at: at} if plan.at else {})}))
    return {
        "targets": [{"unit": each.unit.id, "against": [no.ref.id for no in each.against]} for each in found],
        "facts": [_fact(filled.draft, fact) for fact in filled.facts],
        **(_lines(plan, now, filled.draft, filled.facing) if filled.facing else {}),
        "means": [_means(each, each.key in chosen(filled.draft, filled.means)) for each in filled.means],
        "with": thawed(filled.args),
        "against": [{"why": english(no.why), "ref": no.ref.id} for no in filled.against],
        "asks": rendered.prompt(filled.prompt, now, filled.args) if filled.prompt else None,
    }


def _fact(draft: Draft, fact: Fact) -> dict[str, Any]:
    answers = [{"value": thawed(value), "text": english(text)} for value, text in fact.answers]
    kind = {"most": fact.most} if fact.most is not None else {"answers": answers, "several": fact.several}
    return {"key": fact.key, "text": english(fact.text), "value": thawed(answered(draft, fact)), **kind}


def _means(each: Means, is_used: bool) -> dict[str, Any]:
    against = {"why": english(each.against.why), "ref": each.against.ref.id} if each.against else None
    words = {"text": english(each.text), "notes": [english(note) for note in each.notes]}
    return {
        "key": each.key,
        **words,
        "dice": each.dice,
        "needs": english(each.needs),
        "used": is_used,
        "silent": against,
    }


def _lines(plan: DeedPlan, now: GameState, draft: Draft, lines: Facing) -> dict[str, Any]:
    """Two lines that face each other: what becomes of each unit, what a draft of each field would
    be, and what is best."""
    return {
        "lines": {
            "columns": [_fighter(each) for each in lines.columns],
            "rows": [_fighter(each) for each in lines.rows],
            "fields": [
                {"row": each.row, "column": each.column, "points": each.points, "gives": thawed(each.gives)}
                for each in lines.meetings
            ],
            "total": english(lines.total),
        },
        "best": [
            {"for": english(each.title), "what": [english(line) for line in each.what], "result": english(each.result)}
            for each in plan.advice(now, draft)
        ],
    }


def _fighter(fighter: Fighter) -> dict[str, Any]:
    fate = english(fighter.fate) if fighter.fate else None
    return {"unit": fighter.unit, "values": fighter.values, "fate": fate, "falls": fighter.falls}
