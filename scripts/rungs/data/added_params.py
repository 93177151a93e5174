"""Parameters that a case got after rows of it had been recorded: such rows are read with the value that they had then.
The standard library alone."""

from rungs.data.records import split_params

# edm: its blocks had 16 rows of the matrix before their number became a parameter, whose default is 256; all distances
# were of the points from each other. distance: its table held random integers.
ADDED = {"edm": {"rows": "16", "sets": "one"}, "distance": {"profile": "random"}}


def completed(case: str, params: str) -> str:
    """The parameters of a row of `case`, with those that it lacks: 'batch=256' of edm gives 'batch=256;rows=16'."""
    added = ADDED.get(case, {})
    missing = [f"{name}={value}" for name, value in added.items() if name not in split_params(params)] if added else []
    return ";".join([*filter(None, [params]), *missing])
