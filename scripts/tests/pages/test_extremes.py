"""Any number that a file can hold is handled: no command ends with a traceback."""

import pytest
from conftest import PUBLISHED, Command, records
from report_data import CLAIMS

from rungs.data.row_format import NUMBERS

DRAWN = ("time_median_us", "speed_of_light_percent", "gbps", "operations", "bytes")  # of the plots; these are slow
ENDS = "1e-18", "1e18"  # of what is not drawn, one file holds both


def changed(column, values):
    """The made-up rows with values, in turn, in a column of most of the rows that were timed."""
    rows = records()
    for number, row in enumerate(rows):
        if row["status"] == "ok" and row["time_median_us"] and (number % 3 or column == "sm_clock_mhz"):
            row[column] = values[number % len(values)]
    return rows


@pytest.mark.parametrize(("column", "values"), [
    (column, values) for column in NUMBERS for values in ([ENDS[:1], ENDS[1:]] if column in DRAWN else [ENDS])])
@pytest.mark.filterwarnings("ignore")
def test_a_number_gives_a_result_or_one_line(column, values, write_rows, tmp_path, capsys):
    rows, figures = write_rows(changed(column, values)), ["--published", PUBLISHED]
    (tmp_path / "page.md").write_text("\n".join(f"<!-- generated: {what} -->\n\n<!-- /generated -->\n" for what in (
        "table rows=rows.csv case=tiles", "sweep rows=rows.csv case=sum by=size", "claims rows=rows.csv")))
    calls = {"report": [rows, "--out", tmp_path / "report.html", *figures], "compare": [rows, rows],
             "claims": [rows, "--claims", CLAIMS], "tables": [tmp_path / "page.md", *figures, "--claims", CLAIMS]}
    if column in DRAWN:
        calls["plot"] = [rows, "--out", tmp_path / "plots", *figures, "--formats=svg"]
    for name, words in calls.items():
        code = Command(name).run(*words)
        error = capsys.readouterr().err
        assert code in (0, 1) or (code == 2 and error.count("\n") == 1), (name, error)
