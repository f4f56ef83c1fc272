"""Questions that run, for people and for tests. Card figures: the cards printed in the rulebook."""

from engine.rules import Example

SHERMAN = {"name": "M4A1 Sherman", "side": "allies", "nation": "United States", "type": "vehicle", "subtypes": ["tank"],
           "year": 1942, "cost": 21, "speed": 4, "defense": [5, 4], "soldiers": [9, 9, 7], "vehicles": [13, 11, 9]}
PANZER = {"name": "Panzer IV Ausf. G", "side": "axis", "nation": "Germany", "type": "vehicle", "subtypes": ["tank"],
          "year": 1942, "cost": 30, "speed": 3, "defense": [5, 3], "soldiers": [7, 7, 6], "vehicles": [15, 13, 11],
          "abilities": {"extended_range": 10}}
UNITS = {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}}

EXAMPLES = (
    Example("attack", {
        "id": "rulebook attack, odds", "game": "aam", "ask": "attack", "units": UNITS,
        "situation": {"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear"}}),
    Example("attack", {
        "id": "rulebook attack, rolled", "game": "aam", "ask": "attack", "units": UNITS,
        "situation": {"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear",
                      "roll": {"attack": [6, 6, 6, 5, 4, 4, 3, 3, 3, 1, 1]}}}),
    Example("casualty", {
        "id": "two markers turn", "game": "aam", "ask": "casualty",
        "units": {"b": {"seat": 1, "card": PANZER, "state": {"face_down": ["disrupted", "damaged"]}}}}),
    Example("initiative", {"id": "a commander of +2", "game": "aam", "ask": "initiative", "situation": {"bonus": [2, 0]}}),
)
