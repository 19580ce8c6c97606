#include "group_result.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include <rowfuse/arrow/bits.hpp>

namespace rowfuse::cpu {

namespace {

/// One thread merges or sorts fewer groups than this before other threads would have started.
constexpr std::int64_t few_groups = 1 << 14;
/// Groups of a part, chosen so that they are merged in the L2 cache.
constexpr std::int64_t groups_of_part = 1 << 13;
constexpr int most_part_bits = 12;
/// A multiple of 64, so that no two chunks share a byte of a bitmap.
constexpr std::int64_t chunk_groups = 1 << 13;

}  // namespace

/// Units that are run by a function.
class GroupResult::Step final : public Work {
 public:
  Step(GroupResult& of, std::int64_t units, std::function<void(std::int64_t)> unit, Next next)
      : Work([&of, next] { (of.*next)(); }), of_{of}, unit_{std::move(unit)} {
    units_ = units;
  }
  void run(std::int64_t unit, std::byte*) override { unit_(unit); }
  void out_of_memory() override { of_.fail(Failure::out_of_memory); }

 private:
  GroupResult& of_;
  std::function<void(std::int64_t)> const unit_;
};

GroupResult::GroupResult(Entry const& entry, std::vector<std::unique_ptr<Grouper>> groupers, int threads, MemoryBudget* budget,
                         CallResult& result, std::function<void()> done)
    : entry_{entry},
      groupers_{std::move(groupers)},
      threads_{threads},
      budget_{budget},
      result_{result},
      done_{std::move(done)},
      share_{budget} {}

GroupResult::GroupResult(Entry const& entry, BlockGroups& blocks, int threads, CallResult& result, std::function<void()> done)
    : entry_{entry},
      threads_{threads},
      budget_{blocks.budget()},
      result_{result},
      done_{std::move(done)},
      share_{blocks.budget()},
      unfinished_{std::move(blocks.unfinished())},
      kept_{std::move(blocks.kept())},
      parts_{std::move(blocks.tables())} {}

GroupResult::~GroupResult() = default;

bool GroupResult::start() {
  if (!parts_.empty()) {
    return run(static_cast<std::int64_t>(parts_.size()), &GroupResult::list, [this](std::int64_t part) {
      Groups& into = *parts_[static_cast<std::size_t>(part)];
      if (!into.merge(*unfinished_, static_cast<std::uint32_t>(part), BlockGroups::table_bits)) fail(Failure::out_of_memory);
    });
  }
  std::int64_t most = 0;
  std::int64_t all = 0;
  for (auto const& grouper : groupers_) {
    all += grouper->groups->size();
    most = std::max(most, grouper->groups->size());
  }
  if (groupers_.size() <= 1) {
    if (!groupers_.empty()) tables_.push_back(groupers_[0]->groups.get());
    return run(0, &GroupResult::list, {});
  }
  if (most < few_groups || threads_ == 1) {
    // All are merged into the largest.
    auto const largest = std::max_element(groupers_.begin(), groupers_.end(),
                                          [](auto const& a, auto const& b) { return a->groups->size() < b->groups->size(); });
    Groups& into = *(*largest)->groups;
    tables_.push_back(&into);
    return run(1, &GroupResult::list, [this, &into](std::int64_t) {
      for (auto const& grouper : groupers_) {
        if (grouper->groups.get() != &into && !into.merge(*grouper->groups, 0, 0)) return fail(Failure::out_of_memory);
      }
    });
  }
  int bits = 1;
  while (bits < most_part_bits && all >> bits > groups_of_part) ++bits;
  parts_.resize(std::size_t{1} << bits);
  // Room for the expected groups and an eighth, so that the memory need not grow.
  std::int64_t const room = (all >> bits) + (all >> (bits + 3));
  return run(std::int64_t{1} << bits, &GroupResult::list, [this, bits, room](std::int64_t part) {
    auto& into = parts_[static_cast<std::size_t>(part)];
    into = entry_.group->make(bits, room, budget_);
    for (auto const& grouper : groupers_) {
      if (into == nullptr || !into->merge(*grouper->groups, static_cast<std::uint32_t>(part), bits)) {
        return fail(Failure::out_of_memory);
      }
    }
  });
}

bool GroupResult::run(std::int64_t units, Next next, std::function<void(std::int64_t)> unit) {
  auto step = std::make_unique<Step>(*this, units, std::move(unit), next);
  Step& started = *step;
  {
    std::lock_guard const lock(mutex_);
    std::swap(step_, step);  // the step that has just ended lives until its end
    if (cancelled_) started.cancel();
  }
  return Pool::cpu().submit(started, threads_);
}

void GroupResult::cancel() {
  std::lock_guard const lock(mutex_);
  cancelled_ = true;
  if (step_ != nullptr) step_->cancel();
}

bool GroupResult::hold(std::int64_t more) {
  held_ += more;
  return share_.hold(held_);
}

void GroupResult::fail(Failure failure) {
  std::lock_guard const lock(mutex_);
  if (failure_ == Failure::none) failure_ = failure;
  if (step_ != nullptr) step_->cancel();
}

bool GroupResult::stopped() {
  {
    std::lock_guard const lock(mutex_);
    if (failure_ == Failure::none && !cancelled_) return false;
  }
  end();
  return true;
}

void GroupResult::end() {
  {
    std::lock_guard const lock(mutex_);
    result_.failure = failure_ != Failure::none ? failure_ : cancelled_ ? Failure::cancelled : Failure::none;
    result_.fault_row = faulty_group_;
    result_.fault = fault_;
  }
  if (result_.failure != Failure::none) {
    result_.memory.clear();
    result_.offsets.clear();
    result_.validity.clear();
    result_.share.release();
  }
  auto const done = std::move(done_);  // the caller may destroy this before `done` returns
  done();
}

void GroupResult::list() {
  if (stopped()) return;
  for (auto const& part : parts_) tables_.push_back(part.get());
  for (Groups const* table : tables_) {
    first_of_table_.push_back(count_);
    count_ += table->size();
  }
  // Merging runs takes memory for another half of the groups.
  if (hold(count_ * static_cast<std::int64_t>(sizeof(ListedGroup)) * 3 / 2)) {
    groups_.reset(new (std::nothrow) ListedGroup[static_cast<std::size_t>(count_)]);
  }
  if (groups_ == nullptr) fail(Failure::out_of_memory);
  if (count_ > most_rows) fail(Failure::too_large);
  if (stopped()) return;
  run(static_cast<std::int64_t>(tables_.size()), &GroupResult::sort, [this](std::int64_t table) {
    auto const i = static_cast<std::size_t>(table);
    tables_[i]->list(groups_.get() + first_of_table_[i]);
  });
}

void GroupResult::sort() {
  if (stopped()) return;
  bool const ordered = entry_.group->ordered && entry_.group->key_columns > 0;
  std::int64_t const runs = !ordered ? 0 : count_ < few_groups ? 1 : std::int64_t{threads_} * 2;
  for (std::int64_t i = 0; i <= runs; ++i) runs_.push_back(runs == 0 ? 0 : count_ * i / runs);
  run(runs, &GroupResult::join_sorted, [this](std::int64_t i) {
    auto const at = static_cast<std::size_t>(i);
    entry_.group->sort(groups_.get() + runs_[at], groups_.get() + runs_[at + 1]);
  });
}

/// Merges pairs of sorted runs until one is left.
void GroupResult::join_sorted() {
  if (stopped()) return;
  if (runs_.size() <= 2) return measure();
  std::vector<std::int64_t> const runs = std::move(runs_);
  runs_.clear();
  for (std::size_t i = 0; i < runs.size(); i += 2) runs_.push_back(runs[i]);
  if (runs.size() % 2 == 0) runs_.push_back(runs.back());
  run(static_cast<std::int64_t>(runs_.size()) - 1, &GroupResult::join_sorted, [this, runs](std::int64_t i) {
    auto const at = static_cast<std::size_t>(2 * i);
    if (at + 2 >= runs.size()) return;
    std::inplace_merge(groups_.get() + runs[at], groups_.get() + runs[at + 1], groups_.get() + runs[at + 2], entry_.group->before);
  });
}

bool GroupResult::is_text(std::size_t column) const { return arrow::has_offsets(entry_.layout.outputs[column].id); }

std::int64_t GroupResult::chunks() const { return (count_ + chunk_groups - 1) / chunk_groups; }

GroupRange GroupResult::range(std::int64_t chunk) const {
  GroupRange range;
  range.groups = groups_.get();
  range.first = chunk * chunk_groups;
  range.count = std::min(chunk_groups, count_ - range.first);
  range.outputs = outputs_.data();
  range.bytes = text_.get() + chunk * entry_.layout.output_count;
  return range;
}

void GroupResult::measure() {
  auto const cells = static_cast<std::size_t>(chunks() * entry_.layout.output_count) + 1;
  if (hold(static_cast<std::int64_t>(cells * sizeof(std::int64_t)))) text_.reset(new (std::nothrow) std::int64_t[cells]());
  if (text_ == nullptr) fail(Failure::out_of_memory);
  if (stopped()) return;
  run(entry_.layout.has_text_output() ? chunks() : 0, &GroupResult::write, [this](std::int64_t chunk) {
    GroupRange part = range(chunk);
    entry_.group->measure(part);
  });
}

void GroupResult::write() {
  if (stopped()) return;
  auto const columns = static_cast<std::size_t>(entry_.layout.output_count);
  for (auto* const memory : {&result_.memory, &result_.offsets, &result_.validity}) {
    memory->clear();
    memory->resize(columns);
  }
  result_.rows = count_;
  result_.bytes.assign(columns, 0);
  result_.null_counts.assign(columns, 0);
  outputs_.assign(columns, {});
  result_.share = MemoryShare{budget_};
  std::int64_t taken = 0;
  auto const take = [this, &taken](OutputMemory& memory, std::int64_t bytes) {
    taken += bytes;
    if (result_.share.hold(taken)) memory = OutputMemory::reserve(bytes);
    if (bytes > 0 && memory.data() == nullptr) fail(Failure::out_of_memory);
    return memory.data();
  };
  for (std::size_t i = 0; i < columns; ++i) {
    arrow::ColumnType const type = entry_.layout.outputs[i];
    std::int64_t bytes = type.id == arrow::TypeId::boolean ? arrow::bitmap_bytes(count_) : count_ * arrow::byte_width(type.id);
    if (is_text(i)) {
      bytes = 0;
      for (std::int64_t chunk = 0; chunk < chunks(); ++chunk) {
        bytes += std::exchange(text_[static_cast<std::size_t>(chunk) * columns + i], bytes);
      }
      if (bytes > std::numeric_limits<std::int32_t>::max()) fail(Failure::too_large);
      char* const offsets = take(result_.offsets[i], (count_ + 1) * std::int64_t{sizeof(std::int32_t)});
      outputs_[i].offsets = reinterpret_cast<std::int32_t*>(offsets);
      if (offsets != nullptr) outputs_[i].offsets[0] = 0;
    }
    if (type.nullable) outputs_[i].validity = reinterpret_cast<std::uint8_t*>(take(result_.validity[i], arrow::bitmap_bytes(count_)));
    outputs_[i].values = take(result_.memory[i], bytes);
    outputs_[i].values_bytes = bytes;
    result_.bytes[i] = bytes;
  }
  if (stopped()) return;
  run(chunks(), &GroupResult::written, [this](std::int64_t chunk) {
    std::vector<std::int64_t> null_counts(outputs_.size());
    GroupRange part = range(chunk);
    part.null_counts = null_counts.data();
    entry_.group->write(part);
    if (part.exhausted) fail(Failure::out_of_memory);
    std::lock_guard const lock(mutex_);
    for (std::size_t i = 0; i < null_counts.size(); ++i) result_.null_counts[i] += null_counts[i];
    if (part.faulty_group >= 0 && (faulty_group_ < 0 || part.faulty_group < faulty_group_)) {
      faulty_group_ = part.faulty_group;
      fault_ = part.fault;
    }
  });
}

void GroupResult::written() {
  if (!stopped()) end();
}

}  // namespace rowfuse::cpu
