// Everything to define a case: sizes, parameters, buffers, work and comparison. CaseType in case_concept.hpp
// lists what a case must provide.
#pragma once

#include <rungs/core/buffer.hpp>
#include <rungs/core/case_concept.hpp>
#include <rungs/core/comparison.hpp>
#include <rungs/core/errors.hpp>
#include <rungs/core/numbers.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <rungs/core/work.hpp>
