"""What the page says of a case: its ladders, its variants with their sources, and a part for each of its rows."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from rungs.data import fact_files, show
from rungs.data import rows as rungs_rows
from rungs.data.ladder import variants_in_order
from rungs.data.published import Published, choose_problem, defaults_of
from rungs.data.setups import Setup
from rungs.profile import evidence
from rungs.report import ladders, row_part, sources, warnings
from rungs.statistics import why
from rungs.statistics.reference import Reference

LONGEST_PROBLEM = 200  # characters
NO_CACHE = "-"  # stands for the state of rows that know none


class Cases:
    """Makes the parts of all cases, as dicts for JSON; what they share is gathered once."""

    def __init__(self, setups: list[Setup], published: Published, folder: Path = Path("cases")) -> None:
        self.setups, self.published, self.folder = setups, published, folder
        # Shown first is one with a GPU, and of the newest rows.
        self.shown = max(setups, key=lambda one: (one.has_gpu, max(one.rows["timestamp"], default=""))).number
        self.counted = [evidence.lines_of(setup.rows, setup.counters) for setup in setups]
        self.tried = [why.limits_of(setup.why) for setup in setups]
        self.figures = [setup.of_its_rows(setup.run.figures) for setup in setups]
        self.badges = [warnings.badges_of(setup) for setup in setups]
        names = dict.fromkeys(name for setup in setups for name in setup.rows["case"])
        self.reference = Reference(setup.rows for setup in setups)
        self.names = sorted(names, key=lambda name: name in rungs_rows.CEILING_CASES)  # the ceilings last

    def part(self, case: str) -> dict[str, Any]:
        """The part of a case."""
        frames = [setup.rows[setup.rows["case"] == case] for setup in self.setups]
        rows = pd.concat([frame.assign(setup=number, place=frame.index) for number, frame in enumerate(frames)
                          if len(frame)], ignore_index=True)
        ceiling = case in rungs_rows.CEILING_CASES
        defaults = defaults_of(rows, case)
        of_rows = list(zip(rows["size"], rows["params"]))
        first: tuple[str, ...] = self.reference.of_case(case)
        if ceiling or first not in of_rows:
            # Of a ceiling the largest problem, at which the launch does not count; they are many, so by size.
            first = choose_problem(rows, self.published, replace(defaults, size="") if ceiling else defaults)
        problems = sorted(dict.fromkeys(of_rows), key=lambda problem: (
            problem != first, rungs_rows.elements(problem[0]) if ceiling else 0))
        # As the page has them: the number of the problem, and the state of the caches.
        rows = rows.assign(at=list(map(problems.index, of_rows)), state=rows["cache"].replace("", NO_CACHE))
        names = variants_in_order(rows)
        improves = {name: "" for name in names} | dict(zip(rows["variant"], rows["improves"]))
        of_case = ladders.ladders_of(case, improves, self._times(rows, improves))
        lights = {key: light for key, here in rows.groupby(["setup", "backend", "at", "state"], sort=False)
                  if (light := rungs_rows.speed_of_light(here))}
        found = self._rows(case, rows, lights)
        return {
            "name": case, "title": show.plain(case, 60), "ceiling": ceiling,
            "problems": [[f"{size};{params}".rstrip(";"), show.problem_name(size, params, LONGEST_PROBLEM)]
                         for size, params in problems],
            "ladders": [vars(one) for one in of_case], "variants": self._variants(case, improves, rows),
            "rows": [[*key, part] for key, (_, part) in found.items()], "cards": self._cards(of_case, found, rows),
            "light": [[*key, light.time_us, " ".join((ladders.source_of(light) or "speed of light",
                                                      show.time(light.time_us)))]
                      for key, light in lights.items()],
            "counters": [[number, name, at, row_part.figures(line)] for number, lines in enumerate(self.counted)
                         for name in names for at, problem in enumerate(problems)
                         if (line := lines.get((case, name, *problem)))]}

    def _times(self, rows: pd.DataFrame, improves: Mapping[str, str]) -> dict[str, float]:
        """{variant: time} that decides on the way to the fastest: of the first problem, of the setup that is shown
        first and of emptied caches where there are such rows. Left out is what answers another question: results of
        fewer bytes than most, a step registered as a question, and all that grows from one."""
        asked = set(rows["variant"][rows["step_kind"] == "question"]) if "step_kind" in rows else set()
        while more := {name for name, below in improves.items() if below in asked} - asked:
            asked |= more
        rows = rows[(rows["at"] == 0) & (rows["time_median_us"] > 0) & ~rows["variant"].isin(asked)]
        shown = rows[rows["setup"] == self.shown]
        rows = shown if len(shown) else rows
        emptied = rungs_rows.emptied(rows)
        rows = emptied if len(emptied) else rows
        rows = rows[rows["bytes"].isin(rows["bytes"].mode()) | rows["bytes"].isna()]
        return rows.groupby("variant")["time_median_us"].min().to_dict()

    def _rows(self, case: str, rows: pd.DataFrame,
              lights: Mapping[tuple, rungs_rows.SpeedOfLight]) -> dict[tuple, tuple]:
        """{(setup, variant, problem, cache): (row, its part)}."""
        found = {}
        defaults = [defaults_of(setup.rows, case) for setup in self.setups]
        all_rows = rows.to_dict("records")
        by_place = {(row["setup"], row["variant"], row["at"], row["state"]): row for row in all_rows}
        for (number, name, at, state), row in by_place.items():
            below = row["improves"], row["improves"] + "".join(name.partition(" ")[1:])
            old = next(filter(None, (by_place.get((number, one, at, state)) for one in below)), None)
            part = row_part.part_of(row, old, self.setups[number], self.published.matches(row, defaults[number]))
            key = rungs_rows.key_of(row, ("case", "variant", "backend", "size", "params", "cache"))
            if figures := self.figures[number].get(key):
                part["figures"] = [f"{show.plain(name, 40)} {show.significant(value, 4, trim=True)} "
                                   f"{show.plain(unit, 30)}".strip() for name, (value, unit) in figures.items()]
            if row["place"] in self.badges[number]:
                part["badges"] = self.badges[number][row["place"]]
            if row["backend"] == "cuda" and row["cache"] == "cold":
                part |= row_part.counters_of(row, self.counted[number], self.tried[number])
            if "sol" in part:
                part["share"] = ladders.share_of(part, lights.get((number, row["backend"], at, state)))
            found[number, name, at, state] = row, part
        return found

    def _cards(self, of_case: list[ladders.Ladder], found: dict[tuple, tuple], rows: pd.DataFrame) -> list[list]:
        """[[ladder, setup, cache, card]] at the first problem."""
        made = []
        for (number, state), here in rows[rows["at"] == 0].groupby(["setup", "state"], sort=False):
            parts = {variant: part for (setup, variant, *where), (_, part) in found.items()
                     if (setup, *where) == (number, 0, state)}
            for place, one in enumerate(of_case):
                light = rungs_rows.speed_of_light(here[here["variant"].isin(one.rungs)])
                if card := ladders.card_of(one, parts, light):
                    made.append([place, number, state, card])
        return made

    def _variants(self, case: str, improves: Mapping[str, str], rows: pd.DataFrame) -> list[dict]:
        files = {name: sources.source_of(case, name, self.folder) for name in improves}
        found = []
        for name, below in improves.items():
            source = files[name]
            steps = rows[rows["variant"] == name]["technique"] if below else rows["technique"][:0]
            one: dict[str, Any] = {
                "name": name, "technique": max(steps, default="").split(),
                "text": show.plain(name, row_part.NAME) or "unnamed", "improves": below,
                "loops": self._loops(case, name, rows[rows["variant"] == name])}
            if source:
                one |= {"idea": source.idea, "path": source.path, "lines": source.html, "code": source.code}
            found.append({key: value for key, value in one.items() if value})
        return found

    def _loops(self, case: str, name: str, rows: pd.DataFrame) -> list[list]:
        """[[title, [instruction]]] of the hot loops of a variant's kernels, of the first setup whose rows were measured
        with them; a title alone where there is only code of other programs."""
        known = [(setup.run.loops.get((case, name), []), rows[rows["setup"] == setup.number].to_dict("records"),
                  setup.launched(case, name)) for setup in self.setups]
        of_rows = ((fact_files.loops_of_rows(codes, its, ran), ran) for codes, its, ran in known)
        mine, ran = next((one for one in of_rows if one[0]), ([], set()))
        if not mine and any(codes for codes, *_ in known):
            return [["The machine code at hand is of another program than these rows", []]]
        unsure = "" if ran else ", of which not all need have run"
        several = f", one of {len(mine)} kernels{unsure}" if len(mine) > 1 else ""
        return [[f"{'Hot loop' if code.is_loop else 'All'} of {show.plain(code.kernel, 60)} on "
                 f"{show.plain(code.architecture, 20)}{several}, {code.instructions} instructions"
                 f"{', cut here' if code.instructions > len(code.lines) else ''}",
                 [show.plain(line, 120) for line in code.lines]] for code in mine]
