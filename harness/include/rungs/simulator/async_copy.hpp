// Building blocks of the asynchronous copies in include/cuda_pipeline.h and include/cuda/pipeline.
#pragma once

#include <cstddef>
#include <functional>
#include <rungs/simulator/copy_queue.hpp>
#include <rungs/simulator/shared_pipeline.hpp>
#include <rungs/simulator/wait.hpp>

namespace rungs::simulator {

/// Throws Failed if the hardware could not do this copy: it needs 4, 8 or 16 bytes and addresses that are
/// multiples of the size.
void check_async_copy(const void* to, const void* from, std::size_t bytes, std::size_t zeros);

/// The running thread's asynchronous copies that belong to no pipeline object.
CopyQueue& thread_copies();
/// The state that the threads of the block share for the pipeline that the kernel keeps at `state`.
SharedPipeline& shared_pipeline(const void* state);

/// Rank of the running thread in its block; threads in the block.
unsigned thread_rank();
unsigned block_threads();

/// Waits until the condition is true; it is also called while other threads run. Throws Failed if it never
/// becomes true.
void wait_for(const char* operation, Site site, const std::function<bool()>& condition);

}  // namespace rungs::simulator
