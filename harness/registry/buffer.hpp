// How a case declares its buffers: which member of its views, how many elements, and what an input holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

namespace rungs {

/// An input is filled before a launch and must be found unchanged after it; an output is poisoned before a
/// launch and compared after it.
enum class Role { input, output };

/// What the harness must know to place a buffer, whatever its type.
struct BufferInfo {
  std::string name;
  Role role = Role::input;
  std::size_t bytes = 0;
  /// Outputs hold this byte before a launch: 0xFF makes a NaN of every float, 0xA5 marks every other type.
  std::byte poison{0xA5};
  std::size_t element_bytes = 1;
};

/// A buffer of a case whose views are `Views` (a struct with one pointer a buffer).
template <class Views>
struct Buffer {
  BufferInfo info;
  std::function<void(Views&, void*)> bind;             ///< points the view's member at the memory
  std::function<void(void*, std::uint64_t)> generate;  ///< fills an input from a seed
};

/// Declares an input of `count` elements. `generate(span, seed)` fills it and must depend on nothing else.
template <class Views, class T, class Generate>
[[nodiscard]] Buffer<Views> input(std::string name, const T* Views::*member, std::size_t count,
                                  Generate generate) {
  return {{std::move(name), Role::input, count * sizeof(T), std::byte{0xA5}, sizeof(T)},
          [member](Views& views, void* memory) { views.*member = static_cast<const T*>(memory); },
          [count, generate](void* memory, std::uint64_t seed) {
            generate(std::span<T>(static_cast<T*>(memory), count), seed);
          }};
}

/// Declares an output of `count` elements.
template <class Views, class T>
[[nodiscard]] Buffer<Views> output(std::string name, T* Views::*member, std::size_t count) {
  static_assert(!std::is_const_v<T>, "an output's view is a pointer to non-const elements");
  constexpr auto poison = std::is_floating_point_v<T> ? std::byte{0xFF} : std::byte{0xA5};
  return {{std::move(name), Role::output, count * sizeof(T), poison, sizeof(T)},
          [member](Views& views, void* memory) { views.*member = static_cast<T*>(memory); },
          {}};
}

}  // namespace rungs
