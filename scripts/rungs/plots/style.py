"""One look for all plots.

Figures are `WIDTH` inches wide and saved at `DPI`, twice the 900 pixels at which a README shows them.
`PAPER`, `INK`, `FAINT`, `RULE`, `WARNING`, `PALETTE` and `KIND_COLORS` are the colours of the theme in use; see look().
"""

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import ticker
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from rungs.data import show
from rungs.data.files import write_whole
from rungs.plots.theme import THEMES

WIDTH = 9.0
DPI = 200
MARKERS = ["o", "s", "^", "v", "D", "P", "X", "p", "h"]
DASHES = (0, (4, 2.5))  # of what bounds

_theme = THEMES["light"]


def __getattr__(name: str) -> Any:
    """The colours, as if they were constants of this module, of the theme in use."""
    if name.isupper() and hasattr(_theme, name.lower()):
        return getattr(_theme, name.lower())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _settings(theme: Any) -> dict:
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
def look(theme: str = "light") -> Iterator:
    """A context in which everything is drawn in this style; `theme` is a name in THEMES."""
    global _theme
    before, _theme = _theme, THEMES[theme]
    try:
        with matplotlib.rc_context(_settings(_theme)):
            yield
    finally:
        _theme = before


def line_look(number: int) -> dict[str, str]:
    """Colour and marker of the line with this number, of at most eight."""
    return {"color": _theme.palette[number % len(_theme.palette)], "marker": MARKERS[number % len(MARKERS)]}


def new_figure() -> Figure:
    """A figure of README width; its height is set once its texts are measured."""
    figure = Figure(figsize=(WIDTH, 1), dpi=DPI)
    FigureCanvasAgg(figure)  # texts can be measured
    return figure


def width_of(figure: Figure, text: str, **font: Any) -> float:
    """Width of a text in inches."""
    probe = figure.text(0, 0, text, **font)
    width = probe.get_window_extent().width / figure.dpi
    probe.remove()
    return width


def fitted(figure: Figure, text: str, inches: float, **font: Any) -> str:
    """The text, cut with an ellipsis so that it is no wider than `inches`."""
    text = show.plain(text, 200)
    while len(text) > 1 and width_of(figure, text, **font) > inches:
        text = text[: max(1, min(len(text) - 2, int(len(text) * 0.95)))].rstrip() + "…"
    return text


def few_ticks(axis: Axis) -> None:
    """Few round ticks on a logarithmic axis whose limits are set, and no words at those between."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(ticker.LogLocator(subs=(1.0,) if math.log10(high / low) > 2 else (1.0, 2.0, 5.0)))
    axis.set_minor_formatter(ticker.NullFormatter())


LINE = 0.2  # inches of a line of the legend or of the notes


def footer(figure: Figure, handles: Sequence, notes: Sequence[str]) -> float:
    """The legend and below it the notes, a line each, at the bottom left; returns how many inches they take."""
    height = LINE * len(notes)
    font = {"size": 8.5, "color": _theme.faint, "transform": figure.dpi_scale_trans}
    for number, note in enumerate(reversed(notes)):
        figure.text(0.12, 0.08 + LINE * number, fitted(figure, note, WIDTH - 0.24, **font), **font)
    for columns in range(len(handles), 0, -1):  # as many as fit in a line
        legend = figure.legend(handles=handles, ncols=columns, loc="lower left", fontsize=8.5, borderpad=0,
                               bbox_to_anchor=(0.12, 0.07 + height), bbox_transform=figure.dpi_scale_trans,
                               borderaxespad=0, columnspacing=1.4, handletextpad=0.6, labelspacing=0.35)
        if columns == 1 or legend.get_window_extent().width / figure.dpi <= WIDTH - 0.24:
            return height + LINE * -(-len(handles) // columns)
        legend.remove()
    return height


def headline(figure: Figure, title: str, subtitle: str) -> None:
    """Title and subtitle at the top left; they take the top 0.62 inches."""
    width, height = figure.get_size_inches()
    for text, down, font in ((title, 0.12, {"size": 12.5, "weight": "bold"}),
                             (subtitle, 0.37, {"size": 9, "color": _theme.faint})):
        figure.text(0.12 / width, 1 - down / height, fitted(figure, text, width - 0.24, **font), va="top", **font)


def _drawn(figure: Figure, extension: str, data: str) -> bytes:
    """The bytes of a picture; a PNG has `data` among its texts. Plots have few colours: a palette takes a third of
    them, and results are kept for years."""
    drawn, reduced = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format=extension, metadata={"Date": None} if extension == "svg" else None)
    if extension != "png":
        return drawn.getvalue()
    texts = PngInfo()
    if data:
        texts.add_text("data", data)
    Image.open(drawn).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(reduced, "PNG", optimize=True,
                                                                                  pnginfo=texts)
    return reduced.getvalue()


def save(figure: Figure, folder: Path, name: str, formats: list[str] | tuple[str, ...],
         data: str = "") -> list[Path]:
    """Writes `name`.png and so on into `folder`, each whole or not at all; `data` says what a PNG shows. Returns the
    paths."""
    paths = [Path(folder, f"{name}.{extension}") for extension in formats]
    Path(folder).mkdir(parents=True, exist_ok=True)
    for path, extension in zip(paths, formats):
        write_whole(path, _drawn(figure, extension, data))
    return paths
