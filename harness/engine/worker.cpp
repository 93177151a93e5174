#include <list>
#include <rungs/core/errors.hpp>
#include <span>
#include "harness/engine/in_process.hpp"
#include "harness/engine/in_worker.hpp"

namespace rungs {
namespace {

/// Asks the supervisor a question (ToCompare, Secret) and returns its answer. Throws the answer's error.
using AskSupervisor = std::function<Reply(Reply)>;
Compare compare_in_supervisor(AskSupervisor ask) {
  return [ask = std::move(ask)](Inputs inputs, const GuardedMemory& memory) {
    ToCompare message{inputs, {}, {}};
    for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
      const BufferInfo& buffer = memory.buffers()[i];
      if (buffer.role != Role::output) continue;
      message.held.push_back(std::to_integer<std::uint8_t>(memory.held(i)));
      std::string& bytes = message.outputs.emplace_back(buffer.bytes, '\0');
      memory.read(i, 0, std::as_writable_bytes(std::span(bytes)));
    }
    Reply reply = ask(std::move(message));
    return expected<Comparison>(reply);
  };
}

Secrets secrets_of_supervisor(const AskSupervisor& ask) {
  const auto secret = [ask](std::uint64_t which) {
    Reply reply = ask(which);
    return expected<Secret>(reply);
  };
  return {[secret](std::uint64_t draw) { return secret(draw + 1); }, [secret] { return secret(0); }};
}

class Worker {
 public:
  Worker(const Rules& rules, const AskSupervisor& ask) : runner_(rules, secrets_of_supervisor(ask)) {
    if (rules.paranoid) runner_.compare_by(compare_in_supervisor(ask));
  }

  Reply answer(const Request& request) {
    if (const auto* rows = std::get_if<ToVisit>(&request)) return visit(*rows);
    if (const auto* of = std::get_if<FactsOf>(&request)) return runner_.facts(*of);
    if (std::holds_alternative<CheckGpu>(request)) return check();
    runner_.open_counters(std::get<CountersToOpen>(request));
    return Done{};
  }

 private:
  /// Whether the GPU works. Throws if it does not.
  Done check() {
    constexpr std::size_t bytes = std::size_t{1} << 20U;
    MemorySpace& memory = runner_.executors().on(Backend::cuda).memory();
    void* there = memory.allocate(bytes);
    const std::vector<std::byte> wanted(bytes, std::byte{0x5A});
    const Fill fill{there, wanted.front(), bytes};
    memory.fill({&fill, 1});
    const bool holds = memory.holds(there, wanted);
    memory.release(there);
    if (!holds) throw Failed("memory of the GPU does not keep what is written to it");
    return {};
  }

  Visited visit(const ToVisit& asked) {
    std::list<PlannedRow> planned;  // rows in progress point to them
    std::list<RowInProgress> rows;
    Together together;
    for (const RowToVisit& one : asked) {
      planned.push_back(tasks_.planned(one.task));
      rows.push_back({&planned.back(), empty_row(planned.back())});
      rows.back().row.take(one.progress);
      together.push_back(&rows.back());
    }
    Visited reply;
    reply.outcome = runner_.visit(together, [] { return heartbeat().stop.load(); });
    for (RowInProgress& one : rows)
      reply.rows.push_back({one.visited, one.postponed, one.declined, std::move(one.row)});
    // A lost device may not even say what it is.
    if (!reply.outcome.lost) reply.facts = runner_.facts(planned.front().backend);
    return reply;
  }

  InProcess runner_;
  Tasks tasks_;
};

}  // namespace

int serve() {
  const Channel channel = worker_channel();
  std::uint64_t number = 0;  // of the request
  const AskSupervisor ask = [&](Reply question) {
    const bool sent = channel.send(packed(std::move(question), number));
    const auto answer = sent ? channel.receive() : std::nullopt;
    if (!answer) throw Failed("the supervisor has gone");
    auto reply = unpacked<Reply>(*answer, number);
    const auto* refused = std::get_if<Refused>(&reply);
    if (refused != nullptr && !refused->unsupported) throw Failed(refused->why);
    throw_error_of(reply);
    return reply;
  };
  std::optional<Worker> worker;
  while (const auto request = channel.receive()) {
    const auto work = [&]() -> Reply {
      number = number_of(*request);
      const auto message = unpacked<Request>(*request, number);
      if (worker) return worker->answer(message);
      worker.emplace(std::get<Rules>(message), ask);
      return Done{};
    };
    Reply reply = reply_of(work);
    if (!channel.send(packed(std::move(reply), number))) break;
  }
  return 0;
}

}  // namespace rungs
