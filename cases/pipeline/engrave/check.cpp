#include "cases/pipeline/engrave/check.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <rungs/core/errors.hpp>
#include <system_error>

#include "cases/pipeline/engrave/recorder.hpp"
#include "cases/pipeline/files/input_file.hpp"
#include "cases/pipeline/run/crew.hpp"

namespace pipeline {
namespace {

/// "1, 3-5"
std::string ranges_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (last > i) text += "-" + std::to_string(numbers[last]);
    i = last + 1;
  }
  return text;
}

/// The records of all bands. Throws unless they are complete and belong together.
std::vector<Record> complete_records(const std::string& output) {
  const std::vector<Band> bands = recorded_bands(output);
  if (bands.empty()) {
    throw rungs::Failed(output + ": there is no record of engrave beside it; expected " +
                        record_path(output, {}) + ", or those of several bands");
  }
  const std::uint32_t count = bands.front().count;
  const auto first = read_record(output, bands.front());
  if (!first) throw rungs::Failed(record_path(output, bands.front()) + ": is not there any more");
  refuse_other_records(output, first->image, bands.front());
  std::vector<Record> records;
  std::vector<std::uint32_t> incomplete;
  for (std::uint32_t number = 1; number <= count; ++number) {
    const Band band{number, count};
    auto record = read_record(output, band);
    if (!record || record->done < blocks_of(shape_in(first->image), band).count()) {
      incomplete.push_back(number);
    } else {
      records.push_back(std::move(*record));
    }
  }
  if (incomplete.empty()) return records;
  throw rungs::Failed(output + ": not complete: " + std::to_string(incomplete.size()) + " of " +
                      std::to_string(count) +
                      " bands are missing or were interrupted: " + ranges_text(incomplete) +
                      " (engrave --band I/" + std::to_string(count) + " --resume completes them)");
}

/// Throws unless the blocks of the file have the digests that were recorded.
void reread_image(InputFile& file, const std::vector<Record>& records) {
  const ImageShape shape = shape_in(records.front().image);
  constexpr std::size_t bytes_at_once = 8 * digest_block_bytes;
  std::vector<std::byte> buffer(std::min<std::uint64_t>(bytes_at_once, shape.bytes()));
  for (const Record& record : records) {
    InputFile digests(digests_path(file.path(), record.band));
    const BlockRange blocks = blocks_of(shape, record.band);
    ImageDigest hash;
    Crew crew;
    hash.on_block([&](std::uint64_t number, const Sha256& digest) {
      Sha256 expected;
      digests.read(expected, number * sizeof(Sha256));
      if (digest == expected) return;
      const Part bytes = bytes_of(shape, {blocks.first + number, blocks.first + number + 1});
      file.fail("bytes " + std::to_string(bytes.first) + " to " + std::to_string(bytes.last) +
                " are not those that were written; expected the digest " + to_text(expected) + " of " +
                to_text(record.band) + ", got " + to_text(digest));
    });
    const Part part = bytes_of(shape, blocks);
    for (std::uint64_t at = part.first; at < part.last;) {
      const auto bytes = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), part.last - at));
      file.read(bytes, at);
      hash.add(bytes, &crew);
      at += bytes.size();
    }
    (void)hash.finish();
  }
}

}  // namespace

Checked check_image(const std::string& output, bool reread) {
  const std::vector<Record> records = complete_records(output);
  const nlohmann::json& image = records.front().image;
  const ImageShape shape = shape_in(image);
  DigestOfDigests digest;
  for (const Record& record : records) add_digests(output, record, digest);
  InputFile file(output);
  if (file.size() != shape.bytes()) {
    file.fail("has " + std::to_string(file.size()) + " bytes; expected " + std::to_string(shape.bytes()));
  }
  if (reread) reread_image(file, records);
  return {to_text(digest.so_far()), image.dump(), shape.bytes(), static_cast<std::uint32_t>(records.size())};
}

std::vector<std::uint32_t> incomplete_bands(const std::string& output, const ImageChoice& image,
                                            std::uint32_t count) {
  const nlohmann::json description = described(image);
  refuse_other_records(output, description, {0, count});
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 1; number <= count; ++number) {
    const auto record = record_to_resume(output, description, {number, count});
    if (!record || record->done < blocks_of(image.shape, record->band).count()) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace pipeline
