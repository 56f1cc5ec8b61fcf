"""The commands, a module for each group of them; `cli.main` lists them and imports one only when it is called."""
