"""Which plots there are of a case on a machine, and how their files are called."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rungs.data import rows, show
from rungs.data import sweep as rungs_sweep
from rungs.data.ladder import CACHES
from rungs.data.published import Published, defaults_of
from rungs.plots import ladder, sweep
from rungs.plots.kinds import KINDS


@dataclass(frozen=True)
class Sources:
    """What is drawn with a machine's rows; each may be empty."""

    published: Published = field(default_factory=Published)
    l2_bytes: float | None = None                   # of the machine's GPU
    counters: dict = field(default_factory=dict)    # (case, variant, size, params) -> {metric: value}
    goals: tuple[str, ...] = ()                     # variants that are drawn in any case: 'stitch/gpu/vector_stores'

    def goals_of(self, case: str) -> list[str]:
        """Its `goals`, each once, without their case."""
        return list(dict.fromkeys(name.partition("/")[2] for name in self.goals if name.startswith(f"{case}/")))


def slug(text: str, limit: int = 60) -> str:
    """A name as part of a file name: letters, digits, '_' and '-', never empty, of at most `limit` letters."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")[:limit] or "unnamed"


def distinct(machines: list[rows.Machine]) -> list[str]:
    """A name for each machine, none twice: the device, with host, UUID and a number as needed."""
    return show.distinct_names([show.plain(machine.device, 45) or "unnamed" for machine in machines],
                           *([show.plain(getattr(machine, what), 45) for machine in machines]
                             for what in ("host", "uuid")),
                           [str(number) for number in range(1, len(machines) + 1)])


def suffixes(machines: list[rows.Machine]) -> list[str]:
    """What tells the files of several machines apart: '' for one, else '-' and its name."""
    return [""] if len(machines) == 1 else [f"-{slug(name, 150)}" for name in distinct(machines)]


def figures(case: str, machine: rows.Machine, sources: Sources, cache: str = "all",
            kinds: tuple[str, ...] = tuple(KINDS)) -> Iterator:
    """Yields (file name, figure) of the kinds of plots of a case on a machine; `cache` is cold, dirty, hot or all. GPU
    and host have pictures of their own, since on one axis the host's times would hide the GPU's steps."""
    for part, start in _gpu_and_host(case, machine):
        there = set(part.rows[part.rows["case"] == case]["cache"])
        caches = [state for state in CACHES if cache in (state, "all") and state in there]
        both = [slug(state) for state in caches if state]
        if "ladder" in kinds:
            yield ("-".join([start, "ladder", *both]),
                   ladder.draw(case, part, sources.published, caches, counters=sources.counters))
        for state in caches if "sweep" in kinds else []:
            for by, figure in _sweeps(case, part, sources, state):
                yield "-".join([start, slug(by), *([slug(state)] if state else [])]), figure


def _gpu_and_host(case: str, machine: rows.Machine) -> list[tuple[rows.Machine, str]]:
    """[(the machine with a part of the case's rows, how file names begin)]: the GPU's, then the host's."""
    of_case = machine.rows["case"] == case
    on_host = of_case & (machine.rows["backend"] == "host")
    if not on_host.any() or on_host.sum() == of_case.sum():
        return [(machine, slug(case))]
    return [(replace(machine, rows=machine.rows[~on_host]), slug(case)),
            (replace(machine, rows=machine.rows[~of_case | on_host]), f"{slug(case)}-host")]


def _sweeps(case: str, machine: rows.Machine, sources: Sources, state: str) -> Iterator:
    """(by, figure): the sweeps over parameters, several in one figure, and that over sizes."""
    mine = machine.rows[(machine.rows["case"] == case) & (machine.rows["cache"] == state)]
    found = {by: sweep.Sweep(case, machine, swept, by, sources.published, sources.l2_bytes, sources.goals_of(case))
             for by, swept in rungs_sweep.sweeps(mine, sources.published, defaults_of(machine.rows, case))}
    of_parameters = [one for by, one in found.items() if by != rungs_sweep.SIZE and one.lines]
    if len(of_parameters) == 1:
        yield of_parameters[0].by, of_parameters[0].draw()
    elif of_parameters:
        yield "parameters", sweep.panels(of_parameters)
    if over_sizes := found.get(rungs_sweep.SIZE):
        yield rungs_sweep.SIZE, over_sizes.draw()
