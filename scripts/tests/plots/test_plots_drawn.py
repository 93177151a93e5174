"""What ladders and sweeps show, of GPU and host each in pictures of their own; in no picture a text is on another."""

import hostile
import pandas as pd
import pytest
from conftest import ROOT, ROWS, records
from figures import drawn, faults, in_order, many, picture, says, texts, written
from made_up_runs import bare_row, write
from report_data import bound_shares

from rungs.data import published, row_format, rows, sweep
from rungs.plots import drawing
from rungs.statistics import goals

GPU, HOST = ["gpu/slow", "gpu/quick", "gpu/wide", "peer/library"], ["host/slow", "host/quick"]


def named(figure):
    return {text for text in written(figure) if text.startswith(("host/", "gpu/", "peer/"))}


def test_the_check_of_texts_can_fail(style_on):
    figure = style_on.new_figure()
    figure.text(0.5, 0.5, "one")
    figure.text(0.505, 0.5, "two")
    figure.text(0.99, 0.1, "over the edge")
    assert faults(figure) == [("one", "two"), "over the edge"]


# Ladders

@pytest.mark.parametrize(("name", "rungs", "wanted", "times"), [
    ("tiles-ladder-cold", [*GPU[:3], "gpu/wrong", GPU[3]], [
        "GPU", "48.0 us", "50 %", "2.40x faster", "100 us", "incorrect: 7 mismatches, first at (3, 4)",
        "speed of light: 10.0 us (measured fill)", "published, Made-up old GPU",
        "published, Made-up old GPU; size, tile not given"], [48, 20, 20.5, 12]),
    ("tiles-host-ladder-cold", HOST, [
        "host", "9.00 ms", "13 %", "3.00x faster", "5 ms", "unstable", "speed of light: 400 us (measured fill)",
        "published, Made-up old CPU"], [9000, 3000])])
def test_the_ladder_says_it_all_in_order_and_bars_are_as_long_as_their_times(style_on, name, rungs, wanted, times):
    figure = picture(ROWS, name)
    assert says(figure, "tiles: 1000x1000, tile=8, mode=plain", wanted[0], *rungs) and in_order(figure, rungs)
    assert set(wanted) <= set(written(figure))
    assert any("Made-up GPU, host Made-up CPU" in text and "cold cache" in text for text in written(figure))
    assert [bar.get_x() + bar.get_width() for bar in figure.axes[0].patches] == pytest.approx(times)


@pytest.mark.parametrize("letters", [10, 20, 34])
@pytest.mark.parametrize(("fastest", "slowest"), [(90, 900_000), (3, 40), (15, 800), (150, 2e6), (0.002, 9e7)])
def test_the_times_under_a_ladder_stand_apart(style_on, write_rows, letters, fastest, slowest):
    """The longer the names, the narrower is the axis."""
    figure = picture(write_rows([bare_row("tiles/gpu/".ljust(letters + 6, letter), us)
                               for letter, us in (("m", slowest), ("n", fastest))]), "tiles-ladder-cold")
    place = dict(texts(figure))
    boxes = [place[label.get_text()] for label in figure.axes[0].get_xticklabels() if label.get_text() in place]
    assert len(boxes) >= 2 and all(right.x0 - left.x1 >= 0.1 * figure.dpi for left, right in zip(boxes, boxes[1:]))


def test_a_variant_without_rows_at_the_problem_is_named_and_one_without_a_time_can_be_drawn(style_on, write_rows):
    less = [row for row in records() if row["variant"] != "gpu/quick" or "tile=8" not in row["params"]]
    assert says(picture(write_rows(less), "tiles-ladder-cold"), "not run at this problem: gpu/quick")
    bare = [dict(row, speed_of_light_percent="", improves="", device="", host="") for row in records()
            if row["variant"] == "gpu/wrong"]
    figures = drawn(write_rows(bare))
    assert list(figures) == ["tiles-ladder-cold", "tiles-ladder-hot"] and not any(map(faults, figures.values()))


# Sweeps

def test_the_sweep_shows_each_variant_once_and_what_it_does_not_draw(style_on):
    figure = picture(ROWS, "tiles-tile-cold")
    assert says(figure, *GPU, "gpu speed of light (fill, 400 GB/s)", "over tile", "2", "4", "8", "16")
    note, = (text for text in written(figure) if text.startswith("not drawn"))
    assert "gpu/wide unsupported at 16" in note and "gpu/wrong incorrect at 8" in note


