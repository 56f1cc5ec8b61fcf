"""Tests generated from a table: which cases there are, and how they are written down as pytest.

Owns: the model of the cases and their text. Never: opens a file, or runs a tool.
"""
