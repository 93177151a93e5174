#include <array>
#include <memory>
#include <rungs/cuda/handles.hpp>
#include <rungs/cuda/side_streams.hpp>

namespace rungs::cuda {
namespace {

struct SideStream {
  OwnedStream stream = make_stream();
  OwnedEvent ready = make_event();
};

constexpr unsigned most_side_streams = 16;

/// Created on first use, outside timed runs, and kept: creating a stream takes longer than many kernels.
std::array<std::unique_ptr<SideStream>, most_side_streams> streams;
unsigned long forks_so_far = 0;

SideStream& side_stream(unsigned index) {
  if (index >= most_side_streams) throw Failed("a variant may use 16 side streams");
  if (streams[index] == nullptr) streams[index] = std::make_unique<SideStream>();
  return *streams[index];
}

}  // namespace

void drop_side_streams() {
  for (auto& stream : streams) stream.reset();
}

unsigned long forks() { return forks_so_far; }

cudaStream_t fork(cudaStream_t from, unsigned index) {
  ++forks_so_far;
  SideStream& side = side_stream(index);
  check(cudaEventRecord(side.ready.get(), from), "cudaEventRecord");
  check(cudaStreamWaitEvent(side.stream.get(), side.ready.get(), 0), "cudaStreamWaitEvent");
  return side.stream.get();
}

void join(cudaStream_t into, unsigned count) {
  for (unsigned index = 0; index < count; ++index) {
    SideStream& side = side_stream(index);
    check(cudaEventRecord(side.ready.get(), side.stream.get()), "cudaEventRecord");
    check(cudaStreamWaitEvent(into, side.ready.get(), 0), "cudaStreamWaitEvent");
  }
}

}  // namespace rungs::cuda
