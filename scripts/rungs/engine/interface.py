"""The C interface of a bench (harness/include/rungs/c_api.h), as ctypes knows it."""

import ctypes

DONE, FAILED, UNSUPPORTED = 0, 1, 2  # what a function of a variant returns

_TEXT, _POINTER, _SIZE = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t


class Call(ctypes.Structure):
    """RungsCall: what a function of a variant gets."""

    _fields_ = [("problem", _POINTER), ("buffers", ctypes.POINTER(_POINTER)), ("count", _SIZE), ("stream", _POINTER)]


PREPARE = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, ctypes.POINTER(Call), ctypes.POINTER(_POINTER))
LAUNCH = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, _POINTER, ctypes.POINTER(Call))
RELEASE = ctypes.CFUNCTYPE(None, _POINTER, _POINTER)


class Variant(ctypes.Structure):
    """RungsVariant: a variant to add."""

    _fields_ = [*((name, _TEXT) for name in "case_name name improves idea backend source built_with".split()),
                ("result", ctypes.c_int), ("all_cores", ctypes.c_int), ("user", _POINTER),
                ("prepare", PREPARE), ("launch", LAUNCH), ("collect", LAUNCH), ("release", RELEASE)]


#: {function: (result, arguments)}
FUNCTIONS = {
    "rungs_error": (_TEXT, []),
    "rungs_list": (_TEXT, []),
    "rungs_size": (_TEXT, [_POINTER]),
    "rungs_params": (_TEXT, [_POINTER]),
    "rungs_buffers": (_TEXT, [_POINTER]),
    "rungs_add_variant": (ctypes.c_int, [ctypes.POINTER(Variant)]),
    "rungs_set_reason": (None, [_TEXT]),
    "rungs_main": (ctypes.c_int, [ctypes.c_int, ctypes.POINTER(_TEXT)]),
}
