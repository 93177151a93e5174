// The right kernel, since a checker that refuses it is no use, and what is wrong on purpose, each in its own
// way.
#include <stdexcept>

#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

using ramp::elements;
using ramp::launch_add_step;
using ramp::Problem;
using ramp::Views;
using rungs::Stream;
using Variant = rungs::Variant<ramp::Case>;

const Variant right{
    {.name = "gpu/right", .idea = "right", .launch = [](const Problem& p, const Views& v, Stream stream) {
       launch_add_step(p, v, 0, elements(p), stream);
     }}};

const Variant off_by_one{{.name = "gpu/off_by_one",
                          .idea = "wrong: forgets the last element",
                          .launch = [](const Problem& p, const Views& v, Stream stream) {
                            if (elements(p) > 1) launch_add_step(p, v, 0, elements(p) - 1, stream);
                          }}};

const Variant does_nothing{{.name = "gpu/does_nothing",
                            .idea = "wrong: the fastest kernel is the one that does not run",
                            .launch = [](const Problem&, const Views&, Stream) {}}};

// These rely on a result that is still there.

const Variant stale_output{{.name = "gpu/stale_output",
                            .idea = "wrong: computes on its first launch only",
                            .launch = [](const Problem& p, const Views& v, Stream stream) {
                              static bool first = true;
                              if (first) launch_add_step(p, v, 0, elements(p), stream);
                              first = false;
                            }}};

const Variant by_call_count{{.name = "gpu/by_call_count",
                             .idea = "wrong: computes three times",
                             .launch = [](const Problem& p, const Views& v, Stream stream) {
                               static int calls = 0;
                               if (++calls <= 3) launch_add_step(p, v, 0, elements(p), stream);
                             }}};

const Variant every_second{{.name = "gpu/every_second",
                            .idea = "wrong: skips every second launch",
                            .launch = [](const Problem& p, const Views& v, Stream stream) {
                              static unsigned calls = 0;
                              if (++calls % 2 == 1) launch_add_step(p, v, 0, elements(p), stream);
                            }}};

const Variant by_pointer{{.name = "gpu/by_pointer",
                          .idea = "wrong: computes once for each output",
                          .launch = [](const Problem& p, const Views& v, Stream stream) {
                            static const float* known = nullptr;
                            if (v.out != known) launch_add_step(p, v, 0, elements(p), stream);
                            known = v.out;
                          }}};

// These touch what is not theirs.

const Variant writes_outside{{.name = "gpu/writes_outside",
                              .idea = "wrong: writes one element past the end",
                              .launch = [](const Problem& p, const Views& v, Stream stream) {
                                launch_add_step(p, v, 0, elements(p) + 1, stream);
                              }}};

const Variant writes_before{{.name = "gpu/writes_before",
                             .idea = "wrong: writes one element before the start",
                             .launch = [](const Problem& p, const Views& v, Stream stream) {
                               launch_add_step(p, v, -1, elements(p), stream);
                             }}};

const Variant changes_input{{.name = "gpu/changes_input",
                             .idea = "wrong: right result, but the input is overwritten with it",
                             .launch = [](const Problem& p, const Views& v, Stream stream) {
                               launch_add_step(p, v, 0, elements(p), stream);
                               rungs::copy_bytes(const_cast<float*>(v.in), v.out, p.area() * sizeof(float),
                                                 stream);
                             }}};

const Variant other_stream{{.name = "gpu/other_stream",
                            .idea = "wrong: works on the default stream, of which events see nothing",
                            .launch = [](const Problem& p, const Views& v, Stream) {
                              launch_add_step(p, v, 0, elements(p), Stream{});
                            }}};

// These hide in comparisons that are careless with NaN, or that absorb one.

const Variant nan_in_one_place{{.name = "gpu/nan",
                                .idea = "wrong: a NaN in one place, which careless comparisons let pass",
                                .launch = [](const Problem& p, const Views& v, Stream stream) {
                                  launch_add_step(p, v, 0, elements(p), stream);
                                  rungs::fill_bytes(v.out + p.area() / 2, 0xFF, sizeof(float), stream);
                                }}};

__global__ void where_nan(float* out, const float* in, float step, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count && out[i] != out[i]) out[i] = in[i] + step;
}
const Variant fills_nan{{.name = "gpu/fills_nan",
                         .idea = "wrong: writes over NaN only, as if that marked what is left to do",
                         .launch = ramp::launch_on_each<where_nan>}};

__global__ void larger_of_both(float* out, const float* in, float step, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) out[i] = fmaxf(out[i], in[i] + step);
}
const Variant fmax_with_output{{.name = "gpu/fmax_with_output",
                                .idea = "wrong: a maximum with an output that it has not cleared",
                                .launch = ramp::launch_on_each<larger_of_both>}};

__global__ void larger_at_the_end(float* out, const float* in, float step, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) out[i] = (i + 1 < count ? in[i] : fmaxf(in[i], in[i + 1])) + step;
}
const Variant fmax_with_guard{
    {.name = "gpu/fmax_with_guard",
     .idea = "wrong: the last element is a maximum with its neighbour, which lies behind the input",
     .launch = ramp::launch_on_each<larger_at_the_end>}};

const Variant throws{
    {.name = "gpu/throws",
     .idea = "throws an exception of a type that the harness does not know",
     .launch = [](const Problem&, const Views&, Stream) { throw std::logic_error("out of ideas"); }}};

}  // namespace
