// The selection network for 25 values on ints, one pixel at a time: 25 loads and 99 exchanges.
// Like host/3x3_scalar, with about six times the minima and maxima. And a CPU has fewer than 25 registers, so
// many steps also load and store the values that they order.
#include "cases/median/host/scalar.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .idea = "the network of 99 exchanges on ints",
    .result = median::Result::window5,
    .launch = median::launch_scalar<5>,
}};

}  // namespace
