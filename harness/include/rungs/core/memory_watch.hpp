// Who wants to know of the buffers of problems: the race check.
#pragma once

#include <cstddef>
#include <rungs/core/any_case.hpp>

namespace rungs {

/// Who is told of all buffers that the host can access; null: nobody. The race check sets it.
struct MemoryWatch {
  void (*made)(const void* begin, std::size_t guard, const BufferInfo& buffer);
  void (*filled)(const void* begin, bool with_values);  ///< all of a buffer; otherwise with garbage
  void (*freed)(const void* begin);
};
inline const MemoryWatch* memory_watch = nullptr;

}  // namespace rungs
