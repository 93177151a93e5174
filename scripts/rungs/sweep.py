"""The sweep plots: rate over a parameter's values, or over sizes, one line a variant.

The lines are named at their right ends; the names are pushed apart until none overlaps another.
"""

import math

from matplotlib import ticker
from matplotlib.lines import Line2D

from rungs import rows as rungs_rows
from rungs import style

SIZE = "size"  # what `by` is for the sweep over sizes
LABEL_GAP = 0.175  # inches from one name to the next


def sweeps(rows, published, defaults):
    """What can be drawn of one case and cache state: [(by, rows)].

    One entry a parameter with two values or more at one size and one setting of the other parameters,
    and one for sizes where three or more share their parameters. Of several settings the one with most
    rows is taken; among equals the one with most published figures, then the first.
    """
    params = rungs_rows.param_columns(rows)
    table = params.assign(**{SIZE: rows["size"]})
    found = []
    for by in table.columns:
        others = [name for name in table.columns if name != by]
        groups = [rows.loc[index] for index in (table.groupby(others, sort=False).groups.values()
                                                if others else [table.index])]
        least = rungs_rows.LEAST_SIZES if by == SIZE else 2
        groups = [group for group in groups if table.loc[group.index, by].nunique() >= least
                  and (group["time_median_us"] > 0).any()]
        if groups:
            def worth(group):
                return len(group), sum(bool(published.matches(row, defaults)) for _, row in group.iterrows())
            found.append((by, max(groups, key=worth)))
    return found


def values_of(rows, by):
    """The swept value of each row, as text, in a Series."""
    return rows["size"] if by == SIZE else rungs_rows.param_columns(rows)[by]


def ordered(values):
    """Values without repeats: numbers and sizes by magnitude, words in the order they came."""
    values = list(dict.fromkeys(values))
    return sorted(values, key=_number) if all(_number(value) is not None for value in values) else values


def _number(value):
    try:
        number = float(rungs_rows.elements(value)) if "x" in value else float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def positions(values, by):
    """(x of each value, 'log' or 'even'): logarithmic where that leaves room between neighbours.

    97, 100 and 101 beside 16 would be one blot on a logarithmic axis; words have no scale at all.
    """
    numbers = [_number(value) for value in values]
    if all(number is not None and number > 0 for number in numbers) and len(set(numbers)) == len(numbers):
        logs = [math.log2(number) for number in numbers]
        gaps = [after - before for before, after in zip(logs, logs[1:])]
        if by == SIZE or min(gaps) >= 0.05 * (logs[-1] - logs[0]):
            return logs, "log"
    return list(range(len(values))), "even"


def spread(wanted, gap, low, high):
    """Moves sorted positions as little as needed to be `gap` apart and inside low..high."""
    clusters = []  # [middle, count]: runs of names that touch, each as near to its wishes as it can be
    for position in wanted:
        clusters.append([position, 1])
        while len(clusters) > 1:
            (first, n), (second, m) = clusters[-2:]
            if first + (n - 1) * gap / 2 + gap <= second - (m - 1) * gap / 2:
                break
            clusters[-2:] = [[(first * n + second * m) / (n + m), n + m]]
    placed = [middle + (i - (count - 1) / 2) * gap for middle, count in clusters for i in range(count)]
    for i in range(len(placed)):
        placed[i] = max(placed[i], low + i * gap)
    for i in reversed(range(len(placed))):
        placed[i] = min(placed[i], high - (len(placed) - 1 - i) * gap)
    return placed


def draw(case, machine, rows, by, published):
    """Draws one sweep (rows of one case, cache state and setting); returns a figure, or None without rates."""
    return _Sweep(case, machine, rows, by, published).draw()


