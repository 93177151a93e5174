"""The colours of `rungs plot` for light and for dark pages. The standard library alone.

Every colour that draws stands off its paper by a contrast of 3 or more (the least that WCAG 2 asks of graphics), text
by 4.5 or more. They were chosen so that no two of a palette are closer than 11 in CIELAB for readers who lack a cone
type (after Machado, Oliveira and Fernandes 2009); a new one has to be, too."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """Colours as '#rrggbb'."""

    paper: str
    ink: str        # text, and lines that bound
    faint: str      # text of less weight, axes
    rule: str       # grid
    warning: str    # text in place of a bar
    palette: tuple  # of lines, in this order
    kind_colors: dict  # of bars, by a variant's first word


# Both palettes go blue, orange, green, pink, gold, sky, ink, grey, so that a variant has one colour's name in both.
THEMES = {
    "light": Theme(
        paper="#ffffff", ink="#1a1a1a", faint="#666666", rule="#d9d9d9", warning="#a33b00",
        palette=("#00509e", "#b83a00", "#0f9d68", "#c76bb5", "#c08a00", "#3f92ee", "#000000", "#667078"),
        kind_colors={"host": "#737373", "gpu": "#0a66b0", "peer": "#009e73"}),
    "dark": Theme(
        paper="#0d1117", ink="#e6e9ed", faint="#a3abb5", rule="#30363d", warning="#ff9d66",
        palette=("#3a90e0", "#e0662a", "#00a878", "#d98fbd", "#f5c242", "#8fd6ff", "#ffffff", "#848484"),
        kind_colors={"host": "#8b929b", "gpu": "#3a90e0", "peer": "#00a878"}),
}
