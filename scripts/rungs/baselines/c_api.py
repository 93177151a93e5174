"""The functions of harness/c_api/c_api.hpp, as ctypes knows them: {name: (result, arguments)}."""

import ctypes


class Comparison(ctypes.Structure):
    _fields_ = [("mismatches", ctypes.c_uint64), ("max_error", ctypes.c_double), ("first", ctypes.c_char * 512)]


class Work(ctypes.Structure):
    _fields_ = [("bytes_read", ctypes.c_uint64), ("bytes_written", ctypes.c_uint64), ("operations", ctypes.c_uint64)]


_TEXT, _POINTER, _SIZE = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
_POINTERS = ctypes.POINTER(ctypes.c_void_p)
_FOUND = ctypes.POINTER(Comparison)
FUNCTIONS = {
    "rungs_error": (_TEXT, []), "rungs_build": (_TEXT, []), "rungs_cases": (_TEXT, []),
    "rungs_default_size": (_TEXT, [_TEXT]), "rungs_parameters": (_TEXT, [_TEXT]),
    "rungs_problem": (_POINTER, [_TEXT, _TEXT, _TEXT]), "rungs_release": (None, [_POINTER]),
    "rungs_params": (_TEXT, [_POINTER]), "rungs_work": (Work, [_POINTER, ctypes.c_int]),
    "rungs_buffers": (_TEXT, [_POINTER]),
    "rungs_generate": (ctypes.c_int, [_POINTER, _SIZE, _POINTER, ctypes.c_uint64]),
    "rungs_checks_blocks": (ctypes.c_int, [_POINTER]),
    "rungs_reference": (ctypes.c_int, [_POINTER, _POINTERS, ctypes.c_int]),
    "rungs_compare": (ctypes.c_int, [_POINTER, _POINTERS, _POINTERS, ctypes.c_int, _FOUND]),
    "rungs_check_block": (ctypes.c_int, [_POINTER, _POINTERS, _SIZE, _POINTER, _SIZE, ctypes.c_int, _FOUND]),
    "rungs_flush_caches": (None, [_POINTER, _SIZE]),
}
