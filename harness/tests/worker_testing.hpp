// Variants with a moment of mischief, and runs of the command line over them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <rungs/main.hpp>
#include <rungs/variant.hpp>
#include <string>
#include <vector>

#include "harness/output/csv.hpp"
#include "harness/output/row.hpp"
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/fake_gpu.hpp"
#include "harness/tests/mischief.hpp"

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
  VariantSpec<ramp::Case> spec;
  spec.name = name;
  spec.idea = "made to be caught";
  spec.launch = launch<in_launch, mischief, backend>;
  return VariantOn<ramp::Case, backend>(spec);
}
inline void nothing() {}

/// Runs the command line with workers, over variants of the ramp, into a file of rows.
class Workers : public testing::Test {
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
    std::ifstream file(path_);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::map<std::string, Record> found;
    for (const Record& record : parse_csv(text, path_)) {
      if (record.front() != row_schema()) continue;
      EXPECT_TRUE(found.emplace(record[column("variant")], record).second) << "a row is there twice";
    }
    return found;
  }

  /// The lines of one kind of the side table; none if there is none.
  [[nodiscard]] std::vector<Record> side_lines(const std::string& kind) const {
    const std::string path = (folder_ / "rows.side.csv").string();
    std::vector<Record> lines;
    if (std::filesystem::exists(path)) lines = parse_csv(read_text(path), path);
    std::erase_if(lines, [&](const Record& line) { return line[RowKey::columns().size()] != kind; });
    return lines;
  }

  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("rungs-workers-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "rows.csv").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  std::string path_, table_, errors_;
  std::string deadline_s_ = "1";
};

}  // namespace rungs::testing_workers
