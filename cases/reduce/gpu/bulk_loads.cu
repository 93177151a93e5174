// gpu/evict_first with the copy engine instead of load instructions: cp.async.bulk copies pieces of 2 KiB to
// shared memory and signals a barrier there.
// Each warp has its own ring of pieces: one lane requests a piece, all lanes wait for it, read it and fold
// it, and the lane requests the next one. The bytes in flight no longer depend on how many threads an SM
// holds or on when they are scheduled: eight warps keep as many bytes in flight as 32 did. The cost: each
// byte also goes through shared memory. Needs sm_90.
#include "cases/reduce/gpu/bulk_ring.hpp"
#include "cases/reduce/gpu/last_block.hpp"

namespace {

constexpr reduce::Ring ring;

template <reduce::Op op>
__global__ void bulk_loads(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                           std::size_t count) {
  const std::uint32_t mine = reduce::fold_pieces<op, ring>(source, count);
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? bulk_loads<reduce::Op::sum> : bulk_loads<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(ring, p.area()); }

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  rungs::require_target(kernel_for(p), 90, "a bulk copy");
  rungs::launch({dim3(blocks_for(p)), dim3(ring.threads()), stream, ring.bytes()}, kernel_for(p), v.result,
                reinterpret_cast<std::uint32_t*>(workspace), v.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/evict_first",
    .idea = "bulk copies into one ring of shared memory per warp",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
