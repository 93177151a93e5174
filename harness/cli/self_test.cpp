#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include "harness/cli/parse_options.hpp"
#include "harness/engine/device_run.hpp"
#include "harness/engine/in_process.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// Maximum difference between the medians of two runs.
constexpr double agreement_percent = 1;

/// Maximum writes of a cold read-only kernel, in percent of its reads.
constexpr double most_written_percent = 0.5;

struct Run {
  std::vector<Row> rows;
  std::vector<std::pair<std::string, std::string>> facts;  ///< facts that the executor has found
};

/// Makes all rows of one run, with ceilings of its own.
Run one_run(const Options& options, bool gpu) {
  Plan plan = make_plan(options, Registry::global(), gpu, true);
  // Rates of memory, not of the bus.
  std::erase_if(plan.rows, [](const PlannedRow& row) { return row.variant->on.at(row.backend).with_copies; });
  InProcess runner(options);
  Outputs outputs(options);
  DeviceRun device_run(options, runner, outputs);
  Run run;
  for (const Group& group : groups_of(plan.rows)) {
    MadeGroup made = device_run.make(group);
    for (const std::string& table : made.tables) outputs.print(table);
    for (MadeRow& one : made.rows) run.rows.push_back(std::move(one.row));
  }
  run.facts = runner.facts(plan.rows.front().backend).facts;
  return run;
}

/// A filter for the cases that measure rates.
std::string filter_of_ceilings() {
  std::string names;
  for (const AnyCase* one : Registry::global().cases()) {
    if (one->ceiling() != Ceiling::none) names += (names.empty() ? "" : "|") + one->name();
  }
  return "^(" + names + ")/";
}

/// One run of the first GPU variant of the case that measures reads, on planes of `sizes`. Throws BadUsage if the
/// program has none.
Run read_run(Options options, const std::string& sizes, std::vector<Cache> caches, const std::string& counters) {
  options.sizes = parse_sizes(sizes);
  const auto all = Registry::global().all();
  const auto plain_read = std::ranges::find_if(all, [](const RegisteredVariant* one) {
    return one->owner->ceiling() == Ceiling::read && one->on.contains(Backend::cuda);
  });
  if (plain_read == all.end())
    throw BadUsage("--self-test: this program has no kernel that reads; expected one built with the ceilings");
  options.filter = "^" + (*plain_read)->full_name() + "$";
  options.caches = std::move(caches);
  if (!counters.empty()) options.counters = parse_counters(counters);
  return one_run(options, true);
}

/// The side of a square of floats that is this multiple of the L2.
unsigned side_of(const Options& options, double share_of_l2) {
  const std::size_t l2_bytes = Executors(options.device, options.seed).on(Backend::cuda).cache_bytes();
  return static_cast<unsigned>(std::sqrt(share_of_l2 * static_cast<double>(l2_bytes) / sizeof(float)));
}

/// Half-width of the confidence interval of a median.
std::string reach_text(const Summary& summary) {
  const auto reach = summary.interval_percent();
  return reach ? fmt::format("{:.2f} %", *reach) : "unknown";
}

/// Pairs the rows of two runs and prints the difference of each pair. True if the median difference is small enough.
bool print_agreement(const std::vector<Row>& first, const std::vector<Row>& second) {
  std::vector<double> apart;
  fmt::print("agreement of two runs\n");
  for (const Row& a : first) {
    for (const Row& b : second) {
      if (a.variant != b.variant || a.size != b.size || a.cache != b.cache || !a.timed() || !b.timed()) continue;
      const double percent = 100 * std::fabs(a.median_us() - b.median_us()) / a.median_us();
      apart.push_back(percent);
      fmt::print("  {:<24} {:>9} {:>9}  apart {:.2f} %  intervals {}, {}\n", a.variant->full_name(),
                 time_text(a.median_us()), time_text(b.median_us()), percent, reach_text(a.measurement->summary),
                 reach_text(b.measurement->summary));
    }
  }
  if (apart.empty()) return false;
  const double median = median_of(apart);
  fmt::print("  median of {} pairs: {:.2f} % apart; {} % or less is good\n\n", apart.size(), median, agreement_percent);
  return median <= agreement_percent;
}

