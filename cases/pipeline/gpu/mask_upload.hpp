// Uploads windows of a mask in a file: the file is read by the host, into pinned memory, while the GPU works
// on what was queued before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <rungs/device.hpp>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/gpu/memory.hpp"
#include "cases/pipeline/run/budget.hpp"

namespace pipeline::inline RUNGS_BACKEND {

class MaskUpload {
 public:
  static constexpr std::size_t buffers = 2;

  /// `plane_bytes`: of the largest plane, 0 if there is no file. The memory is pinned.
  MaskUpload(Budget& pinned, std::size_t plane_bytes) {
    if (plane_bytes == 0) return;
    for (Buffer& buffer : buffers_) buffer.memory = Block(pinned, plane_bytes);
  }

  /// Reads a plane's window and queues its upload, in one copy: what lies between its rows becomes 0, as mask
  /// pixels outside the frame are. Throws rungs::Failed if the file cannot be read.
  void upload(rungs::Stream stream, MaskFile& file, const Plane<std::uint8_t>& out) {
    Buffer& buffer = buffers_[next_];
    next_ = (next_ + 1) % buffers;
    buffer.sent.wait();
    const Plane<std::uint8_t> here{reinterpret_cast<std::uint8_t*>(buffer.memory.data()), out.pitch,
                                   out.window};
    const std::size_t bytes = (out.window.height - 1) * out.pitch + out.window.width;
    std::memset(here.pixels, 0, bytes);
    file.read(here);
    rungs::upload(out.pixels, here.pixels, bytes, stream);
    buffer.sent.record(stream);
    bytes_ += bytes;
  }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  ///< over the bus so far

 private:
  struct Buffer {
    Block memory;
    Marker sent;
  };
  std::array<Buffer, buffers> buffers_;
  std::size_t next_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace pipeline::inline RUNGS_BACKEND
