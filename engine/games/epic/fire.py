"""One formation fires at another: marker, dice to hit, normal hits, macro-weapon hits, markers
for losses, break check."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from engine.games.epic.formations import Row, lose, models, rows
from engine.games.epic.hits import Group, Hit, Mark, grouped, handed_out, places, reaches, reaching
from engine.games.epic.hulls import engine, has_engines, pending, unhurt
from engine.games.epic.markers import has_broken, judged, only_expendables, placed
from engine.games.epic.modifiers import Aim
from engine.games.epic.refs import EPIC_45, EPIC_50, EPIC_146
from engine.games.epic.saves import Shelter, can_save, save_check, shelter
from engine.games.epic.shots import Shot, hit_check
from engine.games.epic.terrain import Cover, cover_of
from engine.games.epic.warengines import criticals, damage_dice, hurt, screens, shields_drop, wounds
from engine.games.epic.withdraw import withdrawal
from engine.games.epic.wrecks import aboard, bail_out
from engine.playing.procedure import Asking, Procedure, call, choose, decide, lastly, rolls, task
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

UNDER_FIRE = 1


class Volley(NamedTuple):
    """A formation's fire at one target, as told: its dice, its order, where the target stands."""

    target: str
    shots: tuple[Shot, ...]
    by: str = ""
    order: str = ""
    crossfire: bool = False
    terrain: tuple[str, ...] = ("open_ground",)
    touching: bool = False
    manner: str = ""
    markers: int = UNDER_FIRE
    settles: bool = True

    def named(self, dice: str) -> str:
        """What its dice are called: beside a barrage, which has some of the same kind, by a name
        of their own (EPIC-257)."""
        return dice if self.settles else f"{dice}:guns"

    def ground(self, row: int) -> str:
        return self.terrain[row] if row < len(self.terrain) else self.terrain[-1]


def volley(state: GameState, fire: Volley) -> Procedure:
    """The five steps of shooting; one attack, however many weapons (EPIC-43, 257)."""
    broken = bool(state.unit(fire.target).count("broken"))
    state = state.note(
        units=models(state, fire.target),
        broken_before=broken,
        owed=0,
        dead=0,
        hits=0,
        saved_once=False,
        hit_before=(),
        all_expendable=only_expendables(state, fire.target),
    )
    state = unhurt(state, fire.target)
    if not broken or state.reading("broken_bm_timing") == "before":
        state = placed(state, fire.target, fire.markers)
    shooting = (
        (task(thrown, fire=fire), task(struck, fire=fire)) if fire.shots and not state.unit(fire.target).gone else ()
    )
    return (yield from lastly(state, *shooting, task(settled, fire=fire)))


def thrown(state: GameState, fire: Volley) -> Procedure:
    """The dice to hit alone, so that equal hits of different weapons are one table (EPIC-45)."""
    return (yield from decide(state, to_hit, landed, fire))


def landed(state: GameState, hits: tuple[int, ...], fire: Volley) -> GameState:
    """Hits by shots; those of a kind with earlier ones are added there, where no more is asked
    about them."""
    counts, first = list(hits), dict[Hit, int]()
    for n, shot in enumerate(fire.shots):
        dicey = shot.damage < 0  # no mutant: no shot does 0 points
        plain = not dicey and "sniper" not in shot.traits
        at = first.setdefault(hit_of(shot, shot.victim), n) if plain else n
        if at < n:
            counts[at], counts[n] = counts[at] + counts[n], 0
    return state.note(hits=sum(hits), landed=tuple(counts))


def struck(state: GameState, fire: Volley) -> Procedure:
    """All normal hits first, then macro-weapons among the survivors (EPIC-43, 51)."""
    hits: Any = state.scratch["landed"]
    state, found = state.note(landed=()), list[tuple[Hit, int]]()
    for n, (shot, count) in enumerate(zip(fire.shots, hits, strict=True)):
        victim = shot.victim
        if count and "sniper" in shot.traits and victim < 0:
            state, chosen = yield from choose(state, whom, fire, n)
            victim = int(chosen)
        if count:
            hit = reaching(state, hit_of(in_effect(state, fire, shot), victim))
            state, struck_by = yield from told_damage(state, fire, hit, count, n)
            found += struck_by
    macro = tuple(each for each in found if in_macro_pass(state, each[0]))
    normal = tuple(each for each in found if not in_macro_pass(state, each[0]))
    return (
        yield from lastly(
            state,
            task(one_pass, fire=fire, hits=normal, wave="save"),
            task(one_pass, fire=fire, hits=macro, wave="save:macro"),
        )
    )


