"""Files of times by other tools' clocks: written and read again, and refused with one line where they are broken."""

import dataclasses

import pytest

from rungs.data import clock_files
from rungs.data.clock_files import Timing
from rungs.data.records import RowsError

HEADER = "case,variant,size,params,clock,time_us,tool,gpu\n"
GOOD = "tiles,gpu/slow,10x10,tile=8;mode=plain,ncu,12.5,Nsight Compute 2025.3,Made-up GPU\n"
TIMINGS = [Timing("tiles", "gpu/slow", "10x10", "tile=8;mode=plain", "ncu", 12.3456, "Nsight, Compute", "Made-up GPU"),
           Timing("tiles", "gpu/slow", "10x10", "tile=8;mode=plain", "do_bench", 1234567.0, "Triton 3", "Made-up GPU"),
           Timing("fill", "peer/memset", "9x9", "", "ncu", 0.5, 'a "tool"', "Made-up GPU")]


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "clocks.csv"
    clock_files.write(path, TIMINGS)
    assert path.read_text(encoding="utf-8").startswith(HEADER)
    assert clock_files.read(path) == [TIMINGS[0], dataclasses.replace(TIMINGS[1], time_us=1234570.0), TIMINGS[2]]
    assert [one.name for one in tmp_path.iterdir()] == ["clocks.csv"]


@pytest.mark.parametrize(("text", "wanted"), [
    ("a,b\n1,2\n", ":1: the header is 'a,b'; expected case,variant"), (HEADER, ":2: no times"),
    (HEADER + GOOD.replace("tiles", "", 1), ":2: case is empty"),
    (HEADER + GOOD.replace("10x10", "10y"), "size is '10y'"),
    (HEADER + GOOD.replace("tile=8", "tile"), "params is 'tile;mode=plain'"),
    (HEADER + GOOD.replace("ncu", "sundial"), ":2: clock is 'sundial'; expected one of ncu, nvbench_cold"),
    *((HEADER + GOOD.replace("12.5", text), f"time_us is '{text}'") for text in ("0", "nan", "inf", "fast")),
    (HEADER + GOOD.replace("Nsight Compute 2025.3", ""), "tool is empty"),
    (HEADER + GOOD.replace("Made-up GPU", ""), "gpu is empty"),
    (HEADER + GOOD + GOOD.replace("12.5", "13"), ":3: the same kernel, clock and GPU as line 2")])
def test_a_broken_file_is_one_line(tmp_path, text, wanted):
    path = tmp_path / "clocks.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RowsError) as error:
        clock_files.read(path)
    assert wanted in str(error.value) and str(path) in str(error.value) and "\n" not in str(error.value)


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path):
    with pytest.raises(RowsError, match="cannot be written"):
        clock_files.write(tmp_path / "none" / "clocks.csv", TIMINGS)
    assert list(tmp_path.iterdir()) == []
