"""Further figures of a case (rows.side.csv), as a table for a README."""

import pandas as pd

from rungs.data import show
from rungs.data.markdown import NOTHING, code, escape, markdown
from rungs.data.records import shown, split_params
from rungs.data.rows import Machine, commits
from rungs.data.sweep import SIZE, ordered
from rungs.tables.chosen import NotThere


def table(machine: Machine, rows: pd.DataFrame, wants: dict[str, str]) -> list[str]:
    """A Markdown table of the figures of a machine's `rows`, as claim_files.load has them: a line per value of the
    parameter by=, or of by=size, or else per variant, and a column for each figure of each variant. `wants` may have by
    and columns, the figures to show in their order. Raises NotThere, also where the rows are of several problems but
    for `by`."""
    by, chosen = wants.get("by", ""), wants["columns"].split(",") if "columns" in wants else []
    known: dict[str, None] = {}
    settings: dict[tuple, None] = {}
    lines: dict[str, dict] = {}
    for _, row in rows.iterrows():
        known |= dict.fromkeys(row["metrics"])
        figures = {name: row["metrics"][name] for name in chosen or row["metrics"] if name in row["metrics"]}
        has = split_params(row["params"])
        if not figures or by not in {"", SIZE, *has}:
            continue
        value = {"": row["variant"], SIZE: row["size"]}.get(by) or has[by]
        others = ";".join(f"{name}={one}" for name, one in has.items() if name != by)
        settings[row["size"] if by != SIZE else "", others] = None
        lines.setdefault(value, {}).update({(row["variant"] if by else "", name, unit): number
                                            for name, (number, unit) in figures.items()})
    if missing := [name for name in chosen if known and name not in known]:
        raise NotThere(f"columns={wants['columns']}: no figure {shown(missing[0])}; expected some of "
                       f"{', '.join(known)}")
    if not lines:
        raise NotThere(f"no figures with {', '.join(f'{name}={value}' for name, value in wants.items())}")
    problems = [show.problem_name(size, params, 0).strip(", ") for size, params in settings]
    if len(problems) > 1:
        raise NotThere(f"figures of several problems: {shown(problems[0])} and {shown(problems[1])}; expected one: say "
                       "more with size= or params=")
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    named = list(dict.fromkeys(variant for variant, _, _ in columns if variant))
    several = len(named) > 1
    head = [by or "variant", *(escape((f"{variant}: " if several else "") + ", ".join(filter(None, (metric, unit))))
                               for variant, metric, unit in columns)]
    caption = [*([] if several else named), *filter(None, problems), show.machine_name(machine),
               *commits(rows["commit"])]
    return [*markdown(head, [[code(name), *(show.significant(lines[name][column], 3, trim=True)
                                            if column in lines[name] else NOTHING for column in columns)]
                             for name in (ordered(list(lines)) if by else lines)]), "", "; ".join(map(escape, caption))]
