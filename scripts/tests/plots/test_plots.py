"""The plots: written whole, the same each time, complete, and with no text on another."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import hostile
import pytest
from conftest import ROWS, records
from figures import cut, drawn, faults, names, overlaps, picture, plotted, refused, texts, written
from made_up_runs import bare_row
from matplotlib import image

from rungs.data import row_format, rows, sweep
from rungs.plots import catalogue, chart

BOTH = ("--formats", "png,svg")
NAMES = ["sum-ladder-cold", "sum-size-cold", "tiles-host-ladder-cold-hot", "tiles-ladder-cold-hot", "tiles-tile-cold",
         "tiles-tile-hot"]


def test_all_plots_are_written_and_named_and_the_same_rows_give_the_same_bytes(tmp_path, capsys):
    folder = tmp_path / "new" / "plots"
    assert plotted(ROWS, folder, *BOTH) == 0
    out = capsys.readouterr().out.splitlines()
    assert names(folder) == sorted(f"{name}.{extension}" for name in NAMES for extension in ("png", "svg"))
    assert out[0] == "1 simulator rows have no time and are not plotted"
    assert sorted(Path(line).name for line in out[1:]) == names(folder)
    assert {image.imread(path).shape[1] for path in folder.glob("*.png")} == {1800}
    assert all(ElementTree.parse(path).getroot().tag.endswith("svg") for path in folder.glob("*.svg"))
    assert plotted(ROWS, tmp_path / "again", "--case", "tiles", *BOTH) == 0
    for name in names(tmp_path / "again"):
        assert (folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name


def test_a_failed_write_leaves_the_old_plot(tmp_path, monkeypatch, capsys):
    old = tmp_path / "sum-ladder-cold.png"
    old.write_bytes(b"old")

    def fail(part, _):
        assert Path(part).stat().st_size > 1000
        raise OSError(28, "disk full")

    monkeypatch.setattr("os.replace", fail)
    assert plotted(ROWS, tmp_path, "--case", "sum", *BOTH) == 2
    assert capsys.readouterr().err == f"rungs plot: {old}: cannot be written: disk full\n"
    assert old.read_bytes() == b"old" and list(tmp_path.iterdir()) == [old]


def test_the_overlap_test_can_fail(style_on):
    figure = style_on.new_figure(2)
    figure.text(0.5, 0.5, "one")
    figure.text(0.505, 0.5, "two")
    figure.text(0.99, 0.1, "over the edge")
    assert overlaps(figure) == [("one", "two")]
    assert cut(figure) == ["over the edge"]


@pytest.mark.parametrize(("name", "wanted"), [
    ("tiles-ladder-cold-hot", [
        "GPU", "gpu/slow", "gpu/quick", "gpu/wide", "peer/library", "48.0 us", "40.0 us", "50 %", "2.40x faster",
        "100 us", "incorrect: 7 mismatches, first at (3, 4)",
        "speed of light: cold 10.0 us, hot 8.00 us (measured fill)", "published, Made-up old GPU",
        "published, Made-up old GPU; size, tile not given"]),
    ("tiles-host-ladder-cold-hot", [
        "host", "host/slow", "host/quick", "9.00 ms", "7.20 ms", "13 %", "3.00x faster", "5 ms", "unstable",
        "speed of light: cold 400 us, hot 320 us (measured fill)", "published, Made-up old CPU"])])
def test_the_ladder_says_it_all(style_on, name, wanted):
    shown = written(picture(ROWS, name))
    for text in ("tiles: 1000x1000, tile=8, mode=plain", *wanted):
        assert text in shown, text
    assert shown.count(wanted[0]) == shown.count(wanted[1]) == 1
    assert any("Made-up GPU, host Made-up CPU" in text and "cold and hot cache" in text for text in shown)


@pytest.mark.parametrize(("name", "rungs", "times"), [
    ("tiles-ladder-cold", ["gpu/slow", "gpu/quick", "gpu/wide", "gpu/wrong", "peer/library"], [48, 20, 20.5, 12]),
    ("tiles-host-ladder-cold", ["host/slow", "host/quick"], [9000, 3000])])
def test_rungs_stand_in_order_and_bars_are_as_long_as_their_times(style_on, name, rungs, times):
    figure = picture(ROWS, name, "cold")
    place = dict(texts(figure))
    heights = [place[rung].y0 for rung in rungs]
    assert heights == sorted(heights, reverse=True)
    ends = [bar.get_x() + bar.get_width() for bar in figure.axes[0].patches]
    assert ends == pytest.approx(times)


@pytest.mark.parametrize("letters", [10, 20, 34])
@pytest.mark.parametrize(("fastest", "slowest"), [(90, 900_000), (3, 40), (15, 800), (150, 2e6), (0.002, 9e7)])
def test_the_times_under_a_ladder_stand_apart(style_on, write_rows, letters, fastest, slowest):
    """The longer the names, the narrower is the axis."""
    figure = picture(write_rows([bare_row("tiles/gpu/".ljust(letters + 6, letter), us)
                               for letter, us in (("m", slowest), ("n", fastest))]), "tiles-ladder-cold")
    place = dict(texts(figure))
    boxes = [place[label.get_text()] for label in figure.axes[0].get_xticklabels() if label.get_text() in place]
    assert len(boxes) >= 2
    assert all(right.x0 - left.x1 >= 0.1 * figure.dpi for left, right in zip(boxes, boxes[1:]))


def test_a_variant_without_rows_at_the_problem_is_named(style_on, write_rows):
    less = [row for row in records() if row["variant"] != "gpu/quick" or "tile=8" not in row["params"]]
    assert "not run at this problem: gpu/quick" in written(picture(write_rows(less), "tiles-ladder-cold-hot"))


def test_the_sweep_shows_each_variant_once_and_what_it_does_not_draw(style_on):
    figure = picture(ROWS, "tiles-tile-cold")
    shown = written(figure)
    for text in ("gpu/slow", "gpu/quick", "gpu/wide", "peer/library", "gpu speed of light (fill, 400 GB/s)",
                 "rate, GB/s", "published, Made-up old GPU"):
        assert shown.count(text) == 1, text
    note, = (text for text in shown if text.startswith("not drawn"))
    assert "gpu/wide unsupported at 16" in note and "gpu/wrong incorrect at 8" in note
    assert [text for text in shown if text in ("2", "4", "8", "16")] == ["2", "4", "8", "16"]
    hollow, = (line for line in figure.axes[0].lines if list(line.get_xdata()) == [3.0, 4.0]
               and line.get_markerfacecolor() == style_on.PAPER)
    assert list(hollow.get_ydata()) == pytest.approx([4e6 / 100 / 1e3, 4e6 / 120 / 1e3])


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
    assert sorted(drawn(write_rows(two_sizes))) == ["sum-ladder-cold", "tiles-host-ladder-cold-hot",
                                                    "tiles-ladder-cold-hot"]


def test_operations_stand_in_where_no_byte_moves(style_on, write_rows):
    changed = [dict(row, gbps="", bytes="0", speed_of_light_percent="", gops="5" if row["time_median_us"] else "")
               for row in records()]
    shown = written(picture(write_rows(changed), "tiles-tile-cold"))
    assert any(text.startswith("rate, Gop/s") for text in shown)
    assert not any("speed of light" in text for text in shown)


def test_the_least_that_can_be_drawn(style_on, write_rows):
    bare = [dict(row, speed_of_light_percent="", improves="", device="", host="") for row in records()
            if row["variant"] == "gpu/wrong"]
    figures = drawn(write_rows(bare))
    assert list(figures) == ["tiles-ladder-cold-hot"] and faults(figures["tiles-ladder-cold-hot"]) == []


def test_hostile_text_is_drawn_as_it_is(style_on, write_rows, tmp_path):
    path = write_rows(hostile.change(records()))
    figures = drawn(path)
    for name, figure in figures.items():
        assert faults(figure) == [], name
        assert all("new\n" not in text for text in written(figure)), name
    assert "gpu/$x_1^{2$ and $unclosed" in written(figures["tiles-tile-cold"])
    assert plotted(path, tmp_path / "plots") == 0
    assert all(ElementTree.parse(svg) for svg in (tmp_path / "plots").glob("*.svg"))


def test_many_variants_and_sizes_still_have_labels_apart(style_on, write_rows):
    quick = [row for row in records() if row["variant"] == "gpu/quick" and row["cache"] == "cold"]
    many = [dict(row, variant=f"gpu/variant_number_{i}", improves="", gbps=str(200 + i / 100))
            for i in range(25) for row in quick]
    tree = next(row for row in records() if row["variant"] == "gpu/tree")
    many += [dict(tree, size=f"{side}x{side}") for side in range(1000, 20000, 777)]
    figures = drawn(write_rows(many))
    assert {"tiles-tile-cold", "sum-size-cold"} <= set(figures)
    assert {name: faults(figure) for name, figure in figures.items() if faults(figure)} == {}


def test_gpus_of_one_name_do_not_overwrite_each_other():
    twins = [rows.Machine("G", "", uuid, "h", None) for uuid in ("GPU-1", "GPU-2")]
    assert catalogue.suffixes(twins) == ["-G-GPU-1", "-G-GPU-2"]


SECOND_GPU = [dict(row, device="Made-up GPU/2") for row in records() if row["backend"] == "cuda"]
# A parameter may be called like a kind of plots.
LADDERS = [dict(row, params=row["params"].replace("tile=", "ladder=")) for row in records()
           if row["cache"] == "cold" and row["case"] != "sum"]


@pytest.mark.parametrize(("rows_", "options", "wanted"), [
    (records(), ["--cache", "hot"], "tiles-host-ladder-hot tiles-ladder-hot tiles-tile-hot"),
    (records(), ["--plots", "sweep", "--case", "tiles"], "tiles-tile-cold tiles-tile-hot"),
    (LADDERS, [], "tiles-host-ladder-cold tiles-ladder-cold-2 tiles-ladder-cold"),
    (records() + SECOND_GPU, ["--case", "sum"], "sum-ladder-cold-Made-up-GPU-2 sum-ladder-cold-Made-up-GPU "
                                                "sum-size-cold-Made-up-GPU-2 sum-size-cold-Made-up-GPU")])
def test_the_plots_asked_for_and_no_others(tmp_path, write_rows, rows_, options, wanted):
    assert plotted(write_rows(rows_), tmp_path / "p", *options) == 0
    assert names(tmp_path / "p") == [f"{name}.svg" for name in wanted.split()]


SIMULATED = [row for row in records() if row["backend"] == "simulator"]


@pytest.mark.parametrize(("rows_", "options", "wanted"), [
    (SIMULATED, [], ""), (records(), ["--plots", "roofline"], "roofline needs a counters.csv beside the rows"),
    (records(), ["--plots", "samples"], "bench --samples"), (records(), ["--plots", "against"], "against needs --ag")])
def test_where_there_is_nothing_to_plot_it_says_what_is_needed(tmp_path, write_rows, capsys, rows_, options, wanted):
    assert plotted(write_rows(rows_), tmp_path / "p", *options) == 0
    out = capsys.readouterr().out
    assert "nothing to plot" in out and wanted in out and not (tmp_path / "p").exists()


@pytest.mark.parametrize(("options", "wanted"), [
    (["--case", "nope"], "expected tiles, sum"), (["--case", "fill"], "a ceiling"),
    (["--published", "/dev/null/none.csv"], "/dev/null/none.csv: cannot be read")])
def test_bad_requests(tmp_path, capsys, options, wanted):
    assert wanted in refused(capsys, ROWS, tmp_path / "p", *options)


@pytest.mark.parametrize(("wanted", "placed"), [
    ([1, 5, 9], [1, 5, 9]), ([5, 5, 5], [4, 5, 6]), ([0, 0], [0, 1]), ([10, 10], [9, 10]),
    ([0.1, 0.2, 4, 4.1, 4.2, 9.9], [0, 1, 3.1, 4.1, 5.1, 9.9])])
def test_labels_are_spread_no_further_than_needed(wanted, placed):
    assert chart.spread(wanted, 1, 0, 10) == pytest.approx(placed)


def test_close_values_are_evenly_spaced():
    assert sweep.positions(["16", "32", "64", "128"], "tile") == ([4, 5, 6, 7], "log")
    assert sweep.positions(["16", "97", "100", "128"], "tile") == ([0, 1, 2, 3], "even")
    assert sweep.positions(["blobs", "edge"], "mask") == ([0, 1], "even")
    assert sweep.ordered(["100", "16", "16", "32"]) == ["16", "32", "100"]
    assert sweep.ordered(["noise", "blobs"]) == ["noise", "blobs"]
    assert sweep.ordered(["1920x1080", "100x100"]) == ["100x100", "1920x1080"]
