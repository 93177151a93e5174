// How to register a variant: one object with designated initialisers, at the end of its file.
#pragma once

#include <functional>
#include <memory>
#include <rungs/core/backend.hpp>
#include <rungs/core/registry.hpp>
#include <rungs/core/typed_problem.hpp>
#include <string>
#include <utility>
#include <vector>

// One source is compiled for two backends; this header decides which one this translation unit is for.
// RUNGS_BACKEND names the inline namespace for code that is compiled for both, so that the two builds do not
// define the same symbol: namespace softmax::inline RUNGS_BACKEND { ... }
//
// RUNGS_GPU_ONLY(x) is x on a GPU and nothing on the simulator. Use it for the launch function of a variant
// that the simulator cannot run; such a variant gives the reason in `gpu_only` and has its kernel inside
// #ifndef RUNGS_SIMULATOR.
#if defined(RUNGS_SIMULATOR)
#define RUNGS_BACKEND on_simulator
#define RUNGS_GPU_ONLY(x) \
  {}
#elif defined(__CUDACC__)
#define RUNGS_BACKEND on_cuda
#define RUNGS_GPU_ONLY(x) x
#else
#define RUNGS_BACKEND on_host
#define RUNGS_GPU_ONLY(x) x
#endif

namespace rungs {

/// A variant with its own state for each row (a graph, a plan, a descriptor); see `prepared` and
/// `prepared_with_copies`. Without copies the views of the host are empty.
template <class Problem, class Views>
struct Prepared {
  std::function<std::shared_ptr<void>(const Problem&, const Views& device, const Views& host, Stream)> make;
  std::function<void(const Problem&, const Views& device, const Views& host, void* state, Stream)> launch;
  bool with_copies = false;
};

/// `make` is called outside the timing, once for each contents of the inputs, and returns the state; `run`
/// enqueues one launch with it. The state lives until the inputs change, or the row ends.
template <class Problem, class Views, class State>
[[nodiscard]] Prepared<Problem, Views> prepared(std::unique_ptr<State> (*make)(const Problem&, const Views&,
                                                                               Stream),
                                                void (*run)(const Problem&, const Views&, State&, Stream)) {
  return {[make](const Problem& problem, const Views& views, const Views&, Stream stream)
              -> std::shared_ptr<void> { return std::shared_ptr<State>(make(problem, views, stream)); },
          [run](const Problem& problem, const Views& views, const Views&, void* state, Stream stream) {
            run(problem, views, *static_cast<State*>(state), stream);
          }};
}

/// The same for a variant whose time includes the copies; see VariantSpec::launch_with_copies.
template <class Problem, class State, class Views>
[[nodiscard]] Prepared<Problem, Views> prepared_with_copies(std::unique_ptr<State> (*make)(const Problem&,
                                                                                           Stream),
                                                            void (*run)(const Problem&, const Views& device,
                                                                        const Views& host, State&, Stream)) {
  return {[make](const Problem& problem, const Views&, const Views&, Stream stream) -> std::shared_ptr<void> {
            return std::shared_ptr<State>(make(problem, stream));
          },
          [run](const Problem& problem, const Views& device, const Views& host, void* state, Stream stream) {
            run(problem, device, host, *static_cast<State*>(state), stream);
          },
          true};
}

/// Describes a variant of case `C`. Give exactly one of `launch`, `launch_with_copies`,
/// `launch_with_workspace`, `prepared` and `versions`. A launch function enqueues all work of the variant on
/// `stream` and returns without waiting for it.
template <CaseType C>
struct VariantSpec {
  using Problem = typename C::Problem;
  using Views = typename C::Views;
  using Launch = void (*)(const Problem&, const Views& views, Stream stream);

  /// Default: the file's path below its case without the extension, "gpu/modulo".
  std::string name{};
  /// The variant that this one builds on; empty for the first step of the ladder.
  std::string improves{};
  /// What this variant does differently, in one line.
  std::string idea{};
  /// Why the simulator cannot run it (inline PTX, a clock); empty if it can. See RUNGS_GPU_ONLY.
  std::string gpu_only{};
  /// Why its kernels spill registers to local memory; empty if they must not. `rungs static --check`
  /// compares this with the compiled code.
  std::string spills{};
  /// True for a host variant that runs on all CPUs instead of one; its speed of light then comes from the
  /// rates of all CPUs.
  bool all_cores = false;
  /// The kind of result, for a case with several kinds.
  ResultOf<C> result{};

