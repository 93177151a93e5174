"""Whether two runs can be compared at all, and what else differs between them."""

from rungs.data import show
from rungs.data.errors import RowsError
from rungs.data.records import shown
from rungs.data.runs import Run, described, name_of, problem_of

# What two comparable runs may differ in, and what to think of it.
MAY_DIFFER = {
    "commit": "",
    "compiler": "",
    "cuda": "",
    "driver": "",
    "seed": "other inputs",
    "device_uuid": "another GPU of the same name, and two of one name need not be equally fast",
    "host": "another computer",
}
NAMED = 3  # values that a note names


def check(old: Run, new: Run, allow_other_device: bool = False) -> list[str]:
    """Notes, a line each, on what else differs between two runs.Run; raises RowsError where they are not comparable."""
    common = [(old.rows[key], new.rows[key]) for key in old.rows if key in new.rows]
    if not common:
        raise RowsError(f"{new.path}: no row is also in {old.path}{_example(old, new)}; expected two runs of the same "
                        "variants, sizes, parameters and cache states")
    notes = []
    for backend, kind in (("cuda", "GPU"), ("host", "CPU")):
        pairs = [pair for pair in common if pair[0]["backend"] == backend]
        other = next((pair for pair in pairs if pair[0]["device"] != pair[1]["device"]), None)
        if other and not allow_other_device:
            leave = " with host rows left out by --filter," if backend == "host" else ""
            raise RowsError(f"{new.path}:{other[1]['line']}: measured on the {kind} {shown(other[1]['device'])}, "
                            f"{old.path}:{other[0]['line']} on {shown(other[0]['device'])}; expected runs of one "
                            f"{kind},{leave} or --allow-other-device")
        if other:
            notes.append(f"{kind}: {shown(other[0]['device'])} -> {shown(other[1]['device'])} (not the same device)")
    return notes + [note for column in MAY_DIFFER for note in _differing(common, column)]


def _example(old: Run, new: Run) -> str:
    """One difference: a variant of both files at other problems, or a variant of each."""
    there = {name_of(key): problem_of(key) for key in reversed(old.rows)}
    for key in new.rows:
        if name_of(key) in there:
            return f": {described(key)} here, {there[name_of(key)]} there"
    return f": {described(next(iter(new.rows)))} here, {described(next(iter(old.rows)))} there"


def _differing(common: list[tuple], column: str) -> list:
    """A note where the rows of the two runs differ in a column. Only the GPU's rows have a driver and so on."""
    values = [list(dict.fromkeys(row[column] for row in side if row[column])) for side in zip(*common)]
    if set(values[0]) == set(values[1]) or not all(values):
        return []
    before, after = (", ".join(show.plain(value, 60) for value in found[:NAMED])
                     + (", ..." if len(found) > NAMED else "") for found in values)
    meaning = f" ({MAY_DIFFER[column]})" if MAY_DIFFER[column] else ""
    return [f"{column}: {before} -> {after}{meaning}"]
