"""Whether what `ncu-advisor collect --exact` prints runs, and whether it is enough."""
