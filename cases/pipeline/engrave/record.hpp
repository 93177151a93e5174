// What has been computed of a band, in two files beside the image: a small JSON file with the image, the
// band, how many of its blocks are on the disk and the digest of those blocks' digests; and a file of the
// blocks' digests, 32 bytes each. The JSON file is replaced as a whole, after the digests and the pixels are
// on the disk: it never promises more than is there.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cases/pipeline/engrave/band.hpp"

namespace pipeline {

struct Record {
  nlohmann::json image;  ///< see described()
  Band band;
  std::uint64_t done = 0;  ///< blocks on the disk, from the band's first one on
  std::string digest{};    ///< of their digests
};

/// "OUTPUT.band-3-of-16.json"
[[nodiscard]] std::string record_path(const std::string& output, Band band);
/// "OUTPUT.band-3-of-16.digests"
[[nodiscard]] std::string digests_path(const std::string& output, Band band);

/// The record of a band; empty if there is none. Throws rungs::Failed with the file and the reason if it is
/// damaged.
[[nodiscard]] std::optional<Record> read_record(const std::string& output, Band band);

/// Replaces the record of a band as a whole, on the disk when this returns. Throws rungs::Failed.
void write_record(const std::string& output, const Record& record);

/// Reads the digests of a record's blocks into `to`. Throws rungs::Failed if they are not those that the
/// record promises.
void add_digests(const std::string& output, const Record& record, DigestOfDigests& to);

/// The bands that have a record beside `output`, in ascending order. Throws rungs::Failed if the folder
/// cannot be read.
[[nodiscard]] std::vector<Band> recorded_bands(const std::string& output);

}  // namespace pipeline
