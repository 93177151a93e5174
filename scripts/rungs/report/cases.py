"""What the page says of each case: the problem, its ladder at every size and setting, and a part for each variant."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from markupsafe import Markup

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.published import Published
from rungs.report import counted, ladder_lines, markdown, roofline, sources, spread
from rungs.report.ladder_chart import chart_of
from rungs.report.names import is_plain_path
from rungs.report.pictures import picture_of


@dataclass(frozen=True)
class Variant:
    """One variant's part of the page."""

    id: str
    name: str
    improves: tuple   # (name, href) of the variant that it improves, or ()
    glance: list      # ladder_lines.Line of the case's first problem, a setup each
    source: sources.Source | None
    state: str        # whether the source is still what was measured
    rows: list        # (Problem, Line, strip, what bench measured beside the time)
    counters: counted.Table | None
    static: counted.Table | None
    places: list      # roofline.Place
    evidence: list    # (setup, problem, sentence)
    claims: list      # claims_table.Line


@dataclass(frozen=True)
class Case:
    """One case's part of the page."""

    id: str
    name: str
    paragraph: Markup
    picture: str
    problems: list  # (Problem, Chart or None), the first one shown
    variants: list


class Cases:
    """Makes the parts of all cases; what they share is gathered once."""

    def __init__(self, setups: list[Any], published: Published, ids: Any, folder: Path = Path("cases")) -> None:
        self.setups, self.published, self.ids, self.folder = setups, published, ids, folder
        self.counted = [counted.Counted(setup) for setup in setups]
        self.changes = sources.Changes(folder)
        names = dict.fromkeys(name for setup in setups for name in setup.rows["case"])
        self.names = sorted(names, key=lambda name: name in rungs_rows.CEILING_CASES)  # the ceilings last
        self.rows = {name: ladder_lines.rows_of(name, setups) for name in self.names}
        self.case_ids = {name: ids.new(name) for name in self.names}
        self.variant_ids = {(case, variant): ids.new(self.case_ids[case], variant)
                            for case in self.names for variant in rungs_rows.variants_in_order(self.rows[case])}

    @property
    def hrefs(self) -> dict[tuple, str]:
        """{(case, variant): href of its part}."""
        return {key: f"#{name}" for key, name in self.variant_ids.items()}

    @property
    def order(self) -> dict[str, int]:
        """{'case/variant': place in the order of the page}."""
        return {"/".join(key): place for place, key in enumerate(self.variant_ids)}

    def case(self, name: str, by_variant: Any) -> Case:
        """The Case of a name; `by_variant` is a claims_table.ByVariant."""
        rows = self.rows[name]
        mine = {variant: id_ for (case, variant), id_ in self.variant_ids.items() if case == name}
        problems = ladder_lines.problems_of(rows, name, self.setups, self.published, mine, self.ids)
        charts = [(problem, chart_of(problem, _at(rows, problem))) for problem in problems]
        variants = [self._variant(name, variant, problems, by_variant) for variant in mine]
        return Case(self.case_ids[name], show.plain(name, 60), self._paragraph(name), picture_of(name), charts,
                    variants)

    def _paragraph(self, case: str) -> Markup:
        path = self.folder / case / "README.md"
        if not is_plain_path(case) or not path.is_file():
            return Markup("")
        return markdown.first_paragraph(path.read_text(encoding="utf-8", errors="replace"))

    def _variant(self, case: str, name: str, problems: list[ladder_lines.Problem], by_variant: Any) -> Variant:
        found = [(problem, line) for problem in problems for line in problem.lines if line.row["variant"] == name]
        order = list(dict.fromkeys((problem.size, problem.params) for problem in problems))
        axis = spread.axis_of([line.row for _, line in found])
        improves = next((line.row["improves"] for _, line in found if line.row["improves"]), "")
        places = [roofline.place_of(one, case, order, name) for one in self.counted]
        return Variant(
            self.variant_ids[case, name], show.plain(name, ladder_lines.NAME) or "unnamed",
            (show.plain(improves, ladder_lines.NAME), self.hrefs.get((case, improves), "")) if improves else (),
            [line for line in ladder_lines.lines_of_first(problems) if line.row["variant"] == name],
            sources.source_of(case, name, self.folder), self._state(case, name, [line for _, line in found]),
            [(problem, line, self._strip(line, axis), _figures(line)) for problem, line in found],
            counted.counters_table(self.counted, case, order, name), counted.static_table(self.setups, case, name),
            [place for place in places if place],
            [(one.setup, problem, text) for one in self.counted for problem, text in one.sentences(case, order, name)],
            by_variant.lines(f"{case}/{name}"))

    def _strip(self, line: ladder_lines.Line, axis: Any) -> Markup | str:
        samples = line.setup.beside(line.row, line.setup.run.samples)
        return spread.spread_strip(line.row, line.setup.number, axis, samples)

    def _state(self, case: str, variant: str, lines: list[ladder_lines.Line]) -> str:
        """One sentence on whether the source shown is the one that was measured."""
        commits = list(dict.fromkeys(line.row["commit"] for line in lines))
        known = [self.changes.since(commit, case, variant) for commit in commits]
        if any(known):
            return "This file has changed since it was measured; headers that it includes may have, too."
        if known and all(changed is False for changed in known):
            return "This file is as it was measured; headers that it includes may have changed."
        return "Whether this file is as it was measured cannot be told."


def _at(rows: pd.DataFrame, problem: ladder_lines.Problem) -> pd.DataFrame:
    return rows[(rows["size"] == problem.size) & (rows["params"] == problem.params) & (rows["cache"] == problem.cache)]


def _figures(line: ladder_lines.Line) -> str:
    """'latency 79.2 cycles, ...': what bench measured beside the time of a row."""
    found = line.setup.beside(line.row, line.setup.run.figures) or {}
    return ", ".join(f"{show.plain(name, 40)} {show.significant(value, 4, trim=True)} {show.plain(unit, 30)}".strip()
                     for name, (value, unit) in found.items())
