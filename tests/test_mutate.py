"""The tool behind `make mutate`: what it changes, which rules a place cites, and a tiny game
tried as a whole."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from tools.mutation import mutants, trial

ROOT = Path(__file__).resolve().parent.parent
FILE = "engine/games/tiny/rules.py"


def made(source: str, path: str = FILE) -> set[str]:
    """What becomes of a source, without its comments and in one spelling."""
    return {ast.unparse(ast.parse(mutant.source)) for _, mutant in mutants.mutated(path, dedent(source))}


def inside(statement: str, returns: str = "") -> str:
    arrow = f" -> {returns}" if returns else ""
    return f"def f(a, b){arrow}:\n{indent(statement, '    ')}\n"


def spelled(*sources: str) -> set[str]:
    return {ast.unparse(ast.parse(source)) for source in sources}


# Branches and numbers of a function


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("x = a if b else c", ["x = a if not b else c"]),
        ("if not a:\n    x()", ["if a:\n    x()"]),
        ("if a:\n    x()\nelif b:\n    y()", ["if not a:\n    x()\nelif b:\n    y()", "if a:\n    x()\nelif not b:\n    y()"]),
        ("while a and b:\n    x()", ["while not (a and b):\n    x()", "while a:\n    x()", "while b:\n    x()"]),
        ("x = a or b or c", ["x = b or c", "x = a or c", "x = a or b"]),
        ("x = a or 0", ["x = 0"]),
        ("x = a and (b or c)", ["x = a", "x = b or c", "x = a and b", "x = a and c"]),
        ("return [u for u in a if u.gone]", ["return [u for u in a if not u.gone]"]),
        ("x = lambda u: 'yes' if u else 'no'", ["x = lambda u: 'yes' if not u else 'no'"]),
        ("return a < b", ["return a <= b"]),
        ("return a <= b", ["return a < b"]),
        ("return a > b", ["return a >= b"]),
        ("return a >= b", ["return a > b"]),
        ("return 0 <= a < b", ["return 0 < a < b", "return 0 <= a <= b"]),
        ("return a == b", []),
        ("x = max(a, b)", ["x = min(a, b)"]),
        ("x = min(a, 3)", ["x = max(a, 3)", "x = min(a, 4)"]),
        ("x = 2 * a - 1", ["x = 3 * a - 1", "x = 2 * a - 2"]),
        ("a += 1", ["a += 2"]),
        ("return 3", ["return 4"]),
        ("return True", []),
        ("x = 1 if a else 2", ["x = 1 if not a else 2", "x = 2 if a else 2", "x = 1 if a else 3"]),
        (
            "x = Check('hit', 2, D6, (4, a), keep=1)",
            ["x = Check('hit', 3, D6, (4, a), keep=1)", "x = Check('hit', 2, D6, (5, a), keep=1)", "x = Check('hit', 2, D6, (4, a), keep=2)"],
        ),
        ("x = a[0]", []),
        ("assert a < b", []),
        ("while True:\n    x()", []),
    ],
)
def test_branches_and_numbers(statement: str, changed: list[str]) -> None:
    assert made(inside(statement)) == spelled(*map(inside, changed))


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("x = a if isinstance(a, int) else 0", []),
        ("if not isinstance(a, int):\n    x()", []),
        ("if isinstance(a, int) or isinstance(b, int):\n    x()", []),
        ("if isinstance(a, int) and b:\n    x()", ["if not (isinstance(a, int) and b):\n    x()", "if isinstance(a, int):\n    x()"]),
    ],
)
def test_telling_types_apart_is_no_branch(statement: str, changed: list[str]) -> None:
    assert made(inside(statement)) == spelled(*map(inside, changed))


def test_a_case_never_fits() -> None:
    cases = "match a:\n    case {first}:\n        x()\n    case {second}:\n        y()\n    case _:\n        z()"
    first = cases.format(first="'on' if False", second="int() if b")
    second = cases.format(first="'on'", second="int() if False")
    assert made(inside(cases.format(first="'on'", second="int() if b"))) == spelled(inside(first), inside(second))


def test_a_yes_or_no_is_turned() -> None:
    assert made(inside("return a == b", "bool")) == spelled(inside("return not a == b", "bool"))


def test_columns_count_bytes() -> None:
    assert made(inside("x = 'é→' if a else 'è'")) == spelled(inside("x = 'é→' if not a else 'è'"))


@pytest.mark.parametrize(("comment", "left_alone"), [("# no mutant: both are the same", True), ("# no mutant:", False), ("# no mutant at all", False)])
def test_a_line_is_left_alone_for_a_reason(comment: str, left_alone: bool) -> None:
    assert bool(made(inside(f"x = a if b else c  {comment}"))) is not left_alone


# Modifiers and refusals


def test_a_modifier_is_silent_or_turns_its_sign() -> None:
    source = inside('"""Why."""\nreturn Modifier("k", {}, say("k"), TINY_1)', "Modifier | None")
    silent = inside('"""Why."""\nreturn None', "Modifier | None")
    assert made(source.format("-1")) == spelled(silent, source.format("--1"))
    assert made(source.format("shot.bonus")) == spelled(silent, source.format("-shot.bonus"))
    assert made(source.format("0")) == spelled(silent)


def test_several_modifiers_are_silent_together() -> None:
    source = inside('return (Modifier("k", a, say("k"), TINY_1),)', "tuple[Modifier, ...]")
    turned = inside('return (Modifier("k", -a, say("k"), TINY_1),)', "tuple[Modifier, ...]")
    assert made(source) == spelled(inside("return ()", "tuple[Modifier, ...]"), turned)
    assert made(inside("return rows(a)", "tuple[Modifier, ...]")) == set()


def test_functions_in_a_tuple_are_modifiers_where_modifiers_stand() -> None:
    source = "def f(a):\n    return a\n\ndef g(a):\n    return a\n\nALL = (f,)\n"
    assert made(source, "engine/games/tiny/modifiers.py") == spelled(source.replace("return a", "return None", 1))
    assert made(source) == set()


def test_a_refusal_allows() -> None:
    source = inside('return Refusal("k", say("k"), TINY_1)', "Refusal | None")
    assert made(source) == spelled(inside("return None", "Refusal | None"))


# Tables


def test_steps_and_offers_go_one_by_one() -> None:
    first = 'Step("a", say("A"), TINY_1, "all", (Offer("x"), Offer("y")))'
    second = 'Step("b", say("B"), TINY_2, "all")'
    steps = "STEPS: tuple[Step, ...] = ({}, {}, LAST)"
    source = steps.format(first, second)
    assert made(source) == spelled(*(source.replace(each, "*()") for each in (first, second, "LAST", 'Offer("x")', 'Offer("y")')))


def test_a_step_opens_nothing_and_lasts_no_longer_than_once() -> None:
    source = 'STEPS = make(Step("a", say("A"), TINY_1, opens="x", begin=f, repeat_until=g, next_seat=h, skip_if=i))'
    gone = (
        ("opens='x'", "opens=''"),
        *((f"{key}={name}", f"{key}=None") for key, name in (("begin", "f"), ("repeat_until", "g"), ("next_seat", "h"), ("skip_if", "i"))),
    )
    assert made(source) == {ast.unparse(ast.parse(source)).replace(*each) for each in gone}


@pytest.mark.parametrize("lasts", ["'turn'", "lasts='turn'"])
def test_a_tracker_lasts_for_ever(lasts: str) -> None:
    source = f"TRACKERS = (Tracker('a', Flag(), say('A'), TINY_1, {lasts}), Tracker('b', Flag(), say('B'), TINY_2))"
    assert made(source) == spelled(source.replace("turn", ""))


@pytest.mark.parametrize(
    ("table", "changed"),
    [
        ("BANDS = (('a', 1), ('b', 8))", ["BANDS = (('a', 2), ('b', 8))", "BANDS = (('a', 1), ('b', 9))"]),
        ("DICE: dict[str, int] = {'a': 2}", ["DICE: dict[str, int] = {'a': 3}"]),
        ("DIE = Die('d', (0, 1))", ["DIE = Die('d', (1, 1))", "DIE = Die('d', (0, 0))"]),
        ("LEAST = -1", ["LEAST = -2"]),
        ("MOST = 99", []),
        ("FLAG = True", []),
        ("T = (Tracker('a', Whole(0, 3), say('A'), TINY_1),)", ["T = (Tracker('a', Whole(0, 4), say('A'), TINY_1),)"]),
        ("T = (Tracker('a', Whole(0, 999), say('A'), TINY_1), Tracker('b', Whole(0, 9), say('B'), TINY_2))", []),
        ("SITUATION = Record((Field('a', Whole(1, 3)), *required(b=Whole(1, 2))))", []),
    ],
)
def test_numbers_of_a_table(table: str, changed: list[str]) -> None:
    assert made(table) == spelled(*changed)


# Citations


HELPERS = """
def own():
    '''By its docstring (TINY-10, 11).'''
    return by_constant(), own + 1