def test_a_line_breaks_where_a_row_has_no_time(style_on, write_rows):
    changed = records()
    for row in changed:
        if row["variant"] == "gpu/quick" and "tile=4;" in row["params"]:
            row.update(dict.fromkeys([*row_format.TIMES, "gbps", "speed_of_light_percent"], ""), status="failed")
    figure = picture(write_rows(changed), "tiles-tile-cold", "cold")
    whole = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 4 and line.get_marker() in ("^", "v")]
    assert any(any(rate != rate for rate in line.get_ydata()) for line in whole)


def test_no_sweep_without_a_second_value(style_on, write_rows):
    two_sizes = [row for row in records() if row["params"][:6] in ("tile=8", "") and row["size"] != "3000x3000"]
    assert sorted(drawn(write_rows(two_sizes), "cold")) == ["sum-ladder-cold", "tiles-host-ladder-cold",
                                                            "tiles-ladder-cold"]


def test_operations_stand_in_where_no_byte_moves(style_on, write_rows):
    changed = [dict(row, gbps="", bytes="0", speed_of_light_percent="", gops="5" if row["time_median_us"] else "")
               for row in records()]
    shown = written(picture(write_rows(changed), "tiles-tile-cold"))
    assert any("Gop/s, logarithmic" in text for text in shown)
    assert not any("speed of light" in text for text in shown)


def with_modes(modes=("fancy",)):
    """The made-up rows, the tiles at tile=8 in further modes as well."""
    made = records()
    return [*made, *(dict(row, params=row["params"].replace("mode=plain", f"mode={mode}")) for mode in modes
                     for row in made if row["case"] == "tiles" and "tile=8" in row["params"])]


def lines_of(axes):
    return [line for line in axes.lines if line.get_marker() not in ("", "None", None)]


def test_several_parameters_are_one_figure_of_a_panel_each(style_on, write_rows):
    figures = drawn(write_rows(with_modes()), "cold", ["sweep"])
    assert not {"tiles-tile-cold", "tiles-mode-cold"} & set(figures)
    figure = figures["tiles-parameters-cold"]
    assert [text for text in written(figure) if text.startswith("over ")] == ["over tile", "over mode"]
    assert says(figure, "1000x1000, mode=plain", "1000x1000, tile=8", "gpu/slow", "gpu/quick", "peer/library",
                "speed of light", "tiles: rate over its parameters")
    tile, mode = figure.axes
    assert [text.get_text() for text in tile.get_xticklabels()] == ["2", "4", "8", "16"]
    assert [text.get_text() for text in mode.get_xticklabels()] == ["plain", "fancy"]


def test_no_chart_has_more_than_eight_lines(style_on, write_rows):
    figure = picture(write_rows(many()), "tiles-tile-cold", "cold")
    assert len(lines_of(figure.axes[0])) == 8
    note, = (text for text in written(figure) if text.startswith("not drawn (too many): "))
    assert "gpu/number_20" in note or "…" in note
    panels = picture(write_rows([*many(), *with_modes()[len(records()):]]), "tiles-parameters-cold", "cold")
    assert all(len(lines_of(axes)) <= 8 for axes in panels.axes) and 2 < len(named(panels)) <= 8


def test_close_values_are_evenly_spaced():
    assert sweep.positions(["16", "32", "64", "128"], "tile") == ([4, 5, 6, 7], "log")
    assert sweep.positions(["16", "97", "100", "128"], "tile") == ([0, 1, 2, 3], "even")
    assert sweep.positions(["blobs", "edge"], "mask") == ([0, 1], "even")
    assert sweep.ordered(["100", "16", "16", "32"]) == ["16", "32", "100"]
    assert sweep.ordered(["noise", "blobs"]) == ["noise", "blobs"]
    assert sweep.ordered(["1920x1080", "100x100"]) == ["100x100", "1920x1080"]


