// The image that is asked for: everything its pixels depend on. It is computed whole or in bands, which can
// be computed by different processes and machines.
//
// Bands are cut between blocks of the digest (1 MiB), not between rows: each block then belongs to one band,
// and the digest of the image is that of the bands' blocks in order, without reading the file again. A row
// that two bands share is computed by both, and each writes its own bytes of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

/// The words for a TreeKind and a SourceKind, in their order.
inline constexpr std::array<std::string_view, 2> tree_words{"deck", "chain"};
inline constexpr std::array<std::string_view, 3> source_words{"procedural", "raw", "bigtiff"};

struct ImageChoice {
  TreeKind tree = TreeKind::deck;
  ImageShape shape;
  std::uint32_t distance_max = 15;
  std::uint32_t median = 1;
  std::uint64_t seed = 1;
  SourceKind source = SourceKind::procedural;
  std::string mask{};  ///< the mask's file, unless the source is procedural
};

/// What a run is asked to compute, without files.
[[nodiscard]] Settings settings_of(const ImageChoice& image);

/// The image as it is written to records, a JSON object in one line: two images with the same description
/// have the same pixels. The file of a mask counts by its length and by when it was changed last. Throws
/// rungs::Failed if that file is not there.
[[nodiscard]] std::string described(const ImageChoice& image);

/// The shape in such a description. Throws rungs::Failed if there is none.
[[nodiscard]] ImageShape shape_in(const std::string& description);

/// Band `number` of `count`, from 1.
struct Band {
  std::uint32_t number = 1;
  std::uint32_t count = 1;

  bool operator==(const Band&) const = default;
};

/// "band 3 of 16"
[[nodiscard]] std::string to_text(Band band);

/// How many blocks an image's digest has.
[[nodiscard]] std::uint64_t digest_blocks(ImageShape shape);

/// The blocks of a band; the numbers of any two bands' blocks differ by at most 1. At most as many bands as
/// blocks.
[[nodiscard]] Part blocks_of(ImageShape shape, Band band);

/// The bytes of blocks. The last block of an image may be shorter.
[[nodiscard]] Part bytes_of(ImageShape shape, Part blocks);

/// The rows that hold bytes.
[[nodiscard]] Part rows_of(ImageShape shape, Part bytes);

}  // namespace pipeline
