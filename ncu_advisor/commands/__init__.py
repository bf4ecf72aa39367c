"""The verbs that have options of their own: they read options and files, print, and say with which code to exit; they decide nothing."""
