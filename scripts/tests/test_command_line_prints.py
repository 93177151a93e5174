"""What `bench` prints and leaves: --help, --version, --list, --list=json."""

import re

import pytest
from command_line import CEILINGS, files, list_document, listed, names_in_order
from conftest import SCRIPTS

CASES = SCRIPTS.parent / "cases"


@pytest.mark.parametrize("option", [
    "--help", "--list", "--filter", "--sizes", "--param", "--backend", "--device", "--cache", "--out",
    "--samples", "--resume", "--verify-only", "--profile", "--min-samples", "--min-time", "--max-noise",
    "--time-limit", "--seed", "--json", "--progress", "--benchmark_", "--edge-cases", "--version"])
def test_help_names_the_option(bench, option):
    result = bench("--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert option in result.stdout


@pytest.mark.parametrize("value", [
    "auto", "host", "cuda", "simulator", "cold", "dirty", "hot", "all", "always", "never", "WxH|1920x1080",
    r"16384\*2", "NAME=V,V", "Exit codes"])
def test_help_names_values(bench, value):
    assert re.search(value, bench("--help").stdout)


def test_the_old_name_of_an_option_is_not_in_the_help(bench):
    assert "--awkward" not in bench("--help").stdout


def test_version(bench):
    result = bench("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.match(r"rungs bench \d+\.\d+\.\d+\n", result.stdout)
    facts = dict(line.split(maxsplit=1) for line in result.stdout.splitlines()[1:])
    assert list(facts) == ["commit", "rungs", "compiler", "cuda", "nvtx", "optimised"]
    # Of Rungs itself the two are one; which files were changed is asked for twice, at two moments of the build.
    commits = {re.fullmatch(r"([0-9a-f]{12}|unknown)(-dirty)?", facts[name])[1] for name in ("commit", "rungs")}
    assert len(commits) == 1, "a commit was made during the build; expected one that was built after it"


def test_list_has_each_variant_once_with_backends_and_idea(bench):
    variants = listed(bench)
    for one in variants:
        assert re.fullmatch(r"\w+/(host|gpu|peer)/\w+", one["name"]), one
        assert set(one["backends"]) <= {"host", "cuda", "simulator"}, one
        assert len(one["idea"]) > 5 and "\n" not in one["idea"], one
        if "/host/" in one["name"]:
            assert one["backends"] == ["host"]
        if "/peer/" in one["name"] or one["gpu_only"]:
            assert "simulator" not in one["backends"], one
        if "/gpu/" in one["name"] and not one["gpu_only"]:
            assert "simulator" in one["backends"], one
    names = names_in_order(bench)
    assert len(set(names)) == len(names)
    assert {"stitch/host/pointer", "stitch/gpu/modulo"} <= set(names)


def test_the_list_for_tools_knows_every_case_and_file(bench):
    document = list_document(bench)
    assert document["schema"] == "rungs-list-1"
    version = bench("--version").stdout
    for name, fact in (("commit", "commit"), ("rungs_commit", "rungs"), ("compiler", "compiler")):
        assert re.search(rf"^{fact} +{re.escape(document['program'][name])}$", version, re.MULTILINE)
    cases = {case["name"]: case for case in document["cases"]}
    assert set(cases) == {path.parent.name for path in CASES.glob("*/case.hpp")}
    for case in document["cases"]:
        assert case["sides"] == ["width", "height"] and case["title"]
        for size in (case["default_size"], case["simulator_size"]):
            assert re.fullmatch(r"\d+x\d+", size)
        for parameter in case["parameters"]:
            assert parameter["default"] and parameter["expected"] and parameter["what"], parameter
        for variant in case["variants"]:
            assert variant["name"] == f"{case['name']}/{variant['variant']}"
            path = CASES.parent / variant["source"]
            assert path.is_file() and path.with_suffix("") == CASES / variant["name"]
    assert {name for name, case in cases.items() if case["ceiling"] == name} == CEILINGS
    assert [(one["name"], one["default"]) for one in cases["stitch"]["parameters"]] == [("repeater", "100")]


def test_a_variant_stands_below_the_one_that_it_improves(bench):
    seen = {}
    for one in listed(bench):
        case = one["name"].partition("/")[0]
        below = seen.get(f"{case}/{one['improves']}") if one["improves"] else None
        assert one["depth"] == (0 if not one["improves"] else below["depth"] + 1), one
        seen[one["name"]] = one


def test_the_list_for_eyes_says_the_same(bench):
    """A line for each variant, in the same order, indented by its place in the ladder."""
    variants = listed(bench)
    heads = [" " * 2 * one["depth"] + one["name"] for one in variants]
    wanted = []
    for head, one in zip(heads, variants):
        notes = [f"{axis['name']}={','.join(axis['values'])}" for axis in one["axes"]]
        notes += [f"{what}: {one[key]}" for what, key in (("GPU only", "gpu_only"), ("spills", "spills")) if one[key]]
        wanted.append(f"{head:<{max(map(len, heads))}}  {','.join(one['backends']):<14}  {one['idea']}"
                      + "".join(f" [{note}]" for note in notes))
    result = bench("--list")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == wanted


@pytest.mark.parametrize("option", ["--list", "--list=json"])
def test_list_leaves_no_file(bench, tmp_path, option):
    assert bench(option, "--out=r.csv", "--json=j.json", "--samples=s.csv").returncode == 0
    assert files(tmp_path) == {}
