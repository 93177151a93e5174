"""The colours of the plots, for light and for dark pages.

Every colour that draws stands off its paper by a contrast of 3 or more (the least that WCAG 2 asks of graphics), text
by 4.5 or more.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """Colours as '#rrggbb'."""

    paper: str
    ink: str        # text, and lines that bound
    faint: str      # text of less weight, axes
    rule: str       # grid
    warning: str    # text in place of a bar
    mark: str       # published figures
    kind_colors: dict  # of bars, by a variant's first word


THEMES = {
    "light": Theme(
        paper="#ffffff", ink="#1a1a1a", faint="#666666", rule="#d9d9d9", warning="#a33b00",
        mark="#b83a00",
        kind_colors={"host": "#737373", "gpu": "#0a66b0", "peer": "#009e73"}),
    "dark": Theme(
        paper="#0d1117", ink="#e6e9ed", faint="#a3abb5", rule="#30363d", warning="#ff9d66",
        mark="#e0662a",
        kind_colors={"host": "#8b929b", "gpu": "#3a90e0", "peer": "#00a878"}),
}
