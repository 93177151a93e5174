"""What Nsight Compute's rules advised on a variant, and what the next step really changed and gained.

- The estimate is the largest of the rules that estimate by how many percent a kernel's time would fall ("global"),
  times the kernel's share of the variant's time. Rules that say how much better one unit would work ("local") estimate
  no time; they count only where a variant has no other advice.
- The step's gain is the percentage of the old time that it saved; below 0 it got slower.
- What an advice is about is told by the rule: memory, arithmetic, or latency (waits, occupancy, launch). What a step
  changed is what bound the old variant. The advice was about the right thing where the two are the same.
- A step need not do what the rules advise. But what a step saved could be saved, and what the fastest variant of the
  ladder needs less could be: an estimate below the one missed it, and an estimate for the fastest itself promises what
  nobody has found.
"""

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from rungs.data import show
from rungs.data.advice_files import GLOBAL, LOCAL, Advice
from rungs.profile import bound, steps
from rungs.profile.bound import LATENCY, LAUNCHES, UNKNOWN
from rungs.profile.causes import Explanation
from rungs.profile.evidence import Line, pairs

MEMORY, ARITHMETIC, WAITING, OTHER = "memory", "arithmetic", "latency", "other"
LEAST_GAIN = 5.0  # percent; steps that saved less prove nothing
# By words of a rule's identifier; the first that fits counts.
_SUBJECTS = (
    (MEMORY, ("coalesc", "sharedmemory", "cache", "memory", "dram", "aperture", "l2", "l1tex", "tma")),
    (WAITING, ("stall", "occupancy", "issueslot", "launch", "divergence", "imbalance", "pmsampling", "scheduler",
               "slowpipe", "workload")),
    (ARITHMETIC, ("pipe", "fp", "instruction", "tensor", "roofline", "compute")))
# SOLBottleneck speaks of all three: its message says of which.
_BY_MESSAGE = ((WAITING, ("latency issues", "small grid", "not fully utilize", "too small")),
               (MEMORY, ("memory is more heavily", "dram", "memory bandwidth", "memory workload")),
               (ARITHMETIC, ("compute is more heavily", "compute workload")))


@dataclass(frozen=True)
class Top:
    """The advice that counts for a variant."""

    advice: Advice
    percent: float  # of the variant's time for GLOBAL, of one unit's efficiency for LOCAL, NaN without an estimate

    @property
    def subject(self) -> str:
        """MEMORY, ARITHMETIC, WAITING or OTHER."""
        return subject(self.advice)


@dataclass(frozen=True)
class Judged:
    """A step and the advice on its old variant."""

    old: Line
    new: Line
    explanation: Explanation
    top: Top | None
    possible: float  # percent of the old time that the fastest variant of the ladder saves

    @property
    def saved(self) -> float:
        """Percent of the old time; below 0 for a loss."""
        return 100 * (1 - self.new.time_us / self.old.time_us)

    @property
    def gained(self) -> bool:
        """Whether the step saved enough to prove something, and the counters say what bound the old variant."""
        return self.saved >= LEAST_GAIN and of_bound(self.explanation.before) != OTHER

    @property
    def right(self) -> bool:
        """Whether the advice was about what bound the old variant."""
        return self.top is not None and self.top.subject == of_bound(self.explanation.before)

    @property
    def missed(self) -> bool:
        """Whether the step saved more than was estimated."""
        return not self.estimated or self.top is not None and self.saved > self.top.percent

    @property
    def estimated(self) -> bool:
        """Whether a rule estimated a time."""
        return self.top is not None and self.top.advice.speedup_type == GLOBAL


def subject(advice: Advice) -> str:
    """What a rule's message is about."""
    name, message = advice.rule.lower(), advice.message.lower()
    if "bottleneck" in name:
        return next((one for one, words in _BY_MESSAGE if any(word in message for word in words)), OTHER)
    return next((one for one, words in _SUBJECTS if any(word in name for word in words)), OTHER)


