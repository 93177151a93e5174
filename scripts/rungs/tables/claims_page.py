"""The page of all claims: published and measured ratios, verdicts, and the counters that moved between the two
variants."""

import textwrap
from collections import Counter
from pathlib import Path

from rungs.data import counter_files, show
from rungs.data.rows import Machine
from rungs.data.show import NOTHING, escape, markdown
from rungs.profile import causes
from rungs.statistics import claim_verdict as said
from rungs.statistics import claims as rungs_claims
from rungs.statistics.claims import Claim, Result

DOCUMENTS = {"P": "The slides on tiling, lattices and distance fields", "H": "The article on median filters",
             "E": "The article on the distance matrix"}
_LEGEND = f"""
A ratio (x) is the time of the variant that the document calls slower over the time of the one that it calls faster;
below 1 the order is reversed. A claim on one variant has a figure. Counters (Nsight Compute's) change from the slower
to the faster variant. Verdicts: `{said.HOLDS}`: the ratios differ by a quarter of the published gain at most or by
{said.LEAST_TOLERANCE:g}, figures by {said.THRESHOLD:g} %; where the document saw no difference (less than
{said.SAYS_NO_DIFFERENCE:g} %), nor do we. `{said.LARGER}`, `{said.SMALLER}`: the same order, with a larger or smaller
ratio. `{said.REVERSED}`: the other order. `{said.NO_DIFFERENCE}`: the document saw one, and we see less than
{said.THRESHOLD:g} %, or than the spread behind ±. `{said.DIFFERS}`: the document saw none, and we see more than that.
`{said.NOT_JUDGED}`: our kernel differs from the document's in a way that may cost time. `{said.NOT_MEASURED}`: there is
no row, or no time. Made by `rungs claims`."""
INTRODUCTION = textwrap.wrap(" ".join(_LEGEND.split()), 120, break_on_hyphens=False)


def read_counters(paths: list[Path]) -> dict[str, dict]:
    """{device: {(case, variant, size, params): {metric: value}}} of files of counters; later files win."""
    found: dict[str, dict] = {}
    for path in paths:
        devices = counter_files.devices(path)
        of_file = {key: counter_files.values(metrics) for key, metrics in counter_files.read(path).items()}
        for device in devices if len(devices) == 1 else ():  # of two GPUs nobody knows which is meant
            found.setdefault(device, {}).update(of_file)
    return found


def why(claim: Claim, result: Result, counters: dict[tuple, dict]) -> str:
    """'issue-bound at 70 % before and after: instructions -39 %': what explains the measured ratio, from the slower
    to the faster variant as published; '' where one of them has no counters at the problem."""
    found = [counters.get((*side.variant.split("/", 1), *result.problem), {}) for side in claim.sides]
    if result.verdict == said.NOT_MEASURED or len(found) < 2 or not all(found):
        return ""
    slower, faster = found
    return causes.explain(slower, faster, result.ratio).text


def page(claims: list[Claim], machines: list[Machine], counters: dict[str, dict]) -> list[str]:
    """Lines of Markdown: per machine and document a table, a line for each claim and one for its other settings.
    `counters` is of read_counters. A claim that a machine has no rows of is left out there if another has."""
    lines = ["# The documents' claims", "", *INTRODUCTION, ""]
    found = [[(claim, results, rungs_claims.headline_of(claim, results))
              for claim in claims for results in [rungs_claims.judge(claim, machine)]] for machine in machines]
    with_rows = {claim.id for of_machine in found for claim, _, result in of_machine if result.problem}
    for name, machine, all_claims in zip(rungs_claims.names_of(machines), machines, found):
        judged = [one for one in all_claims if one[2].problem or one[0].id not in with_rows]
        counts = Counter(result.verdict for _, _, result in judged)
        lines += [f"## {escape(name)}", "",
                  ", ".join(f"{counts[verdict]} {verdict}" for verdict in said.VERDICTS if counts[verdict]) + ".", ""]
        for letter in dict.fromkeys(claim.id[:1] for claim, *_ in judged):
            cells = []
            for claim, results, result in judged:
                if claim.id[:1] != letter:
                    continue
                cells.append([escape(show.plain(claim.id, 20)), escape(result.statement), result.published,
                              escape(result.measured) or NOTHING, f"**{result.verdict}**",
                              escape(result.why or why(claim, result, counters.get(machine.device, {}))) or NOTHING])
                ratios, verdicts = rungs_claims.others_of(result, results)
                if ratios:
                    cells.append(["", "other settings", "", ratios, escape(verdicts), ""])
            lines += [f"### {DOCUMENTS.get(letter, 'Claims ' + escape(letter))}", "",
                      *markdown(["", "claim", "published", "measured", "verdict", "counters, or why not"], cells,
                                left=(0, 1, 4, 5)), ""]
    return lines[:-1]
