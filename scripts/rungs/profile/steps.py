"""A sentence for a step of the ladder: how the time changed, and which counters moved with it.

A counter has moved where an amount changed by 10 % or more and by no less than its floor, a share by 10 points or
more. A counter that is a part of another (DRAM reads of the traffic, loads of the instructions) has moved only where
its change is 3 % of the whole or more: what is little of the whole explains nothing, whatever its factor. It can
explain the step where it moved the way that makes kernels faster (or slower, as the step did). Of the counters of one
family the one that moved most speaks; the families that moved most are named, four at the most. Moves are compared by
the logarithm of their factor; for shares by their points over 100, so that 10 % and 10 points weigh alike.

The spread of the change of time, behind ±, is half of sqrt(a^2 + b^2), a and b the two rows' iqr_percent. Within
it, or within 1 %, the times are called the same.
"""

import math
from dataclasses import dataclass
from typing import Any

from rungs.data import show
from rungs.profile.counters import AMOUNT, BY_NAME, COUNTERS, NEITHER, Counter

LEAST_FACTOR = 1.1
LEAST_PART = 0.03
LEAST_TIME_PERCENT = 1.0
MOST_NAMED = 4
KERNELS_ARE_ALL = 80  # percent of the time; below it the sentence says what the counters do not see
NOTHING_MOVED = "no counter moved by more than 10 % (shares: 10 points)"


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
class Move:
    """How one counter changed over a step."""

    counter: Counter
    old: float
    new: float
    whole: float = 0  # what the counter is a part of, the larger of old and new; 0 where it is none

    @property
    def weight(self) -> float:
        """How far it moved, with its sign: the logarithm of the factor, or points over 100; 0 where it did not move."""
        change = self.new - self.old
        # Nothing is taken for the floor: from 3 bytes to none is no factor.
        lowest = self.counter.floor
        weight = (math.log(max(self.new, lowest) / max(self.old, lowest)) if self.counter.kind == AMOUNT
                  else change / 100)
        least = math.log(LEAST_FACTOR) if self.counter.kind == AMOUNT else 0
        enough = max(self.counter.floor, LEAST_PART * self.whole * self.counter.in_one)
        return weight if abs(change) >= enough and abs(weight) >= least else 0.0

    @property
    def text(self) -> str:
        """'instructions x0.61 (12.3 M to 7.50 M)', 'L2 hit rate 60 % to 48 % (-12 points)'."""
        old, new = figure(self.old, self.counter.unit), figure(self.new, self.counter.unit)
        if self.counter.kind != AMOUNT:
            return f"{self.counter.label} {old} to {new} ({self.new - self.old:+.0f} points)"
        if not self.old or not self.new:
            return f"{self.counter.label} from {old} to {new}"
        return f"{self.counter.label} x{show.significant(self.new / self.old, 3)} ({old} to {new})"


def moves(old: dict[str, float], new: dict[str, float]) -> list[Move]:
    """The moves between two dicts of metrics, of counters that tell of the speed, as Move, the farthest first."""
    found = []
    for counter in COUNTERS:
        before, after, part_of = counter.value(old), counter.value(new), BY_NAME.get(counter.part_of)
        whole = max(part_of.value(old) or 0, part_of.value(new) or 0) if part_of else 0
        if counter.sign != NEITHER and before is not None and after is not None:
            found.append(Move(counter, before, after, whole))
    return sorted((move for move in found if move.weight), key=lambda move: -abs(move.weight))


def sentence(old: Any, new: Any) -> str:
    """The sentence for a step between two evidence.Line, both with a time and counters."""
    spread = math.hypot(old.noise, new.noise) / 2
    gain = old.time_us / new.time_us
    threshold = spread if spread > LEAST_TIME_PERCENT else LEAST_TIME_PERCENT
    same = abs(math.log(gain)) < math.log1p(threshold / 100)
    against = f"{show.time(new.time_us)} against {show.time(old.time_us)}"
    against += "" if math.isnan(spread) else f", ± {show.percent(spread)}"
    against += " (unstable)" if new.unstable or old.unstable else ""
    found = moves(old.metrics, new.metrics)
    names = show.plain(new.variant, 60), show.plain(old.variant, 60)
    if same:
        how, why = "takes as long as", f"moved all the same: {_list(found)}" if found else NOTHING_MOVED
    elif gain > 1:
        how, why = f"is x{show.significant(gain, 3)} faster than", _because(found, -1)
    else:
        how, why = f"is x{show.significant(1 / gain, 3)} slower than", _because(found, 1)
    return " ".join(filter(None, [f"{names[0]} {how} {names[1]} ({against}): {why}.", _unseen(new), _unseen(old)]))


def _list(found: list[Move]) -> str:
    """The farthest of each family, as text."""
    farthest = {}
    for move in found:
        farthest.setdefault(move.counter.family, move.text)
    return "; ".join(list(farthest.values())[:MOST_NAMED])


def because(old: dict[str, float], new: dict[str, float], slower: int) -> str:
    """The moves between two dicts of metrics that explain why `new` is slower (1) or faster (-1), as text."""
    return _because(moves(old, new), slower)


def _because(found: list[Move], slower: int) -> str:
    """The moves that explain a step, `slower` is 1 for one that got slower and -1 for one that got faster."""
    fitting = [move for move in found if move.weight * move.counter.sign * slower > 0]
    if fitting:
        return _list(fitting)
    return f"no counter that moved explains it; moved the other way: {_list(found)}" if found else NOTHING_MOVED


def _unseen(line: Any) -> str:
    """What part of a time the counters say nothing of."""
    kernels = line.value("kernel_time_us")
    if kernels is None or kernels >= line.time_us * KERNELS_ARE_ALL / 100:
        return ""
    return (f"The kernels of {show.plain(line.variant, 60)} take {show.time(kernels)} of its "
            f"{show.time(line.time_us)}; the counters do not see the rest (copies, clears, launches).")
