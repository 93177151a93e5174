"""What `bench` prints and leaves: --help, --version, --list and what it tells of steps, --format."""

import csv
import json
import re

import pytest
from command_line import CEILINGS, EVERY_FILE, ONE, QUICK, SMALL, check_refused, files, list_document, listed, read
from conftest import ROOT

from rungs.data import catalogue
from rungs.data.row_format import COLUMNS, LEGAL, NUMBERS, SCHEMA

CASES = ROOT / "cases"
MORE = ["is_ceiling", "step", "technique", "step_kind", "source"]  # of a line of JSON
HELP = """--help --list --filter --sizes --param --backend --device --cache --out --samples --resume --verify-only
--profile --min-samples --min-time --max-noise --time-limit --seed --json --progress --benchmark_ --edge-cases --version
--input --device --processes --format jsonl
auto host cuda simulator cold dirty hot all always never 1920x1080 16384*2 NAME=V,V PNG""".split()


def test_help_names_options_and_values(bench):
    result = bench("--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert [word for word in [*HELP, "Exit codes"] if word not in result.stdout] == []
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_version(bench):
    result = bench("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.match(r"rungs bench \d+\.\d+\.\d+\n", result.stdout)
    facts = dict(line.split(maxsplit=1) for line in result.stdout.splitlines()[1:])
    assert list(facts) == ["commit", "rungs", "binary", "compiler", "cuda", "nvtx", "optimised"]
    # Of Rungs itself the two are one; which files were changed is asked for twice, at two moments of the build.
    commits = {re.fullmatch(r"([0-9a-f]{12}|unknown)(-dirty)?", facts[name])[1] for name in ("commit", "rungs")}
    assert len(commits) == 1, "a commit was made during the build; expected one that was built after it"


def test_list_has_each_variant_once_below_the_one_that_it_improves():
    seen = {}
    for one in listed():
        name, kind = one["name"], re.fullmatch(r"\w+/(host|gpu|peer)/\w+", one["name"])[1]
        assert len(one["idea"]) > 5 and "\n" not in one["idea"] and name not in seen, one
        assert set(one["backends"]) <= ({"host"} if kind == "host" else {"host", "cuda", "simulator"}), one
        if kind != "host":
            assert ("simulator" in one["backends"]) == (kind == "gpu" and not one["gpu_only"]), one
        below = seen[f"{name.partition('/')[0]}/{one['improves']}"] if one["improves"] else {"depth": -1}
        assert one["depth"] == below["depth"] + 1 and one["ladder"] == below.get("ladder", one["ladder"]), one
        seen[name] = one
    assert {"stitch/host/row_copies", "stitch/gpu/modulo"} <= set(seen)


def test_the_list_for_tools_knows_every_case_and_file():
    document = list_document()
    assert document["schema"] == "rungs-list-1"
    cases = {case["name"]: case for case in document["cases"]}
    assert set(cases) == {path.parent.name for path in CASES.glob("*/case.hpp")}
    for case in document["cases"]:
        sides = {"arithmetic": ["chains"], "latency": ["lines"]}.get(case["name"], ["width", "height"])
        assert case["sides"] == sides and case["title"]
        assert all(re.fullmatch(r"\d+(x\d+)*", case[size]) for size in ("default_size", "simulator_size"))
        assert all(parameter[key] for parameter in case["parameters"] for key in ("default", "expected", "what"))
        for variant in case["variants"]:
            assert variant["name"] == f"{case['name']}/{variant['variant']}"
            path = ROOT / variant["source"]
            assert path.is_file() and path.with_suffix("") == CASES / variant["name"]
    assert {name for name, case in cases.items() if case["ceiling"] == name} == CEILINGS
    assert [(one["name"], one["default"]) for one in cases["stitch"]["parameters"]] == [("repeater", "100")]


def test_a_case_with_several_ladders_lists_one_after_the_other_and_has_a_table_of_each(bench):
    ladders = [one["ladder"] for one in listed() if one["name"].startswith("median/")]
    assert list(dict.fromkeys(ladders)) == ["median 3x3", "median 5x5", "median cross", "median ten filters"]
    assert ladders == sorted(ladders)
    done = bench("--filter=median/host/.x._scalar", "--backend=host", *QUICK, "--sizes=64")
    tables = [line.split("  ")[0] for line in done.stdout.splitlines() if line.startswith("median")]
    assert done.returncode == 0 and tables == ["median 3x3", "median 5x5"], done.stderr


def test_the_list_for_eyes_says_the_same(bench):
    """A line for each variant, in the same order, indented by its place in the ladder."""
    result = bench("--list")
    assert (result.returncode, result.stderr) == (0, "")
    for line, one in zip(result.stdout.splitlines(), listed(), strict=True):
        notes = [f"{axis['name']}={','.join(axis['values'])}" for axis in one["axes"]] + ["tunable"] * one["tunable"]
        notes += [f"{what}: {one[key]}" for what in ("GPU only", "spills", "races")
                  if one[key := what.lower().replace(" ", "_")]]
        assert line.startswith(" " * 2 * one["depth"] + one["name"] + " ")
        assert line.endswith(f" {','.join(one['backends']):<14}  {one['idea']}" + "".join(f" [{it}]" for it in notes))


def test_the_lists_have_what_the_filter_selects_and_leave_no_file(bench, tmp_path):
    wanted = [one["name"] for one in listed() if one["name"].startswith("fill/host/")]
    words = ["--filter=^fill/host/", *EVERY_FILE]
    assert [line.split()[0] for line in bench("--list", *words).stdout.splitlines()] == wanted
    case, = json.loads(bench("--list=json", *words).stdout)["cases"]
    assert [one["name"] for one in case["variants"]] == wanted and files(tmp_path) == {}
    check_refused(bench("--list", "--filter=nosuchvariant"), "matches no variant")


def test_brief_is_a_line_for_each_table_and_one_for_what_has_no_verdict(bench):
    said = bench("--format=brief", *SMALL, "--filter=^stitch/(host/(row_copies|streaming_stores)|gpu/modulo)$",
                 "--backend=host")
    table, = [line for line in said.stdout.splitlines() if line.startswith("stitch")]
    assert re.fullmatch(r"stitch +64x64 +host +cold +2 timed, fastest host/\w+ \S+ [nu]s"
                        r"(, \S+ % of the speed of light)?", table)
    assert "host/row_copies  " not in said.stdout  # no row has a line of its own
    said = bench("--format=brief", *QUICK, "--backend=simulator", "--filter=^(latency/gpu/shared|stitch/gpu/modulo)$")
    assert re.search(r"^stitch +\S+ +simulator 1 correct$", said.stdout, re.MULTILINE)
    assert "\n  gpu/shared  unsupported: " in said.stdout


def test_every_step_of_a_gpu_has_a_technique_is_a_question_or_says_why_none_fits():
    gpu = [one for one in listed() if one["variant"].startswith("gpu/") and one["improves"].startswith("gpu/")]
    assert len(gpu) > 100
    assert [one["name"] for one in gpu
            if not one["technique"] and one["step"] != "question" and not one["no_technique"]] == []
    assert [one["name"] for one in gpu if one["step"] == "question" and one["technique"]] == []
    for path in (ROOT / "cases").glob("*/*/*.py"):
        for call in re.findall(r"@rungs.variant\(.*?\)\n", path.read_text(), re.DOTALL):
            assert "improves=" not in call or "technique=" in call, path


def test_each_technique_is_applied_by_a_step_or_not_measured():
    known = {one.id: one for one in catalogue.read()}
    used = {name for one in listed() for name in one["technique"]}
    for path in (ROOT / "results").glob("*/*/*.steps.csv"):
        with path.open(encoding="utf-8") as file:
            used |= {name for line in csv.DictReader(file) for name in line["technique"].split()}
    assert used <= set(known)
    assert {name for name, one in known.items() if one.stops.startswith("not measured")} == set(known) - used


def lines_of(done):
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def described(bench):
    """The schema of a line."""
    return json.loads(bench("--list=schema").stdout)


def test_the_schema_names_what_readers_expect_of_a_row(described):
    fields = described["properties"]
    assert list(fields) == described["required"] == [*COLUMNS, *MORE] and fields["schema"]["enum"] == [SCHEMA]
    for name, legal in LEGAL.items():
        assert tuple(word or "" for word in fields[name]["enum"]) == legal
    numbers = [name for name in COLUMNS if not {"number", "integer"}.isdisjoint(fields[name].get("type", ()))]
    assert sorted([*numbers, "modes"]) == sorted([*NUMBERS, "seed"]), "modes is 1, 2 or null"


def test_lines_are_the_rows_of_the_file_with_numbers_as_numbers(bench, tmp_path):
    lines, written = lines_of(bench(*ONE, "--format=jsonl", "--out=r.csv")), read(tmp_path / "r.csv")
    for line, row in zip(lines, written, strict=True):
        assert list(line) == [*COLUMNS, *MORE]
        for name, text in row.items():
            wanted = None if text == "" else float(text) if name in (*NUMBERS, "seed") else text
            assert line[name] == wanted, name


def test_a_line_marks_ceilings_and_has_the_step_and_the_source(bench):
    lines = lines_of(bench(*SMALL, "--backend=host", "--filter=^(stitch/host/(pointer|row_copies)|copy/host/memcpy)$",
                          "--format=jsonl"))
    named = {f"{line['case']}/{line['variant']}": line for line in lines if not line["is_ceiling"]}
    assert set(named) == {"stitch/host/pointer", "stitch/host/row_copies", "copy/host/memcpy"}
    ceilings = [line for line in lines if line["is_ceiling"]]
    assert ceilings and {line["case"] for line in ceilings} <= CEILINGS
    first, second = (named[f"stitch/host/{name}"] for name in ("pointer", "row_copies"))
    assert first["step"] is None and second["improves"] == "host/pointer"
    assert second["step"] == pytest.approx(first["time_median_us"] / second["time_median_us"], rel=1e-4)
    assert second["source"] == "cases/stitch/host/row_copies.cpp" and (ROOT / second["source"]).is_file()
    assert lines_of(bench(*ONE, "--format=jsonl"))[-1]["step"] is None, "what it improves is not in this run"


def test_lines_are_of_the_schema(bench, described):
    jsonschema = pytest.importorskip("jsonschema")
    check = jsonschema.Draft202012Validator(described)
    simulated = ["--backend=simulator", *SMALL[:-2], "--filter=stitch/gpu/modulo$|median/gpu/3x3_all_gpus"]
    for options in (ONE, [*ONE, "--verify-only"], simulated):
        lines = lines_of(bench(*options, "--format=jsonl"))
        assert lines and not [str(error) for line in lines for error in check.iter_errors(line)]
        assert not check.is_valid({**lines[0], "time_median_us": "12.5"}), "a schema that takes anything"
