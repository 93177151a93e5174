// The expected outputs of a problem, from the reference, and the comparison with them.
#pragma once

#include "harness/verify/guarded_memory.hpp"

namespace rungs {

/// Elements of an output that the reference does not write: a right result leaves them as they were. Looks at words:
/// the largest of 4, 2 and 1 bytes that divides an element. A computed word may be equal to
/// the garbage (of 65 million random words of four bytes one is, in one problem of 65), so the places are
/// found with the help of a second result, computed over other garbage.
class Untouched {
 public:
  /// `expected` is the output of the reference, over bytes `held`. `over_flipped()` gives the same output
  /// computed over bytes `~held`; it is asked for only if it is needed.
  Untouched(std::span<const std::byte> expected, std::size_t element_bytes, std::byte held,
            const std::function<std::span<const std::byte>()>& over_flipped);

  /// Makes the untouched words of `expected` hold `now`.
  void hold(std::span<std::byte> expected, std::byte now);
  [[nodiscard]] bool any() const { return any_; }
  /// True if some word of the element from byte `from` on is untouched.
  [[nodiscard]] bool leaves(std::size_t from, std::size_t element_bytes) const;

 private:
  std::size_t word_bytes_;
  std::byte held_;
  bool any_ = false;
  std::vector<std::uint8_t> places_;  ///< a bit for each word; empty: none
};

/// Inputs and expected outputs of one (problem, seed, kind of result), on the host. Created once and shared
/// by all variants with such a result.
class ProblemData {
 public:
  /// `inputs` are of make_inputs, and may be shared by several kinds of result. `results`, the memory for one result,
  /// may be shared by data that is compared in turn; null: its own. With a key, expected outputs are readable only
  /// while they are compared. Throws Unsupported if host memory is too small for the expected outputs and a result.
  ProblemData(std::shared_ptr<const AnyProblem> problem, std::shared_ptr<HostImage> inputs, int result = 0,
              std::shared_ptr<HostImage> results = nullptr, AskKey key = {});
  /// With inputs of its own.
  ProblemData(std::shared_ptr<const AnyProblem> problem, std::uint64_t seed, int result = 0);

  [[nodiscard]] const AnyProblem& problem() const { return *problem_; }
  [[nodiscard]] int result() const { return result_; }
  [[nodiscard]] const HostImage& inputs() const { return *inputs_; }
  /// A readable copy of the expected outputs; empty if the case checks blocks.
  [[nodiscard]] HostImage expected() const;
  /// True if the reference writes this element of an output, or nothing is known of it.
  [[nodiscard]] bool writes(std::size_t buffer, std::size_t element) const;
  /// Compares the outputs in `memory`. What the reference leaves alone must hold what it was filled with;
  /// `mismatches` is 0 if they are right. Outputs with the digests of some that were right are right.
  [[nodiscard]] Comparison compare_outputs(const GuardedMemory& memory);
  /// What the case says of outputs on the host.
  [[nodiscard]] Comparison compare_outputs(HostImage& outputs);
  /// The same of the expected outputs: a case may look at times, too, which are not among them.
  [[nodiscard]] const Comparison& of_right();
  /// The further figures of the case, from the outputs compared last.
  [[nodiscard]] std::vector<Metric> metrics();

 private:
  void fill_expected(const std::vector<BufferInfo>& buffers);
  void find_untouched(const std::vector<BufferInfo>& buffers);
  /// The inputs, and the outputs of `outputs`.
  [[nodiscard]] std::vector<void*> with_inputs(HostImage& outputs);
  /// `actual_`, allocated when it is first needed.
  [[nodiscard]] HostImage& results();
  /// As compare_outputs, while the expected ones are readable.
  [[nodiscard]] Comparison compare_readable(HostImage& outputs);
  [[nodiscard]] Comparison compare_whole(const GuardedMemory& memory);
  /// What the case says of outputs at `actual`, and the pattern of the wrong elements of one output.
  [[nodiscard]] Comparison compare_at(const std::vector<void*>& actual);
  [[nodiscard]] Comparison compare_in_blocks(const GuardedMemory& memory);
  /// What tells these outputs from others; empty if they must be compared.
  [[nodiscard]] std::vector<std::uint64_t> digests(const GuardedMemory& memory) const;

  std::shared_ptr<const AnyProblem> problem_;
  int result_;  ///< the kind
  std::shared_ptr<HostImage> inputs_;
  /// Blocks of inputs are empty, and those of outputs if the case checks blocks.
  HostImage expected_;
  AskKey key_;                                       ///< of `expected_`
  std::vector<std::optional<Untouched>> untouched_;  ///< by buffer; empty for inputs
  std::shared_ptr<HostImage> actual_;                ///< memory for one result
  std::vector<void*> compared_;                      ///< what was compared last: one pointer per buffer
  /// What the case says of results that equal the expected outputs byte for byte.
  std::optional<Comparison> of_equal_;
  std::map<std::vector<std::uint64_t>, Comparison> right_;  ///< what was said of outputs, by their digests
};

/// "all in column 63", "on the borders of blocks of 32x8": the places of the wrong ones among `count`
/// elements in rows of `width`, if it is a pattern; else empty. `wrong` tells of an element.
[[nodiscard]] std::string pattern_of(std::size_t count, std::size_t width,
                                     const std::function<bool(std::size_t)>& wrong);

/// Throws Failed if a case accepts, on each of these inputs of one problem, a result that needs no work: zeros, the
/// mean, the result for other inputs (the next ones here), half of a result. One that is right since the inputs are all
/// the same, nothing is read, or the case says that it has a constant result, does not count.
void refuse_nulls(const std::vector<ProblemData*>& draws);

/// The same, once a process, on a small problem with these parameters and inputs of its own.
void refuse_nulls_of_case(const AnyCase& of, const std::string& params, int result);

/// As refuse_nulls, of results near the right one only, and only for outputs of up to 64 KiB: a sum's tolerance grows
/// faster than its spread, which a small problem does not show. `more` draws further inputs, if need be.
void refuse_near_nulls(std::vector<ProblemData*> draws, const std::function<std::unique_ptr<ProblemData>()>& more);

}  // namespace rungs
