"""Which of a build's CUDA sources are looked at, on which architectures, and their facts, several at once."""

import itertools
import re
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rungs.data.errors import RowsError, nearest
from rungs.data.records import shown
from rungs.static import compiled, cuda_sources

AT_ONCE = 2  # compilations; each takes a core for seconds


def chosen_sources(build: Path, wanted: re.Pattern) -> list[cuda_sources.Source]:
    """The Sources of a build whose name a regular expression is found in. Raises RowsError."""
    every = cuda_sources.sources(build)
    found = [source for source in every if wanted.search(source.name)]
    if not found:
        raise RowsError(f"--filter={wanted.pattern}: no CUDA variant of {build} matches; expected a part of a name "
                        f"such as {nearest(wanted.pattern, (source.name for source in every))}")
    return found


def architectures_of(asked: str | None, source: cuda_sources.Source, build: Path) -> list[str]:
    """The architectures to look at, each once: those of `asked` ('75,90') or, where that is None, the build's own.

    Raises RowsError where the compiler does not know one.
    """
    if asked is None:
        if not source.architectures():
            raise RowsError(f"{build}: its commands name no architecture; expected --architectures")
        return source.architectures()
    listed = cuda_sources.call([source.command[0], "--list-gpu-arch"], f"--architectures={asked}")
    known = re.findall(r"\bcompute_(\d+)", listed)
    for architecture in asked.split(","):
        number = architecture.rstrip("af")
        oldest = {"a": 90, "f": 100}.get(architecture[len(number):], 0)  # with code for these chips alone
        if not cuda_sources.ARCHITECTURE.fullmatch(architecture) or number not in known or int(number) < oldest:
            raise RowsError(f"--architectures={asked}: nvcc knows no {shown(architecture)}; expected some of "
                            f"{','.join(known)}, joined by ','")
    return list(dict.fromkeys(asked.split(",")))


def gather(sources: list[cuda_sources.Source], architectures: list[str], tools: cuda_sources.Tools,
           failures: list | None = None, look: Callable = compiled.facts) -> list[tuple]:
    """The facts (rows as fact_files.COLUMNS) of all sources on all architectures, in their order, or what `look` finds
    in their place; a count on a terminal while it lasts.

    A source that does not compile raises RowsError or, where `failures` is a list, is added to it as (its name,
    architecture, why).
    """
    def one(job: tuple[cuda_sources.Source, str]) -> tuple[list[tuple], str]:
        with tempfile.TemporaryDirectory(prefix="rungs-static-") as folder:
            try:
                return look(*job, tools, folder), ""
            except RowsError as error:
                if failures is None:
                    raise
                return [], str(error)

    jobs = list(itertools.product(sources, architectures))
    found = []
    with ThreadPoolExecutor(AT_ONCE) as pool:  # an error cancels the others
        for done, ((source, architecture), (facts, why)) in enumerate(zip(jobs, pool.map(one, jobs)), 1):
            found += facts
            if why and failures is not None:
                failures.append((source.name, architecture, why))
            if sys.stderr.isatty():
                end = "\n" if done == len(jobs) else ""
                print(f"\r{done} of {len(jobs)}", end=end, file=sys.stderr, flush=True)
    return found
