// What a case must provide, as a concept, so that compiler errors name the missing member.
#pragma once

#include <concepts>
#include <rungs/core/buffer.hpp>
#include <rungs/core/comparison.hpp>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <rungs/core/work.hpp>
#include <string_view>

namespace rungs {

/// The kind of result of most cases, which have only one.
enum class OnlyResult { only };

namespace detail {
template <class C> struct KindOf { using type = OnlyResult; };
template <class C>
requires requires { typename C::Result; }
struct KindOf<C> {
  using type = typename C::Result;
};
}  // namespace detail

/// The kind of result of a variant of case `C`: `C::Result` if the case declares that enum.
template <class C> using ResultOf = typename detail::KindOf<C>::type;

namespace detail {

template <class C>
concept HasTypes = requires {
  typename C::Problem;
  typename C::Views;
};
template <class C>
concept HasDimensions = requires {
  { C::dimensions() } -> std::same_as<std::vector<Dimension<typename C::Problem>>>;
};
template <class C>
concept HasReference = requires(const typename C::Problem& p, const typename C::Views& v) {
  C::reference(p, v);
};
template <class C>
concept HasReferenceByKind = requires(const typename C::Problem& p, const typename C::Views& v, ResultOf<C> kind) {
  C::reference(p, v, kind);
};
template <class C>
concept HasCompare = requires(const typename C::Problem& p, const typename C::Views& v) {
  { C::compare(p, v, v) } -> std::same_as<Comparison>;
};
template <class C>
concept HasCompareByKind = requires(const typename C::Problem& p, const typename C::Views& v, ResultOf<C> kind) {
  { C::compare(p, v, v, kind) } -> std::same_as<Comparison>;
};

}  // namespace detail

/// A case that computes its expected outputs; see CaseType.
template <class C>
concept ReferenceCase = (detail::HasReference<C> && detail::HasCompare<C>) ||
                        (detail::HasReferenceByKind<C> && detail::HasCompareByKind<C>);

/// A case that checks its outputs block by block; see CaseType. KindsBlockCase is for several kinds of result.
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
/// - `Problem`: copyable; its sides, and the parameters that the case declares. `Views`: one pointer per
///   buffer; pointers to const are inputs.
/// - `name`, `title`: "stitch", "tile a small pattern over a large target".
/// - `dimensions()`: the problem's sides, one to three rungs::Dimension, as {"m", &Problem::m}. Not needed if
///   Problem derives from rungs::Size: then the sides are width and height.
/// - `default_size`: the size to measure if the user gives none, convertible to rungs::Extents.
/// - `simulator_size`: small enough to verify within a second without a GPU.
/// - `parameters()`, `edge_cases()`: what users can choose; shapes that break careless kernels.
/// - `buffers(problem)`, `work(problem)`; `work` may take the kind of result as a further argument.
/// - `reference(problem, views)`: fills the outputs; the views point to host memory.
/// - `compare(problem, expected, actual)`: both on the host, with the same inputs. A case with several
///   outputs compares each and merges the results (Comparison::merge).
///   A case whose variants give different results by design declares `enum class Result`; both functions then
///   take the kind as a further argument, and each variant states its own kind.
/// - Instead of these two: `Element`, the type of the output, and
///   `check_block(problem, inputs, first, block)`. It compares `block`, a std::span of whole rows of the one
///   output that starts at element `first`, with values that it computes itself. For outputs too large to
///   store twice. A case with `Result` has one output per kind, in that order, and no `Element`:
///   `check_block` takes the block as bytes, and then the kind.
/// - Optional: `refuse(problem)`, why the case does not accept a size, empty if it does; `ceiling`, the
///   kind of ceiling that the case measures; `ladders`, an array with a name for each kind of result, if
///   each kind has a ladder of its own ("3x3", "5x5"); `metrics(problem, actual)`, further figures as
///   Metrics; `takes_one_sample(problem)`, true for problems whose launches take a minute and more: a row
///   is then one launch, which is timed and verified; `has_constant_result(problem)`, true for problems whose
///   right result may be the same for all inputs, which is otherwise refused; `profile_size`, the size for
///   profilers if the user gives none, for variants of so many launches that a profile of the default size
///   takes minutes.
template <class C>
concept CaseType = detail::HasTypes<C>;

/// Fails to compile with an explanation if a member of case `C` is missing or has the wrong type.
template <CaseType C> constexpr void check_case() {
  using Problem = typename C::Problem;
  using Views = typename C::Views;
  static_assert(std::copyable<Problem>, "Case::Problem must be copyable");
  static_assert(detail::HasDimensions<C> || std::derived_from<Problem, Size>,
                "expected Case::Problem to derive from rungs::Size, or "
                "static std::vector<rungs::Dimension<Problem>> Case::dimensions()");
  static_assert(
      requires {
        { C::name } -> std::convertible_to<std::string_view>;
        { C::title } -> std::convertible_to<std::string_view>;
      },
      "expected static constexpr std::string_view Case::name and Case::title");
  static_assert(
      requires {
        { C::default_size } -> std::convertible_to<Extents>;
        { C::simulator_size } -> std::convertible_to<Extents>;
      },
      "expected static constexpr rungs::Extents (or rungs::Size) Case::default_size and Case::simulator_size");
  static_assert(
      requires {
        { C::parameters() } -> std::same_as<std::vector<Parameter<Problem>>>;
      },
      "expected static std::vector<rungs::Parameter<Problem>> Case::parameters()");
  static_assert(
      requires {
        { C::edge_cases() } -> std::same_as<std::vector<Problem>>;
      },
      "expected static std::vector<Problem> Case::edge_cases()");
  static_assert(
      requires(const Problem& p) {
        { C::buffers(p) } -> std::same_as<std::vector<Buffer<Views>>>;
      },
      "expected static std::vector<rungs::Buffer<Views>> Case::buffers(const Problem&)");
  static_assert(WorkForAll<C> || WorkByKind<C>, "expected static rungs::Work Case::work(const Problem&)");
  if constexpr (!BlockCheckedCase<C>) {
    static_assert(detail::HasReference<C> || detail::HasReferenceByKind<C>,
                  "expected static void Case::reference(const Problem&, const Views&), or check_block");
    static_assert(detail::HasCompare<C> || detail::HasCompareByKind<C>,
                  "expected static rungs::Comparison Case::compare(const Problem&, const Views& expected, "
                  "const Views& actual)");
    static_assert(ReferenceCase<C>, "Case::reference and Case::compare must both take the kind of result, or neither");
  }
}

/// The sides of the problems of a case, in order.
template <CaseType C> [[nodiscard]] std::vector<Dimension<typename C::Problem>> dimensions_of() {
  if constexpr (detail::HasDimensions<C>) {
    return C::dimensions();
  } else {
    return {{"width", &C::Problem::width}, {"height", &C::Problem::height}};
  }
}

}  // namespace rungs
