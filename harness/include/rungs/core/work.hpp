// The work model of a problem: the minimum for any implementation.
#pragma once

#include <cstdint>

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

}  // namespace rungs
