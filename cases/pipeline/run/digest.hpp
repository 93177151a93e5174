// The digest of an image: SHA-256 in three levels, so that parts can be hashed at the same time, by many
// threads of a host or of a GPU. The stream of pixels is cut into leaves of 4096 bytes. A block is 256 leaves
// (1 MiB): its digest is that of its leaves' digests. The image's digest is that of its blocks' digests. The
// last leaf and the last block may be shorter. None of this depends on tiles, bands or the order in which
// they are computed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

struct evp_md_ctx_st;  // of OpenSSL

namespace pipeline {

using Sha256 = std::array<std::byte, 32>;

inline constexpr std::size_t leaf_bytes = 4096;
inline constexpr std::size_t leaves_per_block = 256;
inline constexpr std::size_t digest_block_bytes = leaf_bytes * leaves_per_block;

/// Bytes from byte `begin` of a stream to the next beginning of a leaf.
[[nodiscard]] constexpr std::size_t before_leaf(std::uint64_t begin) {
  return (leaf_bytes - begin % leaf_bytes) % leaf_bytes;
}

/// SHA-256 (FIPS 180-4) of bytes on the host.
[[nodiscard]] Sha256 sha256(std::span<const std::byte> bytes);

/// Bytes of a stream, with the digests of the whole leaves among them, or without any.
struct HashedBytes {
  std::span<const std::byte> bytes;
  std::size_t before = 0;  ///< bytes before the first whole leaf; leaves follow one after the other
  std::span<const Sha256> leaves{};

  [[nodiscard]] HashedBytes first(std::size_t count) const;
  [[nodiscard]] HashedBytes after(std::size_t count) const;  ///< without the first `count` bytes
};

/// SHA-256 of a list of digests, one after the other, that can be asked for at any time.
class DigestOfDigests {
 public:
  DigestOfDigests();

  void add(const Sha256& digest);
  /// Of all digests so far.
  [[nodiscard]] Sha256 so_far() const;

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> hash_;
};

/// 64 hexadecimal digits.
[[nodiscard]] std::string to_text(const Sha256& digest);

/// The digest of a stream whose bytes, or whose leaves' digests, arrive in order. Takes 8 KiB, and what it
/// is asked to keep.
class ImageDigest {
 public:
  ImageDigest();

  /// The next bytes of the stream. `on_all_cpus`: whole leaves are hashed there, not on the calling thread.
  void add(std::span<const std::byte> bytes, bool on_all_cpus = false);
  /// The same, where the whole leaves may have been hashed elsewhere.
  void add(const HashedBytes& hashed, bool on_all_cpus = false);
  /// Calls `block(digest)` for each complete block, and for the last one in finish().
  void on_block(std::function<void(const Sha256& digest)> block) { use_ = std::move(block); }
  /// The digest of everything; the end of the stream.
  [[nodiscard]] Sha256 finish();

 private:
  void add_leaf(const Sha256& digest);
  void end_block();

  std::vector<std::byte> tail_;    ///< bytes after the last whole leaf
  std::vector<std::byte> leaves_;  ///< digests of the current block's leaves
  DigestOfDigests blocks_;
  std::function<void(const Sha256&)> use_;
};

}  // namespace pipeline
