"""`rungs fleet`."""

from rungs.cli.parts import fleet_join, fleet_submit

PARTS = {"submit": fleet_submit, "join": fleet_join}
DESCRIPTION = """Runs bench on all GPUs of a host or of many, and puts parts of one run into one folder.
`rungs fleet PART --help` describes each."""
