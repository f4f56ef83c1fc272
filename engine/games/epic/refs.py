"""Every numbered rule: its id, the section of the source it stands in, and our one line for it."""

from engine.values.model import Ref

EPIC_01 = Ref("EPIC-01", "PRINCIPE DE BASE", "A unit is one vehicle model or one infantry stand")
EPIC_02 = Ref("EPIC-02", "PRINCIPE DE BASE",
              "The units of a formation stay in one chain with gaps of at most 5 cm: its coherency")
EPIC_03 = Ref("EPIC-03", "PRINCIPE DE BASE",
              "Formations gather blast markers from enemy fire, lost units, assaults and failed action tests")
EPIC_04 = Ref("EPIC-04", "SÉQUENCE DE JEU",
              "A turn: strategy phase, action phase, then end of turn with rallying and the victory check")
EPIC_05 = Ref("EPIC-05", "SÉQUENCE DE JEU",
              "Strategy roll: D6 + strategy rating each; the higher total chooses to act first or second")
EPIC_06 = Ref("EPIC-06", "SÉQUENCE DE JEU",
              "Tied strategy roll: last turn's loser wins it; on turn 1 roll a D6 each until one is higher")
EPIC_07 = Ref("EPIC-07", "SÉQUENCE DE JEU",
              "Players alternate activating one unbroken formation; each formation acts once per turn")
EPIC_08 = Ref("EPIC-08", "SÉQUENCE DE JEU",
              "You must activate while you can; when the opponent has no formation left you go on without penalty")
EPIC_09 = Ref("EPIC-09", "LA PHASE D'ACTION",
              "To activate: pick an unbroken formation, declare its action, then take the action test")
EPIC_10 = Ref("EPIC-10", "LA PHASE D'ACTION", "Action test: roll a D6; the formation's initiative value or more passes")
EPIC_11 = Ref("EPIC-11", "LA PHASE D'ACTION",
              "Action test: -1 with any blast marker, -1 to retain the initiative; an unmodified 1 may still pass")
EPIC_12 = Ref("EPIC-12", "LA PHASE D'ACTION", "Action test passed: the formation carries out the action it declared")
EPIC_13 = Ref("EPIC-13", "LA PHASE D'ACTION",
              "Action test failed: 1 blast marker, then Hold; if that marker breaks the formation it withdraws instead")
EPIC_14 = Ref("EPIC-14", "LA PHASE D'ACTION", "Advance: one move, then shoot")
EPIC_15 = Ref("EPIC-15", "LA PHASE D'ACTION", "Double: two moves, then shoot at -1 to hit")
EPIC_16 = Ref("EPIC-16", "LA PHASE D'ACTION",
              "March: three moves, no shooting; until the turn ends no flak, no assault support, no help to crossfire")
EPIC_17 = Ref("EPIC-17", "LA PHASE D'ACTION", "Engage: the formation charges and fights an assault")
EPIC_18 = Ref("EPIC-18", "LA PHASE D'ACTION", "Sustained Fire: no move, shoot at +1 to hit; not for a formation out of coherency")
EPIC_19 = Ref("EPIC-19", "LA PHASE D'ACTION",
              "Overwatch: the formation waits to fire at a moving enemy; not for one out of coherency")
EPIC_20 = Ref("EPIC-20", "LA PHASE D'ACTION", "Marshal: shoot at -1 to hit then regroup, or make one move then regroup")
EPIC_21 = Ref("EPIC-21", "LA PHASE D'ACTION",
              "Hold: one move, or shooting without modifier, or regrouping; the only action after a failed test")
EPIC_22 = Ref("EPIC-22", "LA PHASE D'ACTION", "A formation out of coherency must take an action with a move in it, and move")
EPIC_23 = Ref("EPIC-23", "LA PHASE D'ACTION",
              "Retaining the initiative: after any action but Hold a different formation may act at once, testing at -1")
EPIC_24 = Ref("EPIC-24", "LA PHASE D'ACTION",
              "After a retained activation, passed or failed, the opponent plays: never retain twice in a row")
EPIC_25 = Ref("EPIC-25", "MOUVEMENT",
              "Each move goes up to the unit's speed with free turning; several moves are made one by one")
EPIC_26 = Ref("EPIC-26", "MOUVEMENT", "No unit may ever move over or through an enemy unit")
EPIC_27 = Ref("EPIC-27", "MOUVEMENT", "A unit passes through a friendly one only if either of the two is infantry")
EPIC_28 = Ref("EPIC-28", "MOUVEMENT", "Zone of control: 5 cm around every unit; only an Engage action may enter an enemy's")
EPIC_29 = Ref("EPIC-29", "MOUVEMENT", "A unit touching an enemy has no zone of control; a broken unit keeps its own")
EPIC_30 = Ref("EPIC-30", "MOUVEMENT",
              "A unit starting its action in an enemy zone of control must charge that enemy or leave the zone")
EPIC_31 = Ref("EPIC-31", "MOUVEMENT",
              "Coherency is checked after every move: units left out are destroyed, 1 blast marker for each")
EPIC_32 = Ref("EPIC-32", "MOUVEMENT", "A transport picks a unit up by touching it during its own move, then moves on at no cost")
EPIC_33 = Ref("EPIC-33", "MOUVEMENT", "Transports other than war engines carry only units of their own formation")
EPIC_34 = Ref("EPIC-34", "MOUVEMENT", "A unit does not move on its own during the move in which it embarks")
EPIC_35 = Ref("EPIC-35", "MOUVEMENT", "Units disembark at the end of any move except the one in which they embarked")
EPIC_36 = Ref("EPIC-36", "MOUVEMENT",
              "Disembark within 5 cm: in contact with the enemy in an Engage, else outside enemy zones of control")
EPIC_37 = Ref("EPIC-37", "MOUVEMENT",
              "Units may embark or disembark in charges and counter-charges unless their transport touches two enemies")
