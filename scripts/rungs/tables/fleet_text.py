"""What `rungs fleet report` found, as text."""

from rungs.data import show
from rungs.data.markdown import NOTHING, fixed_width
from rungs.statistics.fleet import RESOURCES, Gpu, Report

HEAD = ["host", "GPU", "name", "rows", *RESOURCES, "verdict"]
UUID = 12  # characters: 'GPU-ab3dcb47'


def text(report: Report) -> list[str]:
    """Lines: a table with the deviation of each GPU in each resource, then a line for each that is slow, then notes."""
    table = [HEAD, *(_cells(gpu) for gpu in report.gpus)]
    lines = fixed_width(table, 3)
    for gpu in report.slow:
        for resource in gpu.slow:
            lines.append(f"{name(gpu)} is {show.percent(gpu.deviation[resource])} slow in {resource} (the others' "
                         f"spread is {show.percent(gpu.spread[resource])})")
        lines += [f"  {show.plain(why, 160)}" for why in gpu.why] or ["  its clock, throttling, temperature and "
                                                                      "environment are like the others'"]
    failed = [f"{name(gpu)}: {gpu.failed} rows failed or incorrect" for gpu in report.gpus if gpu.failed]
    return [*lines, *failed, *map(show.plain, report.notes)]


def name(gpu: Gpu) -> str:
    """'GPU-ab3dcb47 of node3'."""
    return f"{short(gpu)} of {show.plain(gpu.node or gpu.host, 40)}"


def short(gpu: Gpu) -> str:
    """The beginning of its UUID."""
    return show.plain(gpu.uuid, 60)[:UUID]


def _cells(gpu: Gpu) -> list[str]:
    off = [f"{gpu.deviation[resource]:+.2f} %" if resource in gpu.deviation else NOTHING for resource in RESOURCES]
    verdict = f"slow in {', '.join(gpu.slow)}" if gpu.slow else "" if gpu.deviation else "not judged"
    return [show.plain(gpu.node or gpu.host, 40), short(gpu), show.plain(gpu.device, 40), str(gpu.rows), *off, verdict]
