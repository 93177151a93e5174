#include "harness/measure/process_state.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <locale>
#include <system_error>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace rungs {
namespace {

/// The control bits of SSE: flushing of denormals among them; not the sticky flags.
unsigned sse_control() {
#ifdef __SSE__
  constexpr unsigned flags = 0x3F;
  return _mm_getcsr() & ~flags;
#else
  return 0;
#endif
}

void set_sse_control([[maybe_unused]] unsigned control) {
#ifdef __SSE__
  _mm_setcsr(control);
#endif
}

std::vector<std::filesystem::path> entries(const char* folder) {
  std::error_code error;
  std::vector<std::filesystem::path> all;
  for (std::filesystem::directory_iterator one(folder, error), end; !error && one != end; one.increment(error))
    all.push_back(one->path());
  return all;
}

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string limits() {
  std::string text;
  for (int which = 0; which < RLIM_NLIMITS; ++which) {
    rlimit limit{};
    ::getrlimit(static_cast<__rlimit_resource_t>(which), &limit);
    text += fmt::format("{}/{} ", limit.rlim_cur, limit.rlim_max);
  }
  return text;
}

/// Those of setitimer, alarm and timer_create.
std::string timers() {
  std::string text;
  for (const auto which : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    itimerval timer{};
    ::getitimer(which, &timer);
    const bool runs = timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
    text += fmt::format("{} {}.{} ", runs, timer.it_interval.tv_sec, timer.it_interval.tv_usec);
  }
  return text + text_of_file("/proc/self/timers");
}

/// Also of what C++ does without a handler. Not whether system calls go on after a signal, nor on which stack it is
/// handled: NVRTC, by which CuPy and others compile, puts handlers back without these.
std::string signals() {
  constexpr int restorer = 0x04000000;  // the C library's own flag, once a handler was set
  constexpr int unimportant = restorer | SA_RESTART | SA_ONSTACK;
  std::string text = fmt::format("{} {} ", reinterpret_cast<std::uintptr_t>(std::get_terminate()),
                                 reinterpret_cast<std::uintptr_t>(std::get_new_handler()));
  sigset_t blocked;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    text += fmt::format("{} {} {} ", ::sigismember(&blocked, signal),
                        reinterpret_cast<std::uintptr_t>(action.sa_handler), action.sa_flags & ~unimportant);
  }
  return text;
}

/// Also how it is scheduled, and what it has given up for good.
std::string priority() {
  return fmt::format("{} {} {} {} {}", ::getpriority(PRIO_PROCESS, 0), ::sched_getscheduler(0),
                     ::prctl(PR_GET_TIMERSLACK), ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), ::prctl(PR_GET_SECCOMP));
}

std::string creation_mask() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return std::to_string(mask);
}

/// Whether there are any; a daemon is one, too, of a worker.
std::string children() {
  siginfo_t none{};
  return ::waitid(P_ALL, 0, &none, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 ? "some" : "none";
}

std::string environment() {
  std::string text;
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) text += std::string(*one) + '\n';
  return text;
}

/// Without those of CUDA's driver.
std::string own_threads() {
  std::string names;
  for (const std::filesystem::path& thread : entries("/proc/self/task")) {
    if (!text_of_file(thread / "comm").starts_with("cuda")) names += thread.filename().string() + ' ';
  }
  return names;
}

/// Other processes on a GPU come and go, too: less is not worth a word.
constexpr std::size_t least_device_growth = std::size_t{16} << 20U;

}  // namespace

struct ProcessState::Facts {
  int rounding = std::fegetround();
  unsigned sse = sse_control();
  std::string locale = std::setlocale(LC_ALL, nullptr);
  cpu_set_t affinity{};
  bool affinity_known = ::sched_getaffinity(0, sizeof affinity, &affinity) == 0;
  std::error_code error;
  std::filesystem::path folder = std::filesystem::current_path(error);
};

ProcessState::ProcessState() : facts_(std::make_unique<Facts>()) {}
ProcessState::~ProcessState() = default;

std::string ProcessState::restore(bool pinned) const {
  std::vector<std::string> changed;
  // The rounding mode is a part of SSE's control, so that comes second.
  if (std::fegetround() != facts_->rounding) {
    changed.emplace_back("the rounding mode");
    std::fesetround(facts_->rounding);
  }
  if (sse_control() != facts_->sse) {
    changed.emplace_back("the treatment of denormal numbers");
    set_sse_control(facts_->sse);
  }
  if (std::setlocale(LC_ALL, nullptr) != facts_->locale) {
    changed.emplace_back("the locale");
    std::setlocale(LC_ALL, facts_->locale.c_str());
  }
  cpu_set_t affinity{};
  if (!pinned && facts_->affinity_known && ::sched_getaffinity(0, sizeof affinity, &affinity) == 0 &&
      CPU_EQUAL(&affinity, &facts_->affinity) == 0) {
    changed.emplace_back("the CPUs that it may run on");
    ::sched_setaffinity(0, sizeof facts_->affinity, &facts_->affinity);
  }
  std::error_code error;
  if (std::filesystem::current_path(error) != facts_->folder && !facts_->folder.empty()) {
    changed.emplace_back("the working directory");
    std::filesystem::current_path(facts_->folder, error);
  }
  return fmt::format("{}", fmt::join(changed, ", "));
}

Holdings holdings() { return {entries("/proc/self/task").size(), entries("/proc/self/fd").size(), 0}; }

Inheritance inheritance(bool with_libraries) {
  Inheritance all{{"resource limits", limits()},       {"timers", timers()},
                  {"handling of signals", signals()},  {"priority", priority()},
                  {"umask", creation_mask()},          {"children", children()},
                  {"C++ locale", std::locale().name()}};
  if (with_libraries) {
    all.emplace_back("environment", environment());
    all.emplace_back("threads", own_threads());
  }
  return all;
}

std::string differences(const Inheritance& before, const Inheritance& after) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].second != after[i].second) names.emplace_back(before[i].first);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string growth(const Holdings& before, const Holdings& after) {
  std::vector<std::string> grown;
  const auto add = [&](std::size_t from, std::size_t to, const char* what) {
    if (to > from) grown.push_back(fmt::format("{} {}{}", to - from, what, to - from == 1 ? "" : "s"));
  };
  add(before.threads, after.threads, "thread");
  add(before.descriptors, after.descriptors, "file descriptor");
  if (after.device_bytes > before.device_bytes + least_device_growth) {
    grown.push_back(fmt::format("{} MB of device memory", (after.device_bytes - before.device_bytes) / 1'000'000));
  }
  return fmt::format("{}", fmt::join(grown, ", "));
}

}  // namespace rungs
