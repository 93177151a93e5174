"""Two runs of bench compared with each other, row by row.

Rows are paired by case, variant, backend, size, params and cache. verdict.py judges a pair, interval.py says how sure
its ratio is.
"""

from collections import Counter
from dataclasses import dataclass

from rungs.data import show
from rungs.data.errors import RowsError
from rungs.data.records import shown
from rungs.data.runs import Run, described
from rungs.statistics.verdict import Settings, judge

DEFAULTS = Settings()
MAY_DIFFER = ("commit", "compiler", "cuda", "driver", "seed", "device_uuid", "host")  # in two comparable runs


@dataclass(frozen=True)
class Report:
    """Two runs and what came of comparing them; `only_old` and `only_new` are keys, `notes` lines."""

    old: Run
    new: Run
    settings: Settings
    pairs: list
    only_old: list
    only_new: list
    notes: list

    @property
    def counts(self) -> dict[str, int]:
        """Number of pairs by verdict."""
        return Counter(pair.verdict for pair in self.pairs)

    @property
    def alone(self) -> str:
        """'2 rows only in the old run, 1 only in the new run'; '' where both runs have the same rows."""
        return ", ".join(f"{len(keys)}{rows} only in the {name} run" for name, rows, keys in (
            ("old", " rows", self.only_old), ("new", "" if self.only_old else " rows", self.only_new)) if keys)


def compare(old: Run, new: Run, settings: Settings = DEFAULTS) -> Report:
    """The Report of two runs.Run; raises RowsError where they are not comparable."""
    notes = _check(old, new, settings.any_machine)
    pairs = [judge(key, row, new.rows[key], settings) for key, row in old.rows.items() if key in new.rows]
    return Report(old, new, settings, pairs, [key for key in old.rows if key not in new.rows],
                  [key for key in new.rows if key not in old.rows], notes)


def _check(old: Run, new: Run, allow_other_device: bool) -> list[str]:
    """Notes, a line each, on what else differs between two runs.Run; raises RowsError where they are not comparable."""
    common = [(old.rows[key], new.rows[key]) for key in old.rows if key in new.rows]
    if not common:
        raise RowsError(f"{new.path}: no row is also in {old.path}: {described(next(iter(new.rows)))} here, "
                        f"{described(next(iter(old.rows)))} there; expected two runs of the same variants, sizes, "
                        "parameters and cache states")
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


def _differing(common: list[tuple], column: str) -> list:
    """A note where the rows of the two runs differ in a column. Only the GPU's rows have a driver and so on."""
    values = [list(dict.fromkeys(row[column] for row in side if row[column])) for side in zip(*common)]
    if set(values[0]) == set(values[1]) or not all(values):
        return []
    before, after = (", ".join(show.plain(value, 60) for value in found) for found in values)
    return [show.plain(f"{column}: {before} -> {after}", 300)]
