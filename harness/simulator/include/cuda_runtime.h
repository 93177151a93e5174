// What kernels use of the CUDA runtime.
#pragma once

#include <rungs/simulator/cuda_subset.hpp>
