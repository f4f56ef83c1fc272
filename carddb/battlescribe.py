"""Rosters of BattleScribe: a list of formations with their profiles, as XML, plain or zipped.

Nothing in such a file is trusted: no entities, bounded size, depth and number of elements. What
becomes of a profile is the business of its game; what is not understood is reported.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from xml.parsers import expat

from carddb.armies import Army, Row
from carddb.armies import plain as plain_army
from carddb.cards import Card, examined
from carddb.legality import points
from carddb.library import free_id
from carddb.search import folded
from carddb.trouble import CannotOpen
from engine.playing.profiles import Bought, Profile, UnitProfile
from engine.playing.rules import Ruleset
from engine.values.kinds import sentence
from engine.values.maps import Map, thawed
from engine.values.texts import Text, say

LARGEST, DEEPEST, MOST_ELEMENTS, MOST_FILES = 16 * 2**20, 60, 200_000, 50
LONGEST_NAME = 80
ENDINGS = (".ros", ".rosz")


@dataclass(slots=True)
class Element:
    """An element of the file: its name without its namespace, its attributes, its text."""

    name: str
    attributes: Mapping[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> Iterator[Element]:
        """Those in the list of that name: `selections` holds each `selection`."""
        for inner in self.children:
            if inner.name == name:
                yield from inner.children

    def called(self) -> str:
        return " ".join(self.attributes.get("name", "").split())[:LONGEST_NAME]


# The file


def parsed(data: bytes) -> Element:
    """The roster of a file, which may be zipped."""
    text = _unzipped(data) if data[:2] == b"PK" else data
    if len(text) > LARGEST:
        raise CannotOpen(_too_large())
    root = _tree(text)
    if root.name != "roster":
        raise CannotOpen(say("this is not a roster of BattleScribe"))
    return root


def _too_large() -> Text:
    return say("the file is too large: at most {most} MB", most=LARGEST // 2**20)


def _unzipped(data: bytes) -> bytes:
    """The one roster of a zip file; no more of it is unpacked than a roster may have."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [each for each in archive.infolist()[:MOST_FILES] if each.filename.lower().endswith(".ros")]
            if len(names) != 1 or names[0].flag_bits & 1:
                raise CannotOpen(say("this is not a roster of BattleScribe"))
            with archive.open(names[0]) as opened:
                return opened.read(LARGEST + 1)
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as wrong:
        raise CannotOpen(say("this is not a roster of BattleScribe")) from wrong
    except Exception as wrong:  # zlib and lzma have errors of their own
        if isinstance(wrong, CannotOpen):
            raise
        raise CannotOpen(say("this is not a roster of BattleScribe")) from wrong


def _tree(text: bytes) -> Element:
    top = Element("", {})
    stack, count = [top], 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(stack) > DEEPEST or count > MOST_ELEMENTS:
            raise CannotOpen(say("this is not a roster of BattleScribe"))
        element = Element(name.rpartition(":")[2], attributes)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_name: str) -> None:
        stack.pop()

    def letters(text: str) -> None:
        stack[-1].text += text

    def refuse(*_: object) -> int:
        raise CannotOpen(say("the file declares entities, which no roster needs"))

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, letters
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = parser.ExternalEntityRefHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as wrong:
        raise CannotOpen(say("this is not a roster of BattleScribe")) from wrong
    return top.children[0] if top.children else top


# What it holds


@dataclass(frozen=True, slots=True)
class Read:
    """A roster as an army, the cards it needs that are not there yet, what was not understood."""

    army: Army
    cards: tuple[Card, ...]
    problems: tuple[tuple[str, Text], ...]


def formations(root: Element) -> Iterator[Bought]:
    """What stands at the top of each force, with all profiles inside it; forces of forces too."""
    for force in root.all("forces"):
        yield from map(_formation, force.all("selections"))
        yield from formations(force)


def _formation(chosen: Element) -> Bought:
    units: list[UnitProfile] = []
    others: list[Profile] = []
    _walk(chosen, units, others)
    if units and others:  # weapons told beside the units are carried by all of them
        units = [UnitProfile(unit.count, unit.profile, (*unit.weapons, *others)) for unit in units]
    bare = tuple(dict.fromkeys(_bare(chosen)))
    return Bought(chosen.called(), _number(chosen), _points(chosen), tuple(units), () if units else tuple(others), bare)


