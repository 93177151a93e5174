// The subset of CUDA for kernels on the simulator: one include for a .cu file that is compiled as plain C++.
//
// Everything is in rungs::simulator::subset, with a using directive for the global namespace. The same program contains
// the CUDA build of the same sources, so no type or function here may have the mangled name of one of CUDA's.
#pragma once

#include <cassert>
#include <cstdio>
#include <cstring>
#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/atomics.hpp>
#include <rungs/simulator/barriers.hpp>
#include <rungs/simulator/bits.hpp>
#include <rungs/simulator/float_math.hpp>
#include <rungs/simulator/keywords.hpp>
#include <rungs/simulator/launch.hpp>
#include <rungs/simulator/packed_integers.hpp>
#include <rungs/simulator/symbols.hpp>
#include <rungs/simulator/vector_types.hpp>
#include <rungs/simulator/warp.hpp>

using namespace rungs::simulator::subset;  // NOLINT(google-build-using-namespace): CUDA's names are global
