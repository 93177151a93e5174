"""The hierarchical roofline: operations executed over those per byte of each level, below measured roofs."""

import pytest
from conftest import ROWS, records
from figures import drawn, machine_of, many, picture, plotted, refused, says, write_csv, written
from made_up_side import counted, side_text
from report_data import bound_shares

from rungs.data import counter_files, rows
from rungs.data.ladder import chosen_few
from rungs.plots import drawing, roofline_data
from rungs.plots.roofline_data import L2_CLOCK, L2_WIDTH

READ, WRITE, SECTORS = "dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_sectors.sum"
OPERATIONS = [f"smsp__sass_thread_inst_executed_op_{kind}_pred_on.sum" for kind in ("integer", "fp32", "conversion")]
PROBLEM = ("1000x1000", "tile=8;mode=plain")


def metrics(operations=8e6, dram=4e6, l2=16e6):
    """Metrics of a variant that executed so many operations and moved so many bytes at the two levels."""
    return {READ: dram / 2, WRITE: dram / 2, SECTORS: l2 / 32, L2_WIDTH: 5000, L2_CLOCK: 1.6e9,
            **dict(zip(OPERATIONS, (operations * 0.5, operations * 0.25, operations * 0.25)))}


COUNTERS = {("tiles", "gpu/slow", *PROBLEM): metrics(), ("tiles", "gpu/quick", *PROBLEM): metrics(4e6, 2e6, 4e6)}


def arithmetic(*ops):
    """Rows of the case arithmetic: (op, Gop/s, steps)."""
    template = next(row for row in records() if row["case"] == "tiles" and row["backend"] == "cuda")
    return [dict(template, case="arithmetic", variant="gpu/throughput", improves="", size="1048576", gops=str(gops),
                 params=f"op={op};steps={steps}") for op, gops, steps in ops]


ROOFS = arithmetic(("add", 20, 256), ("add", 31000, 16384), ("minimum", 16000, 256), ("float_fma", 23000, 256),
                   ("divide", 90, 256))


def markers(figure):
    """{(x, y)} of the points, those of DRAM (filled) and those of the L2."""
    found = [line for line in figure.axes[0].lines
             if len(line.get_xdata()) == 1 and line.get_marker() not in ("", "None")]
    return [{(line.get_xdata()[0], line.get_ydata()[0]) for line in found
             if (line.get_markerfacecolor() == "none") == hollow} for hollow in (False, True)]


def test_a_variant_has_a_point_for_each_level_at_its_own_rate_below_slopes_and_roofs(style_on, write_rows):
    figure = picture(write_rows([*records(), *ROOFS]), "tiles-roofline", counters=COUNTERS)
    dram, l2 = markers(figure)
    assert sorted(dram) == [pytest.approx((2, 8e6 / 48 / 1e3)), pytest.approx((2, 200))]
    assert sorted(l2) == [pytest.approx((0.5, 8e6 / 48 / 1e3)), pytest.approx((1, 200))]
    assert says(figure, "gpu/quick, 200 Gop/s", "gpu/slow, 167 Gop/s", "DRAM, 400 GB/s (fill, measured)",
                "L2, 8.00 TB/s (peak)", "integer addition, 31.0 Top/s", "minimum, 16.0 Top/s", "float FMA, 23.0 Top/s",
                "per byte of DRAM", "per byte of L2", "operations executed per byte that the level moved (logarithmic)",
                "not drawn (no time, or not counted): gpu/wide, gpu/wrong, peer/library")
    assert not any("divide" in text for text in written(figure))
    # The slopes are rate times intensity, up to the highest roof.
    axes = figure.axes[0]
    low, high = axes.get_xlim()
    lines = [(list(line.get_xdata()), list(line.get_ydata())) for line in axes.lines if len(line.get_xdata()) == 2]
    for gbps in (400, 8000):
        end = min(high, 31000 / gbps)
        assert any(x == pytest.approx([low, end]) and y == pytest.approx([gbps * low, gbps * end]) for x, y in lines)
    for gops in (31000, 16000, 23000):
        assert any(x == pytest.approx([low, high]) and y == [gops, gops] for x, y in lines)


def test_without_rows_of_arithmetic_there_are_slopes_alone(style_on):
    assert says(picture(ROWS, "tiles-roofline", counters=COUNTERS),
                "no rows of the case arithmetic: no roofs of arithmetic")


def test_what_was_not_counted_or_has_no_roof_is_not_drawn(style_on, write_rows):
    assert drawn(ROWS, kinds=["roofline"]) == {}
    other = {(*key[:3], "tile=99;mode=plain"): value for key, value in COUNTERS.items()}
    bare = {key: {READ: 1, WRITE: 1} for key in COUNTERS}
    assert not any(drawn(ROWS, kinds=["roofline"], counters=counters) for counters in (other, bare))
    alone = write_rows([row for row in records() if row["case"] == "tiles"])
    no_l2 = {key: {name: value for name, value in found.items() if name != L2_WIDTH} for key, found in COUNTERS.items()}
    assert drawn(alone, kinds=["roofline"], counters=no_l2) == {}
    only = {key: {name: value for name, value in found.items() if name != SECTORS} for key, found in COUNTERS.items()}
    dram, l2 = markers(picture(ROWS, "tiles-roofline", counters=only))
    assert len(dram) == 2 and not l2


