// gpu/evict_first with the copy engine in place of load instructions: cp.async.bulk brings pieces of 2 KiB to
// shared memory, and announces them on a barrier there. Each warp has a ring of pieces of its own: one lane
// asks for a piece, all lanes wait for it, read it and fold it, and the lane asks for the next. How much is
// on its way no longer hangs on how many threads an SM holds and on when they get their turn: eight warps
// keep as many bytes moving as 32 did. Each byte goes through shared memory once more in return. sm_90.
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
    .name = "gpu/bulk_loads",
    .improves = "gpu/evict_first",
    .idea = "bulk copies into a ring of shared memory for each warp",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
