"""The problem at which a step is shown: its reference.

A file of rows begins, of each case, with the sizes that it is timed at unless told otherwise, the smallest first; those
of sweeps follow. The last of them is the case's large size. A setting of the parameters is the default one where most
of the case's rows have it. A step is shown at the default setting and the large size, or that nearest to it; where its
technique is for small problems, at the smallest size that is not the large one. Several machines show it at one problem
where they share one."""

import math
from collections import Counter
from collections.abc import Iterable

import pandas as pd

from rungs.data.rows import elements, emptied
from rungs.statistics.pairs import Pair

SMALL = "small"  # the scale of a technique; see the catalogue


class Reference:
    """The large size and the usual parameters of each case, from the measured rows of machines, the first first."""

    def __init__(self, frames: Iterable[pd.DataFrame]) -> None:
        frames = [emptied(rows) if (rows["cache"] == "cold").any() else rows for rows in frames]
        self._large: dict[str, str] = {}
        self._params: Counter[tuple[str, str]] = Counter()
        for rows in frames:
            for case, mine in rows.groupby("case", sort=False):
                self._large.setdefault(str(case), _large(list(dict.fromkeys(mine["size"]))))
            self._params.update(zip(rows["case"], rows.get("own_params", rows["params"])))

    def of_case(self, case: str) -> tuple[str, str]:
        """(size, params) of a case that has rows."""
        mine = {params: count for (of, params), count in self._params.items() if of == case}
        return self._large[case], max(mine, key=lambda params: mine[params])

    def choose(self, case: str, scale: str, machines: list[list[Pair]]) -> list[Pair | None]:
        """Of each machine's pairs of a step the one to show, None where there are none."""
        large = elements(self._large[case])

        def rank(pair: Pair) -> tuple:
            distance = abs(math.log(pair.elements / large)) if pair.elements else math.inf
            at = (pair.size == self._large[case], pair.elements) if scale == SMALL else (round(distance, 6),)
            return -self._params[case, pair.params], *at, pair.elements

        with_pairs = [{pair.problem: pair for pair in pairs} for pairs in machines if pairs]
        shared = set.intersection(*map(set, with_pairs)) if with_pairs else set()
        if scale == SMALL and all(size == self._large[case] for size, _ in shared):
            shared = set()
        return [min((pair for pair in pairs if not shared or pair.problem in shared), key=rank, default=None)
                for pairs in machines]


def _large(sizes: list[str]) -> str:
    """The last of those that ascend from the first on; of a sweep alone its largest."""
    last = next((place for place in range(1, len(sizes)) if elements(sizes[place]) < elements(sizes[place - 1])),
                len(sizes))
    return sizes[last - 1]
