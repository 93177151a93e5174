#!/usr/bin/env python3
"""Shows variants over many runs of bench and finds the steps at which they changed; see --help."""

import argparse
import sys
from pathlib import Path

from rungs import change_points, history, history_plot, history_text, options, style
from rungs.records import SIZE, RowsError, split_params

FORMATS = ("png", "svg")


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="history.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Shows variants over many runs of bench, a line a run, a device at a time.\n\n"
                    + change_points.__doc__,
        epilog="Exit codes: 0, or 2 on bad input.")
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER|rows.csv",
                        help="folders, searched for files rows.csv, and files; a file behind two links counts once")
    parser.add_argument("--filter", type=options.pattern, metavar="REGEX", help="case/variant, as bench has it")
    parser.add_argument("--size", type=_size, metavar="WxH", help="one size (default: all)")
    parser.add_argument("--params", type=_params, default=(), metavar="a=1;b=2", help="parameters (default: any)")
    parser.add_argument("--cache", choices=("cold", "dirty", "hot"), default="cold", help="cache state (default: cold, with the dirty rows of schema 1, which called them so)")
    parser.add_argument("--threshold", type=options.number(0, 1000), default=1.0, metavar="PERCENT",
                        help="a change up to this is no step (default: 1)")
    parser.add_argument("--plot", type=_picture, metavar="FILE.png", help="draw it there too, as PNG or SVG")
    return parser.parse_args(arguments)


def _size(text):
    if not SIZE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; legal is like 1920x1080")
    return text


def _params(text):
    try:
        return tuple(split_params(text).items())
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None


def _picture(text):
    path = Path(text)
    if path.suffix.removeprefix(".") not in FORMATS or not path.stem:
        raise argparse.ArgumentTypeError(f"{text!r} is not a picture; legal is a name that ends in .png or .svg")
    return path


def draw(path, series, threshold):
    """Writes the plot, whole or not at all."""
    history_plot.check(series)
    if path.is_dir():
        raise RowsError(f"--plot={path}: a folder; legal is a file")
    with style.look():
        style.save(history_plot.draw(series, threshold), path.parent, path.stem, [path.suffix.removeprefix(".")])


def main(arguments=None):
    chosen = parse_arguments(arguments)
    try:
        wanted = history.Wanted(chosen.filter, chosen.size or "", chosen.params, chosen.cache)
        series = history.read(history.find_files(chosen.paths), wanted)
        if chosen.plot:
            draw(chosen.plot, series, chosen.threshold)
        lines = history_text.text(series, chosen.threshold)
        sys.stdout.reconfigure(errors="replace")  # a terminal without '…'
        sys.stdout.write("\n".join(lines) + "\n")
    except (RowsError, OSError) as error:
        print(f"history.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
