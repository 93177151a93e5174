#include "harness/output/append_file.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <rungs/core/errors.hpp>

namespace rungs {

namespace fs = std::filesystem;

namespace {

constexpr const char* standard_output = "-";

/// True if a path leads to the file that is open under a descriptor.
bool leads_to(const std::string& path, int descriptor) {
  struct stat there {
  }, own{};
  return ::stat(path.c_str(), &there) == 0 && ::fstat(descriptor, &own) == 0 && there.st_dev == own.st_dev &&
         there.st_ino == own.st_ino;
}

/// Some file systems (NFS, Lustre) have no locks.
void warn_of_no_lock(const std::string& path) {
  [[maybe_unused]] static const bool once = [&] {
    const char* const why = std::strerror(errno);
    std::fprintf(stderr, "bench: %s: cannot be locked (%s): let no other run write it\n", path.c_str(), why);
    return true;
  }();
}

}  // namespace

AppendFile::AppendFile(std::string option, std::string path)
    : option_(std::move(option)), path_(std::move(path)), stream_(is_stream(path_)) {
  const auto refuse = [this](const std::string& why) {
    close(0);
    throw BadUsage(option_ + " " + path_ + ": " + why);
  };
  const auto refuse_writing = [&](const std::string& why) { refuse("cannot be written: " + why); };
  if (path_ == standard_output) {
    std::fflush(stdout);
    std::cout.flush();
    descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (descriptor_ < 0) refuse_writing(std::strerror(errno));
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    return;
  }
  struct stat facts {};
  created_ = ::stat(path_.c_str(), &facts) != 0;
  if (!created_ && S_ISDIR(facts.st_mode)) refuse_writing("it is a folder");
  if (!created_ && !stream_ && !S_ISREG(facts.st_mode)) refuse_writing("it is neither a file nor a stream");
  if (const std::string why = make_folders(); !why.empty()) refuse_writing(why);
  constexpr mode_t everybody = 0666;  // minus the user's umask
  // Without O_NONBLOCK, opening a FIFO would wait for its reader.
  const int how = stream_ ? O_WRONLY | O_NONBLOCK : O_RDWR | O_CREAT | O_APPEND;
  descriptor_ = ::open(path_.c_str(), how | O_CLOEXEC, everybody);
  if (descriptor_ < 0) refuse_writing(errno == ENXIO ? "nothing reads from it" : std::strerror(errno));
  if (stream_) {
    ::fcntl(descriptor_, F_SETFL, 0);  // from now on, writing waits
    return;
  }
  const bool locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  if (!locked && errno != EWOULDBLOCK) {
    warn_of_no_lock(path_);
  } else if (!locked || ::fstat(descriptor_, &facts) != 0 || facts.st_nlink == 0) {
    // A file without a name is one that its writer has removed or replaced.
    created_ = false;  // the other's is not to be removed
    refuse("is being written by another run; wait for its end, or name another file");
  }
  written_ = size();
}

AppendFile::~AppendFile() { close(std::uncaught_exceptions() > 0 ? header_ : 0); }

std::string AppendFile::make_folders() {
  if (!created_) return "";
  std::error_code error;
  std::vector<fs::path> missing;
  for (fs::path folder = fs::path(path_).parent_path(); !folder.empty() && !fs::exists(folder, error);
       folder = folder.parent_path())
    missing.push_back(folder);
  for (; !missing.empty(); missing.pop_back()) {
    if (fs::create_directory(missing.back(), error)) made_folders_.insert(made_folders_.begin(), missing.back());
    if (error) return missing.back().string() + ": " + error.message();
  }
  return "";
}

void AppendFile::close(std::size_t nothing) {
  if (descriptor_ >= 0 && path_ == standard_output) {
    std::fflush(stdout);
    std::cout.flush();
    ::dup2(descriptor_, STDOUT_FILENO);
  }
  std::error_code ignored;
  struct stat facts {};
  if (descriptor_ >= 0 && created_ && ::fstat(descriptor_, &facts) == 0 &&
      static_cast<std::size_t>(facts.st_size) <= nothing)
    ::unlink(fs::canonical(path_, ignored).c_str());                        // not a link to it
  for (const std::string& folder : made_folders_) ::rmdir(folder.c_str());  // stays if it is not empty
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

std::size_t AppendFile::size() const {
  if (stream_) return 0;
  struct stat facts {};
  if (::fstat(descriptor_, &facts) != 0) throw Failed("reading " + path_ + ": " + std::strerror(errno));
  return static_cast<std::size_t>(facts.st_size);
}

std::string AppendFile::text() {
  if (stream_) return "";
  std::string text(size(), '\0');
  if (::pread(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    throw BadUsage(option_ + " " + path_ + ": cannot be read: " + std::strerror(errno));
  mark_ = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return text.substr(mark_);
}

bool AppendFile::start(std::string_view header, std::string_view there) {
  if (!header.starts_with(there) || there.size() == header.size()) return false;
  cut(0);
  header_ = header.size();
  append(header);
  return true;
}

void AppendFile::cut(std::size_t size) {
  if (size == 0) mark_ = 0;
  if (!stream_ && ::ftruncate(descriptor_, static_cast<off_t>(mark_ + size)) != 0)
    throw Failed("writing " + path_ + ": " + std::strerror(errno));
  written_ = this->size();
}

void AppendFile::replace(std::string_view text) {
  if (size() == 0) return append(text);                      // so is a stream
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
  written_ = written.written_;
}

bool AppendFile::as_written() const { return stream_ || (leads_to(path_, descriptor_) && size() == written_); }

void AppendFile::move_on() {
  fs::path path;
  for (int number = 2; fs::exists(path = companion_of(path_, std::to_string(number))); ++number) {
  }
  const std::string kept = text().substr(0, written_);
  AppendFile second(option_, path);
  second.append(kept);
  moved_ = path_ + " was changed by something else during the run, which ends; it goes on in " + second.path_;
  path_ = second.path_;
  std::swap(descriptor_, second.descriptor_);
  second.created_ = false;  // what it closes is the first file
  mark_ = 0;
}

void AppendFile::append(std::string_view text) {
  if (!as_written()) move_on();
  const std::size_t before = size();
  while (!text.empty()) {
    const auto put = ::write(descriptor_, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      const std::string why = std::strerror(errno);
      if (!stream_) static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(before)));
      throw Failed("writing " + (path_ == standard_output ? "to standard output" : path_) + ": " + why);
    }
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  written_ = size();
}

void require_output_file(const std::string& option, const std::string& path, bool may_exist) {
  if (path.empty() || is_stream(path)) return;  // the reader of a stream would see its end
  // Those that are created are empty, and so go again.
  if (AppendFile file(option, path); !may_exist && !file.text().empty()) refuse_existing(option, path);
  std::remove((path + ".new").c_str());  // which a run that was killed has left
  const AppendFile replacement(option, path + ".new");
}

bool is_stream(const std::string& path) {
  struct stat facts {};
  return path == standard_output || (::stat(path.c_str(), &facts) == 0 &&
                                     (S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode) || S_ISSOCK(facts.st_mode)));
}

bool is_standard_output(const std::string& path) { return path == standard_output || leads_to(path, STDOUT_FILENO); }

void refuse_existing(const std::string& option, const std::string& path) {
  throw BadUsage(option + " " + path +
                 (option == "--out" ? ": exists; add --resume to complete it, or name another file"
                                    : ": exists; name another file"));
}

void require_different_files(const std::vector<std::pair<std::string, std::string>>& outputs) {
  for (auto a = outputs.begin(); a != outputs.end(); ++a) {
    for (auto b = outputs.begin(); b != a; ++b) {
      if (a->second.empty() || b->second.empty()) continue;
      std::error_code error;  // said when they are opened
      const auto place = [&](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(path, error), error);
      };
      if (place(a->second) != place(b->second) || error) continue;
      throw BadUsage(a->first + " " + a->second + ": is the file of " + b->first + " too; name another");
    }
  }
}

std::string companion_of(const std::string& rows_path, const std::string& kind) {
  return rows_path.empty() || is_stream(rows_path) ? "" : fs::path(rows_path).replace_extension(kind + ".csv").string();
}

}  // namespace rungs
