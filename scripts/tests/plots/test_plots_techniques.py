"""`rungs techniques --draw`: what the picture says, and that the committed ones say what the rows say."""

from dataclasses import replace

import pytest
from conftest import ROOT, Command, records
from figures import says, written
from PIL import Image

from rungs.data import catalogue, checkout, setups
from rungs.plots import techniques as pictures
from rungs.profile import limits
from rungs.report import page
from rungs.statistics import techniques
from rungs.tables import techniques_text

FOLDER = ROOT / "results" / "pictures"


@pytest.fixture(scope="module")
def shown():
    """What is drawn of the newest committed runs: pictures.digest's arguments."""
    there = setups.setups_of(page.load(checkout.latest()))
    sources = techniques_text.sources_of(there)
    return (techniques.of(sources, catalogue.read()), [source.name for source in sources],
            techniques_text.notes(there))


def data_of(path):
    with Image.open(path) as image:
        return image.text["data"]


@pytest.mark.parametrize("name", ["techniques.png", "techniques-dark.png"])
def test_the_committed_pictures_are_fresh(shown, name):
    assert data_of(FOLDER / name) == pictures.digest(*shown), \
        "draw again with: rungs techniques --draw results/pictures"


def test_another_figure_makes_a_picture_stale(shown):
    found, machines, notes = shown
    first = found[0]
    other = replace(first, gpus=(replace(first.gpus[0], median=1.5 * first.gpus[0].median), *first.gpus[1:]))
    assert pictures.digest([other, *found[1:]], machines, notes) != pictures.digest(*shown)
    assert pictures.digest(found, machines, [*notes, "commit x"]) != pictures.digest(*shown)


def test_it_names_each_technique_with_its_figures(shown, style_on):
    found, machines, notes = shown
    first, *_ = lines = found[:pictures.TOP]
    figure = pictures.figure(lines, machines, notes)
    assert says(figure, *(one.entry.name for one in lines), *machines, "lowest to highest")
    assert {first.gpus[0].cells[2], f"helps: {limits.words(first.helps)}"} <= set(written(figure))


def test_rows_without_a_step_are_not_drawn(tmp_path, write_rows, capsys):
    path = write_rows([{**row, "improves": ""} for row in records() if row["status"] == "ok"])
    assert Command("techniques").run(path, "--draw", tmp_path / "new") == 0
    assert "No step of a technique" in capsys.readouterr().out and not (tmp_path / "new").exists()
