#include "cases/pipeline/files/disk_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <rungs/core/errors.hpp>
#include <system_error>
#include <utility>

namespace pipeline {

namespace {

static_assert(sizeof(off_t) == 8, "files of more than 2 GiB");

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

DiskFile::DiskFile(std::string path, Access access, SystemWrite system_write)
    : path_(std::move(path)), system_write_(system_write) {
  struct stat facts {};
  // Opening a FIFO would wait for its reader.
  if (::stat(path_.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    throw rungs::Failed(path_ + ": cannot be written: it is not a regular file");
  }
  constexpr mode_t everybody = 0666;  // minus the user's umask
  cached_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, everybody);
  if (cached_ < 0) throw rungs::Failed(path_ + ": cannot be written: " + reason(errno));
  if (access == Access::direct) direct_ = ::open(path_.c_str(), O_WRONLY | O_DIRECT | O_CLOEXEC);
  use_direct_ = direct_ >= 0;
}

DiskFile::~DiskFile() {
  ::close(cached_);
  if (direct_ >= 0) ::close(direct_);
}

void DiskFile::fail(const std::string& where, int error) const {
  throw rungs::Failed("writing " + path_ + where + ": " + reason(error));
}

void DiskFile::expect_space(std::uint64_t bytes) const {
  struct statvfs disk {};
  struct stat facts {};
  if (::fstatvfs(cached_, &disk) != 0 || ::fstat(cached_, &facts) != 0) fail("", errno);
  constexpr std::uint64_t bytes_per_block = 512;  // of st_blocks, whatever the file system's blocks are
  const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  const std::uint64_t held = static_cast<std::uint64_t>(facts.st_blocks) * bytes_per_block;
  if (bytes > free + held) {
    throw rungs::Failed("writing " + path_ + ": it needs " + std::to_string(bytes) +
                        " bytes, but its disk has " + std::to_string(free) + " free" +
                        (held > 0 ? " and the file has " + std::to_string(held) + " already" : ""));
  }
}

void DiskFile::resize(std::uint64_t bytes) {
  if (::ftruncate(cached_, static_cast<off_t>(bytes)) != 0) fail("", errno);
}

void DiskFile::lock(const std::string& busy) {
  if (::flock(cached_, LOCK_EX | LOCK_NB) == 0) return;
  throw rungs::Failed(path_ + ": " + (errno == EWOULDBLOCK ? busy : "cannot be locked: " + reason(errno)));
}

DiskFile::Piece DiskFile::next_piece(std::span<const std::byte> bytes, std::uint64_t at) const {
  if (!use_direct_) return {cached_, bytes.size()};
  const std::size_t into = at % alignment;
  if (into != 0) return {cached_, std::min(bytes.size(), alignment - into)};
  const std::size_t whole = bytes.size() / alignment * alignment;
  const bool aligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0;
  if (whole == 0 || !aligned) return {cached_, bytes.size()};
  return {direct_, whole};
}

void DiskFile::write(std::span<const std::byte> bytes, std::uint64_t at) {
  while (!bytes.empty()) {
    const Piece piece = next_piece(bytes, at);
    const ssize_t put = system_write_(piece.descriptor, bytes.data(), piece.bytes, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0 && errno == EINVAL && piece.descriptor == direct_) {
      // This file system opens files for direct access, but has other rules for writing them.
      use_direct_ = false;
      continue;
    }
    if (put <= 0) fail(" at byte " + std::to_string(at), put < 0 ? errno : EIO);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    at += static_cast<std::uint64_t>(put);
    written_ += static_cast<std::uint64_t>(put);
  }
}

void DiskFile::sync() {
  if (::fsync(cached_) != 0) fail("", errno);
}

}  // namespace pipeline
