// in_flight: how many bytes must be under way at once to keep memory busy (Little's law).
#pragma once

#include <algorithm>
#include <bit>
#include <numeric>
#include <rungs/case.hpp>
#include <rungs/random.hpp>

namespace in_flight {

/// What the variants of gpu/write store.
inline constexpr std::uint32_t value = 0x5A5A5A5A;

/// A plane of words, and how it is read or written: by `warps` warps on every multiprocessor, each thread
/// with `vectors` accesses of 16 bytes that do not wait for each other.
struct Problem : rungs::Size {
  unsigned vectors = 4;
  unsigned warps = 32;
};

/// `sum`: of `source`, modulo 2^32. `target`: `value` everywhere. A variant fills one of the two; the other
/// is ignored.
enum class Result { sum, target };

struct Views {
  const std::uint32_t* source;
  std::uint32_t* sum;
  std::uint32_t* target;
};

struct Case {
  using Problem = in_flight::Problem;
  using Views = in_flight::Views;
  using Result = in_flight::Result;

  static constexpr std::string_view name = "in_flight";
  static constexpr std::string_view title = "bytes under way that keep memory busy (Little's law)";
  static constexpr rungs::Size default_size{10240, 10240};
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::integer("vectors", &Problem::vectors, 1, 8, {1, 2, 4, 8},
                           "accesses of 16 bytes that a thread has under way: 1, 2, 4 or 8"),
            rungs::integer("warps", &Problem::warps, 1, 64, {1, 2, 4, 8, 16, 32, 64},
                           "per multiprocessor: 1 to 32, or an even number above")};
  }

  static std::string refuse(const Problem& p) {
    if (std::popcount(p.vectors) != 1) return "vectors must be 1, 2, 4 or 8";
    return p.warps > 32 && p.warps % 2 != 0 ? "more than 32 warps must be an even number" : "";
  }

  /// Around a vector and around what all threads handle in a turn, and primes.
  static std::vector<Problem> edge_cases() {
    return {{{1, 1}, 1, 1},     {{3, 1}, 4, 1},      {{4, 1}, 8, 32},    {{31, 33}, 2, 3},
            {{64, 16}, 4, 1},   {{41, 25}, 8, 5},    {{4096, 4}, 1, 64}, {{16387, 1}, 2, 34},
            {{257, 263}, 8, 8}, {{257, 263}, 4, 64}, {{512, 64}, 4, 2}};
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("source", &Views::source, p.area(), rungs::random_words), rungs::output("sum", &Views::sum, 1),
            rungs::output("target", &Views::target, p.area())};
  }

  static rungs::Work work(const Problem& p, Result kind) {
    const std::size_t plane = p.area() * sizeof(std::uint32_t);
    return kind == Result::sum ? rungs::Work{.bytes_read = plane, .bytes_written = sizeof(std::uint32_t)}
                               : rungs::Work{.bytes_written = plane};
  }

  static void reference(const Problem& p, const Views& v, Result kind) {
    if (kind == Result::sum) *v.sum = std::accumulate(v.source, v.source + p.area(), std::uint32_t{0});
    if (kind == Result::target) std::fill_n(v.target, p.area(), value);
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual, Result kind) {
    return kind == Result::sum
               ? rungs::compare_plane<std::uint32_t>({expected.sum, 1}, {actual.sum, 1}, 1)
               : rungs::compare_plane<std::uint32_t>({expected.target, p.area()}, {actual.target, p.area()}, p.width);
  }
};

}  // namespace in_flight
