"""The parts screens are made of, one family a file. None knows a game; every height is measured
from its words."""
