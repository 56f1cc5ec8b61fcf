"""Typed Python bound to a machine's names: facts, events, tools, words. Everything above works on `Machine`."""
