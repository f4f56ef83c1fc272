"""Tests, run in children: with a mutant in place, or without any."""

from __future__ import annotations

import ast
import gc
import importlib.abc
import importlib.util
import inspect
import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import IO, Any, NoReturn, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings

from engine.doors.rulebook import ids_in
from tools.mutation.changes import functions
from tools.mutation.mutants import Mutant, dotted

QUIET = ("-q", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
MEMORY = 4 * 1024**3
HOUR = 3600
LATELY = 40

T = TypeVar("T")
Told = dict[str, Any]
"""What a child says: the tests and what they name, those that failed, the times of those that
passed."""


class Trouble(Exception):
    """Why no mutant can be tried, as a sentence."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A test that names rules, and how long it takes."""

    node: str
    ids: frozenset[str]
    seconds: float = 0.0


Job = tuple[Mutant, list[Witness]]


class Picked:
    """A plugin: runs the chosen tests, the quickest first, and keeps what failed and how long
    each took."""

    def __init__(self, tests: Iterable[Witness] = ()) -> None:
        self.chosen = {test.node: test.seconds for test in tests}
        self.told: Told = {"names": {}, "failed": [], "seconds": {}}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Property tests try the same examples each time, however slowly, and keep none."""
        settings.register_profile(
            "mutate",
            settings(),
            database=None,
            derandomize=True,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutate")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            marks = (str(word) for mark in item.iter_markers("rule") for word in mark.args)
            self.told["names"][item.nodeid] = "; ".join((item.nodeid, *marks))
        items[:] = [item for item in items if item.nodeid in self.chosen]
        items.sort(key=lambda item: self.chosen[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.told["failed"] += [report.nodeid] if report.failed else []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Seconds of the processor, as on a busy machine those of the clock say nothing about a
        test."""
        began = process_time()
        yield
        self.told["seconds"][item.nodeid] = process_time() - began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.told["failed"] += [report.nodeid] if report.failed else []


class Served(importlib.abc.MetaPathFinder):
    """Imports one module from changed source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != dotted(self.mutant.path):
            return None
        file, source = os.path.abspath(self.mutant.path), self.mutant.source

        class Loader(SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return compile(source, file, "exec")

        return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))


class Swapped:
    """A plugin: collects the tests of all jobs once, then tries each job in a child with new
    code in the old functions."""

    def __init__(self, jobs: list[Job], picked: Picked) -> None:
        self.jobs, self.picked = jobs, picked
        self.noticed: dict[int, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items, loaded = {item.nodeid: item for item in session.items}, functions_loaded()
        gc.freeze()

        def work(at: int) -> Told:
            mutant, tests = self.jobs[at]
            swap(mutant, loaded)
            chosen = [items[test.node] for test in sorted(tests, key=lambda test: self.order(at, test))]
            for item, after in zip(chosen, (*chosen[1:], None), strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if self.picked.told["failed"]:
                    break
            return self.picked.told

        for at, told in forked(range(len(self.jobs)), work, lambda at: patience(self.jobs[at])):
            self.noticed[at] = (told["failed"] or [""])[0]
        return True

    def order(self, at: int, test: Witness) -> tuple[int, bool, float]:
        """First the tests that noticed the last mutants of the same file, the latest first."""
        path = self.jobs[at][0].path
        lately = (here for here in range(at - 1, max(-1, at - LATELY), -1) if self.jobs[here][0].path == path)
        since = next((at - here for here in lately if self.noticed.get(here) == test.node), LATELY)
        return since, *nearness(self.jobs[at][0], test)


def nearness(mutant: Mutant, test: Witness) -> tuple[bool, float]:
    """The order of tests: those of the mutant's own chapter first; of equal ones the quicker."""
    file = Path(mutant.path)
    chapter = file.stem if file.parent.parent.name == "games" else file.parent.name
    return not Path(test.node.partition("::")[0]).stem.startswith(f"test_{chapter}"), test.seconds


def functions_loaded() -> dict[tuple[str, str], list[FunctionType]]:
    """Every function of the games, by file and name, whatever it is wrapped in."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and "/engine/games/" in each.__code__.co_filename:
            found.setdefault((each.__code__.co_filename, each.__code__.co_qualname), []).append(each)
    return found


def swap(mutant: Mutant, loaded: Mapping[tuple[str, str], list[FunctionType]]) -> None:
    """The new code, put into the functions that other modules have imported already."""
    file = os.path.abspath(mutant.path)
    for code in codes(compile(mutant.source, file, "exec")):
        for function in loaded.get((file, code.co_qualname), []):
            function.__code__ = code


def codes(outer: CodeType) -> Iterator[CodeType]:
    """The functions of a module and the methods of its classes, as code."""
    for code in outer.co_consts:
        if isinstance(code, CodeType):
            if code.co_flags & inspect.CO_OPTIMIZED:
                yield code
            else:
                yield from codes(code)


def only_a_body(mutant: Mutant) -> bool:
    """Nothing changed outside the body of a function."""
    return hollow(mutant.source) == hollow(Path(mutant.path).read_text("utf-8"))


@lru_cache(maxsize=8)
def hollow(source: str) -> str:
    tree = ast.parse(source)
    for function in functions(tree):
        function.body = [ast.Pass()]
    return ast.dump(tree)


def run(tests: Iterable[Witness], *options: str, mutant: Mutant | None = None, where: str = "tests") -> Told:
    """What the tests say in this process, with the mutant in place; none chosen: all there are."""
    if mutant:
        sys.meta_path.insert(0, Served(mutant))
    picked = Picked(tests)
    files = sorted({test.node.partition("::")[0] for test in tests}) or [where]
    return ran(picked, pytest.main([*files, *QUIET, *options], plugins=[picked]))


def run_swapped(jobs: list[Job]) -> Told:
    """What notices each of the jobs, by their numbers."""
    picked = Picked(test for _, tests in jobs for test in tests)
    plugin = Swapped(jobs, picked)
    files = sorted({node.partition("::")[0] for node in picked.chosen})
    told = ran(picked, pytest.main([*files, *QUIET], plugins=[picked, plugin]))
    return {**told, "noticed": [plugin.noticed.get(at, "") for at in range(len(jobs))]}


def ran(picked: Picked, status: int) -> Told:
    if status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        picked.told["failed"].append(f"pytest itself ({status!r})")
    return picked.told


def forked(jobs: Iterable[T], work: Callable[[T], Told], limit: Callable[[T], float]) -> Iterator[tuple[T, Told]]:
    """Does each job in a child of its own, one for each processor at a time."""
    waiting, running = iter(jobs), dict[int, tuple[T, IO[str]]]()
    out: IO[str]
    while True:
        for job in waiting:
            out = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # closed when the child has ended
            pid = os.fork()
            if not pid:
                live(out, lambda job=job: work(job), int(limit(job)))  # type: ignore[misc]
            running[pid] = job, out
            if len(running) >= (os.cpu_count() or 1):
                break
        if not running:
            return
        pid, status = os.wait()
        job, out = running.pop(pid)
        with out:
            yield job, heard(out, status)


def live(out: IO[str], work: Callable[[], Told], seconds: int) -> NoReturn:
    """The whole life of a child: silent, and stopped when it takes too long or too much."""
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(100 * seconds)  # for one that sleeps: others may be at the processors
        out.write(json.dumps(work()))
        status = 0
    except BaseException:
        out.write(traceback.format_exc())
        status = 1
    out.flush()
    os._exit(status)


def heard(out: IO[str], status: int) -> Told:
    """What a child said; one that was stopped had a test without end."""
    out.seek(0)
    if os.WIFSIGNALED(status):
        return {"failed": ["a test without end"]}
    if os.WEXITSTATUS(status):
        raise Trouble(out.read())
    told: Told = json.load(out)
    return told


def unchanged(*options: str, tests: Iterable[Witness] = (), where: str = "tests") -> Told:
    """What the tests say without any mutant; none may fail."""
    [(_, told)] = forked([tests], lambda tests: run(tests, *options, where=where), lambda _: HOUR)
    if told["failed"]:
        raise Trouble(f"Without any mutant there are failures, please mend them first: {', '.join(told['failed'])}")
    return told


def tests_naming(prefixes: Iterable[str], where: str) -> list[Witness]:
    """Every test that names a rule in a mark or in its own name, and passes, with its time."""
    named = {
        node: frozenset(each for prefix in prefixes for each in ids_named(names, prefix))
        for node, names in unchanged("--collect-only", where=where)["names"].items()
    }
    found = [Witness(node, ids) for node, ids in named.items() if ids]
    seconds = unchanged(tests=found)["seconds"] if found else {}
    return [replace(test, seconds=seconds[test.node]) for test in found if test.node in seconds]


def ids_named(names: str, prefix: str) -> set[str]:
    """The rule ids in a test's names, where one may follow another parameter and its dash."""
    return ids_in(names.replace(f"-{prefix}-", f" {prefix}-"), prefix)


def tried_out(jobs: list[Job]) -> Iterator[tuple[Job, str]]:
    """What notices each mutant, or nothing; the quick way first, where only what is noticed
    counts."""
    yield from ((job, "") for job in jobs if not job[1])
    quick = [job for job in jobs if job[1] and only_a_body(job[0])]
    left = {job[0] for job in jobs if job[1]}
    for _, told in forked([quick] if quick else [], run_swapped, lambda _: HOUR):
        for job, noticed in zip(quick, told["noticed"], strict=True):
            if noticed:
                left.remove(job[0])
                yield job, noticed
    for job, told in forked(
        (job for job in jobs if job[0] in left), lambda job: run(job[1], "-x", mutant=job[0]), patience
    ):
        yield job, (told["failed"] or [""])[0]


def patience(job: Job) -> float:
    """Seconds that a mutant may take."""
    return 5 + 10 * sum(test.seconds for test in job[1])
