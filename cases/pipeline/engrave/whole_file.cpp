#include "cases/pipeline/engrave/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <rungs/core/errors.hpp>
#include <span>
#include <system_error>

#include "cases/pipeline/files/disk_file.hpp"

namespace pipeline {
namespace {

/// A renamed file survives a loss of power only when its folder is on the disk, too.
void sync_folder(const std::filesystem::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // may be written, but not read
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

void write_whole(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".new";
  try {
    DiskFile file(temporary, DiskFile::Access::cached);
    file.clear();
    file.write(std::as_bytes(std::span(text)), 0);
    file.sync();
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
      throw rungs::Failed("writing " + path + ": " + std::generic_category().message(errno));
    }
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw;
  }
  sync_folder(path);
}

}  // namespace pipeline
