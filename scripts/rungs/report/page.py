"""The page: everything gathered, put into the templates, one HTML file that needs nothing else."""

import base64
import hashlib
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from rungs.data import show
from rungs.data.claim_files import Claim
from rungs.data.errors import RowsError
from rungs.data.published import Published
from rungs.plots import inline
from rungs.report import claims_table, gather, machines_table, overview, setups, warnings
from rungs.report.cases import Cases
from rungs.report.names import Ids

TEMPLATES = "templates"
COLOURS = 6  # machines with a colour of their own, see page.css
OWN_IDS = ("content", "warnings", "machines", "glance", "claims", "how")  # a case may have such a name, too


def load(wheres: list[Path]) -> list[gather.Run]:
    """The runs of a command line, as a list of gather.Run; raises RowsError."""
    runs, seen = [], {}
    for where in wheres:
        path = gather.rows_path(where).resolve()
        if path in seen:
            raise RowsError(f"{where}: the same rows as {seen[path]}; expected each run once")
        seen[path] = where
        runs.append(gather.read(where))
    if not any(run.machines for run in runs):
        raise RowsError(f"{runs[0].path}: only simulator rows, which have no time; expected rows measured on a host "
                        "or a GPU")
    return runs


def render(runs: list[gather.Run], claims: list[Claim], published: Published, title: str = "",
           folder: Path = Path("cases")) -> str:
    """The page as text.

    `claims` is of rungs.claims.read, `published` a rungs.published.Published, `folder` holds the cases' sources.
    """
    ids = Ids()
    for own in OWN_IDS:
        ids.new(own)
    here = setups.setups_of(runs)
    makes = Cases(here, published, ids, folder)
    judged = claims_table.judge(claims, here, ids)
    by_variant = claims_table.ByVariant(judged, makes.order)
    cases = [makes.case(name, by_variant) for name in makes.names]
    script, sheet = (Markup(resources.files("rungs.report").joinpath(TEMPLATES, name).read_text(encoding="utf-8"))
                     for name in ("page.js", "page.css"))
    return _environment().get_template("page.html.j2").render(
        title=show.plain(title, 200) or f"Rungs on {', '.join(setup.label for setup in here)}",
        setups=here, cases=cases, glance=overview.rows_of(cases, here), machines=machines_table.lines_of(here),
        warnings=warnings.warnings_of(here, makes.hrefs), judged=judged, by_variant=by_variant,
        counts=[claims_table.counts_of(judged, setup.number) for setup in here],
        hrefs={"/".join(key): href for key, href in makes.hrefs.items()},
        script=script, script_hash=_hash(script), sheet=sheet, plot_colours=Markup(inline.variables()),
        colours=COLOURS)


def _environment() -> Any:
    environment = Environment(loader=PackageLoader("rungs.report", TEMPLATES), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["plain"] = show.plain
    environment.filters["breakable"] = breakable
    return environment


def breakable(name: str) -> Markup:
    """A name that may go on in the next line after each '_'."""
    return Markup(str(escape(name)).replace("_", "_<wbr>"))


def _hash(script: Markup) -> str:
    """For the page's policy: no other script than this one runs, whatever a CSV may have smuggled in."""
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
