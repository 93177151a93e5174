"""What `bench` prints and leaves: --help, --version, --list."""

import re

import pytest
from command_line import files, listed, names_in_order


@pytest.mark.parametrize("option", [
    "--help", "--list", "--filter", "--sizes", "--param", "--backend", "--device", "--cache", "--out",
    "--samples", "--resume", "--verify-only", "--profile", "--min-samples", "--min-time", "--max-noise",
    "--time-limit", "--seed", "--json", "--progress", "--benchmark_", "--awkward", "--version",
])
def test_help_names_the_option(bench, option):
    result = bench("--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert option in result.stdout


@pytest.mark.parametrize("value", [
    "auto", "host", "cuda", "simulator", "cold", "dirty", "hot", "all", "always", "never", "WxH|1920x1080",
    r"16384\*2", "NAME=V,V", "Exit codes",
])
def test_help_names_legal_values(bench, value):
    assert re.search(value, bench("--help").stdout)


def test_version(bench):
    result = bench("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.match(r"rungs bench \d+\.\d+\.\d+\n", result.stdout)
    for fact in ("commit", "compiler", "cuda"):
        assert re.search(rf"^{fact} +\S", result.stdout, re.MULTILINE)


def test_list_has_each_variant_once_with_backends_and_idea(bench):
    lines = listed(bench)
    for line in lines:
        name, backends, idea = line.split(maxsplit=2)
        assert re.fullmatch(r"\w+/(host|gpu|peer)/\w+", name), line
        assert set(backends.split(",")) <= {"host", "cuda", "simulator"}, line
        assert len(idea) > 5, line
        if "/host/" in name:
            assert backends == "host"
        if "/peer/" in name:
            assert "simulator" not in backends
    names = names_in_order(bench)
    assert len(set(names)) == len(names)
    assert {"stitch/host/pointer", "stitch/gpu/modulo"} <= set(names)


def test_list_leaves_no_file(bench, tmp_path):
    assert bench("--list", "--out=r.csv", "--json=j.json", "--samples=s.csv").returncode == 0
    assert files(tmp_path) == {}
