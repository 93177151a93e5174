"""`rungs techniques`, the block of a README, and the sentences at the end of quickstart."""

import re

import pytest
from conftest import ROOT, Command
from made_up_runs import bare_row, write

program = Command("techniques")
H100 = ROOT / "results" / "h100" / "2026-11-25"


@pytest.fixture
def run(tmp_path):
    """A folder with a run of one step that gains 2x on a made-up GPU, or of rows changed so."""
    def make(step="mulshift,gain", **change):
        ends = {"ci_low_us": "9.9", "ci_high_us": "10.1"}
        lines = [{**bare_row(f"tiles/{change.get('kind', 'gpu')}/{name}", us), **ends, "improves": improves}
                 for name, us, improves in (("old", 20, ""), ("new", 10, f"{change.get('kind', 'gpu')}/old"))]
        write(tmp_path / "run" / "rows.csv", lines)
        (tmp_path / "run" / "rows.steps.csv").write_text(
            f"case,variant,technique,step\ntiles,{change.get('kind', 'gpu')}/new,{step}\n", encoding="utf-8")
        return tmp_path / "run"
    return make


def test_the_table_has_a_line_per_technique_and_fits_100_columns():
    text = program.printed(H100)
    assert max(map(len, text.splitlines())) <= 100
    line, = re.findall(r"^  carry .*$", text, re.MULTILINE)
    assert re.fullmatch(r"  carry +4 +1\.74x +1\.03x to 2\.71x +33/33  .*issue.*", line)
    assert text.startswith("cold caches; gain 1: NVIDIA H100 80GB HBM3\n")
    assert re.search(r"^Not in these rows: .*pinned", text, re.MULTILINE)
    medians = [float(value) for value in re.findall(r"^  [\w-]+ +\d+ +([\d.]+)x", text, re.MULTILINE)]
    assert len(medians) > 25 and medians == sorted(medians, reverse=True)


def test_an_opened_technique_shows_its_steps_with_interval_limits_and_registers():
    text = program.printed(H100, "--steps", "carry")
    assert max(map(len, text.splitlines())) <= 100 and text.startswith("carry: Carry the index along\n")
    words = " ".join(text.split())
    assert re.search(r"stitch: fast_division to incremental_wrap .*: 1\.59x ± 0\.2 % at 10240x10240, repeater=100; .*"
                     r"dirty caches 1\.56x.*issue slots 74 % to DRAM .*registers 16 to 16", words)


def test_a_limit_chooses_the_steps(capsys):
    issue = program.printed(H100, "--limit", "issue")
    assert re.search(r"^  carry +2 ", issue, re.MULTILINE) and " coalesce " not in issue
    assert " H200 " not in program.printed(H100, "--gpu", "h100") and program.run("--gpu", "a100") == 2
    assert "--gpu=a100: no such machine; there is NVIDIA H200" in capsys.readouterr().err


def test_the_best_steps_are_sentences_of_the_gpu_or_of_host_variants_or_nothing(run, capsys):
    best = "What gained most here:\n  Multiply and shift instead of dividing: 2.00x in tiles ({} to {})\n"
    for step, kind, wanted in (("mulshift,gain", "gpu", best.format("old", "new")), ("mulshift,back", "gpu", ""),
                               ("mulshift,gain", "host", best.format("host/old", "host/new")), (",gain", "gpu", "")):
        assert program.run(run(step, kind=kind), "--best", "5") == 0
        assert capsys.readouterr().out == wanted, (step, kind)
    assert program.run(run("mulshift,gain"), "--steps", "mulshift", "--limit", "launch") == 0
    assert capsys.readouterr().out == "No such step was measured on a GPU here; --best 5 shows the host's.\n"
    assert program.run(run("own,gain")) == 0
    assert "technique 'own' of these rows is not in the catalogue" in capsys.readouterr().err
    assert '.venv/bin/rungs techniques "$run" --best 5\n' in (ROOT / "scripts" / "quickstart.sh").read_text()


def test_a_block_shows_the_first_few(run, fill_block, tmp_path, capsys):
    run()
    code, lines = fill_block("techniques rows=run/rows.csv top=1")
    assert code == 0 and lines[2] == ("| Multiply and shift instead of dividing `mulshift` | 2.00x | 1 of 1 | – | "
                        "Pays in all these rows (2.00x at least: tiles, 1000x1000). |")
    assert fill_block("techniques rows=run/rows.csv top=x")[0] == 2
    assert "expected a whole number" in capsys.readouterr().err
    run(",question")
    assert fill_block("techniques rows=run/rows.csv")[0] == 2
    assert "no step of a technique" in capsys.readouterr().err
