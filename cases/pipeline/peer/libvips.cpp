// libvips: demand-driven regions. The tree is built of libvips images, whose pixels the nodes' own functions
// compute; libvips chooses the regions, computes them on all cores and hands rows on in order.
#include <vips/vips.h>
#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <rungs/all_cores.hpp>
#include <rungs/core/errors.hpp>
#include <rungs/variant.hpp>
#include "cases/pipeline/host/run.hpp"

namespace pipeline {
namespace {

/// Throws rungs::Failed with what libvips says if `result` is not 0, as functions of libvips return it.
void check_vips(int result) {
  if (result == 0) return;
  std::string said = vips_error_buffer();
  vips_error_clear();
  std::replace(said.begin(), said.end(), '\n', ' ');
  throw rungs::Failed("libvips: " + said);
}

/// The images of a tree. The tree must outlive them.
class VipsPipeline {
 public:
  /// The budget is for the patterns; the memory of libvips is its own.
  explicit VipsPipeline(Budget& budget) : place_(budget), patterns_(place_) {}

  /// Adds the image of a node, and of all nodes below it. Nothing is computed yet but patterns.
  VipsImage* add(const Node& node) {
    Stage& stage = stages_.emplace_back(Stage{node, *this, {}});
    for (const Child& child : node.children) {
      if (child.trait == Trait::pattern) {
        patterns_.of(child);
      } else {
        stage.inputs.push_back(input_of(node, child));
      }
    }
    stage.inputs.push_back(nullptr);  // the end, for libvips
    VipsImage* image = keep(vips_image_new());
    // It copies the size and the type of the first input, so they are set after it.
    check_vips(vips_image_pipeline_array(image, VIPS_DEMAND_STYLE_SMALLTILE, stage.inputs.data()));
    const bool narrow = node.pixel_bytes == 1;
    vips_image_init_fields(image, static_cast<int>(node.frame.width), static_cast<int>(node.frame.height), 1,
                           narrow ? VIPS_FORMAT_UCHAR : VIPS_FORMAT_USHORT, VIPS_CODING_NONE,
                           narrow ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_GREY16, 1, 1);
    check_vips(
        vips_image_generate(image, vips_start_many, Stage::generate, vips_stop_many, stage.inputs.data(), &stage));
    return image;
  }

  /// Runs `work` for libvips, which gets the result that it expects of such a function: an exception must not
  /// pass through C. The first one is kept.
  template <class Work> int guard(const Work& work) {
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
  [[nodiscard]] double pixels_computed() const { return static_cast<double>(pixels_computed_); }

 private:
  struct Stage {
    const Node& node;
    VipsPipeline& pipeline;
    std::vector<VipsImage*> inputs;

    /// As libvips calls it: `sequence` is a thread's regions of the inputs, `self` the stage.
    static int generate(VipsRegion* out, void* sequence, void*, void* self, gboolean*) {
      const auto& stage = *static_cast<Stage*>(self);
      return stage.pipeline.guard([&] { stage.fill(out, static_cast<VipsRegion**>(sequence)); });
    }

    void fill(VipsRegion* out, VipsRegion** next_input) const {
      const Window window{out->valid.left, out->valid.top, static_cast<std::uint32_t>(out->valid.width),
                          static_cast<std::uint32_t>(out->valid.height)};
      // The plane of a window whose first pixel is the region's where `window` begins.
      const auto plane = [&](VipsRegion* region, Window part, unsigned pixel_bytes) {
        return AnyPlane(VIPS_REGION_ADDR(region, window.x, window.y), VIPS_REGION_LSKIP(region) / pixel_bytes, part,
                        pixel_bytes);
      };
      std::vector<AnyPlane> planes;
      for (const Child& child : node.children) {
        if (child.trait == Trait::pattern) {
          planes.push_back(pipeline.patterns_.of(child));  // it is there: only read
          continue;
        }
        // The input begins at the top left pixel of the first window, see input_of.
        const Window needs = child.needed(window);
        const VipsRect rect{window.x, window.y, static_cast<int>(needs.width), static_cast<int>(needs.height)};
        check_vips(vips_region_prepare(*next_input, &rect));
        planes.push_back(plane(*next_input++, needs, child.node->pixel_bytes));
      }
      node.compute(pipeline.place_, plane(out, window, node.pixel_bytes), planes.data());
      pipeline.pixels_computed_ += window.area();
    }
  };

  struct Unref {
    void operator()(VipsImage* image) const { g_object_unref(image); }
  };

  VipsImage* keep(VipsImage* image) { return images_.emplace_back(image).get(); }

  /// The child of an edge in the frame of its parent with the halo around it: 0 where the child has no
  /// pixels.
  VipsImage* input_of(const Node& node, const Child& child) {
    VipsImage* const image = add(*child.node);
    const Window whole = child.needed(node.frame.window());
    if (whole == child.node->frame.window()) return image;
    VipsImage* placed = nullptr;
    check_vips(vips_embed(image, &placed, -whole.x, -whole.y, static_cast<int>(whole.width),
                          static_cast<int>(whole.height), nullptr));
    return keep(placed);
  }

  OnHost place_;
  Patterns patterns_;
  std::deque<Stage> stages_;
  std::vector<std::unique_ptr<VipsImage, Unref>> images_;
  std::mutex mutex_;
  std::exception_ptr error_;
  std::atomic<std::uint64_t> pixels_computed_ = 0;
};

/// Starts libvips, outside the timing.
std::unique_ptr<RowFolder> start(const rungs::Call<Case>& call) {
  const rungs::detail::OnAllCpus unpinned;
  check_vips(VIPS_INIT("bench"));
  vips_concurrency_set(static_cast<int>(rungs::detail::cores));
  vips_cache_set_max(0);  // no operation is called twice
  return make_row_folder(call);
}

struct Rows {
  VipsPipeline& images;
  const HostRun& on;

  /// Where rows go. The regions of all threads are there when their rows are handed on.
  void take(VipsRegion* region, const VipsRect& rows) const {
    const std::size_t regions = vips_tracked_get_mem();
    on.figures.host_bytes = std::max(on.figures.host_bytes, static_cast<double>(regions));
    const std::size_t held = on.budget.used() + regions;
    if (held > on.budget.limit()) {
      throw rungs::Unsupported("libvips holds " + mebibytes(held) + ", its budget is " + mebibytes(on.budget.limit()) +
                               "; expected a larger budget");
    }
    // Whole rows of one byte per pixel have no gaps between them.
    const auto* const bytes = reinterpret_cast<const std::byte*>(VIPS_REGION_ADDR(region, 0, rows.top));
    on.output.take({std::span(bytes, static_cast<std::size_t>(rows.width) * static_cast<std::size_t>(rows.height))});
  }
};

void run(const rungs::Call<Case>& call) {
  const rungs::detail::OnAllCpus unpinned;
  const auto schedule = [](const Node& tree, const HostRun& on) {
    VipsPipeline images(on.budget);
    Rows rows{images, on};
    const auto write = [](VipsRegion* region, VipsRect* part, void* self) {
      const auto& to = *static_cast<Rows*>(self);
      return to.images.guard([&] { to.take(region, *part); });
    };
    const int result = vips_sink_disc(images.add(tree), write, &rows);
    images.rethrow();
    check_vips(result);
    on.figures.pixels_computed = images.pixels_computed();
  };
  run_on_host(call, schedule, true);
}

const rungs::Variant<Case> variant{{
    .idea = "libvips: regions on demand",
    .all_cores = true,
    .launch = run,
    .prepare = start,
}};

}  // namespace
}  // namespace pipeline
