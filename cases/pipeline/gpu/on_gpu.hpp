// A GPU as a place where pixels are computed. Work is queued on one stream.
//
// A plane's rows begin so that a pixel whose column is a multiple of 16 is aligned to 16 pixels, wherever the
// window lies: pieces of 16 pixels are loaded and stored by single instructions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <rungs/device.hpp>
#include <vector>

#include "cases/pipeline/gpu/map.hpp"
#include "cases/pipeline/gpu/median.hpp"
#include "cases/pipeline/gpu/memory.hpp"
#include "cases/pipeline/gpu/nodes.hpp"
#include "cases/pipeline/gpu/profile.hpp"
#include "cases/pipeline/run/place.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Uploads windows of a mask in a file: the file is read by the host, into pinned memory, while the GPU works
/// on what was queued before.
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

class OnGpu : public Place {
 public:
  static constexpr unsigned alignment = piece_pixels;

  /// `device`: a budget of device memory.
  OnGpu(Budget& device, MaskUpload& masks, rungs::Stream stream)
      : Place(device), masks_(masks), stream_(stream) {}

  template <class Typed, class... Planes>
  void fill(const Typed& node, const Plane<typename Typed::Pixel>& out, const Planes&... planes) const {
    if constexpr (std::is_same_v<Typed, Shape>) {
      if (node.file != nullptr) return masks_.upload(stream_, *node.file, out);
    }
    compute_on(stream_, node, out, planes...);
  }

  void clear_outside(const AnyPlane& plane, Window inside) override {
    for_outside(plane.window, inside, [&](Window part) {
      plane.of(part).typed(
          [&]<class Pixel>(const Plane<Pixel>& out) { map(stream_, out, Constant<Pixel>{}); });
    });
  }
  void copy(const AnyPlane& to, const AnyPlane& from, Window what) override {
    to.of(what).typed([&]<class Pixel>(const Plane<Pixel>& out) {
      map(stream_, out, Copied<Pixel>{from.as<const Pixel>()});
    });
  }
  void clear(const Block& block) override {
    if (block.size() > 0) rungs::fill_bytes(block.data(), 0, block.size(), stream_);
  }
  /// In pieces that do not overlap with where they go.
  void move_to_front(const Block& block, std::size_t from, std::size_t bytes) override {
    for (std::size_t done = 0; done < bytes; done += from) {
      rungs::copy_bytes(block.data() + done, block.data() + from + done, std::min(from, bytes - done),
                        stream_);
    }
  }

 protected:
  [[nodiscard]] rungs::Stream stream() const { return stream_; }
  void set_stream(rungs::Stream stream) { stream_ = stream; }

 private:
  MaskUpload& masks_;
  rungs::Stream stream_;
};

/// Side streams 0 and 1 are those of a way out.
inline constexpr unsigned first_branch_stream = 2;

/// A GPU that computes independent branches of a tree on streams of their own. For schedules that take all
/// memory before their first band: memory follows the order of the main stream alone.
class OnGpuBranches : public OnGpu {
 public:
  using OnGpu::OnGpu;

  /// What is queued from here on runs beside what the current stream has queued before.
  void begin_branch() override {
    const rungs::Stream from = stream();
    left_.push_back(from);
    set_stream(rungs::fork(from, first_branch_stream + next_++));
  }
  /// Back to the stream before.
  void end_branch() override {
    if (ended_ == markers_.size()) markers_.emplace_back();
    markers_[ended_++].record(stream());
    set_stream(left_.back());
    left_.pop_back();
  }
  /// The current stream waits for the last `count` branches that have ended.
  void join_branches(std::size_t count) override {
    for (; count > 0; --count) markers_[--ended_].let_wait(stream());
    if (left_.empty()) next_ = 0;
  }

 private:
  std::vector<rungs::Stream> left_;
  std::deque<Marker> markers_;  ///< of branches that have ended and are not joined
  std::size_t ended_ = 0;
  unsigned next_ = 0;
};

}  // namespace pipeline::inline RUNGS_BACKEND
