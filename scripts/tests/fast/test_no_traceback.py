"""Whatever a file's name or content, wherever output goes, whatever an option's value: every command ends with a line,
none with a traceback, and writes over nothing that it reads."""

import io
import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROWS, SCRIPTS, Command
from report_data import CLAIMS

from rungs.cli.main import COMMANDS, PARTS, main
from rungs.data import files

# How each command takes a file or folder. None starts a program that is there.
TAKES = {
    "try": ["{} --bench=fake", "x.py --bench={}"], "bench": ["--load={}", "--load=x.py --library={}"],
    "plot": ["{} --out=plots", "rows.csv --out={}"], "report": ["{}", "rows.csv --out={}", "rows.csv --cases={}"],
    "techniques": ["{}"], "compare": ["{} rows.csv"], "fleet join": ["joined {} {}", "{}"],
    "claims": ["{} --claims=c.csv", "rows.csv --claims={}", "rows.csv --claims=c.csv --out={}"],
    "tables": ["{}", "page.md --published={}"], "static": ["{}"], "ncu": ["--bench={}"],
    "why": ["{}", "{} --known={}", "a/gpu/b --bench={}"], "new": ["{}", "stitch/gpu/mine --out={}"],
    "serve": ["--seconds={}"], "check clocks": ["{}", "--library={}"], "check ncu": ["{}"],
    "measure": ["{}/x --bench={}", "{} --list"]}
LATIN = "lat\udce9n\nline"  # as Python has a byte that is not UTF-8


def kinds(folder):
    """{kind: path}: what a file or folder can be that it should not."""
    odd = folder / LATIN
    odd.mkdir()
    shutil.copy(ROWS, odd / "rows.csv")
    (folder / "binary").write_bytes(bytes(range(256)) * 9)
    (folder / "latin").write_bytes(ROWS.read_bytes().replace(b"Made-up", b"Made-\xe9p"))
    (folder / "nulls").write_bytes(ROWS.read_bytes().replace(b"tiles", b"t\0les"))
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    (folder / "shut").mkdir()
    shutil.copy(ROWS, folder / "shut" / "rows.csv")
    (folder / "shut").chmod(0)
    return {"latin folder": odd, "latin file": odd / "rows.csv", "missing": folder / "missing",
            "below a file": folder / "empty" / "rows.csv", "long": folder / ("x" * 300), "device": "/dev/null",
            **{name: folder / name for name in ("binary", "latin", "nulls", "empty", "folder", "loop", "shut")}}


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a file of each kind that commands read, the current one."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROWS, "rows.csv")
    shutil.copy(CLAIMS, "c.csv")
    for name in ("page.md", "x.py", "counters.csv", "fake"):
        (tmp_path / name).write_text("x\n", encoding="utf-8")
    yield tmp_path
    if (tmp_path / "shut").exists():
        (tmp_path / "shut").chmod(0o700)


def test_every_command_is_here():
    assert set(TAKES) == set(COMMANDS) - set(PARTS) | {f"{name} {part}" for name in PARTS for part in PARTS[name]}


@pytest.mark.parametrize("command", TAKES)
def test_any_file_or_folder_is_taken_or_refused_with_a_line(place, capsys, command):
    for kind, path in kinds(place).items():
        for words in TAKES[command]:
            code = Command(command).run(*(word.format(path) for word in words.split()))
            said = capsys.readouterr()
            assert code in (0, 1, 2), (kind, words)
            lines = said.err.splitlines()
            assert code != 2 or lines[-1].startswith(f"rungs {command.split()[0]}: "), (kind, words, lines)
            assert code != 2 or len(lines) == 1, (kind, words, lines)


@pytest.mark.parametrize("words", ["no", "measure --dry-run"])
def test_any_output_is_written_or_said(place, words):
    """Where a stream is closed, the disk is full, or nobody reads."""
    def ran(redirected="", out=subprocess.PIPE):
        done = subprocess.run(["bash", "-c", f"{sys.executable} {SCRIPTS / 'rungs'} {words} {redirected}"], stdout=out,
                              stderr=subprocess.PIPE, text=True, check=False)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stderr

    code, said = ran()
    assert [ran(streams)[0] for streams in ("<&-", "2>&-")] == [code, code]
    assert all(ran(streams)[0] in (code, 2) for streams in (">&-", "<&- >&- 2>&-", ">/dev/full"))
    read, write = os.pipe()
    os.close(read)
    assert ran(out=write) in ((code, said), (0, said))
    os.close(write)


def test_letters_that_an_encoding_lacks_are_replaced(place, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["claims", "--claims=c.csv", "rows.csv"]) == 0 and b"?" in sys.stdout.buffer.getvalue()


@pytest.mark.parametrize("words", ["plot rows.csv --case=sum --formats=png",
                                   "claims rows.csv --claims=c.csv", "compare rows.csv rows.csv", "tables page.md"])
def test_every_command_says_that_rows_are_without_a_right_result(place, capsys, words):
    (place / "page.md").write_text("<!-- generated: table rows=rows.csv case=tiles -->\n<!-- /generated -->\n")
    (place / "counters.csv").unlink()
    assert main(words.split()) == 0
    assert capsys.readouterr().err == (
        f"rungs {words.split()[0]}: rows.csv: rows without a right result: 2 incorrect; the first is tiles/gpu/wrong "
        "(1000x1000, tile=8, mode=plain): 7 mismatches, first at (3, 4)\n")


def test_an_output_that_is_no_file_is_written_to_and_stays_what_it_is(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    files.write_whole(fifo, "text")
    assert os.read(reader, 9) == b"text" and fifo.is_fifo()
    os.close(reader)


@pytest.mark.parametrize("words", [
    *(f"compare a.csv b.csv {option}" for option in (
        "--threshold nan", "--threshold -1", "--threshold much", "--filter (")),
    *(f"plot a.csv {option}" for option in ("--formats gif", "--formats ", "--cache warm", "--theme pink")),
    "techniques x --limit isue", "techniques x --steps nosuch",
    *(f"check ncu a.csv --runs {number}" for number in ("-1", "1e3", "1001", ""))])
def test_a_bad_option_is_named(capsys, words):
    name, *others, option, value = words.split(" ")
    error = Command(name).refused(capsys, *others, f"{option}={value}")
    assert f"argument {option}: " in error and value in error


def test_what_is_read_is_never_written_over(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    packed = tmp_path / "counters.csv.gz"  # is read by either name
    packed.touch()
    for out in ("rows.csv", "rows.side.csv", "claims.csv", f"../{tmp_path.name}/rows.csv", "counters.csv",
                "counters.csv.gz", "."):
        why = "is a folder; expected the name of a file" if out == "." else "it is read too; expected another file"
        assert why in Command("claims").refused(capsys, "rows.csv", "--claims=claims.csv", "--counters=counters.csv",
                                                "--out", out)
    assert list(tmp_path.iterdir()) == [packed]
