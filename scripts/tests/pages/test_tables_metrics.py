"""Generated blocks of a case's further figures."""

import pytest
from conftest import records
from made_up_side import side_line, side_text

FIGURES = [("tiles", "gpu/fast", "op=add;steps=8", "latency", "4.3125", "cycles"),
           ("tiles", "gpu/wide", "op=add;steps=8", "throughput", "121.3", "operations/cycle"),
           ("tiles", "gpu/wide", "op=divide;steps=8", "throughput", "4.611", "operations/cycle"),
           ("tiles", "gpu/wide", "op=divide;steps=16", "throughput", "99", "operations/cycle"),
           ("other", "gpu/wide", "op=shift;steps=8", "throughput", "1", "operations/cycle")]


@pytest.fixture
def fill(tmp_path, write_rows, fill_block):
    """Fills a page of one block with the rows and figures; returns the exit code and the block's lines."""
    base = next(row for row in records() if row["backend"] == "cuda" and row["status"] == "ok")

    def filled(block, figures=FIGURES):
        rows, lines = [], []
        for case, variant, params, *figure in figures:
            *size, name, value, unit = figure
            size = size[0] if size else "1000x1000"
            row = {**base, "case": case, "variant": variant, "params": params, "size": size, "cache": "cold",
                   "improves": ""}
            if row not in rows:
                rows.append(row)
            lines.append(side_line(row, "metric", name, value, unit))
        write_rows(rows)
        (tmp_path / "rows.side.csv").write_text(side_text(lines), encoding="utf-8")
        return fill_block(block)
    return filled


def test_a_line_a_value_and_a_column_a_figure_of_each_variant(fill):
    code, lines = fill("metrics rows=rows.csv case=tiles by=op params=steps=8")
    assert code == 0
    assert lines[0] == "| op | gpu/fast: latency, cycles | gpu/wide: throughput, operations/cycle |"
    assert lines[2:4] == ["| `add` | 4.31 | 121 |", "| `divide` | – | 4.61 |"]
    assert lines[-1].startswith("1000x1000, steps=8; Made-up GPU")


SIZES = [("loads", "gpu/chain", "distance=8", size, *figure) for size in ("20x5", "5x5")
         for figure in (("latency", str(len(size)), "cycles"), ("time", "9", "ns"))]


def test_a_line_a_size_in_their_order_and_chosen_figures_of_one_setting(fill, capsys):
    code, lines = fill("metrics rows=rows.csv case=loads by=size columns=latency", SIZES)
    assert code == 0
    assert lines[0] == "| size | latency, cycles |"
    assert lines[2:4] == ["| `5x5` | 3 |", "| `20x5` | 4 |"]
    assert lines[-1].startswith("gpu/chain; distance=8; Made-up GPU")
    others = [("loads", "gpu/chain", "distance=9", "7x7", "latency", "1", "cycles")]
    assert fill("metrics rows=rows.csv case=loads by=size columns=latency", [*SIZES, *others])[0] == 2
    assert "figures of several problems: 'distance=8' and 'distance=9'; expected one" in capsys.readouterr().err


@pytest.mark.parametrize(("wants", "said"), [
    ("case=nothing", "no rows with case=nothing; there are 'tiles', 'other'"),
    ("case=tiles params=op=shift", "no rows with op=shift; there are 'add', 'divide'"),
    ("case=tiles by=nonsense params=steps=8", "no figures with rows=rows.csv, case=tiles, by=nonsense"),
    ("case=tiles params=steps=8 columns=latency,latnecy",
     "columns=latency,latnecy: no figure 'latnecy'; expected some of latency, throughput"),
    ("case=tiles", "figures of several problems: "), ("case=tiles by=op", "figures of several problems: ")])
def test_figures_that_are_not_there_are_told(fill, wants, said, capsys):
    assert fill(f"metrics rows=rows.csv {wants}")[0] == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
