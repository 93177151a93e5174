"""Markdown tables made from rows, chosen as a block of a file asks for: a ladder, a sweep, the documents' claims."""

from collections.abc import Mapping

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.claim_files import Claim
from rungs.data.ladder import variants_in_order
from rungs.data.published import Defaults, Published
from rungs.data.records import shown, split_params
from rungs.data.show import NOTHING, code, escape, markdown
from rungs.data.sweep import ordered, values_of
from rungs.statistics import claims as rungs_claims

LIGHTS_DIFFER = 1.1  # limits of a table's rows that are further apart than by this factor are not one


class NotThere(ValueError):
    """What a block asks for is not in its files; the message says what is."""


def chosen_rows(rows: pd.DataFrame, wants: Mapping[str, str]) -> pd.DataFrame:
    """The rows of the wanted case, size, parameters, variants and cache state (emptied unless said otherwise); raises
    NotThere, saying what there is, where no row has one of these."""
    if "cache" not in wants:
        there = ", ".join(dict.fromkeys(cache for cache in rows["cache"] if cache))
        rows = rungs_rows.emptied(rows)
        if not len(rows) and there:
            raise NotThere(f"no cold rows; expected cache= with one of {there}")
    for name in ("case", "cache", "size"):
        if name in wants:
            rows = _having(rows, rows[name], wants[name])
    try:
        params = split_params(wants.get("params", ""))
    except ValueError as error:
        raise NotThere(f"params: {error}") from None
    for name, value in params.items():
        rows = _having(rows, rungs_rows.param_columns(rows).get(name, pd.Series("", rows.index, name=name)), value)
    variants = wants["variants"].split(",") if "variants" in wants else rows["variant"].unique()
    for name in variants:
        _having(rows, rows["variant"], name)
    return rows[rows["variant"].isin(variants)]


def _having(rows: pd.DataFrame, values: pd.Series, value: str) -> pd.DataFrame:
    """The rows for which `values` is `value`; raises NotThere, with the name of `values`."""
    if not (values == value).any():
        raise NotThere(f"no rows with {values.name}={value}; there are {', '.join(map(shown, dict.fromkeys(values)))}")
    return rows[values == value]


def ladder_table(rows: pd.DataFrame, machine: rungs_rows.Machine, published: Published,
                 defaults: Defaults) -> list[str]:
    """The table of one problem and cache state: variant, time, noise, rate, frames per second of a problem of several
    frames, share of the speed of light, step, and the published figures where there are any."""
    head = ["variant", "time (median)", "noise", "rate", "frames/s", "speed of light", "step", "published (hardware)"]
    names = variants_in_order(rows)
    lines = [_ladder_line(row, rows, published, defaults, above) for above, variant in zip(["", *names], names)
             for _, row in rows[rows["variant"] == variant].iterrows()]
    for optional in (head.index("published (hardware)"), head.index("frames/s")):
        if not any(line[optional] for line in lines):
            head, *lines = [line[:optional] + line[optional + 1:] for line in (head, *lines)]
    return [*markdown(head, lines), "", _caption(rows, machine)]


def _ladder_line(row: pd.Series, rows: pd.DataFrame, published: Published, defaults: Defaults, above: str) -> list[str]:
    """A line; where the step's base is not the variant in the line above, the step names it."""
    figures = "; ".join(f"{show.time(match.figure.value, trim=True)} ({escape(match.source)})"
                        for match in published.matches(row, defaults))
    if not row["time_median_us"] > 0:
        message = f": {escape(show.plain(row['message'], 80))}" if row["message"] else ""
        return [code(row["variant"]), rungs_rows.untimed(row) + message, "", "", "", "", "", figures]
    step = rungs_rows.step_of(row, rows)
    noise, share = row["iqr_percent"], row["speed_of_light_percent"]
    return [code(row["variant"]), time_cell(row), show.percent(noise) if noise >= 0 else "",
            rungs_rows.rate_of(row), _frames_per_second(row),
            show.percent(share) if share > 0 else "", _step(step, row["improves"], above), figures]


def _step(step: float, base: str, above: str) -> str:
    """'1.43x faster', or '1.43x faster than `gpu/modulo`' where another variant stands above."""
    if not step > 0:
        return ""
    gain = show.gain(step)
    return gain if base == above else f"{gain} {'as' if gain == 'as fast' else 'than'} {code(base)}"


def _frames_per_second(row: pd.Series) -> str:
    """Of a problem of several frames (its parameter `frames`), with three digits and commas: '18,700'."""
    frames = split_params(row["params"]).get("frames", "1")
    if not frames.isascii() or not frames.isdecimal() or len(frames) > 9 or int(frames) < 2:
        return ""
    per_second = 1e6 * int(frames) / row["time_median_us"]
    return f"{float(f'{per_second:.3g}'):,.0f}" if per_second >= 100 else show.significant(per_second, 3)


