// Divides rows among threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace rungs {

namespace detail {

/// How many threads can run at once. Asked when the program starts, as the answer takes microseconds, and may
/// later be that of a thread that the harness has pinned.
inline const unsigned cores = std::max(1U, std::thread::hardware_concurrency());

}  // namespace detail

/// Splits 0..rows into bands of adjacent rows and calls `work(first, last)` (last excluded) for each, one thread per
/// band; returns when all are done. Uses at most `threads` threads (0: one per core), fewer if a band would have less
/// than `least` rows. `work` must not throw, and must give the same result for any split.
template <class Work> void for_bands(std::size_t rows, std::size_t least, unsigned threads, const Work& work) {
  const std::size_t most = threads != 0 ? threads : detail::cores;
  const std::size_t bands = std::clamp<std::size_t>(rows / std::max<std::size_t>(least, 1), 1, most);
  // The first `longer` bands have one row more than the others; written so that no product can overflow.
  const std::size_t length = rows / bands;
  const std::size_t longer = rows % bands;
  const auto start = [=](std::size_t band) { return band * length + std::min(band, longer); };

  std::vector<std::jthread> others;
  others.reserve(bands - 1);
  for (std::size_t band = 1; band < bands; ++band) {
    others.emplace_back([&work, first = start(band), last = start(band + 1)] { work(first, last); });
  }
  work(0, start(1));
}

}  // namespace rungs
