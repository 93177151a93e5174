"""One look for all plots, and one way to write times, rates, percentages and names.

Figures are `WIDTH` inches wide and saved at `DPI`, twice the 900 pixels at which a README shows them.
`PAPER`, `INK`, `FAINT`, `RULE`, `WARNING`, `PALETTE` and `KIND_COLORS` are the colours of the theme in use; see look().
"""

import math
import os
from contextlib import contextmanager
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

from matplotlib import colors  # noqa: E402  (the backend is chosen before anything draws)
from matplotlib import pyplot as plt  # noqa: E402
from PIL import Image  # noqa: E402

from rungs.theme import THEMES  # noqa: E402

WIDTH = 9.0
DPI = 200
MARKERS = ["o", "s", "^", "v", "D", "P", "X", "p", "h"]
HOLLOW_MARKERS = ["D", "s", "^", "v", "o", "p"]

_theme = THEMES["light"]


def __getattr__(name):
    """The colours, as if they were constants of this module, of the theme in use."""
    if name.isupper() and hasattr(_theme, name.lower()):
        return getattr(_theme, name.lower())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _settings(theme):
    return {
        "figure.facecolor": theme.paper, "savefig.facecolor": theme.paper, "axes.facecolor": theme.paper,
        "font.family": "DejaVu Sans", "font.size": 9.5, "text.color": theme.ink, "axes.labelcolor": theme.ink,
        "axes.edgecolor": theme.faint, "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False,
        "xtick.color": theme.faint, "ytick.color": theme.faint, "xtick.labelcolor": theme.ink,
        "ytick.labelcolor": theme.ink, "grid.color": theme.rule, "grid.linewidth": 0.6, "axes.axisbelow": True,
        "legend.frameon": False, "hatch.color": theme.paper,
        "text.parse_math": False,   # a '$' in a name is a '$'
        "svg.hashsalt": "rungs",    # the same rows give the same bytes
        "svg.fonttype": "path",     # the page that shows the SVG need not have the font
    }


@contextmanager
def look(theme="light"):
    """A context in which everything is drawn in this style; `theme` is a name in THEMES."""
    global _theme
    before, _theme = _theme, THEMES[theme]
    try:
        with matplotlib.rc_context(_settings(_theme)):
            yield
    finally:
        _theme = before


def significant(value, digits, trim=False):
    """A number with so many significant digits, or all before the point; `trim` drops zeros after it."""
    if not value:
        return "0"
    magnitude = math.floor(math.log10(abs(value)))
    rounded = round(value, digits - 1 - magnitude)
    magnitude = math.floor(math.log10(abs(rounded)))  # 9.996 became 10.0
    text = f"{value:.{max(digits - 1 - magnitude, 0)}f}"
    return text.rstrip("0").rstrip(".") if trim and "." in text else text


def _scaled(value, units, trim):
    for factor, unit in units:
        if round(value / factor, 3) >= 1 or factor == units[-1][0]:
            return f"{significant(value / factor, 3, trim)} {unit}"
    raise AssertionError("units end with the smallest")


def time(us, trim=False):
    """Microseconds as '344 us', '18.8 ms' or '1.50 s'; `trim` for figures that others rounded."""
    return _scaled(us, [(1e6, "s"), (1e3, "ms"), (1, "us")], trim)


def rate(gbps, trim=False):
    """GB/s as '1.22 TB/s', '22.3 GB/s' or '270 MB/s'."""
    return _scaled(gbps, [(1e3, "TB/s"), (1, "GB/s"), (1e-3, "MB/s")], trim)


def operations(gops, trim=False):
    """Gop/s as '1.22 Top/s', '22.3 Gop/s' or '270 Mop/s'."""
    return _scaled(gops, [(1e3, "Top/s"), (1, "Gop/s"), (1e-3, "Mop/s")], trim)


def amount(count):
    """Bytes as '419 MB', decimal."""
    return _scaled(count, [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "bytes")], trim=True)


def percent(value):
    """'39 %', '7.2 %', '0.7 %'."""
    if value >= 99.5:
        return f"{value:.0f} %"
    return f"{significant(value, 1 if 0.1 <= value < 1 else 2)} %"


def factor(value):
    """A step: 'x5.9', 'x402', 'x0.018'."""
    return f"x{significant(value, 2 if value < 99.5 else 3)}"


