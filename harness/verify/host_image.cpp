#include "harness/verify/host_image.hpp"
#include "harness/verify/guarded_memory.hpp"
#include "harness/verify/on_all_cores.hpp"

namespace rungs {

std::size_t bytes_of(const std::vector<BufferInfo>& buffers, Role role) {
  std::size_t bytes = 0;
  for (const BufferInfo& buffer : buffers) bytes += buffer.role == role ? buffer.bytes : 0;
  return bytes;
}

bool holds_picture(const BufferInfo& buffer) {
  return buffer.role == Role::input && buffer.element_bytes == 1 && buffer.name == "image";
}

std::shared_ptr<HostImage> make_inputs(const AnyProblem& problem, std::uint64_t seed, const GrayImage* picture) {
  const auto buffers = problem.buffers();
  require_free(*make_heap_space(), bytes_of(buffers, Role::input));
  const detail::OnAllCpus unpinned;
  auto image = std::make_shared<HostImage>();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    HostBytes& bytes = image->buffers.emplace_back(buffers[i].role == Role::input ? buffers[i].bytes : 0);
    if (picture != nullptr && holds_picture(buffers[i])) {
      const auto& pixels = picture->pixels;
      for (std::size_t from = 0; from + pixels.size() <= bytes.size(); from += pixels.size())
        std::memcpy(bytes.data() + from, pixels.data(), pixels.size());
    } else if (buffers[i].role == Role::input) {
      problem.generate(i, bytes.data(), seed);
    }
    image->digests.push_back(bytes.size() < GuardedMemory::digest_bytes ? std::nullopt : digest_on_all_cores(bytes));
  }
  return image;
}

std::optional<std::uint64_t> digest_on_all_cores(std::span<const std::byte> bytes) {
  constexpr std::size_t part = std::size_t{1} << 20U;
  std::uint64_t sum = 0;
  for (const std::uint64_t one : on_all_cores(bytes.size(), part, [&](std::size_t from, std::size_t length) {
         return digest_of(bytes.subspan(from, length), garbage().digest_key, from);
       }))
    sum += one;
  return sum;
}

void scramble(HostImage& image, const AskKey& ask) {
  if (!ask) return;
  const std::uint64_t key = ask();
  std::uint64_t number = 0;
  for (HostBytes& bytes : image.buffers) {
    const std::uint64_t buffer = random_bits(key, number++);
    static_cast<void>(on_all_cores(bytes.size(), shared_bytes, [&](std::size_t from, std::size_t length) {
      for (std::size_t at = from; at < from + length; at += sizeof(std::uint64_t)) {
        const std::size_t size = std::min(sizeof(std::uint64_t), from + length - at);
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, size);
        word ^= random_bits(random_bits(key, at), buffer);
        std::memcpy(bytes.data() + at, &word, size);
      }
      return true;
    }));
  }
}

}  // namespace rungs
