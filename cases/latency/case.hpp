// latency: how long a load takes whose address the load before it has brought.
#pragma once

#include <algorithm>
#include <numeric>
#include <rungs/case.hpp>
#include <rungs/random.hpp>

namespace latency {

/// Loads that are timed, after as many that are not. Enough that neither the two reads of the clock nor the
/// first load matter, and few enough that memory is not loaded for long.
inline constexpr unsigned hops = 4096;

/// `lines` places in memory, `distance` bytes apart, each of which holds the address of another. Together
/// they form one cycle.
struct Problem {
  unsigned lines = 1U << 20U;
  unsigned distance = 128;  ///< bytes; a cache line of a GPU has 128

  [[nodiscard]] std::size_t bytes() const { return std::size_t{lines} * distance; }

  /// From a line to the next one in the cycle: the number nearest below 0.618 of all lines that has no
  /// divisor in common with their number. So every line is visited once before one is visited again, and two
  /// loads in turn are always far apart.
  [[nodiscard]] unsigned step() const {
    auto step = static_cast<unsigned>(std::uint64_t{lines} * 618 / 1000);
    while (step > 0 && std::gcd(step, lines) != 1) --step;
    return lines == 1 ? 0 : std::max(step, 1U);
  }
  /// The line after `count` hops.
  [[nodiscard]] unsigned after(std::uint64_t start, std::uint64_t count) const {
    return static_cast<unsigned>((start + count * step()) % lines);
  }
};

/// `start`: one word; the first line is this modulo the number of lines. `last`: the line at the end.
/// `clocks`: what the timed hops took, in cycles of the multiprocessor and in nanoseconds.
struct Views {
  const std::uint32_t* start;
  std::uint32_t* last;
  std::uint64_t* clocks;
};

struct Case {
  using Problem = latency::Problem;
  using Views = latency::Views;

  static constexpr std::string_view name = "latency";
  static constexpr std::string_view title = "how long a load takes: a chain of pointers";
  static constexpr rungs::Extents default_size{1U << 20U};
  static constexpr rungs::Extents simulator_size{64};

  static std::vector<rungs::Dimension<Problem>> dimensions() { return {{"lines", &Problem::lines}}; }

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::integer("distance", &Problem::distance, 8, 1U << 21U, {32, 128, 4096, 65536, 1U << 21U},
                           "bytes from one line to the next, a multiple of 8; in shared memory always 4")};
  }

  static std::string refuse(const Problem& p) {
    return p.distance % 8 == 0 ? "" : "a line holds an address: distance must be a multiple of 8";
  }

  static std::vector<Problem> edge_cases() {
    return {{1, 128}, {2, 8}, {3, 128}, {8, 128}, {97, 32}, {4096, 128}, {4097, 128}, {12288, 8}, {30030, 4096}};
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem&) {
    return {rungs::input("start", &Views::start, 1, rungs::random_words), rungs::output("last", &Views::last, 1),
            rungs::output("clocks", &Views::clocks, 2)};
  }

  /// The timed hops. What they read depends on the variant.
  static rungs::Work work(const Problem&) {
    return {.bytes_read = sizeof(std::uint32_t), .bytes_written = 20, .operations = hops};
  }

  static void reference(const Problem& p, const Views& v) { *v.last = p.after(*v.start % p.lines, 2 * hops); }

  static rungs::Comparison compare(const Problem&, const Views& expected, const Views& actual) {
    rungs::Comparison result = rungs::compare_plane<std::uint32_t>({expected.last, 1}, {actual.last, 1}, 1);
    // There is no reference for a time. But memory that was not written is not one: all its bytes are equal.
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t clock = actual.clocks[i];
      if (clock > 0 && clock < longest) continue;
      result.add(0, [&] { return "the timed loads took " + std::to_string(clock) + (i == 0 ? " cycles" : " ns"); });
    }
    return result;
  }

  static std::vector<rungs::Metric> metrics(const Problem&, const Views& actual) {
    return {{"latency", static_cast<double>(actual.clocks[0]) / hops, "cycles"},
            {"latency_ns", static_cast<double>(actual.clocks[1]) / hops, "ns"}};
  }

 private:
  /// About a second: more than any chain of this length can take.
  static constexpr std::uint64_t longest = std::uint64_t{1} << 31U;
};

}  // namespace latency
