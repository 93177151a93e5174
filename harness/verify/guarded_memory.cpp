#include "harness/verify/guarded_memory.hpp"

#include <algorithm>
#include <cstring>

#include "harness/verify/on_all_cores.hpp"

namespace rungs {
namespace {

constexpr std::byte guard_pattern{0xC3};
/// Inputs are compared with what was loaded in pieces of this size, so that a large input needs no second
/// copy.
constexpr std::size_t piece_bytes = std::size_t{64} << 20U;

/// Cores share the comparison in parts of this size or a multiple of it.
constexpr std::size_t compared_bytes = std::size_t{1} << 20U;

}  // namespace

std::vector<void*> HostImage::pointers() {
  std::vector<void*> list;
  for (auto& buffer : buffers) list.push_back(buffer.data());
  return list;
}

GuardedMemory::GuardedMemory(MemorySpace& space, std::vector<BufferInfo> buffers)
    : space_(space), buffers_(std::move(buffers)) {
  require_free(space_, bytes_needed(buffers_));
  try {
    allocate_with_guards();
  } catch (...) {
    release_all();
    throw;
  }
}

GuardedMemory::~GuardedMemory() { release_all(); }

std::size_t GuardedMemory::bytes_needed(const std::vector<BufferInfo>& buffers) {
  std::size_t bytes = 0;
  for (const auto& buffer : buffers) bytes += buffer.bytes + 2 * guard_bytes;
  return bytes;
}

void GuardedMemory::allocate_with_guards() {
  for (const auto& buffer : buffers_) {
    auto* start = static_cast<std::byte*>(space_.allocate(buffer.bytes + 2 * guard_bytes));
    pointers_.push_back(start + guard_bytes);
    fill_guards(pointers_.size() - 1);
  }
}

void GuardedMemory::fill_guards(std::size_t buffer) {
  auto* start = static_cast<std::byte*>(pointers_[buffer]);
  space_.fill(start - guard_bytes, guard_pattern, guard_bytes);
  space_.fill(start + buffers_[buffer].bytes, guard_pattern, guard_bytes);
}

void GuardedMemory::release_all() noexcept {
  for (void* pointer : pointers_) space_.release(static_cast<std::byte*>(pointer) - guard_bytes);
}

void GuardedMemory::load_inputs(const HostImage& image) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    fill_guards(i);
    if (buffers_[i].role == Role::input)
      space_.write(pointers_[i], image.buffers[i].data(), buffers_[i].bytes);
  }
}

void GuardedMemory::poison(Role role, std::byte flipped) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].role == role) space_.fill(pointers_[i], buffers_[i].poison ^ flipped, buffers_[i].bytes);
  }
}

void GuardedMemory::read_outputs(HostImage& image) const {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].role == Role::output)
      space_.read(image.buffers[i].data(), pointers_[i], buffers_[i].bytes);
  }
}

void GuardedMemory::read(std::size_t buffer, std::size_t from, std::span<std::byte> piece) const {
  space_.read(piece.data(), static_cast<const std::byte*>(pointers_[buffer]) + from, piece.size());
}

bool GuardedMemory::guard_intact(const std::byte* guard) const {
  std::vector<std::byte> found(guard_bytes);
  space_.read(found.data(), guard, guard_bytes);
  return std::all_of(found.begin(), found.end(), [](std::byte value) { return value == guard_pattern; });
}

std::string GuardedMemory::damage(const HostImage& inputs) const {
  std::vector<std::byte> piece;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const auto* start = static_cast<const std::byte*>(pointers_[i]);
    if (!guard_intact(start - guard_bytes)) return "wrote before the start of " + buffers_[i].name;
    if (!guard_intact(start + buffers_[i].bytes)) return "wrote past the end of " + buffers_[i].name;
    if (buffers_[i].role == Role::output || inputs.buffers.empty()) continue;
    for (std::size_t from = 0; from < buffers_[i].bytes; from += piece_bytes) {
      piece.resize(std::min(piece_bytes, buffers_[i].bytes - from));
      space_.read(piece.data(), start + from, piece.size());
      const auto same = [&](std::size_t begin, std::size_t length) {
        return std::memcmp(&piece[begin], &inputs.buffers[i][from + begin], length) == 0;
      };
      const auto found = on_all_cores(piece.size(), compared_bytes, same);
      if (std::find(found.begin(), found.end(), false) != found.end())
        return "changed its input " + buffers_[i].name;
    }
  }
  return {};
}

}  // namespace rungs
