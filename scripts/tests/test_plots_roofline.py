"""The roofline: points at operations over bytes, below the measured ceilings."""

import hostile
import pytest
from conftest import ROWS, records
from figures import drawn, faults, machine_of, plotted, refused, write_csv, written

from rungs.data import counter_files
from rungs.plots import beside, roofline

OPERATIONS = 8_000_000  # of the tiles: two a byte
READ, WRITE = "dram__bytes_read.sum", "dram__bytes_write.sum"


def with_operations():
    """The made-up rows, the tiles with operations."""
    return [dict(row, operations=str(OPERATIONS),
                 gops=str(OPERATIONS / float(row["time_median_us"]) / 1e3) if row["time_median_us"] else "")
            if row["case"] == "tiles" else row for row in records()]


def counters(factors, params="tile=8;mode=plain"):
    """{key: DRAM bytes} of the tiles: {variant: factor over the work's bytes}."""
    return {("tiles", variant, "1000x1000", params): 4e6 * factor for variant, factor in factors.items()}


def markers(figure):
    """{(x, y)} of the points."""
    return {(line.get_xdata()[0], line.get_ydata()[0]) for line in figure.axes[0].lines
            if len(line.get_xdata()) == 1 and line.get_marker() not in ("", "None")}


def test_points_stand_at_operations_a_byte_and_their_rate_below_the_roofs(style_on, write_rows):
    figure = drawn(write_rows(with_operations()))["tiles-roofline-cold"]
    found = sorted(markers(figure))
    assert [x for x, _ in found] == pytest.approx([2, 2, 2, 2])
    assert sorted(y for _, y in found) == pytest.approx(sorted(OPERATIONS / us / 1e3 for us in (48, 20, 20.5, 12)))
    shown = written(figure)
    for text in ("gpu/quick, 400 Gop/s", "fill, 400 GB/s (4 MB)", "copy, 320 GB/s (8 MB)",
                 "operations per byte that the work must move (logarithmic)", "rate of operations (logarithmic)",
                 "operations: those that the work model counts, the same for every variant",
                 "not drawn (no time): gpu/wrong"):
        assert shown.count(text) == 1, text
    assert not any(text.startswith("host/") for text in shown)
    assert faults(figure) == []
    low, high = figure.axes[0].get_xlim()  # the roof is rate times intensity
    roofs = [line for line in figure.axes[0].lines if list(line.get_xdata()) == pytest.approx([low, high])]
    assert [list(line.get_ydata()) for line in roofs] == [pytest.approx([rate * low, rate * high])
                                                          for rate in (400, 320)]


def test_measured_bytes_move_the_points(style_on, write_rows):
    moved = counters({"gpu/slow": 4, "gpu/quick": 1})
    figure = drawn(write_rows(with_operations()), dram_bytes=moved)["tiles-roofline-cold"]
    assert sorted(markers(figure)) == [pytest.approx((0.5, OPERATIONS / 48 / 1e3)), pytest.approx((2, 400))]
    shown = written(figure)
    assert "operations per byte of measured DRAM traffic (logarithmic)" in shown
    assert "not drawn (no time, or no DRAM bytes counted): gpu/wide, gpu/wrong, peer/library" in shown
    assert faults(figure) == []


def test_counters_of_other_caches_or_another_problem_are_not_taken(style_on, write_rows):
    path = write_rows(with_operations())
    hot = drawn(path, dram_bytes=counters({"gpu/slow": 4}))["tiles-roofline-hot"]
    other = drawn(path, dram_bytes=counters({"gpu/slow": 4}, params="tile=99;mode=plain"))["tiles-roofline-cold"]
    assert {x for figure in (hot, other) for x, _ in markers(figure)} == {2}


def test_without_operations_traffic_has_a_roofline_of_its_own_and_without_a_ceiling_nothing(style_on, write_rows):
    bare = write_rows([row for row in with_operations() if row["case"] == "tiles"])
    assert not any("roofline" in name for path in (ROWS, bare) for name in drawn(path))
    figures = drawn(ROWS, dram_bytes=counters({"gpu/slow": 4, "gpu/quick": 1}))
    assert [name for name in figures if "roofline" in name] == ["tiles-roofline-cold"]
    figure = figures["tiles-roofline-cold"]
    assert sorted(markers(figure)) == [pytest.approx((0.25, 4e6 / 48 / 1e3)), pytest.approx((1, 200))]
    shown = written(figure)
    assert "useful bytes per byte of measured DRAM traffic (logarithmic)" in shown
    assert "useful bytes: each input and output byte once; the work model counts no operations" in shown
    assert faults(figure) == []


