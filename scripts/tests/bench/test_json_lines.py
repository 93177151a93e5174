"""bench --format=jsonl: each row as a line of JSON, as --list=schema describes it."""

import json

import pytest
from command_line import CEILINGS, ONE, SMALL, read
from conftest import ROOT

from rungs.data.row_format import COLUMNS, LEGAL, NUMBERS, SCHEMA

MORE = ["is_ceiling", "step", "technique", "step_kind", "source"]
SIMULATED = ["--backend=simulator", "--sizes=64", "--progress=never"]


def rows_of(done):
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
    done = bench(*ONE, "--format=jsonl", "--out=r.csv")
    lines, written = rows_of(done), read(tmp_path / "r.csv")
    assert len(lines) == len(written) > 1
    for line, row in zip(lines, written):
        assert list(line) == [*COLUMNS, *MORE]
        for name, text in row.items():
            wanted = None if text == "" else float(text) if name in (*NUMBERS, "seed") else text
            assert line[name] == wanted, name


def test_a_line_marks_ceilings_and_has_the_step_and_the_source(bench):
    lines = rows_of(bench(*SMALL, "--backend=host", "--filter=^(stitch/host/(pointer|row_copies)|copy/host/memcpy)$",
                          "--format=jsonl"))
    named = {f"{line['case']}/{line['variant']}": line for line in lines if not line["is_ceiling"]}
    assert set(named) == {"stitch/host/pointer", "stitch/host/row_copies", "copy/host/memcpy"}
    ceilings = [line for line in lines if line["is_ceiling"]]
    assert ceilings and {line["case"] for line in ceilings} <= CEILINGS
    first, second = (named[f"stitch/host/{name}"] for name in ("pointer", "row_copies"))
    assert first["step"] is None and second["improves"] == "host/pointer"
    assert second["step"] == pytest.approx(first["time_median_us"] / second["time_median_us"], rel=1e-4)
    assert second["source"] == "cases/stitch/host/row_copies.cpp" and (ROOT / second["source"]).is_file()
    assert rows_of(bench(*ONE, "--format=jsonl"))[-1]["step"] is None, "what it improves is not in this run"


def test_lines_are_of_the_schema(bench, described):
    jsonschema = pytest.importorskip("jsonschema")
    check = jsonschema.Draft202012Validator(described)
    for options in (ONE, [*ONE, "--verify-only"], [*SIMULATED, "--filter=stitch/gpu/modulo$|median/gpu/3x3_all_gpus"]):
        lines = rows_of(bench(*options, "--format=jsonl"))
        assert lines and not [str(error) for line in lines for error in check.iter_errors(line)]
        assert not check.is_valid({**lines[0], "time_median_us": "12.5"}), "a schema that takes anything"
