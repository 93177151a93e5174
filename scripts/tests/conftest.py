"""What the tests share: the made-up files, and a way to change one field of one row."""

import csv
import os
import signal
import subprocess
import sys
import time
from contextlib import redirect_stdout
from io import StringIO, TextIOWrapper
from pathlib import Path

import pytest
from command_line import ONE, call, check_refused, files, read
from made_up_runs import write
from static_reports import make_build

SCRIPTS = Path(__file__).resolve().parents[1]
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

from rungs.cli.main import main as rungs_main  # noqa: E402
from rungs.data.files import opened  # noqa: E402
from rungs.static import cuda_sources  # noqa: E402

pytest_plugins = ["drawn_pages"]  # its fixtures

# A run that a shell started in the background ignores Ctrl-C, and so would the programs that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionfinish(session, exitstatus):
    """77, which CTest shows as skipped, where nothing but skipped tests ran; pytest's own is 0."""
    said = session.config.pluginmanager.get_plugin("terminalreporter").stats
    if exitstatus == 0 and "skipped" in said and "passed" not in said:
        session.exitstatus = 77


class Command:
    """A subcommand of `rungs`, or a part of one, called in this process."""

    def __init__(self, name):
        self.name = name

    def run(self, *arguments):
        return rungs_main([*self.name.split(), *map(str, arguments)])

    def printed(self, *arguments, code=0):
        """Its stdout, where it ends with this code."""
        with redirect_stdout(StringIO()) as said:
            assert self.run(*arguments) == code
        return said.getvalue()

    def refused(self, capsys, *arguments):
        """The one line with which it refuses."""
        assert self.run(*arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == "" and captured.err.count("\n") == 1
        assert captured.err.startswith(f"rungs {self.name.split()[0]}: ")
        return captured.err


def captured(*command, **more):
    """A command that has ended, whatever its exit code; stdout and stderr are text."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)


def run_program(*command, cwd=None, code=0):
    """stdout and stderr of a command that must end with this exit code; a failure shows all that it said. It knows
    nothing of this run's packages and bench."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RUNGS_BENCH")}
    done = captured(*command, cwd=cwd, env=environment)
    assert done.returncode == code, f"{command}: {done.returncode}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout + done.stderr


def wait_for(condition, seconds=30):
    """What a condition says as soon as it holds, or in the end."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def executable(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


DATA = Path(__file__).parent / "data"
ROWS = DATA / "made_up_rows.csv"
PUBLISHED = DATA / "made_up_published.csv"
TILE = '''import numpy
import rungs


@rungs.variant("stitch/numpy/tile", framework="numpy", improves="host/basic", idea="numpy.tile", returns="target")
def tile(p):
    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    times = (-(-p.height // rows), -(-p.width // columns))
    return lambda: numpy.tile(repeater, times)[:p.height, :p.width]
'''


def records(path=ROWS):
    with TextIOWrapper(opened(path), "utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def write_rows(tmp_path):
    """Writes dicts as a rows.csv in the test's own folder, and returns its path."""
    return lambda rows, name="rows.csv", columns=None: write(tmp_path / name, rows, columns or list(rows[0]))


@pytest.fixture
def fill_block(tmp_path):
    """Fills a page of one generated block, or checks it with --check; returns the exit code and the block's lines."""
    def fill(block, *options):
        page = tmp_path / "page.md"
        if "--check" not in options or not page.exists():
            page.write_text(f"<!-- generated: {block} -->\n<!-- /generated -->\n", encoding="utf-8")
        code = Command("tables").run(page, "--published", PUBLISHED, *options)
        return code, [line for line in page.read_text(encoding="utf-8").splitlines()[1:-1] if line]
    return fill


@pytest.fixture
def style_on():
    from rungs.plots import style
    with style.look():
        yield style


@pytest.fixture
def cuda_build(tmp_path, monkeypatch):
    """A made-up build of CUDA sources (static_reports.py), and no other tools than its own to be found."""
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    monkeypatch.setattr(cuda_sources.sysconfig, "get_path", lambda _: str(tmp_path / "nowhere"))
    make_build(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Where `rungs try` keeps what it has compiled."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def bench(tmp_path):
    return lambda *args, **kwargs: call(tmp_path, *args, **kwargs)


@pytest.fixture
def refused(bench, tmp_path):
    """refused(texts, *words): runs bench, which must refuse with these texts and leave all files as they were."""
    def run(texts, *words):
        before = files(tmp_path)
        check_refused(bench(*words), *texts)
        assert files(tmp_path) == before
    return run


@pytest.fixture
def rows_of(bench, tmp_path):
    """Runs bench with --out=r.csv, which must end well; returns the rows."""
    def run(*args):
        result = bench("--out=r.csv", *args)
        assert result.returncode == 0, result.stderr
        return read(tmp_path / "r.csv")
    return run


@pytest.fixture(scope="module")
def one_row_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one_row")
    assert call(folder, *ONE, "--out=r.csv").returncode == 0
    return (folder / "r.csv").read_text()
