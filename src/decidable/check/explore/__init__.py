"""Everything a machine can do in a hostile world, over the real `step`."""