def test_the_problem_is_one_with_counters(style_on):
    counters = {("tiles", "gpu/slow", PROBLEM[0], "tile=2;mode=plain"): metrics()}
    figure = picture(ROWS, "tiles-roofline", counters=counters)
    assert "tiles: roofline, 1000x1000, tile=2, mode=plain" in written(figure)
    assert markers(figure)[0] == {(2, 8e6 / 42 / 1e3)}


def test_a_ceiling_counts_at_its_largest_size(write_rows):
    fill = next(row for row in records() if row["case"] == "fill" and row["backend"] == "cuda")
    small = dict(fill, size="10x10", bytes="400", gbps="9999")
    found = roofline_data.slopes_of(machine_of(write_rows([*records(), small])), [])
    assert [(slope.level, slope.gbps, slope.source) for slope in found] == [("DRAM", 400, "fill, measured")]


def test_at_most_eight_variants_are_drawn(style_on, write_rows):
    counters = {("tiles", row["variant"], *PROBLEM): metrics() for row in many()}
    figure = picture(write_rows([*many(), *ROOFS]), "tiles-roofline", counters=counters)
    assert len(markers(figure)[0]) == 8 and any("not drawn (too many): " in text for text in written(figure))


def test_the_ladder_says_what_binds_where_it_was_counted(style_on):
    bound = {name: 91 if "dram" in name else 20 for name in bound_shares()}
    counters = {("tiles", "gpu/slow", *PROBLEM): bound, ("tiles", "gpu/quick", *PROBLEM): {READ: 1}}
    drawn = picture(ROWS, "tiles-ladder-cold", "cold", counters=counters)
    assert says(drawn, "bound by", "DRAM 91 % of its peak", "not counted")
    assert "bound by" not in written(picture(ROWS, "tiles-ladder-cold", "cold"))


def test_few_variants_are_all_told_and_of_many_the_fastest_the_first_the_library_and_the_largest_steps():
    assert chosen_few({"gpu/b": 2, "gpu/a": 1}, {}, 2) == ["gpu/b", "gpu/a"]
    costs = {"gpu/v1": 100, "gpu/v2": 99, "gpu/v3": 50, "gpu/v4": 10, "gpu/aside": 11, "peer/slow": 60, "peer/quick": 5}
    improves = {"gpu/v2": "gpu/v1", "gpu/v3": "gpu/v2", "gpu/v4": "gpu/v3", "gpu/aside": "gpu/v3"}
    for most, told in ((3, "gpu/v1 gpu/v4 peer/quick"), (4, "gpu/v1 gpu/v3 gpu/v4 peer/quick"),
                       (5, "gpu/v1 gpu/v2 gpu/v3 gpu/v4 peer/quick"),
                       (6, "gpu/v1 gpu/v2 gpu/v3 gpu/v4 gpu/aside peer/quick")):
        assert chosen_few(costs, improves, most) == told.split()
    assert chosen_few({"peer/a": 1, "peer/b": 2, "peer/c": 3}, {}, 2) == ["peer/a", "peer/b"]
    in_a_circle = {"gpu/a": "gpu/b", "gpu/b": "gpu/a"}
    assert chosen_few({"gpu/a": 1, "gpu/b": 2, "gpu/c": 3}, in_a_circle, 2) == ["gpu/a", "gpu/b"]


def write_counters(tmp_path, values):
    """counters.csv of gpu/slow, with these values by metric."""
    lines = [counted("tiles", "gpu/slow", *PROBLEM, metric, value, "byte") for metric, value in values.items()]
    (tmp_path / "counters.csv").write_text(side_text(lines), encoding="utf-8")


def test_counters_of_another_gpu_are_left_out(tmp_path):
    write_counters(tmp_path, {READ: "3", WRITE: "5"})
    for device, count in (("Made-up GPU", 1), ("Made-up other GPU", 0)):
        write_csv(tmp_path / "counters.runs.csv", counter_files.RUN_COLUMNS, [["tiles", "", "", device, *[""] * 7]])
        found = drawing.counters(tmp_path / "rows.csv", machine_of(ROWS))
        assert found == ({("tiles", "gpu/slow", *PROBLEM): {READ: 3, WRITE: 5}} if count else {})
    assert drawing.counters(tmp_path / "none" / "rows.csv", machine_of(ROWS)) == {}


def test_broken_counters_are_one_line_where_they_are_needed(tmp_path, write_rows, capsys):
    path = write_rows(records())
    write_counters(tmp_path, {READ: "nan"})
    assert "counters.csv:2: value is 'nan'" in refused(capsys, path, tmp_path / "p")
    assert plotted(path, tmp_path / "p", "--plots", "sweep", "--case", "sum") == 0


def test_only_the_gpus_rows_of_emptied_caches_count(write_rows):
    frame = rows.read(write_rows(records()))
    found = roofline_data.backend_of(frame[frame["case"] == "tiles"])
    assert set(found["backend"]) == {"cuda"} and set(found["cache"]) == {"cold"} and len(found)
