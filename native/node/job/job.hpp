#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <napi.h>

#include <rowfuse/binding.hpp>

#include "../../engine/api/call.hpp"
#include "../memory/buffers.hpp"
#include "pending.hpp"
#include "task.hpp"

namespace rowfuse::node {

/// A call for JavaScript: the result of `measure`, and the argument of `fill`. It keeps the borrowed buffers alive.
class Job final : public Task {
 public:
  enum class State { measured, running, spent };
  enum class Pass { measure, fill, evaluate, mark };

  Job(Registration const& transform, std::int64_t length, std::unique_ptr<Call> call)
      : transform{transform}, length{length}, call{std::move(call)} {}

  Registration const& transform;
  std::int64_t const length;
  std::unique_ptr<Call> call;  ///< null once the job is spent
  State state = State::running;
  Pass pass = Pass::measure;  ///< the current or last pass
  bool released = false;  ///< `release` was called while a pass ran
  napi_deferred deferred = nullptr;  ///< null before the promise exists

  /// Starts a pass by `start(done)`. Returns JavaScript's promise, which settles when the pass is over; or its result, if the pass is over
  /// already. If no thread can be started the promise settles at once, and the job is spent. The buffers of `outputs` are kept while the
  /// pass runs, and so are those of `inputs` unless that is null.
  Napi::Value run(Napi::Env env, Pending& pending, Pass next, Buffers const* inputs, Buffers const* outputs,
                  std::function<bool(std::function<void()>)> const& start);

  void keep_inputs(Buffers const& buffers);
  bool inputs_unchanged() const;
  void cancel() override { call->cancel(); }
  void settle(Napi::Env env) override;
  /// Settles the promise, or keeps its value for `run` if there is no promise yet.
  void settle_with(Napi::Env env, Napi::Value value, bool failed);
  void drop() override;

  /// Returns the object for JavaScript, which shares ownership.
  static Napi::Value wrap(Napi::Env env, std::shared_ptr<Job> const& job);
  /// Returns the job behind a value, or null if it is something else.
  static std::shared_ptr<Job> unwrap(Napi::Env env, Napi::Value value);

 private:
  void keep_outputs(Buffers const& buffers);

  Napi::Value early_;  // the value of a pass that is over before its promise exists
  bool early_failed_ = false;
  Napi::Reference<Napi::Array> inputs_;
  Napi::Reference<Napi::Array> outputs_;
  std::vector<ByteRange> ranges_;
  std::vector<std::shared_ptr<void>> input_memory_;
  std::vector<std::shared_ptr<void>> output_memory_;
};

}  // namespace rowfuse::node