EPIC_38 = Ref("EPIC-38", "TIRER", "A formation shoots at one enemy formation only; its fire is never split")
EPIC_39 = Ref("EPIC-39", "TIRER",
              "Terrain blocks line of sight; into or out of it a unit sees through at most 10 cm of that terrain")
EPIC_40 = Ref("EPIC-40", "TIRER", "Among units, only war engines block line of sight")
EPIC_41 = Ref("EPIC-41", "TIRER",
              "Suppression: each blast marker on the firing formation silences one unit able to shoot, rearmost first")
EPIC_42 = Ref("EPIC-42", "TIRER",
              "AP fire is for infantry, AT fire for armoured vehicles; a weapon with both uses one of them per turn")
EPIC_43 = Ref("EPIC-43", "TIRER",
              "Shooting: blast marker, to-hit dice, normal hits, macro-weapon hits, markers for losses and break test")
EPIC_44 = Ref("EPIC-44", "TIRER",
              "Fire from any unsuppressed unit gives the target 1 blast marker, harmed or not, plus 1 per unit destroyed")
EPIC_45 = Ref("EPIC-45", "TIRER", "To hit: a D6 per shot, the weapon's value or more hits; an unmodified 1 always misses")
EPIC_46 = Ref("EPIC-46", "TIRER", "To hit: target in cover -1, firer on Double or Marshal -1, firer on Sustained Fire +1")
EPIC_47 = Ref("EPIC-47", "TIRER",
              "Target partly in cover: the -1 may be waived per type of fire, its hits then go only to units in the open")
EPIC_48 = Ref("EPIC-48", "TIRER",
              "Needing 7 to hit: a 6 then 4 or more; 8: a 6 then 5 or more; 9: a 6 then a 6; 10 is impossible")
EPIC_49 = Ref("EPIC-49", "TIRER",
              "The defender allocates hits front to back to suitable units in sight and range, one each before any second")
EPIC_50 = Ref("EPIC-50", "TIRER", "One save per hit, armour or cover: the value or more on a D6; a failed save destroys the unit")
EPIC_51 = Ref("EPIC-51", "TIRER",
              "Normal hits are allocated and saved first, then macro-weapon hits start again at the front survivors")
EPIC_52 = Ref("EPIC-52", "TIRER", "The target is checked for breaking only when all the fire of the action is resolved")
EPIC_53 = Ref("EPIC-53", "BONUS DE FEU CROISÉ",
              "Crossfire: a line of at most 45 cm from the firing formation to another friendly one crosses a target unit")
EPIC_54 = Ref("EPIC-54", "BONUS DE FEU CROISÉ",
              "Crossfire: the helping unit must see a target unit, range aside, and be neither broken nor marching")
EPIC_55 = Ref("EPIC-55", "BONUS DE FEU CROISÉ",
              "Crossfire: every unit of the target saves at -1, armour or cover, but not on its invulnerable save")
EPIC_56 = Ref("EPIC-56", "BONUS DE FEU CROISÉ", "Crossfire: the first unit destroyed gives 2 blast markers instead of 1")
EPIC_57 = Ref("EPIC-57", "BARRAGE D'ARTILLERIE",
              "A formation fires one barrage: add the barrage points of unsuppressed units in range and line of sight")
EPIC_58 = Ref("EPIC-58", "BARRAGE D'ARTILLERIE",
              "Barrage points give 0-2 extra templates, 0-4 extra blast markers, AP 6+ to 4+, AT 6+ or 5+; at most 18 count")
EPIC_59 = Ref("EPIC-59", "BARRAGE D'ARTILLERIE",
              "Barrage template 7.5 cm: the first covers the most target units possible within range and line of sight")
EPIC_60 = Ref("EPIC-60", "BARRAGE D'ARTILLERIE",
              "Extra templates touch the first, never overlap, cover the most target units; range and sight do not matter")
EPIC_61 = Ref("EPIC-61", "BARRAGE D'ARTILLERIE",
              "Every unit under the templates, friend or foe, is rolled for once; each formation takes its own blast markers")
EPIC_62 = Ref("EPIC-62", "ÉTAT D'ALERTE",
              "Overwatch fire comes right after an enemy formation ends a move or disembarks troops, and is aimed at it")
EPIC_63 = Ref("EPIC-63", "ÉTAT D'ALERTE", "Once it has fired, a formation is no longer on overwatch")
EPIC_64 = Ref("EPIC-64", "ÉTAT D'ALERTE",
              "Overwatch lasts until the formation fires or acts in the next turn; firing is its action of that turn")
EPIC_65 = Ref("EPIC-65", "ÉTAT D'ALERTE",
              "If all your unactivated formations are on overwatch, they may all stay so untested: your phase is over")
EPIC_66 = Ref("EPIC-66", "TERRAIN",
              "Dangerous terrain: a D6 per unit for each move in it; on a 1 it is destroyed, no save, no blast marker")
EPIC_67 = Ref("EPIC-67", "TERRAIN",
              "Moving cautiously: speed falls to 5 cm, and a failed dangerous-terrain test is re-rolled once")
EPIC_68 = Ref("EPIC-68", "TERRAIN", "Impassable terrain can never be crossed, except over the top by units that fly or jump")
EPIC_69 = Ref("EPIC-69", "TERRAIN", "Cover: units in terrain partly hiding them from the firer are shot at with -1 to hit")
EPIC_70 = Ref("EPIC-70", "TERRAIN",
              "Infantry touching an armoured vehicle or war engine is in cover: -1 to be hit, but no cover save")
EPIC_71 = Ref("EPIC-71", "TERRAIN",
              "Infantry may use the terrain's cover save instead of its armour save, on top of the -1 to be hit")
EPIC_72 = Ref("EPIC-72", "TERRAIN",
              "Fortifications and bunkers give cover and thick rear armour; vehicles enter only those built for them")
EPIC_73 = Ref("EPIC-73", "TERRAIN",
              "Infantry on overwatch in the open or on a bare hill is in cover with a 5+ cover save until it fires")
