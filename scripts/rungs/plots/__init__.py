"""The plots, one kind a module; `drawing` says which there are of a case."""
