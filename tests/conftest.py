"""How property tests run: every time with new examples, a failure printed so that it can be repeated."""

import os

from hypothesis import settings

settings.register_profile("adjutant", derandomize=False, deadline=None, print_blob=True)
settings.register_profile("soak", settings.get_profile("adjutant"), max_examples=5_000)
settings.load_profile("soak" if os.environ.get("ADJUTANT_SOAK") == "1" else "adjutant")
