// What standard output can show.
#pragma once

#include <cstddef>
#include <string_view>

namespace rungs {

/// Plain text of any width, unless it says otherwise.
struct Terminal {
  bool moves = false;       ///< the cursor can be moved up, so that text can be drawn again
  bool colours = false;     ///< not with NO_COLOR in the environment (no-color.org)
  std::size_t columns = 0;  ///< 0: any number
  std::size_t lines = 0;    ///< 0: any number

  /// Of a file descriptor. A pipe or file, and a terminal that calls itself dumb, is plain.
  [[nodiscard]] static Terminal of(int descriptor);
};

/// Lines that a text takes on a terminal, which breaks long ones. Colours take no room.
[[nodiscard]] std::size_t lines_on(const Terminal& terminal, std::string_view text);

}  // namespace rungs
