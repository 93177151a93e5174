"""Generated blocks of what lies next to rows: counters, static facts, other tools' clocks, further figures; and all
that is wrong in blocks."""

import pytest
from conftest import records
from made_up_side import side_line, side_text
from report_data import bound_shares

from rungs.data import clock_files, counter_files, fact_files
from rungs.data.clock_files import Timing
from rungs.data.records import csv_text
from rungs.data.row_format import TIMES

FILES = "rows=rows.csv counters=counters.csv case=tiles"
READ, WRITE = "dram__bytes_read.sum", "dram__bytes_write.sum"
COUNTS = {("gpu/slow", 8): (9e6, 4e6), ("gpu/quick", 8): (4e6, 4e6), ("gpu/slow", 2): (9e6, 5e6)}

STATIC = csv_text(fact_files.COLUMNS, [
    ["tiles", "gpu/slow", kernel, architecture, metric, value, ""]
    for kernel, architecture, *both in (
        ("slow", "sm_75", 40, 12), ("slow", "sm_90", 32, 30), ("finish", "sm_90", 64, 1))
    for metric, value in zip(("registers", "sass_min_max"), both)])
BLOCK = "clocks rows=rows.csv clocks=clocks.csv,ncu.csv"
TITLES = "| kernel and size | cold | dirty | hot | Nsight Compute | NVBench | NVBench batch | `do_bench` |"


def timing(variant, clock, time_us, tool, params="tile=8;mode=plain", gpu="Made-up GPU"):
    return Timing("tiles", variant, "1000x1000", params, clock, time_us, tool, gpu)


CLOCKS = [timing("gpu/slow", "nvbench_cold", 47.123, "NVBench 1"),
          timing("gpu/slow", "nvbench_batch", 33.0, "NVBench 1"),
          timing("gpu/absent", "do_bench", 1234.0, "Triton 2"), timing("gpu/slow", "do_bench", 49.96, "Triton 2"),
          timing("gpu/slow", "do_bench", 41.0, "Triton 2", params="tile=2;mode=plain")]
NCU = [timing("gpu/slow", "ncu", 46.0, "Nsight 3"), timing("gpu/quick", "ncu", 19.0, "Nsight 3")]


@pytest.fixture
def fill(tmp_path, write_rows, fill_block):
    """Fills a page of one block; returns the exit code and the block's lines."""
    cold = ("tiles", "gpu/slow", "tile=8;mode=plain", "cold")
    row, = (row for row in records() if (row["case"], row["variant"], row["params"], row["cache"]) == cold)
    write_rows([*records(), {**row, **dict.fromkeys(TIMES, ""), "cache": "dirty", "time_median_us": "55"}])
    counter_files.write(tmp_path / "counters.csv", {
        ("tiles", variant, "1000x1000", f"tile={tile};mode=plain"): {
            READ: (read, "byte"), WRITE: (write, "byte"),
            **{name: (90 if "dram" in name else 20, "%") for name in bound_shares()}}
        for (variant, tile), (read, write) in COUNTS.items()}, [])
    (tmp_path / "static.csv").write_text(STATIC, encoding="utf-8")
    def run(block=BLOCK, clocks=CLOCKS, ncu=NCU):
        clock_files.write(tmp_path / "clocks.csv", clocks)
        clock_files.write(tmp_path / "ncu.csv", ncu)
        return fill_block(block)
    return run


def test_a_line_a_variant_and_problem_with_the_chosen_counters(fill):
    code, lines = fill(f"evidence {FILES} columns=bound_by,dram_read_bytes,top_stall")
    assert code == 0 and lines[0] == "| variant | tile | time | bound by | DRAM reads | waits most for |"
    assert lines[2:5] == ["| `gpu/slow` | 8 | 48.0 us | DRAM 90 % of its peak | 9.00 MB | – |",
                          "| `gpu/quick` | 8 | 20.0 us | DRAM 90 % of its peak | 4.00 MB | – |",
                          "| `gpu/slow` | 2 | 42.0 us | DRAM 90 % of its peak | 9.00 MB | – |"]
    assert lines[5].startswith("1000x1000, mode=plain, cold cache, Made-up GPU")


def test_static_facts_are_those_of_the_kernel_that_has_most(fill):
    code, lines = fill("static rows=static.csv case=tiles columns=registers,sass_min_max architectures=75,90")
    assert code == 0
    assert lines[:4] == ["| variant | architecture | registers | min max |", "| --- | ---: | ---: | ---: |",
                         "| `gpu/slow` | sm_75 | 40 | 12 |", "| `gpu/slow` | sm_90 | 64 | 30 |"]


def test_a_line_for_each_kernel_of_the_first_file_in_its_order(fill):
    code, lines = fill()
    assert code == 0 and lines[0] == TITLES
    assert lines[2].endswith("| 48.0 us | 55.0 us | 40.0 us | 46.0 us | 47.1 us | 33.0 us | 50.0 us |")
    assert lines[3] == "| `tiles/gpu/absent` 1000x1000, tile=8, mode=plain |  |  |  |  |  |  | 1.23 ms |"
    assert "Made-up GPU, host Made-up CPU; NVBench 1; Triton 2; Nsight 3; commit" in lines[-1] and len(lines) == 6


