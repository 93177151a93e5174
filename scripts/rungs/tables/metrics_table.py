"""Further figures of a case (rows.metrics.csv), as a table for a README."""

from pathlib import Path

from rungs.data import show
from rungs.data.claim_files import METRIC_COLUMNS
from rungs.data.errors import RowsError
from rungs.data.markdown import NOTHING, code, escape, markdown
from rungs.data.records import read_metrics, split_params
from rungs.data.records import shown as shown_name
from rungs.data.rows import Machine, commits
from rungs.data.sweep import SIZE, ordered
from rungs.tables.evidence_table import NotThere


def table(machine: Machine, rows: Path, wants: dict[str, str]) -> list[str]:
    """A Markdown table of the figures beside `rows`: a line per value of the parameter by=, or of by=size, or else per
    variant, and a column for each figure of each variant. `wants` has the case, and may have by, size, params and
    columns, the figures to show.

    Raises NotThere, and RowsError for a broken file and where several problems give one cell.
    """
    asked, by = split_params(wants.get("params", "")), wants.get("by", "")
    chosen = wants["columns"].split(",") if "columns" in wants else []
    lines: dict[str, dict] = {}
    known: dict[str, tuple] = {}
    found = read_metrics(rows.with_suffix(".metrics.csv"), METRIC_COLUMNS)
    for (case, variant, _, size, params, _, device), figures in found.items():
        if device not in {"", *machine.uuids}:
            continue
        has = split_params(params)
        if case != wants["case"] or size != wants.get("size", size) or not asked.items() <= has.items():
            continue
        known.update(figures)
        shown = {name: figure for name, figure in figures.items() if not chosen or name in chosen}
        line = lines.setdefault(size if by == SIZE else has.get(by, variant), {}) if shown else {}
        for metric, (value, unit) in shown.items():
            if (variant if by else "", metric, unit) in line:
                raise RowsError(f"{rows}: several rows of {wants['case']}/{variant} have a {metric}, one of them "
                                f"{size} {params}; expected one: say more with size= or params=")
            line[variant if by else "", metric, unit] = show.significant(value, 3, trim=True)
    if missing := [name for name in chosen if known and name not in known]:
        raise NotThere(f"columns={wants['columns']}: no figure {shown_name(missing[0])}; expected some of "
                       f"{', '.join(known)}")
    if not lines:
        raise NotThere(f"no figures with {', '.join(f'{name}={value}' for name, value in wants.items())} beside {rows}")
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    head = [by or "variant", *(escape(f"{f'{variant}: ' if variant else ''}{metric}, {unit}")
                               for variant, metric, unit in columns)]
    mine = machine.rows[machine.rows["case"] == wants["case"]]
    caption = [show.machine_name(machine), *commits(mine["commit"])]
    return [*markdown(head, [[code(name), *(lines[name].get(column, NOTHING) for column in columns)]
                             for name in (ordered(list(lines)) if by else lines)]), "", "; ".join(map(escape, caption))]
