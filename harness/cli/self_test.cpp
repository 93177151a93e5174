#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
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

std::string filter_of(std::initializer_list<Ceiling> kinds) {
  std::string names;
  for (const AnyCase* one : Registry::global().cases()) {
    if (std::ranges::find(kinds, one->ceiling()) != kinds.end()) names += (names.empty() ? "" : "|") + one->name();
  }
  return "^(" + names + ")/";
}

/// The first GPU variant of the case that measures reads. Throws BadUsage if the program has none.
const RegisteredVariant& plain_read() {
  for (const auto* variant : Registry::global().all()) {
    if (variant->owner->ceiling() == Ceiling::read && variant->on.contains(Backend::cuda)) return *variant;
  }
  throw BadUsage("--self-test: this program has no kernel that reads; expected one built with the ceilings");
}

/// The side of a square of floats that is this multiple of the L2.
unsigned side_of(const Options& options, double share_of_l2) {
  const std::size_t l2_bytes = Executors(options.device, options.seed).on(Backend::cuda).cache_bytes();
  return static_cast<unsigned>(std::sqrt(share_of_l2 * static_cast<double>(l2_bytes) / sizeof(float)));
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
      fmt::print("  {:<24} {:>9} {:>9}  apart {:.2f} %\n", a.variant->full_name(), time_text(a.median_us()),
                 time_text(b.median_us()), percent);
    }
  }
  if (apart.empty()) return false;
  const double median = median_of(apart);
  fmt::print("  median of {} pairs: {:.2f} % apart; {} % or less is good\n\n", apart.size(), median, agreement_percent);
  return median <= agreement_percent;
}

std::optional<double> counted(const Row& row, const std::string& name) {
  for (const Metric& metric : row.counters) {
    if (metric.name == name) return metric.value;
  }
  return std::nullopt;
}

/// Cold must mean clean: a kernel that only reads must find no dirty lines, as DRAM write counters show if they can be
/// read. Dirty caches, next to it, fail that.
bool print_cold_proof(const Options& options) {
  Options reads = options;
  reads.sizes = parse_sizes(std::to_string(side_of(options, 5)));
  reads.filter = "^" + plain_read().full_name() + "$";
  reads.caches = {Cache::cold, Cache::dirty};
  reads.counters = parse_counters("dram_read,dram_write");
  const Run run = one_run(reads, true);
  bool good = run.rows.size() == 2;
  fmt::print("cold caches are clean\n");
  for (const Row& row : run.rows) {
    good &= row.timed();
    fmt::print("  {:<5}  a read of {}: {}", name_of(*row.cache), bytes_text(static_cast<double>(row.work.bytes())),
               time_text(row.median_us()));
    const auto read = counted(row, "dram_read");
    const auto written = counted(row, "dram_write");
    if (read && written && *read > 0) {
      const double percent = 100 * *written / *read;
      fmt::print("; DRAM: {} read, {} written, {:.2f} %\n", bytes_text(*read), bytes_text(*written), percent);
      if (row.cache == Cache::cold) good &= percent <= most_written_percent;
    } else {
      fmt::print("; counters cannot be read here\n");
    }
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
  narrow.filter = filter_of({Ceiling::fill, Ceiling::copy, Ceiling::read});
  if (narrow.sizes.empty()) narrow.sizes = parse_sizes(gpu ? "10240" : "4096");
  narrow.out.clear();
  narrow.samples.clear();
  if (gpu) narrow.device = gpus.front().index;
  fmt::print("self-test on the {}: ceilings and agreement, two runs\n\n", gpu ? "GPU" : "host (no GPU is used)");
  const auto first = one_run(narrow, gpu);
  const auto second = one_run(narrow, gpu);
  bool good = print_agreement(first.rows, second.rows);
  if (gpu) good &= print_cold_proof(narrow);
  if (gpu) fmt::print("device\n");
  for (const auto& [name, value] : first.facts) fmt::print("  {:<24} {}\n", name, value);
  const bool all_correct = std::ranges::all_of(first.rows, &Row::timed);
  fmt::print("\nself-test: {}\n", good && all_correct ? "good" : "NOT good, see above");
  return good && all_correct ? 0 : 1;
}

}  // namespace rungs
