// Connects a case's own types with its type-erased interface. Only the file that registers a case includes this.
#pragma once

#include <iterator>
#include <memory>
#include <rungs/core/typed_problem.hpp>
#include <string>
#include <vector>

namespace rungs {

template <CaseType C> class ProblemOf final : public TypedProblem<C> {
  using TypedProblem<C>::problem_;

 public:
  ProblemOf(const AnyCase& owner, typename C::Problem problem) : TypedProblem<C>(std::move(problem)), owner_(owner) {}
  [[nodiscard]] typename C::Views views(Memory memory) const override {
    typename C::Views views{};
    const auto buffers = C::buffers(problem_);
    for (std::size_t i = 0; i < buffers.size() && i < memory.size(); ++i) buffers[i].bind(views, memory[i]);
    return views;
  }
  [[nodiscard]] const AnyCase& owner() const override { return owner_; }
  [[nodiscard]] Extents size() const override {
    Extents sides;
    for (const auto& dimension : dimensions_of<C>()) sides.push_back(problem_.*dimension.member);
    return sides;
  }
  [[nodiscard]] std::string params() const override {
    std::string text;
    for (const auto& parameter : C::parameters()) {
      text += (text.empty() ? "" : ";") + parameter.info.name + "=" + parameter.get(problem_);
    }
    return text;
  }
  [[nodiscard]] Work work([[maybe_unused]] int result) const override {
    if constexpr (WorkByKind<C>) {
      return C::work(problem_, static_cast<ResultOf<C>>(result));
    } else {
      return C::work(problem_);
    }
  }
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
                                       [[maybe_unused]] std::span<const std::byte> block,
                                       [[maybe_unused]] int result) const override {
    if constexpr (KindsBlockCase<C>) {
      return C::check_block(problem_, views(inputs), first, block, static_cast<ResultOf<C>>(result));
    } else if constexpr (TypedBlockCase<C>) {
      using Element = typename C::Element;
      const auto* const elements = reinterpret_cast<const Element*>(block.data());
      return C::check_block(problem_, views(inputs), first,
                            std::span<const Element>(elements, block.size() / sizeof(Element)));
    } else {
      return {};
    }
  }
  [[nodiscard]] bool takes_one_sample() const override {
    if constexpr (requires { C::takes_one_sample(problem_); }) return C::takes_one_sample(problem_);
    return false;
  }
  [[nodiscard]] bool has_constant_result() const override {
    if constexpr (requires { C::has_constant_result(problem_); }) return C::has_constant_result(problem_);
    return false;
  }
  [[nodiscard]] bool has_metrics() const override {
    return requires(typename C::Views v) { C::metrics(problem_, v); };
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
};

template <CaseType C> class TypedCase final : public AnyCase {
 public:
  TypedCase() { check_case<C>(); }
  [[nodiscard]] std::string name() const override { return std::string(C::name); }
  [[nodiscard]] std::string title() const override { return std::string(C::title); }
  [[nodiscard]] Ceiling ceiling() const override {
    if constexpr (requires { C::ceiling; }) return C::ceiling;
    return Ceiling::none;
  }
  [[nodiscard]] std::vector<std::string> ladders() const override {
    if constexpr (requires { C::ladders; }) return {std::begin(C::ladders), std::end(C::ladders)};
    return {};
  }
  [[nodiscard]] std::vector<std::string> dimensions() const override {
    std::vector<std::string> names;
    for (const auto& dimension : dimensions_of<C>()) names.push_back(dimension.name);
    return names;
  }
  [[nodiscard]] Extents default_size() const override { return C::default_size; }
  [[nodiscard]] Extents simulator_size() const override { return C::simulator_size; }
  [[nodiscard]] Extents profile_size() const override {
    if constexpr (requires { C::profile_size; }) return C::profile_size;
    return C::default_size;
  }
  [[nodiscard]] std::vector<ParameterInfo> parameters() const override {
    std::vector<ParameterInfo> infos;
    for (const auto& parameter : C::parameters()) infos.push_back(parameter.info);
    return infos;
  }
  [[nodiscard]] std::unique_ptr<AnyProblem> problem(Extents size, const Assignments& values) const override {
    typename C::Problem problem{};
    const auto dimensions = dimensions_of<C>();
    check_sides(size, dimensions.size());
    for (std::size_t i = 0; i < dimensions.size(); ++i) problem.*dimensions[i].member = size[i];
    for (const auto& parameter : C::parameters()) {
      const auto found = values.find(parameter.info.name);
      if (found != values.end() && !parameter.set(problem, found->second)) {
        throw BadUsage("--param " + parameter.info.name + "=" + found->second + ": expected " +
                       parameter.info.expected + " (" + name() + ")");
      }
    }
    if constexpr (requires { C::refuse(problem); }) {
      if (const std::string reason = C::refuse(problem); !reason.empty()) {
        throw BadUsage("--sizes " + to_string(size) + ": " + reason);
      }
    }
    return std::make_unique<ProblemOf<C>>(*this, problem);
  }
  [[nodiscard]] std::vector<std::unique_ptr<AnyProblem>> edge_cases() const override {
    std::vector<std::unique_ptr<AnyProblem>> problems;
    for (const auto& problem : C::edge_cases()) {
      problems.push_back(std::make_unique<ProblemOf<C>>(*this, problem));
    }
    return problems;
  }

 private:
  void check_sides(const Extents& size, std::size_t wanted) const {
    if (size.count() != wanted) {
      std::string names;
      for (const auto& one : dimensions()) names += (names.empty() ? "" : ", ") + one;
      throw BadUsage("--sizes " + to_string(size) + ": " + name() + " has " + std::to_string(wanted) +
                     (wanted == 1 ? " side (" : " sides (") + names + "); expected as many numbers");
    }
    for (std::size_t i = 0; i < wanted; ++i) {
      if (size[i] < 1 || size[i] > largest_side) {
        throw BadUsage("--sizes " + to_string(size) + ": expected sides from 1 to " + std::to_string(largest_side));
      }
    }
    if (size.volume() > largest_volume)
      throw BadUsage("--sizes " + to_string(size) + ": expected a product of all sides of at most 2^60");
  }
};

template <CaseType C> const AnyCase& erased_case() {
  static const TypedCase<C> instance;
  return instance;
}

}  // namespace rungs
