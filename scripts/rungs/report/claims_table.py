"""The documents' claims: a line per claim and setting of what it leaves open, a verdict per machine."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data import show
from rungs.data.claim_files import Claim
from rungs.data.rows import is_emptied
from rungs.statistics import claims as rungs_claims


@dataclass(frozen=True)
class Line:
    """One claim at one setting."""

    id: str        # of the line on the page, '' but for the first of a claim
    name: str      # 'P07'
    statement: str
    claim: rungs_claims.Claim
    published: str
    results: list  # a claims.Result a setup, None where that setup has no row at this setting


@dataclass(frozen=True)
class Judged:
    """All claims that the rows can say something of."""

    lines: list
    others: list  # names of the claims on cases that are not in the rows


def judge(claims: list[Claim], setups: list[Any], ids: Any) -> Judged:
    """The claims (of rungs.claims.read) compared with every setup's rows."""
    there = {case for setup in setups for case in setup.rows["case"]}
    lines = []
    for claim in (claim for claim in claims if claim.cases & there):
        anchor = ids.new("claim", claim.id)
        lines += [Line("" if number else anchor, show.plain(claim.id, 20), one.statement, claim, one.published, results)
                  for number, (one, results) in enumerate(
                      rungs_claims.side_by_side(claim, [setup.machine for setup in setups]))]
    return Judged(lines, [show.plain(claim.id, 20) for claim in claims if not claim.cases & there])


def counts_of(judged: Judged, number: int) -> dict[str, int]:
    """{verdict: how many} on the setup with this number, in the order of rungs.claims.VERDICTS."""
    verdicts = [line.results[number].verdict if line.results[number] else rungs_claims.NOT_MEASURED
                for line in judged.lines]
    return {verdict: verdicts.count(verdict) for verdict in rungs_claims.VERDICTS if verdict in verdicts}


class ByVariant:
    """Which claims concern a variant: of the two that a claim compares it stands with the later one of the ladder."""

    def __init__(self, judged: Judged, order: dict[str, int]) -> None:
        """`order` is {'case/variant': place in its ladder}."""
        self._found = {}
        for line in judged.lines:
            later = max((line.claim.slower, line.claim.faster), key=lambda name: order.get(name, -1))
            self._found.setdefault(later, []).append(line)

    def lines(self, name: str) -> list[Line]:
        """The claim lines of 'case/variant'."""
        return self._found.get(name, [])

    def at(self, name: str, row: pd.Series, number: int) -> list[tuple]:
        """[(claim's name, verdict)] for a row: of its problem, on its setup, of emptied caches or not timed."""
        if not (is_emptied(row) or row["cache"] == ""):
            return []
        return [(line.name, line.results[number].verdict) for line in self.lines(name)
                if line.results[number] and line.results[number].problem == (row["size"], row["params"])]