def of_bound(found: bound.Bound) -> str:
    """What a Bound is about, in the same words."""
    if found.kind == LATENCY:
        return WAITING
    if found.kind in (LAUNCHES, UNKNOWN):  # launches and copies are no kernel's, of which alone the rules speak
        return OTHER
    memory = (bound.DRAM, bound.L2, bound.ATOMICS, bound.L1, bound.SHARED)
    return MEMORY if found.resource in memory else ARITHMETIC


def top(advice: Iterable[Advice]) -> Top | None:
    """The advice that counts among those on a variant's kernels; None where there is none."""
    best: dict[str, Top] = {}
    by_rule: dict[tuple[str, str], list[Advice]] = {}
    for one in advice:
        by_rule.setdefault((one.speedup_type, one.rule), []).append(one)
    for (kind, _), found in by_rule.items():
        percent = math.fsum(one.speedup_percent * (100 if math.isnan(one.kernel_percent) else one.kernel_percent) / 100
                            for one in found)
        here = Top(max(found, key=lambda one: one.speedup_percent), min(percent, 100.0))
        if kind not in best or here.percent > best[kind].percent:
            best[kind] = here
    return best.get(GLOBAL) or best.get(LOCAL) or next(iter(best.values()), None)


def judge(lines: list[Line], advice: dict[tuple, list[Advice]]) -> list[Judged]:
    """The steps among the lines whose old variant was asked about, in their order. Those that change the bytes of the
    work, such as a result of half precision, are left out: what they save was not there to be saved."""
    best, found = _fastest(lines), []
    for old, new in pairs(lines).values():
        key = (old.case, old.variant, old.size, old.params)
        if key in advice and old.problem in best and not _known_to_differ(old.work_bytes, new.work_bytes):
            found.append(Judged(old, new, steps.step(old, new), top(advice[key]),
                                100 * (1 - best[old.problem].time_us / old.time_us)))
    return found


def _fastest(lines: list[Line]) -> dict[tuple, Line]:
    """{problem: the line of the ladder's fastest variant}, of those whose work has as many bytes as that of most."""
    timed = [line for line in lines if line.time_us > 0 and not line.variant.startswith("peer/")]
    work: dict[tuple, list[float]] = {}
    for line in timed:
        work.setdefault(line.problem, []).append(line.work_bytes)
    most = {problem: statistics.mode(sizes) for problem, sizes in work.items()}
    return {line.problem: line for line in sorted(timed, key=lambda line: -line.time_us)
            if not _known_to_differ(line.work_bytes, most[line.problem])}


def _known_to_differ(one: float, other: float) -> bool:
    return not math.isnan(one) and not math.isnan(other) and one != other


def score(found: list[Judged], lines: list[Line], advice: dict[tuple, list[Advice]]) -> list[str]:
    """What judged steps add up to, in sentences; `lines` and `advice` as for judge."""
    from scipy import stats  # which takes a second to import, and the page needs the steps alone

    gained = [one for one in found if one.gained]
    said = [f"Of {len(gained)} steps that saved {LEAST_GAIN:.0f} % or more, the advice was about what bound the old "
            f"variant in {sum(one.right for one in gained)}, and {sum(one.missed for one in gained)} saved more than "
            "any rule estimated."]
    estimates = {(one.old.problem, one.old.variant): (one.top.percent, one.possible) for one in found
                 if one.top is not None and one.estimated}
    if len(estimates) >= 3 and all(len(set(values)) > 1 for values in zip(*estimates.values())):
        correlation = stats.spearmanr(*zip(*estimates.values())).statistic
        said.append(f"Rank correlation of the estimates with what the fastest variant saves: {correlation:.2f} over "
                    f"{len(estimates)} variants.")
    promised = [one.percent for line in _fastest(lines).values()
                if (one := top(advice.get((line.case, line.variant, line.size, line.params), []))) is not None
                and one.advice.speedup_type == GLOBAL]
    if promised:
        said.append(f"For the {len(promised)} fastest variants themselves the rules still promise "
                    f"{show.percent(statistics.median(promised))} (median).")
    return said
