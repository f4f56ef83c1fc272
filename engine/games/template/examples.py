"""Questions that run, one for each opening; people read them, tests ask them."""

from engine.playing.opening import Example

RIFLES = {"name": "Rifles", "firepower": 3, "range": 6, "life": 2, "points": 4}
SNIPER = {"name": "Sniper", "firepower": 1, "range": 12, "life": 1, "points": 3, "abilities": ["marksman"]}
UNITS = {"rifles": {"seat": 0, "card": RIFLES}, "sniper": {"seat": 1, "card": SNIPER}}


def example(ask: str, id: str, **situation: object) -> Example:
    return Example(ask, {"id": id, "game": "template", "ask": ask, "units": UNITS, "situation": situation})


EXAMPLES = (
    example("shoot", "rifles at a sniper in cover", shooter="rifles", target="sniper", distance=4, cover=True),
    example("initiative", "a die each"),
    example("army", "two cards", cards=[RIFLES, SNIPER]),
    example("victory", "both have units left"),
    example("concede", "the second player gives up", seat=1, answers={"concede": True}),
)
