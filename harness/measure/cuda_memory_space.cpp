#include "harness/measure/cuda_memory_space.hpp"
#include <cuda_runtime_api.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <rungs/cuda/handles.hpp>
#include <vector>
#include "harness/cuda/control_kernels.hpp"

namespace rungs::cuda {
namespace {

class DeviceSpace final : public MemorySpace {
 public:
  void* allocate(std::size_t bytes) override {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "cudaMalloc");
    return memory;
  }
  void release(void* memory) noexcept override { ignore(cudaFree(memory)); }
  void write(void* to, const void* host_from, std::size_t bytes) override {
    if (bytes < 2 * stage_bytes || !has_stages()) return copy(to, host_from, bytes);
    write_staged(static_cast<std::byte*>(to), static_cast<const std::byte*>(host_from), bytes);
  }
  void read(std::span<const Read> parts) override {
    std::vector<Read> small;
    for (const Read& part : parts) {
      if (part.bytes <= small_bytes) {
        small.push_back(part);
      } else if (part.bytes < 2 * stage_bytes || !has_stages()) {
        copy(part.host_to, part.from, part.bytes);
      } else {
        read_staged(part);
      }
    }
    read_together(small);
  }
  void fill(std::span<const Fill> parts) override {
    if (parts.empty()) return;
    for (const Fill& part : parts) {
      check(cudaMemsetAsync(part.to, std::to_integer<int>(part.value), part.bytes, stream_.get()), "cudaMemsetAsync");
    }
    check(cudaStreamSynchronize(stream_.get()), "filling device memory");
  }
  /// As read_staged; the CPU cores look at what has arrived, and nothing of it is written to pageable memory.
  void visit(const void* from, std::size_t bytes, std::size_t unit, const PieceUse& use) override {
    if (unit > stage_bytes || !has_stages()) return MemorySpace::visit(from, bytes, unit, use);
    for_staged(static_cast<const std::byte*>(from), bytes, unit, use);
  }
  [[nodiscard]] std::optional<std::uint64_t> digest(const void* from, std::size_t bytes, std::uint64_t key) override {
    if (sum_.get() == nullptr) sum_ = make_device_memory(sizeof(std::uint64_t));
    std::uint64_t sum = 0;
    check(cudaMemsetAsync(sum_.get(), 0, sizeof(sum), stream_.get()), "cudaMemsetAsync");
    launch_digest(from, bytes, key, static_cast<std::uint64_t*>(sum_.get()), stream_.get());
    copy(&sum, sum_.get(), sizeof(sum));
    return sum;
  }
  [[nodiscard]] std::size_t free_bytes() const override {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free;
  }
  [[nodiscard]] const char* name() const override { return "device memory"; }

 private:
  void copy(void* to, const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_.get()), "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "copying device memory");
  }

  /// Reads small parts with one wait for all that fit in a stage.
  void read_together(std::span<const Read> parts) {
    if (!parts.empty() && !has_stages()) {
      for (const Read& part : parts) copy(part.host_to, part.from, part.bytes);
      return;
    }
    auto* const stage = static_cast<std::byte*>(stages_[0].memory.get());
    for (std::size_t first = 0, last = 0; first < parts.size(); first = last) {
      std::size_t used = 0;
      for (; last < parts.size() && used + parts[last].bytes <= stage_bytes; ++last) {
        check(cudaMemcpyAsync(stage + used, parts[last].from, parts[last].bytes, cudaMemcpyDefault, stream_.get()),
              "cudaMemcpyAsync");
        used += parts[last].bytes;
      }
      check(cudaStreamSynchronize(stream_.get()), "copying device memory");
      const std::byte* from = stage;
      for (std::size_t i = first; i < last; from += parts[i++].bytes)
        std::memcpy(parts[i].host_to, from, parts[i].bytes);
    }
  }

  /// Copies through two pinned buffers: while one is filled by a DMA copy, the CPU cores empty the other. A
  /// plain copy to pageable memory keeps one core busy and leaves the bus idle most of the time.
  void read_staged(const Read& whole) {
    auto* const to = static_cast<std::byte*>(whole.host_to);
    for_staged(static_cast<const std::byte*>(whole.from), whole.bytes, 1,
               [&](std::size_t begin, std::span<const std::byte> piece) {
                 copy_on_host(to + begin, piece.data(), piece.size());
                 return true;
               });
  }

