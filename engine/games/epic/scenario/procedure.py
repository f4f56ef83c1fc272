"""What can be opened: setting up, placing a garrison, and the questions about both."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.scenario import garrison, goals, kill_points, objectives, setup
from engine.games.epic.scenario.situation import Conditions, Garrison, LostFormations, ObjectiveSeen
from engine.playing.opening import Nothing, answers, opens
from engine.values.texts import say

OPENINGS = (
    opens("setup", say("set-up"), refs.EPIC_281, Nothing, setup.set_up),
    opens(
        "garrison",
        say("garrison"),
        refs.EPIC_234,
        Garrison,
        garrison.place_garrison,
        refusals=(garrison.no_third_on_overwatch,),
        actor="formation",
        tells=garrison.eligibility,
    ),
    answers("objective", say("objective"), refs.EPIC_237, ObjectiveSeen, objectives.facts),
    answers("goals", say("victory conditions"), refs.EPIC_242, Conditions, goals.goals_of_both),
    answers("kill_points", say("kill points"), refs.EPIC_249, LostFormations, kill_points.points_earned),
)
