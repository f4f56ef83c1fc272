"""Questions that run, for people and for tests. Training cards: names and figures of our own."""

from engine.rules import Example

RIFLE = {"range": "4", "values": {"S1": "2/1", "S2": "1/1", "V1": "1/1"}}
CANNON = {"range": "U", "values": {"S2": "3/1", "V1": "2/2", "V3": "1/2"}}
SQUAD = {"name": "Training Rifles", "side": "allies", "kind": "squad", "armor": "S2", "move": 1, "hp": 3,
         "models": [{"weapons": ["Rifle"]}] * 3, "weapons": {"Rifle": RIFLE}}
GRENADIERS = {"name": "Training Grenadiers", "side": "axis", "kind": "squad", "armor": "S2", "move": 1, "hp": 5,
              "models": [{"weapons": ["Rifle"]}] * 4 + [{"weapons": ["Rifle", "Bazooka"]}],
              "weapons": {"Rifle": RIFLE, "Bazooka": {"range": "3", "values": {"V1": "1/3", "V3": "1/3"}}}}
WALKER = {"name": "Training Walker", "side": "axis", "kind": "walker", "armor": "V1", "move": 2, "hp": 4,
          "weapons": {"Cannon": CANNON}, "skills": ["advanced_reactive_fire"]}
UNITS = {"a": {"seat": 0, "card": SQUAD, "state": {"cover": "soft"}}, "b": {"seat": 1, "card": GRENADIERS},
         "c": {"seat": 1, "card": WALKER}}

EXAMPLES = (
    Example("activation", {
        "id": "move and attack", "game": "dust", "ask": "activation", "units": UNITS,
        "situation": {"unit": "a", "declared": ["move", "attack"], "target": "b", "squares": 2}}),
    Example("activation", {
        "id": "a reaction comes first", "game": "dust", "ask": "activation", "units": UNITS,
        "situation": {"unit": "a", "declared": ["move", "attack"], "target": "b", "squares": 2,
                      "answers": {"reaction": "b", "distance": 2}}}),
    Example("fire", {
        "id": "sustained fire", "game": "dust", "ask": "fire", "units": UNITS,
        "situation": {"shooter": "b", "target": "a", "squares": 3, "sustained": True}}),
)
