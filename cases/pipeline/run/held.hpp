// A plane with the memory that it lies in.
//
// Schedules are templates on where pixels are computed, OnHost (on_host.hpp) or OnGpu (gpu/on_gpu.hpp). Such
// a place has
//   budget()                       the memory of its planes
//   pitch_of(window)               pixels from one row of a plane to the next
//   lead_of(window)                pixels in a row before the window's first
//   fill(node, out, planes...)     computes a window of a node
//   clear_outside(plane, inside)   sets a plane to 0 outside a part of its window
//   copy(to, from, window)         copies a window between two planes that both hold it
//   clear(memory)                  sets a block to 0
//   move_to_front(memory, from, bytes)   copies bytes [from, from + bytes) of a block to its beginning
#pragma once

#include <cstddef>

#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

/// Memory of a plane at such a place.
template <class Place, class Pixel>
[[nodiscard]] std::size_t plane_bytes(Window window) {
  return Place::pitch_of(window) * window.height * sizeof(Pixel);
}

/// The plane of a window in memory for it.
template <class Place, class Pixel>
[[nodiscard]] Plane<Pixel> plane_in(const Block& block, Window window) {
  return {reinterpret_cast<Pixel*>(block.data()) + Place::lead_of(window), Place::pitch_of(window), window};
}

template <class Pixel>
struct Held {
  /// Memory for a window out of the place's budget; its contents are undefined.
  template <class Place>
  Held(Place& place, Window window)
      : memory(place.budget(), plane_bytes<Place, Pixel>(window)),
        plane(plane_in<Place, Pixel>(memory, window)) {}

  Block memory;
  Plane<Pixel> plane;
};

}  // namespace pipeline
