// What a case must give (a concept, so that an error names the missing member), and its type-erased face.
#pragma once

#include <concepts>
#include <map>
#include <memory>
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

/// A further figure that a variant reports beside its time, for the side file of metrics.
struct Metric {
  std::string name;
  double value = 0;
  std::string unit;
};

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

/// A case that checks its output block by block; see CaseType.
template <class C>
concept BlockCheckedCase = requires(const typename C::Problem& p, const typename C::Views& v,
                                    std::span<const typename C::Element> block) {
  { C::check_block(p, v, std::size_t{}, block) } -> std::same_as<Comparison>;
};

/// A case: one problem family with inputs, reference, comparison and work model. All members are static.
/// - `Problem`: derives from Size. `Views`: one pointer a buffer; pointers to const are inputs.
/// - `name`, `title`: "stitch", "tile a small pattern over a large target".
/// - `default_size`: what the documents measured. `simulator_size`: small enough to verify without a GPU in a
/// second.
/// - `parameters()`, `awkward_problems()`: what can be chosen; shapes that break careless kernels.
/// - `buffers(problem)`, `work(problem)`.
/// - `reference(problem, views)`: fills the outputs, views pointing at host memory.
/// - `compare(problem, expected, actual)`: both on the host; inputs of the two are the same.
///   A case whose variants give different results by design declares `enum class Result`; both functions then
///   take the kind as a further argument, and each variant states its own.
/// - or, in place of those two, `Element` (the output's type) and `check_block(problem, inputs, first,
/// block)`:
///   compares `block`, a std::span of whole rows of the one output that begins at element `first`, with what
///   it computes itself. For outputs too large to have twice.
/// - optional: `refuse(problem)`: why a size is not legal for this case, empty where it is; `ceiling`: the
/// kind of
///   ceiling that the case measures; `metrics(problem, actual)`: further figures, as a vector of Metric.
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
  { C::work(p) } -> std::same_as<Work>;
} &&(ReferenceCase<C> || BlockCheckedCase<C>);

/// The memory of one problem, one pointer a buffer, in the order in which the case declares them.
using Memory = std::span<void* const>;

class AnyCase;

/// One problem of any case, type erased.
class AnyProblem {
 public:
  virtual ~AnyProblem() = default;
  [[nodiscard]] virtual const AnyCase& owner() const = 0;
  [[nodiscard]] virtual Size size() const = 0;
  /// "repeater=100", several joined by ';', empty where the case has no parameter.
  [[nodiscard]] virtual std::string params() const = 0;
  [[nodiscard]] virtual Work work() const = 0;
  [[nodiscard]] virtual std::vector<BufferInfo> buffers() const = 0;
  /// Fills input `index` from the seed; the same seed gives the same bytes on every machine.
  virtual void generate(std::size_t index, void* memory, std::uint64_t seed) const = 0;
  /// `result` is the kind of result, as the number of the case's enum.
  virtual void reference(Memory memory, int result) const = 0;
  [[nodiscard]] virtual Comparison compare(Memory expected, Memory actual, int result) const = 0;
  /// True where the case compares block by block and there is no expected output.
  [[nodiscard]] virtual bool checks_blocks() const = 0;
  /// Compares `count` elements of the output from element `first` on; they lie at `block` on the host.
  [[nodiscard]] virtual Comparison check_block(Memory inputs, std::size_t first, const void* block,
                                               std::size_t count) const = 0;
  [[nodiscard]] virtual std::vector<Metric> metrics(Memory actual) const = 0;
};

/// Parameter values by name, as text; a missing name means the default.
using Assignments = std::map<std::string, std::string>;

/// A case, type erased.
class AnyCase {
 public:
  virtual ~AnyCase() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string title() const = 0;
  [[nodiscard]] virtual Ceiling ceiling() const = 0;
  [[nodiscard]] virtual Size default_size() const = 0;
  [[nodiscard]] virtual Size simulator_size() const = 0;
  [[nodiscard]] virtual std::vector<ParameterInfo> parameters() const = 0;
  /// Throws BadUsage where a parameter's value is not legal or the case refuses the size.
  [[nodiscard]] virtual std::unique_ptr<AnyProblem> problem(Size size, const Assignments& values) const = 0;
  [[nodiscard]] virtual std::vector<std::unique_ptr<AnyProblem>> awkward_problems() const = 0;
};

template <CaseType C>
class TypedCase;

template <CaseType C>
class TypedProblem final : public AnyProblem {
 public:
  TypedProblem(const AnyCase& owner, typename C::Problem problem)
      : owner_(owner), problem_(std::move(problem)) {}

  [[nodiscard]] const typename C::Problem& get() const { return problem_; }
  /// The case's own views over erased memory.
  [[nodiscard]] typename C::Views views(Memory memory) const {
    typename C::Views views{};
    const auto buffers = C::buffers(problem_);
    for (std::size_t i = 0; i < buffers.size() && i < memory.size(); ++i) buffers[i].bind(views, memory[i]);
    return views;
  }

