"""Comparing runs: which kernel became slower, whether that is more than noise, why, and what the gate says; baselines and history."""
