"""How tests run: in which order, which of them are measured, and how property tests take their
examples."""

import os

import pytest
from hypothesis import HealthCheck, settings

slow = [HealthCheck.too_slow]  # says more about the machine than about a test
settings.register_profile("adjutant", derandomize=False, deadline=None, print_blob=True, suppress_health_check=slow, max_examples=40)
settings.register_profile("soak", settings.get_profile("adjutant"), max_examples=1_000)
settings.load_profile("soak" if os.environ.get("ADJUTANT_SOAK") == "1" else "adjutant")


@pytest.hookimpl(trylast=True)  # when property tests have their mark
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The screens come first, as they take longest. Examples alone are measured: coverage takes
    three times as long."""
    for item in items:
        if _draws(item) or any(map(item.get_closest_marker, ("law", "hypothesis", "heavy"))):
            item.add_marker("no_cover")
    items.sort(key=_draws, reverse=True)


def _draws(item: pytest.Item) -> bool:
    return item.nodeid.startswith("tests/screens/")
