// bench: command line -> plan -> rows.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <rungs/core/program.hpp>
#include <rungs/main.hpp>
#include <thread>
#include "harness/cli/google_benchmark_front.hpp"
#include "harness/cli/parse_options.hpp"
#include "harness/core/selection.hpp"
#include "harness/engine/in_process.hpp"
#include "harness/engine/in_worker.hpp"
#include "harness/measure/ranges.hpp"
#include "harness/output/list.hpp"
#include "harness/output/provenance.hpp"

namespace rungs {
namespace {

constexpr int cannot_run = 2;
constexpr int ended_by_interrupt = 130;

volatile std::sig_atomic_t interrupts_asked = 0;
volatile std::sig_atomic_t most_interrupts = 1;

void on_interrupt(int signal) {
  // A closed pipe ends the run in order, however much is written to it.
  if (signal == SIGPIPE && interrupts_asked > 0) return;
  interrupts_asked = interrupts_asked + 1;
  if (signal != SIGPIPE && interrupts_asked >= most_interrupts) std::signal(signal, SIG_DFL);
}

/// Counts requests to end the run during its lifetime: Ctrl-C, and the signals by which a system, a closed
/// terminal or a closed pipe asks for it. Afterwards the signals do what they did before. One at a time.
class InterruptCounter {
 public:
  /// After `most` of them the next one ends the program at once.
  explicit InterruptCounter(int most) {
    interrupts_asked = 0;
    most_interrupts = most;
    for (std::size_t i = 0; i < signals_.size(); ++i) {
      ::sigaction(signals_[i], nullptr, &before_[i]);
      // nohup has asked for it
      if (signals_[i] != SIGHUP || before_[i].sa_handler != SIG_IGN) std::signal(signals_[i], on_interrupt);
    }
  }
  ~InterruptCounter() {
    for (std::size_t i = 0; i < signals_.size(); ++i) ::sigaction(signals_[i], &before_[i], nullptr);
  }
  InterruptCounter(const InterruptCounter&) = delete;
  InterruptCounter& operator=(const InterruptCounter&) = delete;

  /// How many there were since the last object was made.
  [[nodiscard]] static int count() { return interrupts_asked; }

