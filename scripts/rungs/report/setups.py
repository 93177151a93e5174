"""The machines that a report shows side by side: each machine of each run is a setup of its own."""

import os
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.claim_files import KEY
from rungs.report.gather import Run


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

    def fact(self, name: str, backend: str = "cuda") -> str:
        """A line of the environment file as text, '' where it is not there; the file knows one GPU alone."""
        where = backend if self.has_gpu else "host"
        environment = self.run.environment
        if where == "cuda" and environment.get(("cuda", "device_uuid"), self.machine.uuid) != self.machine.uuid:
            return ""
        return environment.get((where, name), "")

    @property
    def counters(self) -> dict[tuple, dict]:
        """Nsight Compute's counters of the run, {} where there are none for this GPU. The file does not name the
        device: where the run has several GPUs, or says that it counted on another one, none gets any."""
        gpus = [machine for machine in self.run.machines if (machine.rows["backend"] == "cuda").any()]
        mine = self.run.counted_on("device") in ([], [self.machine.device])
        return self.run.counters or {} if self.has_gpu and len(gpus) == 1 and mine else {}

    def beside(self, table: dict) -> dict:
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
    word alone where it tells all apart."""
    if len(names) == 1:
        return names
    prefix = os.path.commonprefix(names)
    rests = [name[prefix.rfind(" ") + 1:] for name in names]
    if not all(rests):
        return names
    first = [rest.split()[0].rstrip(",") for rest in rests]
    return first if len(set(first)) == len(first) else rests
