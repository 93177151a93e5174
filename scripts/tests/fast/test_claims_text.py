"""`rungs claims` and the blocks of claims: as Markdown, and refused with one line; a claim's headline and its other
settings, and claims that are not judged."""

import hostile
import pytest
from conftest import Command, records
from made_up_runs import bare_row as row
from made_up_side import side_line, side_text
from report_data import bound_shares
from test_claims import CLAIMS, SECOND, pair, results  # noqa: F401

from rungs.data import counter_files, side_table
from rungs.statistics.claims import VERDICTS
from rungs.tables import tables

program = Command("claims")


def run(*arguments, known=CLAIMS):
    return program.run(*arguments, "--claims", known)


def refused(capsys, *arguments, known=CLAIMS):
    return program.refused(capsys, *arguments, "--claims", known)


@pytest.fixture
def page(fill_block):
    """Fills a page of one block of claims, or checks it; returns the exit code and the block's lines."""
    return lambda block, *options, known=CLAIMS: fill_block(f"claims {block}", "--claims", known, *options)


def test_a_block_has_two_columns_a_device_and_a_line_a_setting(write_rows, page):
    def lattice(kind, slow, **change):
        return [row(f"lattice/gpu/{name}", us, params=f"lattice={kind}", **change)
                for name, us in (("plain", slow), ("other", 10))]
    write_rows([*pair(), *lattice("a", 10), *lattice("b", 20), *lattice("b", 10, **SECOND)])
    _, lines = page("rows=rows.csv")
    assert lines[0] == "| claim | published | measured, Made-up GPU | verdict | measured, Made-up GPU 2 | verdict |"
    table = {cells[0]: cells[1:] for cells in (line.strip("| ").split(" | ") for line in lines[2:])}
    assert table["M1: the quick one is four times faster"] == [
        "4x", "4.00x ± 0.7 %", "holds", tables.NOTHING, "not measured: no row: tiles/gpu/slow, tiles/gpu/quick"]
    assert table["M3: the lattice does not matter (lattice=a)"] == [
        "1.02x", "1.00x ± 0.7 %", "holds", tables.NOTHING, "not measured: no row at this setting"]
    assert table["other settings"] == ["", "2.00x", "1 differs (lattice=b)", "1.00x", "1 holds"]
    assert sum(name.startswith("M3") for name in table) == 1


def test_bad_input_is_one_line(write_rows, tmp_path, capsys):
    path = write_rows(pair())
    assert program.run(path) == 0 and "indexed loop" in capsys.readouterr().out, "the project's own claims"
    simulated = write_rows(pair("", "", backend="simulator"), "simulated.csv")
    assert "rows.csv/claims.md: cannot be written" in refused(capsys, path, "--out", path / "claims.md")
    assert "only simulator rows" in refused(capsys, simulated)
    for content, wanted in (("a,b\n1,2\n", "1: the header"), (side_text([
            side_line(pair()[0], "metric", "latency", "quick", "cycles")]), "2: value is")):
        (tmp_path / "rows.side.csv").write_text(content, encoding="utf-8")
        assert f"rows.side.csv:{wanted}" in refused(capsys, path)


def test_hostile_text_stays_in_its_line_and_cell(write_rows, capsys, page):
    path = write_rows(hostile.change(records()))
    slow, quick = (f"tiles/{name}" for name in hostile.NAMES[:2])
    known = write_rows([{
        "id": f"<{number}>|\n", "document": "<d>", "statement": hostile.MESSAGE, "slower": a, "faster": b,
        "condition": "", "published_ratio": "2", "note": hostile.MESSAGE} for number, (a, b) in enumerate(
            [(slow, quick), (quick, slow), ("x/<b>/|`\n", "x/\x1b[31m/\u202e")])], "hostile_claims.csv")
    assert run(path, known=known) == 0
    text = capsys.readouterr().out
    assert hostile.harmless(text, markdown=True) and "holds" in text and "other settings" in text
    code, lines = page("rows=rows.csv", known=known)
    assert code == 0 and page("rows=rows.csv", "--check", known=known)[0] == 0
    assert len(lines) > 3 and hostile.harmless("\n".join(lines), markdown=True)


def test_the_page_names_the_counters_that_moved(write_rows, tmp_path, capsys):
    rows = write_rows([*pair(), row("tiles/host/slow", 2000)])
    counters = [side_line(one, "counter", "smsp__inst_executed.sum", value, "inst", "ncu")
                for one, value in zip(pair(), ("9000000", "3000000"))]
    counters += [side_line(one, "counter", name, "70" if name[0] == "s" else "20", "%", "ncu")
                 for one in pair() for name in bound_shares()]
    run_of = dict.fromkeys(counter_files.RUN_COLUMNS, "x") | {"device": "Made-up GPU", "seconds": "1"}
    write_rows([run_of], "counters.runs.csv")
    path = write_rows(counters, "counters.csv", side_table.COLUMNS)
    assert run(rows, "--counters", path, "--out", tmp_path / "claims.md") == 0 and capsys.readouterr().out == ""
    lines = (tmp_path / "claims.md").read_text(encoding="utf-8").splitlines()
    line, = (line for line in lines if line.startswith("| M1 "))
    assert line.endswith("| 4x | 4.00x ± 0.7 % | **holds** | issue-bound at 70 % before and after: "
                         "instructions -67 % (9.00 M to 3.00 M) |")
    legend = " ".join(lines[:lines.index("## Made-up GPU")])
    assert [verdict for verdict in VERDICTS if f"`{verdict}`" not in legend] == []
    assert "no row: division/gpu/divide" in next(line for line in lines if "division is dear" in line)
    write_rows([run_of, run_of | {"device": "another"}], "counters.runs.csv")  # whose are they?
    assert run(rows, "--counters", path) == 0 and "instructions" not in capsys.readouterr().out
