// Bytes that a variant cannot know in advance: drawn when the program starts, and printed nowhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rungs {

/// What outputs hold before a verified launch. The first is the buffer's own, NaN for floats, so that a
/// result with a hole shows. But `fmax` absorbs a NaN, and a flat picture may have just that gray, so a
/// second one is drawn.
enum class Poison { own, drawn };

/// What this process draws. As floats, `poison` and the guards 0 are large and positive and the guards 1 are
/// large and negative: neither a maximum nor a minimum absorbs both. The guards 2 are small numbers.
struct Garbage {
  std::byte poison;
  std::array<std::byte, 3> guards;
  std::uint64_t digest_key;

  /// The byte of guard zone `zone` of a problem, under guards `which`: different for all zones of up to 23
  /// buffers, so that a copy of one guard zone into another shows.
  [[nodiscard]] std::byte guard(std::size_t which, std::size_t zone) const;
};

/// The same during the life of the process.
[[nodiscard]] const Garbage& garbage();

/// `drawn`, or another byte if the buffer's own poison is equal to it.
[[nodiscard]] constexpr std::byte other_than(std::byte own, std::byte drawn) {
  return own == drawn ? drawn ^ std::byte{1} : drawn;
}

}  // namespace rungs
