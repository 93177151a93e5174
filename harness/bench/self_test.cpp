#include "harness/bench/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/bench/session.hpp"
#include "harness/report/units.hpp"

namespace rungs {
namespace {

/// Medians of two runs should differ by no more than this.
constexpr double agreement_percent = 1;

struct Run {
  std::vector<Row> rows;
  std::vector<std::pair<std::string, std::string>> facts;  ///< what the executor found out on the way
};

/// Makes all rows of one run, in a session of its own.
Run one_run(const Options& options, bool gpu) {
  const Plan plan = make_plan(options, Registry::global(), gpu, true);
  Session session(options, plan.rows.size());
  Run run;
  for (const PlannedRow& planned : plan.rows) run.rows.push_back(session.make(planned));
  session.finish();
  run.facts = session.executors().on(plan.rows.front().backend).facts();
  return run;
}

Options narrowed(Options options, bool gpu, const std::string& filter, const std::string& sizes) {
  options.backend = gpu ? "cuda" : "host";
  options.filter = filter;
  if (options.sizes.empty()) options.sizes = sizes;
  options.out.clear();
  options.samples.clear();
  return options;
}

/// Pairs the rows of two runs and prints how far each pair is
/// apart. Returns true where the median pair agrees.
bool print_agreement(const std::vector<Row>& first, const std::vector<Row>& second) {
  std::vector<double> apart;
  fmt::print("agreement of two runs\n");
  for (const Row& a : first) {
    for (const Row& b : second) {
      if (a.variant != b.variant || a.size != b.size || a.cache != b.cache || !a.timed() || !b.timed())
        continue;
      const double percent = 100 * std::fabs(a.median_us() - b.median_us()) / a.median_us();
      apart.push_back(percent);
      fmt::print("  {:<24} {:>9} {:>9}  apart {:.2f} %  noise {:.2f} %, {:.2f} %\n", a.variant->full_name(),
                 time_text(a.median_us()), time_text(b.median_us()), percent,
                 a.measurement->summary.noise_percent, b.measurement->summary.noise_percent);
    }
  }
  if (apart.empty()) return false;
  const double median = summarise(apart).median;
  fmt::print("  median of {} pairs: {:.2f} % apart; {} % or less is good\n\n", apart.size(), median,
             agreement_percent);
  return median <= agreement_percent;
}

/// A read of a quarter of the L2 must be faster from a warm cache
/// than after a flush, else the flush does nothing.
bool print_cache_check(const Options& options) {
  const std::size_t l2_bytes =
      Executors(options.device.value_or(0), options.seed).on(Backend::cuda).cache_bytes();
  const auto side = static_cast<unsigned>(std::sqrt(static_cast<double>(l2_bytes) / 4 / 4));
  Options small = options;
  small.sizes = std::to_string(side);
  small.filter = "^read/gpu/";
  small.cache = "both";
  const auto rows = one_run(small, true).rows;
  if (rows.size() < 2 || !rows.front().timed() || !rows.back().timed()) return false;
  const double ratio = rows.front().median_us() / rows.back().median_us();
  fmt::print(
      "cache control: a read of a quarter of the L2 takes {:.2f} times as long cold as hot; above 1 is "
      "good\n\n",
      ratio);
  return ratio > 1;
}

}  // namespace

int self_test(const Options& options, bool gpu) {
  const std::string filter =
      gpu ? "^(fill|copy|read)/|^stitch/gpu/(modulo|repeater_grid)$" : "^(fill|copy|read)/";
  const Options narrow = narrowed(options, gpu, filter, gpu ? "10240" : "4096");
  fmt::print("self-test on the {}: ceilings and agreement, two runs\n\n",
             gpu ? "GPU" : "host (no GPU is used)");
  const auto first = one_run(narrow, gpu);
  const auto second = one_run(narrow, gpu);
  bool good = print_agreement(first.rows, second.rows);
  if (gpu) good &= print_cache_check(narrow);
  if (gpu) fmt::print("device\n");
  for (const auto& [name, value] : first.facts) fmt::print("  {:<24} {}\n", name, value);
  const bool all_correct =
      std::all_of(first.rows.begin(), first.rows.end(), [](const Row& row) { return row.timed(); });
  fmt::print("\nself-test: {}\n", good && all_correct ? "good" : "NOT good, see above");
  return good && all_correct ? 0 : 1;
}

}  // namespace rungs
