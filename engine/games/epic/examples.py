"""Questions that run, for people and for tests. Training cards: names and figures of our own."""

from engine.rules import Example

INFANTRY = {"name": "Training Infantry", "type": "INF", "speed": 15, "armour": 5, "cc": 5, "ff": 5}
TANK = {"name": "Training Tank", "type": "AV", "speed": 25, "armour": 4, "cc": 6, "ff": 4}


def formation(name: str, *units: tuple[int, dict[str, object]]) -> dict[str, object]:
    return {"name": name, "points": 250, "initiative": 2, "strategy": 2, "units": [list(row) for row in units]}


UNITS = {
    "a": {"seat": 0, "card": formation("First", (3, INFANTRY))},
    "d": {"seat": 1, "card": formation("Second", (3, INFANTRY))},
}

EXAMPLES = (
    Example("assault", {"id": "three against three", "game": "epic", "ask": "assault", "units": UNITS,
                        "situation": {"attacker": "a", "defender": "d"}}),
    Example("assault", {
        "id": "one round, rolled", "game": "epic", "ask": "assault", "units": UNITS,
        "situation": {"attacker": "a", "defender": "d",
                      "roll": {"strike:a": [[5, 1, 1]], "strike:d": [[6, 1, 1]], "save:a": [[1]], "save:d": [[1]],
                               "result": [[6, 2], [1, 3]]}}}),
)
