"""Files that --resume must not take."""

import os

import pytest
from command_line import POINTER, QUICK, check_refused, files, of_problem, read, with_field

DAMAGE = {
    "another schema": lambda text: with_field(text, "schema", "rungs-row-0"),
    "other columns": lambda text: text.replace("time_median_us", "time_median_ns", 1),
    "only a line end": lambda text: "\n", "a foreign CSV": lambda text: "name,age\nada,36\n",
    "no CSV": lambda text: "\x00\x01\x02" * 50,
    "an open quote above other rows": lambda text: text.replace("\nrungs-row-2,", '\nrungs-row-2,"', 1),
    "too few fields": lambda text: text + "rungs-row-2,stitch,host/pointer\n",
    "too many fields": lambda text: text.rstrip("\n") + ",1,2\n",
    "the header twice": lambda text: text.split("\n")[0] + "\n" + text,
    "a time that is no number": lambda text: with_field(text, "time_median_us", "fast"),
    "another device": lambda text: with_field(text, "device", "Another Processor"),
    "another commit": lambda text: with_field(text, "commit", "0123456789ab")}


@pytest.mark.parametrize("damage", DAMAGE)
def test_resume_refuses_and_keeps(bench, tmp_path, one_row_file, damage):
    path = tmp_path / "r.csv"
    path.write_text(DAMAGE[damage](one_row_file), newline="")
    before = files(tmp_path)
    check_refused(bench(*POINTER, *QUICK, "--sizes=64", "--param", "repeater=16,32", "--out=r.csv",
                        "--resume", "--json=j.json"), "--resume", "r.csv")
    assert files(tmp_path) == before


@pytest.mark.parametrize("option", ["--out", "--samples", "--json"])
@pytest.mark.parametrize("more", [[], ["--resume"]])
def test_what_is_no_regular_file_is_refused_at_once(bench, tmp_path, option, more):
    os.mkfifo(tmp_path / "fifo")
    out = [] if option == "--out" else ["--out=r.csv"]
    for name in ("fifo", "/dev/full", "/dev/null"):
        check_refused(bench(*POINTER, *QUICK, "--sizes=64", "--param", "repeater=16", *out, f"{option}={name}", *more),
                      option, name, "not a regular file")
    assert files(tmp_path) == {"fifo": None}


def test_links_are_followed(bench, tmp_path):
    (tmp_path / "real.csv").symlink_to("farther.csv")
    (tmp_path / "link.csv").symlink_to("real.csv")
    run = [*POINTER, *QUICK, "--sizes=64", "--param"]
    assert bench(*run, "repeater=16", "--out=link.csv").returncode == 0
    assert bench(*run, "repeater=16,32", "--out=link.csv", "--resume").returncode == 0
    assert (tmp_path / "link.csv").is_symlink() and (tmp_path / "real.csv").is_symlink()
    assert len(of_problem(read(tmp_path / "farther.csv"))) == 2
