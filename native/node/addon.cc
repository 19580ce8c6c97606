// The addon's exports. Each reads JavaScript's buffers on the JavaScript thread and leaves the rest to a Call.
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include <napi.h>

#include <rowfuse/binding.hpp>
#include <rowfuse/group/hash_secret.hpp>

#include "../engine/api/cpu_level.hpp"
#include "../engine/api/device.hpp"
#include "../engine/cpu/combinations.hpp"
#include "../engine/cpu/cpu_call.hpp"
#include "abi_version.hpp"
#include "aggregation_calls.hpp"
#include "build_hash.hpp"
#include "device/device_table.hpp"
#include "job/environment.hpp"
#include "job/job.hpp"
#include "job/pending.hpp"
#include "job/settle.hpp"
#include "library_pin.hpp"
#include "memory/backing_store.hpp"
#include "memory/buffers.hpp"
#include "values/errors.hpp"
#include "values/flags.hpp"
#include "values/integers.hpp"

namespace rowfuse::node {

namespace {

/// Reads the number `object[name]` within [low, high]; keeps the present value if it is missing. Returns false for anything else.
template <class Number>
bool read_setting(Napi::Object object, char const* name, double low, double high, Number& setting) {
  Napi::Value const value = object.Get(name);
  return value.IsUndefined() || read_integer(value, low, high, setting);
}

Napi::Value configure(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Environment& environment = Environment::of(env);
  Environment::Settings settings = environment.settings;
  if (!info[0].IsObject()) {
    Napi::TypeError::New(env, "configure takes an object").ThrowAsJavaScriptException();
    return env.Undefined();
  }
  auto const options = info[0].As<Napi::Object>();
  if (!read_setting(options, "threads", 1, 1024, settings.threads) ||
      !read_setting(options, "memoryLimit", 0, 9007199254740991.0, settings.memory_limit) ||
      !read_setting(options, "device", 0, 1023, settings.device) || !read_setting(options, "tileRows", 64, 1 << 20, settings.tile_rows) ||
      settings.tile_rows % 64 != 0) {
    Napi::RangeError::New(env,
                          "threads is an integer from 1 to 1024, memoryLimit a number of bytes, device an ordinal, "
                          "tileRows a multiple of 64 from 64 to 1048576")
        .ThrowAsJavaScriptException();
    return env.Undefined();
  }
  environment.settings = settings;
  // Only for tests, which load the addon themselves: the runtime's `configure` has no such option. Must not be used while anything is being
  // grouped.
  std::uint32_t hash_seed = 0;
  if (options.Has("hashSeed") && read_setting(options, "hashSeed", 0, 4294967295.0, hash_seed)) group::force_hash_secret(hash_seed);
  // The limit belongs to the process, so a thread that does not set it leaves it unchanged.
  if (options.Has("memoryLimit")) cuda::limit_memory(settings.memory_limit);
  return env.Undefined();
}

Napi::Value cuda(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  // Any kernel shows if this GPU can run them; some aggregations have none.
  Registration const* transform = Registration::first();
  while (transform != nullptr && (transform->cuda == nullptr || transform->cuda->probe == nullptr)) transform = transform->next;
  cuda::Probe const probe = cuda::probe(transform == nullptr ? nullptr : transform->cuda, Environment::of(env).settings.device);
  Napi::Object const result = Napi::Object::New(env);
  result.Set("available", probe.available);
  result.Set("reason", probe.reason);
  Napi::Array const devices = Napi::Array::New(env);
  for (std::string const& name : probe.devices) devices.Set(devices.Length(), name);
  result.Set("devices", devices);
  if (!probe.device.empty()) {
    result.Set("device", probe.device);
    result.Set("computeCapability", probe.compute_capability);
    result.Set("memoryBytes", probe.memory_bytes);
  }
  return result;
}

/// The first arguments of every call: a transform, its backend, rows, input columns.
struct CallArguments {
  Registration const* transform = nullptr;
  std::int64_t length = 0;
  bool on_device = false;
  char const* code = nullptr;  ///< the code of the error
  std::string problem;

