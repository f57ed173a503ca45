"""A module that can't be imported."""

import sys

sys.exit("not today")
