"""What binds a kernel: the resource that is nearest to its limit, or latency, or what lies outside the kernels.

A resource is near its limit from 60 % of its peak on, the same line that Nsight Compute's own rules draw: below it they
speak of latency. The resource at the highest share binds; those within 10 points of it are named with it.

- All shares are of the whole time of the kernels. Those of the pipes and the issue slots are counted while a
  multiprocessor has work, so that they are cut at the multiprocessors' own throughput, which is the largest of them
  over the whole time: one busy multiprocessor among 132 binds nothing.
- What DRAM moves passes the L2. Where DRAM is near its limit too, and no more than 15 points behind the L2, it is DRAM
  that binds; where less than a fifth of the L2's lookups hit, the L2 does not bind by itself either.
- The pipe of which no counter was read binds where the multiprocessors are 10 points busier than all that was counted.
- Where nothing is near its limit, kernels of less than 4 us (twice what an empty one takes) are bound by launches, all
  others by latency: the warps in flight are too few, or wait too long, or multiprocessors start late and end early.
- Where the kernels take less than half of the variant's time, it is bound by what lies between and around them.
"""

import math
from dataclasses import dataclass, field

from rungs.data import show
from rungs.profile import change
from rungs.profile.counters import BY_NAME, top_stall

NEAR = 60            # percent of a peak
ALSO_NAMED = 10          # points behind the first within which others are named
L2_AHEAD = 15        # points that the L2 may be ahead of DRAM when it only passes on what DRAM moves
UNCOUNTED = 10       # points
AS_GOOD = 5          # points
SHORT_KERNEL_US = 4
PASSED = 20          # percent of hits in the L2, below which it only passes on what DRAM moves
MOST_OF_THE_TIME = 50  # percent

LATENCY, LAUNCHES, UNKNOWN = "latency", "launches, copies", ""


@dataclass(frozen=True)
class Resource:
    """What can be at its limit."""

    name: str          # on a badge: 'DRAM'
    bound: str         # in a sentence: 'DRAM-bound'
    share: str         # the counter of its share of the peak
    work: str          # the counter of what it does
    parts: tuple = ()  # counters that this consists of, and what each is called in a sentence


# A pipe's name on a badge. Heavy FMA is the half of FMA that multiplies integers, and is full before the whole is.
_PIPES = {"alu": "ALU", "fma": "FMA", "fmaheavy": "heavy FMA", "xu": "XU", "lsu": "LSU", "fp64": "FP64",
          "uniform": "uniform pipe", "adu": "ADU", "cbu": "CBU", "tex": "TEX", "tensor": "tensor cores"}
_PARTS = tuple((name, BY_NAME[name].label.removesuffix(" instructions"))
               for name in (f"{pipe}_instructions" for pipe in _PIPES if pipe != "fmaheavy"))
DRAM = Resource("DRAM", "DRAM-bound", "dram_throughput_percent", "dram_bytes",
                (("dram_read_bytes", "reads"), ("dram_write_bytes", "writes")))
L2 = Resource("L2", "L2-bound", "l2_throughput_percent", "l2_sectors",
              (("l2_read_sectors", "reads"), ("l2_write_sectors", "writes"), ("l2_atomic_sectors", "atomics"),
               ("local_sectors", "local memory")))
ATOMICS = Resource("one L2 atomic unit", "bound by one L2 atomic unit", "busiest_l2_atomic_unit_percent",
                   "atomic_sectors")
L1 = Resource("L1", "L1-bound", "l1_throughput_percent", "l1_sectors")
SHARED = Resource("shared memory", "bound by shared memory", "l1_throughput_percent", "shared_wavefronts",
                  (("bank_conflicts", "bank conflicts"),))
ISSUE = Resource("issue slots", "issue-bound", "issue_active_percent", "instructions", _PARTS)
PIPES = tuple(Resource(name, f"{name.replace(' ', '-')}-bound", f"{pipe}_pipe_percent", f"{pipe}_instructions")
              for pipe, name in _PIPES.items())
OTHER_PIPE = Resource("uncounted pipe", "bound by a pipe that was not counted", "sm_throughput_percent",
                      "instructions", _PARTS)
