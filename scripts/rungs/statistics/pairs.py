"""Pairs of rows that measure a step: a variant and the one that it improves, at one problem.

Both rows are ok, of one case, size, params, state of the caches and GPU, and of the same bytes of work. A step of kind
`question` has another result or time another thing: it is left out. One of kind `back` is registered with the worse
variant as the new one: it is turned round. A step from a host to a GPU is none.

The gain is the old median over the new one. Its interval is gain * exp(± sqrt(a^2 + b^2)), a and b half the logarithm
of ci_high / ci_low of each row; there is none where a row has none. A gain within 1 % is no change, whatever its
interval: as much differ two runs of one build. It pays from 1.02 on."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from rungs.data import show
from rungs.data.counter_files import Counted
from rungs.data.ladder import CACHES
from rungs.data.rows import elements

FLOOR = 1.01  # a smaller gain, or its inverse, is no change
PAYS = 1.02
BACK, QUESTION = "back", "question"  # kinds of steps; the others are of kind `gain`
_PLACE = ("size", "cache", "backend", "device_uuid")


@dataclass(frozen=True)
class Source:
    """The measured rows of one machine (of rows.machines or data.setups), and what it is called."""

    name: str
    rows: pd.DataFrame
    counted: Callable[[Mapping], Counted] = lambda row: Counted()  # of a row; see profile.evidence


@dataclass(frozen=True, eq=False)
class Pair:
    """A step at one problem: two rows, the way in which the technique goes."""

    old: Mapping
    new: Mapping

    @property
    def size(self) -> str:
        """As '10240x10240'."""
        return self.new["size"]

    @cached_property
    def params(self) -> str:
        """As the file has it, versions of the variant included."""
        return max((row.get("own_params", row["params"]) for row in (self.new, self.old)), key=len)

    @property
    def problem(self) -> tuple[str, str]:
        """(size, params)."""
        return self.size, self.params

    @property
    def cache(self) -> str:
        """The state of the caches."""
        return self.new["cache"]

    @cached_property
    def elements(self) -> int:
        """Of the size."""
        return elements(self.size)

    @cached_property
    def gain(self) -> float:
        """How many times faster."""
        return self.old["time_median_us"] / self.new["time_median_us"]

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """(low, high) of the gain; None where a row has no interval."""
        widths = [math.log(row["ci_high_us"] / row["ci_low_us"]) / 2 if row["ci_low_us"] > 0 else math.nan
                  for row in (self.old, self.new)]
        factor = math.exp(math.hypot(*widths))
        return None if math.isnan(factor) else (self.gain / factor, self.gain * factor)

    @property
    def spread(self) -> str:
        """The interval as '± 0.3 %'; '' of none."""
        return show.spread(100 * (self.interval[1] / self.gain - 1) if self.interval else math.nan)

    @property
    def pays(self) -> bool:
        """Whether it gains PAYS or more."""
        return self.gain >= PAYS

    @property
    def change(self) -> int:
        """1 faster, -1 slower, 0 where it is within FLOOR, or its interval holds 1."""
        low, high = self.interval or (self.gain, self.gain)
        return 0 if max(self.gain, 1 / self.gain) < FLOOR or low <= 1 <= high else 1 if self.gain > 1 else -1


@dataclass(frozen=True)
class Measured:
    """A step on one machine: all its pairs."""

    case: str
    old: str          # variants, the way in which the technique goes
    new: str
    kind: str         # 'gain' or 'back'
    techniques: tuple  # ids of the catalogue, the main one first; () where none fits
    pairs: tuple      # of Pair, in the order of the rows

    def of_cache(self, cache: str) -> list[Pair]:
        """The pairs of one state of the caches."""
        return [pair for pair in self.pairs if pair.cache == cache]


def measured(rows: pd.DataFrame, backend: str = "cuda") -> list[Measured]:
    """The steps of one machine's rows on a backend, in their order: those of any technique, and of none."""
    lines = rows[(rows["backend"] == backend) & (rows["status"] == "ok") & rows["cache"].isin(CACHES)
                 & (rows["time_median_us"] > 0)].to_dict("records")
    by_name = {_key(row, _own(row, "variant"), _own(row, "params")): row for row in lines}
    by_name |= {_key(row, row["variant"], row["params"]): row for row in lines}
    found: dict[tuple, tuple[Mapping, list[Pair]]] = {}
    for row in lines:
        before = row["improves"] and row.get("step_kind", "") != QUESTION and _before(row, by_name)
        if before and (before["bytes"] == row["bytes"] or math.isnan(before["bytes"]) and math.isnan(row["bytes"])):
            pair = Pair(row, before) if row.get("step_kind", "") == BACK else Pair(before, row)
            key = row["case"], _own(pair.old, "variant"), _own(pair.new, "variant")
            found.setdefault(key, (row, []))[1].append(pair)
    return [Measured(case, old, new, row.get("step_kind", "") or "gain", tuple(row.get("technique", "").split()),
                     tuple(pairs)) for (case, old, new), (row, pairs) in found.items()]


def _own(row: Mapping, column: str) -> str:
    return row.get(f"own_{column}", row[column])


def _key(row: Mapping, variant: str, params: str) -> tuple:
    return row["case"], variant, params, *(row[column] for column in _PLACE)


def _before(row: Mapping, by_name: Mapping) -> Mapping | None:
    """The row of what `row` improves: that with the same params, else its version of the same name, else its only
    version."""
    improves, version = row["improves"], "".join(row["variant"].partition(" ")[1:])
    keys = ((improves, _own(row, "params")), (improves + version, row["params"]), (improves, row["params"]))
    return next((by_name[key] for key in (_key(row, *names) for names in keys) if key in by_name), None)
