"""The parts of commands that have several: a module for each."""
