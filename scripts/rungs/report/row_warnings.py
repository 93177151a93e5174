"""What is doubtful about a row: once as a badge at the row, once in the list of all warnings."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data import show
from rungs.report.row_part import MESSAGE

NOISY_PERCENT = 5
LOW_CLOCK_PERCENT = 95  # of the sustained clock; bench itself drops samples below 75 %
FEW_SAMPLES = 10        # what bench takes at least, unless the time limit or --min-samples says otherwise


@dataclass(frozen=True)
class Doubt:
    """One kind of doubt, and the rows of a setup that have it."""

    badge: str      # 'noise'
    title: str      # '{} with a spread above 5 %', where {} is 'N rows'
    why: str        # what it means
    rows: pd.DataFrame
    text: Callable  # of a row: what to say of it
    grave: bool


def doubts_of(setup: Any) -> list[Doubt]:
    """All kinds of doubt on a setup's rows, those without a row left out."""
    rows = setup.rows
    sustained = pd.to_numeric(setup.fact("sustained_sm_clock_mhz"), errors="coerce")
    if math.isnan(sustained):
        sustained = rows["sm_clock_mhz"].max()

    def message(row: pd.Series) -> str:
        return show.plain(row["message"], MESSAGE)

    # the badge, which rows, the title, what it means, what to say of a row, whether it is grave
    found = [Doubt(badge, title, why, rows[which], text, grave) for badge, which, title, why, text, grave in (
        ("failed", rows["status"].isin(("incorrect", "failed")), "{} incorrect or failed", "They have no time.",
         lambda row: f"{row['status']}: {message(row)}", True),
        ("unstable", rows["status"] == "unstable", "{} unstable", "Their times are shown, and marked.", message, True),
        ("low clock", rows["sm_clock_mhz"] < sustained * LOW_CLOCK_PERCENT / 100,
         f"{{}} at a clock below {LOW_CLOCK_PERCENT} % of the sustained one",
         f"Sustained: {sustained:.0f} MHz. The GPU was throttled, by power or heat, or not yet warm.",
         lambda row: f"{row['sm_clock_mhz']:.0f} MHz", False),
        ("discards", rows["discarded"] > 0, "{} with discarded samples",
         "The clock was below 75 % of the run's sustained one while they were taken.",
         lambda row: f"{row['discarded']:.0f} of {row['samples'] + row['discarded']:.0f} samples", False),
        ("noise", rows["iqr_percent"] > NOISY_PERCENT, f"{{}} with a spread above {NOISY_PERCENT} %",
         "The interquartile range over the median: small steps are lost in it.",
         lambda row: f"{show.percent(row['iqr_percent'])} of {show.time(row['time_median_us'])}", False),
        ("few samples", (rows["time_median_us"] > 0) & (rows["samples"] < FEW_SAMPLES),
         f"{{}} with fewer than {FEW_SAMPLES} samples",
         "Long ones, ended by the time limit; their quartiles say little.",
         lambda row: f"{row['samples']:.0f} samples of {show.time(row['time_median_us'])}", False),
        ("remark", (rows["status"] == "ok") & (rows["message"] != ""), "{} with a remark of bench",
         "They are timed, but not as the others are.", message, False),
        ("unsupported", rows["status"] == "unsupported", "{} unsupported", "Not run, for the reason given.", message,
         False))]
    return [doubt for doubt in found if len(doubt.rows)]


def badges_of(setup: Any) -> dict[Any, list[list[str]]]:
    """{index of a row: [[badge, text]]} of a setup's doubtful rows."""
    found: dict[Any, list[list[str]]] = {}
    for doubt in doubts_of(setup):
        for index, row in doubt.rows.iterrows():
            found.setdefault(index, []).append([doubt.badge, doubt.text(row)])
    return found
