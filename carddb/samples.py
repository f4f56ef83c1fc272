"""Ready armies: a newcomer picks one for each side and begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from carddb.armies import Army, Row, expanded
from carddb.cards import Card
from carddb.starter import starter_cards
from engine.values.maps import EMPTY, Map, Value, pairs
from engine.values.texts import Text, say


class Sample(NamedTuple):
    """A ready army: its name, the seat that usually plays it, and its cards, one for each unit."""

    name: Text
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """A ready army as rows of cards of the starter pack, with numbers or with options."""

    name: Text
    seat: int
    counts: Mapping[str, int]
    terms: Map[Value] = EMPTY
    list: str = ""
    special: tuple[Row, ...] = ()

    def army(self, game: str, key: str = "sample", name: str = "sample") -> Army:
        """The ready army in the form of a player's own."""
        rows = (*(Row(card, count) for card, count in self.counts.items()), *self.special)
        return Army(key, game, name, rows, self.terms, self.list)


AAM = (
    Roster(
        say("German patrol, about 1942"),
        0,
        {
            "aam-r-panzer-iv-ausf-g": 1,
            "aam-r-panzer-iv-ausf-g-early": 1,
            "aam-r-ss-haupsturmfuhrer": 1,
            "aam-r-mg-42-machine-gun-team": 1,
            "aam-r-pak-38-anti-tank-gun": 1,
            "aam-r-motorized-schutzen": 5,
            "aam-r-bmw-r75": 2,
        },
    ),
    Roster(
        say("Japanese outpost, about 1942"),
        0,
        {
            "aam-r-type-97-chi-ha": 2,
            "aam-r-type-95-ha-go": 2,
            "aam-r-type-89b-chi-ro": 1,
            "aam-r-type-87-armored-car": 1,
            "aam-r-snlf-captain": 1,
            "aam-r-type-92-machine-gun-team": 2,
            "aam-r-arisaka-rifleman": 5,
        },
    ),
    Roster(
        say("American column, about 1942"),
        1,
        {
            "aam-r-m4a1-sherman": 1,
            "aam-r-early-m4a1-sherman": 1,
            "aam-r-red-devil-captain": 1,
            "aam-r-mortar-m2": 1,
            "aam-r-37mm-gun-m3": 1,
            "aam-r-bazooka": 2,
            "aam-r-m1-garand-rifle": 6,
            "aam-r-resourceful-hero": 1,
        },
    ),
    Roster(
        say("Soviet advance, about 1942"),
        1,
        {
            "aam-r-t-34-76-model-1942": 1,
            "aam-r-t-26b": 2,
            "aam-r-commissar": 1,
            "aam-r-veteran-nco": 1,
            "aam-r-zis-42-half-track": 1,
            "aam-r-cossack-cavalrymen": 4,
            "aam-r-soviet-conscript": 5,
        },
    ),
)
FRONT = (
    Roster(
        say("Practice deck: tanks of the Axis"),
        0,
        {
            "front-type-97-chi-ha": 2,
            "front-training-bison-tank": 2,
            "front-training-marten-light-tank": 3,
            "front-training-slate-riflemen": 3,
            "front-training-granite-howitzer": 1,
            "front-training-kestrel-fighter": 1,
        },
    ),
    Roster(
        say("Practice deck: air and sea of the Axis"),
        0,
        {
            "front-training-kestrel-fighter": 2,
            "front-training-stork-bomber": 2,
            "front-training-windrose-destroyer": 2,
            "front-training-ironwood-battleship": 1,
            "front-training-juniper-riflemen": 3,
            "front-training-ember-mine-layers": 2,
        },
    ),
    Roster(
        say("Practice deck: tanks of the Allies"),
        1,
        {
            "front-m4-sherman": 3,
            "front-m7-priest": 1,
            "front-training-foundry-tank": 2,
            "front-training-copper-rifles": 3,
            "front-training-quarry-bazookas": 2,
            "front-training-heron-fighter": 1,
        },
    ),
    Roster(
        say("Practice deck: air and sea of the Allies"),
        1,
        {
            "front-training-heron-fighter": 2,
            "front-training-pelican-bomber": 2,
            "front-training-saltmarsh-destroyer": 2,
            "front-training-breakwater-cruiser": 1,
            "front-training-lantern-rifles": 3,
            "front-training-bramble-scout-car": 2,
        },
    ),
)
DUST = (
    Roster(
        say("Practice army: Axis patrol"),
        0,
        {
            "dust-training-basalt-riflemen": 2,
            "dust-training-flint-tank-hunters": 1,
            "dust-training-ember-squad": 1,
            "dust-training-granite-heavies": 1,
            "dust-training-obsidian-walker": 1,
            "dust-training-onyx-scout": 1,
        },
        special=(Row("dust-training-major-quartz", joins="dust-training-basalt-riflemen"),),
    ),
    Roster(
        say("Practice army: Axis guns"),
        0,
        {
            "dust-training-marble-command": 1,
            "dust-training-basalt-riflemen": 1,
            "dust-training-schist-marksmen": 1,
            "dust-training-pumice-mortar-walker": 1,
            "dust-training-obsidian-walker": 1,
            "dust-training-gravel-runners": 1,
            "dust-training-sergeant-gneiss": 1,
        },
    ),
    Roster(
        say("Practice army: Allied patrol"),
        1,
        {
            "dust-training-birch-rifles": 2,
            "dust-training-rowan-rocket-team": 1,
            "dust-training-hazel-flame-squad": 1,
            "dust-training-maple-heavies": 1,
            "dust-training-oak-walker": 1,
            "dust-training-willow-scout": 1,
        },
        special=(Row("dust-training-captain-larch", joins="dust-training-birch-rifles"),),
    ),
    Roster(
        say("Practice army: Allied guns"),
        1,
        {
            "dust-training-cedar-command": 1,
            "dust-training-birch-rifles": 1,
            "dust-training-fir-marksmen": 1,
            "dust-training-elm-rocket-walker": 1,
            "dust-training-oak-walker": 1,
            "dust-training-aspen-runners": 1,
            "dust-training-sergeant-yew": 1,
        },
    ),
)


