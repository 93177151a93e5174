// The image that is asked for, its bands, and what has been computed of a band: a file next to the image that only
// grows (see the README). So the file never promises more than is there, whenever its process ended.
//
// Bands are cut between blocks of the digest (1 MiB), not between rows. A row that two bands share is computed by both,
// and each writes its own bytes of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include "cases/pipeline/files/open_file.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

/// The words for a TreeKind and a SourceKind, in their order.
inline constexpr std::array<std::string_view, 2> tree_words{"deck", "chain"};
inline constexpr std::array<std::string_view, 3> source_words{"procedural", "raw", "bigtiff"};

struct ImageChoice {
  TreeKind tree = TreeKind::deck;
  Frame shape;
  std::uint32_t distance_max = 15;
  std::uint32_t median = 1;
  std::uint64_t seed = 1;
  SourceKind source = SourceKind::procedural;
  std::string mask{};  ///< the mask's file, unless the source is procedural
};

/// What a run is asked to compute, without files.
[[nodiscard]] Settings settings_of(const ImageChoice& image);

/// The image in one line, as it is written to records, from its size on: two images with the same description
/// have the same pixels. The file of a mask counts by its length and by when it was changed last. Throws
/// rungs::Failed if that file is not there.
[[nodiscard]] std::string described(const ImageChoice& image);

/// The shape in such a description. Throws rungs::Failed if there is none.
[[nodiscard]] Frame shape_in(const std::string& description);

/// Band `number` of `count`, from 1.
struct Band {
  std::uint32_t number = 1;
  std::uint32_t count = 1;

  bool operator==(const Band&) const = default;
};

/// "band 3 of 16"
[[nodiscard]] std::string to_text(Band band);

/// How many blocks an image's digest has.
[[nodiscard]] std::uint64_t digest_blocks(Frame shape);

/// The blocks of a band; the numbers of any two bands' blocks differ by at most 1. At most as many bands as
/// blocks.
[[nodiscard]] Part blocks_of(Frame shape, Band band);

/// The bytes of blocks. The last block of an image may be shorter.
[[nodiscard]] Part bytes_of(Frame shape, Part blocks);

/// The rows that hold bytes.
[[nodiscard]] Part rows_of(Frame shape, Part bytes);

/// "OUTPUT.band-3-of-16.digests": a line that says which band of which image it is, then the digests of the
/// blocks that are on the disk.
[[nodiscard]] std::string record_path(const std::string& output, Band band);

/// What a record says of itself.
struct Recorded {
  Band band;
  std::string image;  ///< its description
};

/// The records next to `output`, but that of the band `without`, and those whose process has only begun. Throws
/// rungs::Failed if the folder cannot be read, or if a file of this name is no record.
[[nodiscard]] std::vector<Recorded> recorded(const std::string& output, Band without = {0, 0});

/// Throws rungs::Failed if a record is of another image or of a division into another number of bands.
void require_one_image(const std::string& output, const std::vector<Recorded>& records, const std::string& image,
                       std::uint32_t bands);

/// How many of the band's blocks are recorded, from the first on; 0 without a record, which must be of this
/// image. Calls `use` for each.
std::uint64_t read_record(const std::string& output, const std::string& image, Band band,
                          const std::function<void(std::uint64_t number, const Sha256& digest)>& use);

/// Keeps the record of the band that this process computes. Holds a lock on it until its end: a second
/// process that computes the same band is refused.
class Recorder {
 public:
  /// Begins the record; with `resume` the band goes on where its record ends. Throws rungs::Failed as the
  /// functions above, if another process computes this band, if the image's file cannot be written, or if less
  /// of it is there than the record promises. Leaves older records as they are then.
  Recorder(const std::string& output, const std::string& image, Band band, bool resume);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// The next block's digest.
  void add(const Sha256& digest);
  /// Records all blocks that were added. Call it when their pixels are on the disk.
  void step();

  [[nodiscard]] std::uint64_t done() const { return done_; }  ///< blocks that are recorded
  /// Of the digests of all blocks so far, earlier runs' included.
  [[nodiscard]] Sha256 digest() const { return digest_.so_far(); }

 private:
  std::string first_line_;
  DiskFile file_;
  std::uint64_t done_ = 0;
  DigestOfDigests digest_;
  std::vector<Sha256> added_;  ///< since the last step
};

}  // namespace pipeline
