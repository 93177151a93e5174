// Digests of bytes on the host, with the process's key, on all cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace rungs {

/// digest_of, which a GPU computes too; never empty.
[[nodiscard]] std::optional<std::uint64_t> digest_on_all_cores(std::span<const std::byte> bytes);
/// Another, of eight chains of products, for bytes that no GPU sees.
[[nodiscard]] std::uint64_t quick_digest(std::span<const std::byte> bytes);

}  // namespace rungs
