#include "cases/pipeline/nodes/nodes.h"

#include <atomic>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cases/pipeline/case.hpp"
#include "cases/pipeline/run/schedules.hpp"

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

/// The nodes of a tree that are no patterns, children before their parent. Line: see rungs_pipeline_nodes.
/// Returns the number of `node`.
std::size_t add_nodes(const Node& node, std::vector<const Node*>& nodes, std::string& lines) {
  std::string line = std::to_string(node.frame.width) + "\t" + std::to_string(node.frame.height) + "\t" +
                     std::to_string(node.pixel_bytes);
  for (const Child& child : node.children) {
    if (child.trait == Trait::pattern) continue;
    line += "\t" + std::to_string(add_nodes(*child.node, nodes, lines)) + "," + std::to_string(child.x) +
            "," + std::to_string(child.y) + "," + std::to_string(child.halo);
  }
  lines += line + "\n";
  nodes.push_back(&node);
  return nodes.size() - 1;
}

Views with_seeds(const std::uint32_t* seeds) { return {seeds, nullptr, nullptr, nullptr}; }

}  // namespace
}  // namespace pipeline

struct RungsPipeline {
  RungsPipeline(const pipeline::Problem& p, const std::uint32_t* seeds)
      : files(pipeline::Case::settings(p, pipeline::with_seeds(seeds)), p.source),
        budget("host", std::size_t{p.host_mib} << 20U),
        settings(files.with_files(pipeline::Case::settings(p, pipeline::with_seeds(seeds)), budget)),
        tree(pipeline::host_tree(settings.tree, settings.recipe)),
        host(budget),
        patterns(host) {
    patterns.add_all(*tree);
    pipeline::add_nodes(*tree, nodes, lines);
  }

  pipeline::RowFolder files;
  pipeline::Budget budget;
  pipeline::Settings settings;
  std::shared_ptr<const pipeline::Node> tree;
  pipeline::OnHost host;
  pipeline::Patterns patterns;
  std::vector<const pipeline::Node*> nodes;
  std::string lines;
  std::atomic<std::uint64_t> computed = 0;
  std::unique_ptr<pipeline::Sink> sink;
  std::optional<pipeline::DigestAndSink> output;
};

const char* rungs_pipeline_error() { return pipeline::error_text.c_str(); }

RungsPipeline* rungs_pipeline_open(uint32_t width, uint32_t height, const char* params,
                                   const uint32_t* seeds) {
  return pipeline::guarded<RungsPipeline*>(nullptr, [&] {
    return std::make_unique<RungsPipeline>(pipeline::problem_of({width, height}, params), seeds).release();
  });
}

void rungs_pipeline_close(RungsPipeline* pipeline) { delete pipeline; }

const char* rungs_pipeline_nodes(const RungsPipeline* pipeline) { return pipeline->lines.c_str(); }

int rungs_pipeline_fill(RungsPipeline* pipeline, uint32_t node, uint32_t x, uint32_t y, uint32_t width,
                        uint32_t height, void* out, const RungsPlane* children) {
  return pipeline::guarded(0, [&] {
    const pipeline::Window window{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), width, height};
    const pipeline::Node& one = *pipeline->nodes.at(node);
    std::vector<pipeline::AnyPlane> planes;
    for (const pipeline::Child& child : one.children) {
      if (child.trait == pipeline::Trait::pattern) {
        planes.push_back(pipeline->patterns.of(child));  // it is there: only read
        continue;
      }
      // The node only reads it.
      planes.emplace_back(const_cast<void*>(children->pixels), children->pitch, child.needed(window),
                          child.node->pixel_bytes);
      ++children;
    }
    one.compute(pipeline->host, {out, window.width, window, one.pixel_bytes}, planes.data());
    pipeline->computed += window.area();
    return 1;
  });
}

int rungs_pipeline_begin(RungsPipeline* pipeline, void* samples) {
  return pipeline::guarded(0, [&] {
    const pipeline::Settings& s = pipeline->settings;
    pipeline->output.reset();
    pipeline->sink.reset();
    pipeline->sink = make_sink(s.sink, s.output, s.shape(), pipeline->budget);
    pipeline->output.emplace(s.shape(), s.recipe.seeds.samples, static_cast<std::byte*>(samples),
                             *pipeline->sink, true);
    pipeline->computed = 0;
    return 1;
  });
}

int rungs_pipeline_take(RungsPipeline* pipeline, const void* bytes, size_t count) {
  return pipeline::guarded(0, [&] {
    pipeline->output.value().take({std::span(static_cast<const std::byte*>(bytes), count)});
    return 1;
  });
}

int rungs_pipeline_finish(RungsPipeline* pipeline, void* digest, double* figures) {
  return pipeline::guarded(0, [&] {
    pipeline::Figures made;
    made.pixels_computed = static_cast<double>(pipeline->computed.load());
    made.pixels_needed = needed_pixels(*pipeline->tree, pipeline->tree->frame.window());
    pipeline->output.value().finish(static_cast<std::byte*>(digest), made);
    std::memcpy(figures, &made, sizeof(made));
    return 1;
  });
}
