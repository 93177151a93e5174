// A problem of a case's own type behind the type-erased interface. Every variant sees these declarations; the
// definitions are in typed_case.hpp and are compiled once per case, in the file that rungs_add_case writes.
#pragma once

#include <rungs/core/any_case.hpp>
#include <rungs/core/case_concept.hpp>
#include <span>
#include <string>
#include <vector>

namespace rungs {

template <CaseType C>
class TypedProblem final : public AnyProblem {
 public:
  TypedProblem(const AnyCase& owner, typename C::Problem problem);

  [[nodiscard]] const typename C::Problem& get() const { return problem_; }
  /// The case's own views of type-erased memory.
  [[nodiscard]] typename C::Views views(Memory memory) const;

  [[nodiscard]] const AnyCase& owner() const override;
  [[nodiscard]] Extents size() const override;
  [[nodiscard]] std::string params() const override;
  [[nodiscard]] Work work(int result) const override;
  [[nodiscard]] std::vector<BufferInfo> buffers() const override;
  void generate(std::size_t index, void* memory, std::uint64_t seed) const override;
  void reference(Memory memory, int result) const override;
  [[nodiscard]] Comparison compare(Memory expected, Memory actual, int result) const override;
  [[nodiscard]] bool checks_blocks() const override;
  [[nodiscard]] Comparison check_block(Memory inputs, std::size_t first, std::span<const std::byte> block,
                                       int result) const override;
  [[nodiscard]] bool takes_one_sample() const override;
  [[nodiscard]] bool has_metrics() const override;
  [[nodiscard]] std::vector<Metric> metrics(Memory actual) const override;

 private:
  const AnyCase& owner_;
  typename C::Problem problem_;
};

/// The single type-erased instance of case `C`.
template <CaseType C>
[[nodiscard]] const AnyCase& erased_case();

}  // namespace rungs
