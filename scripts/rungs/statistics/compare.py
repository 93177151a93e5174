"""Two runs of bench compared with each other, row by row.

Rows are paired by case, variant, backend, size, params and cache. verdict.py judges a pair, interval.py says how sure
its ratio is, comparable.py refuses runs that cannot be compared.
"""

from collections import Counter
from dataclasses import dataclass
from statistics import geometric_mean

from rungs.data.runs import Run
from rungs.statistics import comparable
from rungs.statistics.verdict import REGRESSIONS, Settings, judge

DEFAULTS = Settings()


@dataclass(frozen=True)
class Report:
    """Two runs and what came of comparing them; `only_old` and `only_new` are keys, `notes` lines."""

    old: Run
    new: Run
    settings: Settings
    pairs: list
    only_old: list
    only_new: list
    notes: list

    @property
    def counts(self) -> dict[str, int]:
        """Number of pairs by verdict."""
        return Counter(pair.verdict for pair in self.pairs)

    @property
    def regressed(self) -> bool:
        """Whether any row is a regression."""
        return any(pair.verdict in REGRESSIONS for pair in self.pairs)

    @property
    def geometric_means(self) -> list[tuple]:
        """[(case, backend, geometric mean of the ratios of times, number of rows)], in the order of the old file."""
        ratios = {}
        for pair in self.pairs:
            if pair.time:
                ratios.setdefault((pair.key[0], pair.key[2]), []).append(pair.time.ratio)
        return [(*group, geometric_mean(found), len(found)) for group, found in ratios.items()]


def compare(old: Run, new: Run, settings: Settings = DEFAULTS, allow_other_device: bool = False) -> Report:
    """The Report of two runs.Run; raises RowsError where they are not comparable."""
    notes = comparable.check(old, new, allow_other_device)
    pairs = [judge(key, (row, new.rows[key]), (old.samples.get(key), new.samples.get(key)), settings)
             for key, row in old.rows.items() if key in new.rows]
    return Report(old, new, settings, pairs, [key for key in old.rows if key not in new.rows],
                  [key for key in new.rows if key not in old.rows], notes)
