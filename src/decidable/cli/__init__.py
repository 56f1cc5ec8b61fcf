"""The command line: one command a question, each a call of one layer below and some printing.

Owns: arguments, exit codes, colours, and how a person reads a result. Never: decides anything a library user could not ask for.
"""
