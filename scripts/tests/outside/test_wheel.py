"""A wheel of the package, installed into an empty environment, works on the rows of another project, without a
checkout."""

import importlib.util
import shutil
import sys
import sysconfig

import pytest
from conftest import SCRIPTS, records
from conftest import run_program as run
from report_data import document

from rungs import __version__

pytestmark = pytest.mark.skipif(importlib.util.find_spec("setuptools") is None, reason="setuptools is not installed")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An empty environment with the wheel, which is built from a copy: a build leaves its folders next to the sources.
    The packages that it needs are those of this environment."""
    folder = tmp_path_factory.mktemp("environment")
    shutil.copytree(SCRIPTS, folder / "scripts", ignore=shutil.ignore_patterns("tests", "__pycache__", "*.egg-info"))
    pip = (sys.executable, "-m", "pip", "--quiet")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, folder / "scripts", cwd=folder)
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    run(*pip, "--python", folder / "bin" / "python", "install", "--no-deps", "--no-index",
        folder / f"rungs-{__version__}-py3-none-any.whl", cwd=folder)
    said = run(folder / "bin" / "rungs", "plot", "rows.csv", cwd=folder, code=2)
    assert "is missing; run scripts/install_dependencies.sh in a checkout, or install the wheel" in said
    site, = folder.glob("lib/python3*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_the_wheel_has_every_file_that_is_read(installed):
    site, = installed.glob("lib/python3*/site-packages")
    names = {path.relative_to(site).as_posix() for path in site.rglob("*")}
    sources = {path.relative_to(SCRIPTS).as_posix() for path in (SCRIPTS / "rungs").rglob("*")
               if path.is_file() and path.suffix != ".pyc"}
    assert sources <= names and not any(f"/{name}/".count("/tests/") for name in names)


def test_it_works_on_the_rows_of_another_project(installed, tmp_path, write_rows):
    """Of a bench that has a case histogram. What only a checkout has is asked for."""
    rows = [dict(row, case="histogram" if row["case"] == "tiles" else row["case"]) for row in records()]
    write_rows(rows)
    write_rows([dict(row, commit="ffff") for row in rows], "second.csv")
    rungs = installed / "bin" / "rungs"
    assert run(rungs, "--version", cwd=tmp_path) == f"rungs {__version__}\n"
    assert "report.html" in run(rungs, "report", ".", cwd=tmp_path, code=1)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "histogram" in {case["name"] for case in document(page)["cases"]} and "<style>" in page
    assert "histogram-ladder" in run(rungs, "plot", "rows.csv", "--case=histogram", "--formats=svg", cwd=tmp_path)
    assert list(tmp_path.glob("plots/histogram-ladder-*.svg"))
    assert "same" in run(rungs, "compare", "rows.csv", "second.csv", cwd=tmp_path)
    assert run(rungs, "claims", "rows.csv", cwd=tmp_path, code=2) == (
        "rungs claims: --claims: there is no reference/published/claims.csv here; expected --claims with a path, or a "
        "checkout of Rungs as the current folder\n")
