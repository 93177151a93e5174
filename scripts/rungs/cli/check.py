"""`rungs check`."""

from rungs.cli.parts import check_clocks, check_ncu

PARTS = {"clocks": check_clocks, "ncu": check_ncu}
DESCRIPTION = """Checks bench's clock: the same kernels by the clocks of other tools.
`rungs check PART --help` describes each."""
