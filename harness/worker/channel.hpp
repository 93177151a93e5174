// Messages between two processes over a socket: a length, then so many bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace rungs {

/// One end of a connected socket; owns its descriptor.
class Channel {
 public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  /// Sends a message. False if the other end is gone.
  [[nodiscard]] bool send(const std::string& message) const;
  /// Waits up to `milliseconds` (-1: for ever) for something to read: a message, or the other end's closing.
  [[nodiscard]] bool readable(int milliseconds) const;
  /// Receives a message; waits for it. Empty if the other end is gone.
  [[nodiscard]] std::optional<std::string> receive() const;

 private:
  [[nodiscard]] bool read_all(void* to, std::size_t bytes) const;
  int descriptor_;
};

}  // namespace rungs
