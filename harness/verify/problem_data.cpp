#include "harness/verify/problem_data.hpp"
#include <fmt/format.h>
#include <cstring>
#include <utility>
#include "harness/verify/on_all_cores.hpp"

namespace rungs {
namespace {

/// While the reference runs, each expected output is followed by this many bytes of a pattern. An output that
/// the case declares too small is then reported, instead of corrupting the heap.
constexpr std::size_t overrun_of(std::size_t output_bytes) {
  return std::clamp(8 * output_bytes, std::size_t{1} << 16U, std::size_t{1} << 20U);
}
constexpr std::byte overrun_pattern{0xC3};

/// The output for results of this kind; if the case has only one kind, its only output.
std::size_t checked_output(const std::vector<BufferInfo>& buffers, int result) {
  std::size_t output = 0;
  for (int outputs = 0;; ++output) {
    if (buffers.at(output).role == Role::output && outputs++ == result) return output;
  }
}

}  // namespace

ProblemData::ProblemData(std::shared_ptr<const AnyProblem> problem, std::shared_ptr<HostImage> inputs, int result,
                         std::shared_ptr<HostImage> results, AskKey key)
    : problem_(std::move(problem)),
      result_(result),
      inputs_(std::move(inputs)),
      key_(std::move(key)),
      actual_(results != nullptr ? std::move(results) : std::make_shared<HostImage>()) {
  const bool whole = !problem_->checks_blocks();
  const auto buffers = problem_->buffers();
  const std::size_t outputs = bytes_of(buffers, Role::output);
  require_free(*make_heap_space(), !whole ? piece_bytes : actual_->buffers.empty() ? 2 * outputs : outputs);
  expected_.buffers.resize(buffers.size());
  if (!whole) return;
  fill_expected(buffers);
  find_untouched(buffers);
  scramble(expected_, key_);
}

ProblemData::ProblemData(std::shared_ptr<const AnyProblem> problem, std::uint64_t seed, int result)
    : ProblemData(problem, make_inputs(*problem, seed), result) {}

void ProblemData::fill_expected(const std::vector<BufferInfo>& buffers) {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].role != Role::output) continue;
    HostBytes& bytes = expected_.buffers[i];
    const std::size_t overrun = overrun_of(buffers[i].bytes);
    bytes.resize(buffers[i].bytes + overrun);
    fill_on_host({bytes.data(), buffers[i].poison, buffers[i].bytes});
    fill_on_host({bytes.data() + buffers[i].bytes, overrun_pattern, overrun});
  }
  {
    const detail::OnAllCpus unpinned;
    problem_->reference(with_inputs(expected_), result_);
  }
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].role != Role::output) continue;
    HostBytes& bytes = expected_.buffers[i];
    if (!all_are(std::span(bytes).subspan(buffers[i].bytes), overrun_pattern)) {
      throw Failed(
          fmt::format("the reference of case {} wrote past the end of output '{}', which has {} bytes; expected "
                      "its size in Case::buffers",
                      problem_->owner().name(), buffers[i].name, buffers[i].bytes));
    }
    bytes.resize(buffers[i].bytes);
  }
}

void ProblemData::find_untouched(const std::vector<BufferInfo>& buffers) {
  bool there = false;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].role != Role::output) {
      untouched_.emplace_back();
      continue;
    }
    const auto over_flipped = [&] {
      if (!std::exchange(there, true)) {
        HostImage& second = results();
        for (std::size_t j = 0; j < buffers.size(); ++j)
          fill_on_host({second.buffers[j].data(), ~buffers[j].poison, second.buffers[j].size()});
        const detail::OnAllCpus unpinned;
        problem_->reference(with_inputs(second), result_);
      }
      return std::span<const std::byte>(actual_->buffers[i]);
    };
    untouched_.emplace_back(Untouched(expected_.buffers[i], buffers[i].element_bytes, buffers[i].poison, over_flipped));
  }
  if (!there || !key_) return;
  for (HostBytes& bytes : actual_->buffers) fill_on_host({bytes.data(), std::byte{0}, bytes.size()});
}

HostImage ProblemData::expected() const {
  HostImage copy = expected_;
  scramble(copy, key_);
  return copy;
}

bool ProblemData::writes(std::size_t buffer, std::size_t element) const {
  if (buffer >= untouched_.size() || !untouched_[buffer]) return true;
  const std::size_t bytes = problem_->buffers()[buffer].element_bytes;
  return !untouched_[buffer]->leaves(element * bytes, bytes);
}

std::vector<void*> ProblemData::with_inputs(HostImage& outputs) {
  auto pointers = outputs.pointers();
  pointers.resize(inputs_->buffers.size());
  for (std::size_t i = 0; i < inputs_->buffers.size(); ++i) {
    if (!inputs_->buffers[i].empty()) pointers[i] = inputs_->buffers[i].data();
  }
  return pointers;
}

HostImage& ProblemData::results() {
  if (!actual_->buffers.empty()) return *actual_;
  for (const BufferInfo& buffer : problem_->buffers())
    actual_->buffers.emplace_back(buffer.role == Role::output ? buffer.bytes : 0);
  return *actual_;
}

