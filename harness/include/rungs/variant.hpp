// How to register a variant: one object with designated initialisers, at the end of its file.
#pragma once

#include <concepts>
#include <rungs/core/registry.hpp>
#include <rungs/core/typed_problem.hpp>
#include <type_traits>

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

/// One launch of a variant of case `C`: all that it may use.
template <CaseType C> struct Call {
  const typename C::Problem& problem;  ///< valid as long as the row
  typename C::Views views;             ///< the buffers where the backend computes
  typename C::Views host;              ///< with `copies_itself`: the same buffers on the host; otherwise empty
  std::byte* workspace;                ///< with `workspace_bytes`: so many bytes of garbage; otherwise null
  Stream stream;
  void* prepared;  ///< see state()

  /// What `prepare` has returned, which must be an `S`.
  template <class S> [[nodiscard]] S& state() const { return *static_cast<S*>(prepared); }
};

/// A launch function: void(const Call<C>&) or, short, void(const Problem&, const Views&, Stream). It enqueues
/// all work of the variant on the stream and returns without waiting for it.
template <CaseType C> struct LaunchOf {
  std::function<void(const Call<C>&)> run;
  bool short_form = false;  ///< it sees no copies on the host, no workspace and no state

  LaunchOf() = default;
  template <std::invocable<const Call<C>&> Function>
  LaunchOf(Function function) : run(function) {}  // NOLINT(google-explicit-constructor)
  template <std::invocable<const typename C::Problem&, const typename C::Views&, Stream> Function>
  LaunchOf(Function function) : short_form(true) {  // NOLINT(google-explicit-constructor)
    if constexpr (std::is_pointer_v<Function>) {
      if (function == nullptr) return;  // not compiled here
    }
    run = [function](const Call<C>& call) { function(call.problem, call.views, call.stream); };
  }
};

