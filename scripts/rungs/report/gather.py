"""The runs that a report is made of: rows.csv, and what lies next to it.

Next to `rows.csv` may lie `rows.environment.csv`, `rows.side.csv`, `rows.samples.csv` (what bench itself writes),
`rows.static.csv` and `rows.loops.csv` (of `rungs static`), `counters.csv` (Nsight Compute's), `self-test.txt`,
`ncu-check.txt` and `sanitizers.txt` (of `scripts/sanitize.sh`). Each may be missing. One
that is there and is not what it should be raises RowsError with one line.
"""

from dataclasses import dataclass
from pathlib import Path

from rungs.data import (
    claim_files,
    counter_files,
    energy_files,
    environment,
    fact_files,
    loop_files,
    sample_files,
    side_table,
)
from rungs.data import rows as rungs_rows
from rungs.data.errors import RowsError
from rungs.data.files import beside
from rungs.data.records import without_device

SIDES = ("environment", "side", "samples", "static", "loops")
TEXTS = ("self-test.txt", "ncu-check.txt", "sanitizers.txt")
LONGEST_TEXT = 200_000  # characters


@dataclass(frozen=True)
class Run:
    """One rows.csv with the files next to it."""

    path: Path         # of rows.csv
    machines: list     # of rows.Machine; their frames have the columns of claims.load
    simulated: int     # rows of the simulator, which have no time and are left out
    environment: dict  # (backend, name) -> text
    figures: dict      # (case, variant, backend, size, params, cache) -> {metric: (value, unit)}
    counters: dict | None  # (case, variant, size, params) -> {metric: (value, unit)}; None where there is no file
    counted: list      # the lines of counters.runs.csv, which say on what the counters were taken, as dicts of text
    static: dict       # (case, variant, kernel, architecture) -> {metric: (value, unit)}
    samples: dict      # (case, variant, backend, size, params, cache) -> array of times in us
    texts: dict        # file name -> text
    loops: dict        # (case, variant) -> hot loops, as loop_files.read returns them

    def counted_on(self, column: str) -> list[str]:
        """The values of a column of counters.runs.csv ('device', 'commit', ...), each once, '' left out."""
        return list(dict.fromkeys(line[column] for line in self.counted if line[column]))

    @property
    def name(self) -> str:
        """'h100/2026-11-20': the two folders that say whose run it is and which, links resolved."""
        folder = self.path.resolve().parent
        return "/".join(part for part in (folder.parent.name, folder.name) if part)

    @property
    def files(self) -> list[Path]:
        """Every file that is read for it, there or not."""
        return [self.path, *(beside(self.path, kind) for kind in SIDES),
                *(self.path.parent / name for name in ("counters.csv", "counters.runs.csv", *TEXTS))]


def rows_path(where: Path) -> Path:
    """The rows.csv that a command line's RUN means; raises RowsError."""
    where = Path(where)
    if where.is_dir():
        where = where / "rows.csv"
        if not where.exists():
            raise RowsError(f"{where.parent}: no rows.csv in this folder; expected a folder with one, like "
                            "results/<gpu>/<run>, or the file itself")
    return where


def read(where: Path) -> Run:
    """Reads one run; raises RowsError, naming the file and the line, for whichever file is broken."""
    path = rows_path(where)
    frame = rungs_rows.read(path)
    counters, samples = path.parent / "counters.csv", beside(path, "samples")
    figures = without_device(side_table.figures(side_table.path_of(path), "metric", "counter"))
    for key, energy in energy_files.of_rows(path, frame).items():
        figures.setdefault(key, {}).update(energy_files.figures(energy))
    facts = environment.read(beside(path, "environment"))
    return Run(path, claim_files.machines_of([(path, frame)]), len(frame) - len(rungs_rows.measured(frame)),
               {key: value for key, (value, _) in facts.items()}, figures,
               counter_files.read(counters) if counters.exists() else None, counter_files.read_runs(counters),
               fact_files.of_kernels(beside(path, "static"), optional=True),
               sample_files.read(samples) if samples.exists() else {},
               {name: _text(path.parent / name) for name in TEXTS if (path.parent / name).exists()},
               loop_files.read(beside(path, "loops")))


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", errors="replace")[:LONGEST_TEXT]
    except OSError as error:
        raise RowsError(f"{path}: cannot be read: {error.strerror}") from None
