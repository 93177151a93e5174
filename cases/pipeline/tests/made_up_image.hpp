// The image that tests of schedules compute.
#pragma once

#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

inline Settings image(TreeKind tree, Frame frame, unsigned distance_max = 15, unsigned median = 1) {
  Settings s;
  s.tree = tree;
  s.recipe.frame = frame;
  s.recipe.distance_max = distance_max;
  s.recipe.median_radius = median;
  s.recipe.seeds = {1, 2, 3, 4};
  return s;
}

}  // namespace pipeline
