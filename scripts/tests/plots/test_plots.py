"""`rungs plot`: files written whole, the same each time, those asked for; and what they say of themselves."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from conftest import ROWS, SCRIPTS, records
from figures import machine_of, names, picture, plotted, refused, says, stale, written
from made_up_side import counted, side_text
from matplotlib import image
from report_data import bound_shares

from rungs.data import counter_files
from rungs.data.records import csv_text
from rungs.plots import drawing

BOTH = ("--formats", "png,svg")
NAMES = ["sum-ladder-cold", "sum-size-cold", *(f"tiles-{what}-{cache}" for what in ("host-ladder", "ladder", "tile")
                                               for cache in ("cold", "hot"))]


def test_all_plots_are_written_and_named_and_the_same_rows_give_the_same_bytes(tmp_path, capsys):
    folder = tmp_path / "new" / "plots"
    assert plotted(ROWS, folder, *BOTH) == 0
    out = capsys.readouterr().out.splitlines()
    assert names(folder) == sorted(f"{name}.{extension}" for name in NAMES for extension in ("png", "svg"))
    assert out.pop() == "1 simulator rows have no time and are not plotted"
    assert sorted(Path(line).name for line in out) == names(folder)
    assert {image.imread(path).shape[1] for path in folder.glob("*.png")} == {1800}
    assert all(ElementTree.parse(path).getroot().tag.endswith("svg") for path in folder.glob("*.svg"))
    assert plotted(ROWS, tmp_path / "again", "--case", "tiles", *BOTH) == 0
    for name in names(tmp_path / "again"):
        assert (folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name


SECOND_GPU = [dict(row, device="Made-up GPU/2") for row in records() if row["backend"] == "cuda"]
# A parameter may be called like a kind of plots.
LADDERS = [dict(row, params=row["params"].replace("tile=", "ladder=")) for row in records()
           if row["cache"] == "cold" and row["case"] != "sum"]


@pytest.mark.parametrize(("rows_", "options", "wanted"), [
    (records(), ["--cache", "hot"], "tiles-host-ladder-hot tiles-ladder-hot tiles-tile-hot"),
    (LADDERS, [], "tiles-host-ladder-cold tiles-ladder-cold-2 tiles-ladder-cold"),
    (records() + SECOND_GPU, ["--case", "sum"], "sum-ladder-cold-Made-up-GPU-2 sum-ladder-cold-Made-up-GPU "
                                                "sum-size-cold-Made-up-GPU-2 sum-size-cold-Made-up-GPU")])
def test_the_plots_asked_for_and_no_others(tmp_path, write_rows, rows_, options, wanted):
    assert plotted(write_rows(rows_), tmp_path / "p", *options) == 0
    assert names(tmp_path / "p") == [f"{name}.svg" for name in wanted.split()]


def test_where_there_is_nothing_to_plot_it_says_so(tmp_path, write_rows, capsys):
    simulated = write_rows([row for row in records() if row["backend"] == "simulator"])
    assert plotted(simulated, tmp_path / "p") == 0
    assert "nothing to plot" in capsys.readouterr().out and not (tmp_path / "p").exists()


def test_a_case_without_plots_is_refused(tmp_path, capsys):
    assert "no such case among the measured rows; expected tiles, sum" in refused(capsys, ROWS, tmp_path / "p",
                                                                                  "--case=fill")


def test_plots_are_fresh_until_a_file_that_they_depend_on_changes(write_rows, tmp_path, monkeypatch):
    monkeypatch.setattr("rungs.plots.style._drawn", lambda *_: b"a picture")
    rows = write_rows(records())

    def stale_after(*options):
        assert plotted(rows, tmp_path / "plots", *options) == 0
        return stale(tmp_path / "plots")
    assert stale_after() == []
    write_rows([*records()[:-1], {**records()[-1], "message": "another"}])
    assert stale_after("--case=tiles") == ["../rows.csv"]  # a part says nothing of the rest
    assert stale_after() == []
    (tmp_path / "counters.csv").write_text("case,variant,size,params,metric,value,unit\n")
    assert stale(tmp_path / "plots") == ["../counters.csv"]


@pytest.mark.parametrize("folder", sorted((SCRIPTS.parent / "results").glob("*/[0-9]*/plots")), ids=str)
def test_the_committed_plots_are_fresh(folder):
    assert stale(folder) == [], f"draw {folder} again with `rungs plot`"


READ, WRITE = "dram__bytes_read.sum", "dram__bytes_write.sum"
PROBLEM = ("1000x1000", "tile=8;mode=plain")


def test_the_ladder_says_what_binds_where_it_was_counted(style_on):
    bound = {name: (91 if "dram" in name else 20, "") for name in bound_shares()}
    counters = {("tiles", "gpu/slow", *PROBLEM): bound, ("tiles", "gpu/quick", *PROBLEM): {READ: (1, "")}}
    drawn = picture(ROWS, "tiles-ladder-cold", "cold", counters=counters)
    assert says(drawn, "bound by", "DRAM 91 % of its peak", "not counted")
    assert "bound by" not in written(picture(ROWS, "tiles-ladder-cold", "cold"))


def test_counters_of_another_gpu_are_left_out(tmp_path):
    lines = [counted("tiles", "gpu/slow", *PROBLEM, metric, value, "byte") for metric, value in ((READ, 3), (WRITE, 5))]
    (tmp_path / "counters.csv").write_text(side_text(lines), encoding="utf-8")
    for device, count in (("Made-up GPU", 1), ("Made-up other GPU", 0)):
        runs = csv_text(counter_files.RUN_COLUMNS, [["tiles", "", "", device, *[""] * 7]])
        (tmp_path / "counters.runs.csv").write_text(runs, encoding="utf-8")
        found = drawing.counters(tmp_path / "rows.csv", machine_of(ROWS))
        assert found == ({("tiles", "gpu/slow", *PROBLEM): {READ: (3, "byte"), WRITE: (5, "byte")}} if count else {})
    assert drawing.counters(tmp_path / "none" / "rows.csv", machine_of(ROWS)) == {}