std::vector<std::uint64_t> ProblemData::digests(const GuardedMemory& memory) const {
  std::vector<std::uint64_t> all;
  if (problem_->has_metrics()) return all;  // they are computed from outputs on the host
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
    if (memory.buffers()[i].role != Role::output) continue;
    auto digest = memory.digest(i);
    const std::size_t bytes = memory.buffers()[i].bytes;
    // On the host, too: expected outputs need not be made readable then.
    if (key_ && memory.on_host() && bytes >= GuardedMemory::digest_bytes)
      digest = digest_on_all_cores({static_cast<const std::byte*>(memory.memory()[i]), bytes});
    if (!digest) return {};
    all.push_back(*digest);
    const bool any_untouched = i < untouched_.size() && untouched_[i] && untouched_[i]->any();
    all.push_back(any_untouched ? std::to_integer<std::uint64_t>(memory.held(i)) : 0);
  }
  return all;
}

Comparison ProblemData::compare_outputs(const GuardedMemory& memory) {
  const auto key = digests(memory);
  if (const auto found = right_.find(key); !key.empty() && found != right_.end()) return found->second;
  const Readable readable(expected_, key_);
  Comparison result = problem_->checks_blocks() ? compare_in_blocks(memory) : compare_whole(memory);
  if (!key.empty() && result.equal()) right_.emplace(key, result);
  return result;
}

Comparison ProblemData::compare_outputs(HostImage& outputs) {
  const Readable readable(expected_, key_);
  return compare_readable(outputs);
}

Comparison ProblemData::compare_readable(HostImage& outputs) {
  const detail::OnAllCpus unpinned;
  if (!problem_->checks_blocks()) return compare_at(with_inputs(outputs));
  const auto& output = outputs.buffers[checked_output(problem_->buffers(), result_)];
  return problem_->check_block(with_inputs(expected_), 0, output, result_);
}

const Comparison& ProblemData::of_right() {
  const Readable readable(expected_, of_equal_ ? AskKey{} : key_);
  if (!of_equal_) of_equal_ = compare_readable(expected_);
  return *of_equal_;
}

Comparison ProblemData::compare_whole(const GuardedMemory& memory) {
  bool equal = true;
  for (std::size_t i = 0; i < untouched_.size(); ++i) {
    if (!untouched_[i]) continue;
    untouched_[i]->hold(expected_.buffers[i], memory.held(i));
    equal = equal && memory.holds(i, expected_.buffers[i]);
  }
  if (equal) {
    compared_ = with_inputs(expected_);
    if (!of_equal_) of_equal_ = compare_readable(expected_);
    return *of_equal_;
  }
  if (memory.on_host()) {
    compared_.assign(memory.memory().begin(), memory.memory().end());
  } else {
    memory.read_outputs(results());
    compared_ = with_inputs(results());
  }
  const detail::OnAllCpus unpinned;
  return compare_at(compared_);
}

Comparison ProblemData::compare_at(const std::vector<void*>& actual) {
  Comparison result = problem_->compare(with_inputs(expected_), actual, result_);
  if (result.equal()) return result;
  const auto buffers = problem_->buffers();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const std::size_t bytes = buffers[i].element_bytes;
    const std::size_t count = expected_.buffers[i].size() / bytes;
    const std::size_t width = count % problem_->size()[0] == 0 ? problem_->size()[0] : count;
    std::size_t found = 0;
    const std::byte* const want = expected_.buffers[i].data();
    const auto* const got = static_cast<const std::byte*>(actual[i]);
    const auto wrong = [&](std::size_t at) {
      const bool differs = std::memcmp(want + at * bytes, got + at * bytes, bytes) != 0;
      found += differs ? 1 : 0;
      return differs;
    };
    const std::string pattern = count > 0 ? pattern_of(count, width, wrong) : "";
    // Where the case tolerates errors, or compares in another way, other elements differ than it counts.
    if (found == result.mismatches && !pattern.empty()) result.first += "; wrong " + pattern;
  }
  return result;
}

Comparison ProblemData::compare_in_blocks(const GuardedMemory& memory) {
  Comparison result;
  const auto& buffers = memory.buffers();
  const std::size_t output = checked_output(buffers, result_);
  const std::size_t element_bytes = buffers[output].element_bytes;
  const std::size_t row_bytes = problem_->size()[0] * element_bytes;
  compared_.assign(buffers.size(), nullptr);
  memory.visit(output, row_bytes, [&](std::size_t from, std::span<const std::byte> piece) {
    const auto check = [&, inputs = with_inputs(expected_)](std::size_t begin, std::size_t length) {
      return problem_->check_block(inputs, (from + begin) / element_bytes, piece.subspan(begin, length), result_);
    };
    for (const Comparison& part : on_all_cores(piece.size(), row_bytes, check)) result.merge(part);
    return true;
  });
  return result;
}

std::vector<Metric> ProblemData::metrics() {
  if (!problem_->has_metrics()) return {};
  const Readable readable(expected_, key_);
  return problem_->metrics(compared_);
}

}  // namespace rungs
