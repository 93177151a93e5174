// Which lanes of a warp are at the same place: those that reach it before all threads of the block wait.
#include <map>
#include <memory>
#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/warp.hpp>
#include <string_view>
#include <tuple>
#include <utility>

namespace rungs::simulator {
namespace {

struct Gathering {
  unsigned lanes = 0;
  bool over = false;
};
using Place = std::tuple<unsigned, std::string_view, unsigned>;  // warp, file, line

// A block runs on one OS thread.
std::map<Place, std::shared_ptr<Gathering>>& gatherings() {
  static thread_local std::map<Place, std::shared_ptr<Gathering>> all;
  return all;
}

}  // namespace

unsigned active_lanes(Site site) {
  const Undisturbed here;
  const unsigned rank = thread_rank();
  std::shared_ptr<Gathering>& open = gatherings()[{rank / 32, site.file, site.line}];
  if (!open || open->over) open = std::make_shared<Gathering>();
  const std::shared_ptr<Gathering> mine = open;
  mine->lanes |= 1U << rank % 32;
  bool first = true;
  struct End {
    Gathering& gathering;
    ~End() { gathering.over = true; }
  } const end{*mine};
  wait_for("__activemask", site, [&] { return mine->over || !std::exchange(first, false); });
  return mine->lanes;
}

}  // namespace rungs::simulator
