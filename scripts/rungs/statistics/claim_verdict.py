"""Whether a measured ratio confirms a published one.

A figure of one variant confirms a published one within 3 %. Of a ratio:

The threshold is 3 %, or the spread where that is larger. The tolerance is a quarter of what the document says is
gained, (published - 1) / 4, and 0.03 at least. The verdicts:

    holds           the ratios differ by the tolerance at most; or the published ratio is closer than 5 % to 1 ("makes
                    no difference") and the measured one is within the threshold
    larger          the same way, and larger by more than the tolerance
    smaller         the same way, and smaller by more than that
    reversed        the other way, beyond the threshold
    no difference   within the threshold, where the document saw a difference
    differs         beyond the threshold either way, where the document saw no difference
    not judged      ours differs from the document in a way that may cost time (reference/published/differences.csv)
    not measured    a row is missing, or has no time; the reason is given"""

import math

THRESHOLD = 3.0         # percent
SAYS_NO_DIFFERENCE = 5.0  # percent; a published ratio closer to 1 claims that there is none
SHARE = 0.25             # of the published gain: ratios that differ by less confirm each other
LEAST_TOLERANCE = 0.03

HOLDS, LARGER, SMALLER, REVERSED = "holds", "larger", "smaller", "reversed"
NO_DIFFERENCE, DIFFERS, NOT_JUDGED, NOT_MEASURED = "no difference", "differs", "not judged", "not measured"
VERDICTS = (HOLDS, LARGER, SMALLER, REVERSED, NO_DIFFERENCE, DIFFERS, NOT_JUDGED, NOT_MEASURED)
TURNED = (REVERSED, DIFFERS)


def verdict_of_figure(published: float, measured: float) -> str:
    """The verdict on a figure, both in one unit and above 0."""
    if abs(math.log(measured / published)) < math.log(1 + THRESHOLD / 100):
        return HOLDS
    return LARGER if measured > published else SMALLER


def verdict_of(published: float, measured: float, spread: float = math.nan) -> str:
    """The verdict on a measured ratio of some spread (percent; NaN is unknown) against the published ratio."""
    percent = spread if spread > THRESHOLD else THRESHOLD
    same = abs(math.log(measured)) < math.log(1 + percent / 100)
    if abs(math.log(published)) < math.log(1 + SAYS_NO_DIFFERENCE / 100):
        return HOLDS if same else DIFFERS
    if published < 1:  # both written as slower over faster
        published, measured = 1 / published, 1 / measured
    if abs(measured - published) <= max(SHARE * (published - 1), LEAST_TOLERANCE):
        return HOLDS
    if same:
        return NO_DIFFERENCE
    if measured < 1:
        return REVERSED
    return LARGER if measured > published else SMALLER
