// What a finished run writes, wherever its pixels were computed.
#pragma once

#include <cstring>

#include "cases/pipeline/case.hpp"
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/outlet.hpp"
#include "cases/pipeline/run/source.hpp"

namespace pipeline {

/// Ends the stream; writes the digest, and the figures that every run has. The others are 0.
inline Figures write_results(const Views& v, Outlet& outlet, const Counts& counts, const Sink& sink) {
  const Sha256 digest = outlet.finish();
  std::memcpy(v.digest, digest.data(), digest.size());
  Figures figures(v.figures);
  figures.set(Figure::bytes, static_cast<double>(outlet.bytes()));
  figures.set(Figure::seconds, outlet.seconds());
  figures.set(Figure::first_byte_s, outlet.first_byte_s());
  figures.set(Figure::slowest_second, outlet.slowest_second());
  figures.set(Figure::misses_at_deck_rate, static_cast<double>(outlet.misses_at_deck_rate()));
  figures.set(Figure::misses_at_fast_rate, static_cast<double>(outlet.misses_at_fast_rate()));
  figures.set(Figure::tiles_asked, static_cast<double>(counts.tiles_asked));
  figures.set(Figure::tiles_found, static_cast<double>(counts.tiles_found));
  figures.set(Figure::cache_bytes, static_cast<double>(counts.cache_bytes));
  figures.set(Figure::pixels_computed, static_cast<double>(counts.pixels_computed));
  figures.set(Figure::pixels_needed, static_cast<double>(counts.pixels_needed));
  figures.set(Figure::disk_bytes, static_cast<double>(sink.disk_bytes()));
  return figures;
}

}  // namespace pipeline
