"""Which plots there are of a case on a machine, and how their files are called."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rungs.data import rows, show
from rungs.data.ladder import CACHES
from rungs.data.published import Published
from rungs.plots import ladder


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


def figures(case: str, machine: rows.Machine, published: Published, counters: Mapping[tuple, dict],
            cache: str = "all") -> Iterator:
    """Yields (file name, figure) of the plots of a case on a machine; `cache` is cold, dirty, hot or all, `counters` as
    ladder.draw takes them. GPU and host have pictures of their own, since on one axis the host's times would hide the
    GPU's steps."""
    for part, start in _gpu_and_host(case, machine):
        caches = _caches(case, part, cache)
        yield ("-".join([start, "ladder", *(slug(state) for state in caches if state)]),
               ladder.draw(case, part, published, caches, counters))


def _caches(case: str, machine: rows.Machine, wanted: str) -> list[str]:
    """The cache states to draw of a case, of those that its rows have; `wanted` is one of them, or all."""
    there = set(machine.rows[machine.rows["case"] == case]["cache"])
    return [cache for cache in CACHES if wanted in (cache, "all") and cache in there]


def _gpu_and_host(case: str, machine: rows.Machine) -> list[tuple[rows.Machine, str]]:
    """[(the machine with a part of the case's rows, how file names begin)]: the GPU's, then the host's."""
    of_case = machine.rows["case"] == case
    on_host = of_case & (machine.rows["backend"] == "host")
    if not on_host.any() or on_host.sum() == of_case.sum():
        return [(machine, slug(case))]
    return [(replace(machine, rows=machine.rows[~on_host]), slug(case)),
            (replace(machine, rows=machine.rows[~of_case | on_host]), f"{slug(case)}-host")]
