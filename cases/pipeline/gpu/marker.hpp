// A point in the work of a stream.
#pragma once

#include <rungs/device.hpp>

#ifndef RUNGS_SIMULATOR
#include <rungs/cuda/handles.hpp>
#endif

namespace pipeline::inline RUNGS_BACKEND {

#ifdef RUNGS_SIMULATOR

/// Work is done as soon as it is queued.
class Marker {
 public:
  void record(rungs::Stream) {}
  void let_wait(rungs::Stream) const {}
  void wait() const {}
};

#else

class Marker {
 public:
  /// The point after all work queued on the stream so far.
  void record(rungs::Stream stream) {
    rungs::cuda::check(cudaEventRecord(event_.get(), rungs::cuda::native(stream)), "cudaEventRecord");
  }
  /// Lets later work of a stream wait until the point is reached.
  void let_wait(rungs::Stream stream) const {
    rungs::cuda::check(cudaStreamWaitEvent(rungs::cuda::native(stream), event_.get(), 0),
                       "cudaStreamWaitEvent");
  }
  /// Waits on the host. Throws rungs::Failed if the work has failed.
  void wait() const { rungs::cuda::check(cudaEventSynchronize(event_.get()), "cudaEventSynchronize"); }

 private:
  rungs::cuda::OwnedEvent event_ = rungs::cuda::make_event();
};

#endif

}  // namespace pipeline::inline RUNGS_BACKEND
