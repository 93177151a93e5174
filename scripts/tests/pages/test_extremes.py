"""Any number that a file can hold is handled, or refused with one line: no command ends with a traceback."""

import pytest
from conftest import PUBLISHED, Command, records
from report_data import CLAIMS

from rungs.data.row_format import NUMBERS

DRAWN = ("time_median_us", "speed_of_light_percent", "gbps", "operations", "bytes")  # of the plots; these are slow
LEGAL, ILLEGAL = ("1e-18", "1e18"), ("5e-324", "1e200", "9" * 400)
# Of what is not drawn, one file holds both small and large numbers.
CHANGES = [(column, value) for column in NUMBERS
           for value in (*(LEGAL if column in DRAWN else [" ".join(LEGAL)]), *ILLEGAL)]


def calls(rows, folder):
    figures = ["--published", PUBLISHED]
    return {"report": [rows, "--out", folder / "report.html", *figures],
            "compare": [rows, rows], "claims": [rows, "--claims", CLAIMS],
            "tables": [folder / "page.md", *figures, "--claims", CLAIMS],
            "plot": [rows, "--out", folder / "plots", *figures, "--formats=svg"]}


def changed(column, values):
    """The made-up rows with values, in turn, in a column of most of the rows that were timed."""
    rows = records()
    for number, row in enumerate(rows):
        if row["status"] == "ok" and row["time_median_us"] and (number % 3 or column == "sm_clock_mhz"):
            row[column] = values[number % len(values)]
    return rows


@pytest.mark.parametrize(("column", "value"), CHANGES, ids=lambda text: text[:25])
@pytest.mark.filterwarnings("ignore")
def test_a_number_gives_a_result_or_one_line(column, value, write_rows, tmp_path, capsys):
    path, legal = write_rows(changed(column, value.split())), value not in ILLEGAL
    blocks = [f"<!-- generated: {what} -->\n\n<!-- /generated -->\n" for what in (
        "table rows=rows.csv case=tiles", "sweep rows=rows.csv case=sum by=size", "claims rows=rows.csv")]
    (tmp_path / "page.md").write_text("\n".join(blocks))
    for name, words in calls(path, tmp_path).items() if legal else [("report", calls(path, tmp_path)["report"])]:
        if name == "plot" and column not in DRAWN:
            continue
        code = Command(name).run(*words)
        error = capsys.readouterr().err
        assert code in (0, 1) or (code == 2 and error.count("\n") == 1), (name, error)
        if column != "max_error" and not legal:  # an error may be any number
            assert code == 2 and f": {column} is " in error and "expected a number from 0 to 1e+18" in error
        elif not legal:
            assert code == 1 and "2 incorrect" in error
