"""Sweeps over several parameters as small multiples, and at most eight lines in a chart."""

import hostile
import pytest
from conftest import records
from figures import drawn, faults, picture, written


def with_modes(modes=("fancy",)):
    """The made-up rows, the tiles at tile=8 in further modes as well."""
    made = records()
    return [*made, *(dict(row, params=row["params"].replace("mode=plain", f"mode={mode}")) for mode in modes
                     for row in made if row["case"] == "tiles" and "tile=8" in row["params"])]


def many(count=20):
    """The made-up rows with so many more variants of the tiles."""
    made = records()
    return [*made, *(dict(row, variant=f"gpu/number_{number}", improves="",
                          time_median_us=str(float(row["time_median_us"]) * (1 + number / 10)),
                          gbps=str(float(row["gbps"]) / (1 + number / 10)))
                     for row in made if (row["case"], row["variant"]) == ("tiles", "gpu/quick") and row["gbps"]
                     for number in range(1, count + 1))]


def lines_of(axes):
    """The variants' lines, without published figures."""
    return [line for line in axes.lines if line.get_marker() not in ("", "None", None)
            and line.get_markerfacecolor() == line.get_color()]


def test_several_parameters_are_one_figure_of_a_panel_each(style_on, write_rows):
    figures = drawn(write_rows(with_modes()), "cold", ["sweep"])
    assert "tiles-parameters-cold" in figures and not {"tiles-tile-cold", "tiles-mode-cold"} & set(figures)
    figure = figures["tiles-parameters-cold"]
    shown = written(figure)
    assert [text for text in shown if text.startswith("over ")] == ["over tile", "over mode"]
    for text in ("1000x1000, mode=plain", "1000x1000, tile=8", "gpu/slow", "gpu/quick", "peer/library",
                 "speed of light",
                 "tiles: rate over its parameters"):
        assert shown.count(text) == 1, text
    assert len(figure.axes) == 2 and faults(figure) == []
    tile, mode = figure.axes
    assert [text.get_text() for text in tile.get_xticklabels()] == ["2", "4", "8", "16"]
    assert [text.get_text() for text in mode.get_xticklabels()] == ["plain", "fancy"]
    looks = [{(line.get_color(), line.get_marker()) for line in lines_of(axes)} for axes in (tile, mode)]
    assert looks[0] & looks[1] and all(len(found) == len(lines_of(axes)) for found, axes in zip(looks, (tile, mode)))


def test_one_parameter_is_a_chart_by_itself(style_on, write_rows):
    figures = drawn(write_rows(records()), "cold", ["sweep"])
    assert "tiles-tile-cold" in figures and "tiles-parameters-cold" not in figures


def test_no_chart_has_more_than_eight_lines(style_on, write_rows):
    figure = picture(write_rows(many()), "tiles-tile-cold", "cold")
    assert len(lines_of(figure.axes[0])) == 8
    note, = (text for text in written(figure) if text.startswith("not drawn (too many): "))
    assert "gpu/number_20" in note or "…" in note
    panels = picture(write_rows([*many(), *with_modes()[len(records()):]]), "tiles-parameters-cold", "cold")
    assert all(len(lines_of(axes)) <= 8 for axes in panels.axes)
    handles = [text for text in written(panels) if text.startswith(("gpu/", "peer/", "host/"))]
    assert 2 < len(handles) <= 8


@pytest.mark.parametrize("rows", [hostile.change(with_modes(hostile.NAMES[:2])), many(),
                                  with_modes([f"a_long_word_{number}" for number in range(12)])],
                         ids=["hostile", "many", "long"])
def test_nothing_is_cut_or_on_another(style_on, write_rows, rows):
    rows = [dict(row, params=row["params"].replace("\n", " ").replace(";;", ";")) for row in rows]
    figures = drawn(write_rows(rows), "cold", ["sweep"])
    assert figures and all(faults(figure) == [] for figure in figures.values()), list(figures)
