"""rungs report: one page with all that the rows and the files next to them say, and nothing that a file smuggles in."""

import json

import hostile
import pytest
from conftest import Command, records
from made_up_side import energy_of, side_line, write_energies, write_side
from report_data import ENVIRONMENT, OPTIONS, counters_of, document, frame, on_another_gpu, write_run

from rungs.data import counter_files
from rungs.data.row_format import BAD

report = Command("report")


@pytest.fixture
def make(tmp_path, capsys):
    """Makes the page of some folders and returns it as text."""
    def made(*folders, options=()):
        out = tmp_path / "made.html"
        code = report.run(*folders, "--out", out, *OPTIONS, *options)
        errors = capsys.readouterr().err.splitlines()
        wrong = any("rows without a right result" in line for line in errors)
        assert code == wrong and len(errors) == wrong * len(folders) + sum("no hardware" in line for line in errors)
        return out.read_text(encoding="utf-8")
    return made


def case(found, name="tiles"):
    return next(one for one in found["cases"] if one["name"] == name)


def row(found, variant, setup=0, problem=0, cache="cold"):
    """The part of a row of the case tiles."""
    return next(part for *key, part in case(found)["rows"] if key == [setup, variant, problem, cache])


def test_a_page_of_rows_alone_is_the_same_each_time(make, tmp_path):
    text = make(write_run(tmp_path / "run"))
    assert make(tmp_path / "run") == text
    found = document(text)
    assert found["title"] == "Rungs on Made-up GPU" and found["caches"] == ["cold", "dirty", "hot", "-"]
    quick = row(found, "gpu/quick")
    assert (quick["time"], quick["gain"], quick["share"]) == ("20.0 us", "2.40x faster", "50 % of a fill")
    assert quick["published"] == "90 us (Made-up old GPU; size, tile not given)"
    assert quick["command"] == ("bench '--filter=^tiles/gpu/quick$' --sizes=1000x1000 --param=tile=8 "
                                "--param=mode=plain --cache=cold")
    in_python = [dict(one, compiler="CuPy 14, Python 3.12") for one in records()]
    assert row(document(make(write_run(tmp_path / "python", in_python))), "gpu/quick")["command"].startswith(
        "rungs bench --load cases '--filter=")
    wrong = row(found, "gpu/wrong")
    assert (wrong["status"], wrong["message"]) == ("incorrect", "7 mismatches, first at (3, 4)") and "us" not in wrong
    assert wrong["badges"] == [["failed", "incorrect: 7 mismatches, first at (3, 4)"]]
    assert ["cuda", "cold", "fill 10.0 us"] in [[key[1], key[3], text] for *key, _, text in case(found)["light"]]
    titles = [warning["title"] for warning in found["warnings"]]
    assert {"no hardware counters", "1 row of the simulator left out", "2 rows unstable",
            "measured from a tree with changes that no commit holds"} <= set(titles)
    assert case(found)["counters"] == [] and "lines" not in case(found)["variants"][0]


def test_all_that_lies_next_to_the_rows_is_there(make, tmp_path):
    rows = [dict(row, sm_clock_mhz="1000" if row["backend"] == "cuda" else "") for row in records()]
    folder = write_run(tmp_path / "run", rows, rows_environment_csv=ENVIRONMENT, counters_csv=counters_of(rows))
    (folder / "self-test.txt").write_text("agreement is\nself-test: good\n", encoding="utf-8")
    cold, hot = (next(row for row in rows if (row["case"], row["variant"], row["cache"]) == ("tiles", "gpu/slow", one))
                 for one in ("cold", "hot"))
    write_side(folder / "rows.csv", [side_line(cold, "metric", "latency", 79.19, "cycles")])
    write_energies(folder / "rows.csv", [energy_of(hot)])
    found = document(make(folder))
    slow = row(found, "gpu/slow")
    assert slow["figures"] == ["latency 79.19 cycles"]
    assert row(found, "gpu/slow", cache="hot")["figures"][-2:] == ["power 600 W", "idle 120 W"]
    figures = {(variant, name): text for _, variant, _, all_of in case(found)["counters"] for name, text, *_ in all_of}
    assert figures["gpu/slow", "DRAM traffic"] == "4.40 MB" and figures["gpu/slow", "instructions"] == "3.00 M"
    quick = row(found, "gpu/quick")
    assert (quick["bound"], quick["why"]) == ("issue slots 70 %", "instructions -67 %")
    assert quick["explained"] == "issue-bound at 70 % before and after: instructions -67 % (3.00 M to 1.00 M)"
    assert all(set(one["facts"]) == set(one["sums"]) for one in found["techniques"])
    assert ["multiprocessors", ["10"]] in found["facts"] and any("agreement is" in text for _, text in found["texts"])


