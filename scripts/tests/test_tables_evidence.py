"""Generated blocks of counters: chosen lines and columns, the sentences, and clear words where there is nothing."""

import pytest
from conftest import records

from rungs.data import counter_files

FILES = "rows=rows.csv counters=counters.csv case=tiles"
READ, WRITE = "dram__bytes_read.sum", "dram__bytes_write.sum"
COUNTS = {("gpu/slow", 8): (9e6, 4e6), ("gpu/quick", 8): (4e6, 4e6), ("gpu/slow", 2): (9e6, 5e6)}

STATIC = """case,variant,kernel,architecture,metric,value,unit
tiles,gpu/slow,slow,sm_75,registers,40,registers
tiles,gpu/slow,slow,sm_75,sass_min_max,12,instructions
tiles,gpu/slow,slow,sm_90,registers,32,registers
tiles,gpu/slow,slow,sm_90,sass_min_max,30,instructions
tiles,gpu/slow,finish,sm_90,registers,64,registers
tiles,gpu/slow,finish,sm_90,sass_min_max,1,instructions
"""


@pytest.fixture
def fill(tmp_path, write_rows, fill_block):
    """Fills a page of one block; returns the exit code and the block's lines."""
    write_rows(records())
    counter_files.write(tmp_path / "counters.csv", {
        ("tiles", variant, "1000x1000", f"tile={tile};mode=plain"): {READ: (read, "byte"), WRITE: (write, "byte")}
        for (variant, tile), (read, write) in COUNTS.items()}, [])
    (tmp_path / "static.csv").write_text(STATIC, encoding="utf-8")
    return fill_block


def test_a_line_a_variant_and_problem_with_the_chosen_counters(fill):
    code, lines = fill(f"evidence {FILES} columns=dram_read_bytes,dram_write_bytes,top_stall")
    assert code == 0
    assert lines[0] == "| variant | tile | time | DRAM reads | DRAM writes | waits most for |"
    assert lines[2:5] == ["| `gpu/slow` | 8 | 48.0 us | 9.00 MB | 4.00 MB | – |",
                          "| `gpu/quick` | 8 | 20.0 us | 4.00 MB | 4.00 MB | – |",
                          "| `gpu/slow` | 2 | 42.0 us | 9.00 MB | 5.00 MB | – |"]
    assert lines[5].startswith("1000x1000, mode=plain, cold cache, Made-up GPU")


def test_lines_are_chosen_by_variant_and_parameter(fill):
    code, lines = fill(f"evidence {FILES} columns=dram_read_bytes variants=gpu/slow params=tile=2")
    assert code == 0 and "tile=2" in lines[3]
    assert lines[0] == "| variant | time | DRAM reads |" and lines[2] == "| `gpu/slow` | 42.0 us | 9.00 MB |"


def test_steps_are_sentences(fill):
    code, lines = fill(f"steps {FILES}")
    assert code == 0
    assert len(lines) == 2 and lines[0].startswith("- gpu/quick is x2.40 faster than gpu/slow (")
    assert "DRAM reads x0.444 (9.00 MB to 4.00 MB)" in lines[0]


def test_static_facts_are_those_of_the_kernel_that_has_most(fill):
    code, lines = fill("static rows=static.csv case=tiles columns=registers,sass_min_max architectures=75,90")
    assert code == 0
    assert lines[:4] == ["| variant | architecture | registers | min max |", "| --- | ---: | ---: | ---: |",
                         "| `gpu/slow` | sm_75 | 40 | 12 |", "| `gpu/slow` | sm_90 | 64 | 30 |"]


@pytest.mark.parametrize(("block", "words"), [
    ("static rows=static.csv case=tiles columns=registers architectures=80", "no facts for sm_80"),
    ("static rows=static.csv case=tiles columns=rgisters architectures=75", "no fact 'rgisters'; expected registers"),
    ("static rows=static.csv case=sum columns=registers architectures=75", "no facts with case=sum"),
    ("static rows=static.csv case=tiles columns=registers architectures=75 variants=gpu/x", "no facts of variants"),
    (f"evidence {FILES}", "needs columns="),
    (f"evidence {FILES} columns=dram_reads", "no counter 'dram_reads'; expected top_stall, kernels"),
    (f"evidence {FILES} columns=kernels variants=gpu/none", "no line with variants=gpu/none; there are gpu/slow"),
    (f"evidence {FILES} columns=kernels params=tile=3", "no line of these variants"),
    (f"evidence {FILES.replace('tiles', 'sum')} columns=kernels", "case=sum has a time and counters; there are"),
    (f"steps {FILES} variants=gpu/slow", "none of these variants improves another"),
    ("evidence rows=rows.csv counters=none.csv case=tiles columns=kernels", "none.csv: cannot be read"),
])
def test_what_is_not_there_is_one_line(fill, capsys, block, words):
    code, lines = fill(block)
    error = capsys.readouterr().err
    assert code == 2 and words in error and error.count("\n") == 1 and lines == []
