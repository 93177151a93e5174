"""The kinds of plots, by name. The standard library alone."""

LEAST_SIZES = 3  # sizes that make a sweep

# kind -> what it needs beyond timed rows, said where nothing of the kind could be drawn
KINDS = {
    "ladder": "",
    "sweep": f"two values of a parameter, or {LEAST_SIZES} sizes",
}
