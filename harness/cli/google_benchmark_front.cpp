#include "harness/cli/google_benchmark_front.hpp"
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <algorithm>
#include <regex>
#include <rungs/core/errors.hpp>
#include <rungs/core/program.hpp>

namespace rungs {
namespace {

constexpr const char* behind_name = "/iterations:1/manual_time";

void show(benchmark::State& state, const Row& row) {
  if (row.status != Status::ok && row.status != Status::unstable) {
    state.SkipWithError(fmt::format("{}: {}", name_of(row.status), row.message).c_str());
    return;
  }
  if (!row.timed()) return;
  state.SetIterationTime(row.median_us() * 1e-6);
  state.counters["samples"] = static_cast<double>(row.measurement->samples.size());
  if (const auto iqr = row.measurement->summary.iqr_percent) state.counters["iqr_percent"] = *iqr;
  state.counters["bytes_per_second"] = row.bytes_per_second();
  if (row.speed_of_light_percent > 0) state.counters["speed_of_light_percent"] = row.speed_of_light_percent;
}

/// Passes options to Google Benchmark, without an output file of its own.
void set_options(const GoogleBenchmarkOptions& options, bool with_file) {
  static std::vector<std::string> texts;  // Google Benchmark keeps pointers to its arguments
  texts = options.arguments;
  // First what BENCHMARK_... variables in the environment would else change.
  texts.insert(texts.begin(),
               {"bench", "--benchmark_filter=all", "--benchmark_repetitions=1", "--benchmark_time_unit=us",
                "--benchmark_format=console", "--benchmark_out_format=json", "--benchmark_report_aggregates_only=false",
                "--benchmark_display_aggregates_only=false", "--benchmark_min_warmup_time=0"});
  // A reporter for a file is used only if there is a file.
  texts.push_back(with_file ? "--benchmark_out=/dev/null" : "--benchmark_out=");
  texts.emplace_back("--benchmark_list_tests=false");
  benchmark::SetDefaultTimeUnit(benchmark::kMicrosecond);
  std::vector<char*> arguments;
  for (auto& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
}

}  // namespace

/// One report of the whole run, for which Google Benchmark is run group by group.
class GoogleBenchmarkFront::OfTheRun final : public benchmark::BenchmarkReporter {
 public:
  /// `inner` gets it all; null: nothing is reported.
  explicit OfTheRun(std::shared_ptr<BenchmarkReporter> inner) : inner_(std::move(inner)) {}

  bool ReportContext(const Context& context) override {
    if (inner_ == nullptr || begun_) return true;
    begun_ = true;
    Context of_run = context;
    of_run.name_field_width = std::max(context.name_field_width, name_width);
    return inner_->ReportContext(of_run);
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (inner_ == nullptr) return;
    std::vector<Run> own = runs;
    for (Run& one : own) {
      one.family_index += families;
      one.cpu_accumulated_time = 0;  // not measured: Google Benchmark's is that of the whole engine
    }
    inner_->ReportRuns(own);
  }
  /// After it a file is whole, whatever the run has made.
  void end_run() {
    if (inner_ == nullptr) return;
    ReportContext(Context());
    inner_->Finalize();
  }

  std::size_t name_width = 0;  ///< of the longest name
  std::int64_t families = 0;   ///< benchmarks of the groups before

