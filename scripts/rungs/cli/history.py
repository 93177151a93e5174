"""`rungs history`."""

import argparse
from pathlib import Path

from rungs.cli.options import about, number, pattern, picture, refuse_overwriting
from rungs.data.records import SIZE, split_params
from rungs.data.terminal import put

DESCRIPTION = "Shows variants over many runs of bench: a line per run, a table per device.\n\n" \
    + about("statistics/change_points", skip_first=False)
EPILOG = "Exit codes: 0, or 2 on bad input."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER|rows.csv",
                        help="files, and folders to search for files named rows.csv; a file behind two links counts "
                             "once")
    parser.add_argument("--filter", type=pattern, metavar="REGEX",
                        help="only rows whose case/variant matches, as for bench")
    parser.add_argument("--size", type=_size, metavar="WxH", help="one size (default: all)")
    parser.add_argument("--params", type=_params, default=(), metavar="a=1;b=2", help="parameters (default: any)")
    parser.add_argument("--cache", choices=("cold", "dirty", "hot"), default="cold",
                        help="cache state (default: cold, with the dirty rows of schema 1, which called them cold)")
    parser.add_argument("--threshold", type=number(0, 1000), default=1.0, metavar="PERCENT",
                        help="a smaller change is no step (default: 1)")
    parser.add_argument("--plot", type=picture, metavar="FILE.png", help="also draw it, as PNG or SVG")


def _size(text: str) -> str:
    if not SIZE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; expected one like 1920x1080")
    return text


def _params(text: str) -> tuple[tuple[str, str], ...]:
    try:
        return tuple(split_params(text).items())
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None


def run(options: argparse.Namespace) -> int:
    from rungs.statistics import history
    from rungs.tables import history_text

    wanted = history.Wanted(options.filter, options.size or "", options.params, options.cache)
    series = history.read(history.find_files(options.paths), wanted)
    if options.plot:
        from rungs.plots import history_plot, style

        history_plot.check(series)
        refuse_overwriting("--plot", options.plot, [])
        with style.look():
            style.save(history_plot.draw(series, options.threshold), options.plot.parent, options.plot.stem,
                       [options.plot.suffix.removeprefix(".")])
    put("\n".join(history_text.text(series, options.threshold)) + "\n")
    return 0
