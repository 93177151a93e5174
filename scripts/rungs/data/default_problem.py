"""What a case was run at unless said otherwise, and which of its problems to show, as far as a file can tell."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data.records import split_params
from rungs.data.rows import LEAST_SIZES, elements


@dataclass(frozen=True)
class Defaults:
    """What a case was run at unless said otherwise, as far as a file can tell."""

    size: str     # '' where the file sweeps over sizes
    params: dict


def defaults_of(frame: pd.DataFrame, case: str) -> Defaults:
    """The size and the value of each parameter that stand first in the file for a case. Of a file that begins with a
    sweep over sizes, from the smallest on, no size is the default."""
    rows = frame[frame["case"] == case]
    params = {name: value for text in reversed(rows["params"].tolist()) for name, value in split_params(text).items()}
    sizes = list(dict.fromkeys(rows["size"]))
    swept = len(sizes) >= LEAST_SIZES and elements(sizes[0]) == min(map(elements, sizes))
    return Defaults(sizes[0] if sizes and not swept else "", params)


def choose_problem(rows: pd.DataFrame, published: Any, defaults: Defaults) -> tuple[str, ...]:
    """The (size, params) of one case to show: with the most variants, then the most published figures;
    among equals the largest of a sweep over sizes, then the first in the file."""
    def worth(problem: tuple[str, ...]) -> tuple[int, ...]:
        named = problems[problem].drop_duplicates("variant")
        return len(named), published.beside(named, defaults), 0 if defaults.size else elements(problem[0])

    problems = dict(iter(rows.groupby(["size", "params"], sort=False)))
    return max(problems, key=worth)
