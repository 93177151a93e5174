#include "cases/pipeline/nodes/nodes.h"

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <rungs/all_cores.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cases/pipeline/case.hpp"
#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/on_host.hpp"
#include "cases/pipeline/run/outlet.hpp"
#include "cases/pipeline/run/patterns.hpp"
#include "cases/pipeline/run/results.hpp"
#include "cases/pipeline/run/workplace.hpp"

namespace pipeline {
namespace {

thread_local std::string error_text;

/// Runs `work`, which returns a result that is not `failed`: no exception may leave a C function.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) noexcept {
  try {
    return work();
  } catch (const std::exception& error) {
    error_text = error.what();
  } catch (...) {
    error_text = "an unknown exception was thrown";
  }
  return failed;
}

/// The problem of a size and parameters "tree=deck;tile=1024;...". Throws rungs::BadUsage.
Problem problem_of(rungs::Size size, const std::string& params) {
  Problem p{size};
  for (const auto& parameter : Case::parameters()) {
    const std::string key = ";" + parameter.info.name + "=";
    const auto at = (";" + params).find(key);
    if (at == std::string::npos)
      throw rungs::BadUsage("expected the parameter " + parameter.info.name + " in '" + params + "'");
    const std::size_t from = at + key.size() - 1;
    const std::string value = params.substr(from, params.find(';', from) - from);
    if (!parameter.set(p, value))
      throw rungs::BadUsage(parameter.info.name + "=" + value + ": expected " + parameter.info.expected);
  }
  return p;
}

/// What a window of a node is computed by: its window, where to, and the planes of its children.
using Fill = std::function<void(Window, void*, const RungsPlane*)>;

/// The nodes of a tree by number, children before their parent.
class Nodes {
 public:
  explicit Nodes(Budget& budget) : place_(budget), patterns_(place_) {}

  /// Adds a node, which must outlive this, and those below it; returns its number.
  template <class Node>
  std::size_t add(const Node& node) {
    std::string line = std::to_string(node.frame.width) + "\t" + std::to_string(node.frame.height) + "\t" +
                       std::to_string(sizeof(typename Node::Pixel));
    std::apply([&](const auto&... edge) { (add_child(node, edge, line), ...); }, node.children);
    lines_ += line + "\n";
    fills_.emplace_back([this, &node](Window window, void* out, const RungsPlane* next) {
      using Pixel = typename Node::Pixel;
      std::apply(
          [&](const auto&... edge) {
            // In braces, which are evaluated in order.
            const std::tuple planes{plane_of(node, edge, window, next)...};
            std::apply(
                [&](const auto&... plane) {
                  node.fill(Plane<Pixel>{static_cast<Pixel*>(out), window.width, window}, plane...);
                },
                planes);
          },
          node.children);
    });
    return fills_.size() - 1;
  }

  [[nodiscard]] const std::string& lines() const { return lines_; }
  [[nodiscard]] const Fill& fill(std::size_t node) const { return fills_.at(node); }

 private:
  template <class Node, class OneEdge>
  void add_child(const Node& node, const OneEdge& edge, std::string& line) {
    if constexpr (OneEdge::trait == Trait::pattern) {
      static_cast<void>(patterns_.of(edge));
    } else {
      line += "\t" + std::to_string(add(edge.child)) + "," + std::to_string(edge.x) + "," +
              std::to_string(edge.y) + "," + std::to_string(node.halo(OneEdge::trait));
    }
  }

  template <class Node, class OneEdge>
  auto plane_of(const Node& node, const OneEdge& edge, Window window, const RungsPlane*& next) {
    if constexpr (OneEdge::trait == Trait::pattern) {
      return patterns_.of(edge).plane;  // it is there: only read
    } else {
      const RungsPlane& given = *next++;
      using Pixel = const typename OneEdge::Pixel;
      return Plane<Pixel>{static_cast<Pixel*>(given.pixels), given.pitch, needed(node, edge, window)};
    }
  }

  OnHost place_;
  Patterns<OnHost> patterns_;
  std::string lines_;
  std::vector<Fill> fills_;
};

Views with_seeds(const std::uint32_t* seeds) { return {seeds, nullptr, nullptr, nullptr}; }

}  // namespace
}  // namespace pipeline

struct RungsPipeline {
  RungsPipeline(const pipeline::Problem& p, const std::uint32_t* seeds)
      : files(pipeline::Case::settings(p, pipeline::with_seeds(seeds)), p.source),
        budget("host", std::size_t{p.host_mib} << 20U),
        settings(files.with_files(pipeline::Case::settings(p, pipeline::with_seeds(seeds)), budget)),
        nodes(budget) {
    with_tree(settings, [this](const auto& made) {
      const auto kept = std::make_shared<std::remove_cvref_t<decltype(made)>>(made);
      nodes.add(*kept);
      needed = needed_pixels(*kept, kept->frame.window());
      tree = kept;
    });
  }

  pipeline::Workplace files;
  pipeline::Budget budget;
  pipeline::Settings settings;
  std::shared_ptr<void> tree;
  std::uint64_t needed = 0;
  pipeline::Nodes nodes;
  std::atomic<std::uint64_t> computed = 0;
  pipeline::Crew crew;  ///< hashes
  std::unique_ptr<pipeline::Sink> sink;
  std::optional<pipeline::Outlet> outlet;
};

const char* rungs_pipeline_error() { return pipeline::error_text.c_str(); }

RungsPipeline* rungs_pipeline_open(uint32_t width, uint32_t height, const char* params,
                                   const uint32_t* seeds) {
  return pipeline::guarded<RungsPipeline*>(nullptr, [&] {
    return std::make_unique<RungsPipeline>(pipeline::problem_of({width, height}, params), seeds).release();
  });
}

void rungs_pipeline_close(RungsPipeline* pipeline) { delete pipeline; }

const char* rungs_pipeline_nodes(const RungsPipeline* pipeline) { return pipeline->nodes.lines().c_str(); }

int rungs_pipeline_fill(RungsPipeline* pipeline, uint32_t node, uint32_t x, uint32_t y, uint32_t width,
                        uint32_t height, void* out, const RungsPlane* children) {
  return pipeline::guarded(0, [&] {
    const pipeline::Window window{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), width, height};
    pipeline->nodes.fill(node)(window, out, children);
    pipeline->computed += window.area();
    return 1;
  });
}

int rungs_pipeline_begin(RungsPipeline* pipeline, void* samples) {
  return pipeline::guarded(0, [&] {
    const pipeline::Settings& s = pipeline->settings;
    pipeline->outlet.reset();
    pipeline->sink.reset();
    pipeline->sink = make_sink(s.sink, s.output, s.shape(), pipeline->budget);
    pipeline->outlet.emplace(s.shape(), s.recipe.seeds.samples, static_cast<std::byte*>(samples),
                             *pipeline->sink, &pipeline->crew);
    pipeline->computed = 0;
    return 1;
  });
}

int rungs_pipeline_take(RungsPipeline* pipeline, const void* bytes, size_t count) {
  return pipeline::guarded(0, [&] {
    pipeline->outlet.value().take({static_cast<const std::byte*>(bytes), count});
    return 1;
  });
}

int rungs_pipeline_finish(RungsPipeline* pipeline, void* digest, double* figures) {
  return pipeline::guarded(0, [&] {
    pipeline::Counts counts;
    counts.pixels_computed = pipeline->computed;
    counts.pixels_needed = pipeline->needed;
    const pipeline::Views views{nullptr, static_cast<std::byte*>(digest), nullptr, figures};
    write_results(views, pipeline->outlet.value(), counts, *pipeline->sink);
    return 1;
  });
}
