// Aggregations for JavaScript: a handle to which rows are added piece by piece, until its groups are requested.
#include "aggregation_calls.hpp"

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <rowfuse/binding.hpp>
#include <rowfuse/cpu/groups/groups.hpp>

#include "../engine/api/device.hpp"
#include "../engine/cpu/groups/cpu_aggregation.hpp"
#include "job/environment.hpp"
#include "job/pending.hpp"
#include "job/settle.hpp"
#include "job/task.hpp"
#include "memory/buffers.hpp"
#include "values/errors.hpp"
#include "values/flags.hpp"
#include "values/integers.hpp"
#include "values/wrapped.hpp"

namespace rowfuse::node {

namespace {

constexpr napi_type_tag aggregation_tag = {0x51c4e0a92d6f4b83, 0x8e7d10f3b25a964c};

constexpr char const* invalid = "InvalidArgument";

struct SystemError {
  int number;
  char const* name;
};
constexpr SystemError system_errors[] = {{EACCES, "EACCES"},
                                         {EINVAL, "EINVAL"},
                                         {EIO, "EIO"},
                                         {EISDIR, "EISDIR"},
                                         {ELOOP, "ELOOP"},
                                         {EMFILE, "EMFILE"},
                                         {ENAMETOOLONG, "ENAMETOOLONG"},
                                         {ENFILE, "ENFILE"},
                                         {ENOENT, "ENOENT"},
                                         {ENOMEM, "ENOMEM"},
                                         {ENOTDIR, "ENOTDIR"},
                                         {ENXIO, "ENXIO"},
                                         {EOVERFLOW, "EOVERFLOW"},
                                         {EPERM, "EPERM"},
                                         {ESPIPE, "ESPIPE"}};

/// Makes an error like Node's own errors of files.
Napi::Value system_error(Napi::Env env, int number, char const* operation, std::string const& path) {
  std::string name = "EUNKNOWN";
  for (SystemError const& known : system_errors) {
    if (known.number == number) name = known.name;
  }
  Napi::Error const error = Napi::Error::New(env, name + ": " + std::strerror(number) + ", " + operation + " '" + path + "'");
  error.Set("errno", Napi::Number::New(env, -number));
  error.Set("code", Napi::String::New(env, name));
  error.Set("syscall", Napi::String::New(env, operation));
  error.Set("path", Napi::String::New(env, path));
  return error.Value();
}

/// An aggregation, and the buffers that its running pass borrows.
class AggregationTask final : public Task {
 public:
  enum class Pass { rows, lines, file, groups };
  enum class State { ready, running, spent };

  AggregationTask(Registration const& transform, std::unique_ptr<Aggregation> aggregation)
      : transform{transform}, aggregation{std::move(aggregation)} {}

  Registration const& transform;
  std::unique_ptr<Aggregation> aggregation;  ///< null once it is spent
  State state = State::ready;

  Napi::Value run(Napi::Env env, Pending& pending, Pass next, Buffers const& buffers,
                  std::function<bool(std::function<void()>)> const& start) {
    pass_ = next;
    deferred_ = pending.deferred();
    state = State::running;
    views_ = Napi::Persistent(buffers.views());
    memory_ = buffers.memory();
    if (Environment::of(env).run(shared_from_this(), start)) return pending.promise();
    drop();
    return pending.reject("OutOfMemory", no_threads);
  }

  /// Called by `releaseAggregation`: a running pass ends soon.
  void release() {
    if (state == State::running) {
      released_ = true;
      cancel();
    } else {
      drop();
    }
  }

  void cancel() override { aggregation->cancel(); }
  void settle(Napi::Env env) override;
  void drop() override {
    state = State::spent;
    views_.Reset();
    memory_.clear();
    aggregation.reset();
  }

  std::string path;  ///< of the file being read

 private:
  Napi::Value failure(Napi::Env env) const;
  void set_fault_of_line(Napi::Env env, Napi::Object object) const;