FMA, HEAVY = PIPES[1], PIPES[2]

COUNTED = (DRAM, L2, ATOMICS, L1, SHARED, ISSUE, *PIPES)
NEEDED = ("dram_throughput_percent", "l2_throughput_percent", "l1_throughput_percent", "sm_throughput_percent",
          "issue_active_percent")


@dataclass(frozen=True)
class Bound:
    """What binds a variant at a problem.

    `kind` is the resource's name, LATENCY, LAUNCHES, or UNKNOWN where counters are missing; `close` the resources with
    their percent, that which binds first; `why` says more of LATENCY, LAUNCHES and UNKNOWN.
    """

    kind: str
    close: list[tuple[Resource, float]] = field(default_factory=list)
    why: str = ""
    figures: tuple[tuple[str, float], ...] = ()  # of LATENCY, in percent, each with what it is of

    def reads_like(self, other: "Bound") -> bool:
        """Whether the same binds, with figures that are as good as the same."""
        return self.badge == other.badge and [name for name, _ in self.figures] == [name for name, _ in other.figures] \
            and all(abs(one - two) < AS_GOOD for (_, one), (_, two) in zip(self.figures, other.figures))

    @property
    def percent(self) -> float:
        """Its share of its peak; NaN where no resource binds."""
        return self.close[0][1] if self.close else math.nan

    @property
    def badge(self) -> str:
        """'DRAM 91 %', 'latency', '' where it is not known."""
        return f"{self.kind} {show.percent(self.percent)}" if self.close else self.kind

    @property
    def text(self) -> str:
        """'DRAM-bound at 91 % (issue slots 85 %)', 'latency-bound (occupancy 12 %, ...)'."""
        if self.close:
            (first, percent), *others = self.close
            also = ", ".join(f"{one.name} {show.percent(share)}" for one, share in others)
            return f"{first.bound} at {show.percent(percent)}" + (f" ({also})" if also else "")
        name = {LATENCY: "latency-bound", LAUNCHES: "bound by launches and copies", UNKNOWN: "unknown"}[self.kind]
        return f"{name} ({self.why})"

    def has(self, resource: Resource) -> bool:
        """Whether a resource is among those close to their limit."""
        return any(one == resource for one, _ in self.close)


def of(metrics: dict[str, float]) -> Bound:
    """The Bound of a variant, from its metrics {name: value} as counters.py takes them."""
    missing = [name for name in NEEDED if BY_NAME[name].value(metrics) is None]
    if missing:
        return Bound(UNKNOWN, why=f"not counted: {', '.join(BY_NAME[name].label for name in missing)}")
    inside = BY_NAME["kernel_time_percent"].value(metrics)
    if inside is not None and inside < MOST_OF_THE_TIME:
        return Bound(LAUNCHES, why=f"{show.percent(100 - inside)} of its time outside the kernels")
    ranked = sorted(_near(metrics), key=lambda found: -found[2])
    if ranked:
        (first, _, highest), *_ = ranked
        return Bound(first.name, [(one, percent) for one, percent, rank in ranked
                                  if rank >= highest - ALSO_NAMED and one in (first, *COUNTED)])
    each_us = (BY_NAME["kernel_time_us"].value(metrics) or math.inf) / (BY_NAME["kernels"].value(metrics) or 1)
    if each_us < SHORT_KERNEL_US:
        return Bound(LAUNCHES, why=f"a kernel takes {show.time(each_us)}, little more than an empty one")
    occupancy, (reason, percent) = BY_NAME["achieved_occupancy_percent"].value(metrics), top_stall(metrics)
    return Bound(LATENCY, why=latency(metrics), figures=(("occupancy", occupancy or 0.0), (reason, percent or 0.0)))


