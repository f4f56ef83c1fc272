"""Questions that run, for people and for tests. Figures: the rulebook's examples, where they print them; else training."""

from engine.rules import Example

HMG = {"item": "HMG", "weapon": {"impact": [4, 9], "penetration": 4, "damage": 3, "range": 3}}
BOMBER = {"name": "B-25 Mitchell", "army": "US", "type": "air", "armor": 4, "life": 3, "movement": 0,
          "weapon": {"impact": [3, 8], "penetration": 8, "damage": 4, "range": 0}, "equipment": [HMG, HMG]}
MUSTANG = {"name": "P-51 Mustang", "army": "US", "type": "air", "armor": 4, "life": 3, "movement": 0,
           "weapon": {"impact": [3, 8], "penetration": 5, "damage": 3, "range": 0}}
FOCKE = {"name": "FW 190", "army": "German", "type": "air", "armor": 4, "life": 3, "movement": 0,
         "weapon": {"impact": [4, 8], "penetration": 5, "damage": 3, "range": 0}}
OSTWIND = {"name": "Ostwind", "army": "German", "type": "tank", "armor": 4, "life": 3,
           "weapon": {"impact": [6, 9], "penetration": 5, "damage": 2, "range": 3}}
HQ = {"name": "German HQ", "army": "German", "type": "hq", "life": 10}
UNITS = {
    "b25": {"seat": 0, "card": BOMBER}, "p51": {"seat": 0, "card": MUSTANG}, "fw1": {"seat": 1, "card": FOCKE},
    "fw2": {"seat": 1, "card": FOCKE}, "ost": {"seat": 1, "card": OSTWIND}, "hq": {"seat": 1, "card": HQ},
}

EXAMPLES = (
    Example("air", {
        "id": "a raid on the headquarters", "game": "2gm", "ask": "air", "units": UNITS,
        "situation": {"bomber": "b25", "target": "hq", "interceptors": ["fw1", "fw2"], "escorts": ["p51"], "aa": ["ost"]}}),
    Example("air", {
        "id": "rulebook interception", "game": "2gm", "ask": "air",
        "units": {**{key: UNITS[key] for key in ("fw1", "hq")}, "b25": {"seat": 0, "card": {**BOMBER, "equipment": [HMG]}}},
        "situation": {"bomber": "b25", "target": "hq", "interceptors": ["fw1"],
                      "roll": {"shot:b25:0": [3], "shot:fw1": [6]}}}),
)
