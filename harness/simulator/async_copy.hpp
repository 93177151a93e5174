// What the asynchronous copies of include/cuda_pipeline.h and include/cuda/pipeline are made of.
#pragma once

#include <cstddef>
#include <functional>

#include "harness/simulator/copy_queue.hpp"
#include "harness/simulator/shared_pipeline.hpp"
#include "harness/simulator/wait.hpp"

namespace rungs::simulator {

/// Throws Failed where the hardware could not do such a copy: 4, 8
/// or 16 bytes, both addresses multiples of that.
void check_async_copy(const void* to, const void* from, std::size_t bytes, std::size_t zeros);

/// Copies of the running thread that no pipeline object holds.
CopyQueue& thread_copies();
/// What the block's threads share of the pipeline whose state the kernel keeps at `state`.
SharedPipeline& shared_pipeline(const void* state);

/// Of the running thread: its number in the block, and the block's threads.
unsigned thread_rank();
unsigned block_threads();

/// Waits until the condition holds. It is also called while other
/// threads run. Throws Failed where it never holds.
void wait_for(const char* operation, Site site, const std::function<bool()>& condition);

}  // namespace rungs::simulator
