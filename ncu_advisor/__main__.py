"""``python -m ncu_advisor``: the command line."""

from ncu_advisor.cli import main

main()
