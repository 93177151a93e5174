#include "cases/pipeline/files/disk_sink.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <rungs/core/errors.hpp>

namespace pipeline {
namespace {

std::uint64_t round_down(std::uint64_t value) { return value / DiskFile::alignment * DiskFile::alignment; }

std::size_t buffer_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t most = 8U << 20U;
  // A range that begins just before a boundary of the file's blocks reaches into one more of them.
  return std::min(most, round_down(std::min(most, bytes) + 2 * DiskFile::alignment - 1));
}

/// Waits for a write, and throws its error, each time it is called.
void wait_for(const std::shared_future<void>& written) {
  if (written.valid()) written.get();
}

}  // namespace

std::size_t DiskSink::memory(std::uint64_t bytes) { return std::tuple_size_v<decltype(ring_)> * buffer_bytes(bytes); }

DiskSink::DiskSink(const std::string& path, Part range, Budget& budget, DiskFile::SystemWrite system_write)
    : file_(path, system_write), range_(range), from_(range.first), at_(range.first) {
  for (Buffer& buffer : ring_) buffer.memory = Block(budget, buffer_bytes(range.size()));
}

void DiskSink::hand_over() {
  Buffer& buffer = ring_[current_];
  const std::span<const std::byte> bytes(buffer.memory.data() + from_ % DiskFile::alignment, at_ - from_);
  const auto write = [&file = file_, bytes, from = from_] {
    // The main thread gets the signals of the user, and SIGXFSZ, which would end the program, becomes an
    // error of the write.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    file.write(bytes, from);
  };
  buffer.written = std::async(std::launch::async, write).share();
  current_ = (current_ + 1) % ring_.size();
  from_ = at_;
}

void DiskSink::write(std::span<const std::byte> bytes) {
  if (bytes.size() > range_.last - at_) {
    throw rungs::Failed(
        fmt::format("writing {}: got more than the {} bytes that were announced", file_.path(), range_.size()));
  }
  while (!bytes.empty()) {
    const Buffer& buffer = ring_[current_];
    if (at_ == from_) wait_for(buffer.written);
    // An address in the buffer has the same remainder as its offset in the file, as direct access needs it.
    const std::uint64_t begin = round_down(from_);
    const std::uint64_t end = begin + buffer.memory.size();
    const std::size_t piece = std::min<std::size_t>(bytes.size(), end - at_);
    std::memcpy(buffer.memory.data() + (at_ - begin), bytes.data(), piece);
    bytes = bytes.subspan(piece);
    at_ += piece;
    if (at_ == end) hand_over();
  }
}

void DiskSink::sync() {
  if (at_ != from_) hand_over();
  for (std::size_t i = 0; i < ring_.size(); ++i) wait_for(ring_[(current_ + i) % ring_.size()].written);
  file_.sync();
}

void DiskSink::finish() {
  if (at_ != range_.last) {
    throw rungs::Failed(fmt::format("writing {}: got {} of {} bytes", file_.path(), at_ - range_.first, range_.size()));
  }
  sync();
}

}  // namespace pipeline
