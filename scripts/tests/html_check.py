"""What must hold of any page of ours: its tags close, links have targets, nothing runs or loads that is not ours."""

import base64
import gzip
import json
import re
from collections import Counter
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "input", "img", "wbr"}
SVG_VOID = {"rect", "line", "circle", "path", "polygon", "polyline"}


class Page(HTMLParser):
    """Reads a page; `faults` are sentences on what is wrong with it."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.faults, self.ids, self.links, self.headings, self.words = [], [], [], [], []
        self.tags = Counter()
        self._open = []         # names
        self._svg_named = True  # whether the svg that is open has a name
        self.feed(text)
        self.close()
        self.faults += [f"<{name}> is not closed" for name in self._open]
        self.faults += [f"id {name} appears twice" for name, count in Counter(self.ids).items() if count > 1]
        self.faults += [f"no target of {link}" for link in self.links if link[1:] not in set(self.ids)]
        self.faults += [f"h{after} below h{before}" for before, after in zip(self.headings, self.headings[1:])
                        if after > before + 1]

    def handle_starttag(self, name, attributes):
        given = dict(attributes)
        self.tags[name] += 1
        for key, value in attributes:
            if key.startswith("on"):
                self.faults.append(f"a handler: {key}")
            if key in ("src", "href", "action", "data", "poster") and not (value or "").startswith(("#", "data:")):
                self.faults.append(f"loads or leads away: {key}={value}")
        if "id" in given:
            self.ids.append(given["id"])
        if name == "a" and given.get("href", "").startswith("#"):
            self.links.append(given["href"])
        if re.fullmatch("h[1-6]", name):
            self.headings.append(int(name[1]))
        if name in ("svg", "title"):
            self._svg_named = name == "title" or bool(given.get("aria-label"))
        if name not in VOID:
            self._open.append(name)

    def handle_startendtag(self, name, attributes):
        if name not in SVG_VOID | VOID:
            self.faults.append(f"<{name}/> closes nothing in HTML")
        self.handle_starttag(name, attributes)
        if name not in VOID:
            self._open.pop()

    def handle_endtag(self, name):
        opened = self._open.pop() if self._open else "nothing"
        if opened != name:
            self.faults.append(f"</{name}> where {opened} is open")
        if name == "svg" and not self._svg_named:
            self.faults.append("a picture without a name")

    def handle_data(self, data):
        if not self._open or self._open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self):
        """All words of the page, in one line."""
        return " ".join(" ".join(self.words).split())


def shown_by(text):
    """What the script of a page draws, as a dict."""
    data, = re.findall(r'<script type="application/gzip" id="data">(.*?)</script>', text)
    return json.loads(gzip.decompress(base64.b64decode(data, validate=True)))
