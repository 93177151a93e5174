"""Why one variant is faster or slower than another: which counters of what binds have changed.

A counter is named only where it is the work of a resource that is near its limit (see bound.py): for a gain before the
step, for a loss after it. A resource near its limit cannot do the same work in much less time, so that its work must
have fallen; where it has not, it works at a higher rate, and the sentence says so.

Where latency binds, the factors of Little's law are named: instructions, waits and warps in flight (waits.py).

A change counts from half of that of the time on, or from 5 %.

A change of algorithm is named as such where the instructions, the threads' operations and the work of what binds all
changed by more than a factor of four: packing four bytes into one operation gives at most that.
"""

import math
from dataclasses import dataclass, field

from rungs.data import show
from rungs.profile import bound, change, waits
from rungs.profile.bound import LATENCY, LAUNCHES, UNKNOWN, Bound
from rungs.profile.counters import BY_NAME, ROW_TIME

ALGORITHM = math.log(4)
OUTSIDE = 0.3        # of the change of time, of what lies outside the kernels
MUCH_OUTSIDE = 0.1   # of a time; what is less is the difference between two runs
LEAST_OUTSIDE_US = 0.3
MOST_NAMED = 3
NOTHING = "no counter of what binds explains it"
# What lets a warp keep more of the memory busy at once.
WIDER = ("sectors_a_load_request", "sectors_a_store_request")


@dataclass(frozen=True)
class Explanation:
    """What binds before and after a step, and what changed of it."""

    before: Bound
    after: Bound
    causes: list[str] = field(default_factory=list)
    algorithm: bool = False  # whether the first cause is a change of algorithm

    @property
    def known(self) -> bool:
        """Whether the counters say what binds."""
        return UNKNOWN not in (self.before.kind, self.after.kind)

    @property
    def short(self) -> str:
        """The first cause without its figures: 'instructions -59 %'."""
        return self.causes[0].partition(" (")[0] if self.causes else ""

    @property
    def text(self) -> str:
        """'issue-bound at 72 % -> DRAM-bound at 91 %: instructions -59 % (12.3 M to 5.04 M)'."""
        if not self.known:
            return f"not explained, {(self.before if self.before.kind == UNKNOWN else self.after).why}"
        alike = self.before.badge == self.after.badge
        where = f"{self.after.text} before and after" if alike else f"{self.before.text} -> {self.after.text}"
        return f"{where}: {'; '.join(self.causes)}"


def explain(old: dict[str, float], new: dict[str, float], gain: float) -> Explanation:
    """Why `new` takes 1 / `gain` of the time of `old`: two dicts of metrics, as counters.py takes them. A `gain` of 1
    is for times that do not differ."""
    before, after = bound.of(old), bound.of(new)
    if UNKNOWN in (before.kind, after.kind):
        return Explanation(before, after)
    if gain == 1:
        return Explanation(before, after, _unchanged(before, after, old, new))
    return _Step(before, after, old, new, math.log(gain)).explanation()


