// arithmetic: how long an operation takes, and how many a multiprocessor completes per cycle.
#pragma once

#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include "cases/block_clock.hpp"
#include "reference/arithmetic.hpp"

namespace arithmetic {

using Op = reference::Arithmetic;

/// Threads per block of gpu/throughput, and the chains of each of its threads.
inline constexpr unsigned block_threads = 256;
inline constexpr unsigned thread_chains = 4;
/// Steps of a chain are unrolled in groups of this many.
inline constexpr unsigned group_steps = 32;

/// `chains` chains of one operation. Each takes `steps` steps to bring the code into the instruction cache
/// and as many again.
struct Problem {
  unsigned chains = 1U << 20U;
  Op op = Op::add;
  unsigned steps = 256;

  /// Blocks of gpu/throughput.
  [[nodiscard]] unsigned blocks() const {
    constexpr unsigned together = block_threads * thread_chains;
    return (chains + together - 1) / together;
  }
};

using measured::BlockClock;

/// `starts`: one word per chain. `ends`: the last value of each, as a double, times its
/// reference::arithmetic_weight. `clocks`: one per block of
/// gpu/throughput. `cycles`: what the second half of one chain took. A variant writes zeros to the one of the
/// two that it does not measure.
struct Views {
  const std::uint32_t* starts;
  double* ends;
  BlockClock* clocks;
  std::uint64_t* cycles;
};

struct Case {
  using Problem = arithmetic::Problem;
  using Views = arithmetic::Views;

  static constexpr std::string_view name = "arithmetic";
  static constexpr std::string_view title = "latency and throughput of arithmetic operations";
  static constexpr rungs::Extents default_size{1U << 20U};
  static constexpr rungs::Extents simulator_size{1000};

  static std::vector<rungs::Dimension<Problem>> dimensions() { return {{"chains", &Problem::chains}}; }

  static std::vector<rungs::Parameter<Problem>> parameters() {
    const auto& names = reference::arithmetic_names;
    return {rungs::choice("op", &Problem::op, std::vector<std::string>(names.begin(), names.end()), "the operation"),
            rungs::integer("steps", &Problem::steps, group_steps, 65536, {64, 256, 1024},
                           "timed operations per chain, a multiple of 32")};
  }

  static std::string refuse(const Problem& p) {
    return p.steps % group_steps == 0 ? "" : "steps must be a multiple of 32";
  }

  /// Every operation, and around the chains of a warp and of a block.
  static std::vector<Problem> edge_cases() {
    std::vector<Problem> problems;
    for (std::size_t op = 0; op < reference::arithmetic_names.size(); ++op) {
      problems.push_back({4099, static_cast<Op>(op), 64});
    }
    for (const unsigned chains : {1U, 31U, 32U, 33U, 1023U, 1024U, 1025U}) {
      problems.push_back({chains, Op::multiply_add, 32});
    }
    return problems;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("starts", &Views::starts, p.chains, rungs::random_words),
            rungs::output("ends", &Views::ends, p.chains), rungs::output("clocks", &Views::clocks, p.blocks()),
            rungs::output("cycles", &Views::cycles, 1)};
  }

  /// The steps of the chains, and their ends.
  static rungs::Work work(const Problem& p) {
    return {.bytes_read = std::size_t{p.chains} * sizeof(std::uint32_t),
            .bytes_written = std::size_t{p.chains} * sizeof(double),
            .operations = std::size_t{2} * p.chains * p.steps};
  }

  static void reference(const Problem& p, const Views& v) {
    reference::arithmetic_ends(p.op, 2 * p.steps, {v.starts, p.chains}, {v.ends, p.chains});
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    rungs::Comparison result =
        rungs::compare_plane<double>({expected.ends, p.chains}, {actual.ends, p.chains}, p.chains,
                                     {.relative = reference::arithmetic_tolerance(p.op)}, "the end of a chain");
    // There is no reference for a time. But memory that was not written is not one: all its bytes are equal.
    if (*actual.cycles > longest) {
      result.add(0, [&] { return "a chain took " + std::to_string(*actual.cycles) + " cycles"; });
    }
    for (std::size_t block = 0; block < p.blocks(); ++block) {
      const BlockClock& clock = actual.clocks[block];
      if (*actual.cycles == 0 ? clock.end > clock.begin : clock.end == 0) continue;
      result.add(0, [&] { return "block " + std::to_string(block) + " ended before it began"; });
    }
    return result;
  }

  /// Cycles per step of a chain; or steps per cycle on each multiprocessor, over the time from the first
  /// block's begin to the last block's end on each, summed over all.
  static std::vector<rungs::Metric> metrics(const Problem& p, const Views& actual) {
    if (*actual.cycles > 0) return {{"latency", static_cast<double>(*actual.cycles) / p.steps, "cycles"}};
    const double cycles = measured::busy_cycles({actual.clocks, p.blocks()});
    return {{"throughput", static_cast<double>(work(p).operations) / cycles, "operations/cycle/SM"}};
  }

 private:
  /// About a second: more than any chain can take.
  static constexpr std::uint64_t longest = std::uint64_t{1} << 31U;
};

}  // namespace arithmetic
