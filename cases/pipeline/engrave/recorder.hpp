// Keeps the record of the band that this process computes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cases/pipeline/engrave/lock.hpp"
#include "cases/pipeline/engrave/record.hpp"
#include "cases/pipeline/files/disk_file.hpp"

namespace pipeline {

/// Throws rungs::Failed if there are records beside `output`, other than that of `band`, of another image or
/// of a division into another number of bands.
void refuse_other_records(const std::string& output, const nlohmann::json& image, Band band);

/// The record where a band goes on; empty if there is none. Throws rungs::Failed if it is damaged or that of
/// another image, or if less of the file is there than it promises.
[[nodiscard]] std::optional<Record> record_to_resume(const std::string& output, const nlohmann::json& image,
                                                     Band band);

/// Holds a lock on the band until its end: a second process that computes the same band is refused.
class Recorder {
 public:
  /// Looks at the records beside `output` and leaves them as they are. With `resume` the band goes on where
  /// its record ends. Throws rungs::Failed as the functions above, and if another process computes this band.
  Recorder(std::string output, nlohmann::json image, Band band, bool resume);

  /// Writes the record for the first time, with the blocks that are done already.
  void begin();
  /// The next block's digest.
  void add(const Sha256& digest) { added_.push_back(digest); }
  /// Records all blocks that were added. Call it when their pixels are on the disk.
  void step();

  [[nodiscard]] std::uint64_t done() const { return record_.done; }  ///< blocks that are recorded
  /// Of the digests of all recorded blocks, earlier runs' included.
  [[nodiscard]] Sha256 digest() const { return digest_.so_far(); }

 private:
  std::string output_;
  Record record_;
  Lock lock_;
  DiskFile digests_;
  DigestOfDigests digest_;
  std::vector<Sha256> added_;  ///< since the last step
};

}  // namespace pipeline
