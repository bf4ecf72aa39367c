"""``python -m ncu_advisor``: the command line."""

import sys

from ncu_advisor.cli import main

main(sys.argv[1:])
