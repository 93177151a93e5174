"""The plots, one kind a module; `catalogue` says which there are of a case."""
