#include "cases/pipeline/run/strips.hpp"
#include <algorithm>
#include <deque>
#include <rungs/all_cores.hpp>
#include <span>
#include <system_error>
#include <thread>
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline {
namespace {

class HashedBand {
 public:
  HashedBand(Budget& budget, const Strips& strips)
      : pixels_(budget, strips.band_bytes()), leaves_(budget, strips.band_leaves() * sizeof(Sha256)) {}

  /// `window` inside the band whose first row is `row`.
  [[nodiscard]] Plane<std::uint8_t> plane(Frame frame, std::uint32_t row, Window window) const {
    const Window band{0, static_cast<std::int32_t>(row), frame.width, 1};
    return Plane<std::uint8_t>{reinterpret_cast<std::uint8_t*>(pixels_.data()), frame.width, band}.of(window);
  }
  /// `begin`: where in the image's stream its bytes begin.
  [[nodiscard]] HashedBytes hashed(std::uint64_t begin, std::size_t bytes) const {
    const std::size_t before = before_leaf(begin);
    const std::size_t leaves = bytes > before ? (bytes - before) / leaf_bytes : 0;
    return {std::span(pixels_.data(), bytes), before, std::span(digests(), leaves)};
  }
  void hash(const HashedBytes& all, std::uint32_t i, std::uint32_t count) const {
    for (std::size_t leaf = all.leaves.size() * i / count; leaf < all.leaves.size() * (i + 1) / count; ++leaf) {
      digests()[leaf] = sha256(all.bytes.subspan(all.before + leaf * leaf_bytes, leaf_bytes));
    }
  }

 private:
  [[nodiscard]] Sha256* digests() const { return reinterpret_cast<Sha256*>(leaves_.data()); }

  Block pixels_;
  Block leaves_;
};

struct StripWorker {
  StripWorker(const Node& tree, OnHost& host, Patterns& patterns, const Strips& strips)
      : source(host, figures, &patterns) {
    source.reserve(tree, strips.largest());
  }

  /// Computes a window of the tree from the top down.
  void compute(const Node& tree, const AnyPlane& out) {
    source.restart();
    Window part = out.window;
    for (std::int64_t y = out.window.y; y < out.window.bottom(); y += Strips::rows_at_once) {
      part.y = static_cast<std::int32_t>(y);
      part.height = static_cast<std::uint32_t>(std::min<std::int64_t>(Strips::rows_at_once, out.window.bottom() - y));
      source.evaluate(tree, out.of(part));
    }
  }

  Figures figures;
  KeptRows source;
};

}  // namespace

std::size_t strips_bytes(const Node& tree, const Settings& settings, const Strips& strips) {
  return fixed_bytes(tree, settings) +
         strips.bands_at_once() * (strips.band_bytes() + strips.band_leaves() * sizeof(Sha256)) +
         strips.threads * kept_rows_bytes(tree, strips.largest());
}

Strips plan_strips(const Node& tree, const Settings& settings, std::size_t available, std::uint32_t threads) {
  if (threads == 0) threads = static_cast<std::uint32_t>(std::max(CPU_COUNT(&rungs::detail::all_cpus), 1));
  constexpr std::uint32_t least_rows = 16;
  constexpr std::uint64_t strips_per_thread = 16;
  constexpr std::uint64_t bytes_at_once = 16U << 20U;
  const Frame frame = tree.frame;
  Strips strips{frame, (frame.width + Strips::columns - 1) / Strips::columns};
  const auto needs = [&](std::uint32_t rows, std::uint32_t by) {
    return strips_bytes(tree, settings, {frame, strips.count, rows, by});
  };
  require_budget("one row at a time", needs(1, 1), available);
  const std::uint32_t few_rows = std::min(least_rows, frame.height);
  strips.threads = std::max(1U, most_rows(threads, available, [&](std::uint32_t by) { return needs(few_rows, by); }));
  const auto even = std::uint64_t{frame.height} * strips.count / (strips_per_thread * threads);
  const auto wanted =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::min(even, bytes_at_once / frame.width), 64, 256));
  strips.rows = most_rows(std::min(wanted, frame.height), available,
                          [&](std::uint32_t rows) { return needs(rows, strips.threads); });
  return strips;
}

double run_strips(const Node& tree, const Strips& strips, Budget& budget, std::uint32_t first, std::uint32_t last,
                  const std::function<void(const HashedBytes&)>& hand_on) {
  constexpr std::size_t leaves_at_once = 64;
  OnHost host(budget);
  Patterns patterns(host);
  patterns.add_all(tree);
  std::deque<HashedBand> bands;
  for (std::uint32_t i = 0; i < strips.bands_at_once(); ++i) bands.emplace_back(budget, strips);
  std::deque<StripWorker> workers;
  for (std::uint32_t i = 0; i < strips.threads; ++i) workers.emplace_back(tree, host, patterns, strips);

  const auto hashes = static_cast<std::uint32_t>(std::max<std::size_t>(strips.band_leaves() / leaves_at_once, 1));
  BandQueue queue((last - first + strips.rows - 1) / strips.rows, strips.count, hashes, strips.bands_at_once());
  const auto do_piece = [&](BandQueue::Piece piece, StripWorker& worker) {
    const std::uint32_t row = first + piece.band * strips.rows;
    const std::uint32_t rows = std::min(strips.rows, last - row);
    const HashedBand& band = bands[piece.band % bands.size()];
    if (piece.step == BandQueue::Step::compute) {
      return worker.compute(tree, band.plane(tree.frame, row, strips.window(piece.part, row, rows)));
    }
    const HashedBytes bytes = band.hashed(std::uint64_t{row} * tree.frame.width, std::size_t{rows} * tree.frame.width);
    if (piece.step == BandQueue::Step::hash) return band.hash(bytes, piece.part, hashes);
    hand_on(bytes);
  };
  const auto work = [&](std::size_t i) {
    const bool hands_on = i == 0;
    try {
      for (auto piece = queue.next(hands_on); piece.step != BandQueue::Step::none; piece = queue.next(hands_on)) {
        do_piece(piece, workers[i]);
        queue.done(piece);
      }
    } catch (...) {
      queue.stop(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < workers.size(); ++i) others.emplace_back(work, i);
    } catch (const std::system_error&) {  // no more threads can be started: fewer will do
    }
    work(0);
  }
  queue.rethrow();
  double pixels = 0;
  for (const StripWorker& worker : workers) pixels += worker.figures.pixels_computed;
  return pixels;
}

}  // namespace pipeline
