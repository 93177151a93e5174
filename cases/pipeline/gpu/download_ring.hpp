// How a GPU variant hands its pixels on: piece by piece, through slots of device memory and pinned memory.
// The whole leaves of a piece are hashed on the GPU on a second stream, and its pixels copied to the host on
// a third; with several slots both run under the kernels of the next pieces. The leaf at which two pieces
// meet is hashed by the host. Digests are written to the host's memory by the kernel that computes them: a
// copy would wait behind the pixels of the next piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <span>
#include <vector>
#include "cases/pipeline/gpu/on_gpu.hpp"
#include "cases/pipeline/gpu/sha256.hpp"
#include "cases/pipeline/run/digest_and_sink.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Digests begin here in the pinned memory of a slot, behind the pixels.
[[nodiscard]] inline std::size_t digests_at(std::size_t piece_bytes) { return (piece_bytes + 31) / 32 * 32; }
/// Pinned memory of one slot for pieces of this size.
[[nodiscard]] inline std::size_t slot_bytes(std::size_t piece_bytes) {
  return digests_at(piece_bytes) + piece_bytes / leaf_bytes * sizeof(Sha256);
}

/// The streams of one GPU: kernels that compute pixels, copies to the host, and hashes.
struct GpuStreams {
  rungs::Stream computing;
  rungs::Stream sending;
  rungs::Stream hashing;
};

class DownloadRing final : public PieceOutput {
 public:
  /// Pieces of at most `piece_bytes` bytes. With one slot, a piece is copied and handed on before the next
  /// one is computed. `device` gives piece_bytes to each slot, `pinned` slot_bytes.
  DownloadRing(Budget& device, Budget& pinned, std::size_t piece_bytes, unsigned slots, DigestAndSink& output,
               const GpuStreams& streams)
      : digests_at_(digests_at(piece_bytes)), output_(output), streams_(streams) {
    for (unsigned i = 0; i < slots; ++i)
      slots_.push_back({Block(device, piece_bytes), Block(pinned, slot_bytes(piece_bytes))});
  }

  DownloadRing(const DownloadRing&) = delete;
  DownloadRing& operator=(const DownloadRing&) = delete;
  /// After an error, memory is given back only once nothing uses it any more.
  ~DownloadRing() override {
    for (const Slot& slot : slots_) {
      slot.sent.settle();
      slot.hashed.settle();
    }
  }

  /// Device memory for the next pixels, in rows without gaps. Hands on the piece that was there before, and
  /// waits for it.
  [[nodiscard]] std::uint8_t* next() override {
    Slot& slot = slots_[next_];
    hand_on(slot);
    return reinterpret_cast<std::uint8_t*>(slot.device.data());
  }

  /// The piece has been queued; it follows the one before.
  void send(std::size_t bytes) override { send(bytes, end_); }
  /// The same for a piece that begins at byte `begin` of the image.
  void send(std::size_t bytes, std::uint64_t begin) {
    Slot& slot = slots_[next_];
    next_ = (next_ + 1) % slots_.size();
    end_ = begin + bytes;
    slot.bytes = bytes;
    slot.before = std::min(before_leaf(begin), bytes);
    slot.leaves = (bytes - slot.before) / leaf_bytes;
    slot.computed.record(streams_.computing);
    slot.computed.let_wait(streams_.sending);
    rungs::download(slot.pinned.data(), slot.device.data(), bytes, streams_.sending);
    slot.sent.record(streams_.sending);
    slot.computed.let_wait(streams_.hashing);
    hash_leaves(streams_.hashing, slot.device.data() + slot.before, slot.leaves * leaf_bytes,
                slot.pinned.data() + digests_at_);
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
    Block device;
    Block pinned;
    Marker computed{};
    Marker sent{};
    Marker hashed{};
    std::size_t bytes = 0;   ///< 0: empty
    std::size_t before = 0;  ///< the first whole leaf
    std::size_t leaves = 0;
  };

  void hand_on(Slot& slot) {
    if (slot.bytes == 0) return;
    slot.sent.wait();
    slot.hashed.wait();
    const auto* const digests = reinterpret_cast<const Sha256*>(slot.pinned.data() + digests_at_);
    output_.take({std::span(slot.pinned.data(), slot.bytes), slot.before, std::span(digests, slot.leaves)});
    slot.bytes = 0;
  }

  std::size_t digests_at_;  ///< in a slot
  DigestAndSink& output_;
  GpuStreams streams_;
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
  std::uint64_t end_ = 0;  ///< of the piece before, in the image
  std::uint64_t bus_bytes_ = 0;
};

}  // namespace pipeline::inline RUNGS_BACKEND
