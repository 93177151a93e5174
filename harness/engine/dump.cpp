#include "harness/engine/dump.hpp"
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include "harness/output/gray_image.hpp"

namespace rungs {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_picture_side = 16384;

/// A plane in a buffer, and which of its pixels are drawn: every `step`-th in both directions.
struct Plane {
  std::size_t width;
  std::size_t height;  ///< over all frames
  std::size_t element_bytes;
  std::byte poison;
  std::size_t step;

  [[nodiscard]] unsigned drawn_width() const { return static_cast<unsigned>((width + step - 1) / step); }
  [[nodiscard]] unsigned drawn_height() const { return static_cast<unsigned>((height + step - 1) / step); }
};

/// Empty if the buffer is not a plane of the problem's size, or its element type is not drawn. Drawn are
/// bytes and, in outputs, floats (recognised by their poison) and 32-bit numbers.
std::optional<Plane> plane_of(const BufferInfo& buffer, const Extents& size) {
  const bool drawn = buffer.element_bytes == 1 || (buffer.element_bytes == 4 && buffer.role == Role::output);
  const std::size_t count = buffer.bytes / buffer.element_bytes;
  if (size.count() != 2 || !drawn || count == 0 || count % size.volume() != 0) return std::nullopt;
  const std::size_t width = size[0];
  Plane plane{width, count / width, buffer.element_bytes, buffer.poison, 1};
  plane.step = (std::max(plane.width, plane.height) + largest_picture_side - 1) / largest_picture_side;
  return plane;
}

/// The elements to draw. `read(from, piece)` copies bytes of the buffer, from byte `from` on.
template <class Read> std::vector<std::byte> drawn_elements(const Plane& plane, Read read) {
  std::vector<std::byte> row(plane.width * plane.element_bytes);
  std::vector<std::byte> elements;
  elements.reserve(std::size_t{plane.drawn_width()} * plane.drawn_height() * plane.element_bytes);
  for (std::size_t y = 0; y < plane.height; y += plane.step) {
    read(y * row.size(), std::span<std::byte>(row));
    for (std::size_t x = 0; x < plane.width; x += plane.step) {
      const auto first = row.begin() + static_cast<std::ptrdiff_t>(x * plane.element_bytes);
      elements.insert(elements.end(), first, first + static_cast<std::ptrdiff_t>(plane.element_bytes));
    }
  }
  return elements;
}

/// Scales linearly from the smallest finite value (black) to the largest (white). Unwritten elements are black.
template <class T> std::vector<std::uint8_t> to_gray(const std::vector<std::byte>& elements, std::byte poison) {
  T untouched;
  std::memset(&untouched, std::to_integer<int>(poison), sizeof(T));
  const auto value = [&](std::size_t i) {
    T element;
    std::memcpy(&element, elements.data() + i * sizeof(T), sizeof(T));
    const bool drawn = element != untouched && std::isfinite(static_cast<double>(element));
    return drawn ? static_cast<double>(element) : std::numeric_limits<double>::quiet_NaN();
  };
  std::vector<std::uint8_t> pixels(elements.size() / sizeof(T));
  double least = std::numeric_limits<double>::max();
  double most = std::numeric_limits<double>::lowest();
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    least = std::fmin(least, value(i));  // fmin and fmax ignore NaN
    most = std::fmax(most, value(i));
  }
  const double scale = most > least ? 255 / (most - least) : 0;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const double gray = (value(i) - least) * scale;
    pixels[i] = static_cast<std::uint8_t>(std::isnan(gray) ? 0 : std::lround(gray));
  }
  return pixels;
}

GrayImage picture(const Plane& plane, const std::vector<std::byte>& elements) {
  GrayImage image{plane.drawn_width(), plane.drawn_height(), {}};
  if (plane.element_bytes == 1) {
    image.pixels.resize(elements.size());
    std::memcpy(image.pixels.data(), elements.data(), elements.size());
  } else if (plane.poison == std::byte{0xFF}) {
    image.pixels = to_gray<float>(elements, plane.poison);
  } else {
    image.pixels = to_gray<std::uint32_t>(elements, plane.poison);
  }
  return image;
}

/// ".1920x1080.frames=1.input=photo", and the seed if it differs from the run's.
std::string problem_name(const PlannedRow& planned, std::uint64_t run_seed) {
  std::string params = params_of(planned);
  for (char& c : params) {
    if (c == ';' || c == '/') c = '.';
  }
  std::string name = "." + to_string(planned.problem->size());
  if (!params.empty()) name += "." + params;
  return planned.seed == run_seed ? name : fmt::format("{}.seed={}", name, planned.seed);
}

}  // namespace

void make_dump_folder(const std::string& folder) {
  const auto refuse = [&](const std::string& why) { throw BadUsage("--dump " + folder + ": " + why); };
  std::error_code error, ignored;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, ignored))
    refuse(fs::exists(folder, ignored) ? "is not a folder" : "cannot be made: " + error.message());
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse("cannot be written: " + std::string(std::strerror(errno)));
}

void Dump::write(const PlannedRow& planned, const HostImage& inputs, const GuardedMemory& outputs) try {
  const auto& buffers = outputs.buffers();
  const std::string problem = problem_name(planned, seed_);
  std::string variant = planned.variant->full_name();
  std::ranges::replace(variant, '/', '.');
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const auto plane = plane_of(buffers[i], planned.problem->size());
    if (!plane) continue;
    const bool is_input = buffers[i].role == Role::input;
    const std::string file =
        (is_input ? planned.variant->owner->name() : variant) + problem + "." + buffers[i].name + ".png";
    if (is_input && !inputs_.insert(file).second) continue;
    const auto elements = drawn_elements(*plane, [&](std::size_t from, std::span<std::byte> piece) {
      // Inputs are drawn as generated, even if a variant has changed them.
      if (is_input) return void(std::memcpy(piece.data(), inputs.buffers[i].data() + from, piece.size()));
      outputs.read(i, from, piece);
    });
    write_gray_png((fs::path(folder_) / file).string(), picture(*plane, elements));
  }
} catch (const std::bad_alloc&) {
  throw std::runtime_error("--dump " + folder_ + ": host memory ran out");
}

}  // namespace rungs
