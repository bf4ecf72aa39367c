"""Whether what `ncu-advisor collect` prints runs, and whether it is enough."""