def time_cell(row: pd.Series) -> str:
    """'20.0 us', or '20.0 us (unstable)'."""
    return show.time(row["time_median_us"]) + (" (unstable)" if row["status"] == "unstable" else "")


def sweep_table(rows: pd.DataFrame, machine: rungs_rows.Machine, by: str) -> list[str]:
    """The table of a sweep: a line per variant, a column per value, cells of time and share of the speed of light."""
    rows = rows.assign(value=values_of(rows, by))
    values = ordered(rows["value"])
    lines = [[code(variant), *(_cell(mine[mine["value"] == value]) for value in values)]
             for variant in variants_in_order(rows) for mine in [rows[rows["variant"] == variant]]]
    return [*markdown([escape(by), *map(escape, values)], lines), "", _caption(rows, machine, by)]


def _cell(rows: pd.DataFrame) -> str:
    if not len(rows):
        return NOTHING
    row = rows.iloc[0]
    if not row["time_median_us"] > 0:
        return rungs_rows.untimed(row)
    light = f", {show.percent(row['speed_of_light_percent'])}" if row["speed_of_light_percent"] > 0 else ""
    return show.time(row["time_median_us"]) + light + (" (unstable)" if row["status"] == "unstable" else "")


def claims_table(claims: list[Claim], machines: list[rungs_rows.Machine]) -> list[str]:
    """The table of claims: a line per claim, at its condition on our default input, and one for its other settings; two
    columns per machine."""
    head = ["claim", "published", *(text for name in rungs_claims.names_of(machines)
                                    for text in (f"measured, {escape(name)}", "verdict"))]
    lines = []
    for claim in claims:
        settings = rungs_claims.side_by_side(claim, machines)
        headline = rungs_claims.headline_of(claim, [one for one, _ in settings])
        one, here = next(setting for setting in settings if setting[0] is headline)
        cells = [f"{escape(show.plain(claim.id, 20))}: {escape(one.statement)}", one.published]
        for result in here:
            why = f": {escape(result.why)}" if result and result.why else ""
            cells += [escape(result.measured) or NOTHING, result.verdict + why] if result else [
                NOTHING, f"{rungs_claims.NOT_MEASURED}: no row at this setting"]
        lines.append(cells)
        others = [rungs_claims.others_of(headline, [mine[number] for _, mine in settings if mine is not here and
                                                    mine[number]]) for number in range(len(machines))]
        if any(ratios for ratios, _ in others):
            lines.append(["other settings", "", *(escape(text) or NOTHING for pair in others for text in pair)])
    return [*markdown(head, lines), "", _claims_caption(claims, machines)]


def _claims_caption(claims: list[Claim], machines: list[rungs_rows.Machine]) -> str:
    cases = set().union(*(claim.cases for claim in claims))
    rows = [machine.rows[machine.rows["case"].isin(cases)] for machine in machines]
    parts = ["measured: median over median, cold caches, ± from the quartiles of both rows",
             *dict.fromkeys(map(show.machine_name, machines)),
             *rungs_rows.commits(commit for each in rows for commit in each["commit"])]
    return "; ".join(map(escape, parts))


def _caption(rows: pd.DataFrame, machine: rungs_rows.Machine, by: str = "") -> str:
    """The line under a table: what was measured, on what, against which speed of light, from which commit."""
    params = {name: values.iloc[0] for name, values in rungs_rows.param_columns(rows).items() if name != by}
    parts = [] if by == "size" else [rows["size"].iloc[0]]
    parts += [f"{name}={value}" for name, value in params.items() if value]
    parts += [f"{rows['cache'].iloc[0]} cache" if rows["cache"].iloc[0] else "", show.machine_name(machine)]
    if not by:
        for backend in dict.fromkeys(rows["backend"]):
            mine = rows[rows["backend"] == backend]
            light, name = rungs_rows.speed_of_light(mine), "gpu" if backend == "cuda" else backend
            times = (mine["time_median_us"] * mine["speed_of_light_percent"] / 100).dropna()
            apart = times.max() >= LIGHTS_DIFFER * times.min()
            by_variant = f"; by variant {show.time(times.min())} to {show.time(times.max())}" if apart else ""
            parts.append(f"{name} speed of light {show.time(light.time_us)} (measured {light.source}{by_variant})"
                         if light else "")
    else:
        parts.append("cells: median time, share of the speed of light")
    parts += rungs_rows.commits(rows["commit"])
    return ", ".join(escape(part) for part in parts if part)
