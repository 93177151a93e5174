#include <algorithm>
#include <rungs/core/errors.hpp>

#include "cases/pipeline/engrave/engrave.hpp"
#include "cases/pipeline/engrave/record.hpp"
#include "cases/pipeline/files/open_file.hpp"
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

/// The digest of a block, whose leaves all threads hash.
Sha256 block_digest(std::span<const std::byte> bytes, Crew& crew) {
  std::vector<Sha256> leaves((bytes.size() + leaf_bytes - 1) / leaf_bytes);
  crew.share_bands(leaves.size(), 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const auto from = bytes.subspan(i * leaf_bytes);
      leaves[i] = sha256(from.first(std::min(leaf_bytes, from.size())));
    }
  });
  return sha256(std::as_bytes(std::span(leaves)));
}

/// Throws unless a block of the file has the digest that was recorded.
class Reread {
 public:
  Reread(InputFile& file, ImageShape shape) : file_(file), shape_(shape), buffer_(digest_block_bytes) {}

  void expect(Band band, std::uint64_t number, const Sha256& expected) {
    const std::uint64_t block = blocks_of(shape_, band).first + number;
    const Part part = bytes_of(shape_, {block, block + 1});
    const auto bytes = std::span(buffer_).first(part.last - part.first);
    file_.read(bytes, part.first);
    const Sha256 digest = block_digest(bytes, crew_);
    if (digest == expected) return;
    file_.fail("bytes " + std::to_string(part.first) + " to " + std::to_string(part.last) +
               " are not those that were written; expected the digest " + to_text(expected) + " of " +
               to_text(band) + ", got " + to_text(digest));
  }

 private:
  InputFile& file_;
  ImageShape shape_;
  std::vector<std::byte> buffer_;
  Crew crew_;
};

}  // namespace

Checked check_image(const std::string& output, bool reread) {
  const std::vector<Band> bands = recorded_bands(output);
  const auto image = bands.empty() ? std::nullopt : recorded_image(output, bands.front());
  if (!image) {
    throw rungs::Failed(output + ": there is no record of engrave next to it; expected " +
                        record_path(output, {}) + ", or those of several bands");
  }
  refuse_other_records(output, *image, bands.front());
  const std::uint32_t count = bands.front().count;
  const ImageShape shape = shape_in(*image);
  std::vector<std::uint32_t> incomplete;
  DigestOfDigests digest;
  for (std::uint32_t number = 1; number <= count; ++number) {
    const Band band{number, count};
    const std::uint64_t done =
        recorded_blocks(output, band, [&](std::uint64_t, const Sha256& block) { digest.add(block); });
    if (done < blocks_of(shape, band).count()) incomplete.push_back(number);
  }
  if (!incomplete.empty()) {
    throw rungs::Failed(output + ": not complete: " + std::to_string(incomplete.size()) + " of " +
                        std::to_string(count) +
                        " bands are missing, damaged or were interrupted: " + ranges_text(incomplete) +
                        " (engrave --band I/" + std::to_string(count) + " --resume completes them)");
  }
  InputFile file(output);
  if (file.size() != shape.bytes()) {
    file.fail("has " + std::to_string(file.size()) + " bytes; expected " + std::to_string(shape.bytes()));
  }
  if (reread) {
    Reread blocks(file, shape);
    for (const Band band : bands) {
      recorded_blocks(output, band, [&](std::uint64_t number, const Sha256& expected) {
        blocks.expect(band, number, expected);
      });
    }
  }
  return {to_text(digest.so_far()), *image, shape.bytes(), count};
}

std::vector<std::uint32_t> incomplete_bands(const std::string& output, const ImageChoice& image,
                                            std::uint32_t count) {
  const std::string description = described(image);
  refuse_other_records(output, description, {0, count});
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 1; number <= count; ++number) {
    const Band band{number, count};
    if (blocks_to_resume(output, description, band) < blocks_of(image.shape, band).count())
      numbers.push_back(number);
  }
  return numbers;
}

}  // namespace pipeline
