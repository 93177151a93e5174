"""The runs that a report is made of, rows.csv and what lies next to it, and the setups that it shows side by side: each
machine of each run.

Next to `rows.csv` may lie `rows.environment.csv`, `rows.side.csv`, `rows.steps.csv`, `rows.why.csv` (what bench itself
writes), `rows.loops.csv` (of `rungs static --loops`), `counters.csv` (Nsight Compute's), `self-test.txt`,
`ncu-check.txt` and `sanitizers.txt` (of `scripts/sanitize.sh`). Each may be missing, and the CSVs after the first three
be packed (`counters.csv.gz`). One that is there and is not what it should be raises RowsError with one line."""

import math
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from rungs.data import counter_files, fact_files, show, side_table, why_files
from rungs.data import rows as rungs_rows
from rungs.data.claim_files import KEY, machines_of
from rungs.data.counter_files import LAUNCHED
from rungs.data.errors import RowsError
from rungs.data.files import companion, stored
from rungs.data.records import DEVICE, number, shown, without_device
from rungs.data.row_format import BAD, CEILING_CASES

SIDES = ("environment", "side", "steps", "loops", "why")
TEXTS = ("self-test.txt", "ncu-check.txt", "sanitizers.txt")
LONGEST_TEXT = 200_000  # characters
FIT = 1e-4  # relative: a median is written with six digits
MEDIAN = "time_median_us"
THROTTLE = "throttle"  # a text: why the clock was lowered
# What a page says of a row's energy: by which name, from which figure, times what, in which unit.
FIGURES = (("energy of a launch", "joules_per_launch", 1e3, "mJ"),
           ("without idle power", "net_joules_per_launch", 1e3, "mJ"), ("per byte", "pj_per_byte", 1, "pJ"),
           ("power", "watts", 1, "W"), ("idle", "idle_watts", 1, "W"))


@dataclass(frozen=True)
class Run:
    """One rows.csv with the files next to it."""

    path: Path         # of rows.csv
    machines: list     # of rows.Machine; their frames have the columns of claims.load
    simulated: pd.DataFrame  # rows of the simulator, which have no time: only those that are wrong are shown
    environment: dict  # (backend, name) -> text
    figures: dict      # (case, variant, backend, size, params, cache) -> {metric: (value, unit)}
    counters: dict | None  # (case, variant, size, params) -> {metric: (value, unit)}; None where there is no file
    counted: list      # the lines of counters.runs.csv, which say on what the counters were taken, as dicts of text
    texts: dict        # file name -> text
    loops: dict        # (case, variant) -> hot loops, as fact_files.read_loops returns them
    why: dict          # (case, variant, backend, size, params, cache) -> visits, as why_files.read returns them

    def counted_on(self, column: str) -> list[str]:
        """The values of a column of counters.runs.csv ('device', 'commit', ...), each once, '' left out."""
        return list(dict.fromkeys(line[column] for line in self.counted if line[column]))

    @property
    def broken(self) -> int:
        """The number of its rows that are incorrect or failed."""
        return sum(int(rows["status"].isin(BAD).sum())
                   for rows in (self.simulated, *(machine.rows for machine in self.machines)))

    @property
    def name(self) -> str:
        """'h100/2026-11-20': the two folders that say whose run it is and which, links resolved."""
        folder = self.path.resolve().parent
        return "/".join(part for part in (folder.parent.name, folder.name) if part)

    @property
    def files(self) -> list[Path]:
        """Every file that is read for it, there or not."""
        return [self.path, *(companion(self.path, kind) for kind in SIDES),
                *(self.path.parent / name for name in ("counters.csv", "counters.runs.csv", *TEXTS))]


def rows_path(where: Path) -> Path:
    """The rows.csv that a command line's RUN means; raises RowsError."""
    where = Path(where)
    if where.is_dir():
        where = where / "rows.csv"
        if not stored(where).exists():
            raise RowsError(f"{where.parent}: no rows.csv in this folder; expected a folder with one, like "
                            "results/<gpu>/<run>, or the file itself")
    return where


def read_energies(rows_path: Path, rows: pd.DataFrame) -> dict[tuple, dict]:
    """{key of a row: {name: number, or the text of THROTTLE}} of the side table of a rows.csv with these rows, {} where
    there is none: of one launch in joules, `net_...` and everything per byte or operation without the idle power, and
    powers in watts. Left out are those of a row that several GPUs have. Raises RowsError, also where an energy is of
    another run: of a row with another median, or of another GPU."""
    found: dict[tuple, dict] = {}
    places: dict[tuple, str] = {}
    for where, key, (_, name, _, text, _, _) in side_table.lines(side_table.path_of(rows_path), "energy"):
        found.setdefault(key, {})[name] = text if name == THROTTLE else number(where, name, text)
        places[key] = where
    # A ceiling that is also asked for is timed twice: its row is the first, its energy of the second.
    timed = rows[(rows[MEDIAN] > 0) & ~rows["case"].isin(CEILING_CASES)].drop_duplicates(list(KEY), keep=False)
    made = dict(zip(zip(*(timed[column] for column in KEY)), zip(timed[MEDIAN], timed[DEVICE])))
    for at, energy in found.items():
        of, row = (energy.get(MEDIAN, math.nan), at[-1]), made.get(at[:-1])
        if row and (of[1] != row[1] or not abs(of[0] - row[0]) <= FIT * row[0]):  # nan is of no run
            raise RowsError(f"{places[at]}: the energy of {shown('/'.join(at[:2]))} is of a row of {of[0]:g} us on "
                            f"{of[1]}, where {rows_path} has {row[0]:g} us on {row[1]}; expected energies of the same "
                            "run")
    return without_device(found)