class _Sweep:
    """One figure in the making."""

    def __init__(self, case, machine, rows, by, published):
        self.case, self.machine, self.by = case, machine, by
        self.rows = rows.assign(value=values_of(rows, by))
        self.values = ordered(self.rows["value"])
        self.x, self.scale = positions(self.values, by)
        self.at = dict(zip(self.values, self.x))
        self.by_operations = not (rows["gbps"] > 0).any() and (rows["gops"] > 0).any()
        self.column = "gops" if self.by_operations else "gbps"
        whole = machine.rows[machine.rows["case"] == case]
        self.order = rungs_rows.variants_in_order(whole)  # so that cold and hot agree on colours
        self.published = published
        self.defaults = rungs_rows.defaults_of(machine.rows, case)

    def draw(self):
        lines = self._lines()
        if not lines:
            return None
        figures, sources = self._figures()
        floors = self._floors()
        labels = len(lines) + len(floors)
        handles = self._legend_handles(sources)
        notes = self._notes()
        self.figure = style.new_figure()
        foot = 0.58 + style.legend_height(self.figure, handles) + 0.2 * len(notes)
        body = max(3.3, labels * LABEL_GAP + 0.3)
        height = 0.72 + body + foot
        self.figure.set_figheight(height)
        self._headline()
        texts = [style.plain(name, 34) for name in lines] + [floor[0] for floor in floors]
        right = max(style.width_of(self.figure, text, size=9) for text in texts) + 0.55
        left = 0.75
        self.axes_width = style.WIDTH - left - right
        self.axes = self.figure.add_axes([left / style.WIDTH, foot / height, self.axes_width / style.WIDTH,
                                          body / height])
        self._scale(lines, figures, floors)
        ends = [self._line(variant, points) for variant, points in lines.items()]
        ends += [self._floor(*floor) for floor in floors]
        for variant, source, points in figures:
            self._figure_points(variant, sources.index(source), points)
        self._end_labels(ends, body)
        self._ticks()
        style.footer(self.figure, handles, notes)
        return self.figure

    def _headline(self):
        rest = {name: values for name, values in rungs_rows.param_columns(self.rows).items() if name != self.by}
        fixed = [] if self.by == SIZE else [self.rows["size"].iloc[0]]
        fixed += [f"{name}={values.iloc[0]}" for name, values in rest.items() if values.iloc[0]]
        cache = self.rows["cache"].iloc[0]
        style.headline(self.figure,
                       f"{style.plain(self.case)}: rate over {style.plain(self.by, 30)}"
                       + (f", {style.plain(', '.join(fixed), 80)}" if fixed else ""),
                       f"{style.machine_name(self.machine)}   |   {cache} cache   |   higher is better")

    def _lines(self):
        """{variant: [(x, rate)]} of what has a rate, in the order of the ladder.

        A rate is NaN where the variant has a row without one: its line breaks there.
        """
        lines = {}
        for variant in self.order:
            mine = self.rows[self.rows["variant"] == variant]
            points = sorted((self.at[row["value"]], row[self.column] if row["time_median_us"] > 0 else math.nan)
                            for _, row in mine.iterrows())
            if any(rate > 0 for _, rate in points):
                lines[variant] = points
        return lines

    def _floors(self):
        """[(label, [(x, rate)])]: one a backend, the rate at which the floor's time moves the bytes."""
        if self.by_operations:
            return []
        found = []
        for backend in dict.fromkeys(self.rows["backend"]):
            points, sources = [], {}
            for value in self.values:
                here = self.rows[(self.rows["backend"] == backend) & (self.rows["value"] == value)]
                floor = rungs_rows.floor_of(here, self.machine.rows)
                if floor:
                    points.append((self.at[value], here["bytes"].median() / floor.time_us / 1e3))
                    sources[floor.source] = True
            if points:
                source = next(iter(sources)) if len(sources) == 1 else "ceilings"
                name = "gpu" if backend == "cuda" else backend
                found.append((f"{name} floor ({source}, {style.rate(points[-1][1])})", points))
        return found

    def _figures(self):
        """([(variant, source, [(x, rate)])], sources): published times as rates over the same bytes."""
        points = {}
        for _, row in self.rows.iterrows():
            for match in self.published.matches(row, self.defaults):
                named = match.figure.sizes if self.by == SIZE else dict(match.figure.params).get(self.by)
                column = "operations" if self.by_operations else "bytes"
                work = self.rows[self.rows["value"] == row["value"]][column].max()
                if named and work > 0:
                    key = (row["variant"], match.source)
                    point = (self.at[row["value"]], work / match.figure.value / 1e3)
                    points.setdefault(key, set()).add(point)
        figures = [(variant, source, sorted(found)) for (variant, source), found in points.items()]
        return figures, list(dict.fromkeys(source for _, source, _ in figures))

    def _scale(self, lines, figures, floors):
        rates = [rate for points in [*lines.values(), *(f[2] for f in figures), *(f[1] for f in floors)]
                 for _, rate in points if rate > 0]
        low, high = min(rates), max(rates)
        axes = self.axes
        self.log = self.by == SIZE or high / low > 20
        if self.log:
            axes.set_yscale("log")
            axes.set_ylim(low / 1.5, max(high * 1.5, low * 3))
            axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1.0,) if high / low > 100 else (1.0, 2.0, 5.0)))
            axes.yaxis.set_minor_formatter(ticker.NullFormatter())
        else:
            axes.set_ylim(0, high * 1.08)
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: style.significant(value, 3, trim=True)))
        unit = "Gop/s" if self.by_operations else "GB/s"
        axes.set_ylabel(f"rate, {unit}" + (" (logarithmic)" if self.log else ""))
        span = (self.x[-1] - self.x[0]) or 1
        axes.set_xlim(self.x[0] - 0.04 * span, self.x[-1] + 0.04 * span)
        axes.grid(axis="y")

    def _color(self, variant):
        return style.PALETTE[self.order.index(variant) % len(style.PALETTE)]

    def _line(self, variant, points):
        number = self.order.index(variant)
        color = self._color(variant)
        self.axes.plot(*zip(*points), color=color, lw=1.7, zorder=3, markersize=5,
                       marker=style.MARKERS[number % len(style.MARKERS)],
                       ls="-" if number < len(style.PALETTE) else (0, (6, 1.5)))
        return style.plain(variant, 34), color, [point for point in points if point[1] > 0][-1]

    def _floor(self, label, points):
        x, rates = zip(*points)
        if len(points) == 1:  # one measured value still has a level to show
            x, rates = self.axes.get_xlim(), rates * 2
        self.axes.plot(x, rates, color=style.INK, lw=1.1, ls=(0, (4, 2.5)), zorder=2)
        return label, style.INK, (x[-1], rates[-1])

    def _figure_points(self, variant, number, points):
        color = self._color(variant)
        self.axes.plot(*zip(*points), color=color, lw=0.9, zorder=4,
                       ls=(0, (2, 2)) if len(points) > 1 else "", markersize=6,
                       marker=style.HOLLOW_MARKERS[number % len(style.HOLLOW_MARKERS)],
                       markerfacecolor="white", markeredgewidth=1.3)

    def _end_labels(self, ends, body):
        """Names right of the axes, each joined to the end of its line; `body` is the axes' inches."""
        def inches(rate):
            low, high = self.axes.get_ylim()
            if self.log:
                return math.log(rate / low) / math.log(high / low) * body
            return (rate - low) / (high - low) * body

        ends = sorted(ends, key=lambda end: end[2][1])
        heights = spread([inches(rate) for _, _, (_, rate) in ends], LABEL_GAP, 0.0, body)
        beside = self.axes.transAxes
        low, high = self.axes.get_xlim()
        for (label, color, (x, rate)), at in zip(ends, heights):
            from_x = (x - low) / (high - low)
            elbow = 1 + 0.10 / self.axes_width
            text_x = 1 + 0.32 / self.axes_width
            y = inches(rate) / body
            self.axes.plot([from_x, elbow, text_x - 0.05 / self.axes_width], [y, y, at / body], color=color,
                           lw=0.8, ls=(0, (1, 1.5)), transform=beside, clip_on=False, zorder=1)
            self.axes.text(text_x, at / body, label, size=9, va="center_baseline", transform=beside,
                           clip_on=False).set_gid("end-label")

    def _ticks(self):
        """Names the values under the axis; where they would touch they are turned, then thinned."""
        labels = [style.plain(value, 16) for value in self.values]
        self.axes.xaxis.set_minor_locator(ticker.NullLocator())
        span = self.axes.get_xlim()[1] - self.axes.get_xlim()[0]
        at = [(x - self.axes.get_xlim()[0]) / span * self.axes_width for x in self.x]
        widths = [style.width_of(self.figure, label, size=8.5) for label in labels]
        touching = any(b - a < (v + w) / 2 + 0.08 for a, b, v, w in zip(at, at[1:], widths, widths[1:]))
        last = -math.inf
        for i, x in enumerate(at):
            if touching and x - last < max(widths) + 0.08:
                labels[i] = ""
            else:
                last = x
        self.axes.set_xticks(self.x, labels, fontsize=8.5)
        what = "size (elements, logarithmic)" if self.by == SIZE else style.plain(self.by, 30)
        if self.by != SIZE:
            what += " (logarithmic)" if self.scale == "log" else " (values evenly spaced)"
        self.axes.set_xlabel(what)

    def _legend_handles(self, sources):
        handles = []
        for number, source in enumerate(sources):
            handles.append(Line2D([], [], color=style.FAINT, lw=0.9, ls=(0, (2, 2)), markersize=6,
                                  marker=style.HOLLOW_MARKERS[number % len(style.HOLLOW_MARKERS)],
                                  markerfacecolor="white", markeredgewidth=1.3,
                                  label=f"published, {style.plain(source, 48)}"))
        return handles

    def _notes(self):
        """What is not drawn, and why: a line that stops must not look like one that was never run."""
        gone = {}
        for _, row in self.rows[~(self.rows["time_median_us"] > 0)].iterrows():
            status = "not timed" if row["status"] == "ok" else row["status"]
            gone.setdefault((row["variant"], status), []).append(row["value"])
        parts = [f"{style.plain(variant, 34)} {status} at {', '.join(style.plain(v, 16) for v in values)}"
                 for (variant, status), values in gone.items()]
        return ["not drawn: " + "; ".join(parts)] if parts else []
