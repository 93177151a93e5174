"""How one counter changed between two variants, and in which words."""

import math
from dataclasses import dataclass

from rungs.data import show
from rungs.profile.counters import BY_NAME, Counter

LEAST = math.log(1.05)  # of a logarithm of a factor: smaller changes are none
MANY = 2           # times, from which a factor is said in place of percent
FEW = 0.1
MOSTLY = 0.6       # of a change, that one part makes
NO_FACTOR = 1000   # times, from which no factor is said
WARP_CYCLES = "warp-cycles"


def figure(value: float, unit: str) -> str:
    """A counter's value as text: '419 MB', '54.7 ms', '60 %', '26.2 M', '4'."""
    if unit == "%":
        return show.percent(value)
    if unit == "us":
        return show.time(value)
    suffix = "B" if unit == "bytes" else ""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= factor:
            return f"{show.significant(value / (1e3 if factor == 1e4 else factor), 3)} {prefix}{suffix}"
    return f"{show.significant(value, 4 if value >= 1e3 else 3, trim=True)} {suffix}".rstrip()


@dataclass(frozen=True)
class Change:
    """An amount before and after."""

    counter: Counter
    old: float
    new: float

    @property
    def weight(self) -> float:
        """The logarithm of the factor; 0 where the change is below the counter's least amount. Nothing is taken for
        that least amount: from 3 bytes to none is no factor."""
        least = self.counter.least
        return math.log(max(self.new, least) / max(self.old, least)) if abs(self.new - self.old) >= least else 0.0

    @property
    def text(self) -> str:
        """'instructions -59 % (12.3 M to 5.04 M)', '23x fewer instructions (...)', '3.5x as much traffic (...)'."""
        old, new = (figure(value, self.counter.unit) for value in (self.old, self.new))
        ratio, label = self.new / self.old if self.old else math.inf, self.counter.label
        new += f" {WARP_CYCLES}" if self.counter.unit == WARP_CYCLES else ""
        if not 1 / NO_FACTOR < ratio < NO_FACTOR:
            return f"{label} from {old} to {new}"
        many, few = ("much", "less") if self.counter.unit in ("bytes", "us", WARP_CYCLES) else ("many", "fewer")
        if ratio < FEW:
            said = f"{show.significant(1 / ratio, 2)}x {few} {label}"
        elif ratio > MANY:
            said = f"{show.significant(ratio, 2)}x as {many} {label}"
        else:
            said = f"{label} {signed(100 * (ratio - 1))} %"
        return f"{said} ({old} to {new})"


def signed(percent: float) -> str:
    """'-59', '+4.2'."""
    return ("+" if percent > 0 else "-") + show.significant(abs(percent), 2 if abs(percent) < 99.5 else 3, trim=True)


@dataclass(frozen=True)
class Step:
    """The metrics of two variants, and the logarithm of the gain, 0 for times that do not differ."""

    old: dict[str, float]
    new: dict[str, float]
    gain: float = 0.0

    @property
    def way(self) -> int:
        """The sign of a change of work, or of time, that explains the step: -1 for a gain."""
        return -1 if self.gain > 0 else 1

    def both(self, name: str) -> tuple[float | None, float | None]:
        """A counter's values before and after."""
        return BY_NAME[name].value(self.old), BY_NAME[name].value(self.new)

    def of(self, name: str) -> Change | None:
        """The Change of a counter; None where it was not counted in both."""
        before, after = self.both(name)
        return None if before is None or after is None else Change(BY_NAME[name], before, after)


def mostly(whole: Change, parts: tuple[tuple[str, str], ...], step: Step) -> str:
    """What most of a change comes from: ', mostly ALU' for parts (counter, name) of it; ', atomics 11.8 G to 0, reads 0
    to 7.7 G' where another part went the other way by as much as the whole; '' where no part makes most of it, or where
    one part is all there is."""
    found = [(change, name) for counter, name in parts if (change := step.of(counter))]
    if sum(bool(change.old or change.new) for change, _ in found) < 2:
        return ""
    total = whole.new - whole.old
    ordered = sorted(found, key=lambda one: (one[0].new - one[0].old) / total)
    (against, other), (most, name) = ordered[0], ordered[-1]
    share = (most.new - most.old) / total
    if (against.new - against.old) / total <= -1:
        return "".join(f", {what} {figure(moved.old, moved.counter.unit)} to {figure(moved.new, moved.counter.unit)}"
                       for what, moved in ((name, most), (other, against)))
    return f", mostly {name}" if share >= MOSTLY else ""
