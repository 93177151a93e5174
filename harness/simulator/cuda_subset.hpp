// The part of CUDA that a kernel may use on the simulator: one
// include for a .cu file compiled as ordinary C++.
//
// Everything is defined in rungs::simulator::subset and brought to the global namespace by using: the same
// program holds the CUDA build of the same sources, and no type or function here may have the mangled name of
// one of CUDA's.
#pragma once

#include "harness/simulator/async_copy.hpp"
#include "harness/simulator/atomics.hpp"
#include "harness/simulator/barriers.hpp"
#include "harness/simulator/bits.hpp"
#include "harness/simulator/float_math.hpp"
#include "harness/simulator/index_variables.hpp"
#include "harness/simulator/keywords.hpp"
#include "harness/simulator/launch.hpp"
#include "harness/simulator/memory_hints.hpp"
#include "harness/simulator/min_max.hpp"
#include "harness/simulator/packed_integers.hpp"
#include "harness/simulator/vector_types.hpp"
#include "harness/simulator/warp.hpp"

using namespace rungs::simulator::subset;  // NOLINT(google-build-using-namespace): CUDA's names are global
