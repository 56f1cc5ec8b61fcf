"""Fields from a message: values of the fact types, found by rules and never by a model.

Owns: what a message says about the fields of one event. Never: sets a field the vocabulary does not name, or chooses
between two values a message leaves open; such a field stays out, with the reason.
"""