def told_damage(state: GameState, fire: Volley, hit: Hit, count: int, n: int) -> Asking[tuple[tuple[Hit, int], ...]]:
    """Titan Killers whose damage a die tells: it is thrown before the hits are handed out
    (EPIC-160, 171)."""
    if hit.damage >= 0 or not has_engines(state.unit(fire.target)):
        return state, ((hit._replace(damage=max(1, hit.damage)), count),)
    first = fire.settles and all(shot.damage >= 0 for shot in fire.shots[:n])
    state, points = yield from rolls(
        state, damage_dice, fire.target, -hit.damage, count, "damage" if first else f"damage:of:{n}"
    )
    return state, tuple((hit._replace(damage=each), points.count(each)) for each in sorted(set(points)))


def hit_of(shot: Shot, victim: int) -> Hit:
    return Hit(shot.type, tuple(sorted(shot.traits)), shot.waived, shot.damage, victim, "", shot.aim)


def in_macro_pass(now: GameState, hit: Hit) -> bool:
    """Titan Killers with the macro-weapons, unless the players read it otherwise (EPIC-51, 160)."""
    return hit.type == "mw" or (hit.type == "tk" and now.reading("tk_pass") == "macro")


def one_pass(state: GameState, fire: Volley, hits: tuple[tuple[Hit, int], ...], wave: str) -> Procedure:
    """Hits of one kind: all allocated, then saved, then the dead removed (EPIC-49, 50, 255)."""
    if not any(count for _, count in hits) or state.unit(fire.target).gone:
        return state
    asked = fire.named(wave if state.noted("saved_once") else "save")
    if aboard(state, fire.target):
        state = state.note(last_hit=hits[0][0].type)
    if has_engines(state.unit(fire.target)):
        return (
            yield from lastly(
                state,
                task(saved, fire=fire, hits=hits, key=asked),
                task(criticals, formation=fire.target, key=asked.replace("save", "critical")),
            )
        )
    return (yield from decide(state, saves, fallen, fire, hits, asked))


def saved(state: GameState, fire: Volley, hits: tuple[tuple[Hit, int], ...], key: str) -> Procedure:
    """The saves as a part of their own: war engines roll for criticals after them (EPIC-174)."""
    return (yield from decide(state, saves, fallen, fire, hits, key))


def saves(now: GameState, fire: Volley, hits: tuple[tuple[Hit, int], ...], key: str) -> Prompt:
    """One save for each hit; a unit hit twice must save twice (EPIC-50)."""
    unit, groups = now.unit(fire.target), saving(now, fire, hits)
    checks = tuple(
        save_check(now, name, count, sheltered(now, fire, row), taken)
        for name, (row, taken, count) in zip(names(key, len(groups)), groups, strict=True)
    )
    text = say("{unit} saves", unit=unit.name)
    return Prompt(
        key, "roll", unit.seat, text, EPIC_50, (fire.target,), checks, readings=("crossfire_saves", "ra_cover")
    )


def sheltered(now: GameState, fire: Volley, row: int) -> Shelter:
    return shelter(rows(now.unit(fire.target))[row], shelters(now, fire)[row], fire.crossfire)


def saving(now: GameState, fire: Volley, hits: tuple[tuple[Hit, int], ...]) -> tuple[Group, ...]:
    """Those who have a save at all."""
    return _sorted_out(now.unit(fire.target), now.options, now.scratch.get("hit_before"), fire, hits)[1]


