// Work on the calling thread: which units run there, what other threads take, and the times that are learned from calls.
#include <chrono>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "../../../native/engine/cpu/pool.cpp"
#include <rowfuse/cpu/tile/row_cost.hpp>

#include "../expect.hpp"

namespace {

/// Units that sleep, and the threads that they ran on.
class Sleeping final : public rowfuse::Work {
 public:
  Sleeping(std::int64_t units, std::chrono::milliseconds time, std::function<void()> done) : Work(std::move(done)), time_{time} {
    units_ = units;
    scratch_bytes_ = 64;
  }
  void run(std::int64_t, std::byte* scratch) override {
    expect(scratch != nullptr, "a unit has scratch memory");
    std::this_thread::sleep_for(time_);
    std::lock_guard const lock(mutex_);
    ++units;
    threads.insert(std::this_thread::get_id());
  }
  void out_of_memory() override { expect(false, "there is memory"); }

  int units = 0;
  std::set<std::thread::id> threads;

 private:
  std::chrono::milliseconds const time_;
  std::mutex mutex_;
};

void completes_here() {
  int done = 0;
  Sleeping work(5, std::chrono::milliseconds(0), [&] { ++done; });
  expect(rowfuse::Pool::run_here(work, std::chrono::seconds(10)), "short work is completed");
  expect(done == 1 && work.units == 5, "all units run before done is called, once");
  expect(work.threads == std::set{std::this_thread::get_id()}, "no other thread takes a unit");
}

void hands_over() {
  std::promise<void> done;
  Sleeping work(8, std::chrono::milliseconds(5), [&] { done.set_value(); });
  expect(!rowfuse::Pool::run_here(work, std::chrono::milliseconds(1)), "long work is not completed");
  expect(work.units == 1, "the calling thread stops after the unit in which the time ends");
  expect(rowfuse::Pool::cpu().submit(work, 2), "threads take the rest");
  done.get_future().wait();
  expect(work.units == 8, "each unit runs once");
}

void ends_with_the_last_unit() {
  int done = 0;
  Sleeping work(1, std::chrono::milliseconds(5), [&] { ++done; });
  expect(rowfuse::Pool::run_here(work, std::chrono::milliseconds(1)) && done == 1, "a last unit that takes too long completes the work");
}

void learns() {
  rowfuse::cpu::RowCost cost;
  expect(!cost.is_within(1'000'000'000, 1), "the time of unknown work is not predicted");
  cost.learn(1000, 0);
  expect(!cost.is_within(1'000'000'000, 1), "no work teaches nothing");
  cost.learn(1000, 100);
  expect(cost.is_within(1000, 100) && !cost.is_within(999, 100), "the time grows with the amount");
  cost.learn(500, 100);
  expect(cost.is_within(500, 100), "a shorter time counts at once");
  cost.learn(4500, 100);
  expect(!cost.is_within(1499, 100) && cost.is_within(1501, 100), "a longer time counts for a quarter");
}

}  // namespace

int main() {
  completes_here();
  hands_over();
  ends_with_the_last_unit();
  learns();
  return report_failures();
}