def test_times_that_do_not_fit_the_rows_are_refused(fill, capsys):
    assert fill(ncu=[timing("gpu/slow", "ncu", 46.0, "Nsight 3", gpu="Other GPU")])[0] == 2
    assert "ncu.csv: measured on 'Other GPU', the rows on 'Made-up GPU'" in capsys.readouterr().err
    assert fill(clocks=[timing("gpu/absent", "do_bench", 9.0, "Triton 2")])[0] == 2
    assert "no row is of a kernel in these times" in capsys.readouterr().err


ON_TILES = "table rows=rows.csv case=tiles"


@pytest.mark.parametrize(("block", "words"), [
    ("pie rows=rows.csv", "expected table, sweep, claims"), ("table case=tiles", "needs rows="),
    (f"{ON_TILES} colour=red", "'colour=red'; expected"), ('table rows="rows.csv case=tiles', "No closing quotation"),
    ("sweep rows=rows.csv case=tiles by=mode", "by=mode: not swept"), (f"{ON_TILES} size=1x1", "no rows with size=1x1"),
    ("claims rows=rows.csv case=nope", "no claims on case=nope; there are 'arithmetic'"),
    ("table rows=none.csv case=tiles", "none.csv: cannot be read"),
    (f"{ON_TILES} variants=gpu/none", "no rows with variant=gpu/none"),
    (f"{ON_TILES} params=tile", "params: expected name=value"),
    ("static rows=static.csv case=tiles columns=registers architectures=80", "no facts for sm_80"),
    ("static rows=static.csv case=tiles columns=rgisters architectures=75", "no fact 'rgisters'; expected registers"),
    ("static rows=static.csv case=tiles columns=registers architectures=75 variants=gpu/x", "no facts of variants"),
    (f"evidence {FILES}", "needs columns="),
    (f"evidence {FILES} columns=dram_reads", "no counter 'dram_reads'; expected top_stall, bound_by, kernels"),
    (f"evidence {FILES} columns=kernels params=tile=3", "no rows with tile=3"),
    (f"steps {FILES} params=tile=2", "none of these variants improves another"),
    ("clocks rows=rows.csv", "a clocks needs clocks="),
    ("clocks rows=rows.csv clocks=clocks.csv,clocks.csv", "tiles/gpu/slow by nvbench_cold is also in")])
def test_what_is_wrong_or_not_there_is_one_line(fill, capsys, block, words):
    code, lines = fill(block)
    error = capsys.readouterr().err
    assert code == 2 and words in error and error.count("\n") == 1 and lines == []


FIGURES = [("gpu/fast", "op=add;steps=8", "latency", "4.3125", "cycles"),
           ("gpu/wide", "op=add;steps=8", "throughput", "121.3", "operations/cycle"),
           ("gpu/wide", "op=divide;steps=8", "throughput", "4.611", "operations/cycle"),
           ("gpu/wide", "op=divide;steps=16", "throughput", "99", "operations/cycle")]


@pytest.fixture
def fill_figures(tmp_path, write_rows, fill_block):
    """Fills a page of one block with the rows and figures; returns the exit code and the block's lines."""
    base = next(row for row in records() if row["backend"] == "cuda" and row["status"] == "ok")

    def filled(block):
        rows, lines = [], []
        for variant, params, *figure in FIGURES:
            row = {**base, "case": "tiles", "variant": variant, "params": params, "cache": "cold", "improves": ""}
            if row not in rows:
                rows.append(row)
            lines.append(side_line(row, "metric", *figure))
        write_rows(rows)
        (tmp_path / "rows.side.csv").write_text(side_text(lines), encoding="utf-8")
        return fill_block(block)
    return filled


def test_a_line_a_value_and_a_column_a_figure_of_each_variant(fill_figures):
    code, lines = fill_figures("metrics rows=rows.csv case=tiles by=op params=steps=8")
    assert code == 0 and lines[0] == "| op | gpu/fast: latency, cycles | gpu/wide: throughput, operations/cycle |"
    assert lines[2:4] == ["| `add` | 4.31 | 121 |", "| `divide` | – | 4.61 |"]
    assert lines[-1].startswith("1000x1000, steps=8; Made-up GPU")


@pytest.mark.parametrize(("wants", "said"), [
    ("case=nothing", "no rows with case=nothing; there are 'tiles'"),
    ("case=tiles by=nonsense params=steps=8", "no figures with rows=rows.csv, case=tiles, by=nonsense"),
    ("case=tiles params=steps=8 columns=latency,latnecy",
     "columns=latency,latnecy: no figure 'latnecy'; expected some of latency, throughput"),
    ("case=tiles", "figures of several problems: "), ("case=tiles by=op", "figures of several problems: ")])
def test_figures_that_are_not_there_are_told(fill_figures, wants, said, capsys):
    assert fill_figures(f"metrics rows=rows.csv {wants}")[0] == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
