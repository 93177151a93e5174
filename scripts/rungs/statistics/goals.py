"""Rungs' own goals (reference/goals.csv), compared with measured rows.

A goal says how fast a variant must be, as a ratio: the time of what it is compared with over its own, rows of one
machine with cold caches, or with hot ones where its condition has `cache=hot`. It is compared with

    speed of light  the least time that the run's ceilings (fill, copy, read) leave for its bytes, by
                    speed_of_light_percent
    CASE/VARIANT    the row of that variant at the same problem; of a ceiling's case (fill/host/all_cores), the fastest
                    row that moves as many bytes, to 1 %
    N us            so many microseconds

Where the condition leaves parameters open (every lattice, every mask), the slowest setting found in the rows counts.
Its spread, in percent, is half of its row's noise, or of both rows' as in claims.py. A goal is met where the ratio
reaches it, missed where not, and not measured where a row is missing or has no time. Nothing is rounded in a goal's
favour. A ratio that differs by GPU is written 'H200=0.85;H100=0.88'; other devices have the lowest of them."""

import math
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from rungs.data import show
from rungs.data.errors import RowsError
from rungs.data.published import parse_condition
from rungs.data.records import SMALLEST, check_id, check_variant, check_word, number, read_table, shown
from rungs.data.rows import CEILING_CASES, Machine, commits, of_variant, under
from rungs.data.show import NOTHING, escape, markdown
from rungs.statistics.claims import names_of

COLUMNS = ["id", "statement", "variant", "against", "condition", "at_least"]
LIGHT, MICROSECONDS = "speed of light", " us"
MET, MISSED, NOT_MEASURED = "met", "missed", "not measured"


@dataclass(frozen=True)
class Goal:
    """A line of goals.csv. Variants carry their case: 'stitch/gpu/vector_stores'."""

    id: str
    statement: str
    variant: str
    against: str
    sizes: tuple   # sizes of a row that the condition allows; () where it gives none
    params: tuple  # ((name, value), ...) that the condition names
    at_least: dict[str, float]  # the ratio for devices whose name contains the key; '' is every device
    cache: str     # of its rows

    @property
    def asked(self) -> str:
        """'0.85 (H200), 0.88 (H100)'."""
        return ", ".join(show.significant(ratio, 4, trim=True) + (f" ({name})" if name else "")
                         for name, ratio in self.at_least.items())

    @property
    def cases(self) -> set[str]:
        """That of its variant, in a set as those of a claim."""
        return {self.variant.partition("/")[0]}


@dataclass(frozen=True)
class Result:
    """A goal on one machine: the setting that came off worst, of `count`."""

    verdict: str
    ratio: float = math.nan
    spread: float = math.nan  # percent
    params: str = ""          # of the worst setting
    count: int = 0

    @property
    def measured(self) -> str:
        """'1.01 ± 0.5 % (the least of 7: repeater=97)'."""
        if math.isnan(self.ratio):
            return ""
        worst = f"(the least of {self.count}: {show.plain(self.params, 60)})" if self.count > 1 else ""
        return " ".join(filter(None, [f"{self.ratio:.3f}", show.spread(self.spread), worst]))


def _ratios(where: str, text: str) -> dict[str, float]:
    """'0.85' or 'H200=0.85;H100=0.88' as {device: ratio}."""
    if "=" not in text:
        return {"": number(where, "at_least", text, SMALLEST)}
    pairs = [part.partition("=") for part in text.split(";")]
    return {device: number(where, f"at_least of {device}", ratio, SMALLEST) for device, _, ratio in pairs}