def test_the_problem_is_one_with_counters(style_on):
    figure = drawn(ROWS, dram_bytes=counters({"gpu/slow": 4}, params="tile=2;mode=plain"))["tiles-roofline-cold"]
    assert "tiles: roofline, 1000x1000, tile=2, mode=plain" in written(figure)
    assert sorted(markers(figure)) == [pytest.approx((0.25, 4e6 / 42 / 1e3))]


def test_a_ceiling_counts_at_its_largest_size(write_rows):
    fill = next(row for row in records() if row["case"] == "fill" and row["backend"] == "cuda")
    small = dict(fill, size="10x10", bytes="400", gbps="9999")
    found = roofline.roofs(machine_of(write_rows([*records(), small])), "cold", "cuda")
    assert [(roof.name, roof.gbps) for roof in found] == [("fill", 400), ("copy", 320)]


FAST = [dict(row, operations=str(10**11)) if row["case"] == "tiles" else row for row in with_operations()]


def many():
    """25 variants that are near to each other."""
    base = next(row for row in with_operations() if row["variant"] == "gpu/quick")
    return [*(dict(base, variant=f"gpu/variant_number_{i}", time_median_us=str(20 + i / 100)) for i in range(25)),
            *(row for row in records() if row["case"] == "fill")]


@pytest.mark.parametrize("rows", [hostile.change(with_operations()), FAST, many()], ids=["hostile", "fast", "many"])
def test_no_label_is_cut_or_on_another(style_on, write_rows, rows):
    assert faults(drawn(write_rows(rows))["tiles-roofline-cold"]) == []


def write_counters(tmp_path, *lines):
    return write_csv(tmp_path / "counters.csv", counter_files.COLUMNS, lines)


def line(metric, value, variant="gpu/slow"):
    return ["tiles", variant, "1000x1000", "tile=8;mode=plain", metric, value, "byte"]


def test_reads_and_writes_are_added_up(tmp_path):
    write_counters(tmp_path, line(READ, "3000000"), line(WRITE, "5000000"), line(READ, "1", "gpu/quick"),
                   line("launch__registers_per_thread", "32", "gpu/wide"))
    found = beside.dram_bytes(tmp_path / "rows.csv", machine_of(ROWS))
    assert found == {("tiles", "gpu/slow", "1000x1000", "tile=8;mode=plain"): 8e6}  # a read alone is not all


def test_counters_of_another_gpu_are_left_out(tmp_path):
    write_counters(tmp_path, line(READ, "3"), line(WRITE, "5"))
    for device, count in (("Made-up GPU", 1), ("Made-up other GPU", 0)):
        write_csv(tmp_path / "counters.runs.csv", counter_files.RUN_COLUMNS, [["tiles", "", "", device, *[""] * 7]])
        assert len(beside.dram_bytes(tmp_path / "rows.csv", machine_of(ROWS))) == count


def test_broken_counters_are_one_line_where_they_are_needed(tmp_path, write_rows, capsys):
    path = write_rows(records())
    write_counters(tmp_path, line(READ, "nan"))
    assert "counters.csv:2: value is 'nan'" in refused(capsys, path, tmp_path / "p")
    assert plotted(path, tmp_path / "p", "--plots", "ladder") == 0


def test_measured_arithmetic_is_the_flat_part(style_on, write_rows):
    template = next(row for row in with_operations() if row["case"] == "tiles" and row["gops"])
    arithmetic = [dict(template, case="arithmetic", variant="gpu/throughput", size="1048576", gops=gops,
                       params=f"op={op};steps=256")
                  for op, gops in (("divide", "90"), ("float_fma", "31200"), ("shift", "14000"))]
    figure = drawn(write_rows([*with_operations(), *arithmetic]))["tiles-roofline-cold"]
    shown = written(figure)
    assert shown.count("float_fma, 31.2 Top/s") == 1 and "shift, " not in shown
    assert any("arithmetic (float_fma) measured in the same run" in text for text in shown)
    low, high = figure.axes[0].get_xlim()
    flat = [line for line in figure.axes[0].lines if list(line.get_ydata()) == [31200, 31200]]
    assert [list(line.get_xdata()) for line in flat] == [pytest.approx([low, high])]
    assert figure.axes[0].get_ylim()[1] > 31200
    assert faults(figure) == []
