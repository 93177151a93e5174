// CUDA's atomic functions. They are real atomics, since blocks run on several OS threads; all scopes behave the same.
#pragma once

#include <atomic>
#include <rungs/simulator/races.hpp>
#include <type_traits>

namespace rungs::simulator {

inline constexpr std::memory_order relaxed = std::memory_order_relaxed;

/// Replaces *address by change(*address); returns the old value.
template <class T, class Change> T atomic_change(T* address, Change change) {
  const std::atomic_ref<T> value(*address);
  T old = value.load(relaxed);
  while (!value.compare_exchange_weak(old, change(old), relaxed)) {
  }
  return old;
}

namespace subset {

// The operand's type is not deduced, so that a literal takes the type of the address. The constraint selects
// the overloads that CUDA has.
#define RUNGS_ATOMIC(name, constraint, old_value)                            \
  template <class T>                                                         \
  requires(constraint) T name(T* address, std::type_identity_t<T> operand) { \
    [[maybe_unused]] const std::atomic_ref<T> value(*address);               \
    return old_value;                                                        \
  }                                                                          \
  RUNGS_SCOPES(name)
#define RUNGS_SCOPES(name)                                                                     \
  template <class T, class... Operands>                                                        \
  auto name##_block(T* address, Operands... operands)->decltype(name(address, operands...)) {  \
    const races::WithinBlock within;                                                           \
    return name(address, operands...);                                                         \
  }                                                                                            \
  template <class T, class... Operands>                                                        \
  auto name##_system(T* address, Operands... operands)->decltype(name(address, operands...)) { \
    return name(address, operands...);                                                         \
  }

template <class T> inline constexpr bool is_word = std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T> inline constexpr bool is_unsigned_word = std::is_same_v<T, unsigned>;
/// All words but the long signed ones.
template <class T>
inline constexpr bool is_common_word = std::is_same_v<T, int> || (is_word<T> && std::is_unsigned_v<T>);

RUNGS_ATOMIC(atomicAdd, is_common_word<T> || std::is_floating_point_v<T>, value.fetch_add(operand, relaxed))
RUNGS_ATOMIC(atomicSub, is_common_word<T> && sizeof(T) == 4, value.fetch_sub(operand, relaxed))
RUNGS_ATOMIC(atomicExch, (is_common_word<T> || std::is_same_v<T, float>), value.exchange(operand, relaxed))
RUNGS_ATOMIC(atomicMin, is_word<T>, atomic_change(address, [=](T old) { return operand < old ? operand : old; }))
RUNGS_ATOMIC(atomicMax, is_word<T>, atomic_change(address, [=](T old) { return old < operand ? operand : old; }))
RUNGS_ATOMIC(atomicAnd, is_word<T>, value.fetch_and(operand, relaxed))
RUNGS_ATOMIC(atomicOr, is_word<T>, value.fetch_or(operand, relaxed))
RUNGS_ATOMIC(atomicXor, is_word<T>, value.fetch_xor(operand, relaxed))
RUNGS_ATOMIC(atomicInc, is_unsigned_word<T>,
             atomic_change(address, [=](T old) { return old >= operand ? 0 : old + 1; }))
RUNGS_ATOMIC(atomicDec, is_unsigned_word<T>,
             atomic_change(address, [=](T old) { return old == 0 || old > operand ? operand : old - 1; }))

/// Stores `desired` if *address equals `expected`; returns the old value.
template <class T>
requires(is_common_word<T> || std::is_same_v<T, unsigned short>) T
    atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
  std::atomic_ref<T>(*address).compare_exchange_strong(expected, desired, relaxed);
  return expected;
}
RUNGS_SCOPES(atomicCAS)

#undef RUNGS_ATOMIC
#undef RUNGS_SCOPES

}  // namespace subset
}  // namespace rungs::simulator