 private:
  std::shared_ptr<BenchmarkReporter> inner_;
  bool begun_ = false;
};

GoogleBenchmarkFront::GoogleBenchmarkFront(const GoogleBenchmarkOptions& options, std::string json)
    : options_(options), json_(std::move(json)) {
  set_options(options, !json_.empty());
  // Once: the context stays for further runs of the same process, so Shutdown(), which deletes it, is not
  // called. Here and not among Google Benchmark's own options: it would add them each time that it gets some.
  [[maybe_unused]] static const bool added = [] {
    benchmark::AddCustomContext("rungs_commit", commit());
    return true;
  }();
  std::shared_ptr<benchmark::BenchmarkReporter> display;
  if (options.prints_rows)  // it is Google Benchmark's own
    display.reset(benchmark::CreateDefaultDisplayReporter(), [](benchmark::BenchmarkReporter*) {});
  display_ = std::make_unique<OfTheRun>(display);
  if (json_.empty()) return;
  const auto inner = std::make_shared<benchmark::JSONReporter>();
  inner->SetOutputStream(&text_);
  inner->SetErrorStream(&text_);
  file_ = std::make_unique<OfTheRun>(inner);
}

GoogleBenchmarkFront::~GoogleBenchmarkFront() = default;

void GoogleBenchmarkFront::keep_selected(std::vector<PlannedRow>& rows) {
  apply_filter(rows);
  for (const PlannedRow& planned : rows) {
    const std::size_t width = benchmark_name(planned).size() + std::string_view(behind_name).size();
    const std::size_t statistic = options_.repetitions > 1 ? std::string_view("_stddev").size() : 0;
    display_->name_width = std::max(display_->name_width, width + statistic);
  }
}

void GoogleBenchmarkFront::apply_filter(std::vector<PlannedRow>& rows) const {
  if (options_.filter.empty() || options_.filter == "all") return;
  const bool but_these = options_.filter.starts_with('-');
  std::regex pattern;
  try {
    pattern = std::regex(options_.filter.substr(but_these ? 1 : 0), std::regex::extended);
  } catch (const std::regex_error& error) {
    throw BadUsage(fmt::format("-- --benchmark_filter={}: no regular expression ({})", options_.filter, error.what()));
  }
  const std::string example = benchmark_name(rows.front());
  const std::size_t there = rows.size();
  std::erase_if(rows, [&](const PlannedRow& planned) {
    return std::regex_search(benchmark_name(planned) + behind_name, pattern) == but_these;
  });
  if (rows.empty()) {
    throw BadUsage(
        fmt::format("-- --benchmark_filter: Failed to match any benchmarks against regex: {}; expected a part "
                    "of a name like {} (there are {})",
                    options_.filter, example, there));
  }
}

void GoogleBenchmarkFront::open() {
  if (is_stream(json_)) out_.emplace("--json", json_);
}

void GoogleBenchmarkFront::report(const Group& group, const std::vector<MadeRow>& made) {
  if (!options_.prints_rows && file_ == nullptr) return;
  benchmark::ClearRegisteredBenchmarks();
  std::int64_t registered = 0;
  for (const PlannedRow* planned : group) {
    std::vector<const Row*> rows;
    for (const MadeRow& one : made) {
      if (one.planned == planned) rows.push_back(&one.row);
    }
    if (rows.empty()) continue;
    const auto run = [rows, repetition = std::size_t{0}](benchmark::State& state) mutable {
      const std::size_t now = repetition++;
      for (auto _ : state) {
        if (now < rows.size()) {
          show(state, *rows[now]);
        } else {
          state.SkipWithError("interrupted");
        }
      }
    };
    benchmark::RegisterBenchmark(benchmark_name(*planned).c_str(), run)->Iterations(1)->UseManualTime();
    ++registered;
  }
  benchmark::RunSpecifiedBenchmarks(display_.get(), file_.get(), ".");
  for (OfTheRun* one : {display_.get(), file_.get()}) {
    if (one != nullptr) one->families += registered;
  }
}

void GoogleBenchmarkFront::finish() {
  display_->end_run();
  if (file_ == nullptr) return;
  file_->end_run();
  if (!out_) out_.emplace("--json", json_);
  out_->replace(text_.str());
}

std::string benchmark_name(const PlannedRow& planned) {
  std::string name = planned.variant->full_name() + "/" + to_string(planned.problem->size());
  std::string params = params_of(planned);
  std::ranges::replace(params, '=', ':');
  std::ranges::replace(params, ';', '/');
  if (!params.empty()) name += "/" + params;
  name += "/" + std::string(name_of(planned.backend));
  if (planned.gpu && planned.gpu->one_of_several) name += fmt::format(":{}", planned.gpu->index);
  return planned.cache ? name + "/" + std::string(name_of(*planned.cache)) : name;
}

}  // namespace rungs
