// Marks a function as exported from the C libraries.
#pragma once

#if defined(_WIN32)
#define RUNGS_EXPORT __declspec(dllexport)
#else
#define RUNGS_EXPORT __attribute__((visibility("default")))
#endif
