// gpu/two_passes_packed with the first pass on bits: a ballot packs 32 pixels into a word, and two shifts and a count
// of leading zeros find the nearest white pixel. A block builds the words for a piece of a row in shared memory, each
// in normal and in mirrored bit order. One funnel shift moves the pixels left of a pixel to the top of a word, another
// those to the right; the leading zeros of the two combined are the distance. The search by bytes took up to 2R loads
// and compares per pixel; this takes about ten instructions, the same for every mask. The cost: R above 32 takes more
// words and more iterations.
#include "cases/distance/gpu/bit_rows.hpp"
#include "cases/distance/gpu/packed_columns.hpp"

namespace {

constexpr int threads = 256;
constexpr int columns = 1024;  // per row and block
constexpr int words = columns / 32;
constexpr int most_margin = 8;  // margin_words(255)

__global__ void along_rows(unsigned* squared, const std::uint8_t* image, int width, int height, int radius) {
  __shared__ distance::Bits bits[words + 2 * most_margin];
  const int packed = (width + 1) / 2;
  const int left = static_cast<int>(blockIdx.x) * columns;
  const int margin = distance::margin_words(radius);
  constexpr int warps = threads / 32;
  const int words_per_warp = (words + 2 * margin + warps - 1) / warps;
  const int first = static_cast<int>(threadIdx.x) / 32 * words_per_warp;

  for (int y = blockIdx.y; y < height; y += gridDim.y) {
    const int count = min(words_per_warp, words + 2 * margin - first);
    distance::gather_row(bits + first, count, distance::ImageRow(image, y, width, height),
                         left + 32 * (first - margin));
    __syncthreads();
    for (int x = 2 * static_cast<int>(threadIdx.x); x < columns; x += 2 * threads) {
      if (left + x >= width) break;
      const distance::Bits* const word = bits + margin + x / 32;
      const int even = distance::bit_distance(word, x % 32, radius);
      const int odd = distance::bit_distance(word, x % 32 + 1, radius);
      squared[rungs::at((left + x) / 2, y, packed)] = even * even | odd * odd << 16;
    }
    __syncthreads();
  }
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  auto* const squared = reinterpret_cast<unsigned*>(call.workspace);
  const dim3 pieces((p.width + columns - 1) / columns, std::min(p.height, 65535U));
  rungs::launch({pieces, dim3(threads), call.stream}, along_rows, squared, call.views.image, p.width, p.height,
                p.distance_max);
  distance::launch_along_columns(call, squared);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/two_passes_packed",
    .technique = {"bits"},
    .idea = "row pass on words of 32 pixels: shifts and leading zeros",
    .launch = launch,
    .workspace_bytes = distance::packed_bytes,
}};

}  // namespace
