"""Static facts of kernels (the CSV of `rungs static`), as they are joined to a variant."""

from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.records import number, read_table, shown

COLUMNS = ["case", "variant", "kernel", "architecture", "metric", "value", "unit"]


def of_kernels(path: Path, optional: bool = False) -> dict[tuple, dict]:
    """{(case, variant, kernel, architecture): {metric: (value, unit)}}; {} where `optional` and there is no such file.
    Of two lines for one metric the later counts. Raises RowsError."""
    found: dict[tuple, dict] = {}
    for line, (*kernel, metric, text, unit) in read_table(path, COLUMNS, optional):
        found.setdefault(tuple(kernel), {})[metric] = (number(f"{path}:{line}", "value", text), unit)
    return found


def read(path: Path, architecture: str = "") -> dict[tuple, dict]:
    """Reads the facts as {(case, variant): {'static_' + metric: value}}, of the kernel that has most of each. A
    variant's file may hold kernels that one problem does not launch, so that a sum would say nothing. `architecture`
    ('90' or 'sm_90') may be left out where the file has one only. Raises RowsError."""
    kernels = of_kernels(path)
    known = sorted({key[3] for key in kernels})
    wanted = f"sm_{architecture.removeprefix('sm_')}" if architecture else known[0] if len(known) == 1 else ""
    if wanted not in known:
        why = f"no facts for {wanted}" if wanted else "facts for several architectures"
        raise RowsError(f"{path}: {why}; expected with --architecture {', '.join(map(shown, known)) or '(none)'}")
    found: dict[tuple, dict] = {}
    for (case, variant, _, here), metrics in kernels.items():
        facts = found.setdefault((case, variant), {}) if here == wanted else {}
        for metric, (value, _) in metrics.items():
            facts[f"static_{metric}"] = max(value, facts.get(f"static_{metric}", value))
    return found
