"""Comparing two runs: planted changes are found, two runs of one build raise no alarm, and bad input is one line.
What is printed is harmless whatever the rows say."""

import random
import re

import hostile
import pytest
from conftest import ROOT, Command, records
from made_up_runs import row, write

from rungs.data import files, row_format
from rungs.data.records import RowsError
from rungs.statistics import compare

program = Command("compare")
run, printed, refused = program.run, program.printed, program.refused
UNTIMED = {"time_median_us": "", "iqr_percent": ""}


@pytest.fixture
def two(tmp_path):
    """Writes two files of one row each, of 100 us unless they say otherwise, and returns their paths."""
    return lambda old, new: [write(tmp_path / name, [row(**{"us": 100, **fields})])
                             for name, fields in (("old.csv", old), ("new.csv", new))]


@pytest.fixture
def judged(two):
    def judge(old, new):
        pair, = compare.compare(*map(compare.load, two(old, new))).pairs
        return pair
    return judge


@pytest.mark.parametrize(("change", "wanted", "code"), [
    (1.02, "slower", 1), (1.002, "same", 0), (0.998, "same", 0), (0.98, "faster", 0)])
def test_a_planted_change_is_judged(tmp_path, change, wanted, code):
    """Noise of 0.3 %, sixteen rows of other luck: 2 % is found in each, 0.2 % in none."""
    luck = random.Random(1)
    paths = [write(tmp_path / name, [row(us=(10 * 1.4 ** number + 20) * factor * luck.gauss(1, 0.0002),
                                         size=f"{number + 1}") for number in range(16)])
             for name, factor in (("old.csv", 1), ("new.csv", change))]
    report = compare.compare(*map(compare.load, paths))
    assert {pair.verdict for pair in report.pairs} == {wanted}
    assert all(pair.time.low < 1 / change < pair.time.high for pair in report.pairs)
    assert f"16 rows in both: 16 {wanted}" in printed(*paths, code=code)


def test_the_threshold_is_the_users(tmp_path, capsys):
    paths = [write(tmp_path / f"{us}.csv", [row(us=us, noise=0.1)]) for us in (100, 102, 106)]
    assert [run(paths[0], paths[1], "--threshold", t) for t in (0.5, 1, 3)] == [1, 1, 0]
    assert [run(paths[0], paths[2], "--threshold", t) for t in (3, 5.9, 8)] == [1, 0, 0]
    assert "1 same (threshold 8 %" in capsys.readouterr().out


def test_two_runs_of_one_build_raise_no_alarm(write_rows):
    first, second = (ROOT / "results/h100/2026-11-28" / f"rows-known-{number}.csv" for number in (1, 2))
    for pair in ((first, second), (second, first)):
        out = printed(*pair)
        counts = re.search(r"^(\d+) rows in both: (.*) \(threshold", out, re.MULTILINE)
        assert int(counts[1]) >= 20 and re.fullmatch(r"\d+ same(, \d+ cannot tell)?(, \d+ not timed)?", counts[2])
    made = records(second)
    planted = next(line for line in made if line["variant"] in ("gpu/modulo", "gpu/white"))  # quiet ones
    planted["time_median_us"] = f"{1.02 * float(planted['time_median_us']):.6g}"
    assert "1 slower" in printed(first, write_rows(made, "planted.csv"), code=1)


@pytest.mark.parametrize(("before", "now", "wanted"), [
    ("ok", "incorrect", "broken"), ("unstable", "failed", "broken"), ("unsupported", "incorrect", "broken"),
    ("incorrect", "ok", "repaired"), ("failed", "unstable", "repaired"), ("failed", "incorrect", "not timed"),
    ("failed", "unsupported", "not timed"), ("ok", "unstable", "cannot tell"), ("ok", "ok", "same")])
def test_statuses(judged, tmp_path, capsys, before, now, wanted):
    lines = [{"status": status, **({} if status in ("ok", "unstable") else {**UNTIMED, "message": "why"})}
             for status in (before, now)]
    assert judged(*lines).verdict == wanted
    assert run(tmp_path / "old.csv", tmp_path / "new.csv") == (1 if wanted == "broken" else 0)
    assert wanted != "broken" or f"{before} before, {now} now (why)" in capsys.readouterr().out


SIMULATED = {"backend": "simulator", "cache": "", "device": "", **UNTIMED}