# TINY-12 says so.
def above():
    return above + 1

def by_constant():
    return helper(), TINY_13, by_constant + 1

def also():
    return helper(), also + 1  # TINY-14

def helper():
    return deeper(), helper + 1

def deeper():
    return deeper + 1

def procedure():
    return procedure + 1

def stranger():
    return stranger + 1

def nobodys():
    return nobodys + 1

class Shot:
    def hexes(self):
        return hexes + 1

def near(shot):
    '''TINY-15'''
    return shot.hexes()

BONUS = 5
TABLE = 6  # TINY-16
ROWS = (
    Opening("o", TINY_17, procedure),
    Opening("p", TINY_18, BONUS),
    4,
)
"""
USER = """
from engine.games.tiny.helpers import helper, stranger

def far():
    '''TINY-19'''
    return helper(), stranger()
"""


def test_a_place_cites_what_its_function_or_row_cites_and_a_helper_what_its_users_cite() -> None:
    found = mutants.mutants({"engine/games/tiny/helpers.py": HELPERS, "engine/games/tiny/user.py": USER}, "TINY")
    assert {each.what.split()[4].strip("`"): set(each.ids) for each in found} == {
        "own": {"TINY-10", "TINY-11"},
        "above": {"TINY-12"},
        "by_constant": {"TINY-13"},
        "also": {"TINY-14"},
        "helper": {"TINY-13", "TINY-14"},
        "deeper": {"TINY-13", "TINY-14"},
        "procedure": {"TINY-17"},
        "stranger": {"TINY-19"},
        "nobodys": set(),
        "hexes": {"TINY-15"},
        "BONUS": {"TINY-18"},
        "TABLE": {"TINY-16"},
        "ROWS": set(),
    }


def test_a_row_cites_its_own_rule_only() -> None:
    source = 'STEPS = (\n    Step("a", say("A"), TINY_1, "all", (Offer("x"),)),\n    Step("b", say("B"), TINY_2),\n)\n'
    found = [(each.line, sorted(each.ids)) for each in mutants.mutants({FILE: source}, "TINY")]
    assert found == [(2, ["TINY-01"]), (2, ["TINY-01"]), (3, ["TINY-02"])]


@pytest.mark.parametrize(
    ("names", "prefix", "ids"),
    [
        ("test_a.py::test_hits[TINY-53 low-2-1-3]", "TINY", {"TINY-53"}),
        ("test_a.py::test_hits[1-TINY-53]; TINY-60", "TINY", {"TINY-53", "TINY-60"}),
        ("test_a.py::test_hits; TINY-15, 54", "TINY", {"TINY-15", "TINY-54"}),
        ("test_a.py::test_hits[TINY-530]", "TINY", {"TINY-530"}),
        ("test_a.py::test_hits[OTHER-53]", "TINY", set()),
        ("test_a.py::test_hits[1-2T-53]", "2T", {"2T-53"}),
    ],
)
def test_rules_named_by_a_test(names: str, prefix: str, ids: set[str]) -> None:
    assert trial.ids_named(names, prefix) == ids


# A tiny game, tried as a whole


GAME = {
    "engine/games/__init__.py": "from engine.games.tiny.rules import wins\n\nRULESETS = (wins,)\n",
    "engine/games/tiny/__init__.py": "",
    "engine/games/tiny/refs.py": 'ONE = Ref("TINY-01", "1", "one") if False else None\n',
    "engine/games/tiny/rules.py": '''\
        def wins(a: int, b: int) -> str:
            """The higher total wins (TINY-01)."""
            return "yes" if a > b else "no"


        def doubled(a: int) -> int:
            """Twice (TINY-02)."""
            return 2 * a


        def untested(a: int) -> int:
            """One more (TINY-03)."""
            return a + 1


        def uncited(a: int) -> int:
            return a + 7
    ''',
    "tests/test_tiny.py": """\
        import pytest
        from hypothesis import given, settings
        from hypothesis import strategies as st

        from engine.games import RULESETS
        from engine.games.tiny.rules import doubled, untested


        @pytest.mark.parametrize(("rule", "a", "won"), [("TINY-01", 2, "yes"), ("TINY-01 lower", 1, "no")])
        def test_wins(rule: str, a: int, won: str) -> None:
            assert RULESETS[0](a, 1 if rule == "TINY-01" else 3) == won


        @pytest.mark.rule("TINY-02")
        class TestDoubled:
            def test_nothing(self) -> None:
                assert doubled(0) == 0


        def test_unnamed() -> None:
            assert untested(1) == 2


        @pytest.mark.rule("TINY-04")
        @settings(max_examples=5)
        @given(st.integers())
        def test_other(a: int) -> None:
            assert doubled(a) == a + a
            assert settings().derandomize
    """,
}


def house(folder: Path, **changed: str) -> Path:
    """The engine and the tool with the tiny game instead of the real ones."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("games", "__pycache__"))
    shutil.copytree(ROOT / "tools/mutation", folder / "tools/mutation", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "tools/mutate.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name, text in {**GAME, **changed}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text), "utf-8")
    return folder


def told(folder: Path, *arguments: str) -> tuple[int, list[str], str]:
    """Exit status, lines and complaints of the tool."""
    command = [sys.executable, "tools/mutate.py", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_survivors_and_uncited_places_are_told(tmp_path: Path) -> None:
    where = "engine/games/tiny/rules.py"
    status, lines, complaints = told(house(tmp_path))
    assert (status, complaints, lines[:2], lines[-2:]) == (
        1,
        "",
        ["tiny: 5 mutants against 4 tests", "3 survived; whether other tests notice them:"],
        [f"{where}:17: uncited: 7 becomes 8 in `a + 7`", "tiny: 5 mutants, 1 killed, 3 survived, 1 uncited"],
    )
    assert set(lines[2:-2]) == {
        f"{where}:3: TINY-01: `a > b` becomes `a >= b` (tests that name it and pass: 2)",
        f"{where}:8: TINY-02: 2 becomes 3 in `2 * a` (tests that name it and pass: 1; fails: tests/test_tiny.py::test_other, for TINY-04)",
        f"{where}:13: TINY-03: 1 becomes 2 in `a + 1` (tests that name it and pass: 0)",
    }
    assert told(tmp_path, "tiny", "--only", "tiny/rules.py:17", "--list") == (0, [f"{where}:17: uncited: 7 becomes 8 in `a + 7`"], "")
    assert told(tmp_path, "tiny", "--only", "tiny/rules.py:8", "--tests", "tests/test_tiny.py")[1][0] == "tiny: 1 mutants against 4 tests"
    assert not list(tmp_path.rglob(".hypothesis"))
    assert told(tmp_path, "chess") == (2, [], "There is no game chess; there are tiny.\n")


def test_nothing_is_tried_where_tests_fail_anyway(tmp_path: Path) -> None:
    wrong = dedent(GAME["tests/test_tiny.py"]).replace("doubled(0) == 0", "doubled(0) == 1")
    status, lines, complaint = told(house(tmp_path, **{"tests/test_tiny.py": wrong}))
    assert (status, lines) == (2, [])
    assert complaint == ("Without any mutant there are failures, please mend them first: tests/test_tiny.py::TestDoubled::test_nothing\n")


def test_a_mutant_without_end_is_noticed(tmp_path: Path) -> None:
    """A child that goes on for ever is stopped after its second."""
    script = dedent("""
        from tools.mutation.trial import forked

        def endless(job):
            while job:
                pass
            return {"failed": []}

        print(sorted((job, told["failed"]) for job, told in forked([0, 1], endless, lambda job: 1)))
    """)
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "[(0, []), (1, ['a test without end'])]\n"
