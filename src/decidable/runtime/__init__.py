"""The embedded host: it feeds `step`, commits what it decides, and carries out what it asks for."""
