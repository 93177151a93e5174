// Files that are read and written: pictures, of which what is read is as it was stored; and sources that ask for the
// simulator. Of the kinds of PNG that are refused by name,
// scripts/tests/bench/test_command_line_choice.py has more.
#include <gtest/gtest.h>
#include <fstream>
#include <rungs/core/errors.hpp>
#include "harness/output/gray_image.hpp"
#include "harness/output/list.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

class GrayImageTest : public OwnFolder {
 protected:
  [[nodiscard]] GrayImage read(const std::string& contents) const {
    put(path_, contents);
    return read_gray_image(path_);
  }
  void expect_refused(const std::string& contents, const std::string& why) const {
    const std::string text = message_of<BadUsage>([&] { return read(contents).width; });
    EXPECT_TRUE(text.starts_with("--input " + path_ + ": ")) << text << contents;
    EXPECT_TRUE(text.ends_with("; expected an 8-bit gray PNG")) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_HAS(text, why);
  }
};

/// 5x3 pixels y * 100 + x, interlaced and with a gamma of 1.
std::string interlaced() {
  const std::string digits =
      "89504e470d0a1a0a0000000d4948445200000005000000030800000001095aaab20000000467414d41000186a031e896"
      "5f0000001e4944415478da636060606160623871ea0c032333c3c9d30c29a969e91900339205fb12df1ccc0000000049"
      "454e44ae426082";
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

TEST_F(GrayImageTest, AnInterlacedOneWithGammaIsReadAsStored) {
  const std::vector<std::uint8_t> rows{0, 1, 2, 3, 4, 100, 101, 102, 103, 104, 200, 201, 202, 203, 204};
  EXPECT_EQ(read(interlaced()).pixels, rows);
}

TEST_F(GrayImageTest, ADamagedOrCutOneIsRefusedAndAnImpossibleSizeBeforeMemoryIsTaken) {
  const std::string whole = interlaced();
  for (std::size_t length = 0; length < whole.size(); ++length) expect_refused(whole.substr(0, length), "");
  std::string damaged = whole, huge = whole;
  damaged[damaged.size() / 2] ^= 0x10;
  expect_refused(damaged, "damaged");
  huge.replace(16, 8, std::string("\x40\0\0\0\x40\0\0\0", 8));
  expect_refused(huge, "needs 1152921504606846976 bytes");
}

TEST(OtherCode, OfTheSimulatorIsFoundWithItsLine) {
  const std::string file = ::testing::TempDir() + "/other_code.cu";
  const auto found = [&](const std::string& text) {
    std::ofstream(file) << text;
    return rungs::other_code_on_simulator(file);
  };
  EXPECT_EQ(found("int a;\n#ifdef RUNGS_SIMULATOR\n#endif\n"), "other_code.cu:2: #ifdef RUNGS_SIMULATOR");
  EXPECT_EQ(found("#if defined(__CUDA_ARCH__) && X\n"), "other_code.cu:1: #if defined(__CUDA_ARCH__) && X");
  EXPECT_EQ(found("#if X\n  # elif RUNGS_SIMULATOR\n"), "other_code.cu:2: # elif RUNGS_SIMULATOR");
  for (const char* same : {"", "// #ifdef RUNGS_SIMULATOR\n", "#ifndef RUNGS_SIMULATOR\n#endif\n",
                           "#if !defined(RUNGS_SIMULATOR)\n#endif\n", "#ifdef __CUDA_ARCH_LIST\n"})
    EXPECT_EQ(found(same), "") << same;
  EXPECT_EQ(rungs::other_code_on_simulator("/nowhere/a.cu"), "");
}

}  // namespace
