#include "harness/verify/problem_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/verify/on_all_cores.hpp"

namespace rungs {
namespace {

/// Outputs that are checked in blocks are read in pieces of about this size.
constexpr std::size_t block_bytes = std::size_t{64} << 20U;

/// While the reference runs, each expected output is followed by this many bytes of a pattern. An output that
/// the case declares too small is then reported, instead of corrupting the heap.
constexpr std::size_t overrun_bytes = std::size_t{1} << 20U;
constexpr std::byte overrun_pattern{0xC3};

/// Fills a buffer with the picture, repeated as often as it fits.
void fill_with(const GrayImage& picture, std::vector<std::byte>& buffer) {
  const std::size_t area = picture.pixels.size();
  for (std::size_t from = 0; from + area <= buffer.size(); from += area)
    std::memcpy(buffer.data() + from, picture.pixels.data(), area);
}

/// The output for results of this kind; if the case has only one kind, its only output.
std::size_t checked_output(const std::vector<BufferInfo>& buffers, int result) {
  std::size_t output = 0;
  for (int outputs = 0;; ++output) {
    if (buffers.at(output).role == Role::output && outputs++ == result) return output;
  }
}

}  // namespace

bool holds_picture(const BufferInfo& buffer) {
  return buffer.role == Role::input && buffer.element_bytes == 1 && buffer.name == "image";
}

ProblemData::ProblemData(std::shared_ptr<const AnyProblem> problem, std::uint64_t seed, int result,
                         const GrayImage* picture)
    : problem_(std::move(problem)), result_(result) {
  const bool whole = !problem_->checks_blocks();
  const auto buffers = problem_->buffers();
  const auto kept_bytes = [&](const BufferInfo& buffer) {
    return whole || buffer.role == Role::input ? buffer.bytes : 0;
  };
  std::size_t needed = whole ? 0 : block_bytes;
  for (const auto& buffer : buffers) needed += 2 * kept_bytes(buffer);
  require_free(*make_heap_space(), needed);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    expected_.buffers.emplace_back(kept_bytes(buffers[i]), buffers[i].poison);
    actual_.buffers.emplace_back(buffers[i].role == Role::output ? kept_bytes(buffers[i]) : 0);
    if (picture != nullptr && holds_picture(buffers[i])) {
      fill_with(*picture, expected_.buffers[i]);
    } else if (buffers[i].role == Role::input) {
      problem_->generate(i, expected_.buffers[i].data(), seed);
    }
  }
  if (whole) fill_expected(buffers);
}

void ProblemData::fill_expected(const std::vector<BufferInfo>& buffers) {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].role == Role::output)
      expected_.buffers[i].resize(buffers[i].bytes + overrun_bytes, overrun_pattern);
  }
  problem_->reference(expected_.pointers(), result_);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    auto& buffer = expected_.buffers[i];
    const auto untouched = [](std::byte value) { return value == overrun_pattern; };
    if (!std::all_of(buffer.begin() + static_cast<std::ptrdiff_t>(buffers[i].bytes), buffer.end(),
                     untouched)) {
      throw Failed(fmt::format(
          "the reference of case {} wrote past the end of output '{}', which has {} bytes; expected "
          "its size in Case::buffers",
          problem_->owner().name(), buffers[i].name, buffers[i].bytes));
    }
    buffer.resize(buffers[i].bytes);
  }
}

std::vector<void*> ProblemData::result_pointers() {
  auto pointers = actual_.pointers();
  const auto expected = expected_.pointers();
  const auto buffers = problem_->buffers();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].role == Role::input) pointers[i] = expected[i];
  }
  return pointers;
}

Comparison ProblemData::compare_outputs(const GuardedMemory& memory) {
  if (problem_->checks_blocks()) return compare_in_blocks(memory);
  memory.read_outputs(actual_);
  return problem_->compare(expected_.pointers(), result_pointers(), result_);
}

Comparison ProblemData::compare_in_blocks(const GuardedMemory& memory) {
  Comparison result;
  const auto& buffers = memory.buffers();
  const std::size_t output = checked_output(buffers, result_);
  const std::size_t element_bytes = buffers[output].element_bytes;
  const std::size_t row_bytes = problem_->size()[0] * element_bytes;
  const std::size_t piece_bytes = std::max(block_bytes / row_bytes, std::size_t{1}) * row_bytes;
  std::vector<std::byte> piece;
  for (std::size_t from = 0; from < buffers[output].bytes; from += piece_bytes) {
    piece.resize(std::min(piece_bytes, buffers[output].bytes - from));
    memory.read(output, from, piece);
    const auto check = [&, inputs = expected_.pointers()](std::size_t begin, std::size_t length) {
      return problem_->check_block(inputs, (from + begin) / element_bytes,
                                   std::span(piece).subspan(begin, length), result_);
    };
    for (const Comparison& part : on_all_cores(piece.size(), row_bytes, check)) result.merge(part);
  }
  return result;
}

std::vector<Metric> ProblemData::metrics() { return problem_->metrics(result_pointers()); }

}  // namespace rungs
