#include "harness/output/output_file.hpp"

#include <filesystem>
#include <rungs/core/errors.hpp>

namespace rungs {

namespace fs = std::filesystem;

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

std::string beside(const std::string& rows_path, const std::string& kind) {
  return rows_path.empty() ? "" : fs::path(rows_path).replace_extension(kind + ".csv").string();
}

}  // namespace rungs
