// How a case declares its buffers: member of its views, number of elements, and contents of inputs.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <rungs/core/numbers.hpp>
#include <span>
#include <string>

namespace rungs {

/// An input is filled before a launch and must be unchanged after it. An output is poisoned before a launch
/// and compared after it.
enum class Role { input, output };

/// What the harness must know to allocate a buffer, whatever its type.
struct BufferInfo {
  std::string name;
  Role role = Role::input;
  std::size_t bytes = 0;
  /// Outputs hold this byte before a launch: 0xFF makes every float a NaN, 0xA5 is for all other types.
  std::byte poison{0xA5};
  std::size_t element_bytes = 1;
  /// Of an output of numbers: element `i` as a number, and back. Null for other outputs.
  double (*number)(const void* elements, std::size_t i) = nullptr;
  void (*set_number)(void* elements, std::size_t i, double value) = nullptr;
};

/// A buffer of a case with views `Views` (a struct with one pointer per buffer).
template <class Views> struct Buffer {
  BufferInfo info;
  std::function<void(Views&, void*)> bind;             ///< sets the member of the views to the memory
  std::function<void(void*, std::uint64_t)> generate;  ///< fills an input from a seed
};

/// Declares an input of `count` elements. `generate(span, seed)` fills it and must depend only on its arguments.
template <class Views, class T, class Generate>
[[nodiscard]] Buffer<Views> input(std::string name, const T* Views::*member, std::size_t count, Generate generate) {
  return {{std::move(name), Role::input, count * sizeof(T), std::byte{0xA5}, sizeof(T)},
          [member](Views& views, void* memory) { views.*member = static_cast<const T*>(memory); },
          [count, generate](void* memory, std::uint64_t seed) {
            generate(std::span<T>(static_cast<T*>(memory), count), seed);
          }};
}

namespace detail {

template <class T> double number(const void* elements, std::size_t i) {
  return to_double(static_cast<const T*>(elements)[i]);
}

template <class T> void set_number(void* elements, std::size_t i, double value) {
  T& element = static_cast<T*>(elements)[i];
  if constexpr (std::is_floating_point_v<T>) {
    element = static_cast<T>(value);
  } else if constexpr (is_floating<T>) {
    element = T(static_cast<float>(value));
  } else {
    constexpr T most = std::numeric_limits<T>::max();
    element = value < static_cast<double>(most) ? static_cast<T>(value) : most;
  }
}

}  // namespace detail

/// Declares an output of `count` elements.
template <class Views, class T>
[[nodiscard]] Buffer<Views> output(std::string name, T* Views::*member, std::size_t count) {
  static_assert(!std::is_const_v<T>, "an output's view is a pointer to non-const elements");
  constexpr auto poison = is_floating<T> ? std::byte{0xFF} : std::byte{0xA5};
  BufferInfo info{std::move(name), Role::output, count * sizeof(T), poison, sizeof(T)};
  if constexpr (std::is_arithmetic_v<T> || is_floating<T>) {
    info.number = detail::number<T>;
    info.set_number = detail::set_number<T>;
  }
  return {std::move(info), [member](Views& views, void* memory) { views.*member = static_cast<T*>(memory); }, {}};
}

}  // namespace rungs
