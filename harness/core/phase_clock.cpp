#include "harness/core/phase_clock.hpp"
#include <fmt/format.h>
#include <chrono>
#include <string_view>
#include <utility>

namespace rungs {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// The phase of a thread, since when it counts, and the sums.
struct Ledger {
  Spent phase = Spent::other;
  SteadyClock::time_point since = SteadyClock::now();
  SpentSeconds seconds{};

  Spent change(Spent to) {
    const SteadyClock::time_point now = SteadyClock::now();
    seconds.at(static_cast<std::size_t>(phase)) += std::chrono::duration<double>(now - since).count();
    since = now;
    return std::exchange(phase, to);
  }
};

Ledger& ledger() {
  thread_local Ledger own;
  return own;
}

}  // namespace

Spending::Spending(Spent phase) : before_(ledger().change(phase)) {}
Spending::~Spending() { ledger().change(before_); }

SpentSeconds spent_seconds() {
  Ledger& own = ledger();
  own.change(own.phase);
  return own.seconds;
}

void take_over(const SpentSeconds& by_other_process) {
  Ledger& own = ledger();
  for (std::size_t i = 0; i < spent_phases; ++i) {
    own.seconds.at(i) += by_other_process.at(i);
    own.seconds.at(static_cast<std::size_t>(Spent::other)) -= by_other_process.at(i);
  }
}

std::string spent_text() {
  constexpr std::array<std::string_view, spent_phases> names{"other",  "set-up", "generate", "reference",
                                                             "upload", "verify", "warm-up",  "sampling"};
  std::string text;
  double total = 0;
  const SpentSeconds seconds = spent_seconds();
  for (std::size_t i = 0; i < spent_phases; ++i) {
    total += seconds[i];
    text += fmt::format("{} {:.2f} s, ", names[i], seconds[i]);
  }
  return text + fmt::format("total {:.2f} s", total);
}

}  // namespace rungs