def plain(text, limit=0):
    """Text of a file as one printable line, cut to `limit` characters (0: not cut)."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if not limit or len(line) <= limit else line[: limit - 1] + "…"


def paler(color, by=0.55):
    """A colour mixed with the paper."""
    return tuple(channel + (paper - channel) * by
                 for channel, paper in zip(colors.to_rgb(color), colors.to_rgb(_theme.paper)))


def problem_name(size, params):
    """'10240x10240, repeater=100'."""
    return plain(", ".join([size, *filter(None, params.split(";"))]), 90)


def machine_name(machine):
    """'NVIDIA H100, host Intel Xeon'."""
    host = f", host {plain(machine.host_device, 45)}" if machine.host_device else ""
    return plain(machine.device, 45) + host


def new_figure(height=1.0):
    """A figure of README width and `height` inches, which may change once its texts are measured."""
    return plt.figure(figsize=(WIDTH, height), dpi=DPI)


@contextmanager
def scratch():
    """A figure to measure texts in, gone afterwards."""
    figure = new_figure()
    try:
        yield figure
    finally:
        plt.close(figure)


def width_of(figure, text, **font):
    """Width of a text in inches."""
    probe = figure.text(0, 0, text, **font)
    width = probe.get_window_extent(figure.canvas.get_renderer()).width / figure.dpi
    probe.remove()
    return width


def fitted(figure, text, inches, **font):
    """The text, cut with an ellipsis so that it is no wider than `inches`."""
    text = plain(text, 200)
    while len(text) > 1 and width_of(figure, text, **font) > inches:
        text = text[: max(1, min(len(text) - 2, int(len(text) * 0.95)))].rstrip() + "…"
    return text


LEGEND_LINE = 0.2  # inches


def legend_columns(figure, handles):
    """Into how many columns the handles of a legend go, so that it is no wider than the figure."""
    widths = [width_of(figure, handle.get_label(), size=8.5) + 0.56 for handle in handles]
    for columns in range(len(widths), 1, -1):
        tall = -(-len(widths) // columns)
        # matplotlib fills column by column, the first ones with one more where it does not come out even.
        full = len(widths) % columns or columns
        cuts = [tall * i if i <= full else tall * full + (tall - 1) * (i - full) for i in range(columns + 1)]
        if sum(max(widths[a:b]) for a, b in zip(cuts, cuts[1:])) <= WIDTH - 0.2:
            return columns
    return 1


def legend_height(figure, handles):
    """Inches that `footer` needs for the handles."""
    return LEGEND_LINE * -(-len(handles) // legend_columns(figure, handles)) if handles else 0.0


def footer(figure, handles, notes):
    """The legend and below it the notes, a line each, at the bottom left."""
    height = figure.get_figheight()
    if handles:
        figure.legend(handles=handles, ncols=legend_columns(figure, handles), loc="lower left", fontsize=8.5,
                      bbox_to_anchor=(0.12 / WIDTH, (0.07 + 0.2 * len(notes)) / height), borderaxespad=0, borderpad=0,
                      columnspacing=1.4, handletextpad=0.6, labelspacing=0.35)
    for number, note in enumerate(reversed(notes)):
        font = {"size": 8.5, "color": _theme.faint}
        figure.text(0.12 / WIDTH, (0.08 + 0.2 * number) / height, fitted(figure, note, WIDTH - 0.24, **font), **font)


def headline(figure, title, subtitle):
    """Title and subtitle at the top left; they take the top 0.62 inches."""
    width, height = figure.get_size_inches()
    for text, down, font in ((title, 0.12, {"size": 12.5, "weight": "bold"}),
                             (subtitle, 0.37, {"size": 9, "color": _theme.faint})):
        figure.text(0.12 / width, 1 - down / height, fitted(figure, text, width - 0.24, **font),
                    va="top", **font)


def _reduce_colors(path):
    """Plots have few colours: a palette takes a third of the bytes, and results are kept for years."""
    with Image.open(path) as image:
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, "PNG", optimize=True)


def save(figure, folder, name, formats):
    """Writes `name`.png and so on into `folder`, each whole or not at all; returns the paths."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for extension in formats:
        path = folder / f"{name}.{extension}"
        part = folder / f".{name}.{extension}.{os.getpid()}.part"
        try:
            figure.savefig(part, format=extension, metadata={"Date": None} if extension == "svg" else None)
            if extension == "png":
                _reduce_colors(part)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        paths.append(path)
    plt.close(figure)
    return paths
