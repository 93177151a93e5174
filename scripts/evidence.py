#!/usr/bin/env python3
"""Joins measured times with Nsight Compute's counters and says what explains each step of a ladder; see --help."""

import argparse
import sys
from pathlib import Path

from rungs import counter_files, evidence, files, rows, static_join, steps, style


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="evidence.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Joins cold GPU rows with counters by case, variant, size and params, and prints for each problem "
                    "a table\nand a sentence a step.\n\n" + steps.__doc__.partition("\n\n")[2])
    parser.add_argument("rows", type=Path, metavar="rows.csv", help="rows of bench")
    parser.add_argument("counters", type=Path, metavar="counters.csv", help="counters of ncu_all.sh, of the same GPU")
    parser.add_argument("--static", type=Path, metavar="FILE", help="facts of static_facts.py, to join as well")
    parser.add_argument("--architecture", default="", metavar="N",
                        help="which one of --static, as 90 (default: the only one, or that of the counters)")
    parser.add_argument("--device", default="", metavar="NAME", help="the GPU, where rows.csv has several")
    parser.add_argument("--case", default="", metavar="LIST", help="cases, with commas (default: all)")
    parser.add_argument("--out", type=Path, metavar="FILE.csv",
                        help="write a line a variant with every counter there (whole or not at all)")
    parser.add_argument("--markdown", action="store_true", help="print Markdown instead of plain text")
    return parser.parse_args(arguments)


def check_out(options):
    """Refuses to write over what is read."""
    if options.out is None:
        return
    read = [options.rows, options.counters, counter_files.runs_path(options.counters), options.static]
    if options.out.resolve() in [path.resolve() for path in read if path]:
        raise rows.RowsError(f"--out={options.out}: it is read too; legal is another file")


def lines_of(options):
    """The joined lines; raises RowsError where the files do not belong together."""
    counters = counter_files.read(options.counters)
    runs = counter_files.read_runs(options.counters)
    devices = list(dict.fromkeys(run["device"] for run in runs))
    device = options.device or (devices[0] if len(devices) == 1 else "")
    if device and devices and device not in devices:
        raise rows.RowsError(f"--device={device}: {options.counters} is of {', '.join(map(rows.shown, devices))}")
    found = evidence.cold_rows(rows.read(options.rows), device, options.rows)
    if options.case:
        asked = options.case.split(",")
        legal = list(dict.fromkeys(key[0] for key in counters))
        for case in asked:
            if case not in legal:
                raise rows.RowsError(f"--case={options.case}: no counters of {rows.shown(case)}; there are "
                                     f"{', '.join(map(rows.shown, legal))}")
        counters = {key: metrics for key, metrics in counters.items() if key[0] in asked}
        found = {key: row for key, row in found.items() if key[0] in asked}
    if not any(key in found for key in counters):
        raise rows.RowsError(f"{options.counters}: no variant and problem of it has a cold GPU row in {options.rows}; "
                             "legal are files of the same sizes and parameters")
    static = {}
    if options.static:
        architecture = options.architecture or static_join.architecture_of(runs)
        static = static_join.read(options.static, architecture)
    report_missing(found, counters)
    return evidence.join(found, counters, static)


def report_missing(found, counters):
    """Says on stderr which variants could not be joined at any problem."""
    def names(keys, others):
        there = {key[:2] for key in others}
        return ", ".join(dict.fromkeys(style.plain("/".join(key[:2]), 80) for key in keys if key[:2] not in there))
    for what, missing in (("no counters of", names(found, counters)), ("no cold row of", names(counters, found))):
        if missing:
            print(f"evidence.py: {what} {missing}", file=sys.stderr)


def main(arguments=None):
    options = parse_arguments(arguments)
    try:
        check_out(options)
        lines = lines_of(options)
        text = "\n".join(evidence.report(lines, options.markdown)) + "\n"
        if options.out:
            files.write_whole(options.out, evidence.as_csv(lines))
        sys.stdout.reconfigure(errors="replace")  # a terminal without '±'
        sys.stdout.write(text)
    except (rows.RowsError, OSError) as error:
        print(f"evidence.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