def _bare(chosen: Element) -> Iterator[str]:
    """What was chosen inside and has no profile, neither itself nor further inside."""
    for inside in chosen.all("selections"):
        if not any(True for _ in inside.all("profiles")) and not any(True for _ in inside.all("selections")):
            yield inside.called()
        yield from _bare(inside)


def _walk(chosen: Element, units: list[UnitProfile], others: list[Profile]) -> None:
    """Units of a selection with the weapons told there or further inside."""
    own = [_profile(each) for each in chosen.all("profiles")]
    bodies = [profile for profile in own if profile.is_unit]
    weapons = [profile for profile in own if not profile.is_unit]
    inner_units: list[UnitProfile] = []
    inner_others: list[Profile] = []
    for inside in chosen.all("selections"):
        _walk(inside, inner_units, inner_others)
    if bodies:
        carried = tuple(dict.fromkeys((*weapons, *inner_others)))
        units += [UnitProfile(_number(chosen), body, carried) for body in bodies]
    else:
        others += dict.fromkeys((*weapons, *inner_others))
    units += inner_units


def _profile(element: Element) -> Profile:
    told = {" ".join(each.called().split()): " ".join(each.text.split()) for each in element.all("characteristics")}
    return Profile(element.called(), Map(told))


def _number(chosen: Element) -> int:
    number = chosen.attributes.get("number", "1")
    return max(1, min(99, int(number))) if number.isascii() and number.isdecimal() and len(number) < 5 else 1


def _points(chosen: Element) -> int:
    """Its points with all that is inside; fractions are cut off."""
    own = sum(
        _whole(cost.attributes.get("value", ""))
        for cost in chosen.all("costs")
        if "pt" in cost.called().lower() or "point" in cost.called().lower()
    )
    return own + sum(_points(inside) for inside in chosen.all("selections"))


def _whole(text: str) -> int:
    digits = text.partition(".")[0]
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else 0


# As an army


def read(rules: Ruleset, data: bytes, cards: Mapping[str, Card]) -> Read:
    """A roster as an army of a game: a formation that the library has by its name is that card,
    any other one is made of its profiles."""
    root = parsed(data)
    new: dict[str, Card] = {}
    rows: list[Row] = []
    problems: list[tuple[str, Text]] = []
    known = {folded(card.name): card for card in cards.values() if card.game == rules.key}
    for formation in formations(root):
        card = known.get(folded(formation.name))
        if card:
            problems += _unlike(card, formation)
        else:
            card = _made(rules, formation, {*cards, *new}, problems)
        if card:
            known[folded(formation.name)] = card
            if card.id not in cards:
                new[card.id] = card
            rows.append(Row(card.id, formation.count))
    name = root.called() or "BattleScribe"
    army = Army(free_id(f"{rules.key}-{name}", ()), rules.key, name, tuple(rows))
    return Read(army, tuple(new.values()), tuple(problems))


def _unlike(card: Card, formation: Bought) -> Iterator[tuple[str, Text]]:
    """That a card of the library has other points than the roster: its options were bought too."""
    own, bought = points(card), formation.points
    if own and bought and own * formation.count != bought:
        told = {"bought": bought, "own": own * formation.count}
        yield (
            formation.name,
            say("{bought} points in the roster, {own} on the card: add its options in the army", **told),
        )


def _made(rules: Ruleset, formation: Bought, taken: set[str], problems: list[tuple[str, Text]]) -> Card | None:
    """A card from the profiles of a formation; what is not understood is added to the problems."""
    if not formation.units or rules.by_profiles is None:
        problems.append((formation.name, say("it has no profile of a unit and is left out")))
        return None
    values, wrong = rules.by_profiles(formation)
    problems += [(formation.name, each) for each in wrong]
    problems += [
        (formation.name, say("“{words}” has no profile and is left out", words=each)) for each in formation.bare
    ]
    told = {
        "id": free_id(f"{rules.key}-{formation.name}", taken),
        "game": rules.key,
        "source": "imported",
        "card": thawed(values),
    }
    card, mistakes = examined({rules.key: rules}, told)
    if card is None:
        why = sentence(mistakes)
        problems.append((formation.name, why if isinstance(why, Text) else say("not a card")))
    return card


def plain_armies(found: Read) -> tuple[dict[str, object], ...]:
    return (plain_army(found.army),) if found.army.rows else ()