def test_two_gpus_side_by_side_without_the_host(make, tmp_path):
    runs = [records(), on_another_gpu(records(), timestamp="2000-01-02T00:00:00Z")]
    found = document(make(*(write_run(tmp_path / f"{number}", rows) for number, rows in enumerate(runs))))
    assert [gpu["name"] for gpu in found["gpus"]] == ["GPU", "bigger"] and found["shown"] == 1
    cards = {(setup, cache): card for _, setup, cache, card in case(found)["cards"] if card["variant"][:3] == "gpu"}
    assert (cards[0, "cold"]["best"], cards[1, "cold"]["best"]) == ("20.0 us", "40.0 us")


def test_from_the_host_to_a_gpu_there_is_no_step_and_host_times_say_how_many_threads(make, tmp_path):
    found = document(make(write_run(tmp_path / "run", [
        {**row, "variant": row["variant"].replace("host/quick", "host/all_cores")} for row in records()])))
    first = row(found, "gpu/slow")
    assert first["us"] and "step" not in first and "gain" not in first
    assert next(one for one in case(found)["variants"] if one["name"] == "gpu/slow")["improves"] == "host/slow"
    assert [row(found, f"host/{name}")["threads"] for name in ("slow", "all_cores")] == ["one thread", "all cores"]


def test_another_question_is_no_step_and_not_the_best(make, tmp_path):
    folder = write_run(tmp_path / "run", rows_steps_csv="case,variant,technique,step\ntiles,gpu/quick,,question\n")
    found = document(make(folder))
    quick = row(found, "gpu/quick")
    assert quick["kind"] == "question" and "gain" not in quick
    ladder = case(found)["ladders"][0]
    assert ladder["rungs"] == ["gpu/slow"]
    assert [name for name, _ in ladder["sides"]["gpu/slow"]] == ["gpu/quick", "gpu/wide", "gpu/wrong"]


def test_a_technique_has_its_steps_and_what_the_filters_leave(make, tmp_path):
    rows = records()
    folder = write_run(tmp_path / "run", rows, counters_csv=counters_of(rows),
                       rows_steps_csv="case,variant,technique,step\ntiles,gpu/quick,carry,gain\n")
    found = document(make(folder))
    carry = next(one for one in found["techniques"] if one["id"] == "carry")
    step, = carry["steps"]["cold"]
    assert (step["case"], step["old"], step["new"], step["limits"]) == ("tiles", "gpu/slow", "gpu/quick", ["issue"])
    assert (step["gpus"][0]["text"], step["gpus"][0]["times"]) == ("2.40x", ["48.0 us", "20.0 us"])
    assert carry["sums"]["cold *"] == carry["sums"]["cold issue"] and "cold dram" not in carry["sums"]
    assert carry["sums"]["cold *"][0]["text"] == "2.40x" and carry["sums"]["cold *"][0]["pays"] > 0
    assert not any(one["sums"] for one in found["techniques"] if one["id"] != "carry")


NEEDED = ("schema", "case", "variant", "backend", "status", "size", "time_median_us")


def test_rows_with_empty_columns_make_a_page(make, tmp_path):
    rows = [{name: value if name in NEEDED else "" for name, value in row.items()} for row in records()
            if row["case"] == "sum"]
    assert "20.9 us" in json.dumps(document(make(write_run(tmp_path / "run", rows))))


def test_hostile_text_is_shown_and_does_nothing(make, tmp_path):
    """Whatever a file says, the page is that of harmless rows but for its data, which have the words themselves."""
    rows = hostile.change(records())
    folder = write_run(tmp_path / "run", rows, counters_csv=counters_of(rows))
    for name, text in (("self-test.txt", f"{hostile.MESSAGE}\n</pre></details><script>alert(1)</script>"),
                       ("rows.environment.csv",
                        "backend,name,value,device_uuid\ncuda,multiprocessors,<img src=x onerror=alert(1)>,\n")):
        (folder / name).write_text(text, encoding="utf-8")
    text = make(folder)
    assert frame(text) == frame(make(write_run(tmp_path / "calm", records())))
    found = json.dumps(document(text))
    for words in ("<script>alert('$a_b$')</script>", "gpu/<b>&amp;</b>", "Made-up <GPU> $80_{GB}$",
                  "<img src=x onerror=alert(1)>"):
        assert words in found, words


