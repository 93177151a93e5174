#include "cases/pipeline/run/digest.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <algorithm>
#include <new>
#include <rungs/all_cores.hpp>
#include <stdexcept>

namespace pipeline {
namespace {

void check(int ok) {
  if (ok != 1) throw std::runtime_error("OpenSSL cannot compute SHA-256");
}

auto make_context() {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (context == nullptr) throw std::bad_alloc();
  check(EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr));
  return context;
}

Sha256 result(EVP_MD_CTX* context) {
  Sha256 digest;
  check(EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(digest.data()), nullptr));
  return digest;
}

}  // namespace

HashedBytes HashedBytes::first(std::size_t count) const {
  const std::size_t whole = count > before ? (count - before) / leaf_bytes : 0;
  return {bytes.first(count), before, leaves.first(std::min(whole, leaves.size()))};
}

HashedBytes HashedBytes::after(std::size_t count) const {
  const std::size_t touched = count > before ? (count - before + leaf_bytes - 1) / leaf_bytes : 0;
  return {bytes.subspan(count), before + touched * leaf_bytes - count,
          leaves.subspan(std::min(touched, leaves.size()))};
}

DigestOfDigests::DigestOfDigests() : hash_(make_context()) {}

void DigestOfDigests::add(const Sha256& digest) { check(EVP_DigestUpdate(hash_.get(), digest.data(), digest.size())); }

Sha256 DigestOfDigests::so_far() const {
  const auto copy = make_context();
  check(EVP_MD_CTX_copy_ex(copy.get(), hash_.get()));
  return result(copy.get());
}

Sha256 sha256(std::span<const std::byte> bytes) {
  // Looking up the algorithm takes locks that all threads share; a context keeps it.
  thread_local const auto context = make_context();
  check(EVP_DigestInit_ex(context.get(), nullptr, nullptr));
  check(EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()));
  return result(context.get());
}

std::string to_text(const Sha256& digest) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(digest.data());
  return fmt::format("{:02x}", fmt::join(bytes, bytes + digest.size(), ""));
}

ImageDigest::ImageDigest() {
  tail_.reserve(leaf_bytes);
  leaves_.reserve(leaves_per_block * sizeof(Sha256));
}

void ImageDigest::add(std::span<const std::byte> bytes, bool on_all_cpus) {
  if (!tail_.empty()) {
    const std::size_t count = std::min(leaf_bytes - tail_.size(), bytes.size());
    tail_.insert(tail_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes = bytes.subspan(count);
    if (tail_.size() < leaf_bytes) return;
    add_leaf(sha256(tail_));
    tail_.clear();
  }
  const std::size_t leaves = bytes.size() / leaf_bytes;
  const auto leaf = [&](std::size_t i) { return sha256(bytes.subspan(i * leaf_bytes, leaf_bytes)); };
  if (on_all_cpus) {
    std::vector<Sha256> digests(leaves);
    const rungs::detail::OnAllCpus unpinned;
    rungs::for_bands(leaves, 64, 0, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) digests[i] = leaf(i);
    });
    for (const Sha256& digest : digests) add_leaf(digest);
  } else {
    for (std::size_t i = 0; i < leaves; ++i) add_leaf(leaf(i));
  }
  const auto rest = bytes.subspan(leaves * leaf_bytes);
  tail_.assign(rest.begin(), rest.end());
}

void ImageDigest::add(const HashedBytes& hashed, bool on_all_cpus) {
  if (hashed.leaves.empty()) return add(hashed.bytes, on_all_cpus);
  add(hashed.bytes.first(hashed.before));
  for (const Sha256& digest : hashed.leaves) add_leaf(digest);
  add(hashed.bytes.subspan(hashed.before + hashed.leaves.size() * leaf_bytes));
}

void ImageDigest::add_leaf(const Sha256& digest) {
  leaves_.insert(leaves_.end(), digest.begin(), digest.end());
  if (leaves_.size() == leaves_per_block * sizeof(Sha256)) end_block();
}

void ImageDigest::end_block() {
  const Sha256 digest = sha256(leaves_);
  leaves_.clear();
  blocks_.add(digest);
  if (use_) use_(digest);
}

Sha256 ImageDigest::finish() {
  if (!tail_.empty()) add_leaf(sha256(tail_));
  tail_.clear();
  if (!leaves_.empty()) end_block();
  return blocks_.so_far();
}

}  // namespace pipeline
