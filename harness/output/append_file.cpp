#include "harness/output/append_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <rungs/core/errors.hpp>
#include <utility>

namespace rungs {

namespace fs = std::filesystem;

AppendFile::AppendFile(std::string option, std::string path)
    : option_(std::move(option)), path_(std::move(path)) {
  const auto refuse = [this](const std::string& why) {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    throw BadUsage(option_ + " " + path_ + ": " + why);
  };
  struct stat facts {};
  created_ = ::stat(path_.c_str(), &facts) != 0;
  // Opening a FIFO would wait for its reader.
  if (!created_ && !S_ISREG(facts.st_mode)) refuse("cannot be written: it is not a regular file");
  constexpr mode_t everybody = 0666;  // minus the user's umask
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, everybody);
  if (descriptor_ < 0) refuse(std::string("cannot be written: ") + std::strerror(errno));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    refuse(errno == EWOULDBLOCK ? "is being written by another run; wait for its end, or name another file"
                                : std::string("cannot be locked: ") + std::strerror(errno));
  }
}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t AppendFile::size() const {
  struct stat facts {};
  if (::fstat(descriptor_, &facts) != 0) throw Failed("reading " + path_ + ": " + std::strerror(errno));
  return static_cast<std::size_t>(facts.st_size);
}

std::string AppendFile::text() const {
  std::string text(size(), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const auto got = ::pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw BadUsage(option_ + " " + path_ + ": cannot be read: " + std::strerror(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  text.resize(done);
  return text;
}

bool AppendFile::start(std::string_view header, std::string_view there) {
  if (!header.starts_with(there) || there.size() == header.size()) return false;
  cut(0);
  try {
    append(header);
  } catch (const Failed& error) {
    throw BadUsage(option_ + " " + path_ + ": cannot be written: " + error.what());
  }
  return true;
}

void AppendFile::cut(std::size_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
    throw Failed("writing " + path_ + ": " + std::strerror(errno));
}

void AppendFile::replace(std::string_view text) {
  const std::string target = fs::canonical(path_).string();  // a link stays one
  const std::string path = target + ".new";
  std::remove(path.c_str());
  AppendFile written(option_, path);
  written.append(text);
  if (::fsync(written.descriptor_) != 0 || ::rename(path.c_str(), target.c_str()) != 0) {
    const std::string why = std::strerror(errno);
    std::remove(path.c_str());
    throw Failed("writing " + path_ + ": " + why);
  }
  std::swap(descriptor_, written.descriptor_);  // it has the lock of the new file
}

void AppendFile::append(std::string_view text) {
  const std::size_t before = size();
  while (!text.empty()) {
    const auto put = ::write(descriptor_, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      const std::string why = std::strerror(errno);
      cut(before);
      if (created_ && before == 0) ::unlink(path_.c_str());
      throw Failed("writing " + path_ + ": " + why);
    }
    text.remove_prefix(static_cast<std::size_t>(put));
  }
}

void require_output_file(const std::string& option, const std::string& path, bool may_exist) {
  const auto refuse = [&](const std::string& why) { throw BadUsage(option + " " + path + ": " + why); };
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) refuse("cannot be written: it is a folder");
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  if (!fs::is_directory(folder, ignored)) refuse("cannot be written: there is no folder " + folder.string());
  if (!fs::exists(path, ignored)) return;
  // Writing to a FIFO waits for its reader, and a device cannot be read back.
  if (!fs::is_regular_file(path, ignored)) refuse("cannot be written: it is not a regular file");
  if (!may_exist && fs::file_size(path, ignored) > 0) refuse_existing(option, path);
}

void refuse_existing(const std::string& option, const std::string& path) {
  throw BadUsage(option + " " + path +
                 (option == "--out" ? ": exists; add --resume to complete it, or name another file"
                                    : ": exists; name another file"));
}

void require_different_files(const std::vector<std::pair<std::string, std::string>>& outputs) {
  for (auto a = outputs.begin(); a != outputs.end(); ++a) {
    for (auto b = outputs.begin(); b != a; ++b) {
      if (a->second.empty() || b->second.empty()) continue;
      if (fs::weakly_canonical(fs::absolute(a->second)) != fs::weakly_canonical(fs::absolute(b->second)))
        continue;
      throw BadUsage(a->first + " " + a->second + ": is the file of " + b->first + " too; name another");
    }
  }
}

std::string companion_of(const std::string& rows_path, const std::string& kind) {
  return rows_path.empty() ? "" : fs::path(rows_path).replace_extension(kind + ".csv").string();
}

}  // namespace rungs
