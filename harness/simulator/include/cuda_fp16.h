// Half precision.
#pragma once

#include <rungs/simulator/short_floats.hpp>