EPIC_74 = Ref("EPIC-74", "TERRAIN", "A hill counts as open ground, or as whatever terrain covers it")
EPIC_75 = Ref("EPIC-75", "TERRAIN", "A unit making its whole move on a road may go 5 cm farther, but not in a counter-charge")
EPIC_76 = Ref("EPIC-76", "TERRAIN",
              "Road March: a formation wholly on a road passes its test automatically; all three moves stay on the road")
EPIC_77 = Ref("EPIC-77", "TERRAIN",
              "Terrain table: infantry cover saves from 3+ to 6+, dangerous or impassable ground by type of unit")
EPIC_78 = Ref("EPIC-78", "ASSAULTS", "Formations are intermingled when their nearest units are 5 cm or less apart")
EPIC_79 = Ref("EPIC-79", "ASSAULTS",
              "Charge move: one move, free in direction, that may enter the target's zones of control to reach contact")
EPIC_80 = Ref("EPIC-80", "ASSAULTS", "Chargers may not cross the zones of control of formations other than the target")
EPIC_81 = Ref("EPIC-81", "ASSAULTS",
              "At most two units contact one defender; each engages the nearest enemy whose zone of control it entered")
EPIC_82 = Ref("EPIC-82", "ASSAULTS", "A defender in contact loses its zone of control, so later chargers may pass it by")
EPIC_83 = Ref("EPIC-83", "ASSAULTS",
              "Counter-charge: 10 cm at speed 30 cm or more, else up to 5, straight to the nearest enemy; no overwatch fire")
EPIC_84 = Ref("EPIC-84", "ASSAULTS",
              "Directly engaged: fighting formations' units within 15 cm of an enemy of the assault after all charges")
EPIC_85 = Ref("EPIC-85", "ASSAULTS",
              "Assault step 1: choose any enemy formation and, if wished, those intermingled with it; they count as one")
EPIC_86 = Ref("EPIC-86", "ASSAULTS",
              "Assault step 2: charge; with no attacker within 15 cm of the target there is no assault, the action ends")
EPIC_87 = Ref("EPIC-87", "ASSAULTS",
              "Assault step 3: defending units not in contact may counter-charge, even if broken or already activated")
EPIC_88 = Ref("EPIC-88", "ASSAULTS",
              "Attacking-side formations contacted by counter-chargers are drawn in; all attackers count as one")
EPIC_89 = Ref("EPIC-89", "ASSAULTS",
              "Assault step 4: all strike at once, close combat in contact, firefight within 15 cm in line of sight")
EPIC_90 = Ref("EPIC-90", "ASSAULTS",
              "Assault attacks: a D6 per unit against its close combat or firefight value, unmodified, no suppression")
EPIC_91 = Ref("EPIC-91", "ASSAULTS", "Assault hits are allocated and saved as in shooting, but only on directly engaged units")
EPIC_92 = Ref("EPIC-92", "ASSAULTS", "In an assault only the defender may use cover saves")
EPIC_93 = Ref("EPIC-93", "ASSAULTS", "Assault losses give no blast marker and no break test before the result is known")
EPIC_94 = Ref("EPIC-94", "ASSAULTS",
              "After the attacks: defenders all dead, attacker wins; engaged attackers all dead, defender wins; else support")
EPIC_95 = Ref("EPIC-95", "ASSAULTS",
              "Assault step 5: other formations' units within 15 cm and in sight of an engaged enemy use their firefight")
EPIC_96 = Ref("EPIC-96", "ASSAULTS",
              "Broken formations and those that marched cannot give supporting fire; blast markers suppress no supporter")
EPIC_97 = Ref("EPIC-97", "ASSAULTS",
              "Assault step 6: each side rolls 2D6, keeps the higher die and adds its modifiers; the higher total wins")
EPIC_98 = Ref("EPIC-98", "ASSAULTS",
              "Result, +1 for: each kill, each Inspiring, more units, over twice as many, no blast marker, fewer of them")
EPIC_99 = Ref("EPIC-99", "ASSAULTS", "The loser of an assault takes hits equal to the difference, without saves, front to back")
EPIC_100 = Ref("EPIC-100", "ASSAULTS", "A side that wipes out the other wins the assault outright")
EPIC_101 = Ref("EPIC-101", "ASSAULTS",
               "Tied assault: both may counter-charge, attacker first, then another round; earlier kills still count")
EPIC_102 = Ref("EPIC-102", "ASSAULTS",
               "Assault step 7: the loser breaks; a formation already broken when the assault began is destroyed")
EPIC_103 = Ref("EPIC-103", "ASSAULTS",
               "Each formation able to support the loser of an assault takes 1 blast marker, even if it did not fire")
EPIC_104 = Ref("EPIC-104", "ASSAULTS", "Assault step 8: the winner takes 1 blast marker per unit it lost in the assault")
EPIC_105 = Ref("EPIC-105", "ASSAULTS", "A winner broken by its own losses does not withdraw, even with enemies within 15 cm")
EPIC_106 = Ref("EPIC-106", "ASSAULTS", "A winner already broken when the assault began takes no blast markers")
EPIC_107 = Ref("EPIC-107", "ASSAULTS",
               "Winning units may each make a consolidation move of 5 cm, never into an enemy zone of control")
EPIC_108 = Ref("EPIC-108", "SE REGROUPER",
               "Regroup: roll 2D6 and remove as many blast markers as the higher die, plus 1 per Leader")
EPIC_109 = Ref("EPIC-109", "DEMORALISATION",
               "A formation breaks at as many blast markers as units, or by losing an assault; broken, it takes no action")
EPIC_110 = Ref("EPIC-110", "DEMORALISATION",
               "Check for breaking whenever blast markers are taken; its effects wait for the end of the action or assault")
