// Variants with a moment of mischief, and runs of the command line over them.
#pragma once

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <rungs/main.hpp>
#include <rungs/variant.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>
#include "harness/output/csv.hpp"
#include "harness/output/row.hpp"
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/mischief.hpp"
#include "harness/tests/testing.hpp"

namespace rungs::testing_workers {

/// The launch in which a variant does its mischief: the first two are verified, later ones are timed.
inline constexpr int first = 1;
inline constexpr int timed = 15;
inline constexpr int every = -1;

/// A variant that computes what it should, and in one launch calls `mischief` before. It computes on the
/// host: of the GPUs it can use only the tests' own.
template <int in_launch, void (*mischief)(), Backend backend>
void launch(const ramp::Problem& p, const ramp::Views& v, Stream) {
  if (backend == Backend::cuda && std::getenv(fake_gpu_variable) == nullptr)
    throw Unsupported("is made for the tests' made-up GPU");
  static int launches = 0;
  if (++launches == in_launch || in_launch == every) mischief();
  ramp::Case::reference(p, v);
}

template <int in_launch, void (*mischief)(), Backend backend = Backend::host>
VariantOn<ramp::Case, backend> variant(const char* name) {
  return VariantOn<ramp::Case, backend>(
      {.name = name, .idea = "made to be caught", .launch = launch<in_launch, mischief, backend>});
}
inline void nothing() {}

/// Runs the command line with workers, over variants of the ramp, into a file of rows.
class Workers : public OwnFolder {
 protected:
  /// Runs the command line with these options; returns its exit code.
  int run(std::vector<std::string> options) {
    options.insert(options.begin(), "bench");
    for (const char* one :
         {"--progress=never", "--min-samples=40", "--min-time=0", "--max-noise=1000", "--time-limit=2"}) {
      options.emplace_back(one);
    }
    options.push_back("--deadline=" + deadline_s_);
    options.push_back("--out=" + path_);
    std::vector<char*> arguments;
    for (std::string& one : options) arguments.push_back(one.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = rungs::main(static_cast<int>(arguments.size()), arguments.data());
    table_ = testing::internal::GetCapturedStdout();
    errors_ = testing::internal::GetCapturedStderr();
    return code;
  }

  /// The rows of the file, by variant.
  [[nodiscard]] std::map<std::string, Record> rows() const {
    std::map<std::string, Record> found;
    for (const Record& record : parse_csv(read_text(path_), path_)) {
      if (record.front() != row_schema()) continue;
      EXPECT_TRUE(found.emplace(record[column("variant")], record).second) << "a row is there twice";
    }
    return found;
  }

  /// A field of a variant's row.
  [[nodiscard]] std::string field(const std::string& variant, const char* name) const {
    const auto found = rows();
    return found.contains(variant) ? found.at(variant)[column(name)] : "there is no row";
  }

  /// The status of each row by variant.
  using Statuses = std::map<std::string, std::string>;
  [[nodiscard]] Statuses statuses() const {
    Statuses found;
    for (const auto& [variant, row] : rows()) found[variant] = row[column("status")];
    return found;
  }

  /// Runs rows of the host into a new file; returns the status of each.
  Statuses statuses_of(std::vector<std::string> options) {
    std::filesystem::remove(path_);
    options.emplace_back("--backend=host");
    run(std::move(options));
    return statuses();
  }

  /// What this program prints as the command line over the tests' cases, and how it ended (see waitpid).
  static std::pair<std::string, int> alone(const std::string& options) {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    // NOLINTNEXTLINE(bugprone-command-processor): a process of its own is what is tested
    FILE* pipe = ::popen((self + " --bench --progress=never " + options).c_str(), "r");
    std::string text;
    for (int letter = std::fgetc(pipe); letter != EOF; letter = std::fgetc(pipe)) text += static_cast<char>(letter);
    return {text, ::pclose(pipe)};
  }

  /// The lines of a file next to the rows; none if there is none.
  [[nodiscard]] std::vector<Record> lines_beside(const std::string& name) const {
    const std::string path = (folder_ / name).string();
    return std::filesystem::exists(path) ? parse_csv(read_text(path), path) : std::vector<Record>{};
  }

  /// The lines of one kind of the side table.
  [[nodiscard]] std::vector<Record> side_lines(const std::string& kind) const {
    std::vector<Record> lines = lines_beside("rows.side.csv");
    std::erase_if(lines, [&](const Record& line) { return line[RowKey::columns().size()] != kind; });
    return lines;
  }

  std::string table_, errors_;
  std::string deadline_s_ = "1";
};

/// Names a file for the numbers of processes.
inline constexpr const char* processes_variable = "RUNGS_TEST_PROCESSES";
inline void notes_process() {
  if (const char* path = std::getenv(processes_variable)) std::ofstream(path, std::ios::app) << ::getpid() << '\n';
}

/// Workers whose rows can note their processes.
class NotedWorkers : public Workers {
 protected:
  NotedWorkers() { ::setenv(processes_variable, noted_.c_str(), 1); }
  ~NotedWorkers() override { ::unsetenv(processes_variable); }
  /// How many processes have been noted, other than this one.
  [[nodiscard]] std::size_t noted() const {
    std::set<int> numbers;
    std::ifstream file(noted_);
    for (int number = 0; file >> number;) numbers.insert(number);
    numbers.erase(::getpid());
    return numbers.size();
  }

 private:
  const std::string noted_ = (folder_ / "processes").string();
};

/// Workers on the tests' made-up GPU, in this process and in them. `folder_ / "gone"`, once it is there,
/// says that the GPU is lost.
class FakeGpuWorkers : public Workers {
 protected:
  FakeGpuWorkers() {
    ::setenv(fake_gpu_variable, (folder_ / "gone").c_str(), 1);
    use_fake_gpu();
  }
  ~FakeGpuWorkers() override {
    set_gpu_backend(before_);
    ::unsetenv(fake_gpu_variable);
  }

 private:
  const std::optional<GpuBackend> before_ = set_gpu_backend(std::nullopt);
};

}  // namespace rungs::testing_workers
