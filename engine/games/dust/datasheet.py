"""A unit card as a table: a line for each weapon with dice and damage against every armour
class, its miniatures, its skills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.games.dust import refs
from engine.games.dust.cards import CARD_WORDS
from engine.games.dust.words import NAMES, WORDS
from engine.playing.citing import rule
from engine.playing.datasheet import (
    DASH,
    Datasheet,
    Said,
    SheetRow,
    Stated,
    items_of,
    known,
    number,
    parts_of,
    several,
    table,
    together,
    worded,
)
from engine.values.maps import Map, Value
from engine.values.texts import say

CLASSES = ("S1", "S2", "S3", "S4", "V1", "V2", "V3", "V4", "V5", "V6", "V7")
SAID = {**CARD_WORDS, **WORDS}


@rule(refs.DUST_31)
def datasheet(card: Map[Value]) -> Datasheet:
    figures = (
        Stated(say("points"), known(card.get("ap")), ("ap",)),
        Stated(say("armour class"), known(card.get("armor")), ("armor",)),
        Stated(say("movement"), known(card.get("move")), ("move",)),
        Stated(say("hit points"), known(card.get("hp")), ("hp",)),
    )
    others = sorted({name for weapon in _weapons(card) for name in parts_of(weapon[1].get("values"))} - set(CLASSES))
    heads: tuple[tuple[Said, int], ...] = (
        (say("range"), True),
        (say("rounds"), False),
        *((name, False) for name in (*CLASSES, *others)),
    )
    tables = (
        *table(say("Dice / damage against"), heads, _lines(card, (*CLASSES, *others)), ("weapons",)),
        *table(say("Miniatures"), (), _miniatures(card), ("models",)),
    )
    hits = card.get("hp")
    boxes = hits if isinstance(hits, int) else len(items_of(card.get("models")))
    return Datasheet(figures, tables, tuple(_facts(card)), boxes)


def _weapons(card: Map[Value]) -> Iterator[tuple[str, Map[Value]]]:
    return ((name, parts_of(weapon)) for name, weapon in parts_of(card.get("weapons")).items())


def _lines(card: Map[Value], classes: tuple[str, ...]) -> Iterator[SheetRow]:
    bearers = Counter(
        name for model in items_of(card.get("models")) for name in items_of(parts_of(model).get("weapons"))
    )
    for name, weapon in _weapons(card):
        values, ammo = parts_of(weapon.get("values")), weapon.get("ammo")
        cells = (number(weapon.get("range")), number(ammo), *(number(values.get(key)) for key in classes))
        more = several(SAID, weapon.get("kinds"))
        yield SheetRow(
            name, cells, more, bearers[name] if len(items_of(card.get("models"))) > 1 else 0, ("weapons", name)
        )


def _miniatures(card: Map[Value]) -> Iterator[SheetRow]:
    """Equal ones are one row with their number."""
    models = [parts_of(model) for model in items_of(card.get("models"))]
    for model, count in Counter(models).items():
        role = worded(SAID, model.get("role") or "")
        carried = together(str(name) for name in items_of(model.get("weapons")))
        named, more = (role, carried) if role else (carried or DASH, "")
        yield SheetRow(named, (), more, count, ("models", models.index(model)))


def _facts(card: Map[Value]) -> Iterator[Stated]:
    skills = together(NAMES.get(str(key)) or worded(SAID, key) for key in items_of(card.get("skills")))
    yield from _said("skills", say("skills"), skills)
    saves = parts_of(card.get("saves"))
    told = (say("{name}: {value}", name=worded(SAID, key), value=worded(SAID, value)) for key, value in saves.items())
    yield from _said("saves", say("cover saves"), together(told))
    kind = together(worded(SAID, card.get(key) or "") for key in ("kind", "side"))
    yield from _said("kind", say("unit kind"), kind)


def _said(key: str, name: Said, value: Said) -> Iterator[Stated]:
    if value:
        yield Stated(name, value, (key,))