def test_the_first_the_fastest_library_and_the_largest_steps_are_most_worth_showing():
    def points(*rates):
        return list(enumerate(rates))

    found = {"gpu/v1": points(1, 1), "gpu/v2": points(2, 5), "gpu/small": points(9), "peer/slow": points(3, 3),
             "peer/quick": points(20, 20)}

    def most(count, improves):
        table = pd.DataFrame({"variant": list(found), "improves": [improves.get(name, "") for name in found]})
        return sweep.worth_showing(found, table)[:count]

    assert most(2, {"gpu/v2": "gpu/v1", "gpu/v1": "gpu/v2"}) == ["gpu/v1", "peer/quick"]
    found |= {"gpu/v3": points(6, 7), "gpu/v4": points(7, 8), "gpu/v5": points(30, 40), "gpu/beside": points(8, 8.1)}
    ladder = {f"gpu/v{number}": f"gpu/v{number - 1}" for number in range(2, 6)}
    assert most(9, ladder) == ["gpu/v1", "peer/quick", "gpu/v5", "gpu/v2", "gpu/v3", "gpu/v4", "gpu/beside",
                               "peer/slow", "gpu/small"]


def test_each_goal_is_in_every_sweep_of_its_case(monkeypatch):
    frame, made = rows.read(ROOT / "results/h200/latest/rows.csv"), []
    monkeypatch.setattr(drawing.sweep, "draw", made.append)
    machine = next(one for one in rows.machines(frame) if one.uuid)
    for case in rows.cases(frame):
        list(drawing.figures(case, machine, published.Published(), {}, kinds=("sweep",)))
    assert len(made) > 20
    for sweeps in made:
        wanted = {name for one in sweeps for name in one.lines} & {
            goal.variant.partition("/")[2] for goal in goals.read(ROOT / "reference/goals.csv")
            if goal.cases == {sweeps[0].case}}
        assert wanted <= set(drawing.sweep._names(sweeps)), (sweeps[0].case, sweeps[0].by)


# GPU and host

def test_gpu_and_host_have_a_picture_each_with_their_own_rows_alone(style_on, write_rows):
    figures = drawn(write_rows([*records(), *(  # the host at another tile as well, so that both have a sweep
        dict(row, params="tile=4;mode=plain") for row in records()
        if row["case"] == "tiles" and row["backend"] == "host")]))
    for what in ("tile-cold", "tile-hot", "ladder-cold", "ladder-hot"):
        wrong = {"gpu/wrong"} if what.startswith("ladder") else set()
        assert named(figures[f"tiles-{what}"]) == {*GPU} | wrong and named(figures[f"tiles-host-{what}"]) == {*HOST}
    assert {name: faults(figure) for name, figure in figures.items() if faults(figure)} == {}
    host = figures["tiles-host-tile-cold"]
    assert says(host, *HOST, "host speed of light (fill, 10.0 GB/s)")
    assert [text.get_text() for text in host.axes[0].get_xticklabels()] == ["4", "8"]


# Of all kinds

def crowd():
    """25 more variants of the tiles, and 25 more sizes of the sum."""
    tree = next(row for row in records() if row["variant"] == "gpu/tree")
    return [*many(25), *(dict(tree, size=f"{side}x{side}") for side in range(1001, 20000, 777))]


@pytest.mark.parametrize("made", [
    crowd(), hostile.change(with_modes(hostile.NAMES[:2])),
    with_modes([f"a_long_word_{number}" for number in range(12)])], ids=["crowd", "hostile", "long"])
def test_nothing_is_cut_or_on_another(style_on, tmp_path, made):
    """Of rows with all that can lie next to them: every kind of picture is drawn, hostile texts as they are."""
    made = [dict(row, params=row["params"].replace("\n", " ").replace(";;", ";")) for row in made]
    path = write(tmp_path / "rows.csv", made)
    bound = dict.fromkeys(bound_shares(), (91, ""))
    figures = drawn(path, counters={
        (row["case"], row["variant"], row["size"], row["params"]): bound for row in made})
    assert {name.removeprefix("tiles-").split("-")[0] for name in figures} >= {"ladder", "sum"}
    assert {name: faults(figure) for name, figure in figures.items() if faults(figure)} == {}
    shown = [text for figure in figures.values() for text in written(figure)]
    assert not any("new\n" in text for text in shown)
    assert ("gpu/$x_1^{2$ and $unclosed" in shown) == any("$" in row["variant"] for row in made)
