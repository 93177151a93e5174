"""The pictures of a case on the page, by the code that draws them for `rungs plot`: one a machine."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from rungs.data import ladder
from rungs.data.published import Published
from rungs.data.rows import emptied
from rungs.plots import beside, distribution, inline, roofline, style
from rungs.plots import ladder as ladder_plot
from rungs.report.names import Ids
from rungs.report.setups import Setup

CACHES = list(ladder.CACHES)


class Pictures:
    """Draws the pictures of a page."""

    def __init__(self, setups: list[Setup], published: Published, ids: Ids) -> None:
        self.setups, self.published, self.ids = setups, published, ids
        self.samples = [setup.beside(setup.run.samples) for setup in setups]
        self.dram_bytes = [beside.dram_bytes_of(setup.counters) for setup in setups]

    def ladders(self, case: str, problem: Any, links: Mapping[str, str]) -> list[Markup]:
        """The ladder of a Problem on each machine with a time there; `links` are the variants' hrefs."""
        timed = {line.setup.number for line in problem.lines if line.time.text}
        with style.look():
            return [self._inline(ladder_plot.draw(case, setup.machine, self.published, CACHES,
                                                  (problem.size, problem.params), links),
                                 f"Ladder of {case}, {problem.title}, on {setup.short}; a table follows")
                    for setup in self.setups if setup.number in timed]

    def others(self, case: str, links: Mapping[str, str]) -> list[Markup]:
        """The roofline of a case on each machine, where it has one, and the samples where they were kept."""
        found = []
        with style.look():
            for setup, samples, moved in zip(self.setups, self.samples, self.dram_bytes):
                rows = setup.rows[setup.rows["case"] == case]
                found += [(roofline.draw(case, setup.machine, self.published, cache, moved, links),
                           f"Roofline of {case} on {setup.short}") for cache in emptied(rows)["cache"].unique()]
                found.append((distribution.draw(case, setup.machine, self.published, CACHES, samples),
                              f"Samples of {case} on {setup.short}"))
            return [self._inline(figure, label) for figure, label in found if figure]

    def _inline(self, figure: Any, label: str) -> Markup:
        return Markup(inline.svg(figure, self.ids.new("plot"), label))
