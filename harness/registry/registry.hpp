// The list of all variants, filled by static objects before main() and read in ladder order.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/registry/backend.hpp"
#include "harness/registry/case.hpp"

namespace rungs {

/// One launch of a variant: the problem, where its buffers lie, and the stream to use.
struct Call {
  const AnyProblem& problem;
  Memory memory;                   ///< where the backend computes
  Memory host_memory;              ///< pinned mirrors, for variants that copy; else empty
  std::byte* workspace = nullptr;  ///< for variants that ask for it
  Stream stream;
};

/// How one backend runs a variant.
struct Implementation {
  Backend backend = Backend::host;
  std::string file;
  std::function<void(const Call&)> launch;
  std::function<std::size_t(const AnyProblem&)> workspace_bytes;  ///< empty: none needed
  bool with_copies = false;                                       ///< reads and writes `host_memory`
};

/// What a variant says of itself.
struct VariantInfo {
  std::string name;      ///< below its case: "gpu/modulo"
  std::string improves;  ///< a name of the same case, or empty
  std::string idea;
  std::string gpu_only;    ///< why the simulator cannot run it, or empty
  std::string spills;      ///< why its kernels may spill registers, or empty
  bool all_cores = false;  ///< runs on every CPU, where other host variants run on one
  int launch_functions = 1;
  int result = 0;  ///< the kind of result, as the number of its case's enum
};

/// A variant with all the backends that it was compiled for.
struct RegisteredVariant {
  const AnyCase* owner = nullptr;
  VariantInfo info;
  std::map<Backend, Implementation> on;

  /// "stitch/gpu/modulo", as on the command line and in the CSV.
  [[nodiscard]] std::string full_name() const { return owner->name() + "/" + info.name; }
  /// Where its source is, relative to the project: "cases/stitch/gpu/modulo.cu".
  [[nodiscard]] std::string source() const;
};

/// All variants of the program.
class Registry {
 public:
  static Registry& global();

  /// Adds one variant on one backend. Ends the program with a message that names the files where two files
  /// give the same name, where the name is not the file's own path, or where not exactly one launch function
  /// is given.
  void add(const AnyCase& owner, VariantInfo info, Implementation implementation);

  /// Cases in alphabetical order, those that measure a ceiling last.
  [[nodiscard]] std::vector<const AnyCase*> cases() const;
  /// A case's variants as one climbs them: host before gpu before peer, each after the one it improves.
  [[nodiscard]] std::vector<const RegisteredVariant*> ladder(const AnyCase& of) const;
  /// Every variant, case by case.
  [[nodiscard]] std::vector<const RegisteredVariant*> all() const;
  /// nullptr where there is none.
  [[nodiscard]] const RegisteredVariant* find(const std::string& full_name) const;
  /// The variant that `variant` improves, and the first of its ladder; nullptr at the start of one.
  [[nodiscard]] const RegisteredVariant* previous(const RegisteredVariant& variant) const;
  [[nodiscard]] const RegisteredVariant* first(const RegisteredVariant& variant) const;

 private:
  std::map<std::string, RegisteredVariant> variants_;
};

}  // namespace rungs