 private:
  static constexpr std::array signals_{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  std::array<struct sigaction, signals_.size()> before_{};
};

/// The first interrupt lets the current visit to a row finish; incomplete rows are not kept. A second one
/// ends the worker, or, if rows run in this process, the program.
bool interrupted() { return InterruptCounter::count() != 0; }

/// A profiler looks at this process; what it finds in others depends on its options.
bool without_workers(const Options& options) { return options.isolate == Isolate::none || options.profile; }

/// Where the rows of a GPU run, or those of host and simulator.
std::unique_ptr<RowRunner> make_runner(Options options, int device) {
  options.device = device;
  if (without_workers(options))
    return std::make_unique<InProcess>(options, Secrets{seeds_of(options.check_seed.value_or(0))});
  return std::make_unique<InWorker>(options, InterruptCounter::count);
}

/// Problems of host and simulator at the same time. What is timed has the machine for itself.
unsigned problems_at_once(const Options& options, bool timing) {
  const bool one = timing || without_workers(options) || options.paranoid;
  return one ? 1 : std::clamp(std::thread::hardware_concurrency(), 1U, 4U);
}

std::string version_text() {
  const ProgramFacts& facts = program_facts();
  return fmt::format(
      "rungs bench {}\ncommit    {}\nrungs     {}\nbinary    {}\ncompiler  {}\ncuda      {}\nnvtx      "
      "{}\noptimised {}\n",
      version(), facts.commit, commit(), program_id(), facts.compiler,
      facts.cuda.empty() ? "none: host and simulator only" : facts.cuda, has_nvtx() ? "yes" : "no",
      facts.optimised ? "yes" : "no");
}

/// What is printed instead of a run; empty if a run is asked for.
std::string text_instead(const Options& options) {
  if (!options.help.empty()) return options.help;
  if (options.version) return version_text();
  Registry::global().check();
  if (options.list == ListFormat::none) return "";
  if (options.list == ListFormat::schema) return schema_json();
  const auto chosen = selected_variants(options.filter, Registry::global());
  return options.list == ListFormat::json ? list_json(chosen) : list_text(chosen);
}

/// Makes the rows of a plan, or those that a resumed file lacks, and shows them.
void make_rows(const Options& options, Plan& plan, unsigned repetitions, GoogleBenchmarkFront& front,
               DeviceRuns& runs) {
  runs.drop_held(plan.rows);
  for (const std::string& remark : plan.remarks) say(remark);
  if (plan.rows.empty()) {
    say(fmt::format("nothing left to do: {} holds every row asked for", options.out));
    return;
  }
  front.open();
  runs.make(plan.rows, repetitions,
            [&front](const Group& group, const std::vector<MadeRow>& made) { front.report(group, made); });
  front.finish();
}

int run(const Options& options) {
  const bool optimised = program_facts().optimised || options.time_unoptimised;
  const bool timing = !options.verify_only && !options.profile && !options.edge_cases && optimised;
  const auto gpus = chosen_gpus(options);
  const bool gpu = !gpus.empty();
  if (options.self_test) return self_test(options, gpus);
  Plan plan = make_plan(options, Registry::global(), gpu, timing);
  plan.rows = once_per_gpu(std::move(plan.rows), gpus);
  const GoogleBenchmarkOptions shown = google_benchmark_options(options);
  check_outputs(options);
  GoogleBenchmarkFront front(shown, options.json);
  front.keep_selected(plan.rows);
  if (!optimised && !options.verify_only && !options.profile) {
    plan.remarks.emplace_back(
        "this build is not optimised: rows are verified, not timed (--time-unoptimised times them)");
  }
  for (const auto& [asked, option, what] : {std::tuple{!options.counters.empty(), "--counters", "them"},
                                            std::tuple{options.energy.has_value(), "--energy", "energies"},
                                            std::tuple{options.why, "--why", "experiments"}}) {
    if (asked && !gpu)
      plan.remarks.push_back(fmt::format("{}: no CUDA device can be used; the run goes on without {}", option, what));
  }
  if (const std::string newer = newer_source(); !newer.empty()) plan.remarks.push_back(newer);
  const InterruptCounter interrupts(without_workers(options) ? 1 : 2);
  Outputs outputs(options, !shown.prints_rows && options.json != "-");
  const auto runner = [&](int device) { return make_runner(options, device); };
  DeviceRuns runs(options, problems_at_once(options, timing), gpus, runner, outputs, interrupted);
  try {
    make_rows(options, plan, shown.repetitions, front, runs);
  } catch (const Interrupted&) {  // said below
  }
  runs.finish();
  std::fflush(stdout);  // while a closed pipe is an interrupt
  if (!interrupted()) return runs.exit_code();
  say("interrupted; " + (options.out.empty() || is_stream(options.out)
                             ? "no file of rows was being written"
                             : "finished rows are in " + options.out + ", --resume completes it"));
  return ended_by_interrupt;
}

/// Opens those of the three standard streams that are closed, on /dev/null: otherwise a file of rows could
/// get the number of one, and then what is printed.
void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDWR));
  }
}

/// Otherwise whatever opens the last one fails in its own way: a worker, the GPU's driver, a variant.
void require_descriptors() {
  constexpr rlim_t least = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= least) return;
  throw BadUsage(
      fmt::format("the limit of file descriptors is {}; expected {} or more (ulimit -n)", limit.rlim_cur, least));
}

}  // namespace

int main(int argc, char** argv) {
  load_variants();
  if (is_worker()) return serve();
  open_standard_streams();
  std::signal(SIGXFSZ, [](int) {});  // beyond a limit of the file size, writing fails
  try {
    require_descriptors();
    const Options options = parse_options(argc, argv);
    const std::string text = text_instead(options);
    std::fputs(text.c_str(), stdout);
    const int code = text.empty() ? run(options) : 0;
    if (code == 0 && (std::fflush(stdout) != 0 || std::ferror(stdout) != 0))
      throw Failed("standard output could not be written to its end");
    return code;
  } catch (const std::exception& error) {  // what is wrong with a variant is said in its row
    std::string text = error.what();
    std::ranges::replace(text, '\n', ' ');  // user input can contain line ends; an error is one line
    say(text);
    return cannot_run;
  }
}

}  // namespace rungs
