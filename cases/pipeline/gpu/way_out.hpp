// How a GPU variant hands its pixels on: piece by piece, through slots of device memory and pinned memory.
// The leaves of a piece are hashed on the GPU on a second stream, and its pixels copied to the host on a
// third; with several slots both run under the kernels of the next pieces. Digests are written to the host's
// memory by the kernel that computes them: a copy would wait behind the pixels of the next piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <span>
#include <vector>

#include "cases/pipeline/gpu/memory.hpp"
#include "cases/pipeline/gpu/sha256.hpp"
#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/run/outlet.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Digests begin here in the pinned memory of a slot, behind the pixels.
[[nodiscard]] inline std::size_t digests_at(std::size_t piece_bytes) { return (piece_bytes + 31) / 32 * 32; }
/// Pinned memory of one slot for pieces of this size.
[[nodiscard]] inline std::size_t slot_bytes(std::size_t piece_bytes) {
  return digests_at(piece_bytes) + (piece_bytes / leaf_bytes + 2) * sizeof(Sha256);
}
/// Device memory of a way out. In a slot, the piece follows the beginning of its first leaf.
[[nodiscard]] inline std::size_t way_out_device_bytes(std::size_t piece_bytes, unsigned slots) {
  return slots * (leaf_bytes + piece_bytes) + leaf_bytes;
}

/// The streams of one GPU: kernels that compute pixels, copies to the host, and hashes.
struct GpuStreams {
  rungs::Stream computing;
  rungs::Stream sending;
  rungs::Stream hashing;
};

class GpuWayOut final : public WayOut {
 public:
  /// Pieces of at most `piece_bytes` bytes. With one slot, a piece is copied and handed on before the next
  /// one is computed. `image_bytes`: of the whole stream.
  GpuWayOut(Budget& device, Budget& pinned, std::size_t piece_bytes, unsigned slots,
            std::uint64_t image_bytes, Outlet& outlet, const GpuStreams& streams)
      : digests_at_(digests_at(piece_bytes)),
        left_(image_bytes),
        outlet_(outlet),
        streams_(streams),
        tail_(device, leaf_bytes) {
    for (unsigned i = 0; i < slots; ++i)
      slots_.emplace_back(device, leaf_bytes + piece_bytes, pinned, slot_bytes(piece_bytes));
  }

  GpuWayOut(const GpuWayOut&) = delete;
  GpuWayOut& operator=(const GpuWayOut&) = delete;
  /// After an error, memory is given back only once nothing uses it any more.
  ~GpuWayOut() override {
    for (const Slot& slot : slots_) {
      slot.sent.settle();
      slot.hashed.settle();
    }
  }

  /// Device memory for the next pixels of the image, in rows without gaps. Hands on the piece that was there
  /// before, and waits for it.
  [[nodiscard]] std::uint8_t* next() override {
    Slot& slot = slots_[next_];
    hand_on(slot);
    return reinterpret_cast<std::uint8_t*>(slot.piece());
  }

  void send(std::size_t bytes) override { send(bytes, 0); }
  /// The piece has been queued: `bytes` bytes, from byte `first` of next() on.
  void send(std::size_t bytes, std::size_t first) {
    Slot& slot = slots_[next_];
    next_ = (next_ + 1) % slots_.size();
    left_ -= bytes;
    slot.bytes = bytes;
    slot.computed.record(streams_.computing);
    slot.computed.let_wait(streams_.sending);
    rungs::download(slot.pinned.data(), slot.piece() + first, bytes, streams_.sending);
    slot.sent.record(streams_.sending);
    slot.computed.let_wait(streams_.hashing);
    slot.leaves = hash(slot, bytes, first);
    slot.hashed.record(streams_.hashing);
    bus_bytes_ += bytes + slot.leaves * sizeof(Sha256);
  }

  /// Waits for the oldest piece that is still on its way, if there is one, and hands it on.
  void hand_on_oldest() {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      Slot& slot = slots_[(next_ + i) % slots_.size()];
      if (slot.bytes > 0) return hand_on(slot);
    }
  }
  /// Everything has been sent: hands on what is still on its way.
  void finish() {
    for (std::size_t i = 0; i < slots_.size(); ++i) hand_on_oldest();
  }

  [[nodiscard]] std::uint64_t bus_bytes() const { return bus_bytes_; }

 private:
  struct Slot {
    Slot(Budget& on_device, std::size_t device_bytes, Budget& on_host, std::size_t pinned_bytes)
        : device(on_device, device_bytes), pinned(on_host, pinned_bytes) {}
    [[nodiscard]] std::byte* piece() const { return device.data() + leaf_bytes; }
    Block device;
    Block pinned;
    Marker computed;
    Marker sent;
    Marker hashed;
    std::size_t bytes = 0;  ///< 0: empty
    std::size_t leaves = 0;
  };

  /// Hashes the leaves that end in the piece, and keeps the beginning of the next one. Returns how many.
  std::size_t hash(Slot& slot, std::size_t bytes, std::size_t first) {
    std::byte* const begin = slot.piece() + first - tail_bytes_;
    const std::size_t there = tail_bytes_ + bytes;
    const std::size_t hashed = left_ == 0 ? there : there / leaf_bytes * leaf_bytes;
    if (tail_bytes_ > 0) rungs::copy_bytes(begin, tail_.data(), tail_bytes_, streams_.hashing);
    hash_leaves(streams_.hashing, begin, hashed, slot.pinned.data() + digests_at_);
    tail_bytes_ = there - hashed;
    if (tail_bytes_ > 0) rungs::copy_bytes(tail_.data(), begin + hashed, tail_bytes_, streams_.hashing);
    return (hashed + leaf_bytes - 1) / leaf_bytes;
  }

  void hand_on(Slot& slot) {
    if (slot.bytes == 0) return;
    slot.sent.wait();
    slot.hashed.wait();
    const auto* const digests = reinterpret_cast<const Sha256*>(slot.pinned.data() + digests_at_);
    outlet_.take(std::span(slot.pinned.data(), slot.bytes), std::span(digests, slot.leaves));
    slot.bytes = 0;
  }

  std::size_t digests_at_;  ///< in a slot
  std::uint64_t left_;
  Outlet& outlet_;
  GpuStreams streams_;
  Block tail_;  ///< the beginning of the next leaf
  std::size_t tail_bytes_ = 0;
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
  std::uint64_t bus_bytes_ = 0;
};

}  // namespace pipeline::inline RUNGS_BACKEND
