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

void InputFile::read(std::span<std::byte> to, std::uint64_t at) {
  while (!to.empty()) {
    const ssize_t got = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read at byte " + std::to_string(at) + ": " + system_text(errno));
    if (got == 0) {
      fail("ends at byte " + std::to_string(at) + ", where " + std::to_string(to.size()) +
           " more bytes are expected");
    }
    to = to.subspan(static_cast<std::size_t>(got));
    at += static_cast<std::uint64_t>(got);
    bytes_read_ += static_cast<std::uint64_t>(got);
  }
}

}  // namespace pipeline
