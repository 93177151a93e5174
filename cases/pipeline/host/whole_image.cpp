// Every node as a whole, one after the other, in planes of the image's size. This is how one would write it
// first, and what does not scale: an image of 4 TB needs several times 4 TB of memory.
#include <rungs/variant.hpp>
#include "cases/pipeline/host/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_host(call, [](const Node& tree, const HostRun& on) {
    const Window whole = tree.frame.window();
    require_budget("the whole image at once",
                   fixed_bytes(tree, on.settings) + whole.area() + recomputed_bytes(tree, whole), on.budget.limit());
    OnHost host(on.budget);
    Recomputed source(host, on.figures);
    HostPieces pieces(on.budget, whole.area(), on.output);
    source.evaluate(tree, {pieces.next(), whole.width, whole, 1});
    pieces.send(whole.area());
  });
}

const rungs::Variant<Case> variant{{
    .idea = "every node as a whole plane",
    .launch = run,
    .prepare = make_row_folder,
}};

}  // namespace
