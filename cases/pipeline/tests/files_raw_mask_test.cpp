// Masks in raw files: every window has the pixels that were stored.
#include <gtest/gtest.h>

#include <filesystem>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"
#include "cases/pipeline/tests/files_windows.hpp"

namespace pipeline {
namespace {

using tests::Bytes;
using tests::expect_all_windows;
using tests::expect_contains;
using tests::expect_refused_windows;
using tests::failure;
using tests::pattern;
using tests::Scratch;

TEST(RawMask, ReadsEveryWindow) {
  for (const ImageShape shape : {ImageShape{1, 1}, {1, 501}, {501, 1}, {127, 131}}) {
    const Scratch scratch;
    const Bytes image = pattern(shape.bytes());
    tests::store(scratch / "raw", image);
    const auto mask = open_raw_mask(scratch / "raw", shape);
    expect_all_windows(*mask, image);
    EXPECT_GE(mask->disk_bytes(), image.size());
    expect_refused_windows(*mask);
  }
}

TEST(RawMask, RefusesOtherFiles) {
  const Scratch scratch;
  expect_contains(failure([&] { (void)open_raw_mask(scratch / "no", {3, 3}); }), "No such file");
  expect_contains(failure([&] { (void)open_raw_mask("/dev/zero", {3, 3}); }), "not a regular file");
  tests::store(scratch / "raw", pattern(10));
  expect_contains(failure([&] {
                    (void)open_raw_mask(scratch / "raw", {3, 3});
                  }),
                  "has 10 bytes; expected 3 x 3 = 9");
}

TEST(RawMask, ReportsAFileThatBecameShorter) {
  const Scratch scratch;
  tests::store(scratch / "raw", pattern(100));
  const auto mask = open_raw_mask(scratch / "raw", {10, 10});
  std::filesystem::resize_file(scratch / "raw", 50);
  std::vector<std::uint8_t> memory(100);
  expect_contains(failure([&] { mask->read({memory.data(), 10, {0, 0, 10, 10}}); }), "ends at byte 50");
}

}  // namespace
}  // namespace pipeline
