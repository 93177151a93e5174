"""`rungs serve`."""

import argparse

from rungs.cli.options import about, number
from rungs.data import checkout, libraries
from rungs.data.errors import LibraryMissing

DESCRIPTION = "Lets programs that search for kernels try them.\n\n" + about("serve/server", skip_first=False)
EPILOG = 'Example, of a client\'s configuration: {"command": "rungs", "args": ["serve", "--seconds=60"]}'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=number(1, 86400), default=300.0, metavar="N", help="the longest time of a "
                        "try, with its compilation (default: 300)")
    parser.add_argument("--bench", default=str(checkout.built("bench")), metavar="PATH",
                        help="the program with the cases, in the folder of its build (default: build/bench)")


def run(options: argparse.Namespace) -> int:
    try:
        libraries.import_library("mcp.server.mcpserver")
    except LibraryMissing as error:
        raise LibraryMissing(f"the package mcp was {error}; expected after pip install 'rungs[serve]'") from None
    from rungs.serve import server

    server.run(options.seconds, options.bench)
    return 0
