// What a run reports besides its time: an output of the case that is not compared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <rungs/core/metric.hpp>
#include <vector>

namespace pipeline {

enum class Figure : std::size_t {
  bytes,
  seconds,
  first_byte_s,
  slowest_second,
  misses_at_deck_rate,
  misses_at_fast_rate,
  host_bytes,
  pinned_bytes,
  device_bytes,
  tiles_asked,
  tiles_found,
  cache_bytes,
  pixels_computed,
  pixels_needed,
  bus_bytes,
  disk_bytes,
  count
};

inline constexpr std::size_t figure_count = static_cast<std::size_t>(Figure::count);

/// The figures of one run. Zero: not applicable.
class Figures {
 public:
  explicit Figures(double* to) : to_(to) { std::fill_n(to_, figure_count, 0.0); }
  void set(Figure which, double value) { to_[static_cast<std::size_t>(which)] = value; }

 private:
  double* to_;
};

[[nodiscard]] inline double figure(const double* figures, Figure which) {
  return figures[static_cast<std::size_t>(which)];
}

/// As metrics of a row. Shares whose whole is 0 are left out.
[[nodiscard]] inline std::vector<rungs::Metric> metrics_of(const double* figures) {
  const auto get = [&](Figure which) { return figure(figures, which); };
  std::vector<rungs::Metric> all{
      {"sink_rate", get(Figure::bytes) / get(Figure::seconds) / 1e6, "MB/s"},
      {"slowest_second", get(Figure::slowest_second) / 1e6, "MB/s"},
      {"first_byte", 1e3 * get(Figure::first_byte_s), "ms"},
      {"misses_at_10_MB_per_s", get(Figure::misses_at_deck_rate), ""},
      {"misses_at_1_GB_per_s", get(Figure::misses_at_fast_rate), ""},
      {"host_memory", get(Figure::host_bytes) / (1 << 20U), "MiB"},
      {"pinned_memory", get(Figure::pinned_bytes) / (1 << 20U), "MiB"},
      {"device_memory", get(Figure::device_bytes) / (1 << 20U), "MiB"},
      {"computed_per_needed", get(Figure::pixels_computed) / get(Figure::pixels_needed), ""},
      {"bus_bytes_per_byte", get(Figure::bus_bytes) / get(Figure::bytes), ""},
      {"disk_bytes_per_byte", get(Figure::disk_bytes) / get(Figure::bytes), ""}};
  return all;
}

}  // namespace pipeline