  /// Calls `use(begin, piece)` for one piece of device memory after the other, while the next one is copied;
  /// false from `use` ends it. Pieces are multiples of `unit`, at most stage_bytes.
  template <class Use> void for_staged(const std::byte* from, std::size_t bytes, std::size_t unit, const Use& use) {
    const std::size_t most = stage_bytes / unit * unit;
    const std::size_t pieces = (bytes + most - 1) / most;
    const auto length = [&](std::size_t piece) { return std::min(most, bytes - piece * most); };
    for (std::size_t piece = 0; piece <= pieces; ++piece) {
      if (piece < pieces) transfer(stages_[piece % 2], from + piece * most, nullptr, length(piece));
      if (piece == 0) continue;
      const Stage& full = stages_[(piece - 1) % 2];
      check(cudaEventSynchronize(full.done.get()), "copying device memory");
      const auto* const arrived = static_cast<const std::byte*>(full.memory.get());
      if (!use((piece - 1) * most, std::span(arrived, length(piece - 1)))) break;
    }
    check(cudaStreamSynchronize(stream_.get()), "copying device memory");
  }

  /// The same upwards: the CPU cores fill one buffer while a DMA copy empties the other.
  void write_staged(std::byte* to, const std::byte* from, std::size_t bytes) {
    for (std::size_t begin = 0, piece = 0; begin < bytes; begin += stage_bytes, ++piece) {
      const Stage& stage = stages_[piece % 2];
      const std::size_t length = std::min(stage_bytes, bytes - begin);
      if (piece >= 2) check(cudaEventSynchronize(stage.done.get()), "copying device memory");
      copy_on_host(stage.memory.get(), from + begin, length);
      transfer(stage, nullptr, to + begin, length);
    }
    check(cudaStreamSynchronize(stream_.get()), "copying device memory");
  }

  struct Stage {
    PinnedMemory memory;
    OwnedEvent done = make_event();
  };

  /// Starts a copy from the device into the stage, or, if `to` is given, from the stage to the device.
  void transfer(const Stage& stage, const void* from, void* to, std::size_t bytes) {
    void* const memory = stage.memory.get();
    check(cudaMemcpyAsync(to != nullptr ? to : memory, to != nullptr ? memory : from, bytes, cudaMemcpyDefault,
                          stream_.get()),
          "cudaMemcpyAsync");
    check(cudaEventRecord(stage.done.get(), stream_.get()), "cudaEventRecord");
  }

  /// False if pinned memory cannot be allocated.
  [[nodiscard]] bool has_stages() {
    if (no_stages_ || stages_[1].memory.get() != nullptr) return !no_stages_;
    try {
      for (Stage& stage : stages_) stage.memory = make_pinned_memory(stage_bytes);
    } catch (const Unsupported&) {
      no_stages_ = true;
    }
    return !no_stages_;
  }

  static constexpr std::size_t stage_bytes = piece_bytes;
  static constexpr std::size_t small_bytes = std::size_t{1} << 20U;
  std::array<Stage, 2> stages_;
  bool no_stages_ = false;
  DeviceMemory sum_;  ///< of a digest
  OwnedStream stream_ = make_stream();
};

class PinnedSpace final : public HostSpace {
 public:
  void* allocate(std::size_t bytes) override {
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault), "cudaHostAlloc");
    return memory;
  }
  void release(void* memory) noexcept override { ignore(cudaFreeHost(memory)); }
  [[nodiscard]] const char* name() const override { return "pinned host memory"; }
};

}  // namespace

std::unique_ptr<MemorySpace> make_device_space() {
  return std::make_unique<ReusedMemory>(std::make_unique<DeviceSpace>());
}
std::unique_ptr<MemorySpace> make_pinned_space() {
  return std::make_unique<ReusedMemory>(std::make_unique<PinnedSpace>());
}

}  // namespace rungs::cuda
