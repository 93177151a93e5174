#include "harness/worker/channel.hpp"
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <rungs/core/errors.hpp>

namespace rungs {
namespace {

/// The outputs of a large problem are some gigabytes.
constexpr std::uint64_t longest_message = std::uint64_t{1} << 40U;
constexpr std::size_t most_at_once = std::size_t{1} << 26U;

/// The process that has written what was received; 0 if the system does not say.
pid_t sender_of(msghdr& header) {
  ucred sender{};
  const cmsghdr* found = CMSG_FIRSTHDR(&header);
  if (found != nullptr && found->cmsg_level == SOL_SOCKET && found->cmsg_type == SCM_CREDENTIALS)
    std::memcpy(&sender, CMSG_DATA(found), sizeof sender);
  return sender.pid;
}

}  // namespace

Channel::~Channel() { ::close(descriptor_); }

bool Channel::send(std::string_view message) const {
  const std::uint64_t length = message.size();
  return send_all(&length, sizeof length) && send_all(message.data(), message.size());
}

bool Channel::send_all(const void* from, std::size_t bytes) const {
  for (std::size_t done = 0; done < bytes;) {
    const auto put = ::send(descriptor_, static_cast<const char*>(from) + done, bytes - done, MSG_NOSIGNAL);
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
    iovec place{static_cast<char*>(to) + done, bytes - done};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> about{};
    msghdr header{};
    header.msg_iov = &place;
    header.msg_iovlen = 1;
    header.msg_control = about.data();
    header.msg_controllen = about.size();
    const auto got = ::recvmsg(descriptor_, &header, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) throw Failed("it stopped in the middle of a message");
    if (got <= 0) return false;
    if (const pid_t sender = sender_of(header); sender_ != 0 && sender != 0 && sender != sender_)
      throw Failed("another process has answered in its place");
    done += static_cast<std::size_t>(got);
  }
  return true;
}

void Channel::name_senders() const {
  const int yes = 1;
  ::setsockopt(descriptor_, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
}

void Channel::set_patience(std::chrono::seconds longest) const {
  const timeval time{longest.count(), 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

std::optional<std::string> Channel::receive() const {
  std::uint64_t length = 0;
  if (!read_all(&length, sizeof length)) return std::nullopt;
  if (length > longest_message) throw Failed("it sent something that is no message");
  std::string message;
  while (message.size() < length) {  // memory only for what comes
    const std::size_t done = message.size();
    message.resize(done + std::min<std::size_t>(length - done, most_at_once));
    if (!read_all(message.data() + done, message.size() - done)) return std::nullopt;
  }
  return message;
}

}  // namespace rungs
