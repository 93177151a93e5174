// The sinks: any shape, any pieces, parts of one file. DiskSink: what goes past the page cache, and what the system's
// errors become.
#include <gtest/gtest.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <random>
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using namespace tests;

constexpr std::size_t ample = std::size_t{100} << 20;

/// Writes the bytes in pieces of odd lengths.
void stream(Sink& sink, std::span<const std::byte> bytes) {
  std::mt19937 random(static_cast<unsigned>(bytes.size()));
  while (!bytes.empty()) {
    const std::size_t piece = std::min<std::size_t>(bytes.size(), random() % 100003 | 1);
    Bytes copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(piece));
    sink.write(copy);
    std::ranges::fill(copy, std::byte{0xdd});  // the caller may use its memory again
    bytes = bytes.subspan(piece);
  }
  sink.finish();
}

/// The image that a file holds; a BigTIFF is read by libtiff.
Bytes pixels_in(SinkKind kind, const std::string& path, Frame shape) {
  if (kind == SinkKind::raw) return contents(path);
  Budget budget("host", ample);
  Bytes pixels(shape.pixels());
  auto* const to = reinterpret_cast<std::uint8_t*>(pixels.data());
  open_tiff_mask(path, shape, budget)->read({to, shape.width, {0, 0, shape.width, shape.height}});
  return pixels;
}

TEST_F(Files, SinkAFileHoldsTheImageInPlaceOfWhatItHeld) {
  for (const Frame shape : {Frame{1, 1}, {1, 7919}, {7919, 1}, {127, 131}, {4097, 31}, {8191, 4099}, {20000000, 3}}) {
    for (const auto kind : {SinkKind::raw, SinkKind::bigtiff}) {
      const Bytes bytes = pattern(shape.pixels());
      tests::store(path_, pattern(shape.pixels() + 100000));
      Budget budget("host", sink_bytes(kind, shape));
      auto sink = make_sink(kind, path_, shape, budget);
      stream(*sink, bytes);
      EXPECT_GE(sink->disk_bytes(), bytes.size());
      sink.reset();
      EXPECT_EQ(budget.used(), 0U);
#ifndef RUNGS_HAS_TIFF
      if (kind == SinkKind::bigtiff) continue;
#endif
      EXPECT_EQ(pixels_in(kind, path_, shape), bytes);
    }
  }
}

#ifdef RUNGS_HAS_TIFF
TEST_F(Files, SinkAnUnfinishedBigTiffIsNone) {
  Budget budget("host", ample);
  const Frame shape{127, 131};
  make_sink(SinkKind::bigtiff, path_, shape, budget)->write(pattern(shape.pixels()));
  EXPECT_HAS(failure([&] { (void)pixels_in(SinkKind::bigtiff, path_, shape); }), "is not a TIFF");
}
#endif

std::atomic<unsigned> calls = 0;

ssize_t in_pieces(int descriptor, const void* from, std::size_t bytes, off_t at) {
  const unsigned call = calls++;
  if (call % 3 == 1) return errno = EINTR, -1;
  const std::size_t piece = std::min<std::size_t>(bytes, 1 + call * 577 % 5000);
  // A direct write of an odd length is the system's to refuse; a short one may end anywhere.
  const std::size_t most = piece % 4096 == 0 || bytes % 4096 != 0 ? piece : 4096;
  return ::pwrite(descriptor, from, std::min(bytes, most), at);
}

ssize_t not_direct(int descriptor, const void* from, std::size_t bytes, off_t at) {
  if (bytes % DiskFile::alignment == 0 && bytes > 0 && at % 4096 == 0 && calls++ == 0) return errno = EINVAL, -1;
  return ::pwrite(descriptor, from, bytes, at);
}

template <int error> ssize_t fails_later(int descriptor, const void* from, std::size_t bytes, off_t at) {
  if (at >= 20000) return errno = error, error == 0 ? 0 : -1;
  return ::pwrite(descriptor, from, std::min<std::size_t>(bytes, 4096), at);
}

std::mutex seen_mutex;
std::vector<std::pair<off_t, std::size_t>> seen;  ///< where, and how many bytes

ssize_t noted(int descriptor, const void* from, std::size_t bytes, off_t at) {
  const std::lock_guard lock(seen_mutex);
  seen.emplace_back(at, bytes);
  return ::pwrite(descriptor, from, bytes, at);
}

/// Returns how many bytes were given to the system.
std::uint64_t write_all(const std::string& path, std::uint64_t first, const Bytes& bytes, std::size_t piece,
                        DiskFile::SystemWrite system_write = ::pwrite) {
  Budget budget("host", DiskSink::memory(bytes.size()));
  DiskSink sink(path, {first, first + bytes.size()}, budget, system_write);
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    sink.write(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
  }
  sink.finish();
  return sink.disk_bytes();
}

TEST_F(Files, DiskSinkWritesAnyRangeAndNothingOutsideIt) {
  for (const std::size_t first : {0, 1, 4095, 4096, 4097, 12288}) {
    for (const std::size_t size : {1, 4095, 4096, 4097, 8191, 20000}) {
      Bytes expected(40000, std::byte{0xee});
      tests::store(path_, expected);
      const Bytes bytes = pattern(size);
      EXPECT_EQ(write_all(path_, first, bytes, 777), size);
      std::ranges::copy(bytes, expected.begin() + static_cast<std::ptrdiff_t>(first));
      EXPECT_EQ(contents(path_), expected) << first << " " << size;
    }
  }
}

TEST_F(Files, DiskSinkWritesWholeBlocksPastTheCache) {
  seen.clear();
  write_all(path_, 4000, pattern(20000), 20000, noted);
  std::ranges::sort(seen);
  if (seen.size() == 1) GTEST_SKIP() << "no direct access to files in the temporary folder";
  EXPECT_EQ(seen, (decltype(seen){{4000, 96}, {4096, 16384}, {20480, 20000 - 96 - 16384}}));
}

TEST_F(Files, DiskSinkGoesOnAfterShortInterruptedAndRefusedDirectWrites) {
  for (const auto write : {in_pieces, not_direct}) {
    tests::store(path_, {});
    calls = 0;
    const Bytes bytes = pattern(300001);
    write_all(path_, 0, bytes, 1000, write);
    EXPECT_EQ(contents(path_), bytes);
  }
}

TEST_F(Files, DiskSinkReportsTheFileTheOffsetAndTheReason) {
  // A disk that takes nothing, and says no more about it, must not be waited for.
  for (const auto& [write, reason] : {std::pair{&fails_later<ENOSPC>, ENOSPC}, {&fails_later<0>, EIO}}) {
    const std::string message = failure([&, write = write] { write_all(path_, 0, pattern(100000), 1000, write); });
    // The write that failed began at the first multiple of 4096 that is not below 20000.
    EXPECT_EQ(message, "writing " + path_ + " at byte 20480: " + std::strerror(reason));
  }
}

}  // namespace
}  // namespace pipeline
