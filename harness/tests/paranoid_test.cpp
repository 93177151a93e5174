// --paranoid: each row in a worker of its own, compared outside it.
#include "harness/tests/cases/framed/case.hpp"
#include "harness/tests/said.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

char only = '\0';  // the row that this process has run

/// Right, if no other row has run in its process.
template <char row>
void alone(const ramp::Problem& p, const ramp::Views& v, Stream) {
  if (only != '\0' && only != row) throw Failed("another row has run in this process");
  only = row;
  ramp::Case::reference(p, v);
}
const Variant<ramp::Case> alone_a{{.name = "host/p_a", .idea = "right", .launch = alone<'a'>}};
const Variant<ramp::Case> alone_b{{.name = "host/p_b", .idea = "right", .launch = alone<'b'>}};
/// So late that only --paranoid gets there.
const Variant<ramp::Case> crashes = variant<1000, segfault>("host/p_crashes");

class Paranoid : public Workers {
 protected:
  /// The status of each row with these options.
  std::map<std::string, std::string> statuses(std::vector<std::string> options) {
    std::filesystem::remove(path_);
    options.insert(options.end(), {"--backend=host"});
    code_ = run(std::move(options));
    std::map<std::string, std::string> found;
    for (const auto& [name, row] : rows()) found[name] = row[column("status")];
    return found;
  }
  using Statuses = std::map<std::string, std::string>;
  int code_ = 0;
};

TEST_F(Paranoid, OutputsAreComparedWhereAVariantCannotReach) {
  const Statuses caught{{"host/right", "ok"},
                        {"host/negative", "ok"},
                        {"host/writes_frame", "incorrect"},
                        {"host/tampers", "incorrect"}};
  EXPECT_EQ(statuses({"--paranoid", "--filter=^framed/"}), caught) << errors_;
  EXPECT_EQ(code_, 1);
  EXPECT_HAS(rows().at("host/tampers")[column("message")], "wrong; first at (1, 1)");
  // Not without a worker, which shows that it tampers well.
  EXPECT_EQ(statuses({"--paranoid", "--isolate=none", "--filter=^framed/host/tampers$"}),
            (Statuses{{"host/tampers", "ok"}}));
  framed::blind = false;
}

TEST_F(Paranoid, EachRowHasAWorker) {
  const Statuses both{{"host/p_a", "ok"}, {"host/p_b", "ok"}};
  EXPECT_EQ(statuses({"--paranoid", "--filter=^ramp/host/p_[ab]$"}), both) << errors_;
  EXPECT_EQ(statuses({"--verify-only", "--isolate=row", "--filter=^ramp/host/p_[ab]$"}), both) << errors_;
  EXPECT_NE(statuses({"--verify-only", "--filter=^ramp/host/p_[ab]$"}), both);
}

TEST_F(Paranoid, ACrashInTheMiddleCostsItsOwnRow) {
  const Statuses wanted{{"host/p_a", "ok"}, {"host/p_b", "ok"}, {"host/p_crashes", "failed"}};
  EXPECT_EQ(statuses({"--paranoid", "--filter=^ramp/host/p_"}), wanted) << errors_;
}

}  // namespace
