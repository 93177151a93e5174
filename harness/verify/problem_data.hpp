// A problem made concrete: its inputs from a seed, and what the reference says of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/report/gray_image.hpp"
#include "harness/verify/guarded_memory.hpp"

namespace rungs {

/// True for an input that a picture of the user's can stand for: bytes, and named "image".
[[nodiscard]] bool holds_picture(const BufferInfo& buffer);

/// Inputs and expected outputs of one (problem, seed, kind of result), on the host; made once and shared by
/// all variants that give such a result.
class ProblemData {
 public:
  /// A `picture` of the problem's size takes the place of the drawn image, in every frame. Throws Unsupported
  /// where host memory does not suffice for inputs, expected outputs and one result.
  ProblemData(std::shared_ptr<const AnyProblem> problem, std::uint64_t seed, int result = 0,
              const GrayImage* picture = nullptr);

  [[nodiscard]] const AnyProblem& problem() const { return *problem_; }
  [[nodiscard]] const HostImage& expected() const { return expected_; }
  /// What is wrong with the outputs in `memory`; `mismatches` is 0 where nothing is.
  [[nodiscard]] Comparison compare_outputs(const GuardedMemory& memory);
  /// The case's further figures, from the outputs that were compared last.
  [[nodiscard]] std::vector<Metric> metrics();

 private:
  [[nodiscard]] std::vector<void*> result_pointers();
  [[nodiscard]] Comparison compare_in_blocks(const GuardedMemory& memory);

  std::shared_ptr<const AnyProblem> problem_;
  int result_;
  HostImage expected_;  ///< inputs and expected outputs
  HostImage actual_;    ///< room for one result
};

}  // namespace rungs