  /// Inputs are in `views`, outputs go to `views`.
  Launch launch = nullptr;
  /// For variants whose time includes the copies: inputs are in `host` (pinned), outputs go to `host`, and
  /// the memory of `device` holds garbage. Inputs must be uploaded even if there is nothing to compute: they
  /// are checked on both sides.
  void (*launch_with_copies)(const Problem&, const Views& device, const Views& host, Stream stream) = nullptr;
  /// With copies: `host` is pageable memory, as from malloc.
  bool pageable = false;
  /// With copies: true for a variant that runs on all GPUs of the host, with memory of its own on each. What
  /// it leaves in the memory of `device` is not checked, and it has no speed of light.
  bool all_gpus = false;
  /// For variants that need memory between their passes: `workspace` has `workspace_bytes(problem)` bytes and
  /// holds garbage.
  void (*launch_with_workspace)(const Problem&, const Views& views, std::byte* workspace,
                                Stream stream) = nullptr;
  std::size_t (*workspace_bytes)(const Problem&) = nullptr;
  /// For variants compiled in several versions, as {"block=128;type=float", launch<128, float>}: the values
  /// of the axes, and the launch function. The first is the default; --param block=all runs all.
  std::vector<std::pair<std::string, Launch>> versions{};
  /// For variants that need a state: rungs::prepared(make, run), or prepared_with_copies.
  Prepared<Problem, Views> prepared{};
};

/// Registers a variant of case `C` on backend `B`. Errors that only show at run time end the program at
/// startup, with the name of the file.
template <CaseType C, Backend B>
class VariantOn {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): file is never given
  explicit VariantOn(VariantSpec<C> spec, const char* file = __builtin_FILE()) {
    check_case<C>();
    Implementation implementation;
    implementation.backend = B;
    implementation.file = file;
    implementation.with_copies = spec.launch_with_copies != nullptr || spec.prepared.with_copies;
    implementation.pageable = spec.pageable;
    implementation.all_gpus = spec.all_gpus;
    if (spec.workspace_bytes != nullptr) {
      implementation.workspace_bytes = [bytes = spec.workspace_bytes](const AnyProblem& problem) {
        return bytes(problem_of(problem).get());
      };
    }
    add_launches(implementation, spec);
    Registry::global().add(erased_case<C>(),
                           {spec.name, spec.improves, spec.idea, spec.gpu_only, spec.spills, spec.all_cores,
                            static_cast<int>(spec.result)},
                           std::move(implementation));
  }

 private:
  using Typed = TypedProblem<C>;
  static const Typed& problem_of(const AnyProblem& problem) { return static_cast<const Typed&>(problem); }

  /// Empty if the variant has no copies.
  static typename C::Views host_views(const LaunchArgs& args) {
    return args.host_memory.empty() ? typename C::Views{} : problem_of(args.problem).views(args.host_memory);
  }

  /// One version per launch function given; several kinds of launch functions are an error.
  static void add_launches(Implementation& to, const VariantSpec<C>& spec) {
    const auto add = [&](std::string params, auto launch) {
      to.versions.push_back({std::move(params), [launch](const LaunchArgs& args) {
                               const Typed& problem = problem_of(args.problem);
                               launch(problem.get(), problem.views(args.memory), args);
                             }});
    };
    const auto add_plain = [&](const std::string& params, typename VariantSpec<C>::Launch plain) {
      add(params,
          [plain](const auto& p, const auto& v, const LaunchArgs& args) { plain(p, v, args.stream); });
    };
    int kinds = 0;
    if (spec.launch != nullptr && ++kinds > 0) add_plain("", spec.launch);
    if (spec.launch_with_copies != nullptr && ++kinds > 0) {
      add("", [with = spec.launch_with_copies](const auto& p, const auto& v, const LaunchArgs& args) {
        with(p, v, host_views(args), args.stream);
      });
    }
    if (spec.launch_with_workspace != nullptr && ++kinds > 0) {
      add("", [with = spec.launch_with_workspace](const auto& p, const auto& v, const LaunchArgs& args) {
        with(p, v, args.workspace, args.stream);
      });
    }
    if (spec.prepared.launch && ++kinds > 0) {
      to.prepare = [make = spec.prepared.make](const LaunchArgs& args) {
        const Typed& problem = problem_of(args.problem);
        return make(problem.get(), problem.views(args.memory), host_views(args), args.stream);
      };
      add("", [run = spec.prepared.launch](const auto& p, const auto& v, const LaunchArgs& args) {
        run(p, v, host_views(args), args.state, args.stream);
      });
    }
    if (!spec.versions.empty()) ++kinds;
    for (const auto& [params, plain] : spec.versions) {
      if (plain != nullptr) add_plain(params, plain);
    }
    if (kinds != 1) {
      to.mistake = "has " + std::to_string(kinds) +
                   " launch functions; expected exactly one of launch, "
                   "launch_with_copies, launch_with_workspace, prepared and versions";
    }
    if ((spec.pageable || spec.all_gpus) && !to.with_copies)
      to.mistake = "pageable and all_gpus are for variants with copies, which this one is not";
    if ((spec.launch_with_workspace != nullptr) != (spec.workspace_bytes != nullptr))
      to.mistake = "launch_with_workspace and workspace_bytes belong together; one of them is missing";
  }
};

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
