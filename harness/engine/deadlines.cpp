#include "harness/engine/deadlines.hpp"

namespace rungs {
namespace {

/// The longest that code of the harness or a case may go without progress: references of large problems.
constexpr double longest_reference_s = 3600;
/// A program that never gets to rungs::main; those that do may load frameworks before.
constexpr double longest_start_s = 300;
constexpr double longest_on_gpu_s = 60;
constexpr double longest_elsewhere_s = 600;

}  // namespace

double deadline_s(const Options& options, const Doing& doing) {
  if (doing.starting) return longest_start_s;
  if (!doing.in_variant || (doing.takes_one_sample && !options.deadline_s)) return longest_reference_s;
  return options.deadline_s.value_or(doing.backend == Backend::cuda ? longest_on_gpu_s : longest_elsewhere_s);
}

}  // namespace rungs
