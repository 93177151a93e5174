"""Nsight Compute's section files: read, and checked against the fields that the format knows.

The format is the text form of protocol buffers: `Name: value` and `Name { ... }`, nested. A message here is a list of
(name, value) in file order; a value is a str (strings side by side are one), float, Word, or the list of a message.
"""

import ast
import re

_TOKEN = re.compile(r"""\s+ | \#[^\n]* | (?P<end>}) | (?P<name>[A-Za-z_]\w*)\s* (?: {
                      | :\s* (?: (?P<strings>(?:"(?:[^"\\\n]|\\.)*"(?:\s|\#[^\n]*)*)+)
                               | (?P<number>-?\d+(?:\.\d+)?(?![\w.])) | (?P<word>[A-Za-z_]\w*)))""", re.VERBOSE)

# unit__counter and a suffix; what is known of the launch, or defined by a section, has none.
_NAME = r"(?!launch__|derived__)[a-z][a-z0-9]*__[a-z0-9_]+"
_ROLLUP = r"\.(?:sum|avg|min|max)(?:\.(?:peak_sustained|per_second|per_cycle_(?:active|elapsed)" \
          r"|pct_of_peak_sustained_(?:active|elapsed)))?"
_METRIC = re.compile(rf"(?:launch|derived)__[a-z0-9_]+|sm__maximum_warps_per_active_cycle_pct"
                     rf"|{_NAME}(?:{_ROLLUP}|\.(?:pct|ratio|max_rate))")


class Word(str):
    """A value that is a name of the format's own, as CC_90 or true."""


def parse(text):
    """The fields of a section file's text; raises ValueError with the line where it is no such text."""
    whole, position = [[]], 0  # the messages that are open, the file's own first
    while position < len(text):
        found = _TOKEN.match(text, position)
        if not found or (found["end"] and len(whole) == 1):
            raise ValueError(f"line {text.count(chr(10), 0, position) + 1}: {text[position:position + 20]!r}; expected "
                             "Name: value, Name { or its }")
        if found["end"]:
            whole.pop()
        elif found["name"]:
            whole[-1].append((found["name"], _value(found)))
            if isinstance(whole[-1][-1][1], list):
                whole.append(whole[-1][-1][1])
        position = found.end()
    if len(whole) > 1:
        raise ValueError(f"no }} for the last {{ of {whole[-2][-1][0]}")
    return whole[0]


def _value(found):
    if found["strings"]:
        return ast.literal_eval(f"({found['strings']}\n)")  # comments are those of Python too
    if found["number"]:
        return float(found["number"])
    return Word(found["word"]) if found["word"] else []


def check(fields, formats, kind):
    """Raises ValueError unless fields are those of a message `kind`.

    `formats` is {kind: {field: type}}; a type is 'string', 'number', a kind, or the legal words with | between; with a
    '*' behind it the field may be repeated, with a '!' it must be there.
    """
    known, names = formats[kind], [name for name, _ in fields]
    for name, value in fields:
        if name not in known:
            raise ValueError(f"{kind} has no field {name}; expected {', '.join(known)}")
        if names.count(name) > 1 and not known[name].endswith("*"):
            raise ValueError(f"{name} appears twice in one {kind}")
        wanted = known[name].rstrip("*!")
        if isinstance(value, list) and wanted in formats:
            check(value, formats, wanted)
        elif not (type(value) is {"string": str, "number": float}.get(wanted)
                  or isinstance(value, Word) and value in wanted.split("|")):
            raise ValueError(f"{name} is {value!r}; expected {wanted}")
    missing = [name for name, wanted in known.items() if wanted.endswith("!") and name not in names]
    if missing:
        raise ValueError(f"{kind} lacks the field {missing[0]}")


def is_metric(name):
    """Whether a text is spelled as a metric: unit__counter with the suffix that its kind takes."""
    return bool(_METRIC.fullmatch(name))


def values(fields, wanted):
    """The values of all fields of a name, at any depth, in file order."""
    found = []
    for name, value in fields:
        found += [value] if name == wanted else []
        found += values(value, wanted) if isinstance(value, list) else []
    return found