  Pass pass_ = Pass::rows;
  bool released_ = false;  ///< during a pass, which may have ended before it was cancelled
  napi_deferred deferred_ = nullptr;
  Napi::Reference<Napi::Array> views_;
  std::vector<std::shared_ptr<void>> memory_;
};

Napi::Value AggregationTask::failure(Napi::Env env) const {
  CallResult const& result = aggregation->result;
  if (result.failure == Failure::unreadable) return system_error(env, aggregation->system_error, result.message.c_str(), path);
  if (result.failure == Failure::input_changed && pass_ == Pass::file) {
    return make_error(env, "InputChanged", "'" + path + "' " + result.message);
  }
  if (result.failure == Failure::too_large) {
    return make_error(env, "ResultTooLarge",
                      pass_ == Pass::groups
                          ? "The groups have more rows, or more bytes of text in a column, than the 2147483647 that 32-bit offsets reach."
                          : "A line has more than the 2147483646 bytes that a value can have.");
  }
  return failure_error(env, result.failure, result.message, aggregation->budget.wanted());
}

void AggregationTask::set_fault_of_line(Napi::Env env, Napi::Object object) const {
  set_fault(env, object, aggregation->result.fault_row, aggregation->result.fault);
  if (aggregation->result.fault_row < 0) return;
  std::string const& line = aggregation->faulty_line;
  Napi::Value const fault = object.Get("fault");
  Napi::Uint8Array bytes = Napi::Uint8Array::New(env, line.size());
  if (!fault.IsObject() || bytes.IsEmpty()) return;  // a worker thread that is being terminated cannot make objects
  if (!line.empty()) std::memcpy(bytes.Data(), line.data(), line.size());
  fault.As<Napi::Object>().Set("line", bytes);
}

void AggregationTask::settle(Napi::Env env) {
  napi_deferred const deferred = std::exchange(deferred_, nullptr);
  CallResult& result = aggregation->result;
  if (result.failure != Failure::none) {
    Napi::Value const error = failure(env);
    drop();
    napi_reject_deferred(env, deferred, error);
    return;
  }
  Napi::Object const value = Napi::Object::New(env);
  if (pass_ == Pass::rows) {
    set_fault(env, value, result.fault_row, result.fault);
  } else if (pass_ == Pass::groups) {
    value.Set("nullCounts", numbers(env, result.null_counts));
    set_fault(env, value, result.fault_row, result.fault);
    set_memory(env, value, result);
  } else {
    value.Set("rows", Napi::Number::New(env, static_cast<double>(result.rows)));
    if (pass_ == Pass::file) {
      value.Set("bytes", Napi::Number::New(env, static_cast<double>(aggregation->progress.bytes.load())));
    }
    set_fault_of_line(env, value);
  }
  if (pass_ != Pass::groups) value.Set("held", Napi::Number::New(env, static_cast<double>(aggregation->budget.held())));
  if (result.device_ms >= 0) value.Set("deviceMs", Napi::Number::New(env, result.device_ms));
  state = State::ready;
  views_.Reset();
  memory_.clear();
  if (pass_ == Pass::groups || result.fault_row >= 0 || released_) drop();
  napi_resolve_deferred(env, deferred, value);
}

/// `aggregation(name, backend)`
Napi::Value make(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  auto const refuse = [&](std::string const& why) {
    Napi::Error(env, make_error(env, invalid, why)).ThrowAsJavaScriptException();
    return env.Undefined();
  };
  if (!info[0].IsString() || !info[1].IsString()) return refuse("An aggregation takes its name and a backend");
  std::string const name = info[0].As<Napi::String>();
  std::string const backend = info[1].As<Napi::String>();
  Registration const* const transform = Registration::find(name.c_str());
  if (transform == nullptr || !transform->cpu.layout.grouped) {
    return refuse("This addon holds no aggregation '" + name + "'. Run `rowfuse build`.");
  }
  Environment::Settings const& settings = Environment::of(env).settings;
  std::unique_ptr<Aggregation> aggregation;
  if (backend == "cpu") aggregation = cpu::make_aggregation(transform->cpu, {settings.threads, settings.tile_rows});
  if (backend == "cuda" && transform->cuda != nullptr) {
    aggregation = cuda::make_aggregation(*transform->cuda, transform->cpu, {settings.device, settings.threads});
  }
  if (aggregation == nullptr) return refuse("No aggregation '" + name + "' on the backend '" + backend + "'");
  return wrap_shared(env, std::make_shared<AggregationTask>(*transform, std::move(aggregation)), aggregation_tag);
}

std::shared_ptr<AggregationTask> unwrap_task(Napi::CallbackInfo const& info) {
  return unwrap_shared<AggregationTask>(info.Env(), info[0], aggregation_tag);
}

/// Returns the aggregation of a call if no pass is running; otherwise null, with a rejection.
std::shared_ptr<AggregationTask> ready(Napi::CallbackInfo const& info, Pending& pending) {
  std::shared_ptr<AggregationTask> task = unwrap_task(info);
  if (task != nullptr && task->state == AggregationTask::State::ready) return task;
  pending.reject(invalid, "This takes an aggregation that has not ended, and one call of it at a time");
  return nullptr;
}

/// `aggregate(handle, firstRow, length, inputs, memory?)`
Napi::Value aggregate(Napi::CallbackInfo const& info) {
  Pending pending(info.Env());
  std::shared_ptr<AggregationTask> const task = ready(info, pending);
  if (task == nullptr) return pending.promise();
  std::int64_t first_row = 0;
  std::int64_t length = 0;
  if (!read_integer(info[1], 0, 9007199254740991.0, first_row) || !read_integer(info[2], 0, static_cast<double>(most_rows), length)) {
    return pending.reject(invalid, "firstRow must be an integer, length one from 0 to 2147483646");
  }
  Buffers buffers(info.Env());
  if (!buffers.read_inputs(info[3], task->transform.cpu.layout, length)) return pending.reject(invalid, buffers.problem);
  limit_memory(task->aggregation->budget, info[4]);
  return task->run(info.Env(), pending, AggregationTask::Pass::rows, buffers, [&](std::function<void()> done) {
    return task->aggregation->add(std::move(buffers.inputs), first_row, length, std::move(done));
  });
}

/// True if rows are lines; otherwise rejects.
bool takes_lines(AggregationTask const& task, Pending& pending) {
  if (task.transform.cpu.group != nullptr && task.transform.cpu.group->takes_lines) return true;
  pending.reject(invalid, "The rows of this aggregation are no lines");
  return false;
}

/// `aggregateLines(handle, bytes, { final }, scalars, memory?)`
Napi::Value aggregate_lines(Napi::CallbackInfo const& info) {
  Pending pending(info.Env());
  std::shared_ptr<AggregationTask> const task = ready(info, pending);
  if (task == nullptr || !takes_lines(*task, pending)) return pending.promise();
  Buffers buffers(info.Env());
  ByteRange text;
  std::vector<arrow::InputColumn> scalars;
  if (!buffers.read_view(info[1], text) || !buffers.read_scalars(info[3], task->transform.cpu.layout, scalars)) {
    return pending.reject(invalid, buffers.problem);
  }
  bool const final = info[2].IsObject() && is_true(info[2].As<Napi::Object>(), "final");
  limit_memory(task->aggregation->budget, info[4]);
  return task->run(info.Env(), pending, AggregationTask::Pass::lines, buffers, [&](std::function<void()> done) {
    return task->aggregation->add_lines({static_cast<char const*>(text.data), text.size, final}, std::move(scalars), std::move(done));
  });
}

/// `aggregateFile(handle, path, scalars, memory?)`
Napi::Value aggregate_file(Napi::CallbackInfo const& info) {
  Pending pending(info.Env());
  std::shared_ptr<AggregationTask> const task = ready(info, pending);
  if (task == nullptr || !takes_lines(*task, pending)) return pending.promise();
  if (!info[1].IsString()) return pending.reject(invalid, "path must be a string");
  Buffers buffers(info.Env());
  std::vector<arrow::InputColumn> scalars;
  if (!buffers.read_scalars(info[2], task->transform.cpu.layout, scalars)) return pending.reject(invalid, buffers.problem);
  task->path = info[1].As<Napi::String>();
  if (task->path.find('\0') != std::string::npos) return pending.reject(invalid, "path has a NUL, at which the system would end it");
  limit_memory(task->aggregation->budget, info[3]);
  return task->run(info.Env(), pending, AggregationTask::Pass::file, buffers, [&](std::function<void()> done) {
    return task->aggregation->add_file(task->path, std::move(scalars), std::move(done));
  });
}

/// `groups(handle, memory?)`
Napi::Value groups(Napi::CallbackInfo const& info) {
  Pending pending(info.Env());
  std::shared_ptr<AggregationTask> const task = ready(info, pending);
  if (task == nullptr) return pending.promise();
  limit_memory(task->aggregation->budget, info[1]);
  return task->run(info.Env(), pending, AggregationTask::Pass::groups, Buffers(info.Env()),
                   [&](std::function<void()> done) { return task->aggregation->groups(std::move(done)); });
}

/// `aggregationProgress(handle)`: the part of a file that has been read.
Napi::Value progress(Napi::CallbackInfo const& info) {
  std::shared_ptr<AggregationTask> const task = unwrap_task(info);
  if (task == nullptr || task->aggregation == nullptr) return info.Env().Undefined();
  Aggregation::Progress const& now = task->aggregation->progress;
  Napi::Object const value = Napi::Object::New(info.Env());
  value.Set("bytes", Napi::Number::New(info.Env(), static_cast<double>(now.bytes.load())));
  value.Set("total", Napi::Number::New(info.Env(), static_cast<double>(now.total.load())));
  value.Set("rows", Napi::Number::New(info.Env(), static_cast<double>(now.rows.load())));
  return value;
}

/// `releaseAggregation(handle)`
Napi::Value release_aggregation(Napi::CallbackInfo const& info) {
  std::shared_ptr<AggregationTask> const task = unwrap_task(info);
  if (task != nullptr && task->state != AggregationTask::State::spent) task->release();
  return info.Env().Undefined();
}

}  // namespace

void export_aggregations(Napi::Env env, Napi::Object exports) {
  exports.Set("aggregation", Napi::Function::New<make>(env, "aggregation"));
  exports.Set("aggregate", Napi::Function::New<aggregate>(env, "aggregate"));
  exports.Set("aggregateLines", Napi::Function::New<aggregate_lines>(env, "aggregateLines"));
  exports.Set("aggregateFile", Napi::Function::New<aggregate_file>(env, "aggregateFile"));
  exports.Set("groups", Napi::Function::New<groups>(env, "groups"));
  exports.Set("aggregationProgress", Napi::Function::New<progress>(env, "aggregationProgress"));
  exports.Set("releaseAggregation", Napi::Function::New<release_aggregation>(env, "releaseAggregation"));
}

}  // namespace rowfuse::node
