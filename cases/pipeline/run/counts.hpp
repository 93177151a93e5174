// What a run counts about its own work.
#pragma once

#include <cstdint>

namespace pipeline {

struct Counts {
  std::uint64_t pixels_computed = 0;  ///< of all nodes but patterns
  std::uint64_t pixels_needed = 0;    ///< the same if each were computed once
  std::uint64_t tiles_asked = 0;      ///< of the cache
  std::uint64_t tiles_found = 0;
  std::uint64_t cache_bytes = 0;  ///< its capacity
};

}  // namespace pipeline
