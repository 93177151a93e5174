"""What is to be doubted of measured rows: noise, discards, clocks, failures."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import pandas as pd

from rungs.data import show
from rungs.data.row_format import BAD

NOISY_PERCENT = 5
LOW_CLOCK_PERCENT = 95  # of the sustained clock; bench itself drops samples below 75 %
WRONG = "incorrect or failed"
FEW_SAMPLES = 10        # what bench takes at least, unless the time limit or --min-samples says otherwise
MESSAGE = 300           # letters of a message that are shown


class Doubt(NamedTuple):
    """One kind of doubt about rows."""

    badge: str        # 'noise'
    rows: pd.Series   # whether a row of the setup has it
    title: str        # '{} with a spread above 5 %', where {} is 'N rows'
    meaning: str
    text: Callable    # of a row: what to say of it
    grave: bool = False


def doubts_of(setup: Any) -> list[tuple[Doubt, list[tuple[Any, pd.Series]]]]:
    """Each kind of doubt on a setup's rows with the (index, row) that have it, those without a row left out."""
    rows = setup.rows
    sustained = pd.to_numeric(setup.fact("sustained_sm_clock_mhz"), errors="coerce")
    if math.isnan(sustained):
        sustained = rows["sm_clock_mhz"].max()

    def message(row: pd.Series) -> str:
        return show.plain(row["message"], MESSAGE)

    doubts = (
        Doubt("failed", rows["status"].isin(BAD), f"{{}} {WRONG}", "They have no time.",
              lambda row: f"{row['status']}: {message(row)}", True),
        Doubt("unstable", rows["status"] == "unstable", "{} unstable", "Their times are shown, and marked.", message,
              True),
        Doubt("low clock", rows["sm_clock_mhz"] < sustained * LOW_CLOCK_PERCENT / 100,
              f"{{}} at a clock below {LOW_CLOCK_PERCENT} % of the sustained one",
              f"Sustained: {sustained:.0f} MHz. The GPU was throttled, by power or heat, or not yet warm.",
              lambda row: f"{row['sm_clock_mhz']:.0f} MHz"),
        Doubt("discards", rows["discarded"] > 0, "{} with discarded samples",
              "The clock was below 75 % of the run's sustained one while they were taken.",
              lambda row: f"{row['discarded']:.0f} of {row['samples'] + row['discarded']:.0f} samples"),
        Doubt("noise", rows["iqr_percent"] > NOISY_PERCENT, f"{{}} with a spread above {NOISY_PERCENT} %",
              "The interquartile range over the median: small steps are lost in it.",
              lambda row: f"{show.percent(row['iqr_percent'])} of {show.time(row['time_median_us'])}"),
        Doubt("few samples", (rows["time_median_us"] > 0) & (rows["samples"] < FEW_SAMPLES),
              f"{{}} with fewer than {FEW_SAMPLES} samples",
              "Long ones, ended by the time limit; their quartiles say little.",
              lambda row: f"{row['samples']:.0f} samples of {show.time(row['time_median_us'])}"),
        Doubt("remark", (rows["status"] == "ok") & (rows["message"] != ""), "{} with a remark of bench",
              "They are timed, but not as the others are.", message),
        Doubt("unsupported", rows["status"] == "unsupported", "{} unsupported", "Not run, for the reason given.",
              message))
    return [(doubt, list(rows[doubt.rows].iterrows())) for doubt in doubts if doubt.rows.any()]


def badges_of(setup: Any) -> dict[Any, list[list[str]]]:
    """{index of a row: [[badge, text]]} of a setup's doubtful rows."""
    found: dict[Any, list[list[str]]] = {}
    for doubt, doubtful in doubts_of(setup):
        for index, row in doubtful:
            found.setdefault(index, []).append([doubt.badge, doubt.text(row)])
    return found
