// What the reference gives for a problem: the digest of the whole image, and the sampled leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/settings.hpp"
#include "reference/pipeline.hpp"

namespace pipeline {

/// The reference's description of an image.
[[nodiscard]] reference::PipelineImage image_of(TreeKind tree, const Recipe& recipe);

/// The digest of the whole image, computed by all cores. What was computed before is remembered: problems
/// that differ in tiles, orders or files alone have the same image, and the reference takes seconds for a
/// large one.
[[nodiscard]] Sha256 expected_digest(const reference::PipelineImage& image);

/// Fills `to` with the sampled leaves, as SampleTap does.
void expected_samples(const reference::PipelineImage& image, std::uint32_t seed, std::byte* to);

}  // namespace pipeline
