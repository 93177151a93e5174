// The bridge between a case's own types and their type-erased face.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/registry/case.hpp"
#include "harness/registry/case_concept.hpp"

namespace rungs {

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
