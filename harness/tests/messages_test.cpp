// What the supervisor and a worker tell each other arrives as it was sent, or is refused.
#include "harness/engine/messages.hpp"
#include <gtest/gtest.h>
#include <limits>
#include <rungs/core/errors.hpp>

namespace {

using namespace rungs;

/// With another value in each field than that of a struct which is new.
RowProgress made_up_progress() {
  RowProgress p;
  p.status = Status::unstable;
  p.message = std::string("two\nlines \0 \xFF", 13);
  p.measurement = Measurement{{{1.5, 1980}, {std::numeric_limits<double>::infinity(), -0.25}},
                              7,
                              StopReason::visits_differ,
                              {1, 2, 3, 4, 5.5, Interval{1.25, 2.75}, 8},
                              1755,
                              {2.5, 2.25},
                              "a note",
                              true};
  p.event_overhead_us = 0.5;
  p.peak_percent = 61;
  p.max_error = 1e-300;
  p.mismatches = ~std::uint64_t{0};
  p.metrics = {{"share", 0.75, "%"}, {"", 0, ""}};
  p.counters = {{"dram_bytes", 4096, "B"}};
  p.driver = {{"memset", 4, "bytes"}};
  p.energy = Energy{1, 2, 3, 4, 5, 6, 7, 8, 9, {10, 11, 12, 13, 14ULL}, "power cap", "cold"};
  p.why = {{"dram", 0.8, 0.75, true, 3, 1, 2, 3, 4, "a note"}};
  p.state = {"yes", "none", 54};
  p.left_behind = "a thread";
  p.provenance = {"host", "device", "uuid", "driver", "cuda", "compiler", "commit", "rungs", "binary"};
  return p;
}

const BackendFacts facts{Backend::simulator, made_up_progress().provenance, 1U << 20U, {{"a", "b"}, {"", "c"}}};
const Rules rules{{1, 2, 3, 4, 5}, true, true, true, 6, EnergyRules{7, 8, 9, 10, 11}, true, 12, 13, 14};
const Task task{"ramp/host/a", "block=2",   {3, 4},
                "step=5",      "photo.png", {Backend::simulator, Cache::dirty, 7, "no GPU", 6, true}};

const std::vector<Request> requests{
    rules,      ToVisit{{task, made_up_progress()}, {}},
    ToVisit{},  FactsOf{Backend::cuda},
    CheckGpu{}, CountersToOpen{{"l2_hit", "lts__t_sector_hit_rate.pct", "%"}, {"", "b", ""}}};
const std::vector<Reply> replies{Done{},
                                 Refused{"no memory", true},
                                 Visited{{{true, true, true, made_up_progress()}, {}}, {true, true, "a thread"}, facts},
                                 Visited{},
                                 facts,
                                 ToCompare{Inputs::fourth, {0, 255, 7}, {"ab", "", "c"}},
                                 Comparison{12, 0.5, "at 3, 4: expected 1, got 2"},
                                 Secret{~std::uint64_t{4}}};

/// Each message arrives as it was sent; its start, and one with more behind it, are refused.
template <class Message> void check(const std::vector<Message>& messages) {
  for (const Message& message : messages) {
    const std::string bytes = packed(message);
    EXPECT_TRUE(unpacked<Message>(bytes) == message) << message.index();
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_THROW(static_cast<void>(unpacked<Message>(bytes.substr(0, size))), BadMessage) << size;
    EXPECT_THROW(static_cast<void>(unpacked<Message>(bytes + '\0')), BadMessage);
    EXPECT_THROW(static_cast<void>(unpacked<Message>(bytes, 5)), BadMessage);
    EXPECT_EQ(number_of(packed(message, 5)), 5U);
    // Whatever byte is wrong, what is read is another message, or none; and a wrong length takes no memory.
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string wrong = bytes;
      wrong[at] = static_cast<char>(~wrong[at]);
      try {
        EXPECT_FALSE(unpacked<Message>(wrong) == message) << at;
      } catch (const BadMessage&) {
      }
    }
  }
}

TEST(Messages, ArriveAsTheyWereSentOrAreRefused) {
  check(requests);
  check(replies);
}

}  // namespace
