"""Light and dark: files, and contrast."""

import numpy as np
import pytest
from conftest import ROWS
from figures import drawn, names, plotted
from matplotlib import colors, image
from matplotlib.text import Text

from rungs.plots import style
from rungs.plots.theme import THEMES

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


def test_colours_are_of_the_theme_in_use():
    with style.look("dark"):
        boxes = {colors.to_hex(text.get_bbox_patch().get_facecolor()) for figure in drawn(ROWS).values()
                 for text in figure.findobj(Text) if text.get_bbox_patch()}
        assert boxes == {THEMES["dark"].paper}
    assert style.PAPER == "#ffffff" and style.PALETTE == THEMES["light"].palette


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
