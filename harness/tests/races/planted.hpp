// Runs a kernel that is wrong on purpose, and its mended twin, under every order.
#pragma once

#include <fstream>
#include <string>
#include <vector>
#include "harness/tests/simulator_testing.hpp"
#include "harness/verify/guarded_memory.hpp"

namespace planted {

using simulator_testing::all_orders;
using simulator_testing::Shape;

constexpr unsigned words = 4096;
/// A buffer of 64 words that nobody has written, for kernels that want one.
inline unsigned* result = nullptr;
/// Takes so many words, all of them written; `right` says whether it is the mended one.
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
  const auto space = rungs::make_heap_space();
  rungs::GuardedMemory memory(*space, {{"out", rungs::Role::output, words * sizeof(unsigned)},
                                       {"result", rungs::Role::output, 64 * sizeof(unsigned)}});
  memory.poison(rungs::Role::output);
  rungs::fill_bytes(memory.memory()[0], 0, words * sizeof(unsigned), session.stream());
  result = static_cast<unsigned*>(memory.memory()[1]);
  try {
    rungs::launch({shape.blocks, shape.threads, session.stream(), shape.shared_bytes}, kernel,
                  static_cast<unsigned*>(memory.memory()[0]));
  } catch (const rungs::Misdeed& race) {
    return race.what();
  }
  return "";
}

/// Every order finds the wrong kernel, with its name, all marked lines and these words, and nothing in the
/// other.
inline void expect_found(const char* path, const std::string& name, Kernel wrong, Kernel mended, const Shape& shape,
                         const std::vector<std::string>& parts) {
  const auto lines = marked_lines(path, name);
  ASSERT_FALSE(lines.empty()) << name;
  for (const auto& settings : all_orders()) {
    SCOPED_TRACE(name);
    const std::string said = said_of(wrong, shape, settings);
    EXPECT_HAS(said, " in kernel " + name + ", block (");
    for (const std::string& line : lines) EXPECT_HAS(said, line);
    for (const std::string& part : parts) EXPECT_HAS(said, part);
    EXPECT_EQ(said_of(mended, shape, settings), "");
  }
}

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define EXPECT_FOUND(kernel, shape, ...) \
  planted::expect_found(__FILE__, #kernel, kernel<false>, kernel<true>, shape, {__VA_ARGS__})
// NOLINTEND(cppcoreguidelines-macro-usage)

}  // namespace planted
