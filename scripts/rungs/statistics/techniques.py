"""What each technique of the catalogue is worth, from measured rows: the one place that page, terminal and README ask.

A technique has the steps whose main one it is. Each counts once, at its reference problem; their median, the lowest and
the highest are the technique's. It pays in so many of all pairs, over sizes and parameters. It helps the kernels that
gained 5 % or more: what limited them before, as a class of profile/limits."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from rungs.data import show
from rungs.data.catalogue import Technique as Entry
from rungs.data.counter_files import NOT_COUNTED, Counted
from rungs.data.ladder import CACHES
from rungs.statistics import stops
from rungs.statistics.pairs import Measured, Pair, Source, measured
from rungs.statistics.reference import Reference

SHOWN_STOPS = 2  # what a sentence names
HELPED = 1.05  # a gain from which a step helped against what limited the kernel


@dataclass(frozen=True)
class OnGpu:
    """A step on one machine. Times and counters are of one variant at one problem: where the counters of the reference
    problem are missing those of the nearest that has them are taken, and it is named."""

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
            found.setdefault((one.case, one.old, one.new), [None] * len(sources))[place] = one
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


@dataclass(frozen=True)
class Summary:
    """A technique on one machine."""

    median: float   # of its steps' gains at their reference problems
    lowest: float
    highest: float
    least: float    # of all pairs
    most: float
    pays: int       # pairs
    of: int
    steps: int

    @property
    def range(self) -> str:
        """'1.02x to 3.10x', '' of one step."""
        return f"{show.times(self.lowest)} to {show.times(self.highest)}" if self.steps > 1 else ""

    @property
    def cells(self) -> list[str]:
        """What a line of a table says: ['2.17x', '1.02x to 3.10x', '7/9'], the median, the range, where it pays."""
        return [show.times(self.median), self.range, f"{self.pays}/{self.of}"]


@dataclass(frozen=True)
class Technique:
    """One of the catalogue with what was measured of it."""

    entry: Entry
    steps: tuple  # of Step: those whose main technique it is
    also: tuple   # of Step: those that carry it beside another; they count there
    gpus: tuple   # of Summary, one for each machine; None where it has no step
    helps: tuple  # classes of limits, that of most steps first
    facts: str    # where it stops paying, from the figures; '' where not measured

    @property
    def stops(self) -> str:
        """The facts, then the catalogue's words."""
        return f"{self.facts} In general: {self.entry.stops}" if self.facts else self.entry.stops


def of(sources: Sequence[Source], catalogue: Sequence[Entry], cache: str = "cold",
       backend: str = "cuda") -> list[Technique]:
    """Every technique of the catalogue, that of the largest median first (of the first machine that has it), those not
    measured last."""
    steps = steps_of(sources, {entry.id: entry.scale for entry in catalogue}, cache, backend)
    return in_order([_technique(entry, [step for step in steps if step.techniques[:1] == (entry.id,)],
                                [step for step in steps if entry.id in step.techniques[1:]], len(sources))
                     for entry in catalogue])


def in_order(found: Sequence[Technique]) -> list[Technique]:
    """Sorted by their median."""
    return sorted(found, key=lambda one: -next((summary.median for summary in one.gpus if summary), 0))


def chosen(found: Sequence[Technique], limit: str = "", case: str = "") -> list[Technique]:
    """Those with steps of a case and from kernels that a class limited, computed from these steps alone."""
    def fits(step: Step) -> bool:
        return (not case or step.case == case) and (not limit or limit in step.limits)

    kept = [_technique(one.entry, list(filter(fits, one.steps)), list(filter(fits, one.also)), len(one.gpus))
            for one in found]
    return in_order([one for one in kept if one.steps])


def best(measured: Sequence[Technique], count: int) -> list[tuple[Technique, Step]]:
    """The best step of each of so many techniques on one machine, the best first. Steps that gain nothing are left
    out."""
    found = [(one, max(one.steps, key=lambda step: step.gpus[0].home.gain)) for one in measured if one.steps]
    gained = [(one, step) for one, step in found if step.gpus[0].home.change > 0]
    return sorted(gained, key=lambda each: -each[1].gpus[0].home.gain)[:count]


def unknown(sources: Sequence[Source], catalogue: Sequence[Entry]) -> list[str]:
    """Ids that rows carry and the catalogue lacks."""
    known = {entry.id for entry in catalogue}
    texts = dict.fromkeys(text for source in sources for text in source.rows["technique"])
    return [name for name in dict.fromkeys(" ".join(texts).split()) if name not in known]


def _technique(entry: Entry, steps: list[Step], also: list[Step], machines: int) -> Technique:
    helps = Counter(limit for step in steps for limit in step.helps)
    return Technique(entry, tuple(steps), tuple(also),
                     tuple(_summary([step.gpus[place] for step in steps]) for place in range(machines)),
                     tuple(limit for limit, _ in helps.most_common()), _facts(steps))


def _summary(here: Sequence[OnGpu | None]) -> Summary | None:
    steps = [one for one in here if one]
    if not steps:
        return None
    homes, pairs = [one.home.gain for one in steps], [pair for one in steps for pair in one.pairs]
    gains = [pair.gain for pair in pairs]
    return Summary(median(homes), min(homes), max(homes), min(gains), max(gains), sum(pair.pays for pair in pairs),
                   len(pairs), len(steps))


def _facts(steps: list[Step]) -> str:
    """Where a technique stops paying: what its steps say, those of most lost pairs first; '' without steps."""
    every = [(pair, step) for step in steps for one in step.gpus if one for pair in one.pairs]
    lost = Counter(step for pair, step in every if not pair.pays)
    said, most = [], sorted((step for step in steps if step.stops or step.then),
                            key=lambda step: (not step.stops, -lost[step]))
    if every and lost.total() == len(every):
        said, most = ["Never paid in these rows"], []
    elif every and not lost:
        least, step = min(every, key=lambda each: each[0].gain)
        said = [f"Pays in all these rows ({show.times(least.gain)} at least: {step.case}, {least.size})"]
    named = most[:SHOWN_STOPS - len(said)]
    said += dict.fromkeys(f"{short(step.new)}: {', '.join((*step.stops, *step.then))}" for step in named)
    more = len(most) - len(named)
    said += [f"{more} more step{'s' * (more > 1)}"] * (more > 0)
    return f"{'; '.join(said)}." if said else ""