EPIC_111 = Ref("EPIC-111", "DEMORALISATION", "A formation that breaks discards all its blast markers and is marked as broken")
EPIC_112 = Ref("EPIC-112", "DEMORALISATION",
               "A broken formation withdraws right after the action; if broken during its own, at once, losing the rest")
EPIC_113 = Ref("EPIC-113", "DEMORALISATION",
               "Withdrawal: two moves; then within 15 cm of an enemy a unit dies, a war engine takes 1 damage per enemy")
EPIC_114 = Ref("EPIC-114", "DEMORALISATION",
               "Withdrawing units ignore enemy zones of control but cannot pass through enemy units")
EPIC_115 = Ref("EPIC-115", "DEMORALISATION", "A broken formation counts as having as many blast markers as units")
EPIC_116 = Ref("EPIC-116", "DEMORALISATION",
               "Each blast marker a broken formation would take is a hit without save instead, front to back")
EPIC_117 = Ref("EPIC-117", "FIN DU TOUR",
               "End of turn, when all unbroken formations have acted: aircraft leave, effects and shields, rally, victory")
EPIC_118 = Ref("EPIC-118", "FIN DU TOUR",
               "Players alternate rallying formations broken or with blast markers, higher strategy rating first")
EPIC_119 = Ref("EPIC-119", "FIN DU TOUR",
               "Rally test: roll a D6; the formation's initiative value or more after modifiers passes")
EPIC_120 = Ref("EPIC-120", "FIN DU TOUR", "Rally test: -2 if broken, -1 if any enemy unit is within 30 cm")
EPIC_121 = Ref("EPIC-121", "FIN DU TOUR",
               "Rally failed: a broken formation withdraws again; an unbroken one keeps all its blast markers")
EPIC_122 = Ref("EPIC-122", "FIN DU TOUR", "Rally passed: half the blast markers are removed, rounded up, plus 1 per Leader")
EPIC_123 = Ref("EPIC-123", "FIN DU TOUR",
               "A broken formation that rallies has blast markers for half its units, rounded down: 7 units leave 3")
EPIC_124 = Ref("EPIC-124", "UNITÉS SPÉCIALES",
               "Skimmers fly over friends and terrain; no landing on impassable, a test on dangerous; enemies stop them")
EPIC_125 = Ref("EPIC-125", "UNITÉS SPÉCIALES",
               "Pop-up: declared as an action starts, not Sustained Fire or March; counts as a move, ends after the attack")
EPIC_126 = Ref("EPIC-126", "UNITÉS SPÉCIALES",
               "A popped-up transport cannot load or unload; if destroyed, its passengers die without a save")
EPIC_127 = Ref("EPIC-127", "UNITÉS SPÉCIALES",
               "Pop-up: the skimmer nearer the terrain than its target sees over it; at equal distance both see, in cover")
EPIC_128 = Ref("EPIC-128", "UNITÉS SPÉCIALES",
               "A skimmer may use firefight even in contact; enemies in contact with it must then use firefight too")
EPIC_129 = Ref("EPIC-129", "UNITÉS SPÉCIALES",
               "Reinforced armour: failed armour saves are re-rolled; against macro-weapons one save without re-roll")
EPIC_130 = Ref("EPIC-130", "UNITÉS SPÉCIALES",
               "Thick rear armour: crossfire gives no -1 to its saves; the extra blast marker still applies")
EPIC_131 = Ref("EPIC-131", "UNITÉS SPÉCIALES",
               "Inspiring: +1 to the assault result for each such character alive in a fighting formation")
EPIC_132 = Ref("EPIC-132", "UNITÉS SPÉCIALES",
               "Supreme commander: both Commander and Leader, and re-rolls one failed initiative test per turn")
EPIC_133 = Ref("EPIC-133", "UNITÉS SPÉCIALES",
               "Commander: up to 3 formations yet to act within 5 cm join his assault; one test, -1 if any has blast markers")
EPIC_134 = Ref("EPIC-134", "UNITÉS SPÉCIALES", "Scouts: coherency distance 20 cm, zone of control 10 cm")
EPIC_135 = Ref("EPIC-135", "UNITÉS SPÉCIALES",
               "Infiltrators: double speed in a charge, not a counter-charge, ignoring the target's zones of control")
EPIC_136 = Ref("EPIC-136", "UNITÉS SPÉCIALES", "Walkers re-roll failed dangerous-terrain tests")
EPIC_137 = Ref("EPIC-137", "UNITÉS SPÉCIALES", "Each Leader removes 1 more blast marker when the formation regroups or rallies")
EPIC_138 = Ref("EPIC-138", "UNITÉS SPÉCIALES", "Mounted units are vehicles for terrain and infantry for everything else")
EPIC_139 = Ref("EPIC-139", "UNITÉS SPÉCIALES",
               "Living metal: re-rolled save also against macro-weapons and lances; Titan Killer does 1 damage, one save")
EPIC_140 = Ref("EPIC-140", "UNITÉS SPÉCIALES",
               "Stubborn, if all its units are: breaks at 1 blast marker more than units; 1 extra hit fewer for a lost assault")
EPIC_141 = Ref("EPIC-141", "UNITÉS SPÉCIALES",
               "A character joins a unit of its formation, of any type, which gains its abilities and weapons")
EPIC_142 = Ref("EPIC-142", "UNITÉS SPÉCIALES",
               "Jump packs leap friends and terrain; no landing on friends or impassable, a test on dangerous; enemies block")
EPIC_143 = Ref("EPIC-143", "UNITÉS SPÉCIALES",
               "Fearless: no hits for a lost assault or while broken; may stay; withdrawing, dies only within 5 cm of enemies")
EPIC_144 = Ref("EPIC-144", "UNITÉS SPÉCIALES",
               "Invulnerable save: a second save of 6+, never modified, against any attack even if it allows no save")
EPIC_145 = Ref("EPIC-145", "UNITÉS SPÉCIALES",
               "Expendable: its loss or a disrupt hit on it gives no blast marker, but it is a loss in the assault result")
