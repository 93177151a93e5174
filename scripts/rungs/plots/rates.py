"""The rates that a sweep shows: of the variants, of the floors, and of the published times."""

import math

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.published import Published
from rungs.data.sweep import SIZE


class Rates:
    """Rates of one sweep, in GB/s; in Gop/s (`by_operations`) where the rows have no others.

    `rows` are of one case, cache state and setting, with the swept value as text in a column `value`; `at` says where a
    value stands, and points below are (place, rate).
    """

    def __init__(self, rows: pd.DataFrame, by: str, at: dict[str, float], machine: rungs_rows.Machine,
                 order: list[str]) -> None:
        self.rows, self.by, self.at, self.machine = rows, by, at, machine
        self.by_operations = not (rows["gbps"] > 0).any() and (rows["gops"] > 0).any()
        self.unit = "Gop/s" if self.by_operations else "GB/s"
        self.lines = self._lines(order)
        self.floors = [] if self.by_operations else self._floors()

    def _lines(self, order: list[str]) -> dict[str, list]:
        """{variant: [point]} of what has a rate, in the order of the ladder.

        A rate is NaN where the variant has a row without one: its line breaks there.
        """
        column = "gops" if self.by_operations else "gbps"
        lines = {}
        for variant in order:
            mine = self.rows[self.rows["variant"] == variant]
            points = sorted((self.at[row["value"]], row[column] if row["time_median_us"] > 0 else math.nan)
                            for _, row in mine.iterrows())
            if any(rate > 0 for _, rate in points):
                lines[variant] = points
        return lines

    def _floors(self) -> list[tuple]:
        """[(label, [point])]: one a backend, the rate at which the floor's time moves the bytes."""
        found = []
        for backend in dict.fromkeys(self.rows["backend"]):
            points, sources = [], {}
            for value, place in self.at.items():
                here = self.rows[(self.rows["backend"] == backend) & (self.rows["value"] == value)]
                floor = rungs_rows.floor_of(here, self.machine.rows)
                if floor:
                    points.append((place, here["bytes"].median() / floor.time_us / 1e3))
                    sources[floor.source] = True
            if points:
                source = next(iter(sources)) if len(sources) == 1 else "ceilings"
                name = "gpu" if backend == "cuda" else backend
                found.append((f"{name} floor ({source}, {show.rate(points[-1][1])})", points))
        return found

    def figures(self, published: Published, defaults: rungs_rows.Defaults) -> tuple[list, ...]:
        """([(variant, source, [point])], sources): published times as rates over the same work."""
        points = {}
        column = "operations" if self.by_operations else "bytes"
        for _, row in self.rows.iterrows():
            for match in published.matches(row, defaults):
                named = match.figure.sizes if self.by == SIZE else dict(match.figure.params).get(self.by)
                work = self.rows[self.rows["value"] == row["value"]][column].max()
                if named and work > 0:
                    point = (self.at[row["value"]], work / match.figure.value / 1e3)
                    points.setdefault((row["variant"], match.source), set()).add(point)
        figures = [(variant, source, sorted(found)) for (variant, source), found in points.items()]
        return figures, list(dict.fromkeys(source for _, source, _ in figures))
