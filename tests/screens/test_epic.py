"""A whole game of Epic over its four turns, by touches: garrisons, troops aboard, a crossfire, a
barrage, a break and a rally, a ground attack that jinks through flak, a drop from orbit, an assault
in contact with support that ties and is fought on, a critical that burns, an air assault, and the
victory page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.screens.epic_air import Hand, ground_attack, lay
from tests.screens.general import General, Plan

Start = Callable[..., Any]
FORCES = (
    ("tanks", 0, "epic-steel-peloton-de-leman-russ", {}),
    ("guns", 0, "epic-steel-batterie-basilisks", {}),
    ("flak", 0, "epic-steel-batterie-aa", {}),
    ("walkers", 0, "epic-steel-sentinelles", {}),
    ("hawk", 0, "epic-marines-thunderhawk", {}),
    ("squad", 0, "epic-marines-devastator", {}),
    ("cruiser", 0, "epic-marines-croiseur-d-attaque", {}),
    ("scouts", 0, "epic-marines-scouts", {}),
    ("kult", 1, "epic-orks-kulte-d-la-vitesse", {}),
    ("boyz", 1, "epic-orks-kommandos", {}),
    ("mob", 1, "epic-orks-bande-de-guerre", {}),
    ("gargant", 1, "epic-orks-gargant", {}),
    ("birds", 1, "epic-orks-chassa-bombas-x4", {}),
)


class Battle(Hand):
    """The two players at one phone; all they do is touched."""

    def __init__(self, driver: Any) -> None:
        super().__init__(driver)
        self.table, self.general = lay(driver, *FORCES, step="strategy"), General(driver, Plan())

    def unit(self, name: str) -> Any:
        return self.table.state.unit(name)

    def name(self, name: str) -> str:
        return str(self.unit(name).name)

    def held(self, name: str, *trackers: str) -> tuple[Any, ...]:
        return tuple(self.unit(name).trackers.get(each, 0) for each in trackers)

    def throw(self, dice: Callable[[Any], int]) -> None:
        """All pads of the question by the app, whose dice fall so; then on."""
        from tools.autoplay import Autoplay

        self.driver.put(dice=dice)
        Autoplay._roll(self.general)
        self.driver.frames(2)

    def act(self, unit: str, order: str) -> None:
        self.order(self.name(unit), order)

    def fight(self, key: str, dice: Callable[[Any], int]) -> None:
        """Throws as long as questions of this kind come."""
        while self.asked.startswith(key):
            self.throw(dice)

    def told(self, *parts: str) -> None:
        """The card above the formations says what happened, and what the hands do."""
        assert [each for each in parts if not self.driver.has(each)] == [], self.driver.texts()

    def bring(self, row: str) -> None:
        for _ in range(2):  # rows above it are measured on the way
            self.driver.app.navigator.page.list.bring(row)
            self.driver.frames(2)

    def aim(self, unit: str) -> None:
        """Another target of the page."""
        self.bring(unit)
        self.general.press(next(row for row in self.general.of("TargetRow") if row.name == self.name(unit)))

    def pill(self, fact: str, name: str) -> None:
        """One answer of a fact of the page; of several with this name the lowest in sight."""
        self.bring(f"fact {fact}")
        pills = [each for each in self.general.of("Choice") if each.name == name]
        self.general.press(min(pills, key=lambda each: each.to_window(*each.center)[1]))

    def begin_turn(self, turn: int) -> None:
        """Both roll sixes; who wins acts first."""
        self.driver.put(dice=max)
        self.general.begin("Strategy roll", f"Turn {turn}")
        assert (self.table.state.turn, self.table.state.step) == (turn, "action")

    def end_phase(self) -> None:
        """All the rest let their turn pass; everybody who has to rolls to rally, and succeeds."""
        self.driver.put(dice=max)
        self.general.onward(leave=True)
        self.general.begin("End of turn", "Rally")


@pytest.mark.usefixtures("hurried", "restless")
def test_a_battle_of_four_turns(start: Start) -> None:
    driver = start((412, 915), language="en")
    battle = Battle(driver)
    set_up(battle)
    first_turn(battle)
    second_turn(battle)
    third_turn(battle)
    battle.begin_turn(4)
    end_of_turn_with_goals(battle, "Red", "player_2")
    assert driver.app.navigator.here["screen"] == "ending"
    battle.told("Victory for Red", "Blitzkrieg", "Defend the Flag", "Take and Hold")


def set_up(battle: Battle) -> None:
    """The cruiser is due on turn 2 with Scouts aboard, Devastators ride in the Thunderhawk; Blue
    has the higher rating: his edge, his walkers as a garrison on overwatch; the Orks have none."""
    battle("What next?", "Plan a spacecraft: ", "2", "Plan a spacecraft")
    battle("What next?", "Embark", "Devastator", "Thunderhawk", "Embark")
    battle("What next?", "Embark", "Scouts", "Croiseur", "Embark")
    battle("Set-up", "A long table edge", "All done on the table", "Sentinelles", "Yes", "No more garrisons")
    assert battle.held("walkers", "overwatch") == (True,)
    assert (battle.unit("squad").where, battle.unit("birds").where) == ("inside", "reserve")
    battle("Strategy roll")
    battle.throw(max)  # 11 to 9: Blue chooses
    battle("Act first")


def first_turn(battle: Battle) -> None:
    """A volley in a crossfire breaks the Speed Kult: of eight units four fall, which with the fire
    and the crossfire are six markers. The guns retain the initiative for a barrage without a hit,
    whose marker costs the broken Kult a fifth. Bombers lose one of two hits by flak although they
    jink. In the end the Kult rallies: three units, so three markers, of which two go."""
    battle.act("tanks", "Advance")
    battle("Fire: ", "Kulte", "≤ 30", "Yes", "Roll ", "=3", "=1", "=0", "Apply")
    battle.fight("save", min)
    battle("Hold fire", "Hold fire", "Yes")  # the walkers wait on; all clear of the enemy
    assert battle.held("kult", "lost", "broken") == ((4, 0, 0), True)
    battle.told("Kulte d'la Vitesse breaks", "off the table: 4 × Buggy / Trak", "mark it broken")
    battle.act("guns", "Sustained Fire")
    battle("Barrage: ")
    assert battle.driver.has("3 barrage points")
    battle("Roll ")
    battle.fight("to_hit", min)
    assert battle.held("kult", "lost") == ((4, 1, 0),)
    battle.told("Batterie Basilisks lay a barrage", "off the table: 1 × Motos")
    battle("Pass to Red")
    before = battle.taps
    ground_attack(battle, battle.name("birds"), f"{battle.name('flak')}: 6 × AA 5+", 2, 1)
    assert battle.taps - before == 7  # the ring, the order; the guns, how many, their hits; a jink, its saves
    assert battle.held("birds", "lost", "blast", "flying") == ((1,), 2, True)
    battle.told("Chassa-Bombas x4 loses one unit", "Chassa-Bombas x4: onto the table")
    assert not battle.driver.has("Fire: ")
    battle.end_phase()
    battle.told("Kulte d'la Vitesse rallies", "take the mark Broken off", "lay one blast marker, 1 in all")
    assert battle.held("kult", "broken", "blast") == (0, 1)
    assert battle.unit("birds").where == "reserve"


def second_turn(battle: Battle) -> None:
    """Scouts drop from orbit: six pods and one dead leave seven markers. Kommandos charge the
    walkers, whom the flak battery supports; nobody hits, the totals are equal, so they fight on;
    then the Orks win, and the difference destroys walkers."""
    battle.begin_turn(2)
    battle.act("cruiser", "Spacecraft")
    assert battle.driver.has(f"Orbital bombardment: {battle.name('cruiser')}")
    battle("What next?", "Drop pods: Scouts", battle.name("mob"), f"AP dice at {battle.name('mob')} +1", "Roll one die")
    battle.dice(1)
    battle.dice(0)
    while battle.asked.startswith("stranded"):
        battle("Apply 0")
    assert battle.unit("scouts").where == "table"
    assert battle.held("mob", "lost", "blast") == ((1, 0, 0), 7)
    battle.told("Scouts: drop pods", "lay 7 blast markers", "off the table: 1 × Nobz")
    battle("Pass to Red")
    battle.act("boyz", "Engage")
    battle("Assault: ")
    battle.aim("walkers")
    battle.pill("support_defender", battle.name("flak"))
    battle("Roll ")
    battle.told("Kommandos: close combat")
    fight_on(battle)
    assert "support" in {str(event.prompt).partition(":")[0] for event in battle.table.session.log if hasattr(event, "prompt")}
    battle.general.settle()
    battle.told("Sentinelles are destroyed", "Batterie AA supports against Kommandos", "Red (3), Blue (3): a tie")
    assert battle.unit("walkers").gone
    battle.end_phase()


def fight_on(battle: Battle) -> None:
    """Nobody hits; the first result is a tie, the second is the attacker's."""
    rounds = 0
    while battle.asked and rounds < 2:
        if battle.asked.startswith("result"):
            rounds += 1
            settle_result(battle, ("Red", "Blue"), tied=rounds == 1)
        elif battle.asked == "again":
            battle("As before")
        else:
            battle.throw(min)
    assert rounds == 2


