"""The sweep over sizes: the bytes of each size, and the L2 where the environment names it."""

import math

import pytest
from conftest import ROWS, records
from figures import faults, machine_of, picture, plotted, says, write_csv, written

from rungs.data import fact_files
from rungs.data.records import RowsError


def environment_of(tmp_path, value="1000000", uuid="GPU-made-up"):
    return write_csv(tmp_path / "rows.environment.csv", fact_files.ENVIRONMENT, [
        ["", "version", "1", ""], ["cuda", "device_uuid", uuid, ""], ["cuda", "l2_bytes", value, ""]])


def mark_of(figure):
    """Where the one vertical line is that has the L2's dashes, as bytes."""
    line, = (line for line in figure.axes[0].lines
             if len(set(line.get_xdata())) == 1 and list(line.get_ydata()) == [0, 1])
    return 2 ** line.get_xdata()[0]


def test_sizes_stand_at_their_bytes_and_the_l2_among_them(style_on):
    figure = picture(ROWS, "sum-size-cold", l2_bytes=1_000_000)
    assert says(figure, "100x100\n40 kB", "1000x1000\n4 MB", "3000x3000\n36 MB", "L2 of 1 MB")
    line = next(line for line in figure.axes[0].lines if len(line.get_xdata()) == 3)
    assert list(line.get_xdata()) == pytest.approx([math.log2(count) for count in (40e3, 4e6, 36e6)])


@pytest.mark.parametrize("l2_bytes", [1_000_000, 41_000, 35_900_000, 10_000, 200_000_000])
def test_the_mark_is_never_cut(style_on, l2_bytes):
    figure = picture(ROWS, "sum-size-cold", l2_bytes=l2_bytes)
    assert mark_of(figure) == pytest.approx(l2_bytes)
    low, high = figure.axes[0].get_xlim()
    assert low < math.log2(l2_bytes) < high
    assert faults(figure) == []


def test_an_l2_far_from_every_size_is_not_marked(style_on):
    near = picture(ROWS, "sum-size-cold", l2_bytes=1_000_000).axes[0].get_xlim()
    for l2_bytes in (1_000, 10**10):
        figure = picture(ROWS, "sum-size-cold", l2_bytes=l2_bytes)
        assert figure.axes[0].get_xlim() == near and not any("L2" in text for text in written(figure))


def test_sizes_without_bytes_stand_at_their_elements(style_on, write_rows):
    bare = [dict(row, bytes="0") for row in records() if row["case"] == "sum"]
    figure = picture(write_rows(bare), "sum-size-cold", l2_bytes=1_000_000)
    line = next(line for line in figure.axes[0].lines if len(line.get_xdata()) == 3)
    assert list(line.get_xdata()) == pytest.approx([math.log2(count) for count in (1e4, 1e6, 9e6)])
    assert not any("L2" in text for text in written(figure))


def test_no_l2_where_none_is_known_or_the_rows_are_the_hosts(style_on, write_rows):
    cpu = [dict(row, backend="host", variant=row["variant"].replace("gpu", "host"), improves="", device="Made-up CPU",
                device_uuid="") for row in records() if row["case"] == "sum"]
    for figure in (picture(ROWS, "sum-size-cold"), picture(write_rows(cpu), "sum-size-cold", l2_bytes=1_000_000)):
        assert not any("L2" in text for text in written(figure))


def test_the_floor_is_named_by_the_ceiling_of_its_rows(style_on, write_rows):
    sums = [dict(row, ceiling="fill") for row in records() if row["variant"] == "gpu/tree"]
    for rows, name in ((sums, "fill"), ([dict(sums[0], ceiling="copy"), *sums[1:]], "ceilings")):
        shown = written(picture(write_rows(rows), "sum-size-cold"))
        assert any(text.startswith(f"gpu speed of light ({name}") for text in shown)


def test_the_environment_next_to_the_rows_is_found(tmp_path, write_rows):
    path = write_rows(records())
    environment_of(tmp_path)
    for folder in ("with", "without"):
        assert plotted(path, tmp_path / folder, "--case", "sum") == 0
        (tmp_path / "rows.environment.csv").unlink(missing_ok=True)
    marked, plain = ((tmp_path / folder / "sum-size-cold.svg").read_bytes() for folder in ("with", "without"))
    assert marked != plain


def test_the_l2_of_another_gpu_does_not_count_and_one_that_is_no_number_of_bytes_is_refused(tmp_path):
    machine = machine_of(ROWS)
    assert fact_files.l2_bytes(environment_of(tmp_path), machine) == 1_000_000
    assert fact_files.l2_bytes(environment_of(tmp_path, uuid="GPU-another"), machine) is None
    assert fact_files.l2_bytes(tmp_path / "none.csv", machine) is None
    for value in ("-1", "0", "50 MiB", "nan", "1e9", "9" * 30, "\u0661"):
        with pytest.raises(RowsError, match=r"rows.environment.csv:4: l2_bytes is .*expected a number of bytes"):
            fact_files.l2_bytes(environment_of(tmp_path, value), machine)