/// How a variant uses the host's memory. Joined by |.
enum MemoryUse : unsigned {
  not_the_hosts = 0,
  /// Its time includes the copies: inputs are in `host` (pinned), outputs go to `host`, and the memory of
  /// `views` holds garbage. Inputs must be uploaded even if there is nothing to compute: they are checked on
  /// both sides.
  copies_itself = 1,
  pageable = 2  ///< with `copies_itself`: `host` is pageable memory, as from malloc
};
constexpr MemoryUse operator|(MemoryUse a, MemoryUse b) {
  return static_cast<MemoryUse>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// Describes a variant of case `C`. Give `launch` or `versions`, and what else applies, in this order.
template <CaseType C> struct VariantSpec {
  using Problem = typename C::Problem;
  using Views = typename C::Views;

  /// Default: the file's path below its case without the extension, "gpu/modulo".
  std::string name{};
  /// The variant that this one builds on; empty for the first step of the ladder.
  std::string improves{};
  /// The optimisations of that step, the main one first, by their ids in reference/techniques.csv or a file
  /// like it: {"coalesce"}. Steps between host and GPU have none.
  std::vector<std::string> technique{};
  /// `back` for a variant that is worse on purpose, `question` for another result or time.
  Step step = Step::gain;
  /// Why no technique fits the step.
  std::string no_technique{};
  /// What this variant does differently, in one line.
  std::string idea{};
  /// Why the simulator cannot run it (inline PTX, a clock); empty if it can. See RUNGS_GPU_ONLY.
  std::string gpu_only{};
  /// Why its kernels spill registers to local memory; empty if they must not. `rungs static --check`
  /// compares this with the compiled code.
  std::string spills{};
  /// Why races of its kernels in global memory, or what they read there before it is written, make no
  /// difference to the result; empty if there must be none. The race check then passes over them.
  std::string races{};
  /// True for a host variant that runs on all CPUs instead of one; its speed of light then comes from the
  /// rates of all CPUs.
  bool all_cores = false;
  /// The kind of result, for a case with several kinds.
  ResultOf<C> result{};

  LaunchOf<C> launch{};
  /// `copies_itself`, or `copies_itself | pageable`.
  MemoryUse memory = not_the_hosts;
  /// With copies: true for a variant that runs on all GPUs of the host, with memory of its own on each. What
  /// it leaves in the memory of `views` is not checked, and it has no speed of light.
  bool all_gpus = false;
  /// The memory that it needs between its passes.
  std::size_t (*workspace_bytes)(const Problem&) = nullptr;
  /// Makes a state (a graph, a plan, a descriptor), outside the timing, once for each contents of the inputs;
  /// may return a std::unique_ptr of any type. The state lives until the inputs change, or the row ends.
  std::function<std::shared_ptr<void>(const Call<C>&)> prepare{};
  /// For variants compiled in several versions, as {"block=128;type=float", launch<128, float>}: the values
  /// of the axes, and the launch function. The first is the default; --param block=all runs all.
  std::vector<std::pair<std::string, LaunchOf<C>>> versions{};
  /// True if bench --tune tries all versions.
  bool tunable = false;
};

/// Registers a variant of case `C` on backend `B`. Errors that only show at run time end the program at
/// startup, with the name of the file.
template <CaseType C, Backend B> class VariantOn {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): file is never given
  explicit VariantOn(VariantSpec<C> spec, const char* file = __builtin_FILE()) {
    check_case<C>();
    Implementation made;
    made.backend = B;
    made.file = file;
    made.mistake = mistake_in(spec);
    made.with_copies = (spec.memory & copies_itself) != 0;
    made.pageable = (spec.memory & pageable) != 0;
    made.all_gpus = spec.all_gpus;
    if (spec.launch.run) spec.versions.emplace_back("", spec.launch);
    for (const auto& [params, launch] : spec.versions) {
      if (launch.run) made.versions.push_back({params, erased(launch.run)});
    }
    if (spec.prepare) made.prepare = erased(spec.prepare);
    if (spec.workspace_bytes != nullptr) {
      made.workspace_bytes = [bytes = spec.workspace_bytes](const AnyProblem& problem) {
        return bytes(problem_of(problem).get());
      };
    }
    VariantInfo info{spec.name, spec.improves, spec.technique, spec.step,      spec.no_technique,
                     spec.idea, spec.gpu_only, spec.spills,    spec.all_cores, static_cast<int>(spec.result)};
    info.races = spec.races;
    info.tunable = spec.tunable;
    Registry::global().add(erased_case<C>(), std::move(info), std::move(made));
  }

 private:
  using Typed = TypedProblem<C>;
  static const Typed& problem_of(const AnyProblem& problem) { return static_cast<const Typed&>(problem); }

  /// The same function for the type-erased arguments.
  template <class Function> static auto erased(Function function) {
    return [function](const LaunchArgs& args) {
      const Typed& problem = problem_of(args.problem);
      typename C::Views host{};
      if (!args.host_memory.empty()) host = problem.views(args.host_memory);
      return function(
          Call<C>{problem.get(), problem.views(args.memory), host, args.workspace, args.stream, args.state});
    };
  }

  /// What is wrong with a description; usually empty.
  static std::string mistake_in(const VariantSpec<C>& spec) {
    if (static_cast<bool>(spec.launch.run) != spec.versions.empty()) {
      return std::string("has ") + (spec.launch.run ? "both launch and versions" : "no launch function") +
             "; expected either launch or versions";
    }
    if (spec.tunable && spec.versions.size() < 2) return "is tunable, but has no versions to choose from";
    if ((spec.memory & copies_itself) == 0 && (spec.memory != 0 || spec.all_gpus))
      return "pageable and all_gpus are for variants with copies, which this one is not";
    bool short_form = spec.launch.short_form;
    for (const auto& [params, launch] : spec.versions) short_form = short_form || launch.short_form;
    if (short_form && (spec.memory != 0 || spec.workspace_bytes != nullptr || spec.prepare)) {
      return "has memory, workspace_bytes or prepare, which its launch function cannot use; expected "
             "void launch(const rungs::Call<Case>&)";
    }
    return "";
  }
};

#if defined(RUNGS_SIMULATOR)
inline namespace on_simulator {
template <CaseType C> using Variant = VariantOn<C, Backend::simulator>;
}
#elif defined(__CUDACC__)
inline namespace on_cuda {
template <CaseType C> using Variant = VariantOn<C, Backend::cuda>;
}
#else
inline namespace on_host {
template <CaseType C> using Variant = VariantOn<C, Backend::host>;
}
#endif

}  // namespace rungs
