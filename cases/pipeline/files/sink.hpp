// Where the image goes, as one stream of bytes from the first row to the last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <string>
#include "cases/pipeline/files/open_file.hpp"
#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

enum class SinkKind { null, raw, bigtiff };

/// Takes the image's bytes in order. Used by one thread. This one drops them.
class Sink {
 public:
  virtual ~Sink() = default;
  /// The next bytes of the stream, of any number; they may be overwritten once this returns. Waits while the
  /// disk is behind. Throws rungs::Failed with the file, the offset and the system's reason if they, or earlier
  /// ones, cannot be written.
  virtual void write(std::span<const std::byte>) {}
  /// Waits until the bytes so far are on the disk. Throws like `write`.
  virtual void sync() {}
  /// Waits until everything is on the disk, and completes the file. Throws like `write`.
  virtual void finish() {}
  /// Bytes given to the system so far, headers and index arrays among them.
  [[nodiscard]] virtual std::uint64_t disk_bytes() const { return 0; }
};

/// A part [first, last) of an image, counted in bytes unless something else is said; by default all of it.
struct Part {
  std::uint64_t first = 0;
  std::uint64_t last = ~std::uint64_t{0};

  [[nodiscard]] std::uint64_t size() const { return last - first; }
};

/// Writes into a range of a file in the background, while its caller computes the next bytes. A disk that is behind
/// makes `write` wait; the memory stays the same.
class DiskSink : public Sink {
 public:
  /// Bytes of the file. The buffers come out of the budget. Without `finish` the range is incomplete: the
  /// destructor waits only for what is being written.
  DiskSink(const std::string& path, Part range, Budget& budget, DiskFile::SystemWrite system_write = ::pwrite);

  /// The most memory that a sink of so many bytes, or fewer, takes out of the budget.
  [[nodiscard]] static std::size_t memory(std::uint64_t bytes);

  void write(std::span<const std::byte> bytes) override;
  void sync() override;
  void finish() override { sync(); }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.written(); }
  [[nodiscard]] DiskFile& file() { return file_; }

 private:
  struct Buffer {
    Block memory;
    std::future<void> written{};  ///< of the bytes that it had last, until it is known that they are on their way
  };

  void hand_over();

  DiskFile file_;
  std::uint64_t from_;  ///< where the bytes in the current buffer begin
  std::uint64_t at_;    ///< where the next byte goes
  /// Some are written, so that a disk is busy between the end of one write and the start of the next; one is
  /// filled meanwhile.
  std::array<Buffer, 4> ring_;
  std::size_t current_ = 0;  ///< in the ring
};

/// Opens a sink for the bytes of a part. `path` is ignored by the null sink. A raw file is created if it is
/// not there, and bytes outside `part` are left as they are, so several processes of one machine can write
/// one file, and a run can go on where another ended. If the part is the whole image, an older file is
/// emptied first. A BigTIFF is always written whole, and becomes a TIFF in `finish` only. All buffers come
/// out of the budget. Throws rungs::Failed if the file cannot be created or is not a regular file.
[[nodiscard]] std::unique_ptr<Sink> make_sink(SinkKind kind, const std::string& path, Frame shape, Budget& budget,
                                              Part part = {});

/// The most memory that such a sink takes out of the budget.
[[nodiscard]] std::size_t sink_bytes(SinkKind kind, Frame shape);

}  // namespace pipeline