@lru_cache(maxsize=4096)
def _sorted_out(
    target: Unit, options: Map[Value], before: Value, fire: Volley, hits: tuple[tuple[Hit, int], ...]
) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Who is hit, and who of them saves: a table of one, since odds ask for the same few
    thousands of times."""
    alone = GameState("", Map({target.id: target}), options=options).note(hit_before=before)
    groups = grouped(marks(alone, fire), hits)
    return groups, tuple(group for group in groups if can_save(alone, sheltered(alone, fire, group[0]), group[1]))


def outcomes(
    now: GameState, fire: Volley, hits: tuple[tuple[Hit, int], ...], survivors: tuple[int, ...]
) -> tuple[tuple[Group, int], ...]:
    """Each group and how many of it survive; without a save nobody does."""
    alive = dict(zip(saving(now, fire, hits), survivors, strict=True))
    return tuple((group, alive.get(group, 0)) for group in shared(now, fire, hits))


def names(key: str, count: int) -> tuple[str, ...]:
    """A check alone is called like its prompt, several are numbered."""
    return (key,) if count == 1 else tuple(f"{key}:{n}" for n in range(count))


def fallen(
    state: GameState, survivors: tuple[int, ...], fire: Volley, hits: tuple[tuple[Hit, int], ...], key: str
) -> GameState:
    """Whose saves failed dies; what that costs in markers is remembered until all is resolved
    (EPIC-44, 145, 156)."""
    lines = rows(state.unit(fire.target))
    dead, ended = [0] * len(lines), outcomes(state, fire, hits, survivors)
    if any(engine(row) for row in lines):
        state = shields_drop(state, fire.target, marks(state, fire), hits)
    for (row, taken, count), alive in ended:
        on_engine = taken[0].on >= 0
        dead[row] += 0 if on_engine else count - alive
        state = counted(state, lines[row], taken, count, 0 if on_engine else count - alive)
    if state.reading("macro_pass") == "continue":
        state = state.note(hit_before=met(state, fire, hits, survivors))
    return hurt(lose(state, fire.target, tuple(dead)), fire.target, wounds(ended)).note(saved_once=True)


def met(
    now: GameState, fire: Volley, hits: tuple[tuple[Hit, int], ...], survivors: tuple[int, ...]
) -> tuple[tuple[int, int, int], ...]:
    """Row, hits met, survivors that met them: by one reading the macro-weapon pass goes on from
    there; of war engines each with the places it has filled (EPIC-51, 171)."""
    marked = marks(now, fire)
    filled = [
        (mark.row, sum(places(hit, mark) for hit in taken), 1)
        for mark, taken in zip(marked, handed_out(marked, hits), strict=True)
        if mark.screen
    ]
    others = [
        (row, len(taken), alive) for (row, taken, _), alive in outcomes(now, fire, hits, survivors) if taken[0].on < 0
    ]
    return (*filled, *others)


def counted(state: GameState, row: Row, taken: tuple[Hit, ...], units: int, dead: int) -> GameState:
    """Markers for units lost, or for each hit of a disrupt weapon; none for expendables
    (EPIC-44, 56, 145, 156)."""
    if row.has("expendable") and not state.noted("all_expendable"):
        return state
    disrupting = sum(hit.has("disrupt") for hit in taken)
    plain = dead if disrupting < len(taken) else 0
    crossfire = dead if state.reading("disrupt_crossfire") == "extra" else plain
    return state.note(owed=state.noted("owed") + plain + units * disrupting, dead=state.noted("dead") + crossfire)


def shared(now: GameState, fire: Volley, hits: tuple[tuple[Hit, int], ...]) -> tuple[Group, ...]:
    """The hits of a pass on the units that stand now."""
    return _sorted_out(now.unit(fire.target), now.options, now.scratch.get("hit_before"), fire, hits)[0]


def marks(now: GameState, fire: Volley) -> tuple[Mark, ...]:
    """The units of the target one by one, front to back (EPIC-49)."""
    covers, before = shelters(now, fire), now.scratch.get("hit_before")
    hit: list[tuple[int, int, int]] = list(before) if isinstance(before, tuple) else []  # type: ignore[arg-type]  # made by met
    found = []
    unit = now.unit(fire.target)
    for row in rows(unit):
        counts = sorted(hits for at, hits, units in hit if at == row.at for _ in range(units))[: row.left][::-1]
        kind, hidden = unit.word("units", row.at, 1, "type"), covers[row.at].hidden
        found += [
            Mark(row.at, kind, row.weight, hidden, before=hits, screen=screen)
            for hits, screen in zip((*counts, *(0,) * (row.left - len(counts))), screens(now, unit, row), strict=True)
        ]
    return tuple(mark for mark in found if fire.manner != "pin_point" or mark.type == "WE")


def shelters(now: GameState, fire: Volley) -> tuple[Cover, ...]:
    """What covers each row of the target (EPIC-69, 73)."""
    unit = now.unit(fire.target)
    return tuple(
        cover_of(now, row, fire.ground(row.at), fire.touching, bool(unit.count("overwatch"))) for row in rows(unit)
    )


def to_hit(now: GameState, fire: Volley) -> Prompt:
    """One die for each shot (EPIC-45)."""
    target = now.unit(fire.target)
    by = now.unit(fire.by) if fire.by else None
    checks = tuple(
        hit_check(name, shot.dice, aimed(now, fire, shot))
        for name, shot in zip(names(fire.named("to_hit"), len(fire.shots)), fire.shots, strict=True)
    )
    text = (
        say("{attacker} fires at {target}", attacker=by.name, target=target.name)
        if by
        else say("fire at {target}", target=target.name)
    )
    about = (*((fire.by,) if by else ()), fire.target)
    return Prompt(fire.named("to_hit"), "roll", by.seat if by else 1 - target.seat, text, EPIC_45, about, checks)


def aimed(now: GameState, fire: Volley, shot: Shot) -> Aim:
    """Cover counts where all that this shot can hit are in it, or some and it is not waived;
    overwatch knows no order, and supporting fire no modifier at all (EPIC-46, 47, 90, 152, 260,
    264)."""
    some = any(hidden(now, fire, shot)) and not in_effect(now, fire, shot).waived and "ignore_cover" not in shot.traits
    if fire.manner == "support":
        return Aim(shot.value)
    return Aim(shot.value, fire.order if not fire.manner else "", some)


def hidden(now: GameState, fire: Volley, shot: Shot) -> tuple[bool, ...]:
    """Whether each unit that a shot can hit is in cover (EPIC-46)."""
    hit = hit_of(shot._replace(waived=False), shot.victim)
    return tuple(mark.hidden for mark in marks(now, fire) if reaches(hit, mark))


def in_effect(now: GameState, fire: Volley, shot: Shot) -> Shot:
    """The -1 is waived only where somebody stands in the open (EPIC-47)."""
    return shot._replace(waived=False) if all(hidden(now, fire, shot)) else shot


def whom(now: GameState, fire: Volley, n: int) -> Prompt:
    """The shooter picks a sniper's victim (EPIC-146, 256)."""
    hit = hit_of(fire.shots[n], -1)
    able = {mark.row for mark in marks(now, fire) if reaches(hit, mark)} or {0}
    lines = rows(now.unit(fire.target))
    options = tuple(Option(str(row), say("{unit}", unit=lines[row].name)) for row in sorted(able))
    worth = ("leader", "supreme_commander", "commander", "inspiring")
    first = next((row for row in sorted(able) if lines[row].characters or lines[row].has(*worth)), min(able))
    return Prompt(
        f"sniper:{n}",
        "choice",
        1 - now.unit(fire.target).seat,
        say("whom does the sniper hit?"),
        EPIC_146,
        (fire.target,),
        options=options,
        default=str(first),
    )


