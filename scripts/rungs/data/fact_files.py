"""Static facts of kernels (the CSV of `rungs static`), as they are joined to a variant."""

from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.records import number, read_table, shown

COLUMNS = ["case", "variant", "kernel", "architecture", "metric", "value", "unit"]


def architecture_of(runs: list[dict]) -> str:
    """'sm_90', of the GPU that lines of counters.runs.csv are of ('9.0'); '' where they do not say."""
    found = {run["compute_capability"].replace(".", "") for run in runs} - {""}
    return f"sm_{found.pop()}" if len(found) == 1 else ""


def read(path: Path, architecture: str = "") -> dict[tuple, dict]:
    """Reads the facts as {(case, variant): {'static_' + metric: value}}, of the kernel that has most of each.

    A variant's file may hold kernels that one problem does not launch, so that a sum would say nothing. `architecture`
    ('90' or 'sm_90') may be left out where the file has one only. Raises RowsError.
    """
    body = read_table(path, COLUMNS)
    known = sorted({fields[3] for _, fields in body})
    wanted = f"sm_{architecture.removeprefix('sm_')}" if architecture else known[0] if len(known) == 1 else ""
    if wanted not in known:
        why = f"no facts for {wanted}" if wanted else "facts for several architectures"
        raise RowsError(f"{path}: {why}; expected with --architecture {', '.join(map(shown, known)) or '(none)'}")
    found = {}
    for line, (case, variant, _, here, metric, text, _) in body:
        value = number(f"{path}:{line}", "value", text)
        if here == wanted:
            facts, name = found.setdefault((case, variant), {}), f"static_{metric}"
            facts[name] = max(value, facts.get(name, value))
    return found
