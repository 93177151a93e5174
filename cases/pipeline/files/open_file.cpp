#include "cases/pipeline/files/open_file.hpp"
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <rungs/core/errors.hpp>
#include <system_error>
#include <utility>

namespace pipeline {
namespace {

static_assert(sizeof(off_t) == 8, "files of more than 2 GiB");

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_writing(const std::string& path, const std::string& why) {
  throw rungs::Failed("writing " + path + why);
}

}  // namespace

OpenFile::OpenFile(std::string path, int flags, const std::string& use) : path_(std::move(path)) {
  struct stat facts {};
  // Opening a FIFO would wait for its other end.
  const bool other = ::stat(path_.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
  constexpr mode_t everybody = 0666;  // minus the user's umask
  if (!other) descriptor_ = ::open(path_.c_str(), flags | O_CLOEXEC, everybody);
  if (descriptor_ < 0) fail("cannot be " + use + ": " + (other ? "it is not a regular file" : reason(errno)));
}

void OpenFile::fail(const std::string& what) const { throw rungs::Failed(path_ + ": " + what); }

InputFile::InputFile(std::string path)
    : OpenFile(std::move(path), O_RDONLY, "read"),
      size_(static_cast<std::uint64_t>(::lseek(descriptor(), 0, SEEK_END))) {}

std::int64_t InputFile::read_some(std::span<std::byte> to, std::uint64_t at) const noexcept {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got = ::pread(descriptor(), to.data() + done, to.size() - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(done);
}

void InputFile::read(std::span<std::byte> to, std::uint64_t at) const {
  const std::int64_t got = read_some(to, at);
  if (got < 0) fail(fmt::format("cannot be read at byte {}: {}", at, reason(errno)));
  const auto read = static_cast<std::uint64_t>(got);
  if (read == to.size()) return;
  fail(fmt::format("ends at byte {}, where {} more bytes are expected", at + read, to.size() - read));
}

DiskFile::DiskFile(std::string path, SystemWrite system_write)
    : OpenFile(std::move(path), O_WRONLY | O_CREAT, "written"),
      system_write_(system_write),
      direct_(::open(this->path().c_str(), O_WRONLY | O_DIRECT | O_CLOEXEC)),
      use_direct_(direct_ >= 0) {}

DiskFile::~DiskFile() {
  if (direct_ >= 0) ::close(direct_);
}

void DiskFile::resize(std::uint64_t bytes) {
  if (::ftruncate(descriptor(), static_cast<off_t>(bytes)) != 0) fail_writing(path(), ": " + reason(errno));
}

void DiskFile::lock(const std::string& busy) {
  if (::flock(descriptor(), LOCK_EX | LOCK_NB) == 0) return;
  fail(errno == EWOULDBLOCK ? busy : "cannot be locked: " + reason(errno));
}

void DiskFile::write(std::span<const std::byte> bytes, std::uint64_t at) {
  while (!bytes.empty()) {
    const bool may_be_direct = use_direct_;
    const std::size_t into = at % alignment;
    const bool direct = may_be_direct && into == 0 && bytes.size() >= alignment &&
                        reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0;
    std::size_t piece = bytes.size();
    if (direct) piece -= piece % alignment;
    if (may_be_direct && into != 0) piece = std::min(piece, alignment - into);  // the next may be direct
    const ssize_t put = system_write_(direct ? direct_ : descriptor(), bytes.data(), piece, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0 && errno == EINVAL && direct) {
      // This file system opens files for direct access, but has other rules for writing them.
      use_direct_ = false;
      continue;
    }
    if (put <= 0) fail_writing(path(), fmt::format(" at byte {}: {}", at, reason(put < 0 ? errno : EIO)));
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    at += static_cast<std::uint64_t>(put);
    written_ += static_cast<std::uint64_t>(put);
  }
}

void DiskFile::sync() {
  if (::fsync(descriptor()) != 0) fail_writing(path(), ": " + reason(errno));
}

}  // namespace pipeline
