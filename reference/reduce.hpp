// The sum and the maximum of many words.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// The sum of `words` modulo 2^32; 0 where there are none. `threads` is the most to use, 0 for one a core;
/// the result does not depend on it.
[[nodiscard]] std::uint32_t sum_of(std::span<const std::uint32_t> words, unsigned threads = 0);

/// The largest of `words`, as unsigned numbers; 0 where there are none. `threads` as above.
[[nodiscard]] std::uint32_t maximum_of(std::span<const std::uint32_t> words, unsigned threads = 0);

}  // namespace reference
