"""The plot of a fleet: a panel per resource, a column of points per GPU, a point per row."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rungs.data import show
from rungs.data.errors import RowsError
from rungs.plots import style
from rungs.statistics.fleet import RESOURCES, Gpu, Report

PANEL, HEAD, TITLE, FOOT = 1.5, 0.66, 0.5, 1.0  # inches: a panel's axes, the headline, a panel's title, what is below
LEFT, RIGHT = 0.95, 0.25
MOST_NAMES = 40  # GPUs whose names fit below the axis


def draw(report: Report, threshold: float) -> Figure:
    """A figure of all judged GPUs; raises RowsError where there are none."""
    gpus = [gpu for gpu in report.gpus if gpu.deviation]
    if not gpus:
        raise RowsError("--plot: no GPU is judged; expected rows of 4 GPUs or more of one name")
    resources = [resource for resource in RESOURCES if any(resource in gpu.deviation for gpu in gpus)]
    height = HEAD + len(resources) * (TITLE + PANEL) + FOOT
    figure = style.new_figure(height)
    devices = ", ".join(dict.fromkeys(show.plain(gpu.device, 45) for gpu in gpus))
    style.headline(figure, "Fleet", f"{devices}   |   time against the median of GPUs of that name   |   lower is "
                                    "better")
    panels = figure.subplots(len(resources), sharex=True, squeeze=False, gridspec_kw={
        "left": LEFT / style.WIDTH, "right": 1 - RIGHT / style.WIDTH, "top": 1 - (HEAD + TITLE) / height,
        "bottom": FOOT / height, "hspace": TITLE / PANEL})[:, 0]
    for axes, resource in zip(panels, resources):
        _panel(axes, resource, gpus, threshold)
    names = range(len(gpus)) if len(gpus) <= MOST_NAMES else []
    panels[-1].set_xticks(list(names), [show.plain(gpus[at].uuid, 60)[4:12] for at in names], fontsize=8,
                          rotation=45, ha="right")
    style.footer(figure, [], [f"point: a row; bar: their median, red where it is slow; dashed: {threshold:g} %"])
    return figure


def _panel(axes: Axes, resource: str, gpus: list[Gpu], threshold: float) -> None:
    for place, gpu in enumerate(gpus):
        if resource in gpu.deviation:
            points = gpu.single[resource]
            across = [place + 0.3 * ((at % 7) / 6 - 0.5) for at in range(len(points))]
            slow = resource in gpu.slow
            axes.plot(across, points, ls="", marker="o", markersize=2.5, color=style.FAINT, alpha=0.6)
            axes.hlines(gpu.deviation[resource], place - 0.35, place + 0.35, lw=2.5,
                        color=style.WARNING if slow else style.PALETTE[0])
    axes.axhline(threshold, color=style.INK, lw=0.8, ls=(0, (4, 2.5)))
    axes.axhline(0, color=style.RULE, lw=0.8)
    middle = [gpu.deviation[resource] for gpu in gpus if resource in gpu.deviation]
    reach = 1.5 * max(*(abs(value) for value in middle), threshold, 1.0)
    axes.set_ylim(-reach, reach)
    axes.set_xlim(-0.6, len(gpus) - 0.4)
    axes.set_ylabel("deviation, %", fontsize=8.5)
    axes.tick_params(labelsize=8.5)
    axes.grid(axis="y")
    axes.set_title(resource, loc="left", fontsize=9.5, weight="bold")
