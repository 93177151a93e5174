"""Why one variant is faster or slower than another: which counters of what binds have changed.

A counter is named only where it is the work of a resource that is near its limit (see bound.py): for a gain before the
step, for a loss after it. A resource near its limit cannot do the same work in much less time, so that its work must
have fallen. Where that leaves more than a third of the step, local memory, another number of kernels with its traffic,
and another rate with what lets it (waits.py) are causes too.

Where latency binds, the parts of Little's law are named: instructions, waits and warps in flight (waits.py).

A change counts from half of that of the time on, or from 5 %. A rate explains nothing within twice the noise. Rates,
waits and warps in flight explain nothing where the kernels' times under Nsight Compute show another step."""

import math
from dataclasses import dataclass, field

from rungs.data import show
from rungs.profile import bound, counters, resources, waits
from rungs.profile.bound import LATENCY, LAUNCHES, UNKNOWN, Bound
from rungs.profile.counters import BY_NAME, ROW_TIME, Change, Step
from rungs.profile.resources import Resource

SPILLS = math.log(2)       # of the sectors of local memory
MUCH_LOCAL = 0.05          # of the L2's sectors
REMAINDER = 1 / 3          # of the step, which needs a cause of its own
FEW_POINTS = 2.5           # of a rate, with another number of kernels
NOISE = 2                  # times the spread
SHARE = 0.3                # of the change of time, of what lies outside the kernels
MUCH = 0.1                 # of a time; what is less is the difference between two runs
LEAST_US = 0.3
ANOTHER_STEP = 0.5         # of the change of time, by which that of the kernels is another
MOST_NAMED = 3
NOTHING = "no counter of what binds explains it"
WITHIN_NOISE = "not explained (hardly more than the noise)"


@dataclass(frozen=True)
class Explanation:
    """What binds before and after a step, and what changed of it."""

    before: Bound
    after: Bound
    causes: list[str] = field(default_factory=list)

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
        where = f"{self.after.text} before and after" if self.before.reads_like(self.after) \
            else f"{self.before.text} -> {self.after.text}"
        return f"{where}: {'; '.join(self.causes)}"


def explain(old: dict[str, float], new: dict[str, float], gain: float, spread: float = 0,
            bounds: tuple[Bound, Bound] | None = None) -> Explanation:
    """Why `new` takes 1 / `gain` of the time of `old`: two dicts of metrics, as counters.py takes them. A `gain` of 1
    is for times that do not differ; `spread` is that of the gain in percent; `bounds` what binds both, where more than
    their metrics says so."""
    before, after = bounds or (bound.of(old), bound.of(new))
    step = Step(old, new, math.log(gain))
    if UNKNOWN in (before.kind, after.kind):
        return Explanation(before, after)
    if gain == 1:
        return Explanation(before, after, _unchanged(before, after, step))
    return Explanation(before, after, _Causes(before, after, step, math.log1p(spread / 100)).found())


