"""What must hold of any page of ours: its tags close, links have targets, nothing runs or loads that is not ours."""

import base64
import gzip
import json
import re
from collections import Counter
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "input", "img", "wbr"}


class Page(HTMLParser):
    """Reads a page; `faults` are sentences on what is wrong with it. What its script draws a browser looks at."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.faults, self.ids, self.links = [], [], []
        self.tags = Counter()
        self._open = []  # names
        self.feed(text)
        self.close()
        self.faults += [f"<{name}> is not closed" for name in self._open]
        self.faults += [f"id {name} appears twice" for name, count in Counter(self.ids).items() if count > 1]
        self.faults += [f"no target of {link}" for link in self.links if link[1:] not in set(self.ids)]

    def handle_starttag(self, name, attributes):
        self.tags[name] += 1
        for key, value in attributes:
            if key.startswith("on"):
                self.faults.append(f"a handler: {key}")
            if key in ("src", "href", "action", "data", "poster") and not (value or "").startswith(("#", "data:")):
                self.faults.append(f"loads or leads away: {key}={value}")
        given = dict(attributes)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if name == "a" and given.get("href", "").startswith("#") else []
        self._open += [] if name in VOID else [name]

    def handle_endtag(self, name):
        opened = self._open.pop() if self._open else "nothing"
        if opened != name:
            self.faults.append(f"</{name}> where {opened} is open")


def document(text):
    """What the script of a page draws, as a dict."""
    data, = re.findall(r'<script type="application/gzip" id="data">(.*?)</script>', text)
    return json.loads(gzip.decompress(base64.b64decode(data, validate=True)))