EPIC_146 = Ref("EPIC-146", "UNITÉS SPÉCIALES",
               "Sniper: the attacker chooses the unit hit, in its range and line of sight, and that unit saves at -1")
EPIC_147 = Ref("EPIC-147", "UNITÉS SPÉCIALES",
               "Teleport: arrives before a strategy roll outside enemy zones of control; a D6 per unit, each 1 a blast marker")
EPIC_148 = Ref("EPIC-148", "UNITÉS SPÉCIALES", "Light vehicles can be hit by both AP and AT fire")
EPIC_149 = Ref("EPIC-149", "ARMES SPÉCIALES", "Weapons with an AA value can fire at aircraft")
EPIC_150 = Ref("EPIC-150", "ARMES SPÉCIALES",
               "Extra attacks (+X): X more attacks; another ability of that weapon applies only to these")
EPIC_151 = Ref("EPIC-151", "ARMES SPÉCIALES",
               "First strike: its assault attacks and kills come before the enemy strikes; opposing ones are simultaneous")
EPIC_152 = Ref("EPIC-152", "ARMES SPÉCIALES", "Ignore cover: no -1 to hit for cover, and no cover save")
EPIC_153 = Ref("EPIC-153", "ARMES SPÉCIALES", "Lance: reinforced armour loses its re-roll")
EPIC_154 = Ref("EPIC-154", "ARMES SPÉCIALES",
               "Macro-weapon: no armour or cover save, reinforced armour saves once; any target; cover is still -1 to hit")
EPIC_155 = Ref("EPIC-155", "ARMES SPÉCIALES",
               "Passengers of a transport killed by a macro-weapon save only if they can save against macro-weapons")
EPIC_156 = Ref("EPIC-156", "ARMES SPÉCIALES", "Disrupt: 1 blast marker per hit inflicted instead of per unit destroyed")
EPIC_157 = Ref("EPIC-157", "ARMES SPÉCIALES", "Slow-firing: once fired, the weapon needs one whole turn to reload")
EPIC_158 = Ref("EPIC-158", "ARMES SPÉCIALES",
               "Indirect fire: Sustained Fire only, without line of sight, range doubled but never closer than 30 cm")
EPIC_159 = Ref("EPIC-159", "ARMES SPÉCIALES", "Single shot: the weapon fires once per battle")
EPIC_160 = Ref("EPIC-160", "ARMES SPÉCIALES",
               "Titan Killer (X): no armour or cover save; X damage to a war engine, any other unit is destroyed")
EPIC_161 = Ref("EPIC-161", "ENGINS DE GUERRE", "Damage capacity: each unsaved hit takes 1 point off a war engine, destroyed at 0")
EPIC_162 = Ref("EPIC-162", "ENGINS DE GUERRE", "A war engine is worth as many units as its starting damage capacity")
EPIC_163 = Ref("EPIC-163", "ENGINS DE GUERRE",
               "A war engine failing a dangerous-terrain test: 1 damage without save, critical roll, no blast marker")
EPIC_164 = Ref("EPIC-164", "ENGINS DE GUERRE", "A war engine's coherency distance is 5 cm per point of starting damage capacity")
EPIC_165 = Ref("EPIC-165", "ENGINS DE GUERRE",
               "A war engine loses its 5 cm zone of control to as many enemies in contact as its starting damage capacity")
EPIC_166 = Ref("EPIC-166", "ENGINS DE GUERRE", "A war engine carries units of its own formation like any other transport")
EPIC_167 = Ref("EPIC-167", "ENGINS DE GUERRE",
               "Another formation boards a war engine whole, in one move of its own; the engine may act before, not after")
EPIC_168 = Ref("EPIC-168", "ENGINS DE GUERRE",
               "Off a war engine: within 5 cm, no action that turn, but shooting or assault together with it as one formation")
EPIC_169 = Ref("EPIC-169", "ENGINS DE GUERRE", "Shooting treats war engines as armoured vehicles")
EPIC_170 = Ref("EPIC-170", "ENGINS DE GUERRE",
               "Fire arcs: front, rear, left and right cover 180°; fixed forward covers 45° to either side")
EPIC_171 = Ref("EPIC-171", "ENGINS DE GUERRE",
               "A war engine takes as many hits as its starting damage capacity before another unit takes any")
EPIC_172 = Ref("EPIC-172", "ENGINS DE GUERRE",
               "Mixed formation: before rolling, the attacker declares which attacks aim at war engines, which at the rest")
EPIC_173 = Ref("EPIC-173", "ENGINS DE GUERRE",
               "A template's centre on a war engine makes attacks for half its starting damage capacity, rounded up; else 1")
EPIC_174 = Ref("EPIC-174", "ENGINS DE GUERRE", "Each damage point on a war engine is a critical hit on a D6 roll of 6")
EPIC_175 = Ref("EPIC-175", "ENGINS DE GUERRE", "Each damage point a war engine loses gives its formation 1 blast marker")
EPIC_176 = Ref("EPIC-176", "ENGINS DE GUERRE",
               "War engine destroyed by a critical: extra blast markers equal to the damage capacity it had left")
EPIC_177 = Ref("EPIC-177", "ENGINS DE GUERRE",
               "It takes blast markers equal to its starting damage capacity to suppress a war engine, or to break it")
EPIC_178 = Ref("EPIC-178", "ENGINS DE GUERRE",
               "Each active shield stops one damage point and drops: no save and no blast marker for it")
EPIC_179 = Ref("EPIC-179", "ENGINS DE GUERRE", "Close combat hits ignore shields; firefight and supporting fire do not")
EPIC_180 = Ref("EPIC-180", "ENGINS DE GUERRE", "A war engine gets one downed shield back at the end of each turn")
EPIC_181 = Ref("EPIC-181", "ENGINS DE GUERRE",
               "A regrouping war engine splits its result freely between blast markers removed and shields raised")
