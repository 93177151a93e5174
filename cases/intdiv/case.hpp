// intdiv: the cost of an integer division, in latency and throughput.
#pragma once

#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include "cases/block_clock.hpp"
#include "reference/intdiv.hpp"

namespace intdiv {

/// The range of the indices. Narrow ones stay below 2^31; to wide ones 2^40 is added, so that they need 64
/// bits. A 64-bit division whose operands fit in 32 bits takes a shortcut, which wide ones do not.
enum class Index { narrow, wide };

/// Threads per block of the throughput kernel, which stores one BlockClock per block.
inline constexpr unsigned block_threads = 256;
/// Timed steps of one warp's chain, after as many that are not timed.
inline constexpr unsigned timed_steps = 128;
inline constexpr unsigned warp_threads = 32;

/// The size gives the number of chains, width x height: one per thread.
struct Problem : rungs::Size {
  unsigned steps = 256;      ///< per chain
  unsigned divisor = 30336;  ///< columns of the matrix that the chain steps over: n of the case edm
  Index index = Index::narrow;

  /// Chains start this much above the words of `starts`.
  [[nodiscard]] std::uint64_t base() const { return index == Index::wide ? std::uint64_t{1} << 40U : std::uint64_t{0}; }
  /// The minimum increment of an index per step: a block of the case edm, but less than a row, so that a
  /// step, which may be one longer, enters the next row at most.
  [[nodiscard]] unsigned stride() const { return std::min(256U, divisor - 1); }
  [[nodiscard]] std::size_t blocks() const { return (area() + block_threads - 1) / block_threads; }
  [[nodiscard]] reference::IndexWalk walk(unsigned length) const { return {divisor, stride(), length}; }
};

using measured::BlockClock;

/// `starts`, `checksums`: one per chain. `timed_checksums`: one per lane of the timed warp, whose chains
/// start like the first of the others. `clocks`: one per block. `timed_cycles`: one value, the cycles of the
/// warp's timed steps.
struct Views {
  const std::uint32_t* starts;
  std::uint32_t* checksums;
  std::uint32_t* timed_checksums;
  BlockClock* clocks;
  std::uint64_t* timed_cycles;
};

struct Case {
  using Problem = intdiv::Problem;
  using Views = intdiv::Views;

  static constexpr std::string_view name = "intdiv";
  static constexpr std::string_view title = "what an integer division costs";
  static constexpr rungs::Size default_size{1024, 1024};
  static constexpr rungs::Size simulator_size{64, 16};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {
        rungs::integer("steps", &Problem::steps, 1, 65536, {64, 256, 1024}, "divisions per thread"),
        rungs::integer("divisor", &Problem::divisor, 2, 2147483647, {7, 4096, 30336, 1000003}, "what is divided by"),
        rungs::choice("index", &Problem::index, {"narrow", "wide"}, "indices in 31 bits, or in 41")};
  }

  static std::vector<Problem> edge_cases() {
    std::vector<Problem> problems;
    for (const Index index : {Index::narrow, Index::wide}) {
      // One chain; fewer than the timed warp has lanes; at and next to the edge of a block.
      for (const rungs::Size size : {rungs::Size{1, 1}, rungs::Size{1, 31}, rungs::Size{255, 1}, rungs::Size{16, 16},
                                     rungs::Size{257, 1}, rungs::Size{61, 67}}) {
        problems.push_back({size, 256, 30336, index});
      }
      // One step and few steps; rows shorter than the stride and equal to it; powers of two; the largest row.
      for (const unsigned steps : {1U, 3U}) problems.push_back({{33, 9}, steps, 30336, index});
      for (const unsigned divisor : {2U, 3U, 7U, 256U, 257U, 258U, 65536U, 1000003U, 1U << 30U, 2147483647U}) {
        problems.push_back({{33, 9}, 257, divisor, index});
      }
    }
    return problems;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("starts", &Views::starts, p.area(),
                         [](std::span<std::uint32_t> starts, std::uint64_t seed) {
                           // 30 bits: with the walk's length added, an index stays below 2^31.
                           rungs::random_words(starts, seed);
                           for (std::uint32_t& start : starts) start >>= 2U;
                         }),
            rungs::output("checksums", &Views::checksums, p.area()),
            rungs::output("timed_checksums", &Views::timed_checksums, warp_threads),
            rungs::output("clocks", &Views::clocks, p.blocks()),
            rungs::output("timed_cycles", &Views::timed_cycles, 1)};
  }

  /// The steps of the chains, and their ends. The timing itself does not count as work.
  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.area() * sizeof(std::uint32_t),
            .bytes_written = p.area() * sizeof(std::uint32_t),
            .operations = p.area() * p.steps};
  }

  static void reference(const Problem& p, const Views& v) {
    reference::walk_checksums(p.walk(p.steps), p.base(), {v.starts, p.area()}, {v.checksums, p.area()});
    for (std::size_t lane = 0; lane < warp_threads; ++lane) {
      v.timed_checksums[lane] = reference::walk_checksum(p.walk(2 * timed_steps), p.base() + v.starts[lane % p.area()]);
    }
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    rungs::Comparison result = rungs::compare_plane<std::uint32_t>(
        {expected.checksums, p.area()}, {actual.checksums, p.area()}, p.width, {}, "the checksum");
    result.merge(rungs::compare_plane<std::uint32_t>({expected.timed_checksums, warp_threads},
                                                     {actual.timed_checksums, warp_threads}, warp_threads, {},
                                                     "the timed warp's checksum"));
    // The reference has no cycles to compare. But memory that was not written is not a time: all its bytes
    // are equal.
    for (std::size_t block = 0; block < p.blocks(); ++block) {
      if (actual.clocks[block].end > actual.clocks[block].begin) continue;
      result.add(0, [&] { return "block " + std::to_string(block) + " ended before it began"; });
    }
    if (*actual.timed_cycles == 0 || *actual.timed_cycles > longest_timed) {
      result.add(0, [&] { return "the timed warp took " + std::to_string(*actual.timed_cycles) + " cycles"; });
    }
    return result;
  }

  /// Cycles per step of a chain, and steps per cycle on each SM. The latter uses the time from the first
  /// block's begin to the last block's end on each SM, summed over the SMs.
  static std::vector<rungs::Metric> metrics(const Problem& p, const Views& actual) {
    const double cycles = measured::busy_cycles({actual.clocks, p.blocks()});
    const auto operations = static_cast<double>(p.area()) * p.steps;
    return {{"latency", static_cast<double>(*actual.timed_cycles) / timed_steps, "cycles"},
            {"throughput", operations / cycles, "operations/cycle/SM"}};
  }

 private:
  /// About a second: more than any walk of the timed length can take.
  static constexpr std::uint64_t longest_timed = std::uint64_t{1} << 31U;
};

}  // namespace intdiv