@pytest.mark.parametrize(("old", "new", "verdict", "why"), [
    (UNTIMED, UNTIMED, "not timed", ""), ({}, UNTIMED, "cannot tell", "no time in the new run"),
    ({"iqr_percent": ""}, {"us": 900}, "cannot tell", "no spread in one of the runs"),
    ({}, {"us": 900, "samples": "1"}, "cannot tell", "no spread in one of the runs"),
    (SIMULATED, {**SIMULATED, "status": "incorrect"}, "broken", ""),
    # A row that moved with its floor is not blamed: the memory moved, not the program.
    *(({"noise": 0.1, "speed_of_light_percent": "90"}, {"us": us, "noise": 0.1, "speed_of_light_percent": share},
       verdict, "by time, as much as its speed of light" if verdict == "cannot tell" else "")
      for us, share, verdict in (
          (110, "90", "cannot tell"), (90, "90", "cannot tell"), (99.9, "90", "same"),
          (110, "81.8", "slower"), (120, "82.5", "slower"),  # of the speed of light that it was, and more than that
          (110, "45", "slower")))])  # the speed of light does not bind it
def test_what_cannot_be_told_says_why(judged, old, new, verdict, why):
    found = judged(old, new)
    assert found.verdict == verdict and why in found.why and bool(found.why) == (verdict not in ("same", "slower"))


@pytest.mark.parametrize(("time", "change", "wanted"), [
    (1.05, {"sm_clock_mhz": "1886"}, "cannot tell"),  # the clock explains it
    (1.05, {}, "slower"), (1.05, {"sm_clock_mhz": "2079"}, "slower"),  # slower although the clock is higher
    (1.10, {"sm_clock_mhz": "1886"}, "slower"), (0.90, {"sm_clock_mhz": "1886"}, "faster"),  # more than that explains
    (1.00, {"sm_clock_mhz": "1886"}, "same"),
    *((1.05, {"sm_clock_mhz": clock}, "slower") for clock in ("", "1e-18", "0")),  # not known
    (1.05, {"sm_clock_mhz": "1886", "speed_of_light_percent": "61"}, "slower"),  # the memory binds it
    (1.50, {"sm_clock_mhz": "1320", "backend": "host"}, "slower")])
def test_what_the_clock_explains_is_not_told(judged, time, change, wanted):
    pair = judged({"backend": change.get("backend", "cuda")}, {"us": 100 * time, **change})
    assert pair.verdict == wanted and pair.why == ("slower by time, as much as its clock"
                                                   if wanted == "cannot tell" else "")


@pytest.mark.parametrize(("old", "new", "why"), [
    ({}, {"device_uuid": "GPU-other"}, "slower on another GPU"),
    ({}, {"host": "Other CPU"}, "slower on another computer"), ({"device_uuid": ""}, {}, ""), ({"host": ""}, {}, "")])
def test_another_machine_is_no_regression(two, judged, old, new, why):
    """What is slower on another GPU says nothing of the program, unless that is asked for."""
    pair, paths = judged(old, {"us": 110, **new}), two(old, {"us": 110, **new})
    assert (pair.verdict, pair.why) == ("cannot tell" if why else "slower", why)
    out = printed(*paths, code=0 if why else 1)
    assert ("1 rows are of another GPU or computer" in out) == bool(why)
    out = printed(*paths, "--allow-other-device", code=1)
    assert "are of another GPU" not in out
    assert judged(old, new).verdict == "same", "it hides no equal times, nor what is broken"
    assert judged(old, {"status": "incorrect", **UNTIMED, **new}).verdict == "broken"


def test_one_gpu_of_several_is_chosen(tmp_path, capsys):
    old, new = (write(tmp_path / name, [row(us=us, device_uuid=uuid) for uuid, us in zip(("GPU-a1", "GPU-b2"), both)])
                for name, both in (("old.csv", (100, 100)), ("new.csv", (100, 150))))
    assert "choose one with --old-device and --new-device" in refused(capsys, old, new)
    for gpu, code in (("GPU-a", 0), ("GPU-b", 1)):
        assert run(old, new, f"--old-device={gpu}", f"--new-device={gpu}") == code
        assert [line["device_uuid"][:5] for line in compare.load(new, device=gpu).rows.values()] == [gpu]
    capsys.readouterr()
    for wrong in ("GPU-", "GPU-c"):
        assert "expected one of 'GPU-a1', 'GPU-b2'" in refused(capsys, old, new, f"--old-device={wrong}")


@pytest.mark.parametrize(("old", "new", "words"), [
    ({}, {"device": "Other GPU"}, ["the GPU 'Other GPU'", "'Made-up GPU'", "--allow-other-device"]),
    ({"backend": "host", "device": "CPU a"}, {"backend": "host", "device": "CPU b"},
     ["the CPU 'CPU b'", "'CPU a'", "left out by --filter", "--allow-other-device"]),
    ({}, {"size": "2048x2048"}, ["no row is also in", "2048x2048", "1024x1024"]),
    ({}, {"schema": "rungs-row-9"}, [":2: schema is 'rungs-row-9'", "expected rungs-row-3"])])
def test_what_cannot_be_compared_is_refused(two, tmp_path, capsys, old, new, words):
    message = refused(capsys, *two(old, new))
    for word in [f"{tmp_path / 'new.csv'}", *words]:
        assert word in message