  [[nodiscard]] const AnyCase& owner() const override { return owner_; }
  [[nodiscard]] Size size() const override { return problem_; }
  [[nodiscard]] std::string params() const override {
    std::string text;
    for (const auto& parameter : C::parameters()) {
      text += (text.empty() ? "" : ";") + parameter.info.name + "=" + parameter.get(problem_);
    }
    return text;
  }
  [[nodiscard]] Work work() const override { return C::work(problem_); }
  [[nodiscard]] std::vector<BufferInfo> buffers() const override {
    std::vector<BufferInfo> infos;
    for (const auto& buffer : C::buffers(problem_)) infos.push_back(buffer.info);
    return infos;
  }
  void generate(std::size_t index, void* memory, std::uint64_t seed) const override {
    C::buffers(problem_).at(index).generate(memory, seed + index);
  }
  void reference([[maybe_unused]] Memory memory, [[maybe_unused]] int result) const override {
    if constexpr (requires(typename C::Views v) { C::reference(problem_, v); }) {
      C::reference(problem_, views(memory));
    } else if constexpr (ReferenceCase<C>) {
      C::reference(problem_, views(memory), static_cast<ResultOf<C>>(result));
    }
  }
  [[nodiscard]] Comparison compare([[maybe_unused]] Memory expected, [[maybe_unused]] Memory actual,
                                   [[maybe_unused]] int result) const override {
    if constexpr (requires(typename C::Views v) { C::compare(problem_, v, v); }) {
      return C::compare(problem_, views(expected), views(actual));
    } else if constexpr (ReferenceCase<C>) {
      return C::compare(problem_, views(expected), views(actual), static_cast<ResultOf<C>>(result));
    } else {
      return {};
    }
  }
  [[nodiscard]] bool checks_blocks() const override { return BlockCheckedCase<C>; }
  [[nodiscard]] Comparison check_block([[maybe_unused]] Memory inputs, [[maybe_unused]] std::size_t first,
                                       [[maybe_unused]] const void* block,
                                       [[maybe_unused]] std::size_t count) const override {
    if constexpr (BlockCheckedCase<C>) {
      using Element = typename C::Element;
      return C::check_block(problem_, views(inputs), first,
                            std::span<const Element>(static_cast<const Element*>(block), count));
    } else {
      return {};
    }
  }
  [[nodiscard]] std::vector<Metric> metrics([[maybe_unused]] Memory actual) const override {
    if constexpr (requires(typename C::Views v) { C::metrics(problem_, v); }) {
      return C::metrics(problem_, views(actual));
    } else {
      return {};
    }
  }

 private:
  const AnyCase& owner_;
  typename C::Problem problem_;
};

template <CaseType C>
class TypedCase final : public AnyCase {
 public:
  [[nodiscard]] std::string name() const override { return std::string(C::name); }
  [[nodiscard]] std::string title() const override { return std::string(C::title); }
  [[nodiscard]] Ceiling ceiling() const override {
    if constexpr (requires { C::ceiling; }) return C::ceiling;
    return Ceiling::none;
  }
  [[nodiscard]] Size default_size() const override { return C::default_size; }
  [[nodiscard]] Size simulator_size() const override { return C::simulator_size; }
  [[nodiscard]] std::vector<ParameterInfo> parameters() const override {
    std::vector<ParameterInfo> infos;
    for (const auto& parameter : C::parameters()) infos.push_back(parameter.info);
    return infos;
  }
  [[nodiscard]] std::unique_ptr<AnyProblem> problem(Size size, const Assignments& values) const override {
    typename C::Problem problem{};
    static_cast<Size&>(problem) = size;
    for (const auto& parameter : C::parameters()) {
      const auto found = values.find(parameter.info.name);
      if (found != values.end() && !parameter.set(problem, found->second)) {
        throw BadUsage("--param " + parameter.info.name + "=" + found->second + ": " + name() + " takes " +
                       parameter.info.legal);
      }
    }
    if constexpr (requires { C::refuse(problem); }) {
      if (const std::string reason = C::refuse(problem); !reason.empty()) {
        throw BadUsage("--sizes " + to_string(size) + ": " + reason);
      }
    }
    return std::make_unique<TypedProblem<C>>(*this, problem);
  }
  [[nodiscard]] std::vector<std::unique_ptr<AnyProblem>> awkward_problems() const override {
    std::vector<std::unique_ptr<AnyProblem>> problems;
    for (const auto& problem : C::awkward_problems()) {
      problems.push_back(std::make_unique<TypedProblem<C>>(*this, problem));
    }
    return problems;
  }
};

/// The one erased face of case `C`.
template <CaseType C>
[[nodiscard]] const AnyCase& erased_case() {
  static const TypedCase<C> instance;
  return instance;
}

}  // namespace rungs
