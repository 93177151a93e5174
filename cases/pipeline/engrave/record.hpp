// The image that is asked for, its bands, and what has been computed of a band: a file next to the image that only
// grows (see the README). So the file never promises more than is there, whenever its process ended.
//
// Bands are cut between blocks of the digest (1 MiB), not between rows. A row that two bands share is computed by both,
// and each writes its own bytes of it.
#pragma once

#include <array>
#include <cstdint>
#include <fstream>
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

/// The image as it is written to records, a JSON object in one line: two images with the same description
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

/// Of a block of the band, behind a first line in JSON that says which band of which image it is.
struct RecordEntry {
  Sha256 digest;
  std::array<std::byte, 8> check;  ///< of the digest and the entry's number
};

/// Called for the blocks of a band.
using UseBlock = std::function<void(std::uint64_t number, const Sha256& digest)>;

/// "OUTPUT.band-3-of-16.digests"
[[nodiscard]] std::string record_path(const std::string& output, Band band);

/// The record of a band, read from its beginning to its end.
class Record {
 public:
  /// Throws rungs::Failed with the file and the reason if there is one, but not of this band.
  Record(const std::string& output, Band band);

  /// The description of the image; empty if there is no record, or if its process has only begun.
  [[nodiscard]] const std::string& image() const { return image_; }
  /// How many of the band's blocks are recorded, from the first on; 0 without a record. Entries from one on
  /// that is damaged do not count. Calls `use` for each. To be called once.
  std::uint64_t blocks(const UseBlock& use = {});
  /// The same of a band of `image`, which may go on there. Throws rungs::Failed if it is the record of
  /// another image, or if less of the image's file is there than it promises.
  std::uint64_t blocks_to_resume(const std::string& image, const UseBlock& use = {});
  /// Throws rungs::Failed if it is the record of another image.
  void require(const std::string& image) const;

 private:
  std::string output_;
  Band band_;
  std::ifstream file_;
  std::string image_;
};

/// The bands that have a record next to `output`, in ascending order. Throws rungs::Failed if the folder
/// cannot be read.
[[nodiscard]] std::vector<Band> recorded_bands(const std::string& output);

/// Throws rungs::Failed if there are records next to `output`, other than that of `band`, of another image or
/// of a division into another number of bands.
void refuse_other_records(const std::string& output, const std::string& image, Band band);

/// Keeps the record of the band that this process computes. Holds a lock on it until its end: a second
/// process that computes the same band is refused.
class Recorder {
 public:
  /// Looks at the records next to `output` and leaves them as they are. With `resume` the band goes on where
  /// its record ends. Throws rungs::Failed as the functions above, and if another process computes this band.
  Recorder(const std::string& output, const std::string& image, Band band, bool resume);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  /// Removes a file that was created here, unless begin() was called.
  ~Recorder();

  /// Writes the first line, or leaves what is recorded already.
  void begin();
  /// The next block's digest.
  void add(const Sha256& digest);
  /// Records all blocks that were added. Call it when their pixels are on the disk.
  void step();

  [[nodiscard]] std::uint64_t done() const { return done_; }  ///< blocks that are recorded
  /// Of the digests of all blocks so far, earlier runs' included.
  [[nodiscard]] Sha256 digest() const { return digest_.so_far(); }

 private:
  std::string first_line_;
  bool is_new_;
  DiskFile file_;
  std::uint64_t done_ = 0;
  DigestOfDigests digest_;
  std::vector<RecordEntry> added_;  ///< since the last step
};

}  // namespace pipeline
