"""Types of command line options that several scripts have; a bad value is one line of argparse, exit code 2."""

import argparse
import math
import re


def pattern(text):
    """A compiled regular expression."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression ({error})") from None


def number(low, high):
    """A type: a number from `low` up to, and not, `high`."""
    def parse(text):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value < high:
            raise argparse.ArgumentTypeError(f"{text!r} is not legal; legal is a number from {low:g} to below {high:g}")
        return value
    return parse
