"""Stands in for Nsight Compute's NvRules: kernels made up for the tests that a rule can be applied to."""

import enum
import types

MSG = enum.IntEnum("MsgType", ["NONE", "OK", "OPTIMIZATION", "WARNING", "ERROR"])
UINT64, OTHER = 1, 2  # types of payloads


class Range:
    def __init__(self, payload, payload_type=UINT64, has_attributes=True):
        self.has_attributes = lambda: has_attributes
        self.payload_type = lambda: payload_type
        self.payload_as_uint64 = lambda: payload


class Domain:
    def __init__(self, name, *ranges):
        self.name = lambda: name
        self.push_pop_ranges = lambda: tuple("a range" for _ in ranges)
        self.push_pop_range = lambda at: ranges[at] if at < len(ranges) else None


class Kernel:
    """A profiled kernel: metrics by name, and the NVTX domains that were open; it notes what it was asked for."""

    def __init__(self, metrics=None, domains=None):
        self.metrics, self.domains, self.asked = metrics or {}, domains, set()

    def metric_by_name(self, name):
        self.asked.add(name)
        if name not in self.metrics:
            return None
        number = self.metrics[name]
        return types.SimpleNamespace(has_value=lambda: number is not None, as_double=lambda: float(number))

    def nvtx_state(self):
        if self.domains is None:
            return None
        return types.SimpleNamespace(domains=lambda: tuple(range(len(self.domains))),
                                     domain_by_id=self.domains.__getitem__)


def make_module():
    """A module NvRules; the handle that its get_context takes is (kernel, list that messages are added to)."""
    def get_context(handle):
        kernel, messages = handle
        one_range = types.SimpleNamespace(action_by_idx=lambda at: kernel)
        frontend = types.SimpleNamespace(message=lambda kind, text, title: messages.append((MSG(kind).name, text)))
        return types.SimpleNamespace(range_by_idx=lambda at: one_range, frontend=lambda: frontend)

    module = types.ModuleType("NvRules")
    module.get_context, module.MsgType = get_context, MSG
    module.INvtxRange = types.SimpleNamespace(PayloadType_PAYLOAD_UINT64=UINT64)
    return module
