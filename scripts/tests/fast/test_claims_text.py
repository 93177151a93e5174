"""`rungs claims` and the blocks of claims: as Markdown, and refused with one line; a claim's headline and its other
settings. And Rungs' goals compared with made-up rows."""

import hostile
import pytest
from conftest import Command, records
from made_up_runs import bare_row as row
from made_up_side import side_line, side_text
from report_data import bound_shares
from test_claims import CLAIMS, SECOND, pair

from rungs.data import checkout, counter_files, side_table
from rungs.statistics import claims, goals
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
    assert [verdict for verdict in claims.VERDICTS if f"`{verdict}`" not in legend] == []
    assert "no row: division/gpu/divide" in next(line for line in lines if "division is dear" in line)
    write_rows([run_of, run_of | {"device": "another"}], "counters.runs.csv")  # whose are they?
    assert run(rows, "--counters", path) == 0 and "instructions" not in capsys.readouterr().out


def timed(name, us, params="tile=8", **change):
    """A cold row of 'case/variant', 1000x1000, of 1 % noise and half of the speed of light; a time of '' is none."""
    return row(name, us, **{"status": "ok" if us else "unsupported", "params": params,
                            "speed_of_light_percent": "50" if us else "", **change})


@pytest.fixture
def result(tmp_path, write_rows):
    """The verdict on a goal of 'variant against at_least' over rows."""
    def judge(lines, against, at_least, condition="1000x1000"):
        path = tmp_path / "goals.csv"
        path.write_text(f"{','.join(goals.COLUMNS)}\nG1,a goal,tiles/gpu/top,{against},{condition},{at_least}\n")
        goal, = goals.read(path)
        machine, = claims.load([write_rows(lines)])
        return goals.judge(goal, machine)
    return judge


@pytest.mark.parametrize("against, at_least, verdict, ratio", [
    ("speed of light", 0.5, goals.MET, 0.5), ("speed of light", 0.501, goals.MISSED, 0.5),
    ("tiles/peer/library", 2, goals.MET, 2), ("tiles/peer/library", 2.001, goals.MISSED, 2),
    ("20 us", 2, goals.MET, 2), ("19.9 us", 2, goals.MISSED, 1.99)])
def test_a_goal_is_met_or_missed_and_never_rounded(result, against, at_least, verdict, ratio):
    found = result([timed("tiles/gpu/top", 10), timed("tiles/peer/library", 20)], against, at_least)
    assert (found.verdict, found.ratio) == (verdict, pytest.approx(ratio))


def test_the_slowest_setting_under_the_condition_counts(result):
    found = result([timed("tiles/gpu/top", us, f"tile={us}") for us in (10, 25, 20)], "20 us", 1)
    assert found.verdict == goals.MISSED and found.measured.startswith("0.800")
    assert "tile=25" in found.measured and "of 3" in found.measured
    # What the condition names leaves other settings out.
    lines = [timed("tiles/gpu/top", 10), timed("tiles/gpu/top", 99, "tile=9"), timed("tiles/gpu/top", 99, size="7x7")]
    assert result(lines, "20 us", 1, "1000x1000 tile=8").verdict == goals.MET


@pytest.mark.parametrize("lines, against, condition", [
    ([timed("tiles/gpu/other", 10)], "20 us", ""), ([timed("tiles/gpu/top", "")], "20 us", ""),
    # a setting without a time could be the slowest
    ([timed("tiles/gpu/top", 10), timed("tiles/gpu/top", "", "tile=9")], "20 us", ""),
    ([timed("tiles/gpu/top", 10, cache="hot")], "20 us", ""),
    ([timed("tiles/gpu/top", 10)], "20 us", " tyle=8"), ([timed("tiles/gpu/top", 10)], "tiles/peer/library", ""),
    ([timed("tiles/gpu/top", 10, speed_of_light_percent="")], "speed of light", "")])
def test_a_goal_without_its_rows_is_not_measured(result, lines, against, condition):
    assert result(lines, against, 1, f"1000x1000{condition}").verdict == goals.NOT_MEASURED


def test_the_goals_of_the_tree_are_legal_and_of_variants_that_exist():
    source = checkout.find(checkout.CASES)
    for goal in goals.read(checkout.find(checkout.GOALS)):
        for name in (goal.variant, goal.against):
            if name.count("/") >= 2:
                assert list(source.glob(f"{name}.c*")), name


def test_a_block_of_goals_shows_them(write_rows, capsys, fill_block):
    write_rows([timed("uv/gpu/blended_cell_overlapped", 10, "lattice=square", size="10240x10240",
                      speed_of_light_percent="97.6")])
    code, lines = fill_block("goals rows=rows.csv case=uv")
    assert code == 0 and any("0.976" in line and f"| {goals.MET} |" in line for line in lines)
    assert fill_block("goals rows=rows.csv case=none")[0] == 2
    assert "no goals on case=none; there are 'distance'" in capsys.readouterr().err
