"""Abilities by name: those that change no attack, and those that the table applies by hand."""

ELSEWHERE = (
    "transport", "gun_transport", "large_transport", "heavy_transport", "exposed_transport", "light_artillery",
    "light_towing", "fighting_platform", "mechanized_tactics", "large", "relocate", "strike_and_fade", "aggression",
    "high_gear", "vanguard", "excellent_suspension", "weak_suspension", "poor_suspension", "brushcutters",
    "trench_crossing", "amphibious", "thin_wheels", "mountaineering", "robust", "prone_to_breakdown", "courage", "charge",
    "ss_determination", "hard_charger", "tally_ho", "exert_will", "command_dependent", "bridge_demolition", "demolitions",
    "overrun", "smoke_screen", "spotter", "recon", "organization", "paratrooper", "partisan", "gliderborne",
    "awareness", "battlefield_awareness", "green",
)
BY_HAND = {
    "attacker": (
        "covering_fire", "no_turret", "fixed_gun", "fixed_howitzer", "fixed_rear_gun", "coordinated_fire", "indirect_fire",
        "additional_hull_mounted_cannon", "extra_hull_mounted_cannon", "armor_piercing_rounds", "overheat", "flamethrower",
        "antiair", "ace",
    ),
    "target": ("heavy_armor", "fire_hazard", "highly_flammable", "flammable", "entrenched", "camouflaged",
               "lack_of_determination"),
}
