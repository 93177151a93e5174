"""A figure as SVG to stand inside an HTML page: text as text, colours as CSS variables, identifiers of its own."""

import io
import re
from xml.etree import ElementTree

import matplotlib
from matplotlib import colors
from matplotlib.figure import Figure

from rungs.data.ladder import CACHES
from rungs.plots import style
from rungs.plots.sheet import bar_color
from rungs.plots.theme import THEMES

_XLINK = "{http://www.w3.org/1999/xlink}href"
_COLOR = re.compile("#[0-9a-f]{6}")
_FONT = re.compile(" font-family: [^;]*;")  # the page's, which has the widths that the figure was laid out for


def _colors(theme: str) -> dict[str, str]:
    """{name: '#rrggbb'} of every colour that a figure has in a theme."""
    with style.look(theme):
        found = {name: getattr(style, name.upper()) for name in ("paper", "ink", "faint", "rule", "warning")}
        found |= {f"line-{number}": color for number, color in enumerate(style.PALETTE)}
        return found | {f"{kind or 'other'}-{cache}": colors.to_hex(bar_color(kind, cache))
                        for kind in (*style.KIND_COLORS, "") for cache in CACHES if cache}


_VARIABLES = {color: f"var(--plot-{name})" for name, color in _colors("light").items()}


def variables() -> str:
    """CSS that declares every colour of a figure, for light and for dark pages."""
    light, dark = (_colors(theme) for theme in THEMES)
    return "\n".join(f"--plot-{name}: light-dark({light[name]}, {dark[name]});" for name in light)


def svg(figure: Figure, name: str, label: str) -> str:
    """The figure, drawn in the light theme, as an <svg> element.

    `name` begins its identifiers and must be the only one of the page, `label` is for those who cannot see it. Links
    (`set_url`) stay. The page must declare variables().
    """
    file = io.BytesIO()
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    root = ElementTree.fromstring(file.getvalue())
    for parent in list(root.iter()):
        for child in parent.findall("*"):
            if child.tag.endswith(("}metadata", "}style")):
                parent.remove(child)
    used = set(re.findall(r"#([mph][0-9a-f]{10})\b", ElementTree.tostring(root, encoding="unicode")))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.text, element.tail = (element.text or "").strip() or None, None
        element.attrib = _attributes(element, name, used)
    root.attrib = {"viewBox": root.get("viewBox", ""), "class": "plot", "role": "group", "aria-label": label}
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _attributes(element: ElementTree.Element, name: str, used: set[str]) -> dict[str, str]:
    """The attributes of an element, as short as they can be, with the identifiers that are used."""
    given = dict(element.attrib)
    if given.get("id") in used:
        given["id"] = f"{name}-{given['id']}"
    else:
        given.pop("id", None)
    if _XLINK in given:
        link = given.pop(_XLINK)
        given["href"] = link.replace("#", f"#{name}-") if element.tag == "use" else link
    if given.get("transform", "").startswith("rotate(-0 "):
        del given["transform"]
    for key in given.keys() - {"id", "href"}:
        value = _COLOR.sub(lambda found: _VARIABLES.get(found[0], found[0]), _FONT.sub("", given[key]))
        value = re.sub(r"(\.\d\d)\d+", r"\1", value.replace("url(#", f"url(#{name}-"))
        given[key] = " ".join(value.split())
    return given
