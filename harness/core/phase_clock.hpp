// Where the time of a run goes: what the harness spends besides sampling.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace rungs {

/// What the calling thread is doing. `other` is whatever no phase covers: planning, output, the start.
enum class Spent : std::uint8_t {
  other,
  set_up,     ///< allocating, and what variants prepare
  generate,   ///< inputs
  reference,  ///< expected outputs
  upload,     ///< loading inputs, filling outputs and guard zones
  verify,     ///< verified launches, downloads and comparisons
  warm_up,
  sampling
};
inline constexpr std::size_t spent_phases = 8;

/// During its lifetime the calling thread's time counts for one phase; within another one, for the inner one alone.
class Spending {
 public:
  explicit Spending(Spent phase);
  ~Spending();
  Spending(const Spending&) = delete;
  Spending& operator=(const Spending&) = delete;

 private:
  Spent before_;
};

/// Seconds that the calling thread has spent in each phase, in the order of Spent.
using SpentSeconds = std::array<double, spent_phases>;
[[nodiscard]] SpentSeconds spent_seconds();
/// Counts time of this thread's `other` for the phases that another process, for which it has waited, names.
void take_over(const SpentSeconds& by_other_process);

/// All phases in one line: "set-up 0.12 s, generate 0.50 s, ..., total 3.20 s".
[[nodiscard]] std::string spent_text();

}  // namespace rungs
