#include <fmt/format.h>
#include <algorithm>
#include <rungs/core/errors.hpp>
#include "cases/pipeline/engrave/engrave.hpp"
#include "cases/pipeline/engrave/record.hpp"
#include "cases/pipeline/run/digest.hpp"

namespace pipeline {
namespace {

/// "1, 3-5"
std::string ranges_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first;
    while (last + 1 != numbers.end() && last[1] == *last + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(*first);
    if (last > first) text += "-" + std::to_string(*last);
    first = last + 1;
  }
  return text;
}

/// Throws unless the blocks of a band have the digests in the file that were recorded.
void reread_band(const InputFile& file, ImageShape shape, Record record, Band band) {
  std::vector<std::byte> buffer(digest_block_bytes);
  record.blocks([&](std::uint64_t number, const Sha256& expected) {
    const std::uint64_t block = blocks_of(shape, band).first + number;
    const Part part = bytes_of(shape, {block, block + 1});
    const auto bytes = std::span(buffer).first(part.size());
    file.read(bytes, part.first);
    ImageDigest digest;
    digest.on_block([&](std::uint64_t, const Sha256& got) {
      if (got == expected) return;
      file.fail(fmt::format("bytes {} to {} are not those that were written; expected the digest {} of {}, got {}",
                            part.first, part.last, to_text(expected), to_text(band), to_text(got)));
    });
    digest.add(bytes, true);
    (void)digest.finish();
  });
}

}  // namespace

Checked check_image(const std::string& output, bool reread) {
  const std::vector<Band> bands = recorded_bands(output);
  const std::string image = bands.empty() ? "" : Record(output, bands.front()).image();
  if (image.empty()) {
    throw rungs::Failed(
        fmt::format("{}: there is no record of engrave next to it; expected {}, or those of several bands", output,
                    record_path(output, {})));
  }
  refuse_other_records(output, image, bands.front());
  const std::uint32_t count = bands.front().count;
  const ImageShape shape = shape_in(image);
  std::vector<std::uint32_t> incomplete;
  DigestOfDigests digest;
  for (std::uint32_t number = 1; number <= count; ++number) {
    const Band band{number, count};
    const std::uint64_t done =
        Record(output, band).blocks([&](std::uint64_t, const Sha256& block) { digest.add(block); });
    if (done < blocks_of(shape, band).size()) incomplete.push_back(number);
  }
  if (!incomplete.empty()) {
    throw rungs::Failed(
        fmt::format("{}: not complete: {} of {} bands are missing, damaged or were interrupted: {} (engrave "
                    "--band I/{} --resume completes them)",
                    output, incomplete.size(), count, ranges_text(incomplete), count));
  }
  const InputFile file(output);
  if (file.size() != shape.bytes()) file.fail(fmt::format("has {} bytes; expected {}", file.size(), shape.bytes()));
  for (const Band band : bands) {
    if (reread) reread_band(file, shape, Record(output, band), band);
  }
  return {to_text(digest.so_far()), image, shape.bytes(), count};
}

std::vector<std::uint32_t> incomplete_bands(const std::string& output, const ImageChoice& image, std::uint32_t count) {
  const std::string description = described(image);
  refuse_other_records(output, description, {0, count});
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 1; number <= count; ++number) {
    const Band band{number, count};
    if (Record(output, band).blocks_to_resume(description) < blocks_of(image.shape, band).size())
      numbers.push_back(number);
  }
  return numbers;
}

}  // namespace pipeline
