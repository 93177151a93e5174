"""What binds a kernel: the resource that is nearest to its limit, or too few warps, or waiting, or what lies outside.

A resource is near its limit from 60 % of its peak on, the same line that Nsight Compute's own rules draw: below it they
speak of latency. The resource at the highest share binds; those within 10 points of it are named with it.

- DRAM and the L2 never reach their peaks: where the run counted its own fill, copy or read, their shares are ranked as
  shares of what that one reaches under the same counter. All other shares are of the peak.
- All shares are of the whole time of the kernels. Those of the pipes and the issue slots are counted while a
  multiprocessor has work, so that they are cut at the multiprocessors' own throughput, which is the largest of them
  over the whole time: one busy multiprocessor among 132 binds nothing.
- What DRAM moves passes the L2. Where DRAM is near its limit too, and no more than 15 points behind the L2, it is DRAM
  that binds; where less than a fifth of the L2's lookups hit, the L2 does not bind by itself either. That is said.
- Where nothing is near its limit, kernels of less than 4 us (twice what an empty one takes) are bound by launches. All
  others have too few warps (fewer blocks than multiprocessors, occupancy below 25 %, or a pipe that is busy where there
  is work, so that much of the GPU has none), or enough of them, which wait.
- Where the kernels take less than half of the variant's time, it is bound by what lies between and around them."""

import math
from dataclasses import dataclass, field

from rungs.data import show
from rungs.data.counter_files import NOT_COUNTED
from rungs.profile import resources
from rungs.profile.counters import BY_NAME, top_stall
from rungs.profile.resources import DRAM, L2, Resource, share

NEAR = 60            # percent of a peak
ALSO_NAMED = 10          # points behind the first within which others are named
L2_AHEAD = 15        # points that the L2 may be ahead of DRAM when it only passes on what DRAM moves
AS_GOOD = 5          # points
SHORT_KERNEL_US = 4
AHEAD = 3            # points from which on that is said
PASSED = 20          # percent of hits in the L2, below which it only passes on what DRAM moves
MOST_OF_THE_TIME = 50  # percent
KERNELS_ARE_ALL = 80   # percent of the time; below it the counters do not see the rest
OF_OTHERS = 110        # percent of the time; above it the counters are of a slower run, or kernels overlap
FEW_WARPS = 25         # percent of occupancy

OF_THE_TIME, IDLE = "of the whole time", "idle multiprocessors"
LATENCY, LAUNCHES, UNKNOWN = "latency", "launches", ""

ISSUING = (resources.ISSUE, *resources.PIPES)  # counted while a multiprocessor has work
NEEDED = ("dram_throughput_percent", "l2_throughput_percent", "l1_throughput_percent", "sm_throughput_percent",
          "issue_active_percent")


@dataclass(frozen=True)
class Ceiling:
    """What the run's own fill, copy or read reaches."""

    name: str     # 'fill'
    dram: float   # percent of DRAM's peak
    l2: float     # percent of the L2's


PEAKS = Ceiling("", 100, 100)  # where a run has no counters of its ceilings


