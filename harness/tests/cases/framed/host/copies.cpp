// A right copy and a right negative, a copy of the frame, too, and one that blinds the harness.
#include <algorithm>
#include <rungs/variant.hpp>

#include "cases/framed/case.hpp"

namespace {

using rungs::Stream;
using rungs::Variant;

const Variant<framed::Case> right{{.name = "host/right",
                                   .idea = "right",
                                   .launch = [](const framed::Problem& p, const framed::Views& v, Stream) {
                                     framed::Case::reference(p, v);
                                   }}};
const Variant<framed::Case> negative{{.name = "host/negative",
                                      .idea = "right, and not what the reference computes",
                                      .launch = [](const framed::Problem& p, const framed::Views& v, Stream) {
                                        framed::Case::reference(p, v);
                                        for (std::size_t y = 1; y + 1 < p.height; ++y) {
                                          for (std::size_t x = 1; x + 1 < p.width; ++x)
                                            v.out[y * p.width + x] ^= 0xFFU;
                                        }
                                      }}};
const Variant<framed::Case> writes_frame{
    {.name = "host/writes_frame",
     .idea = "wrong: copies the frame, too",
     .launch = [](const framed::Problem& p, const framed::Views& v, Stream) {
       std::copy(v.image, v.image + p.area(), v.out);
     }}};
const Variant<framed::Case> tampers{
    {.name = "host/tampers",
     .idea = "wrong: makes the comparison say that nothing is right",
     .launch = [](const framed::Problem&, const framed::Views&, Stream) { framed::blind = true; }}};

}  // namespace
