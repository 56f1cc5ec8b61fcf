"""Rules of a machine as monitors over what its steps show."""
