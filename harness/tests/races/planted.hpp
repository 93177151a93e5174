// Runs a kernel that is wrong on purpose, and its mended twin, under every order.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "harness/tests/simulator_testing.hpp"

namespace planted {

using simulator_testing::all_orders;
using simulator_testing::Shape;

/// A kernel of 4096 zeros; `right` says whether it is the mended one.
using Kernel = void (*)(unsigned*);

/// "file.cpp:12" of the lines that end with the comment "// name".
inline std::vector<std::string> marked_lines(const std::string& path, const std::string& name) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  std::string line;
  for (unsigned number = 1; std::getline(file, line); ++number) {
    if (line.ends_with("  // " + name))
      lines.push_back(path.substr(path.rfind('/') + 1) + ":" + std::to_string(number));
  }
  return lines;
}

/// What is said of a kernel; "" if nothing is.
inline std::string said_of(Kernel kernel, const Shape& shape, const rungs::simulator::Settings& settings) {
  simulator_testing::Session session(settings);
  std::vector<unsigned> out(4096);
  try {
    rungs::launch({shape.blocks, shape.threads, session.stream(), shape.shared_bytes}, kernel, out.data());
  } catch (const rungs::Race& race) {
    return race.what();
  }
  return "";
}

/// Every order finds the wrong kernel, with its name, all marked lines and these words, and nothing in the other.
inline void expect_found(const char* path, const std::string& name, Kernel wrong, Kernel mended, const Shape& shape,
                         const std::vector<std::string>& words) {
  const auto lines = marked_lines(path, name);
  ASSERT_FALSE(lines.empty()) << name;
  for (const auto& settings : all_orders()) {
    const std::string said = said_of(wrong, shape, settings);
    EXPECT_HAS(said, " in kernel " + name + ", block (");
    for (const std::string& line : lines) EXPECT_HAS(said, line);
    for (const std::string& word : words) EXPECT_HAS(said, word);
    EXPECT_EQ(said_of(mended, shape, settings), "") << name;
  }
}

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define EXPECT_FOUND(kernel, shape, ...) \
  planted::expect_found(__FILE__, #kernel, kernel<false>, kernel<true>, shape, {__VA_ARGS__})
// NOLINTEND(cppcoreguidelines-macro-usage)

}  // namespace planted