def _near(metrics: dict[str, float]) -> list[tuple[Resource, float, float]]:
    """(resource, percent, percent by which it is ranked) of those near their limits."""
    busy = share(OTHER_PIPE, metrics)
    dram, l2 = share(DRAM, metrics), share(L2, metrics)
    hits = BY_NAME["l2_hit_percent"].value(metrics)
    passes_on = l2 - dram <= L2_AHEAD and (dram >= NEAR or hits is not None and hits < PASSED)
    found = [(DRAM, dram, max(dram, l2) if passes_on else dram)]
    found += [] if passes_on else [(L2, l2, l2)]
    heavy = share(HEAVY, metrics) >= share(FMA, metrics)  # the half that is full before the whole
    found += [(one, share(one, metrics), share(one, metrics))
              for one in (ATOMICS, _first_level(metrics), ISSUE, *PIPES) if not (heavy and one == FMA)]
    if busy - max(share(one, metrics) for one in (ISSUE, *PIPES)) >= UNCOUNTED:
        found.append((OTHER_PIPE, busy, busy))
    return [one for one in found if one[1] >= NEAR]


def share(one: Resource, metrics: dict[str, float]) -> float:
    """A resource's share of its peak over the whole time, in percent; 0 where it was not counted."""
    found = BY_NAME[one.share].value(metrics) or 0.0
    return min(found, share(OTHER_PIPE, metrics)) if one in (ISSUE, *PIPES) else found


def said(resource: Resource, found: change.Change, step: change.Step) -> str:
    """A change of a resource's work in words, with the part that makes most of it."""
    return found.text + change.mostly(found, resource.parts, step)


def _first_level(metrics: dict[str, float]) -> Resource:
    """Whose wavefronts most of the first-level cache's are: 128 bytes of shared memory, or four sectors of global."""
    shared, sectors = (BY_NAME[name].value(metrics) or 0 for name in ("shared_wavefronts", "l1_sectors"))
    return SHARED if shared > sectors / 4 else L1


def latency(metrics: dict[str, float]) -> str:
    """Why latency binds: 'only 16 blocks, occupancy 12 %, warps wait 48 % of the time for a barrier', or 'occupancy
    78 %, ALU 68 % while a multiprocessor has work, 51 % of the whole time'."""
    occupancy, (reason, percent) = BY_NAME["achieved_occupancy_percent"].value(metrics), top_stall(metrics)
    said = []
    if few_blocks(metrics):
        blocks = BY_NAME["grid_size"].value(metrics)
        said.append("only one block" if blocks == 1 else f"only {blocks:.0f} blocks")
    if occupancy is not None:
        said.append(f"occupancy {show.percent(occupancy)}")
    busiest = max((ISSUE, *PIPES), key=lambda one: BY_NAME[one.share].value(metrics) or 0.0)
    working = BY_NAME[busiest.share].value(metrics) or 0.0
    if working >= NEAR:  # it is not the waits then, but that some multiprocessors have no work
        said.append(f"{busiest.name} {show.percent(working)} while a multiprocessor has work, "
                    f"{show.percent(share(busiest, metrics))} of the whole time")
    elif reason:
        said.append(f"warps wait {show.percent(percent)} of the time for {waits_for(reason, metrics)}")
    return ", ".join(said) or "neither occupancy nor waits were counted"


def waits_for(reason: str, *metrics: dict[str, float]) -> str:
    """What a stall is called in a sentence, 'a barrier', of variants with such metrics."""
    if reason == "long_scoreboard" and all(BY_NAME["local_sectors"].value(one) == 0 for one in metrics):
        return "global memory"
    counter = BY_NAME.get(f"stall_{reason}_percent")
    return counter.label.removeprefix("waiting for ") if counter else show.plain(reason.replace("_", " "), 40)


def few_blocks(metrics: dict[str, float]) -> bool:
    """Whether a kernel has fewer blocks than the GPU has multiprocessors: at least blocks / waves / blocks that run at
    once on one. ncu rounds the waves to hundredths."""
    limits = [value for name, value in metrics.items() if name.startswith("launch__occupancy_limit_")]
    blocks, waves = (BY_NAME[name].value(metrics) for name in ("grid_size", "waves_per_multiprocessor"))
    if not blocks or waves is None or not limits or min(limits) <= 0 or BY_NAME["kernels"].value(metrics) != 1:
        return False
    return blocks < blocks / (waves + 0.005) / min(limits)
