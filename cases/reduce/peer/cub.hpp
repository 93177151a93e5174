// Calls cub::DeviceReduce, the library call that a user would choose, for any type of value.
#pragma once

#include <cub/device/device_reduce.cuh>
#include <limits>
#include <rungs/device.hpp>
#include "cases/reduce/case.hpp"

namespace reduce {

/// One of CUB's two calls on the problem's values: without `storage` it sets `bytes` to the size it needs,
/// otherwise it runs. CUB's indices are as wide as the count that it gets: 32 bits if that is enough. Throws
/// like rungs::cuda::check() if CUB fails.
template <class Value>
void call_cub(const Problem& p, const Value* values, Value* result, void* storage, std::size_t& bytes,
              cudaStream_t stream) {
  const auto call = [&](auto count) {
    return p.op == Op::sum ? cub::DeviceReduce::Sum(storage, bytes, values, result, count, stream)
                           : cub::DeviceReduce::Max(storage, bytes, values, result, count, stream);
  };
  const bool narrow = p.area() <= std::numeric_limits<std::uint32_t>::max();
  rungs::cuda::check(narrow ? call(static_cast<std::uint32_t>(p.area())) : call(p.area()), "cub::DeviceReduce");
}

/// The size of CUB's workspace for values of this type, in bytes.
template <class Value> std::size_t cub_workspace_bytes(const Problem& p) {
  std::size_t bytes = 0;
  call_cub<Value>(p, nullptr, nullptr, nullptr, bytes, nullptr);
  return bytes;
}

/// Folds the values of one view into another.
template <auto values, auto result> void launch_cub(const rungs::Call<Case>& call) {
  std::size_t bytes = cub_workspace_bytes<std::remove_reference_t<decltype(*(call.views.*result))>>(call.problem);
  call_cub(call.problem, call.views.*values, call.views.*result, call.workspace, bytes,
           rungs::cuda::native(call.stream));
}

}  // namespace reduce
