"""Generated blocks of clocks: bench's times beside other tools', and clear words where the files do not fit."""

import pytest
from conftest import records

from rungs.data import clock_files
from rungs.data.clock_files import Timing
from rungs.data.row_format import TIMES

BLOCK = "clocks rows=rows.csv clocks=clocks.csv,ncu.csv"
TITLES = "| kernel and size | cold | dirty | hot | Nsight Compute | NVBench | NVBench batch | `do_bench` |"


def timing(variant, clock, time_us, tool, case="tiles", size="1000x1000", params="tile=8;mode=plain",
           gpu="Made-up GPU"):
    return Timing(case, variant, size, params, clock, time_us, tool, gpu)


CLOCKS = [timing("gpu/slow", "nvbench_cold", 47.123, "NVBench 1"),
          timing("gpu/slow", "nvbench_batch", 33.0, "NVBench 1"),
          timing("gpu/absent", "do_bench", 1234.0, "Triton 2"), timing("gpu/slow", "do_bench", 49.96, "Triton 2"),
          timing("gpu/slow", "do_bench", 41.0, "Triton 2", params="tile=2;mode=plain"),
          timing("gpu/vector_store", "do_bench", 9.5, "Triton 2", case="fill", params="")]
NCU = [timing("gpu/slow", "ncu", 46.0, "Nsight 3"), timing("gpu/quick", "ncu", 19.0, "Nsight 3")]


@pytest.fixture
def fill(tmp_path, write_rows, fill_block):
    """Fills a page of one block; returns the exit code and the block's lines."""
    cold = ("tiles", "gpu/slow", "tile=8;mode=plain", "cold")
    row, = (row for row in records() if (row["case"], row["variant"], row["params"], row["cache"]) == cold)
    write_rows([*records(), {**row, **dict.fromkeys(TIMES, ""), "cache": "dirty", "time_median_us": "55"}])

    def run(block=BLOCK, clocks=CLOCKS, ncu=NCU):
        clock_files.write(tmp_path / "clocks.csv", clocks)
        clock_files.write(tmp_path / "ncu.csv", ncu)
        return fill_block(block)
    return run


def test_a_line_for_each_kernel_of_the_first_file_in_its_order(fill):
    code, lines = fill()
    assert code == 0 and lines[0] == TITLES
    assert lines[2:6] == [
        "| `tiles/gpu/slow` 1000x1000, tile=8, mode=plain | 48.0 us | 55.0 us | 40.0 us | 46.0 us | 47.1 us | 33.0 us "
        "| 50.0 us |", "| `tiles/gpu/absent` 1000x1000, tile=8, mode=plain |  |  |  |  |  |  | 1.23 ms |",
        "| `tiles/gpu/slow` 1000x1000, tile=2, mode=plain | 42.0 us |  | 34.0 us |  |  |  | 41.0 us |",
        "| `fill/gpu/vector_store` 1000x1000 | 10.0 us |  | 8.00 us |  |  |  | 9.50 us |"]
    assert lines[6] == ("cold, dirty and hot: bench's medians; Made-up GPU, host Made-up CPU; NVBench 1; Triton 2; "
                        "Nsight 3; commit made-up-dirty")
    assert len(lines) == 7


def test_the_kernels_of_one_case_and_one_file_alone(fill):
    code, lines = fill("clocks rows=rows.csv clocks=clocks.csv case=fill")
    assert code == 0 and len(lines) == 4
    assert lines[2].startswith("| `fill/gpu/vector_store` 1000x1000 | 10.0 us |") and "NVBench 1" not in lines[3]


@pytest.mark.parametrize(("block", "words"), [
    ("clocks rows=rows.csv", "a clocks needs clocks="), (BLOCK + " cache=cold", "'cache=cold'"),
    (BLOCK + " device=Other", "choose with device= one of 'Made-up GPU'"),
    (BLOCK + " case=none", "no times with case=none; there are tiles, fill"),
    ("clocks rows=rows.csv clocks=none.csv", "none.csv: cannot be read"),
    ("clocks rows=rows.csv clocks=clocks.csv,clocks.csv", "tiles/gpu/slow by nvbench_cold is also in")])
def test_what_is_not_there_is_one_line(fill, capsys, block, words):
    code, lines = fill(block)
    error = capsys.readouterr().err
    assert code == 2 and words in error and error.count("\n") == 1 and lines == []


def test_times_that_do_not_fit_the_rows_are_refused(fill, capsys):
    assert fill(ncu=[timing("gpu/slow", "ncu", 46.0, "Nsight 3", gpu="Other GPU")])[0] == 2
    assert "ncu.csv: measured on 'Other GPU', the rows on 'Made-up GPU'" in capsys.readouterr().err
    assert fill(clocks=[timing("gpu/absent", "do_bench", 9.0, "Triton 2")])[0] == 2
    assert "no row is of a kernel in these times" in capsys.readouterr().err


def test_hostile_text_stays_inside_its_line(fill):
    code, lines = fill(clocks=[timing("gpu/slow", "do_bench", 9.0, "<script>|`x`\n| a |")])
    assert code == 0 and "<script>" not in "".join(lines) and len(lines) == 4