/// A read of a quarter of the L2 must be faster with a warm cache than after a flush; otherwise the flush does nothing.
bool print_cache_check(const Options& options) {
  const std::string side = std::to_string(side_of(options, 0.25));
  const auto rows = read_run(options, side, {Cache::cold, Cache::hot}, "").rows;
  if (rows.size() < 2 || !rows.front().timed() || !rows.back().timed()) return false;
  const double ratio = rows.front().median_us() / rows.back().median_us();
  fmt::print("cache control: a read of a quarter of the L2 takes {:.2f} times as long cold as hot; above 1 is good\n\n",
             ratio);
  return ratio > 1;
}

/// The value of a row's counter; empty if it was not read.
std::optional<double> counted(const Row& row, const std::string& name) {
  for (const Metric& metric : row.counters) {
    if (metric.name == name) return metric.value;
  }
  return std::nullopt;
}

/// Cold must mean clean: a kernel that only reads must find no dirty lines. Two proofs, shown next to dirty
/// caches, which fail both: DRAM write counters, if they can be read, and time. A read of n bytes takes a
/// fixed time plus n over a rate, so 2 T(n) - T(2 n) is the fixed time plus the time for write-backs.
bool print_cold_proof(const Options& options) {
  const unsigned side = side_of(options, 2.5);
  const std::string sizes = fmt::format("{0}x{0},{1}x{0}", side, 2 * side);
  const Run run = read_run(options, sizes, {Cache::cold, Cache::dirty}, "dram_read,dram_write");
  bool good = true;
  fmt::print("cold caches are clean\n");
  for (const Cache cache : {Cache::cold, Cache::dirty}) {
    std::vector<Row> rows;
    std::ranges::copy_if(run.rows, std::back_inserter(rows),
                         [=](const Row& row) { return row.cache == cache && row.timed(); });
    if (rows.size() != 2) return false;
    const bool first_is_single = rows[0].work.bytes() < rows[1].work.bytes();
    const Row& single = first_is_single ? rows[0] : rows[1];
    const Row& twice = first_is_single ? rows[1] : rows[0];
    fmt::print("  {:<5}  2 T(n) - T(2 n) = {:.2f} us for a read of {}", name_of(cache),
               2 * single.median_us() - twice.median_us(), bytes_text(static_cast<double>(single.work.bytes())));
    const auto read = counted(twice, "dram_read");
    const auto written = counted(twice, "dram_write");
    if (read && written && *read > 0) {
      const double percent = 100 * *written / *read;
      fmt::print("; DRAM: {} read, {} written, {:.2f} %", bytes_text(*read), bytes_text(*written), percent);
      if (cache == Cache::cold) good &= percent <= most_written_percent;
    } else {
      fmt::print("; counters cannot be read here");
    }
    fmt::print("\n");
  }
  for (const auto& [name, value] : run.facts) {
    if (!name.starts_with("cold_")) continue;
    fmt::print("  {:<24} {}\n", name, value);
    if (name == "cold_excess_us") good &= std::strtod(value.c_str(), nullptr) <= most_cold_excess_us;
  }
  fmt::print("  {} us or less, and {} % or less written, is good\n\n", most_cold_excess_us, most_written_percent);
  return good;
}

}  // namespace

int self_test(const Options& options, const std::vector<GpuFacts>& gpus) {
  const bool gpu = !gpus.empty();
  Options narrow = options;
  narrow.backend = gpu ? Backend::cuda : Backend::host;
  narrow.filter = filter_of_ceilings();
  if (narrow.sizes.empty()) narrow.sizes = parse_sizes(gpu ? "10240" : "4096");
  narrow.out.clear();
  narrow.samples.clear();
  if (gpu) narrow.device = gpus.front().index;
  fmt::print("self-test on the {}: ceilings and agreement, two runs\n\n", gpu ? "GPU" : "host (no GPU is used)");
  const auto first = one_run(narrow, gpu);
  const auto second = one_run(narrow, gpu);
  bool good = print_agreement(first.rows, second.rows);
  if (gpu) good &= print_cache_check(narrow);
  if (gpu) good &= print_cold_proof(narrow);
  if (gpu) fmt::print("device\n");
  for (const auto& [name, value] : first.facts) fmt::print("  {:<24} {}\n", name, value);
  const bool all_correct = std::ranges::all_of(first.rows, &Row::timed);
  fmt::print("\nself-test: {}\n", good && all_correct ? "good" : "NOT good, see above");
  return good && all_correct ? 0 : 1;
}

}  // namespace rungs
