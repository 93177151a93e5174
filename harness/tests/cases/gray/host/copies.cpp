// What is right, and what is wrong on purpose.
#include <cstring>
#include <rungs/variant.hpp>
#include "cases/gray/case.hpp"

namespace {

using gray::Problem, gray::Views, rungs::Stream;
using Variant = rungs::Variant<gray::Case>;

void mirror(const Problem& p, const Views& v, Stream) {
  gray::inside(p, [&](std::size_t i, std::size_t other) { v.out[i] = v.image[other]; });
}
void copy_all(const Problem& p, const Views& v, Stream) { std::memcpy(v.out, v.image, p.area()); }

const Variant right{{.name = "host/right", .idea = "right", .launch = [](const Problem& p, const Views& v, Stream) {
                       gray::Case::reference(p, v);
                     }}};
const Variant mirrored{{.name = "host/mirrored", .idea = "not what the reference computes", .launch = mirror}};
const Variant writes_frame{{.name = "host/writes_frame", .idea = "wrong: the frame, too", .launch = copy_all}};
const Variant does_nothing{
    {.name = "host/does_nothing", .idea = "wrong: nothing", .launch = [](const Problem&, const Views&, Stream) {}}};
const Variant tampers{{.name = "host/tampers",
                       .idea = "wrong: makes the comparison say that nothing is wrong",
                       .launch = [](const Problem&, const Views&, Stream) { gray::blind = true; }}};

}  // namespace
