#include <fmt/format.h>

#include "harness/output/picture_formats.hpp"

namespace rungs {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Reads the numbers of a header, and the pixels of P2.
class Numbers {
 public:
  Numbers(const std::string& bytes, std::size_t from) : bytes_(bytes), at_(from) {}

  /// The next number; blanks, and comments from # to the end of the line, may stand between numbers.
  std::size_t next(const std::string& what) {
    const std::size_t before = at_;
    skip_blanks();
    if (at_ == bytes_.size()) throw PictureError{"is cut off: it ends before its " + what};
    constexpr std::size_t too_large = 1'000'000'000'000;
    std::size_t value = 0;
    const std::size_t first = at_;
    for (; at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9'; ++at_) {
      if (value < too_large) value = value * 10 + static_cast<std::size_t>(bytes_[at_] - '0');
    }
    if (at_ == first || first == before)
      throw PictureError{"is no PGM: there is no number where its " + what + " is due"};
    return value;
  }
  /// Position after the blank that follows the header's last number.
  [[nodiscard]] std::size_t data() const {
    if (at_ == bytes_.size()) throw PictureError{"is cut off: it ends with its header"};
    if (!is_blank(bytes_[at_])) throw PictureError{"is no PGM: no blank ends its header"};
    return at_ + 1;
  }

 private:
  void skip_blanks() {
    for (bool comment = false; at_ < bytes_.size(); ++at_) {
      const char c = bytes_[at_];
      if (comment) {
        comment = c != '\n' && c != '\r';
      } else if (c == '#') {
        comment = true;
      } else if (!is_blank(c)) {
        return;
      }
    }
  }

  const std::string& bytes_;
  std::size_t at_;
};

void require_gray(char kind) {
  if (kind == '1' || kind == '4') throw PictureError{"is a bitmap (PBM) of 1 bit a pixel"};
  if (kind == '3' || kind == '6') throw PictureError{"is a colour picture (PPM)"};
  if (kind != '2' && kind != '5') throw PictureError{"is neither PNG nor PGM"};
}

}  // namespace

GrayImage decode_pgm(const std::string& bytes) {
  const char kind = bytes.at(1);
  require_gray(kind);
  Numbers numbers(bytes, 2);
  const std::size_t width = numbers.next("width");
  const std::size_t height = numbers.next("height");
  const std::size_t most = numbers.next("maxval");
  require_picture_size(width, height);
  if (most > 255) throw PictureError{fmt::format("has 16-bit pixels (maxval {})", most)};
  if (most != 255) throw PictureError{fmt::format("has the maxval {}; it must be 255", most)};
  const std::size_t area = width * height;
  const std::size_t data = kind == '5' ? numbers.data() : 0;
  // Before allocating: each number of P2 but the last takes at least two bytes.
  const std::size_t least = kind == '5' ? data + area : 2 * area - 1;
  if (bytes.size() < least) {
    throw PictureError{
        fmt::format("is cut off: {} bytes are too few for {}x{} pixels", bytes.size(), width, height)};
  }
  GrayImage image{static_cast<unsigned>(width), static_cast<unsigned>(height), {}};
  if (kind == '5') {
    image.pixels.assign(bytes.begin() + static_cast<std::ptrdiff_t>(data),
                        bytes.begin() + static_cast<std::ptrdiff_t>(data + area));
    return image;
  }
  image.pixels.reserve(area);
  for (std::size_t i = 0; i < area; ++i) {
    const std::size_t value = numbers.next("next pixel");
    if (value > 255) throw PictureError{fmt::format("has a pixel of {}; its maxval is 255", value)};
    image.pixels.push_back(static_cast<std::uint8_t>(value));
  }
  return image;
}

}  // namespace rungs
