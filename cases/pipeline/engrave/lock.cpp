#include "cases/pipeline/engrave/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <rungs/core/errors.hpp>
#include <system_error>
#include <utility>

namespace pipeline {

Lock::Lock(std::string path, const std::string& busy)
    : path_(std::move(path)), created_(!std::filesystem::exists(path_)) {
  constexpr mode_t everybody = 0666;  // minus the user's umask
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, everybody);
  const auto reason = [] { return std::generic_category().message(errno); };
  if (descriptor_ < 0) throw rungs::Failed(path_ + ": cannot be written: " + reason());
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const std::string why = errno == EWOULDBLOCK ? busy : "cannot be locked: " + reason();
  ::close(descriptor_);
  throw rungs::Failed(path_ + ": " + why);
}

Lock::~Lock() {
  if (created_) ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace pipeline
