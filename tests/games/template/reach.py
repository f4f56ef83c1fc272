"""Fields of the template that no page asks for, each with its reason."""

from tests.games.reachable import Reason

REASONS: dict[str, Reason] = {}