@dataclass(frozen=True)
class Bound:
    """What binds a variant at a problem.

    `kind` is the resource's name, LATENCY, LAUNCHES, or UNKNOWN where counters are missing; `limit` its class, a key of
    limits.CLASSES or NOT_COUNTED; `close` the resources with their percent of the peak, that which binds first; `why`
    says more of LATENCY, LAUNCHES and UNKNOWN."""

    kind: str
    limit: str = NOT_COUNTED
    close: list[tuple[Resource, float]] = field(default_factory=list)
    why: str = ""
    figures: tuple[tuple[str, float], ...] = ()  # of LATENCY, in percent, each with what it is of
    ceiling: Ceiling = PEAKS
    passed: float = math.nan  # percent of the L2's peak, where that only passes on what DRAM moves
    unseen: str = ""          # what the counters say nothing of, in words

    def reads_like(self, other: "Bound") -> bool:
        """Whether the same binds, with figures that are as good as the same."""
        return self.badge == other.badge and [name for name, _ in self.figures] == [name for name, _ in other.figures] \
            and all(abs(one - two) < AS_GOOD for (_, one), (_, two) in zip(self.figures, other.figures))

    @property
    def percent(self) -> float:
        """Its share of its peak; NaN where no resource binds."""
        return self.close[0][1] if self.close else math.nan

    @property
    def of_ceiling(self) -> str:
        """'99 % of a fill' where DRAM binds and the run counted its ceiling; else ''."""
        if not self.has(DRAM) or self.close[0][0] != DRAM or self.ceiling == PEAKS:
            return ""
        return f"{show.percent(100 * self.percent / self.ceiling.dram)} of a {self.ceiling.name}"

    @property
    def badge(self) -> str:
        """'DRAM 99 % of a fill', 'DRAM 91 % of its peak', 'issue slots 72 %', 'too few warps', 'waits for a barrier';
        NOT_COUNTED where it is not known."""
        if self.close:
            of_peak = " of its peak" if self.close[0][0] == DRAM else ""
            name = "L2 atomics" if (self.kind, self.limit) == (L2.name, resources.ATOMICS.limit) else self.kind
            return f"{name} {self.of_ceiling or show.percent(self.percent) + of_peak}"
        waits = "".join(f" for {name}" for name, _ in self.figures[1:]).replace("global or local ", "")
        return {"few": IDLE if self.why.endswith(OF_THE_TIME) else "too few warps", "launch": "launches",
                "wait": f"waits{waits.partition(' or ')[0].partition(' and ')[0]}", "bus": "copies over the bus",
                }.get(self.limit, NOT_COUNTED)

    @property
    def text(self) -> str:
        """'DRAM-bound at 91 % (issue slots 85 %)', 'too few warps (occupancy 12 %, ...)'."""
        if self.close:
            (first, percent), *others = self.close
            also = [f"{self.of_ceiling} under the same counter"] if self.of_ceiling else []
            also += [f"{one.name} {show.percent(share)}" for one, share in others]
            if not math.isnan(self.passed):
                also.append(f"L2 {show.percent(self.passed)}, which passes on what DRAM moves")
            also += filter(None, [self.unseen])
            return f"{first.bound} at {show.percent(percent)}" + (f" ({', '.join(also)})" if also else "")
        name = {"few": self.badge, "wait": "waiting", "launch": "bound by launches", "bus": "bound by the bus"}
        said = ", ".join(filter(None, [self.why, self.unseen if self.kind == LATENCY else ""]))
        return f"{name.get(self.limit, 'unknown')} ({said})"

    def has(self, resource: Resource) -> bool:
        """Whether a resource is among those close to their limit."""
        return any(one == resource for one, _ in self.close)


def of(metrics: dict[str, float], ceiling: Ceiling = PEAKS, bus: bool = False) -> Bound:
    """The Bound of a variant, from its metrics {name: value} as counters.py takes them, what its run's ceiling reaches,
    and whether its time is compared with a copy over the bus."""
    missing = [name for name in NEEDED if BY_NAME[name].value(metrics) is None]
    if missing:
        return Bound(UNKNOWN, why=f"not counted: {', '.join(BY_NAME[name].label for name in missing)}")
    inside = BY_NAME["kernel_time_percent"].value(metrics)
    if inside is not None and (inside < MOST_OF_THE_TIME or bus and inside > OF_OTHERS):
        return Bound(LAUNCHES, "bus" if bus else "launch", why=unseen(metrics))
    near, passed = _near(metrics, ceiling)
    ranked = sorted(near, key=lambda found: -found[2])
    if ranked:
        (first, _, highest), *_ = ranked
        close = [(one, percent) for one, percent, rank in ranked if rank >= highest - ALSO_NAMED]
        atomics, sectors = (BY_NAME[name].value(metrics) or 0.0 for name in ("l2_atomic_sectors", "l2_sectors"))
        limit = resources.ATOMICS.limit if first == L2 and atomics > sectors / 2 else first.limit
        return Bound(first.name, limit, close, ceiling=ceiling if first == DRAM else PEAKS,
                     passed=passed if first == DRAM else math.nan, unseen=unseen(metrics))
    each_us = (BY_NAME["kernel_time_us"].value(metrics) or math.inf) / (BY_NAME["kernels"].value(metrics) or 1)
    if each_us < SHORT_KERNEL_US:
        return Bound(LAUNCHES, "launch", why=f"a kernel takes {show.time(each_us)}, little more than an empty one")
    occupancy, (reason, percent) = BY_NAME["achieved_occupancy_percent"].value(metrics), top_stall(metrics)
    few = few_blocks(metrics) or (occupancy or 100) < FEW_WARPS or _busiest(metrics)[1] >= NEAR
    return Bound(LATENCY, "few" if few else "wait", why=latency(metrics), unseen=unseen(metrics), figures=(
        ("occupancy", occupancy or 0.0), *([(waits_for(reason, metrics), percent)] if reason else [])))


