"""How property tests run: every time with new examples, a failure printed so that it can be
repeated."""

import os

from hypothesis import HealthCheck, settings

slow = [HealthCheck.too_slow]  # says more about the machine than about a test
settings.register_profile("adjutant", derandomize=False, deadline=None, print_blob=True, suppress_health_check=slow, max_examples=40)
settings.register_profile("soak", settings.get_profile("adjutant"), max_examples=1_000)
settings.load_profile("soak" if os.environ.get("ADJUTANT_SOAK") == "1" else "adjutant")
