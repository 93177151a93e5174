// The simulator's side of l2_policy.hpp: it has no caches.
#pragma once

#include <cstdint>

namespace rungs {
inline namespace on_simulator {
namespace l2 {

using Policy = std::uint64_t;

inline Policy evict_first() { return 0; }

template <class Vector> Vector load(const Vector* from, Policy) { return *from; }

}  // namespace l2
}  // namespace on_simulator
}  // namespace rungs
