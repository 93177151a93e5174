"""The plots: written whole, the same each time, complete, and with no text on another."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import hostile
import pytest
from conftest import PUBLISHED, ROWS, Command, records
from figures import cut, drawn, overlaps, texts, written
from matplotlib import image

from rungs.data import row_format, rows, sweep
from rungs.plots import catalogue, chart, drawn_from

plot = Command("plot")

NAMES = ["sum-ladder-cold", "sum-size-cold", "tiles-ladder-cold-hot", "tiles-tile-cold", "tiles-tile-hot"]


def run(path, out, *options):
    return plot.main([str(path), "--out", str(out), "--published", str(PUBLISHED), *options])


def test_all_plots_are_written_and_named(tmp_path, capsys):
    assert run(ROWS, tmp_path / "new" / "plots") == 0
    out = capsys.readouterr().out.splitlines()
    files = sorted(path.name for path in (tmp_path / "new" / "plots").iterdir() if path.name != drawn_from.NAME)
    assert files == sorted(f"{name}.{extension}" for name in NAMES for extension in ("png", "svg"))
    assert out[0] == "1 simulator rows have no time and are not plotted"
    assert sorted(Path(line).name for line in out[1:]) == files
    for path in (tmp_path / "new" / "plots").iterdir():
        if path.suffix == ".png":
            assert image.imread(path).shape[1] == 1800
        elif path.suffix == ".svg":
            assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_the_same_rows_give_the_same_bytes(tmp_path):
    for folder in ("a", "b"):
        assert run(ROWS, tmp_path / folder, "--case", "tiles") == 0
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes(), path.name


def test_a_failed_write_leaves_the_old_plot(tmp_path, monkeypatch, capsys):
    old = tmp_path / "sum-ladder-cold.png"
    old.write_bytes(b"old")

    def fail(self, file, **_):
        Path(file).write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", fail)
    assert run(ROWS, tmp_path, "--case", "sum") == 2
    assert capsys.readouterr().err == "rungs plot: disk full\n"
    assert old.read_bytes() == b"old" and list(tmp_path.iterdir()) == [old]


def test_no_text_lies_on_another_or_is_cut(style_on):
    for name, figure in drawn(ROWS).items():
        assert overlaps(figure) == [], name
        assert cut(figure) == [], name


def test_the_overlap_test_can_fail(style_on):
    figure = style_on.new_figure(2)
    figure.text(0.5, 0.5, "one")
    figure.text(0.505, 0.5, "two")
    figure.text(0.99, 0.1, "over the edge")
    assert overlaps(figure) == [("one", "two")]
    assert cut(figure) == ["over the edge"]


def test_the_ladder_says_it_all(style_on):
    shown = written(drawn(ROWS)["tiles-ladder-cold-hot"])
    for text in ("tiles: 1000x1000, tile=8, mode=plain", "host/slow", "host/quick", "gpu/slow", "gpu/quick", "gpu/wide",
                 "peer/library", "48.0 us", "40.0 us", "9.00 ms", "50 %", "x2.4", "100 us", "unstable",
                 "incorrect: 7 mismatches, first at (3, 4)", "floor: cold 10.0 us, hot 8.00 us (measured fill)",
                 "published, Made-up old CPU", "published, Made-up old GPU",
                 "published, Made-up old GPU; size, tile not given"):
        assert text in shown, text
    assert shown.count("gpu/slow") == 1
    assert any("Made-up GPU, host Made-up CPU" in text and "cold and hot cache" in text for text in shown)


def test_rungs_stand_in_order_and_bars_are_as_long_as_their_times(style_on):
    figure = drawn(ROWS, "cold")["tiles-ladder-cold"]
    place = dict(texts(figure))
    names = ["host/slow", "host/quick", "gpu/slow", "gpu/quick", "gpu/wide", "gpu/wrong", "peer/library"]
    heights = [place[name].y0 for name in names]
    assert heights == sorted(heights, reverse=True)
    ends = [bar.get_x() + bar.get_width() for bar in figure.axes[0].patches]
    assert ends == pytest.approx([9000, 3000, 48, 20, 20.5, 12])


def test_a_variant_without_rows_at_the_problem_is_named(style_on, write_rows):
    less = [row for row in records() if row["variant"] != "gpu/quick" or "tile=8" not in row["params"]]
    assert "not run at this problem: gpu/quick" in written(drawn(write_rows(less))["tiles-ladder-cold-hot"])


def test_the_sweep_shows_each_variant_once_and_what_it_does_not_draw(style_on):
    figure = drawn(ROWS)["tiles-tile-cold"]
    shown = written(figure)
    for text in ("gpu/slow", "gpu/quick", "gpu/wide", "peer/library", "host/slow", "gpu floor (fill, 400 GB/s)",
                 "host floor (fill, 10.0 GB/s)", "rate, GB/s (logarithmic)", "published, Made-up old GPU"):
        assert shown.count(text) == 1, text
    note, = (text for text in shown if text.startswith("not drawn"))
    assert "gpu/wide unsupported at 16" in note and "gpu/wrong incorrect at 8" in note
    ticks = [text for text in shown if text in ("2", "4", "8", "16")]
    assert ticks == ["2", "4", "8", "16"]
    lines = [line for line in figure.axes[0].lines if list(line.get_xdata()) == [3.0, 4.0]]
    hollow, = (line for line in lines if line.get_markerfacecolor() == style_on.PAPER)
    assert list(hollow.get_ydata()) == pytest.approx([4e6 / 100 / 1e3, 4e6 / 120 / 1e3])


def test_a_line_breaks_where_a_row_has_no_time(style_on, write_rows):
    changed = records()
    for row in changed:
        if row["variant"] == "gpu/quick" and "tile=4;" in row["params"]:
            row.update(status="failed", **{column: "" for column in row_format.TIMES}, gbps="",
                       speed_of_light_percent="")
    figure = drawn(write_rows(changed), "cold")["tiles-tile-cold"]
    whole = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 4 and line.get_marker() == "^"
             or len(line.get_xdata()) == 4 and line.get_marker() == "v"]
    assert any(any(rate != rate for rate in line.get_ydata()) for line in whole)


def test_no_sweep_without_a_second_value(style_on, write_rows):
    one = [row for row in records() if "tile=8" in row["params"] or not row["params"]]
    two_sizes = [row for row in one if row["size"] != "3000x3000"]
    assert sorted(drawn(write_rows(two_sizes))) == ["sum-ladder-cold", "tiles-ladder-cold-hot"]


def test_operations_stand_in_where_no_byte_moves(style_on, write_rows):
    changed = [dict(row, gbps="", bytes="0", speed_of_light_percent="", gops="5" if row["time_median_us"] else "")
               for row in records()]
    shown = written(drawn(write_rows(changed))["tiles-tile-cold"])
    assert any(text.startswith("rate, Gop/s") for text in shown)
    assert not any("floor" in text for text in shown)


def test_the_least_that_can_be_drawn(style_on, write_rows):
    bare = [dict(row, speed_of_light_percent="", improves="", device="", host="") for row in records()
            if row["variant"] == "gpu/wrong"]
    figures = drawn(write_rows(bare))
    assert list(figures) == ["tiles-ladder-cold-hot"]
    assert overlaps(figures["tiles-ladder-cold-hot"]) == []


def test_hostile_text_is_drawn_as_it_is(style_on, write_rows, tmp_path):
    path = write_rows(hostile.change(records()))
    for name, figure in drawn(path).items():
        assert overlaps(figure) == [], name
        assert cut(figure) == [], name
        assert all("\n" not in text for text in written(figure)), name
    shown = written(drawn(path)["tiles-tile-cold"])
    assert "gpu/$x_1^{2$ and $unclosed" in shown
    assert run(path, tmp_path / "plots") == 0
    assert all(ElementTree.parse(svg) for svg in (tmp_path / "plots").glob("*.svg"))


def test_many_variants_still_have_labels_apart(style_on, write_rows):
    base = [row for row in records() if row["variant"] == "gpu/quick" and row["cache"] == "cold"]
    many = [dict(row, variant=f"gpu/variant_number_{i}", improves="", gbps=str(200 + i / 100))
            for i in range(25) for row in base]
    for name, figure in drawn(write_rows(many)).items():
        assert overlaps(figure) == [], name
        assert cut(figure) == [], name


def test_many_sizes_still_have_ticks_apart(style_on, write_rows):
    base = next(row for row in records() if row["variant"] == "gpu/tree")
    sizes = [f"{side}x{side}" for side in range(1000, 20000, 777)]
    figure = drawn(write_rows([dict(base, size=size) for size in sizes]))["sum-size-cold"]
    assert overlaps(figure) == []


def test_two_gpus_write_two_files(tmp_path, write_rows):
    second = [dict(row, device="Made-up GPU/2") for row in records() if row["backend"] == "cuda"]
    assert run(write_rows(records() + second), tmp_path / "p", "--case", "sum", "--formats", "svg") == 0
    assert sorted(path.name for path in (tmp_path / "p").iterdir()) == [
        "sum-ladder-cold-Made-up-GPU-2.svg", "sum-ladder-cold-Made-up-GPU.svg",
        "sum-size-cold-Made-up-GPU-2.svg", "sum-size-cold-Made-up-GPU.svg"]


def test_gpus_of_one_name_do_not_overwrite_each_other():
    twins = [rows.Machine("G", "", uuid, "h", None) for uuid in ("GPU-1", "GPU-2")]
    assert catalogue.suffixes(twins) == ["-G-h-GPU-1", "-G-h-GPU-2"]


def test_one_cache_state_alone(tmp_path):
    assert run(ROWS, tmp_path, "--cache", "hot", "--formats", "png") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiles-ladder-hot.png", "tiles-tile-hot.png"]


def test_simulated_rows_alone_are_nothing_to_plot(tmp_path, write_rows, capsys):
    assert run(write_rows([row for row in records() if row["backend"] == "simulator"]), tmp_path / "p") == 0
    assert "nothing to plot" in capsys.readouterr().out
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize(("options", "wanted"), [
    (["--case", "nope"], "expected tiles, sum"), (["--case", "fill"], "a ceiling"),
    (["--published", "/nowhere.csv"], "/nowhere.csv: cannot be read")])
def test_bad_requests(tmp_path, capsys, options, wanted):
    assert run(ROWS, tmp_path, *options) == 2
    error = capsys.readouterr().err
    assert wanted in error and error.count("\n") == 1


def test_the_kinds_asked_for_and_no_others(tmp_path):
    assert run(ROWS, tmp_path, "--plots", "sweep", "--formats", "svg", "--case", "tiles") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiles-tile-cold.svg", "tiles-tile-hot.svg"]


@pytest.mark.parametrize(("kind", "wanted"), [("roofline", "operations in the rows"), ("samples", "bench --samples"),
                                              ("against", "--against")])
def test_a_kind_that_has_nothing_says_what_it_needs(tmp_path, capsys, kind, wanted):
    assert run(ROWS, tmp_path / "p", "--plots", kind) == 0
    out = capsys.readouterr().out
    assert "nothing to plot" in out and f"{kind} needs" in out and wanted in out
    assert not (tmp_path / "p").exists()


def test_a_parameter_called_like_a_plot_overwrites_none(tmp_path, write_rows):
    renamed = [dict(row, params=row["params"].replace("tile=", "ladder=")) for row in records()
               if row["cache"] == "cold" and row["case"] != "sum"]
    assert run(write_rows(renamed), tmp_path / "p", "--formats", "svg") == 0
    assert sorted(path.name for path in (tmp_path / "p").glob("*.svg")) == ["tiles-ladder-cold-2.svg",
                                                                            "tiles-ladder-cold.svg"]


def test_bad_rows_are_one_line(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    assert run(path, tmp_path / "p") == 2
    error = capsys.readouterr().err
    assert error.startswith(f"rungs plot: {path}:1: ") and error.count("\n") == 1


@pytest.mark.parametrize("options", [["--formats", "gif"], ["--formats", ""], ["--cache", "warm"], ["--theme", "pink"],
                                     ["--plots", "ladder,pie"]])
def test_bad_options_exit_2(tmp_path, options):
    with pytest.raises(SystemExit) as caught:
        run(ROWS, tmp_path, *options)
    assert caught.value.code == 2


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
