// Whether a case takes the result of a kernel that computes nothing for a right one.
#include <fmt/format.h>
#include <array>
#include <mutex>
#include <rungs/core/errors.hpp>
#include <tuple>
#include "harness/core/lists.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {
namespace {

enum class Null { zero, mean, previous, near, half };
constexpr std::array all_nulls{Null::zero, Null::mean, Null::previous, Null::near, Null::half};

const char* name_of(Null null) {
  constexpr std::array names{"zeros", "a constant, the mean of another result,", "the result for other inputs",
                             "a result off by an eighth of what other inputs change",
                             "a result whose second half is that for other inputs"};
  return names.at(static_cast<std::size_t>(null));
}

/// The elements of an output as numbers: what they are, or bytes.
struct Numbers {
  explicit Numbers(const BufferInfo& buffer)
      : bytes(buffer.number != nullptr ? buffer.element_bytes : 1),
        get(buffer.number != nullptr ? buffer.number : detail::number<std::uint8_t>),
        set(buffer.number != nullptr ? buffer.set_number : detail::set_number<std::uint8_t>) {}
  std::size_t bytes;
  double (*get)(const void*, std::size_t);
  void (*set)(void*, std::size_t, double);
};

/// One output: what the reference leaves alone stays.
HostBytes null_output(Null null, const BufferInfo& buffer, const HostBytes& right, const HostBytes& previous) {
  const Numbers numbers(buffer);
  const std::size_t count = right.size() / numbers.bytes;
  double mean = 0;
  for (std::size_t i = 0; i < count; ++i) mean += numbers.get(previous.data(), i) / static_cast<double>(count);
  HostBytes output = previous;
  for (std::size_t i = 0; i < count; ++i) {
    const std::span element(&output[i * numbers.bytes], numbers.bytes);
    const std::span kept(&right[i * numbers.bytes], numbers.bytes);
    if (all_are(kept, buffer.poison) || (null == Null::half && i < count / 2)) {
      std::ranges::copy(kept, element.begin());
    } else if (null == Null::zero) {
      std::ranges::fill(element, std::byte{0});
    } else if (null == Null::mean) {
      numbers.set(output.data(), i, mean);
    } else if (null == Null::near) {
      const double want = numbers.get(right.data(), i);
      const double other = numbers.get(previous.data(), i);
      numbers.set(output.data(), i, want + (other - want) / 8);
      // A whole number that did not move takes the whole step.
      if (std::equal(kept.begin(), kept.end(), element.begin())) numbers.set(output.data(), i, other);
    }
  }
  return output;
}

/// All outputs. A case that checks blocks tells no result: then ones stand for another one, and zeros for it.
HostImage null_result(Null null, const ProblemData& data, const ProblemData& other) {
  HostImage made;
  const auto buffers = data.problem().buffers();
  const HostImage of_data = data.expected();
  const HostImage of_other = other.expected();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    HostBytes& output = made.buffers.emplace_back();
    if (buffers[i].role != Role::output) continue;
    HostBytes right = of_data.buffers[i];
    HostBytes previous = of_other.buffers[i];
    if (data.problem().checks_blocks()) {
      right.assign(buffers[i].bytes, std::byte{0});
      previous = right;
      const Numbers numbers(buffers[i]);
      for (std::size_t at = 0; at < right.size() / numbers.bytes; ++at) numbers.set(previous.data(), at, 1);
    }
    output = null_output(null, buffers[i], right, previous);
  }
  return made;
}

/// A problem whose right result does not depend on what it is given.
bool always_the_same(const std::vector<ProblemData*>& draws) {
  const ProblemData& first = *draws.front();
  const Work work = first.problem().work(first.result());
  if (work.bytes_read == 0 || work.bytes_written == 0 || first.problem().has_constant_result()) return true;
  return std::ranges::all_of(draws,
                             [&](const ProblemData* one) { return one->inputs().buffers == first.inputs().buffers; });
}

bool accepts(ProblemData& data, HostImage result, bool same_is_right) {
  if (same_is_right && data.expected().buffers == result.buffers) return false;
  const Comparison found = data.compare_outputs(result);
  return found.equal() || (!data.problem().checks_blocks() && found.mismatches <= data.of_right().mismatches);
}

void refuse(Null null, const std::vector<ProblemData*>& draws, bool same_is_right) {
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const ProblemData& other = *draws[(i + 1) % draws.size()];
    if (!accepts(*draws[i], null_result(null, *draws[i], other), same_is_right)) return;
  }
  const AnyProblem& problem = draws.front()->problem();
  throw Failed(
      fmt::format("the case {} takes {} for right ({}{}{}); expected inputs and a tolerance that tell results apart",
                  problem.owner().name(), name_of(null), to_string(problem.size()), problem.params().empty() ? "" : " ",
                  problem.params()));
}

/// The problem of the case's size for a simulator; with default parameters if these make it a large one, and
/// null if the case refuses it.
std::shared_ptr<const AnyProblem> small_problem(const AnyCase& of, const std::string& params) {
  try {
    std::shared_ptr<const AnyProblem> made = of.problem(of.simulator_size(), assignments_of(params));
    const auto buffers = made->buffers();
    const std::size_t bytes = bytes_of(buffers, Role::input) + bytes_of(buffers, Role::output);
    return bytes <= std::size_t{1} << 21U ? made : of.problem(of.simulator_size(), {});
  } catch (const BadUsage&) {
    return nullptr;
  }
}

}  // namespace

void refuse_nulls(const std::vector<ProblemData*>& draws) {
  const AnyProblem& problem = draws.front()->problem();
  if (problem.checks_blocks() && problem.has_constant_result()) return;  // which is not known here
  const bool same = always_the_same(draws);
  for (const Null null : all_nulls) refuse(null, draws, same || null == Null::near || null == Null::half);
}

void refuse_nulls_of_case(const AnyCase& of, const std::string& params, int result) {
  static std::mutex one_at_a_time;
  static std::map<std::tuple<const AnyCase*, std::string, int>, std::string> known;
  const std::lock_guard lock(one_at_a_time);
  const auto [found, is_new] = known.try_emplace({&of, params, result});
  if (is_new) {
    const auto smaller = small_problem(of, params);
    if (smaller == nullptr) return;
    constexpr std::array<std::uint64_t, 3> seeds{101, 102, 103};
    std::vector<std::unique_ptr<ProblemData>> data;
    std::vector<ProblemData*> draws;
    for (const std::uint64_t seed : seeds)
      draws.push_back(data.emplace_back(std::make_unique<ProblemData>(smaller, seed, result)).get());
    try {
      refuse_nulls(draws);
    } catch (const Failed& error) {
      found->second = error.what();
    }
  }
  if (!found->second.empty()) throw Failed(found->second);
}

void refuse_near_nulls(std::vector<ProblemData*> draws, const std::function<std::unique_ptr<ProblemData>()>& more) {
  const AnyProblem& problem = draws.front()->problem();
  if (problem.checks_blocks() || problem.size().volume() <= problem.owner().simulator_size().volume()) return;
  if (bytes_of(problem.buffers(), Role::output) > std::size_t{1} << 16U || always_the_same(draws)) return;
  std::vector<std::unique_ptr<ProblemData>> owned;
  for (int tries = 0;; ++tries) {
    try {
      return refuse(Null::near, draws, false);
    } catch (const Failed&) {
      if (tries == 2) throw;
    }
    draws.push_back(owned.emplace_back(more()).get());
  }
}

}  // namespace rungs