EPIC_182 = Ref("EPIC-182", "ENGINS DE GUERRE",
               "A charging war engine may push two target units per point of starting damage capacity, never war engines")
EPIC_183 = Ref("EPIC-183", "ENGINS DE GUERRE", "Up to two units per point of starting damage capacity may contact one war engine")
EPIC_184 = Ref("EPIC-184", "ENGINS DE GUERRE",
               "A war engine has as many assault dice as starting damage capacity, split between close combat and firefight")
EPIC_185 = Ref("EPIC-185", "ENGINS DE GUERRE",
               "Assault result: each damage point is a kill; a war engine counts units for its starting damage capacity")
EPIC_186 = Ref("EPIC-186", "ENGINS DE GUERRE",
               "A war engine losing an assault takes 1 damage per point of difference, without save, with critical rolls")
EPIC_187 = Ref("EPIC-187", "ACTIONS DES AÉRONEFS", "Aircraft stay off the table and enter when they take an action")
EPIC_188 = Ref("EPIC-188", "ACTIONS DES AÉRONEFS",
               "Aircraft action test: -1 per blast marker, and -1 more to retain the initiative")
EPIC_189 = Ref("EPIC-189", "ACTIONS DES AÉRONEFS",
               "Aircraft lose all their blast markers after the action test, passed or failed")
EPIC_190 = Ref("EPIC-190", "ACTIONS DES AÉRONEFS",
               "Aircraft failing their action test stand down for the turn and take no blast marker")
EPIC_191 = Ref("EPIC-191", "ACTIONS DES AÉRONEFS",
               "Interception, fighters and fighter-bombers: enter, approach, flak, attack aircraft, disengage at turn's end")
EPIC_192 = Ref("EPIC-192", "ACTIONS DES AÉRONEFS",
               "Ground attack, any aircraft: enter, approach, flak, attack ground units, disengage at turn's end")
EPIC_193 = Ref("EPIC-193", "ACTIONS DES AÉRONEFS",
               "Combat air patrol lasts until it intercepts a ground attack: untested, before flak, one formation per attack")
EPIC_194 = Ref("EPIC-194", "ACTIONS DES AÉRONEFS", "Stand down: the aircraft do nothing this turn")
EPIC_195 = Ref("EPIC-195", "ACTIONS DES AÉRONEFS",
               "Approach: any distance, ignoring terrain, zones of control and units, which ignore the aircraft too")
EPIC_196 = Ref("EPIC-196", "ACTIONS DES AÉRONEFS",
               "Aircraft fly at least 30 cm straight before each turn: fighters up to 90°, bombers up to 45°")
EPIC_197 = Ref("EPIC-197", "ACTIONS DES AÉRONEFS",
               "Fighter-bombers turn like bombers on the approach of a ground attack, like fighters otherwise")
EPIC_198 = Ref("EPIC-198", "ACTIONS DES AÉRONEFS",
               "Aircraft attack other aircraft with AA weapons only, +1 to hit; terrain blocks no sight, no crossfire")
EPIC_199 = Ref("EPIC-199", "ACTIONS DES AÉRONEFS",
               "Aircraft attack the ground by normal shooting; terrain blocks no sight, no crossfire")
EPIC_200 = Ref("EPIC-200", "ACTIONS DES AÉRONEFS",
               "Flak, from aircraft or ground units: AA weapons only; terrain blocks no sight, no crossfire")
EPIC_201 = Ref("EPIC-201", "ACTIONS DES AÉRONEFS",
               "Flak by aircraft: the enemy must be in arc and range where its approach or disengagement ends")
EPIC_202 = Ref("EPIC-202", "ACTIONS DES AÉRONEFS",
               "Flak by ground units: the enemy need only pass through arc and range at any moment of its move")
EPIC_203 = Ref("EPIC-203", "ACTIONS DES AÉRONEFS",
               "Flak ends no overwatch and prevents no later shooting; broken or marching formations may not use it")
EPIC_204 = Ref("EPIC-204", "ACTIONS DES AÉRONEFS",
               "An AA weapon may fire flak at any number of formations per turn, once at each")
EPIC_205 = Ref("EPIC-205", "ACTIONS DES AÉRONEFS",
               "Ground flak at disengaging aircraft: -1 to hit if the firing unit moved this turn")
EPIC_206 = Ref("EPIC-206", "ACTIONS DES AÉRONEFS",
               "Jink, not for bombers: a 4+ save instead of their own; the formation loses its attack if not yet made")
EPIC_207 = Ref("EPIC-207", "ACTIONS DES AÉRONEFS",
               "Aircraft disengage at the end of the turn before rallying, off any table edge, flying as on the approach")
EPIC_208 = Ref("EPIC-208", "ACTIONS DES AÉRONEFS",
               "Aircraft take 1 blast marker for fire on the approach, 1 on leaving, 1 per loss, 1 off an edge not their own")
EPIC_209 = Ref("EPIC-209", "ACTIONS DES AÉRONEFS", "Flying aircraft are never suppressed or broken, and may not rally")
EPIC_210 = Ref("EPIC-210", "ACTIONS DES AÉRONEFS", "Landed aircraft suffer from blast markers as usual and may rally")
EPIC_211 = Ref("EPIC-211", "ACTIONS DES AÉRONEFS",
               "A transport aircraft takes a ground attack to drop or pick up troops, by the war engine transport rules")
EPIC_212 = Ref("EPIC-212", "ACTIONS DES AÉRONEFS",
               "Transport aircraft destroyed in the air: its passengers are lost, with no save of any kind")
EPIC_213 = Ref("EPIC-213", "ACTIONS DES AÉRONEFS",
               "A landed aircraft has speed 0, no action that turn, and is destroyed by an assault its side loses")
EPIC_214 = Ref("EPIC-214", "ACTIONS DES AÉRONEFS",
               "Landing: approach, flak, land, troops within 5 cm (skimmers, jump packs 15) or aboard, shoot together")
