"""What Adjutant promises, and the tests that try to break each promise: `--write` runs them and
writes docs/PROMISES.md.

Without `--write` the promises are only listed. `--write kill` tries those with that word and keeps
the other lines; `--soak` tries everything as long as `make soak` does.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "PROMISES.md"
KILLS = 300
HEAD = """# Promises

Written by `python tools/promises.py --write`, which runs the tests named here and keeps what they said.
Each test tries to break its promise; a promise that no test can break is not one.
"""


@dataclass(frozen=True, slots=True)
class Promise:
    """A sentence a player may hold us to, how we try to break it, and the tests that do."""

    says: str
    tries: str
    tests: tuple[str, ...]
    command: tuple[str, ...] = ()


PROMISES = (
    Promise(
        "Never lose my game",
        "processes killed at any moment, power cut at every write, every byte flipped, the app dropped at any tap",
        (
            "tests/carddb/test_kills.py::test_nothing_is_lost",
            "tests/carddb/test_power.py",
            "tests/carddb/test_damage.py",
            "tests/screens/test_ui_kills.py",
        ),
        ("tools/kills.py", str(KILLS), "1"),
    ),
    Promise(
        "Saved before shown",
        "a save that fails under a tap, a listener that looks at the disk",
        (
            "tests/engine/test_session.py::TestSaving::test_saved_before_shown",
            "tests/engine/test_session.py::TestSaving::test_what_cannot_be_saved_is_not_done",
            "tests/carddb/test_saves.py::TestSaved::test_on_disk_before_it_is_shown",
        ),
    ),
    Promise(
        "Undo of anything, after a kill too",
        "random deeds, undone, redone and reopened in any order beside a model of each game",
        ("tests/models", "tests/games/test_contract.py::test_random_taps"),
    ),
    Promise(
        "The rules are those of the book",
        "long random play against five small models that know nothing of the engine",
        ("tests/models", "tests/games/aam/test_laws.py"),
    ),
    Promise(
        "Odds are exact",
        "every face of every die counted beside the formula; each question against the mean of what follows it",
        (
            "tests/engine/test_odds.py",
            "tests/games/test_contract.py::test_the_odds_at_every_question_are_the_mean_of_the_odds_after_it",
        ),
    ),
    Promise(
        "Warn, don't block",
        "every refusal overruled, nonsense alone refused",
        (
            "tests/games/test_contract.py::test_a_refusal_cites_a_rule_and_can_be_overruled",
            "tests/games/test_contract.py::test_nonsense_is_never_accepted",
            "tests/screens/test_app.py::test_what_the_rules_forbid_says_why_and_can_be_overruled",
        ),
    ),
    Promise(
        "Everything automatic has a manual path",
        "a tracker set by hand between any two answers, units taken away in the middle of any procedure, a "
        "finger on a marker",
        (
            "tests/games/test_contract.py::TestBetweenAnyTwoAnswers::test_a_tracker_set_by_hand_is_seen_at_once_and_kept",
            "tests/games/test_interrupted.py",
            "tests/screens/test_app.py::test_a_marker_is_turned_by_hand",
        ),
    ),
    Promise(
        "No network until you open or join a table, then only with its devices, sealed",
        "the source searched for it, a tour with sockets forbidden, strangers and listeners at a table",
        (
            "tests/screens/test_hostile.py::test_the_source_has_no_network_no_foreign_code_and_no_shell",
            "tests/screens/test_hostile.py::test_a_tour_with_sockets_forbidden",
            "tests/link/test_strangers.py",
        ),
    ),
    Promise(
        "Foreign code and foreign files are never opened",
        "codes of others, archives that lead outside, bombs, deep nesting, endless numbers",
        (
            "tests/carddb/test_qr.py::test_a_code_of_somebody_else_is_told_and_not_opened",
            "tests/carddb/test_qr.py::test_any_text_is_refused_with_a_reason_or_comes_back",
            "tests/carddb/test_backup.py",
            "tests/screens/test_hostile.py::test_a_file_that_bites_is_refused_and_nothing_is_taken",
            "tests/screens/test_hostile.py::test_a_backup_that_bites_is_refused_and_nothing_changes",
        ),
    ),
    Promise(
        "Bad input gets a clear sentence, and nothing is lost",
        "armies over ours, files that are half right, tables of no game, stray and torn files, a device full "
        "under any tap",
        ("tests/carddb/test_taken.py", "tests/carddb/test_strange.py", "tests/screens/test_strange.py"),
    ),
    Promise(
        "My words are shown as I wrote them",
        "markup, right to left, marks on marks, no glyph, controls, halves of letters",
        (
            "tests/screens/test_hostile.py::test_a_name_that_bites_is_shown_as_it_is",
            "tests/screens/test_hostile.py::test_a_card_and_an_army_of_such_a_name",
            "tests/screens/test_hostile.py::test_ten_megabytes_pasted_are_cut",
        ),
    ),
    Promise(
        "Nothing is cut off",
        "all screens measured in both languages at 100 % and 200 %",
        ("tests/screens/test_measures.py::test_no_words_are_cut_off_or_overlap",),
    ),
    Promise(
        "A way on and a way back from everywhere",
        "a monkey that taps, with two fingers too, swipes, types, turns and pauses, in all games",
        ("tests/screens/test_monkey.py",),
    ),
    Promise(
        "As quick with a hundred units a side and in a long game",
        "the questions of a tap counted; taps, scrolling, screens and memory under load beside a small game",
        (
            "tests/screens/test_present.py::test_the_rules_are_asked_once_for_each_unit_and_not_for_each_pair",
            "tests/screens/test_app.py::test_of_a_hundred_units_to_choose_from_only_those_in_sight_are_drawn",
            "tests/screens/test_app.py::test_many_games_are_a_few_on_home_and_all_by_one_tap",
            "tests/screens/test_letting_go.py",
            "tests/engine/test_procedure.py",
        ),
        ("tools/bench_screens.py", "load"),
    ),
    Promise(
        "A fault of ours costs no tap",
        "exceptions in callbacks, in threads, while a screen is built",
        ("tests/screens/test_crash.py",),
    ),
    Promise(
        "Say where it comes from",
        "every rule listed once, every explanation added up",
        (
            "tests/engine/test_rulebook.py",
            "tests/games/test_contract.py::test_every_explanation_adds_up_and_every_distribution_sums_to_one",
        ),
    ),
)


def summary(tests: tuple[str, ...], soak: bool) -> str:
    """The last line of pytest: how many passed, and in what time."""
    env = {**os.environ, "ADJUTANT_SOAK": "1" if soak else ""}
    command = [sys.executable, "-m", "pytest", "-q", "--show-capture=no", "--tb=no", *tests]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=False)
    found = re.findall(r"^=*\s*((?:\d+ \w+,? ?)+)in [\d.]+s", run.stdout, re.MULTILINE)
    return found[-1].strip().rstrip(",") if found else "could not run"


def said(command: tuple[str, ...]) -> str:
    """The first line a tool prints."""
    run = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return next(iter(run.stdout.splitlines()), "could not run")


def line(promise: Promise, soak: bool) -> str:
    told = [summary(promise.tests, soak), *([said(promise.command)] if promise.command else [])]
    tests = "<br>".join(f"`{test.removeprefix('tests/')}`" for test in promise.tests)
    return f"| {promise.says} | {promise.tries} | {tests} | {'; '.join(told)} |"


def kept() -> dict[str, str]:
    """The lines of the page as it is, by their promises."""
    lines = PAGE.read_text("utf-8").splitlines() if PAGE.exists() else []
    return {line.split(" | ")[0].removeprefix("| "): line for line in lines if line.startswith("| ")}


def page(soak: bool, word: str) -> str:
    """The whole page; every promise, or those with a word in them, is tried on the way."""
    before, rows = kept(), []
    for promise in PROMISES:
        tried = word in promise.says.lower() or promise.says not in before
        rows.append(line(promise, soak) if tried else before[promise.says])
        print(rows[-1], flush=True)
    here = f"{date.today().isoformat()}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    lead = f"{'A soak' if soak else 'As `make test` tries them'}, {here}."
    return "\n".join(
        [HEAD, lead, "", "| promise | how we try to break it | tests | last run |", "|---|---|---|---|", *rows, ""]
    )


def main(arguments: list[str]) -> int:
    if "--write" not in arguments:
        print("\n".join(f"{promise.says}: {promise.tries}" for promise in PROMISES))
        return 0
    words = [each for each in arguments if not each.startswith("--")]
    written = page("--soak" in arguments, words[0].lower() if words else "")
    PAGE.write_text(written, "utf-8")
    return 1 if any(each in written for each in (" failed", " error", "could not run")) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
