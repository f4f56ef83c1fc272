"""Questions about real battles of every game, by named sets: what the odds are measured and
tested by. Every set is drawn with a seed of its own, so that a number names a battle."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from carddb.starter import expanded
from engine.games.aam.examples import GARAND, MORTAR, PAK, PANZER, RIFLEMEN, SHERMAN
from engine.games.twogm.examples import BOMBER, FOCKE, HQ, MUSTANG, OSTWIND

Question = dict[str, Any]
PACKS = Path(__file__).resolve().parents[1] / "carddb" / "packs"
GROUND = ("INF", "LV", "AV", "WE", "CH")
DEFAULT_SEED = 31
MANY = 200


def cards(game: str) -> dict[str, dict[str, Any]]:
    """Every card of a pack, by its name there."""
    pack = json.loads((PACKS / f"{game}.json").read_text("utf-8"))
    return {each["id"]: each["card"] for each in expanded(pack)}


def unit(seat: int, card: dict[str, Any], **state: Any) -> dict[str, Any]:
    return {"seat": seat, "card": card, "state": state}


# Epic

EPIC = {key: card for key, card in cards("epic").items() if "units" in card}
FORMATIONS = tuple(key for key, card in EPIC.items() if all(row["type"] in GROUND for _, row in card["units"]))
ENGINES = tuple(key for key in FORMATIONS if any(row["type"] == "WE" for _, row in EPIC[key]["units"]))


def army(formation: str) -> str:
    return formation.split("-")[1]


def pairs(formations: tuple[str, ...], seed: int = DEFAULT_SEED) -> list[tuple[str, str]]:
    """Formations of different armies against each other, in an order of chance."""
    found = [(ours, theirs) for ours in formations for theirs in formations if army(ours) != army(theirs)]
    random.Random(seed).shuffle(found)
    return found


def epic(ask: str, ours: str, theirs: str, more: dict[str, dict[str, Any]] | None = None, **told: Any) -> Question:
    units = {"a": unit(0, EPIC[ours]), "d": unit(1, EPIC[theirs]), **(more or {})}
    who = {"attacker": "a", "defender": "d"} if ask == "assault" else {"by": "a", "target": "d", "order": "advance"}
    named = f"{ask} {ours.removeprefix('epic-')} on {theirs.removeprefix('epic-')}"
    return {"id": named, "game": "epic", "ask": ask, "units": units, "situation": {**who, **told}}


def assaults() -> Iterator[Question]:
    return (epic("assault", *pair) for pair in pairs(FORMATIONS)[:MANY])


def fires() -> Iterator[Question]:
    return (epic("fire", *pair) for pair in pairs(FORMATIONS)[:MANY])


def supported() -> Iterator[Question]:
    """Assaults with two supporters a side, each of the army it helps."""
    chance = random.Random(DEFAULT_SEED)
    for ours, theirs in pairs(FORMATIONS, DEFAULT_SEED + 1)[: MANY // 4]:
        sides = [
            chance.sample([key for key in FORMATIONS if army(key) == army(side) and key != side], 2)
            for side in (ours, theirs)
        ]
        more = {f"{seat}{n}": unit(seat, EPIC[key]) for seat, keys in enumerate(sides) for n, key in enumerate(keys)}
        yield epic("assault", ours, theirs, more, supporters=[{"formation": name} for name in more])


def engines() -> Iterator[Question]:
    """War engines on both sides, in assault and under fire."""
    return (epic(ask, *pair) for pair in pairs(ENGINES)[: MANY // 8] for ask in ("assault", "fire"))


# The others


def dust() -> Iterator[Question]:
    """Whole activations against a squad with a hero in cover: every line of every unit with
    weapons that reach."""
    known = {key: card for key, card in cards("dust").items() if card.get("weapons")}
    squads = [key for key, card in known.items() if card["kind"] == "squad"]
    heroes = [key for key, card in known.items() if card["kind"] == "hero"]
    chance = random.Random(DEFAULT_SEED)
    able = [key for key, card in known.items() if lines_of(card, "S2")]
    for n in range(MANY // 4):
        by, squad, hero = chance.choice(able), chance.choice(squads), chance.choice(heroes)
        cover = chance.choice(("soft", "hard"))
        units = {
            "a": unit(0, known[by]),
            "b": unit(1, known[squad], cover=cover),
            "h": unit(1, known[hero], cover=cover, joined="b"),
        }
        lines = [
            {"weapon": weapon, "target": "b", "range": 1, "cover": cover}
            for weapon in lines_of(known[by], known[squad]["armor"]) or lines_of(known[by], "S2")
        ]
        told = {"unit": "a", "declared": ["sustained"] if n % 2 else ["move", "attack"], "lines": lines}
        named = f"{by} on {squad} with {hero}, {cover} cover".replace("dust-", "")
        yield {"id": named, "game": "dust", "ask": "activation", "units": units, "situation": told}


def lines_of(card: dict[str, Any], armor: str) -> list[str]:
    """The weapons of a card that do anything to an armour from afar."""
    return [
        name
        for name, weapon in card["weapons"].items()
        if weapon["range"] != "C" and weapon["values"].get(armor, "-") != "-"
    ]


def raids() -> Iterator[Question]:
    """Bombers, one at a time as the rule says, with escorts against four interceptors and three
    anti-aircraft guns."""
    for escorts in (0, 1, 2, 3):
        units = {
            "b": unit(0, BOMBER),
            **{f"e{n}": unit(0, MUSTANG) for n in range(escorts)},
            **{f"i{n}": unit(1, FOCKE) for n in range(4)},
            **{f"g{n}": unit(1, OSTWIND) for n in range(3)},
            "hq": unit(1, HQ),
        }
        told = {
            "bombers": ["b"],
            "target": "hq",
            "interceptors": [f"i{n}" for n in range(4)],
            "escorts": [f"e{n}" for n in range(escorts)],
            "aa": [f"g{n}" for n in range(3)],
        }
        named = f"a raid with {escorts} escorts"
        yield {"id": named, "game": "2gm", "ask": "air", "units": units, "situation": told}


def attackers() -> Iterator[Question]:
    """aam: five attackers one after another, and Blast into a hex with four units."""
    able = [card for card in cards("aam").values() if card.get("defense") and shoots(card)]
    chance = random.Random(DEFAULT_SEED)
    for n in range(MANY // 10):
        shooters = [SHERMAN, PAK, GARAND, SHERMAN, PANZER] if not n else chance.sample(able, 5)
        target = PANZER if not n else chance.choice(able)
        units = {**{f"a{k}": unit(0, card) for k, card in enumerate(shooters)}, "t": unit(1, target)}
        attacks = [{"attacker": f"a{k}", "range": 1, "arc": "front"} for k in range(5)]
        told = {"target": "t", "terrain": "town", "attacks": attacks}
        yield {"id": f"five attackers {n}", "game": "aam", "ask": "attacks", "units": units, "situation": told}
    for n in range(MANY // 10):
        struck = [RIFLEMEN, PANZER, PAK, SHERMAN] if not n else chance.sample(able, 4)
        units = {"a": MORTAR, **{f"t{k}": unit(1, card) for k, card in enumerate(struck)}}
        told = {"attacker": "a", "target": "t0", "range": 2, "arc": "rear", "terrain": "town"}
        told["others"] = ["t1", "t2", "t3"]
        yield {"id": f"Blast on four units {n}", "game": "aam", "ask": "attack", "units": units, "situation": told}


def shoots(card: dict[str, Any]) -> bool:
    """Whether a card states dice against all targets at short range."""
    return all(card.get(kind) and card[kind][0] for kind in ("soldiers", "vehicles"))


def fronts() -> Iterator[Question]:
    """The Front: five attackers against five blockers, each its own."""
    known = [card for card in cards("front").values() if card.get("dv") and card.get("domain") == "ground"]
    known = [card for card in known if (card.get("av") or {}).get("ground")]
    chance = random.Random(DEFAULT_SEED)
    for n in range(MANY // 10):
        sides = [chance.sample([card for card in known if card["side"] == side], 5) for side in ("allies", "axis")]
        units = {f"{'ad'[seat]}{k}": unit(seat, card) for seat, side in enumerate(sides) for k, card in enumerate(side)}
        told = {"attackers": [f"a{k}" for k in range(5)], "blockers": {f"a{k}": [f"d{k}"] for k in range(5)}}
        yield {"id": f"five against five {n}", "game": "front", "ask": "battle", "units": units, "situation": told}


SETS: dict[str, Callable[[], Iterator[Question]]] = {
    "assault": assaults,
    "fire": fires,
    "two supporters a side": supported,
    "war engines on both sides": engines,
    "dust activations": dust,
    "raids": raids,
    "five attackers, Blast on four": attackers,
    "The Front, five against five": fronts,
}
