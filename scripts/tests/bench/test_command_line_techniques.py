"""The catalogue of techniques, and what the variants of this program say of their steps."""

import csv
import re

import pytest
from command_line import listed, read
from conftest import ROOT

from rungs.data import catalogue, row_format


def of_places(place, below):
    """The listed variants of a place that improve one of another, or the same."""
    return [one for one in listed() if one["variant"].startswith(place) and one["improves"].startswith(below)]


def test_every_step_of_a_gpu_has_a_technique_is_a_question_or_says_why_none_fits():
    gpu = of_places("gpu/", "gpu/")
    assert len(gpu) > 100
    assert [one["name"] for one in gpu
            if not one["technique"] and one["step"] != "question" and not one["no_technique"]] == []
    assert [one["name"] for one in gpu if one["step"] == "question" and one["technique"]] == []
    for path in (ROOT / "cases").glob("*/*/*.py"):
        for call in re.findall(r"@rungs.variant\(.*?\)\n", path.read_text(), re.DOTALL):
            assert "improves=" not in call or "technique=" in call, path


def test_from_host_to_gpu_is_no_step():
    crossing = of_places("gpu/", "host/")
    assert crossing and {(*one["technique"], one["step"], one["no_technique"]) for one in crossing} == {("gain", "")}


def test_each_technique_is_applied_by_a_step_or_not_measured():
    known = {one.id: one for one in catalogue.read()}
    used = {name for one in listed() for name in one["technique"]}
    for path in (ROOT / "results").glob("*/*/*.steps.csv"):
        with path.open(encoding="utf-8") as file:
            used |= {name for line in csv.DictReader(file) for name in line["technique"].split()}
    assert used <= set(known)
    assert {name for name, one in known.items() if one.stops.startswith("not measured")} == set(known) - used


@pytest.mark.parametrize("resumed", [False, True])
def test_rows_have_their_steps_next_to_them(bench, tmp_path, resumed):
    """Of a resumed file those of all its rows."""
    words = ["--backend=simulator", "--sizes=32", "--verify-only", "--progress=never", "--out=r.csv"]
    names = ["modulo_with_copies", "fast_division", "modulo_64_bit", "modulo"]
    for part in (["|".join(names[:1]), "|".join(names)] if resumed else ["|".join(names)]):
        assert bench(*words, "--resume", f"--filter=^stitch/gpu/({part})$").returncode == 0
    assert {row["variant"] for row in read(tmp_path / "r.csv")} == {f"gpu/{name}" for name in names}
    assert row_format.read_steps(tmp_path / "r.csv") == {
        ("stitch", "gpu/fast_division"): row_format.Step(("mulshift",)),
        ("stitch", "gpu/modulo_64_bit"): row_format.Step(("narrow",), "back"),
        ("stitch", "gpu/modulo_with_copies"): row_format.Step((), "question")}