EPIC_215 = Ref("EPIC-215", "ACTIONS DES AÉRONEFS",
               "Air assault: choose the target, land and unload even in zones of control, fight from counter-charges on")
EPIC_216 = Ref("EPIC-216", "VAISSEAUX SPATIAUX",
               "Spacecraft are placed before deployment, naming their arrival turn; never two on the same turn")
EPIC_217 = Ref("EPIC-217", "VAISSEAUX SPATIAUX",
               "Coordinates of drop zones and orbital bombardments are written down in secret beforehand")
EPIC_218 = Ref("EPIC-218", "VAISSEAUX SPATIAUX",
               "A spacecraft passing its action test: orbital bombardment, pin-point attacks, planetfall, then it leaves")
EPIC_219 = Ref("EPIC-219", "VAISSEAUX SPATIAUX",
               "A spacecraft failing its test is only delayed: it tries again on the next turn without another spacecraft")
EPIC_220 = Ref("EPIC-220", "VAISSEAUX SPATIAUX",
               "Orbital bombardment: 12 cm template centred on the coordinates, barrage rules, never crossfire")
EPIC_221 = Ref("EPIC-221", "VAISSEAUX SPATIAUX", "Pin-point attacks: enemy war engines only, split freely, no coordinates needed")
EPIC_222 = Ref("EPIC-222", "VAISSEAUX SPATIAUX",
               "Planetfall: each unit within 15 cm of the drop point, then 2D6 cm astray; passengers leave now or later")
EPIC_223 = Ref("EPIC-223", "VAISSEAUX SPATIAUX",
               "Planetfall off the table destroys; onto bad ground, units or zones of control, the opponent shifts it clear")
EPIC_224 = Ref("EPIC-224", "VAISSEAUX SPATIAUX", "Aircraft arriving by planetfall count as aircraft that landed normally")
EPIC_225 = Ref("EPIC-225", "VAISSEAUX SPATIAUX",
               "Drop pods: 2D6 cm astray, fire at all enemies within 15 cm, 1 blast marker per pod, troops out within 15 cm")