def read(path: Path) -> list[Goal]:
    """Reads goals.csv into a list of Goal; raises RowsError naming file, line and what was expected."""
    goals: dict[str, Goal] = {}
    for line, (name, statement, variant, against, condition, at_least) in read_table(path, COLUMNS):
        where = f"{path}:{line}"
        check_id(where, name, goals, "goal")
        check_variant(where, "variant", variant)
        if against.endswith(MICROSECONDS):
            number(where, "against", against.removesuffix(MICROSECONDS), SMALLEST)
        elif against != LIGHT:
            check_variant(where, "against", against, "'speed of light', a time like '4 us', or ")
        sizes, params = parse_condition(condition)
        if len(params) + (1 if sizes else 0) != len(condition.split()):
            raise RowsError(f"{where}: condition is {shown(condition)}; expected a size and parameters, like "
                            "'10240x10240 mask=blobs' or 'target=10240'")
        cache = dict(params).get("cache", "cold")
        check_word(where, "cache", cache, ("cold", "hot"))
        of_problem = tuple(pair for pair in params if pair[0] != "cache")
        goals[name] = Goal(name, statement, variant, against, sizes, of_problem, _ratios(where, at_least), cache)
    return list(goals.values())


def _at_problems(rows: pd.DataFrame, goal: Goal, name: str) -> dict[tuple, pd.Series]:
    """{(size, params): row} of a variant's rows under the goal's condition."""
    of_cache = rows[rows["cache"] == goal.cache]
    mine = under(of_variant(of_cache, name), goal.sizes, goal.params, absent=False)
    return {(row["size"], row["params"]): row for _, row in mine.iterrows()}


def _against(goal: Goal, key: tuple[str, ...], row: pd.Series, rows: pd.DataFrame) -> tuple[float, ...] | None:
    """(ratio, spread) of a row against what the goal names; None where that is not there."""
    if goal.against == LIGHT:
        share = row["speed_of_light_percent"]
        return (share / 100, row["iqr_percent"] / 2) if share > 0 else None
    if goal.against.endswith(MICROSECONDS):
        return float(goal.against.removesuffix(MICROSECONDS)) / row["time_median_us"], row["iqr_percent"] / 2
    if goal.against.partition("/")[0] in CEILING_CASES:
        # The fastest that moves as many bytes.
        mine = of_variant(rows[rows["cache"] == goal.cache], goal.against)
        mine = mine[((mine["bytes"] / row["bytes"] - 1).abs() < 0.01) & (mine["time_median_us"] > 0)]
        other = mine.loc[mine["time_median_us"].idxmin()] if len(mine) else None
    else:
        other = _at_problems(rows, goal, goal.against).get(key)
    if other is None or not other["time_median_us"] > 0:
        return None
    return (other["time_median_us"] / row["time_median_us"], math.hypot(other["iqr_percent"], row["iqr_percent"]) / 2)


def judge(goal: Goal, machine: Machine) -> Result:
    """The Result of a goal on a rows.Machine."""
    rows = _at_problems(machine.rows, goal, goal.variant)
    found = [(*held, key[1]) for key, row in rows.items()
             if row["time_median_us"] > 0 and (held := _against(goal, key, row, machine.rows))]
    if not rows or len(found) < len(rows):  # a setting without a time could be the slowest
        return Result(NOT_MEASURED)
    ratio, spread, params = min(found)
    asked = [one for name, one in goal.at_least.items() if name in machine.device] or goal.at_least.values()
    return Result(MET if ratio >= min(asked) else MISSED, ratio, spread, params, len(found))


def table(goals: list[Goal], machines: list[Machine]) -> list[str]:
    """The lines of a Markdown table: a line per goal, two columns per machine."""
    head = ["goal", "variant", "at least", *(text for name in names_of(machines)
                                             for text in (f"measured, {escape(name)}", "verdict"))]
    lines = [[escape(show.plain(goal.statement, 120)), f"`{show.plain(goal.variant, 60)}`", escape(goal.asked),
              *(cell for machine in machines for result in [judge(goal, machine)]
                for cell in (escape(result.measured) or NOTHING, result.verdict))] for goal in goals]
    rows = [machine.rows for machine in machines]
    caption = ["medians, cold caches if not said; the time of what the variant is compared with over its own",
               *map(show.machine_name, machines), *commits(commit for each in rows for commit in each["commit"])]
    return [*markdown(head, lines), "", escape("; ".join(caption))]
