// The bytes of a problem's buffers on the host: made from a seed or a picture, digested, and scrambled.
#pragma once

#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <rungs/core/any_case.hpp>
#include <rungs/random.hpp>

namespace rungs {

/// Leaves new elements as they are: filling hundreds of megabytes that are overwritten at once takes longer
/// than many a reference.
template <class T> struct Uninitialised : std::allocator<T> {
  template <class U> struct rebind { using other = Uninitialised<U>; };
  template <class U> void construct(U* place) noexcept { ::new (static_cast<void*>(place)) U; }
  template <class U, class... Args> void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
};

using HostBytes = std::vector<std::byte, Uninitialised<std::byte>>;

/// One block of bytes per buffer of a problem; empty for a buffer that it does not hold.
struct HostImage {
  std::vector<HostBytes> buffers;
  std::vector<std::optional<std::uint64_t>> digests;  ///< of long inputs, with the process's key; may be empty

  /// One pointer per buffer, as the functions of the case take them.
  [[nodiscard]] std::vector<void*> pointers() {
    std::vector<void*> list;
    for (auto& buffer : buffers) list.push_back(buffer.data());
    return list;
  }
};

[[nodiscard]] inline bool all_are(std::span<const std::byte> bytes, std::byte value) {
  // A comparison of the bytes with themselves, one place on, is far faster than a loop.
  return bytes.empty() ||
         (bytes.front() == value && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

/// Row-major, one byte per pixel, 0 is black.
struct GrayImage {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> pixels;
};

[[nodiscard]] std::size_t bytes_of(const std::vector<BufferInfo>& buffers, Role role);

/// True for an input that --input can replace: bytes, and named "image".
[[nodiscard]] bool holds_picture(const BufferInfo& buffer);

/// The inputs of a problem under one seed; blocks of outputs are empty. A `picture` of the problem's size
/// replaces the generated image, in every frame. Throws Unsupported if host memory is too small.
[[nodiscard]] std::shared_ptr<HostImage> make_inputs(const AnyProblem& problem, std::uint64_t seed,
                                                     const GrayImage* picture = nullptr);

/// A number that stands for the bytes of a long buffer, so that an output found right once need not be copied to the
/// host to be seen to be the same again: the sum modulo 2^64 of random_bits(word ^ key, index) over all words. `key` is
/// drawn by the process and printed nowhere: buffers that differ have the same digest with a probability of
/// about 2^-64. Words are of 8 bytes, in the machine's order; the last one is filled up with
/// zeros. `bytes` may be a part of a buffer that begins at byte `from`, a multiple of 8: the digests of all
/// parts add up to that of the buffer.
[[nodiscard]] inline std::uint64_t digest_of(std::span<const std::byte> bytes, std::uint64_t key,
                                             std::size_t from = 0) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, &bytes[at], bytes.size() - at < sizeof(word) ? bytes.size() - at : sizeof(word));
    sum += random_bits(word ^ key, (from + at) / sizeof(word));
  }
  return sum;
}

/// digest_of, which a GPU computes too; never empty.
[[nodiscard]] std::optional<std::uint64_t> digest_on_all_cores(std::span<const std::byte> bytes);

/// Asks for the key of scrambled bytes; empty: they are not scrambled.
using AskKey = std::function<std::uint64_t()>;

/// Scrambles an image, or makes it readable again. Who knows some of its bytes cannot compute the others.
void scramble(HostImage& image, const AskKey& ask);

/// Makes an image readable as long as this lives.
class Readable {
 public:
  Readable(HostImage& image, const AskKey& ask) : image_(image) {
    if (ask) key_ = [key = ask()] { return key; };
    scramble(image_, key_);
  }
  ~Readable() { scramble(image_, key_); }
  Readable(const Readable&) = delete;
  Readable& operator=(const Readable&) = delete;

 private:
  HostImage& image_;
  AskKey key_;
};

}  // namespace rungs
