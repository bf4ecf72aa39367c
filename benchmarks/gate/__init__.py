"""How often the gate is wrong: simulated pull requests from a documented noise model and from measured repeats; docs/gate-errors.md."""
