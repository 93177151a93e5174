// A variant as its author registers it: one object with designated initialisers, at the end of one file.
#pragma once

#include <functional>
#include <string>

#include "harness/registry/backend.hpp"
#include "harness/registry/registry.hpp"
#include "harness/registry/typed_case.hpp"

namespace rungs {

/// What an author says of a variant of case `C`. Exactly one of the launch functions is given; each enqueues
/// all of the variant's work on `stream` and returns without waiting for it.
template <CaseType C>
struct VariantSpec {
  using Problem = typename C::Problem;
  using Views = typename C::Views;

  /// "host/...", "gpu/..." or "peer/...": the file's path below its case, without the extension.
  std::string name;
  /// The step of the ladder that this one builds on; empty for the first.
  std::string improves{};
  /// What is done differently, in one line.
  std::string idea{};
  /// Why the simulator cannot run it (inline PTX, a library); empty where it can. Must stand in the variant's
  /// own file as `.gpu_only`, where the build looks for it.
  std::string gpu_only{};
  /// Why its kernels keep values in local memory for want of registers (spills); empty where they must not.
  /// scripts/static_facts.py --check holds this against what the compiler did.
  std::string spills{};
  /// Whether it is a host variant that runs on every CPU, where others run on one: then its floor is what all
  /// CPUs reach.
  bool all_cores = false;
  /// What kind of result it gives, in a case that has several.
  ResultOf<C> result{};

  /// Inputs are in `views`, outputs go to `views`.
  void (*launch)(const Problem&, const Views& views, Stream stream) = nullptr;
  /// For variants whose time includes the copies: inputs are in `host` (pinned), outputs go to `host`, and
  /// the memory behind `device` holds garbage. Inputs are to be uploaded even where there is nothing to
  /// compute: they are checked on both sides.
  void (*launch_with_copies)(const Problem&, const Views& device, const Views& host, Stream stream) = nullptr;
  /// For variants that need memory between their passes:
  /// `workspace_bytes(problem)` bytes of it, holding garbage.
  void (*launch_with_workspace)(const Problem&, const Views& views, std::byte* workspace,
                                Stream stream) = nullptr;
  std::size_t (*workspace_bytes)(const Problem&) = nullptr;
};

/// Registers a variant of case `C` on backend `B`. Build errors that would only show at run time end the
/// program at start, with the file's name.
template <CaseType C, Backend B>
class VariantOn {
 public:
  explicit VariantOn(VariantSpec<C> spec, const char* file = __builtin_FILE()) {
    using Typed = TypedProblem<C>;
    Implementation implementation{B, file, {}, {}, spec.launch_with_copies != nullptr};
    if (spec.workspace_bytes != nullptr) {
      implementation.workspace_bytes = [bytes = spec.workspace_bytes](const AnyProblem& problem) {
        return bytes(static_cast<const Typed&>(problem).get());
      };
    }
    implementation.launch = [spec](const Call& call) {
      const auto& problem = static_cast<const Typed&>(call.problem);
      const auto views = problem.views(call.memory);
      if (spec.launch_with_copies != nullptr) {
        spec.launch_with_copies(problem.get(), views, problem.views(call.host_memory), call.stream);
      } else if (spec.launch_with_workspace != nullptr) {
        spec.launch_with_workspace(problem.get(), views, call.workspace, call.stream);
      } else {
        spec.launch(problem.get(), views, call.stream);
      }
    };
    const int launches = (spec.launch != nullptr) + (spec.launch_with_copies != nullptr) +
                         (spec.launch_with_workspace != nullptr);
    Registry::global().add(erased_case<C>(),
                           {spec.name, spec.improves, spec.idea, spec.gpu_only, spec.spills, spec.all_cores,
                            launches, static_cast<int>(spec.result)},
                           std::move(implementation));
  }
};

// One source is compiled for two backends; which one this
// translation unit is for is decided here and nowhere else.
#if defined(RUNGS_SIMULATOR)
inline namespace on_simulator {
template <CaseType C>
using Variant = VariantOn<C, Backend::simulator>;
}
#elif defined(__CUDACC__)
inline namespace on_cuda {
template <CaseType C>
using Variant = VariantOn<C, Backend::cuda>;
}
#else
inline namespace on_host {
template <CaseType C>
using Variant = VariantOn<C, Backend::host>;
}
#endif

}  // namespace rungs
