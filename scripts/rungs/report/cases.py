"""What the page says of each case: the problem, its ladder at every size and setting, and a part for each variant."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.claim_files import KEY
from rungs.data.published import Published
from rungs.report import counted, ladder_lines, markdown, sources
from rungs.report.names import is_plain_path
from rungs.report.pictures import Pictures


@dataclass(frozen=True)
class Variant:
    """One variant's part of the page."""

    id: str
    name: str
    improves: tuple   # (name, href) of the variant that it improves, or ()
    glance: list      # ladder_lines.Line of the case's first problem, a setup each
    source: sources.Source | None
    state: str        # whether the source is still what was measured
    rows: list        # (Problem, Line, what bench measured beside the time)
    counters: counted.Table | None
    static: counted.Table | None
    evidence: list    # (setup, problem, sentence)
    claims: list      # claims_table.Line


@dataclass(frozen=True)
class Case:
    """One case's part of the page."""

    id: str
    name: str
    paragraph: Markup
    problems: list  # of Problem, the first one shown
    ladders: dict   # id of a Problem -> its pictures, one a machine
    pictures: list  # others
    variants: list


class Cases:
    """Makes the parts of all cases; what they share is gathered once."""

    def __init__(self, setups: list[Any], published: Published, ids: Any, folder: Path = Path("cases")) -> None:
        self.setups, self.published, self.ids, self.folder = setups, published, ids, folder
        self.counted = [counted.Counted(setup) for setup in setups]
        self.figures = [setup.beside(setup.run.figures) for setup in setups]
        self.pictures = Pictures(setups, published, ids)
        self.changes = sources.Changes(folder)
        names = dict.fromkeys(name for setup in setups for name in setup.rows["case"])
        self.names = sorted(names, key=lambda name: name in rungs_rows.CEILING_CASES)  # the ceilings last
        self.rows = {name: ladder_lines.rows_of(name, setups) for name in self.names}
        self.case_ids = {name: ids.new(name) for name in self.names}
        self.hrefs = {(case, variant): f"#{ids.new(self.case_ids[case], variant)}"  # of each variant's part
                      for case in self.names for variant in rungs_rows.variants_in_order(self.rows[case])}

    @property
    def order(self) -> dict[str, int]:
        """{'case/variant': place in the order of the page}."""
        return {"/".join(key): place for place, key in enumerate(self.hrefs)}

    def case(self, name: str, by_variant: Any) -> Case:
        """The Case of a name; `by_variant` is a claims_table.ByVariant."""
        links = {variant: href for (case, variant), href in self.hrefs.items() if case == name}
        problems = ladder_lines.problems_of(self.rows[name], name, self.setups, self.published, links, self.ids)
        return Case(self.case_ids[name], show.plain(name, 60), self._paragraph(name), problems,
                    {problem.id: self.pictures.ladders(name, problem, links) for problem in problems},
                    self.pictures.others(name, links),
                    [self._variant(name, variant, problems, by_variant) for variant in links])

    def _paragraph(self, case: str) -> Markup:
        path = self.folder / case / "README.md"
        if not is_plain_path(case) or not path.is_file():
            return Markup("")
        return markdown.first_paragraph(path.read_text(encoding="utf-8", errors="replace"))

    def _variant(self, case: str, name: str, problems: list[ladder_lines.Problem], by_variant: Any) -> Variant:
        found = [(problem, line) for problem in problems for line in problem.lines if line.row["variant"] == name]
        order = list(dict.fromkeys((problem.size, problem.params) for problem in problems))
        improves = next((line.row["improves"] for _, line in found if line.row["improves"]), "")
        return Variant(
            self.hrefs[case, name].removeprefix("#"), show.plain(name, ladder_lines.NAME) or "unnamed",
            (show.plain(improves, ladder_lines.NAME), self.hrefs.get((case, improves), "")) if improves else (),
            [line for line in problems[0].emptied if line.row["variant"] == name],
            sources.source_of(case, name, self.folder), self._state(case, name, [line for _, line in found]),
            [(problem, line, self._figures(line)) for problem, line in found],
            counted.counters_table(self.counted, case, order, name), counted.static_table(self.setups, case, name),
            [(one.setup, problem, text) for one in self.counted for problem, text in one.sentences(case, order, name)],
            by_variant.lines(f"{case}/{name}"))

    def _state(self, case: str, variant: str, lines: list[ladder_lines.Line]) -> str:
        """One sentence on whether the source shown is the one that was measured."""
        commits = list(dict.fromkeys(line.row["commit"] for line in lines))
        known = [self.changes.since(commit, case, variant) for commit in commits]
        if any(known):
            return "This file has changed since it was measured; headers that it includes may have, too."
        if known and all(changed is False for changed in known):
            return "This file is as it was measured; headers that it includes may have changed."
        return "Whether this file is as it was measured cannot be told."

    def _figures(self, line: ladder_lines.Line) -> str:
        """'latency 79.2 cycles, ...': what bench measured beside the time of a row."""
        found = self.figures[line.setup.number].get(tuple(line.row[KEY]), {})
        return ", ".join(
            f"{show.plain(name, 40)} {show.significant(value, 4, trim=True)} {show.plain(unit, 30)}".strip()
            for name, (value, unit) in found.items())
