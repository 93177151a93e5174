#!/usr/bin/env python3
"""Compares two runs of bench and says which rows are slower; see --help."""

import argparse
import sys
from pathlib import Path

from rungs import compare, compare_text, files, interval, options, runs, sample_files, verdict
from rungs.records import RowsError

EXIT_CODES = "Exit codes: 0 no regression, 1 a row is slower or broken, 2 bad input or runs that cannot be compared."


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="compare.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares two runs of bench, row by row.\n\n" + verdict.__doc__.partition("\n\n")[2],
        epilog="The interval.\n\n" + interval.__doc__.partition("\n\n")[2] + "\n" + EXIT_CODES)
    parser.add_argument("old", type=Path, metavar="old.csv", help="rows of bench, the run to compare with")
    parser.add_argument("new", type=Path, metavar="new.csv", help="rows of bench, the run to judge")
    for name in ("old", "new"):
        parser.add_argument(f"--{name}-samples", type=Path, metavar="FILE",
                            help=f"raw samples of the {name} run (default: {name}.samples.csv where it is there)")
    parser.add_argument("--threshold", type=options.number(0, 1000), default=1.0, metavar="PERCENT",
                        help="a change up to this is none (default: 1)")
    parser.add_argument("--confidence", type=options.number(50, 100), default=95.0, metavar="PERCENT",
                        help="of the intervals (default: 95)")
    parser.add_argument("--filter", type=options.pattern, metavar="REGEX",
                        help="only rows with case/variant matching, as bench has it")
    parser.add_argument("--cycles", choices=verdict.CYCLES, default="auto",
                        help="whether cycles decide where clocks differ, see above (default: auto)")
    parser.add_argument("--allow-other-device", action="store_true", help="compare runs of different GPUs or CPUs")
    parser.add_argument("--all", action="store_true", help="show every row, not only those that changed")
    parser.add_argument("--markdown", action="store_true", help="Markdown instead of plain text")
    parser.add_argument("--json", metavar="FILE", help="write everything as JSON there too; - is stdout, and no table")
    return parser.parse_args(arguments)


def check_json(chosen):
    """Refuses to write over what is read."""
    if chosen.json in (None, "-"):
        return
    given = [chosen.old_samples, chosen.new_samples]
    read = [chosen.old, chosen.new, *map(sample_files.default_path, (chosen.old, chosen.new)), *filter(None, given)]
    if Path(chosen.json).resolve() in [path.resolve() for path in read]:
        raise RowsError(f"--json={chosen.json}: it is read too; legal is another file")


def main(arguments=None):
    chosen = parse_arguments(arguments)
    try:
        check_json(chosen)
        report = compare.compare(runs.load(chosen.old, chosen.old_samples, chosen.filter),
                                 runs.load(chosen.new, chosen.new_samples, chosen.filter),
                                 verdict.Settings(chosen.threshold, chosen.confidence, chosen.cycles),
                                 chosen.allow_other_device)
        written = compare_text.as_json(report)
        if chosen.json and chosen.json != "-":
            files.write_whole(chosen.json, written)
        if chosen.json != "-":
            make = compare_text.as_markdown if chosen.markdown else compare_text.text
            written = "\n".join(make(report, chosen.all)) + "\n"
        sys.stdout.reconfigure(errors="replace")  # a terminal without '…'
        sys.stdout.write(written)
    except (RowsError, OSError) as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 2
    return 1 if report.regressed else 0


if __name__ == "__main__":
    sys.exit(main())
