"""Light and dark: files, and contrast; and the pictures of techniques, which are committed in both."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import ROOT, ROWS, Command, records
from figures import names, plotted, says, written
from matplotlib import colors, image
from PIL import Image

from rungs.data import catalogue, checkout, setups
from rungs.plots import techniques as pictures
from rungs.plots.theme import THEMES
from rungs.profile import limits
from rungs.report import page
from rungs.statistics import techniques
from rungs.tables import techniques_text

GRAPHICS, TEXT = 3.0, 4.5  # WCAG 2's least contrasts
LUMINANCE = np.array([0.2126729, 0.7151522, 0.0721750])  # of linear sRGB


def linear(color):
    channels = np.array(colors.to_rgb(color))
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, two):
    """WCAG 2's ratio of luminances."""
    darker, lighter = sorted(float(linear(color) @ LUMINANCE) for color in (one, two))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_colours_stand_off_the_paper(name):
    theme = THEMES[name]
    for color in (theme.ink, theme.faint, theme.warning):
        assert contrast(color, theme.paper) >= TEXT, color
    for color in (*theme.palette, *theme.kind_colors.values()):
        assert contrast(color, theme.paper) >= GRAPHICS, color
    assert contrast("#f0e442", "#ffffff") < GRAPHICS  # the check can fail
    assert len({*theme.palette}) == len(THEMES["light"].palette)


def test_dark_files_stand_next_to_light_ones_of_which_nothing_is_in_them(tmp_path):
    assert plotted(ROWS, tmp_path, "--theme", "both", "--case", "sum", "--formats", "png,svg") == 0
    assert names(tmp_path) == [f"sum-{what}.{kind}" for what in ("ladder-cold-dark", "ladder-cold", "size-cold-dark",
                                                                 "size-cold") for kind in ("png", "svg")]
    for name, paper in (("sum-ladder-cold", "light"), ("sum-ladder-cold-dark", "dark")):
        corner = image.imread(tmp_path / f"{name}.png")[0, 0, :3]
        assert corner == pytest.approx(colors.to_rgb(THEMES[paper].paper), abs=1 / 255)
    light = THEMES["light"]
    gone = {light.paper, light.ink, light.faint, light.rule, light.warning, *light.kind_colors.values()}
    for path in tmp_path.glob("*-dark.svg"):
        text = path.read_text(encoding="utf-8").lower()
        assert [color for color in gone if color in text] == [], path.name


# The picture of `rungs techniques --draw`: the committed ones say what the rows say.

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
    assert "No such step" in capsys.readouterr().out and not (tmp_path / "new").exists()
