// Structs as bytes and back, for messages between two processes of one program. A struct takes part through
// one function next to it, for both directions, which names all its fields:
//   void fields(auto& archive, Interval& i) {
//     auto& [low, high] = i;  // all of them: the compiler refuses a list that is too short
//     archive(low, high);
//   }
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>

namespace rungs {

/// Bytes are not the message that was to be read.
struct BadMessage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes values behind `bytes`, or reads them from their start: numbers, enums, texts, vectors, pairs,
/// arrays, optional values, variants and structs with `fields`. Reading throws BadMessage, and takes memory
/// only for what is there.
template <bool reads> class Archive {
 public:
  using Bytes = std::conditional_t<reads, const std::string, std::string>;
  explicit Archive(Bytes& bytes) : bytes_(bytes) {}

  template <class... T> void operator()(T&... values) { (one(values), ...); }
  /// The bytes that were not read yet.
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  template <class T> void one(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      raw(&value, sizeof value);
    } else if constexpr (requires { value.resize(0); }) {
      std::size_t size = value.size();
      one(size);
      require(!reads || size <= left());  // each takes a byte or more
      for (std::size_t i = 0; i < size; ++i) {
        if constexpr (reads) value.resize(i + 1);
        one(value[i]);
      }
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      std::apply(*this, value);
    } else {
      fields(*this, value);
    }
  }
  void one(bool& value) {
    auto byte = static_cast<std::uint8_t>(value);
    one(byte);
    require(byte < 2);
    value = byte == 1;
  }
  void one(std::string& text) {
    std::size_t size = text.size();
    one(size);
    require(!reads || size <= left());
    if constexpr (reads) text.resize(size);
    raw(text.data(), size);
  }
  template <class T> void one(std::optional<T>& value) {
    bool there = value.has_value();
    one(there);
    if constexpr (reads) value = there ? std::optional<T>(T{}) : std::nullopt;
    if (value) one(*value);
  }
  template <class... T> void one(std::variant<T...>& value) {
    auto index = static_cast<std::uint8_t>(value.index());
    one(index);
    if constexpr (reads) {
      std::uint8_t i = 0;
      require(((i++ == index && (value = T{}, true)) || ...));
    }
    std::visit(*this, value);
  }
  void one(std::monostate) {}

  void raw(void* value, std::size_t size) {
    if constexpr (reads) {
      require(size <= left());
      std::memcpy(value, bytes_.data() + at_, size);
      at_ += size;
    } else {
      bytes_.append(static_cast<const char*>(value), size);
    }
  }
  static void require(bool good) {
    if (!good) throw BadMessage("a message is cut off, or is none");
  }

  Bytes& bytes_;
  std::size_t at_ = 0;
};

}  // namespace rungs
