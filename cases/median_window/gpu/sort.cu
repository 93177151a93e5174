// One thread per pixel: it gathers the window's values and selects the middle one by Hoare's quickselect. The ladder
// starts here, with what one would write first. It works for any pixel and, if the array is large enough, any window.
// But the values are in an array that is indexed at run time, so they lie in local memory; where the loops go depends
// on the values, so that the threads of a warp wait for each other; and nothing is shared between pixels.
#include <rungs/device.hpp>
#include "cases/median_window/case.hpp"

namespace {

constexpr unsigned largest = 15;

/// Moves values until the one at place `middle` has none larger before it and none smaller behind it.
template <class Pixel> __device__ Pixel select(Pixel* values, int count, int middle) {
  int first = 0;
  int last = count - 1;
  while (first < last) {
    const Pixel pivot = values[middle];
    int i = first;
    int k = last;
    do {
      while (values[i] < pivot) ++i;
      while (pivot < values[k]) --k;
      if (i <= k) {
        const Pixel value = values[i];
        values[i++] = values[k];
        values[k--] = value;
      }
    } while (i <= k);
    if (k < middle) first = i;
    if (middle < i) last = k;
  }
  return values[middle];
}

template <class Pixel>
__global__ void sort(Pixel* filtered, const Pixel* image, unsigned width, unsigned height, unsigned window) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x + window > width) return;
  Pixel values[largest * largest];
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y + window <= height; y += gridDim.y * blockDim.y) {
    unsigned count = 0;
    for (unsigned row = 0; row < window; ++row) {
      for (unsigned column = 0; column < window; ++column)
        values[count++] = image[rungs::at(x + column, y + row, width)];
    }
    filtered[rungs::at(x + window / 2, y + window / 2, width)] =
        select(values, static_cast<int>(count), static_cast<int>(count / 2));
  }
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  median_window::require_window(p, largest, "for the array");
  if (!p.has_windows()) return;
  const dim3 block(32, 4);
  dim3 blocks = rungs::grid_for(p.width - p.window + 1, p.height - p.window + 1, block);
  blocks.y = blocks.y < 65535 ? blocks.y : 65535;
  median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
    rungs::launch({blocks, block, stream}, sort<Pixel>, median_window::filtered_of<Pixel>(v),
                  median_window::image_of<Pixel>(v), p.width, p.height, p.window);
  });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "host/select",
    .idea = "one thread per pixel, quickselect in local memory",
    .launch = launch,
}};

}  // namespace
