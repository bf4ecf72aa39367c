"""Measurements of several launches or of a run, one file each; see ``measurement``."""