def _near(metrics: dict[str, float], ceiling: Ceiling) -> tuple[list[tuple[Resource, float, float]], float]:
    """(resource, percent, percent by which it is ranked) of those near their limits; and the L2's percent where it only
    passes on what DRAM moves and is ahead of it, else NaN."""
    dram, l2 = 100 * share(DRAM, metrics) / ceiling.dram, 100 * share(L2, metrics) / ceiling.l2
    hits = BY_NAME["l2_hit_percent"].value(metrics)
    passes_on = l2 - dram <= L2_AHEAD and (dram >= NEAR or hits is not None and hits < PASSED)
    found = [(DRAM, share(DRAM, metrics), max(dram, l2) if passes_on else dram)] if dram >= NEAR else []
    found += [] if passes_on else [(L2, share(L2, metrics), share(L2, metrics))]
    heavy = share(resources.HEAVY, metrics) >= share(resources.FMA, metrics)  # the half that is full before the whole
    found += [(one, share(one, metrics), share(one, metrics))
              for one in (resources.ATOMICS, resources.first_level(metrics), *ISSUING)
              if not (heavy and one == resources.FMA)]
    ahead = share(L2, metrics) - share(DRAM, metrics)
    return [one for one in found if one[2] >= NEAR], share(L2, metrics) if passes_on and ahead >= AHEAD else math.nan


def latency(metrics: dict[str, float]) -> str:
    """Why nothing is near its limit: 'only 16 blocks, occupancy 12 %, warps wait 48 % of the time for a barrier', or
    'occupancy 78 %, ALU 68 % while a multiprocessor has work, 51 % of the whole time'."""
    occupancy, (reason, percent) = BY_NAME["achieved_occupancy_percent"].value(metrics), top_stall(metrics)
    said = []
    if few_blocks(metrics):
        blocks = BY_NAME["grid_size"].value(metrics)
        said.append("only one block" if blocks == 1 else f"only {blocks:.0f} blocks")
    if occupancy is not None:
        said.append(f"occupancy {show.percent(occupancy)}")
    busiest, working = _busiest(metrics)
    if working >= NEAR:  # it is not the waits then, but that some multiprocessors have no work
        said.append(f"{busiest.name} {show.percent(working)} while a multiprocessor has work, "
                    f"{show.percent(share(busiest, metrics))} {OF_THE_TIME}")
    elif reason:
        said.append(f"warps wait {show.percent(percent)} of the time for {waits_for(reason, metrics)}")
    return ", ".join(said) or "neither occupancy nor waits were counted"


def _busiest(metrics: dict[str, float]) -> tuple[Resource, float]:
    """The issue slots or the pipe with most to do while a multiprocessor has work, and its percent."""
    return max(((one, BY_NAME[one.share].value(metrics) or 0.0) for one in ISSUING), key=lambda one: one[1])


def unseen(metrics: dict[str, float]) -> str:
    """That the kernels take less than the time of the row, or more: '' where they take about that."""
    percent = BY_NAME["kernel_time_percent"].value(metrics)
    if percent is None or KERNELS_ARE_ALL <= percent <= OF_OTHERS:
        return ""
    if percent < KERNELS_ARE_ALL:
        return f"the kernels take {show.percent(percent)} of the time, the counters do not see the rest"
    several = " or run at once" if (BY_NAME["kernels"].value(metrics) or 1) > 1 else ""
    return f"the counted kernels take {show.percent(percent)} of the time: they ran slower{several}"


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
