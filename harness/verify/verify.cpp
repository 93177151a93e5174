#include "harness/verify/verify.hpp"
#include <fmt/format.h>

namespace rungs {

Verdict verdict_on(const Comparison& comparison, const HostImage& inputs, const GuardedMemory& memory,
                   const std::string& when) {
  Verdict verdict;
  verdict.comparison = comparison;
  if (!verdict.comparison.equal()) {
    verdict.message =
        fmt::format("{}: {} wrong; first {}", when, verdict.comparison.mismatches, verdict.comparison.first);
  }
  if (const std::string damage = memory.damage(inputs); !damage.empty()) {
    verdict.message += fmt::format("{}{}: {}", verdict.message.empty() ? "" : "; ", when, damage);
  }
  verdict.correct = verdict.message.empty();
  return verdict;
}

}  // namespace rungs
