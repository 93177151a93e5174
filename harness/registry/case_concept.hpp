// What a case must give, as a concept, so that a compiler's error names the missing member.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/registry/buffer.hpp"
#include "harness/registry/comparison.hpp"
#include "harness/registry/errors.hpp"
#include "harness/registry/parameter.hpp"
#include "harness/registry/size.hpp"
#include "harness/registry/work.hpp"

namespace rungs {

/// The only kind of result that most cases have.
enum class OnlyResult { only };

namespace detail {
template <class C>
struct ResultOf {
  using type = OnlyResult;
};
template <class C>
requires requires { typename C::Result; }
struct ResultOf<C> {
  using type = typename C::Result;
};
}  // namespace detail

/// What kind of result a variant of case `C` gives: `C::Result` where the case declares that enum.
template <class C>
using ResultOf = typename detail::ResultOf<C>::type;

/// A problem type carries a size and whatever parameters its case declares; it is copied freely.
template <class Problem>
concept ProblemType = std::derived_from<Problem, Size> && std::copyable<Problem>;

/// A case that computes its expected outputs; see CaseType.
template <class C>
concept ReferenceCase = requires(const typename C::Problem& p, const typename C::Views& v, ResultOf<C> kind) {
  requires requires {
    C::reference(p, v);
    { C::compare(p, v, v) } -> std::same_as<Comparison>;
  } || requires {
    C::reference(p, v, kind);
    { C::compare(p, v, v, kind) } -> std::same_as<Comparison>;
  };
};

/// A case that checks its outputs block by block; see CaseType. The second is one with several kinds of
/// result.
template <class C>
concept TypedBlockCase = requires(const typename C::Problem& p, const typename C::Views& v,
                                  std::span<const typename C::Element> block) {
  { C::check_block(p, v, std::size_t{}, block) } -> std::same_as<Comparison>;
};
template <class C>
concept KindsBlockCase = requires(const typename C::Problem& p, const typename C::Views& v,
                                  std::span<const std::byte> block, ResultOf<C> kind) {
  { C::check_block(p, v, std::size_t{}, block, kind) } -> std::same_as<Comparison>;
};
template <class C>
concept BlockCheckedCase = TypedBlockCase<C> || KindsBlockCase<C>;

/// A case whose results all need the same work.
template <class C>
concept WorkForAll = requires(const typename C::Problem& p) {
  { C::work(p) } -> std::same_as<Work>;
};

/// A case whose kinds of result need different work.
template <class C>
concept WorkByKind = requires(const typename C::Problem& p, ResultOf<C> kind) {
  { C::work(p, kind) } -> std::same_as<Work>;
};

/// A case: one problem family with inputs, reference, comparison and work model. All members are static.
/// - `Problem` derives from Size. `Views` has one pointer a buffer; pointers to const are inputs.
/// - `name`, `title`: "stitch", "tile a small pattern over a large target".
/// - `default_size`: what the documents measured.
/// - `simulator_size`: small enough to verify in a second without a GPU.
/// - `parameters()`, `awkward_problems()`: what can be chosen; shapes that break careless kernels.
/// - `buffers(problem)`, `work(problem)`; the latter may take the kind of result as a further argument.
/// - `reference(problem, views)`: fills the outputs, views pointing at host memory.
/// - `compare(problem, expected, actual)`: both on the host; inputs of the two are the same.
///   A case whose variants give different results by design declares `enum class Result`; both functions
///   then take the kind as a further argument, and each variant states its own.
/// - In place of those two: `Element`, the output's type, and `check_block(problem, inputs, first, block)`.
///   It compares `block`, a std::span of whole rows of the one output that begins at element `first`, with
///   what it computes itself. For outputs too large to have twice. A case with `Result` has an output for
///   each kind, in that order, and no `Element`: `check_block` takes the block as bytes, and then the kind.
/// - Optional: `refuse(problem)`, why a size is not legal for this case, empty where it is; `ceiling`, the
///   kind of ceiling that the case measures; `metrics(problem, actual)`, further figures as Metrics.
template <class C>
concept CaseType = ProblemType<typename C::Problem> &&
    requires(const typename C::Problem& p, const typename C::Views& v) {
  { C::name } -> std::convertible_to<std::string_view>;
  { C::title } -> std::convertible_to<std::string_view>;
  { C::default_size } -> std::convertible_to<Size>;
  { C::simulator_size } -> std::convertible_to<Size>;
  { C::parameters() } -> std::same_as<std::vector<Parameter<typename C::Problem>>>;
  { C::awkward_problems() } -> std::same_as<std::vector<typename C::Problem>>;
  { C::buffers(p) } -> std::same_as<std::vector<Buffer<typename C::Views>>>;
} &&(WorkForAll<C> || WorkByKind<C>)&&(ReferenceCase<C> || BlockCheckedCase<C>);

}  // namespace rungs
