// Thread scopes for cuda/atomic, cuda/pipeline and cuda/barrier.
#pragma once

namespace cuda {
inline namespace rungs_simulator {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

}  // namespace rungs_simulator
}  // namespace cuda