def settled(state: GameState, fire: Volley) -> Procedure:
    """Markers for the losses; then the break check, and a withdrawal; after supporting fire
    nothing before the assault's result, and beside a barrage nothing before its own (EPIC-43,
    52, 93, 257, 273)."""
    if fire.manner == "support" or not fire.settles:
        return state
    target, broken = fire.target, bool(state.noted("broken_before"))
    first = fire.markers if broken and state.reading("broken_bm_timing") == "after" else 0
    owed = markers_owed(state, fire)
    state = judged(placed(state, target, owed + first), target).note(placed=0 if broken else owed + fire.markers)
    if pending(state, target):
        key = "critical:markers" if state.noted("saved_once") else "critical"
        state = yield from call(state, task(criticals, formation=target, key=key))
    if has_broken(state, target) and not broken:
        return (yield from withdrawal(state, target))
    return (yield from bail_out(state, target, str(state.scratch.get("last_hit", "normal")), True))


def markers_owed(now: GameState, fire: Volley) -> int:
    """For the losses, one more for the first in a crossfire; a war engine counts by its damage
    (EPIC-44, 56, 175)."""
    wreck = "hurt" if now.reading("crossfire_we") == "first_damage" else "wrecked"
    crossed = fire.crossfire and (now.noted("dead") > 0 or now.noted(f"{wreck}:{fire.target}") > 0)
    return now.noted("owed") + now.noted(f"shock:{fire.target}") + crossed
