"""The documents' claims as a grid: a line per claim, a cell per machine and setting of what the claim leaves open."""

import math
from collections.abc import Mapping
from typing import Any

from rungs.data import show
from rungs.data.claim_files import Claim
from rungs.statistics import claims as rungs_claims

NEAR_ONE = 1.095  # below, two digits would not tell a ratio from 1


def grid_of(claims: list[Claim], setups: list[Any]) -> dict[str, Any]:
    """{'lines': [...], 'verdicts': [...], 'others': [...]} for JSON: the claims that the rows can say something of, the
    verdicts in their order, and the names of the claims on cases that are not in the rows. A line is a dict with
    `name`, `statement`, `sides` ('case/variant', the faster one first), `published`, and `cells`, a list a setup of
    [verdict's number, short text, whole text]."""
    there = {case for setup in setups for case in setup.rows["case"]}
    return {"lines": [_line(claim, setups) for claim in claims if claim.cases & there],
            "verdicts": list(rungs_claims.VERDICTS),
            "others": [show.plain(claim.id, 20) for claim in claims if not claim.cases & there]}


def _line(claim: Claim, setups: list[Any]) -> dict[str, Any]:
    cells: list[list] = [[] for _ in setups]
    published = ""
    for one, results in rungs_claims.side_by_side(claim, [setup.machine for setup in setups]):
        published = one.published
        for mine, result in zip(cells, results):
            if result:
                mine.append(_cell(result))
    return {"name": show.plain(claim.id, 20), "statement": show.plain(claim.statement, 120),
            "sides": [side.variant for side in claim.sides[::-1]], "published": published, "cells": cells}


def _cell(result: rungs_claims.Result) -> list[Any]:
    """[number of the verdict, the ratio in two or three digits, with an arrow where it is the other way round,
    everything in words]."""
    known, unit = not math.isnan(result.ratio), result.claim.unit
    whole = [result.open and show.plain(result.open, 90), show.problem_name(*result.problem) if result.problem else "",
             (show.gain(result.ratio) if unit else show.significant(result.ratio, 3)) if known else "",
             show.spread(result.spread), result.verdict,
             "unstable" if result.unstable else "", result.why]
    short = "-"
    if known:
        ratio = max(result.ratio, 1 / result.ratio) if unit else result.ratio
        short = show.significant(ratio, 2 if unit and NEAR_ONE <= ratio < 99.5 else 3) + unit
        short += " \u2193" if unit and show.gain(result.ratio).endswith("slower") else ""
    return [rungs_claims.VERDICTS.index(result.verdict), short, ", ".join(filter(None, whole))]


def by_variant(grid: Mapping[str, Any]) -> dict[str, list[int]]:
    """{'case/variant': numbers of the lines that are about it}."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(grid["lines"]):
        for name in dict.fromkeys(line["sides"]):
            found.setdefault(name, []).append(number)
    return found
