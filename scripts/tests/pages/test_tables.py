"""Generated tables: filled, checked, and never a way for text to break out."""

import hostile
import pytest
from conftest import PUBLISHED, Command, records

from rungs.tables import tables

TABLE = "<!-- generated: table rows=rows.csv case=tiles -->"
END = "<!-- /generated -->"


@pytest.fixture
def page(tmp_path, write_rows):
    """Writes rows.csv and a page of blocks next to it; returns the page's path."""
    def make(*lines, with_rows=None):
        write_rows(with_rows or records())
        path = tmp_path / "page.md"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path
    return make


def run(*arguments):
    return Command("tables").run(*arguments, "--published", PUBLISHED)


@pytest.fixture
def filled(write_rows, fill_block):
    """Fills one block about the made-up rows; returns its text."""
    def fill(block="table rows=rows.csv case=tiles"):
        write_rows(records())
        code, lines = fill_block(block)
        assert code == 0
        return "\n".join(lines)
    return fill


def cells(text, name):
    """The cells of the table line that starts with a name."""
    line, = (line for line in text.splitlines() if line.startswith(f"| `{name}` |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def test_a_table_is_filled_and_then_up_to_date(page, capsys):
    path = page("before", TABLE, "old", END, "after")
    assert run("--check", path) == 1
    error = capsys.readouterr().err
    assert str(path) in error and "stale" in error and "2 incorrect" in error and error.count("\n") == 2
    assert "old" in path.read_text(encoding="utf-8")  # --check writes nothing

    assert run(path) == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{TABLE}\n\n| variant |") and text.endswith(f"\n\n{END}\nafter\n")
    assert run("--check", path) == 0
    time = path.stat().st_mtime_ns
    assert run(path) == 0 and path.stat().st_mtime_ns == time
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run("--check", path) == 0  # a page keeps its line ends


def test_what_a_table_holds(filled):
    text = filled()
    assert cells(text, "host/slow") == ["9.00 ms", "0.3 %", "444 MB/s", "4.4 %", "", "5 ms (Made-up old CPU)"]
    assert cells(text, "host/quick") == ["3.00 ms (unstable)", "0.3 %", "1.33 GB/s", "13 %", "3.00x faster", ""]
    assert cells(text, "gpu/quick") == ["20.0 us", "0.3 %", "200 GB/s", "50 %", "2.40x faster",
                                        "90 us (Made-up old GPU; size, tile not given)"]
    assert cells(text, "gpu/wrong")[0] == "incorrect: 7 mismatches, first at (3, 4)"
    order = [text.index(f"`{name}`") for name in ("host/slow", "host/quick", "gpu/slow", "peer/library")]
    assert order == sorted(order)
    assert "Made-up GPU, host Made-up CPU" in text and "gpu speed of light 10.0 us (measured fill)" in text
    assert "commit made-up-dirty" in text
    assert cells(text, "gpu/slow")[-2] == "188x faster than `host/slow`"  # which does not stand above


def test_a_sweep_over_a_parameter_or_a_size(filled):
    text = filled("sweep rows=rows.csv case=tiles by=tile")
    assert "| tile | 2 | 4 | 8 | 16 |" in text
    assert cells(text, "gpu/wide")[3] == "unsupported"
    assert cells(text, "host/slow") == [tables.NOTHING, tables.NOTHING, "9.00 ms, 4.4 %", tables.NOTHING]
    assert "| size | 100x100 | 1000x1000 | 3000x3000 |" in filled("sweep rows=rows.csv case=sum by=size")


def test_examples_in_code_fences_stay(page):
    path = page("```", TABLE, END, "```", "~~~~", "<!-- generated: nonsense -->", "~~~", "~~~~")
    before = path.read_bytes()
    assert run(path) == 0 and path.read_bytes() == before


def test_hostile_text_stays_inside_its_cell(page):
    path = page(TABLE, END, "after", with_rows=hostile.change(records()))
    assert run(path) == run("--check", path) == 0
    block, _, after = path.read_text(encoding="utf-8").partition(f"{TABLE}\n")[2].partition(END)
    assert hostile.harmless(block, markdown=True) and after == "\nafter\n"
    assert block.count("\n|") == 2 + 7 and block.partition("\n| ")[2].partition("\n")[0].count("|") == 6


@pytest.mark.parametrize(("lines", "wanted"), [
    ([TABLE], ":1: not closed"), ([TABLE, TABLE, END], ":1: not closed before the next"),
    (["x", END], ":2: closes nothing"),
    (["text <!-- generated: table rows=rows.csv case=tiles -->", END], "on a line of its own")])
def test_a_broken_block_leaves_this_page_and_the_others_as_they_were(page, tmp_path, capsys, lines, wanted):
    broken, other = page(*lines), tmp_path / "other.md"
    other.write_text(f"{TABLE}\n{END}\n", encoding="utf-8")
    before = broken.read_bytes(), other.read_bytes()
    for mode in ([], ["--check"]):
        assert run(*mode, other, broken) == 2
        error = capsys.readouterr().err
        assert wanted in error and error.count("\n") == 1
    assert (broken.read_bytes(), other.read_bytes()) == before


def test_simulated_rows_alone_make_no_table(page, capsys):
    path = page(TABLE, END, with_rows=[row for row in records() if row["backend"] == "simulator"])
    assert run(path) == 2
    assert "0 machines" in capsys.readouterr().err
