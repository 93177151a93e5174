// The list of all variants, filled by static objects before main() and read in ladder order.
#pragma once

#include <functional>
#include <rungs/core/any_case.hpp>
#include <rungs/core/backend.hpp>

namespace rungs {

/// The arguments of one launch: the problem, its buffers, and the stream.
struct LaunchArgs {
  const AnyProblem& problem;
  Memory memory;                   ///< buffers where the backend computes
  Memory host_memory;              ///< mirrors on the host, for variants that copy; else empty
  std::byte* workspace = nullptr;  ///< for variants that need it
  Stream stream;
  void* state = nullptr;  ///< what Implementation::prepare returned, if the variant has it
};

/// One compiled version of a variant: the values of its axes, and its launch function.
struct CompiledVersion {
  std::string params;  ///< "block=128;type=float"; empty in a variant without axes
  std::function<void(const LaunchArgs&)> launch;
};

/// How one backend runs a variant.
struct Implementation {
  Backend backend = Backend::host;
  std::string file;
  std::vector<CompiledVersion> versions;                          ///< at least one; the first is the default
  std::function<std::size_t(const AnyProblem&)> workspace_bytes;  ///< empty: none needed
  bool with_copies = false;                                       ///< reads and writes `host_memory`
  bool pageable = false;                                          ///< `host_memory` is not pinned
  bool all_gpus = false;                                          ///< runs on all GPUs, not on one
  /// Creates the state for `launch` (a graph, a plan), once per row and outside the timing; usually empty.
  std::function<std::shared_ptr<void>(const LaunchArgs&)> prepare;
  /// Copies results that `launch` left elsewhere into the outputs, after a launch that is verified and
  /// outside the timing; empty if `launch` writes the outputs itself.
  std::function<void(const LaunchArgs&)> collect;
  /// What is wrong with how it is described; such a variant is refused.
  std::string mistake = {};

  /// The workspace for a problem, as one buffer; none if it needs none. Throws Failed for an absurd size.
  [[nodiscard]] std::vector<BufferInfo> workspace(const AnyProblem& problem) const;
};

/// What a variant is to the one that it improves. `gain`: meant to be faster. `back`: worse on purpose, so
/// that its technique is what the older one has. `question`: its result, or what its time includes, differs.
enum class Step { gain, back, question };

[[nodiscard]] constexpr std::string_view name_of(Step step) {
  return step == Step::gain ? "gain" : step == Step::back ? "back" : "question";
}

/// The description of a variant.
struct VariantInfo {
  std::string name;                    ///< path below its case: "gpu/modulo"
  std::string improves;                ///< another variant of the same case, or empty
  std::vector<std::string> technique;  ///< what that step applies, the main one first: "carry"
  Step step = Step::gain;
  std::string no_technique;  ///< why none fits the step, or empty
  std::string idea;
  std::string gpu_only;    ///< why the simulator cannot run it, or empty
  std::string spills;      ///< why its kernels may spill registers, or empty
  bool all_cores = false;  ///< runs on all CPUs; other host variants run on one
  int result = 0;          ///< kind of result, as the number in its case's enum
  /// The library that it calls, with its version ("CuPy 13.6"), for the column `compiler`; empty: the
  /// program's compiler.
  std::string built_with = {};
  std::string races = {};  ///< why races of its kernels make no difference, or empty
  bool tunable = false;    ///< its versions are there to be chosen from
};

/// An axis of compiled versions: its name and values, the default first.
struct Axis {
  std::string name;
  std::vector<std::string> values;
};

/// A variant with all backends that it was compiled for.
struct RegisteredVariant {
  const AnyCase* owner = nullptr;
  VariantInfo info;
  std::string source;  ///< relative to the project: "cases/stitch/gpu/modulo.cu"
  std::map<Backend, Implementation> on;

  /// "stitch/gpu/modulo", as on the command line and in the CSV.
  [[nodiscard]] std::string full_name() const { return owner->name() + "/" + info.name; }
  /// "median 3x3": the case, and the name of the variant's ladder if the case has several.
  [[nodiscard]] std::string ladder_name() const;
  /// In the order of declaration; most variants have none.
  [[nodiscard]] std::vector<Axis> axes() const;
};

/// All cases and variants of the program.
class Registry {
 public:
  static Registry& global();

  /// Adds a case, even if it has no variant in this build.
  void add(const AnyCase& one);
  /// Adds one variant on one backend; without versions (gpu_only, on the simulator) it is only listed. An
  /// empty name is taken from the file's path. Ends the program with one line that names the file if two
  /// files give the same name, the path gives none, or the versions have different axes.
  void add(const AnyCase& owner, VariantInfo info, Implementation implementation);
  /// Records a source that the build compiled into this program because it is in a folder of variants.
  void expect(const std::string& file);
  /// Throws BadUsage with one line that names the file if an expected source has registered nothing, or a
  /// variant improves one that does not exist.
  void check() const;

  /// Cases in alphabetical order, those that measure a ceiling last.
  [[nodiscard]] std::vector<const AnyCase*> cases() const;
  /// The variants of a case in ladder order: host before gpu before peer, each after the one it improves. If
  /// the case has several ladders, one after the other.
  [[nodiscard]] std::vector<const RegisteredVariant*> ladder(const AnyCase& of) const;
  /// Every variant, case by case.
  [[nodiscard]] std::vector<const RegisteredVariant*> all() const;
  /// Null if there is none.
  [[nodiscard]] const RegisteredVariant* find(const std::string& full_name) const;
  [[nodiscard]] const AnyCase* find_case(const std::string& name) const;
  /// The variant that `variant` improves; null for the first of a ladder.
  [[nodiscard]] const RegisteredVariant* previous(const RegisteredVariant& variant) const;

 private:
  std::map<std::string, const AnyCase*> cases_;
  std::map<std::string, RegisteredVariant> variants_;
  std::vector<std::string> expected_;
};

}  // namespace rungs
