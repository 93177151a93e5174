// bench: command line -> plan -> rows.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "harness/bench/google_benchmark_front.hpp"
#include "harness/bench/self_test.hpp"
#include "harness/cuda/device.hpp"
#include "harness/measure/ranges.hpp"
#include "harness/report/version.hpp"

namespace {

using namespace rungs;

constexpr int bad_usage = 2;
constexpr int ended_by_interrupt = 130;
volatile std::sig_atomic_t interrupt_asked = 0;

/// The first Ctrl-C lets the current visit to a row finish; rows that are not complete then are not kept. A
/// second one ends the program at once.
void on_interrupt(int) {
  interrupt_asked = 1;
  std::signal(SIGINT, SIG_DFL);
}
bool interrupted() { return interrupt_asked != 0; }

void print_list() {
  std::size_t longest = 0;
  for (const auto* variant : Registry::global().all())
    longest = std::max(longest, variant->full_name().size());
  for (const auto* variant : Registry::global().all()) {
    std::string backends;
    for (const auto& [backend, implementation] : variant->on) {
      backends += (backends.empty() ? "" : ",") + std::string(name_of(backend));
    }
    fmt::print("{:<{}}  {:<14}  {}{}\n", variant->full_name(), longest, backends, variant->info.idea,
               variant->info.spills.empty() ? "" : " [spills: " + variant->info.spills + "]");
  }
}

void print_version() {
  const BuildFacts& facts = build_facts();
  fmt::print("rungs bench {}\ncommit    {}\ncompiler  {}\ncuda      {}\nnvtx      {}\noptimised {}\n",
             facts.version, facts.commit, facts.compiler,
             facts.cuda.empty() ? "none: host and simulator only" : facts.cuda, has_nvtx() ? "yes" : "no",
             facts.optimised ? "yes" : "no");
}

/// Asks CUDA only where the answer matters. Throws BadUsage where a GPU is asked for that is not there.
bool gpu_there(const Options& options) {
  if (options.backend == "host" || options.backend == "simulator") return false;
  std::string why_none;
  const auto devices = cuda::devices(&why_none);
  if (options.device && *options.device >= static_cast<int>(devices.size())) {
    throw BadUsage(fmt::format("--device {}: there is no such GPU; {}", *options.device,
                               devices.empty() ? "no CUDA device can be used: " + why_none
                                               : fmt::format("legal are 0 to {}", devices.size() - 1)));
  }
  if (options.backend == "cuda" && devices.empty()) {
    throw BadUsage("--backend cuda: no CUDA device can be used: " + why_none +
                   "; legal here are host, simulator, auto");
  }
  return !devices.empty();
}

int run(const Options& options) {
  const bool timing =
      !options.verify_only && !options.profile && (build_facts().optimised || options.time_unoptimised);
  const bool gpu = gpu_there(options);
  if (options.self_test) return self_test(options, gpu);
  Plan plan = make_plan(options, Registry::global(), gpu, timing && !options.awkward);
  const GoogleBenchmarkOptions front = google_benchmark_options(options);
  if (!front.only_lists) check_outputs(options, front.out);
  initialise_google_benchmark(front);
  const std::string example = benchmark_name(plan.rows.front());
  const std::size_t there = plan.rows.size();
  const std::string why = keep_selected(front, plan.rows);
  if (plan.rows.empty()) {
    throw BadUsage(fmt::format("-- --benchmark_filter: {}; expected a part of a name like {} (there are {})",
                               why, example, there));
  }
  if (front.only_lists) {
    list_benchmarks(plan.rows);
    return 0;
  }
  Session session(options, !front.prints_rows);
  session.drop_held(plan.rows);
  if (!timing && !options.verify_only && !options.profile) {
    plan.remarks.emplace_back(
        "this build is not optimised: rows are verified, not timed (--time-unoptimised times them)");
  }
  if (!options.counters.empty() && !gpu)
    plan.remarks.emplace_back("--counters: no CUDA device can be used; the run goes on without them");
  if (options.published.empty() && published_path().empty()) {
    plan.remarks.emplace_back(
        "no published figures are shown: reference/published/published.csv is not there (--published names a "
        "file)");
  }
  for (const std::string& remark : plan.remarks) fmt::print(stderr, "bench: {}\n", remark);
  std::signal(SIGINT, on_interrupt);
  if (plan.rows.empty())
    fmt::print(stderr, "bench: nothing left to do: {} holds every row asked for\n", options.out);
  if (!plan.rows.empty()) run_benchmarks(plan.rows, front, session, interrupted);
  session.finish();
  if (!interrupted()) return session.exit_code();
  fmt::print(stderr, "bench: interrupted; {}\n",
             options.out.empty() ? "nothing was being written"
                                 : "finished rows are in " + options.out + ", --resume completes it");
  return ended_by_interrupt;
}

/// Names and values of the user's can hold line ends; an error is one line.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const ParsedOptions parsed = parse_options(argc, argv);
    if (!parsed.help.empty()) {
      fmt::print("{}", parsed.help);
    } else if (parsed.options.version) {
      print_version();
    } else if (parsed.options.list) {
      print_list();
    } else {
      return run(parsed.options);
    }
    return 0;
  } catch (const BadUsage& error) {
    fmt::print(stderr, "bench: {}\n", one_line(error.what()));
    return bad_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", one_line(error.what()));
    return 1;
  }
}
