"""The documents' claims on measured rows as text of fixed width."""

from collections import Counter

from rungs.data import show
from rungs.data.claim_files import Claim
from rungs.data.markdown import fixed_width
from rungs.data.rows import Machine
from rungs.statistics.claims import VERDICTS, headline_of, judge, names_of, others_of


def text(claims: list[Claim], machines: list[Machine]) -> list[str]:
    """The results as lines of fixed-width text: one block per machine, a line per claim and one for its other settings,
    and the count of the verdicts."""
    lines = []
    for name, machine in zip(names_of(machines), machines):
        counts: Counter[str] = Counter()
        host = f", host {show.plain(machine.host_device, 45)}" if machine.host_device else ""
        table = [["claim", "published", "measured", "verdict", "statement"]]
        for claim in claims:
            results = judge(claim, machine)
            result = headline_of(claim, results)
            counts[result.verdict] += 1
            table.append([show.plain(claim.id, 20), result.published, result.measured, result.verdict,
                          result.statement + (f" [{result.why}]" if result.why else "")])
            ratios, verdicts = others_of(result, results)
            if ratios:
                table.append(["", "", ratios, "", f"(other settings: {verdicts})"])
        lines += [*[""] * bool(lines), name + host, *fixed_width(table, left=5)]
        lines.append("  " + ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]))
    return lines
