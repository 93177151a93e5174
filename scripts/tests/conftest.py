"""What the tests share: the made-up files, and a way to change one field of one row."""

import csv
import sys
from pathlib import Path

import pytest
from command_line import POINTER, SMALL, call
from fake_cuda import make_build

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))

from rungs.cli.main import main as rungs_main  # noqa: E402
from rungs.static import cuda_tools  # noqa: E402


class Command:
    """A subcommand of `rungs`, called in this process."""

    def __init__(self, name):
        self.name = name

    def main(self, words):
        return rungs_main([self.name, *words])

    def run(self, *arguments):
        return self.main(list(map(str, arguments)))

    def refused(self, capsys, *arguments):
        """The one line with which it refuses."""
        assert self.run(*arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == "" and captured.err.count("\n") == 1
        assert captured.err.startswith(f"rungs {self.name}: ")
        return captured.err


DATA = Path(__file__).parent / "data"
ROWS = DATA / "made_up_rows.csv"
PUBLISHED = DATA / "made_up_published.csv"


def records(path=ROWS):
    """The stored rows as a list of dicts of text."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def write_rows(tmp_path):
    """Writes dicts as a rows.csv, RFC 4180, and returns its path."""
    def write(rows, name="rows.csv", columns=None):
        path = tmp_path / name
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns or list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        return path
    return write


@pytest.fixture
def fill_block(tmp_path):
    """Fills a page of one generated block; returns the exit code and the block's lines."""
    def fill(block):
        page = tmp_path / "page.md"
        page.write_text(f"<!-- generated: {block} -->\n<!-- /generated -->\n", encoding="utf-8")
        code = Command("tables").run(page, "--published", PUBLISHED)
        return code, [line for line in page.read_text(encoding="utf-8").splitlines()[1:-1] if line]
    return fill


@pytest.fixture
def published():
    from rungs.data import published as module
    return module.read(PUBLISHED)


@pytest.fixture
def style_on():
    """Draws in the style of the plots."""
    from rungs.plots import style
    with style.look():
        yield style


@pytest.fixture
def cuda_build(tmp_path, monkeypatch):
    """A made-up build of CUDA sources (fake_cuda.py), and no other tools than its own to be found."""
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    monkeypatch.setattr(cuda_tools.sysconfig, "get_path", lambda _: str(tmp_path / "nowhere"))
    make_build(tmp_path)
    return tmp_path


@pytest.fixture
def bench(tmp_path):
    """Runs bench in the test's own folder."""
    return lambda *args, **kwargs: call(tmp_path, *args, **kwargs)


@pytest.fixture(scope="module")
def one_row_file(tmp_path_factory):
    """The text of a file that bench wrote: a header and a row."""
    folder = tmp_path_factory.mktemp("one_row")
    assert call(folder, *POINTER, *SMALL, "--out=r.csv").returncode == 0
    return (folder / "r.csv").read_text()
