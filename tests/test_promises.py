"""Every promise names tests that exist, and the page that tells of them is complete."""

import ast
from pathlib import Path

import pytest

from tools.promises import PAGE, PROMISES, Promise

ROOT = Path(__file__).resolve().parent.parent


def named(path: Path) -> set[str]:
    """The tests of a file, those in classes with the class before them."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        inner = [node.name + "::" + each.name for each in node.body if isinstance(each, ast.FunctionDef)] if isinstance(node, ast.ClassDef) else []
        found |= {*inner, node.name} if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else set()
    return found


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.says)
def test_what_tries_to_break_it_exists(promise: Promise) -> None:
    for test in promise.tests:
        path, _, name = test.partition("::")
        assert (ROOT / path).exists(), test
        assert not name or name in named(ROOT / path), test


def test_the_page_tells_of_every_promise() -> None:
    page = PAGE.read_text("utf-8")
    assert [promise.says for promise in PROMISES if f"| {promise.says} |" not in page] == []
    assert "failed" not in page
