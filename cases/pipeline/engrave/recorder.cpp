#include "cases/pipeline/engrave/recorder.hpp"

#include <filesystem>
#include <rungs/core/errors.hpp>
#include <system_error>
#include <utility>

#include "cases/pipeline/engrave/image.hpp"

namespace pipeline {
namespace {

void require_same_image(const Record& record, const nlohmann::json& image, const std::string& output) {
  if (record.image == image) return;
  throw rungs::Failed(record_path(output, record.band) +
                      ": is the record of another image: " + record.image.dump() + "; expected " +
                      image.dump() + " (remove the older records, or write to another file)");
}

}  // namespace

void refuse_other_records(const std::string& output, const nlohmann::json& image, Band band) {
  for (const Band other : recorded_bands(output)) {
    if (other == band) continue;
    if (other.count != band.count) {
      throw rungs::Failed(record_path(output, other) + ": is of a division into " +
                          std::to_string(other.count) + " bands; expected " + std::to_string(band.count) +
                          " (remove the older records, or write to another file)");
    }
    if (const auto record = read_record(output, other)) require_same_image(*record, image, output);
  }
}

std::optional<Record> record_to_resume(const std::string& output, const nlohmann::json& image, Band band) {
  auto record = read_record(output, band);
  if (!record) return {};
  require_same_image(*record, image, output);
  if (record->done == 0) return {};
  const ImageShape shape = shape_in(image);
  const std::uint64_t first = blocks_of(shape, band).first;
  const std::uint64_t expected = bytes_of(shape, {first, first + record->done}).last;
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(output, error);
  if (error || bytes < expected) {
    throw rungs::Failed(output + ": " + (error ? "is not there" : "has " + std::to_string(bytes) + " bytes") +
                        "; expected " + std::to_string(expected) + " or more, by the record of " +
                        to_text(band) + " (remove the record, and the band is computed again)");
  }
  return record;
}

Recorder::Recorder(std::string output, nlohmann::json image, Band band, bool resume)
    : output_(std::move(output)),
      record_{std::move(image), band},
      lock_(digests_path(output_, band), "another process computes " + to_text(band)),
      digests_(digests_path(output_, band), DiskFile::Access::cached) {
  refuse_other_records(output_, record_.image, band);
  if (!resume) return;
  if (const auto old = record_to_resume(output_, record_.image, band)) {
    add_digests(output_, *old, digest_);
    record_.done = old->done;
  }
}

void Recorder::begin() {
  record_.digest = to_text(digest());
  write_record(output_, record_);
  lock_.keep();
}

void Recorder::step() {
  if (added_.empty()) return;
  digests_.write(std::as_bytes(std::span(added_)), record_.done * sizeof(Sha256));
  digests_.sync();
  for (const Sha256& digest : added_) digest_.add(digest);
  record_.done += added_.size();
  record_.digest = to_text(digest());
  added_.clear();
  write_record(output_, record_);
}

}  // namespace pipeline
