"""`rungs new`: for every case and place a copy of its first rung that says so, and no other file is touched."""

import re
import shutil

import pytest
from conftest import ROOT, Command

NEW = Command("new")
PYTHON = tuple(f"{place}/*.py" for place in ("triton", "cutile", "numba", "cupy"))
PLACES = sorted({path.parent for kind in ("host/*.cpp", "gpu/*.cu", *PYTHON)
                 for path in (ROOT / "cases").glob(f"*/{kind}")})
SUFFIXES = {"host": "cpp", "gpu": "cu"}
DESCRIPTION = re.compile(r'\.(improves|technique|step|no_technique|idea) *=')


def made(place, tmp_path):
    """(the new file's text, that of the first rung, which it names)."""
    name = f"{place.parent.name}/{place.name}/mine"
    out = tmp_path / f"mine.{SUFFIXES.get(place.name, 'py')}"
    assert NEW.run(name, "--out", out) == 0
    text = out.read_text(encoding="utf-8")
    improves, = re.findall(r'improves ?= ?"([^"]+)"', text)
    return text, (place.parent / f"{improves}{out.suffix}").read_text(encoding="utf-8"), improves


@pytest.mark.parametrize("place", PLACES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_is_the_first_rung_with_a_description_of_its_own(place, tmp_path):
    text, start, improves = made(place, tmp_path)
    assert not re.search(rf'improves ?= ?"{place.name}/', start), "what it starts from improves another"
    if place.name not in SUFFIXES:
        compile(text, "mine.py", "exec")
        assert f'@rungs.variant("{place.parent.name}/{place.name}/mine",' in text
        assert text.partition("\ndef ")[2].partition("rungs.variant")[0] in start
        return
    code = [line for line in text.splitlines() if not line.startswith("//") and not DESCRIPTION.search(line)]
    rest = iter(start.splitlines())
    assert all(line in rest for line in code), "a line is not the first rung's, or not in its order"
    assert {name: words for name, words in re.findall(r'\.(\w+) = "([^"]*)",$', text, re.MULTILINE)
            if DESCRIPTION.search(f".{name} =")} == {
        "improves": improves, "no_technique": "a copy so far", "idea": f"a copy of {improves} so far"}
    assert text.startswith(f"// So far a copy of {improves}: ")


def test_the_file_goes_where_its_name_says(tmp_path, monkeypatch, capsys):
    cases = tmp_path / "project" / "cases"
    shutil.copytree(ROOT / "cases" / "stitch", cases / "tiles")
    (cases.parent / "CMakeLists.txt").touch()
    monkeypatch.chdir(cases.parent)
    assert NEW.run("tiles/gpu/mine") == 0 and (cases / "tiles/gpu/mine.cu").is_file()
    assert capsys.readouterr().out == f"{cases}/tiles/gpu/mine.cu: a copy of tiles/gpu/modulo\n"
    assert "mine.cu: expected a file that is not there yet" in NEW.refused(capsys, "tiles/gpu/mine")
    monkeypatch.chdir(tmp_path)  # no project around
    assert NEW.run("stitch/gpu/mine") == 0 and (tmp_path / "mine.cu").is_file()


@pytest.mark.parametrize(("words", "said"), [
    (["stich/gpu/mine"], "there is no case 'stich'; nearest is stitch"),
    (["stitch/gpus/mine"],
     "case stitch has no variant in gpus to start from; expected cutile or gpu or host or numba or triton"),
    (["stitch/peer/mine"], "no variant in peer"), (["stitch/mine"], "expected CASE/PLACE/NAME"),
    (["stitch/gpu/../mine"], "expected CASE/PLACE/NAME"), (["stitch/gpu/.mine"], "expected CASE/PLACE/NAME"),
    (["stitch/gpu/mine", "--out=mine.cpp"], "whose name ends in .cu")])
def test_what_cannot_be_is_refused(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in NEW.refused(capsys, *words) and not list(tmp_path.iterdir())


@pytest.mark.parametrize("other", ["/bin/true", "/bin/false"])
def test_a_program_that_is_no_bench_is_refused(other, capsys):
    said = Command("try").refused(capsys, ROOT / "cases/stitch/gpu/modulo.cu", f"--bench={other}")
    assert "it does not list its variants" in said and "expected the program bench of this version" in said
