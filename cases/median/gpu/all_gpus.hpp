// Memory, streams and events on every GPU of the host, for frames that are spread over them. Not simulated.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/core/errors.hpp>
#include <rungs/cuda/current_gpu.hpp>
#include <rungs/cuda/handles.hpp>
#include <rungs/device.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cases/median/case.hpp"

namespace median {

/// One GPU's frames, and a stream each for uploads, filters and downloads. To be made and used while its GPU
/// is current.
class OneGpu {
 public:
  explicit OneGpu(std::size_t pixels)
      : image_(rungs::cuda::make_device_memory(pixels)), filtered_(rungs::cuda::make_device_memory(pixels)) {}

  [[nodiscard]] std::uint8_t* image() const { return static_cast<std::uint8_t*>(image_.get()); }
  [[nodiscard]] std::uint8_t* filtered() const { return static_cast<std::uint8_t*>(filtered_.get()); }
  [[nodiscard]] rungs::Stream uploading() const { return {uploading_.get()}; }
  [[nodiscard]] rungs::Stream filtering() const { return {filtering_.get()}; }
  [[nodiscard]] rungs::Stream sending() const { return {sending_.get()}; }

  /// All streams wait for `started`, an event of any GPU.
  void wait_for(cudaEvent_t started) {
    for (const auto* stream : {&uploading_, &filtering_, &sending_}) wait(*stream, started);
  }
  /// Filters wait for the uploads queued so far.
  void filter_what_came() { follow(filtering_, uploading_, uploaded_); }
  /// Downloads wait for the filters queued so far.
  void send_what_is_filtered() { follow(sending_, filtering_, done_); }
  /// The event after all work queued so far.
  [[nodiscard]] cudaEvent_t finish() {
    filter_what_came();
    send_what_is_filtered();
    rungs::cuda::check(cudaEventRecord(sent_.get(), sending_.get()), "cudaEventRecord");
    return sent_.get();
  }

 private:
  static void wait(const rungs::cuda::OwnedStream& stream, cudaEvent_t event) {
    rungs::cuda::check(cudaStreamWaitEvent(stream.get(), event, 0), "cudaStreamWaitEvent");
  }
  static void follow(const rungs::cuda::OwnedStream& later, const rungs::cuda::OwnedStream& earlier,
                     const rungs::cuda::OwnedEvent& event) {
    rungs::cuda::check(cudaEventRecord(event.get(), earlier.get()), "cudaEventRecord");
    wait(later, event.get());
  }

  rungs::cuda::DeviceMemory image_;
  rungs::cuda::DeviceMemory filtered_;
  rungs::cuda::OwnedStream uploading_ = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream filtering_ = rungs::cuda::make_stream();
  rungs::cuda::OwnedStream sending_ = rungs::cuda::make_stream();
  rungs::cuda::OwnedEvent uploaded_ = rungs::cuda::make_event();
  rungs::cuda::OwnedEvent done_ = rungs::cuda::make_event();
  rungs::cuda::OwnedEvent sent_ = rungs::cuda::make_event();
};

/// All GPUs that the process sees, with room for their share of the frames of a problem.
class AllGpus {
 public:
  /// Throws rungs::Unsupported if there is one GPU, fewer frames than GPUs, or too little memory.
  explicit AllGpus(const Problem& p) {
    int count = 0;
    rungs::cuda::check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    if (count < 2) throw rungs::Unsupported("needs at least two GPUs; this host has one");
    const auto gpus = static_cast<unsigned>(count);
    if (p.frames < gpus) {
      throw rungs::Unsupported("needs a frame for each of " + std::to_string(gpus) +
                               " GPUs; expected --param frames=" + std::to_string(gpus) + " or more");
    }
    for (unsigned i = 0; i < gpus; ++i) {
      const unsigned first = share(p.frames, i, gpus);
      const unsigned frames = share(p.frames, i + 1, gpus) - first;
      const rungs::cuda::CurrentGpu current(static_cast<int>(i));
      gpus_.push_back({first, frames, OneGpu(frames * p.area())});
    }
  }
  AllGpus(const AllGpus&) = delete;
  AllGpus& operator=(const AllGpus&) = delete;
  ~AllGpus() {
    while (!gpus_.empty()) {
      const rungs::cuda::CurrentGpu current(static_cast<int>(gpus_.size()) - 1);
      gpus_.pop_back();
    }
  }

  /// Calls `queue(gpu, first frame, frames)` with each GPU current. Its work begins after what is queued on
  /// `stream`, a stream of the current GPU, which then waits for all of it.
  template <class Queue>
  void each(rungs::Stream stream, const Queue& queue) {
    rungs::cuda::check(cudaEventRecord(started_.get(), rungs::cuda::native(stream)), "cudaEventRecord");
    for (unsigned i = 0; i < gpus_.size(); ++i) {
      const rungs::cuda::CurrentGpu current(static_cast<int>(i));
      gpus_[i].gpu.wait_for(started_.get());
      queue(gpus_[i].gpu, gpus_[i].first, gpus_[i].frames);
    }
    for (unsigned i = 0; i < gpus_.size(); ++i) {
      cudaEvent_t sent = nullptr;
      {
        const rungs::cuda::CurrentGpu current(static_cast<int>(i));
        sent = gpus_[i].gpu.finish();
      }
      rungs::cuda::check(cudaStreamWaitEvent(rungs::cuda::native(stream), sent, 0), "cudaStreamWaitEvent");
    }
  }

 private:
  /// The first of `frames` frames that GPU `i` of `gpus` filters.
  static unsigned share(unsigned frames, unsigned i, unsigned gpus) {
    return static_cast<unsigned>(std::uint64_t{frames} * i / gpus);
  }

  struct Share {
    unsigned first;
    unsigned frames;
    OneGpu gpu;
  };
  rungs::cuda::OwnedEvent started_ = rungs::cuda::make_event();
  std::vector<Share> gpus_;
};

}  // namespace median
