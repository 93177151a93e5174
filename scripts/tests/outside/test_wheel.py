"""A wheel of the package, installed into an empty environment, works on the rows of another project, without a
checkout."""

import importlib.util
import shutil
import sys
import sysconfig
import zipfile

import pytest
from conftest import SCRIPTS, records
from conftest import run_program as run
from report_data import document

from rungs import __version__

pytestmark = pytest.mark.skipif(importlib.util.find_spec("setuptools") is None, reason="setuptools is not installed")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy: a build leaves its folders next to the sources."""
    folder = tmp_path_factory.mktemp("build")
    shutil.copytree(SCRIPTS, folder / "scripts", ignore=shutil.ignore_patterns("tests", "__pycache__", "*.egg-info"))
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder,
        folder / "scripts", cwd=folder)
    return folder / f"rungs-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def bin_of(wheel, tmp_path_factory):
    """The programs of an empty environment with the wheel. The packages that it needs are those of this environment."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin" / "python"
    site, = folder.glob("lib/python3*/site-packages")
    run(sys.executable, "-m", "pip", "--quiet", "--python", python, "install", "--no-deps", "--no-index", wheel,
        cwd=folder)
    said = run(folder / "bin" / "rungs", "plot", "rows.csv", cwd=folder, code=2)
    assert "is missing; expected what `pip install` of the wheel" in said
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = run(python, "-c", "import rungs; print(rungs.__file__)", cwd=folder).strip()
    assert where == str(site / "rungs" / "__init__.py")
    return folder / "bin"


@pytest.fixture
def project(tmp_path, write_rows):
    """A folder with the rows of a bench that has a case histogram, of another run too."""
    rows = [dict(row, case={"tiles": "histogram", "sum": "softmax"}.get(row["case"], row["case"])) for row in records()]
    write_rows(rows)
    write_rows([dict(row, commit="ffff") for row in rows], "second.csv")
    return tmp_path


def test_the_wheel_has_every_file_that_is_read(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = {path.relative_to(SCRIPTS).as_posix() for path in (SCRIPTS / "rungs").rglob("*")
               if path.is_file() and path.suffix not in (".pyc",)}
    assert sources <= names and not any(name.startswith("tests") or "/tests/" in name for name in names)


def test_it_works_on_the_rows_of_another_project(bin_of, project):
    rungs = bin_of / "rungs"
    assert run(rungs, "--version", cwd=project) == f"rungs {__version__}\n"
    assert "report.html" in run(rungs, "report", ".", cwd=project, code=1)
    page = (project / "report.html").read_text(encoding="utf-8")
    assert "histogram" in {case["name"] for case in document(page)["cases"]} and "<style>" in page
    assert "histogram-ladder" in run(rungs, "plot", "rows.csv", "--case=histogram", "--formats=svg", cwd=project)
    assert list(project.glob("plots/histogram-ladder-*.svg"))
    assert "same" in run(rungs, "compare", "rows.csv", "second.csv", cwd=project)


def test_what_only_a_checkout_has_is_asked_for(bin_of, project):
    said = run(bin_of / "rungs", "claims", "rows.csv", cwd=project, code=2)
    assert said == ("rungs claims: --claims: there is no reference/published/claims.csv here; expected --claims with "
                    "a path, or a checkout of Rungs as the current folder\n")
