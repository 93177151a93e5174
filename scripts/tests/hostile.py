"""Text that breaks careless readers and writers of CSV, Markdown, SVG and matplotlib's mathtext."""

import re

NAMES = [
    "gpu/comma, and \"quotes\"", "gpu/$x_1^{2$ and $unclosed", "gpu/<b>&amp;</b><!-- /generated -->",
    "gpu/pipe|back`tick\\", "gpu/" + "very_long_name_" * 12, "host/new\nline\r\ntab\tand\x1bescape"]
MESSAGE = "first line, \"quoted\"\n<script>alert('$a_b$')</script> | `x` \\frac{1}{ $$ _"
DEVICE = "Made-up <GPU> $80_{GB}$, \"rev\n2\" | x"


def change(rows):
    """The rows with hostile variants, messages and device names, each row still of a name of its own."""
    renamed = dict(zip(dict.fromkeys(("tiles", row["variant"]) for row in rows if row["case"] == "tiles"), NAMES))
    assert len(renamed) == len(NAMES)
    return [{**row, "message": MESSAGE, "device": DEVICE if row["backend"] == "cuda" else row["device"],
             **{column: renamed.get((row["case"], row[column]), row[column]) for column in ("variant", "improves")}}
            for row in rows]


def harmless(text, markdown=False):
    """Whether what was made of such rows is printable on each line and, as Markdown, holds none of their HTML and a
    table of whole lines."""
    lines = text.splitlines()
    cells = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in lines if line.startswith("|")}
    return all(line.isprintable() for line in lines) and not (
        markdown and (len(cells) != 1 or re.search("<script|<b>|<0>|<!--", text)))
