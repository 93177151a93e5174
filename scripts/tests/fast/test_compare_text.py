"""What `rungs compare` prints, harmless whatever the rows say; and what of its input it refuses."""

import math

import hostile
import pytest
from conftest import Command, records
from made_up_runs import row, write

from rungs.data import row_format, runs
from rungs.data.records import RowsError
from rungs.statistics import compare

program = Command("compare")
run, printed, refused = program.run, program.printed, program.refused


def mixed(tmp_path):
    """A report with a row of each verdict, rows in one file alone, and an exit code of 1."""
    failed = {"time_median_us": "", "iqr_percent": ""}
    old = [*(row(f"c/gpu/{name}") for name in ("same", "slower", "much_slower", "faster", "loud", "broken")),
           row("d/gpu/repaired", status="failed", **failed), row("d/gpu/none", **failed),
           *(row("d/gpu/gone", size=str(n)) for n in range(1, 9))]
    new = [row("c/gpu/new"), row("d/gpu/none", **failed), row("d/gpu/repaired"),
           row("c/gpu/broken", status="incorrect", message=hostile.MESSAGE, **failed), row("c/gpu/same"),
           row("c/gpu/loud", noise=9, us=290), row("c/gpu/faster", us=200), row("c/gpu/much_slower", us=400),
           row("c/gpu/slower", us=300)]
    return write(tmp_path / "old.csv", old), write(tmp_path / "new.csv", new)


def test_the_table_has_the_worst_first(tmp_path):
    paths = mixed(tmp_path)
    out = printed(*paths, code=1)
    places = [out.index(word) for word in (
        "\nbroken (1)\n", "c/gpu/broken", "\nslower (2)\n", "c/gpu/much_slower", "c/gpu/slower", "\nrepaired (1)\n",
        "\nfaster (1)\n", "8 rows in both: 1 broken, 2 slower, 1 repaired, 1 faster, 1 same, 1 cannot "
        "tell, 1 not timed", "\n8 rows only in the old run, 1 only in the new run\n",
        "geometric mean of old/new: c (cuda, 5 rows) ")]
    assert places == sorted(places)
    assert "c/gpu/loud" not in out and "c/gpu/same" not in out and "c/gpu/new" not in out
    mean = math.exp(sum(math.log(275 / us) for us in (275, 300, 400, 200, 290)) / 5)
    assert f"{mean:.4f}x" in out
    out = printed(*paths, "--all", code=1)
    assert "\ncannot tell (1)\n" in out and "c/gpu/same" in out and out.count("only in the old run: d/gpu/gone (") == 8


def test_hostile_text_is_shown_harmlessly(tmp_path, capsys):
    made = hostile.change(records())
    changed = [dict(line, status="incorrect", **dict.fromkeys(row_format.TIMES, "")) for line in made]
    paths = [write(tmp_path / "old.csv", made), write(tmp_path / "new.csv", changed)]
    assert run(*paths, "--all") == 1 and hostile.harmless(capsys.readouterr().out, False)
    with pytest.raises(RowsError) as caught:
        compare.compare(runs.load(paths[0]), runs.load(write(tmp_path / "x.csv", [row("x/" + hostile.NAMES[5])])))
    assert "\n" not in str(caught.value)


def test_the_filter_and_files_that_are_not_there(tmp_path, capsys):
    paths = [write(tmp_path / f"{us}.csv", [row(us=us), row("stitch/gpu/steady")]) for us in (100, 110)]
    assert [run(*paths, *more) for more in ([], ["--filter", "steady$"], ["--filter", "^stitch/.*ulo"])] == [1, 0, 1]
    capsys.readouterr()
    assert "--filter='^gpu' matches no row" in refused(capsys, *paths, "--filter", "^gpu")
    name = runs.name_of(next(iter(runs.load(paths[0]).rows)))
    assert f"such as '{name}'" in refused(capsys, *paths, "--filter", name.replace("t", "tt", 1))
    for bad in ([tmp_path / "bad.csv", paths[1]], [paths[0], tmp_path / "bad.csv"]):
        assert "bad.csv: cannot be read" in refused(capsys, *bad)


def test_rows_of_one_run_alone_fail_where_all_are_required(tmp_path, capsys):
    rows = [row(f"c/gpu/{name}") for name in ("a", "b", "c")]
    some, more = (write(tmp_path / f"{len(part)}.csv", part) for part in (rows[:1], rows))
    assert "only in" not in printed(some, some, "--require-all")
    for old, new, said in ((more, some, "2 rows only in the old run"), (some, more, "2 rows only in the new run")):
        assert (run(old, new), run(old, new, "--require-all")) == (0, 1)
        assert f"\n{said}\n" in capsys.readouterr().out
    assert run(more, some, "--require-all", "--filter=gpu/a") == 0
