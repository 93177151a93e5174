// What a process says about its progress while it runs rows, in memory that a supervisor can share.
#pragma once

#include <atomic>
#include <cstdint>
#include "harness/measure/ranges.hpp"

namespace rungs {

/// Signs of life. The supervisor only reads them, except for `stop`.
struct Heartbeat {
  std::atomic<std::uint64_t> count{0};      ///< grows with every step
  std::atomic<std::uint32_t> row{0};        ///< which of the rows that run together
  std::atomic<Phase> phase{Phase::set_up};  ///< what is done with it
  std::atomic<bool> in_variant{false};      ///< the variant's own code runs, or a launch of it
  std::atomic<std::uint32_t> samples{0};    ///< that the row has
  std::atomic<float> noise_percent{0};      ///< their interquartile range; 0: not known yet
  std::atomic<bool> stop{false};            ///< the user wants the visit to end
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "it is shared by two processes");

/// The heartbeat of this process.
[[nodiscard]] Heartbeat& heartbeat();
/// Makes `shared` the heartbeat of this process; it must outlive all use.
void use_heartbeat(Heartbeat& shared);

/// Says during its lifetime that the variant's code runs.
class InVariant {
 public:
  InVariant() : before_(set(true)) {}
  ~InVariant() { set(before_); }
  InVariant(const InVariant&) = delete;
  InVariant& operator=(const InVariant&) = delete;

 private:
  static bool set(bool inside) {
    ++heartbeat().count;
    return heartbeat().in_variant.exchange(inside);
  }
  bool before_;
};

}  // namespace rungs