@dataclass(frozen=True)
class _Step:
    """Two variants whose times differ."""

    before: Bound
    after: Bound
    old: dict[str, float]
    new: dict[str, float]
    gain: float  # the logarithm

    @property
    def way(self) -> int:
        """The sign of a change of work that explains the step: -1 for a gain."""
        return -1 if self.gain > 0 else 1

    @property
    def least(self) -> float:
        """The least change that explains something: half of the step's, or 5 %."""
        return min(abs(self.gain) / 2, change.LEAST)

    def explains(self, weight: float) -> bool:
        """Whether a logarithm of a factor of work, or of time, goes the way of the step, and is enough."""
        return weight * self.way >= self.least

    def explanation(self) -> Explanation:
        """The causes, the surest first."""
        binding = self.before if self.gain > 0 else self.after
        algorithm = self._algorithm(binding)
        found = [f"a change of algorithm, {algorithm}"] if algorithm else []
        found += self._outside(binding.kind == LAUNCHES)
        if binding.close:
            found += self._work(binding, bool(algorithm)) or ([] if algorithm else self._of_the_same_work(binding))
        elif binding.kind == LATENCY and not algorithm:
            found += waits.factors(self.old, self.new, self.way, self.least)
        found = list(dict.fromkeys(found))[:MOST_NAMED] or self._kernels() or [NOTHING]
        return Explanation(self.before, self.after, found, bool(algorithm))

    def _work(self, binding: Bound, algorithm: bool) -> list[str]:
        """The work of the resources near their limits that changed the way the time did; that of the issue slots and
        the pipes not where an algorithm has changed, which says it already."""
        found = [(one, moved) for one, _ in binding.close
                 if (moved := bound.work(one, self.old, self.new)) and self.explains(moved.weight)]
        if algorithm or any(one == bound.ISSUE for one, _ in found):  # which holds the pipes' instructions
            said = (bound.ISSUE, *bound.PIPES) if algorithm else bound.PIPES
            found = [(one, moved) for one, moved in found if one not in said]
        return [bound.said(one, moved, self.old, self.new) for one, moved in found]

    def _rate(self, binding: Bound) -> list[str]:
        """The same work at another rate: how the share of the resource that binds changed, and what lets it."""
        one = binding.close[0][0]
        shares = [BY_NAME[one.share].value(metrics) or 0.0 for metrics in (self.old, self.new)]
        moved = bound.work(one, self.old, self.new)
        said = [show.percent(share) for share in shares]
        if not moved or (shares[1] - shares[0]) * self.way >= 0 or said[0] == said[1]:
            return []
        rate = f"a {'higher' if self.gain > 0 else 'lower'} rate ({' to '.join(said)})"
        if moved.weight * self.way < -change.LEAST:
            rate += f" although {bound.said(one, moved, self.old, self.new)}"
        else:
            rate = f"the same {moved.counter.label} at {rate}"
        wider = [change.of(name, self.old, self.new) for name in WIDER if one in (bound.DRAM, bound.L2)]
        return [rate, *(found.text for found in wider if found and found.weight * self.way < -change.LEAST)]

    def _outside(self, binds: bool) -> list[str]:
        """What lies between and around the kernels, where it `binds` or makes much of the change of time."""
        found = [(metrics[ROW_TIME], inside, BY_NAME["kernels"].value(metrics) or 0)
                 for metrics in (self.old, self.new)
                 if ROW_TIME in metrics and (inside := BY_NAME["kernel_time_us"].value(metrics)) is not None]
        if len(found) < 2:
            return []
        (time, inside, kernels), (time_new, inside_new, kernels_new) = found
        outside, outside_new = max(time - inside, 0), max(time_new - inside_new, 0)
        much = binds or kernels != kernels_new or max(outside / time, outside_new / time_new) >= MUCH_OUTSIDE
        moved = (outside_new - outside) * self.way
        if not much or moved < LEAST_OUTSIDE_US or moved < OUTSIDE * abs(time_new - time):
            return []
        count = f", {_kernels(self.old, self.new)}" if kernels != kernels_new else ""
        return [f"time outside the kernels from {show.time(outside)} to {show.time(outside_new)}{count}"]

    def _of_the_same_work(self, binding: Bound) -> list[str]:
        """Another rate and another number of kernels; the kernels first where the step is small."""
        kernels, rate = self._kernels(), self._rate(binding)
        return [*kernels, *rate] if abs(self.gain) < change.LEAST else [*rate, *kernels]

    def _kernels(self) -> list[str]:
        """Another number of kernels, each with its launch, its start and its end: said where no work has changed."""
        found = change.of("kernels", self.old, self.new)
        return [_kernels(self.old, self.new)] if found and found.weight * self.way > 0 else []

    def _algorithm(self, binding: Bound) -> str:
        """How the instructions changed, where that is a change of algorithm."""
        if binding.kind == LAUNCHES:
            return ""
        found = [change.of(name, self.old, self.new) for name in ("instructions", "thread_operations")]
        found += [bound.work(one, self.old, self.new) for one, _ in binding.close[:1]]
        if any(one is None or one.weight * self.way < ALGORITHM for one in found):
            return ""
        return found[0].text if found[0] else ""


def _kernels(old: dict, new: dict) -> str:
    """'kernels from 2 to 1'."""
    before, after = (BY_NAME["kernels"].value(metrics) or 0 for metrics in (old, new))
    return f"kernels from {before:.0f} to {after:.0f}"


def _unchanged(before: Bound, after: Bound, old: dict, new: dict) -> list[str]:
    """What is the same, for times that do not differ; and what changed without effect."""
    both = [one for one, _ in before.close if after.has(one) and one.work]
    moved = [bound.said(one, found, old, new) for one in both
             if (found := bound.work(one, old, new)) and abs(found.weight) >= change.LEAST]
    if moved:
        return moved
    same = f"the same {BY_NAME[both[0].work].label}" if both else "nothing that binds has changed"
    instructions = change.of("instructions", old, new)
    if instructions and abs(instructions.weight) >= change.LEAST and not any(
            one in (bound.ISSUE, *bound.PIPES) for one in both):
        return [same, f"{instructions.text} make no difference"]
    return [same]
