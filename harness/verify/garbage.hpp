// Bytes that a variant cannot know in advance: drawn when the program starts, and printed nowhere.
#pragma once

#include <array>
#include <cstddef>

namespace rungs {

/// What outputs hold before a verified launch. The first is the buffer's own, NaN for floats, so that a
/// result with a hole shows. But `fmax` absorbs a NaN, and a flat picture may have just that gray, so a
/// second one is drawn.
enum class Poison { own, drawn };

/// What this process draws. As floats, `poison` and `guards[0]` are large and positive and `guards[1]` is
/// large and negative: neither a maximum nor a minimum absorbs both guards. `guards[2]` is a small number.
struct Garbage {
  std::byte poison;
  std::array<std::byte, 3> guards;
};

/// The same during the life of the process.
[[nodiscard]] const Garbage& garbage();

/// `drawn`, or another byte if the buffer's own poison is equal to it.
[[nodiscard]] constexpr std::byte other_than(std::byte own, std::byte drawn) {
  return own == drawn ? drawn ^ std::byte{1} : drawn;
}

}  // namespace rungs
