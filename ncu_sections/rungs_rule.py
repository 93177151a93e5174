"""What the rules share: metrics that a chip may lack, messages, numbers as people write them.

It has no get_identifier, so that Nsight Compute takes it for a module and not for a rule.
"""
import NvRules


def described(section, name, description):
    """The four functions that Nsight Compute asks a rule for, each of which returns a text: get_identifier, get_name,
    get_description and get_section_identifier."""
    return [lambda text=text: text for text in (f"{section}Rule", name, description, section)]


def opened(handle):
    """(kernel, frontend): the IAction that a rule is applied to and the IFrontend that takes its messages."""
    context = NvRules.get_context(handle)
    return context.range_by_idx(0).action_by_idx(0), context.frontend()


def value(kernel, metric):
    """A metric's number, None where the chip or the report lacks it."""
    found = kernel.metric_by_name(metric)
    number = found.as_double() if found is not None and found.has_value() else None
    # A ratio over nothing is NaN, which is no number to speak of.
    return number if number == number else None


def known(kernel, metrics):
    """{key: number} of those of {key: metric} that the report has."""
    numbers = {key: value(kernel, metric) for key, metric in metrics.items()}
    return {key: number for key, number in numbers.items() if number is not None}


def needed(kernel, frontend, *metrics):
    """The metrics' numbers; None, and a message that names what is missing, where not all of them are there."""
    numbers = [value(kernel, metric) for metric in metrics]
    missing = [metric for metric, number in zip(metrics, numbers) if number is None]
    if missing:
        say(frontend, "WARNING", f"Nothing can be said here: the report has no {', '.join(missing)}.",
            "Missing metrics")
        return None
    return numbers


def say(frontend, kind, text, title):
    """Leaves a message; `kind` is OK, OPTIMIZATION or WARNING."""
    if hasattr(NvRules, "MsgType"):
        frontend.message(getattr(NvRules.MsgType, kind), text, title)
    else:  # older versions
        frontend.message(getattr(NvRules.IFrontend, "MsgType_MSG_" + kind), text, title)


def short(number, unit=""):
    """Three digits and a decimal prefix: 838860800, 'B' is '839 MB'."""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= 0.9995 * factor:
            return f"{number / factor:.3g} {prefix}{unit}"
    return f"{number:.3g} {unit}".rstrip()


def share(part, whole):
    """A part as percent of a whole, '0 %' of nothing."""
    return f"{100 * part / whole if whole else 0:.0f} %"