def settle_result(battle: Battle, sides: tuple[str, str], tied: bool) -> None:
    """Dice that make both totals equal, or the attacker's the higher."""
    prompt = battle.table.prompt
    ours, theirs = (added + check.bonus for added, check in zip(prompt.added, prompt.checks, strict=True))
    faces = [(a, b) for a in range(1, 7) for b in range(1, 7) if a + ours == b + theirs] if tied else [(6, 1)]
    for side, face in zip(sides, faces[0], strict=True):
        for _ in range(2):
            boxes = [box for box in battle.general.of("PadBox") if any(getattr(each, "text", "") == side for each in box.walk(restrict=True))]
            battle.general.press(next(each for each in boxes[0].walk(restrict=True) if getattr(each, "name", "") == str(face)))
    battle("Apply")


def rout(battle: Battle) -> None:
    """Blue hits and saves, his enemies do not, and he wins; whoever withdraws gets clear."""
    while prompt := battle.table.prompt:
        if battle.asked.startswith("result"):
            settle_result(battle, ("Blue", "Red"), tied=False)
        elif prompt.kind == "roll":
            battle.throw(min if prompt.asked_of else max)
        else:
            battle.general.answer()


def third_turn(battle: Battle) -> None:
    """Three hits on the Gargant, no save: three points of damage, one of them critical, and it
    burns until the end of the turn puts it out. Devastators out of a Thunderhawk rout Kommandos.
    Nobody holds the objectives, so the game goes on."""
    battle.begin_turn(3)
    battle.act("tanks", "Advance")
    battle("Fire: ")
    battle.aim("gargant")
    battle.pill("range", "≤ 75")
    battle("Roll 6 dice")
    battle.dice(3)
    battle.fight("save", min)
    assert battle.driver.has("critical hits on Gargant")
    battle.dice(1)
    battle("It burns")
    assert battle.held("gargant", "damage", "fires") == ((3,), (1,))
    battle.told("Gargant takes 3 points of damage", "critical hits on Gargant: one of 3", "Gargant: fires: 1")
    battle("Red", battle.name("gargant"))
    assert battle.driver.has("Damage capacity, of 8")
    assert battle.driver.has("Fires")
    assert not battle.driver.has("Reactor leaks")
    battle.driver.back()
    battle("Blue")
    battle.act("hawk", "Ground attack")
    battle("Air assault: ")
    battle.aim("boyz")
    assert {"1 Thunderhawk", "4 Devastators", "2 Rhino"} <= set(battle.driver.names())
    battle("All within 15 cm", "Roll ")
    rout(battle)
    assert (battle.unit("squad").where, battle.held("hawk", "landed")) == ("table", (True,))
    battle.told("Thunderhawk assaults Kommandos from the air", "Kommandos are destroyed", "Devastator: out of its transport")
    assert battle.unit("boyz").gone
    end_of_turn_with_goals(battle, "nobody", "none")
    assert not battle.held("gargant", "fires")[0]


def end_of_turn_with_goals(battle: Battle, holder: str, kept: str) -> None:
    """The end of a turn, and one side or nobody has all objectives."""
    battle.general.plan = Plan(answers={"controls the objectives": holder})
    battle.end_phase()
    battle.general.onward()
    assert battle.table.state.trackers["objectives"] == (kept,) * 6
