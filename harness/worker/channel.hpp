// Messages between two processes over a socket: a length, then so many bytes.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rungs {

/// One end of a connected socket; owns its descriptor.
class Channel {
 public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  /// Sends a message. False if the other end is gone.
  [[nodiscard]] bool send(std::string_view message) const;
  /// Waits up to `milliseconds` (-1: for ever) for something to read: a message, or the other end's closing.
  [[nodiscard]] bool readable(int milliseconds) const;
  /// From now on a part of a message that takes longer than this to come, or to be taken, ends it.
  void set_patience(std::chrono::seconds longest) const;
  /// What is written from now on has its sender's name.
  void name_senders() const;
  /// What another process has written is an error.
  void listen_to(pid_t process) { sender_ = process; }
  /// Receives a message; waits for it. Empty if the other end is gone. Throws Failed if what comes is no
  /// message, takes too long, or is from another process.
  [[nodiscard]] std::optional<std::string> receive() const;

 private:
  [[nodiscard]] bool send_all(const void* from, std::size_t bytes) const;
  [[nodiscard]] bool read_all(void* to, std::size_t bytes) const;
  int descriptor_;
  pid_t sender_ = 0;  ///< 0: anyone
};

}  // namespace rungs