EPIC_226 = Ref("EPIC-226", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Tournament game: 2000 to 6000 points, usually 3000 to 4000, on a table of ideally 120 x 180 cm")
EPIC_227 = Ref("EPIC-227", "SCÉNARIO DES PARTIES DE TOURNOI",
               "At least 12 terrain pieces of 15 to 30 cm; a river has a ford or bridge every 30 cm")
EPIC_228 = Ref("EPIC-228", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Player A, with the higher strategy rating (dice if tied), picks a long edge or a corner; the enemy faces it")
EPIC_229 = Ref("EPIC-229", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Three objectives each: one on your own edge, two in the enemy half at least 30 cm from his edge and the others")
EPIC_230 = Ref("EPIC-230", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Spacecraft are set up next, player A first; units for planetfall are put aside")
EPIC_231 = Ref("EPIC-231", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Reserves, open to view: aircraft, and formations arriving by air transport, teleport or portal")
EPIC_232 = Ref("EPIC-232", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Reserves use no special ability but the supreme commander's re-roll to bring on his own formation")
EPIC_233 = Ref("EPIC-233", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Garrison: half or more scouts; or no war engine and at most one unit over 15 cm speed; or a speed 0 unit")
EPIC_234 = Ref("EPIC-234", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Garrisons: one unit within 15 cm of an objective in your half; none in the enemy half or on impassable ground")
EPIC_235 = Ref("EPIC-235", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Each player may set up to two garrisons on overwatch; unused, it ends with turn 1")
EPIC_236 = Ref("EPIC-236", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Remaining formations deploy alternately, player A first, within 15 cm of their own edge")
EPIC_237 = Ref("EPIC-237", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Objective controlled: your unit within 15 cm at the end of the turn and no enemy unit as near")
EPIC_238 = Ref("EPIC-238", "SCÉNARIO DES PARTIES DE TOURNOI", "Objective contested: both sides have a unit within 15 cm")
EPIC_239 = Ref("EPIC-239", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Units of formations broken, or broken and rallied in this end of turn, neither control nor contest")
EPIC_240 = Ref("EPIC-240", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Control of objectives never lasts by itself: it is judged anew at the end of each turn")
EPIC_241 = Ref("EPIC-241", "SCÉNARIO DES PARTIES DE TOURNOI",
               "A landed aircraft contests at once, but controls no objective on the turn it lands")
EPIC_242 = Ref("EPIC-242", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Victory from the end of turn 3: at least two conditions met and more than the opponent")
EPIC_243 = Ref("EPIC-243", "SCÉNARIO DES PARTIES DE TOURNOI", "Blitzkrieg: control the first objective your opponent placed")
EPIC_244 = Ref("EPIC-244", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Break Their Spirit: the enemy's costliest formation is destroyed, or any one of those tied")
EPIC_245 = Ref("EPIC-245", "SCÉNARIO DES PARTIES DE TOURNOI", "Defend the Flag: control all three objectives in your half")
EPIC_246 = Ref("EPIC-246", "SCÉNARIO DES PARTIES DE TOURNOI", "Take and Hold: control at least two objectives in the enemy half")
EPIC_247 = Ref("EPIC-247", "SCÉNARIO DES PARTIES DE TOURNOI", "They Shall Not Pass: no unbroken enemy formation is in your half")
EPIC_248 = Ref("EPIC-248", "SCÉNARIO DES PARTIES DE TOURNOI", "No winner at the end of turn 4: the game ends with the tie-break")
EPIC_249 = Ref("EPIC-249", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Kill points: full value if destroyed or broken at half strength; half if only broken or only at half strength")
EPIC_250 = Ref("EPIC-250", "SCÉNARIO DES PARTIES DE TOURNOI",
               "A formation's strength: its units, each war engine counting the damage capacity it has left")
EPIC_251 = Ref("EPIC-251", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Score for a lead of 1-4: 26-6 to 32-0 (turn 3), 24-8 to 30-2 (turn 4); else 18-14 over 250 kill points, 16-16")
EPIC_252 = Ref("EPIC-252", "LA PHASE D'ACTION",
               "Hold may be declared freely: it takes the normal test, and the initiative cannot be retained after it")
EPIC_253 = Ref("EPIC-253", "MOUVEMENT",
               "A transport without stated capacity carries one unit; passengers do not move, shoot or have a zone of control")
EPIC_254 = Ref("EPIC-254", "MOUVEMENT",
               "Passengers of a destroyed transport: armour save or 6+ cover save, but none if popped up or in flight")
EPIC_255 = Ref("EPIC-255", "TIRER", "All hits of a pass are allocated before any save; further hits on a unit that dies are lost")
EPIC_256 = Ref("EPIC-256", "TIRER",
               "Shooter picks target, AP or AT, waived cover, sniper victims; defender the saves and among equally near units")
EPIC_257 = Ref("EPIC-257", "TIRER",
               "All weapons fired in one action make one attack: one target, one under-fire blast marker, one break check")
EPIC_258 = Ref("EPIC-258", "BONUS DE FEU CROISÉ",
               "No crossfire for aircraft, flak, orbital fire, drop pods or assaults; overwatch and barrages may claim it")
EPIC_259 = Ref("EPIC-259", "ÉTAT D'ALERTE",
               "Overwatch triggers: each move, charge, pop-up, disembarking; not counter-charge, landing or consolidation")
EPIC_260 = Ref("EPIC-260", "ÉTAT D'ALERTE",
               "Overwatch fire is normal shooting at the formation that moved, with no modifier for the action")
EPIC_261 = Ref("EPIC-261", "ÉTAT D'ALERTE",
               "Overwatch ends by firing, by any other action or forced Hold, and by breaking, but not by blast markers")
EPIC_262 = Ref("EPIC-262", "ÉTAT D'ALERTE",
               "A formation broken by overwatch fire in its own action withdraws at once: no shooting, no assault")
EPIC_263 = Ref("EPIC-263", "TERRAIN",
               "Vehicles and mounted units use the vehicle column: no cover save but 5+ in gun emplacements")
EPIC_264 = Ref("EPIC-264", "TERRAIN",
               "Cover's -1 and its save are separate: macro-weapons deny the save, assaults the -1, Ignore Cover both")
EPIC_265 = Ref("EPIC-265", "ASSAULTS", "Assault hits are neither AP nor AT: any directly engaged enemy unit may take them")
EPIC_266 = Ref("EPIC-266", "ASSAULTS",
               "Supporting fire is simultaneous, hits only engaged enemies in sight within 15 cm, never the supporters")
EPIC_267 = Ref("EPIC-267", "ASSAULTS",
               "The assault result counts blast markers from before its losses, those of overwatch fire at the charge included")
EPIC_268 = Ref("EPIC-268", "ASSAULTS",
               "An extra assault round is complete: attacks, check for a wipe-out, supporting fire and new 2D6")
EPIC_269 = Ref("EPIC-269", "ASSAULTS",
               "Assault ends: loser breaks, its supporters take blast markers, it withdraws; winner takes his, consolidates")
EPIC_270 = Ref("EPIC-270", "ASSAULTS",
               "Combined formations add up units and blast markers in the assault; afterwards each is judged alone")
EPIC_271 = Ref("EPIC-271", "ASSAULTS",
               "A winner broken from the start takes neither blast markers nor the hits that replace them")
EPIC_272 = Ref("EPIC-272", "ASSAULTS",
               "Expendables lost by the winner give it no blast marker, yet each is +1 to the enemy's assault result")
EPIC_273 = Ref("EPIC-273", "DEMORALISATION",
               "On a broken war engine each blast marker is 1 damage without save or shield, with its critical roll")
EPIC_274 = Ref("EPIC-274", "FIN DU TOUR",
               "One rally test per formation and turn; a broken formation that fails withdraws before the next test")
EPIC_275 = Ref("EPIC-275", "FIN DU TOUR",
               "Supreme commander's re-roll: one failed action or rally test per turn, any formation; the second die stands")
EPIC_276 = Ref("EPIC-276", "ENGINS DE GUERRE",
               "Shields meet normal hits first, then macro-weapon and Titan Killer hits; in assaults only firefight hits")
EPIC_277 = Ref("EPIC-277", "ENGINS DE GUERRE",
               "Each damage capacity point lost has its own critical roll; once destroyed, hits still waiting are lost")
EPIC_278 = Ref("EPIC-278", "ENGINS DE GUERRE",
               "A winning war engine takes 1 blast marker per damage point lost, but counts undamaged in the number of units")
EPIC_279 = Ref("EPIC-279", "ACTIONS DES AÉRONEFS",
               "Aircraft blast markers stay over the turn's end; the next action test counts them all and wipes them")
EPIC_280 = Ref("EPIC-280", "ACTIONS DES AÉRONEFS",
               "Flak is neither an action nor the weapon's shooting; aircraft save at once, losses reduce their attack")
EPIC_281 = Ref("EPIC-281", "SCÉNARIO DES PARTIES DE TOURNOI",
               "Set-up: edge or corner, objectives, spacecraft, reserves, garrisons, the rest; player A begins each step")
EPIC_282 = Ref("EPIC-282", "SCÉNARIO DES PARTIES DE TOURNOI",
               "The game ends on turn 3 if somebody has won, else with turn 4; the winner's score stands first")
EPIC_283 = Ref("EPIC-283", "SCÉNARIO DES PARTIES DE TOURNOI",
               "A garrison on overwatch may fire in turn 1 as its action, or take a normal action instead")
EPIC_284 = Ref("EPIC-284", "SCÉNARIO DES PARTIES DE TOURNOI",
               "A teleported formation, on the table before the strategy roll, acts normally with its arrival's blast markers")

REFS = tuple(value for value in list(globals().values()) if isinstance(value, Ref))
