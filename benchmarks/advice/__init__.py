"""Advice against measurement: launches of known defects, what mending them saved, and the examples of the rules."""