  /// Returns false if an argument is wrong. An aggregation is only accepted for marking rows, because its other calls are separate.
  bool read(Napi::CallbackInfo const& info, Buffers& buffers, bool marks = false);

 private:
  bool fail(char const* error, std::string message) {
    code = error;
    problem = std::move(message);
    return false;
  }
};

bool CallArguments::read(Napi::CallbackInfo const& info, Buffers& buffers, bool marks) {
  constexpr char const* invalid = "InvalidArgument";
  if (!info[0].IsString() || !info[1].IsString() || !info[2].IsNumber()) {
    return fail(invalid, "A call takes a transform, a backend, a length and columns");
  }
  std::string const name = info[0].As<Napi::String>();
  std::string const backend = info[1].As<Napi::String>();
  transform = Registration::find(name.c_str());
  if (transform == nullptr) return fail(invalid, "This addon holds no transform '" + name + "'. Run `rowfuse build`.");
  if (transform->cpu.layout.grouped && !marks) return fail(invalid, "'" + name + "' is an aggregation, which has calls of its own");
  on_device = backend == "cuda";
  if (!on_device && backend != "cpu") return fail(invalid, "No backend '" + backend + "'");
  if (on_device && transform->cuda == nullptr) {
    return fail("DeviceError", "This addon was built without CUDA. Build it where nvcc is installed.");
  }
  // Offsets are 32-bit, so an Arrow column of this kind has no more rows.
  if (!read_integer(info[2], 0, static_cast<double>(most_rows), length)) {
    return fail(invalid, "length must be an integer from 0 to 2147483646");
  }
  if (!buffers.read_inputs(info[3], transform->cpu.layout, length)) return fail(invalid, buffers.problem);
  for (arrow::InputColumn const& input : buffers.inputs) {
    if (on_device && input.dictionary != nullptr) return fail(invalid, "The device takes no dictionaries: spread the text out");
  }
  return true;
}

std::unique_ptr<Call> make_cpu_call(Environment const& environment, CallArguments const& arguments, Buffers& buffers) {
  return cpu::make_call(arguments.transform->cpu, std::move(buffers.inputs), arguments.length,
                        {environment.settings.threads, environment.settings.tile_rows});
}

std::shared_ptr<Job> make_cpu_job(Napi::Env env, CallArguments const& arguments, Buffers& inputs) {
  return std::make_shared<Job>(*arguments.transform, arguments.length, make_cpu_call(Environment::of(env), arguments, inputs));
}

/// Sets the limits of the next pass of a call: the bytes of memory that it may take, and the microseconds for which it may use this thread.
void limit(Call& call, Napi::Value memory, Napi::Value here) {
  limit_memory(call.budget, memory);
  std::int64_t microseconds = 0;
  read_integer(here, 0, 1e6, microseconds);
  call.here = std::chrono::microseconds(microseconds);
}

Napi::Value measure(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  Buffers buffers(env);
  CallArguments arguments;
  if (!arguments.read(info, buffers)) return pending.reject(arguments.code, arguments.problem);
  Registration const& transform = *arguments.transform;
  Environment const& environment = Environment::of(env);
  std::unique_ptr<Call> call = arguments.on_device ? cuda::make_call(*transform.cuda, std::move(buffers.inputs), arguments.length,
                                                                     {environment.settings.device, environment.settings.threads})
                                                   : make_cpu_call(environment, arguments, buffers);
  auto const job = std::make_shared<Job>(transform, arguments.length, std::move(call));
  job->keep_inputs(buffers);
  limit(*job->call, info[4], info[5]);
  if (!transform.cpu.layout.has_text_output() && !transform.cpu.layout.emits()) {
    // There is nothing to measure: every output has a fixed width, and the fill pass is the only one.
    job->state = Job::State::measured;
    return measured(env, job);
  }
  return job->run(env, pending, Job::Pass::measure, nullptr, nullptr,
                  [&](std::function<void()> done) { return job->call->measure(std::move(done)); });
}

Napi::Value evaluate(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  Napi::Object const result = Napi::Object::New(env);
  auto const refuse = [&](char const* code, std::string const& message) {
    result.Set("finished", pending.reject(code, message));
    return result;
  };
  Buffers inputs(env);
  CallArguments arguments;
  if (!arguments.read(info, inputs)) return refuse(arguments.code, arguments.problem);
  if (arguments.on_device || arguments.transform->cpu.layout.grouped || !info[5].IsObject()) {
    return refuse("InvalidArgument", "evaluate takes the cpu backend and options");
  }
  auto const options = info[5].As<Napi::Object>();
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  EvaluateLimits limits{most, is_true(options, "spare")};
  if (!read_setting(options, "limit", 0, static_cast<double>(most), limits.bytes)) {
    return refuse("InvalidArgument", "limit must be an integer from 0 to 2147483647");
  }
  if (!read_setting(options, "rows", 0, static_cast<double>(most_rows), limits.rows)) {
    return refuse("InvalidArgument", "rows must be an integer from 0 to 2147483646");
  }
  arrow::Layout const& layout = arguments.transform->cpu.layout;
  Buffers outputs(env);
  std::vector<std::int64_t> const bytes(static_cast<std::size_t>(layout.output_count), Buffers::unmeasured);
  // Without an array of columns, all memory is allocated here. The size of a filter's or an expansion's result is unknown.
  if (info[4].IsArray() && !layout.emits() && !outputs.read_outputs(info[4], layout, arguments.length, bytes)) {
    return refuse("InvalidArgument", outputs.problem);
  }
  auto const job = make_cpu_job(env, arguments, inputs);
  limit(*job->call, options.Get("memory"), options.Get("here"));
  result.Set("finished", job->run(env, pending, Job::Pass::evaluate, &inputs, &outputs, [&](std::function<void()> done) {
    return job->call->evaluate(std::move(outputs.outputs), limits, std::move(done));
  }));
  if (job->state != Job::State::spent) result.Set("job", Job::wrap(env, job));
  return result;
}

Napi::Value fill(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  std::shared_ptr<Job> const job = Job::unwrap(env, info[0]);
  if (job == nullptr || job->state != Job::State::measured || job->call->result.fault_row >= 0) {
    return pending.reject("InvalidArgument", "fill takes a job that was measured without a fault, once");
  }
  std::vector<std::int64_t> bytes = job->call->result.bytes;
  arrow::Layout const& layout = job->transform.cpu.layout;
  bytes.resize(static_cast<std::size_t>(layout.output_count));
  for (std::int64_t const size : bytes) {
    if (size > std::numeric_limits<std::int32_t>::max()) {
      job->drop();
      return pending.reject("ResultTooLarge", "The result has " + std::to_string(size) +
                                                  " bytes of text, and 32-bit offsets reach 2147483647. Pass the "
                                                  "input in smaller pieces.");
    }
  }
  Buffers buffers(env);
  std::int64_t const rows = layout.emits() ? job->call->result.rows : job->length;
  if (!buffers.read_outputs(info[1], layout, rows, bytes)) {
    job->drop();
    return pending.reject("InvalidArgument", buffers.problem);
  }
  if (!job->inputs_unchanged()) {
    job->drop();
    return pending.reject("InputChanged",
                          "An input buffer was transferred or resized after it was measured. Leave borrowed buffers "
                          "alone until the promise settles, or have the input copied.");
  }
  limit(*job->call, info[2], info[3]);
  return job->run(env, pending, Job::Pass::fill, nullptr, &buffers,
                  [&](std::function<void()> done) { return job->call->fill(std::move(buffers.outputs), std::move(done)); });
}

/// Finds the failing rows, on the CPU for any backend, because the same rows fail on all of them.
Napi::Value mark(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  Buffers inputs(env);
  CallArguments arguments;
  if (!arguments.read(info, inputs, true)) return pending.reject(arguments.code, arguments.problem);
  Buffers outputs(env);
  std::uint8_t* const codes =
      arguments.on_device || !info[4].IsObject() ? nullptr : outputs.read_bytes(info[4].As<Napi::Object>(), "codes", arguments.length);
  if (codes == nullptr) return pending.reject("InvalidArgument", "mark takes the cpu backend and codes, one byte per row");
  auto const job = make_cpu_job(env, arguments, inputs);
  limit_memory(job->call->budget, info[5]);
  return job->run(env, pending, Job::Pass::mark, &inputs, &outputs,
                  [&](std::function<void()> done) { return job->call->mark(codes, std::move(done)); });
}

/// Returns the number of combinations of a call's dictionaries. If there is none, sets an error and returns false.
bool read_combinations(CallArguments& arguments, Buffers const& inputs, std::int64_t& count) {
  count = arguments.on_device ? 0 : cpu::Combinations(arguments.transform->cpu.layout, inputs.inputs).count();
  if (count > 0) return true;
  arguments.code = "InvalidArgument";
  arguments.problem = "This takes the cpu backend, dictionaries alone, and fewer than 2^31 combinations of their entries";
  return false;
}

/// Finds the first row of each combination of entries.
Napi::Value first_rows(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  Buffers inputs(env);
  CallArguments arguments;
  std::int64_t count = 0;
  if (!arguments.read(info, inputs) || !read_combinations(arguments, inputs, count)) {
    return pending.reject(arguments.code, arguments.problem);
  }
  Buffers outputs(env);
  std::uint8_t* const rows = info[4].IsObject() ? outputs.read_bytes(info[4].As<Napi::Object>(), "rows",
                                                                     (count + 1) * std::int64_t{sizeof(std::int32_t)}, sizeof(std::int32_t))
                                                : nullptr;
  if (rows == nullptr) return pending.reject("InvalidArgument", "firstRows takes rows, one int32 per combination and one more");
  Environment const& environment = Environment::of(env);
  auto const job = std::make_shared<Job>(
      *arguments.transform, arguments.length,
      cpu::make_first_rows_call(arguments.transform->cpu, std::move(inputs.inputs), arguments.length, {environment.settings.threads, 0}));
  limit_memory(job->call->budget, info[5]);
  return job->run(env, pending, Job::Pass::mark, &inputs, &outputs,
                  [&](std::function<void()> done) { return job->call->mark(rows, std::move(done)); });
}

/// Expands one result per combination of entries to all rows; `fill` follows, as after `measure`.
Napi::Value gather(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  Buffers inputs(env);
  CallArguments arguments;
  std::int64_t count = 0;
  if (!arguments.read(info, inputs) || !read_combinations(arguments, inputs, count)) {
    return pending.reject(arguments.code, arguments.problem);
  }
  if (!info[4].IsObject()) return pending.reject("InvalidArgument", "gather takes ranks, length and columns");
  auto const given = info[4].As<Napi::Object>();
  arrow::Layout const& layout = arguments.transform->cpu.layout;
  cpu::Representatives representatives;
  if (!read_setting(given, "length", 0, std::numeric_limits<std::int32_t>::max(), representatives.length)) {
    return pending.reject("InvalidArgument", "gather takes the number of representatives");
  }
  std::uint8_t* const ranks = inputs.read_bytes(given, "ranks", count * std::int64_t{sizeof(std::int32_t)}, sizeof(std::int32_t));
  representatives.ranks = reinterpret_cast<std::int32_t const*>(ranks);
  std::vector<std::int64_t> const bytes(static_cast<std::size_t>(layout.output_count), 0);
  if (ranks == nullptr || !inputs.read_outputs(given.Get("columns"), layout, representatives.length, bytes)) {
    return pending.reject("InvalidArgument", inputs.problem);
  }
  representatives.columns = std::move(inputs.outputs);
  Environment const& environment = Environment::of(env);
  auto const job = std::make_shared<Job>(*arguments.transform, arguments.length,
                                         cpu::make_gather_call(arguments.transform->cpu, std::move(inputs.inputs), arguments.length,
                                                               std::move(representatives), {environment.settings.threads, 0}));
  job->keep_inputs(inputs);
  limit_memory(job->call->budget, info[5]);
  return job->run(env, pending, Job::Pass::measure, nullptr, nullptr,
                  [&](std::function<void()> done) { return job->call->measure(std::move(done)); });
}

/// `memory()`: the host memory that calls hold, and the memory that was still counted when calls ended.
Napi::Value memory(Napi::CallbackInfo const& info) {
  Napi::Object const object = Napi::Object::New(info.Env());
  object.Set("heldBytes", static_cast<double>(MemoryBudget::all_held().load()));
  object.Set("forgottenBytes", static_cast<double>(MemoryBudget::all_forgotten().load()));
  return object;
}

Napi::Value release(Napi::CallbackInfo const& info) {
  std::shared_ptr<Job> const job = Job::unwrap(info.Env(), info[0]);
  if (job == nullptr || job->state == Job::State::spent) return info.Env().Undefined();
  if (job->state == Job::State::measured) {
    job->drop();
  } else {
    job->released = true;
    job->call->cancel();
  }
  return info.Env().Undefined();
}

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  if (char const* const problem = cpu_level_problem(); problem != nullptr) {
    Napi::Error::New(env, problem).ThrowAsJavaScriptException();
    return exports;
  }
  pin_library();
  find_engine(env);
  env.SetInstanceData<Environment>(new Environment(env));
  exports.Set("abiVersion", abi_version);
  exports.Set("buildHash", build_hash);
  Napi::Array const transforms = Napi::Array::New(env);
  for (Registration const* transform = Registration::first(); transform != nullptr; transform = transform->next) {
    transforms.Set(transforms.Length(), transform->name);
  }
  exports.Set("transforms", transforms);
  Napi::Array const one_pass = Napi::Array::New(env);
  bool const adopts = can_adopt(env) && OutputMemory::available();
  for (Registration const* transform = Registration::first(); transform != nullptr; transform = transform->next) {
    arrow::Layout const& layout = transform->cpu.layout;
    bool const allocates = layout.emits() || layout.has_text_output();  // memory that JavaScript has to adopt
    if (!layout.grouped && (adopts || !allocates)) one_pass.Set(one_pass.Length(), transform->name);
  }
  exports.Set("onePass", one_pass);
  exports.Set("allocates", adopts);
  exports.Set("cuda", Napi::Function::New<cuda>(env, "cuda"));
  exports.Set("device", device_exports(env));
  exports.Set("configure", Napi::Function::New<configure>(env, "configure"));
  exports.Set("measure", Napi::Function::New<measure>(env, "measure"));
  exports.Set("evaluate", Napi::Function::New<evaluate>(env, "evaluate"));
  exports.Set("fill", Napi::Function::New<fill>(env, "fill"));
  exports.Set("mark", Napi::Function::New<mark>(env, "mark"));
  exports.Set("firstRows", Napi::Function::New<first_rows>(env, "firstRows"));
  exports.Set("gather", Napi::Function::New<gather>(env, "gather"));
  export_aggregations(env, exports);
  exports.Set("memory", Napi::Function::New<memory>(env, "memory"));
  exports.Set("release", Napi::Function::New<release>(env, "release"));
  return exports;
}

}  // namespace

}  // namespace rowfuse::node

using rowfuse::node::initialize;

NODE_API_MODULE(rowfuse, initialize)