@dataclass(frozen=True)
class _Causes:
    """Those of a step between times that differ."""

    before: Bound
    after: Bound
    step: Step
    spread: float  # a logarithm

    @property
    def noise(self) -> bool:
        """Whether the gain is hardly more than that."""
        return abs(self.step.gain) < NOISE * self.spread

    @property
    def least(self) -> float:
        """The least change that explains something: half of the step's, or 5 %."""
        return min(abs(self.step.gain) / 2, counters.LEAST_CHANGE)

    @property
    def shown(self) -> bool:
        """Whether the profile shows the step."""
        return not _another_step(self.step)

    def explains(self, weight: float) -> bool:
        """Whether a logarithm of a factor of work, or of time, goes the way of the step, and is enough."""
        return weight * self.step.way >= self.least

    def found(self) -> list[str]:
        """The causes, the surest first."""
        binding = self.before if self.step.gain > 0 else self.after
        found = _outside(self.step, binding.kind == LAUNCHES)
        if binding.close:
            found += self._of_a_resource(binding)
        elif binding.kind == LATENCY:
            found += self._of_latency()
        unexplained = WITHIN_NOISE if self.noise else _another_step(self.step) or NOTHING
        return list(dict.fromkeys(found))[:MOST_NAMED] or self._kernels() or [unexplained]

    def _of_a_resource(self, binding: Bound) -> list[str]:
        """The work of the resources near their limits; else local memory, kernels that came or went, another rate."""
        step, found = self.step, self._work(binding)
        named = {one: resources.said(one, moved, step) for one, moved in found}
        one, most = max(found, key=lambda part: part[1].weight * step.way, default=(binding.close[0][0], None))
        if most and most.weight * step.way >= (1 - REMAINDER) * abs(step.gain):
            return list(named.values())
        local, kernels = self._local_memory(), [] if named else self._kernels()
        others = waits.of_a_resource(one, step, self.least) if self.shown and not self.noise else []
        if kernels and abs(waits.points(one, step)) < FEW_POINTS:
            return [*local, *kernels]
        if others == [*others[:1], waits.UNEXPLAINED] and (named or local or kernels):
            others.pop()
        if others:  # which name this work too
            named.pop(one, None)
        return [*local, *named.values(), *others, *kernels]

    def _of_latency(self) -> list[str]:
        """Local memory and kernels that came or went with their traffic; else instructions, waits, warps in flight."""
        found, kernels = self._local_memory(), self._kernels()
        if kernels and self._traffic():
            return [*found, *kernels]
        if self.shown:
            return [*found, *waits.factors(self.step, self.least)]
        moved = self.step.of(resources.ISSUE.work)
        if not moved or not self.explains(moved.weight):
            return found
        return [*found, resources.said(resources.ISSUE, moved, self.step)]

    def _work(self, binding: Bound) -> list[tuple[Resource, Change]]:
        """The work of the resources near their limits that changed the way the time did."""
        found = [(one, moved) for one, _ in binding.close
                 if (moved := self.step.of(one.work)) and self.explains(moved.weight)]
        if any(one == resources.ISSUE for one, _ in found):  # which holds the pipes' instructions
            found = [(one, moved) for one, moved in found if one not in resources.PIPES]
        return found

    def _local_memory(self) -> list[str]:
        """Registers that spill, and arrays in local memory, where they are much of what the L2 does."""
        moved = self.step.of("local_sectors")
        if not moved or moved.weight * self.step.way < SPILLS:
            return []
        sectors = self.step.both("l2_sectors")[0 if self.step.gain > 0 else 1] or 0.0
        return [moved.text] if max(moved.old, moved.new) > MUCH_LOCAL * sectors else []

    def _kernels(self) -> list[str]:
        """Another number of kernels, each with its launch, its start and its end, and its traffic."""
        found = self.step.of("kernels")
        if not found or found.weight * self.step.way <= 0:
            return []
        return [" with ".join([_number_of_kernels(self.step), *self._traffic()])]

    def _traffic(self) -> list[str]:
        """The DRAM traffic, where it is that of a kernel more or less."""
        moved = self.step.of(resources.DRAM.work)
        return [moved.text] if moved and moved.weight * self.step.way >= counters.LEAST_CHANGE else []


def _unchanged(before: Bound, after: Bound, step: Step) -> list[str]:
    """What is the same, for times that do not differ; and what changed without effect."""
    both = [one for one, _ in before.close if after.has(one)]
    moved = [resources.said(one, found, step) for one in both
             if (found := step.of(one.work)) and abs(found.weight) >= counters.LEAST_CHANGE]
    if moved:
        return moved
    same = f"the same {BY_NAME[both[0].work].label}" if both else "nothing that binds has changed"
    instructions = step.of("instructions")
    if instructions and abs(instructions.weight) >= counters.LEAST_CHANGE and not any(
            one in (resources.ISSUE, *resources.PIPES) for one in both):
        return [same, f"{instructions.text} make no difference"]
    return [same]


def _outside(step: Step, binds: bool) -> list[str]:
    """What lies outside the kernels, in words, where it `binds` or makes much of the change of time."""
    before, after = _times(step.old), _times(step.new)
    if not before or not after:
        return []
    (time, inside), (time_new, inside_new) = before, after
    kernels = step.of("kernels")
    outside, outside_new = max(time - inside, 0), max(time_new - inside_new, 0)
    least = SHARE * abs(time_new - time)
    count = f", {_number_of_kernels(step)}" if kernels and kernels.weight * step.way > 0 else ""
    if (binds or (kernels and kernels.weight) or max(outside / time, outside_new / time_new) >= MUCH) and \
            (outside_new - outside) * step.way >= max(LEAST_US, least):
        return [f"time outside the kernels from {show.time(outside)} to {show.time(outside_new)}{count}"]
    moved = step.of("kernel_time_us")
    return [moved.text + count] if binds and moved and (inside_new - inside) * step.way >= least else []


def _another_step(step: Step) -> str:
    """What is said where the kernels' times under Nsight Compute show another step than the measured times: waits and
    rates that were counted there explain nothing here. '' where they show the same."""
    moved = step.of("kernel_time_us")
    if not moved or not moved.old or not moved.new or \
            abs(math.log(moved.old) - math.log(moved.new) - step.gain) <= ANOTHER_STEP * abs(step.gain):
        return ""
    return f"not explained (under Nsight Compute the kernels took {show.time(moved.old)} and {show.time(moved.new)})"


def _number_of_kernels(step: Step) -> str:
    """'kernels from 2 to 1'."""
    before, after = step.both("kernels")
    return f"kernels from {before or 0:.0f} to {after or 0:.0f}"


def _times(metrics: dict[str, float]) -> tuple[float, float] | None:
    """A variant's time and that of its kernels, in us."""
    inside = BY_NAME["kernel_time_us"].value(metrics)
    return (metrics[ROW_TIME], inside) if ROW_TIME in metrics and inside is not None else None
