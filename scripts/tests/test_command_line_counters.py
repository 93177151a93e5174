"""--counters where there is no GPU: what is refused, and that a run goes on without."""

import pytest
from command_line import QUICK, read


@pytest.mark.parametrize("list_, words", [
    ("l3_hit", "no counter is named 'l3_hit'; expected dram_bytes, "), ("l2_hit,", "no counter is named ''"),
    ("", "'' is no value; expected one")])
def test_an_unknown_counter_is_refused_with_the_legal_ones(bench, list_, words):
    result = bench("--backend=auto", f"--counters={list_}")
    assert result.returncode == 2
    assert "--counters" in result.stderr and words in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("other", ["--backend=host", "--backend=simulator", "--verify-only", "--profile"])
def test_what_has_no_counters_is_refused_beside_them(bench, other):
    result = bench("--counters=l2_hit", other)
    assert result.returncode == 2
    assert other.partition("=")[2] in result.stderr


def test_without_a_gpu_the_run_goes_on_and_says_so(bench, tmp_path):
    result = bench("--counters=l2_hit", "--filter=stitch/host/pointer$", "--sizes=64", "--param", "repeater=16", *QUICK,
                   "--out=r.csv")
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("--counters") == 1 and "goes on without" in result.stderr
    assert "stitch" in {row["case"] for row in read(tmp_path / "r.csv")}
    assert not (tmp_path / "r.counters.csv").exists()


def test_the_counters_file_is_no_other_output(bench):
    result = bench("--out=r.csv", "--samples=r.counters.csv")
    assert result.returncode == 2
    assert "r.counters.csv" in result.stderr
