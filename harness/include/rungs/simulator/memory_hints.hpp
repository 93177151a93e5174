// Loads and stores with cache hints: here they are plain loads and stores.
#pragma once

#include <type_traits>

namespace rungs::simulator::subset {

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
#define RUNGS_LOAD(name) \
  template <class T> T name(const T* address) { return *address; }
#define RUNGS_STORE(name) \
  template <class T> void name(T* address, std::type_identity_t<T> value) { *address = value; }

RUNGS_LOAD(__ldg)
RUNGS_LOAD(__ldca)
RUNGS_LOAD(__ldcg)
RUNGS_LOAD(__ldcs)
RUNGS_LOAD(__ldcv)
RUNGS_LOAD(__ldlu)
RUNGS_STORE(__stcg)
RUNGS_STORE(__stcs)
RUNGS_STORE(__stwb)
RUNGS_STORE(__stwt)

#undef RUNGS_LOAD
#undef RUNGS_STORE
// NOLINTEND(bugprone-reserved-identifier)

}  // namespace rungs::simulator::subset
