// What marks a function of the C libraries as one that can be called from outside.
#pragma once

#if defined(_WIN32)
#define RUNGS_EXPORT __declspec(dllexport)
#else
#define RUNGS_EXPORT __attribute__((visibility("default")))
#endif
