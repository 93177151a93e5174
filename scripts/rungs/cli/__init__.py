"""The command `rungs`: a module for each subcommand."""
