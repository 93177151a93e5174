"""Published figures: read when bench runs, from the project's table or from another one."""

import pytest
from command_line import POINTER, SMALL

HEADER = "document,variant,hardware,condition,metric,value,note\n"


def test_the_projects_figures_are_shown_beside_their_rows(bench):
    done = bench(*POINTER, "--min-time=0.001", "--time-limit=0.05", "--min-samples=2", "--time-unoptimised",
                 "--progress=never", "--sizes=10240")
    assert done.returncode == 0, done.stderr
    assert "99.6 ms (i9-9900K)" in done.stdout


def test_another_table_takes_their_place(bench, tmp_path):
    table = tmp_path / "figures.csv"
    table.write_text(HEADER + "ours,stitch/host/pointer,an abacus,repeater=16,time_us,5000000,\n"
                              "ours,stitch/host/pointer,an abacus,,gbps,1,not a time\n")
    assert "abacus" not in bench(*POINTER, *SMALL, "--published=figures.csv").stdout, "of unsaid size: the default's"
    table.write_text(table.read_text().replace("repeater=16", "target=64 repeater=16"))
    assert "5.00 s (an abacus)" in bench(*POINTER, *SMALL, "--published=figures.csv").stdout
    table.write_text(table.read_text().replace("5000000", "7000000"))
    assert "7.00 s (an abacus)" in bench(*POINTER, *SMALL, "--published=figures.csv").stdout, "read at each run"


@pytest.mark.parametrize(("text", "why"), [
    (None, "cannot be read"), ("", "the first line is not the header"), ("a,b\n", "the first line is not the header"),
    (HEADER + "a,b,c\n", "row 1: 3 fields; expected 7"),
    (HEADER + "a,b,c,,time_us,fast,\n", "row 1: value is 'fast'; expected a number above 0"),
    (HEADER + "a,b,c,,time_us,-1,\n", "value is '-1'"), (HEADER + "a,b,c,,gbps,nan,\n", "value is 'nan'"),
    (HEADER + "a,b,c,,time_us,1e308,\n", "value is '1e308'"),
    (HEADER + "a,b,\x1b[31mred,,time_us,1,\n", "a field has a control character or a line end")])
def test_a_table_that_is_none_is_refused_before_anything_is_written(bench, tmp_path, text, why):
    if text is not None:
        (tmp_path / "figures.csv").write_text(text)
    done = bench(*POINTER, *SMALL, "--published=figures.csv", "--out=r.csv")
    error, = done.stderr.splitlines()
    assert done.returncode == 2 and why in error and "figures.csv" in error
    assert not (tmp_path / "r.csv").exists()


def test_a_folder_is_not_a_table(bench):
    done = bench(*POINTER, *SMALL, "--published=.")
    assert (done.returncode, done.stderr) == (2, "bench: published figures .: not a regular file\n")
