// What this build is: filled in by the build itself, so that it cannot go stale.
#pragma once

#include <string>

namespace rungs {

/// Facts of the build.
struct BuildFacts {
  std::string version;   ///< of the product
  std::string commit;    ///< short hash, "-dirty" behind it where the tree had changes; "unknown" without git
  std::string compiler;  ///< of the host code
  std::string cuda;      ///< version of the CUDA compiler; empty without one
  bool optimised;        ///< false in a build whose times mean nothing
};
[[nodiscard]] const BuildFacts& build_facts();

}  // namespace rungs