def _deck(army: str, **counts: int) -> Mapping[str, int]:
    return {f"2gm-training-{army}-{name.replace('_', '-')}": count for name, count in counts.items()}


TWOGM = (
    Roster(
        say("Practice deck: Grey infantry"),
        0,
        _deck(
            "grey",
            hq=1,
            rifles=8,
            assault_infantry=6,
            rangers=2,
            command_group=2,
            medics=2,
            truck=3,
            medium_tank=3,
            field_gun=3,
            flak_gun=1,
            fighter=1,
            barrage=1,
            veterans=2,
            supplies=3,
        ),
    ),
    Roster(
        say("Practice deck: Grey tanks"),
        0,
        _deck(
            "grey",
            hq=1,
            rifles=6,
            assault_infantry=3,
            command_group=2,
            scout_car=2,
            light_tank=4,
            medium_tank=4,
            heavy_tank=2,
            field_gun=1,
            flak_gun=1,
            fighter=1,
            bomber=1,
            barrage=1,
            veterans=2,
            supplies=2,
        ),
    ),
    Roster(
        say("Practice deck: Blue infantry"),
        1,
        _deck(
            "blue",
            hq=1,
            rifles=8,
            assault_infantry=6,
            rangers=2,
            command_group=2,
            medics=2,
            truck=3,
            medium_tank=3,
            field_gun=3,
            flak_gun=1,
            fighter=1,
            barrage=1,
            veterans=2,
            supplies=3,
        ),
    ),
    Roster(
        say("Practice deck: Blue tanks"),
        1,
        _deck(
            "blue",
            hq=1,
            rifles=6,
            assault_infantry=3,
            command_group=2,
            scout_car=2,
            light_tank=4,
            medium_tank=4,
            heavy_tank=2,
            field_gun=1,
            flak_gun=1,
            fighter=1,
            bomber=1,
            barrage=1,
            veterans=2,
            supplies=2,
        ),
    ),
)
EPIC = (
    Roster(
        say("Steel Legion, 2,000 points"),
        0,
        {
            "epic-steel-infanterie-mecanisee": 1,
            "epic-steel-peloton-de-leman-russ": 1,
            "epic-steel-batterie-basilisks": 1,
            "epic-steel-batterie-aa": 1,
            "epic-steel-sentinelles": 1,
            "epic-steel-thunderbolts-x2": 1,
        },
        pairs(limit=2000),
        "steel-legion",
        (Row("epic-steel-qg-regimentaire", 1, ("flak", "griffons")),),
    ),
    Roster(
        say("Space Marines, 2,000 points"),
        0,
        {
            "epic-marines-devastator": 1,
            "epic-marines-terminator": 1,
            "epic-marines-land-speeders": 1,
            "epic-marines-whirlwinds": 1,
            "epic-marines-scouts": 1,
            "epic-marines-predators-destructor": 1,
            "epic-marines-thunderhawk": 1,
        },
        pairs(limit=2000),
        "space-marines",
        (Row("epic-marines-tactique", 1, ("captain",)),),
    ),
    Roster(
        say("Ork horde, 2,000 points"),
        1,
        {
            "epic-orks-bande-de-guerre-x2": 1,
            "epic-orks-bande-de-guerre": 1,
            "epic-orks-kulte-d-la-vitesse": 1,
            "epic-orks-brigade-blitz": 1,
            "epic-orks-batterie-de-grokalibr": 1,
            "epic-orks-kommandos": 1,
            "epic-orks-krabouillators": 1,
            "epic-orks-super-krabouillator": 1,
            "epic-orks-chassa-bombas-x4": 1,
        },
        pairs(limit=2000),
        "orks",
    ),
    Roster(
        say("Ork cult of speed, 2,000 points"),
        1,
        {
            "epic-orks-kulte-d-la-vitesse-x2": 1,
            "epic-orks-kulte-d-la-vitesse": 1,
            "epic-orks-brigade-blitz-x2": 1,
            "epic-orks-brigade-blitz": 1,
            "epic-orks-chokboyz": 1,
            "epic-orks-kommandos": 1,
            "epic-orks-bande-de-guerre": 1,
            "epic-orks-batterie-de-grokalibr": 1,
            "epic-orks-chassa-bombas-x6": 1,
        },
        pairs(limit=2000),
        "orks",
    ),
)
ROSTERS: Mapping[str, tuple[Roster, ...]] = {"aam": AAM, "dust": DUST, "2gm": TWOGM, "epic": EPIC, "front": FRONT}


@cache
def sample_armies(game: str) -> tuple[Sample, ...]:
    """All ready armies of a game, those of seat 0 first; none for a game that has none."""
    return tuple(
        Sample(roster.name, roster.seat, tuple(card for _, card in expanded(starter_cards(game), roster.army(game))))
        for roster in ROSTERS.get(game, ())
    )
