// The inputs of a problem, from a seed or a picture.
#pragma once

#include <cstdint>
#include <memory>
#include <rungs/core/any_case.hpp>
#include <vector>
#include "harness/core/gray_image.hpp"
#include "harness/verify/host_image.hpp"

namespace rungs {

/// The bytes of all buffers of this role.
[[nodiscard]] std::size_t bytes_of(const std::vector<BufferInfo>& buffers, Role role);

/// True for an input that --input can replace: bytes, and named "image".
[[nodiscard]] bool holds_picture(const BufferInfo& buffer);

/// The inputs of a problem under one seed; blocks of outputs are empty. A `picture` of the problem's size
/// replaces the generated image, in every frame. Throws Unsupported if host memory is too small.
[[nodiscard]] std::shared_ptr<HostImage> make_inputs(const AnyProblem& problem, std::uint64_t seed,
                                                     const GrayImage* picture = nullptr);

}  // namespace rungs
