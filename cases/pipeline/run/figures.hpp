// What a run reports besides its time: an output of the case that is not compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pipeline {

/// What a run counts about its own work.
struct Counts {
  std::uint64_t pixels_computed = 0;  ///< of all nodes but patterns
  std::uint64_t pixels_needed = 0;    ///< the same if each were computed once
  std::uint64_t tiles_asked = 0;      ///< of the cache
  std::uint64_t tiles_found = 0;
  std::uint64_t cache_bytes = 0;  ///< its capacity
};

/// The figures of one run. 0: not applicable.
struct Figures {
  double bytes = 0;
  double seconds = 0;
  double first_byte_s = 0;
  double slowest_second = 0;       ///< bytes per second
  double misses_at_deck_rate = 0;  ///< how often a machine that takes 10 MB/s would have run dry
  double misses_at_fast_rate = 0;  ///< the same at 1 GB/s
  double host_bytes = 0;
  double pinned_bytes = 0;
  double device_bytes = 0;
  double tiles_asked = 0;
  double tiles_found = 0;
  double cache_bytes = 0;
  double pixels_computed = 0;
  double pixels_needed = 0;
  double bus_bytes = 0;
  double disk_bytes = 0;

  static constexpr std::size_t count = 16;
  /// To and from an output of `count` values.
  void store(double* to) const { std::memcpy(to, this, sizeof(*this)); }
  [[nodiscard]] static Figures load(const double* from) {
    Figures figures;
    std::memcpy(static_cast<void*>(&figures), from, sizeof(figures));
    return figures;
  }
};
static_assert(sizeof(Figures) == Figures::count * sizeof(double));

}  // namespace pipeline
