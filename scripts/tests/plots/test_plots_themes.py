"""Light and dark: files, contrast, and colours that colour-blind readers can tell apart."""

from itertools import combinations

import numpy as np
import pytest
from conftest import ROWS
from figures import drawn, names, plotted
from matplotlib import colors, image
from matplotlib.text import Text

from rungs.plots import style
from rungs.plots.theme import THEMES

GRAPHICS, TEXT = 3.0, 4.5  # WCAG 2's least contrasts
APART = 11.0               # in CIELAB; about five just noticeable differences

# What a reader who lacks a cone type sees of linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
SIGHT = {
    "all cones": np.eye(3),
    "no red cones": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green cones": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no blue cones": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]}
XYZ = np.array([[0.4124564, 0.3575761, 0.1804375],  # of linear sRGB
                [0.2126729, 0.7151522, 0.0721750],
                [0.0193339, 0.1191920, 0.9503041]])
WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(color):
    """sRGB as linear light."""
    channels = np.array(colors.to_rgb(color))
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, two):
    """WCAG 2's ratio of luminances."""
    darker, lighter = sorted(float(linear(color) @ XYZ[1]) for color in (one, two))
    return (lighter + 0.05) / (darker + 0.05)


def lab(color, sight):
    """CIELAB of a color as it is seen."""
    xyz = XYZ @ np.clip(np.array(sight) @ linear(color), 0, 1) / WHITE
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def run_together(palette):
    """(sight, color, color) of those that look alike."""
    return [(sight, one, two) for sight, matrix in SIGHT.items() for one, two in combinations(palette, 2)
            if np.linalg.norm(lab(one, matrix) - lab(two, matrix)) < APART]


@pytest.mark.parametrize("name", THEMES)
def test_colours_stand_off_the_paper_and_lines_can_be_told_apart_with_any_eyes(name):
    theme = THEMES[name]
    for color in (theme.ink, theme.faint, theme.warning):
        assert contrast(color, theme.paper) >= TEXT, color
    for color in (*theme.palette, *theme.kind_colors.values()):
        assert contrast(color, theme.paper) >= GRAPHICS, color
    assert run_together(theme.palette) == []
    assert len(theme.palette) == len(THEMES["light"].palette)


def test_the_checks_of_colours_can_fail():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#f0e442", "#ffffff") < GRAPHICS
    assert run_together(["#ff0000", "#00ff00"]) == []
    assert [sight for sight, _, _ in run_together(["#b05a2c", "#7a7a20"])] == ["no green cones"]


def test_colours_are_of_the_theme_in_use():
    with style.look("dark"):
        boxes = {colors.to_hex(text.get_bbox_patch().get_facecolor()) for figure in drawn(ROWS).values()
                 for text in figure.findobj(Text) if text.get_bbox_patch()}
        assert boxes == {THEMES["dark"].paper}
        assert style.PAPER == THEMES["dark"].paper and style.INK == THEMES["dark"].ink
        assert style.paler("#ffffff", 1) == pytest.approx(colors.to_rgb(THEMES["dark"].paper))
    assert style.PAPER == "#ffffff" and style.PALETTE == THEMES["light"].palette
    with pytest.raises(AttributeError):
        style.NO_SUCH_COLOUR  # noqa: B018


def test_dark_files_stand_next_to_light_ones_of_which_nothing_is_in_them(tmp_path):
    assert plotted(ROWS, tmp_path, "--theme", "both", "--case", "sum", "--formats", "png,svg") == 0
    assert names(tmp_path) == [f"sum-{what}.{kind}" for what in ("ladder-cold-dark", "ladder-cold", "size-cold-dark",
                                                                 "size-cold") for kind in ("png", "svg")]
    for name, paper in (("sum-ladder-cold", "light"), ("sum-ladder-cold-dark", "dark")):
        corner = image.imread(tmp_path / f"{name}.png")[0, 0, :3]
        assert corner == pytest.approx(colors.to_rgb(THEMES[paper].paper), abs=1 / 255)
    light = THEMES["light"]
    gone = {light.ink, light.faint, light.rule, light.warning, *light.kind_colors.values()}
    gone -= {*THEMES["dark"].kind_colors.values()}
    for path in tmp_path.glob("*-dark.svg"):
        text = path.read_text(encoding="utf-8").lower()
        assert [color for color in gone if color in text] == [], path.name
