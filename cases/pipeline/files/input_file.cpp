#include "cases/pipeline/files/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <rungs/core/errors.hpp>
#include <system_error>
#include <utility>

namespace pipeline {

namespace {

std::string system_text(int error) { return std::generic_category().message(error); }

}  // namespace

InputFile::InputFile(std::string path) : path_(std::move(path)) {
  // Without O_NONBLOCK, opening a FIFO would wait for its writer. Regular files do not heed it.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) fail("cannot be read: " + system_text(errno));
  struct stat facts {};
  const int error = ::fstat(descriptor_, &facts) != 0 ? errno : 0;
  if (error != 0 || !S_ISREG(facts.st_mode)) {
    ::close(descriptor_);
    fail("cannot be read: " + (error != 0 ? system_text(error) : "it is not a regular file"));
  }
  size_ = static_cast<std::uint64_t>(facts.st_size);
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::fail(const std::string& what) const { throw rungs::Failed(path_ + ": " + what); }

std::int64_t InputFile::read_some(std::span<std::byte> to, std::uint64_t at) noexcept {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got =
        ::pread(descriptor_, to.data() + done, to.size() - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes_read_ += done;
  return static_cast<std::int64_t>(done);
}

void InputFile::read(std::span<std::byte> to, std::uint64_t at) {
  const std::int64_t got = read_some(to, at);
  if (got < 0) fail("cannot be read at byte " + std::to_string(at) + ": " + system_text(errno));
  const std::size_t missing = to.size() - static_cast<std::size_t>(got);
  if (missing == 0) return;
  fail("ends at byte " + std::to_string(at + static_cast<std::size_t>(got)) + ", where " +
       std::to_string(missing) + " more bytes are expected");
}

}  // namespace pipeline