def test_what_else_differs_is_a_note(two):
    out = printed(*two(*(dict.fromkeys(("device", "device_uuid", "driver"), name) for name in "ab")),
                  "--allow-other-device")
    assert "note: GPU: 'a' -> 'b' (not the same device)" in out and "note: driver: a -> b\n" in out
    assert "note: device_uuid: a -> b\n" in out and "note: commit" not in out


def test_a_folder_is_the_run_in_it(tmp_path, capsys):
    old, new = (write(tmp_path / name / "rows.csv", [row(us=us)]) for name, us in (("old", 275), ("new", 300)))
    assert printed(old, new, code=1) == printed(old.parent, new.parent, code=1)
    assert f"{tmp_path}: no rows.csv in this folder" in refused(capsys, old, tmp_path)
    files.write_whole(old.with_name("rows.csv.gz"), old.read_bytes())
    old.unlink()
    assert "old/rows.csv; 1 rows" in printed(old.parent, new.parent, code=1)
    twice = write(tmp_path / "twice.csv", [row(), row(device_uuid="GPU-other")])
    assert "twice.csv:3: the same variant, problem and cache as line 2" in refused(capsys, twice, twice)


def test_the_table_has_the_worst_first(tmp_path):
    old = [*(row(f"c/gpu/{name}") for name in ("same", "slower", "much_slower", "faster", "loud", "broken")),
           row("d/gpu/repaired", status="failed", **UNTIMED), row("d/gpu/none", **UNTIMED),
           *(row("d/gpu/gone", size=str(n)) for n in range(1, 9))]
    new = [row("c/gpu/new"), row("d/gpu/none", **UNTIMED), row("d/gpu/repaired"),
           row("c/gpu/broken", status="incorrect", message=hostile.MESSAGE, **UNTIMED), row("c/gpu/same"),
           row("c/gpu/loud", noise=9, us=290), row("c/gpu/faster", us=200), row("c/gpu/much_slower", us=400),
           row("c/gpu/slower", us=300)]
    paths = write(tmp_path / "old.csv", old), write(tmp_path / "new.csv", new)
    out = printed(*paths, code=1)
    places = [out.index(word) for word in (
        "\nbroken (1)\n", "c/gpu/broken", "\nslower (2)\n", "c/gpu/much_slower", "c/gpu/slower", "\nrepaired (1)\n",
        "\nfaster (1)\n", "8 rows in both: 1 broken, 2 slower, 1 repaired, 1 faster, 1 same, 1 cannot "
        "tell, 1 not timed", "\n8 rows only in the old run, 1 only in the new run\n")]
    assert places == sorted(places)
    assert "c/gpu/loud" not in out and "c/gpu/same" not in out and "c/gpu/new" not in out
    out = printed(*paths, "--all", code=1)
    assert "\ncannot tell (1)\n" in out and "c/gpu/same" in out and out.count("only in the old run: d/gpu/gone (") == 8


def test_hostile_text_is_shown_harmlessly(tmp_path, capsys):
    made = hostile.change(records())
    changed = [dict(line, status="incorrect", **dict.fromkeys(row_format.TIMES, "")) for line in made]
    paths = [write(tmp_path / "old.csv", made), write(tmp_path / "new.csv", changed)]
    assert run(*paths, "--all") == 1 and hostile.harmless(capsys.readouterr().out, False)
    with pytest.raises(RowsError) as caught:
        compare.compare(compare.load(paths[0]), compare.load(write(tmp_path / "x.csv", [row("x/" + hostile.NAMES[5])])))
    assert "\n" not in str(caught.value)


def test_the_filter(tmp_path, capsys):
    paths = [write(tmp_path / f"{us}.csv", [row(us=us), row("stitch/gpu/steady")]) for us in (100, 110)]
    assert [run(*paths, *more) for more in ([], ["--filter", "steady$"], ["--filter", "^stitch/.*ulo"])] == [1, 0, 1]
    capsys.readouterr()
    assert "--filter='^gpu' matches no row" in refused(capsys, *paths, "--filter", "^gpu")
    name = compare.name_of(next(iter(compare.load(paths[0]).rows)))
    assert f"such as '{name}'" in refused(capsys, *paths, "--filter", name.replace("t", "tt", 1))


def test_rows_of_one_run_alone_fail_where_all_are_required(tmp_path, capsys):
    rows = [row(f"c/gpu/{name}") for name in ("a", "b", "c")]
    some, more = (write(tmp_path / f"{len(part)}.csv", part) for part in (rows[:1], rows))
    assert "only in" not in printed(some, some, "--require-all")
    for old, new, said in ((more, some, "2 rows only in the old run"), (some, more, "2 rows only in the new run")):
        assert (run(old, new), run(old, new, "--require-all")) == (0, 1)
        assert f"\n{said}\n" in capsys.readouterr().out
    assert run(more, some, "--require-all", "--filter=gpu/a") == 0
