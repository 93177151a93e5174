// The data of a problem: inputs from a seed, and the expected outputs from the reference.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/core/gray_image.hpp"
#include "harness/verify/guarded_memory.hpp"

namespace rungs {

/// True for an input that --input can replace: bytes, and named "image".
[[nodiscard]] bool holds_picture(const BufferInfo& buffer);

/// Inputs and expected outputs of one (problem, seed, kind of result), on the host. Created once and shared
/// by all variants with such a result.
class ProblemData {
 public:
  /// A `picture` of the problem's size replaces the generated image, in every frame. Throws Unsupported if
  /// host memory is too small for inputs, expected outputs and one result.
  ProblemData(std::shared_ptr<const AnyProblem> problem, std::uint64_t seed, int result = 0,
              const GrayImage* picture = nullptr);

  [[nodiscard]] const AnyProblem& problem() const { return *problem_; }
  [[nodiscard]] const HostImage& expected() const { return expected_; }
  /// Compares the outputs in `memory`; `mismatches` is 0 if they are right.
  [[nodiscard]] Comparison compare_outputs(const GuardedMemory& memory);
  /// The further figures of the case, from the outputs compared last.
  [[nodiscard]] std::vector<Metric> metrics();

 private:
  void fill_expected(const std::vector<BufferInfo>& buffers);
  [[nodiscard]] std::vector<void*> result_pointers();
  [[nodiscard]] Comparison compare_in_blocks(const GuardedMemory& memory);

  std::shared_ptr<const AnyProblem> problem_;
  int result_;
  HostImage expected_;  ///< inputs and expected outputs
  HostImage actual_;    ///< memory for one result
};

}  // namespace rungs
