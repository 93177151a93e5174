// Files that are read and written: pictures, and files that are appended to. Of the kinds of PNG that are refused by
// name, scripts/tests/bench/test_command_line_pictures.py has more.
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <fstream>
#include <rungs/core/errors.hpp>
#include "harness/output/append_file.hpp"
#include "harness/output/csv.hpp"
#include "harness/output/gray_image.hpp"
#include "harness/tests/testing.hpp"

static int no_locks = 0;  // what flock fails with; 0: it works

extern "C" int flock(int descriptor, int how) noexcept {
  if (no_locks == 0) return static_cast<int>(::syscall(SYS_flock, descriptor, how));
  errno = no_locks;
  return -1;
}

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

TEST_F(GrayImageTest, ADamagedPngIsRefused) {
  std::string damaged = interlaced();
  damaged[damaged.size() / 2] ^= 0x10;
  expect_refused(damaged, "damaged");
}

TEST_F(GrayImageTest, ImpossibleSizesOfAPngAreRefusedBeforeMemoryIsTaken) {
  std::string header = interlaced();
  header.replace(16, 8, std::string("\0\0\0\0\0\0\0\x03", 8));
  expect_refused(header, "0x3");
  header.replace(16, 8, std::string("\x40\0\0\0\x40\0\0\0", 8));
  expect_refused(header, "needs 1152921504606846976 bytes");
  header.replace(16, 8, std::string("\xff\xff\xff\xff\0\0\0\x01", 8));
  expect_refused(header, "sides are up to");
}

TEST_F(GrayImageTest, EveryCutPictureIsRefused) {
  const std::string whole = interlaced();
  for (std::size_t length = 0; length < whole.size(); ++length) expect_refused(whole.substr(0, length), "");
  EXPECT_FALSE(read(whole).pixels.empty());
}

// Files that are appended to: without locks, and gone again where nothing was written.

TEST_F(OwnFolder, AFileSystemWithoutLocksIsWrittenAllTheSame) {
  no_locks = ENOLCK;
  AppendFile file("--out", path_);
  no_locks = 0;
  file.append("one\n");
  EXPECT_EQ(file.text(), "one\n");
}

}  // namespace
