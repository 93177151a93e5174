// bfloat16.
#pragma once

#include <rungs/simulator/short_floats.hpp>
