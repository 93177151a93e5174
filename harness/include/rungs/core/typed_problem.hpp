// A problem of a case's own type behind the type-erased interface: what variants see of it. The rest is in
// typed_case.hpp and is compiled once per case, in the file that rungs_add_case writes.
#pragma once

#include <rungs/core/any_case.hpp>
#include <rungs/core/case_concept.hpp>
#include <utility>

namespace rungs {

template <CaseType C> class TypedProblem : public AnyProblem {
 public:
  explicit TypedProblem(typename C::Problem problem) : problem_(std::move(problem)) {}

  [[nodiscard]] const typename C::Problem& get() const { return problem_; }
  /// The case's own views of type-erased memory.
  [[nodiscard]] virtual typename C::Views views(Memory memory) const = 0;

 protected:
  typename C::Problem problem_;
};

/// The single type-erased instance of case `C`.
template <CaseType C> [[nodiscard]] const AnyCase& erased_case();

}  // namespace rungs
