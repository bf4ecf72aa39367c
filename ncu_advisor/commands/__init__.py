"""The verbs: they read options and files, print results to standard output and messages to standard error, and say with which code to exit"""
