"""Generated blocks of a case's further figures."""

import pytest
from conftest import records

from rungs.data.claim_files import METRIC_COLUMNS

FIGURES = [("tiles", "gpu/fast", "op=add;steps=8", "latency", "4.3125", "cycles"),
           ("tiles", "gpu/wide", "op=add;steps=8", "throughput", "121.3", "operations/cycle"),
           ("tiles", "gpu/wide", "op=divide;steps=8", "throughput", "4.611", "operations/cycle"),
           ("tiles", "gpu/wide", "op=divide;steps=16", "throughput", "99", "operations/cycle"),
           ("other", "gpu/wide", "op=shift;steps=8", "throughput", "1", "operations/cycle")]


@pytest.fixture
def fill(tmp_path, write_rows, fill_block):
    """Fills a page of one block beside rows with figures; returns the exit code and the block's lines."""
    write_rows(records())
    lines = [",".join(METRIC_COLUMNS), *(",".join([case, variant, "cuda", "1000x1000", params, "cold", "", *figure])
                                         for case, variant, params, *figure in FIGURES)]
    (tmp_path / "rows.metrics.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return fill_block


def test_a_line_a_value_and_a_column_a_figure_of_each_variant(fill):
    code, lines = fill("metrics rows=rows.csv case=tiles by=op params=steps=8")
    assert code == 0
    assert lines[0] == "| op | gpu/fast: latency, cycles | gpu/wide: throughput, operations/cycle |"
    assert lines[2:4] == ["| `add` | 4.31 | 121 |", "| `divide` | – | 4.61 |"]
    assert lines[-1].startswith("Made-up GPU")


def test_a_line_a_size_in_their_order_and_chosen_figures(fill, tmp_path):
    with (tmp_path / "rows.metrics.csv").open("a", encoding="utf-8") as file:
        for size, cycles in (("20x5", 7), ("5x5", 3)):
            file.write(f"loads,gpu/chain,cuda,{size},,cold,,latency,{cycles},cycles\n"
                       f"loads,gpu/chain,cuda,{size},,cold,,time,{cycles},ns\n")
    code, lines = fill("metrics rows=rows.csv case=loads by=size columns=latency")
    assert code == 0
    assert lines[0] == "| size | gpu/chain: latency, cycles |"
    assert lines[2:4] == ["| `5x5` | 3 |", "| `20x5` | 7 |"]


def test_without_a_parameter_a_line_a_variant(fill):
    code, lines = fill("metrics rows=rows.csv case=tiles params=op=add")
    assert code == 0
    assert lines[0] == "| variant | latency, cycles | throughput, operations/cycle |"
    assert lines[2:4] == ["| `gpu/fast` | 4.31 | – |", "| `gpu/wide` | – | 121 |"]


@pytest.mark.parametrize("wants", ["case=nothing", "case=tiles size=1x1", "case=tiles params=op=shift"])
def test_figures_that_are_not_there_are_told(fill, wants, capsys):
    assert fill(f"metrics rows=rows.csv {wants}")[0] == 2
    assert "no figures with " in capsys.readouterr().err


def test_a_figure_that_no_variant_has_is_told(fill, capsys):
    assert fill("metrics rows=rows.csv case=tiles params=steps=8 columns=latency,latnecy")[0] == 2
    assert "columns=latency,latnecy: no figure 'latnecy'; expected some of latency, throughput" in \
        capsys.readouterr().err


def test_a_line_without_the_chosen_figures_is_left_out(fill):
    code, lines = fill("metrics rows=rows.csv case=tiles by=op params=steps=8 columns=latency")
    assert code == 0
    assert lines[2] == "| `add` | 4.31 |" and not any("divide" in line for line in lines)


@pytest.mark.parametrize("wants", ["case=tiles", "case=tiles by=op"])
def test_figures_of_several_problems_in_one_cell_are_told(fill, wants, capsys):
    assert fill(f"metrics rows=rows.csv {wants}")[0] == 2
    assert "several rows of tiles/gpu/wide have a throughput" in capsys.readouterr().err
