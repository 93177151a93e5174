#include "harness/worker/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

namespace rungs {

Channel::Channel(Channel&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Channel::~Channel() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Channel::send(const std::string& message) const {
  const std::uint64_t length = message.size();
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  bytes += message;
  for (std::size_t done = 0; done < bytes.size();) {
    const auto put = ::send(descriptor_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    done += static_cast<std::size_t>(put);
  }
  return true;
}

bool Channel::readable(int milliseconds) const {
  pollfd one{descriptor_, POLLIN, 0};
  return ::poll(&one, 1, milliseconds) > 0;
}

bool Channel::read_all(void* to, std::size_t bytes) const {
  for (std::size_t done = 0; done < bytes;) {
    const auto got = ::recv(descriptor_, static_cast<char*>(to) + done, bytes - done, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<std::string> Channel::receive() const {
  std::uint64_t length = 0;
  if (!read_all(&length, sizeof length)) return std::nullopt;
  std::string message(length, '\0');
  if (!read_all(message.data(), length)) return std::nullopt;
  return message;
}

}  // namespace rungs
