// The work model of a problem: what no implementation can avoid.
#pragma once

#include <cstdint>

namespace rungs {

/// The least that any implementation must do. It belongs to the case, never to a variant, so that a wasteful
/// variant shows a low rate instead of flattering itself.
struct Work {
  std::uint64_t bytes_read = 0;     ///< each input byte once
  std::uint64_t bytes_written = 0;  ///< each output byte once
  std::uint64_t operations = 0;     ///< arithmetic, where the case counts it

  [[nodiscard]] std::uint64_t bytes() const { return bytes_read + bytes_written; }
};

/// The kind of traffic whose measured rate bounds other cases. A case that measures one says so.
enum class Ceiling { none, fill, copy, read };

}  // namespace rungs
