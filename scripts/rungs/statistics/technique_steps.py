"""The steps of machines' rows, with what a table says of each: gain, other states of the caches, limits, registers.

Times and counters are of one variant at one problem. Where the counters of the reference problem are missing those of
the nearest that has them are taken, and it is named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rungs.data.counter_files import NOT_COUNTED, Counted
from rungs.data.ladder import CACHES
from rungs.statistics import stops
from rungs.statistics.pairs import Measured, Pair, Source, measured
from rungs.statistics.reference import Reference

HELPED = 1.05  # a gain from which a step helped against what limited the kernel


@dataclass(frozen=True)
class OnGpu:
    """A step on one machine."""

    name: str
    home: Pair               # at the reference problem
    pairs: tuple             # of Pair: every size and setting in that state of the caches
    states: Mapping          # {state of the caches: the Pair at the reference problem}, those measured
    before: Counted
    after: Counted
    counted_at: tuple = ()   # the problem of the counters where it is not the reference's


@dataclass(frozen=True, eq=False)
class Step:
    """Two variants of a case, `old` to `new` the way in which the technique goes."""

    case: str
    old: str
    new: str
    kind: str
    techniques: tuple
    gpus: tuple   # of OnGpu, one for each machine; None where it has no pair
    stops: tuple  # of text: where it stops paying, over sizes and parameters on the machine with most pairs
    then: tuple   # of text: on which machine it gains less, and how near the ceiling it ends

    @property
    def text(self) -> str:
        """'stitch: fast_division to incremental_wrap'."""
        return f"{self.case}: {short(self.old)} to {short(self.new)}"

    @property
    def limits(self) -> tuple[str, ...]:
        """The classes that limited the old variant, of each machine that has counters: at the reference problem, or
        where none has them there at another."""
        return tuple(dict.fromkeys(one.before.limit for one in self._with_counters))

    @property
    def helps(self) -> tuple[str, ...]:
        """Those of the machines where it gained HELPED or more."""
        return tuple(dict.fromkeys(one.before.limit for one in self._with_counters if one.home.gain >= HELPED))

    @property
    def _with_counters(self) -> list[OnGpu]:
        here = [one for one in self.gpus if one and one.before.limit != NOT_COUNTED]
        return [one for one in here if not one.counted_at] or here


def short(variant: str) -> str:
    """'modulo' of 'gpu/modulo'; a host's or library's keeps its kind."""
    return variant.removeprefix("gpu/")


def steps_of(sources: Sequence[Source], scales: Mapping[str, str], cache: str = "cold",
             backend: str = "cuda") -> list[Step]:
    """Every step of the machines' rows in one state of the caches, of a technique or of none. `scales` is {technique:
    its scale}."""
    reference = Reference(source.rows for source in sources)
    found: dict[tuple, list[Measured | None]] = {}
    for place, source in enumerate(sources):
        for one in measured(source.rows, backend):
            found.setdefault(one.key, [None] * len(sources))[place] = one
    steps = []
    for machines in found.values():
        first = next(filter(None, machines))
        pairs = [each.of_cache(cache) if each else [] for each in machines]
        homes = reference.choose(first.case, scales.get(next(iter(first.techniques), ""), ""), pairs)
        gpus = tuple(_on_gpu(source, home, tuple(mine), each) if home and each else None for
                     source, home, mine, each in zip(sources, homes, pairs, machines))
        if here := [one for one in gpus if one]:
            widest = max(here, key=lambda one: len(one.pairs))
            steps.append(Step(first.case, first.old, first.new, first.kind, first.techniques, gpus,
                              tuple(stops.of_pairs(widest.pairs, widest.home)),
                              tuple(stops.of_machines({one.name: one.home for one in here}))))
    return steps


def _on_gpu(source: Source, home: Pair, pairs: tuple, step: Measured) -> OnGpu:
    states = {state: pair for state in CACHES for pair in step.of_cache(state) if pair.problem == home.problem}
    where = min((pair for pair in step.pairs if {NOT_COUNTED}.isdisjoint(
        (source.counted(pair.old).limit, source.counted(pair.new).limit))), default=home, key=lambda pair: (
            pair.problem != home.problem, pair.params != home.params, abs(pair.elements - home.elements)))
    at = () if where.problem == home.problem else where.problem
    return OnGpu(source.name, home, pairs, states, source.counted(where.old), source.counted(where.new), at)
