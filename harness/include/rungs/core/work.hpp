// The work model of a problem: the minimum for any implementation; and what a case reports besides the time.
#pragma once

#include <cstdint>
#include <string>

namespace rungs {

/// The minimum work of any implementation. It belongs to the case, never to a variant, so a variant with
/// needless traffic gets a low rate.
struct Work {
  std::uint64_t bytes_read = 0;     ///< each input byte once
  std::uint64_t bytes_written = 0;  ///< each output byte once
  std::uint64_t operations = 0;     ///< arithmetic operations, if the case counts them

  [[nodiscard]] std::uint64_t bytes() const { return bytes_read + bytes_written; }
};

/// The kind of traffic whose measured rate limits other cases. A case that measures one declares it. Its
/// variants with copies measure the bus: `read` to the GPU, `fill` to the host, `copy` both ways at once.
enum class Ceiling { none, fill, copy, read };

/// A further figure of a variant, for the side table.
struct Metric {
  std::string name;
  double value = 0;
  std::string unit;
  bool operator==(const Metric&) const = default;
};

}  // namespace rungs
