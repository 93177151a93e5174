"""Nsight Compute's section files: read, and checked against the fields that the format knows.

The format is the text form of protocol buffers: `Name: value` and `Name { ... }`, nested. A message here is a list of
Field in file order. Read is what section files use of it: strings (side by side they are one), numbers, words.
The standard library alone.
"""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"""(?P<space>\s+|\#[^\n]*)
                      | (?P<string>"(?:[^"\\\n]|\\.)*")
                      | (?P<number>-?\d+(?:\.\d+)?(?![\w.]))
                      | (?P<word>[A-Za-z_]\w*)
                      | (?P<sign>[{}:])""", re.VERBOSE)

# unit__counter and a suffix; what is known of the launch, or defined by a section, has none.
_NAME = r"(?!launch__|derived__)[a-z][a-z0-9]*__[a-z0-9_]+"
_ROLLUP = r"\.(?:sum|avg|min|max)(?:\.(?:peak_sustained|per_second|per_cycle_(?:active|elapsed)" \
          r"|pct_of_peak_sustained_(?:active|elapsed)))?"
_METRIC = re.compile(rf"(?:launch|derived)__[a-z0-9_]+|sm__maximum_warps_per_active_cycle_pct"
                     rf"|{_NAME}(?:{_ROLLUP}|\.(?:pct|ratio|max_rate))")


class SectionError(ValueError):
    """A section file that is not what it should be; the message is one line: file, line, what was expected."""


@dataclass(frozen=True)
class Field:
    """A field of a message: `value` is a str (string), float, list of Field (message), or Word."""

    name: str
    value: object
    line: int


class Word(str):
    """A value that is a name of the format's own, as CC_90 or true."""


def parse(text, path="section"):
    """The fields of a section file's text, as a list of Field; raises SectionError."""
    tokens, line, position = [], 1, 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if not found:
            raise SectionError(f"{path}:{line}: {text[position:position + 20].splitlines()[0]!r}; expected names, "
                               "numbers, strings in quotes, ':', '{' and '}'")
        if found.lastgroup != "space":
            tokens.append((found.lastgroup, found.group(), line))
        line, position = line + found.group().count("\n"), found.end()
    fields, rest = _fields(tokens, 0, path, None)
    if rest < len(tokens):
        raise SectionError(f"{path}:{tokens[rest][2]}: '}}' without a '{{' above it")
    return fields


def _fields(tokens, at, path, opened):
    """(fields, index behind them) up to the '}' of the message that was opened at a line, or to the end."""
    fields = []
    while at < len(tokens) and tokens[at][1] != "}":
        kind, name, line = tokens[at]
        following = tokens[at + 1][1] if at + 1 < len(tokens) else ""
        if kind != "word" or following not in (":", "{"):
            raise SectionError(f"{path}:{line}: {name} is incomplete; expected Name: value or Name {{ ... }}")
        if following == "{":
            value, at = _fields(tokens, at + 2, path, line)
        else:
            value, at = _scalar(tokens, at + 2, path, line)
        fields.append(Field(name, value, line))
    if opened is not None:
        if at >= len(tokens):
            raise SectionError(f"{path}:{opened}: '{{' without a '}}' below it")
        at += 1
    return fields, at


def _scalar(tokens, at, path, line):
    kind, text = tokens[at][:2] if at < len(tokens) else ("", "")
    if kind == "number":
        return float(text), at + 1
    if kind == "word":
        return Word(text), at + 1
    if kind != "string":
        raise SectionError(f"{path}:{line}: no value behind ':'; expected a number, a string and a name")
    value = ""
    while at < len(tokens) and tokens[at][0] == "string":
        value += re.sub(r"\\(.)", r"\1", tokens[at][1][1:-1])
        at += 1
    return value, at


def check(fields, formats, kind, path="section"):
    """Raises SectionError unless fields are those of a message `kind`.

    `formats` is {kind: {field: type}}; a type is 'string', 'number', 'bool', a tuple of the legal words, or a kind;
    with a '*' behind it the field may be repeated, with a '!' it must be there.
    """
    known, seen = formats[kind], set()
    for field in fields:
        if field.name not in known:
            raise SectionError(f"{path}:{field.line}: {kind} has no field {field.name}; expected {', '.join(known)}")
        wanted = known[field.name]
        repeated = isinstance(wanted, str) and wanted.endswith("*")
        if field.name in seen and not repeated:
            raise SectionError(f"{path}:{field.line}: {field.name} appears twice in one {kind}")
        seen.add(field.name)
        _check_value(field, wanted.rstrip("*!") if isinstance(wanted, str) else wanted, formats, path)
    for name, wanted in known.items():
        if isinstance(wanted, str) and wanted.endswith("!") and name not in seen:
            raise SectionError(f"{path}: {kind} lacks the field {name}")


def _check_value(field, wanted, formats, path):
    if wanted in formats:
        if not isinstance(field.value, list):
            raise SectionError(f"{path}:{field.line}: {field.name} is a value; expected {field.name} {{ ... }}")
        check(field.value, formats, wanted, path)
        return
    is_word = isinstance(field.value, Word)
    legal = {"string": isinstance(field.value, str) and not is_word, "number": isinstance(field.value, float),
             "bool": is_word and field.value in ("true", "false")}
    fits = legal[wanted] if isinstance(wanted, str) else is_word and field.value in wanted
    if not fits:
        raise SectionError(f"{path}:{field.line}: {field.name} is {field.value!r}; expected "
                           f"{'a ' + wanted if isinstance(wanted, str) else ', '.join(wanted)}")


def is_metric(name):
    """Whether a text is spelled as a metric: unit__counter with the suffix that its kind takes."""
    return bool(_METRIC.fullmatch(name))


def values(fields, name):
    """The values of all fields of a name, at any depth, in file order."""
    found = []
    for field in fields:
        if field.name == name:
            found.append(field.value)
        if isinstance(field.value, list):
            found += values(field.value, name)
    return found
