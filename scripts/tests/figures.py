"""What the tests of plots share: the figures of a file, and what stands where in them."""

from itertools import combinations

from conftest import PUBLISHED, Command, records
from matplotlib.text import Text

from rungs.data import published, rows
from rungs.data.records import read_table
from rungs.plots import drawing


def drawn(path, cache="all", kinds=drawing.KINDS, counters=None):
    """{name: figure} of the plots of a file, of all kinds or these."""
    frame, known = rows.read(path), published.read(PUBLISHED)
    return {name: figure for machine in rows.machines(frame) for case in rows.cases(frame)
            for name, figure in drawing.figures(case, machine, known, counters or {}, cache, kinds) if figure}


def picture(path, name, cache="all", **more):
    """The figure of this name; those of other kinds are not drawn."""
    return drawn(path, cache, [kind for kind in drawing.KINDS if kind in name.split("-")] or ["sweep"], **more)[name]


def plotted(path, out, *options):
    """The exit code of `rungs plot` of a file into the folder `out`, as SVG alone unless `options` say otherwise."""
    return Command("plot").run(path, "--out", out, "--published", PUBLISHED, "--formats", "svg", *options)


def refused(capsys, path, out, *options):
    """The one line with which `rungs plot` refuses; nothing is drawn."""
    error = Command("plot").refused(capsys, path, "--out", out, "--published", PUBLISHED, *options)
    assert not out.exists()
    return error


def names(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != drawing.NOTE)


def stale(folder):
    """Names of the files that have changed since the folder's pictures were drawn."""
    return [name for _, (name, digest) in read_table(folder / drawing.NOTE, drawing.NOTE_COLUMNS)
            if drawing.digest(folder / name) != digest]


def many(count=20):
    """The made-up rows with so many more variants of the tiles, each a tenth slower than the one before."""
    quick = [row for row in records() if (row["case"], row["variant"]) == ("tiles", "gpu/quick") and row["gbps"]]
    return [*records(), *(dict(row, variant=f"gpu/number_{number}", improves="",
                               time_median_us=str(float(row["time_median_us"]) * (1 + number / 10)),
                               gbps=str(float(row["gbps"]) / (1 + number / 10)))
                          for row in quick for number in range(1, count + 1))]


def machine_of(path):
    machine, = rows.machines(rows.read(path))
    return machine


def texts(figure):
    """(text, box) of all that is written in a figure, in pixels."""
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    beyond = {id(label) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)
              for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]
              if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
              for label in (tick.label1, tick.label2)}  # matplotlib keeps them, and does not draw them
    shown = [text for text in figure.findobj(Text)
             if text.get_visible() and text.get_text().strip() and id(text) not in beyond]
    return [(text.get_text(), Text.get_window_extent(text, renderer)) for text in shown]


def faults(figure):
    """Pairs of texts that lie on each other by more than a pixel, and texts that reach over the figure's edge."""
    found = texts(figure)
    over = [(a, b) for (a, box), (b, other) in combinations(found, 2)
            if min(box.x1, other.x1) - max(box.x0, other.x0) > 1 and min(box.y1, other.y1) - max(box.y0, other.y0) > 1]
    return over + [text for text, box in found
                   if box.x0 < 0 or box.y0 < 0 or box.x1 > figure.bbox.x1 or box.y1 > figure.bbox.y1]


def written(figure):
    return [text for text, _ in texts(figure)]


def says(figure, *once):
    """True where each of these texts is written exactly once in a figure, in which no text is cut or on another; fails
    with those that are not."""
    shown = written(figure)
    assert [text for text in once if shown.count(text) != 1] == [], shown
    assert faults(figure) == []
    return True


def in_order(figure, names):
    place = dict(texts(figure))
    heights = [place[name].y0 for name in names]
    return heights == sorted(heights, reverse=True)
