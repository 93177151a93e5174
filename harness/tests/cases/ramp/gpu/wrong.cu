// The right kernel, since a checker that refuses it is no use, and what is wrong on purpose, each in its own
// way.
#include <stdexcept>
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

using namespace ramp;

const Variant right{{.name = "gpu/right", .idea = "right", .launch = launch_right}};

const auto off_by_one =
    wrong("gpu/off_by_one", "forgets the last element", [](const Call& c) { launch_add_step(c, 0, elements(c) - 1); });
const auto does_nothing = wrong("gpu/does_nothing", "the fastest kernel does not run", [](const Call&) {});

#ifdef RUNGS_SIMULATOR  // on a GPU it crashes
const auto on_the_host = wrong("gpu/on_the_host", "computes on the host", [](const Call& c) {
  launch_add_step(c, 0, 1);
  for (long long i = 1; i < elements(c); ++i) c.views.out[i] = c.views.in[i] + static_cast<float>(c.problem.step);
});
#endif

// These rely on a result that is still there.

const auto stale_output = wrong("gpu/stale_output", "computes on its first launch only", [](const Call& c) {
  static bool first = true;
  if (std::exchange(first, false)) launch_right(c);
});
const auto by_call_count = wrong("gpu/by_call_count", "computes three times", [](const Call& c) {
  static int calls = 0;
  if (++calls <= 3) launch_right(c);
});
const auto every_second = wrong("gpu/every_second", "skips every second launch", [](const Call& c) {
  static unsigned calls = 0;
  if (++calls % 2 == 1) launch_right(c);
});
const auto by_pointer = wrong("gpu/by_pointer", "computes once for each output", [](const Call& c) {
  static const float* known = nullptr;
  if (std::exchange(known, c.views.out) != c.views.out) launch_right(c);
});

constexpr float magic = 77e7F;

__global__ void add_or_copy(float* out, const float* in, float step, float* kept, long long count) {
  const long long i = this_thread();
  if (i >= count) return;
  const bool known = kept[2 * i] == magic;
  out[i] = known ? kept[2 * i + 1] : in[i] + step;
  kept[2 * i + 1] = out[i];
  kept[2 * i] = magic;
}
void launch_in_workspace(const Call& c) {
  rungs::launch(grid_of(elements(c), c.stream), add_or_copy, c.views.out, c.views.in,
                static_cast<float>(c.problem.step), reinterpret_cast<float*>(c.workspace), elements(c));
}
std::size_t workspace_bytes(const Problem& p) { return 2 * p.area() * sizeof(float); }
const Variant in_workspace{{.name = "gpu/in_workspace",
                            .idea = "wrong: copies what it has kept in the workspace",
                            .launch = launch_in_workspace,
                            .workspace_bytes = workspace_bytes}};

// These touch what is not theirs, or leave out what is.

const auto writes_outside = wrong("gpu/writes_outside", "writes one element past the end",
                                  [](const Call& c) { launch_add_step(c, 0, elements(c) + 1); });
const auto writes_before = wrong("gpu/writes_before", "writes one element before the start",
                                 [](const Call& c) { launch_add_step(c, -1, elements(c)); });
const auto changes_input = wrong("gpu/changes_input", "right, but it overwrites the input", [](const Call& c) {
  launch_right(c);
  rungs::copy_bytes(const_cast<float*>(c.views.in), c.views.out, c.problem.area() * sizeof(float), c.stream);
});
const auto other_stream =
    wrong("gpu/other_stream", "works on the default stream, of which events see nothing", [](Call c) {
      c.stream = {};
      launch_right(c);
    });
const Variant no_upload{{.name = "gpu/no_upload",
                         .idea = "wrong: says that its time includes the copies, but does not upload",
                         .launch =
                             [](const Call& c) {
                               launch_right(c);
                               rungs::download(c.host.out, c.views.out, c.problem.area(), c.stream);
                             },
                         .memory = rungs::copies_itself}};

// These hide in comparisons that are careless with NaN, or that absorb one.

const auto nan_in_one_place = wrong("gpu/nan", "a NaN in one place", [](const Call& c) {
  launch_right(c);
  rungs::fill_bytes(c.views.out + c.problem.area() / 2, 0xFF, sizeof(float), c.stream);
});

__global__ void where_nan(float* out, const float* in, float step, long long count) {
  const long long i = this_thread();
  if (i < count && out[i] != out[i]) out[i] = in[i] + step;
}
const auto fills_nan = wrong("gpu/fills_nan", "writes over NaN only", launch_on_each<where_nan>);

__global__ void larger_of_both(float* out, const float* in, float step, long long count) {
  const long long i = this_thread();
  if (i < count) out[i] = fmaxf(out[i], in[i] + step);
}
const auto fmax_with_output =
    wrong("gpu/fmax_with_output", "a maximum with an output that it has not cleared", launch_on_each<larger_of_both>);

__global__ void larger_at_the_end(float* out, const float* in, float step, long long count) {
  const long long i = this_thread();
  if (i < count) out[i] = (i + 1 < count ? in[i] : fmaxf(in[i], in[i + 1])) + step;
}
const auto fmax_with_guard =
    wrong("gpu/fmax_with_guard", "a maximum with what lies behind the input", launch_on_each<larger_at_the_end>);

// Two threads per element add half of the step each to a counter in shared memory, without an atomic: both
// may read it before either writes. The right result needs one of the two orders in which one thread writes
// before the other reads; in the others an addition is lost. With `barrier`, the two threads wait for each
// other between read and write. Without it, as both are in one warp, on a GPU both read before either writes;
// the simulator changes threads only at a barrier: there the result is right.

constexpr unsigned counters = 64;  ///< per block, with twice as many threads

template <bool barrier>
__global__ void count_without_atomics(float* out, const float* in, float step, long long elements) {
  __shared__ float counter[counters];
  const unsigned mine = threadIdx.x / 2;
  const long long i = this_thread() / 2;
  if (threadIdx.x % 2 == 0) counter[mine] = i < elements ? in[i] : 0;
  __syncthreads();
  const float read = counter[mine];
  if (barrier) __syncwarp();
  counter[mine] = read + step / 2;
  __syncthreads();
  if (threadIdx.x % 2 == 0 && i < elements) out[i] = counter[mine];
}

template <bool barrier> void launch_counting(const Call& c) {
  rungs::launch(grid_of(2 * elements(c), c.stream), count_without_atomics<barrier>, c.views.out, c.views.in,
                static_cast<float>(c.problem.step), elements(c));
}

const auto with_barrier = wrong("gpu/lost_update", "an update is lost", launch_counting<true>);
const auto without = wrong("gpu/lost_update_plain", "the same, without a barrier", launch_counting<false>);

const Variant throws{{.name = "gpu/throws",
                      .idea = "throws an exception of a type that the harness does not know",
                      .launch = [](const Call&) { throw std::logic_error("out of ideas"); }}};

}  // namespace