def read(where: Path) -> Run:
    """Reads one run; raises RowsError, naming the file and the line, for whichever file is broken."""
    path = rows_path(where)
    frame = rungs_rows.read(path)
    counters, why = path.parent / "counters.csv", companion(path, "why")
    figures = without_device(side_table.figures(side_table.path_of(path), "metric", "counter"))
    for key, energy in read_energies(path, frame).items():
        figures.setdefault(key, {}).update({name: (factor * energy[source], unit) for name, source, factor, unit
                                            in FIGURES if source in energy})
    return Run(path, machines_of([(path, frame)]), frame[frame["backend"] == "simulator"],
               fact_files.read_environment(companion(path, "environment")), figures,
               counter_files.read(counters) if stored(counters).exists() else None, counter_files.read_runs(counters),
               {name: text.read_text(encoding="utf-8", errors="replace")[:LONGEST_TEXT] for name in TEXTS
                if (text := path.parent / name).exists()},
               fact_files.read_loops(companion(path, "loops")),
               without_device(why_files.read(why)) if stored(why).exists() else {})


@dataclass(frozen=True)
class Setup:
    """One machine of one run, and what to call it."""

    number: int  # from 0: its place in tables and its colour
    label: str   # 'NVIDIA H200'
    short: str   # 'H200': as much of the label as tells it from the others
    run: Run
    machine: rungs_rows.Machine

    @property
    def rows(self) -> pd.DataFrame:
        """Its measured rows."""
        return self.machine.rows

    @cached_property
    def has_gpu(self) -> bool:
        """Whether any row ran on a GPU."""
        return bool((self.rows["backend"] == "cuda").any())

    def fact(self, name: str) -> str:
        """A line of the environment file as text, '' where it is not there; the file knows one GPU alone."""
        environment = self.run.environment
        if self.has_gpu and environment.get(("cuda", "device_uuid"), self.machine.uuid) != self.machine.uuid:
            return ""
        return environment.get(("cuda" if self.has_gpu else "host", name), "")

    @property
    def counters(self) -> dict[tuple, dict]:
        """Nsight Compute's counters of the run, {} where there are none for this GPU. The file does not name the
        device: where the run has several GPUs, or says that it counted on another one, none gets any."""
        gpus = [machine for machine in self.run.machines if (machine.rows["backend"] == "cuda").any()]
        mine = self.run.counted_on("device") in ([], [self.machine.device])
        return self.run.counters or {} if self.has_gpu and len(gpus) == 1 and mine else {}

    def launched(self, case: str, variant: str) -> set[str]:
        """The kernels of a variant that Nsight Compute saw; empty where the counters do not name any."""
        return {metric.removeprefix(LAUNCHED) for key, metrics in self.counters.items() if key[:2] == (case, variant)
                for metric in metrics if metric.startswith(LAUNCHED)}

    @cached_property
    def why(self) -> dict[tuple, dict]:
        """The visits of the experiments with its rows."""
        return self.of_its_rows(self.run.why)

    def of_its_rows(self, table: dict) -> dict:
        """What a side file (a dict by the six fields that name a row) holds on this machine's rows. Such a file does
        not name the device: where two machines of the run have a row, neither gets it."""
        others = {key for machine in self.run.machines if machine is not self.machine
                  for key in rungs_rows.as_in_the_file(machine.rows)[KEY].itertuples(index=False, name=None)}
        return {key: value for key, value in table.items() if key not in others}


def setups_of(runs: list[Run]) -> list[Setup]:
    """The setups of all runs, in order."""
    pairs = [(run, machine) for run in runs for machine in run.machines]
    # The device, and as much of UUID, run, host and place in the list as tells them apart.
    names = show.distinct_names([show.plain(machine.device, 45) or "unnamed device" for _, machine in pairs],
                            [show.plain(machine.uuid, 12) for _, machine in pairs], [run.name for run, _ in pairs],
                            [show.plain(machine.host, 45) for _, machine in pairs],
                            [f"no. {number}" for number in range(1, len(pairs) + 1)])
    return [Setup(number, name, short, run, machine)
            for number, (name, short, (run, machine)) in enumerate(zip(names, _shortened(names), pairs))]


def _shortened(names: list[str]) -> list[str]:
    """['H100', 'H200'] of ['NVIDIA H100 80GB HBM3', 'NVIDIA H200']: without the words that all begin with, and the next
    word, which is numbered where it does not tell all apart: 'H100-1'."""
    if len(names) == 1:
        return names
    prefix = os.path.commonprefix(names)
    rests = [name[prefix.rfind(" ") + 1:] for name in names]
    if not all(rests):
        return names
    first = [rest.split()[0].rstrip(",") for rest in rests]
    return [word if first.count(word) == 1 else f"{word}-{first[:place].count(word) + 1}"
            for place, word in enumerate(first)]
