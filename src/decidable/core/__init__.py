"""What a machine is and how it steps: pure values and functions over the standard library alone."""
