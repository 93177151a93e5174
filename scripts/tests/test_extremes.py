"""Any number that a file can hold is handled, or refused with one line: no command ends with a traceback."""

import pytest
from conftest import PUBLISHED, Command, records
from report_data import CLAIMS

from rungs.data.rows import NUMBERS

EXTREMES = ["5e-324", "1e-300", "1e-18", "0", "1e18", "1e200", "1.7976931348623157e308", "-0", "1" * 400]


def calls(rows, out):
    """The command lines that read rows."""
    common = ["--published", str(PUBLISHED), "--claims", str(CLAIMS)]
    return {"plot": [rows, "--out", out / "plots", "--published", PUBLISHED, "--formats=svg"],
            "report": [rows, "--out", out / "report.html", *common],
            "compare": [rows, rows, "--cycles=always"], "history": [rows, rows], "claims": [rows, "--claims", CLAIMS],
            "tables": [out / "page.md", *common]}


@pytest.mark.parametrize("column", NUMBERS)
@pytest.mark.parametrize("value", EXTREMES)
def test_a_number_gives_a_result_or_one_line(column, value, write_rows, tmp_path, capsys):
    rows = records()
    for row in rows[::3]:  # those of several variants; the others have what the made-up file has
        row[column] = value if row["status"] == "ok" or column not in ("samples",) else row[column]
    path = write_rows(rows)
    (tmp_path / "page.md").write_text(
        "".join(f"<!-- generated: {what} rows=rows.csv case=tiles -->\n\n<!-- /generated -->\n"
                for what in ("table", "claims")))
    for name, words in calls(path, tmp_path).items():
        if name == "plot" and column not in ("time_median_us", "speed_of_light_percent", "gbps", "operations", "bytes"):
            continue  # reads no other number; and is slow
        code = Command(name).main([str(word) for word in words])
        error = capsys.readouterr().err
        assert (code, error) == (0, "") or code == 1 or (code == 2 and error.count("\n") == 1), (name, error)
        if code == 2:
            assert error.startswith(f"rungs {name}: ") and "expected" in error