def test_no_name_leads_out_of_the_folder_of_cases(make, tmp_path):
    cases = tmp_path / "cases"
    (cases / "tiles" / "gpu").mkdir(parents=True)
    (tmp_path / "secret.cu").write_text("// the secret\n", encoding="utf-8")
    (cases / "tiles" / "gpu" / "quick.cu").symlink_to(tmp_path / "secret.cu")
    (cases / "tiles" / "gpu" / "wide.cu").write_text(
        "// Wide\n// <b>loads</b>.\n//\n// Two.\nint x = 1 < 2;\n// late\n", encoding="utf-8")
    rows = [dict(row, case=".." if row["case"] == "sum" else row["case"],
                 **{name: row[name].replace("gpu/slow", "gpu/../../../secret") for name in ("variant", "improves")})
            for row in records()]
    text = make(write_run(tmp_path / "run", rows), options=["--cases", str(cases)])
    found = json.dumps(document(text))
    assert "gpu/../../../secret" in found and "the secret" not in found + text
    wide = next(one for one in case(document(text))["variants"] if one["name"] == "gpu/wide")
    assert wide["idea"] == ["Wide <b>loads</b>.", "Two."] and wide["path"] == "cases/tiles/gpu/wide.cu"
    assert wide["lines"][4] == ('<span class="kt">int</span> x = <span class="mi">1</span> &lt; '
                                '<span class="mi">2</span>;')


def test_the_page_lies_with_the_runs_unless_told(tmp_path, capsys):
    one, other = write_run(tmp_path / "a" / "one"), write_run(tmp_path / "b" / "two", on_another_gpu(records()))
    for runs, where in (([one / "rows.csv"], one / "report.html"), ([one, other], tmp_path / "report.html")):
        assert report.run(*runs, *OPTIONS) == 1  # a row is incorrect
        assert capsys.readouterr().out == f"{where}\n" and where.exists()


def test_runs_with_foreign_counters_say_so(make, tmp_path):
    rows = records()
    folder = write_run(tmp_path / "run", rows, counters_csv=counters_of(rows))
    header = ",".join(counter_files.RUN_COLUMNS)
    def warnings_and_counters(line):
        (folder / "counters.runs.csv").write_text(f"{header}\n{line}\n", encoding="utf-8")
        found = document(make(folder))
        return json.dumps(found["warnings"]), case(found)["counters"]
    said, counters = warnings_and_counters("tiles,3,,Quite another GPU,,9.0,,,,1,")
    assert "the hardware counters are not of this GPU, or not surely" in said and "Quite another GPU" in said
    assert counters == []
    said, counters = warnings_and_counters("tiles,3,,Made-up GPU,GPU-twin,9.0,,made-up-dirty,,1,")
    assert counters and "the hardware counters were not taken with the times" in said
    assert "counters GPU-twin; times GPU-made-up" in said and "counters made-up-dirty" not in said


def test_every_row_without_a_right_result_is_shown_and_said(tmp_path, capsys):
    """Whatever its backend, problem and cache: those of the simulator, and those of a problem that no ladder shows."""
    rows = records()
    bad = [{**row, "size": f"{number + 7}x9", "status": status, "message": f"wrong no. {number} ", "ci_low_us": "",
            **{name: "" for name in row if name.startswith("time_") or name in ("ci_high_us", "gbps", "gops")}}
           for number, (row, status) in enumerate((row, status) for row in rows for status in BAD)]
    folder = write_run(tmp_path / "run", [*rows, *bad])
    assert {row["backend"] for row in bad} == {"cuda", "host", "simulator"}
    assert report.run(folder, *OPTIONS) == 1
    assert f"{len(rows) + 2} incorrect, {len(rows)} failed; the first is tiles/gpu/wrong" in capsys.readouterr().err
    found = document((folder / "report.html").read_text(encoding="utf-8"))
    entries = [entry["text"].partition(": ")[2] for warning in found["warnings"] if warning["wrong"]
               for entry in warning["entries"]]
    assert len(entries) == len(bad) + 2 and {f"{row['status']}: {row['message'].strip()}" for row in bad} < {*entries}
