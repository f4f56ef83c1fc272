"""A game of Epic over its four turns, by touches: garrisons, crossfire, a barrage, a break and a
rally, an assault in contact with support that ties and is fought on, and the victory page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.screens.general import General, Plan
from tests.screens.test_app import sample

Start = Callable[..., Any]
TANKS, GUNS, FLAK = "Peloton de Leman Russ", "Batterie Basilisks", "Batterie AA"
KULT, BOYZ = "Kulte d'la Vitesse", "Kommandos"


class Battle:
    """The two players at one phone; all they do is touched."""

    def __init__(self, driver: Any) -> None:
        self.driver, self.hand = driver, General(driver, Plan())
        self.table = driver.app.table
        self.ids = {unit.name: unit.id for unit in self.table.state.units.values()}

    def tap(self, *names: str) -> None:
        for name in names:
            self.driver.reach(name)

    def unit(self, name: str) -> Any:
        return self.table.state.unit(self.ids[name])

    def throw(self, dice: Callable[[Any], int]) -> None:
        """All pads of the question by the app, whose dice fall so; then on."""
        from tools.autoplay import Autoplay

        self.driver.put(dice=dice)
        Autoplay._roll(self.hand)
        self.driver.frames(2)

    def act(self, unit: str, order: str) -> None:
        """Its ring, its action, a six where a die decides."""
        self.tap(f"Ring of {unit}", order)
        if self.table.prompt:
            self.tap("6")

    def fight(self, key: str, dice: Callable[[Any], int]) -> None:
        """Throws as long as questions of this kind come."""
        while self.table.prompt and self.table.prompt.key.startswith(key):
            self.throw(dice)

    def end_phase(self) -> None:
        """All the rest let their turn pass; everybody who has to rolls to rally, and succeeds."""
        self.driver.put(dice=max)
        self.hand.onward(leave=True)
        self.hand.begin("End of turn", "Rally")


@pytest.mark.usefixtures("hurried", "restless")
def test_a_battle_of_four_turns(start: Start) -> None:
    driver = start((412, 915), language="en")
    sample(driver, "Epic Armageddon")
    battle = Battle(driver)
    set_up(battle)
    first_turn(battle)
    second_turn(battle)
    for turn, holder in ((3, "nobody"), (4, "Orks")):
        battle.hand.plan = Plan(answers={"controls the objectives": holder})
        battle.hand.begin("Strategy roll", f"Turn {turn}")
        assert (battle.table.state.turn, battle.table.state.step) == (turn, "action")
        battle.end_phase()
        battle.hand.onward()
        assert battle.table.state.trackers["objectives"] == ("none" if turn == 3 else "player_2",) * 6
    assert driver.app.navigator.here["screen"] == "ending"
    assert driver.has("Victory for Orks")


def set_up(battle: Battle) -> None:
    """The Orks have the higher rating: their edge, a garrison on overwatch; nobody else."""
    battle.tap("Set-up", "A long table edge", "All done on the table", BOYZ, "Yes", "No more garrisons", "No more garrisons")
    assert battle.unit(BOYZ).trackers["overwatch"]
    battle.tap("Strategy roll")
    battle.throw(max)  # 8 to 9: the Orks choose
    battle.tap("Act second")
    assert battle.table.state.step == "action"


def first_turn(battle: Battle) -> None:
    """A volley in a crossfire breaks the Speed Kult: of eight units four fall, which with the fire
    and the crossfire are six markers. The guns retain the initiative for their barrage; in the end
    the Kult rallies: four units, so four markers, of which half go."""
    battle.act(TANKS, "Advance")
    battle.tap("Hold fire", f"Fire: {TANKS}", KULT, "≤ 30", "Yes", "Roll ", "=3", "=1", "=0", "Apply")
    battle.fight("save", min)
    battle.tap("Yes")  # all clear of the enemy
    assert (sum(battle.unit(KULT).trackers["lost"]), battle.unit(KULT).count("broken")) == (4, 1)
    battle.act(GUNS, "Sustained Fire")
    battle.tap(f"Barrage: {GUNS}")
    assert battle.driver.has("3 barrage points")
    battle.tap("Roll ")
    battle.fight("to_hit", min)
    assert battle.unit("Bande de Guerre x2").count("blast") == 1
    battle.end_phase()
    assert (battle.unit(KULT).count("broken"), battle.unit(KULT).count("blast")) == (0, 2)


def second_turn(battle: Battle) -> None:
    """Kommandos charge the Sentinels, whom the flak battery supports; nobody hits, the totals are
    equal, so they fight on; then the Orks win, and the difference destroys the Sentinels."""
    battle.driver.put(dice=max)
    battle.hand.begin("Strategy roll", "Turn 2")
    assert battle.table.state.step == "action"
    battle.act(BOYZ, "Engage")
    battle.tap(f"Assault: {BOYZ}", "Sentinelles")
    battle.driver.app.navigator.page.list.bring("fact support_defender")
    battle.driver.frames(2)
    flak = [each for each in battle.hand.of("Choice") if each.name == FLAK]
    battle.hand.press(min(flak, key=lambda each: each.to_window(*each.center)[1]))  # of its facts the last
    battle.tap("Assault" if "Assault" in battle.driver.names() else "Roll ")
    rounds = 0
    while battle.table.prompt and rounds < 2:
        if battle.table.prompt.key.startswith("result"):
            rounds += 1
            settle_result(battle, "tie" if rounds == 1 else "won")
        elif battle.table.prompt.key == "again":
            battle.tap("As before")
        else:
            battle.throw(min)
    assert rounds == 2
    assert "support" in {str(event.prompt).partition(":")[0] for event in battle.table.session.log if hasattr(event, "prompt")}
    battle.hand.settle()
    battle.end_phase()


def settle_result(battle: Battle, wanted: str) -> None:
    """Highest dice that make both totals equal, or the attacker's the higher."""
    prompt = battle.table.prompt
    ours, theirs = (added + check.bonus for added, check in zip(prompt.added, prompt.checks, strict=True))
    faces = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    tie = next(pair for pair in faces if pair[0] + ours == pair[1] + theirs)
    for side, face in zip(("Orks", "Steel Legion"), tie if wanted == "tie" else (6, 1), strict=True):
        for _ in range(2):
            boxes = [box for box in battle.hand.of("PadBox") if any(getattr(each, "text", "") == side for each in box.walk(restrict=True))]
            battle.hand.press(next(each for each in boxes[0].walk(restrict=True) if getattr(each, "name", "") == str(face)))
    battle.tap("Apply")
