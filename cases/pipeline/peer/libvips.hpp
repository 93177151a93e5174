// A tree of nodes as a pipeline of libvips images. libvips asks each image for regions, on several threads;
// what computes them is the nodes' own `fill`.
#pragma once

#include <vips/vips.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <rungs/core/errors.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/on_host.hpp"
#include "cases/pipeline/run/patterns.hpp"

namespace pipeline {

/// Throws rungs::Failed with what libvips says if `result` is not 0, as functions of libvips return it.
inline void check_vips(int result) {
  if (result == 0) return;
  std::string said = vips_error_buffer();
  vips_error_clear();
  std::replace(said.begin(), said.end(), '\n', ' ');
  throw rungs::Failed("libvips: " + said);
}

/// The first exception of functions that libvips calls: it must not pass through C.
class FirstError {
 public:
  /// Runs `work`; the result is what libvips expects of such a function.
  template <class Work>
  int guard(const Work& work) {
    try {
      work();
      return 0;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (error_ == nullptr) error_ = std::current_exception();
      return -1;
    }
  }
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
};

/// The images of a tree. The tree must outlive them.
class VipsPipeline {
 public:
  /// The budget is for the patterns; the memory of libvips is its own.
  explicit VipsPipeline(Budget& budget) : place_(budget), patterns_(place_) {}
  VipsPipeline(const VipsPipeline&) = delete;
  VipsPipeline& operator=(const VipsPipeline&) = delete;

  /// Adds the image of a node, and of all nodes below it. Nothing is computed yet but patterns.
  template <class Node>
  VipsImage* add(const Node& node) {
    auto stage = std::make_shared<Stage<Node>>(Stage<Node>{node, *this, {}});
    std::apply([&](const auto&... edge) { (add_input(node, edge, stage->inputs), ...); }, node.children);
    stage->inputs.push_back(nullptr);  // the end, for libvips
    VipsImage* image = keep(vips_image_new());
    // It copies the size and the type of the first input, so they are set after it.
    check_vips(vips_image_pipeline_array(image, style, stage->inputs.data()));
    using Pixel = typename Node::Pixel;
    vips_image_init_fields(image, static_cast<int>(node.frame.width), static_cast<int>(node.frame.height), 1,
                           sizeof(Pixel) == 1 ? VIPS_FORMAT_UCHAR : VIPS_FORMAT_USHORT, VIPS_CODING_NONE,
                           sizeof(Pixel) == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_GREY16, 1, 1);
    check_vips(vips_image_generate(image, vips_start_many, Stage<Node>::generate, vips_stop_many,
                                   stage->inputs.data(), stage.get()));
    stages_.push_back(std::move(stage));
    return image;
  }

  [[nodiscard]] FirstError& errors() { return errors_; }
  [[nodiscard]] std::uint64_t pixels_computed() const { return pixels_computed_; }
  /// The most that libvips held at once while regions were computed.
  [[nodiscard]] std::size_t peak_bytes() const { return peak_; }

 private:
  /// How libvips cuts images into regions.
  static constexpr VipsDemandStyle style = VIPS_DEMAND_STYLE_SMALLTILE;

  template <class Node>
  struct Stage {
    const Node& node;
    VipsPipeline& pipeline;
    std::vector<VipsImage*> inputs;

    /// As libvips calls it: `sequence` is a thread's regions of the inputs, `self` the stage.
    static int generate(VipsRegion* out, void* sequence, void*, void* self, gboolean*) {
      const auto& stage = *static_cast<Stage*>(self);
      return stage.pipeline.errors_.guard([&] { stage.fill(out, static_cast<VipsRegion**>(sequence)); });
    }

    void fill(VipsRegion* out, VipsRegion** inputs_of_thread) const {
      using Pixel = typename Node::Pixel;
      const Window window{out->valid.left, out->valid.top, static_cast<std::uint32_t>(out->valid.width),
                          static_cast<std::uint32_t>(out->valid.height)};
      std::apply(
          [&](const auto&... edge) {
            // In braces, which are evaluated in order.
            const std::tuple planes{plane_of(edge, window, inputs_of_thread)...};
            std::apply(
                [&](const auto&... plane) { node.fill(plane_in_region<Pixel>(out, window), plane...); },
                planes);
          },
          node.children);
      pipeline.count(window);
    }

    template <class OneEdge>
    auto plane_of(const OneEdge& edge, Window window, VipsRegion**& next) const {
      if constexpr (OneEdge::trait == Trait::pattern) {
        return pipeline.patterns_.of(edge).plane;  // it is there: only read
      } else {
        // The input begins at the top left pixel of the first window, see add_input.
        const Window needs = needed(node, edge, window);
        const VipsRect rect{window.x, window.y, static_cast<int>(needs.width),
                            static_cast<int>(needs.height)};
        VipsRegion* region = *next++;
        check_vips(vips_region_prepare(region, &rect));
        const auto plane = plane_in_region<typename OneEdge::Pixel>(
            region, {rect.left, rect.top, needs.width, needs.height});
        return Plane<const typename OneEdge::Pixel>{plane.pixels, plane.pitch, needs};
      }
    }

    template <class Pixel>
    static Plane<Pixel> plane_in_region(VipsRegion* region, Window window) {
      return {reinterpret_cast<Pixel*>(VIPS_REGION_ADDR(region, window.x, window.y)),
              VIPS_REGION_LSKIP(region) / sizeof(Pixel), window};
    }
  };

  struct Unref {
    void operator()(VipsImage* image) const { g_object_unref(image); }
  };

  VipsImage* keep(VipsImage* image) {
    images_.emplace_back(image);
    return image;
  }

  /// The child of an edge in the frame of its parent with the halo around it: 0 where the child has no
  /// pixels.
  template <class Node, class OneEdge>
  void add_input(const Node& node, const OneEdge& edge, std::vector<VipsImage*>& inputs) {
    if constexpr (OneEdge::trait == Trait::pattern) {
      static_cast<void>(patterns_.of(edge));
    } else {
      VipsImage* child = add(edge.child);
      const Window whole = needed(node, edge, node.frame.window());
      if (whole != edge.child.frame.window()) {
        VipsImage* placed = nullptr;
        check_vips(vips_embed(child, &placed, -whole.x, -whole.y, static_cast<int>(whole.width),
                              static_cast<int>(whole.height), nullptr));
        child = keep(placed);
      }
      inputs.push_back(child);
    }
  }

  void count(Window window) {
    pixels_computed_ += window.area();
    const std::size_t bytes = vips_tracked_get_mem();
    std::size_t peak = peak_.load();
    while (bytes > peak && !peak_.compare_exchange_weak(peak, bytes)) {
    }
  }

  OnHost place_;
  Patterns<OnHost> patterns_;
  std::vector<std::shared_ptr<void>> stages_;
  std::vector<std::unique_ptr<VipsImage, Unref>> images_;
  FirstError errors_;
  std::atomic<std::uint64_t> pixels_computed_ = 0;
  std::atomic<std::size_t> peak_ = 0;
};

}  // namespace pipeline
