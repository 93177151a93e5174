#include "harness/measure/process_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <cfenv>
#include <clocale>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

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

std::size_t entries(const char* folder) {
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator one(folder, error), end; !error && one != end;
       one.increment(error))
    ++count;
  return count;
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
  std::filesystem::path folder;
};

ProcessState::ProcessState() : facts_(std::make_unique<Facts>()) {
  std::error_code error;
  facts_->folder = std::filesystem::current_path(error);
}

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

Holdings holdings() { return {entries("/proc/self/task"), entries("/proc/self/fd"), 0}; }

std::size_t own_threads() {
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator one("/proc/self/task", error), end; !error && one != end;
       one.increment(error)) {
    std::ifstream file(one->path() / "comm");
    std::string name;
    std::getline(file, name);
    if (!name.starts_with("cuda")) ++count;
  }
  return count;
}

std::string growth(const Holdings& before, const Holdings& after) {
  std::vector<std::string> grown;
  const auto add = [&](std::size_t from, std::size_t to, const char* what) {
    if (to > from) grown.push_back(fmt::format("{} {}{}", to - from, what, to - from == 1 ? "" : "s"));
  };
  add(before.threads, after.threads, "thread");
  add(before.descriptors, after.descriptors, "file descriptor");
  if (after.device_bytes > before.device_bytes + least_device_growth) {
    grown.push_back(
        fmt::format("{} MB of device memory", (after.device_bytes - before.device_bytes) / 1'000'000));
  }
  return fmt::format("{}", fmt::join(grown, ", "));
}

}  // namespace rungs
